//! What seats know of pieces that they do not see: they saw them, and saw where they went.
//!
//! A piece that somebody saw and that then goes where it is not seen is known to be this very one,
//! until it is shuffled; from then on it is known to be among those it was shuffled with, wherever
//! they go. What seats know changes nothing on the table and is no part of a fingerprint: it is
//! what [`sample`](crate::view::sample) keeps when it deals hidden faces anew.

use serde::{Deserialize, Serialize};

use super::State;
use crate::game::{Game, Sight};
use crate::id::*;
use crate::state::Place;
use crate::view;

/// What is known of one hidden piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Known {
    /// The piece.
    pub piece: PieceId,
    /// The seats that know what this very piece is, as a bit mask.
    pub this: u16,
    /// The seats that know that what it is lies somewhere in its pool, as a bit mask.
    pub among: u16,
    /// Pieces of one pool were shuffled together; 0 for those that were not.
    pub pool: u16,
    /// Whether it left the match from where not everybody saw it.
    #[serde(default)]
    pub gone: bool,
}

/// What seats know of hidden pieces, by piece; most pieces are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory(Vec<Known>);

fn bit(seat: Seat) -> u16 {
    1u16.checked_shl(seat.0.into()).unwrap_or(0)
}

impl Known {
    /// Whether a seat knows what this very piece is.
    pub fn is_known_by(&self, seat: Seat) -> bool {
        self.this & bit(seat) != 0
    }

    /// Whether a seat sees a piece that left the match, if it did.
    pub fn is_gone_for(&self, seat: Seat) -> bool {
        !self.gone || self.is_known_by(seat)
    }

    /// The pool in which a seat knows what this piece is, if it does not know which one of it.
    pub fn pool_for(&self, seat: Seat) -> Option<u16> {
        (self.among & bit(seat) != 0 && self.this & bit(seat) == 0).then_some(self.pool)
    }
}

impl Memory {
    /// Whether nothing is known of any hidden piece.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is known of a piece.
    pub fn of(&self, piece: PieceId) -> Known {
        let at = self.0.binary_search_by_key(&piece, |known| known.piece);
        let known = at.ok().and_then(|at| self.0.get(at)).copied();
        known.unwrap_or(Known { piece, ..Known::default() })
    }

    /// Replaces what is known of a piece.
    pub fn set(&mut self, known: Known) {
        let is_nothing = !known.gone && known.this | known.among | known.pool == 0;
        match self.0.binary_search_by_key(&known.piece, |other| other.piece) {
            Ok(at) if is_nothing => {
                self.0.remove(at);
            }
            Ok(at) => {
                if let Some(slot) = self.0.get_mut(at) {
                    *slot = known;
                }
            }
            Err(_) if is_nothing => {}
            Err(at) => self.0.insert(at, known),
        }
    }

    /// Nobody needs to remember a piece: it is seen by all, or gone.
    pub fn forget(&mut self, piece: PieceId) {
        if !self.is_empty() {
            self.set(Known { piece, ..Known::default() });
        }
    }

    /// Forgets the pieces that are not to be kept.
    pub fn retain(&mut self, mut keeps: impl FnMut(PieceId) -> bool) {
        self.0.retain(|known| keeps(known.piece));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    fn free_pool(&self) -> u16 {
        self.0.iter().map(|known| known.pool).max().unwrap_or(0).saturating_add(1)
    }
}

/// The seats that know what a piece is because of where it lies, as a bit mask.
pub(crate) fn knowing(game: &Game, state: &State, id: PieceId) -> u16 {
    let piece = state.piece(id);
    let zone = match piece.place {
        Place::Away => return 0,
        Place::Gone if state.memory.of(id).gone && !piece.shown => return 0,
        Place::Gone | Place::Board(_) => return u16::MAX,
        Place::Zone(list) => list.parts(game),
    };
    let owner = zone.1;
    match game.zones.get(zone.0.index()).map(|rule| rule.sight) {
        None | Some(Sight::All) => u16::MAX,
        Some(Sight::Nobody) => 0,
        Some(Sight::Owner | Sight::Contents) if owner == Seat::NONE => 0,
        Some(Sight::Owner | Sight::Contents) => bit(owner),
        Some(Sight::Shown) if piece.shown => u16::MAX,
        Some(Sight::Shown) if owner == Seat::NONE => 0,
        Some(Sight::Shown) => bit(owner),
    }
}

/// Notes that a piece has gone somewhere, or was hidden: those who knew it before know it still.
pub(crate) fn note_move(game: &Game, state: &mut State, id: PieceId, knew: u16) {
    let is_open = |seat: Seat| view::sees(game, state, seat, id);
    if (0..state.n_seats).map(Seat).all(is_open) {
        return state.memory.forget(id);
    }
    // Who knows what lay in a zone before and after knows what came.
    let contents = |list: crate::state::ZoneList| {
        let (zone, owner) = list.parts(game);
        let sight = game.zones.get(zone.index()).map(|rule| rule.sight);
        if sight == Some(Sight::Contents) && owner != Seat::NONE { bit(owner) } else { 0 }
    };
    let came_to = if let Place::Zone(list) = state.piece(id).place { contents(list) } else { 0 };
    let known = state.memory.of(id);
    let gone = known.gone && state.piece(id).place == Place::Gone;
    state.memory.set(Known { this: known.this | knew | came_to, gone, ..known });
}

/// Notes that a piece left the match: who knew what it is sees it ever after, the others never.
pub(crate) fn note_gone(state: &mut State, id: PieceId, knew: u16) {
    let known = state.memory.of(id);
    if knew == u16::MAX {
        return state.memory.forget(id);
    }
    state.memory.set(Known { this: known.this | knew, gone: true, ..known });
}

/// Notes that pieces are shuffled: each pair says whose face came to which piece.
pub(crate) fn note_shuffle(state: &mut State, knew: &[u16], moved: &[(PieceId, PieceId)]) {
    let old: Vec<Known> = moved.iter().map(|(from, _)| state.memory.of(*from)).collect();
    let is_known =
        |(known, knew): (&Known, &u16)| *knew | known.this | known.among | known.pool != 0;
    if moved.len() < 2 || !old.iter().zip(knew).any(is_known) {
        return;
    }
    let pool = state.memory.free_pool();
    let mixed: Vec<u16> = old.iter().map(|known| known.pool).filter(|pool| *pool != 0).collect();
    for known in &mut state.memory.0 {
        if mixed.contains(&known.pool) {
            known.pool = pool;
        }
    }
    for ((known, knew), (_, to)) in old.iter().zip(knew).zip(moved) {
        let among = known.among | known.this | knew;
        state.memory.set(Known { piece: *to, among, pool, ..Known::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_found_by_piece_and_forgotten() {
        let mut memory = Memory::default();
        for piece in [4, 1, 3] {
            memory.set(Known { piece: PieceId(piece), this: 1 << piece, ..Known::default() });
        }
        assert!(memory.of(PieceId(3)).is_known_by(Seat(3)));
        assert!(!memory.of(PieceId(2)).is_known_by(Seat(2)));
        memory.forget(PieceId(3));
        assert_eq!(memory.of(PieceId(3)), Known { piece: PieceId(3), ..Known::default() });
        memory.forget(PieceId(1));
        memory.forget(PieceId(4));
        assert!(memory.is_empty());
    }
}
