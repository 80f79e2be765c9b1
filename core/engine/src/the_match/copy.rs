//! Copies of matches: to try something out, and to come back to.

use std::sync::Arc;

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
        self.worked_out_onto(copy, !self.stale, true);
        (copy.answered, copy.n_told) = (self.answered, self.n_told);
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
        let Changed { modifiers, floors } = self.changed;
        self.worked_out_onto(copy, !self.stale && !modifiers, !floors);
        copy.answers.push(Answer { seat, action, number: self.log.action + 1 });
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
            live: _,
            frames: _,
            keep_frames: _,
            state: _,
            derived: _,
            stale: _,
            changed: _,
            passages: _,
            fresh: _,
            n_begun: _,
            answered: _,
            n_told: _,
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

    /// What follows from the state that is copied, where it still does.
    fn worked_out_onto(&self, copy: &mut Match, modifiers: bool, passages: bool) {
        copy.stale = !modifiers;
        if modifiers {
            copy.derived.clone_from(&self.derived);
        }
        copy.passages = self.passages.clone().filter(|_| passages);
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
            changed: Changed::default(),
            passages: None,
            base: State::default(),
            base_log: LogMark::default(),
            base_events: Vec::new(),
            step: None,
            n_begun: 0,
            fresh: false,
            answers: Vec::new(),
            answered: 0,
            n_told: 0,
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
mod tests {
    use super::*;
    use crate::decision::{Decision, Dimension, Group};
    use crate::effect::Effect;
    use crate::id::*;
    use crate::sample;
    use crate::state::StepCall;
    use crate::the_match::{Fault, Progress, Rules};

    /// A step asks three times which of two pieces goes where; modifiers are looked at before and
    /// after each move.
    struct Mover {
        /// The hit points of all pieces, whenever they were looked at since a step began.
        seen: Vec<Vec<i16>>,
    }

    impl Mover {
        fn look(&mut self, the_match: &mut Match) {
            let n = the_match.state().pieces.len() as u16;
            let derived = the_match.derived();
            let points = (0..n).map(|id| derived.stat(PieceId(id), sample::HIT_POINTS));
            self.seen.push(points.collect());
        }
    }

    impl Rules for Mover {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            the_match.rewind_step();
            self.seen.clear();
            for _ in 0..3 {
                self.look(the_match);
                let Some(answer) = the_match.next_answer() else {
                    let cells = Dimension::Range(0, 18);
                    let group = Group { verb: VerbId(0), dimensions: vec![cells] };
                    let decision = Decision::of(Seat(0), WordId(1), vec![group]);
                    return the_match.ask(vec![decision]).map(|()| Progress::Asks);
                };
                let cell = crate::board::Cell(answer.args.get(0).unwrap_or(0) as u16);
                let piece = PieceId(cell.0 % 3);
                if the_match.state().at(cell).is_none() {
                    the_match.apply(Effect::Put { piece, cell, facing: 0 }, PieceId::NONE);
                }
            }
            self.look(the_match);
            the_match.queue(StepCall::default());
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
            Ok(None)
        }
    }

    fn to(cell: i32) -> Action {
        Action { verb: VerbId(0), args: [cell].into_iter().collect() }
    }

    /// Every way to copy and go on leads to the same state, the same modifiers and the same
    /// number of entries of the log, whatever lay in the memory before.
    #[test]
    fn a_copy_laid_at_its_checkpoint_goes_on_like_any_other() {
        let mut the_match =
            sample::position(&[(0, 0, (0, 0), 0), (2, 0, (0, 1), 0), (2, 0, (2, 0), 0)]);
        let mut rules = Mover { seen: Vec::new() };
        the_match.advance(&mut rules).unwrap();
        let mut used = sample::position(&[(4, 1, (1, 1), 2)]);
        let mut laid = the_match.fork();
        for round in 0..40 {
            for cell in 0..19 {
                let mut copy = the_match.fork();
                copy.act(&mut rules, Seat(0), to(cell)).unwrap();
                let expected = (copy.digest(), rules.seen.clone(), copy.log.n_written);
                for onto in [&mut used, &mut laid] {
                    the_match.fork_with(onto, Seat(0), to(cell)).unwrap();
                    onto.advance(&mut rules).unwrap();
                    let found = (onto.digest(), rules.seen.clone(), onto.log.n_written);
                    assert_eq!(found, expected, "round {round}, cell {cell}");
                }
                the_match.fork_onto(&mut used);
                used.act(&mut rules, Seat(0), to(cell)).unwrap();
                assert_eq!((used.digest(), &rules.seen), (expected.0, &expected.1));
                let fresh =
                    Match::at(copy.game.clone(), copy.setup.clone(), &copy.snapshot(), &mut rules);
                assert_eq!((fresh.unwrap().digest(), &rules.seen), (expected.0, &expected.1));
            }
            the_match.act(&mut rules, Seat(0), to(round * 7 % 19)).unwrap();
        }
    }

    #[test]
    fn what_is_not_offered_is_not_copied() {
        let mut the_match = sample::position(&[(0, 0, (0, 0), 0)]);
        let mut rules = Mover { seen: Vec::new() };
        the_match.advance(&mut rules).unwrap();
        let mut copy = the_match.fork();
        assert_eq!(the_match.fork_with(&mut copy, Seat(0), to(19)), Err(ActError::NotOffered));
        assert_eq!(
            the_match.fork_with(&mut copy, Seat(1), to(1)),
            Err(ActError::NotAsked(Seat(1)))
        );
    }
}
