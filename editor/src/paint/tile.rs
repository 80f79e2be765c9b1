//! Drawing a piece: its outline, its sides, its numbers and its badges.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use super::face::{AttackFace, Body, Face, Number, StatFace, Weapon};
use super::geometry::Form;
use super::icon::{self, Badge};
use super::lettering;
use crate::theme;

/// How far what lies aslant is turned.
const TILT: f32 = 0.3;

/// Names are not written on pieces smaller than this, only their first letters.
const SMALL: f32 = 25.0;

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
    fn toward(&self, side: u8, facing: u8) -> Vec2 {
        let n = self.n_directions.max(1);
        let direction =
            (u16::from(side) + u16::from(facing) + u16::from(self.rotation)) % u16::from(n);
        self.form.direction(direction as u8, n)
    }

    /// A part of the way from the middle to a side.
    pub fn apothem(&self, part: f32) -> f32 {
        self.form.apothem(self.radius) * part
    }

    fn font(&self, size: f32) -> FontId {
        FontId::proportional((self.radius * size).max(7.0))
    }

    fn number(&self, at: Pos2, size: f32, number: Number) {
        let color = if number.spent { theme::WEAK } else { number.color() };
        self.painter.text(at, Align2::CENTER_CENTER, number.now, self.font(size), color);
        if number.spent {
            let half = vec2(self.radius * size * 0.4, 0.0);
            let stroke = Stroke::new(1.5, theme::WEAK);
            self.painter.line_segment([at - half, at + half], stroke);
        }
    }
}

/// Draws a piece.
pub fn draw(spot: Spot, face: &Face) {
    if face.hidden {
        return draw_back(spot, face);
    }
    let mut dimmed = spot.painter.clone();
    if face.tilted {
        dimmed.multiply_opacity(0.65);
    }
    let spot = Spot { painter: &dimmed, ..spot };
    match face.body {
        Body::Floor => return draw_floor(spot, face),
        Body::Disc => return draw_disc(spot, face),
        Body::Site => draw_site(spot, face),
        Body::Tile | Body::Card => draw_body(spot, face),
    }
    for side in &face.snares {
        let along = spot.toward(*side, face.facing);
        let middle = spot.center + along * spot.apothem(0.88);
        let length = spot.form.side_length(spot.radius) * 0.62;
        icon::hatching(spot.painter, middle, along, length, spot.radius * 0.13);
    }
    for side in &face.links {
        let along = spot.toward(*side, face.facing);
        let at = spot.center + along * spot.apothem(0.95);
        let edge = Stroke::new(1.0, theme::FACE);
        spot.painter.circle(at, spot.radius * 0.085, theme::LINK, edge);
    }
    for (side, n) in &face.bars {
        draw_bars(spot, spot.toward(*side, face.facing), *n);
    }
    draw_sides(spot, face);
    draw_attacks(spot, face);
    draw_middle(spot, face);
}

/// Draws numbers, dots and words at the sides.
fn draw_sides(spot: Spot, face: &Face) {
    for (_, side, number) in &face.numbers {
        let at = spot.center + spot.toward(*side, face.facing) * spot.apothem(0.76);
        spot.number(at, 0.25, *number);
    }
    for side in &face.dots {
        let at = spot.center + spot.toward(*side, face.facing) * spot.apothem(0.9);
        spot.painter.circle_filled(at, (spot.radius * 0.05).max(1.5), theme::LINK);
    }
    for (side, text) in &face.notes {
        let along = spot.toward(*side, face.facing);
        // Into the corners of a square it is farther than to its sides.
        let corner = spot.form == Form::Square && along.x.abs() > 0.5 && along.y.abs() > 0.5;
        let at = spot.center + along * spot.apothem(if corner { 1.0 } else { 0.72 });
        spot.painter.text(at, Align2::CENTER_CENTER, text, spot.font(0.2), theme::SHIELD);
    }
}

/// Draws ground with walls where no way leads out.
fn draw_floor(spot: Spot, face: &Face) {
    let fill = theme::mix(theme::CELL, face.ground.unwrap_or(theme::CELL_EDGE), 0.35);
    let corners = spot.form.corners(spot.center, spot.radius * 0.97);
    let edge = Stroke::new(1.0, theme::CELL_EDGE);
    spot.painter.add(Shape::convex_polygon(corners, fill, edge));
    for side in &face.walls {
        let along = spot.toward(*side, face.facing);
        let middle = spot.center + along * spot.apothem(0.92);
        let across = along.rot90() * spot.form.side_length(spot.radius) * 0.47;
        let stroke = Stroke::new((spot.radius * 0.1).max(2.5), theme::INK);
        spot.painter.line_segment([middle - across, middle + across], stroke);
    }
    let down = vec2(0.0, spot.apothem(0.62));
    let largest = (spot.radius * 0.16).clamp(7.0, 12.0);
    let room = vec2(spot.apothem(1.7), largest * 1.5);
    if spot.radius >= SMALL {
        let galley = lettering::fitted(spot.painter, &face.title, (largest, room), theme::WEAK);
        let at = spot.center + down - vec2(0.0, galley.size().y / 2.0);
        spot.painter.galley(at, galley, theme::WEAK);
    }
    if let Some(sign) = face.sign.as_ref().filter(|sign| !sign.is_empty()) {
        let color = face.ground.unwrap_or(theme::WEAK);
        let badge = Badge { color, count: 1, hollow: false };
        let at = spot.center - Vec2::splat(spot.apothem(0.68));
        icon::badge(spot.painter, at, (spot.radius * 0.15).max(7.0), sign, badge);
    }
    draw_badges(spot, face);
}

/// Draws a figure: a disc in the color of its owner with its letters or its name.
fn draw_disc(spot: Spot, face: &Face) {
    let radius = spot.form.apothem(spot.radius) * 0.86;
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
    draw_middle(round, face);
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
    let turn = egui::emath::Rot2::from_angle(if face.tilted { TILT } else { 0.0 });
    let corners = |part: f32| -> Vec<Pos2> {
        let corners = spot.form.corners(spot.center, spot.radius * part);
        corners.into_iter().map(|at| spot.center + turn * (at - spot.center)).collect()
    };
    let (outer, inner) = (corners(0.96), corners(0.87));
    let edge = Stroke::new(1.0, theme::BACKGROUND);
    spot.painter.add(Shape::convex_polygon(outer, face.color, edge));
    let fill = theme::mix(theme::FACE, face.color, if face.silenced { 0.03 } else { 0.14 });
    spot.painter.add(Shape::convex_polygon(inner, fill, Stroke::NONE));
    if let Some(shape) = face.shape {
        let up = match spot.form {
            Form::Hex => spot.radius * 0.71,
            Form::Square if !face.notes.is_empty() => spot.apothem(0.46),
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
        let along = spot.toward(side, face.facing);
        let across = along.rot90();
        let gap = spot.radius * if signs.len() > 3 { 0.18 } else { 0.24 };
        for (i, (attack, written)) in signs.iter().enumerate() {
            let offset = gap * (i as f32 - (signs.len() as f32 - 1.0) / 2.0);
            let at = spot.center + along * spot.apothem(0.93) + across * offset;
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

/// Draws what stands in the middle: numbers above, the title, hit points and badges below.
fn draw_middle(spot: Spot, face: &Face) {
    draw_ladder(spot, &face.ladder);
    let plain = face.attacks.is_empty() && face.ladder.is_empty() && face.badges.is_empty();
    let down = match (face.stats.is_empty(), plain) {
        (false, _) => -0.15,
        (true, true) => 0.0,
        (true, false) => -0.1,
    };
    draw_title(spot, face, down);
    draw_stats(spot, face);
    draw_hit_points(spot, face);
    draw_badges(spot, face);
}

fn draw_ladder(spot: Spot, ladder: &[Number]) {
    let step = spot.radius * 0.26;
    let first = spot.center + vec2(-step * (ladder.len() as f32 - 1.0) / 2.0, -spot.radius * 0.41);
    for (i, number) in ladder.iter().enumerate() {
        let at = first + vec2(step * i as f32, 0.0);
        let edge = if number.spent { theme::CELL_EDGE } else { number.color() };
        spot.painter.circle(at, spot.radius * 0.118, theme::FACE, Stroke::new(1.2, edge));
        spot.number(at, 0.2, *number);
    }
}

fn draw_title(spot: Spot, face: &Face, down: f32) {
    let color = if face.silenced { theme::WEAK } else { theme::INK };
    let bare = face.attacks.is_empty() && face.numbers.is_empty() && face.notes.is_empty();
    let (largest, width) = match (bare, face.notes.is_empty()) {
        (true, _) => (0.24, 1.3),
        (false, true) => (0.18, 1.12),
        (false, false) => (0.17, 0.8),
    };
    let largest = (spot.radius * largest).clamp(7.0, 20.0);
    let room = vec2(spot.radius * width, spot.radius * 0.46);
    if spot.radius < SMALL {
        let font = spot.font(0.42);
        let at = spot.center + vec2(0.0, spot.radius * down * 0.5);
        spot.painter.text(at, Align2::CENTER_CENTER, &face.letter, font, color);
        return;
    }
    let galley = lettering::fitted(spot.painter, &face.title, (largest, room), color);
    let at = spot.center + vec2(0.0, spot.radius * down - galley.size().y / 2.0);
    spot.painter.galley(at, galley, color);
}

/// Draws stats in a row below the title: a letter and its number, or pips for what is left.
fn draw_stats(spot: Spot, face: &Face) {
    if face.stats.is_empty() || spot.radius < SMALL {
        return;
    }
    let size = (spot.radius * 0.17).max(8.0);
    let pip = size * 0.52;
    let texts: Vec<_> = face.stats.iter().map(|entry| stat_text(spot, entry, size)).collect();
    let n_pips = |entry: &StatFace| f32::from(entry.pips.map_or(0, |_| entry.number.now.max(0)));
    let widths = face.stats.iter().zip(&texts);
    let widths: Vec<f32> =
        widths.map(|(entry, text)| text.size().x + n_pips(entry) * pip).collect();
    let gap = size * 0.35;
    let whole: f32 = widths.iter().sum::<f32>() + gap * (widths.len() as f32 - 1.0);
    let mut at = spot.center + vec2(-whole / 2.0, spot.radius * 0.09);
    for ((entry, text), width) in face.stats.iter().zip(texts).zip(widths) {
        let start = at + vec2(text.size().x, 0.0);
        spot.painter.galley(at - vec2(0.0, text.size().y / 2.0), text, theme::INK);
        for i in 0..entry.pips.map_or(0, |_| entry.number.now) {
            let left = i < entry.number.now - entry.pips.unwrap_or(0);
            let fill = if left { entry.color } else { theme::FACE };
            let middle = start + vec2(pip * (f32::from(i) + 0.5), 0.0);
            spot.painter.circle(middle, pip * 0.4, fill, Stroke::new(1.0, entry.color));
        }
        at.x += width + gap;
    }
}

fn stat_text(spot: Spot, entry: &StatFace, size: f32) -> std::sync::Arc<egui::Galley> {
    let font = FontId::proportional(size);
    let mut job = LayoutJob::default();
    if entry.pips.is_none() {
        job.append(&entry.letter, 0.0, TextFormat::simple(font.clone(), entry.color));
        let number = entry.number.now.to_string();
        job.append(&number, 1.0, TextFormat::simple(font, entry.number.color()));
    }
    spot.painter.layout_job(job)
}

fn draw_hit_points(spot: Spot, face: &Face) {
    let at = spot.center + vec2(0.0, spot.radius * 0.64);
    if let Some(pool) = face.pool {
        let font = spot.font(0.25);
        spot.painter.text(at, Align2::CENTER_CENTER, pool, font, theme::INK);
        return;
    }
    let Some((number, wounds)) = face.hit_points else { return };
    if number.now <= 1 && wounds == 0 && number.now == number.printed {
        return;
    }
    if number.now > 6 {
        let left = Number { now: number.now - wounds, ..number };
        return spot.number(at, 0.24, left);
    }
    let step = spot.radius * 0.14;
    let first = at - vec2(step * (f32::from(number.now) - 1.0) / 2.0, 0.0);
    for i in 0..number.now {
        let hurt = i >= number.now - wounds;
        let (fill, edge) = match (hurt, i >= number.printed) {
            (true, _) => (theme::FACE, theme::BAD),
            (false, true) => (theme::BETTER, theme::FACE),
            (false, false) => (theme::INK, theme::FACE),
        };
        let at = first + vec2(step * f32::from(i), 0.0);
        spot.painter.circle(at, spot.radius * 0.058, fill, Stroke::new(1.4, edge));
    }
}

fn draw_badges(spot: Spot, face: &Face) {
    let aimless = face.attacks.iter().filter(|attack| attack.side.is_none());
    let aimless = aimless.map(|attack| {
        let badge = Badge { color: theme::FIRE, count: attack.strength.now.into(), hollow: false };
        (attack.letter.as_str(), badge)
    });
    let badges: Vec<(&str, Badge)> = aimless
        .chain(face.badges.iter().map(|(letter, badge)| (letter.as_str(), *badge)))
        .collect();
    let step = spot.radius * if badges.len() > 3 { 0.235 } else { 0.27 };
    // On the ground they lie along the upper side, above what stands there.
    let (down, radius) = match face.body {
        Body::Floor => (-spot.apothem(0.72), (spot.radius * 0.12).max(6.5)),
        Body::Tile | Body::Disc | Body::Card | Body::Site => {
            let down = if face.stats.is_empty() { 0.26 } else { 0.32 };
            (spot.radius * down, (spot.radius * 0.115).max(5.5))
        }
    };
    let step = step.max(radius * 2.05);
    let first = spot.center + vec2(-step * (badges.len() as f32 - 1.0) / 2.0, down);
    for (i, (letter, badge)) in badges.iter().enumerate() {
        let at = first + vec2(step * i as f32, 0.0);
        icon::badge(spot.painter, at, radius, letter, *badge);
    }
}

/// Draws a face as a ghost: a piece that is not there yet.
pub fn draw_ghost(spot: Spot, face: &Face, color: Color32) {
    let mut painter = spot.painter.clone();
    painter.set_opacity(0.72);
    draw(Spot { painter: &painter, ..spot }, face);
    let corners = spot.form.corners(spot.center, spot.radius * 0.97);
    spot.painter.add(Shape::closed_line(corners, Stroke::new(2.5, color)));
}
