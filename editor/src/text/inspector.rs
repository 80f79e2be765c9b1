//! Words of the inspector and the reference.

use harena_engine::filter::Relation;

use super::signed;

words! {
    level(level: i16);
    faces_to(direction: &str);
    in_scenarios(name: &str);
    whom_all;
    whom_own;
    whom_friends;
    whom_partners;
    whom_enemies;
    whom_nobody;
    to_sides(gift: &str, whom: &str, n: u32);
    n_copies(kind: &str, n: u16);
    attacks(n: usize);
    n_sides(n: usize);
    all_sides;
    up_to(gift: &str, whom: &str, n: u8);
    everywhere(gift: &str, whom: &str);
    itself(gift: &str);
    by_mark(mark: &str);
    by_piece(piece: &str);
    reprinted(told: &str, by: &str);
    written_at(source: &str);
    on_board;
    in_zone(title: &str);
    unseen(n: usize);
    also_here(names: &str);
}

/// Where the front of a piece points.
pub fn faces(direction: &str) -> String {
    if direction.is_empty() { String::new() } else { faces_to(direction) }
}

/// What an aura adds to a number.
pub fn gift(what: &str, by: i16) -> String {
    format!("{} {what}", signed(by))
}

/// Whose pieces an aura reaches.
pub fn whom(whose: Relation) -> &'static str {
    match whose {
        Relation::Any => whom_all(),
        Relation::Own => whom_own(),
        Relation::Ally => whom_friends(),
        Relation::Partner => whom_partners(),
        Relation::Enemy => whom_enemies(),
        Relation::Nobody => whom_nobody(),
    }
}

/// Line of a ledger.
pub fn ledger_line(amount: i16, cause: &str) -> String {
    format!("{} {cause}", signed(amount))
}

/// Rule and sentence of a refusal.
pub fn refusal(rule: &str, sentence: &str) -> String {
    if rule.is_empty() { sentence.to_owned() } else { format!("{rule}: {sentence}") }
}

/// Kind and number of copies.
pub fn copies(kind: &str, n: u16) -> String {
    if n > 1 { n_copies(kind, n) } else { kind.to_owned() }
}
