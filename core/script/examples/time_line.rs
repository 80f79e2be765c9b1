//! Plays one match at random on a time line and tells what the time line holds and how long going
//! about in it takes: `time_line GAME N ROOT...`. A match that ends before `N` decisions is begun
//! anew; the time lines of all of them are kept.

use std::sync::Arc;
use std::time::Instant;

use harena_engine::chance::Rng;
use harena_engine::game::Game;
use harena_engine::id::FactionId;
use harena_engine::the_match::Setup;
use harena_engine::timeline::Timeline;
use harena_pack::Library;
use harena_script::Host;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(n), Some(roots)) =
        (arguments.first(), arguments.get(1), arguments.get(2..))
    else {
        return println!("time_line GAME N ROOT...");
    };
    let told = harena_script::assemble(&Library::open(roots), &[game])
        .and_then(|packs| Host::load(&packs))
        .and_then(|host| {
            let built = host.build(&host.menu().defaults(), host.menu().min_seats)?;
            Ok(measured(host, &built, n.parse().unwrap_or(1_000)))
        });
    match told {
        Ok(told) => println!("{told}"),
        Err(problems) => problems.iter().for_each(|problem| println!("{problem}")),
    }
}

/// Plays so many decisions and goes about in them.
fn measured(mut host: Host, game: &Arc<Game>, n: usize) -> String {
    // Once before, and kept: what the machine itself needs is there then, and no memory is free.
    let first = play(&mut host, game, n);
    let before = resident();
    let mut lines = play(&mut host, game, n);
    let grown = resident().saturating_sub(before);
    drop(first);
    let n_done: usize = lines.iter().map(Timeline::n_done).sum();
    let longest = lines.iter_mut().max_by_key(|line| line.n_done());
    let gone = longest.map_or_else(String::new, |line| {
        let end = line.n_done();
        let mut slowest = 0.0f64;
        for at in (0..=20).rev().map(|part| end * part / 20) {
            let start = Instant::now();
            if let Err(fault) = line.go_to(&mut host, at) {
                return fault.to_string();
            }
            slowest = slowest.max(start.elapsed().as_secs_f64() * 1_000.0);
        }
        format!("; of {end} moves in a row any of 21 is reached in {slowest:.1} ms or less")
    });
    let matches = lines.len();
    format!("{n_done} decisions in {matches} matches: {:.1} MB{gone}", grown as f64 / 1e6)
}

/// Time lines of so many decisions together.
fn play(host: &mut Host, game: &Arc<Game>, n: usize) -> Vec<Timeline> {
    let (mut lines, mut done) = (Vec::new(), 0);
    let mut rng = Rng::seeded(1);
    for seed in 0.. {
        let faction =
            |seat: u8| (usize::from(seat) < game.factions.len()).then_some(FactionId(seat));
        let factions = (0..game.n_seats).map(faction).collect();
        let setup = Setup { seed, factions, ..Setup::default() };
        let Ok(mut line) = Timeline::begin(game.clone(), setup, host) else { break };
        while let Some(decision) = line.now.decision().filter(|_| done < n) {
            let (seat, pick) = (decision.seat, rng.next_u64() % decision.count().max(1));
            let Some(action) = decision.option(pick) else { break };
            if line.act(host, seat, action).is_err() {
                return lines;
            }
            done += 1;
        }
        lines.push(line);
        if done >= n {
            break;
        }
    }
    lines
}

/// How many bytes of the process lie in memory; 0 where the system does not tell.
fn resident() -> usize {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = told.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}
