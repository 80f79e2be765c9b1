//! Luau values as plain ones and back, as far as an allowance reaches.

use mlua::{LuaString, Table, Value as Lua};

use harena_pack::{Code, codes};

use crate::allowance::{Allowance, DEEPEST, SIZE_OF_VALUE, WORK_OF_VALUE};
use crate::fit::{nearest, place};
use crate::raw::Kept;
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
    path: Vec<Key>,
    excess: Option<Finding>,
}

/// A key of a table; the table holds the value as long as nobody asks for it, so that few values
/// are held at a time.
enum Name {
    Text(Vec<u8>),
    Bool(bool),
    Number(f64),
}

impl<'a> Values<'a> {
    pub fn new(vm: &'a Vm, allowance: &'a Allowance) -> Values<'a> {
        Values {
            vm,
            allowance,
            functions: Vec::new(),
            places: Vec::new(),
            path: Vec::new(),
            excess: None,
        }
    }

    /// A Luau value as a plain one. Functions are kept and numbered.
    ///
    /// # Errors
    /// More than is read, with its place in the value: it is nested too deeply, or the allowance
    /// is spent.
    pub fn read(&mut self, value: &Lua) -> Result<Value, Finding> {
        self.path.clear();
        let read = self.value(value);
        match self.excess.take() {
            None => Ok(read),
            Some(excess) => Err(excess),
        }
    }

    fn value(&mut self, value: &Lua) -> Value {
        if !self.affords(SIZE_OF_VALUE) {
            return Value::Nil;
        }
        match value {
            Lua::Boolean(value) => Value::Bool(*value),
            Lua::Integer(value) => Value::Int(*value),
            Lua::Number(value) => Value::number(*value),
            Lua::String(value) => self.text(value),
            Lua::Function(function) => match self.vm.keep(function.clone()) {
                Ok(kept) => {
                    self.functions.push(kept);
                    let info = function.info();
                    let line = info.line_defined.and_then(|line| u32::try_from(line).ok());
                    self.places.push((info.short_src.unwrap_or_default(), line.unwrap_or(1)));
                    Value::Function(place(self.functions.len().saturating_sub(1)))
                }
                Err(_) => {
                    self.exceeds(
                        codes::TOO_MUCH_TO_READ,
                        "there is no memory left for this function",
                    );
                    Value::Nil
                }
            },
            Lua::Table(table) if self.path.len() < DEEPEST => self.table(table),
            Lua::Table(_) => {
                let message = format!("tables inside each other more than {DEEPEST} deep");
                self.exceeds(codes::TOO_DEEP, &message);
                Value::Nil
            }
            Lua::Nil
            | Lua::LightUserData(_)
            | Lua::Vector(_)
            | Lua::Buffer(_)
            | Lua::Thread(_)
            | Lua::UserData(_)
            | Lua::Error(_)
            | Lua::Other(_) => Value::Nil,
        }
    }

    fn text(&mut self, text: &LuaString) -> Value {
        let length = text.as_bytes().len();
        if length > LONGEST_TEXT {
            self.refuse_length(length, LONGEST_TEXT);
            return Value::Nil;
        }
        // A text that is no UTF-8 may become longer.
        match self.affords(length * 3) {
            true => Value::Text(text.to_string_lossy()),
            false => Value::Nil,
        }
    }

    fn table(&mut self, table: &Table) -> Value {
        let mut items = Vec::new();
        while self.excess.is_none() {
            let position = items.len() + 1;
            match table.raw_get::<Lua>(position) {
                Ok(Lua::Nil) | Err(_) => break,
                Ok(item) => items.push(self.at(Key::Index(position), &item)),
            }
        }
        let names = self.names(table, items.len());
        if names.is_empty() {
            return Value::List(items);
        }
        let listed = items.into_iter().zip(1_usize..).map(|(item, at)| (at.to_string(), item));
        let mut entries: Vec<(String, Value)> = listed.collect();
        for (spelled, name) in names {
            if self.excess.is_some() {
                break;
            }
            let value = match name {
                Name::Text(bytes) => {
                    let key = self.vm.lua().create_string(&bytes);
                    key.and_then(|key| table.raw_get::<Lua>(key))
                }
                Name::Bool(key) => table.raw_get(key),
                Name::Number(key) => table.raw_get(key),
            };
            match value {
                Ok(value) => {
                    let value = self.at(Key::of(&spelled), &value);
                    entries.push((spelled, value));
                }
                Err(_) => {
                    self.exceeds(codes::TOO_MUCH_TO_READ, "there is no memory left to read this")
                }
            }
        }
        Value::Record(entries)
    }

    /// The keys of a table beyond so many items, and how they are spelled, in order.
    fn names(&mut self, table: &Table, n_items: usize) -> Vec<(String, Name)> {
        let mut names: Vec<(String, Name)> = Vec::new();
        let mut n_keys = 0;
        let walked = table.for_each(|key: Lua, _: Lua| {
            n_keys += 1;
            let length = key.as_string().map_or(0, |text| text.as_bytes().len());
            let size = if n_keys > n_items { SIZE_OF_VALUE } else { 0 };
            if length > LONGEST_NAME {
                self.refuse_length(length, LONGEST_NAME);
                return Err(mlua::Error::runtime("too long"));
            }
            if !self.affords(4 * length + size) {
                return Err(mlua::Error::runtime("too much"));
            }
            names.extend(name_of(&key, n_items));
            Ok(())
        });
        if walked.is_err() {
            self.exceeds(codes::TOO_MUCH_TO_READ, "there is no memory left to read this");
        }
        names.sort_by(|(a, _), (b, _)| a.cmp(b));
        names
    }

    fn at(&mut self, key: Key, value: &Lua) -> Value {
        self.path.push(key);
        let read = self.value(value);
        self.path.pop();
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
            let (path, message) = (self.path.clone(), message.to_owned());
            let hint = Some(hint.to_owned());
            self.excess = Some(Finding { path, code, message, hint, twin: None });
        }
    }
}

/// A key and how it is spelled, unless it is one of the positions of so many items.
fn name_of(key: &Lua, n_items: usize) -> Option<(String, Name)> {
    match key {
        Lua::String(name) => Some((name.to_string_lossy(), Name::Text(name.as_bytes().to_vec()))),
        Lua::Boolean(key) => Some((key.to_string(), Name::Bool(*key))),
        Lua::Integer(key) if *key < 1 || nearest::<usize>(*key) > n_items => {
            Some((key.to_string(), Name::Number(*key as f64)))
        }
        Lua::Number(key) if *key < 1.0 || *key >= n_items as f64 + 1.0 => {
            Some((key.to_string(), Name::Number(*key)))
        }
        Lua::Nil
        | Lua::Integer(_)
        | Lua::Number(_)
        | Lua::LightUserData(_)
        | Lua::Vector(_)
        | Lua::Buffer(_)
        | Lua::Table(_)
        | Lua::Function(_)
        | Lua::Thread(_)
        | Lua::UserData(_)
        | Lua::Error(_)
        | Lua::Other(_) => None,
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
