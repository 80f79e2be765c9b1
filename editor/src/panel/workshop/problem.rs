//! The strip of problems: what is wrong, where, and what is meant instead, by a button that writes
//! it.

use egui::{Align, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use harena_script::page::Page;

use super::board::beside;
use super::source::word_at;
use super::{Bench, head_ui};
use crate::draw::icon;
use crate::panel::code;
use crate::panel::widgets::sign_ui;
use crate::session::{Failed, Trouble};
use crate::workshop::{Part, Target, parts};
use crate::{text, theme};

/// How high the strip is.
const HIGH: f32 = 92.0;
/// So many words are offered.
const MOST_WORDS: usize = 6;

/// How high the strip is now: it is there only when something is wrong.
pub fn height(bench: &Bench, problems: &[Trouble]) -> f32 {
    let any = !problems.is_empty() || !failed(bench).is_empty();
    if any || bench.workshop.unsettled().next().is_some() { HIGH } else { 0.0 }
}

/// The scenarios of the pack that do not hold.
fn failed<'a>(bench: &Bench<'a>) -> &'a [Failed] {
    bench.session.proofs().score.as_ref().map_or(&[], |score| &score.failed)
}

/// Draws the strip.
pub fn strip_ui(ui: &mut Ui, strip: Rect, bench: &mut Bench, problems: &[Trouble]) {
    let now = theme::now();
    let failed = failed(bench);
    let bad = problems.iter().any(|trouble| !trouble.mild) || !failed.is_empty();
    let edge = if bad { now.down } else { now.accent };
    ui.painter().rect_filled(strip, 0.0, theme::mix(now.table0, edge, 0.10));
    ui.painter().hline(strip.x_range(), strip.top(), egui::Stroke::new(2.0, edge));
    let narrow = strip.width() < 1100.0;
    let left = if narrow { 130.0 } else { 200.0 };
    let count = Rect::from_min_size(strip.min, vec2(left, strip.height()));
    ui.scope_builder(UiBuilder::new().max_rect(count.shrink2(vec2(16.0, 12.0))), |ui| {
        ui.horizontal(|ui| {
            sign_ui(ui, icon("warning-circle"), 18.0, edge);
            head_ui(ui, &text::problems(problems.len() + failed.len()));
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
            failed.iter().for_each(|failed| failed_ui(ui, bench, failed));
        });
    });
}

/// Draws a scenario that does not hold, and the way to it.
fn failed_ui(ui: &mut Ui, bench: &mut Bench, failed: &Failed) {
    let now = theme::now();
    let Failed { name, told, path, line } = failed;
    let wished = beside(
        ui,
        |ui| ui.link(format!("{path}:{line}")).clicked(),
        |ui| {
            sign_ui(ui, icon("x-circle"), 17.0, now.down);
            let name = code::coded(&text::test_failed(name), &theme::bold(15.0), now.ink1);
            ui.add(egui::Label::new(name).truncate());
            code::brief_ui(ui, told, now.ink2);
        },
    );
    if wished {
        go(bench, path, *line);
    }
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

fn message_ui(ui: &mut Ui, trouble: &Trouble) {
    let now = theme::now();
    ui.horizontal(|ui| {
        let color = if trouble.mild { now.ink1 } else { now.down };
        let message = code::coded(&trouble.message, &theme::bold(15.0), color);
        ui.add(egui::Label::new(message).truncate());
        ui.label(RichText::new(trouble.code.to_string()).color(now.ink3));
    });
    if !trouble.hint.is_empty() {
        code::brief_ui(ui, &trouble.hint, now.ink2);
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

/// The text with another word instead of the wrong one, where that stands at the place of a problem
/// or is the only one like it there.
fn mended(page: &Page, trouble: &Trouble, word: &str) -> Option<String> {
    let wrong = quoted(&trouble.message);
    let is_wrong = |bare: &str| bare != word && wrong.iter().any(|it| it == bare);
    let (start, end) =
        pointed(page, trouble, &is_wrong).or_else(|| only(page, trouble, &is_wrong))?;
    let there = page.text().get(start..end)?;
    let bare = there.trim_matches(QUOTES);
    let quote = there.strip_suffix(bare).is_none();
    let new = if quote { format!("\"{word}\"") } else { word.to_owned() };
    let mut text = page.text().to_owned();
    text.replace_range(start..end, &new);
    Some(text)
}

const QUOTES: [char; 2] = ['"', '\''];

/// The wrong word that a problem points at.
fn pointed(
    page: &Page,
    trouble: &Trouble,
    is_wrong: &impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let column = Some(trouble.column).filter(|column| *column > 0)?;
    let (start, end) = word_at(page, trouble.line, column)?;
    is_wrong(page.text().get(start..end)?.trim_matches(QUOTES)).then_some((start, end))
}

/// The only wrong word on the line of a problem, or else in the sheet that begins there; where no
/// line is named, in the whole file. Where several stand there, nobody knows which is meant.
fn only(
    page: &Page,
    trouble: &Trouble,
    is_wrong: &impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let line = trouble.line;
    let start_of = |line: u32| page.start_of(line).unwrap_or(page.text().len());
    if line == 0 {
        return only_in(page, 0..page.text().len(), is_wrong);
    }
    let sheets = page.sheets().iter().filter(|it| page.line_of(it.span.start) == line);
    let spans = std::iter::once(start_of(line)..start_of(line + 1));
    let mut spans = spans.chain(sheets.map(|sheet| sheet.span.clone()));
    spans.find_map(|span| only_in(page, span, is_wrong))
}

fn only_in(
    page: &Page,
    span: std::ops::Range<usize>,
    is_wrong: &impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let text = page.text();
    let mut found = Vec::new();
    for (part, _) in parts(text).iter().filter(|(_, part)| *part != Part::Comment) {
        let (from, to) = (part.start.max(span.start), part.end.min(span.end));
        let mut at = from;
        for piece in text.get(from..to).unwrap_or("").split_inclusive(|letter| !is_word(letter)) {
            let bare = piece.trim_end_matches(|letter| !is_word(letter));
            if !bare.is_empty() && is_wrong(bare) {
                found.push((at, at + bare.len()));
            }
            at += piece.len();
        }
    }
    let [(start, end)] = found.as_slice() else { return None };
    Some((*start, *end))
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
        // It is found where the problem points at something else, if there is but one of it.
        check("  a = { n = 1 },", (unknown, "ne"), Some("  a = { ne = 1 },"));
        check("  a = { n = 1, b = n },", (unknown, "ne"), None);
        check("  a = 1, -- n", (unknown, "ne"), None);
        check("  a = { \"n\" },", (unknown, "ne"), Some("  a = { \"ne\" },"));
    }

    #[test]
    fn a_word_without_a_place_is_found_where_it_stands_once() {
        let problem = harena_pack::Problem::error(
            harena_pack::codes::UNKNOWN_FIELD,
            "unknown keyword `fly`, in Knight".to_owned(),
        );
        let mend = |text: &str, line: u32| {
            let trouble = Trouble { line, column: 0, ..Trouble::of_problem(&problem) };
            mended(&Page::read(text), &trouble, "flying")
        };
        let text = "return {\n\tf {\n\t\tid = \"a\",\n\t\thas = { \"fly\" },\n\t},\n}\n";
        let expected = Some(text.replace("fly", "flying"));
        assert_eq!(mend(text, 2), expected, "in the sheet that begins there");
        assert_eq!(mend(text, 4), expected, "on its line");
        assert_eq!(mend(text, 0), expected, "in the file");
        assert_eq!(mend(text, 3), None, "on another line");
        assert_eq!(mend(&text.replace("f {", "fly {"), 0), None, "two of them");
    }

    #[test]
    fn names_in_a_hint_are_found() {
        assert_eq!(quoted("did you mean `e`?"), ["e"]);
        assert_eq!(quoted("known here: `ne`, `e`"), ["ne", "e"]);
        assert_eq!(quoted("write `a = 1`, or nothing"), [""; 0]);
    }
}
