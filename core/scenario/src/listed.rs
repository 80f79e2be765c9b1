//! Choices of several, orders and amounts in action lines: names or places joined by `+`.

use harena_engine::decision::{Dimension, Form};
use harena_engine::game::ArgKind;
use harena_engine::state::State;

use super::matching::matched;
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
    if parts.len() > of.len() {
        return None;
    }
    let values_of = |part: &&str| -> Vec<i32> {
        let place = part.parse::<usize>().ok().filter(|_| kind != ArgKind::Number);
        let by_place = place.and_then(|place| of.get(place.checked_sub(1)?).copied());
        let named = || of.iter().copied().filter(|value| names(words, state, part, kind, *value));
        by_place.map_or_else(|| named().collect(), |value| vec![value])
    };
    let meant: Vec<Vec<i32>> = parts.iter().map(values_of).collect();
    listed.value_of(&apart(&meant, &mut Vec::new())?)
}

/// One value for each part, none twice: the first that there are, but so that no part takes the
/// only value of another.
fn apart(meant: &[Vec<i32>], chosen: &mut Vec<i32>) -> Option<Vec<i32>> {
    let Some((values, rest)) = meant.split_first() else { return Some(chosen.clone()) };
    for value in values {
        if chosen.contains(value) || !leaves_enough(rest, chosen, *value) {
            continue;
        }
        chosen.push(*value);
        let found = apart(rest, chosen);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether the parts that follow can still have a value each, once this one is taken.
fn leaves_enough(rest: &[Vec<i32>], chosen: &[i32], taken: i32) -> bool {
    let mut places: Vec<i32> = rest.iter().flatten().copied().collect();
    places.sort_unstable();
    places.dedup();
    places.retain(|value| *value != taken && !chosen.contains(value));
    let place_of = |value: &i32| places.binary_search(value).ok();
    let wishes: Vec<Vec<usize>> =
        rest.iter().map(|values| values.iter().filter_map(place_of).collect()).collect();
    matched(&wishes, places.len())
}
