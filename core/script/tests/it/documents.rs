//! Documents that are written from declarations, and documents that name what the code has.

use std::fs;
use std::path::{Path, PathBuf};

use harena_pack::Code;
use harena_script::api;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below a folder whose names end in `end`.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A file that is generated, but kept so that people and editors find it.
fn check_generated(path: &str, expected: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(root().join(path), expected).unwrap();
    }
    assert!(
        read(path) == expected,
        "{path} is out of date: UPDATE_GOLDEN=1 cargo test -p harena-script --test it documents"
    );
}

#[test]
fn generated_files_are_up_to_date() {
    check_generated("docs/api/harena.d.luau", &api::stubs());
    check_generated("docs/api/reference.md", &api::reference());
}

/// The part of a source that is not only there for tests.
fn without_tests(source: &str) -> &str {
    source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source)
}

/// What the crates do, as far as it is code: tests and comments apart.
fn own_code() -> String {
    let folders = ["engine", "script", "scenario", "pack", "lab", "types", "cli"];
    let folders = folders.map(|it| format!("core/{it}/src")).into_iter();
    let mut all = String::new();
    for path in folders.chain(["editor/src".into()]).flat_map(|it| files(&root().join(it), ".rs")) {
        let name = path.to_string_lossy().replace('\\', "/");
        if name.ends_with("tests.rs") || name.contains("/tests/") || name.contains("sample_game") {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let lines = without_tests(&source).lines().filter(|it| !it.trim_start().starts_with("//"));
        all.extend(lines.flat_map(|line| [line, "\n"]));
    }
    all
}

/// Whether a code such as `"H0401"` stands in a line, between quotes.
fn says_a_code(line: &str) -> bool {
    let is_code = |word: &str| {
        let digits = word.strip_prefix('H').filter(|rest| rest.len() == 4);
        digits.is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit()))
    };
    line.split('"').skip(1).step_by(2).any(is_code)
}

#[test]
fn codes_are_named_by_the_one_table_and_every_one_is_used() {
    let code = own_code();
    let written: Vec<_> = code.lines().filter(|line| says_a_code(line)).collect();
    assert!(
        written.is_empty(),
        "a code is named, `codes::UNKNOWN_FIELD`, not written: {written:?}"
    );
    let table = read("core/code/src/codes.rs");
    let names = table.lines().filter_map(|line| line.trim().split_once(" = \"H"));
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    assert_eq!(names.len(), Code::ALL.len());
    let is_named = |name: &&str| {
        let path = format!("codes::{name}");
        let mut ends = code.match_indices(&path).map(|(at, it)| at + it.len());
        ends.any(|end| !code[end..].starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_'))
    };
    let idle: Vec<_> = names.iter().filter(|name| !is_named(name)).collect();
    assert!(idle.is_empty(), "codes that nobody tells: {idle:?}");
}

#[test]
fn every_code_has_its_section_and_no_section_lacks_a_code() {
    let mut explained = Vec::new();
    for page in files(&root().join("docs/errors"), ".md") {
        let text = fs::read_to_string(&page).unwrap();
        let own = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sections = text.lines().filter_map(|line| line.strip_prefix("## "));
        for code in sections.filter_map(|title| title.split(' ').next()) {
            assert!(code.starts_with(&own), "{code} belongs to another page than {own}");
            explained.push(code.to_owned());
        }
    }
    let known: Vec<String> = Code::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(explained, known, "sections of docs/errors, in their order, and codes");
}
