//! What went wrong, in one form for packs and for running rules.

use harena_engine::the_match::Fault;
use harena_pack::{Code, Problem, Severity};

/// A problem to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The pack; may be empty.
    pub pack: String,
    /// The file in it; may be empty.
    pub path: String,
    /// The line, from 1; 0 for none.
    pub line: u32,
    /// The column, from 1; 0 for none.
    pub column: u32,
    /// Its stable code.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// Whether it is only a warning.
    pub mild: bool,
    /// The calls that led there, innermost first.
    pub stack: Vec<String>,
}

impl Trouble {
    /// A problem of a pack.
    pub fn of_problem(problem: &Problem) -> Trouble {
        Trouble {
            pack: problem.pack.clone(),
            path: problem.path.clone(),
            line: problem.line,
            column: problem.column,
            code: problem.code,
            message: problem.message.clone(),
            hint: problem.hint.to_string(),
            mild: problem.severity != Severity::Error,
            stack: Vec::new(),
        }
    }

    /// A fault of running rules.
    pub fn of_fault(fault: &Fault) -> Trouble {
        let place = fault.place.clone().unwrap_or_default();
        let (pack, path) = split_source(&place.0);
        Trouble {
            pack,
            path,
            line: place.1,
            column: 0,
            code: fault.code,
            message: fault.message.clone(),
            hint: fault.hint.clone(),
            mild: false,
            stack: fault.stack.clone(),
        }
    }

    /// Where it is, as `pack/file.luau:12:3`.
    pub fn place(&self) -> String {
        let mut place = self.pack.clone();
        if !self.path.is_empty() {
            place += &format!("/{}", self.path);
        }
        for number in [self.line, self.column].into_iter().filter(|n| *n > 0) {
            place += &format!(":{number}");
        }
        place
    }
}

/// Pack and path of `pack/file.luau`, with or without a leading `@`.
pub fn split_source(source: &str) -> (String, String) {
    let source = source.strip_prefix('@').unwrap_or(source);
    let (pack, path) = source.split_once('/').unwrap_or((source, ""));
    (pack.to_owned(), path.to_owned())
}

/// Pack, path and line of `pack/file.luau:12`.
pub fn split_place(source: &str) -> (String, String, u32) {
    let (file, line) = source.rsplit_once(':').unwrap_or((source, "0"));
    let (pack, path) = split_source(file);
    (pack, path, line.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_written() {
        let expected = ("box".to_owned(), "a/b.luau".to_owned(), 12);
        assert_eq!(split_place("box/a/b.luau:12"), expected);
        assert_eq!(split_place("@box/a/b.luau:12"), expected);
        let place = Some(("box/a.luau".to_owned(), 7));
        let fault = Fault { code: harena_pack::codes::SCRIPT_ERROR, place, ..Fault::default() };
        assert_eq!(Trouble::of_fault(&fault).place(), "box/a.luau:7");
    }
}
