//! Series of matches.

use crate::Folder;

#[test]
fn a_series_adds_up_and_does_not_depend_on_threads() {
    let folder = Folder::with_game();
    let series = |more: &[&str]| {
        let args = ["sim", "pebbles", "--matches", "90", "--seed", "3", "--json"];
        folder.harena(&[&args, more].concat()).fine().json()
    };
    let one = series(&["--jobs", "1"]);
    assert_eq!((one["matches"].as_u64(), one["errors"].as_u64()), (Some(90), Some(0)));
    let wins = |seat: &str| one["wins"]["by_seat"][seat]["wins"].as_u64().unwrap();
    assert_eq!(wins("1") + wins("2") + one["draws"].as_u64().unwrap(), 90);
    for key in ["capped", "seconds", "matches_per_second", "decisions_per_second", "digest"] {
        assert!(!one[key].is_null(), "{key}");
    }
    assert_eq!(series(&["--jobs", "3"])["digest"], one["digest"]);
    let shard = |text: &str| series(&["--shard", text])["matches"].as_u64().unwrap();
    assert_eq!((shard("1/4"), shard("4/4")), (23, 22));
}

#[test]
fn results_are_written_match_by_match() {
    let folder = Folder::with_game();
    let args = ["sim", "pebbles", "--matches", "40", "--bots", "greedy,random", "--out", "results"];
    folder.harena(&args).fine().says("wins by bot").says("digest");
    let table = folder.read("results/matches.csv");
    assert_eq!(table.lines().count(), 41);
    assert!(table.lines().nth(2).unwrap().contains(",random greedy,"), "{table}");
    let summary: serde_json::Value =
        serde_json::from_str(&folder.read("results/summary.json")).unwrap();
    assert_eq!(summary["matches"].as_u64(), Some(40));
}

#[test]
fn failed_matches_can_be_seen_again() {
    let folder = Folder::with_game();
    let sound = "match:next_turn(\"turn\")";
    folder.change("pebbles/game.luau", sound, "error(\"no more stones\")");
    let run = folder.harena(&["sim", "./pebbles", "--matches", "3", "--out", "lost"]).ends(3);
    let run = run.says("3 matches failed").says("no more stones");
    let command = run.out.lines().find(|line| line.contains("harena play")).unwrap();
    let args: Vec<&str> = command.trim().split(' ').skip(1).collect();
    folder.harena(&args).ends(3).complains("no more stones");
    assert!(folder.read("lost/match-0.hreplay").contains("fails here"));
}

#[test]
fn nothing_to_play_is_refused() {
    let folder = Folder::with_game();
    let check = |flag: &str| {
        let run = folder.harena(&["sim", "pebbles", flag, "0"]).ends(2).complains(flag);
        run.complains("it takes a whole number, at least 1");
    };
    check("--matches");
    check("--max-decisions");
    check("--jobs");
    let help = folder.harena(&["sim", "--help"]).fine();
    let help = help.says("Who plays: random, greedy, persona:NAME, or mcts:N");
    assert!(!help.out.contains("human"), "{}", help.out);
    folder.harena(&["play", "--help"]).fine().says("human, random, greedy");
}

#[test]
fn endless_matches_are_given_up() {
    let folder = Folder::with_game();
    let run = folder.harena(&["sim", "pebbles", "--matches", "2", "--max-decisions", "5"]).ends(1);
    run.says("2 were given up as too long");
    let run = folder.harena(&["sim", "pebbles", "--matches", "1", "--max-decisions", "1"]).ends(1);
    let run = run.says("1 match of pebbles").says("0 matches failed, 1 was given up as too long");
    run.says("after 1 decision:");
    folder.harena(&["sim", "pebbles", "--shard", "5/4"]).ends(2).complains("is not I/N");
    folder.harena(&["sim", "pebbles", "--bots", "human"]).ends(2).complains("people cannot play");
}

/// What a script prints is in the answers of `play`, `sim` and `check` as JSON, with its place.
#[test]
fn printed_lines_are_in_every_answer() {
    let folder = Folder::with_game();
    let play = ["play", "pebbles", "--bots", "random", "--seed", "5", "--json"];
    let sim = ["sim", "pebbles", "--matches", "2", "--json"];
    for args in [&play[..], &sim] {
        assert_eq!(folder.harena(args).fine().json()["prints"], serde_json::json!([]));
    }
    let line = "\tlocal seat = match.active\n";
    let printing = format!("{line}\tprint(\"seat\", seat, \"\\27[31m\")\n");
    folder.change("pebbles/game.luau", line, &printing);
    let check = |prints: &serde_json::Value, most: usize| {
        let first = prints[0].as_str().unwrap_or_else(|| panic!("{prints}"));
        assert!(first.starts_with("pebbles/game.luau:34: seat 0"), "{first}");
        assert!((2..=most).contains(&prints.as_array().map_or(0, Vec::len)), "{prints}");
    };
    check(&folder.harena(&play).fine().json()["prints"], 50);
    check(&folder.harena(&sim).fine().json()["prints"], 10);
    let args = ["check", "pebbles", "--matches", "2", "--json"];
    let told = folder.harena(&args).json();
    check(&told["packs"][0]["battery"]["prints"], 10);
}

/// What one run answers, without what depends on the machine.
fn lasting(mut json: serde_json::Value) -> serde_json::Value {
    let keys = ["seconds", "matches_per_second", "decisions_per_second", "jobs"];
    let answer = json.as_object_mut().unwrap();
    keys.iter().for_each(|key| drop(answer.remove(*key).unwrap()));
    json
}

const SERIES: [&str; 8] =
    ["sim", "pebbles", "--matches", "100", "--seed", "3", "--bots", "greedy,random"];

#[test]
fn parts_add_up_to_one_run() {
    let folder = Folder::with_game();
    let one = folder.harena(&[&SERIES[..], &["--out", "one", "--json"]].concat()).fine().json();
    for (shard, out) in [("1/3", "p1"), ("2/3", "p2"), ("3/3", "p3")] {
        folder.harena(&[&SERIES[..], &["--shard", shard, "--out", out]].concat()).fine();
    }
    let merge = |parts: &str, more: &[&str]| {
        folder.harena(&[&["sim", "pebbles", "--merge", parts], more].concat())
    };
    let merged = merge("p3,p1,p2", &["--out", "sum", "--json"]).fine().json();
    assert_eq!(lasting(merged), lasting(one));
    assert_eq!(folder.read("sum/matches.csv"), folder.read("one/matches.csv"));
    // What was added up is a part that is the whole.
    let again = merge("sum", &["--json"]).fine().json();
    assert!(again["jobs"].is_null(), "nothing was played here: {}", again["jobs"]);
    assert_eq!(again["matches"].as_u64(), Some(100));
    merge("p1,p2", &[]).ends(1).says("stopped early: 100 were planned");
    merge("p1,p1", &[]).ends(2).complains("are the same part");
    merge("p1,nowhere", &[]).ends(2).complains("nowhere");
    let other = ["sim", "pebbles", "--matches", "100", "--seed", "4", "--shard", "2/3"];
    folder.harena(&[&other[..], &["--out", "p4"]].concat()).fine();
    merge("p1,p4", &[]).ends(2).complains("its seed is another one");
    folder.change("p2/part.json", "\"matches\":33", "\"matches\":18446744073709551615");
    merge("p1,p2,p3", &[]).ends(2).complains("more than anybody counts");
}

/// A folder as a series leaves it that was ended after some of its batches.
#[test]
fn a_series_goes_on_where_it_was() {
    let folder = Folder::with_game();
    let one = folder.harena(&[&SERIES[..], &["--out", "one", "--json"]].concat()).fine().json();
    // The first 56 matches of the hundred, as a series of their own plays them.
    let begun = ["sim", "pebbles", "--matches", "56", "--seed", "3", "--bots", "greedy,random"];
    folder.harena(&[&begun[..], &["--out", "two"]].concat()).fine();
    folder.change("two/part.json", "\"matches\":56,\"max", "\"matches\":100,\"max");
    let resumed = [&SERIES[..], &["--out", "two", "--resume", "--json"]].concat();
    let two = folder.harena(&resumed).fine().json();
    assert_eq!(lasting(two), lasting(one.clone()));
    assert_eq!(folder.read("two/matches.csv"), folder.read("one/matches.csv"));
    // Once more: nothing is left to play.
    assert_eq!(lasting(folder.harena(&resumed).fine().json()), lasting(one));
    let other = ["sim", "pebbles", "--matches", "100", "--seed", "9", "--out", "two", "--resume"];
    folder.harena(&other).ends(2).complains("holds another series");
    folder.harena(&["sim", "pebbles", "--resume"]).ends(2).complains("--out");
}

/// A function nobody calls is told with its rule, whatever the threads; who counts plays the same.
#[test]
fn a_series_tells_what_no_match_came_to() {
    let folder = Folder::with_game();
    let dead = "--- R9 Nobody calls this.\nlocal function forgotten(): number\n\treturn 1\nend\n\n";
    folder.change("pebbles/game.luau", "return harena.game", &format!("{dead}return harena.game"));
    let series = |more: &[&str]| {
        let args = ["sim", "pebbles", "--matches", "24", "--seed", "3"];
        folder.harena(&[&args, more].concat()).fine()
    };
    let plain = series(&["--json"]).json();
    assert!(plain["unreached"].is_null() && plain["lead_changes"].is_null());
    let one = series(&["--coverage", "--jobs", "1", "--json"]).json();
    assert_eq!((&one["digest"], &one["luck"]), (&plain["digest"], &plain["luck"]));
    let pack = &one["unreached"]["packs"][0];
    assert_eq!((&pack["id"], &pack["rules"]), (&"pebbles".into(), &serde_json::json!(["R9"])));
    let (ran, lines) = (pack["ran"].as_u64().unwrap(), pack["lines"].as_u64().unwrap());
    assert!(0 < ran && ran < lines, "{pack}");
    let never = |it: &serde_json::Value| it["name"].as_str().map(str::to_owned);
    let named: Vec<_> = pack["never"].as_array().unwrap().iter().filter_map(never).collect();
    assert!(named.contains(&"forgotten".to_owned()), "{pack}");
    assert_eq!(one["unreached"]["verbs"], serde_json::json!([]));
    let two = series(&["--coverage", "--jobs", "3", "--json"]).json();
    assert_eq!(two["unreached"], one["unreached"]);
    series(&["--coverage"]).says("how much of the scripts ran").says("nothing showed: R9");
    // Where a match ends before anybody is asked, no verb is chosen.
    let turn = "local function turn(match: Match)\n";
    folder.change("pebbles/game.luau", turn, &format!("{turn}\tif match.turn < 9 then\n\t\tmatch:finish({{ 0 }}, \"row\")\n\t\treturn\n\tend\n"));
    std::fs::remove_dir_all(folder.path("pebbles/spec")).unwrap();
    folder.harena(&["coverage", "pebbles", "--matches", "2"]).fine().says("verbs nobody chose");
}

#[test]
fn a_series_says_in_text_how_matches_ended_and_how_fast() {
    let folder = Folder::with_game();
    let args = ["sim", "pebbles", "--matches", "20", "--seed", "1"];
    let told = folder.harena(&args).fine();
    let after = |word: &str| told.out.split_once(word).map_or("", |(_, rest)| rest);
    let reasons = after("ended by\n").lines().next().unwrap_or_default();
    assert!(reasons.contains("A row of stones") && reasons.contains("of 20"), "{}", told.out);
    assert!(told.out.contains("played by random, random"), "{}", told.out);
    let (rate, _) = after("s (").split_once(" matches/s").unwrap();
    assert!(rate.parse::<f64>().unwrap() > 0.0, "{rate}");
}

#[test]
fn a_game_that_ends_before_anybody_is_asked_is_a_game() {
    let folder = Folder::with_game();
    let start = "local function turn(match: Match)\n";
    let at_once = "local function turn(match: Match)\n\tif match.turn < 9 then\n\t\t\
                   match:finish({ 0 }, \"row\")\n\t\treturn\n\tend\n";
    folder.change("pebbles/game.luau", start, at_once);
    std::fs::remove_dir_all(folder.path("pebbles/spec")).unwrap();
    folder.harena(&["check", "pebbles", "--matches", "2"]).fine();
    let json = folder.harena(&["sim", "pebbles", "--matches", "3", "--json"]).fine().json();
    assert_eq!((json["matches"].as_u64(), json["errors"].as_u64()), (Some(3), Some(0)));
    let args = ["play", "pebbles", "--bots", "random", "--seed", "1", "--record", "m.hreplay"];
    folder.harena(&args).fine().says("after 0 decisions");
    folder.harena(&["replay", "m.hreplay", "--packs", "."]).fine();
}
