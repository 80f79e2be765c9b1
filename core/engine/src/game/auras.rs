//! What pieces do to others all the time, as data; `modifier` works it out.

use serde::{Deserialize, Serialize};

use super::Relation;
use crate::id::*;
use crate::mask::Mask;

/// Which cells an aura reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// The neighbors on these printed sides, as a bit mask.
    Sides(u16),
    /// All cells up to this distance, without its own.
    Area(u8),
    /// The whole board, its own cell included.
    Board,
    /// Only the piece itself.
    Itself,
}

/// What an aura does to a piece it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// Adds to a stat.
    Stat(StatId, i16),
    /// Adds to a number on every side.
    Side(SideStatId, i16),
    /// Gives a status.
    Status(StatusId),
    /// Gives a keyword with its parameter.
    Keyword(KeywordId, i32),
}

/// A modifier cast on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aura {
    /// Which cells it reaches.
    pub reach: Reach,
    /// Whose pieces it touches, seen from the owner of its source.
    pub whose: Relation,
    /// Kinds it touches; none at all means any.
    pub kinds: Mask,
    /// What it does.
    pub gives: Gift,
    /// Statuses of the source that switch it off.
    pub stopped_by: Mask,
}
