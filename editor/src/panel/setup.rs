//! Setting up a match: presets, settings in groups with those that were changed first, who sits
//! where, and the button that starts it, which is always in sight.

use std::collections::BTreeMap;

use egui::{Align, ComboBox, Frame, Key, Margin, Panel, RichText, ScrollArea, TextEdit, Ui, vec2};
use harena_engine::game::SettingValue;
use harena_script::{Menu, Preset, SettingRule};

use super::widgets::Action;
use super::{Dialog, Wish};
use crate::command::Command;
use crate::session::{Cover, Guest, Plan, Player};
use crate::{draw, text, theme};

pub(crate) mod controls;
mod rows;
mod sheet;

pub use controls::switch_ui;

/// A match being set up.
pub struct Setup {
    /// The plan so far.
    pub plan: Plan,
    /// What the game offers.
    pub menu: Menu,
    /// All games, by id and title.
    pub games: Vec<(String, String)>,
    /// Part of the name of a setting that is looked for.
    pub wanted: String,
    /// Whether only what differs from the rules as they stand is listed.
    only_changed: bool,
    /// The packs that join the game where somebody wants them to.
    pub guests: Vec<Guest>,
    /// The name under which the settings are to be kept, while it is being written.
    naming: Option<String>,
    /// The setting pointed at last.
    pointed: Option<String>,
    /// The section to be shown in the next frame.
    jump: Option<usize>,
    cover: Option<Cover>,
}

/// What became of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stays open.
    Open,
    /// One goes back.
    Back,
    /// Another game was chosen; its menu is needed.
    OtherGame(String),
}

/// A head with the settings that stand under it.
struct Section<'a> {
    title: String,
    icon: &'a str,
    rules: Vec<&'a SettingRule>,
}

impl Setup {
    /// The page of a plan.
    pub fn of(plan: Plan, menu: Menu, games: Vec<(String, String)>) -> Setup {
        let (wanted, only_changed, pointed, jump) = (String::new(), false, None, None);
        let (guests, naming, cover) = (Vec::new(), None, None);
        Setup { plan, menu, games, wanted, only_changed, guests, naming, pointed, jump, cover }
    }

    /// Takes another menu of the same game; the faction of a pack that has just joined plays in
    /// the first seat.
    pub fn renew(&mut self, menu: Menu, joined: Option<&str>) {
        self.plan.refill(&menu);
        let entry = menu.factions.iter().find(|entry| Some(entry.pack.as_str()) == joined);
        entry.iter().for_each(|entry| self.plan.take_faction(&entry.id));
        (self.menu, self.cover) = (menu, None);
    }

    /// Takes the cover of its game, if it is known.
    pub fn note_covers(&mut self, covers: &BTreeMap<String, Cover>) {
        if self.cover.as_ref().is_none_or(|cover| cover.menu.id != self.menu.id) {
            self.cover = covers.get(&self.menu.id).cloned();
        }
    }

    /// The value of a setting.
    fn value(&self, rule: &SettingRule) -> SettingValue {
        self.plan.settings.get(&rule.id).unwrap_or(&rule.default).clone()
    }

    fn is_changed(&self, rule: &SettingRule) -> bool {
        self.value(rule) != rule.default
    }

    /// Gives a setting a value; one that is as the rules stand is not kept.
    fn set(&mut self, rule: &SettingRule, value: SettingValue) {
        if value == rule.default {
            self.plan.settings.remove(&rule.id);
        } else {
            self.plan.settings.insert(rule.id.clone(), value);
        }
    }

    /// How many settings differ from the rules as they stand.
    fn n_changed(&self) -> usize {
        self.menu.settings.iter().filter(|rule| self.is_changed(rule)).count()
    }

    /// The preset that is nearest to what is chosen, and by how many settings that differs.
    fn preset(&self) -> Option<(&Preset, usize)> {
        let differs = |preset: &Preset| {
            let value =
                |rule: &SettingRule| preset.settings.get(&rule.id).unwrap_or(&rule.default).clone();
            self.menu.settings.iter().filter(|rule| value(rule) != self.value(rule)).count()
        };
        let all = self.menu.presets.iter().map(|preset| (preset, differs(preset)));
        all.min_by_key(|(_, n)| *n)
    }

    /// Whether a setting is what is looked for.
    fn fits(&self, rule: &SettingRule) -> bool {
        let wanted = self.wanted.trim().to_lowercase();
        let is_found = [&rule.title, &rule.text, &rule.rule, &rule.id]
            .into_iter()
            .any(|text| text.to_lowercase().contains(&wanted));
        is_found && (!self.only_changed || self.is_changed(rule))
    }

    /// The settings under their heads.
    fn sections(menu: &Menu) -> Vec<Section<'_>> {
        let of = |id: &String| menu.settings.iter().find(|rule| rule.id == *id);
        let mut sections: Vec<Section> = menu
            .groups
            .iter()
            .map(|group| Section {
                title: group.title.clone(),
                icon: group.icon.as_str(),
                rules: group.settings.iter().filter_map(of).collect(),
            })
            .collect();
        let is_grouped =
            |rule: &&SettingRule| menu.groups.iter().any(|it| it.settings.contains(&rule.id));
        let rules: Vec<_> = menu.settings.iter().filter(|rule| !is_grouped(rule)).collect();
        if !rules.is_empty() {
            sections.push(Section { title: text::rules().to_owned(), icon: RULES, rules });
        }
        sections
    }

    /// The command that begins the match.
    fn begins(&self) -> Wish {
        let mut plan = self.plan.clone();
        plan.fit(&self.menu);
        Wish::Do(Command::Begin(plan))
    }
}

/// The signs beside what was changed and beside settings whose head has none of its own.
const CHANGED: &str = "star-four";
const RULES: &str = "book-open-text";

/// How much room there is beside the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// The list alone.
    Narrow,
    /// With the match in words.
    Middle,
    /// With the heads too.
    Wide,
}

/// Draws the page; `keys` says whether keys mean it.
pub fn setup_ui(ui: &mut Ui, setup: &mut Setup, wishes: &mut Vec<Wish>, keys: bool) -> Verdict {
    let whole = ui.max_rect();
    crate::paint::plate::table(ui.painter(), whole, whole.center(), None);
    let width = match whole.width() {
        w if w < 860.0 => Width::Narrow,
        w if w < 1240.0 => Width::Middle,
        _ => Width::Wide,
    };
    let bar = Frame::new().inner_margin(Margin::symmetric(16, 4));
    let mut verdict = Verdict::Open;
    let top = Panel::top("setup top").resizable(false).show_separator_line(false);
    top.exact_size(48.0).frame(bar).show(ui, |ui| {
        verdict = top_ui(ui, setup, wishes);
    });
    if width == Width::Narrow {
        let bottom = Panel::bottom("setup start").resizable(false).show_separator_line(false);
        bottom.exact_size(68.0).frame(bar).show(ui, |ui| {
            start_ui(ui, setup, wishes);
        });
    } else {
        let side = if width == Width::Wide { 344.0 } else { 300.0 };
        let frame = Frame::new().inner_margin(Margin { left: 12, right: 20, top: 8, bottom: 20 });
        let right = Panel::right("setup sheet").resizable(false).show_separator_line(false);
        right.exact_size(side).frame(frame).show(ui, |ui| {
            sheet::sheet_ui(ui, setup, wishes);
        });
    }
    if width == Width::Wide {
        let frame = Frame::new().inner_margin(Margin { left: 40, right: 12, top: 8, bottom: 0 });
        let left = Panel::left("setup rail").resizable(false).show_separator_line(false);
        left.exact_size(272.0).frame(frame).show(ui, |ui| rail_ui(ui, setup));
    }
    let frame = Frame::new().inner_margin(Margin { left: 20, right: 12, top: 4, bottom: 0 });
    egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let scroll = ScrollArea::vertical().id_salt("settings").auto_shrink([false, false]);
        scroll.show(ui, |ui| list_ui(ui, setup, width, wishes));
    });
    let free = ui.ctx().memory(|memory| memory.focused().is_none());
    if free
        && keys
        && !egui::Popup::is_any_open(ui.ctx())
        && ui.input(|input| input.key_pressed(Key::Enter))
    {
        wishes.push(setup.begins());
    }
    verdict
}

/// Where the bar is narrower, the game says enough.
const NARROW: f32 = 560.0;

fn top_ui(ui: &mut Ui, setup: &mut Setup, wishes: &mut Vec<Wish>) -> Verdict {
    let mut verdict = Verdict::Open;
    ui.horizontal_centered(|ui| {
        if Action::quiet("arrow-left", text::back()).ui(ui).clicked() {
            verdict = Verdict::Back;
        }
        let title =
            RichText::new(text::set_up()).font(theme::heading(20.0)).color(theme::now().ink1);
        let brief = ui.available_width() < NARROW;
        if !brief {
            ui.label(title);
        }
        let mut game = setup.plan.game.clone();
        let combo = ComboBox::from_id_salt("game").selected_text(&setup.menu.title).width(190.0);
        let response = combo.show_ui(ui, |ui| {
            for (id, title) in &setup.games {
                ui.selectable_value(&mut game, id.clone(), title);
            }
        });
        response.response.accessible_name(text::game());
        if game != setup.plan.game {
            verdict = Verdict::OtherGame(game);
        }
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            if Action::quiet("gear-six", text::preferences()).brief_ui(ui, brief).clicked() {
                wishes.push(Wish::Toggle(Dialog::Preferences));
            }
            let rules = Action::quiet("book-open-text", text::help()).key("F1");
            if rules.brief_ui(ui, brief).clicked() {
                wishes.push(Wish::Toggle(Dialog::Help));
            }
        });
    });
    verdict
}

/// Draws the field for looking up a setting.
fn search_ui(ui: &mut Ui, setup: &mut Setup) {
    let edit = TextEdit::singleline(&mut setup.wanted).hint_text(text::find_setting());
    let response =
        ui.add(edit.desired_width(ui.available_width().min(240.0)).margin(vec2(10.0, 8.0)));
    let find = egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, Key::F);
    if ui.ctx().input_mut(|input| input.consume_shortcut(&find)) {
        response.request_focus();
    }
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::find_setting())
    });
}

/// Draws the heads of all sections with the number of settings under each.
fn rail_ui(ui: &mut Ui, setup: &mut Setup) {
    search_ui(ui, setup);
    ui.add_space(10.0);
    let changed = setup.n_changed();
    let mut jump = None;
    let sections = Setup::sections(&setup.menu);
    let head = |it: &Section| (it.icon.to_owned(), it.title.clone(), it.rules.len());
    let first = (CHANGED.to_owned(), text::changed().to_owned(), changed);
    let heads = std::iter::once(first).chain(sections.iter().map(head));
    for (at, (icon, title, n)) in heads.enumerate() {
        if head_row_ui(ui, &icon, &title, n) {
            jump = Some(at);
        }
    }
    ui.add_space(8.0);
    ui.checkbox(&mut setup.only_changed, text::only_changed());
    ui.add_space(10.0);
    ui.label(RichText::new(text::point_at_setting()).color(theme::now().ink3));
    setup.jump = jump.or(setup.jump);
}

fn head_row_ui(ui: &mut Ui, icon: &str, title: &str, n: usize) -> bool {
    let now = theme::now();
    let size = vec2(ui.available_width(), 36.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let response = super::named(response, egui::Role::Button, true, || text::count(title, n));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 8.0, now.panel2);
    }
    let text = |at: egui::Pos2, align, text: String, font, color| {
        ui.painter().text(at, align, text, font, color);
    };
    let sign = draw::icon(icon).or_else(|| draw::icon(RULES));
    if let Some(sign) = sign {
        let color = if icon == CHANGED && n > 0 { now.accent } else { now.ink3 };
        draw::icon_ui(ui.painter(), rect.left_center() + vec2(20.0, 0.0), sign, 18.0, color);
    }
    let left = rect.left_center() + vec2(42.0, 0.0);
    text(left, egui::Align2::LEFT_CENTER, title.to_owned(), theme::bold(15.0), now.ink1);
    let right = rect.right_center() - vec2(12.0, 0.0);
    let plain = egui::FontId::proportional(15.0);
    text(right, egui::Align2::RIGHT_CENTER, n.to_string(), plain, now.ink3);
    response.clicked()
}

fn list_ui(ui: &mut Ui, setup: &mut Setup, width: Width, wishes: &mut Vec<Wish>) {
    let search_row_ui = |ui: &mut Ui, setup: &mut Setup| {
        ui.horizontal(|ui| {
            search_ui(ui, setup);
            ui.checkbox(&mut setup.only_changed, text::only_changed());
        });
        ui.add_space(8.0);
    };
    if width == Width::Middle {
        search_row_ui(ui, setup);
    }
    rows::presets_ui(ui, setup);
    if width == Width::Narrow {
        super::widgets::card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            sheet::seats_ui(ui, setup);
            sheet::guests_ui(ui, setup, wishes);
            sheet::keep_ui(ui, setup, wishes);
        });
        ui.add_space(12.0);
        search_row_ui(ui, setup);
    }
    rows::settings_ui(ui, setup, wishes);
    ui.add_space(24.0);
}

/// Draws the button that starts the match, with what is wrong with the settings, if anything is.
fn start_ui(ui: &mut Ui, setup: &Setup, wishes: &mut Vec<Wish>) {
    let problems = setup.menu.complete(&setup.plan.settings).err();
    let start = Action { enabled: problems.is_none(), ..Action::primary("play", text::start()) };
    if start.key(text::key_enter()).tall_ui(ui, 58.0).clicked() {
        wishes.push(setup.begins());
    }
}

/// The name of a player for people.
pub fn player_title(player: Player) -> String {
    match player {
        Player::Human => text::human().to_owned(),
        Player::Bot(kind) => text::bot_name(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_script::{SettingGroup, SettingKind};

    fn rule(id: &str, title: &str) -> SettingRule {
        SettingRule {
            id: id.to_owned(),
            title: title.to_owned(),
            text: String::new(),
            rule: "R7".to_owned(),
            kind: SettingKind::Bool,
            default: SettingValue::Bool(false),
        }
    }

    fn setup() -> Setup {
        let group = SettingGroup {
            title: "Start".to_owned(),
            icon: String::new(),
            settings: vec!["b".to_owned()],
        };
        let on = |id: &str| (id.to_owned(), SettingValue::Bool(true));
        let preset = |id: &str, settings: Vec<(String, SettingValue)>| Preset {
            id: id.to_owned(),
            title: id.to_owned(),
            text: String::new(),
            settings: settings.into_iter().collect(),
        };
        let menu = Menu {
            settings: vec![rule("a", "Alpha"), rule("b", "Beta")],
            groups: vec![group],
            presets: vec![preset("core", vec![]), preset("full", vec![on("a"), on("b")])],
            ..Menu::default()
        };
        Setup::of(Plan::default(), menu, Vec::new())
    }

    #[test]
    fn settings_stand_under_their_heads_and_the_rest_under_rules() {
        let setup = setup();
        let sections = Setup::sections(&setup.menu);
        let told: Vec<(&str, &str)> = sections
            .iter()
            .flat_map(|it| it.rules.iter().map(|rule| (it.title.as_str(), rule.id.as_str())))
            .collect();
        assert_eq!(told, [("Start", "b"), (text::rules(), "a")]);
    }

    #[test]
    fn the_nearest_preset_is_named_and_what_is_taken_back_is_not_kept() {
        let mut setup = setup();
        let nearest = |setup: &Setup| setup.preset().map(|(it, n)| (it.id.clone(), n)).unwrap();
        assert_eq!(nearest(&setup), ("core".to_owned(), 0));
        let rules = setup.menu.settings.clone();
        rules.iter().for_each(|rule| setup.set(rule, SettingValue::Bool(true)));
        assert_eq!((nearest(&setup), setup.n_changed()), (("full".to_owned(), 0), 2));
        setup.set(&rules[0], SettingValue::Bool(false));
        assert_eq!((setup.plan.settings.len(), setup.n_changed()), (1, 1));
    }

    #[test]
    fn a_setting_is_found_by_its_name_its_rule_and_its_words() {
        let mut setup = setup();
        let rules = setup.menu.settings.clone();
        let found = |setup: &Setup| rules.iter().filter(|rule| setup.fits(rule)).count();
        for (wanted, n) in [("", 2), ("alp", 1), ("r7", 2), ("nothing", 0)] {
            wanted.clone_into(&mut setup.wanted);
            assert_eq!(found(&setup), n, "{wanted}");
        }
        (setup.wanted, setup.only_changed) = (String::new(), true);
        assert_eq!(found(&setup), 0);
    }
}
