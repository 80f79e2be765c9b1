//! What the executable carries: the packs of the checkout it was built from, and error pages.

use std::sync::OnceLock;

use harena_pack::{Library, Tree};

/// A file of a pack: its path and what it holds.
type EmbeddedFile = (&'static str, &'static [u8]);

/// A pack in the executable: its folder and its files.
type EmbeddedPack = (&'static str, &'static [EmbeddedFile]);

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The built-in packs.
pub fn library() -> Library {
    static READ: OnceLock<Library> = OnceLock::new();
    READ.get_or_init(read).clone()
}

fn read() -> Library {
    let trees = PACKS.iter().filter_map(|(name, files)| {
        let files = files.iter().map(|(path, bytes)| (*path, bytes.to_vec()));
        // Broken packs do not get this far: they are checked before a release is built.
        Some((*name, Tree::from_files(files).ok()?))
    });
    Library::from_trees(trees)
}

/// The pages of `docs/errors`, in the order of their codes.
pub fn error_pages() -> &'static [&'static str] {
    PAGES
}
