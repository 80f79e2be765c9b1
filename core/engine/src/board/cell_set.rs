//! Sets of cells as bits.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use super::Cell;

/// No board has more cells than this.
pub const MAX_CELLS: usize = 1024;

/// Words that lie in every set: enough for most boards, and quick to copy.
const N_NEAR: usize = 4;
/// Words that only sets with later cells have.
const N_FAR: usize = MAX_CELLS / 64 - N_NEAR;

/// A set of cells. Those of small boards lie in it; a set with a cell of 256 or more keeps the
/// others beside it. Iteration is in reading order.
///
/// Saved as the list of its cells. A cell of 1024 or more is in no set and cannot be put in.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSet {
    near: [u64; N_NEAR],
    /// Never without a cell, so that equal sets look alike.
    far: Option<Box<[u64; N_FAR]>>,
}

/// Cells of which none lies far, as plain bits: quick to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NearCells([u64; N_NEAR]);

impl NearCells {
    /// Whether all cells of a board with so many lie near.
    pub(crate) fn hold(n_cells: usize) -> bool {
        n_cells <= 64 * N_NEAR
    }

    /// Puts a cell in; whether there is room for it.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) -> bool {
        let word = self.0.get_mut(cell.index() / 64);
        word.map(|word| *word |= bit(cell)).is_some()
    }

    /// Takes a cell out.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word &= !bit(cell);
        }
    }

    /// Whether the cell is there.
    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word & bit(cell) != 0)
    }

    /// These cells and others.
    #[inline]
    pub(crate) fn and_also(mut self, others: &NearCells) -> NearCells {
        self.0.iter_mut().zip(&others.0).for_each(|(own, its)| *own |= its);
        self
    }
}

impl From<NearCells> for CellSet {
    #[inline]
    fn from(cells: NearCells) -> CellSet {
        CellSet { near: cells.0, far: None }
    }
}

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self { near: [0; N_NEAR], far: None };

    /// The cells from 0 to `n - 1`; at most all 1024.
    pub fn first_cells(n: usize) -> Self {
        (0..n.min(MAX_CELLS) as u16).map(Cell).collect()
    }

    /// The set of one cell.
    pub fn only(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.near == [0; N_NEAR] && self.far.is_none()
    }

    /// How many cells there are.
    #[inline]
    pub fn count(&self) -> usize {
        let near: usize = self.near.iter().map(|word| ones(*word)).sum();
        let far = |far: &[u64; N_FAR]| far.iter().map(|word| ones(*word)).sum::<usize>();
        near + self.far.as_deref().map_or(0, far)
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.word(cell.index() / 64) & bit(cell) != 0
    }

    /// Whether every cell of `other` is in this set.
    pub fn contains_all(&self, other: &Self) -> bool {
        if self.far.is_some() || other.far.is_some() {
            return (other - self).is_empty();
        }
        self.near.iter().zip(&other.near).all(|(own, its)| its & !own == 0)
    }

    /// Whether the two sets share a cell.
    pub fn intersects(&self, other: &Self) -> bool {
        if self.far.is_some() && other.far.is_some() {
            return !(self & other).is_empty();
        }
        self.near.iter().zip(&other.near).any(|(own, its)| own & its != 0)
    }

    /// Puts a cell in; whether it is new. A cell of 1024 or more stays out.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        if cell.index() >= MAX_CELLS {
            return false;
        }
        let word = match self.near.get_mut(cell.index() / 64) {
            Some(word) => Some(word),
            None => {
                let far = self.far.get_or_insert_default();
                far.get_mut(cell.index() / 64 - N_NEAR)
            }
        };
        let Some(word) = word else { return false };
        let fresh = *word & bit(cell) == 0;
        *word |= bit(cell);
        fresh
    }

    /// Takes a cell out; whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let word = match (self.near.get_mut(cell.index() / 64), &mut self.far) {
            (Some(word), _) => word,
            (None, None) => return false,
            (None, Some(far)) => match far.get_mut(cell.index() / 64 - N_NEAR) {
                Some(word) => word,
                None => return false,
            },
        };
        let present = *word & bit(cell) != 0;
        *word &= !bit(cell);
        if cell.index() / 64 >= N_NEAR {
            self.tidy();
        }
        present
    }

    /// The cells that lie so many numbers further, or before if it is negative. `None` if one of
    /// these cells, or of those, lies far.
    pub(crate) fn shifted(&self, by: isize) -> Option<CellSet> {
        if self.far.is_some() || (by > 0 && self.last()?.index() + by.unsigned_abs() >= 64 * N_NEAR)
        {
            return None;
        }
        let (words, bits) = (by.unsigned_abs() / 64, by.unsigned_abs() % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.near.get(at)).copied().unwrap_or(0);
        let mut near = [0; N_NEAR];
        for (at, slot) in near.iter_mut().enumerate() {
            let (whole, part) = match by < 0 {
                true => (word(Some(at + words)) >> bits, word(Some(at + words + 1)) << 1),
                false => {
                    let next = word(at.checked_sub(words + 1));
                    (word(at.checked_sub(words)) << bits, next >> 1)
                }
            };
            // Two steps: what is shifted by a whole word is 0.
            *slot = whole | if by < 0 { part << (63 - bits) } else { part >> (63 - bits) };
        }
        Some(CellSet { near, far: None })
    }

    /// The first cell in reading order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let (index, word) = self.words().enumerate().find(|(_, word)| **word != 0)?;
        Some(cell_at(index, word.trailing_zeros()))
    }

    /// The last cell in reading order.
    pub fn last(&self) -> Option<Cell> {
        let (index, word) = self.words().enumerate().filter(|(_, word)| **word != 0).last()?;
        Some(cell_at(index, 63 - word.leading_zeros()))
    }

    /// The cell with exactly `k` cells before it in the set. Takes a time that does not depend
    /// on `k`.
    pub fn nth(&self, k: usize) -> Option<Cell> {
        let mut before = k;
        for (index, word) in self.words().enumerate() {
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
        let full: u32 = self.words().take(word).map(|word| word.count_ones()).sum();
        let part = (self.word(word) & (bit(cell) - 1)).count_ones();
        (full + part) as usize
    }

    /// The cells in reading order.
    #[inline]
    pub fn iter(&self) -> Cells {
        Cells { near: self.near, far: self.far.clone(), index: 0 }
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = &u64> {
        self.near.iter().chain(self.far.iter().flat_map(|far| far.iter()))
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        match self.near.get(index) {
            Some(word) => *word,
            None => {
                let far = self.far.as_ref().and_then(|far| far.get(index - N_NEAR));
                far.copied().unwrap_or(0)
            }
        }
    }

    /// Drops the words beside the set if they are empty.
    fn tidy(&mut self) {
        if self.far.as_ref().is_some_and(|far| **far == [0; N_FAR]) {
            self.far = None;
        }
    }
}

/// How many bits are set. Most words of most sets are empty.
#[inline]
fn ones(word: u64) -> usize {
    if word == 0 { 0 } else { word.count_ones() as usize }
}

#[inline]
fn bit(cell: Cell) -> u64 {
    1 << (cell.0 % 64)
}

#[inline]
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
    near: [u64; N_NEAR],
    far: Option<Box<[u64; N_FAR]>>,
    index: usize,
}

impl Cells {
    #[cold]
    fn next_far(&mut self) -> Option<Cell> {
        let far = self.far.as_mut()?;
        loop {
            let word = far.get_mut(self.index - N_NEAR)?;
            if *word != 0 {
                let place = word.trailing_zeros();
                *word &= *word - 1;
                return Some(cell_at(self.index, place));
            }
            self.index += 1;
        }
    }
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        loop {
            let Some(word) = self.near.get_mut(self.index) else { return self.next_far() };
            if *word != 0 {
                let place = word.trailing_zeros();
                *word &= *word - 1;
                return Some(cell_at(self.index, place));
            }
            self.index += 1;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let far = self.far.iter().flat_map(|far| far.iter());
        let count = self.near.iter().chain(far).map(|word| word.count_ones() as usize).sum();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        Cells { near: self.near, far: self.far, index: 0 }
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
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
    #[inline]
    fn combine(&mut self, other: &Self, combine: impl Fn(u64, u64) -> u64) {
        for (word, other) in self.near.iter_mut().zip(other.near) {
            *word = combine(*word, other);
        }
        if self.far.is_some() || other.far.is_some() {
            self.combine_far(other, combine);
        }
    }

    #[cold]
    fn combine_far(&mut self, other: &Self, combine: impl Fn(u64, u64) -> u64) {
        const NONE: &[u64; N_FAR] = &[0; N_FAR];
        let theirs = other.far.as_deref().unwrap_or(NONE);
        let own = self.far.get_or_insert_default();
        for (word, other) in own.iter_mut().zip(theirs) {
            *word = combine(*word, *other);
        }
        self.tidy();
    }
}

/// An operation on two sets, whichever of them are borrowed.
macro_rules! operation {
    ($trait:ident, $name:ident, $assign:ident, $name_assign:ident, $combine:expr) => {
        impl $assign<&CellSet> for CellSet {
            fn $name_assign(&mut self, other: &CellSet) {
                self.combine(other, $combine);
            }
        }

        impl $assign for CellSet {
            fn $name_assign(&mut self, other: CellSet) {
                self.combine(&other, $combine);
            }
        }

        impl $trait<&CellSet> for CellSet {
            type Output = CellSet;

            fn $name(mut self, other: &CellSet) -> CellSet {
                self.combine(other, $combine);
                self
            }
        }

        impl $trait for CellSet {
            type Output = CellSet;

            fn $name(self, other: CellSet) -> CellSet {
                self.$name(&other)
            }
        }

        impl $trait<&CellSet> for &CellSet {
            type Output = CellSet;

            fn $name(self, other: &CellSet) -> CellSet {
                self.clone().$name(other)
            }
        }

        impl $trait<CellSet> for &CellSet {
            type Output = CellSet;

            fn $name(self, other: CellSet) -> CellSet {
                self.clone().$name(&other)
            }
        }
    };
}

operation!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operation!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operation!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
operation!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

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

    /// Cells of small boards, and cells of boards of all sizes.
    fn some_cells() -> impl Strategy<Value = BTreeSet<u16>> {
        prop_oneof![btree_set(0_u16..256, 0..256), btree_set(0_u16..1024, 0..300)]
    }

    fn set_of(cells: &BTreeSet<u16>) -> CellSet {
        cells.iter().copied().map(Cell).collect()
    }

    fn check(set: CellSet, expected: &BTreeSet<u16>) {
        assert_eq!(set.iter().map(|cell| cell.0).collect::<BTreeSet<_>>(), *expected);
        assert_eq!(set, set_of(expected));
    }

    #[test]
    fn shifted_cells_lie_so_many_numbers_further() {
        let check = |list: &[u16], by: isize, expected: Option<&[u16]>| {
            let of = |list: &[u16]| list.iter().map(|at| Cell(*at)).collect::<CellSet>();
            assert_eq!(of(list).shifted(by), expected.map(of), "{list:?} by {by}");
        };
        check(&[0, 7, 63, 64, 200], 7, Some(&[7, 14, 70, 71, 207]));
        check(&[0, 7, 63, 64, 200], -7, Some(&[0, 56, 57, 193]));
        check(&[1, 63, 130], 64, Some(&[65, 127, 194]));
        check(&[70, 130, 200], -64, Some(&[6, 66, 136]));
        check(&[3, 70], 65, Some(&[68, 135]));
        check(&[3, 70, 255], -65, Some(&[5, 190]));
        check(&[3, 255], 0, Some(&[3, 255]));
        check(&[3, 250], 6, None);
        check(&[3, 300], -6, None);
    }

    #[test]
    fn a_cell_beyond_the_last_stays_out() {
        let mut set = CellSet::first_cells(2_000);
        assert_eq!((set.count(), set.iter().count()), (1024, 1024));
        assert!(!set.insert(Cell(1024)));
        assert!(!set.contains(Cell(1024)));
        assert!(!set.remove(Cell(u16::MAX)));
        assert_eq!(set.rank(Cell(u16::MAX)), 1024);
        assert!(serde_json::from_str::<CellSet>("[3,1024]").is_err());
    }

    /// A set that has lost its later cells is the set that never had any.
    #[test]
    fn sets_forget_that_they_were_large() {
        let mut set: CellSet = [Cell(1), Cell(300)].into_iter().collect();
        assert!(set.remove(Cell(300)));
        assert_eq!(set, CellSet::only(Cell(1)));
        let large = CellSet::only(Cell(300));
        assert_eq!(&large - &large, CellSet::EMPTY);
        assert_eq!(&large & &CellSet::only(Cell(1)), CellSet::EMPTY);
        assert!((&large ^ &large).is_empty());
    }

    proptest! {
        #[test]
        fn sets_combine_like_sets(a in some_cells(), b in some_cells()) {
            let (x, y) = (set_of(&a), set_of(&b));
            check(&x | &y, &(&a | &b));
            check(&x & &y, &(&a & &b));
            check(&x - &y, &(&a - &b));
            check(&x ^ &y, &(&a ^ &b));
            check(x.clone() | y.clone(), &(&a | &b));
            check(x.clone() & y.clone(), &(&a & &b));
            check(&x - y.clone(), &(&a - &b));
            prop_assert_eq!(x.contains_all(&y), b.is_subset(&a));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_empty(), a.is_empty());
        }

        #[test]
        fn cells_are_found_by_place(a in some_cells()) {
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
        fn cells_come_and_go(mut a in some_cells(), cell in 0_u16..1024) {
            let mut set = set_of(&a);
            prop_assert_eq!(set.contains(Cell(cell)), a.contains(&cell));
            prop_assert_eq!(set.insert(Cell(cell)), a.insert(cell));
            check(set.clone(), &a);
            prop_assert_eq!(set.remove(Cell(cell)), a.remove(&cell));
            check(set.clone(), &a);
            let json = serde_json::to_string(&set).unwrap();
            prop_assert_eq!(serde_json::from_str::<CellSet>(&json).unwrap(), set);
        }
    }
}
