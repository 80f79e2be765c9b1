//! A square tile: one with signs at its eight sides has a strip below for its numbers.

use egui::{Color32, Pos2, Rect, Vec2, vec2};

use super::face::{Badge, BadgeKind, Face};
use super::tile::{Place, Pose, moved, owner};
use super::{middle, sides};
use crate::draw::{Letters, Paint, Pen, icon, outline};
use crate::theme::{mix, paper};

/// Draws a square tile.
pub(super) fn tile(pen: &mut Pen, place: Place, face: &Face, pose: Pose) {
    let s = place.form.apothem(place.radius) * 2.0 * 0.93;
    let tile = Tile { center: place.center, s };
    tile.body(pen, face, pose);
    if face.notes.is_empty() {
        plain(pen, place, face, tile);
    } else {
        monster(pen, place, face, tile);
    }
    if face.tilted {
        tile.rest(pen);
    }
}

#[derive(Clone, Copy)]
struct Tile {
    center: Pos2,
    s: f32,
}

impl Tile {
    fn at(self, right: f32, down: f32) -> Pos2 {
        self.center + vec2(right, down) * self.s
    }

    fn rect(self, shrink: f32) -> Rect {
        Rect::from_center_size(self.center, Vec2::splat(self.s * (1.0 - 2.0 * shrink)))
    }

    /// The face above the strip.
    fn face(self, has_strip: bool) -> Rect {
        let rect = self.rect(0.075);
        if has_strip { rect.with_max_y(self.center.y + self.s * 0.285) } else { rect }
    }

    fn body(self, pen: &mut Pen, face: &Face, pose: Pose) {
        let (livery, s) = (face.livery, self.s);
        let whole = outline::rounded_rect(self.rect(0.0), 0.085 * s);
        if !pose.flat && !pose.ghost {
            let black = Color32::from_black_alpha(140);
            pen.shadow(&moved(&whole, 0.10 * s), 0.14 * s, black);
            pen.flat(&moved(&whole, 0.05 * s), mix(livery.dark, Color32::BLACK, 0.35));
        }
        let stops = [(0.0, livery.light), (0.28, livery.rim), (1.0, livery.dark)];
        pen.shape(&whole, Paint::Down(&stops));
        let gleam = (0.013 * s, Color32::from_white_alpha(71));
        pen.line(&outline::rounded_rect(self.rect(0.015), 0.075 * s), true, gleam);
        let inner = self.face(!face.notes.is_empty());
        let inner = outline::rounded_rect(inner, 0.055 * s);
        pen.shape(&inner, Paint::Down(&[(0.0, paper::FACE), (1.0, paper::FACE_LOW)]));
        pen.flat(&inner, livery.rim.gamma_multiply(0.09));
    }

    /// What has done its work is darker, and a moon says so.
    fn rest(self, pen: &mut Pen) {
        let whole = outline::rounded_rect(self.rect(0.0), 0.085 * self.s);
        pen.flat(&whole, Color32::from_rgba_unmultiplied(0x1e, 0x18, 0x13, 107));
        let at = self.at(0.0, -0.21);
        pen.token(at, 0.13 * self.s, paper::INK, (0.015 * self.s, paper::HALO));
        middle::sign(pen, at, (icon("moon"), "z"), (0.18 * self.s, Color32::WHITE));
    }
}

/// A square without anything at its sides.
fn plain(pen: &mut Pen, place: Place, face: &Face, tile: Tile) {
    let s = tile.s;
    sides::draw(pen, place, face);
    let named = place.radius >= 34.0 && !face.title.is_empty();
    let inner = Place { radius: s * 0.6, ..place };
    middle::emblem(pen, inner, face, (if named { -0.14 } else { 0.0 }, 1.2));
    if named {
        let how = (Letters::Heading, (0.148 * s).max(10.0), paper::INK);
        pen.name(tile.at(0.0, 0.30), &face.title, how, 0.8 * s);
    }
    if face.owned {
        owner(pen, tile.at(0.0, -0.43), 0.055 * s, face.livery);
    }
    extras(pen, tile, face, -0.10);
}

/// A square with signs at its sides: emblem and name between them, numbers in a strip.
fn monster(pen: &mut Pen, place: Place, face: &Face, tile: Tile) {
    let s = tile.s;
    let center = tile.face(true).center();
    let middle = Tile { center, s };
    let inner = Place { center, radius: s * 0.54, ..place };
    if s < 56.0 {
        return middle::emblem(pen, inner, face, (0.0, 1.2));
    }
    middle::emblem(pen, inner, face, (-0.21, 1.0));
    let how = (Letters::Heading, 0.148 * s, paper::INK);
    pen.name(middle.at(0.0, 0.145), &face.title, how, 0.56 * s);
    strip(pen, face, tile);
    for (side, note) in &face.notes {
        let way = eighth(place.toward(*side, face));
        let at = center + vec2(way.x * 0.415, way.y * 0.285) * s;
        side_sign(pen, (at, way), (note, face.aims == Some(*side)), s);
    }
    extras(pen, middle, face, 0.245);
}

/// The direction of a side in steps of one: straight or into a corner.
fn eighth(way: Vec2) -> Vec2 {
    let part = |x: f32| if x.abs() < 0.38 { 0.0 } else { x.signum() };
    vec2(part(way.x), part(way.y))
}

/// `M` is an arrowhead, a number a disc upon an arrowhead, a number after a letter a disc; what
/// else there may be is written. The side that aims at somebody is red.
fn side_sign(pen: &mut Pen, (at, way): (Pos2, Vec2), (note, aims): (&str, bool), s: f32) {
    let digits = note.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let moves = note == "M" || digits == note;
    let strikes = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    if !strikes && note != "M" {
        return pen.word(at, note, (Letters::Bold, 0.14 * s, paper::INK));
    }
    if moves {
        let (back, tip, notch) = if strikes { (0.04, 0.175, 0.09) } else { (-0.065, 0.155, -0.01) };
        let along = way.normalized();
        let point = |out: f32, across: f32| at + (along * out + along.rot90() * across) * s;
        let head = [point(back, -0.088), point(tip, 0.0), point(back, 0.088), point(notch, 0.0)];
        let mut head = head.to_vec();
        if !outline::is_clockwise(&head) {
            head.reverse();
        }
        pen.flat(&head, Color32::from_rgb(0xfb, 0xf5, 0xe9));
        pen.line(&head, true, (0.014 * s, paper::INK2));
    }
    if strikes {
        let ground = if aims { paper::DANGER } else { paper::INK };
        pen.token(at, 0.092 * s, ground, (0.013 * s, paper::HALO));
        pen.word(at, digits, (Letters::Bold, 0.142 * s, Color32::WHITE));
    }
}

/// The strip below: the owner, numbers with their signs, pips at its right end.
fn strip(pen: &mut Pen, face: &Face, tile: Tile) {
    let s = tile.s;
    let rect = Rect::from_min_max(tile.at(-0.47, 0.295), tile.at(0.47, 0.47));
    pen.rect(rect, 0.05 * s, mix(face.livery.dark, Color32::BLACK, 0.18));
    let down = 0.385;
    owner(pen, tile.at(-0.40, down), 0.052 * s, face.livery);
    let mut x = -0.275;
    for stat in face.stats.iter().filter(|stat| stat.pips.is_none()) {
        let tint = mix(stat.color, Color32::WHITE, 0.45);
        middle::sign(pen, tile.at(x, down), (stat.icon, &stat.letter), (0.135 * s, tint));
        let changed = stat.number.now != stat.number.printed;
        let at = tile.at(x + 0.115, down);
        if changed {
            pen.disc(at, 0.08 * s, stat.number.ink());
        }
        pen.word(at, stat.number.text(), (Letters::Bold, 0.148 * s, Color32::WHITE));
        x += 0.26;
    }
    for stat in &face.stats {
        let Some(spent) = stat.pips else { continue };
        let teal = Color32::from_rgb(0x9b, 0xe8, 0xe2);
        for i in 0..stat.number.now {
            let at = tile.at(0.415 - f32::from(stat.number.now - 1 - i) * 0.078, down);
            if i < stat.number.now - spent {
                pen.disc(at, 0.032 * s, teal);
            }
            pen.ring(at, 0.032 * s, (0.013 * s, teal));
        }
    }
}

/// Statuses, markers and keywords side by side.
fn extras(pen: &mut Pen, tile: Tile, face: &Face, down: f32) {
    let s = tile.s;
    let marks: Vec<&(String, Badge)> = face
        .badges
        .iter()
        .filter(|(_, it)| it.icon.is_some() || !matches!(it.kind, BadgeKind::Keyword { .. }))
        .collect();
    let mut x = -(marks.len() as f32 - 1.0) * 0.08;
    for (letter, badge) in marks {
        let at = tile.at(x, down);
        match badge.kind {
            BadgeKind::Keyword { .. } => {
                middle::sign(pen, at, (badge.icon, letter), (0.12 * s, paper::INK2));
            }
            BadgeKind::Status | BadgeKind::Mark => {
                middle::slot(pen, (at, 0.075 * s), badge.color, (badge.icon, letter));
            }
        }
        x += 0.16;
    }
}
