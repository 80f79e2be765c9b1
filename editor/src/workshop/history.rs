//! Every change of the texts of a pack, so that it can be taken back.

use std::time::{Duration, Instant};

/// Letters typed so close to each other are one change.
const TOGETHER: Duration = Duration::from_millis(1000);
/// So many bytes of texts are kept.
const MOST_BYTES: usize = 16 << 20;

/// A change of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The file.
    pub path: String,
    /// Its text before.
    pub before: String,
    /// And after.
    pub after: String,
    /// The sheet that was chosen before.
    pub sheet: Option<super::Chosen>,
}

/// All changes, and those that were taken back.
#[derive(Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// When something was typed last.
    typed: Option<Instant>,
}

impl History {
    /// Notes a change. What is typed without a break in one file is one of them; the end of a line
    /// begins another one.
    pub fn note(&mut self, step: Step, typed: bool, now: Instant) {
        self.undone.clear();
        let close = self.typed.is_some_and(|last| now.duration_since(last) < TOGETHER);
        let lines = |text: &str| text.matches('\n').count();
        let is_one_line = lines(&step.before) == lines(&step.after);
        self.typed = typed.then_some(now);
        let same = typed && close && is_one_line;
        match self.done.last_mut().filter(|last| same && last.path == step.path) {
            Some(last) => last.after = step.after,
            None => self.done.push(step),
        }
        let size = |step: &Step| step.before.len() + step.after.len();
        let mut all: usize = self.done.iter().map(size).sum();
        while all > MOST_BYTES && self.done.len() > 1 {
            all -= size(&self.done.remove(0));
        }
    }

    /// Whether there is anything to be taken back, and to be done again.
    pub fn can(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// The change to be taken back.
    pub fn back(&mut self) -> Option<Step> {
        self.typed = None;
        let step = self.done.pop()?;
        self.undone.push(step.clone());
        Some(step)
    }

    /// The change to be done again.
    pub fn again(&mut self) -> Option<Step> {
        let step = self.undone.pop()?;
        self.done.push(step.clone());
        Some(step)
    }
}
