//! What would happen, and how it ended.

use super::DRAW;

/// The winners.
pub fn wins(seats: &[String]) -> String {
    match seats {
        [] => DRAW.to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} share first place", several.join(" and ")),
    }
}

/// Lines that are left out.
pub fn more(n: usize) -> String {
    format!("and {n} more")
}

/// Heading of the sum of all parts of a score.
pub const TOTAL: &str = "Total";
/// Somebody with as many points as the winners did not win.
pub const TIE_BROKEN: &str = "Equal points: the rules of the game break the tie";

/// A number in a column, with a minus as wide as a digit.
pub fn in_column(number: i32) -> String {
    if number < 0 { format!("\u{2212}{}", number.unsigned_abs()) } else { number.to_string() }
}

/// A row of numbers, as it is read aloud.
pub fn score_line(title: &str, numbers: &[String]) -> String {
    format!("{title}: {}", numbers.join(", "))
}

/// A place in the ranking, from 1.
pub fn ranked(place: usize) -> String {
    format!("{place}.")
}

/// Points of a seat.
pub fn score(seat: &str, points: i32) -> String {
    format!("{seat}: {points}")
}

/// A number of something changes.
pub fn changes(whose: &str, what: &str, by: i32) -> String {
    format!("{whose}: {what} {}", super::signed(by))
}

/// A number of the match changes.
pub fn changes_alone(what: &str, by: i32) -> String {
    format!("{what} {}", super::signed(by))
}

/// A piece leaves the board.
pub fn leaves(piece: &str) -> String {
    format!("{piece} leaves the board")
}

/// A piece comes to a cell.
pub fn goes(piece: &str, cell: &str) -> String {
    format!("{piece} goes to {cell}")
}

/// A piece is rotated.
pub fn rotates(piece: &str, facing: &str) -> String {
    format!("{piece}: {facing}")
}

/// A number that is low.
pub fn low(what: &str, value: i32) -> String {
    format!("{what}: only {value} left")
}

/// What a part of a score comes from.
pub fn part(points: i32, what: &str) -> String {
    format!("{} {what}", super::signed(points))
}

/// A score with what it is made of.
pub fn score_of(score: &str, parts: &[String]) -> String {
    if parts.is_empty() { score.to_owned() } else { format!("{score} = {}", parts.join(", ")) }
}

/// Dice that were thrown.
pub fn dice(results: &[u32]) -> String {
    let results: Vec<String> = results.iter().map(u32::to_string).collect();
    format!("Dice {}", results.join(", "))
}

/// How many times as fast.
pub fn times(speed: f64) -> String {
    format!("{speed}\u{d7}")
}

/// A line that begins a phase.
pub fn in_phase(phase: i32, line: &str) -> String {
    format!("{phase}: {line}")
}

/// Heading over chances that are drawn.
pub const ODDS: &str = "What the dice can do";

/// How likely something is.
pub fn percent(n: i32) -> String {
    format!("{n} %")
}

/// A sentence with how likely it is.
pub fn percent_of(sentence: &str, n: i32) -> String {
    format!("{sentence}, {n} %")
}

/// How likely something is, in a word.
pub fn likelihood(percent: i32) -> &'static str {
    match percent {
        ..10 => "hardly",
        10..35 => "unlikely",
        35..=65 => "even",
        66..=90 => "likely",
        91.. => "nearly sure",
    }
}
