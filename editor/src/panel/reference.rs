//! The reference: every definition of a faction, drawn, with its text and numbers.

use egui::{Context, Rect, ScrollArea, Ui, Window, vec2};
use harena_engine::id::*;
use harena_engine::state::Place;

use super::inspector::prototype_ui;
use super::seats::shape_ui;
use crate::paint::board::{draw_alone, face_of_prototype, form_of};
use crate::scene::View;
use crate::{text, theme};

/// Draws the window. `chosen` is the faction shown; one past the last stands for definitions
/// that belong to none.
pub fn reference_ui(ctx: &Context, view: View, chosen: &mut usize, open: &mut bool) {
    let window = super::centered(ctx, Window::new(text::reference())).open(open);
    window.default_size([760.0, 560.0]).vscroll(false).show(ctx, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (at, faction) in view.game.factions.iter().enumerate() {
                ui.selectable_value(chosen, at, &faction.title);
            }
            if view.game.prototypes.iter().any(|prototype| prototype.faction.is_none()) {
                ui.selectable_value(chosen, view.game.factions.len(), text::no_faction());
            }
        });
        ui.separator();
        players_ui(ui, view, *chosen);
        let wanted = view.game.factions.get(*chosen).map(|_| FactionId(*chosen as u8));
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let ids = (0..view.game.prototypes.len() as u16).map(PrototypeId);
            let ids: Vec<PrototypeId> =
                ids.filter(|id| view.game.prototype(*id).faction == wanted).collect();
            ids.chunks(2).for_each(|pair| pair_ui(ui, view, pair));
        });
    });
}

/// Says who plays the faction.
fn players_ui(ui: &mut Ui, view: View, chosen: usize) {
    for seat in (0..view.game.n_seats).map(Seat) {
        if view.teller().faction_of(seat).is_some_and(|faction| faction.index() == chosen) {
            ui.horizontal(|ui| {
                shape_ui(ui, view, seat, 18.0);
                ui.label(view.teller().seat(seat));
            });
        }
    }
}

fn pair_ui(ui: &mut Ui, view: View, pair: &[PrototypeId]) {
    ui.columns(2, |columns| {
        columns.iter_mut().zip(pair).for_each(|(ui, id)| entry_ui(ui, view, *id));
    });
    ui.separator();
}

fn entry_ui(ui: &mut Ui, view: View, id: PrototypeId) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(96.0, 96.0), egui::Sense::hover());
        let rect = Rect::from_center_size(rect.center(), vec2(94.0, 94.0));
        let form = form_of(view.game.board.kind());
        let face = face_of_prototype(view, id);
        let n = view.game.board.n_directions();
        draw_alone(ui.painter(), rect, (form, n), &face, crate::paint::tile::Pose::default());
        ui.vertical(|ui| {
            prototype_ui(ui, view, view.game.prototype(id));
            let line = whereabouts(view, id).join(", ");
            if !line.is_empty() {
                ui.label(egui::RichText::new(line).small().color(theme::now().ink2));
            }
        });
    });
}

/// Where the copies of a definition are, as far as who looks on may know; the rest is unseen.
fn whereabouts(view: View, id: PrototypeId) -> Vec<String> {
    let state = &view.shown.state;
    let mut seen: Vec<(String, usize)> = Vec::new();
    for piece in state.pieces.iter().filter(|piece| piece.prototype == id) {
        let place = match piece.place {
            Place::Board(_) => text::on_board().to_owned(),
            Place::Zone(list) => {
                let label = view.book.zones.get(list.parts(view.game).0.index());
                text::in_zone(label.map_or("", |label| label.title.as_str()))
            }
            Place::Away | Place::Gone => continue,
        };
        match seen.iter_mut().find(|(known, _)| *known == place) {
            Some((_, n)) => *n += 1,
            None => seen.push((place, 1)),
        }
    }
    let n_seen: usize = seen.iter().map(|(_, n)| n).sum();
    let faction = view.game.prototype(id).faction;
    let seats = (0..view.game.n_seats).map(Seat);
    let n_players = seats
        .filter(|seat| faction.is_some() && view.teller().faction_of(*seat) == faction)
        .count();
    let unseen = (usize::from(view.game.prototype(id).copies) * n_players).saturating_sub(n_seen);
    let mut lines: Vec<String> = seen.iter().map(|(place, n)| format!("{n} {place}")).collect();
    if unseen > 0 {
        lines.push(text::unseen(unseen));
    }
    lines
}
