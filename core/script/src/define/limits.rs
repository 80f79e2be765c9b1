//! How much of everything a game may declare: as much as its numbers have room for.

use harena_engine::decision::MAX_ARGS;
use harena_pack::codes;

use super::menu::list;
use super::names::{NAMES, TABLES, TEXTS, Table};
use crate::schema::{Finding, Key, Value};

/// Sentences, prompts, reasons and words, together.
const WORDS: usize = 8_192;
/// Sheets of a game with its factions and contents.
const SHEETS: usize = 4_096;
/// Factions of a game.
const FACTIONS: usize = 250;
/// Attacks on one sheet.
const ATTACKS: usize = 64;
/// Values on the ladder of one sheet: each is a bit of what is spent.
const LADDER: usize = 16;

/// Everything a game declares too often.
pub(super) fn of_game(game: &Value) -> Vec<Finding> {
    let counted = |table: &Table| {
        let path = table.field.split('.').map(Key::from).collect();
        too_many(path, table.told, size(table.declared(game)), table.most)
    };
    let mut findings: Vec<Finding> = TABLES.iter().filter_map(counted).collect();
    for field in ["layers", "personas"] {
        findings.extend(too_many(vec![field.into()], field, size(game.get(field)), NAMES));
    }
    let words: Vec<&str> = TEXTS.iter().map(|(field, _)| *field).chain(["words"]).collect();
    let n_words = words.iter().map(|field| size(game.get(field))).sum();
    let largest = words.iter().max_by_key(|field| size(game.get(field))).copied();
    let path = vec![largest.unwrap_or("words").into()];
    let what = "prompts, sentences, reasons and words";
    findings.extend(too_many(path, what, n_words, WORDS));
    for (verb, at) in list(game, "verbs").iter().zip(1..) {
        let path = vec!["verbs".into(), Key::Index(at), "args".into()];
        findings.extend(too_many(path, "arguments", size(verb.get("args")), MAX_ARGS));
    }
    findings
}

/// Everything there is too much of in a game with its factions and contents.
pub(super) fn of_packs(n_sheets: usize, n_factions: usize) -> Vec<Finding> {
    let sheets = too_many(Vec::new(), "sheets in all packs", n_sheets, SHEETS);
    let factions = too_many(Vec::new(), "factions", n_factions, FACTIONS);
    sheets.into_iter().chain(factions).collect()
}

/// Everything that stands too often on one sheet, as its constructor made it.
pub(super) fn of_sheet(sheet: &Value) -> Vec<Finding> {
    let counted = |(field, what, most): (&str, &str, usize)| {
        too_many(vec![field.into()], what, size(sheet.get(field)), most)
    };
    let fields = [
        ("attacks", "attacks", ATTACKS),
        ("ladder", "values on the ladder", LADDER),
        ("auras", "auras", NAMES),
        ("keywords", "keywords", NAMES),
        ("when", "answers", NAMES),
    ];
    fields.into_iter().filter_map(counted).collect()
}

/// That there are more of something than there may be.
fn too_many(path: Vec<Key>, what: &str, n: usize, most: usize) -> Option<Finding> {
    let message = || format!("{n} {what}, but at most {most} fit");
    (n > most).then(|| Finding {
        path,
        code: codes::TOO_MANY_DECLARED,
        message: message(),
        ..Finding::default()
    })
}

fn size(value: Option<&Value>) -> usize {
    match value {
        Some(Value::List(items)) => items.len(),
        Some(Value::Record(entries)) => entries.len(),
        Some(
            Value::Nil
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Function(_),
        )
        | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(n: usize) -> Vec<Value> {
        (0..n).map(|i| Value::Text(format!("n{i}"))).collect()
    }

    fn lists(field: &str, n: usize) -> Value {
        Value::Record(vec![(field.into(), Value::List(ids(n)))])
    }

    fn maps(field: &str, n: usize) -> Value {
        let entries = (0..n).map(|i| (format!("n{i}"), Value::Int(0))).collect();
        Value::Record(vec![(field.into(), Value::Record(entries))])
    }

    fn check(findings: &[Finding], field: &str, message: &str) {
        let found: Vec<_> = findings.iter().map(|f| (f.code, f.message.as_str())).collect();
        assert_eq!(found, [(codes::TOO_MANY_DECLARED, message)], "{field}");
        assert_eq!(findings[0].path[0], field.into());
    }

    #[test]
    fn as_many_names_as_fit_and_not_one_more() {
        let layers = [("layers", "layers", NAMES)];
        let tables = TABLES.iter().filter(|table| !table.field.contains('.'));
        let tables = tables.map(|table| (table.field, table.told, table.most));
        for (field, what, most) in tables.chain(layers) {
            for game in [lists, maps] {
                assert_eq!(of_game(&game(field, most)), [], "{field}");
                let message = format!("{} {what}, but at most {most} fit", most + 1);
                check(&of_game(&game(field, most + 1)), field, &message);
            }
        }
        assert_eq!(of_game(&lists("words", WORDS)), []);
        let message = "8193 prompts, sentences, reasons and words, but at most 8192 fit";
        check(&of_game(&maps("sentences", WORDS + 1)), "sentences", message);
    }

    #[test]
    fn what_lies_deeper_is_counted_too() {
        let inside = |n| Value::Record(vec![("combat".into(), lists("modes", n))]);
        assert_eq!(of_game(&inside(NAMES)), []);
        check(&of_game(&inside(NAMES + 1)), "combat", "257 modes of attack, but at most 256 fit");
        let verb = |n| Value::Record(vec![("verbs".into(), Value::List(vec![lists("args", n)]))]);
        assert_eq!(of_game(&verb(MAX_ARGS)), []);
        check(&of_game(&verb(MAX_ARGS + 1)), "verbs", "7 arguments, but at most 6 fit");
        assert_eq!(of_packs(SHEETS, FACTIONS), []);
        let found = of_packs(SHEETS + 1, FACTIONS + 1);
        let messages: Vec<_> = found.iter().map(|finding| finding.message.as_str()).collect();
        let sheets = "4097 sheets in all packs, but at most 4096 fit";
        assert_eq!(messages, [sheets, "251 factions, but at most 250 fit"]);
        for (field, what, most) in
            [("attacks", "attacks", ATTACKS), ("ladder", "values on the ladder", LADDER)]
        {
            assert_eq!(of_sheet(&lists(field, most)), []);
            let message = format!("{} {what}, but at most {most} fit", most + 1);
            check(&of_sheet(&lists(field, most + 1)), field, &message);
        }
    }
}
