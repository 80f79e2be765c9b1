//! Titles that are too wide for where they are written: those of pieces on a tile, those of
//! factions beside a seat.

use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::{Declared, Definitions, located, resolve};
use crate::allowance::Allowance;
use crate::schema::{Finding, Key, Value};
use crate::source::Sources;
use crate::titles::{SEAT, TILE, lines, width};

/// Notes the titles that looks give to pieces and that do not fit.
pub(super) fn wide_titles(looks: &Value, findings: &mut Vec<Finding>) {
    let of = |path: &[&str], looks: &Value, findings: &mut Vec<Finding>| {
        for (id, look) in records(looks.get("pieces")) {
            let title = look.get("title").and_then(Value::as_text);
            let path = path.iter().copied().chain(["pieces", id, "title"]).map(Key::of);
            findings.extend(title.and_then(|title| on_a_tile(title, path.collect())));
        }
    };
    of(&[], looks, findings);
    for (faction, looks) in records(looks.get("factions")) {
        of(&["factions", faction], looks, findings);
    }
}

/// Sheets and factions whose titles do not fit, under the default settings. A sheet that looks
/// give another title is drawn by that.
pub(super) fn problems(definitions: &Definitions, sources: &mut Sources) -> Vec<Problem> {
    let allowance = Allowance::default();
    let defaults = resolve::defaults(&definitions.game.value);
    let drawn = |declared: &Declared| resolve::by_default(&declared.value, &defaults, &allowance);
    let shared = definitions.game.value.get("looks");
    let mut problems = Vec::new();
    let mut tell = |declared: &Declared, finding: Option<Finding>| {
        let found = located(sources, declared, finding.as_slice());
        problems.extend(found.into_iter().map(|it| Problem { severity: Severity::Warning, ..it }));
    };
    let contents = definitions.contents.iter().map(|it| it.value.get("looks"));
    let common: Vec<Option<&Value>> = contents.chain([shared]).collect();
    for declared in &definitions.sheets {
        tell(declared, of_sheet(&drawn(declared), &common));
    }
    for faction in &definitions.factions {
        let value = &faction.declared.value;
        tell(&faction.declared, beside_a_seat(&drawn(&faction.declared)));
        let id = value.get("id").and_then(Value::as_text).unwrap_or(&faction.pack);
        let given = shared.and_then(|it| it.get("factions")?.get(id));
        for declared in &faction.sheets {
            tell(declared, of_sheet(&drawn(declared), &[value.get("looks"), given, shared]));
        }
    }
    problems
}

/// The entries of a record.
fn records(value: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let entries = match value {
        Some(Value::Record(entries)) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().map(|(name, value)| (name.as_str(), value))
}

/// What is wrong with the title of a sheet, unless some looks give it another.
fn of_sheet(sheet: &Value, looks: &[Option<&Value>]) -> Option<Finding> {
    let id = sheet.get("id")?.as_text()?;
    let titled = |looks: &Value| looks.get("pieces")?.get(id)?.get("title").map(drop);
    if looks.iter().flatten().any(|looks| titled(looks).is_some()) {
        return None;
    }
    on_a_tile(sheet.get("title")?.as_text()?, vec![Key::of("title")])
}

fn on_a_tile(title: &str, path: Vec<Key>) -> Option<Finding> {
    let (first, second) = lines(title, TILE);
    let line = if width(first) > width(second.unwrap_or("")) { first } else { second? };
    let hint = "shorten it, or give the piece a shorter title in `looks`, under `pieces`";
    let places = ("on a tile", line, TILE);
    (width(line) > TILE).then(|| finding(title, path, places, hint))
}

fn beside_a_seat(faction: &Value) -> Option<Finding> {
    let title = faction.get("title")?.as_text()?;
    let places = ("beside its seat", title, SEAT);
    let path = vec![Key::of("title")];
    (width(title) > SEAT).then(|| finding(title, path, places, "shorten it"))
}

fn finding(
    title: &str,
    path: Vec<Key>,
    (place, line, room): (&str, &str, f32),
    hint: &str,
) -> Finding {
    let over = ((width(line) / room - 1.0) * 100.0).ceil();
    let line = if line == title { "it".to_owned() } else { format!("`{line}`") };
    let message =
        format!("`{title}` does not fit {place}: {line} is {over} % wider than a line there");
    Finding { path, code: codes::WIDE_TITLE, message, hint: Some(hint.to_owned()), twin: None }
}
