//! The look of Luau files.

use std::fs;

use harena_tests::house::{Source, library, root, sources};
use stylua_lib::{CallParenType, Config, LuaVersion, OutputVerification, format_code};

use super::{none, numbered};

/// Columns, a tab counted as four.
const MAX_WIDTH: usize = 100;
/// Scenarios may be wider: a step reads best in one line.
const MAX_WIDTH_OF_SCENARIOS: usize = 140;

/// Every Luau file that people read as an example; those that must fail are apart.
fn luau() -> Vec<Source> {
    let all = ["scripts", "factions", "tests/games", "tests/recipes"].into_iter();
    let all = all.flat_map(|folder| sources(folder, ".luau"));
    all.filter(|source| !source.path.contains("/spec/broken/")).collect()
}

#[test]
fn luau_files_say_what_they_are() {
    let headless = |source: Source| {
        let mut lines = source.text.lines();
        let is_strict = lines.next() == Some("--!strict");
        let head = lines.next().unwrap_or_default();
        let is_told = head.starts_with("-- ") || head.starts_with("--[[");
        let what = match (is_strict, is_told) {
            (true, true) => return None,
            (false, _) => "does not begin with --!strict",
            (true, false) => "does not say on its second line what it is",
        };
        Some(format!("{}: {what}", source.path))
    };
    none("headers", luau().into_iter().filter_map(headless).collect());
}

#[test]
fn luau_files_fit_the_page() {
    let mut wrong = Vec::new();
    for source in luau() {
        let is_scenario = source.path.contains("/spec/");
        let max = if is_scenario { MAX_WIDTH_OF_SCENARIOS } else { MAX_WIDTH };
        let mut in_picture = false;
        for (line, text) in numbered(&source.text) {
            let width: usize = text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
            let place = |what: &str| format!("{}:{line}: {what}", source.path);
            wrong.extend((width > max).then(|| place("too wide")));
            wrong.extend(text.ends_with([' ', '\t']).then(|| place("ends with blanks")));
            wrong.extend((text.starts_with(' ') && !in_picture).then(|| place("no tab")));
            in_picture = (in_picture || text.contains("[[")) && !text.contains("]]");
        }
        wrong.extend((!source.text.ends_with('\n')).then(|| format!("{}: no end", source.path)));
    }
    none("lines that do not fit", wrong);
}

/// StyLua's defaults, but for the width and for `name { ... }` without parentheses.
fn formatted(source: &Source) -> Result<String, stylua_lib::Error> {
    let mut config = Config::new();
    config.syntax = LuaVersion::Luau;
    config.column_width = MAX_WIDTH;
    config.call_parentheses = CallParenType::NoSingleTable;
    format_code(&source.text, config, None, OutputVerification::None)
}

#[test]
fn luau_files_are_formatted() {
    let is_to_mend = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut wrong = Vec::new();
    for source in luau() {
        match formatted(&source) {
            Ok(text) if text == source.text => {}
            Ok(text) if is_to_mend => fs::write(root().join(&source.path), text).unwrap(),
            Ok(_) => wrong.push(source.path),
            Err(error) => wrong.push(format!("{}: {error}", source.path)),
        }
    }
    none("Luau to format (UPDATE_GOLDEN=1 cargo test -p harena-tests formatted)", wrong);
}

#[test]
fn files_and_definitions_have_snake_case_names() {
    let mut wrong = Vec::new();
    for source in luau() {
        let name = source.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".luau");
        wrong.extend((!is_snake_case(name)).then(|| source.path.clone()));
        for (line, text) in numbered(&source.text) {
            let ids = text.match_indices("id = \"").filter_map(|(at, start)| {
                let begins = text[..at].chars().next_back().is_none_or(|c| "\t {".contains(c));
                begins.then(|| text[at + start.len()..].split('"').next().unwrap_or_default())
            });
            let bad = ids.filter(|id| !is_snake_case(id));
            wrong.extend(bad.map(|id| format!("{}:{line}: {id}", source.path)));
        }
    }
    none("names that are not in snake_case", wrong);
}

/// What an argument of a verb may be.
const KINDS: [&str; 11] = [
    "piece",
    "cell",
    "facing",
    "number",
    "seat",
    "word",
    "faction",
    "prototype",
    "several",
    "order",
    "spread",
];

/// The kinds that stand alone in the lists of arguments of a file.
fn nameless(text: &str) -> Vec<&str> {
    let lists = text.split("args = {").skip(1).filter_map(|rest| rest.split('}').next());
    let arguments = lists.flat_map(|list| list.split('"').skip(1).step_by(2));
    arguments.filter(|argument| KINDS.contains(argument)).collect()
}

#[test]
fn arguments_of_verbs_have_names() {
    assert_eq!(nameless(r#"args = { "piece", "to: cell" } args = { "Coins" }"#), ["piece"]);
    let wrong = luau().into_iter().flat_map(|source| {
        let found = nameless(&source.text).into_iter();
        found.map(|kind| format!("{}: {kind}", source.path)).collect::<Vec<_>>()
    });
    none("arguments without a name, read by their place", wrong.collect());
}

/// What gives a verb and what it names one after the other; of it only the verb is taken.
const ASKED: [&str; 5] =
    ["harena.ask(", "harena.ask_unless_forced(", ":answer()", ":take_only()", ":take_default()"];

/// The lines that take what was chosen by its place: into several names, into a list, as further
/// arguments of a call. What goes on to `match:named` is read by name.
fn read_by_place(text: &str) -> Vec<usize> {
    let by_place = |line: &str| {
        let code = line.split("--").next().unwrap_or_default();
        let before = ASKED.iter().filter_map(|asked| Some(&code[..code.find(asked)?])).min()?;
        let before = before.trim_end_matches("match").trim();
        let taken = before.strip_suffix('=').or_else(|| before.strip_suffix("in"));
        let is_several = taken.is_some_and(|names| names.contains(','));
        let is_spread = before.ends_with(['{', ',']) || before.ends_with('(') && !is_alone(before);
        (is_several || is_spread).then_some(())
    };
    numbered(text).filter(|(_, line)| by_place(line).is_some()).map(|(line, _)| line).collect()
}

/// Whether what follows this open bracket is looked at as one value.
fn is_alone(before: &str) -> bool {
    let opens = ["match:named(", "return (", "= (", "if (", "assert("];
    opens.iter().any(|it| before.ends_with(it))
}

#[test]
fn answers_are_read_by_name() {
    let wrong = "local _, cell = harena.ask(match, 0, \"put\")
local verb: VerbName, a: Cell, b: Cell = harena.ask_unless_forced(match, 0, \"put\")
local all = { match:answer() }
act(match, seat, harena.ask(match, seat, \"turn\"))
act(match:take_only())
_, at = match:take_default()";
    assert_eq!(read_by_place(wrong), [1, 2, 3, 4, 5, 6]);
    let right = "local verb = harena.ask(match, 0, \"put\")
if harena.ask(match, 0, \"bet\") == \"fold\" then -- local _, a = harena.ask(match)
harena.ask(match, 0, \"put\")
local taken = match:named(match:take_default())
assert(match:take_only() == \"pass\")
return (match:take_default())
local cell, piece = harena.choose(match, 0, \"put\").cell, nil";
    assert_eq!(read_by_place(right), [0; 0]);
    let packs = luau().into_iter().filter(|it| it.path != "scripts/harena/asking.luau");
    let others = [("tests/it/packs", ".luau"), ("core/pack/templates", ".luau"), ("docs", ".md")];
    let others = others.into_iter().flat_map(|(folder, ending)| sources(folder, ending));
    let places = packs.chain(others).flat_map(|source| {
        let lines = read_by_place(&source.text).into_iter();
        lines.map(|line| format!("{}:{line}", source.path)).collect::<Vec<_>>()
    });
    none("answers read by their place", places.collect());
}

#[test]
fn every_pack_is_readable() {
    let problems = library().problems().iter().map(ToString::to_string).collect();
    none("problems of packs", problems);
}

fn is_snake_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
