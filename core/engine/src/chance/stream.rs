//! Named streams of random results, and results forced in advance.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{ChanceError, Rng, mix};
use crate::hash::Fingerprint;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One stream of random results: a generator, how much was taken from it, and forced results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream {
    rng: Rng,
    taken: u32,
    forced: VecDeque<u32>,
}

impl Stream {
    /// The stream `name` of the match with this seed.
    ///
    /// Its generator is seeded with `mix(mix(seed + 0x9e3779b97f4a7c15) ^ hash)`, where `hash`
    /// is the 64-bit FNV-1a hash of the name's UTF-8 bytes.
    pub fn of(seed: u64, name: &str) -> Self {
        let rng = Rng::seeded(mix(mix(seed.wrapping_add(GOLDEN)) ^ fnv(name)));
        Self { rng, taken: 0, forced: VecDeque::new() }
    }

    /// How many results and shuffles were taken, forced ones included; it stops at 2^32 - 1.
    /// A change tells that chance has spoken in between.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// The generator as it stands, for hashing.
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Results still to come before chance speaks again, next one first.
    pub fn forced(&self) -> impl Iterator<Item = u32> + '_ {
        self.forced.iter().copied()
    }

    /// Appends a result that will be given instead of a random one, as the player sees it: the
    /// face of a die, the number from [`Stream::below`], the place from [`Stream::pick`]. No
    /// random number is used up by a forced result.
    pub fn force(&mut self, result: u32) {
        self.forced.push_back(result);
    }

    /// Forgets all forced results.
    pub fn clear_forced(&mut self) {
        self.forced.clear();
    }

    /// A number from 0 to `n - 1`, each equally likely.
    ///
    /// # Errors
    /// `n` is 0, or the next forced result is not below `n`.
    pub fn below(&mut self, n: u32) -> Result<u32, ChanceError> {
        self.from(0, n)
    }

    /// One throw of a die with faces 1 to `sides`.
    ///
    /// # Errors
    /// `sides` is 0, or the next forced result is no face of this die.
    pub fn roll(&mut self, sides: u32) -> Result<u32, ChanceError> {
        self.from(1, sides)
    }

    /// One of the items, each equally likely; a forced result is its place, counted from 0.
    ///
    /// # Errors
    /// There are no items, or the next forced result is not the place of one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Result<&'a T, ChanceError> {
        let n = u32::try_from(items.len()).map_err(|_| ChanceError::TooMany)?;
        let place = self.below(n)?;
        items.get(place as usize).ok_or(ChanceError::Nothing)
    }

    /// Shuffles in place, each order equally likely, always by chance: forced results are not
    /// used. See [`Rng::shuffle`] for the frozen order of exchanges.
    ///
    /// # Errors
    /// More than 2^32 - 1 items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), ChanceError> {
        u32::try_from(items.len()).map_err(|_| ChanceError::TooMany)?;
        self.rng.shuffle(items);
        self.taken = self.taken.saturating_add(1);
        Ok(())
    }

    /// One of the `n` numbers from `first` on.
    fn from(&mut self, first: u32, n: u32) -> Result<u32, ChanceError> {
        let last = n.checked_sub(1).ok_or(ChanceError::Nothing)?;
        let last = last.checked_add(first).ok_or(ChanceError::TooMany)?;
        let result = match self.forced.front().copied() {
            None => first + self.rng.below(n),
            Some(value) if (first..=last).contains(&value) => value,
            Some(value) => return Err(ChanceError::Forced { value, min: first, max: last }),
        };
        self.forced.pop_front();
        self.taken = self.taken.saturating_add(1);
        Ok(result)
    }
}

/// The streams of one match. A stream exists from its first use on.
///
/// ```
/// use harena_engine::chance::Streams;
///
/// let mut streams = Streams::new(42);
/// streams.stream("dice").force(6);
/// assert_eq!(streams.stream("dice").roll(6), Ok(6));
/// assert_eq!(streams.stream("dice").roll(6), Ok(1));
/// ```
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streams {
    seed: u64,
    /// By the hash of their names, in rising order.
    #[serde(with = "as_map")]
    streams: Vec<(u64, Stream)>,
}

/// Streams are saved as a map.
mod as_map {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::Stream;

    pub fn serialize<S: Serializer>(list: &[(u64, Stream)], out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(list.iter().map(|(key, stream)| (key, stream)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Vec<(u64, Stream)>, D::Error> {
        Ok(BTreeMap::<u64, Stream>::deserialize(input)?.into_iter().collect())
    }
}

impl Clone for Streams {
    fn clone(&self) -> Self {
        Self { seed: self.seed, streams: self.streams.clone() }
    }

    /// Allocates only if the two do not use the same streams.
    fn clone_from(&mut self, source: &Self) {
        self.seed = source.seed;
        self.streams.truncate(source.streams.len());
        for ((key, stream), (own, other)) in self.streams.iter_mut().zip(&source.streams) {
            *key = *own;
            (stream.rng, stream.taken) = (other.rng.clone(), other.taken);
            if !(stream.forced.is_empty() && other.forced.is_empty()) {
                stream.forced.clone_from(&other.forced);
            }
        }
        let missing = source.streams.get(self.streams.len()..).unwrap_or_default();
        self.streams.extend_from_slice(missing);
    }
}

impl Streams {
    /// The streams of the match with this seed, none of them used yet.
    pub fn new(seed: u64) -> Self {
        Self { seed, streams: Vec::new() }
    }

    /// The seed of the match.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The stream of this name. Two names with the same 64-bit FNV-1a hash share a stream.
    pub fn stream(&mut self, name: &str) -> &mut Stream {
        let key = fnv(name);
        let at = self.streams.partition_point(|(other, _)| *other < key);
        if self.streams.get(at).is_none_or(|(other, _)| *other != key) {
            self.streams.insert(at, (key, Stream::of(self.seed, name)));
        }
        &mut self.streams[at].1 // there by now
    }

    /// The streams used so far with the hash of their names, in the order of these hashes.
    pub fn used(&self) -> impl Iterator<Item = (u64, &Stream)> {
        self.streams.iter().map(|(key, stream)| (*key, stream))
    }

    /// Writes everything that tells these streams from others.
    pub fn write_to(&self, fingerprint: &mut Fingerprint) {
        fingerprint.write_u64(self.seed).write_u32(self.streams.len() as u32);
        for (key, stream) in self.used() {
            fingerprint.write_u64(key).write_u32(stream.taken);
            for word in stream.rng.words() {
                fingerprint.write_u64(word);
            }
            fingerprint.write_u32(stream.forced.len() as u32);
            for result in &stream.forced {
                fingerprint.write_u32(*result);
            }
        }
    }

    /// How far each stream is, a line each, for [`Streams::continued`]: the hash of its name, what
    /// was taken from it, its generator, and what is forced.
    pub fn lines(&self) -> Vec<String> {
        let line = |(key, stream): (u64, &Stream)| {
            let [a, b, c, d] = stream.rng.words();
            let taken = stream.taken;
            let forced: String = stream.forced.iter().map(|result| format!(" {result}")).collect();
            format!("{key:016x} {taken} {a:016x}{b:016x}{c:016x}{d:016x}{forced}")
        };
        self.used().map(line).collect()
    }

    /// Streams of this seed that are as far as these lines say; nothing for lines that
    /// [`Streams::lines`] does not write.
    pub fn continued<'t>(seed: u64, lines: impl IntoIterator<Item = &'t str>) -> Option<Self> {
        let read = |line: &str| {
            let mut parts = line.split_whitespace();
            let key = u64::from_str_radix(parts.next()?, 16).ok()?;
            let taken = parts.next()?.parse().ok()?;
            let words = parts.next().filter(|words| words.len() == 64)?;
            let word = |at: usize| u64::from_str_radix(words.get(16 * at..16 * at + 16)?, 16).ok();
            let rng = Rng::of_words([word(0)?, word(1)?, word(2)?, word(3)?])?;
            let forced = parts.map(|result| result.parse().ok()).collect::<Option<_>>()?;
            Some((key, Stream { rng, taken, forced }))
        };
        let streams: Vec<(u64, Stream)> = lines.into_iter().map(read).collect::<Option<_>>()?;
        streams.is_sorted_by(|(a, _), (b, _)| a < b).then_some(Self { seed, streams })
    }

    /// How many results and shuffles were taken from all streams together.
    pub fn taken(&self) -> u64 {
        self.streams.iter().map(|(_, stream)| u64::from(stream.taken)).sum()
    }
}

/// The 64-bit FNV-1a hash of the text's bytes.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_hashed_as_published() {
        assert_eq!(fnv(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv("foobar"), 0x8594_4171_f739_67e8);
    }

    /// Words, twelve dice and a shuffle of 0..8, computed by a second program from the rules
    /// written at [`Stream::of`], [`Rng::below`] and [`Rng::shuffle`].
    fn check(seed: u64, name: &str, word: u64, dice: [u32; 12], order: [u8; 8]) {
        let stream = Stream::of(seed, name);
        assert_eq!(stream.rng.words()[0], word);
        let mut thrown = stream.clone();
        assert_eq!(dice.map(|_| thrown.roll(6).unwrap()), dice);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        stream.clone().shuffle(&mut items).unwrap();
        assert_eq!(items, order);
    }

    #[test]
    fn streams_are_frozen() {
        let dice = [2, 6, 6, 3, 2, 3, 5, 3, 6, 4, 6, 2];
        check(0, "dice", 17_879_129_698_705_938_996, dice, [3, 2, 4, 0, 7, 5, 6, 1]);
        let dice = [1, 1, 5, 4, 4, 6, 2, 5, 6, 2, 4, 2];
        check(0, "deck", 15_242_835_411_440_144_260, dice, [1, 6, 3, 5, 2, 4, 7, 0]);
        let dice = [1, 5, 1, 2, 1, 1, 5, 3, 2, 3, 2, 6];
        check(42, "dice", 4_026_527_532_513_206_908, dice, [2, 4, 3, 6, 1, 7, 5, 0]);
        let dice = [3, 1, 5, 2, 1, 4, 2, 2, 3, 4, 2, 5];
        check(u64::MAX, "", 14_280_071_093_056_689_031, dice, [7, 3, 5, 6, 1, 4, 0, 2]);
    }

    #[test]
    fn streams_go_on_where_their_lines_say() {
        let mut streams = Streams::new(7);
        streams.stream("dice").roll(6).unwrap();
        streams.stream("deck").shuffle(&mut [1, 2, 3]).unwrap();
        streams.stream("dice").force(4);
        let lines = streams.lines();
        let mut read = Streams::continued(7, lines.iter().map(String::as_str)).unwrap();
        assert_eq!(read, streams);
        assert_eq!(read.stream("dice").roll(6), Ok(4));
        let flawed = ["", "xyz 1", "12 1 00", &"0".repeat(90), &lines.concat()];
        for line in flawed {
            assert_eq!(Streams::continued(7, [line]), None, "{line}");
        }
        let twice = [lines[0].as_str(), lines[0].as_str()];
        assert_eq!(Streams::continued(7, twice), None);
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let mut busy = Streams::new(5);
        for _ in 0..10 {
            busy.stream("deck").below(100).unwrap();
        }
        assert_eq!(busy.stream("dice").roll(20), Streams::new(5).stream("dice").roll(20));
        assert_eq!(busy.taken(), 11);
        assert_eq!(busy.used().count(), 2);
    }

    #[test]
    fn forced_results_come_first_and_use_up_no_chance() {
        let mut stream = Stream::of(1, "dice");
        let free = stream.clone().roll(6);
        stream.force(6);
        stream.force(2);
        assert_eq!(stream.forced().collect::<Vec<_>>(), [6, 2]);
        assert_eq!(stream.roll(6), Ok(6));
        assert_eq!(stream.pick(&["a", "b", "c"]), Ok(&"c"));
        assert_eq!(stream.roll(6), free);
        assert_eq!(stream.taken(), 3);
    }

    #[test]
    fn a_forced_result_that_does_not_fit_is_refused_and_stays() {
        let mut stream = Stream::of(1, "dice");
        stream.force(0);
        let refusal = ChanceError::Forced { value: 0, min: 1, max: 6 };
        assert_eq!(stream.roll(6), Err(refusal.clone()));
        assert_eq!(refusal.to_string(), "the forced result 0 is not between 1 and 6");
        assert_eq!(stream.below(6), Ok(0));
        stream.force(6);
        assert_eq!(stream.below(6), Err(ChanceError::Forced { value: 6, min: 0, max: 5 }));
        stream.clear_forced();
        assert!(stream.below(6).is_ok());
    }

    #[test]
    fn nothing_cannot_be_chosen_from() {
        let mut stream = Stream::of(1, "dice");
        let before = stream.clone();
        assert_eq!(stream.roll(0), Err(ChanceError::Nothing));
        assert_eq!(stream.below(0), Err(ChanceError::Nothing));
        assert_eq!(stream.pick::<u8>(&[]), Err(ChanceError::Nothing));
        assert_eq!(stream, before);
    }

    #[test]
    fn every_change_of_streams_has_its_own_digest() {
        let digest = |change: &dyn Fn(&mut Streams)| {
            let mut streams = Streams::new(1);
            change(&mut streams);
            let mut fingerprint = Fingerprint::new();
            streams.write_to(&mut fingerprint);
            fingerprint.digest()
        };
        let digests = std::collections::BTreeSet::from([
            digest(&|_| {}),
            digest(&|streams| *streams = Streams::new(2)),
            digest(&|streams| assert!(streams.stream("dice").roll(6).is_ok())),
            digest(&|streams| assert!(streams.stream("deck").roll(6).is_ok())),
            digest(&|streams| streams.stream("dice").force(3)),
            digest(&|streams| streams.stream("dice").force(4)),
        ]);
        assert_eq!(digests.len(), 6);
    }

    #[test]
    fn a_saved_stream_goes_on_as_before() {
        let mut streams = Streams::new(u64::MAX);
        streams.stream("dice").roll(6).unwrap();
        streams.stream("deck").force(3);
        let json = serde_json::to_string(&streams).unwrap();
        let mut restored: Streams = serde_json::from_str(&json).unwrap();
        assert_eq!(restored, streams);
        assert_eq!(restored.stream("dice").below(1_000), streams.stream("dice").below(1_000));
    }
}
