//! Every scenario of every pack: dropping a file into `spec/` adds a test.

use std::thread;

use harena_scenario::{self as scenario, Scenario};
use harena_script::schema::Value;
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

/// Lays a position out, and says what keeps it from coming up in play.
fn laid_out(game: &str, pieces: &str, is_meant: bool) -> String {
    let turn = Value::record([("expect", Value::text("turn 1"))]);
    let factions = if game == "monolith_arena" { &["DE", "LA"][..] } else { &[] };
    let factions = factions.iter().map(|mark| Value::text(mark)).collect();
    let fields = Value::record([
        ("name", Value::text("a position")),
        ("factions", Value::List(factions)),
        ("pieces", Value::text(pieces)),
        ("impossible", Value::Bool(is_meant)),
        ("steps", Value::List(vec![turn])),
    ]);
    let failed = scenario::run(&mut load(&packs(game)), &Scenario::of_fields(game, fields));
    failed.err().map(|failure| failure.to_string()).unwrap_or_default()
}

#[test]
fn no_position_breaks_the_law_of_its_game() {
    let positions = [
        ("monolith_arena", "DE Pikeman (0,0) w2", "cannot have wounds 2"),
        ("chessmonsters", "White Jumo c3 spent=9", "cannot have spent 9"),
        ("pathfinder_arena", "troll d6 damage=6", "would have been defeated: its life is 6"),
        ("pathfinder_arena", "troll d6 damage=4 unpicked=1", "its life is 4"),
        ("pathfinder_arena", "troll d6 damage=-1", "cannot have -1 damage"),
        ("pathfinder_arena", "troll d6 initiative=1, minotaur f2 initiative=1", "token 1"),
    ];
    for (game, pieces, part) in positions {
        let told = laid_out(game, pieces, false);
        assert!(told.contains(part) && told.contains("impossible = true"), "{pieces}: {told}");
        let meant = laid_out(game, pieces, true);
        assert!(!meant.contains("impossible"), "{pieces}: {meant}");
    }
    for damage in [0, 5] {
        let told = laid_out("pathfinder_arena", &format!("troll d6 damage={damage}"), false);
        assert!(!told.contains("impossible"), "{damage}: {told}");
    }
}
