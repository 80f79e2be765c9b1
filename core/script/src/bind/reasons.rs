//! Why something is not offered: conditions that say so themselves, gathered while somebody asks.
//!
//! Rules write a condition once: in a filter, behind an argument of an offer, in a set of cells, or
//! as a gate. On straight play nothing of this is looked at. While somebody asks, whatever an offer
//! leaves out is noted with its reason; when the question is put, notes on what is offered after
//! all are dropped, since there can be several ways to offer the same.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use harena_engine::board::{Cell, CellSet};
use harena_engine::decision::{Args, Decision, Dimension, Group, Refusal};
use harena_engine::filter::{Filter, Whereabouts};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::state::{Place, ZoneList};
use harena_engine::the_match::MOST_REASONS;
use harena_pack::codes;

use super::argument::plain_value;
use super::offer::text_or_nothing;
use super::{Context, Entry, Kind, method};
use crate::define::compile_filter;
use crate::fit::{nearest, place};
use crate::raw::{Call, Fault, Handle, Plain, TableView};
use crate::schema::Value;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "allows",
        ("verb: string, condition: boolean, why: Reason, ...First", "boolean"),
        "whether a condition holds; if not, the verb with these first arguments is refused",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let holds = !matches!(call.argument(2), Plain::Nil | Plain::Bool(false));
            if !holds && ctx.the_match.is_explaining() {
                let (reason, args) = (reason_at(call, 3)?, ctx.values(call, 4)?);
                ctx.refuse_for(verb, args, &reason, None);
            }
            call.push_bool(holds);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "pieces_for",
        ("verb: string, filter: Filter, ...First", "{Piece}"),
        "the pieces meant, to be offered to a verb one by one; the others are refused to the verb \
         with these first arguments, each for the first condition of the filter it does not meet",
        |ctx, _, call| {
            let (verb, filter) = (ctx.verb(call)?, ctx.filter(call, 2)?);
            if ctx.the_match.is_explaining() {
                let args = ctx.values(call, 3)?;
                ctx.doubt_unmet(call, (2, &filter), verb, &args)?;
            }
            let found = ctx.meant(&filter);
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "otherwise",
        ("verb: string, why: Reason, ...First", ""),
        "says why a verb with these first arguments is not offered, if nothing of it is offered",
        |ctx, _, call| {
            if ctx.the_match.is_explaining() {
                let (verb, reason) = (ctx.verb(call)?, reason_at(call, 2)?);
                let args = ctx.values(call, 3)?;
                ctx.doubt(verb, args, &reason);
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "begin_refusing",
        ("why: Reason", ""),
        "from here on all that is offered is refused for this reason, until `end_refusing`; only \
         while somebody asks for reasons, see `harena.gate`",
        |ctx, _, call| {
            if !ctx.the_match.is_explaining() {
                return Err(Fault::new("this is for those who ask for reasons, see `harena.gate`"));
            }
            let reason = reason_at(call, 1)?;
            let reasons = &mut ctx.shelf.reasons;
            let outer = reasons.bars.first().cloned();
            if reasons.bars.len() >= MOST_BARS {
                return Err(Fault::new("too many gates stand in one another"));
            }
            reasons.bars.push(outer.unwrap_or(reason));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "end_refusing",
        ("", ""),
        "ends what the last `begin_refusing` began",
        |ctx, _, _| {
            ctx.shelf.reasons.bars.pop();
            Ok(())
        },
    ),
];

/// Gates may stand in one another so deep.
const MOST_BARS: usize = 100;

/// A rule and its sentence, and where they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    rule: String,
    sentence: String,
    source: String,
}

/// Something an offer left out.
struct Doubt {
    verb: VerbId,
    args: Args,
    reason: Rc<Reason>,
}

/// What is gathered for the next question while somebody asks for reasons.
#[derive(Default)]
pub(crate) struct Reasons {
    doubts: Vec<Doubt>,
    /// What sets of cells left out, by the number of the set.
    left_out: BTreeMap<usize, Vec<LeftOut>>,
    /// The gates that are closed, each with the reason of the outermost.
    bars: Vec<Rc<Reason>>,
}

impl Reasons {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.doubts.clear();
        self.left_out.clear();
        self.bars.clear();
    }

    /// Forgets what was offered and not asked.
    pub(super) fn forget_offers(&mut self) {
        self.doubts.clear();
    }
}

/// Cells that are not in a set, and why.
pub(super) type LeftOut = (CellSet, Rc<Reason>);

/// What a table among the arguments of an offer is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Values, or no table at all.
    Values,
    /// A filter.
    Filter,
    /// A reason for what the argument before leaves out.
    Reason,
}

impl Sort {
    /// What an argument is.
    pub(super) fn of(call: &Call, i: usize) -> Result<Sort, Fault> {
        let Plain::Table(table) = call.argument(i) else { return Ok(Sort::Values) };
        if !table.is_empty() {
            let is_condition = table.item(1, |item| matches!(item, Plain::Table(_)))?;
            return Ok(if is_condition { Sort::Filter } else { Sort::Values });
        }
        if table.field("sentence", |value| matches!(value, Plain::Text(_)))? {
            return Ok(Sort::Reason);
        }
        let mut sort = Sort::Values;
        table.each(|_, _| {
            sort = Sort::Filter;
            Ok(())
        })?;
        Ok(sort)
    }
}

fn reason_of(table: TableView) -> Result<Rc<Reason>, Fault> {
    let text = |name: &str| table.field(name, text_or_nothing);
    let (rule, sentence, source) = (text("rule")?, text("sentence")?, text("at")?);
    if sentence.is_empty() {
        return Err(Fault::new("a reason is made by `harena.reason(rule, sentence)`"));
    }
    Ok(Rc::new(Reason { rule, sentence, source }))
}

pub(super) fn reason_at(call: &Call, i: usize) -> Result<Rc<Reason>, Fault> {
    reason_of(call.table(i)?)
}

/// Reasons by name, of an offer that has several: `{ far = TOO_FAR }`.
#[derive(Default)]
pub(super) struct Whys(Vec<(String, Rc<Reason>)>);

impl Whys {
    /// Reads an argument that may be left out; other names than these are mistakes.
    pub(super) fn read(call: &Call, i: usize, names: &[&str]) -> Result<Whys, Fault> {
        let mut whys = Whys::default();
        let Some(table) = call.optional_table(i)? else { return Ok(whys) };
        table.each(|name, reason| {
            let Plain::Text(name) = name else {
                return Err(Fault::new("reasons are given by name here"));
            };
            let Plain::Table(reason) = reason else {
                return Err(Fault::new(format!("`{name}` must be a reason")));
            };
            if !names.contains(&name) {
                let hint = harena_pack::did_you_mean(name, names.iter().copied());
                let message = format!("no reason is called `{name}` here{hint}");
                return Err(Fault::new(message).with_code(codes::NO_SUCH_NAME));
            }
            whys.0.push((name.to_owned(), reason_of(reason)?));
            Ok(())
        })?;
        Ok(whys)
    }

    /// The same reason under all of these names.
    pub(super) fn one_for(names: &[&str], reason: &Rc<Reason>) -> Whys {
        Whys(names.iter().map(|name| ((*name).to_owned(), reason.clone())).collect())
    }

    /// The reason with a name.
    pub(super) fn get(&self, name: &str) -> Option<&Rc<Reason>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, reason)| reason)
    }
}

/// One condition of a filter.
struct Condition {
    filter: Filter,
    why: Option<Rc<Reason>>,
}

/// What an argument leaves out, and why.
pub(super) type Missing = BTreeMap<i32, Rc<Reason>>;

impl Context<'_> {
    /// Refuses something for good: that it is offered all the same would be a contradiction.
    pub(super) fn refuse_for(
        &mut self,
        verb: VerbId,
        args: Args,
        reason: &Rc<Reason>,
        culprit: Option<PieceId>,
    ) {
        if !self.shelf.reasons.bars.is_empty() {
            return self.doubt(verb, args, reason);
        }
        let Reason { rule, sentence, source } = (**reason).clone();
        self.the_match.refuse(|| Refusal { verb, args, rule, sentence, culprit, source });
    }

    /// Notes that something is left out, unless it is offered after all.
    pub(super) fn doubt(&mut self, verb: VerbId, args: Args, reason: &Rc<Reason>) {
        let reasons = &mut self.shelf.reasons;
        if reasons.doubts.len() < MOST_REASONS {
            let reason = reasons.bars.first().unwrap_or(reason).clone();
            reasons.doubts.push(Doubt { verb, args, reason });
        }
    }

    /// Whether a closed gate refuses what is offered now; if so, a group of options is.
    pub(super) fn is_barred(&mut self, group: &Group) -> bool {
        let Some(reason) = self.shelf.reasons.bars.first().cloned() else { return false };
        let is_one = |dimension: &&Dimension| matches!(dimension, Dimension::One(_));
        let n_first = group.dimensions.iter().take_while(is_one).count();
        let n_first = group.dimensions.len().min(n_first.max(1));
        for lead in leads(group.verb, group.dimensions.get(..n_first).unwrap_or_default()) {
            self.doubt(group.verb, lead, &reason);
        }
        true
    }

    /// Hands what was left out to those who ask: all that a question does not offer after all.
    pub(super) fn tell_doubts(&mut self, decision: &Decision) {
        if !self.the_match.is_explaining() {
            return;
        }
        let refused = self.the_match.refused().iter().map(|it| (it.verb, it.args));
        let refused: BTreeSet<(VerbId, Args)> = refused.collect();
        // Of two that speak of the same the later one counts: here the first to stand in the way.
        for doubt in std::mem::take(&mut self.shelf.reasons.doubts).into_iter().rev() {
            let is_told = refused.contains(&(doubt.verb, doubt.args));
            if is_told || decision.begins_with(doubt.verb, &doubt.args) {
                continue;
            }
            let culprit = self.culprit(doubt.verb, &doubt.args);
            let Reason { rule, sentence, source } = (*doubt.reason).clone();
            let (verb, args) = (doubt.verb, doubt.args);
            self.the_match.refuse(|| Refusal { verb, args, rule, sentence, culprit, source });
        }
        self.the_match.refused_to(decision.seat);
    }

    /// Forgets what was said about options of which one is taken without asking.
    pub(super) fn forget_unasked(&mut self) {
        self.shelf.reasons.forget_offers();
        self.the_match.forget_unasked();
    }

    /// The piece that the last argument names, or that stands on the cell it names.
    fn culprit(&self, verb: VerbId, args: &Args) -> Option<PieceId> {
        let place = args.as_slice().len().checked_sub(1)?;
        let value = u16::try_from(args.get(place)?).ok()?;
        let state = self.the_match.state();
        match self.kind_of(verb, place)? {
            ArgKind::Piece => Some(PieceId(value)).filter(|id| state.piece(*id).cell().is_some()),
            ArgKind::Cell => state.at(Cell(value)),
            ArgKind::Facing
            | ArgKind::Number
            | ArgKind::Seat
            | ArgKind::Word
            | ArgKind::Faction
            | ArgKind::Prototype
            | ArgKind::Several
            | ArgKind::Order
            | ArgKind::Spread => None,
        }
    }

    fn kind_of(&self, verb: VerbId, place: usize) -> Option<ArgKind> {
        self.game.verbs.get(verb.index())?.get(place).copied()
    }

    /// The pieces a filter means, seen from the active seat: on the board in reading order.
    pub(super) fn meant(&mut self, filter: &Filter) -> Vec<PieceId> {
        let seat = self.the_match.state().active;
        self.meant_by(filter, seat)
    }

    /// The pieces a filter means, seen from a seat.
    pub(super) fn meant_by(&mut self, filter: &Filter, seat: Seat) -> Vec<PieceId> {
        let mut found = Vec::new();
        super::query::among(self, filter, (seat, None), |id| {
            found.push(id);
            ControlFlow::Continue(())
        });
        found
    }

    /// Notes what the arguments of an offer leave out; `first` is the first of them.
    pub(super) fn explain_offer(
        &mut self,
        call: &mut Call,
        first: usize,
        group: &Group,
    ) -> Result<(), Fault> {
        let (mut n_read, mut missing) = (0, Missing::new());
        for i in first..=call.n_args() {
            let sort = Sort::of(call, i)?;
            if sort == Sort::Reason && n_read > 0 {
                let reason = reason_at(call, i)?;
                self.add_all_others(group, n_read - 1, &reason, &mut missing);
                continue;
            }
            if n_read > 0 {
                self.note_missing(group, n_read - 1, std::mem::take(&mut missing));
            }
            let are_rows = matches!(group.dimensions.get(n_read), Some(Dimension::Rows { .. }));
            n_read += 1;
            missing = match sort {
                Sort::Filter if !are_rows => self.missing_by_filter(call, i)?,
                Sort::Filter | Sort::Values | Sort::Reason => self.missing_cells(call, i),
            };
        }
        if n_read > 0 {
            self.note_missing(group, n_read - 1, missing);
        }
        Ok(())
    }

    fn missing_by_filter(&mut self, call: &mut Call, i: usize) -> Result<Missing, Fault> {
        let filter = self.filter(call, i)?;
        let unmet = self.unmet(call, (i, &filter))?;
        Ok(unmet.into_iter().map(|(id, reason)| (id.0.into(), reason)).collect())
    }

    /// What a set of cells among the arguments left out; of two reasons the first.
    pub(super) fn missing_cells(&self, call: &Call, i: usize) -> Missing {
        let Plain::Handle(handle) = call.argument(i) else { return Missing::new() };
        let mut missing = Missing::new();
        for (cells, reason) in self.left_out_of(handle) {
            for cell in cells.iter() {
                missing.entry(cell.0.into()).or_insert_with(|| reason.clone());
            }
        }
        missing
    }

    /// Gives a reason to everything of its sort that an argument leaves out without one.
    fn add_all_others(
        &mut self,
        group: &Group,
        at: usize,
        reason: &Rc<Reason>,
        missing: &mut Missing,
    ) {
        let (Some(dimension), place) = (group.dimensions.get(at), place_of(group, at)) else {
            return;
        };
        let Some(kind) = self.kind_of(group.verb, place) else { return };
        let known: BTreeSet<i32> = missing.keys().copied().collect();
        let own = Group { verb: group.verb, dimensions: vec![dimension.clone()] };
        let mut named = BTreeSet::new();
        let kinds = (place..place + dimension.width()).map(|at| self.kind_of(group.verb, at));
        let columns: Vec<usize> =
            kinds.enumerate().filter(|(_, it)| *it == Some(kind)).map(|(at, _)| at).collect();
        for index in 0..own.count().min(MOST_REASONS as u64) {
            let Some(action) = own.option(index) else { break };
            named.extend(columns.iter().filter_map(|column| action.args.get(*column)));
        }
        for value in self.all_of(kind, &named) {
            if !named.contains(&value) && !known.contains(&value) {
                missing.insert(value, reason.clone());
            }
        }
    }

    /// Everything of the sort of what is named: all cells, all factions, or all pieces that lie
    /// where those do.
    fn all_of(&self, kind: ArgKind, named: &BTreeSet<i32>) -> Vec<i32> {
        let (state, board) = (self.the_match.state(), &self.the_match.game.board);
        if kind == ArgKind::Cell {
            return board.cells().iter().map(|cell| cell.0.into()).collect();
        }
        if kind == ArgKind::Faction {
            return (0..self.the_match.game.factions.len()).map(|at| nearest(place(at))).collect();
        }
        if kind != ArgKind::Piece {
            return Vec::new();
        }
        let ids: Vec<PieceId> =
            named.iter().filter_map(|id| u16::try_from(*id).ok()).map(PieceId).collect();
        if ids.is_empty() || ids.iter().any(|id| state.piece(*id).cell().is_some()) {
            let are_floors = !ids.is_empty() && ids.iter().all(|id| state.is_laid(*id));
            let all = state.on_board().map(|(_, id)| id);
            return all
                .filter(|id| state.is_laid(*id) == are_floors)
                .map(|it| it.0.into())
                .collect();
        }
        let zone = |id: &PieceId| match state.piece(*id).place {
            Place::Zone(list) => Some(list),
            Place::Board(_) | Place::Away | Place::Gone => None,
        };
        let lists: BTreeSet<ZoneList> = ids.iter().filter_map(zone).collect();
        lists.into_iter().flat_map(|list| state.zone(list)).map(|id| id.0.into()).collect()
    }

    /// Notes what one argument of an offer leaves out, after everything that can stand before it.
    fn note_missing(&mut self, group: &Group, at: usize, missing: Missing) {
        if missing.is_empty() {
            return;
        }
        for lead in leads(group.verb, group.dimensions.get(..at).unwrap_or_default()) {
            for (value, reason) in &missing {
                let mut args = lead;
                args.push(*value);
                self.doubt(group.verb, args, reason);
            }
        }
    }

    /// The pieces that a filter does not mean, each with the reason of the first condition it does
    /// not meet; those without one are not spoken of.
    fn unmet(
        &mut self,
        call: &Call,
        (i, filter): (usize, &Filter),
    ) -> Result<Vec<(PieceId, Rc<Reason>)>, Fault> {
        let conditions = self.conditions(call, i, filter)?;
        if conditions.iter().all(|it| it.why.is_none()) {
            return Ok(Vec::new());
        }
        let seat = self.the_match.state().active;
        let scene = looked!(self).scene();
        let all: Vec<PieceId> = match filter.place {
            Whereabouts::Board => scene.state.on_board().map(|(_, id)| id).collect(),
            Whereabouts::Zone(zone) => {
                let lists = ZoneList::all_of(scene.game, zone);
                lists.flat_map(|list| scene.state.zone(list)).copied().collect()
            }
            Whereabouts::Anywhere => {
                let all = (0..scene.state.pieces.len()).map(PieceId::at);
                all.filter(|id| !scene.state.piece(*id).is_free()).collect()
            }
        };
        let is_floor = |id: PieceId| {
            let kind = scene.game.prototype(scene.state.piece(id).prototype).kind;
            scene.state.is_laid(id) && !filter.kinds.has(kind.index())
        };
        let reason = |id: PieceId| {
            let unmet = conditions.iter().find(|it| !it.filter.holds(scene, seat, None, id))?;
            Some((id, unmet.why.clone()?))
        };
        Ok(all.into_iter().filter(|id| !is_floor(*id)).filter_map(reason).collect())
    }

    /// Notes the pieces a filter does not mean for a verb with these first arguments.
    pub(super) fn doubt_unmet(
        &mut self,
        call: &Call,
        filter: (usize, &Filter),
        verb: VerbId,
        first: &Args,
    ) -> Result<(), Fault> {
        for (id, reason) in self.unmet(call, filter)? {
            let mut args = *first;
            args.push(id.0.into());
            self.doubt(verb, args, &reason);
        }
        Ok(())
    }

    /// The conditions of a filter one by one, all looking where the whole filter looks.
    fn conditions(&self, call: &Call, i: usize, whole: &Filter) -> Result<Vec<Condition>, Fault> {
        let written = plain_value(call.argument(i))?;
        let one = std::slice::from_ref(&written);
        let list = if let Value::List(items) = &written { items.as_slice() } else { one };
        let text = |value: &Value, name: &str| {
            value.get(name).and_then(Value::as_text).unwrap_or_default().to_owned()
        };
        let condition = |value: &Value| {
            let why = value.get("why").map(|why| {
                let (rule, sentence) = (text(why, "rule"), text(why, "sentence"));
                Rc::new(Reason { rule, sentence, source: text(why, "at") })
            });
            let place = whole.place;
            Condition { filter: Filter { place, ..compile_filter(self.game, value) }, why }
        };
        Ok(list.iter().map(condition).collect())
    }

    /// What a set of cells left out.
    pub(super) fn left_out_of(&self, handle: Handle) -> Vec<LeftOut> {
        if handle.kind != Kind::Cells as u8 || !self.the_match.is_explaining() {
            return Vec::new();
        }
        self.shelf.reasons.left_out.get(&(handle.id as usize)).cloned().unwrap_or_default()
    }

    /// Remembers what the newest set left out.
    pub(super) fn remember_left_out(&mut self, left_out: Vec<LeftOut>) {
        if let Some(number) = self.shelf.sets.len().checked_sub(1)
            && !left_out.is_empty()
        {
            self.shelf.reasons.left_out.insert(number, left_out);
        }
    }
}

/// The place of the first argument of a dimension.
fn place_of(group: &Group, at: usize) -> usize {
    group.dimensions.iter().take(at).map(Dimension::width).sum()
}

/// Everything that can stand in the first places of options, as far as reasons are kept.
fn leads(verb: VerbId, dimensions: &[Dimension]) -> Vec<Args> {
    let group = Group { verb, dimensions: dimensions.to_vec() };
    let count = group.count().min(MOST_REASONS as u64);
    (0..count).filter_map(|at| group.option(at)).map(|action| action.args).collect()
}
