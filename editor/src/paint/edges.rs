//! A tile that lives by the numbers at its edges: they stand large, everything else is small.

use egui::Color32;

use super::face::{Badge, BadgeKind, Face};
use super::middle;
use super::tile::{Place, Pose, body, owner};
use crate::draw::{Letters, Pen};
use crate::theme::paper;

/// Draws a tile with numbers at its sides.
pub(super) fn tile(pen: &mut Pen, place: Place, face: &Face, pose: Pose) {
    body(pen, place, face.livery, (0.875, pose));
    let r = place.radius;
    if r < 20.0 {
        return middle::emblem(pen, place, face, (0.0, 1.0));
    }
    middle::emblem(pen, place, face, (0.0, 0.92));
    for (_, side, number) in &face.numbers {
        let at = place.center + place.toward(*side, face) * 0.585 * r;
        let text = number.text();
        let long = text.chars().count() > 1;
        let changed = number.now != number.printed;
        if changed {
            let half = if long { 0.27 } else { 0.215 };
            let size = egui::vec2(half * 2.0, 0.43) * r;
            pen.rect(egui::Rect::from_center_size(at, size), 0.12 * r, number.ink());
        }
        let ink = if changed { Color32::WHITE } else { paper::INK };
        let size = if long { 0.36 } else { 0.40 } * r;
        pen.word(at, text, (Letters::Bold, size, ink));
    }
    if face.owned {
        owner(pen, place.at(0.0, -0.80), 0.125 * r, face.livery);
    }
    badges(pen, place, face);
}

/// Ranks and other keywords at the lower corner, statuses and markers in the slots.
fn badges(pen: &mut Pen, place: Place, face: &Face) {
    let r = place.radius;
    let is_keyword = |badge: &Badge| matches!(badge.kind, BadgeKind::Keyword { .. });
    let mut keywords = face.badges.iter().filter(|(_, badge)| is_keyword(badge));
    // One that has a color of its own colors the first.
    let mut colored = keywords.clone().map(|(_, badge)| badge.color);
    let color = colored.rfind(|color| *color != paper::INK2).unwrap_or(paper::INK);
    if let Some((letter, badge)) = keywords.next() {
        let at = place.at(0.0, 0.795);
        let fill = if color == paper::INK { color } else { paper::DANGER };
        pen.token(at, 0.20 * r, fill, (0.025 * r, paper::HALO));
        middle::sign(pen, at, (badge.icon, letter), (0.31 * r, Color32::WHITE));
    }
    let marks = face.badges.iter().filter(|(_, badge)| !is_keyword(badge));
    for ((letter, badge), x) in marks.zip([-0.62, 0.62]) {
        let at = place.at(x, 0.62);
        middle::slot(pen, (at, 0.15 * r), badge.color, (badge.icon, letter));
    }
}
