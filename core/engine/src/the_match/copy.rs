//! Copies of matches: to try something out, and to come back to.

use std::sync::Arc;

use super::options::Asked;
use super::snapshot::{Answer, Live, LogMark};
use super::{ActError, Changed, Match, Setup};
use crate::decision::{Action, CONCEDE};
use crate::game::Game;
use crate::id::Seat;
use crate::log::Log;
use crate::modifier::Derived;
use crate::state::State;

impl Match {
    /// A copy to come back to with [`Match::put_back`], however far this match goes on from here.
    /// Of the log it holds only what could be rewritten.
    pub fn hold(&self) -> Match {
        let mut held = self.fork();
        held.base_log = self.base_log;
        held.log.on = self.log.on;
        let rewritten = self.log.entries.get(self.base_log.n_entries..);
        held.log.entries = rewritten.unwrap_or_default().to_vec();
        held.frames.clone_from(&self.frames);
        held.keep_frames = self.keep_frames;
        (held.n_begun, held.revealed) = (self.n_begun, self.revealed);
        held
    }

    /// Comes back to where the match was held.
    pub fn put_back(&mut self, mut held: Match) {
        let mut entries = std::mem::take(&mut self.log.entries);
        entries.truncate(held.base_log.n_entries);
        entries.append(&mut held.log.entries);
        held.log.entries = entries;
        *self = held;
    }

    /// A copy for trying things out: without log and frames.
    pub fn fork(&self) -> Match {
        let mut copy = Match::blank(self.game.clone(), self.setup.clone());
        self.fork_onto(&mut copy);
        copy
    }

    /// Makes another match what [`Match::fork`] gives, in the memory it has.
    pub fn fork_onto(&self, copy: &mut Match) {
        self.checkpoint_onto(copy);
        copy.state.clone_from(&self.state);
        (copy.fresh, copy.changed) = (false, self.changed);
        self.worked_out_onto(copy, Changed::default());
        (copy.answered, copy.n_told) = (self.answered, self.n_told);
        copy.asked.clone_from(&self.asked);
        copy.pending.clone_from(&self.pending);
        copy.given.clone_from(&self.given);
        (copy.log.instant, copy.log.action) = (self.log.instant, self.log.action);
        copy.log.n_written = self.log.n_written;
        copy.gone.clone_from(&self.gone);
        copy.queued.clone_from(&self.queued);
        copy.events.clone_from(&self.events);
        copy.forced.clone_from(&self.forced);
    }

    /// Makes another match a copy of this one in which a seat has taken an option, as
    /// [`Match::fork_onto`] and [`Match::choose`] do, but cheaper: it is laid at the checkpoint
    /// from which the step is then run again. Its state is that of the checkpoint until
    /// [`Match::advance`].
    ///
    /// # Errors
    /// As [`Match::choose`]; the other match is then good for nothing but to be copied onto.
    pub fn fork_with(&self, copy: &mut Match, seat: Seat, action: Action) -> Result<(), ActError> {
        let asked = match self.pending.as_slice() {
            [only] if self.step.is_some() && action.verb != CONCEDE => only,
            _ => {
                self.fork_onto(copy);
                return copy.choose(seat, action);
            }
        };
        if asked.seat != seat || self.given.iter().any(Option::is_some) {
            return Err(ActError::NotAsked(seat));
        }
        if !asked.offers(&action) {
            return Err(ActError::NotOffered);
        }
        self.checkpoint_onto(copy);
        copy.state.clone_from(&self.base);
        (copy.fresh, copy.changed) = (true, Changed::default());
        self.worked_out_onto(copy, self.changed);
        copy.answers.push(Answer { seat, action, number: self.log.action + 1 });
        self.asked.with_answer_onto(self.answers.len(), &mut copy.asked);
        (copy.answered, copy.n_told) = (0, 0);
        copy.pending.clear();
        copy.given.clear();
        copy.base_log.rewind(&mut copy.log);
        copy.gone.clear();
        copy.queued.clear();
        copy.events.clone_from(&self.base_events);
        copy.forced.clone_from(&self.forced);
        copy.forced.iter_mut().for_each(|forced| forced.is_set = false);
        Ok(())
    }

    /// What a copy has in common with this match wherever in its step it stands: everything else
    /// must be set too.
    fn checkpoint_onto(&self, copy: &mut Match) {
        // Taken apart so that a field added later cannot be forgotten.
        let Match {
            game,
            setup,
            log,
            base,
            base_log,
            base_events,
            step,
            answers,
            dealt,
            straight,
            missed,
            live: _,
            frames: _,
            keep_frames: _,
            state: _,
            derived: _,
            stale: _,
            unprinted: _,
            changed: _,
            passages: _,
            fresh: _,
            n_begun: _,
            answered: _,
            n_told: _,
            asked: _,
            queued: _,
            pending: _,
            spare: _,
            given: _,
            events: _,
            gone: _,
            explained: _,
            forced: _,
            revealed: _,
        } = self;
        copy.game.clone_from(game);
        copy.setup.clone_from(setup);
        (copy.straight, copy.missed) = (*straight, *missed);
        copy.base.clone_from(base);
        copy.base_log = LogMark { n_entries: 0, ..*base_log };
        copy.base_events.clone_from(base_events);
        copy.step = *step;
        copy.answers.clone_from(answers);
        copy.dealt = *dealt;
        copy.log = Log { n_before_action: log.n_before_action, ..Log::default() };
        copy.live = Live(0);
        copy.frames.clear();
        (copy.keep_frames, copy.revealed, copy.n_begun) = (false, false, 0);
        copy.explained = None;
    }

    /// What was worked out, as far as it still follows from the state that is copied; `changed`
    /// tells that one from the state now.
    fn worked_out_onto(&self, copy: &mut Match, changed: Changed) {
        copy.stale = self.stale || changed.modifiers;
        copy.unprinted = copy.stale;
        if !copy.stale {
            copy.derived.clone_from(&self.derived);
        }
        copy.passages = self.passages.clone().filter(|_| !changed.floors);
    }

    /// A match of empty states, to be filled in.
    pub(super) fn blank(game: Arc<Game>, setup: Arc<Setup>) -> Match {
        Match {
            game,
            setup,
            log: Log::default(),
            live: Live(0),
            frames: Vec::new(),
            keep_frames: false,
            state: State::default(),
            derived: Derived::default(),
            stale: true,
            unprinted: true,
            changed: Changed::default(),
            passages: None,
            straight: false,
            missed: false,
            base: State::default(),
            base_log: LogMark::default(),
            base_events: Vec::new(),
            step: None,
            n_begun: 0,
            fresh: false,
            answers: Vec::new(),
            answered: 0,
            n_told: 0,
            asked: Asked::default(),
            queued: Vec::new(),
            pending: Vec::new(),
            spare: Vec::new(),
            given: Vec::new(),
            events: Vec::new(),
            gone: Vec::new(),
            explained: None,
            forced: Vec::new(),
            dealt: None,
            revealed: false,
        }
    }
}

#[cfg(test)]
mod tests;
