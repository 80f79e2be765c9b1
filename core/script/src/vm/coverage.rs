//! How often the lines of scripts ran, in a machine that counts them.

use std::collections::BTreeMap;

use mlua::Function;

use super::modules::ModulePath;

/// How often the lines of a file ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// Its path, with the id of its pack in front.
    pub file: String,
    /// Its lines that hold code, by number from 1, with how often they ran; eight million times
    /// count at most.
    pub lines: BTreeMap<u32, u64>,
    /// Its functions in the order of the text.
    pub functions: Vec<FunctionCoverage>,
}

/// How often a function was called.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionCoverage {
    /// The line it begins at.
    pub line: u32,
    /// Its name; empty for one without.
    pub name: String,
    /// How often its first line with code ran.
    pub hits: u64,
}

/// What is counted of the functions that modules are.
pub(super) fn of(roots: &[(ModulePath, Function)]) -> Vec<FileCoverage> {
    let mut files: Vec<FileCoverage> = roots.iter().map(of_file).collect();
    files.sort_by(|a, b| a.file.cmp(&b.file));
    files
}

fn of_file((path, root): &(ModulePath, Function)) -> FileCoverage {
    let mut file = FileCoverage { file: path.as_str().to_owned(), ..FileCoverage::default() };
    root.coverage(|part| {
        let lines = (0u32..).zip(&part.hits);
        let ran = lines.filter_map(|(line, n)| Some((line, u64::try_from(*n).ok()?)));
        let ran: BTreeMap<u32, u64> = ran.collect();
        if part.depth > 0 {
            let line = u32::try_from(part.line_defined).unwrap_or(0);
            let hits = ran.values().next().copied().unwrap_or(0);
            let name = part.function.unwrap_or_default();
            file.functions.push(FunctionCoverage { line, name, hits });
        }
        for (line, n) in ran {
            let known = file.lines.entry(line).or_default();
            *known = n.max(*known);
        }
    });
    file.functions.sort();
    file
}
