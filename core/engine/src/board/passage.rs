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
        let neighbors = board.cells().iter().map(|cell| through_exits(board, floors, cell));
        Self {
            holes: floors.holes(),
            neighbors: neighbors.collect(),
            linked: linked(board, floors),
        }
    }

    /// The cells that a passage leads to.
    pub fn neighbors(&self, cell: Cell) -> CellSet {
        self.neighbors.get(cell.index()).copied().unwrap_or_default()
    }

    /// The cells in the same network of floors, itself left out.
    pub fn linked(&self, cell: Cell) -> CellSet {
        self.linked.get(cell.index()).copied().unwrap_or_default()
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
            ReachPath::Curve => reach(self, CellSet::only(from), u16::MAX, |cell, _| {
                (!stays(cell)).then_some(1)
            }),
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
                let steps = diagonals(board)
                    .iter()
                    .map(|offset| move |cell| across(board, cell, *offset));
                self.straight(from, steps, blocks)
            }
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
            let mut at = from;
            let mut distance = 0;
            while let Some(next) = step(at).filter(|next| !self.holes.contains(*next)) {
                distance += 1;
                reach.improve(next, distance, at);
                if blocks(next) {
                    break;
                }
                at = next;
            }
        }
        reach
    }
}

impl Ways for Passages {
    fn ways(&self, cell: Cell) -> CellSet {
        self.neighbors(cell)
    }
}

fn through_exits(board: &Board, floors: &Floors, cell: Cell) -> CellSet {
    let open = |direction: Direction| {
        let next = board.neighbor(cell, direction)?;
        let matches = floors.has_exit(board, cell, direction)
            && floors.has_exit(board, next, board.opposite(direction));
        matches.then_some(next)
    };
    side_directions(board).filter_map(open).collect()
}

fn linked(board: &Board, floors: &Floors) -> Vec<CellSet> {
    let mut linked = vec![CellSet::EMPTY; board.n_cells()];
    for network in floors.networks() {
        let cells: CellSet = network.iter().filter_map(|floor| floors.cell_of(*floor)).collect();
        for cell in cells {
            if let Some(set) = linked.get_mut(cell.index()) {
                *set |= cells - CellSet::only(cell);
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
