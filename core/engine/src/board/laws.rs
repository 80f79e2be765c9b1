//! Laws that hold on every board, tried on many.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

fn build(shape: Shape) -> Board {
    Board::build(&BoardPlan::of(shape)).unwrap()
}

fn full_boards() -> impl Strategy<Value = Board> {
    let square = (1_u16..=8, 1_u16..=8, any::<bool>()).prop_map(|(width, height, diagonals)| {
        Shape::Square { width, height, diagonals, without: Vec::new() }
    });
    let hex = (0_u16..=4).prop_map(|radius| Shape::Hex { radius });
    let line = (1_u16..=20).prop_map(|spaces| Shape::Line { spaces });
    prop_oneof![hex, square, line].prop_map(build)
}

fn holed_boards() -> impl Strategy<Value = Board> {
    let hexes = btree_set((-4..=4_i32, -4..=4_i32), 1..50)
        .prop_map(|cells| Shape::HexCells { cells: cells.into_iter().collect() });
    let squares =
        (btree_set((0..7_i32, 0..6_i32), 0..25), any::<bool>()).prop_map(|(without, diagonals)| {
            let without = without.into_iter().collect();
            Shape::Square { width: 7, height: 6, diagonals, without }
        });
    prop_oneof![hexes, squares].prop_map(build)
}

fn graphs() -> impl Strategy<Value = Board> {
    let links = vec((0..12_usize, 0..12_usize), 0..25);
    links.prop_map(|links| {
        let name = |cell: usize| format!("room {cell}");
        let linked = |from: usize| {
            let links = links.iter().filter(move |(a, b)| *a == from && a != b);
            links.map(|(_, b)| name(*b)).collect()
        };
        let cell = |i: usize| GraphCell { name: name(i), links: linked(i), center: None };
        build(Shape::Graph { cells: (0..12).map(cell).collect() })
    })
}

fn boards() -> impl Strategy<Value = Board> {
    prop_oneof![full_boards(), holed_boards(), graphs()]
}

/// A board with some of its cells.
fn boards_with_cells() -> impl Strategy<Value = (Board, CellSet)> {
    (boards(), vec(any::<Index>(), 0..30)).prop_map(|(board, picks)| {
        let n = board.n_cells();
        let cells = picks.iter().map(|pick| Cell(pick.index(n) as u16)).collect();
        (board, cells)
    })
}

/// A maze of squares with one hole, and slides and rotations to try on it.
fn mazes() -> impl Strategy<Value = (Board, Floors)> {
    (2_u16..=7, 2_u16..=7, any::<bool>(), vec(any::<(u8, u8)>(), 49), any::<Index>()).prop_map(
        |(width, height, diagonals, tiles, hole)| {
            let board = build(Shape::Square { width, height, diagonals, without: Vec::new() });
            let hole = hole.index(board.n_cells());
            let sides = |bits: u8| (0..4).map(Side).filter(move |side| bits >> side.0 & 1 == 1);
            let exits: Vec<_> = tiles.iter().map(|(bits, _)| Exits::on(sides(*bits))).collect();
            let mut floors = Floors::new(&board, &exits).unwrap();
            let cells = board.cells().iter().filter(|cell| cell.index() != hole);
            for ((cell, (_, rotation)), floor) in cells.zip(&tiles).zip(0..) {
                floors.lay(FloorId(floor), cell, Facing(rotation % 4)).unwrap();
            }
            (board, floors)
        },
    )
}

fn laid(floors: &Floors, board: &Board) -> BTreeSet<FloorId> {
    board.cells().iter().filter_map(|cell| floors.floor_at(cell)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn neighbors_are_mutual(board in boards()) {
        for cell in board.cells() {
            let mut seen = CellSet::EMPTY;
            for direction in board.directions() {
                let Some(next) = board.neighbor(cell, direction) else { continue };
                prop_assert_eq!(board.neighbor(next, board.opposite(direction)), Some(cell));
                prop_assert_eq!(board.direction_to(cell, next), Some(direction));
                seen.insert(next);
            }
            if board.kind() != BoardKind::Graph {
                prop_assert_eq!(seen, board.neighbors(cell).clone());
            }
            for next in board.neighbors(cell) {
                prop_assert!(board.are_adjacent(next, cell));
                prop_assert_eq!(board.distance(cell, next), Some(1));
            }
        }
    }

    #[test]
    fn distance_is_a_metric(board in boards()) {
        for a in board.cells() {
            prop_assert_eq!(board.distance(a, a), Some(0));
            for b in board.cells() {
                let distance = board.distance(a, b);
                prop_assert_eq!(distance, board.distance(b, a));
                prop_assert_eq!(distance == Some(0), a == b);
                for next in board.neighbors(b) {
                    let farther = board.distance(a, next);
                    prop_assert_eq!(farther.is_some(), distance.is_some());
                    prop_assert!(farther.unwrap_or(0) <= distance.unwrap_or(0) + 1);
                }
            }
        }
    }

    #[test]
    fn distance_counts_the_steps_of_full_boards(board in prop_oneof![full_boards(), graphs()]) {
        for start in board.cells() {
            let steps = region::reach(&board, CellSet::only(start), u16::MAX, |_, _| Some(1));
            for cell in board.cells() {
                prop_assert_eq!(steps.cost(cell), board.distance(start, cell));
                if let Some(way) = steps.way_to(cell) {
                    prop_assert!(way.windows(2).all(|pair| board.are_adjacent(pair[0], pair[1])));
                    prop_assert_eq!(way.len() as u16 - 1, steps.cost(cell).unwrap());
                }
            }
        }
    }

    #[test]
    fn lines_repeat_steps(board in boards()) {
        for cell in board.cells() {
            for direction in board.directions() {
                let mut at = cell;
                for (place, next) in board.line(cell, direction).iter().enumerate() {
                    prop_assert_eq!(board.neighbor(at, direction), Some(*next));
                    prop_assert_eq!(board.direction_to(cell, *next), Some(direction));
                    let between = &board.line(cell, direction)[..place];
                    prop_assert_eq!(board.between(cell, *next), Some(between));
                    at = *next;
                }
                prop_assert_eq!(board.neighbor(at, direction), None);
            }
        }
    }

    #[test]
    fn rings_part_the_board(board in boards()) {
        for center in board.cells() {
            let mut seen = CellSet::EMPTY;
            for radius in 0..=25 {
                let ring = board.ring(center, radius);
                prop_assert!(!ring.intersects(&seen));
                seen |= ring;
                prop_assert_eq!(&board.area(center, radius), &seen);
            }
            if board.kind() != BoardKind::Graph {
                prop_assert_eq!(seen, board.cells().clone());
            }
        }
    }

    #[test]
    fn names_and_coordinates_find_their_cells(board in boards()) {
        let mut before = None;
        for cell in board.cells() {
            prop_assert_eq!(board.cell_named(board.name(cell)), Some(cell));
            let (a, b) = board.coordinates(cell).unwrap();
            prop_assert_eq!(board.cell_at(a, b), Some(cell));
            prop_assert!(before < Some((b, a)), "reading order");
            before = Some((b, a));
        }
        for direction in board.directions() {
            let name = board.direction_name(direction).to_lowercase();
            prop_assert_eq!(board.direction_named(&name), Some(direction));
        }
    }

    #[test]
    fn edges_lie_between_neighbors(board in boards()) {
        let mut seen = BTreeSet::new();
        for cell in board.cells() {
            for direction in board.directions() {
                let side = board.side_of_direction(direction);
                prop_assert_eq!(side.and_then(|side| board.direction_of_side(side)).is_some(), side.is_some());
                let edge = board.edge(cell, direction);
                prop_assert_eq!(edge.is_some(), side.is_some());
                let Some(id) = edge else { continue };
                seen.insert(id);
                let beyond = board.neighbor(cell, direction);
                let found = board.edge_cells(id).unwrap();
                let ends = beyond.map_or((cell, None), |b| (cell.min(b), Some(cell.max(b))));
                prop_assert_eq!((found.cell, found.beyond), ends);
                if let Some(next) = beyond {
                    prop_assert_eq!(board.edge(next, board.opposite(direction)), edge);
                    prop_assert_eq!(board.edge_between(next, cell), edge);
                } else {
                    prop_assert!(found.is_border() && board.border().contains(cell));
                }
            }
        }
        if board.kind() != BoardKind::Graph {
            prop_assert_eq!(seen.len(), board.n_edges());
        }
    }

    #[test]
    fn half_a_turn_reverses_reading(board in boards()) {
        let n = board.n_cells() as u16;
        for cell in board.cells() {
            let Some(turned) = board.half_turn(cell) else { continue };
            prop_assert_eq!(turned, Cell(n - 1 - cell.0));
            for direction in board.directions() {
                let next = board.neighbor(cell, direction).and_then(|next| board.half_turn(next));
                prop_assert_eq!(next, board.neighbor(turned, board.opposite(direction)));
            }
        }
    }

    #[test]
    fn triangles_are_mutual_neighbors(board in boards()) {
        let triangles: Vec<_> = board.triangles().collect();
        let unique: BTreeSet<_> = triangles.iter().collect();
        prop_assert_eq!(unique.len(), triangles.len());
        for [a, b, c] in triangles {
            prop_assert!(a < b && b < c);
            prop_assert!(board.are_adjacent(a, b) && board.are_adjacent(b, c));
            prop_assert!(board.are_adjacent(a, c));
        }
    }

    #[test]
    fn groups_part_their_cells((board, within) in boards_with_cells()) {
        let mut rest = within.clone();
        for group in region::groups(&board, within.clone()) {
            prop_assert!(!group.is_empty() && rest.contains_all(&group));
            prop_assert!(region::is_connected(&board, group.clone()));
            rest -= &group;
            let beside = region::spread(&board, group.clone(), board.cells(), 1) - &group;
            prop_assert!(!beside.intersects(&within));
        }
        prop_assert!(rest.is_empty());
    }

    #[test]
    fn groups_of_three_are_all_found((board, within) in boards_with_cells()) {
        let found = region::groups_of_size(&board, within.clone(), 3);
        let mut expected = BTreeSet::new();
        for a in &within {
            for b in board.neighbors(a) & &within {
                for c in ((board.neighbors(a) | board.neighbors(b)) & &within) - CellSet::only(a) {
                    expected.extend((c != b).then(|| [a, b, c].into_iter().collect::<CellSet>()));
                }
            }
        }
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn joining_neighbors_connects_as_flooding_does((board, within) in boards_with_cells()) {
        let mut joined = region::Joined::new(board.n_cells() as u16);
        for a in &within {
            for b in board.neighbors(a) & &within {
                joined.join(a.0, b.0);
            }
        }
        for (a, b) in within.iter().flat_map(|a| within.iter().map(move |b| (a, b))) {
            let (from, to) = (CellSet::only(a), CellSet::only(b));
            let flooded = region::connects(&board, within.clone(), from, to);
            prop_assert_eq!(joined.are_joined(a.0, b.0), flooded);
        }
    }

    #[test]
    fn a_slide_loses_no_floor_and_can_be_taken_back((board, floors) in mazes()) {
        let slides = floors.slides(&board);
        let (width, height) = board.coordinates(Cell(board.n_cells() as u16 - 1)).unwrap();
        prop_assert_eq!(slides.len() as i32, width + height);
        for slide in slides {
            let mut changed = floors.clone();
            let moves = changed.slide(&board, slide).unwrap();
            prop_assert_eq!(changed.holes(), CellSet::only(slide.from));
            prop_assert_eq!(laid(&changed, &board), laid(&floors, &board));
            for cell in board.cells() {
                let Some(floor) = floors.floor_at(cell) else { continue };
                prop_assert_eq!(changed.floor_at(moved_to(&moves, cell)), Some(floor));
                prop_assert_eq!(changed.floor(floor), floors.floor(floor));
            }
            changed.slide(&board, slide.reversed()).unwrap();
            prop_assert_eq!(&changed, &floors);
        }
    }

    #[test]
    fn exits_rotate_with_their_floor((board, mut floors) in mazes(), steps in -9..9_i32) {
        let original = floors.clone();
        let n = i32::from(board.n_directions());
        for cell in board.cells() {
            let Some(floor) = floors.floor_at(cell) else { continue };
            floors.rotate(floor, steps).unwrap();
            for direction in board.directions() {
                let before = board.compass().turned(direction, -steps * n / 4);
                prop_assert_eq!(
                    floors.has_exit(&board, cell, direction),
                    original.has_exit(&board, cell, before)
                );
            }
            floors.rotate(floor, -steps).unwrap();
        }
        prop_assert_eq!(floors, original);
    }

    #[test]
    fn passages_are_mutual((board, floors) in mazes()) {
        let passages = Passages::of(&board, &floors);
        for cell in board.cells() {
            for next in passages.neighbors(cell) {
                prop_assert!(passages.is_open(next, cell));
                let direction = board.direction_to(cell, next).unwrap();
                prop_assert!(floors.has_exit(&board, cell, direction));
                prop_assert!(floors.has_exit(&board, next, board.opposite(direction)));
            }
        }
    }

    #[test]
    fn reach_is_mutual_and_never_shorter_than_the_crow((board, floors) in mazes()) {
        use ReachPath::{Curve, Diagonal, Line, Through};
        let passages = Passages::of(&board, &floors);
        let from = |path, cell| passages.reach(&board, path, cell, |_| false);
        for a in board.cells() {
            let [line, curve, diagonal, through] = [Line, Curve, Diagonal, Through].map(|p| from(p, a));
            for b in board.cells() {
                for (path, reach) in
                    [(Line, &line), (Curve, &curve), (Diagonal, &diagonal), (Through, &through)]
                {
                    prop_assert_eq!(reach.cost(b), from(path, b).cost(a));
                }
                let steps = board.manhattan(a, b);
                prop_assert!(line.cost(b).is_none() || line.cost(b) == through.cost(b));
                prop_assert!(line.cost(b).is_none() || line.cost(b) == curve.cost(b));
                prop_assert!(through.cost(b).is_none() || through.cost(b) == steps);
                prop_assert!(diagonal.cost(b).is_none_or(|cost| Some(cost * 2) == steps));
                prop_assert!(curve.cost(b).is_none_or(|cost| Some(cost) >= steps));
            }
        }
    }
}
