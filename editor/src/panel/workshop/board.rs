//! The board of the match around a piece of the chosen sheet, at its last good version, and below
//! it what the last change did.

use egui::Key;
use egui::{Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2};
use harena_engine::board::{BoardKind, Cell};

use super::chart::{self, chart_ui};
use super::positions::{self, places, shown, standing};
use super::{Bench, head_ui};
use crate::draw::{self, Pen};
use crate::paint::board::{Canvas, CellLook};
use crate::paint::geometry::{Layout, without_margin};
use crate::paint::moving::Lately;
use crate::paint::plate;
use crate::panel::widgets::{Action, card};
use crate::scene::View;
use crate::{text, theme};

/// So many points lie between two cells side by side, where a piece is looked at.
const NEAR: f32 = 128.0;
/// How high the card below the board is.
const CARD: f32 = 148.0;
/// How much of the column it may take with a chart in it.
const MOST: f32 = 0.5;

/// A board that is shown: its view, how its pieces move, and the scenario that leaves it.
type Board<'a> = (View<'a>, Lately<'a>, Option<&'a str>);

/// Draws the column; `bad` says whether the pack does not load.
pub fn board_ui(ui: &mut Ui, bench: &mut Bench, bad: bool) {
    let whole = ui.max_rect();
    let places = places(bench);
    let board = shown(bench, &places);
    let tint = board.and_then(|(view, ..)| view.book.ground.background);
    plate::table(ui.painter(), whole, whole.center(), tint);
    let pieces = board.map_or_else(Vec::new, |(view, ..)| standing(bench, view));
    let head = Rect::from_min_size(whole.min, vec2(whole.width(), 52.0));
    ui.scope_builder(UiBuilder::new().max_rect(head.shrink2(vec2(16.0, 8.0))), |ui| {
        header_ui(ui, bench, (board, &pieces), (places.len(), bad));
    });
    let low = match (tells(bench), bench.session.compared()) {
        (true, Some(_)) => (CARD + chart::HIGH + 30.0).min(whole.height() * MOST),
        (true, None) => CARD,
        (false, _) => 8.0,
    };
    let room = Rect::from_min_max(
        pos2(whole.left(), head.bottom()),
        pos2(whole.right(), whole.bottom() - low),
    );
    if room.height() > 80.0 {
        board.into_iter().for_each(|board| draw(ui, board, room, &pieces));
    }
    if tells(bench) {
        let below = Rect::from_min_max(pos2(whole.left(), room.bottom()), whole.max);
        let inner = below.shrink2(vec2(16.0, 8.0));
        ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| verdict_ui(ui, bench));
    }
}

/// Draws what the board is, and what shows another one if there is any.
fn header_ui(
    ui: &mut Ui,
    bench: &mut Bench,
    (board, pieces): (Option<Board>, &[Cell]),
    (n_places, bad): (usize, bool),
) {
    let now = theme::now();
    let n_boards = n_places + usize::from(bench.view.is_some());
    let told = match (board, pieces.is_empty()) {
        (None, _) => text::no_match_of_it().to_owned(),
        (Some((.., Some(name))), _) => text::after_scenario(name),
        (Some(_), true) => text::none_on_the_board().to_owned(),
        (Some(_), false) if bad => text::last_good().to_owned(),
        (Some(_), false) => String::new(),
    };
    let more = Action::quiet("arrows-clockwise", text::another_position());
    let more = Action { enabled: n_boards > 1, ..more.key(Key::name(positions::KEY)) };
    let brief = ui.available_width() < 380.0;
    let wished = beside(
        ui,
        |ui| {
            let response = more.brief_ui(ui, brief);
            let why = if n_boards > 1 {
                text::another_position_about()
            } else {
                text::no_other_position()
            };
            response.on_hover_text(why).clicked()
        },
        |ui| {
            head_ui(ui, text::beside_text_board());
            let label = egui::Label::new(RichText::new(&told).color(now.ink3)).truncate();
            ui.add(label).on_hover_text(&told);
        },
    );
    if wished {
        positions::next(bench);
    }
}

fn draw(ui: &mut Ui, (view, lately, _): Board, room: Rect, pieces: &[Cell]) {
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
        coming: Vec::new(),
        then: None,
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
            let line = match told.to.is_empty() && told.from.is_empty() {
                true => text::sheet_added(&told.what),
                false => text::became(&told.what, &told.from, &told.to),
            };
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
        match bench.session.compared() {
            Some(compared) => chart_ui(ui, compared),
            None if bench.workshop.told.is_some() => {
                ui.label(RichText::new(text::nothing_compared()).color(now.ink3));
            }
            None => {}
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
