//! Changes of cells: the floors they are made of, and markers on cells and edges.

use super::lift;
use crate::board::{Cell, Slide};
use crate::floors;
use crate::game::Game;
use crate::id::*;
use crate::state::{Place, SpotMark, State};

/// Lays a floor on a cell; where another floor lies nothing changes.
pub(super) fn lay(state: &mut State, id: PieceId, (cell, facing): (Cell, u8)) {
    if state.floor_at(cell).is_some() {
        return;
    }
    lift(state, id);
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.place = Place::Board(cell);
        piece.facing = facing;
    }
    if let Some(floor) = state.floors.get_mut(cell.index()) {
        *floor = id;
        state.floored.insert(cell);
    }
}

/// Leaves a hole.
pub(super) fn take_up(state: &mut State, cell: Cell) {
    if let Some(floor) = state.floors.get_mut(cell.index()) {
        *floor = PieceId::NONE;
    }
    state.floored.remove(cell);
}

/// Pushes a line of floors; what cannot slide stays.
pub(super) fn slide(game: &Game, state: &mut State, slide: Slide) {
    for (from, to) in floors::moves_of(game, state, slide).unwrap_or_default() {
        let Some(floor) = state.floor_at(from) else { continue };
        take_up(state, from);
        let facing = state.piece(floor).facing;
        if let Some(piece) = state.pieces.get_mut(floor.index()) {
            piece.place = Place::Away;
        }
        lay(state, floor, (to, facing));
        carry(state, from, to);
    }
}

/// Moves all that stands on one cell to another where nothing stands.
fn carry(state: &mut State, from: Cell, to: Cell) {
    let riders: Vec<PieceId> = state.standing(from).collect();
    let Some(top) = riders.first().copied() else { return };
    for id in riders {
        if let Some(piece) = state.pieces.get_mut(id.index()) {
            piece.place = Place::Board(to);
        }
    }
    for (cell, piece) in [(from, PieceId::NONE), (to, top)] {
        if let Some(slot) = state.cells.get_mut(cell.index()) {
            *slot = piece;
        }
    }
    state.occupied.remove(from);
    state.occupied.insert(to);
    state.held.carry(from, to);
}

/// Puts markers on a cell or an edge.
pub(super) fn mark(game: &Game, state: &mut State, mark: SpotMark) {
    let adds_up = game.marks.get(mark.kind.index()).is_some_and(|rule| rule.adds_up);
    let same = |other: &&mut SpotMark| {
        (other.kind, other.spot, other.owner) == (mark.kind, mark.spot, mark.owner)
    };
    match state.spots.iter_mut().find(same).filter(|_| adds_up) {
        Some(there) => there.n = there.n.saturating_add(mark.n),
        None => state.spots.push(mark),
    }
}

/// Lets every marker of a moment expire.
pub(super) fn expire(game: &Game, state: &mut State, moment: MomentId) {
    let stays =
        |kind: MarkId| game.marks.get(kind.index()).is_none_or(|rule| rule.until != Some(moment));
    state.marks.retain(|mark| stays(mark.kind));
    state.spots.retain(|mark| stays(mark.kind));
}
