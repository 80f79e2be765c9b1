//! What stands at the sides of a tile and turns with it: blades, darts, armor, nets, links.

use egui::{Color32, Pos2, Vec2};

use super::face::{AttackFace, Face, Snare, Weapon};
use super::geometry::Form;
use super::middle::slot;
use super::tile::Place;
use crate::draw::{Letters, Pen, outline};
use crate::theme::paper;

/// A side of a tile: points by how far out and how far across, in radii.
#[derive(Clone, Copy)]
struct Side {
    center: Pos2,
    along: Vec2,
    r: f32,
    /// Of an attack beside another: shifted across and smaller.
    shift: f32,
    scale: f32,
}

impl Side {
    fn at(self, out: f32, across: f32) -> Pos2 {
        // Smaller signs keep their tips at the edge.
        let out = 0.985 - (0.985 - out) * self.scale;
        let across = across * self.scale + self.shift;
        self.center + (self.along * out + self.along.rot90() * across) * self.r
    }

    fn points<const N: usize>(self, points: [(f32, f32); N]) -> Vec<Pos2> {
        points.iter().map(|(out, across)| self.at(*out, *across)).collect()
    }
}

/// Draws the signs of all sides.
pub(super) fn draw(pen: &mut Pen, place: Place, face: &Face) {
    let side = |n: u8| {
        // The measures are those of a hex, whose sides are 0.866 radii away.
        let scale = match place.form {
            Form::Hex => 1.0,
            Form::Square => 0.84,
            Form::Round => 1.06,
        };
        let (along, r) = (place.toward(n, face), place.radius * scale);
        Side { center: place.center, along, r, shift: 0.0, scale: 1.0 }
    };
    face.snares.iter().for_each(|snare| draw_snare(pen, side(snare.side), snare));
    for (n, count) in &face.bars {
        draw_bars(pen, side(*n), *count);
    }
    face.links.iter().for_each(|n| draw_link(pen, side(*n)));
    for n in 0..place.n_directions {
        draw_attacks(pen, side(n), face, n);
    }
    for (n, letter, badge) in &face.sided {
        let side = side(*n);
        slot(pen, (side.at(0.74, 0.0), 0.15 * side.r), badge.color, (badge.icon, letter));
    }
    for n in &face.dots {
        let side = side(*n);
        pen.token(side.at(0.78, 0.0), 0.06 * side.r, paper::TEAL, (0.02 * side.r, paper::HALO));
    }
    for (n, text) in &face.notes {
        let at = side(*n).at(0.66, 0.0);
        pen.word(at, text.as_str(), (Letters::Bold, 0.2 * place.radius, paper::INK));
    }
}

fn draw_attacks(pen: &mut Pen, side: Side, face: &Face, n: u8) {
    let attacks: Vec<&AttackFace> =
        face.attacks.iter().filter(|attack| attack.side == Some(n)).collect();
    let several = attacks.len() > 1;
    for (i, attack) in attacks.iter().enumerate() {
        let shift = (i as f32 - (attacks.len() as f32 - 1.0) / 2.0) * 0.40;
        let side = if several { Side { shift, scale: 0.85, ..side } } else { side };
        match attack.weapon {
            Weapon::Blade => blade(pen, side, attack, face.disarmed),
            Weapon::Dart => dart(pen, side, attack, face.disarmed),
            Weapon::Other => {
                let at = side.at(0.72, 0.0);
                slot(pen, (at, 0.14 * side.r), paper::OCHRE, (None, &attack.letter));
                number(pen, side, attack, (0.52, 0.17, paper::OCHRE));
            }
        }
    }
}

fn blade(pen: &mut Pen, side: Side, attack: &AttackFace, disarmed: bool) {
    let fill = if disarmed { Color32::from_rgb(0xc3, 0xb1, 0x99) } else { attack.strength.ink() };
    let points = side.points([
        (0.55, -0.10),
        (0.77, -0.14),
        (0.985, 0.0),
        (0.77, 0.14),
        (0.55, 0.10),
        (0.60, 0.0),
    ]);
    haloed(pen, side, &points, fill);
    number(pen, side, attack, (0.735, 0.215, Color32::WHITE));
    strike_out(pen, side, disarmed);
}

fn dart(pen: &mut Pen, side: Side, attack: &AttackFace, disarmed: bool) {
    let changed = attack.strength.now != attack.strength.printed;
    let fill = match (disarmed, changed) {
        (true, _) => Color32::from_rgb(0xc3, 0xb1, 0x99),
        (false, true) => attack.strength.ink(),
        (false, false) => paper::OCHRE,
    };
    let shaft = side.points([(0.46, -0.045), (0.76, -0.045), (0.76, 0.045), (0.46, 0.045)]);
    let head = side.points([(0.74, -0.15), (0.97, 0.0), (0.74, 0.15)]);
    for part in [&shaft, &head] {
        pen.flat(&outline::grown(&clockwise(part), 0.022 * side.r), paper::HALO);
    }
    pen.flat(&shaft, fill);
    pen.flat(&head, fill);
    for out in [0.53, 0.60] {
        let feather = side.points([(out, -0.1), (out - 0.06, 0.0), (out, 0.1)]);
        pen.line(&feather, false, (0.03 * side.r, fill));
    }
    number(pen, side, attack, (0.80, 0.19, Color32::WHITE));
    strike_out(pen, side, disarmed);
}

/// The strength, where it is more than one or changed.
fn number(pen: &mut Pen, side: Side, attack: &AttackFace, how: (f32, f32, Color32)) {
    let (out, size, color) = how;
    if attack.strength.now != 1 || attack.strength.now != attack.strength.printed {
        let how = (Letters::Bold, size * side.r * side.scale, color);
        pen.word(side.at(out, 0.0), attack.strength.text(), how);
    }
}

fn strike_out(pen: &mut Pen, side: Side, disarmed: bool) {
    if disarmed {
        let ends = side.points([(0.60, -0.17), (0.90, 0.17)]);
        pen.line(&ends, false, (0.05 * side.r, paper::MAGENTA));
    }
}

fn haloed(pen: &mut Pen, side: Side, points: &[Pos2], fill: Color32) {
    let points = clockwise(points);
    pen.flat(&outline::grown(&points, 0.022 * side.r), paper::HALO);
    pen.flat(&points, fill);
}

fn clockwise(points: &[Pos2]) -> Vec<Pos2> {
    let mut points = points.to_vec();
    if !outline::is_clockwise(&points) {
        points.reverse();
    }
    points
}

/// Bars along the side, one inside the other.
fn draw_bars(pen: &mut Pen, side: Side, n: i16) {
    for i in 0..n.clamp(0, 3) {
        let inner = 0.735 - 0.13 * f32::from(i);
        let bar = side.points([
            (inner, -0.36),
            (inner + 0.10, -0.36),
            (inner + 0.10, 0.36),
            (inner, 0.36),
        ]);
        let bar = outline::rounded(&clockwise(&bar), 0.03 * side.r);
        pen.flat(&outline::grown(&bar, 0.014 * side.r), paper::STEEL_DARK);
        pen.flat(&bar, paper::STEEL);
        let light = side.points([(inner + 0.075, -0.33), (inner + 0.075, 0.33)]);
        pen.line(&light, false, (0.018 * side.r, paper::STEEL_LIGHT));
        for across in [-0.29, 0.29] {
            pen.disc(side.at(inner + 0.04, across), 0.024 * side.r, paper::STEEL_LIGHT);
        }
    }
    if n > 3 {
        let how = (Letters::Bold, 0.2 * side.r, paper::STEEL_DARK);
        pen.word(side.at(0.36, 0.0), n.to_string(), how);
    }
}

/// A half disc that looks out of the edge of the face.
fn draw_link(pen: &mut Pen, side: Side) {
    let half = |radius: f32| -> Vec<Pos2> {
        let at = |i: u8| {
            let angle = std::f32::consts::PI * (f32::from(i) / 14.0 - 0.5);
            side.at(0.87 - radius * angle.cos(), radius * angle.sin())
        };
        (0..=14).map(at).collect()
    };
    pen.flat(&half(0.185), paper::HALO);
    pen.flat(&half(0.16), paper::TEAL);
}

/// Crossed cords over a whole side, or slanted ones in the color of another status.
fn draw_snare(pen: &mut Pen, side: Side, snare: &Snare) {
    let (near, far) = (0.64, 0.865);
    let half = |out: f32| 0.36 + 0.06 * (out - near) / (far - near);
    let field = side.points([(near, -0.36), (far, -0.42), (far, 0.42), (near, 0.36)]);
    let color = if snare.silences { paper::INK } else { snare.color };
    pen.flat(&field, color.gamma_multiply(0.14));
    let stroke = (0.025 * side.r, color);
    for i in -9i8..10 {
        let start = f32::from(i) * 0.1;
        for slope in [1.0, -1.0] {
            if slope < 0.0 && !snare.silences {
                continue;
            }
            // The cord runs across by as much as it runs out, and is cut off at the field.
            let inside = |t: f32| {
                let (out, across) = (near + t, start + slope * t);
                (across.abs() <= half(out)).then(|| side.at(out, across))
            };
            let points: Vec<Pos2> =
                (0..=6u8).filter_map(|n| inside(f32::from(n) / 6.0 * (far - near))).collect();
            pen.line(&points, false, stroke);
        }
    }
    for out in [near, far] {
        let ends = side.points([(out, -half(out)), (out, half(out))]);
        pen.line(&ends, false, stroke);
    }
}
