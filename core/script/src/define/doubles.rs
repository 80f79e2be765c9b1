//! Names that are declared twice: each is told with both its places.

use std::collections::BTreeMap;

use harena_pack::codes;
use harena_pack::{Place, Problem};

use super::menu::list;
use super::names::{How, TABLES};
use super::{Declared, problem_at};
use crate::schema::{Finding, Key, Value, duplicates};
use crate::source::Sources;

/// Names that stand twice in one of the plain lists of a game. Lists of records are checked
/// against their forms.
pub(super) fn of_game(game: &Value) -> Vec<Finding> {
    let plain = TABLES.iter().filter(|table| table.how == How::Plain);
    let plain = plain.map(|table| (table.field, table.what)).chain([("words", "word")]);
    let mut findings = Vec::new();
    for (field, what) in plain {
        let names = list(game, field).iter().map(Value::as_text);
        let inside = |path: Vec<Key>| std::iter::once(field.into()).chain(path).collect();
        findings.extend(duplicates(what, names).map(|finding| Finding {
            path: inside(finding.path),
            twin: finding.twin.map(inside),
            ..finding
        }));
    }
    findings
}

/// Two declarations of one id: the later one, the first, and what they are.
pub(super) type Double<'a> = (&'a Declared, &'a Declared, String);

/// Declarations whose id an earlier one already has.
pub(super) fn of_declared<'a>(
    what: &str,
    all: impl IntoIterator<Item = &'a Declared>,
) -> Vec<Double<'a>> {
    let mut first_use: BTreeMap<&str, &Declared> = BTreeMap::new();
    let mut found = Vec::new();
    for declared in all {
        let Some(id) = declared.value.get("id").and_then(Value::as_text) else { continue };
        match first_use.get(id) {
            Some(first) => found.push((declared, *first, format!("{what} `{id}`"))),
            None => {
                first_use.insert(id, declared);
            }
        }
    }
    found
}

/// The later of two declarations as a problem that names the place of the first.
pub(super) fn problem(
    sources: &mut Sources,
    (second, first): (&Declared, &Declared),
    what: &str,
) -> Problem {
    let at = place_of_id(sources, first);
    let column = if at.column > 0 { format!(":{}", at.column) } else { String::new() };
    let hint = format!("the other stands at {}:{}{column}", first.file, at.line);
    let place = place_of_id(sources, second);
    let problem = Problem::error(codes::DECLARED_TWICE, format!("duplicate {what}")).hint(hint);
    let (pack, path) = second.file.split_once('/').unwrap_or(("", &second.file));
    match place.column {
        0 => problem_at(problem, &second.file, place.line),
        _ => problem.in_pack(pack).at(path, place),
    }
}

fn place_of_id(sources: &mut Sources, declared: &Declared) -> Place {
    let place = sources.file(&declared.file).value_place(declared.line, &["id".into()]);
    place.unwrap_or(Place { line: declared.line, column: 0 })
}
