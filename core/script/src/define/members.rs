//! Globals, members of modules and members of handles that files take, held against what there
//! is: `arena.champoin`, `match.trun`, `piece:hass("netted")`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use harena_pack::codes;
use harena_pack::{Place, Problem};

use super::Definitions;
use super::spoken::vocabulary;
use crate::bind::{Kind, entries};
use crate::lint::{Exports, FileWords, Holds, Member};
use crate::schema::{Vocabulary, hint};
use crate::source::MOST_PROBLEMS;
use crate::vm::{self, ModulePath, Modules};

/// What files may take.
struct Known<'a> {
    modules: &'a dyn Modules,
    exports: BTreeMap<String, &'a Exports>,
    /// The names of the game; without them, what it may declare itself is left alone.
    game: Option<Vocabulary>,
    /// The fields of handles of a kind, and their methods.
    handles: BTreeMap<(Kind, bool), BTreeSet<&'static str>>,
}

/// What the requests of one file lead to.
type Requested<'a> = BTreeMap<&'a str, Option<&'a Exports>>;

/// Everything that files take and that is not there. Without definitions, of a game that does not
/// load, only what no game can declare.
pub(crate) fn problems(
    definitions: Option<&Definitions>,
    modules: &dyn Modules,
    files: &[Arc<FileWords>],
) -> Vec<Problem> {
    let exports = files.iter().filter_map(|file| {
        let exports = file.exports.as_ref()?;
        Some((format!("{}/{}", file.pack, file.path), exports))
    });
    let game = definitions.map(vocabulary);
    let mut handles: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for entry in entries() {
        handles.entry((entry.on, entry.is_method)).or_default().insert(entry.name);
    }
    let known = Known { modules, exports: exports.collect(), game, handles };
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| !file.is_own) {
        if problems.len() > MOST_PROBLEMS {
            break;
        }
        let from = ModulePath::new(format!("{}/{}", file.pack, file.path));
        let globals = file.globals.iter().filter_map(|(path, place)| global(path, *place));
        let requested = known.requested(&from, &file.members);
        let members = file.members.iter().filter_map(|member| known.check(&requested, member));
        let mut wrong: Vec<(Place, Problem)> = globals.chain(members).collect();
        wrong.sort_by_key(|(place, _)| *place);
        wrong.dedup_by_key(|(place, _)| *place);
        let placed =
            |(place, problem): (Place, Problem)| problem.in_pack(&file.pack).at(&file.path, place);
        problems.extend(wrong.into_iter().take(MOST_PROBLEMS).map(placed));
    }
    problems
}

/// H0317: a global that nobody declares, or a function that its library does not have.
fn global(path: &str, place: Place) -> Option<(Place, Problem)> {
    let known = vm::globals();
    let (root, member) = match path.split_once('.') {
        Some((root, rest)) => (root, rest.split('.').next()),
        None => (path, None),
    };
    let (name, message, near) = match (known.get(root), member) {
        (None, _) => {
            let names = known.keys().filter(|name| !name.starts_with("__"));
            (root, format!("unknown name `{root}`"), hint(root, names.map(String::as_str)))
        }
        (Some(functions), Some(member)) if !functions.is_empty() && !functions.contains(member) => {
            let names = functions.iter().map(String::as_str);
            (member, format!("`{root}` has no `{member}`"), hint(member, names))
        }
        (Some(_), _) => return None,
    };
    let near = near.unwrap_or_else(|| match member.is_some() && known.contains_key(root) {
        true => format!("the handbook lists what `{root}` has here"),
        false => format!("declare it with `local {name}`, or require the module that has it"),
    });
    Some((place, Problem::error(codes::UNKNOWN_GLOBAL, message).hint(near)))
}

impl Known<'_> {
    fn check(&self, requested: &Requested, member: &Member) -> Option<(Place, Problem)> {
        let exports_of = |request: &String| requested.get(request.as_str()).copied().flatten();
        match &member.of {
            Holds::Module(request) => of_module(exports_of(request)?, request, member),
            Holds::Handle(kind) => self.of_handle(*kind, member),
            Holds::Settings => self.of_settings(member),
            Holds::Table(request, field) => {
                of_table(exports_of(request)?, (request, field), member)
            }
            Holds::List(_) => None,
        }
    }

    fn exports_of(&self, from: &ModulePath, request: &str) -> Option<&Exports> {
        let path = self.modules.resolve(from, request).ok()?;
        self.exports.get(path.as_str()).copied()
    }

    /// What the requests that members are taken of lead to; nothing, where that is not known.
    fn requested<'a>(&'a self, from: &ModulePath, members: &'a [Member]) -> Requested<'a> {
        let mut requested = Requested::new();
        for member in members {
            if let Holds::Module(request) | Holds::Table(request, _) = &member.of {
                requested.entry(request).or_insert_with(|| self.exports_of(from, request));
            }
        }
        requested
    }

    /// H0318: a field or method that handles of a kind do not have.
    fn of_handle(&self, kind: Kind, member: &Member) -> Option<(Place, Problem)> {
        let there = self.handles.get(&(kind, member.is_method));
        if there.is_some_and(|names| names.contains(member.name.text.as_str())) {
            return None;
        }
        let declared: &[&str] = match kind {
            _ if member.is_method => &[],
            Kind::Match => &["var"],
            Kind::Piece => &["counter", "stat"],
            Kind::Cell
            | Kind::Cells
            | Kind::Grant
            | Kind::Strike
            | Kind::Prototype
            | Kind::Faction
            | Kind::Facings
            | Kind::Range
            | Kind::Event
            | Kind::Choice => &[],
        };
        let own: Vec<&str> = match &self.game {
            Some(words) => declared.iter().flat_map(|what| words.names(what)).collect(),
            None if declared.is_empty() => Vec::new(),
            None => return None,
        };
        let same = |is_method: bool| -> Vec<&str> {
            let of_sort = entries().filter(|it| it.on == kind && it.is_method == is_method);
            of_sort.map(|entry| entry.name).collect()
        };
        let (name, sort) = (&member.name.text, if member.is_method { "method" } else { "field" });
        let (_, title) = Kind::ALL.iter().find(|(known, _)| *known == kind)?;
        let message = format!("a {title} has no {sort} `{name}`");
        let is_own = own.contains(&name.as_str());
        if !is_own && same(!member.is_method).contains(&name.as_str()) {
            let hint = match member.is_method {
                true => format!("it is a field: write `.{name}`"),
                false => format!("it is a method: write `:{name}(...)`"),
            };
            return Some((
                member.name.place,
                Problem::error(codes::UNKNOWN_MEMBER, message).hint(hint),
            ));
        }
        let names = same(member.is_method);
        missing(member, names.iter().copied().chain(own.iter().copied()), || message)
    }

    /// H0318: a setting that the game does not have.
    fn of_settings(&self, member: &Member) -> Option<(Place, Problem)> {
        let words = self.game.as_ref()?;
        let names = words.names("setting").chain(["seats"]);
        missing(member, names, || format!("the game has no setting `{}`", member.name.text))
    }
}

/// H0318: a member that a module does not export.
fn of_module(exports: &Exports, request: &str, member: &Member) -> Option<(Place, Problem)> {
    if exports.contains_key(&member.name.text) {
        return None;
    }
    let names = exports.keys().map(String::as_str);
    missing(member, names, || format!("`{request}` has no `{}`", member.name.text))
}

/// The same of a table that the library exports.
fn of_table(
    exports: &Exports,
    (request, field): (&str, &str),
    member: &Member,
) -> Option<(Place, Problem)> {
    let names = exports.get(field)?.as_ref()?;
    let message = || format!("`{field}` of `{request}` has no `{}`", member.name.text);
    missing(member, names.iter().map(String::as_str), message)
}

/// The problem of a member that is not among some names.
fn missing<'n>(
    member: &Member,
    names: impl Iterator<Item = &'n str> + Clone,
    message: impl FnOnce() -> String,
) -> Option<(Place, Problem)> {
    let name = &member.name.text;
    if names.clone().any(|known| known == name) {
        return None;
    }
    let hint = hint(name, names).unwrap_or_default();
    Some((member.name.place, Problem::error(codes::UNKNOWN_MEMBER, message()).hint(hint)))
}
