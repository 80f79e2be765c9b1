//! Two games so small that everybody knows who wins.
//!
//! Heap: in turn a seat takes one or two, and who takes the last has won. Whoever is to take from a
//! heap of threes loses; from any other it takes what makes it threes.
//!
//! Guess: a seat says which of two cards lies on top of the deck. If it is right it wins, else the
//! other does.

use std::sync::Arc;

use harena_engine::board::{Board, BoardPlan, Shape};
use harena_engine::decision::{Dimension, Group};
use harena_engine::effect::Effect;
use harena_engine::game::{ArgKind, Game, Prototype, Sight, ZoneRule};
use harena_engine::id::{PrototypeId, StepId, VarId, VerbId, WordId, ZoneId};
use harena_engine::mask::Mask;
use harena_engine::state::{Outcome, StepCall, ZoneList};
use harena_engine::the_match::{Fault, Progress, Setup};

use super::*;
use crate::Table;
use crate::hunt::{Bag, Finding, Flaw, Hunt, hunt};

const TAKE: VerbId = VerbId(0);
const LOOK: VerbId = VerbId(1);
const SAY: VerbId = VerbId(2);
const HEAP: VarId = VarId(0);
const DECK: ZoneId = ZoneId(0);
const OPEN: ZoneId = ZoneId(1);

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    /// A heap of so many.
    Heap(i32),
    /// The same; who takes the last wins unless a die falls on 1.
    HeapAndDie(i32),
    /// A card is guessed.
    Guess,
    /// A card may be looked at before.
    LookAndGuess,
}

struct Small(Play);

fn table(play: Play) -> Table<'static> {
    let mut game = Game { id: "small".into(), n_seats: 2, ..Game::default() };
    let names = |list: &[&'static str]| list.iter().copied().collect();
    game.names.kinds = names(&["card"]);
    game.names.zones = names(&["deck", "open"]);
    game.names.verbs = names(&["take", "look", "say"]);
    game.names.steps = names(&["setup", "turn", "guess"]);
    game.names.seat_vars = names(&["heap"]);
    game.names.words = names(&["what_to_do", "done"]);
    let zone = |sight| ZoneRule { per_seat: false, sight, kinds: Mask::NONE };
    game.zones = vec![zone(Sight::Nobody), zone(Sight::All)];
    game.verbs = vec![vec![ArgKind::Number], vec![], vec![ArgKind::Number]];
    game.seat_vars = vec![0];
    let card = |id: &str| Prototype { id: id.into(), title: id.into(), ..Prototype::BLANK };
    game.prototypes = vec![card("red"), card("blue")];
    let shape = Shape::Square { width: 1, height: 1, diagonals: false, without: Vec::new() };
    game.board = Arc::new(Board::build(&BoardPlan::of(shape)).unwrap());
    Table { game: Arc::new(game), rules: Box::new(Small(play)) }
}

fn queue(the_match: &mut Match, step: u8, seat: u8) {
    the_match.queue(StepCall { step: StepId(step), args: [i32::from(seat), 0, 0, 0] });
}

fn win(the_match: &mut Match, seat: u8) {
    let (winners, reason) = (1 << seat, WordId(1));
    the_match.end(Outcome { winners, scores: vec![0; 2], parts: Vec::new(), reason });
}

fn zone(the_match: &Match, zone: ZoneId) -> ZoneList {
    ZoneList::of(&the_match.game, zone, Seat::NONE)
}

impl Rules for Small {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        the_match.rewind_step();
        let call = the_match.step().unwrap();
        let seat = call.args[0] as u8;
        match (call.step.0, self.0) {
            (0, Play::Heap(n) | Play::HeapAndDie(n)) => {
                let heap = Effect::Var { seat: Some(Seat(0)), var: HEAP, value: n };
                the_match.apply(heap, PieceId::NONE);
                queue(the_match, 1, 0);
                Ok(Progress::Done)
            }
            (0, Play::Guess | Play::LookAndGuess) => {
                let list = zone(the_match, DECK);
                for at in 0..2 {
                    let (prototype, owner) = (PrototypeId(at), Seat::NONE);
                    the_match.apply(Effect::Create { prototype, owner }, PieceId::NONE);
                    let piece = PieceId(at);
                    the_match.apply(Effect::Send { piece, list, at: u16::MAX }, PieceId::NONE);
                }
                the_match.apply(Effect::Shuffle(list), PieceId::NONE);
                queue(the_match, 2, 0);
                Ok(Progress::Done)
            }
            (1, _) => self.take(the_match, seat),
            _ => self.guess(the_match),
        }
    }

    fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
        Ok(None)
    }
}

impl Small {
    fn take(&self, the_match: &mut Match, seat: u8) -> Result<Progress, Fault> {
        let heap = the_match.state().var(&the_match.game, Some(Seat(0)), HEAP);
        let Some(taken) = the_match.next_answer() else {
            let dimensions = vec![Dimension::Range(1, heap.min(2))];
            let group = Group { verb: TAKE, dimensions };
            the_match.ask(vec![Decision::of(Seat(seat), WordId(0), vec![group])])?;
            return Ok(Progress::Asks);
        };
        let value = heap - taken.args.get(0).unwrap();
        the_match.apply(Effect::Var { seat: Some(Seat(0)), var: HEAP, value }, PieceId::NONE);
        if value > 0 {
            queue(the_match, 1, 1 - seat);
            return Ok(Progress::Done);
        }
        let is_unlucky = matches!(self.0, Play::HeapAndDie(_))
            && the_match.state_mut().chance.stream("die").roll(6).unwrap() == 1;
        win(the_match, if is_unlucky { 1 - seat } else { seat });
        Ok(Progress::Done)
    }

    fn guess(&self, the_match: &mut Match) -> Result<Progress, Fault> {
        let open = the_match.state().zone(zone(the_match, OPEN)).first().copied();
        let Some(answer) = the_match.next_answer() else {
            let dimensions = vec![Dimension::Range(0, 1)];
            let mut groups = vec![Group { verb: SAY, dimensions }];
            if self.0 == Play::LookAndGuess && open.is_none() {
                groups.insert(0, Group { verb: LOOK, dimensions: Vec::new() });
            }
            the_match.ask(vec![Decision::of(Seat(0), WordId(0), groups)])?;
            return Ok(Progress::Asks);
        };
        let top = the_match.state().zone(zone(the_match, DECK)).last().copied();
        let card = open.or(top).unwrap();
        if answer.verb == LOOK {
            let list = zone(the_match, OPEN);
            the_match.apply(Effect::Send { piece: card, list, at: 0 }, PieceId::NONE);
            queue(the_match, 2, 0);
            return Ok(Progress::Done);
        }
        let is_right = answer.args.get(0) == Some(the_match.state().piece(card).prototype.0.into());
        win(the_match, u8::from(!is_right));
        Ok(Progress::Done)
    }
}

fn bag(play: Play, force: Force) -> Bag {
    let (n_matches, max_decisions) = (20, 60);
    let plan = Hunt { n_matches, seed: 4, factions: vec![Vec::new()], max_decisions, force };
    hunt(&plan, &mut table(play), &|_| false).unwrap()
}

/// Who wins by force with how many choices, after how many actions, and how long it takes in all.
fn found(play: Play, force: Force) -> Vec<(u8, u8, usize, usize)> {
    let told = |it: &Finding| {
        let Flaw::Wins(forced) = &it.flaw else { return None };
        assert_eq!(forced.n_dealt, 0, "nothing is hidden");
        Some((forced.seat.0, forced.n_choices, forced.after, it.line.len()))
    };
    let mut found: Vec<_> = bag(play, force).findings.iter().filter_map(told).collect();
    found.sort_unstable();
    found
}

const TWO: Force = Force { n_choices: 2, opening: 1 };

/// From 5, and from 4, the first takes what leaves 3, and then the rest.
#[test]
fn a_forced_win_is_found_where_the_match_begins() {
    for n in [4, 5] {
        assert_eq!(found(Play::Heap(n), TWO), [(0, 2, 0, 3)]);
    }
    assert_eq!(found(Play::Heap(2), TWO), [(0, 1, 0, 1)]);
    assert_eq!(found(Play::Heap(1), TWO), [(0, 0, 0, 1)], "there is nothing to choose");
}

/// From 3, and from 6, whatever the first takes, the other leaves threes.
#[test]
fn a_position_where_every_line_loses_is_found() {
    assert_eq!(found(Play::Heap(3), TWO), [(1, 1, 0, 2)]);
    assert_eq!(found(Play::Heap(6), TWO), [(1, 2, 0, 4)]);
}

/// From 7 the first wins with three choices, which is too far to see; after its first choice
/// there is 6 or 5 for the other: one of them wins with two choices, and which is up to the first.
#[test]
fn a_line_is_as_short_as_it_can_be() {
    assert_eq!(found(Play::Heap(7), TWO), [(0, 2, 1, 5), (1, 2, 1, 4)]);
    assert_eq!(found(Play::Heap(7), Force { n_choices: 3, ..TWO }), [(0, 3, 0, 5)]);
}

#[test]
fn nothing_is_found_where_nothing_is_looked_for() {
    assert!(found(Play::Heap(5), Force::NONE).is_empty());
    let none = Force { opening: 0, ..TWO };
    assert_eq!(bag(Play::Heap(5), none).looks, Looks::default());
    // Of 20 no win is near before both have chosen.
    let bag = bag(Play::Heap(20), TWO);
    assert!(bag.findings.is_empty());
    // 20 at the start, 19 or 18 after the first choice; each is looked at once.
    assert_eq!(bag.looks, Looks { n: 3, n_open: 0, n_left_out: 0 });
}

fn wins(play: Play, n_choices: u8) -> Option<u32> {
    let mut table = table(play);
    let mut found = Vec::new();
    for seed in 0..6 {
        let setup = Setup { seed, ..Setup::default() };
        let mut the_match = Match::new(table.game.clone(), setup);
        the_match.advance(&mut *table.rules).unwrap();
        let decision = the_match.decision().unwrap().clone();
        let held = holds((&the_match, &decision), &mut *table.rules, (Seat(0), n_choices));
        found.push(held.map(|(forced, _)| forced.n_dealt));
    }
    assert!(found.windows(2).all(|two| two[0] == two[1]), "{found:?}");
    found[0]
}

/// In the true match one answer wins; the seat does not know which.
#[test]
fn what_is_hidden_is_not_known() {
    assert_eq!(wins(Play::Guess, 2), None);
}

/// It looks, and then says what it has seen; with one choice it cannot do both.
#[test]
fn what_was_looked_at_is_known() {
    assert_eq!(wins(Play::LookAndGuess, 1), None);
    assert_eq!(wins(Play::LookAndGuess, 2), Some(N_DEALT));
}

/// The die falls on 1 in some of the matches dealt, if not in the true one.
#[test]
fn what_is_left_to_chance_is_not_forced() {
    for n in 1..6 {
        assert_eq!(wins(Play::HeapAndDie(n), 2), None);
    }
}
