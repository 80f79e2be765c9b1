//! The numbered rules of a game, as they stand in its files: every rule is written where it is
//! carried out, and this is all of them in the order of their numbers.

use harena_pack::Pack;

/// A numbered rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number, such as `R42a`.
    pub number: String,
    /// What it says; a sentence for each place where it is carried out.
    pub texts: Vec<String>,
    /// Where it stands first: pack, file and line.
    pub place: (String, String, u32),
}

/// The rules of some packs, in the order of their numbers.
pub fn of<'a>(packs: impl IntoIterator<Item = &'a Pack>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for pack in packs {
        for path in pack.tree.paths().filter(|path| path.ends_with(".luau")) {
            if path.starts_with("spec/") {
                continue;
            }
            for (number, text, line) in written_in(pack.tree.get(path).unwrap_or_default()) {
                let place = (pack.id().to_owned(), path.to_owned(), line);
                note(&mut rules, Rule { number, texts: vec![text], place });
            }
        }
    }
    rules.sort_by_cached_key(|rule| order(&rule.number));
    rules
}

fn note(rules: &mut Vec<Rule>, rule: Rule) {
    match rules.iter_mut().find(|other| other.number == rule.number) {
        Some(known) => {
            for text in rule.texts {
                if !known.texts.contains(&text) {
                    known.texts.push(text);
                }
            }
        }
        None => rules.push(rule),
    }
}

/// The rules a file is marked with: number, text, line. A text goes on in the lines below until
/// its sentence ends.
fn written_in(text: &str) -> Vec<(String, String, u32)> {
    let mut found: Vec<(String, String, u32)> = Vec::new();
    let mut goes_on = false;
    for (line, at) in text.lines().zip(1u32..) {
        let Some(said) = line.trim_start().strip_prefix("--- ") else {
            goes_on = false;
            continue;
        };
        match split_number(said) {
            Some((number, said)) => found.push((number.to_owned(), said.to_owned(), at)),
            None if goes_on => {
                if let Some((_, text, _)) = found.last_mut() {
                    text.push(' ');
                    text.push_str(said.trim());
                }
            }
            None => continue,
        }
        goes_on = !said.trim_end().ends_with('.');
    }
    found
}

/// The number a line begins with, and what comes after it.
fn split_number(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_once(' ')?;
    let (letter, digits, _) = parts(number)?;
    let is_number = !digits.is_empty() && (letter.is_some() || number.contains('.'));
    is_number.then(|| (number, rest.trim()))
}

/// Letter, first digits, and the rest of a number.
fn parts(number: &str) -> Option<(Option<char>, &str, &str)> {
    let first = number.chars().next()?;
    let letter = first.is_ascii_uppercase().then_some(first);
    let rest = if letter.is_some() { number.get(1..)? } else { number };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, tail) = (rest.get(..end)?, rest.get(end..)?);
    let is_tail = tail.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.');
    (is_tail && tail.len() <= 4 && digits.len() <= 4).then_some((letter, digits, tail))
}

/// Rules of the rulebook come first, then those with other letters, by number.
fn order(number: &str) -> (bool, Option<char>, u32, Vec<u32>, String) {
    let (letter, digits, tail) = parts(number).unwrap_or((None, "", number));
    let inner = tail.split('.').filter_map(|part| part.parse().ok()).collect();
    (letter != Some('R'), letter, digits.parse().unwrap_or(0), inner, tail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_with_the_lines_they_go_on_in() {
        let text = "--- R63 Filling the last hex\n--- starts a battle.\n--- R63a At once.\n\
                    --- Answers whether it is over.\nlocal x = 1\n\t--- 5.2 In order\n-- R9 no\n\
                    --- A word.\n--- R no number";
        let found = written_in(text);
        let told: Vec<(&str, &str, u32)> =
            found.iter().map(|(n, text, line)| (n.as_str(), text.as_str(), *line)).collect();
        assert_eq!(
            told,
            [
                ("R63", "Filling the last hex starts a battle.", 1),
                ("R63a", "At once.", 3),
                ("5.2", "In order", 6),
            ]
        );
    }

    #[test]
    fn they_stand_in_the_order_of_their_numbers() {
        let mut numbers = ["A1", "R10", "11.3", "R9", "R9a", "2.10", "2.9"];
        numbers.sort_by_key(|number| order(number));
        assert_eq!(numbers, ["R9", "R9a", "R10", "2.9", "2.10", "11.3", "A1"]);
    }

    #[test]
    fn a_rule_that_is_carried_out_twice_stands_once() {
        let rule = |text: &str| Rule {
            number: "R1".to_owned(),
            texts: vec![text.to_owned()],
            place: Default::default(),
        };
        let mut rules = Vec::new();
        for text in ["one", "two", "one"] {
            note(&mut rules, rule(text));
        }
        assert_eq!((rules.len(), rules[0].texts.len()), (1, 2));
    }
}
