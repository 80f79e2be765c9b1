//! Seats: who sits there, their tracks, hands, discards and stacks.

use egui::{RichText, Sense, Ui, vec2};
use harena_engine::game::Sight;
use harena_engine::id::*;
use harena_engine::state::ZoneList;

use super::Desk;
use super::zones::{cards_ui, is_folded, is_hand, pile_ui};
use crate::paint::icon;
use crate::scene::View;
use crate::{text, theme};

/// Draws the shape of a seat in a line of text.
pub fn shape_ui(ui: &mut Ui, view: View, seat: Seat) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let shape = view.book.seat_shape(seat);
    icon::seat_shape(ui.painter(), shape, rect.center(), 6.0, view.color(seat));
}

/// Draws all seats, the shared zones last. Zones that lie by the board are left out.
pub fn seats_ui(ui: &mut Ui, desk: &mut Desk) {
    egui::ScrollArea::vertical().id_salt("seats").auto_shrink([false, true]).show(ui, |ui| {
        for seat in (0..desk.view.game.n_seats).map(Seat) {
            seat_ui(ui, desk, seat);
            ui.add_space(4.0);
        }
        shared_ui(ui, desk);
    });
}

fn seat_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let view = desk.view;
    let state = &view.shown.state;
    let active = state.active == seat && state.outcome.is_none();
    let edge = if active { view.color(seat) } else { theme::CELL_EDGE };
    let frame = egui::Frame::new()
        .fill(theme::CARD)
        .stroke(egui::Stroke::new(if active { 2.0 } else { 1.0 }, edge))
        .inner_margin(6)
        .corner_radius(6);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            shape_ui(ui, view, seat);
            let name = RichText::new(view.teller().seat(seat)).strong().color(view.color(seat));
            ui.label(name);
            if state.is_out(seat) {
                ui.label(RichText::new(text::OUT).color(theme::BAD));
            }
        });
        super::tracks::tracks_ui(ui, desk, seat);
        zones_ui(ui, desk, seat);
    });
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
            cards_ui(ui, desk, list, 1.0);
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

fn shared_ui(ui: &mut Ui, desk: &mut Desk) {
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
            cards_ui(ui, desk, list, 1.0);
        } else {
            pile_ui(ui, desk, ZoneId(at as u8), list);
        }
    }
}
