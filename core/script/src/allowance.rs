//! What reading packs may cost: work, memory and words.
//!
//! A small file can ask for a lot: tables that share tables, types inside types, a line that is
//! wrong in ten thousand places. Everything that packs can make grow while they are read is
//! charged to one [`Allowance`], which counts what is done and never looks at a clock, so packs
//! that are read on one machine are read on every other.

use std::cell::Cell;

/// What reading one set of packs may still cost. Shared by everything that takes part.
#[derive(Clone, Debug)]
pub struct Allowance {
    work: Cell<u64>,
    bytes: Cell<u64>,
    told: Cell<u32>,
    untold: Cell<u64>,
}

/// Steps of work: one visit of a value by a check. The largest games need about a twentieth.
const WORK: u64 = 40_000_000;
/// Bytes that definitions may take when they are read. The largest games need about a thirtieth.
const BYTES: u64 = 32 << 20;
/// Problems told in full; the others are counted.
const TOLD: u32 = 100;

/// Steps of work that one token of a source costs: it is split off, parsed and visited.
pub(crate) const WORK_OF_TOKEN: u64 = 16;
/// Steps of work that one value costs.
pub(crate) const WORK_OF_VALUE: u64 = 4;
/// Bytes that one value takes, without its text.
pub(crate) const SIZE_OF_VALUE: usize = 64;
/// Values that stand inside each other deeper than this are refused.
pub(crate) const DEEPEST: usize = 24;

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance::new(WORK, BYTES, TOLD)
    }
}

impl Allowance {
    /// So much work, so many bytes, so many problems told in full.
    pub fn new(work: u64, bytes: u64, told: u32) -> Allowance {
        Allowance {
            work: Cell::new(work),
            bytes: Cell::new(bytes),
            told: Cell::new(told),
            untold: Cell::new(0),
        }
    }

    /// Charges for work; false if there is not so much left, and from then on.
    pub fn spend(&self, work: u64) -> bool {
        take(&self.work, work)
    }

    /// Charges for bytes that are kept; false if there are not so many left, and from then on.
    pub fn keep(&self, bytes: usize) -> bool {
        take(&self.bytes, u64::try_from(bytes).unwrap_or(u64::MAX))
    }

    /// Whether more was asked for than there was.
    pub fn is_spent(&self) -> bool {
        self.work.get() == 0 || self.bytes.get() == 0
    }

    /// Whether one more problem is told in full; if not, it is counted.
    pub fn tells(&self) -> bool {
        let told = self.told.get();
        self.told.set(told.saturating_sub(1));
        if told == 0 {
            self.untold.set(self.untold.get() + 1);
        }
        told > 0
    }

    /// Problems that were counted only.
    pub fn untold(&self) -> u64 {
        self.untold.get()
    }

    /// What is left of work and of bytes.
    pub fn left(&self) -> (u64, u64) {
        (self.work.get(), self.bytes.get())
    }
}

/// Takes an amount, or all there is if that is not enough.
fn take(from: &Cell<u64>, amount: u64) -> bool {
    let left = from.get();
    from.set(left.saturating_sub(amount));
    left > amount
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_stays_spent() {
        let allowance = Allowance::new(10, 10, 2);
        assert!(allowance.spend(9));
        assert!(!allowance.spend(5), "only one is left");
        assert!(!allowance.spend(0));
        assert!(allowance.is_spent());
        assert!(Allowance::new(10, 10, 0).keep(9));
        assert!(!Allowance::new(10, 10, 0).keep(usize::MAX));
    }

    #[test]
    fn problems_beyond_the_first_are_counted() {
        let allowance = Allowance::new(10, 10, 2);
        assert_eq!([(); 5].map(|()| allowance.tells()), [true, true, false, false, false]);
        assert_eq!(allowance.untold(), 3);
    }
}
