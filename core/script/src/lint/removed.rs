//! Functions of Luau that Harena leaves out.

use super::Hit;
use super::facts::Facts;
use crate::source::SourceMap;

const CHANCE: &str = "use the match's chance, so that the draw is in the record";
const NO_CLOCK: &str = "rules have no clock; count turns or rounds in the match";
const NO_FILES: &str = "a pack reads its own files with `require`";
const NO_CODE: &str = "write the code out; a pack runs only the files it ships";
const NO_INSIDE: &str = "pass what the function needs as a parameter";
const NO_MEMORY: &str = "memory is looked after for you";

/// Each removed function or library, and what to do instead.
const REMOVED: [(&str, &str); 20] = [
    ("math.random", CHANCE),
    ("math.randomseed", CHANCE),
    ("os", NO_CLOCK),
    ("tick", NO_CLOCK),
    ("time", NO_CLOCK),
    ("elapsedTime", NO_CLOCK),
    ("wait", NO_CLOCK),
    ("io", NO_FILES),
    ("package", NO_FILES),
    ("dofile", NO_FILES),
    ("loadfile", NO_FILES),
    ("load", NO_CODE),
    ("loadstring", NO_CODE),
    ("getfenv", NO_INSIDE),
    ("setfenv", NO_INSIDE),
    ("debug", NO_INSIDE),
    ("shared", NO_INSIDE),
    ("collectgarbage", NO_MEMORY),
    ("gcinfo", NO_MEMORY),
    ("newproxy", "use an ordinary table"),
];

/// H0305: a function that does not exist here.
pub(super) fn removed_functions(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let hit = |(path, place): &(String, _)| {
        let (removed, hint) = REMOVED.iter().find(|(removed, _)| is_within(path, removed))?;
        let message = format!("`{removed}` does not exist here");
        Some(Hit { place: *place, message, hint: (*hint).into() })
    };
    facts.globals.iter().filter_map(hit).collect()
}

/// Whether a name is one of these.
pub(super) fn is_removed(path: &str) -> bool {
    REMOVED.iter().any(|(removed, _)| is_within(path, removed))
}

fn is_within(path: &str, removed: &str) -> bool {
    path.strip_prefix(removed).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
