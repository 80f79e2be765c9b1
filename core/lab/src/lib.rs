//! Bots, series of matches, records and the conformance battery, for any game.
//!
//! The lab plays games through [`harena_engine::the_match::Rules`] alone. It knows no script, no
//! pack, no file and no window; whoever calls it brings the rules. A tour, in reading order:
//!
//! - [`notation`]: actions as words, for records and error messages.
//! - [`guess`]: a match as a seat may imagine it; the only match a thinking bot ever touches.
//! - [`bot`]: players that need nothing but a game: [`bot::Random`], [`bot::Greedy`] and the
//!   searching [`bot::Mcts`].
//! - [`series`]: many matches on all cores with the same result whatever their number, and
//!   [`statistics`] to read it by.
//! - [`sequential`]: whether one of two variants does better, by a test that stops when it knows,
//!   and [`paired`], which plays the pairs for it.
//! - [`ladder`]: how strong bots are beside each other.
//! - [`hunt`]: matches driven to where few have been, and what goes wrong there made short; [`pins`]:
//!   matches that are played again under changed rules; [`saved`]: both at once what a save changes.
//! - [`record`]: a match as text, and [`replay`] to play it again and say where it differs.
//! - [`attended`]: a match that people attend, with undo, lines and bots; [`player`] says who plays
//!   a seat, a [`thinker`] lets bots think in a thread of their own, and [`advice`] tells a person
//!   what a search would play; a [`review`] tells where a match turned that is over.
//! - [`battery`]: what every game must pass, whoever wrote it.

pub mod notation;

pub mod guess;

pub mod bot;

pub mod series;
pub mod statistics;

pub mod paired;
pub mod sequential;

pub mod ladder;

pub mod hunt;
pub mod pins;
pub mod saved;

pub mod record;
pub mod replay;

pub mod advice;
pub mod attended;
pub mod player;
pub mod review;
pub mod thinker;

pub mod battery;

#[cfg(test)]
mod sample_game;

use std::sync::Arc;

use harena_engine::game::Game;
use harena_engine::the_match::{Fault, Rules};

/// A game with rules to play it, as one thread holds them. The rules may be lent.
pub struct Table<'r> {
    /// The game.
    pub game: Arc<Game>,
    /// Its rules.
    pub rules: Box<dyn Rules + 'r>,
}

/// Sets up a table of its own for each thread or check that needs one.
pub trait Tables: Sync {
    /// A freshly loaded table.
    ///
    /// # Errors
    /// The game cannot be loaded or built.
    fn set_up(&self) -> Result<Table<'static>, Fault>;
}

impl<F: Fn() -> Result<Table<'static>, Fault> + Sync> Tables for F {
    fn set_up(&self) -> Result<Table<'static>, Fault> {
        self()
    }
}
