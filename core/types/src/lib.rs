//! Asking the Luau type checker about packs.
//!
//! The checker is an executable of its own, `harena-luau`: its code and that of the machine that
//! runs scripts cannot live in one. It is optional. [`Checker::find`] looks where `HARENA_LUAU`
//! says, else beside the running program; [`Checker::check`] hands it some packs with the types
//! of exactly their game, and answers what it found. `harena check` and the editor ask in this
//! one way.
//!
//! Packs are written by strangers, so the child has a limited time, memory and answer, sees none
//! of the environment, and what it says is cleaned before it is shown.

mod child;

pub use child::ask as ask_child;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harena_pack::codes;
use harena_pack::{Place, Problem, Severity, plain};
use harena_script::types::{TypedModule, TypedPacks};
use serde::Deserialize;

/// Names the executable of the checker; empty for none.
pub const VARIABLE: &str = "HARENA_LUAU";

/// So long a check may take before it is ended.
const PATIENCE: Duration = Duration::from_secs(120);

/// So many findings are told; more would not be read.
const MOST_FINDINGS: usize = 500;

/// The type checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    program: PathBuf,
    patience: Duration,
}

/// Something the checker found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What and where.
    pub problem: Problem,
    /// Where the part of the file ends that it is about.
    pub end: Place,
}

/// What the checker answers.
#[derive(Deserialize)]
struct Answer {
    failure: String,
    findings: Vec<Told>,
}

/// A finding as the checker tells it.
#[derive(Deserialize)]
struct Told {
    module: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    is_lint: bool,
    message: String,
}

impl Checker {
    /// The checker at hand: the one that [`VARIABLE`] names, or else the one beside this program.
    pub fn find() -> Option<Checker> {
        match env::var_os(VARIABLE) {
            Some(named) => Checker::named(&named),
            None => Checker::beside(&env::current_exe().ok()?),
        }
    }

    /// The checker of this name, unless the name is empty.
    fn named(program: &OsStr) -> Option<Checker> {
        (!program.is_empty()).then(|| Checker::at(program))
    }

    /// The checker in the folder of a program, if there is one.
    fn beside(program: &Path) -> Option<Checker> {
        let name = format!("harena-luau{}", env::consts::EXE_SUFFIX);
        let beside = program.parent()?.join(name);
        beside.is_file().then(|| Checker::at(beside))
    }

    /// The checker at a path.
    pub fn at(program: impl Into<PathBuf>) -> Checker {
        Checker { program: program.into(), patience: PATIENCE }
    }

    /// The same with another limit of time.
    pub fn patient(self, patience: Duration) -> Checker {
        Checker { patience, ..self }
    }

    /// Where it is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Checks packs; what was found is in the order of their files.
    ///
    /// # Errors
    /// One problem that says why nothing could be found out: there is no such program, it took too
    /// long or too much, it does not answer as it should.
    pub fn check(&self, packs: &TypedPacks) -> Result<Vec<Finding>, Box<Problem>> {
        let failed = |why: String| {
            let hint = format!("{VARIABLE}= leaves types unchecked");
            Box::new(
                Problem::warning(codes::TYPES_NOT_CHECKED, format!("types are not checked: {why}"))
                    .hint(hint),
            )
        };
        let request = serde_json::to_vec(packs).map_err(|error| failed(error.to_string()))?;
        let answer = child::ask((&self.program, &[]), &request, self.patience).map_err(failed)?;
        let answer: Answer = serde_json::from_slice(&answer).map_err(|_| {
            failed("the checker gave up, or gave no answer that can be read".into())
        })?;
        if !answer.failure.is_empty() {
            return Err(failed(plain(&answer.failure).into_owned()));
        }
        let known = |told: Told| {
            let module = packs.modules.iter().find(|module| module.name == told.module)?;
            finding(module, &told).filter(|_| !is_loop_over_either(&told.message))
        };
        let mut findings: Vec<Finding> = answer.findings.into_iter().filter_map(known).collect();
        findings.sort_by(|a, b| a.problem.cmp(&b.problem));
        findings.dedup();
        findings.truncate(MOST_FINDINGS);
        Ok(findings)
    }
}

/// A finding as it is of the file as it is written; nothing if it is about what was added.
fn finding(module: &TypedModule, told: &Told) -> Option<Finding> {
    let (pack, path) = module.name.split_once('/').unwrap_or(("", &module.name));
    let place = module.written(Place { line: told.line, column: told.column })?;
    let end = Place { line: told.end_line, column: told.end_column };
    let severity = if told.is_lint { Severity::Note } else { Severity::Warning };
    let problem = Problem::new(severity, codes::TYPES_DO_NOT_FIT, sentence(&told.message));
    let end = module.written(end).unwrap_or(place);
    Some(Finding { problem: problem.in_pack(pack).at(path, place), end })
}

/// Whether this is said of a loop over one list or another, such as `for _, it in list or {} do`:
/// the checker takes what stands there for a function, of which it must know exactly one.
fn is_loop_over_either(message: &str) -> bool {
    let kinds = message.strip_prefix("Cannot call a value of type {");
    kinds.is_some_and(|rest| rest.contains("} in union:"))
}

/// What the checker says, on one line, as diagnostics are written: what is wrong, and the innermost
/// of the reasons that it gives.
fn sentence(message: &str) -> String {
    let is_told = |line: &&str| !line.is_empty() && *line != "caused by:";
    let joined = message.replace(" to be\n\t", " to be ").replace(" exactly\n\t", " exactly ");
    let joined = joined.replace("\nbut got\n\t", ", but got ");
    let mut lines = joined.lines().map(str::trim).filter(is_told);
    let (first, last) = (lines.next().unwrap_or_default(), lines.next_back());
    let line = match last {
        Some(last) => format!("{}; {}", first.trim_end_matches('.'), lower(last)),
        None => first.to_owned(),
    };
    plain(lower(&line).trim_end_matches('.')).into_owned()
}

/// The same beginning with a small letter.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_checker_says_is_cleaned() {
        assert_eq!(sentence("A\u{1b}[2J.\ncaused by:\n  B\nC."), "a\\u{1b}[2J; c");
        let long = "Expected this to be\n\t'\"a\"'\nbut got\n\t'\"b\"'";
        assert_eq!(sentence(long), "expected this to be '\"a\"', but got '\"b\"'");
        assert_eq!(sentence(""), "");
    }

    #[test]
    fn an_empty_name_means_no_checker() {
        assert_eq!(Checker::named(OsStr::new("")), None);
        assert_eq!(Checker::named(OsStr::new("x")), Some(Checker::at("x")));
    }

    #[test]
    fn a_checker_that_is_not_there_is_told() {
        let packs = TypedPacks { definitions: String::new(), modules: Vec::new() };
        let told = Checker::at("/nowhere/harena-luau").check(&packs).unwrap_err();
        assert!(told.message.starts_with("types are not checked: "), "{told}");
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_no_checker_are_told() {
        let packs = TypedPacks { definitions: String::new(), modules: Vec::new() };
        for (program, why) in [("/usr/bin/yes", "too long"), ("/bin/cat", "can be read")] {
            let told = Checker::at(program).check(&packs).unwrap_err();
            assert!(told.message.contains(why), "{program}: {told}");
        }
    }
}
