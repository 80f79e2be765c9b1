//! Distances along a row of spaces: how far each is from a figure, and how far apart two stand.

use egui::{Color32, Pos2, vec2};
use harena_engine::board::{BoardKind, Cell};
use harena_engine::id::*;

use super::board::Canvas;
use super::geometry::{EDGE, FRONT};
use super::icon;
use crate::draw::{Letters, Pen};
use crate::theme::{self, paper};

impl Canvas<'_> {
    /// Draws below a row of spaces how far each of them is from a figure, and above the figures how
    /// far apart they are.
    pub fn draw_ruler(&self, pen: &mut Pen, id: PieceId) {
        let (state, board) = (&self.view.shown.state, &self.view.game.board);
        let piece = state.piece(id);
        let Some(from) = piece.cell().filter(|_| board.kind() == BoardKind::Line) else { return };
        let livery = self.view.livery(piece.owner);
        let there = board.cells().iter().filter(|cell| self.layout.has(*cell));
        let lowest = there.map(|cell| self.center(cell).y).fold(f32::MIN, f32::max);
        let y = lowest + self.layout.unit * (EDGE + FRONT + 0.16);
        let at = |cell: Cell| Pos2::new(self.center(cell).x, y);
        let far = |cell: &Cell| self.layout.has(*cell) && board.distance(from, *cell).is_some();
        let reached: Vec<Cell> = board.cells().iter().filter(far).collect();
        let ends = reached.iter().map(|cell| at(*cell).x);
        let (left, right) = ends.fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
        pen.cord(Pos2::new(left, y), Pos2::new(right, y), (2.0, livery.rim.gamma_multiply(0.6)));
        let others = self.others(id);
        let radius = (self.layout.unit * 0.15).clamp(9.0, 12.0);
        for cell in reached.into_iter().filter(|cell| *cell != from) {
            let n = board.distance(from, cell).unwrap_or(0).to_string();
            let stands = others.contains(&cell);
            let (fill, edge) =
                if stands { (livery.dark, livery.light) } else { (theme::now().well, livery.rim) };
            pen.token(at(cell), radius, fill, (1.5, edge));
            let ink = if stands { Color32::WHITE } else { theme::now().ink2 };
            pen.word(at(cell), n, (Letters::Bold, 13.0, ink));
        }
        let edge = (1.5, paper::HALO);
        icon::shape(pen, livery.shape, (at(from), radius * 0.9), livery.rim, edge);
        if let [other] = others.as_slice() {
            self.draw_gap(pen, (from, *other), livery.dark);
        }
    }

    /// The cells on which figures of other seats stand.
    fn others(&self, id: PieceId) -> Vec<Cell> {
        let state = &self.view.shown.state;
        let owner = state.piece(id).owner;
        let is_other = |(_, other): &(Cell, PieceId)| {
            let other = state.piece(*other).owner;
            other != owner && other != Seat::NONE
        };
        state.on_board().filter(is_other).map(|(cell, _)| cell).collect()
    }

    /// How far apart two figures are, above their heads.
    fn draw_gap(&self, pen: &mut Pen, (from, to): (Cell, Cell), fill: Color32) {
        let Some(n) = self.view.game.board.distance(from, to).filter(|n| *n > 0) else { return };
        let feet = [from, to].map(|cell| self.foot(cell));
        let top = feet[0].y.min(feet[1].y) - self.figure_height() - 16.0;
        let middle = Pos2::new((feet[0].x + feet[1].x) / 2.0, top);
        let half = ((feet[0].x - feet[1].x).abs() / 2.0).max(1.0);
        let line = [middle - vec2(half, 0.0), middle + vec2(half, 0.0)];
        pen.cord(line[0], line[1], (2.0, fill));
        for end in line {
            pen.cord(end, end + vec2(0.0, 8.0), (2.0, fill));
        }
        let word = crate::text::apart_by(n);
        icon::pill(pen, self.painter, middle, (&word, 14.0, fill));
    }
}
