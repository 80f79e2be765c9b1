//! Small drawings: shapes of seats, badges, arrows, patterns.

use egui::{Color32, Painter, Pos2, Rect, Vec2, vec2};

use super::geometry::base_of;
use crate::book::{Pattern, Shape};
use crate::draw::{self, Letters, Pen, outline};
use crate::theme::{Livery, paper};

/// Draws the shape of a seat with an edge around it.
pub fn shape(
    pen: &mut Pen,
    shape: Shape,
    (center, radius): (Pos2, f32),
    color: Color32,
    (width, edge): (f32, Color32),
) {
    let at = |x: f32, y: f32| center + vec2(x, y) * radius;
    let star = |n: usize, inner: f32| -> Vec<Pos2> {
        let step = std::f32::consts::TAU / (2 * n) as f32;
        let point = |i: usize| {
            let length = if i.is_multiple_of(2) { 1.2 } else { inner };
            center + Vec2::angled(step * i as f32 - std::f32::consts::FRAC_PI_2) * length * radius
        };
        (0..2 * n).map(point).collect()
    };
    let points = match shape {
        Shape::Circle => outline::circle(center, radius),
        Shape::Square => outline::rounded_rect(
            Rect::from_center_size(center, Vec2::splat(radius * 1.76)),
            radius * 0.2,
        ),
        Shape::Diamond => vec![at(0.0, -1.2), at(1.1, 0.0), at(0.0, 1.2), at(-1.1, 0.0)],
        Shape::Triangle => vec![at(0.0, -1.12), at(1.15, 0.85), at(-1.15, 0.85)],
        Shape::Star => star(5, 0.5),
        Shape::Cross => star(4, 0.4),
    };
    pen.flat(&outline::grown(&points, width / 2.0), edge);
    pen.flat(&outline::grown(&points, -width / 2.0), color);
}

/// Draws the shape of a seat in the interface.
pub fn seat_shape(painter: &Painter, livery: Livery, center: Pos2, radius: f32) {
    let place = [center.x.to_bits(), center.y.to_bits(), radius.to_bits()];
    // A shape that is as bright as the panels has a dark edge.
    let now = crate::theme::now();
    let seen = crate::theme::contrast(livery.rim, now.panel) >= 2.0;
    let edge = if seen || now.dark { Color32::from_white_alpha(190) } else { now.ink3 };
    draw::kept(painter, ("seat", livery, place, edge), |pen| {
        let edge = (1.2, edge);
        shape(pen, livery.shape, (center, radius), livery.rim, edge);
    });
}

/// A pill with letters around a center, in a color.
pub fn pill(pen: &mut Pen, painter: &Painter, at: Pos2, how: (&str, f32, Color32)) {
    let (text, size, fill) = how;
    let width = draw::width_of(painter, text, Letters::Bold, size) + size * 1.0;
    let rect = Rect::from_center_size(at, vec2(width.max(size * 1.5), size * 1.5));
    pen.rect(rect.expand(1.5), rect.height() / 2.0, paper::HALO);
    pen.rect(rect, rect.height() / 2.0, fill);
    let ink = crate::theme::ink_on(fill);
    pen.word(at, text, (Letters::Bold, size, ink));
}

/// An arrow from one point to another, stopping short of both.
pub fn strike(pen: &mut Pen, from: Pos2, to: Pos2, short: f32, color: Color32) {
    let way = to - from;
    let along = way.normalized();
    let (start, tip) = (from + along * short * 0.6, to - along * short * 0.6);
    let [a, b] = base_of(tip, along, 16.0, 9.0);
    let mut head = vec![tip, a, b];
    if !outline::is_clockwise(&head) {
        head.reverse();
    }
    pen.cord(start, tip - along * 8.0, (8.0, paper::HALO));
    pen.flat(&outline::grown(&head, 1.8), paper::HALO);
    pen.cord(start, tip - along * 8.0, (4.5, color));
    pen.flat(&head, color);
}

/// A pattern that fills the middle of a cell.
pub fn pattern(pen: &mut Pen, pattern: Pattern, (center, half): (Pos2, f32), color: Color32) {
    let stroke = (1.2, color.gamma_multiply(0.45));
    let n = 4;
    let place = |i: i32| half * (i as f32 / n as f32);
    let mut line = |from: Vec2, to: Vec2| pen.line(&[center + from, center + to], false, stroke);
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
                pen.disc(at, 1.6, stroke.1);
            }
        }
    }
}
