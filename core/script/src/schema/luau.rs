//! A schema as Luau types, for completion and the type checker.

use std::collections::BTreeMap;

use super::{Field, Schema, Type, Value};
use crate::api::name_type;

impl Schema {
    /// Exported Luau types: those of nested named records first, then this one.
    pub fn luau_types(&self) -> String {
        let blocks: Vec<String> = self.named_records().into_iter().map(Schema::luau_type).collect();
        blocks.join("\n")
    }

    /// The exported Luau type of this record alone.
    pub(crate) fn luau_type(&self) -> String {
        let about = comment(&self.text, "");
        format!("{about}export type {} = {}\n", self.name, self.braces(0))
    }

    /// As [`Schema::luau_type`] of a sheet that was read: what it left out holds its default.
    pub(crate) fn luau_type_as_read(&self) -> String {
        let mut read = self.clone();
        read.fields.iter_mut().for_each(|field| field.required |= field.default != Value::Nil);
        read.luau_type()
    }

    /// Whether a sheet may leave something out that it then has all the same.
    pub(crate) fn has_defaults(&self) -> bool {
        self.fields.iter().any(|field| !field.required && field.default != Value::Nil)
    }

    /// The same with other names for it and the records inside it.
    pub(crate) fn renamed(&self, names: &BTreeMap<String, String>) -> Schema {
        let mut renamed = self.clone();
        if let Some(name) = names.get(&self.name) {
            renamed.name.clone_from(name);
        }
        renamed.fields.iter_mut().for_each(|field| field.kind.rename(names));
        renamed
    }

    /// The named records inside this schema, each once, inner ones first, itself last.
    pub(crate) fn named_records(&self) -> Vec<&Schema> {
        let mut found: Vec<&Schema> = Vec::new();
        for field in &self.fields {
            field.kind.collect_records(&mut found);
        }
        if !found.iter().any(|known| known.name == self.name) {
            found.push(self);
        }
        found
    }

    fn braces(&self, depth: usize) -> String {
        let indent = "\t".repeat(depth + 1);
        let lines: String = self
            .fields
            .iter()
            .map(|field| {
                let about = comment(&field.text, &indent);
                format!("{about}{indent}{}: {},\n", key(&field.name), field.luau(depth + 1))
            })
            .collect();
        format!("{{\n{lines}{}}}", "\t".repeat(depth))
    }
}

impl Field {
    fn luau(&self, depth: usize) -> String {
        let kind = self.kind.luau(depth);
        match (self.required, &self.kind) {
            (true, _) | (_, Type::Any) => kind,
            (false, kind_of) if kind_of.is_loose() => format!("({kind})?"),
            (false, _) => format!("{kind}?"),
        }
    }
}

impl Type {
    /// The Luau type of such a value. Nested nameless records are written out, indented for
    /// `depth` levels of braces around them.
    pub fn luau(&self, depth: usize) -> String {
        match self {
            Type::Any => "any".into(),
            Type::Bool => "boolean".into(),
            Type::Int { .. } => "number".into(),
            Type::Text | Type::Id => "string".into(),
            Type::Name(what) => name_type(what).into(),
            Type::Choice(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                words.join(" | ")
            }
            Type::List { of, .. } => format!("{{ {} }}", of.luau(depth)),
            Type::Map { of, .. } => format!("{{ [string]: {} }}", of.luau(depth)),
            Type::Record(schema) if schema.name.is_empty() => schema.braces(depth),
            Type::Record(schema) => schema.name.clone(),
            Type::Function => "(...any) -> ...any".into(),
            Type::OneOf(kinds) => {
                let bracketed = |kind: &Type| format!("({})", kind.luau(depth));
                let kinds: Vec<String> = kinds
                    .iter()
                    .map(|kind| if kind.is_loose() { bracketed(kind) } else { kind.luau(depth) })
                    .collect();
                kinds.join(" | ")
            }
        }
    }

    /// Whether the Luau spelling falls apart when something is written behind it.
    fn is_loose(&self) -> bool {
        match self {
            Type::Choice(words) => words.len() > 1,
            Type::Function | Type::OneOf(_) => true,
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Name(_)
            | Type::List { .. }
            | Type::Map { .. }
            | Type::Record(_) => false,
        }
    }

    fn rename(&mut self, names: &BTreeMap<String, String>) {
        match self {
            Type::Record(schema) => **schema = schema.renamed(names),
            Type::List { of, .. } | Type::Map { of, .. } => of.rename(names),
            Type::OneOf(kinds) => kinds.iter_mut().for_each(|kind| kind.rename(names)),
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Choice(_)
            | Type::Name(_)
            | Type::Function => {}
        }
    }

    fn collect_records<'a>(&'a self, found: &mut Vec<&'a Schema>) {
        match self {
            Type::Record(schema) => {
                let is_new = |it: &&Schema, found: &[&Schema]| {
                    !it.name.is_empty() && !found.iter().any(|known| known.name == it.name)
                };
                for record in schema.named_records() {
                    found.extend(Some(record).filter(|it| is_new(it, found)));
                }
            }
            Type::List { of, .. } | Type::Map { of, .. } => of.collect_records(found),
            Type::OneOf(kinds) => kinds.iter().for_each(|kind| kind.collect_records(found)),
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Choice(_)
            | Type::Name(_)
            | Type::Function => {}
        }
    }
}

/// Words that cannot be written as the name of a field.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// A field as it is written in a type.
pub(crate) fn key(name: &str) -> String {
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !name.starts_with(|letter: char| letter.is_ascii_digit())
        && !name.is_empty();
    match is_plain && !KEYWORDS.contains(&name) {
        true => name.to_owned(),
        false => format!("[{name:?}]"),
    }
}

fn comment(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{indent}--- {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_writes_its_luau_types() {
        let attack = Schema::new("Attack").needs("strength", Type::INT, "");
        let either = Type::OneOf(vec![Type::INT, Type::Function]);
        let link = Schema::new("").needs("to", Type::Id, "");
        let schema = Schema::new("Champion")
            .about("A tile that fights")
            .needs("id", Type::Id, "its name")
            .may("initiative", Type::list(Type::INT), "")
            .may("attacks", Type::list(Type::Record(Box::new(attack))), "")
            .may("rank", Type::choice(["common", "elite"]), "")
            .may("bonus", Type::map_of("stat", Type::INT), "")
            .defaults("copies", Type::INT, Value::Int(1), "")
            .may("does", either, "")
            .may("link", Type::Record(Box::new(link)), "");
        let expected = "\
export type Attack = {
	strength: number,
}

--- A tile that fights
export type Champion = {
	--- its name
	id: string,
	initiative: { number }?,
	attacks: { Attack }?,
	rank: (\"common\" | \"elite\")?,
	bonus: { [string]: number }?,
	copies: number?,
	does: (number | ((...any) -> ...any))?,
	link: {
		to: string,
	}?,
}
";
        assert_eq!(schema.luau_types(), expected);
        full_moon::parse(expected).expect("it is Luau");
    }
}
