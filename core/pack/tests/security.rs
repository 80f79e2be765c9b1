//! The page on security tells of the limits that hold.

// A test that cannot go on says so by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of a constant that is a product of numbers and of such constants.
fn value(source: &str, name: &str) -> Option<u64> {
    let line = source.lines().find(|line| line.contains(&format!("const {name}:")))?;
    let product = line.split_once('=')?.1.trim().strip_suffix(';')?;
    product.split('*').map(|part| part.trim().replace('_', "").parse::<u64>().ok()).product()
}

#[test]
fn limits_are_those_of_the_code() {
    let page = read("docs/security.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.contains(".rs` `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 20, "the table of limits is not found");
    for row in rows {
        let [_, what, limit, place, _] = row[..] else { panic!("{row:?}") };
        let mut names = place.split('`').filter(|it| !it.trim().is_empty());
        let (path, name) = (names.next().unwrap(), names.next().unwrap());
        let found = value(&read(path), name);
        assert_eq!(found, limit.parse().ok(), "{what}: {path} {name}");
    }
}
