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
    /// How well each seat stood where the search began; empty before.
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
            let standings = standings(world, rules, eyes)?;
            self.judges = standings.is_some();
            self.began = standings.unwrap_or_else(|| vec![0.0; usize::from(world.game.n_seats)]);
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
        let Some(standings) = standings(world, rules, eyes)? else {
            return Ok(vec![0.5; usize::from(world.game.n_seats)]);
        };
        let gains = standings.iter().zip(&self.began).map(|(now, then)| now - then);
        let gains: Vec<f64> = gains.collect();
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

/// How well each seat stands; the seat that searches sees itself with the eyes of its persona, if
/// it has one, which may like sheets of a game that judges nothing.
fn standings(
    world: &mut Match,
    rules: &mut dyn Rules,
    (persona, own): Eyes,
) -> Result<Option<Vec<f64>>, Fault> {
    let standings = standings_by_rules(world, rules)?;
    let Some(persona) = persona else { return Ok(standings) };
    let Some(worth) = persona.worth(world, rules, own)? else { return Ok(standings) };
    let mut standings = standings.unwrap_or_else(|| vec![0.0; usize::from(world.game.n_seats)]);
    if let Some(standing) = standings.get_mut(own.index()) {
        *standing = worth as f64;
    }
    Ok(Some(standings))
}

/// How well each seat stands by the game's own judgement. That says itself what others have against
/// a seat: what is good for everybody would be good for nobody if it were set off once more.
fn standings_by_rules(world: &mut Match, rules: &mut dyn Rules) -> Result<Option<Vec<f64>>, Fault> {
    let seats = (0..world.game.n_seats).map(Seat);
    seats.map(|seat| Ok(rules.score(world, seat)?.map(|score| score as f64))).collect()
}

/// What the end of a match is worth for each seat; `None` before the end. Victory shared by all
/// is half a victory, as is a match nobody wins.
pub(crate) fn worths_of_end(state: &State) -> Option<Vec<f64>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{SETUP, table};
    use harena_engine::the_match::{Judgement, Progress};

    /// A game that is judged as is said here, seat by seat.
    struct Judged(Vec<i64>);

    impl Rules for Judged {
        fn run(&mut self, _: &mut Match) -> Result<Progress, Fault> {
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
            Ok(self.0.get(seat.index()).copied())
        }

        fn judge(&mut self, _: &mut Match, _: Seat) -> Result<Option<Judgement>, Fault> {
            Ok(None)
        }
    }

    /// What seats find a position worth whose judgements were others where the search began.
    fn worths(began: [i64; 2], now: [i64; 2]) -> Vec<f64> {
        let mut world = Match::new(table().game, SETUP(1));
        let (mut scale, eyes) = (Scale::default(), (None, Seat(0)));
        scale.begin(&mut world, &mut Judged(began.into()), eyes).unwrap();
        scale.worths(&mut world, &mut Judged(now.into()), eyes).unwrap()
    }

    #[test]
    fn what_is_good_for_all_is_good_for_each() {
        let both = worths([10, 20], [60, 70]);
        assert!(both.iter().all(|it| *it > 0.5) && both[0] == both[1], "{both:?}");
        let one = worths([10, -10], [60, -60]);
        assert!(one[0] > 0.5 && one[1] < 0.5, "{one:?}");
        assert_eq!(worths([10, 20], [10, 20]), [0.5, 0.5]);
    }
}
