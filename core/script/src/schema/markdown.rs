//! A schema as a table of the reference.

use super::{Field, Schema, Value};

impl Schema {
    /// A Markdown section for this record, then one for each named record inside it.
    pub fn markdown(&self) -> String {
        let records = self.named_records();
        let sections: Vec<String> = records.iter().rev().map(|record| record.section()).collect();
        sections.join("\n")
    }

    /// The section of this record alone.
    pub fn section(&self) -> String {
        let about = if self.text.is_empty() { String::new() } else { self.text.clone() + "\n\n" };
        let rows: String = self.fields.iter().map(Field::row).collect();
        format!(
            "### {}\n\n{about}| field | type | default | meaning |\n|---|---|---|---|\n{rows}",
            self.name
        )
    }
}

impl Field {
    fn row(&self) -> String {
        let default = match (&self.default, self.required) {
            (_, true) => "required".into(),
            (Value::Nil, false) => "-".into(),
            (value, false) => format!("`{value}`"),
        };
        let kind = format!("`{}`", self.kind);
        format!(
            "| `{}` | {} | {} | {} |\n",
            self.name,
            cell(&kind),
            cell(&default),
            cell(&self.text)
        )
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Type;

    #[test]
    fn a_schema_writes_its_reference() {
        let attack = Schema::new("Attack").needs("strength", Type::int(1, 9), "");
        let schema = Schema::new("Champion")
            .about("A tile that fights")
            .defaults("copies", Type::int(1, 35), Value::Int(1), "tiles in the stack")
            .may("rank", Type::choice(["common", "elite"]), "")
            .may("attacks", Type::list(Type::Record(Box::new(attack))), "");
        let expected = "\
### Champion

A tile that fights

| field | type | default | meaning |
|---|---|---|---|
| `copies` | `int 1..35` | `1` | tiles in the stack |
| `rank` | `'common' \\| 'elite'` | - |  |
| `attacks` | `list of Attack` | - |  |

### Attack

| field | type | default | meaning |
|---|---|---|---|
| `strength` | `int 1..9` | required |  |
";
        assert_eq!(schema.markdown(), expected);
    }
}
