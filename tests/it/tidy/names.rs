//! What the code must not call by name.

use harena_tests::house::{Source, library, root, shipped_games, sources};

use super::{none, numbered};

#[test]
fn nothing_in_rust_knows_the_name_of_a_game() {
    let mut names: Vec<String> = Vec::new();
    for id in shipped_games() {
        let pack = library().get(id).unwrap();
        names.extend([id.to_owned(), pack.manifest.title.clone(), id.replace('_', "-")]);
    }
    assert!(!names.is_empty(), "no game is shipped");
    let mut found = mentions(&["core", "editor"], ".rs", &names);
    // Tests may play a shipped game, and the command line teaches by examples one can try.
    found.retain(|it| it.contains("/src/") && !it.starts_with("core/cli/src/args"));
    none("Rust that knows a game", found);
}

#[test]
fn nothing_points_outside_the_repository() {
    let places = ["/work/", "../shared", "work/shared", "/tmp/brief"].map(str::to_owned);
    let folders = ["core", "editor", "scripts", "factions", "tests", "docs"];
    let mut found = mentions(&folders, "", &places);
    for file in ["README.md", "ARCHITECTURE.md", "Cargo.toml"] {
        if let Ok(text) = std::fs::read_to_string(root().join(file)) {
            found.extend(mentions_in(&Source { path: file.into(), text }, &places));
        }
    }
    // This test must name what it looks for.
    found.retain(|place| !place.starts_with("tests/it/tidy/names.rs"));
    none("places outside the repository", found);
}

fn mentions(folders: &[&str], ending: &str, names: &[String]) -> Vec<String> {
    let all = folders.iter().flat_map(|folder| sources(folder, ending));
    all.flat_map(|source| mentions_in(&source, names)).collect()
}

fn mentions_in(source: &Source, names: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (line, text) in numbered(&source.text) {
        let named = names.iter().filter(|name| text.contains(name.as_str()));
        found.extend(named.map(|name| format!("{}:{line}: {name}", source.path)));
    }
    found
}
