//! The match in words: its cover, who sits where, whether all fits, and the button that starts it.

use egui::{Align, ComboBox, Frame, Layout, Panel, RichText, ScrollArea, TextEdit, Ui, vec2};
use harena_engine::game::SettingValue;
use harena_engine::id::Seat;
use harena_lab::bot::{BotKind, Persona};
use harena_script::SettingKind;

use super::controls::{stepper_ui, told};
use super::{Setup, player_title, start_ui};
use crate::panel::home::{beside_shape, shape_on};
use crate::panel::widgets::{Action, card, sign_ui, well};
use crate::panel::{Wish, cover};
use crate::session::{KeptPreset, LONGEST, Player, is_own};
use crate::theme::Livery;
use crate::{draw, text, theme};

/// Draws the sheet; its button never scrolls.
pub fn sheet_ui(ui: &mut Ui, setup: &mut Setup, wishes: &mut Vec<Wish>) {
    card().inner_margin(14).show(ui, |ui| {
        let bottom = Panel::bottom("setup start").resizable(false).show_separator_line(false);
        bottom.exact_size(64.0).frame(Frame::NONE).show(ui, |ui| start_ui(ui, setup, wishes));
        egui::CentralPanel::no_frame().show(ui, |ui| {
            let scroll = ScrollArea::vertical().id_salt("sheet").auto_shrink([false, false]);
            scroll.show(ui, |ui| {
                art_ui(ui, setup);
                words_ui(ui, setup);
                ui.add_space(8.0);
                seats_ui(ui, setup);
                guests_ui(ui, setup, wishes);
                ui.add_space(8.0);
                fits_ui(ui, setup);
                keep_ui(ui, setup, wishes);
                pointed_ui(ui, setup);
            });
        });
    });
}

fn art_ui(ui: &mut Ui, setup: &Setup) {
    let high = (ui.ctx().content_rect().height() * 0.2).clamp(90.0, 170.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), egui::Sense::hover());
    // The lower third of a cover is for its title, which stands below here.
    let whole = rect.with_max_y(rect.top() + high / 0.68);
    let clipped = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    cover::art(&clipped, whole, &setup.menu.id, setup.cover.as_ref());
    ui.add_space(8.0);
}

fn words_ui(ui: &mut Ui, setup: &Setup) {
    let now = theme::now();
    let title = match setup.preset() {
        Some((preset, 0)) => preset.title.clone(),
        Some((preset, n)) => text::preset_changed(&preset.title, n),
        None => text::n_changes(setup.n_changed()),
    };
    ui.label(RichText::new(title).font(theme::heading(20.0)).color(now.ink1));
    let rules = setup.menu.settings.iter().filter(|rule| setup.is_changed(rule));
    let changes: Vec<String> = rules
        .map(|rule| match setup.value(rule) {
            SettingValue::Bool(true) => rule.title.clone(),
            value @ (SettingValue::Bool(false) | SettingValue::Int(_) | SettingValue::Text(_)) => {
                text::set_to(&rule.title, &told(&value))
            }
        })
        .collect();
    let line = if changes.is_empty() { setup.menu.summary.clone() } else { changes.join("; ") };
    ui.label(RichText::new(line).color(now.ink2));
}

/// Draws how many play.
fn count_ui(ui: &mut Ui, setup: &mut Setup) {
    let (min, max) = (setup.menu.min_seats, setup.menu.max_seats);
    let mut n = i32::from(setup.plan.n_seats);
    ui.horizontal(|ui| {
        ui.label(text::seats());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            stepper_ui(ui, &mut n, (min.into(), max.into()), text::seats());
        });
    });
    if n != i32::from(setup.plan.n_seats) {
        more_seats(setup, n as u8);
    }
}

/// Draws how many play, and for each seat what it plays and who sits there.
pub fn seats_ui(ui: &mut Ui, setup: &mut Setup) {
    if setup.menu.min_seats != setup.menu.max_seats {
        count_ui(ui, setup);
    }
    let factions = setup.plan.factions.clone();
    let worn = setup.cover.as_ref().map(|cover| cover.liveries(&factions)).unwrap_or_default();
    for at in 0..usize::from(setup.plan.n_seats) {
        well().show(ui, |ui| {
            ui.set_width(ui.available_width());
            if !setup.menu.factions.is_empty() {
                faction_ui(ui, setup, (at, worn.get(at).copied().flatten()));
            }
            player_ui(ui, setup, at);
        });
    }
    ui.horizontal(|ui| {
        sign_ui(ui, draw::icon("dice-five"), 18.0, theme::now().ink3);
        let label = ui.label(text::seed());
        ui.add(egui::DragValue::new(&mut setup.plan.seed)).labelled_by(label.id);
        if ui.button(text::draw_seed()).clicked() {
            setup.plan.seed = crate::session::seed_now();
        }
    });
}

/// Draws the packs that join where somebody wants them to.
pub fn guests_ui(ui: &mut Ui, setup: &Setup, wishes: &mut Vec<Wish>) {
    if setup.guests.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let head = RichText::new(text::guests()).font(theme::bold(15.0)).color(theme::now().ink1);
    ui.label(head).on_hover_text(text::guests_hint());
    for guest in &setup.guests {
        let mut joins = guest.joins;
        if ui.checkbox(&mut joins, &guest.title).on_hover_text(&guest.summary).changed() {
            wishes.push(Wish::Join(guest.pack.clone(), joins));
        }
    }
}

/// Draws what keeps the settings under a name, or forgets those that were kept.
pub fn keep_ui(ui: &mut Ui, setup: &mut Setup, wishes: &mut Vec<Wish>) {
    let kept = setup.preset().filter(|(preset, n)| *n == 0 && is_own(preset));
    if let Some(title) = kept.map(|(preset, _)| preset.title.clone()) {
        let forget = text::forget_preset(&title);
        if Action::quiet("x", &forget).ui(ui).clicked() {
            wishes.push(Wish::ForgetPreset(setup.plan.game.clone(), title));
        }
        return;
    }
    let known = setup.preset().is_some_and(|(_, n)| n == 0);
    let Some(name) = &mut setup.naming else {
        let keep = Action { enabled: !known, ..Action::quiet("floppy-disk", text::keep_preset()) };
        if keep.ui(ui).clicked() {
            setup.naming = Some(String::new());
        }
        return;
    };
    let mut done = false;
    ui.horizontal(|ui| {
        let edit = TextEdit::singleline(name).hint_text(text::preset_name()).char_limit(LONGEST);
        let response = ui.add(edit.desired_width(ui.available_width() - 86.0));
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::preset_name())
        });
        if name.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        let enter =
            |it: &mut egui::InputState| it.consume_key(egui::Modifiers::NONE, egui::Key::Enter);
        let entered = response.lost_focus() && ui.input_mut(enter);
        done = ui.button(text::keep()).clicked() || entered;
    });
    let title = name.trim().to_owned();
    if done && !title.is_empty() {
        let (game, settings) = (setup.plan.game.clone(), setup.plan.settings.clone());
        wishes.push(Wish::KeepPreset(KeptPreset { game, title, settings }));
        setup.naming = None;
    }
}

/// New seats are played as the last one is, if a bot sits there.
fn more_seats(setup: &mut Setup, n: u8) {
    let last = setup.plan.players.last().copied().filter(|player| *player != Player::Human);
    let before = setup.plan.players.len();
    setup.plan.n_seats = n;
    let menu = setup.menu.clone();
    setup.plan.fit(&menu);
    if let Some(bot) = last {
        setup.plan.players.iter_mut().skip(before).for_each(|player| *player = bot);
    }
}

fn faction_ui(ui: &mut Ui, setup: &mut Setup, (at, worn): (usize, Option<Livery>)) {
    let Some(chosen) = setup.plan.factions.get_mut(at) else { return };
    let title = setup.menu.factions.iter().find(|it| Some(&it.id) == chosen.as_ref());
    let shown = title.map_or(text::faction_later(), |entry| entry.title.as_str());
    let combo = ComboBox::from_id_salt(("faction", at)).selected_text(beside_shape(worn, shown));
    let response = combo.width(ui.available_width()).truncate().show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, text::faction_later());
        for entry in &setup.menu.factions {
            ui.selectable_value(chosen, Some(entry.id.clone()), &entry.title);
        }
    });
    shape_on(ui, &response.response, worn);
    response.response.accessible_name(text::faction_of_seat(at));
}

fn player_ui(ui: &mut Ui, setup: &mut Setup, at: usize) {
    let seat = Seat(at as u8);
    let mut player = setup.plan.player(seat);
    let combo = ComboBox::from_id_salt(("player", at)).selected_text(player_title(player));
    let response = combo.width(ui.available_width()).show_ui(ui, |ui| {
        for other in Player::all() {
            let response = ui.selectable_value(&mut player, other, player_title(other));
            if let Player::Bot(kind) = other {
                response.on_hover_text(text::bot_text(kind));
            }
        }
        // Characters that the game, its factions and its variants give to bots.
        for persona in &setup.menu.personas {
            let other = Player::Bot(BotKind::Persona(Persona::named(&persona.id)));
            let response = ui.selectable_value(&mut player, other, &persona.title);
            response.on_hover_text(&persona.text);
        }
    });
    response.response.accessible_name(text::player_of_seat(at));
    setup.plan.set_player(seat, player);
}

/// Says whether all settings fit together.
fn fits_ui(ui: &mut Ui, setup: &Setup) {
    let now = theme::now();
    let wrong = setup.menu.complete(&setup.plan.settings).err().unwrap_or_default();
    let (sign, color) =
        if wrong.is_empty() { ("check-circle", now.up) } else { ("warning-circle", now.down) };
    let lines = if wrong.is_empty() { vec![text::all_fits().to_owned()] } else { wrong };
    for line in lines {
        ui.horizontal_wrapped(|ui| {
            sign_ui(ui, draw::icon(sign), 18.0, color);
            ui.label(RichText::new(line).color(now.ink2));
        });
    }
}

/// Draws the setting pointed at with all it can be.
fn pointed_ui(ui: &mut Ui, setup: &Setup) {
    let now = theme::now();
    let pointed = setup.pointed.as_ref();
    let Some(rule) = setup.menu.settings.iter().find(|rule| Some(&rule.id) == pointed) else {
        return;
    };
    ui.add_space(8.0);
    well().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&rule.title).font(theme::bold(15.0)).color(now.ink1));
            ui.label(RichText::new(&rule.rule).color(now.ink3));
        });
        let values = match &rule.kind {
            SettingKind::Choice(words) | SettingKind::Set { words, .. } => words.clone(),
            SettingKind::Int { min, max } => vec![text::range(*min, *max)],
            SettingKind::Bool | SettingKind::Text => Vec::new(),
        };
        let printed = rule.default.to_string();
        for word in values {
            let line = crate::book::readable(&word);
            let line = if word == printed { text::as_written(&line) } else { line };
            ui.label(RichText::new(line).color(now.ink2));
        }
    });
}
