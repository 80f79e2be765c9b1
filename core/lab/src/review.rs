//! Where a match turned: how likely each seat was to win at the beginning of each turn, and which of
//! somebody's choices was the dearest.
//!
//! A thread of its own plays the match again. From the beginning of each turn it plays it on many
//! times at random; so often as a seat wins then, so likely it was to win. Where that changed most it
//! looks once more, and closer. Only where it never changed much a search is asked at the choices of
//! people what they were worth beside the best ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use harena_engine::chance::mix;
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault, Match, Rules, Setup, Waits};

use crate::bot::{Bot, Line, Mcts, Random, Thinking, worths_of_end};
use crate::thinker::Stoppable;
use crate::{Table, Tables};

/// A match turned where the chance of a seat to win changed by at least so much.
pub const LEAST_SWING: f64 = 0.15;
/// So many such moments are told.
pub const MOST_SWINGS: usize = 3;
/// A choice is a mistake if another one was worth at least so much more.
pub const LEAST_COST: f64 = 0.05;

/// So many moments of a match are looked at; in a longer one every second or third turn.
const MOMENTS: usize = 48;
/// So many of the greatest swings are looked at once more.
const CLOSER: usize = 6;
/// So many matches are played on from a moment, and so many more where it is looked at closer: the
/// difference of two chances is then known to 4 in 100.
const MATCHES: u32 = 64;
const MORE_MATCHES: u32 = 192;
/// A match that takes more decisions to end than this has no winner.
const DECISIONS: usize = 2_000;
/// So many choices of people are looked at, with so many iterations each, and the dearest with more.
const CHOICES: usize = 40;
const ITERATIONS: u32 = 150;
const MORE_ITERATIONS: u32 = 600;

/// What is to be looked at.
#[derive(Clone, Debug)]
pub struct Past {
    /// How the match was set up.
    pub setup: Arc<Setup>,
    /// What was done in it.
    pub moves: Vec<(Seat, Action)>,
    /// Whose choices are looked at.
    pub people: Vec<Seat>,
}

/// How likely each seat was to win at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Moves made before it.
    pub moves: usize,
    /// The chance of each seat, from 0 to 1.
    pub chances: Vec<f64>,
}

/// Between two moments the chances changed much.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// Moves made before the first of them.
    pub from: usize,
    /// Moves made before the second.
    pub to: usize,
    /// The seat that gained most.
    pub seat: Seat,
    /// Its chance before and after, from 0 to 1.
    pub chance: [f64; 2],
}

impl Swing {
    /// How much the seat gained.
    pub fn size(&self) -> f64 {
        self.chance[1] - self.chance[0]
    }
}

/// A choice beside which another one was worth more.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Moves made before it.
    pub moves: usize,
    /// Who chose.
    pub seat: Seat,
    /// What was chosen.
    pub taken: Action,
    /// What a search would have chosen.
    pub better: Action,
    /// How much more that was worth, from 0 to 1.
    pub cost: f64,
}

/// What was found out about a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reviewed {
    /// The chances at the beginnings of turns and at the end, in their order.
    pub standings: Vec<Standing>,
    /// The dearest choice of a person, where the chances never changed much.
    pub mistake: Option<Mistake>,
}

impl Reviewed {
    /// Where the match turned, in order.
    pub fn swings(&self) -> Vec<Swing> {
        let mut swings = swings(&self.standings);
        swings.retain(|swing| swing.size() >= LEAST_SWING);
        swings.sort_by(|a, b| b.size().total_cmp(&a.size()));
        swings.truncate(MOST_SWINGS);
        swings.sort_by_key(|swing| swing.from);
        swings
    }
}

/// What changed from each moment to the next.
fn swings(standings: &[Standing]) -> Vec<Swing> {
    let pairs = standings.iter().zip(standings.iter().skip(1));
    let swing = |(before, after): (&Standing, &Standing)| {
        let both = before.chances.iter().zip(&after.chances);
        let gains = (0..).map(Seat).zip(both.map(|(before, after)| [*before, *after]));
        let (seat, chance) =
            gains.max_by(|(_, a), (_, b)| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
        Some(Swing { from: before.moves, to: after.moves, seat, chance })
    };
    pairs.filter_map(swing).collect()
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// So much was done.
    pub done: usize,
    /// Of so much.
    pub of: usize,
}

enum News {
    Progress(Progress),
    End(Box<Result<Reviewed, Fault>>),
}

/// A match that is being looked at; that ends when this is dropped.
pub struct Review {
    inbox: Receiver<News>,
    stop: Arc<AtomicBool>,
    progress: Progress,
}

impl Review {
    /// Begins to look at a match; `wake` is called each time more is known.
    pub fn begin(
        tables: impl Tables + Send + 'static,
        past: Past,
        wake: impl Fn() + Send + 'static,
    ) -> Review {
        let (outbox, inbox) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || {
            let told = Told { outbox: &outbox, wake: &wake };
            let found = look(&tables, &past, (&stopped, &told));
            if !stopped.load(Ordering::Relaxed) {
                told.tell(News::End(Box::new(found)));
            }
        };
        // Without a thread there is no answer, which is told when it is asked for.
        let _ = std::thread::Builder::new().name("review".to_owned()).spawn(run);
        Review { inbox, stop, progress: Progress { done: 0, of: 1 } }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// What was found, once everything is known; takes in how far it is.
    pub fn answer(&mut self) -> Option<Result<Reviewed, Fault>> {
        loop {
            match self.inbox.try_recv() {
                Ok(News::Progress(progress)) => self.progress = progress,
                Ok(News::End(found)) => return Some(*found),
                Err(std::sync::mpsc::TryRecvError::Empty) => return None,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => return Some(Err(gone())),
            }
        }
    }

    /// As [`Review::answer`], but waits for it.
    ///
    /// # Errors
    /// A fault of the rules, or a match that can no longer be played.
    pub fn wait(&mut self) -> Result<Reviewed, Fault> {
        loop {
            match self.inbox.recv() {
                Ok(News::Progress(progress)) => self.progress = progress,
                Ok(News::End(found)) => return *found,
                Err(_) => return Err(gone()),
            }
        }
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn gone() -> Fault {
    Fault::new(codes::THREAD_ENDED, "the thread that looked at the match has ended")
}

/// Whom it is told how far a review is.
struct Told<'a> {
    outbox: &'a Sender<News>,
    wake: &'a dyn Fn(),
}

impl Told<'_> {
    fn tell(&self, news: News) {
        // Nobody waits any more when the review was dropped.
        let _ = self.outbox.send(news);
        (self.wake)();
    }
}

fn look(
    tables: &dyn Tables,
    past: &Past,
    (stop, told): (&AtomicBool, &Told),
) -> Result<Reviewed, Fault> {
    let Table { game, mut rules } = tables.set_up()?;
    let mut rules = Stoppable::of(&mut *rules, stop);
    let begin = || Match::new(game.clone(), (*past.setup).clone());
    let mut moments = beginnings(begin(), &mut rules, past)?;
    let n = moments.len();
    let tell = |done: usize| told.tell(News::Progress(Progress { done, of: n + 2 * CLOSER }));
    for (at, moment) in moments.iter_mut().enumerate() {
        moment.play_on(&mut rules, MATCHES)?;
        tell(at + 1);
    }
    for (at, place) in greatest(&moments).into_iter().enumerate() {
        if let Some(moment) = moments.get_mut(place) {
            moment.play_on(&mut rules, MORE_MATCHES)?;
        }
        tell(n + at + 1);
    }
    let standings = moments.iter().map(Moment::standing).collect();
    let mut reviewed = Reviewed { standings, mistake: None };
    if reviewed.swings().is_empty() {
        let choices = choices(begin(), &mut rules, past)?;
        reviewed.mistake = dearest(&choices, &mut rules, told)?;
    }
    Ok(reviewed)
}

/// A moment of a match, and how matches ended that were played on from it.
struct Moment {
    moves: usize,
    then: Match,
    n: u32,
    sums: Vec<f64>,
}

impl Moment {
    fn of(moves: usize, now: &Match) -> Moment {
        let sums = vec![0.0; usize::from(now.game.n_seats)];
        Moment { moves, then: now.fork(), n: 0, sums }
    }

    /// Plays the match on so many times at random.
    fn play_on(&mut self, rules: &mut dyn Rules, n: u32) -> Result<(), Fault> {
        let mut world = self.then.fork();
        // How a match ended that is over is known.
        let n = if self.then.outcome().is_some() { 1 } else { n };
        for _ in 0..n {
            self.then.fork_onto(&mut world);
            let seed = mix(self.then.setup.seed ^ mix(u64::from(self.n) + 1));
            world.deal_chance(seed);
            let worths = played_on(&mut world, rules, seed)?;
            self.sums.iter_mut().zip(worths).for_each(|(sum, worth)| *sum += worth);
            self.n += 1;
        }
        Ok(())
    }

    fn standing(&self) -> Standing {
        let chance = |sum: &f64| sum / f64::from(self.n.max(1));
        Standing { moves: self.moves, chances: self.sums.iter().map(chance).collect() }
    }
}

/// What the end of a match is worth for each seat that is played on at random.
fn played_on(world: &mut Match, rules: &mut dyn Rules, seed: u64) -> Result<Vec<f64>, Fault> {
    let mut bot = Random::seeded(seed);
    for _ in 0..DECISIONS {
        let Some(decision) = world.decision() else { break };
        let seat = decision.seat;
        if let Some(action) = bot.choose_at_once(decision) {
            world.choose(seat, action).map_err(|error| changed(&error))?;
        }
        if world.decision().is_none() && world.advance(rules)? == Waits::Over {
            break;
        }
    }
    let undecided = || vec![0.5; usize::from(world.game.n_seats)];
    Ok(worths_of_end(world.state()).unwrap_or_else(undecided))
}

/// The moments at which turns begin, and the end.
fn beginnings(
    mut the_match: Match,
    rules: &mut dyn Rules,
    past: &Past,
) -> Result<Vec<Moment>, Fault> {
    let mut turn = None;
    let mut moments = Vec::new();
    play_again(&mut the_match, rules, past, &mut |now, moves| {
        if turn != Some(now.state().turn) {
            turn = Some(now.state().turn);
            moments.push(Moment::of(moves, now));
        }
    })?;
    // Setting up is no turn.
    if moments.len() > 1 && moments.first().is_some_and(|it| it.then.state().turn == 0) {
        moments.remove(0);
    }
    let mut moments = thinned(moments, MOMENTS);
    moments.push(Moment::of(past.moves.len(), &the_match));
    Ok(moments)
}

/// The decisions of people that left a choice, with what they chose.
fn choices(mut the_match: Match, rules: &mut dyn Rules, past: &Past) -> Result<Vec<Choice>, Fault> {
    let mut choices = Vec::new();
    play_again(&mut the_match, rules, past, &mut |now, moves| {
        let Some((seat, taken)) = past.moves.get(moves) else { return };
        let asked = now.decisions().find(|it| it.seat == *seat && it.count() > 1);
        if let Some(asked) = asked.filter(|_| past.people.contains(seat)) {
            let (asked, taken, then) = (asked.clone(), *taken, now.fork());
            choices.push(Choice { moves, asked, taken, then });
        }
    })?;
    Ok(thinned(choices, CHOICES))
}

/// Plays a match again and shows each moment at which somebody is asked, with the moves before it.
fn play_again(
    the_match: &mut Match,
    rules: &mut dyn Rules,
    past: &Past,
    show: &mut dyn FnMut(&Match, usize),
) -> Result<(), Fault> {
    the_match.advance(rules)?;
    for (moves, (seat, action)) in past.moves.iter().enumerate() {
        show(the_match, moves);
        the_match.choose(*seat, *action).map_err(|error| changed(&error))?;
        if the_match.decision().is_none() {
            the_match.advance(rules)?;
        }
    }
    Ok(())
}

/// At most so many of a list, the first one and others at like distances.
fn thinned<T>(list: Vec<T>, most: usize) -> Vec<T> {
    let step = list.len().div_ceil(most).max(1);
    list.into_iter().step_by(step).collect()
}

/// The places of the moments between which the chances changed most, each once.
fn greatest(moments: &[Moment]) -> Vec<usize> {
    let standings: Vec<Standing> = moments.iter().map(Moment::standing).collect();
    let mut swings: Vec<(usize, Swing)> = swings(&standings).into_iter().enumerate().collect();
    swings.sort_by(|(_, a), (_, b)| b.size().total_cmp(&a.size()));
    let mut places: Vec<usize> =
        swings.iter().take(CLOSER).flat_map(|(at, _)| [*at, at + 1]).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// A choice of a person.
struct Choice {
    moves: usize,
    asked: Decision,
    taken: Action,
    then: Match,
}

impl Choice {
    /// What another option was worth more, as far as a search tried both.
    fn weigh(&self, rules: &mut dyn Rules, n: u32) -> Result<Option<(Action, f64)>, Fault> {
        let mut search = Mcts::seeded(Thinking::iterations(n), self.then.setup.seed);
        let lines: Vec<Line> = search.think(&self.then, rules, &self.asked)?;
        let taken = lines.iter().find(|line| line.action == self.taken);
        let best = lines.first().filter(|line| line.action != self.taken);
        Ok(best.zip(taken).map(|(best, taken)| (best.action, best.chance - taken.chance)))
    }
}

/// The choice that cost most; a second and longer look has to agree.
fn dearest(
    choices: &[Choice],
    rules: &mut dyn Rules,
    told: &Told,
) -> Result<Option<Mistake>, Fault> {
    let mut costs: Vec<(f64, &Choice)> = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        let cost = choice.weigh(rules, ITERATIONS)?.map_or(0.0, |(_, cost)| cost);
        costs.push((cost, choice));
        told.tell(News::Progress(Progress { done: at + 1, of: choices.len() + 1 }));
    }
    costs.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    for (cost, choice) in costs.into_iter().take(MOST_SWINGS) {
        let again = choice.weigh(rules, MORE_ITERATIONS)?;
        let sure = again.map(|(better, again)| (better, again.min(cost)));
        if let Some((better, cost)) = sure.filter(|(_, cost)| *cost >= LEAST_COST) {
            let Choice { moves, asked, taken, .. } = choice;
            let (moves, seat, taken) = (*moves, asked.seat, *taken);
            return Ok(Some(Mistake { moves, seat, taken, better, cost }));
        }
    }
    Ok(None)
}

/// A match that goes another way than it did.
fn changed(error: &ActError) -> Fault {
    match error {
        ActError::Fault(fault) => fault.clone(),
        ActError::NotAsked(_) | ActError::NotOffered => {
            Fault::new(codes::STALE_ANSWER, error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::sample_game::{SETUP, table};

    /// A match between chance and a bot that looks ahead, with all its moves.
    fn past(seed: u64, people: &[u8]) -> (Past, Match) {
        let mut bots = [BotKind::Random, BotKind::Greedy].map(|it| it.seated(seed, Seat(1)));
        let mut moves = Vec::new();
        let played = table().play(seed, |the_match, rules, decision| {
            let bot = &mut bots[decision.seat.index()];
            let action = bot.choose(the_match, rules, decision).unwrap();
            moves.push((decision.seat, action));
            action
        });
        let people = people.iter().copied().map(Seat).collect();
        (Past { setup: Arc::new(SETUP(seed)), moves, people }, played)
    }

    fn reviewed(past: &Past) -> Reviewed {
        Review::begin(|| Ok(table()), past.clone(), || {}).wait().unwrap()
    }

    #[test]
    fn chances_are_those_of_all_seats_and_end_as_the_match_did() {
        let (past, played) = past(3, &[]);
        let found = reviewed(&past);
        for standing in &found.standings {
            let sum: f64 = standing.chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{standing:?}");
        }
        let last = found.standings.last().unwrap();
        let end = worths_of_end(played.state()).unwrap();
        assert_eq!((last.moves, &last.chances), (past.moves.len(), &end));
        assert!(found.standings.windows(2).all(|two| two[0].moves < two[1].moves));
        assert_eq!(reviewed(&past), found, "the same moves tell the same");
    }

    #[test]
    fn swings_are_few_great_and_in_order() {
        let standing =
            |(moves, chance): (usize, f64)| Standing { moves, chances: vec![chance, 1.0 - chance] };
        let chances = [(0, 0.5), (3, 0.7), (5, 0.3), (8, 0.4), (9, 0.6), (12, 0.62), (20, 1.0)];
        let found = Reviewed { standings: chances.map(standing).to_vec(), ..Reviewed::default() };
        let told: Vec<(usize, usize, u8)> =
            found.swings().iter().map(|it| (it.from, it.to, it.seat.0)).collect();
        assert_eq!(told, [(0, 3, 0), (3, 5, 1), (12, 20, 0)]);
        let calm = [(0, 0.5), (3, 0.6), (9, 0.52)];
        let found = Reviewed { standings: calm.map(standing).to_vec(), ..Reviewed::default() };
        assert_eq!(found.swings(), []);
    }

    /// Who plays at random makes mistakes; each was offered, and something better was.
    #[test]
    fn mistakes_are_choices_beside_which_something_better_was_offered() {
        let mut n = 0;
        for seed in 0..6 {
            let (past, _) = past(seed, &[0]);
            let mut table = table();
            let begun = Match::new(table.game.clone(), SETUP(seed));
            let choices = choices(begun, &mut *table.rules, &past).unwrap();
            let (outbox, _inbox) = channel();
            let told = Told { outbox: &outbox, wake: &|| {} };
            let found = dearest(&choices, &mut *table.rules, &told).unwrap();
            let Some(mistake) = found else { continue };
            let choice = choices.iter().find(|it| it.moves == mistake.moves).unwrap();
            assert_eq!(past.moves[mistake.moves], (mistake.seat, mistake.taken));
            assert!(choice.asked.offers(&mistake.better) && mistake.better != mistake.taken);
            assert!(mistake.seat == Seat(0) && (LEAST_COST..=1.0).contains(&mistake.cost));
            n += 1;
        }
        assert!(n > 0);
    }

    #[test]
    fn a_match_that_went_another_way_is_not_told_of() {
        let (mut past, _) = past(1, &[]);
        past.moves.reverse();
        let found = Review::begin(|| Ok(table()), past, || {}).wait();
        assert_eq!(found.unwrap_err().code, codes::STALE_ANSWER);
    }
}
