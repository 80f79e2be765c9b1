//! Moments of a match as plain data.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Fault, Match, Rules, Setup};
use crate::decision::Action;
use crate::effect::Event;
use crate::game::Game;
use crate::id::{PieceId, Seat};
use crate::log::{Entry, Log, What};
use crate::state::{State, StepCall};

/// A ticket of a live run of a step. A copy of a match never shares it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Live(pub u64);

impl Clone for Live {
    fn clone(&self) -> Live {
        Live(0)
    }
}

/// An answer given inside a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Who gave it.
    pub seat: Seat,
    /// What was chosen.
    pub action: Action,
    /// The number of the action that completed it, from 1: answers to questions that were put at
    /// once have one number.
    pub number: u32,
}

/// How far the log of a match was at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogMark {
    /// How many entries it had.
    pub n_entries: usize,
    /// The instant.
    pub instant: u32,
    /// Actions taken.
    pub action: u32,
    /// Entries written so far, kept or not.
    #[serde(default)]
    pub n_written: u32,
}

impl LogMark {
    pub(super) fn of(log: &Log) -> LogMark {
        LogMark {
            n_entries: log.entries.len(),
            instant: log.instant,
            action: log.action,
            n_written: log.n_written,
        }
    }

    /// Puts the log back to where the step that begins here has just been noted.
    pub(super) fn rewind(self, log: &mut Log) {
        log.go_back(self.n_entries + 1, self.n_written.saturating_add(1));
        (log.instant, log.action) = (self.instant, self.action);
    }
}

/// A moment of a match: the checkpoint, the step begun there, and the answers given in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The state between steps.
    pub base: State,
    /// The step that was begun there, if any.
    pub step: Option<StepCall>,
    /// The answers given in that step.
    pub answers: Vec<Answer>,
    /// Answers given to decisions of several seats while others are still asked.
    pub given: Vec<Option<Action>>,
    /// Actions taken so far.
    pub n_actions: u32,
    /// How far the log was between steps.
    #[serde(default)]
    pub log: LogMark,
    /// What triggers might still answer between steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

impl Match {
    /// This moment.
    pub fn snapshot(&self) -> Snapshot {
        let in_step = self.step.is_some();
        Snapshot {
            base: if in_step { self.checkpoint.state.clone() } else { self.state.clone() },
            step: self.step,
            answers: self.asking.answers.clone(),
            given: self.asking.given.clone(),
            n_actions: self.log.action,
            log: if in_step { self.checkpoint.log } else { LogMark::of(&self.log) },
            events: if in_step { self.checkpoint.events.clone() } else { self.events.clone() },
        }
    }

    /// A copy of this match in which other steps are to be run: the pending step is dropped, and
    /// so is everything still to come. The last step is run first.
    pub fn redirected(&self, agenda: Vec<StepCall>) -> Match {
        let mut copy = self.clone();
        copy.state.agenda = agenda;
        copy.step = None;
        copy.fresh = false;
        copy.asking.answers.clear();
        (copy.asking.answered, copy.asking.n_told) = (0, 0);
        copy.queued.clear();
        copy.asking.pending.clear();
        copy.asking.given.clear();
        copy
    }

    /// The match at a moment, possibly under another build of its game, without a log. The step
    /// that was begun is run again with the answers given in it.
    ///
    /// # Errors
    /// A fault of the rules, or answers that no longer apply.
    pub fn at(
        game: Arc<Game>,
        setup: Arc<Setup>,
        snapshot: &Snapshot,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        Match::resumed(game, setup, snapshot.clone(), rules)
    }

    /// As [`Match::at`], of a moment that is not needed afterwards.
    ///
    /// # Errors
    /// As [`Match::at`].
    pub fn resumed(
        game: Arc<Game>,
        setup: Arc<Setup>,
        mut snapshot: Snapshot,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        let (given, n_actions) = (std::mem::take(&mut snapshot.given), snapshot.n_actions);
        Match::laid(game, setup, snapshot).arrived((&given, n_actions), rules)
    }

    /// As [`Match::at`] with what its log said until then; only what it said before the step that
    /// was begun is needed.
    ///
    /// # Errors
    /// As [`Match::at`].
    pub fn at_with_log(
        game: Arc<Game>,
        setup: Arc<Setup>,
        snapshot: &Snapshot,
        mut told: Vec<Entry>,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        let mut the_match = Match::laid(game, setup, snapshot.clone());
        told.truncate(snapshot.log.n_entries);
        the_match.log.on = true;
        the_match.log.entries = told;
        the_match.checkpoint.log.n_entries = the_match.log.entries.len();
        if let Some(step) = snapshot.step {
            the_match.write(What::Began(step), PieceId::NONE);
        }
        the_match.arrived((&snapshot.given, snapshot.n_actions), rules)
    }

    /// A match as its checkpoint and the answers since then say.
    fn laid(game: Arc<Game>, setup: Arc<Setup>, snapshot: Snapshot) -> Match {
        let Snapshot { base, step, answers, given: _, n_actions: _, log, events } = snapshot;
        let mut the_match = Match::blank(game, setup);
        the_match.state.clone_from(&base);
        the_match.checkpoint.state = base;
        the_match.events.clone_from(&events);
        the_match.checkpoint.events = events;
        the_match.step = step;
        the_match.asking.answers = answers;
        the_match.checkpoint.log = LogMark { n_entries: 0, ..log };
        (the_match.log.instant, the_match.log.action) = (log.instant, log.action);
        (the_match.log.n_written, the_match.log.n_before_action) = (log.n_written, log.n_written);
        the_match
    }

    /// Runs the step that was begun up to the moment, at which some answers were given beside
    /// others and so many actions had been taken.
    fn arrived(
        mut self,
        (given, n_actions): (&[Option<Action>], u32),
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        self.advance(rules)?;
        if given.len() == self.asking.given.len() {
            self.asking.given.clone_from_slice(given);
        }
        self.log.action = n_actions;
        self.revealed = false;
        Ok(self)
    }
}
