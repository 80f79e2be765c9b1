//! Options: some, sorted, none twice.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::decision::{Action, Decision};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::PieceId;
use harena_engine::state::State;
use harena_engine::telling::{TERMINAL, Teller};
use harena_engine::the_match::Match;
use harena_engine::view;

use super::{Check, Finding, finding, in_step};
use crate::notation;

/// Larger decisions are looked at by a sample of so many options.
const MOST: u64 = 2_000;
/// Decisions with more options are not searched for two that read the same.
const MOST_READ: u64 = 60;

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
    let twice = reads_twice(the_match, decision)?;
    wrong(format!("two options of `{prompt}` both read `{twice}`"))
}

/// What two options read that differ in more than the number of a piece, if there are any.
fn reads_twice(the_match: &Match, decision: &Decision) -> Option<String> {
    if decision.count() > MOST_READ {
        return None;
    }
    let game = &the_match.game;
    let seen = view::view(game, the_match.state(), decision.seat);
    let teller = Teller { game, state: &seen, titles: &game.titles, style: &TERMINAL };
    let mut read = BTreeMap::<String, Action>::new();
    decision.options().find_map(|action| {
        let text = teller.option(Some(decision), &action);
        let other = read.insert(text.clone(), action)?;
        (!is_same(game, &seen, &action, &other)).then_some(text)
    })
}

/// Whether options differ in nothing but the numbers of pieces that are alike in everything, or
/// in what is put together from lists, whose members are told apart where they are chosen.
fn is_same(game: &Game, seen: &State, one: &Action, other: &Action) -> bool {
    let kinds = game.verbs.get(one.verb.index()).map_or(&[][..], Vec::as_slice);
    let piece = |number: i32| PieceId::read(number).map(|id| *seen.piece(id));
    let same = |((a, b), kind): ((&i32, &i32), &ArgKind)| {
        let is_list = matches!(kind, ArgKind::Several | ArgKind::Order | ArgKind::Spread);
        a == b || is_list || (*kind == ArgKind::Piece && piece(*a) == piece(*b))
    };
    one.verb == other.verb
        && one.args.as_slice().iter().zip(other.args.as_slice()).zip(kinds).all(same)
}

/// What is wrong with the arguments of an option: too few, too many, or pieces, cells and so on
/// that do not exist.
fn odd_argument(the_match: &Match, action: &Action) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use harena_engine::decision::Group;
    use harena_engine::id::{Seat, VerbId, WordId};
    use harena_engine::telling::Titles;
    use harena_engine::the_match::Setup;

    use super::*;

    #[test]
    fn options_that_read_alike_are_found() {
        let found = |titles: [&str; 2]| {
            let mut game = Game { n_seats: 2, verbs: vec![Vec::new(); 2], ..Game::default() };
            game.names.verbs = ["pass", "wait"].into_iter().collect();
            game.names.words = ["turn"].into_iter().collect();
            let title = |name: &str| titles[usize::from(name == "wait")].to_owned();
            game.titles = Titles::of(&game, |_, name| Some(title(name)));
            let the_match = Match::new(Arc::new(game), Setup::default());
            let group = |verb| Group { verb: VerbId(verb), dimensions: Vec::new() };
            let decision = Decision::of(Seat(0), WordId(0), vec![group(0), group(1)]);
            check(&the_match, &decision).map(|it| it.sentence)
        };
        assert_eq!(found(["Pass", "Wait"]), None);
        let sentence = found(["Pass", "Pass"]).unwrap();
        assert!(sentence.starts_with("two options of `turn` both read `Pass`"), "{sentence}");
    }
}
