//! Documents that are written from declarations, and documents that name what the code has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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

/// Codes such as `H0401` in a text, each between quotes.
fn codes_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|word| {
        word.len() == 5
            && word.strip_prefix('H').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The part of a source that is not only there for tests.
fn without_tests(source: &str) -> &str {
    source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source)
}

#[test]
fn every_code_in_the_sources_has_its_section_and_no_section_lacks_a_code() {
    let mut used = BTreeSet::new();
    for folder in [
        "core/engine/src",
        "core/script/src",
        "core/pack/src",
        "core/lab/src",
        "core/types/src",
        "core/cli/src",
        "editor/src",
    ] {
        for path in files(&root().join(folder), ".rs") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if name != "tests" && !name.ends_with("_tests") && name != "sample_game" {
                let source = fs::read_to_string(&path).unwrap();
                used.extend(codes_in(without_tests(&source)).map(str::to_owned));
            }
        }
    }
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
    assert!(explained.is_sorted(), "sections stand in the order of their codes");
    let explained: BTreeSet<String> = explained.into_iter().collect();
    let missing: Vec<_> = used.difference(&explained).collect();
    assert!(missing.is_empty(), "codes without a section in docs/errors: {missing:?}");
    let idle: Vec<_> = explained.difference(&used).collect();
    assert!(idle.is_empty(), "sections about codes nobody reports: {idle:?}");
}
