//! Sentences with gaps: what fills a gap, and how gaps are filled.
//!
//! A gap is `{1}` to `{4}`, or says what its number is, as in `{2:seat}`. Pieces, cells, factions,
//! words and definitions say themselves what they are. `{2:tile|tiles}` is the word for so many:
//! the first for one, the second for any other number.
//!
//! `[{1} light| and |{2} heavy|no wounds]` is a list of parts with what joins them between: parts
//! whose numbers are all 0 are left out, and where none is left the text behind them stands there.

use serde::{Deserialize, Serialize};

use crate::board::Cell;
use crate::game::ArgKind;
use crate::id::*;

/// A text with its gaps filled has no more bytes, but for the sign that it goes on: gaps can be
/// many, and what fills them long.
pub const MAX_TOLD: usize = 1_000;

/// What stands in a gap for which a script gave nothing.
pub const NOTHING: &str = "nothing";

/// What fills a gap of a sentence: a value that says itself what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gap {
    /// Nothing was given for it.
    #[default]
    Nothing,
    /// A plain number; the gap may say what it stands for, as in `{2:seat}`.
    Number(i32),
    /// A piece.
    Piece(PieceId),
    /// A cell.
    Cell(Cell),
    /// A faction.
    Faction(FactionId),
    /// A declared word.
    Word(WordId),
    /// A definition.
    Prototype(PrototypeId),
}

/// How many gaps a sentence has.
pub const N_GAPS: usize = 4;

/// What fills the gaps of one sentence.
pub type Gaps = [Gap; N_GAPS];

impl Gap {
    /// What it is and its number; `otherwise` is what plain numbers are. Nothing for no value.
    pub fn meaning(self, otherwise: ArgKind) -> Option<(ArgKind, i32)> {
        let index = |at: usize| i32::try_from(at).unwrap_or(i32::MAX);
        Some(match self {
            Gap::Nothing => return None,
            Gap::Number(number) => (otherwise, number),
            Gap::Piece(id) => (ArgKind::Piece, index(id.index())),
            Gap::Cell(cell) => (ArgKind::Cell, index(cell.index())),
            Gap::Faction(id) => (ArgKind::Faction, index(id.index())),
            Gap::Word(id) => (ArgKind::Word, index(id.index())),
            Gap::Prototype(id) => (ArgKind::Prototype, index(id.index())),
        })
    }
}

/// A template with its gaps filled. `fill` is told the place of the number, from 0, and what the
/// gap says it is; a gap for which it has nothing stays as it is written. What is longer than
/// [`MAX_TOLD`] is cut off and ends with `…`.
pub fn fill_gaps(
    template: &str,
    fill: impl Fn(usize, Option<ArgKind>) -> Option<String>,
) -> String {
    let mut filled = String::with_capacity(template.len().min(MAX_TOLD) + 24);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('[') {
        if filled.len() > MAX_TOLD {
            break;
        }
        let list = after.split_once(']').filter(|(list, _)| list.contains('|'));
        plain(before, &fill, &mut filled);
        rest = match list {
            Some((list, after)) => {
                filled.push_str(&joined(list, &fill));
                after
            }
            None => {
                filled.push('[');
                after
            }
        };
    }
    plain(rest, &fill, &mut filled);
    if filled.len() > MAX_TOLD {
        filled.truncate(filled.floor_char_boundary(MAX_TOLD));
        filled.push('…');
    }
    filled
}

/// Fills the gaps of what is no list.
fn plain(
    template: &str,
    fill: &impl Fn(usize, Option<ArgKind>) -> Option<String>,
    filled: &mut String,
) {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        if filled.len() > MAX_TOLD {
            break;
        }
        filled.push_str(before);
        let gap = after.split_once('}');
        match gap.and_then(|(gap, after)| Some((read(gap, fill)?, after))) {
            Some((text, after)) => {
                filled.push_str(&text);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
}

/// The parts of a list that are not all of zeros, with what joins them; or what stands for none.
fn joined(list: &str, fill: &impl Fn(usize, Option<ArgKind>) -> Option<String>) -> String {
    let mut all = split(list);
    let none = if all.len().is_multiple_of(2) { all.pop() } else { None };
    let mut told = String::new();
    for (at, part) in all.iter().enumerate().step_by(2) {
        if is_zero(part, fill) || told.len() > MAX_TOLD {
            continue;
        }
        if !told.is_empty() {
            told.push_str(all.get(at - 1).unwrap_or(&""));
        }
        plain(part, fill, &mut told);
    }
    if told.is_empty() { none.unwrap_or_default().to_owned() } else { told }
}

/// What stands between the bars of a list; those within gaps part nothing.
fn split(list: &str) -> Vec<&str> {
    let is_open = std::cell::Cell::new(false);
    list.split(|letter| {
        is_open.set(letter == '{' || is_open.get() && letter != '}');
        letter == '|' && !is_open.get()
    })
    .collect()
}

/// Whether a text has gaps, and 0 fills each of them.
fn is_zero(part: &str, fill: &impl Fn(usize, Option<ArgKind>) -> Option<String>) -> bool {
    let gaps = part.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut gaps = gaps.filter(|(gap, _)| !gap.contains('|')).peekable();
    gaps.peek().is_some() && gaps.all(|(gap, _)| read(gap, fill).as_deref() == Some("0"))
}

/// What fills a gap, if it is one.
fn read(gap: &str, fill: impl Fn(usize, Option<ArgKind>) -> Option<String>) -> Option<String> {
    let place = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    let Some((number, kind)) = gap.split_once(':') else { return fill(place(gap)?, None) };
    if let Some((one, many)) = kind.split_once('|') {
        let is_one = fill(place(number)?, Some(ArgKind::Number))? == "1";
        return Some(if is_one { one } else { many }.to_owned());
    }
    fill(place(number)?, Some(ArgKind::named(kind)?))
}

/// A sentence of the log: its template with what fills its gaps named. A gap for which nothing was
/// given says so.
pub fn told(template: &str, gaps: &[Gap], name: impl Fn(ArgKind, i32) -> String) -> String {
    fill_gaps(template, |at, kind| {
        let meaning = gaps.get(at)?.meaning(kind.unwrap_or(ArgKind::Number));
        Some(meaning.map_or_else(|| NOTHING.to_owned(), |(kind, value)| name(kind, value)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, expected: &str) {
        let gaps = [Gap::Piece(PieceId(7)), Gap::Cell(Cell(0)), Gap::Number(-3), Gap::Number(1)];
        let name = |kind, value: i32| format!("{kind:?} {value}");
        assert_eq!(told(template, &gaps, name), expected, "{template}");
    }

    #[test]
    fn gaps_say_what_their_numbers_are() {
        check("{1} goes to {2}", "Piece 7 goes to Cell 0");
        check("{3} for {4:seat}", "Number -3 for Seat 1");
        check("{1:seat}: {4}", "Piece 7: Number 1");
    }

    #[test]
    fn words_follow_their_numbers() {
        let check = |n: i32, expected: &str| {
            let gaps = [Gap::Number(n), Gap::Nothing, Gap::Nothing, Gap::Nothing];
            let name = |_, value: i32| value.to_string();
            assert_eq!(told("{1} {1:card|cards} left", &gaps, name), expected);
        };
        check(1, "1 card left");
        check(0, "0 cards left");
        check(2, "2 cards left");
        check(-1, "-1 cards left");
        check(11, "11 cards left");
    }

    #[test]
    fn parts_of_a_list_that_are_zero_are_left_out() {
        let check = |numbers: [i32; 2], expected: &str| {
            let [one, two] = numbers.map(Gap::Number);
            let gaps = [one, two, Gap::Nothing, Gap::Nothing];
            let list = "takes [{1} light| and |{2} heavy|no wounds] off";
            assert_eq!(told(list, &gaps, |_, value: i32| value.to_string()), expected);
        };
        check([2, 1], "takes 2 light and 1 heavy off");
        check([2, 0], "takes 2 light off");
        check([0, 1], "takes 1 heavy off");
        check([0, 0], "takes no wounds off");
        check([-1, 10], "takes -1 light and 10 heavy off");
        let three = "[{1} a|, |{2} b| and |{3} c]";
        let check = |numbers: [i32; 3], expected: &str| {
            let gaps = numbers.map(Gap::Number);
            assert_eq!(told(three, &gaps, |_, value: i32| value.to_string()), expected);
        };
        check([1, 2, 3], "1 a, 2 b and 3 c");
        check([1, 0, 3], "1 a and 3 c");
        check([0, 2, 3], "2 b and 3 c");
        check([0, 0, 0], "");
        let gaps = [Gap::Number(1), Gap::Number(2), Gap::Number(0), Gap::Nothing];
        let words = "[{1} {1:card|cards}|, |{2} {2:card|cards}|, |{3} {3:card|cards}]";
        assert_eq!(told(words, &gaps, |_, value: i32| value.to_string()), "1 card, 2 cards");
    }

    #[test]
    fn what_is_no_gap_stays_as_it_is_written() {
        check("[{3}] or [x", "[Number -3] or [x");
        check("{5} {0} {x} {1:nonsense} {}", "{5} {0} {x} {1:nonsense} {}");
        check("an open {brace, then {3}", "an open {brace, then Number -3");
        check("{", "{");
    }

    #[test]
    fn gaps_do_not_multiply_without_an_end() {
        let name = |_, _| "é".repeat(50_000);
        let long = told(&"{1}".repeat(100_000), &[Gap::Number(1)], name);
        assert_eq!((long.len(), long.chars().last()), (MAX_TOLD + 3, Some('…')));
        let open = told(&"[".repeat(100_000), &[], |_, _| String::new());
        assert_eq!(open, "[".repeat(MAX_TOLD) + "…");
        let plain = told(&"a".repeat(MAX_TOLD), &[], |_, _| String::new());
        assert_eq!(plain, "a".repeat(MAX_TOLD));
    }

    #[test]
    fn a_large_number_is_a_number() {
        let name = |kind, value: i32| format!("{kind:?} {value}");
        let told = |gap| told("{1} points", &[gap], name);
        assert_eq!(told(Gap::Number(100_007)), "Number 100007 points");
        assert_eq!(told(Gap::Number(600_000)), "Number 600000 points");
        assert_eq!(told(Gap::Piece(PieceId(7))), "Piece 7 points");
    }

    #[test]
    fn what_was_not_given_is_nothing_and_no_number() {
        let name = |kind, value: i32| format!("{kind:?} {value}");
        assert_eq!(
            told("{1} hits {2:seat}", &[Gap::Number(4), Gap::Nothing], name),
            "Number 4 hits nothing"
        );
    }
}
