//! Files and functions that one can read in a sitting, and nothing left for later.

use harena_tests::house::{Source, sources};

use super::rooms::rust;
use super::{none, numbered};

/// Lines of a file.
const MAX_FILE: usize = 700;
/// Lines of a function, blank ones and comments not counted.
const MAX_FUNCTION: usize = 60;

fn luau() -> Vec<Source> {
    ["scripts", "factions", "tests"].into_iter().flat_map(|it| sources(it, ".luau")).collect()
}

#[test]
fn files_are_short() {
    let long = |source: Source| {
        let n = source.text.lines().count();
        (n > MAX_FILE).then(|| format!("{}: {n} lines", source.path))
    };
    let files = rust().into_iter().chain(luau());
    none("files over 700 lines", files.filter_map(long).collect());
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for (files, opens, closes) in [(rust(), OPENS_RUST, "}"), (luau(), OPENS_LUAU, "end")] {
        for source in files {
            let found = functions(&source.text, opens, closes);
            let long_ones = found.into_iter().filter(|(_, n)| *n > MAX_FUNCTION);
            long.extend(long_ones.map(|(line, n)| format!("{}:{line}: {n} lines", source.path)));
        }
    }
    none("functions over 60 lines", long);
}

#[test]
fn nothing_is_left_for_later() {
    let words =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), "unimplemented!("];
    let mut left = Vec::new();
    for source in rust().into_iter().chain(luau()) {
        for (line, text) in numbered(&source.text) {
            let is_open = words.iter().any(|word| {
                text.find(word).is_some_and(|at| !text[at + word.len()..].starts_with("(#"))
            });
            left.extend(is_open.then(|| format!("{}:{line}", source.path)));
        }
    }
    left.retain(|place| !place.starts_with("tests/it/tidy/size.rs"));
    none("unfinished work without the number of its issue", left);
}

#[test]
fn tests_are_neither_ignored_nor_asleep() {
    let words = [concat!("#[ig", "nore"), concat!("thread::sl", "eep")];
    let mut found = Vec::new();
    for source in rust() {
        for (line, text) in numbered(&source.text) {
            let said = words.iter().filter(|word| text.contains(**word));
            found.extend(said.map(|word| format!("{}:{line}: {word}", source.path)));
        }
    }
    none("no test is ignored, and none sleeps", found);
}

#[test]
fn functions_are_measured() {
    let text = "fn a() {\n    b();\n\n    // why\n    c();\n}\n\nfn d() {}\n";
    assert_eq!(functions(text, OPENS_RUST, "}"), [(1, 2)]);
    let text = "local function a()\n\tif b then\n\t\tc()\n\tend\nend\n";
    assert_eq!(functions(text, OPENS_LUAU, "end"), [(1, 3)]);
}

const OPENS_RUST: fn(&str) -> bool = |line| {
    let starts =
        ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn ", "pub const fn "];
    starts.iter().any(|start| line.starts_with(start))
        && !line.ends_with('}')
        && !line.ends_with(';')
};

pub(super) const OPENS_LUAU: fn(&str) -> bool = |line| {
    (line.starts_with("function ") || line.starts_with("local function ")) && !line.ends_with("end")
};

/// Functions as their first line and the number of lines that count. Formatted code closes a
/// function at the depth at which it opened it.
pub(super) fn functions(text: &str, opens: fn(&str) -> bool, closes: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| opens(line.trim_start())) {
        let depth = &line[..line.len() - line.trim_start().len()];
        let is_end = |it: &&str| it.strip_prefix(depth) == Some(closes);
        let body: Vec<&str> =
            lines[at + 1..].iter().copied().take_while(|it| !is_end(it)).collect();
        let counts = |line: &&&str| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("//") && !line.starts_with("--")
        };
        found.push((at + 1, body.iter().filter(counts).count()));
    }
    found
}
