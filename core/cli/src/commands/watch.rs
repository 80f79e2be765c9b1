//! `harena watch`: what a change of a pack touches, as soon as it is saved.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use harena_engine::game::Game;
use harena_lab::pins::{self, Again, Pin, PlayedAgain};
use harena_lab::series::Plan;
use harena_pack::{Change, DEBOUNCE, Watcher};
use serde_json::{Value, json};

use super::ab::Set;
use super::ab::variants::{self, Matches, Variant};
use super::compare::{self, Difference};
use super::sim::signals::Signals;
use super::value::Teller;
use crate::args::{Common, MatchArgs, Watch as Args};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};

/// So often it is looked whether to end.
const PAUSE: Duration = Duration::from_millis(100);
/// So many matches that differ are named.
const NAMED: usize = 5;

/// Watches.
///
/// # Errors
/// A folder that holds no pack or cannot be watched, or packs that do not load at first.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let (sender, changes) = mpsc::channel();
    let folder = args.pack.canonicalize();
    let folder = folder.map_err(|error| Failure::disk("open", &args.pack, &error))?;
    let _watcher = Watcher::new(&[folder], DEBOUNCE, sender, Box::new(|| {}))
        .map_err(|problem| Failure::Packs(vec![problem], Box::default()))?;
    let first = load(args, &args.setup, common)?;
    first.tell(&Variant::default(), out);
    // One seed for all that follows, also if it is made up.
    let setup = MatchArgs { seed: Some(first.seating.seed), ..args.setup.clone() };
    let mut bench = Bench::of(args, first)?;
    let signals = Signals::heard()?;
    if !out.json {
        let n = counted(bench.pins.len(), "match");
        out.answer(&format!("watching {}: {n} to play again", args.pack.display()));
    }
    let mut n_saves = 0;
    while args.times.is_none_or(|most| n_saves < most) {
        match wait(&changes, &signals) {
            Woken::Changed => {}
            Woken::Stopped(signal) => return Ok(Exit::Stopped(signal)),
            Woken::Gone => break,
        }
        n_saves += 1;
        match load(args, &setup, common).and_then(|set| Bench::of(args, set)) {
            Ok(mut next) => {
                let told = bench.beside(&mut next, args, out)?;
                match out.json {
                    true => out.answer_json(&told.as_json()),
                    false => out.answer(&told.text(out)),
                }
                bench = next;
            }
            Err(failure) => tell_broken(&failure, out),
        }
    }
    Ok(Exit::Fine)
}

/// What ended the waiting.
enum Woken {
    Changed,
    Stopped(u8),
    Gone,
}

fn wait(changes: &Receiver<Change>, signals: &Signals) -> Woken {
    loop {
        match changes.recv_timeout(PAUSE) {
            Ok(_) => {
                // The changes of one save are one.
                while changes.try_recv().is_ok() {}
                return Woken::Changed;
            }
            Err(RecvTimeoutError::Disconnected) => return Woken::Gone,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(signal) = signals.number() {
            return Woken::Stopped(signal);
        }
    }
}

fn load(args: &Args, setup: &MatchArgs, common: &Common) -> Result<Set, Failure> {
    let folder = args.pack.to_string_lossy();
    // A folder is meant, never the game of that name.
    let folder = if folder.contains('/') { folder.into_owned() } else { format!("./{folder}") };
    Set::of(&Variant::default(), setup, (folder.as_str(), common))
}

/// A save that does not load: the matches stay those of the last one that did.
fn tell_broken(failure: &Failure, out: &Out) {
    let why = match failure {
        Failure::Usage(sentence) | Failure::Disk(sentence) => sentence.clone(),
        Failure::Script(fault) => fault.to_string(),
        Failure::Packs(problems, _) => {
            let first = problems.first();
            let place = first.map(harena_pack::Problem::location).unwrap_or_default();
            let message = first.map(|it| it.message.clone()).unwrap_or_default();
            format!("{}: {place}: {message}", counted(problems.len() as u64, "problem"))
        }
    };
    match out.json {
        true => out.answer_json(&json!({ "broken": why })),
        false => out.answer(&format!("{} {why}", out.styled(Style::Red, "broken"))),
    }
}

/// The packs as they were saved, and matches played with them.
struct Bench {
    set: Set,
    matches: Matches,
    pins: Vec<Pin>,
}

impl Bench {
    fn of(args: &Args, mut set: Set) -> Result<Bench, Failure> {
        let menu = set.host.menu();
        let own = menu.factions.iter().find(|it| it.pack == set.chosen.named);
        let subject = own.map(|it| it.id.clone());
        let matches =
            variants::apart(subject.as_deref(), [&set.seating, &set.seating], [menu, menu])?;
        let built = set.host.build(&set.seating.settings, set.seating.n_seats);
        let game = built.map_err(|problems| Failure::Packs(problems, Box::default()))?;
        let plan = Plan {
            n_matches: args.matches,
            seed: set.seating.seed,
            line_ups: matches.line_ups.first().cloned().unwrap_or_default(),
            max_decisions: args.effort.max_decisions,
            shard: 0,
            n_shards: 1,
            stories: false,
            jobs: 1,
        };
        let pins = pins::pinned(&plan, &game, &mut set.host)?;
        Ok(Bench { set, matches, pins })
    }

    /// What a save changes.
    fn beside(&self, next: &mut Bench, args: &Args, out: &Out) -> Result<Told, Failure> {
        let seating = &next.set.seating;
        let built = next.set.host.build(&seating.settings, seating.n_seats);
        let game: std::sync::Arc<Game> =
            built.map_err(|problems| Failure::Packs(problems, Box::default()))?;
        let again = PlayedAgain::of(&self.pins, &game, &mut next.set.host);
        let mut difference = None;
        if args.pairs > 0 && again.others().next().is_some() {
            let teller = Teller::new(args.pairs, "pairs", out)?;
            let (new, old) = (next.set.loader(), self.set.loader());
            let size = (self.set.seating.seed, args.pairs, args.effort.max_decisions);
            let jobs = args.effort.threads();
            let answer = compare::play([&new, &old], &self.matches, size, jobs, &teller)?;
            teller.progress.end();
            difference = Some((Difference::of(&answer), answer.test.counts().n()));
        }
        Ok(Told { again, difference, subject: self.matches.subject.clone() })
    }
}

/// What a save has changed.
struct Told {
    again: PlayedAgain,
    /// How much more often the subject wins after it, and in how many pairs that was seen.
    difference: Option<(Difference, u64)>,
    subject: String,
}

impl Told {
    fn verdict(&self) -> &'static str {
        match self.difference {
            Some((it, _)) if it.low > 0.0 => "stronger",
            Some((it, _)) if it.high < 0.0 => "weaker",
            Some(_) => "no difference seen",
            None => "not asked",
        }
    }

    fn as_json(&self) -> Value {
        let again = |(number, it): (usize, Again)| match it {
            Again::Same => None,
            Again::Differs(at) => Some(json!({ "match": number, "differs_at": at })),
            Again::Fails(at) => Some(json!({ "match": number, "fails_at": at })),
        };
        json!({
            "unchanged": self.again.n_same(),
            "changed": self.again.others().filter_map(again).collect::<Vec<_>>(),
            "subject": self.subject,
            "verdict": self.verdict(),
            "difference": self.difference.map(|it| it.0),
            "pairs": self.difference.map_or(0, |it| it.1),
        })
    }

    fn text(&self, out: &Out) -> String {
        let mut parts = vec![format!("{} unchanged", self.again.n_same())];
        let touched = self.again.others();
        let named: Vec<String> = touched
            .take(NAMED)
            .map(|(number, it)| match it {
                Again::Same => String::new(),
                Again::Differs(at) => format!("match {number} differs at choice {at}"),
                Again::Fails(at) => format!("match {number} fails at choice {at}"),
            })
            .collect();
        parts.extend(named);
        let more = self.again.others().count().saturating_sub(NAMED);
        if more > 0 {
            parts.push(format!("{more} more differ"));
        }
        let mut text = parts.join(", ");
        if let Some((difference, n)) = self.difference {
            let (verdict, told) = (self.verdict(), difference.text());
            let verdict = out.styled(Style::Strong, verdict);
            text += &format!("; {}: {verdict}, {} % in {n} pairs", self.subject, told.trim());
        }
        text
    }
}
