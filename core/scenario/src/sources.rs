//! What can be read in the files of packs without running them: numbers of rules, and streams.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_pack::Pack;

use super::hint::hint;
use super::script::Wrong;
use harena_script::schema::Key;

/// The calls that take a result from a stream.
const ROLLS: [&str; 2] = [":roll(", ":random("];

/// The rules and streams that the files of packs name, without their scenarios.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    rules: BTreeSet<String>,
    pub streams: Vec<String>,
}

impl Sources {
    pub fn of(packs: &[Arc<Pack>]) -> Sources {
        let mut rules = BTreeSet::new();
        let mut streams = BTreeSet::from(["chance".to_owned()]);
        for pack in packs {
            let read = |path: &&str| path.ends_with(".luau") && !path.starts_with("spec/");
            for path in pack.tree.paths().filter(read) {
                let text = pack.tree.get(path).unwrap_or_default();
                let named = words_of(text).filter(|word| letter_of(word).is_some());
                rules.extend(named.map(str::to_owned));
                streams.extend(streams_of(text));
            }
        }
        Sources { rules, streams: streams.into_iter().collect() }
    }

    /// Each of the rules that a scenario shows is one that the game names, or the number of an
    /// example that stands beside such a rule.
    pub fn check(&self, rules: &[(String, Vec<Key>)]) -> Result<(), Wrong> {
        for (rule, path) in rules {
            if let Some(sentence) = self.unknown_rule(rule).or_else(|| no_number(rule)) {
                return Err(Wrong::at(path, sentence));
            }
        }
        let is_named = |(rule, _): &(String, Vec<Key>)| self.rules.contains(rule);
        match rules.first().filter(|_| !rules.iter().any(is_named)) {
            Some((rule, path)) => {
                let message = format!("no file of the game names a rule `{rule}`");
                Err(Wrong::at(path, message))
            }
            None => Ok(()),
        }
    }

    /// A sentence about a rule that the game does not name. Numbers with another letter than most
    /// are those of examples: there is nothing to compare them with.
    pub fn unknown_rule(&self, rule: &str) -> Option<String> {
        if rule.trim().is_empty() {
            return Some("a rule has a number, such as R12".into());
        }
        let letter = letter_of(rule)?;
        let of = |letter: char| self.rules.iter().filter(move |it| letter_of(it) == Some(letter));
        let is_usual = ('A'..='Z').all(|other| of(other).count() <= of(letter).count());
        if self.rules.contains(rule) || !is_usual {
            return None;
        }
        let alike = of(letter).map(String::as_str);
        Some(format!("no file of the game names a rule `{rule}`{}", hint(rule, alike)))
    }
}

fn no_number(rule: &str) -> Option<String> {
    letter_of(rule).is_none().then(|| format!("`{rule}` is no number of a rule, such as R12"))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

/// The letter with which the number of a rule begins: `R` in `R140a`.
fn letter_of(word: &str) -> Option<char> {
    let letter = word.chars().next().filter(char::is_ascii_uppercase)?;
    let number = word.get(1..)?;
    let digits = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let is_number = !digits.is_empty() && digits.chars().all(|it| it.is_ascii_digit());
    (is_number && number.len() - digits.len() <= 1).then_some(letter)
}

/// The streams named in calls such as `match:roll(6, "dice")`.
fn streams_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let calls = ROLLS.iter().flat_map(|call| text.match_indices(call));
    calls.filter_map(|(at, call)| {
        let rest = text.get(at + call.len()..)?;
        let line = rest.lines().next()?;
        let mut quoted = line.split('"');
        let before = quoted.next()?;
        let depth = before.chars().fold(0i32, |depth, letter| match letter {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        });
        (depth >= 0).then(|| quoted.next().map(str::to_owned)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_streams_are_found_in_texts() {
        let found: Vec<&str> =
            words_of("--- R140a, S2: HP R12xy").filter(|word| letter_of(word).is_some()).collect();
        assert_eq!(found, ["R140a", "S2"]);
        let text =
            "match:roll(6, \"dice\")\nx:random(#hand, \"coin\") + f(\"no\")\ny:roll(6) == \"no\"";
        assert_eq!(streams_of(text).collect::<Vec<_>>(), ["dice", "coin"]);
    }
}
