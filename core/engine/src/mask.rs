//! Sets of declared names as bits.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use serde::{Deserialize, Serialize};

const N_WORDS: usize = Mask::SIZE / 64;

/// A set of numbers of one vocabulary, such as statuses or kinds.
///
/// ```
/// use harena_engine::mask::Mask;
///
/// let slow = Mask::of(3) | Mask::of(200);
/// assert!(slow.has(200) && !slow.has(8));
/// assert!(slow.meets(Mask::of(3)) && !Mask::NONE.meets(slow));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mask([u64; N_WORDS]);

impl Mask {
    /// Numbers are smaller than this; larger ones are in no mask and cannot be put in.
    pub const SIZE: usize = 256;

    /// The mask without numbers.
    pub const NONE: Mask = Mask([0; N_WORDS]);

    /// The mask of one number.
    #[inline]
    pub fn of(number: usize) -> Mask {
        let mut mask = Mask::NONE;
        mask.put(number, true);
        mask
    }

    /// The mask of the numbers 0 to 31 whose bits are set.
    #[inline]
    pub const fn from_low(bits: u32) -> Mask {
        let mut words = [0; N_WORDS];
        words[0] = bits as u64;
        Mask(words)
    }

    /// The numbers 0 to 31 as bits.
    #[inline]
    pub fn low(self) -> u32 {
        let [first, ..] = self.0;
        first as u32
    }

    /// Whether there is no number.
    #[inline]
    pub fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Whether a number is in the mask.
    #[inline]
    pub fn has(self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Whether the two masks share a number.
    #[inline]
    pub fn meets(self, other: Mask) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every number of `other` is in this mask.
    #[inline]
    pub fn has_all(self, other: Mask) -> bool {
        (other - self).is_empty()
    }

    /// Puts a number in or takes it out.
    #[inline]
    pub fn put(&mut self, number: usize, is_in: bool) {
        if let Some(word) = self.0.get_mut(number / 64) {
            let bit = 1 << (number % 64);
            *word = if is_in { *word | bit } else { *word & !bit };
        }
    }

    /// The numbers, smallest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let rests = rests.take_while(|rest| *rest != 0);
            rests.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// How many numbers there are.
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn combined(self, other: Mask, combine: impl Fn(u64, u64) -> u64) -> Mask {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Mask(words)
    }
}

impl FromIterator<usize> for Mask {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Mask {
        let mut mask = Mask::NONE;
        numbers.into_iter().for_each(|number| mask.put(number, true));
        mask
    }
}

impl BitOr for Mask {
    type Output = Mask;

    #[inline]
    fn bitor(self, other: Mask) -> Mask {
        self.combined(other, |a, b| a | b)
    }
}

impl BitOrAssign for Mask {
    #[inline]
    fn bitor_assign(&mut self, other: Mask) {
        *self = *self | other;
    }
}

impl BitAnd for Mask {
    type Output = Mask;

    #[inline]
    fn bitand(self, other: Mask) -> Mask {
        self.combined(other, |a, b| a & b)
    }
}

impl Sub for Mask {
    type Output = Mask;

    #[inline]
    fn sub(self, other: Mask) -> Mask {
        self.combined(other, |a, b| a & !b)
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn mask(numbers: &BTreeSet<usize>) -> Mask {
        numbers.iter().copied().collect()
    }

    #[test]
    fn a_number_beyond_the_last_is_in_no_mask() {
        for number in [Mask::SIZE, Mask::SIZE + 8, usize::MAX] {
            assert_eq!(Mask::of(number), Mask::NONE);
            assert!(!Mask::from_iter(0..Mask::SIZE).has(number));
        }
        assert_eq!((Mask::of(40).low(), Mask::of(8).low()), (0, 256), "40 is not also 8");
    }

    proptest! {
        #[test]
        fn masks_combine_like_sets(
            a in btree_set(0..Mask::SIZE, 0..20), b in btree_set(0..Mask::SIZE, 0..20)
        ) {
            let (x, y) = (mask(&a), mask(&b));
            let listed = |mask: Mask| mask.iter().collect::<BTreeSet<_>>();
            prop_assert_eq!(listed(x | y), &a | &b);
            prop_assert_eq!(listed(x & y), &a & &b);
            prop_assert_eq!(listed(x - y), &a - &b);
            prop_assert_eq!(x.meets(y), !a.is_disjoint(&b));
            prop_assert_eq!(x.has_all(y), b.is_subset(&a));
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.count(), a.len());
            prop_assert!(x.iter().is_sorted());
            let low = a.iter().filter(|number| **number < 32).copied().collect();
            prop_assert_eq!(Mask::from_low(x.low()), mask(&low));
        }
    }
}
