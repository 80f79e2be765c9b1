//! Values as they are written in Luau: numbers, texts, yes and no, and tables of them.

use crate::schema::{Value, luau_key};

/// The value that some Luau writes out; nothing for what must be worked out, or is written in a
/// way that is seldom used.
pub(super) fn read(written: &str) -> Option<Value> {
    match written {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        "nil" => return Some(Value::Nil),
        _ => {}
    }
    match written.as_bytes().first()? {
        b'"' | b'\'' => quoted(written).map(Value::Text),
        b'-' | b'.' | b'0'..=b'9' => number(written),
        _ => None,
    }
}

fn number(written: &str) -> Option<Value> {
    let is_plain = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
    if !written.chars().all(is_plain) {
        return None;
    }
    match written.parse::<i64>() {
        Ok(whole) => Some(Value::Int(whole)),
        Err(_) => written.parse::<f64>().ok().map(Value::number),
    }
}

fn quoted(written: &str) -> Option<String> {
    let quote = written.chars().next()?;
    let inner = written.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut text = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            // Anything else in the middle is more than one text.
            if letter == quote {
                return None;
            }
            text.push(letter);
            continue;
        }
        text.push(match letters.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            same @ ('\\' | '"' | '\'') => same,
            _ => return None,
        });
    }
    Some(text)
}

/// A value in Luau, on one line; nothing for functions and for texts that cannot be written so.
pub fn literal(value: &Value) -> Option<String> {
    let braced = |parts: Option<Vec<String>>| {
        let parts = parts?;
        Some(if parts.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", parts.join(", ")) })
    };
    match value {
        Value::Nil => Some("nil".to_owned()),
        Value::Bool(yes) => Some(yes.to_string()),
        Value::Int(number) => Some(number.to_string()),
        Value::Number(number) => number.is_finite().then(|| number.to_string()),
        Value::Text(text) => text_literal(text),
        Value::List(items) => braced(items.iter().map(literal).collect()),
        Value::Record(entries) => {
            let entry = |(name, value): &(String, Value)| Some(field(name, &literal(value)?));
            braced(entries.iter().map(entry).collect())
        }
        Value::Function(_) => None,
    }
}

/// A field as it is written.
pub(super) fn field(name: &str, value: &str) -> String {
    format!("{} = {value}", luau_key(name))
}

fn text_literal(text: &str) -> Option<String> {
    let mut written = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\\' => written.push_str("\\\\"),
            '"' => written.push_str("\\\""),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            _ if letter.is_control() => return None,
            _ => written.push(letter),
        }
    }
    written.push('"');
    Some(written)
}
