//! Switches, steppers, segments and menus for the values of settings. They stand at the right end
//! of their rows, so each is drawn from its right end to its left.

use egui::{ComboBox, DragValue, FontId, Frame, Role, Sense, Stroke, TextEdit, Ui, pos2, vec2};
use harena_engine::game::SettingValue;
use harena_script::{SettingKind, SettingRule};

use crate::book::readable;
use crate::panel::named;
use crate::{text, theme};

/// So many letters all choices of a setting may have to stand side by side.
const MOST_LETTERS: usize = 28;

/// Draws what changes the value of a setting.
pub fn control_ui(ui: &mut Ui, rule: &SettingRule, value: &mut SettingValue) {
    match (value, &rule.kind) {
        (SettingValue::Bool(on), _) => switch_ui(ui, on, &rule.title),
        (SettingValue::Int(n), SettingKind::Int { min, max }) => {
            stepper_ui(ui, n, (*min, *max), &rule.title);
        }
        (SettingValue::Int(n), _) => stepper_ui(ui, n, (i32::MIN, i32::MAX), &rule.title),
        (SettingValue::Text(chosen), SettingKind::Choice(choices)) => {
            let letters: usize = choices.iter().map(|it| it.chars().count() + 1).sum();
            if choices.len() <= 3 && letters <= MOST_LETTERS {
                segments_ui(ui, chosen, choices);
            } else {
                menu_ui(ui, rule, chosen, choices);
            }
        }
        (SettingValue::Text(chosen), SettingKind::Set { words, .. }) => set_ui(ui, chosen, words),
        (SettingValue::Text(text), _) => {
            let edit = ui.add(TextEdit::singleline(text).desired_width(170.0));
            edit.widget_info(|| egui::WidgetInfo::labeled(Role::TextInput, true, &rule.title));
        }
    }
}

/// A value as people read it.
pub fn told(value: &SettingValue) -> String {
    match value {
        SettingValue::Bool(true) => text::on().to_owned(),
        SettingValue::Bool(false) => text::off().to_owned(),
        SettingValue::Int(n) => n.to_string(),
        SettingValue::Text(word) if word.is_empty() => text::none().to_owned(),
        SettingValue::Text(word) => {
            let words: Vec<String> = word.split('+').map(readable).collect();
            words.join(", ")
        }
    }
}

/// A switch with its state in words.
pub fn switch_ui(ui: &mut Ui, on: &mut bool, label: &str) {
    let now = theme::now();
    ui.horizontal(|ui| {
        let word = if *on { text::on() } else { text::off() };
        let word =
            ui.painter().layout_no_wrap(word.to_owned(), FontId::proportional(15.0), now.ink2);
        let (room, _) = ui.allocate_exact_size(vec2(26.0, 22.0), Sense::hover());
        let (rect, mut response) = ui.allocate_exact_size(vec2(44.0, 26.0), Sense::click());
        if response.clicked() {
            *on = !*on;
            response.mark_changed();
        }
        let is_on = *on;
        response.widget_info(|| egui::WidgetInfo::selected(Role::CheckBox, true, is_on, label));
        let painter = ui.painter();
        let edge = if response.has_focus() { now.accent } else { now.ink3 };
        let (fill, knob) = if is_on { (now.accent, now.on_accent) } else { (now.well, now.ink3) };
        painter.rect_filled(rect, 13.0, fill);
        if !is_on || response.has_focus() {
            let stroke = Stroke::new(1.5, edge);
            painter.rect_stroke(rect, 13.0, stroke, egui::StrokeKind::Inside);
        }
        let x = if is_on { rect.right() - 13.0 } else { rect.left() + 13.0 };
        painter.circle_filled(pos2(x, rect.center().y), 9.0, knob);
        let at = pos2(room.left(), room.center().y - word.size().y / 2.0);
        painter.galley(at, word, now.ink2);
    });
}

/// A number with a button at each side.
pub fn stepper_ui(ui: &mut Ui, n: &mut i32, (min, max): (i32, i32), label: &str) {
    Frame::new().fill(theme::now().well).corner_radius(8).inner_margin(2).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let step = |ui: &mut Ui, sign: &str, name: String, enabled: bool| {
                let button = egui::Button::new(sign).frame(false).min_size(vec2(30.0, 30.0));
                let response = ui.add_enabled(enabled, button);
                named(response, Role::Button, enabled, || name.clone()).clicked()
            };
            if step(ui, "+", text::one_more(label), *n < max) {
                *n += 1;
            }
            let drag = DragValue::new(n).range(min..=max).update_while_editing(false);
            let response = ui.add_sized(vec2(44.0, 30.0), drag);
            response.accessible_name(label.to_owned());
            if step(ui, "\u{2212}", text::one_less(label), *n > min) {
                *n -= 1;
            }
        });
    });
}

fn segments_ui(ui: &mut Ui, chosen: &mut String, choices: &[String]) {
    let now = theme::now();
    Frame::new().fill(now.well).corner_radius(8).inner_margin(3).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for choice in choices.iter().rev() {
                ui.selectable_value(chosen, choice.clone(), readable(choice));
            }
        });
    });
}

fn menu_ui(ui: &mut Ui, rule: &SettingRule, chosen: &mut String, choices: &[String]) {
    let combo = ComboBox::from_id_salt(&rule.id).selected_text(readable(chosen)).width(160.0);
    let response = combo.show_ui(ui, |ui| {
        for choice in choices {
            ui.selectable_value(chosen, choice.clone(), readable(choice));
        }
    });
    response.response.accessible_name(rule.title.clone());
}

/// A box to tick for each word of a set.
fn set_ui(ui: &mut Ui, chosen: &mut String, words: &[String]) {
    let mut ticked: Vec<&str> = Vec::new();
    ui.horizontal_wrapped(|ui| {
        for word in words {
            let mut on = chosen.split('+').any(|other| other == word);
            ui.checkbox(&mut on, readable(word));
            ticked.extend(on.then_some(word.as_str()));
        }
    });
    *chosen = ticked.join("+");
}
