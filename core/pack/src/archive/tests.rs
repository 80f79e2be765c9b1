//! Archives: the same bytes always, and what is refused.

use super::*;
use crate::digest::Digest;
use crate::{Code, codes};

fn tree(files: &[(&str, &[u8])]) -> Tree {
    Tree::from_files(files.iter().map(|(path, bytes)| (*path, bytes.to_vec()))).unwrap()
}

/// An entry of an archive nobody honest writes.
#[derive(Clone)]
struct Made<'a> {
    name: &'a [u8],
    content: Vec<u8>,
    /// How the content is packed, and how large it is told to be.
    method: u16,
    told: u32,
    mode: u32,
    flags: u16,
    /// The name in front of the content, where it is another one.
    local: Option<&'a [u8]>,
}

fn made<'a>(name: &'a str, content: &[u8]) -> Made<'a> {
    Made {
        name: name.as_bytes(),
        content: content.to_vec(),
        method: STORED,
        told: content.len() as u32,
        mode: 0o100_644,
        flags: 0,
        local: None,
    }
}

fn zip(entries: &[Made]) -> Vec<u8> {
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    for it in entries {
        let at = bytes.len() as u32;
        let shared = |name: &[u8]| {
            let mut text = Vec::new();
            for number in [NEEDS, it.flags, it.method, 0, DAY] {
                text.extend_from_slice(&number.to_le_bytes());
            }
            let plain = match it.method {
                DEFLATED => miniz_oxide::inflate::decompress_to_vec(&it.content).unwrap(),
                _ => it.content.clone(),
            };
            text.extend_from_slice(&crc32fast::hash(&plain).to_le_bytes());
            text.extend_from_slice(&(it.content.len() as u32).to_le_bytes());
            text.extend_from_slice(&it.told.to_le_bytes());
            text.extend_from_slice(&(name.len() as u16).to_le_bytes());
            text.extend_from_slice(&[0; 2]);
            text
        };
        let local = it.local.unwrap_or(it.name);
        bytes.extend_from_slice(LOCAL);
        bytes.extend(shared(local));
        bytes.extend_from_slice(local);
        bytes.extend_from_slice(&it.content);
        central.extend_from_slice(CENTRAL);
        central.extend_from_slice(&MADE_BY.to_le_bytes());
        central.extend(shared(it.name));
        central.extend_from_slice(&[0; 6]);
        central.extend_from_slice(&(it.mode << 16).to_le_bytes());
        central.extend_from_slice(&at.to_le_bytes());
        central.extend_from_slice(it.name);
    }
    let (at, n) = (bytes.len() as u32, entries.len() as u16);
    bytes.extend_from_slice(&central);
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&n.to_le_bytes());
    bytes.extend_from_slice(&n.to_le_bytes());
    bytes.extend_from_slice(&(central.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&at.to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    bytes
}

fn code(bytes: &[u8]) -> Code {
    unpack(bytes).unwrap_err()[0].code
}

#[test]
fn an_archive_has_the_same_bytes_always() {
    let script = "return {\n".repeat(40) + "}\n";
    let tree = tree(&[("spec/a.luau", script.as_bytes()), ("pack.toml", b"schema = 1\n")]);
    let bytes = archive(&tree).unwrap();
    assert_eq!(unpack(&bytes).unwrap(), Unpacked { tree, folder: None });
    // Frozen: another compression, order, time or mode would be another hash.
    let expected = "97f50f96f6df8ffd8581afbb200039b2a0d97218878027bd909576080f535f6a";
    assert_eq!(Digest::of_bytes(&bytes).to_string(), expected);
}

#[test]
fn one_enclosing_folder_is_taken_off() {
    let entries = [made("tiny/", b""), made("tiny/pack.toml", b"schema = 1"), made("tiny/a", b"x")];
    let mut entries = entries.to_vec();
    entries[0].mode = 0o040_755;
    let unpacked = unpack(&zip(&entries)).unwrap();
    assert_eq!(unpacked.folder.as_deref(), Some("tiny"));
    assert_eq!(unpacked.tree, tree(&[("pack.toml", b"schema = 1"), ("a", b"x")]));
}

#[test]
fn paths_that_lead_out_or_that_some_machine_lacks_are_refused() {
    for path in [
        "../x",
        "a/../../x",
        "/etc/passwd",
        "C:/x",
        "a\\b",
        "a//b",
        "./a",
        "con",
        "a/NUL.luau",
        "com1.txt",
        "a.",
        "a ",
        "a\0b",
        "a\nb",
        "b\u{fc}ro",
        "a\u{202e}b",
        "a?b",
        "",
    ] {
        assert_eq!(code(&zip(&[made(path, b"x")])), codes::BAD_ENTRY, "{path:?}");
    }
    let long = "a/".repeat(120) + "b";
    assert_eq!(code(&zip(&[made(&long, b"x")])), codes::BAD_ENTRY);
}

#[test]
fn links_devices_and_rights_are_refused() {
    for mode in [0o120_777, 0o020_600, 0o060_600, 0o010_600, 0o140_600, 0o104_755, 0o040_755] {
        let entry = Made { mode, ..made("a", b"/etc/passwd") };
        assert_eq!(code(&zip(&[entry])), codes::BAD_ENTRY, "{mode:o}");
    }
}

#[test]
fn names_that_clash_are_refused() {
    for (first, second) in [("a.luau", "A.luau"), ("a", "a"), ("a", "a/b"), ("A/b", "a/c")] {
        assert_eq!(
            code(&zip(&[made(first, b"1"), made(second, b"2")])),
            codes::SAME_NAME,
            "{first}"
        );
    }
}

#[test]
fn programs_are_refused_by_their_name_and_by_their_beginning() {
    let check = |path: &str, bytes: &[u8]| {
        assert_eq!(code(&zip(&[made(path, bytes)])), codes::PROGRAM, "{path}");
    };
    check("setup.EXE", b"x");
    check("lib/a.so", b"x");
    check("media/icon.png", b"\x7fELF\x02");
    check("notes.txt", b"#!/bin/sh\n");
    assert!(archive(&tree(&[("run.sh", b"x")])).is_err());
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let packed = compress_to_vec(&vec![0; 3_000_000], 9);
    let bomb =
        Made { content: packed.clone(), method: DEFLATED, told: 3_000_000, ..made("a", b"") };
    assert_eq!(code(&zip(std::slice::from_ref(&bomb))), codes::BOMB);
    // A size that is not told is not unpacked either.
    assert_eq!(code(&zip(&[Made { told: 10, ..bomb.clone() }])), codes::NOT_AN_ARCHIVE);
    assert_eq!(code(&zip(&[Made { told: u32::MAX, ..bomb }])), codes::NOT_AN_ARCHIVE);
    let many: Vec<String> = (0..MAX_ARCHIVE_ENTRIES + 1).map(|n| format!("f{n}")).collect();
    let many: Vec<Made> = many.iter().map(|name| made(name, b"")).collect();
    assert_eq!(code(&zip(&many)), codes::TOO_MANY_FILES);
}

#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    let sound = zip(&[made("pack.toml", b"schema = 1"), made("b", b"x")]);
    assert!(unpack(&sound).is_ok());
    let check = |bytes: &[u8], what: &str| assert_eq!(code(bytes), codes::NOT_AN_ARCHIVE, "{what}");
    check(&zip(&[Made { local: Some(b"other"), ..made("inner", b"x") }]), "two names");
    check(&zip(&[Made { flags: 1, ..made("a", b"x") }]), "locked");
    check(&zip(&[Made { flags: 8, ..made("a", b"x") }]), "sizes afterwards");
    check(&zip(&[Made { method: 12, ..made("a", b"x") }]), "another compression");
    check(&[&sound[..], b"more"].concat(), "something behind");
    check(&[b"MZ", &sound[..]].concat(), "something before");
    check(&[&sound[..], &sound[..]].concat(), "two archives");
    for end in 0..sound.len() {
        check(&sound[..end], "torn");
    }
    let mut wrong = sound.clone();
    wrong[40] ^= 1;
    assert!(unpack(&wrong).is_err());
}

/// What packs too well is kept as it is: a reader would take it for a bomb.
#[test]
fn a_file_of_nothing_but_spaces_is_packed_and_read_again() {
    let spaces = vec![b' '; 2_000_000];
    let files = [("a.txt", &spaces[..])].map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
    let tree = Tree::from_files(files).unwrap();
    assert_eq!(unpack(&archive(&tree).unwrap()).unwrap().tree, tree);
}

#[test]
fn the_limits_of_packs_hold_for_archives_too() {
    let script = vec![b' '; 300_000];
    let packed = compress_to_vec(&script, 9);
    let entry = Made { content: script, told: 300_000, ..made("a.luau", b"") };
    assert_eq!(code(&zip(&[entry])), codes::FILE_TOO_LARGE);
    assert!(packed.len() < 3_000);
    assert_eq!(code(&zip(&[made("a.luau", b"\xff")])), codes::NOT_UTF8);
}
