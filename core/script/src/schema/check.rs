//! Holding a value against a schema, all problems at once.

use std::collections::BTreeMap;

use super::hint::hint;
use super::{Key, Schema, Type, Value, Vocabulary, path_text};

/// Something wrong in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where in the value, from the outside in.
    pub path: Vec<Key>,
    /// The stable code, `H0201` to `H0209`.
    pub code: &'static str,
    /// What is wrong: lower case, one clause, no full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// Everything wrong with a sheet, in the order of the schema's fields; empty if it is fine.
pub fn check(schema: &Schema, sheet: &Value, vocabulary: &Vocabulary) -> Vec<Finding> {
    let mut checker = Checker::new(vocabulary);
    checker.record(schema, sheet);
    checker.findings
}

/// Everything wrong with a single value; empty if it is fine.
pub fn check_type(kind: &Type, value: &Value, vocabulary: &Vocabulary) -> Vec<Finding> {
    let mut checker = Checker::new(vocabulary);
    checker.value(kind, value);
    checker.findings
}

/// The sheets whose id an earlier sheet of the list already has. Each path begins with the
/// position of the sheet in the list, counted from 1.
pub fn duplicate_ids<'a>(
    schema: &Schema,
    sheets: impl IntoIterator<Item = &'a Value>,
) -> Vec<Finding> {
    let Some(field) = schema.fields.iter().find(|field| field.kind == Type::Id) else {
        return Vec::new();
    };
    let mut first_use = BTreeMap::new();
    let mut findings = Vec::new();
    for (sheet, position) in sheets.into_iter().zip(1_usize..) {
        let Some(id) = sheet.get(&field.name).and_then(Value::as_text) else { continue };
        let first = *first_use.entry(id).or_insert(position);
        if first != position {
            findings.push(Finding {
                path: vec![Key::Index(position), Key::Name(field.name.clone())],
                code: "H0206",
                message: format!("duplicate {} `{id}`", field.name),
                hint: Some(format!("number {first} of this list has it already")),
            });
        }
    }
    findings
}

struct Checker<'a> {
    vocabulary: &'a Vocabulary,
    path: Vec<Key>,
    findings: Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn new(vocabulary: &'a Vocabulary) -> Self {
        Checker { vocabulary, path: Vec::new(), findings: Vec::new() }
    }

    fn value(&mut self, kind: &Type, value: &Value) {
        match (kind, value) {
            (Type::Any, _)
            | (Type::Bool, Value::Bool(_))
            | (Type::Text, Value::Text(_))
            | (Type::Function, Value::Function(_)) => {}
            (Type::Int { min, max }, Value::Int(int)) => self.range(*int, *min, *max),
            (Type::Int { .. }, Value::Number(number)) => self.not_whole(*number),
            (Type::Id, Value::Text(id)) => self.id(id),
            (Type::Choice(words), Value::Text(word)) => self.choice(words, word),
            (Type::Name(what), Value::Text(name)) => self.name(what, name),
            (Type::List { of, min, max }, Value::List(items)) => {
                self.list(of, items);
                self.length(items.len(), *min, *max);
            }
            (Type::Map { keys, of }, Value::Record(entries)) => self.map(keys, of, entries),
            (Type::Map { .. }, Value::List(items)) if items.is_empty() => {}
            (Type::Record(schema), Value::List(_) | Value::Record(_)) => self.record(schema, value),
            (Type::OneOf(kinds), _) => self.one_of(kinds, value),
            _ => self.wrong_type(kind, value),
        }
    }

    fn record(&mut self, schema: &Schema, value: &Value) {
        if !value.is_table() {
            return self.wrong_type(&Type::Record(Box::new(schema.clone())), value);
        }
        for (name, _) in value.clone().into_entries() {
            if schema.field(&name).is_none() {
                self.unknown_field(schema, &name);
            }
        }
        for field in &schema.fields {
            match value.get(&field.name) {
                Some(found) => self.at(Key::Name(field.name.clone()), |checker| {
                    checker.value(&field.kind, found);
                }),
                None if field.required => self.missing(schema, &field.name, &field.kind),
                None => {}
            }
        }
    }

    fn list(&mut self, of: &Type, items: &[Value]) {
        for (item, position) in items.iter().zip(1..) {
            self.at(Key::Index(position), |checker| checker.value(of, item));
        }
        if let Type::Record(schema) = of {
            let outer = self.path.clone();
            self.findings.extend(duplicate_ids(schema, items).into_iter().map(|finding| Finding {
                path: [outer.clone(), finding.path].concat(),
                ..finding
            }));
        }
    }

    fn map(&mut self, keys: &Type, of: &Type, entries: &[(String, Value)]) {
        for (name, value) in entries {
            self.at(Key::of(name), |checker| {
                checker.value(keys, &Value::text(name));
                checker.value(of, value);
            });
        }
    }

    /// Accepts a value that fits any alternative; otherwise tells what is wrong with the
    /// alternative that comes closest.
    fn one_of(&mut self, kinds: &[Type], value: &Value) {
        let closest = kinds
            .iter()
            .map(|kind| self.aside(kind, value))
            .min_by_key(|findings| (self.is_other_type(findings), findings.len()));
        match closest {
            Some(findings) if !self.is_other_type(&findings) => self.findings.extend(findings),
            _ => self.wrong_type(&Type::OneOf(kinds.to_vec()), value),
        }
    }

    fn aside(&self, kind: &Type, value: &Value) -> Vec<Finding> {
        let mut checker = Checker { path: self.path.clone(), ..Checker::new(self.vocabulary) };
        checker.value(kind, value);
        checker.findings
    }

    fn is_other_type(&self, findings: &[Finding]) -> bool {
        findings.iter().any(|finding| finding.code == "H0203" && finding.path == self.path)
    }

    fn at(&mut self, key: Key, inside: impl FnOnce(&mut Self)) {
        self.path.push(key);
        inside(self);
        self.path.pop();
    }

    fn report(&mut self, code: &'static str, message: String, hint: Option<String>) {
        self.findings.push(Finding { path: self.path.clone(), code, message, hint });
    }

    /// The name of the field being looked at, for the beginning of a message.
    fn subject(&self) -> String {
        match self.path.as_slice() {
            [] => "this".into(),
            path => format!("`{}`", path_text(path)),
        }
    }
}

/// One function for each kind of finding.
impl Checker<'_> {
    fn unknown_field(&mut self, schema: &Schema, name: &str) {
        let key = Key::of(name);
        let message = match (&key, schema.name.as_str()) {
            (Key::Index(position), _) => format!("value {position} has no field name"),
            (Key::Name(name), "") => format!("unknown field `{name}`"),
            (Key::Name(name), record) => format!("unknown field `{name}` of {record}"),
        };
        let hint = hint(name, schema.fields.iter().map(|field| field.name.as_str()));
        self.at(key, |checker| checker.report("H0201", message, hint));
    }

    fn missing(&mut self, schema: &Schema, name: &str, kind: &Type) {
        let record = if schema.name.is_empty() { "record" } else { &schema.name };
        let message = format!("{record} without its field `{name}`");
        self.report("H0202", message, Some(format!("add `{name} = ...` ({kind})")));
    }

    fn wrong_type(&mut self, kind: &Type, value: &Value) {
        let hint = match (kind, value) {
            (Type::List { .. }, Value::Record(_)) => Some("leave out the names".into()),
            (Type::List { .. }, _) if !value.is_table() => Some("put it in braces".into()),
            (Type::Text | Type::Id, Value::Int(int)) => Some(format!("write \"{int}\"")),
            _ => None,
        };
        let message = format!("{} is {}, not {kind}", self.subject(), value.kind());
        self.report("H0203", message, hint);
    }

    fn range(&mut self, int: i64, min: i64, max: i64) {
        if !(min..=max).contains(&int) {
            let hint = format!("allowed is {}", Type::int(min, max));
            self.report("H0204", format!("{} is out of range: {int}", self.subject()), Some(hint));
        }
    }

    fn choice(&mut self, words: &[String], word: &str) {
        if !words.iter().any(|known| known == word) {
            let hint = hint(word, words.iter().map(String::as_str));
            let message = format!("{} cannot be `{word}`", self.subject());
            self.report("H0205", message, hint);
        }
    }

    fn name(&mut self, what: &str, name: &str) {
        if !self.vocabulary.has(what, name) {
            let hint = hint(name, self.vocabulary.names(what))
                .or_else(|| Some(format!("declare the {what} in the game's definitions")));
            self.report("H0205", format!("unknown {what} `{name}`"), hint);
        }
    }

    fn not_whole(&mut self, number: f64) {
        let message = format!("{} is not a whole number: {number}", self.subject());
        self.report("H0207", message, Some("rules count in whole numbers".into()));
    }

    fn length(&mut self, found: usize, min: usize, max: usize) {
        if !(min..=max).contains(&found) {
            let items = if found == 1 { "item" } else { "items" };
            let message = format!("{} holds {found} {items}", self.subject());
            let allowed = super::notation_types::range_text(min, max, 0, usize::MAX);
            self.report("H0208", message, Some(format!("allowed is {allowed}")));
        }
    }

    fn id(&mut self, id: &str) {
        if !is_id(id) {
            let spelled = spelled_as_id(id);
            let hint = match is_id(&spelled) {
                true => format!("write `{spelled}`"),
                false => "use small letters, digits and `_`, a letter first".into(),
            };
            self.report("H0209", format!("`{id}` is no good id"), Some(hint));
        }
    }
}

fn is_id(id: &str) -> bool {
    const LONGEST: usize = 64;
    id.len() <= LONGEST
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.split('_').all(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
}

/// The id a designer meant by `Dragon Rider`, `dragon-rider` or `dragonRider`.
fn spelled_as_id(name: &str) -> String {
    let mut id = String::new();
    let mut after_small = false;
    for c in name.chars() {
        let gap = !c.is_ascii_alphanumeric() || (after_small && c.is_ascii_uppercase());
        if gap && !id.is_empty() && !id.ends_with('_') {
            id.push('_');
        }
        if c.is_ascii_alphanumeric() {
            id.push(c.to_ascii_lowercase());
        }
        after_small = c.is_ascii_lowercase();
    }
    id.trim_end_matches('_').into()
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
