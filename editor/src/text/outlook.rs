//! Words of what would happen, and of how it ended.

use super::signed;

words! {
    attacks_now;
    helps_now;
    is_target;
    changed_numbers;
    more(n: usize);
    total;
    tie_broken;
    nobody_wins;
    one_wins(seat: &str);
    share_first_place(seats: &str);
    both(one: &str, other: &str);
    dice_show(results: &str);
    dice_sum(results: &str, sum: u32);
    hardly;
    unlikely;
    even;
    likely;
    nearly_sure;
    ranked(place: usize);
    score(seat: &str, points: &str);
    leaves(piece: &str);
    goes(piece: &str, cell: &str);
    rotates(piece: &str, facing: &str);
    low(what: &str, value: i32);
    in_phase(phase: i32, line: &str);
    odds;
    percent(n: i32);
    percent_of(sentence: &str, n: i32);
    legend;
    step_now(step: &str);
    choice;
}

/// What is being carried out, step by step, as it is read aloud.
pub fn way(steps: &[String]) -> String {
    steps.join(", ")
}

/// The winners.
pub fn wins(seats: &[String]) -> String {
    match seats {
        [] => nobody_wins().to_owned(),
        [one] => one_wins(one),
        [one, others @ ..] => {
            let all = others.iter().fold(one.clone(), |all, seat| both(&all, seat));
            share_first_place(&all)
        }
    }
}

/// A number in a column, with a minus as wide as a digit.
pub fn in_column(number: i32) -> String {
    if number < 0 { format!("\u{2212}{}", number.unsigned_abs()) } else { number.to_string() }
}

/// A row of numbers, as it is read aloud.
pub fn score_line(title: &str, numbers: &[String]) -> String {
    format!("{title}: {}", numbers.join(", "))
}

/// A number of something changes.
pub fn changes(whose: &str, what: &str, by: i32) -> String {
    format!("{whose}: {what} {}", signed(by))
}

/// A number of the match changes.
pub fn changes_alone(what: &str, by: i32) -> String {
    format!("{what} {}", signed(by))
}

/// What a part of a score comes from.
pub fn part(points: i32, what: &str) -> String {
    format!("{what} {}", signed(points))
}

/// A score with what it is made of.
pub fn score_of(score: &str, parts: &[String]) -> String {
    if parts.is_empty() { score.to_owned() } else { format!("{score} ({})", parts.join(", ")) }
}

/// Dice that were thrown.
pub fn dice(results: &[u32], sum: Option<u32>) -> String {
    let results: Vec<String> = results.iter().map(u32::to_string).collect();
    let results = results.join(", ");
    sum.map_or_else(|| dice_show(&results), |sum| dice_sum(&results, sum))
}

/// How likely something is, in a word.
pub fn likelihood(percent: i32) -> &'static str {
    match percent {
        ..10 => hardly(),
        10..35 => unlikely(),
        35..=65 => even(),
        66..=90 => likely(),
        91.. => nearly_sure(),
    }
}
