//! Options: some, sorted, none twice.

use std::collections::BTreeSet;

use harena_engine::decision::{Action, Decision};
use harena_engine::the_match::Match;

use super::{Check, Finding, finding, in_step};
use crate::notation;

/// Larger decisions are looked at by a sample of so many options.
const MOST: u64 = 2_000;

pub(super) fn check(the_match: &Match, decision: &Decision) -> Option<Finding> {
    let wrong =
        |sentence: String| Some(finding(Check::Options, the_match, sentence + &in_step(the_match)));
    let prompt = the_match.game.names.words.name(decision.prompt.index());
    let count = decision.count();
    if count == 0 {
        return wrong(format!("the decision `{prompt}` has no option"));
    }
    if decision.default >= count {
        return wrong(format!("the default of the decision `{prompt}` is not among its options"));
    }
    if !decision.groups.is_sorted_by_key(|group| group.option(0)) {
        return wrong(format!("the options of `{prompt}` are not in their canonical order"));
    }
    let mut seen = BTreeSet::new();
    let stride = count.div_ceil(MOST);
    for index in (0..count).step_by(usize::try_from(stride).unwrap_or(usize::MAX)) {
        let Some(action) = decision.option(index) else {
            return wrong(format!("option {index} of {count} of `{prompt}` does not exist"));
        };
        let text = || notation::describe(&the_match.game, the_match.state(), None, &action);
        if !seen.insert(action) || decision.index_of(&action) != Some(index) {
            return wrong(format!("`{}` is offered twice in `{prompt}`", text()));
        }
        if let Some(odd) = odd_argument(the_match, &action) {
            return wrong(format!("`{}` in `{prompt}` {odd}", text()));
        }
    }
    None
}

/// What is wrong with the arguments of an option: too few, too many, or pieces, cells and so on
/// that do not exist.
fn odd_argument(the_match: &Match, action: &Action) -> Option<String> {
    use harena_engine::game::ArgKind;
    let game = &the_match.game;
    let kinds = game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let args = action.args.as_slice();
    if args.len() > kinds.len() {
        return Some(format!("has {} arguments, its verb declares {}", args.len(), kinds.len()));
    }
    let exists = |kind: ArgKind, arg: i32| {
        let below = |n: usize| usize::try_from(arg).is_ok_and(|arg| arg < n);
        match kind {
            ArgKind::Piece => below(the_match.state().pieces.len()),
            ArgKind::Cell => below(game.board.n_cells()),
            ArgKind::Facing => below(usize::from(game.board.n_directions().max(1))),
            ArgKind::Seat => below(usize::from(game.n_seats)),
            ArgKind::Word => below(game.names.words.len()),
            ArgKind::Faction => below(game.factions.len()),
            ArgKind::Prototype => below(game.prototypes.len()),
            ArgKind::Number | ArgKind::Several | ArgKind::Order | ArgKind::Spread => true,
        }
    };
    let odd = args.iter().zip(kinds).find(|(arg, kind)| !exists(**kind, **arg));
    odd.map(|(arg, kind)| format!("names a {kind:?} {arg} that does not exist").to_lowercase())
}
