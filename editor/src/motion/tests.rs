//! Positions before and after, and what is to be seen between them.

use std::sync::Arc;

use harena_engine::board::{Board, BoardPlan, Shape};
use harena_engine::combat::Strike;
use harena_engine::game::Game;
use harena_engine::log::Entry;
use harena_engine::state::{Piece, Place};

use super::*;

/// A position on seven hexes with pieces on these cells, facing so; none for one that is away.
fn position(pieces: &[Option<(u16, u8)>]) -> State {
    let mut game = Game { n_seats: 2, ..Game::default() };
    game.board = Arc::new(Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap());
    let mut state = State::new(&game, 1);
    let piece = |at: &Option<(u16, u8)>| match at {
        Some((cell, facing)) => {
            Piece { place: Place::Board(Cell(*cell)), facing: *facing, ..Piece::BLANK }
        }
        None => Piece { place: Place::Away, ..Piece::BLANK },
    };
    state.pieces = pieces.iter().map(piece).collect();
    state
}

fn struck(attacker: u16, target: u16) -> Entry {
    let strike = Strike {
        attacker: PieceId(attacker),
        owner: Seat(0),
        target: PieceId(target),
        mode: ModeId(0),
        attack: 0,
        damage: 1,
        cancelled: false,
    };
    let what = What::Struck(strike);
    Entry { what, instant: 0, by: PieceId(attacker), action: 1, to: Seat::NONE, seen: None }
}

fn acts(motion: &Motion) -> Vec<(u16, Act)> {
    motion.all().iter().map(|it| (it.piece.0, it.act)).collect()
}

#[test]
fn pieces_that_came_went_rotated_and_left_move() {
    let before = position(&[None, Some((1, 0)), Some((2, 5)), Some((3, 0)), Some((4, 2))]);
    let after = position(&[Some((0, 0)), Some((6, 0)), Some((2, 1)), None, Some((4, 2))]);
    let motion = Motion::between(&before, &after, &[], false);
    let expected =
        [(0, Act::Place), (1, Act::Go(Cell(1))), (2, Act::Rotate(-4)), (3, Act::Fall(Cell(3)))];
    assert_eq!(acts(&motion), expected);
    assert_eq!(shorter(-4.0, 6), 2.0, "by the shorter way");
    assert!(motion.stance(PieceId(4)).is_none());
}

#[test]
fn who_is_struck_shakes_and_falls_after_the_blow() {
    let before = position(&[Some((0, 0)), Some((1, 0))]);
    let after = position(&[Some((0, 0)), None]);
    let mut motion = Motion::between(&before, &after, &[struck(0, 1)], false);
    assert_eq!(motion.stance(PieceId(1)).unwrap().opacity, 1.0);
    assert!(motion.pass(0.09));
    let (cell, out) = motion.stance(PieceId(0)).unwrap().toward.unwrap();
    assert_eq!(cell, Cell(1));
    assert!((out - 0.18).abs() < 0.01, "{out} radii forward");
    assert!(motion.pass(0.28));
    let falling = motion.stance(PieceId(1)).unwrap();
    assert!(falling.opacity < 0.9 && falling.scale < 1.0, "{falling:?}");
    assert!(!motion.pass(0.17), "nothing moves once all is over");
    assert!(motion.stance(PieceId(0)).is_none());
}

#[test]
fn calm_motion_only_fades_and_is_soon_over() {
    let before = position(&[Some((0, 0)), Some((1, 0)), Some((2, 0))]);
    let after = position(&[Some((5, 0)), None, Some((2, 3))]);
    let mut motion = Motion::between(&before, &after, &[], true);
    motion.pass(0.04);
    for piece in [0, 1, 2].map(PieceId) {
        let Stance { opacity, .. } = motion.stance(piece).unwrap();
        let still = Stance { opacity, ..Stance::default() };
        assert_eq!(motion.stance(piece), Some(still), "nothing moves or turns");
        assert!((opacity - 0.5).abs() < 0.01);
    }
    assert!(!motion.pass(0.04));
}

#[test]
fn a_match_that_is_opened_is_simply_there() {
    let before = position(&[None; 60]);
    let after = position(&[Some((0, 0)); 60]);
    assert!(!Motion::between(&before, &after, &[], false).moves());
}
