//! Steps and slides of pieces in given directions.

use crate::board::{Cell, CellSet, Direction};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Absolute directions as a bit mask.
    pub directions: u16,
    /// How many cells far at most; 0 for any number.
    pub reach: u8,
    /// On what it may end.
    pub onto: Onto,
}

/// Adds a row `piece, cell` for every step that a piece meant by the filter can make. Rows rise,
/// none comes twice.
pub fn step_rows(scene: Scene, seat: Seat, filter: &Filter, steps: &[Step], rows: &mut Vec<i32>) {
    for (piece, number) in scene.state.pieces.iter().zip(0u16..) {
        let id = PieceId(number);
        if piece.cell().is_none() || !filter.holds(scene, seat, None, id) {
            continue;
        }
        for cell in targets(scene, seat, id, steps) {
            rows.extend([i32::from(number), i32::from(cell.0)]);
        }
    }
}

/// The cells a piece on the board can step to.
fn targets(scene: Scene, seat: Seat, id: PieceId, steps: &[Step]) -> CellSet {
    let mut targets = CellSet::EMPTY;
    let Some(from) = scene.state.piece(id).cell() else { return targets };
    for step in steps {
        for direction in (0..16).filter(|d| step.directions & (1 << d) != 0) {
            let line = scene.game.board.line(from, Direction(direction));
            let reach = if step.reach == 0 { line.len() } else { usize::from(step.reach) };
            slide(scene, seat, line.iter().take(reach), step.onto, &mut targets);
        }
    }
    targets
}

/// Adds the cells of a line on which a step may end, up to the first piece.
fn slide<'a>(
    scene: Scene,
    seat: Seat,
    line: impl Iterator<Item = &'a Cell>,
    onto: Onto,
    targets: &mut CellSet,
) {
    for cell in line {
        let Some(top) = scene.state.at(*cell) else {
            if onto.empty {
                targets.insert(*cell);
            }
            continue;
        };
        let owner = scene.state.piece(top).owner;
        if onto.pieces.is_some_and(|relation| relation.holds(scene.state, seat, owner)) {
            targets.insert(*cell);
        }
        return;
    }
}
