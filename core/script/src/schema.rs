//! What a definition may hold: one declaration that checks sheets, writes their Luau type and
//! fills the reference.
//!
//! A [`Schema`] is plain data. Rust declares its own with the builders below; a game declares
//! schemas of its sheets in Luau, in the notation of [`Schema::from_value`]:
//!
//! ```luau
//! {
//!     name = "Champion",
//!     text = "A tile that fights in battles",
//!     fields = {
//!         { "id", "id", "its name in rules and saves" },
//!         { "copies", "int 1..35", "tiles of this kind in the stack", default = 1 },
//!         { "initiative?", "list 1..3 of int 0..9", "when it strikes" },
//!         { "attacks?", "list of Attack" },
//!         { "rank?", "'common' | 'elite'" },
//!         { "bonus?", "map of stat to int" },
//!     },
//!     records = {
//!         { name = "Attack", fields = { { "strength", "int 1..9" }, { "sides", "list of side" } } },
//!     },
//! }
//! ```
//!
//! Checking reports every problem at once, each with its path and the nearest correct name:
//!
//! ```
//! use harena_script::schema::{Schema, Type, Value, Vocabulary, check};
//!
//! let schema = Schema::new("Champion").needs("id", Type::Id, "its name");
//! let sheet = Value::record([("ident", Value::text("knight"))]);
//! let codes: Vec<_> =
//!     check(&schema, &sheet, &Vocabulary::default()).into_iter().map(|f| f.code).collect();
//! assert_eq!(codes, ["H0201", "H0202"]);
//! ```

mod check;
mod gaps;
mod hint;
mod known;
mod luau;
mod markdown;
mod notation;
mod notation_types;
mod value;
mod vocabulary;

pub use check::{Finding, check, check_type, check_within, duplicate_ids};
pub(crate) use check::{duplicates, is_id};
pub(crate) use hint::hint;
pub use known::Rgb;
pub(crate) use known::{COLOR, DRAWING, rgb_of};
pub(crate) use luau::key as luau_key;
pub use value::{Key, Value, path_text};
pub use vocabulary::Vocabulary;

/// The type of one value in a definition.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Anything at all, nothing is checked.
    Any,
    /// `true` or `false`.
    Bool,
    /// A whole number, both limits included.
    Int {
        /// The smallest number allowed.
        min: i64,
        /// The largest number allowed.
        max: i64,
    },
    /// Words for people.
    Text,
    /// The name a definition gives itself: small letters, digits and `_`, a letter first.
    Id,
    /// One of these words.
    Choice(Vec<String>),
    /// A name that stands in this vocabulary, such as `stat` or `side`; a `color` is `#rrggbb` and
    /// a `drawing` one of Phosphor, whatever is declared.
    Name(String),
    /// Values one after the other.
    List {
        /// The type of each item.
        of: Box<Type>,
        /// The fewest items allowed.
        min: usize,
        /// The most items allowed.
        max: usize,
    },
    /// Values under names of one's own choice, or under names of a vocabulary.
    Map {
        /// The type of each key: [`Type::Text`], [`Type::Id`], [`Type::Choice`] or [`Type::Name`].
        keys: Box<Type>,
        /// The type of each value.
        of: Box<Type>,
    },
    /// A table with the fields of this schema.
    Record(Box<Schema>),
    /// A table with the fields of this schema, which is not checked with what it stands in.
    Apart(Box<Schema>),
    /// A Luau function.
    Function,
    /// A value of any one of these types.
    OneOf(Vec<Type>),
}

/// One field of a [`Schema`].
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// How the field is spelled in a sheet.
    pub name: String,
    /// What it holds.
    pub kind: Type,
    /// Whether a sheet without it is wrong.
    pub required: bool,
    /// What it holds where a sheet leaves it out; [`Value::Nil`] for nothing.
    pub default: Value,
    /// What it means, one clause without a full stop.
    pub text: String,
}

/// The fields a record may hold, in the order in which a reader wants them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// Name of the type, such as `Champion`; empty for a nameless record.
    pub name: String,
    /// What such a record is, one clause without a full stop.
    pub text: String,
    /// The fields.
    pub fields: Vec<Field>,
}

impl Type {
    /// Any whole number.
    pub const INT: Type = Type::Int { min: i64::MIN, max: i64::MAX };

    /// A whole number within limits, both included.
    pub fn int(min: i64, max: i64) -> Type {
        Type::Int { min, max }
    }

    /// A list of any length.
    pub fn list(of: Type) -> Type {
        Type::List { of: Box::new(of), min: 0, max: usize::MAX }
    }

    /// Values under the names of a vocabulary, such as a number for each stat.
    pub fn map_of(what: &str, of: Type) -> Type {
        Type::Map { keys: Box::new(Type::Name(what.into())), of: Box::new(of) }
    }

    /// One of these words.
    pub fn choice<const N: usize>(words: [&str; N]) -> Type {
        Type::Choice(words.map(String::from).to_vec())
    }
}

impl Schema {
    /// A schema without fields; add them with [`Schema::needs`], [`Schema::may`] and
    /// [`Schema::defaults`].
    pub fn new(name: &str) -> Schema {
        Schema { name: name.into(), ..Schema::default() }
    }

    /// The same schema with a sentence on what such a record is.
    pub fn about(mut self, text: &str) -> Schema {
        self.text = text.into();
        self
    }

    /// Adds a field that every sheet must have.
    pub fn needs(self, name: &str, kind: Type, text: &str) -> Schema {
        self.with(Field {
            name: name.into(),
            kind,
            required: true,
            default: Value::Nil,
            text: text.into(),
        })
    }

    /// Adds a field that a sheet may leave out.
    pub fn may(self, name: &str, kind: Type, text: &str) -> Schema {
        self.defaults(name, kind, Value::Nil, text)
    }

    /// Adds a field that holds `default` where a sheet leaves it out.
    pub fn defaults(self, name: &str, kind: Type, default: Value, text: &str) -> Schema {
        self.with(Field { name: name.into(), kind, required: false, default, text: text.into() })
    }

    /// Adds all fields of a record.
    pub(crate) fn with_all(mut self, record: Type) -> Schema {
        if let Type::Record(other) = record {
            self.fields.extend(other.fields);
        }
        self
    }

    /// Adds a field.
    pub fn with(mut self, field: Field) -> Schema {
        self.fields.push(field);
        self
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The sheet with the defaults of every field it leaves out, also inside nested records.
    /// Meant for a sheet that passed [`check`]; anything unexpected is kept as it is.
    pub fn fill(&self, sheet: Value) -> Value {
        let mut entries = sheet.into_entries();
        for field in &self.fields {
            let found = entries.iter_mut().find(|(name, _)| *name == field.name);
            match found {
                Some((_, value)) => *value = field.kind.fill(std::mem::take(value)),
                None if field.default == Value::Nil => {}
                None => entries.push((field.name.clone(), field.default.clone())),
            }
        }
        Value::Record(entries)
    }
}

impl Type {
    fn fill(&self, value: Value) -> Value {
        match (self, value) {
            (Type::Record(schema), value) if value.is_table() => schema.fill(value),
            (Type::List { of, .. }, Value::List(items)) => {
                Value::List(items.into_iter().map(|item| of.fill(item)).collect())
            }
            (Type::Map { of, .. }, Value::Record(entries)) => Value::Record(
                entries.into_iter().map(|(name, value)| (name, of.fill(value))).collect(),
            ),
            (_, value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_fill_what_a_sheet_leaves_out() {
        let attack = Schema::new("Attack").defaults("strength", Type::INT, Value::Int(1), "");
        let champion = Schema::new("Champion")
            .needs("id", Type::Id, "")
            .defaults("copies", Type::INT, Value::Int(1), "")
            .may("text", Type::Text, "")
            .may("attacks", Type::list(Type::Record(Box::new(attack))), "");
        let sheet = Value::record([
            ("id", Value::text("knight")),
            ("attacks", Value::List(vec![Value::List(vec![])])),
        ]);
        let filled = champion.fill(sheet);
        assert_eq!(filled.get("copies"), Some(&Value::Int(1)));
        assert_eq!(filled.get("text"), None);
        let attack = filled.get("attacks").and_then(|attacks| attacks.at(1));
        assert_eq!(attack.and_then(|attack| attack.get("strength")), Some(&Value::Int(1)));
    }
}
