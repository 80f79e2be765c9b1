//! The log: everything that happened, with its cause.

pub mod sentence;

use serde::{Deserialize, Serialize};

use crate::combat::Strike;
use crate::decision::Action;
use crate::effect::Effect;
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
    /// The rules say something: a declared sentence with up to four numbers.
    Said {
        /// The sentence.
        word: WordId,
        /// What fills its gaps; see [`sentence`].
        args: [i32; 4],
    },
    /// The match ended.
    Ended,
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl Entry {
    /// Whether a seat may read it. [`Seat::NONE`] stands for a spectator.
    pub fn is_for(&self, seat: Seat) -> bool {
        self.to == Seat::NONE || self.to == seat
    }
}

fn everybody() -> Seat {
    Seat::NONE
}

fn is_for_all(seat: &Seat) -> bool {
    *seat == Seat::NONE
}

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
}

impl Log {
    /// Adds an entry if the log is on.
    pub fn add(&mut self, what: What, by: PieceId) {
        self.add_for(Seat::NONE, what, by);
    }

    /// Adds an entry that only one seat may read, or everybody for [`Seat::NONE`].
    pub fn add_for(&mut self, to: Seat, what: What, by: PieceId) {
        if self.on {
            self.entries.push(Entry { what, instant: self.instant, by, action: self.action, to });
        }
    }
}
