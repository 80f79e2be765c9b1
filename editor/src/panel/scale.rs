//! A scale: a bar for each number, as high as what it stands for is likely.

use egui::{Align2, Rect, Role, Sense, Ui, pos2, vec2};
use harena_engine::id::WordId;
use harena_engine::log::sentence::{Gap, Gaps};

use super::{Desk, named};
use crate::book::{Mood, Telling};
use crate::draw::{self, Letters, Pen, outline};
use crate::session::Outlook;
use crate::{text, theme};

/// How high the bars are at most, with what is written over and under them.
const HIGH: f32 = 86.0;
/// Over and under a bar something is written.
const WORD: f32 = 18.0;

/// One bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    number: i32,
    percent: i32,
    mood: Mood,
}

/// Draws what is told as a scale, if anything is.
pub fn scale_ui(ui: &mut Ui, desk: &Desk, outlook: &Outlook) {
    let is_step = |word: WordId| desk.view.book.telling(word) == Telling::Scale;
    let said: Vec<&(WordId, Gaps)> =
        outlook.said.iter().filter(|(word, _)| is_step(*word)).collect();
    let Some((first, _)) = said.first() else { return };
    let title = desk.view.book.sentences.get(first).map_or("", |sign| sign.title.as_str());
    let teller = desk.view.teller();
    let steps =
        said.iter().filter_map(|(word, args)| Some((step(*args)?, teller.sentence(*word, *args))));
    let steps: Vec<(Step, String)> = steps.collect();
    ui.add_space(8.0);
    super::widgets::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !title.is_empty() {
            super::heading(ui, title);
        }
        bars_ui(ui, &steps);
    });
}

/// What a sentence says: a number, how likely it is, and whether that is good or bad.
fn step(args: Gaps) -> Option<Step> {
    let [Gap::Number(number), Gap::Number(percent), mood, _] = args else { return None };
    let mood = match (mood == Gap::Number(1), mood == Gap::Number(2)) {
        (true, _) => Mood::Bad,
        (_, true) => Mood::Good,
        (false, false) => Mood::Plain,
    };
    Some(Step { number, percent: percent.clamp(0, 100), mood })
}

fn bars_ui(ui: &mut Ui, steps: &[(Step, String)]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HIGH), Sense::hover());
    let now = theme::now();
    let wide = rect.width() / steps.len().max(1) as f32;
    let (top, floor) = (rect.top() + WORD, rect.bottom() - WORD);
    for (at, (step, label)) in steps.iter().enumerate() {
        let left = rect.left() + wide * at as f32;
        let cell = Rect::from_x_y_ranges(left..=left + wide, rect.y_range());
        let response = ui.interact(cell, egui::Id::unique(("step", at)), Sense::hover());
        named(response, Role::Label, true, || label.clone()).on_hover_text(label);
        let high = ((floor - top) * step.percent as f32 / 100.0).max(2.0);
        let gap = (wide * 0.08).clamp(1.0, 3.0);
        let corner = pos2(left + gap, floor - high);
        let field = Rect::from_min_max(corner, pos2(left + wide - gap, floor));
        let (fill, ink) = match step.mood {
            Mood::Plain => (theme::mix(now.panel2, now.ink3, 0.30), now.ink2),
            Mood::Good | Mood::Bad => (step.mood.color(), now.ink1),
        };
        let mut pen = Pen::new(ui.ctx().pixels_per_point());
        pen.flat(&outline::rounded_rect(field, 3.0), fill);
        draw::show(ui.painter(), pen.done());
        let x = cell.center().x;
        let letters = if step.mood == Mood::Plain { Letters::Plain } else { Letters::Bold };
        let font = draw::font(letters, 13.0);
        let under = pos2(x, floor + 3.0);
        ui.painter().text(under, Align2::CENTER_TOP, step.number, font, ink);
        if step.mood != Mood::Plain {
            let over = pos2(x, floor - high - 2.0);
            let font = draw::font(Letters::Bold, 13.0);
            let percent = text::percent(step.percent);
            ui.painter().text(over, Align2::CENTER_BOTTOM, percent, font, step.mood.color());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_number_says_what_is_to_be_noted() {
        let check = |mood: Gap, expected: Mood| {
            let found = step([Gap::Number(6), Gap::Number(95), mood, Gap::Nothing]);
            assert_eq!(found, Some(Step { number: 6, percent: 95, mood: expected }));
        };
        check(Gap::Number(0), Mood::Plain);
        check(Gap::Number(1), Mood::Bad);
        check(Gap::Number(2), Mood::Good);
        check(Gap::Nothing, Mood::Plain);
        assert_eq!(step([Gap::Number(6), Gap::Nothing, Gap::Nothing, Gap::Nothing]), None);
    }
}
