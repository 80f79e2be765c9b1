//! New packs, checks, error pages, references.

use std::path::Path;

use crate::{Folder, copy};

#[test]
fn a_new_game_passes_its_check_at_once() {
    let folder = Folder::with_game();
    folder.harena(&["check", "pebbles", "--matches", "8"]).fine().says("fine");
    let report = folder.harena(&["check", "pebbles", "--matches", "8", "--json"]).fine().json();
    assert_eq!((report["errors"].as_u64(), report["warnings"].as_u64()), (Some(0), Some(0)));
    assert!(report["packs"][0]["battery"]["moments"].as_u64().unwrap() > 20, "{report}");
    folder.harena(&["new", "game", "pebbles"]).ends(2).complains("is there already");
    folder.harena(&["new", "game", "Pebbles"]).ends(2).complains("cannot be the name of a pack");
}

#[test]
fn broken_packs_are_told_with_place_and_hint() {
    let folder = Folder::with_game();
    folder.change("pebbles/pack.toml", "title =", "tittle =");
    let run = folder.harena(&["check", "pebbles"]).ends(1);
    run.complains("error[H0102]").complains("did you mean `title`?");
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "local seat = match.active", "local seat = = match");
    let run = folder.harena(&["check", "pebbles"]).ends(1);
    run.complains("error[H0300]").complains("pebbles/game.luau:");
    folder.harena(&["play", "pebbles"]).ends(3).complains("error[H0300]");
}

#[test]
fn rules_that_fail_are_findings_with_a_seed() {
    let folder = Folder::with_game();
    let sound = "match:next_turn(\"turn\")";
    folder.change("pebbles/game.luau", sound, "error(\"no more stones\")");
    let run = folder.harena(&["check", "pebbles", "--matches", "4"]).ends(1);
    let run = run.complains("error[H0501]").complains("no more stones");
    let run = run.complains("--> pebbles/game.luau:");
    let hint = run.err.lines().find(|line| line.contains("hint: harena play")).unwrap();
    let args: Vec<&str> = hint.split("harena ").nth(1).unwrap().split(' ').collect();
    folder.harena(&args).ends(3).complains("no more stones");
}

#[test]
fn options_that_look_under_the_cup_are_told_with_step_and_place() {
    let folder = Folder::new();
    let dice = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/liars_dice");
    copy(Path::new(dice), &folder.path("liars_dice"));
    let peeks = "match.bid_n > 0 and match:of(1 - seat, \"first\") > 3";
    folder.change("liars_dice/game.luau", "match.bid_n > 0", peeks);
    let run = folder.harena(&["check", "liars_dice", "--matches", "8"]).ends(1);
    let run = run.complains("error[H0510]").complains("`doubt` in `bid`, in the step `turn`");
    let text = std::fs::read_to_string(folder.path("liars_dice/game.luau")).unwrap();
    let line = text.lines().position(|line| line.starts_with("local function turn(")).unwrap() + 1;
    run.complains(&format!("--> liars_dice/game.luau:{line}"));
}

#[test]
fn a_faction_is_checked_in_matches_in_which_it_takes_part() {
    let folder = Folder::new();
    folder.harena(&["new", "faction", "ashen_host", "--game", "monolith_arena"]).fine();
    let check = ["check", "ashen_host", "--matches", "8", "--json"];
    let report = folder.harena(&check).fine().json();
    assert!(report["packs"][0]["battery"]["moments"].as_u64().unwrap() > 20, "{report}");
}

#[test]
fn new_content_passes_its_check_at_once() {
    let folder = Folder::new();
    folder.harena(&["new", "content", "house_box", "--game", "knockdown"]).fine();
    folder.harena(&["check", "--strict", "house_box"]).fine();
    folder.harena(&["new", "content", "shelf"]).ends(2).complains("name its game with --game");
}

#[test]
fn state_outside_the_match_is_found() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "local function turn(match: Match)", {
        "local n_turns = 0\nlocal function turn(match: Match)\n\tn_turns += 1"
    });
    folder.harena(&["check", "pebbles"]).ends(1).complains("error[H0302]");
}

#[test]
fn names_that_do_not_exist_are_answered_with_what_does() {
    let folder = Folder::with_game();
    let run = folder.harena(&["play", "pebles", "--packs", "."]).ends(2);
    run.complains("there is no game `pebles`, did you mean `pebbles`?");
    folder.harena(&["check", "nowhere"]).ends(1).complains("cannot be read");
    folder.harena(&["explain", "H0103"]).fine().says("wrong type of value");
    folder.harena(&["explain", "h1"]).ends(2).complains("there is no code `H1`");
    folder.harena(&["dance"]).ends(2).complains("unrecognized subcommand");
}

#[test]
fn folders_that_are_not_there_are_refused() {
    let folder = Folder::with_game();
    let check = |args: &[&str]| {
        let run = folder.harena(args).ends(3).complains("error[H0120]");
        run.complains("the folder `nowhere` cannot be read");
    };
    check(&["list", "--packs", "nowhere"]);
    check(&["list", "--packs", "nowhere", "--only"]);
    check(&["sim", "pebbles", "--packs", ".", "--packs", "nowhere"]);
    check(&["play", "pebbles", "--bots", "random", "--packs", "nowhere"]);
    check(&["check", "pebbles", "--packs", "nowhere"]);
    check(&["test", "pebbles", "nowhere"]);
}

#[test]
fn packs_of_a_folder_are_joined_by_built_in_ones_unless_they_are_to_stay_alone() {
    let folder = Folder::new();
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");
    copy(Path::new(&format!("{scripts}/monolith_arena")), &folder.path("mine/monolith_arena"));
    let list = folder.harena(&["list", "--packs", "mine"]).fine();
    list.says("- dragon").says("knockdown");
    let alone = folder.harena(&["list", "--packs", "mine", "--only"]).fine().says("monolith_arena");
    assert!(!alone.out.contains("- dragon") && !alone.out.contains("knockdown"), "{}", alone.out);
    let play = ["play", "monolith_arena", "--bots", "random", "--seed", "1", "--packs", "mine"];
    folder.harena(&play).fine().complains("joined by the built-in abyss, dragon");
}

#[test]
fn support_files_are_written_and_settings_kept() {
    let folder = Folder::new();
    std::fs::write(folder.path("stylua.toml"), "# mine\n").unwrap();
    folder.harena(&["types"]).fine().says("wrote .luaurc").says("kept  stylua.toml");
    assert_eq!(folder.read("stylua.toml"), "# mine\n");
    assert!(folder.read(".harena/types/harena.d.luau").contains("offer"));
    folder.harena(&["doc", "offer"]).fine().says("offer");
    folder.harena(&["doc", "quark"]).ends(2).complains("nothing in the reference");
    folder.harena(&["doc", "quark"]).ends(2).complains("no game is called so");
    let page = folder.harena(&["doc", "monolith_arena"]).fine();
    page.says("# Monolith Arena in scenarios").says("| `w` | `wounds` | wounds a tile has taken |");
}

#[test]
fn types_are_those_of_the_game_in_the_folder() {
    let folder = Folder::with_game();
    folder.harena(&["types", "pebbles"]).fine().says("wrote .harena/types/harena.d.luau");
    let types = folder.read("pebbles/.harena/types/harena.d.luau");
    for line in [
        "\toffer: ((Match, VerbWithCell, Cell | Cells | { Cell }, Reason?) -> number)\n",
        "export type VerbWithCell = \"put\"\n",
        "\trow: number,\n",
    ] {
        assert!(types.contains(line), "{line}\n{types}");
    }
}

#[test]
fn scenarios_close_with_their_score() {
    let folder = Folder::with_game();
    folder.harena(&["test", "pebbles"]).fine().says("0 passed, 0 failed");
    std::fs::create_dir(folder.path("pebbles/spec")).unwrap();
    std::fs::write(folder.path("pebbles/spec/nothing.luau"), "return 3\n").unwrap();
    folder.harena(&["test", "pebbles", "--filter", "NOTHING"]).ends(1);
    folder.harena(&["test", "pebbles", "--filter", "spec/noting.luau"]).ends(2).complains(
        "none of 1 scenarios has `spec/noting.luau` in its name or file; the nearest is `spec/nothing.luau`",
    );
    folder.harena(&["test", "--help"]).fine().says("name or file holds this text");
    let run = folder.harena(&["test", "pebbles", "--json"]).ends(1);
    let report = run.json();
    assert_eq!((report["passed"].as_u64(), report["failed"].as_u64()), (Some(0), Some(1)));
    let check = ["check", "pebbles", "--matches", "1"];
    let run = folder.harena(&check).ends(1).says("1 pack checked").says(": 1 error, 0 warnings");
    run.complains("failed pebbles/spec/nothing.luau:1");
}

#[test]
fn the_help_teaches_by_example() {
    let folder = Folder::new();
    folder.harena(&["--help"]).fine().says("harena play monolith_arena");
    for command in ["edit", "play", "check", "test", "sim", "replay", "new", "types", "doc"] {
        folder
            .harena(&[command, "--help"])
            .fine()
            .says("Examples:")
            .says(&format!("harena {command}"));
    }
}
