//! How a file begins.

use harena_pack::Place;

use super::Hit;
use super::facts::Facts;
use crate::source::SourceMap;

/// H0307: the types of a file are checked only if its first line says so.
pub(super) fn no_strict(source: &SourceMap, _: &Facts) -> Vec<Hit> {
    if source.text().starts_with("--!strict") {
        return Vec::new();
    }
    vec![Hit {
        place: Place { line: 1, column: 1 },
        message: "the types of this file are not checked".into(),
        hint: "begin the file with `--!strict`".into(),
    }]
}

/// H0309: a file says in one line what it is.
pub(super) fn no_comment(source: &SourceMap, _: &Facts) -> Vec<Hit> {
    let mut lines = (1..).zip(source.text().lines().map(str::trim));
    match lines.find(|(_, line)| !line.is_empty() && !line.starts_with("--!")) {
        Some((_, line)) if line.starts_with("--") => Vec::new(),
        first => vec![Hit {
            place: Place { line: first.map_or(1, |(line, _)| line), column: 1 },
            message: "this file does not say what it is".into(),
            hint: "begin it with a comment of one line".into(),
        }],
    }
}
