//! Seats: who sits there, their tracks, hands, discards and stacks.

use egui::{FontId, Id, Rect, RichText, Role, Sense, Ui, vec2};
use harena_engine::game::{ArgKind, Sight};
use harena_engine::id::*;
use harena_engine::state::ZoneList;
use harena_engine::view::HIDDEN;

use super::{Desk, named};
use crate::book::Label;
use crate::paint::board::{draw_alone, form_of};
use crate::paint::icon;
use crate::scene::View;
use crate::table::{Click, Focus};
use crate::{text, theme};

const CARD_WIDTH: f32 = 82.0;
const CARD_HEIGHT: f32 = 98.0;

/// Draws the shape of a seat in a line of text.
pub fn shape_ui(ui: &mut Ui, view: View, seat: Seat) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let shape = view.book.seat_shape(seat);
    icon::seat_shape(ui.painter(), shape, rect.center(), 6.0, view.color(seat));
}

/// Draws all seats, the shared zones last.
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
        let empty = n == 0 && rule.sight != Sight::Nobody && !slots;
        if label.is_none_or(|label| !label.shown) || empty {
            continue;
        }
        if is_hand(desk, zone, list) && !is_folded(desk, zone, list, seat) {
            let label = label.cloned().unwrap_or_default();
            if !matches!(game.names.zones.name(at), "hand") {
                super::heading(ui, &label.title);
            }
            cards_ui(ui, desk, list, &label);
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
        if (n == 0 && label.max.is_none()) || !label.shown {
            continue;
        }
        if is_hand(desk, ZoneId(at as u8), list) {
            super::heading(ui, &label.title);
            cards_ui(ui, desk, list, &label);
        } else {
            pile_ui(ui, desk, ZoneId(at as u8), list);
        }
    }
}

/// Whether the cards of a zone are laid out: those one can choose from now, and small zones whose
/// looks ask for it, or that are called a hand or a row.
fn is_hand(desk: &Desk, zone: ZoneId, list: ZoneList) -> bool {
    let name = desk.view.game.names.zones.name(zone.index());
    let icon = desk.view.book.zones.get(zone.index()).map_or("", |label| label.icon.as_str());
    let laid_out = matches!(icon, "cards" | "tiles" | "row" | "slots" | "sheet")
        || matches!(name, "hand" | "row");
    laid_out
        || (!matches!(icon, "pile" | "count")
            && desk.view.shown.state.zone(list).iter().any(|id| is_legal(desk, *id)))
}

/// Whether a zone of a seat is only counted although it is laid out: cards nobody here may see,
/// and large cards of other seats.
fn is_folded(desk: &Desk, zone: ZoneId, list: ZoneList, seat: Seat) -> bool {
    let state = &desk.view.shown.state;
    let cards = state.zone(list);
    let hidden = |id: &PieceId| state.piece(*id).prototype == HIDDEN;
    let icon = desk.view.book.zones.get(zone.index()).map_or("", |label| label.icon.as_str());
    let written = |id: &PieceId| super::card::is_written(desk.view, *id, &desk.view.face(*id));
    let large = icon == "sheet" || cards.iter().any(|id| !hidden(id) && written(id));
    let sheet = large && seat != desk.viewer && !cards.iter().any(|it| is_legal(desk, *it));
    sheet || (!cards.is_empty() && cards.iter().all(hidden))
}

fn is_legal(desk: &Desk, id: PieceId) -> bool {
    let Some(at) = desk.situation() else { return false };
    let offered = |draft: &crate::draft::Draft| {
        let wants = draft.wants(at.decision, at.game);
        let part = (ArgKind::Piece, i32::from(id.0));
        wants.iter().any(|want| {
            (want.kind == ArgKind::Piece && want.offers(part.1))
                || want.parts().any(|other| other == part)
        })
    };
    offered(&desk.table.draft) || offered(&crate::draft::Draft::default())
}

/// Draws the cards of a zone in groups if the looks say by what, and empty slots at its end.
fn cards_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, zone: &Label) {
    let cards: Vec<PieceId> = desk.view.shown.state.zone(list).to_vec();
    let mut groups: Vec<(String, Vec<PieceId>)> = Vec::new();
    for id in &cards {
        let group = group_of(desk, *id, &zone.group);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, ids)) => ids.push(*id),
            None => groups.push((group, vec![*id])),
        }
    }
    let n_slots = zone.max.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let n_empty = n_slots.saturating_sub(cards.len()).min(24);
    if groups.is_empty() && n_empty > 0 {
        groups.push(Default::default());
    }
    let last = groups.len().saturating_sub(1);
    for (at, (group, ids)) in groups.into_iter().enumerate() {
        if !group.is_empty() {
            ui.label(RichText::new(group).small().color(theme::WEAK));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for id in ids {
                card_ui(ui, desk, id, &zone.title);
            }
            for _ in 0..if at == last { n_empty } else { 0 } {
                slot_ui(ui);
            }
        });
    }
}

/// What the sheet of a card says in the field that its zone is grouped by.
fn group_of(desk: &Desk, id: PieceId, field: &str) -> String {
    if field.is_empty() {
        return String::new();
    }
    let sheet = desk.view.book.sheet(desk.view.shown.state.piece(id).prototype);
    let line = sheet.and_then(|sheet| sheet.lines.iter().find(|(name, ..)| name == field));
    line.map_or_else(String::new, |(_, _, text)| text.clone())
}

fn slot_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(CARD_WIDTH, CARD_HEIGHT), Sense::hover());
    let edge = egui::Stroke::new(1.0, theme::CELL_EDGE);
    ui.painter().rect_stroke(rect, 6.0, edge, egui::StrokeKind::Inside);
}

/// Draws a card; a click chooses it.
fn card_ui(ui: &mut Ui, desk: &mut Desk, id: PieceId, zone: &str) {
    let face = desk.view.face(id);
    let size = if super::card::is_written(desk.view, id, &face) {
        super::card::SIZE
    } else {
        vec2(CARD_WIDTH, CARD_HEIGHT)
    };
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, Id::unique(("card", id.0)), Sense::click());
    let legal = is_legal(desk, id);
    let chosen = desk.table.draft.args.contains(&i32::from(id.0))
        || desk.table.is_assembled(ArgKind::Piece, i32::from(id.0));
    let title = desk.view.teller().piece(id);
    let response = named(response, Role::Button, true, || text::card(&title, zone, legal));
    if response.hovered() || response.has_focus() {
        desk.table.pointed = Some(Focus::Piece(id));
        foresee(desk, &response, id);
    }
    draw_card(
        ui,
        desk,
        id,
        CardLook { rect, legal, chosen, hot: response.hovered() || response.has_focus() },
    );
    if response.clicked() {
        desk.click(|table, at| table.click_card(at, id));
    }
}

/// Notes the option that a click on a card would take, or says why there is none.
fn foresee(desk: &mut Desk, response: &egui::Response, id: PieceId) {
    let Some(click) = desk.situation().map(|at| desk.table.foresee_card(at, id)) else { return };
    super::excuses_tip(response, &desk.excuses(&click));
    if let Click::Acts(action) = click {
        desk.table.tried = Some(action);
    }
}

struct CardLook {
    rect: Rect,
    legal: bool,
    chosen: bool,
    hot: bool,
}

fn draw_card(ui: &Ui, desk: &Desk, id: PieceId, look: CardLook) {
    let painter = ui.painter();
    let asked = desk.decision.is_some();
    let edge = match (look.chosen, look.legal) {
        (true, _) => egui::Stroke::new(2.5, theme::CURSOR),
        (false, true) => egui::Stroke::new(1.5, theme::LIT),
        (false, false) => egui::Stroke::new(1.0, theme::CELL_EDGE),
    };
    let fill = if look.hot { theme::CELL } else { theme::PANEL };
    painter.rect(look.rect, 6.0, fill, edge, egui::StrokeKind::Inside);
    let mut face = desk.view.face(id);
    let mut dimmed = painter.clone();
    if asked && !look.legal && !look.chosen {
        dimmed.set_opacity(0.55);
    }
    if super::card::is_written(desk.view, id, &face) {
        return super::card::draw(&dimmed, desk.view, (id, &face), look.rect);
    }
    let title = std::mem::take(&mut face.title);
    let tile = Rect::from_min_size(look.rect.min + vec2(8.0, 3.0), vec2(66.0, 66.0));
    let form = form_of(desk.view.game.board.kind());
    if face.attacks.is_empty() && face.ladder.is_empty() && face.links.is_empty() {
        face.title.clone_from(&face.letter);
    }
    draw_alone(&dimmed, tile, form, desk.view.game.board.n_directions(), &face);
    let mut job = egui::text::LayoutJob::simple(
        title,
        FontId::proportional(11.0),
        theme::INK,
        CARD_WIDTH - 6.0,
    );
    job.halign = egui::Align::Center;
    job.wrap.max_rows = 2;
    let galley = dimmed.layout_job(job);
    let room = look.rect.bottom() - tile.bottom();
    let top = tile.bottom() + (room - galley.size().y) / 2.0 - 1.0;
    dimmed.galley(egui::pos2(look.rect.center().x, top), galley, theme::INK);
}

/// Draws a zone as a count; where its cards may be seen, it opens.
fn pile_ui(ui: &mut Ui, desk: &mut Desk, zone: ZoneId, list: ZoneList) {
    let state = &desk.view.shown.state;
    let label = desk.view.book.zones.get(zone.index()).map_or("", |label| label.title.as_str());
    let cards: Vec<PieceId> = state.zone(list).iter().rev().copied().collect();
    let title = text::zone(label, cards.len());
    let seen: Vec<PieceId> =
        cards.iter().copied().filter(|id| state.piece(*id).prototype != HIDDEN).collect();
    if seen.is_empty() {
        ui.label(RichText::new(title).small());
        return;
    }
    let mut pointed = None;
    ui.menu_button(RichText::new(title).small(), |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            let teller = desk.view.teller();
            let over =
                |ui: &mut Ui, id: PieceId| ui.button(teller.piece(id)).hovered().then_some(id);
            let over: Vec<PieceId> = seen.iter().filter_map(|id| over(ui, *id)).collect();
            pointed = over.first().copied();
        });
    });
    if let Some(id) = pointed {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}
