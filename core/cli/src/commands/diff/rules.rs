//! Rules of two packs: what stands under a numbered comment in the one and in the other.

use std::collections::BTreeMap;

use harena_pack::Tree;
use harena_script::Changed;
use serde_json::Value;

use super::sheets::{Entry, FieldChange, Note};

/// Rules and files that differ; files whose sheets are told elsewhere are left out.
pub(super) fn compared(a: &Tree, b: &Tree, told: &[String]) -> Vec<Entry> {
    let is_meant = |path: &&str| !path.starts_with("spec/") && !told.iter().any(|it| it == path);
    let mut paths: Vec<&str> = a.scripts().chain(b.scripts()).collect();
    paths.retain(|path| is_meant(path));
    paths.sort_unstable();
    paths.dedup();
    let mut entries = Vec::new();
    for path in paths {
        match (a.get(path), b.get(path)) {
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => entries.extend(changed(path, a, b)),
            (None, _) => entries.push(file(path, Note::New)),
            (_, None) => entries.push(file(path, Note::Gone)),
        }
    }
    entries
}

/// Parts of a game that variants change and that neither sheets nor settings show.
const PARTS: [&str; 5] = ["steps", "sentences", "prompts", "reasons", "vars"];

/// What the packs of one side change in their game and those of the other do not, or otherwise.
pub(super) fn of_changes(a: &[Changed], b: &[Changed]) -> Vec<Entry> {
    let meant = |list: &[Changed]| -> BTreeMap<(&'static str, String), (Value, Value)> {
        let counts = list.iter().filter(|it| it.lost_to.is_none());
        let part = |it: &Changed| {
            let (part, name) = it.what.split_once('.')?;
            let part = PARTS.iter().find(|it| **it == part)?;
            Some(((*part, name.to_owned()), (json_of(&it.from), json_of(&it.to))))
        };
        counts.filter_map(part).collect()
    };
    let (a, b) = (meant(a), meant(b));
    let mut entries = Vec::new();
    for (key, (printed, to)) in &b {
        let from = a.get(key).map_or(printed, |(_, to)| to);
        if !a.contains_key(key) || from != to {
            entries.push(part_changed(key, from, to));
        }
    }
    let back = a.iter().filter(|(key, _)| !b.contains_key(*key));
    entries.extend(back.map(|(key, (printed, to))| part_changed(key, to, printed)));
    entries
}

fn part_changed((part, name): &(&'static str, String), from: &Value, to: &Value) -> Entry {
    let sort = part.strip_suffix('s').unwrap_or(part);
    let (from, to) = (from.clone(), to.clone());
    let fields = match (&from, &to) {
        (Value::Null, Value::Null) => Vec::new(),
        (Value::Number(_), _) => vec![FieldChange { field: "start".to_owned(), from, to }],
        _ => vec![FieldChange { field: "text".to_owned(), from, to }],
    };
    Entry { sort, id: name.clone(), name: name.clone(), note: Note::Changed, fields }
}

/// A value that is told as JSON; cut ones stay texts.
fn json_of(text: &str) -> Value {
    match text {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
    }
}

fn file(path: &str, note: Note) -> Entry {
    let (id, name) = (path.to_owned(), path.to_owned());
    Entry { sort: "file", id, name, note, fields: Vec::new() }
}

/// The rules that differ in a file; the file itself, where the difference is under no rule.
fn changed(path: &str, a: &str, b: &str) -> Vec<Entry> {
    let (a, b) = (rules(a), rules(b));
    let rule = |id: &str, note: Note| Entry {
        sort: "rule",
        id: id.to_owned(),
        name: match note {
            Note::Changed => format!("{id} in {path}"),
            Note::New | Note::Gone => format!("{id} of {path}"),
        },
        note,
        fields: Vec::new(),
    };
    let mut entries = Vec::new();
    for (id, text) in b.iter().filter(|(id, _)| !id.is_empty()) {
        match a.get(id) {
            None => entries.push(rule(id, Note::New)),
            Some(before) if before != text => entries.push(rule(id, Note::Changed)),
            Some(_) => {}
        }
    }
    let gone = a.keys().filter(|id| !id.is_empty() && !b.contains_key(*id));
    entries.extend(gone.map(|id| rule(id, Note::Gone)));
    if entries.is_empty() && a.get("") != b.get("") {
        entries.push(file(path, Note::Changed));
    }
    entries
}

/// What stands under each numbered comment, without comments and spaces; what stands under none is
/// under no name.
fn rules(text: &str) -> BTreeMap<String, String> {
    let mut rules: BTreeMap<String, String> = BTreeMap::new();
    let mut here: Vec<String> = vec![String::new()];
    let mut was_head = false;
    for line in text.lines().map(str::trim) {
        let numbered = number(line);
        if let Some(id) = &numbered {
            if !was_head {
                here.clear();
            }
            here.push(id.clone());
        }
        was_head = numbered.is_some() || (was_head && line.starts_with("--"));
        let code = line.split("--").next().unwrap_or_default().trim();
        if !code.is_empty() {
            here.iter().for_each(|id| *rules.entry(id.clone()).or_default() += code);
        }
    }
    rules
}

/// The number of a rule that a comment begins with: `--- R45 Everyone ...`.
fn number(line: &str) -> Option<String> {
    let word = line.strip_prefix("--- ")?.split_whitespace().next()?;
    let digits = word.strip_prefix('R')?;
    let is_number = digits.starts_with(|it: char| it.is_ascii_digit());
    (is_number && digits.chars().all(char::is_alphanumeric)).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: &[&str]) {
        let said: Vec<String> = changed("x.luau", a, b).iter().map(Entry::sentence).collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn what_variants_change_in_their_game_is_told() {
        let changed = |what: &str, from: &str, to: &str| Changed {
            by: "other".into(),
            what: what.into(),
            from: from.into(),
            to: to.into(),
            lost_to: None,
        };
        let b = [
            changed("steps.turn", "", ""),
            changed("sentences.waited", "\"Waited\"", "\"Rested\""),
            changed("cards/ace.worth", "4", "7"),
        ];
        let said = |a: &[Changed], b: &[Changed]| -> Vec<String> {
            of_changes(a, b).iter().map(Entry::sentence).collect()
        };
        let now = ["sentence waited: now says \"Rested\"", "step turn changed"];
        assert_eq!(said(&[], &b), now);
        let back = ["sentence waited: now says \"Waited\"", "step turn changed"];
        assert_eq!(said(&b, &[]), back);
        assert_eq!(said(&b[..2], &b), ["step turn changed"; 0]);
    }

    #[test]
    fn a_rule_is_what_stands_under_its_number() {
        let a = "--- R1 One.\nlocal a = 1\n--- R2 Two.\n--- R3 Three.\nlocal b = 2\n";
        check(a, a, &[]);
        check(a, &a.replace("a = 1", "a = 2"), &["rule R1 in x.luau changed"]);
        let both = ["rule R2 in x.luau changed", "rule R3 in x.luau changed"];
        check(a, &a.replace("b = 2", "b = 3"), &both);
        check(a, &a.replace("One.", "Uno."), &[]);
        check(a, &format!("{a}--- R4 Four.\nlocal c = 3\n"), &["new rule R4 of x.luau"]);
        check(&format!("local z = 0\n{a}"), &format!("local z = 1\n{a}"), &["file x.luau changed"]);
    }
}
