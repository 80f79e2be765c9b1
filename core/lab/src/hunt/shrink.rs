//! The shortest list of actions that still goes wrong.

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Setup, Waits};

use super::{Finding, Flaw, decided, lost};
use crate::Table;

/// So many lists are tried at most.
const MOST_TRIES: u32 = 3_000;

/// Leaves out what is not needed, in ever smaller pieces, and takes for what is left the options
/// taken when nobody answers where those do as well. What does not end is left as it is.
pub fn shrunk(finding: Finding, table: &mut Table, max_decisions: u32) -> Finding {
    if finding.flaw == Flaw::Stalls {
        return finding;
    }
    let mut best = finding;
    let mut tries = 0;
    let mut size = best.line.len().div_ceil(2).max(1);
    while tries < MOST_TRIES {
        let before = best.line.len();
        let mut at = 0;
        while at < best.line.len() && tries < MOST_TRIES {
            tries += 1;
            let end = (at + size).min(best.line.len());
            let without: Vec<_> =
                best.line.iter().take(at).chain(best.line.iter().skip(end)).copied().collect();
            match again(&best.flaw, (&best.setup, &without), table, max_decisions) {
                Some(line) if line.len() < best.line.len() => best.line = line,
                Some(_) | None => at = end,
            }
        }
        match (size, best.line.len() < before) {
            (1, false) => break,
            (_, true) => {}
            (_, false) => size = size.div_ceil(2),
        }
    }
    best
}

/// The actions that are taken of a list until the same goes wrong: those that are offered in their
/// turn; where none is, what is taken when nobody answers.
fn again(
    flaw: &Flaw,
    (setup, wanted): (&Setup, &[(Seat, Action)]),
    table: &mut Table,
    max_decisions: u32,
) -> Option<Vec<(Seat, Action)>> {
    let mut the_match = Match::new(table.game.clone(), setup.clone());
    let (mut line, mut free, mut next) = (Vec::new(), 0u16, 0);
    loop {
        match the_match.advance(&mut *table.rules) {
            Err(fault) => {
                let is_same = flaw.is_like(&Flaw::Fails(fault));
                return is_same.then_some(line);
            }
            Ok(Waits::Over) => {
                let told = lost(&the_match).or_else(|| decided(&the_match, free));
                return told.is_some_and(|it| flaw.is_like(&it)).then_some(line);
            }
            Ok(Waits::ForDecisions) => {}
        }
        if let Some(lost) = lost(&the_match) {
            return flaw.is_like(&lost).then_some(line);
        }
        let decision = the_match.decision()?;
        let seat = decision.seat;
        free |= u16::from(decision.count() > 1) << seat.0.min(15);
        let fits = |(_, it): &(usize, &(Seat, Action))| it.0 == seat && decision.offers(&it.1);
        let found = wanted.iter().enumerate().skip(next).find(fits);
        let action = match found {
            Some((at, (_, action))) => {
                next = at + 1;
                *action
            }
            // Behind the list nothing is made up: it must go wrong by then.
            None if next >= wanted.len() => return None,
            None => decision.option(decision.default)?,
        };
        if line.len() >= max_decisions as usize {
            return None;
        }
        line.push((seat, action));
        the_match.choose(seat, action).ok()?;
    }
}
