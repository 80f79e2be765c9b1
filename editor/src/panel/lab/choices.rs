//! What is to be played next.

use egui::{ComboBox, RichText, Ui};
use harena_lab::bot::BotKind;
use harena_lab::player::Player;

use super::Bench;
use crate::lab::{SIZES, comparable};
use crate::panel::widgets::card;
use crate::session::Plan;
use crate::{text, theme};

/// Draws all choices in a row.
pub fn choices_ui(ui: &mut Ui, bench: &mut Bench) {
    card().inner_margin(egui::Margin::symmetric(20, 12)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 36.0;
            ui.spacing_mut().item_spacing.x = 12.0;
            game_ui(ui, bench);
            seats_ui(ui, bench);
            bots_ui(ui, bench);
            size_ui(ui, bench);
            over_ui(ui, bench);
        });
    });
}

fn word_ui(ui: &mut Ui, word: &str) {
    ui.label(RichText::new(word).color(theme::now().ink3));
}

/// A choice whose word stands before it; both stay on one line.
fn choice_ui(ui: &mut Ui, word: &str, shown: &str, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        word_ui(ui, word);
        let combo = ComboBox::from_id_salt(("lab", word)).selected_text(shown).width(width);
        let response = combo.truncate().show_ui(ui, add);
        response.response.accessible_name(word);
    });
}

fn game_ui(ui: &mut Ui, bench: &mut Bench) {
    let games = bench.session.library.games();
    let games: Vec<(String, String)> =
        games.iter().map(|it| (it.id().to_owned(), it.manifest.title.clone())).collect();
    let mut game = bench.lab.wanted.plan.game.clone();
    let title = games.iter().find(|(id, _)| *id == game).map_or("", |(_, title)| title);
    choice_ui(ui, text::game(), title, 160.0, |ui| {
        for (id, title) in &games {
            ui.selectable_value(&mut game, id.clone(), title);
        }
    });
    if game != bench.lab.wanted.plan.game {
        bench.lab.turn_to(&Plan { game, ..Plan::default() });
    }
}

fn seats_ui(ui: &mut Ui, bench: &mut Bench) {
    let Some(menu) = bench.menu.filter(|menu| menu.min_seats < menu.max_seats) else { return };
    let n = &mut bench.lab.wanted.plan.n_seats;
    choice_ui(ui, text::seats(), &n.to_string(), 48.0, |ui| {
        for other in menu.min_seats..=menu.max_seats {
            ui.selectable_value(n, other, other.to_string());
        }
    });
}

fn bots_ui(ui: &mut Ui, bench: &mut Bench) {
    let bot = &mut bench.lab.wanted.bot;
    choice_ui(ui, text::opponent(), &text::bot_name(*bot), 132.0, |ui| {
        for other in Player::all() {
            let Player::Bot(kind) = other else { continue };
            let response = ui.selectable_value(bot, kind, text::bot_name(kind));
            response.on_hover_text(about(kind));
        }
    });
}

fn about(kind: BotKind) -> &'static str {
    text::bot_text(kind)
}

fn size_ui(ui: &mut Ui, bench: &mut Bench) {
    let n = &mut bench.lab.wanted.n;
    choice_ui(ui, text::matches(), &n.to_string(), 64.0, |ui| {
        for size in SIZES {
            ui.selectable_value(n, size, size.to_string());
        }
    });
}

fn over_ui(ui: &mut Ui, bench: &mut Bench) {
    let Some(menu) = bench.menu else { return };
    let over = &mut bench.lab.wanted.over;
    let rule = menu.settings.iter().find(|rule| Some(&rule.id) == over.as_ref());
    let shown = rule.map_or(text::compare_nothing(), |rule| rule.title.as_str());
    choice_ui(ui, text::compare_values(), shown, 168.0, |ui| {
        ui.selectable_value(over, None, text::compare_nothing());
        for rule in comparable(menu) {
            ui.selectable_value(over, Some(rule.id.clone()), &rule.title);
        }
    });
}
