//! Building an action argument by argument from the groups of a decision.
//!
//! Nothing is expanded: at every step only the values of the next argument are looked at, so a
//! product of a thousand placements costs as much as its three short lists.

use std::collections::BTreeSet;

use harena_engine::board::{Cell, CellSet};
pub use harena_engine::decision::Values;
use harena_engine::decision::{Action, Args, Decision, Group};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;

/// An action in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What is to be done, once that is clear.
    pub verb: Option<VerbId>,
    /// The arguments chosen so far.
    pub args: Vec<i32>,
}

/// What the next argument may be, for one verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The verb.
    pub verb: VerbId,
    /// What kind of argument it is.
    pub kind: ArgKind,
    /// The values offered.
    pub values: Values,
}

impl Draft {
    /// A draft that begins with a verb.
    pub fn of_verb(verb: VerbId) -> Draft {
        Draft { verb: Some(verb), args: Vec::new() }
    }

    /// Whether nothing is chosen yet.
    pub fn is_empty(&self) -> bool {
        self.verb.is_none() && self.args.is_empty()
    }

    /// The actions that are complete with exactly the arguments chosen so far.
    pub fn complete(&self, decision: &Decision) -> Vec<Action> {
        let args: Args = self.args.iter().copied().collect();
        let mut found: Vec<Action> = self
            .groups(decision)
            .map(|group| Action { verb: group.verb, args })
            .filter(|action| decision.index_of(action).is_some())
            .collect();
        found.dedup();
        found
    }

    /// What may come next, one entry for each verb and kind of argument.
    pub fn wants(&self, decision: &Decision, game: &Game) -> Vec<Want> {
        let mut wants: Vec<Want> = Vec::new();
        for group in self.groups(decision) {
            let Some(values) = group.next_values(&self.args) else { continue };
            let kinds = game.verbs.get(group.verb.index());
            let kind = kinds.and_then(|kinds| kinds.get(self.args.len())).copied();
            let kind = kind.unwrap_or(ArgKind::Number);
            let same = wants.iter_mut().find(|want| want.verb == group.verb && want.kind == kind);
            match same {
                Some(want) => want.values.join(values),
                None => wants.push(Want { verb: group.verb, kind, values }),
            }
        }
        wants
    }

    /// Adds an argument, then fills in arguments that leave no choice. Answers the action if it
    /// is complete and nothing else could follow.
    pub fn push(&mut self, value: i32, decision: &Decision, game: &Game) -> Option<Action> {
        self.args.push(value);
        self.settle(decision, game)
    }

    /// Fills in arguments that leave no choice, and the verb once it is clear.
    pub fn settle(&mut self, decision: &Decision, game: &Game) -> Option<Action> {
        loop {
            let (wants, complete) = (self.wants(decision, game), self.complete(decision));
            let verbs: BTreeSet<VerbId> =
                wants.iter().map(|w| w.verb).chain(complete.iter().map(|a| a.verb)).collect();
            if self.verb.is_none() && verbs.len() == 1 && !self.args.is_empty() {
                self.verb = verbs.first().copied();
            }
            match (wants.as_slice(), complete.as_slice()) {
                ([], [only]) => return Some(*only),
                ([want], []) => match want.values.only() {
                    Some(value) => self.args.push(value),
                    None => return None,
                },
                _ => return None,
            }
        }
    }

    /// The last piece chosen so far: the one a ghost shows.
    pub fn subject(&self, decision: &Decision, game: &Game) -> Option<PieceId> {
        let verb = self.verb.or_else(|| self.groups(decision).next().map(|group| group.verb))?;
        let kinds = game.verbs.get(verb.index())?;
        let chosen = self.args.iter().zip(kinds).rev();
        let piece = chosen.into_iter().find(|(_, kind)| **kind == ArgKind::Piece)?;
        u16::try_from(*piece.0).ok().map(PieceId)
    }

    fn groups<'a>(&'a self, decision: &'a Decision) -> impl Iterator<Item = &'a Group> {
        decision.groups.iter().filter(|group| {
            self.verb.is_none_or(|verb| verb == group.verb) && group.begins_with(&self.args)
        })
    }
}

impl Want {
    /// The values as cells, if cells are wanted.
    pub fn cells(&self) -> CellSet {
        match (&self.values, self.kind) {
            (Values::List(list), ArgKind::Cell) => {
                list.iter().filter_map(|v| u16::try_from(*v).ok()).map(Cell).collect()
            }
            _ => CellSet::default(),
        }
    }

    /// The values as pieces, if pieces are wanted.
    pub fn pieces(&self) -> impl Iterator<Item = PieceId> + '_ {
        let list = match (&self.values, self.kind) {
            (Values::List(list), ArgKind::Piece) => list.as_slice(),
            _ => &[],
        };
        list.iter().filter_map(|v| u16::try_from(*v).ok()).map(PieceId)
    }

    /// What the value is put together from, if it is.
    pub fn parts(&self) -> impl Iterator<Item = (ArgKind, i32)> + '_ {
        let listed = if let Values::Listed(listed) = &self.values { Some(listed) } else { None };
        listed.into_iter().flat_map(|it| it.of.iter().map(|value| (it.kind, *value)))
    }

    /// Whether a value is offered.
    pub fn offers(&self, value: i32) -> bool {
        self.values.offers(value)
    }
}

/// The facing nearest to the wanted one, clockwise, among those offered.
pub fn nearest_facing(offered: &[i32], wanted: u8, n_directions: u8) -> Option<i32> {
    let n = i32::from(n_directions.max(1));
    offered.iter().copied().min_by_key(|f| (f - i32::from(wanted)).rem_euclid(n))
}

#[cfg(test)]
mod tests {
    use harena_engine::decision::Dimension;

    use super::*;

    const PLACE: VerbId = VerbId(0);
    const MOVE: VerbId = VerbId(1);
    const END: VerbId = VerbId(2);

    /// Two cards that can be placed, one piece that can go from its cell 4 to 5 or rotate there.
    fn example() -> (Game, Decision) {
        use ArgKind::{Cell as C, Facing as F, Piece as P};
        let game = Game { verbs: vec![vec![P, C, F], vec![P, C, F], vec![]], ..Game::default() };
        let cells = |list: &[u16]| Dimension::Cells(list.iter().map(|c| Cell(*c)).collect());
        let group = |verb, dimensions| Group { verb, dimensions };
        let groups = vec![
            group(
                PLACE,
                vec![Dimension::Many(vec![7, 9]), cells(&[1, 2, 3]), Dimension::Facings(63)],
            ),
            group(
                MOVE,
                vec![
                    Dimension::One(5),
                    Dimension::Rows { width: 2, values: vec![4, 1, 5, 0, 5, 1] },
                ],
            ),
            group(END, vec![]),
        ];
        let decision = Decision::of(Seat(0), WordId(0), groups);
        (game, decision)
    }

    fn list(want: &Want) -> Vec<i32> {
        let Values::List(list) = &want.values else { panic!("{want:?}") };
        list.clone()
    }

    #[test]
    fn an_empty_draft_offers_what_every_option_begins_with() {
        let (game, decision) = example();
        let wants = Draft::default().wants(&decision, &game);
        let found: Vec<_> = wants.iter().map(|w| (w.verb, w.kind, list(w))).collect();
        let expected = [(PLACE, ArgKind::Piece, vec![7, 9]), (MOVE, ArgKind::Piece, vec![5])];
        assert_eq!(found, expected);
        let end = Action { verb: END, args: Args::default() };
        assert_eq!(Draft::default().complete(&decision), [end]);
    }

    #[test]
    fn a_card_lights_its_cells_and_a_facing_ends_the_action() {
        let (game, decision) = example();
        let mut draft = Draft::default();
        assert_eq!(draft.push(9, &decision, &game), None);
        assert_eq!(draft.verb, Some(PLACE));
        assert_eq!(list(&draft.wants(&decision, &game)[0]), [1, 2, 3]);
        assert_eq!(draft.subject(&decision, &game), Some(PieceId(9)));
        assert_eq!(draft.push(2, &decision, &game), None);
        let done = draft.push(4, &decision, &game).unwrap();
        assert_eq!((done.verb, done.args.as_slice()), (PLACE, &[9, 2, 4][..]));
        assert!(decision.index_of(&done).is_some());
    }

    #[test]
    fn what_leaves_no_choice_is_filled_in() {
        let (game, decision) = example();
        let mut draft = Draft::of_verb(MOVE);
        assert_eq!(draft.settle(&decision, &game), None);
        assert_eq!(draft.args, [5]);
        assert_eq!(list(&draft.wants(&decision, &game)[0]), [4, 5]);
        let done = draft.clone().push(4, &decision, &game).unwrap();
        assert_eq!(done.args.as_slice(), [5, 4, 1]);
        assert_eq!(draft.push(5, &decision, &game), None);
        assert_eq!(list(&draft.wants(&decision, &game)[0]), [0, 1]);
    }

    #[test]
    fn wrong_beginnings_lead_nowhere() {
        let (game, decision) = example();
        let draft = Draft { verb: None, args: vec![8] };
        assert!(draft.wants(&decision, &game).is_empty());
        assert!(draft.complete(&decision).is_empty());
    }

    #[test]
    fn the_next_facing_clockwise_is_taken() {
        assert_eq!(nearest_facing(&[0, 2, 5], 3, 6), Some(5));
        assert_eq!(nearest_facing(&[0, 2], 5, 6), Some(0));
        assert_eq!(nearest_facing(&[], 5, 6), None);
    }
}
