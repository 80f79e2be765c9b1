//! Where packs come from: a file, a folder, a feed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use harena_pack::{
    Candidate, Digest, FEED_FILE, Feed, FeedEntry, Key, MANIFEST_FILE, MAX_ARCHIVE_BYTES, Pack,
    Problem, Source, Version, VersionReq, Wish, codes, read_regular, solve, unpack, verify,
};

use super::one;
use crate::catalog::Catalog;
use crate::failure::Failure;

/// A pack that was read, and not yet believed.
pub(crate) struct Fetched {
    pub pack: Arc<Pack>,
    /// Where it came from, for people.
    pub source: String,
    /// The key it is signed with.
    pub key: Option<Key>,
    /// What to know of how it was read.
    pub notes: Vec<String>,
}

/// What is wanted of a feed, and the key it must be signed with.
pub(crate) struct Wanted<'a> {
    pub packs: &'a [String],
    pub key: Option<&'a Key>,
}

/// Reads packs from a file, a folder or a feed.
///
/// # Errors
/// Nothing is there, or whatever is wrong with it.
pub(crate) fn fetch(
    from: &Path,
    wanted: &Wanted,
    catalog: &Catalog,
) -> Result<Vec<Fetched>, Failure> {
    if !from.exists() {
        let there = from.display();
        return Err(Failure::usage(format!(
            "there is no `{there}`: name a file, a folder or a feed"
        )));
    }
    if from.join(MANIFEST_FILE).is_file() {
        no_names(wanted)?;
        return Ok(vec![folder(from, wanted)?]);
    }
    if from.is_file() && from.extension().is_none_or(|it| it != "toml") {
        no_names(wanted)?;
        return Ok(vec![file(from, wanted.key)?]);
    }
    fetch_from_feed(&feed_at(from)?, wanted, catalog)
}

fn no_names(wanted: &Wanted) -> Result<(), Failure> {
    match wanted.packs.is_empty() {
        true => Ok(()),
        false => Err(Failure::usage("packs are named only where a feed is")),
    }
}

/// A feed and the folder it lies in.
///
/// # Errors
/// It is none.
pub(crate) fn feed_at(from: &Path) -> Result<(Feed, PathBuf), Failure> {
    if from.is_file() {
        let folder = from.parent().unwrap_or(Path::new("")).to_owned();
        return Ok((Feed::read(from).map_err(one)?, folder));
    }
    let list = from.join(FEED_FILE);
    let feed = match list.exists() {
        true => Feed::read(&list).map_err(one)?,
        false => Feed::of_folder(from).map_err(one)?.0,
    };
    match feed.packs.is_empty() {
        false => Ok((feed, from.to_owned())),
        true => Err(Failure::usage(format!("there is no pack in `{}`", from.display()))),
    }
}

fn folder(from: &Path, wanted: &Wanted) -> Result<Fetched, Failure> {
    if wanted.key.is_some() {
        return Err(Failure::usage("a folder has no signature, only the file of a pack has"));
    }
    let pack = Pack::open(from).map_err(|it| Failure::Packs(it, Box::default()))?;
    let source = format!("folder {}", pack.id());
    Ok(Fetched { pack: Arc::new(pack), source, key: None, notes: Vec::new() })
}

/// Reads an archive and its signature.
fn file(path: &Path, key: Option<&Key>) -> Result<Fetched, Failure> {
    let bytes = read_regular(path, MAX_ARCHIVE_BYTES)
        .map_err(|error| Failure::disk("read", path, &error))?;
    let broken = |it: Vec<Problem>| Failure::Packs(it, Box::default());
    let unpacked = unpack(&bytes).map_err(broken)?;
    let pack = Pack::from_archive(&unpacked.tree, Source::Memory).map_err(broken)?;
    let signed = verify(path, &bytes, key).map_err(one)?;
    if let Some(signed) = &signed {
        signed.is_of(&pack).map_err(one)?;
    }
    if key.is_some() && signed.is_none() {
        let message = format!("`{}` has no signature beside it", path.display());
        return Err(one(Problem::error(codes::BAD_SIGNATURE, message)));
    }
    let note = |it: String| format!("everything lies in the folder `{it}`, which is left out");
    Ok(Fetched {
        source: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        key: signed.map(|it| it.key),
        notes: unpacked.folder.map(note).into_iter().collect(),
        pack: Arc::new(pack),
    })
}

/// Reads what is wanted of a feed, and what that needs and is not at hand.
///
/// # Errors
/// Versions that do not fit together, or files that are not what the feed says.
pub(crate) fn fetch_from_feed(
    (feed, folder): &(Feed, PathBuf),
    wanted: &Wanted,
    catalog: &Catalog,
) -> Result<Vec<Fetched>, Failure> {
    let mut wishes = Vec::new();
    for word in wanted.packs {
        wishes.push(wish(word)?);
    }
    if wishes.is_empty() {
        let mut ids: Vec<&String> = feed.packs.iter().map(|it| &it.id).collect();
        ids.dedup();
        wishes.extend(ids.into_iter().map(|id| Wish { id: id.clone(), range: VersionReq::STAR }));
    }
    let listed = feed.packs.iter().map(|it| Candidate {
        id: it.id.clone(),
        version: it.version.clone(),
        needs: it.needs.clone().into_iter().collect(),
        at_hand: false,
    });
    let at_hand = catalog.library.packs();
    let at_hand = at_hand.into_iter().map(|pack| Candidate {
        id: pack.id().to_owned(),
        version: pack.manifest.version.clone(),
        needs: pack.manifest.needs().map(|(id, it)| (id.to_owned(), it.value.clone())).collect(),
        at_hand: true,
    });
    let chosen = solve(&listed.chain(at_hand).collect::<Vec<_>>(), &wishes).map_err(one)?;
    let entry = |it: &Candidate| {
        let same = |entry: &&FeedEntry| entry.id == it.id && entry.version == it.version;
        feed.packs.iter().find(same)
    };
    let entries: Vec<&FeedEntry> =
        chosen.iter().filter(|it| !it.at_hand).filter_map(entry).collect();
    if entries.is_empty() {
        let ids: Vec<&str> = wishes.iter().map(|it| it.id.as_str()).collect();
        return Err(Failure::usage(format!("nothing to add: {} is at hand", ids.join(", "))));
    }
    entries.into_iter().map(|it| listed_file(it, folder, wanted.key)).collect()
}

/// The file of an entry, if it is what the feed says.
fn listed_file(entry: &FeedEntry, folder: &Path, key: Option<&Key>) -> Result<Fetched, Failure> {
    let path = folder.join(&entry.file);
    let differs = |what: &str| {
        let message = format!("`{}` is not what the feed says: another {what}", path.display());
        one(Problem::error(codes::BAD_FEED, message)
            .hint("somebody changed the file or the list; ask whoever keeps the feed"))
    };
    let bytes = read_regular(&path, MAX_ARCHIVE_BYTES)
        .map_err(|error| Failure::disk("read", &path, &error))?;
    if Digest::of_bytes(&bytes) != entry.sha256 {
        return Err(differs("content"));
    }
    let fetched = file(&path, key)?;
    let manifest = &fetched.pack.manifest;
    if manifest.id != entry.id || manifest.version != entry.version {
        return Err(differs("pack"));
    }
    if fetched.pack.digest != entry.tree {
        return Err(differs("tree"));
    }
    Ok(fetched)
}

/// `id`, `id@1.2.0` for exactly that version, or `id@^1` for a range.
///
/// # Errors
/// No version and no range.
pub(crate) fn wish(word: &str) -> Result<Wish, Failure> {
    let (id, range) = word.split_once('@').unwrap_or((word, "*"));
    let exact = Version::parse(range).ok().map(|it| format!("={it}"));
    let range = VersionReq::parse(exact.as_deref().unwrap_or(range));
    let range = range.map_err(|error| {
        Failure::usage(format!(
            "`{word}` asks for no version: {error}; write ID, ID@1.2.0 or ID@^1"
        ))
    })?;
    Ok(Wish { id: id.to_owned(), range })
}
