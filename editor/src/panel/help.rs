//! Help: the pages a game brings along, its terms, and the keys of the window.

use egui::{Context, Grid, RichText, ScrollArea, TextEdit, Ui, Window};

use crate::book::{Article, Book};
use crate::{text, theme};

/// What is looked up.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Part of a term.
    pub wanted: String,
}

/// Draws the window; answers whether it stays open.
pub fn help_ui(ctx: &Context, book: Option<&Book>, help: &mut Help) -> bool {
    let mut open = true;
    let window = super::centered(ctx, Window::new(text::HELP)).open(&mut open);
    window.default_size([620.0, 520.0]).vscroll(false).show(ctx, |ui| {
        let label = ui.label(text::LOOK_UP);
        ui.add(TextEdit::singleline(&mut help.wanted).desired_width(220.0)).labelled_by(label.id);
        ui.separator();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (title, articles) in book
                .into_iter()
                .flat_map(|book| [(text::HOW_TO_PLAY, &book.help), (text::TERMS, &book.glossary)])
            {
                articles_ui(ui, title, articles, &help.wanted.to_lowercase());
            }
            super::heading(ui, text::KEYS);
            keys_ui(ui);
        });
    });
    open
}

fn articles_ui(ui: &mut Ui, title: &str, articles: &[Article], wanted: &str) {
    let fits = |article: &&Article| {
        article.title.to_lowercase().contains(wanted)
            || article.text.to_lowercase().contains(wanted)
            || article.rule.to_lowercase() == wanted
    };
    let found: Vec<&Article> = articles.iter().filter(fits).collect();
    if found.is_empty() {
        return;
    }
    super::heading(ui, title);
    for article in found {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&article.title).strong().color(theme::now().accent));
            ui.label(RichText::new(&article.rule).small().color(theme::now().ink3));
        });
        ui.label(&article.text);
        ui.add_space(4.0);
    }
}

fn keys_ui(ui: &mut Ui) {
    Grid::new("key help").num_columns(2).striped(true).show(ui, |ui| {
        for (key, does) in text::KEY_HELP {
            ui.monospace(key);
            ui.label(does);
            ui.end_row();
        }
    });
}
