//! Pieces, where they are, and the markers on them.

use serde::{Deserialize, Serialize};

use crate::board::Cell;
use crate::game::Game;
use crate::hash::Fingerprint;
use crate::id::*;

/// How many counters a piece can carry.
pub const MAX_COUNTERS: usize = 64;
/// Counters below this lie in their piece, those above beside it, see [`More`](super::More).
pub const N_NEAR: usize = 16;
/// So many counters are part of every fingerprint; later ones only where they are not 0.
const ALWAYS_PRINTED: usize = 6;

/// Where a piece is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Nowhere: not in the match yet.
    #[default]
    Away,
    /// Nowhere: taken out of the match. Its number may be given anew, see
    /// [`State::next_piece`](super::State::next_piece).
    Gone,
    /// On a cell of the board.
    Board(Cell),
    /// In a zone.
    Zone(ZoneList),
}

impl super::State {
    /// The pieces that were made and are nowhere: neither on the board, nor in a zone, nor taken
    /// out of the match.
    pub fn lost(&self) -> impl Iterator<Item = PieceId> + '_ {
        let numbered = self.pieces.iter().enumerate();
        let lost = numbered.filter(|(_, it)| it.place == Place::Away && !it.is_free());
        lost.map(|(at, _)| PieceId(at as u16))
    }
}

/// One list of a zone kind: that of a seat, or the one all share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ZoneList(pub u16);

impl ZoneList {
    /// The list of a zone for a seat; shared zones have one list for [`Seat::NONE`].
    pub fn of(game: &Game, zone: ZoneId, seat: Seat) -> ZoneList {
        let per_seat = game.zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
        let lane = if per_seat && seat.0 < game.n_seats { usize::from(seat.0) + 1 } else { 0 };
        ZoneList((zone.index() * (usize::from(game.n_seats) + 1) + lane) as u16)
    }

    /// The lists of a zone: the one all share and those of the seats.
    pub fn all_of(game: &Game, zone: ZoneId) -> impl Iterator<Item = ZoneList> {
        let lanes = u16::from(game.n_seats) + 1;
        let first = zone.index() as u16 * lanes;
        (first..first + lanes).map(ZoneList)
    }

    /// The zone kind and seat of this list.
    pub fn parts(self, game: &Game) -> (ZoneId, Seat) {
        let lanes = u16::from(game.n_seats) + 1;
        let (zone, lane) = (self.0 / lanes, self.0 % lanes);
        let seat = if lane == 0 { Seat::NONE } else { Seat(lane as u8 - 1) };
        (ZoneId(zone as u8), seat)
    }

    /// The place of this list among all zone lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One piece or card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    pub prototype: PrototypeId,
    /// Whose it is.
    pub owner: Seat,
    /// Who decides for it now.
    pub controller: Seat,
    /// How far it is rotated, in steps clockwise.
    pub facing: u8,
    /// Whether everybody has seen what it is, for zones that remember it.
    pub shown: bool,
    /// Where it is.
    pub place: Place,
    /// The piece under it on the same cell.
    pub below: PieceId,
    /// The first 32 statuses set on it by effects, as a bit mask; see [`State::statuses`](super::State::statuses).
    pub statuses: u32,
    /// Activations used in this combat: bit n stands for the nth printed value, later bits for
    /// additional ones.
    pub spent: u16,
    /// The first counters by [`CounterId`]; see [`State::counter`](super::State::counter).
    pub counters: [i16; N_NEAR],
}

impl Piece {
    /// A piece of no kind that is nowhere.
    pub const BLANK: Piece = Piece {
        prototype: PrototypeId(u16::MAX),
        owner: Seat::NONE,
        controller: Seat::NONE,
        facing: 0,
        shown: false,
        place: Place::Away,
        below: PieceId::NONE,
        statuses: 0,
        spent: 0,
        counters: [0; N_NEAR],
    };

    /// The cell it stands on, if it is on the board.
    pub fn cell(&self) -> Option<Cell> {
        match self.place {
            Place::Board(cell) => Some(cell),
            Place::Away | Place::Gone | Place::Zone(_) => None,
        }
    }

    /// Whether this is no piece at all: a number that waits to be given anew.
    pub fn is_free(&self) -> bool {
        self.prototype == Piece::BLANK.prototype && self.place == Place::Away
    }

    /// Adds this piece to a fingerprint.
    pub fn print(&self, print: &mut Fingerprint) {
        let place = match self.place {
            Place::Away | Place::Gone => 0,
            Place::Board(cell) => 0x1_0000 | u32::from(cell.0),
            Place::Zone(list) => 0x2_0000 | u32::from(list.0),
        };
        // As if written one by one: the definition; how many bytes the next four are, and these;
        // the place; what lies below; statuses; what is spent; the first counters.
        let few = [self.owner.0, self.controller.0, self.facing, self.shown.into()];
        let few = u64::from(u32::from_le_bytes(few));
        let (first, rest) = self.counters.split_at(ALWAYS_PRINTED);
        let counter = |at: usize| first.get(at).map_or(0, |n| u64::from(*n as u16));
        let words = [
            u64::from(self.prototype.0) | 4 << 16,
            few << 16 | u64::from(place) << 48,
            u64::from(place) >> 16 | u64::from(self.below.0) << 16 | u64::from(self.statuses) << 32,
            u64::from(self.spent) | counter(0) << 16 | counter(1) << 32 | counter(2) << 48,
            counter(3) | counter(4) << 16 | counter(5) << 32,
        ];
        print.write_words(&words, 38);
        for (n, number) in rest.iter().zip(0u8..).filter(|(n, _)| **n != 0) {
            print.write_u8(number).write_u16(*n as u16);
        }
    }
}

/// Counted markers of one kind and owner on one piece, or one use of a source by a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Its kind.
    pub kind: MarkId,
    /// The piece that carries it.
    pub on: PieceId,
    /// Whose marker it is; [`Seat::NONE`] if nobody's.
    pub owner: Seat,
    /// The piece it comes from, for uses of a source.
    pub source: PieceId,
    /// How many.
    pub n: i16,
}

impl Mark {
    /// Adds this marker to a fingerprint.
    pub fn print(&self, print: &mut Fingerprint) {
        print.write_bytes(&[self.kind.0, self.owner.0]);
        print.write_u16(self.on.0);
        print.write_u16(self.source.0);
        print.write_u16(self.n as u16);
    }
}
