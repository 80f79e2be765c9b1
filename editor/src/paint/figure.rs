//! Figures that stand on a cell: an arch on an oval base for whoever somebody owns, a crowned
//! shield on six sides for all others.

use egui::{Color32, Pos2, Rect, vec2};

use super::face::{Badge, BadgeKind, Face};
use super::geometry::Form;
use super::middle::slot;
use super::tile::{Place, owner};
use crate::draw::{Letters, Paint, Pen, icon, outline};
use crate::theme::{mix, paper};

/// Draws a figure whose room is a circle of this radius.
pub(super) fn standee(pen: &mut Pen, place: Place, face: &Face) {
    let half = match place.form {
        Form::Hex => place.radius * 0.80,
        Form::Square => place.form.apothem(place.radius),
        Form::Round => place.radius,
    };
    let figure = Figure { center: place.center, half };
    if face.owned {
        figure.arch(pen, face);
    } else {
        figure.shield(pen, face);
    }
    figure.marks(pen, face);
}

/// What a figure with so much room is called: by its first name where the whole one would be
/// too small to be read.
fn called(title: &str, room: f32, size: f32) -> &str {
    let letters = (room / (0.52 * size)) as usize;
    if title.chars().count() <= letters {
        return title;
    }
    title.split_whitespace().next().unwrap_or(title)
}

#[derive(Clone, Copy)]
struct Figure {
    center: Pos2,
    half: f32,
}

impl Figure {
    fn at(self, right: f32, down: f32) -> Pos2 {
        self.center + vec2(right, down) * self.half
    }

    fn base(self, pen: &mut Pen, (rim, dark): (Color32, Color32), width: f32) {
        let h = self.half;
        let shadow = outline::ellipse(self.at(0.03, 0.74), vec2(width + 0.06, 0.20) * h);
        pen.shadow(&shadow, 0.14 * h, Color32::from_black_alpha(150));
        pen.flat(&outline::ellipse(self.at(0.0, 0.72), vec2(width, 0.19) * h), dark);
        let top = outline::ellipse(self.at(0.0, 0.65), vec2(width, 0.18) * h);
        pen.shape(&top, Paint::Down(&[(0.0, mix(rim, Color32::WHITE, 0.2)), (1.0, rim)]));
    }

    fn arch(self, pen: &mut Pen, face: &Face) {
        let (livery, h) = (face.livery, self.half);
        self.base(pen, (livery.rim, livery.dark), 0.54);
        let arch = |part: f32| {
            let rect = Rect::from_min_max(
                self.at(-0.46 * part, -0.88 + (1.0 - part) * 0.7),
                self.at(0.46 * part, 0.66),
            );
            arch_in(rect, rect.width() / 2.0)
        };
        let outer = arch(1.0);
        pen.flat(&super::tile::moved(&outer, 0.03 * h), livery.dark);
        pen.shape(
            &outer,
            Paint::Down(&[(0.0, livery.light), (0.5, livery.rim), (1.0, livery.dark)]),
        );
        let inner = arch(0.80);
        pen.shape(&inner, Paint::Down(&[(0.0, paper::FACE), (1.0, paper::FACE_LOW)]));
        let named = h > 44.0;
        self.emblem(pen, face, (if named { -0.30 } else { -0.14 }, 0.62, livery.ink));
        if named {
            let how = (Letters::Heading, (0.19 * h).max(9.0), paper::INK);
            pen.name(self.at(0.0, 0.24), called(&face.title, 0.68 * h, how.1), how, 0.68 * h);
        }
        owner(pen, self.at(0.0, 0.44), 0.10 * h, livery);
    }

    fn shield(self, pen: &mut Pen, face: &Face) {
        let h = self.half;
        let color = face.ground.unwrap_or(Color32::from_rgb(0x8e, 0x2a, 0x22));
        let dark = mix(color, Color32::BLACK, 0.62);
        self.base(pen, (mix(color, Color32::WHITE, 0.1), mix(color, Color32::BLACK, 0.5)), 0.50);
        let shield = |part: f32| -> Vec<Pos2> {
            let points = [
                (-0.48, -0.80),
                (-0.24, -0.62),
                (0.0, -0.84),
                (0.24, -0.62),
                (0.48, -0.80),
                (0.44, 0.48),
                (0.0, 0.66),
                (-0.44, 0.48),
            ];
            let middle = self.at(0.0, -0.10);
            points.iter().map(|(x, y)| middle + (self.at(*x, *y) - middle) * part).collect()
        };
        pen.flat(&super::tile::moved(&shield(1.0), 0.04 * h), mix(color, Color32::BLACK, 0.7));
        pen.flat(&shield(1.0), mix(color, Color32::WHITE, 0.12));
        pen.flat(&shield(0.88), dark);
        self.emblem(pen, face, (-0.12, 0.60, Color32::from_rgb(0xff, 0xe3, 0xd2)));
        if face.emblem.is_none() && h > 30.0 {
            let how = (Letters::Heading, (0.20 * h).max(9.0), Color32::from_rgb(0xff, 0xe3, 0xd2));
            pen.name(self.at(0.0, 0.36), &face.title, how, 0.80 * h);
        }
    }

    fn emblem(self, pen: &mut Pen, face: &Face, (down, size, ink): (f32, f32, Color32)) {
        let at = self.at(0.0, down);
        match face.emblem {
            Some(icon) => pen.icon(at, icon, size * self.half, ink),
            None => {
                let letter = face.title.chars().next().map_or_else(String::new, String::from);
                pen.word(at, letter, (Letters::Heading, size * self.half, ink));
            }
        }
    }

    /// Numbers in pale discs at the left, other signs down the right edge.
    fn marks(self, pen: &mut Pen, face: &Face) {
        let h = self.half;
        let (mut left, mut right) = (-0.10, -0.55);
        if let Some((number, wounds)) = face.hit_points.filter(|(number, _)| number.now > 0) {
            let life = number.now - wounds;
            let at = self.at(0.30, 0.70);
            pen.token(at, 0.16 * h, paper::DANGER, (0.025 * h, paper::HALO));
            pen.word(at, life.to_string(), (Letters::Bold, 0.22 * h, Color32::WHITE));
        }
        for stat in face.stats.iter().filter(|stat| stat.pips.is_none()) {
            let at = self.at(0.34, 0.72);
            pen.token(at, 0.17 * h, paper::DANGER, (0.025 * h, paper::HALO));
            pen.word(at, stat.number.text(), (Letters::Bold, 0.22 * h, Color32::WHITE));
        }
        for (letter, badge) in &face.badges {
            if letter.chars().all(|c| c.is_ascii_digit()) && badge.icon.is_none() {
                let at = self.at(-0.50, left);
                pen.token(at, 0.20 * h, paper::HALO, (0.03 * h, paper::INK));
                pen.word(at, letter.as_str(), (Letters::Bold, 0.27 * h, paper::INK));
                left += 0.42;
            } else {
                self.mark(pen, self.at(0.52, right), (letter, *badge));
                right += 0.36;
            }
        }
    }

    fn mark(self, pen: &mut Pen, at: Pos2, (letter, badge): (&str, Badge)) {
        let h = self.half;
        if matches!(badge.kind, BadgeKind::Keyword { .. }) && badge.icon.is_none() {
            return;
        }
        slot(pen, (at, 0.16 * h), badge.color, (badge.icon, letter));
        if badge.count > 1 {
            let count = at + vec2(0.14, 0.11) * h;
            pen.disc(count, 0.10 * h, paper::HALO);
            pen.word(count, badge.count.to_string(), (Letters::Bold, 0.15 * h, paper::INK));
        }
    }
}

/// Draws a fighter of a row of spaces that lie so far apart: a large arch whose feet stand at a
/// point, with what it carries at its shoulder.
pub fn fighter(pen: &mut Pen, feet: Pos2, unit: f32, face: &Face) {
    let livery = face.livery;
    let at = |right: f32, down: f32| feet + vec2(right, down) * unit;
    let oval = |down: f32| outline::ellipse(at(0.0, down), vec2(0.35, 0.082) * unit);
    let shadow = outline::ellipse(at(0.02, 0.05), vec2(0.40, 0.10) * unit);
    pen.shadow(&shadow, 0.10 * unit, Color32::from_black_alpha(150));
    pen.flat(&oval(0.035), livery.dark);
    let shine = [(0.0, mix(livery.rim, Color32::WHITE, 0.2)), (1.0, livery.rim)];
    pen.shape(&oval(0.0), Paint::Down(&shine));
    let arch = |inset: f32| {
        let half = 0.32 - inset;
        let rect = Rect::from_min_max(at(-half, -0.82 + inset), at(half, -0.01));
        arch_in(rect, rect.width() / 2.0)
    };
    pen.flat(&super::tile::moved(&arch(0.0), 0.02 * unit), livery.dark);
    let stops = [(0.0, livery.light), (0.5, livery.rim), (1.0, livery.dark)];
    pen.shape(&arch(0.0), Paint::Down(&stops));
    pen.shape(&arch(0.05), Paint::Down(&[(0.0, paper::FACE), (1.0, paper::FACE_LOW)]));
    match face.emblem {
        Some(icon) => pen.icon(at(0.0, -0.50), icon, 0.39 * unit, livery.ink),
        None => {
            let letter = face.title.chars().next().map_or_else(String::new, String::from);
            pen.word(at(0.0, -0.50), letter, (Letters::Heading, 0.36 * unit, livery.ink));
        }
    }
    let how = (Letters::Heading, (0.125 * unit).clamp(9.0, 22.0), paper::INK);
    pen.name(at(0.0, -0.185), called(&face.title, 0.52 * unit, how.1), how, 0.52 * unit);
    owner(pen, at(0.0, -0.10), 0.05 * unit, livery);
    let carried = face.badges.iter().filter(|(_, badge)| badge.kind == BadgeKind::Mark);
    let carried = carried.filter(|(_, badge)| !is_cube(badge.icon));
    for (place, (letter, badge)) in carried.enumerate() {
        let shoulder = at(0.31, -0.60 + 0.25 * place as f32);
        slot(pen, (shoulder, 0.105 * unit), badge.color, (badge.icon, letter));
        if badge.count > 1 {
            let count = shoulder + vec2(0.09, 0.08) * unit;
            pen.disc(count, 0.068 * unit, paper::HALO);
            let how = (Letters::Bold, 0.10 * unit, paper::INK);
            pen.word(count, badge.count.to_string(), how);
        }
    }
}

/// An outline as wide as a rectangle, with a round top.
fn arch_in(rect: Rect, r: f32) -> Vec<Pos2> {
    let round = (0..=16u8).map(|i| {
        let angle = std::f32::consts::PI * (1.0 + f32::from(i) / 16.0);
        Pos2::new(rect.center().x + r * angle.cos(), rect.top() + r + r * angle.sin())
    });
    round.chain([rect.right_bottom(), rect.left_bottom()]).collect()
}

/// Whether a sign of the looks is a cube, which has a body of its own.
pub fn is_cube(sign: Option<char>) -> bool {
    sign.is_some() && sign == icon("cube")
}

/// A cube as seen from above one of its edges.
pub fn cube(pen: &mut Pen, center: Pos2, half: f32, color: Color32) {
    let at = |x: f32, y: f32| center + vec2(x, y) * half;
    let whole = [
        at(0.0, -1.0),
        at(0.88, -0.5),
        at(0.88, 0.5),
        at(0.0, 1.0),
        at(-0.88, 0.5),
        at(-0.88, -0.5),
    ];
    pen.flat(&outline::grown(&whole, half * 0.08), Color32::from_rgb(0x1b, 0x14, 0x10));
    pen.flat(&whole, mix(color, Color32::BLACK, 0.16));
    let top = [at(0.0, -1.0), at(0.88, -0.5), at(0.0, 0.0), at(-0.88, -0.5)];
    pen.flat(&top, mix(color, Color32::WHITE, 0.25));
    let right = [at(0.0, 0.0), at(0.88, -0.5), at(0.88, 0.5), at(0.0, 1.0)];
    pen.flat(&right, mix(color, Color32::BLACK, 0.32));
}
