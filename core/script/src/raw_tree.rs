//! A value of Luau with everything in it, read where it lies.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::marker::PhantomData;

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Value};

use crate::raw::Kept;
use crate::raw_reach::text;
use crate::raw_slot::{Slot, Table, Text, first_slot, push_slot};

/// A value as it lies in the machine, which does not run meanwhile.
#[derive(Clone, Copy)]
pub(crate) enum Lying<'a> {
    Bool(bool),
    /// A whole number, however Luau keeps it.
    Whole(i64),
    /// A number that is not whole or too large for that.
    Number(f64),
    /// Any bytes.
    Text(&'a [u8]),
    Table(Branch<'a>),
    Function(Leaf<'a>),
    /// Nil, and what no definition holds.
    Nothing,
}

/// A table.
#[derive(Clone, Copy)]
pub(crate) struct Branch<'a> {
    state: *mut lua_State,
    table: &'a Table,
}

/// A function.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a> {
    state: *mut lua_State,
    slot: Slot,
    lifetime: PhantomData<&'a ()>,
}

/// Where a function is written.
pub(crate) struct Written {
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// Lends a value to a visitor. Fails where memory for a function that is kept runs out.
pub(crate) fn visit(lua: &Lua, value: &Value, visit: impl FnOnce(Lying)) -> mlua::Result<()> {
    // SAFETY: the value lies on the stack until the visitor is done, and nothing of Luau runs
    // before: keeping a function allocates, but collects nothing.
    unsafe {
        lua.exec_raw::<()>(value, |l| {
            visit(Lying::of(l, &*first_slot(l)));
            ffi::lua_settop(l, 0);
        })
    }
}

fn number<'a>(number: f64) -> Lying<'a> {
    let whole = number as i64;
    match (whole as f64).to_bits() == number.to_bits() && whole != i64::MAX {
        true => Lying::Whole(whole),
        false => Lying::Number(number),
    }
}

impl<'a> Lying<'a> {
    /// # Safety
    /// What the slot holds lives for the lifetime of the result.
    unsafe fn of(l: *mut lua_State, slot: &Slot) -> Lying<'a> {
        match slot.sort() {
            ffi::LUA_TBOOLEAN => Lying::Bool(slot.truth()),
            ffi::LUA_TNUMBER => number(slot.number()),
            ffi::LUA_TINTEGER => Lying::Whole(slot.bits().cast_signed()),
            // SAFETY: as the caller says.
            ffi::LUA_TSTRING => Lying::Text(unsafe { Text::bytes(slot.pointer()) }),
            // SAFETY: as the caller says.
            ffi::LUA_TTABLE => {
                Lying::Table(Branch { state: l, table: unsafe { &*slot.pointer::<Table>() } })
            }
            ffi::LUA_TFUNCTION => {
                Lying::Function(Leaf { state: l, slot: *slot, lifetime: PhantomData })
            }
            _ => Lying::Nothing,
        }
    }
}

impl<'a> Branch<'a> {
    fn lying(&self, slot: &Slot) -> Lying<'a> {
        // SAFETY: what a living table holds lives.
        unsafe { Lying::of(self.state, slot) }
    }

    /// The values at 1, 2 and so on, up to the first that is missing.
    pub(crate) fn items(&self) -> impl Iterator<Item = Lying<'a>> {
        let branch = *self;
        let listed = self.table.items();
        let n_listed = listed.iter().take_while(|item| !item.is_nil()).count();
        // What does not fit into the list part lies among the names.
        let is_beyond = |key: &Slot| key.sort() == ffi::LUA_TNUMBER && n_listed == listed.len();
        let entries = self.table.entries().filter(|(key, _)| is_beyond(key));
        let beyond: BTreeMap<u64, &Slot> =
            entries.map(|(key, value)| (key.number().to_bits(), value)).collect();
        let rest = (n_listed + 1..)
            .map_while(move |position| beyond.get(&(position as f64).to_bits()).copied());
        listed.iter().take(n_listed).chain(rest).map(move |slot| branch.lying(slot))
    }

    /// All keys with their values, in the order of the machine: never let it reach a rule.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Lying<'a>, Lying<'a>)> {
        let branch = *self;
        let listed = (1..).zip(self.table.items()).filter(|(_, item)| !item.is_nil());
        let listed = listed.map(move |(at, item)| (Lying::Whole(at), branch.lying(item)));
        let named = self.table.entries();
        listed.chain(named.map(move |(key, value)| (branch.lying(&key), branch.lying(value))))
    }
}

impl Leaf<'_> {
    /// Keeps the function in its machine. Raises an error of Luau where there is no memory.
    pub(crate) fn keep(&self) -> (Kept, Written) {
        let l = self.state;
        // SAFETY: the function lives and lies on the stack only until it is kept, and nothing
        // that collects is called in between; a call has room for one value.
        unsafe {
            push_slot(l, self.slot);
            let mut at = std::mem::zeroed::<ffi::lua_Debug>();
            ffi::lua_getinfo(l, -1, c"s".as_ptr(), &mut at);
            let line = u32::try_from(at.linedefined).unwrap_or(1);
            let written = Written { file: text(at.short_src), line };
            let owner = ffi::lua_mainthread(l).addr();
            let reference: c_int = ffi::lua_ref(l, -1);
            ffi::lua_settop(l, -2);
            (Kept { reference, owner }, written)
        }
    }
}
