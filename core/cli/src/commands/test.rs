//! `harena test`: the scenarios of packs.

use std::sync::Arc;
use std::time::Instant;

use harena_pack::{Kind, Library, Pack, nearest};
use harena_scenario::{self as scenario, Failure as Failed};
use serde_json::json;

use crate::args::{Common, Test as Args};
use crate::catalog::{Catalog, all_there};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style, counted};

/// So many failures are told; the others are counted.
const MOST_TOLD: usize = 100;

/// What came of all scenarios.
#[derive(Default)]
struct Score {
    n_passed: usize,
    n_failed: usize,
    /// The first of them.
    failures: Vec<Failed>,
    /// The names and files of scenarios that the filter has left out.
    left_out: Vec<String>,
}

/// A filter that no scenario fits has tested nothing.
fn nothing_found(filter: &str, score: &Score) -> Failure {
    let names = score.left_out.iter().map(String::as_str);
    let near = nearest(filter, names).map(|name| format!("; the nearest is `{name}`"));
    let n = score.left_out.len() / 2;
    let message = format!("none of {n} scenarios has `{filter}` in its name or file");
    Failure::usage(format!("{message}{}", near.unwrap_or_default()))
}

/// Runs the scenarios of packs.
///
/// # Errors
/// A path that is not there or has no packs, or packs that do not load. Failed scenarios are findings.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let start = Instant::now();
    if args.filter.as_deref().is_some_and(|it| it.trim().is_empty()) {
        return Err(Failure::usage("`--filter` is empty: say what is in the name of a scenario"));
    }
    all_there(&args.paths)?;
    let mut catalog = Catalog::open(common)?;
    args.paths.iter().for_each(|path| catalog.add(path));
    let found = Library::open(&args.paths);
    if found.packs().is_empty() {
        let places: Vec<String> = args.paths.iter().map(|it| it.display().to_string()).collect();
        if !found.problems().is_empty() {
            return Err(catalog.broken(found.problems().to_vec()));
        }
        return Err(Failure::usage(format!("there is no pack at or below {}", places.join(", "))));
    }
    let mut score = Score::default();
    for pack in found.packs() {
        run_pack(pack, &catalog, (args, out), &mut score)?;
    }
    if let Some(filter) = args.filter.as_deref().filter(|_| score.n_passed + score.n_failed == 0) {
        return Err(nothing_found(filter, &score));
    }
    let seconds = start.elapsed().as_secs_f64();
    let (n_passed, n_failed) = (score.n_passed, score.n_failed);
    if out.json {
        out.answer_json(&json!({
            "passed": n_passed, "failed": n_failed, "failures": score.failures, "seconds": seconds,
        }));
    } else {
        let n_untold = n_failed - score.failures.len();
        if n_untold > 0 {
            out.complain(&format!("... and {} failed", counted(n_untold, "more scenario")));
        }
        let style = if n_failed == 0 { Style::Green } else { Style::Red };
        out.answer(&out.styled(style, &format!("{n_passed} passed, {n_failed} failed")));
    }
    Ok(if n_failed == 0 { Exit::Fine } else { Exit::Findings })
}

/// Runs the scenarios of one pack, in the game it belongs to.
fn run_pack(
    pack: &Arc<Pack>,
    catalog: &Catalog,
    (args, out): (&Args, &Out),
    score: &mut Score,
) -> Result<(), Failure> {
    // Those of its game are tried under a variant too.
    let is_variant = pack.manifest.kind == Kind::Variant;
    let has_scenarios = is_variant || pack.tree.below("spec/").next().is_some();
    if pack.game().is_none() || !has_scenarios {
        return Ok(());
    }
    let (chosen, mut host) = catalog.load_named(pack.id())?;
    chosen.tell(out);
    let wanted = args.filter.as_deref().map(str::to_lowercase);
    let mut outdated = Vec::new();
    for each in scenario::list_of(&host, pack.id()) {
        let is_wanted = wanted.as_ref().is_none_or(|it| {
            each.name.to_lowercase().contains(it) || each.file.to_lowercase().contains(it)
        });
        if !is_wanted {
            score.left_out.extend([each.name, each.file]);
            continue;
        }
        let result = scenario::run(&mut host, &each);
        super::tell_prints(&host, super::MANY_PRINTS, out);
        match result {
            Ok(()) => score.n_passed += 1,
            Err(failed) => {
                score.n_failed += 1;
                if each.pack != pack.id() {
                    outdated.push(each.name);
                }
                if score.failures.len() == MOST_TOLD {
                    continue;
                }
                if !out.json {
                    let head = out.styled_note(Style::Red, "failed");
                    out.complain(&format!("{head} {failed}"));
                }
                score.failures.push(*failed);
            }
        }
    }
    if is_variant && !outdated.is_empty() && !out.json {
        tell_outdated(&outdated, out);
    }
    Ok(())
}

/// How a variant says that scenarios of its game are meant to fail, ready to be filled in.
fn tell_outdated(names: &[String], out: &Out) {
    out.complain("\nWhat is meant to be so belongs into the variant, each with why:\n");
    out.complain("\tout_of_date = {");
    names.iter().for_each(|name| out.complain(&format!("\t\t[{name:?}] = \"\",")));
    out.complain("\t},");
}
