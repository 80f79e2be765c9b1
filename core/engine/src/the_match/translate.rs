//! Moments of a match under another build of its game, where names may have other numbers.
//!
//! A reload can insert, move or drop definitions. Everything in a moment is carried over by its
//! name; what has no counterpart is refused by name, unless nothing in the moment uses it.

use super::{Answer, Fault, Setup, Snapshot};
use crate::codes;
use crate::decision::{Action, Args, CONCEDE};
use crate::effect::{Effect, Event};
use crate::game::{ArgKind, EventKind, Game, Prototype};
use crate::id::*;
use crate::log::sentence::{Gap, Gaps};
use crate::log::{Entry, Glimpse, Seen, What};
use crate::state::{Lists, Mark, Piece, Place, SpotMark, State, StepCall, ZoneList};

/// Carries moments of one build of a game over to another.
pub struct Translation<'a> {
    old: &'a Game,
    new: &'a Game,
}

fn gone(what: &str, name: &str) -> Fault {
    let message = format!("the {what} `{name}` is in this match but no longer in the game");
    Fault {
        hint: "put it back, or begin a new match".into(),
        ..Fault::new(codes::GONE_IN_PLAY, message)
    }
}

/// The new number of a name; the first name stands for unused fields and may be missing.
fn number(old: &Names, new: &Names, at: usize, what: &str) -> Result<usize, Fault> {
    let name = old.name(at);
    new.find(name).ok_or_else(|| gone(what, name))
}

impl<'a> Translation<'a> {
    /// From one build to another of the same game.
    pub fn new(old: &'a Game, new: &'a Game) -> Translation<'a> {
        Translation { old, new }
    }

    /// Whether everything has the number it had: then nothing needs to be carried over.
    pub fn changes_nothing(&self) -> bool {
        let (old, new) = (self.old, self.new);
        let named = |p: &Prototype| (p.id.clone(), p.faction);
        old.names == new.names
            && old.n_seats == new.n_seats
            && old.verbs == new.verbs
            && old.arguments == new.arguments
            && old.board.n_cells() == new.board.n_cells()
            && old.vars.len() == new.vars.len()
            && old.seat_vars.len() == new.seat_vars.len()
            && old.floors.map(|it| it.kind) == new.floors.map(|it| it.kind)
            && old.factions.iter().map(|it| &it.id).eq(new.factions.iter().map(|it| &it.id))
            && old.zones.iter().map(|it| it.per_seat).eq(new.zones.iter().map(|it| it.per_seat))
            && old.prototypes.iter().map(named).eq(new.prototypes.iter().map(named))
    }

    /// A moment in the numbers of the new build.
    ///
    /// # Errors
    /// Something in it that the new build does not have.
    pub fn snapshot(&self, snapshot: &Snapshot) -> Result<Snapshot, Fault> {
        let answer = |it: &Answer| self.action(&it.action).map(|action| Answer { action, ..*it });
        Ok(Snapshot {
            base: self.state(&snapshot.base)?,
            step: snapshot.step.map(|call| self.step(call)).transpose()?,
            answers: snapshot.answers.iter().map(answer).collect::<Result<_, _>>()?,
            given: snapshot
                .given
                .iter()
                .map(|given| given.as_ref().map(|action| self.action(action)).transpose())
                .collect::<Result<_, _>>()?,
            n_actions: snapshot.n_actions,
            log: snapshot.log,
            events: snapshot.events.iter().filter_map(|event| self.event(event)).collect(),
        })
    }

    /// Something that happened; a moment that is gone is answered by nothing.
    fn event(&self, event: &Event) -> Option<Event> {
        let EventKind::Moment(moment) = event.kind else { return Some(*event) };
        let (old, new) = (&self.old.names.moments, &self.new.names.moments);
        let moment = MomentId::at(new.find(old.name(moment.index()))?);
        Some(Event { kind: EventKind::Moment(moment), ..*event })
    }

    /// The set-up with the factions it names.
    ///
    /// # Errors
    /// A faction that is gone.
    pub fn setup(&self, setup: &Setup) -> Result<Setup, Fault> {
        let factions = setup.factions.iter().map(|f| f.map(|f| self.faction(f)).transpose());
        Ok(Setup { factions: factions.collect::<Result<_, _>>()?, ..setup.clone() })
    }

    /// A log entry; `None` where it tells of something the new build does not have.
    pub fn entry(&self, entry: &Entry) -> Option<Entry> {
        let what = match entry.what {
            What::Chose { seat, action } => {
                What::Chose { seat, action: self.action(&action).ok()? }
            }
            What::Began(call) => What::Began(self.step(call).ok()?),
            What::Changed(effect) => What::Changed(self.effect(effect)?),
            What::Said { word, args } => {
                What::Said { word: self.word(word).ok()?, args: self.gaps(args)? }
            }
            other @ (What::Struck(_)
            | What::Cancelled(_)
            | What::Fell(_)
            | What::Rolled { .. }
            | What::Ended) => other,
        };
        let seen = match &entry.seen {
            Some(seen) => Some(Box::new(self.seen(seen)?)),
            None => None,
        };
        Some(Entry { what, seen, ..entry.clone() })
    }

    fn seen(&self, seen: &Seen) -> Option<Seen> {
        let glimpses = seen.glimpses.iter().map(|it| self.glimpse(*it));
        Some(Seen { glimpses: glimpses.collect::<Option<_>>()? })
    }

    fn glimpse(&self, glimpse: Glimpse) -> Option<Glimpse> {
        let place = match glimpse.place {
            Place::Zone(list) => Place::Zone(self.list(list).ok()?),
            place @ (Place::Away | Place::Gone | Place::Board(_)) => place,
        };
        Some(Glimpse { prototype: self.prototype(glimpse.prototype).ok()?, place, ..glimpse })
    }

    /// What fills the gaps of a sentence.
    fn gaps(&self, gaps: Gaps) -> Option<Gaps> {
        let mut carried = gaps;
        for gap in &mut carried {
            *gap = match *gap {
                Gap::Faction(id) => Gap::Faction(self.faction(id).ok()?),
                Gap::Word(id) => Gap::Word(self.word(id).ok()?),
                Gap::Prototype(id) => Gap::Prototype(self.prototype(id).ok()?),
                other @ (Gap::Nothing | Gap::Number(_) | Gap::Piece(_) | Gap::Cell(_)) => other,
            };
        }
        Some(carried)
    }

    /// An action.
    ///
    /// # Errors
    /// A verb, word or definition that is gone.
    pub fn action(&self, action: &Action) -> Result<Action, Fault> {
        if action.verb == CONCEDE {
            return Ok(*action);
        }
        let (old, new) = (&self.old.names.verbs, &self.new.names.verbs);
        let verb = VerbId(number(old, new, action.verb.index(), "verb")? as u8);
        let kinds = self.old.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let values = action.args.as_slice();
        let carried = |at: usize| -> Result<i32, Fault> {
            let value = values.get(at).copied().unwrap_or_default();
            self.argument(kinds.get(at).copied(), value)
        };
        let args = match self.places(action.verb, verb) {
            Some(places) => places.into_iter().map(carried).collect::<Result<Args, Fault>>()?,
            None => (0..values.len()).map(carried).collect::<Result<Args, Fault>>()?,
        };
        Ok(Action { verb, args })
    }

    /// Where the arguments of a verb stood, in the order in which they stand now, if they have the
    /// same names in another order.
    fn places(&self, old: VerbId, new: VerbId) -> Option<Vec<usize>> {
        let old = self.old.arguments.get(old.index())?;
        let new = self.new.arguments.get(new.index())?;
        if old.len() != new.len() || old.iter().eq(new.iter()) {
            return None;
        }
        new.iter().map(|name| old.find(name)).collect()
    }

    fn argument(&self, kind: Option<ArgKind>, value: i32) -> Result<i32, Fault> {
        Ok(match kind {
            Some(ArgKind::Word) => self.word(WordId(value as u16))?.0.into(),
            Some(ArgKind::Prototype) => self.prototype(PrototypeId(value as u16))?.0.into(),
            Some(ArgKind::Faction) => self.faction(FactionId(value as u8))?.0.into(),
            Some(
                ArgKind::Piece
                | ArgKind::Cell
                | ArgKind::Facing
                | ArgKind::Number
                | ArgKind::Seat
                | ArgKind::Several
                | ArgKind::Order
                | ArgKind::Spread,
            )
            | None => value,
        })
    }

    fn word(&self, word: WordId) -> Result<WordId, Fault> {
        let (old, new) = (&self.old.names.words, &self.new.names.words);
        number(old, new, word.index(), "word").map(|at| WordId(at as u16))
    }

    fn faction(&self, faction: FactionId) -> Result<FactionId, Fault> {
        let id = self.old.factions.get(faction.index()).map_or("?", |f| &f.id);
        let at = self.new.factions.iter().position(|f| f.id == id);
        at.map(|at| FactionId(at as u8)).ok_or_else(|| gone("faction", id))
    }

    fn prototype(&self, id: PrototypeId) -> Result<PrototypeId, Fault> {
        let Some(old) = self.old.prototypes.get(id.index()) else { return Ok(id) };
        let owner = |game: &'a Game, p: &Prototype| {
            p.faction.and_then(|f| game.factions.get(f.index())).map(|f| &f.id)
        };
        let same = |p: &Prototype| p.id == old.id && owner(self.new, p) == owner(self.old, old);
        let at = self.new.prototypes.iter().position(same);
        at.map(|at| PrototypeId(at as u16)).ok_or_else(|| gone("definition", &old.id))
    }

    fn step(&self, call: StepCall) -> Result<StepCall, Fault> {
        let (old, new) = (&self.old.names.steps, &self.new.names.steps);
        let step = StepId(number(old, new, call.step.index(), "step")? as u8);
        Ok(StepCall { step, ..call })
    }

    fn list(&self, list: ZoneList) -> Result<ZoneList, Fault> {
        let (zone, seat) = list.parts(self.old);
        let (old, new) = (&self.old.names.zones, &self.new.names.zones);
        let zone = ZoneId(number(old, new, zone.index(), "zone")? as u8);
        Ok(ZoneList::of(self.new, zone, seat))
    }

    /// Gives a piece of the new state the counters and statuses of the old one.
    fn traits(&self, state: &State, next: &mut State, id: PieceId) -> Result<(), Fault> {
        let (old, new) = (&self.old.names, &self.new.names);
        for (at, counter) in (0..old.counters.len()).zip((0..=u8::MAX).map(CounterId)) {
            let n = state.counter(id, counter);
            if n != 0 {
                let place = number(&old.counters, &new.counters, at, "counter")?;
                next.set_counter(id, CounterId(place as u8), n);
            }
        }
        for at in state.statuses(id).iter() {
            let place = number(&old.statuses, &new.statuses, at, "status")?;
            next.set_status(id, StatusId(place as u8), true);
        }
        Ok(())
    }

    fn state(&self, state: &State) -> Result<State, Fault> {
        let mut next = state.clone();
        next.more.clear();
        for (at, piece) in state.pieces.iter().enumerate() {
            if let Some(slot) = next.pieces.get_mut(at) {
                *slot = self.piece(piece)?;
            }
            self.traits(state, &mut next, PieceId(at as u16))?;
        }
        for mark in &mut next.marks {
            *mark = self.mark(mark)?;
        }
        for mark in &mut next.spots {
            mark.kind = self.mark_kind(mark.kind)?;
        }
        for call in &mut next.agenda {
            *call = self.step(*call)?;
        }
        next.zones = Lists::new(self.new.n_zone_lists());
        for at in 0..state.zones.n_lists() {
            let pieces = state.zones.get(at);
            if !pieces.is_empty() {
                next.zones.set(self.list(ZoneList(at as u16))?.index(), pieces);
            }
        }
        next.lists = Lists::new(self.new.names.lists.len());
        for (at, name) in self.old.names.lists.iter().enumerate() {
            if let Some(place) = self.new.names.lists.find(name) {
                next.lists.set(place, state.lists.get(at));
            }
        }
        next.vars = self.vars(state);
        if let Some(outcome) = &mut next.outcome {
            outcome.reason = self.word(outcome.reason)?;
            for (word, _) in outcome.parts.iter_mut().flatten() {
                *word = self.word(*word)?;
            }
        }
        let cells = self.new.board.n_cells();
        if cells != state.cells.len() {
            return Err(gone("board", &self.old.title));
        }
        let kind_of = |game: &'a Game| game.floors.map(|f| game.names.kinds.name(f.kind.index()));
        if kind_of(self.old) != kind_of(self.new) {
            return Err(gone("kind of floors", kind_of(self.old).unwrap_or("none")));
        }
        Ok(next)
    }

    fn vars(&self, state: &State) -> Vec<i32> {
        let mut next = State::new(self.new, 0);
        let seats = (0..state.n_seats).map(|seat| Some(Seat(seat)));
        for seat in std::iter::once(None).chain(seats) {
            let (old, new) = match seat {
                None => (&self.old.names.vars, &self.new.names.vars),
                Some(_) => (&self.old.names.seat_vars, &self.new.names.seat_vars),
            };
            let known = old.iter().enumerate().filter_map(|(at, name)| Some((at, new.find(name)?)));
            for (at, place) in known {
                let value = state.var(self.old, seat, VarId(at as u8));
                next.set_var(self.new, seat, VarId(place as u8), value);
            }
        }
        next.vars
    }

    fn piece(&self, piece: &Piece) -> Result<Piece, Fault> {
        if piece.is_free() {
            return Ok(*piece);
        }
        let place = match piece.place {
            Place::Zone(list) => Place::Zone(self.list(list)?),
            place @ (Place::Away | Place::Gone | Place::Board(_)) => place,
        };
        Ok(Piece {
            prototype: self.prototype(piece.prototype)?,
            statuses: 0,
            counters: Piece::BLANK.counters,
            place,
            ..*piece
        })
    }

    fn mark(&self, mark: &Mark) -> Result<Mark, Fault> {
        Ok(Mark { kind: self.mark_kind(mark.kind)?, ..*mark })
    }

    fn mark_kind(&self, kind: MarkId) -> Result<MarkId, Fault> {
        let (old, new) = (&self.old.names.marks, &self.new.names.marks);
        Ok(MarkId(number(old, new, kind.index(), "marker")? as u8))
    }

    fn effect(&self, effect: Effect) -> Option<Effect> {
        let (old, new) = (&self.old.names, &self.new.names);
        let find = |old: &Names, new: &Names, at: usize| new.find(old.name(at)).map(|n| n as u8);
        Some(match effect {
            Effect::Create { prototype, owner } => {
                Effect::Create { prototype: self.prototype(prototype).ok()?, owner }
            }
            Effect::Send { piece, list, at } => {
                Effect::Send { piece, list: self.list(list).ok()?, at }
            }
            Effect::Count { piece, counter, by } => {
                let counter = find(&old.counters, &new.counters, counter.index())?;
                Effect::Count { piece, counter: CounterId(counter), by }
            }
            Effect::Status { piece, status, on } => {
                let status = StatusId(find(&old.statuses, &new.statuses, status.index())?);
                Effect::Status { piece, status, on }
            }
            Effect::Mark(mark) => Effect::Mark(self.mark(&mark).ok()?),
            Effect::Unmark { kind, piece } => {
                let kind = MarkId(find(&old.marks, &new.marks, kind.index())?);
                Effect::Unmark { kind, piece }
            }
            Effect::MarkSpot(mark) => {
                Effect::MarkSpot(SpotMark { kind: self.mark_kind(mark.kind).ok()?, ..mark })
            }
            Effect::UnmarkSpot { kind, spot } => {
                Effect::UnmarkSpot { kind: self.mark_kind(kind).ok()?, spot }
            }
            Effect::Expire(moment) => {
                Effect::Expire(MomentId(find(&old.moments, &new.moments, moment.index())?))
            }
            Effect::Var { seat, var, value } => {
                let (old, new) = match seat {
                    None => (&old.vars, &new.vars),
                    Some(_) => (&old.seat_vars, &new.seat_vars),
                };
                Effect::Var { seat, var: VarId(find(old, new, var.index())?), value }
            }
            Effect::Shuffle(list) => Effect::Shuffle(self.list(list).ok()?),
            other @ (Effect::Put { .. }
            | Effect::Slide { .. }
            | Effect::Remove { .. }
            | Effect::Wound { .. }
            | Effect::Spend { .. }
            | Effect::Show { .. }
            | Effect::Hide { .. }
            | Effect::Control { .. }
            | Effect::Active(_)
            | Effect::Turn
            | Effect::Round
            | Effect::Out(_)
            | Effect::Team { .. }) => other,
        })
    }
}
