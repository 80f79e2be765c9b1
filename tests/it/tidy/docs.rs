//! What the docs promise is there, and what is there is in the docs.

use std::collections::BTreeSet;

use harena_tests::house::{root, sources};

use super::rooms::{own_code, rust};
use super::{is_name_letter, none};

#[test]
fn every_code_has_a_section() {
    let pages = sources("docs/errors", ".md");
    let sections: BTreeSet<&str> = pages
        .iter()
        .flat_map(|page| page.text.lines())
        .filter_map(|line| line.strip_prefix("## ")?.split_whitespace().next())
        .collect();
    let core = ["engine", "script", "scenario", "pack", "lab", "cli"];
    let rooms = core.map(|room| format!("core/{room}")).into_iter().chain(["editor".to_owned()]);
    let mut absent = BTreeSet::new();
    for source in rooms.flat_map(|room| own_code(&room)) {
        let used = codes(&source.text).filter(|code| !sections.contains(code));
        absent.extend(used.map(|code| format!("{code} ({})", source.path)));
    }
    none("codes without a section in docs/errors", absent.into_iter().collect());
}

#[test]
fn every_invariant_names_a_test_that_guards_it() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let tests = tests_there_are();
    let mut unguarded = Vec::new();
    let invariants = invariants(&page);
    assert!(!invariants.is_empty(), "ARCHITECTURE.md has no section on invariants");
    for invariant in invariants {
        let names = quoted(&invariant).filter_map(|it| it.rsplit("::").next());
        if !names.into_iter().any(|name| tests.contains(name)) {
            unguarded.push(invariant);
        }
    }
    none("invariants of ARCHITECTURE.md that name no existing test", unguarded);
}

#[test]
fn every_test_the_docs_name_exists() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let tests = tests_there_are();
    // A test is named with its module: `tidy::docs::every_code_has_a_section`.
    let modules: BTreeSet<String> = sources("tests/it", ".rs")
        .iter()
        .filter_map(|it| Some(it.path.strip_suffix(".rs")?.rsplit('/').next()?.to_owned()))
        .collect();
    let is_of_ours = |name: &str| name.split("::").next().is_some_and(|it| modules.contains(it));
    let named = quoted(&page).filter(|name| name.contains("::") && is_of_ours(name));
    let gone = named.filter(|name| name.rsplit("::").next().is_some_and(|it| !tests.contains(it)));
    none("tests of ARCHITECTURE.md that are gone", gone.map(str::to_owned).collect());
}

#[test]
fn links_of_the_docs_lead_somewhere() {
    let mut pages = sources("docs", ".md");
    for file in ["README.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        pages.push(harena_tests::house::Source { path: file.into(), text });
    }
    let mut lost = Vec::new();
    for page in &pages {
        let folder = root().join(&page.path).parent().unwrap().to_path_buf();
        for link in links(&page.text).filter(|link| !link.contains("://") && !link.starts_with('#'))
        {
            let file = link.split('#').next().unwrap_or_default();
            lost.extend((!folder.join(file).exists()).then(|| format!("{}: {link}", page.path)));
        }
    }
    none("links that lead nowhere", lost);
}

/// Rows of tables that stand apart: nothing would show them as rows. Numbers of their lines.
fn stray_rows(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut in_block = false;
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        in_block ^= line.starts_with("```");
        let is_first = at == 0 || !lines.get(at - 1).is_some_and(|before| before.starts_with('|'));
        let has_rule =
            lines.get(at + 1).is_some_and(|next| next.starts_with("|-") || next.starts_with("| -"));
        if line.starts_with('|') && is_first && !has_rule && !in_block {
            found.push(at + 1);
        }
    }
    found
}

#[test]
fn tables_of_the_docs_are_whole() {
    assert_eq!(stray_rows("| a |\n|---|\n| b |\n\n| c |\n```\n| d |\n```"), [5]);
    let pages = ["docs", "factions"].into_iter().flat_map(|folder| sources(folder, ".md"));
    let places = pages.flat_map(|page| {
        let rows = stray_rows(&page.text).into_iter();
        rows.map(|line| format!("{}:{line}", page.path)).collect::<Vec<_>>()
    });
    none("rows that belong to no table", places.collect());
}

#[test]
fn codes_and_links_are_found() {
    assert_eq!(codes("(\"H0401\", H04, H04011, xH0402)").collect::<Vec<_>>(), ["H0401"]);
    assert_eq!(links("see [a](b.md) and ![c](d.png)").collect::<Vec<_>>(), ["b.md", "d.png"]);
    let page = "## Invariants\n\n1. One\n   `a`\n2. Two `b`\n\n## Rest\n\n1. Three\n";
    assert_eq!(invariants(page), ["1. One `a`", "2. Two `b`"]);
    let page = "## The invariants\n\n| what | test |\n|---|---|\n| One | `a` |\n";
    assert_eq!(invariants(page), ["| One | `a` |"]);
}

/// Every code such as `H0401` in a text.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter| !is_name_letter(letter)).filter(|word| {
        let number = word.strip_prefix('H').unwrap_or_default();
        number.len() == 4 && number.chars().all(|it| it.is_ascii_digit())
    })
}

/// Targets of the links of a page.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("](").filter_map(|(at, start)| {
        let rest = &text[at + start.len()..];
        rest.get(..rest.find(')')?)
    })
}

/// What stands between single backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows and numbered items of the sections whose title speaks of invariants.
fn invariants(page: &str) -> Vec<String> {
    let (mut items, mut inside) = (Vec::<String>::new(), false);
    for line in page.lines() {
        let begins = line.starts_with(|it: char| it.is_ascii_digit()) || line.starts_with('|');
        if line.starts_with("## ") {
            inside = line.to_lowercase().contains("invariant");
        } else if inside && begins && !line.starts_with("|-") && !line.starts_with("| -") {
            items.push(line.to_owned());
        } else if inside
            && let (Some(item), false) = (items.last_mut(), line.trim().is_empty())
            && !line.starts_with('|')
        {
            item.push(' ');
            item.push_str(line.trim());
        }
    }
    // The first row of a table names its columns.
    let is_title = |item: &String| item.starts_with('|') && !item.contains('`');
    let titles = items.first().is_some_and(is_title);
    items.split_off(usize::from(titles))
}

/// The names of all tests of the workspace.
fn tests_there_are() -> BTreeSet<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix("fn ")?;
        Some(rest[..rest.find('(')?].to_owned())
    };
    rust().iter().flat_map(|it| it.text.lines().filter_map(name).collect::<Vec<_>>()).collect()
}
