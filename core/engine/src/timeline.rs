//! A match with its past and its undone future: undo, redo, going to any moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decision::Action;
use crate::game::Game;
use crate::hash::Digest;
use crate::id::*;
use crate::log::Log;
use crate::the_match::{ActError, Fault, Match, Rules, Setup, Snapshot, Translation};

/// One action of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// The digest of the match after it.
    pub digest: Digest,
    /// Whether hidden things were shown or chance spoke on the way to the next decision.
    pub revealed: bool,
}

/// A match in play with everything needed to go back and forth.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The match now.
    pub now: Match,
    /// All moves, undone ones included.
    pub moves: Vec<Move>,
    past: Vec<(Snapshot, Log)>,
}

impl Timeline {
    /// Begins a match and runs it to its first decision, keeping a log.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin(game: Arc<Game>, setup: Setup, rules: &mut dyn Rules) -> Result<Timeline, Fault> {
        let mut now = Match::new(game, setup);
        now.log.on = true;
        now.keep_frames = true;
        now.advance(rules)?;
        now.take_revealed();
        Ok(Timeline { now, moves: Vec::new(), past: Vec::new() })
    }

    /// A timeline that begins at a match already in play.
    pub fn of(now: Match) -> Timeline {
        Timeline { now, moves: Vec::new(), past: Vec::new() }
    }

    /// How many moves lie before now.
    pub fn n_done(&self) -> usize {
        self.past.len()
    }

    /// Takes an option; what was undone is forgotten. A fault leaves everything as it was.
    ///
    /// # Errors
    /// As [`Match::act`]; the match is as before in every case.
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<(), ActError> {
        let before = self.now.clone();
        self.now.frames.clear();
        if let Err(error) = self.now.act(rules, seat, action) {
            self.now = before;
            return Err(error);
        }
        self.past.push((before.snapshot(), before.log));
        self.moves.truncate(self.past.len() - 1);
        let (digest, revealed) = (self.now.digest(), self.now.take_revealed());
        self.moves.push(Move { seat, action, digest, revealed });
        Ok(())
    }

    /// Goes to the moment after `n` moves; moves beyond stay for redoing.
    ///
    /// # Errors
    /// A fault of the rules; the match stays where it was.
    pub fn go_to(&mut self, rules: &mut dyn Rules, n: usize) -> Result<(), Fault> {
        let n = n.min(self.moves.len());
        if let Some((snapshot, log)) = self.past.get(n) {
            self.now = self.restore(snapshot, log, rules)?;
            self.past.truncate(n);
        }
        while self.past.len() < n {
            let Some(next) = self.moves.get(self.past.len()).copied() else { break };
            let future = self.moves.clone();
            let result = self.act(rules, next.seat, next.action);
            self.moves = future;
            result.map_err(|error| match error {
                ActError::Fault(fault) => fault,
                other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
                    Fault::new("H0412", format!("this move no longer applies: {other}"))
                }
            })?;
        }
        Ok(())
    }

    /// Continues this match under another build of its game or rules.
    ///
    /// Everything is carried over by its name, whatever number it has in the new build. The
    /// checkpoint is kept and the pending step is run again with the answers so far. If that
    /// fails, the step is run without them; if that fails too, the match stays as it was.
    ///
    /// # Errors
    /// Something in the match that the new build does not have, or a fault of the new rules.
    pub fn adopt(&mut self, game: Arc<Game>, rules: &mut dyn Rules) -> Result<(), Fault> {
        let old = self.now.game.clone();
        let translation = Translation::new(&old, &game);
        let mut snapshot = translation.snapshot(&self.now.snapshot())?;
        let setup = Arc::new(translation.setup(&self.now.setup)?);
        let translated = |log: &Log| Log {
            entries: log.entries.iter().filter_map(|entry| translation.entry(entry)).collect(),
            ..log.clone()
        };
        let log = translated(&self.now.log);
        let mut moves = self.moves.clone();
        for known in &mut moves {
            known.action = translation.action(&known.action)?;
        }
        let mut past = Vec::with_capacity(self.past.len());
        for (moment, log) in &self.past {
            past.push((translation.snapshot(moment)?, translated(log)));
        }
        let next = match Match::at(game.clone(), setup.clone(), &snapshot, rules) {
            Ok(next) => next,
            Err(first) => {
                snapshot.answers.clear();
                snapshot.given.clear();
                Match::at(game, setup, &snapshot, rules).map_err(|_| first)?
            }
        };
        self.now = next;
        self.now.log = log;
        self.now.keep_frames = true;
        (self.moves, self.past) = (moves, past);
        Ok(())
    }

    fn restore(
        &self,
        snapshot: &Snapshot,
        log: &Log,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        let mut the_match =
            Match::at(self.now.game.clone(), self.now.setup.clone(), snapshot, rules)?;
        the_match.log = log.clone();
        the_match.keep_frames = true;
        Ok(the_match)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Decision, Dimension, Group};
    use crate::effect::Effect;
    use crate::game::ArgKind;
    use crate::log::sentence::gap_value;
    use crate::log::{Entry, What};
    use crate::sample;
    use crate::state::{Outcome, State, StepCall};
    use crate::the_match::Progress;

    /// Asks seat 0 twice in one step and adds up the answers; fails on the answer 9.
    #[derive(Default)]
    struct Adder {
        runs: usize,
    }

    fn question() -> Decision {
        let group = Group { verb: VerbId(0), dimensions: vec![Dimension::Range(0, 9)] };
        Decision::of(Seat(0), WordId(1), vec![group])
    }

    fn add(the_match: &mut Match, answer: Action) -> Result<(), Fault> {
        let n = answer.args.get(0).unwrap_or(0);
        if n == 9 {
            return Err(Fault::new("H0401", "nine is too much"));
        }
        let sum = the_match.state().var(&the_match.game, None, VarId(0)) + n;
        let change = Effect::Var { seat: None, var: VarId(0), value: sum };
        the_match.apply(change, PieceId::NONE);
        Ok(())
    }

    impl Rules for Adder {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            self.runs += 1;
            the_match.rewind_step();
            for _ in 0..2 {
                match the_match.next_answer() {
                    Some(answer) => add(the_match, answer)?,
                    None => return the_match.ask(vec![question()]).map(|()| Progress::Asks),
                }
            }
            if the_match.state().var(&the_match.game, None, VarId(0)) >= 10 {
                let (winners, reason) = (1, WordId(0));
                the_match.end(Outcome { winners, scores: Vec::new(), parts: Vec::new(), reason });
            } else {
                the_match.queue(StepCall::default());
            }
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
            Ok(None)
        }
    }

    fn sum(timeline: &Timeline) -> i32 {
        timeline.now.state().var(&timeline.now.game, None, VarId(0))
    }

    fn play(timeline: &mut Timeline, n: i32) -> Result<(), ActError> {
        let args = [n].into_iter().collect();
        timeline.act(&mut Adder::default(), Seat(0), Action { verb: VerbId(0), args })
    }

    fn begun() -> Timeline {
        Timeline::begin(sample::game(), Setup::default(), &mut Adder::default()).unwrap()
    }

    #[test]
    fn undo_and_redo_reach_the_same_moments() {
        let mut timeline = begun();
        let mut digests = vec![timeline.now.digest()];
        for n in [1, 2, 3] {
            play(&mut timeline, n).unwrap();
            digests.push(timeline.now.digest());
        }
        assert_eq!(sum(&timeline), 6);
        for n in [0, 3, 1, 2, 3, 0] {
            timeline.go_to(&mut Adder::default(), n).unwrap();
            assert_eq!(timeline.now.digest(), digests[n], "after {n} moves");
            assert_eq!(timeline.n_done(), n);
        }
        timeline.go_to(&mut Adder::default(), 1).unwrap();
        play(&mut timeline, 5).unwrap();
        assert_eq!((sum(&timeline), timeline.moves.len()), (6, 2), "a new future");
    }

    #[test]
    fn a_fault_leaves_the_match_playable() {
        let mut timeline = begun();
        play(&mut timeline, 1).unwrap();
        let before = timeline.now.digest();
        assert!(matches!(play(&mut timeline, 9), Err(ActError::Fault(_))));
        assert_eq!(timeline.now.digest(), before);
        assert_eq!(play(&mut timeline, 11), Err(ActError::NotOffered));
        play(&mut timeline, 2).unwrap();
        assert_eq!(sum(&timeline), 3);
    }

    #[test]
    fn a_match_in_mid_step_survives_saving() {
        let mut timeline = begun();
        play(&mut timeline, 4).unwrap();
        let text = serde_json::to_string(&timeline.now.snapshot()).unwrap();
        let snapshot: Snapshot = serde_json::from_str(&text).unwrap();
        let mut rules = Adder::default();
        let (game, setup) = (sample::game(), timeline.now.setup.clone());
        let back = Match::at(game, setup, &snapshot, &mut rules).unwrap();
        assert_eq!(back.digest(), timeline.now.digest());
        assert_eq!(rules.runs, 1, "the step is run once with the answer it had");
        let copy = timeline.now.fork();
        assert_eq!(copy.digest(), timeline.now.digest());
    }

    #[test]
    fn the_match_ends_where_the_rules_say() {
        let mut timeline = begun();
        for n in [5, 5] {
            play(&mut timeline, n).unwrap();
        }
        assert_eq!(timeline.now.outcome().map(|outcome| outcome.winners), Some(1));
        assert!(matches!(play(&mut timeline, 1), Err(ActError::NotAsked(_))));
    }

    /// Step 1 of the sample game ends the match for the seat that gives up.
    struct Conceding(Adder);

    impl Rules for Conceding {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            let Some(call) = the_match.step().filter(|call| call.step == StepId(1)) else {
                return self.0.run(the_match);
            };
            the_match.rewind_step();
            let winners = 2 >> call.args[0];
            let outcome =
                Outcome { winners, scores: Vec::new(), parts: Vec::new(), reason: WordId(0) };
            the_match.end(outcome);
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
            Ok(None)
        }
    }

    #[test]
    fn a_seat_that_is_asked_can_give_up_and_take_it_back() {
        let mut game = (*sample::game()).clone();
        game.concede = Some(StepId(1));
        let mut rules = Conceding(Adder::default());
        let mut timeline = Timeline::begin(Arc::new(game), Setup::default(), &mut rules).unwrap();
        play(&mut timeline, 4).unwrap();
        let before = timeline.now.digest();
        assert!(timeline.now.may_concede(Seat(0)) && !timeline.now.may_concede(Seat(1)));
        let give_up = Action { verb: crate::decision::CONCEDE, args: Default::default() };
        assert_eq!(timeline.act(&mut rules, Seat(1), give_up), Err(ActError::NotAsked(Seat(1))));
        timeline.act(&mut rules, Seat(0), give_up).unwrap();
        assert_eq!(timeline.now.outcome().map(|outcome| outcome.winners), Some(2));
        assert_eq!(sum(&timeline), 4, "what the step had done so far stands");
        timeline.go_to(&mut rules, 1).unwrap();
        assert_eq!((timeline.now.digest(), timeline.now.outcome()), (before, None));
        let mut plain = begun();
        assert_eq!(plain.act(&mut rules, Seat(0), give_up), Err(ActError::NotOffered));
    }

    /// Asks once, then rolls a die into the variable.
    struct Roller;

    impl Rules for Roller {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            the_match.rewind_step();
            let first = the_match.state_mut().chance.stream("dice").roll(6).unwrap();
            if the_match.next_answer().is_none() {
                return the_match.ask(vec![question()]).map(|()| Progress::Asks);
            }
            let second = the_match.state_mut().chance.stream("dice").roll(6).unwrap();
            let value = (first * 10 + second) as i32;
            the_match.apply(Effect::Var { seat: None, var: VarId(0), value }, PieceId::NONE);
            the_match.queue(StepCall::default());
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
            Ok(None)
        }
    }

    /// What is forced while a step waits holds for the rolls after the answer, not for the one
    /// the step made before, although it is run again from its start.
    #[test]
    fn forced_results_outlive_a_step_that_is_run_again() {
        let timeline = Timeline::begin(sample::game(), Setup::default(), &mut Roller).unwrap();
        let args = [1].into_iter().collect();
        let answer = Action { verb: VerbId(0), args };
        let mut free = timeline.clone();
        free.act(&mut Roller, Seat(0), answer).unwrap();
        for forced in [2, 5] {
            let mut timeline = timeline.clone();
            timeline.now.force("dice", &[forced]);
            timeline.act(&mut Roller, Seat(0), answer).unwrap();
            assert_eq!(sum(&timeline) % 10, forced as i32);
            assert_eq!(sum(&timeline) / 10, sum(&free) / 10, "the first roll is what it was");
        }
    }

    /// The sample game with the shooter first, a new tile second and a new counter before wounds.
    fn rearranged() -> Arc<Game> {
        let mut game = (*sample::game()).clone();
        game.prototypes.swap(0, 4);
        game.prototypes
            .insert(1, crate::game::Prototype { id: "new".into(), ..Default::default() });
        game.names.counters = ["charges", "wounds"].into_iter().collect();
        game.names.vars = ["other", "sum"].into_iter().collect();
        game.vars = vec![7, 0];
        if let Some(combat) = &mut game.combat {
            combat.wounds = CounterId(1);
        }
        Arc::new(game)
    }

    #[test]
    fn a_match_goes_on_by_names_when_numbers_have_changed() {
        let mut timeline = begun();
        let create = Effect::Create { prototype: PrototypeId(0), owner: Seat(0) };
        timeline.now.apply(create, PieceId::NONE);
        timeline
            .now
            .apply(Effect::Wound { piece: PieceId(0), n: 1, by: PieceId::NONE }, PieceId::NONE);
        let old = timeline.now.game.clone();
        let new = rearranged();
        let moment = Snapshot { base: timeline.now.state().clone(), ..Snapshot::default() };
        let carried = Translation::new(&old, &new).snapshot(&moment).unwrap();
        let piece = carried.base.piece(PieceId(0));
        assert_eq!(new.prototype(piece.prototype).id, "fighter");
        assert_eq!(piece.counters[..2], [0, 1]);
        assert_eq!(carried.base.var(&new, None, VarId(0)), 7, "a new variable has its start");
    }

    #[test]
    fn how_a_match_ended_is_still_said_when_words_have_other_numbers() {
        let old = sample::game();
        let mut new = (*old).clone();
        new.names.words = ["", "points", "pick"].into_iter().collect();
        let outcome = Outcome {
            winners: 1,
            scores: vec![3, 2],
            parts: vec![vec![(WordId(1), 3)]],
            reason: WordId(1),
        };
        let base = State { outcome: Some(outcome), ..State::new(&old, 0) };
        let moment = Snapshot { base, ..Snapshot::default() };
        let carried = Translation::new(&old, &new).snapshot(&moment).unwrap().base.outcome.unwrap();
        assert_eq!(new.names.words.name(carried.reason.index()), "pick");
        assert_eq!(carried.parts, [[(WordId(2), 3)]]);
    }

    #[test]
    fn what_the_log_said_is_still_said_when_names_have_other_numbers() {
        let old = sample::game();
        let mut new = (*old).clone();
        new.names.words = ["", "points", "pick"].into_iter().collect();
        new.prototypes.swap(0, 2);
        let args = [
            gap_value(ArgKind::Word, 1),
            gap_value(ArgKind::Prototype, 0),
            gap_value(ArgKind::Piece, 1),
            -7,
        ];
        let what = What::Said { word: WordId(1), args };
        let told = Entry { what, instant: 0, by: PieceId::NONE, action: 0, to: Seat::NONE };
        let carried = Translation::new(&old, &new).entry(&told).unwrap();
        let expected = [
            gap_value(ArgKind::Word, 2),
            gap_value(ArgKind::Prototype, 2),
            gap_value(ArgKind::Piece, 1),
            -7,
        ];
        assert_eq!(carried.what, What::Said { word: WordId(2), args: expected });
        new.prototypes.remove(2);
        assert!(Translation::new(&old, &new).entry(&told).is_none(), "it tells of what is gone");
    }

    #[test]
    fn what_is_in_play_cannot_be_dropped() {
        let old = sample::game();
        let mut new = (*old).clone();
        new.prototypes.remove(2);
        let mut state = State::new(&old, 0);
        let piece =
            |n| crate::state::Piece { prototype: PrototypeId(n), ..crate::state::Piece::BLANK };
        state.pieces = vec![piece(3)];
        let moment = |state: &State| Snapshot { base: state.clone(), ..Snapshot::default() };
        let translation = Translation::new(&old, &new);
        assert!(translation.snapshot(&moment(&state)).is_ok());
        state.pieces.push(piece(2));
        let refused = translation.snapshot(&moment(&state)).unwrap_err();
        assert!(refused.message.contains("`support`"), "{refused}");
    }
}
