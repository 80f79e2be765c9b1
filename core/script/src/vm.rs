//! One sandboxed Luau machine: limits, the prelude, modules, and calls that cannot escape.
//!
//! A [`Vm`] belongs to one thread. Scripts see only the built-in functions the prelude lists,
//! bounded and without clock, chance or addresses; each pack has a frozen environment, and what
//! a module returns is frozen as deep as it reaches. Every call runs under a [`Budget`]; when a
//! limit is hit, no `pcall` can hide it.
//!
//! Two things are left to lint, since Luau offers no cheap guard: looping over a table with
//! `for k in t` where the keys are tables or functions (`pairs` and `next` refuse them), and
//! variables that functions change between calls (see [`Vm::moved_variables`]).

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, IntoLua, Lua, LuaOptions, StdLib, Table, Value};

use crate::raw::{self, Kept, Names, NamesOfVm};
use crate::raw_reach::{self, Captured};
use crate::{raw_limits, raw_text};

#[cfg(test)]
mod attacks;
pub(crate) mod failure;
mod modules;
#[cfg(test)]
mod tests;

pub use crate::raw_fiber::{Arg, Fiber, MAX_VALUES, Progress};
pub use crate::raw_limits::{Budget, Stop, cancel_by};
pub use failure::{ErrorKind, Frame, ScriptError};
use modules::Loader;
pub use modules::{MAX_SOURCE, ModulePath, Modules, Request, read_request};

/// What one call may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Safepoints (calls, returns, loop turns, pattern steps) of one outermost call.
    pub steps: u64,
    /// Bytes the whole VM may hold.
    pub memory: usize,
    /// Time of one outermost call; `None` for no deadline.
    pub clock: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 5_000_000, memory: 64 << 20, clock: Some(Duration::from_secs(1)) }
    }
}

/// A variable that a script changed since [`Vm::mark_variables`], which makes it hidden state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedVariable {
    /// Pack-relative file of a function that sees the variable.
    pub file: String,
    /// The line where that function begins.
    pub line: u32,
    /// The function's name; empty for one without.
    pub function: String,
    /// The variable's name.
    pub variable: String,
}

const PRELUDE: &str = include_str!("prelude.luau");

/// Built-in functions that the compiler would otherwise call by name, past our replacements.
const REPLACED: [&str; 21] = [
    "tostring",
    "setmetatable",
    "vector.create",
    "math.acos",
    "math.asin",
    "math.atan",
    "math.atan2",
    "math.cos",
    "math.cosh",
    "math.deg",
    "math.exp",
    "math.frexp",
    "math.ldexp",
    "math.log",
    "math.log10",
    "math.pow",
    "math.rad",
    "math.sin",
    "math.sinh",
    "math.tan",
    "math.tanh",
];

/// All modules and constructors of a load may use what so many calls may use.
const CALLS_OF_A_LOAD: u32 = 4;
const MAX_PRINTED: usize = 200;
const MAX_PRINTED_LENGTH: usize = 500;

/// A sandboxed Luau machine.
pub struct Vm {
    loader: Rc<Loader>,
    printed: Rc<RefCell<Vec<String>>>,
    marked: RefCell<Vec<Captured>>,
    limits: Limits,
    names: Names,
    lua: Lua,
    _names_of_vm: NamesOfVm,
}

impl Vm {
    /// Builds the machine. `names` are the methods and fields of handles, `modules` the sources.
    pub fn new(
        limits: Limits,
        names: Names,
        modules: Rc<dyn Modules>,
    ) -> Result<Self, ScriptError> {
        let libraries = StdLib::ALL_SAFE;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        lua.set_compiler(
            Compiler::new()
                .set_optimization_level(2)
                .set_debug_level(2)
                .set_type_info_level(1)
                .set_disabled_builtins(REPLACED),
        );
        let names_of_vm = raw::install(&lua, names.clone())?;
        let printed = Rc::default();
        let parts = run_prelude(&lua, &printed)?;
        lua.sandbox(true)?;
        lua.set_memory_limit(limits.memory)?;
        let loader = Rc::new(Loader::new(&lua, modules, parts)?);
        raw_limits::install(&lua)?;
        let marked = RefCell::default();
        Ok(Self { loader, printed, marked, limits, names, lua, _names_of_vm: names_of_vm })
    }

    /// The machine underneath. Functions called on it directly need a [`Vm::budget`].
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// The names of fields and methods of handles.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What one call may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Permission for the calls made while it is held; the outermost budget counts.
    pub fn budget(&self) -> Budget {
        Budget::allow(self.limits.steps, self.limits.clock)
    }

    /// Permission for everything scripts do while packs are loaded: as much as
    /// [`CALLS_OF_A_LOAD`] calls.
    pub(crate) fn budget_of_a_load(&self) -> Budget {
        let clock = self.limits.clock.map(|clock| clock * CALLS_OF_A_LOAD);
        Budget::allow(self.limits.steps * u64::from(CALLS_OF_A_LOAD), clock)
    }

    /// Runs scripts under a budget. Fails if a limit was hit even when the script returned.
    pub fn run<R>(&self, work: impl FnOnce(&Lua) -> mlua::Result<R>) -> Result<R, ScriptError> {
        let _budget = self.budget();
        raw::take_fault();
        let error = match work(&self.lua) {
            Ok(value) if Budget::stopped().is_none() => return Ok(value),
            Ok(_) => ScriptError::runtime("script stopped"),
            Err(error) => ScriptError::from(error),
        };
        if error.kind == ErrorKind::Memory {
            self.reclaim()?;
        }
        Err(error)
    }

    /// Frees memory after a limit was hit. An error means the machine must be dropped.
    pub fn reclaim(&self) -> Result<(), ScriptError> {
        self.lua.set_memory_limit(0)?;
        let collected = self.lua.gc_collect().and_then(|()| self.lua.gc_collect());
        self.lua.set_memory_limit(self.limits.memory)?;
        collected?;
        if self.lua.used_memory() > self.limits.memory / 10 * 9 {
            return Err(ScriptError::runtime("definitions leave no memory to run"));
        }
        Ok(())
    }

    /// The frozen value of a module, loading it and what it requires on the first request.
    pub fn load(&self, path: &ModulePath) -> Result<Value, ScriptError> {
        self.run(|lua| self.loader.load(lua, path))
    }

    /// Freezes every table that a value reaches, also through functions.
    pub fn freeze(&self, value: &Value) -> Result<(), ScriptError> {
        self.loader.freeze(value).map_err(ScriptError::from)
    }

    /// Keeps a value as long as the machine lives, to be handed out by [`raw::Call::push_kept`]
    /// or run by a [`Fiber`].
    pub fn keep(&self, value: impl IntoLua) -> Result<Kept, ScriptError> {
        Ok(raw::keep(&self.lua, value)?)
    }

    /// Makes a fiber.
    pub fn fiber(&self) -> Result<Fiber, ScriptError> {
        Ok(Fiber::new(&self.lua)?)
    }

    /// Takes the lines scripts have printed; only the first 200 since the last time are kept.
    pub fn take_printed(&self) -> Vec<String> {
        self.printed.take()
    }

    /// Remembers the variables that functions of loaded modules see. Call when loading is done.
    pub fn mark_variables(&self) -> Result<(), ScriptError> {
        *self.marked.borrow_mut() = raw_reach::captured(&self.lua, self.loader.functions())?;
        Ok(())
    }

    /// The variables that changed since [`Vm::mark_variables`]: state kept outside the match.
    pub fn moved_variables(&self) -> Result<Vec<MovedVariable>, ScriptError> {
        let now = raw_reach::captured(&self.lua, self.loader.functions())?;
        let marked = self.marked.borrow();
        let moved = marked.iter().zip(now).filter(|(before, now)| *before != now);
        Ok(moved
            .map(|(_, now)| MovedVariable {
                file: now.file,
                line: now.line,
                function: now.function,
                variable: now.variable,
            })
            .collect())
    }
}

/// Runs the prelude, which is ours and needs no limits. Gives the script globals, the library
/// globals and the metatable of environments.
fn run_prelude(
    lua: &Lua,
    printed: &Rc<RefCell<Vec<String>>>,
) -> mlua::Result<(Table, Table, Table)> {
    let record = record_function(lua, Rc::clone(printed))?;
    lua.load(PRELUDE).set_name("=prelude").set_mode(ChunkMode::Text).call((
        raw_text::plain_tostring(lua)?,
        raw_text::key_check(lua)?,
        raw::step_function(lua)?,
        record,
    ))
}

fn record_function(lua: &Lua, printed: Rc<RefCell<Vec<String>>>) -> mlua::Result<Function> {
    lua.create_function(move |_, line: mlua::LuaString| {
        let mut lines = printed.borrow_mut();
        if lines.len() < MAX_PRINTED {
            let bytes = line.as_bytes();
            let shown = bytes.get(..MAX_PRINTED_LENGTH).unwrap_or(&bytes);
            lines.push(String::from_utf8_lossy(shown).into_owned());
        }
        Ok(())
    })
}
