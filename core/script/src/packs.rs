//! The packs of one load as modules that scripts can require.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::{Host as Needs, Library, Pack, Problem, Tree, Version, resolve};

use crate::vm::{ModulePath, Modules, Request, read_request};

/// The file of a library pack that `require("@id")` means.
fn entry_of(pack: &Pack) -> String {
    let entry = pack.manifest.entry.as_ref().map(|entry| entry.value.clone());
    entry.unwrap_or_else(|| format!("{}.luau", pack.id()))
}

/// The sources of some packs.
pub(crate) struct PackModules {
    packs: BTreeMap<String, Arc<Pack>>,
}

impl PackModules {
    pub(crate) fn new(packs: &[Arc<Pack>]) -> PackModules {
        PackModules { packs: packs.iter().map(|p| (p.id().to_owned(), p.clone())).collect() }
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
        let pack = self.pack(path.pack())?;
        let file = path.as_str().split_once('/').map_or("", |(_, file)| file);
        let text = pack.tree.get(file).map(Arc::from);
        text.ok_or_else(|| {
            let near = harena_pack::nearest(file, pack.tree.paths());
            let hint = near.map(|name| format!(", did you mean {name}?")).unwrap_or_default();
            format!("there is no file `{file}` in pack `{}`{hint}", pack.id())
        })
    }
}

/// The library every pack can require, as it is part of this build.
fn built_in() -> Option<Library> {
    let files = [
        ("pack.toml", include_str!("../../../scripts/harena/pack.toml")),
        ("harena.luau", include_str!("../../../scripts/harena/harena.luau")),
    ];
    Tree::from_files(files).ok().map(|tree| Library::from_trees([("harena", tree)]))
}

/// The packs to load for some packs: they themselves, what they need, every faction and all content
/// at hand of a game among them, and the library `harena`, in load order.
///
/// # Errors
/// Packs that are missing, broken, or do not fit together, as sentences about who needs what.
pub fn assemble(library: &Library, ids: &[&str]) -> Result<Vec<Arc<Pack>>, Vec<Problem>> {
    let factions = ids.iter().flat_map(|id| library.factions_of(id));
    let contents = ids.iter().flat_map(|id| library.contents_of(id));
    let more = factions.chain(contents).map(|pack| pack.id());
    let wanted: Vec<&str> = ids.iter().copied().chain(more).collect();
    in_load_order(library, &wanted)
}

/// The packs to load for exactly these packs: they themselves, what they need, and the library
/// `harena`, in load order.
///
/// # Errors
/// As for [`assemble`].
pub fn in_load_order(library: &Library, ids: &[&str]) -> Result<Vec<Arc<Pack>>, Vec<Problem>> {
    let at_hand = match library.get("harena") {
        Some(_) => library.clone(),
        None => {
            built_in().map_or_else(|| library.clone(), |own| own.overlaid_with(library.clone()))
        }
    };
    let mut wanted = vec!["harena"];
    wanted.extend(ids);
    wanted.sort_unstable();
    wanted.dedup();
    let version = Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 1, 0));
    resolve(&at_hand, &wanted, &Needs { engine: version, api: API })
}

/// The major version of the script interface.
pub const API: u32 = 1;
