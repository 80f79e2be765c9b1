//! The house style, as far as a test can hold it. Each test prints every place that breaks it.

mod docs;
mod limits;
mod luau;
mod names;
mod rooms;
mod rules;
mod size;
mod types;
mod words;

/// Fails with one line a place, if there are any.
#[track_caller]
fn none(what: &str, places: Vec<String>) {
    assert!(places.is_empty(), "{what}:\n  {}", places.join("\n  "));
}

/// The lines of a text with their numbers, from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

/// Whether a letter can be part of a name.
fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Whether a text holds this word, not as a part of a longer name.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_name_letter) && !after.is_some_and(is_name_letter)
    })
}

#[test]
fn words_are_found_only_whole() {
    assert!(has_word("let x: f64 = 1.0;", "f64"));
    assert!(has_word("std::fs::read", "std::fs"));
    assert!(!has_word("std::fsync", "std::fs"));
    assert!(!has_word("buf64", "f64"));
}
