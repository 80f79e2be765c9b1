//! What moves on the board: pieces that come, go, rotate, strike and fall.
//!
//! A [`Motion`] is worked out from two positions, and from what is told to have happened between
//! them. It knows no window: it answers how far from its place a piece is at a moment.

use harena_engine::board::Cell;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::State;

mod asked;
mod curve;
mod dice;

pub use asked::Asked;
pub use curve::Curve;
pub use dice::Dice;

/// More pieces than this are not moved one by one: a match was opened, or many moves were skipped.
const MOST: usize = 40;

/// How long each kind of movement lasts, in seconds at speed 1.
const PLACE: f32 = 0.220;
const GO: f32 = 0.260;
const ROTATE: f32 = 0.160;
const FORTH: f32 = 0.090;
const BACK: f32 = 0.120;
const WOUND: f32 = 0.180;
const FALL: f32 = 0.320;
const NUMBER: f32 = 0.240;
/// With calm motion everything only fades.
const CALM: f32 = 0.080;
/// Who falls does so after the blow.
const AFTER_BLOW: f32 = 0.210;

/// What a piece does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It comes to the board.
    Place,
    /// It comes from another cell.
    Go(Cell),
    /// It was rotated by so many steps clockwise.
    Rotate(i8),
    /// It strikes at a cell.
    Strike(Cell),
    /// It is wounded.
    Wound,
    /// It leaves a cell.
    Fall(Cell),
}

/// One movement of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Which one.
    pub piece: PieceId,
    /// What it does.
    pub act: Act,
    /// After so many seconds at speed 1.
    pub after: f32,
}

impl Move {
    fn lasts(self, calm: bool) -> f32 {
        match (self.act, calm) {
            (Act::Strike(_) | Act::Wound, true) => 0.0,
            (Act::Place | Act::Go(_) | Act::Rotate(_) | Act::Fall(_), true) => CALM,
            (Act::Place, false) => PLACE,
            (Act::Go(_), false) => GO,
            (Act::Rotate(_), false) => ROTATE,
            (Act::Strike(_), false) => FORTH + BACK,
            (Act::Wound, false) => WOUND,
            (Act::Fall(_), false) => FALL,
        }
    }
}

/// How a piece stands while it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Its way from another cell: which one, and which part of the way lies before it.
    pub from: Option<(Cell, f32)>,
    /// Its way toward a cell it strikes at, in radii.
    pub toward: Option<(Cell, f32)>,
    /// How far above its place it is, in points.
    pub above: f32,
    /// How far to the right of its place it is, in points.
    pub aside: f32,
    /// How many steps clockwise it is from the facing it has.
    pub turned: f32,
    /// How many times as large it is.
    pub scale: f32,
    /// How much of it is to be seen.
    pub opacity: f32,
    /// How much of its color it has lost.
    pub gray: f32,
}

impl Default for Stance {
    fn default() -> Stance {
        Stance {
            from: None,
            toward: None,
            above: 0.0,
            aside: 0.0,
            turned: 0.0,
            scale: 1.0,
            opacity: 1.0,
            gray: 0.0,
        }
    }
}

/// Movements that began at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    moves: Vec<Move>,
    /// Seconds since they began, at speed 1.
    since: f32,
    /// Whether everything only fades.
    calm: bool,
}

impl Motion {
    /// What moves between two positions, with what is told to have happened between them.
    pub fn between(before: &State, after: &State, entries: &[Entry], calm: bool) -> Motion {
        let mut moves = Vec::new();
        for entry in entries {
            let (What::Struck(strike) | What::Cancelled(strike)) = entry.what else { continue };
            let cell = |id: PieceId| before.pieces.get(id.index()).and_then(|it| it.cell());
            if let (Some(_), Some(target)) = (cell(strike.attacker), cell(strike.target)) {
                let act = Act::Strike(target);
                moves.push(Move { piece: strike.attacker, act, after: 0.0 });
            }
            if matches!(entry.what, What::Struck(_)) {
                moves.push(Move { piece: strike.target, act: Act::Wound, after: FORTH });
            }
        }
        let late = if moves.is_empty() { 0.0 } else { AFTER_BLOW };
        let n = before.pieces.len().max(after.pieces.len());
        let numbers = (0..u16::try_from(n).unwrap_or(u16::MAX)).map(PieceId);
        moves.extend(numbers.filter_map(|piece| {
            let act = act_of(before, after, piece)?;
            let after = if matches!(act, Act::Fall(_)) { late } else { 0.0 };
            Some(Move { piece, act, after })
        }));
        if moves.len() > MOST {
            moves.clear();
        }
        Motion { moves, since: 0.0, calm }
    }

    /// Lets time pass; answers whether anything still moves.
    pub fn pass(&mut self, seconds: f32) -> bool {
        self.since += seconds;
        let ends = self.moves.iter().map(|it| it.after + it.lasts(self.calm));
        if self.since >= ends.fold(0.0, f32::max) {
            self.moves.clear();
        }
        self.moves()
    }

    /// Whether anything moves.
    pub fn moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Everything that moves.
    pub fn all(&self) -> &[Move] {
        &self.moves
    }

    /// The cells that pieces fall on, with what fell.
    pub fn falls(&self) -> impl Iterator<Item = (PieceId, Cell)> {
        self.moves.iter().filter_map(|it| match it.act {
            Act::Fall(cell) => Some((it.piece, cell)),
            Act::Place | Act::Go(_) | Act::Rotate(_) | Act::Strike(_) | Act::Wound => None,
        })
    }

    /// How a piece stands now; nothing for one that does not move.
    pub fn stance(&self, piece: PieceId) -> Option<Stance> {
        let mut own = self.moves.iter().filter(|it| it.piece == piece).peekable();
        own.peek()?;
        let mut stance = Stance::default();
        own.for_each(|it| self.add(*it, &mut stance));
        Some(stance)
    }

    /// Which part of something is over that begins after so many seconds and lasts so long; all of
    /// it once nothing moves any more.
    pub fn part_of(&self, after: f32, lasts: f32) -> f32 {
        match (self.moves(), self.calm) {
            (false, _) => 1.0,
            (true, true) => (self.since / CALM).min(1.0),
            (true, false) => ((self.since - after) / lasts).clamp(0.0, 1.0),
        }
    }

    /// How far a blow has come on its way, and its number after it.
    pub fn blow(&self) -> (f32, f32) {
        let way = Curve::OUT.at(self.part_of(0.0, FORTH));
        (way, Curve::OUT.at(self.part_of(FORTH, NUMBER)))
    }

    /// A number on its way from what it was to what it is.
    pub fn number(&self, before: i32, now: i32) -> f32 {
        let way = if self.calm { 1.0 } else { Curve::BOTH.at(self.part_of(0.0, NUMBER)) };
        before as f32 + (now - before) as f32 * way
    }

    /// Which part of a movement is over.
    fn part(&self, it: Move) -> f32 {
        let lasts = it.lasts(self.calm);
        if lasts <= 0.0 { 1.0 } else { ((self.since - it.after) / lasts).clamp(0.0, 1.0) }
    }

    fn add(&self, it: Move, stance: &mut Stance) {
        let part = self.part(it);
        if self.calm {
            match it.act {
                Act::Fall(_) => stance.opacity = 1.0 - part,
                Act::Place | Act::Go(_) | Act::Rotate(_) => stance.opacity = part,
                Act::Strike(_) | Act::Wound => {}
            }
            return;
        }
        match it.act {
            Act::Place => {
                let left = 1.0 - Curve::OUT.at(part);
                (stance.above, stance.opacity) = (12.0 * left, (part * 3.0).min(1.0));
            }
            Act::Go(cell) => stance.from = Some((cell, 1.0 - Curve::BOTH.at(part))),
            Act::Rotate(by) => stance.turned = -f32::from(by) * (1.0 - Curve::OUT.at(part)),
            Act::Strike(cell) => {
                let forth = FORTH / (FORTH + BACK);
                let out = if part < forth {
                    Curve::OUT.at(part / forth)
                } else {
                    1.0 - Curve::BOTH.at((part - forth) / (1.0 - forth))
                };
                if out > 0.0 && stance.toward.is_none_or(|(_, most)| out * 0.18 > most) {
                    stance.toward = Some((cell, out * 0.18));
                }
            }
            Act::Wound if part > 0.0 && part < 1.0 => {
                stance.aside = 2.0 * (part * 3.0 * std::f32::consts::TAU).sin();
            }
            Act::Wound => {}
            Act::Fall(_) => {
                let gone = Curve::BOTH.at(part);
                (stance.scale, stance.opacity) = (1.0 - 0.08 * gone, 1.0 - gone);
                // It loses its color first.
                stance.gray = (2.0 * part).min(1.0);
            }
        }
    }
}

/// What became of one piece between two positions.
fn act_of(before: &State, after: &State, id: PieceId) -> Option<Act> {
    let old = before.pieces.get(id.index());
    let new = after.pieces.get(id.index());
    match (old.and_then(|it| it.cell()), new.and_then(|it| it.cell())) {
        (None, Some(_)) => Some(Act::Place),
        (Some(cell), None) => Some(Act::Fall(cell)),
        (Some(from), Some(to)) if from != to => Some(Act::Go(from)),
        (Some(_), Some(_)) => {
            let (old, new) = (old?.facing, new?.facing);
            let by = i8::try_from(i16::from(new) - i16::from(old)).ok()?;
            (by != 0).then_some(Act::Rotate(by))
        }
        (None, None) => None,
    }
}

/// Brings the steps of a rotation to the shorter way around.
pub fn shorter(steps: f32, n: u8) -> f32 {
    let n = f32::from(n.max(1));
    let steps = steps.rem_euclid(n);
    if steps > n / 2.0 { steps - n } else { steps }
}

#[cfg(test)]
mod tests;
