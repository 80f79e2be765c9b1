//! How large a scenario may be: whoever reads it has not written it.

use super::script::Wrong;
use harena_script::schema::{Key, Value};

/// The deepest a field may lie; each `aside` takes two.
const MAX_DEPTH: usize = 24;
/// The most values that a scenario holds.
const MAX_VALUES: usize = 20_000;
/// The most bytes that its texts hold together.
const MAX_BYTES: usize = 1 << 20;

/// What is still allowed.
struct Left {
    values: usize,
    bytes: usize,
}

/// Checks that a scenario is of a size that a test can have.
///
/// # Errors
/// The field with which it grows too large.
pub(super) fn check(value: &Value) -> Result<(), Wrong> {
    let mut left = Left { values: MAX_VALUES, bytes: MAX_BYTES };
    match left.take(value, &mut Vec::new()) {
        None => Ok(()),
        Some((path, what)) => {
            Err(Wrong::at(&path, format!("this scenario is too large to read: it holds {what}")))
        }
    }
}

impl Left {
    fn take(&mut self, value: &Value, path: &mut Vec<Key>) -> Option<(Vec<Key>, &'static str)> {
        if path.len() > MAX_DEPTH {
            return Some((path.clone(), "tables in tables in tables"));
        }
        let Some(values) = self.values.checked_sub(1) else {
            return Some((path.clone(), "too many values"));
        };
        self.values = values;
        match value {
            Value::Text(text) => self.take_bytes(text.len(), path),
            Value::List(items) => {
                let keys = (1..).map(Key::Index);
                keys.zip(items).find_map(|(key, item)| self.take_in(key, item, path))
            }
            Value::Record(entries) => entries.iter().find_map(|(name, item)| {
                let found = self.take_bytes(name.len(), path);
                found.or_else(|| self.take_in(Key::of(name), item, path))
            }),
            Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Number(_) | Value::Function(_) => {
                None
            }
        }
    }

    fn take_in(
        &mut self,
        key: Key,
        item: &Value,
        path: &mut Vec<Key>,
    ) -> Option<(Vec<Key>, &'static str)> {
        path.push(key);
        let found = self.take(item, path);
        path.pop();
        found
    }

    fn take_bytes(&mut self, n: usize, path: &[Key]) -> Option<(Vec<Key>, &'static str)> {
        match self.bytes.checked_sub(n) {
            None => Some((path.to_vec(), "too much text")),
            Some(bytes) => {
                self.bytes = bytes;
                None
            }
        }
    }
}
