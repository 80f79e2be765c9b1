//! What a seat may know, and states that fit what it knows.

use crate::game::{Game, Sight};
use crate::id::*;
use crate::mask::Mask;
use crate::state::{Piece, Place, State};

/// What stands for a piece whose face is hidden.
pub const HIDDEN: PrototypeId = PrototypeId(u16::MAX);

/// Whether a seat sees what a piece is. [`Seat::NONE`] stands for a spectator.
pub fn sees(game: &Game, state: &State, seat: Seat, piece: &Piece) -> bool {
    let Place::Zone(list) = piece.place else { return true };
    let (zone, owner) = list.parts(game);
    let Some(rule) = game.zones.get(zone.index()) else { return true };
    let _ = state;
    match rule.sight {
        Sight::All => true,
        Sight::Owner => owner == seat && seat != Seat::NONE,
        Sight::Nobody => false,
        Sight::Shown => piece.shown || (owner == seat && seat != Seat::NONE),
    }
}

/// Whether a viewer sees a variable of a seat. [`Seat::NONE`] stands for a spectator.
pub fn sees_var(game: &Game, viewer: Seat, seat: Seat, var: VarId) -> bool {
    viewer == seat || !game.secret_vars.contains(&var)
}

/// Gives secret variables of other seats the value every seat begins with.
pub fn forget_vars(game: &Game, state: &mut State, viewer: Seat) {
    for var in &game.secret_vars {
        let start = game.seat_vars.get(var.index()).copied().unwrap_or(0);
        for seat in (0..state.n_seats).map(Seat).filter(|seat| *seat != viewer) {
            state.set_var(game, Some(seat), *var, start);
        }
    }
}

/// The state as a seat may know it: hidden faces are [`HIDDEN`], chance is forgotten, and secret
/// variables of others are as at the start.
pub fn view(game: &Game, state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    let mut hidden = Vec::new();
    for (piece, id) in view.pieces.iter_mut().zip((0..).map(PieceId)) {
        if !sees(game, state, seat, piece) {
            hidden.push(id);
            *piece = Piece {
                owner: piece.owner,
                place: piece.place,
                below: piece.below,
                ..Piece::BLANK
            };
        }
    }
    hidden.into_iter().for_each(|id| view.drop_more(id));
    forget_vars(game, &mut view, seat);
    view.chance = crate::chance::Streams::new(0);
    view
}

/// A state a seat cannot tell from the true one: what it does not see is dealt anew from what it
/// knows to be hidden, and chance starts from `seed`.
///
/// The result depends on the view and the seed only, not on how things really lie.
pub fn sample(game: &Game, state: &State, seat: Seat, seed: u64) -> State {
    let mut dealt = state.clone();
    dealt.chance = crate::chance::Streams::new(seed);
    forget_vars(game, &mut dealt, seat);
    for owner in (0..state.n_seats).map(Seat).chain([Seat::NONE]) {
        deal(game, &mut dealt, seat, owner, seed);
    }
    dealt
}

/// Deals the hidden faces of one owner anew, those for the most demanding zones first.
fn deal(game: &Game, state: &mut State, seat: Seat, owner: Seat, seed: u64) {
    let hidden: Vec<PieceId> = (0..state.pieces.len() as u16)
        .map(PieceId)
        .filter(|id| {
            let piece = state.piece(*id);
            piece.owner == owner && !sees(game, state, seat, piece)
        })
        .collect();
    let mut faces: Vec<(PieceId, Piece)> =
        hidden.iter().map(|id| (*id, *state.piece(*id))).collect();
    faces.sort_by_key(|(id, face)| {
        let more: Vec<_> = state.more_of(*id).iter().map(|more| (more.what, more.n)).collect();
        (face.prototype, face.counters, face.statuses, face.facing, face.shown, face.spent, more)
    });
    let salt = seed ^ (u64::from(owner.0) << 32);
    crate::chance::Rng::seeded(salt).shuffle(&mut faces);
    let kinds = |state: &State, id: PieceId| match state.piece(id).place {
        Place::Zone(list) => {
            game.zones.get(list.parts(game).0.index()).map_or(Mask::NONE, |z| z.kinds)
        }
        Place::Away | Place::Gone | Place::Board(_) => Mask::NONE,
    };
    let mut slots = hidden;
    slots.sort_by_key(|id| match kinds(state, *id).iter().count() {
        0 => usize::MAX,
        n_kinds => n_kinds,
    });
    let mut moves = Vec::with_capacity(slots.len());
    for id in slots {
        let wanted = kinds(state, id);
        let fits = |(_, face): &(PieceId, Piece)| {
            wanted.is_empty() || wanted.has(game.prototype(face.prototype).kind.index())
        };
        let at = faces.iter().position(fits).unwrap_or(0);
        if at < faces.len() {
            let (from, face) = faces.remove(at);
            moves.push((from, id));
            if let Some(piece) = state.pieces.get_mut(id.index()) {
                *piece = Piece { place: piece.place, below: piece.below, ..face };
            }
        }
    }
    state.move_more(moves);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::{self, Effect};
    use crate::modifier::Derived;
    use crate::sample::*;
    use crate::state::ZoneList;
    use proptest::prelude::*;

    /// Seat 0 and 1 each with prototypes 0..6, the first two in hand, the rest in the deck.
    fn dealt(seed: u64) -> State {
        let game = game();
        let mut state = State::new(&game, seed);
        let mut number = 0;
        for seat in [Seat(0), Seat(1)] {
            let deck = ZoneList::of(&game, DECK, seat);
            let hand = ZoneList::of(&game, HAND, seat);
            let mut change =
                |effect| effect::apply(&game, &mut state, &Derived::default(), &effect);
            for prototype in 0..6 {
                change(Effect::Create { prototype: PrototypeId(prototype), owner: seat });
                let piece = PieceId(number + prototype);
                change(Effect::Send { piece, list: deck, at: u16::MAX });
            }
            change(Effect::Shuffle(deck));
            for piece in [number, number + 1] {
                change(Effect::Send { piece: PieceId(piece), list: hand, at: u16::MAX });
            }
            number += 6;
        }
        state
    }

    proptest! {
        #[test]
        fn samples_look_the_same_from_the_seat_and_keep_the_cards(seed in 0u64..500, deal in 0u64..9) {
            let game = game();
            let state = dealt(seed);
            for seat in [Seat(0), Seat(1)] {
                let other = sample(&game, &state, seat, deal);
                prop_assert_eq!(view(&game, &state, seat), view(&game, &other, seat));
                let faces = |state: &State| {
                    let mut faces: Vec<_> =
                        state.pieces.iter().map(|p| (p.owner, p.prototype)).collect();
                    faces.sort();
                    faces
                };
                prop_assert_eq!(faces(&state), faces(&other));
                check_state(&other);
                // What is dealt follows from the view and the seed alone.
                let again = sample(&game, &other, seat, deal);
                prop_assert_eq!(again, other);
            }
        }
    }

    /// The sample game holds `pool` (start 5) and `holder` a seat; here `pool` is secret.
    #[test]
    fn secret_numbers_are_seen_by_their_seat_only() {
        let mut game = (*game()).clone();
        game.secret_vars = vec![VarId(0)];
        let mut state = State::new(&game, 1);
        for (seat, value) in [(Seat(0), 8), (Seat(1), 2)] {
            state.set_var(&game, Some(seat), VarId(0), value);
            state.set_var(&game, Some(seat), VarId(1), value);
        }
        let seen = |state: &State| {
            [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(seat, var)| state.var(&game, Some(Seat(seat)), VarId(var)))
        };
        assert_eq!(seen(&view(&game, &state, Seat(0))), [8, 5, 8, 2]);
        assert_eq!(seen(&sample(&game, &state, Seat(1), 3)), [5, 2, 8, 2]);
        assert_eq!(seen(&view(&game, &state, Seat::NONE)), [5, 5, 8, 2]);
        assert!(sees_var(&game, Seat(0), Seat(1), VarId(1)));
        assert!(!sees_var(&game, Seat(0), Seat(1), VarId(0)));
    }

    #[test]
    fn a_hand_is_seen_by_its_owner_and_a_deck_by_nobody() {
        let (game, state) = (game(), dealt(1));
        let seen = |seat| {
            let view = view(&game, &state, seat);
            view.pieces.iter().filter(|piece| piece.prototype != HIDDEN).count()
        };
        assert_eq!((seen(Seat(0)), seen(Seat(1)), seen(Seat::NONE)), (2, 2, 0));
    }
}
