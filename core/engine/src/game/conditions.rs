//! Which pieces are meant, as data; `filter` finds them.

use serde::{Deserialize, Serialize};

use crate::id::*;
use crate::mask::Mask;

/// Whose pieces are meant, seen from one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Anybody's and nobody's.
    #[default]
    Any,
    /// The seat's own.
    Own,
    /// The seat's own and those of its team.
    Ally,
    /// Those of its team without its own.
    Partner,
    /// Those of other teams.
    Enemy,
    /// Those that belong to nobody.
    Nobody,
}

/// Where a meant piece must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whereabouts {
    /// On the board.
    #[default]
    Board,
    /// In this zone of any seat.
    Zone(ZoneId),
    /// Anywhere, also nowhere.
    Anywhere,
}

/// Which pieces are meant. The default means every piece on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Kinds; none at all means any.
    pub kinds: Mask,
    /// Whose pieces, seen from the seat that asks.
    pub whose: Relation,
    /// Statuses it must have.
    pub with: Mask,
    /// Statuses it must not have.
    pub without: Mask,
    /// A keyword it must have, printed or granted.
    pub keyword: Option<KeywordId>,
    /// The definition it must be.
    pub prototype: Option<PrototypeId>,
    /// A counter that must have at least this value.
    pub at_least: Option<(CounterId, i16)>,
    /// A marker it must carry.
    pub marked: Option<MarkId>,
    /// A marker it must not carry.
    pub unmarked: Option<MarkId>,
    /// Where it must be.
    pub place: Whereabouts,
    /// Whether it must be next to the piece that asks.
    pub adjacent: bool,
    /// Whether the piece that asks is left out.
    pub others: bool,
}
