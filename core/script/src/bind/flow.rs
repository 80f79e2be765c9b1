//! What happens next, what the log says, and what sheets answer.

use harena_engine::board::Cell;
use harena_engine::effect::Event;
use harena_engine::filter::{Filter, Scene};
use harena_engine::game::{EventKind, Trigger};
use harena_engine::hash::Fingerprint;
use harena_engine::id::*;
use harena_engine::log::What;
use harena_engine::log::sentence::{Gap, N_GAPS};
use harena_engine::state::{Outcome, StepCall};
use harena_pack::codes;

use super::argument::{declared, kept, number, optional_piece};
use super::effects::MAX_LISTED;
use super::{Context, Entry, Kind, method, piece_handle};
use crate::fit::{nearest, place};
use crate::raw::{Call, Fault, Plain};
use crate::raw_limits::spend;

/// More steps than this on the agenda are refused.
const MAX_AGENDA: usize = 1000;
/// More events than this must not wait for sheets to answer them.
const MAX_EVENTS: usize = 10_000;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "queue",
        ("step: string, ...any", ""),
        "has a step run after this one; several run in the order they were queued",
        |ctx, _, call| {
            ctx.may_change()?;
            let step = ctx.step(call)?;
            if ctx.the_match.n_waiting() > MAX_AGENDA {
                return Err(
                    Fault::new("too many steps are waiting").with_code(codes::TOO_MANY_WAITING)
                );
            }
            let mut args = [0; 4];
            if call.n_args() > args.len() + 1 {
                let told = format!("a step takes at most {} values", args.len());
                return Err(Fault::new(told));
            }
            for (slot, i) in args.iter_mut().zip(2..=call.n_args()) {
                *slot = step_argument(call.argument(i))?;
            }
            ctx.the_match.queue(StepCall { step, args });
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "cancel_steps",
        ("step: string", "number"),
        "drops all waiting steps of a name; answers how many there were",
        |ctx, _, call| {
            ctx.may_change()?;
            let step = ctx.step(call)?;
            let n = ctx.the_match.cancel_steps(step);
            call.push_int(n as i64);
            Ok(())
        },
    ),
    method(Kind::Match, "clear_agenda", ("", ""), "drops all waiting steps", |ctx, _, _| {
        ctx.may_change()?;
        ctx.the_match.clear_agenda();
        Ok(())
    }),
    method(
        Kind::Match,
        "finish",
        ("winners: {number}, reason: string, scores: {number}?, parts: {{{string | number}}}?", ""),
        "ends the match; all seats named share first place; `parts` says for each seat what its \
         points are made of, as pairs of a declared word and points",
        |ctx, _, call| {
            ctx.may_change()?;
            let mut winners = 0u16;
            for seat in ints(call, 1)? {
                winners |= ctx.seat_bit(seat)?;
            }
            let reason = ctx.word(call, 2)?;
            let scores = if call.is_nil(3) { Vec::new() } else { ints(call, 3)? };
            let parts = if call.is_nil(4) { Vec::new() } else { score_parts(ctx, call)? };
            ctx.check_end(&scores, &parts)?;
            ctx.the_match.end(Outcome { winners, scores, parts, reason });
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "repeated",
        ("list: string, ...number", "number"),
        "how often the position was here, this time included: who is active, what lies on the \
         board with all it carries, and these numbers, for whatever else counts; a declared list \
         remembers it and holds nothing else, an empty one forgets",
        |ctx, _, call| {
            ctx.may_change()?;
            let place = ctx.named(call, 1, &ctx.the_match.game.names.lists, "list")?;
            let mut print = Fingerprint::new();
            let seen = ctx.the_match.state().position_digest().0;
            print.write_bytes(&seen.to_le_bytes());
            for i in 2..=call.n_args() {
                print.write_i32(kept(call.int(i)?)?);
            }
            let now = words_of(print.digest().0);
            let state = ctx.the_match.state();
            let mut known = state.lists.get(place).to_vec();
            if known.len() % now.len() != 0 {
                return Err(Fault::new("this list holds other numbers"));
            }
            if state.lists.all().len() + now.len() > MAX_LISTED {
                return Err(Fault::new("the lists of this match are too long"));
            }
            spend(known.len() as u64 / 16)?;
            let before = known.chunks(now.len()).filter(|position| **position == now).count();
            known.extend(now);
            ctx.the_match.state_mut().lists.set(place, &known);
            call.push_int(before as i64 + 1);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "say",
        ("sentence: string, ...Told", ""),
        "adds a sentence to the log, with up to four things for its gaps",
        |ctx, _, call| say(ctx, call, Seat::NONE, 1),
    ),
    method(
        Kind::Match,
        "say_to",
        ("seat: number, sentence: string, ...Told", ""),
        "as say, but only this seat reads it",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            say(ctx, call, seat, 2)
        },
    ),
    method(
        Kind::Match,
        "raise",
        ("moment: string, piece: Piece?, cell: Cell?, n: number?, by: Piece?", ""),
        "lets a declared moment happen, to a piece or a cell if one is named, for sheets to answer; \
         unlike expire it ends no markers",
        |ctx, _, call| {
            ctx.may_change()?;
            let moment = ctx.moment(call, 1)?;
            let piece = optional_piece(call, 2)?.unwrap_or(PieceId::NONE);
            let cell = match call.is_nil(3) {
                true => ctx.the_match.state().piece(piece).cell(),
                false => Some(ctx.spot(call, 3)?),
            };
            let n = kept(call.optional_int(4)?.unwrap_or(0))?;
            let by = optional_piece(call, 5)?.unwrap_or(PieceId::NONE);
            if ctx.the_match.n_events() > MAX_EVENTS {
                return Err(Fault::new("too many events wait for an answer")
                    .with_code(codes::TOO_MANY_WAITING));
            }
            ctx.the_match.raise(Event {
                kind: EventKind::Moment(moment),
                piece,
                by,
                by_cell: None,
                n,
                cell,
            });
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "next_trigger",
        ("", "(((Match, Piece, Event) -> ())?, Piece?, Event?)"),
        "the next answer a sheet gives to what happened; see harena.answer_triggers",
        |ctx, _, call| {
            ctx.is_not_offering()?;
            let Some((does, piece, event)) = ctx.next_trigger() else {
                call.push_nil();
                return Ok(());
            };
            let Some(function) = ctx.lent.functions.get(does as usize) else {
                return Err(Fault::new("this trigger has no function"));
            };
            call.push_kept(*function);
            call.push_handle(piece_handle(piece));
            call.push_handle(ctx.shelved(Kind::Event, event as usize));
            Ok(())
        },
    ),
];

/// A value as a step that waits keeps it.
fn step_argument(value: Plain) -> Result<i32, Fault> {
    match value {
        Plain::Nil => Ok(0),
        Plain::Bool(value) => Ok(i32::from(value)),
        Plain::Int(n) => kept(n),
        Plain::Handle(handle) => Ok(nearest(handle.id)),
        other @ (Plain::Fraction(_)
        | Plain::Text(_)
        | Plain::Table(_)
        | Plain::Function
        | Plain::Other(_)) => {
            Err(Fault::new(format!("{} cannot be given to a step", other.type_name())))
        }
    }
}

/// Adds a sentence to the log for a seat, or for everybody; `first` is its argument.
fn say(ctx: &mut Context, call: &Call, to: Seat, first: usize) -> Result<(), Fault> {
    ctx.has_room()?;
    let word = ctx.word(call, first)?;
    let n_given = call.n_args().saturating_sub(first);
    if n_given > N_GAPS {
        let message = format!("a sentence has {N_GAPS} gaps, and here is more for {n_given}");
        return Err(Fault::new(message));
    }
    let mut args = [Gap::Nothing; N_GAPS];
    for (slot, i) in args.iter_mut().zip(first + 1..=call.n_args()) {
        *slot = gap(ctx, call, i)?;
    }
    ctx.the_match.write_to(to, What::Said { word, args }, PieceId::NONE);
    Ok(())
}

/// An argument as what fills a gap of a sentence.
fn gap(ctx: &Context, call: &Call, i: usize) -> Result<Gap, Fault> {
    let refused = |what: &str| Err(Fault::new(format!("{what} cannot stand in a sentence")));
    Ok(match call.argument(i) {
        Plain::Nil => Gap::Nothing,
        Plain::Bool(value) => Gap::Number(i32::from(value)),
        Plain::Int(_) => Gap::Number(number(call, i)?),
        Plain::Text(text) => {
            let at = declared(&ctx.the_match.game.names.words, "word", text)?;
            Gap::Word(WordId::at(at))
        }
        Plain::Handle(handle) => match handle.kind {
            kind if kind == Kind::Piece as u8 => Gap::Piece(PieceId::at(handle.id as usize)),
            kind if kind == Kind::Cell as u8 => Gap::Cell(Cell::at(handle.id as usize)),
            kind if kind == Kind::Faction as u8 => Gap::Faction(FactionId::at(handle.id as usize)),
            kind if kind == Kind::Prototype as u8 => {
                Gap::Prototype(PrototypeId::at(handle.id as usize))
            }
            kind => return refused(&format!("a {}", Kind::name(kind))),
        },
        other @ (Plain::Fraction(_) | Plain::Table(_) | Plain::Function | Plain::Other(_)) => {
            return refused(other.type_name());
        }
    })
}

/// What the points of each seat are made of: the fourth argument of `finish`.
fn score_parts(ctx: &Context, call: &Call) -> Result<Vec<Vec<(WordId, i32)>>, Fault> {
    let mut parts = Vec::new();
    let pair = |part: Plain| {
        let Plain::Table(part) = part else {
            return Err(Fault::new("a part of a score is a word and its points"));
        };
        let word = part.item(1, |word| {
            let Plain::Text(word) = word else {
                return Err(Fault::new("a part of a score begins with a word"));
            };
            declared(&ctx.the_match.game.names.words, "word", word)
        })??;
        let points = part.item(2, |points| {
            let Plain::Int(points) = points else {
                return Err(Fault::new("the points of a part are a whole number"));
            };
            kept(points)
        })??;
        Ok((WordId::at(word), points))
    };
    call.table(4)?.items(|_, seat| {
        let mut own = Vec::new();
        if let Plain::Table(seat) = seat {
            seat.items(|_, part| {
                own.push(pair(part)?);
                Ok(())
            })?;
        }
        parts.push(own);
        Ok(())
    })?;
    if parts.len() > 16 || parts.iter().any(|own| own.len() > 64) {
        return Err(Fault::new("there are too many parts of scores"));
    }
    Ok(parts)
}

fn ints(call: &Call, i: usize) -> Result<Vec<i32>, Fault> {
    let mut numbers = Vec::new();
    call.table(i)?.items(|_, item| {
        let Plain::Int(n) = item else {
            return Err(Fault::new(format!("{} is no whole number", item.type_name())));
        };
        numbers.push(kept(n)?);
        Ok(())
    })?;
    if numbers.len() > 64 {
        return Err(Fault::new("this list is too long"));
    }
    Ok(numbers)
}

/// A digest as numbers that a list holds.
fn words_of(digest: u128) -> [i32; 4] {
    let bytes = digest.to_le_bytes();
    let (words, _) = bytes.as_chunks::<4>();
    let mut numbers = [0; 4];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = i32::from_le_bytes(*word);
    }
    numbers
}

impl Context<'_> {
    /// A match ends once, with as many scores and lists of parts as there are seats, or none.
    fn check_end(&self, scores: &[i32], parts: &[Vec<(WordId, i32)>]) -> Result<(), Fault> {
        let state = self.the_match.state();
        if let Some(outcome) = &state.outcome {
            let reason = self.the_match.game.names.words.name(outcome.reason.index());
            let told = format!("the match has ended already (`{reason}`): return after `finish`");
            return Err(Fault::new(told));
        }
        let n_seats = usize::from(state.n_seats);
        for (what, n) in [("scores", scores.len()), ("lists of parts", parts.len())] {
            if n != 0 && n != n_seats {
                return Err(Fault::new(format!(
                    "{n} {what} for {n_seats} seats: give one for each"
                )));
            }
        }
        Ok(())
    }

    /// A seat as a bit of a mask of winners.
    fn seat_bit(&self, seat: i32) -> Result<u16, Fault> {
        let n_seats = u32::from(self.the_match.state().n_seats);
        let bit = u32::try_from(seat).ok().filter(|seat| *seat < n_seats);
        let bit = bit.and_then(|seat| 1u16.checked_shl(seat));
        bit.ok_or_else(|| {
            let last = n_seats.saturating_sub(1);
            Fault::new(format!("there is no seat {seat}: scripts count them from 0 to {last}"))
        })
    }

    pub(super) fn step(&self, call: &Call) -> Result<StepId, Fault> {
        let names = &self.the_match.game.names.steps;
        Ok(StepId::at(self.named(call, 1, names, "step")?))
    }

    fn next_trigger(&mut self) -> Option<(u32, PieceId, u32)> {
        if !self.the_match.game.has_triggers {
            return None;
        }
        while self.shelf.triggers.is_empty() {
            let event = self.the_match.next_event()?;
            self.shelf.events.push(event);
            self.collect_triggers(event);
        }
        self.shelf.triggers.pop_front()
    }

    /// Queues the answers to an event: pieces on the board in reading order, then the piece it
    /// happened to if it is no longer there.
    fn collect_triggers(&mut self, event: Event) {
        let game = self.game;
        let number = place(self.shelf.events.len().saturating_sub(1));
        let scene = looked!(self).scene();
        let mut pieces: Vec<PieceId> = scene.state.on_board().map(|(_, id)| id).collect();
        if event.piece.is_some() && !pieces.contains(&event.piece) {
            pieces.push(event.piece);
        }
        for id in pieces {
            let piece = scene.state.piece(id);
            let triggers = game.prototype(piece.prototype).triggers.iter();
            let answers = triggers.filter(|trigger| answers(scene, id, trigger, event));
            self.shelf.triggers.extend(answers.map(|trigger| (trigger.does, id, number)));
        }
    }
}

/// Whether a piece's trigger answers an event. Without `who` it must have happened to the piece
/// itself, or to no piece at all.
fn answers(scene: Scene, id: PieceId, trigger: &Trigger, event: Event) -> bool {
    let owner = scene.state.piece(id).owner;
    let means = |filter: &Filter, other: PieceId, at: Option<Cell>| {
        other.is_some() && filter.holds_at(scene, (owner, Some(id)), other, at)
    };
    let who = if trigger.itself {
        event.piece == id || !event.piece.is_some()
    } else {
        means(&trigger.who, event.piece, event.cell)
    };
    trigger.on == event.kind
        && who
        && trigger.by.as_ref().is_none_or(|filter| {
            // Who caused it may have fallen since.
            let stands = scene.state.piece(event.by).cell().is_some();
            means(filter, event.by, event.by_cell.filter(|_| !stands))
        })
}
