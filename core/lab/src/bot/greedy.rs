//! The bot that looks one option ahead.

use std::collections::BTreeSet;

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::state::State;
use harena_engine::the_match::{ActError, Fault, Match, Rules, STALE_ANSWER};

use super::random::below;
use super::{Bot, no_option};
use crate::guess::{Guess, guess};

/// A judgement that is better than any the rules could give.
const WON: i64 = i64::MAX / 4;

/// Tries options in an imagined match and takes the one its game judges best.
///
/// Of more options than [`Greedy::at_most`] a sample is tried. A game that declares no judgement
/// is judged by how it ends. Equal options are told apart by the seed.
pub struct Greedy {
    /// How many options are tried at a decision.
    pub at_most: usize,
    rng: Rng,
}

impl Greedy {
    /// The bot with this seed, trying 64 options.
    pub fn seeded(seed: u64) -> Greedy {
        Greedy { at_most: 64, rng: Rng::seeded(seed) }
    }

    /// The options to try, none twice; all of them in order if there are few enough.
    fn sampled(&mut self, decision: &Decision) -> Vec<Action> {
        let count = decision.count();
        if count <= self.at_most as u64 {
            return decision.options().collect();
        }
        let mut chosen = BTreeSet::from([decision.default]);
        while chosen.len() < self.at_most {
            chosen.insert(below(&mut self.rng, count));
        }
        chosen.into_iter().filter_map(|index| decision.option(index)).collect()
    }
}

impl Bot for Greedy {
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let options = self.sampled(decision);
        let (world, others) = (self.rng.next_u64(), self.rng.next_u64());
        let world = match guess(the_match, rules, decision, world)? {
            Guess::Match(world) => Some(world),
            Guess::Leak(_) | Guess::Unknown => None,
        };
        let mut best: Option<(i64, Vec<Action>)> = None;
        let mut tried = world.map(Tried::of);
        for action in options {
            let Some(tried) = &mut tried else { break };
            let rng = Rng::seeded(others);
            let imagined = tried.with(decision.seat, action).map_err(fault_of)?;
            let worth = worth_of(imagined, rules, decision.seat, rng)?;
            match &mut best {
                Some((most, equals)) if *most == worth => equals.push(action),
                Some((most, _)) if *most > worth => {}
                Some(_) | None => best = Some((worth, vec![action])),
            }
        }
        let number = self.rng.next_u64();
        let equals = best.map(|(_, equals)| equals).unwrap_or_default();
        match equals.get((number % (equals.len().max(1) as u64)) as usize) {
            Some(action) => Ok(*action),
            None => decision
                .option(number % decision.count().max(1))
                .ok_or_else(|| no_option(decision.seat)),
        }
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        if decision.count() == 1 { decision.option(0) } else { None }
    }
}

/// A match in which one option after the other is tried, in the memory of the one before.
struct Tried {
    /// The match as it waits.
    waiting: Match,
    /// Where options are tried.
    now: Box<Match>,
    /// Whether none was tried yet: then the step that waits has not been left, and goes on.
    is_first: bool,
}

impl Tried {
    fn of(now: Box<Match>) -> Tried {
        Tried { waiting: now.fork(), now, is_first: true }
    }

    /// The match after a seat has taken an option.
    fn with(&mut self, seat: Seat, action: Action) -> Result<&mut Match, ActError> {
        if std::mem::take(&mut self.is_first) {
            self.now.choose(seat, action)?;
        } else {
            self.waiting.fork_with(&mut self.now, seat, action)?;
        }
        Ok(&mut self.now)
    }
}

fn fault_of(error: ActError) -> Fault {
    match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new(STALE_ANSWER, other.to_string())
        }
    }
}

/// How good a match is for a seat that has chosen; whoever else decides in secret at once does so
/// by chance.
fn worth_of(
    the_match: &mut Match,
    rules: &mut dyn Rules,
    seat: Seat,
    mut rng: Rng,
) -> Result<i64, Fault> {
    let secret: Vec<Decision> = the_match.decisions().cloned().collect();
    for decision in secret {
        if let Some(answer) = decision.option(below(&mut rng, decision.count())) {
            the_match.choose(decision.seat, answer).map_err(fault_of)?;
        }
    }
    the_match.leave_out_options();
    the_match.advance(rules)?;
    if let Some(worth) = worth_of_end(the_match.state(), seat) {
        return Ok(worth);
    }
    Ok(rules.score(the_match, seat)?.unwrap_or(0).clamp(1 - WON, WON - 1))
}

/// What the end of a match is worth; `None` before the end. A victory shared by all is a draw.
fn worth_of_end(state: &State, seat: Seat) -> Option<i64> {
    let outcome = state.outcome.as_ref()?;
    let wins = |seat: u8| outcome.winners & (1 << seat.min(15)) != 0;
    let all = (0..state.n_seats).all(wins);
    Some(match (wins(seat.0), all || outcome.winners == 0) {
        (_, true) => 0,
        (true, false) => WON,
        (false, false) => -WON,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::{LAY, printed, table};
    use harena_engine::id::PieceId;

    #[test]
    fn it_lays_its_best_card() {
        for seed in 0..10 {
            let mut bot = Greedy::seeded(seed);
            table().play(seed, |the_match, rules, decision| {
                let action = bot.choose(the_match, rules, decision).unwrap();
                let card = |it: &Action| PieceId(it.args.get(0).unwrap() as u16);
                let worth = |it: &Action| printed(the_match, card(it));
                let lays = decision.options().filter(|it| it.verb == LAY);
                let best = lays.map(|it| worth(&it)).max();
                assert!(best.is_none_or(|best| worth(&action) == best));
                action
            });
        }
    }

    #[test]
    fn it_is_deterministic_and_leaves_the_match_alone() {
        table().play(2, |the_match, rules, decision| {
            let before = the_match.digest();
            let [first, second] = [0, 1].map(|_| {
                let mut bot = BotKind::Greedy.seated(11, decision.seat);
                bot.choose(the_match, rules, decision).unwrap()
            });
            assert_eq!((first, the_match.digest()), (second, before));
            first
        });
    }

    #[test]
    fn it_beats_chance() {
        let won = table().won_against_chance(BotKind::Greedy, 60);
        assert!(won[0] > 2 * won[1], "{won:?}");
    }
}
