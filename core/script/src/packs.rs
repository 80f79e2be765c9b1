//! The packs of one load as modules that scripts can require.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use harena_engine::the_match::Fault;
use harena_pack::Code;
use harena_pack::{
    Host as Needs, Library, Pack, Problem, Severity, Source, Tree, Version, codes, resolve,
};

use crate::host::Host;
use crate::lint::{self, FileWords};
use crate::source::SourceMap;
use crate::vm::{ModulePath, Modules, Request, read_request};

/// The first of some problems as a fault, for those who know only faults.
pub fn first_fault(problems: &[Problem]) -> Fault {
    let Some(first) = problems.iter().min_by_key(|it| it.severity) else {
        return Fault::new(codes::NO_RULES, "the packs cannot be loaded");
    };
    let file = format!("{}/{}", first.pack, first.path);
    Fault {
        place: (!first.path.is_empty()).then_some((file, first.line)),
        hint: first.hint.to_string(),
        ..Fault::new(first.code, first.message.clone())
    }
}

/// The file a pack begins with, by its path inside the pack: of a library, what `require("@id")`
/// means.
pub fn entry_of(pack: &Pack) -> String {
    let entry = pack.manifest.entry.as_ref().map(|entry| entry.value.clone());
    entry.unwrap_or_else(|| format!("{}.luau", pack.id()))
}

/// The sources of some packs.
pub(crate) struct PackModules {
    packs: BTreeMap<String, Arc<Pack>>,
    guarded: Arc<BTreeMap<String, Arc<str>>>,
}

impl PackModules {
    /// `guarded` are texts to load in place of what packs hold, by `pack/path`.
    pub(crate) fn new(
        packs: &[Arc<Pack>],
        guarded: Arc<BTreeMap<String, Arc<str>>>,
    ) -> PackModules {
        let packs = packs.iter().map(|p| (p.id().to_owned(), p.clone())).collect();
        PackModules { packs, guarded }
    }

    /// The module a pack begins with.
    pub(crate) fn entry(pack: &Pack) -> ModulePath {
        ModulePath::new(format!("{}/{}", pack.id(), entry_of(pack)))
    }

    fn pack(&self, id: &str) -> Result<&Arc<Pack>, String> {
        self.packs.get(id).ok_or_else(|| {
            let near = harena_pack::nearest(id, self.packs.keys().map(String::as_str));
            let hint = near.map(|name| format!(", did you mean @{name}?")).unwrap_or_default();
            format!("there is no pack `{id}` here{hint}")
        })
    }
}

impl Modules for PackModules {
    fn resolve(&self, from: &ModulePath, request: &str) -> Result<ModulePath, String> {
        match read_request(from, request)? {
            Request::Own(path) | Request::Pack(_, Some(path)) => Ok(path),
            Request::Pack(id, None) => Ok(PackModules::entry(self.pack(&id)?)),
        }
    }

    fn source(&self, path: &ModulePath) -> Result<Arc<str>, String> {
        if let Some(guarded) = self.guarded.get(path.as_str()) {
            return Ok(guarded.clone());
        }
        let pack = self.pack(path.pack())?;
        let file = path.as_str().split_once('/').map_or("", |(_, file)| file);
        let text = pack.tree.get(file).map(Arc::from);
        text.ok_or_else(|| {
            let near = harena_pack::nearest(file, pack.tree.paths());
            let hint = near.map(|name| format!(", did you mean {name}?")).unwrap_or_default();
            format!("there is no file `{file}` in pack `{}`{hint}", pack.id())
        })
    }

    fn is_library(&self, pack: &str) -> bool {
        self.packs.get(pack).is_some_and(|pack| is_own(pack))
    }
}

/// The id of the library that every pack can require.
const LIBRARY: &str = "harena";

/// That library as it is part of this build. Nothing takes its place: what it may do, no other
/// pack may, and a name is no proof of who one is.
fn own() -> Option<&'static Arc<Pack>> {
    static OWN: OnceLock<Option<Arc<Pack>>> = OnceLock::new();
    let files = [
        ("pack.toml", include_str!("../../../scripts/harena/pack.toml")),
        ("harena.luau", include_str!("../../../scripts/harena/harena.luau")),
        ("asking.luau", include_str!("../../../scripts/harena/asking.luau")),
    ];
    let read = || {
        let tree = Tree::from_files(files).ok()?;
        Pack::from_tree(LIBRARY, tree, Source::Memory).ok().map(Arc::new)
    };
    OWN.get_or_init(read).as_ref()
}

/// What the library exports, for files that require it. Read once: it is part of this build.
pub(crate) fn own_words() -> Option<Arc<FileWords>> {
    static OWN: OnceLock<Option<Arc<FileWords>>> = OnceLock::new();
    let read = || {
        let pack = own()?;
        let path = entry_of(pack);
        let map = SourceMap::new(LIBRARY, &path, pack.tree.get(&path)?);
        let exports = lint::look(&map).words.exports.clone();
        let pack = LIBRARY.to_owned();
        let words = FileWords { pack, path, exports, is_own: true, ..FileWords::default() };
        Some(Arc::new(words))
    };
    OWN.get_or_init(read).clone()
}

/// Whether a pack is the library itself: by what it holds, not by what it is called.
pub(crate) fn is_own(pack: &Pack) -> bool {
    pack.id() == LIBRARY && own().is_some_and(|own| own.digest == pack.digest)
}

/// What is wrong with a pack that calls itself as the library of Harena does.
pub fn impostor(pack: &Pack) -> Option<Problem> {
    (pack.id() == LIBRARY && !is_own(pack)).then(|| {
        let message = format!("the library `{LIBRARY}` is part of the program, {} is not used", {
            match &pack.source {
                Source::Memory => "another of its name".to_owned(),
                Source::Folder(folder) => folder.display().to_string(),
            }
        });
        Problem::error(codes::RESERVED_ID, message)
            .in_pack(pack.id())
            .hint("rename the pack; if you work on the library, build the program again")
    })
}

/// The packs to load for some packs: they themselves, what they need, every faction and all content
/// at hand of a game among them that joins it, and the library `harena`, in load order. Factions
/// and content that cannot be had, because they need what is not there, are left out.
///
/// # Errors
/// Packs that are missing, broken, or do not fit together, as sentences about who needs what.
pub fn assemble(library: &Library, ids: &[&str]) -> Result<Vec<Arc<Pack>>, Vec<Problem>> {
    Ok(assemble_without(library, ids, &mut BTreeSet::new())?.0)
}

/// Packs in load order, and what is wrong with those that were left out.
type Assembled = (Vec<Arc<Pack>>, Vec<Problem>);

/// As [`assemble`], without some packs that extend the game; those left out now are added to them,
/// and their problems are the second answer.
fn assemble_without(
    library: &Library,
    ids: &[&str],
    left_out: &mut BTreeSet<String>,
) -> Result<Assembled, Vec<Problem>> {
    let factions = ids.iter().flat_map(|id| library.factions_of(id));
    let contents = ids.iter().flat_map(|id| library.contents_of(id));
    let variants = ids.iter().flat_map(|id| library.invited_variants(id));
    let joining = factions.chain(contents).chain(variants);
    let mut more: Vec<&str> = joining.map(|pack| pack.id()).collect();
    more.retain(|id| !ids.contains(id) && !left_out.contains(*id));
    let mut told = Vec::new();
    loop {
        let wanted: Vec<&str> = ids.iter().chain(&more).copied().collect();
        let problems = match in_load_order(library, &wanted) {
            Ok(packs) => return Ok((packs, told)),
            Err(problems) if more.is_empty() => return Err(problems),
            Err(problems) => problems,
        };
        // Those that ask for what cannot be had; else those that do not fit beside the others.
        let asks = |id: &&&str| problems.iter().any(|it| it.pack == **id);
        let mut kept: Vec<&str> = more.iter().filter(|id| !asks(id)).copied().collect();
        if kept.len() == more.len() {
            kept = fitting(library, ids, &more);
        }
        let out = more.iter().filter(|id| !kept.contains(id)).copied();
        for id in out {
            let own = problems.iter().find(|it| it.pack == id);
            told.extend(own.cloned().or_else(|| Some(unfit(problems.first()?, id))));
            left_out.insert(id.to_owned());
        }
        more = kept;
    }
}

/// What is wrong with a pack that does not fit because of another.
fn unfit(problem: &Problem, id: &str) -> Problem {
    Problem::error(problem.code, problem.message.clone()).in_pack(id)
}

/// Those of some packs that can be had beside others and beside those before them.
fn fitting<'a>(library: &Library, ids: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let mut wanted = ids.to_vec();
    for id in more {
        wanted.push(id);
        if in_load_order(library, &wanted).is_err() {
            wanted.pop();
        }
    }
    wanted.split_off(ids.len())
}

/// Packs that were loaded.
pub struct Loaded {
    /// Their rules.
    pub host: Host,
    /// The packs in load order.
    pub packs: Vec<Arc<Pack>>,
    /// What is wrong with factions and content of the game that were left out.
    pub left_out: Vec<Problem>,
}

/// Assembles and loads some packs. What extends the game and is broken is left out: the pack of
/// one author never keeps anybody from playing with those of others.
///
/// # Errors
/// Everything wrong with the packs that were asked for, and with those they need.
pub fn load(library: &Library, ids: &[&str]) -> Result<Loaded, Vec<Problem>> {
    let needed = in_load_order(library, ids)?;
    let mut without = BTreeSet::new();
    let mut left_out = Vec::new();
    loop {
        let (packs, told) = assemble_without(library, ids, &mut without)?;
        left_out.extend(told);
        let problems = match sound(&packs) {
            Ok(host) => return Ok(Loaded { host, packs, left_out }),
            Err(problems) => problems,
        };
        let is_extension = |pack: &&Arc<Pack>| needed.iter().all(|it| it.id() != pack.id());
        let extensions: Vec<&Arc<Pack>> = packs.iter().filter(is_extension).collect();
        let mut broken = guilty(&extensions, &problems);
        if broken.is_empty() {
            broken = Trial { library, ids, without: &without }.unbearable(&extensions);
        }
        if broken.is_empty() {
            return Err(problems);
        }
        without.extend(broken.iter().map(|it| it.pack.clone()));
        left_out.extend(broken);
    }
}

/// Loads packs and builds their game once, as it is if nothing is said.
fn sound(packs: &[Arc<Pack>]) -> Result<Host, Vec<Problem>> {
    let host = Host::load(packs)?;
    host.build(&host.menu().defaults(), host.menu().min_seats)?;
    Ok(host)
}

/// Problems that say what all packs take together: whose fault it is they do not know.
const OF_ALL_TOGETHER: [Code; 3] =
    [codes::TOO_MUCH_TO_READ, codes::TOO_MUCH_LUAU, codes::OUT_OF_MEMORY];

/// What is wrong with the packs that extend a game and are named by some problems. Those that come
/// with the program fit together, so where only they are named, something else does not fit.
fn guilty(extensions: &[&Arc<Pack>], problems: &[Problem]) -> Vec<Problem> {
    let of = |pack: &Arc<Pack>| {
        let is_of = |it: &&Problem| it.severity == Severity::Error && it.pack == pack.id();
        problems.iter().filter(is_of).cloned().collect::<Vec<_>>()
    };
    let foreign: Vec<&&Arc<Pack>> = extensions.iter().filter(|it| is_foreign(it)).collect();
    let is_plain = |it: &Problem| !OF_ALL_TOGETHER.contains(&it.code);
    match foreign.is_empty() {
        true => extensions.iter().flat_map(|pack| of(pack)).collect(),
        false => foreign.into_iter().flat_map(|pack| of(pack)).filter(is_plain).collect(),
    }
}

/// Whether a pack does not come with the program.
fn is_foreign(pack: &Arc<Pack>) -> bool {
    pack.source != Source::Memory
}

/// Loading a game without some of the packs that extend it.
struct Trial<'a> {
    library: &'a Library,
    ids: &'a [&'a str],
    without: &'a BTreeSet<String>,
}

impl Trial<'_> {
    /// What is wrong with packs without which the game loads, found by trying, as no problem says
    /// whose fault it is. Nothing if it does not load without any of them either.
    fn unbearable(&self, extensions: &[&Arc<Pack>]) -> Vec<Problem> {
        let foreign: Vec<&Arc<Pack>> =
            extensions.iter().copied().filter(|it| is_foreign(it)).collect();
        let suspects = if foreign.is_empty() { extensions } else { foreign.as_slice() };
        if suspects.is_empty() || self.load(suspects).is_err() {
            return Vec::new();
        }
        let mut found = Found { kept: Vec::new(), broken: Vec::new() };
        self.divide(suspects, suspects, &mut found);
        found.broken
    }

    /// Keeps those of some suspects that fit beside those kept before.
    fn divide<'p>(
        &self,
        suspects: &[&'p Arc<Pack>],
        some: &[&'p Arc<Pack>],
        found: &mut Found<'p>,
    ) {
        let is_out = |it: &&&Arc<Pack>| {
            let is_among = |packs: &[&Arc<Pack>]| packs.iter().any(|other| other.id() == it.id());
            !is_among(&found.kept) && !is_among(some)
        };
        let out: Vec<&Arc<Pack>> = suspects.iter().filter(is_out).copied().collect();
        match (self.load(&out), some) {
            (Ok(()), _) => found.kept.extend(some),
            (Err(problems), [pack]) => {
                let first = problems.iter().find(|it| it.severity == Severity::Error);
                let own = first.filter(|it| it.pack == pack.id()).cloned();
                found.broken.extend(own.or_else(|| Some(unfit(first?, pack.id()))));
            }
            (Err(_), _) => {
                let (first, second) = some.split_at(some.len() / 2);
                self.divide(suspects, first, found);
                self.divide(suspects, second, found);
            }
        }
    }

    /// Loads the game without some more packs.
    fn load(&self, out: &[&Arc<Pack>]) -> Result<(), Vec<Problem>> {
        let mut without = self.without.clone();
        without.extend(out.iter().map(|pack| pack.id().to_owned()));
        let (packs, _) = assemble_without(self.library, self.ids, &mut without)?;
        sound(&packs).map(drop)
    }
}

/// What trying has shown of some packs.
struct Found<'p> {
    kept: Vec<&'p Arc<Pack>>,
    broken: Vec<Problem>,
}

/// The packs to load for exactly these packs: they themselves, what they need, and the library
/// `harena`, in load order.
///
/// # Errors
/// As for [`assemble`].
pub fn in_load_order(library: &Library, ids: &[&str]) -> Result<Vec<Arc<Pack>>, Vec<Problem>> {
    let with = |library: Library, own: &Arc<Pack>| library.with_pack(Arc::clone(own));
    let at_hand = own().into_iter().fold(library.clone(), with);
    let mut wanted = vec![LIBRARY];
    wanted.extend(ids);
    wanted.sort_unstable();
    wanted.dedup();
    let version = Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 1, 0));
    resolve(&at_hand, &wanted, &Needs { engine: version, api: API })
}

/// The major version of the script interface.
pub const API: u32 = 1;
