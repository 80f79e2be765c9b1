//! One law: what is offered is not refused, and what is not offered says why.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::decision::{Decision, Explained, Group};
use harena_engine::game::ArgKind;
use harena_engine::id::{PieceId, VerbId};
use harena_engine::the_match::Match;

use super::{Check, Finding, finding, in_step};
use crate::notation;

/// How much of what is not offered has a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Pieces and cells on the board that a verb of a decision could name and no option does.
    pub n_left_out: u64,
    /// Those of them that have a reason.
    pub n_explained: u64,
    /// Those without one, by the name of the verb.
    pub missing: BTreeMap<String, Missing>,
}

/// What a verb neither takes nor explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How often.
    pub n: u64,
    /// The first of them.
    pub example: Example,
}

/// Something that is not offered, and nobody says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What is missing, one clause.
    pub sentence: String,
    /// The seed of the match.
    pub seed: u64,
    /// After how many actions.
    pub n_actions: u32,
}

impl Reasons {
    /// How much has a reason, in tenths of a percent, rounded down: 1000 only if everything has.
    pub fn permille(&self) -> u64 {
        (self.n_explained * 1000).checked_div(self.n_left_out).unwrap_or(1000)
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: Reasons) {
        self.n_left_out += other.n_left_out;
        self.n_explained += other.n_explained;
        for (verb, more) in other.missing {
            self.miss(verb, more);
        }
    }

    /// The verbs that leave most without a reason, with what they leave.
    pub fn worst(&self) -> Vec<(&str, &Missing)> {
        let mut all: Vec<(&str, &Missing)> =
            self.missing.iter().map(|(verb, missing)| (verb.as_str(), missing)).collect();
        all.sort_by_key(|(_, missing)| std::cmp::Reverse(missing.n));
        all
    }

    fn miss(&mut self, verb: String, more: Missing) {
        match self.missing.get_mut(&verb) {
            Some(known) => known.n += more.n,
            None => drop(self.missing.insert(verb, more)),
        }
    }
}

/// Holds the reasons of a decision against its options, and counts what they leave open.
pub(super) fn check(
    the_match: &Match,
    (decision, explained): (&Decision, &Explained),
    reasons: &mut Reasons,
) -> Option<Finding> {
    let verbs: BTreeSet<VerbId> = decision.groups.iter().map(|group| group.verb).collect();
    for verb in verbs {
        for kind in [ArgKind::Piece, ArgKind::Cell] {
            count(the_match, (decision, explained), (verb, kind), reasons);
        }
    }
    let refusal = explained.contradiction(decision)?;
    let action = decision.first_with(refusal.verb, &refusal.args)?;
    let option = notation::describe(&the_match.game, the_match.state(), None, &action);
    let (rule, why) = (&refusal.rule, &refusal.sentence);
    let step = in_step(the_match);
    let sentence = format!("`{option}` is offered and refused at once: {rule} {why}{step}");
    Some(finding(Check::OneLaw, the_match, sentence))
}

fn count(
    the_match: &Match,
    (decision, explained): (&Decision, &Explained),
    (verb, kind): (VerbId, ArgKind),
    reasons: &mut Reasons,
) {
    let game = &the_match.game;
    let kinds = game.verbs.get(verb.index()).map_or(&[][..], Vec::as_slice);
    if !kinds.contains(&kind) {
        return;
    }
    let mut named = BTreeSet::new();
    let own = decision.groups.iter().filter(|group: &&Group| group.verb == verb);
    for group in own {
        group.each_named(game, kind, |value| {
            named.insert(value);
        });
    }
    let mut refused = BTreeSet::new();
    for refusal in explained.refusals.iter().filter(|it| it.verb == verb) {
        let args = refusal.args.as_slice().iter().zip(kinds);
        refused.extend(args.filter(|(_, it)| **it == kind).map(|(value, _)| *value));
    }
    for value in within_reach(the_match, kind, &named, &refused) {
        if named.contains(&value) {
            continue;
        }
        reasons.n_left_out += 1;
        if refused.contains(&value) {
            reasons.n_explained += 1;
        } else {
            let example = example(the_match, verb, (kind, value));
            let name = notation::verb_name(game, verb).to_owned();
            reasons.miss(name, Missing { n: 1, example });
        }
    }
}

/// What of this kind on the board a verb could name: all cells; of pieces those of the sort it
/// names, if it names or refuses any on the board, floors or others.
fn within_reach(
    the_match: &Match,
    kind: ArgKind,
    named: &BTreeSet<i32>,
    refused: &BTreeSet<i32>,
) -> Vec<i32> {
    let (state, board) = (the_match.state(), &the_match.game.board);
    if kind == ArgKind::Cell {
        return board.cells().iter().map(|cell| cell.0.into()).collect();
    }
    let on_board = |id: &i32| {
        let id = PieceId(u16::try_from(*id).ok()?);
        (state.piece(id).cell().is_some()).then(|| state.is_laid(id))
    };
    let sorts: BTreeSet<bool> = named.iter().chain(refused).filter_map(on_board).collect();
    let all = state.on_board().map(|(_, id)| id).filter(|id| sorts.contains(&state.is_laid(*id)));
    all.map(|id| id.0.into()).collect()
}

fn example(the_match: &Match, verb: VerbId, (kind, value): (ArgKind, i32)) -> Example {
    let game = &the_match.game;
    let what = match u16::try_from(value).map(PieceId) {
        Ok(id) if kind == ArgKind::Piece => {
            let place = the_match.state().piece(id).cell().map(|it| game.board.name(it));
            let title = notation::piece_title(game, the_match.state(), id);
            format!("{title} on {}", place.unwrap_or_default())
        }
        _ => format!("the cell {}", notation::cell_name(game, value)),
    };
    let verb = notation::verb_name(game, verb);
    let sentence = format!("`{verb}` neither takes {what} nor says why not{}", in_step(the_match));
    Example { sentence, seed: the_match.setup.seed, n_actions: the_match.log.action }
}
