//! Which of two does better.

use crate::{Folder, copy};

const SURE: [&str; 6] = ["--margin", "10", "--seed", "4", "--pairs", "400"];

#[test]
fn the_stronger_bot_is_found_from_both_sides() {
    let folder = Folder::with_game();
    let ab = |a: &str, b: &str, more: &[&str]| {
        let args = [&["ab", "pebbles", "--a", a, "--b", b][..], &SURE, more].concat();
        folder.harena(&args)
    };
    let json = ab("greedy", "random", &["--json"]).fine().json();
    assert_eq!(json["verdict"].as_str(), Some("stronger"));
    let number = |json: &serde_json::Value, key: &str| json[key].as_f64().unwrap();
    assert!(number(&json, "win_rate") > 0.6 && number(&json, "p") <= 0.05);
    let (low, high) =
        (json["interval"][0].as_f64().unwrap(), json["interval"][1].as_f64().unwrap());
    assert!(0.5 < low && low < number(&json, "win_rate") && number(&json, "win_rate") < high);
    assert!(number(&json, "pairs") >= 12.0 && number(&json, "pairs") < 400.0);
    let other = ab("random", "bots=greedy", &["--json", "--jobs", "1"]).fine().json();
    assert_eq!(other["verdict"].as_str(), Some("weaker"));
    assert_eq!(other["pairs"], json["pairs"]);
    assert!((number(&other, "win_rate") + number(&json, "win_rate") - 1.0).abs() < 1e-9);
    ab("greedy", "random", &["--expect", "stronger"]).fine().says("greedy against random");
    ab("greedy", "random", &["--expect", "weaker"]).ends(1).says("stronger: ");
}

#[test]
fn a_copy_of_a_pack_is_no_other_pack() {
    let folder = Folder::with_game();
    copy(&folder.path("pebbles"), &folder.path("twin/pebbles"));
    let args =
        ["ab", "./pebbles", "--a", "./twin/pebbles", "--b", "base", "--bots", "random", "--json"];
    let json = folder.harena(&[&args[..], &SURE].concat()).fine().json();
    assert_eq!((json["verdict"].as_str(), json["unlike_pairs"].as_u64()), (Some("same"), Some(0)));
    assert_eq!(json["at_one_table"].as_bool(), Some(false));
    // In the twin whoever begins wins at once.
    folder.change("twin/pebbles/game.luau", "match:row_length(cell) >= match.settings.row", "true");
    let run = folder.harena(&[&args[..8], &SURE].concat()).fine();
    run.says("stronger: ").says("seat 1 wins 100.0 % with ./twin/pebbles");
}

#[test]
fn settings_are_compared_and_endless_questions_end() {
    let folder = Folder::with_game();
    let args = ["ab", "pebbles", "--a", "row=3", "--b", "row=4", "--bots", "random", "--seed", "1"];
    let run = folder.harena(&[&args[..], &["--pairs", "20"]].concat()).ends(1);
    run.says("not yet: ").says("with row=3");
    let json = folder.harena(&[&args[..], &["--pairs", "20", "--json"]].concat()).ends(1).json();
    assert_eq!((json["verdict"].as_str(), json["pairs"].as_u64()), (Some("undecided"), Some(20)));
}

/// The folder of a guest sits at the table as its faction, whether or not it was let join.
#[test]
fn a_guest_is_compared_by_its_folder() {
    let folder = Folder::new();
    let saltmarsh = concat!(env!("CARGO_MANIFEST_DIR"), "/../../factions/monolith_arena/saltmarsh");
    copy(std::path::Path::new(saltmarsh), &folder.path("drafts/saltmarsh"));
    let ab = |a: &str, more: &[&str]| {
        let args = ["ab", "monolith_arena", "--a", a, "--b", "dragon", "--bots", "random"];
        let end = ["--pairs", "12", "--seed", "3", "--json"];
        folder.harena(&[&args[..], &end, more].concat()).ends(1).json()
    };
    let by_folder = ab("drafts/saltmarsh", &[]);
    assert_eq!(by_folder["at_one_table"].as_bool(), Some(true));
    let by_name = ab("saltmarsh", &["--with", "saltmarsh"]);
    assert_eq!((&by_folder["win_rate"], &by_folder["pairs"]), (&by_name["win_rate"], &12.into()));
    let refused = |b: &str, why: &str| {
        let args = ["ab", "monolith_arena", "--a", "drafts/saltmarsh", "--b", b];
        folder.harena(&args).ends(2).complains(why);
    };
    refused("base", "name one on each side");
    refused("banner_hp=15", "not both");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::with_game();
    let refused = |args: &[&str], why: &str| {
        folder.harena(&[&["ab", "pebbles"], args].concat()).ends(2).complains(why);
    };
    refused(&[], "say what to compare with what");
    refused(&["--a", "greddy"], "did you mean greedy?");
    refused(&["--a", "greedy", "--b", "row=4"], "not both");
    refused(&["--a", "human", "--b", "greedy"], "`human` is no bot");
    refused(&["--a", "row=9"], "row takes a whole number from 3 to 5");
    refused(&["--a", "./nowhere", "--b", "base"], "there is no pack in `./nowhere`");
    refused(&["--a", "row=4", "--of", "3"], "there is no seat 3");
    refused(&["--a", "greedy", "--margin", "90"], "--margin takes");
}
