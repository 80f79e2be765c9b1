//! Pieces that run along a track by the pips of dice, as many dice as can be used.

use crate::board::{Board, Cell};
use crate::id::*;
use crate::state::{State, ZoneList};

/// How the pieces of one seat run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track {
    /// The cells in the order they are run through.
    pub route: Vec<Cell>,
    /// Where pieces wait to enter: on the nth cell with n pips, and before any other piece runs.
    pub waiting: Option<ZoneList>,
    /// So many pieces of others close a cell.
    pub closed_by: u8,
    /// How many cells at the end are home; once all pieces are there they may leave the track,
    /// the hindmost also with more pips than needed. 0 if none ever leaves.
    pub home: u8,
}

impl Track {
    /// The cell a piece comes to with so many pips; `None` if it leaves the track or cannot run.
    pub fn target(&self, state: &State, piece: PieceId, pips: u8) -> Option<Cell> {
        let from = match state.piece(piece).cell() {
            None => 0,
            Some(cell) => self.route.iter().position(|other| *other == cell)? + 1,
        };
        self.route.get((from + usize::from(pips)).checked_sub(1)?).copied()
    }
}

/// Adds a row `piece, pips` for every run with which the most dice can still be used; if only one
/// can, the higher one must be. The top piece of a stack stands for all of it. Dice of 0 pips are
/// passed over. Rows rise, none comes twice.
pub fn run_rows(
    board: &Board,
    state: &State,
    (seat, track): (Seat, &Track),
    dice: &[u8],
    rows: &mut Vec<i32>,
) {
    let mut race = Race::of(board, state, seat, track);
    let mut dice: Vec<u8> = dice.iter().copied().filter(|pips| *pips > 0).collect();
    dice.sort_unstable();
    let runs = race.best_runs(&mut dice);
    let start = rows.len();
    for (from, pips) in runs {
        let piece = match from.checked_sub(1) {
            None => track.waiting.and_then(|list| state.zone(list).last().copied()),
            Some(at) => track.route.get(at).and_then(|cell| state.at(*cell)),
        };
        rows.extend(piece.map(|id| [i32::from(id.0), pips.into()]).into_iter().flatten());
    }
    sort_pairs(rows, start);
}

fn sort_pairs(rows: &mut [i32], start: usize) {
    if let Some((pairs, _)) = rows.get_mut(start..).map(|rows| rows.as_chunks_mut::<2>()) {
        pairs.sort_unstable();
    }
}

/// What counts for running: how many pieces stand where. Place 0 is where pieces wait, place `n`
/// is the nth cell of the route.
pub(super) struct Race {
    own: Vec<u8>,
    others: Vec<u8>,
    closed_by: u8,
    home: usize,
}

impl Race {
    pub(super) fn of(board: &Board, state: &State, seat: Seat, track: &Track) -> Self {
        let n = track.route.len();
        let mut place_of = vec![0; board.n_cells()];
        for (cell, place) in track.route.iter().zip(1..) {
            if let Some(slot) = place_of.get_mut(cell.index()) {
                *slot = place;
            }
        }
        let home = (n + 1).saturating_sub(track.home.into());
        let mut race = Race {
            own: vec![0; n + 1],
            others: vec![0; n + 1],
            closed_by: track.closed_by,
            home: if track.home == 0 { usize::MAX } else { home },
        };
        for piece in &state.pieces {
            let Some(cell) = piece.cell() else { continue };
            let place = place_of.get(cell.index()).copied().unwrap_or(0);
            if place == 0 {
                continue;
            }
            let side = if piece.owner == seat { &mut race.own } else { &mut race.others };
            if let Some(n) = side.get_mut(place) {
                *n = n.saturating_add(1);
            }
        }
        let n_waiting = track.waiting.map_or(0, |list| state.zone(list).len());
        race.wait(u8::try_from(n_waiting).unwrap_or(u8::MAX));
        race
    }

    /// Sets how many pieces wait.
    pub(super) fn wait(&mut self, n_waiting: u8) {
        if let Some(n) = self.own.first_mut() {
            *n = n_waiting;
        }
    }

    fn own(&self, place: usize) -> u8 {
        self.own.get(place).copied().unwrap_or(0)
    }

    /// The place of the hindmost piece.
    fn hindmost(&self) -> usize {
        self.own.iter().position(|n| *n > 0).unwrap_or(usize::MAX)
    }

    /// Whether a piece can run; `hindmost` is known to the caller.
    fn can_run(&self, from: usize, pips: u8, hindmost: usize) -> bool {
        if self.own(from) == 0 || (hindmost == 0 && from != 0) {
            return false;
        }
        let to = from + usize::from(pips);
        match self.others.get(to) {
            Some(others) => *others < self.closed_by,
            None => hindmost >= self.home && (to == self.own.len() || from == hindmost),
        }
    }

    /// Runs; answers what is needed to take it back.
    fn run(&mut self, from: usize, pips: u8) -> u8 {
        self.shift(from, -1);
        let to = from + usize::from(pips);
        self.shift(to, 1);
        self.others.get_mut(to).map_or(0, std::mem::take)
    }

    fn take_back(&mut self, from: usize, pips: u8, hit: u8) {
        let to = from + usize::from(pips);
        self.shift(from, 1);
        self.shift(to, -1);
        if let Some(others) = self.others.get_mut(to) {
            *others = hit;
        }
    }

    fn shift(&mut self, place: usize, by: i8) {
        if let Some(n) = self.own.get_mut(place) {
            *n = n.saturating_add_signed(by);
        }
    }

    /// The runs, as place and pips, that let the most dice be used. The dice are sorted.
    pub(super) fn best_runs(&mut self, dice: &mut Vec<u8>) -> Vec<(usize, u8)> {
        let mut runs = Runs { uses: 0, list: Vec::with_capacity(2 * self.own.len()) };
        for at in 0..dice.len() {
            if !is_repeated(dice, at) {
                let pips = dice.remove(at);
                self.add_runs(pips, dice, &mut runs);
                dice.insert(at, pips);
            }
        }
        if runs.uses == 1 {
            let highest = runs.list.iter().map(|(_, pips)| *pips).max();
            runs.list.retain(|(_, pips)| Some(*pips) == highest);
        }
        runs.list
    }

    /// Adds the runs with one die that leave as many uses for the other dice as those before.
    fn add_runs(&mut self, pips: u8, others: &mut Vec<u8>, runs: &mut Runs) {
        let hindmost = self.hindmost();
        for from in 0..self.own.len() {
            if !self.can_run(from, pips, hindmost) {
                continue;
            }
            let uses = 1 + self.uses_after(from, pips, others);
            if uses > runs.uses {
                runs.uses = uses;
                runs.list.clear();
            }
            if uses == runs.uses {
                runs.list.push((from, pips));
            }
        }
    }

    fn uses_after(&mut self, from: usize, pips: u8, dice: &mut Vec<u8>) -> usize {
        if dice.is_empty() {
            return 0;
        }
        let hit = self.run(from, pips);
        let uses = self.most_uses(dice);
        self.take_back(from, pips, hit);
        uses
    }

    /// How many of the dice can be used at most.
    fn most_uses(&mut self, dice: &mut Vec<u8>) -> usize {
        let mut most = 0;
        for at in 0..dice.len() {
            if is_repeated(dice, at) || most == dice.len() {
                continue;
            }
            let pips = dice.remove(at);
            most = most.max(self.most_uses_with(pips, dice));
            dice.insert(at, pips);
        }
        most
    }

    /// How many dice can be used at most if this one is used first.
    fn most_uses_with(&mut self, pips: u8, others: &mut Vec<u8>) -> usize {
        let hindmost = self.hindmost();
        let mut most = 0;
        for from in hindmost..self.own.len() {
            if self.can_run(from, pips, hindmost) {
                most = most.max(1 + self.uses_after(from, pips, others));
            }
            if most > others.len() {
                break;
            }
        }
        most
    }
}

/// The runs found so far, all of which let so many dice be used.
struct Runs {
    uses: usize,
    list: Vec<(usize, u8)>,
}

/// Whether a die of sorted dice is the same as the one before.
fn is_repeated(dice: &[u8], at: usize) -> bool {
    at > 0 && dice.get(at) == dice.get(at - 1)
}
