//! Drawing a piece: its outline, its sides, its numbers and its badges.

use egui::emath::Rot2;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use super::face::{AttackFace, Body, Face, Number, Weapon};
use super::geometry::Form;
use super::icon::{self, Badge};
use super::{lettering, middle};
use crate::theme;

/// How far what lies aslant is turned, and how much smaller it is to stay in its cell.
const TILT: (f32, f32) = (0.26, 0.84);
/// On ground, signs and what lies there take this part of its upper half.
const BAND: f32 = 0.46;
/// How much of its cell a figure takes.
const DISC: f32 = 0.86;

/// Where and how large a piece is drawn.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// What to draw with.
    pub painter: &'a Painter,
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
}

impl Spot<'_> {
    fn toward(&self, side: u8, face: &Face) -> Vec2 {
        let n = self.n_directions.max(1);
        let direction =
            (u16::from(side) + u16::from(face.facing) + u16::from(self.rotation)) % u16::from(n);
        tilt_of(face) * self.form.direction(direction as u8, n)
    }

    /// A part of the way from the middle to a side.
    pub fn apothem(&self, part: f32) -> f32 {
        self.form.apothem(self.radius) * part
    }

    pub(super) fn font(&self, size: f32) -> FontId {
        FontId::proportional((self.radius * size).max(7.0))
    }

    pub(super) fn number(&self, at: Pos2, size: f32, number: Number) {
        let color = if number.spent { theme::WEAK } else { number.color() };
        self.painter.text(at, Align2::CENTER_CENTER, number.now, self.font(size), color);
        if number.spent {
            let half = vec2(self.radius * size * 0.4, 0.0);
            let stroke = Stroke::new(1.5, theme::WEAK);
            self.painter.line_segment([at - half, at + half], stroke);
        }
    }
}

/// What lies aslant is turned with everything at its sides.
fn tilt_of(face: &Face) -> Rot2 {
    Rot2::from_angle(if face.tilted { TILT.0 } else { 0.0 })
}

/// Draws a piece.
pub fn draw(spot: Spot, face: &Face) {
    if face.hidden {
        return draw_back(spot, face);
    }
    let mut dimmed = spot.painter.clone();
    let mut spot = spot;
    if face.tilted {
        dimmed.multiply_opacity(0.7);
        spot.radius *= TILT.1;
    }
    let spot = Spot { painter: &dimmed, ..spot };
    match face.body {
        Body::Floor => return draw_floor(spot, face),
        Body::Disc => return draw_disc(spot, face),
        Body::Site => draw_site(spot, face),
        Body::Tile | Body::Card => draw_body(spot, face),
    }
    for snare in &face.snares {
        let along = spot.toward(snare.side, face);
        let middle = spot.center + along * spot.apothem(0.88);
        let length = spot.form.side_length(spot.radius) * 0.62;
        let size = (length, spot.radius * 0.13);
        icon::hatching(spot.painter, (middle, along), size, (snare.color, snare.silences));
    }
    for side in &face.links {
        let along = spot.toward(*side, face);
        let at = spot.center + along * spot.apothem(0.95);
        let edge = Stroke::new(1.0, theme::FACE);
        spot.painter.circle(at, spot.radius * 0.085, theme::LINK, edge);
    }
    for (side, n) in &face.bars {
        draw_bars(spot, spot.toward(*side, face), *n);
    }
    draw_sides(spot, face);
    draw_attacks(spot, face);
    middle::draw(spot, face);
}

/// Draws numbers, dots and words at the sides.
fn draw_sides(spot: Spot, face: &Face) {
    for (_, side, number) in &face.numbers {
        let at = spot.center + spot.toward(*side, face) * spot.apothem(0.76);
        spot.number(at, 0.25, *number);
    }
    for side in &face.dots {
        let at = spot.center + spot.toward(*side, face) * spot.apothem(0.9);
        spot.painter.circle_filled(at, (spot.radius * 0.05).max(1.5), theme::LINK);
    }
    for (side, letter, badge) in &face.sided {
        let at = spot.center + spot.toward(*side, face) * spot.apothem(0.8);
        icon::badge(spot.painter, at, spot.radius * 0.14, letter, *badge);
    }
    for (side, text) in &face.notes {
        let along = spot.toward(*side, face);
        // Into the corners of a square it is farther than to its sides.
        let corner = spot.form == Form::Square && i32::from(*side) % 2 == 1;
        let corner = corner && spot.n_directions == 8;
        let inward = if face.tilted { 0.9 } else { 1.0 };
        let part = if corner { 1.03 } else { 0.75 };
        let at = spot.center + along * spot.apothem(part * inward);
        spot.painter.text(at, Align2::CENTER_CENTER, text, spot.font(0.18), theme::SHIELD);
    }
}

/// Draws ground with walls where no way leads out.
fn draw_floor(spot: Spot, face: &Face) {
    let fill = theme::mix(theme::CELL, face.ground.unwrap_or(theme::CELL_EDGE), 0.35);
    let corners = spot.form.corners(spot.center, spot.radius * 0.97);
    let edge = Stroke::new(1.0, theme::CELL_EDGE);
    spot.painter.add(Shape::convex_polygon(corners, fill, edge));
    for side in &face.walls {
        let along = spot.toward(*side, face);
        let middle = spot.center + along * spot.apothem(0.92);
        let across = along.rot90() * spot.form.side_length(spot.radius) * 0.47;
        let stroke = Stroke::new((spot.radius * 0.1).max(2.5), theme::INK);
        spot.painter.line_segment([middle - across, middle + across], stroke);
    }
    let size = spot.apothem(BAND) * 0.5;
    let mut edge = -spot.apothem(0.86);
    if let Some(sign) = face.sign.as_ref().filter(|sign| !sign.is_empty()) {
        let color = face.ground.unwrap_or(theme::WEAK);
        let badge = Badge { color, count: 1, hollow: false };
        let width = icon::badge_width(spot.painter, size, sign, badge);
        let at = spot.center + vec2(edge + width / 2.0, size - spot.apothem(0.86));
        icon::badge(spot.painter, at, size, sign, badge);
        edge += width + size * 0.4;
    }
    let band = (edge, spot.apothem(0.86), size - spot.apothem(0.86));
    middle::draw_band(spot, face, band, size * 0.9);
    let largest = (spot.radius * 0.17).clamp(7.0, 13.0);
    let room = vec2(spot.apothem(1.6), largest * 2.6);
    if spot.radius >= middle::SMALL {
        let galley = lettering::fitted(spot.painter, &face.title, (largest, room), theme::WEAK);
        let at = spot.center + vec2(0.0, spot.apothem(0.78) - galley.size().y);
        spot.painter.galley(at, galley, theme::WEAK);
    }
}

/// Where figures stand on ground: its middle and half of its width.
pub fn standing_room(spot: Spot, grounds: &[Face]) -> (Pos2, f32) {
    let written = grounds.iter().any(|face| {
        !face.badges.is_empty() || face.sign.as_ref().is_some_and(|sign| !sign.is_empty())
    });
    match (grounds.is_empty(), written) {
        (true, _) => (spot.center, spot.apothem(0.96)),
        (false, false) => (spot.center, spot.apothem(0.84)),
        (false, true) => {
            let half = spot.apothem((2.0 - 0.14 - BAND - 0.1) / 2.0);
            (spot.center + vec2(0.0, spot.apothem(0.9) - half), half)
        }
    }
}

/// Draws a figure in a round room so wide.
pub fn draw_figure(spot: Spot, (center, half): (Pos2, f32), face: &Face) {
    let radius = match face.body {
        Body::Disc => half / spot.form.apothem(DISC),
        Body::Tile | Body::Card | Body::Floor | Body::Site => half / spot.form.apothem(1.0),
    };
    draw(Spot { center, radius, ..spot }, face);
}

/// Draws a figure: a disc in the color of its owner with its letters or its name.
fn draw_disc(spot: Spot, face: &Face) {
    let radius = spot.form.apothem(spot.radius) * DISC;
    let fill = theme::mix(theme::FACE, face.ground.unwrap_or(face.color), 0.3);
    let edge = Stroke::new((radius * 0.12).max(2.0), face.color);
    spot.painter.circle(spot.center, radius, fill, edge);
    let round = Spot { form: Form::Round, radius, ..spot };
    if let Some(shape) = face.shape {
        let top = spot.center - vec2(0.0, radius * 0.72);
        icon::seat_shape(spot.painter, shape, top, (radius * 0.13).max(3.0), face.color);
    }
    draw_sides(round, face);
    draw_attacks(round, face);
    middle::draw(round, face);
}

/// Draws a landmark.
fn draw_site(spot: Spot, face: &Face) {
    let corners = spot.form.corners(spot.center, spot.radius * 0.9);
    let color = face.ground.unwrap_or(theme::WEAK);
    let fill = theme::mix(theme::BACKGROUND, color, 0.22);
    spot.painter.add(Shape::convex_polygon(corners, fill, Stroke::new(3.0, color)));
}

/// Draws the back of a piece whose face is hidden.
fn draw_back(spot: Spot, face: &Face) {
    let corners = spot.form.corners(spot.center, spot.radius * 0.94);
    let fill = theme::mix(theme::FACE, face.color, 0.35);
    spot.painter.add(Shape::convex_polygon(corners, fill, Stroke::new(2.0, face.color)));
    let font = spot.font(0.6);
    spot.painter.text(spot.center, Align2::CENTER_CENTER, "?", font, theme::INK);
}

fn draw_body(spot: Spot, face: &Face) {
    let turn = tilt_of(face);
    let corners = |part: f32| -> Vec<Pos2> {
        let corners = spot.form.corners(spot.center, spot.radius * part);
        corners.into_iter().map(|at| spot.center + turn * (at - spot.center)).collect()
    };
    let (outer, inner) = (corners(0.96), corners(0.87));
    let edge = Stroke::new(1.0, theme::BACKGROUND);
    spot.painter.add(Shape::convex_polygon(outer, face.color, edge));
    let fill = theme::mix(theme::FACE, face.color, if face.silenced { 0.03 } else { 0.14 });
    spot.painter.add(Shape::convex_polygon(inner, fill, Stroke::NONE));
    // In a square whose sides are written upon, the shape stands beside the name.
    if let Some(shape) = face.shape.filter(|_| !middle::names_owner(spot, face)) {
        let up = match spot.form {
            Form::Hex => spot.radius * 0.71,
            Form::Square | Form::Round => spot.apothem(0.72),
        };
        let top = spot.center - vec2(0.0, up);
        icon::seat_shape(spot.painter, shape, top, spot.radius * 0.1, face.color);
    }
}

fn draw_bars(spot: Spot, along: Vec2, n: i16) {
    let length = spot.form.side_length(spot.radius) * 0.6;
    for i in 0..n.clamp(0, 3) {
        let middle = spot.center + along * spot.apothem(0.965 - 0.1 * f32::from(i));
        icon::bar(spot.painter, middle, along, length, spot.radius * 0.065);
    }
    if n > 3 {
        let at = spot.center + along * spot.apothem(0.8);
        spot.painter.text(at, Align2::CENTER_CENTER, n, spot.font(0.2), theme::SHIELD);
    }
}

/// Draws all attacks, those of one side beside each other.
fn draw_attacks(spot: Spot, face: &Face) {
    for side in 0..spot.n_directions {
        let attacks: Vec<&AttackFace> =
            face.attacks.iter().filter(|attack| attack.side == Some(side)).collect();
        let signs: Vec<(&AttackFace, bool)> =
            attacks.iter().flat_map(|attack| signs(attack)).collect();
        let along = spot.toward(side, face);
        let across = along.rot90();
        let gap = spot.radius * if signs.len() > 3 { 0.18 } else { 0.24 };
        // The net of a side lies outside of its attacks.
        let snared = face.snares.iter().any(|snare| snare.side == side);
        let tip = spot.apothem(if snared { 0.78 } else { 0.93 });
        for (i, (attack, written)) in signs.iter().enumerate() {
            let offset = gap * (i as f32 - (signs.len() as f32 - 1.0) / 2.0);
            let at = spot.center + along * tip + across * offset;
            draw_attack(spot, attack, (at, along), *written);
        }
    }
}

/// How often the sign of an attack is drawn: once for each point of strength up to three, else
/// once with the number written.
fn signs(attack: &AttackFace) -> Vec<(&AttackFace, bool)> {
    match attack.strength.now {
        n @ 1..=3 if attack.weapon != Weapon::Other => vec![(attack, false); n as usize],
        _ => vec![(attack, true)],
    }
}

fn draw_attack(spot: Spot, attack: &AttackFace, (tip, along): (Pos2, Vec2), written: bool) {
    let size = spot.radius * 0.225;
    let color = attack.strength.color();
    match attack.weapon {
        Weapon::Blade => icon::blade(spot.painter, tip, along, size, color),
        Weapon::Dart => icon::dart(spot.painter, tip, along, size, color),
        Weapon::Other => {
            let badge = Badge { color: theme::FIRE, count: 1, hollow: true };
            let at = tip - along * size * 0.6;
            icon::badge(spot.painter, at, spot.radius * 0.13, &attack.letter, badge);
        }
    }
    if written && !(attack.weapon == Weapon::Other && attack.strength.now == 1) {
        spot.number(tip - along * size * 1.5, 0.22, attack.strength);
    }
}

/// Draws a face as a ghost: a piece that is not there yet.
pub fn draw_ghost(spot: Spot, face: &Face, color: Color32) {
    let mut painter = spot.painter.clone();
    if face.body != Body::Floor {
        painter.set_opacity(0.72);
    }
    draw(Spot { painter: &painter, ..spot }, face);
    let corners = spot.form.corners(spot.center, spot.radius * 0.97);
    spot.painter.add(Shape::closed_line(corners, Stroke::new(2.5, color)));
}
