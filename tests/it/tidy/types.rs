//! Which packs are typed. What they mean is for the type checker; that they say it is seen here.

use std::fs;

use harena_tests::house::{Source, root, sources};

use super::{none, numbered};

/// The packs that do not pass the type checker yet, the only list of them.
fn untyped() -> Vec<String> {
    let text = fs::read_to_string(root().join(".ci/untyped")).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Luau files of packs that pass.
fn typed() -> Vec<Source> {
    let untyped = untyped();
    let all = ["scripts", "factions", "tests/games", "tests/recipes"].into_iter();
    let all = all.flat_map(|folder| sources(folder, ".luau"));
    let is_typed = |source: &Source| {
        !source.path.starts_with("scripts/harena/")
            && !source.path.contains("/spec/")
            && !untyped.iter().any(|pack| source.path.starts_with(&format!("{pack}/")))
    };
    all.filter(is_typed).collect()
}

#[test]
fn packs_that_pass_say_their_types() {
    let mut loose = Vec::new();
    for source in typed() {
        for (line, text) in numbered(&source.text) {
            let is_untyped =
                text.contains("function") && (text.contains("(match,") || text.contains("(match)"));
            loose.extend(is_untyped.then(|| format!("{}:{line}: match", source.path)));
            loose.extend(text.contains(":: any").then(|| format!("{}:{line}: any", source.path)));
        }
    }
    none("untyped", loose);
}
