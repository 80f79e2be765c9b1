//! Schemas that games declare in Luau.

use harena_pack::{Code, codes};

use super::check::check_type_within;
use super::hint::hint;
use super::notation_types::MOST_TYPES;
use super::{Field, Finding, Key, Schema, Type, Value, Vocabulary};
use crate::allowance::Allowance;

const SCHEMA_KEYS: [&str; 4] = ["name", "text", "fields", "records"];
const FIELD_KEYS: [&str; 4] = ["1", "2", "3", "default"];

impl Schema {
    /// Reads a schema from the notation of games.
    ///
    /// A schema is `{ name, text, fields, records }`. Each of its `fields` is
    /// `{ "name", "type", "meaning", default = value }`, the last two optional. A field is
    /// required unless it has a default or its name ends in `?`. Nested records are declared
    /// under `records` in the same notation, each before its first use.
    ///
    /// Types are written:
    ///
    /// | written | means |
    /// |---|---|
    /// | `any` `bool` `text` `id` `function` | as they say |
    /// | `int`, `int 0..9`, `int 1..` | a whole number, within limits |
    /// | `'common' \| 'elite'` | one of these words |
    /// | `stat`, `side` | a name of that vocabulary |
    /// | `list of int`, `list 1..3 of int` | items, of a certain number |
    /// | `map of stat to int` | values under names |
    /// | `Attack` | a record declared under `records` |
    /// | `int \| list of int` | either |
    /// | `list of (int \| 'all')`, `map of stat to ('low' \| 'high')` | each either |
    ///
    /// # Errors
    /// Everything wrong with the notation, with paths into it and the codes of [`check`].
    ///
    /// [`check`]: super::check
    ///
    /// ```
    /// use harena_script::schema::{Schema, Type, Value};
    ///
    /// let field = Value::List(vec![Value::text("copies?"), Value::text("int 1..9")]);
    /// let notation =
    ///     Value::record([("name", Value::text("Tile")), ("fields", Value::List(vec![field]))]);
    /// let schema = Schema::from_value(&notation).unwrap();
    /// assert_eq!(schema, Schema::new("Tile").may("copies", Type::int(1, 9), ""));
    /// ```
    pub fn from_value(notation: &Value) -> Result<Schema, Vec<Finding>> {
        Schema::from_value_within(notation, &Vocabulary::open(), &Allowance::default())
    }

    /// As [`Schema::from_value`], for a game whose names are known, charged to an allowance.
    ///
    /// # Errors
    /// As for [`Schema::from_value`].
    pub fn from_value_within(
        notation: &Value,
        words: &Vocabulary,
        allowance: &Allowance,
    ) -> Result<Schema, Vec<Finding>> {
        let mut reader = Reader {
            words,
            allowance,
            records: Vec::new(),
            n_types: 0,
            path: Vec::new(),
            findings: Vec::new(),
        };
        let (schema, _) = reader.schema(notation);
        if reader.findings.is_empty() { Ok(schema) } else { Err(reader.findings) }
    }
}

struct Reader<'a> {
    words: &'a Vocabulary,
    allowance: &'a Allowance,
    /// Records that can be named by now, and how many types each holds.
    records: Vec<(Schema, usize)>,
    /// How many types were read so far.
    n_types: usize,
    path: Vec<Key>,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    /// The schema, and how many types it holds.
    fn schema(&mut self, notation: &Value) -> (Schema, usize) {
        self.only(notation, &SCHEMA_KEYS);
        for (position, record) in items(notation.get("records")) {
            self.inside(["records".into(), Key::Index(position)], |reader| {
                let record = reader.schema(record);
                reader.records.push(record);
            });
        }
        let name = self.text(notation, "name").unwrap_or_default();
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            let message = format!("a schema's name begins with a large letter, not `{name}`");
            self.report(codes::BAD_SPELLING, message, Some("such as `Champion`".into()));
        } else if self.records.iter().any(|(known, _)| known.name == name) {
            self.report(codes::DECLARED_TWICE, format!("duplicate record `{name}`"), None);
        }
        let text = match notation.get("text") {
            Some(_) => self.text(notation, "text").unwrap_or_default(),
            None => String::new(),
        };
        let mut schema = Schema { name, text, fields: Vec::new() };
        if notation.get("fields").is_none() {
            self.report(codes::MISSING_FIELD, "schema without its field `fields`".into(), None);
        }
        let mut n_types = 0;
        for (position, field) in items(notation.get("fields")) {
            self.inside(["fields".into(), Key::Index(position)], |reader| {
                n_types += reader.add_field(&mut schema, field);
            });
        }
        (schema, n_types)
    }

    /// Answers how many types the field holds.
    fn add_field(&mut self, schema: &mut Schema, notation: &Value) -> usize {
        self.only(notation, &FIELD_KEYS);
        let (Some(spelled), Some(kind)) = (self.text(notation, "1"), self.text(notation, "2"))
        else {
            return 0;
        };
        let text = match notation.at(3) {
            Some(_) => self.text(notation, "3").unwrap_or_default(),
            None => String::new(),
        };
        let default = notation.get("default").cloned().unwrap_or_default();
        let name = spelled.trim_end_matches('?').to_string();
        let Some((kind, n_types)) = self.kind(&kind) else { return 0 };
        if schema.field(&name).is_some() {
            self.report(codes::DECLARED_TWICE, format!("duplicate field `{name}`"), None);
            return 0;
        }
        self.default(&kind, &default);
        let required = !spelled.ends_with('?') && default == Value::Nil;
        schema.fields.push(Field { name, kind, required, default, text });
        n_types
    }

    /// A type, and how many it holds. More than [`MOST_TYPES`] of a schema are not read.
    fn kind(&mut self, text: &str) -> Option<(Type, usize)> {
        if self.n_types > MOST_TYPES {
            return None;
        }
        let read = Type::read(text, &self.records);
        let n_types = read.as_ref().map_or(1, |(_, n)| *n);
        self.n_types = self.n_types.saturating_add(n_types);
        self.allowance.spend(text.len() as u64 + n_types as u64);
        if self.n_types > MOST_TYPES {
            let message = format!("a schema holds at most {MOST_TYPES} types");
            let hint = "a record counts with all its fields wherever it is named";
            self.report(codes::TOO_MUCH_TO_READ, message, Some(hint.to_owned()));
            return None;
        }
        if let Err(unreadable) = &read {
            let (message, hint) = (unreadable.message.clone(), unreadable.hint.clone());
            let code = unreadable.code;
            self.inside([Key::Index(2)], |reader| reader.report(code, message, hint));
        }
        read.ok()
    }

    /// A default must fit its own type.
    fn default(&mut self, kind: &Type, default: &Value) {
        if *default == Value::Nil {
            return;
        }
        let findings = check_type_within(kind, default, self.words, self.allowance);
        let outer = [self.path.clone(), vec!["default".into()]].concat();
        let inside = |it: Finding| Finding { path: [outer.clone(), it.path].concat(), ..it };
        self.findings.extend(findings.into_iter().map(inside));
    }

    fn text(&mut self, notation: &Value, key: &str) -> Option<String> {
        let found = match key.parse() {
            Ok(position) => notation.at(position),
            Err(_) => notation.get(key),
        };
        match found {
            Some(Value::Text(text)) => return Some(text.clone()),
            Some(other) => {
                let message = format!("this is {}, not text", other.kind());
                self.inside([Key::of(key)], |reader| {
                    reader.report(codes::WRONG_KIND, message, None)
                });
            }
            None => {
                let field_form = "a field is `{ \"name\", \"type\" }`".to_string();
                let message = match key {
                    "1" => "field without a name".to_string(),
                    "2" => "field without a type".to_string(),
                    _ => format!("schema without its field `{key}`"),
                };
                let hint = Key::of(key) != Key::Name(key.into());
                self.report(codes::MISSING_FIELD, message, hint.then_some(field_form));
            }
        }
        None
    }

    fn only(&mut self, notation: &Value, known: &[&str]) {
        if !notation.is_table() {
            let message = format!("this is {}, not a table", notation.kind());
            return self.report(codes::WRONG_KIND, message, None);
        }
        let unknown: Vec<String> = match notation {
            Value::Record(entries) => entries.iter().map(|(name, _)| name.clone()).collect(),
            Value::List(items) => (1..=items.len()).map(|at| at.to_string()).collect(),
            Value::Nil
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Function(_) => Vec::new(),
        };
        for name in unknown.iter().filter(|name| !known.contains(&name.as_str())) {
            let names = known.iter().copied().filter(|name| name.parse::<usize>().is_err());
            let hint = hint(name, names);
            let message = format!("unknown field `{name}` of a schema");
            self.inside([Key::of(name)], |reader| {
                reader.report(codes::UNKNOWN_FIELD, message, hint);
            });
        }
    }

    fn inside<const N: usize>(&mut self, keys: [Key; N], read: impl FnOnce(&mut Self)) {
        let depth = self.path.len();
        self.path.extend(keys);
        read(self);
        self.path.truncate(depth);
    }

    fn report(&mut self, code: Code, message: String, hint: Option<String>) {
        let (code, message) = match self.allowance.tells() {
            true => (code, message),
            false if self.findings.last().is_some_and(|last| last.code == codes::UNTOLD) => return,
            false => (codes::UNTOLD, String::new()),
        };
        self.findings.push(Finding { path: self.path.clone(), code, message, hint, twin: None });
    }
}

fn items(list: Option<&Value>) -> impl Iterator<Item = (usize, &Value)> {
    let items = match list {
        Some(Value::List(items)) => items.as_slice(),
        _ => &[],
    };
    (1..).zip(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::path_text;

    fn field<const N: usize>(parts: [&str; N]) -> Value {
        Value::List(parts.map(Value::text).to_vec())
    }

    fn schema(name: &str, fields: Vec<Value>) -> Value {
        Value::record([("name", Value::text(name)), ("fields", Value::List(fields))])
    }

    fn check(notation: Value, expected: &[&str]) {
        let found = Schema::from_value(&notation).expect_err("it is wrong");
        let found: Vec<String> =
            found.iter().map(|f| format!("{} {}", f.code, path_text(&f.path))).collect();
        assert_eq!(found, expected, "{notation}");
    }

    #[test]
    fn a_game_declares_a_schema() {
        let copies = Value::record([
            ("1", Value::text("copies")),
            ("2", Value::text("int 1..35")),
            ("default", Value::Int(1)),
        ]);
        let fields = vec![field(["id", "id", "its name"]), field(["attacks?", "list of Attack"])];
        let Value::Record(mut notation) = schema("Champion", [fields, vec![copies]].concat())
        else {
            panic!("a schema is a record");
        };
        let attack = schema("Attack", vec![field(["strength", "int"])]);
        notation.push(("records".into(), Value::List(vec![attack])));
        let attack = Type::Record(Box::new(Schema::new("Attack").needs("strength", Type::INT, "")));
        let expected = Schema::new("Champion")
            .needs("id", Type::Id, "its name")
            .may("attacks", Type::list(attack), "")
            .defaults("copies", Type::int(1, 35), Value::Int(1), "");
        assert_eq!(Schema::from_value(&Value::Record(notation)), Ok(expected));
    }

    #[test]
    fn every_slip_is_reported_at_once() {
        let fields = vec![
            field(["id", "idd of"]),
            field(["side", "Side"]),
            field(["id"]),
            Value::Int(3),
            field(["id", "id"]),
            field(["id", "text"]),
        ];
        check(
            schema("champion", fields),
            &[
                "H0209 ",
                "H0203 fields[1][2]",
                "H0205 fields[2][2]",
                "H0202 fields[3]",
                "H0203 fields[4]",
                "H0202 fields[4]",
                "H0202 fields[4]",
                "H0206 fields[6]",
            ],
        );
        check(
            Value::record([("name", Value::text("A")), ("field", Value::Nil)]),
            &["H0201 field", "H0202 "],
        );
    }

    #[test]
    fn a_default_fits_its_type() {
        let with_default = |kind, default| {
            let name = ("1", Value::text("copies"));
            schema("A", vec![Value::record([name, ("2", Value::text(kind)), ("default", default)])])
        };
        check(with_default("int 1..9", Value::Int(0)), &["H0204 fields[1].default"]);
        let armor = with_default("stat", Value::text("armor"));
        assert!(Schema::from_value(&armor).is_ok());
        let read = |words| Schema::from_value_within(&armor, &words, &Allowance::default());
        assert!(read(Vocabulary::default().with("stat", ["armor"])).is_ok());
        let found = read(Vocabulary::default().with("stat", ["armour"])).unwrap_err().remove(0);
        assert_eq!(found.hint.as_deref(), Some("did you mean `armour`?"));
        let part = Value::record([("1", Value::text("x")), ("2", Value::text("int"))]);
        let inner = schema("B", vec![part]);
        let outer = Value::record([
            ("1", Value::text("b")),
            ("2", Value::text("B")),
            ("default", Value::record([("x", Value::Int(1)), ("xs", Value::Int(2))])),
        ]);
        let Value::Record(mut holder) = schema("A", vec![outer]) else { panic!() };
        holder.push(("records".into(), Value::List(vec![inner])));
        check(Value::Record(holder), &["H0201 fields[1].default.xs"]);
    }
}
