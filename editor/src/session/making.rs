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

    /// Says something that went well.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.say(text);
    }

    /// Says something that went wrong.
    pub fn complain_of(&mut self, text: impl Into<String>) {
        self.complain(text);
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fails = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fails)?;
    }
    write_atomically(path, text.as_bytes()).map_err(fails)
}
