//! What `harena new` begins: it passes a strict check with its scenarios, a code editor knows it,
//! and it speaks of nobody else.

use serde_json::Value;

use crate::Folder;

/// The packs there are.
fn packs(folder: &Folder) -> Vec<Value> {
    let list = folder.harena(&["list", "--json"]).fine().json();
    list["packs"].as_array().unwrap().clone()
}

fn text(pack: &Value, field: &str) -> String {
    pack[field].as_str().unwrap().to_owned()
}

/// The ids of the games, and whether each has packs of a kind.
fn games_with(packs: &[Value], kind: &str) -> Vec<(String, bool)> {
    let games = packs.iter().filter(|pack| pack["kind"] == "game");
    let has = |game: &str| {
        let is_of = |pack: &&Value| pack["games"].as_array().unwrap().iter().any(|it| it == game);
        packs.iter().filter(is_of).any(|pack| pack["kind"] == kind)
    };
    games.map(|game| (text(game, "id"), has(&text(game, "id")))).collect()
}

/// Begins a pack and checks it.
fn begin(folder: &Folder, kind: &str, name: &str, game: &str) {
    folder.harena(&["new", kind, name, "--game", game]).fine().says(".luaurc");
    folder.harena(&["fmt", "--check", name]).fine();
    let run = folder.harena(&["check", "--strict", name, "--matches", "4"]).fine();
    assert!(!run.out.contains(" 0 scenarios"), "{}", run.out);
    for paper in ["README.md", "CHANGELOG.md", "LICENSE.md", ".harena/types/harena.d.luau"] {
        assert!(!folder.read(&format!("{name}/{paper}")).is_empty(), "{paper}");
    }
}

/// The files of a pack that speak: its rules and its scenarios.
fn words(folder: &Folder, name: &str, entry: &str) -> String {
    let files = ["pack.toml", "README.md", "spec/first.luau", entry];
    files.map(|file| folder.read(&format!("{name}/{file}"))).concat()
}

#[test]
fn every_game_has_a_faction_to_begin_with_that_speaks_of_no_other() {
    let folder = Folder::new();
    let packs = packs(&folder);
    let games = games_with(&packs, "faction");
    assert!(games.iter().filter(|(_, has)| *has).count() >= 4, "{games:?}");
    for (game, _) in games.iter().filter(|(_, has)| *has) {
        let name = format!("new_{game}");
        begin(&folder, "faction", &name, game);
        let words = words(&folder, &name, "faction.luau").to_lowercase();
        for other in packs.iter().filter(|pack| pack["kind"] == "faction") {
            let is_said = |said: &str| {
                let mut words = words.split(|it: char| !it.is_alphanumeric() && it != '_');
                words.any(|word| word == said)
            };
            let (id, title) = (text(other, "id"), text(other, "title").to_lowercase());
            assert!(!is_said(&id) && !is_said(&title), "{name} speaks of {id}");
            assert!(!title.contains(' ') || !words.contains(&title), "{name} speaks of {title}");
        }
    }
}

#[test]
fn every_game_has_content_to_begin_with() {
    let folder = Folder::new();
    let packs = packs(&folder);
    for (game, _) in games_with(&packs, "content") {
        let name = format!("new_{game}");
        begin(&folder, "content", &name, &game);
        let words = words(&folder, &name, "content.luau");
        let others = packs.iter().filter(|pack| pack["kind"] == "content");
        let named: Vec<_> =
            others.map(|pack| text(pack, "id")).filter(|id| words.contains(id)).collect();
        assert!(named.is_empty(), "{name} speaks of {named:?}");
    }
}

#[test]
fn a_variant_begins_with_a_scenario() {
    let folder = Folder::new();
    begin(&folder, "variant", "quick_war", "knockdown");
    folder.harena(&["test", "quick_war", "--filter", "quick war"]).fine().says("1 passed");
}

#[test]
fn a_new_game_begins_with_scenarios_and_types_of_its_own() {
    let folder = Folder::with_game();
    folder.harena(&["test", "pebbles"]).fine().says("3 passed, 0 failed");
    assert!(folder.read("pebbles/.harena/types/harena.d.luau").contains("Stone"));
}
