//! Names that fit where they are written: smaller first, then hyphenated.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align, Color32, FontId, Galley, Painter, Vec2};

/// The smallest letters that are still read.
const SMALLEST: f32 = 7.0;
/// How many sizes are tried.
const N_SIZES: u8 = 7;

/// A text centered in a room of this size, in letters up to the largest size given. Words are
/// broken only where a hyphen shows it, and only where the letters get much larger by it; what
/// fits in no size is cut off.
pub fn fitted(
    painter: &Painter,
    text: &str,
    (largest, room): (f32, Vec2),
    color: Color32,
) -> Arc<Galley> {
    let smallest = SMALLEST.min(largest);
    let step = (largest - smallest) / f32::from(N_SIZES - 1);
    let sizes = (0..N_SIZES).map(|i| largest - step * f32::from(i));
    let fits = |galley: &Arc<Galley>| {
        !galley.elided && galley.size().y <= room.y + 0.5 && galley.size().x <= room.x + 0.5
    };
    let whole = |size: f32| {
        let galley = set(painter, text, (size, color), room);
        (widest_word(painter, text, size) <= room.x && fits(&galley)).then_some((size, galley))
    };
    let whole = sizes.clone().find_map(whole);
    let known = whole.as_ref().map_or(0.0, |(size, _)| *size);
    let broken = |size: f32| {
        let galley = set(painter, &broken_for(painter, text, size, room.x), (size, color), room);
        fits(&galley).then_some(galley)
    };
    let broken = sizes.take_while(|size| *size > known * 1.3).find_map(broken);
    broken.or(whole.map(|(_, galley)| galley)).unwrap_or_else(|| {
        set(painter, &broken_for(painter, text, smallest, room.x), (smallest, color), room)
    })
}

/// The text with its words broken as far as the width asks for it.
fn broken_for(painter: &Painter, text: &str, size: f32, width: f32) -> String {
    let longest = text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let fits = |n: &usize| widest_word(painter, &hyphenated(text, *n), size) <= width;
    hyphenated(text, (3..=longest.max(3)).rev().find(fits).unwrap_or(3))
}

fn set(painter: &Painter, text: &str, (size, color): (f32, Color32), room: Vec2) -> Arc<Galley> {
    let font = FontId::proportional(size);
    let mut job = LayoutJob::simple(text.to_owned(), font, color, room.x);
    job.wrap.max_rows = ((room.y / (size * 1.15)) as usize).clamp(1, 3);
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
    use egui::vec2;

    use super::*;

    /// Names in rooms as narrow as on the smallest pieces that show names: nothing sticks out, and
    /// no word is broken without a hyphen.
    #[test]
    fn names_fit_where_they_are_written() {
        egui::__run_test_ui(|ui| {
            let names = [
                "Mygalomorph",
                "Rune of Minor Acceleration",
                "Undertoad",
                "Demon King Stone",
                "Ox",
            ];
            for (text, width, height) in names
                .iter()
                .flat_map(|text| [(28.0, 24.0), (48.0, 26.0), (70.0, 30.0)].map(|it| (text, it)))
                .map(|(text, (width, height))| (*text, width, height))
            {
                let room = vec2(width, height);
                let galley = fitted(ui.painter(), text, (14.0, room), Color32::WHITE);
                let size = galley.size();
                assert!(size.x <= width + 0.5 && size.y <= height + 0.5, "{text} {room} {size}");
                let broken = galley.text().replace("- ", "");
                assert_eq!(broken, text);
            }
        });
    }

    /// A word is broken only where that makes the letters much larger.
    #[test]
    fn names_with_room_stay_whole() {
        egui::__run_test_ui(|ui| {
            let text = |width: f32| {
                let size = (12.0, vec2(width, 30.0));
                fitted(ui.painter(), "Mygalomorph", size, Color32::WHITE).text().to_owned()
            };
            assert_eq!(text(120.0), "Mygalomorph");
            assert_eq!(text(44.0), "Mygalo- morph");
        });
    }

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
