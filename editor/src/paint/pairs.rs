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
