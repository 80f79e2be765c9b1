//! The files of one pack, in memory.

mod disk;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use globset::GlobBuilder;

use crate::codes;
use crate::digest::Digest;
use crate::manifest::{self, MAX_MANIFEST_BYTES};
use crate::plain::{is_unseen, quoted};
use crate::problem::{Place, Problem, first_few};

pub(crate) use disk::folder_name;

/// Largest `.luau` file, in bytes (256 KB).
pub const MAX_SCRIPT_BYTES: u64 = 256 * 1024;
/// Most files a pack may have.
pub const MAX_FILES: usize = 4_000;
/// Most files and folders together that are looked at while a pack is read.
pub const MAX_ENTRIES: usize = 2 * MAX_FILES;
/// Most bytes a pack may have, all files together (128 MiB).
pub const MAX_PACK_BYTES: u64 = 128 * 1024 * 1024;

/// Endings of files that must be UTF-8, whatever their content.
const TEXT_ENDINGS: [&str; 2] = [".luau", ".toml"];

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Valid UTF-8. Scripts and manifests always are.
    Text(Arc<str>),
    /// Anything else, such as a picture.
    Binary(Arc<[u8]>),
}

impl Content {
    /// The bytes as they stand on disk.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Content::Text(text) => text.as_bytes(),
            Content::Binary(bytes) => bytes,
        }
    }
}

/// A snapshot of a pack's files: paths with `/`, relative to the pack, to contents.
///
/// Copies are cheap and share their files. Names that begin with `.` or end with `~` belong to
/// tools, not to the pack, and are never part of a tree; see [`is_ignored`].
///
/// ```
/// use harena_pack::Tree;
/// let tree = Tree::from_files([("pack.toml", "schema = 1"), ("spec/moves.luau", "return {}")])?;
/// assert_eq!(tree.get("pack.toml"), Some("schema = 1"));
/// assert_eq!(tree.matching("spec/*.luau").collect::<Vec<_>>(), ["spec/moves.luau"]);
/// # Ok::<(), Vec<harena_pack::Problem>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    files: Arc<BTreeMap<String, Content>>,
}

impl Tree {
    /// A tree of files held in memory; a path given twice keeps its last content.
    ///
    /// # Errors
    /// All problems at once: paths that are absolute, empty, or climb out (`H0121`), scripts and
    /// TOML files that are not UTF-8 (`H0123`), sizes and counts over the limits.
    pub fn from_files<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Result<Tree, Vec<Problem>>
    where
        P: Into<String>,
        B: Into<Vec<u8>>,
    {
        let mut builder = Builder::default();
        for (path, bytes) in files {
            let path = path.into();
            if !is_ignored(&path) {
                builder.add(path, bytes.into());
            }
        }
        builder.finish()
    }

    /// Reads a folder and everything below it.
    ///
    /// # Errors
    /// All problems at once, each naming the folder as its pack: unreadable files (`H0120`),
    /// links that leave the folder (`H0122`), texts that are not UTF-8 (`H0123`), sizes and
    /// counts over the limits (`H0124` to `H0126`).
    pub fn read(folder: &Path) -> Result<Tree, Vec<Problem>> {
        disk::read(folder)
    }

    /// The text of a file; `None` if there is none or if it is binary.
    pub fn get(&self, path: &str) -> Option<&str> {
        match self.files.get(path)? {
            Content::Text(text) => Some(text),
            Content::Binary(_) => None,
        }
    }

    /// The content of a file, text or not.
    pub fn content(&self, path: &str) -> Option<&Content> {
        self.files.get(path)
    }

    /// Whether there is a file of this path.
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// All paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// All files, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Content)> {
        self.files.iter().map(|(path, content)| (path.as_str(), content))
    }

    /// Paths that begin with `prefix` (such as `spec/`), sorted.
    pub fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a str> {
        self.paths().filter(move |path| path.starts_with(prefix))
    }

    /// Paths of Luau files in whatever folder, sorted.
    ///
    /// ```
    /// use harena_pack::Tree;
    /// let files = [("game.luau", ""), ("rules/moves.luau", ""), ("README.md", "")];
    /// let tree = Tree::from_files(files)?;
    /// assert_eq!(tree.scripts().collect::<Vec<_>>(), ["game.luau", "rules/moves.luau"]);
    /// # Ok::<(), Vec<harena_pack::Problem>>(())
    /// ```
    pub fn scripts(&self) -> impl Iterator<Item = &str> {
        self.paths().filter(|path| path.ends_with(".luau"))
    }

    /// Paths that match a pattern, sorted. `*` stands for any run of characters inside a name,
    /// `**` as a whole name for any number of folders: `spec/*.luau`, `locale/**/*.ftl`; beyond
    /// that as the crate `globset` has it. A pattern that is none matches nothing.
    pub fn matching(&self, pattern: &str) -> impl Iterator<Item = &str> {
        let pattern = GlobBuilder::new(pattern).literal_separator(true).build();
        let pattern = pattern.map(|it| it.compile_matcher()).ok();
        self.paths().filter(move |path| pattern.as_ref().is_some_and(|it| it.is_match(path)))
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// How many bytes all files have together.
    pub fn n_bytes(&self) -> u64 {
        self.files.values().map(|content| content.bytes().len() as u64).sum()
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The hash of the whole tree.
    pub fn digest(&self) -> Digest {
        Digest::of(self)
    }

    /// A tree in which one file has a new content, or is new.
    ///
    /// # Errors
    /// As for [`Tree::from_files`], and for a path that trees ignore.
    pub fn with(&self, path: &str, bytes: impl Into<Vec<u8>>) -> Result<Tree, Vec<Problem>> {
        if is_ignored(path) {
            return Err(vec![bad_path(path)]);
        }
        let mut builder = Builder { files: (*self.files).clone(), ..Builder::default() };
        builder.bytes = self.n_bytes();
        builder.add(path.to_owned(), bytes.into());
        builder.finish()
    }

    /// A tree without one file; the same tree if there is no such file.
    #[must_use]
    pub fn without(&self, path: &str) -> Tree {
        let mut files = Arc::clone(&self.files);
        if files.contains_key(path) {
            Arc::make_mut(&mut files).remove(path);
        }
        Tree { files }
    }

    /// Paths whose content differs between two trees, or that only one of them has, sorted.
    pub fn differences(&self, other: &Tree) -> Vec<String> {
        let changed = self.iter().filter(|(path, content)| other.content(path) != Some(content));
        let gone = other.paths().filter(|path| !self.contains(path));
        let mut paths: Vec<String> =
            changed.map(|(path, _)| path).chain(gone).map(str::to_owned).collect();
        paths.sort();
        paths
    }
}

/// Whether a path belongs to a tool and not to the pack: some name in it begins with `.`, ends
/// with `~`, or stands between `#` signs, as hidden folders, backups and temporary files do.
pub fn is_ignored(path: &str) -> bool {
    path.split('/').any(|name| {
        let hidden = name.starts_with('.') && name != "." && name != "..";
        let autosave = name.len() > 1 && name.starts_with('#') && name.ends_with('#');
        hidden || autosave || name.ends_with('~')
    })
}

/// Collects files and their problems; both doors into a [`Tree`] lead through here.
#[derive(Default)]
struct Builder {
    files: BTreeMap<String, Content>,
    bytes: u64,
    problems: Vec<Problem>,
}

impl Builder {
    fn add(&mut self, path: String, bytes: Vec<u8>) {
        let length = bytes.len() as u64;
        let content = match content_of(&path, bytes) {
            Ok(content) => content,
            Err(problem) => return self.problems.push(problem),
        };
        let replaced = self.files.insert(path, content);
        self.bytes += length;
        self.bytes -= replaced.map_or(0, |content| content.bytes().len() as u64);
    }

    fn finish(mut self) -> Result<Tree, Vec<Problem>> {
        if self.files.len() > MAX_FILES {
            self.problems.push(too_many_files());
        }
        if self.bytes > MAX_PACK_BYTES {
            self.problems.push(pack_too_large());
        }
        if self.problems.is_empty() {
            return Ok(Tree { files: Arc::new(self.files) });
        }
        Err(first_few(self.problems))
    }
}

fn content_of(path: &str, bytes: Vec<u8>) -> Result<Content, Problem> {
    if !is_clean(path) {
        return Err(bad_path(path));
    }
    check_size(path, bytes.len() as u64)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Content::Text(text.into())),
        Err(error) if TEXT_ENDINGS.iter().any(|ending| path.ends_with(ending)) => {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            Err(Problem::error(codes::NOT_UTF8, "this file is not UTF-8 text")
                .at(path, Place::of_offset(&text, valid))
                .hint("save it with the encoding UTF-8"))
        }
        Err(error) => Ok(Content::Binary(error.into_bytes().into())),
    }
}

/// A relative path of plain names: no `..`, no empty name, no drive, no backslash, nothing that
/// cannot be seen.
fn is_clean(path: &str) -> bool {
    let plain = |name: &str| !name.is_empty() && name != "." && name != "..";
    path.split('/').all(plain) && !path.contains(['\\', ':']) && !path.contains(is_unseen)
}

fn check_size(path: &str, bytes: u64) -> Result<(), Problem> {
    let (what, limit, hint) = match path {
        manifest::FILE_NAME => ("manifest", MAX_MANIFEST_BYTES, "move long texts to README.md"),
        path if path.ends_with(".luau") => {
            ("script", MAX_SCRIPT_BYTES, "divide it into several files and require them")
        }
        _ => return Ok(()),
    };
    if bytes <= limit {
        return Ok(());
    }
    let (size, limit) = (bytes.div_ceil(1024), limit / 1024);
    let message = format!("a {what} of {size} KB is over the limit of {limit} KB");
    Err(Problem::error(codes::FILE_TOO_LARGE, message).at(path, Place::WHOLE_FILE).hint(hint))
}

fn bad_path(path: &str) -> Problem {
    Problem::error(codes::BAD_PATH, format!("`{}` is not a path for a pack", quoted(path, 200)))
        .hint("use relative paths of plain names, divided by `/`, none beginning with a dot")
}

pub(crate) fn too_many_files() -> Problem {
    Problem::error(
        codes::TOO_MANY_FILES,
        format!("a pack may have at most {MAX_FILES} files, and as many folders"),
    )
    .hint("move what the pack does not need elsewhere, or into a folder beginning with a dot")
}

pub(crate) fn pack_too_large() -> Problem {
    let limit = MAX_PACK_BYTES / (1024 * 1024);
    Problem::error(codes::PACK_TOO_LARGE, format!("a pack may have at most {limit} MiB of files"))
        .hint("make the pictures smaller, or move them elsewhere")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    fn tree(paths: &[&str]) -> Tree {
        Tree::from_files(paths.iter().map(|path| (*path, *path))).unwrap()
    }

    fn check_refused(files: &[(&str, &[u8])], expected: &[(Code, u32)]) {
        let files = files.iter().map(|(path, bytes)| (*path, bytes.to_vec()));
        let problems = Tree::from_files(files).unwrap_err();
        let found: Vec<(Code, u32)> = problems.iter().map(|it| (it.code, it.line)).collect();
        assert_eq!(found, expected, "{problems:?}");
    }

    #[test]
    fn stars_stay_inside_a_name_and_double_stars_cross_folders() {
        let check = |pattern, path, expected| {
            let tree = tree(&[path]);
            assert_eq!(tree.matching(pattern).count() == 1, expected, "{pattern} {path}");
        };
        check("spec/*.luau", "spec/moves.luau", true);
        check("spec/*.luau", "spec/broken/moves.luau", false);
        check("spec/*.luau", "spec/moves.lua", false);
        check("spec/**/*.luau", "spec/moves.luau", true);
        check("spec/**/*.luau", "spec/a/b/moves.luau", true);
        check("**/*.ftl", "locale/en/main.ftl", true);
        check("**/*.luau", "game.luau", true);
        check("**", "anything/at/all", true);
        check("*_*_spec.luau", "a_b_spec.luau", true);
        check("*_*_spec.luau", "a_spec.luau", false);
        check("a*a", "a", false);
        check("pack.toml", "pack.toml", true);
        check("pack.toml", "sub/pack.toml", false);
        check("*", "ü", true);
        check("spec/{a,b}.luau", "spec/b.luau", true);
        check("spec/[a.luau", "spec/[a.luau", false);
    }

    #[test]
    fn files_are_listed_in_order_by_prefix_and_by_pattern() {
        let tree = tree(&["spec/b.luau", "pack.toml", "spec/a.luau", "spec/broken/c.luau"]);
        let specs = ["spec/a.luau", "spec/b.luau"];
        assert_eq!(tree.matching("spec/*.luau").collect::<Vec<_>>(), specs);
        assert_eq!(tree.below("spec/").count(), 3);
        assert_eq!(tree.paths().next(), Some("pack.toml"));
        assert_eq!(tree.len(), 4);
    }

    #[test]
    fn what_belongs_to_tools_is_left_out() {
        let kept = tree(&[".git/config", "a.luau~", "spec/.a.luau.swp", "#a.luau#", "a.luau"]);
        assert_eq!(kept.paths().collect::<Vec<_>>(), ["a.luau"]);
    }

    #[test]
    fn paths_that_climb_out_are_refused() {
        for path in [
            "",
            "/etc/passwd",
            "../x.luau",
            "a//b",
            "a/./b",
            "a\\b",
            "C:/x",
            "a/../b",
            "a\u{1b}[2J",
            "a\u{202e}b",
        ] {
            check_refused(&[(path, b"x")], &[(codes::BAD_PATH, 0)]);
        }
    }

    #[test]
    fn scripts_and_manifests_must_be_utf8_and_pictures_need_not() {
        let picture = Tree::from_files([("media/icon.png", vec![0x89, b'P', 0xff])]).unwrap();
        assert_eq!(picture.get("media/icon.png"), None);
        assert_eq!(picture.content("media/icon.png").unwrap().bytes(), [0x89, b'P', 0xff]);
        let expected = [(codes::NOT_UTF8, 2), (codes::NOT_UTF8, 1)];
        check_refused(&[("a.luau", b"one\ntw\xff"), ("b.toml", b"\xff")], &expected);
    }

    #[test]
    fn a_script_may_be_as_large_as_the_limit_and_no_larger() {
        let limit = usize::try_from(MAX_SCRIPT_BYTES).unwrap();
        assert!(Tree::from_files([("a.luau", vec![b' '; limit])]).is_ok());
        check_refused(&[("a.luau", &vec![b' '; limit + 1])], &[(codes::FILE_TOO_LARGE, 0)]);
        assert!(Tree::from_files([("notes.md", vec![b' '; limit + 1])]).is_ok());
        let limit = usize::try_from(MAX_MANIFEST_BYTES).unwrap();
        assert!(Tree::from_files([("pack.toml", vec![b' '; limit])]).is_ok());
        check_refused(&[("pack.toml", &vec![b' '; limit + 1])], &[(codes::FILE_TOO_LARGE, 0)]);
    }

    #[test]
    fn a_pack_may_have_as_many_files_as_the_limit_and_no_more() {
        let files = |count: usize| (0..count).map(|number| (format!("f{number}"), ""));
        assert!(Tree::from_files(files(MAX_FILES)).is_ok());
        let problems = Tree::from_files(files(MAX_FILES + 1)).unwrap_err();
        assert_eq!(problems[0].code, codes::TOO_MANY_FILES);
    }

    #[test]
    fn an_edited_tree_differs_in_what_was_edited_and_leaves_the_first_alone() {
        let first = tree(&["a.luau", "b.luau"]);
        let second = first.with("b.luau", "new").unwrap().with("c.luau", "c").unwrap();
        let third = second.without("a.luau").without("missing.luau");
        assert_eq!(third.differences(&first), ["a.luau", "b.luau", "c.luau"]);
        assert_eq!(first.differences(&third), ["a.luau", "b.luau", "c.luau"]);
        assert_eq!(first, tree(&["a.luau", "b.luau"]));
        assert_eq!(first.differences(&first), Vec::<String>::new());
        assert!(first.with(".hidden", "x").is_err());
    }
}
