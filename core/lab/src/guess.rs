//! A match as a seat may imagine it: what it sees is true, what it does not see is dealt anew.

use harena_engine::chance::{Streams, mix};
use harena_engine::decision::Decision;
use harena_engine::id::*;
use harena_engine::state::{Piece, State};
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
    let seat = decision.seat;
    let (snapshot, chance_spoke) = imagined(the_match, seat, seed);
    let (game, setup) = (the_match.game.clone(), the_match.setup.clone());
    let mut guessed = match Match::at(game, setup, &snapshot, rules) {
        // Answers given in the step that asks do not fit what was dealt.
        Err(fault) if fault.code == "H0412" => return Ok(Guess::Unknown),
        other => other?,
    };
    let seen = |state: &State| view::view(&the_match.game, state, seat);
    if seen(guessed.state()) != seen(the_match.state()) {
        return Ok(Guess::Unknown);
    }
    if !guessed.decisions().any(|other| other == decision) {
        return Ok(Guess::Leak(Box::new(guessed)));
    }
    if chance_spoke {
        guessed.state_mut().chance = Streams::new(mix(seed));
    }
    Ok(Guess::Match(Box::new(guessed)))
}

/// The checkpoint of the match with the hidden faces of now dealt anew, and whether the step
/// that asks has used chance.
///
/// Faces are dealt from the state now, not from the checkpoint, so that what the seat came to
/// see since then stays what it is. Chance is dealt anew unless the step has used it already:
/// then what it gave must be given again.
fn imagined(the_match: &Match, seat: Seat, seed: u64) -> (Snapshot, bool) {
    let mut snapshot = the_match.snapshot();
    let (game, now) = (&the_match.game, the_match.state());
    let dealt = view::sample(game, now, seat, seed);
    for (at, piece) in now.pieces.iter().enumerate() {
        if view::sees(game, now, seat, piece) {
            continue;
        }
        if let (Some(old), Some(new)) = (snapshot.base.pieces.get_mut(at), dealt.pieces.get(at)) {
            *old = Piece { place: old.place, below: old.below, ..*new };
        }
    }
    let chance_spoke = now.chance != snapshot.base.chance;
    if !chance_spoke {
        snapshot.base.chance = dealt.chance;
    }
    if the_match.decisions().any(|decision| decision.hidden) {
        snapshot.given.clear();
    }
    (snapshot, chance_spoke)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, SETUP, flawed_table, option, printed, table};
    use harena_engine::hash::Digest;

    #[test]
    fn a_guess_keeps_what_is_seen_and_deals_the_rest_anew() {
        let mut table = table();
        let mut the_match = Match::new(table.game.clone(), SETUP(8));
        let mut other_hands = std::collections::BTreeSet::new();
        let mut n_guesses = 0;
        while table.advance(&mut the_match) {
            let decision = the_match.decision().unwrap().clone();
            for seed in 0..20 {
                let guess = guess(&the_match, &mut *table.rules, &decision, seed).unwrap();
                let Guess::Match(guessed) = guess else { panic!("no guess at {decision:?}") };
                n_guesses += 1;
                let hand = |the_match: &Match, seat: Seat| -> Vec<i32> {
                    let list = harena_engine::state::ZoneList(4 + u16::from(seat.0));
                    the_match.state().zone(list).iter().map(|id| printed(the_match, *id)).collect()
                };
                let enemy = Seat(1 - decision.seat.0);
                assert_eq!(hand(&guessed, decision.seat), hand(&the_match, decision.seat));
                other_hands.insert(hand(&guessed, enemy));
            }
            let (seat, action) = option(&the_match, 0);
            the_match.choose(seat, action).unwrap();
        }
        assert!(n_guesses > 200 && other_hands.len() > 20, "{n_guesses} {}", other_hands.len());
    }

    #[test]
    fn a_guess_does_not_depend_on_what_is_hidden() {
        let mut table = table();
        let mut the_match = Match::new(table.game.clone(), SETUP(4));
        while table.advance(&mut the_match) {
            let decision = the_match.decision().unwrap().clone();
            let mut guesses = Vec::<Digest>::new();
            for hidden in [1, 2] {
                let mut world =
                    match guess(&the_match, &mut *table.rules, &decision, hidden).unwrap() {
                        Guess::Match(world) => world,
                        Guess::Leak(_) | Guess::Unknown => panic!("no guess"),
                    };
                // The step is run again from the checkpoint, so its chance must be equal too.
                assert!(world.state_mut().chance.taken() <= the_match.state().chance.taken());
                match guess(&world, &mut *table.rules, &decision, 7).unwrap() {
                    Guess::Match(inner) => guesses.push(inner.state().digest()),
                    Guess::Leak(_) | Guess::Unknown => panic!("no second guess"),
                }
            }
            assert_eq!(guesses[0], guesses[1]);
            let (seat, action) = option(&the_match, 1);
            the_match.choose(seat, action).unwrap();
        }
    }

    #[test]
    fn options_that_tell_what_is_hidden_are_leaks() {
        let mut table = flawed_table(Flaw::Peeks);
        let mut n_leaks = 0;
        for seed in 0..10 {
            let mut the_match = Match::new(table.game.clone(), SETUP(seed));
            while table.advance(&mut the_match) {
                let decision = the_match.decision().unwrap().clone();
                for seed in 0..4 {
                    let guess = guess(&the_match, &mut *table.rules, &decision, seed).unwrap();
                    n_leaks += u32::from(matches!(guess, Guess::Leak(_)));
                }
                let (seat, action) = option(&the_match, 0);
                the_match.choose(seat, action).unwrap();
            }
        }
        assert!(n_leaks > 10, "{n_leaks}");
    }
}
