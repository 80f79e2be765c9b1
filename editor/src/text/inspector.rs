//! What the inspector and the reference say.

use harena_engine::filter::Relation;

/// How high a cell lies.
pub fn level(level: i16) -> String {
    format!("level {level}")
}

/// Where the front of a piece points.
pub fn faces(direction: &str) -> String {
    if direction.is_empty() { String::new() } else { format!("faces {direction}") }
}

/// On so many sides.
pub fn n_sides(n: usize) -> String {
    format!("{n} sides")
}

/// On every side.
pub const ALL_SIDES: &str = "all sides";

/// What an aura adds to a number.
pub fn gift(what: &str, by: i16) -> String {
    format!("{} {what}", super::signed(by))
}

/// Whose pieces an aura reaches.
pub fn whom(whose: Relation) -> &'static str {
    match whose {
        Relation::Any => "all",
        Relation::Own => "own",
        Relation::Ally => "friends",
        Relation::Partner => "partners",
        Relation::Enemy => "enemies",
        Relation::Nobody => "what nobody owns",
    }
}

/// An aura that goes out through sides.
pub fn to_sides(gift: &str, whom: &str, n: u32) -> String {
    format!("{gift} through {n} {} to {whom}", if n == 1 { "side" } else { "sides" })
}

/// An aura that reaches some cells around.
pub fn up_to(gift: &str, whom: &str, n: u8) -> String {
    format!("{gift} up to distance {n} to {whom}")
}

/// An aura that reaches the whole board.
pub fn everywhere(gift: &str, whom: &str) -> String {
    format!("{gift} everywhere to {whom}")
}

/// An aura that reaches only its own piece.
pub fn itself(gift: &str) -> String {
    format!("{gift} to itself")
}

/// Line of a ledger.
pub fn ledger_line(amount: i16, cause: &str) -> String {
    format!("{} {cause}", super::signed(amount))
}

/// Caused by a marker.
pub fn by_mark(mark: &str) -> String {
    format!("marker {mark}")
}

/// Caused by another piece.
pub fn by_piece(piece: &str) -> String {
    format!("from {piece}")
}

/// What a pack changed in a sheet of another one.
pub fn reprinted(told: &str, by: &str) -> String {
    format!("{told}, by {by}")
}

/// Where something is written.
pub fn written_at(source: &str) -> String {
    format!("Written in {source}")
}

/// Rule and sentence of a refusal.
pub fn refusal(rule: &str, sentence: &str) -> String {
    if rule.is_empty() { sentence.to_owned() } else { format!("{rule}: {sentence}") }
}

/// Kind and number of copies.
pub fn copies(kind: &str, n: u16) -> String {
    if n > 1 { format!("{kind}, {n} copies") } else { kind.to_owned() }
}

/// How many attacks.
pub fn attacks(n: usize) -> String {
    if n == 1 { "1 attack".to_owned() } else { format!("{n} attacks") }
}

/// Where copies are: on the board.
pub const ON_BOARD: &str = "on the board";

/// Where copies are: in a zone.
pub fn in_zone(title: &str) -> String {
    format!("in {title}")
}

/// How many copies nobody here has seen.
pub fn unseen(n: usize) -> String {
    format!("{n} unseen")
}

/// What else lies at a place.
pub fn also_here(names: &str) -> String {
    format!("Also here: {names}")
}
