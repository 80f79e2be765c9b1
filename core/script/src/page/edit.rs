//! Changes of a page: bytes that take the place of others, and nothing else.

use std::ops::Range;

use super::{Page, Says, Unchanged, WrittenField, WrittenTable, said};
use crate::schema::{Key, Value};

/// Bytes, and the text that takes their place.
type Splice = (Range<usize>, String);

impl Page {
    /// The text with a field of a sheet that says this. Where it is left out it is added: behind
    /// the last field that stands before it in `order`, or else behind all others.
    ///
    /// # Errors
    /// Why the text stays as it is.
    pub fn with(
        &self,
        sheet: usize,
        path: &[Key],
        value: &Value,
        order: &[&str],
    ) -> Result<String, Unchanged> {
        let splices = self.splices(sheet, path, value, order)?;
        let text = self.spliced(splices);
        let wanted = Some(value.clone());
        let is_sound = |page: &Page| page.value(sheet, path) == wanted;
        self.proven(text, is_sound)
    }

    /// The text without a field of a sheet.
    ///
    /// # Errors
    /// Why the text stays as it is.
    pub fn without(&self, sheet: usize, path: &[Key]) -> Result<String, Unchanged> {
        let (last, above) = path.split_last().ok_or(Unchanged::Absent)?;
        let table = self.table(sheet, above)?;
        let at = table.fields.iter().position(|field| field.key == *last);
        let splice = self.taken_out(table, at.ok_or(Unchanged::Absent)?)?;
        let (n, text) = (table.fields.len(), self.spliced(vec![splice]));
        let is_sound =
            |page: &Page| page.table(sheet, above).is_ok_and(|it| it.fields.len() + 1 == n);
        self.proven(text, is_sound)
    }

    /// The table that a path leads to.
    fn table(&self, sheet: usize, path: &[Key]) -> Result<&WrittenTable, Unchanged> {
        if !self.problems.is_empty() {
            return Err(Unchanged::Broken);
        }
        let whole = self.sheets.get(sheet).ok_or(Unchanged::Absent)?;
        path.iter().try_fold(&whole.table, |table, key| {
            match &table.get(key).ok_or(Unchanged::Absent)?.says {
                Says::Table(inner) => Ok(inner),
                Says::Plain(_) | Says::Code => Err(Unchanged::Code),
            }
        })
    }

    /// A change is kept only if what is read afterwards is what was wished for, and the same
    /// sheets stand there as before.
    fn proven(&self, text: String, is_sound: impl Fn(&Page) -> bool) -> Result<String, Unchanged> {
        let page = Page::read(&text);
        let same = page.sheets.len() == self.sheets.len() && page.problems.is_empty();
        if same && is_sound(&page) { Ok(text) } else { Err(Unchanged::Unwritable) }
    }

    fn spliced(&self, mut splices: Vec<Splice>) -> String {
        splices.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        let mut text = self.text.clone();
        for (span, new) in splices {
            if text.is_char_boundary(span.start) && text.is_char_boundary(span.end) {
                text.replace_range(span, &new);
            }
        }
        text
    }

    fn splices(
        &self,
        sheet: usize,
        path: &[Key],
        value: &Value,
        order: &[&str],
    ) -> Result<Vec<Splice>, Unchanged> {
        let mut table = self.table(sheet, &[])?;
        for (depth, key) in path.iter().enumerate() {
            let rest = path.get(depth + 1..).unwrap_or(&[]);
            let Some(field) = table.get(key) else {
                let entry = entry(key, rest, value, table).ok_or(Unchanged::Unwritable)?;
                let order = Some(order).filter(|_| depth == 0).unwrap_or(&[]);
                return Ok(self.added(table, key, &entry, order));
            };
            match (&field.says, rest.is_empty()) {
                (Says::Code, _) => return Err(Unchanged::Code),
                (_, true) => {
                    let new = said::literal(value).ok_or(Unchanged::Unwritable)?;
                    return Ok(vec![(field.value.clone(), new)]);
                }
                (Says::Table(inner), false) => table = inner,
                (Says::Plain(_), false) => return Err(Unchanged::Absent),
            }
        }
        Err(Unchanged::Absent)
    }

    /// Puts an entry into a table that has no such field.
    fn added(&self, table: &WrittenTable, key: &Key, entry: &str, order: &[&str]) -> Vec<Splice> {
        let Some(last) = table.fields.len().checked_sub(1) else {
            return vec![self.first_entry(table, entry)];
        };
        let at = predecessor(table, key, order).unwrap_or(last);
        let Some(before) = table.fields.get(at) else { return Vec::new() };
        let next = table.fields.get(at + 1).map_or(table.span.end - 1, |next| next.span.start);
        let end = before.comma.as_ref().map_or(before.span.end, |comma| comma.end);
        if !self.slice(&(end..next)).contains('\n') {
            return vec![match (&before.comma, at == last) {
                (Some(_), false) => (end..end, format!(" {entry},")),
                (Some(_), true) => (end..end, format!(" {entry}")),
                (None, _) => (end..end, format!(", {entry}")),
            }];
        }
        let (line_end, newline) = self.end_of_line(end);
        let indent = self.indent(before.span.start);
        let comma = if before.comma.is_some() { "," } else { "" };
        let mut splices = vec![(line_end..line_end, format!("{newline}{indent}{entry}{comma}"))];
        if before.comma.is_none() {
            splices.push((end..end, ",".to_owned()));
        }
        splices
    }

    /// Puts an entry into an empty table.
    fn first_entry(&self, table: &WrittenTable, entry: &str) -> Splice {
        let inner = table.span.start + 1..table.span.end - 1;
        let text = self.slice(&inner);
        if text.trim().is_empty() && !text.contains('\n') {
            return (inner, format!(" {entry} "));
        }
        let start = inner.start;
        if text.contains('\n') {
            let (_, newline) = self.end_of_line(start);
            let indent = self.indent(table.span.start);
            return (start..start, format!("{newline}{indent}\t{entry},"));
        }
        (inner.end..inner.end, format!("{entry} "))
    }

    fn taken_out(&self, table: &WrittenTable, at: usize) -> Result<Splice, Unchanged> {
        let field = table.fields.get(at).ok_or(Unchanged::Absent)?;
        let end = field.comma.as_ref().map_or(field.span.end, |comma| comma.end);
        if let Some(lines) = self.own_lines(&(field.span.start..end)) {
            return Ok((lines, String::new()));
        }
        if table.fields.len() == 1 {
            let inner = table.span.start + 1..table.span.end - 1;
            let before = self.slice(&(inner.start..field.span.start));
            let bare = is_gap(before) && is_gap(self.slice(&(end..inner.end)));
            return Ok((if bare { inner } else { field.span.start..end }, String::new()));
        }
        if let Some(next) = table.fields.get(at + 1)
            && is_gap(self.slice(&(end..next.span.start)))
        {
            return Ok((field.span.start..next.span.start, String::new()));
        }
        let before = at.checked_sub(1).and_then(|at| table.fields.get(at));
        let comma =
            before.and_then(|it| it.comma.as_ref()).filter(|_| at + 1 == table.fields.len());
        if let Some(comma) = comma
            && is_gap(self.slice(&(comma.end..field.span.start)))
        {
            return Ok((comma.start..field.span.end, String::new()));
        }
        Ok((field.span.start..end, String::new()))
    }

    /// The whole lines of some bytes, if nothing else stands on them.
    fn own_lines(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let start = self.text.get(..span.start)?.rfind('\n').map_or(0, |at| at + 1);
        let end = span.end + self.text.get(span.end..)?.find('\n')? + 1;
        let alone = |part: Range<usize>| self.slice(&part).trim().is_empty();
        (alone(start..span.start) && alone(span.end..end)).then_some(start..end)
    }

    pub(super) fn slice(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// Where the line of a byte ends, before its end, and how lines end there.
    pub(super) fn end_of_line(&self, byte: usize) -> (usize, &'static str) {
        let rest = self.text.get(byte..).unwrap_or("");
        let end = byte + rest.find('\n').unwrap_or(rest.len());
        match self.text.get(..end).is_some_and(|before| before.ends_with('\r')) {
            true => (end - 1, "\r\n"),
            false => (end, "\n"),
        }
    }

    /// What the line of a byte is indented by.
    pub(super) fn indent(&self, byte: usize) -> &str {
        let start = self.text.get(..byte).and_then(|it| it.rfind('\n')).map_or(0, |at| at + 1);
        let line = self.slice(&(start..byte));
        let end = line.find(|letter: char| letter != ' ' && letter != '\t').unwrap_or(line.len());
        line.get(..end).unwrap_or("")
    }
}

/// Whether only blanks lie between two things of a line.
fn is_gap(text: &str) -> bool {
    text.chars().all(|letter| letter == ' ' || letter == '\t')
}

/// The last field of a table that stands before a name in an order.
fn predecessor(table: &WrittenTable, key: &Key, order: &[&str]) -> Option<usize> {
    let place = |key: &Key| match key {
        Key::Name(name) => order.iter().position(|it| it == name),
        Key::Index(_) => None,
    };
    let own = place(key)?;
    let is_before = |field: &WrittenField| place(&field.key).is_some_and(|it| it < own);
    table.fields.iter().rposition(is_before)
}

/// A new entry of a table: a value, with a table around it for each further step of the path.
fn entry(key: &Key, rest: &[Key], value: &Value, table: &WrittenTable) -> Option<String> {
    let mut written = said::literal(value)?;
    for key in rest.iter().rev() {
        written = match key {
            Key::Name(name) => format!("{{ {} }}", said::field(name, &written)),
            Key::Index(1) => format!("{{ {written} }}"),
            Key::Index(_) => return None,
        };
    }
    match key {
        Key::Name(name) => Some(said::field(name, &written)),
        Key::Index(at) => {
            let is_list = table.fields.iter().all(|field| matches!(field.key, Key::Index(_)));
            (is_list && *at == table.fields.len() + 1).then_some(written)
        }
    }
}
