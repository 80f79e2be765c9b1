//! Copies of matches: to try something out, and to come back to.

use std::sync::Arc;

use super::snapshot::{Answer, Live, LogMark};
use super::{ActError, Asking, Changed, Checkpoint, Match, Setup, WorkedOut};
use crate::decision::{Action, CONCEDE};
use crate::game::Game;
use crate::id::Seat;
use crate::log::Log;
use crate::state::State;

impl Match {
    /// A copy to come back to with [`Match::put_back`], however far this match goes on from here.
    /// Of the log it holds only what could be rewritten.
    pub fn hold(&self) -> Match {
        let mut held = self.fork();
        held.checkpoint.log = self.checkpoint.log;
        held.log.on = self.log.on;
        let rewritten = self.log.entries.get(self.checkpoint.log.n_entries..);
        held.log.entries = rewritten.unwrap_or_default().to_vec();
        held.frames.clone_from(&self.frames);
        held.keep_frames = self.keep_frames;
        (held.n_begun, held.revealed) = (self.n_begun, self.revealed);
        held
    }

    /// Comes back to where the match was held.
    pub fn put_back(&mut self, mut held: Match) {
        let mut entries = std::mem::take(&mut self.log.entries);
        entries.truncate(held.checkpoint.log.n_entries);
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
        (copy.fresh, copy.worked_out.changed) = (false, self.worked_out.changed);
        self.worked_out_onto(copy, Changed::default());
        (copy.asking.answered, copy.asking.n_told) = (self.asking.answered, self.asking.n_told);
        copy.asking.asked.clone_from(&self.asking.asked);
        copy.asking.pending.clone_from(&self.asking.pending);
        copy.asking.given.clone_from(&self.asking.given);
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
        let asked = match self.asking.pending.as_slice() {
            [only] if self.step.is_some() && action.verb != CONCEDE => only,
            _ => {
                self.fork_onto(copy);
                return copy.choose(seat, action);
            }
        };
        if asked.seat != seat || self.asking.given.iter().any(Option::is_some) {
            return Err(ActError::NotAsked(seat));
        }
        if !asked.offers(&action) {
            return Err(ActError::NotOffered);
        }
        self.checkpoint_onto(copy);
        copy.state.clone_from(&self.checkpoint.state);
        (copy.fresh, copy.worked_out.changed) = (true, Changed::default());
        self.worked_out_onto(copy, self.worked_out.changed);
        copy.asking.answers.push(Answer { seat, action, number: self.log.action + 1 });
        self.asking.asked.with_answer_onto(self.asking.answers.len(), &mut copy.asking.asked);
        (copy.asking.answered, copy.asking.n_told) = (0, 0);
        copy.asking.pending.clear();
        copy.asking.given.clear();
        copy.checkpoint.log.rewind(&mut copy.log);
        copy.gone.clear();
        copy.queued.clear();
        copy.events.clone_from(&self.checkpoint.events);
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
            checkpoint,
            step,
            asking,
            dealt,
            straight,
            missed,
            live: _,
            frames: _,
            keep_frames: _,
            state: _,
            worked_out: _,
            fresh: _,
            n_begun: _,
            queued: _,
            events: _,
            gone: _,
            explained: _,
            forced: _,
            revealed: _,
        } = self;
        let Checkpoint { state, log: begins, events } = checkpoint;
        let Asking { answers, answered: _, n_told: _, asked: _, pending: _, spare: _, given: _ } =
            asking;
        copy.game.clone_from(game);
        copy.setup.clone_from(setup);
        (copy.straight, copy.missed) = (*straight, *missed);
        copy.checkpoint.state.clone_from(state);
        copy.checkpoint.log = LogMark { n_entries: 0, ..*begins };
        copy.checkpoint.events.clone_from(events);
        copy.step = *step;
        copy.asking.answers.clone_from(answers);
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
        copy.worked_out.stale = self.worked_out.stale || changed.modifiers;
        copy.worked_out.unprinted = copy.worked_out.stale;
        if !copy.worked_out.stale {
            copy.worked_out.derived.clone_from(&self.worked_out.derived);
        }
        copy.worked_out.passages = self.worked_out.passages.clone().filter(|_| !changed.floors);
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
            worked_out: WorkedOut::default(),
            checkpoint: Checkpoint::default(),
            straight: false,
            missed: false,
            step: None,
            n_begun: 0,
            fresh: false,
            asking: Asking::default(),
            queued: Vec::new(),
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
