//! The floors of a match: pieces that others stand on, with exits, passages and slides.
//!
//! A game names the kind of its floors and the number on their sides that leads out
//! ([`FloorRule`](crate::game::FloorRule)). They lie below everything on their cell and are not in
//! the way; a cell without one is a hole. What the board knows about [`Floors`] and [`Passages`]
//! is asked about them as they lie now.

use crate::board::{Cell, Exits, Facing, FloorError, FloorId, Floors, Passages, Side, Slide};
use crate::effect::Effect;
use crate::filter::Scene;
use crate::game::Game;
use crate::modifier::Derived;
use crate::state::State;

/// The floors as they lie now; nothing if the game has none. The floor of a cell has the number
/// of that cell. Modifiers can open and close sides.
pub fn floors(game: &Game, state: &State, derived: &Derived) -> Option<Floors> {
    let rule = game.floors?;
    let board = &game.board;
    let n_sides = usize::from(board.n_sides());
    let stride = (board.n_directions() / board.n_sides().max(1)).max(1);
    let scene = Scene { game, state, derived };
    let exits = |cell: Cell| {
        let Some(floor) = state.floor_at(cell) else { return Exits::default() };
        let number = |side: &usize| scene.side(floor, rule.exits, side * usize::from(stride));
        Exits::on((0..n_sides).filter(|side| number(side) != 0).map(|side| Side(side as u8)))
    };
    let exits: Vec<Exits> = board.cells().iter().map(exits).collect();
    let mut floors = Floors::new(board, &exits).ok()?;
    for cell in &state.floored {
        let facing = state.floor_at(cell).map_or(0, |id| state.piece(id).facing) / stride;
        floors.lay(FloorId(cell.0), cell, Facing(facing)).ok()?;
    }
    Some(floors)
}

/// The passages between the floors as they lie now; nothing if the game has no floors.
pub fn passages(game: &Game, state: &State, derived: &Derived) -> Option<Passages> {
    let rule = game.floors?;
    let board = &game.board;
    let n_sides = board.n_sides().max(1);
    let stride = (board.n_directions() / n_sides).max(1);
    let scene = Scene { game, state, derived };
    let mut exits = vec![0u16; board.n_cells()];
    for cell in &state.floored {
        let (Some(floor), Some(mask)) = (state.floor_at(cell), exits.get_mut(cell.index())) else {
            continue;
        };
        // What points to a direction is the side that lies as many steps before it.
        let turned = state.piece(floor).facing / stride % n_sides;
        for towards in 0..board.n_sides() {
            let side = (towards + n_sides - turned) % n_sides * stride;
            if scene.side(floor, rule.exits, side.into()) != 0 {
                *mask |= 1 << (towards * stride);
            }
        }
    }
    Some(Passages::between(board, board.cells() - &state.floored, &exits))
}

/// All slides that are possible now, in the order of holes, then of the farthest floors: into
/// holes on which nothing stands.
pub fn slides(game: &Game, state: &State) -> Vec<Slide> {
    if game.floors.is_none() {
        return Vec::new();
    }
    let board = &game.board;
    let mut slides = Vec::new();
    for hole in board.cells() - &state.floored - &state.occupied {
        for direction in board.directions().filter(|d| board.edge(hole, *d).is_some()) {
            let line = board.line(hole, direction).iter().copied();
            let floors = line.take_while(|cell| state.floored.contains(*cell));
            slides.extend(floors.map(|from| Slide { hole, from }));
        }
    }
    slides.sort_unstable();
    slides
}

/// Which cell's floor goes where in a slide, nearest to the hole first.
///
/// # Errors
/// Something lies or stands on the hole, there is no floor to push, or no straight line of floors
/// leads from it to the hole.
pub fn moves_of(game: &Game, state: &State, slide: Slide) -> Result<Vec<(Cell, Cell)>, FloorError> {
    let Slide { hole, from } = slide;
    let board = &game.board;
    if !board.contains(hole) || state.floored.contains(hole) {
        return Err(FloorError::NoHole(hole));
    }
    if state.occupied.contains(hole) {
        return Err(FloorError::Taken(hole));
    }
    if !state.floored.contains(from) {
        return Err(FloorError::NoFloor(from));
    }
    let direction = board.direction_to(hole, from).filter(|d| board.edge(hole, *d).is_some());
    let between = direction.and_then(|_| board.between(hole, from));
    let between = between.ok_or(FloorError::NotInLine(slide))?;
    let mut to = hole;
    let mut moves = Vec::with_capacity(between.len() + 1);
    for from in between.iter().chain([&from]).copied() {
        if !state.floored.contains(from) {
            return Err(FloorError::NotInLine(slide));
        }
        moves.push((from, to));
        to = from;
    }
    Ok(moves)
}

/// Whether applying an effect to a state can move floors.
pub(crate) fn moves_floors(game: &Game, state: &State, effect: &Effect) -> bool {
    if let Effect::Put { piece, .. } | Effect::Send { piece, .. } | Effect::Remove { piece } =
        *effect
    {
        return game.is_floor(state.piece(piece).prototype);
    }
    matches!(effect, Effect::Slide { .. })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use core::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::board::{Board, BoardPlan, Direction, ReachPath, Shape};
    use crate::effect;
    use crate::filter::{Filter, Scene};
    use crate::game::{FloorRule, Prototype};
    use crate::id::*;
    use crate::sample;
    use crate::view;

    const HERO: PrototypeId = PrototypeId(1);
    const EXIT: SideStatId = SideStatId(0);

    /// Three by three squares: prototype 0 is a floor that leads out north and east, 1 a hero.
    fn game() -> Arc<Game> {
        let mut game = (*sample::game()).clone();
        let shape = Shape::Square { width: 3, height: 3, diagonals: false, without: Vec::new() };
        game.board = Arc::new(Board::build(&BoardPlan::of(shape)).unwrap());
        game.floors = Some(FloorRule { kind: KindId(1), exits: EXIT });
        game.combat = None;
        game.names.kinds = ["hero", "floor"].into_iter().collect();
        game.prototypes = vec![
            Prototype { kind: KindId(1), sides: vec![vec![1, 1, 0, 0]], ..Prototype::default() },
            Prototype { id: "hero".into(), ..Prototype::default() },
        ];
        Arc::new(game)
    }

    fn change(game: &Game, state: &mut State, effect: Effect) {
        effect::apply(game, state, &Derived::default(), &effect);
    }

    /// Floors on all cells but the middle, with these facings, and a hero on each of these cells.
    fn arena(facings: &[u8; 9], heroes: &[u16]) -> (Arc<Game>, State) {
        let game = game();
        let mut state = State::new(&game, 0);
        let mut add = |prototype, cell: u16, facing| {
            let piece = PieceId(state.pieces.len() as u16);
            change(&game, &mut state, Effect::Create { prototype, owner: Seat::NONE });
            change(&game, &mut state, Effect::Put { piece, cell: Cell(cell), facing });
        };
        for (cell, facing) in (0..9).zip(facings).filter(|(cell, _)| *cell != 4) {
            add(PrototypeId(0), cell, *facing);
        }
        heroes.iter().for_each(|cell| add(HERO, *cell, 0));
        (game, state)
    }

    fn heroes(state: &State) -> Vec<u16> {
        state.occupied.iter().map(|cell| cell.0).collect()
    }

    #[test]
    fn a_floor_lies_below_and_is_not_in_the_way() {
        let (game, mut state) = arena(&[0; 9], &[0, 0]);
        assert_eq!((heroes(&state), state.floored.count()), (vec![0], 8));
        let on_corner: Vec<u16> =
            state.on_board().filter(|(c, _)| c.0 == 0).map(|(_, id)| id.0).collect();
        assert_eq!(on_corner, [9, 8, 0], "top first, the floor last");
        let second = Effect::Put { piece: PieceId(1), cell: Cell(0), facing: 0 };
        change(&game, &mut state, second);
        assert_eq!(state.floor_at(Cell(1)), Some(PieceId(1)), "two floors never share a cell");
        change(&game, &mut state, Effect::Remove { piece: PieceId(0) });
        assert_eq!((state.floor_at(Cell(0)), state.at(Cell(0))), (None, Some(PieceId(9))));
        sample::check_state(&state);
    }

    /// A filter that names floors, or others, or both, finds what a look at each piece finds, in the
    /// same order; one that names nothing means no floors.
    #[test]
    fn filters_find_floors_where_they_lie() {
        let (game, mut state) = arena(&[0; 9], &[0, 4, 8, 0]);
        let slide = Effect::Slide { hole: Cell(4), from: Cell(1) };
        change(&game, &mut state, slide);
        change(&game, &mut state, Effect::Remove { piece: PieceId(2) });
        let derived = Derived::default();
        let scene = Scene { game: &game, state: &state, derived: &derived };
        let kinds =
            |all: &[usize]| Filter { kinds: all.iter().copied().collect(), ..Filter::default() };
        let prototype = |id| Filter { prototype: Some(PrototypeId(id)), ..Filter::default() };
        let cases = [
            (kinds(&[1]), 7, true),
            (kinds(&[0]), 4, true),
            (kinds(&[0, 1]), 11, true),
            (prototype(0), 7, true),
            (prototype(1), 4, true),
            (Filter { prototype: Some(PrototypeId(0)), ..kinds(&[0]) }, 0, true),
            (Filter::default(), 4, false),
        ];
        for (filter, n, means_floors) in cases {
            let asked = filter.asked(scene, Seat(0), None);
            let mut found = Vec::new();
            asked.visit(|cell, id| {
                found.push((cell, id));
                ControlFlow::Continue(())
            });
            let all = state.on_board().filter(|(_, id)| means_floors || !state.is_laid(*id));
            let meant: Vec<_> = all.filter(|(_, id)| asked.means(*id)).collect();
            assert_eq!((found.len(), &found), (n, &meant), "{filter:?}");
        }
    }

    /// `0 1 2 / 3 . 5 / 6 7 8`: the floor of 3 slides into the middle and takes its heroes along.
    #[test]
    fn a_slide_takes_along_all_that_stands_on_the_floors() {
        let (game, mut state) = arena(&[0, 0, 0, 3, 0, 0, 0, 0, 0], &[3, 3, 8]);
        let can: Vec<(u16, u16)> =
            slides(&game, &state).iter().map(|slide| (slide.hole.0, slide.from.0)).collect();
        assert_eq!(can, [(4, 1), (4, 3), (4, 5), (4, 7)]);
        let floor = state.floor_at(Cell(3));
        change(&game, &mut state, Effect::Slide { hole: Cell(4), from: Cell(3) });
        assert_eq!((state.floor_at(Cell(4)), state.floor_at(Cell(3))), (floor, None));
        assert_eq!(floor.map(|id| state.piece(id).facing), Some(3), "its rotation stays");
        assert_eq!((heroes(&state), state.standing(Cell(4)).count()), (vec![4, 8], 2));
        sample::check_state(&state);
        let wrong = Effect::Slide { hole: Cell(3), from: Cell(7) };
        let before = state.clone();
        change(&game, &mut state, wrong);
        assert_eq!(state, before, "no straight line leads there");
    }

    proptest! {
        /// What is told from the state is what floors say that are laid one by one.
        #[test]
        fn passages_are_those_of_floors_laid_one_by_one(
            facings in prop::array::uniform9(0u8..4), heroes in prop::collection::vec(0u16..9, 0..3)
        ) {
            let (game, state) = arena(&facings, &heroes);
            let mut derived = Derived::default();
            derived.refresh(&game, &state);
            let laid = floors(&game, &state, &derived).unwrap();
            let (now, laid) =
                (passages(&game, &state, &derived).unwrap(), Passages::of(&game.board, &laid));
            let reached = |passages: &Passages, cell| {
                passages.reach(&game.board, ReachPath::Through, cell, |_| false)
            };
            for cell in game.board.cells() {
                prop_assert_eq!(now.neighbors(cell), laid.neighbors(cell));
                prop_assert_eq!(now.moves(cell), laid.moves(cell));
                for to in game.board.cells() {
                    let costs = [&now, &laid].map(|it| reached(it, cell).cost(to));
                    prop_assert_eq!(costs[0], costs[1]);
                }
            }
        }
    }

    /// Floors lead out north and east; on cell 0 rotated once they lead out east and south.
    #[test]
    fn passages_follow_rotation_and_modifiers() {
        let (game, state) = arena(&[1, 2, 0, 0, 0, 0, 0, 0, 0], &[]);
        let ways = |state: &State, derived: &Derived, cell| {
            let passages = passages(&game, state, derived).unwrap();
            passages.neighbors(Cell(cell)).iter().map(|cell| cell.0).collect::<Vec<u16>>()
        };
        let mut derived = Derived::default();
        derived.refresh(&game, &state);
        // Cell 1 rotated twice leads out south and west; cell 3 not rotated leads out north.
        assert_eq!(ways(&state, &derived, 0), [1, 3]);
        assert_eq!(ways(&state, &derived, 1), [0], "south lies the hole");
        let reach = passages(&game, &state, &derived).unwrap().reach(
            &game.board,
            ReachPath::Curve,
            Cell(1),
            |_| false,
        );
        assert_eq!((reach.cost(Cell(3)), reach.cost(Cell(6))), (Some(2), None));
        let line = passages(&game, &state, &derived).unwrap();
        assert_eq!(line.line(&game.board, Cell(0), Direction(2)), [Cell(3)]);
    }

    /// The match keeps its passages until a floor moves or a modifier opens a side.
    #[test]
    fn passages_are_kept_as_long_as_they_are_true() {
        let (game, state) = arena(&[1, 2, 0, 0, 0, 0, 0, 0, 0], &[8]);
        let mut rule = (*game).clone();
        rule.marks[0].adds_sides = vec![(EXIT, 1)];
        let setup = crate::the_match::Setup::default();
        let mut the_match = crate::the_match::Match::new(Arc::new(rule), setup);
        let guard = crate::state::Mark {
            kind: sample::GUARD,
            on: PieceId(1),
            owner: Seat::NONE,
            source: PieceId::NONE,
            n: 1,
        };
        let effects = state.pieces.iter().enumerate().flat_map(|(at, piece)| {
            let create = Effect::Create { prototype: piece.prototype, owner: Seat::NONE };
            let (cell, piece_id) = (piece.cell().unwrap(), PieceId(at as u16));
            [create, Effect::Put { piece: piece_id, cell, facing: piece.facing }]
        });
        let moves = [
            Effect::Put { piece: PieceId(8), cell: Cell(0), facing: 0 },
            Effect::Put { piece: PieceId(1), cell: Cell(1), facing: 3 },
            Effect::Mark(guard),
            Effect::Slide { hole: Cell(4), from: Cell(1) },
            Effect::Unmark { kind: sample::GUARD, piece: PieceId(1) },
            Effect::Remove { piece: PieceId(0) },
        ];
        for effect in effects.chain(moves) {
            the_match.apply(effect, PieceId::NONE);
            let kept = the_match.passages().unwrap();
            let scene = the_match.scene();
            let anew = passages(scene.game, scene.state, scene.derived).unwrap();
            assert_eq!(*kept, anew, "after {effect:?}");
        }
        let kept = the_match.passages().unwrap();
        the_match.apply(Effect::Put { piece: PieceId(8), cell: Cell(6), facing: 0 }, PieceId::NONE);
        assert!(Arc::ptr_eq(&kept, &the_match.passages().unwrap()), "a hero changes nothing");
    }

    proptest! {
        #[test]
        fn slides_lose_nothing_and_turn_back(
            facings in prop::array::uniform9(0u8..4),
            riders in prop::collection::vec(0u16..9, 0..5),
            picks in prop::collection::vec(0usize..99, 1..12),
        ) {
            let riders: Vec<u16> = riders.into_iter().filter(|cell| *cell != 4).collect();
            let (game, mut state) = arena(&facings, &riders);
            for pick in picks {
                let slides = slides(&game, &state);
                let slide = slides[pick % slides.len()];
                let before = state.clone();
                let Slide { hole, from } = slide;
                change(&game, &mut state, Effect::Slide { hole, from });
                sample::check_state(&state);
                prop_assert_eq!(state.floored.count(), 8);
                prop_assert!(!state.floored.contains(from));
                let mut back = state.clone();
                change(&game, &mut back, Effect::Slide { hole: from, from: hole });
                prop_assert_eq!(&back, &before);
                prop_assert_eq!(view::view(&game, &state, Seat(0)).floors, state.floors.clone());
                let text = serde_json::to_string(&state).unwrap();
                let read: State = serde_json::from_str(&text).unwrap();
                prop_assert_eq!(read.digest(), state.digest());
            }
        }
    }
}
