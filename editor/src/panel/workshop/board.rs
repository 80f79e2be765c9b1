//! The board of the match around a piece of the chosen sheet, at its last good version, and below
//! it what the last change did.

use egui::{Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2};
use harena_engine::board::{BoardKind, Cell};

use super::{Bench, head_ui};
use crate::draw::{self, Pen};
use crate::paint::board::{Canvas, CellLook};
use crate::paint::geometry::{Layout, without_margin};
use crate::paint::plate;
use crate::panel::widgets::{Action, card};
use crate::{text, theme};

/// So many points lie between two cells side by side, where a piece is looked at.
const NEAR: f32 = 128.0;
/// How high the card below the board is.
const CARD: f32 = 148.0;

/// Draws the column.
pub fn board_ui(ui: &mut Ui, bench: &mut Bench) {
    let whole = ui.max_rect();
    let tint = bench.view.as_ref().and_then(|(view, _)| view.book.ground.background);
    plate::table(ui.painter(), whole, whole.center(), tint);
    let pieces = standing(bench);
    let head = Rect::from_min_size(whole.min, vec2(whole.width(), 52.0));
    ui.scope_builder(UiBuilder::new().max_rect(head.shrink2(vec2(16.0, 8.0))), |ui| {
        header_ui(ui, bench, &pieces);
    });
    let low = if tells(bench) { CARD + 16.0 } else { 8.0 };
    let room = Rect::from_min_max(
        pos2(whole.left(), head.bottom()),
        pos2(whole.right(), whole.bottom() - low),
    );
    if room.height() > 80.0 {
        draw(ui, bench, room, &pieces);
    }
    if tells(bench) {
        let below = Rect::from_min_max(pos2(whole.left(), room.bottom()), whole.max);
        let inner = below.shrink2(vec2(16.0, 8.0));
        ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| verdict_ui(ui, bench));
    }
}

/// The cells on which pieces of the chosen sheet stand.
fn standing(bench: &Bench) -> Vec<Cell> {
    let (Some((view, _)), Some(sheet)) = (&bench.view, &bench.workshop.sheet) else {
        return Vec::new();
    };
    let Some(made) = bench.prototype(*view, &sheet.path, &sheet.id) else { return Vec::new() };
    let own = view.shown.state.pieces.iter().filter(|piece| piece.prototype == made);
    own.filter_map(|piece| piece.cell()).collect()
}

fn header_ui(ui: &mut Ui, bench: &mut Bench, pieces: &[Cell]) {
    let now = theme::now();
    ui.horizontal(|ui| {
        head_ui(ui, text::beside_text_board());
        let told = match (&bench.view, pieces.is_empty()) {
            (None, _) => text::no_match_of_it(),
            (Some(_), true) => text::none_on_the_board(),
            (Some(_), false) if bench.problems().iter().any(|it| !it.mild) => text::last_good(),
            (Some(_), false) => "",
        };
        ui.add(egui::Label::new(RichText::new(told).color(now.ink3)).truncate());
    });
}

fn draw(ui: &mut Ui, bench: &Bench, room: Rect, pieces: &[Cell]) {
    let Some((view, lately)) = bench.view else { return };
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    let board = &view.game.board;
    let fitted = |rect: Rect| Layout::on(board, without_margin(rect), false, view.levels());
    let mut layout = fitted(room);
    let is_plain = board.kind() != BoardKind::Line;
    if let Some(cell) = pieces.first().copied().filter(|_| is_plain && layout.unit < NEAR) {
        let size = room.size() * (NEAR / layout.unit.max(1.0));
        let large = Rect::from_center_size(room.center(), size);
        let at = fitted(large).screen_from_cell(board, cell);
        layout = fitted(large.translate(room.center() - at));
    }
    let canvas = Canvas {
        painter: &painter,
        layout: &layout,
        view,
        told: Default::default(),
        lately,
        tints: Vec::new(),
        aims: Vec::new(),
    };
    canvas.draw_ground(|_| CellLook::default());
    canvas.draw_pieces();
    canvas.draw_frames(|cell| CellLook { picked: pieces.contains(&cell), ..CellLook::default() });
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    for piece in view.shown.state.pieces.iter().filter_map(|piece| piece.cell()) {
        if let Some(id) = view.shown.state.at(piece) {
            canvas.draw_links(&mut pen, view.shown, id, (false, false));
        }
    }
    draw::show(&painter, pen.done());
    let response = ui.interact(room, ui.scope_id().with("board"), Sense::hover());
    let label = pieces.iter().map(|cell| view.teller().cell_label(*cell, false));
    let label: Vec<String> = std::iter::once(text::board().to_owned()).chain(label).collect();
    crate::panel::named(response, egui::Role::Pane, true, || label.join(", "));
}

/// Whether there is anything to tell of the last change.
fn tells(bench: &Bench) -> bool {
    bench.workshop.told.is_some() || !bench.session.notice.text.is_empty()
}

/// Draws what the last change was and what it did to matches, as far as that is known.
fn verdict_ui(ui: &mut Ui, bench: &mut Bench) {
    let now = theme::now();
    card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if let Some(told) = bench.workshop.told.clone() {
            let line = text::became(&told.what, &told.from, &told.to);
            let line = RichText::new(line).font(theme::bold(15.0)).color(now.ink1);
            let back = Action::quiet("arrow-u-up-left", text::take_back_change());
            let line = egui::Label::new(line).truncate();
            if beside(ui, |ui| back.ui(ui).clicked(), |ui| drop(ui.add(line))) {
                bench.workshop.undo(false);
            }
        }
        let notice = &bench.session.notice;
        if !notice.text.is_empty() {
            let color = if notice.bad { now.down } else { now.ink2 };
            crate::panel::code::coded_ui(ui, &notice.text, color);
        }
    });
}

/// Draws something at the right end of a row, and in the rest of it something else.
pub fn beside<T>(ui: &mut Ui, right: impl FnOnce(&mut Ui) -> T, rest: impl FnOnce(&mut Ui)) -> T {
    let row = ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let answer = right(ui);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), rest);
            answer
        })
    });
    row.inner.inner
}
