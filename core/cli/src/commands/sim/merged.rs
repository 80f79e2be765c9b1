//! Parts of a series, added up as if they had been one run.

use std::path::Path;
use std::time::Duration;

use harena_lab::series::{Part, Plan, Report};

use super::database::{DATABASE, Database, Titles};
use super::parts::{self, Merged, Series, Written};
use super::results::Results;
use crate::args::{Common, Effort, Sim as Args};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;
use crate::seating::Seating;
use crate::table;

/// Adds up.
///
/// # Errors
/// Parts that do not belong together, or of another game. Parts that are missing are a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let merged = parts::merge(&args.merge)?;
    if args.out.is_some() {
        args.merge.iter().try_for_each(|part| has_tables(part))?;
    }
    let mut catalog = Catalog::open(common)?;
    let (chosen, host) = catalog.load(&args.game)?;
    chosen.tell(out);
    tell_changes(&merged.series, &chosen, out)?;
    let again = Args {
        game: args.game.clone(),
        matches: merged.series.matches.max(1),
        setup: merged.series.setup.clone(),
        shard: None,
        out: None,
        resume: false,
        merge: Vec::new(),
        sheets: false,
        coverage: false,
        effort: Effort { jobs: Some(1), max_decisions: merged.series.max_decisions },
    };
    let seating = Seating::of(&again.setup, host.menu())?;
    let built = host.build(&seating.settings, seating.n_seats);
    let game = built.map_err(|problems| catalog.broken(problems))?;
    // No thread played anything here.
    let plan = Plan { jobs: 0, ..super::plan(&again, &seating, host.menu())? };
    let elapsed = Duration::from_secs_f64(merged.seconds.clamp(0.0, 1e12));
    let (tally, is_stopped) = (merged.tally.clone(), !merged.is_whole);
    let report = Report { tally, elapsed, is_stopped };
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
        reached: None,
    };
    let mut json = results.as_json();
    // Nothing is played here, so nothing is printed.
    json["prints"] = serde_json::json!([]);
    if let Some(folder) = &args.out {
        files::write(&folder.join("summary.json"), &(json.to_string() + "\n"))?;
        let mut database = Database::open(folder, Titles::of(&game))?;
        args.merge.iter().try_for_each(|part| database.add_all_of(part))?;
        write_down(folder, merged)?;
    }
    match out.json {
        true => out.answer_json(&json),
        false => out.answer(&results.text(out)),
    }
    Ok(match (super::exit(&report), is_stopped) {
        (Exit::Fine, true) => Exit::Findings,
        (exit, _) => exit,
    })
}

/// That a part has tables that can be added up.
fn has_tables(part: &Path) -> Result<(), Failure> {
    if part.join(DATABASE).is_file() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} has no {DATABASE}, so its matches cannot be written down with the others; add the parts \
         up without --out, or play this one again",
        part.display()
    )))
}

/// Says what is no longer as it was when the parts were played.
fn tell_changes(series: &Series, chosen: &Chosen, out: &Out) -> Result<(), Failure> {
    if series.game != chosen.game {
        let (was, is) = (&series.game, &chosen.game);
        return Err(Failure::usage(format!("these are parts of a series of {was}, not of {is}")));
    }
    if table::recorded(&chosen.packs) != series.packs {
        out.note("the packs have changed since; results are those of the packs as they were");
    }
    Ok(())
}

/// Writes the sum down: a line a match, and a part that is the whole if nothing is missing.
fn write_down(folder: &Path, merged: Merged) -> Result<(), Failure> {
    let lines: String = merged.lines.into_values().collect();
    files::write(&folder.join(parts::MATCHES), &(super::HEAD.to_owned() + &lines))?;
    if !merged.is_whole {
        return Ok(());
    }
    let whole = Written {
        series: Series { shards: 1, ..merged.series },
        shard: 1,
        played: merged.tally.matches,
        seconds: merged.seconds,
        tally: Part::of(&merged.tally),
    };
    let json = serde_json::to_string(&whole).unwrap_or_default();
    files::write(&folder.join(parts::PART), &(json + "\n"))
}
