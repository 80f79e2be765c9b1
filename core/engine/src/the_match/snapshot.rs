//! Moments of a match as plain data.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Fault, Match, Rules, Setup};
use crate::decision::Action;
use crate::game::Game;
use crate::state::{State, StepCall};

/// A ticket of a live run of a step. A copy of a match never shares it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Live(pub u64);

impl Clone for Live {
    fn clone(&self) -> Live {
        Live(0)
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
    pub answers: Vec<Action>,
    /// Answers given to decisions of several seats while others are still asked.
    pub given: Vec<Option<Action>>,
    /// Actions taken so far.
    pub n_actions: u32,
}

impl Match {
    /// This moment.
    pub fn snapshot(&self) -> Snapshot {
        let in_step = self.step.is_some();
        Snapshot {
            base: if in_step { self.base.clone() } else { self.state.clone() },
            step: self.step,
            answers: self.answers.clone(),
            given: self.given.clone(),
            n_actions: self.log.action,
        }
    }

    /// A copy of this match in which other steps are to be run: the pending step is dropped, and
    /// so is everything still to come. The last step is run first.
    pub fn redirected(&self, agenda: Vec<StepCall>) -> Match {
        let mut copy = self.clone();
        copy.state.agenda = agenda;
        copy.step = None;
        copy.fresh = false;
        copy.answers.clear();
        copy.answered = 0;
        copy.queued.clear();
        copy.pending.clear();
        copy.given.clear();
        copy
    }

    /// The match at a moment, possibly under another build of its game. The step that was begun
    /// is run again with the answers given in it.
    ///
    /// # Errors
    /// A fault of the rules, or answers that no longer apply.
    pub fn at(
        game: Arc<Game>,
        setup: Arc<Setup>,
        snapshot: &Snapshot,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        let mut the_match = Match::new(game, Setup::default());
        the_match.setup = setup;
        the_match.state = snapshot.base.clone();
        the_match.base = snapshot.base.clone();
        the_match.step = snapshot.step;
        the_match.answers = snapshot.answers.clone();
        the_match.log.action = snapshot.n_actions;
        the_match.advance(rules)?;
        if snapshot.given.len() == the_match.given.len() {
            the_match.given = snapshot.given.clone();
        }
        Ok(the_match)
    }

    /// A copy for trying things out: without log and frames.
    pub fn fork(&self) -> Match {
        let mut copy = Match::blank(self.game.clone(), self.setup.clone());
        copy.state.clone_from(&self.state);
        copy.base.clone_from(&self.base);
        copy.step = self.step;
        copy.answers.clone_from(&self.answers);
        copy.answered = self.answered;
        copy.pending.clone_from(&self.pending);
        copy.given.clone_from(&self.given);
        copy.log.action = self.log.action;
        copy.queued.clone_from(&self.queued);
        copy.events.clone_from(&self.events);
        copy.forced.clone_from(&self.forced);
        copy.passages.clone_from(&self.passages);
        copy
    }

    /// A match of empty states, to be filled in.
    pub(super) fn blank(game: Arc<Game>, setup: Arc<Setup>) -> Match {
        Match {
            game,
            setup,
            log: crate::log::Log::default(),
            live: Live(0),
            frames: Vec::new(),
            keep_frames: false,
            state: State::default(),
            derived: crate::modifier::Derived::default(),
            stale: true,
            passages: None,
            base: State::default(),
            base_entries: 0,
            step: None,
            n_begun: 0,
            fresh: false,
            answers: Vec::new(),
            answered: 0,
            queued: Vec::new(),
            pending: Vec::new(),
            spare: Vec::new(),
            given: Vec::new(),
            events: Vec::new(),
            explained: None,
            forced: Vec::new(),
            revealed: false,
        }
    }
}
