//! Which arguments tell options apart that would read the same.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::decision::{Action, Decision, Group};
use crate::log::sentence::fill_gaps;
use crate::state::{Place, State};

/// Verbs with more options are not searched for those that read the same.
pub const MOST_SEARCHED: u64 = 500;

/// The places of the arguments that the title of a verb tells, counted from 0: those of its gaps,
/// or all of `n` where it has none.
pub fn told_places(title: &str, n: usize) -> BTreeSet<usize> {
    if !title.contains('{') {
        return (0..n).collect();
    }
    let told = RefCell::new(BTreeSet::new());
    fill_gaps(title, |at, _| {
        told.borrow_mut().insert(at);
        None
    });
    told.into_inner()
}

/// The places where an option differs from others of its decision that would read the same, each
/// with all values these options have there. Options read the same where they have the same verb,
/// and in each place that is told the same value or one of the same name: `is_namesake` is given
/// the place and two values that differ.
///
/// `None` if there are more than [`MOST_SEARCHED`] options.
pub fn apart(
    decision: &Decision,
    action: &Action,
    told: &BTreeSet<usize>,
    is_namesake: impl Fn(usize, i32, i32) -> bool,
) -> Option<BTreeMap<usize, BTreeSet<i32>>> {
    let groups = || decision.groups.iter().filter(|group| group.verb == action.verb);
    let n_options = groups().map(Group::count).fold(0, u64::saturating_add);
    if n_options > MOST_SEARCHED {
        return None;
    }
    let args = action.args.as_slice();
    let reads_alike = |other: &Action| {
        let others = other.args.as_slice();
        let alike = |(at, (a, b)): (usize, (&i32, &i32))| {
            a == b || !told.contains(&at) || is_namesake(at, *a, *b)
        };
        others.len() == args.len() && args.iter().zip(others).enumerate().all(alike)
    };
    let mut places = BTreeMap::<usize, BTreeSet<i32>>::new();
    let options = groups().flat_map(|group| (0..group.count()).filter_map(|at| group.option(at)));
    for twin in options.filter(reads_alike) {
        for (at, value) in twin.args.as_slice().iter().enumerate() {
            places.entry(at).or_default().insert(*value);
        }
    }
    places.retain(|_, values| values.len() > 1);
    Some(places)
}

/// What tells one of several pieces of one name from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Where it is: no other is there.
    At(Place),
    /// Its rank among them, from 0.
    Nth(usize),
}

/// Which of some pieces of one name is meant; nothing if they do not differ at all. `alike` says
/// whether two places are told the same.
pub fn which_piece(
    state: &State,
    own: i32,
    values: &BTreeSet<i32>,
    alike: impl Fn(Place, Place) -> bool,
) -> Option<Which> {
    let piece = |value: i32| state.pieces.get(usize::try_from(value).ok()?);
    let meant = piece(own)?;
    let others = || values.iter().filter(|value| **value != own).filter_map(|it| piece(*it));
    if !others().any(|other| other != meant) {
        return None;
    }
    if !others().any(|other| alike(other.place, meant.place)) {
        return Some(Which::At(meant.place));
    }
    values.iter().position(|value| *value == own).map(Which::Nth)
}

#[cfg(test)]
mod tests {
    use crate::decision::Dimension;
    use crate::id::{Seat, VerbId, WordId};

    use super::*;

    #[test]
    fn options_differ_where_they_read_the_same() {
        let check = |title: &str, dimensions: [Dimension; 2], expected: &[(usize, &[i32])]| {
            let group = Group { verb: VerbId(0), dimensions: dimensions.to_vec() };
            let decision = Decision::of(Seat(0), WordId(0), vec![group]);
            let action = decision.option(0).unwrap();
            let told = told_places(title, 2);
            let found = apart(&decision, &action, &told, |_, a, b| a / 10 == b / 10);
            let expected =
                expected.iter().map(|(at, values)| (*at, values.iter().copied().collect()));
            assert_eq!(found, Some(expected.collect()), "{title}");
        };
        use Dimension::{Many, Range};
        check("Put {1}", [Many(vec![10, 20]), Range(5, 6)], &[(1, &[5, 6])]);
        check("Put {1} by {2}", [Many(vec![10, 20]), Many(vec![30, 40])], &[]);
        check("Put {1}", [Many(vec![10, 11, 20]), Many(vec![5])], &[(0, &[10, 11])]);
        check("Put", [Many(vec![10, 20]), Many(vec![30, 40])], &[]);
        let group = Group { verb: VerbId(0), dimensions: vec![Range(1, 501)] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let action = decision.option(0).unwrap();
        assert_eq!(apart(&decision, &action, &BTreeSet::new(), |_, _, _| false), None);
    }
}
