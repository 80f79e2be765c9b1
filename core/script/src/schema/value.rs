//! Values of definitions, as the loader read them from Luau.

use std::fmt;

/// A value in a definition.
///
/// A table with positions only is a [`Value::List`]. Any other table is a [`Value::Record`];
/// if it also has positions, they come first, under the names `"1"`, `"2"` and so on.
/// An empty table is an empty list, and every reader takes it for an empty record as well.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing.
    #[default]
    Nil,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number that is not whole, or too large to count with.
    Number(f64),
    /// A string.
    Text(String),
    /// Items one after the other.
    List(Vec<Value>),
    /// Named values, in an order that is the same on every machine.
    Record(Vec<(String, Value)>),
    /// A function, by the number under which the loader keeps it.
    Function(u32),
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A field of a record.
    Name(String),
    /// An item of a list, counted from 1 as Luau does.
    Index(usize),
}

impl Value {
    /// A string.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// A record of these fields.
    pub fn record<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::Record(fields.map(|(name, value)| (name.to_string(), value)).to_vec())
    }

    /// A Luau number: [`Value::Int`] if it is whole and exact, [`Value::Number`] otherwise.
    pub fn number(number: f64) -> Value {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            Value::Int(number as i64)
        } else {
            Value::Number(number)
        }
    }

    /// The value under this name, if this is a record that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let Value::Record(entries) = self else { return None };
        entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The item at this position, counted from 1, of a list or of a table with positions.
    pub fn at(&self, position: usize) -> Option<&Value> {
        if let Value::List(items) = self {
            return items.get(position.checked_sub(1)?);
        }
        self.get(&position.to_string())
    }

    /// The string, if this is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// The whole number, if this is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(int) = self { Some(*int) } else { None }
    }

    /// Whether this is a list or a record.
    pub fn is_table(&self) -> bool {
        matches!(self, Value::List(_) | Value::Record(_))
    }

    /// The named values of a table; the items of a list stand under `"1"`, `"2"` and so on.
    /// Empty for anything else.
    pub fn into_entries(self) -> Vec<(String, Value)> {
        match self {
            Value::Record(entries) => entries,
            Value::List(items) => {
                let positions = (1_usize..).map(|position| position.to_string());
                positions.zip(items).collect()
            }
            Value::Nil
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Function(_) => Vec::new(),
        }
    }

    /// What kind of value this is, with its article, for a diagnostic.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "nothing",
            Value::Bool(_) => "a truth value",
            Value::Int(_) => "a whole number",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(items) if items.is_empty() => "an empty table",
            Value::List(_) => "a list",
            Value::Record(_) => "a table with names",
            Value::Function(_) => "a function",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Bool(bool) => write!(f, "{bool}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(items) if items.is_empty() => f.write_str("{}"),
            Value::List(items) => braced(f, items, |f, item| write!(f, "{item}")),
            Value::Record(entries) => {
                braced(f, entries, |f, (name, value)| match name.parse::<usize>() {
                    Ok(_) => write!(f, "{value}"),
                    Err(_) => write!(f, "{name} = {value}"),
                })
            }
            Value::Function(_) => f.write_str("function"),
        }
    }
}

fn braced<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    write_item: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("{ ")?;
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            f.write_str(", ")?;
        }
        write_item(f, item)?;
    }
    f.write_str(" }")
}

impl Key {
    /// The key under which a record holds this name: positions of a mixed table are positions.
    pub fn of(name: &str) -> Key {
        name.parse().map_or_else(|_| Key::Name(name.into()), Key::Index)
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Key {
        Key::Name(name.into())
    }
}

impl From<usize> for Key {
    fn from(position: usize) -> Key {
        Key::Index(position)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Bool(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::text(text)
    }
}

/// A path as a designer would write it, such as `attacks[2].strength`.
pub fn path_text(path: &[Key]) -> String {
    let mut text = String::new();
    for key in path {
        match key {
            Key::Name(name) if text.is_empty() => text.push_str(name),
            Key::Name(name) => text.push_str(&format!(".{name}")),
            Key::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

impl From<&Value> for serde_json::Value {
    /// The same as JSON; functions become null.
    fn from(value: &Value) -> serde_json::Value {
        match value {
            Value::Nil | Value::Function(_) => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Number(value) => (*value).into(),
            Value::Text(value) => value.as_str().into(),
            Value::List(items) => items.iter().map(serde_json::Value::from).collect(),
            Value::Record(entries) => serde_json::Value::Object(
                entries.iter().map(|(name, value)| (name.clone(), value.into())).collect(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_where_they_can_be() {
        assert_eq!(Value::number(3.0), Value::Int(3));
        assert_eq!(Value::number(-0.0), Value::Int(0));
        assert_eq!(Value::number(2.5), Value::Number(2.5));
        assert_eq!(Value::number(1e300), Value::Number(1e300));
        assert!(matches!(Value::number(f64::NAN), Value::Number(_)));
    }

    #[test]
    fn values_and_paths_read_like_luau() {
        let value = Value::record([("1", Value::text("id")), ("default", Value::List(vec![]))]);
        assert_eq!(value.to_string(), "{ \"id\", default = {} }");
        let path = ["attacks".into(), 2.into(), "strength".into()];
        assert_eq!(path_text(&path), "attacks[2].strength");
    }
}
