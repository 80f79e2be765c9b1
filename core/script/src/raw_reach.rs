//! What a module can reach: freezing it, and watching the variables its functions share.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int};

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Table};

use crate::raw_slot::{Slot, Table as Laid, first_slot, push_slot};

/// Freezes every table reachable from the first argument, through items, metatables and function
/// upvalues. The second argument is the set of what was seen, the third collects functions.
pub(crate) fn freezer(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function keeps the C function protocol of Luau.
    unsafe { lua.create_c_function(freeze_reachable) }
}

/// Marks an environment as safe, which keeps built-in functions fast in it.
pub(crate) fn mark_safe(lua: &Lua, environment: &Table) -> mlua::Result<()> {
    // SAFETY: the argument is the table on top of the stack.
    unsafe {
        lua.exec_raw(environment, |l| {
            ffi::lua_setsafeenv(l, -1, 1);
            ffi::lua_settop(l, 0);
        })
    }
}

const SEEN: c_int = 2;
const FUNCTIONS: c_int = 3;
const QUEUE: c_int = 4;
const SUBJECT: c_int = 5;

unsafe extern "C-unwind" fn freeze_reachable(l: *mut lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(l, FUNCTIONS);
        ffi::lua_createtable(l, 0, 0);
        let mut n = 0;
        ffi::lua_pushvalue(l, 1);
        enqueue(l, &mut n);
        while n > 0 {
            ffi::lua_rawgeti_(l, QUEUE, n);
            ffi::lua_pushnil(l);
            ffi::lua_rawseti_(l, QUEUE, n);
            n -= 1;
            if ffi::lua_type(l, SUBJECT) == ffi::LUA_TTABLE {
                freeze_table(l, &mut n);
            } else {
                follow_function(l, &mut n);
            }
            ffi::lua_settop(l, QUEUE);
        }
    }
    0
}

/// Pops a value and, if it leads further and is new, puts it into the queue.
unsafe fn enqueue(l: *mut lua_State, n: &mut c_int) {
    unsafe {
        let kind = ffi::lua_type(l, -1);
        if kind == ffi::LUA_TTABLE || kind == ffi::LUA_TFUNCTION {
            ffi::lua_pushvalue(l, -1);
            ffi::lua_rawget(l, SEEN);
            let known = ffi::lua_type(l, -1) != ffi::LUA_TNIL;
            ffi::lua_settop(l, -2);
            if !known && ffi::lua_iscfunction(l, -1) != 0 {
                let text = c"a module cannot hold an iterator: it would keep state";
                ffi::luaL_error(l, text.as_ptr())
            }
            if !known {
                ffi::lua_pushvalue(l, -1);
                ffi::lua_pushboolean(l, 1);
                ffi::lua_rawset(l, SEEN);
                *n += 1;
                return ffi::lua_rawseti_(l, QUEUE, *n);
            }
        } else if kind > ffi::LUA_TFUNCTION {
            let name = ffi::lua_typename(l, kind);
            ffi::luaL_error(l, c"a module cannot hold a %s: it would keep state".as_ptr(), name);
        }
        ffi::lua_settop(l, -2);
    }
}

unsafe fn freeze_table(l: *mut lua_State, n: &mut c_int) {
    unsafe {
        ffi::lua_setreadonly(l, SUBJECT, 1);
        if ffi::lua_getmetatable(l, SUBJECT) != 0 {
            enqueue(l, n);
        }
        let table = &*(*first_slot(l).add(SUBJECT as usize - 1)).pointer::<Laid>();
        for item in table.items() {
            lead(l, item, n);
        }
        for (key, value) in table.entries() {
            if key.sort() >= ffi::LUA_TTABLE {
                let text = c"keys of a definition must be texts, numbers, booleans or handles";
                ffi::luaL_error(l, text.as_ptr());
            }
            lead(l, value, n);
        }
    }
}

/// Puts what a table holds into the queue, if it leads further and is new.
unsafe fn lead(l: *mut lua_State, slot: &Slot, n: &mut c_int) {
    if slot.sort() >= ffi::LUA_TTABLE {
        // SAFETY: a living table holds it, and it leaves the stack before anything collects.
        unsafe {
            push_slot(l, *slot);
            enqueue(l, n);
        }
    }
}

unsafe fn follow_function(l: *mut lua_State, n: &mut c_int) {
    unsafe {
        let mut i = 1;
        while !ffi::lua_getupvalue(l, SUBJECT, i).is_null() {
            enqueue(l, n);
            i += 1;
        }
        ffi::lua_pushvalue(l, SUBJECT);
        let end = ffi::lua_objlen(l, FUNCTIONS) as c_int;
        ffi::lua_rawseti_(l, FUNCTIONS, end + 1);
    }
}

/// A variable outside a function that the function can see, and what it held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The pack-relative file of the function.
    pub file: String,
    /// The line where the function begins.
    pub line: u32,
    /// The function's name; empty for one without.
    pub function: String,
    /// The variable's name.
    pub variable: String,
    pub(crate) held: Held,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Nil,
    Bool(bool),
    Number(u64),
    Text(Vec<u8>),
    Identity(usize),
}

/// Reads the captured variables of all functions in the list, in its order.
pub(crate) fn captured(lua: &Lua, functions: &Table) -> mlua::Result<Vec<Captured>> {
    let mut found = Vec::new();
    let list = &raw mut found;
    // SAFETY: the pointer outlives the closure, and nothing in it allocates in the VM or raises.
    unsafe {
        lua.exec_raw::<()>(functions, |l| {
            for i in 1..=ffi::lua_objlen(l, 1) as c_int {
                ffi::lua_rawgeti_(l, 1, i);
                read_upvalues(l, &mut *list);
                ffi::lua_settop(l, 1);
            }
            ffi::lua_settop(l, 0);
        })?;
    }
    Ok(found)
}

/// Reads the upvalues of the function on top of the stack.
unsafe fn read_upvalues(l: *mut lua_State, found: &mut Vec<Captured>) {
    unsafe {
        let function = ffi::lua_gettop(l);
        let mut at = std::mem::zeroed::<ffi::lua_Debug>();
        ffi::lua_getinfo(l, -1, c"sn".as_ptr(), &mut at);
        for i in 1.. {
            let name = ffi::lua_getupvalue(l, function, i);
            if name.is_null() {
                return;
            }
            found.push(Captured {
                file: text(at.short_src),
                line: u32::try_from(at.linedefined).unwrap_or(0),
                function: text(at.name),
                variable: text(name),
                held: held(l),
            });
            ffi::lua_settop(l, function);
        }
    }
}

unsafe fn held(l: *mut lua_State) -> Held {
    unsafe {
        match ffi::lua_type(l, -1) {
            ffi::LUA_TNIL => Held::Nil,
            ffi::LUA_TBOOLEAN => Held::Bool(ffi::lua_toboolean(l, -1) != 0),
            ffi::LUA_TNUMBER => Held::Number(ffi::lua_tonumber(l, -1).to_bits()),
            ffi::LUA_TSTRING => {
                let mut len = 0;
                let start = ffi::lua_tolstring(l, -1, &mut len);
                Held::Text(std::slice::from_raw_parts(start.cast::<u8>(), len).to_vec())
            }
            _ => Held::Identity(ffi::lua_topointer(l, -1).addr()),
        }
    }
}

/// # Safety
/// The pointer is null or a C string that lives during the call.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}
