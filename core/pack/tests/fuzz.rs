//! Manifests nobody would write, by the thousand: mended ones, torn ones, and grown ones.
//!
//! A few hundred in every run of the tests. For longer:
//! `HARENA_FUZZ_SECONDS=1200 cargo test -p harena-pack --test fuzz -- --nocapture`.

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

mod runner;

use std::path::Path;
use std::time::{Duration, Instant};

use harena_pack::{MAX_PROBLEMS, MAX_TITLE, Manifest, Source, Tree, is_id, plain};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use runner::fuzz;

/// The manifests of the packs that come with Harena.
fn samples() -> Vec<String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut folders = vec![root.join("scripts"), root.join("factions")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "pack.toml") {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    texts.sort();
    assert!(texts.len() > 10);
    texts
}

/// Pieces of manifests, and what has broken readers before.
const WORDS: [&str; 64] = [
    "schema",
    "pack",
    "id",
    "version",
    "title",
    "kind",
    "api",
    "engine",
    "status",
    "summary",
    "license",
    "media-license",
    "authors",
    "tags",
    "content-warnings",
    "ai-disclosure",
    "cosmetic",
    "repository",
    "homepage",
    "issues",
    "games",
    "dependencies",
    "optional",
    "conflicts",
    "entry",
    "init",
    "[pack]",
    "[games]",
    "[[pack]]",
    "[x-mine]",
    " = ",
    " = 1",
    " = \"1.0.0\"",
    " = true",
    " = \"game\"",
    " = \"^1\"",
    " = \">=1, <2\"",
    "\"",
    "\"\"\"",
    "'''",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "\n",
    "\r\n",
    "#",
    "\\",
    "\\u0000",
    "1979-05-27T07:32:00Z",
    "0x7fffffffffffffffff",
    "-9223372036854775809",
    "1e400",
    "nan",
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "harena",
    "../..",
    "*",
    "99999999999999999999.0.0",
];

/// One way to spoil a text.
#[derive(Clone, Debug)]
enum Change {
    Cut(Index, Index),
    Repeat(Index, Index, u8),
    Insert(Index, &'static str),
    Letter(Index, char),
    Grow(Index, &'static str, u16),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        (at(), at()).prop_map(|(from, to)| Change::Cut(from, to)),
        (at(), at(), 2..9u8).prop_map(|(from, to, n)| Change::Repeat(from, to, n)),
        (at(), select(&WORDS[..])).prop_map(|(at, word)| Change::Insert(at, word)),
        (at(), any::<char>()).prop_map(|(at, letter)| Change::Letter(at, letter)),
        (at(), select(&WORDS[..]), 100..9_000u16)
            .prop_map(|(at, word, n)| Change::Grow(at, word, n)),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let place = |at: &Index| text.floor_char_boundary(at.index(text.len() + 1));
    let span = |from: &Index, to: &Index| {
        let (from, to) = (place(from), place(to));
        (from.min(to), from.max(to).min(text.floor_char_boundary(from.min(to) + 200)))
    };
    let around = |from: usize, middle: &str, to: usize| {
        [text.get(..from).unwrap(), middle, text.get(to..).unwrap()].concat()
    };
    match change {
        Change::Cut(from, to) => {
            let (from, to) = span(from, to);
            around(from, "", to)
        }
        Change::Repeat(from, to, n) => {
            let (from, to) = span(from, to);
            around(from, &text.get(from..to).unwrap().repeat(usize::from(*n)), to)
        }
        Change::Insert(at, word) => around(place(at), word, place(at)),
        Change::Letter(at, letter) => around(place(at), &letter.to_string(), place(at)),
        Change::Grow(at, word, n) => around(place(at), &word.repeat(usize::from(*n)), place(at)),
    }
}

/// A manifest of a pack that exists, spoilt in a few places.
fn spoilt() -> impl Strategy<Value = String> {
    (select(samples()), vec(change(), 0..5))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, it| changed(&text, it)))
}

/// A value of any type, nested a little.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        select(&["true", "1", "-1", "1.5", "\"x\"", "'x'", "[]", "{}", "inf", "1979-05-27"][..])
            .prop_map(str::to_owned),
        ".{0,40}".prop_map(|text| format!("{text:?}")),
        "[a-z^~*<>=., 0-9-]{0,30}".prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(|items| format!("[{}]", items.join(", "))),
            vec(("[a-z]{1,4}", inner), 0..4).prop_map(|items| {
                let items: Vec<String> = items.iter().map(|(k, v)| format!("{k} = {v}")).collect();
                format!("{{ {} }}", items.join(", "))
            }),
        ]
    })
}

/// A document of known sections and keys with values of any type.
fn grown() -> impl Strategy<Value = String> {
    let key = prop_oneof![select(&WORDS[..26]).prop_map(str::to_owned), "[a-z_-]{1,9}"];
    let line = (key.clone(), value()).prop_map(|(key, value)| format!("{key} = {value}\n"));
    let section =
        (key, vec(line, 0..9)).prop_map(|(key, lines)| format!("[{key}]\n{}", lines.concat()));
    vec(section, 0..6).prop_map(|sections| format!("schema = 1\n{}", sections.concat()))
}

fn text() -> impl Strategy<Value = String> {
    let soup = vec(select(&WORDS[..]), 0..200).prop_map(|words| words.concat());
    prop_oneof![4 => spoilt(), 3 => grown(), 2 => soup, 1 => any::<String>()]
}

/// Whatever the text: an answer in time, the same twice, and in words that can be shown.
fn holds(text: String) {
    let start = Instant::now();
    let id = text.split('"').nth(1).filter(|it| is_id(it)).unwrap_or("sample").to_owned();
    let answer = Manifest::parse(&id, &text);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(answer, Manifest::parse(&id, &text));
    match &answer {
        Ok(manifest) => {
            assert!(is_id(&manifest.id) && manifest.id == id);
            let title = manifest.title.as_str();
            assert!(plain(title) == title && title.chars().count() <= MAX_TITLE);
        }
        Err(problems) => {
            assert!((1..=MAX_PROBLEMS + 1).contains(&problems.len()));
            let n_lines = text.bytes().filter(|it| *it == b'\n').count() as u32 + 1;
            for problem in problems {
                assert_eq!(plain(&problem.message), problem.message);
                assert!(problem.message.len() < 2_000 && problem.hint.len() < 2_000, "{problem}");
                assert!(problem.line <= n_lines && problem.pack == id, "{problem}");
            }
        }
    }
    if let Ok(tree) = Tree::from_files([("pack.toml", text.as_str()), ("game.luau", "return {}")]) {
        let pack = harena_pack::Pack::from_tree(&id, tree, Source::Memory);
        assert!(answer.is_ok() || pack.is_err());
    }
}

#[test]
fn manifests() {
    fuzz("manifests", 400, text(), holds);
}

#[test]
fn nesting_and_repetition_end_in_time() {
    for word in WORDS {
        for n in [1_000, 60_000 / word.len()] {
            holds(word.repeat(n));
            holds(format!("schema = 1\n[pack]\ntags = {}", word.repeat(n)));
            holds(format!("schema = 1\n[dependencies]\na = \"{}\"", word.repeat(n)));
        }
    }
    let many = |line: &dyn Fn(usize) -> String| -> String { (0..3_000).map(line).collect() };
    holds(format!("schema = 1\n[pack]\n{}", many(&|n| format!("k{n} = {n}\n"))));
    holds(format!("schema = 1\n[games]\n{}", many(&|n| format!("g{n} = \"^1\"\n"))));
    holds(format!("schema = 1\ngames = {{ {} }}", many(&|n| format!("g{n} = \"^1\", "))));
    holds(many(&|n| format!("[a.b{n}.c]\n")));
    holds(format!("a{} = 1", ".a".repeat(30_000)));
}
