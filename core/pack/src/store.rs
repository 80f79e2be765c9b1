//! Installed packs: every version that was installed, side by side, and the one in use of each.
//!
//! A data folder holds `packs`, where everybody looks for packs, with one version of each; `store`
//! with all of them, for records and locks that ask for exactly one; and a list of what was
//! installed from where.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use crate::archive::check_portable;
use crate::codes;
use crate::digest::Digest;
use crate::feed::changed_version;
use crate::manifest::is_id;
use crate::pack::Pack;
use crate::problem::{Place, Problem};
use crate::regular::read_regular;
use crate::save::write_atomically;
use crate::signature::Key;

/// The list of what is installed.
pub const INSTALLED_FILE: &str = "installed.toml";
/// Largest list of installed packs, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// One installed version of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstalledPack {
    /// Id of the pack.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// Hash of its files.
    pub tree: Digest,
    /// Where it came from, for people.
    pub source: String,
    /// Whether it is the version in use.
    pub in_use: bool,
}

/// A key that a pack is signed with, since it was first installed with a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pin {
    id: String,
    key: String,
}

/// What is installed, as it is written down.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default, rename = "pack", skip_serializing_if = "Vec::is_empty")]
    packs: Vec<InstalledPack>,
    #[serde(default, rename = "key", skip_serializing_if = "Vec::is_empty")]
    keys: Vec<Pin>,
}

/// Where an installed pack comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// Its file or feed, for people.
    pub source: String,
    /// The key it is signed with.
    pub key: Option<Key>,
    /// Whether another key than before, or none, will do.
    pub any_key: bool,
}

/// The installed packs of a data folder.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The store of a data folder; nothing is read or written yet.
    pub fn at(root: impl Into<PathBuf>) -> Store {
        Store { root: root.into() }
    }

    /// The folder of the versions in use, in which everybody looks for packs.
    pub fn packs(&self) -> PathBuf {
        self.root.join("packs")
    }

    fn in_use(&self, id: &str) -> PathBuf {
        self.packs().join(id)
    }

    /// The folder of one version; its last name is that of the pack.
    fn place(&self, id: &str, version: &Version, tree: &Digest) -> PathBuf {
        let digits: String = tree.to_string().chars().take(16).collect();
        self.root.join("store").join(format!("{id}-{version}-{digits}")).join(id)
    }

    /// All installed versions, by id, the newest first.
    ///
    /// # Errors
    /// `H0163` if the list cannot be read.
    pub fn installed(&self) -> Result<Vec<InstalledPack>, Problem> {
        let mut packs = self.list()?.packs;
        packs.sort_by(|a, b| a.id.cmp(&b.id).then(b.version.cmp(&a.version)));
        Ok(packs)
    }

    /// The key that a pack is known to be signed with.
    ///
    /// # Errors
    /// `H0163` if the list cannot be read.
    pub fn key_of(&self, id: &str) -> Result<Option<Key>, Problem> {
        let list = self.list()?;
        Ok(list.keys.iter().find(|pin| pin.id == id).and_then(|pin| Key::parse(&pin.key)))
    }

    /// The installed pack of exactly this content.
    pub fn exact(&self, id: &str, tree: &Digest) -> Option<Arc<Pack>> {
        let list = self.list().ok()?;
        let found = list.packs.iter().find(|it| it.id == id && it.tree == *tree)?;
        self.open(found)
    }

    /// The newest installed version of a pack in a range.
    pub fn version(&self, id: &str, range: &VersionReq) -> Option<Arc<Pack>> {
        let installed = self.installed().ok()?;
        installed
            .iter()
            .find(|it| it.id == id && range.matches(&it.version))
            .and_then(|it| self.open(it))
    }

    /// Reads an installed version, if it still is what was installed.
    fn open(&self, installed: &InstalledPack) -> Option<Arc<Pack>> {
        let InstalledPack { id, version, tree, .. } = installed;
        let pack = Pack::open(&self.place(id, version, tree)).ok()?;
        (pack.digest == *tree).then(|| Arc::new(pack))
    }

    /// Installs a pack and makes it the version in use. What is there is replaced only once all of
    /// the new one is written.
    ///
    /// # Errors
    /// `H0156` if another content is installed under this version; `H0160` if it is not signed with
    /// the key it was signed with before; `H0163` if a folder of somebody's own stands in its place,
    /// or what was installed there was changed; whatever is wrong with its files on other machines.
    pub fn install(&self, pack: &Pack, origin: &Origin) -> Result<(), Vec<Problem>> {
        check_portable(&pack.tree)?;
        self.install_sound(pack, origin).map_err(|problem| vec![problem])
    }

    fn install_sound(&self, pack: &Pack, origin: &Origin) -> Result<(), Problem> {
        let mut list = self.list()?;
        let (id, version) = (pack.id(), &pack.manifest.version);
        let known = list.packs.iter().find(|it| it.id == id && it.version == *version);
        if known.is_some_and(|it| it.tree != pack.digest) {
            return Err(changed_version(id, version));
        }
        list.check_key(id, origin)?;
        self.check_place(id, &list)?;
        let place = self.place(id, version, &pack.digest);
        if !Pack::open(&place).is_ok_and(|there| there.digest == pack.digest) {
            self.write_whole(pack, &place)?;
        }
        self.write_whole(pack, &self.in_use(id))?;
        list.packs.retain(|it| it.id != id || it.version != *version);
        list.packs.iter_mut().filter(|it| it.id == id).for_each(|it| it.in_use = false);
        list.packs.push(InstalledPack {
            id: id.to_owned(),
            version: version.clone(),
            tree: pack.digest,
            source: origin.source.clone(),
            in_use: true,
        });
        if let Some(key) = &origin.key {
            list.keys.retain(|pin| pin.id != id);
            list.keys.push(Pin { id: id.to_owned(), key: key.letters().to_owned() });
        }
        self.write(&mut list)
    }

    /// Removes a version, or all of a pack; of those that stay, the newest is used. Answers what
    /// was removed. The key of the pack stays known.
    ///
    /// # Errors
    /// `H0163` if it is not installed, or was changed since.
    pub fn remove(
        &self,
        id: &str,
        version: Option<&Version>,
    ) -> Result<Vec<InstalledPack>, Problem> {
        let mut list = self.list()?;
        let is_meant = |it: &InstalledPack| it.id == id && version.is_none_or(|v| *v == it.version);
        let removed: Vec<InstalledPack> =
            list.packs.iter().filter(|it| is_meant(it)).cloned().collect();
        if removed.is_empty() {
            let what = version.map_or(String::new(), |version| format!(" {version}"));
            let message = format!("`{}`{what} is not installed", crate::plain::quoted(id, 60));
            return Err(bad(message).hint("`harena list --installed` shows what is"));
        }
        self.check_place(id, &list)?;
        list.packs.retain(|it| !is_meant(it));
        if removed.iter().any(|it| it.in_use) {
            let others = list.packs.iter_mut().filter(|it| it.id == id);
            let next = others.max_by(|a, b| a.version.cmp(&b.version));
            let next = next.map(|it| {
                it.in_use = true;
                it.clone()
            });
            match next.and_then(|it| self.open(&it)) {
                Some(pack) => self.write_whole(&pack, &self.in_use(id))?,
                None => discard(&self.in_use(id))?,
            }
        }
        self.write(&mut list)?;
        for InstalledPack { id, version, tree, .. } in &removed {
            if let Some(place) = self.place(id, version, tree).parent() {
                discard(place)?;
            }
        }
        Ok(removed)
    }

    /// Writes packs where nobody looks for any, to be tried there; they are gone when the answer
    /// is dropped.
    ///
    /// # Errors
    /// `H0163` if the disk refuses.
    pub fn aside(&self, packs: &[&Pack]) -> Result<Aside, Problem> {
        let aside = Aside(self.root.join("store").join(format!(".try-{}", std::process::id())));
        let failed = |error: io::Error| {
            bad(format!("`{}` cannot be written: {error}", aside.path().display()))
        };
        discarded(aside.path()).map_err(failed)?;
        for pack in packs {
            write_new(pack, &aside.path().join(pack.id())).map_err(failed)?;
        }
        Ok(aside)
    }

    /// That nothing of somebody's own stands where a pack is put.
    fn check_place(&self, id: &str, list: &List) -> Result<(), Problem> {
        let place = self.in_use(id);
        if fs::symlink_metadata(&place).is_err() {
            return Ok(());
        }
        let shown = place.display();
        let Some(installed) = list.packs.iter().find(|it| it.id == id && it.in_use) else {
            return Err(bad(format!("`{shown}` was not installed, it is somebody's own"))
                .hint("move it elsewhere, and name that place with --packs"));
        };
        let is_same = Pack::open(&place).is_ok_and(|pack| pack.digest == installed.tree);
        if is_same && !place.is_symlink() {
            return Ok(());
        }
        Err(bad(format!("`{shown}` was changed since it was installed"))
            .hint("move it elsewhere, and name that place with --packs"))
    }

    /// Writes a pack into a folder of its own and puts that in its place.
    fn write_whole(&self, pack: &Pack, place: &Path) -> Result<(), Problem> {
        let failed =
            |error: io::Error| bad(format!("`{}` cannot be written: {error}", place.display()));
        let new =
            self.root.join("store").join(format!(".new-{}-{}", pack.id(), std::process::id()));
        let written = write_new(pack, &new.join(pack.id())).and_then(|()| {
            discarded(place)?;
            place.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::rename(new.join(pack.id()), place)
        });
        let _leftover = fs::remove_dir_all(&new);
        written.map_err(failed)
    }

    fn list(&self) -> Result<List, Problem> {
        let path = self.root.join(INSTALLED_FILE);
        let on_disk = |why: String| bad(format!("`{}` cannot be read: {why}", path.display()));
        let bytes = match read_regular(&path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(List::default()),
            Err(error) => return Err(on_disk(error.to_string())),
        };
        let text = String::from_utf8(bytes).map_err(|_| on_disk("it is no text".to_owned()))?;
        let list: List = toml::from_str(&text).map_err(|error| {
            let place =
                error.span().map_or(Place::WHOLE_FILE, |span| Place::of_offset(&text, span.start));
            on_disk(error.message().to_owned()).at(INSTALLED_FILE, place)
        })?;
        match list.packs.iter().all(|it| is_id(&it.id)) {
            true => Ok(list),
            false => Err(on_disk("it names what is no pack".to_owned())),
        }
    }

    fn write(&self, list: &mut List) -> Result<(), Problem> {
        list.packs.sort_by(|a, b| (&a.id, &a.version).cmp(&(&b.id, &b.version)));
        list.keys.sort_by(|a, b| a.id.cmp(&b.id));
        let path = self.root.join(INSTALLED_FILE);
        let failed = |why: String| bad(format!("`{}` cannot be written: {why}", path.display()));
        let text = toml::to_string(list).map_err(|error| failed(error.to_string()))?;
        let written =
            fs::create_dir_all(&self.root).and_then(|()| write_atomically(&path, text.as_bytes()));
        written.map_err(|error| failed(error.to_string()))
    }
}

/// Packs that are tried before they are installed.
#[derive(Debug)]
pub struct Aside(PathBuf);

impl Aside {
    /// The folder they lie in.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let _leftover = fs::remove_dir_all(&self.0);
    }
}

impl List {
    fn check_key(&self, id: &str, origin: &Origin) -> Result<(), Problem> {
        let Some(pin) = self.keys.iter().find(|pin| pin.id == id) else { return Ok(()) };
        let is_known = origin.key.as_ref().is_some_and(|key| key.letters() == pin.key);
        if is_known || origin.any_key {
            return Ok(());
        }
        let message = match &origin.key {
            Some(key) => {
                format!("`{id}` was signed with key {}, this is signed with {key}", pin.key)
            }
            None => format!("`{id}` was signed with key {}, this is not signed", pin.key),
        };
        Err(Problem::error(codes::OTHER_KEY, message)
            .in_pack(id)
            .hint("ask its author; if the key was really changed, --any-key takes the new one"))
    }
}

fn write_new(pack: &Pack, folder: &Path) -> io::Result<()> {
    for (path, content) in pack.tree.iter() {
        let file = folder.join(path);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&file)?;
        io::Write::write_all(&mut new, content.bytes())?;
    }
    Ok(())
}

/// Removes a folder, if it is there; never what a link leads to.
fn discarded(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(it) if it.is_symlink() => fs::remove_file(folder),
        Ok(_) => {
            // First out of sight, so that nobody reads half of it.
            let away = folder.with_file_name(format!(".old-{}", std::process::id()));
            let _leftover = fs::remove_dir_all(&away);
            fs::rename(folder, &away)?;
            fs::remove_dir_all(&away)
        }
    }
}

fn discard(folder: &Path) -> Result<(), Problem> {
    discarded(folder)
        .map_err(|error| bad(format!("`{}` cannot be removed: {error}", folder.display())))
}

fn bad(message: impl Into<String>) -> Problem {
    Problem::error(codes::BAD_STORE, message).hint("see that the data folder is yours and has room")
}

#[cfg(test)]
mod tests;
