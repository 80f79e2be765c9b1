//! Seats: who sits there, their tracks, hands, discards and stacks.

use egui::{Align2, FontId, Id, Rect, RichText, Role, Sense, Ui, vec2};
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
        tracks_ui(ui, desk, seat);
        zones_ui(ui, desk, seat);
    });
}

/// Draws the variables of a seat: as a bar where their most is known, else as numbers.
fn tracks_ui(ui: &mut Ui, desk: &Desk, seat: Seat) {
    let (view, outlook) = (desk.view, desk.outlooks.drawn());
    let pool = view.game.combat.as_ref().and_then(|combat| combat.pool);
    let of = |seat: Seat, var: VarId| view.shown.state.var(view.game, Some(seat), var);
    let mut plain = Vec::new();
    for (at, label) in view.book.seat_vars.iter().enumerate().filter(|(_, label)| label.shown) {
        let var = VarId(at as u8);
        let pooled = pool.filter(|pool| pool.left == var);
        let holder = pooled.map_or(seat, |pool| Seat(of(seat, pool.holder) as u8));
        let value = of(holder, var);
        let start = view.game.seat_vars.get(at).copied().unwrap_or(0);
        let max = label.max.or_else(|| pooled.map(|_| start.max(value)));
        match max {
            Some(max) if max > 0 => {
                let changes = outlook.iter().flat_map(|outlook| &outlook.seat_vars);
                let by = changes
                    .filter(|(s, v, _)| *s == holder && *v == var)
                    .map(|(_, _, by)| *by)
                    .sum();
                bar_ui(ui, label, (value, max, by), view.color(seat));
            }
            _ if value != 0 => plain.push(format!("{} {value}", label.title)),
            _ => {}
        }
    }
    if !plain.is_empty() {
        ui.label(RichText::new(plain.join(" · ")).small().color(theme::WEAK));
    }
}

fn bar_ui(ui: &mut Ui, label: &Label, (value, max, by): (i32, i32, i32), color: egui::Color32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    let part = |n: i32| rect.width() * (n.clamp(0, max) as f32 / max as f32);
    let to = |n: i32| Rect::from_min_size(rect.min, vec2(part(n), rect.height()));
    ui.painter().rect_filled(rect, 4.0, theme::FACE);
    ui.painter().rect_filled(to(value), 4.0, theme::mix(theme::FACE, color, 0.6));
    if by < 0 {
        let lost = Rect::from_min_max(to(value + by).right_top(), to(value).right_bottom());
        ui.painter().rect_filled(lost, 0.0, theme::BAD);
    }
    let change = if by == 0 { String::new() } else { format!(" ({by:+})") };
    let line = format!("{} {value} / {max}{change}", label.title);
    let font = FontId::proportional(12.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, &line, font, theme::INK);
    named(response, Role::Label, true, || line.clone());
}

/// Draws the zones of a seat: hands as cards, the others as counts that open.
fn zones_ui(ui: &mut Ui, desk: &mut Desk, seat: Seat) {
    let game = desk.view.game;
    let mut counts = Vec::new();
    for (at, rule) in game.zones.iter().enumerate().filter(|(_, rule)| rule.per_seat) {
        let zone = ZoneId(at as u8);
        let list = ZoneList::of(game, zone, seat);
        let n = desk.view.shown.state.zone(list).len();
        let label = desk.view.book.zones.get(at);
        if label.is_none_or(|label| !label.shown) || (n == 0 && rule.sight != Sight::Nobody) {
            continue;
        }
        if is_hand(desk, zone, list) {
            let title = label.map_or("", |label| label.title.as_str());
            cards_ui(ui, desk, list, title);
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
    for (at, _) in game.zones.iter().enumerate().filter(|(_, rule)| !rule.per_seat) {
        let list = ZoneList::of(game, ZoneId(at as u8), Seat::NONE);
        let label = desk.view.book.zones.get(at).cloned().unwrap_or_default();
        let n = desk.view.shown.state.zone(list).len();
        if n == 0 || !label.shown {
            continue;
        }
        if is_hand(desk, ZoneId(at as u8), list) {
            super::heading(ui, &label.title);
            cards_ui(ui, desk, list, &label.title);
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
    let laid_out = matches!(icon, "cards" | "tiles" | "row") || matches!(name, "hand" | "row");
    laid_out
        || (!matches!(icon, "pile" | "count")
            && desk.view.shown.state.zone(list).iter().any(|id| is_legal(desk, *id)))
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

fn cards_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, zone: &str) {
    let cards: Vec<PieceId> = desk.view.shown.state.zone(list).to_vec();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for id in cards {
            card_ui(ui, desk, id, zone);
        }
    });
}

/// Draws a card; a click chooses it.
fn card_ui(ui: &mut Ui, desk: &mut Desk, id: PieceId, zone: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(CARD_WIDTH, CARD_HEIGHT), Sense::hover());
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
    let title = std::mem::take(&mut face.title);
    let tile = Rect::from_min_size(look.rect.min + vec2(8.0, 3.0), vec2(66.0, 66.0));
    let form = form_of(desk.view.game.board.kind());
    let mut dimmed = painter.clone();
    if asked && !look.legal && !look.chosen {
        dimmed.set_opacity(0.55);
    }
    if face.attacks.is_empty() && face.ladder.is_empty() && face.links.is_empty() {
        face.title.clone_from(&crate::book::initials(&title));
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
