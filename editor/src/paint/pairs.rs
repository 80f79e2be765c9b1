//! Pairs of touching sides: whether the numbers at a border are the same, and which count at a
//! stone.

use egui::{Color32, Pos2, vec2};
use harena_engine::board::{Cell, Direction};
use harena_engine::id::*;

use super::board::Canvas;
use super::face::{Body, Face, Number};
use crate::draw::{Pen, outline};
use crate::scene::View;
use crate::theme::{mix, paper};

/// A side of a piece with a number, and what lies beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Where that is.
    pub beyond: Cell,
    /// The number at the side.
    pub own: i16,
    /// The number that touches it; nothing where a landmark lies.
    pub other: Option<i16>,
}

/// What the sides of a piece touch whose numbers are worth comparing.
pub fn touches(view: View, cell: Cell, face: &Face) -> Vec<Touch> {
    let board = &view.game.board;
    let n = board.n_directions().max(1);
    let paired = |stat: SideStatId| view.book.pairs.get(stat.index()).copied().unwrap_or(false);
    let touch = |(stat, side, number): &(SideStatId, u8, Number)| {
        let direction = Direction((side + face.facing) % n);
        let beyond = *board.line(cell, direction).first()?;
        let there = view.face(view.shown.state.at(beyond)?);
        let own = number.now;
        if there.body == Body::Site {
            let open = !(there.silenced || there.tilted);
            return open.then_some(Touch { beyond, own, other: None });
        }
        let back = board.opposite(direction).0;
        let facing = |side: u8| (side + there.facing) % n == back;
        let found = there.numbers.iter().find(|(other, side, _)| other == stat && facing(*side));
        found.map(|(.., number)| Touch { beyond, own, other: Some(number.now) })
    };
    face.numbers.iter().filter(|(stat, ..)| paired(*stat)).filter_map(touch).collect()
}

impl Canvas<'_> {
    /// Draws at the borders of a piece that is about to be laid whether the numbers there are the
    /// same, and an arrow where one counts at a stone.
    pub fn draw_pairs(&self, pen: &mut Pen, view: View, cell: Cell, face: &Face) {
        let here = self.center(cell);
        let r = self.layout.radius();
        for touch in touches(view, cell, face) {
            let there = self.center(touch.beyond);
            let border = here + (there - here) * 0.5;
            match touch.other {
                Some(other) => sign(pen, border, (r * 0.22).clamp(7.5, 12.0), touch.own == other),
                None => arrow(pen, (border, there), r, face.livery.rim),
            }
        }
    }
}

/// "=" on green, "≠" on dark.
fn sign(pen: &mut Pen, at: Pos2, r: f32, same: bool) {
    let fill = if same { paper::RAISED } else { mix(paper::INK, Color32::BLACK, 0.2) };
    let ink = if same { Color32::WHITE } else { Color32::from_rgb(0xff, 0xb3, 0xa6) };
    pen.token(at, r, fill, (0.16 * r, paper::HALO));
    for down in [-0.24, 0.24] {
        let ends = [at + vec2(-0.46, down) * r, at + vec2(0.46, down) * r];
        pen.line(&ends, false, (0.2 * r, ink));
    }
    if !same {
        let ends = [at + vec2(0.34, -0.62) * r, at + vec2(-0.34, 0.62) * r];
        pen.line(&ends, false, (0.18 * r, ink));
    }
}

/// An arrow across a border, in the color of a seat.
fn arrow(pen: &mut Pen, (at, to): (Pos2, Pos2), r: f32, color: Color32) {
    let along = (to - at).normalized();
    let point = |out: f32, across: f32| at + (along * out + along.rot90() * across) * r;
    let mut points = vec![
        point(-0.16, -0.09),
        point(0.02, -0.09),
        point(0.02, -0.2),
        point(0.26, 0.0),
        point(0.02, 0.2),
        point(0.02, 0.09),
        point(-0.16, 0.09),
    ];
    if !outline::is_clockwise(&points) {
        points.reverse();
    }
    pen.line(&points, true, (3.0, paper::HALO));
    pen.flat(&points, color);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use harena_engine::board::{Board, BoardPlan, Shape};
    use harena_engine::game::{Game, Prototype};
    use harena_engine::state::{Piece, Place, State};
    use serde_json::{Value, json};

    use super::*;
    use crate::links::Shown;

    /// A tile with the numbers 1 to 6 around it in the middle of seven hexes, rotated so, and one
    /// with 2 on all sides beyond the side that points to cell 4; what touches, with these looks.
    fn found(facing: u8, looks: &Value) -> Vec<(i16, Option<i16>)> {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.board = Arc::new(Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap());
        game.names.kinds = ["tile"].into_iter().collect();
        game.names.side_stats = ["power"].into_iter().collect();
        let tile = |id: &str, row: [i16; 6]| {
            let (id, sides) = (id.into(), vec![row.to_vec()]);
            Prototype { id, sides, ..Prototype::default() }
        };
        game.prototypes = vec![tile("counted", [1, 2, 3, 4, 5, 6]), tile("even", [2; 6])];
        let book = crate::book::book_of(&game, looks);
        let mut state = State::new(&game, 1);
        for (at, cell) in [(0u16, 3u16), (1, 4)] {
            let place = Place::Board(Cell(cell));
            let facing = if at == 0 { facing } else { 0 };
            let prototype = PrototypeId(at);
            state.pieces.push(Piece { place, facing, prototype, ..Piece::BLANK });
            state.cells[usize::from(cell)] = PieceId(at);
            state.occupied.insert(Cell(cell));
        }
        let shown = Shown::of(&game, state);
        let view = View { game: &game, book: &book, shown: &shown, liveries: &[], fights: false };
        let face = view.face(PieceId(0));
        let touches = touches(view, Cell(3), &face);
        assert!(touches.iter().all(|touch| touch.beyond == Cell(4)));
        touches.into_iter().map(|touch| (touch.own, touch.other)).collect()
    }

    #[test]
    fn numbers_that_touch_are_found_however_a_tile_is_rotated() {
        let looks = json!({ "side_stats": { "power": { "as": "number", "pairs": true } } });
        let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap();
        let direction = i16::from(board.direction_to(Cell(3), Cell(4)).unwrap().0);
        for facing in 0..6u8 {
            let own = (direction - i16::from(facing)).rem_euclid(6) + 1;
            assert_eq!(found(facing, &looks), [(own, Some(2))], "facing {facing}");
        }
        let unpaired = json!({ "side_stats": { "power": { "as": "number" } } });
        assert_eq!(found(0, &unpaired), []);
    }
}
