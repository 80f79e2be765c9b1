//! What the letters of a Luau file are, to be colored: read quickly, whatever is in it.

use std::ops::Range;

/// What some letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Names and signs.
    Plain,
    /// A word of the language.
    Word,
    /// The name of a field.
    Field,
    /// What is called.
    Call,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A comment.
    Comment,
}

const WORDS: [&str; 25] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for",
    "function", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true",
    "type", "typeof", "until", "while",
];

/// The parts of a text, one after the other; together they are all of it.
pub fn parts(text: &str) -> Vec<(Range<usize>, Part)> {
    let mut all: Vec<(Range<usize>, Part)> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, part) = first_part(rest);
        let end = at + length.max(1);
        match all.last_mut().filter(|(_, last)| *last == part) {
            Some((span, _)) => span.end = end,
            None => all.push((at..end, part)),
        }
        at = end;
    }
    all
}

fn first_part(rest: &str) -> (usize, Part) {
    let first = rest.chars().next().unwrap_or(' ');
    if rest.starts_with("--") {
        let long = rest.get(2..).and_then(long_bracket).map(|length| length + 2);
        return (long.unwrap_or_else(|| line(rest)), Part::Comment);
    }
    match first {
        '"' | '\'' | '`' => (quoted(rest, first), Part::Text),
        '[' => match long_bracket(rest) {
            Some(length) => (length, Part::Text),
            None => (1, Part::Plain),
        },
        '0'..='9' => (while_is(rest, |it| it.is_ascii_alphanumeric() || it == '.'), Part::Number),
        _ if is_name(first) => name(rest),
        _ => {
            let plain = |it: char| {
                !is_name(it) && !it.is_ascii_digit() && !matches!(it, '"' | '\'' | '`' | '[' | '-')
            };
            (while_is(rest, plain).max(first.len_utf8()), Part::Plain)
        }
    }
}

fn name(rest: &str) -> (usize, Part) {
    let length = while_is(rest, |it| is_name(it) || it.is_ascii_digit());
    let (word, after) = rest.split_at(length);
    let after = after.trim_start_matches([' ', '\t']);
    let is_set = after.starts_with('=') && !after.starts_with("==");
    // Some words of the language are names as well.
    let is_name_too = is_set && matches!(word, "type" | "continue" | "export" | "typeof");
    if WORDS.contains(&word) && !is_name_too {
        return (length, Part::Word);
    }
    let part = match after.chars().next() {
        Some('=') if !after.starts_with("==") => Part::Field,
        Some('{' | '(' | '"') => Part::Call,
        _ => Part::Plain,
    };
    (length, part)
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_'
}

fn while_is(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is(letter)).unwrap_or(text.len())
}

fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// How long a text in quotes is; one that does not end goes to the end of its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// How long what stands in brackets such as `[==[` is; what does not end goes on to the end.
fn long_bracket(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = while_is(inner, |letter| letter == '=');
    inner.get(level..)?.strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    let start = level + 2;
    let found = text.get(start..)?.find(&close);
    Some(found.map_or(text.len(), |at| start + at + close.len()))
}
