//! The form of the chosen sheet: its face, then a row for each of its fields.

use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui};
use harena_engine::game::Game;
use harena_script::page::{Says, literal};
use harena_script::schema::{Key, Value};

use super::controls::{self, Entry};
use super::face::face_ui;
use super::tools::tools_ui;
use super::{Bench, head_ui};
use crate::book::{Book, Label, readable};
use crate::draw::icon;
use crate::paint::face::weapon;
use crate::panel::named;
use crate::panel::widgets::sign_ui;
use crate::workshop::form::{Control, Known, Row, order, rows, turn};
use crate::workshop::kept::{Form, Side};
use crate::workshop::{Change, Told};
use crate::{text, theme};

/// Draws the name of the sheet, its face and its form.
pub fn form_ui(ui: &mut Ui, bench: &mut Bench) {
    ui.add_space(6.0);
    let form = form_of(bench);
    title_ui(ui, bench);
    let scroll = ScrollArea::vertical().id_salt("workshop form").auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let (sides, turn) = form.as_ref().map_or((&[][..], 0), |it| (&it.sides, it.turn));
        face_ui(ui, bench, sides, turn);
        match &form {
            Some(form) => all_ui(ui, bench, form),
            None => drop(quiet(ui, why_none(bench))),
        }
        ui.add_space(16.0);
    });
}

fn quiet(ui: &mut Ui, words: impl Into<String>) -> egui::Response {
    ui.label(RichText::new(words).color(theme::now().ink3))
}

/// Why there is no form.
fn why_none(bench: &Bench) -> &'static str {
    let broken = bench.workshop.page().is_some_and(|page| !page.problems().is_empty());
    match (broken, bench.workshop.sheet.is_some()) {
        (true, _) => text::mend_text_first(),
        (false, true) => text::no_form(),
        (false, false) => text::no_sheet_chosen(),
    }
}

/// The form of the chosen sheet: worked out again only where its text, the match or the packs have
/// changed.
fn form_of(bench: &mut Bench) -> Option<Arc<Form>> {
    let made = bench.made();
    let sheet = bench.workshop.sheet.clone();
    if let Some(form) = bench.workshop.kept.form(made, sheet.as_ref()) {
        return form;
    }
    let form = rows_of(bench).map(|rows| {
        let turn = noted_turn(bench, &rows);
        let sides = if turn.is_some() { sides(bench, &rows) } else { Vec::new() };
        let maker = sheet.as_ref().map_or("", |sheet| sheet.maker.as_str());
        let order = bench.cover.map_or_else(Vec::new, |cover| order(&cover.forms, maker));
        Arc::new(Form { rows, sides, turn: turn.unwrap_or(0), order })
    });
    bench.workshop.kept.keep_form(made, sheet, form.clone());
    form
}

fn rows_of(bench: &Bench) -> Option<Vec<Row>> {
    let (page, at) = bench.workshop.written()?;
    let cover = bench.cover?;
    let pages = bench.pages();
    let game = bench.view.as_ref().map_or(&*cover.game, |(view, _)| view.game);
    let known = Known { forms: &cover.forms, game, pages: &pages };
    rows(&known, page, at)
}

/// The turn of the sides as it is now, or else as it was found last: what is changed is not what is
/// printed yet.
fn noted_turn(bench: &mut Bench, rows: &[Row]) -> Option<usize> {
    let maker = bench.workshop.sheet.as_ref()?.maker.clone();
    if let Some(turn) = turn_of(bench, rows) {
        bench.workshop.turns.insert(maker, turn);
        return Some(turn);
    }
    bench.workshop.turns.get(&maker).copied()
}

/// By how many sides what is written first is turned from the first side of the face.
fn turn_of(bench: &Bench, rows: &[Row]) -> Option<usize> {
    let (page, at) = bench.workshop.written()?;
    let maker = page.sheets().get(at)?.maker.clone();
    let path = bench.workshop.sheet.as_ref()?.path.clone();
    let (cover, pages) = (bench.cover?, bench.pages());
    bench.with_view(|view| {
        let known = Known { forms: &cover.forms, game: view.game, pages: &pages };
        let made = |sheet: &harena_script::page::WrittenSheet| {
            bench.prototype(view, &path, &sheet.id).map(|id| view.game.prototype(id))
        };
        turn(&known, rows, (&maker, &made))
    })?
}

/// How many pieces the chosen sheet makes, and all sheets of the pack together.
fn copies_of(bench: &mut Bench) -> Option<(usize, usize)> {
    let chosen = bench.workshop.sheet.clone()?;
    let entries = super::rail::entries(bench);
    let own = entries.iter().find(|entry| entry.sheet == chosen)?.copies;
    let all = entries.iter().map(|entry| usize::from(entry.copies)).sum();
    (own > 0).then_some((usize::from(own), all))
}

/// Draws the name of the sheet and what made it, and at the right how many of all pieces it makes.
fn title_ui(ui: &mut Ui, bench: &mut Bench) {
    let copies = copies_of(bench);
    let Some((page, at)) = bench.workshop.written() else {
        return head_ui(ui, bench.workshop.sheet.as_ref().map_or("", |it| it.id.as_str()));
    };
    let Some(sheet) = page.sheets().get(at) else { return };
    let title = page.value(at, &["title".into()]);
    let title =
        title.as_ref().and_then(Value::as_text).map_or_else(|| readable(&sheet.id), str::to_owned);
    let maker = readable(&sheet.maker);
    ui.allocate_ui(egui::vec2(ui.available_width(), TITLE), |ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            copies.into_iter().for_each(|copies| copies_ui(ui, copies));
            let from_left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(from_left, |ui| named_ui(ui, &title, &maker));
        });
    });
}

/// Draws a name, and what made it where that has room.
fn named_ui(ui: &mut Ui, title: &str, maker: &str) {
    let now = theme::now();
    let size = if title.chars().count() > LONG { 22.0 } else { 28.0 };
    let title = RichText::new(title).font(theme::heading(size)).color(now.ink1);
    ui.add(egui::Label::new(title).truncate());
    if ui.available_width() > LEAST_MAKER {
        ui.add(egui::Label::new(RichText::new(maker).color(now.ink3)).truncate());
    }
}

/// Longer titles are written smaller.
const LONG: usize = 14;
/// How high the title is, and the least room for the word behind it.
const TITLE: f32 = 36.0;
const LEAST_MAKER: f32 = 40.0;

fn copies_ui(ui: &mut Ui, (own, all): (usize, usize)) {
    let now = theme::now();
    let drawn = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        // From the right.
        ui.label(RichText::new(text::copies_of(own, all)).color(now.ink2));
        sign_ui(ui, icon("copy-simple"), 17.0, now.ink3);
    });
    let id = ui.scope_id().with("copies");
    let whole = ui.interact(drawn.response.rect, id, egui::Sense::hover());
    let told = text::copies_in_all(own, all);
    named(whole, egui::Role::Label, true, || told.clone()).on_hover_text(&told);
}

/// The sides of the face, with whether anything stands there.
fn sides(bench: &Bench, rows: &[Row]) -> Vec<Side> {
    let Some((page, at)) = bench.workshop.written() else { return Vec::new() };
    let value = |row: &Row, key: Key| page.value(at, &[Key::Name(row.name.clone()), key]);
    let named = rows.iter().find_map(|row| {
        if let Control::Sides(names, _) = &row.control {
            return Some(names.clone());
        }
        if let Control::SideSet(names) = &row.control {
            return Some(names.iter().map(|name| (name.clone(), String::new())).collect());
        }
        let Control::SideRow(n, _) = &row.control else { return None };
        Some((1..=*n).map(|side| (side.to_string(), String::new())).collect())
    });
    let used = |name: &str, side: usize| {
        let is_row = |row: &Row| matches!(row.control, Control::SideRow(..));
        let is_named = |row: &Row| matches!(row.control, Control::Sides(..));
        let lists = |row: &Row| {
            let list = page.value(at, &[Key::Name(row.name.clone())]);
            let Some(Value::List(items)) = list else { return false };
            items.iter().any(|item| item.as_text() == Some(name))
        };
        rows.iter().any(|row| {
            let named = is_named(row) && value(row, name.into()).is_some();
            let listed = matches!(row.control, Control::SideSet(_)) && lists(row);
            named
                || listed
                || is_row(row) && value(row, Key::Index(side + 1)) != Some(Value::Int(0))
        })
    };
    let side = |(at, (name, text)): (usize, (String, String))| {
        let used = used(&name, at);
        Side { name, text, used }
    };
    named.unwrap_or_default().into_iter().enumerate().map(side).collect()
}

fn all_ui(ui: &mut Ui, bench: &mut Bench, form: &Form) {
    let Form { rows, sides, order, .. } = form;
    bench.workshop.side = bench.workshop.side.min(sides.len().saturating_sub(1));
    if let Some(side) = sides.get(bench.workshop.side) {
        ui.add_space(2.0);
        side_head_ui(ui, side);
        let sided: Vec<&Row> = rows.iter().filter(|row| row.control.is_sided()).collect();
        let tool = tools_ui(ui, bench, &sided, order);
        if let Some(row) = tool.and_then(|at| sided.get(at)) {
            row_ui(ui, bench, row, order);
        }
        ui.add_space(8.0);
    }
    let is_whole = |row: &&Row| !row.control.is_sided();
    for row in rows.iter().filter(is_whole) {
        row_ui(ui, bench, row, order);
    }
}

/// Draws which side the rows below are about.
fn side_head_ui(ui: &mut Ui, side: &Side) {
    ui.horizontal(|ui| {
        head_ui(ui, &text::side_named(&side.shown()));
        ui.add(egui::Label::new(RichText::new(&side.text).color(theme::now().ink3)).truncate());
    });
}

fn row_ui(ui: &mut Ui, bench: &mut Bench, row: &Row, order: &[String]) {
    let Some((page, at)) = bench.workshop.written() else { return };
    let path = [Key::Name(row.name.clone())];
    let field = page.field(at, &path);
    let says = field.map(|field| field.says.clone());
    let line = field.map(|field| page.line_of(field.span.start));
    let is_code = row.control == Control::Code;
    // What is left out and cannot be written here is not worth a row.
    if is_code && field.is_none() {
        return;
    }
    let locked = bench.workshop.shown().is_some_and(|file| file.lock.is_some());
    let label = readable(&row.name);
    let sign = sign_of(bench, row);
    if is_code {
        return code_ui(ui, bench, (&label, sign, line.unwrap_or(1)), says.as_ref());
    }
    let entry = Entry { row, label: &label, sign, says: says.as_ref(), side: bench.workshop.side };
    let mut wished = Vec::new();
    let before = bench.workshop.was(&path);
    ui.add_enabled_ui(!locked, |ui| {
        let word = &mut bench.workshop.word;
        let titles = match (&bench.view, bench.cover) {
            (Some((view, _)), _) => Titles(Some((view.game, view.book))),
            (None, cover) => Titles(cover.map(|cover| (&*cover.game, &*cover.book))),
        };
        wished = controls::entry_ui(ui, &entry, word, &titles, before.as_ref());
    });
    for (path, value, typed) in wished {
        change(bench, row, (path, value, typed), order);
    }
}

/// What names of the game are called.
pub struct Titles<'a>(Option<(&'a Game, &'a Book)>);

impl Titles<'_> {
    /// What a word is called: the title of a keyword or of a number, or else the word itself.
    pub fn title(&self, word: &str) -> String {
        let title = self.label(word).map(|label| label.title.clone());
        title.filter(|title| !title.is_empty()).unwrap_or_else(|| readable(word))
    }

    /// Its sign, if looks name one.
    pub fn sign(&self, word: &str) -> Option<char> {
        self.label(word)?.sign
    }

    fn label(&self, word: &str) -> Option<&Label> {
        let (game, book) = self.0?;
        let names = &game.names;
        let tables = [
            (names.keywords.find(word), &book.keywords),
            (names.stats.find(word), &book.stats),
            (names.statuses.find(word), &book.statuses),
        ];
        tables.into_iter().find_map(|(at, labels)| labels.get(at?))
    }
}

/// The sign of a field that is called like something the game draws.
pub(super) fn sign_of(bench: &Bench, row: &Row) -> Option<char> {
    let name = row.name.as_str();
    bench
        .with_view(|view| {
            let (names, book) = (&view.game.names, view.book);
            let tables = [
                (names.stats.find(name), &book.stats),
                (names.side_stats.find(name), &book.side_stats),
                (names.modes.find(name), &book.modes),
                (names.keywords.find(name), &book.keywords),
                (names.counters.find(name), &book.counters),
                (names.statuses.find(name), &book.statuses),
                (names.marks.find(name), &book.marks),
            ];
            let sign = tables.into_iter().find_map(|(at, labels)| labels.get(at?)?.sign);
            // A weapon is drawn on the face; in a list it has a sign like everywhere else.
            let mode = || {
                let at = names.modes.find(name)?;
                let modes =
                    view.game.combat.as_ref().map_or(&[][..], |combat| combat.modes.as_slice());
                let range = modes.get(at).map(|mode| mode.range).unwrap_or_default();
                let drawn = book.modes.get(at).map_or("", |label| label.icon.as_str());
                weapon(drawn, range).sign()
            };
            sign.or_else(mode)
        })
        .flatten()
        .or_else(|| own_sign(row))
}

/// The sign of what the window itself knows: how many there are, and sides that are connected.
fn own_sign(row: &Row) -> Option<char> {
    if matches!(row.control, Control::SideSet(_)) {
        return icon("link-simple");
    }
    (row.name == "copies").then(|| icon("copy-simple")).flatten()
}

/// Draws a field that is changed in the text only.
fn code_ui(
    ui: &mut Ui,
    bench: &mut Bench,
    (label, sign, line): (&str, Option<char>, u32),
    says: Option<&Says>,
) {
    ui.horizontal(|ui| {
        controls::title_ui(ui, sign, label);
        let plain = says.and_then(Says::value).and_then(|value| literal(&value));
        let plain = plain.filter(|told| told.chars().count() <= 24);
        let words = match plain {
            Some(told) => RichText::new(told).monospace(),
            None => RichText::new(text::in_code(line)),
        };
        let link = ui.link(words.color(theme::now().ink2));
        if link.on_hover_text(text::in_code(line)).clicked() {
            bench.workshop.jump = Some(line);
            bench.workshop.lit = vec![];
        }
    });
}

/// Carries out a change of the form.
pub(super) fn change(
    bench: &mut Bench,
    row: &Row,
    (path, value, typed): (Vec<Key>, Option<Value>, bool),
    order: &[String],
) {
    let Some((page, at)) = bench.workshop.written() else { return };
    let told = |value: Option<&Value>| match value {
        None => text::none().to_owned(),
        Some(Value::Text(text)) => text.clone(),
        Some(Value::List(items)) if items.len() == 1 => items.iter().map(word_of).collect(),
        Some(value) => value.to_string(),
    };
    let from = told(page.value(at, &path).as_ref());
    let alone = page
        .field(at, path.get(..1).unwrap_or(&[]))
        .is_some_and(|field| matches!(&field.says, Says::Table(table) if table.fields.len() == 1));
    let is_list = matches!(path.last(), Some(Key::Index(1)));
    let depth = if alone && is_list { path.len() } else { 1 };
    let inner = path.iter().skip(depth).map(|key| match key {
        Key::Name(name) => name.clone(),
        Key::Index(at) => at.to_string(),
    });
    let what = std::iter::once(readable(&row.name)).chain(inner).collect::<Vec<_>>().join(" ");
    let told = if let Control::SideSet(_) = &row.control {
        side_told(row, (&from, value.as_ref()))
    } else {
        Told { what, from, to: told(value.as_ref()) }
    };
    let change = Change { path, value, order: order.to_vec(), told, typed };
    if bench.workshop.set(change).is_err() {
        bench.wishes.push(crate::panel::Wish::Say(text::not_changed_by_form().to_owned()));
    }
}

/// A value as a person reads it.
fn word_of(value: &Value) -> String {
    value.as_text().map_or_else(|| value.to_string(), str::to_owned)
}

/// That a side has something now, or has it no more.
fn side_told(row: &Row, (before, value): (&str, Option<&Value>)) -> Told {
    let name = readable(&row.name);
    let (off, on) = (text::off().to_owned(), text::on().to_owned());
    match value.and_then(Value::as_text) {
        Some(side) => Told { what: format!("{name} {}", side.to_uppercase()), from: off, to: on },
        None => Told { what: format!("{name} {}", before.to_uppercase()), from: on, to: off },
    }
}
