//! One match of a series.

use harena_engine::decision::Action;
use harena_engine::hash::Digest;
use harena_engine::id::{FactionId, Seat};
use harena_engine::state::Outcome;
use harena_engine::the_match::{ActError, Fault, Match, Waits};

use super::Plan;
use crate::Table;
use crate::bot::Bot;

/// How a match of a series ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Over(Outcome),
    /// It was given up after too many decisions.
    Capped,
    /// The rules failed.
    Failed(Fault),
}

/// One match of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the series.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// How many decisions were taken.
    pub n_decisions: u32,
    /// The faction of each seat, where it has one.
    pub factions: Vec<Option<FactionId>>,
    /// How it ended.
    pub ending: Ending,
    /// The digest of its last state; of the state before the fault, if it failed.
    pub digest: Digest,
}

/// Plays one match of a plan in the memory of a match that was played before.
pub fn play(plan: &Plan, number: u64, table: &mut Table, the_match: &mut Match) -> Played {
    let seed = plan.seed_of(number);
    let line_up = plan.line_up_of(number);
    the_match.begin_again(line_up.setup(seed));
    let mut bots = line_up.seated(seed);
    let mut n_decisions = 0;
    let ending = loop {
        match the_match.advance(&mut *table.rules) {
            Err(fault) => break Ending::Failed(fault),
            Ok(Waits::Over) => break over(the_match),
            Ok(Waits::ForDecisions) => {}
        }
        if n_decisions >= plan.max_decisions {
            break Ending::Capped;
        }
        n_decisions += 1;
        if let Err(fault) = decide(the_match, table, &mut bots) {
            break Ending::Failed(fault);
        }
    };
    let factions = factions(the_match);
    Played { number, seed, n_decisions, factions, ending, digest: the_match.digest() }
}

fn over(the_match: &Match) -> Ending {
    match the_match.outcome() {
        Some(outcome) => Ending::Over(outcome.clone()),
        None => Ending::Failed(Fault::new("H0410", "the match is over without an outcome")),
    }
}

/// Lets a bot answer the first decision waited for.
fn decide(
    the_match: &mut Match,
    table: &mut Table,
    bots: &mut [Box<dyn Bot>],
) -> Result<(), Fault> {
    let Some(decision) = the_match.decision() else { return Ok(()) };
    let seat = decision.seat;
    let nobody = || Fault::new("H0520", format!("nobody plays seat {}", seat.0 + 1));
    let bot = bots.get_mut(seat.index()).ok_or_else(nobody)?;
    let action = match bot.choose_at_once(decision) {
        Some(action) => action,
        None => {
            let decision = decision.clone();
            bot.choose(the_match, &mut *table.rules, &decision)?
        }
    };
    take(the_match, seat, action)
}

fn take(the_match: &mut Match, seat: Seat, action: Action) -> Result<(), Fault> {
    the_match.choose(seat, action).map_err(|error| match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new("H0521", format!("a bot took what is not offered: {other}"))
        }
    })
}

/// The faction of each seat: that of the setup, else that of most pieces it owns.
fn factions(the_match: &Match) -> Vec<Option<FactionId>> {
    let game = &the_match.game;
    if game.factions.is_empty() {
        return vec![None; usize::from(game.n_seats)];
    }
    let fixed = |seat: u8| the_match.setup.factions.get(usize::from(seat)).copied().flatten();
    let owned = |seat: u8| {
        let mut counts = vec![0u32; game.factions.len()];
        for piece in the_match.state().pieces.iter().filter(|it| it.owner == Seat(seat)) {
            let faction = game.prototype(piece.prototype).faction;
            if let Some(count) = faction.and_then(|id| counts.get_mut(id.index())) {
                *count += 1;
            }
        }
        let most = (0u8..).zip(&counts).max_by_key(|(id, count)| (**count, u8::MAX - id));
        most.filter(|(_, count)| **count > 0).map(|(id, _)| FactionId(id))
    };
    (0..game.n_seats).map(|seat| fixed(seat).or_else(|| owned(seat))).collect()
}
