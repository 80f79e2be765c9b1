//! Decisions: what a seat may choose from, as data.
//!
//! A decision holds groups of options. A group is a verb and a product of dimensions, so that a
//! thousand placements are one group of three short lists: countable, indexable and sampled
//! without being written out.

use serde::{Deserialize, Serialize};

use crate::id::*;

mod dimension;
mod next;
mod rank;

pub use dimension::Dimension;
pub use next::Values;
pub use rank::{order_from_rank, order_rank, spread_count, spread_from_rank, spread_rank};

/// The most arguments an action can have.
pub const MAX_ARGS: usize = 6;

/// The arguments of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Args {
    values: [i32; MAX_ARGS],
    len: u8,
}

impl Args {
    /// Adds an argument; a seventh is dropped.
    pub fn push(&mut self, value: i32) {
        if let Some(slot) = self.values.get_mut(usize::from(self.len)) {
            *slot = value;
            self.len += 1;
        }
    }

    /// The arguments in order.
    pub fn as_slice(&self) -> &[i32] {
        self.values.get(..usize::from(self.len)).unwrap_or(&[])
    }

    /// One argument.
    pub fn get(&self, at: usize) -> Option<i32> {
        self.as_slice().get(at).copied()
    }
}

impl FromIterator<i32> for Args {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        let mut args = Args::default();
        values.into_iter().for_each(|value| args.push(value));
        args
    }
}

impl Serialize for Args {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(out)
    }
}

impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(Vec::<i32>::deserialize(input)?.into_iter().collect())
    }
}

/// An option that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Action {
    /// What is done.
    pub verb: VerbId,
    /// With what.
    pub args: Args,
}

/// Options of one verb: the product of some dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// What the options do.
    pub verb: VerbId,
    /// What each argument, or run of arguments, ranges over.
    pub dimensions: Vec<Dimension>,
}

impl Group {
    /// How many options it holds.
    pub fn count(&self) -> u64 {
        self.dimensions.iter().fold(1, |n, dimension| n.saturating_mul(dimension.count()))
    }

    /// Whether it holds no option.
    pub fn is_empty(&self) -> bool {
        self.dimensions.iter().any(Dimension::is_empty)
    }

    /// The option with this number, counted in order of the dimensions, the last one fastest.
    pub fn option(&self, mut index: u64) -> Option<Action> {
        let mut stride = self.count();
        if index >= stride {
            return None;
        }
        let mut args = Args::default();
        if let [only] = self.dimensions.as_slice() {
            only.write(index, &mut args);
            return Some(Action { verb: self.verb, args });
        }
        for dimension in &self.dimensions {
            stride /= dimension.count();
            dimension.write(index / stride, &mut args);
            index %= stride;
        }
        Some(Action { verb: self.verb, args })
    }

    /// The number of an action in this group, if it is one of its options.
    pub fn index_of(&self, action: &Action) -> Option<u64> {
        if action.verb != self.verb {
            return None;
        }
        let mut rest = action.args.as_slice();
        let mut index = 0;
        for dimension in &self.dimensions {
            let (own, after) = rest.split_at_checked(dimension.width())?;
            index = index * dimension.count() + dimension.find(own)?;
            rest = after;
        }
        rest.is_empty().then_some(index)
    }
}

/// Why something is not among the options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What one might want to do.
    pub verb: VerbId,
    /// The first arguments it concerns; a shorter list concerns all that begin so.
    pub args: Args,
    /// The rule, such as `R25`.
    pub rule: String,
    /// The reason as a sentence.
    pub sentence: String,
    /// The piece that stands in the way, if it is one.
    pub culprit: Option<PieceId>,
    /// Where the rule is written, as `pack/file.luau:line`.
    pub source: String,
}

/// What one seat must or may choose now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Who decides.
    pub seat: Seat,
    /// What it is about, as a declared word.
    pub prompt: WordId,
    /// The piece that asks, if one does.
    pub asker: Option<PieceId>,
    /// All options; sorted, none twice.
    pub groups: Vec<Group>,
    /// Whether other seats learn the answer only when all who decide now have answered.
    pub hidden: bool,
    /// The option taken when nobody answers, by number.
    pub default: u64,
}

impl Decision {
    /// How many options there are.
    pub fn count(&self) -> u64 {
        self.groups.iter().map(Group::count).sum()
    }

    /// The option with this number, from 0 to [`Decision::count`].
    pub fn option(&self, mut index: u64) -> Option<Action> {
        for group in &self.groups {
            let count = group.count();
            if index < count {
                return group.option(index);
            }
            index -= count;
        }
        None
    }

    /// The number of an action, if it is one of the options.
    pub fn index_of(&self, action: &Action) -> Option<u64> {
        let mut before = 0;
        for group in &self.groups {
            if let Some(index) = group.index_of(action) {
                return Some(before + index);
            }
            before += group.count();
        }
        None
    }

    /// All options in order. Only for showing and for tests: products can be large.
    pub fn options(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups.iter().flat_map(|group| (0..group.count()).filter_map(|i| group.option(i)))
    }

    /// Drops empty groups and puts the rest in canonical order: by verb, then by first option.
    pub fn settle(&mut self) {
        self.groups.retain(|group| !group.is_empty());
        let in_order = |a: &Group, b: &Group| a.verb < b.verb || a.option(0) <= b.option(0);
        if self.groups.is_sorted_by(in_order) {
            return;
        }
        self.groups.sort_by_cached_key(|group| group.option(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, CellSet};
    use proptest::prelude::*;

    fn cells(list: &[u16]) -> Dimension {
        Dimension::Cells(list.iter().map(|c| Cell(*c)).collect::<CellSet>())
    }

    #[test]
    fn a_placement_is_a_product() {
        let group = Group {
            verb: VerbId(1),
            dimensions: vec![
                Dimension::Many(vec![4, 9]),
                cells(&[0, 3, 5]),
                Dimension::Facings(63),
            ],
        };
        assert_eq!(group.count(), 36);
        let first = group.option(0).map(|a| a.args.as_slice().to_vec());
        assert_eq!(first, Some(vec![4, 0, 0]));
        let last = group.option(35).map(|a| a.args.as_slice().to_vec());
        assert_eq!(last, Some(vec![9, 5, 5]));
        assert_eq!(group.option(36), None);
    }

    #[test]
    fn what_is_not_offered_has_no_number() {
        let group = Group { verb: VerbId(0), dimensions: vec![cells(&[2]), Dimension::One(7)] };
        let action =
            |args: &[i32]| Action { verb: VerbId(0), args: args.iter().copied().collect() };
        assert_eq!(group.index_of(&action(&[2, 7])), Some(0));
        for wrong in [&[2, 8][..], &[1, 7], &[2], &[2, 7, 0]] {
            assert_eq!(group.index_of(&action(wrong)), None, "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn options_and_numbers_agree(
            many in prop::collection::btree_set(-5i32..40, 1..5),
            places in prop::collection::btree_set(0u16..200, 1..9),
            facings in 1u16..63,
            slots in 1u8..4,
            total in 0u8..5,
        ) {
            let mut decision = Decision {
                seat: Seat(0), prompt: WordId(0), asker: None, hidden: false, default: 0,
                groups: vec![
                    Group { verb: VerbId(2), dimensions: vec![Dimension::Spread {
                        total, caps: vec![total.max(1); usize::from(slots)] }] },
                    Group { verb: VerbId(1), dimensions: vec![
                        Dimension::Many(many.into_iter().collect()),
                        Dimension::Cells(places.into_iter().map(Cell).collect()),
                        Dimension::Facings(facings)] },
                    Group { verb: VerbId(0), dimensions: vec![
                        Dimension::Order(4),
                        Dimension::Several { of: vec![1, 2, 3, 9], min: 1, max: 2 }] },
                ],
            };
            decision.settle();
            let all: Vec<_> = decision.options().collect();
            prop_assert_eq!(all.len() as u64, decision.count());
            for (i, action) in all.iter().enumerate() {
                prop_assert_eq!(decision.index_of(action), Some(i as u64));
                prop_assert_eq!(decision.option(i as u64), Some(*action));
            }
            let mut unique = all.clone();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), all.len());
        }
    }
}
