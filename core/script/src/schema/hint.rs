//! Hints that name what a designer probably meant.

use harena_pack::nearest;

/// The nearest candidate, or all of them if they are few.
pub(crate) fn hint<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    const LISTED: usize = 12;
    if let Some(near) = nearest(name, candidates.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let listed: Vec<String> =
        candidates.take(LISTED + 1).map(|candidate| format!("`{candidate}`")).collect();
    (1..=LISTED).contains(&listed.len()).then(|| format!("known here: {}", listed.join(", ")))
}
