//! The nearest name for one that is wrong.

use harena_pack::nearest;

use super::words::plain;

/// Words longer than this are no slip of the pen; neither is a single letter or sign, as any other
/// is as near to it.
const MAX_LETTERS: usize = 60;

/// `; did you mean ...?` with the nearest of some names, or nothing. A name that differs from the
/// word in the size of its letters or in `_` alone is no hint.
pub(super) fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let letters = word.chars().filter(|letter| letter.is_alphanumeric()).count();
    if !(2..=MAX_LETTERS).contains(&letters) || word.chars().count() > MAX_LETTERS {
        return String::new();
    }
    let wanted = plain(word);
    let named: Vec<(String, &str)> = names.into_iter().map(|name| (plain(name), name)).collect();
    let others = named.iter().map(|(plain, _)| plain.as_str()).filter(|name| *name != wanted);
    let near = nearest(&wanted, others);
    let found = near.and_then(|near| named.iter().find(|(plain, _)| plain == near));
    found.map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default()
}
