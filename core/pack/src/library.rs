//! All packs at hand, found on disk or built in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::codes;
use crate::manifest::{self, Kind};
use crate::pack::{Pack, Source};
use crate::problem::{Problem, first_few};
use crate::tree::{Tree, folder_name, is_ignored};
use crate::watch::Change;
use crate::words::natural_order;

/// How many folders below a root packs are looked for.
pub const MAX_DEPTH: usize = 4;
/// Most packs that are read below one root.
pub const MAX_PACKS: usize = 1_000;
/// Most folders that are searched for packs below one root.
pub const MAX_FOLDERS: usize = 20_000;
/// Most bytes of files that one library reads from disk (512 MiB).
pub const MAX_LIBRARY_BYTES: u64 = 512 * 1024 * 1024;

/// Packs by id, with the problems of those that could not be read.
///
/// A broken pack is left out and its problems are kept; the others are usable.
#[derive(Debug, Clone, Default)]
pub struct Library {
    packs: BTreeMap<String, Arc<Pack>>,
    problems: Vec<Problem>,
    invited: BTreeSet<String>,
}

impl Library {
    /// Reads every pack below some folders; a root may also be a pack itself. Of two packs with
    /// one id the first stays. Nothing inside a pack, hidden or called `target` is searched, nor
    /// what a link to a folder leads to, unless that is itself a pack.
    ///
    /// ```no_run
    /// let library = harena_pack::Library::open(&["scripts", "factions"]);
    /// for problem in library.problems() {
    ///     eprintln!("{problem}");
    /// }
    /// ```
    pub fn open(roots: &[impl AsRef<Path>]) -> Library {
        let mut library = Library::default();
        let mut bytes = 0;
        for root in roots {
            let root = root.as_ref();
            match pack_folders(root) {
                Ok(found) => {
                    library.problems.extend(found.problems);
                    library.read(root, &found.folders, &mut bytes);
                }
                Err(problem) => library.problems.push(problem),
            }
        }
        library.problems.sort();
        library
    }

    /// Packs held in memory, each with the name of its folder: those built into the application,
    /// or those of a test.
    pub fn from_trees<N: AsRef<str>>(trees: impl IntoIterator<Item = (N, Tree)>) -> Library {
        let mut library = Library::default();
        for (name, tree) in trees {
            let pack = Pack::from_tree(name.as_ref(), tree, Source::Memory);
            library.add(Path::new(name.as_ref()), pack);
        }
        library.problems.sort();
        library
    }

    /// This library with another laid over it: where both have a pack, the other's counts.
    #[must_use]
    pub fn overlaid_with(mut self, other: Library) -> Library {
        self.packs.extend(other.packs);
        self.problems.extend(other.problems);
        self.problems.sort();
        self.invited.extend(other.invited);
        self
    }

    /// This library with one pack in the place of another of its name, if there was one.
    #[must_use]
    pub fn with_pack(mut self, pack: Arc<Pack>) -> Library {
        self.packs.insert(pack.id().to_owned(), pack);
        self
    }

    /// Lets a guest or a variant join its games from now on; nothing happens to packs that are none.
    pub fn invite(&mut self, id: &str) {
        if self.get(id).is_some_and(|pack| pack.joins_where_named()) {
            self.invited.insert(id.to_owned());
        }
    }

    /// Lets a guest or a variant join no game any more until it is invited again.
    pub fn dismiss(&mut self, id: &str) {
        self.invited.remove(id);
    }

    /// The guests that would extend a game if they were named, by id in natural order.
    pub fn guests_of(&self, game: &str) -> Vec<&Arc<Pack>> {
        let mut packs = self.packs();
        let is_guest = |pack: &Pack| pack.manifest.guest && !self.joins(pack);
        packs.retain(|pack| pack.manifest.games.contains_key(game) && is_guest(pack));
        packs
    }

    /// The variants of a game that were invited, by id in natural order.
    pub fn invited_variants(&self, game: &str) -> Vec<&Arc<Pack>> {
        self.extending(game, Kind::Variant)
    }

    /// The variants of a game, by id in natural order; they join where they are named.
    pub fn variants_of(&self, game: &str) -> Vec<&Arc<Pack>> {
        let mut packs = self.packs();
        let is_variant = |it: &Pack| it.manifest.kind == Kind::Variant;
        packs.retain(|pack| is_variant(pack) && pack.manifest.games.contains_key(game));
        packs
    }

    fn joins(&self, pack: &Pack) -> bool {
        !pack.joins_where_named() || self.invited.contains(pack.id())
    }

    /// The pack of this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Pack>> {
        self.packs.get(id)
    }

    /// The pack of this id, if it is a game.
    pub fn game(&self, id: &str) -> Option<&Arc<Pack>> {
        self.get(id).filter(|pack| pack.manifest.kind == Kind::Game)
    }

    /// All packs, by id in natural order.
    pub fn packs(&self) -> Vec<&Arc<Pack>> {
        let mut packs: Vec<&Arc<Pack>> = self.packs.values().collect();
        packs.sort_by(|a, b| natural_order(a.id(), b.id()));
        packs
    }

    /// All games, by id in natural order.
    pub fn games(&self) -> Vec<&Arc<Pack>> {
        let mut games = self.packs();
        games.retain(|pack| pack.manifest.kind == Kind::Game);
        games
    }

    /// The factions that extend a game, by id in natural order.
    pub fn factions_of(&self, game: &str) -> Vec<&Arc<Pack>> {
        self.extending(game, Kind::Faction)
    }

    /// The content that extends a game, by id in natural order.
    pub fn contents_of(&self, game: &str) -> Vec<&Arc<Pack>> {
        self.extending(game, Kind::Content)
    }

    fn extending(&self, game: &str, kind: Kind) -> Vec<&Arc<Pack>> {
        let mut packs = self.packs();
        packs.retain(|pack| pack.manifest.kind == kind && pack.manifest.games.contains_key(game));
        packs.retain(|pack| self.joins(pack));
        packs
    }

    /// What is wrong with packs that were found but cannot be used, in reading order.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Takes in a change that a watcher reported. A readable pack replaces its former version;
    /// a broken one leaves the last good version where it is, and its problems in
    /// [`Library::problems`].
    ///
    /// # Errors
    /// The problems of the changed pack, or `H0130` if its id belongs to a pack elsewhere on disk.
    pub fn accept(&mut self, change: &Change) -> Result<Arc<Pack>, Vec<Problem>> {
        self.problems.retain(|problem| problem.pack != change.pack);
        let pack = change
            .tree
            .clone()
            .and_then(|tree| Pack::from_tree(&change.pack, tree, change.source.clone()))
            .and_then(|pack| match self.rival_of(&pack) {
                Some(problem) => Err(vec![problem]),
                None => Ok(Arc::new(pack)),
            });
        match &pack {
            Ok(pack) => {
                self.packs.insert(pack.id().to_owned(), Arc::clone(pack));
            }
            Err(problems) => self.problems.extend(problems.iter().cloned()),
        }
        self.problems.sort();
        pack
    }

    /// Reads the packs of some folders, as long as all their files together are not too many.
    fn read(&mut self, root: &Path, folders: &[PathBuf], bytes: &mut u64) {
        for folder in folders {
            let pack = Pack::open(folder);
            let size = pack.as_ref().map_or(0, |pack| pack.tree.n_bytes());
            *bytes = bytes.saturating_add(size);
            if *bytes > MAX_LIBRARY_BYTES {
                let limit = MAX_LIBRARY_BYTES / (1024 * 1024);
                let message = format!("all packs together have more than {limit} MiB of files");
                return self.problems.push(too_many(root, message));
            }
            self.add(folder, pack);
        }
    }

    fn add(&mut self, folder: &Path, pack: Result<Pack, Vec<Problem>>) {
        match pack {
            Err(problems) => self.problems.extend(problems),
            Ok(pack) => match self.packs.get(pack.id()) {
                Some(first) => self.problems.push(duplicate(&pack, &first.source, folder)),
                None => {
                    self.packs.insert(pack.id().to_owned(), Arc::new(pack));
                }
            },
        }
    }

    /// The problem of a pack whose id is taken by another folder. A built-in pack gives way.
    fn rival_of(&self, pack: &Pack) -> Option<Problem> {
        let first = self.packs.get(pack.id())?;
        match (&first.source, &pack.source) {
            (Source::Folder(there), Source::Folder(here)) if there != here => {
                Some(duplicate(pack, &first.source, here))
            }
            (Source::Folder(_) | Source::Memory, _) => None,
        }
    }
}

fn duplicate(pack: &Pack, first: &Source, second: &Path) -> Problem {
    let message = format!("two packs are called `{}`", pack.id());
    let hint = format!("keep one of {first} and {}", second.display());
    Problem::error(codes::DUPLICATE_PACK, message).in_pack(pack.id()).hint(hint)
}

fn too_many(root: &Path, message: String) -> Problem {
    Problem::error(codes::TOO_MANY_PACKS, message)
        .in_pack(folder_name(root))
        .hint("name a folder nearer to the packs; those found first are used")
}

fn unreadable(folder: &Path, error: &io::Error) -> Problem {
    let message = format!("the folder `{}` cannot be read: {error}", folder.display());
    Problem::error(codes::UNREADABLE, message)
        .in_pack(folder_name(folder))
        .hint("check that it exists and that you may read it")
}

/// What a search for packs found.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// The folders that have a `pack.toml`, sorted, with links resolved.
    pub folders: Vec<PathBuf>,
    /// Folders that could not be looked into, and that there were too many.
    pub problems: Vec<Problem>,
    n_searched: usize,
    limits: Limits,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
struct Limits {
    packs: usize,
    folders: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { packs: MAX_PACKS, folders: MAX_FOLDERS }
    }
}

/// Looks for packs at or below a root, at each folder once.
///
/// # Errors
/// `H0120` if the root cannot be read.
pub(crate) fn pack_folders(root: &Path) -> Result<Search, Problem> {
    search(root, Limits::default())
}

fn search(root: &Path, limits: Limits) -> Result<Search, Problem> {
    let place = root.canonicalize().map_err(|error| unreadable(root, &error))?;
    fs::read_dir(&place).map_err(|error| unreadable(root, &error))?;
    let mut search = Search { limits, ..Search::default() };
    let mut level = vec![place];
    for depth in 0..=MAX_DEPTH {
        let mut next = Vec::new();
        for folder in level {
            match has_manifest(&folder) {
                Ok(true) => search.folders.push(folder),
                Ok(false) if depth < MAX_DEPTH => search.look_into(&folder, &mut next),
                Ok(false) => {}
                Err(error) => search.problems.push(unreadable(&folder, &error)),
            }
        }
        level = next;
    }
    search.finish(root);
    Ok(search)
}

impl Search {
    /// Notes the folders in a folder, and the packs that links in it lead to.
    fn look_into(&mut self, folder: &Path, next: &mut Vec<PathBuf>) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.problems.push(unreadable(folder, &error)),
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name == "target" || is_ignored(&name) || self.n_searched > self.limits.folders {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    self.n_searched += 1;
                    next.push(entry.path());
                }
                Ok(kind) if kind.is_symlink() => self.folders.extend(linked_pack(&entry.path())),
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn finish(&mut self, root: &Path) {
        self.folders.sort();
        self.folders.dedup();
        let Limits { packs, folders } = self.limits;
        if self.n_searched > folders {
            let message = format!("there are more than {folders} folders to search for packs");
            self.problems.push(too_many(root, message));
        }
        if self.folders.len() > packs {
            self.folders.truncate(packs);
            self.problems.push(too_many(root, format!("there are more than {packs} packs")));
        }
        self.problems = first_few(std::mem::take(&mut self.problems));
    }
}

/// Whether something called `pack.toml` is in a folder, be it what it may: a pack that cannot be
/// read is told, not passed over.
fn has_manifest(folder: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(folder.join(manifest::FILE_NAME)) {
        Ok(metadata) => Ok(!metadata.is_dir()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error),
        Err(_) => Ok(false),
    }
}

/// The pack that a link leads to, if it leads to one. Nothing is searched behind a link: links may
/// lead round in circles, and out to whole disks.
fn linked_pack(link: &Path) -> Option<PathBuf> {
    let folder = link.canonicalize().ok().filter(|it| it.is_dir())?;
    has_manifest(&folder).is_ok_and(|is_pack| is_pack).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::test_folder::TestFolder;

    fn manifest(id: &str, kind: &str, more: &str) -> String {
        format!(
            "schema = 1\n[pack]\nid = \"{id}\"\nversion = \"1.0.0\"\ntitle = \"T\"\n\
             kind = \"{kind}\"\napi = 1\n{more}"
        )
    }

    /// A house like the real one: two games, their factions, a library.
    fn house() -> TestFolder {
        let folder = TestFolder::new("library");
        let pack = |path: &str, id: &str, kind: &str, more: &str| {
            folder.write(&format!("{path}/pack.toml"), manifest(id, kind, more));
            folder.write(&format!("{path}/{kind}.luau"), "return {}");
        };
        pack("scripts/harena", "harena", "library", "");
        pack("scripts/arena", "arena", "game", "");
        pack("scripts/towers", "towers", "game", "");
        let games = "[games]\narena = \"^1\"\n";
        pack("factions/arena/box_10", "box_10", "faction", games);
        pack("factions/arena/box_2", "box_2", "faction", games);
        pack("factions/arena/maps", "maps", "content", games);
        pack("factions/towers/dwarves", "dwarves", "faction", "[games]\ntowers = \"^1\"\n");
        folder
    }

    fn ids(packs: Vec<&Arc<Pack>>) -> Vec<&str> {
        packs.into_iter().map(|pack| pack.id()).collect()
    }

    fn codes_of(library: &Library) -> Vec<(&str, Code)> {
        library.problems().iter().map(|it| (it.pack.as_str(), it.code)).collect()
    }

    fn change(pack: &str, source: Source, files: &[(&str, &str)]) -> Change {
        let tree = Tree::from_files(files.iter().map(|(path, text)| (*path, *text)));
        Change { pack: pack.to_owned(), source, paths: Vec::new(), tree }
    }

    #[test]
    fn packs_are_found_by_folder_and_listed_in_natural_order() {
        let folder = house();
        let library = Library::open(&[folder.join("scripts"), folder.join("factions")]);
        assert_eq!(codes_of(&library), []);
        let all = ["arena", "box_2", "box_10", "dwarves", "harena", "maps", "towers"];
        assert_eq!(ids(library.packs()), all);
        assert_eq!(ids(library.games()), ["arena", "towers"]);
        assert_eq!(ids(library.factions_of("arena")), ["box_2", "box_10"]);
        assert_eq!(ids(library.contents_of("arena")), ["maps"]);
        assert!(library.game("arena").is_some() && library.game("box_2").is_none());
    }

    #[test]
    fn guests_join_where_they_are_named() {
        let folder = house();
        let guest = manifest("box_3", "faction", "[games]\narena = \"*\"\n").replacen(
            "[pack]",
            "[pack]\nguest = true",
            1,
        );
        folder.write("factions/arena/box_3/pack.toml", guest);
        folder.write("factions/arena/box_3/faction.luau", "return {}");
        let mut library = Library::open(&[folder.path()]);
        assert_eq!(ids(library.factions_of("arena")), ["box_2", "box_10"]);
        assert_eq!(ids(library.guests_of("arena")), ["box_3"]);
        ["box_3", "nobody"].into_iter().for_each(|id| library.invite(id));
        assert_eq!(ids(library.factions_of("arena")), ["box_2", "box_3", "box_10"]);
        assert!(library.guests_of("arena").is_empty());
        library.dismiss("box_3");
        assert_eq!(ids(library.guests_of("arena")), ["box_3"]);
        library.invite("box_3");
    }

    #[test]
    fn a_root_may_be_a_pack_and_depth_has_a_limit() {
        let folder = house();
        let one = Library::open(&[folder.join("factions/arena/box_2")]);
        assert_eq!(ids(one.packs()), ["box_2"]);
        folder.write("a/b/c/deep/pack.toml", manifest("deep", "library", ""));
        folder.write("a/b/c/d/deeper/pack.toml", manifest("deeper", "library", ""));
        folder.write("scripts/arena/inner/pack.toml", manifest("inner", "library", ""));
        folder.write("target/hidden/pack.toml", manifest("hidden", "library", ""));
        let library = Library::open(&[folder.path()]);
        assert!(library.get("deep").is_some());
        for absent in ["deeper", "inner", "hidden"] {
            assert!(library.get(absent).is_none(), "{absent}");
        }
    }

    #[test]
    fn a_broken_pack_is_reported_and_the_others_stay_usable() {
        let folder = house();
        folder.write("scripts/towers/pack.toml", "schema = ");
        folder.write("more/arena/pack.toml", manifest("arena", "library", ""));
        let roots = [folder.join("scripts"), folder.join("more"), folder.join("absent")];
        let library = Library::open(&roots);
        let expected = [
            ("absent", codes::UNREADABLE),
            ("arena", codes::DUPLICATE_PACK),
            ("towers", codes::NOT_TOML),
        ];
        assert_eq!(codes_of(&library), expected);
        assert_eq!(library.get("arena").unwrap().manifest.kind, Kind::Game);
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_round_are_searched_once_and_links_to_packs_count() {
        use std::os::unix::fs::symlink;
        let folder = house();
        for number in 0..40 {
            symlink(".", folder.join(&format!("link_{number}"))).unwrap();
            symlink(folder.path(), folder.join(&format!("scripts/up_{number}"))).unwrap();
        }
        symlink(folder.join("loop"), folder.join("loop")).unwrap();
        symlink("/", folder.join("disk")).unwrap();
        let elsewhere = TestFolder::new("elsewhere");
        elsewhere.write("far/pack.toml", manifest("far", "library", ""));
        elsewhere.write("farther/inner/pack.toml", manifest("inner", "library", ""));
        symlink(elsewhere.join("far"), folder.join("near")).unwrap();
        symlink(elsewhere.join("farther"), folder.join("nearer")).unwrap();
        let library = Library::open(&[folder.path()]);
        assert_eq!(codes_of(&library), []);
        assert_eq!(library.packs().len(), 8);
        assert!(library.get("far").is_some() && library.get("inner").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_pack_whose_manifest_is_no_file_is_told() {
        let folder = house();
        fs::create_dir(folder.join("pipe")).unwrap();
        folder.pipe("pipe/pack.toml");
        fs::create_dir(folder.join("dangling")).unwrap();
        std::os::unix::fs::symlink("absent", folder.join("dangling/pack.toml")).unwrap();
        let library = Library::open(&[folder.path()]);
        let expected = [("dangling", codes::BAD_LINK), ("pipe", codes::NO_FILE)];
        assert_eq!(codes_of(&library), expected);
        assert_eq!(library.packs().len(), 7);
    }

    #[test]
    fn packs_and_folders_by_the_thousand_are_bounded() {
        let folder = TestFolder::new("library");
        for number in 0..8 {
            folder.write(&format!("pack_{number}/pack.toml"), "");
            fs::create_dir(folder.join(&format!("folder_{number}"))).unwrap();
        }
        let check = |limits: Limits, n_found: usize, expected: &[&str]| {
            let found = search(folder.path(), limits).unwrap();
            let messages: Vec<&str> = found.problems.iter().map(|it| &*it.message).collect();
            assert_eq!((found.folders.len(), messages.as_slice()), (n_found, expected));
        };
        check(Limits { packs: 8, folders: 16 }, 8, &[]);
        check(Limits { packs: 7, folders: 16 }, 7, &["there are more than 7 packs"]);
        let found = search(folder.path(), Limits { packs: 8, folders: 15 }).unwrap();
        assert_eq!(found.problems[0].code, codes::TOO_MANY_PACKS);
    }

    #[test]
    fn packs_on_disk_lie_over_those_built_in() {
        let folder = house();
        let arena = manifest("arena", "game", "");
        let files = [("pack.toml", arena.as_str()), ("game.luau", "return {}")];
        let built_in = Library::from_trees([("arena", Tree::from_files(files).unwrap())]);
        assert_eq!(built_in.get("arena").unwrap().source, Source::Memory);
        let both = built_in.overlaid_with(Library::open(&[folder.join("scripts")]));
        let expected = Source::Folder(folder.join("scripts/arena"));
        assert_eq!(both.get("arena").unwrap().source, expected);
    }

    #[test]
    fn a_change_is_taken_in_and_a_broken_one_keeps_the_last_good_version() {
        let folder = house();
        let mut library = Library::open(&[folder.join("scripts")]);
        let here = Source::Folder(folder.join("scripts/arena"));
        let text = manifest("arena", "game", "");
        let good = [("pack.toml", text.as_str()), ("game.luau", "return { 2 }")];
        let pack = library.accept(&change("arena", here.clone(), &good)).unwrap();
        assert_eq!(pack.tree.get("game.luau"), Some("return { 2 }"));

        let broken = change("arena", here, &[("pack.toml", "schema =")]);
        assert_eq!(library.accept(&broken).unwrap_err()[0].code, codes::NOT_TOML);
        assert_eq!(codes_of(&library), [("arena", codes::NOT_TOML)]);
        assert_eq!(library.get("arena").unwrap(), &pack);

        let elsewhere = Source::Folder(folder.join("more/arena"));
        let rival = library.accept(&change("arena", elsewhere, &good)).unwrap_err();
        assert_eq!(rival[0].code, codes::DUPLICATE_PACK);
    }
}
