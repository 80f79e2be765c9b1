//! A card with text: its name, its numbers, what its sheet says, its rule text.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Rect, TextFormat, Vec2, vec2};
use harena_engine::id::*;

use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::paint::face::{Body, Face};
use crate::scene::View;
use crate::theme::{self, mix, paper};

/// How large a card is drawn.
pub const SIZE: Vec2 = vec2(164.0, 134.0);

/// How a card lies there.
#[derive(Clone, Copy)]
pub struct Look {
    /// How many times as large.
    pub scale: f32,
    /// Whether it cannot be used now.
    pub faint: bool,
}

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
    (rect, look): (Rect, Look),
) {
    let stripe = face.ground.filter(|_| !face.owned).unwrap_or(face.livery.rim);
    let bits = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f32::to_bits);
    let key = ("card", bits, stripe, look.faint, face.hidden);
    draw::kept(painter, key, |pen| base(pen, rect, stripe, (look, face)));
    if face.hidden {
        return;
    }
    let mut job = job(view, id, face, 1.0 + (look.scale - 1.0) * 0.5);
    job.wrap.max_width = rect.width() - 24.0;
    let room = rect.height() - 22.0;
    let mut galley = painter.layout_job(job.clone());
    // Lines that would be cut off are left out, with a sign that there are more.
    let n_fitting = galley.rows.iter().take_while(|row| row.max_y() <= room).count();
    if n_fitting < galley.rows.len() {
        job.wrap.max_rows = n_fitting.max(1);
        galley = painter.layout_job(job);
    }
    painter.galley(rect.min + vec2(12.0, 11.0), galley, paper::INK);
}

/// The paper: shadow, face, a stripe in the color of its owner.
fn base(pen: &mut Pen, rect: Rect, stripe: Color32, (look, face): (Look, &Face)) {
    let whole = outline::rounded_rect(rect, 10.0);
    let shadow: Vec<_> = whole.iter().map(|at| *at + vec2(0.0, 7.0)).collect();
    pen.shadow(&shadow, 16.0, theme::now().shadow);
    let dim = |color: Color32| if look.faint { mix(color, Color32::BLACK, 0.28) } else { color };
    pen.flat(&whole, dim(stripe));
    let lower = outline::rounded_rect(rect.with_min_y(rect.top() + 5.0), 9.0);
    if face.hidden {
        let dark = mix(face.livery.dark, paper::INK, 0.3);
        pen.flat(&lower, dim(dark));
        let how = (Letters::Heading, 40.0, face.livery.light);
        return pen.word(rect.center(), "?", how);
    }
    let stops = [(0.0, dim(paper::FACE)), (1.0, dim(paper::FACE_LOW))];
    pen.shape(&lower, Paint::Down(&stops));
}

fn job(view: View, id: PieceId, face: &Face, scale: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut line = |text: &str, font: FontId, color: Color32| {
        let gap = if job.text.is_empty() { "" } else { "\n" };
        job.append(&format!("{gap}{text}"), 0.0, TextFormat::simple(font, color));
    };
    let prototype = view.game.prototype(view.shown.state.piece(id).prototype);
    let title = if face.title.is_empty() { &prototype.title } else { &face.title };
    line(title, theme::heading(17.0 * scale), paper::INK);
    let numbers = numbers(view, id);
    if !numbers.is_empty() {
        line(&numbers, theme::bold(14.0 * scale), paper::LOWERED);
    }
    let sheet = view.book.sheet(view.shown.state.piece(id).prototype);
    for (_, title, text) in sheet.iter().flat_map(|sheet| &sheet.lines) {
        line(&format!("{title} {text}"), FontId::proportional(13.0 * scale), paper::INK2);
    }
    let chips = chips(view, id);
    for (at, (text, color)) in chips.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "  " };
        let font = theme::bold(13.0 * scale);
        job.append(gap, 0.0, TextFormat::simple(font.clone(), *color));
        let format = TextFormat {
            background: *color,
            expand_bg: 1.5,
            ..TextFormat::simple(font, theme::ink_on(*color))
        };
        job.append(&format!("\u{a0}{text}\u{a0}"), 0.0, format);
    }
    if !prototype.text.is_empty() {
        let font = FontId::new(15.0 * scale, theme::family(theme::SERIF));
        job.append(&format!("\n{}", prototype.text), 0.0, TextFormat::simple(font, paper::INK));
    }
    job
}

/// What lies on a card, each with its color: counters by their letters, markers by their titles.
fn chips(view: View, id: PieceId) -> Vec<(String, Color32)> {
    let counters = (0..=u8::MAX).map(CounterId).zip(&view.book.counters);
    let counters = counters.filter(|(_, label)| label.shown).filter_map(|(at, label)| {
        let n = view.shown.state.counter(id, at);
        let color = label.color.unwrap_or(paper::OCHRE);
        (n != 0).then(|| (format!("{}\u{a0}{n}", label.letter), color))
    });
    let marks = (0..=u8::MAX).map(MarkId).zip(&view.book.marks);
    let marks = marks.filter(|(_, label)| label.shown).filter_map(|(at, label)| {
        let n = view.shown.state.marks_on(id, at);
        let color = label.color.unwrap_or(paper::OCHRE);
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
