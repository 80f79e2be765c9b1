//! What stands in the middle of a tile: initiative, emblem, name, keywords, hit points, slots.

use egui::{Color32, Pos2, vec2};

use super::face::{Badge, BadgeKind, Face, Number};
use super::tile::Place;
use crate::draw::{Letters, Pen, icon};
use crate::theme::{mix, paper};

/// Names are not written on pieces smaller than this.
pub(super) const NAMED: f32 = 40.0;

impl Face {
    /// Whether it only serves its neighbors: then its emblem stands in a ring.
    pub(super) fn is_rune(&self) -> bool {
        let serves = !self.links.is_empty() || !self.snares.is_empty();
        serves && self.attacks.is_empty() && self.ladder.is_empty()
    }

    /// Whether it lies on no board: neither sides nor numbers.
    pub(super) fn is_order(&self) -> bool {
        self.attacks.is_empty()
            && self.ladder.is_empty()
            && self.links.is_empty()
            && self.snares.is_empty()
            && self.bars.is_empty()
            && self.stats.is_empty()
    }
}

/// Draws all of it.
pub(super) fn draw(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let named = r >= NAMED && !face.title.is_empty();
    if let Some(pool) = face.pool {
        let text = pool.to_string();
        let at = place.at(0.0, if named { -0.06 } else { 0.0 });
        pen.word(at, text, (Letters::Heading, 0.54 * r, paper::INK));
    } else {
        let (down, scale) = match (named, face.is_order()) {
            (false, _) => (0.0, 1.25),
            (true, true) => (-0.14, 1.12),
            (true, false) => (-0.10, 1.0),
        };
        emblem(pen, place, face, (down, scale));
    }
    if named {
        let size = if face.title.chars().count() > 11 { 0.178 } else { 0.205 } * r;
        let how = (Letters::Heading, size.max(10.0), paper::INK);
        pen.name(place.at(0.0, 0.36), &face.title, how, 1.34 * r);
    }
    if face.silenced {
        pen.flat(&place.outline(0.855), paper::NET.gamma_multiply(0.20));
        web(pen, place);
    }
    ladder(pen, place, face);
    if named {
        row(pen, place, face);
        hearts(pen, place, face);
    }
    slots(pen, place, face);
}

/// The emblem, or else the first letter of the name; so far down, so many times as large.
pub(super) fn emblem(pen: &mut Pen, place: Place, face: &Face, (down, scale): (f32, f32)) {
    let r = place.radius;
    let ink = match (face.silenced, face.ground) {
        (true, _) => mix(face.livery.ink, paper::USED, 0.5),
        (false, Some(ground)) if !face.owned => mix(ground, paper::INK, 0.45),
        (false, _) => face.livery.ink,
    };
    let size = if face.is_rune() { 0.42 } else { 0.50 } * scale * r;
    let at = place.at(0.0, down);
    match face.emblem {
        Some(icon) => pen.icon(at, icon, size, ink),
        None => {
            let sign = face.sign.as_deref().filter(|sign| sign.chars().count() == 1);
            let letter = sign.and_then(|sign| sign.chars().next());
            let letter = letter.or_else(|| face.title.chars().next());
            let letter = letter.or_else(|| face.letter.chars().next());
            let letter = letter.map_or_else(String::new, String::from);
            pen.word(at, letter, (Letters::Heading, size * 1.15, ink));
        }
    }
}

/// The dashed ring around an emblem that serves others.
pub(super) fn dashed_ring(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let (at, radius) = (place.at(0.0, -0.10), 0.34 * r);
    pen.disc(at, radius, face.livery.rim.gamma_multiply(0.16));
    let outline = crate::draw::outline::circle(at, radius);
    let stroke = (0.02 * r, face.livery.ink.gamma_multiply(0.55));
    pen.dashed(&outline, true, (0.1 * r, 0.05 * r), stroke);
}

/// When it acts: a disc for each value, the color of what was changed and a caret beside it.
fn ladder(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let n = face.ladder.len() as f32;
    let wide = if n > 3.0 { 0.26 } else { 0.34 };
    for (i, number) in face.ladder.iter().enumerate() {
        let right = (i as f32 - (n - 1.0) / 2.0) * wide;
        let at = place.at(right, -0.56);
        let fill = if number.spent { paper::USED } else { number.ink() };
        pen.token(at, 0.150 * r, fill, (0.02 * r, paper::HALO));
        pen.word(at, number.text(), (Letters::Bold, 0.225 * r, Color32::WHITE));
        if number.spent {
            let half = vec2(0.11, -0.11) * r;
            pen.line(&[at - half, at + half], false, (0.03 * r, paper::HALO));
        } else if number.now != number.printed {
            caret(pen, at + vec2(0.17, 0.0) * r, (r, *number));
        }
    }
}

/// A small triangle up or down.
fn caret(pen: &mut Pen, at: Pos2, (r, number): (f32, Number)) {
    let up = if number.now > number.printed { -1.0 } else { 1.0 };
    let base = at - vec2(0.0, 0.05 * up * r);
    let tip = base + vec2(0.075, 0.1 * up) * r;
    pen.flat(&[base, tip, base + vec2(0.15, 0.0) * r], number.ink());
}

/// Keywords side by side; used ones are struck, lent ones stand in a ring. Then stats.
fn row(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let keywords: Vec<&(String, Badge)> =
        face.badges.iter().filter(|(_, it)| matches!(it.kind, BadgeKind::Keyword { .. })).collect();
    let step = if keywords.len() > 3 { 0.22 } else { 0.27 };
    let mut x = -(keywords.len() as f32 - 1.0) * step / 2.0;
    for (letter, badge) in keywords {
        let at = place.at(x, 0.53);
        let lent = badge.kind == BadgeKind::Keyword { lent: true };
        let ink = if lent { paper::RAISED } else { paper::INK2 };
        if lent {
            pen.disc(at, 0.135 * r, paper::RAISED.gamma_multiply(0.16));
            pen.ring(at, 0.135 * r, (0.02 * r, paper::RAISED));
        }
        sign(pen, at, (badge.icon, letter), (0.20 * r, ink));
        if badge.count > 1 {
            let how = (Letters::Bold, 0.13 * r, ink);
            pen.word(at + vec2(0.12, 0.09) * r, badge.count.to_string(), how);
        }
        x += step;
    }
    let mut x = -(face.stats.len() as f32 - 1.0) * 0.17;
    for stat in &face.stats {
        let text = format!("{} {}", stat.letter, stat.number.text());
        pen.word(place.at(x, 0.53), text, (Letters::Bold, 0.18 * r, stat.number.ink()));
        x += 0.34;
    }
}

/// A sign, or else its letters.
pub(super) fn sign(
    pen: &mut Pen,
    at: Pos2,
    (icon, letter): (Option<char>, &str),
    (size, ink): (f32, Color32),
) {
    match icon {
        Some(icon) => pen.icon(at, icon, size, ink),
        None => {
            let small = if letter.chars().count() > 1 { 0.72 } else { 0.95 };
            pen.word(at, letter, (Letters::Bold, size * small, ink));
        }
    }
}

/// Hearts where there is more than one, broken ones for wounds.
fn hearts(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let Some((number, wounds)) = face.hit_points else { return };
    if number.now <= 1 && wounds == 0 && number.now == number.printed {
        return;
    }
    if number.now > 5 {
        let left = Number { now: number.now - wounds, ..number };
        return pen.word(place.at(0.0, 0.715), left.text(), (Letters::Bold, 0.22 * r, left.ink()));
    }
    let mut x = -(f32::from(number.now) - 1.0) * 0.1;
    for i in 0..number.now {
        let hurt = i >= number.now - wounds;
        let (name, ink) = match (hurt, i >= number.printed) {
            (true, _) => ("heart-break", paper::DANGER),
            (false, true) => ("heart", paper::RAISED),
            (false, false) => ("heart", paper::INK2),
        };
        sign(pen, place.at(x, 0.715), (icon(name), "o"), (0.19 * r, ink));
        x += 0.2;
    }
}

/// A disc with a halo in one of the slots.
pub fn slot(
    pen: &mut Pen,
    (at, radius): (Pos2, f32),
    fill: Color32,
    (icon, letter): (Option<char>, &str),
) {
    pen.token(at, radius, fill, (radius * 0.13, paper::HALO));
    let ink = if crate::theme::luminance(fill) > 0.4 { paper::INK } else { Color32::WHITE };
    sign(pen, at, (icon, letter), (radius * 1.42, ink));
}

/// Statuses and markers: discs from the left slot inward and down.
fn slots(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let loose = face.attacks.iter().filter(|attack| attack.side.is_none());
    for attack in loose {
        let at = place.at(0.40, 0.20);
        slot(pen, (at, 0.15 * r), paper::OCHRE, (None, &attack.letter));
    }
    let shown = face.badges.iter().filter(|(_, it)| !matches!(it.kind, BadgeKind::Keyword { .. }));
    let places = [(-0.42, -0.12), (-0.44, 0.20), (-0.13, -0.12), (0.42, 0.20), (0.42, -0.12)];
    for ((letter, badge), (x, y)) in shown.zip(places) {
        let at = place.at(x, y);
        slot(pen, (at, 0.16 * r), badge.color, (badge.icon, letter));
        if badge.count > 1 && !letter.ends_with(&badge.count.to_string()) {
            let count = at + vec2(0.15, 0.12) * r;
            pen.disc(count, 0.09 * r, paper::HALO);
            pen.word(count, badge.count.to_string(), (Letters::Bold, 0.14 * r, paper::INK));
        }
    }
}

/// A web over the whole face.
fn web(pen: &mut Pen, place: Place) {
    let r = place.radius;
    let stroke = (0.022 * r, paper::NET.gamma_multiply(0.75));
    let corners = place.form.corners(place.center, 0.84 * r);
    for corner in &corners {
        pen.line(&[place.center, *corner], false, stroke);
    }
    for part in [0.3, 0.55, 0.8] {
        let ring = place.form.corners(place.center, part * r);
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        for (a, b) in ends {
            let dip = place.center + ((*a - place.center) + (*b - place.center)) * 0.43;
            let bow = |t: f32| a.lerp(dip, t).lerp(dip.lerp(*b, t), t);
            let points: Vec<Pos2> = (0..=4u8).map(|i| bow(f32::from(i) / 4.0)).collect();
            pen.line(&points, false, stroke);
        }
    }
}
