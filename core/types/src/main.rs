//! `harena-luau`: the Luau type checker as a program of its own, because its code and that of the
//! machine that runs scripts cannot live in one.
//!
//! It reads one request as JSON from its standard input and writes one answer to its standard
//! output. What it reads was written by strangers: it opens no file, takes a bounded time and a
//! bounded memory, and whoever asks ends it if it does not end itself.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::ExitCode;

use luau_analyzer_sys::{Diagnostic, NativeAnalyzer};
use serde::{Deserialize, Serialize};

/// A longer request is not read.
const MOST_BYTES: u64 = 64 << 20;

/// So much processor time is taken at most, in seconds.
const MOST_SECONDS: u64 = 30;

/// So much memory is taken at most.
const MOST_MEMORY: u64 = 2 << 30;

/// So many findings are told of one module.
const MOST_FINDINGS: usize = 200;

/// The module that asks whether the declarations hold.
const TRIAL: &str = "=declarations";

/// What is declared behind all others, so that the trial sees whether they were taken.
const LAST: &str = "\nexport type DeclarationsEnd = nil\n";

/// What is to be checked.
#[derive(Deserialize)]
struct Request {
    /// Declarations of everything that modules find without requiring it.
    definitions: String,
    /// All modules, those of others too.
    modules: Vec<Module>,
}

/// One file.
#[derive(Deserialize)]
struct Module {
    /// Its path, the pack first.
    name: String,
    /// What stands in it.
    text: String,
    /// Whether its findings are told.
    checked: bool,
    /// What it requires, and which modules these are.
    links: BTreeMap<String, String>,
}

/// What was found.
#[derive(Serialize, Default)]
struct Answer {
    /// Why nothing could be found; empty if all went well.
    failure: String,
    findings: Vec<Finding>,
}

/// Something amiss in a module; lines and columns are counted from 1.
#[derive(Serialize)]
struct Finding {
    module: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    is_lint: bool,
    message: String,
}

fn main() -> ExitCode {
    limit_itself();
    let mut text = String::new();
    let read = std::io::stdin().lock().take(MOST_BYTES).read_to_string(&mut text);
    let request = match read.map_err(|error| error.to_string()) {
        Ok(_) => serde_json::from_str::<Request>(&text).map_err(|error| error.to_string()),
        Err(error) => Err(error),
    };
    let answer = match request {
        Ok(request) => check(&request),
        Err(error) => Answer { failure: format!("no request: {error}"), findings: Vec::new() },
    };
    let written = serde_json::to_writer(std::io::stdout().lock(), &answer).is_ok();
    match written && std::io::stdout().flush().is_ok() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

#[cfg(unix)]
fn limit_itself() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |amount| Rlimit { current: Some(amount), maximum: Some(amount) };
    let limits = [(Resource::As, MOST_MEMORY), (Resource::Cpu, MOST_SECONDS), (Resource::Core, 0)];
    for (resource, amount) in limits {
        // A system that refuses has a stricter limit already.
        let _ = setrlimit(resource, most(amount));
    }
}

#[cfg(not(unix))]
fn limit_itself() {}

fn check(request: &Request) -> Answer {
    let modules: BTreeMap<&str, &Module> =
        request.modules.iter().map(|module| (module.name.as_str(), module)).collect();
    let mut analyzer = NativeAnalyzer::new();
    analyzer.add_definitions(&format!("{}{LAST}", request.definitions));
    if !holds(&mut analyzer) {
        let failure = "the declarations of the game do not hold".to_owned();
        return Answer { failure, findings: Vec::new() };
    }
    let text_of = |name: &str| modules.get(name).map(|module| module.text.clone());
    let linked = |from: &str, request: &str| {
        let link = modules.get(from).and_then(|module| module.links.get(request));
        // What is not there is told by whoever loads the packs; nothing else is looked for.
        Some(link.cloned().unwrap_or_else(|| format!("={request}")))
    };
    let mut findings = Vec::new();
    for module in request.modules.iter().filter(|module| module.checked) {
        let found = analyzer.check(&module.name, text_of, linked);
        findings.extend(found.into_iter().take(MOST_FINDINGS).map(|it| finding(module, it)));
    }
    Answer { failure: String::new(), findings }
}

/// Whether the declarations were taken: one that is wrong makes the checker drop all.
fn holds(analyzer: &mut NativeAnalyzer) -> bool {
    let trial = "--!strict\nlocal last: DeclarationsEnd = nil\nreturn last\n";
    analyzer.check(TRIAL, |_| Some(trial.to_owned()), |_, _| None).is_empty()
}

fn finding(module: &Module, found: Diagnostic) -> Finding {
    Finding {
        module: module.name.clone(),
        line: found.line + 1,
        column: found.col + 1,
        end_line: found.end_line + 1,
        end_column: found.end_col + 1,
        is_lint: found.severity != 0,
        message: found.message,
    }
}
