//! Words of answers that are put together.

words! {
    several(n: u32);
    nth(n: i64);
    so_many_from_to(n: u32, min: u8, max: u8);
    rows_open(n: usize);
    now_alone;
    now_verb(verb: &str);
    up;
    down;
    sum_of(sum: u32, total: u8);
    in_place(place: usize, what: &str);
    move_up(what: &str);
    move_down(what: &str);
    row_of(name: &str, total: u8);
    token_of(slot: &str);
    one_more(slot: &str);
    one_less(slot: &str);
    apart_by(n: u16);
    who_joins;
    join_in(n: usize, all: usize);
    joins;
    stays_out;
}

/// An order or a spread, told by its number.
pub fn rank(rank: i32) -> String {
    nth(i64::from(rank) + 1)
}

/// A place in a list, from 1.
pub fn ordinal(item: u8) -> String {
    nth(i64::from(item) + 1)
}

/// How many are chosen of how many that must be.
pub fn between(n: u32, min: u8, max: u8) -> String {
    if min == max { sum_of(n, max) } else { so_many_from_to(n, min, max) }
}

/// Parts of something, or the word for nothing.
pub fn listed(parts: &[String]) -> String {
    if parts.is_empty() { super::none().to_owned() } else { parts.join(", ") }
}

/// Button that does something at this moment.
pub fn now(verb: &str) -> String {
    if verb.is_empty() { now_alone().to_owned() } else { now_verb(verb) }
}

/// A countdown.
pub fn seconds(n: i32) -> String {
    n.to_string()
}

/// A text to be drawn in which a number and its sign stay on one line.
pub fn unparted(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}
