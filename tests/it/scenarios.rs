//! Every scenario of every pack: dropping a file into `spec/` adds a test.

use std::thread;

use harena_script::scenario;
use harena_tests::house::{duel_packs, games, load, packs, shipped_games};

/// What fails among the scenarios of a game.
fn failures_of(game: &str) -> Vec<String> {
    let mut host = load(&packs(game));
    let scenarios = scenario::list(&host);
    assert!(!scenarios.is_empty() || !shipped_games().contains(&game), "{game} has none");
    let failed = scenarios.iter().filter_map(|it| scenario::run(&mut host, it).err());
    failed.map(|failure| failure.to_string()).collect()
}

#[test]
fn every_scenario_passes() {
    let failures: Vec<String> = thread::scope(|threads| {
        let running = games().into_iter().map(|game| threads.spawn(move || failures_of(game)));
        let running: Vec<_> = running.collect();
        running.into_iter().flat_map(|game| game.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn a_game_may_have_no_scenario() {
    assert!(scenario::list(&load(&duel_packs())).is_empty());
}
