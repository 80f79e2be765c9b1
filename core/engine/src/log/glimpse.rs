//! What was to be seen of a piece when an entry was written, and states of the past to read it in.

use serde::{Deserialize, Serialize};

use super::Entry;
use crate::game::Game;
use crate::id::*;
use crate::state::{Piece, Place, State};
use crate::view;

/// Every seat and every spectator, as in [`Glimpse::seen_by`].
pub const EVERYBODY: u32 = u32::MAX;
/// The bit of a spectator.
const SPECTATOR: u32 = 1 << 31;

/// What an entry knows of the things it tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// What its pieces were like.
    pub glimpses: Vec<Glimpse>,
}

/// What a piece was like at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glimpse {
    /// The piece.
    pub piece: PieceId,
    /// What it was.
    pub prototype: PrototypeId,
    /// Whose it was.
    pub owner: Seat,
    /// How far it was rotated.
    pub facing: u8,
    /// Where it was.
    pub place: Place,
    /// The seats that saw what it was, as a bit mask; the highest bit stands for spectators.
    pub seen_by: u32,
}

impl Glimpse {
    /// What a piece is like now.
    pub fn of(game: &Game, state: &State, id: PieceId) -> Glimpse {
        let piece = state.piece(id);
        Glimpse {
            piece: id,
            prototype: piece.prototype,
            owner: piece.owner,
            facing: piece.facing,
            place: piece.place,
            seen_by: watchers(game, state, id),
        }
    }

    /// Whether a seat saw what it was. [`Seat::NONE`] stands for a spectator.
    pub fn is_seen_by(&self, seat: Seat) -> bool {
        self.seen_by & bit(seat) != 0
    }
}

fn bit(seat: Seat) -> u32 {
    if seat == Seat::NONE { SPECTATOR } else { 1u32.checked_shl(seat.0.into()).unwrap_or(0) }
}

/// Who sees what a piece is, as in [`Glimpse::seen_by`].
pub(crate) fn watchers(game: &Game, state: &State, id: PieceId) -> u32 {
    if view::sees(game, state, Seat::NONE, id) {
        return EVERYBODY;
    }
    let seats = (0..state.n_seats).map(Seat);
    seats.filter(|seat| view::sees(game, state, *seat, id)).map(bit).fold(0, |all, bit| all | bit)
}

/// A state to read entries in: the pieces that an entry tells of are in it as they were when it
/// was written, as far as the reader saw them then.
///
/// ```
/// # use harena_engine::log::{Entry, Past};
/// # use harena_engine::state::State;
/// # fn tell(state: &State, entry: &Entry) -> String { String::new() }
/// # fn read(now: &State, entries: &[Entry]) -> Vec<String> {
/// let mut past = Past::of(now, None);
/// entries.iter().map(|entry| tell(past.at(entry), entry)).collect()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Past {
    state: State,
    reader: Option<Seat>,
    kept: Vec<(PieceId, Piece)>,
}

impl Past {
    /// The past of a state as a reader may know it; nobody stands for one who may know everything,
    /// [`Seat::NONE`] for a spectator.
    pub fn of(now: &State, reader: Option<Seat>) -> Past {
        Past { state: now.clone(), reader, kept: Vec::new() }
    }

    /// Whether the reader may read an entry at all.
    pub fn may_read(&self, entry: &Entry) -> bool {
        self.reader.is_none_or(|seat| entry.is_for(seat))
    }

    /// The state in which to name what an entry tells of.
    pub fn at(&mut self, entry: &Entry) -> &State {
        for (id, piece) in self.kept.drain(..).rev() {
            if let Some(slot) = self.state.pieces.get_mut(id.index()) {
                *slot = piece;
            }
        }
        for glimpse in entry.glimpses() {
            self.lay(glimpse);
        }
        &self.state
    }

    fn lay(&mut self, glimpse: &Glimpse) {
        let at = glimpse.piece.index();
        if at >= self.state.pieces.len() {
            self.state.pieces.resize(at + 1, Piece::BLANK);
        }
        let Some(slot) = self.state.pieces.get_mut(at) else { return };
        let is_seen = self.reader.is_none_or(|seat| glimpse.is_seen_by(seat));
        let was = Piece {
            prototype: if is_seen { glimpse.prototype } else { view::HIDDEN },
            owner: glimpse.owner,
            controller: glimpse.owner,
            facing: glimpse.facing,
            place: glimpse.place,
            ..Piece::BLANK
        };
        self.kept.push((glimpse.piece, std::mem::replace(slot, was)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::log::What;
    use crate::log::sentence::Gap;
    use crate::sample::*;
    use crate::state::ZoneList;
    use crate::the_match::{Match, Setup};
    use crate::view::HIDDEN;

    const CARD: PieceId = PieceId(0);

    /// Two cards of seat 0, the first in its hand.
    fn held() -> Match {
        let mut the_match = Match::new(game(), Setup::default());
        the_match.log.on = true;
        for prototype in [3, 4] {
            let create = Effect::Create { prototype: PrototypeId(prototype), owner: Seat(0) };
            the_match.apply(create, PieceId::NONE);
        }
        send(&mut the_match, HAND);
        the_match
    }

    fn send(the_match: &mut Match, zone: ZoneId) {
        let list = ZoneList::of(&the_match.game, zone, Seat(0));
        the_match.apply(Effect::Send { piece: CARD, list, at: u16::MAX }, PieceId::NONE);
    }

    fn say(the_match: &mut Match) {
        let args = [Gap::Piece(CARD), Gap::Nothing, Gap::Nothing, Gap::Nothing];
        the_match.write(What::Said { word: WordId(1), args }, PieceId::NONE);
    }

    /// What a reader is told of the card by each sentence about it, and in which zone it was.
    fn check(the_match: &Match, reader: Seat, expected: &[(PrototypeId, ZoneId)]) {
        let seen = view::view(&the_match.game, the_match.state(), reader);
        let mut past = Past::of(&seen, Some(reader));
        let said = the_match.log.entries.iter().filter(|it| matches!(it.what, What::Said { .. }));
        let found: Vec<_> = said
            .map(|entry| {
                let piece = *past.at(entry).piece(CARD);
                let Place::Zone(list) = piece.place else { panic!("{piece:?} lies nowhere") };
                (piece.prototype, list.parts(&the_match.game).0)
            })
            .collect();
        assert_eq!(found, expected, "{reader:?}");
    }

    #[test]
    fn entries_read_the_same_ever_after() {
        let mut the_match = held();
        the_match.log.begin_action();
        send(&mut the_match, DISCARD);
        say(&mut the_match);
        the_match.log.begin_action();
        send(&mut the_match, DECK);
        let deck = ZoneList::of(&the_match.game, DECK, Seat(0));
        the_match.apply(Effect::Shuffle(deck), PieceId::NONE);
        say(&mut the_match);
        the_match.apply(Effect::Remove { piece: CARD }, PieceId::NONE);
        let expected = [(PrototypeId(3), DISCARD), (HIDDEN, DECK)];
        check(&the_match, Seat(0), &expected);
        check(&the_match, Seat(1), &expected);
    }

    #[test]
    fn what_is_not_seen_is_read_by_nobody_else_unless_it_is_shown_in_the_same_action() {
        let mut the_match = held();
        the_match.log.begin_action();
        say(&mut the_match);
        the_match.log.begin_action();
        say(&mut the_match);
        send(&mut the_match, DISCARD);
        let known = PrototypeId(3);
        check(&the_match, Seat(0), &[(known, HAND), (known, HAND)]);
        check(&the_match, Seat(1), &[(HIDDEN, HAND), (known, HAND)]);
        check(&the_match, Seat::NONE, &[(HIDDEN, HAND), (known, HAND)]);
    }

    #[test]
    fn a_shuffle_seals_what_was_hidden_before_it() {
        let mut the_match = held();
        the_match.log.begin_action();
        send(&mut the_match, DECK);
        say(&mut the_match);
        let deck = ZoneList::of(&the_match.game, DECK, Seat(0));
        the_match.apply(Effect::Shuffle(deck), PieceId::NONE);
        send(&mut the_match, DISCARD);
        check(&the_match, Seat(1), &[(HIDDEN, DECK)]);
    }
}
