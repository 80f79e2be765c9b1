//! Holding a value against a schema, all problems at once.

use std::collections::{BTreeMap, BTreeSet};

use harena_pack::{Code, codes, nearest};

use super::gaps;
use super::hint::hint;
use super::known;
use super::{Key, Schema, Type, Value, Vocabulary, path_text};
use crate::allowance::Allowance;

/// Something wrong in a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Where in the value, from the outside in.
    pub path: Vec<Key>,
    /// The stable code, such as `H0201`.
    pub code: Code,
    /// What is wrong: lower case, one clause, no full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Where the other one stands, of two that cannot both be.
    pub twin: Option<Vec<Key>>,
}

/// Characters of a title.
const LONGEST_TITLE: usize = 200;
/// Characters of a sentence of the log, with its gaps, and of what decisions, reasons and seats are
/// called.
const LONGEST_SENTENCE: usize = 500;
/// So many findings are enough to tell how far an alternative is from fitting.
const MOST_QUIET: usize = 100;

/// Everything wrong with a sheet, in the order of the schema's fields; empty if it is fine.
pub fn check(schema: &Schema, sheet: &Value, vocabulary: &Vocabulary) -> Vec<Finding> {
    check_within(schema, sheet, vocabulary, &Allowance::default())
}

/// As [`check`], charged to an allowance. Once that tells no more problems, a sheet that is wrong
/// has a single finding without a message; once it is spent, nothing more is looked at.
pub fn check_within(
    schema: &Schema,
    sheet: &Value,
    vocabulary: &Vocabulary,
    allowance: &Allowance,
) -> Vec<Finding> {
    let mut checker = Checker::new(vocabulary, allowance);
    checker.record(schema, sheet);
    checker.findings
}

/// Everything wrong with a single value; empty if it is fine.
pub fn check_type(kind: &Type, value: &Value, vocabulary: &Vocabulary) -> Vec<Finding> {
    check_type_within(kind, value, vocabulary, &Allowance::default())
}

/// As [`check_type`], charged to an allowance as [`check_within`] is.
pub(super) fn check_type_within(
    kind: &Type,
    value: &Value,
    vocabulary: &Vocabulary,
    allowance: &Allowance,
) -> Vec<Finding> {
    let mut checker = Checker::new(vocabulary, allowance);
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
    let ids = sheets.into_iter().map(|sheet| sheet.get(&field.name).and_then(Value::as_text));
    let within = |mut path: Vec<Key>| {
        path.push(Key::Name(field.name.clone()));
        path
    };
    let named = |finding: Finding| Finding {
        path: within(finding.path),
        twin: finding.twin.map(within),
        ..finding
    };
    duplicates(&field.name, ids).map(named).collect()
}

/// The names of a list that an earlier item already has; `what` is what they are names of.
pub(crate) fn duplicates<'a>(
    what: &str,
    names: impl Iterator<Item = Option<&'a str>>,
) -> impl Iterator<Item = Finding> {
    let mut first_use = BTreeMap::new();
    names.zip(1_usize..).filter_map(move |(name, position)| {
        let name = name?;
        let first = *first_use.entry(name).or_insert(position);
        (first != position).then(|| Finding {
            path: vec![Key::Index(position)],
            code: codes::DECLARED_TWICE,
            message: format!("duplicate {what} `{name}`"),
            hint: Some(format!("number {first} of this list has it already")),
            twin: Some(vec![Key::Index(first)]),
        })
    })
}

struct Checker<'a> {
    vocabulary: &'a Vocabulary,
    allowance: &'a Allowance,
    /// Whether findings are only counted, to see which alternative comes closest.
    is_quiet: bool,
    path: Vec<Key>,
    findings: Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn new(vocabulary: &'a Vocabulary, allowance: &'a Allowance) -> Self {
        let (path, findings) = (Vec::new(), Vec::new());
        Checker { vocabulary, allowance, is_quiet: false, path, findings }
    }

    fn value(&mut self, kind: &Type, value: &Value) {
        if !self.allowance.spend(1) {
            return;
        }
        match (kind, value) {
            (Type::Any | Type::Apart(_), _)
            | (Type::Bool, Value::Bool(_))
            | (Type::Function, Value::Function(_)) => {}
            (Type::Text, Value::Text(text)) => self.room(text),
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
        let (entries, n_items) = if let Value::Record(entries) = value {
            (entries.as_slice(), 0)
        } else if let Value::List(items) = value {
            (&[][..], items.len())
        } else {
            return self.wrong_type(&Type::Record(Box::new(schema.clone())), value);
        };
        if !self.allowance.spend((entries.len() + n_items + schema.fields.len()) as u64) {
            return;
        }
        let known: BTreeSet<&str> = schema.fields.iter().map(|field| field.name.as_str()).collect();
        for position in 1..=n_items {
            self.unknown_field(schema, &position.to_string());
        }
        // The fields that others were told to be meant for are not missed once more.
        let mut meant = BTreeSet::new();
        for (name, _) in entries.iter().filter(|(name, _)| !known.contains(name.as_str())) {
            if self.unknown_field(schema, name) {
                meant.extend(nearest(name, known_fields(schema)));
            }
        }
        // The first of two fields of one name, as [`Value::get`] finds it.
        let entries: BTreeMap<&str, &Value> =
            entries.iter().rev().map(|(name, value)| (name.as_str(), value)).collect();
        for field in &schema.fields {
            match entries.get(field.name.as_str()) {
                Some(found) => self.at(Key::Name(field.name.clone()), |checker| {
                    checker.value(&field.kind, found);
                }),
                None if field.required && !meant.contains(field.name.as_str()) => {
                    self.missing(schema, &field.name, &field.kind)
                }
                None => {}
            }
        }
    }

    fn list(&mut self, of: &Type, items: &[Value]) {
        for (item, position) in items.iter().zip(1..) {
            if self.allowance.is_spent() {
                return;
            }
            self.at(Key::Index(position), |checker| checker.value(of, item));
        }
        let Type::Record(schema) = of else { return };
        for finding in duplicate_ids(schema, items) {
            let within = |path| [self.path.clone(), path].concat();
            let (path, twin) = (within(finding.path), finding.twin.map(within));
            if self.is_quiet || self.allowance.tells() {
                self.findings.push(Finding { path, twin, ..finding });
            } else {
                self.mark_untold();
            }
        }
    }

    fn map(&mut self, keys: &Type, of: &Type, entries: &[(String, Value)]) {
        for (name, value) in entries {
            if self.allowance.is_spent() {
                return;
            }
            self.at(Key::of(name), |checker| {
                checker.value(keys, &Value::text(name));
                checker.value(of, value);
            });
        }
    }

    /// Accepts a value that fits any alternative; otherwise tells what is wrong with the
    /// alternative that comes closest.
    fn one_of(&mut self, kinds: &[Type], value: &Value) {
        let mut closest: Option<((bool, usize), &Type, Vec<Finding>)> = None;
        for kind in kinds {
            let findings = self.aside(kind, value);
            let distance = (self.is_other_type(&findings), findings.len());
            if closest.as_ref().is_none_or(|(least, ..)| distance < *least) {
                closest = Some((distance, kind, findings));
            }
            if distance == (false, 0) {
                return;
            }
        }
        match closest {
            Some(((false, _), _, findings)) if self.is_quiet => self.findings.extend(findings),
            Some(((false, _), kind, _)) => self.value(kind, value),
            _ => self.wrong_type(&Type::OneOf(kinds.to_vec()), value),
        }
    }

    /// What is wrong with an alternative: codes and places only.
    fn aside(&self, kind: &Type, value: &Value) -> Vec<Finding> {
        let path = self.path.clone();
        let quiet = Checker::new(self.vocabulary, self.allowance);
        let mut checker = Checker { path, is_quiet: true, ..quiet };
        checker.value(kind, value);
        checker.findings
    }

    fn is_other_type(&self, findings: &[Finding]) -> bool {
        findings
            .iter()
            .any(|finding| finding.code == codes::WRONG_KIND && finding.path == self.path)
    }

    fn at(&mut self, key: Key, inside: impl FnOnce(&mut Self)) {
        self.path.push(key);
        inside(self);
        self.path.pop();
    }

    /// Notes a finding; its words are put together only if they are told. Tells whether they are.
    fn report(
        &mut self,
        code: Code,
        words: impl FnOnce(&Self) -> (String, Option<String>),
    ) -> bool {
        let (message, hint) = match self.is_quiet {
            true if self.findings.len() >= MOST_QUIET => return false,
            true => Default::default(),
            false if self.allowance.tells() => words(self),
            false => {
                self.mark_untold();
                return false;
            }
        };
        let path = self.path.clone();
        self.findings.push(Finding { path, code, message, hint, twin: None });
        !self.is_quiet
    }

    fn mark_untold(&mut self) {
        if self.findings.last().is_none_or(|last| last.code != codes::UNTOLD) {
            self.findings.push(Finding { code: codes::UNTOLD, ..Finding::default() });
        }
    }

    /// The name of the field being looked at, for the beginning of a message.
    fn subject(&self) -> String {
        match self.path.as_slice() {
            [] => "this".into(),
            path => format!("`{}`", path_text(path)),
        }
    }
}

/// The names of a record's fields.
fn known_fields(schema: &Schema) -> impl Iterator<Item = &str> + Clone {
    schema.fields.iter().map(|field| field.name.as_str())
}

/// One function for each kind of finding.
impl Checker<'_> {
    /// Whether it was told.
    fn unknown_field(&mut self, schema: &Schema, name: &str) -> bool {
        let key = Key::of(name);
        let mut is_told = false;
        self.at(key.clone(), |checker| {
            is_told = checker.report(codes::UNKNOWN_FIELD, |_| {
                let message = match (&key, schema.name.as_str()) {
                    (Key::Index(position), _) => format!("value {position} has no field name"),
                    (Key::Name(name), "") => format!("unknown field `{name}`"),
                    (Key::Name(name), record) => format!("unknown field `{name}` of {record}"),
                };
                (message, hint(name, known_fields(schema)))
            });
        });
        is_told
    }

    fn missing(&mut self, schema: &Schema, name: &str, kind: &Type) {
        self.report(codes::MISSING_FIELD, |_| {
            let record = if schema.name.is_empty() { "record" } else { &schema.name };
            let message = format!("{record} without its field `{name}`");
            (message, Some(format!("add `{name} = ...` ({kind})")))
        });
    }

    fn wrong_type(&mut self, kind: &Type, value: &Value) {
        self.report(codes::WRONG_KIND, |checker| {
            let hint = match (kind, value) {
                (Type::List { .. }, Value::Record(_)) => Some("leave out the names".into()),
                (Type::List { .. }, _) if !value.is_table() => Some("put it in braces".into()),
                (Type::Text | Type::Id, Value::Int(int)) => Some(format!("write \"{int}\"")),
                _ => None,
            };
            (format!("{} is {}, not {kind}", checker.subject(), value.kind()), hint)
        });
    }

    fn range(&mut self, int: i64, min: i64, max: i64) {
        if !(min..=max).contains(&int) {
            self.report(codes::OUT_OF_RANGE, |checker| {
                let hint = format!("allowed is {}", Type::int(min, max));
                (format!("{} is out of range: {int}", checker.subject()), Some(hint))
            });
        }
    }

    fn choice(&mut self, words: &[String], word: &str) {
        self.allowance.spend(words.len() as u64);
        if !words.iter().any(|known| known == word) {
            self.report(codes::UNDECLARED, |checker| {
                let hint = hint(word, words.iter().map(String::as_str));
                (format!("{} cannot be `{word}`", checker.subject()), hint)
            });
        }
    }

    fn name(&mut self, what: &str, name: &str) {
        if let Some(wrong) = known::wrong(what, name) {
            if let Some(told) = wrong {
                self.report(codes::UNDECLARED, |_| told);
            }
            return;
        }
        if !self.vocabulary.has(what, name) {
            self.report(codes::UNDECLARED, |checker| {
                let hint = hint(name, checker.vocabulary.names(what))
                    .or_else(|| Some(format!("declare the {what} in the game's definitions")));
                (format!("unknown {what} `{name}`"), hint)
            });
        }
    }

    fn not_whole(&mut self, number: f64) {
        self.report(codes::NOT_WHOLE, |checker| {
            let message = format!("{} is not a whole number: {number}", checker.subject());
            (message, Some("rules count in whole numbers".into()))
        });
    }

    fn length(&mut self, found: usize, min: usize, max: usize) {
        if !(min..=max).contains(&found) {
            let items = if found == 1 { "item" } else { "items" };
            self.report(codes::WRONG_LENGTH, |checker| {
                let allowed = super::notation_types::range_text(min, max, 0, usize::MAX);
                let message = format!("{} holds {found} {items}", checker.subject());
                (message, Some(format!("allowed is {allowed}")))
            });
        }
    }

    fn room(&mut self, text: &str) {
        let (n, most) = (text.chars().count(), room_at(&self.path));
        if n > most {
            self.report(codes::TEXT_TOO_LONG, |checker| {
                let message = format!("{} has {n} characters", checker.subject());
                (message, Some(format!("allowed is up to {most}")))
            });
        }
        if let Some((message, hint)) = gaps::unfilled(text).filter(|_| is_told(&self.path)) {
            self.report(codes::UNFILLED_GAP, |_| (message, Some(hint)));
        }
    }

    fn id(&mut self, id: &str) {
        if !is_id(id) {
            self.report(codes::BAD_SPELLING, |_| {
                (format!("`{id}` is no good id"), Some(better_id(id)))
            });
        }
    }
}

/// How many characters a text may have: what is told in the middle of sentences is short.
fn room_at(path: &[Key]) -> usize {
    if is_one_of(path.last(), &["title", "short"]) {
        LONGEST_TITLE
    } else if is_one_of(holder(path), &["sentences", "prompts", "reasons", "meanings", "seats"]) {
        LONGEST_SENTENCE
    } else {
        usize::MAX
    }
}

/// Whether a text is a sentence of the log, whose gaps are filled.
fn is_told(path: &[Key]) -> bool {
    is_one_of(holder(path), &["sentences"])
}

/// What the last step of a path is a part of.
fn holder(path: &[Key]) -> Option<&Key> {
    path.len().checked_sub(2).and_then(|at| path.get(at))
}

fn is_one_of(key: Option<&Key>, names: &[&str]) -> bool {
    matches!(key, Some(Key::Name(name)) if names.contains(&name.as_str()))
}

/// What to write instead of what is no id.
fn better_id(id: &str) -> String {
    let spelled = spelled_as_id(id);
    match is_id(&spelled) {
        true => format!("write `{spelled}`"),
        false => "use small letters, digits and `_`, a letter first".into(),
    }
}

pub(crate) fn is_id(id: &str) -> bool {
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
