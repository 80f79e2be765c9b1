//! The source window: a file with one line lit.

use egui::{Context, RichText, ScrollArea, Window};

use super::Wish;
use super::widgets::Action;
use crate::session::Session;
use crate::workshop::Target;
use crate::{text, theme};

/// A file being looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceView {
    /// The pack.
    pub pack: String,
    /// The file in it.
    pub path: String,
    /// The line to light, from 1.
    pub line: u32,
    /// Whether the line still has to be scrolled to.
    pub fresh: bool,
}

/// Draws the window; answers whether it stays open.
pub fn source_ui(
    ctx: &Context,
    session: &Session,
    view: &mut SourceView,
    wishes: &mut Vec<Wish>,
) -> bool {
    let mut open = true;
    let title = text::source_of(&view.pack, &view.path);
    let window = Window::new(title).id(egui::Id::unique("source")).open(&mut open);
    // In a corner, so that what a change does to the board is seen.
    let corner = ctx.content_rect().right_top() + egui::vec2(-12.0, 56.0);
    let window = window.pivot(egui::Align2::RIGHT_TOP).default_pos(corner);
    let width = (ctx.content_rect().width() * 0.5).clamp(360.0, 640.0);
    window.default_size([width, 300.0]).vscroll(false).show(ctx, |ui| {
        let Some(source) = session.source(&view.pack, &view.path) else {
            ui.label(text::no_source());
            return;
        };
        if Action::quiet("pencil-simple", text::open_in_workshop()).ui(ui).clicked() {
            let SourceView { pack, path, line, .. } = view.clone();
            wishes.push(Wish::Workshop(Target { pack, path, line }));
        }
        let lines: Vec<&str> = source.lines().collect();
        let height = ui.text_style_height(&egui::TextStyle::Monospace);
        let mut scroll = ScrollArea::both().auto_shrink([false, false]);
        if std::mem::take(&mut view.fresh) {
            let row = height + ui.spacing().item_spacing.y;
            let offset = (view.line.saturating_sub(8)) as f32 * row;
            scroll = scroll.vertical_scroll_offset(offset);
        }
        scroll.show_rows(ui, height, lines.len(), |ui, rows| {
            for (at, line) in lines.iter().enumerate().skip(rows.start).take(rows.len()) {
                line_ui(ui, at as u32 + 1, line, view.line);
            }
        });
    });
    open
}

fn line_ui(ui: &mut egui::Ui, number: u32, line: &str, lit: u32) {
    let line = line.replace('\t', "    ");
    let mut text = RichText::new(format!("{number:>4}  {line}")).monospace();
    if number == lit {
        text =
            text.background_color(theme::mix(theme::now().panel, theme::now().down, 0.45)).strong();
    }
    ui.add(egui::Label::new(text).extend());
}
