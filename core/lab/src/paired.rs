//! Pairs of matches: the same seed and the same seat under two variants, until a test knows which
//! does better.
//!
//! A variant is a way to set up a table and a plan of line-ups: other bots or factions at the same
//! table, or other settings and packs. Match `n` of both variants has the same seed and is judged
//! from the same seat. Pairs are looked at in the order of their numbers, whoever played them, so
//! that the answer does not depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use harena_engine::codes;
use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Setup};

use crate::sequential::{Question, Test, Told, Verdict};
use crate::series::{Ending, Plan, Played, Tally, play};
use crate::{Table, Tables};

/// One of the two that are compared.
pub struct Variant<'t> {
    /// Its line-ups; of the plan only they, the seed and the limit of decisions count.
    pub plan: Plan,
    /// Where it is played.
    pub tables: &'t dyn Tables,
}

/// What is to be compared.
pub struct Contest<'t> {
    /// The two variants.
    pub variants: [Variant<'t>; 2],
    /// Whether both are played at the first one's tables.
    pub share_tables: bool,
    /// The seat whose score counts, by line-up in turn. Not empty.
    pub seats: Vec<Seat>,
    /// What is asked; `None` to play all pairs.
    pub question: Option<Question>,
    /// The first pair that is not played.
    pub most_pairs: u64,
    /// How many threads play; at least 1.
    pub jobs: usize,
}

/// Hears of pairs as they are looked at, in order.
pub trait Watcher: Sync {
    /// Another pair was looked at.
    fn looked(&self, test: &Test) {
        let _ = test;
    }

    /// Whether to end now.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody watches.
pub struct Unwatched;

impl Watcher for Unwatched {}

/// What the pairs told.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The test at its end.
    pub test: Test,
    /// What was played of each variant.
    pub tallies: [Tally; 2],
    /// The sum of the scores of the seat that counts, of each variant, in halves.
    pub halves: [u64; 2],
    /// Pairs of which a match failed; they tell nothing.
    pub failed: u64,
    /// The time it took, tables included.
    pub elapsed: Duration,
}

impl Answer {
    /// What the test says.
    pub fn verdict(&self) -> Verdict {
        self.test.verdict()
    }

    /// How often the seat that counts won with a variant; a draw is half a victory.
    pub fn rate(&self, variant: usize) -> f64 {
        let halves = self.halves.get(variant).copied().unwrap_or(0);
        halves as f64 / (2 * self.test.counts().n()).max(1) as f64
    }
}

/// Plays pairs until the question is answered.
///
/// # Errors
/// A table that cannot be set up, or a match that the guard of time ended.
pub fn run(contest: &Contest, watcher: &dyn Watcher) -> Result<Answer, Fault> {
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let collected = Mutex::new(Collected::of(contest));
    let threads = contest.jobs.clamp(1, usize::try_from(contest.most_pairs.max(1)).unwrap_or(1));
    let results: Vec<Result<(), Fault>> = std::thread::scope(|scope| {
        let begin = |_| scope.spawn(|| work(contest, watcher, &next, &collected));
        let threads: Vec<_> = (0..threads).map(begin).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(lost()))).collect()
    });
    results.into_iter().collect::<Result<(), Fault>>()?;
    let collected = collected.into_inner().map_err(|_| lost())?;
    let Collected { test, tallies, halves, failed, .. } = collected;
    Ok(Answer { test, tallies, halves, failed, elapsed: start.elapsed() })
}

fn lost() -> Fault {
    Fault::new(codes::THREAD_ENDED, "a thread of the series stopped unexpectedly")
}

/// What one thread does: pair after pair at tables of its own.
fn work(
    contest: &Contest,
    watcher: &dyn Watcher,
    next: &AtomicU64,
    collected: &Mutex<Collected>,
) -> Result<(), Fault> {
    let [first, second] = &contest.variants;
    let mut tables = vec![first.tables.set_up()?];
    if !contest.share_tables {
        tables.push(second.tables.set_up()?);
    }
    let blank = |table: &Table| Match::new(table.game.clone(), Setup::default());
    let mut matches: Vec<Match> = tables.iter().map(blank).collect();
    let mut is_over = false;
    while !is_over && !watcher.is_stopped() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= contest.most_pairs {
            break;
        }
        let mut pair = Vec::with_capacity(2);
        for (at, variant) in contest.variants.iter().enumerate() {
            let at = at.min(tables.len() - 1);
            let (Some(table), Some(the_match)) = (tables.get_mut(at), matches.get_mut(at)) else {
                return Err(lost());
            };
            let stops = || watcher.is_stopped();
            let Some(played) = play((&variant.plan, number), table, the_match, &stops) else {
                return Ok(());
            };
            if let Ending::Failed(fault) = &played.ending
                && fault.is_undecided()
            {
                return Err(fault.clone());
            }
            pair.push(played);
        }
        let mut collected = collected.lock().map_err(|_| lost())?;
        collected.waiting.insert(number, pair);
        is_over = collected.look(contest, watcher);
    }
    Ok(())
}

/// What all threads have brought.
struct Collected {
    test: Test,
    tallies: [Tally; 2],
    halves: [u64; 2],
    failed: u64,
    /// The pair to be looked at next.
    at: u64,
    /// Pairs that came before their turn.
    waiting: BTreeMap<u64, Vec<Played>>,
    is_over: bool,
}

impl Collected {
    fn of(contest: &Contest) -> Collected {
        Collected {
            test: Test::of(contest.question.unwrap_or_default()),
            tallies: Default::default(),
            halves: [0; 2],
            failed: 0,
            at: 0,
            waiting: BTreeMap::new(),
            is_over: false,
        }
    }

    /// Looks at the pairs whose turn it is; whether no more are needed.
    fn look(&mut self, contest: &Contest, watcher: &dyn Watcher) -> bool {
        while !self.is_over {
            let Some(pair) = self.waiting.remove(&self.at) else { break };
            self.add(contest, &pair);
            self.at += 1;
            watcher.looked(&self.test);
        }
        self.is_over
    }

    fn add(&mut self, contest: &Contest, pair: &[Played]) {
        for ((tally, variant), played) in self.tallies.iter_mut().zip(&contest.variants).zip(pair) {
            tally.add(played, variant.plan.line_up_of(played.number));
        }
        let n = contest.seats.len().max(1) as u64;
        let seat = contest.seats.get((self.at % n) as usize).copied().unwrap_or(Seat(0));
        let halves: Vec<u8> = pair.iter().filter_map(|played| halves(played, seat)).collect();
        let [first, second] = halves.as_slice() else {
            self.failed += 1;
            return;
        };
        let told: Told = 2 + first - second;
        let verdict = self.test.add(told);
        for (sum, half) in self.halves.iter_mut().zip(halves) {
            *sum += u64::from(half);
        }
        self.is_over = contest.question.is_some() && verdict != Verdict::Undecided;
    }
}

/// What a seat got in a match, in halves: 2 for a victory, 1 for a share in a draw or a match that
/// was given up; `None` if it failed.
fn halves(played: &Played, seat: Seat) -> Option<u8> {
    let outcome = match &played.ending {
        Ending::Over(outcome) => outcome,
        Ending::Capped => return Some(1),
        Ending::Failed(_) => return None,
    };
    let wins = outcome.winners & (1 << seat.0.min(15)) != 0;
    Some(match (played.is_draw, wins) {
        (false, true) => 2,
        (true, _) if wins || outcome.winners == 0 => 1,
        (true | false, _) => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::{Flaw, flawed_table, table};
    use crate::series::LineUp;
    use harena_engine::id::FactionId;

    /// Two bots at one table, each in the seat that counts once a pair.
    fn line_ups(one: BotKind, other: BotKind) -> Vec<LineUp> {
        let factions = [0, 1].map(|id| Some(FactionId(id)));
        [[one, other], [other, one]]
            .map(|bots| LineUp { bots: bots.into(), factions: factions.into() })
            .into()
    }

    fn plan(line_ups: Vec<LineUp>, seed: u64) -> Plan {
        let max_decisions = 1_000;
        Plan {
            n_matches: 0,
            seed,
            line_ups,
            max_decisions,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs: 1,
        }
    }

    fn answer(first: BotKind, second: BotKind, (seed, jobs): (u64, usize), flaw: Flaw) -> Answer {
        let tables = move || Ok(flawed_table(flaw));
        let variant =
            |one, other| Variant { plan: plan(line_ups(one, other), seed), tables: &tables };
        let contest = Contest {
            variants: [variant(first, second), variant(second, first)],
            share_tables: true,
            seats: vec![Seat(0), Seat(1)],
            question: Some(Question { margin: 0.05, ..Question::default() }),
            most_pairs: 2_000,
            jobs,
        };
        run(&contest, &Unwatched).unwrap()
    }

    #[test]
    fn the_better_bot_is_found_whatever_the_number_of_threads() {
        let of = |jobs| answer(BotKind::Greedy, BotKind::Random, (3, jobs), Flaw::None);
        let (one, four) = (of(1), of(4));
        assert_eq!(one.verdict(), Verdict::Stronger);
        assert_eq!(one.test, four.test);
        assert_eq!((&one.tallies, one.halves), (&four.tallies, four.halves));
        let other = answer(BotKind::Random, BotKind::Greedy, (3, 2), Flaw::None);
        assert_eq!(other.verdict(), Verdict::Weaker);
        let mut mirrored = other.test.counts().0;
        mirrored.reverse();
        assert_eq!(mirrored, one.test.counts().0);
        assert_eq!(one.halves, [other.halves[1], other.halves[0]]);
    }

    /// Equal bots score alike, and no pair of equal variants differs at all.
    #[test]
    fn equal_variants_are_the_same() {
        let same = answer(BotKind::Random, BotKind::Random, (8, 2), Flaw::None);
        assert_eq!((same.verdict(), same.test.counts().n_unlike()), (Verdict::Same, 0));
    }

    #[test]
    fn pairs_that_fail_tell_nothing() {
        let tables = || Ok(flawed_table(Flaw::Fails));
        let of = || Variant {
            plan: plan(line_ups(BotKind::Random, BotKind::Random), 1),
            tables: &tables,
        };
        let (question, seats) = (Some(Question::default()), vec![Seat(0)]);
        let variants = [of(), of()];
        let contest =
            Contest { variants, share_tables: false, seats, question, most_pairs: 30, jobs: 2 };
        let answer = run(&contest, &Unwatched).unwrap();
        assert_eq!((answer.failed, answer.test.counts().n()), (30, 0));
        assert_eq!(answer.verdict(), Verdict::Undecided);
    }

    /// Without a question all pairs are played.
    #[test]
    fn all_pairs_are_played_if_nothing_is_asked() {
        let tables = || Ok(table());
        let of = |one, other| Variant { plan: plan(line_ups(one, other), 1), tables: &tables };
        let variants = [of(BotKind::Greedy, BotKind::Random), of(BotKind::Random, BotKind::Greedy)];
        let seats = vec![Seat(0), Seat(1)];
        let contest = Contest {
            variants,
            share_tables: true,
            seats,
            question: None,
            most_pairs: 90,
            jobs: 3,
        };
        let answer = run(&contest, &Unwatched).unwrap();
        assert_eq!(answer.test.counts().n(), 90);
        assert_eq!(answer.tallies.map(|tally| tally.matches), [90, 90]);
    }
}
