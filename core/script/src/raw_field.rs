//! The short way from a script to a field of a handle: no call frame, no metamethod.
//!
//! Luau's loop asks here before it takes the long way through `__index` (see
//! `luau/Luau/BytecodeUtils.h`). Only values that need no memory of the machine are answered: nil,
//! booleans, numbers, handles and kept values. For everything else, and for every refusal, the
//! long way is taken as if nobody had asked, so errors and counts of work are the same.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Table};

use crate::raw::{Atom, Handle, ask_field};
use crate::raw_fiber::Arg;
use crate::raw_limits::charge;

/// A tag under which no userdata is made: it stands for handles. As in the header.
const TAG: c_int = 127;

/// What the loop reads; as `HarenaField` in the header. A sort of 0 means that nothing is known.
#[repr(C)]
struct Answered {
    sort: u64,
    /// A number as its bits, a handle, a reference, or a truth.
    bits: u64,
}

type Ask = unsafe extern "C-unwind" fn(*mut lua_State, *mut c_void, c_int, *mut u16, c_int);

unsafe extern "C-unwind" {
    fn lua_registeruserdatadirectaccess(
        l: *mut lua_State,
        tag: c_int,
        get: Option<Ask>,
        set: Option<Ask>,
        namecall: Option<unsafe extern "C-unwind" fn()>,
    ) -> c_int;
}

/// Shows the machine whom to ask, and which metatable handles have: a tag answers directly only
/// what its metatable answers too. Call once, before any script is read.
pub(crate) fn install(lua: &Lua, metatable: Table) -> mlua::Result<()> {
    // SAFETY: the table lies on top of the stack; the tag is below the limit and still free, since
    // mlua tags none of its userdata.
    unsafe {
        lua.exec_raw::<()>(metatable, |l| {
            ffi::lua_setuserdatametatable(l, TAG);
            lua_registeruserdatadirectaccess(l, TAG, Some(on_field), None, None);
        })
    }
}

/// Luau's loop calls this between two instructions: the stack must not be touched, nothing may be
/// raised, and a panic must not leave.
unsafe extern "C-unwind" fn on_field(
    l: *mut lua_State,
    handle: *mut c_void,
    atom: c_int,
    slot: *mut u16,
    _: c_int,
) {
    let handle = Handle::from_bits(handle.addr() as u64);
    let Some(value) = ask_field(handle, Atom(atom as i16)) else { return };
    let (sort, bits) = match value {
        Arg::Nil => (1, 0),
        Arg::Bool(value) => (2, value.into()),
        Arg::Int(number) => (3, (number as f64).to_bits()),
        Arg::Handle(handle) => (4, handle.bits()),
        // SAFETY: reads which machine this is.
        Arg::Kept(kept) if unsafe { ffi::lua_mainthread(l) }.addr() == kept.owner => {
            (5, kept.reference as u64)
        }
        Arg::Kept(_) | Arg::Other => return,
    };
    charge(1);
    // SAFETY: the header passes the address of a record of this layout that outlives the call.
    unsafe { slot.cast::<Answered>().write(Answered { sort, bits }) };
}
