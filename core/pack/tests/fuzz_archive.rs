//! Archives nobody would write, by the thousand: spoilt ones, and ones put together from parts.
//!
//! A few hundred in every run of the tests. For longer:
//! `HARENA_FUZZ_SECONDS=1200 cargo test -p harena-pack --test fuzz_archive -- --nocapture`.

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

mod runner;

use harena_pack::{Feed, MAX_FILES, MAX_PACK_BYTES, MAX_PATH, Pack, Source, Tree, archive, unpack};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use runner::fuzz;

const MANIFEST: &str = "schema = 1\n[pack]\nid = \"tiny\"\nversion = \"1.0.0\"\ntitle = \"T\"\n\
                        kind = \"library\"\napi = 1\n";

/// Names a pack may have, and names that have harmed readers before.
const NAMES: [&str; 24] = [
    "pack.toml",
    "a.luau",
    "A.luau",
    "spec/b.luau",
    "spec",
    "media/icon.png",
    "../up",
    "/root",
    "a/../b",
    "c:\\d",
    "con",
    "nul.luau",
    "a ",
    "b.",
    "tiny/pack.toml",
    "tiny/a.luau",
    ".hidden",
    "x~",
    "lib.so",
    "a\u{202e}b",
    "",
    "/",
    "spec/",
    "deep/er/and/deeper/still/x",
];

/// What must hold of whatever bytes: an answer in words, or files that are sound and that are
/// written and read again without a change.
fn is_sound(bytes: &[u8]) {
    match unpack(bytes) {
        Err(problems) => {
            assert!(!problems.is_empty());
            assert!(
                problems
                    .iter()
                    .all(|it| !it.message.is_empty() && it.code.as_str().starts_with('H'))
            );
        }
        Ok(unpacked) => {
            let tree = unpacked.tree;
            assert!(tree.len() <= MAX_FILES && tree.n_bytes() <= MAX_PACK_BYTES);
            for path in tree.paths() {
                assert!(path.len() <= MAX_PATH && !path.starts_with('/'), "{path:?}");
                assert!(path.split('/').all(|name| !name.is_empty() && name != ".."), "{path:?}");
                assert!(path.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{path:?}");
            }
            let again = archive(&tree).unwrap();
            assert_eq!(unpack(&again).unwrap().tree, tree);
            let _told = Pack::from_archive(&tree, Source::Memory);
        }
    }
}

fn sound_archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let files = files.iter().map(|(path, bytes)| (path.clone(), bytes.clone()));
    let all = [("pack.toml".to_owned(), MANIFEST.as_bytes().to_vec())].into_iter().chain(files);
    archive(&Tree::from_files(all).unwrap()).unwrap()
}

/// Files that any pack may hold.
fn honest_files() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    // No name of a device begins with this letter.
    let name = "x[a-z]{0,5}(/x[a-z]{0,5}){0,2}\\.txt";
    vec((name, vec(any::<u8>(), 0..200)), 0..5).prop_filter("no clash", |files| {
        let mut names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        let is_program = |it: &(String, Vec<u8>)| {
            it.1.starts_with(b"MZ") || it.1.starts_with(b"#!") || it.1.starts_with(b"\x7fELF")
        };
        names.len() == files.len() && !files.iter().any(is_program)
    })
}

#[test]
fn what_was_packed_is_unpacked() {
    fuzz("honest archives", 400, honest_files(), |files| {
        let bytes = sound_archive(&files);
        let unpacked = unpack(&bytes).unwrap();
        for (path, content) in &files {
            assert_eq!(unpacked.tree.content(path).unwrap().bytes(), content);
        }
        assert_eq!(archive(&unpacked.tree).unwrap(), bytes);
    });
}

/// What is done to an archive.
#[derive(Clone, Debug)]
enum Harm {
    Flip(Index, u8),
    Cut(Index),
    Insert(Index, Vec<u8>),
    Copy(Index, Index, usize),
    Number(Index, u32),
}

fn harm() -> impl Strategy<Value = Harm> {
    let numbers = select(vec![0, 1, 0xff, 0xffff, 0x7fff_ffff, u32::MAX, u32::MAX - 1]);
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, mask)| Harm::Flip(at, mask)),
        any::<Index>().prop_map(Harm::Cut),
        (any::<Index>(), vec(any::<u8>(), 1..40)).prop_map(|(at, more)| Harm::Insert(at, more)),
        (any::<Index>(), any::<Index>(), 1..90usize).prop_map(|(a, b, n)| Harm::Copy(a, b, n)),
        (any::<Index>(), numbers).prop_map(|(at, number)| Harm::Number(at, number)),
    ]
}

fn harmed(mut bytes: Vec<u8>, harm: &Harm) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    match harm {
        Harm::Flip(at, mask) => {
            let at = at.index(bytes.len());
            bytes[at] ^= mask;
        }
        Harm::Cut(at) => bytes.truncate(at.index(bytes.len())),
        Harm::Insert(at, more) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, more.iter().copied());
        }
        Harm::Copy(from, to, n) => {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let part: Vec<u8> = bytes[from..bytes.len().min(from + n)].to_vec();
            bytes.splice(to..to, part);
        }
        Harm::Number(at, number) => {
            let at = at.index(bytes.len());
            let end = bytes.len().min(at + 4);
            bytes[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
        }
    }
    bytes
}

#[test]
fn spoilt_archives_are_refused_or_sound() {
    fuzz("spoilt archives", 400, (honest_files(), vec(harm(), 1..4)), |(files, harms)| {
        let bytes = harms.iter().fold(sound_archive(&files), harmed);
        is_sound(&bytes);
    });
}

/// An entry put together without a thought of what may be.
type Part = (String, Vec<u8>, bool, u32, u16, u16);

fn zipped(parts: &[Part]) -> Vec<u8> {
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    for (name, content, packs, mode, flags, lie) in parts {
        let at = bytes.len() as u32;
        let packed = match packs {
            true => miniz_oxide::deflate::compress_to_vec(content, 9),
            false => content.clone(),
        };
        let mut shared: Vec<u8> = Vec::new();
        for number in [20, *flags, if *packs { 8 } else { 0 }, 0, 33] {
            shared.extend_from_slice(&number.to_le_bytes());
        }
        shared.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        shared.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        let told = content.len() as u32 + u32::from(*lie);
        shared.extend_from_slice(&told.to_le_bytes());
        shared.extend_from_slice(&(name.len() as u16).to_le_bytes());
        shared.extend_from_slice(&[0; 2]);
        bytes.extend_from_slice(b"PK\x03\x04");
        bytes.extend_from_slice(&shared);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&packed);
        central.extend_from_slice(b"PK\x01\x02\x14\x03");
        central.extend_from_slice(&shared);
        central.extend_from_slice(&[0; 6]);
        central.extend_from_slice(&(mode << 16).to_le_bytes());
        central.extend_from_slice(&at.to_le_bytes());
        central.extend_from_slice(name.as_bytes());
    }
    let (at, n) = (bytes.len() as u32, parts.len() as u16);
    bytes.extend_from_slice(&central);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    bytes.extend_from_slice(&n.to_le_bytes());
    bytes.extend_from_slice(&n.to_le_bytes());
    bytes.extend_from_slice(&(central.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&at.to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    bytes
}

#[test]
fn archives_of_any_entries_are_refused_or_sound() {
    let name = prop_oneof![select(NAMES.to_vec()).prop_map(str::to_owned), "[ -~]{0,12}"];
    let content = prop_oneof![
        vec(any::<u8>(), 0..60),
        Just(MANIFEST.as_bytes().to_vec()),
        (0..200_000usize).prop_map(|n| vec![0; n]),
    ];
    let modes = vec![0, 0o100_644, 0o040_755, 0o120_777, 0o020_600, 0o104_755, 0o100_755];
    let flags = vec![0, 0, 0, 2, 6, 0x800, 1, 8];
    let lies = vec![0, 0, 0, 0, 1, 9, 60_000];
    let part = (name, content, any::<bool>(), select(modes), select(flags), select(lies));
    fuzz("archives of any entries", 400, vec(part, 0..6), |parts| is_sound(&zipped(&parts)));
}

#[test]
fn lists_of_feeds_are_refused_or_sound() {
    let words = vec![
        "[[pack]]",
        "id = \"tiny\"",
        "id = \"../x\"",
        "version = \"1.0.0\"",
        "title = \"T\"",
        "kind = \"library\"",
        "kind = \"x\"",
        "license = \"MIT\"",
        "file = \"tiny-1.0.0.harena\"",
        "file = \"../tiny.harena\"",
        "file = \"/etc/passwd\"",
        "bytes = 9",
        "bytes = -1",
        "sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        "tree = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        "needs = { harena = \"^1\" }",
        "needs = { harena = 3 }",
        "key = \"x\"",
        "\u{0}",
        "[pack]",
    ];
    fuzz("lists of feeds", 400, vec(select(words), 0..14), |lines| {
        if let Ok(feed) = Feed::parse(&lines.join("\n")) {
            assert!(feed.packs.iter().all(|it| !it.file.contains('/') && !it.id.contains('.')));
            assert_eq!(Feed::parse(&feed.to_toml().unwrap()).unwrap(), feed);
        }
    });
}
