//! What became of the pieces and cards of each sheet.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::decision::{Action, Decision};
use harena_engine::game::{ArgKind, Game, Prototype};
use harena_engine::id::{FactionId, PieceId, PrototypeId, Seat, VerbId};
use harena_engine::state::{Place, State};
use harena_engine::the_match::Match;

use super::Counted;

/// What became of the pieces of one sheet that one seat owned in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Pieces that were on the board at some decision.
    pub entered: u32,
    /// Of them: those there at the end.
    pub survived: u32,
    /// How often its owner, or of what nobody owns anybody, named one of them in a choice, or the
    /// sheet itself.
    pub chosen: u32,
}

/// What became of a sheet in all matches that ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Pieces that were on the board at some decision.
    pub entered: u64,
    /// Of them: those there at the end.
    pub survived: u64,
    /// How often a choice named one of one's own, or of those nobody owns, or the sheet itself.
    pub chosen: u64,
    /// Seats that had one on the board or chose one, and how many of them won.
    pub users: Counted,
}

impl Told {
    /// Adds what became of it in a match.
    pub(super) fn add(&mut self, story: &Story, won: Option<bool>) {
        self.entered += u64::from(story.entered);
        self.survived += u64::from(story.survived);
        self.chosen += u64::from(story.chosen);
        if let Some(won) = won {
            self.users.add(won);
        }
    }

    /// Adds what became of it in other matches.
    pub(super) fn merge(&mut self, other: Told) {
        self.entered += other.entered;
        self.survived += other.survived;
        self.chosen += other.chosen;
        self.users.merge(other.users);
    }
}

/// Watches a match.
#[derive(Debug, Default)]
pub(crate) struct Chronicle {
    /// What was on the board, by the number of the piece; numbers may be given anew.
    entered: Vec<Option<(PrototypeId, Seat)>>,
    stories: BTreeMap<(PrototypeId, Seat), Story>,
    /// How often each verb was taken.
    pub verbs: BTreeMap<VerbId, u32>,
}

impl Chronicle {
    /// Looks at the board while a decision is waited for.
    pub fn look(&mut self, state: &State) {
        self.entered.resize(state.pieces.len().max(self.entered.len()), None);
        for (piece, entered) in state.pieces.iter().zip(&mut self.entered) {
            let is_there = matches!(piece.place, Place::Board(_));
            let now = Some((piece.prototype, piece.owner));
            if is_there && entered.map(|it| it.0) != Some(piece.prototype) {
                *entered = now;
                self.stories.entry((piece.prototype, piece.owner)).or_default().entered += 1;
            }
        }
    }

    /// Notes what a choice names; the decision must be the one it answers.
    pub fn heed(&mut self, the_match: &Match, decision: &Decision, action: &Action) {
        *self.verbs.entry(action.verb).or_default() += 1;
        let game = &the_match.game;
        let kinds = game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        for (at, (kind, arg)) in kinds.iter().zip(action.args.as_slice()).enumerate() {
            match kind {
                ArgKind::Piece => self.name_piece((the_match.state(), decision.seat), *arg),
                ArgKind::Prototype => {
                    let sheet = u16::try_from(*arg).map(PrototypeId);
                    sheet.into_iter().for_each(|sheet| self.name(sheet, decision.seat));
                }
                ArgKind::Several | ArgKind::Order => listed_pieces(decision, action, at)
                    .into_iter()
                    .for_each(|id| self.name_piece((the_match.state(), decision.seat), id)),
                ArgKind::Cell
                | ArgKind::Facing
                | ArgKind::Number
                | ArgKind::Seat
                | ArgKind::Word
                | ArgKind::Faction
                | ArgKind::Spread => {}
            }
        }
    }

    /// What belongs to others is a target, not in use.
    fn name_piece(&mut self, (state, by): (&State, Seat), id: i32) {
        let piece = PieceId::read(id).and_then(|id| state.pieces.get(id.index()));
        let own = piece.filter(|piece| piece.owner == by || piece.owner == Seat::NONE);
        own.into_iter().for_each(|piece| self.name(piece.prototype, by));
    }

    fn name(&mut self, sheet: PrototypeId, seat: Seat) {
        self.stories.entry((sheet, seat)).or_default().chosen += 1;
    }

    /// What became of everything, at the end of the match.
    pub fn end(mut self, state: &State) -> BTreeMap<(PrototypeId, Seat), Story> {
        self.look(state);
        for (piece, entered) in state.pieces.iter().zip(&self.entered) {
            let is_there = matches!(piece.place, Place::Board(_));
            let key = entered.filter(|it| is_there && it.0 == piece.prototype);
            if let Some(story) = key.and_then(|key| self.stories.get_mut(&key)) {
                story.survived += 1;
            }
        }
        self.stories
    }
}

/// The sheets with copies that were in play and never used, of kinds that have a use: cards that
/// only lie somewhere and count are not among them.
pub fn unused(
    game: &Game,
    used: &BTreeSet<PrototypeId>,
    factions: &BTreeSet<FactionId>,
) -> Vec<PrototypeId> {
    let sheets = (0u16..).zip(&game.prototypes).map(|(id, it)| (PrototypeId(id), it));
    let of_use = used.iter().filter_map(|id| game.prototypes.get(id.index()));
    let of_use: BTreeSet<_> = of_use.map(|it| it.kind).collect();
    let is_unused = |(id, sheet): &(PrototypeId, &Prototype)| {
        let plays = sheet.faction.is_none_or(|id| factions.contains(&id));
        sheet.copies > 0 && plays && of_use.contains(&sheet.kind) && !used.contains(id)
    };
    sheets.filter(is_unused).map(|(id, _)| id).collect()
}

/// The pieces that a choice of several or an order names.
fn listed_pieces(decision: &Decision, action: &Action, at: usize) -> Vec<i32> {
    let group = decision.groups.iter().find(|group| group.contains(action));
    let listed = group.and_then(|group| group.dimension_at(at)?.listed());
    let value = action.args.get(at).unwrap_or(0);
    let pieces = listed.filter(|listed| listed.kind == ArgKind::Piece);
    pieces.and_then(|listed| listed.written_out(value)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Bot, BotKind};
    use crate::sample_game::{LAY, table};

    /// Of the cards of the sample every one that is laid was chosen once, lies on the board from
    /// then on and stays; so each seat has as many of them there as it chose.
    #[test]
    fn what_is_laid_was_chosen_and_stays() {
        for seed in 0..5 {
            let mut chronicle = Chronicle::default();
            let mut bots = [0, 1].map(|seat| BotKind::Random.seated(seed, Seat(seat)));
            let mut laid = BTreeMap::<PrototypeId, u32>::new();
            let end = table().play(seed, |the_match, rules, decision| {
                chronicle.look(the_match.state());
                let bot: &mut dyn Bot = &mut *bots[decision.seat.index()];
                let action = bot.choose(the_match, rules, decision).unwrap();
                chronicle.heed(the_match, decision, &action);
                let card = action.args.get(0).filter(|_| action.verb == LAY);
                let card = card.map(|id| the_match.state().piece(PieceId(id as u16)).prototype);
                card.into_iter().for_each(|card| *laid.entry(card).or_default() += 1);
                action
            });
            let mut told = BTreeMap::<PrototypeId, Story>::new();
            for ((sheet, _), story) in chronicle.end(end.state()) {
                let sum = told.entry(sheet).or_default();
                sum.entered += story.entered;
                sum.survived += story.survived;
                sum.chosen += story.chosen;
            }
            assert!(laid.values().sum::<u32>() > 3, "{laid:?}");
            for (sheet, n) in laid {
                let expected = Story { entered: n, survived: n, chosen: n };
                assert_eq!(told.get(&sheet), Some(&expected), "{sheet:?}");
            }
        }
    }
}
