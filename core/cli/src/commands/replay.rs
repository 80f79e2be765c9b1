//! `harena replay`: a recorded match once more.

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;

use harena_engine::id::Seat;
use harena_lab::record::Record;
use harena_lab::replay::{self, Replay, Verified};
use harena_pack::Pack;
use harena_scenario as scenario;
use harena_script::Host;
use serde_json::json;

use super::carried;
use crate::args::{Common, Replay as Args};
use crate::catalog::{Catalog, Chosen, all_there, exact};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};
use crate::table;
use crate::terminal::{self, Screen};

/// Plays a record again.
///
/// # Errors
/// The record cannot be read, or its game cannot be loaded. A difference is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let record = files::read_record(&args.file)?;
    for (line, warning) in &record.warnings {
        out.note(&format!("{}:{line}: {warning}", args.file.display()));
    }
    let mut catalog = Catalog::open(common)?;
    match &args.under {
        Some(folder) => {
            all_there(std::slice::from_ref(folder))?;
            catalog.add(folder);
        }
        None => exact(&mut catalog.library, &record.header.packs, common),
    }
    if !carried::take(&record, &mut catalog, args.anyway, (common, out))? {
        return Ok(Exit::Findings);
    }
    let (chosen, mut host) = catalog.load_recorded(&record)?;
    chosen.tell(out);
    let changed = changed_packs(&record, &chosen.packs);
    let settings = record.header.settings.clone();
    let game = host.build(&settings, record.header.n_seats);
    let game = game.map_err(|problems| catalog.broken(problems))?;
    if args.step && !out.json {
        return step(&record, game, &mut host, out);
    }
    if let Some(n) = args.moment {
        return moment(&record, game, (&mut host, n), out);
    }
    let verified = replay::verify(&record, game, &mut host);
    if out.json {
        out.answer_json(&as_json(&record, &verified, &changed, &chosen));
    } else {
        changed.iter().for_each(|it| out.note(it));
        tell(&record, &verified, out);
    }
    match verified.is_proof(&record) {
        true => Ok(Exit::Fine),
        false => Ok(Exit::Findings),
    }
}

/// Packs that are not what they were when the match was recorded, a sentence each.
pub(super) fn changed_packs(record: &Record, packs: &[Arc<Pack>]) -> Vec<String> {
    let now = table::recorded(packs);
    let mut changed = Vec::new();
    if record.header.packs.is_empty() {
        changed.push("the record does not say which packs it was played with".to_owned());
    }
    for recorded in &record.header.packs {
        let (id, was) = (&recorded.id, &recorded.version);
        match now.iter().find(|it| it.id == *id) {
            None => changed.push(format!(
                "the pack `{id}` {was} of the record is not at hand{}",
                had_from(&recorded.source)
            )),
            Some(it) if it.tree != recorded.tree => {
                let from = had_from(&recorded.source);
                changed.push(format!(
                    "the pack `{id}` has changed since the match was recorded: it was {was}{from}"
                ));
            }
            Some(_) => {}
        }
    }
    changed
}

/// Where a pack came from on the machine of whoever recorded it.
fn had_from(source: &str) -> String {
    if source.is_empty() { String::new() } else { format!(", which came from {source}") }
}

fn tell(record: &Record, verified: &Verified, out: &Out) {
    let actions = counted(verified.n_actions, "action");
    let end = if verified.is_over { "to its end" } else { "as far as it goes" };
    match &verified.difference {
        None if verified.is_proof(record) => {
            out.answer(&format!("the record is exact: {actions}, played again {end}"));
        }
        None if verified.n_proved == 0 => {
            let head = "the record has no digests, so it proves nothing";
            out.answer(&out.styled(Style::Yellow, head));
            out.answer(&format!("  {actions}, played again {end}"));
        }
        None => {
            let n = verified.n_proved;
            let head = format!("only {n} of {actions} have a digest: the others prove nothing");
            out.answer(&out.styled(Style::Yellow, &head));
            out.answer(&format!("  {actions}, played again {end}"));
        }
        Some(difference) => {
            let same = verified.n_same;
            let head = format!("the match differs after {same} of {actions}");
            out.answer(&out.styled(Style::Red, &head));
            out.answer(&format!("  {difference}"));
            if let Some(fault) = &difference.fault {
                out.complain(&crate::diagnostic::fault(fault, out));
            }
        }
    }
}

fn as_json(
    record: &Record,
    verified: &Verified,
    changed: &[String],
    chosen: &Chosen,
) -> serde_json::Value {
    let difference = verified.difference.as_ref().map(
        |it| json!({ "action": it.action, "line": it.line, "what": it.what, "fault": it.fault }),
    );
    json!({
        "exact": verified.is_proof(record),
        "actions": verified.n_actions,
        "proved": verified.n_proved,
        "same": verified.n_same,
        "ended": verified.is_over,
        "digest": verified.digest,
        "difference": difference,
        "changed_packs": changed,
        "packs": chosen.as_json(),
        "warnings": record.warnings,
    })
}

/// Writes the moment after so many actions as a scenario.
fn moment(
    record: &Record,
    game: Arc<harena_engine::game::Game>,
    (host, n): (&mut Host, u32),
    out: &Out,
) -> Outcome {
    let differs = |it: replay::Difference| Failure::usage(it.to_string());
    let id = &record.header.game;
    let mut replay = Replay::begin(record, game, host).map_err(differs)?;
    for done in 0..n {
        if replay.next_move().is_none() {
            let message = format!("the record has {done} actions, so there is no moment after {n}");
            return Err(Failure::usage(message));
        }
        replay.step(host).map_err(differs)?;
    }
    let name = format!("{id} after {}", counted(n as usize, "action"));
    let fields = scenario::moment_fields(host, &replay.the_match, &name);
    let fields = fields.map_err(|unsaid| {
        Failure::usage(format!("the moment after {n} actions cannot be written: {unsaid}"))
    })?;
    match out.json {
        true => out.answer_json(&serde_json::Value::from(&fields)),
        false => out.answer(scenario::luau(&fields, &format!("{name}.")).trim_end()),
    }
    Ok(Exit::Fine)
}

/// Walks through a record; on a terminal a line end takes the next step.
fn step(
    record: &Record,
    game: Arc<harena_engine::game::Game>,
    host: &mut Host,
    out: &Out,
) -> Outcome {
    let differs = |it: replay::Difference| Failure::usage(it.to_string());
    let mut replay = Replay::begin(record, game, host).map_err(differs)?;
    let waits = std::io::stdin().is_terminal();
    let mut lines = std::io::stdin().lock().lines();
    let titles = replay.the_match.game.titles.clone();
    out.answer(&Screen::of(&mut replay.the_match, &titles, Seat::NONE).text());
    while let Some(next) = replay.next_move() {
        let the_match = &replay.the_match;
        let action = next.action(&record.header, &the_match.game);
        let text = action.map_or(next.action.clone(), |action| {
            let teller = terminal::teller(&the_match.game, the_match.state(), &titles);
            teller.option(the_match.decision(), &action)
        });
        if waits {
            out.note("Enter takes the next step, `quit` stops.");
            let line = lines.next().and_then(Result::ok).unwrap_or_else(|| "quit".to_owned());
            if line.trim() == "quit" || line.trim() == "q" {
                return Ok(Exit::Fine);
            }
        }
        let head = format!("\n{}. {}: {text}", next.n, titles.seat(next.seat()));
        out.answer(&out.styled(Style::Strong, &head));
        if let Err(difference) = replay.step(host) {
            out.complain(&out.styled_note(Style::Red, &difference.to_string()));
            return Ok(Exit::Findings);
        }
        out.answer(&Screen::of(&mut replay.the_match, &titles, Seat::NONE).text());
    }
    Ok(Exit::Fine)
}
