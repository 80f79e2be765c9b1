//! Characters of bots, wherever bots are named.

use crate::Folder;

#[test]
fn personas_sit_wherever_bots_are_named() {
    let folder = Folder::with_game();
    folder.change("pebbles/game.luau", "first_step =", {
        "score = function(match: any, seat: number) return match.n_seats, 1, 2 end,\n\t\
         score_parts = { \"ground\", \"haste\" },\n\t\
         personas = { { id = \"hasty\", title = \"Hasty\", weights = { haste = 900 } } },\n\tfirst_step ="
    });
    let sim = ["sim", "pebbles", "--bots", "persona:hasty,random", "--matches", "6", "--seed", "2"];
    let json = folder.harena(&[&sim[..], &["--json"]].concat()).fine().json();
    assert_eq!(json["bots"][0].as_str(), Some("persona:hasty"));
    let ab = ["ab", "pebbles", "--a", "persona:hasty", "--b", "greedy", "--pairs", "4", "--seed"];
    folder.harena(&[&ab[..], &["2"]].concat()).ends(1).says("persona:hasty against greedy");
    let ladder = ["ladder", "pebbles", "--bots", "random,persona:hasty", "--matches", "8"];
    let json = folder.harena(&[&ladder[..], &["--json", "--seed", "1"]].concat()).json();
    assert_eq!(json["ratings"][1]["bot"].as_str(), Some("persona:hasty"));
    let thinks = "mcts:8,roots=2,persona=hasty";
    let sim = ["sim", "pebbles", "--matches", "2", "--seed", "2", "--json", "--bots"];
    let played = folder.harena(&[&sim[..], &[thinks, "--out", "one"]].concat()).fine().json();
    assert_eq!(played["bots"][0].as_str(), Some(thinks));
    let merged = folder.harena(&["sim", "pebbles", "--merge", "one", "--json"]).fine().json();
    assert_eq!(merged["wins"]["by_bot"], played["wins"]["by_bot"]);
    let refused = |bots: &str, why: &str| {
        folder.harena(&["sim", "pebbles", "--bots", bots]).ends(2).complains(why);
    };
    refused("persona:hsaty", "there is no persona `hsaty` among hasty; did you mean hasty?");
    refused("mcts:8,persona=hsaty", "did you mean hasty?");
    refused("mcts:8,persona=", "lacks the name of a persona");
    refused("persnoa:hasty", "did you mean `persona:hasty`?");
    let wrong = ["ab", "pebbles", "--a", "persona:hsaty", "--b", "greedy"];
    folder.harena(&wrong).ends(2).complains("did you mean hasty?");
}

/// Parts of a series in which personas play are read again and add up.
#[test]
fn series_of_personas_add_up() {
    let folder = Folder::new();
    let sim = |more: &[&str]| {
        let args = ["sim", "monolith_arena", "--bots", "persona:raider,persona:warden"];
        let json = ["--matches", "4", "--seed", "3", "--json"];
        folder.harena(&[&args[..], &json, more].concat()).fine().json()
    };
    let whole = sim(&[]);
    sim(&["--shard", "1/2", "--out", "one"]);
    sim(&["--shard", "2/2", "--out", "two"]);
    let merge = ["sim", "monolith_arena", "--merge", "one,two", "--json"];
    let sum = folder.harena(&merge).fine().json();
    assert_eq!((&sum["digest"], &sum["by_bot"]), (&whole["digest"], &whole["by_bot"]));
}
