//! Players that need nothing but a game.
//!
//! A bot is deterministic for its seed, and blind: what it chooses depends on what its seat may
//! know. Thinking bots therefore never act on the match they are asked about, only on a
//! [`crate::guess::guess`] of it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

mod greedy;
mod mcts;
mod outside;
mod persona;
mod random;

pub use greedy::Greedy;
pub(crate) use mcts::worths_of_end;
pub use mcts::{Budget, Line, Mcts, Rollout, Roots, Thinking};
pub use outside::{Begin, OUTSIDE, Outside};
pub use persona::{PERSONA, Persona};
pub use random::Random;
pub(crate) use random::below;

use harena_engine::chance::mix;
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::telling::seat_number;
use harena_engine::the_match::{Fault, Match, Rules};

use crate::Tables;

/// A player.
pub trait Bot {
    /// The option it takes at a decision of the match.
    ///
    /// The match may be read, and worked with as long as it is left as it was.
    ///
    /// # Errors
    /// A fault of the rules while the bot tries something out.
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault>;

    /// The option it takes if it needs nothing but the decision to see that; `None` to be asked
    /// by [`Bot::choose`].
    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        let _ = decision;
        None
    }

    /// Whether [`Bot::choose_at_once`] always knows, so that the match is never looked at, let
    /// alone copied.
    fn plays_straight(&self) -> bool {
        false
    }
}

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// See [`Random`].
    Random,
    /// See [`Greedy`].
    Greedy,
    /// See [`Mcts`].
    Mcts(Thinking),
    /// See [`Persona`].
    Persona(Persona),
    /// See [`Outside`]; no text is read as one of these.
    Outside(Outside),
}

impl BotKind {
    /// Those that a list offers, from the weakest to the strongest.
    pub const OFFERED: [BotKind; 4] = [
        BotKind::Random,
        BotKind::Greedy,
        BotKind::Mcts(Thinking::iterations(100)),
        BotKind::Mcts(Thinking::iterations(1_000)),
    ];

    /// A bot for one seat of a match with this seed.
    pub fn seated(self, seed: u64, seat: Seat) -> Box<dyn Bot> {
        let seed = mix(seed ^ mix(0xb07 + u64::from(seat.0)));
        match self {
            BotKind::Random => Box::new(Random::seeded(seed)),
            BotKind::Greedy => Box::new(Greedy::seeded(seed)),
            BotKind::Persona(persona) => Box::new(Greedy::playing(persona, seed)),
            BotKind::Mcts(thinking) if thinking.roots > 1 => {
                Box::new(Roots::seeded(thinking, seed))
            }
            BotKind::Mcts(thinking) => Box::new(Mcts::seeded(thinking, seed)),
            BotKind::Outside(outside) => outside.seated(seed, seat),
        }
    }

    /// As [`BotKind::seated`]; a bot that can search in several threads does so, each at a table
    /// of its own, and chooses what it would choose without them.
    pub fn seated_in_threads(
        self,
        seed: u64,
        seat: Seat,
        tables: &Arc<dyn Tables + Send + Sync>,
    ) -> Box<dyn Bot> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        match self {
            BotKind::Mcts(thinking) if thinking.roots > 1 => {
                let own = mix(seed ^ mix(0xb07 + u64::from(seat.0)));
                Box::new(Roots::in_threads(thinking, own, (tables.clone(), cores)))
            }
            BotKind::Random
            | BotKind::Greedy
            | BotKind::Mcts(_)
            | BotKind::Persona(_)
            | BotKind::Outside(_) => self.seated(seed, seat),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::Mcts(thinking) => thinking.fmt(f),
            BotKind::Persona(persona) => persona.fmt(f),
            BotKind::Outside(outside) => f.write_str(outside.words()),
        }
    }
}

impl FromStr for BotKind {
    type Err = String;

    /// Reads what `Display` writes, of bots that are part of this program.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    fn from_str(text: &str) -> Result<BotKind, String> {
        match text {
            "random" => Ok(BotKind::Random),
            "greedy" => Ok(BotKind::Greedy),
            _ if text.starts_with(PERSONA) => text.parse().map(BotKind::Persona),
            _ if text == "mcts" || text.starts_with("mcts:") => text.parse().map(BotKind::Mcts),
            _ => {
                Err(format!("there is no bot `{text}` among random, greedy, mcts:1000, mcts:200ms"))
            }
        }
    }
}

/// What a bot says when a decision holds nothing to choose; the engine never puts such a one.
fn no_option(seat: Seat) -> Fault {
    Fault::new(codes::NO_OPTIONS, format!("{} has no option", seat_number(seat)))
}
