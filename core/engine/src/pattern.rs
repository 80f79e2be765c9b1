//! Patterns that many games share, each answered in one question: where pieces may step, what
//! stands in a row, what is joined or surrounded, which sides match, where things come to rest, and
//! how pieces run along a track.
//!
//! A game declares the pattern as data and asks for all options at once; nothing here knows what
//! the pieces are. All answers come in reading order, rows in rising order.

mod fall;
mod flank;
mod sides;
mod step;
mod surround;
mod track;
mod walk;

pub use fall::Fall;
pub use flank::flanked;
pub use sides::{
    Matching, Sides, Touching, facing_sides, matching_facings, reaching, side_cells, side_towards,
};
pub use step::{Onto, Step, Steps, step_rows};
pub use surround::surrounded;
pub use track::{Track, run_rows};

use crate::board::{Board, BoardKind, Cell, CellSet};
use crate::id::*;
use crate::state::State;

/// Whose piece stands on top of a cell.
fn owner_at(state: &State, cell: Cell) -> Option<Seat> {
    state.at(cell).map(|id| state.piece(id).owner)
}

/// How many cells, itself included, the longest straight row through `cell` has in which all top
/// pieces belong to the owner of the one on `cell`; 0 where nothing stands.
///
/// Rows follow the lines of the board: see [`Board::has_lines`].
pub fn row_length(board: &Board, state: &State, cell: Cell) -> usize {
    let Some(owner) = owner_at(state, cell) else { return 0 };
    let arm = |line: &[Cell]| {
        line.iter().take_while(|next| owner_at(state, **next) == Some(owner)).count()
    };
    if board.kind() == BoardKind::Graph {
        let behind = |beside: Cell| {
            let back = board.behind(beside, cell);
            back.map_or(&[][..], |back| board.line_through(cell, back))
        };
        let rays = board.rays(cell).iter();
        let rows = rays.filter_map(|line| Some(1 + arm(line) + arm(behind(*line.first()?))));
        return rows.max().unwrap_or(1);
    }
    let half = usize::from(board.n_directions() / 2);
    let line = |direction| board.line(cell, direction);
    let rows = board.directions().take(half);
    let rows = rows.map(|d| 1 + arm(line(d)) + arm(line(board.opposite(d))));
    rows.max().unwrap_or(1)
}

/// The cells joined to `cell` by neighbors whose top pieces have the owner of the one on it;
/// empty where nothing stands.
pub fn group(board: &Board, state: &State, cell: Cell) -> CellSet {
    let mut group = CellSet::EMPTY;
    flood(board, state, cell, |next| {
        group.insert(next);
        true
    });
    group
}

/// Whether the group of `cell` has a cell in each of two sets, as when two borders are joined.
pub fn joins(board: &Board, state: &State, cell: Cell, a: &CellSet, b: &CellSet) -> bool {
    let (mut meets_a, mut meets_b) = (false, false);
    flood(board, state, cell, |next| {
        meets_a |= a.contains(next);
        meets_b |= b.contains(next);
        !(meets_a && meets_b)
    });
    meets_a && meets_b
}

/// Shows the cells of a group, each once, until `visit` says no.
fn flood(board: &Board, state: &State, cell: Cell, mut visit: impl FnMut(Cell) -> bool) {
    let Some(owner) = owner_at(state, cell) else { return };
    let mut seen = CellSet::only(cell);
    let mut fresh = seen.clone();
    while let Some(next) = fresh.first() {
        fresh.remove(next);
        if !visit(next) {
            return;
        }
        for beside in board.neighbors(next) & &state.occupied {
            if owner_at(state, beside) == Some(owner) && seen.insert(beside) {
                fresh.insert(beside);
            }
        }
    }
}

#[cfg(test)]
#[path = "pattern/tests.rs"]
mod tests;
