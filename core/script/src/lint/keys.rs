//! Keys whose place in a table follows from an address, which differs from run to run.

use harena_pack::Place;

use super::Hit;
use super::facts::Facts;
use crate::source::SourceMap;

/// The function that refuses tables and functions as keys; no pack can write its name.
pub(crate) const GUARD: &str = "__harena_key";

/// H0316: a table or a function as a key.
pub(super) fn address_keys(source: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let wrong = facts.keys.iter().filter(|key| key.is_address).map(|key| Hit {
        place: key.place,
        message: "a table or a function is no key: its place in the table is an address".into(),
        hint: "use a name or a number as the key, or a list".into(),
    });
    let taken = source.text().find(GUARD).map(|offset| Hit {
        place: Place::of_offset(source.text(), offset),
        message: format!("`{GUARD}` is a name of Harena"),
        hint: "use another name".into(),
    });
    wrong.chain(taken).collect()
}

/// The text with a call of [`GUARD`] around every key that is written and that the text does not
/// show to be plain. All lines stay where they are.
pub(super) fn guarded(text: &str, facts: &Facts) -> Option<String> {
    if facts.keys.is_empty() {
        return None;
    }
    let starts = facts.keys.iter().map(|key| (key.range.0, true));
    let ends = facts.keys.iter().map(|key| (key.range.1, false));
    let mut edits: Vec<(usize, bool)> = starts.chain(ends).collect();
    // Where one key ends and another begins, the end comes first.
    edits.sort_unstable();
    let mut guarded = String::with_capacity(text.len() + edits.len() * GUARD.len());
    let mut done = 0;
    for (at, is_start) in edits {
        guarded.push_str(text.get(done..at)?);
        done = at;
        if is_start {
            guarded.push_str(GUARD);
            guarded.push('(');
        } else {
            guarded.push(')');
        }
    }
    guarded.push_str(text.get(done..)?);
    Some(guarded)
}
