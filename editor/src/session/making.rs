//! Beginning packs from the window.

use std::path::Path;

use harena_pack::{Change, Skeleton, Source, Tree, skeleton, write_atomically};

use super::Session;
use crate::panel::Making;
use crate::text;

impl Session {
    /// Writes the files of a new pack and takes it in. Answers where it lies.
    ///
    /// # Errors
    /// One sentence: no such name, no such game, no place for it.
    pub fn make(&mut self, making: &Making) -> Result<String, String> {
        let folder = self.packs_folder().ok_or(text::no_place())?;
        let game = (making.kind != Skeleton::Game).then_some(making.game.as_str());
        let files = skeleton(making.kind, &making.name, game, &self.library)?;
        let folder = folder.join(&making.name);
        if folder.exists() {
            return Err(text::is_there_already(&folder.display().to_string()));
        }
        for (path, text) in &files {
            write(&folder.join(path), text)?;
        }
        let tree = Tree::read(&folder);
        let change = Change {
            pack: making.name.clone(),
            source: Source::Folder(folder.clone()),
            paths: files.into_iter().map(|(path, _)| path).collect(),
            tree,
        };
        // The receiver is this session itself.
        let _ = self.outbox.send(change);
        Ok(folder.display().to_string())
    }

    /// Copies a pack that came along to the packs of the person, where it lies over the other.
    /// Answers where.
    ///
    /// # Errors
    /// One sentence: no such pack, no place for it, one is there already.
    pub fn copy_pack(&mut self, id: &str) -> Result<String, String> {
        let pack = self.library.get(id).cloned().ok_or(text::no_place())?;
        let folder = self.packs_folder().ok_or(text::no_place())?.join(id);
        if folder.exists() {
            return Err(text::is_there_already(&folder.display().to_string()));
        }
        for (path, content) in pack.tree.iter() {
            write_bytes(&folder.join(path), content.bytes())?;
        }
        let paths = pack.tree.paths().map(str::to_owned).collect();
        let tree = Tree::read(&folder);
        let source = Source::Folder(folder.canonicalize().unwrap_or_else(|_| folder.clone()));
        // The receiver is this session itself.
        let _ = self.outbox.send(Change { pack: id.to_owned(), source, paths, tree });
        Ok(folder.display().to_string())
    }

    /// Says something that went well.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.say(text);
    }

    /// Says something that went wrong.
    pub fn complain_of(&mut self, text: impl Into<String>) {
        self.complain(text);
    }
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    write_bytes(path, text.as_bytes())
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let fails = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fails)?;
    }
    write_atomically(path, bytes).map_err(fails)
}
