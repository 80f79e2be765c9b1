//! What a seat may know, and states that fit what it knows.

use crate::game::{Game, Sight};
use crate::id::*;
use crate::state::{Piece, Place, State};

mod deal;

pub use deal::{Unseen, sample};

/// What stands for a piece whose face is hidden.
pub const HIDDEN: PrototypeId = PrototypeId(u16::MAX);

/// Whether a seat sees what a piece is. [`Seat::NONE`] stands for a spectator.
///
/// A piece that left the match is seen by those who knew it when it left.
pub fn sees(game: &Game, state: &State, seat: Seat, id: PieceId) -> bool {
    let piece = state.piece(id);
    let list = match piece.place {
        Place::Zone(list) => list,
        Place::Gone => return piece.shown || state.memory.of(id).is_gone_for(seat),
        Place::Away | Place::Board(_) => return true,
    };
    let (zone, owner) = list.parts(game);
    let Some(rule) = game.zones.get(zone.index()) else { return true };
    match rule.sight {
        Sight::All => true,
        Sight::Owner => owner == seat && seat != Seat::NONE,
        Sight::Nobody | Sight::Contents => false,
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
        if !sees(game, state, seat, id) {
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
    view.memory.clear();
    view
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

    proptest! {
        #[test]
        fn a_seat_keeps_what_it_knows_of_hidden_pieces(
            moves in prop::collection::vec((0u16..12, 0usize..4, 0u8..2, any::<bool>()), 0..40),
            deal in 0u64..9,
            is_known in any::<bool>(),
        ) {
            let mut game = (*game()).clone();
            if is_known {
                game.zones[DECK.index()].sight = Sight::Contents;
            }
            let mut state = dealt(3);
            for (piece, zone, seat, shuffles) in moves {
                let zones = [DECK, HAND, DISCARD, DISCARD];
                let list = ZoneList::of(&game, zones[zone], Seat(seat));
                let mut change =
                    |effect| effect::apply(&game, &mut state, &Derived::default(), &effect);
                if zone == 3 {
                    change(Effect::Remove { piece: PieceId(piece) });
                    continue;
                }
                change(Effect::Send { piece: PieceId(piece), list, at: u16::MAX });
                if shuffles {
                    change(Effect::Shuffle(list));
                }
            }
            for seat in [Seat(0), Seat(1)] {
                let other = sample(&game, &state, seat, deal);
                prop_assert_eq!(view(&game, &state, seat), view(&game, &other, seat));
                check_known(&game, (&state, &other), seat);
                prop_assert_eq!(sample(&game, &other, seat, deal), other);
            }
        }
    }

    /// What a seat knows lies in a sample where it knows it to be.
    fn check_known(game: &Game, (state, other): (&State, &State), seat: Seat) {
        let sorted = |state: &State, ids: &[PieceId]| {
            let mut faces: Vec<_> = ids.iter().map(|id| state.piece(*id).prototype).collect();
            faces.sort();
            faces
        };
        for list in (0..game.n_zone_lists() as u16).map(ZoneList) {
            let (zone, owner) = list.parts(game);
            if game.zones[zone.index()].sight == Sight::Contents && owner == seat {
                let ids = state.zone(list);
                assert_eq!(sorted(state, ids), sorted(other, ids), "the contents of a deck");
            }
        }
        let mut pools = std::collections::BTreeMap::<u16, Vec<PieceId>>::new();
        for id in (0..state.pieces.len() as u16).map(PieceId) {
            let known = state.memory.of(id);
            pools.entry(known.pool).or_default().push(id);
            if known.is_known_by(seat) {
                assert_eq!(state.piece(id).prototype, other.piece(id).prototype, "{known:?}");
            }
        }
        pools.remove(&0);
        for ids in pools.values() {
            let known = |state: &State| {
                let among = |id: &&PieceId| state.memory.of(**id).pool_for(seat).is_some();
                sorted(state, &ids.iter().filter(among).copied().collect::<Vec<_>>())
            };
            assert_eq!(known(state), known(other), "what is known to be in a pool");
        }
    }

    /// Seat 1 sees a card, and sees where it goes.
    #[test]
    fn what_was_seen_is_known_until_it_is_shuffled_and_then_where_it_can_be() {
        let game = game();
        let mut state = dealt(5);
        let (deck, hand, discard) = (
            ZoneList::of(&game, DECK, Seat(0)),
            ZoneList::of(&game, HAND, Seat(0)),
            ZoneList::of(&game, DISCARD, Seat(0)),
        );
        let card = PieceId(0);
        let face = |state: &State, id: PieceId| state.piece(id).prototype;
        let send = |state: &mut State, piece: PieceId, list| {
            let effect = Effect::Send { piece, list, at: u16::MAX };
            effect::apply(&game, state, &Derived::default(), &effect);
        };
        let in_hand = |state: &State, what: PrototypeId| {
            let hand = state.zone(hand).iter().any(|id| state.piece(*id).prototype == what);
            let deck = state.zone(deck).iter().any(|id| state.piece(*id).prototype == what);
            assert!(hand != deck);
            hand
        };
        let count = |state: &State, what: PrototypeId| {
            let samples = (0..200).map(|seed| sample(&game, state, Seat(1), seed));
            samples.filter(|other| in_hand(other, what)).count()
        };
        let what = face(&state, card);
        assert!(count(&state, what) < 200, "nobody showed it");
        send(&mut state, card, discard);
        send(&mut state, card, hand);
        assert_eq!(count(&state, what), 200, "everybody saw it go there");
        send(&mut state, card, deck);
        assert_eq!(count(&state, what), 0, "it lies on the deck");
        effect::apply(&game, &mut state, &Derived::default(), &Effect::Shuffle(deck));
        assert_eq!(count(&state, what), 0, "it was shuffled into the deck");
        let top = *state.zone(deck).last().unwrap();
        send(&mut state, top, hand);
        let drawn = count(&state, what);
        assert!((20..70).contains(&drawn), "one of five was drawn: {drawn} of 200");
    }

    /// Cards of seat 0 that are removed from its hand, from its deck, and from an open pile.
    #[test]
    fn what_is_removed_is_seen_by_those_who_knew_it() {
        let game = game();
        let mut state = dealt(5);
        let mut change = |effect| effect::apply(&game, &mut state, &Derived::default(), &effect);
        let list = |zone| ZoneList::of(&game, zone, Seat(0));
        let (held, drawn, open) = (PieceId(0), PieceId(3), PieceId(1));
        change(Effect::Send { piece: open, list: list(DISCARD), at: u16::MAX });
        for piece in [held, drawn, open] {
            change(Effect::Remove { piece });
            change(Effect::Remove { piece });
        }
        let check = |state: &State, seat, expected| {
            let seen = view(&game, state, seat);
            let is_seen = |id| seen.piece(id).prototype != HIDDEN;
            assert_eq!([held, drawn, open].map(is_seen), expected, "{seat:?}");
        };
        check(&state, Seat(0), [true, false, true]);
        check(&state, Seat(1), [false, false, true]);
        check(&state, Seat::NONE, [false, false, true]);
        let faces = |piece| {
            let dealt = (0..50).map(|seed| sample(&game, &state, Seat(1), seed));
            dealt
                .map(|other| other.piece(piece).prototype)
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert!(faces(held).len() > 3, "it can be whatever is not seen");
        assert_eq!(faces(open).len(), 1);
        // What is shown before it leaves is seen by all.
        let shown = PieceId(4);
        for effect in [Effect::Show { piece: shown }, Effect::Remove { piece: shown }] {
            effect::apply(&game, &mut state, &Derived::default(), &effect);
        }
        assert!(sees(&game, &state, Seat(1), shown));
        // What comes back into the open is seen by all, and its number tells nothing later.
        let put = Effect::Send { piece: held, list: list(DISCARD), at: u16::MAX };
        effect::apply(&game, &mut state, &Derived::default(), &put);
        assert!(sees(&game, &state, Seat(1), held));
        effect::apply(&game, &mut state, &Derived::default(), &Effect::Remove { piece: held });
        assert!(sees(&game, &state, Seat(1), held));
    }

    /// Of what was seen and shuffled, what may not lie in a hand never comes to lie there.
    #[test]
    fn what_is_known_is_dealt_only_where_it_may_lie() {
        let mut game = (*game()).clone();
        let units = game.prototypes[0].kind;
        game.zones[HAND.index()].kinds = crate::mask::Mask::of(units.index());
        let other_kind = KindId(if units.0 == 0 { 1 } else { 0 });
        for prototype in [3, 4, 5] {
            game.prototypes[prototype].kind = other_kind;
        }
        for prototype in [0, 1, 2] {
            game.prototypes[prototype].kind = units;
        }
        let mut state = State::new(&game, 9);
        let list = |zone| ZoneList::of(&game, zone, Seat(0));
        for number in 0..6 {
            let mut change =
                |effect| effect::apply(&game, &mut state, &Derived::default(), &effect);
            change(Effect::Create { prototype: PrototypeId(number), owner: Seat(0) });
            // The units were seen, the others were not.
            let (piece, at) = (PieceId(number), u16::MAX);
            if number < 3 {
                change(Effect::Send { piece, list: list(DISCARD), at });
            }
            change(Effect::Send { piece, list: list(DECK), at });
        }
        effect::apply(&game, &mut state, &Derived::default(), &Effect::Shuffle(list(DECK)));
        let is_unit = |state: &State, id: PieceId| state.piece(id).prototype.0 < 3;
        let deck = state.zone(list(DECK)).to_vec();
        let units: Vec<PieceId> = deck.into_iter().filter(|id| is_unit(&state, *id)).collect();
        for piece in units.into_iter().take(2) {
            let effect = Effect::Send { piece, list: list(HAND), at: u16::MAX };
            effect::apply(&game, &mut state, &Derived::default(), &effect);
        }
        for seed in 0..50 {
            let other = sample(&game, &state, Seat(1), seed);
            let hand = other.zone(list(HAND));
            assert!(hand.iter().all(|id| is_unit(&other, *id)), "seed {seed}");
            assert_eq!(sample(&game, &other, Seat(1), seed), other, "seed {seed}");
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

    /// Here `holder` is a die of six sides.
    #[test]
    fn secret_dice_are_rolled_anew_for_others() {
        let mut game = (*game()).clone();
        game.secret_vars = vec![VarId(1)];
        game.secret_dice = vec![(VarId(1), 6)];
        let mut state = State::new(&game, 1);
        let die = |state: &State, seat| state.var(&game, Some(Seat(seat)), VarId(1));
        assert_eq!(die(&sample(&game, &state, Seat(0), 3), 1), 0, "not rolled yet");
        let mut seen = [0; 6];
        for result in [2, 5] {
            state.set_var(&game, Some(Seat(0)), VarId(1), 4);
            state.set_var(&game, Some(Seat(1)), VarId(1), result);
            assert_eq!(die(&view(&game, &state, Seat(0)), 1), 0);
            for seed in 0..600 {
                let dealt = sample(&game, &state, Seat(0), seed);
                assert_eq!(die(&dealt, 0), 4, "one's own stays");
                seen[usize::try_from(die(&dealt, 1) - 1).unwrap()] += 1;
                assert_eq!(sample(&game, &dealt, Seat(0), seed), dealt, "whatever it really is");
            }
        }
        assert!(seen.iter().all(|n| (140..260).contains(n)), "{seen:?}");
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
