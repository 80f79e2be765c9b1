//! Bots that are programs.

use crate::Folder;

/// Answers every question with the first option, by what any system has.
const FIRST: &str =
    "program:while read line; do case $line in *choose*) echo '{\"option\":0}';; esac; done";

#[test]
fn a_program_plays_a_seat() {
    let folder = Folder::with_game();
    let args = ["play", "pebbles", "--bots", FIRST, "--seed", "1", "--json"];
    let alone = folder.harena(&args).fine().json();
    let again = folder.harena(&args).fine().json();
    assert_eq!((&alone["digest"], &alone["ended"]), (&again["digest"], &true.into()));
    let bots = format!("{FIRST},random");
    let args = ["sim", "pebbles", "--bots", &bots, "--matches", "12", "--seed", "2", "--json"];
    let json = folder.harena(&args).fine().json();
    assert_eq!(json["wins"]["by_bot"][FIRST]["matches"].as_u64(), Some(12));
}

/// What it is told: first the words, then questions with what its seat sees.
#[test]
fn a_program_is_told_what_its_seat_sees() {
    let folder = Folder::with_game();
    let bot = "program:tee told | while read line; do case $line in *choose*) echo '{\"option\":3}';; esac; done";
    let bots = format!("{bot},random");
    folder.harena(&["play", "pebbles", "--bots", &bots, "--seed", "1"]).fine();
    let told = folder.read("told");
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["type"].as_str(), lines[0]["seat"].as_u64()), (Some("begin"), Some(1)));
    assert_eq!(lines[0]["names"]["sheets"][0].as_str(), Some("dark"));
    assert_eq!((lines[1]["type"].as_str(), lines[1]["count"].as_u64()), (Some("choose"), Some(37)));
    assert_eq!(lines[1]["options"].as_array().unwrap().len(), 37);
    let view = &lines[1]["view"];
    assert!(view.is_object() && view["pieces"].as_array().is_some_and(Vec::is_empty), "{view}");
    assert_eq!(lines[2]["view"]["pieces"].as_array().unwrap().len(), 2);
}

#[test]
fn programs_that_do_not_play_are_named() {
    let folder = Folder::with_game();
    let check = |command: &str, why: &str| {
        let bots = format!("program:{command},random");
        let run = folder.harena(&["play", "pebbles", "--bots", &bots, "--seed", "1"]).ends(3);
        run.complains(why).complains("H0526");
    };
    check("true", "the bot `true`");
    check("cat", "answered");
    // Of an answer without an end the beginning is told.
    let bots = "program:read a; read b; head -c 9000000 /dev/zero | tr '\\0' x; cat,random";
    let run = folder.harena(&["play", "pebbles", "--bots", bots, "--seed", "1"]).ends(3);
    assert!(run.err.contains("xxx...` instead of") && run.err.len() < 1_000, "{}", run.err);
    check("read a; read b; echo '{\"option\":37}'; cat", "instead of {\"option\": 0} to 36");
    check("no_such_command_at_all", "the bot `no_such_command_at_all`");
    folder.harena(&["sim", "pebbles", "--bots", "program:"]).ends(2).complains("lacks the command");
}

/// What plays a failed match again can be given to a shell as it stands.
#[cfg(unix)]
#[test]
fn a_match_that_a_program_failed_is_played_again_by_the_line_that_is_told() {
    let folder = Folder::with_game();
    let args = ["sim", "pebbles", "--bots", "program:yes n,random", "--matches", "1"];
    let run = folder.harena(&args).ends(3);
    let told = run.out.lines().find_map(|line| line.trim().strip_prefix("harena play ")).unwrap();
    assert!(told.contains("--bots 'program:yes n,random'"), "{told}");
    let again = std::process::Command::new("sh")
        .args(["-c", &format!("{} play {told}", env!("CARGO_BIN_EXE_harena"))])
        .current_dir(&folder.0)
        .env("HARENA_DATA", folder.path("data"))
        .output()
        .unwrap();
    let err = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.code() == Some(3) && err.contains("the bot `yes n` answered"), "{err}");
}

/// A record names the bots that played, and starts none.
#[test]
fn a_record_starts_no_program() {
    let folder = Folder::with_game();
    let bot = "program:touch started; while read line; do echo '{\"option\":0}'; read line; done";
    let args = ["play", "pebbles", "--bots", "random", "--seed", "1", "--record", "m.hreplay"];
    folder.harena(&args).fine();
    folder.change("m.hreplay", "\"random\"", &serde_json::to_string(bot).unwrap());
    folder.harena(&["replay", "m.hreplay", "--packs", "."]).fine();
    assert!(!folder.path("started").exists());
}

/// The example of the handbook, where there is a Python to run it.
#[test]
fn the_example_of_the_handbook_plays() {
    let is_there = std::process::Command::new("python3").arg("--version").output();
    if !is_there.is_ok_and(|it| it.status.success()) {
        return;
    }
    let folder = Folder::with_game();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/handbook/bots/hurried.py");
    let bots = format!("program:python3 {example},random");
    let args = ["play", "pebbles", "--bots", &bots, "--seed", "1", "--json"];
    assert_eq!(folder.harena(&args).fine().json()["ended"].as_bool(), Some(true));
}
