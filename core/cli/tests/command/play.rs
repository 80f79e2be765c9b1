//! Matches: between bots, at the terminal, from records.

use crate::Folder;

const BOTS: [&str; 6] = ["play", "pebbles", "--bots", "random", "--seed", "5"];

#[test]
fn bots_play_the_same_match_from_the_same_seed() {
    let folder = Folder::with_game();
    let with = |more: &[&str]| folder.harena(&[&BOTS, more].concat()).fine();
    let first = with(&["--json"]).json();
    assert_eq!(first["ended"], true);
    assert_eq!(first["seats"], serde_json::json!(["random", "random"]));
    seats_have_one_number(&folder, &first);
    assert_eq!(with(&["--json"]).json()["digest"], first["digest"]);
    let shorter = with(&["--json", "--set", "row=3"]).json();
    assert_ne!(shorter["digest"], first["digest"]);
    with(&[]).says("seed 5");
}

/// The winner is told alike by `play`, in words and as JSON, and by `sim`.
fn seats_have_one_number(folder: &Folder, played: &serde_json::Value) {
    let winner = played["result"]["winners"][0].as_u64().unwrap();
    assert!((1..=2).contains(&winner), "{played}");
    let is_won = played["result"]["winners"].as_array().map(Vec::len) == Some(1);
    let told = if is_won { format!("seat {winner} wins") } else { "drawn between".to_owned() };
    folder.harena(&BOTS).fine().says(&told);
    let out = ["sim", "pebbles", "--bots", "random", "--seed", "5", "--out", "series"];
    folder.harena(&[&out[..], &["--matches", "20"]].concat()).fine();
    let table = folder.read("series/matches.csv");
    let column = |line: &str, at: usize| line.split(',').nth(at).unwrap_or("").to_owned();
    let seed = table.lines().nth(1).map(|line| column(line, 1)).unwrap();
    let again = ["play", "pebbles", "--bots", "random", "--json", "--seed", &seed];
    let again = folder.harena(&again).fine().json();
    let winners: Vec<String> =
        again["result"]["winners"].as_array().unwrap().iter().map(|it| it.to_string()).collect();
    assert_eq!(table.lines().nth(1).map(|line| column(line, 5)), Some(winners.join(" ")));
}

#[test]
fn a_record_is_exact_until_its_game_changes() {
    let folder = Folder::with_game();
    folder.harena(&[&BOTS[..], &["--record", "a/match.hreplay"]].concat()).fine();
    let replay = ["replay", "a/match.hreplay", "--packs", "."];
    folder.harena(&replay).fine().says("the record is exact");
    let steps = folder.harena(&[&replay[..], &["--step"]].concat()).fine();
    steps.says("1. seat 1: Put a stone on (");
    folder.change("pebbles/game.luau", "radius = 3", "radius = 2");
    let run = folder.harena(&replay).ends(1).complains("the pack `pebbles` has changed");
    run.says("the match differs after");
    let report = folder.harena(&[&replay[..], &["--json"]].concat()).ends(1).json();
    assert_eq!(report["exact"], false);
    assert!(report["difference"]["action"].as_u64().is_some(), "{report}");
}

/// A moment is a scenario of its game that holds, wherever in the match it is taken.
#[test]
fn a_moment_of_a_record_is_a_scenario() {
    let folder = Folder::with_game();
    folder.harena(&[&BOTS[..], &["--record", "match.hreplay"]].concat()).fine();
    let moment =
        |n: &str| folder.harena(&["replay", "match.hreplay", "--packs", ".", "--moment", n]);
    for n in ["0", "1", "4"] {
        let written = moment(n).fine().says("moment = [[\nactive ");
        std::fs::write(folder.path("pebbles/spec/moment.luau"), &written.out).unwrap();
        folder.harena(&["test", "pebbles"]).fine().says("0 failed");
    }
    moment("4000").ends(2).complains("so there is no moment after 4000");
}

#[test]
fn a_broken_record_names_its_line() {
    let folder = Folder::with_game();
    folder.harena(&[&BOTS[..], &["--record", "match.hreplay"]].concat()).fine();
    folder.change("match.hreplay", "\"n\":3", "\"n\":9");
    let run = folder.harena(&["replay", "match.hreplay", "--packs", "."]).ends(2);
    run.complains("match.hreplay:4: action 9 stands where 3 is due");
}

#[test]
fn a_person_plays_by_typing() {
    let folder = Folder::with_game();
    let args =
        ["play", "pebbles", "--bots", "human,random", "--seed", "1", "--record", "m.hreplay"];
    // Takes the cell in the middle, takes it back, writes a note, takes the first cell.
    let typed = "help\nput 0,0\n1\nundo\nnote not that one\n\n1\nboard\nwhy\nlog\nquit\n";
    let run = folder.harena_typing(&args, typed).fine();
    let run = run.says("seat 1: Put a stone on an empty cell").says("take back the last choice");
    let run = run.says("Noted.").says("37");
    assert!(run.out.contains("seat 2: Put a stone on (1,0)"), "{}", run.out);
    let record = folder.read("m.hreplay");
    // The first line, a note, two actions; the line that was left with its two; the end.
    assert_eq!(record.lines().count(), 8, "{record}");
    assert!(record.contains("\"note\":\"not that one\""), "{record}");
    assert!(record.contains("{\"line\":2,\"of\":1,\"from\":0}"), "{record}");
    folder.harena(&["replay", "m.hreplay", "--packs", "."]).fine().says("2 actions");
}

#[test]
fn what_was_taken_back_can_be_taken_again() {
    let folder = Folder::with_game();
    let check = |typed: &str, actions: &str, said: &str| {
        let args =
            ["play", "pebbles", "--bots", "human,random", "--seed", "1", "--record", "m.hreplay"];
        let run = folder.harena_typing(&args, &format!("{typed}\nquit\n")).fine().says(said);
        let record = folder.read("m.hreplay");
        folder.harena(&["replay", "m.hreplay", "--packs", "."]).fine().says(actions);
        (run.out, record)
    };
    let help = "take it again";
    let (_, twice) = check("help\n1\n1", "4 actions", help);
    let (_, again) = check("help\n1\n1\nundo\nundo\nredo\nredo", "4 actions", help);
    assert_eq!(again, twice);
    check("1\nredo", "2 actions", "There is nothing to take again.");
    // Another choice goes on beside what was taken back.
    check("1\n1\nundo\nundo\n2\nredo", "2 actions", "There is nothing to take again.");
}

/// Where a piece went from is told as it was then, also when the move is taken again.
#[test]
fn a_move_taken_again_is_told_as_it_was() {
    let folder = Folder::new();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games");
    let args = ["play", "breakthrough", "--bots", "human,human", "--seed", "3", "--packs", games];
    let told = |typed: &str| {
        let run = folder.harena_typing(&args, &format!("{typed}\nlog\nquit\n")).fine();
        let moves = run.out.lines().filter(|line| line.starts_with("seat "));
        let moves = moves.filter(|line| line.contains(": Move Pawn at ")).map(str::to_owned);
        moves.collect::<Vec<_>>()
    };
    let straight = ["seat 1: Move Pawn at a2 to a3", "seat 2: Move Pawn at a7 to b6"];
    let straight = straight.map(str::to_owned);
    let again = [straight.clone(), straight.clone()].concat();
    assert_eq!(told("1\n2"), again, "as they happen, and in the log");
    let with_redo = told("1\n2\nundo\nundo\nredo\nredo");
    assert!(with_redo.ends_with(&again), "{with_redo:?}");
    assert!(with_redo.iter().all(|it| straight.contains(it)), "{with_redo:?}");
}

#[test]
fn looking_back_loses_nothing_and_lines_stay() {
    let folder = Folder::with_game();
    let play = |typed: &str| {
        let args =
            ["play", "pebbles", "--bots", "human,random", "--seed", "1", "--record", "m.hreplay"];
        let run = folder.harena_typing(&args, &format!("{typed}\nquit\n")).fine();
        (run.out, folder.read("m.hreplay"))
    };
    let (_, straight) = play("1\n1");
    let (_, looked) = play("1\n1\ngo 0\ngo 1\nlines\ngo 3\ngo 4");
    assert_eq!(looked, straight);
    let (out, branched) =
        play("1\n1\ngo 1\n1\nput\ngo on\ngo 0\nlines\nline 1\ngo 4\nlines\nline 9");
    for said in [
        "A bot decided here.",
        "* 2: 2 choices, from line 1 after 1, you look at what was after 0",
        "* 1: 4 choices",
        "There is no such line, see `lines`.",
    ] {
        assert!(out.contains(said), "`{said}` is not in {out}");
    }
    let own = |text: &str| text.lines().take(5).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(own(&branched), own(&straight), "the first line is what it was");
    assert!(branched.contains("{\"line\":2,\"of\":1,\"from\":1}"), "{branched}");
    folder.harena(&["replay", "m.hreplay", "--packs", "."]).fine().says("4 actions");
}

#[test]
fn json_needs_bots_and_seats_must_fit() {
    let folder = Folder::with_game();
    folder.harena(&["play", "pebbles", "--json"]).ends(2).says("\"usage\"");
    let too_many = ["play", "pebbles", "--bots", "random,random,random"];
    folder.harena(&too_many).ends(2).complains("pebbles is for 2 seats, not 3");
    let misspelt = ["play", "pebbles", "--set", "rov=3"];
    folder.harena(&misspelt).ends(2).complains("did you mean row?");
}

#[test]
fn without_a_display_the_editor_names_the_terminal() {
    let folder = Folder::with_game();
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_harena"))
        .arg("edit")
        .current_dir(&folder.0)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let text = String::from_utf8(run.stderr).unwrap();
    assert!(text.contains("harena play"), "{text}");
}
