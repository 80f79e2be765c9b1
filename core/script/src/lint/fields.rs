//! Fields of tables that are written out.

use super::Hit;
use super::facts::{Facts, Twice};
use crate::source::SourceMap;

/// H0313: of two fields of one name only the later one is there.
pub(super) fn written_twice(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    hits(facts, false, |name| format!("the field `{name}` is written twice"))
}

/// H0314: of two steps, variables or sentences of one name only the later one is there.
pub(super) fn defined_twice(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    hits(facts, true, |name| format!("`{name}` is defined twice"))
}

fn hits(facts: &Facts, defines: bool, message: impl Fn(&str) -> String) -> Vec<Hit> {
    let hit = |it: &Twice| Hit {
        place: it.second,
        message: message(&it.name),
        hint: format!("the other stands at line {}, column {}", it.first.line, it.first.column),
    };
    facts.twice.iter().filter(|it| it.defines == defines).map(hit).collect()
}
