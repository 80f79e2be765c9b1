//! Choices of several, orders and amounts in action lines: names or places joined by `+`.

use harena_engine::decision::{Dimension, Form};
use harena_engine::game::ArgKind;
use harena_engine::state::State;

use super::option::names;
use super::words::Words;

/// Whether a word could be names, places or amounts joined by `+`.
pub(super) fn could_be_listed(words: &Words, word: &str) -> bool {
    word.split('+')
        .all(|part| part.parse::<u32>().is_ok() || part.starts_with('#') || words.knows(part))
}

/// The value of a dimension that a word means: `a2+b3`, `shield+coat`, `1+3` by places counted
/// from 1, amounts such as `2+0+1`, or `none`. Numbers in a list of numbers are those themselves.
pub(super) fn read(words: &Words, state: &State, dimension: &Dimension, word: &str) -> Option<i32> {
    let listed = dimension.listed()?;
    let (kind, of) = (listed.kind, &listed.of);
    let parts: Vec<&str> = match word {
        "none" | "" => Vec::new(),
        word => word.split('+').collect(),
    };
    if let Form::Spread { .. } = listed.form {
        let amounts = parts.iter().map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>();
        return listed.value_of(&amounts?);
    }
    let mut chosen: Vec<i32> = Vec::new();
    for part in parts {
        let place = part.parse::<usize>().ok().filter(|_| kind != ArgKind::Number);
        let by_place = place.and_then(|place| of.get(place.checked_sub(1)?).copied());
        let fits =
            |value: &&i32| !chosen.contains(value) && names(words, state, part, kind, **value);
        let found = by_place.or_else(|| of.iter().find(fits).copied())?;
        chosen.push(found);
    }
    listed.value_of(&chosen)
}
