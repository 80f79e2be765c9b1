//! One decision of a match, looked at from all sides.

use std::sync::Arc;

use harena_engine::decision::Decision;
use harena_engine::the_match::{Fault, Match, Rules, Setup, Snapshot, Waits};
use harena_engine::timeline::Timeline;

use super::{Check, Depth, Finding, Line, Outcome, fails, finding, in_step, law, options, secrets};
use crate::Table;

/// Plays a line again and looks at its decisions.
pub(super) fn look(
    tables: &mut (Table, Table),
    setup: &Setup,
    line: &Line,
    (depth, outcome): (&Depth, &mut Outcome),
) {
    let (table, fresh) = tables;
    let mut the_match = Match::new(table.game.clone(), setup.clone());
    let mut twin = Match::new(fresh.game.clone(), setup.clone());
    let stride = line.len().div_ceil(depth.max_moments.max(1) as usize).max(1);
    for (at, (seat, action)) in line.iter().enumerate() {
        let sides = (the_match.advance(&mut *table.rules), twin.advance(&mut *fresh.rules));
        if let Some(difference) = twin_difference(&the_match, &twin, sides) {
            return outcome.note(Some(difference));
        }
        let Some(decision) = the_match.decision().cloned() else { return };
        if at % stride == 0 {
            outcome.n_moments += 1;
            look_at(&mut the_match, &decision, (table, fresh), (line, at), outcome);
            let is_over = table.rules.work().saturating_add(fresh.rules.work()) > depth.max_work;
            if is_over || outcome.findings.iter().any(is_at_a_limit) {
                return;
            }
        }
        if the_match.choose(*seat, *action).is_err() || twin.choose(*seat, *action).is_err() {
            let sentence = "played again, an action is no longer offered";
            return outcome.note(Some(finding(Check::LoadsTwiceEqual, &the_match, sentence)));
        }
    }
}

/// Whether the rules took more than they may: whatever comes next takes as long.
fn is_at_a_limit(finding: &Finding) -> bool {
    finding.fault.as_ref().is_some_and(|fault| fault.limit)
}

fn twin_difference(
    the_match: &Match,
    twin: &Match,
    sides: (Result<Waits, Fault>, Result<Waits, Fault>),
) -> Option<Finding> {
    let is_same = the_match.digest() == twin.digest()
        && the_match.decisions().eq(twin.decisions())
        && sides.0 == sides.1;
    let sentence = "loaded twice, the game does not play the same";
    (!is_same).then(|| finding(Check::LoadsTwiceEqual, the_match, sentence))
}

fn look_at(
    the_match: &mut Match,
    decision: &Decision,
    (table, fresh): (&mut Table, &mut Table),
    (line, at): (&Line, usize),
    outcome: &mut Outcome,
) {
    outcome.note(options::check(the_match, decision));
    let rules = &mut *table.rules;
    match next(the_match, rules, line, at) {
        Err(fault) => return outcome.note(Some(fails(the_match, "a copy fails to go on", fault))),
        Ok(expected) => {
            outcome.note(saves(the_match, rules, (line, at), &expected));
            outcome.note(reloads(the_match, fresh, (line, at), &expected));
        }
    }
    let explained = the_match.explained(rules);
    outcome.note(secrets::check(the_match, decision, (&mut *rules, explained.as_ref().ok())));
    match explained {
        Err(fault) => {
            return outcome.note(Some(fails(
                the_match,
                "the rules fail while they explain",
                fault,
            )));
        }
        Ok(explained) if explained.departs => {
            let sentence = "a step does something else while it explains: nothing but reasons and \
                            notes may depend on `is_explaining`";
            let sentence = sentence.to_owned() + &in_step(the_match);
            outcome.note(Some(finding(Check::OnlyReads, the_match, sentence)));
        }
        Ok(explained) => {
            let found = law::check(the_match, (decision, &explained), &mut outcome.reasons);
            outcome.note(found);
        }
    }
    outcome.note(only_reads(the_match, decision, rules));
}

/// Where a copy of a match stands one action later, and what it then waits for.
#[derive(PartialEq)]
struct Next {
    digest: harena_engine::hash::Digest,
    decisions: Vec<Decision>,
}

impl Next {
    fn of(the_match: &Match) -> Next {
        let decisions = the_match.decisions().cloned().collect();
        Next { digest: the_match.digest(), decisions }
    }
}

fn next(the_match: &Match, rules: &mut dyn Rules, line: &Line, at: usize) -> Result<Next, Fault> {
    let mut copy = the_match.fork();
    if let Some((seat, action)) = line.get(at) {
        // What is not offered now is told by another check.
        let _ = copy.choose(*seat, *action);
    }
    copy.advance(rules)?;
    Ok(Next::of(&copy))
}

/// The match saved as text, loaded, and played on: it must be where a copy is, which played on
/// from memory. `expected` comes from a copy.
fn saves(
    the_match: &Match,
    rules: &mut dyn Rules,
    (line, at): (&Line, usize),
    expected: &Next,
) -> Option<Finding> {
    let wrong = |sentence: &str| Some(finding(Check::Saves, the_match, sentence));
    let snapshot = the_match.snapshot();
    let text = serde_json::to_string(&snapshot).unwrap_or_default();
    let Ok(read) = serde_json::from_str::<Snapshot>(&text) else {
        return wrong("a saved match cannot be read again");
    };
    if read != snapshot {
        return wrong("a saved match is read as another one");
    }
    let (game, setup) = (the_match.game.clone(), the_match.setup.clone());
    let loaded = match Match::at(game, setup, &read, rules) {
        Ok(loaded) => loaded,
        Err(fault) => return wrong(&format!("a saved match cannot go on: {fault}")),
    };
    if loaded.digest() != the_match.digest() || !loaded.decisions().eq(the_match.decisions()) {
        return wrong("a saved match, loaded again, stands elsewhere or offers something else");
    }
    let mut copied = the_match.fork();
    if copied.digest() != the_match.digest() || !copied.decisions().eq(the_match.decisions()) {
        return Some(finding(Check::Copies, the_match, "a copy differs from its match"));
    }
    if let Some((seat, action)) = line.get(at)
        && the_match.fork_with(&mut copied, *seat, *action).is_ok()
        && (copied.advance(rules).is_err() || Next::of(&copied) != *expected)
    {
        let sentence = "a copy laid at the begin of its step goes on differently";
        return Some(finding(Check::Copies, the_match, sentence));
    }
    match next(&loaded, rules, line, at) {
        Ok(after) if after == *expected => None,
        Ok(_) | Err(_) => wrong("a saved match, loaded again, goes on differently"),
    }
}

/// The match taken over by freshly loaded rules, as live reload does.
fn reloads(
    the_match: &Match,
    fresh: &mut Table,
    (line, at): (&Line, usize),
    expected: &Next,
) -> Option<Finding> {
    let wrong = |sentence: &str| Some(finding(Check::Reloads, the_match, sentence));
    let mut timeline = Timeline::of(the_match.fork());
    if let Err(fault) = timeline.adopt(Arc::clone(&fresh.game), &mut *fresh.rules) {
        return wrong(&format!("freshly loaded rules cannot take over: {fault}"));
    }
    let now = &timeline.now;
    if now.digest() != the_match.digest() || !now.decisions().eq(the_match.decisions()) {
        return wrong("under freshly loaded rules the match stands elsewhere");
    }
    match next(now, &mut *fresh.rules, line, at) {
        Ok(after) if after == *expected => None,
        Ok(_) | Err(_) => wrong("under freshly loaded rules the match goes on differently"),
    }
}

/// Judging must leave the match as it is; so must explaining, which was done before.
fn only_reads(
    the_match: &mut Match,
    decision: &Decision,
    rules: &mut dyn Rules,
) -> Option<Finding> {
    let before = the_match.digest();
    let mut copy = the_match.fork();
    let judged = [rules.score(&mut copy, decision.seat), rules.score(&mut copy, decision.seat)];
    let is_same = copy.digest() == before && the_match.digest() == before;
    let sentence = match judged {
        [Err(fault), _] => {
            return Some(fails(the_match, "the rules fail while they judge a position", fault));
        }
        [first, second] if first != second => "the same position is judged in two ways",
        _ if !is_same => "judging a position changes it",
        _ => return None,
    };
    Some(finding(Check::OnlyReads, the_match, sentence))
}
