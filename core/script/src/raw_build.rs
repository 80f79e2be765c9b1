//! Results that need memory of the VM: what waits until the guest is done, and how it is built.
#![allow(unsafe_code)]

use std::ffi::c_int;

use mlua::Lua;
use mlua::ffi::{self, lua_State};

use crate::raw::{Handle, Kept, keep};
use crate::raw_slot::{Slot, Table, first_slot, n_slots};

/// One result that waits: the slot it goes to, and where its content lies.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) slot: c_int,
    pub(crate) shape: Shape,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What a waiting result is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Text,
    Handles,
    Ints,
    /// Lists of handles: how many, then for each its length and what it holds.
    Lists,
    /// Values of several sorts, two words each: the sort and what it holds.
    Args,
    /// Arguments of this call by kept names, two words each: the reference of the name, and the
    /// slot of the argument.
    Named,
    /// A copy of a template: its reference, then values of three words each: the place in it, the
    /// sort and what it holds.
    Filled,
    /// No result: the value in the slot is kept alive as long as the VM.
    Kept,
}

pub(crate) const SORT_BOOL: u64 = 0;
pub(crate) const SORT_INT: u64 = 1;
pub(crate) const SORT_HANDLE: u64 = 2;
pub(crate) const SORT_KEPT: u64 = 3;
pub(crate) const SORT_NIL: u64 = 4;

/// Builds a result in its slot. May raise: nothing droppable may be alive.
///
/// # Safety
/// `data` has the elements that the part tells, and its slot was reserved.
pub(crate) unsafe fn build(l: *mut lua_State, part: Part, data: *const u8) {
    let len = part.end - part.start;
    // SAFETY: `data` has `len` elements of the shape; the slot was reserved with nil.
    unsafe {
        if part.shape == Shape::Kept {
            ffi::lua_ref(l, part.slot);
            return;
        }
        if part.shape == Shape::Text {
            ffi::lua_pushlstring_(l, data.cast(), len);
            return ffi::lua_replace(l, part.slot);
        }
        let words = data.cast::<u64>();
        if part.shape == Shape::Args {
            return build_args(l, part.slot, words, len / 2);
        }
        if part.shape == Shape::Named {
            return build_named(l, part.slot, words, len / 2);
        }
        if part.shape == Shape::Filled {
            return build_filled(l, part.slot, std::slice::from_raw_parts(words, len));
        }
        let words = std::slice::from_raw_parts(words, len);
        if part.shape == Shape::Lists {
            return build_lists(l, part.slot, words);
        }
        push_list(l, part.shape, words);
        ffi::lua_replace(l, part.slot);
    }
}

/// Pushes a new list of handles or numbers.
unsafe fn push_list(l: *mut lua_State, shape: Shape, words: &[u64]) {
    // SAFETY: as in `build`; the new table has a place for each word.
    unsafe {
        ffi::lua_createtable(l, words.len() as c_int, 0);
        let made = first_slot(l).add(n_slots(l) as usize - 1);
        let places = Table::places((*made).pointer::<Table>().cast_mut());
        for (place, word) in places.iter_mut().zip(words) {
            *place = if shape == Shape::Handles {
                Slot::of_handle(Handle::from_bits(*word))
            } else {
                Slot::of_number(*word as i64 as f64)
            };
        }
    }
}

/// Builds a list of lists of handles.
unsafe fn build_lists(l: *mut lua_State, slot: c_int, words: &[u64]) {
    let Some((n, mut rest)) = words.split_first() else { return };
    // SAFETY: as in `build`.
    unsafe {
        ffi::lua_createtable(l, *n as c_int, 0);
        for i in 1..=*n as c_int {
            let Some((len, after)) = rest.split_first() else { break };
            let Some((list, after)) = after.split_at_checked(*len as usize) else { break };
            push_list(l, Shape::Handles, list);
            ffi::lua_rawseti_(l, -2, i);
            rest = after;
        }
        ffi::lua_replace(l, slot);
    }
}

/// Builds a list of `len` values, each two words: its sort and what it holds.
unsafe fn build_args(l: *mut lua_State, slot: c_int, words: *const u64, len: usize) {
    // SAFETY: as in `build`; kept values are references of this VM.
    unsafe {
        ffi::lua_createtable(l, len as c_int, 0);
        for i in 0..len {
            let word = *words.add(2 * i + 1);
            match *words.add(2 * i) {
                SORT_BOOL => ffi::lua_pushboolean(l, c_int::from(word != 0)),
                SORT_HANDLE => {
                    ffi::lua_pushlightuserdata(l, Handle::from_bits(word).pointer());
                }
                SORT_KEPT => {
                    ffi::lua_rawgeti_(l, ffi::LUA_REGISTRYINDEX, word as c_int);
                }
                _ => ffi::lua_pushnumber(l, word as i64 as f64),
            }
            ffi::lua_rawseti_(l, -2, i as c_int + 1);
        }
        ffi::lua_replace(l, slot);
    }
}

/// Builds a table of `len` entries, each two words: the reference of its name, and the slot of its
/// value.
unsafe fn build_named(l: *mut lua_State, slot: c_int, words: *const u64, len: usize) {
    // SAFETY: as in `build`; names are references of this VM, and the slots hold arguments.
    unsafe {
        ffi::lua_createtable(l, 0, len as c_int);
        for i in 0..len {
            let value = *words.add(2 * i + 1) as c_int;
            if ffi::lua_type(l, value) == ffi::LUA_TNIL {
                continue;
            }
            ffi::lua_rawgeti_(l, ffi::LUA_REGISTRYINDEX, *words.add(2 * i) as c_int);
            ffi::lua_pushvalue(l, value);
            ffi::lua_rawset(l, -3);
        }
        ffi::lua_replace(l, slot);
    }
}

/// A table with names, of which copies are made that only need their values.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) table: Kept,
    /// Where the value of each name stands.
    pub(crate) places: Vec<u64>,
}

impl Template {
    /// The template of tables with these names, which differ.
    pub(crate) fn of(lua: &Lua, names: &[&str]) -> mlua::Result<Self> {
        let table = lua.create_table_with_capacity(0, names.len())?;
        for name in names {
            table.raw_set(*name, false)?;
        }
        let mut places = Vec::new();
        let found = &raw mut places;
        // SAFETY: the table is the first value; nothing raises, and the pointer outlives the
        // closure.
        unsafe {
            lua.exec_raw::<()>(table.clone(), |l| {
                let table = (*first_slot(l)).pointer::<Table>();
                let place = |name: &&str| (*table).place_of(name.as_bytes()).map(|at| at as u64);
                (*found).extend(names.iter().filter_map(place));
                ffi::lua_settop(l, 0);
            })?;
        }
        if places.len() != names.len() {
            return Err(mlua::Error::runtime("the names of this table cannot be found in it"));
        }
        Ok(Template { table: keep(lua, table)?, places })
    }
}

/// Builds a copy of a template with its values.
unsafe fn build_filled(l: *mut lua_State, slot: c_int, words: &[u64]) {
    let [template, values @ ..] = words else { return };
    // SAFETY: as in `build`; the template and kept values are references of this VM, and nothing
    // happens between making the copy and filling it.
    unsafe {
        ffi::lua_rawgeti_(l, ffi::LUA_REGISTRYINDEX, *template as c_int);
        ffi::lua_clonetable(l, -1);
        let made = first_slot(l).add(n_slots(l) as usize - 1);
        let table = (*made).pointer::<Table>().cast_mut();
        let (values, _) = values.as_chunks::<3>();
        for [place, sort, word] in values {
            let value = match *sort {
                SORT_BOOL => Slot::of_bool(*word != 0),
                SORT_HANDLE => Slot::of_handle(Handle::from_bits(*word)),
                SORT_INT => Slot::of_number(*word as i64 as f64),
                SORT_KEPT => {
                    ffi::lua_rawgeti_(l, ffi::LUA_REGISTRYINDEX, *word as c_int);
                    let kept = *first_slot(l).add(n_slots(l) as usize - 1);
                    ffi::lua_settop(l, -2);
                    kept
                }
                _ => Slot::NIL,
            };
            Table::write(table, *place as usize, value);
        }
        ffi::lua_replace(l, slot);
        ffi::lua_settop(l, -2);
    }
}
