//! Numbers for orders and for spreads, so that they need not be written out.

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

/// In how many ways `total` can be spread over slots that hold at most so much each.
pub fn spread_count(total: u8, caps: &[u8]) -> u64 {
    let mut ways = vec![0u64; usize::from(total) + 1];
    if let Some(none) = ways.first_mut() {
        *none = 1;
    }
    for cap in caps {
        let before = ways.clone();
        for (sum, slot) in ways.iter_mut().enumerate() {
            let low = sum.saturating_sub(usize::from(*cap));
            *slot =
                before.get(low..=sum).unwrap_or(&[]).iter().fold(0, |a, b| a.saturating_add(*b));
        }
    }
    ways.last().copied().unwrap_or(0)
}

/// The amounts with this rank, smaller first amounts first.
pub fn spread_from_rank(total: u8, caps: &[u8], mut rank: u64) -> Vec<u8> {
    let mut left = total;
    let mut amounts = Vec::with_capacity(caps.len());
    for (slot, cap) in caps.iter().enumerate() {
        let rest = caps.get(slot + 1..).unwrap_or(&[]);
        let mut amount = 0;
        for candidate in 0..=(*cap).min(left) {
            let ways = spread_count(left - candidate, rest);
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

/// The rank of amounts; `None` if they break a cap or do not add up.
pub fn spread_rank(total: u8, caps: &[u8], amounts: &[u8]) -> Option<u64> {
    if caps.len() != amounts.len() {
        return None;
    }
    let (mut left, mut rank) = (total, 0u64);
    for (slot, amount) in amounts.iter().enumerate() {
        if *amount > *caps.get(slot)? || *amount > left {
            return None;
        }
        let rest = caps.get(slot + 1..).unwrap_or(&[]);
        rank += (0..*amount).map(|less| spread_count(left - less, rest)).sum::<u64>();
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

    proptest! {
        #[test]
        fn order_ranks_turn_back(n in 0u8..7, seed in 0u64..5040) {
            let rank = seed % order_count(n);
            prop_assert_eq!(order_rank(&order_from_rank(n, rank)), Some(rank));
        }

        #[test]
        fn spread_ranks_turn_back(total in 0u8..7, caps in prop::collection::vec(0u8..5, 1..5)) {
            for rank in 0..spread_count(total, &caps) {
                let amounts = spread_from_rank(total, &caps, rank);
                prop_assert_eq!(spread_rank(total, &caps, &amounts), Some(rank));
            }
        }
    }
}
