//! What a type checker must know to check packs: types of exactly their game, and their files.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::api::{Subject, stubs_of};
use crate::host::Host;
use crate::packs::PackModules;
use crate::vm::{ModulePath, Modules};

/// What the checker does not know of the libraries of Luau.
const LIBRARIES: &str = "\ndeclare table: typeof(table) & { freeze: <T>(t: T) -> T }\n";

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
    /// What stands in it.
    pub text: String,
    /// Whether its findings are asked for; those of the library are not.
    pub checked: bool,
    /// What it requires, as it is written, and which files these are.
    pub links: BTreeMap<String, String>,
}

impl Host {
    /// The types of the interface for exactly this game: its variables, statuses, stats, settings,
    /// verbs with their arguments, zones and sheets.
    pub fn types(&self) -> String {
        stubs_of(&Subject::of(self.definitions(), self.menu()))
    }

    /// These packs as a type checker reads them.
    pub fn typed_packs(&self) -> TypedPacks {
        let sources = PackModules::new(self.packs(), std::rc::Rc::default());
        let mut modules = Vec::new();
        for pack in self.packs() {
            let files = pack.tree.matching("**.luau");
            for path in files.filter(|path| !path.starts_with("spec/broken/")) {
                let name = format!("{}/{path}", pack.id());
                let text = pack.tree.get(path).unwrap_or_default().to_owned();
                let from = ModulePath::new(name.as_str());
                let link = |request: &String| {
                    let target = sources.resolve(&from, request).ok()?;
                    Some((request.clone(), target.as_str().to_owned()))
                };
                let links = self.requires(&name).iter().filter_map(link).collect();
                let checked = !crate::packs::is_own(pack);
                modules.push(TypedModule { name, text, checked, links });
            }
        }
        TypedPacks { definitions: self.types() + LIBRARIES, modules }
    }
}
