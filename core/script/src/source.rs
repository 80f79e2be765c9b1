//! Places in Luau files: where a field of a definition stands, which call and function a line
//! belongs to, and what is wrong with the syntax.
//!
//! The Luau machine knows lines only. A [`SourceMap`] turns a line and a path into a line and a
//! column. It reads the file on the first question, so a pack without problems costs nothing.
//!
//! ```
//! use harena_script::source::SourceMap;
//!
//! let text = "arena.champion {\n\tid = \"knight\",\n\tattacks = { arena.melee(2) },\n}\n";
//! let map = SourceMap::new("dragon", "faction.luau", text);
//! let place = map.field_place(1, &["attacks".into(), 1.into()]).unwrap();
//! assert_eq!((place.line, place.column), (3, 14));
//! ```

mod index;
mod nesting;
mod sources;

use std::cell::OnceCell;

use full_moon::LuaVersion;
use full_moon::ast::{Ast, AstResult};
use harena_pack::codes;
use harena_pack::{Place, Problem};

use crate::allowance::WORK_OF_TOKEN;
use crate::schema::Finding;
pub use crate::schema::Key;
use index::{Index, Spot};
pub(crate) use index::{constructor, field_of, first_table, indexed_name, place_of, string_of};
use nesting::Extent;
pub(crate) use sources::{Sources, few};

/// What mostly ails a table that ends too early.
const COMMA_HINT: &str = "is there a comma missing before it?";

/// So many problems of one file are told.
pub(crate) const MOST_PROBLEMS: usize = 30;

/// One Luau file and the places in it.
pub struct SourceMap {
    pack: String,
    path: String,
    text: String,
    extent: OnceCell<Extent>,
    parsed: OnceCell<Parsed>,
    index: OnceCell<Index>,
}

/// Bytes of text that are split into tokens for one step of work.
const BYTES_FOR_WORK: u64 = 2;

struct Parsed {
    ast: Ast,
    problems: Vec<Problem>,
}

impl SourceMap {
    /// A file of a pack. Nothing is read as yet.
    pub fn new(pack: &str, path: &str, text: &str) -> SourceMap {
        SourceMap {
            pack: pack.into(),
            path: path.into(),
            text: text.into(),
            extent: OnceCell::new(),
            parsed: OnceCell::new(),
            index: OnceCell::new(),
        }
    }

    /// Id of the pack the file belongs to.
    pub fn pack(&self) -> &str {
        &self.pack
    }

    /// Path of the file inside its pack.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// One line of the text, counted from 1, without its end.
    pub fn excerpt(&self, line: u32) -> Option<&str> {
        self.text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)
    }

    /// How much work it is to read the file, for an allowance.
    pub(crate) fn work(&self) -> u64 {
        self.text.len() as u64 / BYTES_FOR_WORK + self.extent().n_tokens * WORK_OF_TOKEN
    }

    fn extent(&self) -> &Extent {
        self.extent.get_or_init(|| nesting::extent_of(&self.text))
    }

    /// All syntax errors of the file, at most one a line, from top to bottom; if there are many,
    /// the first of them and their number.
    /// A file that has some still answers the other questions as well as it can.
    pub fn syntax_problems(&self) -> &[Problem] {
        &self.parsed().problems
    }

    /// The place of a field in the table constructor that is called on `line`, or begins on it,
    /// or is the first to begin after it. If `line` holds several, the one that has the field.
    ///
    /// The place is that of the key, or of the value where there is no key. Where the table ends
    /// before the path does, it is the place of the last key found; with an empty path that of
    /// the call. `None` if no constructor follows the line.
    pub fn field_place(&self, line: u32, path: &[Key]) -> Option<Place> {
        self.spot(line, path).map(|spot| spot.key)
    }

    /// As [`SourceMap::field_place`], but the place of the field's value.
    pub fn value_place(&self, line: u32, path: &[Key]) -> Option<Place> {
        self.spot(line, path).map(|spot| spot.value)
    }

    /// The line on which the table begins that has these fields, or has the most of them.
    pub fn line_of(&self, path: &[Key]) -> Option<u32> {
        self.index().line_of(path)
    }

    /// The place of the first call on this line: the line that holds the end of the name.
    pub fn call_place(&self, line: u32) -> Option<Place> {
        self.index().call(line)
    }

    /// The name of the innermost function around this line: as declared, or that of the field or
    /// local that holds it. `None` outside functions and in nameless ones.
    pub fn function_at(&self, line: u32) -> Option<&str> {
        self.index().function(line)
    }

    /// A problem of this file.
    pub fn problem_at(&self, place: Place, problem: Problem) -> Problem {
        problem.in_pack(&self.pack).at(&self.path, place)
    }

    pub(crate) fn ast(&self) -> &Ast {
        &self.parsed().ast
    }

    fn spot(&self, line: u32, path: &[Key]) -> Option<Spot> {
        self.index().spot(line, path)
    }

    fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| self.parse())
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.ast()))
    }

    fn parse(&self) -> Parsed {
        let Extent { too_deep, unreadable, .. } = self.extent();
        let is_parsed = too_deep.is_none() && unreadable.is_empty();
        let text = if is_parsed { &self.text } else { "" };
        // What the parser takes for impossible stays inside this file.
        let result = std::panic::catch_unwind(|| parse(text)).ok();
        // A table that ends too early makes all that follows look wrong.
        let early = result.iter().flat_map(AstResult::errors).find(|it| ends_too_early(it));
        let early = early.map(|error| place_of(error.range().0).line);
        let mut problems: Vec<Problem> = match &result {
            Some(result) => result.errors().iter().map(|e| self.syntax(e)).collect(),
            None => {
                let problem = Problem::error(codes::SYNTAX, "the parser gave up on this file");
                vec![self.problem_at(Place::WHOLE_FILE, problem)]
            }
        };
        let stray = |(place, message): &(Place, String)| {
            self.problem_at(*place, Problem::error(codes::SYNTAX, message.clone()))
        };
        problems.extend(unreadable.iter().map(stray));
        if let Some(place) = *too_deep {
            let problem = Problem::error(codes::NESTED_TOO_DEEPLY, "nested too deeply")
                .hint("give the inner parts names of their own");
            problems.push(self.problem_at(place, problem));
        }
        problems.sort();
        problems.dedup_by_key(|problem| problem.line);
        problems.retain(|problem| early.is_none_or(|line| problem.line <= line));
        let problems = few(problems, MOST_PROBLEMS);
        let ast = result.unwrap_or_else(|| parse("")).into_ast();
        Parsed { problems, ast }
    }

    fn syntax(&self, error: &full_moon::Error) -> Problem {
        let message = match error {
            full_moon::Error::AstError(error) => {
                let token = error.token().to_string();
                match token.trim() {
                    "" => format!("{}, at the end of the file", error.error_message()),
                    token => format!("{}, at `{token}`", error.error_message()),
                }
            }
            full_moon::Error::TokenizerError(error) => error.error().to_string(),
        };
        let hint = if ends_too_early(error) { COMMA_HINT } else { "" };
        let problem = Problem::error(codes::SYNTAX, message).hint(hint);
        self.problem_at(place_of(error.range().0), problem)
    }
}

/// Whether a table ends before its author meant it to. The parser says so in words only; a test
/// fails when it chooses others.
fn ends_too_early(error: &full_moon::Error) -> bool {
    match error {
        full_moon::Error::AstError(error) => error.error_message().contains("after last field"),
        full_moon::Error::TokenizerError(_) => false,
    }
}

fn parse(text: &str) -> AstResult {
    full_moon::parse_fallible(text, LuaVersion::luau())
}

/// Findings of a definition as problems of its file. `line` is where the constructor was called,
/// as the Luau machine tells it.
pub fn locate(findings: &[Finding], map: &SourceMap, line: u32) -> Vec<Problem> {
    findings
        .iter()
        .map(|finding| {
            let is_name_wrong = matches!(finding.code, codes::UNKNOWN_FIELD | codes::MISSING_FIELD);
            let place = match is_name_wrong {
                true => map.field_place(line, &finding.path),
                false => map.value_place(line, &finding.path),
            };
            let hint = finding.hint.as_deref().unwrap_or_default();
            let twin = finding.twin.as_ref().and_then(|path| map.value_place(line, path));
            let hint = match twin {
                Some(at) => {
                    let Place { line, column } = at;
                    format!("the other stands at {}/{}:{line}:{column}", map.pack, map.path)
                }
                None => hint.to_owned(),
            };
            let problem = Problem::error(finding.code, &finding.message).hint(hint);
            map.problem_at(place.unwrap_or(Place { line, column: 0 }), problem)
        })
        .collect()
}

#[cfg(test)]
#[path = "source/tests.rs"]
mod tests;
