//! How shares of victories went while matches were played.

use harena_lab::series::Tally;

/// So many points are kept; with more of them every second one goes.
const MOST: usize = 160;

/// How the share of each faction went; in a game without factions that of who begins.
#[derive(Clone, Debug, Default)]
pub struct Trend {
    /// Matches played, and the share of each then.
    pub points: Vec<(u64, Vec<f64>)>,
    /// After how many matches another point is noted; 0 for each.
    stride: u64,
}

impl Trend {
    /// Notes how things stand after a match.
    pub fn note(&mut self, tally: &Tally, n_factions: usize) {
        let last = self.points.last().map_or(0, |(n, _)| *n);
        if tally.matches < last + self.stride.max(1) {
            return;
        }
        let share = |at: usize| {
            let id = harena_engine::id::FactionId(u8::try_from(at).unwrap_or(u8::MAX));
            tally.by_faction.get(&id).map_or(f64::NAN, |it| it.share().rate)
        };
        let shares = match n_factions {
            0 => vec![tally.first.share().rate],
            n => (0..n).map(share).collect(),
        };
        self.points.push((tally.matches, shares));
        if self.points.len() > MOST {
            self.stride = self.stride.max(1) * 2;
            let mut at = 0;
            self.points.retain(|_| {
                at += 1;
                at % 2 == 0
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_series_keeps_as_few_points_as_a_short_one() {
        let (mut trend, mut tally) = (Trend::default(), Tally::default());
        for n in 1..=10_000 {
            tally.matches = n;
            trend.note(&tally, 0);
        }
        assert!((MOST / 2..=MOST).contains(&trend.points.len()), "{}", trend.points.len());
        let rising = trend.points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        assert!(rising && trend.points.last().unwrap().0 > 9_800);
    }
}
