//! Choices of several, orders, amounts and times as arguments of options, and remarks on options.

use harena_engine::decision::{
    Action, Args, Decision, Dimension, Form, Group, Listed, MAX_ORDER, MAX_SEVERAL, Note,
};
use harena_engine::game::{ArgKind, Game};
use harena_pack::codes;

use super::offer::{remark, text_or_nothing};
use super::{Context, Entry, Kind, method};
use crate::fit::{nearest, place};
use crate::raw::{Call, Fault, Handle, Plain};
use crate::raw_limits::spend;

/// More slots than this get no amounts.
const MAX_SLOTS: usize = 32;
/// Longer remarks are refused.
const MAX_REMARK: usize = 1_000;
/// More choices than this are refused in one step.
const MAX_CHOICES: usize = 10_000;
/// The longest time on a clock, in milliseconds.
const MAX_CLOCK: i64 = 3_600_000;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "several",
        ("list: {any}, min: number?, max: number?", "Choice"),
        "some of a list of at most 30 pieces, cells, words or numbers, for an argument of kind \
         `several`; the answer is the list of those chosen, in their order",
        |ctx, _, call| {
            let (kind, of) = ctx.listed(call, 1, MAX_SEVERAL)?;
            let n = i64::from(place(of.len()));
            let min = nearest(call.optional_int(2)?.unwrap_or(0).clamp(0, n + 1));
            let max = nearest(call.optional_int(3)?.unwrap_or(n).clamp(0, n));
            let form = Form::Several { min, max };
            ctx.push_choice(call, Dimension::Listed(Listed { of, kind, form }))
        },
    ),
    method(
        Kind::Match,
        "order",
        ("list: {any}", "Choice"),
        "all orders of a list of at most 12, for an argument of kind `order`; the answer is the \
         list in the chosen order",
        |ctx, _, call| {
            let (kind, of) = ctx.listed(call, 1, MAX_ORDER)?;
            ctx.push_choice(call, Dimension::Listed(Listed { of, kind, form: Form::Order }))
        },
    ),
    method(
        Kind::Match,
        "spread",
        ("total: number, limits: {number}, slots: {any}?", "Choice"),
        "all ways to spread a total over slots that hold at most so much each, for an argument of \
         kind `spread`; `slots` says what the slots stand for; the answer is the list of amounts",
        |ctx, _, call| {
            let total = u8::try_from(call.int(1)?);
            let total = total.map_err(|_| Fault::new("a total is a number from 0 to 255"))?;
            let caps = limits(call)?;
            let (kind, of) = match call.is_nil(3) {
                true => (ArgKind::Number, Vec::new()),
                false => ctx.listed(call, 3, MAX_SLOTS)?,
            };
            if !of.is_empty() && of.len() != caps.len() {
                let (n, named) = (caps.len(), of.len());
                return Err(Fault::new(format!("there are {n} limits but {named} slots")));
            }
            let spread = Listed { of, kind, form: Form::Spread { total, caps } };
            if spread.count() > u64::from(i32::MAX.unsigned_abs()) {
                let message = "there are too many ways to spread so much over so many slots";
                return Err(Fault::new(message).with_code(codes::TOO_MANY_OPTIONS));
            }
            ctx.push_choice(call, Dimension::Listed(spread))
        },
    ),
    method(
        Kind::Match,
        "clock",
        ("from: number, to: number", "Choice"),
        "a moment on a running clock in milliseconds, for an argument of kind `number`: the window \
         takes the time at which the option is chosen, bots any; when the time is over the window \
         takes the default",
        |ctx, _, call| {
            let limit = |n: i64| nearest::<i32>(n.clamp(0, MAX_CLOCK));
            let (from, to) = (limit(call.int(1)?), limit(call.int(2)?));
            ctx.push_choice(call, Dimension::Clock(from, to))
        },
    ),
    method(
        Kind::Match,
        "note",
        ("verb: string, remark: Reason | string, ...First", ""),
        "a remark on what is offered, with the first arguments it concerns: why it is legal, what \
         it costs, how likely it is; heard only while somebody asks for reasons",
        |ctx, _, call| {
            if let Plain::Text(text) = call.argument(2)
                && text.len() > MAX_REMARK
            {
                let told = format!("a remark has at most {MAX_REMARK} bytes, not {}", text.len());
                return Err(Fault::new(told).with_code(codes::REMARK_TOO_LONG).as_limit());
            }
            if !ctx.the_match.is_explaining() {
                return Ok(());
            }
            let verb = ctx.verb(call)?;
            let (rule, text, source) = if let Plain::Text(text) = call.argument(2) {
                (String::new(), remark(text), String::new())
            } else {
                let reason = call.table(2)?;
                let field = |name: &str| reason.field(name, text_or_nothing);
                (field("rule")?, field("sentence")?, field("at")?)
            };
            let args = ctx.values(call, 3)?;
            ctx.the_match.note(|| Note { verb, args, rule, text, source });
            Ok(())
        },
    ),
];

fn limits(call: &Call) -> Result<Vec<u8>, Fault> {
    let mut caps = Vec::new();
    call.table(2)?.items(|_, item| {
        let limit =
            if let Plain::Int(n) = item { u8::try_from(n.clamp(0, 255)).ok() } else { None };
        caps.push(limit.ok_or_else(|| Fault::new("limits are whole numbers"))?);
        Ok(())
    })?;
    if caps.len() > MAX_SLOTS {
        return Err(Fault::new(format!("there can be at most {MAX_SLOTS} slots")));
    }
    Ok(caps)
}

/// Whether lists stand where the verb declares them, and nothing else does.
pub(super) fn check_kinds(game: &Game, group: &Group) -> Result<(), Fault> {
    let kinds = game.verbs.get(group.verb.index()).map_or(&[][..], Vec::as_slice);
    let mut place = 0;
    for dimension in &group.dimensions {
        let given = dimension.listed().map(|listed| match listed.form {
            Form::Several { .. } => ArgKind::Several,
            Form::Order => ArgKind::Order,
            Form::Spread { .. } => ArgKind::Spread,
        });
        let wanted = kinds.get(place).copied().filter(|kind| is_list(*kind));
        if given != wanted {
            let name = |kind: Option<ArgKind>| match kind {
                Some(kind) => format!("match:{kind:?}").to_lowercase(),
                None => "plain values".to_owned(),
            };
            let verb = game.names.verbs.name(group.verb.index());
            let (place, wanted, given) = (place + 1, name(wanted), name(given));
            return Err(Fault::new(format!(
                "argument {place} of `{verb}` takes {wanted}, not {given}"
            )));
        }
        place += dimension.width();
    }
    Ok(())
}

pub(super) fn is_list(kind: ArgKind) -> bool {
    matches!(kind, ArgKind::Several | ArgKind::Order | ArgKind::Spread)
}

/// The groups of a decision with arguments that scripts see as lists.
pub(super) fn groups_with_lists(decision: &Decision) -> Vec<Group> {
    let has_lists = |group: &&Group| group.dimensions.iter().any(|d| d.listed().is_some());
    decision.groups.iter().filter(has_lists).cloned().collect()
}

impl Context<'_> {
    /// The values of a list argument and what they are: all of one sort, none twice.
    fn listed(&self, call: &Call, i: usize, max: usize) -> Result<(ArgKind, Vec<i32>), Fault> {
        let (mut kind, mut values) = (None, Vec::new());
        if let Plain::Handle(handle) = call.argument(i)
            && handle.kind == Kind::Cells as u8
        {
            kind = Some(ArgKind::Cell);
            values = self.set(handle)?.iter().map(|cell| i32::from(cell.0)).collect();
        } else {
            let mut is_mixed = false;
            call.table(i)?.items(|_, item| {
                let own = kind_of(&item);
                is_mixed |= *kind.get_or_insert(own) != own;
                values.push(self.number_of(item)?);
                Ok(())
            })?;
            if is_mixed {
                return Err(Fault::new("the values of a list must be of one sort"));
            }
        }
        if values.len() > max {
            let (n, name) = (values.len(), call.name());
            return Err(Fault::new(format!("{name} takes a list of at most {max}, not of {n}")));
        }
        let is_double = |(at, value): (usize, &i32)| values.iter().skip(at + 1).any(|v| v == value);
        if values.iter().enumerate().any(is_double) {
            return Err(Fault::new("a value stands twice in this list"));
        }
        Ok((kind.unwrap_or(ArgKind::Number), values))
    }

    fn push_choice(&mut self, call: &mut Call, choice: Dimension) -> Result<(), Fault> {
        if self.shelf.choices.len() >= MAX_CHOICES {
            return Err(Fault::new("there are too many choices"));
        }
        self.shelf.choices.push(choice);
        call.push_handle(self.shelved(Kind::Choice, self.shelf.choices.len() - 1));
        Ok(())
    }

    pub(super) fn choice(&self, handle: Handle) -> Result<Dimension, Fault> {
        let at = self.fresh(handle)?;
        self.shelf.choices.get(at).cloned().ok_or_else(|| Fault::new("no such choice"))
    }

    /// The option that a script prefers; lists are looked up in what is offered.
    pub(super) fn preferred(&self, call: &Call) -> Result<Action, Fault> {
        self.may_offer()?;
        let verb = self.verb(call)?;
        spend(self.shelf.groups.len() as u64 * 8)?;
        if !(2..=call.n_args()).any(|i| matches!(call.argument(i), Plain::Table(_))) {
            return Ok(Action { verb, args: self.values(call, 2)? });
        }
        for group in self.shelf.groups.iter().filter(|group| group.verb == verb) {
            let args = (2..=call.n_args()).map(|i| self.preferred_value(call, i, group));
            let args = args.collect::<Result<Option<Args>, Fault>>()?;
            if let Some(action) = args.map(|args| Action { verb, args })
                && group.contains(&action)
            {
                return Ok(action);
            }
        }
        Err(Fault::new("what is preferred with a list must have been offered before"))
    }

    fn preferred_value(&self, call: &Call, i: usize, group: &Group) -> Result<Option<i32>, Fault> {
        let Plain::Table(table) = call.argument(i) else {
            return self.number_of(call.argument(i)).map(Some);
        };
        let mut written = Vec::new();
        table.items(|_, item| {
            written.push(self.number_of(item)?);
            Ok(())
        })?;
        let listed = group.dimension_at(i - 2).and_then(Dimension::listed);
        Ok(listed.and_then(|listed| listed.value_of(&written)))
    }

    /// Gives an action to the script: its verb and arguments, choices and amounts as lists.
    pub(super) fn push_action(&self, call: &mut Call, action: Action, groups: &[Group]) {
        call.push_arg(self.verb_text(action.verb));
        let kinds = self.the_match.game.verbs.get(action.verb.index());
        let kinds = kinds.map_or(&[][..], Vec::as_slice);
        let has_lists = kinds.iter().any(|kind| is_list(*kind));
        let mut of_verb = groups.iter().filter(|group| has_lists && group.verb == action.verb);
        let group = of_verb.find(|group| group.contains(&action));
        for (place, (kind, value)) in kinds.iter().zip(action.args.as_slice()).enumerate() {
            let listed = group.and_then(|group| group.dimension_at(place)?.listed());
            let written = listed.and_then(|listed| Some((listed, listed.written_out(*value)?)));
            let Some((listed, written)) = written else {
                call.push_arg(self.value_of(*kind, *value));
                continue;
            };
            match listed.form {
                Form::Several { .. } | Form::Order => {
                    let values = written.into_iter();
                    call.push_list_of_args(values.map(|v| self.value_of(listed.kind, v)));
                }
                Form::Spread { .. } => call.push_list_of_ints(written.into_iter().map(i64::from)),
            }
        }
    }
}

/// What a value of a list is, as an argument of a verb.
fn kind_of(value: &Plain) -> ArgKind {
    let of_handle = |kind: u8| match kind {
        kind if kind == Kind::Piece as u8 => ArgKind::Piece,
        kind if kind == Kind::Cell as u8 => ArgKind::Cell,
        kind if kind == Kind::Faction as u8 => ArgKind::Faction,
        kind if kind == Kind::Prototype as u8 => ArgKind::Prototype,
        _ => ArgKind::Number,
    };
    match value {
        Plain::Handle(handle) => of_handle(handle.kind),
        Plain::Text(_) => ArgKind::Word,
        Plain::Nil
        | Plain::Bool(_)
        | Plain::Int(_)
        | Plain::Fraction(_)
        | Plain::Table(_)
        | Plain::Function
        | Plain::Other(_) => ArgKind::Number,
    }
}
