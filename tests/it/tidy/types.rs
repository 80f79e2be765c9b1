//! That all packs are typed. What the types mean is for the type checker; that they are said is
//! seen here.

use harena_tests::house::{Source, sources};

use super::{none, numbered};

/// Luau files of packs.
fn typed() -> Vec<Source> {
    let all = ["scripts", "factions", "tests/games", "tests/recipes"].into_iter();
    let all = all.flat_map(|folder| sources(folder, ".luau"));
    let is_typed = |source: &Source| {
        !source.path.starts_with("scripts/harena/") && !source.path.contains("/spec/")
    };
    all.filter(is_typed).collect()
}

#[test]
fn packs_say_their_types() {
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
