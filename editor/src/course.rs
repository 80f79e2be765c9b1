//! How a match went, read from its log: the number that tells who leads, turn by turn, where it
//! turned, what everybody did, and which pieces did most.

use std::collections::BTreeMap;

use harena_engine::combat::Strike;
use harena_engine::effect::Effect;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::State;
use harena_lab::review::{Mistake, Reviewed, Swing};

use crate::book::Book;

/// So many turning points are told.
const MOST: usize = 3;

/// The number of a seat after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The turn.
    pub turn: u32,
    /// Moves made when it took this value.
    pub moves: usize,
    /// The value.
    pub value: i32,
}

/// Why a moment of a match is told of.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The lead changed much in this turn.
    Lead,
    /// The chances to win changed much.
    Chance(Swing),
    /// Another choice was worth more.
    Mistake(Mistake),
}

/// A moment at which the match turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Why it is told of.
    pub why: Why,
    /// The turn.
    pub turn: u32,
    /// Moves made at the moment one looks at: before it where chances tell, else after it.
    pub moves: usize,
    /// What each seat won or lost in it.
    pub by: Vec<i32>,
    /// The pieces that struck most in it, with their damage.
    pub strikers: Vec<(PieceId, i32)>,
    /// The action that led to it.
    pub led: Option<u32>,
}

/// What a piece did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// The piece.
    pub piece: PieceId,
    /// Damage dealt.
    pub damage: i32,
    /// Pieces that fell to it.
    pub felled: u32,
    /// So many turns it stood on the board.
    pub stood: u32,
}

/// What a number of a seat was changed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A strike of a piece in this mode.
    Mode(ModeId),
    /// A strike of nobody on a piece on which markers lie that harm it.
    Mark(MarkId),
    /// What a seat chose to do.
    Verb(VerbId),
    /// The rules themselves.
    Rules,
}

/// What a number of a seat went by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// What each seat began with.
    pub start: Vec<i32>,
    /// What each seat won or lost, by what it came of.
    pub by: BTreeMap<Cause, Vec<i32>>,
    /// What each seat has left.
    pub left: Vec<i32>,
}

/// How a match went.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The variable that is followed, if one changed.
    pub var: Option<VarId>,
    /// Its steps, by seat.
    pub steps: Vec<Vec<Step>>,
    /// The last turn.
    pub turns: u32,
    /// Turns in which pieces struck.
    pub fights: Vec<u32>,
    /// Where it turned.
    pub points: Vec<Point>,
    /// How often each seat did what, by verb.
    pub done: BTreeMap<VerbId, Vec<u32>>,
    /// Pieces that fell, by seat.
    pub fallen: Vec<u32>,
    /// The piece of each seat that did most.
    pub best: Vec<Option<Deeds>>,
    /// What the number went by that is followed.
    pub account: Account,
}

impl Course {
    /// The course of a match from its log, up to its last state.
    pub fn of(game: &Game, book: &Book, entries: &[Entry], last: &State) -> Course {
        let n = usize::from(last.n_seats);
        let mut course = Course {
            steps: vec![Vec::new(); n],
            fallen: vec![0; n],
            best: vec![None; n],
            ..Course::default()
        };
        course.follow(game, book, (entries, last));
        course.count(entries, last);
        course.points = course.turning(entries);
        course
    }

    /// Follows the first number of seats that is shown and changes after the beginning.
    fn follow(&mut self, game: &Game, book: &Book, (entries, last): (&[Entry], &State)) {
        let is_shown = |at: &&usize| book.seat_vars.get(**at).is_some_and(|label| label.shown);
        let changes = |at: &usize| {
            let var = VarId(*at as u8);
            let start = game.seat_vars.get(*at).copied().unwrap_or(0);
            let all = entries.iter().filter_map(|entry| {
                change(game, last, (entry, var)).map(|(seat, to)| (entry.action, seat, to))
            });
            varies((start, last.n_seats), all)
        };
        let mut shown = book.track_order.iter().filter(is_shown).copied();
        let pool = game.combat.as_ref().and_then(|combat| combat.pool).map(|pool| pool.left);
        let first = pool.map(|var| var.index()).filter(changes).or_else(|| shown.find(changes));
        let Some(at) = first else { return self.count_turns(entries) };
        let var = VarId(at as u8);
        self.var = Some(var);
        let value = game.seat_vars.get(at).copied().unwrap_or(0);
        self.steps.iter_mut().for_each(|steps| steps.push(Step { turn: 0, moves: 0, value }));
        let n = self.steps.len();
        self.account.start = vec![value; n];
        let (mut turn, mut causes) = (0, Causes::default());
        for entry in entries {
            if entry.what == What::Changed(Effect::Turn) {
                turn += 1;
            }
            let cause = causes.next(book, entry);
            let Some((seat, to)) = change(game, last, (entry, var)) else { continue };
            let Some(steps) = self.steps.get_mut(seat.index()) else { continue };
            let before = steps.last().map_or(0, |step| step.value);
            let value = to.after(before);
            note(steps, Step { turn, moves: entry.action as usize, value });
            let by = if entry.action == 0 {
                &mut self.account.start
            } else {
                self.account.by.entry(cause).or_insert_with(|| vec![0; n])
            };
            by.get_mut(seat.index()).into_iter().for_each(|it| *it += value - before);
        }
        let end = |steps: &Vec<Step>| steps.last().map_or(value, |step| step.value);
        self.account.left = self.steps.iter().map(end).collect();
        self.turns = turn;
    }

    fn count_turns(&mut self, entries: &[Entry]) {
        let turns = entries.iter().filter(|it| matches!(it.what, What::Changed(Effect::Turn)));
        self.turns = turns.count() as u32;
    }

    /// Counts what seats and pieces did.
    fn count(&mut self, entries: &[Entry], last: &State) {
        let mut deeds: BTreeMap<PieceId, Deeds> = BTreeMap::new();
        let mut stands: BTreeMap<PieceId, (u32, Option<u32>)> = BTreeMap::new();
        let mut turn = 0;
        for entry in entries {
            if entry.what == What::Changed(Effect::Turn) {
                turn += 1;
            } else if let What::Chose { seat, action } = entry.what {
                self.count_choice(seat, action.verb);
            } else if let What::Struck(strike) = entry.what {
                self.note_fight(turn);
                deeds.entry(strike.attacker).or_default().damage += i32::from(strike.damage);
            } else if let What::Fell(piece) = entry.what {
                let owner = last.pieces.get(piece.index()).map(|it| it.owner);
                let slot = owner.and_then(|it| self.fallen.get_mut(it.index()));
                slot.into_iter().for_each(|n| *n += 1);
                deeds.entry(entry.by).or_default().felled += 1;
                stands.entry(piece).and_modify(|(_, until)| *until = Some(turn));
            } else if let What::Changed(Effect::Put { piece, .. }) = entry.what {
                stands.entry(piece).or_insert((turn, None));
            }
        }
        deeds.remove(&PieceId::NONE);
        let stood = |piece: &PieceId| {
            let (from, until) = stands.get(piece).copied().unwrap_or((turn, None));
            until.unwrap_or(turn).saturating_sub(from)
        };
        deeds.into_iter().for_each(|(piece, deed)| {
            self.compare(Deeds { piece, stood: stood(&piece), ..deed }, last);
        });
    }

    fn note_fight(&mut self, turn: u32) {
        if self.fights.last() != Some(&turn) {
            self.fights.push(turn);
        }
    }

    fn count_choice(&mut self, seat: Seat, verb: VerbId) {
        let n = self.fallen.len();
        let counts = self.done.entry(verb).or_insert_with(|| vec![0; n]);
        if let Some(count) = counts.get_mut(seat.index()) {
            *count += 1;
        }
    }

    /// Notes the deeds of a piece if none of its owner did more.
    fn compare(&mut self, deeds: Deeds, last: &State) {
        let owner = last.pieces.get(deeds.piece.index()).map(|it| it.owner);
        let Some(best) = owner.and_then(|it| self.best.get_mut(it.index())) else { return };
        let did = |it: &Deeds| (it.damage, it.felled);
        if best.is_none_or(|it| did(&deeds) > did(&it)) {
            *best = Some(deeds);
        }
    }

    /// The value of a seat at the end of a turn.
    fn value_at(&self, seat: usize, turn: u32) -> i32 {
        let steps = self.steps.get(seat).map_or(&[][..], Vec::as_slice);
        steps.iter().rev().find(|step| step.turn <= turn).map_or(0, |step| step.value)
    }

    /// The turns in which the distance between the best and all others changed most.
    fn turning(&self, entries: &[Entry]) -> Vec<Point> {
        if self.var.is_none() || self.steps.len() < 2 || self.turns < 2 {
            return Vec::new();
        }
        let lead = |turn: u32| -> Vec<i32> {
            let all: Vec<i32> = (0..self.steps.len()).map(|it| self.value_at(it, turn)).collect();
            let sum: i32 = all.iter().sum();
            let n = all.len() as i32;
            all.into_iter().map(|value| value * n - sum).collect()
        };
        let swing = |turn: u32| -> i32 {
            let (before, after) = (lead(turn - 1), lead(turn));
            before.iter().zip(&after).map(|(a, b)| (a - b).abs()).max().unwrap_or(0)
        };
        // What the first turn does is setting up.
        let mut turns: Vec<(i32, u32)> = (2..=self.turns).map(|it| (swing(it), it)).collect();
        turns.retain(|(swing, _)| *swing > 0);
        turns.sort_by_key(|(swing, turn)| (std::cmp::Reverse(*swing), *turn));
        turns.truncate(MOST);
        turns.sort_by_key(|(_, turn)| *turn);
        turns.into_iter().map(|(_, turn)| self.point(turn, entries)).collect()
    }

    fn point(&self, turn: u32, entries: &[Entry]) -> Point {
        let seats = 0..self.steps.len();
        let by = seats.map(|it| self.value_at(it, turn) - self.value_at(it, turn - 1)).collect();
        let in_turn = self.steps.iter().flatten().filter(|step| step.turn == turn);
        let moves = in_turn.map(|step| step.moves).max().unwrap_or(0);
        let mut now = 0;
        let in_turn = entries.iter().filter(|entry| {
            now += u32::from(entry.what == What::Changed(Effect::Turn));
            now == turn
        });
        let strikers = strikers(in_turn);
        let led = led_to(turn, moves, entries);
        Point { why: Why::Lead, turn, moves, by, strikers, led }
    }

    /// Tells where chances turned in place of where the lead did, now that they are known.
    pub fn turned_by(&mut self, found: &Reviewed, entries: &[Entry]) {
        let swings = found.swings();
        self.points = swings.into_iter().map(|swing| self.swung(swing, entries)).collect();
        let mistake = found.mistake.iter().filter(|_| self.points.is_empty());
        let mistake = mistake.map(|it| Point {
            why: Why::Mistake(it.clone()),
            turn: turn_at(it.moves, entries),
            moves: it.moves,
            by: Vec::new(),
            strikers: Vec::new(),
            led: Some(it.moves as u32 + 1),
        });
        let mistake: Vec<Point> = mistake.collect();
        self.points.extend(mistake);
    }

    fn swung(&self, swing: Swing, entries: &[Entry]) -> Point {
        let (from, to) = (swing.from, swing.to);
        let at = |seat: &Vec<Step>, moves: usize| {
            seat.iter().rev().find(|step| step.moves <= moves).map_or(0, |step| step.value)
        };
        let by = self.steps.iter().map(|it| at(it, to) - at(it, from)).collect();
        let within = |entry: &&Entry| (from + 1..=to).contains(&(entry.action as usize));
        let within: Vec<&Entry> = entries.iter().filter(within).collect();
        let turn = turn_at(from, entries);
        let led = led_by(&within);
        let strikers = strikers(within.iter().copied());
        Point { why: Why::Chance(swing), turn, moves: from, by, strikers, led }
    }

    /// The point at which most was at stake.
    pub fn greatest(&self) -> Option<&Point> {
        let size = |point: &Point| match &point.why {
            Why::Chance(swing) => swing.size(),
            Why::Mistake(mistake) => mistake.cost,
            Why::Lead => point.by.iter().map(|by| f64::from(by.abs())).fold(0.0, f64::max),
        };
        self.points.iter().max_by(|a, b| size(a).total_cmp(&size(b)))
    }
}

/// The turn in which so many moves had been made.
fn turn_at(moves: usize, entries: &[Entry]) -> u32 {
    let told = entries.iter().take_while(|entry| entry.action as usize <= moves);
    told.filter(|entry| entry.what == What::Changed(Effect::Turn)).count() as u32
}

/// The last action of some entries that names something, or else the first.
fn led_by(entries: &[&Entry]) -> Option<u32> {
    let choice = |entry: &&&Entry| matches!(entry.what, What::Chose { .. });
    let names = |entry: &&&Entry| matches!(entry.what, What::Chose { action, .. } if !action.args.as_slice().is_empty());
    let deed = entries.iter().rfind(names).or_else(|| entries.iter().find(choice));
    deed.map(|entry| entry.action)
}

/// The pieces that struck most, with their damage.
fn strikers<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<(PieceId, i32)> {
    let mut damage: BTreeMap<PieceId, i32> = BTreeMap::new();
    for entry in entries {
        if let What::Struck(strike) = entry.what
            && strike.attacker.is_some()
        {
            *damage.entry(strike.attacker).or_default() += i32::from(strike.damage);
        }
    }
    let mut strikers: Vec<(PieceId, i32)> = damage.into_iter().collect();
    strikers.sort_by_key(|(piece, damage)| (std::cmp::Reverse(*damage), *piece));
    strikers.truncate(2);
    strikers
}

/// The last action of a turn up to so many moves that names something: who passes leads to nothing
/// that others did not begin.
fn led_to(turn: u32, moves: usize, entries: &[Entry]) -> Option<u32> {
    let (mut now, mut led) = (0, None);
    for entry in entries.iter().take_while(|entry| entry.action as usize <= moves) {
        now += u32::from(entry.what == What::Changed(Effect::Turn));
        let What::Chose { action, .. } = entry.what else { continue };
        let is_deed = led.is_none() || !action.args.as_slice().is_empty();
        led = if now == turn && is_deed { Some(entry.action) } else { led };
    }
    led
}

/// What changes in a log come of, entry by entry.
#[derive(Default)]
struct Causes {
    /// The strike that the entry before told of.
    struck: Option<Strike>,
    /// The verb of the action that led to all this.
    verb: Option<VerbId>,
    /// Markers that harm, by the pieces they lie on.
    harms: BTreeMap<PieceId, MarkId>,
}

impl Causes {
    /// What a change comes of that the next entry tells of.
    fn next(&mut self, book: &Book, entry: &Entry) -> Cause {
        let struck = self.struck.take();
        if let What::Struck(strike) = entry.what {
            self.struck = Some(strike);
        } else if let What::Chose { action, .. } = entry.what {
            self.verb = Some(action.verb);
        } else if let What::Changed(Effect::Mark(mark)) = entry.what {
            let label = book.marks.get(mark.kind.index());
            if label.is_some_and(|label| label.harms) {
                self.harms.insert(mark.on, mark.kind);
            }
        } else if let What::Changed(Effect::Unmark { piece, kind }) = entry.what {
            self.harms.retain(|on, mark| (*on, *mark) != (piece, kind));
        }
        let wound = wound_of(entry);
        let blow = struck.filter(|it| wound == Some((it.target, it.damage)));
        match (blow, self.verb) {
            (Some(strike), _) if strike.attacker.is_some() => Cause::Mode(strike.mode),
            (Some(strike), _) => {
                let mark = self.harms.get(&strike.target);
                mark.map_or(Cause::Rules, |mark| Cause::Mark(*mark))
            }
            (None, Some(verb)) => Cause::Verb(verb),
            (None, None) => Cause::Rules,
        }
    }
}

/// Who is wounded, and how much.
fn wound_of(entry: &Entry) -> Option<(PieceId, i16)> {
    let What::Changed(Effect::Wound { piece, n, .. }) = entry.what else { return None };
    Some((piece, n))
}

/// What becomes of a number of a seat.
#[derive(Clone, Copy)]
pub(crate) enum To {
    /// It is this.
    Value(i32),
    /// It is so much less, but not below 0.
    Less(i32),
}

impl To {
    /// What the number is then.
    pub(crate) fn after(self, before: i32) -> i32 {
        match self {
            To::Value(value) => value,
            To::Less(n) => (before - n).max(0),
        }
    }
}

/// Whether a number of any seat is ever another one than before, once the match has begun.
fn varies((start, n_seats): (i32, u8), mut changes: impl Iterator<Item = (u32, Seat, To)>) -> bool {
    let mut values = vec![start; usize::from(n_seats)];
    changes.any(|(action, seat, to)| {
        let Some(value) = values.get_mut(seat.index()) else { return false };
        let after = to.after(*value);
        let before = std::mem::replace(value, after);
        action > 0 && before != after
    })
}

/// How an entry changes a number, and whose.
pub(crate) fn change(
    game: &Game,
    last: &State,
    (entry, var): (&Entry, VarId),
) -> Option<(Seat, To)> {
    let What::Changed(effect) = entry.what else { return None };
    if let Effect::Var { seat: Some(seat), var: other, value } = effect {
        return (other == var).then_some((seat, To::Value(value)));
    }
    let Effect::Wound { piece, n, .. } = effect else { return None };
    let pool = game.combat.as_ref()?.pool.filter(|pool| pool.left == var)?;
    let piece = last.pieces.get(piece.index())?;
    let kind = game.prototype(piece.prototype).kind;
    let holder = last.var(game, Some(piece.owner), pool.holder);
    let holder = Seat(u8::try_from(holder).ok()?);
    pool.kinds.has(kind.index()).then_some((holder, To::Less(n.into())))
}

/// Notes a value; several in one move are one step.
fn note(steps: &mut Vec<Step>, step: Step) {
    match steps.last_mut() {
        Some(last) if (last.turn, last.moves) == (step.turn, step.moves) => *last = step,
        Some(last) if last.value == step.value => {}
        Some(_) | None => steps.push(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(values: [&[(u32, i32)]; 2], turns: u32) -> Course {
        let steps = |values: &[(u32, i32)]| {
            let step = |(turn, value): &(u32, i32)| Step {
                turn: *turn,
                moves: *turn as usize * 2,
                value: *value,
            };
            values.iter().map(step).collect()
        };
        let steps = values.map(steps).to_vec();
        Course { var: Some(VarId(0)), steps, turns, ..Course::default() }
    }

    #[test]
    fn a_match_turned_where_the_distance_changed_most() {
        let course =
            course([&[(0, 20), (3, 18), (6, 10)], &[(0, 20), (3, 18), (5, 17), (9, 1)]], 10);
        let points = course.turning(&[]);
        let told: Vec<(u32, Vec<i32>)> =
            points.into_iter().map(|point| (point.turn, point.by)).collect();
        assert_eq!(told, [(5, vec![0, -1]), (6, vec![-8, 0]), (9, vec![0, -16])]);
    }

    #[test]
    fn what_happens_to_all_alike_turns_nothing() {
        assert_eq!(course([&[(0, 5), (2, 3)], &[(0, 5), (2, 3)]], 4).turning(&[]), []);
    }

    #[test]
    fn a_number_that_is_only_set_again_is_not_followed() {
        let check = |changes: &[(u32, u8, To)], expected| {
            let changes = changes.iter().map(|(action, seat, to)| (*action, Seat(*seat), *to));
            assert_eq!(varies((7, 2), changes), expected);
        };
        check(&[(3, 0, To::Value(7)), (4, 1, To::Value(7))], false);
        check(&[(0, 0, To::Value(5)), (4, 0, To::Value(5))], false);
        check(&[(0, 0, To::Value(5)), (4, 0, To::Value(7))], true);
        check(&[(2, 0, To::Less(0)), (4, 1, To::Less(2))], true);
        check(&[(4, 6, To::Value(1))], false);
    }

    #[test]
    fn several_values_in_one_move_are_one_step() {
        let mut steps = Vec::new();
        let step = |moves, value| Step { turn: 1, moves, value };
        for (moves, value) in [(1, 20), (1, 18), (2, 18), (3, 15)] {
            note(&mut steps, step(moves, value));
        }
        assert_eq!(steps, [step(1, 18), step(3, 15)]);
    }
}
