//! Ground that others stand on, and stones that nobody moves.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::face::Face;
use super::geometry::Form;
use super::middle::{self, slot};
use super::tile::{Place, moved};
use crate::draw::{Letters, Paint, Pen, outline};
use crate::theme::{self, mix, paper};

/// The floor of a maze: stone, with walls of bricks where no way leads out.
pub(super) fn floor(pen: &mut Pen, place: Place, face: &Face) {
    if place.form != Form::Square {
        return slab(pen, place, face);
    }
    let c = place.form.apothem(place.radius) * 2.0;
    let rect = Rect::from_center_size(place.center, Vec2::splat(c - 3.0));
    let stone = Color32::from_rgb(0xcf, 0xc0, 0xa0);
    let tint = face.ground.map_or(stone, |color| mix(stone, color, 0.42));
    let field = outline::rounded_rect(rect, 5.0);
    pen.shape(&field, Paint::Down(&[(0.0, mix(tint, Color32::WHITE, 0.06)), (1.0, tint)]));
    pen.grain(&field, vec2(2.2, 2.0), Color32::from_rgba_unmultiplied(90, 70, 40, 40));
    let sides: Vec<Vec2> = face.walls.iter().map(|side| place.toward(*side, face)).collect();
    sides.iter().for_each(|way| wall_shadow(pen, rect, *way));
    feature(pen, place, face, c);
    sides.iter().for_each(|way| wall(pen, rect, *way, 0.15 * c));
    number(pen, place, face, c);
    marks(pen, face, rect, c);
}

fn wall_shadow(pen: &mut Pen, rect: Rect, way: Vec2) {
    let (deep, black) = (rect.width() * 0.15, Color32::from_black_alpha(64));
    if way.y < -0.5 {
        let top = rect.with_max_y(rect.top() + deep + 6.0).with_min_y(rect.top() + deep - 2.0);
        pen.rect(top, 0.0, black);
    } else if way.x < -0.5 {
        let left = rect.with_max_x(rect.left() + deep + 5.0).with_min_x(rect.left() + deep - 2.0);
        pen.rect(left, 0.0, black);
    }
}

/// A wall along a side, its stones joined by lines of mortar.
fn wall(pen: &mut Pen, rect: Rect, way: Vec2, thick: f32) {
    let half = rect.width() / 2.0;
    let middle = rect.center() + way * (half - thick / 2.0);
    let across = way.rot90();
    let size = vec2(
        way.x.abs() * thick + across.x.abs() * half * 2.0,
        way.y.abs() * thick + across.y.abs() * half * 2.0,
    );
    let bar = outline::rounded_rect(Rect::from_center_size(middle, size), 2.0);
    let stone = Color32::from_rgb(0x6f, 0x63, 0x55);
    pen.shape(&bar, Paint::Down(&[(0.0, mix(stone, Color32::WHITE, 0.14)), (1.0, stone)]));
    let dark = Color32::from_rgb(0x3b, 0x33, 0x2a);
    pen.line(&bar, true, (1.2, dark));
    for part in [-0.48, 0.04, 0.5] {
        let at = middle + across * half * part;
        let ends = [at - way * thick * 0.42, at + way * thick * 0.42];
        pen.line(&ends, false, (1.4, dark));
    }
    let light = Color32::from_white_alpha(46);
    let top = [rect.left() + 3.0, rect.right() - 3.0];
    if across.x.abs() > 0.5 {
        let y = middle.y - thick / 2.0 + 1.4;
        pen.line(&[pos2(top[0], y), pos2(top[1], y)], false, (1.2, light));
    }
}

/// What stands in the middle of ground: its emblem in its color, with its name where it has one.
fn feature(pen: &mut Pen, place: Place, face: &Face, c: f32) {
    let Some(color) = face.ground.filter(|_| face.emblem.is_some() || face.sign.is_some()) else {
        return named(pen, place, face, c);
    };
    let at = place.center;
    let ink = mix(color, Color32::BLACK, 0.45);
    match face.emblem {
        Some(icon) => {
            pen.disc(at, 0.27 * c, Color32::from_rgba_unmultiplied(255, 255, 255, 70));
            pen.ring(at, 0.27 * c, (0.02 * c, ink.gamma_multiply(0.8)));
            pen.icon(at, icon, 0.32 * c, ink);
        }
        None => pen.ring(at, 0.30 * c, (0.025 * c, ink.gamma_multiply(0.55))),
    }
    named(pen, place, face, c);
}

/// The sign of ground on a badge in its corner.
fn number(pen: &mut Pen, place: Place, face: &Face, c: f32) {
    let color = face.ground.unwrap_or(paper::INK2);
    if let Some(sign) = face.sign.as_deref().filter(|sign| !sign.is_empty()) {
        let corner = place.center + vec2(-0.34, -0.34) * c;
        let size = if sign.chars().count() > 2 { 0.12 } else { 0.17 };
        let long = sign.chars().count() > 2;
        let half = if long { vec2(0.17, 0.105) } else { vec2(0.12, 0.12) } * c;
        let rect = Rect::from_center_size(corner + vec2(half.x - 0.12 * c, 0.0), half * 2.0);
        pen.rect(rect.expand(1.5), half.y, paper::HALO);
        pen.rect(rect, half.y, mix(color, Color32::BLACK, 0.25));
        pen.word(rect.center(), sign, (Letters::Bold, size * c, Color32::WHITE));
    }
}

fn named(pen: &mut Pen, place: Place, face: &Face, c: f32) {
    if !face.title.is_empty() && c > 60.0 {
        let at = place.center + vec2(0.0, 0.40) * c;
        let how = (Letters::Heading, (0.12 * c).max(9.0), paper::INK);
        pen.name(at, &face.title, how, 0.8 * c);
    }
}

/// Tokens down the right edge.
fn marks(pen: &mut Pen, face: &Face, rect: Rect, c: f32) {
    let r = (0.105 * c).max(7.0);
    let mut at = pos2(rect.right() - 0.20 * c, rect.top() + 0.20 * c);
    for (letter, badge) in &face.badges {
        slot(pen, (at, r), badge.color, (badge.icon, letter));
        at.y += r * 2.15;
        if at.y > rect.bottom() - r {
            at = pos2(at.x - r * 2.15, rect.top() + 0.20 * c);
        }
    }
}

/// Ground of another form: a slab in its color.
fn slab(pen: &mut Pen, place: Place, face: &Face) {
    let now = theme::now();
    let color = face.ground.unwrap_or(now.cell_hi);
    let top = place.outline(0.95);
    pen.flat(&moved(&top, 0.05 * place.radius), now.cell_lo);
    pen.shape(&top, Paint::Down(&[(0.0, mix(color, Color32::WHITE, 0.12)), (1.0, color)]));
    for side in &face.walls {
        let along = place.toward(*side, face);
        let middle = place.center + along * place.apothem(0.90);
        let across = along.rot90() * place.form.side_length(place.radius) * 0.42;
        pen.line(&[middle - across, middle + across], false, (0.12 * place.radius, now.edge));
    }
    middle::emblem(pen, place, face, (0.0, 0.8));
    if place.radius > 34.0 {
        let how = (Letters::Heading, 0.2 * place.radius, theme::ink_on(color));
        pen.name(place.at(0.0, 0.62), &face.title, how, 1.3 * place.radius);
    }
}

/// A stone of eight corners.
pub(super) fn stone(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let part = if face.sign.is_some() { 0.66 } else { 0.84 };
    let corner = |i: u8, part: f32, up: f32| -> Pos2 {
        let angle = (-79.0 + 45.0 * f32::from(i)).to_radians();
        let wide = if i % 2 == 1 { 0.98 } else { 0.93 };
        place.center + Vec2::angled(angle) * r * part * wide - vec2(0.0, up * r)
    };
    let ring = |part: f32, up: f32| -> Vec<Pos2> { (0..8).map(|i| corner(i, part, up)).collect() };
    let outer = outline::rounded(&ring(part, 0.0), 0.12 * r);
    let spent = face.silenced || face.tilted;
    let [facet, body, top, side] = if spent {
        [0x4a423b, 0x332c26, 0x3b342d, 0x241e19].map(color)
    } else {
        [0x8d8798, 0x4c4756, 0x57515f, 0x2b2733].map(color)
    };
    pen.shadow(&moved(&outer, 0.12 * r), 0.18 * r, Color32::from_black_alpha(140));
    pen.flat(&moved(&outer, 0.07 * r), side);
    pen.flat(&outer, body);
    let upper: Vec<Pos2> = (6..10).map(|i| corner(i % 8, part, 0.0)).collect();
    let lower = (6..10).rev().map(|i| corner(i % 8, part * 0.86, 0.035));
    let upper: Vec<Pos2> = upper.into_iter().chain(lower).collect();
    pen.flat(&upper, facet.gamma_multiply(0.5));
    pen.flat(&outline::rounded(&ring(part * 0.86, 0.035), 0.1 * r), top);
    let ink = Color32::from_rgb(0xf5, 0xed, 0xe0);
    if face.passing {
        let edge = outline::rounded(&ring(part * 0.93, 0.02), 0.11 * r);
        pen.dashed(&edge, true, (0.13 * r, 0.09 * r), (0.045 * r, ink));
    }
    if let Some(sign) = &face.sign {
        pen.word(place.at(0.0, -0.03), sign.as_str(), (Letters::Bold, 0.34 * r, ink));
    } else if !face.stone_is_told && r > 30.0 {
        let how = (Letters::Heading, 0.17 * r, ink);
        pen.name(place.at(0.0, 0.04), &face.title, how, 1.25 * r);
    }
}

const fn color(value: u32) -> Color32 {
    Color32::from_rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
}
