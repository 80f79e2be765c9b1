//! A card with text: its name, its numbers, what its sheet says, its rule text.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Rect, TextFormat, Vec2, vec2};
use harena_engine::id::*;

use crate::book::{Label, Sheet};
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::paint::face::{Body, Face};
use crate::scene::View;
use crate::theme::{self, mix, paper};

/// How large a card is drawn.
pub const SIZE: Vec2 = vec2(164.0, 134.0);

/// How large a card is drawn that lies on a sheet.
pub const ON_SHEET: Vec2 = vec2(198.0, 134.0);

/// How large a card is drawn that shows only its name and signs.
pub const BRIEF: Vec2 = vec2(128.0, 84.0);

/// How large the text may be, from the size it should have.
const SIZES: [f32; 4] = [1.0, 0.93, 0.87, 0.81];
const LEAST: f32 = 0.76;

/// More signs than this are written as a number.
const MOST_SIGNS: i16 = 5;

/// How a card lies there.
#[derive(Clone, Copy)]
pub struct Look {
    /// How many times as large.
    pub scale: f32,
    /// Whether it cannot be used now.
    pub faint: bool,
    /// Whether it shows only its name and signs.
    pub brief: bool,
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
    let empty = Sheet::default();
    let sheet = view.book.sheet(view.shown.state.piece(id).prototype).unwrap_or(&empty);
    let foot = foot_height(sheet, look.scale);
    let key = ("card_signs", bits, look.faint, &sheet.signs, &sheet.cost, &sheet.corner);
    draw::kept(painter, key, |pen| signs(pen, rect, sheet, look));
    let room = vec2(rect.width() - 24.0, rect.height() - 20.0 - foot);
    // Numbers stand beside the name where there is room for both.
    let title = title_of(view, id, face);
    let numbers: usize = numbers(view, id).iter().map(|(text, ..)| text.chars().count() + 1).sum();
    let beside = |scale: f32| {
        let wide = draw::width_of(painter, &title, Letters::Heading, 17.0 * scale);
        sheet.cost.is_empty() && wide + numbers as f32 * 16.0 * scale < room.x
    };
    // Text is made smaller before any of it is left out.
    let lay = |part: f32| {
        let scale = (1.0 + (look.scale - 1.0) * 0.5) * part;
        let mut job = match look.brief {
            true => {
                LayoutJob::simple(title.clone(), theme::heading(16.0 * scale), paper::INK, room.x)
            }
            false => job(view, (id, face, sheet), (scale, beside(scale))),
        };
        job.wrap.max_width = room.x;
        (painter.layout_job(job.clone()), job)
    };
    let fits = SIZES.into_iter().map(lay).find(|(galley, _)| galley.size().y <= room.y);
    let (mut galley, mut job) = fits.unwrap_or_else(|| lay(LEAST));
    let room = room.y;
    // Lines that would be cut off are left out, with a sign that there are more.
    let n_fitting = galley.rows.iter().take_while(|row| row.max_y() <= room).count();
    if n_fitting < galley.rows.len() {
        job.wrap.max_rows = n_fitting.max(1);
        galley = painter.layout_job(job);
    }
    painter.galley(rect.min + vec2(12.0, 11.0), galley, paper::INK);
}

/// How much room signs and last words take at the lower edge.
fn foot_height(sheet: &Sheet, scale: f32) -> f32 {
    match (sheet.signs.is_empty(), sheet.corner.is_empty()) {
        (false, _) => 32.0 * scale,
        (true, false) => 20.0,
        (true, true) => 0.0,
    }
}

/// Signs at the lower edge, what it costs in the upper right corner, the last word in the lower.
fn signs(pen: &mut Pen, rect: Rect, sheet: &Sheet, look: Look) {
    let dim = |color: Color32| if look.faint { mix(color, Color32::BLACK, 0.28) } else { color };
    let side = 26.0 * look.scale.min(1.0);
    let mut at = rect.left_bottom() + vec2(12.0 + side / 2.0, -10.0 - side / 2.0);
    for sign in &sheet.signs {
        let ground = dim(sign.color.unwrap_or(paper::INK2));
        pen.rect(Rect::from_center_size(at, Vec2::splat(side)), 6.0, ground);
        let ink = theme::ink_on(ground);
        match sign.icon {
            Some(icon) => pen.icon(at, icon, side * 0.66, ink),
            None => {
                let letter = sign.title.chars().next().map_or_else(String::new, String::from);
                pen.word(at, letter, (Letters::Bold, side * 0.6, ink));
            }
        }
        at.x += side + 5.0;
    }
    if !sheet.cost.is_empty() {
        let at = rect.right_top() + vec2(-20.0, 20.0);
        pen.disc(at, 11.0, paper::INK);
        pen.word(at, sheet.cost.as_str(), (Letters::Bold, 15.0, Color32::WHITE));
    }
    if !sheet.corner.is_empty() {
        let how = (Letters::Plain, 13.0, paper::INK2);
        let room = (rect.right() - 12.0 - at.x + side / 2.0).max(30.0);
        let wide = (sheet.corner.chars().count() as f32 * 6.6).min(room);
        let at = rect.right_bottom() + vec2(-12.0 - wide / 2.0, -12.0);
        pen.name(at, &sheet.corner, how, room);
    }
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

fn title_of(view: View, id: PieceId, face: &Face) -> String {
    let prototype = view.game.prototype(view.shown.state.piece(id).prototype);
    if face.title.is_empty() { prototype.title.clone() } else { face.title.clone() }
}

fn job(
    view: View,
    (id, face, sheet): (PieceId, &Face, &Sheet),
    (scale, beside): (f32, bool),
) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut line = |text: &str, font: FontId, color: Color32| {
        job.append(text, 0.0, TextFormat::simple(font, color));
    };
    let prototype = view.game.prototype(view.shown.state.piece(id).prototype);
    let title = title_of(view, id, face);
    let title = if sheet.cost.is_empty() { title } else { format!("{title}\u{2003}") };
    line(&title, theme::heading(17.0 * scale), paper::INK);
    let numbers = numbers(view, id);
    for (at, (text, sign, color)) in numbers.iter().enumerate() {
        let gap = if at == 0 && !beside { "\n" } else { "  " };
        let bold = theme::bold(14.0 * scale);
        job.append(gap, 0.0, TextFormat::simple(bold.clone(), paper::LOWERED));
        let signs = FontId::new(17.0 * scale, theme::family(theme::ICONS));
        let font = if *sign { signs } else { bold };
        job.append(text, 0.0, TextFormat::simple(font, *color));
    }
    let mut line = |text: &str, font: FontId, color: Color32| {
        job.append(&format!("\n{text}"), 0.0, TextFormat::simple(font, color));
    };
    for (_, title, text) in sheet.lines.iter().filter(|(field, ..)| !sheet.drawn.contains(field)) {
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

/// The printed stats that are not 0 and not told as fields: letter and number or, of small ones with
/// a sign, the sign so many times, and in which color.
fn numbers(view: View, id: PieceId) -> Vec<(String, bool, Color32)> {
    let prototype = view.shown.state.piece(id).prototype;
    let lines = view.book.sheet(prototype).map_or(&[][..], |sheet| &sheet.lines);
    let names = view.game.names.stats.iter();
    let stats = names.zip(&view.book.stats).zip(&view.game.prototype(prototype).stats);
    let stats = stats.filter(|((name, label), n)| {
        label.shown && **n != 0 && lines.iter().all(|(field, ..)| field != name)
    });
    let told = |((_, label), n): ((&str, &Label), &i16)| {
        let few = label.sign.filter(|_| (1..=MOST_SIGNS).contains(n));
        match few {
            Some(sign) => {
                let color = label.color.unwrap_or(paper::LOWERED);
                // A pale color is told from the paper by its shade.
                let pale = theme::luminance(color) > 0.5;
                let color = if pale { mix(color, paper::INK, 0.5) } else { color };
                (String::from(sign).repeat(usize::from(n.unsigned_abs())), true, color)
            }
            None => (format!("{} {n}", label.letter), false, paper::LOWERED),
        }
    };
    stats.map(told).collect()
}
