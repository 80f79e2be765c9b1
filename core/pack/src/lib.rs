//! Packs: folders of text that hold a game, a faction or anything else Harena can load.
//!
//! This crate knows files and names. It knows no rules and no scripts; what a script means is
//! the business of `harena-script`. A short tour, in the order one needs it:
//!
//! * A [`Problem`] is what every check here returns: a code, a place, one cause, one hint. Other
//!   crates use it for their diagnostics too. [`codes`] lists the codes of this one.
//! * A [`Tree`] is a snapshot of a pack's files, from disk or from memory, and a [`Digest`] its
//!   hash.
//! * A [`Manifest`] is a `pack.toml` that passed every check; a [`Pack`] is a tree with its
//!   manifest.
//! * A [`Library`] is all packs at hand. [`resolve`] picks those that a match needs and puts them
//!   in load order, or says which pack needs what; a [`Lock`] writes the outcome down.
//! * A [`Watcher`] reports each [`Change`] on disk, a [`MemoryFolder`] does so for a pack in
//!   memory, and [`Library::accept`] takes changes in.
//! * An [`archive`] is a pack in one file, [`unpack`] reads one as an attacker's; a [`Feed`] lists
//!   some, [`solve`] picks versions that fit together, and a [`Store`] holds what is installed.
//!   [`verify`] says whose signature it is.
//! * [`read_regular`] is how everybody reads what strangers may have written, and
//!   [`write_atomically`] how everybody saves.
//! * [`plain`] makes text of strangers fit to be shown.
//!
//! ```
//! use harena_pack::{Host, Library, Lock, Tree, Version, resolve};
//!
//! let game = Tree::from_files([
//!     (
//!         "pack.toml",
//!         r#"
//!             schema = 1
//!             [pack]
//!             id = "duel"
//!             version = "1.0.0"
//!             title = "Duel"
//!             kind = "game"
//!             api = 1
//!         "#,
//!     ),
//!     ("game.luau", "return {}"),
//! ])?;
//! let library = Library::from_trees([("duel", game)]);
//! let host = Host { engine: Version::new(0, 1, 0), api: 1 };
//! let packs = resolve(&library, &["duel"], &host)?;
//! assert_eq!(packs[0].tree.get("game.luau"), Some("return {}"));
//! assert_eq!(Lock::of(packs.iter().map(|pack| &**pack)).packs.len(), 1);
//! # Ok::<(), Vec<harena_pack::Problem>>(())
//! ```

mod alike;
mod archive;
pub use harena_code::{Code, codes};
mod digest;
mod feed;
mod library;
mod lock;
mod manifest;
mod pack;
mod plain;
mod problem;
mod regular;
mod renamed;
mod resolve;
mod save;
mod signature;
mod skeleton;
mod solve;
mod store;
#[cfg(test)]
mod test_folder;
mod tree;
mod watch;
mod words;

pub use semver::{Version, VersionReq};

pub use alike::look_alike;
pub use archive::{
    ARCHIVE_ENDING, MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_PATH, MAX_RATIO, Unpacked, archive,
    archive_name, check_portable, read_archive, unpack,
};
pub use digest::{Digest, NotADigest};
pub use feed::{FILE_NAME as FEED_FILE, Feed, FeedEntry, MAX_FEED_BYTES};
pub use library::{Library, MAX_DEPTH, MAX_FOLDERS, MAX_LIBRARY_BYTES, MAX_PACKS};
pub use lock::{FILE_NAME as LOCK_FILE, Lock, LockedPack};
pub use manifest::{
    AiDisclosure, FILE_NAME as MANIFEST_FILE, Kind, MAX_LISTED, MAX_MANIFEST_BYTES,
    MAX_REQUIREMENTS, MAX_SUMMARY, MAX_TITLE, Manifest, Requirements, SCHEMA, Status, is_id,
};
pub use pack::{Pack, Source};
pub use plain::{is_unseen, plain, quoted};
pub use problem::{MAX_PROBLEMS, Place, Placed, Problem, Severity};
pub use regular::read_regular;
pub use renamed::{NameSort, RENAMED_FILE, Rebased, Renamed, earliest, rebased, renamed_by};
pub use resolve::{Host, resolve};
pub use save::{may_be_written, no_links_between, write_atomically};
pub use signature::{Key, SIGNATURE_ENDING, Signed, told_comment, verify};
pub use skeleton::{Skeleton, skeleton};
pub use solve::{Candidate, Wish, solve};
pub use store::{Aside, INSTALLED_FILE, InstalledPack, Origin, Store};
pub use tree::{
    Content, MAX_ENTRIES, MAX_FILES, MAX_PACK_BYTES, MAX_SCRIPT_BYTES, Tree, is_ignored,
};
pub use watch::{Change, DEBOUNCE, MemoryFolder, Wake, Watcher};
pub use words::{beginning, did_you_mean, natural_order, nearest, some_of};
