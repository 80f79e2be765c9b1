//! A feed: a folder of archives with a list of them, on a stick, in a shared folder, anywhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use crate::archive::{ARCHIVE_ENDING, MAX_ARCHIVE_BYTES, unpack};
use crate::codes;
use crate::digest::Digest;
use crate::manifest::{Kind, MAX_REQUIREMENTS, is_id};
use crate::pack::{Pack, Source};
use crate::problem::{Place, Problem};
use crate::regular::read_regular;
use crate::signature;

/// The usual name of the list.
pub const FILE_NAME: &str = "index.toml";
/// Largest list, in bytes (4 MiB).
pub const MAX_FEED_BYTES: u64 = 4 * 1024 * 1024;
/// Most archives of one feed.
const MAX_ENTRIES: usize = 1_000;

/// One archive of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedEntry {
    /// Id of the pack.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// Its title.
    pub title: String,
    /// The word for its kind.
    pub kind: String,
    /// Its licence.
    pub license: String,
    /// The name of the archive, beside the list.
    pub file: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The hash of the archive itself.
    pub sha256: Digest,
    /// The hash of its files.
    pub tree: Digest,
    /// The key it is signed with, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it needs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub needs: BTreeMap<String, VersionReq>,
}

/// The list of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// Its packs, by id and version.
    #[serde(default, rename = "pack", skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<FeedEntry>,
}

impl Feed {
    /// Reads the text of a list.
    ///
    /// # Errors
    /// `H0158` at the first line that is not as a list should be.
    pub fn parse(text: &str) -> Result<Feed, Problem> {
        let feed: Feed = toml::from_str(text).map_err(|error| {
            let place =
                error.span().map_or(Place::WHOLE_FILE, |span| Place::of_offset(text, span.start));
            bad(format!("not a feed: {}", error.message())).at(FILE_NAME, place)
        })?;
        if feed.packs.len() > MAX_ENTRIES {
            return Err(bad(format!("a feed lists at most {MAX_ENTRIES} packs")));
        }
        feed.packs.iter().try_for_each(check)?;
        Ok(feed)
    }

    /// Reads a list from disk.
    ///
    /// # Errors
    /// `H0158` if it cannot be read or understood.
    pub fn read(path: &Path) -> Result<Feed, Problem> {
        let on_disk = |why: String| bad(format!("`{}` cannot be read: {why}", path.display()));
        let bytes = read_regular(path, MAX_FEED_BYTES).map_err(|it| on_disk(it.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| on_disk("it is no text".to_owned()))?;
        Feed::parse(&text)
    }

    /// The text of the list.
    ///
    /// # Errors
    /// `H0158` if a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, Problem> {
        toml::to_string(self).map_err(|error| bad(format!("this has no TOML form: {error}")))
    }

    /// Lists the archives in a folder; the second answer is what is wrong with those left out.
    ///
    /// # Errors
    /// `H0158` if the folder cannot be read.
    pub fn of_folder(folder: &Path) -> Result<(Feed, Vec<Problem>), Problem> {
        let mut feed = Feed::default();
        let mut problems = Vec::new();
        for path in archives(folder)? {
            match entry(&path) {
                Ok(entry) => feed.packs.push(entry),
                Err(problem) => problems.push(problem),
            }
        }
        feed.packs.sort_by(|a, b| (&a.id, &a.version).cmp(&(&b.id, &b.version)));
        problems.extend(feed.doubles());
        Ok((feed, problems))
    }

    /// The versions of a pack, the newest first.
    pub fn versions(&self, id: &str) -> Vec<&FeedEntry> {
        let mut entries: Vec<&FeedEntry> = self.packs.iter().filter(|it| it.id == id).collect();
        entries.sort_by(|a, b| b.version.cmp(&a.version));
        entries
    }

    /// Versions whose content is not what an earlier list says.
    pub fn changed_since(&self, earlier: &Feed) -> Vec<Problem> {
        let same = |a: &FeedEntry, b: &FeedEntry| a.id == b.id && a.version == b.version;
        let was = |it: &FeedEntry| earlier.packs.iter().find(|other| same(other, it)).cloned();
        let changed = self.packs.iter().filter(|it| was(it).is_some_and(|was| was.tree != it.tree));
        changed.map(|it| changed_version(&it.id, &it.version)).collect()
    }

    /// Versions that several archives claim to be.
    fn doubles(&self) -> Vec<Problem> {
        let pairs = self.packs.windows(2).filter_map(|pair| match pair {
            [a, b] if a.id == b.id && a.version == b.version => Some((a, b)),
            _ => None,
        });
        let told = pairs.map(|(a, b)| {
            let message = format!("`{}` and `{}` are one version of `{}`", a.file, b.file, a.id);
            bad(message).hint("keep one of them")
        });
        told.collect()
    }
}

/// The refusal of another content under a version that is known.
pub(crate) fn changed_version(id: &str, version: &Version) -> Problem {
    let message = format!("`{id}` {version} is known with another content");
    Problem::error(codes::CHANGED_VERSION, message)
        .in_pack(id)
        .hint("a version names one content for ever: raise the version of what was changed")
}

fn archives(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let on_disk = |it: std::io::Error| {
        let message = format!("`{}` cannot be read: {it}", folder.display());
        Problem::error(codes::BAD_FEED, message).hint("name a folder of archives, or their list")
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(on_disk)?.flatten() {
        let is_archive = entry.file_name().to_string_lossy().ends_with(ARCHIVE_ENDING);
        if is_archive && !crate::tree::is_ignored(&entry.file_name().to_string_lossy()) {
            found.push(entry.path());
        }
        if found.len() > MAX_ENTRIES {
            return Err(bad(format!("a feed lists at most {MAX_ENTRIES} packs")));
        }
    }
    found.sort();
    Ok(found)
}

fn entry(path: &Path) -> Result<FeedEntry, Problem> {
    let file = crate::tree::folder_name(path);
    let told = |problem: Problem| {
        let message = format!("{file} is left out: {}", problem.message);
        Problem { message, ..problem }
    };
    let first = |problems: Vec<Problem>| {
        told(problems.into_iter().next().unwrap_or_else(|| bad("it is broken")))
    };
    let bytes = read_regular(path, MAX_ARCHIVE_BYTES)
        .map_err(|error| told(bad(format!("it cannot be read: {error}"))))?;
    let pack = Pack::from_archive(&unpack(&bytes).map_err(first)?.tree, Source::Memory);
    let pack = pack.map_err(first)?;
    let signed = signature::verify(path, &bytes, None).map_err(told)?;
    if let Some(signed) = &signed {
        signed.is_of(&pack).map_err(told)?;
    }
    let manifest = &pack.manifest;
    let needs = manifest.needs().map(|(id, range)| (id.to_owned(), range.value.clone()));
    Ok(FeedEntry {
        id: manifest.id.clone(),
        version: manifest.version.clone(),
        title: manifest.title.clone(),
        kind: manifest.kind.word().to_owned(),
        license: manifest.license.clone(),
        bytes: bytes.len() as u64,
        sha256: Digest::of_bytes(&bytes),
        tree: pack.digest,
        key: signed.map(|it| it.key.letters().to_owned()),
        needs: needs.collect(),
        file,
    })
}

/// A list may come from anybody: it names packs as packs are named, and files beside it.
fn check(entry: &FeedEntry) -> Result<(), Problem> {
    let shown = crate::plain::quoted(&entry.id, 60);
    let is_beside = !entry.file.contains('/') && entry.file.ends_with(ARCHIVE_ENDING);
    let why = match entry {
        it if !is_id(&it.id) => "it is no id",
        it if !is_beside || crate::archive::is_portable(&it.file).is_err() => {
            "its file does not lie beside the list"
        }
        it if Kind::ALL.iter().all(|kind| kind.word() != it.kind) => "there is no such kind",
        it if it.needs.len() > 2 * MAX_REQUIREMENTS => "it needs too many packs",
        it if it.bytes > MAX_ARCHIVE_BYTES => "its archive is too large",
        _ => return Ok(()),
    };
    Err(bad(format!("the entry `{shown}` of the feed is not used: {why}")))
}

fn bad(message: impl Into<String>) -> Problem {
    Problem::error(codes::BAD_FEED, message)
        .hint("lists are written by `harena index`, write it anew")
}
