//! Names that fit where they are written: smaller first, then hyphenated.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align, Color32, FontId, Galley, Painter, Vec2};

/// The smallest letters that are still read.
const SMALLEST: f32 = 7.0;

/// A text centered in a room of this size, in letters up to the largest size given. Words are
/// never broken but where a hyphen shows it.
pub fn fitted(
    painter: &Painter,
    text: &str,
    (largest, room): (f32, Vec2),
    color: Color32,
) -> Arc<Galley> {
    let smallest = SMALLEST.min(largest);
    let sizes = [1.0, 0.88, 0.78, 0.7].map(|part| (largest * part).max(smallest));
    for size in sizes {
        let galley = set(painter, text, (size, room.x), color);
        let width = widest_word(painter, text, size);
        if width <= room.x && galley.size().y <= room.y {
            return galley;
        }
    }
    let longest = |n: usize| widest_word(painter, &hyphenated(text, n), smallest) <= room.x;
    let n = (3..=24).rev().find(|n| longest(*n)).unwrap_or(3);
    set(painter, &hyphenated(text, n), (smallest, room.x), color)
}

fn set(painter: &Painter, text: &str, (size, width): (f32, f32), color: Color32) -> Arc<Galley> {
    let font = FontId::proportional(size);
    let mut job = LayoutJob::simple(text.to_owned(), font, color, width);
    job.wrap.max_rows = 3;
    job.wrap.break_anywhere = false;
    job.halign = Align::Center;
    painter.layout_job(job)
}

fn widest_word(painter: &Painter, text: &str, size: f32) -> f32 {
    let width = |word: &str| {
        let font = FontId::proportional(size);
        painter.layout_no_wrap(word.to_owned(), font, Color32::WHITE).size().x
    };
    text.split_whitespace().map(width).fold(0.0, f32::max)
}

/// The text with words longer than `n` letters broken by hyphens into parts of similar length,
/// after a vowel if there is one nearby.
pub fn hyphenated(text: &str, n: usize) -> String {
    let words = text.split_whitespace().map(|word| broken(word, n.max(3)));
    words.collect::<Vec<_>>().join(" ")
}

fn broken(word: &str, n: usize) -> String {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= n {
        return word.to_owned();
    }
    let n_parts = letters.len().div_ceil(n - 1);
    let length = letters.len().div_ceil(n_parts);
    let is_vowel = |at: usize| letters.get(at).is_some_and(|it| "aeiouyAEIOUY".contains(*it));
    let fits = |at: &usize| *at >= 2 && *at < n && letters.len() - at >= 2;
    let after_vowel = |at: &usize| fits(at) && is_vowel(at - 1) && !is_vowel(*at);
    let near = [length, length - 1, length + 1];
    let at = near.into_iter().find(after_vowel).unwrap_or(length.min(n - 1));
    let (head, rest) = letters.split_at(at);
    let rest: String = rest.iter().collect();
    format!("{}- {}", head.iter().collect::<String>(), broken(&rest, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_broken_where_a_hyphen_shows_it() {
        for (text, n, expected) in [
            ("Mygalomorph", 12, "Mygalomorph"),
            ("Mygalomorph", 8, "Mygalo- morph"),
            ("Old Mygalomorph", 8, "Old Mygalo- morph"),
            ("Net", 3, "Net"),
        ] {
            assert_eq!(hyphenated(text, n), expected, "{text} {n}");
        }
        for word in ["Strengths", "Abracadabra", "Rhythms", "Uncharacteristically"] {
            for n in 3..12 {
                let text = hyphenated(word, n);
                assert!(text.split(' ').all(|part| part.chars().count() <= n), "{text} {n}");
                assert_eq!(text.replace("- ", ""), word);
            }
        }
    }
}
