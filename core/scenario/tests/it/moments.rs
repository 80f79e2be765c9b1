//! Moments of matches, written as text and laid out again: the same to the last detail.

use std::sync::Arc;

use harena_engine::chance::Rng;
use harena_engine::game::Game;
use harena_engine::id::FactionId;
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::Library;
use harena_scenario::{self as scenario, Scenario};
use harena_script::{Host, assemble};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn host(game: &str) -> Host {
    let roots = ["scripts", "factions", "tests/games"].map(|it| format!("{ROOT}/{it}"));
    let library = Library::open(&roots);
    let packs = assemble(&library, &[game]).unwrap();
    Host::load(&packs).unwrap()
}

/// A match between the first factions, or from another one on.
fn begun(game: &Arc<Game>, seed: u64) -> Match {
    let n = game.factions.len() as u64;
    let faction = |seat: u8| (n > 0).then(|| FactionId(((seed + u64::from(seat)) % n) as u8));
    let mut factions: Vec<_> = (0..game.n_seats).map(faction).collect();
    if n < u64::from(game.n_seats) {
        factions.clear();
    }
    Match::new(game.clone(), Setup { seed, factions, persons: 1, ..Setup::default() })
}

/// Writes a moment, lays it out and writes it once more.
fn there_and_back(host: &mut Host, the_match: &Match) -> Result<(), String> {
    let fields = scenario::moment_fields(host, the_match, "a moment")?;
    let read = Scenario::of_fields("a", fields.clone());
    let left = scenario::left(host, &read).map_err(|failure| failure.to_string())?;
    assert_eq!(left.digest(), the_match.digest(), "{fields:?}");
    let options = |it: &Match| it.decisions().cloned().collect::<Vec<_>>();
    assert_eq!(options(&left), options(the_match));
    // What was answered before is part of the log of the one only.
    assert_eq!(scenario::moment_fields(host, &left, "a moment").as_ref(), Ok(&fields));
    Ok(())
}

/// Plays a match by chance and looks at one moment of so many: how many there were, and what could
/// not be written.
fn look(
    host: &mut Host,
    game: &Arc<Game>,
    (seed, one_of, most): (u64, u32, u32),
) -> (u32, Vec<String>) {
    let (mut the_match, mut rng) = (begun(game, seed), Rng::seeded(seed));
    let (mut n, mut unsaid) = (0, Vec::new());
    for at in 0..most {
        if the_match.advance(host).unwrap() != Waits::ForDecisions {
            break;
        }
        if at % one_of == 0 {
            n += 1;
            unsaid.extend(there_and_back(host, &the_match).err());
        }
        let decision = the_match.decision().unwrap();
        let action = decision.option(rng.next_u64() % decision.count()).unwrap();
        let seat = decision.seat;
        the_match.choose(seat, action).unwrap();
    }
    (n, unsaid)
}

fn check(name: &str, seats: &[u8]) {
    let mut host = host(name);
    for n_seats in seats {
        let game = host.build(&host.menu().defaults(), *n_seats).unwrap();
        let mut all = 0;
        for seed in 1..7 {
            let (n, unsaid) = look(&mut host, &game, (seed, 11, 330));
            assert_eq!(unsaid, [""; 0], "{name} with {n_seats}, seed {seed}");
            all += n;
        }
        assert!(all > 3, "{name} with {n_seats} shows {all} moments");
    }
}

#[test]
fn moments_of_monolith_arena_are_written_and_read() {
    check("monolith_arena", &[2, 4]);
}

#[test]
fn moments_of_pathfinder_arena_are_written_and_read() {
    check("pathfinder_arena", &[2, 4]);
}

#[test]
fn moments_of_monster_hex_are_written_and_read() {
    check("monster_hex", &[2, 3]);
}

#[test]
fn moments_of_chessmonsters_are_written_and_read() {
    check("chessmonsters", &[2]);
}

#[test]
fn moments_of_knockdown_are_written_and_read() {
    check("knockdown", &[2]);
}

#[test]
fn moments_of_small_games_are_written_and_read() {
    for (name, seats) in [("backgammon", 2), ("liars_dice", 2), ("market", 2), ("kalah", 2)] {
        check(name, &[seats]);
    }
}

fn problem(fields: &harena_script::schema::Value, from: &str, to: &str) -> String {
    use harena_script::schema::Value;
    let Value::Record(entries) = fields else { panic!("no record") };
    let changed = entries.iter().map(|(name, value)| {
        let Some(text) = value.as_text().filter(|_| name == "moment") else {
            return (name.clone(), value.clone());
        };
        assert!(text.contains(from), "{from} is not in\n{text}");
        (name.clone(), Value::Text(text.replacen(from, to, 1)))
    });
    let scenario = Scenario::of_fields("a", Value::Record(changed.collect()));
    scenario::left(&mut host("kalah"), &scenario).unwrap_err().message
}

#[test]
fn what_a_moment_does_not_mean_is_told() {
    let mut host = host("kalah");
    let game = host.build(&host.menu().defaults(), 2).unwrap();
    let mut the_match = begun(&game, 1);
    the_match.advance(&mut host).unwrap();
    let fields = scenario::moment_fields(&mut host, &the_match, "a moment").unwrap();
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(problem(&fields, from, to), expected);
    };
    check(
        "mark a1 seed 4",
        "mark a1 sead 4",
        "`mark a1 sead 4 nobody`: there is no marker `sead`; did you mean `seed`?",
    );
    check("mark a1", "mark z9", "`mark z9 seed 4 nobody`: the board has no cell `z9`");
    check("next turn", "then turn", "no line says which step is `next`");
    check(
        "active South",
        "active Sout",
        "`active Sout`: no seat is called `Sout`; there are South, North; did you mean `South`?",
    );
    check("active South", "activ South", "`activ South`: no line of a moment is like this");
    check("active South", "turn 1000000", "`turn 1000000`: a match has 100000 turns at most");
    check("active South", "#0 South man", "`#0 South man`: nothing is called `man`");
    check("active South", "chance 12", "how far chance is cannot be read");
}
