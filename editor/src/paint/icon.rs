//! Small drawings: seat shapes, attacks, bars, badges, arrows.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Shape as Drawn, Stroke, Vec2, vec2};

use super::geometry::{Form, around, base_of};
use crate::book::{Pattern, Shape};
use crate::theme;

/// Draws the shape of a seat.
pub fn seat_shape(painter: &Painter, shape: Shape, center: Pos2, radius: f32, color: Color32) {
    let edge = Stroke::new((radius * 0.22).max(1.0), theme::FACE);
    let star = |n: usize, inner: f32, first: f32| -> Vec<Pos2> {
        let step = std::f32::consts::TAU / (2 * n) as f32;
        let point = |i: usize| {
            let length = if i.is_multiple_of(2) { radius * 1.15 } else { radius * inner };
            center + Vec2::angled(first + step * i as f32) * length
        };
        (0..2 * n).map(point).collect()
    };
    let up = -std::f32::consts::FRAC_PI_2;
    match shape {
        Shape::Circle => {
            painter.circle(center, radius, color, edge);
        }
        Shape::Square => {
            let rect = around(center, radius * 1.75, radius * 1.75);
            painter.rect(rect, 1.0, color, edge, egui::StrokeKind::Middle);
        }
        Shape::Diamond => {
            let corners = Form::Square.corners(center, radius * 1.2);
            let turn = egui::emath::Rot2::from_angle(std::f32::consts::FRAC_PI_4);
            let corners = corners.into_iter().map(|p| center + turn * (p - center)).collect();
            painter.add(Drawn::convex_polygon(corners, color, edge));
        }
        Shape::Triangle => {
            let corner = |i: usize| {
                center + Vec2::angled(up + std::f32::consts::TAU / 3.0 * i as f32) * radius * 1.25
            };
            painter.add(Drawn::convex_polygon((0..3).map(corner).collect(), color, edge));
        }
        Shape::Star => fan(painter, center, &star(5, 0.5, up), color),
        Shape::Cross => fan(painter, center, &star(4, 0.35, up), color),
    }
}

/// Fills a shape that every point of its outline is seen from the center of.
fn fan(painter: &Painter, center: Pos2, outline: &[Pos2], color: Color32) {
    for (i, a) in outline.iter().enumerate() {
        let Some(b) = outline.get((i + 1) % outline.len()) else { return };
        painter.add(Drawn::convex_polygon(vec![center, *a, *b], color, Stroke::NONE));
    }
}

/// A triangle whose tip points along a direction.
pub fn blade(painter: &Painter, tip: Pos2, along: Vec2, size: f32, color: Color32) {
    let [a, b] = base_of(tip, along, size, size * 0.48);
    let edge = Stroke::new(1.0, theme::FACE);
    painter.add(Drawn::convex_polygon(vec![tip, a, b], color, edge));
}

/// An arrow with a shaft whose tip points along a direction.
pub fn dart(painter: &Painter, tip: Pos2, along: Vec2, size: f32, color: Color32) {
    let tail = tip - along * size * 1.35;
    let stroke = Stroke::new((size * 0.24).max(1.5), color);
    painter.line_segment([tail, tip - along * size * 0.4], stroke);
    blade(painter, tip, along, size * 0.72, color);
}

/// A bar along a side.
pub fn bar(painter: &Painter, middle: Pos2, along: Vec2, length: f32, width: f32) {
    let across = along.rot90() * length / 2.0;
    let ends = [middle - across, middle + across];
    painter.line_segment(ends, Stroke::new(width + 2.0, theme::FACE));
    painter.line_segment(ends, Stroke::new(width, theme::SHIELD));
}

/// A hatched band along a side, crossed lines for a net.
pub fn hatching(
    painter: &Painter,
    (middle, along): (Pos2, Vec2),
    (length, width): (f32, f32),
    (color, crossed): (Color32, bool),
) {
    let across = along.rot90();
    let stroke = Stroke::new((width * 0.16).max(1.2), color);
    let (near, far) = (middle - along * width / 2.0, middle + along * width / 2.0);
    for line in [near, far] {
        painter.line_segment([line - across * length / 2.0, line + across * length / 2.0], stroke);
    }
    let n = 6;
    for i in 0..n {
        let from = length * (i as f32 / n as f32 - 0.5);
        let to = length * ((i + 1) as f32 / n as f32 - 0.5);
        painter.line_segment([near + across * from, far + across * to], stroke);
        if crossed {
            painter.line_segment([near + across * to, far + across * from], stroke);
        }
    }
}

/// A badge with its letters and, where it counts something, a number: round, or as long as they
/// need.
pub fn badge(painter: &Painter, center: Pos2, radius: f32, letter: &str, look: Badge) {
    let galley = badge_text(painter, radius, letter, look);
    let width = (galley.size().x + radius * 0.9).max(radius * 2.0);
    let ring = if look.hollow { look.color } else { theme::FACE };
    let fill = if look.hollow { theme::FACE } else { look.color };
    let rect = around(center, width, radius * 2.0);
    painter.rect(rect, radius, fill, Stroke::new(1.2, ring), egui::StrokeKind::Middle);
    painter.galley(center - galley.size() / 2.0, galley, theme::INK);
}

/// How wide a badge is.
pub fn badge_width(painter: &Painter, radius: f32, letter: &str, look: Badge) -> f32 {
    let galley = badge_text(painter, radius, letter, look);
    (galley.size().x + radius * 0.9).max(radius * 2.0)
}

fn badge_text(painter: &Painter, radius: f32, letter: &str, look: Badge) -> Arc<Galley> {
    let ink = if look.hollow { look.color } else { theme::ink_on(look.color) };
    let text = match look.count {
        ..=1 => letter.to_owned(),
        n if letter.is_empty() => n.to_string(),
        n => format!("{letter} {n}"),
    };
    painter.layout_no_wrap(text, FontId::proportional(radius * 1.25), ink)
}

/// How a badge looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Its color.
    pub color: Color32,
    /// What it counts; 1 and less is not written.
    pub count: i32,
    /// Whether only its rim is colored.
    pub hollow: bool,
}

/// An arrow from one point to another, stopping short of both.
pub fn strike(painter: &Painter, from: Pos2, to: Pos2, short: f32, color: Color32) {
    let way = to - from;
    let along = way.normalized();
    let (start, tip) = (from + along * short * 0.6, to - along * short * 0.7);
    for (width, color) in [(6.0, theme::FACE), (3.5, color)] {
        painter.line_segment([start, tip - along * 6.0], Stroke::new(width, color));
    }
    blade(painter, tip, along, 15.0, color);
}

/// A pattern that fills the middle of a cell.
pub fn pattern(painter: &Painter, pattern: Pattern, (center, half): (Pos2, f32), color: Color32) {
    let stroke = Stroke::new(1.2, color.gamma_multiply(0.55));
    let n = 4;
    let place = |i: i32| half * (i as f32 / n as f32);
    let line = |from: Vec2, to: Vec2| {
        painter.line_segment([center + from, center + to], stroke);
    };
    match pattern {
        Pattern::Plain => {}
        Pattern::Stripes => {
            for i in -n + 1..n {
                let (middle, reach) = (place(i), half - place(i).abs());
                line(vec2(middle - reach, reach) * 0.7, vec2(middle + reach, -reach) * 0.7);
            }
        }
        Pattern::Checks => {
            for i in -n + 1..n {
                let reach = (half * half - place(i) * place(i)).max(0.0).sqrt() * 0.85;
                line(vec2(place(i), -reach), vec2(place(i), reach));
                line(vec2(-reach, place(i)), vec2(reach, place(i)));
            }
        }
        Pattern::Dots => {
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
                let at = center + vec2(x as f32, y as f32) * half * 0.34;
                painter.circle_filled(at, 1.6, stroke.color);
            }
        }
    }
}

/// A line of dots from one point to another.
pub fn dotted(painter: &Painter, from: Pos2, to: Pos2, color: Color32) {
    for shape in Drawn::dashed_line(&[from, to], Stroke::new(2.0, color), 6.0, 5.0) {
        painter.add(shape);
    }
}
