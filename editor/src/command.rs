//! Commands: the only way the window changes a session.

use std::path::PathBuf;

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_lab::record::Record;

use crate::session::{Plan, Player};

/// One thing to be done with the session.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A seat takes an option.
    Act(Seat, Action),
    /// Go back to the decision before, past what bots did.
    Undo,
    /// Take back an undo.
    Redo,
    /// Look at the moment after so many moves; nothing is lost by it.
    GoTo(usize),
    /// Go on from the moment looked at: bots decide again, on a line of its own.
    GoOn,
    /// Change to the line of this number.
    Line(u32),
    /// Stop the bot that thinks; bots rest until one goes on.
    Rest,
    /// Begin another match.
    Begin(Plan),
    /// Begin the first match that a game, by id, leads through.
    Lead(String),
    /// From now on somebody else plays a seat.
    Seat(Seat, Player),
    /// Show everything and let everything be undone, or not.
    TestMode(bool),
    /// Write the record of the match to a file.
    Save(PathBuf),
    /// Play the record of a file up to its end.
    Open(PathBuf),
    /// Play a record that is at hand up to its end.
    Show(Box<Record>),
}
