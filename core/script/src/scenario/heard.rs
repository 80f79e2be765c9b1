//! What a log can say at all.

use super::hint::hint;
use super::words::{Words, plain};
use crate::Host;

/// The words of the lines that every game has.
const USUAL: &str = "hits is hit for cancelled falls of the match ends rotates to moves comes goes \
                     removed no more on floors slide from shuffled active out turn";

/// A sentence about a part of a log line that no line of this game can hold, whatever happens.
pub(super) fn never(words: &Words, host: &Host, part: &str) -> Option<String> {
    let names = &words.game.names;
    let tables = [&names.words, &names.marks, &names.zones];
    let declared = tables.into_iter().flat_map(|table| table.iter());
    let texts = declared.flat_map(|name| [host.text(name), plain(name)]);
    let sheets = words.game.prototypes.iter().flat_map(|it| [it.title.clone(), it.id.clone()]);
    let factions = words.game.factions.iter().map(|it| it.title.clone());
    let labels = words.labels().iter().cloned();
    let known = texts.chain(sheets).chain(factions).chain(labels).chain([USUAL.to_owned()]);
    let known: Vec<String> = known.map(|text| text.to_lowercase()).collect();
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '\'';
    let part = part.to_lowercase();
    let mut parts = part.split(|letter| !is_letter(letter)).filter(|word| word.len() > 2);
    let unheard = parts.find(|word| !known.iter().any(|text| text.contains(word)))?;
    let heard = known.iter().flat_map(|text| text.split(|letter| !is_letter(letter)));
    let near = hint(unheard, heard.filter(|word| word.len() > 2));
    Some(format!("no line of this game's log can hold `{unheard}`{near}"))
}
