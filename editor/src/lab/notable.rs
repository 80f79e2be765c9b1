//! Matches worth a look: the shortest, the longest, the widest apart, those that went wrong.

use std::collections::BTreeMap;

use harena_engine::id::FactionId;
use harena_lab::series::{Ending, Played, margin};

/// Why a match is worth a look, those that went wrong first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Its rules failed.
    Failed,
    /// It was given up after too many decisions.
    GivenUp,
    /// It took fewer decisions than all others.
    Shortest,
    /// It took more than all others.
    Longest,
    /// It was won by more than all others.
    Widest,
    /// It was won by less than all others.
    Closest,
    /// Its lead changed more often than that of all others.
    Turned,
    /// Nobody won it alone.
    Draw,
}

/// A match worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number in the series.
    pub number: u64,
    /// The number that makes it worth a look.
    pub value: u32,
    /// The faction of each seat.
    pub factions: Vec<Option<FactionId>>,
}

/// The match of each sort that is the furthest out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notable {
    /// By sort.
    pub found: BTreeMap<Sort, Found>,
}

impl Notable {
    /// Looks at a match. Of two that are as far out the one with the lower number stays, so that it
    /// does not matter which was played first.
    pub fn note(&mut self, played: &Played) {
        for (sort, value) in sorts(played) {
            let rank = |value: u32| match sort {
                Sort::Shortest | Sort::Closest => std::cmp::Reverse(i64::from(value)),
                Sort::Longest | Sort::Widest | Sort::Turned => std::cmp::Reverse(-i64::from(value)),
                Sort::Failed | Sort::GivenUp | Sort::Draw => std::cmp::Reverse(0),
            };
            let key = |value: u32, number: u64| (rank(value), std::cmp::Reverse(number));
            let own = key(value, played.number);
            let is_further = |other: &Found| own > key(other.value, other.number);
            if self.found.get(&sort).is_none_or(is_further) {
                let (number, factions) = (played.number, played.factions.clone());
                self.found.insert(sort, Found { number, value, factions });
            }
        }
    }
}

/// What a match may be notable for, each with its number.
fn sorts(played: &Played) -> Vec<(Sort, u32)> {
    let n = played.n_decisions;
    let outcome = match &played.ending {
        Ending::Failed(_) => return vec![(Sort::Failed, n)],
        Ending::Capped => return vec![(Sort::GivenUp, n)],
        Ending::Over(outcome) => outcome,
    };
    let mut sorts = vec![(Sort::Shortest, n), (Sort::Longest, n)];
    match margin(outcome) {
        _ if played.is_draw => sorts.push((Sort::Draw, n)),
        Some(by) => sorts.extend([(Sort::Widest, by), (Sort::Closest, by)]),
        None => {}
    }
    let turned = played.lead_changes.filter(|n| *n > 1);
    sorts.extend(turned.map(|n| (Sort::Turned, n)));
    sorts
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::hash::Digest;
    use harena_engine::state::Outcome;

    fn played(number: u64, n_decisions: u32, scores: [i32; 2]) -> Played {
        let winners = if scores[0] > scores[1] { 0b01 } else { 0b10 };
        let outcome = Outcome {
            winners,
            scores: scores.into(),
            parts: Vec::new(),
            reason: Default::default(),
        };
        Played {
            number,
            seed: number,
            n_decisions,
            n_forced: 0,
            n_options: 0,
            n_chances: 0,
            lead_changes: Some(number as u32),
            first: None,
            factions: Vec::new(),
            ending: Ending::Over(outcome),
            is_draw: scores[0] == scores[1],
            stories: BTreeMap::new(),
            verbs: BTreeMap::new(),
            digest: Digest(0),
        }
    }

    #[test]
    fn the_furthest_out_is_kept_in_whatever_order_they_come() {
        let all = [
            played(0, 40, [9, 4]),
            played(1, 12, [3, 3]),
            played(2, 80, [20, 1]),
            played(3, 80, [5, 4]),
            played(4, 12, [0, 19]),
        ];
        let of = |order: [usize; 5]| {
            let mut notable = Notable::default();
            order.into_iter().for_each(|at| notable.note(&all[at]));
            notable
        };
        let notable = of([0, 1, 2, 3, 4]);
        assert_eq!(notable, of([4, 3, 2, 1, 0]));
        let numbers: Vec<(Sort, u64)> =
            notable.found.iter().map(|(sort, it)| (*sort, it.number)).collect();
        assert_eq!(
            numbers,
            [
                (Sort::Shortest, 1),
                (Sort::Longest, 2),
                (Sort::Widest, 2),
                (Sort::Closest, 3),
                (Sort::Turned, 4),
                (Sort::Draw, 1)
            ]
        );
    }
}
