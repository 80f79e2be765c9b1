//! What sheets and numbers are worth.

use crate::Folder;

#[test]
fn a_setting_is_swept() {
    let folder = Folder::with_game();
    let args = ["sweep", "pebbles", "--over", "row=3..5", "--bots", "greedy", "--seed", "2"];
    let json = folder.harena(&[&args[..], &["--pairs", "30", "--json"]].concat()).fine().json();
    let rows = json["values"].as_array().unwrap();
    let values: Vec<_> = rows.iter().map(|row| row["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["3", "4", "5"]);
    for row in rows {
        let [low, worth, high] =
            ["low", "worth", "high"].map(|key| row["difference"][key].as_f64().unwrap());
        assert!(low < worth && worth < high, "{json}");
    }
    // The value as it is makes no difference.
    let none = &rows[1]["difference"];
    assert_eq!(none["worth"].as_f64(), Some(0.0));
    assert!(none["low"].as_f64() < Some(0.0) && none["high"].as_f64() > Some(0.0));
    folder.harena(&[&args[..], &["--pairs", "4"]].concat()).fine().says("seat 1 wins");
    let refused = |over: &str, why: &str| {
        folder.harena(&["sweep", "pebbles", "--over", over]).ends(2).complains(why);
    };
    refused("row=5..3", "is not NAME=LOW..HIGH");
    refused("row=9", "row takes a whole number from 3 to 5");
    refused("rows=3", "neither a setting nor a sheet `rows`");
    refused("dark.weight=3", "no number `weight`");
}

/// With each number of seats the first one wins as often as in a series of that many seats.
#[test]
fn the_number_of_seats_is_swept() {
    let folder = Folder::new();
    let end = ["--bots", "random", "--seed", "5", "--json"];
    let sweep = ["sweep", "monster_hex", "--over", "seats=2..4", "--pairs", "24"];
    let json = folder.harena(&[&sweep[..], &end].concat()).fine().json();
    assert_eq!((json["over"].as_str(), json["subject"].as_str()), (Some("seats"), Some("seat 1")));
    for (row, n) in json["values"].as_array().unwrap().iter().zip(["2", "3", "4"]) {
        let sim = ["sim", "monster_hex", "--matches", "24", "--seats", n];
        let series = folder.harena(&[&sim[..], &end].concat()).fine().json();
        let share = &series["wins"]["by_seat"]["1"];
        assert_eq!((&row["value"], &row["matches"]), (&n.into(), &share["matches"]), "{json}");
        assert_eq!((&row["win_rate"], &row["high"]), (&share["rate"], &share["high"]), "{json}");
        assert!((row["even"].as_f64().unwrap() * n.parse::<f64>().unwrap() - 1.0).abs() < 1e-9);
    }
    assert_eq!(json["values"].as_array().unwrap().len(), 3, "{json}");
    let refused = |over: &str, why: &str| {
        folder.harena(&["sweep", "monster_hex", "--over", over]).ends(2).complains(why);
    };
    refused("seats=9", "seats, not 9");
    refused("seats=few", "this takes numbers, not `few`");
}

/// Of two factions of a small game one has a card that always wins, and one that does nothing.
#[test]
fn a_sheet_that_wins_is_worth_more_than_one_that_does_nothing() {
    let folder = Folder::new();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/it/packs");
    let args = ["value", "duel", "--packs", game, "--of", "blues", "--bots", "random"];
    let more = ["--pairs", "60", "--seed", "3", "--json"];
    let json = folder.harena(&[&args[..], &more].concat()).fine().json();
    let sheets = json["sheets"].as_array().unwrap();
    let sheet = |id: &str| sheets.iter().find(|sheet| sheet["id"] == id).unwrap();
    // The heron goes first and is the stronger one: without it a gull must fight. Gulls stay in
    // the hand as long as there is a heron.
    assert!(sheet("heron")["low"].as_f64() > Some(0.0), "{json}");
    assert_eq!(sheet("gull")["unlike_pairs"].as_u64(), Some(0), "{json}");
    let run = folder.harena(&[&args[..], &["--pairs", "20", "--seed", "3"]].concat()).fine();
    run.says("what blues loses without a sheet").says("1 x Heron").says("4 x Gull");
    folder.harena(&["value", "duel", "--packs", game]).ends(2).complains("name a faction");
    let sweep = ["sweep", "duel", "--packs", game, "--over", "reds/bear.might=1..5:2"];
    let more = ["--bots", "random", "--pairs", "60", "--seed", "1", "--json"];
    let json = folder.harena(&[&sweep[..], &more].concat()).fine().json();
    let worth = |at: usize| json["values"][at]["difference"]["worth"].as_f64().unwrap();
    assert!(worth(0) < 0.0 && worth(1) == 0.0 && worth(2) > 0.0, "{json}");
}
