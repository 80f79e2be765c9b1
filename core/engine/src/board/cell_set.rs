//! Sets of cells as bits.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use super::Cell;

/// No board has more cells than this.
pub const MAX_CELLS: usize = 256;

const N_WORDS: usize = MAX_CELLS / 64;

/// A set of cells: 256 bits, copied like a number. Iteration is in reading order.
///
/// Saved as the list of its cells. A cell of 256 or more is in no set and cannot be put in.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSet {
    words: [u64; N_WORDS],
}

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self { words: [0; N_WORDS] };

    /// The cells from 0 to `n - 1`; at most all 256.
    pub fn first_cells(n: usize) -> Self {
        (0..n.min(MAX_CELLS) as u16).map(Cell).collect()
    }

    /// The set of one cell.
    pub fn only(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// The bits, for hashing: cell `i` is bit `i mod 64` of word `i / 64`.
    pub fn words(&self) -> [u64; 4] {
        self.words
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.words == [0; N_WORDS]
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| ones(*word)).sum()
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word & bit(cell) != 0)
    }

    /// Whether every cell of `other` is in this set.
    pub fn contains_all(&self, other: &Self) -> bool {
        (*other - *self).is_empty()
    }

    /// Whether the two sets share a cell.
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Puts a cell in; whether it is new. A cell of 256 or more stays out.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let Some(word) = self.words.get_mut(cell.index() / 64) else { return false };
        let fresh = *word & bit(cell) == 0;
        *word |= bit(cell);
        fresh
    }

    /// Takes a cell out; whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some(word) = self.words.get_mut(cell.index() / 64) else { return false };
        let present = *word & bit(cell) != 0;
        *word &= !bit(cell);
        present
    }

    /// The first cell in reading order.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The last cell in reading order.
    pub fn last(&self) -> Option<Cell> {
        let (index, word) = self.words.iter().enumerate().rfind(|(_, word)| **word != 0)?;
        Some(cell_at(index, 63 - word.leading_zeros()))
    }

    /// The cell with exactly `k` cells before it in the set. Takes a time that does not depend
    /// on `k`.
    pub fn nth(&self, k: usize) -> Option<Cell> {
        let mut before = k;
        for (index, word) in self.words.iter().enumerate() {
            let count = ones(*word);
            if before < count {
                return Some(cell_at(index, select(*word, before as u32)));
            }
            before -= count;
        }
        None
    }

    /// How many cells of the set come before `cell`; the reverse of [`CellSet::nth`].
    pub fn rank(&self, cell: Cell) -> usize {
        let word = cell.index() / 64;
        let full: u32 = self.words.iter().take(word).map(|word| word.count_ones()).sum();
        let part = self.words.get(word).map_or(0, |word| (word & (bit(cell) - 1)).count_ones());
        (full + part) as usize
    }

    /// The cells in reading order.
    pub fn iter(&self) -> Cells {
        Cells { words: self.words, index: 0 }
    }
}

/// How many bits are set. Most words of most sets are empty.
fn ones(word: u64) -> usize {
    if word == 0 { 0 } else { word.count_ones() as usize }
}

fn bit(cell: Cell) -> u64 {
    1 << (cell.0 % 64)
}

fn cell_at(word: usize, bit: u32) -> Cell {
    Cell((word * 64) as u16 + bit as u16)
}

/// The place of the set bit with `k` set bits below it; there must be more than `k` of them.
fn select(mut word: u64, mut k: u32) -> u32 {
    let mut place = 0;
    if k < 8 {
        (0..k).for_each(|_| word &= word - 1);
        return word.trailing_zeros();
    }
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << width) - 1)).count_ones();
        if k >= low {
            k -= low;
            word >>= width;
            place += width;
        }
    }
    place
}

/// The cells of a [`CellSet`] in reading order.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; N_WORDS],
    index: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        loop {
            let word = self.words.get_mut(self.index)?;
            if *word != 0 {
                let place = word.trailing_zeros();
                *word &= *word - 1;
                return Some(cell_at(self.index, place));
            }
            self.index += 1;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.words.iter().map(|word| word.count_ones() as usize).sum();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl CellSet {
    fn combined(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word = combine(*word, other);
        }
        Self { words }
    }
}

impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }
}

impl BitXor for CellSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.combined(other, |a, b| a ^ b)
    }
}

impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = Vec::<Cell>::deserialize(deserializer)?;
        match cells.iter().find(|cell| cell.index() >= MAX_CELLS) {
            Some(cell) => Err(D::Error::custom(format!("no board has a cell {}", cell.0))),
            None => Ok(cells.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set_of(cells: &BTreeSet<u16>) -> CellSet {
        cells.iter().copied().map(Cell).collect()
    }

    fn check(set: CellSet, expected: &BTreeSet<u16>) {
        assert_eq!(set.iter().map(|cell| cell.0).collect::<BTreeSet<_>>(), *expected);
        assert_eq!(set, set_of(expected));
    }

    #[test]
    fn a_cell_beyond_the_last_stays_out() {
        let mut set = CellSet::first_cells(1_000);
        assert_eq!(set.count(), 256);
        assert!(!set.insert(Cell(256)));
        assert!(!set.contains(Cell(256)));
        assert!(!set.remove(Cell(u16::MAX)));
        assert_eq!(set.rank(Cell(u16::MAX)), 256);
        assert!(serde_json::from_str::<CellSet>("[3,256]").is_err());
    }

    proptest! {
        #[test]
        fn sets_combine_like_sets(a in btree_set(0_u16..256, 0..80), b in btree_set(0_u16..256, 0..80)) {
            let (x, y) = (set_of(&a), set_of(&b));
            check(x | y, &(&a | &b));
            check(x & y, &(&a & &b));
            check(x - y, &(&a - &b));
            check(x ^ y, &(&a ^ &b));
            prop_assert_eq!(x.contains_all(&y), b.is_subset(&a));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_empty(), a.is_empty());
        }

        #[test]
        fn cells_are_found_by_place(a in btree_set(0_u16..256, 0..256)) {
            let set = set_of(&a);
            prop_assert_eq!(set.count(), a.len());
            prop_assert_eq!(set.iter().len(), a.len());
            prop_assert_eq!(set.first().map(|cell| cell.0), a.first().copied());
            prop_assert_eq!(set.last().map(|cell| cell.0), a.last().copied());
            for (k, cell) in a.iter().enumerate() {
                prop_assert_eq!(set.nth(k), Some(Cell(*cell)));
                prop_assert_eq!(set.rank(Cell(*cell)), k);
            }
            prop_assert_eq!(set.nth(a.len()), None);
        }

        #[test]
        fn cells_come_and_go(mut a in btree_set(0_u16..256, 0..80), cell in 0_u16..256) {
            let mut set = set_of(&a);
            prop_assert_eq!(set.contains(Cell(cell)), a.contains(&cell));
            prop_assert_eq!(set.insert(Cell(cell)), a.insert(cell));
            check(set, &a);
            prop_assert_eq!(set.remove(Cell(cell)), a.remove(&cell));
            check(set, &a);
            let json = serde_json::to_string(&set).unwrap();
            prop_assert_eq!(serde_json::from_str::<CellSet>(&json).unwrap(), set);
        }
    }
}
