//! Limits of Luau files that are no scenarios: their lines, the lines of their functions, and how
//! much a function is handed.

use harena_tests::house::{Source, sources};

use super::size::{OPENS_LUAU, functions};
use super::{is_name_letter, none};

/// Lines of a file.
const MAX_FILE: usize = 250;
/// Lines of a function, blank ones and comments not counted.
const MAX_FUNCTION: usize = 45;
/// Parameters of a function; more with a reason in its comment: `--- Four parameters: why`.
const MAX_PARAMETERS: usize = 3;

/// Games that a stranger writes from the handbook in minutes, each shorter than this.
const SMALL: (usize, [&str; 5]) =
    (150, ["draughts", "nine_mens_morris", "liars_dice", "crazy_eights", "market"]);

fn luau() -> Vec<Source> {
    let all = ["scripts", "factions", "tests/games", "tests/recipes"].into_iter();
    let all = all.flat_map(|folder| sources(folder, ".luau"));
    all.filter(|source| !source.path.contains("/spec/")).collect()
}

/// Every place of a file that is over a limit.
fn places_of(source: &Source) -> Vec<String> {
    let (path, mut places) = (&source.path, Vec::new());
    let n = source.text.lines().count();
    if n > MAX_FILE {
        places.push(format!("{path}: {n} lines"));
    }
    for (line, n) in functions(&source.text, OPENS_LUAU, "end") {
        if n > MAX_FUNCTION {
            places.push(format!("{path}:{line}: {n} lines of a function"));
        }
    }
    for (line, n) in heads(&source.text) {
        if n > MAX_PARAMETERS && !has_reason(&source.text, line) {
            places.push(format!("{path}:{line}: {n} parameters"));
        }
    }
    places
}

#[test]
fn luau_keeps_to_its_limits() {
    none("Luau over its limits", luau().iter().flat_map(places_of).collect());
}

#[test]
fn games_a_stranger_writes_are_short() {
    let (most, games) = SMALL;
    let all = sources("tests/games", ".luau");
    let n_lines = |game: &str| -> usize {
        let own =
            |it: &&Source| it.path.contains(&format!("/{game}/")) && !it.path.contains("/spec/");
        all.iter().filter(own).map(|it| it.text.lines().count()).sum()
    };
    let sizes = games.map(|game| (game, n_lines(game)));
    let wrong = sizes.iter().filter(|(_, n)| *n == 0 || *n >= most);
    none("small games", wrong.map(|(game, n)| format!("{game}: {n} lines")).collect());
}

/// Functions as the line of their head and how many parameters they have.
fn heads(text: &str) -> Vec<(usize, usize)> {
    let code: String = text.lines().map(|line| format!("{}\n", without_comment(line))).collect();
    let mut found = Vec::new();
    for (at, word) in code.match_indices("function") {
        let before = code[..at].chars().next_back();
        let rest = &code[at + word.len()..];
        if before.is_some_and(is_name_letter) || rest.starts_with(is_name_letter) {
            continue;
        }
        let Some(open) = rest.find('(') else { continue };
        let is_head = rest[..open].chars().all(|it| is_name_letter(it) || " .:<>,".contains(it));
        if is_head {
            let line = code[..at].matches('\n').count() + 1;
            found.push((line, n_parameters(&rest[open + 1..])));
        }
    }
    found
}

/// How many parameters are listed up to the end of a bracket.
fn n_parameters(list: &str) -> usize {
    let (mut depth, mut n, mut is_open, mut last) = (0, 0, false, ' ');
    for letter in list.chars() {
        match letter {
            ')' if depth == 0 => break,
            '(' | '{' | '[' | '<' => depth += 1,
            '>' if last == '-' => {}
            ')' | '}' | ']' | '>' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            is_open = false;
        } else if !letter.is_whitespace() && !is_open {
            is_open = true;
            n += 1;
        }
        last = letter;
    }
    n
}

fn without_comment(line: &str) -> &str {
    line.split("--").next().unwrap_or_default()
}

/// Whether the comment above a line, counted from 1, says why there are so many.
fn has_reason(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(line - 1).map(str::trim_start).collect();
    let comment = lines.iter().rev().take_while(|it| it.starts_with("--"));
    comment.into_iter().any(|it| it.contains(" parameters: "))
}

#[test]
fn limits_are_measured() {
    let text = "local a = function(match, piece, cell: { x: number, y: number }) end
--- What it does.
--- Four parameters: wounds are light and heavy.
function b.c(match, seat: number, light, heavy)
end
local function d(
\tmatch,
\tf: (number, number) -> { number },
\tg: { [string]: any },
\th: number,
\ti
)
end
-- function e(a, b, c, d)
local refunction = call(a, b, c, d)
";
    assert_eq!(heads(text), [(1, 3), (4, 4), (6, 5)]);
    assert_eq!([4, 6].map(|line| has_reason(text, line)), [true, false]);
    let long = format!("local function f()\n{}end\n", "\tg()\n".repeat(MAX_FILE));
    let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
    let files = [file("one.luau", text), file("two.luau", &long)];
    let all =
        ["one.luau:6: 5 parameters", "two.luau: 252 lines", "two.luau:1: 250 lines of a function"];
    assert_eq!(files.iter().flat_map(places_of).collect::<Vec<_>>(), all);
}
