//! `harena.lock`: the exact packs of a match.

use std::io;
use std::path::Path;

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::digest::Digest;
use crate::pack::Pack;
use crate::problem::{Place, Problem};
use crate::regular::read_regular;
use crate::save::write_atomically;

/// The usual name of a lock file.
pub const FILE_NAME: &str = "harena.lock";

/// A lock file holds no more bytes than this: some ten thousand packs.
const MAX_BYTES: u64 = 2 << 20;

/// One pack of a lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedPack {
    /// Id of the pack.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// Hash of its files.
    pub tree: Digest,
    /// Where it came from, for people; not part of its identity.
    pub source: String,
}

impl From<&Pack> for LockedPack {
    fn from(pack: &Pack) -> LockedPack {
        LockedPack {
            id: pack.id().to_owned(),
            version: pack.manifest.version.clone(),
            tree: pack.digest,
            source: pack.source.to_string(),
        }
    }
}

/// The packs of a match in load order, as saves and replays carry them.
///
/// ```
/// use harena_pack::Lock;
/// let lock = Lock::parse("")?;
/// assert!(lock.packs.is_empty());
/// # Ok::<(), harena_pack::Problem>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The packs, each as a table `[[pack]]`.
    #[serde(default, rename = "pack", skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<LockedPack>,
}

impl Lock {
    /// Locks the packs of a load order.
    pub fn of<'a>(packs: impl IntoIterator<Item = &'a Pack>) -> Lock {
        Lock { packs: packs.into_iter().map(LockedPack::from).collect() }
    }

    /// Reads the text of a lock file.
    ///
    /// # Errors
    /// `H0150` at the first line that is not as a lock should be.
    pub fn parse(text: &str) -> Result<Lock, Problem> {
        toml::from_str(text).map_err(|error| {
            let place =
                error.span().map_or(Place::WHOLE_FILE, |span| Place::of_offset(text, span.start));
            bad_lock(format!("not a lock: {}", error.message())).at(FILE_NAME, place)
        })
    }

    /// The text of the lock file.
    ///
    /// # Errors
    /// `H0150` if a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, Problem> {
        toml::to_string(self).map_err(|error| bad_lock(format!("this has no TOML form: {error}")))
    }

    /// Reads a lock file.
    ///
    /// # Errors
    /// `H0150` if it cannot be read or understood.
    pub fn read(path: &Path) -> Result<Lock, Problem> {
        let bytes = read_regular(path, MAX_BYTES);
        let bytes = bytes.map_err(|error| on_disk("read", path, &error))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            bad_lock("this is not UTF-8 text".into()).at(FILE_NAME, Place::WHOLE_FILE)
        })?;
        Lock::parse(&text)
    }

    /// Writes a lock file, whole or not at all.
    ///
    /// # Errors
    /// `H0150` if the disk refuses.
    pub fn write(&self, path: &Path) -> Result<(), Problem> {
        let text = self.to_toml()?;
        write_atomically(path, text.as_bytes()).map_err(|error| on_disk("written", path, &error))
    }
}

fn bad_lock(message: String) -> Problem {
    Problem::error(codes::BAD_LOCK, message)
        .hint("lock files are written by Harena, restore it or write it anew")
}

fn on_disk(done: &str, path: &Path, error: &io::Error) -> Problem {
    Problem::error(codes::BAD_LOCK, format!("`{}` cannot be {done}: {error}", path.display()))
        .hint("check that the folder exists and that you may use it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Source;
    use crate::test_folder::TestFolder;
    use crate::tree::Tree;

    const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn text() -> String {
        format!(
            "[[pack]]\nid = \"arena\"\nversion = \"1.2.0\"\ntree = \"{HASH}\"\nsource = \"memory\"\n"
        )
    }

    fn check_refused(text: &str, line: u32) {
        let problem = Lock::parse(text).unwrap_err();
        assert_eq!((problem.code, problem.line), (codes::BAD_LOCK, line), "{problem}");
    }

    #[test]
    fn a_lock_is_written_and_read_back() {
        let lock = Lock::parse(&text()).unwrap();
        assert_eq!(lock.packs[0].version, Version::new(1, 2, 0));
        assert_eq!(lock.packs[0].tree.to_string(), HASH);
        assert_eq!(lock.to_toml().unwrap(), text());
        let folder = TestFolder::new("lock");
        let path = folder.join(FILE_NAME);
        lock.write(&path).unwrap();
        assert_eq!(Lock::read(&path).unwrap(), lock);
        assert_eq!(Lock::read(&folder.join("absent")).unwrap_err().code, codes::BAD_LOCK);
        assert_eq!(Lock::parse("").unwrap().to_toml().unwrap(), "");
    }

    #[test]
    fn what_is_no_lock_is_refused_at_its_line() {
        check_refused("[[pack]]\nid = 3\n", 2);
        check_refused(&text().replace("1.2.0", "1.2"), 3);
        check_refused(&text().replace(HASH, "abc"), 4);
        check_refused(&text().replace("source", "sauce"), 5);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_of_a_reasonable_size_are_read() {
        let folder = TestFolder::new("lock");
        let (pipe, sparse, other) =
            (folder.pipe("pipe"), folder.join("sparse"), folder.join("other"));
        std::fs::File::create(&sparse).unwrap().set_len(1 << 40).unwrap();
        std::fs::write(&other, b"id = \xff").unwrap();
        for (path, reason) in [
            (pipe.as_path(), "it is a pipe, not a file"),
            (Path::new("/dev/zero"), "it is a device, not a file"),
            (&sparse, "it is larger than 2 MiB"),
            (&other, "this is not UTF-8 text"),
        ] {
            let problem = Lock::read(path).unwrap_err();
            assert_eq!(problem.code, codes::BAD_LOCK);
            assert!(problem.message.ends_with(reason), "{problem}");
        }
    }

    #[test]
    fn a_pack_is_locked_by_the_hash_of_its_tree() {
        let manifest = "schema = 1\n[pack]\nid = \"tiny\"\nversion = \"1.0.0\"\n\
                        title = \"T\"\nkind = \"library\"\napi = 1\n";
        let tree = Tree::from_files([("pack.toml", manifest)]).unwrap();
        let pack = Pack::from_tree("tiny", tree.clone(), Source::Memory).unwrap();
        let lock = Lock::of([&pack]);
        assert_eq!(lock.packs[0].tree, tree.digest());
        assert_eq!(lock.packs[0].id, "tiny");
    }
}
