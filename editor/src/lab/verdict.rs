//! What a series says, as one sentence.

use harena_engine::id::FactionId;
use harena_lab::series::{Counted, Tally};
use harena_lab::statistics::{Share, wilson};

/// With fewer matches than this nothing is said.
const FEWEST: u64 = 30;
/// A game in which more matches than this are given up is not one that ends.
const MANY_GIVEN_UP: f64 = 0.1;

/// What a series says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// There are too few matches.
    Unknown,
    /// In so many matches the rules failed.
    Fails(u64),
    /// Too many matches do not come to an end.
    GivenUp(Share),
    /// A faction wins more or less than its share.
    Faction(FactionId, Share, bool),
    /// Who begins wins more or less than its share.
    First(Share, bool),
    /// Nothing stands out.
    Even,
}

/// What a series of matches with so many seats says. As many things are looked at as there are
/// factions, and who begins: one of them stands out by chance in one series of twenty at most.
pub fn verdict(tally: &Tally, n_seats: u8) -> Verdict {
    if tally.errors > 0 {
        return Verdict::Fails(tally.errors);
    }
    let given_up = Share::of(tally.capped, tally.matches);
    if given_up.low > MANY_GIVEN_UP {
        return Verdict::GivenUp(given_up);
    }
    if tally.lengths.n() < FEWEST {
        return Verdict::Unknown;
    }
    let z = deviations(tally.by_faction.len() + 1);
    let all = sum(tally.by_faction.values());
    let own = tally.by_faction.iter().filter(|_| tally.by_faction.len() > 1);
    let apart = own.filter_map(|(id, it)| Some((*id, *it, apart(*it, all.share().rate, z)?)));
    let furthest = apart.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    if let Some((id, it, by)) = furthest {
        return Verdict::Faction(id, it.share(), by > 0.0);
    }
    // What all seats won together is divided evenly: draws are nobody's.
    let won = sum(tally.by_seat.values()).wins as f64 / tally.first.matches.max(1) as f64;
    match apart_of_first(tally.first, won / f64::from(n_seats.max(1)), z) {
        Some(by) => Verdict::First(tally.first.share(), by > 0.0),
        None => Verdict::Even,
    }
}

fn apart_of_first(first: Counted, fair: f64, z: f64) -> Option<f64> {
    if first.matches < FEWEST { None } else { apart(first, fair, z) }
}

/// How far the interval of a share lies from what would be fair; nothing if that is within it.
fn apart(it: Counted, fair: f64, z: f64) -> Option<f64> {
    let (low, high) = wilson(it.wins, it.matches, z);
    match (low > fair, high < fair) {
        (true, _) => Some(low - fair),
        (_, true) => Some(high - fair),
        (false, false) => None,
    }
}

fn sum<'a>(all: impl Iterator<Item = &'a Counted>) -> Counted {
    all.fold(Counted::default(), |sum, it| Counted {
        wins: sum.wins + it.wins,
        matches: sum.matches + it.matches,
    })
}

/// Standard deviations on either side that hold all of so many shares 19 times of 20.
fn deviations(n: usize) -> f64 {
    const FEW: [f64; 10] = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773, 2.807];
    match (FEW.get(n.saturating_sub(1)), n) {
        (Some(z), _) => *z,
        (None, ..=50) => 3.291,
        (None, _) => 4.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: &[(u64, u64)], first: (u64, u64)) -> Tally {
        let counted = |(wins, matches): (u64, u64)| Counted { wins, matches };
        let by_faction = (0..).map(FactionId).zip(wins.iter().copied().map(counted)).collect();
        let by_seat =
            [(0, counted(first)), (1, counted((first.1 - first.0, first.1)))].into_iter().collect();
        let mut tally = Tally { by_faction, by_seat, first: counted(first), ..Tally::default() };
        tally.matches = first.1;
        tally.lengths.add_many(10, first.1);
        tally
    }

    #[test]
    fn what_stands_out_is_named_and_chance_is_not() {
        let told = |wins: &[(u64, u64)], first| verdict(&tally(wins, first), 2);
        let stronger = told(&[(130, 200), (95, 200), (85, 200), (90, 200)], (200, 400));
        assert!(matches!(stronger, Verdict::Faction(FactionId(0), _, true)), "{stronger:?}");
        let weaker = told(&[(107, 200), (60, 200), (116, 200), (117, 200)], (200, 400));
        assert!(matches!(weaker, Verdict::Faction(FactionId(1), _, false)), "{weaker:?}");
        assert_eq!(told(&[(106, 200), (94, 200)], (103, 200)), Verdict::Even);
        let first = told(&[(102, 200), (98, 200)], (130, 200));
        assert!(matches!(first, Verdict::First(_, true)), "{first:?}");
        assert_eq!(told(&[(9, 10), (1, 10)], (9, 10)), Verdict::Unknown);
    }

    #[test]
    fn matches_that_fail_or_do_not_end_come_first() {
        let mut failing = tally(&[(130, 200), (70, 200)], (100, 200));
        failing.errors = 1;
        assert_eq!(verdict(&failing, 2), Verdict::Fails(1));
        let mut stalling = tally(&[(130, 200), (70, 200)], (100, 200));
        (stalling.capped, stalling.matches) = (60, 260);
        assert!(matches!(verdict(&stalling, 2), Verdict::GivenUp(share) if share.wins == 60));
    }

    /// Draws are a win for nobody: who begins and wins 40 of 100 where 20 are drawn has its share.
    #[test]
    fn draws_take_nothing_from_who_begins() {
        let mut drawn = tally(&[], (160, 400));
        drawn.by_seat.insert(1, Counted { wins: 160, matches: 400 });
        assert_eq!(verdict(&drawn, 2), Verdict::Even);
    }
}
