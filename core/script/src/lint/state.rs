//! State kept in a script, where undo, saves and reloads cannot see it.

use super::Hit;
use super::facts::{Facts, Owner, Write};
use crate::source::SourceMap;

const KEEP_IN_MATCH: &str = "keep it in the match, as a counter, marker or variable";

/// H0302: a function that assigns to a local of its module.
pub(super) fn kept_locals(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    hits(
        facts,
        |it| it.owner == Owner::Module && !it.is_field && it.in_function,
        |name| (format!("`{name}` would be kept between calls"), KEEP_IN_MATCH),
    )
}

/// H0303: a function that writes into a table of its module.
pub(super) fn kept_fields(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    hits(
        facts,
        |it| it.owner == Owner::Module && it.is_field && it.in_function,
        |name| (format!("a field of `{name}` would be kept between calls"), KEEP_IN_MATCH),
    )
}

/// H0304: an assignment to a name that no `local` declares.
pub(super) fn globals(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let is_global = |it: &Write| it.owner == Owner::Nobody && (!it.is_field || it.name == "_G");
    hits(facts, is_global, |name| match name {
        "_G" => ("the globals cannot be changed".into(), "return what others need from the file"),
        _ => (format!("`{name}` is global"), "write `local` before its first use"),
    })
}

/// H0306: a table whose contents depend on the garbage collector.
pub(super) fn weak_tables(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let hit = |&place| Hit {
        place,
        message: "weak tables lose their contents at moments that differ from run to run".into(),
        hint: "use an ordinary table".into(),
    };
    facts.weak.iter().map(hit).collect()
}

fn hits(
    facts: &Facts,
    is_wrong: impl Fn(&Write) -> bool,
    words: impl Fn(&str) -> (String, &'static str),
) -> Vec<Hit> {
    let wrong = facts.writes.iter().filter(|write| is_wrong(write));
    wrong
        .map(|write| {
            let (message, hint) = words(&write.name);
            Hit { place: write.place, message, hint: hint.into() }
        })
        .collect()
}
