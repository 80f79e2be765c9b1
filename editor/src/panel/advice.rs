//! What a search would play, for a person who asked: its best options with their chances.

use egui::{Align, Layout, RichText, Role, Sense, Ui, pos2, vec2};
use harena_engine::decision::Decision;
use harena_lab::bot::Line;

use super::widgets::{Action, card, sign_ui};
use super::{Desk, Wish, colored, decision, named};
use crate::draw::icon;
use crate::{text, theme};

/// How wide the column of chances is.
const CHANCE: f32 = 54.0;

/// Draws what was answered, or that somebody thinks about it.
pub fn advice_ui(ui: &mut Ui, desk: &mut Desk) {
    let thinks = desk.session.is_advising();
    let said = desk.session.advised().cloned();
    let Some(asked) = desk.decision.filter(|_| thinks || said.is_some()) else { return };
    let now = theme::now();
    card().inner_margin(egui::Margin::symmetric(14, 10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        head_ui(ui, desk);
        let Some(said) = said else {
            ui.label(RichText::new(text::thinks_about_it()).color(now.ink3));
            return;
        };
        if !said.fault.is_empty() {
            colored(ui, said.fault, now.down);
            return;
        }
        for line in &said.lines {
            line_ui(ui, desk, asked, line);
        }
        ui.label(RichText::new(text::played_on(said.tries)).size(13.0).color(now.ink3));
    });
    ui.add_space(10.0);
}

/// Draws what is asked, with what puts the answer away.
fn head_ui(ui: &mut Ui, desk: &mut Desk) {
    let now = theme::now();
    ui.horizontal(|ui| {
        sign_ui(ui, icon("lightbulb"), 18.0, now.accent);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Action::quiet("x", text::no_advice()).bare_ui(ui).clicked() {
                desk.wishes.push(Wish::Advise(false));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let head = RichText::new(text::what_would_you_play());
                let head = head.font(theme::heading(16.0)).color(now.ink1);
                ui.add(egui::Label::new(head).truncate());
            });
        });
    });
}

/// Draws an option with its chance; what it would do is shown while it is pointed at.
fn line_ui(ui: &mut Ui, desk: &mut Desk, asked: &Decision, line: &Line) {
    let now = theme::now();
    let option = desk.view.teller().option(Some(asked), &line.action);
    let chance = text::percents(line.chance);
    let width = ui.available_width();
    let plain = egui::FontId::proportional(15.0);
    let words = ui.painter().layout(option.clone(), plain, now.ink1, width - CHANCE);
    let size = vec2(width, (words.size().y + 8.0).max(32.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = || text::option_with_chance(&option, &chance);
    let response = named(response, Role::Label, true, label);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 8.0, now.panel2);
        decision::point_at(desk, &line.action);
        desk.table.tried = Some(line.action);
    }
    let at = egui::Align2::LEFT_CENTER;
    ui.painter().text(rect.left_center(), at, chance, theme::heading(18.0), now.accent);
    let place = pos2(rect.left() + CHANCE, rect.center().y - words.size().y / 2.0);
    ui.painter().galley(place, words, now.ink1);
}
