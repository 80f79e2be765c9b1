//! The rules page: how a game is played, its words, its numbered rules, and what keys do.

use egui::{Align, Frame, Grid, Margin, Panel, RichText, ScrollArea, TextEdit, Ui, Window, vec2};

use super::widgets::{Action, card, well};
use super::{Dialog, Wish, named};
use crate::book::{Article, Book};
use crate::rulebook::Rule;
use crate::{text, theme};

/// What is looked up.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Part of a term, or the number of a rule.
    pub wanted: String,
    /// The rule to be shown in the next frame.
    pub jump: Option<String>,
    /// The rule that was asked for last.
    pub lit: Option<String>,
    /// The numbered rules.
    pub rules: Vec<Rule>,
}

/// What the page shows.
pub struct Page<'a> {
    /// The labels of the game, if one is known.
    pub book: Option<&'a Book>,
    /// What is looked up.
    pub help: &'a mut Help,
    /// What is wished for.
    pub wishes: &'a mut Vec<Wish>,
}

/// Draws the number of a rule as a link; whether it was followed.
pub fn link_ui(ui: &mut Ui, rule: &str) -> bool {
    let label = RichText::new(rule).color(theme::now().ink3);
    let response = ui.add(egui::Label::new(label).sense(egui::Sense::click()));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    named(response, egui::Role::Link, true, || text::rule_link(rule)).clicked()
}

/// How wide the page is in a window of this width; in a narrow one it lies over the match.
pub fn width_in(window: f32) -> Option<f32> {
    (window >= 860.0).then(|| (window * 0.32).clamp(300.0, 460.0))
}

/// Draws the page beside the match.
pub fn beside_ui(ui: &mut Ui, page: &mut Page) {
    let Some(width) = width_in(ui.ctx().content_rect().width()) else { return };
    let margin = Margin { left: 8, right: 16, top: 8, bottom: 12 };
    let panel = Panel::right("rules").resizable(false).show_separator_line(false);
    panel.exact_size(width).frame(Frame::new().inner_margin(margin)).show(ui, |ui| {
        card().show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            page_ui(ui, page);
        });
    });
}

/// Draws the page over a screen without a match, or a narrow one; answers whether it stays open.
pub fn over_ui(ctx: &egui::Context, page: &mut Page) -> bool {
    let mut open = true;
    let window = super::centered(ctx, Window::new(text::help())).open(&mut open);
    let size = (ctx.content_rect().size() - vec2(60.0, 80.0)).min(vec2(560.0, 640.0));
    window.default_size(size).vscroll(false).show(ctx, |ui| page_ui(ui, page));
    open
}

fn page_ui(ui: &mut Ui, page: &mut Page) {
    head_ui(ui, page);
    let wanted = page.help.wanted.trim().to_lowercase();
    let jump = page.help.jump.take();
    ScrollArea::vertical().id_salt("rules").auto_shrink([false, false]).show(ui, |ui| {
        if let Some(book) = page.book {
            articles_ui(ui, (text::how_to_play(), &book.help), &wanted, page);
            articles_ui(ui, (text::terms(), &book.glossary), &wanted, page);
        }
        rules_ui(ui, page, &wanted, jump.as_deref());
        if wanted.is_empty() {
            super::heading(ui, text::keys());
            keys_ui(ui);
        }
    });
}

fn head_ui(ui: &mut Ui, page: &mut Page) {
    // Beside the board in a small window, signs have to do.
    let brief = ui.available_width() < 340.0;
    ui.horizontal(|ui| {
        super::heading(ui, text::rulebook());
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            if Action::quiet("x", text::close()).brief_ui(ui, brief).clicked() {
                page.wishes.push(Wish::Toggle(Dialog::Help));
            }
            let reference = Action::quiet("cards", text::reference());
            if page.book.is_some() && reference.brief_ui(ui, brief).clicked() {
                page.wishes.push(Wish::Toggle(Dialog::Reference));
            }
        });
    });
    let edit = TextEdit::singleline(&mut page.help.wanted).hint_text(text::look_up());
    let response = ui.add(edit.desired_width(f32::INFINITY).margin(vec2(10.0, 7.0)));
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::look_up()));
    ui.add_space(8.0);
}

fn articles_ui(ui: &mut Ui, (title, articles): (&str, &[Article]), wanted: &str, page: &mut Page) {
    let fits = |article: &&Article| {
        article.title.to_lowercase().contains(wanted)
            || article.text.to_lowercase().contains(wanted)
            || article.rule.to_lowercase() == wanted
    };
    let found: Vec<Article> = articles.iter().filter(fits).cloned().collect();
    if found.is_empty() {
        return;
    }
    super::heading(ui, title);
    for article in found {
        ui.horizontal_wrapped(|ui| {
            ui.label(
                RichText::new(&article.title).font(theme::bold(15.0)).color(theme::now().ink1),
            );
            if !article.rule.is_empty() && link_ui(ui, &article.rule) {
                page.wishes.push(Wish::Rule(article.rule.clone()));
            }
        });
        ui.label(RichText::new(&article.text).color(theme::now().ink2));
        ui.add_space(6.0);
    }
    ui.add_space(8.0);
}

/// Draws the numbered rules; the one that is asked for is lit.
fn rules_ui(ui: &mut Ui, page: &mut Page, wanted: &str, jump: Option<&str>) {
    let fits = |rule: &&Rule| {
        rule.number.to_lowercase().starts_with(wanted)
            || rule.texts.iter().any(|text| text.to_lowercase().contains(wanted))
    };
    let found: Vec<Rule> = page.help.rules.iter().filter(fits).cloned().collect();
    if found.is_empty() {
        return;
    }
    super::heading(ui, text::numbered_rules());
    for rule in found {
        let lit = page.help.lit.as_deref() == Some(rule.number.as_str());
        let response = if lit {
            well().show(ui, |ui| rule_ui(ui, page, &rule)).response
        } else {
            ui.scope(|ui| rule_ui(ui, page, &rule)).response
        };
        if jump == Some(rule.number.as_str()) {
            response.scroll_to_me(Some(Align::Center));
        }
    }
    ui.add_space(8.0);
}

fn rule_ui(ui: &mut Ui, page: &mut Page, rule: &Rule) {
    let now = theme::now();
    ui.horizontal_top(|ui| {
        let number = RichText::new(&rule.number).font(theme::bold(15.0)).color(now.accent);
        ui.allocate_ui(vec2(52.0, 22.0), |ui| {
            ui.set_width(52.0);
            let (pack, path, line) = &rule.place;
            let button = egui::Button::new(number).frame(false);
            let response =
                ui.add(button).on_hover_text(text::written_at(&format!("{path}:{line}")));
            if response.clicked() {
                page.wishes.push(Wish::Source(pack.clone(), path.clone(), *line));
            }
        });
        ui.vertical(|ui| {
            for text in &rule.texts {
                ui.label(RichText::new(text).color(now.ink2));
            }
        });
    });
    ui.add_space(4.0);
}

fn keys_ui(ui: &mut Ui) {
    Grid::new("key help").num_columns(2).striped(true).show(ui, |ui| {
        for (key, does) in text::key_help() {
            ui.label(RichText::new(key).font(theme::bold(15.0)));
            ui.add(egui::Label::new(does).wrap());
            ui.end_row();
        }
    });
}
