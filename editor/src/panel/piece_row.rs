//! Pieces in lines, each with itself in small, its name, what is quietly told of it, and a value.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontId, Response, Role, Sense, Ui, pos2, vec2};
use harena_engine::id::PieceId;

use super::{Desk, colored, named, ribbon};
use crate::draw::{self, Letters, Pen};
use crate::scene::View;
use crate::table::Focus;
use crate::{text, theme};

/// Where the name begins.
const NAME: f32 = 34.0;

/// What is told of a piece.
pub struct PieceRow {
    /// Which one.
    pub piece: PieceId,
    /// What it is called.
    pub name: String,
    /// What is quietly told of it.
    pub about: String,
    /// What stands at the right.
    pub value: String,
    /// The color of that.
    pub ink: Color32,
}

impl PieceRow {
    /// All of it as it is read out.
    fn label(&self) -> String {
        let told = [&self.name, &self.about, &self.value];
        let told = told.into_iter().filter(|part| !part.is_empty());
        told.map(String::as_str).collect::<Vec<&str>>().join(", ")
    }
}

/// Draws rows of such a height close to each other, only so many and then how many more there are;
/// a piece that is pointed at is found on the board.
pub fn rows_ui(ui: &mut Ui, desk: &mut Desk, rows: &[PieceRow], (high, most): (f32, usize)) {
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    for row in rows.iter().take(most) {
        if row_ui(ui, desk.view, row, high).hovered() {
            desk.table.pointed = Some(Focus::Piece(row.piece));
        }
    }
    if rows.len() > most {
        colored(ui, text::more(rows.len() - most), theme::now().ink3);
    }
    ui.spacing_mut().item_spacing.y = gap;
}

/// Draws a row, so high.
fn row_ui(ui: &mut Ui, view: View, row: &PieceRow, high: f32) -> Response {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    let response = named(response, Role::Label, true, || row.label());
    let y = rect.center().y;
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 8.0, now.panel2);
    }
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    ribbon::chip(&mut pen, view, row.piece, pos2(rect.left() + 14.0, y));
    draw::show(ui.painter(), pen.done());
    let font = draw::font(Letters::Bold, 15.0);
    let at = pos2(rect.right(), y);
    let value = ui.painter().text(at, Align2::RIGHT_CENTER, &row.value, font, row.ink);
    let left = rect.left() + NAME;
    let plain = || FontId::proportional(15.0);
    let mut job = LayoutJob::default();
    job.append(&row.name, 0.0, TextFormat::simple(plain(), now.ink1));
    if !row.about.is_empty() {
        job.append(&row.about, 6.0, TextFormat::simple(plain(), now.ink3));
    }
    job.wrap = TextWrapping::truncate_at_width((value.left() - 8.0 - left).max(20.0));
    let name = ui.painter().layout_job(job);
    let at = pos2(left, y - name.size().y / 2.0);
    ui.painter().galley(at, name, now.ink1);
    response
}
