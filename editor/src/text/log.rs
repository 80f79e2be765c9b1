//! What the log says.

/// The zone of a seat.
pub fn zone_of(title: &str, seat: &str) -> String {
    format!("{title} of {seat}")
}

/// A strike that hit.
pub fn hits(attacker: &str, target: &str, damage: i16, mode: &str) -> String {
    format!("{attacker} hits {target} for {damage}{}", in_brackets(mode))
}

/// A strike that was cancelled.
pub fn cancelled(attacker: &str, target: &str, mode: &str) -> String {
    format!("The hit of {attacker} on {target} is cancelled{}", in_brackets(mode))
}

fn in_brackets(word: &str) -> String {
    if word.is_empty() { String::new() } else { format!(" ({word})") }
}

/// A piece fell.
pub fn falls(piece: &str) -> String {
    format!("{piece} falls")
}

/// A piece came to a cell, with the side its front points to where the game knows any.
pub fn put(piece: &str, cell: &str, side: &str) -> String {
    let place = format!("{piece} stands on {cell}");
    if side.is_empty() { place } else { format!("{place}, facing {side}") }
}

/// A piece went to a zone.
pub fn sent(piece: &str, zone: &str) -> String {
    format!("{piece} goes to {zone}")
}

/// Pieces that went to a zone.
pub fn to(zone: &str, pieces: &[String]) -> String {
    titled(&format!("To {zone}"), pieces)
}

/// A title and what it is about.
pub fn titled(title: &str, names: &[String]) -> String {
    format!("{title}: {}", names.join(", "))
}

/// A resolution in one line.
pub fn blows(hits: usize, falls: usize) -> String {
    let hits = if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
    match falls {
        0 => hits,
        1 => format!("{hits}, 1 falls"),
        n => format!("{hits}, {n} fall"),
    }
}

/// Wounds taken.
pub fn wounded(piece: &str, n: i16) -> String {
    format!("{piece} takes {n} {}", if n == 1 { "wound" } else { "wounds" })
}

/// A marker was put.
pub fn marked(piece: &str, mark: &str, n: i16) -> String {
    if n == 1 { format!("{piece} gets {mark}") } else { format!("{piece} gets {n} {mark}") }
}

/// A marker was taken off.
pub fn unmarked(piece: &str, mark: &str) -> String {
    format!("{piece} loses {mark}")
}

/// A counter changed.
pub fn counted(piece: &str, counter: &str, by: i16) -> String {
    format!("{piece}: {counter} {}", super::signed(by))
}

/// A status changed.
pub fn status(piece: &str, status: &str, on: bool) -> String {
    if on { format!("{piece} is {status}") } else { format!("{piece} is no longer {status}") }
}

/// A die.
pub fn rolled(result: u32, sides: u32) -> String {
    format!("Chance gives {result} of {sides}")
}

/// A die of those that the looks name.
pub fn die_shows(result: u32) -> String {
    format!("A die shows {result}")
}

/// A list was shuffled.
pub fn shuffled(zone: &str) -> String {
    format!("{zone} is shuffled")
}

/// A turn began for a seat.
pub fn turn_of(seat: &str) -> String {
    format!("Turn of {seat}")
}

/// A seat is out.
pub fn out(seat: &str) -> String {
    format!("{seat} is out")
}

/// A line that happened several times in a row.
pub fn repeated(line: &str, times: usize) -> String {
    if times > 1 { format!("{line} ({times} times)") } else { line.to_owned() }
}

/// Whether a line says the same as the one before, which may have been repeated already.
pub fn is_repeated(before: &str, line: &str, times: usize) -> bool {
    before == repeated(line, times)
}

/// A hit that no piece dealt.
pub fn is_hit(target: &str, damage: i16) -> String {
    format!("{target} is hit for {damage}")
}
