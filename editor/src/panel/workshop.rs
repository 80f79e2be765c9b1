//! The workshop: the sheets of a pack, the face of one of them and its numbers, the text in which
//! they stand, the board on which they play, and what is wrong.

use egui::{Align, Key, Layout, Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2};
use harena_engine::id::PrototypeId;
use harena_script::page::Page;

use super::widgets::Action;
use super::{Dialog, Screen, Skeleton, Wish};
use crate::command::Command;
use crate::links::Shown;
use crate::paint::moving::Lately;
use crate::scene::View;
use crate::session::{Cover, Session, Trouble};
use crate::workshop::kept::Made;
use crate::workshop::{Lock, State, Tab, Workshop};
use crate::{text, theme};

mod board;
mod chart;
mod controls;
mod counts;
mod face;
mod form;
mod positions;
mod problem;
mod rail;
mod source;
mod tools;

/// What the page is given.
pub struct Bench<'a> {
    /// The session, to be read only.
    pub session: &'a Session,
    /// What is changed.
    pub workshop: &'a mut Workshop,
    /// What is known of the game of the pack.
    pub cover: Option<&'a Cover>,
    /// The match in play, if it is of that game.
    pub view: Option<(View<'a>, Lately<'a>)>,
    /// How things move on boards that stand still.
    pub still: Lately<'a>,
    /// What is wrong with packs, besides what the session knows.
    pub troubles: &'a [Trouble],
    /// Whether keys mean this page.
    pub keys: bool,
    /// What is wished for.
    pub wishes: &'a mut Vec<Wish>,
}

impl Bench<'_> {
    /// What is wrong with the pack, each thing once.
    pub fn problems(&self) -> Vec<Trouble> {
        let all = self.session.troubles.iter().chain(&self.session.faults).chain(self.troubles);
        let own = all.filter(|trouble| trouble.pack == self.workshop.pack);
        let mut own: Vec<Trouble> = own.cloned().collect();
        own.sort_by_key(|it| (it.mild, it.path.clone(), it.line, it.column, it.message.clone()));
        own.dedup_by(|a, b| (&a.path, a.line, &a.message) == (&b.path, b.line, &b.message));
        own
    }

    /// What kept things are made of now.
    pub fn made(&self) -> Made {
        let cover = self.cover.map(|cover| &*cover.game);
        let game = self.view.as_ref().map(|(view, _)| view.game).or(cover);
        Made {
            texts: self.workshop.revision,
            packs: self.session.n_reloads,
            begun: self.session.n_begun,
            game: game.map_or(0, |game| std::ptr::from_ref(game) as usize),
            cover: self.cover.map_or(0, |cover| cover.stamp),
            positions: self.session.proofs().positions.len(),
        }
    }

    /// The definition that a sheet of the pack makes, in the match or else in the game.
    pub fn prototype(&self, view: View, path: &str, id: &str) -> Option<PrototypeId> {
        let file = format!("{}/{path}:", self.workshop.pack);
        let made =
            |it: &harena_engine::game::Prototype| it.id == id && it.source.starts_with(&file);
        let at = view.game.prototypes.iter().position(made)?;
        Some(PrototypeId(u16::try_from(at).ok()?))
    }

    /// Draws something with the game of the match, or else with what is known of it.
    pub fn with_view<T>(&self, draw: impl FnOnce(View) -> T) -> Option<T> {
        if let Some((view, _)) = self.view {
            return Some(draw(view));
        }
        let cover = self.cover?;
        let shown = Shown::default();
        let (game, book) = (&*cover.game, &*cover.book);
        Some(draw(View { game, book, shown: &shown, liveries: &[], fights: false }))
    }

    /// All pages that are open.
    pub fn pages(&self) -> Vec<&Page> {
        let mut pages: Vec<&Page> = Vec::new();
        let mut last = "";
        for (path, _) in self.workshop.sheets() {
            if path != last {
                pages.extend(self.workshop.file(path).map(|file| file.sound()));
                last = path;
            }
        }
        pages
    }
}

/// How wide the columns are; none where there is no room for it.
struct Columns {
    rail: f32,
    form: f32,
    source: f32,
    board: f32,
}

impl Columns {
    fn of(width: f32, tab: Tab) -> Columns {
        if width >= 1360.0 {
            let (rail, form, board) = (200.0, 344.0, width * 0.339);
            return Columns { rail, form, board, source: width - rail - form - board };
        }
        if width >= 1100.0 {
            let (form, board) = (344.0, width * 0.30);
            return Columns { rail: 0.0, form, board, source: width - form - board };
        }
        let board = if width >= 860.0 { width * 0.38 } else { 0.0 };
        let rest = width - board;
        match tab {
            Tab::Form => Columns { rail: 0.0, form: rest, source: 0.0, board },
            Tab::Source => Columns { rail: 0.0, form: 0.0, source: rest, board },
            Tab::Board if board > 0.0 => Columns { rail: 0.0, form: rest, source: 0.0, board },
            Tab::Board => Columns { rail: 0.0, form: 0.0, source: 0.0, board: rest },
        }
    }
}

/// Draws the page.
pub fn workshop_ui(ui: &mut Ui, bench: &mut Bench) {
    keys(ui, bench);
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, theme::now().table0);
    let problems = bench.problems();
    let high = problem::height(bench, &problems);
    let bar = Rect::from_min_size(whole.min, vec2(whole.width(), 48.0));
    within(ui, bar.shrink2(vec2(16.0, 4.0)), |ui| top_ui(ui, bench));
    let tabs = whole.width() < 1100.0;
    let menu = if whole.width() < 1360.0 { 44.0 } else { 0.0 };
    let mut top = bar.bottom();
    if menu > 0.0 {
        let row = Rect::from_min_size(pos2(whole.left(), top), vec2(whole.width(), menu));
        within(ui, row.shrink2(vec2(16.0, 4.0)), |ui| menu_ui(ui, bench, tabs, &problems));
        top += menu;
    }
    let columns = Columns::of(whole.width(), bench.workshop.tab);
    let mut left = whole.left();
    let mut column = |ui: &mut Ui, width: f32, pad: f32, add: &mut dyn FnMut(&mut Ui)| {
        if width > 0.0 {
            let min = pos2(left, top);
            let rect = Rect::from_min_max(min, pos2(left + width, whole.bottom() - high));
            left += width;
            within(ui, rect.shrink2(vec2(pad, 0.0)), |ui| add(ui));
        }
    };
    column(ui, columns.rail, 8.0, &mut |ui| rail::rail_ui(ui, bench, &problems));
    column(ui, columns.form, 16.0, &mut |ui| form::form_ui(ui, bench));
    column(ui, columns.source, 0.0, &mut |ui| source::source_ui(ui, bench, &problems));
    let bad = problems.iter().any(|trouble| !trouble.mild);
    column(ui, columns.board, 0.0, &mut |ui| board::board_ui(ui, bench, bad));
    bench.workshop.typing = ui.ctx().text_edit_focused();
    if high > 0.0 {
        let strip = Rect::from_min_max(pos2(whole.left(), whole.bottom() - high), whole.max);
        problem::strip_ui(ui, strip, bench, &problems);
    }
}

/// Draws something in a part of the window, and nothing of it beyond.
fn within(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.set_clip_rect(rect.expand2(vec2(8.0, 0.0)).intersect(ui.clip_rect()));
    add(&mut child);
}

/// Keys of the page; they come before what a text field would do with them.
fn keys(ui: &Ui, bench: &mut Bench) {
    if !bench.keys {
        return;
    }
    let pressed = |modifiers: egui::Modifiers, key: Key| {
        let shortcut = egui::KeyboardShortcut::new(modifiers, key);
        ui.input_mut(|input| input.consume_shortcut(&shortcut))
    };
    // Whoever writes leaves the field by it, not the workshop.
    if bench.workshop.typing {
        pressed(egui::Modifiers::NONE, Key::Escape);
    }
    let command = egui::Modifiers::COMMAND;
    if pressed(command | egui::Modifiers::SHIFT, Key::Z) || pressed(command, Key::Y) {
        bench.workshop.undo(true);
    }
    if pressed(command, Key::Z) {
        bench.workshop.undo(false);
    }
    if pressed(command, Key::S) {
        bench.workshop.save();
    }
    if pressed(egui::Modifiers::NONE, Key::F5) {
        play(bench);
    }
    if !bench.workshop.typing && pressed(egui::Modifiers::NONE, positions::KEY) {
        positions::next(bench);
    }
}

/// Goes to the match, or begins one of the game of the pack.
fn play(bench: &mut Bench) {
    bench.workshop.save();
    if bench.view.is_some() {
        return bench.wishes.push(Wish::Go(Screen::Table));
    }
    if let Some(cover) = bench.cover {
        let mut plan = crate::session::Plan::first(&cover.menu, crate::session::seed_now());
        let own = cover.menu.factions.iter().find(|entry| entry.pack == bench.workshop.pack);
        own.iter().for_each(|entry| plan.take_faction(&entry.id));
        bench.wishes.push(Wish::Do(Command::Begin(plan)));
    }
}

fn top_ui(ui: &mut Ui, bench: &mut Bench) {
    let brief = ui.available_width() < 900.0;
    ui.horizontal_centered(|ui| {
        if Action::quiet("house-simple", text::home()).bare_ui(ui).clicked() {
            bench.wishes.push(Wish::Go(Screen::Home));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Action::quiet("play", text::play_it()).key("F5").brief_ui(ui, brief).clicked() {
                play(bench);
            }
            let (undo, redo) = bench.workshop.can_undo();
            let again = Action { enabled: redo, ..Action::quiet("arrow-u-up-right", text::redo()) };
            if again.bare_ui(ui).clicked() {
                bench.workshop.undo(true);
            }
            let back = Action {
                enabled: undo,
                ..Action::quiet("arrow-u-up-left", text::take_back_change())
            };
            if back.key(text::key_undo()).brief_ui(ui, brief).clicked() {
                bench.workshop.undo(false);
            }
            saved_ui(ui, bench);
            counts::counts_ui(ui, bench, brief);
            if let Some(compared) = bench.session.compared() {
                ui.add_space(4.0);
                chart::verdict_ui(ui, compared, ui.available_width() < 620.0);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| title_ui(ui, bench));
        });
    });
}

fn title_ui(ui: &mut Ui, bench: &Bench) {
    let now = theme::now();
    let pack = bench.session.library.get(&bench.workshop.pack);
    let title = pack.map_or(bench.workshop.pack.as_str(), |pack| pack.manifest.title.as_str());
    let title = RichText::new(title).font(theme::heading(20.0)).color(now.ink1);
    ui.add(egui::Label::new(title).truncate());
    let game = bench.cover.map_or("", |cover| cover.menu.title.as_str());
    let game = match bench.workshop.is_own() {
        true => game.to_owned(),
        false => text::built_in_only_shown().to_owned(),
    };
    ui.add(egui::Label::new(RichText::new(game).color(now.ink3)).truncate());
}

/// Draws whether everything is on disk; or, of a pack that came along, the way to one's own.
fn saved_ui(ui: &mut Ui, bench: &mut Bench) {
    if !bench.workshop.is_own() {
        let copy = Action::quiet("copy", text::copy_to_own_packs());
        if copy.ui(ui).on_hover_text(text::copy_to_own_packs_about()).clicked() {
            bench.wishes.push(Wish::CopyPack(bench.workshop.pack.clone()));
        }
        if Action::quiet("plus-circle", text::make_faction()).bare_ui(ui).clicked() {
            bench.wishes.push(Wish::Toggle(Dialog::Make(Skeleton::Faction)));
        }
        return;
    }
    let unsaved = bench.workshop.is_unsaved();
    let (sign, label) = match unsaved {
        true => ("floppy-disk", text::save_now()),
        false => ("check-circle", text::all_is_saved()),
    };
    let save = Action { enabled: unsaved, ..Action::quiet(sign, label) };
    if save.key(text::key_save()).ui(ui).clicked() {
        bench.workshop.save();
    }
}

/// Draws what is chosen where there is no rail, and the tabs where there are.
fn menu_ui(ui: &mut Ui, bench: &mut Bench, tabs: bool, problems: &[Trouble]) {
    ui.horizontal_centered(|ui| {
        rail::menu_ui(ui, bench, problems);
        rail::add_ui(ui, bench, true);
        if !tabs {
            return;
        }
        let mut all = vec![(Tab::Form, text::tab_form()), (Tab::Source, text::tab_source())];
        if ui.max_rect().width() < 828.0 {
            all.push((Tab::Board, text::tab_board()));
        }
        for (tab, label) in all {
            ui.selectable_value(&mut bench.workshop.tab, tab, label);
        }
    });
}

/// Why a file can only be looked at, or how it stands with the disk.
fn told_of_file(lock: Option<&Lock>, state: &State) -> Option<String> {
    match (lock, state) {
        (Some(Lock::BuiltIn), _) => Some(text::built_in_only_shown().to_owned()),
        (Some(Lock::NoText), _) => Some(text::is_no_text().to_owned()),
        (Some(Lock::Refused(why)), _) => Some(why.clone()),
        (None, State::Changed) => Some(text::changed_on_disk().to_owned()),
        (None, State::Unwritten(why)) => Some(text::not_written(why)),
        (None, State::Fine) => None,
    }
}

/// A heading of the page.
fn head_ui(ui: &mut Ui, words: &str) {
    let label = RichText::new(words).font(theme::heading(18.0)).color(theme::now().ink1);
    ui.add(egui::Label::new(label).truncate());
}

/// A dot where something is wrong.
fn dot_ui(ui: &Ui, center: egui::Pos2) {
    ui.painter().circle_filled(center, 4.0, theme::now().down);
}

/// Room for a row that can be chosen.
fn row_ui(ui: &mut Ui, high: f32, chosen: bool, label: &str) -> (Rect, egui::Response) {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::click());
    let hot = response.hovered() || response.has_focus();
    if chosen || hot {
        let fill = if chosen { now.panel2 } else { theme::mix(now.table0, now.panel2, 0.6) };
        ui.painter().rect_filled(rect, 8.0, fill);
    }
    super::widgets::focus_ring(ui, rect, &response);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, chosen, label));
    (rect, response)
}
