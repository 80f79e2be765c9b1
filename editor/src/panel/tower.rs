//! What moves while a clock runs: blocks above each other on a table, under a line they come along,
//! in the place of the board.

use egui::{Color32, Rect, Role, Sense, Ui, pos2, vec2};

use super::named;
use crate::draw::{self, Paint, Pen, outline};
use crate::session::{Block, Gauge};
use crate::text;
use crate::theme::{self, mix, paper};

/// The largest block, in points.
const LARGEST: f32 = 56.0;
/// Around the blocks.
const MARGIN: egui::Vec2 = vec2(28.0, 18.0);
/// How thick the table is.
const TABLE: f32 = 14.0;

/// How numbers of a gauge become points: where its lowest line begins, and the size of a unit and
/// of a line.
struct Scale {
    left: f32,
    floor: f32,
    unit: f32,
    row: f32,
}

impl Scale {
    fn of(gauge: &Gauge, room: Rect) -> Scale {
        let span = (gauge.max - gauge.min).max(1) as f32;
        let widest = gauge.blocks.iter().map(|block| block.width).max().unwrap_or(1).max(1) as f32;
        let n_rows = gauge.blocks.iter().map(|block| block.row + 1).max().unwrap_or(1).max(4);
        let most = (room.height() - TABLE) / n_rows as f32;
        let unit = (LARGEST.min(most) / widest).min(room.width() / span);
        let left = room.center().x - span * unit / 2.0;
        Scale { left, floor: room.bottom() - TABLE, unit, row: widest * unit }
    }

    fn rect(&self, gauge: &Gauge, block: &Block) -> Rect {
        let x = self.left + (block.at.clamp(gauge.min, gauge.max) - gauge.min) as f32 * self.unit;
        let y = self.floor - self.row * (block.row as f32 + 0.5);
        Rect::from_center_size(pos2(x, y), vec2(block.width as f32 * self.unit, self.row))
    }
}

/// Draws the blocks of a gauge in a part of the screen.
pub fn tower_ui(ui: &mut Ui, gauge: &Gauge, whole: Rect) {
    let now = theme::now();
    // Nothing of the board is to be seen beside it.
    let room = whole.shrink2(vec2(2.0, 4.0));
    let response = ui.interact(room, egui::Id::unique("tower"), Sense::hover());
    let words = || gauge.blocks.iter().map(|block| block.text.clone()).collect::<Vec<String>>();
    named(response, Role::Label, true, || text::listed(&words()));
    ui.painter().rect_filled(room, 12.0, now.panel);
    let room = room.shrink2(MARGIN);
    let scale = Scale::of(gauge, room);
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    let half = (gauge.max - gauge.min) as f32 * scale.unit / 2.0;
    let table = Rect::from_min_max(
        pos2(room.center().x - half, scale.floor),
        pos2(room.center().x + half, scale.floor + TABLE),
    );
    pen.shape(
        &outline::rounded_rect(table, 4.0),
        Paint::Down(&[(0.0, now.board0), (1.0, now.board1)]),
    );
    let top = gauge.blocks.iter().map(|block| scale.rect(gauge, block).top());
    let line = top.fold(room.bottom(), f32::min) - 6.0;
    pen.cord(pos2(table.left(), line), pos2(table.right(), line), (3.0, now.ink3));
    let widest = gauge.blocks.iter().map(|block| block.width).max().unwrap_or(1);
    for block in &gauge.blocks {
        let rect = scale.rect(gauge, block);
        if block.width * 2 < widest {
            let foot = pos2(rect.center().x, rect.bottom());
            pen.cord(pos2(rect.center().x, line), foot, (2.0, now.ink2));
            pen.disc(foot, 5.0, now.accent);
        } else {
            cube(&mut pen, rect);
        }
    }
    draw::show(ui.painter(), pen.done());
}

/// A block of pale wood, seen a little from above.
fn cube(pen: &mut Pen, rect: Rect) {
    let whole = outline::rounded_rect(rect.shrink(1.0), 4.0);
    pen.shadow(
        &outline::rounded_rect(rect.translate(vec2(0.0, 3.0)), 4.0),
        8.0,
        Color32::from_black_alpha(90),
    );
    let dark = mix(paper::FACE_LOW, Color32::BLACK, 0.22);
    pen.shape(&whole, Paint::Down(&[(0.0, paper::FACE_LOW), (1.0, dark)]));
    let lid = rect.shrink(1.0);
    let lid = lid.with_max_y(lid.top() + lid.height() * 0.28);
    pen.flat(&outline::rounded_rect(lid, 4.0), paper::FACE);
    pen.line(&whole, true, (1.2, mix(dark, Color32::BLACK, 0.4)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of one line stand on the table, those of the next upon them, inside the room.
    #[test]
    fn blocks_stand_upon_each_other() {
        let block = |at: i32, row: usize| Block { at, row, width: 100, text: String::new() };
        let gauge =
            Gauge { min: -180, max: 180, blocks: vec![block(0, 0), block(20, 1), block(-180, 12)] };
        let room = Rect::from_min_size(pos2(10.0, 10.0), vec2(400.0, 500.0));
        let scale = Scale::of(&gauge, room);
        let [first, second, last] = [0, 1, 2].map(|at| scale.rect(&gauge, &gauge.blocks[at]));
        assert!((first.bottom() - (room.bottom() - TABLE)).abs() < 0.01, "{first:?}");
        assert!((first.top() - second.bottom()).abs() < 0.01 && second.left() > first.left());
        assert!(room.expand(30.0).contains_rect(last), "{last:?}");
    }
}
