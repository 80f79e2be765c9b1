//! Lints: what a pack's files do that a rule must not, found without running them.
//!
//! A lint is a row of [`LINTS`]: a code, a severity and a function from what a file does (its
//! `Facts`) to the places where it goes wrong. Scopes are resolved, so a local called `os` is
//! nobody's business.

mod facts;
mod fields;
mod header;
mod modules;
mod order;
mod removed;
mod scopes;
mod spoken;
mod state;

use full_moon::visitors::Visitor;
use harena_pack::{Place, Problem, Severity};

use crate::source::{MOST_PROBLEMS, SourceMap, few};
use facts::Facts;
pub(crate) use spoken::{Said, Spoken, Told, Word};

/// One kind of slip.
pub struct Lint {
    /// The stable code; it has a section in `docs/errors/H03.md`.
    pub code: &'static str,
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
pub const LINTS: [Lint; 12] = [
    Lint { code: "H0301", severity: Severity::Warning, find: order::unordered_loops },
    Lint { code: "H0302", severity: Severity::Error, find: state::kept_locals },
    Lint { code: "H0303", severity: Severity::Error, find: state::kept_fields },
    Lint { code: "H0304", severity: Severity::Error, find: state::globals },
    Lint { code: "H0305", severity: Severity::Error, find: removed::removed_functions },
    Lint { code: "H0306", severity: Severity::Error, find: state::weak_tables },
    Lint { code: "H0307", severity: Severity::Note, find: header::no_strict },
    Lint { code: "H0308", severity: Severity::Warning, find: modules::unused_modules },
    Lint { code: "H0309", severity: Severity::Note, find: header::no_comment },
    Lint { code: "H0310", severity: Severity::Error, find: modules::inner_files },
    Lint { code: "H0313", severity: Severity::Warning, find: fields::written_twice },
    Lint { code: "H0314", severity: Severity::Error, find: fields::defined_twice },
];

/// Everything the lints find in a file, from top to bottom; if it is much, the first of it and
/// how much more there is. Empty for a file with syntax errors: mend those first.
pub fn lint(source: &SourceMap) -> Vec<Problem> {
    look(source).0
}

/// The words one file hands to the interface.
pub(crate) struct FileWords {
    /// The pack of the file.
    pub pack: String,
    /// Its path in the pack.
    pub path: String,
    /// Calls with words or tables written out.
    pub spoken: Vec<Spoken>,
}

/// As [`lint`], and the words to be held against what the game declares.
pub(crate) fn look(source: &SourceMap) -> (Vec<Problem>, FileWords) {
    let (pack, path) = (source.pack().to_owned(), source.path().to_owned());
    if !source.syntax_problems().is_empty() {
        return (Vec::new(), FileWords { pack, path, spoken: Vec::new() });
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
    (few(problems, MOST_PROBLEMS), FileWords { pack, path, spoken: facts.spoken })
}

#[cfg(test)]
#[path = "lint/tests.rs"]
mod tests;
