//! The shortest list of actions that still goes wrong.

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Waits};

use super::forced::{Forced, holds};
use super::{Finding, Flaw, count, decided, lost};
use crate::Table;

/// So many lists are tried at most.
const MOST_TRIES: u32 = 3_000;
/// So many where each must be looked through for a win by force.
const MOST_LOOKS: u32 = 150;

/// Leaves out what is not needed, in ever smaller pieces, and takes for what is left the options
/// taken when nobody answers where those do as well. What does not end is left as it is.
pub fn shrunk(finding: Finding, table: &mut Table, max_decisions: u32) -> Finding {
    if finding.flaw == Flaw::Stalls {
        return finding;
    }
    let mut best = finding;
    let mut tries = if matches!(best.flaw, Flaw::Wins(_)) { MOST_LOOKS } else { MOST_TRIES };
    let mut size = needed(&best).len().div_ceil(2).max(1);
    while tries > 0 {
        let before = needed(&best).len();
        let mut at = 0;
        while at < needed(&best).len() && tries > 0 {
            tries -= 1;
            let line = needed(&best);
            let end = (at + size).min(line.len());
            let without: Vec<_> =
                line.iter().take(at).chain(line.iter().skip(end)).copied().collect();
            let shorter = again(&best, &without, table, max_decisions);
            match shorter.filter(|it| needed(it).len() < needed(&best).len()) {
                Some(shorter) => best = shorter,
                None => at = end,
            }
        }
        match (size, needed(&best).len() < before) {
            (1, false) => break,
            (_, true) => {}
            (_, false) => size = size.div_ceil(2),
        }
    }
    best
}

/// The actions that lead to what goes wrong, without how a win by force then goes.
fn needed(finding: &Finding) -> &[(Seat, Action)] {
    match &finding.flaw {
        Flaw::Wins(Forced { after, .. }) => finding.line.get(..*after).unwrap_or_default(),
        Flaw::Fails(_) | Flaw::Stalls | Flaw::Decided(_) | Flaw::Loses(_) => &finding.line,
    }
}

/// The same gone wrong by a list of actions: those are taken that are offered in their turn; where
/// none is, what is taken when nobody answers.
fn again(
    finding: &Finding,
    wanted: &[(Seat, Action)],
    table: &mut Table,
    max_decisions: u32,
) -> Option<Finding> {
    let mut the_match = Match::new(table.game.clone(), finding.setup.clone());
    let mut chosen = vec![0; usize::from(table.game.n_seats)];
    let (mut line, mut next) = (Vec::new(), 0);
    let told = |flaw: Option<Flaw>, line| {
        let flaw = flaw.filter(|it| finding.flaw.is_like(it))?;
        Some(Finding { flaw, line, ..finding.clone() })
    };
    loop {
        match the_match.advance(&mut *table.rules) {
            Err(fault) => return told(Some(Flaw::Fails(fault)), line),
            Ok(Waits::Over) => {
                let flaw = lost(&the_match).or_else(|| decided(&the_match, &chosen));
                return told(flaw, line);
            }
            Ok(Waits::ForDecisions) => {}
        }
        if let Some(lost) = lost(&the_match) {
            return told(Some(lost), line);
        }
        let decision = the_match.decision()?;
        let seat = decision.seat;
        count(&mut chosen, decision);
        let fits = |(_, it): &(usize, &(Seat, Action))| it.0 == seat && decision.offers(&it.1);
        let found = wanted.iter().enumerate().skip(next).find(fits);
        let action = match (found, &finding.flaw) {
            (Some((at, (_, action))), _) => {
                next = at + 1;
                *action
            }
            (None, Flaw::Wins(known)) if next >= wanted.len() => {
                let whom = (known.seat, known.n_choices);
                let (forced, end) = holds((&the_match, decision), &mut *table.rules, whom)?;
                let forced = Forced { after: line.len(), ..forced };
                return told(Some(Flaw::Wins(forced)), [line, end].concat());
            }
            // Behind the list nothing is made up: it must go wrong by then.
            (None, _) if next >= wanted.len() => return None,
            (None, _) => decision.option(decision.default)?,
        };
        if line.len() >= max_decisions as usize {
            return None;
        }
        line.push((seat, action));
        the_match.choose(seat, action).ok()?;
    }
}
