//! What a type checker must know to check packs: types of exactly their game, and their files.
//!
//! The checker takes the types that a required module exports, but not that of what it returns.
//! So every module is handed to it with one type more, `RETURNED`, that says what it returns,
//! and with every `local arena = require("./arena")` taking that type. Nothing of this adds a
//! line; what moves within one is moved back by [`TypedModule::written`].

mod added;

use std::collections::BTreeMap;

use full_moon::ast::LastStmt;
use full_moon::tokenizer::Position;
use harena_pack::Place;
use serde::Serialize;

use crate::api::{Subject, parts_of, stubs_of};
use crate::define;
use crate::host::Host;
use crate::packs::{self, PackModules};
use crate::schema::Value;
use crate::source::{SourceMap, place_of};
use crate::vm::{ModulePath, Modules};
use added::{Makers, Required};

/// The constructors of sheets that a file makes: their last names, and those of their schemas.
pub(crate) fn constructors(map: &SourceMap) -> Vec<(String, String)> {
    added::constructors(map).into_iter().map(|made| (made.name, made.schema)).collect()
}

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
    /// Where something else goes on, and for how many signs.
    added: BTreeMap<Place, u32>,
}

impl TypedModule {
    /// The place in the file as it is written of one in the text that the checker sees; nothing if
    /// that part is not the author's.
    pub fn written(&self, place: Place) -> Option<Place> {
        if place.line > self.own.n_lines {
            return None;
        }
        let Place { line, mut column } = place;
        let returned = self.own.returned;
        if line == returned.line && column > returned.column {
            let kept = (KEEPS.len() - "return".len()) as u32;
            column = column.saturating_sub(kept).max(returned.column);
        }
        let before = Place { line, column: 0 }..=Place { line, column: u32::MAX };
        let mut moved = 0;
        for (at, width) in self.own.added.range(before) {
            if column <= at.column + moved {
                break;
            }
            if column <= at.column + moved + width {
                return None;
            }
            moved += width;
        }
        Some(Place { line, column: column - moved })
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
            let files = pack.tree.scripts();
            for path in files.filter(|path| !path.starts_with("spec/")) {
                let text = pack.tree.get(path).unwrap_or_default();
                let map = SourceMap::new(pack.id(), path, text);
                maps.insert(format!("{}/{path}", pack.id()), map);
            }
        }
        let (types, sheets) = parts_of(&Subject::of(self.definitions(), self.menu()));
        let sources = PackModules::new(self.packs(), std::sync::Arc::default());
        let is_own = |id: &str| self.packs().iter().any(|it| it.id() == id && packs::is_own(it));
        let declared = define::list(&self.definitions().game.value, "verbs");
        let id = |verb: &Value| verb.get("id").and_then(Value::as_text).map(str::to_owned);
        let verbs = declared.iter().filter_map(id).collect();
        let makers = Makers::of(maps.values(), &sheets.written, verbs);
        let module = |(name, map): (&String, &SourceMap)| {
            let from = ModulePath::new(name.as_str());
            let target = |request: &str| sources.resolve(&from, request).ok();
            let is_typed = |request: &str| {
                let map = target(request).and_then(|path| maps.get(path.as_str()));
                map.is_some_and(|map| returned(map).is_some())
            };
            let requires = added::requires(map);
            let link = |it: &Required| {
                Some((it.request.clone(), target(&it.request)?.as_str().to_owned()))
            };
            let links = requires.iter().filter_map(link).collect();
            let typed = requires.iter().filter(|it| is_typed(&it.request)).map(Required::typed);
            let checked = !is_own(map.pack());
            let mut added: Vec<(Position, String)> = typed.collect();
            added.extend(makers.typed(map).into_iter().filter(|_| checked));
            added.sort_by_key(|(end, _)| end.bytes());
            let (text, own) = with_types(map, &added);
            TypedModule { name: name.clone(), text, checked, links, own }
        };
        let modules = maps.iter().map(module).collect();
        TypedPacks { definitions: types + &sheets.text + LIBRARIES, modules }
    }
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

/// A file with what is added to it, and what of it is its own.
fn with_types(map: &SourceMap, added: &[(Position, String)]) -> (String, Own) {
    let text = map.text();
    let n_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    let mut own = Own { returned: Place::WHOLE_FILE, n_lines, added: BTreeMap::new() };
    let Some((at, returned)) = returned(map) else { return (text.to_owned(), own) };
    own.returned = returned;
    let mut out = String::with_capacity(text.len() + 1024);
    let mut from = 0;
    let until = |to: usize, out: &mut String, from: &mut usize| {
        let has_return = (*from..to).contains(&at);
        let middle = if has_return { at } else { *from };
        *out += text.get(*from..middle).unwrap_or_default();
        *out += if has_return { KEEPS } else { "" };
        let goes_on = if has_return { at + "return".len() } else { *from };
        *out += text.get(goes_on..to).unwrap_or_default();
        *from = to;
    };
    for (end, addition) in added {
        until(end.bytes(), &mut out, &mut from);
        out += addition;
        let width = addition.chars().count();
        own.added.insert(place_of(*end), u32::try_from(width).unwrap_or(u32::MAX));
    }
    until(text.len(), &mut out, &mut from);
    out += &format!("\nexport type {RETURNED} = typeof(harena_module)\nreturn harena_module\n");
    (out, own)
}
