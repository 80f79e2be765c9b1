//! What the person at the window is doing: what is chosen, pointed at and played back.

use std::time::Instant;

use harena_engine::board::Cell;
use harena_engine::decision::{Action, Args, Decision, Form, Refusal};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::state::State;

use crate::draft::{Draft, Values, Want, nearest_facing};
use crate::paint::board::stack;
use crate::panel::spread::Row;

mod loose;
mod playback;
mod reasons;

pub use playback::{Playback, entries_of, worth_playing};
pub use reasons::reasons;

/// Something that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A piece or card.
    Piece(PieceId),
    /// A cell.
    Cell(Cell),
    /// A definition.
    Prototype(PrototypeId),
}

/// What a click led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// The action is complete.
    Acts(Action),
    /// Something more is to be chosen.
    Drafts,
    /// That cannot be chosen: these verbs with these arguments are not offered.
    Refused(Vec<(VerbId, Args)>),
}

/// What is being done at the table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The action in the making.
    pub draft: Draft,
    /// How the piece to be placed is rotated.
    pub facing: u8,
    /// The cell under the keyboard cursor.
    pub cursor: Option<Cell>,
    /// What the mouse is over, this frame.
    pub pointed: Option<Focus>,
    /// What the mouse was over in the frame before.
    pub seen: Option<Focus>,
    /// The option the mouse is over, this frame, if it needs nothing more.
    pub tried: Option<Action>,
    /// What the inspector keeps showing.
    pub picked: Option<Focus>,
    /// Cells chosen of a verb that takes them in any order.
    pub loose: Vec<i32>,
    /// Why the last thing tried is refused; empty if nothing was.
    pub complaint: Vec<Refusal>,
    /// What is chosen of a list of several, as a bit mask.
    pub several: u32,
    /// The order chosen so far.
    pub order: Vec<u8>,
    /// The amounts chosen so far.
    pub spread: Vec<u8>,
    /// What the last three are for.
    pub assembled: Option<Values>,
    /// Amounts that are chosen together, and the rows they are for.
    pub amounts: Vec<Vec<u8>>,
    /// See [`Table::amounts`].
    pub rows: Vec<Row>,
    /// Since when a clock runs, and for which revision of the session.
    pub clock: Option<(u64, Instant)>,
    /// The playback of the last action.
    pub playback: Playback,
    /// Whether the forecast is shown.
    pub forecast: bool,
}

/// What a click needs to know.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The game.
    pub game: &'a Game,
    /// The state as shown.
    pub state: &'a State,
    /// What is to be decided.
    pub decision: &'a Decision,
    /// The verbs whose cells may be chosen in any order.
    pub unordered: &'a [bool],
}

impl Table {
    /// What the mouse is over, or was in the frame before, or what was picked last.
    pub fn focus(&self) -> Option<Focus> {
        self.pointed.or(self.seen).or(self.picked)
    }

    /// Drops everything chosen for the decision at hand.
    pub fn clear(&mut self) {
        self.draft = Draft::default();
        self.loose.clear();
        self.complaint.clear();
        self.drop_assembled();
    }

    /// Drops what was put together for the next argument.
    pub fn drop_assembled(&mut self) {
        self.assembled = None;
        self.several = 0;
        self.order.clear();
        self.spread.clear();
        self.amounts.clear();
        self.rows.clear();
    }

    /// Adds a piece or cell to what is put together, or takes it out; answers whether it is part
    /// of that.
    fn toggle(&mut self, wants: &[Want], kind: ArgKind, value: i32) -> bool {
        for want in wants {
            let Values::Listed(listed) = &want.values else { continue };
            let at = listed.of.iter().position(|other| *other == value);
            let Some(at) = at.filter(|_| listed.kind == kind) else { continue };
            match &listed.form {
                Form::Several { max, .. } => self.check(at, *max),
                Form::Order => self.put_last(at),
                Form::Spread { total, caps } => self.add_token(at, *total, caps),
            }
            return true;
        }
        false
    }

    fn check(&mut self, at: usize, max: u8) {
        let full = self.several.count_ones() >= u32::from(max);
        if self.several & (1 << at) != 0 || !full {
            self.several ^= 1 << at;
        }
    }

    fn add_token(&mut self, at: usize, total: u8, caps: &[u8]) {
        let sum: u32 = self.spread.iter().map(|n| u32::from(*n)).sum();
        let room = self.spread.get(at) < caps.get(at) && sum < u32::from(total);
        if let Some(n) = self.spread.get_mut(at).filter(|_| room) {
            *n += 1;
        }
    }

    fn put_last(&mut self, at: usize) {
        if let Some(place) = self.order.iter().position(|it| usize::from(*it) == at) {
            let item = self.order.remove(place);
            self.order.push(item);
        }
    }

    /// The pieces and cells that are part of what is put together now.
    pub fn is_assembled(&self, kind: ArgKind, value: i32) -> bool {
        let Some(Values::Listed(listed)) = &self.assembled else { return false };
        let at = listed.of.iter().position(|other| *other == value);
        let is_several = matches!(listed.form, Form::Several { .. }) && listed.kind == kind;
        is_several && at.is_some_and(|at| self.several & (1 << at) != 0)
    }

    /// Begins a decision: where only one verb is offered, it is chosen already.
    pub fn begin(&mut self, at: Situation) {
        self.clear();
        let mut verbs = at.decision.groups.iter().map(|group| group.verb);
        let Some(verb) = verbs.next().filter(|first| verbs.all(|verb| verb == *first)) else {
            return;
        };
        let mut draft = Draft::of_verb(verb);
        if draft.settle(at.decision, at.game).is_none() && draft.complete(at.decision).is_empty() {
            self.draft = draft;
            self.align(at);
        }
    }

    /// Begins with a verb.
    pub fn choose_verb(&mut self, at: Situation, verb: VerbId) -> Click {
        self.clear();
        self.draft = Draft::of_verb(verb);
        let (game, decision) = (at.game, at.decision);
        let done = self.draft.settle(decision, game);
        self.align(at);
        match done.or_else(|| self.draft.complete(decision).first().copied()) {
            Some(action) if self.draft.wants(decision, game).is_empty() => Click::Acts(action),
            Some(_) | None => Click::Drafts,
        }
    }

    /// Chooses the next argument.
    pub fn choose(&mut self, at: Situation, kind: ArgKind, value: i32) -> Click {
        self.complaint.clear();
        let mut done = self.draft.push(value, at.decision, at.game);
        if kind == ArgKind::Cell && done.is_none() {
            done = self.push_facing(at);
        }
        self.align(at);
        match done {
            Some(action) => Click::Acts(action),
            None => Click::Drafts,
        }
    }

    /// A click on a cell, with or without a piece on it.
    pub fn click_cell(&mut self, at: Situation, cell: Cell) -> Click {
        self.picked = Some(at.state.at(cell).map_or(Focus::Cell(cell), Focus::Piece));
        if let Some(click) = self.click_loose(at, cell) {
            return click;
        }
        let wants = self.draft.wants(at.decision, at.game);
        let offers =
            |kind: ArgKind, value: i32| wants.iter().any(|w| w.kind == kind && w.offers(value));
        let stack = stack(at.state, cell);
        let numbers = stack.iter().map(|id| i32::from(id.0));
        let is_part = |id: i32| {
            wants.iter().any(|want| want.parts().any(|part| part == (ArgKind::Piece, id)))
        };
        let meant = numbers.clone().find(|id| offers(ArgKind::Piece, *id) || is_part(*id));
        let here = meant.or(numbers.clone().next()).unwrap_or(-1);
        if here >= 0 && offers(ArgKind::Piece, here) {
            return self.choose(at, ArgKind::Piece, here);
        }
        if offers(ArgKind::Cell, i32::from(cell.0)) {
            return self.choose(at, ArgKind::Cell, i32::from(cell.0));
        }
        if self.toggle(&wants, ArgKind::Cell, i32::from(cell.0))
            || (here >= 0 && self.toggle(&wants, ArgKind::Piece, here))
        {
            return Click::Drafts;
        }
        if self.ghost_cell(at) == Some(cell) && wants.iter().any(|w| w.kind == ArgKind::Facing) {
            return self.push_facing(at).map_or(Click::Drafts, Click::Acts);
        }
        let again = Draft::default().wants(at.decision, at.game);
        let begins = |id: &i32| again.iter().any(|w| w.kind == ArgKind::Piece && w.offers(*id));
        if !self.draft.is_empty()
            && let Some(other) = numbers.clone().find(begins)
        {
            self.clear();
            return self.choose(at, ArgKind::Piece, other);
        }
        if let Some(draft) = self.led_to(at, cell) {
            self.clear();
            self.draft = draft;
            return self.choose(at, ArgKind::Cell, i32::from(cell.0));
        }
        self.refused(at, &[(ArgKind::Cell, i32::from(cell.0)), (ArgKind::Piece, here)])
    }

    /// The only verb for which a cell can be chosen once what leaves no choice is filled in.
    fn led_to(&self, at: Situation, cell: Cell) -> Option<Draft> {
        if !self.draft.args.is_empty() {
            return None;
        }
        let mut verbs: Vec<VerbId> = at.decision.groups.iter().map(|group| group.verb).collect();
        verbs.dedup();
        let leads = |verb: &VerbId| {
            let mut draft = Draft::of_verb(*verb);
            let done = draft.settle(at.decision, at.game);
            let wants = draft.wants(at.decision, at.game);
            let offered =
                |want: &Want| want.kind == ArgKind::Cell && want.offers(i32::from(cell.0));
            (done.is_none() && !draft.args.is_empty() && wants.iter().any(offered)).then_some(draft)
        };
        let mut found = verbs.iter().filter_map(leads);
        found.next().filter(|_| found.next().is_none())
    }

    /// A click on a card that lies in a zone.
    pub fn click_card(&mut self, at: Situation, id: PieceId) -> Click {
        self.picked = Some(Focus::Piece(id));
        let value = i32::from(id.0);
        let offers = |draft: &Draft| {
            let wants = draft.wants(at.decision, at.game);
            wants.iter().any(|w| w.kind == ArgKind::Piece && w.offers(value))
        };
        let wants = self.draft.wants(at.decision, at.game);
        if self.toggle(&wants, ArgKind::Piece, value) {
            return Click::Drafts;
        }
        if !offers(&self.draft) {
            self.clear();
        }
        if offers(&self.draft) {
            return self.choose(at, ArgKind::Piece, value);
        }
        self.refused(at, &[(ArgKind::Piece, value)])
    }

    /// What a click on a cell would lead to.
    pub fn foresee_cell(&self, at: Situation, cell: Cell) -> Click {
        self.clone().click_cell(at, cell)
    }

    /// What a click on a card would lead to.
    pub fn foresee_card(&self, at: Situation, id: PieceId) -> Click {
        self.clone().click_card(at, id)
    }

    /// Rotates the piece to be placed, clockwise for positive steps.
    pub fn rotate(&mut self, game: &Game, steps: i32) {
        let n = i32::from(game.board.n_directions().max(1));
        self.facing = (i32::from(self.facing) + steps).rem_euclid(n) as u8;
    }

    /// The piece the draft is about to put somewhere or to rotate.
    pub fn ghost(&self, at: Situation) -> Option<PieceId> {
        self.draft.subject(at.decision, at.game)
    }

    /// Where the ghost stands if the mouse does not say: a cell chosen already, else its own.
    pub fn ghost_cell(&self, at: Situation) -> Option<Cell> {
        let kinds = self.draft.verb.and_then(|verb| at.game.verbs.get(verb.index()))?;
        let chosen = self.draft.args.iter().zip(kinds).rev();
        let cell = chosen.into_iter().find(|(_, kind)| **kind == ArgKind::Cell);
        match cell {
            Some((value, _)) => u16::try_from(*value).ok().map(Cell),
            None => self.ghost(at).and_then(|id| at.state.piece(id).cell()),
        }
    }

    /// The facing the ghost would really take at a cell, nearest to the one wished for.
    pub fn ghost_facing(&self, at: Situation, cell: Cell) -> u8 {
        let mut trial = self.draft.clone();
        let wants = trial.wants(at.decision, at.game);
        if wants.iter().any(|w| w.kind == ArgKind::Cell && w.offers(i32::from(cell.0))) {
            trial.args.push(i32::from(cell.0));
        }
        let wants = trial.wants(at.decision, at.game);
        let n = at.game.board.n_directions();
        facings(&wants).and_then(|list| nearest_facing(list, self.facing, n)).map_or_else(
            || self.ghost(at).map_or(self.facing, |id| at.state.piece(id).facing),
            |facing| facing as u8,
        )
    }

    fn push_facing(&mut self, at: Situation) -> Option<Action> {
        let wants = self.draft.wants(at.decision, at.game);
        let facing = facings(&wants)
            .and_then(|list| nearest_facing(list, self.facing, at.game.board.n_directions()))?;
        self.draft.push(facing, at.decision, at.game)
    }

    /// A piece on the board begins to rotate from where it stands.
    fn align(&mut self, at: Situation) {
        if let Some(id) = self.ghost(at)
            && at.state.piece(id).cell().is_some()
            && self.draft.args.last() == Some(&i32::from(id.0))
        {
            self.facing = at.state.piece(id).facing;
        }
    }

    /// Which verbs one may have wished for: the chosen one, or all whose next argument could be
    /// one of these.
    fn refused(&self, at: Situation, tried: &[(ArgKind, i32)]) -> Click {
        let place = self.draft.args.len();
        let verbs = (0..=u8::MAX).map(VerbId).zip(&at.game.verbs);
        let verbs = verbs.filter(|(verb, _)| self.draft.verb.is_none_or(|chosen| chosen == *verb));
        let mut list = Vec::new();
        for (verb, kinds) in verbs {
            for (_, value) in
                tried.iter().filter(|(kind, v)| *v >= 0 && kinds.get(place) == Some(kind))
            {
                let args = self.draft.args.iter().copied().chain([*value]).collect();
                list.push((verb, args));
            }
        }
        Click::Refused(list)
    }
}

fn facings(wants: &[Want]) -> Option<&[i32]> {
    wants.iter().filter(|want| want.kind == ArgKind::Facing).find_map(|want| match &want.values {
        Values::List(list) => Some(list.as_slice()),
        Values::Listed(_) | Values::Clock(..) => None,
    })
}

#[cfg(test)]
mod tests;
