//! One sandboxed Luau machine: limits, the prelude, modules, and calls that cannot escape.
//!
//! A [`Vm`] belongs to one thread. Scripts see only the built-in functions the prelude lists,
//! bounded and without clock, chance or addresses; each pack has a frozen environment, and what
//! a module returns is frozen as deep as it reaches. Every call runs under a [`Budget`]; when a
//! limit is hit, no `pcall` can hide it.
//!
//! Modules are loaded while the packs are: nothing is required in a step. What a module holds is
//! frozen and remembers nothing ([`Vm::freeze`]); functions that change a variable which outlives
//! the call are among [`Vm::marked_variables`], and lints say which.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mlua::{Function, IntoLua, Lua, LuaOptions, StdLib, Table, Value};

use crate::raw::{self, Kept, Names, NamesOfVm};
use crate::raw_reach::{self, Captured};
use crate::{raw_catch, raw_limits, raw_native, raw_slot, raw_text};

#[cfg(test)]
mod attacks;
mod compiled;
mod coverage;
pub(crate) mod failure;
mod modules;
#[cfg(test)]
mod tests;

pub use crate::raw_fiber::{Arg, Fiber, MAX_VALUES, Progress};
pub use crate::raw_limits::{Budget, Stop, cancel_by, spend};
use compiled::Compiling;
pub use coverage::{FileCoverage, FunctionCoverage};
pub use failure::{ErrorKind, Frame, ScriptError};
use modules::Loader;
pub use modules::{MAX_SOURCE, ModulePath, Modules, Request, read_request};

/// What one call may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work of one outermost call: safepoints (calls, returns, loop turns, pattern steps) and what
    /// built-in functions and the engine charge for what they are asked.
    pub work: u64,
    /// Bytes the whole VM may hold.
    pub memory: usize,
    /// How long one outermost call may keep its thread busy, far above what the work takes; `None`
    /// for as long as it likes.
    pub guard: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { work: 5_000_000, memory: 64 << 20, guard: Some(Duration::from_secs(6)) }
    }
}

/// A line that a script printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// Pack-relative file.
    pub file: String,
    /// The line in it; 0 if unknown.
    pub line: u32,
    /// What was printed, cut off if it is long.
    pub text: String,
}

impl std::fmt::Display for Print {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// What was printed and not yet taken; all hosts that share it print here.
pub type Prints = Rc<RefCell<Vec<Print>>>;

/// A variable outside a function that outlives the loading and sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
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
const REPLACED: [&str; 25] = [
    "tostring",
    "rawset",
    "tonumber",
    "string.sub",
    "table.unpack",
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
/// So many printed lines are kept until they are taken.
pub const MAX_PRINTED: usize = 200;
const MAX_PRINTED_LENGTH: usize = 500;
/// What printing a line costs, whether it is kept or not.
const WORK_OF_A_LINE: u64 = 400;

/// A sandboxed Luau machine.
pub struct Vm {
    loader: Rc<Loader>,
    printed: Prints,
    marked: RefCell<Vec<Captured>>,
    limits: Limits,
    names: Names,
    lua: Lua,
    names_of_vm: NamesOfVm,
}

impl Vm {
    /// Builds the machine. `names` are the methods and fields of handles, `modules` the sources.
    pub fn new(
        limits: Limits,
        names: Names,
        modules: Rc<dyn Modules>,
    ) -> Result<Self, ScriptError> {
        Self::compiling(Compiling::Plain, limits, names, modules)
    }

    /// Builds a machine that counts how often each line runs, see [`Vm::coverage`].
    pub(crate) fn counting(
        limits: Limits,
        names: Names,
        modules: Rc<dyn Modules>,
    ) -> Result<Self, ScriptError> {
        let vm = Self::compiling(Compiling::Counting, limits, names, modules)?;
        vm.loader.keep_roots();
        Ok(vm)
    }

    fn compiling(
        compiling: Compiling,
        limits: Limits,
        names: Names,
        modules: Rc<dyn Modules>,
    ) -> Result<Self, ScriptError> {
        let libraries = StdLib::ALL_SAFE;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        lua.set_compiler(compiling.compiler());
        if !raw_slot::are_known(&lua)? {
            return Err(ScriptError::runtime(
                "this build of Luau lays out its values in a new way",
            ));
        }
        let names_of_vm = raw::install(&lua, names.clone())?;
        let printed = Prints::default();
        let parts = run_prelude(&lua, compiling, &printed)?;
        lua.sandbox(true)?;
        lua.set_memory_limit(limits.memory)?;
        let loader = Rc::new(Loader::new(&lua, (modules, compiling), parts)?);
        raw_limits::install(&lua)?;
        let marked = RefCell::default();
        Ok(Self { loader, printed, marked, limits, names, lua, names_of_vm })
    }

    /// The machine underneath. Functions called on it directly need a [`Vm::budget`].
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// The names of fields and methods of handles.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The machine leaves this thread: nothing of it lies outside it any more.
    pub(crate) fn leave(&self) {
        self.names_of_vm.leave();
    }

    /// The machine has come to this thread.
    pub(crate) fn arrive(&self) {
        self.names_of_vm.arrive(self.names.clone());
    }

    /// What one call may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Permission for the calls made while it is held; the outermost budget counts.
    pub fn budget(&self) -> Budget {
        self.budget_of(self.limits.work)
    }

    /// As [`Vm::budget`] with so much work.
    pub fn budget_of(&self, work: u64) -> Budget {
        Budget::allow(work, self.limits.guard)
    }

    /// Permission for everything scripts do while packs are loaded: as much as
    /// [`CALLS_OF_A_LOAD`] calls.
    pub(crate) fn budget_of_a_load(&self) -> Budget {
        let guard = self.limits.guard.map(|guard| guard * CALLS_OF_A_LOAD);
        Budget::allow(self.limits.work * u64::from(CALLS_OF_A_LOAD), guard)
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

    /// How many bytes the machine holds.
    pub fn memory(&self) -> usize {
        self.lua.used_memory()
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

    /// Does something while garbage is left lying, which is faster as long as memory reaches.
    pub(crate) fn littering<R>(&self, work: impl FnOnce() -> R) -> R {
        self.lua.gc_stop();
        let done = work();
        self.lua.gc_restart();
        done
    }

    /// The frozen value of a module, loading it and what it requires on the first request.
    pub fn load(&self, path: &ModulePath) -> Result<Value, ScriptError> {
        self.run(|lua| self.loader.open(lua, path))
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

    /// Takes the lines scripts have printed; only the first [`MAX_PRINTED`] since the last time are
    /// kept.
    pub fn take_prints(&self) -> Vec<Print> {
        self.printed.take()
    }

    /// How often the lines of each loaded file ran, if this machine counts them.
    pub fn coverage(&self) -> Vec<FileCoverage> {
        coverage::of(&self.loader.roots())
    }

    /// Remembers the variables that functions of loaded modules see. Call when loading is done.
    pub fn mark_variables(&self) -> Result<(), ScriptError> {
        *self.marked.borrow_mut() = raw_reach::captured(&self.lua, self.loader.functions())?;
        Ok(())
    }

    /// The variables that changed since [`Vm::mark_variables`]: state kept outside the match.
    pub fn moved_variables(&self) -> Result<Vec<Seen>, ScriptError> {
        let now = raw_reach::captured(&self.lua, self.loader.functions())?;
        let marked = self.marked.borrow();
        let moved = marked.iter().zip(&now).filter(|(before, now)| before != now);
        Ok(moved.map(|(_, now)| seen(now)).collect())
    }

    /// The variables that functions of loaded modules saw at [`Vm::mark_variables`].
    pub fn marked_variables(&self) -> Vec<Seen> {
        self.marked.borrow().iter().map(seen).collect()
    }
}

fn seen(captured: &Captured) -> Seen {
    Seen {
        file: captured.file.clone(),
        line: captured.line,
        function: captured.function.clone(),
        variable: captured.variable.clone(),
    }
}

/// What scripts find without requiring it, each with what it holds; nothing where that is no table.
/// Read once, from a machine as scripts get it.
pub(crate) fn globals() -> &'static BTreeMap<String, BTreeSet<String>> {
    static GLOBALS: OnceLock<BTreeMap<String, BTreeSet<String>>> = OnceLock::new();
    let read = || {
        let vm = Vm::new(Limits::default(), Names::new(std::iter::empty()), Rc::new(Nothing));
        let found = vm.ok().and_then(|vm| read_globals(vm.loader.script()).ok());
        found.unwrap_or_default()
    };
    GLOBALS.get_or_init(read)
}

fn read_globals(script: &Table) -> mlua::Result<BTreeMap<String, BTreeSet<String>>> {
    let mut globals = BTreeMap::from([("require".to_owned(), BTreeSet::new())]);
    for pair in script.pairs::<String, Value>() {
        let (name, value) = pair?;
        let mut held = BTreeSet::new();
        if let Some(table) = value.as_table() {
            for pair in table.pairs::<String, Value>() {
                held.insert(pair?.0);
            }
        }
        globals.insert(name, held);
    }
    Ok(globals)
}

/// No modules at all.
struct Nothing;

impl Modules for Nothing {
    fn resolve(&self, _: &ModulePath, request: &str) -> Result<ModulePath, String> {
        Err(format!("there is no `{request}`"))
    }

    fn source(&self, path: &ModulePath) -> Result<Arc<str>, String> {
        Err(format!("there is no {path}"))
    }
}

/// Runs the prelude, which is ours and needs no limits. Gives the script globals, the library
/// globals, the metatable of environments and the list of functions that remember nothing.
fn run_prelude(
    lua: &Lua,
    compiling: Compiling,
    printed: &Prints,
) -> mlua::Result<(Table, Table, Table, Table)> {
    let record = record_function(lua, Rc::clone(printed))?;
    let prelude = compiling.function(lua, &PRELUDE.into(), ("=prelude".to_owned(), None))?;
    prelude.call((
        raw_text::plain_tostring(lua)?,
        raw_text::key_check(lua)?,
        raw::step_function(lua)?,
        record,
        raw_native::meter(lua)?,
        raw_native::weighed(lua)?,
        raw_text::key_guard(lua)?,
        raw_native::charger(lua)?,
        raw_catch::protected_call(lua)?,
    ))
}

fn record_function(lua: &Lua, printed: Prints) -> mlua::Result<Function> {
    type Line = (String, i64, mlua::LuaString);
    lua.create_function(move |_, (file, line, text): Line| {
        raw_limits::charge(WORK_OF_A_LINE);
        let mut lines = printed.borrow_mut();
        if lines.len() < MAX_PRINTED {
            let bytes = text.as_bytes();
            let shown = bytes.get(..MAX_PRINTED_LENGTH).unwrap_or(&bytes);
            let text = String::from_utf8_lossy(shown).into_owned();
            lines.push(Print { file, line: u32::try_from(line).unwrap_or(0), text });
        }
        Ok(())
    })
}
