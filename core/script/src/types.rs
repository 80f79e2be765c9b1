//! What a type checker must know to check packs: types of exactly their game, and their files.
//!
//! The checker takes the types that a required module exports, but not that of what it returns.
//! So every module is handed to it with one type more, `RETURNED`, that says what it returns,
//! and with every `local arena = require("./arena")` taking that type. Nothing of this adds a
//! line; what moves within one is moved back by [`TypedModule::written`].

use std::collections::BTreeMap;

use full_moon::ast::{Expression, LastStmt, Stmt};
use full_moon::node::Node;
use full_moon::tokenizer::Position;
use harena_pack::Place;
use serde::Serialize;

use crate::api::{Subject, stubs_of};
use crate::host::Host;
use crate::packs::{self, PackModules};
use crate::source::{SourceMap, place_of};
use crate::vm::{ModulePath, Modules};

/// What the checker does not know of the libraries of Luau. (What `assert` answers is no longer nil;
/// that cannot be said of any type at once.)
const LIBRARIES: &str = "
declare table: typeof(table) & { clone: <T>(t: T) -> T, freeze: <T>(t: T) -> T }
declare assert:
\t((value: Piece?, message: string?) -> Piece)
\t& ((value: Cell?, message: string?) -> Cell)
\t& ((value: Prototype?, message: string?) -> Prototype)
\t& ((value: Faction?, message: string?) -> Faction)
\t& ((value: Strike?, message: string?) -> Strike)
\t& ((value: number?, message: string?) -> number)
\t& ((value: string?, message: string?) -> string)
\t& (<T>(value: T, message: string?) -> T)
";

/// The type of what a module returns, as long as the checker looks at it.
const RETURNED: &str = "HarenaModule";

/// What stands for `return` meanwhile.
const KEEPS: &str = "local harena_module =";

/// Some packs as a type checker reads them.
#[derive(Clone, Debug, Serialize)]
pub struct TypedPacks {
    /// The types of the interface, exactly for the game among them.
    pub definitions: String,
    /// Their files.
    pub modules: Vec<TypedModule>,
}

/// A file as a type checker reads it.
#[derive(Clone, Debug, Serialize)]
pub struct TypedModule {
    /// `pack/path/to/file.luau`.
    pub name: String,
    /// What stands in it, with the types of modules.
    pub text: String,
    /// Whether its findings are asked for; those of the library are not.
    pub checked: bool,
    /// What it requires, as it is written, and which files these are.
    pub links: BTreeMap<String, String>,
    /// What of it is the author's.
    #[serde(skip)]
    own: Own,
}

/// Which part of a text is the author's.
#[derive(Clone, Debug, Default)]
struct Own {
    /// Where it returns.
    returned: Place,
    /// How many lines it has.
    n_lines: u32,
    /// Where lines end that go on with something else.
    ends: BTreeMap<u32, u32>,
}

impl TypedModule {
    /// The place in the file as it is written of one in the text that the checker sees; nothing if
    /// that part is not the author's.
    pub fn written(&self, place: Place) -> Option<Place> {
        let is_added = self.own.ends.get(&place.line).is_some_and(|end| place.column > *end);
        if place.line > self.own.n_lines || is_added {
            return None;
        }
        let returned = self.own.returned;
        let moved = (KEEPS.len() - "return".len()) as u32;
        match place.line == returned.line && place.column > returned.column {
            true => Some(Place { column: place.column.saturating_sub(moved), ..place }),
            false => Some(place),
        }
    }
}

impl Host {
    /// The types of the interface for exactly this game: its variables, statuses, stats, settings,
    /// verbs with their arguments, zones and sheets.
    pub fn types(&self) -> String {
        stubs_of(&Subject::of(self.definitions(), self.menu()))
    }

    /// These packs as a type checker reads them.
    pub fn typed_packs(&self) -> TypedPacks {
        let mut maps = BTreeMap::new();
        for pack in self.packs() {
            let files = pack.tree.matching("**.luau");
            for path in files.filter(|path| !path.starts_with("spec/broken/")) {
                let text = pack.tree.get(path).unwrap_or_default();
                let map = SourceMap::new(pack.id(), path, text);
                maps.insert(format!("{}/{path}", pack.id()), map);
            }
        }
        let sources = PackModules::new(self.packs(), std::rc::Rc::default());
        let is_own = |id: &str| self.packs().iter().any(|it| it.id() == id && packs::is_own(it));
        let module = |(name, map): (&String, &SourceMap)| {
            let from = ModulePath::new(name.as_str());
            let target = |request: &str| sources.resolve(&from, request).ok();
            let is_typed = |request: &str| {
                let map = target(request).and_then(|path| maps.get(path.as_str()));
                map.is_some_and(|map| returned(map).is_some())
            };
            let requires = requires(map);
            let link = |(_, request): &(Position, (String, String))| {
                Some((request.1.clone(), target(&request.1)?.as_str().to_owned()))
            };
            let links = requires.iter().filter_map(link).collect();
            let (text, own) = with_types(map, &requires, is_typed);
            TypedModule { name: name.clone(), text, checked: !is_own(map.pack()), links, own }
        };
        let modules = maps.iter().map(module).collect();
        TypedPacks { definitions: self.types() + LIBRARIES, modules }
    }
}

/// Where the locals of a module that are required end, with their names and requests.
fn requires(map: &SourceMap) -> Vec<(Position, (String, String))> {
    let required = |statement: &Stmt| {
        let Stmt::LocalAssignment(local) = statement else { return None };
        let (name, value) = (local.names().iter().next()?, local.expressions().iter().next()?);
        let Expression::FunctionCall(call) = value else { return None };
        let is_one = local.names().len() == 1 && local.expressions().len() == 1;
        let request = crate::lint::required(call).filter(|_| is_one)?;
        Some((statement.end_position()?, (name.token().to_string(), request)))
    };
    map.ast().nodes().stmts().filter_map(required).collect()
}

/// Where a module returns its one value, in bytes and as a place.
fn returned(map: &SourceMap) -> Option<(usize, Place)> {
    if !map.syntax_problems().is_empty() {
        return None;
    }
    let Some(LastStmt::Return(last)) = map.ast().nodes().last_stmt() else { return None };
    let start = last.token().token().start_position();
    (last.returns().len() == 1).then(|| (start.bytes(), place_of(start)))
}

/// A file with the types of modules, and what of it is its own.
fn with_types(
    map: &SourceMap,
    requires: &[(Position, (String, String))],
    is_typed: impl Fn(&str) -> bool,
) -> (String, Own) {
    let text = map.text();
    let n_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    let mut own = Own { returned: Place::WHOLE_FILE, n_lines, ends: BTreeMap::new() };
    let Some((at, returned)) = returned(map) else { return (text.to_owned(), own) };
    own.returned = returned;
    let mut out = String::with_capacity(text.len() + 1024);
    let mut from = 0;
    for (end, (name, _)) in requires.iter().filter(|(_, it)| is_typed(&it.1)) {
        out += text.get(from..end.bytes()).unwrap_or_default();
        out += &format!(" local {name}: {name}.{RETURNED} = {name}");
        from = end.bytes();
        let Place { line, column } = place_of(*end);
        own.ends.insert(line, column);
    }
    out += text.get(from..at).unwrap_or_default();
    out += KEEPS;
    out += text.get(at + "return".len()..).unwrap_or_default();
    out += &format!("\nexport type {RETURNED} = typeof(harena_module)\nreturn harena_module\n");
    (out, own)
}
