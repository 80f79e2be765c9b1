//! Sentences with names from files in them: what stands between marks of code is drawn in letters
//! of one width on a ground of its own, and the marks themselves are not drawn. Noto Sans makes
//! such a mark of the accent that stands on other letters and takes over its measures, so that it
//! would be drawn above the letter behind it.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Label, Response, Ui};

use crate::theme;

/// So much smaller are letters of one width, to look as large as those around them.
const SMALLER: f32 = 0.93;

/// A sentence in such letters and such a color, with its code set as code.
pub fn coded(sentence: &str, font: &FontId, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let plain = TextFormat { font_id: font.clone(), color, ..TextFormat::default() };
    let alike = TextFormat { font_id: FontId::monospace(font.size * SMALLER), ..plain.clone() };
    let code = TextFormat { background: theme::now().well, expand_bg: 1.0, ..alike.clone() };
    for (part, is_code) in parts(sentence) {
        if is_code {
            job.append(part, 0.0, code.clone());
            continue;
        }
        for (at, words) in part.split('`').enumerate() {
            if at > 0 {
                job.append("`", 0.0, alike.clone());
            }
            job.append(words, 0.0, plain.clone());
        }
    }
    job
}

/// The same in the letters of running text.
pub fn plain(sentence: &str, color: Color32) -> LayoutJob {
    coded(sentence, &FontId::proportional(15.0), color)
}

/// Draws a sentence with code in it, in lines.
pub fn coded_ui(ui: &mut Ui, sentence: &str, color: Color32) -> Response {
    ui.add(Label::new(plain(sentence, color)).wrap())
}

/// Draws as much of it as fits in one line.
pub fn brief_ui(ui: &mut Ui, sentence: &str, color: Color32) -> Response {
    ui.add(Label::new(plain(sentence, color)).truncate())
}

/// The parts of a sentence, each with whether it is code. A mark without another one is a sign
/// like any.
fn parts(sentence: &str) -> Vec<(&str, bool)> {
    let n_marks = sentence.matches('`').count();
    let mut all = Vec::new();
    let mut rest = sentence;
    for at in 0..=n_marks {
        let is_last = at + 1 == n_marks && n_marks % 2 == 1;
        let (part, next) = match rest.split_once('`').filter(|_| !is_last) {
            Some(halves) => halves,
            None => (rest, ""),
        };
        if !part.is_empty() {
            all.push((part, at % 2 == 1));
        }
        if is_last {
            break;
        }
        rest = next;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn what_stands_between_marks_is_code() {
        let check = |sentence: &str, expected: &[(&str, bool)]| {
            assert_eq!(parts(sentence), expected, "{sentence}");
        };
        check("", &[]);
        check("no code", &[("no code", false)]);
        check("no file `battle.luau`", &[("no file ", false), ("battle.luau", true)]);
        check("`a` or `b`?", &[("a", true), (" or ", false), ("b", true), ("?", false)]);
        check("an open `mark", &[("an open `mark", false)]);
        check("`a` and an open `mark", &[("a", true), (" and an open `mark", false)]);
        check("``", &[]);
    }
}
