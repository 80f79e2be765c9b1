//! From what packs return to a [`Game`](harena_engine::game::Game): reading, checking, resolving settings, compiling.
//!
//! Definitions are read once a load. Compiling turns them into a game for one set of
//! settings, without touching Luau, so that changing a setting costs no reload.

#![deny(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of packs fit or are refused"
)]

pub(crate) mod arguments;
mod boards;
mod change;
mod compile;
mod dictionary;
mod doubles;
mod eyes;
pub(crate) mod form;
mod forms;
mod limits;
pub mod looks;
mod members;
mod menu;
pub(crate) mod names;
mod narrow;
mod personas;
mod read;
mod reprint;
mod resolve;
mod sheet;
mod spec;
mod spoken;
pub mod titles;
mod totals;
mod unsaid;
mod values;
pub(crate) mod words;

pub(crate) use boards::plan_forms;
pub use change::Changed;
pub(crate) use compile::{compile, compile_filter};
pub use dictionary::{Decided, Dictionary, Entry, MarkEntry, VerbEntry, ZoneEntry};
pub use eyes::all_tell_apart;
pub(crate) use forms::{Filter, all_forms, condition_form, declared_forms, looks_forms};
pub use forms::{Notation, NumberLaw, PieceLaw, SeatNumberLaw, Whose};
pub(crate) use looks::{board_tags, problems as problems_of_looks};
pub(crate) use members::problems as problems_of_members;
pub use menu::{FactionEntry, Menu, PersonaEntry, Preset, SettingGroup, SettingKind, SettingRule};
pub(crate) use menu::{list, menu_of, text};
pub(crate) use read::{load, plain};
use reprint::Reprinted;
pub(crate) use resolve::by_default as under;
pub use resolve::setting_value;
pub use spec::{scenario_form, scenario_step_form};
pub(crate) use spoken::{named, problems as problems_of_words, vocabulary};
pub(crate) use totals::problems as problems_of_totals;
pub(crate) use unsaid::problems as problems_of_silence;

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::codes;
use harena_pack::{Pack, Place, Problem};

use crate::lint::{self, Kept};
use crate::schema::{Finding, Schema, Value};
use crate::source::{Sources, locate};
use crate::vm::{ErrorKind, ModulePath, ScriptError, Seen};

/// Something a pack declared, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// `pack/file.luau`.
    pub file: String,
    /// The line of the call that declared it.
    pub line: u32,
    /// What it says.
    pub value: Value,
}

/// A faction as read.
#[derive(Clone, Debug)]
pub(crate) struct FactionEntryRead {
    pub declared: Declared,
    pub pack: String,
    pub sheets: Vec<Declared>,
}

/// Everything a load of packs says about a game.
pub(crate) struct Definitions {
    pub game: Declared,
    pub factions: Vec<FactionEntryRead>,
    /// What packs of content say about themselves; their sheets are among those of the game.
    pub contents: Vec<Declared>,
    pub sheets: Vec<Declared>,
    /// How all of them are shown.
    pub looks: looks::PackLooks,
    /// The fields of all sheets as they are written, in the order of the definitions.
    pub written: Vec<Value>,
    /// The same of those whose constructors told texts in fields that were left out, with these.
    pub told: Vec<Option<Value>>,
    /// What other packs changed in them.
    pub reprints: Vec<Vec<Reprinted>>,
    /// The schemas of all sheets, in the order in which they were met.
    pub schemas: Vec<Arc<Schema>>,
    pub steps: Vec<(String, u32)>,
    pub score: Option<u32>,
    pub packs: Vec<Arc<Pack>>,
    /// What variants say of themselves.
    pub variants: Vec<FactionEntryRead>,
    /// What packs changed in others, in the order in which it was done.
    pub changed: Vec<Changed>,
    /// Where two packs change one thing.
    pub clashes: Vec<Problem>,
}

/// Splits `pack/file.luau:12` into file and line.
pub fn split_place(at: &str) -> (String, u32) {
    let (file, line) = at.rsplit_once(':').unwrap_or((at, "0"));
    (file.to_owned(), line.parse().unwrap_or(0))
}

/// A problem at a line of a pack-relative file.
pub(crate) fn problem_at(problem: Problem, file: &str, line: u32) -> Problem {
    let (pack, path) = file.split_once('/').unwrap_or(("", file));
    problem.in_pack(pack).at(path, Place { line, column: 0 })
}

/// As [`problem_of`] of a module that was asked for: what tells no place of its own is told of it,
/// so that it is known whose it is.
pub(crate) fn problem_in(module: &ModulePath, error: &ScriptError) -> Problem {
    match error.file.is_empty() {
        true => problem_at(problem_of(error), module.as_str(), 1),
        false => problem_of(error),
    }
}

/// A failed script call while loading, as a problem.
pub(crate) fn problem_of(error: &ScriptError) -> Problem {
    problem_at(Problem::error(error.kind.code(), error.message.clone()), &error.file, error.line)
}

/// A constructor that fails on a sheet, as a problem of the sheet: there it can be mended.
pub(crate) fn problem_of_sheet(error: &ScriptError, sheet: &Declared) -> Problem {
    let raised = problem_of(error);
    let code = if error.kind == ErrorKind::Runtime { codes::SHEET_REFUSED } else { raised.code };
    let problem = Problem::error(code, raised.message.clone());
    let by = match raised.path.is_empty() {
        true => "its constructor refuses this sheet".to_owned(),
        false => format!("its constructor refuses this sheet at {}", raised.location()),
    };
    problem_at(problem.hint(by), &sheet.file, sheet.line)
}

/// Findings in a declaration as problems with exact places; those that are only counted are left
/// out.
pub(crate) fn located(
    sources: &mut Sources,
    declared: &Declared,
    findings: &[Finding],
) -> Vec<Problem> {
    let told = findings.iter().filter(|finding| finding.code != codes::UNTOLD);
    let told: Vec<Finding> = told.cloned().collect();
    if told.is_empty() {
        return Vec::new();
    }
    locate(&told, sources.file(&declared.file), declared.line)
}

/// State a script kept outside the match, as a problem.
pub(crate) fn problem_of_variable(variable: &Seen) -> Problem {
    let message = format!("the variable `{}` keeps state outside the match", variable.variable);
    let hint = "declare it under `vars` and change it with match:set";
    problem_at(
        Problem::error(codes::STATE_OUTSIDE, message).hint(hint),
        &variable.file,
        variable.line,
    )
}

/// Variables that outlive the loading and are changed by functions that do, as problems.
pub(crate) fn problems_of_kept(seen: &[Seen], files: &BTreeMap<String, Arc<Kept>>) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    for seen in seen {
        let change = files.get(&seen.file).and_then(|kept| kept.change(seen.line, &seen.variable));
        let Some(place) = change else { continue };
        let problem = problem_at(lint::kept_problem(&seen.variable), &seen.file, place.line);
        let problem = Problem { column: place.column, ..problem };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}
