//! Replacements of built-in functions that would let addresses reach a rule.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_int};

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};

use crate::raw_native::charge_for_table;

/// `tostring` without addresses: `<table>` where Luau would print one.
pub(crate) fn plain_tostring(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function keeps the C function protocol of Luau.
    unsafe { lua.create_c_function(tostring) }
}

/// Raises if the table has a key whose place in the table depends on an address.
pub(crate) fn key_check(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: as above.
    unsafe { lua.create_c_function(check_keys) }
}

unsafe extern "C-unwind" fn tostring(l: *mut lua_State) -> c_int {
    unsafe {
        ffi::luaL_checkany(l, 1);
        ffi::lua_settop(l, 1);
        let kind = ffi::lua_type(l, 1);
        let address = kind == ffi::LUA_TLIGHTUSERDATA || kind >= ffi::LUA_TTABLE;
        if address && ffi::luaL_getmetafield(l, 1, c"__tostring".as_ptr()) == ffi::LUA_TNIL {
            ffi::lua_settop(l, 1);
            ffi::lua_pushfstring(l, c"<%s>".as_ptr(), ffi::lua_typename(l, kind));
            return 1;
        }
        ffi::lua_settop(l, 1);
        ffi::luaL_tolstring(l, 1, std::ptr::null_mut());
        1
    }
}

/// Answers a value that may be a key of a table; raises if its place there would be an address.
pub(crate) fn key_guard(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: as above.
    unsafe { lua.create_c_function(guard_key) }
}

const NO_ORDER: &CStr = c"a table with tables or functions as keys has no order: use a list";

unsafe extern "C-unwind" fn guard_key(l: *mut lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(l, 1);
        if ffi::lua_type(l, 1) >= ffi::LUA_TTABLE {
            ffi::luaL_error(l, NO_ORDER.as_ptr())
        }
    }
    1
}

unsafe extern "C-unwind" fn check_keys(l: *mut lua_State) -> c_int {
    unsafe {
        if ffi::lua_type(l, 1) != ffi::LUA_TTABLE {
            return 0;
        }
        charge_for_table(l, 1);
        let mut position = 0;
        loop {
            ffi::lua_settop(l, 1);
            position = ffi::lua_rawiter(l, 1, position);
            if position < 0 {
                return 0;
            }
            if ffi::lua_type(l, -2) >= ffi::LUA_TTABLE {
                ffi::luaL_error(l, NO_ORDER.as_ptr())
            }
        }
    }
}
