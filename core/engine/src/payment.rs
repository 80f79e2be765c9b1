//! Payments: which pieces pay a cost without one that could be left out.

use core::ops::ControlFlow;

/// What is to be paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How much of each stat.
    pub each: Vec<i64>,
    /// How much of all of them together.
    pub together: i64,
    /// How much of the single stats may be missing.
    pub wrong: i64,
}

impl Cost {
    /// Whether so much of each stat pays it.
    pub fn is_paid_by(&self, paid: &[i64]) -> bool {
        let lacking = self.each.iter().zip(paid).map(|(need, paid)| (need - paid).max(0));
        paid.iter().sum::<i64>() >= self.together && lacking.sum::<i64>() <= self.wrong
    }

    /// No payment without a superfluous piece has more pieces: each stands for one of the least
    /// there are of a stat, or for one that is missing from all of them together.
    fn most_pieces(&self) -> i64 {
        self.each.iter().map(|need| (*need).max(0)).sum::<i64>().max(self.together)
    }
}

/// Pieces that pay the same and cannot be told apart otherwise: their places, lowest first, what
/// one of them pays of each stat, and how many are taken.
struct Alike {
    places: Vec<usize>,
    pays: Vec<i64>,
    taken: usize,
}

/// A search for payments: what is taken so far pays `paid`.
struct Search<'a> {
    kinds: Vec<Alike>,
    cost: &'a Cost,
    paid: Vec<i64>,
    found: Vec<Vec<usize>>,
    look: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

/// All payments of a cost without a piece that could be left out, as places in the purse: each in
/// ascending order, and the one with the lowest places first. Of pieces that are alike, which have
/// the same number beside what they pay, the first ones are taken. Less than nothing pays nothing.
///
/// `look` is called for each set that is looked at, with the number of payments found; where it
/// breaks off, nothing is answered. The depth of the search is the number of pieces.
pub fn payments(
    purse: &[(u32, Vec<i64>)],
    cost: &Cost,
    look: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<Vec<usize>>> {
    let paid = vec![0; cost.each.len()];
    let mut search = Search { kinds: kinds_of(purse), cost, paid, found: Vec::new(), look };
    search.from(0, usize::try_from(cost.most_pieces()).unwrap_or(0)).is_continue().then(|| {
        search.found.sort_unstable();
        search.found
    })
}

fn kinds_of(purse: &[(u32, Vec<i64>)]) -> Vec<Alike> {
    let mut kinds: Vec<(u32, Alike)> = Vec::new();
    for (place, (number, pays)) in purse.iter().enumerate() {
        let pays: Vec<i64> = pays.iter().map(|n| (*n).max(0)).collect();
        if pays.iter().all(|n| *n == 0) {
            continue;
        }
        let known = kinds.iter_mut().find(|(of, kind)| of == number && kind.pays == pays);
        match known {
            Some((_, kind)) => kind.places.push(place),
            None => kinds.push((*number, Alike { places: vec![place], pays, taken: 0 })),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

impl Search<'_> {
    /// Goes through all sets from a kind on, with at most so many pieces more.
    fn from(&mut self, at: usize, left: usize) -> ControlFlow<()> {
        (self.look)(self.found.len())?;
        if self.cost.is_paid_by(&self.paid) {
            if self.is_tight() {
                self.take_down();
            }
            return ControlFlow::Continue(());
        }
        let Some(most) = self.kinds.get(at).map(|kind| kind.places.len().min(left)) else {
            return ControlFlow::Continue(());
        };
        if left == 0 {
            return ControlFlow::Continue(());
        }
        self.from(at + 1, left)?;
        for n in 1..=most {
            self.take(at, n);
            self.from(at + 1, left - n)?;
        }
        self.take(at, 0);
        ControlFlow::Continue(())
    }

    /// Has so many pieces of a kind be taken.
    fn take(&mut self, at: usize, n: usize) {
        let Some(kind) = self.kinds.get_mut(at) else { return };
        let more = n as i64 - kind.taken as i64;
        kind.taken = n;
        self.paid.iter_mut().zip(&kind.pays).for_each(|(paid, one)| *paid += more * one);
    }

    /// Whether no piece that is taken could be left out.
    fn is_tight(&self) -> bool {
        let mut taken = self.kinds.iter().filter(|kind| kind.taken > 0);
        taken.all(|kind| {
            let rest = self.paid.iter().zip(&kind.pays).map(|(paid, one)| paid - one);
            !self.cost.is_paid_by(&rest.collect::<Vec<_>>())
        })
    }

    fn take_down(&mut self) {
        let taken = self.kinds.iter().flat_map(|kind| kind.places.iter().take(kind.taken));
        let mut places: Vec<usize> = taken.copied().collect();
        places.sort_unstable();
        self.found.push(places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;

    fn all(purse: &[(u32, Vec<i64>)], cost: &Cost) -> Vec<Vec<usize>> {
        payments(purse, cost, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// Two sorts of coins: what each piece of a purse is of both.
    fn purse(coins: &[(u32, i64, i64)]) -> Vec<(u32, Vec<i64>)> {
        coins.iter().map(|(number, a, b)| (*number, vec![*a, *b])).collect()
    }

    #[test]
    fn nothing_superfluous_is_paid_and_the_first_of_what_is_alike() {
        let hand = purse(&[(7, 1, 0), (8, 0, 1), (7, 1, 0), (9, 1, 1)]);
        let one_of_each = Cost { each: vec![1, 1], together: 2, wrong: 0 };
        assert_eq!(all(&hand, &one_of_each), [vec![0, 1], vec![3]]);
        let two_of_any = Cost { each: vec![0, 0], together: 2, wrong: 0 };
        assert_eq!(all(&hand, &two_of_any), [vec![0, 1], vec![0, 2], vec![3]]);
        let with_one_wrong = Cost { each: vec![2, 0], together: 2, wrong: 1 };
        assert_eq!(all(&hand, &with_one_wrong), [vec![0, 1], vec![0, 2], vec![3]]);
        assert_eq!(all(&hand, &Cost::default()), [Vec::<usize>::new()], "what costs nothing");
        let too_much = Cost { each: vec![4, 0], together: 4, wrong: 0 };
        assert_eq!(all(&hand, &too_much), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_search_that_is_broken_off_answers_nothing() {
        let hand = purse(&[(1, 1, 0), (2, 1, 0), (3, 1, 0)]);
        let cost = Cost { each: vec![1, 0], together: 1, wrong: 0 };
        let mut looks = 0;
        let found = payments(&hand, &cost, &mut |_| {
            looks += 1;
            if looks > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((found, looks), (None, 3));
    }

    /// Every set of places, tried on its own: it pays, nothing can be left out, and no piece that
    /// is taken has one like it before it that is not.
    fn by_trying(purse: &[(u32, Vec<i64>)], cost: &Cost) -> Vec<Vec<usize>> {
        let pays = |places: &[usize]| {
            let sum = |stat: usize| places.iter().map(|at| purse[*at].1[stat].max(0)).sum();
            let sums: Vec<i64> = (0..cost.each.len()).map(sum).collect();
            let lacking: i64 = cost.each.iter().zip(&sums).map(|(a, b)| (a - b).max(0)).sum();
            lacking <= cost.wrong && sums.iter().sum::<i64>() >= cost.together
        };
        let without = |places: &[usize], at: usize| -> Vec<usize> {
            places.iter().copied().filter(|place| *place != at).collect()
        };
        let worth = |at: usize| -> (u32, Vec<i64>) {
            (purse[at].0, purse[at].1.iter().map(|n| (*n).max(0)).collect())
        };
        let is_first = |places: &[usize], at: usize| {
            (0..at).all(|before| worth(before) != worth(at) || places.contains(&before))
        };
        let mut found: Vec<Vec<usize>> = (0..1u32 << purse.len())
            .map(|set| (0..purse.len()).filter(|at| set & 1 << at != 0).collect())
            .filter(|places: &Vec<usize>| {
                pays(places)
                    && places.iter().all(|at| !pays(&without(places, *at)) && is_first(places, *at))
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn payments_are_those_that_trying_every_set_finds() {
        let mut rng = Rng::seeded(11);
        let mut below = move |n: u64| (rng.next_u64() % n) as i64;
        let mut n_found = 0;
        for _ in 0..400 {
            let n = below(9) as usize;
            let kinds: Vec<i64> = (0..n).map(|_| below(4)).collect();
            let coin = |kind: i64| (kind as u32, vec![kind % 2, kind / 2, below(3) - 1]);
            let hand: Vec<(u32, Vec<i64>)> = kinds.into_iter().map(coin).collect();
            let each: Vec<i64> = (0..3).map(|_| below(3)).collect();
            let together = each.iter().sum::<i64>() + below(3) - 1;
            let cost = Cost { each, together, wrong: below(3) };
            let found = all(&hand, &cost);
            assert_eq!(found, by_trying(&hand, &cost), "{hand:?} {cost:?}");
            n_found += found.len();
        }
        assert!(n_found > 400, "the hands pay {n_found} times");
    }
}
