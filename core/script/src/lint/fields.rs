//! Fields of tables that are written out.

use super::Hit;
use super::facts::Facts;
use crate::source::SourceMap;

/// H0313: of two fields of one name only the later one is there.
pub(super) fn written_twice(_: &SourceMap, facts: &Facts) -> Vec<Hit> {
    let hit = |(name, first, second): &(String, harena_pack::Place, harena_pack::Place)| Hit {
        place: *second,
        message: format!("the field `{name}` is written twice"),
        hint: format!("the other stands at line {}, column {}", first.line, first.column),
    };
    facts.twice.iter().map(hit).collect()
}
