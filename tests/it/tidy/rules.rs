//! Every rule of a shipped game stands in its page, in its code and in a scenario.

use std::collections::BTreeSet;

use harena_tests::house::{Source, root, shipped_games, sources};

use super::{is_name_letter, none};

type Rules = BTreeSet<Rule>;

/// The number of a rule, such as `R140a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rule {
    number: u32,
    letter: String,
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "R{}{}", self.number, self.letter)
    }
}

#[test]
fn every_rule_has_code() {
    let mut absent = Vec::new();
    for game in shipped_games() {
        let code: Rules = code_of(game).iter().flat_map(rules_in_code).collect();
        absent.extend(told(game, defined(game).difference(&code)));
    }
    none("rules that no `---` comment of the game's code names", absent);
}

#[test]
fn every_rule_has_a_scenario() {
    let mut absent = Vec::new();
    for game in shipped_games() {
        let scenarios: Rules = scenarios_of(game).iter().flat_map(rules_of_scenarios).collect();
        absent.extend(told(game, defined(game).difference(&scenarios)));
    }
    none("rules that no scenario names in its `rules`", absent);
}

#[test]
fn every_rule_named_is_in_the_page() {
    let mut unknown = Vec::new();
    for game in shipped_games() {
        let defined = defined(game);
        for source in code_of(game).iter().chain(&scenarios_of(game)) {
            let named = rules_in(&source.text);
            let wrong = named.difference(&defined);
            unknown.extend(wrong.map(|rule| format!("{}: {rule}", source.path)));
        }
    }
    none("rules that the page of the game does not define", unknown);
}

#[test]
fn rules_are_read_from_texts() {
    let check = |text: &str, expected: &[&str]| {
        let found: Vec<String> = rules_in(text).iter().map(Rule::to_string).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("--- R140a R9, R10: see (R2)", &["R2", "R9", "R10", "R140a"]);
    check("WR4 R R_5 R12xy Rx1 R7.", &["R7"]);
    let source = Source {
        path: String::new(),
        text: "-- R1\n--- R2\nharena.reason(\"R3\", \"\")\nrules = { \"R4\",\n\"R5\" }\n".into(),
    };
    assert_eq!(rules_in_code(&source), rules_in("R2"));
    assert_eq!(rules_of_scenarios(&source), rules_in("R4 R5"));
}

fn told<'a>(game: &str, rules: impl Iterator<Item = &'a Rule>) -> Vec<String> {
    rules.map(|rule| format!("{game}: {rule}")).collect()
}

/// The rules a game's page defines: all that it names.
fn defined(game: &str) -> Rules {
    let path = format!("docs/games/{game}.md");
    let text = std::fs::read_to_string(root().join(&path));
    rules_in(&text.unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// The Luau files of a game and its factions that are no scenarios.
fn code_of(game: &str) -> Vec<Source> {
    files_of(game).into_iter().filter(|source| !source.path.contains("/spec/")).collect()
}

fn scenarios_of(game: &str) -> Vec<Source> {
    files_of(game).into_iter().filter(|source| source.path.contains("/spec/")).collect()
}

fn files_of(game: &str) -> Vec<Source> {
    let folders = [format!("scripts/{game}"), format!("factions/{game}")];
    folders.iter().flat_map(|folder| sources(folder, ".luau")).collect()
}

fn rules_in_code(source: &Source) -> Rules {
    let comments = source.text.lines().filter_map(|line| line.trim_start().strip_prefix("---"));
    comments.flat_map(rules_in).collect()
}

fn rules_of_scenarios(source: &Source) -> Rules {
    let lists = source.text.match_indices("rules = {").map(|(at, start)| {
        let rest = &source.text[at + start.len()..];
        &rest[..rest.find('}').unwrap_or(rest.len())]
    });
    lists.flat_map(rules_in).collect()
}

/// Every number such as `R42` or `R140a` in a text.
fn rules_in(text: &str) -> Rules {
    text.split(|letter| !is_name_letter(letter)).filter_map(rule).collect()
}

fn rule(word: &str) -> Option<Rule> {
    let number = word.strip_prefix('R')?;
    let end = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
    let (digits, letter) = number.split_at(end);
    let is_letter = letter.len() <= 1 && letter.chars().all(|it| it.is_ascii_lowercase());
    let number = digits.parse().ok()?;
    is_letter.then(|| Rule { number, letter: letter.to_owned() })
}
