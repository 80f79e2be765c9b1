//! A match as a seat may imagine it: what it sees is true, what it does not see is dealt anew.

use harena_engine::chance::{Streams, mix};
use harena_engine::decision::Decision;
use harena_engine::state::State;
use harena_engine::the_match::{Fault, Match, Rules, Snapshot};
use harena_engine::view;

/// What came of imagining a match.
pub enum Guess {
    /// A match the seat cannot tell from the true one, waiting for the same decision.
    Match(Box<Match>),
    /// The options of the seat differ although it sees the same: they tell what is hidden.
    Leak(Box<Match>),
    /// No such match could be built: the step that asks has moved hidden things by chance.
    Unknown,
}

/// Imagines the match as the seat of a decision may, with hidden faces and all chance to come
/// dealt anew by `seed`. Secret answers of other seats to the same question are forgotten.
///
/// The result depends on what the seat sees, on the decision and on `seed` only.
///
/// # Errors
/// A fault of the rules while the pending step is run again.
pub fn guess(
    the_match: &Match,
    rules: &mut dyn Rules,
    decision: &Decision,
    seed: u64,
) -> Result<Guess, Fault> {
    Guesser::of(the_match, decision).guess(rules, seed)
}

/// A moment to be imagined many times; see [`guess`].
pub struct Guesser<'m> {
    the_match: &'m Match,
    decision: &'m Decision,
    /// The moment, as it is.
    moment: Snapshot,
    /// What the seat sees of it.
    seen: State,
    /// Whether the step that asks has used chance.
    chance_spoke: bool,
}

impl<'m> Guesser<'m> {
    /// A match that waits for a decision.
    pub fn of(the_match: &'m Match, decision: &'m Decision) -> Guesser<'m> {
        let mut moment = the_match.snapshot();
        let chance_spoke = the_match.state().chance != moment.base.chance;
        if the_match.decisions().any(|decision| decision.hidden) {
            moment.given.clear();
        }
        let seen = view::view(&the_match.game, the_match.state(), decision.seat);
        Guesser { the_match, decision, moment, seen, chance_spoke }
    }

    /// Imagines the match once.
    ///
    /// # Errors
    /// A fault of the rules while the pending step is run again.
    pub fn guess(&self, rules: &mut dyn Rules, seed: u64) -> Result<Guess, Fault> {
        let (the_match, moment) = (self.the_match, self.imagined(seed));
        let (game, setup) = (the_match.game.clone(), the_match.setup.clone());
        let mut guessed = match Match::at(game, setup, &moment, rules) {
            // Answers given in the step that asks do not fit what was dealt.
            Err(fault) if fault.is_stale_answer() => return Ok(Guess::Unknown),
            other => other?,
        };
        if view::view(&the_match.game, guessed.state(), self.decision.seat) != self.seen {
            return Ok(Guess::Unknown);
        }
        if !guessed.decisions().any(|other| other == self.decision) {
            return Ok(Guess::Leak(Box::new(guessed)));
        }
        if self.chance_spoke {
            guessed.deal_chance(mix(seed));
        }
        Ok(Guess::Match(Box::new(guessed)))
    }

    /// The checkpoint of the match with the hidden faces of now dealt anew.
    ///
    /// Faces are dealt from the state now, not from the checkpoint, so that what the seat came to
    /// see since then stays what it is. Chance is dealt anew unless the step has used it already:
    /// then what it gave must be given again.
    fn imagined(&self, seed: u64) -> Snapshot {
        let mut moment = self.moment.clone();
        let (game, now) = (&self.the_match.game, self.the_match.state());
        view::sample_onto(game, now, &mut moment.base, self.decision.seat, seed);
        if !self.chance_spoke {
            moment.base.chance = Streams::new(seed);
        }
        moment
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, flawed_table, printed, table};
    use harena_engine::id::Seat;

    fn world(the_match: &Match, rules: &mut dyn Rules, decision: &Decision, seed: u64) -> Match {
        match guess(the_match, rules, decision, seed).unwrap() {
            Guess::Match(world) => *world,
            Guess::Leak(_) | Guess::Unknown => panic!("no guess at {decision:?}"),
        }
    }

    fn hand(the_match: &Match, seat: Seat) -> Vec<i32> {
        let list = harena_engine::state::ZoneList(4 + u16::from(seat.0));
        the_match.state().zone(list).iter().map(|id| printed(the_match, *id)).collect()
    }

    #[test]
    fn a_guess_keeps_what_is_seen_and_deals_the_rest_anew() {
        let mut other_hands = std::collections::BTreeSet::new();
        table().play(8, |the_match, rules, decision| {
            for seed in 0..20 {
                let world = world(the_match, rules, decision, seed);
                assert_eq!(hand(&world, decision.seat), hand(the_match, decision.seat));
                other_hands.insert(hand(&world, Seat(1 - decision.seat.0)));
            }
            decision.option(0).unwrap()
        });
        assert!(other_hands.len() > 20, "{}", other_hands.len());
    }

    #[test]
    fn a_guess_does_not_depend_on_what_is_hidden() {
        table().play(4, |the_match, rules, decision| {
            let guesses = [1, 2].map(|hidden| {
                let other = world(the_match, rules, decision, hidden);
                world(&other, rules, decision, 7).state().digest()
            });
            assert_eq!(guesses[0], guesses[1]);
            decision.option(1).unwrap()
        });
    }

    #[test]
    fn options_that_tell_what_is_hidden_are_leaks() {
        let mut n_leaks = 0;
        for seed in 0..10 {
            flawed_table(Flaw::Peeks).play(seed, |the_match, rules, decision| {
                let guesses = (0..4).map(|seed| guess(the_match, rules, decision, seed).unwrap());
                n_leaks += guesses.filter(|guess| matches!(guess, Guess::Leak(_))).count();
                decision.option(0).unwrap()
            });
        }
        assert!(n_leaks > 10, "{n_leaks}");
    }
}
