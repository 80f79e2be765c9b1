//! Sentences with gaps: how values stand among the numbers of a sentence, and how gaps are filled.
//!
//! A gap is `{1}` to `{4}`, or says what its number is, as in `{2:seat}`. Pieces, cells, factions,
//! words and definitions stand among the numbers so that they say themselves what they are.

use crate::game::ArgKind;

/// How far the kinds that say themselves what they are lie apart.
const STRIDE: i32 = 100_000;

/// These kinds, each a stride after the one before; below the first are plain numbers.
const KINDS: [ArgKind; 5] =
    [ArgKind::Piece, ArgKind::Cell, ArgKind::Faction, ArgKind::Word, ArgKind::Prototype];

/// A value as a number of a sentence.
pub fn gap_value(kind: ArgKind, value: i32) -> i32 {
    let strides = (1..).zip(KINDS).find(|(_, known)| *known == kind).map_or(0, |(n, _)| n);
    strides * STRIDE + value
}

/// What a number of a sentence stands for; `otherwise` is what plain numbers are.
pub fn gap_meaning(number: i32, otherwise: ArgKind) -> (ArgKind, i32) {
    let strides = usize::try_from(number / STRIDE).ok().and_then(|n| n.checked_sub(1));
    let kind = strides.and_then(|n| KINDS.get(n));
    kind.map_or((otherwise, number), |kind| (*kind, number % STRIDE))
}

/// A template with its gaps filled. `fill` is told the place of the number, from 0, and what the
/// gap says it is; a gap for which it has nothing stays as it is written.
pub fn fill_gaps(
    template: &str,
    fill: impl Fn(usize, Option<ArgKind>) -> Option<String>,
) -> String {
    let mut filled = String::with_capacity(template.len() + 24);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let gap = after.split_once('}');
        match gap.and_then(|(gap, after)| Some((read(gap, &fill)?, after))) {
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
    filled
}

/// What fills a gap, if it is one.
fn read(gap: &str, fill: impl Fn(usize, Option<ArgKind>) -> Option<String>) -> Option<String> {
    let (number, kind) = match gap.split_once(':') {
        Some((number, kind)) => (number, Some(ArgKind::named(kind)?)),
        None => (gap, None),
    };
    fill(number.parse::<usize>().ok()?.checked_sub(1)?, kind)
}

/// A sentence of the log: its template with the numbers named.
pub fn told(template: &str, numbers: &[i32], name: impl Fn(ArgKind, i32) -> String) -> String {
    fill_gaps(template, |at, kind| {
        let (kind, value) = gap_meaning(*numbers.get(at)?, kind.unwrap_or(ArgKind::Number));
        Some(name(kind, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, expected: &str) {
        let numbers = [
            gap_value(ArgKind::Piece, 7),
            gap_value(ArgKind::Cell, 0),
            gap_value(ArgKind::Number, -3),
            gap_value(ArgKind::Seat, 1),
        ];
        let name = |kind, value: i32| format!("{kind:?} {value}");
        assert_eq!(told(template, &numbers, name), expected, "{template}");
    }

    #[test]
    fn gaps_say_what_their_numbers_are() {
        check("{1} goes to {2}", "Piece 7 goes to Cell 0");
        check("{3} for {4:seat}", "Number -3 for Seat 1");
        check("{1:seat}: {4}", "Piece 7: Number 1");
    }

    #[test]
    fn what_is_no_gap_stays_as_it_is_written() {
        check("{5} {0} {x} {1:nonsense} {}", "{5} {0} {x} {1:nonsense} {}");
        check("an open {brace, then {3}", "an open {brace, then Number -3");
        check("{", "{");
    }

    #[test]
    fn every_kind_is_read_as_it_is_written() {
        let check = |kind, value| {
            let expected = if KINDS.contains(&kind) { kind } else { ArgKind::Number };
            let found = gap_meaning(gap_value(kind, value), ArgKind::Number);
            assert_eq!(found, (expected, value));
        };
        ArgKind::NAMED.iter().for_each(|(_, kind)| check(*kind, 0));
        ArgKind::NAMED.iter().for_each(|(_, kind)| check(*kind, 65_535));
        assert_eq!(gap_meaning(600_000, ArgKind::Number), (ArgKind::Number, 600_000));
    }
}
