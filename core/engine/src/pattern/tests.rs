use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::board::{BoardPlan, Direction, GraphCell, Shape, region};
use crate::effect::{Effect, apply};
use crate::filter::{Filter, Relation, Scene};
use crate::game::{Game, Prototype, Sight, ZoneRule};
use crate::modifier::Derived;
use crate::state::ZoneList;

/// A game on a board, and a state with one piece for each letter: `x` of seat 0, `o` of seat 1.
fn position(shape: Shape, drawing: &str) -> (Game, State) {
    let bar = ZoneRule { per_seat: true, sight: Sight::All, kinds: crate::mask::Mask::NONE };
    let game = Game {
        n_seats: 2,
        board: Arc::new(Board::build(&BoardPlan::of(shape)).unwrap()),
        prototypes: vec![Prototype::default()],
        zones: vec![bar],
        ..Game::default()
    };
    let mut state = State::new(&game, 0);
    let letters = drawing.chars().filter(|letter| !letter.is_whitespace());
    for (letter, cell) in letters.zip(game.board.cells().iter()) {
        match letter {
            'x' => stack(&game, &mut state, Seat(0), cell, 1),
            'o' => stack(&game, &mut state, Seat(1), cell, 1),
            _ => {}
        }
    }
    (game, state)
}

fn stack(game: &Game, state: &mut State, owner: Seat, cell: Cell, n: u8) {
    for _ in 0..n {
        let piece = PieceId(state.pieces.len() as u16);
        let create = Effect::Create { prototype: PrototypeId(0), owner };
        for effect in [create, Effect::Put { piece, cell, facing: 0 }] {
            apply(game, state, &Derived::default(), &effect);
        }
    }
}

fn squares(width: u16, height: u16) -> Shape {
    Shape::Square { width, height, diagonals: true, without: Vec::new() }
}

fn line(n: u16) -> Shape {
    Shape::Line { spaces: n }
}

fn cell(game: &Game, name: &str) -> Cell {
    game.board.cell_named(name).unwrap()
}

/// `from-to` for every step, in the order of the rows.
fn steps_of(game: &Game, state: &State, seat: Seat, steps: &[Step]) -> String {
    let mut rows = Vec::new();
    let scene = Scene { game, state, derived: &Derived::default() };
    let own = Filter { whose: Relation::Own, ..Filter::default() };
    step_rows(scene, seat, &own, &Steps::of(&game.board, steps), &mut rows);
    let name = |row: &[i32; 2]| {
        let from = state.piece(PieceId(row[0] as u16)).cell().unwrap();
        format!("{}-{}", game.board.name(from), game.board.name(Cell(row[1] as u16)))
    };
    rows.as_chunks().0.iter().map(name).collect::<Vec<_>>().join(" ")
}

const TO_EMPTY: Onto = Onto { empty: true, pieces: None };
const TO_ENEMY: Onto = Onto { empty: true, pieces: Some(Relation::Enemy) };

fn step(directions: &[u8], onto: Onto) -> Step {
    let directions = directions.iter().copied().map(Direction).collect();
    Step { directions: Some(directions), reach: 1, onto, ..Step::default() }
}

/// A pawn that goes straight onto empty cells and strikes askew.
#[test]
fn steps_end_on_what_they_may() {
    let (game, state) = position(squares(3, 3), "oo. .x. x..");
    let up = [step(&[0], TO_EMPTY), step(&[1, 7], TO_ENEMY)];
    assert_eq!(steps_of(&game, &state, Seat(0), &up), "b2-a3 b2-c3 a1-a2");
}

#[test]
fn slides_stop_at_the_first_piece() {
    let (game, state) = position(squares(4, 2), "x..o ...x");
    let rook = [Step { reach: 0, ..step(&[0, 2, 4, 6], TO_ENEMY) }];
    assert_eq!(
        steps_of(&game, &state, Seat(0), &rook),
        "a2-b2 a2-c2 a2-d2 a2-a1 d1-d2 d1-a1 d1-b1 d1-c1"
    );
}

/// Over the `o` east of a1 to c1, not over the one askew to c3, where an own piece stands.
#[test]
fn jumps_go_over_a_piece_onto_an_empty_cell() {
    let (game, state) = position(squares(4, 3), "..x. .o.. xo..");
    let jump = |over, directions: &[u8]| Step { over: Some(over), ..step(directions, TO_EMPTY) };
    let enemies = [jump(Relation::Enemy, &[1, 2, 5])];
    assert_eq!(steps_of(&game, &state, Seat(0), &enemies), "a1-c1");
    assert_eq!(steps_of(&game, &state, Seat(0), &[jump(Relation::Own, &[1, 2, 5])]), "");
    let both = [step(&[2], TO_EMPTY), jump(Relation::Enemy, &[2])];
    assert_eq!(steps_of(&game, &state, Seat(0), &both), "c3-d3 a1-c1");
    assert_eq!(steps_of(&game, &state, Seat(1), &[jump(Relation::Enemy, &[5, 6])]), "");
}

/// Two steps at most, over free cells and around corners; b1 is barred.
#[test]
fn walks_go_around_corners_and_not_through() {
    let (game, state) = position(squares(4, 3), "..oo .o.. x...");
    let beside: &[u8] = &[0, 2, 4, 6];
    let walk = Step { walk: 2, ..step(beside, TO_EMPTY) };
    let walks = |step: &Step| steps_of(&game, &state, Seat(0), std::slice::from_ref(step));
    assert_eq!(walks(&walk), "a1-a3 a1-a2 a1-b1 a1-c1");
    let captures = Step { onto: TO_ENEMY, ..walk.clone() };
    assert_eq!(walks(&captures), "a1-a3 a1-a2 a1-b2 a1-b1 a1-c1");
    assert_eq!(
        walks(&Step { directions: None, ..walk.clone() }),
        "a1-a3 a1-b3 a1-a2 a1-c2 a1-b1 a1-c1"
    );
    let barred = Step { barred: CellSet::only(cell(&game, "b1")), ..walk };
    assert_eq!(walks(&barred), "a1-a3 a1-a2");
    assert_eq!(walks(&Step { passes_barred: true, ..barred.clone() }), "a1-a3 a1-a2 a1-c1");
    let met = Steps::of(&game.board, &[captures]).met(&state, cell(&game, "a1"));
    assert_eq!(met, CellSet::only(cell(&game, "b2")));
    assert_eq!(*Steps::of(&game.board, &[barred.clone()]).barred(), barred.barred);
    assert!(Steps::of(&game.board, &[]).barred().is_empty());
}

#[test]
fn slides_and_jumps_keep_off_what_is_barred() {
    let (game, state) = position(squares(5, 2), "x.... xo...");
    let barred: CellSet = ["c1", "c2"].map(|name| cell(&game, name)).into_iter().collect();
    let slide = Step { reach: 0, barred, ..step(&[2], TO_EMPTY) };
    let steps = |steps: &[Step]| steps_of(&game, &state, Seat(0), steps);
    assert_eq!(steps(&[slide.clone()]), "a2-b2");
    assert_eq!(steps(&[Step { passes_barred: true, ..slide.clone() }]), "a2-b2 a2-d2 a2-e2");
    let jump = Step { over: Some(Relation::Enemy), ..step(&[2], TO_EMPTY) };
    assert_eq!(steps(&[jump.clone()]), "a1-c1");
    assert_eq!(steps(&[Step { barred: slide.barred, ..jump }]), "");
}

/// A cross with a longer arm to the east: w m e f from west to east, n and s beside m.
fn cross(drawing: &str) -> (Game, State) {
    let cells =
        [("w", (0, 0)), ("m", (1, 0)), ("e", (2, 0)), ("f", (3, 0)), ("n", (1, -1)), ("s", (1, 1))];
    let point = |(name, (x, y)): (&str, (i32, i32))| GraphCell {
        name: name.to_owned(),
        links: match name {
            "m" => ["w", "e", "n", "s"].map(str::to_owned).to_vec(),
            "e" => vec!["f".to_owned()],
            _ => Vec::new(),
        },
        center: Some((1000 * x, 1000 * y)),
    };
    position(Shape::Graph { cells: cells.map(point).to_vec() }, drawing)
}

#[test]
fn on_points_steps_go_along_links_and_straight_on() {
    let (game, state) = cross("xo....");
    let step = Step { reach: 1, onto: TO_ENEMY, ..Step::default() };
    let steps = |steps: &[Step]| steps_of(&game, &state, Seat(0), steps);
    assert_eq!(steps(&[step.clone()]), "w-m");
    assert_eq!(
        steps(&[Step { over: Some(Relation::Enemy), onto: TO_EMPTY, ..step.clone() }]),
        "w-e"
    );
    let (game, state) = cross(".x...o");
    let slide = Step { reach: 0, ..step };
    assert_eq!(steps_of(&game, &state, Seat(0), &[slide]), "m-w m-e m-f m-n m-s");
}

#[test]
fn on_points_rows_and_flanks_follow_straight_links() {
    let (game, state) = cross("xxx.xo");
    for (name, expected) in [("w", 3), ("m", 3), ("e", 3), ("n", 2), ("s", 1), ("f", 0)] {
        assert_eq!(row_length(&game.board, &state, cell(&game, name)), expected, "{name}");
    }
    let at = |name| CellSet::only(cell(&game, name));
    assert_eq!(flanked(&game.board, cell(&game, "n"), &at("m"), &at("s")), [cell(&game, "m")]);
    assert_eq!(flanked(&game.board, cell(&game, "n"), &at("m"), &at("e")), []);
}

#[test]
fn rows_run_in_all_directions() {
    let (game, state) = position(squares(4, 3), "x.ox oxx. ..x.");
    for (name, expected) in [("a3", 3), ("b2", 3), ("d3", 2), ("c2", 2), ("c3", 1), ("a1", 0)] {
        assert_eq!(row_length(&game.board, &state, cell(&game, name)), expected, "{name}");
    }
}

#[test]
fn what_falls_rests_on_what_lies_below() {
    let (game, state) = position(squares(3, 3), "x.. o.. x.o");
    let south = game.board.direction_named("S").unwrap();
    let resting = Fall::of(&game.board, south).resting_cells(&state);
    let names: Vec<_> = resting.iter().map(|cell| game.board.name(cell)).collect();
    assert_eq!(names, ["c2", "b1"]);
}

/// The runs of `x` from left to right, as `place:pips` with `bar` for those that wait.
fn check(drawing: &[i8], waiting: u8, dice: &[u8], expected: &str) {
    let (game, mut state) = position(line(drawing.len() as u16), "");
    let bar = ZoneList::of(&game, ZoneId(0), Seat(0));
    for (n, cell) in drawing.iter().zip(game.board.cells().iter()) {
        stack(&game, &mut state, Seat(u8::from(*n < 0)), cell, n.unsigned_abs());
    }
    for _ in 0..waiting {
        let piece = PieceId(state.pieces.len() as u16);
        let create = Effect::Create { prototype: PrototypeId(0), owner: Seat(0) };
        for effect in [create, Effect::Send { piece, list: bar, at: u16::MAX }] {
            apply(&game, &mut state, &Derived::default(), &effect);
        }
    }
    let route = game.board.cells().iter().collect();
    let track = Track { route, waiting: Some(bar), closed_by: 2, home: 6 };
    let mut rows = Vec::new();
    run_rows(&game.board, &state, (Seat(0), &track), dice, &mut rows);
    let name = |row: &[i32; 2]| {
        let cell = state.piece(PieceId(row[0] as u16)).cell();
        let from = cell.map_or("bar".to_owned(), |cell| cell.0.to_string());
        format!("{from}:{}", row[1])
    };
    let found: Vec<_> = rows.as_chunks().0.iter().map(name).collect();
    assert_eq!(found.join(" "), expected, "{drawing:?} {dice:?}");
}

#[test]
fn closed_cells_and_waiting_pieces_come_first() {
    check(&[1, 0, -2, -1, 0, 0, 0, 0], 0, &[2, 3], "0:3");
    check(&[1, 0, -2, -1, 0, 0, 0, 0], 0, &[3], "0:3");
    check(&[1, -2, 0, -2, 0, 0, 0, 0], 1, &[2, 4], "");
    check(&[1, -2, 0, -1, 0, 0, 0, 0], 1, &[2, 4], "bar:4");
    check(&[1, -2, 0, -1, 0, 0, 0, 0], 1, &[3, 4], "bar:3 bar:4");
}

/// Only one die can be used, whichever is first: it must be the higher one.
#[test]
fn the_higher_die_counts_if_only_one_can_be_used() {
    check(&[1, 0, 0, 0, 0, 0, 0, -2, 0, 0, 0, 0], 0, &[3, 4], "0:4");
    check(&[1, 0, 0, 0, -2, 0, 0, -2, 0, 0, 0, 0], 0, &[3, 4], "0:3");
}

/// If the piece behind took the 6, the 1 would be lost.
#[test]
fn both_dice_must_be_used_if_possible() {
    check(&[1, 0, 0, 1, -2, 0, 0, -2, 0, 0, 0, 0], 0, &[1, 6], "0:1 3:6");
    check(&[1, 0, 0, 0, 0, 0, -1, -2, 0, 0, -2], 0, &[2, 6], "0:2 0:6");
    check(&[1, 0, 0, -2, 0, 0, 0, 0, 0, 0], 0, &[1, 3], "0:1");
}

/// Six cells, all home: exact pips leave from anywhere, more only from the hindmost cell.
#[test]
fn pieces_leave_from_home() {
    check(&[0, 0, 1, 0, 1, 0], 0, &[4], "2:4");
    check(&[0, 0, 1, 0, 1, 0], 0, &[6], "2:6");
    check(&[0, 0, 1, 0, 1, 0], 0, &[2], "2:2 4:2");
    check(&[0, 0, 1, 0, 1, 0], 0, &[3], "2:3");
    check(&[0, 1, 0, 0, 0, 0, 0, 1], 0, &[1], "1:1");
    check(&[0, 0, 0, 0, 0, 1], 0, &[2, 2, 2, 2], "5:2");
}

/// Every way to use the dice, written out on copies: the most runs, and the first of each.
fn brute_force(own: &[u8], others: &[u8], dice: &[u8]) -> (usize, Vec<(usize, u8)>) {
    let n = own.len() - 1;
    let (mut best, mut firsts) = (0, Vec::new());
    for (at, pips) in dice.iter().enumerate() {
        for from in (0..=n).filter(|from| own[*from] > 0 && (*from == 0 || own[0] == 0)) {
            let to = from + usize::from(*pips);
            let all_home = (0..=n - 6).all(|place| own[place] == 0);
            let behind = (0..from).any(|place| own[place] > 0);
            if (to <= n && others[to] >= 2) || (to > n && (!all_home || (to > n + 1 && behind))) {
                continue;
            }
            let (mut own, mut others, mut rest) = (own.to_vec(), others.to_vec(), dice.to_vec());
            rest.remove(at);
            own[from] -= 1;
            if to <= n {
                own[to] += 1;
                others[to] = 0;
            }
            let uses = 1 + brute_force(&own, &others, &rest).0;
            if uses > best {
                firsts.clear();
            }
            if uses >= best {
                best = uses;
                firsts.push((from, *pips));
            }
        }
    }
    let highest = firsts.iter().map(|run| run.1).max();
    firsts.retain(|run| best > 1 || Some(run.1) == highest);
    firsts.sort_unstable();
    firsts.dedup();
    (best, firsts)
}

proptest! {
    #[test]
    fn runs_are_those_that_use_the_most_dice(
        places in prop::collection::vec((0u8..6, 1u8..4), 12),
        waiting in 0u8..2,
        (a, b) in (1u8..7, 1u8..7),
    ) {
        let signed = places.iter().map(|(side, n)| match side { 0 | 1 => *n as i8, 2 => -(*n as i8), _ => 0 });
        let signed: Vec<i8> = signed.collect();
        let (game, mut state) = position(line(12), "");
        for (n, cell) in signed.iter().zip(game.board.cells().iter()) {
            stack(&game, &mut state, Seat(u8::from(*n < 0)), cell, n.unsigned_abs());
        }
        let route = game.board.cells().iter().collect();
        let track = Track { route, waiting: None, closed_by: 2, home: 6 };
        let dice = if a == b { vec![a; 4] } else { vec![a, b] };
        let side = |keep: fn(i8) -> bool, first| {
            let counts = signed.iter().map(|n| if keep(*n) { n.unsigned_abs() } else { 0 });
            std::iter::once(first).chain(counts).collect::<Vec<u8>>()
        };
        let (own, others) = (side(|n| n > 0, waiting), side(|n| n < 0, 0));
        let mut race = track::Race::of(&game.board, &state, Seat(0), &track);
        race.wait(waiting);
        let mut found = race.best_runs(&mut { let mut dice = dice.clone(); dice.sort(); dice });
        found.sort_unstable();
        prop_assert_eq!(found, brute_force(&own, &others, &dice).1);
    }

    #[test]
    fn groups_and_joins_agree_with_regions(drawing in "[xo.]{25}") {
        let (game, state) = position(squares(5, 5), &drawing);
        let board = &game.board;
        let own = |seat| {
            let cells = state.on_board().filter(|(_, id)| state.piece(*id).owner == seat);
            cells.map(|(cell, _)| cell).collect::<CellSet>()
        };
        let (left, right) = ([0, 5, 10, 15, 20], [4, 9, 14, 19, 24]);
        let (left, right): (CellSet, CellSet) =
            (left.map(Cell).into_iter().collect(), right.map(Cell).into_iter().collect());
        for seat in [Seat(0), Seat(1)] {
            let mut joined = false;
            for cell in own(seat) {
                prop_assert_eq!(group(board, &state, cell), region::group_at(&**board, cell, &own(seat)));
                joined |= joins(board, &state, cell, &left, &right);
            }
            let (left, right) = (left.clone(), right.clone());
            prop_assert_eq!(joined, region::connects(&**board, own(seat), left, right));
        }
    }

    #[test]
    fn a_row_is_as_long_as_the_longest_run_through_a_cell(drawing in "[xo.]{20}") {
        let (game, state) = position(squares(5, 4), &drawing);
        let letter = |x: i32, y: i32| {
            let inside = (0..5).contains(&x) && (0..4).contains(&y);
            inside.then(|| drawing.as_bytes()[(y * 5 + x) as usize])
        };
        for (x, y) in (0..5).flat_map(|x| (0..4).map(move |y| (x, y))) {
            let own = letter(x, y);
            let mut longest = 0;
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let run = |s: i32| (1..).take_while(|i| letter(x + s * i * dx, y + s * i * dy) == own).count();
                longest = longest.max(1 + run(1) + run(-1));
            }
            let expected = if own == Some(b'.') { 0 } else { longest };
            prop_assert_eq!(row_length(&game.board, &state, Cell((y * 5 + x) as u16)), expected);
        }
    }
}

/// The shield of the sample game has armor 1 on side 4; on a hex board side 4 at facing 0 is west.
mod sides {
    use super::*;
    use crate::board::Direction;
    use crate::effect::Effect;
    use crate::sample::{cell, position};

    const ARMOR: SideStatId = SideStatId(0);

    #[test]
    fn sides_face_each_other() {
        let mut the_match = position(&[(5, 0, (0, 0), 0), (5, 1, (1, 0), 3), (5, 0, (0, 1), 1)]);
        let (middle, east) = (cell(&the_match, 0, 0), cell(&the_match, 1, 0));
        let all = the_match.game.board.cells().clone();
        let scene = the_match.scene();
        let shows = |id: u16, direction| side_towards(scene, PieceId(id), ARMOR, direction);
        assert_eq!((shows(0, Direction(4)), shows(0, Direction(1))), (1, 0));
        assert_eq!((shows(1, Direction(1)), shows(1, Direction(4))), (1, 0), "rotated by half");
        // Around the middle: the east one shows its west side, the south east one its NW side,
        // which at facing 1 is side 4.
        let found: Vec<(u16, i16)> = facing_sides(scene, middle, ARMOR, |cell| all.contains(cell))
            .into_iter()
            .map(|(id, number)| (id.0, number))
            .collect();
        assert_eq!(found, [(1, 0), (2, 1)]);
        assert_eq!(reaching(scene, middle, ARMOR), [PieceId(2)]);
        let beyond = cell(&the_match, 2, 0);
        let scene = the_match.scene();
        assert_eq!(side_cells(scene, PieceId(1), ARMOR), CellSet::only(beyond));
        assert_eq!(reaching(scene, east, ARMOR), []);
    }

    /// A shield beside another: it matches where both show 1, or both show 0.
    #[test]
    fn facings_match_neighbors() {
        let mut the_match = position(&[(5, 0, (0, 0), 3), (0, 0, (2, 0), 0), (5, 0, (-2, 0), 0)]);
        let spot = cell(&the_match, 1, 0);
        let among = CellSet::only(cell(&the_match, 0, 0));
        let both = &among | CellSet::only(cell(&the_match, 2, 0));
        let far = cell(&the_match, -1, 2);
        let mut facings = |spot, all, among: &CellSet| {
            let matching = Matching { stat: ARMOR, among: among.clone(), all };
            let scene = the_match.scene();
            let touching = Touching::around(scene, spot, &matching);
            matching_facings(scene, PieceId(2), &touching, &matching)
        };
        // The neighbor in the west shows 1 to the east; side 4 points west at facing 0 only.
        assert_eq!(facings(spot, false, &among), 0b000001);
        // The fighter in the east shows 0: every facing but 3, where side 4 points east, matches.
        assert_eq!(facings(spot, false, &both), 0b110111);
        assert_eq!(facings(spot, true, &both), 0b000001);
        assert_eq!(facings(far, true, &both), 0);
    }

    #[test]
    fn modifiers_change_all_sides_and_the_ledger_says_so() {
        let mut the_match = position(&[(5, 0, (0, 0), 0)]);
        let mut game = (*the_match.game).clone();
        game.marks[0].adds_sides = vec![(ARMOR, 2)];
        the_match.game = Arc::new(game);
        let guard = crate::state::Mark {
            kind: crate::sample::GUARD,
            on: PieceId(0),
            owner: Seat(0),
            source: PieceId::NONE,
            n: 2,
        };
        the_match.apply(Effect::Mark(guard), PieceId::NONE);
        let scene = the_match.scene();
        let numbers = [4, 0].map(|side| side_towards(scene, PieceId(0), ARMOR, Direction(side)));
        assert_eq!(numbers, [5, 4]);
        let (game, state) = (the_match.game.clone(), the_match.state().clone());
        let lines = crate::modifier::side_ledger(
            &game,
            &state,
            the_match.derived(),
            PieceId(0),
            (ARMOR, 4),
        );
        let amounts: Vec<i16> = lines.iter().map(|line| line.amount).collect();
        assert_eq!(amounts, [1, 4]);
    }

    /// Two stones side by side are surrounded together; a stone of which one neighbor is open is
    /// not; and cells that do not count need nobody on them.
    #[test]
    fn groups_are_surrounded() {
        let board = crate::sample::game().board.clone();
        let cells = |places: &[(i32, i32)]| -> CellSet {
            places.iter().map(|(q, r)| board.cell_at(*q, *r).unwrap()).collect()
        };
        let stones = cells(&[(0, 0), (1, 0), (-2, 2)]);
        let ring = cells(&[(1, -1), (2, -1), (2, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1)]);
        let all = board.cells();
        let found =
            |around: &CellSet, within: &CellSet| surrounded(&board, stones.clone(), around, within);
        let pair = cells(&[(0, 0), (1, 0)]);
        assert_eq!(found(&ring, all), std::slice::from_ref(&pair));
        let open = &ring - cells(&[(2, 0)]);
        assert_eq!(found(&open, all), []);
        assert_eq!(found(&open, &(all - cells(&[(2, 0)]))), [pair]);
        assert_eq!(found(&ring, &CellSet::EMPTY), []);
    }
}
