//! A card with text: its name, its numbers, what its sheet says, its rule text.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align2, Color32, FontId, Galley, Painter, Rect, TextFormat, Vec2, vec2};
use harena_engine::id::*;

use crate::book::{Label, Mood, Sheet, Sign};
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::paint::face::{Body, Face};
use crate::paint::figure;
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
#[derive(Clone)]
pub struct Look {
    /// How many times as large.
    pub scale: f32,
    /// Whether it cannot be used now.
    pub faint: bool,
    /// Whether it shows only its name and signs.
    pub brief: bool,
    /// What the rules say of it at its foot, and whether that is good news.
    pub mark: Option<(String, Mood)>,
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
    draw::kept(painter, key, |pen| base(pen, rect, stripe, (look.faint, face)));
    if face.hidden {
        return;
    }
    let empty = Sheet::default();
    let sheet = view.book.sheet(view.shown.state.piece(id).prototype).unwrap_or(&empty);
    let foot = foot_height(sheet, &look);
    let filled = filled(view, id, sheet);
    let (drawn, words) = ((&sheet.signs, &sheet.slots, &filled), (&sheet.cost, &sheet.corner));
    let key = ("card_signs", bits, look.faint, drawn, words, &look.mark, face.livery);
    draw::kept(painter, key, |pen| signs(pen, rect, (sheet, face, &filled), &look));
    let room = vec2(rect.width() - 24.0, rect.height() - 2.0 * pad(&look) - foot);
    // Text is made smaller before any of it is left out.
    let laid = |part: f32| Laid::of(painter, view, (id, face, sheet), (part, &look, room.x));
    let laid = SIZES
        .into_iter()
        .map(laid)
        .find(|laid| laid.height() <= room.y)
        .unwrap_or_else(|| laid(LEAST));
    laid.show(painter, view, (id, sheet, &look), (rect, room.y));
}

/// What is written on a card, laid out: its name, below it numbers and a word at the right, then
/// everything else.
struct Laid {
    title: Arc<Galley>,
    /// How high the line of numbers is; nothing if there is none.
    line: f32,
    body: LayoutJob,
    text: Arc<Galley>,
    scale: f32,
}

impl Laid {
    fn of(
        painter: &Painter,
        view: View,
        (id, face, sheet): (PieceId, &Face, &Sheet),
        (part, look, room): (f32, &Look, f32),
    ) -> Laid {
        let scale = (1.0 + (look.scale - 1.0) * 0.5) * part;
        let size = if look.brief { 16.0 } else { 18.0 };
        let beside = if sheet.cost.is_empty() { 0.0 } else { 24.0 };
        let title = title_of(view, id, face);
        let title =
            LayoutJob::simple(title, theme::heading(size * scale), paper::INK, room - beside);
        let is_numbered = !numbers(view, id).is_empty() || !sheet.right.is_empty();
        let has_line = is_numbered && !look.brief;
        let mut body =
            if look.brief { LayoutJob::default() } else { job(view, (id, sheet), scale) };
        body.wrap.max_width = room;
        Laid {
            title: painter.layout_job(title),
            line: if has_line { 21.0 * scale } else { 0.0 },
            text: painter.layout_job(body.clone()),
            body,
            scale,
        }
    }

    fn height(&self) -> f32 {
        let text = if self.body.is_empty() { 0.0 } else { self.text.size().y };
        self.title.size().y + self.line + text
    }

    fn show(
        self,
        painter: &Painter,
        view: View,
        (id, sheet, look): (PieceId, &Sheet, &Look),
        (rect, room): (Rect, f32),
    ) {
        let top = rect.min + vec2(12.0, pad(look));
        let high = self.title.size().y;
        painter.galley(top, self.title.clone(), paper::INK);
        if self.line > 0.0 {
            let middle = top.y + high + self.line / 2.0;
            let line = Rect::from_x_y_ranges(top.x..=rect.right() - 12.0, middle..=middle);
            numbers_line(painter, (&numbers(view, id), sheet), (line, self.scale), look);
        }
        if self.body.is_empty() {
            return;
        }
        // Lines that would be cut off are left out, with a sign that there are more.
        let room = room - high - self.line;
        let n_fitting = self.text.rows.iter().take_while(|row| row.max_y() <= room + 1.0).count();
        let text = match n_fitting < self.text.rows.len() {
            true => {
                let mut job = self.body;
                job.wrap.max_rows = n_fitting.max(1);
                painter.layout_job(job)
            }
            false => self.text,
        };
        painter.galley(top + vec2(0.0, high + self.line), text, paper::INK);
    }
}

/// Draws printed numbers, small ones as so many signs, and a word at the right.
fn numbers_line(
    painter: &Painter,
    (numbers, sheet): (&[Printed], &Sheet),
    (line, scale): (Rect, f32),
    look: &Look,
) {
    let mut pen = Pen::new(painter.ctx().pixels_per_point());
    let (mut x, y) = (line.left(), line.center().y);
    let side = 16.0 * scale;
    for number in numbers {
        match number.sign {
            Some(sign) => {
                for _ in 0..number.n {
                    number.sign_ui(&mut pen, egui::pos2(x + side / 2.0, y), (sign, side));
                    x += side + 2.0;
                }
            }
            None => {
                let text = format!("{} {}", number.letter, number.n);
                let font = draw::font(Letters::Bold, 14.0 * scale);
                let at = egui::pos2(x, y);
                x = painter.text(at, Align2::LEFT_CENTER, text, font, paper::LOWERED).right();
            }
        }
        x += 5.0;
    }
    draw::show(painter, pen.done());
    if !sheet.right.is_empty() {
        let mood = look.mark.as_ref().map_or(Mood::Plain, |(_, mood)| *mood);
        let font = draw::font(Letters::Bold, 14.0 * scale);
        let at = egui::pos2(line.right(), y);
        painter.text(at, Align2::RIGHT_CENTER, &sheet.right, font, mood.ink());
    }
}

/// What is left free at the upper and lower edge.
fn pad(look: &Look) -> f32 {
    if look.brief { 10.0 * look.scale.min(1.0) } else { 10.0 }
}

/// How much room signs and last words take at the lower edge.
fn foot_height(sheet: &Sheet, look: &Look) -> f32 {
    let is_plain = sheet.signs.is_empty() && sheet.slots.is_empty();
    match (is_plain, sheet.corner.is_empty() && look.mark.is_none()) {
        (false, _) => 32.0 * look.scale.min(1.0),
        (true, false) => 20.0,
        (true, true) => 0.0,
    }
}

/// Which slots of a card are filled by the counters that lie on it, the first ones first.
fn filled(view: View, id: PieceId, sheet: &Sheet) -> Vec<bool> {
    let n = |name: &str| {
        let counter = view.game.names.counters.find(name).and_then(|at| u8::try_from(at).ok());
        counter.map_or(0, |at| view.shown.state.counter(id, CounterId(at)).max(0))
    };
    let is_filled = |(at, (name, _)): (usize, &(String, Sign))| {
        let before = sheet.slots.iter().take(at).filter(|(other, _)| other == name).count();
        before < usize::try_from(n(name)).unwrap_or(0)
    };
    sheet.slots.iter().enumerate().map(is_filled).collect()
}

/// Signs and slots at the lower edge, what it costs in the upper right corner, the last word in the
/// lower.
fn signs(pen: &mut Pen, rect: Rect, (sheet, face, filled): (&Sheet, &Face, &[bool]), look: &Look) {
    let dim = |color: Color32| if look.faint { mix(color, Color32::BLACK, 0.28) } else { color };
    let side = 26.0 * look.scale.min(1.0);
    let mut at = rect.left_bottom() + vec2(12.0 + side / 2.0, -pad(look) - side / 2.0);
    for ((_, sign), filled) in sheet.slots.iter().zip(filled) {
        let field = Rect::from_center_size(at, Vec2::splat(side - 2.0));
        let ink = if *filled { Color32::WHITE } else { paper::USED };
        if *filled {
            pen.rect(field, 6.0, dim(face.livery.dark));
        } else {
            let edge = outline::rounded_rect(field, 6.0);
            pen.dashed(&edge, true, (4.0, 3.0), (1.4, paper::USED));
        }
        if let Some(icon) = sign.icon {
            pen.icon(at, icon, side * 0.62, ink);
        }
        at.x += side + 3.0;
    }
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
    let (last, ink) = match &look.mark {
        Some((mark, mood)) => (mark.as_str(), mood.ink()),
        None => (sheet.corner.as_str(), paper::INK2),
    };
    if !last.is_empty() {
        let letters = if look.mark.is_some() { Letters::Bold } else { Letters::Plain };
        let room = (rect.right() - 12.0 - at.x + side / 2.0).max(30.0);
        let wide = (last.chars().count() as f32 * 7.0).min(room);
        let at = rect.right_bottom() + vec2(-12.0 - wide / 2.0, -12.0);
        pen.name(at, last, (letters, 13.0, ink), room);
    }
}

/// The paper: shadow, face, a stripe in the color of its owner.
fn base(pen: &mut Pen, rect: Rect, stripe: Color32, (faint, face): (bool, &Face)) {
    let whole = outline::rounded_rect(rect, 10.0);
    let shadow: Vec<_> = whole.iter().map(|at| *at + vec2(0.0, 7.0)).collect();
    pen.shadow(&shadow, 16.0, theme::now().shadow);
    let dim = |color: Color32| if faint { mix(color, Color32::BLACK, 0.28) } else { color };
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

/// What stands below the name and the numbers of a card: fields of its sheet, what lies on it, and
/// what it does.
fn job(view: View, (id, sheet): (PieceId, &Sheet), scale: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let next = |job: &LayoutJob| if job.is_empty() { "" } else { "\n" };
    let prototype = view.game.prototype(view.shown.state.piece(id).prototype);
    for (_, title, text) in sheet.lines.iter().filter(|(field, ..)| !sheet.drawn.contains(field)) {
        let font = FontId::proportional(14.0 * scale);
        let line = format!("{}{title} {text}", next(&job));
        job.append(&line, 0.0, TextFormat::simple(font, paper::INK2));
    }
    let chips = chips(view, id);
    for (at, (text, color)) in chips.iter().enumerate() {
        let gap = if at == 0 { next(&job) } else { "  " };
        let font = theme::bold(13.0 * scale);
        job.append(gap, 0.0, TextFormat::simple(font.clone(), *color));
        let format = TextFormat {
            background: *color,
            expand_bg: 1.5,
            ..TextFormat::simple(font, theme::ink_on(*color))
        };
        job.append(&format!("\u{a0}{text}\u{a0}"), 0.0, format);
    }
    let text = sheet.brief.as_deref().unwrap_or(&prototype.text);
    if !text.is_empty() {
        let font = FontId::new(16.5 * scale, theme::family(theme::SERIF));
        let line = format!("{}{text}", next(&job));
        job.append(&line, 0.0, TextFormat::simple(font, paper::INK));
    }
    job
}

/// What lies on a card, each with its color: counters by their letters, markers by their titles.
fn chips(view: View, id: PieceId) -> Vec<(String, Color32)> {
    let counters = (0..=u8::MAX).map(CounterId).zip(&view.book.counters);
    let prototype = view.shown.state.piece(id).prototype;
    let slots = view.book.sheet(prototype).map_or(&[][..], |sheet| &sheet.slots);
    let lies_in_slot = |at: CounterId| {
        let name = view.game.names.counters.name(at.index());
        slots.iter().any(|(slot, _)| slot == name)
    };
    let counters = counters.filter(|(at, label)| label.shown && !lies_in_slot(*at));
    let counters = counters.filter_map(|(at, label)| {
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

/// A printed stat.
struct Printed {
    letter: String,
    n: i16,
    /// Drawn so many times, where it is small enough.
    sign: Option<char>,
    color: Color32,
}

impl Printed {
    /// Its color as it reads on paper: a pale one is told from the paper by its shade.
    fn ink(&self) -> Color32 {
        let pale = theme::luminance(self.color) > 0.5;
        if pale { mix(self.color, paper::INK, 0.5) } else { self.color }
    }

    /// Draws its sign once: a cube has a body.
    fn sign_ui(&self, pen: &mut Pen, at: egui::Pos2, (sign, side): (char, f32)) {
        if figure::is_cube(Some(sign)) {
            return figure::cube(pen, at, side * 0.52, self.color);
        }
        pen.icon(at, sign, side, self.ink());
    }
}

/// The printed stats that are not 0 and not told as fields.
fn numbers(view: View, id: PieceId) -> Vec<Printed> {
    let prototype = view.shown.state.piece(id).prototype;
    let lines = view.book.sheet(prototype).map_or(&[][..], |sheet| &sheet.lines);
    let names = view.game.names.stats.iter();
    let stats = names.zip(&view.book.stats).zip(&view.game.prototype(prototype).stats);
    let stats = stats.filter(|((name, label), n)| {
        label.shown && **n != 0 && lines.iter().all(|(field, ..)| field != name)
    });
    let told = |((_, label), n): ((&str, &Label), &i16)| Printed {
        letter: label.letter.clone(),
        n: *n,
        sign: label.sign.filter(|_| (1..=MOST_SIGNS).contains(n)),
        color: label.color.unwrap_or(paper::LOWERED),
    };
    stats.map(told).collect()
}
