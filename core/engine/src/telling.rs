//! What things are called where people read about a match.
//!
//! One piece of code names seats, pieces, cells, words, arguments, options and zones, wherever
//! they are read. What a game calls its things are its [`Titles`]; how one place puts it, such as
//! the terminal or the window, is a [`Style`]; a [`Teller`] puts both together with a state, which
//! decides what can be named: give the view of whoever reads.
//!
//! What is written to be read again by a program is no telling: records and scenarios write it
//! beside the code that reads it.

mod apart;
mod style;
mod teller;

pub use apart::{MOST_SEARCHED, Which, apart, told_places, which_piece};
pub use style::{Placing, RECORD, Style, TERMINAL};
pub use teller::{Teller, lists_of};

pub use crate::game::{Table, Titles};

use crate::decision::CONCEDE;
use crate::game::{Game, Vocabulary};
use crate::id::*;

/// How giving up is written; games that allow it have no verb of that name.
pub const CONCEDES: &str = "concede";

impl Table {
    /// All of them.
    pub const ALL: [Table; 12] = [
        Table::Kinds,
        Table::Stats,
        Table::SideStats,
        Table::Statuses,
        Table::Counters,
        Table::Marks,
        Table::Keywords,
        Table::Modes,
        Table::Zones,
        Table::Verbs,
        Table::Vars,
        Table::Tracks,
    ];

    /// What looks and declarations call it.
    pub fn word(self) -> &'static str {
        match self {
            Table::Kinds => "kinds",
            Table::Stats => "stats",
            Table::SideStats => "side_stats",
            Table::Statuses => "statuses",
            Table::Counters => "counters",
            Table::Marks => "marks",
            Table::Keywords => "keywords",
            Table::Modes => "modes",
            Table::Zones => "zones",
            Table::Verbs => "verbs",
            Table::Vars => "vars",
            Table::Tracks => "tracks",
        }
    }

    /// Its names in a game.
    pub fn names(self, all: &Vocabulary) -> &Names {
        match self {
            Table::Kinds => &all.kinds,
            Table::Stats => &all.stats,
            Table::SideStats => &all.side_stats,
            Table::Statuses => &all.statuses,
            Table::Counters => &all.counters,
            Table::Marks => &all.marks,
            Table::Keywords => &all.keywords,
            Table::Modes => &all.modes,
            Table::Zones => &all.zones,
            Table::Verbs => &all.verbs,
            Table::Vars => &all.vars,
            Table::Tracks => &all.seat_vars,
        }
    }
}

impl Titles {
    /// Those of a game that gives nothing a title.
    pub const NONE: Titles = Titles {
        tables: [const { Vec::new() }; Table::ALL.len()],
        texts: [const { Vec::new() }; Table::ALL.len()],
        words: Vec::new(),
        arguments: Vec::new(),
        seats: Vec::new(),
        cells: Vec::new(),
        factions: Vec::new(),
    };

    /// The titles of all tables: `title` is asked for each name, and answers nothing for one that
    /// has none.
    pub fn of(game: &Game, title: impl Fn(Table, &str) -> Option<String>) -> Titles {
        let titles = |table: Table| {
            let names = table.names(&game.names).iter();
            names.map(|name| title(table, name).unwrap_or_default()).collect()
        };
        Titles { tables: Table::ALL.map(titles), ..Titles::NONE }
    }

    /// The title of a name of a table; nothing for one that has none.
    pub fn title(&self, table: Table, at: usize) -> Option<&str> {
        let title = self.tables.get(table as usize)?.get(at)?;
        Some(title.as_str()).filter(|title| !title.is_empty())
    }

    /// What a name of a table means; empty if nobody says.
    pub fn text(&self, table: Table, at: usize) -> &str {
        self.texts.get(table as usize).and_then(|all| all.get(at)).map_or("", String::as_str)
    }

    /// A word of the rules as people read it: its sentence, if the game has one for it.
    pub fn word(&self, game: &Game, word: WordId) -> String {
        let name = || readable(game.names.words.name(word.index()));
        self.words.get(word.index()).map_or_else(name, String::clone)
    }

    /// The name of a seat: as it is called, else its number from 1.
    pub fn seat(&self, seat: Seat) -> String {
        match self.seats.get(seat.index()) {
            Some(name) => name.clone(),
            None => seat_number(seat),
        }
    }
}

/// A seat by its number, which people count from 1.
pub fn seat_number(seat: Seat) -> String {
    match seat {
        Seat::NONE => "nobody".to_owned(),
        Seat(number) => format!("seat {}", u16::from(number) + 1),
    }
}

/// A name of the rules as people read it: `end_turn` as `end turn`.
pub fn readable(name: &str) -> String {
    name.replace('_', " ")
}

/// The name of a verb, as rules and records know it.
pub fn verb_name(game: &Game, verb: VerbId) -> &str {
    if verb == CONCEDE {
        return CONCEDES;
    }
    game.names.verbs.name(verb.index())
}

#[cfg(test)]
mod tests;
