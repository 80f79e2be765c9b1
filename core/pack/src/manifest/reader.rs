//! Reading typed values out of a TOML document, collecting every problem on the way.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::read::line;
use super::{FILE_NAME, MAX_LISTED};
use crate::Code;
use crate::codes;
use crate::plain::quoted;
use crate::problem::{Place, Placed, Problem, first_few};
use crate::words::nearest;

/// Columns are counted so far into a line, in bytes; beyond, a place is the whole line.
const LONGEST_COUNTED: usize = 4096;

type Key<'a> = Spanned<DeString<'a>>;
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// Why a text is not what its key takes.
pub(super) struct Refusal {
    pub code: Code,
    pub message: String,
    pub hint: String,
}

/// A table of the document, or none where the document has none.
///
/// It remembers which keys were asked for: all others are unknown. So the list of keys exists
/// only once, in the code that reads them.
pub(super) struct Section<'a> {
    /// As it is written, such as ` in [pack]`; empty for the top of the file.
    title: &'static str,
    table: Option<&'a DeTable<'a>>,
    place: Place,
    asked: Vec<&'static str>,
}

impl<'a> Section<'a> {
    pub fn new(title: &'static str, table: Option<&'a DeTable<'a>>, place: Place) -> Section<'a> {
        Section { title, table, place, asked: Vec::new() }
    }

    pub fn get(&mut self, key: &'static str) -> Option<&'a Value<'a>> {
        self.asked.push(key);
        self.table?.get(key)
    }

    pub fn exists(&self) -> bool {
        self.table.is_some()
    }

    pub fn entries(&self) -> impl Iterator<Item = (&'a Key<'a>, &'a Value<'a>)> + use<'a> {
        self.table.into_iter().flatten()
    }
}

pub(super) struct Reader<'a> {
    folder: &'a str,
    text: &'a str,
    /// Where lines begin, in bytes: a manifest may have many problems, each with its place.
    lines: Vec<usize>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub fn new(folder: &'a str, text: &'a str) -> Reader<'a> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Reader { folder, text, lines, problems: Vec::new() }
    }

    pub fn place<T>(&self, spanned: &Spanned<T>) -> Place {
        self.place_of(spanned.span().start)
    }

    /// As [`Place::of_offset`], without looking at the lines before; of a very long line only the
    /// beginning is counted out.
    pub fn place_of(&self, offset: usize) -> Place {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let end = self.text.floor_char_boundary(offset.min(self.text.len()));
        let before = self.text.get(start..end).filter(|it| it.len() <= LONGEST_COUNTED);
        let column = before.map_or(0, |before| before.chars().count() + 1);
        Place { line: line as u32, column: column as u32 }
    }

    /// Whether there are any problems so far.
    pub fn has_problems(&self) -> bool {
        !self.problems.is_empty()
    }

    /// The problems in reading order: the first of them, and how many more there are.
    pub fn finished(self) -> Vec<Problem> {
        first_few(self.problems)
    }

    pub fn report(&mut self, place: Place, refusal: Refusal) {
        let problem = Problem::error(refusal.code, refusal.message)
            .in_pack(self.folder)
            .at(FILE_NAME, place)
            .hint(refusal.hint);
        self.problems.push(problem);
    }

    /// The table of a section that may be absent.
    pub fn section(
        &mut self,
        top: &mut Section<'a>,
        key: &'static str,
        title: &'static str,
    ) -> Section<'a> {
        let value = top.get(key);
        let place = value.map_or(top.place, |value| self.place(value));
        let table = value.and_then(|value| match value.get_ref().as_table() {
            Some(table) => Some(table),
            None => self.wrong_type(value, key, "a table"),
        });
        Section::new(title, table, place)
    }

    /// Notes that a key must be there; pass on what was found for it.
    pub fn required(
        &mut self,
        section: &Section<'a>,
        key: &'static str,
        value: Option<&'a Value<'a>>,
    ) -> Option<&'a Value<'a>> {
        if value.is_none() {
            let message = format!("missing key `{key}`{}", section.title);
            let hint = format!("add a line `{key} = ...`{}", section.title);
            self.report(section.place, Refusal { code: codes::MISSING_KEY, message, hint });
        }
        value
    }

    pub fn required_text<T>(
        &mut self,
        section: &mut Section<'a>,
        key: &'static str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Option<Placed<T>> {
        let value = section.get(key);
        let value = self.required(section, key, value)?;
        self.text(value, key, read)
    }

    pub fn optional_text<T>(
        &mut self,
        section: &mut Section<'a>,
        key: &'static str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Option<Placed<T>> {
        let value = section.get(key)?;
        self.text(value, key, read)
    }

    /// The value as text, understood by `read`.
    pub fn text<T>(
        &mut self,
        value: &'a Value<'a>,
        key: &str,
        read: impl Fn(&str) -> Result<T, Refusal>,
    ) -> Option<Placed<T>> {
        let Some(text) = value.get_ref().as_str() else {
            return self.wrong_type(value, key, "text in quotes");
        };
        let place = self.place(value);
        match read(text) {
            Ok(value) => Some(Placed { value, place }),
            Err(refusal) => {
                self.report(place, refusal);
                None
            }
        }
    }

    /// A required whole number from 0.
    pub fn number(&mut self, section: &mut Section<'a>, key: &'static str) -> Option<Placed<u32>> {
        let value = section.get(key);
        let value = self.required(section, key, value)?;
        let Some(number) = value.get_ref().as_integer() else {
            return self.wrong_type(value, key, "a whole number");
        };
        match u32::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Some(Placed { value: number, place: self.place(value) }),
            Err(_) => self.wrong_type(value, key, "a whole number from 0"),
        }
    }

    /// `true` or `false`; false if absent.
    pub fn flag(&mut self, section: &mut Section<'a>, key: &'static str) -> bool {
        let Some(value) = section.get(key) else { return false };
        let flag = value.get_ref().as_bool();
        flag.or_else(|| self.wrong_type(value, key, "`true` or `false`")).unwrap_or_default()
    }

    /// A list of texts; empty if absent.
    pub fn list(&mut self, section: &mut Section<'a>, key: &'static str) -> Vec<String> {
        let Some(value) = section.get(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type::<()>(value, key, "a list of texts");
            return Vec::new();
        };
        if items.len() > MAX_LISTED {
            let message = format!("`{key}` has {} entries, {MAX_LISTED} are allowed", items.len());
            let hint = "keep the most important ones".to_owned();
            let place = self.place(value);
            self.report(place, Refusal { code: codes::BAD_VALUE, message, hint });
        }
        let mut texts = Vec::new();
        for item in items.iter().take(MAX_LISTED) {
            texts.extend(self.text(item, key, line).map(|it| it.value));
        }
        texts
    }

    /// Reports every key that nobody asked for. Tables `[x-...]` at the top are free.
    pub fn finish(&mut self, section: &Section<'a>) {
        let is_top = section.title.is_empty();
        for (key, value) in section.entries() {
            let name: &str = key.get_ref();
            let free = is_top && name.starts_with("x-") && value.get_ref().is_table();
            if free || section.asked.contains(&name) {
                continue;
            }
            let message = format!("unknown key `{}`{}", quoted(name, 60), section.title);
            let hint = match nearest(name, section.asked.iter().copied()) {
                Some(word) => format!("did you mean `{word}`?"),
                None => format!("known keys are {}", quoted_list(&section.asked)),
            };
            let place = self.place(key);
            self.report(place, Refusal { code: codes::UNKNOWN_KEY, message, hint });
        }
    }

    /// Reports a value of the wrong type; always `None`, for use in place of a value.
    fn wrong_type<T>(&mut self, value: &Value<'a>, key: &str, expected: &str) -> Option<T> {
        let found = value.get_ref().type_str();
        let message = format!("`{}` must be {expected}, not {found}", quoted(key, 60));
        let hint = format!("write {expected}");
        let place = self.place(value);
        self.report(place, Refusal { code: codes::WRONG_TYPE, message, hint });
        None
    }
}

/// Words as a list for a sentence: `` `a`, `b` and `c` ``.
pub(super) fn quoted_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((only, _)) => only.clone(),
        None => String::new(),
    }
}
