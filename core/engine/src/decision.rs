//! Decisions: what a seat may choose from, as data.
//!
//! A decision holds groups of options. A group is a verb and a product of dimensions, so that a
//! thousand placements are one group of three short lists: countable, indexable and sampled
//! without being written out.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::id::*;

mod begin;
mod dimension;
mod listed;
mod next;
mod rank;

pub use dimension::Dimension;
pub use listed::{Form, Listed, MAX_ORDER, MAX_SEVERAL};
pub use next::Values;
pub use rank::{order_from_rank, order_rank, spread_count, spread_from_rank, spread_rank};

/// The most arguments an action can have.
pub const MAX_ARGS: usize = 6;
/// The verb of an action that is never among the options: giving up. It takes no arguments; see
/// [`Game::concede`](crate::game::Game::concede).
pub const CONCEDE: VerbId = VerbId(u8::MAX);
/// A decision with more options than this cannot be numbered.
pub const MAX_OPTIONS: u64 = 1 << 60;

/// The arguments of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Args {
    values: [i32; MAX_ARGS],
    len: u8,
}

impl Args {
    /// Adds an argument; a seventh is dropped.
    #[inline]
    pub fn push(&mut self, value: i32) {
        if let Some(slot) = self.values.get_mut(usize::from(self.len)) {
            *slot = value;
            self.len += 1;
        }
    }

    /// The arguments in order.
    #[inline]
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
    #[inline]
    pub fn count(&self) -> u64 {
        match self.dimensions.as_slice() {
            [only] => only.count(),
            all => all.iter().fold(1, |n, dimension| n.saturating_mul(dimension.count())),
        }
    }

    /// Whether it holds no option.
    pub fn is_empty(&self) -> bool {
        self.dimensions.iter().any(Dimension::is_empty)
    }

    /// The dimension that the argument with this place comes from.
    pub fn dimension_at(&self, place: usize) -> Option<&Dimension> {
        let mut before = 0;
        self.dimensions.iter().find(|dimension| {
            before += dimension.width();
            place < before
        })
    }

    /// Compares by verb, then by the first options; both must hold one.
    fn compare_first(&self, other: &Group) -> Ordering {
        let mut order = self.verb.cmp(&other.verb);
        for (own, its) in self.dimensions.iter().zip(&other.dimensions) {
            if order != Ordering::Equal {
                return order;
            }
            // Rows beside single arguments: what stands in one place is not the same argument.
            if own.width() != its.width() {
                return self.option(0).cmp(&other.option(0));
            }
            order = own.compare_first(its);
        }
        order
    }

    /// The option with this number, counted in order of the dimensions, the last one fastest.
    pub fn option(&self, index: u64) -> Option<Action> {
        let count = self.count();
        (index < count).then(|| self.option_of(index, count))
    }

    /// The option with a number below the count, which is known.
    fn option_of(&self, mut index: u64, count: u64) -> Action {
        let mut stride = count;
        let mut args = Args::default();
        if let [only] = self.dimensions.as_slice() {
            only.write(index, &mut args);
            return Action { verb: self.verb, args };
        }
        for dimension in &self.dimensions {
            stride /= dimension.count();
            dimension.write(index / stride, &mut args);
            index %= stride;
        }
        Action { verb: self.verb, args }
    }

    /// Whether an action is one of its options.
    pub fn contains(&self, action: &Action) -> bool {
        let mut rest = action.args.as_slice();
        let takes = |dimension: &Dimension| {
            let Some((own, after)) = rest.split_at_checked(dimension.width()) else { return false };
            rest = after;
            dimension.find(own).is_some()
        };
        action.verb == self.verb && self.dimensions.iter().all(takes) && rest.is_empty()
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

/// A remark about something that is offered: why it is legal, what it costs, how likely it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What one might do.
    pub verb: VerbId,
    /// The first arguments it concerns; a shorter list concerns all that begin so.
    pub args: Args,
    /// The rule, such as `R25`; empty if none is named.
    pub rule: String,
    /// The remark, such as `72 %`.
    pub text: String,
    /// Where it is declared, as `pack/file.luau:line`; empty if it is no declared reason.
    pub source: String,
}

/// What the rules say about a decision when somebody asks: see
/// [`Match::explained`](crate::the_match::Match::explained).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Why things are not offered.
    pub refusals: Vec<Refusal>,
    /// Remarks about what is offered.
    pub notes: Vec<Note>,
    /// Whether the step led elsewhere than without anybody asking: another state, another question
    /// or another log. Rules that do nothing but explain never do.
    #[serde(skip)]
    pub departs: bool,
    /// What there was when each seat's question was put, where several are asked at once.
    #[serde(skip)]
    pub(crate) asked: Vec<Asked>,
}

/// How much was said when the question of a seat was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub seat: Seat,
    pub n_refusals: usize,
    pub n_notes: usize,
}

impl Explained {
    /// The remarks about an action, in the order they were made.
    pub fn notes_on(&self, action: &Action) -> impl Iterator<Item = &Note> {
        let args = action.args;
        let verb = action.verb;
        self.notes.iter().filter(move |note| {
            note.verb == verb && args.as_slice().starts_with(note.args.as_slice())
        })
    }
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
    /// An open question of one seat: no piece asks, and the first option is the default.
    pub fn of(seat: Seat, prompt: WordId, groups: Vec<Group>) -> Decision {
        Decision { seat, prompt, asker: None, groups, hidden: false, default: 0 }
    }

    /// How many options there are.
    pub fn count(&self) -> u64 {
        self.groups.iter().fold(0, |n, group| n.saturating_add(group.count()))
    }

    /// The option with this number, from 0 to [`Decision::count`].
    pub fn option(&self, mut index: u64) -> Option<Action> {
        for group in &self.groups {
            let count = group.count();
            if index < count {
                return Some(group.option_of(index, count));
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

    /// Whether an action is one of the options.
    pub fn offers(&self, action: &Action) -> bool {
        self.groups.iter().any(|group| group.contains(action))
    }

    /// All options in order. Only for showing and for tests: products can be large.
    pub fn options(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups.iter().flat_map(|group| (0..group.count()).filter_map(|i| group.option(i)))
    }

    /// Drops empty groups and puts the rest in canonical order: by verb, then by first option.
    pub fn settle(&mut self) {
        self.groups.retain(|group| !group.is_empty());
        if self.groups.len() > 1 {
            self.groups.sort_by(Group::compare_first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, CellSet};
    use crate::game::ArgKind;
    use proptest::prelude::*;

    fn listed(of: Vec<i32>, form: Form) -> Dimension {
        Dimension::Listed(Listed { of, kind: ArgKind::Piece, form })
    }

    fn spread(total: u8, caps: Vec<u8>) -> Dimension {
        listed(Vec::new(), Form::Spread { total, caps })
    }

    fn cells(list: &[u16]) -> Dimension {
        Dimension::Cells(list.iter().map(|c| Cell(*c)).collect::<CellSet>())
    }

    #[test]
    fn rows_and_products_are_sorted_by_their_first_options() {
        let product = |facing: i32| Group {
            verb: VerbId(1),
            dimensions: vec![Dimension::One(4), cells(&[2]), Dimension::One(facing)],
        };
        let rows = Dimension::Rows { width: 2, values: vec![4, 2, 7, 0] };
        let rows = Group { verb: VerbId(1), dimensions: vec![rows, Dimension::One(3)] };
        let mut groups = vec![product(5), rows.clone(), product(1)];
        groups.sort_by(Group::compare_first);
        assert_eq!(groups, [product(1), rows, product(5)]);
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

    /// Six spreads of six over six slots, 462 ways each: nearly 10^16 options in one group.
    #[test]
    fn a_huge_product_is_sampled_by_its_number() {
        let spread = || spread(6, vec![6; 6]);
        let group = Group { verb: VerbId(0), dimensions: (0..6).map(|_| spread()).collect() };
        assert_eq!(group.count(), 462u64.pow(6));
        let action = group.option(group.count() - 1).unwrap();
        assert_eq!(action.args.as_slice(), [461; 6]);
        assert_eq!(group.index_of(&action), Some(group.count() - 1));
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
                    Group { verb: VerbId(2), dimensions: vec![
                        Dimension::Clock(5, 7),
                        spread(total, vec![total.max(1); usize::from(slots)])] },
                    Group { verb: VerbId(1), dimensions: vec![
                        Dimension::Many(many.into_iter().collect()),
                        Dimension::Cells(places.into_iter().map(Cell).collect()),
                        Dimension::Facings(facings)] },
                    Group { verb: VerbId(0), dimensions: vec![
                        listed(vec![5, 3, 9, 4], Form::Order),
                        listed(vec![1, 2, 3, 9], Form::Several { min: 1, max: 2 })] },
                ],
            };
            decision.settle();
            let all: Vec<_> = decision.options().collect();
            prop_assert_eq!(all.len() as u64, decision.count());
            for (i, action) in all.iter().enumerate() {
                prop_assert_eq!(decision.index_of(action), Some(i as u64));
                prop_assert_eq!(decision.option(i as u64), Some(*action));
                let mut other = *action;
                other.args = action.args.as_slice().iter().map(|value| value + 1).collect();
                for action in [*action, other] {
                    prop_assert_eq!(decision.offers(&action), decision.index_of(&action).is_some());
                }
            }
            let mut unique = all.clone();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), all.len());
        }
    }
}
