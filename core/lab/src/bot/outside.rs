//! Bots that are not part of this program: who brings them says how they begin.
//!
//! They have no place in what is read from records: a file can name one, and never starts it.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Rules};

use super::Bot;

/// What stands before the words of such a bot.
pub const OUTSIDE: &str = "program:";

/// Seats a bot: its words, the seed of the match mixed with its seat, and the seat.
pub type Begin = fn(&'static str, u64, Seat) -> Box<dyn Bot>;

/// A bot from outside, known by its words.
#[derive(Clone, Copy)]
pub struct Outside {
    words: &'static str,
    begin: Begin,
}

impl Outside {
    /// The bot of these words, which begins so. Words are kept as long as the program runs.
    pub fn of(words: &str, begin: Begin) -> Outside {
        Outside { words: kept(words), begin }
    }

    /// A bot of which no more is known than its words, as a result names it: it cannot play.
    pub fn absent(words: &str) -> Outside {
        Outside::of(words, |words, _, _| Box::new(Absent(words)))
    }

    /// Its words.
    pub fn words(&self) -> &'static str {
        self.words
    }

    pub(super) fn seated(&self, seed: u64, seat: Seat) -> Box<dyn Bot> {
        (self.begin)(self.words, seed, seat)
    }
}

/// One copy of these words for the whole program, so that saying them again costs nothing.
pub(super) fn kept(words: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.get(words).copied() {
        Some(words) => words,
        None => {
            let words: &'static str = Box::leak(words.to_owned().into_boxed_str());
            kept.insert(words);
            words
        }
    }
}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Outside").field(&self.words).finish()
    }
}

impl PartialEq for Outside {
    fn eq(&self, other: &Outside) -> bool {
        self.words == other.words
    }
}

impl Eq for Outside {}

impl PartialOrd for Outside {
    fn partial_cmp(&self, other: &Outside) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Outside {
    fn cmp(&self, other: &Outside) -> Ordering {
        self.words.cmp(other.words)
    }
}

/// A bot that only has a name.
struct Absent(&'static str);

impl Bot for Absent {
    fn choose(
        &mut self,
        _the_match: &mut Match,
        _rules: &mut dyn Rules,
        _decision: &Decision,
    ) -> Result<Action, Fault> {
        Err(Fault::new(codes::BOT_OUTSIDE, format!("nobody started the bot `{}`", self.0)))
    }
}
