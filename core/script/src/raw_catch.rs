//! Catching errors. What ran out is told by the status that the machine gives the failed call, never
//! by what an error says: any script can raise any text.
#![allow(unsafe_code)]

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};

use crate::raw_limits;

/// `pcall`: a script may catch its own errors, but not the want of memory, which stops whatever it
/// does next.
pub(crate) fn protected_call(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: both functions keep the protocol of C functions of Luau and of what goes on with them;
    // the closure is left on the stack as the one result.
    unsafe {
        lua.exec_raw((), |l| ffi::lua_pushcclosurek(l, call, c"pcall".as_ptr(), 0, Some(settled)))
    }
}

unsafe extern "C-unwind" fn call(l: *mut lua_State) -> c_int {
    // SAFETY: the first argument is checked to be there; nothing droppable is alive.
    unsafe {
        ffi::luaL_checkany(l, 1);
        ffi::lua_pcallyieldable(l, ffi::lua_gettop(l) - 1, ffi::LUA_MULTRET, 0)
    }
}

/// Runs when the called function is done, or has failed: at once, or after it has asked.
unsafe extern "C-unwind" fn settled(l: *mut lua_State, status: c_int) -> c_int {
    if status == ffi::LUA_ERRMEM {
        raw_limits::ran_out();
    }
    // SAFETY: on the stack lie the results, or above what is left of the call the error.
    unsafe {
        ffi::lua_rawcheckstack(l, 1);
        ffi::lua_pushboolean(l, c_int::from(status == ffi::LUA_OK));
        if status == ffi::LUA_OK {
            ffi::lua_insert(l, 1);
            return ffi::lua_gettop(l);
        }
        ffi::lua_insert(l, -2);
        2
    }
}
