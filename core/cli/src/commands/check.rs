//! `harena check`: everything that is wrong with packs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use harena_lab::battery;
use harena_pack::{Kind, Library, Pack, Problem, Severity, Source};
use harena_script::source::SourceMap;
use serde_json::{Value, json};

use crate::args::{Check as Args, Common};
use crate::catalog::Catalog;
use crate::diagnostic;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};

mod trials;

/// What was found out about one pack.
struct Verdict {
    id: String,
    problems: Vec<Problem>,
    battery: Option<battery::Outcome>,
}

/// Checks packs.
///
/// # Errors
/// A path without packs. Whatever is wrong with packs is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let start = Instant::now();
    let mut catalog = Catalog::open(common);
    args.paths.iter().for_each(|path| catalog.add(path));
    let (packs, unreadable) = packs_at(&args.paths, &catalog.library)?;
    let mut verdicts = Vec::new();
    if !unreadable.is_empty() {
        verdicts.push(Verdict { id: String::new(), problems: unreadable, battery: None });
    }
    for pack in &packs {
        let verdict = verdict(pack, &catalog, args);
        if !out.json {
            tell(&verdict, pack, &catalog.library, out);
        }
        verdicts.push(verdict);
    }
    let count = |severity| {
        verdicts.iter().flat_map(|it| &it.problems).filter(|it| it.severity == severity).count()
    };
    let n_findings: usize = verdicts.iter().map(|it| it.findings().len()).sum();
    let (n_errors, n_warnings) = (count(Severity::Error) + n_findings, count(Severity::Warning));
    let seconds = start.elapsed().as_secs_f64();
    if out.json {
        let packs: Vec<Value> = verdicts.iter().map(Verdict::as_json).collect();
        let (errors, warnings) = (n_errors, n_warnings);
        out.answer_json(&json!({
            "packs": packs, "errors": errors, "warnings": warnings, "seconds": seconds,
        }));
    } else {
        if let Some(unreadable) = verdicts.iter().find(|it| it.id.is_empty()) {
            out.complain(&diagnostic::all(&unreadable.problems, &catalog.library, out));
        }
        let n = packs.len();
        let packs = if n == 1 { "pack" } else { "packs" };
        out.answer(&format!(
            "{n} {packs} checked in {seconds:.1} s: {n_errors} errors, {n_warnings} warnings"
        ));
    }
    let is_fine = n_errors == 0 && (n_warnings == 0 || !args.strict);
    Ok(if is_fine { Exit::Fine } else { Exit::Findings })
}

/// The packs at or below some folders, and what is wrong with those that cannot be read.
fn packs_at(
    paths: &[PathBuf],
    library: &Library,
) -> Result<(Vec<Arc<Pack>>, Vec<Problem>), Failure> {
    let mut packs: Vec<Arc<Pack>> = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        let found = Library::open(&[path]);
        if found.packs().is_empty() && found.problems().is_empty() {
            let sentence = format!("there is no pack at or below `{}`", path.display());
            return Err(Failure::usage(sentence));
        }
        problems.extend(found.problems().iter().cloned());
        for pack in found.packs() {
            if packs.iter().all(|other| other.source != pack.source) {
                packs.push(Arc::clone(pack));
            }
        }
    }
    // A pack that a later path replaced is checked as the library has it.
    packs.retain(|pack| library.get(pack.id()).is_some_and(|it| it.source == pack.source));
    Ok((packs, problems))
}

fn verdict(pack: &Arc<Pack>, catalog: &Catalog, args: &Args) -> Verdict {
    let id = pack.id().to_owned();
    let game = match pack.manifest.kind {
        Kind::Game => Some(pack.id()),
        Kind::Faction | Kind::Content | Kind::Variant | Kind::Scenario => {
            pack.manifest.games.keys().next().map(String::as_str)
        }
        Kind::Theme | Kind::Bot | Kind::Locale | Kind::Library => None,
    };
    let Some(game) = game else {
        return Verdict { id, problems: syntax(pack), battery: None };
    };
    let packs = match harena_script::assemble(&catalog.library, &[game, pack.id()]) {
        Ok(packs) => packs,
        Err(problems) => return Verdict { id, problems, battery: None },
    };
    match trials::run(pack, &packs, args) {
        Ok((mut problems, outcome)) => {
            problems.retain(|it| it.pack == pack.id() || it.pack.is_empty());
            Verdict { id, problems, battery: Some(outcome) }
        }
        Err(problems) => Verdict { id, problems: own_first(problems, pack.id()), battery: None },
    }
}

/// Problems of the pack itself; those of others only if it has none of its own that count.
fn own_first(problems: Vec<Problem>, id: &str) -> Vec<Problem> {
    let is_own = |it: &Problem| it.pack == id;
    match problems.iter().any(|it| is_own(it) && it.severity == Severity::Error) {
        true => problems.into_iter().filter(is_own).collect(),
        false => problems,
    }
}

/// Syntax errors of a pack that no game loads.
fn syntax(pack: &Pack) -> Vec<Problem> {
    let maps = pack
        .tree
        .matching("**/*.luau")
        .map(|path| SourceMap::new(pack.id(), path, pack.tree.get(path).unwrap_or_default()));
    maps.flat_map(|map| map.syntax_problems().to_vec()).collect()
}

impl Verdict {
    fn findings(&self) -> &[battery::Finding] {
        self.battery.as_ref().map_or(&[], |it| &it.findings)
    }

    fn as_json(&self) -> Value {
        let findings: Vec<Value> = self.findings().iter().map(finding_json).collect();
        let battery = self.battery.as_ref().map(|it| {
            json!({
                "matches": it.n_matches,
                "decisions": it.n_decisions,
                "moments": it.n_moments,
                "findings": findings,
            })
        });
        let is_error = |it: &Problem| it.severity == Severity::Error;
        let ok = self.findings().is_empty() && !self.problems.iter().any(is_error);
        json!({ "id": self.id, "ok": ok, "problems": self.problems, "battery": battery })
    }
}

fn finding_json(finding: &battery::Finding) -> Value {
    json!({
        "code": finding.check.code(),
        "message": finding.sentence,
        "seed": finding.seed,
        "actions": finding.n_actions,
        "fault": finding.fault,
    })
}

fn tell(verdict: &Verdict, pack: &Pack, library: &Library, out: &Out) {
    if !verdict.problems.is_empty() {
        out.complain(&(diagnostic::all(&verdict.problems, library, out) + "\n"));
    }
    for finding in verdict.findings() {
        out.complain(&finding_text(finding, &place(pack), out));
    }
    let is_error = |it: &&Problem| it.severity == Severity::Error;
    let n = verdict.problems.iter().filter(is_error).count() + verdict.findings().len();
    let judged = match n {
        0 => out.styled(Style::Green, "fine"),
        1 => out.styled(Style::Red, "1 error"),
        n => out.styled(Style::Red, &format!("{n} errors")),
    };
    let played = verdict.battery.as_ref().map_or(String::new(), |it| {
        let (matches, moments) = (it.n_matches, it.n_moments);
        format!(" ({matches} matches, {moments} decisions looked at from all sides)")
    });
    out.answer(&format!("{:<20} {judged}{played}", pack.id()));
}

/// How a pack is named on the command line.
fn place(pack: &Pack) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    match &pack.source {
        Source::Memory => pack.id().to_owned(),
        Source::Folder(folder) => {
            let short = folder.strip_prefix(&here).unwrap_or(folder);
            if short == Path::new("") { ".".to_owned() } else { short.display().to_string() }
        }
    }
}

fn finding_text(finding: &battery::Finding, place: &str, out: &Out) -> String {
    let head = out.styled_note(Style::Red, &format!("error[{}]", finding.check.code()));
    let sentence = out.styled_note(Style::Strong, &finding.sentence);
    let (seed, n) = (finding.seed, finding.n_actions);
    let mut text = format!("{head}: {sentence}\n  seed {seed}, after {n} actions");
    for call in finding.fault.iter().flat_map(|fault| &fault.stack) {
        text += &format!("\n      in {call}");
    }
    let hint = out.styled_note(Style::Cyan, "hint:");
    text + &format!("\n  {hint} harena play {place} --bots random --seed {seed}\n")
}
