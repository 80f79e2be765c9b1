//! Titles that are too wide for where they are written: those of pieces on a tile, those of
//! factions beside a seat.

use harena_pack::codes;
use harena_pack::{Problem, Severity};

use super::looks::{PackLooks, PieceLooks};
use super::{Declared, Definitions, located, resolve};
use crate::allowance::Allowance;
use crate::schema::{Finding, Key, Value};
use crate::source::Sources;
use crate::titles::{SEAT, TILE, lines, width};

/// What some looks say about single definitions.
type Pieces<'a> = &'a [(String, PieceLooks)];

/// What is to be said of the titles that looks give to pieces and that do not fit.
pub(super) fn wide_titles(pieces: &[(String, PieceLooks)]) -> Vec<Finding> {
    let wide = |(id, look): &(String, PieceLooks)| {
        let path = ["pieces", id, "title"].map(Key::of).to_vec();
        on_a_tile(look.shown.title.as_deref()?, path)
    };
    pieces.iter().filter_map(wide).collect()
}

/// Sheets and factions whose titles do not fit, under the default settings. A sheet that looks
/// give another title is drawn by that.
pub(super) fn problems<'d>(definitions: &'d Definitions, sources: &mut Sources) -> Vec<Problem> {
    let allowance = Allowance::default();
    let defaults = resolve::defaults(&definitions.game.value);
    let drawn =
        |declared: &'d Declared| resolve::by_default(&declared.value, &defaults, &allowance);
    let PackLooks { game, contents, .. } = &definitions.looks;
    let mut problems = Vec::new();
    let mut tell = |declared: &Declared, finding: Option<Finding>| {
        let found = located(sources, declared, finding.as_slice());
        problems.extend(found.into_iter().map(|it| Problem { severity: Severity::Warning, ..it }));
    };
    let common: Vec<Pieces> =
        contents.iter().map(|it| &it.pieces[..]).chain([&game.pieces[..]]).collect();
    for declared in &definitions.sheets {
        tell(declared, of_sheet(&drawn(declared), &common));
    }
    for faction in &definitions.factions {
        let value = &faction.declared.value;
        tell(&faction.declared, beside_a_seat(&drawn(&faction.declared)));
        let id = value.get("id").and_then(Value::as_text).unwrap_or(&faction.pack);
        let own = definitions.looks.faction(id).map(|it| &it.pieces[..]);
        for declared in &faction.sheets {
            tell(declared, of_sheet(&drawn(declared), &[own.unwrap_or_default(), &game.pieces]));
        }
    }
    problems
}

/// What is wrong with the title of a sheet, unless some looks give it another.
fn of_sheet(sheet: &Value, looks: &[Pieces]) -> Option<Finding> {
    let id = sheet.get("id")?.as_text()?;
    let is_titled = |(own, look): &(String, PieceLooks)| own == id && look.shown.title.is_some();
    if looks.iter().any(|pieces| pieces.iter().any(is_titled)) {
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
