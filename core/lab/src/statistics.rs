//! Reading results: shares with error bars, means and spreads. Nothing here decides a rule, so
//! fractions are welcome.

use std::collections::BTreeMap;

use serde::Serialize;

/// How often something happened, with an interval that holds the true share 19 times of 20.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How often it happened.
    pub wins: u64,
    /// How often it could have.
    pub matches: u64,
    /// `wins / matches`; 0 for no matches.
    pub rate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share with its Wilson interval at 95 %.
    ///
    /// ```
    /// let share = harena_lab::statistics::Share::of(50, 100);
    /// assert_eq!((share.low * 1000.0).round(), 404.0);
    /// assert_eq!((share.high * 1000.0).round(), 596.0);
    /// ```
    pub fn of(wins: u64, matches: u64) -> Share {
        let (low, high) = wilson(wins, matches, 1.959_964);
        let rate = if matches == 0 { 0.0 } else { wins as f64 / matches as f64 };
        Share { wins, matches, rate, low, high }
    }

    /// The share and the ends of its interval, in percent.
    pub fn percents(&self) -> [f64; 3] {
        [self.rate, self.low, self.high].map(|it| 100.0 * it)
    }

    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Wilson's interval for a share; `z` is 1.96 for 95 %. Without matches it is everything.
pub fn wilson(wins: u64, matches: u64, z: f64) -> (f64, f64) {
    if matches == 0 {
        return (0.0, 1.0);
    }
    let n = matches as f64;
    let p = wins as f64 / n;
    let scale = 1.0 + z * z / n;
    let center = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (((center - spread) / scale).max(0.0), ((center + spread) / scale).min(1.0))
}

/// Whole numbers and how often each occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<u32, u64>,
}

/// A histogram in six numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least.
    pub min: u32,
    /// Half are not above this.
    pub median: u32,
    /// Nine of ten are not above this.
    pub most: u32,
    /// The greatest.
    pub max: u32,
}

impl Histogram {
    /// Counts a number once more.
    pub fn add(&mut self, number: u32) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// Counts a number so many times more.
    pub fn add_many(&mut self, number: u32, n: u64) {
        *self.counts.entry(number).or_default() += n;
    }

    /// All numbers that occurred, by rising size, and how often.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().map(|(number, count)| (*number, *count))
    }

    /// Counts everything another histogram holds.
    pub fn merge(&mut self, other: &Histogram) {
        for (number, count) in &other.counts {
            *self.counts.entry(*number).or_default() += count;
        }
    }

    /// How many numbers were counted.
    pub fn n(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The sum of all numbers counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|(number, count)| u64::from(*number) * count).sum()
    }

    /// The least number that at least this share of all is not above.
    pub fn quantile(&self, share: f64) -> u32 {
        let wanted = (self.n() as f64 * share).ceil().max(1.0) as u64;
        let mut below = 0;
        let reached = self.counts.iter().find(|(_, count)| {
            below += **count;
            below >= wanted
        });
        reached.map_or(0, |(number, _)| *number)
    }

    /// Mean, spread and quantiles; zeros if nothing was counted.
    pub fn summary(&self) -> Summary {
        if self.counts.is_empty() {
            return Summary::default();
        }
        let n = self.n() as f64;
        let mean = self.total() as f64 / n;
        let square = |number: u32| (f64::from(number) - mean).powi(2);
        let squares: f64 =
            self.counts.iter().map(|(number, count)| square(*number) * *count as f64).sum();
        Summary {
            mean,
            deviation: (squares / n).sqrt(),
            min: self.quantile(0.0),
            median: self.quantile(0.5),
            most: self.quantile(0.9),
            max: self.quantile(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::chance::Rng;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // Wilson 1927, as tabulated: 95 % intervals.
        let check = |wins, matches, low: f64, high: f64| {
            let share = Share::of(wins, matches);
            let close = |a: f64, b: f64| (a - b).abs() < 0.000_5;
            assert!(close(share.low, low) && close(share.high, high), "{share:?}");
        };
        check(0, 10, 0.0, 0.277_5);
        check(10, 10, 0.722_5, 1.0);
        check(81, 263, 0.255_3, 0.366_2);
        check(0, 0, 0.0, 1.0);
        assert_eq!(Share::of(0, 0).percents(), [0.0, 0.0, 100.0]);
    }

    /// Of series with a known share nineteen of twenty intervals hold it, up to what so few matches
    /// allow: on average over shares, which is what Wilson's interval promises.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let (mut rng, mut held, mut n) = (Rng::seeded(7), 0u32, 0u32);
        for percent in [3, 10, 25, 42, 50, 58, 75, 90, 97] {
            let (mut own, truth) = (0, f64::from(percent) / 100.0);
            for _ in 0..1_000 {
                let wins = (0..120).filter(|_| rng.below(100) < percent).count() as u64;
                let share = Share::of(wins, 120);
                own += u32::from(share.low <= truth && truth <= share.high);
            }
            assert!(own > 900, "{percent} %: {own} of 1,000");
            (held, n) = (held + own, n + 1_000);
        }
        let rate = f64::from(held) / f64::from(n);
        assert!((0.94..0.97).contains(&rate), "{rate}");
    }

    #[test]
    fn a_histogram_sums_up() {
        let mut histogram = Histogram::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| histogram.add(number));
        let summary = histogram.summary();
        assert_eq!((summary.mean, summary.deviation), (5.0, 2.0));
        assert_eq!((summary.min, summary.median, summary.most, summary.max), (2, 4, 9, 9));
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!((twice.n(), twice.total()), (16, 80));
        assert_eq!(twice.summary(), summary);
    }
}
