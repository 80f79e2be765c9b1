//! The packs of one load as modules that scripts can require.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::Pack;

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
