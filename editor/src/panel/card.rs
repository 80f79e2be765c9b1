//! A card with text: its name, its numbers, what its sheet says, its rule text.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Rect, TextFormat, Vec2, vec2};
use harena_engine::id::*;

use crate::paint::face::{Body, Face};
use crate::scene::View;
use crate::theme;

/// How large a card is drawn.
pub const SIZE: Vec2 = vec2(122.0, 112.0);

/// Whether a piece is drawn as a card with text.
pub fn is_written(view: View, id: PieceId, face: &Face) -> bool {
    let sheet = view.book.sheet(view.shown.state.piece(id).prototype);
    face.body == Body::Card || sheet.is_some_and(|sheet| !sheet.lines.is_empty())
}

/// Draws a card.
pub fn draw(
    painter: &Painter,
    view: View,
    (id, face): (PieceId, &Face),
    (rect, scale): (Rect, f32),
) {
    let painter = painter.with_clip_rect(rect.shrink(2.0).intersect(painter.clip_rect()));
    let color = face.ground.unwrap_or(face.color);
    let band = Rect::from_min_size(rect.min, vec2(rect.width(), 5.0));
    painter.rect_filled(band, 3.0, color);
    if face.hidden {
        let center = rect.center();
        let font = FontId::proportional(34.0);
        painter.text(center, egui::Align2::CENTER_CENTER, "?", font, theme::WEAK);
        return;
    }
    let mut job = job(view, id, face, 1.0 + (scale - 1.0) * 0.5);
    job.wrap.max_width = rect.width() - 12.0;
    let room = rect.height() - 12.0;
    let mut galley = painter.layout_job(job.clone());
    // Lines that would be cut off are left out, with a sign that there are more.
    let n_fitting = galley.rows.iter().take_while(|row| row.max_y() <= room).count();
    if n_fitting < galley.rows.len() {
        job.wrap.max_rows = n_fitting.max(1);
        galley = painter.layout_job(job);
    }
    painter.galley(rect.min + vec2(6.0, 8.0), galley, theme::TEXT);
}

fn job(view: View, id: PieceId, face: &Face, scale: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut line = |text: &str, size: f32, color: Color32| {
        let gap = if job.text.is_empty() { "" } else { "\n" };
        let format = TextFormat::simple(FontId::proportional(size * scale), color);
        job.append(&format!("{gap}{text}"), 0.0, format);
    };
    let prototype = view.game.prototype(view.shown.state.piece(id).prototype);
    line(if face.title.is_empty() { &prototype.title } else { &face.title }, 12.5, theme::INK);
    let numbers = numbers(view, id);
    if !numbers.is_empty() {
        line(&numbers, 11.0, theme::LIT);
    }
    let sheet = view.book.sheet(view.shown.state.piece(id).prototype);
    for (_, title, text) in sheet.iter().flat_map(|sheet| &sheet.lines) {
        line(&format!("{title} {text}"), 10.5, theme::TEXT);
    }
    let chips = chips(view, id);
    for (at, (text, color)) in chips.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "  " };
        let font = FontId::proportional(10.5 * scale);
        job.append(gap, 0.0, TextFormat::simple(font.clone(), *color));
        let format = TextFormat {
            background: *color,
            expand_bg: 1.5,
            ..TextFormat::simple(font, theme::ink_on(*color))
        };
        job.append(&format!("\u{a0}{text}\u{a0}"), 0.0, format);
    }
    if !prototype.text.is_empty() {
        let format = TextFormat::simple(FontId::proportional(10.0 * scale), theme::WEAK);
        job.append(&format!("\n{}", prototype.text), 0.0, format);
    }
    job
}

/// What lies on a card, each with its color: counters by their letters, markers by their titles.
fn chips(view: View, id: PieceId) -> Vec<(String, Color32)> {
    let counters = (0..=u8::MAX).map(CounterId).zip(&view.book.counters);
    let counters = counters.filter(|(_, label)| label.shown).filter_map(|(at, label)| {
        let n = view.shown.state.counter(id, at);
        let color = label.color.unwrap_or(theme::LIT);
        (n != 0).then(|| (format!("{}\u{a0}{n}", label.letter), color))
    });
    let marks = (0..=u8::MAX).map(MarkId).zip(&view.book.marks);
    let marks = marks.filter(|(_, label)| label.shown).filter_map(|(at, label)| {
        let n = view.shown.state.marks_on(id, at);
        let color = label.color.unwrap_or(theme::WARN);
        let text = if n > 1 { format!("{}\u{a0}{n}", label.title) } else { label.title.clone() };
        (n != 0).then_some((text, color))
    });
    counters.chain(marks).collect()
}

/// The printed stats that are not 0 and not told as fields.
fn numbers(view: View, id: PieceId) -> String {
    let prototype = view.shown.state.piece(id).prototype;
    let lines = view.book.sheet(prototype).map_or(&[][..], |sheet| &sheet.lines);
    let names = view.game.names.stats.iter();
    let stats = names.zip(&view.book.stats).zip(&view.game.prototype(prototype).stats);
    let stats = stats.filter(|((name, label), n)| {
        label.shown && **n != 0 && lines.iter().all(|(field, ..)| field != name)
    });
    let stats = stats.map(|((_, label), n)| format!("{} {n}", label.letter));
    stats.collect::<Vec<_>>().join("  ")
}
