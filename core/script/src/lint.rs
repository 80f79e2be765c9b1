//! Lints: what a pack's files do that a rule must not, found without running them.
//!
//! A lint is a row of [`LINTS`]: a code, a severity and a function from what a file does (its
//! `Facts`) to the places where it goes wrong. Scopes are resolved, so a local called `os` is
//! nobody's business.

mod exports;
mod facts;
mod fields;
mod header;
mod kept;
mod keys;
mod members;
mod modules;
mod order;
mod removed;
mod scopes;
mod spoken;
mod state;

use std::sync::Arc;

use full_moon::visitors::Visitor;
use harena_pack::{Code, codes};
use harena_pack::{Place, Problem, Severity};

use crate::source::{MOST_PROBLEMS, SourceMap, few};
pub(crate) use exports::Exports;
use facts::{Facts, Owner};
pub(crate) use kept::{Kept, problem as kept_problem};
pub(crate) use members::{Holds, Member, required};
pub(crate) use spoken::{Said, Spoken, Told, Word};

/// One kind of slip.
pub struct Lint {
    /// The stable code; it has a section in `docs/errors/H03.md`.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    find: fn(&SourceMap, &Facts) -> Vec<Hit>,
}

/// A place where a lint found something.
struct Hit {
    place: Place,
    message: String,
    hint: String,
}

/// Every lint, by code.
pub const LINTS: [Lint; 15] = [
    Lint { code: codes::UNORDERED_LOOP, severity: Severity::Warning, find: order::unordered_loops },
    Lint { code: codes::KEPT_IN_LOCAL, severity: Severity::Error, find: state::kept_locals },
    Lint { code: codes::KEPT_IN_TABLE, severity: Severity::Error, find: state::kept_fields },
    Lint { code: codes::GLOBAL, severity: Severity::Error, find: state::globals },
    Lint {
        code: codes::REMOVED_FUNCTION,
        severity: Severity::Error,
        find: removed::removed_functions,
    },
    Lint { code: codes::WEAK_TABLE, severity: Severity::Error, find: state::weak_tables },
    Lint { code: codes::NOT_STRICT, severity: Severity::Note, find: header::no_strict },
    Lint { code: codes::UNUSED_MODULE, severity: Severity::Warning, find: modules::unused_modules },
    Lint { code: codes::NO_COMMENT, severity: Severity::Note, find: header::no_comment },
    Lint { code: codes::INNER_FILE, severity: Severity::Error, find: modules::inner_files },
    Lint { code: codes::WRITTEN_TWICE, severity: Severity::Warning, find: fields::written_twice },
    Lint { code: codes::DEFINED_TWICE, severity: Severity::Error, find: fields::defined_twice },
    Lint { code: codes::LATE_REQUIRE, severity: Severity::Error, find: modules::late_requires },
    Lint { code: codes::ADDRESS_AS_KEY, severity: Severity::Error, find: keys::address_keys },
    Lint { code: codes::UNUSED_LOCAL, severity: Severity::Warning, find: modules::unused_locals },
];

/// Everything the lints find in a file, from top to bottom; if it is much, the first of it and
/// how much more there is. Empty for a file with syntax errors: mend those first.
pub fn lint(source: &SourceMap) -> Vec<Problem> {
    look(source).problems
}

/// The words one file hands to the interface.
#[derive(Clone, Default)]
pub(crate) struct FileWords {
    /// The pack of the file.
    pub pack: String,
    /// Its path in the pack.
    pub path: String,
    /// Calls with words or tables written out.
    pub spoken: Vec<Spoken>,
    /// Members it takes of modules and handles.
    pub members: Vec<Member>,
    /// Globals it reads, with their fields, and where.
    pub globals: Vec<(String, Place)>,
    /// Whether it is a file of the library, which is only looked at for what it exports.
    pub is_own: bool,
    /// The fields of what it returns, if they all stand in its text.
    pub exports: Option<Exports>,
}

/// What a look at a file gives.
#[derive(Default)]
pub(crate) struct Looked {
    /// What the lints find, from top to bottom.
    pub problems: Vec<Problem>,
    /// The words to be held against what the game declares.
    pub words: Arc<FileWords>,
    /// What its functions change outside themselves.
    pub kept: Arc<Kept>,
    /// The text with every key checked that is written into a table; nothing if there is none.
    pub guarded: Option<Arc<str>>,
}

/// As [`lint`], with what the host must know of the file to load it.
pub(crate) fn look(source: &SourceMap) -> Looked {
    let (pack, path) = (source.pack().to_owned(), source.path().to_owned());
    if !source.syntax_problems().is_empty() {
        let words = Arc::new(FileWords { pack, path, ..FileWords::default() });
        return Looked { words, ..Looked::default() };
    }
    let mut facts = Facts::default();
    facts.visit_ast(source.ast());
    let mut problems = Vec::new();
    for lint in &LINTS {
        for hit in (lint.find)(source, &facts) {
            let problem = Problem::new(lint.severity, lint.code, hit.message).hint(hit.hint);
            problems.push(source.problem_at(hit.place, problem));
        }
    }
    let guarded = keys::guarded(source.text(), &facts);
    let exports = exports::exports_of(source.ast(), &facts);
    let members = facts.sure_members();
    let globals = unassigned(&mut facts);
    let words =
        FileWords { pack, path, spoken: facts.spoken, members, globals, exports, is_own: false };
    let problems = few(problems, MOST_PROBLEMS);
    let (words, kept) = (Arc::new(words), Arc::new(Kept::new(facts.bodies)));
    Looked { problems, words, kept, guarded: guarded.map(Arc::from) }
}

/// Globals a file reads and neither assigns nor is told not to use.
fn unassigned(facts: &mut Facts) -> Vec<(String, Place)> {
    let is_told = |path: &str| {
        let root = path.split('.').next().unwrap_or(path);
        removed::is_removed(path)
            || facts.writes.iter().any(|write| write.owner == Owner::Nobody && write.name == root)
    };
    let mut globals = std::mem::take(&mut facts.globals);
    globals.retain(|(path, _)| !is_told(path));
    globals
}

#[cfg(test)]
#[path = "lint/tests.rs"]
mod tests;
