//! Reading a folder into a tree.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{Builder, MAX_ENTRIES, MAX_FILES, MAX_PACK_BYTES, Tree};
use super::{bad_path, check_size, is_ignored, pack_too_large, too_many_files};
use crate::codes;
use crate::problem::{Place, Problem};
use crate::regular::{read_regular, special_kind};

/// The last name of a path, by which a pack without a readable manifest is called.
pub(crate) fn folder_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or(folder.as_os_str());
    name.to_string_lossy().into_owned()
}

pub(super) fn read(folder: &Path) -> Result<Tree, Vec<Problem>> {
    let name = folder_name(folder);
    let root = folder.canonicalize();
    let result = match root {
        Ok(root) => Walk::new(root).run(),
        Err(error) => Err(vec![unreadable("", &error)]),
    };
    result.map_err(|problems| problems.into_iter().map(|it| it.in_pack(&name)).collect())
}

struct Walk {
    root: PathBuf,
    builder: Builder,
    /// Folders still to be read, as paths inside the pack; "" is the pack itself.
    folders: Vec<String>,
    n_entries: usize,
}

impl Walk {
    fn new(root: PathBuf) -> Walk {
        Walk { root, builder: Builder::default(), folders: vec![String::new()], n_entries: 0 }
    }

    fn run(mut self) -> Result<Tree, Vec<Problem>> {
        while let Some(folder) = self.folders.pop() {
            if let Err(problem) = self.read_folder(&folder) {
                self.builder.problems.push(problem);
            }
            if self.is_full() {
                return Err(vec![too_many_files()]);
            }
        }
        self.builder.finish()
    }

    fn is_full(&self) -> bool {
        self.builder.files.len() > MAX_FILES || self.n_entries > MAX_ENTRIES
    }

    fn read_folder(&mut self, folder: &str) -> Result<(), Problem> {
        let entries = fs::read_dir(self.root.join(folder)).map(Some);
        let entries = entries.or_else(|error| missing_is(error, None));
        let entries = entries.map_err(|error| unreadable(folder, &error))?;
        for entry in entries.into_iter().flatten() {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            if let Err(problem) = self.read_entry(folder, &entry) {
                self.builder.problems.push(problem);
            }
            if self.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn read_entry(&mut self, folder: &str, entry: &fs::DirEntry) -> Result<(), Problem> {
        let name = entry.file_name();
        let name = name.to_str();
        if name.is_some_and(is_ignored) {
            return Ok(());
        }
        self.n_entries += 1;
        let name = name.ok_or_else(|| bad_path(&entry.file_name().to_string_lossy()))?;
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
        if kind.is_dir() {
            self.folders.push(path);
            return Ok(());
        }
        let place = match kind.is_symlink() {
            true => self.target(&path)?,
            false => self.root.join(&path),
        };
        self.read_file(path, &place)
    }

    /// The file of the pack that a link stands for.
    fn target(&self, path: &str) -> Result<PathBuf, Problem> {
        let refuse = |message: &str| {
            Err(Problem::error(codes::BAD_LINK, message)
                .at(path, Place::WHOLE_FILE)
                .hint("put the file itself into the pack"))
        };
        match self.root.join(path).canonicalize() {
            Err(_) => refuse("this link leads nowhere"),
            Ok(target) if !target.starts_with(&self.root) => refuse("this link leaves the pack"),
            Ok(target) if target.is_dir() => refuse("this link stands for a folder"),
            Ok(target) => Ok(target),
        }
    }

    /// Adds a file; one that vanished since it was listed is simply not there.
    fn read_file(&mut self, path: String, place: &Path) -> Result<(), Problem> {
        let metadata = fs::symlink_metadata(place).map(Some).or_else(|it| missing_is(it, None));
        let Some(metadata) = metadata.map_err(|error| unreadable(&path, &error))? else {
            return Ok(());
        };
        if let Some(what) = special_kind(metadata.file_type()) {
            return Err(no_file(&path, what));
        }
        check_size(&path, metadata.len())?;
        let left = MAX_PACK_BYTES.saturating_sub(self.builder.bytes);
        if metadata.len() > left {
            return Err(pack_too_large());
        }
        let bytes = read_regular(place, left).map(Some).or_else(|error| missing_is(error, None));
        if let Some(bytes) = bytes.map_err(|error| unreadable(&path, &error))? {
            self.builder.add(path, bytes);
        }
        Ok(())
    }
}

fn no_file(path: &str, what: &str) -> Problem {
    Problem::error(codes::NO_FILE, format!("this is {what}, not a file"))
        .at(path, Place::WHOLE_FILE)
        .hint("remove it: packs hold files and folders only")
}

fn missing_is<T>(error: io::Error, value: T) -> io::Result<T> {
    if error.kind() == ErrorKind::NotFound { Ok(value) } else { Err(error) }
}

fn unreadable(path: &str, error: &io::Error) -> Problem {
    Problem::error(codes::UNREADABLE, format!("this cannot be read: {error}"))
        .at(path, Place::WHOLE_FILE)
        .hint("check that it exists and that you may read it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::test_folder::TestFolder;

    fn check_refused(folder: &Path, expected: &[(Code, &str)]) {
        let problems = Tree::read(folder).unwrap_err();
        let found: Vec<(Code, &str)> =
            problems.iter().map(|it| (it.code, it.path.as_str())).collect();
        assert_eq!(found, expected, "{problems:?}");
        assert!(problems.iter().all(|it| it.pack == folder_name(folder)));
    }

    #[test]
    fn a_folder_reads_with_everything_below_it() {
        let folder = TestFolder::new("tree");
        folder.write("pack.toml", "schema = 1");
        folder.write("spec/broken/one.luau", "return");
        folder.write("media/icon.png", [0xff, 0x00]);
        folder.write(".git/HEAD", "ref");
        let tree = Tree::read(folder.path()).unwrap();
        let expected = ["media/icon.png", "pack.toml", "spec/broken/one.luau"];
        assert_eq!(tree.paths().collect::<Vec<_>>(), expected);
        assert_eq!(tree.get("pack.toml"), Some("schema = 1"));
    }

    #[test]
    fn a_missing_folder_is_one_problem() {
        let folder = TestFolder::new("tree");
        check_refused(&folder.join("absent"), &[(codes::UNREADABLE, "")]);
    }

    #[test]
    fn all_problems_of_a_folder_come_at_once() {
        let folder = TestFolder::new("tree");
        folder.write("a.luau", vec![b'-'; 300 * 1024]);
        folder.write("b/c.luau", [0xff]);
        let expected = [(codes::FILE_TOO_LARGE, "a.luau"), (codes::NOT_UTF8, "b/c.luau")];
        check_refused(folder.path(), &expected);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_sockets_are_refused_and_never_opened() {
        let folder = TestFolder::new("tree");
        folder.write("pack.toml", "schema = 1");
        folder.pipe("a.luau");
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("b.png")).unwrap();
        std::os::unix::fs::symlink(folder.join("a.luau"), folder.join("c.luau")).unwrap();
        let expected =
            [(codes::NO_FILE, "a.luau"), (codes::NO_FILE, "b.png"), (codes::NO_FILE, "c.luau")];
        check_refused(folder.path(), &expected);
    }

    #[test]
    fn a_file_that_is_mostly_a_hole_is_too_large() {
        let folder = TestFolder::new("tree");
        folder.write("pack.toml", "schema = 1");
        fs::File::create(folder.join("hole.png")).unwrap().set_len(1 << 40).unwrap();
        check_refused(folder.path(), &[(codes::PACK_TOO_LARGE, "")]);
    }

    #[test]
    fn folders_count_like_files() {
        let folder = TestFolder::new("tree");
        for number in 0..=MAX_ENTRIES {
            fs::create_dir(folder.join(&format!("f{number}"))).unwrap();
        }
        check_refused(folder.path(), &[(codes::TOO_MANY_FILES, "")]);
    }

    #[cfg(unix)]
    #[test]
    fn links_may_not_leave_the_folder_nor_stand_for_one() {
        use std::os::unix::fs::symlink;
        let outside = TestFolder::new("outside");
        outside.write("secret.txt", "secret");
        let folder = TestFolder::new("tree");
        folder.write("real.luau", "return 1");
        folder.write("sub/x.luau", "return 2");
        symlink(folder.join("real.luau"), folder.join("sub/same.luau")).unwrap();
        assert_eq!(Tree::read(folder.path()).unwrap().get("sub/same.luau"), Some("return 1"));

        symlink(outside.join("secret.txt"), folder.join("a.txt")).unwrap();
        symlink(folder.path(), folder.join("b")).unwrap();
        symlink(folder.join("absent"), folder.join("c.luau")).unwrap();
        let links =
            [(codes::BAD_LINK, "a.txt"), (codes::BAD_LINK, "b"), (codes::BAD_LINK, "c.luau")];
        check_refused(folder.path(), &links);
    }
}
