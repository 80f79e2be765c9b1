//! What must be absent from which crate.

use std::collections::BTreeSet;

use harena_tests::house::{Source, root, sources};

use super::{has_word, none, numbered};

/// What one crate must not know.
struct Room {
    folder: &'static str,
    /// Crates of this workspace it may depend on.
    rests_on: &'static [&'static str],
    /// Other crates it must not depend on.
    without: &'static [&'static str],
    /// Words that must not stand in its code, tests apart.
    silent_on: &'static [&'static str],
}

const ROOMS: [Room; 9] = [
    Room {
        folder: "core/code",
        rests_on: &[],
        without: &["mlua", "notify", "toml", "egui", "eframe", "rayon", "clap"],
        silent_on: &["std::fs", "std::io", "std::env", "std::thread", "println", "eprintln", "dbg"],
    },
    Room {
        folder: "core/engine",
        rests_on: &["harena-code"],
        without: &["mlua", "notify", "toml", "egui", "eframe", "rayon", "clap"],
        silent_on: &[
            "mlua",
            "std::fs",
            "std::io",
            "std::env",
            "std::time",
            "std::thread",
            "f32",
            "f64",
            "HashMap",
            "HashSet",
            "RandomState",
            "println",
            "eprintln",
            "print!",
            "dbg",
        ],
    },
    Room {
        folder: "core/script",
        rests_on: &["harena-engine", "harena-pack"],
        without: &["egui", "eframe", "notify", "clap", "rayon"],
        silent_on: &["std::fs", "std::env", "egui", "println", "eprintln", "print!", "dbg"],
    },
    Room {
        folder: "core/scenario",
        rests_on: &["harena-engine", "harena-pack", "harena-script"],
        without: &["mlua", "egui", "eframe", "notify", "clap", "rayon"],
        silent_on: &["mlua", "std::fs", "std::env", "egui", "println", "eprintln", "print!", "dbg"],
    },
    Room {
        folder: "core/pack",
        rests_on: &["harena-code"],
        without: &["mlua", "egui", "eframe", "clap"],
        silent_on: &["mlua", "egui", "println", "eprintln", "dbg"],
    },
    Room {
        folder: "core/lab",
        rests_on: &["harena-engine"],
        without: &["mlua", "egui", "eframe", "clap", "notify"],
        silent_on: &["mlua", "egui", "std::fs", "println", "eprintln", "dbg"],
    },
    Room {
        folder: "core/types",
        rests_on: &["harena-pack", "harena-script"],
        without: &["mlua", "egui", "eframe", "clap"],
        silent_on: &["mlua", "egui", "std::fs", "println", "eprintln", "dbg"],
    },
    Room {
        folder: "core/cli",
        rests_on: &[
            "harena-editor",
            "harena-engine",
            "harena-lab",
            "harena-pack",
            "harena-scenario",
            "harena-script",
            "harena-types",
        ],
        without: &["mlua", "egui", "eframe"],
        silent_on: &["mlua", "egui", "dbg"],
    },
    Room {
        folder: "editor",
        rests_on: &[
            "harena-engine",
            "harena-lab",
            "harena-pack",
            "harena-scenario",
            "harena-script",
            "harena-types",
        ],
        without: &["mlua", "clap"],
        silent_on: &["mlua", "dbg"],
    },
];

#[test]
fn each_crate_keeps_to_its_room() {
    let mut broken = Vec::new();
    for room in &ROOMS {
        for source in own_code(room.folder) {
            for (line, text) in numbered(&source.text) {
                let said = room.silent_on.iter().filter(|word| has_word(text, word));
                broken.extend(said.map(|word| format!("{}:{line}: {word}", source.path)));
            }
        }
    }
    none("these words have no place here", broken);
}

#[test]
fn crates_depend_in_one_direction() {
    let mut broken = Vec::new();
    for room in &ROOMS {
        let path = format!("{}/Cargo.toml", room.folder);
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        for name in dependencies(&text) {
            let is_ours = name.starts_with("harena-");
            let is_wrong = room.without.contains(&name.as_str())
                || (is_ours && !room.rests_on.contains(&name.as_str()));
            broken.extend(is_wrong.then(|| format!("{path}: {name}")));
        }
    }
    none("these crates must not be depended on here", broken);
}

#[test]
fn unsafe_stays_in_the_raw_binding() {
    let is_raw = |path: &str| {
        path.strip_prefix("core/script/src/").is_some_and(|file| {
            file.strip_suffix(".rs")
                .is_some_and(|name| name.starts_with("raw") && !name.contains('/'))
        })
    };
    let mut broken = Vec::new();
    for source in rust() {
        let code = without_comments(&source.text);
        // A word of style sheets.
        let code = code.replace("unsafe-inline", "");
        let lines = numbered(&code).filter(|(_, text)| has_word(text, "unsafe"));
        if !is_raw(&source.path) {
            broken.extend(lines.map(|(line, _)| format!("{}:{line}", source.path)));
        }
    }
    // This test must name what it looks for.
    broken.retain(|place| !place.starts_with("tests/it/tidy/"));
    none("unsafe code outside core/script/src/raw*.rs", broken);
}

#[test]
fn comments_and_tests_are_not_code() {
    let code =
        own_part("use a; // no f64\n/// f64\nfn b() {}\n#[cfg(test)]\nmod tests {\nf64\n}\n");
    assert_eq!(code, "use a; \n\nfn b() {}\n");
    assert_eq!(without_comments("let a = \"https://b\"; // c"), "let a = \"https://b\"; ");
}

/// Every Rust file of the workspace.
pub(super) fn rust() -> Vec<Source> {
    ["core", "editor", "tests"].into_iter().flat_map(|folder| sources(folder, ".rs")).collect()
}

/// The code of a crate without comments and tests.
pub(super) fn own_code(folder: &str) -> Vec<Source> {
    let all = sources(&format!("{folder}/src"), ".rs");
    let tests: BTreeSet<String> = all.iter().flat_map(|it| test_modules(&it.text)).collect();
    let is_test = |path: &str| tests.iter().any(|name| path.ends_with(&format!("/{name}.rs")));
    all.into_iter()
        .filter(|source| !is_test(&source.path))
        .map(|Source { path, text }| Source { path, text: own_part(&text) })
        .collect()
}

/// Names of the modules a file declares for tests only, in files of their own.
fn test_modules(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declared = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]").filter_map(|pair| {
        let words = pair[1].strip_suffix(';')?;
        Some(words.rsplit_once("mod ")?.1.to_owned())
    });
    declared.collect()
}

/// A file up to its tests, without comments.
fn own_part(text: &str) -> String {
    let inline = text.match_indices("#[cfg(test)]\n").find(|(at, mark)| {
        text[at + mark.len()..].lines().next().is_some_and(|line| line.ends_with('{'))
    });
    without_comments(inline.map_or(text, |(at, _)| &text[..at]))
}

/// Lines without what follows `//`, unless that is part of an address.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let start = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'));
        start.map_or(line, |(at, _)| &line[..at]).to_owned()
    };
    text.split('\n').map(code).collect::<Vec<_>>().join("\n")
}

/// Names in the dependency tables of a manifest, those for tests apart.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut counts = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            counts = line.ends_with("dependencies]") && !line.contains("dev-");
        } else if counts && line.contains('=') {
            let end = line.find(|c: char| c == '.' || c == '=' || c.is_whitespace());
            names.push(line[..end.unwrap_or(line.len())].to_owned());
        }
    }
    names
}
