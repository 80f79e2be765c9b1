//! Seats: who sits there, their tracks, hands, discards and stacks.

use egui::{RichText, Sense, Ui, vec2};
use harena_engine::game::Sight;
use harena_engine::id::*;
use harena_engine::state::ZoneList;

use super::widgets::{Action, card};
use super::zones::{cards_ui, is_folded, is_hand, pile_ui};
use super::{Desk, colored};
use crate::draw::{self, Letters};
use crate::paint::icon;
use crate::scene::View;
use crate::{text, theme};

/// Draws the shape of a seat in a line of text, so large.
pub fn shape_ui(ui: &mut Ui, view: View, seat: Seat, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    icon::seat_shape(ui.painter(), view.livery(seat), rect.center(), size * 0.40);
}

/// Draws all seats, who looks on last, and the shared zones. Zones that lie by the board are left
/// out.
pub fn seats_ui(ui: &mut Ui, desk: &mut Desk) {
    egui::ScrollArea::vertical().id_salt("seats").auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        let seats = (0..desk.view.game.n_seats).map(Seat);
        let (own, others): (Vec<Seat>, Vec<Seat>) = seats.partition(|seat| *seat == desk.viewer);
        let room = ui.clip_rect();
        others.into_iter().for_each(|seat| seat_ui(ui, desk, seat));
        super::ribbon::ribbon_ui(ui, desk);
        shared_ui(ui, desk);
        // Who looks on sits at the lower edge, beside the hand, where there is room for it.
        let id = ui.scope_id().with("own seat");
        let height = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
        let left = room.bottom() - ui.cursor().top() - height - 16.0;
        if height > 0.0 && left > 0.0 && left < room.height() {
            ui.add_space(left);
        }
        let top = ui.cursor().top();
        own.into_iter().for_each(|seat| seat_ui(ui, desk, seat));
        let used = ui.cursor().top() - top;
        if (used - height).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(id, used));
            ui.ctx().request_repaint();
        }
        ui.add_space(4.0);
    });
}

fn seat_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let view = desk.view;
    let state = &view.shown.state;
    let active = state.active == seat && state.outcome.is_none();
    let folds = seat != desk.viewer && super::tracks::is_long(desk);
    let id = ui.scope_id().with(("unfolded", seat.0));
    let unfolded = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let brief = folds && !unfolded;
    let response = card().inner_margin(egui::Margin::symmetric(16, 12)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            shape_ui(ui, view, seat, 20.0);
            let from_the_right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(from_the_right, |ui| person_ui(ui, desk, seat));
        });
        super::tracks::tracks_ui(ui, desk, seat, brief);
        zones_ui(ui, desk, seat);
        if folds {
            let (sign, name) = match brief {
                true => ("caret-down", text::MORE),
                false => ("caret-up", text::LESS),
            };
            if Action::quiet(sign, name).ui(ui).clicked() {
                ui.data_mut(|data| data.insert_temp(id, brief));
            }
        }
    });
    if active {
        let rect = response.response.rect;
        let stripe = egui::CornerRadius { nw: 12, sw: 12, ne: 0, se: 0 };
        let color = view.livery(seat).rim;
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 5.0), stripe, color);
    }
}

/// Draws who plays a seat at the right, and its name in the room that is left.
fn person_ui(ui: &mut Ui, desk: &Desk, seat: Seat) {
    let view = desk.view;
    let who = if seat == desk.viewer { text::YOU } else { who_plays(desk, seat) };
    let name = view.teller().seat(seat);
    let width = |text: &str, letters, size| draw::width_of(ui.painter(), text, letters, size);
    let room = ui.available_width() - width(who, Letters::Plain, 15.0) - 14.0;
    let fits = |size: &f32| width(&name, Letters::Heading, *size) < room;
    let size = [18.0, 17.0, 16.0, 15.0].into_iter().find(fits).unwrap_or(15.0);
    colored(ui, who, theme::now().ink3);
    if view.shown.state.is_out(seat) {
        colored(ui, text::OUT, theme::now().down);
    }
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let name = RichText::new(name).font(theme::heading(size));
        ui.add(egui::Label::new(name.color(view.color(seat))).truncate());
    });
}

/// Who plays a seat.
fn who_plays(desk: &Desk, seat: Seat) -> &'static str {
    match desk.session.plan.player(seat) {
        crate::session::Player::Human => text::PERSON,
        crate::session::Player::Bot(_) => text::BOT,
    }
}

/// Draws the zones of a seat: hands as cards, the others as counts that open.
fn zones_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let game = desk.view.game;
    let mut counts = Vec::new();
    let order = desk.view.book.zone_order.clone();
    let zones = order.into_iter().filter_map(|at| Some((at, game.zones.get(at)?)));
    for (at, rule) in zones.filter(|(_, rule)| rule.per_seat) {
        let zone = ZoneId(at as u8);
        let list = ZoneList::of(game, zone, seat);
        let n = desk.view.shown.state.zone(list).len();
        let label = desk.view.book.zones.get(at);
        let slots = label.is_some_and(|label| label.max.is_some());
        let empty = n == 0 && !matches!(rule.sight, Sight::Nobody | Sight::Contents) && !slots;
        if label.is_none_or(|label| !label.shown) || empty || desk.shelf.holds(list) {
            continue;
        }
        if is_hand(desk, zone, list) && !is_folded(desk, zone, list, seat) {
            let label = label.cloned().unwrap_or_default();
            if !matches!(game.names.zones.name(at), "hand") {
                super::heading(ui, &label.title);
            }
            cards_ui(ui, desk, list, (1.0, false));
        } else {
            counts.push((zone, list));
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (zone, list) in counts {
            pile_ui(ui, desk, zone, list);
        }
    });
}

/// Draws the numbers of the match itself.
fn numbers_ui(ui: &mut Ui, desk: &Desk) {
    let (state, book) = (&desk.view.shown.state, desk.view.book);
    let vars = book.var_order.iter().filter_map(|at| Some((*at, book.vars.get(*at)?)));
    let mut shown = vars.filter(|(_, label)| label.shown).peekable();
    if shown.peek().is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
        for (at, label) in shown {
            let value = state.var(desk.view.game, None, VarId(at as u8));
            if value != 0 {
                super::tracks::number_ui(
                    ui,
                    label.title.len(),
                    &format!("{} {value}", label.title),
                );
            }
        }
    });
}

fn shared_ui(ui: &mut Ui, desk: &mut Desk) {
    numbers_ui(ui, desk);
    let game = desk.view.game;
    let order = desk.view.book.zone_order.clone();
    let shared = |at: &usize| game.zones.get(*at).is_some_and(|rule| !rule.per_seat);
    for at in order.into_iter().filter(shared) {
        let list = ZoneList::of(game, ZoneId(at as u8), Seat::NONE);
        let label = desk.view.book.zones.get(at).cloned().unwrap_or_default();
        let n = desk.view.shown.state.zone(list).len();
        if (n == 0 && label.max.is_none()) || !label.shown || desk.shelf.holds(list) {
            continue;
        }
        if is_hand(desk, ZoneId(at as u8), list) {
            super::heading(ui, &label.title);
            cards_ui(ui, desk, list, (1.0, false));
        } else {
            pile_ui(ui, desk, ZoneId(at as u8), list);
        }
    }
}
