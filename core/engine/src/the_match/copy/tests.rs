//! Copies that lead to the same places.

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

fn question() -> Decision {
    let group = Group { verb: VerbId(0), dimensions: vec![Dimension::Range(0, 18)] };
    Decision::of(Seat(0), WordId(1), vec![group])
}

fn walk(the_match: &mut Match, answer: Action) {
    let cell = crate::board::Cell(answer.args.get(0).unwrap_or(0) as u16);
    let piece = PieceId(cell.0 % 3);
    if the_match.state().at(cell).is_none() {
        the_match.apply(Effect::Put { piece, cell, facing: 0 }, PieceId::NONE);
    }
}

impl Rules for Mover {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        the_match.rewind_step();
        self.seen.clear();
        for _ in 0..3 {
            self.look(the_match);
            let Some(answer) = the_match.next_answer() else {
                return the_match.ask(vec![question()]).map(|()| Progress::Asks);
            };
            walk(the_match, answer);
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
            same_on_every_way(&the_match, (&mut used, &mut laid), &mut rules, to(cell));
        }
        the_match.act(&mut rules, Seat(0), to(round * 7 % 19)).unwrap();
    }
}

fn same_on_every_way(
    the_match: &Match,
    (used, laid): (&mut Match, &mut Match),
    rules: &mut Mover,
    action: Action,
) {
    let mut copy = the_match.fork();
    copy.act(rules, Seat(0), action).unwrap();
    let expected = (copy.digest(), rules.seen.clone(), copy.log.n_written);
    for onto in [&mut *used, laid] {
        the_match.fork_with(onto, Seat(0), action).unwrap();
        onto.advance(rules).unwrap();
        assert_eq!((onto.digest(), rules.seen.clone(), onto.log.n_written), expected);
    }
    the_match.fork_onto(used);
    used.act(rules, Seat(0), action).unwrap();
    assert_eq!((used.digest(), &rules.seen), (expected.0, &expected.1));
    let (game, setup) = (copy.game.clone(), copy.setup.clone());
    let fresh = Match::at(game, setup, &copy.snapshot(), rules).unwrap();
    assert_eq!((fresh.digest(), &rules.seen), (expected.0, &expected.1));
}

#[test]
fn what_is_not_offered_is_not_copied() {
    let mut the_match = sample::position(&[(0, 0, (0, 0), 0)]);
    let mut rules = Mover { seen: Vec::new() };
    the_match.advance(&mut rules).unwrap();
    let mut copy = the_match.fork();
    assert_eq!(the_match.fork_with(&mut copy, Seat(0), to(19)), Err(ActError::NotOffered));
    assert_eq!(the_match.fork_with(&mut copy, Seat(1), to(1)), Err(ActError::NotAsked(Seat(1))));
}
