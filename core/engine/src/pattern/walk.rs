//! Walks around corners over free cells.

use super::step::{EMPTY, Step};
use crate::board::{Board, Cell, CellSet, MAX_CELLS};
use crate::state::State;

/// One way to walk, laid out for each cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// Over how many cells at most.
    far: u8,
    /// Where one goes from each cell.
    ways: Vec<CellSet>,
    /// Where it may not end.
    barred: CellSet,
    onto: u8,
}

impl Walk {
    pub fn of(board: &Board, step: &Step) -> Walk {
        let ways = |from| -> CellSet {
            let beside = step.lines(board, from).into_iter().filter_map(|line| line.first());
            beside.copied().filter(|to| step.passes_barred || !step.barred.contains(*to)).collect()
        };
        Walk {
            far: step.walk,
            ways: board.cells().iter().map(ways).collect(),
            barred: step.barred.clone(),
            onto: step.onto(),
        }
    }

    /// The cells to which it leads from one, that one left out: first over free cells, then onto
    /// the one it ends on.
    fn reached(&self, from: Cell, is_free: impl Fn(Cell) -> bool) -> CellSet {
        let (mut reached, mut fresh) = (CellSet::only(from), CellSet::only(from));
        for _ in 0..self.far {
            let mut next = CellSet::EMPTY;
            for cell in fresh.iter().filter(|cell| *cell == from || is_free(*cell)) {
                self.ways.get(cell.index()).into_iter().for_each(|ways| next |= ways);
            }
            fresh = next - &reached;
            if fresh.is_empty() {
                break;
            }
            reached |= &fresh;
        }
        reached.remove(from);
        reached
    }

    /// The cells of the pieces it comes to.
    pub fn met(&self, state: &State, from: Cell) -> CellSet {
        self.reached(from, |cell| !state.occupied.contains(cell)) & &state.occupied
    }

    /// Adds a row `piece, cell` for each cell on which it may end.
    pub fn add_rows(
        &self,
        rows: &mut Vec<i32>,
        (piece, from): (i32, Cell),
        tops: &[u8; MAX_CELLS],
    ) {
        let top = |cell: Cell| tops.get(cell.index()).copied().unwrap_or(0);
        let ends = self.reached(from, |cell| top(cell) == EMPTY) - &self.barred;
        for cell in ends.iter().filter(|cell| top(*cell) & self.onto != 0) {
            rows.extend([piece, cell.0.into()]);
        }
    }
}
