//! Steps and slides of pieces in given directions.

use crate::board::{Cell, Direction};
use crate::filter::{Filter, Relation, Scene};
use crate::id::*;

/// On what a piece may end its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onto {
    /// On empty cells.
    pub empty: bool,
    /// On cells whose top piece meets this relation, seen from the seat that moves.
    pub pieces: Option<Relation>,
}

/// One way to move: straight on over empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Absolute directions.
    pub directions: Vec<Direction>,
    /// How many cells far at most; 0 for any number.
    pub reach: u8,
    /// On what it may end.
    pub onto: Onto,
}

/// Adds a row `piece, cell` for every step that a piece meant by the filter can make. Rows rise,
/// none comes twice.
pub fn step_rows(scene: Scene, seat: Seat, filter: &Filter, steps: &[Step], rows: &mut Vec<i32>) {
    for (piece, number) in scene.state.pieces.iter().zip(0u16..) {
        let Some(from) = piece.cell() else { continue };
        if !filter.holds(scene, seat, None, PieceId(number)) {
            continue;
        }
        let start = rows.len();
        for step in steps {
            for direction in &step.directions {
                let line = scene.game.board.line(from, *direction);
                let reach = if step.reach == 0 { line.len() } else { usize::from(step.reach) };
                slide(scene, (seat, number), line.iter().take(reach), step.onto, rows);
            }
        }
        sort_tail(rows, start);
    }
}

/// Adds a row for each cell of a line on which a step may end, up to the first piece.
fn slide<'a>(
    scene: Scene,
    (seat, piece): (Seat, u16),
    line: impl Iterator<Item = &'a Cell>,
    onto: Onto,
    rows: &mut Vec<i32>,
) {
    for cell in line {
        let Some(top) = scene.state.at(*cell) else {
            if onto.empty {
                rows.extend([i32::from(piece), i32::from(cell.0)]);
            }
            continue;
        };
        let owner = scene.state.piece(top).owner;
        if onto.pieces.is_some_and(|relation| relation.holds(scene.state, seat, owner)) {
            rows.extend([i32::from(piece), i32::from(cell.0)]);
        }
        return;
    }
}

/// Sorts the rows from `start` on and drops doubles.
fn sort_tail(rows: &mut Vec<i32>, start: usize) {
    let Some((tail, _)) = rows.get_mut(start..).map(|tail| tail.as_chunks_mut::<2>()) else { return };
    if tail.is_sorted_by(|a, b| a < b) {
        return;
    }
    tail.sort_unstable();
    let mut kept = 0;
    for at in 0..tail.len() {
        if kept == 0 || tail.get(at) != tail.get(kept - 1) {
            tail.swap(kept, at);
            kept += 1;
        }
    }
    rows.truncate(start + 2 * kept);
}
