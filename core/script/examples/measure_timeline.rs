//! Measures what a long match keeps of itself, on one thread:
//! `measure_timeline GAME N ROOT...` plays the first random match of GAME that has N decisions from
//! the packs below the roots, or else the longest of forty, and prints the memory of its time
//! line, how long moments take to be reached, and how long a reload at its end takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::game::Game;
use harena_engine::id::FactionId;
use harena_engine::the_match::{Fault, Setup};
use harena_engine::timeline::Timeline;
use harena_pack::{Library, Problem};
use harena_script::Host;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, n, roots @ ..] = arguments.as_slice() else {
        return println!("measure_timeline GAME N ROOT...");
    };
    let n = n.parse().unwrap_or(1000);
    if let Err(problems) = measure(game, n, roots) {
        problems.iter().for_each(|problem| println!("{problem}"));
    }
}

fn measure(game: &str, n: usize, roots: &[String]) -> Result<(), Vec<Problem>> {
    let library = Library::open(roots);
    let packs = harena_script::assemble(&library, &[game])?;
    let mut host = Host::load(&packs)?;
    let seats = host.menu().min_seats;
    let built = host.build(&host.menu().defaults(), seats)?;
    let failed = |fault: Fault| vec![Problem::error("H0400", fault.to_string())];
    let mut seed = 1;
    let mut longest = (0, 1);
    while longest.0 < n && seed <= 40 {
        longest = longest.max((play(&mut host, &built, seed, n).map_err(failed)?.n_done(), seed));
        seed += 1;
    }
    let before = resident();
    let mut timeline = play(&mut host, &built, longest.1, n).map_err(failed)?;
    let grown = resident().saturating_sub(before);
    let (n_moves, n_entries) = (timeline.n_done(), timeline.now.log.entries.len());
    println!("{n_moves} decisions, {n_entries} entries in the log, seed {}", longest.1);
    println!("memory of the time line: {:.1} MB", grown as f64 / 1_000_000.0);
    let (mut worst, mut sum) = (Duration::ZERO, Duration::ZERO);
    let mut rng = Rng::seeded(1);
    for _ in 0..200 {
        let at = rng.below(n_moves.max(1) as u32) as usize;
        let start = Instant::now();
        timeline.go_to(&mut host, at).map_err(failed)?;
        let took = start.elapsed();
        (worst, sum) = (worst.max(took), sum + took);
    }
    println!("going to a moment: {:?} on average, {worst:?} at worst", sum / 200);
    timeline.go_to(&mut host, n_moves).map_err(failed)?;
    let start = Instant::now();
    let mut fresh = Host::load(&packs)?;
    let built = fresh.build(&fresh.menu().defaults(), seats)?;
    let loaded = start.elapsed();
    timeline.adopt(built, &mut fresh).map_err(failed)?;
    println!("reload at the end: {:?}, of which loading {loaded:?}", start.elapsed());
    Ok(())
}

/// Plays at random until the end or so many decisions.
fn play(host: &mut Host, game: &Arc<Game>, seed: u64, n: usize) -> Result<Timeline, Fault> {
    let factions = (0..game.n_seats).map(|seat| {
        let n = game.factions.len().max(1) as u8;
        (!game.factions.is_empty()).then_some(FactionId(seat % n))
    });
    let setup = Setup { seed, factions: factions.collect(), ..Setup::default() };
    let mut timeline = Timeline::begin(game.clone(), setup, host)?;
    let mut rng = Rng::seeded(seed);
    while let Some(decision) = timeline.now.decision().filter(|_| timeline.n_done() < n) {
        let at = rng.next_u64() % decision.count().max(1);
        let Some(action) = decision.option(at) else { break };
        let seat = decision.seat;
        let acted = timeline.act(host, seat, action);
        acted.map_err(|error| Fault::new("H0412", error.to_string()))?;
    }
    Ok(timeline)
}

/// Memory in use, in bytes, where the system says so.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
