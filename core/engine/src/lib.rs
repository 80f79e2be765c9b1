//! Boards, pieces, zones, flow, decisions, effects, combat and chance for arena board games.
//!
//! The engine knows no game, no script, no file, no clock and no floating-point number. A loader
//! builds a [`game::Game`]; [`the_match::Match`] plays it; [`the_match::Rules`] is what a script
//! host implements. A tour, in reading order:
//!
//! - [`board`]: cells, directions, distances, lines; [`chance`]: the frozen generator.
//! - [`game`]: what a game declares; [`state`]: what changes while it is played.
//! - [`filter`] and [`modifier`]: which pieces are meant, and what they do to each other;
//!   [`pattern`]: steps, rows, groups and tracks, asked about in one question.
//! - [`effect`], [`combat`] and [`log`]: what changes, who strikes whom, what is told; [`floors`]:
//!   cells that slide and rotate.
//! - [`decision`] and [`the_match`]: who chooses from what, and how a match runs.
//! - [`view`] and [`timeline`]: what a seat may know, and going back and forth in time.
//! - [`telling`]: what all of this is called where people read about it.

pub use harena_code::{Code, codes};

pub mod board;
pub mod chance;
pub mod hash;
pub mod id;
pub mod mask;

pub mod game;
pub mod state;

pub mod filter;
pub mod modifier;
pub mod pattern;

pub mod combat;
pub mod effect;
pub mod floors;
pub mod log;
pub mod payment;

pub mod decision;
pub mod the_match;

pub mod timeline;
pub mod view;

pub mod telling;

#[cfg(test)]
mod sample;
