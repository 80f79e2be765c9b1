//! `require` over a virtual tree: each module is loaded once, frozen, and named by its pack path.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua, Table, Value};

use crate::raw_limits::charge;
use crate::raw_reach;
use crate::vm::compiled::Compiling;
use crate::vm::failure::ScriptError;

/// Longer sources are refused: compiling lies outside the budget.
pub const MAX_SOURCE: usize = 256 * 1024;
/// Modules that require each other deeper than this are refused.
const MAX_CHAIN: usize = 64;
/// More modules than this are not loaded into one machine.
const MAX_MODULES: usize = 4096;

/// A file of a pack, written `pack_id/path/to/file.luau`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModulePath(Arc<str>);

impl ModulePath {
    /// Wraps a path; the part before the first slash is the pack.
    pub fn new(path: impl Into<Arc<str>>) -> Self {
        Self(path.into())
    }

    /// The whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of the pack.
    pub fn pack(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

impl fmt::Display for ModulePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the sources come from.
pub trait Modules {
    /// The file a request means. [`read_request`] knows the syntax; packs and their entry files
    /// are the tree's business. An error is one clause for the author.
    fn resolve(&self, from: &ModulePath, request: &str) -> Result<ModulePath, String>;

    /// The text of a file, or one clause saying why there is none.
    fn source(&self, path: &ModulePath) -> Result<Arc<str>, String>;

    /// Whether a pack is part of Harena and may use `coroutine` and `debug.info`. A name alone is
    /// no proof: unless the sources know better, no pack is.
    fn is_library(&self, pack: &str) -> bool {
        let _ = pack;
        false
    }
}

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A file of the same pack.
    Own(ModulePath),
    /// The entry of another pack, or a file in it.
    Pack(String, Option<ModulePath>),
}

/// Reads `./x`, `../x`, `@pack` and `@pack/x`. A path cannot leave the pack it is in.
pub fn read_request(from: &ModulePath, request: &str) -> Result<Request, String> {
    if let Some(name) = request.strip_prefix('@') {
        let (pack, file) = name.split_once('/').map_or((name, None), |(p, f)| (p, Some(f)));
        check_names(std::iter::once(pack), request)?;
        let Some(file) = file else { return Ok(Request::Pack(pack.to_owned(), None)) };
        check_names(file.split('/'), request)?;
        let path = ModulePath::new(format!("{pack}/{file}.luau"));
        return Ok(Request::Pack(pack.to_owned(), Some(path)));
    }
    if !request.starts_with("./") && !request.starts_with("../") {
        return Err(format!("require \"{request}\" must begin with ./ or ../ or @pack"));
    }
    let mut parts: Vec<&str> = from.as_str().split('/').collect();
    parts.pop();
    let mut steps = request.split('/').peekable();
    while let Some(step) = steps.next_if(|step| matches!(*step, "." | "..")) {
        if step == ".." && parts.len() < 2 {
            return Err(format!("require \"{request}\" leaves the pack"));
        }
        parts.truncate(if step == ".." { parts.len() - 1 } else { parts.len() });
    }
    let names: Vec<&str> = steps.collect();
    check_names(names.iter().copied(), request)?;
    parts.extend(names);
    Ok(Request::Own(ModulePath::new(format!("{}.luau", parts.join("/")))))
}

fn check_names<'a>(mut names: impl Iterator<Item = &'a str>, request: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if names.all(|name| !name.is_empty() && name.chars().all(plain)) {
        return Ok(());
    }
    Err(format!("require \"{request}\" is not a module name"))
}

/// The modules of one VM.
pub(crate) struct Loader {
    modules: Rc<dyn Modules>,
    compiling: Compiling,
    script: Table,
    library: Table,
    environment: Table,
    freezer: Function,
    seen: Table,
    functions: Table,
    packs: RefCell<BTreeMap<String, Table>>,
    loaded: RefCell<BTreeMap<ModulePath, Value>>,
    loading: RefCell<Vec<ModulePath>>,
    /// Whether the host is loading packs now: only then can modules be required.
    is_open: Cell<bool>,
    /// The functions that modules are, where somebody wants them.
    roots: RefCell<Option<Vec<(ModulePath, Function)>>>,
}

impl Loader {
    /// `parts` are the script globals, the library globals, the environment metatable and the
    /// functions that a module may hold.
    pub(crate) fn new(
        lua: &Lua,
        (modules, compiling): (Rc<dyn Modules>, Compiling),
        parts: (Table, Table, Table, Table),
    ) -> mlua::Result<Self> {
        let (script, library, environment, plain) = parts;
        let seen = lua.create_table()?;
        for function in plain.sequence_values::<Value>() {
            seen.raw_set(function?, true)?;
        }
        Ok(Self {
            modules,
            compiling,
            script,
            library,
            environment,
            freezer: raw_reach::freezer(lua)?,
            seen,
            functions: lua.create_table()?,
            packs: RefCell::default(),
            loaded: RefCell::default(),
            loading: RefCell::default(),
            is_open: Cell::new(false),
            roots: RefCell::default(),
        })
    }

    /// What scripts find without requiring it.
    pub(crate) fn script(&self) -> &Table {
        &self.script
    }

    /// From now on keeps the functions that modules are.
    pub(crate) fn keep_roots(&self) {
        self.roots.borrow_mut().get_or_insert_default();
    }

    /// The functions that modules are, as far as they were kept.
    pub(crate) fn roots(&self) -> Vec<(ModulePath, Function)> {
        self.roots.borrow().clone().unwrap_or_default()
    }

    /// All script functions reachable from loaded modules.
    pub(crate) fn functions(&self) -> &Table {
        &self.functions
    }

    /// Freezes everything a value reaches.
    pub(crate) fn freeze(&self, value: &Value) -> mlua::Result<()> {
        self.freezer.call((value, &self.seen, &self.functions))
    }

    /// The value of a module that the host asks for; it and what it requires are loaded.
    pub(crate) fn open(self: &Rc<Self>, lua: &Lua, path: &ModulePath) -> mlua::Result<Value> {
        let was_open = self.is_open.replace(true);
        let result = self.load(lua, path);
        self.is_open.set(was_open);
        result
    }

    fn load(self: &Rc<Self>, lua: &Lua, path: &ModulePath) -> mlua::Result<Value> {
        if let Some(value) = self.loaded.borrow().get(path) {
            return Ok(value.clone());
        }
        self.check_chain(path)?;
        self.loading.borrow_mut().push(path.clone());
        let result = self.run(lua, path);
        self.loading.borrow_mut().pop();
        let value = result?;
        self.loaded.borrow_mut().insert(path.clone(), value.clone());
        Ok(value)
    }

    fn check_chain(&self, path: &ModulePath) -> mlua::Result<()> {
        let loading = self.loading.borrow();
        if let Some(start) = loading.iter().position(|other| other == path) {
            let circle = loading.iter().skip(start).chain(std::iter::once(path));
            let names: Vec<&str> = circle.map(ModulePath::as_str).collect();
            return refuse(format!(
                "modules require each other in a circle: {}",
                names.join(" -> ")
            ));
        }
        if loading.len() >= MAX_CHAIN {
            return refuse(format!("modules require each other more than {MAX_CHAIN} deep"));
        }
        Ok(())
    }

    fn run(self: &Rc<Self>, lua: &Lua, path: &ModulePath) -> mlua::Result<Value> {
        let source = self.modules.source(path).or_else(refuse)?;
        if source.len() > MAX_SOURCE {
            return refuse(format!("{path} is longer than {} KB", MAX_SOURCE / 1024));
        }
        if self.loaded.borrow().len() >= MAX_MODULES {
            return refuse(format!("more than {MAX_MODULES} modules are loaded"));
        }
        if !charge(source.len() as u64 / 8) {
            return refuse("script budget exhausted");
        }
        let globals = self.environment_of(lua, path)?;
        let function =
            self.compiling.function(lua, &source, (format!("={path}"), Some(globals)))?;
        let value: Value = function.call(())?;
        if let Some(roots) = self.roots.borrow_mut().as_mut() {
            roots.push((path.clone(), function));
        }
        if value.is_nil() {
            return refuse(format!("{path} must return a value"));
        }
        self.freeze(&value)?;
        Ok(value)
    }

    /// The frozen environment of a pack.
    fn environment_of(self: &Rc<Self>, lua: &Lua, path: &ModulePath) -> mlua::Result<Table> {
        let pack = path.pack();
        if let Some(known) = self.packs.borrow().get(pack) {
            return Ok(known.clone());
        }
        let environment = lua.create_table()?;
        copy(&self.script, &environment)?;
        if self.modules.is_library(pack) {
            copy(&self.library, &environment)?;
        }
        let require = self.require_function(lua)?;
        self.seen.raw_set(&require, true)?;
        environment.raw_set("require", require)?;
        environment.set_metatable(Some(self.environment.clone()))?;
        environment.set_readonly(true);
        raw_reach::mark_safe(lua, &environment)?;
        self.packs.borrow_mut().insert(pack.to_owned(), environment.clone());
        Ok(environment)
    }

    fn require_function(self: &Rc<Self>, lua: &Lua) -> mlua::Result<Function> {
        let loader = Rc::downgrade(self);
        lua.create_function(move |lua, request: mlua::LuaString| {
            let Some(loader) = loader.upgrade() else { return refuse("the packs are gone") };
            let request = request.to_str()?;
            if !loader.is_open.get() {
                return refuse(format!(
                    "\"{request}\" is required too late: modules are loaded with the pack, not in a step"
                ));
            }
            let from = lua.inspect_stack(1, |caller| {
                let source = caller.source().source?;
                source.strip_prefix('=').map(ModulePath::new)
            });
            let Some(from) = from.flatten() else {
                return refuse("require must be called by a script itself");
            };
            let path = loader.modules.resolve(&from, &request).or_else(refuse)?;
            loader.load(lua, &path)
        })
    }
}

fn copy(from: &Table, to: &Table) -> mlua::Result<()> {
    from.for_each(|name: Value, value: Value| to.raw_set(name, value))
}

fn refuse<T>(message: impl Into<String>) -> mlua::Result<T> {
    Err(mlua::Error::RuntimeError(message.into()))
}

impl From<ScriptError> for mlua::Error {
    fn from(error: ScriptError) -> Self {
        Self::external(error)
    }
}
