//! A match as a seat may imagine it: what it sees is true, what it does not see is dealt anew.

use harena_engine::chance::{Streams, mix};
use harena_engine::decision::Decision;
use harena_engine::state::State;
use harena_engine::the_match::{Fault, Match, Rules, Snapshot};
use harena_engine::view::{self, Unseen};

/// What came of imagining a match.
pub enum Guess {
    /// A match the seat cannot tell from the true one, waiting for the same decision.
    Match(Box<Match>),
    /// The options of the seat differ although it sees the same: they tell what is hidden.
    Leak(Box<Match>),
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
    /// What the seat sees of it, and what it does not.
    seen: State,
    unseen: Unseen,
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
        let (game, now, seat) = (&the_match.game, the_match.state(), decision.seat);
        let (seen, unseen) = (view::view(game, now, seat), Unseen::of(game, now, seat));
        Guesser { the_match, decision, moment, seen, unseen, chance_spoke }
    }

    /// Imagines the match once.
    ///
    /// What is hidden is dealt anew where the step that asks began, and the step is run again: so
    /// not even what it holds in mind tells anything. Where the step itself has arranged what is
    /// hidden, by shuffling, say, it is dealt anew where the step waits.
    ///
    /// # Errors
    /// A fault of the rules while the pending step is run again.
    pub fn guess(&self, rules: &mut dyn Rules, seed: u64) -> Result<Guess, Fault> {
        let (the_match, moment) = (self.the_match, self.imagined(seed));
        let (game, setup) = (the_match.game.clone(), the_match.setup.clone());
        let mut guessed = match Match::resumed(game, setup, moment, rules) {
            // What was dealt is nothing that the step could have come from.
            Err(fault) if fault.is_stale_answer() || self.chance_spoke => {
                return Ok(self.dealt_here(seed));
            }
            other => other?,
        };
        if view::view(&the_match.game, guessed.state(), self.decision.seat) != self.seen {
            return Ok(self.dealt_here(seed));
        }
        if !guessed.decisions().any(|other| other == self.decision) {
            return Ok(Guess::Leak(Box::new(guessed)));
        }
        if self.chance_spoke {
            if !self.is_dealt(guessed.state(), seed) {
                return Ok(self.dealt_here(seed));
            }
            guessed.deal_chance(mix(seed));
        }
        Ok(Guess::Match(Box::new(guessed)))
    }

    /// The match with what is hidden dealt anew where its step waits.
    fn dealt_here(&self, seed: u64) -> Guess {
        let mut here = self.the_match.fork();
        here.deal_unseen(self.decision.seat, seed);
        Guess::Match(Box::new(here))
    }

    /// Whether what is hidden lies in a state as this seed deals it.
    fn is_dealt(&self, state: &State, seed: u64) -> bool {
        let now = self.the_match.state();
        let dealt = self.unseen.sample(&self.the_match.game, now, seed);
        dealt.pieces == state.pieces && dealt.more == state.more && dealt.vars == state.vars
    }

    /// The checkpoint of the match with the hidden faces of now dealt anew.
    ///
    /// Faces are dealt from the state now, not from the checkpoint, so that what the seat came to
    /// see since then stays what it is. Chance is dealt anew unless the step has used it already:
    /// then what it gave must be given again.
    fn imagined(&self, seed: u64) -> Snapshot {
        let mut moment = self.moment.clone();
        let (game, now) = (&self.the_match.game, self.the_match.state());
        self.unseen.deal_onto((game, now), &mut moment.base, seed);
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
            Guess::Leak(_) => panic!("no guess at {decision:?}"),
        }
    }

    fn hand(the_match: &Match, seat: Seat) -> Vec<i32> {
        let list = harena_engine::state::ZoneList(4 + u16::from(seat.0));
        the_match.state().zone(list).iter().map(|id| printed(the_match, *id)).collect()
    }

    /// Where steps only draw before they ask, and where they shuffle too.
    fn tables() -> [crate::Table<'static>; 2] {
        [table(), flawed_table(Flaw::ShufflesFirst)]
    }

    /// Of each card there are two, wherever they lie.
    fn has_all_cards(world: &Match) -> bool {
        let ids = (0..12).map(harena_engine::id::PieceId);
        let mut cards: Vec<i32> = ids.map(|id| printed(world, id)).collect();
        cards.sort_unstable();
        cards == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    }

    #[test]
    fn a_guess_keeps_what_is_seen_and_deals_the_rest_anew() {
        tables().iter_mut().for_each(|table| {
            let n_hands = hands_imagined(table);
            assert!(n_hands > 20, "{n_hands}");
        });
    }

    /// How many hands the other seat is imagined to have in one match.
    fn hands_imagined(table: &mut crate::Table<'static>) -> usize {
        let mut other_hands = std::collections::BTreeSet::new();
        table.play(8, |the_match, rules, decision| {
            for seed in 0..20 {
                let world = world(the_match, rules, decision, seed);
                assert_eq!(hand(&world, decision.seat), hand(the_match, decision.seat));
                assert!(has_all_cards(&world));
                other_hands.insert(hand(&world, Seat(1 - decision.seat.0)));
            }
            decision.option(0).unwrap()
        });
        other_hands.len()
    }

    /// How a guess stands, and how after its first option: tried out in it and in a copy.
    fn before_and_after(mut guess: Match, rules: &mut dyn Rules, decision: &Decision) -> [u128; 2] {
        let (seat, action) = (decision.seat, decision.option(0).unwrap());
        let now = guess.state().digest();
        let mut copy = guess.fork();
        guess.fork_with(&mut copy, seat, action).unwrap();
        guess.choose(seat, action).unwrap();
        let after = [&mut copy, &mut guess].map(|it| {
            it.advance(rules).unwrap();
            it.state().digest()
        });
        assert_eq!(after[0], after[1]);
        [now.0, after[0].0]
    }

    #[test]
    fn a_guess_does_not_depend_on_what_is_hidden() {
        tables().iter_mut().for_each(depends_on_nothing_hidden);
    }

    fn depends_on_nothing_hidden(table: &mut crate::Table<'static>) {
        table.play(4, |the_match, rules, decision| {
            let guesses = [1, 2].map(|hidden| {
                let other = world(the_match, rules, decision, hidden);
                let guess = world(&other, rules, decision, 7);
                before_and_after(guess, rules, decision)
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
