//! Bots beside each other.

use crate::Folder;

/// In the game that `harena new` begins whoever searches wins against whoever does not look.
#[test]
fn a_ladder_rises_and_counts_every_match() {
    let folder = Folder::with_game();
    let args = ["ladder", "pebbles", "--bots", "random,mcts:60,depth=50", "--matches", "40"];
    let seeded = [&args[..], &["--seed", "5"]].concat();
    let json = folder.harena(&[&seeded[..], &["--json"]].concat()).fine().json();
    assert_eq!((json["matches"].as_u64(), json["errors"].as_u64()), (Some(40), Some(0)));
    assert_eq!(json["rises"].as_bool(), Some(true));
    let pairing = &json["pairings"][0];
    assert_eq!(
        (pairing["a"].as_str(), pairing["b"].as_str()),
        (Some("mcts:60,depth=50"), Some("random"))
    );
    let count = |key: &str| pairing[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses") + count("draws"), 40);
    assert!(json["ratings"][1]["rating"].as_f64() > json["ratings"][1]["margin"].as_f64());
    folder.harena(&seeded).fine().says("ratings, the first bot is 0").says("the ladder rises");
}

/// A ladder that is written upside down is a finding, whatever the number of threads.
#[test]
fn a_ladder_that_falls_is_a_finding() {
    let folder = Folder::with_game();
    let args = ["ladder", "pebbles", "--bots", "mcts:60,random", "--matches", "40", "--seed", "5"];
    let one = folder.harena(&[&args[..], &["--jobs", "1"]].concat()).ends(1);
    let one = one.says("weaker").says("the ladder does not surely rise");
    let two = folder.harena(&[&args[..], &["--jobs", "2"]].concat()).ends(1);
    let told = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(told(&one.out), told(&two.out));
}

#[test]
fn ladders_that_make_no_sense_are_refused() {
    let folder = Folder::with_game();
    let refused = |bots: &str, why: &str| {
        folder.harena(&["ladder", "pebbles", "--bots", bots]).ends(2).complains(why);
    };
    refused("random", "a ladder needs two bots at least");
    refused("random,greedy,random", "random stands on the ladder twice");
    refused("human,random", "people do not climb ladders");
    refused("random,mcts:0", "neither a number of iterations nor of milliseconds");
    refused("random,mcts:5,deep=3", "`deep=3` is neither `depth=N`, `rollout=WHO`, `roots=N` nor");
    let help = folder.harena(&["ladder", "--help"]).fine().says("mcts:1000");
    assert!(!help.out.contains("human"), "{}", help.out);
}
