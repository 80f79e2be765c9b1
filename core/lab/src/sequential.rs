//! Whether one of two variants does better: a sequential test on pairs of matches.
//!
//! A pair is one seat's score under each variant, everything else equal. What it tells has five
//! values ([`Told`]), whose true mean is one half if the variants are worth the same. After every
//! pair two generalized sequential probability ratio tests look at the counts, one for "better by
//! the margin", one for "worse by the margin", each against "no difference". The likelihoods are
//! those of the most likely distribution with the mean in question, so nothing is assumed of how
//! often pairs are drawn. (Van den Bergh: A Practical Introduction to the GSPRT, 2020, as used by
//! the testing framework of Stockfish.)

use serde::Serialize;

/// So many pairs are looked at before anything is decided.
const FEWEST: u64 = 12;
/// What never happened counts as much as this.
const UNSEEN: f64 = 1e-3;
/// Standard deviations on either side that hold 19 of 20.
const SURE: f64 = 1.959_964;

/// What a pair told: twice the difference of two scores (1, one half, 0), from 0 (the second
/// variant won, the first lost) over 2 (alike) to 4.
pub type Told = u8;

/// What is asked, and how sure the answer must be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Differences in the mean of a pair that are smaller than this do not matter.
    pub margin: f64,
    /// How often equal variants may be called different, at most.
    pub false_alarms: f64,
    /// How often variants that differ by the margin may be called alike, at most.
    pub misses: f64,
}

impl Default for Question {
    fn default() -> Question {
        Question { margin: 0.02, false_alarms: 0.05, misses: 0.05 }
    }
}

/// What a test says of the first variant beside the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does better.
    Stronger,
    /// It does worse.
    Weaker,
    /// It does neither by as much as the margin.
    Same,
    /// More pairs are needed.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Stronger => "stronger",
            Verdict::Weaker => "weaker",
            Verdict::Same => "same",
            Verdict::Undecided => "undecided",
        }
    }
}

/// How often each of the five was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts(pub [u64; 5]);

impl Counts {
    /// Counts a pair.
    pub fn add(&mut self, told: Told) {
        if let Some(count) = self.0.get_mut(usize::from(told)) {
            *count += 1;
        }
    }

    /// How many pairs there were.
    pub fn n(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Pairs in which the variants did not score alike.
    pub fn n_unlike(&self) -> u64 {
        let [a, b, _, c, d] = self.0;
        a + b + c + d
    }

    /// The mean of a pair: above one half the first variant did better.
    pub fn mean(&self) -> f64 {
        if self.n() == 0 { 0.5 } else { self.sum_of(|value| value) / self.n() as f64 }
    }

    /// The variance of a pair.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum_of(|value| (value - mean).powi(2)) / self.n().max(1) as f64
    }

    /// An interval that holds the true mean 19 times of 20, if the number of pairs was fixed
    /// before. One pair more of each extreme is counted, so that a few equal pairs prove little.
    pub fn interval(&self) -> (f64, f64) {
        let mut counts = *self;
        counts.add(0);
        counts.add(4);
        let (mean, n) = (counts.mean(), counts.n() as f64);
        let spread = SURE * (counts.variance() / n).sqrt();
        ((mean - spread).max(0.0), (mean + spread).min(1.0))
    }

    fn sum_of(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(VALUES).map(|(count, value)| *count as f64 * of(value)).sum()
    }
}

/// What a pair is worth by what it told.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How much likelier the counts are under one mean than under another, as a logarithm.
fn log_ratio(counts: &Counts, mean: f64, other: f64) -> f64 {
    let weights = counts.0.map(|count| (count as f64).max(UNSEEN));
    let total: f64 = weights.iter().sum();
    let shares = weights.map(|weight| weight / total);
    let (fit, other) = (fitted(&shares, mean), fitted(&shares, other));
    let terms = weights.iter().zip(fit).zip(other);
    terms.map(|((weight, fit), other)| weight * (fit / other).ln()).sum()
}

/// Of all distributions with a mean the one under which some shares are most likely.
fn fitted(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let bend = |x: f64, value: f64| 1.0 + x * (value - mean);
    let slope = |x: f64| -> f64 {
        let terms = shares.iter().zip(VALUES);
        terms.map(|(share, value)| share * (value - mean) / bend(x, value)).sum()
    };
    // The slope falls from plus to minus infinity between these.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    let mut fitted = *shares;
    fitted.iter_mut().zip(VALUES).for_each(|(share, value)| *share /= bend(x, value).max(1e-300));
    fitted
}

/// One of the two tests, until it has decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct OneSided {
    /// The logarithm of the ratio now.
    ratio: f64,
    /// The greatest there ever was.
    most: f64,
    /// Whether it took the difference for real; `None` as long as it is open.
    differs: Option<bool>,
}

impl OneSided {
    fn look(&mut self, ratio: f64, question: &Question) {
        self.ratio = ratio;
        self.most = self.most.max(ratio);
        if self.differs.is_none() {
            let is_above = ratio >= above(question);
            let is_below = ratio <= question.misses.ln();
            self.differs = (is_above || is_below).then_some(is_above);
        }
    }
}

/// Where the ratio is so large that equal variants reach it too seldom on either side.
fn above(question: &Question) -> f64 {
    (2.0 / question.false_alarms).ln()
}

/// A test that is fed pair after pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    question: Question,
    counts: Counts,
    better: OneSided,
    worse: OneSided,
}

impl Test {
    /// A test that has seen nothing.
    pub fn of(question: Question) -> Test {
        let (better, worse) = (OneSided::default(), OneSided::default());
        Test { question, counts: Counts::default(), better, worse }
    }

    /// Adds a pair; what the test says now.
    pub fn add(&mut self, told: Told) -> Verdict {
        self.counts.add(told);
        if self.counts.n() >= FEWEST {
            let margin = self.question.margin;
            self.better.look(log_ratio(&self.counts, 0.5 + margin, 0.5), &self.question);
            self.worse.look(log_ratio(&self.counts, 0.5 - margin, 0.5), &self.question);
        }
        self.verdict()
    }

    /// What the test says now.
    pub fn verdict(&self) -> Verdict {
        match (self.better.differs, self.worse.differs) {
            (Some(true), _) => Verdict::Stronger,
            (_, Some(true)) => Verdict::Weaker,
            (Some(false), Some(false)) => Verdict::Same,
            (None, _) | (_, None) => Verdict::Undecided,
        }
    }

    /// What was told so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How often equal variants look as different as this at some time of a test, at most.
    pub fn p(&self) -> f64 {
        (2.0 * (-self.better.most.max(self.worse.most)).exp()).min(1.0)
    }

    /// About how many pairs more are needed, as far as those seen can tell; `None` if they stand
    /// between a difference and none.
    pub fn pairs_left(&self) -> Option<u64> {
        let n = self.counts.n() as f64;
        let left = |test: &OneSided| {
            let a_pair = test.ratio / n.max(1.0);
            let to_go = match a_pair > 0.0 {
                _ if test.differs.is_some() => return Some(0.0),
                true => (above(&self.question) - test.ratio) / a_pair,
                false => (self.question.misses.ln() - test.ratio) / a_pair,
            };
            (a_pair.abs() > 1e-9).then_some(to_go.max(1.0))
        };
        let (better, worse) = (left(&self.better), left(&self.worse));
        let is_drawn = |test: &OneSided| test.ratio > 0.0;
        let needed = match (is_drawn(&self.better), is_drawn(&self.worse)) {
            (true, _) => better?,
            (_, true) => worse?,
            (false, false) => better?.max(worse?),
        };
        (needed < 1e7).then_some(needed.ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::chance::Rng;

    /// A pair drawn from a distribution, given in parts of a thousand.
    fn drawn(rng: &mut Rng, parts: [u32; 5]) -> Told {
        let mut left = rng.below(parts.iter().sum());
        let at = parts.iter().position(|part| match left.checked_sub(*part) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        at.unwrap_or(4) as Told
    }

    /// The verdict of one test, after at most 20,000 pairs.
    fn verdict_of(rng: &mut Rng, test: &mut Test, parts: [u32; 5]) -> Verdict {
        loop {
            let verdict = test.add(drawn(rng, parts));
            if verdict != Verdict::Undecided || test.counts().n() == 20_000 {
                return verdict;
            }
        }
    }

    /// How often each verdict falls in many tests of pairs drawn so, and the mean of their number.
    fn verdicts(parts: [u32; 5], question: Question, n_tests: u64) -> ([u32; 4], f64) {
        let (mut counts, mut n_pairs) = ([0; 4], 0);
        for seed in 0..n_tests {
            let (mut rng, mut test) = (Rng::seeded(seed), Test::of(question));
            let verdict = verdict_of(&mut rng, &mut test, parts);
            counts[verdict as usize] += 1;
            n_pairs += test.counts().n();
        }
        (counts, n_pairs as f64 / n_tests as f64)
    }

    const COARSE: Question = Question { margin: 0.06, false_alarms: 0.05, misses: 0.05 };

    /// Matches that are decided by coins; pairs that are mostly alike; draws; rare differences on
    /// one side that others on the other side make up for.
    const EQUAL: [[u32; 5]; 4] = [
        [250, 0, 500, 0, 250],
        [10, 20, 940, 20, 10],
        [100, 200, 400, 200, 100],
        [100, 0, 700, 200, 0],
    ];

    /// Of 400 tests 20 may go wrong; 33 or more would be seen once in a thousand times if one in
    /// twenty did.
    #[test]
    fn equal_variants_are_seldom_called_different() {
        for parts in EQUAL {
            let ([stronger, weaker, same, open], _) = verdicts(parts, COARSE, 400);
            assert!(stronger + weaker < 33, "{parts:?}: {stronger} {weaker} {same} {open}");
            assert!(same > 360 && open == 0, "{parts:?}: {stronger} {weaker} {same} {open}");
        }
    }

    /// A difference as large as the margin is found, and never taken for its opposite.
    #[test]
    fn differences_are_found_with_the_right_sign() {
        for (parts, is_better) in [
            ([220, 0, 440, 0, 340], true),
            ([340, 0, 440, 0, 220], false),
            ([20, 50, 580, 270, 80], true),
            ([0, 0, 760, 240, 0], true),
            ([0, 240, 760, 0, 0], false),
        ] {
            let ([stronger, weaker, same, open], n_pairs) = verdicts(parts, COARSE, 300);
            let (right, wrong) = if is_better { (stronger, weaker) } else { (weaker, stronger) };
            assert!(right >= 275 && wrong == 0 && open == 0, "{parts:?}: {right} {wrong} {same}");
            assert!(n_pairs < 400.0, "{parts:?}: {n_pairs}");
        }
    }

    /// Large differences are seen soon, small ones are not told apart from none.
    #[test]
    fn it_stops_as_soon_as_it_can() {
        let (certain, n_certain) = verdicts([0, 0, 100, 0, 900], COARSE, 50);
        assert!(certain == [50, 0, 0, 0] && n_certain < 60.0, "{certain:?} {n_certain}");
        let (alike, n_alike) = verdicts([0, 0, 1, 0, 0], COARSE, 1);
        assert!(alike == [0, 0, 1, 0] && n_alike < 40.0, "{alike:?} {n_alike}");
    }

    /// By the textbook: of normal observations with known variance the ratio of two means is
    /// n (m1 - m0) (mean - (m0 + m1) / 2) / variance, which many pairs come close to.
    #[test]
    fn ratios_are_those_of_normal_observations_where_there_are_many() {
        let counts = Counts([2_000, 4_000, 8_400, 4_200, 2_100]);
        let (m0, m1, n) = (0.5, 0.504, counts.n() as f64);
        let expected = n * (m1 - m0) * (counts.mean() - (m0 + m1) / 2.0) / counts.variance();
        let found = log_ratio(&counts, m1, m0);
        assert!((found / expected - 1.0).abs() < 0.02, "{found} {expected}");
        assert!((log_ratio(&counts, m0, m1) + found).abs() < 1e-6);
    }

    #[test]
    fn intervals_cover_as_they_say() {
        for (parts, mean) in [
            ([250, 0, 500, 0, 250], 0.5),
            ([10, 30, 800, 120, 40], 0.5375),
            ([0, 0, 980, 20, 0], 0.505),
            ([100, 0, 0, 0, 900], 0.9),
        ] {
            let mut covered = 0;
            for seed in 0..2_000 {
                let (mut rng, mut counts) = (Rng::seeded(seed), Counts::default());
                (0..150).for_each(|_| counts.add(drawn(&mut rng, parts)));
                let (low, high) = counts.interval();
                covered += u32::from(low <= mean && mean <= high);
            }
            // 1,900 of 2,000 are promised; the standard deviation of that is 10.
            assert!(covered >= 1_870, "{parts:?}: {covered}");
        }
    }

    #[test]
    fn how_many_pairs_are_left_is_about_right() {
        let parts = [0, 0, 760, 240, 0];
        let (_, mean) = verdicts(parts, COARSE, 300);
        let (mut rng, mut test) = (Rng::seeded(1), Test::of(COARSE));
        while test.counts().n() < 20 && test.add(drawn(&mut rng, parts)) == Verdict::Undecided {}
        let told = test.counts().n() + test.pairs_left().unwrap_or(0);
        assert!((0.4..2.5).contains(&(told as f64 / mean)), "{told} {mean}");
    }

    /// The whole way to a verdict the chance to be misled is told, never less than at the end.
    #[test]
    fn p_is_small_where_a_difference_is_told() {
        let (mut rng, mut test) = (Rng::seeded(9), Test::of(COARSE));
        assert_eq!(test.p(), 1.0);
        while test.add(drawn(&mut rng, [100, 0, 300, 0, 600])) == Verdict::Undecided {}
        assert_eq!(test.verdict(), Verdict::Stronger);
        assert!(test.p() <= 0.05, "{}", test.p());
    }
}
