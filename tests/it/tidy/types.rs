//! That all packs are typed. What the types mean is for the type checker; that they are said is
//! seen here.

use harena_tests::house::{Source, sources};

use super::{none, numbered};

/// Luau files of packs. The library of all of them takes and hands on whatever a definition holds,
/// which no type but `any` says; what it declares is typed for each game.
fn typed() -> Vec<Source> {
    let all = ["scripts", "factions", "tests/games", "tests/recipes"].into_iter();
    let all = all.flat_map(|folder| sources(folder, ".luau"));
    let is_typed = |source: &Source| {
        !source.path.starts_with("scripts/harena/") && !source.path.contains("/spec/")
    };
    all.filter(is_typed).collect()
}

/// Whether the code of a line says `any` where a type stands: not in a text, not as a field.
fn says_any(line: &str) -> bool {
    let code: String = line.split('"').step_by(2).collect();
    let code: String = code.split('`').step_by(2).collect();
    let code = code.split("--").next().unwrap_or_default();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    code.match_indices("any").any(|(at, word)| {
        let (before, behind) = (&code[..at], code[at + word.len()..].trim_start());
        let is_word =
            !before.ends_with(is_letter) && !code[at + word.len()..].starts_with(is_letter);
        let is_field = before.ends_with('.') && !before.ends_with("...");
        let is_typed = before.trim_end().ends_with(':');
        let is_named = !is_typed && behind.starts_with([':', '=']);
        is_word && !is_field && !is_named && !before.trim_end().is_empty()
    })
}

#[test]
fn any_is_seen_where_a_type_stands() {
    let types = [
        "local a: any = 1",
        "return a :: any",
        "local rows: { { any } } = {}",
        "type Row = { [string]: any }",
        "type Found = (Match, number) -> ({ any }, { any }?)",
        "local function f(...: any)",
        "type F = (...any) -> number | any",
    ];
    let others = [
        "local a = { whose = \"any\" } -- any of them",
        "--- of any seat",
        "if interrupt.any then",
        "\tany: Filter?,",
        "\tany = OWN,",
        "local many, company = 1, 2",
        "local text = `of any sort`",
        "{ \"cost\", \"list of id\", \"`any` is any one symbol\" },",
    ];
    assert!(types.iter().all(|line| says_any(line)));
    let seen: Vec<_> = others.iter().filter(|line| says_any(line)).collect();
    assert!(seen.is_empty(), "{seen:?}");
}

#[test]
fn packs_say_their_types() {
    let mut loose = Vec::new();
    for source in typed() {
        for (line, text) in numbered(&source.text) {
            let is_untyped =
                text.contains("function") && (text.contains("(match,") || text.contains("(match)"));
            loose.extend(is_untyped.then(|| format!("{}:{line}: match", source.path)));
            loose.extend(says_any(text).then(|| format!("{}:{line}: any", source.path)));
        }
    }
    none("untyped", loose);
}
