//! Loads the packs below the given folders and plays random matches of a game:
//! `random_play GAME N ROOT...`

use std::sync::Arc;
use std::time::Instant;

use harena_engine::chance::Rng;
use harena_engine::id::FactionId;
use harena_engine::the_match::{Match, Setup, Waits};
use harena_pack::Library;
use harena_script::Host;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(n)) = (arguments.first(), arguments.get(1)) else {
        return println!("random_play GAME N ROOT...");
    };
    let library = Library::open(&arguments[2..]);
    library.problems().iter().for_each(|problem| println!("{problem}"));
    let packs = match harena_script::assemble(&library, &[game]) {
        Ok(packs) => packs,
        Err(problems) => return problems.iter().for_each(|problem| println!("{problem}")),
    };
    let mut host = match Host::load(&packs) {
        Ok(host) => host,
        Err(problems) => return problems.iter().for_each(|problem| println!("{problem}")),
    };
    host.warnings().iter().for_each(|problem| println!("{problem}"));
    let seats = host.menu().min_seats;
    let built = match host.build(&host.menu().defaults(), seats) {
        Ok(built) => built,
        Err(problems) => return problems.iter().for_each(|problem| println!("{problem}")),
    };
    let (start, mut decisions, mut turns) = (Instant::now(), 0u64, 0u64);
    let mut wins = [0u32; 16];
    let mut largest = 0;
    let n: u64 = n.parse().unwrap_or(1);
    for seed in 0..n {
        let mut rng = Rng::seeded(seed);
        let factions: Vec<_> = (0..seats)
            .map(|seat| (usize::from(seat) < built.factions.len()).then_some(FactionId(seat)))
            .collect();
        let setup = Setup { seed, factions, ..Setup::default() };
        let mut the_match = Match::new(Arc::clone(&built), setup);
        let mut waits = the_match.advance(&mut host);
        while let Ok(Waits::ForDecisions) = waits {
            let Some(decision) = the_match.decision() else { break };
            let pick = rng.next_u64() % decision.count();
            let Some(action) = decision.option(pick) else { break };
            let seat = decision.seat;
            decisions += 1;
            if let Err(refusal) = the_match.choose(seat, action) {
                return println!("seed {seed}: {refusal:?}");
            }
            waits = the_match.advance(&mut host);
            largest = largest.max(host.work_of_step());
            if decisions > 20_000 * n {
                return println!("seed {seed} does not end");
            }
        }
        if let Err(fault) = waits {
            return println!("seed {seed}: {fault} {:#?}", fault.stack);
        }
        turns += u64::from(the_match.state().turn);
        if let Some(outcome) = the_match.outcome() {
            wins[outcome.winners.min(15) as usize] += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |n: u64| n as f64 / seconds;
    println!("{n} matches, {:.0}/s, {:.0} decisions/s, {turns} turns", rate(n), rate(decisions));
    println!("the largest step took {largest} units of work");
    println!("by winners mask: {wins:?}");
}
