//! How the places where people read about a match put things.

use super::{CONCEDES, readable, seat_number};
use crate::game::ArgKind;
use crate::id::Seat;

/// How one place puts what it tells.
///
/// Words are functions, so that a place which speaks several languages can answer in the one that
/// is spoken now.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// A name that nobody gave a title.
    pub readable: fn(&str) -> String,
    /// A piece whose face is not known.
    pub hidden: fn() -> &'static str,
    /// Where a piece should be and is none.
    pub no_piece: fn() -> &'static str,
    /// No seat.
    pub nobody: fn() -> &'static str,
    /// A seat nobody gave a name.
    pub numbered: fn(Seat) -> String,
    /// A seat by its faction and its name; its faction alone says who it is where no other seat
    /// plays it. Nothing where factions say nothing of seats.
    pub of_faction: Option<fn(&str, &str) -> String>,
    /// Where pieces are told with their cells.
    pub place: Placing,
    /// A facing by its number and the direction in which the front of a piece then points, which
    /// is empty on boards without any.
    pub facing: fn(u8, &str) -> String,
    /// Something and whose it is.
    pub whose: fn(&str, &str) -> String,
    /// What was put together from a list that is not known any more.
    pub unlisted: fn(ArgKind, i32) -> String,
    /// A slot and how much of a total it is given.
    pub amount: fn(&str, i32) -> String,
    /// What was put together from a list, if that is nothing.
    pub empty: fn() -> &'static str,
    /// What stands between things in an order.
    pub then: &'static str,
    /// What stands between the arguments behind a title without gaps.
    pub and: &'static str,
    /// A gap of a title whose argument is still open.
    pub open: fn() -> &'static str,
    /// Giving up.
    pub concedes: fn() -> &'static str,
    /// The rank, from 0, of one of several things that differ in nothing that can be told.
    pub nth: fn(usize) -> String,
}

/// Where pieces on the board are told with their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// In actions that do not name that cell themselves: `push Rock at b3`.
    InActions,
    /// Where another piece on the board has the same name: `Rock b3`.
    AmongNamesakes,
    /// Always, behind whose they are: `Red Rock b3`.
    BehindOwners,
}

/// As records and programs are told: short, and without the titles of a game.
pub const RECORD: Style = Style {
    readable,
    hidden: || "hidden",
    no_piece: || "nothing",
    nobody: || "nobody",
    numbered: seat_number,
    of_faction: None,
    place: Placing::InActions,
    facing: |number, direction| match direction {
        "" => number.to_string(),
        direction => direction.to_owned(),
    },
    whose: |what, whose| format!("{what} of {whose}"),
    unlisted: |_, value| value.to_string(),
    amount: |slot, n| format!("{n} {slot}"),
    empty: || "nothing",
    then: ", ",
    and: " ",
    open: || "…",
    concedes: || CONCEDES,
    nth: |rank| format!("no. {}", rank + 1),
};

/// As the terminal tells a match.
pub const TERMINAL: Style = Style { unlisted: |_, _| "…".to_owned(), ..RECORD };
