//! Measures what a loaded game costs, on one thread:
//! `measure GAME STEP ROOT...` plays random matches of GAME from the packs below the roots, keeps
//! states on the way, and prints the cost of copying a state, of running a pending step again, of
//! STEP (such as `battle`) begun from each kept state with default answers, and of a reload.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::game::Game;
use harena_engine::id::{FactionId, StepId};
use harena_engine::state::{State, StepCall};
use harena_engine::the_match::{Match, Position, Setup, Snapshot, Waits};
use harena_pack::{Library, Problem};
use harena_script::Host;

/// One kept moment: the snapshot and how many answers its step had.
struct Moment {
    snapshot: Snapshot,
    now: State,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, step, roots @ ..] = arguments.as_slice() else {
        return println!("measure GAME STEP ROOT...");
    };
    if let Err(problems) = measure(game, step, roots) {
        problems.iter().for_each(|problem| println!("{problem}"));
    }
}

fn measure(game: &str, step: &str, roots: &[String]) -> Result<(), Vec<Problem>> {
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
    if let Some(step) = built.names.steps.find(step) {
        run_step(&mut host, &built, StepId(step as u8), &states);
    }
    let reload = per(20, |_| {
        let mut fresh = Host::load(&packs).ok();
        let game = fresh.as_mut().and_then(|host| {
            let settings = host.menu().defaults();
            host.build(&settings, seats).ok()
        });
        black_box(game.is_some());
    });
    println!("load all packs and build the game: {reload:?}");
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
        let n_factions = game.factions.len().max(1);
        let factions = (0..usize::from(game.n_seats))
            .map(|seat| FactionId(((seat + seed as usize) % n_factions) as u8))
            .map(|faction| (!game.factions.is_empty()).then_some(faction))
            .collect();
        let mut the_match = Match::new(game.clone(), Setup { seed, factions, ..Setup::default() });
        while let Ok(Waits::ForDecisions) = the_match.advance(host) {
            moments.push(Moment { snapshot: the_match.snapshot(), now: the_match.state().clone() });
            let Some(decision) = the_match.decision() else { break };
            let pick = rng.next_u64() % decision.count().max(1);
            let (seat, action) = (decision.seat, decision.option(pick));
            if action.is_none_or(|action| the_match.choose(seat, action).is_err()) {
                break;
            }
        }
    }
    moments
}

/// Begins a step from each state; decisions in it take their default.
fn run_step(host: &mut Host, game: &Arc<Game>, step: StepId, states: &[&State]) {
    let name = game.names.steps.name(step.index()).to_owned();
    let busy: Vec<&&State> = states.iter().filter(|s| s.occupied.count() >= 8).collect();
    if busy.is_empty() {
        return println!("no state had eight occupied cells");
    }
    let setup = Arc::new(Setup { position: Some(Position::default()), ..Setup::default() });
    let mut failed = 0;
    let cost = per(5_000, |i| {
        let mut base = (*busy[i % busy.len()]).clone();
        base.agenda.clear();
        base.agenda.push(StepCall { step, args: [0; 4] });
        let snapshot = Snapshot { base, ..Snapshot::default() };
        let mut run = match Match::at(game.clone(), setup.clone(), &snapshot, host) {
            Ok(run) => run,
            Err(_) => return failed += 1,
        };
        while run.step().is_some_and(|call| call.step == step)
            && let Some(decision) = run.decision()
        {
            let (seat, action) = (decision.seat, decision.option(decision.default));
            let acted = action.map(|action| run.act(host, seat, action));
            if !matches!(acted, Some(Ok(_))) {
                break;
            }
        }
    });
    println!(
        "step {name} from positions with 8 pieces or more: {cost:?} ({:.0}/s), {failed} failed",
        1.0 / cost.as_secs_f64()
    );
}
