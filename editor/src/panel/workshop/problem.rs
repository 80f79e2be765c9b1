//! The strip of problems: what is wrong, where, and what is meant instead, by a button that writes
//! it.

use egui::{Align, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use harena_script::page::Page;

use super::board::beside;
use super::source::word_at;
use super::{Bench, head_ui};
use crate::draw::icon;
use crate::panel::widgets::sign_ui;
use crate::session::Trouble;
use crate::workshop::Target;
use crate::{text, theme};

/// How high the strip is.
const HIGH: f32 = 92.0;
/// So many words are offered.
const MOST_WORDS: usize = 6;

/// How high the strip is now: it is there only when something is wrong.
pub fn height(bench: &Bench, problems: &[Trouble]) -> f32 {
    if problems.is_empty() && bench.workshop.unsettled().next().is_none() { 0.0 } else { HIGH }
}

/// Draws the strip.
pub fn strip_ui(ui: &mut Ui, strip: Rect, bench: &mut Bench, problems: &[Trouble]) {
    let now = theme::now();
    let bad = problems.iter().any(|trouble| !trouble.mild);
    let edge = if bad { now.down } else { now.accent };
    ui.painter().rect_filled(strip, 0.0, theme::mix(now.table0, edge, 0.10));
    ui.painter().hline(strip.x_range(), strip.top(), egui::Stroke::new(2.0, edge));
    let narrow = strip.width() < 1100.0;
    let left = if narrow { 130.0 } else { 200.0 };
    let count = Rect::from_min_size(strip.min, vec2(left, strip.height()));
    ui.scope_builder(UiBuilder::new().max_rect(count.shrink2(vec2(16.0, 12.0))), |ui| {
        ui.horizontal(|ui| {
            sign_ui(ui, icon("warning-circle"), 18.0, edge);
            head_ui(ui, &text::problems(problems.len()));
        });
    });
    let rest = strip.with_min_x(count.right()).shrink2(vec2(16.0, 8.0));
    ui.scope_builder(UiBuilder::new().max_rect(rest), |ui| {
        ui.set_clip_rect(strip.intersect(ui.clip_rect()));
        let scroll =
            ScrollArea::vertical().id_salt("workshop problems").auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            unsettled_ui(ui, bench);
            for trouble in problems {
                trouble_ui(ui, bench, trouble);
            }
        });
    });
}

/// Draws which files do not stand well with the disk.
fn unsettled_ui(ui: &mut Ui, bench: &mut Bench) {
    let all: Vec<(String, String)> = bench
        .workshop
        .unsettled()
        .filter_map(|(path, state)| Some((path.to_owned(), super::told_of_file(None, state)?)))
        .collect();
    for (path, told) in all {
        ui.horizontal(|ui| {
            ui.label(RichText::new(told).color(theme::now().accent));
            if ui.link(&path).clicked() {
                go(bench, &path, 0);
            }
        });
    }
}

fn go(bench: &mut Bench, path: &str, line: u32) {
    let (session, pack) = (bench.session, bench.workshop.pack.clone());
    bench.workshop.open(session, &Target { pack, path: path.to_owned(), line });
}

fn trouble_ui(ui: &mut Ui, bench: &mut Bench, trouble: &Trouble) {
    let repairs = repairs(bench, trouble);
    let wished = beside(
        ui,
        |ui| place_ui(ui, trouble, &repairs),
        |ui| {
            ui.with_layout(Layout::top_down(Align::Min), |ui| message_ui(ui, trouble));
        },
    );
    if let Some(text) = wished {
        go(bench, &trouble.path, trouble.line);
        text.iter().for_each(|text| bench.workshop.mend(text));
    }
}

/// Draws the place of a problem and what mends it, from the right; answers whether one wants to go
/// there, and with which text.
fn place_ui(
    ui: &mut Ui,
    trouble: &Trouble,
    repairs: &[(String, String)],
) -> Option<Option<String>> {
    let mut wished = None;
    if !trouble.path.is_empty() {
        let place = format!("{}:{}", trouble.path, trouble.line);
        wished = ui.link(place).clicked().then_some(None);
    }
    for (word, text) in repairs.iter().rev() {
        if ui.button(text::use_word(word)).clicked() {
            wished = Some(Some(text.clone()));
        }
    }
    wished
}

/// A sentence with quotes that read better than marks of code in letters of any width.
fn plain(sentence: &str) -> String {
    sentence.replace('`', "'")
}

fn message_ui(ui: &mut Ui, trouble: &Trouble) {
    let now = theme::now();
    ui.horizontal(|ui| {
        let color = if trouble.mild { now.ink1 } else { now.down };
        let message = RichText::new(plain(&trouble.message)).font(theme::bold(15.0));
        ui.add(egui::Label::new(message.color(color)).truncate());
        ui.label(RichText::new(trouble.code.to_string()).color(now.ink3));
    });
    if !trouble.hint.is_empty() {
        let hint = RichText::new(plain(&trouble.hint)).color(now.ink2);
        ui.add(egui::Label::new(hint).truncate());
    }
}

/// Words that are meant instead of the wrong one, each with the text in which it stands.
fn repairs(bench: &Bench, trouble: &Trouble) -> Vec<(String, String)> {
    let Some(file) = bench.workshop.file(&trouble.path).filter(|file| file.lock.is_none()) else {
        return Vec::new();
    };
    let words = quoted(&trouble.hint);
    let words = words.into_iter().take(MOST_WORDS);
    words.filter_map(|word| Some((word.clone(), mended(&file.page, trouble, &word)?))).collect()
}

/// What stands in a sentence between marks of code, if that are names.
fn quoted(sentence: &str) -> Vec<String> {
    let names = sentence.split('`').skip(1).step_by(2);
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    names.filter(is_name).map(str::to_owned).collect()
}

/// The text with another word at the place of a problem, if the wrong word stands there.
fn mended(page: &Page, trouble: &Trouble, word: &str) -> Option<String> {
    if trouble.column == 0 {
        return None;
    }
    let (start, end) = word_at(page, trouble.line, trouble.column)?;
    let there = page.text().get(start..end)?;
    let bare = there.trim_matches(['"', '\'']);
    let wrong = quoted(&trouble.message);
    if bare.is_empty() || bare == word || !wrong.iter().any(|it| it == bare) {
        return None;
    }
    let quote = there.strip_suffix(bare).is_none();
    let new = if quote { format!("\"{word}\"") } else { word.to_owned() };
    let mut text = page.text().to_owned();
    text.replace_range(start..end, &new);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, (message, word): (&str, &str), expected: Option<&str>) {
        let (column, message) = (3, message.to_owned());
        let code = harena_pack::codes::UNKNOWN_FIELD;
        let problem = harena_pack::Problem::error(code, message);
        let trouble = Trouble { line: 2, column, ..Trouble::of_problem(&problem) };
        let page = Page::read(&format!("f {{\n{line}\n}}"));
        let found = mended(&page, &trouble, word);
        let expected = expected.map(|line| format!("f {{\n{line}\n}}"));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_word_is_put_where_the_wrong_one_stands() {
        let unknown = "unknown field `n` of PerSide";
        check("  n = 1,", (unknown, "ne"), Some("  ne = 1,"));
        check("  \"n\",", (unknown, "ne"), Some("  \"ne\","));
        check("  no = 1,", (unknown, "ne"), None);
        check("", (unknown, "ne"), None);
    }

    #[test]
    fn names_in_a_hint_are_found() {
        assert_eq!(quoted("did you mean `e`?"), ["e"]);
        assert_eq!(quoted("known here: `ne`, `e`"), ["ne", "e"]);
        assert_eq!(quoted("write `a = 1`, or nothing"), [""; 0]);
    }
}
