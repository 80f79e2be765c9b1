//! Loops in an order that nobody chose.

use super::Hit;
use super::facts::{Facts, Loop};
use crate::source::SourceMap;

/// Names of a first loop variable that tell of a table with names.
const KEY_NAMES: [&str; 5] = ["key", "k", "name", "id", "stat"];

/// Whether a loop goes through something with names, as far as its first variable tells.
fn tells_of_names(it: &Loop) -> bool {
    !it.has_order && KEY_NAMES.contains(&it.key.as_str())
}

/// H0301: the order of a table with names depends on how it was filled.
pub(super) fn unordered_loops(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let unordered =
        facts.loops.iter().filter(|it| it.uses_pairs || it.over_record || tells_of_names(it));
    unordered
        .map(|it| Hit {
            place: it.place,
            message: "this loop takes its order from a table with names".into(),
            hint: "loop over a list instead, or use `ipairs`, so that every match is alike".into(),
        })
        .collect()
}
