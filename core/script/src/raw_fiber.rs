//! A coroutine that is used again and again: for steps and hooks that ask in the middle.
#![allow(unsafe_code)]

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Thread, Value};

use crate::raw::{Handle, Kept};
use crate::raw_limits::Budget;
use crate::raw_reach::text;
use crate::raw_slot::{Slot, first_slot, n_slots, push_slot};
use crate::vm::failure::{Frame, ScriptError};

/// A value passed into or out of a fiber.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Arg {
    /// Nothing.
    #[default]
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A handle.
    Handle(Handle),
    /// A value the VM keeps. Never comes out of a fiber.
    Kept(Kept),
    /// Any other value that came out of a fiber.
    Other,
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<Handle> for Arg {
    fn from(handle: Handle) -> Self {
        Self::Handle(handle)
    }
}

impl From<Kept> for Arg {
    fn from(kept: Kept) -> Self {
        Self::Kept(kept)
    }
}

/// At most this many values go in or are read on the way out.
pub const MAX_VALUES: usize = 8;

/// Where a fiber stands after running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It yielded and waits to be resumed.
    Asked,
    /// It returned.
    Done,
}

/// A recycled coroutine. Starting it again abandons what it was doing.
pub struct Fiber {
    state: *mut lua_State,
    values: [Arg; MAX_VALUES],
    n_values: usize,
    // Keeps `state` alive, and the VM with it.
    _thread: Thread,
    lua: Lua,
}

impl Fiber {
    /// Makes a fiber; one per depth of nesting is enough for a VM.
    pub fn new(lua: &Lua) -> mlua::Result<Self> {
        let idle = lua.load("").set_name("=fiber").into_function()?;
        let thread = lua.create_thread(idle)?;
        let (state, values) = (thread.state(), [Arg::Nil; MAX_VALUES]);
        Ok(Self { state, values, n_values: 0, _thread: thread, lua: lua.clone() })
    }

    /// Abandons what ran before and runs a kept function up to its first yield or its end.
    /// At most [`MAX_VALUES`] arguments are passed on. Hold a [`Budget`].
    pub fn start(&mut self, function: Kept, arguments: &[Arg]) -> Result<Progress, ScriptError> {
        let l = self.state;
        // SAFETY: `&mut self` shows that no run of this fiber is on the Rust stack, so the
        // coroutine is idle; a reset one has room for 20 values, and these pushes do not raise.
        unsafe {
            if ffi::lua_status(l) == ffi::LUA_OK {
                ffi::lua_settop(l, 0);
            } else {
                ffi::lua_resetthread(l);
            }
            push(l, &Arg::Kept(function));
        }
        self.run(arguments)
    }

    /// Continues after a yield; `coroutine.yield` returns the arguments.
    pub fn resume(&mut self, arguments: &[Arg]) -> Result<Progress, ScriptError> {
        // SAFETY: reads the status of a live coroutine.
        if unsafe { ffi::lua_status(self.state) } != ffi::LUA_YIELD {
            return Err(ScriptError::runtime("the fiber is not waiting"));
        }
        self.run(arguments)
    }

    /// What it yielded or returned when it last ran.
    pub fn values(&self) -> &[Arg] {
        self.values.get(..self.n_values).unwrap_or(&[])
    }

    /// Whether it waits to be resumed.
    pub fn is_waiting(&self) -> bool {
        // SAFETY: reads the status of a live coroutine.
        unsafe { ffi::lua_status(self.state) == ffi::LUA_YIELD }
    }

    fn run(&mut self, arguments: &[Arg]) -> Result<Progress, ScriptError> {
        let l = self.state;
        let arguments = arguments.get(..MAX_VALUES).unwrap_or(arguments);
        // SAFETY: see `start`; `lua_resume` catches what the script raises.
        let status = unsafe {
            for argument in arguments {
                push(l, argument);
            }
            ffi::lua_resume_(l, self.lua.state(), arguments.len() as c_int)
        };
        if status != ffi::LUA_OK && status != ffi::LUA_YIELD {
            return Err(self.failure(status));
        }
        if Budget::stopped().is_some() {
            unsafe { ffi::lua_resetthread(l) };
            return Err(ScriptError::runtime("script stopped"));
        }
        // SAFETY: reads and pops the results.
        unsafe {
            let n_values = n_slots(l).max(0) as usize;
            self.n_values = n_values.min(MAX_VALUES);
            if n_values > 0 {
                let results = std::slice::from_raw_parts(first_slot(l), self.n_values);
                for (value, slot) in self.values.iter_mut().zip(results) {
                    *value = read(slot);
                }
                ffi::lua_settop(l, 0);
            }
        }
        Ok(if status == ffi::LUA_OK { Progress::Done } else { Progress::Asked })
    }

    #[cold]
    fn failure(&mut self, status: c_int) -> ScriptError {
        let l = self.state;
        let stack = unsafe { frames(l) };
        // SAFETY: moves the error value from the top of the dead coroutine to the main stack.
        let raised = unsafe { self.lua.exec_raw::<Value>((), |main| ffi::lua_xmove(l, main, 1)) };
        let mut error = match raised {
            Ok(Value::String(message)) if status == ffi::LUA_ERRMEM => {
                mlua::Error::MemoryError(message.to_string_lossy()).into()
            }
            Ok(Value::String(message)) => ScriptError::runtime(&message.to_string_lossy()),
            Ok(Value::Error(error)) => ScriptError::from(*error),
            Ok(other) => ScriptError::runtime(&format!("raised a {}", other.type_name())),
            Err(error) => ScriptError::from(error),
        };
        if !stack.is_empty() {
            error.set_stack(stack);
        }
        // SAFETY: the coroutine is dead, not running.
        unsafe { ffi::lua_resetthread(l) };
        error
    }
}

#[inline]
unsafe fn push(l: *mut lua_State, value: &Arg) {
    unsafe {
        let slot = match *value {
            Arg::Bool(value) => Slot::of_bool(value),
            Arg::Int(number) => Slot::of_number(number as f64),
            Arg::Handle(handle) => Slot::of_handle(handle),
            Arg::Kept(kept) if ffi::lua_mainthread(l).addr() == kept.owner => {
                ffi::lua_rawgeti_(l, ffi::LUA_REGISTRYINDEX, kept.reference);
                return;
            }
            Arg::Nil | Arg::Kept(_) | Arg::Other => Slot::NIL,
        };
        push_slot(l, slot);
    }
}

#[inline]
fn read(slot: &Slot) -> Arg {
    match slot.sort() {
        ffi::LUA_TNIL => Arg::Nil,
        ffi::LUA_TBOOLEAN => Arg::Bool(slot.truth()),
        ffi::LUA_TNUMBER => {
            let number = slot.number();
            if number.fract() == 0.0 { Arg::Int(number as i64) } else { Arg::Other }
        }
        ffi::LUA_TLIGHTUSERDATA => Arg::Handle(Handle::from_bits(slot.bits())),
        _ => Arg::Other,
    }
}

/// The frames of a coroutine that has failed, the innermost first.
unsafe fn frames(l: *mut lua_State) -> Vec<Frame> {
    const DEEPEST: c_int = 32;
    let mut list = Vec::new();
    for level in 0..DEEPEST {
        // SAFETY: the record is plain data that `lua_getinfo` fills; its texts are copied at once.
        unsafe {
            let mut at = std::mem::zeroed::<ffi::lua_Debug>();
            if ffi::lua_getinfo(l, level, c"sln".as_ptr(), &mut at) == 0 {
                break;
            }
            if let Ok(line) = u32::try_from(at.currentline) {
                list.push(Frame { file: text(at.short_src), line, function: text(at.name) });
            }
        }
    }
    list
}
