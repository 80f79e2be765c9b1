//! Things that need a place each.

/// Whether each of some wishes can have a place of its own, so that none takes the only one of
/// another. A wish is the list of the places that fit it.
pub(super) fn matched(wishes: &[Vec<usize>], n_places: usize) -> bool {
    let mut holders: Vec<Option<usize>> = vec![None; n_places];
    (0..wishes.len()).all(|wish| {
        let mut seen = vec![false; n_places];
        finds_place(wishes, wish, &mut holders, &mut seen)
    })
}

/// Finds a place for a wish, if need be by moving those that hold one.
fn finds_place(
    wishes: &[Vec<usize>],
    wish: usize,
    holders: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for place in wishes.get(wish).into_iter().flatten().copied() {
        if seen.get(place).copied().unwrap_or(true) {
            continue;
        }
        seen.get_mut(place).into_iter().for_each(|seen| *seen = true);
        let holder = holders.get(place).copied().flatten();
        if holder.is_none_or(|other| finds_place(wishes, other, holders, seen)) {
            holders.get_mut(place).into_iter().for_each(|holder| *holder = Some(wish));
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::matched;

    #[test]
    fn nobody_takes_the_only_place_of_another() {
        assert!(matched(&[vec![0, 1], vec![0]], 2));
        assert!(matched(&[vec![0, 1], vec![1, 2], vec![0]], 3));
        assert!(!matched(&[vec![0], vec![0]], 2));
        assert!(!matched(&[vec![]], 1));
        assert!(matched(&[], 0));
    }
}
