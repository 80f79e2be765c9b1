//! Reading a folder into a tree.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{Builder, MAX_FILES, MAX_PACK_BYTES, Tree};
use super::{bad_path, check_size, is_ignored, pack_too_large, too_many_files};
use crate::codes;
use crate::problem::{Place, Problem};

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
}

impl Walk {
    fn new(root: PathBuf) -> Walk {
        Walk { root, builder: Builder::default(), folders: vec![String::new()] }
    }

    fn run(mut self) -> Result<Tree, Vec<Problem>> {
        while let Some(folder) = self.folders.pop() {
            if let Err(problem) = self.read_folder(&folder) {
                self.builder.problems.push(problem);
            }
            if self.builder.files.len() > MAX_FILES {
                return Err(vec![too_many_files()]);
            }
        }
        self.builder.finish()
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
        }
        Ok(())
    }

    fn read_entry(&mut self, folder: &str, entry: &fs::DirEntry) -> Result<(), Problem> {
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| bad_path(&name.to_string_lossy()))?;
        if is_ignored(name) {
            return Ok(());
        }
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
        if kind.is_dir() {
            self.folders.push(path);
            return Ok(());
        }
        if kind.is_symlink() {
            self.check_link(&path)?;
        }
        self.read_file(path)
    }

    fn check_link(&self, path: &str) -> Result<(), Problem> {
        let refuse = |message: &str| {
            Err(Problem::error(codes::BAD_LINK, message)
                .at(path, Place::WHOLE_FILE)
                .hint("put the file itself into the pack"))
        };
        match self.root.join(path).canonicalize() {
            Err(_) => refuse("this link leads nowhere"),
            Ok(target) if !target.starts_with(&self.root) => refuse("this link leaves the pack"),
            Ok(target) if target.is_dir() => refuse("this link stands for a folder"),
            Ok(_) => Ok(()),
        }
    }

    /// Adds a file; one that vanished since it was listed is simply not there.
    fn read_file(&mut self, path: String) -> Result<(), Problem> {
        let place = self.root.join(&path);
        let length = fs::metadata(&place).map(|it| it.len()).or_else(|it| missing_is(it, 0));
        let length = length.map_err(|error| unreadable(&path, &error))?;
        check_size(&path, length)?;
        if self.builder.bytes.saturating_add(length) > MAX_PACK_BYTES {
            return Err(pack_too_large());
        }
        let bytes = fs::read(&place).map(Some).or_else(|error| missing_is(error, None));
        if let Some(bytes) = bytes.map_err(|error| unreadable(&path, &error))? {
            self.builder.add(path, bytes);
        }
        Ok(())
    }
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
    use crate::test_folder::TestFolder;

    fn check_refused(folder: &Path, expected: &[(&str, &str)]) {
        let problems = Tree::read(folder).unwrap_err();
        let found: Vec<(&str, &str)> =
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
