//! The files of packs as problems need them, and lists of problems that people can read.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::codes;
use harena_pack::{Pack, Place, Problem, Severity};

use super::SourceMap;
use crate::allowance::Allowance;

/// The files of some packs. Reading one to find a place in it is charged to an allowance; once
/// that is spent, problems have the line that the Luau machine tells.
pub(crate) struct Sources<'a> {
    packs: BTreeMap<&'a str, &'a Pack>,
    allowance: &'a Allowance,
    /// The file that was asked for last: problems come file by file.
    latest: Option<SourceMap>,
}

impl<'a> Sources<'a> {
    pub fn new(packs: &'a [Arc<Pack>], allowance: &'a Allowance) -> Sources<'a> {
        let packs = packs.iter().map(|pack| (pack.id(), &**pack)).collect();
        Sources { packs, allowance, latest: None }
    }

    /// A file, written `pack/file.luau`; an empty one if it is not there or cannot be afforded.
    pub fn file(&mut self, file: &str) -> &SourceMap {
        let (pack, path) = file.split_once('/').unwrap_or(("", file));
        let is_latest = |map: &SourceMap| map.pack() == pack && map.path() == path;
        let map = match self.latest.take() {
            Some(map) if is_latest(&map) => map,
            _ => self.read(pack, path),
        };
        self.latest.insert(map)
    }

    /// The text of a file of a pack, if there is one.
    pub fn text(&self, pack: &str, path: &str) -> Option<&'a str> {
        self.packs.get(pack)?.tree.get(path)
    }

    fn read(&self, pack: &str, path: &str) -> SourceMap {
        let map = SourceMap::new(pack, path, self.text(pack, path).unwrap_or_default());
        match self.allowance.spend(map.work()) {
            true => map,
            false => SourceMap::new(pack, path, ""),
        }
    }
}

/// The first of many problems in the order of their places, errors before all others, and how many
/// more there are.
pub(crate) fn few(mut problems: Vec<Problem>, most: usize) -> Vec<Problem> {
    problems.sort();
    if problems.len() <= most {
        return problems;
    }
    problems.sort_by_key(|problem| problem.severity);
    let rest = problems.split_off(most);
    problems.sort();
    problems.extend(counted(&rest));
    problems
}

/// A problem that stands for many.
fn counted(rest: &[Problem]) -> Option<Problem> {
    let (first, n) = (rest.first()?, rest.len());
    let place = Place { line: first.line, column: first.column };
    let n_errors = rest.iter().filter(|it| it.severity == Severity::Error).count();
    let what = match n_errors {
        0 => String::new(),
        n_errors if n_errors == n => ", all of them errors".to_owned(),
        n_errors => format!(", {n_errors} of them errors"),
    };
    let message = match n {
        1 => "one more problem is not listed".to_owned(),
        n => format!("{n} more problems are not listed{what}"),
    };
    let problem = Problem::new(first.severity, codes::MORE_FINDINGS, message);
    let hint = "mend the others first; this is where the next one is";
    Some(problem.in_pack(&first.pack).at(&first.path, place).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(severity: Severity, line: u32) -> Problem {
        let place = Place { line, column: 1 };
        Problem::new(severity, codes::SYNTAX, "wrong").in_pack("duel").at("game.luau", place)
    }

    fn check(problems: Vec<Problem>, expected: &[&str]) {
        let found: Vec<String> =
            few(problems, 2).iter().map(|it| format!("{} {}", it.line, it.message)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_first_are_told_and_the_rest_counted() {
        use Severity::{Error, Note};
        check(vec![problem(Error, 2), problem(Note, 1)], &["1 wrong", "2 wrong"]);
        let notes = || (1..=3).map(|line| problem(Note, line));
        check(notes().collect(), &["1 wrong", "2 wrong", "3 one more problem is not listed"]);
        let errors = (4..=6).map(|line| problem(Error, line));
        let rest = "6 4 more problems are not listed, 1 of them errors";
        check(notes().chain(errors).collect(), &["4 wrong", "5 wrong", rest]);
    }
}
