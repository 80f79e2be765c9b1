//! Offering options, refusing others, asking and answering.

use harena_engine::decision::{Action, Args, Decision, Dimension, Group, MAX_ARGS, MAX_OPTIONS};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_pack::codes;

use super::argument::declared;
use super::options::Options;
use super::reasons::{Sort, reason_at};
use super::{Context, Entry, Kind, cell_handle, method, piece_handle, text};
use crate::fit::{nearest, place};
use crate::raw::{Call, Fault, Handle, Plain};
use crate::raw_limits::spend;
use crate::vm::Arg;

/// More groups of options than this are refused.
const MAX_GROUPS: usize = 10_000;
/// Longer explicit lists of values are refused.
const MAX_VALUES: usize = 10_000;
/// More questions than this are not put at once.
const MAX_QUESTIONS: usize = 64;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "offer",
        ("verb: string, ...Offered", "number"),
        "offers a verb with every combination of its arguments, each one value, many, or a filter; \
         a reason behind an argument says why nothing else stands there; answers how many options \
         these are",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let n = call.n_args();
            let dimensions = ctx.dimensions(call, n)?;
            let count = ctx.add_offer(call, verb, dimensions)?;
            call.push_int(i64::try_from(count).unwrap_or(i64::MAX));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_rows",
        ("verb: string, ...OfferedRows", "number"),
        "as offer, but the last argument lists rows of the remaining arguments, one after another; \
         a reason behind them says why nothing else stands in any row",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let is_reason = Sort::of(call, call.n_args())? == Sort::Reason;
            let n = call.n_args() - usize::from(is_reason);
            let mut dimensions = ctx.dimensions(call, n - 1)?;
            let all = ctx.the_match.game.verbs.get(verb.index()).map_or(0, Vec::len);
            let width = all.saturating_sub(dimensions.len()).max(1);
            dimensions.push(ctx.rows(call, n, width)?);
            let count = ctx.add_offer(call, verb, dimensions)?;
            call.push_int(i64::try_from(count).unwrap_or(i64::MAX));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "prefer",
        ("verb: string, ...Whole", ""),
        "makes an option the default; choices of several, orders and amounts, which must have been \
         offered before, are written as lists",
        |ctx, _, call| {
            ctx.shelf.preferred = Some(ctx.preferred(call)?);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "refuse",
        ("verb: string, reason: Reason, ...First", ""),
        "says why a verb is not offered, with the first arguments it concerns; what is offered \
         must not be refused",
        |ctx, _, call| {
            if !ctx.the_match.is_explaining() {
                return Ok(());
            }
            let args = ctx.values(call, 3)?;
            let (verb, reason) = (ctx.verb(call)?, reason_at(call, 2)?);
            ctx.refuse_for(verb, args, &reason, None);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "refuse_by",
        ("verb: string, reason: Reason, culprit: Piece?, ...First", ""),
        "as refuse, naming the piece that stands in the way",
        |ctx, _, call| {
            if !ctx.the_match.is_explaining() {
                return Ok(());
            }
            let culprit = super::argument::optional_piece(call, 3)?;
            let args = ctx.values(call, 4)?;
            let (verb, reason) = (ctx.verb(call)?, reason_at(call, 2)?);
            ctx.refuse_for(verb, args, &reason, culprit);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_explaining",
        ("", "boolean"),
        "whether somebody wants to know why things are not offered",
        |ctx, _, call| {
            call.push_bool(ctx.the_match.is_explaining());
            Ok(())
        },
    ),
    method(Kind::Match, "facings", ("", "Facings"), "all facings", |ctx, _, call| {
        push_facings(call, all_facings(ctx));
        Ok(())
    }),
    method(
        Kind::Match,
        "facings_but",
        ("facing: number", "Facings"),
        "all facings but one",
        |ctx, _, call| {
            let facing = ctx.facing(call, 1)?;
            push_facings(call, all_facings(ctx) & !(1 << facing));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "range",
        ("from: number, to: number", "Range"),
        "all whole numbers from one to another, both between -30000 and 30000",
        |_, _, call| {
            let bound = |i: usize| {
                let n = call.int(i)?;
                let n = i16::try_from(n).ok().filter(|n| (-30_000..=30_000).contains(n));
                n.ok_or_else(|| Fault::new("a range lies between -30000 and 30000"))
            };
            let (from, to) = (bound(1)?, bound(2)?);
            let ([a, b], [c, d]) = (from.to_be_bytes(), to.to_be_bytes());
            let id = u32::from_be_bytes([a, b, c, d]);
            call.push_handle(Handle::new(Kind::Range as u8, id));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "has_offers",
        ("", "boolean"),
        "whether anything is offered so far",
        |ctx, _, call| {
            let any = ctx.has_options()?;
            call.push_bool(any);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_forced",
        ("", "boolean"),
        "whether exactly one option is offered so far",
        |ctx, _, call| {
            let asked = ctx.known_of_options()?.is_some();
            spend(ctx.shelf.groups.len() as u64 * 8)?;
            call.push_bool(!asked && ctx.shelf.groups.iter().map(Group::count).sum::<u64>() == 1);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "take_only",
        ("", "(string, ...any)"),
        "takes the only option without asking",
        |ctx, _, call| {
            ctx.take_options()?;
            let groups = std::mem::take(&mut ctx.shelf.groups);
            ctx.shelf.preferred = None;
            ctx.forget_unasked();
            let Some(action) = groups.first().and_then(|group| group.option(0)) else {
                return Err(Fault::new("nothing is offered"));
            };
            ctx.push_action(call, action, &groups);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "take_default",
        ("", "(string, ...any)"),
        "takes the preferred option, or else the first, without asking",
        |ctx, _, call| {
            ctx.take_options()?;
            let groups = std::mem::take(&mut ctx.shelf.groups);
            ctx.forget_unasked();
            let decision = ctx.decision_of(groups, Seat::NONE, WordId(0), None);
            let Some(action) = decision.option(decision.default) else {
                return Err(Fault::new("nothing is offered"));
            };
            ctx.push_action(call, action, &decision.groups);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "question",
        ("seat: number, prompt: string, asker: Piece?", ""),
        "puts what was offered to a seat, to be asked together with other seats",
        |ctx, _, call| {
            ctx.may_offer()?;
            ctx.is_not_offering()?;
            if ctx.shelf.questions.len() >= MAX_QUESTIONS {
                return Err(Fault::new("too many questions are put at once"));
            }
            let mut decision = ctx.decision(call)?;
            decision.hidden = true;
            ctx.shelf.questions.push(decision);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "put_question",
        ("seat: number, prompt: string, asker: Piece?", "boolean"),
        "asks a seat to choose among what was offered; whether the answer is known already: if \
         not, the script must yield before it asks for it",
        |ctx, _, call| {
            ctx.may_change()?;
            let options = std::mem::take(&mut ctx.shelf.options);
            if options == Options::Open {
                ctx.the_match.close_options();
            }
            let known = match options {
                Options::LeftOut { .. } => ctx.ask_left_out(call)?,
                Options::Open | Options::Begun { .. } | Options::Ended { .. } => {
                    let decision = ctx.decision(call)?;
                    ctx.ask_one(decision)?
                }
            };
            call.push_bool(known);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "all_answered",
        ("", "boolean"),
        "asks all seats that were put a question; answers whether all answers are known already",
        |ctx, _, call| {
            ctx.may_change()?;
            ctx.the_match.close_options();
            let decisions = std::mem::take(&mut ctx.shelf.questions);
            let known = ctx.ask(decisions)?;
            call.push_bool(known);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "argument_names",
        ("verb: string", "{ string }"),
        "what the arguments of a verb are called, in their order",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let names = ctx.lent.texts.arguments.get(verb.index());
            call.push_arg(names.map_or(Arg::Nil, |names| (*names).into()));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "named",
        ("...any", "Answer"),
        "a chosen verb and its arguments as a new table: the verb as `verb`, each argument by its \
         name",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let names = ctx.lent.texts.named.get(verb.index()).map_or(&[][..], Vec::as_slice);
            call.push_named_arguments(names.iter().copied().zip(1..));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "answer",
        ("", "(string, ...any)"),
        "the next answer: a verb and its arguments",
        |ctx, _, call| {
            let (action, groups) = ctx.take_answer()?;
            ctx.push_action(call, action, &groups);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "take_answer",
        ("", "Answer?"),
        "the next answer as a new table, as `named` gives it; nil, and nothing is taken, if lists \
         are among its arguments",
        |ctx, _, call| {
            let action = ctx.peek_answer()?;
            let kinds = ctx.the_match.game.verbs.get(action.verb.index());
            let kinds = kinds.map_or(&[][..], Vec::as_slice);
            if kinds.iter().any(|kind| super::listed::is_list(*kind)) {
                call.push_nil();
                return Ok(());
            }
            let mut values = [Arg::Nil; 1 + MAX_ARGS];
            let args = kinds.iter().zip(action.args.as_slice());
            let args = args.map(|(kind, value)| ctx.value_of(*kind, *value));
            let all = std::iter::once(ctx.verb_text(action.verb)).chain(args);
            values.iter_mut().zip(all).for_each(|(slot, value)| *slot = value);
            match ctx.lent.texts.answers.get(action.verb.index()) {
                Some(template) => call.push_filled(template, &values),
                None => call.push_nil(),
            }
            ctx.take_answer()?;
            Ok(())
        },
    ),
];

pub(super) fn all_facings(ctx: &Context) -> u16 {
    let n = u32::from(ctx.the_match.game.board.n_directions()).clamp(1, 15);
    (1u16 << n) - 1
}

fn push_facings(call: &mut Call, mask: u16) {
    call.push_handle(Handle::new(Kind::Facings as u8, u32::from(mask)));
}

impl Context<'_> {
    pub(super) fn verb(&self, call: &Call) -> Result<VerbId, Fault> {
        let names = &self.the_match.game.names.verbs;
        Ok(VerbId::at(self.named(call, 1, names, "verb")?))
    }

    /// Offers a group of options; answers how many they are.
    pub(super) fn add_group(
        &mut self,
        verb: VerbId,
        dimensions: Vec<Dimension>,
    ) -> Result<u64, Fault> {
        self.may_offer()?;
        let wanted = self.the_match.game.verbs.get(verb.index()).map_or(0, Vec::len);
        let given: usize = dimensions.iter().map(Dimension::width).sum();
        if wanted != given {
            let name = self.the_match.game.names.verbs.name(verb.index());
            return Err(Fault::new(format!("`{name}` takes {wanted} arguments, not {given}")));
        }
        if self.shelf.groups.len() >= MAX_GROUPS {
            return Err(Fault::new("too many options are offered one by one"));
        }
        spend(dimensions.iter().map(values_of_dimension).sum::<u64>() / 4)?;
        let group = Group { verb, dimensions };
        super::listed::check_kinds(&self.the_match.game, &group)?;
        if self.is_barred(&group) {
            return Ok(0);
        }
        let count = group.count();
        if count > MAX_OPTIONS {
            let message = "these are too many options to number, ask for one part after the other";
            return Err(Fault::new(message).with_code(codes::TOO_MANY_OPTIONS));
        }
        if count > 0 {
            self.shelf.groups.push(group);
        }
        Ok(count)
    }

    /// What the arguments of an offer range over, from the second up to `last`.
    fn dimensions(&mut self, call: &mut Call, last: usize) -> Result<Vec<Dimension>, Fault> {
        let mut dimensions = Vec::with_capacity(call.n_args());
        for i in 2..=last {
            match Sort::of(call, i)? {
                Sort::Values => dimensions.push(self.dimension(call, i)?),
                Sort::Filter => {
                    let filter = self.filter(call, i)?;
                    spend(self.the_match.state().pieces.len() as u64 / 4)?;
                    let meant = self.meant(&filter);
                    let mut values: Vec<i32> = meant.into_iter().map(|id| id.0.into()).collect();
                    values.sort_unstable();
                    dimensions.push(Dimension::Many(values));
                }
                Sort::Reason if i == 2 => {
                    let message = "a reason stands behind the argument it speaks of";
                    return Err(Fault::new(message));
                }
                Sort::Reason => {}
            }
        }
        Ok(dimensions)
    }

    /// Offers a group of options and notes what it leaves out; answers how many options they are.
    fn add_offer(
        &mut self,
        call: &mut Call,
        verb: VerbId,
        dimensions: Vec<Dimension>,
    ) -> Result<u64, Fault> {
        if self.the_match.is_explaining() {
            let group = Group { verb, dimensions: dimensions.clone() };
            self.explain_offer(call, 2, &group)?;
        }
        self.add_group(verb, dimensions)
    }

    /// What an argument of an offer ranges over.
    fn dimension(&self, call: &Call, i: usize) -> Result<Dimension, Fault> {
        match call.argument(i) {
            Plain::Handle(handle) if handle.kind == Kind::Cells as u8 => {
                Ok(Dimension::Cells(self.set(handle)?))
            }
            Plain::Handle(handle) if handle.kind == Kind::Facings as u8 => {
                Ok(Dimension::Facings(nearest(handle.id)))
            }
            Plain::Handle(handle) if handle.kind == Kind::Range as u8 => {
                let [a, b, c, d] = handle.id.to_be_bytes();
                let (from, to) = (i16::from_be_bytes([a, b]), i16::from_be_bytes([c, d]));
                Ok(Dimension::Range(from.into(), to.into()))
            }
            Plain::Handle(handle) if handle.kind == Kind::Choice as u8 => self.choice(handle),
            Plain::Table(table) => {
                let mut values = Vec::with_capacity(table.len());
                table.items(|_, item| {
                    values.push(self.number_of(item)?);
                    Ok(())
                })?;
                if values.len() > MAX_VALUES {
                    return Err(Fault::new("this list of values is too long"));
                }
                values.sort_unstable();
                values.dedup();
                Ok(Dimension::Many(values))
            }
            value @ (Plain::Nil
            | Plain::Bool(_)
            | Plain::Int(_)
            | Plain::Fraction(_)
            | Plain::Text(_)
            | Plain::Handle(_)
            | Plain::Function
            | Plain::Other(_)) => self.number_of(value).map(Dimension::One),
        }
    }

    fn rows(&self, call: &Call, i: usize, width: usize) -> Result<Dimension, Fault> {
        let mut values = Vec::new();
        call.table(i)?.items(|_, item| {
            let Plain::Table(row) = item else {
                values.push(self.number_of(item)?);
                return Ok(());
            };
            row.items(|_, cell| {
                values.push(self.number_of(cell)?);
                Ok(())
            })
        })?;
        if values.len() % width != 0 || values.len() > MAX_VALUES {
            return Err(Fault::new(format!("each row must have {width} values")));
        }
        let mut rows: Vec<&[i32]> = values.chunks(width).collect();
        rows.sort_unstable();
        rows.dedup();
        let width = u8::try_from(width).map_err(|_| Fault::new("these rows are too wide"))?;
        Ok(Dimension::Rows { width, values: rows.concat() })
    }

    /// A value as the number it has in an action.
    pub(super) fn number_of(&self, value: Plain) -> Result<i32, Fault> {
        match value {
            Plain::Int(n) => i32::try_from(n).map_err(|_| Fault::new("this number is too large")),
            Plain::Handle(handle) => Ok(nearest(handle.id)),
            Plain::Text(word) => {
                let at = declared(&self.the_match.game.names.words, "word", word)?;
                Ok(nearest(place(at)))
            }
            other @ (Plain::Nil
            | Plain::Bool(_)
            | Plain::Fraction(_)
            | Plain::Table(_)
            | Plain::Function
            | Plain::Other(_)) => {
                Err(Fault::new(format!("{} cannot be an argument", other.type_name())))
            }
        }
    }

    pub(super) fn values(&self, call: &Call, first: usize) -> Result<Args, Fault> {
        (first..=call.n_args()).map(|i| self.number_of(call.argument(i))).collect()
    }

    fn decision(&mut self, call: &Call) -> Result<Decision, Fault> {
        let (seat, prompt) = (self.seat(call, 1)?, self.word(call, 2)?);
        spend(self.shelf.groups.len() as u64 * 8)?;
        let asker = super::argument::optional_piece(call, 3)?;
        let spare = self.the_match.spare_groups();
        let groups = std::mem::replace(&mut self.shelf.groups, spare);
        let decision = self.decision_of(groups, seat, prompt, asker);
        self.tell_doubts(&decision);
        Ok(decision)
    }

    /// The decision among some groups, with the preferred option as its default.
    fn decision_of(
        &mut self,
        groups: Vec<Group>,
        seat: Seat,
        prompt: WordId,
        asker: Option<PieceId>,
    ) -> Decision {
        let preferred = self.shelf.preferred.take();
        let mut decision = Decision { seat, prompt, asker, groups, hidden: false, default: 0 };
        if let Some(preferred) = preferred {
            decision.settle();
            decision.default = decision.index_of(&preferred).unwrap_or(0);
        }
        decision
    }

    /// Takes the answers if they are known, or puts the questions; whether they are known.
    fn ask(&mut self, decisions: Vec<Decision>) -> Result<bool, Fault> {
        let known = self.take_answers(&decisions)?;
        if !known {
            self.the_match.ask(decisions).map_err(|fault| Fault::new(fault.message))?;
        }
        Ok(known)
    }

    /// As [`Context::ask`] with one question.
    fn ask_one(&mut self, decision: Decision) -> Result<bool, Fault> {
        let known = self.take_answers(std::slice::from_ref(&decision))?;
        if !known {
            self.the_match.ask_one(decision).map_err(|fault| Fault::new(fault.message))?;
        }
        Ok(known)
    }

    /// Takes the answers to some questions; whether all of them are known.
    fn take_answers(&mut self, decisions: &[Decision]) -> Result<bool, Fault> {
        // Whether the step waits here or runs on, it costs the same.
        self.owes.set(false);
        let n = decisions.len();
        self.shelf.asked.truncate(self.shelf.answers.len());
        self.shelf.asked.extend(decisions.iter().map(super::listed::groups_with_lists));
        while self.shelf.answers.len() < n {
            let Some(answer) = self.the_match.next_answer() else { break };
            let asked = decisions.get(self.shelf.answers.len());
            if !asked.is_some_and(|decision| decision.offers(&answer)) {
                let message = "an answer given before is no longer among the options";
                return Err(Fault::new(message).with_code(codes::STALE_ANSWER));
            }
            self.shelf.answers.push_back(answer);
        }
        Ok(self.shelf.answers.len() >= n)
    }

    /// The next answer, which stays to be taken.
    fn peek_answer(&mut self) -> Result<Action, Fault> {
        self.is_not_offering()?;
        if self.shelf.answers.is_empty() {
            self.shelf.answers.extend(self.the_match.next_answer());
        }
        let answer = self.shelf.answers.front().copied();
        answer.ok_or_else(|| Fault::new("there is no answer yet"))
    }

    /// The next answer, with the options among it that have lists as arguments.
    fn take_answer(&mut self) -> Result<(Action, Vec<Group>), Fault> {
        let answer = self.peek_answer()?;
        self.shelf.answers.pop_front();
        Ok((answer, self.shelf.asked.pop_front().unwrap_or_default()))
    }

    /// An argument as scripts see it.
    pub(super) fn value_of(&self, kind: ArgKind, value: i32) -> Arg {
        match kind {
            ArgKind::Piece => piece_handle(PieceId::at(nearest(value))).into(),
            ArgKind::Cell => cell_handle(harena_engine::board::Cell::at(nearest(value))).into(),
            ArgKind::Word => text(&self.lent.texts.words, nearest(value)),
            ArgKind::Faction => Handle::new(Kind::Faction as u8, nearest(value)).into(),
            ArgKind::Prototype => Handle::new(Kind::Prototype as u8, nearest(value)).into(),
            ArgKind::Facing
            | ArgKind::Number
            | ArgKind::Seat
            | ArgKind::Several
            | ArgKind::Order
            | ArgKind::Spread => i64::from(value).into(),
        }
    }

    pub(super) fn verb_text(&self, verb: VerbId) -> Arg {
        text(&self.lent.texts.verbs, verb.index())
    }
}

/// How many values of an argument are kept one by one.
fn values_of_dimension(dimension: &Dimension) -> u64 {
    match dimension {
        Dimension::Many(values) | Dimension::Rows { values, .. } => values.len() as u64,
        // Counting the ways to choose takes a table of totals and slots.
        Dimension::Listed(_) => 512,
        Dimension::One(_)
        | Dimension::Cells(_)
        | Dimension::Facings(_)
        | Dimension::Range(..)
        | Dimension::Clock(..) => 1,
    }
}

pub(super) fn text_or_nothing(value: Plain) -> String {
    if let Plain::Text(text) = value { remark(text) } else { String::new() }
}

/// So many signs of a reason or a remark are kept.
const LONGEST_REMARK: usize = 500;

/// The beginning of a reason or a remark.
pub(super) fn remark(text: &str) -> String {
    text.chars().take(LONGEST_REMARK).collect()
}
