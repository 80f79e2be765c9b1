//! What would happen: if an option were taken, or if a step of the rules ran now.
//!
//! Everything is tried on a copy of the match as the viewer may know it: what is hidden is dealt
//! anew, and what chance decides is not shown.

use harena_engine::board::Cell;
use harena_engine::decision::Action;
use harena_engine::effect::{self, Effect};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, Gaps};
use harena_engine::log::{Entry, What};
use harena_engine::mask::Mask;
use harena_engine::state::{Lists, MAX_COUNTERS, Outcome, State, StepCall};
use harena_engine::the_match::{Match, Setup, Waits};
use harena_engine::view::{self, HIDDEN};

use super::{Play, Session};
use crate::links::Shown;
use crate::scene::shown_to;

/// The most decisions answered by default on the way.
const MAX_ANSWERS: usize = 200;
/// The seed of chance that might have decided otherwise.
const OTHER_CHANCE: u64 = 2;

/// What would become of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// The piece.
    pub piece: PieceId,
    /// Its cell now.
    pub from: Option<Cell>,
    /// Its cell then.
    pub to: Option<Cell>,
    /// Its facing then, if that is another one.
    pub facing: Option<u8>,
    /// Counters that would change, and by how much.
    pub counters: Vec<(CounterId, i16)>,
    /// Stats that would change on the board, and by how much.
    pub stats: Vec<(StatId, i16)>,
    /// Statuses it would get.
    pub gains: Mask,
    /// Statuses it would lose.
    pub loses: Mask,
}

/// What would become of everything.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// How things would be.
    pub after: Shown,
    /// Pieces that would change, by number.
    pub changes: Vec<Fate>,
    /// Variables of seats that would change, and by how much.
    pub seat_vars: Vec<(Seat, VarId, i32)>,
    /// Variables of the match that would change, and by how much.
    pub vars: Vec<(VarId, i32)>,
    /// What the rules would say: sentences with their numbers.
    pub said: Vec<(WordId, Gaps)>,
    /// What would happen, in order, as far as the viewer may read it.
    pub entries: Vec<Entry>,
    /// Who asks what would become of everything.
    pub viewer: Seat,
    /// How the match would end, if it would.
    pub outcome: Option<Outcome>,
    /// What the rules say about the position then, if they say something about positions.
    pub position: Option<Box<Outlook>>,
    /// Whether a choice was answered by its default on the way.
    pub open: bool,
    /// Whether chance or something hidden would decide what follows.
    pub uncertain: bool,
}

impl Outlook {
    /// Whether nothing would change.
    pub fn is_quiet(&self) -> bool {
        self.changes.is_empty()
            && self.seat_vars.is_empty()
            && self.vars.is_empty()
            && self.outcome.is_none()
    }
}

/// One block on a gauge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its middle is.
    pub at: i32,
    /// The line it is on, from below.
    pub row: usize,
    /// How wide it is.
    pub width: i32,
    /// What stands on it.
    pub text: String,
}

/// What moves while a clock runs: blocks on lines above each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gauge {
    /// The left end of the lines.
    pub min: i32,
    /// The right end of the lines.
    pub max: i32,
    /// What is on them.
    pub blocks: Vec<Block>,
}

impl Session {
    /// What moves while a clock runs, at a moment in milliseconds, as the step of the looks says:
    /// each sentence is a block with its place, its line and its width.
    pub fn gauge(&mut self, viewer: Seat, moment: i32) -> Option<Gauge> {
        let play = self.play.as_mut()?;
        let (clock, min, max) = play.book.clock.clone()?;
        let call = StepCall { step: clock.step, args: [moment, i32::from(viewer.0), 0, 0] };
        let outlook = play.foretell(viewer, call)?;
        play.host.take_prints();
        let teller = crate::tell::Teller::of(&play.game, &play.book, &outlook.after.state);
        let number = |gap: Gap| gap.meaning(ArgKind::Number).map_or(0, |(_, number)| number);
        let block = |(word, args): &(WordId, Gaps)| Block {
            at: number(args[0]),
            row: usize::try_from(number(args[1])).unwrap_or(0).min(40),
            width: number(args[2]),
            text: teller.sentence(*word, *args),
        };
        Some(Gauge { min, max, blocks: outlook.said.iter().map(block).collect() })
    }

    /// Runs a step on a copy of the match as the viewer may know it.
    pub fn foretell(&mut self, viewer: Seat, call: StepCall) -> Option<Outlook> {
        let outlook = self.play.as_mut()?.foretell(viewer, call);
        self.unhear();
        outlook
    }

    /// Takes an option on a copy of the match as the viewer may know it, and runs on to the next
    /// decision or to the first chance.
    pub fn try_out(&mut self, viewer: Seat, action: Action) -> Option<Outlook> {
        let outlook = self.play.as_mut()?.try_out(viewer, action);
        self.unhear();
        outlook
    }
}

impl Play {
    fn foretell(&mut self, viewer: Seat, call: StepCall) -> Option<Outlook> {
        let start = view::sample(&self.game, self.now().state(), viewer, 1);
        self.foretell_from(viewer, start, call)
    }

    /// Runs a step on a state that a seat may know.
    fn foretell_from(&mut self, viewer: Seat, mut start: State, call: StepCall) -> Option<Outlook> {
        let turn = start.turn;
        start.agenda = vec![call];
        let mut trial = Match::new(self.game.clone(), Setup::default());
        let before = start.clone();
        *trial.state_mut() = start;
        trial.log.on = true;
        let mut open = false;
        for _ in 0..MAX_ANSWERS {
            // An agenda that runs empty is how a foretold step ends.
            let Ok(Waits::ForDecisions) = trial.advance(&mut self.host) else { break };
            if trial.state().turn != turn {
                break;
            }
            let Some(decision) = trial.decision() else { break };
            let (seat, action) = (decision.seat, decision.option(decision.default));
            open |= decision.count() > 1;
            let Some(action) = action else { break };
            if trial.choose(seat, action).is_err() {
                break;
            }
        }
        let said = said(&trial.log.entries, viewer);
        let changes = self.compare(viewer, &before, trial.state());
        let outcome = trial.outcome().cloned();
        let mut entries = std::mem::take(&mut trial.log.entries);
        entries.retain(|entry| entry.is_for(viewer));
        Some(Outlook { open, said, outcome, entries, viewer, ..changes })
    }

    fn try_out(&mut self, viewer: Seat, action: Action) -> Option<Outlook> {
        let mut trial = self.guess(viewer)?;
        let before = trial.state().clone();
        let seat = trial.decision()?.seat;
        trial.log.on = true;
        trial.take_revealed();
        trial.choose(seat, action).ok()?;
        let start = trial.log.entries.len();
        trial.advance(&mut self.host).ok()?;
        let new = trial.log.entries.get(start..).unwrap_or(&[]);
        let Some(chance) = new.iter().position(is_chance).map(|at| start + at) else {
            let changes = self.compare(viewer, &before, trial.state());
            let outcome = trial.outcome().cloned();
            let position = self.position_then(viewer, trial.state());
            let uncertain = trial.take_revealed();
            return Some(Outlook { outcome, uncertain, position, ..changes });
        };
        let certain = new.get(..chance - start).unwrap_or(&[]);
        let mut after = self.happened(&before, certain);
        let lists = trial.state().lists.clone();
        self.keep_certain_lists(viewer, action, (&mut after, &lists));
        let position = self.position_then(viewer, &after);
        Some(Outlook { uncertain: true, position, ..self.compare(viewer, &before, &after) })
    }

    /// A state after what a log says.
    fn happened(&self, before: &State, entries: &[Entry]) -> State {
        let mut after = Shown::of(&self.game, before.clone());
        for entry in entries {
            if let What::Changed(effect) = &entry.what {
                effect::apply(&self.game, &mut after.state, &after.derived, effect);
            }
        }
        after.state
    }

    /// Lists of numbers are in no log, such as who strikes. Those that are the same whatever chance
    /// decides are known beforehand; the others stay as they were.
    fn keep_certain_lists(
        &mut self,
        viewer: Seat,
        action: Action,
        (after, lists): (&mut State, &Lists<i32>),
    ) -> Option<()> {
        let mut other = self.guess(viewer)?;
        let seat = other.decision()?.seat;
        other.deal_chance(OTHER_CHANCE);
        other.choose(seat, action).ok()?;
        other.advance(&mut self.host).ok()?;
        for at in 0..lists.n_lists() {
            let numbers = lists.get(at);
            if other.state().lists.get(at) == numbers {
                after.lists.set(at, numbers);
            }
        }
        Some(())
    }

    /// What the rules say about a position that an option would lead to.
    fn position_then(&mut self, viewer: Seat, after: &State) -> Option<Box<Outlook>> {
        let step = self.book.after.as_ref().or(self.book.overlay.as_ref())?.step;
        let call = StepCall { step, args: [i32::from(viewer.0), self.n_rolled(), 0, 0] };
        if after.outcome.is_some() {
            return None;
        }
        self.foretell_from(viewer, after.clone(), call).map(Box::new)
    }

    /// How many results of chance have come since the step began that is asking: what is told of
    /// a position may be about dice that are still to be thrown.
    pub fn n_rolled(&self) -> i32 {
        let now = self.now();
        let n_answers = u32::try_from(now.answers().len()).unwrap_or(0);
        let n = rolls_since(&now.log.entries, now.log.action.saturating_sub(n_answers));
        i32::try_from(n).unwrap_or(i32::MAX)
    }

    /// The match as the viewer may know it, waiting for the same decision.
    fn guess(&mut self, viewer: Seat) -> Option<Match> {
        let now = self.now();
        let mut snapshot = now.snapshot();
        snapshot.base = view::sample(&self.game, &snapshot.base, viewer, 1);
        let (game, setup) = (self.game.clone(), now.setup.clone());
        let asked = now.decision().cloned();
        let trial = Match::at(game, setup, &snapshot, &mut self.host).ok()?;
        (trial.decision() == asked.as_ref()).then_some(trial)
    }

    fn compare(&self, viewer: Seat, before: &State, after: &State) -> Outlook {
        let game = &*self.game;
        let var =
            |state: &State, seat: Option<Seat>, at: usize| state.var(game, seat, VarId(at as u8));
        let by = |seat: Option<Seat>, at: usize| var(after, seat, at) - var(before, seat, at);
        let of_seat = |seat: Seat| {
            let all = (0..game.seat_vars.len()).map(move |at| (at, by(Some(seat), at)));
            all.filter(|(_, by)| *by != 0).map(move |(at, by)| (seat, VarId(at as u8), by))
        };
        let vars = (0..game.vars.len()).map(|at| (VarId(at as u8), by(None, at)));
        let shown = shown_to(game, before, viewer, false);
        let then = shown_to(game, after, viewer, false);
        Outlook {
            seat_vars: (0..game.n_seats).map(Seat).flat_map(of_seat).collect(),
            vars: vars.filter(|(_, by)| *by != 0).collect(),
            changes: changes(&shown, &then, game.names.stats.len()),
            after: then,
            ..Outlook::default()
        }
    }
}

fn is_chance(entry: &Entry) -> bool {
    matches!(entry.what, What::Rolled { .. } | What::Changed(Effect::Shuffle(_)))
}

/// How many results of chance came after an action.
fn rolls_since(entries: &[Entry], action: u32) -> usize {
    let later = entries.iter().rev().take_while(|entry| entry.action > action);
    later.filter(|entry| matches!(entry.what, What::Rolled { .. })).count()
}

/// The sentences that a seat may read.
fn said(entries: &[Entry], viewer: Seat) -> Vec<(WordId, Gaps)> {
    let sentence = |entry: &Entry| {
        let What::Said { word, args } = entry.what else { return None };
        Some((word, args))
    };
    entries.iter().filter(|entry| entry.is_for(viewer)).filter_map(sentence).collect()
}

/// What differs between two states of the same pieces, new pieces included.
fn changes(before: &Shown, after: &Shown, n_stats: usize) -> Vec<Fate> {
    let ids = (0..after.state.pieces.len() as u16).map(PieceId);
    ids.filter_map(|id| change(before, after, id, n_stats)).collect()
}

fn change(before: &Shown, after: &Shown, id: PieceId, n_stats: usize) -> Option<Fate> {
    let old = before.state.pieces.get(id.index()).copied();
    let new = *after.state.piece(id);
    let (from, to) = (old.and_then(|piece| piece.cell()), new.cell());
    let was = old.unwrap_or(harena_engine::state::Piece::BLANK);
    let on_board = from.is_some() || to.is_some();
    if !on_board || new.prototype == HIDDEN && to.is_none() && from.is_none() {
        return None;
    }
    let stays = from.is_some() && to.is_some();
    let differ = |a: i16, b: i16| (stays && a != b).then_some(b - a);
    let counters = (0..MAX_COUNTERS as u8).map(CounterId);
    let stats = (0..n_stats as u8).map(StatId);
    let (had, has) = (before.derived.statuses(id), after.derived.statuses(id));
    let change = Fate {
        piece: id,
        from,
        to,
        facing: (stays && was.facing != new.facing).then_some(new.facing),
        counters: counters
            .filter_map(|at| {
                Some((at, differ(before.state.counter(id, at), after.state.counter(id, at))?))
            })
            .collect(),
        stats: stats
            .filter_map(|at| {
                Some((at, differ(before.derived.stat(id, at), after.derived.stat(id, at))?))
            })
            .collect(),
        gains: if stays { has - had } else { Mask::NONE },
        loses: if stays { had - has } else { Mask::NONE },
    };
    let same = from == to
        && change.facing.is_none()
        && change.counters.is_empty()
        && change.stats.is_empty()
        && (change.gains | change.loses).is_empty();
    (!same).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_chance_are_counted_since_an_action() {
        let entry = |action, what| Entry {
            what,
            instant: 0,
            by: PieceId::NONE,
            action,
            to: Seat::NONE,
            seen: None,
        };
        let die = |action| entry(action, What::Rolled { sides: 6, result: 2 });
        let other = |action| entry(action, What::Ended);
        let entries = [die(3), die(5), other(5), die(6), die(6), other(7)];
        let check = |action, expected| assert_eq!(rolls_since(&entries, action), expected);
        check(2, 4);
        check(4, 3);
        check(5, 2);
        check(6, 0);
        check(9, 0);
    }
}
