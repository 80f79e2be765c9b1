//! The dialog for a new match: game, seats, factions, players, settings, seed.

use egui::{ComboBox, Context, DragValue, Grid, RichText, ScrollArea, TextEdit, Ui, Window};
use harena_engine::game::SettingValue;
use harena_engine::id::Seat;
use harena_script::{Menu, SettingKind, SettingRule};

use super::{Wish, heading};
use crate::command::Command;
use crate::session::{Plan, Player};
use crate::{text, theme};

/// A match being set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The plan so far.
    pub plan: Plan,
    /// What the game offers.
    pub menu: Menu,
    /// All games, by id and title.
    pub games: Vec<(String, String)>,
    /// The preset chosen last.
    pub preset: Option<String>,
}

/// What became of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stays open.
    Open,
    /// It is closed.
    Closed,
    /// Another game was chosen; its menu is needed.
    OtherGame,
}

/// Draws the dialog.
pub fn setup_ui(ctx: &Context, setup: &mut Setup, wishes: &mut Vec<Wish>) -> Verdict {
    let (mut open, mut verdict) = (true, Verdict::Open);
    let game = setup.plan.game.clone();
    let window = super::centered(ctx, Window::new(text::NEW_MATCH)).open(&mut open);
    let height = (ctx.content_rect().height() - 300.0).clamp(120.0, 720.0);
    let whole = ctx.content_rect().height() - 60.0;
    window.default_size([660.0, whole]).vscroll(false).collapsible(false).show(ctx, |ui| {
        top_ui(ui, setup);
        ui.separator();
        seats_ui(ui, setup);
        verdict = start_ui(ui, setup, wishes);
        ui.separator();
        heading(ui, text::SETTINGS);
        let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            settings_ui(ui, setup);
        });
    });
    match (open, setup.plan.game != game) {
        (false, _) => Verdict::Closed,
        (true, true) => Verdict::OtherGame,
        (true, false) => verdict,
    }
}

fn start_ui(ui: &mut Ui, setup: &Setup, wishes: &mut Vec<Wish>) -> Verdict {
    let mut verdict = Verdict::Open;
    ui.horizontal(|ui| {
        if ui.button(RichText::new(text::START).strong()).clicked() {
            let mut plan = setup.plan.clone();
            plan.fit(&setup.menu);
            wishes.push(Wish::Do(Command::Begin(plan)));
            verdict = Verdict::Closed;
        }
        if ui.button(text::CANCEL).clicked() {
            verdict = Verdict::Closed;
        }
    });
    verdict
}

fn top_ui(ui: &mut Ui, setup: &mut Setup) {
    let title = setup.menu.title.clone();
    Grid::new("top").num_columns(6).show(ui, |ui| {
        ui.label(text::GAME);
        let name = text::GAME.to_owned();
        Combo { salt: ("game", 0), shown: title, name }.show(ui, |ui| {
            for (id, title) in &setup.games {
                ui.selectable_value(&mut setup.plan.game, id.clone(), title);
            }
        });
        preset_ui(ui, setup);
        let label = ui.label(text::SEED);
        ui.add(DragValue::new(&mut setup.plan.seed)).labelled_by(label.id);
        ui.end_row();
    });
    ui.label(RichText::new(&setup.menu.summary).color(theme::now().ink3));
}

/// A list to choose from; its label stands in the grid.
struct Combo {
    salt: (&'static str, usize),
    shown: String,
    name: String,
}

impl Combo {
    fn show(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
        let combo = ComboBox::from_id_salt(self.salt).selected_text(self.shown).width(180.0);
        combo.show_ui(ui, add).response.accessible_name(self.name);
    }
}

fn preset_ui(ui: &mut Ui, setup: &mut Setup) {
    if setup.menu.presets.is_empty() {
        return;
    }
    let chosen = setup.menu.presets.iter().find(|it| Some(&it.id) == setup.preset.as_ref());
    let shown = chosen.map_or(text::NO_PRESET, |preset| preset.title.as_str()).to_owned();
    let mut picked = None;
    ui.label(text::PRESET);
    Combo { salt: ("preset", 0), shown, name: text::PRESET.to_owned() }.show(ui, |ui| {
        if ui.selectable_label(setup.preset.is_none(), text::NO_PRESET).clicked() {
            picked = Some(None);
        }
        for preset in &setup.menu.presets {
            let on = Some(&preset.id) == setup.preset.as_ref();
            if ui.selectable_label(on, &preset.title).on_hover_text(&preset.text).clicked() {
                picked = Some(Some(preset.clone()));
            }
        }
    });
    if let Some(preset) = picked {
        setup.plan.settings = preset.as_ref().map(|it| it.settings.clone()).unwrap_or_default();
        setup.preset = preset.map(|preset| preset.id);
    }
}

fn seats_ui(ui: &mut Ui, setup: &mut Setup) {
    let has_factions = !setup.menu.factions.is_empty();
    Grid::new("seats").num_columns(3).show(ui, |ui| {
        number_of_seats_ui(ui, setup);
        if has_factions {
            ui.label(text::FACTION);
        }
        ui.label(text::PLAYER);
        ui.end_row();
        for at in 0..usize::from(setup.plan.n_seats) {
            ui.label(text::seat_number(at));
            if has_factions {
                faction_ui(ui, setup, at);
            }
            player_ui(ui, setup, at);
            ui.end_row();
        }
    });
}

fn number_of_seats_ui(ui: &mut Ui, setup: &mut Setup) {
    let (min, max) = (setup.menu.min_seats, setup.menu.max_seats);
    ui.horizontal(|ui| {
        let label = ui.label(text::SEATS);
        if min == max {
            return;
        }
        let mut n = setup.plan.n_seats;
        if ui.add(DragValue::new(&mut n).range(min..=max)).labelled_by(label.id).changed() {
            setup.plan.n_seats = n;
            setup.plan.fit(&setup.menu);
        }
    });
}

fn faction_ui(ui: &mut Ui, setup: &mut Setup, at: usize) {
    let Some(chosen) = setup.plan.factions.get_mut(at) else { return };
    let title = setup.menu.factions.iter().find(|it| Some(&it.id) == chosen.as_ref());
    let shown = title.map_or(text::FACTION_LATER, |entry| entry.title.as_str()).to_owned();
    let combo = Combo { salt: ("faction", at), shown, name: text::faction_of_seat(at) };
    combo.show(ui, |ui| {
        ui.selectable_value(chosen, None, text::FACTION_LATER);
        for entry in &setup.menu.factions {
            ui.selectable_value(chosen, Some(entry.id.clone()), &entry.title);
        }
    });
}

fn player_ui(ui: &mut Ui, setup: &mut Setup, at: usize) {
    let seat = Seat(at as u8);
    let mut player = setup.plan.player(seat);
    let (shown, name) = (player_title(player), text::player_of_seat(at));
    Combo { salt: ("player", at), shown, name }.show(ui, |ui| {
        for other in Player::all() {
            ui.selectable_value(&mut player, other, player_title(other));
        }
    });
    setup.plan.set_player(seat, player);
}

/// The name of a player for people.
pub fn player_title(player: Player) -> String {
    match player {
        Player::Human => text::HUMAN.to_owned(),
        Player::Bot(kind) => text::bot(kind),
    }
}

fn settings_ui(ui: &mut Ui, setup: &mut Setup) {
    let rules = setup.menu.settings.clone();
    Grid::new("settings").num_columns(4).striped(true).min_row_height(24.0).show(ui, |ui| {
        for rule in &rules {
            setting_ui(ui, &mut setup.plan, rule);
            ui.end_row();
        }
    });
}

fn setting_ui(ui: &mut Ui, plan: &mut Plan, rule: &SettingRule) {
    let label = ui.label(&rule.title).on_hover_text(&rule.text);
    let mut value = plan.settings.get(&rule.id).unwrap_or(&rule.default).clone();
    let before = value.clone();
    match (&mut value, &rule.kind) {
        (SettingValue::Bool(on), _) => {
            ui.checkbox(on, "").labelled_by(label.id);
        }
        (SettingValue::Int(n), SettingKind::Int { min, max }) => {
            let drag = DragValue::new(n)
                .range(*min..=*max)
                .suffix(format!("  ({})", text::range(*min, *max)));
            ui.add(drag).labelled_by(label.id);
        }
        (SettingValue::Int(n), _) => {
            ui.add(DragValue::new(n)).labelled_by(label.id);
        }
        (SettingValue::Text(chosen), SettingKind::Choice(choices)) => {
            choice_ui(ui, rule, chosen, choices);
        }
        (SettingValue::Text(chosen), SettingKind::Set { words, .. }) => set_ui(ui, chosen, words),
        (SettingValue::Text(text), _) => {
            ui.add(TextEdit::singleline(text).desired_width(160.0)).labelled_by(label.id);
        }
    }
    let changed = value != rule.default;
    let color = if changed { theme::now().accent } else { theme::now().ink3 };
    ui.label(RichText::new(&rule.rule).small().color(color));
    ui.label(RichText::new(&rule.text).small().color(theme::now().ink3));
    if value != before {
        plan.settings.insert(rule.id.clone(), value);
    }
}

/// A box to tick for each word of a set.
fn set_ui(ui: &mut Ui, chosen: &mut String, words: &[String]) {
    let mut ticked: Vec<&str> = Vec::new();
    ui.horizontal_wrapped(|ui| {
        for word in words {
            let mut on = chosen.split('+').any(|other| other == word);
            ui.checkbox(&mut on, crate::book::readable(word));
            ticked.extend(on.then_some(word.as_str()));
        }
    });
    *chosen = ticked.join("+");
}

fn choice_ui(ui: &mut Ui, rule: &SettingRule, chosen: &mut String, choices: &[String]) {
    let shown = crate::book::readable(chosen);
    let combo = ComboBox::from_id_salt(&rule.id).selected_text(shown).width(160.0);
    let response = combo.show_ui(ui, |ui| {
        for choice in choices {
            ui.selectable_value(chosen, choice.clone(), crate::book::readable(choice));
        }
    });
    let title = rule.title.clone();
    response.response.accessible_name(title);
}
