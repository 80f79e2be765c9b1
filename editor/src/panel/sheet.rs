//! A sheet: rows with a sign, what they are about, and a number; ledgers; quiet remarks.

use egui::{Color32, RichText, Role, Sense, Ui, pos2, vec2};

use super::named;
use crate::draw::{self, Letters};
use crate::paint::face::Number;
use crate::{text, theme};

/// How high a row is.
const ROW: f32 = 24.0;
/// How much room a sign takes.
const SIGN: f32 = 26.0;

/// A row of a sheet.
pub struct Row<'a> {
    /// Its sign.
    pub sign: Option<char>,
    /// What it is about.
    pub title: &'a str,
    /// What stands at its right end.
    pub value: String,
    /// In which color.
    pub color: Color32,
    /// How it is read aloud.
    pub label: String,
}

/// Draws a row without room for a sign.
pub fn plain_ui(ui: &mut Ui, row: &Row) {
    row_from(ui, row, 0.0);
}

/// Draws a row.
pub fn row_ui(ui: &mut Ui, row: &Row) {
    row_from(ui, row, SIGN);
}

fn row_from(ui: &mut Ui, row: &Row, indent: f32) {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    named(response, Role::Label, true, || row.label.clone());
    let y = rect.center().y;
    let ink = theme::legible(row.color, now.panel);
    match row.sign {
        Some(sign) => {
            draw::icon_ui(ui.painter(), pos2(rect.left() + 9.0, y), sign, 18.0, now.ink3);
        }
        None if indent == 0.0 => {}
        None => {
            ui.painter().circle_filled(pos2(rect.left() + 9.0, y), 2.5, now.ink3);
        }
    }
    let painter = ui.painter();
    let value = painter.layout_no_wrap(row.value.clone(), draw::font(Letters::Bold, 15.0), ink);
    let left = rect.right() - value.size().x;
    painter.galley(pos2(left, y - value.size().y / 2.0), value, ink);
    let room = (left - rect.left() - indent - 8.0).max(20.0);
    let mut job = egui::text::LayoutJob::simple_singleline(
        row.title.to_owned(),
        egui::FontId::proportional(15.0),
        now.ink2,
    );
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let title = painter.layout_job(job);
    let at = pos2(rect.left() + indent, y - title.size().y / 2.0);
    painter.galley(at, title, now.ink2);
}

/// Draws a quiet remark below a row.
pub fn remark_ui(ui: &mut Ui, line: &str) {
    ui.horizontal(|ui| {
        ui.add_space(SIGN);
        let label = egui::Label::new(RichText::new(line).color(theme::now().ink3)).wrap();
        ui.add(label);
    });
}

/// Draws where a number comes from: what it is about, its value, and what it is made of.
pub fn ledger_ui(ui: &mut Ui, row: &Row, number: Number, lines: &[(i16, String)]) {
    let now = theme::now();
    let well = egui::Frame::new().fill(now.well).corner_radius(8).inner_margin(10);
    well.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        row_ui(ui, row);
        for (at, (amount, cause)) in lines.iter().enumerate() {
            let (value, color) = match (at, *amount) {
                (0, _) => (amount.to_string(), now.ink2),
                (_, n) if n < 0 => (format!("\u{2212}{}", n.unsigned_abs()), now.down),
                (_, n) => (format!("+{n}"), now.up),
            };
            let label = format!("    {}", text::ledger_line(*amount, cause));
            row_ui(ui, &Row { sign: None, title: cause, value, color, label });
        }
        if lines.is_empty() && number.now != number.printed {
            remark_ui(ui, &format!("{} {}", text::printed(), number.printed));
        }
    });
}
