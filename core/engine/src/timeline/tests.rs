//! Going back and forth.

use super::*;
use crate::codes;
use crate::decision::{Decision, Dimension, Group};
use crate::effect::{Effect, Event};
use crate::game::EventKind;
use crate::log::sentence::Gap;
use crate::log::{Entry, What};
use crate::sample;
use crate::state::{Outcome, State, StepCall};
use crate::the_match::Progress;
use crate::the_match::Snapshot;

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
        return Err(Fault::new(codes::SCRIPT_ERROR, "nine is too much"));
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

fn play_all(timeline: &mut Timeline, numbers: &[i32]) {
    for n in numbers {
        play(timeline, *n).unwrap();
    }
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
    assert_eq!((sum(&timeline), timeline.moves().len()), (6, 2), "a new future");
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
        let outcome = Outcome { winners, scores: Vec::new(), parts: Vec::new(), reason: WordId(0) };
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

/// Chance that is dealt anew while a step waits is another one after the answer, in every copy,
/// although the step is run again from its start; what it gave before stays.
#[test]
fn chance_dealt_anew_outlives_a_step_that_is_run_again() {
    let timeline = Timeline::begin(sample::game(), Setup::default(), &mut Roller).unwrap();
    let answer = Action { verb: VerbId(0), args: [1].into_iter().collect() };
    let rolls = |seed: Option<u64>| {
        let mut copy = timeline.now.fork();
        seed.into_iter().for_each(|seed| copy.deal_chance(seed));
        let [first, second] = [copy.fork(), copy].map(|mut copy| {
            copy.act(&mut Roller, Seat(0), answer).unwrap();
            copy.state().var(&copy.game, None, VarId(0))
        });
        assert_eq!(first, second, "a copy gives the same");
        (first / 10, first % 10)
    };
    let true_rolls = rolls(None);
    let dealt: Vec<_> = (0..30).map(|seed| rolls(Some(seed))).collect();
    assert!(dealt.iter().all(|it| it.0 == true_rolls.0), "{dealt:?}");
    for die in 1..=6 {
        assert!(dealt.iter().any(|it| it.1 == die), "{die} among {dealt:?}");
    }
}

/// The sample game with the shooter first, a new tile second and a new counter before wounds.
fn rearranged() -> Arc<Game> {
    let mut game = (*sample::game()).clone();
    game.prototypes.swap(0, 4);
    game.prototypes.insert(1, crate::game::Prototype { id: "new".into(), ..Default::default() });
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
    timeline.now.apply(Effect::Wound { piece: PieceId(0), n: 1, by: PieceId::NONE }, PieceId::NONE);
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
    let gaps = |word, prototype| {
        [
            Gap::Word(WordId(word)),
            Gap::Prototype(PrototypeId(prototype)),
            Gap::Piece(PieceId(1)),
            Gap::Number(-7),
        ]
    };
    let args = gaps(1, 0);
    let what = What::Said { word: WordId(1), args };
    let told = Entry { what, instant: 0, by: PieceId::NONE, action: 0, to: Seat::NONE, seen: None };
    let carried = Translation::new(&old, &new).entry(&told).unwrap();
    let expected = gaps(2, 2);
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
    let piece = |n| crate::state::Piece { prototype: PrototypeId(n), ..crate::state::Piece::BLANK };
    state.pieces = vec![piece(3)];
    let moment = |state: &State| Snapshot { base: state.clone(), ..Snapshot::default() };
    let translation = Translation::new(&old, &new);
    assert!(translation.snapshot(&moment(&state)).is_ok());
    state.pieces.push(piece(2));
    let refused = translation.snapshot(&moment(&state)).unwrap_err();
    assert!(refused.message.contains("`support`"), "{refused}");
}

type LineTold = (u32, Option<(u32, usize)>, usize);

/// What the timeline says of all lines: number, where from, how many moves; and the current one.
fn lines(timeline: &Timeline) -> (Vec<LineTold>, u32) {
    let all = timeline.lines();
    let current = all.iter().find(|line| line.is_current).unwrap().number;
    (all.iter().map(|it| (it.number, it.from, it.n_moves)).collect(), current)
}

#[test]
fn the_past_is_looked_at_and_nothing_is_lost() {
    let mut timeline = begun();
    play_all(&mut timeline, &[1, 2, 1, 3]);
    let end = timeline.now.digest();
    for n in [2, 0, 3, 1] {
        timeline.go_to(&mut Adder::default(), n).unwrap();
        assert!(timeline.is_past());
        assert_eq!((timeline.moves().len(), timeline.n_done()), (4, n));
    }
    play(&mut timeline, 2).unwrap();
    assert_eq!(lines(&timeline), (vec![(1, None, 4)], 1), "the move that came next, again");
    timeline.go_to(&mut Adder::default(), 4).unwrap();
    assert_eq!(timeline.now.digest(), end);
}

#[test]
fn whoever_goes_on_from_the_past_begins_a_line_and_the_other_stays() {
    let mut rules = Adder::default();
    let mut timeline = begun();
    play_all(&mut timeline, &[1, 2, 1]);
    let first = timeline.now.digest();
    timeline.go_to(&mut rules, 1).unwrap();
    play(&mut timeline, 5).unwrap();
    assert_eq!(lines(&timeline), (vec![(1, None, 3), (2, Some((1, 1)), 2)], 2));
    play(&mut timeline, 3).unwrap();
    let second = timeline.now.digest();
    timeline.go_to(&mut rules, 2).unwrap();
    play(&mut timeline, 1).unwrap();
    let all = vec![(1, None, 3), (2, Some((1, 1)), 3), (3, Some((2, 2)), 3)];
    assert_eq!(lines(&timeline), (all.clone(), 3));
    assert!(timeline.change_to(&mut rules, 1).unwrap());
    assert_eq!((timeline.now.digest(), timeline.n_done(), sum(&timeline)), (first, 3, 4));
    assert!(timeline.change_to(&mut rules, 2).unwrap());
    assert_eq!((timeline.now.digest(), sum(&timeline)), (second, 9));
    // A moment both lines have is not left.
    timeline.go_to(&mut rules, 1).unwrap();
    assert!(timeline.change_to(&mut rules, 3).unwrap());
    assert_eq!((timeline.n_done(), sum(&timeline), lines(&timeline)), (1, 1, (all, 3)));
    assert!(!timeline.change_to(&mut rules, 9).unwrap());
    // What was played on another line leads there.
    play(&mut timeline, 2).unwrap();
    assert_eq!((timeline.line(), timeline.moves().len()), (1, 3));
}

#[test]
fn a_line_without_a_move_of_its_own_is_forgotten() {
    let mut rules = Adder::default();
    let mut timeline = begun();
    play_all(&mut timeline, &[1, 2]);
    timeline.branch();
    assert_eq!(lines(&timeline), (vec![(1, None, 2)], 1), "nothing lies beyond this moment");
    timeline.go_to(&mut rules, 1).unwrap();
    timeline.branch();
    assert_eq!(lines(&timeline), (vec![(1, None, 2), (2, Some((1, 1)), 1)], 2));
    assert!(!timeline.is_past());
    timeline.change_to(&mut rules, 1).unwrap();
    assert_eq!(lines(&timeline), (vec![(1, None, 2)], 1));
    timeline.branch();
    play(&mut timeline, 2).unwrap();
    assert_eq!(lines(&timeline).1, 2, "the same move on a line of its own");
    play(&mut timeline, 4).unwrap();
    assert_eq!(lines(&timeline), (vec![(1, None, 2), (2, Some((1, 2)), 3)], 2));
}

#[test]
fn the_log_is_the_same_wherever_one_comes_from() {
    let mut rules = Adder::default();
    let mut timeline = begun();
    let mut logs = vec![timeline.now.log.entries.clone()];
    for n in [1, 2, 1, 1, 2] {
        play(&mut timeline, n).unwrap();
        logs.push(timeline.now.log.entries.clone());
    }
    let straight = {
        let mut the_match = Match::new(sample::game(), Setup::default());
        the_match.log.on = true;
        the_match.advance(&mut Once).unwrap();
        let mut rules = Once;
        for n in [1, 2, 1, 1, 2] {
            let args = [n].into_iter().collect();
            the_match.act(&mut rules, Seat(0), Action { verb: VerbId(0), args }).unwrap();
        }
        the_match.log.entries
    };
    assert_eq!(logs[5], straight, "run again at every answer, or resumed");
    for n in [4, 0, 5, 2, 3] {
        timeline.go_to(&mut rules, n).unwrap();
        assert_eq!(timeline.now.log.entries, logs[n], "after {n} moves");
        assert_eq!(timeline.now.log.action as usize, n);
        timeline.now.explained(&mut rules).unwrap();
        assert_eq!(timeline.now.log.entries, logs[n], "explained after {n} moves");
        timeline.adopt(Arc::new((*timeline.now.game).clone()), &mut rules).unwrap();
        assert_eq!(timeline.now.log.entries, logs[n], "under other rules after {n} moves");
    }
    assert!(matches!(play(&mut timeline, 9), Err(ActError::Fault(_))));
    assert_eq!(timeline.now.log.entries, logs[3], "after a fault");
    play(&mut timeline, 1).unwrap();
    assert_eq!(timeline.now.log.entries, logs[4]);
}

/// As [`Adder`], but goes on where it asked as long as nothing came between.
struct Once;

impl Rules for Once {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        let n_known = the_match.answers().len();
        if n_known == 0 {
            the_match.rewind_step();
            return the_match.ask(vec![question()]).map(|()| Progress::Asks);
        }
        if let Some(answer) = the_match.next_answer() {
            add(the_match, answer)?;
        }
        if n_known == 1 {
            return the_match.ask(vec![question()]).map(|()| Progress::Asks);
        }
        the_match.queue(StepCall::default());
        Ok(Progress::Done)
    }

    fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
        Ok(None)
    }
}

#[test]
fn a_moment_of_the_past_is_carried_over_when_one_goes_there() {
    let mut rules = Adder::default();
    let mut timeline = begun();
    play_all(&mut timeline, &[1, 2, 1]);
    let digests: Vec<Digest> = timeline.moves().iter().map(|it| it.digest).collect();
    let mut other = (*sample::game()).clone();
    other.names.vars = ["other", "sum"].into_iter().collect();
    other.vars = vec![0, 0];
    let sum = |timeline: &Timeline| {
        let at = timeline.now.game.names.vars.find("sum").unwrap();
        timeline.now.state().var(&timeline.now.game, None, VarId(at as u8))
    };
    timeline.adopt(Arc::new(other), &mut Nothing).unwrap();
    assert_eq!(sum(&timeline), 3, "what the step that asks did is the business of the new rules");
    timeline.go_to(&mut Nothing, 1).unwrap();
    assert_eq!(sum(&timeline), 0);
    timeline.adopt(sample::game(), &mut rules).unwrap();
    timeline.go_to(&mut rules, 2).unwrap();
    assert_eq!(timeline.now.digest(), digests[1], "and back again");
}

/// Asks and changes nothing.
struct Nothing;

impl Rules for Nothing {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        the_match.rewind_step();
        while the_match.next_answer().is_some() {}
        the_match.ask(vec![question()]).map(|()| Progress::Asks)
    }

    fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
        Ok(None)
    }
}

/// The first step lets something happen that no sheet has answered yet when the second one begins.
/// The second one takes it, and asks.
struct Later;

impl Rules for Later {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        the_match.rewind_step();
        if the_match.step().is_some_and(|call| call.args[0] == 0) {
            let (kind, piece) = (EventKind::Moment(MomentId(0)), PieceId::NONE);
            let event = Event { kind, piece, by: PieceId::NONE, by_cell: None, n: 4, cell: None };
            the_match.raise(event);
            the_match.queue(StepCall { args: [1, 0, 0, 0], ..StepCall::default() });
            return Ok(Progress::Done);
        }
        if let Some(event) = the_match.next_event() {
            the_match
                .apply(Effect::Var { seat: None, var: VarId(0), value: event.n }, PieceId::NONE);
        }
        match the_match.next_answer() {
            Some(_) => {
                let (winners, reason) = (1, WordId(0));
                the_match.end(Outcome { winners, scores: Vec::new(), parts: Vec::new(), reason });
                Ok(Progress::Done)
            }
            None => the_match.ask(vec![question()]).map(|()| Progress::Asks),
        }
    }

    fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
        Ok(None)
    }
}

#[test]
fn what_is_still_to_be_answered_survives_the_end_of_a_step() {
    let mut game = (*sample::game()).clone();
    game.has_triggers = true;
    let game = Arc::new(game);
    let mut timeline = Timeline::begin(game.clone(), Setup::default(), &mut Later).unwrap();
    assert_eq!(sum(&timeline), 4, "the second step takes what the first one left");
    let straight = timeline.now.digest();
    let text = serde_json::to_string(&timeline.now.snapshot()).unwrap();
    let snapshot: Snapshot = serde_json::from_str(&text).unwrap();
    let setup = timeline.now.setup.clone();
    let loaded = Match::at(game.clone(), setup, &snapshot, &mut Later).unwrap();
    assert_eq!(loaded.digest(), straight, "saved and loaded");
    let mut copy = timeline.now.fork();
    copy.rewind_step();
    Later.run(&mut copy).unwrap();
    assert_eq!(copy.digest(), straight, "run again");
    let mut renamed = (*game).clone();
    renamed.names.moments = ["dusk", game.names.moments.name(0)].into_iter().collect();
    let carried = Translation::new(&game, &renamed).snapshot(&snapshot).unwrap();
    assert_eq!(carried.events[0].kind, EventKind::Moment(MomentId(1)), "carried over by name");
    let args = [3].into_iter().collect();
    timeline.act(&mut Later, Seat(0), Action { verb: VerbId(0), args }).unwrap();
    timeline.go_to(&mut Later, 0).unwrap();
    assert_eq!(timeline.now.digest(), straight, "gone back to");
}
