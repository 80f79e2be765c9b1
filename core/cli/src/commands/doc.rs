//! `harena doc`: the reference of the script interface.

use harena_script::api;
use serde_json::json;

use crate::args::Doc as Args;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::Out;

/// Shows the reference, or the sections of it that mention a word.
///
/// # Errors
/// Nothing mentions the word, or the file cannot be written.
pub fn run(args: &Args, out: &Out) -> Outcome {
    let reference = api::reference();
    let text = match &args.topic {
        None => reference,
        Some(topic) => mentioning(&reference, topic).ok_or_else(|| {
            Failure::usage(format!("nothing in the reference mentions `{topic}`"))
        })?,
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
