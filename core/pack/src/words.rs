//! Nearest words and the order people expect of names with numbers.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Longest word, in bytes, that is compared with others: longer ones are no slip of a finger.
const MAX_COMPARED: usize = 200;
/// So many candidates are looked at.
const MOST_CANDIDATES: usize = 5_000;

/// The end of a sentence about a misspelt `word`: the nearest candidate, or nothing.
///
/// ```
/// assert_eq!(harena_pack::did_you_mean("tittle", ["title", "tags"]), ", did you mean `title`?");
/// assert_eq!(harena_pack::did_you_mean("color", ["title", "tags"]), "");
/// ```
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or(String::new(), |it| format!(", did you mean `{it}`?"))
}

/// A text, or its first letters with dots behind them where it has more than `most`.
///
/// ```
/// assert_eq!(harena_pack::beginning("Monolith", 4), "Mono...");
/// assert_eq!(harena_pack::beginning("Mono", 4), "Mono");
/// ```
pub fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()).into(),
    }
}

/// Words in a row with commas, the first of many: a list of thousands tells nobody anything.
///
/// ```
/// assert_eq!(harena_pack::some_of(&["red", "blue"]), "red, blue");
/// let many = vec!["red"; 50];
/// assert!(harena_pack::some_of(&many).ends_with("red, red and 10 more"));
/// ```
pub fn some_of<S: AsRef<str>>(words: &[S]) -> String {
    const MOST_WORDS: usize = 40;
    const MOST_LETTERS: usize = 1_000;
    const LONGEST_WORD: usize = 100;
    let mut n_letters = 0;
    let mut told = Vec::new();
    for word in words.iter().take(MOST_WORDS) {
        let word = beginning(word.as_ref(), LONGEST_WORD);
        n_letters += word.len() + 2;
        if n_letters > MOST_LETTERS {
            break;
        }
        told.push(word);
    }
    match words.len() - told.len() {
        0 => told.join(", "),
        left => format!("{} and {left} more", told.join(", ")),
    }
}

/// The candidate nearest to a misspelt `word`, if one is near enough to be worth offering.
///
/// ```
/// assert_eq!(harena_pack::nearest("tittle", ["title", "tags"]), Some("title"));
/// assert_eq!(harena_pack::nearest("color", ["title", "tags"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.len();
    if length > MAX_COMPARED {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    // A letter takes up to four bytes: what differs more in length differs in too many letters.
    let is_alike = |candidate: &&str| candidate.len().abs_diff(length) <= 4 * limit;
    candidates
        .into_iter()
        .take(MOST_CANDIDATES)
        .filter(is_alike)
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Compares names as people do: runs of digits by their value, so `box_2` comes before `box_10`.
/// Names that differ only in leading zeros compare by their text.
pub fn natural_order(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    while !a.is_empty() && !b.is_empty() {
        let (part_a, rest_a) = split_part(a);
        let (part_b, rest_b) = split_part(b);
        let order = compare_parts(part_a, part_b);
        if order.is_ne() {
            return order;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.len().cmp(&b.len()).then_with(|| left.cmp(right))
}

fn split_part(text: &str) -> (&str, &str) {
    let digits = text.starts_with(|letter: char| letter.is_ascii_digit());
    let end = text.find(|letter: char| letter.is_ascii_digit() != digits).unwrap_or(text.len());
    text.split_at(end)
}

fn compare_parts(a: &str, b: &str) -> Ordering {
    let is_number = |part: &str| part.starts_with(|letter: char| letter.is_ascii_digit());
    if !(is_number(a) && is_number(b)) {
        return a.cmp(b);
    }
    let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_if_it_is_near() {
        let words = ["title", "status", "summary", "tags", "api"];
        let check = |word, expected| assert_eq!(nearest(word, words), expected, "{word}");
        check("titel", Some("title"));
        check("sumary", Some("summary"));
        check("apo", Some("api"));
        check("statuss", Some("status"));
        check("weather", None);
        check("x", None);
    }

    #[test]
    fn names_sort_as_people_count() {
        let check = |a, b, order| {
            assert_eq!(natural_order(a, b), order, "{a} {b}");
            assert_eq!(natural_order(b, a), order.reverse(), "{b} {a}");
        };
        check("box_2", "box_10", Ordering::Less);
        check("box", "box_1", Ordering::Less);
        check("abyss", "dragon", Ordering::Less);
        check("box_2", "box_2", Ordering::Equal);
        check("box_02", "box_2", Ordering::Less);
        check("box_2_b", "box_10_a", Ordering::Less);
        check("box_99999999999999999999998", "box_99999999999999999999999", Ordering::Less);
    }
}
