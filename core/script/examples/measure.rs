//! Measures what a loaded game costs, on one thread:
//! `measure GAME STEPS ROOT...` plays random matches of GAME from the packs below the roots, keeps
//! states on the way, and prints the cost of copying a state, of running a pending step again, of
//! STEPS (such as `battle,phases,battle_over`: from the beginning of the first to the end of the
//! last, with default answers) begun from each kept state, of a log, and of a reload.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::codes;
use harena_engine::game::Game;
use harena_engine::id::{FactionId, Seat, StepId};
use harena_engine::state::{State, StepCall};
use harena_engine::the_match::{Fault, Match, Progress, Rules, Setup, Snapshot, Waits};
use harena_pack::{Library, Problem};
use harena_script::Host;

/// One kept moment: the snapshot and how many answers its step had.
struct Moment {
    snapshot: Snapshot,
    now: State,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, steps, roots @ ..] = arguments.as_slice() else {
        return println!("measure GAME STEPS ROOT...");
    };
    if let Err(problems) = measure(game, steps, roots) {
        problems.iter().for_each(|problem| println!("{problem}"));
    }
}

fn measure(game: &str, steps: &str, roots: &[String]) -> Result<(), Vec<Problem>> {
    let library = Library::open(roots);
    let packs = harena_script::assemble(&library, &[game])?;
    let mut host = Host::load(&packs)?;
    let seats = host.menu().min_seats;
    let built = host.build(&host.menu().defaults(), seats)?;
    let moments = play(&mut host, &built, 60);
    println!("{} moments of 60 random matches", moments.len());

    let states: Vec<&State> = moments.iter().map(|moment| &moment.now).collect();
    let clone = per(200_000, |i| {
        black_box(at(&states, i).clone());
    });
    let mut kept = at(&states, 0).clone();
    let again = per(200_000, |i| kept.clone_from(black_box(at(&states, i))));
    println!("copy of a state: {clone:?} new, {again:?} into a used one");
    let digest = per(50_000, |i| {
        black_box(at(&states, i).digest());
    });
    println!("digest of a state: {digest:?}");

    for answers in 0..4 {
        let some: Vec<&Moment> =
            moments.iter().filter(|m| m.snapshot.answers.len() == answers).collect();
        if some.is_empty() {
            continue;
        }
        let setup = Arc::new(Setup::default());
        let cost = per(20_000.min(some.len() * 20), |i| {
            let moment = some[i % some.len()];
            let run = Match::at(built.clone(), setup.clone(), &moment.snapshot, &mut host);
            black_box(run.is_ok());
        });
        println!("pending step with {answers} answers, restored and run again: {cost:?}");
    }
    let steps: Vec<StepId> = steps
        .split(',')
        .filter_map(|name| built.names.steps.find(name))
        .map(|at| StepId(at as u8))
        .collect();
    run_steps(&mut host, &built, &steps, &states);
    let paces = [false, true].map(|log| pace(&mut host, &built, log));
    println!("decisions/s without and with a log: {:.0} and {:.0}", paces[0], paces[1]);
    let reload = per(20, |_| {
        let mut fresh = Host::load(&packs).ok();
        let game = fresh.as_mut().and_then(|host| {
            let settings = host.menu().defaults();
            host.build(&settings, seats).ok()
        });
        black_box(game.is_some());
    });
    println!("load all packs and build the game: {reload:?}");
    let again = per(20, |_| {
        let fresh = host.load_again().ok();
        let game = fresh.as_ref().and_then(|host| {
            let settings = host.menu().defaults();
            host.build(&settings, seats).ok()
        });
        black_box(game.is_some());
    });
    println!("the same of packs that are proven: {again:?}");
    Ok(())
}

fn at<'a>(states: &[&'a State], i: usize) -> &'a State {
    states[i % states.len()]
}

/// The time one call takes: the fastest of five rounds of `n` calls.
fn per(n: usize, mut work: impl FnMut(usize)) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        (0..n).for_each(&mut work);
        best = best.min(start.elapsed() / n as u32);
    }
    best
}

/// Plays random matches and keeps every moment that waits for a decision.
fn play(host: &mut Host, game: &Arc<Game>, n: u64) -> Vec<Moment> {
    let mut moments = Vec::new();
    for seed in 0..n {
        let mut rng = Rng::seeded(seed);
        let mut the_match = Match::new(game.clone(), setup(game, seed));
        while let Ok(Waits::ForDecisions) = the_match.advance(host) {
            moments.push(Moment { snapshot: the_match.snapshot(), now: the_match.state().clone() });
            if !choose_any(&mut the_match, &mut rng) {
                break;
            }
        }
    }
    moments
}

/// How the match with a seed is set up: factions in turn.
fn setup(game: &Game, seed: u64) -> Setup {
    let n_factions = game.factions.len().max(1);
    let factions = (0..usize::from(game.n_seats))
        .map(|seat| FactionId(((seat + seed as usize) % n_factions) as u8))
        .map(|faction| (!game.factions.is_empty()).then_some(faction))
        .collect();
    Setup { seed, factions, ..Setup::default() }
}

/// Takes any option of the first decision; whether there was one.
fn choose_any(the_match: &mut Match, rng: &mut Rng) -> bool {
    let Some(decision) = the_match.decision() else { return false };
    let pick = rng.next_u64() % decision.count().max(1);
    let (seat, action) = (decision.seat, decision.option(pick));
    action.is_some_and(|action| the_match.choose(seat, action).is_ok())
}

/// Rules that end where a step begins that is not one of those measured.
struct Only<'a> {
    host: &'a mut Host,
    steps: &'a [StepId],
}

impl Rules for Only<'_> {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        match the_match.step() {
            Some(call) if self.steps.contains(&call.step) => self.host.run(the_match),
            _ => Err(Fault::new(codes::UNTOLD, "measured")),
        }
    }

    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
        self.host.score(the_match, seat)
    }
}

/// Runs some steps from busy states; decisions in them take their default. Putting the states up
/// and working out what modifiers do there, which is known in a match, is not measured.
fn run_steps(host: &mut Host, game: &Arc<Game>, steps: &[StepId], states: &[&State]) {
    let busy: Vec<&&State> = states.iter().filter(|s| s.occupied.count() >= 8).collect();
    let (Some(first), false) = (steps.first(), busy.is_empty()) else {
        return println!("no such step, or no state with eight occupied cells");
    };
    let call = StepCall { step: *first, args: [0; 4] };
    let mut tables: Vec<Match> =
        (0..256).map(|_| Match::new(game.clone(), Setup::default())).collect();
    let (mut total, mut n, mut best) = (Duration::ZERO, 0, Duration::MAX);
    for round in 0..60 {
        for (i, table) in tables.iter_mut().enumerate() {
            let base = busy[(round * 256 + i) % busy.len()];
            table.begin_again(Setup::default());
            table.state_mut().clone_from(base);
            table.state_mut().agenda = vec![call];
            table.derived();
        }
        let start = Instant::now();
        for table in &mut tables {
            run_out(&mut Only { host, steps }, table);
        }
        let taken = start.elapsed();
        (total, n, best) = (total + taken, n + 256, best.min(taken / 256));
    }
    let mean = total / n;
    println!(
        "{} from positions with 8 pieces or more: mean {mean:?} ({:.0}/s), best round {best:?}",
        game.names.steps.name(first.index()),
        1.0 / mean.as_secs_f64(),
    );
}

/// Runs a match as far as its rules go, with default answers.
fn run_out(rules: &mut dyn Rules, the_match: &mut Match) {
    while let Ok(Waits::ForDecisions) = the_match.advance(rules) {
        let Some(decision) = the_match.decision() else { return };
        let (seat, action) = (decision.seat, decision.option(decision.default));
        if action.is_none_or(|action| the_match.choose(seat, action).is_err()) {
            return;
        }
    }
}

/// Plays a match to its end at random; answers how many decisions it took.
fn play_out(host: &mut Host, the_match: &mut Match, seed: u64) -> u64 {
    let (mut rng, mut n) = (Rng::seeded(seed), 0);
    while let Ok(Waits::ForDecisions) = the_match.advance(host) {
        n += 1;
        if !choose_any(the_match, &mut rng) {
            break;
        }
    }
    n
}

/// Decisions a second of random matches, the best of five rounds.
fn pace(host: &mut Host, game: &Arc<Game>, log: bool) -> f64 {
    let mut best: f64 = 0.0;
    for _ in 0..5 {
        let (start, mut n) = (Instant::now(), 0);
        for seed in 0..40 {
            let mut the_match = Match::new(game.clone(), setup(game, seed));
            the_match.log.on = log;
            n += play_out(host, &mut the_match, seed);
        }
        best = best.max(n as f64 / start.elapsed().as_secs_f64());
    }
    best
}
