//! The bot that looks one option ahead, and past further questions that option asks.

mod ahead;

use std::collections::BTreeSet;

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::state::State;
use harena_engine::the_match::{ActError, Fault, Match, Rules, STALE_ANSWER};

use ahead::{Ahead, FOLLOWED};

use super::random::below;
use super::{Bot, no_option};
use crate::guess::{Guess, guess};

/// A judgement that is better than any the rules could give.
const WON: i64 = i64::MAX / 4;

/// Tries options in an imagined match and takes the one its game judges best.
///
/// Of more options than [`Greedy::at_most`] a sample is tried. Where an option leads to further
/// questions of other kinds in the same turn, the most promising are followed through them, and judged
/// behind them. A game that declares no judgement is judged by how it ends. Equal options are told
/// apart by the seed.
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
}

impl Bot for Greedy {
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let options = sampled(decision, self.at_most, &mut self.rng);
        let (world, others) = (self.rng.next_u64(), self.rng.next_u64());
        let world = match guess(the_match, rules, decision, world)? {
            Guess::Match(world) => Some(world),
            Guess::Leak(_) | Guess::Unknown => None,
        };
        let equals = match world {
            Some(world) => {
                let mut tried = Tried::of(world, decision);
                tried.best(options, rules, Rng::seeded(others))?
            }
            None => Vec::new(),
        };
        let number = self.rng.next_u64();
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

/// The options to try, none twice: all of them in order if there are few enough.
fn sampled(decision: &Decision, at_most: usize, rng: &mut Rng) -> Vec<Action> {
    let count = decision.count();
    if count <= at_most as u64 {
        return decision.options().collect();
    }
    let mut chosen = BTreeSet::from([decision.default]);
    while chosen.len() < at_most {
        chosen.insert(below(rng, count));
    }
    chosen.into_iter().filter_map(|index| decision.option(index)).collect()
}

/// A match in which one option after the other is tried, in the memory of the one before.
struct Tried {
    /// The match as it waits.
    waiting: Match,
    /// Where options are tried.
    now: Box<Match>,
    /// Whether none was tried yet: then the step that waits has not been left, and goes on.
    is_first: bool,
    /// The turn of the seat that chooses.
    ahead: Ahead,
    seat: Seat,
}

impl Tried {
    fn of(now: Box<Match>, decision: &Decision) -> Tried {
        let ahead = Ahead::of(&now, decision);
        Tried { waiting: now.fork(), now, is_first: true, ahead, seat: decision.seat }
    }

    /// The options that are best, by what they lead to in the turn of the seat; `rng` chooses for
    /// whoever decides in secret at once.
    fn best(
        &mut self,
        options: Vec<Action>,
        rules: &mut dyn Rules,
        rng: Rng,
    ) -> Result<Vec<Action>, Fault> {
        let (mut worths, mut open) = (Vec::new(), Vec::new());
        for action in options {
            let seat = self.seat;
            let now = self.with(action).map_err(fault_of)?;
            let worth = worth_of(now, rules, seat, rng.clone())?;
            let leads_on = self.ahead.asked(&self.now).is_some();
            if leads_on { &mut open } else { &mut worths }.push((worth, action));
        }
        for action in most_promising(open, rng.clone()) {
            let now = self.with(action).map_err(fault_of)?;
            let mut rng = rng.clone();
            choose_in_secret(now, &mut rng)?;
            now.advance(rules)?;
            worths.push((self.ahead.worth(&mut self.now, rules, &mut rng)?, action));
        }
        let most = worths.iter().map(|(worth, _)| *worth).max();
        let is_best = |(worth, _): &(i64, Action)| Some(*worth) == most;
        Ok(worths.into_iter().filter(is_best).map(|(_, action)| action).collect())
    }

    /// The match after the seat has taken an option.
    fn with(&mut self, action: Action) -> Result<&mut Match, ActError> {
        if std::mem::take(&mut self.is_first) {
            self.now.choose(self.seat, action)?;
        } else {
            self.waiting.fork_with(&mut self.now, self.seat, action)?;
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

/// How good a match is for a seat that has chosen, wherever it stops next.
fn worth_of(
    the_match: &mut Match,
    rules: &mut dyn Rules,
    seat: Seat,
    mut rng: Rng,
) -> Result<i64, Fault> {
    choose_in_secret(the_match, &mut rng)?;
    the_match.leave_out_options();
    the_match.advance(rules)?;
    judged(the_match, rules, seat)
}

/// Whoever else decides in secret at once does so by chance.
fn choose_in_secret(the_match: &mut Match, rng: &mut Rng) -> Result<(), Fault> {
    let secret: Vec<Decision> = the_match.decisions().cloned().collect();
    for decision in secret {
        if let Some(answer) = decision.option(below(rng, decision.count())) {
            the_match.choose(decision.seat, answer).map_err(fault_of)?;
        }
    }
    Ok(())
}

/// How good a match is for a seat as it stands.
fn judged(the_match: &mut Match, rules: &mut dyn Rules, seat: Seat) -> Result<i64, Fault> {
    if let Some(worth) = worth_of_end(the_match.state(), seat) {
        return Ok(worth);
    }
    Ok(rules.score(the_match, seat)?.unwrap_or(0).clamp(1 - WON, WON - 1))
}

/// The options to follow: all of a few, else those that stand best at once, equal ones by chance.
fn most_promising(open: Vec<(i64, Action)>, mut rng: Rng) -> Vec<Action> {
    if open.len() <= FOLLOWED {
        return open.into_iter().map(|(_, action)| action).collect();
    }
    let mut ranked: Vec<(i64, u64, Action)> =
        open.into_iter().map(|(worth, action)| (worth, rng.next_u64(), action)).collect();
    ranked.sort_unstable_by_key(|(worth, chance, _)| std::cmp::Reverse((*worth, *chance)));
    ranked.into_iter().take(FOLLOWED).map(|(_, _, action)| action).collect()
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
                // Whoever lays the last card wins or loses with it, by however much.
                let n_free = the_match.game.board.n_cells() - the_match.state().occupied.count();
                assert!(n_free == 1 || best.is_none_or(|best| worth(&action) == best));
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
