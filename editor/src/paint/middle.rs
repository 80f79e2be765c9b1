//! What stands in the middle of a piece: numbers above, the title, stats, badges, hit points.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, FontId, Pos2, Stroke, Vec2, vec2};

use super::face::{Body, Face, Number, StatFace};
use super::geometry::Form;
use super::icon::{self, Badge};
use super::lettering;
use super::tile::Spot;
use crate::theme;

/// Names are not written on pieces smaller than this, only their letters.
pub const SMALL: f32 = 25.0;
/// No letters of badges are smaller than those of this radius.
const LEAST_BADGE: f32 = 7.5;

/// Where the parts of the middle stand, in radii below the center, and how much room they have.
struct Plan {
    title: f32,
    /// Room of the title.
    room: Vec2,
    /// The largest letters of the title.
    largest: f32,
    stats: f32,
    stats_width: f32,
    badges: f32,
    badges_width: f32,
    badge: f32,
}

impl Plan {
    fn of(spot: Spot, face: &Face) -> Plan {
        let plan = Plan {
            title: -0.1,
            room: vec2(1.12, 0.46),
            largest: 0.19,
            stats: 0.09,
            stats_width: 1.3,
            badges: 0.27,
            badges_width: 1.3,
            badge: 0.125,
        };
        let lonely = face.attacks.is_empty() && face.ladder.is_empty();
        let written = !face.numbers.is_empty() || !face.notes.is_empty();
        match (spot.form, written) {
            (Form::Round, _) => plan.of_disc(face),
            (Form::Square, true) => plan.of_square(),
            // Between the numbers at the upper sides and those at the left and right.
            (Form::Hex, true) => {
                Plan { title: -0.27, room: vec2(1.5, 0.32), largest: 0.26, badges: 0.3, ..plan }
            }
            (Form::Hex | Form::Square, false) if lonely => plan.of_plain(face),
            (Form::Hex | Form::Square, false) => plan,
        }
    }

    /// A disc: the title across its middle, badges below.
    fn of_disc(self, face: &Face) -> Plan {
        let bare = face.badges.is_empty() && face.stats.is_empty();
        let above = if face.shape.is_some() { 0.06 } else { 0.0 };
        let short = face.title.chars().count() <= 2;
        let room = if bare { vec2(1.66, 0.9) } else { vec2(1.6, 0.66) };
        Plan {
            title: if bare { above } else { -0.18 + above },
            room,
            largest: if short { 0.62 } else { 0.42 },
            stats: 0.2,
            stats_width: 1.5,
            badges: if face.stats.is_empty() { 0.42 } else { 0.55 },
            badges_width: 1.45,
            badge: 0.23,
        }
    }

    /// A square with words at its eight sides: three lines between them.
    fn of_square(self) -> Plan {
        let side = std::f32::consts::FRAC_1_SQRT_2;
        Plan {
            title: -0.39 * side,
            room: vec2(1.62, 0.4) * side,
            largest: 0.2,
            stats: 0.0,
            stats_width: 1.0 * side,
            badges: 0.39 * side,
            badges_width: 1.7 * side,
            badge: 0.125,
        }
    }

    /// A tile with nothing at its sides: a big sign if it has one, with the title below.
    fn of_plain(self, face: &Face) -> Plan {
        let badges = if face.badges.is_empty() { 0.0 } else { -0.1 };
        match (sign_of(face), face.stats.is_empty()) {
            (Some(_), _) => {
                Plan { title: 0.2, room: vec2(1.4, 0.34), badges: 0.5, badge: 0.11, ..self }
            }
            (None, true) => Plan { title: badges, room: vec2(1.4, 0.62), largest: 0.24, ..self },
            (None, false) => {
                Plan { title: -0.16, room: vec2(1.4, 0.5), largest: 0.24, badges: 0.34, ..self }
            }
        }
    }
}

/// The sign or the letters that stand large in the middle of a tile with nothing else there.
fn sign_of(face: &Face) -> Option<&str> {
    let sign = face.sign.as_deref().or_else(|| is_untitled(face).then_some(&*face.letter));
    sign.filter(|sign| {
        let alone = face.attacks.is_empty() && face.ladder.is_empty() && face.numbers.is_empty();
        alone && face.notes.is_empty() && !sign.is_empty() && face.body != Body::Disc
    })
}

/// Whether nothing but its letters stands for its title.
fn is_untitled(face: &Face) -> bool {
    face.title.is_empty() || face.title == face.letter
}

/// Whether the shape of the owner stands beside the name.
pub fn names_owner(spot: Spot, face: &Face) -> bool {
    spot.form == Form::Square && !face.notes.is_empty() && spot.radius >= SMALL
}

/// Draws the middle.
pub fn draw(spot: Spot, face: &Face) {
    let plan = Plan::of(spot, face);
    draw_ladder(spot, &face.ladder);
    if spot.radius < SMALL {
        draw_letters(spot, face);
    } else {
        draw_title(spot, face, &plan);
        draw_stats(spot, face, &plan);
    }
    draw_hit_points(spot, face);
    draw_badges(spot, face, &plan);
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

/// Letters alone, where there is no room for a name.
fn draw_letters(spot: Spot, face: &Face) {
    let letters = sign_of(face).unwrap_or(&face.letter);
    let up = if face.badges.is_empty() { 0.0 } else { 0.22 };
    let size = if letters.chars().count() > 2 { 0.5 } else { 0.66 };
    let plain = face.attacks.is_empty() && face.ladder.is_empty();
    let size = if plain { size } else { 0.42 };
    let at = spot.center - vec2(0.0, spot.radius * up);
    spot.painter.text(at, Align2::CENTER_CENTER, letters, spot.font(size), theme::INK);
}

fn draw_title(spot: Spot, face: &Face, plan: &Plan) {
    let color = if face.silenced { theme::WEAK } else { theme::INK };
    if let Some(sign) = sign_of(face) {
        let up = match (is_untitled(face), face.badges.is_empty()) {
            (true, true) => 0.0,
            (true, false) => 0.1,
            (false, _) => 0.2,
        };
        let size = if sign.chars().count() > 2 { 0.42 } else { 0.56 };
        let tint = face.ground.map_or(color, |ground| theme::mix(ground, theme::INK, 0.35));
        let at = spot.center - vec2(0.0, spot.radius * up);
        spot.painter.text(at, Align2::CENTER_CENTER, sign, spot.font(size), tint);
        if is_untitled(face) {
            return;
        }
    }
    if face.title.is_empty() {
        return;
    }
    let largest = (spot.radius * plan.largest).clamp(8.0, 22.0);
    let beside = names_owner(spot, face) && face.shape.is_some();
    let mark = if beside { spot.radius * 0.1 } else { 0.0 };
    let room = plan.room * spot.radius - vec2(mark * 2.6, 0.0);
    let galley = lettering::fitted(spot.painter, &face.title, (largest, room), color);
    let size = galley.size();
    let at = spot.center + vec2(mark * 1.3, spot.radius * plan.title);
    spot.painter.galley(at - vec2(0.0, size.y / 2.0), galley, color);
    if let Some(shape) = face.shape.filter(|_| beside) {
        let left = at - vec2(size.x / 2.0 + mark * 1.5, 0.0);
        icon::seat_shape(spot.painter, shape, left, mark, face.color);
    }
}

/// Draws stats in a row below the title: a letter and its number, or pips for what is left. The
/// row is as wide as there is room.
fn draw_stats(spot: Spot, face: &Face, plan: &Plan) {
    if face.stats.is_empty() {
        return;
    }
    let room = spot.radius * plan.stats_width;
    let wished = (spot.radius * 0.19).clamp(8.0, 20.0);
    let size = wished * (room / row_of(spot, face, wished).1).min(1.0);
    let (row, width) = row_of(spot, face, size);
    let mut at = spot.center + vec2(-width / 2.0, spot.radius * plan.stats);
    for (entry, text, width) in row {
        let start = at + vec2(text.size().x, 0.0);
        spot.painter.galley(at - vec2(0.0, text.size().y / 2.0), text, theme::INK);
        draw_pips(spot, entry, (start, size * PIP));
        at.x += width + size * GAP;
    }
}

/// How wide a pip is, and how far entries of a row are apart, in sizes of letters.
const PIP: f32 = 0.56;
const GAP: f32 = 0.42;

type Entry<'a> = (&'a StatFace, std::sync::Arc<egui::Galley>, f32);

/// The entries of the row of stats with their widths, and the width of the row.
fn row_of<'a>(spot: Spot, face: &'a Face, size: f32) -> (Vec<Entry<'a>>, f32) {
    let entry = |stat: &'a StatFace| {
        let text = stat_text(spot, stat, size);
        let n_pips = f32::from(stat.pips.map_or(0, |_| stat.number.now.max(0)));
        let width = text.size().x + n_pips * size * PIP;
        (stat, text, width)
    };
    let row: Vec<Entry> = face.stats.iter().map(entry).collect();
    let gaps = size * GAP * (row.len() as f32 - 1.0);
    let width = row.iter().map(|(_, _, width)| width).sum::<f32>() + gaps;
    (row, width)
}

fn draw_pips(spot: Spot, entry: &StatFace, (start, pip): (Pos2, f32)) {
    let Some(spent) = entry.pips else { return };
    for i in 0..entry.number.now {
        let left = i < entry.number.now - spent;
        let fill = if left { entry.color } else { theme::FACE };
        let middle = start + vec2(pip * (f32::from(i) + 0.5), 0.0);
        spot.painter.circle(middle, pip * 0.4, fill, Stroke::new(1.0, entry.color));
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
    let at = spot.center + vec2(0.0, spot.radius * 0.68);
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

/// The badges of a face, attacks without a side first.
fn badges_of(face: &Face) -> Vec<(&str, Badge)> {
    let aimless = face.attacks.iter().filter(|attack| attack.side.is_none());
    let aimless = aimless.map(|attack| {
        let badge = Badge { color: theme::FIRE, count: attack.strength.now.into(), hollow: false };
        (attack.letter.as_str(), badge)
    });
    aimless.chain(face.badges.iter().map(|(letter, badge)| (letter.as_str(), *badge))).collect()
}

fn draw_badges(spot: Spot, face: &Face, plan: &Plan) {
    let badges = badges_of(face);
    let center = spot.center + vec2(0.0, spot.radius * plan.badges);
    let least = LEAST_BADGE.min(spot.radius * 0.24);
    let radius = (spot.radius * plan.badge).clamp(least, 13.0);
    draw_row(spot, &badges, (center, spot.radius * plan.badges_width), radius);
}

/// Draws badges side by side around a center, smaller where they need more width than there is.
pub fn draw_row(spot: Spot, badges: &[(&str, Badge)], (center, room): (Pos2, f32), radius: f32) {
    let width_at = |radius: f32| -> f32 {
        let width = |(letter, badge): &(&str, Badge)| {
            icon::badge_width(spot.painter, radius, letter, *badge) + radius * 0.2
        };
        badges.iter().map(width).sum()
    };
    let radius = radius * (room / width_at(radius).max(1.0)).clamp(0.6, 1.0);
    let mut at = center - vec2(width_at(radius) / 2.0, 0.0);
    for (letter, badge) in badges {
        let width = icon::badge_width(spot.painter, radius, letter, *badge);
        at.x += width / 2.0 + radius * 0.1;
        icon::badge(spot.painter, at, radius, letter, *badge);
        at.x += width / 2.0 + radius * 0.1;
    }
}

/// Draws the badges of ground in a band along its upper side, to the right of its sign: from a
/// place to another, at a height.
pub fn draw_band(spot: Spot, face: &Face, (left, right, down): (f32, f32, f32), radius: f32) {
    let badges = badges_of(face);
    let center = spot.center + vec2((left + right) / 2.0, down);
    draw_row(spot, &badges, (center, right - left), radius);
}

/// Draws name and badges of a figure outside of it: the name above, the badges below.
pub fn draw_outside(spot: Spot, face: &Face, width: f32) {
    let room = vec2(width, spot.radius * 0.9);
    let largest = (spot.radius * 0.45).clamp(9.0, 16.0);
    let galley = lettering::fitted(spot.painter, &face.title, (largest, room), theme::INK);
    let top = spot.center - vec2(0.0, spot.radius + 3.0 + galley.size().y);
    spot.painter.galley(top, galley, theme::INK);
    let radius = (spot.radius * 0.32).clamp(8.0, 13.0);
    let below = spot.center + vec2(0.0, spot.radius + radius + 4.0);
    draw_row(spot, &badges_of(face), (below, width), radius);
}
