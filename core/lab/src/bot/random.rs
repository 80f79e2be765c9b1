//! The bot that picks any option.

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::the_match::{Fault, Match, Rules};

use super::{Bot, no_option};

/// Takes any option, each equally likely.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The bot with this seed.
    pub fn seeded(seed: u64) -> Random {
        Random { rng: Rng::seeded(seed) }
    }
}

impl Bot for Random {
    fn choose(
        &mut self,
        _the_match: &mut Match,
        _rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        self.choose_at_once(decision).ok_or_else(|| no_option(decision.seat))
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        decision.option(below(&mut self.rng, decision.count()))
    }

    fn plays_straight(&self) -> bool {
        true
    }
}

/// A number below `n`, each equally likely.
pub(crate) fn below(rng: &mut Rng, n: u64) -> u64 {
    if let Ok(n) = u32::try_from(n) {
        return u64::from(rng.below(n));
    }
    let rejected = n.wrapping_neg() % n;
    loop {
        let word = rng.next_u64();
        if word >= rejected {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::decision::{Dimension, Group};
    use harena_engine::id::{Seat, VerbId, WordId};

    #[test]
    fn every_option_is_as_likely_as_the_others() {
        let group =
            |verb, n| Group { verb: VerbId(verb), dimensions: vec![Dimension::Range(1, n)] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group(0, 1), group(1, 3)]);
        let mut bot = Random::seeded(1);
        let mut taken = [0; 4];
        for _ in 0..4_000 {
            let action = bot.choose_at_once(&decision).unwrap();
            taken[decision.index_of(&action).unwrap() as usize] += 1;
        }
        // 1,000 expected each, standard deviation 27.
        assert!(taken.iter().all(|n| (880..=1_120).contains(n)), "{taken:?}");
    }

    /// Of 10^13 options every tenth part is met: 1,000 expected each, standard deviation 30.
    #[test]
    fn huge_choices_are_met_everywhere() {
        let mut rng = Rng::seeded(4);
        let mut parts = [0; 10];
        for _ in 0..10_000 {
            let number = below(&mut rng, 10_000_000_000_000);
            parts[(number / 1_000_000_000_000) as usize] += 1;
        }
        assert!(parts.iter().all(|n| (850..=1_150).contains(n)), "{parts:?}");
    }
}
