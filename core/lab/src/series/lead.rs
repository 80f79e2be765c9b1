//! Who is ahead while a match is played, by the game's own judgement.

use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Rules};

/// Watches who leads, wherever another seat comes to decide than before.
#[derive(Debug, Default)]
pub(super) struct Leads {
    asked: Option<Seat>,
    /// The side that led last.
    ahead: Option<u8>,
    n_changes: u32,
    is_judged: bool,
    /// The game judges nothing, or everybody plays on one side.
    is_blind: bool,
}

impl Leads {
    /// Looks at the match while a decision is waited for. Nothing is changed by it: a judgement
    /// only reads.
    ///
    /// # Errors
    /// A fault of the judgement.
    pub fn look(&mut self, the_match: &mut Match, rules: &mut dyn Rules) -> Result<(), Fault> {
        let seat = the_match.decision().map(|it| it.seat);
        if self.is_blind || seat.is_none() || seat == self.asked {
            return Ok(());
        }
        self.asked = seat;
        let mut worths = Vec::with_capacity(usize::from(the_match.game.n_seats));
        for seat in 0..the_match.game.n_seats {
            worths.extend(rules.score(the_match, Seat(seat))?);
        }
        let teams = &the_match.state().teams;
        self.is_blind =
            worths.len() < teams.len() || teams.iter().all(|it| teams.first() == Some(it));
        if !self.is_blind {
            self.is_judged = true;
            self.note(leader(&worths, teams));
        }
        Ok(())
    }

    /// Whoever is level with another does not lead, and takes the lead from nobody.
    fn note(&mut self, leads: Option<u8>) {
        let is_change = leads.is_some() && self.ahead.is_some() && leads != self.ahead;
        self.n_changes += u32::from(is_change);
        self.ahead = leads.or(self.ahead);
    }

    /// How often the lead went over to another side; `None` where nobody could say who leads.
    pub fn n_changes(&self) -> Option<u32> {
        (self.is_judged && !self.is_blind).then_some(self.n_changes)
    }
}

/// The side of the seat that stands best, unless one of another side stands as well.
fn leader(worths: &[i64], teams: &[u8]) -> Option<u8> {
    let most = worths.iter().max()?;
    let mut best = worths.iter().zip(teams).filter(|(worth, _)| *worth == most).map(|it| *it.1);
    let side = best.next()?;
    best.all(|other| other == side).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Bot, BotKind};
    use crate::sample_game::{points, table};

    #[test]
    fn the_best_seat_leads_for_its_side() {
        let check = |worths: &[i64], teams: &[u8], expected: Option<u8>| {
            assert_eq!(leader(worths, teams), expected, "{worths:?} {teams:?}");
        };
        check(&[3, 1], &[0, 1], Some(0));
        check(&[-3, -1], &[0, 1], Some(1));
        check(&[2, 2], &[0, 1], None);
        check(&[5, 1, 5, 2], &[0, 1, 0, 1], Some(0));
        check(&[5, 5, 1, 1], &[0, 1, 0, 1], None);
        check(&[], &[], None);
    }

    #[test]
    fn a_lead_changes_when_somebody_else_has_it() {
        let check = |seen: &[Option<u8>], expected: u32| {
            let mut leads = Leads { is_judged: true, ..Leads::default() };
            seen.iter().for_each(|it| leads.note(*it));
            assert_eq!(leads.n_changes(), Some(expected), "{seen:?}");
        };
        check(&[None, Some(0), Some(0), None, Some(0)], 0);
        check(&[Some(0), None, Some(1)], 1);
        check(&[Some(1), Some(0), Some(1), None, Some(2)], 3);
        check(&[], 0);
    }

    /// In the sample game whoever has more points leads, so what is counted can be counted again
    /// from the points alone.
    #[test]
    fn what_is_counted_is_what_the_points_say() {
        let mut total = 0;
        for seed in 0..20 {
            let mut leads = Leads::default();
            let mut bots = [0, 1].map(|seat| BotKind::Random.seated(seed, Seat(seat)));
            let (mut signs, mut last) = (Vec::new(), None);
            table().play(seed, |the_match, rules, decision| {
                let is_another = last.replace(decision.seat) != Some(decision.seat);
                let ahead = points(the_match, Seat(0)) - points(the_match, Seat(1));
                signs.extend(is_another.then_some(ahead.signum()));
                leads.look(the_match, rules).unwrap();
                let bot: &mut dyn Bot = &mut *bots[decision.seat.index()];
                bot.choose(the_match, rules, decision).unwrap()
            });
            signs.retain(|sign| *sign != 0);
            let expected = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(leads.n_changes(), Some(expected as u32), "{seed}");
            total += expected;
        }
        assert!(total > 10, "{total}");
    }
}
