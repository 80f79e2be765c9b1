//! Passages: how the floors of a board lead into each other, and what can be reached over them.

use serde::{Deserialize, Serialize};

use super::floor::side_directions;
use super::region::{Reach, Ways, reach};
use super::{Board, BoardKind, Cell, CellSet, Direction, Floors};

/// How an attack or a move gets from one floor to another. No way leads over a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReachPath {
    /// Straight in one direction, with a passage at every step.
    Line,
    /// The shortest way through passages.
    Curve,
    /// Straight across corners, walls or not; on squares only.
    Diagonal,
    /// Straight in one direction, walls or not.
    Through,
}

/// The passages between floors as they lie now. Made from [`Floors`] again after every change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passages {
    holes: CellSet,
    neighbors: Vec<CellSet>,
    linked: Vec<CellSet>,
}

impl Passages {
    /// The passages between these floors: between two cells side by side there is one if both
    /// floors have an exit towards the other.
    pub fn of(board: &Board, floors: &Floors) -> Self {
        let exits: Vec<u16> = board.cells().iter().map(|it| exits_of(board, floors, it)).collect();
        Self { linked: linked(board, floors), ..Self::between(board, floors.holes(), &exits) }
    }

    /// The passages between cells with these exits, each a bit mask of directions that cross an
    /// edge. No network links any of them.
    pub(crate) fn between(board: &Board, holes: CellSet, exits: &[u16]) -> Self {
        let neighbors = board.cells().iter().map(|cell| through_exits(board, exits, cell));
        Self { holes, neighbors: neighbors.collect(), linked: Vec::new() }
    }

    /// The cells that a passage leads to.
    pub fn neighbors(&self, cell: Cell) -> CellSet {
        self.neighbors.get(cell.index()).cloned().unwrap_or_default()
    }

    /// The cells in the same network of floors, itself left out.
    pub fn linked(&self, cell: Cell) -> CellSet {
        self.linked.get(cell.index()).cloned().unwrap_or_default()
    }

    /// The cells that a passage or a network leads to.
    pub fn moves(&self, cell: Cell) -> CellSet {
        self.neighbors(cell) | self.linked(cell)
    }

    /// Whether a passage leads from one cell to another.
    pub fn is_open(&self, from: Cell, to: Cell) -> bool {
        self.neighbors(from).contains(to)
    }

    /// The next cell in a direction if a passage leads there.
    pub fn step(&self, board: &Board, cell: Cell, direction: Direction) -> Option<Cell> {
        board.neighbor(cell, direction).filter(|next| self.is_open(cell, *next))
    }

    /// The cells straight ahead through passages, nearest first.
    pub fn line(&self, board: &Board, from: Cell, direction: Direction) -> Vec<Cell> {
        core::iter::successors(self.step(board, from, direction), |cell| {
            self.step(board, *cell, direction)
        })
        .collect()
    }

    /// All cells that `path` leads to from a cell, itself at distance 0, with their distances
    /// and the ways there. A cell that `blocks` can be reached, but nothing beyond it. From a
    /// hole nothing can be reached.
    pub fn reach(
        &self,
        board: &Board,
        path: ReachPath,
        from: Cell,
        blocks: impl Fn(Cell) -> bool,
    ) -> Reach {
        if self.holes.contains(from) || !board.contains(from) {
            return reach(self, CellSet::EMPTY, 0, |_, _| None);
        }
        let stays = |cell: Cell| cell != from && blocks(cell);
        match path {
            ReachPath::Curve => {
                reach(self, CellSet::only(from), u16::MAX, |cell, _| (!stays(cell)).then_some(1))
            }
            ReachPath::Line => {
                let steps = side_directions(board)
                    .map(|direction| move |cell| self.step(board, cell, direction));
                self.straight(from, steps, blocks)
            }
            ReachPath::Through => {
                let steps = side_directions(board)
                    .map(|direction| move |cell| board.neighbor(cell, direction));
                self.straight(from, steps, blocks)
            }
            ReachPath::Diagonal => {
                let steps =
                    diagonals(board).iter().map(|offset| move |cell| across(board, cell, *offset));
                self.straight(from, steps, blocks)
            }
        }
    }

    /// How far one cell is from another on a path: as [`Passages::reach`], without the ways.
    pub fn distance(&self, board: &Board, path: ReachPath, from: Cell, to: Cell) -> Option<u16> {
        self.distances(board, path, from, &[to]).first().copied().flatten()
    }

    /// How far several cells are from one on a path, in their order.
    pub fn distances(
        &self,
        board: &Board,
        path: ReachPath,
        from: Cell,
        to: &[Cell],
    ) -> Vec<Option<u16>> {
        if path != ReachPath::Curve {
            let reach = self.reach(board, path, from, |_| false);
            return to.iter().map(|cell| reach.cost(*cell)).collect();
        }
        if self.holes.contains(from) || !board.contains(from) {
            return vec![None; to.len()];
        }
        let mut distances = vec![None; board.n_cells()];
        let mut left: CellSet = to.iter().copied().collect();
        let (mut reached, mut distance) = (CellSet::only(from), 0);
        let mut fresh = reached.clone();
        while !fresh.is_empty() && !left.is_empty() {
            for cell in (&fresh & &left).iter() {
                distances.get_mut(cell.index()).into_iter().for_each(|it| *it = Some(distance));
            }
            left -= &fresh;
            let mut next = CellSet::EMPTY;
            for beside in fresh.iter().filter_map(|cell| self.neighbors.get(cell.index())) {
                next |= beside;
            }
            fresh = next - &reached;
            reached |= &fresh;
            distance += 1;
        }
        to.iter().map(|cell| distances.get(cell.index()).copied().flatten()).collect()
    }

    /// The cells whose distance from a cell on a path is from `min` to `max`, both included: those
    /// of [`Passages::reach`], without the ways to them.
    pub fn cells_at(
        &self,
        board: &Board,
        (path, from): (ReachPath, Cell),
        (min, max): (u16, u16),
        blocked: &CellSet,
    ) -> CellSet {
        if self.holes.contains(from) || !board.contains(from) {
            return CellSet::EMPTY;
        }
        let mut rings = Rings { nearer: CellSet::EMPTY, found: CellSet::EMPTY, min, max };
        rings.add(0, &CellSet::only(from));
        if path == ReachPath::Curve {
            self.spread(from, blocked, &mut rings);
            return rings.found - rings.nearer;
        }
        let mut straight = |step: &dyn Fn(Cell) -> Option<Cell>| {
            let steps = std::iter::successors(step(from), |cell| step(*cell));
            let mut free = steps.take_while(|cell| !self.holes.contains(*cell)).zip(1..=max);
            let _ends = free.find(|(cell, distance)| {
                rings.add(*distance, &CellSet::only(*cell));
                blocked.contains(*cell)
            });
        };
        match path {
            ReachPath::Diagonal => diagonals(board)
                .iter()
                .for_each(|offset| straight(&|cell| across(board, cell, *offset))),
            ReachPath::Line => side_directions(board)
                .for_each(|direction| straight(&|cell| self.step(board, cell, direction))),
            ReachPath::Through | ReachPath::Curve => side_directions(board)
                .for_each(|direction| straight(&|cell| board.neighbor(cell, direction))),
        }
        rings.found - rings.nearer
    }

    /// The cells at every distance through passages, ring after ring.
    fn spread(&self, from: Cell, blocked: &CellSet, rings: &mut Rings) {
        let mut reached = CellSet::only(from);
        let mut fresh = reached.clone();
        for distance in 1..=rings.max {
            let mut next = CellSet::EMPTY;
            let open = fresh.iter().filter(|cell| *cell == from || !blocked.contains(*cell));
            for beside in open.filter_map(|cell| self.neighbors.get(cell.index())) {
                next |= beside;
            }
            fresh = next - &reached;
            if fresh.is_empty() {
                return;
            }
            reached |= &fresh;
            rings.add(distance, &fresh);
        }
    }

    /// What each of these steps, made again and again, leads to.
    fn straight<S: Fn(Cell) -> Option<Cell>>(
        &self,
        from: Cell,
        steps: impl Iterator<Item = S>,
        blocks: impl Fn(Cell) -> bool,
    ) -> Reach {
        let mut reach = Reach::from_start(from);
        for step in steps {
            let mut previous = from;
            for (distance, cell) in (1..).zip(self.walk(from, step, &blocks)) {
                reach.improve(cell, distance, previous);
                previous = cell;
            }
        }
        reach
    }

    /// The cells that this step leads to, up to the first that blocks or to a hole.
    fn walk(
        &self,
        from: Cell,
        step: impl Fn(Cell) -> Option<Cell>,
        blocks: &impl Fn(Cell) -> bool,
    ) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = from;
        while let Some(next) = step(at).filter(|next| !self.holes.contains(*next)) {
            cells.push(next);
            if blocks(next) {
                break;
            }
            at = next;
        }
        cells
    }
}

/// Cells sorted by how far they are: those of interest, and those nearer by.
struct Rings {
    nearer: CellSet,
    found: CellSet,
    min: u16,
    max: u16,
}

impl Rings {
    fn add(&mut self, distance: u16, cells: &CellSet) {
        if distance < self.min {
            self.nearer |= cells;
        } else if distance <= self.max {
            self.found |= cells;
        }
    }
}

impl Ways for Passages {
    fn ways(&self, cell: Cell) -> CellSet {
        self.neighbors(cell)
    }
}

/// The directions in which the floor of a cell has exits, as a bit mask.
fn exits_of(board: &Board, floors: &Floors, cell: Cell) -> u16 {
    let leads_out = |direction: &Direction| floors.has_exit(board, cell, *direction);
    side_directions(board).filter(leads_out).fold(0, |mask, direction| mask | 1 << direction.0)
}

/// The cells beside a cell where both have an exit towards the other.
fn through_exits(board: &Board, exits: &[u16], cell: Cell) -> CellSet {
    let exits_at = |cell: Cell| exits.get(cell.index()).copied().unwrap_or(0);
    let mut open = CellSet::EMPTY;
    let mut rest = exits_at(cell);
    while rest != 0 {
        let direction = Direction(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        let next = board.neighbor(cell, direction);
        if let Some(next) = next.filter(|it| exits_at(*it) & 1 << board.opposite(direction).0 != 0)
        {
            open.insert(next);
        }
    }
    open
}

fn linked(board: &Board, floors: &Floors) -> Vec<CellSet> {
    let mut linked = vec![CellSet::EMPTY; board.n_cells()];
    for network in floors.networks() {
        let cells: CellSet = network.iter().filter_map(|floor| floors.cell_of(*floor)).collect();
        for cell in &cells {
            if let Some(set) = linked.get_mut(cell.index()) {
                *set |= &cells - CellSet::only(cell);
            }
        }
    }
    linked
}

fn diagonals(board: &Board) -> &'static [(i32, i32)] {
    match board.kind() {
        BoardKind::Square => &[(1, -1), (1, 1), (-1, 1), (-1, -1)],
        BoardKind::Hex | BoardKind::Line | BoardKind::Graph => &[],
    }
}

fn across(board: &Board, cell: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
    let (x, y) = board.coordinates(cell)?;
    board.cell_at(x + dx, y + dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, Exits, Facing, FloorId, Shape, Side, Slide};

    /// Boxes that lead out where the drawing goes on; a blank is a hole.
    fn maze(rows: &[&str]) -> (Board, Floors) {
        let (width, height) = (rows[0].chars().count() as u16, rows.len() as u16);
        let shape = Shape::Square { width, height, diagonals: false, without: Vec::new() };
        let board = Board::build(&BoardPlan::of(shape)).unwrap();
        let drawing: Vec<_> = rows.iter().flat_map(|row| row.chars()).collect();
        let exits = drawing.iter().map(|tile| exits(*tile)).collect::<Vec<_>>();
        let mut floors = Floors::new(&board, &exits).unwrap();
        for (cell, tile) in board.cells().iter().zip(drawing) {
            if tile != ' ' {
                floors.lay(FloorId(cell.0), cell, Facing(0)).unwrap();
            }
        }
        (board, floors)
    }

    fn exits(tile: char) -> Exits {
        let sides: &[u8] = match tile {
            '┼' => &[0, 1, 2, 3],
            '─' => &[1, 3],
            '│' => &[0, 2],
            '└' => &[0, 1],
            '┌' => &[1, 2],
            '┐' => &[2, 3],
            '┘' => &[0, 3],
            _ => &[],
        };
        Exits::on(sides.iter().copied().map(Side))
    }

    /// Checks the distances to all cells, `.` where there is none.
    fn check((board, floors): &(Board, Floors), path: ReachPath, from: &str, expected: &[&str]) {
        let passages = Passages::of(board, floors);
        let from = board.cell_named(from).unwrap();
        let reach = passages.reach(board, path, from, |_| false);
        let shown = board.cells().iter().map(|cell| match reach.cost(cell) {
            Some(cost) => cost.to_string(),
            None => ".".to_owned(),
        });
        assert_eq!(shown.collect::<String>(), expected.concat());
    }

    #[test]
    fn each_path_counts_in_its_own_way() {
        let maze = maze(&["┼─┐", "││┼", "└─┘"]);
        check(&maze, ReachPath::Line, "a3", &["012", "1..", "2.."]);
        check(&maze, ReachPath::Curve, "a3", &["012", "1.3", "234"]);
        check(&maze, ReachPath::Through, "a3", &["012", "1..", "2.."]);
        check(&maze, ReachPath::Diagonal, "a3", &["0..", ".1.", "..2"]);
        check(&maze, ReachPath::Line, "b2", &["...", ".0.", "..."]);
        check(&maze, ReachPath::Through, "b2", &[".1.", "101", ".1."]);
        check(&maze, ReachPath::Diagonal, "b2", &["1.1", ".0.", "1.1"]);
    }

    proptest::proptest! {
        /// On any floors, from any cell, whatever blocks.
        #[test]
        fn cells_at_a_distance_are_those_of_the_reach(
            tiles in proptest::collection::vec(0usize..9, 12),
            from in 0u16..12,
            blocked in proptest::collection::btree_set(0u16..12, 0..5),
            min in 0u16..4,
            max in 0u16..9,
        ) {
            let drawing: Vec<char> =
                tiles.iter().map(|tile| ['┼', '─', '│', '└', '┌', '┐', '┘', '┼', ' '][*tile]).collect();
            let rows: Vec<String> =
                drawing.chunks(4).map(|row| row.iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let (board, floors) = maze(&rows);
            let passages = Passages::of(&board, &floors);
            let blocked: CellSet = blocked.into_iter().map(Cell).collect();
            let paths =
                [ReachPath::Line, ReachPath::Curve, ReachPath::Diagonal, ReachPath::Through];
            for path in paths {
                let blocks = |cell: Cell| blocked.contains(cell);
                let reach = passages.reach(&board, path, Cell(from), blocks);
                let found = passages.cells_at(&board, (path, Cell(from)), (min, max), &blocked);
                proptest::prop_assert_eq!(found, reach.cells_at(min, max), "{:?}", path);
                let free = passages.reach(&board, path, Cell(from), |_| false);
                let mut pairs = (0..14).map(Cell).map(|to| {
                    (passages.distance(&board, path, Cell(from), to), free.cost(to))
                });
                proptest::prop_assert!(pairs.all(|(own, its)| own == its), "{:?}", path);
                // Several at once, some of them twice, in their order.
                let to = [Cell(from), Cell(3), Cell(0), Cell(13), Cell(3)];
                let each: Vec<_> = to.iter().map(|to| free.cost(*to)).collect();
                let all = passages.distances(&board, path, Cell(from), &to);
                proptest::prop_assert_eq!(all, each, "{:?}", path);
            }
        }
    }

    #[test]
    fn nothing_leads_over_a_hole() {
        let maze = maze(&["┼┼┼", "┼ ┼", "┼┼┼"]);
        check(&maze, ReachPath::Line, "a2", &["1..", "0..", "1.."]);
        check(&maze, ReachPath::Through, "a2", &["1..", "0..", "1.."]);
        check(&maze, ReachPath::Curve, "a2", &["123", "0.4", "123"]);
        check(&maze, ReachPath::Diagonal, "a3", &["0..", "...", "..."]);
        check(&maze, ReachPath::Curve, "b2", &["...", "...", "..."]);
    }

    /// A line of four with a hole between; after the slide it is whole.
    #[test]
    fn a_slide_opens_a_line() {
        let (board, mut floors) = maze(&["┼ ┼┼"]);
        check(&(board.clone(), floors.clone()), ReachPath::Line, "c1", &["..01"]);
        floors.slide(&board, Slide { hole: Cell(1), from: Cell(3) }).unwrap();
        check(&(board, floors), ReachPath::Line, "c1", &["210."]);
    }

    /// A floor with its wall towards the neighbor opens after one clockwise rotation.
    #[test]
    fn a_rotation_opens_a_passage() {
        let (board, mut floors) = maze(&["┼│"]);
        assert!(!Passages::of(&board, &floors).is_open(Cell(0), Cell(1)));
        floors.rotate(FloorId(1), 1).unwrap();
        let passages = Passages::of(&board, &floors);
        assert!(passages.is_open(Cell(0), Cell(1)));
        assert_eq!(passages.line(&board, Cell(0), Direction(1)), [Cell(1)]);
    }

    #[test]
    fn what_blocks_is_reached_but_not_passed() {
        let (board, floors) = maze(&["┼┼┼┼", "┼┼┼┼"]);
        let passages = Passages::of(&board, &floors);
        let blocks = |cell: Cell| cell == Cell(0) || cell == Cell(2);
        let line = passages.reach(&board, ReachPath::Line, Cell(0), blocks);
        assert_eq!((line.cost(Cell(2)), line.cost(Cell(3))), (Some(2), None));
        let curve = passages.reach(&board, ReachPath::Curve, Cell(0), blocks);
        assert_eq!((curve.cost(Cell(2)), curve.cost(Cell(3))), (Some(2), Some(5)));
        assert_eq!(curve.cells_at(0, 1), [0, 1, 4].into_iter().map(Cell).collect());
    }

    /// A network leads from trapdoor to trapdoor wherever these lie, for moves only.
    #[test]
    fn a_network_follows_its_floors() {
        let (board, mut floors) = maze(&["│ ││"]);
        floors.add_network(vec![FloorId(0), FloorId(2), FloorId(1)]);
        let passages = Passages::of(&board, &floors);
        assert_eq!(passages.linked(Cell(0)), CellSet::only(Cell(2)));
        assert_eq!(passages.moves(Cell(2)), CellSet::only(Cell(0)));
        assert!(passages.neighbors(Cell(0)).is_empty());
        floors.slide(&board, Slide { hole: Cell(1), from: Cell(2) }).unwrap();
        let passages = Passages::of(&board, &floors);
        assert_eq!(passages.linked(Cell(0)), CellSet::only(Cell(1)));
        let walk = |cell: Cell| passages.moves(cell);
        let way = reach(&walk, CellSet::only(Cell(0)), 1, |_, _| Some(1));
        assert_eq!(way.cells_at(1, 1), CellSet::only(Cell(1)));
    }
}
