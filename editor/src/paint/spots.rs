//! Drawing markers that lie on cells and edges.

use egui::{Pos2, Vec2, vec2};
use harena_engine::id::*;
use harena_engine::state::Spot;

use super::board::Canvas;
use super::middle::slot;
use crate::draw::{Letters, Pen};
use crate::theme::paper;

impl Canvas<'_> {
    /// Draws the markers that lie on cells and edges, those of one place beside each other.
    pub fn draw_spots(&self, pen: &mut Pen) {
        let radius = (self.layout.radius() * 0.17).max(8.0);
        let mut before: Vec<Spot> = Vec::new();
        for mark in &self.view.shown.state.spots {
            let label = self.view.book.marks.get(mark.kind.index()).filter(|it| it.shown);
            let (Some(label), Some(place)) = (label, self.place_of(mark.spot)) else { continue };
            let n = before.iter().filter(|spot| **spot == mark.spot).count() as f32;
            before.push(mark.spot);
            let own = (mark.owner != Seat::NONE).then(|| self.view.livery(mark.owner).rim);
            let color = own.or(label.color).unwrap_or(paper::INK2);
            let at = place + vec2(n * radius * 2.1, 0.0);
            slot(pen, (at, radius), color, (label.sign, &label.letter));
            if mark.n > 1 {
                let count = at + vec2(radius, radius * 0.8);
                pen.disc(count, radius * 0.62, paper::HALO);
                pen.word(count, mark.n.to_string(), (Letters::Bold, radius, paper::INK));
            }
        }
    }

    /// The lower half of a cell, or the middle of an edge.
    fn place_of(&self, spot: Spot) -> Option<Pos2> {
        let edge = match spot {
            Spot::Cell(cell) if self.on_lane() => {
                return Some(self.foot(cell) - vec2(self.layout.unit * 0.37, 0.0));
            }
            Spot::Cell(cell) => {
                return Some(self.center(cell) + vec2(0.0, self.layout.radius() * 0.5));
            }
            Spot::Edge(id) => self.view.game.board.edge_cells(id)?,
        };
        let center = self.center(edge.cell);
        if let Some(other) = edge.beyond {
            return Some(center + (self.center(other) - center) * 0.5);
        }
        let way = edge.direction.map_or(Vec2::ZERO, |to| self.layout.direction(to));
        Some(center + way * self.place(edge.cell).apothem(1.0))
    }
}
