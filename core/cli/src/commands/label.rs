//! The facts label: what was measured of a pack, not what it says of itself.
//!
//! Rules of strangers are tried in a process of their own, which limits itself before it looks at
//! them: whatever they find a hole for, it ends there.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use harena_pack::{Pack, plain};
use serde::{Deserialize, Serialize};

use super::check;
use crate::args::{Common, Label as Args};
use crate::catalog::{Catalog, data_dir};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, counted};

/// So many random matches are played of a game, a fourth of them of what extends one.
pub const FEW_MATCHES: u32 = 8;
/// So long the process is waited for.
const PATIENCE: Duration = Duration::from_secs(180);
/// So much processor time it gives itself, in seconds.
#[cfg(unix)]
const MOST_SECONDS: u64 = 150;
/// So much memory it gives itself.
#[cfg(unix)]
const MOST_MEMORY: u64 = 4 << 30;
/// So many problems are told.
const MOST_PROBLEMS: usize = 5;

/// What was measured of a pack.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The pack.
    pub id: String,
    /// Its files.
    pub n_files: usize,
    /// Their bytes together.
    pub n_bytes: u64,
    /// Its sheets.
    pub n_sheets: usize,
    /// Functions it hands over; none means that it is only data.
    pub n_functions: usize,
    /// Bytes that the scripts of its game hold together.
    pub memory: usize,
    /// The work of the dearest step.
    pub dearest: u64,
    /// Matches played.
    pub n_matches: u32,
    /// Scenarios played.
    pub n_scenarios: usize,
    /// What is wrong with it, as sentences; the first few.
    pub problems: Vec<String>,
    /// How much is wrong with it.
    pub n_errors: usize,
}

impl Label {
    /// The label of a pack from what a check found.
    pub fn of(pack: &Pack, examined: &check::Examined) -> Label {
        let facts = examined.facts.unwrap_or_default();
        let mut problems = examined.problems.clone();
        problems.truncate(MOST_PROBLEMS);
        Label {
            id: pack.id().to_owned(),
            n_files: pack.tree.len(),
            n_bytes: pack.tree.n_bytes(),
            n_sheets: facts.n_sheets,
            n_functions: facts.n_functions,
            memory: facts.memory,
            dearest: facts.dearest,
            n_matches: examined.n_matches,
            n_scenarios: examined.n_scenarios,
            problems,
            n_errors: examined.n_errors,
        }
    }

    /// The label for people.
    pub fn lines(&self) -> Vec<String> {
        let what = match self.n_functions {
            0 => "only data".to_owned(),
            n => counted(n, "function"),
        };
        let kb = |bytes: u64| bytes.div_ceil(1024);
        let mut lines = vec![
            "reaches no file, network, process or clock: no pack can".to_owned(),
            format!(
                "{}, {} KB; {}, {what}",
                counted(self.n_files, "file"),
                kb(self.n_bytes),
                counted(self.n_sheets, "sheet")
            ),
        ];
        if self.n_matches > 0 {
            lines.push(format!(
                "tried in {} and {}: dearest step {} units of work, {} KB of memory with its game",
                counted(self.n_matches, "match"),
                counted(self.n_scenarios, "scenario"),
                self.dearest,
                kb(self.memory as u64),
            ));
            let stable = match self.n_errors {
                0 => "replays are stable, hidden things stay hidden, nothing was found",
                _ => "it was found wanting:",
            };
            lines.push(stable.to_owned());
        }
        lines.extend(self.problems.iter().map(|it| format!("  {it}")));
        lines
    }
}

/// Tries packs and writes what was measured: in a process of its own, for [`tried`].
///
/// # Errors
/// A pack that is not there.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    limit_itself();
    let catalog = Catalog::open(common)?;
    let mut labels = Vec::new();
    for id in &args.ids {
        let pack = catalog.library.get(id).map(Arc::clone);
        let pack = pack.ok_or_else(|| Failure::usage(format!("there is no pack `{id}`")))?;
        labels.push(Label::of(&pack, &check::examine(&pack, &catalog, FEW_MATCHES)));
    }
    let labels = serde_json::to_value(labels);
    out.answer_json(&labels.map_err(|error| Failure::usage(error.to_string()))?);
    Ok(Exit::Fine)
}

/// Tries the packs below a folder in a process of its own; they join those at hand.
///
/// # Errors
/// A sentence: the process could not be started, or their rules ended it.
pub fn tried(folder: &Path, ids: &[&str], common: &Common) -> Result<Vec<Label>, Failure> {
    let failed = |why: String| {
        let packs = ids.join(", ");
        Failure::usage(format!("{packs} could not be tried in a process of their own: {why}"))
    };
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut words: Vec<OsString> = vec!["--json".into(), "--packs".into(), folder.into()];
    for folder in &common.packs {
        words.extend(["--packs".into(), folder.into()]);
    }
    if let Some(data) = data_dir(common) {
        words.extend(["--data-dir".into(), data.into()]);
    }
    words.push("label".into());
    words.extend(ids.iter().map(OsString::from));
    let answer = harena_types::ask_child((&program, &words), &[], PATIENCE).map_err(failed)?;
    let text = String::from_utf8_lossy(&answer);
    serde_json::from_str(&text).map_err(|_| {
        failed(match why_not(&text) {
            Some(why) => plain(&why).into_owned(),
            None => "it ended before it had an answer".to_owned(),
        })
    })
}

/// What the process said instead of labels.
fn why_not(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(value.get("error")?.get("message")?.as_str()?.to_owned())
}

#[cfg(unix)]
fn limit_itself() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |amount| Rlimit { current: Some(amount), maximum: Some(amount) };
    // No file may be written at all; standard output is a pipe.
    let limits = [
        (Resource::As, MOST_MEMORY),
        (Resource::Cpu, MOST_SECONDS),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
    ];
    for (resource, amount) in limits {
        // A system that refuses has a stricter limit already.
        let _ = setrlimit(resource, most(amount));
    }
}

#[cfg(not(unix))]
fn limit_itself() {}
