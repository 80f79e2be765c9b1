//! The generator: xoshiro256** seeded by splitmix64.

use serde::{Deserialize, Serialize};

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The result of one splitmix64 step whose state becomes `word`: a bijection on 64 bits that
/// scatters neighboring words.
///
/// `mix(seed ^ mix(index))` gives independent seeds for the matches of a series.
pub fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A xoshiro256** generator: 32 bytes of plain state, period 2^256 - 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rng {
    words: [u64; 4],
}

impl Rng {
    /// The generator whose four words are the first four results of splitmix64 from `seed`.
    pub fn seeded(seed: u64) -> Self {
        let word = |step: u64| mix(seed.wrapping_add(GOLDEN.wrapping_mul(step)));
        Self { words: [word(1), word(2), word(3), word(4)] }
    }

    /// The generator with these state words, which are not all 0.
    pub fn of_words(words: [u64; 4]) -> Option<Self> {
        (words != [0; 4]).then_some(Self { words })
    }

    /// The four state words, for hashing.
    pub fn words(&self) -> [u64; 4] {
        self.words
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let [mut a, mut b, mut c, mut d] = self.words;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = d.rotate_left(45);
        self.words = [a, b, c, d];
        result
    }

    /// The next 32 bits: the upper half of the next 64.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number from 0 to `n - 1`, each equally likely; 0 when `n` is 0 or 1.
    ///
    /// Lemire's method: the product of 32 random bits and `n`, whose upper half is the result.
    /// Products whose lower half is under `2^32 mod n` are thrown away. At least one draw is
    /// made whenever `n` is not 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let rejected = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.next_u32()) * u64::from(n);
            if product as u32 >= rejected {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles in place, each order equally likely: for `i` from the last place down to 1, the
    /// item at `i` changes places with the one at `below(i + 1)`.
    ///
    /// Items beyond place 2^32 - 2 would stay where they are.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let Ok(n) = u32::try_from(i + 1) else { continue };
            items.swap(i, self.below(n) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;
    use proptest::prelude::*;

    /// The sequence published with splitmix64 for seed 1234567.
    #[test]
    fn splitmix_gives_the_published_sequence() {
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
        ];
        assert_eq!(Rng::seeded(1_234_567).words(), expected);
    }

    /// The sequence of the reference implementation of xoshiro256** from state 1, 2, 3, 4.
    #[test]
    fn xoshiro_gives_the_published_sequence() {
        let mut rng = Rng { words: [1, 2, 3, 4] };
        let expected = [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    /// From state 1, 2, 3, 4 the upper halves are 0, 0, 0, 283115520, 283162117, 141558288, ...
    /// Six results leave 2^32 mod 6 = 4 to be rejected, so the products 0 are skipped.
    #[test]
    fn below_rejects_what_would_bias_it() {
        let mut rng = Rng { words: [1, 2, 3, 4] };
        let upper = 1_215_971_899_390_074_240_u64 >> 32;
        assert_eq!(u64::from(rng.below(6)), (upper * 6) >> 32);
        assert_eq!(rng.next_u64(), 1_216_172_134_540_287_360);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.next_u64(), 607_988_272_756_665_600);
    }

    /// 60000 throws of a die: each face within 5 standard deviations (91) of 10000.
    #[test]
    fn a_die_is_fair() {
        let mut rng = Rng::seeded(7);
        let mut counts = [0_i32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 456), "{counts:?}");
    }

    /// 24000 shuffles of four: each of the 24 orders within 5 standard deviations (31) of 1000.
    #[test]
    fn every_order_is_equally_likely() {
        let mut rng = Rng::seeded(11);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (count - 1_000).abs() < 155), "{counts:?}");
    }

    proptest! {
        #[test]
        fn below_stays_below(seed: u64, n in 1_u32..) {
            prop_assert!(Rng::seeded(seed).below(n) < n);
        }

        #[test]
        fn a_shuffle_loses_nothing(seed: u64, mut items: Vec<u8>) {
            let mut shuffled = items.clone();
            Rng::seeded(seed).shuffle(&mut shuffled);
            shuffled.sort_unstable();
            items.sort_unstable();
            prop_assert_eq!(shuffled, items);
        }
    }
}
