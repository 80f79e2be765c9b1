//! Counts told in signs: `2 light and 1 heavy` is two light cubes and a heavy one.

use std::collections::BTreeMap;

use egui::{Align2, Color32, Pos2, Response, Role, Sense, Ui, pos2, vec2};

use crate::book::Sign;
use crate::draw::{self, Letters, Pen};
use crate::paint::figure;
use crate::theme;

/// How large a sign is.
const SIGN: f32 = 17.0;

/// A part of what is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Words as they are.
    Words(String),
    /// So many of a sign.
    Signs(usize, Sign),
}

/// The parts of a text: a number before a word that looks draw is so many of its sign.
pub fn parts(drawn: &BTreeMap<String, Sign>, text: &str) -> Vec<Part> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(word) = words.get(at) {
        let sign = words.get(at + 1).and_then(|next| drawn.get(next.trim_end_matches(',')));
        match (word.parse::<usize>(), sign) {
            (Ok(n), Some(sign)) if n <= 12 => {
                parts.push(Part::Signs(n, sign.clone()));
                at += 2;
                // What joins two signs needs no word.
                at += usize::from(words.get(at) == Some(&"and"));
            }
            (Ok(_) | Err(_), _) => {
                add_word(&mut parts, word);
                at += 1;
            }
        }
    }
    parts
}

/// Adds a word to those before it; a percent sign stays with its number.
fn add_word(parts: &mut Vec<Part>, word: &str) {
    match parts.last_mut() {
        Some(Part::Words(before)) => {
            before.push(if word == "%" { '\u{a0}' } else { ' ' });
            before.push_str(word);
        }
        Some(Part::Signs(..)) | None => parts.push(Part::Words(word.to_owned())),
    }
}

/// How broad it is drawn.
pub fn width_of(ui: &Ui, cell: &[Part]) -> f32 {
    let part = |part: &Part| match part {
        Part::Words(words) => draw::width_of(ui.painter(), words, Letters::Bold, 15.0),
        Part::Signs(n, _) => *n as f32 * (SIGN + 2.0),
    };
    cell.iter().map(part).sum::<f32>() + 4.0 * cell.len().saturating_sub(1) as f32
}

/// Draws a line of text in which so many of what looks draw are signs; plain where nothing is, or
/// where it does not fit a line.
pub fn line_ui(ui: &mut Ui, drawn: &BTreeMap<String, Sign>, line: &str) -> Response {
    let parts = without_none(parts(drawn, line));
    let is_drawn = parts.iter().any(|part| matches!(part, Part::Signs(..)));
    let width = width_of(ui, &parts);
    if !is_drawn || width > ui.available_width() {
        return ui.label(line);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    let response = super::named(response, Role::Label, true, || line.to_owned());
    parts_ui(ui, &parts, rect.center());
    response
}

/// Without what there is none of, where there is some of something else.
fn without_none(parts: Vec<Part>) -> Vec<Part> {
    let some = parts.iter().any(|part| matches!(part, Part::Signs(1.., _)));
    let stays = |part: &Part| !(some && matches!(part, Part::Signs(0, _)));
    parts.into_iter().filter(stays).collect()
}

/// Draws it about a middle.
pub fn parts_ui(ui: &Ui, parts: &[Part], middle: Pos2) {
    let now = theme::now();
    let mut x = middle.x - width_of(ui, parts) / 2.0;
    let mut pen = Pen::new(ui.ctx().pixels_per_point());
    for part in parts {
        match part {
            Part::Words(words) => {
                let ink = if words.starts_with("no") { now.ink3 } else { now.ink1 };
                let font = draw::font(Letters::Bold, 15.0);
                let at = pos2(x, middle.y);
                x = ui.painter().text(at, Align2::LEFT_CENTER, words, font, ink).right() + 4.0;
            }
            Part::Signs(n, sign) => {
                let color = sign.color.unwrap_or(now.ink2);
                for _ in 0..*n {
                    sign_ui(&mut pen, pos2(x + SIGN / 2.0, middle.y), sign.icon, color);
                    x += SIGN + 2.0;
                }
                x += 4.0;
            }
        }
    }
    draw::show(ui.painter(), pen.done());
}

/// Draws a sign: a cube has a body, and what has no icon is a disc.
fn sign_ui(pen: &mut Pen, at: Pos2, sign: Option<char>, color: Color32) {
    match sign {
        _ if figure::is_cube(sign) => figure::cube(pen, at, SIGN * 0.5, color),
        Some(it) => pen.icon(at, it, SIGN, color),
        None => pen.disc(at, SIGN * 0.4, color),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_words_that_are_drawn_are_so_many_signs() {
        let sign = |title: &str| Sign { title: title.to_owned(), ..Sign::default() };
        let words = ["light", "heavy"].map(|it| (it.to_owned(), sign(it)));
        let drawn = BTreeMap::from(words);
        let check = |text: &str, expected: &[Part]| assert_eq!(parts(&drawn, text), expected);
        let (light, heavy) = (sign("light"), sign("heavy"));
        check("2 light and 1 heavy", &[Part::Signs(2, light), Part::Signs(1, heavy)]);
        check("95 %", &[Part::Words("95\u{a0}%".to_owned())]);
        check("no wound", &[Part::Words("no wound".to_owned())]);
        check("", &[]);
    }
}
