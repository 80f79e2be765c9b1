//! Every scenario of every pack: dropping a file into `spec/` adds a test.

use harena_script::scenario;
use harena_tests::house::{duel_packs, games, load, packs, shipped_games};

#[test]
fn every_scenario_passes() {
    let mut failures = Vec::new();
    for game in games() {
        let mut host = load(&packs(game));
        let scenarios = scenario::list(&host);
        assert!(!scenarios.is_empty() || !shipped_games().contains(&game), "{game} has none");
        let failed = scenarios.iter().filter_map(|it| scenario::run(&mut host, it).err());
        failures.extend(failed.map(|failure| failure.to_string()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn a_game_may_have_no_scenario() {
    assert!(scenario::list(&load(&duel_packs())).is_empty());
}
