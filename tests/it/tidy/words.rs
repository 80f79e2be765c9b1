//! What the window says stands in one place, and all of it is said somewhere.

use harena_tests::house::{Source, root, sources};

use super::{has_word, is_name_letter, none, numbered};

/// What names a thing for the machine, before its opening bracket: nobody reads that.
const NAMES_FOR_THE_MACHINE: [&str; 12] = [
    "id_salt(",
    "Id::unique(",
    "Panel::top(",
    "Panel::bottom(",
    "Panel::left(",
    "Panel::right(",
    "Grid::new(",
    "scope_id().with(",
    "request_discard(",
    "icons(",
    "env!(",
    "Fault::new(",
];

/// The sources of the window without its words and its tests.
fn shown() -> impl Iterator<Item = Source> {
    let sources = sources("editor/src", ".rs").into_iter();
    let sources = sources.filter(|it| !it.path.contains("/text") && !it.path.contains("/tests"));
    sources.map(|mut source| {
        let end = source.text.find("#[cfg(test)]\nmod tests {").unwrap_or(source.text.len());
        source.text.truncate(end);
        source
    })
}

/// The texts written in a line of Rust, each with what stands before it.
fn literals(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = line[from..].find('"').map(|at| from + at) {
        let rest = &line[open + 1..];
        let ends = |at: &usize| {
            let before = rest[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count();
            before % 2 == 0
        };
        let Some(end) = rest.match_indices('"').map(|(at, _)| at).find(ends) else { break };
        found.push((&line[..open], &rest[..end]));
        from = open + end + 2;
    }
    found
}

/// A text as a person would read it: without what is filled in and without signs.
fn without_gaps(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for letter in text.replace("\\u{", "{").chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// Whether a text reads like words for people: several words, one with a capital, or a word beside
/// something that is filled in.
fn is_said(text: &str) -> bool {
    let kept = without_gaps(text);
    let is_name = |word: &&str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_alphabetic());
    let words: Vec<&str> = kept.split(|it: char| !is_name_letter(it)).filter(is_name).collect();
    let capital = words.iter().any(|word| {
        word.starts_with(|it: char| it.is_ascii_uppercase())
            && word.ends_with(|it: char| it.is_ascii_lowercase())
    });
    let spaced = kept.trim().contains(' ') && words.len() > 1;
    let filled = kept != text && kept.contains(' ') && !words.is_empty();
    !words.is_empty() && (capital || spaced || filled)
}

fn said_in(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in numbered(&source.text) {
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with("#[") {
            continue;
        }
        for (before, text) in literals(line) {
            let named = NAMES_FOR_THE_MACHINE.iter().any(|it| {
                before.ends_with(it) || before.strip_suffix('(').is_some_and(|b| b.ends_with(it))
            });
            if !named && is_said(text) {
                found.push(format!("{}:{number}: {text}", source.path));
            }
        }
    }
    found
}

#[test]
fn the_window_says_nothing_but_its_words() {
    none("words that belong into editor/words", shown().flat_map(|it| said_in(&it)).collect());
}

#[test]
fn words_in_the_code_are_found() {
    let check = |line: &str, expected: usize| {
        let source = Source { path: "x.rs".to_owned(), text: line.to_owned() };
        assert_eq!(said_in(&source).len(), expected, "{line}");
    };
    check("ui.label(\"Up\");", 1);
    check("ui.label(\"nothing to do\");", 1);
    check("format!(\"of {max} {}\", label.title)", 1);
    check("format!(\"{n} \\u{d7}, \\\"so\\\" Much\")", 1);
    check("Action::quiet(\"arrow-left\", text::back())", 0);
    check("Panel::top(\"setup top\")", 0);
    check("Id::unique((\"a token\", at))", 0);
    check("format!(\"{}\\u{a0}{n} %\", label.letter)", 0);
    check("looks.get(\"side_stats\").pointer(\"/board/cell\")", 0);
    check("// says \"Nothing at all\"", 0);
}

#[test]
fn every_word_of_the_window_is_said() {
    let english = std::fs::read_to_string(root().join("editor/words/en.ftl")).unwrap();
    let names = english.lines().filter_map(|line| {
        let (name, _) = line.split_once(" = ")?;
        name.chars().all(is_name_letter).then_some(name)
    });
    let all: Vec<Source> = shown().collect();
    let texts = sources("editor/src/text", ".rs");
    let is_said = |name: &str| {
        let call = format!("text::{name}");
        let declared = [format!("{name};"), format!("{name}(")];
        let used = |line: &str| {
            let line = line.trim();
            // A declaration ends the line and opens no body; a call stands within an expression.
            let declares = declared.iter().any(|it| line.starts_with(it)) && line.ends_with(';');
            !line.starts_with("//") && !declares && has_word(line, name)
        };
        let inside = texts.iter().filter(|it| !it.path.contains("/tests"));
        let mut lines = inside.flat_map(|it| it.text.lines());
        all.iter().any(|it| has_word(&it.text, &call)) || lines.any(used)
    };
    none("words nobody says", names.filter(|name| !is_said(name)).map(str::to_owned).collect());
}
