//! Counters and statuses with high numbers. Few games have them, so they lie beside the pieces:
//! a piece stays small, and copying a state stays cheap.

use serde::{Deserialize, Serialize};

use super::State;
use crate::hash::Fingerprint;
use crate::id::*;
use crate::mask::Mask;

/// A counter or status of a piece that has no room in [`Piece`](super::Piece).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct More {
    /// Whose.
    pub piece: PieceId,
    /// Which.
    pub what: Trait,
    /// How many; never 0, and 1 for a status.
    pub n: i16,
}

/// What a piece has more of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trait {
    /// A counter from [`N_NEAR`](super::N_NEAR) up.
    Counter(CounterId),
    /// A status from 32 up, set by an effect.
    Status(StatusId),
}

impl More {
    /// Adds this to a fingerprint.
    pub fn print(&self, print: &mut Fingerprint) {
        print.write_bytes(&self.what.code()).write_u16(self.piece.0).write_u16(self.n as u16);
    }
}

impl Trait {
    /// Its sort and its number.
    pub fn code(self) -> [u8; 2] {
        match self {
            Trait::Counter(counter) => [1, counter.0],
            Trait::Status(status) => [2, status.0],
        }
    }
}

impl State {
    /// A counter of a piece.
    #[inline]
    pub fn counter(&self, id: PieceId, counter: CounterId) -> i16 {
        match self.piece(id).counters.get(counter.index()) {
            Some(n) => *n,
            None => self.more_at(id, Trait::Counter(counter)),
        }
    }

    /// Gives a counter of a piece a value; nothing where there is no such piece.
    pub fn set_counter(&mut self, id: PieceId, counter: CounterId, n: i16) {
        let Some(piece) = self.pieces.get_mut(id.index()) else { return };
        match piece.counters.get_mut(counter.index()) {
            Some(slot) => *slot = n,
            None => self.set_more(id, Trait::Counter(counter), n),
        }
    }

    /// The statuses that effects have set on a piece.
    pub fn statuses(&self, id: PieceId) -> Mask {
        let mut all = Mask::from_low(self.piece(id).statuses);
        for more in self.more_of(id) {
            if let Trait::Status(status) = more.what {
                all.put(status.index(), true);
            }
        }
        all
    }

    /// Sets or clears a status of a piece; nothing where there is no such piece.
    pub fn set_status(&mut self, id: PieceId, status: StatusId, on: bool) {
        let Some(piece) = self.pieces.get_mut(id.index()) else { return };
        match 1u32.checked_shl(status.0.into()) {
            Some(bit) if on => piece.statuses |= bit,
            Some(bit) => piece.statuses &= !bit,
            None => self.set_more(id, Trait::Status(status), i16::from(on)),
        }
    }

    /// What a piece has that lies beside it.
    pub fn more_of(&self, id: PieceId) -> &[More] {
        if self.more.is_empty() {
            return &[];
        }
        let start = self.more.partition_point(|more| more.piece < id);
        let end = self.more.partition_point(|more| more.piece <= id);
        self.more.get(start..end).unwrap_or(&[])
    }

    /// Takes all that lies beside a piece away.
    pub fn drop_more(&mut self, id: PieceId) {
        if !self.more.is_empty() {
            self.more.retain(|more| more.piece != id);
        }
    }

    /// What lies beside pieces goes along when they swap what they are: `(from, to)`.
    pub(crate) fn move_more(&mut self, moves: impl IntoIterator<Item = (PieceId, PieceId)>) {
        if self.more.is_empty() {
            return;
        }
        let moves: std::collections::BTreeMap<PieceId, PieceId> = moves.into_iter().collect();
        for more in &mut self.more {
            more.piece = moves.get(&more.piece).copied().unwrap_or(more.piece);
        }
        self.more.sort_unstable();
    }

    fn more_at(&self, id: PieceId, what: Trait) -> i16 {
        self.more_of(id).iter().find(|more| more.what == what).map_or(0, |more| more.n)
    }

    fn set_more(&mut self, piece: PieceId, what: Trait, n: i16) {
        let place = self.more.binary_search_by_key(&(piece, what), |more| (more.piece, more.what));
        match place {
            Ok(at) if n == 0 => {
                self.more.remove(at);
            }
            Ok(at) => {
                if let Some(more) = self.more.get_mut(at) {
                    more.n = n;
                }
            }
            Err(_) if n == 0 => {}
            Err(at) => self.more.insert(at, More { piece, what, n }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Piece;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Whatever its number, a counter or status keeps to itself.
        #[test]
        fn high_numbers_behave_like_low_ones(
            edits in prop::collection::vec((0u16..4, 0u8..64, any::<u8>(), -2i16..3), 0..80)
        ) {
            let mut state = State { pieces: vec![Piece::BLANK; 3], ..State::default() };
            let (mut counters, mut statuses) = (BTreeMap::new(), BTreeMap::new());
            for (piece, counter, status, n) in edits {
                let id = PieceId(piece);
                state.set_counter(id, CounterId(counter), n);
                state.set_status(id, StatusId(status), n > 0);
                if piece < 3 {
                    counters.insert((piece, counter), n);
                    statuses.insert((piece, status), n > 0);
                }
                for (piece, counter) in (0..4).flat_map(|p| (0..64).map(move |c| (p, c))) {
                    let expected = counters.get(&(piece, counter)).copied().unwrap_or(0);
                    prop_assert_eq!(state.counter(PieceId(piece), CounterId(counter)), expected);
                }
                for (piece, status) in (0..4).flat_map(|p| (0..=255).map(move |s| (p, s))) {
                    let expected = statuses.get(&(piece, status)).copied().unwrap_or(false);
                    let has = state.statuses(PieceId(piece)).has(usize::from(status));
                    prop_assert_eq!(has, expected);
                }
                prop_assert!(state.more.is_sorted() && state.more.iter().all(|more| more.n != 0));
            }
            let before = state.digest();
            state.drop_more(PieceId(1));
            prop_assert!(state.more_of(PieceId(1)).is_empty());
            let lost = statuses.iter().any(|((p, s), on)| *p == 1 && *s > 31 && *on)
                || counters.iter().any(|((p, c), n)| *p == 1 && *c > 15 && *n != 0);
            prop_assert_eq!(state.digest() != before, lost);
        }
    }
}
