//! Who plays what: all ways to seat factions.

use harena_engine::id::FactionId;

/// All ways to seat factions, none of them twice as long as there are enough. They are counted and
/// numbered, never written out: sixteen seats have more ways than fit into memory.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    n_factions: u8,
    n_seats: u8,
}

/// Every way to seat factions.
pub fn every_faction(n_factions: usize, n_seats: u8) -> Ways {
    Ways { n_factions: u8::try_from(n_factions).unwrap_or(u8::MAX), n_seats }
}

impl Ways {
    /// How many ways there are.
    pub fn n(self) -> u128 {
        (0..self.n_seats).fold(1, |n, seat| n.saturating_mul(self.choices(seat)))
    }

    /// The way of a number below [`Ways::n`].
    pub fn get(self, number: u128) -> Vec<Option<FactionId>> {
        let mut left: Vec<u8> = (0..self.n_factions).collect();
        let mut rest = number;
        let mut way = Vec::new();
        for seat in 0..self.n_seats {
            if left.is_empty() {
                left = (0..self.n_factions).collect();
            }
            let after = seat + 1..self.n_seats;
            let below = after.fold(1, |n: u128, seat| n.saturating_mul(self.choices(seat)));
            let at = usize::try_from(rest / below).unwrap_or(0);
            rest %= below;
            let keeps = seat + 1 > self.n_factions;
            let chosen = match keeps {
                true => left.get(at).copied(),
                false if at < left.len() => Some(left.remove(at)),
                false => None,
            };
            way.extend(chosen.map(|id| Some(FactionId(id))));
        }
        way
    }

    /// All ways, or so many of them, spread evenly.
    pub fn some(self, most: usize) -> Vec<Vec<Option<FactionId>>> {
        let (len, most) = (self.n(), most as u128);
        let n = len.min(most);
        let stride = |at: u128| if len <= most { at } else { len / most * at };
        (0..n).map(|at| self.get(stride(at))).collect()
    }

    /// How many factions a seat can have once the seats before it have theirs.
    fn choices(self, seat: u8) -> u128 {
        let left = self.n_factions.saturating_sub(seat);
        u128::from(if left == 0 { self.n_factions } else { left })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_faction_meets_every_other_in_both_seats() {
        let numbers = |n_factions, n_seats| -> Vec<Vec<u8>> {
            let ways = every_faction(n_factions, n_seats).some(100);
            let number = |id: &Option<FactionId>| id.map_or(99, |id| id.0);
            ways.iter().map(|way| way.iter().map(number).collect()).collect()
        };
        assert_eq!(every_faction(4, 2).n(), 12);
        assert_eq!(numbers(3, 2), [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
        assert_eq!(numbers(3, 3).len(), 6);
        assert_eq!(numbers(2, 3), [[0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1]]);
        assert_eq!(numbers(1, 2), [[0, 0]]);
        assert!(numbers(0, 2).is_empty());
    }

    #[test]
    fn sixteen_factions_in_sixteen_seats_are_counted_only() {
        let ways = every_faction(16, 16);
        assert_eq!(ways.n(), (1..=16).product());
        let some = ways.some(500);
        assert_eq!(some.len(), 500);
        let all_differ =
            |way: &Vec<Option<FactionId>>| way.iter().collect::<BTreeSet<_>>().len() == 16;
        assert!(some.iter().all(all_differ));
        assert_eq!(some.iter().collect::<BTreeSet<_>>().len(), 500);
        assert_eq!(every_faction(250, 16).some(9).len(), 9);
    }
}
