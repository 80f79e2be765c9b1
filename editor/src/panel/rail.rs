//! The story, folded: a rail of turns at the edge of a window that has no room for more. It unfolds
//! over what lies beside it.

use egui::{Align2, Area, FontId, Order, Rect, Role, Sense, Ui, pos2, vec2};

use super::ease::{Ease, part};
use super::log::{self, LogLine, TurnTold};
use super::widgets::{Action, card};
use super::{Desk, Wish, named};
use crate::command::Command;
use crate::{text, theme};

/// How wide the rail is.
pub const WIDE: f32 = 44.0;
/// How high a turn is on it.
const TURN: f32 = 30.0;
/// How wide the story is where it is unfolded.
const STORY: f32 = 280.0;

/// Draws the rail, and the story beside it where that was asked for.
pub fn rail_ui(ui: &mut Ui, desk: &mut Desk, lines: &[LogLine], lit: std::ops::Range<usize>) {
    let id = ui.scope_id().with("story");
    let is_open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    ui.spacing_mut().item_spacing.y = 0.0;
    let label = if is_open { text::fold_story() } else { text::unfold_story() };
    let sign = Action { on: is_open, ..Action::quiet("list-bullets", label) };
    let escape = is_open && ui.input(|input| input.key_pressed(egui::Key::Escape));
    if sign.bare_ui(ui).clicked() || escape {
        ui.data_mut(|data| data.insert_temp(id, !is_open));
    }
    ui.add_space(6.0);
    let rail = ui.max_rect();
    let room = ((ui.available_height() / TURN) as usize).saturating_sub(1);
    for told in log::turns(lines).into_iter().filter(|told| told.nth > 0).take(room) {
        turn_ui(ui, desk, told);
    }
    let seen = part(ui.ctx(), Ease::Fold, id, is_open && !escape);
    if seen > 0.0 {
        unfolded_ui(ui, desk, (lines, lit), (rail, seen));
    }
}

/// Draws a turn: its number behind a bar in the color of who acted.
fn turn_ui(ui: &mut Ui, desk: &mut Desk, told: TurnTold) {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(WIDE - 10.0, TURN), Sense::click());
    let name = told.seat.map_or_else(String::new, |seat| desk.view.teller().seat(seat));
    let label = || text::look_at_turn(&name, told.nth);
    let response = named(response, Role::Button, true, label);
    let field = rect.shrink2(vec2(0.0, 2.0));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(field, 6.0, now.panel2);
    }
    let color = told.seat.map_or(now.line, |seat| desk.view.livery(seat).bar());
    ui.painter().rect_filled(field.with_max_x(field.left() + 3.0), 1.5, color);
    let at = pos2(field.center().x + 2.0, field.center().y);
    let number = told.nth.to_string();
    let font = FontId::proportional(14.0);
    ui.painter().text(at, Align2::CENTER_CENTER, number, font, now.ink2);
    if response.on_hover_text(label()).clicked() {
        desk.wishes.push(Wish::Do(Command::GoTo(told.moves)));
    }
}

/// Draws the story over what lies beside the rail.
fn unfolded_ui(
    ui: &Ui,
    desk: &mut Desk,
    (lines, lit): (&[LogLine], std::ops::Range<usize>),
    (rail, seen): (Rect, f32),
) {
    let place = Rect::from_min_max(
        pos2(rail.left() - STORY - 14.0, rail.top()),
        pos2(rail.left() - 10.0, rail.bottom() - 8.0),
    );
    let area = Area::new(egui::Id::unique("story unfolded")).order(Order::Foreground);
    area.fixed_pos(place.min).show(ui.ctx(), |ui| {
        ui.multiply_opacity(seen);
        card().show(ui, |ui| {
            ui.set_width(place.width() - 32.0);
            ui.set_height(place.height() - 32.0);
            log::log_ui(ui, desk, lines, lit);
        });
    });
}
