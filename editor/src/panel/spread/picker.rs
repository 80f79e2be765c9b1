//! Amounts of sheets, chosen before anything of one's own stands on the board: pieces laid out on
//! the table, each with how many of it are taken.

use egui::{Id, Pos2, Rect, Role, Sense, Ui, Vec2, pos2, vec2};
use harena_engine::game::ArgKind;
use harena_engine::id::*;

use super::{Row, dot_ui, move_token};
use crate::draw::{self, Letters, Pen, outline};
use crate::paint::board::{draw_alone, face_of_prototype, form_of};
use crate::paint::tile::Pose;
use crate::panel::{Desk, named};
use crate::table::Focus;
use crate::{text, theme};

/// Below a piece: its name and how many are taken.
const CAPTION: f32 = 46.0;
/// Between two pieces.
const GAP: f32 = 12.0;
/// A piece is drawn at most so large.
const LARGEST: f32 = 132.0;

/// The amounts that are chosen at the table now, if they are: sheets, while the board shows
/// nothing that belongs to anybody.
pub fn picked(desk: &Desk) -> Option<Row> {
    let assembled = desk.table.assembled.as_ref()?;
    let wants = desk.table.draft.wants(desk.decision?, desk.view.game);
    let row = wants.iter().any(|want| want.values == *assembled).then(|| Row::of(assembled))??;
    let state = &desk.view.shown.state;
    let begun = state.on_board().any(|(_, id)| state.piece(id).owner != Seat::NONE);
    (row.kind == ArgKind::Prototype && !begun).then_some(row)
}

/// Draws all pieces one may take; a click takes one.
pub fn picker_ui(ui: &mut Ui, desk: &mut Desk, row: &Row) {
    let room = ui.available_rect_before_wrap().shrink2(vec2(12.0, 6.0));
    let grid = Grid::of(row.of.len(), room);
    let mut moved = None;
    for (slot, value) in row.of.iter().enumerate() {
        let n = desk.table.spread.get(slot).copied().unwrap_or(0);
        let cap = row.caps.get(slot).copied().unwrap_or(0);
        moved = place_ui(ui, desk, (row, *value), (grid.place(slot), n, cap))
            .map(|more| if more { (None, Some(slot)) } else { (Some(slot), None) })
            .or(moved);
    }
    ui.advance_cursor_after_rect(room);
    if let Some(way) = moved {
        move_token(row, &mut desk.table.spread, way);
    }
}

/// Places of one size, as large as the room allows.
struct Grid {
    n_columns: usize,
    side: f32,
    corner: Pos2,
}

impl Grid {
    fn of(n: usize, room: Rect) -> Grid {
        let side = |columns: usize| {
            let rows = n.div_ceil(columns).max(1) as f32;
            let wide = room.width() / columns as f32 - GAP;
            wide.min(room.height() / rows - GAP - CAPTION).min(LARGEST)
        };
        let n_columns = (1..=n.max(1)).max_by(|a, b| side(*a).total_cmp(&side(*b))).unwrap_or(1);
        let side = side(n_columns).max(24.0);
        let wide = n_columns as f32 * (side + GAP) - GAP;
        let high = n.div_ceil(n_columns) as f32 * (side + CAPTION + GAP) - GAP;
        let spare = (room.size() - vec2(wide, high)).max(Vec2::ZERO) / 2.0;
        Grid { n_columns, side, corner: room.min + spare }
    }

    fn place(&self, at: usize) -> Rect {
        let (column, row) = (at % self.n_columns, at / self.n_columns);
        let step = vec2(self.side + GAP, self.side + CAPTION + GAP);
        let corner = self.corner + vec2(column as f32, row as f32) * step;
        Rect::from_min_size(corner, vec2(self.side, self.side + CAPTION))
    }
}

/// Draws one piece; answers whether one more or one less is wished for.
fn place_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (row, value): (&Row, i32),
    (rect, n, cap): (Rect, u8, u8),
) -> Option<bool> {
    let name = desk.view.teller().choice(row.kind, &row.of, value);
    let id = PrototypeId(u16::try_from(value).ok()?);
    let response = ui.interact(rect, Id::unique(("take", value)), Sense::click());
    let response = named(response, Role::Button, n < cap, || text::one_more(&name));
    let hot = response.hovered() || response.has_focus();
    if hot {
        desk.table.pointed = Some(Focus::Prototype(id));
    }
    let now = theme::now();
    let fill = if hot { theme::mix(now.panel, now.ink1, 0.08) } else { now.panel };
    ui.painter().rect_filled(rect.expand(4.0), 10.0, fill);
    let square = Rect::from_min_size(rect.min, Vec2::splat(rect.width())).shrink(2.0);
    let mut face = face_of_prototype(desk.view, id);
    if let Some(decision) = desk.decision {
        face.livery = desk.view.livery(decision.seat);
    }
    let form = (form_of(desk.view.game.board.kind()), desk.view.game.board.n_directions());
    draw_alone(ui.painter(), square, form, &face, Pose { lifted: n > 0, ..Pose::default() });
    if n > 0 {
        let mut pen = Pen::new(ui.ctx().pixels_per_point());
        let around = outline::rounded_rect(rect.expand(4.0), 10.0);
        pen.line(&around, true, (3.0, now.accent));
        draw::show(ui.painter(), pen.done());
    }
    let fits =
        |size: &f32| draw::width_of(ui.painter(), &name, Letters::Heading, *size) < rect.width();
    let size = [17.0, 15.0, 14.0].into_iter().find(fits).unwrap_or(13.0);
    let at = pos2(rect.center().x, square.bottom() + 12.0);
    let middle = egui::Align2::CENTER_CENTER;
    ui.painter().text(at, middle, &name, theme::heading(size), now.ink1);
    let less = amount_ui(ui, rect, (&name, n, cap));
    match (less, response.clicked() && n < cap) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}

/// Draws so many of so many as dots, and what gives one back; whether that was clicked.
fn amount_ui(ui: &mut Ui, rect: Rect, (name, n, cap): (&str, u8, u8)) -> bool {
    let line = rect.with_min_y(rect.bottom() - 24.0);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(line).id_salt(("amount", name)));
    inner.spacing_mut().item_spacing.x = 4.0;
    let row = inner.horizontal_centered(|ui| {
        let wide = f32::from(cap) * 18.0 + 30.0;
        ui.add_space(((rect.width() - wide) / 2.0).max(0.0));
        let less = ui.add_enabled(n > 0, egui::Button::new("\u{2212}").small());
        less.widget_info(|| super::button_info(text::one_less(name)));
        for at in 0..cap {
            dot_ui(ui, if at < n { theme::now().accent } else { theme::now().line });
        }
        less.clicked()
    });
    row.inner
}
