//! A schema as Luau types, for completion and the type checker.

use super::{Field, Schema, Type};

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
                format!("{about}{indent}{}: {},\n", field.name, field.luau(depth + 1))
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
            Type::Text | Type::Id | Type::Name(_) => "string".into(),
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

fn comment(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{indent}--- {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Value;

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
