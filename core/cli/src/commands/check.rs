//! `harena check`: everything that is wrong with packs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use harena_lab::battery;
use harena_pack::codes;
use harena_pack::{Kind, Library, Pack, Problem, Severity};
use harena_scenario as scenario;
use harena_script::Facts;
use harena_script::source::SourceMap;

use crate::args::{Check as Args, Common};
use crate::catalog::{Catalog, at_or_below, replacements};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;

mod bench;
mod report;
mod sarif;
mod trials;
mod types;
mod ways;

use bench::{Bench, Looks};
use report::Progress;

/// What was found out about one pack.
#[derive(Default)]
struct Verdict {
    id: String,
    problems: Vec<Problem>,
    looks: Option<Looks>,
}

/// Checks packs.
///
/// # Errors
/// A path without packs. Whatever is wrong with packs is a finding.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let start = Instant::now();
    let mut catalog = Catalog::open(common)?;
    args.paths.iter().for_each(|path| catalog.add(path));
    let (packs, unreadable) = packs_at(&args.paths, &catalog.library)?;
    let games: BTreeSet<&str> = packs.iter().filter_map(|pack| pack.game()).collect();
    let games: Vec<&str> = games.into_iter().collect();
    let replaced = catalog.replacing(&games, &packs);
    replacements(&replaced).iter().for_each(|sentence| out.note(sentence));
    let mut verdicts = Vec::new();
    if !unreadable.is_empty() {
        verdicts.push(Verdict { problems: unreadable, ..Verdict::default() });
    }
    if args.types {
        for (verdict, pack) in types::verdicts(&packs, &catalog)?.into_iter().zip(&packs) {
            report::tell(&verdict, pack, &catalog.library, out);
            verdicts.push(verdict);
        }
    } else {
        verdicts.extend(all_looks(&packs, &catalog, args, out));
    }
    let (n_errors, n_warnings) =
        report::sum_up(&verdicts, &catalog.library, start.elapsed().as_secs_f64(), out);
    if let Some(path) = &args.sarif {
        let log = sarif::log(&verdicts, &catalog.library);
        files::write(path, &(serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"))?;
    }
    let is_fine = n_errors == 0 && (n_warnings == 0 || !args.strict);
    Ok(if is_fine { Exit::Fine } else { Exit::Findings })
}

/// Loads, lints and plays packs, telling what is found as it goes.
fn all_looks(packs: &[Arc<Pack>], catalog: &Catalog, args: &Args, out: &Out) -> Vec<Verdict> {
    let progress = Progress::new(packs.len(), out);
    let mut verdicts = Vec::new();
    let mut bench = None;
    for pack in packs {
        progress.begin(pack.id());
        let verdict = verdict(pack, catalog, &mut bench, (args, &progress));
        progress.end(|| report::tell(&verdict, pack, &catalog.library, out));
        verdicts.push(verdict);
    }
    verdicts
}

/// The packs at or below some folders, each game with those that extend it; and what is wrong
/// with those that cannot be read.
fn packs_at(
    paths: &[PathBuf],
    library: &Library,
) -> Result<(Vec<Arc<Pack>>, Vec<Problem>), Failure> {
    let mut packs: Vec<Arc<Pack>> = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        let found = at_or_below(path)?;
        problems.extend(found.problems().iter().cloned());
        for pack in found.packs() {
            if packs.iter().all(|other| other.source != pack.source) {
                packs.push(Arc::clone(pack));
            }
        }
    }
    // A pack that a later path replaced is checked as the library has it.
    packs.retain(|pack| library.get(pack.id()).is_some_and(|it| it.source == pack.source));
    packs.sort_by_key(|pack| {
        let is_extension = pack.manifest.kind != Kind::Game;
        (pack.game().map(str::to_owned), is_extension)
    });
    Ok((packs, problems))
}

/// Checks one pack. The bench is kept for the next pack of the same game.
fn verdict(
    pack: &Pack,
    catalog: &Catalog,
    bench: &mut Option<Bench>,
    (args, progress): (&Args, &Progress),
) -> Verdict {
    let id = pack.id().to_owned();
    // A list of renamed names is read only by those who are behind: it is looked at here.
    if let Err(problem) = harena_pack::renamed_by(pack) {
        return Verdict { id, problems: vec![problem], looks: None };
    }
    let impostor = harena_script::impostor(pack);
    let takes_part = takes_part(pack.manifest.kind) && impostor.is_none();
    let Some(game) = pack.game().filter(|_| takes_part) else {
        let problems = impostor.into_iter().chain(syntax(pack)).collect();
        return Verdict { id, problems, looks: None };
    };
    let packs = match harena_script::assemble(&catalog.library, &[game, pack.id()]) {
        Ok(packs) => packs,
        Err(problems) => return Verdict { id, problems, looks: None },
    };
    if bench.as_ref().is_none_or(|known| !known.is_of(&packs)) {
        *bench = Some(sound_bench(packs, catalog, &[game, pack.id()]));
    }
    match bench.as_mut().map(|bench| bench.look(pack, args, progress)) {
        Some(Ok((mut problems, looks))) => {
            problems.retain(|it| it.pack == pack.id() || it.pack.is_empty());
            let clashes = bench.iter().flat_map(|bench| &bench.clashes);
            problems.extend(clashes.filter(|it| it.pack == pack.id()).cloned());
            Verdict { id, problems, looks: Some(looks) }
        }
        Some(Err(problems)) => {
            Verdict { problems: own_first(problems, pack.id()), id, looks: None }
        }
        None => Verdict { id, ..Verdict::default() },
    }
}

/// The rules of some packs; without others that extend the game, if those keep it from loading.
fn sound_bench(packs: Vec<Arc<Pack>>, catalog: &Catalog, ids: &[&str]) -> Bench {
    let bench = Bench::load(packs);
    let Err(problems) = &bench.hosts else { return bench };
    // What is declared twice keeps neither pack from loading without the other, and is wrong still.
    let is_clash = |it: &&Problem| it.code == codes::DECLARED_TWICE;
    let clashes = problems.iter().filter(is_clash).cloned().collect();
    let Ok(loaded) = harena_script::load(&catalog.library, ids) else { return bench };
    let mut bench = Bench::load(loaded.packs);
    bench.clashes = clashes;
    bench
}

/// What a check found out about one pack, for those who decide by it.
pub(crate) struct Examined {
    /// What is wrong with the pack itself.
    pub found: Vec<Problem>,
    /// What matches and scenarios showed, as sentences.
    pub told: Vec<String>,
    /// All of that as sentences.
    pub problems: Vec<String>,
    /// How much of it counts.
    pub n_errors: usize,
    /// Matches and scenarios that were played.
    pub n_matches: u32,
    /// Scenarios that were played.
    pub n_scenarios: usize,
    /// What was measured, if its game could be loaded.
    pub facts: Option<Facts>,
}

/// Checks one pack, telling nobody.
pub(crate) fn examine(pack: &Arc<Pack>, catalog: &Catalog, n_matches: u32) -> Examined {
    let args = Args {
        paths: Vec::new(),
        matches: n_matches,
        seed: 1,
        strict: false,
        types: false,
        sarif: None,
    };
    let verdict = verdict(pack, catalog, &mut None, (&args, &Progress::hidden()));
    let mut found = verdict.problems.clone();
    found.retain(|it| it.severity == Severity::Error);
    let findings = verdict.findings().iter();
    let findings = findings.map(|(it, _)| format!("error[{}]: {}", it.check.code(), it.sentence));
    let failures = verdict.failures().iter().map(|it| format!("failed {it}"));
    let told: Vec<String> = findings.chain(failures).collect();
    let problems = found.iter().map(Problem::to_string).chain(told.iter().cloned()).collect();
    let looks = verdict.looks.as_ref();
    Examined {
        n_errors: verdict.n_errors(),
        n_matches: looks.map_or(0, |it| it.n_matches),
        n_scenarios: looks.map_or(0, |it| it.n_scenarios),
        facts: looks.map(|it| it.facts),
        found,
        told,
        problems,
    }
}

/// Whether packs of a kind take part in matches.
fn takes_part(kind: Kind) -> bool {
    match kind {
        Kind::Game | Kind::Faction | Kind::Content | Kind::Variant | Kind::Scenario => true,
        Kind::Theme | Kind::Bot | Kind::Locale | Kind::Library => false,
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

/// So many syntax errors of a pack that no game loads are told.
const MOST_PROBLEMS: usize = 100;

/// Syntax errors of a pack that no game loads.
fn syntax(pack: &Pack) -> Vec<Problem> {
    let maps = pack
        .tree
        .scripts()
        .map(|path| SourceMap::new(pack.id(), path, pack.tree.get(path).unwrap_or_default()));
    maps.flat_map(|map| map.syntax_problems().to_vec()).take(MOST_PROBLEMS).collect()
}

impl Verdict {
    fn findings(&self) -> &[(battery::Finding, String)] {
        self.looks.as_ref().map_or(&[], |it| &it.findings)
    }

    fn failures(&self) -> &[scenario::Failure] {
        self.looks.as_ref().map_or(&[], |it| &it.failures)
    }

    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|it| it.severity == severity).count()
    }

    /// Errors of the pack, of its matches and of its scenarios.
    fn n_errors(&self) -> usize {
        self.count(Severity::Error) + self.findings().len() + self.failures().len()
    }
}
