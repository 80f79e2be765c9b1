//! Answers that are put together.

use super::NONE;

/// A choice of several, told by its size.
pub fn several(n: u32) -> String {
    format!("{n} chosen")
}

/// An order or a spread, told by its number.
pub fn rank(rank: i32) -> String {
    format!("no. {}", i64::from(rank) + 1)
}

/// How many are chosen of how many that must be.
pub fn between(n: u32, min: u8, max: u8) -> String {
    if min == max { format!("{n} of {min}") } else { format!("{n}, from {min} to {max}") }
}

/// A place in a list, from 1.
pub fn ordinal(item: u8) -> String {
    format!("no. {}", u16::from(item) + 1)
}

/// An option or a thing, with what tells it from others that read the same.
pub fn apart(label: &str, parts: &[String]) -> String {
    if parts.is_empty() { label.to_owned() } else { format!("{label} ({})", parts.join(", ")) }
}

/// An argument by its name, if it has one.
pub fn argument(name: &str, value: &str) -> String {
    if name.is_empty() { value.to_owned() } else { format!("{name} {value}") }
}

/// How much is spread of how much there is.
pub fn sum_of(sum: u32, total: u8) -> String {
    format!("{sum} of {total}")
}

/// A thing with its place in an order.
pub fn in_place(place: usize, what: &str) -> String {
    format!("{place}. {what}")
}

/// Label of a button.
pub fn move_up(what: &str) -> String {
    format!("Move {what} up")
}

/// Label of a button.
pub fn move_down(what: &str) -> String {
    format!("Move {what} down")
}

/// A row of amounts and how much is to be spread in it.
pub fn row_of(name: &str, total: u8) -> String {
    format!("{name}: {total}")
}

/// How many rows are not spread whole yet.
pub fn rows_open(n: usize) -> String {
    if n == 1 {
        "1 row is not spread whole".to_owned()
    } else {
        format!("{n} rows are not spread whole")
    }
}

/// Parts of something, or the word for nothing.
pub fn listed(parts: &[String]) -> String {
    if parts.is_empty() { NONE.to_owned() } else { parts.join(", ") }
}

/// Label of a token that can be dragged.
pub fn token_of(slot: &str) -> String {
    format!("Token of {slot}")
}

/// Label of a button.
pub fn one_more(slot: &str) -> String {
    format!("One more in {slot}")
}

/// Label of a button.
pub fn one_less(slot: &str) -> String {
    format!("One less in {slot}")
}

/// Button that does something at this moment.
pub fn now(verb: &str) -> String {
    if verb.is_empty() { "Now (Space)".to_owned() } else { format!("{verb} (Space)") }
}

/// A countdown.
pub fn seconds(n: i32) -> String {
    n.to_string()
}

/// How far apart two figures stand.
pub fn apart_by(n: u16) -> String {
    format!("{n} apart")
}
