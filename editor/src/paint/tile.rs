//! Drawing a piece: where it stands, and what all pieces have in common.

use egui::emath::Rot2;
use egui::{Painter, Pos2, Rect, Vec2, pos2, vec2};

use super::face::{Body, Face};
use super::geometry::Form;
use super::{edges, figure, ground, hex, square};
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::theme::{Livery, mix, paper};

/// How far what lies aslant is turned, and how much smaller it is to stay in its cell.
const TILT: (f32, f32) = (0.227, 0.92);

/// Where and how large a piece is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The outline.
    pub form: Form,
    /// The middle.
    pub center: Pos2,
    /// From the middle to a corner.
    pub radius: f32,
    /// Directions of the board, for sides.
    pub n_directions: u8,
    /// Steps by which the whole board is shown rotated.
    pub rotation: u8,
    /// Radians clockwise that its sides are still away from where they point, while it rotates.
    pub turning: f32,
}

impl Place {
    /// Where a printed side of a face points.
    pub fn toward(&self, side: u8, face: &Face) -> Vec2 {
        let n = self.n_directions.max(1);
        let direction =
            (u16::from(side) + u16::from(face.facing) + u16::from(self.rotation)) % u16::from(n);
        let way = self.form.direction(direction as u8, n);
        if self.turning == 0.0 { way } else { Rot2::from_angle(self.turning) * way }
    }

    /// A part of the way from the middle to a side.
    pub fn apothem(&self, part: f32) -> f32 {
        self.form.apothem(self.radius) * part
    }

    /// The point so many radii to the right and below the middle.
    pub fn at(&self, right: f32, down: f32) -> Pos2 {
        self.center + vec2(right, down) * self.radius
    }

    /// The corners at a part of the radius, rounded.
    pub fn outline(&self, part: f32) -> Vec<Pos2> {
        let corners = self.form.corners(self.center, self.radius * part);
        match self.form {
            Form::Round => outline::circle(self.center, self.radius * part),
            Form::Hex | Form::Square => outline::rounded(&corners, self.radius * 0.10),
        }
    }

    fn bits(&self) -> [u32; 5] {
        let rest = u32::from(self.n_directions) << 16 | u32::from(self.rotation) << 8;
        let form = self.form as u32;
        let [x, y, r] = [self.center.x, self.center.y, self.radius].map(f32::to_bits);
        [x, y, r, rest | form, self.turning.to_bits()]
    }
}

/// How a piece stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pose {
    /// Whether it is not there yet.
    pub ghost: bool,
    /// Whether it is lifted.
    pub lifted: bool,
    /// Whether it lies on its cell without a shadow.
    pub flat: bool,
    /// How much of it is hidden while it comes or goes: nothing at 0, all of it at 255.
    pub faint: u8,
    /// How much of its color it has lost while it falls, as that.
    pub gray: u8,
}

/// Draws a piece.
pub fn show(painter: &Painter, place: Place, face: &Face, pose: Pose) {
    draw::kept(painter, (place.bits(), face, pose), |pen| piece(pen, place, face, pose));
}

/// Draws a piece with a pen.
pub fn piece(pen: &mut Pen, place: Place, face: &Face, pose: Pose) {
    let whole = if pose.ghost && face.body != Body::Floor { 0.85 } else { 1.0 };
    pen.fade(whole * (1.0 - f32::from(pose.faint) / 255.0));
    pen.gray(f32::from(pose.gray) / 255.0);
    let mut place = place;
    if face.tilted && face.body != Body::Site {
        pen.turn(place.center, TILT.0);
        place.radius *= TILT.1;
    } else if face.body == Body::Floor && place.turning != 0.0 {
        // Ground rotates as a whole.
        pen.turn(place.center, std::mem::take(&mut place.turning));
    }
    match (face.body, place.form) {
        _ if face.hidden => back(pen, place, face, pose),
        (Body::Floor, _) => ground::floor(pen, place, face),
        (Body::Disc, _) => figure::standee(pen, place, face),
        (Body::Site, _) => ground::stone(pen, place, face),
        (Body::Tile | Body::Card, Form::Square) => square::tile(pen, place, face, pose),
        (Body::Tile | Body::Card, Form::Hex | Form::Round) if !face.numbers.is_empty() => {
            edges::tile(pen, place, face, pose);
        }
        (Body::Tile | Body::Card, Form::Hex | Form::Round) => hex::tile(pen, place, face, pose),
    }
    pen.turn(place.center, 0.0);
    pen.fade(1.0);
    pen.gray(0.0);
}

/// The thick body of a tile: shadow, thickness, rim, face.
pub fn body(pen: &mut Pen, place: Place, livery: Livery, (rim, pose): (f32, Pose)) {
    let r = place.radius;
    let thick = if pose.flat || pose.ghost { 0.0 } else { 0.085 * r };
    let whole = place.outline(1.0);
    if !pose.flat && !pose.ghost {
        let down = if pose.lifted { 0.25 } else { 0.15 };
        let blur = if pose.lifted { 0.34 } else { 0.2 };
        let shadow = moved(&place.outline(0.98), down * r);
        pen.shadow(&shadow, blur * r, egui::Color32::from_black_alpha(140));
    }
    if thick > 0.0 {
        let side = mix(livery.dark, egui::Color32::BLACK, 0.25);
        pen.flat(&sunk(&whole, thick, place.center.y), side);
    }
    let stops = [(0.0, livery.light), (0.28, livery.rim), (1.0, livery.dark)];
    pen.shape(&whole, Paint::Down(&stops));
    let gleam = egui::Color32::from_white_alpha(71);
    pen.line(&place.outline(0.972), true, (0.018 * r, gleam));
    pen.flat(&place.outline(rim + 0.02), livery.dark.gamma_multiply(0.8));
    let face = place.outline(rim);
    pen.shape(&face, Paint::Down(&[(0.0, paper::FACE), (1.0, paper::FACE_LOW)]));
    let middle = place.at(0.0, -0.12);
    pen.tinted(&face, (middle, 0.35), livery.rim.gamma_multiply(0.30));
}

/// An outline pulled down below a height, for a thick edge.
pub fn sunk(points: &[Pos2], by: f32, below: f32) -> Vec<Pos2> {
    points.iter().map(|at| pos2(at.x, if at.y > below { at.y + by } else { at.y })).collect()
}

/// An outline moved down.
pub fn moved(points: &[Pos2], by: f32) -> Vec<Pos2> {
    points.iter().map(|at| pos2(at.x, at.y + by)).collect()
}

/// A piece in small: its rim, its face, its emblem.
pub fn chip(pen: &mut Pen, (center, radius): (Pos2, f32), face: &Face, form: Form) {
    let place = Place { form, center, radius, n_directions: 1, rotation: 0, turning: 0.0 };
    pen.flat(&place.outline(1.0), face.livery.rim);
    pen.flat(&place.outline(0.80), paper::FACE);
    super::middle::emblem(pen, Place { radius: radius * 2.0, ..place }, face, (0.0, 1.0));
}

/// The mark of the owner.
pub fn owner(pen: &mut Pen, at: Pos2, radius: f32, livery: Livery) {
    super::icon::shape(pen, livery.shape, (at, radius), paper::HALO, (radius * 0.2, livery.dark));
}

fn back(pen: &mut Pen, place: Place, face: &Face, pose: Pose) {
    body(pen, place, face.livery, (0.855, pose));
    let inner = place.outline(0.855);
    pen.flat(&inner, mix(face.livery.dark, paper::INK, 0.3));
    pen.line(&place.outline(0.66), true, (place.radius * 0.03, face.livery.light));
    match face.emblem {
        Some(icon) => pen.icon(place.center, icon, place.radius * 0.6, face.livery.light),
        None => {
            pen.word(place.center, "?", (Letters::Heading, place.radius * 0.6, face.livery.light))
        }
    }
}

/// How far the corners of a form are from its middle, where it fills a field with its signs.
pub fn radius_in(rect: Rect, form: Form) -> f32 {
    let half = rect.width().min(rect.height()) / 2.0;
    match form {
        Form::Square => half * 1.36,
        Form::Hex | Form::Round => half,
    }
}

/// Draws a face alone, for cards and for the reference: of this form, with so many sides.
pub fn alone(
    painter: &Painter,
    rect: Rect,
    (form, n_directions): (Form, u8),
    face: &Face,
    pose: Pose,
) {
    let (radius, center) = (radius_in(rect, form), rect.center());
    let place = Place { form, center, radius, n_directions, rotation: 0, turning: 0.0 };
    show(painter, place, face, pose);
}
