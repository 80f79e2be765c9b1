//! `harena coverage`: which scripts, rules and verbs matches or scenarios never reach.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use harena_lab::series::{self, Plan};
use harena_pack::{Library, Pack};
use harena_scenario as scenario;
use harena_script::{FileCoverage, Host};
use serde_json::{Value, json};

use crate::args::{Common, Coverage as Args};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};
use crate::seating::Seating;

use super::sim::line_ups;
use super::unreached::Unreached;
use crate::progress::Progress;
use crate::table::Loader;

mod counting;

pub use counting::Counting;

/// So many functions are named in a text; `--json` names all.
const MOST_NAMED: usize = 40;

/// What was reached.
#[derive(Default)]
struct Reached {
    packs: Vec<PackReached>,
    n_matches: u64,
    n_decisions: u64,
    n_scenarios: usize,
    /// What nobody came to; empty where scenarios were played.
    unreached: Unreached,
}

/// What was reached of one pack.
pub struct PackReached {
    id: String,
    files: Vec<FileCoverage>,
    /// Functions that never ran.
    never: Vec<Function>,
    /// Rules that the comments of functions name which ran.
    shown: BTreeSet<String>,
}

/// A function of a script.
struct Function {
    file: String,
    line: u32,
    name: String,
    /// The rules its comment names.
    rules: Vec<String>,
}

/// Plays and counts.
///
/// # Errors
/// An unknown game or setting, packs that do not load, rules that fail.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let (chosen, host) = catalog.load(&args.game)?;
    chosen.tell(out);
    let reached = match args.scenarios {
        true => {
            let counting = host.load_counting();
            let mut counting = counting.map_err(|problems| catalog.broken(problems))?;
            let reached = scenarios(&mut counting, &chosen, out);
            Reached { packs: packs(&counting.coverage(), &chosen), ..reached }
        }
        false => matches(args, &host, &chosen, out)?,
    };
    if let Some(path) = &args.lcov {
        files::write(path, &lcov(&reached, &catalog.library))?;
    }
    match out.json {
        true => out.answer_json(&reached.as_json()),
        false => out.answer(reached.text(out).trim_end()),
    }
    Ok(Exit::Fine)
}

/// Plays matches between bots.
fn matches(args: &Args, host: &Host, chosen: &Chosen, out: &Out) -> Result<Reached, Failure> {
    let mut setup = args.setup.clone();
    if setup.factions.is_empty() && host.menu().factions.len() > 1 {
        setup.factions = vec!["all".to_owned()];
    }
    let seating = Seating::of(&setup, host.menu())?;
    let plan = Plan {
        n_matches: args.matches,
        seed: seating.seed,
        line_ups: line_ups(&seating, host.menu())?,
        max_decisions: args.max_decisions,
        shard: 0,
        n_shards: 1,
        stories: true,
        jobs: 1,
    };
    let loader = Loader {
        packs: chosen.packs.clone(),
        settings: seating.settings.clone(),
        n_seats: seating.n_seats,
    };
    let (counting, progress) =
        (Counting::new(&loader), Progress::new(args.matches, "matches", out));
    let report = series::run(&plan, &counting, &progress)?;
    progress.end();
    let tally = &report.tally;
    if let Some(fault) = tally.failures.values().find_map(|it| it.fault.clone()) {
        return Err(fault.into());
    }
    let game = host.build(&seating.settings, seating.n_seats).ok();
    let unreached = game.and_then(|game| Unreached::of(tally, &game)).unwrap_or_default();
    Ok(Reached {
        packs: packs(&counting.counted(), chosen),
        n_matches: tally.matches,
        n_decisions: tally.decisions,
        n_scenarios: 0,
        unreached,
    })
}

/// Plays the scenarios of all packs of the game.
fn scenarios(counting: &mut Host, chosen: &Chosen, out: &Out) -> Reached {
    let mut n_scenarios = 0;
    let mut n_failed = 0;
    for pack in own(&chosen.packs) {
        for each in scenario::list_of(counting, pack.id()) {
            n_scenarios += 1;
            n_failed += usize::from(scenario::run(counting, &each).is_err());
            counting.take_prints();
        }
    }
    if n_failed > 0 {
        out.note(&format!("{} failed, see `harena test`", counted(n_failed, "scenario")));
    }
    Reached { n_scenarios, ..Reached::default() }
}

/// The packs of a game but for the library.
fn own(packs: &[Arc<Pack>]) -> impl Iterator<Item = &Arc<Pack>> {
    packs.iter().filter(|pack| pack.id() != "harena")
}

/// What was counted, by pack; scenarios themselves do not count.
pub fn packs(all: &[FileCoverage], chosen: &Chosen) -> Vec<PackReached> {
    let of_pack = |pack: &Arc<Pack>| {
        let (rules, spec) = (format!("{}/", pack.id()), format!("{}/spec/", pack.id()));
        let is_own =
            |it: &&FileCoverage| it.file.starts_with(&rules) && !it.file.starts_with(&spec);
        let files: Vec<FileCoverage> = all.iter().filter(is_own).cloned().collect();
        let never = files.iter().flat_map(|file| functions(pack, file, false)).collect();
        let ran = files.iter().flat_map(|file| functions(pack, file, true));
        let shown = ran.flat_map(|it| it.rules).collect();
        PackReached { id: pack.id().to_owned(), files, never, shown }
    };
    own(&chosen.packs).map(of_pack).filter(|it| it.files.iter().any(has_functions)).collect()
}

fn has_functions(file: &FileCoverage) -> bool {
    !file.functions.is_empty()
}

/// The functions of a file that ran, or that never did.
fn functions<'a>(
    pack: &'a Pack,
    file: &'a FileCoverage,
    ran: bool,
) -> impl Iterator<Item = Function> + 'a {
    let inside = file.file.split_once('/').map_or("", |(_, path)| path);
    let lines: Vec<&str> = pack.tree.get(inside).unwrap_or_default().lines().collect();
    file.functions.iter().filter(move |it| (it.hits > 0) == ran).map(move |it| Function {
        file: file.file.clone(),
        line: it.line,
        name: it.name.clone(),
        rules: rules_above(&lines, it.line),
    })
}

/// The rules, such as `R42`, that the comment right above a line names.
fn rules_above(lines: &[&str], line: u32) -> Vec<String> {
    let above = lines.iter().take((line as usize).saturating_sub(1)).rev();
    let comment = above.take_while(|text| text.trim_start().starts_with("--"));
    let words = comment.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
    let is_rule = |word: &&str| {
        let digits = word.strip_prefix('R').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let rules: BTreeSet<&str> = words.filter(is_rule).collect();
    rules.into_iter().map(str::to_owned).collect()
}

impl PackReached {
    /// Rules that only functions name which never ran.
    fn rules(&self) -> Vec<&str> {
        let named = self.never.iter().flat_map(|it| &it.rules).map(String::as_str);
        let missed: BTreeSet<&str> = named.filter(|rule| !self.shown.contains(*rule)).collect();
        let mut missed: Vec<&str> = missed.into_iter().collect();
        missed.sort_by_key(|rule| rule.trim_start_matches('R').parse().unwrap_or(u32::MAX));
        missed
    }

    /// Under keys that stay.
    pub fn as_json(&self) -> Value {
        let never = |it: &Function| json!({ "file": it.file, "line": it.line, "name": it.name, "rules": it.rules });
        let (ran, lines) = self.lines();
        json!({
            "id": self.id,
            "lines": lines,
            "ran": ran,
            "functions": self.n_functions(),
            "never": self.never.iter().map(never).collect::<Vec<_>>(),
            "rules": self.rules(),
        })
    }

    /// How much of it ran, and the rules nothing showed.
    pub fn text(&self) -> String {
        let (ran, lines) = self.lines();
        let share = 100.0 * ran as f64 / lines.max(1) as f64;
        let (never, functions) = (self.never.len(), counted(self.n_functions(), "function"));
        let rules = self.rules();
        let rules = match rules.is_empty() {
            true => String::new(),
            false => format!("\n  rules nothing showed: {}", rules.join(", ")),
        };
        format!(
            "{:<20} {share:>5.1} % of {lines} lines ran, {never} of {functions} never{rules}",
            self.id
        )
    }

    /// Lines that ran, and lines with code.
    fn lines(&self) -> (usize, usize) {
        let lines = || self.files.iter().flat_map(|file| file.lines.values());
        (lines().filter(|n| **n > 0).count(), lines().count())
    }

    fn n_functions(&self) -> usize {
        self.files.iter().map(|file| file.functions.len()).sum()
    }
}

impl Reached {
    fn as_json(&self) -> Value {
        let Unreached { verbs, keywords, sheets } = &self.unreached;
        json!({
            "packs": self.packs.iter().map(PackReached::as_json).collect::<Vec<_>>(),
            "matches": self.n_matches,
            "decisions": self.n_decisions,
            "scenarios": self.n_scenarios,
            "verbs": verbs,
            "keywords": keywords,
            "sheets": sheets,
        })
    }

    /// What was played, in words.
    fn played(&self) -> String {
        match self.n_matches {
            0 => counted(self.n_scenarios, "scenario"),
            n => format!("{} with {}", counted(n, "match"), counted(self.n_decisions, "decision")),
        }
    }

    fn text(&self, out: &Out) -> String {
        let mut text = out.styled(Style::Strong, &self.played()) + "\n\n";
        for pack in &self.packs {
            text += &(pack.text() + "\n");
        }
        let all: Vec<&Function> = self.packs.iter().flat_map(|pack| &pack.never).collect();
        if !all.is_empty() {
            text += &format!("\n{}\n", out.styled(Style::Strong, "Never called"));
        }
        let place = |it: &Function| format!("{}:{}", it.file, it.line);
        let named = all.get(..MOST_NAMED.min(all.len())).unwrap_or_default();
        let width = named.iter().map(|it| place(it).len()).max().unwrap_or(0);
        for it in named {
            let (name, rules) = (if it.name.is_empty() { "-" } else { &it.name }, &it.rules);
            let _ = writeln!(text, "  {:<width$}  {name}  {}", place(it), rules.join(", "));
        }
        if all.len() > named.len() {
            let _ = writeln!(text, "  and {} more, see --json", all.len() - named.len());
        }
        let lines = self.unreached.lines(out);
        if !lines.is_empty() {
            text += &format!("\n{}\n", lines.join("\n"));
        }
        text
    }
}

/// All lines and functions in the format of `lcov`, which code editors show.
fn lcov(reached: &Reached, library: &Library) -> String {
    let mut text = String::new();
    for file in reached.packs.iter().flat_map(|pack| &pack.files) {
        let path = files::of_pack(&file.file, library);
        let path = path.map_or(file.file.clone(), |it| it.display().to_string());
        let _ = writeln!(text, "TN:\nSF:{path}");
        let named = || file.functions.iter().map(|it| (it, name(&it.name, it.line)));
        for (it, name) in named() {
            let _ = writeln!(text, "FN:{},{name}", it.line);
        }
        for (it, name) in named() {
            let _ = writeln!(text, "FNDA:{},{name}", it.hits);
        }
        for (line, n) in &file.lines {
            let _ = writeln!(text, "DA:{line},{n}");
        }
        let n_ran = file.lines.values().filter(|n| **n > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{n_ran}\nend_of_record", file.lines.len());
    }
    text
}

/// A name for a function that has none.
fn name(name: &str, line: u32) -> String {
    if name.is_empty() { format!("line_{line}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::rules_above;

    #[test]
    fn rules_are_those_of_the_comment_right_above() {
        let text =
            "-- R1 is far away\n\n--- R42 and R7: moves.\n-- Also R42a, ROW.\nlocal function go()";
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(rules_above(&lines, 5), ["R42", "R7"]);
        assert_eq!(rules_above(&lines, 2), ["R1"]);
        assert!(rules_above(&lines, 1).is_empty());
    }
}
