//! Variants on the command line: joining, the tree of packs, differences.

use crate::Folder;

#[test]
fn a_new_variant_passes_its_check_and_plays_at_once() {
    let folder = Folder::new();
    folder.harena(&["new", "variant", "long_siege", "--game", "knockdown"]).fine();
    folder.harena(&["check", "--strict", "long_siege", "--matches", "4"]).fine().says("fine");
    folder.harena(&["test", "long_siege", "--filter", "nothing at all"]).ends(2);
    folder.harena(&["play", "./long_siege", "--bots", "random", "--seed", "1"]).fine();
    for paper in ["README.md", "CHANGELOG.md", "LICENSE.md", "spec/first.luau"] {
        assert!(!folder.read(&format!("long_siege/{paper}")).contains("__"), "{paper}");
    }
}

#[test]
fn a_variant_is_tried_by_the_scenarios_of_its_game() {
    let folder = Folder::new();
    folder.harena(&["new", "variant", "small_hands", "--game", "knockdown"]).fine();
    std::fs::remove_dir_all(folder.path("small_hands/spec")).unwrap();
    let score = folder.harena(&["test", "small_hands", "--json"]).fine().json();
    assert!(score["passed"].as_u64().unwrap() > 100, "{score}");
    let file = "small_hands/variant.luau";
    folder.change(file, "settings = {},", "settings = { hand_limit = 3 },");
    let run = folder.harena(&["test", "small_hands"]).ends(1).complains("out_of_date = {");
    let line = |line: &&str| line.starts_with("\t\t[\"") && line.ends_with("\"] = \"\",");
    let names: Vec<&str> = run.err.lines().filter(line).collect();
    assert!(!names.is_empty(), "{}", run.err);
    let filled = format!("\tout_of_date = {{\n{}\n\t}},\n}}", names.join("\n"));
    let text = folder.read(file).replace("= \"\",", "= \"hands are small\",");
    let filled = filled.replace("= \"\",", "= \"hands are small\",");
    let text = text.trim_end().trim_end_matches('}').to_owned() + &filled + "\n";
    std::fs::write(folder.path(file), text).unwrap();
    folder.harena(&["test", "small_hands"]).fine();
}

#[test]
fn variants_join_where_they_are_named_and_nowhere_else() {
    let folder = Folder::new();
    let play = |more: &[&str]| {
        let game = ["play", "monolith_arena", "--factions", "dragon,abyss", "--bots", "random"];
        let rest = ["--seed", "5", "--json"];
        folder.harena(&[&game[..], &rest[..], more].concat()).fine().json()["digest"].clone()
    };
    let plain = play(&[]);
    assert_eq!(plain, play(&[]));
    let with = play(&["--with", "hedge_of_pikes", "--record", "pikes.hreplay"]);
    assert_ne!(plain, with);
    assert!(folder.read("pikes.hreplay").contains("\"id\":\"hedge_of_pikes\""));
    folder.harena(&["replay", "pikes.hreplay"]).fine().says("the record is exact");
    folder.harena(&["list"]).fine().says("- hedge_of_pikes (Hedge of Pikes), a variant");
    folder
        .harena(&["play", "monolith_arena", "--with", "dragon"])
        .ends(2)
        .complains("is a faction");
    folder.harena(&["play", "monolith_arena", "--with", "hedge"]).ends(2);
}

#[test]
fn the_tree_shows_what_changes_what_and_a_lock_brings_it_back() {
    let folder = Folder::new();
    let tree = folder.harena(&["tree", "hedge_of_pikes", "--lock-to", "harena.lock"]).fine();
    tree.says("hedge_of_pikes 1.0.0 Hedge of Pikes, a variant, joins where it is named")
        .says("dragon/pikeman.initiative: [2] to [3]");
    folder.harena(&["tree"]).fine().says("monolith_arena 1.0.0");
    assert!(folder.read("harena.lock").contains("id = \"hedge_of_pikes\""));
    folder.harena(&["tree", "monolith_arena", "--lock", "harena.lock"]).fine();
    let text = folder.read("harena.lock");
    let tree = text.split("tree = \"").nth(1).unwrap()[..64].to_owned();
    folder.change("harena.lock", &tree, &"0".repeat(64));
    let run = folder.harena(&["tree", "monolith_arena", "--lock", "harena.lock"]).ends(3);
    run.complains("error[H0141]").complains("which is not here");
}

#[test]
fn a_difference_is_told_as_a_player_would() {
    let folder = Folder::new();
    let run = folder.harena(&["diff", "monolith_arena", "hedge_of_pikes"]).fine();
    run.says("Pikeman: copies 3 to 4; initiative 2 to 3").says("Knight: copies 4 to 3");
    let run = folder.harena(&["diff", "pathfinder_arena", "long_strides"]).fine();
    let told = run.says("step begin_actions changed").out;
    assert!(!told.contains("new ") && !told.contains("gone"), "{told}");
    let run = folder.harena(&["diff", "chessmonsters", "full_larder"]).fine();
    let told = run.says("new Hot Soup (loot)").out;
    assert!(!told.contains("gone"), "{told}");
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    folder.harena(&["pack", "ashen_host", "--matches", "4"]).fine();
    let same = folder.harena(&["diff", "ashen_host-0.1.0.harena", "ashen_host"]).fine();
    same.says("A player would notice nothing");
    folder.change("ashen_host/faction.luau", "initiative = { 3 }", "initiative = { 2 }");
    folder.change("ashen_host/pack.toml", "0.1.0", "0.2.0");
    let args = ["diff", "ashen_host-0.1.0.harena", "ashen_host", "--markdown"];
    folder.harena(&args).fine().says("## 0.2.0\n\n### Balance\n\n- ").says("initiative 3 to 2");
    let json = folder.harena(&["diff", "ashen_host-0.1.0.harena", "ashen_host", "--json"]).fine();
    assert_eq!(json.json()["differences"][0]["fields"][0]["field"], "initiative");
    folder.harena(&["diff", "ashen_host", "nowhere"]).ends(2);
}

#[test]
fn the_page_of_a_sheet_names_the_pack_that_changed_it() {
    let folder = Folder::new();
    let page = |more: &[&str]| folder.harena(&[&["doc", "monolith_arena"], more].concat());
    let run = page(&["pikeman", "--with", "hedge_of_pikes"]).fine();
    run.says("# Pikeman").says("| initiative | [3] | [2] to [3] by variant hedge_of_pikes |");
    page(&["Pikeman"]).fine().says("| initiative | [2] |  |");
    page(&["pikemann"]).ends(2).complains("did you mean `pikeman`?");
    page(&["dragon/pikeman"]).fine().says("champion `pikeman` of `dragon`");
    page(&["dragon/pikemann"]).ends(2).complains("did you mean `dragon/pikeman`?");
}

#[test]
fn a_faction_of_the_color_of_another_is_a_warning() {
    let folder = Folder::new();
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    let looks = "looks = { color = \"#d8543f\" },\n\tpieces = {";
    folder.change("ashen_host/faction.luau", "pieces = {", looks);
    let run = folder.harena(&["check", "ashen_host", "--matches", "2"]).fine();
    run.complains("warning[H0213]: nobody can tell this color from that of Dragon Empire");
    folder.change("ashen_host/faction.luau", "#d8543f", "#f0f0f0");
    let run = folder.harena(&["check", "ashen_host", "--matches", "2"]).fine();
    assert!(!run.err.contains("H0213"), "{}", run.err);
}

#[test]
fn a_title_that_does_not_fit_is_a_warning() {
    let folder = Folder::new();
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    let check = || folder.harena(&["check", "ashen_host", "--matches", "2"]).fine();
    folder.change("ashen_host/faction.luau", "\"Ashen Host\"", "\"Brotherhood of the Ashen Host\"");
    folder.change("ashen_host/faction.luau", "\"Scout\"", "\"Scout of Neverendingbrotherhoods\"");
    check()
        .complains("warning[H0217]: `Scout of Neverendingbrotherhoods` does not fit on a tile")
        .complains("`Neverendingbrotherhoods` is 44 % wider than a line there")
        .complains("warning[H0217]: `Brotherhood of the Ashen Host` does not fit beside its seat");
    folder.change("ashen_host/faction.luau", "of Neverendingbrotherhoods", "of the Brotherhoods");
    folder.change("ashen_host/faction.luau", "Brotherhood of the Ashen Host", "Ashen Host");
    let run = check();
    assert!(!run.err.contains("H0217"), "{}", run.err);
}

#[test]
fn an_army_of_more_tiles_than_its_game_says_is_a_warning() {
    let folder = Folder::new();
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    folder.change("ashen_host/faction.luau", "copies = 2,", "copies = 5,");
    let run = folder.harena(&["check", "ashen_host", "--matches", "2"]).fine();
    run.complains("warning[H0434]: Ashen Host has 38 tiles, 3 more than the 35 of R10");
    folder.harena(&["check", "ashen_host", "--matches", "2", "--strict"]).ends(1);
}

#[test]
fn nothing_is_played_without_a_variant_that_was_asked_for() {
    let folder = Folder::new();
    folder.harena(&["new", "variant", "long_siege", "--game", "monolith_arena"]).fine();
    let whole = folder.read("long_siege/variant.luau");
    let broken =
        whole.replacen("return harena.variant {", "return harena.variant {\n\tsteps = 5,", 1);
    assert_ne!(broken, whole);
    std::fs::write(folder.path("long_siege/variant.luau"), broken).unwrap();
    for command in ["sim", "play"] {
        let args = [command, "monolith_arena", "--with", "./long_siege", "--quiet", "--seed", "1"];
        let run = folder.harena(&[&args[..], &["--bots", "random"]].concat()).ends(3);
        run.complains("long_siege/variant.luau");
    }
    // Where nobody asked for it, it keeps nobody from playing.
    let args = ["sim", "monolith_arena", "--packs", ".", "--matches", "1"];
    folder.harena(&args).fine();
}
