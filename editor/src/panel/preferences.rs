//! How the window looks and behaves: a page of switches, kept between runs.

use egui::{Align, ComboBox, Context, Layout, RichText, Slider, Ui, Window};

use super::setup::switch_ui;
use super::top::SCALES;
use crate::preferences::Preferences;
use crate::text::Language;
use crate::theme::Wish;
use crate::{text, theme};

/// So high it is where there is room.
const TALL: f32 = 640.0;

/// Draws the window, while it is open.
pub fn preferences_ui(ctx: &Context, open: &mut bool, preferences: &mut Preferences) {
    if !*open {
        return;
    }
    let window = super::centered(ctx, Window::new(text::preferences_title())).open(open);
    let high = ctx.content_rect().height() - 90.0;
    let window = window.collapsible(false).resizable(false).default_height(high.min(TALL));
    window.max_height(high).vscroll(true).show(ctx, |ui| {
        ui.set_width(430.0_f32.min(ctx.content_rect().width() - 80.0));
        head_ui(ui, text::looks());
        looks_ui(ui, preferences);
        head_ui(ui, text::watching_title());
        watching_ui(ui, preferences);
        head_ui(ui, text::playing());
        playing_ui(ui, preferences);
    });
}

fn head_ui(ui: &mut Ui, title: &str) {
    ui.add_space(8.0);
    super::heading(ui, title);
}

/// Draws a name with what it means, and what changes it at the right.
fn row_ui(ui: &mut Ui, (title, about): (&str, &str), add: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let room = ui.available_width() - 170.0;
        ui.vertical(|ui| {
            ui.set_width(room);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(RichText::new(title).color(theme::now().ink1));
            if !about.is_empty() {
                ui.label(RichText::new(about).color(theme::now().ink3));
            }
        });
        ui.with_layout(Layout::right_to_left(Align::Center), add);
    });
    ui.add_space(4.0);
}

fn looks_ui(ui: &mut Ui, preferences: &mut Preferences) {
    row_ui(ui, (text::theme(), ""), |ui| {
        let all = [Wish::System, Wish::Dark, Wish::Light];
        let shown = text::theme_titled(preferences.theme);
        let combo = ComboBox::from_id_salt("theme").selected_text(shown);
        let response = combo.width(150.0).show_ui(ui, |ui| {
            for wish in all {
                ui.selectable_value(&mut preferences.theme, wish, text::theme_titled(wish));
            }
        });
        response.response.accessible_name(text::theme());
    });
    language_ui(ui, &mut preferences.language);
    row_ui(ui, (text::scale(), text::scale_about()), |ui| {
        let shown = format!("{} %", preferences.scale);
        let combo = ComboBox::from_id_salt("scale of all").selected_text(shown).width(90.0);
        let response = combo.show_ui(ui, |ui| {
            for scale in SCALES {
                ui.selectable_value(&mut preferences.scale, scale, format!("{scale} %"));
            }
        });
        response.response.accessible_name(text::scale());
    });
    switch_row(ui, (text::calm(), text::calm_about()), &mut preferences.calm);
    switch_row(ui, (text::show_story(), ""), &mut preferences.story);
}

fn language_ui(ui: &mut Ui, code: &mut String) {
    row_ui(ui, (text::language(), text::language_about()), |ui| {
        let chosen = Language::named(code);
        let shown = chosen.map_or_else(text::language_system, Language::title);
        let combo = ComboBox::from_id_salt("language").selected_text(shown).width(150.0);
        let response = combo.show_ui(ui, |ui| {
            ui.selectable_value(code, String::new(), text::language_system());
            for language in Language::all() {
                ui.selectable_value(code, language.code().to_owned(), language.title());
            }
        });
        response.response.accessible_name(text::language());
    });
}

fn switch_row(ui: &mut Ui, (title, about): (&str, &str), on: &mut bool) {
    row_ui(ui, (title, about), |ui| switch_ui(ui, on, title));
}

fn watching_ui(ui: &mut Ui, preferences: &mut Preferences) {
    switch_row(ui, (text::plays_back(), ""), &mut preferences.plays_back);
    row_ui(ui, (text::speed(), text::speed_about()), |ui| {
        ui.spacing_mut().slider_width = 110.0;
        let slider = Slider::new(&mut preferences.speed, 0.5..=4.0)
            .step_by(0.5)
            .custom_formatter(|n, _| text::times(n));
        let response = ui.add(slider);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, text::speed()));
    });
    row_ui(ui, (text::bot_pace(), text::bot_pace_about()), |ui| {
        ui.spacing_mut().slider_width = 110.0;
        let mut seconds = preferences.bot_pace.as_secs_f32();
        let slider = Slider::new(&mut seconds, 0.0..=3.0)
            .step_by(0.25)
            .custom_formatter(|n, _| text::in_seconds(n));
        if ui.add(slider).changed() {
            preferences.bot_pace = std::time::Duration::from_secs_f32(seconds.max(0.0));
        }
    });
}

fn playing_ui(ui: &mut Ui, preferences: &mut Preferences) {
    switch_row(ui, (text::passes(), text::passes_about()), &mut preferences.passes);
    let guided = preferences.guides;
    switch_row(ui, (text::guides(), text::guides_about()), &mut preferences.guides);
    if preferences.guides && !guided {
        // Whoever turns it on again wants to read everything once more.
        preferences.understood.clear();
    }
    switch_row(ui, (text::previews(), ""), &mut preferences.previews);
    switch_row(ui, (text::covers(), ""), &mut preferences.covers);
}
