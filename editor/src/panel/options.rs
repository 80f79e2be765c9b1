//! Options as the rows of a table: what can be done, and what the rules remark on each in columns.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, FontId, Rect, Response, Role, Sense, Ui, pos2, vec2};
use harena_engine::decision::{Action, Decision, Dimension};

use super::counted::{self, Part};
use super::decision::{Keys, is_placed, point_at};
use super::notes::all_notes_of;
use super::{Desk, Wish, named, widgets};
use crate::command::Command;
use crate::draw::{self, Letters};
use crate::{text, theme};

/// How high a row is, with its title over its cells where there is little room.
const ROW: f32 = 36.0;
const TALL: f32 = 46.0;
/// Where the middle of a title and of the cells below it lie in such a row.
const LINES: [f32; 2] = [13.0, 33.0];
/// Between two columns.
const GAP: f32 = 14.0;
/// What the title of a row must have beside its cells.
const TITLE: f32 = 170.0;
/// More options than this are no table.
const MOST: u64 = 40;

struct Row {
    action: Action,
    title: String,
    cells: Vec<Vec<Part>>,
    told: Vec<String>,
}

/// Whether the looks want the options of the question as a table.
pub fn is_table(desk: &Desk) -> bool {
    desk.decision.is_some_and(|it| desk.view.book.tables.contains_key(&it.prompt))
}

/// Draws all options as a table, if the looks want that of the question; answers whether they do.
pub fn options_ui(ui: &mut Ui, desk: &mut Desk, decision: &Decision, keys: &mut Keys) -> bool {
    let Some(columns) = desk.view.book.tables.get(&decision.prompt).cloned() else { return false };
    if decision.count() > MOST || !is_plain(desk, decision) {
        return false;
    }
    let rows: Vec<Row> =
        decision.options().map(|action| row(desk, decision, action, &columns)).collect();
    let used: Vec<bool> = (0..columns.len())
        .map(|at| rows.iter().any(|row| row.cells.get(at).is_some_and(|cell| !cell.is_empty())))
        .collect();
    let wide = |at: usize, title: &str| {
        let cells = rows.iter().filter_map(|row| row.cells.get(at));
        let cells = cells.map(|cell| counted::width_of(ui, cell)).fold(0.0, f32::max);
        let title = draw::width_of(ui.painter(), title, Letters::Plain, 13.0);
        if used.get(at).copied().unwrap_or(false) { cells.max(title) + GAP } else { 0.0 }
    };
    let wides: Vec<f32> = columns.iter().enumerate().map(|(at, it)| wide(at, it)).collect();
    let room = ui.available_width() - 52.0;
    let beside = room - wides.iter().sum::<f32>() >= TITLE;
    widgets::card().inner_margin(egui::Margin::symmetric(8, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        let plan = Plan { columns: &columns, wides: &wides, beside };
        head_ui(ui, &plan);
        for row in rows {
            row_ui(ui, desk, decision, (&row, &plan), keys);
        }
    });
    true
}

/// Where the columns of a table stand.
struct Plan<'a> {
    columns: &'a [String],
    wides: &'a [f32],
    /// Whether titles stand beside the cells, not over them.
    beside: bool,
}

impl Plan<'_> {
    /// The middles of a title and of the cells in a row that begins here.
    fn lines(&self, top: f32) -> [f32; 2] {
        let lines = if self.beside { [ROW / 2.0; 2] } else { LINES };
        lines.map(|y| top + y)
    }

    /// The middles of the columns in a row, and where its title ends.
    fn places(&self, row: Rect) -> (Vec<f32>, f32) {
        let all: f32 = self.wides.iter().sum();
        let mut x = match self.beside {
            true => row.right() - 36.0 - all,
            false => row.left() + 8.0,
        };
        let start = x;
        let middle = |wide: &f32| {
            x += wide;
            x - wide / 2.0
        };
        let middles = self.wides.iter().map(middle).collect();
        (middles, if self.beside { start - 6.0 } else { row.right() - 36.0 })
    }
}

/// Whether every option is a whole sentence: nothing of it is put together on the table.
fn is_plain(desk: &Desk, decision: &Decision) -> bool {
    let plain = |it: &Dimension| it.listed().is_none() && !matches!(it, Dimension::Clock(..));
    let mut dimensions = decision.groups.iter().flat_map(|group| &group.dimensions);
    let mut verbs = decision.groups.iter().map(|group| group.verb);
    dimensions.all(plain) && !verbs.any(|verb| is_placed(decision, desk.view.game, verb))
}

/// What stands in the row of an option: each remark in the column with whose word it begins, and
/// as it is told.
fn row(desk: &Desk, decision: &Decision, action: Action, columns: &[String]) -> Row {
    let notes = all_notes_of(desk, &action);
    let words = &desk.view.book.words;
    let note = |column: &String| {
        notes.iter().find_map(|note| {
            Some((counted::parts(words, note.strip_prefix(column.as_str())?.trim()), note.clone()))
        })
    };
    let (cells, told) = columns.iter().map(|column| note(column).unwrap_or_default()).unzip();
    let title = desk.view.teller().option(Some(decision), &action);
    Row { action, title, cells, told }
}

fn head_ui(ui: &mut Ui, plan: &Plan) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let (middles, _) = plan.places(rect);
    let (font, ink) = (FontId::proportional(13.0), theme::now().ink3);
    let at = rect.left_center() + vec2(10.0, 0.0);
    if plan.beside {
        ui.painter().text(at, Align2::LEFT_CENTER, text::choice(), font.clone(), ink);
    }
    let shown = plan.columns.iter().zip(middles).zip(plan.wides).filter(|(_, wide)| **wide > 0.0);
    for ((title, x), _) in shown {
        let at = pos2(x, rect.center().y);
        ui.painter().text(at, Align2::CENTER_CENTER, title, font.clone(), ink);
    }
}

fn row_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    decision: &Decision,
    (row, plan): (&Row, &Plan),
    keys: &mut Keys,
) {
    let high = if plan.beside { ROW } else { TALL };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::click());
    let response = named(response, Role::Button, true, || row.title.clone());
    let (hot, down) =
        (response.hovered() || response.has_focus(), response.is_pointer_button_down_on());
    let number = keys.next();
    if hot {
        widgets::ground(ui, rect, widgets::Rank::Secondary, (hot, down));
        point_at(desk, &row.action);
        desk.table.tried = Some(row.action);
    }
    widgets::focus_ring(ui, rect, &response);
    cells_ui(ui, rect, (row, plan), &response);
    if number <= 9 {
        let [y, _] = plan.lines(rect.top());
        widgets::key_cap(
            ui,
            pos2(rect.right() - 18.0, y),
            &number.to_string(),
            widgets::Rank::Quiet,
        );
        super::keyed(&response, &number.to_string());
    }
    if keys.hit() || response.clicked() {
        desk.wishes.push(Wish::Do(Command::Act(decision.seat, row.action)));
    }
}

fn cells_ui(ui: &Ui, rect: Rect, (row, plan): (&Row, &Plan), response: &Response) {
    let now = theme::now();
    let (middles, ends) = plan.places(rect);
    let room = (ends - rect.left() - 10.0).max(40.0);
    let wide = |size: f32| draw::width_of(ui.painter(), &row.title, Letters::Bold, size);
    let size = [15.0, 14.0].into_iter().find(|size| wide(*size) <= room).unwrap_or(13.0);
    let mut job = LayoutJob::simple_singleline(row.title.clone(), theme::bold(size), now.ink1);
    job.wrap = TextWrapping::truncate_at_width(room);
    let title = ui.painter().layout_job(job);
    let [title_y, y] = plan.lines(rect.top());
    let at = pos2(rect.left() + 10.0, title_y - title.size().y / 2.0);
    ui.painter().galley(at, title, now.ink1);
    for (at, (cell, x)) in row.cells.iter().zip(middles).enumerate() {
        counted::parts_ui(ui, cell, pos2(x, y));
        let told = row.told.get(at).cloned().unwrap_or_default();
        let field = Rect::from_center_size(pos2(x, y), vec2(30.0, 24.0));
        let note = ui.interact(field, response.id.with(("cell", at)), Sense::hover());
        named(note, Role::Label, true, || told.clone());
    }
}
