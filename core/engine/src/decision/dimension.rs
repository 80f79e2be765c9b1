//! What one argument of an option ranges over.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{Args, Listed};
use crate::board::{Cell, CellSet};

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
    /// What can be put together from a list.
    Listed(Listed),
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
            | Dimension::Listed(_) => 1,
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
            Dimension::Listed(listed) => listed.count(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        match self {
            Dimension::One(_) => false,
            Dimension::Many(values) | Dimension::Rows { values, .. } => values.is_empty(),
            Dimension::Cells(cells) => cells.is_empty(),
            Dimension::Facings(mask) => *mask == 0,
            Dimension::Range(..) | Dimension::Clock(..) => self.count() == 0,
            Dimension::Listed(listed) => listed.is_empty(),
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
            Dimension::Listed(listed) => args.push(listed.nth(index) as i32),
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
            Dimension::Listed(listed) => listed.find(value),
        }
    }

    /// What its values are put together from, if they are.
    pub fn listed(&self) -> Option<&Listed> {
        if let Dimension::Listed(listed) = self { Some(listed) } else { None }
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
