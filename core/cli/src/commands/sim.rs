//! `harena sim`: bots play many matches.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use harena_engine::id::Seat;
use harena_lab::Tables;
use harena_lab::bot::BotKind;
use harena_lab::player::Player;
use harena_lab::series::{self, BATCH, Ending, LineUp, Listener, Plan, Played, Report};
use harena_script::{Host, Menu, Print};
use serde_json::Value;

use crate::args::{Common, Sim as Args};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;
use crate::progress::Progress;
use crate::seating::{self, Seating};
use crate::table::{Loader, recorded};

use super::coverage::{self, Counting};

mod database;
mod merged;
mod parts;
mod results;
pub(super) mod signals;
mod stories;

use database::Titles;
use parts::{Kept, Series};
use results::Results;
use signals::Signals;

/// The file with everything that is answered.
const SUMMARY: &str = "summary.json";

/// So many lines that the first match printed are shown.
const FEW_PRINTS: usize = 10;

/// How many failed matches are written down as records.
const WRITTEN_FAILURES: usize = 10;

/// So many ways to seat factions are played one after the other.
const MOST_WAYS: u64 = 50_000;

/// Plays a series.
///
/// # Errors
/// An unknown game or setting, or packs that do not load. Failed matches are findings.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    if !args.merge.is_empty() {
        return merged::run(args, common, out);
    }
    let mut catalog = Catalog::open(common)?;
    let (chosen, mut host) = catalog.load(&args.game)?;
    chosen.tell(out);
    let seating = Seating::of(&args.setup, host.menu())?;
    let built = host.build(&seating.settings, seating.n_seats);
    let game = built.map_err(|problems| catalog.broken(problems))?;
    let plan = plan(args, &seating, host.menu())?;
    let loader = Loader {
        packs: chosen.packs.clone(),
        settings: seating.settings.clone(),
        n_seats: seating.n_seats,
    };
    let series = Series::of(args, &chosen.game, &seating, recorded(&chosen.packs));
    let keep = |folder: &std::path::PathBuf| Kept::new(folder, series, &plan, Titles::of(&game));
    let kept = args.out.as_ref().map(keep);
    let begun = match &kept {
        Some(kept) if args.resume => kept.resume(&plan)?,
        Some(kept) => kept.begin().map(|()| 0)?,
        None => 0,
    };
    let progress = Progress::new(plan.n_here(), "matches", out);
    let progress = progress.from(begun.saturating_mul(BATCH).min(plan.n_here()));
    let keeper = Keeper::new(&plan, &game, kept, progress)?;
    let counting = args.coverage.then(|| Counting::new(&loader));
    let tables = counting.as_ref().map_or(&loader as &dyn Tables, |it| it);
    let mut report = series::run_on(&plan, begun, tables, &keeper)?;
    keeper.progress.end();
    keeper.end(&mut report)?;
    let reached = counting.map(|it| coverage::packs(&it.counted(), &chosen));
    let defaults = host.menu().defaults();
    let results = Results {
        report: &report,
        plan: &plan,
        game: &game,
        seating: &seating,
        defaults: &defaults,
        typed: &args.game,
        chosen: &chosen,
        text_of: &|word| host.text(word),
        reached: reached.as_deref(),
    };
    let answer = (results.as_json(), results.text(out));
    tell(answer, (args, out), &mut host, (&chosen, &seating, &plan), &report)?;
    Ok(match keeper.signals.number() {
        Some(signal) if report.is_stopped => Exit::Stopped(signal),
        Some(_) | None => exit(&report),
    })
}

/// Writes the answer down and tells it, with what the first match prints.
fn tell(
    (mut json, text): (Value, String),
    (args, out): (&Args, &Out),
    host: &mut Host,
    of: (&Chosen, &Seating, &Plan),
    report: &Report,
) -> Result<(), Failure> {
    let prints = if host.may_print() { first_prints(host, of) } else { Vec::new() };
    json["prints"] = super::prints_json(&prints, FEW_PRINTS);
    if let Some(folder) = &args.out {
        files::write(&folder.join(SUMMARY), &(json.to_string() + "\n"))?;
        write_failures(folder, host, of, report)?;
    }
    if !out.quiet {
        super::tell_lines(&prints, FEW_PRINTS, out);
    }
    match out.json {
        true => out.answer_json(&json),
        false => out.answer(&text),
    }
    Ok(())
}

/// Failed matches fail the command; matches given up are findings.
fn exit(report: &Report) -> Exit {
    let faults: Vec<_> =
        report.tally.failures.values().filter_map(|it| it.fault.as_ref()).collect();
    match faults.iter().all(|fault| fault.limit) {
        _ if faults.is_empty() && report.tally.capped == 0 => Exit::Fine,
        _ if faults.is_empty() => Exit::Findings,
        true => Exit::OverLimit,
        false => Exit::Failed,
    }
}

fn plan(args: &Args, seating: &Seating, menu: &Menu) -> Result<Plan, Failure> {
    let (shard, n_shards) = shard(args.shard.as_deref())?;
    Ok(Plan {
        n_matches: args.matches,
        seed: seating.seed,
        line_ups: line_ups(seating, menu)?,
        max_decisions: args.effort.max_decisions,
        shard,
        n_shards,
        stories: args.sheets || args.coverage || args.out.is_some(),
        jobs: args.effort.threads(),
    })
}

/// Part I of N as written, from 1, to the remainder it stands for.
fn shard(text: Option<&str>) -> Result<(u64, u64), Failure> {
    let Some(text) = text else { return Ok((0, 1)) };
    let number = |text: &str| text.parse::<u64>().ok();
    let parts = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i - 1, n)),
        _ => Err(Failure::usage(format!("`--shard {text}` is not I/N, such as 1/4 to 4/4"))),
    }
}

/// Who plays whom: bots and factions change seats from match to match.
pub(super) fn line_ups(seating: &Seating, menu: &Menu) -> Result<Vec<LineUp>, Failure> {
    let n_seats = usize::from(seating.n_seats);
    let bot = |player: &Player| match player {
        Player::Bot(kind) => Ok(*kind),
        Player::Human => Err(Failure::usage("people cannot play a series, name bots only")),
    };
    let mut bots: Vec<BotKind> = seating.players.iter().map(bot).collect::<Result<_, _>>()?;
    if bots.is_empty() {
        bots = vec![BotKind::Random; n_seats];
    }
    let factions = match seating.all_factions {
        true => all_ways(menu.factions.len(), seating.n_seats)?,
        false => vec![seating.factions.clone()],
    };
    let mut line_ups: Vec<LineUp> = Vec::new();
    let mut known = BTreeSet::new();
    for factions in &factions {
        for by in 0..n_seats {
            let (mut bots, mut factions) = (bots.clone(), factions.clone());
            bots.rotate_left(by);
            if !factions.is_empty() {
                factions.rotate_left(by);
            }
            let line_up = LineUp { bots, factions };
            let words: Vec<String> = line_up.bots.iter().map(ToString::to_string).collect();
            if known.insert((words, line_up.factions.clone())) {
                line_ups.push(line_up);
            }
        }
    }
    Ok(line_ups)
}

/// Every way to seat different factions, unless there are too many to play them all.
pub(super) fn all_ways(
    n_factions: usize,
    n_seats: u8,
) -> Result<Vec<Vec<seating::Faction>>, Failure> {
    let ways = series::every_faction(n_factions, n_seats);
    if ways.n() > MOST_WAYS.into() {
        return Err(Failure::usage(format!(
            "{n_factions} factions can be seated in more than {MOST_WAYS} ways at {n_seats} \
             seats: name those that are to play"
        )));
    }
    Ok(ways.some(usize::try_from(MOST_WAYS).unwrap_or(usize::MAX)))
}

/// The first line of a table of matches.
const HEAD: &str = "match,seed,bots,factions,ending,winners,scores,decisions,digest\n";

/// Tells how far it is, and keeps what was played in the order of the series.
struct Keeper<'a> {
    progress: Progress,
    plan: &'a Plan,
    factions: Vec<String>,
    kept: Option<Kept>,
    /// Why what was played could not be written down.
    lost: Mutex<Option<Failure>>,
    is_lost: AtomicBool,
    signals: Signals,
}

impl<'a> Keeper<'a> {
    fn new(
        plan: &'a Plan,
        game: &harena_engine::game::Game,
        kept: Option<Kept>,
        progress: Progress,
    ) -> Result<Keeper<'a>, Failure> {
        let factions = game.factions.iter().map(|it| it.id.clone()).collect();
        let (lost, signals) = (Mutex::new(None), Signals::heard()?);
        let is_lost = AtomicBool::new(false);
        Ok(Keeper { progress, plan, factions, kept, lost, is_lost, signals })
    }

    /// Writes everything down; the report then tells of what is in the folder.
    fn end(&self, report: &mut Report) -> Result<(), Failure> {
        if let Some(failure) = self.lost.lock().ok().and_then(|mut lost| lost.take()) {
            return Err(failure);
        }
        if let Some(kept) = &self.kept {
            (report.tally, report.elapsed) = kept.end()?;
            report.is_stopped = report.tally.matches != self.plan.n_here();
        }
        Ok(())
    }

    fn line(&self, played: &Played) -> String {
        let line_up = self.plan.line_up_of(played.number);
        let bots: Vec<String> = line_up.bots.iter().map(ToString::to_string).collect();
        let factions = played
            .factions
            .iter()
            .map(|it| it.and_then(|id| self.factions.get(id.index())).map_or("-", String::as_str));
        let factions: Vec<&str> = factions.collect();
        let (ending, winners, scores) = match &played.ending {
            Ending::Over(outcome) => {
                let seats = (0..16).filter(|seat| outcome.winners & (1 << seat) != 0);
                let winners: Vec<String> = seats.map(|seat: u8| (seat + 1).to_string()).collect();
                let scores: Vec<String> = outcome.scores.iter().map(i32::to_string).collect();
                ("over", winners.join(" "), scores.join(" "))
            }
            Ending::Capped => ("capped", String::new(), String::new()),
            Ending::Failed(_) => ("failed", String::new(), String::new()),
        };
        format!(
            "{},{},{},{},{ending},{winners},{scores},{},{}\n",
            played.number,
            played.seed,
            bots.join(" "),
            factions.join(" "),
            played.n_decisions,
            played.digest
        )
    }
}

impl Listener for Keeper<'_> {
    fn is_stopped(&self) -> bool {
        self.signals.number().is_some() || self.is_lost.load(Ordering::Relaxed)
    }

    fn played(&self, batch: u64, matches: &[Played]) {
        self.progress.add(matches.len() as u64);
        let Some(kept) = &self.kept else { return };
        let lines: String = matches.iter().map(|played| self.line(played)).collect();
        if let (Err(failure), Ok(mut lost)) =
            (kept.add(batch, matches, self.plan, lines), self.lost.lock())
        {
            *lost = Some(failure);
            self.is_lost.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays the first failed matches again and writes them down as far as they got.
fn write_failures(
    folder: &std::path::Path,
    host: &mut Host,
    (chosen, seating, plan): (&Chosen, &Seating, &Plan),
    report: &Report,
) -> Result<(), Failure> {
    for (number, lost) in report.tally.failures.iter().take(WRITTEN_FAILURES) {
        let again = seating.of_match(&lost.line_up, lost.seed);
        let played = super::play::between_bots(host, chosen, &again, plan.max_decisions);
        let Ok((mut attended, fault)) = played else { continue };
        let note = fault.map_or("given up here".to_owned(), |fault| format!("fails here: {fault}"));
        attended.note(&note);
        files::write(&folder.join(format!("match-{number}.hreplay")), &attended.record().write())?;
    }
    Ok(())
}

/// Plays the first match again for the lines it prints, whatever the threads were.
fn first_prints(
    host: &mut Host,
    (chosen, seating, plan): (&Chosen, &Seating, &Plan),
) -> Vec<Print> {
    host.take_prints();
    let seating = seating.of_match(plan.line_up_of(plan.shard), plan.seed_of(plan.shard));
    let _played = super::play::between_bots(host, chosen, &seating, plan.max_decisions);
    host.take_prints()
}

/// A seat as people count.
fn seat_number(seat: u8) -> String {
    (usize::from(Seat(seat).0) + 1).to_string()
}
