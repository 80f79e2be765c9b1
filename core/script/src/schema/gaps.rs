//! Gaps of sentences that nothing will ever fill.

use harena_engine::game::ArgKind;
use harena_engine::log::sentence::N_GAPS;

use super::hint::hint;

/// The first gap of a sentence that stays as it is written: what is wrong with it, and what to
/// write.
pub(super) fn unfilled(sentence: &str) -> Option<(String, String)> {
    let parts = sentence.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}')).find_map(|(gap, _)| wrong(gap))
}

fn wrong(gap: &str) -> Option<(String, String)> {
    let is_meant = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-');
    if gap.is_empty() || !gap.chars().all(is_meant) {
        return None;
    }
    let (number, kind) = gap.split_once(':').map_or((gap, None), |(n, kind)| (n, Some(kind)));
    let message = format!("nothing fills the gap `{{{gap}}}`");
    if !number.parse().is_ok_and(|n: usize| (1..=N_GAPS).contains(&n)) {
        return Some((message, format!("the gaps of a sentence are {{1}} to {{{N_GAPS}}}")));
    }
    let kind = kind.filter(|kind| ArgKind::named(kind).is_none())?;
    let known = ArgKind::NAMED.iter().map(|(name, _)| *name);
    Some((message, hint(kind, known).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::unfilled;

    #[track_caller]
    fn check(sentence: &str, expected: Option<(&str, &str)>) {
        let found = unfilled(sentence);
        let found = found.as_ref().map(|(message, hint)| (message.as_str(), hint.as_str()));
        assert_eq!(found, expected);
    }

    #[test]
    fn what_nothing_fills_is_found() {
        check("{1} takes {2:seat} and {3}, {4:number}", None);
        check("a { b } and {}, {1", None);
        let range = "the gaps of a sentence are {1} to {4}";
        check("{1} {5}", Some(("nothing fills the gap `{5}`", range)));
        check("{0:seat}", Some(("nothing fills the gap `{0:seat}`", range)));
        check("{piece} moves", Some(("nothing fills the gap `{piece}`", range)));
        let near = Some(("nothing fills the gap `{1:sea}`", "did you mean `seat`?"));
        check("{2} {1:sea}", near);
    }
}
