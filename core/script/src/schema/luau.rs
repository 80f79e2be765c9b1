//! A schema as Luau types, for completion and the type checker.

use std::collections::BTreeMap;

use super::{Field, Schema, Type, Value};
use crate::api::name_type;

impl Schema {
    /// Exported Luau types, as they are written: those of nested named records first, then this one.
    pub fn luau_types(&self) -> String {
        let blocks: Vec<String> = self.named_records().into_iter().map(Schema::luau_type).collect();
        blocks.join("\n")
    }

    /// The exported Luau type of this record alone, as it is written.
    ///
    /// A checker that hears of a list that may be missing does not look into it, so such lists
    /// stand in a second table beside the first: a record fits if it fits one of both. Where
    /// records stand in records that does not do; there `types::added` says what lists hold.
    pub(crate) fn luau_type(&self) -> String {
        let about = comment(&self.text, "");
        format!("{about}export type {} = {}\n", self.name, self.braces(0, Stage::Written))
    }

    /// As [`Schema::luau_type`] of a sheet that was read: what it left out holds its default.
    pub(crate) fn luau_type_as_read(&self) -> String {
        let about = comment(&self.text, "");
        format!("{about}export type {} = {}\n", self.name, self.braces(0, Stage::Read))
    }

    /// The same of a record inside a sheet: it is as it was written, without its defaults.
    pub(crate) fn luau_type_inside(&self) -> String {
        let about = comment(&self.text, "");
        format!("{about}export type {} = {}\n", self.name, self.braces(0, Stage::Inside))
    }

    /// Whether its type as it is written is not the one as it is read.
    pub(crate) fn is_filled(&self) -> bool {
        let differs = |field: &Field| {
            let has_default = !field.required && field.default != Value::Nil;
            has_default || field.is_open_list() || field.kind.is_filled()
        };
        self.fields.iter().any(differs)
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
    pub fn named_records(&self) -> Vec<&Schema> {
        let mut found: Vec<&Schema> = Vec::new();
        for field in &self.fields {
            field.kind.collect_records(&mut found);
        }
        if !found.iter().any(|known| known.name == self.name) {
            found.push(self);
        }
        found
    }

    fn braces(&self, depth: usize, stage: Stage) -> String {
        let is_apart = stage == Stage::Written && self.has_lists_apart();
        let (lists, others): (Vec<&Field>, Vec<&Field>) =
            self.fields.iter().partition(|field| is_apart && field.is_open_list());
        let table = |fields: &[&Field]| {
            let line = |field: &&Field| field.line(depth + 1, stage, is_apart);
            let lines: String = fields.iter().map(line).collect();
            format!("{{\n{lines}{}}}", "\t".repeat(depth))
        };
        match (lists.is_empty(), self.name.is_empty()) {
            (true, _) => table(&others),
            (false, false) => format!("{} | {}", table(&others), table(&lists)),
            (false, true) => format!("({} | {})", table(&others), table(&lists)),
        }
    }
}

impl Schema {
    /// Whether lists that may be left out stand in a table of their own.
    fn has_lists_apart(&self) -> bool {
        !self.fields.iter().any(|field| field.kind.holds_tables())
    }
}

/// Which form of a record a type tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// As somebody writes it.
    Written,
    /// As rules read it, with its defaults.
    Read,
    /// As rules read it inside another: only sheets are filled.
    Inside,
}

impl Stage {
    /// The form of a record in one of this form.
    fn inside(self) -> Stage {
        match self {
            Stage::Written => Stage::Written,
            Stage::Read | Stage::Inside => Stage::Inside,
        }
    }
}

impl Field {
    fn line(&self, depth: usize, stage: Stage, is_apart: bool) -> String {
        let indent = "\t".repeat(depth);
        let about = comment(&self.text, &indent);
        let kind = self.kind.spelled(depth, stage);
        let is_there = self.required || (stage == Stage::Read && self.default != Value::Nil);
        let kind = match (is_there || is_apart && self.is_open_list(), &self.kind) {
            (true, _) | (_, Type::Any) => kind,
            (false, kind_of) if kind_of.is_loose() => format!("({kind})?"),
            (false, _) => format!("{kind}?"),
        };
        format!("{about}{indent}{}: {kind},\n", key(&self.name))
    }

    /// Whether it may be left out and is a list whose items a checker must hear of.
    pub(crate) fn is_open_list(&self) -> bool {
        let Type::List { of, .. } = &self.kind else { return false };
        !self.required && !of.is_plain()
    }
}

impl Type {
    /// The Luau type of such a value. Nested nameless records are written out, indented for
    /// `depth` levels of braces around them.
    pub fn luau(&self, depth: usize) -> String {
        self.spelled(depth, Stage::Read)
    }

    /// Whether a record in it differs where it was read.
    fn is_filled(&self) -> bool {
        match self {
            Type::Record(schema) => schema.is_filled(),
            Type::List { of, .. } | Type::Map { of, .. } => of.is_filled(),
            Type::OneOf(kinds) => kinds.iter().any(Type::is_filled),
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Choice(_)
            | Type::Name(_)
            | Type::Apart(_)
            | Type::Function => false,
        }
    }

    fn spelled(&self, depth: usize, stage: Stage) -> String {
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
            Type::List { of, .. } => format!("{{ {} }}", of.spelled(depth, stage)),
            // A checker wants exactly this type of each value, not one that goes into it.
            Type::Map { of, .. } if stage == Stage::Written && of.is_one_of_several() => {
                "{ [string]: any }".into()
            }
            Type::Map { .. } => self.spelled_alone(depth, stage),
            Type::Record(schema) if schema.name.is_empty() => schema.braces(depth, stage.inside()),
            Type::Record(schema) | Type::Apart(schema) => schema.name.clone(),
            Type::Function => "(...any) -> ...any".into(),
            Type::OneOf(kinds) => {
                let spelled = |kind: &Type| match kind.is_loose() {
                    true => format!("({})", kind.spelled(depth, stage)),
                    false => kind.spelled_alone(depth, stage),
                };
                kinds.iter().map(spelled).collect::<Vec<String>>().join(" | ")
            }
        }
    }

    /// The same where nothing may be left out: a checker hears what a table under names holds.
    fn spelled_alone(&self, depth: usize, stage: Stage) -> String {
        if let Type::Map { of, .. } = self {
            return format!("{{ [string]: {} }}", of.spelled(depth, stage));
        }
        self.spelled(depth, stage)
    }

    /// Whether it is one value that has exactly its type.
    fn is_plain(&self) -> bool {
        match self {
            Type::Bool | Type::Int { .. } | Type::Text | Type::Id | Type::Function => true,
            Type::Any
            | Type::Choice(_)
            | Type::Name(_)
            | Type::List { .. }
            | Type::Map { .. }
            | Type::Record(_)
            | Type::Apart(_)
            | Type::OneOf(_) => false,
        }
    }

    /// Whether it is a table with tables in it, other than a list.
    fn holds_tables(&self) -> bool {
        match self {
            // What must be there and is no table has exactly its type.
            Type::Record(schema) => {
                schema.fields.iter().any(|field| !field.required || !field.kind.is_plain())
            }
            Type::Map { of, .. } => {
                matches!(**of, Type::Record(_) | Type::Map { .. } | Type::List { .. })
            }
            Type::OneOf(kinds) => kinds.iter().any(Type::holds_tables),
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Choice(_)
            | Type::Name(_)
            | Type::List { .. }
            | Type::Apart(_)
            | Type::Function => false,
        }
    }

    /// The Luau type of such a value as it is written, where the checker is told that it is one.
    pub(crate) fn luau_written(&self) -> String {
        self.spelled_alone(0, Stage::Written)
    }

    /// Whether it is a table whose values a checker hears of only where nothing else can stand.
    pub(crate) fn is_heard_of_alone(&self) -> bool {
        self.held().is_some_and(|of| !of.is_plain() && *of != Type::Any)
    }

    /// What a list holds, or a table under names.
    pub(crate) fn held(&self) -> Option<&Type> {
        match self {
            Type::List { of, .. } | Type::Map { of, .. } => Some(of),
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::Choice(_)
            | Type::Name(_)
            | Type::Record(_)
            | Type::Apart(_)
            | Type::Function
            | Type::OneOf(_) => None,
        }
    }

    /// Whether a value has one of several types.
    fn is_one_of_several(&self) -> bool {
        match self {
            Type::Choice(_) | Type::Name(_) | Type::OneOf(_) => true,
            Type::Any
            | Type::Bool
            | Type::Int { .. }
            | Type::Text
            | Type::Id
            | Type::List { .. }
            | Type::Map { .. }
            | Type::Record(_)
            | Type::Apart(_)
            | Type::Function => false,
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
            | Type::Record(_)
            | Type::Apart(_) => false,
        }
    }

    fn rename(&mut self, names: &BTreeMap<String, String>) {
        match self {
            Type::Record(schema) | Type::Apart(schema) => **schema = schema.renamed(names),
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
            Type::Record(schema) | Type::Apart(schema) => {
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
    fn lists_that_may_be_left_out_stand_apart() {
        let schema = Schema::new("Mark")
            .needs("id", Type::Id, "")
            .may("gives", Type::list(Type::Name("status".into())), "")
            .may("numbers", Type::list(Type::INT), "")
            .may("whose", Type::map_of("mark", Type::choice(["own", "enemy"])), "");
        let expected = "\
export type Mark = {
	id: string,
	numbers: { number }?,
	whose: { [string]: any }?,
} | {
	gives: { StatusName },
}
";
        assert_eq!(schema.luau_types(), expected);
        full_moon::parse(expected).expect("it is Luau");
        let read = "export type Mark = {
	id: string,
	gives: { StatusName }?,
	numbers: { number }?,
	whose: { [string]: \"own\" | \"enemy\" }?,
}
";
        assert_eq!(schema.luau_type_as_read(), read);
    }

    #[test]
    fn defaults_stand_in_sheets_and_not_in_records_inside_them() {
        let attack = Schema::new("Attack").defaults("reach", Type::INT, Value::Int(1), "");
        let link = Schema::new("").defaults("width", Type::INT, Value::Int(1), "");
        let schema = Schema::new("Champion")
            .defaults("copies", Type::INT, Value::Int(1), "")
            .needs("attack", Type::Record(Box::new(attack.clone())), "")
            .may("link", Type::Record(Box::new(link)), "");
        let read = "export type Champion = {
	copies: number,
	attack: Attack,
	link: {
		width: number?,
	}?,
}
";
        assert_eq!(schema.luau_type_as_read(), read);
        let inside = "export type Attack = {\n\treach: number?,\n}\n";
        assert_eq!(attack.luau_type_inside(), inside);
    }

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
	rank: (\"common\" | \"elite\")?,
	bonus: { [string]: number }?,
	copies: number?,
	does: (number | ((...any) -> ...any))?,
	link: {
		to: string,
	}?,
} | {
	attacks: { Attack },
}
";
        assert_eq!(schema.luau_types(), expected);
        full_moon::parse(expected).expect("it is Luau");
    }
}
