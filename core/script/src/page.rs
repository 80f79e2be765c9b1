//! Luau files as people write them: which sheets stand in a file, what each of their fields says
//! and where, and how one of them is changed with every other byte left as it was.
//!
//! A form in a window and the text beside it are two views of one [`Page`]. What is worked out by
//! code is told as such and never changed: whoever wrote it changes it in the text.
//!
//! ```
//! use harena_script::page::Page;
//! use harena_script::schema::Value;
//!
//! let page = Page::read("return arena.champion {\n\tid = \"knight\", -- slow\n\tcopies = 4,\n}\n");
//! let copies = ["copies".into()];
//! assert_eq!(page.value(0, &copies), Some(Value::Int(4)));
//! let changed = page.with(0, &copies, &Value::Int(3), &[]).unwrap();
//! assert_eq!(changed, "return arena.champion {\n\tid = \"knight\", -- slow\n\tcopies = 3,\n}\n");
//! ```

use std::ops::Range;

use harena_pack::Problem;

use crate::schema::{Key, Value};
use crate::source::SourceMap;

mod add;
mod edit;
mod makers;
mod read;
mod said;

#[cfg(test)]
mod tests;

pub use makers::Forms;
pub use said::literal;

/// A larger file is not looked into: packs hold none.
pub const MOST_BYTES: usize = 256 * 1024;

/// A file and the sheets that stand in it.
pub struct Page {
    text: String,
    sheets: Vec<WrittenSheet>,
    problems: Vec<Problem>,
    /// Where each line begins.
    lines: Vec<usize>,
}

/// A call that is handed a table with an `id`, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenSheet {
    /// Its id.
    pub id: String,
    /// The last name of what is called, such as `champion` of `arena.champion`.
    pub maker: String,
    /// The bytes of the call.
    pub span: Range<usize>,
    /// Its fields.
    pub table: WrittenTable,
    /// Whether it is an item of a list; then what parts it from the next one, if anything does.
    item: Option<Option<Range<usize>>>,
}

/// The constructor of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTable {
    /// Its bytes, from brace to brace.
    pub span: Range<usize>,
    /// What stands in it, in its order.
    pub fields: Vec<WrittenField>,
}

/// A field of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenField {
    /// Its name, or its place in a list.
    pub key: Key,
    /// The bytes from its name to the end of its value.
    pub span: Range<usize>,
    /// The bytes of its value.
    pub value: Range<usize>,
    /// The bytes of what parts it from the next field.
    comma: Option<Range<usize>>,
    /// What it says.
    pub says: Says,
}

/// What a field says.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// A number, a text, yes or no.
    Plain(Value),
    /// A table.
    Table(WrittenTable),
    /// Something that code works out.
    Code,
}

/// Why a page is not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchanged {
    /// The file cannot be read as Luau: that has to be mended first.
    Broken,
    /// No such sheet or field.
    Absent,
    /// Code works out what stands there.
    Code,
    /// There is no such value in Luau, or no safe place for it.
    Unwritable,
}

impl Page {
    /// Reads a file, whatever is in it.
    pub fn read(text: &str) -> Page {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        let read = if text.len() > MOST_BYTES { "" } else { text };
        let map = SourceMap::new("", "", read);
        let problems = map.syntax_problems().to_vec();
        let sheets = if problems.is_empty() { read::sheets(&map) } else { Vec::new() };
        Page { text: text.to_owned(), sheets, problems, lines }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The sheets; none in a file that cannot be read.
    pub fn sheets(&self) -> &[WrittenSheet] {
        &self.sheets
    }

    /// What is wrong with the syntax, without a pack or a file.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many lines there are.
    pub fn n_lines(&self) -> usize {
        self.lines.len()
    }

    /// The line of a byte, from 1.
    pub fn line_of(&self, byte: usize) -> u32 {
        let n = self.lines.partition_point(|start| *start <= byte);
        u32::try_from(n).unwrap_or(u32::MAX)
    }

    /// The lines of some bytes, from 1, both included.
    pub fn lines_of(&self, span: &Range<usize>) -> (u32, u32) {
        (self.line_of(span.start), self.line_of(span.end.saturating_sub(1).max(span.start)))
    }

    /// The byte at which a line begins, counted from 1.
    pub fn start_of(&self, line: u32) -> Option<usize> {
        self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?).copied()
    }

    /// The byte of a line and a column, both counted from 1; columns count letters.
    pub fn byte_at(&self, line: u32, column: u32) -> Option<usize> {
        let start = self.start_of(line)?;
        let rest = self.text.get(start..)?;
        let line = rest.split('\n').next()?;
        let column = usize::try_from(column.max(1) - 1).ok()?;
        let within = line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(column)?;
        Some(start + within)
    }

    /// The number of the sheet with this id that such a constructor makes: a faction may be called
    /// as one of its pieces.
    pub fn find(&self, id: &str, maker: &str) -> Option<usize> {
        self.sheets.iter().position(|sheet| sheet.id == id && sheet.maker == maker)
    }

    /// A field of a sheet; a path leads into tables.
    pub fn field(&self, sheet: usize, path: &[Key]) -> Option<&WrittenField> {
        let (last, above) = path.split_last()?;
        let mut table = &self.sheets.get(sheet)?.table;
        for key in above {
            let Says::Table(inner) = &table.get(key)?.says else { return None };
            table = inner;
        }
        table.get(last)
    }

    /// What a field says; nothing where it is left out, or where code is in it.
    pub fn value(&self, sheet: usize, path: &[Key]) -> Option<Value> {
        self.field(sheet, path)?.says.value()
    }
}

impl WrittenTable {
    /// A field by its name or place.
    pub fn get(&self, key: &Key) -> Option<&WrittenField> {
        self.fields.iter().find(|field| field.key == *key)
    }
}

impl Says {
    /// The value, where no code is in it.
    pub fn value(&self) -> Option<Value> {
        match self {
            Says::Plain(value) => Some(value.clone()),
            Says::Code => None,
            Says::Table(table) => {
                let named = |field: &WrittenField| match &field.key {
                    Key::Name(name) => Some((name.clone(), field.says.value()?)),
                    Key::Index(at) => Some((at.to_string(), field.says.value()?)),
                };
                let is_list = table.fields.iter().all(|field| matches!(field.key, Key::Index(_)));
                if is_list {
                    let items = table.fields.iter().map(|field| field.says.value());
                    return items.collect::<Option<Vec<Value>>>().map(Value::List);
                }
                let entries = table.fields.iter().map(named);
                entries.collect::<Option<Vec<_>>>().map(Value::Record)
            }
        }
    }
}
