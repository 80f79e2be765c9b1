//! Zones in a line: piles as a sign and a count that opens, cards by their names.

use egui::text::LayoutJob;
use egui::{Align, Align2, FontId, Painter, Popup, Rect, Response, Role, Sense, Ui, pos2, vec2};
use harena_engine::id::*;
use harena_engine::state::ZoneList;
use harena_engine::view::HIDDEN;

use super::{Desk, named};
use crate::book::{Drawn, Label};
use crate::draw::{self, Pen, icon};
use crate::paint::board::form_of;
use crate::paint::face::Face;
use crate::paint::geometry::Form;
use crate::paint::tile::{self, Place, Pose};
use crate::scene::View;
use crate::table::Focus;
use crate::{text, theme};

/// How high a row is.
pub const ROW: f32 = 28.0;
/// How much room a sign takes, and between a count and what follows.
const SIGN: f32 = 26.0;
const AFTER: f32 = 10.0;
/// So many tiles that lie open are drawn beside their count.
const MOST_CHIPS: usize = 6;

/// Draws a zone as a count, `wide` over the whole width; where its cards may be seen, it opens.
pub fn pile_ui(ui: &mut Ui, desk: &mut Desk, (zone, list): (ZoneId, ZoneList), wide: bool) {
    let state = &desk.view.shown.state;
    let label = desk.view.book.zones.get(zone.index()).cloned().unwrap_or_default();
    let cards: Vec<PieceId> = state.zone(list).iter().rev().copied().collect();
    let known = |id: &PieceId| state.piece(*id).prototype != HIDDEN;
    let seen: Vec<PieceId> = cards.iter().copied().filter(known).collect();
    let response = match (seen.as_slice(), cards.len(), label.drawn) {
        // A single card that lies open is told by its name.
        ([one], 1, Some(Drawn::Cards)) => {
            let name = desk.view.teller().piece(*one);
            told_ui(ui, &label, (&name, &text::card(&name, &label.title, false)), (true, wide))
        }
        _ => count_ui(ui, &label, (cards.len(), !seen.is_empty()), wide),
    };
    if label.drawn == Some(Drawn::Tiles) {
        seen.iter().take(MOST_CHIPS).for_each(|id| chip_ui(ui, desk, *id));
    }
    opened_ui(desk, &response, &seen);
}

/// Lets a pile open whose cards may be seen: their names, the uppermost first.
fn opened_ui(desk: &mut Desk, response: &Response, seen: &[PieceId]) {
    if seen.is_empty() {
        return;
    }
    let mut pointed = None;
    Popup::menu(response).show(|ui| {
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

/// Draws the sign of a number of the match and what it is.
pub fn number_ui(ui: &mut Ui, label: &Label, value: i32) {
    count_ui(ui, label, (value.max(0).unsigned_abs() as usize, false), false);
}

/// Draws the sign of a zone and how many cards lie there.
fn count_ui(ui: &mut Ui, label: &Label, (n, opens): (usize, bool), wide: bool) -> Response {
    told_ui(ui, label, (&n.to_string(), &text::zone(&label.title, n)), (opens, wide))
}

/// Draws the sign of a zone and what is told of it, with how that is read aloud; its word stands
/// beside it, or comes up under the mouse where there is little room.
fn told_ui(
    ui: &mut Ui,
    label: &Label,
    (told, aloud): (&str, &str),
    (opens, wide): (bool, bool),
) -> Response {
    let now = theme::now();
    let word = if label.sign.is_some() && !wide { "" } else { label.title.as_str() };
    let plain = FontId::proportional(15.0);
    let word = ui.painter().layout_no_wrap(word.to_owned(), plain, now.ink2);
    let number = ui.painter().layout_no_wrap(told.to_owned(), theme::bold(15.0), now.ink1);
    let sign = if label.sign.is_some() { SIGN } else { 0.0 };
    let gap = if word.size().x > 0.0 { 8.0 } else { 0.0 };
    let room = ui.available_width();
    let needed = sign + word.size().x + gap + number.size().x + AFTER;
    let width = if wide { room } else { needed };
    let sense = if opens { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), sense);
    let role = if opens { Role::Button } else { Role::Label };
    let response = named(response, role, true, || aloud.to_owned());
    if opens && (response.hovered() || response.has_focus()) {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 8.0, now.panel2);
    }
    let y = rect.center().y;
    if let Some(sign) = label.sign {
        draw::icon_ui(ui.painter(), pos2(rect.left() + 10.0, y), sign, 18.0, now.ink3);
    }
    let at = pos2(rect.left() + sign, y - word.size().y / 2.0);
    let right = if wide { rect.right() - number.size().x } else { at.x + word.size().x + gap };
    let number_at = pos2(right, y - number.size().y / 2.0);
    ui.painter().galley(number_at, number, now.ink1);
    ui.painter().galley(at, word, now.ink2);
    response.on_hover_text(label.title.as_str())
}

/// So many tiles of a pile are seen from their edge.
const EDGES: usize = 3;

/// Draws a pile as it lies on the table: its uppermost tile as far as it is known, below it the
/// edges of others, and how many there are.
pub fn heap_ui(ui: &mut Ui, desk: &mut Desk, list: ZoneList, rect: Rect) {
    let (zone, seat) = list.parts(desk.view.game);
    let state = &desk.view.shown.state;
    let cards = state.zone(list);
    let n = cards.len();
    let Some(label) = desk.view.book.zones.get(zone.index()) else { return };
    let top = cards.last().copied().filter(|id| state.piece(*id).prototype != HIDDEN);
    let known = |id: &PieceId| state.piece(*id).prototype != HIDDEN;
    let seen: Vec<PieceId> = cards.iter().rev().copied().filter(known).collect();
    let (sense, role) = match seen.is_empty() {
        true => (Sense::hover(), Role::Label),
        false => (Sense::click(), Role::Button),
    };
    let response = ui.interact(rect, egui::Id::unique(("heap", list.0)), sense);
    let now = theme::now();
    let under = pos2(rect.center().x, rect.bottom());
    let words = text::zone(&label.title, n);
    let small = FontId::proportional(13.0);
    let mut job = LayoutJob::simple(words.clone(), small, now.ink3, rect.width() + 14.0);
    job.halign = Align::Center;
    let told = ui.painter().layout_job(job);
    let at = under - vec2(0.0, told.size().y);
    ui.painter().galley(at, told, now.ink3);
    let response = named(response, role, true, || words.clone()).on_hover_text(&words);
    let form = form_of(desk.view.game.board.kind());
    let form = if form == Form::Round { Form::Hex } else { form };
    let radius = rect.width() / 2.0 - 2.0;
    let center = pos2(rect.center().x, rect.top() + radius + 2.0);
    let face = top.map(|id| desk.view.face(id));
    let livery = desk.view.livery(seat);
    let bits = [center.x.to_bits(), center.y.to_bits(), n.min(EDGES) as u32];
    draw::kept(ui.painter(), ("heap", bits, livery, &face), |pen| {
        let n_directions = desk.view.game.board.n_directions();
        let at = |nth: usize| Place {
            form,
            center: center + vec2(0.0, 4.0 * nth as f32),
            radius,
            n_directions,
            rotation: 0,
            turning: 0.0,
        };
        if n == 0 {
            // The place of an empty pile, so that its count is not a number on its own.
            pen.dashed(&at(0).outline(0.96), true, (6.0, 5.0), (1.5, now.line));
        }
        for nth in (0..n.min(EDGES)).rev() {
            tile::body(pen, at(nth), livery, (0.855, Pose::default()));
        }
        if let Some(face) = &face {
            tile::piece(pen, at(0), face, Pose { faint: 100, ..Pose::default() });
        } else if let Some(sign) = label.sign {
            let ink = if n == 0 { now.ink3 } else { livery.ink };
            pen.icon(center, sign, radius * 0.8, ink);
        }
    });
    if response.hovered() && top.is_some() {
        desk.table.pointed = top.map(Focus::Piece);
    }
    opened_ui(desk, &response, &seen);
}

/// A tile in small, which tells of itself under the mouse.
pub fn chip_ui(ui: &mut Ui, desk: &mut Desk, id: PieceId) {
    let (rect, response) = ui.allocate_exact_size(vec2(ROW, ROW), Sense::hover());
    let response = named(response, Role::Label, true, || desk.view.teller().piece(id));
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    super::ribbon::chip(&mut pen, desk.view, id, rect.center());
    draw::show(ui.painter(), pen.done());
    if response.hovered() {
        desk.table.pointed = Some(Focus::Piece(id));
    }
}

/// Draws a card by its name, with what stands in its corner at the right.
pub fn draw_row(
    painter: &Painter,
    view: View,
    (id, face): (PieceId, &Face),
    (rect, hot): (Rect, bool),
) {
    let now = theme::now();
    if hot {
        painter.rect_filled(rect.expand2(vec2(4.0, 0.0)), 8.0, now.panel2);
    }
    let sign = if face.hidden { icon("eye-slash") } else { face.emblem.or(icon("scroll")) };
    if let Some(sign) = sign {
        let at = pos2(rect.left() + 10.0, rect.center().y);
        draw::icon_ui(painter, at, sign, 18.0, now.ink3);
    }
    let prototype = view.shown.state.piece(id).prototype;
    let sheet = view.book.sheet(prototype).filter(|_| !face.hidden);
    let corner = sheet.map_or("", |sheet| match sheet.corner.is_empty() {
        true => sheet.cost.as_str(),
        false => sheet.corner.as_str(),
    });
    let plain = FontId::proportional(15.0);
    let right = rect.right_center();
    let corner =
        painter.text(right, Align2::RIGHT_CENTER, corner, FontId::proportional(14.0), now.ink3);
    let room = (corner.left() - rect.left() - SIGN - 6.0).max(20.0);
    let name = view.teller().piece(id);
    let mut job = LayoutJob::simple_singleline(name, plain, now.ink1);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    let at = pos2(rect.left() + SIGN, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, now.ink1);
}
