//! What went wrong, where, and what to do about it.

use std::fmt;

use serde::Serialize;

use crate::Code;
use crate::codes;

/// How many problems of one file or folder are listed; the rest is counted.
pub const MAX_PROBLEMS: usize = 20;

/// A place in a text file. Lines and columns count from 1, columns in characters;
/// line 0 stands for the file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Place {
    /// Line, from 1; 0 for the whole file.
    pub line: u32,
    /// Column in characters, from 1; 0 for the whole line.
    pub column: u32,
}

impl Place {
    /// The file as a whole.
    pub const WHOLE_FILE: Place = Place { line: 0, column: 0 };

    /// The place of a byte offset in `text`. An offset past the end is the end; one inside a
    /// character is that character.
    ///
    /// ```
    /// use harena_pack::Place;
    /// assert_eq!(Place::of_offset("one\ntwo", 5), Place { line: 2, column: 2 });
    /// ```
    pub fn of_offset(text: &str, offset: usize) -> Place {
        let mut place = Place { line: 1, column: 1 };
        for (start, letter) in text.char_indices() {
            if start + letter.len_utf8() > offset {
                break;
            }
            if letter == '\n' {
                place = Place { line: place.line + 1, column: 1 };
            } else {
                place.column += 1;
            }
        }
        place
    }
}

/// A value and where it was written, for problems found later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands; [`Place::WHOLE_FILE`] for a default that nobody wrote.
    pub place: Place,
}

/// How bad a [`Problem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The pack cannot be used as it is.
    Error,
    /// The pack works, though probably not as its author wishes.
    Warning,
    /// Worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// One diagnostic: a stable code, a place, one cause, one hint.
///
/// The message is lower case, one clause, without a full stop; so is the hint, which says what
/// to change. Problems order by pack, path and place, so a sorted list reads from top to bottom.
///
/// ```
/// use harena_pack::{Place, Problem, codes};
/// let problem = Problem::error(codes::UNKNOWN_KEY, "unknown key `tittle` in [pack]")
///     .in_pack("dragon")
///     .at("pack.toml", Place { line: 4, column: 1 })
///     .hint("did you mean `title`?");
/// assert_eq!(
///     problem.to_string(),
///     "dragon/pack.toml:4:1: error H0102: unknown key `tittle` in [pack]\n  did you mean `title`?"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Problem {
    /// Id of the pack, or the name of its folder; empty if no pack is concerned.
    pub pack: String,
    /// Path of the file inside the pack, with `/`; empty if no file is concerned.
    pub path: String,
    /// Line, from 1; 0 for the whole file.
    pub line: u32,
    /// Column in characters, from 1; 0 for the whole line.
    pub column: u32,
    /// How bad it is.
    pub severity: Severity,
    /// Stable code such as `H0102`; it has a section in `docs/errors`.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to change; empty if there is nothing to add. (A box, to keep results small.)
    pub hint: Box<str>,
}

/// So many bytes of a message or hint are kept: they quote what packs hold.
const LONGEST: usize = 600;

/// A text, or the beginning of a long one.
fn clipped(mut text: String) -> String {
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push('…');
    }
    text
}

impl Problem {
    /// An error without a place or a hint as yet.
    pub fn error(code: Code, message: impl Into<String>) -> Problem {
        Problem::new(Severity::Error, code, message)
    }

    /// A warning without a place or a hint as yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Problem {
        Problem::new(Severity::Warning, code, message)
    }

    /// A problem of any severity, without a place or a hint as yet.
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Problem {
        Problem {
            pack: String::new(),
            path: String::new(),
            line: 0,
            column: 0,
            severity,
            code,
            message: clipped(message.into()),
            hint: Box::default(),
        }
    }

    /// The same problem, of this pack.
    #[must_use]
    pub fn in_pack(self, pack: impl Into<String>) -> Problem {
        Problem { pack: pack.into(), ..self }
    }

    /// The same problem, at this place of a file.
    #[must_use]
    pub fn at(self, path: impl Into<String>, place: Place) -> Problem {
        Problem { path: path.into(), line: place.line, column: place.column, ..self }
    }

    /// The same problem, with advice.
    #[must_use]
    pub fn hint(self, hint: impl Into<Box<str>>) -> Problem {
        let hint: Box<str> = hint.into();
        Problem { hint: clipped(hint.into_string()).into(), ..self }
    }

    /// Where it is, as `pack/path:line:column`, leaving out what is not known.
    pub fn location(&self) -> String {
        let mut location = self.pack.clone();
        if !self.path.is_empty() {
            if !location.is_empty() {
                location.push('/');
            }
            location.push_str(&self.path);
        }
        for number in [self.line, self.column] {
            if number > 0 {
                location.push_str(&format!(":{number}"));
            }
        }
        location
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let location = self.location();
        if !location.is_empty() {
            write!(f, "{location}: ")?;
        }
        write!(f, "{} {}: {}", self.severity, self.code, self.message)?;
        if !self.hint.is_empty() {
            write!(f, "\n  {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// The first problems in reading order and, if there are more, a line that counts the rest.
pub(crate) fn first_few(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    let n_more = problems.len().saturating_sub(MAX_PROBLEMS);
    if n_more > 0 {
        problems.truncate(MAX_PROBLEMS);
        let pack = problems.last().map(|it| it.pack.clone()).unwrap_or_default();
        problems.push(more(n_more).in_pack(pack));
    }
    problems
}

/// The line that counts problems that are not listed.
fn more(n: usize) -> Problem {
    Problem::error(codes::MORE_PROBLEMS, format!("{n} further problems are not listed"))
        .hint("mend the first ones: others often go with them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let check = |offset, line, column| {
            assert_eq!(Place::of_offset("a\nbü\nc", offset), Place { line, column }, "{offset}");
        };
        check(0, 1, 1);
        check(1, 1, 2);
        check(2, 2, 1);
        check(3, 2, 2);
        check(4, 2, 2); // the second byte of ü is still ü
        check(5, 2, 3);
        check(6, 3, 1);
        check(99, 3, 2);
    }

    #[test]
    fn a_location_leaves_out_what_is_not_known() {
        let check = |problem: Problem, location: &str| assert_eq!(problem.location(), location);
        let bare = || Problem::error(codes::UNREADABLE, "no such folder");
        check(bare(), "");
        check(bare().in_pack("dragon"), "dragon");
        check(bare().at("looks.luau", Place::WHOLE_FILE), "looks.luau");
        check(bare().in_pack("dragon").at("looks.luau", Place { line: 3, column: 0 }), {
            "dragon/looks.luau:3"
        });
    }

    #[test]
    fn what_packs_hold_is_not_quoted_at_length() {
        let problem = Problem::error(codes::NOT_TOML, "ü".repeat(90_000)).hint("x".repeat(90_000));
        assert!(problem.message.len() < 610 && problem.hint.len() < 610);
        assert!(problem.message.ends_with("ü…"));
        assert_eq!(Problem::error(codes::NOT_TOML, "short").message, "short");
    }

    #[test]
    fn problems_sort_in_reading_order() {
        let place = |line, column| Place { line, column };
        let late = Problem::error(codes::NOT_TOML, "a").in_pack("a").at("x", place(10, 1));
        let early = Problem::warning(codes::SCRIPT_ERROR, "z").in_pack("a").at("x", place(9, 7));
        let other_pack = Problem::error(codes::SCRIPT_ERROR, "a").in_pack("b");
        let mut problems = vec![other_pack.clone(), late.clone(), early.clone()];
        problems.sort();
        assert_eq!(problems, [early, late, other_pack]);
    }
}
