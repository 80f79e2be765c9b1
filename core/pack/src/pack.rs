//! One pack: its manifest, its files and where they came from.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::codes;
use crate::digest::Digest;
use crate::manifest::{self, Kind, Manifest};
use crate::problem::Problem;
use crate::tree::{Tree, folder_name};

/// Where a pack came from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Built into the application, or held in memory by a test.
    Memory,
    /// A folder on disk, with links resolved.
    Folder(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Memory => f.write_str("memory"),
            Source::Folder(folder) => write!(f, "folder:{}", folder.display()),
        }
    }
}

/// A pack that can be loaded, at one moment; a changed pack is another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Who it is and what it needs.
    pub manifest: Manifest,
    /// Its files.
    pub tree: Tree,
    /// Hash of its files.
    pub digest: Digest,
    /// Where it came from.
    pub source: Source,
}

impl Pack {
    /// Reads a pack from a folder.
    ///
    /// # Errors
    /// All problems of its files, or else of its manifest.
    pub fn open(folder: &Path) -> Result<Pack, Vec<Problem>> {
        let tree = Tree::read(folder)?;
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        Pack::from_tree(&folder_name(&folder), tree, Source::Folder(folder))
    }

    /// Makes a pack of a tree. `folder` is the name of its folder, which its id must equal.
    ///
    /// # Errors
    /// All problems of its manifest, an absent manifest (`H0113`), an absent entry file (`H0112`).
    pub fn from_tree(folder: &str, tree: Tree, source: Source) -> Result<Pack, Vec<Problem>> {
        let text = tree.get(manifest::FILE_NAME).ok_or_else(|| vec![no_manifest(folder)])?;
        let manifest = Manifest::parse(folder, text)?;
        if let Some(entry) = manifest.entry.as_ref().filter(|entry| !tree.contains(&entry.value)) {
            let message = format!("the entry file `{}` is not in the pack", entry.value);
            return Err(vec![
                Problem::error(codes::NO_ENTRY, message)
                    .in_pack(folder)
                    .at(manifest::FILE_NAME, entry.place)
                    .hint("add the file, or name another one as `init` in [entry]"),
            ]);
        }
        let digest = tree.digest();
        Ok(Pack { manifest, tree, digest, source })
    }

    /// Makes a pack of a tree that lay in no folder, as that of an archive: its name is its id.
    ///
    /// # Errors
    /// As for [`Pack::from_tree`].
    pub fn from_archive(tree: &Tree, source: Source) -> Result<Pack, Vec<Problem>> {
        let named = tree.get(manifest::FILE_NAME).and_then(|text| {
            let table: toml::Table = text.parse().ok()?;
            Some(table.get("pack")?.get("id")?.as_str()?.to_owned())
        });
        let folder = named.filter(|id| manifest::is_id(id));
        Pack::from_tree(folder.as_deref().unwrap_or("archive"), tree.clone(), source)
    }

    /// Whether it joins its game only where it is named: a guest, or a variant.
    pub fn joins_where_named(&self) -> bool {
        self.manifest.guest || self.manifest.kind == Kind::Variant
    }

    /// The id of the pack.
    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    /// The game this pack is, or the first one that it extends.
    pub fn game(&self) -> Option<&str> {
        match self.manifest.kind {
            Kind::Game => Some(self.id()),
            Kind::Faction
            | Kind::Content
            | Kind::Variant
            | Kind::Scenario
            | Kind::Theme
            | Kind::Bot
            | Kind::Locale
            | Kind::Library => self.manifest.games.keys().next().map(String::as_str),
        }
    }
}

pub(crate) fn no_manifest(folder: &str) -> Problem {
    Problem::error(codes::NO_MANIFEST, format!("the folder `{folder}` has no pack.toml"))
        .in_pack(folder)
        .hint("add one, or open the folder that holds it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::test_folder::TestFolder;

    const MANIFEST: &str = "schema = 1\n[pack]\nid = \"tiny\"\nversion = \"1.0.0\"\n\
                            title = \"Tiny\"\nkind = \"game\"\napi = 1\n";

    fn check_refused(files: &[(&str, &str)], code: Code, line: u32) {
        let tree = Tree::from_files(files.iter().map(|(path, text)| (*path, *text))).unwrap();
        let problems = Pack::from_tree("tiny", tree, Source::Memory).unwrap_err();
        assert_eq!((problems[0].code, problems[0].line), (code, line), "{problems:?}");
        assert_eq!((problems.len(), problems[0].pack.as_str()), (1, "tiny"));
    }

    #[test]
    fn a_pack_needs_its_manifest_and_its_entry_file() {
        let named = format!("{MANIFEST}[entry]\ninit = \"main.luau\"\n");
        check_refused(&[("game.luau", "")], codes::NO_MANIFEST, 0);
        check_refused(&[("pack.toml", MANIFEST)], codes::NO_ENTRY, 0);
        check_refused(&[("pack.toml", &named), ("game.luau", "")], codes::NO_ENTRY, 9);
        check_refused(&[("pack.toml", "id"), ("game.luau", "")], codes::NOT_TOML, 1);
    }

    #[test]
    fn a_pack_from_disk_equals_its_twin_in_memory_but_for_its_source() {
        let folder = TestFolder::new("pack");
        folder.write("tiny/pack.toml", MANIFEST);
        folder.write("tiny/game.luau", "return {}");
        let disk = Pack::open(&folder.join("tiny")).unwrap();
        assert_eq!(disk.source, Source::Folder(folder.join("tiny")));
        let files = [("pack.toml", MANIFEST), ("game.luau", "return {}")];
        let tree = Tree::from_files(files).unwrap();
        let memory = Pack::from_tree("tiny", tree, Source::Memory).unwrap();
        assert_eq!(Pack { source: Source::Memory, ..disk }, memory);
    }
}
