//! Words of the story.

use super::signed;

words! {
    zone_of(title: &str, seat: &str);
    hit_for(attacker: &str, target: &str, damage: i16);
    hit_cancelled(attacker: &str, target: &str);
    stands_on(piece: &str, cell: &str);
    stands_facing(piece: &str, cell: &str, side: &str);
    drew;
    drew_of(seat: &str);
    to_zone(zone: &str);
    n_hits(n: usize);
    n_falls(n: usize);
    hits_and_falls(hits: &str, n: usize);
    blows_and_cost(blows: &str, cost: &str);
    blow_by_blow;
    chance_decides(n: usize);
    table_is_set;
    wounded(piece: &str, n: i16);
    gets(piece: &str, mark: &str);
    gets_several(piece: &str, mark: &str, n: i16);
    is_now(piece: &str, status: &str);
    is_no_longer(piece: &str, status: &str);
    so_many_of(n: usize, name: &str);
    n_times(line: &str, n: usize);
    unfold_story;
    fold_story;
    look_at_turn(seat: &str, turn: u32);
    falls(piece: &str);
    sent(piece: &str, zone: &str);
    unmarked(piece: &str, mark: &str);
    rolled(result: u32, sides: u32);
    die_shows(result: u32);
    shuffled(zone: &str);
    turn_of(seat: &str);
    out(seat: &str);
    is_hit(target: &str, damage: i16);
}

/// A strike that hit.
pub fn hits(attacker: &str, target: &str, damage: i16, mode: &str) -> String {
    in_brackets(hit_for(attacker, target, damage), mode)
}

/// A strike that was cancelled.
pub fn cancelled(attacker: &str, target: &str, mode: &str) -> String {
    in_brackets(hit_cancelled(attacker, target), mode)
}

fn in_brackets(line: String, word: &str) -> String {
    if word.is_empty() { line } else { format!("{line} ({word})") }
}

/// A piece came to a cell, with the side its front points to where the game knows any.
pub fn put(piece: &str, cell: &str, side: &str) -> String {
    if side.is_empty() { stands_on(piece, cell) } else { stands_facing(piece, cell, side) }
}

/// Pieces that went to a zone.
pub fn to(zone: &str, pieces: &[String]) -> String {
    titled(&to_zone(zone), pieces)
}

/// A title and what it is about; what is called the same is counted.
pub fn titled(title: &str, names: &[String]) -> String {
    let mut told: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match told.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => told.push((name, 1)),
        }
    }
    let one = |(name, n)| if n == 1 { str::to_owned(name) } else { so_many_of(n, name) };
    format!("{title}: {}", told.into_iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A resolution in one line.
pub fn blows(hits: usize, falls: usize) -> String {
    match (hits, falls) {
        (0, 1..) => n_falls(falls),
        (_, 0) => n_hits(hits),
        (_, 1..) => hits_and_falls(&n_hits(hits), falls),
    }
}

/// A marker was put.
pub fn marked(piece: &str, mark: &str, n: i16) -> String {
    if n == 1 { gets(piece, mark) } else { gets_several(piece, mark, n) }
}

/// A counter changed.
pub fn counted(piece: &str, counter: &str, by: i16) -> String {
    format!("{piece}: {counter} {}", signed(by))
}

/// A status changed.
pub fn status(piece: &str, status: &str, on: bool) -> String {
    if on { is_now(piece, status) } else { is_no_longer(piece, status) }
}

/// A line that happened several times in a row.
pub fn repeated(line: &str, times: usize) -> String {
    if times > 1 { n_times(line, times) } else { line.to_owned() }
}

/// Whether a line says the same as the one before, which may have been repeated already.
pub fn is_repeated(before: &str, line: &str, times: usize) -> bool {
    before == repeated(line, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_happen_is_not_counted() {
        let check = |hits, falls, expected: &str| assert_eq!(blows(hits, falls), expected);
        check(1, 0, "1 hit");
        check(0, 2, "2 fall");
        check(3, 1, "3 hits, 1 falls");
        check(0, 0, "0 hits");
    }

    #[test]
    fn things_of_one_name_are_counted() {
        let names = ["Banner", "Hidden card", "Hidden card", "Knight"].map(str::to_owned);
        assert_eq!(to("Stack", &names), "To Stack: Banner, 2 \u{d7} Hidden card, Knight");
        assert_eq!(to("Stack", &names[..2]), "To Stack: Banner, Hidden card");
    }
}
