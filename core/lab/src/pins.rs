//! Matches that are played again under changed rules, to see which of them the change touches.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::Game;
use harena_engine::hash::Digest;
use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Rules, Setup, Waits};

use crate::notation;
use crate::series::Plan;

/// A match, action by action.
#[derive(Clone, Debug)]
pub struct Pin {
    setup: Setup,
    /// Who did what, in words, and the digest after it; words outlive numbers.
    moves: Vec<(Seat, Action, String, Digest)>,
}

/// What became of a match under changed rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It is what it was, after every action.
    Same,
    /// It differs after so many actions.
    Differs(usize),
    /// The rules fail after so many actions.
    Fails(usize),
}

/// Plays the matches of a plan, as far as they get.
///
/// # Errors
/// A fault before anything was done.
pub fn pinned(plan: &Plan, game: &Arc<Game>, rules: &mut dyn Rules) -> Result<Vec<Pin>, Fault> {
    (0..plan.n_matches).map(|number| pin((plan, number), game, rules)).collect()
}

fn pin(
    (plan, number): (&Plan, u64),
    game: &Arc<Game>,
    rules: &mut dyn Rules,
) -> Result<Pin, Fault> {
    let (line_up, seed) = (plan.line_up_of(number), plan.seed_of(number));
    let setup = line_up.setup(seed);
    let mut bots = line_up.seated(seed);
    let mut the_match = Match::new(game.clone(), setup.clone());
    let mut moves = Vec::new();
    let mut waits = the_match.advance(rules)?;
    while waits == Waits::ForDecisions && moves.len() < plan.max_decisions as usize {
        let Some(decision) = the_match.decision().cloned() else { break };
        let Some(bot) = bots.get_mut(decision.seat.index()) else { break };
        let Ok(action) = bot.choose(&mut the_match, rules, &decision) else { break };
        let words = words(&the_match, &action);
        if the_match.choose(decision.seat, action).is_err() {
            break;
        }
        let Ok(next) = the_match.advance(rules) else { break };
        waits = next;
        moves.push((decision.seat, action, words, the_match.digest()));
    }
    Ok(Pin { setup, moves })
}

/// An action as records write it.
fn words(the_match: &Match, action: &Action) -> String {
    let args = notation::write_args(&the_match.game, the_match.state(), action);
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    format!("{} {}", notation::verb_name(&the_match.game, action.verb), args.join(" "))
}

impl Pin {
    /// How many actions it has.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was done in it.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays it again under other rules.
    pub fn again(&self, game: &Arc<Game>, rules: &mut dyn Rules) -> Again {
        let mut the_match = Match::new(game.clone(), self.setup.clone());
        if the_match.advance(rules).is_err() {
            return Again::Fails(0);
        }
        for (at, (seat, action, written, digest)) in self.moves.iter().enumerate() {
            let offered = the_match.decisions().any(|it| it.seat == *seat && it.offers(action));
            if !offered || words(&the_match, action) != *written {
                return Again::Differs(at);
            }
            let taken = the_match.choose(*seat, *action).is_ok();
            if !taken || the_match.advance(rules).is_err() {
                return Again::Fails(at + 1);
            }
            if the_match.digest() != *digest {
                return Again::Differs(at + 1);
            }
        }
        Again::Same
    }
}

/// What became of some matches under changed rules, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedAgain(Vec<Again>);

impl PlayedAgain {
    /// Plays them.
    pub fn of(pins: &[Pin], game: &Arc<Game>, rules: &mut dyn Rules) -> PlayedAgain {
        PlayedAgain(pins.iter().map(|pin| pin.again(game, rules)).collect())
    }

    /// How many are what they were.
    pub fn n_same(&self) -> usize {
        self.0.len() - self.others().count()
    }

    /// Those that are not, each by its number from 1.
    pub fn others(&self) -> impl Iterator<Item = (usize, Again)> + '_ {
        (1..).zip(self.0.iter().copied()).filter(|(_, it)| *it != Again::Same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::{Flaw, flawed_table};
    use crate::series::LineUp;

    fn plan() -> Plan {
        let line_up = LineUp { bots: vec![BotKind::Random; 2], factions: Vec::new() };
        Plan {
            n_matches: 6,
            seed: 2,
            line_ups: vec![line_up],
            max_decisions: 100,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs: 1,
        }
    }

    fn again(flaw: Flaw) -> Vec<Again> {
        let mut table = flawed_table(Flaw::None);
        let pins = pinned(&plan(), &table.game, &mut *table.rules).unwrap();
        assert!(pins.iter().all(|pin| pin.len() == 14));
        let mut other = flawed_table(flaw);
        pins.iter().map(|pin| pin.again(&other.game, &mut *other.rules)).collect()
    }

    /// Under the same rules nothing differs; where bids go on for ever the first difference is
    /// behind both bids; where the third card fails it is the seventh action.
    #[test]
    fn a_change_is_found_where_it_first_matters() {
        assert_eq!(again(Flaw::None), [Again::Same; 6]);
        assert_eq!(again(Flaw::Endless), [Again::Differs(2); 6]);
        assert_eq!(again(Flaw::Fails), [Again::Fails(7); 6]);
    }
}
