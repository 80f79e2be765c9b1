//! Luau values as plain ones and back, as far as an allowance reaches.

use mlua::Value as Lua;

use harena_pack::{Code, codes};

use crate::allowance::{Allowance, DEEPEST, SIZE_OF_VALUE, WORK_OF_VALUE};
use crate::fit::{nearest, place};
use crate::raw::Kept;
use crate::raw_tree::{self, Branch, Lying, Written};
use crate::schema::{Finding, Key, Value};
use crate::vm::Vm;

/// A text of a definition has no more bytes.
const LONGEST_TEXT: usize = 20_000;
/// A name that a table holds a value under has no more bytes.
const LONGEST_NAME: usize = 1_000;

/// Reads Luau values, keeping the functions it meets.
pub(super) struct Values<'a> {
    vm: &'a Vm,
    allowance: &'a Allowance,
    /// Functions met so far, by number.
    pub functions: Vec<Kept>,
    /// The file and line of each of them.
    pub places: Vec<(String, u32)>,
    /// In so many tables lies what is read now.
    depth: usize,
    excess: Option<Finding>,
}

impl<'a> Values<'a> {
    pub fn new(vm: &'a Vm, allowance: &'a Allowance) -> Values<'a> {
        Values { vm, allowance, functions: Vec::new(), places: Vec::new(), depth: 0, excess: None }
    }

    /// A Luau value as a plain one. Functions are kept and numbered.
    ///
    /// # Errors
    /// More than is read, with its place in the value: it is nested too deeply, or the allowance
    /// is spent.
    pub fn read(&mut self, value: &Lua) -> Result<Value, Finding> {
        self.depth = 0;
        let mut read = Value::Nil;
        let visited = raw_tree::visit(self.vm.lua(), value, |lying| read = self.value(lying));
        if visited.is_err() {
            self.exceeds(codes::TOO_MUCH_TO_READ, "there is no memory left to read this");
        }
        match self.excess.take() {
            None => Ok(read),
            Some(excess) => Err(excess),
        }
    }

    fn value(&mut self, value: Lying) -> Value {
        if !self.affords(SIZE_OF_VALUE) {
            return Value::Nil;
        }
        match value {
            Lying::Bool(value) => Value::Bool(value),
            Lying::Whole(value) => Value::Int(value),
            Lying::Number(value) => Value::number(value),
            Lying::Text(bytes) => self.text(bytes),
            Lying::Function(function) => {
                let (kept, Written { file, line }) = function.keep();
                self.functions.push(kept);
                self.places.push((file, line));
                Value::Function(place(self.functions.len().saturating_sub(1)))
            }
            Lying::Table(table) if self.depth < DEEPEST => self.table(table),
            Lying::Table(_) => {
                let message = format!("tables inside each other more than {DEEPEST} deep");
                self.exceeds(codes::TOO_DEEP, &message);
                Value::Nil
            }
            Lying::Nothing => Value::Nil,
        }
    }

    fn text(&mut self, bytes: &[u8]) -> Value {
        if bytes.len() > LONGEST_TEXT {
            self.refuse_length(bytes.len(), LONGEST_TEXT);
            return Value::Nil;
        }
        // A text that is no UTF-8 may become longer.
        match self.affords(bytes.len() * 3) {
            true => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
            false => Value::Nil,
        }
    }

    fn table(&mut self, table: Branch) -> Value {
        let mut items = Vec::new();
        for (item, position) in table.items().zip(1..) {
            items.push(self.at(|| Key::Index(position), item));
            if self.excess.is_some() {
                break;
            }
        }
        let names = self.names(table, items.len());
        if names.is_empty() {
            return Value::List(items);
        }
        let listed = items.into_iter().zip(1_usize..).map(|(item, at)| (at.to_string(), item));
        let mut entries: Vec<(String, Value)> = listed.collect();
        entries.reserve_exact(names.len());
        for (name, value) in names {
            if self.excess.is_some() {
                break;
            }
            let value = self.at(|| Key::of(&name), value);
            entries.push((name, value));
        }
        Value::Record(entries)
    }

    /// The keys of a table beyond so many items as they are spelled, with their values, in order.
    fn names<'t>(&mut self, table: Branch<'t>, n_items: usize) -> Vec<(String, Lying<'t>)> {
        let mut names = Vec::new();
        for (n_before, (key, value)) in table.entries().enumerate() {
            let length = if let Lying::Text(bytes) = key { bytes.len() } else { 0 };
            let size = if n_before >= n_items { SIZE_OF_VALUE } else { 0 };
            if length > LONGEST_NAME {
                self.refuse_length(length, LONGEST_NAME);
            } else {
                self.affords(4 * length + size);
            }
            if self.excess.is_some() {
                break;
            }
            names.extend(name_of(key, n_items).map(|name| (name, value)));
        }
        names.sort_by(|(a, _), (b, _)| a.cmp(b));
        names
    }

    /// A value in a table. Under which key it lies is only of interest where it is too much.
    fn at(&mut self, key: impl FnOnce() -> Key, value: Lying) -> Value {
        self.depth += 1;
        let read = self.value(value);
        self.depth -= 1;
        if let Some(excess) = &mut self.excess {
            excess.path.insert(0, key());
        }
        read
    }

    /// Charges for a value or a part of it.
    fn affords(&mut self, size: usize) -> bool {
        if self.excess.is_some() {
            return false;
        }
        let affords = self.allowance.spend(WORK_OF_VALUE) && self.allowance.keep(size);
        if !affords {
            self.exceeds(codes::TOO_MUCH_TO_READ, "there is more in the definitions than is read");
        }
        affords
    }

    fn refuse_length(&mut self, length: usize, most: usize) {
        self.exceeds(
            codes::TEXT_TOO_LONG,
            &format!("a text of {length} bytes, {most} are allowed"),
        );
    }

    fn exceeds(&mut self, code: Code, message: &str) {
        if self.excess.is_none() {
            let hint = match code {
                codes::TOO_DEEP => "does a table hold itself?",
                codes::TEXT_TOO_LONG => "shorten it",
                _ => "a table or text that is shared counts wherever it stands",
            };
            let (path, message) = (Vec::new(), message.to_owned());
            let hint = Some(hint.to_owned());
            self.excess = Some(Finding { path, code, message, hint, twin: None });
        }
    }
}

/// How a key is spelled, unless it is one of the positions of so many items.
fn name_of(key: Lying, n_items: usize) -> Option<String> {
    match key {
        Lying::Text(name) => Some(String::from_utf8_lossy(name).into_owned()),
        Lying::Bool(key) => Some(key.to_string()),
        Lying::Whole(key) => (key < 1 || nearest::<usize>(key) > n_items).then(|| key.to_string()),
        Lying::Number(key) => (key < 1.0 || key >= n_items as f64 + 1.0).then(|| key.to_string()),
        Lying::Table(_) | Lying::Function(_) | Lying::Nothing => None,
    }
}

/// A plain value as a Luau one; functions become nil.
pub(super) fn to_lua(lua: &mlua::Lua, value: &Value) -> mlua::Result<Lua> {
    Ok(match value {
        Value::Nil | Value::Function(_) => Lua::Nil,
        Value::Bool(value) => Lua::Boolean(*value),
        Value::Int(value) => Lua::Number(*value as f64),
        Value::Number(value) => Lua::Number(*value),
        Value::Text(value) => Lua::String(lua.create_string(value)?),
        Value::List(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
            Lua::Table(table)
        }
        Value::Record(entries) => {
            let table = lua.create_table()?;
            for (name, value) in entries {
                table.raw_set(name.as_str(), to_lua(lua, value)?)?;
            }
            Lua::Table(table)
        }
    })
}
