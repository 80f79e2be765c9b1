//! What a seat cannot see must change neither its options nor what a bot does for it.

use harena_engine::decision::{Decision, Explained};
use harena_engine::the_match::{Match, Rules};

use super::{Check, Finding, fails, finding, in_step};
use crate::bot::{Bot, Greedy};
use crate::guess::{Guess, guess};
use crate::notation;

pub(super) fn check(
    the_match: &mut Match,
    decision: &Decision,
    (rules, explained): (&mut dyn Rules, Option<&Explained>),
) -> Option<Finding> {
    let number = u64::from(the_match.log.action);
    let mut other = match guess(the_match, rules, decision, number + 1) {
        Ok(Guess::Match(other)) => other,
        Ok(Guess::Leak(other)) => {
            let seat = decision.seat.0 + 1;
            let which = only_here(the_match, decision, &other);
            let step = in_step(the_match);
            let sentence =
                format!("the options of seat {seat} tell what it cannot see{which}{step}");
            return Some(finding(Check::Hides, the_match, sentence));
        }
        Err(fault) => {
            let when = "the rules fail once what a seat cannot see is dealt anew";
            return Some(fails(the_match, when, fault));
        }
    };
    if let Some(here) = explained
        && let Some(finding) = remarks(the_match, (decision, here), &other, rules)
    {
        return Some(finding);
    }
    let mut choose = |the_match: &mut Match| {
        let mut bot = Greedy::seeded(number);
        bot.at_most = 8;
        bot.choose(the_match, rules, decision)
    };
    match (choose(the_match), choose(&mut other)) {
        (Ok(here), Ok(there)) if here == there => None,
        (Ok(_), Ok(_)) => {
            let sentence =
                format!("a bot in seat {} knows what it cannot see", decision.seat.0 + 1);
            Some(finding(Check::Hides, the_match, sentence))
        }
        (Err(fault), _) | (_, Err(fault)) => {
            Some(fails(the_match, "the rules fail while a bot looks ahead", fault))
        }
    }
}

/// A remark or a reason that the seat reads only as long as hidden things are what they are.
fn remarks(
    the_match: &Match,
    (decision, here): (&Decision, &Explained),
    other: &Match,
    rules: &mut dyn Rules,
) -> Option<Finding> {
    if other.decision().is_none_or(|it| it.seat != decision.seat) {
        return None;
    }
    let there = other.explained(rules).ok()?;
    if here.departs || there.departs {
        return None;
    }
    let notes = only_in(&here.notes, &there.notes).map(|it| ("note", it.verb, &it.text));
    let refusals =
        || only_in(&here.refusals, &there.refusals).map(|it| ("reason", it.verb, &it.sentence));
    let (what, verb, text) = notes.or_else(refusals)?;
    let (seat, verb) = (decision.seat.0 + 1, notation::verb_name(&the_match.game, verb));
    let step = in_step(the_match);
    let sentence =
        format!("the {what} `{text}` on `{verb}` tells seat {seat} what it cannot see{step}");
    Some(finding(Check::Hides, the_match, sentence))
}

/// The first thing that only one of two lists has.
fn only_in<'a, T: PartialEq>(here: &'a [T], there: &'a [T]) -> Option<&'a T> {
    let differs = here.iter().zip(there).find(|(a, b)| a != b).map(|(a, _)| a);
    let longer = if here.len() > there.len() { here } else { there };
    differs.or_else(|| longer.get(here.len().min(there.len())))
}

/// Options beyond so many are not compared.
const MOST: u64 = 2_000;

/// An option that the seat has only as long as hidden things are what they are.
fn only_here(the_match: &Match, decision: &Decision, other: &Match) -> String {
    let Some(there) = other.decisions().find(|it| it.seat == decision.seat) else {
        return String::new();
    };
    let differs = |of: &Decision, from: &Decision| {
        let options = (0..of.count().min(MOST)).filter_map(|at| of.option(at));
        options.into_iter().find(|action| from.index_of(action).is_none())
    };
    let action = differs(decision, there).or_else(|| differs(there, decision));
    let text = |action| notation::describe(&the_match.game, the_match.state(), None, &action);
    let prompt = the_match.game.names.words.name(decision.prompt.index());
    action.map_or_else(String::new, |action| format!(": `{}` in `{prompt}`", text(action)))
}
