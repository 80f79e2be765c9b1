//! The best choice of regions that share no cell.

use std::collections::BTreeMap;

use crate::board::CellSet;

/// What the search knows about some free cells: their worth, and the region taken first, if any.
type Known = BTreeMap<CellSet, (i64, Option<usize>)>;

/// Chooses regions that share no cell so that their worths add up to the most; of equal choices
/// always the same. Answers the sum and the places of the chosen ones, in rising order; nothing if
/// the search would come to more than `max_nodes` sets of free cells, or take more than `looks`
/// looks at a region, which are counted down. Empty regions and those of no worth are never chosen.
pub fn packing(
    regions: &[(CellSet, i64)],
    max_nodes: usize,
    looks: &mut u64,
) -> Option<(i64, Vec<usize>)> {
    let mut known = Known::new();
    let mut all = CellSet::EMPTY;
    for (cells, _) in regions.iter().filter(|(_, worth)| *worth > 0) {
        all |= cells;
    }
    let best = search(regions, all.clone(), (max_nodes, looks), &mut known)?;
    let (mut chosen, mut free) = (Vec::new(), all);
    while let Some(cell) = free.first() {
        match known.get(&free).and_then(|(_, taken)| *taken) {
            Some(place) => {
                chosen.push(place);
                if let Some((cells, _)) = regions.get(place) {
                    free -= cells;
                }
            }
            None => free -= CellSet::only(cell),
        }
    }
    chosen.sort_unstable();
    Some((best, chosen))
}

/// The best worth of regions within these cells: the first cell is left free, or covered by one
/// of the regions that fit.
fn search(
    regions: &[(CellSet, i64)],
    free: CellSet,
    (max_nodes, looks): (usize, &mut u64),
    known: &mut Known,
) -> Option<i64> {
    let Some(first) = free.first() else { return Some(0) };
    if let Some((worth, _)) = known.get(&free) {
        return Some(*worth);
    }
    *looks = looks.checked_sub(regions.len() as u64)?;
    let mut best = search(regions, &free - CellSet::only(first), (max_nodes, looks), known)?;
    let mut taken = None;
    for (place, (cells, worth)) in regions.iter().enumerate() {
        if *worth > 0 && cells.contains(first) && free.contains_all(cells) {
            let rest = search(regions, &free - cells, (max_nodes, looks), known)?;
            let sum = worth.saturating_add(rest);
            if sum > best {
                (best, taken) = (sum, Some(place));
            }
        }
    }
    known.insert(free, (best, taken));
    (known.len() <= max_nodes).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use proptest::prelude::*;

    fn packing(regions: &[(CellSet, i64)], max_nodes: usize) -> Option<(i64, Vec<usize>)> {
        super::packing(regions, max_nodes, &mut 1_000_000)
    }

    fn region(cells: &[u16], worth: i64) -> (CellSet, i64) {
        (cells.iter().copied().map(Cell).collect(), worth)
    }

    #[test]
    fn two_small_regions_beat_a_large_one() {
        let regions =
            [region(&[1, 2, 3], 5), region(&[1, 2], 3), region(&[3, 4], 3), region(&[], 9)];
        assert_eq!(packing(&regions, 1000), Some((6, vec![1, 2])));
        assert_eq!(packing(&regions[..2], 1000), Some((5, vec![0])));
        assert_eq!(packing(&[region(&[1], 0)], 1000), Some((0, vec![])));
        assert_eq!(packing(&regions, 2), None, "the search breaks off");
        let mut looks = 11;
        assert_eq!(super::packing(&regions, 1000, &mut looks), None, "there is no look left");
    }

    proptest! {
        #[test]
        fn no_other_choice_is_better(
            regions in prop::collection::vec(
                (prop::collection::vec(0u16..12, 1..4), 0i64..7), 0..9),
        ) {
            let regions: Vec<_> =
                regions.iter().map(|(cells, worth)| region(cells, *worth)).collect();
            let (best, chosen) = packing(&regions, 100_000).unwrap();
            let sum = |mask: usize| {
                let (mut used, mut sum) = (CellSet::EMPTY, 0);
                for (at, (cells, worth)) in regions.iter().enumerate() {
                    if mask & 1 << at != 0 {
                        if used.intersects(cells) { return None }
                        used |= cells;
                        sum += worth;
                    }
                }
                Some(sum)
            };
            let most = (0..1usize << regions.len()).filter_map(sum).max().unwrap();
            prop_assert_eq!(best, most);
            let mask = chosen.iter().fold(0, |mask, at| mask | 1 << at);
            prop_assert_eq!(sum(mask), Some(best));
        }
    }
}
