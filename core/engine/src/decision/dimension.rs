//! What one argument of an option ranges over.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::Args;
use super::rank::{
    choice_count, choice_from_rank, choice_rank, order_count, order_from_rank, order_rank,
    spread_count, spread_fits, spread_from_rank, spread_rank,
};
use crate::board::{Cell, CellSet};
use crate::game::ArgKind;

/// The most values of which several can be chosen.
pub const MAX_SEVERAL: usize = 30;
/// The most things that can be put in order.
pub const MAX_ORDER: usize = 12;

/// The values one argument, or a run of arguments, can take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dimension {
    /// Just this value.
    One(i32),
    /// Values in rising order, none twice.
    Many(Vec<i32>),
    /// Cells.
    Cells(CellSet),
    /// Facings as a bit mask.
    Facings(u16),
    /// All whole numbers from the first to the second.
    Range(i32, i32),
    /// Rows of several arguments each, in rising order, none twice.
    Rows {
        /// Arguments in a row, at least 1.
        width: u8,
        /// All rows, one after the other.
        values: Vec<i32>,
    },
    /// Some of a list: a bit mask over its places. At most [`MAX_SEVERAL`] values.
    Several {
        /// What may be chosen.
        of: Vec<i32>,
        /// What these values are.
        kind: ArgKind,
        /// How many at least.
        min: u8,
        /// How many at most.
        max: u8,
    },
    /// An order of a list of at most [`MAX_ORDER`] values, as a rank; rank 0 is the list itself.
    Order {
        /// What is put in order.
        of: Vec<i32>,
        /// What these values are.
        kind: ArgKind,
    },
    /// Amounts for slots that add up to a total, as a rank.
    Spread {
        /// What the amounts add up to.
        total: u8,
        /// The most each slot can take.
        caps: Vec<u8>,
        /// What the slots stand for, one value a slot; empty if they have no names.
        of: Vec<i32>,
        /// What these values are.
        kind: ArgKind,
    },
    /// A moment on a running clock, in milliseconds from the first to the second: a window takes
    /// the time at which a key is pressed, everybody else any number between.
    Clock(i32, i32),
}

impl Dimension {
    /// How many arguments it stands for.
    pub fn width(&self) -> usize {
        match self {
            Dimension::Rows { width, .. } => usize::from(*width).max(1),
            Dimension::One(_)
            | Dimension::Many(_)
            | Dimension::Cells(_)
            | Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Several { .. }
            | Dimension::Order { .. }
            | Dimension::Spread { .. } => 1,
        }
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        match self {
            Dimension::One(_) => 1,
            Dimension::Many(values) => values.len() as u64,
            Dimension::Cells(cells) => cells.count() as u64,
            Dimension::Facings(mask) => u64::from(mask.count_ones()),
            Dimension::Range(low, high) | Dimension::Clock(low, high) => {
                (i64::from(*high) - i64::from(*low) + 1).max(0) as u64
            }
            Dimension::Rows { values, .. } => (values.len() / self.width()) as u64,
            Dimension::Several { of, min, max, .. } => choice_count(of.len(), *min, *max),
            Dimension::Order { of, .. } => order_count(of.len() as u8),
            Dimension::Spread { total, caps, .. } => spread_count(*total, caps),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        match self {
            Dimension::One(_) => false,
            Dimension::Many(values) | Dimension::Rows { values, .. } => values.is_empty(),
            Dimension::Cells(cells) => cells.is_empty(),
            Dimension::Facings(mask) => *mask == 0,
            Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Several { .. }
            | Dimension::Order { .. } => self.count() == 0,
            Dimension::Spread { total, caps, .. } => !spread_fits(*total, caps),
        }
    }

    /// Adds the value with this number to the arguments; the number must be below the count.
    pub fn write(&self, index: u64, args: &mut Args) {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        match self {
            Dimension::One(value) => args.push(*value),
            Dimension::Many(values) => args.push(values.get(at).copied().unwrap_or(0)),
            Dimension::Cells(cells) => {
                args.push(cells.nth(at).map_or(-1, |cell| i32::from(cell.0)))
            }
            Dimension::Facings(mask) => args.push(nth_bit(*mask, at)),
            Dimension::Range(low, _) | Dimension::Clock(low, _) => {
                args.push(low.saturating_add(index as i32));
            }
            Dimension::Rows { values, .. } => {
                let start = at.saturating_mul(self.width());
                let row = values.get(start..).unwrap_or(&[]).iter().take(self.width());
                row.for_each(|value| args.push(*value));
            }
            Dimension::Several { of, min, max, .. } => {
                args.push(choice_from_rank(of.len(), *min, *max, index) as i32);
            }
            Dimension::Order { .. } | Dimension::Spread { .. } => args.push(index as i32),
        }
    }

    /// Compares the first values of two dimensions that have some.
    pub(super) fn compare_first(&self, other: &Dimension) -> Ordering {
        if let (Dimension::One(own), Dimension::One(other)) = (self, other) {
            return own.cmp(other);
        }
        let first = |dimension: &Dimension| {
            let mut args = Args::default();
            dimension.write(0, &mut args);
            args
        };
        first(self).as_slice().cmp(first(other).as_slice())
    }

    /// The number of a value, if it is one of these; `own` has as many entries as the width.
    pub fn find(&self, own: &[i32]) -> Option<u64> {
        let value = *own.first()?;
        match self {
            Dimension::One(only) => (*only == value).then_some(0),
            Dimension::Many(values) => values.binary_search(&value).ok().map(|at| at as u64),
            Dimension::Cells(cells) => find_cell(cells, value),
            Dimension::Facings(mask) => find_bit(*mask, value),
            Dimension::Range(low, high) | Dimension::Clock(low, high) => {
                (*low..=*high).contains(&value).then(|| (i64::from(value) - i64::from(*low)) as u64)
            }
            Dimension::Rows { values, .. } => find_row(values, own),
            Dimension::Several { of, min, max, .. } => {
                choice_rank(of.len(), *min, *max, u32::try_from(value).ok()?)
            }
            Dimension::Order { .. } | Dimension::Spread { .. } => {
                u64::try_from(value).ok().filter(|rank| *rank < self.count())
            }
        }
    }

    /// What its values are made of, for choices of several, orders and spreads with named slots.
    pub fn listed(&self) -> Option<(ArgKind, &[i32])> {
        match self {
            Dimension::Several { of, kind, .. }
            | Dimension::Order { of, kind }
            | Dimension::Spread { of, kind, .. } => Some((*kind, of)),
            Dimension::One(_)
            | Dimension::Many(_)
            | Dimension::Cells(_)
            | Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Rows { .. } => None,
        }
    }

    /// A value written out: what was chosen, the things in their order, or the amount for each
    /// slot. Nothing for dimensions whose values are plain, and for values it does not have.
    pub fn written_out(&self, value: i32) -> Option<Vec<i32>> {
        self.listed()?;
        self.find(&[value])?;
        let pick = |of: &[i32], at: usize| of.get(at).copied().unwrap_or(0);
        Some(match self {
            Dimension::Several { of, .. } => {
                (0..of.len()).filter(|at| value & (1 << at) != 0).map(|at| pick(of, at)).collect()
            }
            Dimension::Order { of, .. } => {
                let order = order_from_rank(of.len() as u8, value as u64);
                order.into_iter().map(|at| pick(of, at.into())).collect()
            }
            Dimension::Spread { total, caps, .. } => {
                spread_from_rank(*total, caps, value as u64).into_iter().map(i32::from).collect()
            }
            Dimension::One(_)
            | Dimension::Many(_)
            | Dimension::Cells(_)
            | Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Rows { .. } => return None,
        })
    }

    /// The value that [`Dimension::written_out`] writes so; choices may be written in any order.
    pub fn value_of(&self, written: &[i32]) -> Option<i32> {
        let places = |of: &[i32]| {
            let place = |value: &i32| of.iter().position(|other| other == value);
            written.iter().map(place).collect::<Option<Vec<usize>>>()
        };
        let value = match self {
            Dimension::Several { of, .. } => {
                let places = places(of)?;
                let mask = places.iter().fold(0, |mask, at| mask | 1i32 << at.min(&MAX_SEVERAL));
                (mask.count_ones() as usize == places.len()).then_some(mask)?
            }
            Dimension::Order { of, .. } => {
                let order: Vec<u8> = places(of)?.into_iter().map(|at| at as u8).collect();
                let rank = order_rank(&order).filter(|_| order.len() == of.len())?;
                i32::try_from(rank).ok()?
            }
            Dimension::Spread { total, caps, .. } => {
                let amounts = written.iter().map(|n| u8::try_from(*n).ok());
                let amounts = amounts.collect::<Option<Vec<u8>>>()?;
                i32::try_from(spread_rank(*total, caps, &amounts)?).ok()?
            }
            Dimension::One(_)
            | Dimension::Many(_)
            | Dimension::Cells(_)
            | Dimension::Facings(_)
            | Dimension::Range(..)
            | Dimension::Clock(..)
            | Dimension::Rows { .. } => return None,
        };
        self.find(&[value]).map(|_| value)
    }
}

fn nth_bit(mask: u16, n: usize) -> i32 {
    (0..16).filter(|bit| mask & (1 << bit) != 0).nth(n).unwrap_or(-1)
}

fn find_bit(mask: u16, bit: i32) -> Option<u64> {
    if !(0..16).contains(&bit) || mask & (1 << bit) == 0 {
        return None;
    }
    Some(u64::from((mask & ((1u16 << bit) - 1)).count_ones()))
}

fn find_cell(cells: &CellSet, value: i32) -> Option<u64> {
    let cell = Cell(u16::try_from(value).ok()?);
    cells.contains(cell).then(|| cells.rank(cell) as u64)
}

/// The number of a row among rows of its length in rising order.
fn find_row(values: &[i32], row: &[i32]) -> Option<u64> {
    let width = row.len();
    let (mut from, mut to) = (0, values.len() / width.max(1));
    while from < to {
        let middle = from.midpoint(to);
        match values.get(middle * width..(middle + 1) * width)?.cmp(row) {
            Ordering::Less => from = middle + 1,
            Ordering::Equal => return Some(middle as u64),
            Ordering::Greater => to = middle,
        }
    }
    None
}
