//! What a seat cannot see must change neither its options nor what a bot does for it.

use harena_engine::decision::Decision;
use harena_engine::the_match::{Match, Rules};

use super::{Check, Finding, fails, finding};
use crate::bot::{Bot, Greedy};
use crate::guess::{Guess, guess};

pub(super) fn check(
    the_match: &mut Match,
    decision: &Decision,
    rules: &mut dyn Rules,
) -> Option<Finding> {
    let number = u64::from(the_match.log.action);
    let mut other = match guess(the_match, rules, decision, number + 1) {
        Ok(Guess::Match(other)) => other,
        Ok(Guess::Unknown) => return None,
        Ok(Guess::Leak(_)) => {
            let sentence =
                format!("the options of seat {} tell what it cannot see", decision.seat.0 + 1);
            return Some(finding(Check::Hides, the_match, sentence));
        }
        Err(fault) => {
            let when = "the rules fail once what a seat cannot see is dealt anew";
            return Some(fails(the_match, when, fault));
        }
    };
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
