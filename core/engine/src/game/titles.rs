//! What a game calls its things; `telling` tells it.

use crate::id::*;

/// The names of a game that can have titles, by what they are names of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Kinds of pieces.
    Kinds,
    /// Stats.
    Stats,
    /// Numbers per side.
    SideStats,
    /// Statuses.
    Statuses,
    /// Counters on pieces.
    Counters,
    /// Kinds of markers.
    Marks,
    /// Keywords.
    Keywords,
    /// Modes of attack.
    Modes,
    /// Zones.
    Zones,
    /// Verbs of options.
    Verbs,
    /// Variables of the match.
    Vars,
    /// Variables of a seat.
    Tracks,
}

/// What a game calls its things, as far as it says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titles {
    /// Titles by [`Table`] and name, see [`Titles::title`]; empty for names that have none.
    pub tables: [Vec<String>; Table::ALL.len()],
    /// What things mean, as far as somebody says so, in the same order.
    pub texts: [Vec<String>; Table::ALL.len()],
    /// The sentences of words by [`WordId`], with gaps such as `{1}`.
    pub words: Vec<String>,
    /// What the arguments of verbs are called, by [`VerbId`], as far as somebody says.
    pub arguments: Vec<Vec<String>>,
    /// Names of the seats, as far as somebody gives them names.
    pub seats: Vec<String>,
    /// What cells are called by [`Cell`](crate::board::Cell), where people know them by other
    /// names than records do.
    pub cells: Vec<String>,
    /// The factions the seats were given before the match.
    pub factions: Vec<Option<FactionId>>,
}
