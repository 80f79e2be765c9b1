//! Chances, drawn: dice whose good faces are lit, and bars for what may come of them.

use egui::{Align2, Rect, RichText, Role, Sense, Ui, pos2, vec2};
use harena_engine::id::*;
use harena_engine::log::sentence::{Gap, Gaps};

use super::{Desk, dice, named, ribbon};
use crate::book::{Mood, Telling};
use crate::draft::Values;
use crate::draw::{self, Letters, Pen, outline};
use crate::session::Outlook;
use crate::text;
use crate::theme::{self, paper};

/// How high a row is, how large a die is, and how high the chart is.
const ROW: f32 = 30.0;
const DIE: f32 = 17.0;
const CHART: f32 = 104.0;

/// A throw that is to come.
struct Throw {
    piece: PieceId,
    /// How many faces succeed.
    good: i32,
    /// Faces up to this one do; the others from the highest down.
    up_to: i32,
    percent: i32,
    label: String,
}

/// What may come of all throws.
struct Bar {
    number: i32,
    percent: i32,
    bad: bool,
    label: String,
}

/// Whether chances are told of the position, which need room.
pub fn are_told(desk: &Desk) -> bool {
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    let mut tellings = said.map(|(word, _)| desk.view.book.telling(*word));
    tellings.any(|telling| matches!(telling, Telling::Dice | Telling::Bar))
}

/// Whether chances want a broad column: they are told of the position as it is, which is `settled`, or
/// somebody puts together what decides them. Nothing that is only pointed at moves the columns.
pub fn want_room(desk: &Desk, settled: Option<&Outlook>) -> bool {
    let is_chance = |telling: Telling| matches!(telling, Telling::Dice | Telling::Bar);
    let mut said = settled.into_iter().flat_map(|outlook| &outlook.said);
    let tells = said.any(|(word, _)| is_chance(desk.view.book.telling(*word)));
    let is_joined = || {
        let Some(at) = desk.situation() else { return false };
        let draft = &desk.table.draft;
        let wants = draft.wants(at.decision, at.game);
        !draft.is_empty() && wants.iter().any(|want| matches!(want.values, Values::Listed(_)))
    };
    let chances = || desk.view.book.tellings.iter().any(|telling| is_chance(*telling));
    tells || (chances() && is_joined())
}

/// Draws what is told as dice and bars, if anything is.
pub fn odds_ui(ui: &mut Ui, desk: &Desk, outlook: &Outlook) {
    let throws: Vec<Throw> = told(desk, outlook, Telling::Dice).filter_map(throw).collect();
    let bars: Vec<Bar> = told(desk, outlook, Telling::Bar).filter_map(bar).collect();
    if throws.is_empty() && bars.is_empty() {
        return;
    }
    ui.add_space(8.0);
    super::widgets::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        super::heading(ui, text::odds());
        let book = &desk.view.book;
        let ends = book.sentences.iter().find(|(word, _)| book.telling(**word) == Telling::Doom);
        let end = ends.map_or("", |(_, sign)| sign.title.as_str());
        bad_end(&bars).into_iter().for_each(|percent| verdict_ui(ui, percent, end));
        ui.spacing_mut().item_spacing.y = 4.0;
        throws.iter().for_each(|throw| throw_ui(ui, desk, throw));
        let aside = outlook.said.iter().filter(|(it, _)| book.telling(*it) == Telling::Aside);
        aside.for_each(|(word, args)| aside_ui(ui, desk, (*word, *args)));
        if !bars.is_empty() {
            let book = &desk.view.book;
            let mut words = outlook.said.iter().map(|(word, _)| *word);
            let told = words.find(|word| book.telling(*word) == Telling::Bar);
            let sign = told.and_then(|word| book.sentences.get(&word));
            bars_ui(ui, &bars, sign.map_or("", |sign| &sign.title));
        }
    });
}

/// The sentences of a sort, with how they read.
fn told<'a>(
    desk: &'a Desk,
    outlook: &'a Outlook,
    telling: Telling,
) -> impl Iterator<Item = (Gaps, String)> + 'a {
    let said =
        outlook.said.iter().filter(move |(word, _)| desk.view.book.telling(*word) == telling);
    said.map(|(word, args)| (*args, desk.view.teller().sentence(*word, *args)))
}

fn number(gap: Gap) -> Option<i32> {
    if let Gap::Number(number) = gap { Some(number) } else { None }
}

fn throw((args, label): (Gaps, String)) -> Option<Throw> {
    let [Gap::Piece(piece), good, up_to, percent] = args else { return None };
    let (good, up_to, percent) = (number(good)?, number(up_to)?, number(percent)?);
    Some(Throw { piece, good, up_to, percent, label })
}

fn bar((args, label): (Gaps, String)) -> Option<Bar> {
    let [at, percent, bad, _] = args;
    let bad = number(bad).is_some_and(|bad| bad != 0);
    Some(Bar { number: number(at)?, percent: number(percent)?, bad, label })
}

/// How likely what must not come is, if anything of that sort may come.
fn bad_end(bars: &[Bar]) -> Option<i32> {
    let bad = || bars.iter().filter(|bar| bar.bad);
    bad().next().map(|_| bad().map(|bar| bar.percent).sum::<i32>().min(100))
}

/// Draws how likely the bad end is, what that is, and a word for it.
fn verdict_ui(ui: &mut Ui, percent: i32, end: &str) {
    let now = theme::now();
    ui.horizontal(|ui| {
        let number = RichText::new(text::percent(percent)).font(theme::heading(22.0));
        ui.label(number.color(now.down));
        let likely = text::likelihood(percent);
        let told = if end.is_empty() { likely.to_owned() } else { format!("{end}, {likely}") };
        ui.label(RichText::new(told).color(now.ink2));
    });
}

fn throw_ui(ui: &mut Ui, desk: &Desk, throw: &Throw) {
    // Where the name has no room before the dice, these stand below it.
    let dice_wide = 6.0 * (DIE + 2.0);
    let narrow = ui.available_width() < dice_wide + 190.0;
    let size = vec2(ui.available_width(), if narrow { ROW * 1.6 } else { ROW });
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    named(response, Role::Label, true, || text::percent_of(&throw.label, throw.percent));
    let (now, y) = (theme::now(), rect.top() + ROW / 2.0);
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    ribbon::chip(&mut pen, desk.view, throw.piece, pos2(rect.left() + 14.0, y));
    let left = rect.left() + 34.0;
    let (first, row) = match narrow {
        true => (left, y + ROW * 0.72),
        false => (rect.right() - 46.0 - dice_wide, y),
    };
    for face in 1..=6i32 {
        let over = throw.good - throw.up_to;
        let lit = face <= throw.up_to || face > 6 - over;
        let center = pos2(first + (face as f32 - 0.5) * (DIE + 2.0), row);
        pen.fade(if lit { 1.0 } else { 0.28 });
        dice::die(&mut pen, (center, DIE), 6, face.unsigned_abs());
    }
    pen.fade(1.0);
    draw::show(ui.painter(), pen.done());
    let ends = if narrow { rect.right() - 48.0 } else { first - 4.0 };
    let mut job = egui::text::LayoutJob::default();
    let plain = |ink| egui::TextFormat::simple(egui::FontId::proportional(15.0), ink);
    job.append(&desk.view.teller().piece(throw.piece), 0.0, plain(now.ink1));
    let name = draw::width_of(ui.painter(), &job.text, Letters::Plain, 15.0);
    let role = super::roster::role(desk, throw.piece);
    // A word that is cut off says nothing.
    let fits = |role: &&str| {
        name + 12.0 + draw::width_of(ui.painter(), role, Letters::Plain, 15.0) <= ends - left
    };
    if let Some(role) = role.filter(fits) {
        job.append(role, 10.0, plain(now.ink3));
    }
    job.wrap = egui::text::TextWrapping::truncate_at_width((ends - left).max(20.0));
    let name = ui.painter().layout_job(job);
    ui.painter().galley(pos2(left, y - name.size().y / 2.0), name, now.ink2);
    let percent = text::percent(throw.percent);
    let font = draw::font(Letters::Bold, 15.0);
    ui.painter().text(pos2(rect.right(), y), Align2::RIGHT_CENTER, percent, font, now.ink1);
}

/// Draws a piece that has no dice, and why.
fn aside_ui(ui: &mut Ui, desk: &Desk, (word, args): (WordId, Gaps)) {
    let Gap::Piece(piece) = args[0] else { return };
    let teller = desk.view.teller();
    let (name, why) = (teller.piece(piece), teller.saying(word, args).1);
    let now = theme::now();
    let width = |text: &str| draw::width_of(ui.painter(), text, Letters::Plain, 15.0);
    // Where the reason has no room beside the name, it stands below it.
    let below = 62.0 + width(&name) + 10.0 + width(&why) > ui.available_width();
    let high = if below { ROW + 20.0 } else { ROW };
    let size = vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    named(response, Role::Label, true, || teller.sentence(word, args));
    let y = rect.top() + ROW / 2.0;
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    pen.fade(0.5);
    ribbon::chip(&mut pen, desk.view, piece, pos2(rect.left() + 14.0, y));
    pen.fade(1.0);
    draw::show(ui.painter(), pen.done());
    // Who only stays out is not kept from it.
    let is_kept = desk.view.book.mood(word) == Mood::Bad;
    if let Some(sign) = draw::icon(if is_kept { "prohibit" } else { "circle" }) {
        draw::icon_ui(ui.painter(), pos2(rect.right() - 9.0, y), sign, 17.0, now.ink3);
    }
    let mut job = egui::text::LayoutJob::default();
    let plain = || egui::TextFormat::simple(egui::FontId::proportional(15.0), now.ink3);
    job.append(&name, 0.0, plain());
    if below {
        let at = pos2(rect.left() + 34.0, y + 20.0);
        let font = egui::FontId::proportional(15.0);
        ui.painter().text(at, Align2::LEFT_CENTER, why, font, now.ink3);
    } else {
        job.append(&why, 10.0, plain());
    }
    let told = ui.painter().layout_job(job);
    ui.painter().galley(pos2(rect.left() + 34.0, y - told.size().y / 2.0), told, now.ink3);
}

/// Draws a bar a number, those that are bad in red.
/// Below each stands its number with a word for so many, as in `hit|hits`.
fn bars_ui(ui: &mut Ui, bars: &[Bar], word: &str) {
    let size = vec2(ui.available_width(), CHART);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let now = theme::now();
    let most = bars.iter().map(|bar| bar.percent).fold(1, i32::max) as f32;
    let step = rect.width() / bars.len() as f32;
    let (top, floor) = (rect.top() + 22.0, rect.bottom() - 22.0);
    for (at, bar) in bars.iter().enumerate() {
        let left = rect.left() + step * at as f32;
        let cell = Rect::from_x_y_ranges(left..=left + step, rect.y_range());
        let response = ui.interact(cell, egui::Id::unique(("bar", at)), Sense::hover());
        named(response, Role::Label, true, || bar.label.clone());
        let high = ((floor - top) * bar.percent as f32 / most).max(2.0);
        let field =
            Rect::from_min_max(pos2(left + 3.0, floor - high), pos2(left + step - 3.0, floor));
        let fill = if bar.bad { paper::DANGER } else { now.ink3 };
        let mut pen = Pen::new(ui.ctx().pixels_per_point());
        pen.flat(&outline::rounded_rect(field, 3.0), fill);
        draw::show(ui.painter(), pen.done());
        let x = cell.center().x;
        let ink = if bar.bad { now.down } else { now.ink1 };
        let bold = draw::font(Letters::Bold, 13.0);
        let percent = text::percent(bar.percent);
        ui.painter().text(pos2(x, floor - high - 3.0), Align2::CENTER_BOTTOM, percent, bold, ink);
        let font = egui::FontId::proportional(13.0);
        let under = pos2(x, floor + 3.0);
        let (one, many) = word.split_once('|').unwrap_or((word, word));
        let word = if bar.number == 1 { one } else { many };
        let told = format!("{} {word}", bar.number);
        let fits = draw::width_of(ui.painter(), &told, Letters::Plain, 13.0) < step - 2.0;
        let told = if fits { told } else { bar.number.to_string() };
        ui.painter().text(under, Align2::CENTER_TOP, told.trim_end(), font, now.ink2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_ends_are_added_up_and_called_by_a_word() {
        let bar = |percent, bad| Bar { number: 0, percent, bad, label: String::new() };
        assert_eq!(bad_end(&[bar(60, false), bar(40, false)]), None);
        assert_eq!(bad_end(&[bar(29, false), bar(50, true), bar(21, true)]), Some(71));
        // Rounded parts may come to more than everything.
        assert_eq!(bad_end(&[bar(51, true), bar(50, true)]), Some(100));
        let words = [9, 10, 34, 35, 65, 66, 90, 91].map(text::likelihood);
        let expected =
            ["hardly", "unlikely", "unlikely", "even", "even", "likely", "likely", "nearly sure"];
        assert_eq!(words, expected);
    }
}
