//! How strong bots are beside each other: a round robin, ratings and their intervals.
//!
//! Ratings are those of Bradley and Terry in the units of Elo: 400 points more are ten victories
//! for each defeat. A draw is half a victory. So that an unbeaten bot has a rating at all, every
//! pair counts half a draw more than it played.

use crate::bot::BotKind;
use crate::statistics::Share;

/// Points of rating a natural unit of strength stands for.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// Draws counted beside those of each pair.
const PRIOR: f64 = 0.5;
/// Standard deviations on either side that hold 19 of 20.
const SURE: f64 = 1.959_964;

/// What two bots did against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The place of one in the list of bots.
    pub a: usize,
    /// The place of the other.
    pub b: usize,
    /// Matches `a` won.
    pub wins: u64,
    /// Matches `b` won.
    pub losses: u64,
    /// Matches nobody won, or both.
    pub draws: u64,
}

impl Pairing {
    /// Matches that came to an end.
    pub fn matches(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// How often `a` won of the matches that somebody won, with an interval of 95 %.
    pub fn decided(&self) -> Share {
        Share::of(self.wins, self.wins + self.losses)
    }

    /// Whether `a` is stronger than `b` with a certainty of 95 %.
    pub fn is_surely_stronger(&self) -> bool {
        self.decided().low > 0.5
    }

    /// Whether `b` is stronger than `a` with a certainty of 95 %.
    pub fn is_surely_weaker(&self) -> bool {
        self.wins + self.losses > 0 && self.decided().high < 0.5
    }

    fn score(&self) -> f64 {
        self.wins as f64 + (self.draws as f64 + PRIOR) / 2.0
    }

    fn weight(&self) -> f64 {
        self.matches() as f64 + PRIOR
    }
}

/// A bot and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The bot.
    pub bot: BotKind,
    /// Points above the first bot of the list, which has 0.
    pub rating: f64,
    /// The true rating lies so far away at most, 19 times of 20; 0 for the first bot.
    pub margin: f64,
}

/// All pairs of so many bots, each once.
pub fn pairs(n_bots: usize) -> Vec<(usize, usize)> {
    (0..n_bots).flat_map(|b| (0..b).map(move |a| (b, a))).collect()
}

/// Rates bots by what they did against each other.
///
/// Pairings name bots by their places in the list; a bot that played nobody is rated as the first
/// is, without bounds.
pub fn rate(bots: &[BotKind], pairings: &[Pairing]) -> Vec<Rung> {
    let strengths = strengths(bots.len(), pairings);
    let margins = margins(&strengths, pairings);
    let first = strengths.first().copied().unwrap_or(0.0);
    let of = |(at, bot): (usize, &BotKind)| Rung {
        bot: *bot,
        rating: (strengths.get(at).copied().unwrap_or(first) - first) * POINTS,
        margin: margins.get(at).copied().unwrap_or(f64::INFINITY) * POINTS,
    };
    bots.iter().enumerate().map(of).collect()
}

/// The most likely strengths in natural units, by Newton's method for each bot in turn.
fn strengths(n: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut strengths = vec![0.0; n];
    for _ in 0..2_000 {
        let mut moved: f64 = 0.0;
        for at in 1..n {
            let (slope, bend) = slope_and_bend(at, &strengths, pairings);
            if bend <= 0.0 {
                continue;
            }
            let step = (slope / bend).clamp(-1.0, 1.0);
            moved = moved.max(step.abs());
            if let Some(strength) = strengths.get_mut(at) {
                *strength += step;
            }
        }
        if moved < 1e-10 {
            break;
        }
    }
    strengths
}

/// How the likelihood grows with the strength of one bot, and how fast that wears off.
fn slope_and_bend(at: usize, strengths: &[f64], pairings: &[Pairing]) -> (f64, f64) {
    let (mut slope, mut bend) = (0.0, 0.0);
    for pairing in pairings.iter().filter(|it| it.a == at || it.b == at) {
        let chance = chance(pairing, strengths);
        let over = pairing.score() - pairing.weight() * chance;
        slope += if pairing.a == at { over } else { -over };
        bend += pairing.weight() * chance * (1.0 - chance);
    }
    (slope, bend)
}

/// The chance that `a` wins, by the strengths.
fn chance(pairing: &Pairing, strengths: &[f64]) -> f64 {
    let of = |at: usize| strengths.get(at).copied().unwrap_or(0.0);
    1.0 / (1.0 + (of(pairing.b) - of(pairing.a)).exp())
}

/// Half of each interval in natural units, from what the matches tell about each strength. The
/// first bot is where the others are measured from.
fn margins(strengths: &[f64], pairings: &[Pairing]) -> Vec<f64> {
    let n = strengths.len().saturating_sub(1);
    let sign = |row: usize, column: usize| if row == column { 1.0 } else { -1.0 };
    let mut told = vec![vec![0.0; n]; n];
    for pairing in pairings {
        let chance = chance(pairing, strengths);
        let weight = pairing.weight() * chance * (1.0 - chance);
        for (row, column) in [
            (pairing.a, pairing.a),
            (pairing.b, pairing.b),
            (pairing.a, pairing.b),
            (pairing.b, pairing.a),
        ] {
            let (Some(row_at), Some(column_at)) = (row.checked_sub(1), column.checked_sub(1))
            else {
                continue;
            };
            if let Some(cell) = told.get_mut(row_at).and_then(|cells| cells.get_mut(column_at)) {
                *cell += sign(row, column) * weight;
            }
        }
    }
    let spread = |at: usize| solve(&told, at).map_or(f64::INFINITY, |it| SURE * it.max(0.0).sqrt());
    std::iter::once(0.0).chain((0..n).map(spread)).collect()
}

/// One entry of the diagonal of the inverse of a matrix; `None` if it has none.
fn solve(matrix: &[Vec<f64>], at: usize) -> Option<f64> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    for (number, row) in rows.iter_mut().enumerate() {
        row.push(f64::from(u8::from(number == at)));
    }
    for pivot in 0..n {
        let size =
            |row: usize| rows.get(row).and_then(|it| it.get(pivot)).map_or(0.0, |it| it.abs());
        let best = (pivot..n).max_by(|a, b| size(*a).total_cmp(&size(*b)))?;
        if size(best) < 1e-12 {
            return None;
        }
        rows.swap(pivot, best);
        let lead = rows.get(pivot)?.clone();
        for row in rows.iter_mut().skip(pivot + 1) {
            let factor = row.get(pivot)? / lead.get(pivot)?;
            row.iter_mut().zip(&lead).skip(pivot).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
    let mut solution = vec![0.0; n];
    for row in (0..n).rev() {
        let cells = rows.get(row)?;
        let known: f64 =
            (row + 1..n).filter_map(|at| Some(cells.get(at)? * solution.get(at)?)).sum();
        *solution.get_mut(row)? = (cells.get(n)? - known) / cells.get(row)?;
    }
    solution.get(at).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Thinking;
    use harena_engine::chance::Rng;

    const BOTS: [BotKind; 3] = [BotKind::Random, BotKind::Greedy, BotKind::Mcts(THINKING)];
    const THINKING: Thinking = Thinking {
        budget: crate::bot::Budget::Iterations(5),
        depth: None,
        rollout: crate::bot::Rollout::Random,
        roots: 1,
        persona: None,
    };

    fn pairing(a: usize, b: usize, (wins, losses, draws): (u64, u64, u64)) -> Pairing {
        Pairing { a, b, wins, losses, draws }
    }

    /// Ten victories for each defeat are 400 points, but for the half draw that is added.
    #[test]
    fn points_are_those_of_elo() {
        let rated = rate(&BOTS[..2], &[pairing(1, 0, (10_000, 1_000, 0))]);
        assert!((rated[1].rating - 400.0).abs() < 0.1, "{rated:?}");
        // The information of 11,000 matches at a chance of 10 / 11.
        let margin = SURE * POINTS / (11_000.0 * 10.0 / 121.0f64).sqrt();
        assert!((rated[1].margin - margin).abs() < 0.1, "{rated:?}");
        assert_eq!((rated[0].rating, rated[0].margin), (0.0, 0.0));
    }

    /// Results that fit strengths exactly give these strengths back, from whichever pairs.
    #[test]
    fn strengths_are_found_again() {
        let n = 1_000_000.0;
        let wins = |ahead: f64| (n / (1.0 + (-ahead / POINTS).exp())).round() as u64;
        let of = |a, b, ahead: f64| pairing(a, b, (wins(ahead), n as u64 - wins(ahead), 0));
        let rated = rate(&BOTS, &[of(1, 0, 120.0), of(2, 1, 80.0), of(2, 0, 200.0)]);
        assert!((rated[1].rating - 120.0).abs() < 0.5, "{rated:?}");
        assert!((rated[2].rating - 200.0).abs() < 0.5, "{rated:?}");
        let chained = rate(&BOTS, &[of(1, 0, 120.0), of(2, 1, 80.0)]);
        assert!((chained[2].rating - 200.0).abs() < 0.5, "{chained:?}");
        assert!(chained[2].margin > rated[2].margin);
    }

    #[test]
    fn unbeaten_bots_and_bots_that_never_played_have_ratings() {
        let rated = rate(&BOTS, &[pairing(1, 0, (20, 0, 0))]);
        assert!(rated[1].rating.is_finite() && rated[1].rating > 400.0, "{rated:?}");
        assert_eq!((rated[2].rating, rated[2].margin), (0.0, f64::INFINITY));
    }

    /// Of many simulated series the interval holds the true rating about 19 times of 20.
    #[test]
    fn intervals_cover_as_they_say() {
        let (mut rng, mut held) = (Rng::seeded(8), 0);
        let chance = 1.0 / (1.0 + (-150.0 / POINTS).exp());
        for _ in 0..1_000 {
            let wins = (0..200).filter(|_| f64::from(rng.next_u32()) < chance * 4_294_967_296.0);
            let wins = wins.count() as u64;
            let rated = rate(&BOTS[..2], &[pairing(1, 0, (wins, 200 - wins, 0))]);
            held += u32::from((rated[1].rating - 150.0).abs() <= rated[1].margin);
        }
        // 950 expected, standard deviation 7.
        assert!((925..=975).contains(&held), "{held}");
    }

    #[test]
    fn certainty_needs_matches() {
        assert!(!pairing(1, 0, (3, 0, 0)).is_surely_stronger());
        assert!(pairing(1, 0, (15, 5, 0)).is_surely_stronger());
        assert!(!pairing(1, 0, (13, 7, 30)).is_surely_stronger());
        assert!(pairing(1, 0, (5, 15, 0)).is_surely_weaker());
        assert!(!pairing(1, 0, (0, 0, 9)).is_surely_weaker());
        assert_eq!(pairs(3), [(1, 0), (2, 0), (2, 1)]);
    }
}
