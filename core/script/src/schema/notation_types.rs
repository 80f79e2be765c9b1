//! The words for types: how a [`Type`] is written, and read back.
//! The table stands at [`Schema::from_value`].

use std::fmt;

use harena_pack::{Code, codes};

use super::{Schema, Type};

/// Records that a type may name, and how large they are, counted in types.
pub(super) type Records = [(Schema, usize)];

/// Types inside each other deeper than this are not read.
const DEEPEST: usize = 16;
/// Longer types are not read.
const LONGEST: usize = 16 * 1024;
/// A schema holds so many types, counting a record wherever it is named.
pub(super) const MOST_TYPES: usize = 4_096;

const PLAIN: [(&str, Type); 5] = [
    ("any", Type::Any),
    ("bool", Type::Bool),
    ("text", Type::Text),
    ("id", Type::Id),
    ("function", Type::Function),
];

/// Words of the notation, for hints.
const WORDS: [&str; 8] = ["any", "bool", "text", "id", "function", "int", "list of", "map of"];

/// What stops a type from being read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// What is wrong.
    pub message: String,
    /// What to write.
    pub hint: Option<String>,
    /// The code of what is wrong.
    pub code: Code,
}

impl Unreadable {
    fn new(message: String) -> Unreadable {
        let hint = "types are words such as `int 0..9`, `list of stat`, `'a' | 'b'`".to_string();
        Unreadable { message, hint: Some(hint), code: codes::WRONG_KIND }
    }

    fn too_much(message: &str) -> Unreadable {
        let hint = "give the parts names of their own under `records`".to_owned();
        Unreadable { message: message.to_owned(), hint: Some(hint), code: codes::TOO_MUCH_TO_READ }
    }
}

/// What types may name, and how far the reading has come.
struct Read<'a> {
    records: &'a Records,
    /// How many types there are already.
    n_types: usize,
    depth: usize,
}

impl Type {
    /// Reads a type, with the records it may name, and counts the types in it.
    pub(super) fn read(text: &str, records: &Records) -> Result<(Type, usize), Unreadable> {
        if text.len() > LONGEST {
            return Err(Unreadable::too_much("a type this long is not read"));
        }
        let mut read = Read { records, n_types: 0, depth: 0 };
        let kind = read.kind(text)?;
        Ok((kind, read.n_types))
    }
}

/// The parts between `|`, leaving what stands in brackets together.
fn alternatives(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == '|' && depth == 0
    });
    parts.map(str::trim).collect()
}

fn quoted(part: &str) -> Option<&str> {
    part.strip_prefix('\'')?.strip_suffix('\'')
}

impl Read<'_> {
    fn kind(&mut self, text: &str) -> Result<Type, Unreadable> {
        let mut parts = Vec::new();
        for part in alternatives(text) {
            match quoted(part) {
                Some(word) => parts.push(Type::Choice(vec![word.to_string()])),
                None => parts.extend(self.part(part)?.alternatives()),
            }
        }
        let mut choice = Vec::new();
        let mut kinds = Vec::new();
        for part in parts {
            if let Type::Choice(words) = part {
                choice.extend(words);
            } else {
                kinds.push(part);
            }
        }
        if !choice.is_empty() {
            self.count(1)?;
            kinds.push(Type::Choice(choice));
        }
        match kinds.len() {
            1 => kinds.pop().ok_or_else(|| Unreadable::new("no type".into())),
            _ => Ok(Type::OneOf(kinds)),
        }
    }

    fn count(&mut self, n: usize) -> Result<(), Unreadable> {
        self.n_types = self.n_types.saturating_add(n);
        match self.n_types > MOST_TYPES {
            true => Err(Unreadable::too_much("a type with so many parts is not read")),
            false => Ok(()),
        }
    }

    fn part(&mut self, part: &str) -> Result<Type, Unreadable> {
        self.count(1)?;
        if let Some((_, kind)) = PLAIN.iter().find(|(word, _)| *word == part) {
            return Ok(kind.clone());
        }
        if self.depth >= DEEPEST {
            return Err(Unreadable::too_much("a type nested this deeply is not read"));
        }
        self.depth += 1;
        let kind = self.nested(part);
        self.depth -= 1;
        kind
    }

    fn nested(&mut self, part: &str) -> Result<Type, Unreadable> {
        if let Some(inner) = part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
            return self.kind(inner);
        }
        if let Some(word) = quoted(part) {
            return Ok(Type::Choice(vec![word.to_owned()]));
        }
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        match (word, rest.trim()) {
            ("int", "") => Ok(Type::INT),
            ("int", range) => {
                let (min, max) = read_range(range, i64::MIN, i64::MAX)?;
                Ok(Type::Int { min, max })
            }
            ("list", rest) => self.list(rest),
            ("map", rest) => self.map(rest),
            (name, "") => self.name(name),
            _ => Err(Unreadable::new(format!("cannot read the type `{part}`"))),
        }
    }

    fn list(&mut self, rest: &str) -> Result<Type, Unreadable> {
        let (range, of) = match rest.strip_prefix("of ") {
            Some(of) => ("..", of),
            None => rest
                .split_once(" of ")
                .ok_or_else(|| Unreadable::new(format!("`list {rest}` does not say of what")))?,
        };
        let (min, max) = read_range(range, 0, usize::MAX)?;
        Ok(Type::List { of: Box::new(self.part(of.trim())?), min, max })
    }

    fn map(&mut self, rest: &str) -> Result<Type, Unreadable> {
        let (keys, of) = rest
            .strip_prefix("of ")
            .and_then(|rest| rest.split_once(" to "))
            .ok_or_else(|| Unreadable::new(format!("`map {rest}` does not say of what to what")))?;
        let keys = self.part(keys.trim())?;
        if !matches!(keys, Type::Text | Type::Id | Type::Name(_)) {
            return Err(Unreadable::new(format!("the keys of a map are names, not `{keys}`")));
        }
        Ok(Type::Map { keys: Box::new(keys), of: Box::new(self.part(of.trim())?) })
    }

    fn name(&mut self, name: &str) -> Result<Type, Unreadable> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(Unreadable::new(format!("cannot read the type `{name}`")));
        }
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return match harena_pack::nearest(name, WORDS) {
                Some(word) => Err(Unreadable {
                    message: format!("unknown type `{name}`"),
                    hint: Some(format!("did you mean `{word}`?")),
                    code: codes::UNDECLARED,
                }),
                None => Ok(Type::Name(name.into())),
            };
        }
        let known = self.records.iter().find(|(record, _)| record.name == name);
        let Some((record, n_types)) = known else {
            let names = self.records.iter().map(|(record, _)| record.name.as_str());
            return Err(Unreadable {
                message: format!("unknown record `{name}`"),
                hint: super::hint::hint(name, names)
                    .or_else(|| Some("declare it under `records`, before its first use".into())),
                code: codes::UNDECLARED,
            });
        };
        self.count(*n_types)?;
        Ok(Type::Record(Box::new(record.clone())))
    }
}

/// Reads `2..5`, `2..`, `..5` or `2`.
fn read_range<N: std::str::FromStr + PartialOrd + Copy>(
    text: &str,
    least: N,
    most: N,
) -> Result<(N, N), Unreadable> {
    let unreadable = || Unreadable::new(format!("cannot read the range `{text}`"));
    let read = |end: &str, open: N| match end.trim() {
        "" => Ok(open),
        end => end.parse().map_err(|_| unreadable()),
    };
    let text = text.trim();
    let (min, max) = match text.split_once("..") {
        Some((min, max)) => (read(min, least)?, read(max, most)?),
        None => {
            let only = text.parse().map_err(|_| unreadable())?;
            (only, only)
        }
    };
    if min > max { Err(unreadable()) } else { Ok((min, max)) }
}

/// Writes what [`read_range`] reads, leaving out the ends that limit nothing.
pub(super) fn range_text<N: fmt::Display + PartialEq>(min: N, max: N, least: N, most: N) -> String {
    if min == max {
        return min.to_string();
    }
    let end = |value: N, open: N| if value == open { String::new() } else { value.to_string() };
    format!("{}..{}", end(min, least), end(max, most))
}

impl Type {
    /// What it may be: alternatives in brackets are alternatives of the whole.
    fn alternatives(self) -> Vec<Type> {
        if let Type::OneOf(kinds) = self { kinds } else { vec![self] }
    }

    /// As a part of a longer type: in brackets, if it has several alternatives.
    fn bound(&self) -> String {
        let is_choice = matches!(self, Type::Choice(words) if words.len() > 1);
        let is_several = is_choice || matches!(self, Type::OneOf(_));
        if is_several { format!("({self})") } else { self.to_string() }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((word, _)) = PLAIN.iter().find(|(_, kind)| kind == self) {
            return f.write_str(word);
        }
        match self {
            Type::Any | Type::Bool | Type::Text | Type::Id | Type::Function => Ok(()),
            &Type::INT => f.write_str("int"),
            Type::Int { min, max } => {
                write!(f, "int {}", range_text(*min, *max, i64::MIN, i64::MAX))
            }
            Type::Choice(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
                f.write_str(&words.join(" | "))
            }
            Type::Name(what) => f.write_str(what),
            Type::List { of, min: 0, max: usize::MAX } => write!(f, "list of {}", of.bound()),
            Type::List { of, min, max } => {
                write!(f, "list {} of {}", range_text(*min, *max, 0, usize::MAX), of.bound())
            }
            Type::Map { keys, of } => write!(f, "map of {} to {}", keys.bound(), of.bound()),
            Type::Record(schema) if schema.name.is_empty() => f.write_str("record"),
            Type::Record(schema) | Type::Apart(schema) => f.write_str(&schema.name),
            Type::OneOf(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(Type::to_string).collect();
                f.write_str(&kinds.join(" | "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<(Schema, usize)> {
        vec![(Schema::new("Attack").needs("strength", Type::INT, ""), 1)]
    }

    fn check(text: &str, expected: Type) {
        let (found, _) = Type::read(text, &records()).expect(text);
        assert_eq!(found, expected, "{text}");
        assert_eq!(found.to_string(), text);
    }

    #[test]
    fn types_are_read_and_written_back() {
        let list = |of, min, max| Type::List { of: Box::new(of), min, max };
        check("any", Type::Any);
        check("function", Type::Function);
        check("int", Type::INT);
        check("int -2..9", Type::int(-2, 9));
        check("int 1..", Type::int(1, i64::MAX));
        check("int ..5", Type::int(i64::MIN, 5));
        check("int 3", Type::int(3, 3));
        check("stat", Type::Name("stat".into()));
        check("'common' | 'elite'", Type::choice(["common", "elite"]));
        check("list of id", Type::list(Type::Id));
        check("list 1..3 of int 0..9", list(Type::int(0, 9), 1, 3));
        check("list 6 of bool", list(Type::Bool, 6, 6));
        check("list of list of text", Type::list(Type::list(Type::Text)));
        check("map of stat to int", Type::map_of("stat", Type::INT));
        check("list of Attack", Type::list(Type::Record(Box::new(records()[0].0.clone()))));
        check("int | list of int", Type::OneOf(vec![Type::INT, Type::list(Type::INT)]));
        let either = || Type::OneOf(vec![Type::INT, Type::choice(["low", "high"])]);
        check("list of (int | 'low' | 'high')", Type::list(either()));
        check("list 1..3 of ('low' | 'high')", list(Type::choice(["low", "high"]), 1, 3));
        check("map of stat to (int | 'low' | 'high')", Type::map_of("stat", either()));
        check("text | list of (int | 'low' | 'high')", {
            Type::OneOf(vec![Type::Text, Type::list(either())])
        });
        check("list of 'low'", Type::list(Type::choice(["low"])));
        check("int | 'all'", Type::OneOf(vec![Type::INT, Type::choice(["all"])]));
    }

    #[test]
    fn alternatives_in_brackets_are_alternatives_of_the_whole() {
        let read = |text: &str| Type::read(text, &records()).expect(text).0;
        assert_eq!(read("'a' | (('b')) | any"), read("any | 'a' | 'b'"));
        assert_eq!(read("(int | ('low' | text)) | 'high'"), read("int | text | 'low' | 'high'"));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let check = |text: &str, message: &str, hint: &str| {
            let found = Type::read(text, &records()).expect_err(text);
            assert_eq!(found.message, message, "{text}");
            assert!(found.hint.is_some_and(|found| found.contains(hint)), "{text}");
        };
        check("lits of int", "cannot read the type `lits of int`", "list of stat");
        check("txt", "unknown type `txt`", "did you mean `text`?");
        check("Atack", "unknown record `Atack`", "did you mean `Attack`?");
        check("int 9..2", "cannot read the range `9..2`", "int 0..9");
        check("list int", "`list int` does not say of what", "list of stat");
        check("map of int to int", "the keys of a map are names, not `int`", "list of stat");
        check("", "cannot read the type ``", "int");
        check("list of (int | 'all'", "cannot read the type `(int | 'all'`", "list of stat");
        check("list of ()", "cannot read the type ``", "int");
    }

    #[test]
    fn what_is_too_much_is_not_read() {
        let check = |text: &str, message: &str| {
            let found = Type::read(text, &records()).expect_err(text);
            assert_eq!((found.message.as_str(), found.code.as_str()), (message, "H0211"));
        };
        let deep = "a type nested this deeply is not read";
        check(&("list of ".repeat(17) + "int"), deep);
        check(&("(".repeat(17) + "int" + &")".repeat(17)), deep);
        check(&("map of id to ".repeat(1000) + "int"), deep);
        check(&"list of ".repeat(20_000), "a type this long is not read");
        check(&"int|".repeat(4_096), "a type with so many parts is not read");
        let large = vec![(Schema::new("Large"), MOST_TYPES / 2)];
        assert!(Type::read("Large", &large).is_ok());
        assert!(Type::read("Large | list of Large", &large).is_err());
    }
}
