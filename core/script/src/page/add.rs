//! Further sheets: a copy of one that is there, or a bare one made the same way.

use std::ops::Range;

use super::{Page, Says, Unchanged, WrittenField, WrittenSheet, said};
use crate::schema::{Key, Value};

impl Page {
    /// The text with a copy of a sheet behind it, under another id and, where its title is written
    /// out, with another title. Only a sheet that is an item of a list and holds no others can be
    /// copied.
    ///
    /// # Errors
    /// Why the text stays as it is.
    pub fn with_copy(&self, sheet: usize, id: &str, title: &str) -> Result<String, Unchanged> {
        let original = self.listed(sheet)?;
        let mut copy = self.slice(&original.span).to_owned();
        let (id, title) = (Value::text(id), Value::text(title));
        let mut named: Vec<(Range<usize>, &Value)> = Vec::new();
        for (name, value) in [("id", &id), ("title", &title)] {
            let field = original.table.get(&name.into());
            let field = field.filter(|it| matches!(it.says, Says::Plain(Value::Text(_))));
            named.extend(field.map(|field| (field.value.clone(), value)));
        }
        named.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for (span, value) in named {
            let from = original.span.start;
            let within = span.start.saturating_sub(from)..span.end.saturating_sub(from);
            copy.replace_range(within, &said::literal(value).ok_or(Unchanged::Unwritable)?);
        }
        self.with_item(original, &copy, (&id, original.table.fields.len()))
    }

    /// The text with a new sheet behind another one, made the same way, that has an id of its own
    /// and says in these fields what the other one says; of a title, this one.
    ///
    /// # Errors
    /// Why the text stays as it is.
    pub fn with_new(
        &self,
        sheet: usize,
        (id, title): (&str, &str),
        kept: &[&str],
    ) -> Result<String, Unchanged> {
        let original = self.listed(sheet)?;
        let (id, title) = (Value::text(id), Value::text(title));
        let literal = |value: &Value| said::literal(value).ok_or(Unchanged::Unwritable);
        let (written, titled) = (literal(&id)?, literal(&title)?);
        let call = self.slice(&(original.span.start..original.table.span.start));
        let is_kept = |field: &&WrittenField| match &field.key {
            Key::Name(name) => name != "id" && kept.contains(&name.as_str()),
            Key::Index(_) => false,
        };
        let fields: Vec<&WrittenField> = original.table.fields.iter().filter(is_kept).collect();
        let (_, newline) = self.end_of_line(original.span.start);
        let indent = self.indent(original.span.start);
        let mut new = format!("{call}{{{newline}{indent}\t{}", said::field("id", &written));
        for field in &fields {
            let said = match &field.key {
                Key::Name(name) if name == "title" => said::field(name, &titled),
                Key::Name(_) | Key::Index(_) => self.slice(&field.span).to_owned(),
            };
            new.push_str(&format!(",{newline}{indent}\t{said}"));
        }
        new.push_str(&format!(",{newline}{indent}}}"));
        new.push_str(self.slice(&(original.table.span.end..original.span.end)));
        self.with_item(original, &new, (&id, fields.len() + 1))
    }

    /// Whether another sheet can stand behind one: it is an item of a list and holds no others.
    pub fn is_listed(&self, sheet: usize) -> bool {
        self.listed(sheet).is_ok()
    }

    /// A sheet behind which another one can stand.
    fn listed(&self, sheet: usize) -> Result<&WrittenSheet, Unchanged> {
        if !self.problems.is_empty() {
            return Err(Unchanged::Broken);
        }
        let original = self.sheets.get(sheet).ok_or(Unchanged::Absent)?;
        let holds = |other: &WrittenSheet| {
            other.span.start > original.span.start && other.span.end <= original.span.end
        };
        let is_leaf = !self.sheets.iter().any(holds);
        if original.item.is_some() && is_leaf { Ok(original) } else { Err(Unchanged::Unwritable) }
    }

    /// Puts an item into a list behind another one; proven to be a sheet of this id and so many
    /// fields, with all others as they were.
    fn with_item(
        &self,
        before: &WrittenSheet,
        item: &str,
        (id, n_fields): (&Value, usize),
    ) -> Result<String, Unchanged> {
        let comma = before.item.clone().flatten();
        let end = comma.as_ref().map_or(before.span.end, |comma| comma.end);
        let mut text = self.text().to_owned();
        let starts_line = self.starts_line(before.span.start);
        let (line_end, newline) = self.end_of_line(end);
        if starts_line && self.only_comment(end..line_end) {
            let indent = self.indent(before.span.start);
            text.insert_str(line_end, &format!("{newline}{indent}{item},"));
        } else {
            text.insert_str(end, &format!(" {item}{}", if comma.is_some() { "," } else { "" }));
        }
        if comma.is_none() {
            text.insert(end, ',');
        }
        let page = Page::read(&text);
        let at = self.sheets.iter().position(|it| std::ptr::eq(it, before));
        let found = at.and_then(|at| page.sheets.get(at + 1)).filter(|new| {
            Some(new.id.as_str()) == id.as_text()
                && new.maker == before.maker
                && new.table.fields.len() == n_fields
        });
        let name = |it: &WrittenSheet| (it.id.clone(), it.maker.clone());
        let mut names: Vec<_> = page.sheets.iter().map(name).collect();
        if found.is_none() || !page.problems.is_empty() {
            return Err(Unchanged::Unwritable);
        }
        at.into_iter().for_each(|at| drop(names.remove(at + 1)));
        let same = names == self.sheets.iter().map(name).collect::<Vec<_>>();
        if same { Ok(text) } else { Err(Unchanged::Unwritable) }
    }

    /// Whether only blanks stand before a byte on its line.
    fn starts_line(&self, byte: usize) -> bool {
        let before = self.text().get(..byte).unwrap_or("");
        before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
    }

    /// Whether the rest of a line is blank, or a comment that ends with it.
    fn only_comment(&self, rest: Range<usize>) -> bool {
        let rest = self.slice(&rest).trim();
        rest.is_empty() || rest.starts_with("--") && !rest.starts_with("--[")
    }
}
