//! The log: everything that happened, with its cause.

mod glimpse;
pub mod sentence;

pub use glimpse::{EVERYBODY, Glimpse, Past, Seen};

use serde::{Deserialize, Serialize};

use crate::combat::Strike;
use crate::decision::Action;
use crate::effect::{self, Effect};
use crate::game::{ArgKind, Game};
use crate::id::*;
use crate::state::StepCall;

/// What an entry tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A seat took an option.
    Chose {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// A step of the rules began.
    Began(StepCall),
    /// Something changed.
    Changed(Effect),
    /// A strike hit; its damage is what it offered.
    Struck(Strike),
    /// A strike was cancelled.
    Cancelled(Strike),
    /// A piece fell.
    Fell(PieceId),
    /// Chance gave a result.
    Rolled {
        /// The highest possible result.
        sides: u32,
        /// The result.
        result: u32,
    },
    /// The rules say something: a declared sentence with up to four values.
    Said {
        /// The sentence.
        word: WordId,
        /// What fills its gaps.
        args: sentence::Gaps,
    },
    /// The match ended.
    Ended,
}

impl What {
    /// The pieces it tells of.
    pub fn pieces(&self, game: &Game) -> Vec<PieceId> {
        let mut found = match self {
            What::Chose { action, .. } => {
                let kinds = game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
                let args = action.args.as_slice().iter().zip(kinds);
                let pieces = args.filter(|(_, kind)| **kind == ArgKind::Piece);
                pieces.filter_map(|(arg, _)| PieceId::read(*arg)).collect()
            }
            What::Changed(effect) => {
                let other = if let Effect::Wound { by, .. } = effect {
                    *by
                } else if let Effect::Mark(mark) = effect {
                    mark.source
                } else {
                    PieceId::NONE
                };
                effect::subject(effect).into_iter().chain([other]).collect()
            }
            What::Struck(strike) | What::Cancelled(strike) => vec![strike.attacker, strike.target],
            What::Fell(piece) => vec![*piece],
            What::Said { args, .. } => args
                .iter()
                .filter_map(|gap| if let sentence::Gap::Piece(id) = gap { Some(*id) } else { None })
                .collect(),
            What::Began(_) | What::Rolled { .. } | What::Ended => Vec::new(),
        };
        found.retain(|id| id.is_some());
        found
    }
}

/// One entry.
///
/// It holds what its pieces were like when it was written, so that it reads the same ever after;
/// see [`Past`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What happened.
    pub what: What,
    /// The instant it happened in; entries of one instant happened together.
    pub instant: u32,
    /// The piece that caused it, if one did.
    pub by: PieceId,
    /// The action it follows from, counted from 1; 0 before the first.
    pub action: u32,
    /// The seat it is meant for; [`Seat::NONE`] for everybody.
    #[serde(default = "everybody", skip_serializing_if = "is_for_all")]
    pub to: Seat,
    /// What was to be seen of its pieces, if it tells of any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Box<Seen>>,
}

impl Entry {
    /// Whether a seat may read it. [`Seat::NONE`] stands for a spectator.
    pub fn is_for(&self, seat: Seat) -> bool {
        self.to == Seat::NONE || self.to == seat
    }

    /// What the pieces it tells of were like when it was written.
    pub fn glimpses(&self) -> &[Glimpse] {
        self.seen.as_ref().map_or(&[], |seen| &seen.glimpses)
    }
}

fn everybody() -> Seat {
    Seat::NONE
}

fn is_for_all(seat: &Seat) -> bool {
    *seat == Seat::NONE
}

/// More entries than this follow from no honest action.
pub const MAX_OF_ACTION: u32 = 250_000;
/// More entries than this are written in no honest match.
pub const MAX_OF_MATCH: u32 = 1_000_000;

/// All entries of a match, or none if it is off.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Whether entries are kept.
    pub on: bool,
    /// The entries in order.
    pub entries: Vec<Entry>,
    /// The instant now.
    pub instant: u32,
    /// Actions taken so far.
    pub action: u32,
    /// Entries written so far, counted while none are kept as well.
    pub n_written: u32,
    /// As many were written when the latest action was taken.
    pub n_before_action: u32,
    /// Entries before this one say no more than when they were written: faces moved since.
    pub(crate) sealed: usize,
}

impl Log {
    /// Whether no further entry may be written: neither for this action nor, at the far end, for
    /// this match. It does not depend on whether entries are kept.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.n_written >= MAX_OF_MATCH
            || self.n_written.saturating_sub(self.n_before_action) >= MAX_OF_ACTION
    }

    /// Counts an action: entries from here on follow from it.
    pub(crate) fn begin_action(&mut self) {
        self.action += 1;
        self.n_before_action = self.n_written;
    }

    /// Forgets the entries after the first `n`, and that so many were written.
    pub(crate) fn go_back(&mut self, n: usize, n_written: u32) {
        self.entries.truncate(n);
        self.n_written = n_written;
        self.sealed = self.sealed.min(n);
    }

    /// Counts an entry that is not kept.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.n_written = self.n_written.saturating_add(1);
    }

    /// Adds an entry if the log is on.
    pub(crate) fn add(&mut self, to: Seat, what: What, by: PieceId, seen: Option<Box<Seen>>) {
        self.count();
        if self.on {
            let (instant, action) = (self.instant, self.action);
            self.entries.push(Entry { what, instant, by, action, to, seen });
        }
    }

    /// Lets the seats that now see a piece read what it was in entries of this action too.
    pub(crate) fn reveal(&mut self, id: PieceId, prototype: PrototypeId, seen_by: u32) {
        /// Entries further back are left as they are.
        const FAR: usize = 1_000;
        let (action, sealed) = (self.action, self.sealed);
        let latest = self.entries.iter_mut().skip(sealed).rev().take(FAR);
        for entry in latest.take_while(|entry| entry.action == action) {
            let Some(seen) = &mut entry.seen else { continue };
            let same = |it: &&mut Glimpse| it.piece == id && it.prototype == prototype;
            seen.glimpses.iter_mut().filter(same).for_each(|it| it.seen_by |= seen_by);
        }
    }
}
