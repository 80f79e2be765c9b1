//! Players that need nothing but a game.
//!
//! A bot is deterministic for its seed, and blind: what it chooses depends on what its seat may
//! know. Thinking bots therefore never act on the match they are asked about, only on a
//! [`crate::guess::guess`] of it.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use harena_engine::chance::mix;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Rules};

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
}

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// See [`Random`].
    Random,
    /// See [`Greedy`].
    Greedy,
}

impl BotKind {
    /// All of them.
    pub const ALL: [BotKind; 2] = [BotKind::Random, BotKind::Greedy];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
        }
    }

    /// The bot of this name.
    pub fn named(word: &str) -> Option<BotKind> {
        BotKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// A bot for one seat of a match with this seed.
    pub fn seated(self, seed: u64, seat: Seat) -> Box<dyn Bot> {
        let seed = mix(seed ^ mix(0xb07 + u64::from(seat.0)));
        match self {
            BotKind::Random => Box::new(Random::seeded(seed)),
            BotKind::Greedy => Box::new(Greedy::seeded(seed)),
        }
    }
}

/// What a bot says when a decision holds nothing to choose; the engine never puts such a one.
fn no_option(seat: Seat) -> Fault {
    Fault::new("H0411", format!("seat {} has no option", usize::from(seat.0) + 1))
}
