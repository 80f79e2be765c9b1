//! What happens next, what the log says, and what sheets answer.

use harena_engine::effect::Event;
use harena_engine::filter::{Filter, Scene};
use harena_engine::game::Trigger;
use harena_engine::id::*;
use harena_engine::log::What;
use harena_engine::state::{Outcome, StepCall};

use super::{Context, Entry, Kind, method, piece_handle};
use crate::raw::{Call, Fault, Plain};

/// More steps than this on the agenda are refused.
const MAX_AGENDA: usize = 1000;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "queue",
        ("step: string, ...any", ""),
        "has a step run after this one; several run in the order they were queued",
        |ctx, _, call| {
            ctx.may_change()?;
            let step = ctx.step(call)?;
            if ctx.the_match.state().agenda.len() > MAX_AGENDA {
                return Err(Fault::new("too many steps are waiting").with_code("H0413"));
            }
            let mut args = [0; 4];
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
        ("winners: {number}, reason: string, scores: {number}?", ""),
        "ends the match; all seats named share first place",
        |ctx, _, call| {
            ctx.may_change()?;
            let mut winners = 0u16;
            for seat in ints(call, 1)? {
                winners |= 1u16.checked_shl(seat as u32).unwrap_or(0);
            }
            let reason = ctx.word(call, 2)?;
            let scores = if call.is_nil(3) { Vec::new() } else { ints(call, 3)? };
            ctx.the_match.end(Outcome { winners, scores, reason });
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "say",
        ("sentence: string, ...any", ""),
        "adds a sentence to the log, with up to four things for its gaps",
        |ctx, _, call| {
            if !ctx.the_match.log.on {
                return Ok(());
            }
            let word = ctx.word(call, 1)?;
            let mut args = [0; 4];
            for (slot, i) in args.iter_mut().zip(2..=call.n_args()) {
                *slot = match call.argument(i) {
                    Plain::Int(n) => n as i32,
                    Plain::Handle(handle) => said(handle),
                    Plain::Nil | Plain::Bool(_) | Plain::Fraction(_) | Plain::Text(_) => 0,
                    Plain::Table(_) | Plain::Function | Plain::Other(_) => 0,
                };
            }
            ctx.the_match.log.add(What::Said { word, args }, PieceId::NONE);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "next_trigger",
        ("", "(((Match, Piece, Event) -> ())?, Piece?, Event?)"),
        "the next answer a sheet gives to what happened; see harena.answer_triggers",
        |ctx, _, call| {
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
        Plain::Int(n) => Ok(n as i32),
        Plain::Handle(handle) => Ok(handle.id as i32),
        other @ (Plain::Fraction(_)
        | Plain::Text(_)
        | Plain::Table(_)
        | Plain::Function
        | Plain::Other(_)) => {
            Err(Fault::new(format!("{} cannot be given to a step", other.type_name())))
        }
    }
}

/// How a handle is written among the numbers of a sentence: pieces from 100000, cells from 200000,
/// factions from 300000, plain numbers as they are.
fn said(handle: crate::raw::Handle) -> i32 {
    let base = match handle.kind {
        kind if kind == Kind::Piece as u8 => 100_000,
        kind if kind == Kind::Cell as u8 => 200_000,
        kind if kind == Kind::Faction as u8 => 300_000,
        _ => 0,
    };
    base + handle.id as i32
}

fn ints(call: &Call, i: usize) -> Result<Vec<i32>, Fault> {
    let mut numbers = Vec::new();
    call.table(i)?.items(|_, item| {
        let Plain::Int(n) = item else {
            return Err(Fault::new(format!("{} is no whole number", item.type_name())));
        };
        numbers.push(n as i32);
        Ok(())
    })?;
    if numbers.len() > 64 {
        return Err(Fault::new("this list is too long"));
    }
    Ok(numbers)
}

impl Context<'_> {
    pub(super) fn step(&self, call: &Call) -> Result<StepId, Fault> {
        let names = &self.the_match.game.names.steps;
        Ok(StepId(self.named(call, 1, names, "step")? as u8))
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
        let game = self.the_match.game.clone();
        let number = self.shelf.events.len() as u32 - 1;
        let scene = self.the_match.scene();
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
    let means = |filter: &Filter, other: PieceId| {
        other.is_some() && filter.holds(scene, owner, Some(id), other)
    };
    let who = if trigger.itself {
        event.piece == id || !event.piece.is_some()
    } else {
        means(&trigger.who, event.piece)
    };
    trigger.on == event.kind
        && who
        && trigger.by.as_ref().is_none_or(|filter| means(filter, event.by))
}
