//! Drawing pieces where they are on their way: those that move, and those that are gone.

use egui::{Vec2, vec2};
use harena_engine::board::Cell;
use harena_engine::id::*;

use super::board::Canvas;
use super::face::{Body, Face};
use super::tile::{self, Place, Pose};
use crate::draw::{Pen, icon, outline};
use crate::links::Shown;
use crate::motion::{Motion, Stance, shorter};
use crate::scene::View;
use crate::theme::{self, Livery};

/// Where a piece went in the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it was; nothing for one that came to the board.
    pub from: Option<Cell>,
    /// Where it is.
    pub to: Cell,
    /// Whose it is.
    pub owner: Seat,
}

/// What happened just now.
#[derive(Clone, Copy)]
pub struct Lately<'a> {
    /// What moves.
    pub motion: &'a Motion,
    /// How things were before.
    pub past: &'a Shown,
    /// Where the pieces of the last move went.
    pub trail: &'a [Step],
}

/// A piece where it stands.
pub(super) struct Standing {
    pub id: PieceId,
    pub face: Face,
    pub place: Place,
}

impl Canvas<'_> {
    /// Draws a piece where it stands or, if it moves, where it is on its way.
    pub(super) fn show_standing(&self, it: &Standing, cell: Cell) {
        match self.lately.motion.stance(it.id) {
            None => tile::show(self.painter, it.place, &it.face, Pose::default()),
            Some(stance) => self.show_moved(it, cell, stance),
        }
    }

    fn show_moved(&self, it: &Standing, cell: Cell, stance: Stance) {
        let offset = self.offset(cell, stance);
        let n = it.place.n_directions.max(1);
        let turned = shorter(stance.turned, n) / f32::from(n) * std::f32::consts::TAU;
        let place = Place {
            center: it.place.center + offset,
            radius: it.place.radius * stance.scale,
            turning: turned,
            ..it.place
        };
        let lifted = stance.from.is_some() && it.face.body != Body::Floor;
        let faint = ((1.0 - stance.opacity) * 255.0) as u8;
        let gray = (stance.gray * 255.0) as u8;
        let pose = Pose { lifted, faint, gray, ..Pose::default() };
        self.fresh(|pen| tile::piece(pen, place, &it.face, pose));
    }

    /// How far from its place a piece is.
    pub(super) fn offset(&self, cell: Cell, stance: Stance) -> Vec2 {
        let here = self.center(cell);
        let mut offset = vec2(stance.aside, -stance.above);
        if let Some((from, left)) = stance.from {
            let way = self.center(from) - here;
            // It goes in a low arc.
            let arc = (left * std::f32::consts::PI).sin() * 0.15 * way.length();
            offset += way * left - vec2(0.0, arc);
        }
        if let Some((target, out)) = stance.toward {
            let way = (self.center(target) - here).normalized();
            offset += way * out * self.layout.radius();
        }
        offset
    }

    /// Draws what falls, from the position it was in.
    pub fn draw_falls(&self) {
        let view = View { shown: self.lately.past, ..self.view };
        for (id, cell) in self.lately.motion.falls() {
            let known = view.shown.state.pieces.get(id.index()).is_some();
            let Some(stance) = self.lately.motion.stance(id).filter(|_| known) else { continue };
            let it = Standing { id, face: view.face(id), place: self.place(cell) };
            self.show_moved(&it, cell, stance);
        }
    }

    /// Draws where the pieces of the last move went: footprints where they left, dots to where
    /// they stand.
    pub fn draw_trail(&self, pen: &mut Pen) {
        for step in self.lately.trail {
            let livery = self.view.livery(step.owner);
            if let Some(from) = step.from {
                self.draw_steps(pen, (from, step.to), livery);
            }
        }
    }

    fn draw_steps(&self, pen: &mut Pen, (from, to): (Cell, Cell), livery: Livery) {
        let color = if theme::now().dark { livery.light } else { livery.dark };
        let (start, end) = (self.foot(from), self.foot(to));
        let r = self.layout.radius() * if self.on_lane() { 0.5 } else { 1.0 };
        let way = end - start;
        let n_dots = ((way.length() - 1.25 * r) / (0.17 * r)).clamp(0.0, 24.0) as u8;
        for i in 0..n_dots {
            let at = start + way.normalized() * r * (0.42 + 0.17 * f32::from(i));
            pen.disc(at, (0.035 * r).max(1.5), color.gamma_multiply(0.9));
        }
        if self.view.shown.state.at(from).is_some() {
            return;
        }
        if let Some(feet) = icon("footprints") {
            pen.icon(start, feet, 0.42 * r, color);
        }
    }

    /// Draws a ring around what came or went in the last move.
    pub fn draw_trail_rings(&self, pen: &mut Pen) {
        for step in self.lately.trail {
            let livery = self.view.livery(step.owner);
            let color = if theme::now().dark { livery.light } else { livery.dark };
            let ring = outline::grown(&self.frame(step.to, 0.0), 1.5);
            pen.dashed(&ring, true, (1.5, 5.0), (2.0, color));
        }
    }
}
