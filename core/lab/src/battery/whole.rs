//! A whole match: undone and redone, written down and played again.

use harena_engine::the_match::{ActError, Fault, Setup};
use harena_engine::timeline::Timeline;

use super::{Check, Finding, Line, fails, finding};
use crate::Table;
use crate::attended::Attended;
use crate::record::Record;
use crate::replay;

fn begin(table: &mut Table, setup: &Setup) -> Result<Timeline, Fault> {
    Timeline::begin(table.game.clone(), setup.clone(), &mut *table.rules)
}

/// Goes back and forth: after undoing, every place must be what it was when it was first reached.
pub(super) fn undoes(table: &mut Table, setup: &Setup, line: &Line) -> Option<Finding> {
    let mut timeline = begin(table, setup).ok()?;
    let start = timeline.now.digest();
    for (seat, action) in line {
        if let Err(error) = timeline.act(&mut *table.rules, *seat, *action) {
            let sentence = format!("played with its past kept, the match differs: {error}");
            return Some(finding(Check::Undoes, &timeline.now, sentence));
        }
    }
    let n = line.len();
    let stops = [n.saturating_sub(1), n, n.saturating_sub(7), n / 2, n / 2 + 1, 0, n / 3, n];
    for stop in stops.map(|stop| stop.min(n)) {
        if let Err(fault) = timeline.go_to(&mut *table.rules, stop) {
            let when = format!("going from move {} to move {stop} fails", timeline.n_done());
            return Some(fails(&timeline.now, &when, fault));
        }
        let before = stop.checked_sub(1).and_then(|at| timeline.moves().get(at));
        let expected = before.map_or(start, |it| it.digest);
        if timeline.now.digest() != expected || timeline.n_done() != stop {
            let sentence = format!("going back to move {stop} leads elsewhere");
            return Some(finding(Check::Undoes, &timeline.now, sentence));
        }
    }
    None
}

/// Writes the match down, reads it and plays it again.
pub(super) fn replays(table: &mut Table, setup: &Setup, line: &Line) -> Option<Finding> {
    let (game, rules) = (table.game.clone(), &mut *table.rules);
    let mut attended = Attended::begin(game, setup.clone(), Vec::new(), rules).ok()?;
    for (seat, action) in line {
        match attended.act(&mut *table.rules, *seat, *action) {
            Ok(_) => {}
            Err(ActError::Fault(fault)) => {
                return Some(fails(attended.now(), "the rules fail while recorded", fault));
            }
            Err(ActError::NotAsked(_) | ActError::NotOffered) => break,
        }
    }
    let wrong = |what: String| {
        let sentence = format!("the record of a match does not lead to it: {what}");
        Some(finding(Check::Replays, attended.now(), sentence))
    };
    let record = match Record::read(&attended.record().write()) {
        Ok(record) => record,
        Err(error) => return wrong(error.to_string()),
    };
    let verified = replay::verify(&record, table.game.clone(), &mut *table.rules);
    match verified.difference {
        Some(difference) => wrong(difference.to_string()),
        None if verified.digest != attended.now().digest() => wrong("it ends elsewhere".into()),
        None => None,
    }
}
