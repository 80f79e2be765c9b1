//! Effects: every change of a match is one of these values.

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Slide};
use crate::combat;
use crate::filter::Scene;
use crate::game::{EventKind, Game, MarkRule, Sight};
use crate::id::*;
use crate::modifier::Derived;
use crate::state::{Mark, Piece, Place, Spot, SpotMark, State, ZoneList};
use crate::state::{knowing, note_gone, note_move, note_shuffle};

mod spots;

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// A new piece comes into being, nowhere yet; its number is [`State::next_piece`].
    Create {
        /// What it is.
        prototype: PrototypeId,
        /// Whose it is.
        owner: Seat,
    },
    /// A piece comes to a cell with a facing, from wherever it was.
    Put {
        /// The piece.
        piece: PieceId,
        /// The cell.
        cell: Cell,
        /// Its facing there.
        facing: u8,
    },
    /// A piece goes to a zone list; places past the end mean the end.
    Send {
        /// The piece.
        piece: PieceId,
        /// Where to.
        list: ZoneList,
        /// At which place, counted from the bottom.
        at: u16,
    },
    /// A piece goes nowhere.
    Remove {
        /// The piece.
        piece: PieceId,
    },
    /// A counter of a piece changes by an amount.
    Count {
        /// The piece.
        piece: PieceId,
        /// The counter.
        counter: CounterId,
        /// What is added.
        by: i16,
    },
    /// A piece takes wounds, or its pool does.
    Wound {
        /// The piece.
        piece: PieceId,
        /// How many; at least 1.
        n: i16,
        /// The piece that deals them, if one does.
        by: PieceId,
    },
    /// A status of a piece is set or cleared.
    Status {
        /// The piece.
        piece: PieceId,
        /// The status.
        status: StatusId,
        /// Whether it has it from now on.
        on: bool,
    },
    /// Activations of a piece are spent, or all are open again.
    Spend {
        /// The piece.
        piece: PieceId,
        /// The number of the activation; 255 opens all.
        number: u8,
    },
    /// A marker is put; copies of one owner add up where its kind says so.
    Mark(Mark),
    /// Markers of a kind and owner leave a piece.
    Unmark {
        /// The kind.
        kind: MarkId,
        /// The piece.
        piece: PieceId,
    },
    /// Markers are put on a cell or an edge; those of one owner add up where their kind says so.
    MarkSpot(SpotMark),
    /// Markers of a kind leave a cell or an edge.
    UnmarkSpot {
        /// The kind.
        kind: MarkId,
        /// The cell or edge.
        spot: Spot,
    },
    /// A line of floors is pushed one space into a hole, with all that stands on them.
    Slide {
        /// The hole that is filled.
        hole: Cell,
        /// The farthest floor that moves; its cell becomes the hole.
        from: Cell,
    },
    /// Every marker of this moment expires.
    Expire(MomentId),
    /// A piece is shown to everybody.
    Show {
        /// The piece.
        piece: PieceId,
    },
    /// A piece that was shown to everybody is hidden again.
    Hide {
        /// The piece.
        piece: PieceId,
    },
    /// A seat controls a piece from now on.
    Control {
        /// The piece.
        piece: PieceId,
        /// The seat.
        seat: Seat,
    },
    /// A variable takes a value.
    Var {
        /// The seat, for a seat variable.
        seat: Option<Seat>,
        /// Which.
        var: VarId,
        /// The new value.
        value: i32,
    },
    /// A list of pieces gets a random order: the pieces keep their numbers and swap what they are.
    Shuffle(ZoneList),
    /// A seat becomes active.
    Active(Seat),
    /// A turn begins.
    Turn,
    /// A round begins.
    Round,
    /// A seat is out of the match.
    Out(Seat),
    /// A seat joins a team.
    Team {
        /// The seat.
        seat: Seat,
        /// Its team from now on.
        team: u8,
    },
}

/// Something that happened to a piece, for triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// To which piece.
    pub piece: PieceId,
    /// Because of which piece; [`PieceId::NONE`] if none.
    pub by: PieceId,
    /// Where that piece stood; nothing if it never stood anywhere.
    #[serde(default)]
    pub by_cell: Option<Cell>,
    /// How much, where it is a matter of amount.
    pub n: i32,
    /// Where: the cell the piece stands on, or stood on before it left or fell.
    pub cell: Option<Cell>,
}

/// Applies an effect to a state.
///
/// Numbers that stand for nothing change nothing. Modifiers are not refreshed here: the caller
/// decides when an instant is over.
pub fn apply(game: &Game, state: &mut State, derived: &Derived, effect: &Effect) {
    match *effect {
        Effect::Create { prototype, owner } => create(state, prototype, owner),
        Effect::Put { piece, cell, facing } => put(game, state, piece, (cell, facing)),
        Effect::Send { piece, list, at } => send(game, state, piece, list, at),
        Effect::Remove { piece } => remove(game, state, piece),
        Effect::Count { piece, counter, by } => {
            let n = state.counter(piece, counter).saturating_add(by);
            state.set_counter(piece, counter, n);
        }
        Effect::Wound { piece, n, .. } => wound(game, state, derived, piece, n),
        Effect::Status { piece, status, on } => {
            state.set_status(piece, status, on);
        }
        Effect::Spend { piece, number } => {
            if let Some(piece) = state.pieces.get_mut(piece.index()) {
                piece.spent = if number > 15 { 0 } else { piece.spent | 1 << number };
            }
        }
        Effect::Mark(mark) => put_mark(game, state, mark),
        Effect::Unmark { kind, piece } => {
            state.marks.retain(|mark| mark.kind != kind || mark.on != piece);
        }
        Effect::MarkSpot(mark) => spots::mark(game, state, mark),
        Effect::UnmarkSpot { kind, spot } => {
            state.spots.retain(|mark| mark.kind != kind || mark.spot != spot);
        }
        Effect::Slide { hole, from } => spots::slide(game, state, Slide { hole, from }),
        Effect::Expire(moment) => spots::expire(game, state, moment),
        Effect::Show { piece } => {
            if let Some(piece) = state.pieces.get_mut(piece.index()) {
                piece.shown = true;
            }
        }
        Effect::Hide { piece } => {
            let knew = knowing(game, state, piece);
            if let Some(piece) = state.pieces.get_mut(piece.index()) {
                piece.shown = false;
            }
            note_move(game, state, piece, knew);
        }
        Effect::Control { piece, seat } => {
            if let Some(piece) = state.pieces.get_mut(piece.index()) {
                piece.controller = seat;
            }
        }
        Effect::Var { seat, var, value } => state.set_var(game, seat, var, value),
        Effect::Shuffle(list) => shuffle(game, state, list),
        Effect::Active(seat) => state.active = seat,
        Effect::Turn => state.turn += 1,
        Effect::Round => state.round += 1,
        Effect::Out(seat) => state.out |= 1u16.checked_shl(seat.0.into()).unwrap_or(0),
        Effect::Team { seat, team } => {
            if let Some(slot) = state.teams.get_mut(seat.index()) {
                *slot = team;
            }
        }
    }
}

/// What triggers may answer after an effect, given where the piece was before it.
pub fn event_of(effect: &Effect, before: Place) -> Option<Event> {
    let was_on = if let Place::Board(cell) = before { Some(cell) } else { None };
    let was_on_board = was_on.is_some();
    let event =
        |kind, piece| Event { kind, piece, by: PieceId::NONE, by_cell: None, n: 0, cell: was_on };
    match *effect {
        Effect::Put { piece, cell, .. } => {
            let kind = if was_on_board { EventKind::Moves } else { EventKind::Enters };
            Some(Event { cell: Some(cell), ..event(kind, piece) })
        }
        Effect::Send { piece, .. } | Effect::Remove { piece } => {
            was_on_board.then(|| event(EventKind::Leaves, piece))
        }
        Effect::Wound { piece, n, by } => {
            Some(Event { by, n: n.into(), ..event(EventKind::Wounded, piece) })
        }
        Effect::Expire(moment) => Some(event(EventKind::Moment(moment), PieceId::NONE)),
        Effect::Create { .. }
        | Effect::Count { .. }
        | Effect::Status { .. }
        | Effect::Spend { .. }
        | Effect::Mark(_)
        | Effect::Unmark { .. }
        | Effect::MarkSpot(_)
        | Effect::UnmarkSpot { .. }
        | Effect::Slide { .. }
        | Effect::Show { .. }
        | Effect::Hide { .. }
        | Effect::Control { .. }
        | Effect::Var { .. }
        | Effect::Shuffle(_)
        | Effect::Active(_)
        | Effect::Turn
        | Effect::Round
        | Effect::Out(_)
        | Effect::Team { .. } => None,
    }
}

/// The piece an effect is about.
pub fn subject(effect: &Effect) -> Option<PieceId> {
    match *effect {
        Effect::Put { piece, .. }
        | Effect::Send { piece, .. }
        | Effect::Remove { piece }
        | Effect::Count { piece, .. }
        | Effect::Wound { piece, .. }
        | Effect::Status { piece, .. }
        | Effect::Spend { piece, .. }
        | Effect::Unmark { piece, .. }
        | Effect::Show { piece }
        | Effect::Hide { piece }
        | Effect::Control { piece, .. } => Some(piece),
        Effect::Mark(mark) => Some(mark.on),
        Effect::Create { .. }
        | Effect::MarkSpot(_)
        | Effect::UnmarkSpot { .. }
        | Effect::Slide { .. }
        | Effect::Expire(_)
        | Effect::Var { .. }
        | Effect::Shuffle(_)
        | Effect::Active(_)
        | Effect::Turn
        | Effect::Round
        | Effect::Out(_)
        | Effect::Team { .. } => None,
    }
}

/// Whether applying it to a state can change modifiers.
pub fn touches_modifiers(game: &Game, state: &State, effect: &Effect) -> bool {
    let counts = |kind: MarkId| game.marks.get(kind.index()).is_some_and(MarkRule::modifies);
    match effect {
        Effect::Put { .. }
        | Effect::Remove { .. }
        | Effect::Status { .. }
        | Effect::Slide { .. }
        | Effect::Control { .. }
        | Effect::Create { .. }
        | Effect::Shuffle(_)
        | Effect::Team { .. } => true,
        Effect::Send { piece, .. } => state.piece(*piece).cell().is_some(),
        Effect::Mark(mark) => counts(mark.kind),
        Effect::Unmark { kind, .. } => counts(*kind),
        Effect::Expire(_) => state.marks.iter().any(|mark| counts(mark.kind)),
        Effect::Count { .. }
        | Effect::Wound { .. }
        | Effect::Spend { .. }
        | Effect::MarkSpot(_)
        | Effect::UnmarkSpot { .. }
        | Effect::Show { .. }
        | Effect::Hide { .. }
        | Effect::Var { .. }
        | Effect::Active(_)
        | Effect::Turn
        | Effect::Round
        | Effect::Out(_) => false,
    }
}

fn create(state: &mut State, prototype: PrototypeId, owner: Seat) {
    state.make(Piece { prototype, owner, controller: owner, ..Piece::BLANK });
}

fn remove(game: &Game, state: &mut State, id: PieceId) {
    let was = state.piece(id).place;
    let knew = if state.piece(id).shown { u16::MAX } else { knowing(game, state, id) };
    lift(state, id);
    clean(game, state, id);
    hide(state, id);
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.place = Place::Gone;
        match was {
            Place::Zone(_) => note_gone(state, id, knew),
            Place::Gone => {}
            Place::Away | Place::Board(_) => state.memory.forget(id),
        }
    }
}

fn put(game: &Game, state: &mut State, id: PieceId, (cell, facing): (Cell, u8)) {
    if state.piece(id).cell() == Some(cell) {
        if let Some(piece) = state.pieces.get_mut(id.index()) {
            piece.facing = facing;
        }
        return;
    }
    if cell.index() >= state.cells.len() || id.index() >= state.pieces.len() {
        return;
    }
    if game.is_floor(state.piece(id).prototype) {
        return spots::lay(state, id, (cell, facing));
    }
    lift(state, id);
    state.memory.forget(id);
    let below = state.at(cell).unwrap_or(PieceId::NONE);
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.place = Place::Board(cell);
        piece.facing = facing;
        piece.below = below;
        state.held.insert(piece.owner, cell);
    }
    if let Some(top) = state.cells.get_mut(cell.index()) {
        *top = id;
    }
    state.occupied.insert(cell);
}

fn send(game: &Game, state: &mut State, id: PieceId, list: ZoneList, at: u16) {
    if id.index() >= state.pieces.len() || list.index() >= state.zones.n_lists() {
        return;
    }
    let was_on_board = state.piece(id).cell().is_some();
    let knew = knowing(game, state, id);
    lift(state, id);
    if was_on_board {
        clean(game, state, id);
    }
    state.zones.insert(list.index(), usize::from(at), id);
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.place = Place::Zone(list);
    }
    if hides(game, list) {
        hide(state, id);
    }
    note_move(game, state, id, knew);
}

/// Whether pieces that were shown to everybody are hidden again in a list.
fn hides(game: &Game, list: ZoneList) -> bool {
    let rule = game.zones.get(list.parts(game).0.index());
    rule.is_some_and(|rule| match rule.sight {
        Sight::Owner | Sight::Nobody | Sight::Contents => true,
        Sight::All | Sight::Shown => false,
    })
}

fn hide(state: &mut State, id: PieceId) {
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.shown = false;
    }
}

/// Takes a piece out of where it is.
fn lift(state: &mut State, id: PieceId) {
    match state.piece(id).place {
        Place::Away | Place::Gone => {}
        Place::Zone(list) => {
            state.zones.remove(list.index(), id);
        }
        Place::Board(cell) => lift_from(state, id, cell),
    }
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.place = Place::Away;
        piece.below = PieceId::NONE;
    }
}

fn lift_from(state: &mut State, id: PieceId, cell: Cell) {
    if state.floor_at(cell) == Some(id) {
        return spots::take_up(state, cell);
    }
    let below = state.piece(id).below;
    if state.at(cell) == Some(id) {
        if let Some(top) = state.cells.get_mut(cell.index()) {
            *top = below;
        }
        if !below.is_some() {
            state.occupied.remove(cell);
        }
    } else if let Some(above) = state.pieces.iter_mut().find(|piece| piece.below == id) {
        above.below = below;
    }
    let owner = state.piece(id).owner;
    if !state.standing(cell).any(|other| state.piece(other).owner == owner) {
        state.held.remove(owner, cell);
    }
}

/// What a piece loses when it leaves the board: counters that do not stay, markers, statuses.
fn clean(game: &Game, state: &mut State, id: PieceId) {
    if let Some(piece) = state.pieces.get_mut(id.index()) {
        piece.counters = Default::default();
        piece.statuses = 0;
        piece.spent = 0;
        piece.facing = 0;
    }
    state.drop_more(id);
    state.marks.retain(|mark| {
        let stays = game.marks.get(mark.kind.index()).is_some_and(|rule| !rule.falls_off);
        stays || (mark.on != id && mark.source != id)
    });
}

fn wound(game: &Game, state: &mut State, derived: &Derived, id: PieceId, n: i16) {
    let Some(combat) = &game.combat else { return };
    let pool = combat::pool_of(Scene { game, state, derived }, combat, id);
    match pool {
        Some((holder, pool)) => {
            let left = state.var(game, Some(holder), pool.left).saturating_sub(i32::from(n));
            state.set_var(game, Some(holder), pool.left, left.max(0));
        }
        None => {
            let wounds = state.counter(id, combat.wounds).saturating_add(n);
            state.set_counter(id, combat.wounds, wounds);
        }
    }
}

fn put_mark(game: &Game, state: &mut State, mark: Mark) {
    let adds_up = game.marks.get(mark.kind.index()).is_some_and(|rule| rule.adds_up);
    let same = |other: &&mut Mark| {
        (other.kind, other.on, other.owner, other.source)
            == (mark.kind, mark.on, mark.owner, mark.source)
    };
    match state.marks.iter_mut().find(same).filter(|_| adds_up) {
        Some(there) => there.n = there.n.saturating_add(mark.n),
        None => state.marks.push(mark),
    }
}

/// The stream all shuffles draw from.
pub const SHUFFLE: &str = "shuffle";

/// Rearranges what the pieces of a list are, so that their numbers tell nothing.
fn shuffle(game: &Game, state: &mut State, list: ZoneList) {
    let ids: Vec<PieceId> = state.zone(list).to_vec();
    let mut faces: Vec<(PieceId, Piece)> = ids.iter().map(|id| (*id, *state.piece(*id))).collect();
    let stream = state.chance.stream(SHUFFLE);
    stream.clear_forced();
    let _never_forced = stream.shuffle(&mut faces);
    let is_secret =
        game.zones.get(list.parts(game).0.index()).is_some_and(|it| it.sight != Sight::All);
    let moved: Vec<(PieceId, PieceId)> = faces.iter().map(|(from, _)| *from).zip(ids).collect();
    let knew: Vec<u16> = moved.iter().map(|(from, _)| knowing(game, state, *from)).collect();
    for ((_, to), (_, face)) in moved.iter().zip(faces) {
        if let Some(piece) = state.pieces.get_mut(to.index()) {
            *piece = Piece { place: piece.place, below: piece.below, shown: false, ..face };
        }
    }
    state.move_more(moved.iter().copied());
    if is_secret {
        note_shuffle(state, &knew, &moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::*;
    use crate::the_match::{Match, Setup};
    use proptest::prelude::*;

    fn any_effect() -> impl Strategy<Value = Effect> {
        let piece = || (0u16..9).prop_map(PieceId);
        prop_oneof![
            (0u16..6, 0u8..2)
                .prop_map(|(p, s)| Effect::Create { prototype: PrototypeId(p), owner: Seat(s) }),
            (piece(), 0u16..21, 0u8..6).prop_map(|(piece, cell, facing)| Effect::Put {
                piece,
                cell: Cell(cell),
                facing
            }),
            (piece(), 0u16..9, 0u16..4).prop_map(|(piece, list, at)| Effect::Send {
                piece,
                list: ZoneList(list),
                at
            }),
            piece().prop_map(|piece| Effect::Remove { piece }),
            (piece(), 1i16..3).prop_map(|(piece, n)| Effect::Wound { piece, n, by: PieceId(0) }),
            piece().prop_map(|on| Effect::Mark(Mark {
                kind: GUARD,
                on,
                owner: Seat(0),
                source: PieceId::NONE,
                n: 1
            })),
            piece().prop_map(|piece| Effect::Unmark { kind: GUARD, piece }),
            Just(Effect::Expire(MomentId(0))),
            (piece(), any::<bool>()).prop_map(|(piece, on)| Effect::Status {
                piece,
                status: NETTED,
                on
            }),
            (0u16..9).prop_map(|list| Effect::Shuffle(ZoneList(list))),
            piece().prop_map(|piece| Effect::Show { piece }),
            piece().prop_map(|piece| Effect::Hide { piece }),
        ]
    }

    proptest! {
        #[test]
        fn no_order_of_effects_loses_or_doubles_a_piece(
            effects in prop::collection::vec(any_effect(), 0..60)
        ) {
            let game = game();
            let mut state = State::new(&game, 7);
            for effect in &effects {
                apply(&game, &mut state, &Derived::default(), effect);
                check_state(&state);
            }
            let copy = state.clone();
            prop_assert_eq!(copy.digest(), state.digest());
            let text = serde_json::to_string(&state).unwrap();
            let back: State = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&back, &state);
            prop_assert_eq!(back.digest(), state.digest());
        }
    }

    proptest! {
        #[test]
        fn modifiers_are_worked_out_again_whenever_they_can_have_changed(
            effects in prop::collection::vec((any_effect(), any::<bool>()), 0..60)
        ) {
            let game = game();
            let mut the_match = Match::new(game.clone(), Setup::default());
            for (effect, is_looked_at) in effects {
                the_match.apply(effect, PieceId::NONE);
                if !is_looked_at {
                    continue;
                }
                let mut anew = Derived::default();
                anew.refresh(&game, the_match.state());
                let n_pieces = the_match.state().pieces.len() as u16;
                let derived = the_match.derived();
                prop_assert_eq!(derived.grants(), anew.grants());
                prop_assert_eq!(derived.present(), anew.present());
                for id in (0..n_pieces).map(PieceId) {
                    prop_assert_eq!(derived.statuses(id), anew.statuses(id));
                    for stat in [HIT_POINTS, STRENGTH, SHIFT] {
                        prop_assert_eq!(derived.stat(id, stat), anew.stat(id, stat));
                    }
                }
            }
        }
    }

    #[test]
    fn a_shuffle_keeps_numbers_and_mixes_faces() {
        let game = game();
        let mut state = State::new(&game, 3);
        let deck = ZoneList::of(&game, DECK, Seat(0));
        for prototype in [0, 1, 2, 3, 4, 5] {
            let create = Effect::Create { prototype: PrototypeId(prototype), owner: Seat(0) };
            apply(&game, &mut state, &Derived::default(), &create);
            let send = Effect::Send { piece: PieceId(prototype), list: deck, at: u16::MAX };
            apply(&game, &mut state, &Derived::default(), &send);
        }
        let before = state.zone(deck).to_vec();
        apply(&game, &mut state, &Derived::default(), &Effect::Shuffle(deck));
        assert_eq!(state.zone(deck), before);
        let mut faces: Vec<u16> = state.pieces.iter().map(|p| p.prototype.0).collect();
        assert_ne!(faces, [0, 1, 2, 3, 4, 5], "seed 3 mixes them");
        faces.sort_unstable();
        assert_eq!(faces, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn what_was_shown_is_hidden_where_nobody_sees_it_and_by_a_shuffle() {
        let mut game = (*game()).clone();
        let open = ZoneList::of(&game, HAND, Seat(0));
        let check = |game: &Game, then: &[Effect], expected: bool| {
            let mut state = State::new(game, 3);
            let mut change = |effect| apply(game, &mut state, &Derived::default(), &effect);
            change(Effect::Create { prototype: PrototypeId(0), owner: Seat(0) });
            change(Effect::Send { piece: PieceId(0), list: open, at: u16::MAX });
            change(Effect::Show { piece: PieceId(0) });
            then.iter().for_each(|effect| change(*effect));
            change(Effect::Send { piece: PieceId(0), list: open, at: u16::MAX });
            let sees = crate::view::sees(game, &state, Seat(1), PieceId(0));
            assert_eq!(sees, expected, "{then:?}");
        };
        for zone in game.zones.iter_mut().skip(HAND.index()).take(1) {
            zone.sight = Sight::Shown;
        }
        let to = |zone| Effect::Send {
            piece: PieceId(0),
            list: ZoneList::of(&game, zone, Seat(0)),
            at: u16::MAX,
        };
        check(&game, &[], true);
        check(&game, &[to(HAND)], true);
        check(&game, &[to(DISCARD)], true);
        check(&game, &[to(DECK)], false);
        check(&game, &[Effect::Shuffle(open)], false);
        check(&game, &[Effect::Hide { piece: PieceId(0) }], false);
        check(&game, &[Effect::Remove { piece: PieceId(0) }], false);
    }

    #[test]
    fn leaving_the_board_takes_wounds_and_markers_along() {
        let mut the_match = position(&[(0, 0, (0, 0), 3)]);
        let guard =
            Mark { kind: GUARD, on: PieceId(0), owner: Seat(0), source: PieceId::NONE, n: 1 };
        the_match.apply(Effect::Mark(guard), PieceId::NONE);
        assert_eq!(the_match.derived().stat(PieceId(0), HIT_POINTS), 3);
        the_match
            .apply(Effect::Wound { piece: PieceId(0), n: 2, by: PieceId::NONE }, PieceId::NONE);
        let list = ZoneList::of(&the_match.game, DISCARD, Seat(0));
        the_match.apply(Effect::Send { piece: PieceId(0), list, at: 0 }, PieceId::NONE);
        let piece = the_match.state().piece(PieceId(0));
        assert_eq!((the_match.state().counter(PieceId(0), WOUNDS), piece.facing), (0, 0));
        assert_eq!(the_match.state().marks, []);
    }
}
