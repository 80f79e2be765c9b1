//! Who joins in something that pieces do together: a switch for each of them, and what would come of
//! those that are chosen now.

use egui::{FontId, Frame, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use harena_engine::game::ArgKind;
use harena_engine::id::PieceId;

use super::{Desk, ribbon, widgets};
use crate::book::Telling;
use crate::draw::{self, Letters, Pen, icon};
use crate::{text, theme};

/// How high a row is.
const ROW: f32 = 34.0;

/// Whether such pieces join in something whose chances the game tells: then they stand on a panel of
/// their own.
pub fn is_joined(desk: &Desk, kind: ArgKind, of: &[i32]) -> bool {
    let tells = desk.view.book.tellings.contains(&Telling::Dice);
    let stands = |id: &i32| {
        let piece = usize::try_from(*id).ok().and_then(|at| desk.view.shown.state.pieces.get(at));
        piece.is_some_and(|piece| piece.cell().is_some())
    };
    tells && kind == ArgKind::Piece && of.iter().all(stands)
}

/// Draws the panel; `add` draws what stands below its rows. Which of them was switched.
pub fn joining_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    of: &[i32],
    is_full: bool,
    add: impl FnOnce(&mut Ui, &mut Desk),
) -> Option<usize> {
    let mut switched = None;
    let n = desk.table.several.count_ones() as usize;
    let panel = Frame::new().fill(theme::now().panel).corner_radius(12).inner_margin(14);
    panel.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal_wrapped(|ui| {
            super::heading(ui, text::who_joins());
            super::colored(ui, text::join_in(n, of.len()), theme::now().ink3);
        });
        for (bit, value) in of.iter().enumerate().take(30) {
            let on = desk.table.several & (1 << bit) != 0;
            if row_ui(ui, desk, (*value, of), (on, on || !is_full)) {
                switched = Some(bit);
            }
        }
        ui.add_space(6.0);
        add(ui, desk);
    });
    switched
}

/// Draws a row; whether it was clicked. It can be clicked as long as there is room for it.
fn row_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (value, of): (i32, &[i32]),
    (on, enabled): (bool, bool),
) -> bool {
    let now = theme::now();
    let label = desk.view.teller().choice(ArgKind::Piece, of, value);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, &label));
    let near = response.hovered() || response.has_focus();
    if near {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 8.0, now.panel2);
        let focus = super::decision::focus_of(ArgKind::Piece, value);
        desk.table.pointed = focus.or(desk.table.pointed);
    }
    widgets::focus_ring(ui, rect, &response);
    let y = rect.center().y;
    let (sign, ink) = if on { ("check-circle", now.up) } else { ("circle", now.ink3) };
    if let Some(sign) = icon(sign) {
        draw::icon_ui(ui.painter(), pos2(rect.left() + 10.0, y), sign, 20.0, ink);
    }
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    if let Ok(id) = u16::try_from(value) {
        ribbon::chip(&mut pen, desk.view, PieceId(id), pos2(rect.left() + 38.0, y));
    }
    draw::show(ui.painter(), pen.done());
    let word = if on { text::joins() } else { text::stays_out() };
    let word = ui.painter().layout_no_wrap(word.to_owned(), FontId::proportional(15.0), ink);
    let right = rect.right() - word.size().x;
    ui.painter().galley(pos2(right, y - word.size().y / 2.0), word, ink);
    let name = if enabled { now.ink1 } else { now.ink3 };
    let font = draw::font(if on { Letters::Bold } else { Letters::Plain }, 15.0);
    let mut job = egui::text::LayoutJob::simple_singleline(label, font, name);
    let room = (right - rect.left() - 66.0).max(20.0);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(rect.left() + 58.0, y - galley.size().y / 2.0), galley, name);
    response.clicked()
}
