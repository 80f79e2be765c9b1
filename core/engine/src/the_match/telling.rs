//! Writing the log: entries hold what their pieces were like when they were written.

use super::Match;
use crate::board::Cell;
use crate::effect::{self, Effect, Event};
use crate::id::*;
use crate::log::{Glimpse, Seen, What};
use crate::state::Place;

impl Match {
    /// Adds an entry to the log.
    #[inline]
    pub fn write(&mut self, what: What, by: PieceId) {
        self.write_to(Seat::NONE, what, by);
    }

    /// Adds an entry that only one seat may read, or everybody for [`Seat::NONE`].
    #[inline]
    pub fn write_to(&mut self, to: Seat, what: What, by: PieceId) {
        if self.log.on { self.write_kept(to, what, by) } else { self.log.count() }
    }

    #[inline(never)]
    fn write_kept(&mut self, to: Seat, what: What, by: PieceId) {
        let seen = self.seen(&what);
        self.log.add(to, what, by, seen);
    }

    /// What is to be seen now of the pieces of an entry.
    fn seen(&self, what: &What) -> Option<Box<Seen>> {
        if !self.log.on {
            return None;
        }
        let ids = what.pieces(&self.game);
        let glimpses: Vec<Glimpse> =
            ids.into_iter().map(|id| Glimpse::of(&self.game, &self.state, id)).collect();
        (!glimpses.is_empty()).then(|| Box::new(Seen { glimpses }))
    }

    /// Applies an effect, logs it, and notes what triggers may answer.
    pub fn apply(&mut self, effect: Effect, by: PieceId) {
        let before = effect::subject(&effect).map(|id| self.state.piece(id).place);
        self.note_reveal(&effect, before);
        let seen = if self.log.on { self.seen(&What::Changed(effect)) } else { None };
        let event = match self.game.has_triggers {
            true => self.event_of(&effect, by, before),
            false => None,
        };
        self.change(&effect);
        if self.log.on {
            self.write_change(effect, by, seen);
        } else {
            self.log.count();
        }
        if let Some(event) = event {
            self.events.push(event);
        }
    }

    /// Adds the entry of an effect that was applied just now. Its pieces are told as they were
    /// before it, to everybody who saw them before or sees them after it.
    fn write_change(&mut self, effect: Effect, by: PieceId, mut seen: Option<Box<Seen>>) {
        if self.log.on && matches!(effect, Effect::Shuffle(_)) {
            self.log.sealed = self.log.entries.len();
        }
        let Some(known) = &mut seen else {
            return self.log.add(Seat::NONE, What::Changed(effect), by, None);
        };
        let shown = effect::subject(&effect).and_then(|id| {
            let mut now = Glimpse::of(&self.game, &self.state, id);
            let old = known.glimpses.iter_mut().find(|it| it.piece == id)?;
            // Nowhere nobody looks: neither before a piece comes into the match nor after it left.
            let is_nowhere = |place| matches!(place, Place::Away | Place::Gone);
            let seen_before = if is_nowhere(old.place) { 0 } else { old.seen_by };
            now.seen_by = if is_nowhere(now.place) { 0 } else { now.seen_by };
            old.seen_by = seen_before | now.seen_by;
            (now.seen_by & !seen_before != 0).then_some(now)
        });
        self.log.add(Seat::NONE, What::Changed(effect), by, seen);
        if let Some(now) = shown {
            self.log.reveal(now.piece, now.prototype, now.seen_by);
        }
    }

    /// What triggers may answer after an effect that is about to be applied.
    fn event_of(&mut self, effect: &Effect, by: PieceId, before: Option<Place>) -> Option<Event> {
        let before = before.unwrap_or_default();
        let event = effect::event_of(effect, before);
        if let (Place::Board(cell), Some(id)) = (before, effect::subject(effect)) {
            let leaves = matches!(effect, Effect::Send { .. } | Effect::Remove { .. });
            if leaves {
                self.note_gone(id, cell);
            }
        }
        let event = event?;
        let by = if event.by.is_some() { event.by } else { by };
        Some(Event { by, by_cell: self.last_cell(by), ..event })
    }

    fn note_gone(&mut self, id: PieceId, cell: Cell) {
        let at = self.gone.partition_point(|(other, _)| *other < id);
        match self.gone.get_mut(at).filter(|(other, _)| *other == id) {
            Some(known) => known.1 = cell,
            None => self.gone.insert(at, (id, cell)),
        }
    }

    /// The cell of a piece, or the one it left in this step.
    pub(super) fn last_cell(&self, id: PieceId) -> Option<Cell> {
        self.state.piece(id).cell().or_else(|| {
            let at = self.gone.binary_search_by_key(&id, |(other, _)| *other).ok()?;
            self.gone.get(at).map(|(_, cell)| *cell)
        })
    }
}
