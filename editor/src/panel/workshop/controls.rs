//! What changes the fields of a form: steppers, switches, chips, menus and lines of text. Each
//! answers what is to be written where.

use egui::{ComboBox, RichText, Sense, TextEdit, Ui, vec2};
use harena_script::page::Says;
use harena_script::schema::{Key, Value};

use super::form::Titles;
use crate::draw;
use crate::panel::setup::controls::{stepper_ui, switch_ui};
use crate::panel::widgets::Action;
use crate::workshop::form::{Control, Counted, Row};
use crate::{text, theme};

/// A field that is drawn.
pub struct Entry<'a> {
    /// Its row.
    pub row: &'a Row,
    /// What it is called.
    pub label: &'a str,
    /// Its sign.
    pub sign: Option<char>,
    /// What is written.
    pub says: Option<&'a Says>,
    /// The side that is chosen.
    pub side: usize,
}

/// A change: where, what, and whether it is one of many letters.
pub type Wished = (Vec<Key>, Option<Value>, bool);

impl Entry<'_> {
    fn path(&self) -> Vec<Key> {
        vec![Key::Name(self.row.name.clone())]
    }

    fn inner(&self, key: Key) -> Vec<Key> {
        vec![Key::Name(self.row.name.clone()), key]
    }

    /// A part of a table is taken out; the last one with the table itself.
    fn out(&self, key: Key) -> Wished {
        let path = if self.n_parts() == 1 { self.path() } else { self.inner(key) };
        (path, None, false)
    }

    fn value(&self) -> Option<Value> {
        self.says.and_then(Says::value)
    }

    /// What it takes for a number to stand under a key of its table.
    fn set_part(&self, key: &Key, n: i64, counted: Counted) -> Option<Wished> {
        let value = said(n, counted, false);
        match (&value, self.part(key).is_some(), self.n_parts()) {
            // Nothing is left: the field itself goes.
            (None, true, 1) => Some((self.path(), None, false)),
            (None, false, _) => None,
            _ => Some((self.inner(key.clone()), value, false)),
        }
    }

    /// The key of the chosen side and how its number is counted, if there is one for each side.
    fn side_key(&self) -> Option<(Key, Counted)> {
        if let Control::Sides(names, counted) = &self.row.control {
            return Some((Key::Name(names.get(self.side)?.0.clone()), *counted));
        }
        let Control::SideRow(n, counted) = &self.row.control else { return None };
        (self.side < *n).then_some((Key::Index(self.side + 1), *counted))
    }

    /// The number at the chosen side; nothing where something else stands there. Where a side only
    /// has it or has it not, that is 1 or 0.
    pub fn at_side(&self) -> Option<i64> {
        if let Control::SideSet(words) = &self.row.control {
            return Some(i64::from(self.place_of(words.get(self.side)?).is_some()));
        }
        if let Control::OneSide(words, _) = &self.row.control {
            let own = words.get(self.side)?;
            let written = self.value();
            return Some(i64::from(written.as_ref().and_then(Value::as_text) == Some(own)));
        }
        let (key, counted) = self.side_key()?;
        match self.part(&key) {
            Some(says) => says.value()?.as_int(),
            None => Some(counted.unsaid),
        }
    }

    /// What it takes for another number to stand at the chosen side, as near as its limits allow.
    pub fn with_side(&self, n: i64) -> Option<Wished> {
        let now = self.at_side()?;
        if let Control::SideSet(words) = &self.row.control {
            let own = words.get(self.side)?;
            return match (self.place_of(own), n > 0) {
                (None, true) => {
                    let next = Key::Index(self.n_parts() + 1);
                    Some((self.inner(next), Some(Value::text(own)), false))
                }
                (Some(at), false) => Some(self.out(Key::Index(at + 1))),
                _ => None,
            };
        }
        if let Control::OneSide(words, optional) = &self.row.control {
            let own = words.get(self.side)?;
            return match (now, n > 0) {
                (0, true) => Some((self.path(), Some(Value::text(own)), false)),
                (1, false) if *optional => Some((self.path(), None, false)),
                _ => None,
            };
        }
        let (key, counted) = self.side_key()?;
        let n = n.clamp(counted.min, counted.max);
        if n == now { None } else { self.set_part(&key, n, counted) }
    }

    /// Where a word stands in the list that is written.
    fn place_of(&self, word: &str) -> Option<usize> {
        let Value::List(items) = self.value()? else { return None };
        items.iter().position(|item| item.as_text() == Some(word))
    }

    /// What is written under a key of a table.
    fn part(&self, key: &Key) -> Option<&Says> {
        match self.says? {
            Says::Table(table) => table.get(key).map(|field| &field.says),
            Says::Plain(_) | Says::Code => None,
        }
    }

    fn n_parts(&self) -> usize {
        match self.says {
            Some(Says::Table(table)) => table.fields.len(),
            _ => 0,
        }
    }
}

/// Draws a field; answers what is to be changed.
pub fn entry_ui(
    ui: &mut Ui,
    entry: &Entry,
    word: &mut String,
    titles: &Titles,
    before: Option<&Value>,
) -> Vec<Wished> {
    match &entry.row.control {
        Control::Number(counted) => number_ui(ui, entry, *counted, before),
        Control::Switch(unsaid) => yes_ui(ui, entry, *unsaid),
        Control::Choice(words, optional) => choice_ui(ui, entry, (words, *optional), titles),
        Control::Text => line_ui(ui, entry),
        Control::Words(words, free) => words_ui(ui, entry, (words, *free), word, titles),
        Control::Numbers(counted, min, max) => {
            numbers_ui(ui, (entry, before), *counted, (*min, *max))
        }
        Control::Amounts(names, counted) => amounts_ui(ui, entry, (names, *counted), titles),
        Control::Sides(names, counted) => {
            let name = names.get(entry.side).map(|(name, _)| name.as_str());
            name.map_or_else(Vec::new, |name| side_ui(ui, entry, name.into(), *counted, before))
        }
        Control::SideRow(_, counted) => {
            side_ui(ui, entry, Key::Index(entry.side + 1), *counted, before)
        }
        Control::OneSide(..) | Control::SideSet(_) => side_switch_ui(ui, entry),
        Control::Code => Vec::new(),
    }
}

/// Draws the sign and the name of a field, in as much room as all of them have.
pub fn title_ui(ui: &mut Ui, sign: Option<char>, label: &str) {
    title_with_ui(ui, sign, (label, None));
}

/// The same with what a number was when the file was opened, if it was another one.
fn title_with_ui(ui: &mut Ui, sign: Option<char>, (label, was): (&str, Option<i64>)) {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(126.0, 36.0), Sense::hover());
    let middle = rect.left_center() + vec2(10.0, 0.0);
    match sign {
        Some(sign) => draw::icon_ui(ui.painter(), middle, sign, 18.0, now.ink3),
        None => drop(ui.painter().circle_filled(middle, 2.5, now.ink3)),
    }
    let was = was.map(|was| text::was_value(&was.to_string()));
    let (up, down) = if was.is_some() { (8.0, 9.0) } else { (0.0, 0.0) };
    let line = |words: &str, size: f32, ink: egui::Color32, by: f32| {
        let font = egui::FontId::proportional(size);
        let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, ink);
        job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 28.0);
        let galley = ui.painter().layout_job(job);
        let at = rect.left_center() + vec2(28.0, by - galley.size().y / 2.0);
        ui.painter().galley(at, galley, ink);
    };
    line(label, 15.0, now.ink2, -up);
    was.iter().for_each(|was| line(was, 13.0, now.ink3, down));
    let told = was.iter().fold(label.to_owned(), |told, was| format!("{told}, {was}"));
    crate::panel::named(response, egui::Role::Label, true, || told.clone());
}

/// What a number was, if it is another one now.
fn was_before(now: Option<i64>, before: Option<i64>) -> Option<i64> {
    before.filter(|it| Some(*it) != now)
}

fn small(n: i64) -> i32 {
    i32::try_from(n.clamp(i64::from(i32::MIN), i64::from(i32::MAX))).unwrap_or(0)
}

/// A stepper; what it is set to, if that is another number.
fn stepped(ui: &mut Ui, n: i64, counted: Counted, label: &str) -> Option<i64> {
    let mut shown = small(n);
    let (min, max) = (small(counted.min), small(counted.max));
    let room = vec2(112.0, 34.0);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(room, layout, |ui| stepper_ui(ui, &mut shown, (min, max), label));
    (shown != small(n)).then_some(i64::from(shown))
}

/// What is to be written for a number: nothing where it is as if it were left out, and may be.
fn said(n: i64, counted: Counted, was_said: bool) -> Option<Value> {
    let is_unsaid = counted.optional && n == counted.unsaid && (counted.gap || !was_said);
    if is_unsaid { None } else { Some(Value::Int(n)) }
}

fn number_ui(ui: &mut Ui, entry: &Entry, counted: Counted, before: Option<&Value>) -> Vec<Wished> {
    let written = entry.value().and_then(|value| value.as_int());
    let mut wished = Vec::new();
    let unsaid = Some(counted.unsaid).filter(|_| counted.optional);
    let was = was_before(written.or(unsaid), before.map_or(unsaid, Value::as_int));
    ui.horizontal(|ui| {
        title_with_ui(ui, entry.sign, (entry.label, was));
        let n = written.unwrap_or(counted.unsaid);
        if let Some(n) = stepped(ui, n, counted, entry.label) {
            let value = said(n, counted, before.is_some());
            if value.is_some() || written.is_some() {
                wished.push((entry.path(), value, false));
            }
        }
    });
    wished
}

/// A number at the chosen side.
fn side_ui(
    ui: &mut Ui,
    entry: &Entry,
    key: Key,
    counted: Counted,
    before: Option<&Value>,
) -> Vec<Wished> {
    let part = entry.part(&key);
    let value = part.and_then(Says::value);
    let mut wished = Vec::new();
    let written = value.as_ref().and_then(Value::as_int);
    let unsaid = Some(counted.unsaid).filter(|_| counted.optional);
    let was = match &key {
        Key::Name(name) => before.and_then(|it| it.get(name)),
        Key::Index(at) => before.and_then(|it| it.at(*at)),
    };
    let was = was_before(written.or(unsaid), was.map_or(unsaid, Value::as_int));
    ui.horizontal(|ui| {
        title_with_ui(ui, entry.sign, (entry.label, was));
        if part.is_some() && written.is_none() {
            let told = value.map_or_else(|| text::only_in_text().to_owned(), |it| it.to_string());
            ui.label(RichText::new(told).color(theme::now().ink3));
            return;
        }
        let n = written.unwrap_or(counted.unsaid);
        if let Some(n) = stepped(ui, n, counted, entry.label) {
            wished.extend(entry.set_part(&key, n, counted));
        }
    });
    wished
}

fn yes_ui(ui: &mut Ui, entry: &Entry, unsaid: bool) -> Vec<Wished> {
    let written = match entry.value() {
        Some(Value::Bool(yes)) => Some(yes),
        _ => None,
    };
    let (before, mut on) = (written.unwrap_or(unsaid), written.unwrap_or(unsaid));
    ui.horizontal(|ui| {
        title_ui(ui, entry.sign, entry.label);
        let room = vec2(112.0, 34.0);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(room, layout, |ui| switch_ui(ui, &mut on, entry.label));
    });
    if on == before { Vec::new() } else { vec![(entry.path(), Some(Value::Bool(on)), false)] }
}

fn choice_ui(
    ui: &mut Ui,
    entry: &Entry,
    (words, optional): (&[String], bool),
    titles: &Titles,
) -> Vec<Wished> {
    let written = entry.value().and_then(|value| value.as_text().map(str::to_owned));
    let shown = written.as_ref().map_or_else(|| text::none().to_owned(), |it| titles.title(it));
    let mut wished = None;
    ui.horizontal(|ui| {
        title_ui(ui, entry.sign, entry.label);
        let combo = ComboBox::from_id_salt(("choice", &entry.row.name)).selected_text(shown);
        let response = combo.width(150.0).show_ui(ui, |ui| {
            let none = optional.then_some(None);
            let all = none.into_iter().chain(words.iter().map(Some));
            wished = all.filter(|word| picked(ui, *word, written.as_ref(), titles)).last();
        });
        response.response.accessible_name(entry.label.to_owned());
    });
    let change = |word: Option<&String>| (entry.path(), word.map(|it| Value::text(it)), false);
    wished.map(change).into_iter().collect()
}

/// Draws a word of a menu, or none; whether it was picked anew.
fn picked(ui: &mut Ui, word: Option<&String>, written: Option<&String>, titles: &Titles) -> bool {
    let label = word.map_or_else(|| text::none().to_owned(), |word| titles.title(word));
    ui.selectable_label(word == written, label).clicked() && word != written
}

/// Whether the chosen side has what one side or some of them can have.
fn side_switch_ui(ui: &mut Ui, entry: &Entry) -> Vec<Wished> {
    let Some(was) = entry.at_side().map(|n| n != 0) else { return Vec::new() };
    let mut on = was;
    ui.horizontal(|ui| {
        title_ui(ui, entry.sign, entry.label);
        let room = vec2(112.0, 34.0);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(room, layout, |ui| switch_ui(ui, &mut on, entry.label));
    });
    if on == was { Vec::new() } else { entry.with_side(i64::from(on)).into_iter().collect() }
}

fn line_ui(ui: &mut Ui, entry: &Entry) -> Vec<Wished> {
    let written = entry.value().and_then(|value| value.as_text().map(str::to_owned));
    let before = written.clone().unwrap_or_default();
    let mut line = before.clone();
    ui.horizontal(|ui| {
        title_ui(ui, entry.sign, entry.label);
        let long = before.chars().count() > 22;
        let id = egui::Id::unique(("workshop_line", &entry.row.name));
        let edit = match long {
            true => TextEdit::multiline(&mut line).desired_rows(2),
            false => TextEdit::singleline(&mut line),
        };
        let width = ui.available_width() - 4.0;
        let response = ui.add(edit.id(id).desired_width(width));
        response.widget_info(|| {
            let mut told = egui::WidgetInfo::labeled(egui::Role::TextInput, true, entry.label);
            told.current_text_value = Some(before.clone());
            told
        });
    });
    if line == before {
        return Vec::new();
    }
    let value = (!line.is_empty() || entry.row.needed).then_some(Value::Text(line));
    vec![(entry.path(), value, true)]
}

/// Chips of words, each of which can be taken out, and what puts another one in.
fn words_ui(
    ui: &mut Ui,
    entry: &Entry,
    (words, free): (&[String], bool),
    word: &mut String,
    titles: &Titles,
) -> Vec<Wished> {
    let written: Vec<String> = match entry.value() {
        Some(Value::List(items)) => {
            items.iter().filter_map(|item| item.as_text().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    };
    let others: Vec<&String> = words.iter().filter(|it| !written.contains(it)).collect();
    let mut out = None;
    let mut added = None;
    titled(ui, entry, None, |ui| {
        if !written.is_empty() {
            ui.horizontal_wrapped(|ui| {
                let chips = written.iter().enumerate();
                let out_of = |own: &str| (titles.title(own), titles.sign(own));
                out = chips.filter(|(_, own)| chip_ui(ui, &out_of(own), entry.label)).last();
            });
        }
        added = menu_ui(ui, entry, |ui| {
            let word_picked = listed_ui(ui, others.iter().map(|it| it.as_str()), titles);
            let own = free.then(|| own_word_ui(ui, word)).flatten();
            word_picked.or(own)
        });
    });
    let out = out.map(|(at, _)| entry.out(Key::Index(at + 1)));
    let next = entry.inner(Key::Index(written.len() + 1));
    let added = added.map(|it| (next, Some(Value::Text(it)), false));
    out.into_iter().chain(added).collect()
}

/// Draws the name of a field, and beside it as many lines as its value needs.
fn titled(ui: &mut Ui, entry: &Entry, was: Option<i64>, add: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        title_with_ui(ui, entry.sign, (entry.label, was));
        ui.vertical(add);
    });
}

/// Draws the button that puts something more into a list, and its menu; answers what was picked.
fn menu_ui(
    ui: &mut Ui,
    entry: &Entry,
    pick: impl FnOnce(&mut Ui) -> Option<String>,
) -> Option<String> {
    let label = text::add_to(entry.label);
    let button = RichText::new(format!("+ {}", text::add())).color(theme::now().accent);
    let mut picked = None;
    let menu = ui.menu_button(button, |ui| {
        picked = pick(ui);
        if picked.is_some() {
            ui.close();
        }
    });
    crate::panel::named(menu.response, egui::Role::Button, true, || label.clone());
    picked
}

/// Draws words to pick from.
fn listed_ui<'w>(
    ui: &mut Ui,
    words: impl Iterator<Item = &'w str>,
    titles: &Titles,
) -> Option<String> {
    let scroll = egui::ScrollArea::vertical().max_height(360.0);
    let picked = scroll.show(ui, |ui| {
        words.filter(|word| ui.button(titles.title(word)).clicked()).last().map(str::to_owned)
    });
    picked.inner
}

/// Draws a field for a word of one's own.
fn own_word_ui(ui: &mut Ui, word: &mut String) -> Option<String> {
    let edit = TextEdit::singleline(word).desired_width(140.0).hint_text(text::own_word());
    let response = ui.add(edit);
    let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
    let done = response.lost_focus() && enter && !word.trim().is_empty();
    done.then(|| std::mem::take(word).trim().to_owned())
}

/// A word that is taken out by a click.
fn chip_ui(ui: &mut Ui, (title, sign): &(String, Option<char>), list: &str) -> bool {
    let now = theme::now();
    let font = draw::font(draw::Letters::Plain, 15.0);
    let galley = ui.painter().layout_no_wrap(title.clone(), font, now.ink1);
    let beside = if sign.is_some() { 24.0 } else { 0.0 };
    let size = vec2(galley.size().x + 40.0 + beside, 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = text::take_out(title, list);
    let response = crate::panel::named(response, egui::Role::Button, true, || label.clone());
    let hot = response.hovered() || response.has_focus();
    let fill = if hot { theme::mix(now.panel2, now.down, 0.3) } else { now.panel2 };
    ui.painter().rect_filled(rect, 16.0, fill);
    crate::panel::widgets::focus_ring(ui, rect, &response);
    if let Some(sign) = *sign {
        draw::icon_ui(ui.painter(), rect.left_center() + vec2(22.0, 0.0), sign, 18.0, now.ink2);
    }
    let at = rect.left_center() + vec2(14.0 + beside, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, now.ink1);
    if let Some(sign) = draw::icon("x-circle") {
        draw::icon_ui(ui.painter(), rect.right_center() - vec2(14.0, 0.0), sign, 15.0, now.ink3);
    }
    response.on_hover_text(label).clicked()
}

/// Numbers one after the other, with one more or one less of them.
fn numbers_ui(
    ui: &mut Ui,
    (entry, before): (&Entry, Option<&Value>),
    counted: Counted,
    (min, max): (usize, usize),
) -> Vec<Wished> {
    let written: Vec<i64> = match entry.value() {
        Some(Value::List(items)) => items.iter().filter_map(Value::as_int).collect(),
        _ => Vec::new(),
    };
    let n = written.len();
    let mut wished = Vec::new();
    let first = before.and_then(|it| it.at(1)).and_then(Value::as_int);
    let was = was_before(written.first().copied(), first).filter(|_| n == 1);
    titled(ui, entry, was, |ui| {
        let label = text::add_to(entry.label);
        let add = (n < max).then(|| Action::quiet("plus-circle", &label));
        let next = written.last().copied().unwrap_or(counted.min.max(0));
        let next = (entry.inner(Key::Index(n + 1)), Some(Value::Int(next)), false);
        for (at, number) in written.iter().enumerate() {
            let label = if n == 1 { entry.label.to_owned() } else { nth(entry.label, at) };
            let (key, out) = (Key::Index(at + 1), n > min);
            let one = Amount { key, n: *number, label: &label, out };
            let add = add.filter(|_| at + 1 == n);
            wished.extend(amount_ui(ui, entry, (&one, add.map(|add| (add, &next))), counted));
        }
        let first = add.filter(|_| n == 0);
        if first.is_some_and(|add| add.bare_ui(ui).clicked()) {
            wished.push(next);
        }
    });
    wished
}

fn nth(label: &str, at: usize) -> String {
    format!("{label} {}", at + 1)
}

/// A number of a list or of a record.
struct Amount<'a> {
    key: Key,
    n: i64,
    label: &'a str,
    /// Whether it may be taken out.
    out: bool,
}

/// Draws a number that can be changed or taken out, and behind it what adds the next one.
fn amount_ui(
    ui: &mut Ui,
    entry: &Entry,
    (one, next): (&Amount, Option<(Action, &Wished)>),
    counted: Counted,
) -> Option<Wished> {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let path = entry.inner(one.key.clone());
        let set = stepped(ui, one.n, counted, one.label);
        let set = set.map(|n| (path, Some(Value::Int(n)), false));
        let out = text::take_out(one.label, entry.label);
        let out = one.out && Action::quiet("minus-circle", &out).bare_ui(ui).clicked();
        let out = out.then(|| entry.out(one.key.clone()));
        let next = next.filter(|(add, _)| add.bare_ui(ui).clicked());
        set.or(out).or_else(|| next.map(|(_, wished)| wished.clone()))
    });
    row.inner
}

/// A number for each name that is written, and what puts another one in.
fn amounts_ui(
    ui: &mut Ui,
    entry: &Entry,
    (names, counted): (&[String], Counted),
    titles: &Titles,
) -> Vec<Wished> {
    let Says::Table(table) = entry.says.cloned().unwrap_or_else(empty) else { return Vec::new() };
    let mut wished = Vec::new();
    titled(ui, entry, None, |ui| {
        for field in &table.fields {
            let Key::Name(name) = &field.key else { continue };
            let title = titles.title(name);
            ui.label(RichText::new(&title).color(theme::now().ink2));
            let Some(n) = field.says.value().and_then(|value| value.as_int()) else {
                ui.label(RichText::new(text::only_in_text()).color(theme::now().ink3));
                continue;
            };
            let one = Amount { key: field.key.clone(), n, label: &title, out: true };
            wished.extend(amount_ui(ui, entry, (&one, None), counted));
        }
        let is_free = |name: &&str| table.get(&(*name).into()).is_none();
        let free = names.iter().map(String::as_str).filter(is_free);
        let added = menu_ui(ui, entry, |ui| listed_ui(ui, free, titles));
        let added = added.map(|name| entry.inner(name.as_str().into()));
        wished.extend(added.map(|path| (path, Some(Value::Int(1)), false)));
    });
    wished
}

fn empty() -> Says {
    Says::Table(harena_script::page::WrittenTable { span: 0..0, fields: Vec::new() })
}
