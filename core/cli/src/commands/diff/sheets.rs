//! Sheets, settings and keywords of two packs, side by side.

use std::collections::BTreeMap;

use harena_script::{Entry as Keyword, SheetFacts};
use serde::Serialize;
use serde_json::Value;

/// Whether something is new, gone or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Note {
    New,
    Gone,
    Changed,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Entry {
    /// What it is about: `sheet`, `setting`, `keyword`, `rule`, `file`.
    pub sort: &'static str,
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    pub note: Note,
    /// What became of its fields.
    pub fields: Vec<FieldChange>,
}

/// What became of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct FieldChange {
    pub field: String,
    pub from: Value,
    pub to: Value,
}

impl Entry {
    /// The difference as a player says it.
    pub(super) fn sentence(&self) -> String {
        let Entry { sort, name, note, .. } = self;
        let name = match *sort {
            "sheet" => name.clone(),
            sort => format!("{sort} {name}"),
        };
        match note {
            Note::New => format!("new {name}"),
            Note::Gone => format!("{name} is gone"),
            Note::Changed if self.fields.is_empty() => format!("{name} changed"),
            Note::Changed => {
                let fields: Vec<String> = self.fields.iter().map(FieldChange::words).collect();
                format!("{name}: {}", fields.join("; "))
            }
        }
    }
}

impl FieldChange {
    fn words(&self) -> String {
        let name = self.field.replace('_', " ");
        if let (Some(from), Some(to)) = (words_of(&self.from), words_of(&self.to)) {
            let one = name.strip_suffix('s').unwrap_or(&name);
            let only = |some: &[String], others: &[String]| -> Vec<String> {
                some.iter().filter(|it| !others.contains(it)).cloned().collect()
            };
            let (new, gone) = (only(&to, &from), only(&from, &to));
            let told = new.iter().map(|it| format!("new {one} {it}"));
            let told: Vec<String> =
                told.chain(gone.iter().map(|it| format!("no {one} {it}"))).collect();
            if !told.is_empty() {
                return told.join(", ");
            }
        }
        match (&self.from, &self.to) {
            (Value::Null, to) => format!("{name} {} is new", plainly(to)),
            (from, Value::Null) => format!("{name} {} is gone", plainly(from)),
            (Value::String(_), Value::String(to)) if name == "text" => format!("now says \"{to}\""),
            (from, to) => format!("{name} {} to {}", plainly(from), plainly(to)),
        }
    }
}

/// The words of a list of words; nothing is an empty one.
fn words_of(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::Array(items) => items.iter().map(|it| it.as_str().map(str::to_owned)).collect(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => None,
    }
}

/// A value as a player says it: no signs but those that are needed.
fn plainly(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plainly).collect::<Vec<_>>().join("/"),
        Value::Object(entries) => entries
            .iter()
            .map(|(name, it)| format!("{name} {}", plainly(it)))
            .collect::<Vec<_>>()
            .join(", "),
        Value::Null => "nothing".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// The sheets of two packs and of all that play with them. Sheets of the packs themselves are the
/// same by their id, whatever the packs are called.
pub(super) fn compared(
    (a, id_a): (&[SheetFacts], &str),
    (b, id_b): (&[SheetFacts], &str),
) -> Vec<Entry> {
    fn by_key<'s>(
        sheets: &'s [SheetFacts],
        own: &str,
    ) -> BTreeMap<(String, String), &'s SheetFacts> {
        let key = |it: &SheetFacts| {
            let pack = if it.pack == own { String::new() } else { it.pack.clone() };
            (pack, it.id.clone())
        };
        sheets.iter().map(|it| (key(it), it)).collect()
    }
    let (a, b) = (by_key(a, id_a), by_key(b, id_b));
    let of = |sheet: &SheetFacts, note: Note, fields: Vec<FieldChange>| Entry {
        sort: "sheet",
        id: sheet.id.clone(),
        name: match note {
            Note::New => format!("{} ({})", sheet.title, sheet.kind),
            Note::Gone | Note::Changed => sheet.title.clone(),
        },
        note,
        fields,
    };
    let mut entries = Vec::new();
    for (key, after) in &b {
        match a.get(key) {
            None => entries.push(of(after, Note::New, Vec::new())),
            Some(before) => {
                let fields = fields(&before.fields, &after.fields);
                if !fields.is_empty() {
                    entries.push(of(after, Note::Changed, fields));
                }
            }
        }
    }
    let gone = a.iter().filter(|(key, _)| !b.contains_key(*key));
    entries.extend(gone.map(|(_, sheet)| of(sheet, Note::Gone, Vec::new())));
    entries
}

/// What became of the fields of a record.
fn fields(before: &Value, after: &Value) -> Vec<FieldChange> {
    let empty = serde_json::Map::new();
    let (a, b) = (before.as_object().unwrap_or(&empty), after.as_object().unwrap_or(&empty));
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort();
    names.dedup();
    let value =
        |of: &serde_json::Map<String, Value>, name: &str| of.get(name).cloned().unwrap_or_default();
    let changes = names.into_iter().filter(|name| a.get(*name) != b.get(*name));
    changes
        .map(|name| FieldChange { field: name.clone(), from: value(a, name), to: value(b, name) })
        .collect()
}

/// Settings by their defaults.
pub(super) fn settings(a: &[(String, String)], b: &[(String, String)]) -> Vec<Entry> {
    let table = |list: &[(String, String)]| -> Value {
        list.iter().map(|(id, value)| (id.clone(), Value::from(value.clone()))).collect()
    };
    listed("setting", fields(&table(a), &table(b)), "default")
}

/// Keywords by what they say.
pub(super) fn keywords(a: &[Keyword], b: &[Keyword]) -> Vec<Entry> {
    let table = |list: &[Keyword]| -> Value {
        list.iter().map(|it| (it.id.clone(), Value::from(it.text.clone()))).collect()
    };
    listed("keyword", fields(&table(a), &table(b)), "text")
}

fn listed(sort: &'static str, changes: Vec<FieldChange>, field: &str) -> Vec<Entry> {
    let entry = |it: FieldChange| {
        let note = match (&it.from, &it.to) {
            (Value::Null, _) => Note::New,
            (_, Value::Null) => Note::Gone,
            _ => Note::Changed,
        };
        let (id, name) = (it.field.clone(), it.field.clone());
        let fields = match note {
            Note::Changed => vec![FieldChange { field: field.to_owned(), ..it }],
            Note::New | Note::Gone => Vec::new(),
        };
        Entry { sort, id, name, note, fields }
    };
    changes.into_iter().map(entry).collect()
}
