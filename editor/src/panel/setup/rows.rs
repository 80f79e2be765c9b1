//! Presets as cards, and settings as rows under their heads.

use egui::{Align, Frame, Layout, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};
use harena_engine::game::SettingValue;
use harena_script::{Preset, SettingKind, SettingRule};

use super::controls::{control_ui, told};
use super::{Section, Setup};
use crate::panel::widgets::{Action, card};
use crate::panel::{Wish, named};
use crate::{text, theme};

/// Presets are drawn by their names in less room than this.
const BRIEF: f32 = 560.0;

/// Draws a card for each preset.
pub fn presets_ui(ui: &mut Ui, setup: &mut Setup) {
    if setup.menu.presets.is_empty() {
        return;
    }
    let presets = setup.menu.presets.clone();
    let exact = setup.preset().filter(|(_, n)| *n == 0).map(|(it, _)| it.id.clone());
    let (now, room) = (theme::now(), ui.available_width());
    // Where there is little room, names alone say enough; the rest comes up under the mouse.
    let brief = room < BRIEF;
    let least = if brief { 112.0 } else { 172.0 };
    let across = presets.len().min(((room + 12.0) / least).floor().max(1.0) as usize);
    let width = (room - 12.0 * (across as f32 - 1.0)) / across as f32;
    // The longest text has three lines where it needs them.
    let font = || egui::FontId::proportional(15.0);
    let lines = |it: &Preset| ui.painter().layout(it.text.clone(), font(), now.ink2, width - 28.0);
    let longest = presets.iter().map(|it| lines(it).rows.len()).max().unwrap_or(0);
    let high = if longest > 2 { 124.0 } else { 104.0 };
    let mut picked = None;
    for line in presets.chunks(across) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            let chosen = |preset: &Preset| exact.as_ref() == Some(&preset.id);
            let size = vec2(width, if brief { 46.0 } else { high });
            let mut clicked = line.iter().filter(|it| preset_ui(ui, it, size, chosen(it)));
            let first = clicked.next().map(|preset| preset.settings.clone());
            // All of them are drawn.
            clicked.for_each(drop);
            picked = first.or(picked.take());
        });
        ui.add_space(6.0);
    }
    ui.add_space(6.0);
    if let Some(settings) = picked {
        setup.plan.settings = settings;
        let menu = setup.menu.clone();
        setup.plan.fit(&menu);
    }
}

fn preset_ui(ui: &mut Ui, preset: &Preset, size: Vec2, chosen: bool) -> bool {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = || text::cover(&preset.title, &preset.text);
    let response = named(response, Role::RadioButton, true, label);
    let hot = response.hovered() || response.has_focus();
    let fill = if chosen { now.panel2 } else { now.panel };
    let fill = if hot { theme::mix(fill, now.ink1, 0.06) } else { fill };
    ui.painter().rect_filled(rect, 12.0, fill);
    if chosen || response.has_focus() {
        let stroke = Stroke::new(2.5, now.accent);
        ui.painter().rect_stroke(rect, 12.0, stroke, StrokeKind::Inside);
    }
    let painter = ui.painter();
    if size.y < 60.0 {
        let font = theme::heading(16.0);
        painter.text(rect.center(), egui::Align2::CENTER_CENTER, &preset.title, font, now.ink1);
        let clicked = response.clicked();
        response.on_hover_text(&preset.text);
        return clicked;
    }
    let room = size.x - 28.0;
    let title = painter.layout(preset.title.clone(), theme::heading(17.0), now.ink1, room);
    let font = egui::FontId::proportional(15.0);
    let mut job = egui::text::LayoutJob::simple(preset.text.clone(), font, now.ink2, room);
    job.wrap.max_rows = 3;
    let about = painter.layout_job(job);
    let n = preset.settings.len();
    let n = if n == 0 { text::nothing_changed().to_owned() } else { text::n_changes(n) };
    let corner = rect.left_top() + vec2(14.0, 12.0);
    let below = corner + vec2(0.0, title.size().y + 2.0);
    painter.galley(corner, title, now.ink1);
    let foot = below.y + about.size().y + 2.0;
    painter.galley(below, about, now.ink2);
    let small = egui::FontId::proportional(13.0);
    if foot < rect.bottom() - 18.0 {
        let at = egui::pos2(corner.x, rect.bottom() - 10.0);
        painter.text(at, egui::Align2::LEFT_BOTTOM, n, small, now.ink3);
    }
    response.clicked()
}

/// Draws what was changed, and below it all settings under their heads.
pub fn settings_ui(ui: &mut Ui, setup: &mut Setup, wishes: &mut Vec<Wish>) {
    let menu = setup.menu.clone();
    let jump = setup.jump.take();
    let changed: Vec<&SettingRule> =
        menu.settings.iter().filter(|rule| setup.is_changed(rule) && setup.fits(rule)).collect();
    if !changed.is_empty() {
        changed_ui(ui, setup, &changed, (jump == Some(0), wishes));
        ui.add_space(12.0);
    }
    if setup.only_changed {
        return;
    }
    card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        let mut any = false;
        for (at, section) in Setup::sections(&menu).iter().enumerate() {
            any |= section_ui(ui, setup, section, (jump == Some(at + 1), wishes));
        }
        if !any {
            ui.label(RichText::new(text::no_such_setting()).color(theme::now().ink3));
        }
    });
}

fn changed_ui(
    ui: &mut Ui,
    setup: &mut Setup,
    changed: &[&SettingRule],
    (jumps, wishes): (bool, &mut Vec<Wish>),
) {
    let mut clears = false;
    let response = card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let response = head_ui(ui, text::changed());
            if jumps {
                response.scroll_to_me(Some(Align::Min));
            }
            let right = Layout::right_to_left(Align::Center);
            let back = Action::quiet("arrow-counter-clockwise", text::back_to_rules());
            clears = ui.with_layout(right, |ui| back.ui(ui).clicked()).inner;
        });
        changed.iter().for_each(|rule| change_ui(ui, setup, rule, wishes));
    });
    if clears {
        setup.plan.settings.clear();
    }
    let rect = response.response.rect;
    let edge = egui::CornerRadius { nw: 12, sw: 12, ne: 0, se: 0 };
    ui.painter().rect_filled(rect.with_max_x(rect.left() + 4.0), edge, theme::now().accent);
}

fn head_ui(ui: &mut Ui, title: &str) -> egui::Response {
    ui.label(RichText::new(title).font(theme::heading(18.0)).color(theme::now().ink1))
}

/// Draws a head with its settings; whether any of them is shown.
fn section_ui(
    ui: &mut Ui,
    setup: &mut Setup,
    section: &Section,
    (jumps, wishes): (bool, &mut Vec<Wish>),
) -> bool {
    let fits: Vec<&&SettingRule> = section.rules.iter().filter(|rule| setup.fits(rule)).collect();
    if fits.is_empty() {
        return false;
    }
    let response = head_ui(ui, &section.title);
    if jumps {
        response.scroll_to_me(Some(Align::Min));
    }
    for rule in fits {
        row_ui(ui, setup, rule, wishes);
    }
    ui.add_space(10.0);
    true
}

/// Draws a change: what it is now, what it was, and what takes it back.
fn change_ui(ui: &mut Ui, setup: &mut Setup, rule: &SettingRule, wishes: &mut Vec<Wish>) {
    let now = theme::now();
    let value = told(&setup.value(rule));
    let taken_back = ui.horizontal(|ui| {
        let taken_back = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let taken_back = back_ui(ui, rule);
            ui.label(RichText::new(value).font(theme::bold(15.0)).color(now.ink1));
            let rest = Layout::left_to_right(Align::Center).with_main_wrap(true);
            ui.with_layout(rest, |ui| name_ui(ui, rule, (&was(setup, rule), wishes)));
            taken_back
        });
        taken_back.inner
    });
    if taken_back.inner {
        setup.set(rule, rule.default.clone());
    }
}

/// Draws a setting: its name, its rule, what it was, what it means, and what changes it.
fn row_ui(ui: &mut Ui, setup: &mut Setup, rule: &SettingRule, wishes: &mut Vec<Wish>) {
    let before = setup.value(rule);
    let mut value = before.clone();
    let was =
        if before == rule.default { String::new() } else { text::was(&told(&rule.default), None) };
    let is_set = matches!(rule.kind, SettingKind::Set { .. } | SettingKind::Text);
    let whole = ui.available_width();
    let room = if is_set { (whole * 0.5).min(420.0) } else { 250.0_f32.min(whole * 0.46) };
    let response = Frame::new().inner_margin(vec2(0.0, 5.0)).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let words = vec2(whole - room - 12.0, 0.0);
            ui.allocate_ui_with_layout(words, Layout::top_down(Align::Min), |ui| {
                ui.set_width(words.x);
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.horizontal_wrapped(|ui| name_ui(ui, rule, (&was, wishes)));
                let about = rule.text.replace('`', "");
                ui.label(RichText::new(about).color(theme::now().ink2));
            });
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                ui.set_min_height(34.0);
                control_ui(ui, rule, &mut value);
            });
        });
    });
    point_at(ui, setup, rule, response.response.rect);
    if value != before {
        setup.set(rule, value);
    }
}

/// Draws the sign that takes a change back; whether it was pressed.
fn back_ui(ui: &mut Ui, rule: &SettingRule) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 30.0), Sense::click());
    let response = response.on_hover_text(text::as_the_rules_stand());
    let response = named(response, Role::Button, true, || text::take_back(&rule.title));
    let hot = response.hovered() || response.has_focus();
    let now = theme::now();
    if let Some(sign) = crate::draw::icon("arrow-u-up-left") {
        let color = if hot { now.ink1 } else { now.ink3 };
        crate::draw::icon_ui(ui.painter(), rect.center(), sign, 18.0, color);
    }
    response.clicked()
}

fn point_at(ui: &Ui, setup: &mut Setup, rule: &SettingRule, rect: Rect) {
    if ui.rect_contains_pointer(rect) {
        setup.pointed = Some(rule.id.clone());
    }
}

/// Draws the name of a setting, its rule, and what it was.
fn name_ui(ui: &mut Ui, rule: &SettingRule, (was, wishes): (&str, &mut Vec<Wish>)) {
    let now = theme::now();
    ui.label(RichText::new(&rule.title).font(theme::bold(15.0)).color(now.ink1));
    if !rule.rule.is_empty() && crate::panel::rules::link_ui(ui, &rule.rule) {
        wishes.push(Wish::Rule(rule.rule.clone()));
    }
    if !was.is_empty() {
        ui.label(RichText::new(was).color(now.accent));
    }
}

/// What a setting was before, and which preset has changed it.
fn was(setup: &Setup, rule: &SettingRule) -> String {
    let default: &SettingValue = &rule.default;
    let preset = setup.preset().map(|(preset, _)| preset);
    let by = preset.filter(|it| it.settings.get(&rule.id) == Some(&setup.value(rule)));
    text::was(&told(default), by.map(|preset| preset.title.as_str()))
}
