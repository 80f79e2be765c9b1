//! Series as pages and tables, hunts, envelopes, and what a save changes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::Folder;

const SERIES: [&str; 8] =
    ["sim", "pebbles", "--matches", "60", "--seed", "3", "--bots", "greedy,random"];

fn count(folder: &Folder, out: &str, sql: &str) -> i64 {
    let opened = rusqlite::Connection::open(folder.path(out).join("series.sqlite")).unwrap();
    opened.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// The database tells what the answer tells, and parts of it add up to one run.
#[test]
fn a_series_is_kept_in_a_database() {
    let folder = Folder::with_game();
    let one = folder.harena(&[&SERIES[..], &["--out", "one", "--json"]].concat()).fine().json();
    let both = |sql: &str, expected: u64| {
        assert_eq!(count(&folder, "one", sql), expected as i64, "{sql}");
        assert_eq!(count(&folder, "sum", sql), expected as i64, "merged: {sql}");
    };
    for (shard, out) in [("1/2", "p1"), ("2/2", "p2")] {
        folder.harena(&[&SERIES[..], &["--shard", shard, "--out", out]].concat()).fine();
    }
    folder.harena(&["sim", "pebbles", "--merge", "p1,p2", "--out", "sum"]).fine();
    both("select count(*) from matches", 60);
    both("select count(*) from seats", 120);
    both("select sum(decisions) from matches", one["decisions"].as_u64().unwrap());
    both("select sum(is_draw) from matches", one["draws"].as_u64().unwrap());
    let greedy = one["wins"]["by_bot"]["greedy"]["wins"].as_u64().unwrap();
    both("select sum(won) from seats where bot = 'greedy'", greedy);
    for sheet in one["sheets"].as_array().unwrap() {
        let id = sheet["id"].as_str().unwrap();
        for key in ["entered", "survived", "chosen"] {
            let sql = format!(
                "select sum({key}) from stories join sheets using (sheet) where id = '{id}'"
            );
            both(&sql, sheet[key].as_u64().unwrap());
        }
    }
    assert!(one["sheets"][0]["entered"].as_u64() > Some(60), "{}", one["sheets"]);
    for key in ["lead_changes", "luck"] {
        let pairs = one["histograms"][key].as_array().unwrap().iter();
        let total = pairs.map(|it| it[0].as_u64().unwrap() * it[1].as_u64().unwrap()).sum();
        both(&format!("select coalesce(sum({key}), 0) from matches"), total);
    }
    // A second run into the same folder begins anew.
    let fewer = ["sim", "pebbles", "--matches", "10", "--seed", "3", "--out", "one"];
    folder.harena(&fewer).fine();
    assert_eq!(count(&folder, "one", "select count(*) from matches"), 10);
    // A part of before these columns were there is added up too, and a folder of then goes on.
    for out in ["p1", "one"] {
        let old = rusqlite::Connection::open(folder.path(out).join("series.sqlite")).unwrap();
        let drop =
            "alter table matches drop column lead_changes; alter table matches drop column luck";
        old.execute_batch(drop).unwrap();
    }
    folder.harena(&["sim", "pebbles", "--merge", "p1,p2", "--out", "sum3"]).fine();
    assert_eq!(count(&folder, "sum3", "select count(*) from matches where luck is null"), 30);
    folder.harena(&fewer).fine();
    assert_eq!(count(&folder, "one", "select count(*) from matches where luck >= 0"), 10);
    std::fs::write(folder.path("p1/series.sqlite"), "no database at all").unwrap();
    let broken = folder.harena(&["sim", "pebbles", "--merge", "p1,p2", "--out", "sum2"]).ends(2);
    broken.complains("series.sqlite");
}

/// What was written after the last part is forgotten, so a row stands for each match once.
#[test]
fn a_database_goes_on_where_the_series_was() {
    let folder = Folder::with_game();
    let begun = ["sim", "pebbles", "--matches", "24", "--seed", "3", "--bots", "greedy,random"];
    folder.harena(&[&begun[..], &["--out", "two"]].concat()).fine();
    let part = folder.read("two/part.json");
    let table = folder.read("two/matches.csv");
    folder.harena(&[&SERIES[..], &["--out", "two"]].concat()).fine();
    // As if it had been ended between the database and the part.
    let part = part.replace("\"matches\":24,\"max", "\"matches\":60,\"max");
    std::fs::write(folder.path("two/part.json"), part).unwrap();
    std::fs::write(folder.path("two/matches.csv"), table).unwrap();
    let sql = "delete from matches where number between 30 and 40";
    let opened = rusqlite::Connection::open(folder.path("two/series.sqlite")).unwrap();
    opened.execute(sql, []).unwrap();
    drop(opened);
    folder.harena(&[&SERIES[..], &["--out", "two", "--resume"]].concat()).fine();
    assert_eq!(count(&folder, "two", "select count(*) from matches"), 60);
    assert_eq!(count(&folder, "two", "select count(distinct digest) from matches"), 60);
}

#[test]
fn a_series_becomes_a_page() {
    let folder = Folder::with_game();
    folder.harena(&[&SERIES[..], &["--out", "one"]].concat()).fine();
    folder.harena(&["report", "one"]).fine().says("wrote one/report.html");
    let page = folder.read("one/report.html");
    for part in ["<h2>Ends", "<h2>Seats", "<h2>Bots", "<h2>Length", "<h2>Sheets", "seed 3"] {
        assert!(page.contains(part), "{part}");
    }
    for foreign in ["<script", "src=", "href"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    folder.harena(&["report", "one/summary.json", "--to", "here.html"]).fine();
    assert_eq!(folder.read("here.html"), page);
    folder.harena(&["report", "nowhere"]).ends(2).complains("nowhere");
    folder.harena(&["report", "one/part.json"]).ends(2).complains("is no series");
}

/// A planted fault is found, and what is written fails as a scenario for that reason.
#[test]
fn a_hunt_writes_a_scenario_that_fails() {
    let folder = Folder::with_game();
    let hunt = ["hunt", "./pebbles", "--matches", "20", "--seed", "1"];
    folder.harena(&hunt).fine().says("nothing goes wrong");
    let sound = "match:next_turn(\"turn\")";
    let planted = "if #match:empty_cells() < 34 then\n\t\t\terror(\"no more stones\")\n\t\tend\n\t\tmatch:next_turn(\"turn\")";
    folder.change("pebbles/game.luau", sound, planted);
    let out = [&hunt[..], &["--out", "pebbles/spec", "--json"]].concat();
    let json = folder.harena(&out).ends(1).json();
    let finding = &json["findings"][0];
    assert!(finding["flaw"].as_str().unwrap().contains("no more stones"), "{json}");
    assert_eq!(json["findings"].as_array().unwrap().len(), 1, "{json}");
    // Of 37 cells fewer than 34 are empty once four stones lie.
    assert!(finding["actions"].as_u64() <= finding["actions_before"].as_u64());
    assert_eq!(finding["actions"].as_u64(), Some(4), "{json}");
    let written = finding["scenario"].as_str().unwrap();
    assert!(folder.read(written).contains("begin = \"start\""), "{}", folder.read(written));
    let run = folder.harena(&["test", "pebbles", "--filter", "a hunt found"]).ends(1);
    run.complains("no more stones").says("1 failed");
    folder.change("pebbles/game.luau", "error(\"no more stones\")", "local _ = 0");
    folder.harena(&["test", "pebbles", "--filter", "a hunt found"]).fine();
}

/// A stone that is made and laid nowhere is found, and its scenario fails as long as it is lost.
#[test]
fn what_a_hunt_finds_lost_is_a_scenario_that_fails() {
    let folder = Folder::with_game();
    let sound = "match:next_turn(\"turn\")";
    let planted =
        "match:create(match:prototypes_of(\"stone\")[1], seat)\n\t\tmatch:next_turn(\"turn\")";
    folder.change("pebbles/game.luau", sound, planted);
    let hunt = ["hunt", "./pebbles", "--matches", "3", "--seed", "1", "--out", "pebbles/spec"];
    let json = folder.harena(&[&hunt[..], &["--json"]].concat()).ends(1).json();
    let finding = &json["findings"][0];
    assert!(finding["flaw"].as_str().unwrap().contains("neither on the board"), "{json}");
    // The first stone laid makes another one.
    assert_eq!(finding["actions"].as_u64(), Some(1), "{json}");
    let written = folder.read(finding["scenario"].as_str().unwrap());
    assert!(written.contains("nowhere: nothing"), "{written}");
    let run = folder.harena(&["test", "pebbles", "--filter", "a hunt found"]).ends(1);
    run.says("1 failed");
    folder.change("pebbles/game.luau", planted, sound);
    folder.harena(&["test", "pebbles", "--filter", "a hunt found"]).fine();
}

/// A cross with two signs and the turn to come back makes two threats at once if the nought began
/// badly: whatever that answers, the cross needs two choices more. With one sign it needs three,
/// and the nought has no second sign yet, so nothing shorter and nothing else is found.
#[test]
fn a_win_by_force_is_a_scenario_that_fails() {
    let folder = Folder::new();
    let packs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games");
    let hunt = ["hunt", "tic_tac_toe", "--packs", packs, "--matches", "40", "--seed", "1"];
    let json = folder.harena(&[&hunt[..], &["--out", "found", "--json"]].concat()).ends(1).json();
    let [finding] = json["findings"].as_array().unwrap().as_slice() else { panic!("{json}") };
    let forced = serde_json::json!({ "seat": 1, "choices": 2, "dealt": 0, "after": 3 });
    assert_eq!(finding["forced"], forced, "{json}");
    // The nought blocks, the cross makes two threats, the nought blocks one.
    assert_eq!(finding["actions"].as_u64(), Some(7), "{json}");
    assert_eq!(json["looks"]["open"].as_u64(), Some(0), "{json}");
    let written = folder.read(finding["scenario"].as_str().unwrap());
    assert!(written.contains("outcome = \"none\""), "{written}");
    let none = folder.harena(&[&hunt[..], &["--choices", "0", "--json"]].concat()).fine().json();
    assert_eq!(none["looks"]["positions"].as_u64(), Some(0), "{none}");
}

#[test]
fn a_match_without_end_is_hunted_down() {
    let folder = Folder::with_game();
    let args = ["hunt", "./pebbles", "--matches", "2", "--seed", "1", "--max-decisions", "3"];
    let run = folder.harena(&[&args[..], &["--out", "found"]].concat()).ends(1);
    run.says("the match does not end").says("3 actions");
    let written = folder.read("found/found_1_1.luau");
    assert!(written.contains("asks = \"nobody\""), "{written}");
}

#[test]
fn an_envelope_tells_what_no_other_faction_has() {
    let folder = Folder::new();
    let packs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/it/packs");
    let args = ["envelope", "duel", "--packs", packs, "--of", "blues"];
    let json = folder.harena(&[&args[..], &["--json"]].concat()).fine().json();
    assert_eq!((json["faction"].as_str(), json["others"].as_u64()), (Some("blues"), Some(1)));
    let numbers = json["numbers"].as_array().unwrap();
    let number = |name: &str| numbers.iter().find(|it| it["name"] == name).unwrap();
    // One heron and four gulls.
    assert_eq!(number("copies")["own"].as_f64(), Some(5.0), "{json}");
    assert_eq!(number("different sheets")["own"].as_f64(), Some(2.0), "{json}");
    folder.harena(&args).fine().says("blues beside 1 other faction");
    let none = ["envelope", "duel", "--packs", packs];
    folder.harena(&none).ends(2).complains("name a faction");
}

/// Nothing differs after a remark; a rule that is turned is told with the match it touches.
#[test]
fn a_save_tells_what_it_changes() {
    let folder = Folder::with_game();
    let mut child = Command::new(env!("CARGO_BIN_EXE_harena"))
        .args(["watch", "pebbles", "--matches", "5", "--pairs", "20", "--times", "3"])
        .args(["--seed", "4", "--bots", "random"])
        .current_dir(&folder.0)
        .env("HARENA_DATA", folder.path("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert_eq!(next(), "watching pebbles: 5 matches to play again");
    let text = folder.read("pebbles/game.luau");
    // As careful editors save: a new file in the place of the old one, all at once.
    let save = |text: &str| {
        std::fs::write(folder.path("new.luau"), text).unwrap();
        std::fs::rename(folder.path("new.luau"), folder.path("pebbles/game.luau")).unwrap();
    };
    save(&format!("{text}-- a remark\n"));
    assert_eq!(next(), "5 unchanged");
    save(&format!("{text}this is no Luau\n"));
    assert!(next().starts_with("broken"));
    let turned = text.replace("match:next_turn(\"turn\")", "match:finish({ seat }, \"row\")");
    assert_ne!(turned, text);
    save(&turned);
    let told = next();
    assert!(told.starts_with("0 unchanged, match 1 differs at choice 1,"), "{told}");
    assert!(told.contains("seat 1: stronger") && told.ends_with("% in 20 pairs"), "{told}");
    assert!(child.wait().unwrap().success());
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert!(!complaints.contains("panicked"), "{complaints}");
}

#[test]
fn what_matches_and_scenarios_never_reach_is_named_with_its_rules() {
    let folder = Folder::with_game();
    let dead = "--- R9 Nobody calls this.\nlocal function forgotten(): number\n\treturn 1\nend\n\n";
    folder.change("pebbles/game.luau", "return harena.game", &format!("{dead}return harena.game"));
    let line =
        2 + folder.read("pebbles/game.luau").lines().position(|it| it.contains("R9")).unwrap();
    let told = format!("pebbles/game.luau:{line}  forgotten  R9");
    let run = folder.harena(&["coverage", "pebbles", "--matches", "4", "--seed", "1"]).fine();
    run.says("4 matches with").says(&told).says("% of");
    let run = folder.harena(&["coverage", "pebbles", "--scenarios"]).fine();
    run.says("3 scenarios").says(&told);
    let args = ["coverage", "pebbles", "--matches", "4", "--seed", "1", "--json"];
    let json = folder.harena(&[&args[..], &["--lcov", "lcov.info"]].concat()).fine().json();
    let pack = &json["packs"][0];
    assert_eq!(pack["id"], "pebbles");
    let (ran, lines) = (pack["ran"].as_u64().unwrap(), pack["lines"].as_u64().unwrap());
    assert!(0 < ran && ran < lines, "{pack}");
    let named: Vec<_> =
        pack["never"].as_array().unwrap().iter().filter(|it| it["name"] == "forgotten").collect();
    assert_eq!((named.len(), &named[0]["rules"]), (1, &serde_json::json!(["R9"])));
    let lcov = folder.read("lcov.info");
    assert!(lcov.contains("pebbles/game.luau\n") && lcov.contains("FNDA:0,forgotten\n"), "{lcov}");
    assert!(lcov.contains(&format!("DA:{},0\n", line + 1)), "{lcov}");
    folder.harena(&["coverage", "pebbles", "--scenarios", "--seed", "3"]).ends(2);
}

#[test]
fn a_part_without_tables_is_told_before_anything_is_written() {
    let folder = Folder::with_game();
    for (shard, out) in [("1/2", "p1"), ("2/2", "p2")] {
        folder.harena(&[&SERIES[..], &["--shard", shard, "--out", out]].concat()).fine();
    }
    std::fs::remove_file(folder.path("p2/series.sqlite")).unwrap();
    let merge = ["sim", "pebbles", "--merge", "p1,p2"];
    let run = folder.harena(&[&merge[..], &["--out", "sum"]].concat()).ends(2);
    run.complains("p2 has no series.sqlite").complains("without --out");
    assert!(!folder.path("sum").exists());
    folder.harena(&merge).fine();
}
