//! The dice that were thrown last, beside the board.

use egui::{Color32, Pos2, Rect, Role, Sense, Ui, Vec2, vec2};

use super::{Desk, named};
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::text;
use crate::theme::{mix, paper};

/// How large a die is at most, and how far one is from the next, in sizes.
const SIZE: f32 = 44.0;
const GAP: f32 = 0.23;

/// Draws the dice in the upper left corner of a room.
pub fn dice_ui(ui: &Ui, desk: &Desk, room: Rect) {
    let dice = desk.dice;
    if dice.thrown.is_empty() {
        return;
    }
    let n = dice.thrown.len().min(12);
    // All of them lie in one row, however narrow the room is.
    let row = n as f32 * (1.0 + GAP) - GAP;
    let size = SIZE.min((room.width() - 28.0) / row).max(8.0);
    let rect = Rect::from_min_size(room.left_top() + vec2(14.0, 12.0), vec2(row, 1.0) * size);
    let results: Vec<u32> = dice.thrown.iter().map(|(_, result)| *result).collect();
    let response = ui.interact(rect, egui::Id::unique("dice"), Sense::hover());
    named(response, Role::Label, true, || text::dice(&results));
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    for at in 0..n {
        let Some((sides, shown)) = dice.shown(at) else { continue };
        let part = dice.part().unwrap_or(1.0);
        let left = (1.0 - part) * (1.0 - part);
        let jump = (part * std::f32::consts::PI * 3.0).sin().abs() * left * 18.0;
        let center =
            rect.left_center() + vec2(0.5 + at as f32 * (1.0 + GAP), 0.0) * size - vec2(0.0, jump);
        pen.turn(center, left * (3.0 + at as f32));
        die(&mut pen, (center, size), sides, shown);
        pen.turn(center, 0.0);
    }
    draw::show(ui.painter(), pen.done());
}

/// Draws a die: pips on one with six sides, else its number.
pub fn die(pen: &mut Pen, (center, size): (Pos2, f32), sides: u32, shown: u32) {
    let rect = Rect::from_center_size(center, Vec2::splat(size));
    let body = outline::rounded_rect(rect, size * 0.18);
    let shadow: Vec<Pos2> = body.iter().map(|at| *at + vec2(0.0, size * 0.12)).collect();
    pen.shadow(&shadow, size * 0.25, Color32::from_black_alpha(120));
    pen.shape(&body, Paint::Down(&[(0.0, paper::HALO), (1.0, paper::FACE_LOW)]));
    pen.line(&body, true, (1.0, mix(paper::FACE_LOW, paper::INK, 0.35)));
    if sides != 6 {
        let how = (Letters::Bold, size * 0.5, paper::INK);
        return pen.word(center, shown.to_string(), how);
    }
    for (x, y) in pips(shown) {
        pen.disc(center + vec2(*x, *y) * size * 0.26, size * 0.085, paper::INK);
    }
}

/// Where the pips of a number stand.
fn pips(n: u32) -> &'static [(f32, f32)] {
    match n {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    }
}
