//! Numbers for choices, orders and spreads, so that they need not be written out.

/// How many choices of `n` things there are.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (1..=k.min(n - k) as u64).fold(1, |ways, i| ways * (n as u64 + 1 - i) / i)
}

/// In how many ways from `min` to `max` of `n` things can be chosen; `n` up to 30.
pub(super) fn choice_count(n: usize, min: u8, max: u8) -> u64 {
    (usize::from(min)..=usize::from(max).min(n)).map(|k| choose(n, k)).sum()
}

/// The choice with this rank as a bit mask over the places; masks rise with their ranks.
pub(super) fn choice_from_rank(n: usize, min: u8, max: u8, mut rank: u64) -> u32 {
    let (mut mask, mut taken) = (0, 0);
    for place in (0..n.min(30)).rev() {
        let without = ways_on(place, (min, max), taken);
        if rank >= without {
            rank -= without;
            mask |= 1 << place;
            taken += 1;
        }
    }
    mask
}

/// The rank of a choice; `None` if it is not one of them.
pub(super) fn choice_rank(n: usize, min: u8, max: u8, mask: u32) -> Option<u64> {
    let n = n.min(30);
    let is_one = (u32::from(min)..=u32::from(max)).contains(&mask.count_ones());
    if mask >> n != 0 || !is_one {
        return None;
    }
    let (mut rank, mut taken) = (0, 0);
    for place in (0..n).rev().filter(|place| mask & (1 << place) != 0) {
        rank += ways_on(place, (min, max), taken);
        taken += 1;
    }
    Some(rank)
}

/// In how many ways the lower `n` places can be filled once `taken` higher ones are.
fn ways_on(n: usize, (min, max): (u8, u8), taken: u8) -> u64 {
    if taken > max {
        return 0;
    }
    choice_count(n, min.saturating_sub(taken), max - taken)
}

/// How many orders `n` things have; `n` up to 12.
pub(super) fn order_count(n: u8) -> u64 {
    (1..=u64::from(n.min(12))).product()
}

/// The order with this rank among the orders of `n` things, first things first.
pub fn order_from_rank(n: u8, mut rank: u64) -> Vec<u8> {
    let mut left: Vec<u8> = (0..n.min(12)).collect();
    let mut order = Vec::with_capacity(left.len());
    let mut block = order_count(n);
    while !left.is_empty() {
        block /= left.len() as u64;
        let at = ((rank / block) as usize).min(left.len() - 1);
        rank %= block;
        order.push(left.remove(at));
    }
    order
}

/// The rank of an order; `None` if it is not an order of `0..n`.
pub fn order_rank(order: &[u8]) -> Option<u64> {
    let mut left: Vec<u8> = (0..order.len() as u8).collect();
    let mut rank = 0;
    for item in order {
        let at = left.iter().position(|other| other == item)?;
        rank = rank * left.len() as u64 + at as u64;
        left.remove(at);
    }
    Some(rank)
}

/// In how many ways each amount from 0 to `total` can be held by no slot, by the last, by the last
/// two, and so on to all slots: `total + 1` numbers each.
fn spread_table(total: u8, caps: &[u8]) -> Vec<u64> {
    let n = usize::from(total) + 1;
    let mut table = Vec::with_capacity((caps.len() + 1) * n);
    table.push(1);
    table.resize(n, 0);
    for cap in caps.iter().rev() {
        let after = table.len() - n;
        for sum in 0..n {
            let low = sum.saturating_sub(usize::from(*cap));
            let kept = table.get(after + low..=after + sum).unwrap_or(&[]);
            table.push(kept.iter().fold(0u64, |all, ways| all.saturating_add(*ways)));
        }
    }
    table
}

/// Whether slots that hold at most so much each can hold `total`.
pub fn spread_fits(total: u8, caps: &[u8]) -> bool {
    caps.iter().map(|cap| u32::from(*cap)).sum::<u32>() >= u32::from(total)
}

/// In how many ways `total` can be spread over slots that hold at most so much each: the last
/// number of the table, of which only one row is kept.
pub fn spread_count(total: u8, caps: &[u8]) -> u64 {
    let (mut few, mut many);
    let row: &mut [u64] = if total < 16 {
        few = [0; 16];
        &mut few
    } else {
        many = [0; u8::MAX as usize + 1];
        &mut many
    };
    let Some(row) = row.get_mut(..=usize::from(total)) else { return 0 };
    let Some(first) = row.first_mut() else { return 0 };
    *first = 1;
    for cap in caps.iter().rev() {
        // From the largest sum down, so that the smaller ones are still those of the row before.
        for sum in (0..row.len()).rev() {
            let low = sum.saturating_sub(usize::from(*cap));
            let kept = row.get(low..=sum).unwrap_or(&[]);
            let ways = kept.iter().fold(0u64, |all, ways| all.saturating_add(*ways));
            if let Some(slot) = row.get_mut(sum) {
                *slot = ways;
            }
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The amounts with this rank, smaller first amounts first.
pub fn spread_from_rank(total: u8, caps: &[u8], mut rank: u64) -> Vec<u8> {
    let table = spread_table(total, caps);
    let mut left = total;
    let mut amounts = Vec::with_capacity(caps.len());
    for (n_after, cap) in (0..caps.len()).rev().zip(caps) {
        let mut amount = 0;
        for candidate in 0..=(*cap).min(left) {
            let ways = ways_of_last(&table, total, n_after, left - candidate);
            amount = candidate;
            if rank < ways {
                break;
            }
            rank -= ways;
        }
        amounts.push(amount);
        left -= amount;
    }
    amounts
}

/// In how many ways so many slots, the last ones, can hold so much.
fn ways_of_last(table: &[u64], total: u8, n_slots: usize, sum: u8) -> u64 {
    table.get(n_slots * (usize::from(total) + 1) + usize::from(sum)).copied().unwrap_or(0)
}

/// The rank of amounts; `None` if they break a cap or do not add up.
pub fn spread_rank(total: u8, caps: &[u8], amounts: &[u8]) -> Option<u64> {
    if caps.len() != amounts.len() {
        return None;
    }
    let table = spread_table(total, caps);
    let (mut left, mut rank) = (total, 0u64);
    for (n_after, (amount, cap)) in (0..caps.len()).rev().zip(amounts.iter().zip(caps)) {
        if amount > cap || *amount > left {
            return None;
        }
        let less = (0..*amount).map(|less| ways_of_last(&table, total, n_after, left - less));
        rank = less.fold(rank, u64::saturating_add);
        left -= amount;
    }
    (left == 0).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_tokens_over_two_slots() {
        assert_eq!(spread_count(3, &[3, 3]), 4);
        assert_eq!(spread_from_rank(3, &[3, 3], 0), [0, 3]);
        assert_eq!(spread_from_rank(3, &[3, 3], 3), [3, 0]);
        assert_eq!(spread_count(3, &[1, 1]), 0);
    }

    #[test]
    fn the_largest_spread_is_counted() {
        let caps = [u8::MAX; 40];
        assert_eq!(spread_count(u8::MAX, &caps), u64::MAX, "more than a number holds");
        assert_eq!(spread_count(u8::MAX, &caps[..2]), 256);
    }

    #[test]
    fn choices_are_counted_without_being_made() {
        assert_eq!(choice_count(5, 0, 5), 32);
        assert_eq!(choice_count(5, 2, 3), 20);
        assert_eq!(choice_count(5, 4, 3), 0);
        assert_eq!(choice_count(30, 0, 30), 1 << 30);
        assert_eq!(choice_count(30, 15, 15), 155_117_520);
        // Of three things at least one: 1, 2, 12, 3, 13, 23, 123.
        let masks: Vec<u32> = (0..7).map(|rank| choice_from_rank(3, 1, 3, rank)).collect();
        assert_eq!(masks, [0b001, 0b010, 0b011, 0b100, 0b101, 0b110, 0b111]);
        assert_eq!(choice_from_rank(30, 0, 30, (1 << 30) - 1), (1 << 30) - 1);
        assert_eq!(choice_rank(3, 1, 2, 0b111), None, "too many");
        assert_eq!(choice_rank(3, 0, 3, 0b1000), None, "no such place");
    }

    proptest! {
        #[test]
        fn choice_ranks_turn_back_and_rise(n in 0usize..9, min in 0u8..4, more in 0u8..6) {
            let max = min + more;
            let mut last = None;
            for rank in 0..choice_count(n, min, max) {
                let mask = choice_from_rank(n, min, max, rank);
                prop_assert_eq!(choice_rank(n, min, max, mask), Some(rank));
                prop_assert!(last < Some(mask));
                last = Some(mask);
            }
            let all = (0u32..1 << n)
                .filter(|mask| (u32::from(min)..=u32::from(max)).contains(&mask.count_ones()));
            prop_assert_eq!(all.count() as u64, choice_count(n, min, max));
        }

        #[test]
        fn order_ranks_turn_back(n in 0u8..7, seed in 0u64..5040) {
            let rank = seed % order_count(n);
            prop_assert_eq!(order_rank(&order_from_rank(n, rank)), Some(rank));
        }

        #[test]
        fn spread_ranks_turn_back(total in 0u8..7, caps in prop::collection::vec(0u8..5, 1..5)) {
            prop_assert_eq!(spread_fits(total, &caps), spread_count(total, &caps) > 0);
            let all = spread_table(total, &caps).last().copied();
            prop_assert_eq!(Some(spread_count(total, &caps)), all);
            for rank in 0..spread_count(total, &caps) {
                let amounts = spread_from_rank(total, &caps, rank);
                prop_assert_eq!(spread_rank(total, &caps, &amounts), Some(rank));
            }
        }
    }
}
