//! Chances made of judgements: a game says how well a seat stands in numbers of its own size.

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::state::State;
use harena_engine::the_match::{Fault, Match, Rules};

use crate::bot::Persona;
use crate::bot::greedy::WON;

/// In whose eyes a search judges, and which seat is its own.
pub(super) type Eyes = (Option<Persona>, Seat);

/// Makes chances of judgements: a game says how good a seat stands in numbers of its own size.
#[derive(Clone, Debug, Default)]
pub(super) struct Scale {
    /// Whether the game judges at all.
    pub judges: bool,
    /// How far each seat was ahead where the search began; empty before.
    began: Vec<f64>,
    /// How many judgements there were, and the sum of how far they lay from the beginning.
    n: f64,
    sum: f64,
}

impl Scale {
    /// Takes the position where the search begins as the middle.
    pub fn begin(
        &mut self,
        world: &mut Match,
        rules: &mut dyn Rules,
        eyes: Eyes,
    ) -> Result<(), Fault> {
        if self.began.is_empty() {
            let leads = leads(world, rules, eyes)?;
            self.judges = leads.is_some();
            self.began = leads.unwrap_or_else(|| vec![0.0; usize::from(world.game.n_seats)]);
        }
        Ok(())
    }

    /// What a match is worth for each seat, from 0 to 1: how it ended, or how it stands beside
    /// where the search began.
    pub fn worths(
        &mut self,
        world: &mut Match,
        rules: &mut dyn Rules,
        eyes: Eyes,
    ) -> Result<Vec<f64>, Fault> {
        if let Some(worths) = worths_of_end(world.state()) {
            return Ok(worths);
        }
        let Some(leads) = leads(world, rules, eyes)? else {
            return Ok(vec![0.5; usize::from(world.game.n_seats)]);
        };
        let gains: Vec<f64> = leads.iter().zip(&self.began).map(|(now, then)| now - then).collect();
        for gain in &gains {
            (self.n, self.sum) = (self.n + 1.0, self.sum + gain.abs());
        }
        let usual = (self.sum / self.n.max(1.0)).max(1e-9);
        Ok(gains.iter().map(|gain| squeezed(*gain, usual)).collect())
    }
}

/// What a gain is worth, from 0 to 1, where so much is usual: never as good as a victory, nor as bad
/// as a defeat.
fn squeezed(gain: f64, usual: f64) -> f64 {
    0.5 + 0.45 * (gain / (gain.abs() + 2.0 * usual))
}

/// What options are worth, from 0 to 1, that were weighed in the numbers of a judgement which says
/// so much of the position as it is.
pub(super) fn chances(weighed: &[(Action, i64)], now: i64) -> Vec<(Action, f64)> {
    let gain = |worth: i64| (worth as f64) - (now as f64);
    let judged: Vec<f64> =
        weighed.iter().filter(|it| it.1.abs() < WON).map(|it| gain(it.1).abs()).collect();
    let usual = (judged.iter().sum::<f64>() / (judged.len().max(1) as f64)).max(1e-9);
    let chance = |worth: i64| match worth {
        WON.. => 1.0,
        worth if worth <= -WON => 0.0,
        worth => squeezed(gain(worth), usual),
    };
    weighed.iter().map(|(action, worth)| (*action, chance(*worth))).collect()
}

/// How far each seat is ahead; the seat that searches sees itself with the eyes of its persona, if
/// it has one, which may like sheets of a game that judges nothing.
fn leads(
    world: &mut Match,
    rules: &mut dyn Rules,
    (persona, own): Eyes,
) -> Result<Option<Vec<f64>>, Fault> {
    let leads = leads_by_rules(world, rules)?;
    let Some(persona) = persona else { return Ok(leads) };
    let Some(worth) = persona.worth(world, rules, own)? else { return Ok(leads) };
    let mut leads = leads.unwrap_or_else(|| vec![0.0; usize::from(world.game.n_seats)]);
    if let Some(lead) = leads.get_mut(own.index()) {
        *lead = worth as f64;
    }
    Ok(Some(leads))
}

/// How far each seat is ahead of the others' average by the game's own judgement.
fn leads_by_rules(world: &mut Match, rules: &mut dyn Rules) -> Result<Option<Vec<f64>>, Fault> {
    let n_seats = world.game.n_seats;
    let mut scores = Vec::with_capacity(usize::from(n_seats));
    for seat in 0..n_seats {
        match rules.score(world, Seat(seat))? {
            Some(score) => scores.push(score as f64),
            None => return Ok(None),
        }
    }
    let total: f64 = scores.iter().sum();
    let others = f64::from(n_seats.max(2) - 1);
    Ok(Some(scores.iter().map(|score| score - (total - score) / others).collect()))
}

/// What the end of a match is worth for each seat; `None` before the end. Victory shared by all
/// is half a victory, as is a match nobody wins.
fn worths_of_end(state: &State) -> Option<Vec<f64>> {
    let outcome = state.outcome.as_ref()?;
    let wins = |seat: u8| outcome.winners & (1 << seat.min(15)) != 0;
    let all = (0..state.n_seats).all(wins);
    let worth = |seat: u8| match (wins(seat), all || outcome.winners == 0) {
        (_, true) => 0.5,
        (true, false) => 1.0,
        (false, false) => 0.0,
    };
    Some((0..state.n_seats).map(worth).collect())
}
