//! Finding packs: those built in, those of a checkout, those installed, those named.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use harena_lab::record::Record;
use harena_pack::{Aside, Library, MANIFEST_FILE, Pack, Problem, Source, did_you_mean};
use harena_script::Host;
use serde_json::{Value, json};

use crate::args::Common;
use crate::built_in;
use crate::failure::Failure;
use crate::out::Out;

mod chosen;

pub use chosen::{exact, tell_sources};

/// Some packs that stand in the place of built-in ones: each as its id and where it is.
fn replaced(packs: &[Arc<Pack>]) -> Vec<Value> {
    packs.iter().map(|pack| json!({ "id": pack.id(), "source": pack.source.to_string() })).collect()
}

/// The same, a sentence each.
pub fn replacements(packs: &[Arc<Pack>]) -> Vec<String> {
    let sentence = |pack: &Arc<Pack>| {
        let Source::Folder(folder) = &pack.source else { return None };
        let (id, folder, kind) = (pack.id(), folder.display(), pack.manifest.kind);
        let own = built_in::library().get(id).map(|own| own.manifest.kind);
        Some(match own.filter(|own| *own != kind) {
            Some(own) => format!("the built-in {own} {id} is replaced by the {kind} in {folder}"),
            None => format!("the built-in {id} is replaced by the pack in {folder}"),
        })
    };
    packs.iter().filter_map(sentence).collect()
}

/// Whether a pack stands in the place of a built-in one and differs from it.
pub fn replaces(pack: &Pack) -> bool {
    differs(pack) && built_in::library().get(pack.id()).is_some()
}

/// Whether a pack is another than those of the program, and is used at all.
pub fn differs(pack: &Pack) -> bool {
    let is_own = |own: &Arc<Pack>| own.digest == pack.digest;
    pack.source != Source::Memory
        && !built_in::library().get(pack.id()).is_some_and(is_own)
        && harena_script::impostor(pack).is_none()
}

/// So many packs are named in one line.
const MOST_NAMED: usize = 8;

/// All packs at hand.
pub struct Catalog {
    /// The packs.
    pub library: Library,
    /// The folders they were read from, for watching.
    pub folders: Vec<PathBuf>,
    /// Those that were let join by name: nothing is played without them.
    joined: Vec<String>,
    /// Packs that lie aside for this once, as long as they are used.
    aside: Vec<Aside>,
}

/// A game to play, and the packs for it.
pub struct Chosen {
    /// Id of the game.
    pub game: String,
    /// Id of the pack that was named: the game itself, or one that extends it.
    pub named: String,
    /// All packs in load order.
    pub packs: Vec<Arc<Pack>>,
    /// Packs that stand in the place of built-in ones: those that are used, and those that took
    /// the name of one that would be.
    pub replaced: Vec<Arc<Pack>>,
    /// What is wrong with packs that extend the game and were left out.
    pub left_out: Vec<Problem>,
}

impl Chosen {
    /// Says which packs are not those one may expect.
    pub fn tell(&self, out: &Out) {
        self.notes().iter().for_each(|sentence| out.note(sentence));
    }

    /// Which packs are not those one may expect: in the place of built-in ones, joined by built-in
    /// ones, left out.
    pub fn notes(&self) -> Vec<String> {
        let left_out = left_out(&self.left_out);
        self.mixture().into_iter().chain(replacements(&self.replaced)).chain(left_out).collect()
    }

    /// The same for programs.
    pub fn as_json(&self) -> Value {
        json!({ "replaced": replaced(&self.replaced), "left_out": self.left_out })
    }

    /// Says so if a game from a folder is joined by built-in packs: they may be made for another
    /// state of it.
    pub fn mixture(&self) -> Option<String> {
        let is_built_in = |pack: &&Arc<Pack>| pack.source == Source::Memory;
        let game = self.packs.iter().find(|pack| pack.id() == self.game)?;
        let Source::Folder(folder) = &game.source else { return None };
        let own = self.packs.iter().filter(|pack| pack.game() == Some(self.game.as_str()));
        let names: Vec<&str> = own.filter(is_built_in).map(|pack| pack.id()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "{} comes from {}; joined by the built-in {} (--only leaves them out)",
                self.game,
                folder.display(),
                names.join(", ")
            )
        })
    }
}

/// A sentence about packs that were left out.
pub fn left_out(problems: &[Problem]) -> Option<String> {
    let first = problems.first()?;
    let mut ids: Vec<&str> = problems.iter().map(|it| it.pack.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let more = match ids.len().checked_sub(MOST_NAMED) {
        Some(n @ 1..) => format!(" and {n} more"),
        Some(0) | None => String::new(),
    };
    ids.truncate(MOST_NAMED);
    let (ids, place, why) = (ids.join(", "), first.location(), &first.message);
    let hint = if first.hint.is_empty() { String::new() } else { format!("; {}", first.hint) };
    Some(format!("left out because they are broken: {ids}{more} ({place}: {why}{hint})"))
}

impl Catalog {
    /// Reads all packs at hand. Those named on the command line come before installed ones,
    /// those before a checkout the command runs in, and that before built-in ones. With `--only`
    /// there are just those named.
    ///
    /// # Errors
    /// A folder named with `--packs` is not there.
    pub fn open(common: &Common) -> Result<Catalog, Failure> {
        all_there(&common.packs)?;
        if common.only {
            let library = Library::open(&common.packs);
            let folders = common.packs.clone();
            let mut catalog = Catalog { library, folders, joined: Vec::new(), aside: Vec::new() };
            catalog.join(&common.with)?;
            return Ok(catalog);
        }
        let here = std::env::current_dir().unwrap_or_default();
        let mut folders = checkout_around(&here);
        let installed = data_dir(common).map(|data| data.join("packs"));
        folders.extend(installed.filter(|folder| folder.is_dir()));
        folders.extend(common.packs.iter().cloned());
        let mut catalog = Catalog::of(&folders);
        chosen::versions(&mut catalog.library, common)?;
        catalog.join(&common.with)?;
        Ok(catalog)
    }

    /// Reads the built-in packs and those below some folders; later folders come first.
    pub fn of(folders: &[PathBuf]) -> Catalog {
        let mut library = built_in::library();
        for folder in folders {
            library = library.overlaid_with(Library::open(&[folder]));
        }
        Catalog { library, folders: folders.to_vec(), joined: Vec::new(), aside: Vec::new() }
    }

    /// Lets packs join, by their names or folders.
    fn join(&mut self, words: &[String]) -> Result<(), Failure> {
        for word in words {
            let id = match self.is_path(word) {
                true => self.add_pack(Path::new(word))?,
                false => word.clone(),
            };
            let pack = self.library.get(&id).ok_or_else(|| self.unknown(&id))?;
            if !pack.joins_where_named() {
                let kind = pack.manifest.kind;
                let sentence = format!("`{id}` is a {kind}: only variants and guests are let join");
                return Err(Failure::usage(sentence));
            }
            self.library.invite(&id);
            self.joined.push(id);
        }
        Ok(())
    }

    /// Adds the packs at or below a folder; they replace others of their name.
    pub fn add(&mut self, folder: &Path) {
        let library = std::mem::take(&mut self.library);
        self.library = library.overlaid_with(Library::open(&[folder]));
        self.folders.push(folder.to_owned());
    }

    /// Keeps packs that lie aside as long as the catalog is there.
    pub fn keep(&mut self, aside: Aside) {
        self.aside.push(aside);
    }

    /// The game meant by a name or by the folder of a pack, with its packs loaded.
    ///
    /// # Errors
    /// There is no such game, or its packs do not load.
    pub fn load(&mut self, wanted: &str) -> Result<(Chosen, Host), Failure> {
        let named = match self.is_path(wanted) {
            true => self.add_pack(Path::new(wanted))?,
            false => wanted.to_owned(),
        };
        self.load_named(&named)
    }

    /// The game of a record, with the packs it was played with as far as they are at hand. By its
    /// id and never as a path: a record may come from anybody.
    ///
    /// # Errors
    /// As for [`Catalog::load_named`].
    pub fn load_recorded(&mut self, record: &Record) -> Result<(Chosen, Host), Failure> {
        record.header.packs.iter().for_each(|pack| self.library.invite(&pack.id));
        self.load_named(&record.header.game)
    }

    /// The game of a pack at hand, by its id and never by a path, with its packs loaded.
    ///
    /// # Errors
    /// There is no such pack, or its packs or those that were let join do not load.
    pub fn load_named(&self, named: &str) -> Result<(Chosen, Host), Failure> {
        let pack = self.library.get(named).ok_or_else(|| self.unknown(named))?;
        let game = pack.game().ok_or_else(|| {
            let kind = pack.manifest.kind;
            Failure::usage(format!("`{named}` is a {kind} and belongs to no game"))
        })?;
        let loaded = harena_script::load(&self.library, &[game, named]);
        let loaded = loaded.map_err(|problems| self.broken(problems))?;
        let (packs, mut left_out) = (loaded.packs, loaded.left_out);
        let is_asked_for = |it: &&Problem| self.joined.contains(&it.pack);
        let asked_for: Vec<Problem> = left_out.iter().filter(is_asked_for).cloned().collect();
        if !asked_for.is_empty() {
            return Err(self.broken(asked_for));
        }
        left_out.extend(self.impostors());
        let replaced = self.replacing(&[game], &packs);
        let (game, named) = (game.to_owned(), named.to_owned());
        Ok((Chosen { game, named, packs, replaced, left_out }, loaded.host))
    }

    /// The packs at hand that stand in the place of built-in ones, as far as they are among some
    /// packs, or have the name of one that some games would be played with.
    pub fn replacing(&self, games: &[&str], packs: &[Arc<Pack>]) -> Vec<Arc<Pack>> {
        let built_in = built_in::library();
        let known = |game: &&str| harena_script::assemble(&built_in, &[*game]).ok();
        let usual: Vec<Arc<Pack>> = games.iter().filter_map(known).flatten().collect();
        let is_met = |id: &str| packs.iter().chain(&usual).any(|it| it.id() == id);
        let all = self.library.packs().into_iter();
        all.filter(|pack| replaces(pack) && is_met(pack.id())).cloned().collect()
    }

    /// What is wrong with packs that call themselves as the library of the program does.
    pub fn impostors(&self) -> Vec<Problem> {
        self.library.packs().into_iter().filter_map(|pack| harena_script::impostor(pack)).collect()
    }

    /// A failure to load packs, with the texts to show it by.
    pub fn broken(&self, problems: Vec<Problem>) -> Failure {
        Failure::Packs(problems, Box::new(self.library.clone()))
    }

    fn is_path(&self, wanted: &str) -> bool {
        wanted.contains(['/', '\\', '.'])
            || (self.library.get(wanted).is_none()
                && Path::new(wanted).join(MANIFEST_FILE).is_file())
    }

    /// Adds the pack in a folder; answers its id.
    ///
    /// # Errors
    /// The folder holds no pack, or a broken one.
    pub fn add_pack(&mut self, folder: &Path) -> Result<String, Failure> {
        if !folder.join(MANIFEST_FILE).is_file() {
            let sentence =
                format!("there is no pack in `{}` (no {MANIFEST_FILE})", folder.display());
            return Err(Failure::usage(sentence));
        }
        let pack = Pack::open(folder).map_err(|problems| self.broken(problems))?;
        self.add(folder);
        Ok(pack.id().to_owned())
    }

    fn unknown(&self, wanted: &str) -> Failure {
        let games = self.library.games();
        let broken: Vec<_> =
            self.library.problems().iter().filter(|it| it.pack == wanted).cloned().collect();
        if !broken.is_empty() {
            return self.broken(broken);
        }
        let packs = self.library.packs();
        let hint = did_you_mean(wanted, packs.iter().map(|pack| pack.id()));
        let mut text = format!("there is no game `{wanted}`{hint}\nGames at hand:");
        for game in games {
            text += &format!("\n  {:<18} {}", game.id(), game.manifest.title);
        }
        Failure::Usage(text + "\nA folder that holds a pack will do as well.")
    }
}

/// Refuses folders named on the command line that are not there.
///
/// # Errors
/// `H0120` for each that is no folder.
pub fn all_there(folders: &[PathBuf]) -> Result<(), Failure> {
    let missing: Vec<&PathBuf> = folders.iter().filter(|it| !it.is_dir()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let library = Library::open(&missing);
    Err(Failure::Packs(library.problems().to_vec(), Box::new(library)))
}

/// The packs at or below a path.
///
/// # Errors
/// There are none, not even broken ones.
pub fn at_or_below(path: &Path) -> Result<Library, Failure> {
    let found = Library::open(&[path]);
    if found.packs().is_empty() && found.problems().is_empty() {
        let sentence = format!("there is no pack at or below `{}`", path.display());
        return Err(Failure::usage(sentence));
    }
    Ok(found)
}

/// The pack folders of the checkout that a folder belongs to.
fn checkout_around(folder: &Path) -> Vec<PathBuf> {
    let is_root = |it: &&Path| it.join("scripts/harena").join(MANIFEST_FILE).is_file();
    let Some(root) = folder.ancestors().find(is_root) else { return Vec::new() };
    ["scripts", "factions"]
        .map(|name| root.join(name))
        .into_iter()
        .filter(|it| it.is_dir())
        .collect()
}

/// Where installed packs and saved matches live, unless there is no home at all.
pub fn data_dir(common: &Common) -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let home = || from("HOME").or_else(|| from("USERPROFILE"));
    common
        .data_dir
        .clone()
        .or_else(|| from("HARENA_DATA"))
        .or_else(|| from("XDG_DATA_HOME").map(|it| it.join("harena")))
        .or_else(|| home().map(|it| it.join(".local/share/harena")))
}
