//! The text of a file, to be read and changed: its lines with their numbers, those of the chosen
//! sheet marked, the field that is changed lit, problems underlined.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley, Key, Pos2, Rect, RichText, ScrollArea, Shape, TextEdit, Ui};
use egui::{pos2, vec2};
use harena_script::page::Page;

use super::{Bench, told_of_file};
use crate::draw::icon;
use crate::panel::widgets::Action;
use crate::session::Trouble;
use crate::workshop::{Chosen, Part, State, is_leaf, parts};
use crate::{text, theme};

/// How much room the numbers of lines take.
const GUTTER: f32 = 48.0;

/// Draws the head of the file, what ails it, and its text.
pub fn source_ui(ui: &mut Ui, bench: &mut Bench, problems: &[Trouble]) {
    let ground = theme::mix(theme::now().table0, theme::now().well, 0.6);
    ui.painter().rect_filled(ui.max_rect(), 0.0, ground);
    ui.add_space(8.0);
    head_ui(ui, bench, problems);
    remark_ui(ui, bench);
    ui.add_space(4.0);
    let scroll = ScrollArea::both().id_salt("workshop source").auto_shrink([false, false]);
    scroll.show(ui, |ui| text_ui(ui, bench, problems));
}

fn head_ui(ui: &mut Ui, bench: &mut Bench, problems: &[Trouble]) {
    let now = theme::now();
    ui.horizontal(|ui| {
        ui.add_space(16.0);
        super::super::widgets::sign_ui(ui, icon("file-code"), 18.0, now.ink3);
        let name = RichText::new(&bench.workshop.file).color(now.ink1);
        ui.add(egui::Label::new(name).truncate());
        let first = problems.iter().find(|it| it.path == bench.workshop.file && it.line > 0);
        if let Some(trouble) = first {
            let label = text::line_waits(trouble.line);
            if ui.link(RichText::new(label).color(now.down)).clicked() {
                bench.workshop.jump = Some(trouble.line);
            }
        }
        fold_ui(ui, bench);
    });
}

/// Draws what folds all but the chosen sheet away.
fn fold_ui(ui: &mut Ui, bench: &mut Bench) {
    let path = bench.workshop.sheet.as_ref().map(|sheet| sheet.path.as_str());
    if path != Some(bench.workshop.file.as_str()) {
        return;
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(8.0);
        let folds = bench.workshop.folds;
        let action = match folds {
            false => Action::quiet("arrows-in-line-vertical", text::only_this_sheet()),
            true => Action::quiet("arrows-out-line-vertical", text::whole_file()),
        };
        if action.bare_ui(ui).clicked() {
            bench.workshop.folds = !folds;
            let first = chosen_lines(bench).map(|(first, _)| first);
            bench.workshop.jump = first;
        }
    });
}

/// Draws that lines are folded away; a click unfolds them.
fn folded_ui(ui: &mut Ui, bench: &mut Bench, n: usize) {
    if n == 0 {
        return;
    }
    ui.horizontal(|ui| {
        ui.add_space(GUTTER);
        let words = RichText::new(text::lines_folded(n)).small().color(theme::now().ink3);
        if ui.link(words).clicked() {
            bench.workshop.folds = false;
        }
    });
}

/// Draws why the file cannot be changed, or what is to be decided about it.
fn remark_ui(ui: &mut Ui, bench: &mut Bench) {
    let Some(file) = bench.workshop.shown() else { return };
    let Some(told) = told_of_file(file.lock.as_ref(), &file.state) else { return };
    let changed = file.state == State::Changed;
    ui.horizontal_wrapped(|ui| {
        ui.add_space(16.0);
        ui.label(RichText::new(told).color(theme::now().accent));
        let path = bench.workshop.file.clone();
        if changed && ui.button(text::take_theirs()).clicked() {
            bench.workshop.settle(&path, false);
        }
        if changed && ui.button(text::keep_mine()).clicked() {
            bench.workshop.settle(&path, true);
        }
    });
}

fn font() -> FontId {
    FontId::monospace(14.0)
}

fn color(part: Part) -> Color32 {
    let now = theme::now();
    match part {
        Part::Plain => now.ink2,
        Part::Word => theme::legible(theme::mix(now.link, now.ink1, 0.2), now.table0),
        Part::Field => now.ink1,
        Part::Call => now.up,
        Part::Number => theme::legible(Color32::from_rgb(0x7F, 0xB8, 0xF0), now.table0),
        Part::Text => theme::legible(Color32::from_rgb(0xE0, 0xA0, 0x6A), now.table0),
        Part::Comment => now.ink3,
    }
}

fn laid_out(source: &str, luau: bool) -> LayoutJob {
    if !luau {
        let ink = theme::now().ink2;
        return LayoutJob::simple(source.to_owned(), font(), ink, f32::INFINITY);
    }
    let mut job = LayoutJob::default();
    for (span, part) in parts(source) {
        let letters = source.get(span).unwrap_or("");
        let format = TextFormat { font_id: font(), color: color(part), ..TextFormat::default() };
        job.append(letters, 0.0, format);
    }
    job.wrap.max_width = f32::INFINITY;
    job
}

/// The part of a file that is to be seen: its bytes, and how many lines are folded away before it.
struct Seen {
    span: Range<usize>,
    before: u32,
}

fn text_ui(ui: &mut Ui, bench: &mut Bench, problems: &[Trouble]) {
    unfold_for_jump(bench);
    let span = bench.workshop.seen();
    let Some(file) = bench.workshop.shown() else { return };
    let whole = file.page.text();
    let lines = |text: Option<&str>| text.map_or(0, |text| text.matches('\n').count());
    let (before, behind) = (lines(whole.get(..span.start)), lines(whole.get(span.end..)));
    let mut source = whole.get(span.clone()).unwrap_or("").to_owned();
    let is_whole = span == (0..whole.len());
    let editable = file.lock.is_none();
    let luau = bench.workshop.file.ends_with(".luau");
    let sheet = bench.workshop.sheet.as_ref().filter(|_| !is_whole).map(|it| it.id.clone());
    let id = ("workshop_text", &bench.workshop.pack, &bench.workshop.file, sheet);
    let id = egui::Id::unique(id);
    folded_ui(ui, bench, before);
    let below = ui.painter().add(Shape::Noop);
    let kept = &mut bench.workshop.kept;
    let mut layouter = |ui: &Ui, source: &dyn egui::TextBuffer, _: f32| -> Arc<Galley> {
        let drawn = (std::ptr::from_ref(theme::now()) as usize, luau);
        let job = kept.laid_out(source.as_str(), drawn, || laid_out(source.as_str(), luau));
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let room = (ui.available_width() - GUTTER).max(200.0);
    let output = ui
        .horizontal_top(|ui| {
            ui.add_space(GUTTER);
            let edit =
                TextEdit::multiline(&mut source).id(id).font(font()).frame(egui::Frame::NONE);
            let edit =
                edit.desired_width(room).lock_focus(bench.workshop.writes).interactive(editable);
            edit.margin(egui::Margin::same(0)).layouter(&mut layouter).show(ui)
        })
        .inner;
    let name = text::source_of(&bench.workshop.pack, &bench.workshop.file);
    output.response.response.widget_info(|| {
        let mut told = egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, editable, &name);
        told.current_text_value = Some(source.clone());
        told
    });
    folded_ui(ui, bench, behind);
    let part = Seen { span, before: before as u32 };
    let on = Text { galley: &output.galley, at: output.galley_pos, part: &part };
    let marks = marks(ui, bench, problems, &on);
    ui.painter().set(below, Shape::Vec(marks));
    if output.response.response.changed() {
        let whole = bench.workshop.page().map_or(String::new(), |page| {
            let mut whole = page.text().to_owned();
            whole.replace_range(part.span.clone(), &source);
            whole
        });
        bench.workshop.type_text(&whole);
    }
    let focused = output.response.response.has_focus();
    bench.workshop.writes =
        focused && (bench.workshop.writes || begins(ui, &output.response.response));
    let cursor = output.cursor_range.filter(|_| focused).map(|range| range.primary.index.into());
    follow(bench, cursor, part.span.start);
    jump(ui, bench, (id, &on));
}

/// Whether somebody begins to write: who only comes by with Tab goes on with it.
fn begins(ui: &Ui, response: &egui::Response) -> bool {
    let moves = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Enter];
    let by_key = ui.input(|input| moves.iter().any(|key| input.key_pressed(*key)));
    response.clicked() || response.changed() || by_key
}

/// Folds nothing away that one wants to go to.
fn unfold_for_jump(bench: &mut Bench) {
    let (Some(line), Some((first, last))) = (bench.workshop.jump, chosen_lines(bench)) else {
        return;
    };
    bench.workshop.folds &= (first..=last).contains(&line);
}

/// A text on the screen.
struct Text<'a> {
    galley: &'a Galley,
    at: Pos2,
    part: &'a Seen,
}

impl Text<'_> {
    /// The rectangle of a line, from 1.
    fn line(&self, line: u32) -> Option<Rect> {
        let line = line.checked_sub(self.part.before + 1)?;
        let row = self.galley.rows.get(usize::try_from(line).ok()?)?;
        Some(row.rect().translate(self.at.to_vec2()))
    }
}

impl Text<'_> {
    /// The number of the letter, among those that are to be seen, at a byte of the file.
    fn letter(&self, page: &Page, byte: usize) -> usize {
        page.text().get(self.part.span.start..byte).map_or(0, |it| it.chars().count())
    }
}

/// What stands below the letters: the lines of the chosen sheet, the one that is changed, those
/// with problems, and the numbers of all that are to be seen.
fn marks(ui: &Ui, bench: &Bench, problems: &[Trouble], on: &Text) -> Vec<Shape> {
    let now = theme::now();
    let clip = ui.clip_rect();
    let mut all = Vec::new();
    let mut fill = |rect: Rect, color: Color32| all.push(Shape::rect_filled(rect, 0.0, color));
    let across = |rect: Rect| Rect::from_x_y_ranges(clip.x_range(), rect.y_range());
    if let Some((first, last)) = chosen_lines(bench)
        && let (Some(top), Some(bottom)) = (on.line(first), on.line(last))
    {
        let block = across(top.union(bottom));
        fill(block, now.panel.gamma_multiply(0.55));
        let bar = Rect::from_min_max(
            pos2(on.at.x - 10.0, block.top()),
            pos2(on.at.x - 8.0, block.bottom()),
        );
        fill(bar, now.accent);
    }
    if let Some(rect) = lit_line(bench).and_then(|line| on.line(line)) {
        fill(across(rect), now.accent.gamma_multiply(0.20));
    }
    let own = || problems.iter().filter(|it| it.path == bench.workshop.file && it.line > 0);
    for rect in own().filter(|it| !it.mild).filter_map(|it| on.line(it.line)) {
        fill(across(rect), now.down.gamma_multiply(0.20));
    }
    for trouble in own() {
        all.extend(underline(bench, trouble, on));
    }
    let rows = on.galley.rows.iter().enumerate();
    for (at, row) in rows {
        let rect = row.rect().translate(on.at.to_vec2());
        if rect.bottom() < clip.top() || rect.top() > clip.bottom() {
            continue;
        }
        let line = at as u32 + 1 + on.part.before;
        let wrong = own().any(|it| it.line == line && !it.mild);
        let ink = if wrong { now.down } else { now.ink3 };
        let at = pos2(on.at.x - 16.0, rect.center().y);
        let text = line.to_string();
        let shape = ui.fonts_mut(|fonts| {
            Shape::text(fonts, at, egui::Align2::RIGHT_CENTER, text, FontId::monospace(13.0), ink)
        });
        all.push(shape);
    }
    all
}

fn chosen_lines(bench: &Bench) -> Option<(u32, u32)> {
    let path = &bench.workshop.sheet.as_ref()?.path;
    let (page, at) = bench.workshop.written().filter(|_| *path == bench.workshop.file)?;
    Some(page.lines_of(&page.sheets().get(at)?.span))
}

/// The line of the field that is changed.
fn lit_line(bench: &Bench) -> Option<u32> {
    let path = &bench.workshop.sheet.as_ref()?.path;
    let (page, at) = bench.workshop.written().filter(|_| *path == bench.workshop.file)?;
    let lit = &bench.workshop.lit;
    let field = (1..=lit.len()).rev().find_map(|n| page.field(at, lit.get(..n)?))?;
    Some(page.line_of(field.span.start))
}

/// A wavy line below what is wrong.
fn underline(bench: &Bench, trouble: &Trouble, on: &Text) -> Option<Shape> {
    let page = bench.workshop.page()?;
    let (start, end) = word_at(page, trouble.line, trouble.column)?;
    let span = &on.part.span;
    if start < span.start || end > span.end {
        return None;
    }
    let letter = |byte: usize| on.letter(page, byte);
    let place = |byte: usize| {
        let rect = on.galley.pos_from_cursor(CCursor::new(letter(byte)));
        rect.translate(on.at.to_vec2())
    };
    let (from, to) = (place(start), place(end));
    let (mut points, mut x) = (Vec::new(), from.left());
    while x <= to.left().max(from.left() + 8.0) {
        let down = if points.len() % 2 == 0 { 0.0 } else { 3.0 };
        points.push(pos2(x, from.bottom() - 3.0 + down));
        x += 3.0;
    }
    Some(Shape::line(points, egui::Stroke::new(1.5, theme::now().down)))
}

/// The bytes of the word at a place.
pub fn word_at(page: &Page, line: u32, column: u32) -> Option<(usize, usize)> {
    let start = page.byte_at(line, column)?;
    let rest = page.text().get(start..)?;
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let quoted = rest.starts_with(['"', '\'']);
    let skip = usize::from(quoted);
    let length = rest.get(skip..)?.find(|letter| !is_word(letter)).unwrap_or(rest.len() - skip);
    Some((start, start + length + 2 * skip))
}

/// The sheet in which somebody writes is the one that is chosen.
fn follow(bench: &mut Bench, cursor: Option<usize>, start: usize) {
    let Some(letter) = cursor else { return };
    let Some(page) = bench.workshop.page() else { return };
    let rest = page.text().get(start..).unwrap_or("");
    let byte = start + rest.char_indices().nth(letter).map_or(rest.len(), |(at, _)| at);
    let holds = |sheet: &&harena_script::page::WrittenSheet| sheet.span.contains(&byte);
    let found = page.sheets().iter().rfind(holds);
    let Some(sheet) = found.filter(|sheet| is_leaf(page, sheet)) else { return };
    let own = Some(Chosen::of(&bench.workshop.file, sheet));
    if bench.workshop.sheet != own {
        bench.workshop.sheet = own;
        bench.workshop.lit.clear();
    }
}

/// Scrolls to the line that was asked for.
fn jump(ui: &Ui, bench: &mut Bench, (id, on): (egui::Id, &Text)) {
    let Some(line) = bench.workshop.jump.take() else { return };
    let last = on.part.before + on.galley.rows.len() as u32;
    let Some(rect) = on.line(line).or_else(|| on.line(last)) else { return };
    let at = on.at;
    let clip = ui.clip_rect();
    let room = Rect::from_min_size(
        pos2(at.x - GUTTER, rect.top() - clip.height() * 0.2),
        vec2(10.0, clip.height() * 0.9),
    );
    ui.scroll_to_rect(room, Some(egui::Align::TOP));
    if let (Some(page), Some(mut state)) =
        (bench.workshop.page(), TextEdit::load_state(ui.ctx(), id))
    {
        let byte = page.start_of(line).unwrap_or(0);
        let letter = on.letter(page, byte);
        state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(letter))));
        state.store(ui.ctx(), id);
    }
    ui.ctx().request_repaint();
}
