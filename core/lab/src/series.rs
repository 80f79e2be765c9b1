//! Many matches on all cores, with the same result whatever their number.
//!
//! Each match has a number; its seed, line-up and everything else follow from that and the plan.
//! Threads take matches in small batches and count into [`Tally`]s of their own. Tallies are sums,
//! so it does not matter who played what; those of several machines add up as well.

mod again;
mod lead;
mod part;
mod play;
mod story;
mod tally;
mod ways;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use harena_engine::chance::mix;
use harena_engine::codes;
use harena_engine::id::{FactionId, Seat};
use harena_engine::the_match::{Fault, Match, Setup};

use crate::Tables;
use crate::bot::{Bot, BotKind};

pub use again::again;
pub use part::Part;
pub use play::{Ending, Played, is_draw, play};
pub(crate) use story::Chronicle;
pub use story::{Story, Told, unused};
pub use tally::{Counted, Failure, KEPT_FAILURES, Tally, margin};
pub use ways::{Ways, every_faction};

/// Matches in one batch: few, so that all threads end at nearly the same time.
pub const BATCH: u64 = 8;

/// Who sits where with what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineUp {
    /// A bot for each seat.
    pub bots: Vec<BotKind>,
    /// A faction for each seat, or none where the game or the seat picks.
    pub factions: Vec<Option<FactionId>>,
}

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many matches all shards play together.
    pub n_matches: u64,
    /// From this every match derives its own seed.
    pub seed: u64,
    /// Line-ups in turn: match `n` is played by the `n`th, counted round and round. Not empty.
    pub line_ups: Vec<LineUp>,
    /// A match is given up after so many decisions.
    pub max_decisions: u32,
    /// Which part is played here: match numbers that leave this remainder.
    pub shard: u64,
    /// Into how many parts the series is divided; at least 1.
    pub n_shards: u64,
    /// Whether the story of each match is told, which costs a little: what became of each sheet,
    /// which verbs were taken, and how often the lead changed. The last is told without it too
    /// where a bot thinks.
    pub stories: bool,
    /// How many threads play; at least 1.
    pub jobs: usize,
}

impl Plan {
    /// The seed of a match of this plan.
    pub fn seed_of(&self, number: u64) -> u64 {
        // 53 bits, so that every program that reads JSON reads it exactly.
        mix(self.seed ^ mix(number.wrapping_add(1))) >> 11
    }

    /// The line-up of a match of this plan.
    pub fn line_up_of(&self, number: u64) -> &LineUp {
        const NOBODY: &LineUp = &LineUp { bots: Vec::new(), factions: Vec::new() };
        let n = self.line_ups.len().max(1) as u64;
        self.line_ups.get((number % n) as usize).unwrap_or(NOBODY)
    }

    /// How many matches this shard plays.
    pub fn n_here(&self) -> u64 {
        let n_shards = self.n_shards.max(1);
        let rest = self.n_matches.saturating_sub(self.shard.min(n_shards - 1));
        rest.div_ceil(n_shards)
    }

    fn number_here(&self, at: u64) -> u64 {
        at * self.n_shards.max(1) + self.shard
    }
}

impl LineUp {
    /// How a match of this line-up is set up.
    pub fn setup(&self, seed: u64) -> Setup {
        Setup { seed, factions: self.factions.clone(), ..Setup::default() }
    }

    /// Its bots, seated for a match with this seed.
    pub fn seated(&self, seed: u64) -> Vec<Box<dyn Bot>> {
        self.bots.iter().zip(0..).map(|(kind, seat)| kind.seated(seed, Seat(seat))).collect()
    }
}

/// Hears of matches while a series runs, from several threads and in no certain order.
pub trait Listener: Sync {
    /// A match was played; its batch is told of as well once it is whole.
    fn one(&self, _played: &Played) {}

    /// A batch was played; `batch` counts from 0 without gaps over the series.
    fn played(&self, batch: u64, matches: &[Played]);

    /// Whether the series is to end now. What was played so far counts, matches that are being
    /// played do not.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A listener that does not listen.
pub struct Deaf;

impl Listener for Deaf {
    fn played(&self, _batch: u64, _matches: &[Played]) {}
}

/// Plays the matches of a plan.
///
/// # Errors
/// A table that cannot be set up, or a match that the guard of time ended: no result follows from
/// a clock. Other faults inside matches are counted, not returned.
pub fn run(plan: &Plan, tables: &dyn Tables, listener: &dyn Listener) -> Result<Report, Fault> {
    run_on(plan, 0, tables, listener)
}

/// Plays the matches of a plan of which so many batches were played before; the report tells of
/// the others.
///
/// # Errors
/// As [`run`].
pub fn run_on(
    plan: &Plan,
    begun: u64,
    tables: &dyn Tables,
    listener: &dyn Listener,
) -> Result<Report, Fault> {
    let start = Instant::now();
    let next = AtomicU64::new(begun);
    let result = Mutex::new(Ok(Tally::default()));
    let before = begun.saturating_mul(BATCH).min(plan.n_here());
    let n_batches = (plan.n_here() - before).div_ceil(BATCH);
    let n_threads = plan.jobs.clamp(1, usize::try_from(n_batches.max(1)).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| add(&result, work(plan, tables, listener, &next)));
        }
    });
    let lost = || Fault::new(codes::THREAD_ENDED, "a thread of the series stopped unexpectedly");
    let tally = result.into_inner().map_err(|_| lost())??;
    let is_stopped = tally.matches != plan.n_here() - before;
    if is_stopped && !listener.is_stopped() {
        return Err(lost());
    }
    Ok(Report { tally, elapsed: start.elapsed(), is_stopped })
}

/// Adds what one thread counted; the first fault stands.
fn add(result: &Mutex<Result<Tally, Fault>>, own: Result<Tally, Fault>) {
    let Ok(mut result) = result.lock() else { return };
    match (&mut *result, own) {
        (Ok(all), Ok(own)) => all.merge(own),
        (Ok(_), Err(fault)) => *result = Err(fault),
        (Err(_), _) => {}
    }
}

/// What one thread does: batch after batch on a table of its own.
fn work(
    plan: &Plan,
    tables: &dyn Tables,
    listener: &dyn Listener,
    next: &AtomicU64,
) -> Result<Tally, Fault> {
    let mut table = tables.set_up()?;
    let mut the_match = Match::new(table.game.clone(), Setup::default());
    let mut tally = Tally::default();
    loop {
        let batch = next.fetch_add(1, Ordering::Relaxed);
        let first = batch.saturating_mul(BATCH);
        let end = plan.n_here().min(first.saturating_add(BATCH));
        if first >= end || listener.is_stopped() {
            return Ok(tally);
        }
        let stops = || listener.is_stopped();
        let played: Vec<Played> = (first..end)
            .map_while(|at| play((plan, plan.number_here(at)), &mut table, &mut the_match, &stops))
            .inspect(|played| listener.one(played))
            .collect();
        played.iter().for_each(|it| tally.add(it, plan.line_up_of(it.number)));
        if let Some(fault) = played.iter().find_map(undecided) {
            // Another machine, or the same one on another day, might have gone on.
            return Err(fault);
        }
        listener.played(batch, &played);
    }
}

/// The fault of a match that says nothing of its rules.
fn undecided(played: &Played) -> Option<Fault> {
    match &played.ending {
        Ending::Failed(fault) if fault.is_undecided() => Some(fault.clone()),
        Ending::Over(_) | Ending::Capped | Ending::Failed(_) => None,
    }
}

/// A series that was played, and how long it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// What happened.
    pub tally: Tally,
    /// The time it took, tables included.
    pub elapsed: Duration,
    /// Whether it was stopped before all matches were played.
    pub is_stopped: bool,
}

impl Report {
    /// So much per second.
    pub fn per_second(&self, n: u64) -> f64 {
        n as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, flawed_table, table};

    fn plan(n_matches: u64, jobs: usize) -> Plan {
        let line_up = |bots: [BotKind; 2], factions: [u8; 2]| LineUp {
            bots: bots.into(),
            factions: factions.map(|id| Some(FactionId(id))).into(),
        };
        let (random, greedy) = (BotKind::Random, BotKind::Greedy);
        Plan {
            n_matches,
            seed: 5,
            line_ups: vec![line_up([greedy, random], [0, 1]), line_up([random, greedy], [1, 0])],
            max_decisions: 1_000,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs,
        }
    }

    fn played(plan: &Plan, flaw: Flaw) -> Tally {
        run(plan, &|| Ok(flawed_table(flaw)), &Deaf).unwrap().tally
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let one = played(&plan(150, 1), Flaw::None);
        assert_eq!(one, played(&plan(150, 4), Flaw::None));
        assert_eq!((one.matches, one.errors, one.capped), (150, 0, 0));
        // Two bids, and six turns of two decisions, in every match.
        assert_eq!(one.decisions, 150 * 14);
        assert_eq!(one.lengths.summary().max, 14);
        // Seat 0 is asked for its bid first, in every match.
        assert_eq!(one.first, one.by_seat[&0]);
        assert!(one.options > one.decisions && one.forced < one.decisions);
        assert_eq!(one.margins.n(), 150 - one.draws);
        let other_seed = Plan { seed: 6, ..plan(150, 1) };
        assert_ne!(one.digest, played(&other_seed, Flaw::None).digest);
    }

    /// Whoever watches changes nothing; what chance gave is one shuffle and a roll for each dare.
    #[test]
    fn who_is_watched_plays_alike() {
        let random = LineUp { bots: vec![BotKind::Random; 2], factions: Vec::new() };
        let plain = Plan { line_ups: vec![random], ..plan(120, 1) };
        let (seen, unseen) = (Plan { stories: true, ..plain.clone() }, plain);
        let (seen, unseen) = (played(&seen, Flaw::None), played(&unseen, Flaw::None));
        assert_eq!((seen.digest, &seen.chances), (unseen.digest, &unseen.chances));
        assert_eq!((seen.lead_changes.n(), unseen.lead_changes.n()), (120, 0));
        assert!(seen.lead_changes.total() > 60 && unseen.verbs.is_empty());
        assert_eq!(seen.verbs.values().sum::<u64>(), seen.decisions);
        let dares = seen.verbs[&crate::sample_game::DARE];
        assert_eq!(seen.chances.total(), 120 + dares);
    }

    #[test]
    fn shards_add_up_to_the_whole() {
        let whole = played(&plan(100, 2), Flaw::None);
        let mut sum = Tally::default();
        for shard in 0..3 {
            sum.merge(played(&Plan { shard, n_shards: 3, ..plan(100, 2) }, Flaw::None));
        }
        assert_eq!(sum, whole);
    }

    /// A series that goes on where it was counts what it would have counted at once.
    #[test]
    fn a_series_can_go_on_where_it_was() {
        struct Sum(Mutex<Tally>, Plan, u64);
        impl Listener for Sum {
            fn played(&self, batch: u64, matches: &[Played]) {
                let mut sum = self.0.lock().unwrap();
                let own = matches.iter().filter(|_| batch < self.2);
                own.for_each(|it| sum.add(it, self.1.line_up_of(it.number)));
            }
        }
        let plan = plan(100, 2);
        for begun in [0, 1, 5, 12, 13] {
            let first = Sum(Mutex::default(), plan.clone(), begun);
            run(&plan, &|| Ok(table()), &first).unwrap();
            let rest = run_on(&plan, begun, &|| Ok(table()), &Deaf).unwrap();
            let mut sum = first.0.into_inner().unwrap();
            sum.merge(rest.tally);
            assert_eq!(sum, played(&plan, Flaw::None), "{begun}");
            assert!(!rest.is_stopped);
        }
    }

    #[test]
    fn wins_go_to_whom_they_belong() {
        let tally = played(&plan(200, 2), Flaw::None);
        let wins = |counted: Option<&Counted>| counted.map_or(0, |it| it.wins);
        let by_seat: u64 = tally.by_seat.values().map(|it| it.wins).sum();
        assert_eq!(by_seat + tally.draws, 200);
        assert!(tally.by_seat.values().all(|it| it.matches == 200));
        // The clever bot always plays faction 0.
        assert!(
            wins(tally.by_faction.get(&FactionId(0))) > wins(tally.by_faction.get(&FactionId(1)))
        );
        assert_eq!(
            wins(tally.by_bot.get(&BotKind::Greedy)),
            wins(tally.by_faction.get(&FactionId(0)))
        );
        let pair = &tally.matchups[&(FactionId(0), FactionId(1))];
        assert_eq!((pair.wins, pair.matches), (wins(tally.by_faction.get(&FactionId(0))), 200));
    }

    #[test]
    fn endless_matches_are_given_up_and_named() {
        let plan = Plan { max_decisions: 60, ..plan(3, 1) };
        let tally = played(&plan, Flaw::Endless);
        assert_eq!((tally.capped, tally.errors), (3, 0));
        let named: Vec<_> = tally.failures.values().map(|it| it.seed).collect();
        assert_eq!(named, [0, 1, 2].map(|number| plan.seed_of(number)));
    }

    #[test]
    fn faults_are_counted_with_their_seed_and_do_not_stop_the_series() {
        let tally = played(&plan(40, 2), Flaw::Fails);
        assert_eq!((tally.errors, tally.matches), (40, 40));
        let fault = tally.failures[&7].fault.as_ref().unwrap();
        assert_eq!(fault.code, "H0401");
    }

    #[test]
    fn a_series_that_is_stopped_keeps_what_it_has() {
        struct Impatient(AtomicU64);
        impl Listener for Impatient {
            fn played(&self, _batch: u64, matches: &[Played]) {
                self.0.fetch_add(matches.len() as u64, Ordering::Relaxed);
            }
            fn is_stopped(&self) -> bool {
                self.0.load(Ordering::Relaxed) >= 20
            }
        }
        for jobs in [1, 3] {
            let listener = Impatient(AtomicU64::new(0));
            let report = run(&plan(10_000, jobs), &|| Ok(table()), &listener).unwrap();
            assert!(report.is_stopped);
            assert_eq!(report.tally.matches, listener.0.into_inner());
            assert!((20..200).contains(&report.tally.matches), "{}", report.tally.matches);
        }
    }

    #[test]
    fn a_match_that_leads_elsewhere_when_it_is_played_again_fails() {
        // Ten of them are verified; one in two shows the flaw.
        let tally = played(&plan(640, 2), Flaw::KeepsState);
        let codes: Vec<_> = tally.failures.values().filter_map(|it| it.fault.as_ref()).collect();
        assert!(codes.iter().any(|fault| fault.code == "H0525"), "{codes:?}");
        assert_eq!(played(&plan(130, 2), Flaw::None).errors, 0);
    }

    #[test]
    fn the_shortest_series_and_every_shard_verify_a_match() {
        let listens = |plan: &Plan| {
            let failures = played(plan, Flaw::Listens).failures;
            failures.values().filter_map(|it| Some(it.fault.as_ref()?.code.to_string())).collect()
        };
        let codes: Vec<String> = listens(&plan(1, 1));
        assert_eq!(codes, ["H0525"], "who is asked for reasons must not change the match");
        for shard in 0..3 {
            let codes: Vec<String> = listens(&Plan { shard, n_shards: 3, ..plan(6, 1) });
            assert!(codes.contains(&"H0525".to_owned()), "shard {shard}: {codes:?}");
        }
        assert_eq!(played(&plan(1, 1), Flaw::None).errors, 0);
    }

    #[test]
    fn a_clock_decides_no_series() {
        let fault = run(&plan(40, 2), &|| Ok(flawed_table(Flaw::TooSlow)), &Deaf).unwrap_err();
        assert!(fault.is_undecided() && fault.limit, "{fault}");
    }

    #[test]
    fn a_table_that_cannot_be_set_up_is_an_error() {
        let broken = || Err(Fault::new(codes::NO_RULES, "no rules"));
        assert_eq!(run(&plan(3, 2), &broken, &Deaf).unwrap_err().code, "H0400");
        assert!(run(&plan(0, 2), &|| Ok(table()), &Deaf).is_ok());
    }
}
