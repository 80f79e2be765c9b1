//! `harena doc`: the reference of the script interface, and the words of one game in scenarios.

use std::path::Path;

use harena_pack::MANIFEST_FILE;
use harena_scenario as scenario;
use harena_script::api;
use serde_json::json;

use crate::args::{Common, Doc as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;

/// Shows the reference, the sections of it that mention a word, or what the words of a game mean
/// in scenarios.
///
/// # Errors
/// Nothing mentions the word and no game is called so, a game does not load, or the file cannot be
/// written.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let text = match &args.topic {
        None => api::reference(),
        Some(topic) => about(topic, common, out)?,
    };
    match &args.out {
        Some(path) => {
            files::write(path, &text)?;
            out.note(&format!("Written to {}.", path.display()));
        }
        None if out.json => out.answer_json(&json!({ "reference": text })),
        None => out.answer(&text),
    }
    Ok(Exit::Fine)
}

/// The page of the game called so, or what mentions the word.
fn about(topic: &str, common: &Common, out: &Out) -> Result<String, Failure> {
    let mut catalog = Catalog::open(common)?;
    let is_game = catalog.library.games().iter().any(|game| game.id() == topic);
    if is_game || Path::new(topic).join(MANIFEST_FILE).is_file() {
        let (chosen, host) = catalog.load(topic)?;
        chosen.tell(out);
        return Ok(scenario::glossary(&host));
    }
    mentioning(&api::reference(), topic).ok_or_else(|| {
        let games = catalog.library.games();
        let games = games.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ");
        Failure::usage(format!(
            "nothing in the reference mentions `{topic}`, and no game is called so; there are {games}"
        ))
    })
}

/// The parts of a page, divided at its headings, that mention a word.
fn mentioning(page: &str, word: &str) -> Option<String> {
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for line in page.lines() {
        if line.starts_with('#') {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(line);
        }
    }
    let word = word.to_lowercase();
    let texts = parts.into_iter().map(|part| part.join("\n"));
    let found: Vec<String> = texts.filter(|it| it.to_lowercase().contains(&word)).collect();
    if found.is_empty() { None } else { Some(found.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::mentioning;

    #[test]
    fn only_parts_that_mention_the_word_are_shown() {
        let page = "# All\nintro\n## match:offer\nAdds options.\n## match:ask\nAsks.";
        assert_eq!(mentioning(page, "OFFER").unwrap(), "## match:offer\nAdds options.");
        assert_eq!(mentioning(page, "dice"), None);
    }
}
