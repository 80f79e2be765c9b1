//! What would you play? A search is asked for a person, and answers with its best options.

use harena_lab::advice::Adviser;
use harena_lab::bot::{BotKind, Budget, Line, Thinking};

use super::Session;

/// So long a search thinks for a person who asks.
const THINKS_FOR: u32 = 2_000;
/// So many of its options are told.
const TOLD: usize = 3;

/// What a search says of the decision at hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advised {
    /// Its options, the best first.
    pub lines: Vec<Line>,
    /// How often it played the position on.
    pub tries: u64,
    /// Why it says nothing, if something went wrong.
    pub fault: String,
}

/// What was asked, and what was answered.
#[derive(Default)]
pub struct Advice {
    /// At which moment of the session.
    revision: u64,
    adviser: Option<Adviser>,
    said: Option<Advised>,
}

impl Session {
    /// Asks what a search would play where a person is to decide.
    pub fn ask_advice(&mut self) {
        self.advice = Advice { revision: self.revision, ..Advice::default() };
        let Some(play) = &self.play else { return };
        let thinking = Thinking { budget: Budget::Millis(THINKS_FOR), ..Thinking::iterations(1) };
        let Some(task) = play.attended.question(BotKind::Mcts(thinking)) else { return };
        let wake = self.wake.clone();
        let wake = move || wake.iter().for_each(|wake| wake());
        self.advice.adviser = Some(Adviser::ask(play.tables(), (task, thinking), wake));
    }

    /// Takes in an answer; whether there was one. What was said of another moment is forgotten.
    pub fn poll_advice(&mut self) -> bool {
        if self.advice.revision != self.revision {
            self.advice = Advice::default();
        }
        let Some(answer) = self.advice.adviser.as_ref().and_then(Adviser::answer) else {
            return false;
        };
        self.advice.adviser = None;
        self.advice.said = Some(match answer {
            Ok(mut lines) => {
                let tries = lines.iter().map(|line| u64::from(line.visits)).sum();
                lines.truncate(TOLD);
                Advised { lines, tries, fault: String::new() }
            }
            Err(fault) => Advised { fault: fault.to_string(), ..Advised::default() },
        });
        true
    }

    /// Takes the advice away.
    pub fn drop_advice(&mut self) {
        self.advice = Advice::default();
    }

    /// Whether a search thinks about what it would play.
    pub fn is_advising(&self) -> bool {
        self.advice.adviser.is_some()
    }

    /// What it said of the decision at hand.
    pub fn advised(&self) -> Option<&Advised> {
        self.advice.said.as_ref().filter(|_| self.advice.revision == self.revision)
    }
}
