//! Several searches of one position side by side, added up.
//!
//! Each has a seed of its own and its share of the iterations, so what they find together depends
//! on their number and not on how many threads they run in. (Root parallelization: Chaslot,
//! Winands, van den Herik: Parallel Monte-Carlo Tree Search, 2008.)

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use harena_engine::chance::mix;
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::the_match::{Fault, Match, Rules, Setup, Snapshot};

use super::{Budget, Line, Mcts, Thinking, Tree};
use crate::bot::{Bot, no_option};
use crate::{Table, Tables};

/// A bot that searches several times at once.
pub struct Roots {
    searches: Vec<Mcts>,
    crew: Option<Crew>,
}

impl Roots {
    /// The bot with this seed; its searches run one after the other.
    pub fn seeded(thinking: Thinking, seed: u64) -> Roots {
        let n = u32::from(thinking.roots.max(1));
        let search = |at: u32| {
            let budget = match thinking.budget {
                Budget::Iterations(all) => Budget::Iterations(all / n + u32::from(at < all % n)),
                Budget::Millis(all) => Budget::Millis((all / n).max(1)),
            };
            Mcts::seeded(Thinking { budget, roots: 1, ..thinking }, mix(seed ^ mix(at.into())))
        };
        Roots { searches: (0..n).map(search).collect(), crew: None }
    }

    /// The same bot; its searches run in so many threads, each at a table of its own. Whoever has
    /// a budget of time then has all of it for each search.
    pub fn in_threads(
        thinking: Thinking,
        seed: u64,
        (tables, n): (Arc<dyn Tables + Send + Sync>, usize),
    ) -> Roots {
        let mut roots = Roots::seeded(thinking, seed);
        let n_threads = n.clamp(1, roots.searches.len().max(1));
        let shared = u32::try_from(roots.searches.len().div_ceil(n_threads)).unwrap_or(1);
        for search in &mut roots.searches {
            if let Budget::Millis(all) = thinking.budget {
                search.thinking.budget = Budget::Millis((all / shared.max(1)).max(1));
            }
        }
        roots.crew = Some(Crew::hired(&tables, n_threads));
        roots
    }

    /// Thinks about a decision and says what was tried, the best first.
    ///
    /// # Errors
    /// A fault of the rules in every match that was imagined, or a thread that is gone.
    pub fn think(
        &mut self,
        the_match: &Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Vec<Line>, Fault> {
        let told: Vec<Result<(), Fault>> = match &self.crew {
            Some(crew) => {
                let searches = std::mem::take(&mut self.searches);
                let (searches, told) = crew.think(searches, the_match, decision.seat);
                self.searches = searches;
                told
            }
            None => {
                let think = |it: &mut Mcts| it.think(the_match, rules, decision).map(|_| ());
                self.searches.iter_mut().map(think).collect()
            }
        };
        let mut sum = Tree::new();
        sum.judges = self.searches.iter().any(|it| it.tree.judges);
        for search in &self.searches {
            sum.add(0, &search.tree, search.tree.place_of(search.root, decision.seat));
        }
        let lines = sum.lines(decision, 0);
        match told.into_iter().find_map(Result::err) {
            Some(fault) if lines.is_empty() => Err(fault),
            Some(_) | None => Ok(lines),
        }
    }
}

impl Bot for Roots {
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let lines = self.think(the_match, rules, decision)?;
        let Some(best) = lines.first() else {
            let first = self.searches.first_mut();
            let any = first.and_then(|it| it.any(decision));
            return any.ok_or_else(|| no_option(decision.seat));
        };
        let action = best.action;
        for search in &mut self.searches {
            search.follow(decision, &action, the_match.log.action);
        }
        Ok(action)
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        if decision.count() == 1 { decision.option(0) } else { None }
    }
}

/// A search, and the moment it is to think about.
struct Job {
    at: usize,
    search: Mcts,
    moment: Snapshot,
    setup: Arc<Setup>,
    seat: Seat,
}

type Done = (usize, Mcts, Result<(), Fault>);

/// Threads that think, each at a table of its own.
struct Crew {
    jobs: Vec<Sender<Box<Job>>>,
    done: Receiver<Done>,
}

impl Crew {
    fn hired(tables: &Arc<dyn Tables + Send + Sync>, n: usize) -> Crew {
        let (outgoing, done) = channel();
        let hire = |_| {
            let (jobs, incoming) = channel();
            let (tables, outgoing) = (tables.clone(), outgoing.clone());
            let run = move || work(&*tables, &incoming, &outgoing);
            // Without a thread a job has no receiver, which the answer then says.
            let _ = std::thread::Builder::new().name("search".to_owned()).spawn(run);
            jobs
        };
        Crew { jobs: (0..n).map(hire).collect(), done }
    }

    /// Lets the searches think and gives them back in their order.
    fn think(
        &self,
        searches: Vec<Mcts>,
        the_match: &Match,
        seat: Seat,
    ) -> (Vec<Mcts>, Vec<Result<(), Fault>>) {
        let (moment, mut back) = (the_match.snapshot(), Vec::<Done>::new());
        let mut n_sent = 0;
        for (at, search) in searches.into_iter().enumerate() {
            let (moment, setup) = (moment.clone(), the_match.setup.clone());
            let job = Box::new(Job { at, search, moment, setup, seat });
            let to = self.jobs.get(at % self.jobs.len().max(1));
            match to.map(|to| to.send(job)) {
                Some(Ok(())) => n_sent += 1,
                Some(Err(lost)) => back.push((at, lost.0.search, Err(gone()))),
                None => {}
            }
        }
        back.extend((0..n_sent).map_while(|_| self.done.recv().ok()));
        back.sort_by_key(|it| it.0);
        back.into_iter().map(|(_, search, told)| (search, told)).unzip()
    }
}

fn gone() -> Fault {
    Fault::new(codes::THREAD_ENDED, "a thread in which a bot searches has ended")
}

fn work(tables: &dyn Tables, jobs: &Receiver<Box<Job>>, done: &Sender<Done>) {
    let mut table: Option<Table<'static>> = None;
    while let Ok(job) = jobs.recv() {
        let Job { at, mut search, moment, setup, seat } = *job;
        let told = match &mut table {
            Some(table) => think(table, &mut search, (moment, setup, seat)),
            None => tables
                .set_up()
                .and_then(|fresh| think(table.insert(fresh), &mut search, (moment, setup, seat))),
        };
        if done.send((at, search, told)).is_err() {
            return;
        }
    }
}

fn think(
    table: &mut Table,
    search: &mut Mcts,
    (moment, setup, seat): (Snapshot, Arc<Setup>, Seat),
) -> Result<(), Fault> {
    let the_match = Match::at(table.game.clone(), setup, &moment, &mut *table.rules)?;
    let asked = the_match.decisions().find(|it| it.seat == seat).cloned();
    let asked = asked.ok_or_else(|| no_option(seat))?;
    search.think(&the_match, &mut *table.rules, &asked).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::table;

    fn thinking(roots: u8) -> Thinking {
        Thinking { roots, ..Thinking::iterations(61) }
    }

    /// The same choices with no thread, with one, two and five, decision after decision.
    #[test]
    fn threads_change_no_choice() {
        let tables: Arc<dyn Tables + Send + Sync> = Arc::new(|| Ok(table()));
        let mut one = Roots::seeded(thinking(4), 7);
        let mut others = [1, 2, 5].map(|n| Roots::in_threads(thinking(4), 7, (tables.clone(), n)));
        table().play(5, |the_match, rules, decision| {
            let action = one.choose(the_match, rules, decision).unwrap();
            for other in &mut others {
                assert_eq!(other.choose(the_match, rules, decision).unwrap(), action);
            }
            action
        });
    }

    /// All iterations are shared out, none is lost, and what is told of them is offered.
    #[test]
    fn every_iteration_counts_once() {
        table().play(3, |the_match, rules, decision| {
            let mut roots = Roots::seeded(thinking(4), 2);
            let lines = roots.think(the_match, rules, decision).unwrap();
            assert_eq!(lines.iter().map(|line| line.visits).sum::<u32>(), 61, "{decision:?}");
            assert!(lines.iter().all(|line| decision.offers(&line.action)));
            lines[0].action
        });
    }

    #[test]
    fn it_beats_chance() {
        let won = table().won_against_chance(BotKind::Mcts(thinking(3)), 40);
        assert!(won[0] > 2 * won[1], "{won:?}");
    }
}
