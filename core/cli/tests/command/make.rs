//! The commands with which a pack is made: beginning one by answering questions, laying out its
//! scripts, and what is found in it for other programs.

use crate::Folder;

#[test]
fn what_is_left_open_is_asked_for_until_an_answer_will_do() {
    let folder = Folder::new();
    let typed = "castle\n2\nmonolith_aren\nmonolith_arena\nAshen Host\ndragon\nashen_host\n";
    let run = folder.harena_typing(&["new"], typed).fine();
    let run = run.complains("there is no `castle` among them");
    let run = run.complains("did you mean `monolith_arena`?");
    let run = run.complains("a name has 3 to 48 small letters");
    let run = run.complains("there is a pack called `dragon` already");
    run.says("wrote ./ashen_host/pack.toml");
    let manifest = folder.read("ashen_host/pack.toml");
    assert!(manifest.contains("kind = \"faction\"") && manifest.contains("monolith_arena ="));
    folder.harena(&["check", "--strict", "ashen_host", "--matches", "4"]).fine();
}

#[test]
fn only_what_is_left_open_is_asked_for() {
    let folder = Folder::new();
    let run = folder.harena_typing(&["new", "game"], "pebbles\n").fine();
    assert!(!run.err.contains("For which game?"), "{}", run.err);
    assert!(folder.read("pebbles/pack.toml").contains("id = \"pebbles\""));
    let run = folder.harena_typing(&["new", "variant", "--game", "chessmonsters"], "gambits\n");
    let run = run.fine();
    assert!(!run.err.contains("What do you want to begin?"), "{}", run.err);
    assert!(folder.read("gambits/pack.toml").contains("chessmonsters ="));
}

#[test]
fn questions_that_nobody_answers_end_and_write_nothing() {
    let folder = Folder::new();
    folder.harena(&["new"]).ends(2).complains("nobody answers");
    folder.harena_typing(&["new", "faction"], "monolith_arena\n").ends(2);
    let left: Vec<_> = std::fs::read_dir(&folder.0).unwrap().flatten().collect();
    assert!(left.iter().all(|it| it.file_name() == "data"), "{left:?}");
}

#[test]
fn scenarios_of_a_game_can_be_a_pack_of_their_own() {
    let folder = Folder::new();
    let run = folder.harena(&["new", "scenario", "drills", "--game", "monolith_arena"]).fine();
    run.says("harena test ./drills");
    folder.harena(&["check", "--strict", "drills", "--matches", "2"]).fine();
    folder.harena(&["test", "drills"]).fine().says("1 passed, 0 failed");
    folder.change("drills/spec/first.luau", "outcome = \"none\"", "outcome = \"score\"");
    folder.harena(&["test", "drills"]).ends(1).says("0 passed, 1 failed");
}

#[test]
fn scripts_are_laid_out_alike() {
    let folder = Folder::with_game();
    let run = folder.harena(&["fmt", "--check"]).fine().says("0 scripts to lay out");
    assert!(!run.out.contains("pebbles/game.luau"), "{}", run.out);
    let tidy = folder.read("pebbles/game.luau");
    let untidy = tidy.replace("\tlocal ", "        local   ").replace(" = ", "=");
    assert_ne!(untidy, tidy);
    std::fs::write(folder.path("pebbles/game.luau"), &untidy).unwrap();
    folder.harena(&["fmt", "--check"]).ends(1).says("would lay out pebbles/game.luau");
    assert_eq!(folder.read("pebbles/game.luau"), untidy, "--check writes nothing");
    folder.harena(&["fmt", "pebbles"]).fine().says("laid out pebbles/game.luau");
    assert_eq!(folder.read("pebbles/game.luau"), tidy);
    folder.harena(&["test", "pebbles"]).fine();
}

/// A table that the formatter breaks only when it sees it again.
#[test]
fn scripts_are_laid_out_until_they_stay_as_they_are() {
    let folder = Folder::with_game();
    let names = "\"White Jumo c1 exhausted spent=0\", \"active Black\"";
    let deep = format!("{{ aside = {{ {{ act = \"wait\", expect = {{ {names} }} }} }} }}");
    let deep = format!("local _deep = {{\n\t{{\n\t\t{{\n\t\t\t{deep},\n\t\t}},\n\t}},\n}}\n");
    let game = folder.read("pebbles/game.luau");
    let game = game.replacen("\nlocal ", &format!("\n{deep}local "), 1);
    assert!(game.contains("_deep"), "{game}");
    std::fs::write(folder.path("pebbles/game.luau"), game).unwrap();
    folder.harena(&["fmt", "pebbles"]).fine().says("laid out pebbles/game.luau");
    folder.harena(&["fmt", "--check", "pebbles"]).fine().says("0 scripts to lay out");
}

#[test]
fn a_pack_may_have_a_layout_of_its_own() {
    let folder = Folder::with_game();
    std::fs::write(folder.path("pebbles/stylua.toml"), "indent_type = \"Spaces\"\n").unwrap();
    folder.harena(&["fmt", "pebbles"]).fine();
    assert!(!folder.read("pebbles/game.luau").contains('\t'));
    std::fs::write(folder.path("pebbles/stylua.toml"), "indent_typ = \"Spaces\"\n").unwrap();
    folder.harena(&["fmt", "pebbles"]).ends(2).complains("stylua.toml").complains("indent_typ");
}

#[test]
fn a_script_that_cannot_be_read_is_told_and_left_as_it_is() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "local harena", "local local harena");
    let broken = folder.read("pebbles/game.luau");
    let deep = format!("return {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    std::fs::write(folder.path("pebbles/deep.luau"), &deep).unwrap();
    let run = folder.harena(&["fmt", "pebbles"]).ends(1).complains("pebbles/game.luau:");
    run.complains("pebbles/deep.luau:");
    assert_eq!(folder.read("pebbles/game.luau"), broken);
    folder.harena(&["fmt", "nowhere"]).ends(3).complains("nowhere");
}

#[test]
fn what_is_wrong_at_several_paths_is_told_once() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "local harena", "local local harena");
    std::fs::create_dir(folder.path("other")).unwrap();
    std::fs::write(folder.path("other/pack.toml"), "[pack]\nid = 3\n").unwrap();
    let run = folder.harena(&["fmt", "--check", "pebbles", "other"]).ends(1);
    assert_eq!(run.err.matches("pebbles/game.luau:").count(), 1, "{}", run.err);
    assert!(run.err.contains("other/pack.toml:"), "{}", run.err);
}

#[test]
fn what_a_check_finds_is_written_as_sarif() {
    let folder = Folder::with_game();
    let args = ["check", "pebbles", "--matches", "2", "--sarif", "found.sarif"];
    folder.harena(&args).fine();
    let clean: serde_json::Value = serde_json::from_str(&folder.read("found.sarif")).unwrap();
    assert_eq!(clean["version"], "2.1.0");
    assert_eq!(clean["runs"][0]["results"], serde_json::json!([]));
    folder.change("pebbles/pack.toml", "title =", "titel =");
    folder.harena(&args).ends(1);
    let found: serde_json::Value = serde_json::from_str(&folder.read("found.sarif")).unwrap();
    let results = found["runs"][0]["results"].as_array().unwrap();
    let unknown = results.iter().find(|it| it["ruleId"] == "H0102").unwrap();
    assert_eq!(unknown["level"], "error");
    let place = &unknown["locations"][0]["physicalLocation"];
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("pebbles/pack.toml"));
    assert!(place["region"]["startLine"].as_u64().unwrap() > 1);
    let rules = found["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(
        rules
            .iter()
            .any(|it| it["id"] == "H0102" && it["shortDescription"]["text"] == "unknown key"),
        "{rules:?}"
    );
}

#[test]
fn a_scenario_that_fails_is_a_result_at_its_line() {
    let folder = Folder::with_game();
    folder.change("pebbles/spec/first.luau", "settings = { row = 3 }", "settings = { row = 4 }");
    let spec = folder.read("pebbles/spec/first.luau");
    let line =
        1 + spec.lines().position(|it| it.contains("steps = { { act = \"put (0,0)")).unwrap();
    let args = ["check", "pebbles", "--matches", "2", "--sarif", "found.sarif"];
    folder.harena(&args).ends(1);
    let found: serde_json::Value = serde_json::from_str(&folder.read("found.sarif")).unwrap();
    let results = found["runs"][0]["results"].as_array().unwrap();
    let failed: Vec<_> = results.iter().filter(|it| it["ruleId"] == "scenario").collect();
    assert_eq!(failed.len(), 1, "{results:?}");
    let place = &failed[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "pebbles/spec/first.luau");
    assert_eq!(place["region"]["startLine"], line);
    assert!(failed[0]["message"]["text"].as_str().unwrap().contains("three win"));
}
