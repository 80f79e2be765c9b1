//! The face of a sheet, drawn large, with a handle at each of its sides; the chosen side is lit.

use egui::{Rect, Sense, Ui, Vec2, pos2, vec2};

use super::Bench;
use crate::draw::{self, Letters};
use crate::paint::board::{draw_alone, face_of_prototype, form_of};
use crate::paint::tile::{Pose, radius_in};
use crate::workshop::Chosen;
use crate::workshop::kept::Side;
use crate::{text, theme};

/// How far the corners of a face are from its middle.
const RADIUS: f32 = 112.0;
/// How large a handle is.
const HANDLE: f32 = 34.0;

/// Draws the face of the chosen sheet as it last was sound; a click on a handle chooses a side.
pub fn face_ui(ui: &mut Ui, bench: &mut Bench, sides: &[Side], turn: usize) {
    let Some(Chosen { path, id, .. }) = bench.workshop.sheet.clone() else { return };
    let high = if sides.is_empty() { 2.0 * RADIUS + 16.0 } else { 2.0 * RADIUS + 76.0 };
    let high = high.min(ui.ctx().content_rect().height() * 0.36);
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    let spare = if sides.is_empty() { 8.0 } else { 40.0 };
    let radius = RADIUS.min(high / 2.0 - spare);
    let center = room.center();
    let rect = Rect::from_center_size(center, Vec2::splat(2.0 * radius));
    let drawn = bench.with_view(|view| {
        let made = bench.prototype(view, &path, &id)?;
        let face = face_of_prototype(view, made);
        let form = form_of(view.game.board.kind());
        let n = view.game.board.n_directions();
        draw_alone(ui.painter(), rect, (form, n), &face, Pose::default());
        Some((form, n))
    });
    let Some((form, n)) = drawn.flatten() else {
        let ink = theme::now().ink3;
        let font = egui::FontId::proportional(15.0);
        let words = text::no_face_yet().to_owned();
        let galley = ui.painter().layout(words, font, ink, room.width() - 24.0);
        ui.painter().galley(center - galley.size() / 2.0, galley, ink);
        return;
    };
    for (at, side) in sides.iter().enumerate() {
        let way = u8::try_from((at + turn) % usize::from(n.max(1))).unwrap_or(0);
        let way = form.direction(way, n);
        let radius = radius_in(rect, form);
        if at == bench.workshop.side && form.corners(center, radius).len() == usize::from(n) {
            let middle = center + way * form.apothem(radius * 0.99);
            let half = way.rot90() * form.side_length(radius) * 0.44;
            let stroke = egui::Stroke::new(5.0, theme::now().accent);
            ui.painter().line_segment([middle - half, middle + half], stroke);
        }
        let out = form.apothem(radius) + HANDLE * 0.85;
        handle_ui(ui, bench, (at, side), center + way * out);
    }
}

fn handle_ui(ui: &mut Ui, bench: &mut Bench, (at, side): (usize, &Side), center: egui::Pos2) {
    let now = theme::now();
    let rect = Rect::from_center_size(center, Vec2::splat(HANDLE));
    let id = ui.scope_id().with(("side", at));
    let response = ui.interact(rect, id, Sense::click());
    let chosen = bench.workshop.side == at;
    let label = text::side_named(&side.shown());
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &label));
    let hot = response.hovered() || response.has_focus();
    let (fill, ink) = match (chosen, hot) {
        (true, _) => (now.accent, now.on_accent),
        (false, true) => (theme::mix(now.panel2, now.ink1, 0.14), now.ink1),
        (false, false) => (now.panel2, now.ink2),
    };
    let painter = ui.painter();
    painter.circle_filled(center, HANDLE / 2.0, fill);
    let edge = if response.has_focus() { now.ink1 } else { now.line };
    painter.circle_stroke(center, HANDLE / 2.0, egui::Stroke::new(1.0, edge));
    let letters = if side.used || chosen { Letters::Bold } else { Letters::Plain };
    let font = draw::font(letters, 13.0);
    let galley = painter.layout_no_wrap(side.shown(), font, ink);
    painter.galley(pos2(center.x, center.y) - galley.size() / 2.0, galley, ink);
    if response.clicked() {
        bench.workshop.side = at;
    }
}
