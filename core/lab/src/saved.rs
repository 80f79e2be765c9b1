//! What a save changes: a few matches that are played again under it and, where one of them
//! differs, pairs of matches after and before it. In a thread of its own, beside whoever edits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use harena_engine::id::{FactionId, Seat};
use harena_engine::the_match::Fault;

use crate::bot::BotKind;
use crate::paired::{self, Contest, Variant, Watcher};
use crate::pins::{PlayedAgain, pinned};
use crate::sequential::{Question, Test};
use crate::series::{LineUp, Plan};
use crate::{Table, Tables};

/// So many matches are played again.
const PINNED: u64 = 14;
/// So many pairs are played at most.
const PAIRS: u64 = 1_000;
/// Smaller differences than this are of no interest while one edits.
const MARGIN: f64 = 0.05;
/// Whoever edits is answered after so long, with what is known by then.
const PATIENCE: Duration = Duration::from_secs(20);
/// A match that takes more decisions is given up.
const MOST_DECISIONS: u32 = 2_000;
/// Every save is looked at with the same matches.
const SEED: u64 = 14;

/// Packs before and after a save, and the matches in which they are compared.
#[derive(Clone)]
pub struct Edit {
    /// The packs as they were.
    pub before: Arc<dyn Tables + Send + Sync>,
    /// The packs as they are.
    pub after: Arc<dyn Tables + Send + Sync>,
    /// What each seat plays.
    pub factions: Vec<Option<FactionId>>,
    /// The place, among them, of the one whose victories are counted.
    pub subject: usize,
}

/// What a save has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched {
    /// How the matches of before fare after it.
    pub again: PlayedAgain,
    /// Whether the subject does better after it than before. Nothing where no match differs, or
    /// where other factions are there than before.
    pub test: Option<Test>,
    /// How often the subject won in the pairs, after and before it.
    pub rates: [f64; 2],
    /// The mean of the pairs by then, after so many of them: a few points of all.
    pub course: Vec<(u64, f64)>,
    /// How many decisions half of the matches of the pairs took at most, after and before it.
    pub lengths: [u32; 2],
}

/// So many points of a course are kept, at most twice as many.
const MOST_POINTS: usize = 100;

/// Finds out what a save changes; it ends when this is dropped.
pub struct Looking {
    answer: Receiver<Result<Touched, Fault>>,
    stop: Arc<AtomicBool>,
}

impl Looking {
    /// Begins to look; `wake` is called once the answer is there.
    pub fn at(edit: Edit, wake: impl FnOnce() + Send + 'static) -> Looking {
        let (outbox, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || {
            let _ = outbox.send(touched(&edit, &stopped));
            wake();
        };
        // Without a thread there is no answer, as if nothing had been asked.
        let _ = std::thread::Builder::new().name("saved".to_owned()).spawn(run);
        Looking { answer, stop }
    }

    /// The answer, once there is one.
    pub fn answer(&self) -> Option<Result<Touched, Fault>> {
        self.answer.try_recv().ok()
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a save changes.
///
/// # Errors
/// Packs that cannot be set up, or matches that the guard of time ended.
fn touched(edit: &Edit, stop: &AtomicBool) -> Result<Touched, Fault> {
    let (mut before, mut after) = (edit.before.set_up()?, edit.after.set_up()?);
    let pins = pinned(&edit.plan(), &before.game, &mut *before.rules)?;
    let again = PlayedAgain::of(&pins, &after.game, &mut *after.rules);
    let nothing =
        Touched { again, test: None, rates: [0.0; 2], course: Vec::new(), lengths: [0; 2] };
    match nothing.again.others().next().is_some() && ids(&before) == ids(&after) {
        true => edit.compared(nothing, stop),
        false => Ok(nothing),
    }
}

/// What the factions of a game are called.
fn ids(table: &Table) -> Vec<String> {
    table.game.factions.iter().map(|it| it.id.clone()).collect()
}

impl Edit {
    /// The seats take turns with the factions; without any, each stays where it is.
    fn n_turns(&self) -> usize {
        if self.factions.iter().all(Option::is_none) { 1 } else { self.factions.len() }
    }

    fn plan(&self) -> Plan {
        let line_up = |turn: usize| {
            let mut factions = self.factions.clone();
            factions.rotate_right(turn);
            LineUp { bots: vec![BotKind::Random; factions.len()], factions }
        };
        Plan {
            n_matches: PINNED,
            seed: SEED,
            line_ups: (0..self.n_turns()).map(line_up).collect(),
            max_decisions: MOST_DECISIONS,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs: 1,
        }
    }

    fn compared(&self, touched: Touched, stop: &AtomicBool) -> Result<Touched, Fault> {
        let n = self.factions.len().max(1);
        let variant = |tables| Variant { plan: self.plan(), tables };
        let contest = Contest {
            variants: [variant(&*self.after), variant(&*self.before)],
            share_tables: false,
            seats: (0..self.n_turns())
                .map(|turn| Seat(((self.subject + turn) % n) as u8))
                .collect(),
            question: Some(Question { margin: MARGIN, ..Question::default() }),
            most_pairs: PAIRS,
            jobs: 1,
        };
        let until = Instant::now() + PATIENCE;
        let patience = Patience { stop, until, course: Mutex::default() };
        let answer = paired::run(&contest, &patience)?;
        let mut course = patience.course.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counts = *answer.test.counts();
        if course.last().is_none_or(|(n, _)| *n != counts.n()) && counts.n() > 0 {
            course.push((counts.n(), counts.mean()));
        }
        let rates = [answer.rate(0), answer.rate(1)];
        let lengths = answer.tallies.each_ref().map(|tally| tally.lengths.quantile(0.5));
        Ok(Touched { test: Some(answer.test), rates, course, lengths, ..touched })
    }
}

/// Ends pairs that nobody waits for.
struct Patience<'s> {
    stop: &'s AtomicBool,
    until: Instant,
    course: Mutex<Vec<(u64, f64)>>,
}

impl Watcher for Patience<'_> {
    fn looked(&self, test: &Test) {
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        let n = test.counts().n();
        let stride = (PAIRS / MOST_POINTS as u64).max(1);
        if n > 0 && (n <= MOST_POINTS as u64 || n.is_multiple_of(stride)) {
            course.push((n, test.counts().mean()));
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pins::Again;
    use crate::sample_game::{Flaw, flawed_table};

    fn saved(flaw: Flaw) -> Touched {
        let edit = Edit {
            before: Arc::new(|| Ok(flawed_table(Flaw::None))),
            after: Arc::new(move || Ok(flawed_table(flaw))),
            factions: [0, 1].map(|id| Some(FactionId(id))).into(),
            subject: 0,
        };
        let (bell, woken) = channel();
        let looking = Looking::at(edit, move || {
            let _ = bell.send(());
        });
        woken.recv().unwrap();
        looking.answer().unwrap().unwrap()
    }

    /// Under the same rules nothing differs, and nothing is compared.
    #[test]
    fn a_save_that_changes_nothing_is_told_so() {
        let Touched { again, test, .. } = saved(Flaw::None);
        assert_eq!((again.n_same(), again.others().next(), test), (14, None, None));
    }

    /// Where the third card fails, it is the seventh action of every match; no pair tells anything.
    #[test]
    fn the_first_match_that_differs_is_named() {
        let Touched { again, test, .. } = saved(Flaw::Fails);
        assert_eq!((again.n_same(), again.others().next()), (0, Some((1, Again::Fails(7)))));
        assert_eq!(test.unwrap().counts().n(), 0);
    }

    /// What is paid later is paid to both alike: every match differs, and nobody does better.
    #[test]
    fn what_differs_is_compared() {
        let touched = saved(Flaw::PaysLate);
        assert_eq!(touched.again.n_same(), 0);
        let counts = *touched.test.unwrap().counts();
        assert!(counts.n() > 10);
        assert_eq!(touched.course.last(), Some(&(counts.n(), counts.mean())));
        assert!(touched.course.is_sorted_by(|(a, _), (b, _)| a < b));
        // A pair tells half the difference of the two shares.
        let [after, before] = touched.rates;
        assert!((0.5 + (after - before) / 2.0 - counts.mean()).abs() < 1e-9);
        // Two bids, and six turns of two decisions, in every match.
        assert_eq!(touched.lengths, [14, 14]);
    }
}
