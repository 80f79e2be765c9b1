//! Arguments of any type, and tables, as Rust reads them.
#![allow(unsafe_code)]

use std::marker::PhantomData;

use mlua::ffi::{self, lua_State};

use crate::raw::{Fault, Handle};
use crate::raw_limits::{charge, spend, work_of_text};
use crate::raw_slot::{Slot, Table, Text, len_of};

/// Tables nested deeper than this are refused: no sheet needs it.
const MAX_NESTING: u8 = 8;

/// A Luau value as Rust sees it, valid while nothing of Luau runs: it lies on the stack of a call,
/// or in a table that does.
#[derive(Clone, Copy, Debug)]
pub enum Plain<'a> {
    /// Nil, or a missing argument.
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number that is not whole.
    Fraction(f64),
    /// A text in UTF-8.
    Text(&'a str),
    /// A handle.
    Handle(Handle),
    /// A table.
    Table(TableView<'a>),
    /// A function.
    Function,
    /// Anything else, named by its type.
    Other(&'static str),
}

impl Plain<'_> {
    /// # Safety
    /// What the slot holds lives for the lifetime of the result.
    #[inline]
    pub(crate) unsafe fn read(l: *mut lua_State, slot: &Slot, depth: u8) -> Self {
        match slot.sort() {
            ffi::LUA_TNIL => Plain::Nil,
            ffi::LUA_TBOOLEAN => Plain::Bool(slot.truth()),
            ffi::LUA_TNUMBER => whole(slot.number()),
            ffi::LUA_TLIGHTUSERDATA => Plain::Handle(Handle::from_bits(slot.bits())),
            // SAFETY: the text lives.
            ffi::LUA_TSTRING => unsafe { text(slot.pointer()) },
            ffi::LUA_TTABLE => {
                let table = slot.pointer();
                Plain::Table(TableView { state: l, table, depth, lifetime: PhantomData })
            }
            ffi::LUA_TFUNCTION => Plain::Function,
            ffi::LUA_TVECTOR => Plain::Other("vector"),
            ffi::LUA_TTHREAD => Plain::Other("coroutine"),
            ffi::LUA_TBUFFER => Plain::Other("buffer"),
            _ => Plain::Other("userdata"),
        }
    }

    /// The type in words, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Plain::Nil => "nil",
            Plain::Bool(_) => "a boolean",
            Plain::Int(_) => "a whole number",
            Plain::Fraction(_) => "a fraction",
            Plain::Text(_) => "a text",
            Plain::Handle(_) => "a handle",
            Plain::Table(_) => "a table",
            Plain::Function => "a function",
            Plain::Other(name) => name,
        }
    }
}

#[inline]
fn whole(number: f64) -> Plain<'static> {
    let int = number as i64;
    if int as f64 == number && int != i64::MAX { Plain::Int(int) } else { Plain::Fraction(number) }
}

/// # Safety
/// The text lives for the lifetime of the result.
#[inline]
unsafe fn text<'a>(text: *const Text) -> Plain<'a> {
    // SAFETY: as the caller says.
    let (bytes, atom) = unsafe { (Text::bytes(text), (*text).atom()) };
    if bytes.len() >= 64 {
        charge(work_of_text(bytes.len()));
    }
    if atom.is_some_and(|atom| atom >= 0) {
        // SAFETY: only what was found to be UTF-8 is given an atom, see `on_new_name`.
        return Plain::Text(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    std::str::from_utf8(bytes).map_or(Plain::Other("a text that is not UTF-8"), Plain::Text)
}

/// A table argument, read without metamethods. Values are lent to a visitor one by one.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    state: *mut lua_State,
    table: *const Table,
    depth: u8,
    lifetime: PhantomData<&'a ()>,
}

impl TableView<'_> {
    fn table(&self) -> &Table {
        // SAFETY: the table lives, and nothing changes it while no Luau runs.
        unsafe { &*self.table }
    }

    fn read(&self, slot: &Slot) -> Plain<'_> {
        // SAFETY: what a living table holds lives.
        unsafe { Plain::read(self.state, slot, self.depth + 1) }
    }

    /// The length of the list part.
    pub fn len(&self) -> usize {
        // SAFETY: the table lives; a call has room for the one value this may need.
        unsafe { len_of(self.state, self.table) }
    }

    /// Whether the list part is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number that tells this table from every other living one. It differs between runs: use
    /// it as a key of caches for frozen tables the VM keeps alive, never in a rule.
    pub fn identity(&self) -> usize {
        self.table.addr()
    }

    /// Whether the table can no longer change.
    pub fn is_frozen(&self) -> bool {
        self.table().is_frozen()
    }

    /// Lends the item with this number, counted from 1.
    pub fn item<R>(&self, i: usize, visit: impl FnOnce(Plain) -> R) -> Result<R, Fault> {
        self.check_depth()?;
        Ok(visit(self.read(&self.item_at(i))))
    }

    fn item_at(&self, i: usize) -> Slot {
        let table = self.table();
        let listed = i.checked_sub(1).and_then(|at| table.items().get(at));
        let keyed = || {
            let is_here = |key: &Slot| key.sort() == ffi::LUA_TNUMBER && key.number() == i as f64;
            table.entries().find(|(key, _)| is_here(key)).map(|(_, value)| value)
        };
        listed.or_else(keyed).copied().unwrap_or(Slot::NIL)
    }

    /// Lends each item of the list part in order.
    pub fn items(
        &self,
        mut visit: impl FnMut(usize, Plain) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.check_depth()?;
        let len = self.len();
        spend(len as u64 / 4)?;
        let items = self.table().items().iter().take(len);
        (1..).zip(items).try_for_each(|(i, item)| visit(i, self.read(item)))
    }

    /// Lends each key and value, in the order of the VM: never let that order reach a rule.
    pub fn each(
        &self,
        mut visit: impl FnMut(Plain, Plain) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.check_depth()?;
        let table = self.table();
        spend(table.size() / 4)?;
        for (i, item) in (1..).zip(table.items()).filter(|(_, item)| !item.is_nil()) {
            visit(Plain::Int(i), self.read(item))?;
        }
        table.entries().try_for_each(|(key, value)| visit(self.read(&key), self.read(value)))
    }

    /// Lends the value of a text key, or `Plain::Nil`. Looks through the table: keep it small.
    pub fn field<R>(&self, name: &str, visit: impl FnOnce(Plain) -> R) -> Result<R, Fault> {
        self.check_depth()?;
        let table = self.table();
        spend(table.size() / 16)?;
        let is_it = |key: &Slot| {
            // SAFETY: a key of a living table lives.
            key.sort() == ffi::LUA_TSTRING
                && unsafe { Text::bytes(key.pointer()) } == name.as_bytes()
        };
        let found = table.entries().find(|(key, _)| is_it(key));
        Ok(visit(found.map_or(Plain::Nil, |(_, value)| self.read(value))))
    }

    fn check_depth(&self) -> Result<(), Fault> {
        if self.depth < MAX_NESTING {
            return Ok(());
        }
        Err("the table is nested too deeply".into())
    }
}
