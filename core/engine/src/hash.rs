//! Digests of canonical bytes: the same value gives the same [`Digest`] on every machine.
//!
//! Whoever hashes a value writes its parts in a fixed order into a [`Fingerprint`]. Numbers are
//! written little endian; texts and byte strings carry their length, so that `"ab", "c"` and
//! `"a", "bc"` differ. The digest is the 128-bit XXH3 hash of these bytes with seed zero, which
//! is frozen: changing it would make every saved record unverifiable.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_128;

/// A 128-bit hash, written as 32 lower case hexadecimal digits.
///
/// It tells equal states from different ones; it is no protection against someone who looks for
/// a collision on purpose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u128);

impl Digest {
    /// The digest of `bytes` as they stand, without a length in front.
    pub fn of(bytes: &[u8]) -> Self {
        Self(xxh3_128(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestError;

impl fmt::Display for DigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest has 32 hexadecimal digits")
    }
}

impl core::error::Error for DigestError {}

impl FromStr for Digest {
    type Err = DigestError;

    /// Reads what `Display` writes; capital digits are accepted too.
    ///
    /// # Errors
    /// Any other text.
    fn from_str(text: &str) -> Result<Self, DigestError> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !digits {
            return Err(DigestError);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| DigestError)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Collects canonical bytes and gives their [`Digest`].
///
/// ```
/// use harena_engine::hash::Fingerprint;
///
/// let mut fingerprint = Fingerprint::new();
/// fingerprint.write_u16(7).write_i32(-1).write_text("north");
/// assert_eq!(fingerprint.digest().to_string().len(), 32);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fingerprint {
    bytes: Vec<u8>,
}

impl Fingerprint {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes one byte.
    pub fn write_u8(&mut self, value: u8) -> &mut Self {
        self.bytes.push(value);
        self
    }

    /// Writes a truth value as one byte, 0 or 1.
    pub fn write_bool(&mut self, value: bool) -> &mut Self {
        self.write_u8(u8::from(value))
    }

    /// Writes two bytes.
    pub fn write_u16(&mut self, value: u16) -> &mut Self {
        self.write_raw(&value.to_le_bytes())
    }

    /// Writes four bytes.
    pub fn write_u32(&mut self, value: u32) -> &mut Self {
        self.write_raw(&value.to_le_bytes())
    }

    /// Writes eight bytes.
    pub fn write_u64(&mut self, value: u64) -> &mut Self {
        self.write_raw(&value.to_le_bytes())
    }

    /// Writes four bytes, two's complement.
    pub fn write_i32(&mut self, value: i32) -> &mut Self {
        self.write_raw(&value.to_le_bytes())
    }

    /// Writes eight bytes, two's complement.
    pub fn write_i64(&mut self, value: i64) -> &mut Self {
        self.write_raw(&value.to_le_bytes())
    }

    /// Writes the length as eight bytes, then the bytes.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.write_u64(bytes.len() as u64).write_raw(bytes)
    }

    /// Writes the text as its UTF-8 bytes, length first.
    pub fn write_text(&mut self, text: &str) -> &mut Self {
        self.write_bytes(text.as_bytes())
    }

    /// The digest of everything written so far. More may be written afterwards.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.bytes)
    }

    /// Forgets what was written and keeps the memory, for the next value.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Writes the first `len` of the bytes of some words, each word with its lowest byte first.
    pub(crate) fn write_words<const N: usize>(&mut self, words: &[u64; N], len: usize) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(words.map(u64::to_le_bytes).as_flattened());
        self.bytes.truncate(start + len);
    }

    /// Nothing written yet, with room for so many bytes.
    pub(crate) fn with_room(n_bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(n_bytes) }
    }

    fn write_raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(Digest::of(bytes).to_string(), expected);
    }

    /// Published values of XXH3, 128 bits, seed 0.
    #[test]
    fn published_vectors_hold() {
        check(b"", "99aa06d3014798d86001c324468d497f");
        check(b"a", "a96faf705af16834e6c632b61e964e1f");
        check(b"abc", "06b05ab6733a618578af5f94892f3950");
    }

    #[test]
    fn numbers_are_little_endian_and_texts_carry_their_length() {
        let mut written = Fingerprint::new();
        written.write_u8(1).write_bool(true).write_u16(0x0203).write_u32(0x0405_0607);
        written.write_i32(-2).write_u64(9).write_i64(-1).write_text("ab");
        let mut expected = vec![1, 1, 3, 2, 7, 6, 5, 4, 0xfe, 0xff, 0xff, 0xff];
        expected.extend([9, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend([0xff; 8]);
        expected.extend([2, 0, 0, 0, 0, 0, 0, 0, b'a', b'b']);
        assert_eq!(written.digest(), Digest::of(&expected));
        written.clear();
        assert_eq!(written.digest(), Digest::of(b""));
    }

    #[test]
    fn a_boundary_between_texts_matters() {
        let digest = |first: &str, second: &str| {
            Fingerprint::new().write_text(first).write_text(second).digest()
        };
        assert_ne!(digest("ab", "c"), digest("a", "bc"));
    }

    #[test]
    fn text_round_trip_keeps_leading_zeros() {
        for value in [0, 1, u128::MAX, 0x00ff_u128 << 64] {
            let digest = Digest(value);
            assert_eq!(digest.to_string().parse(), Ok(digest));
            let json = serde_json::to_string(&digest).unwrap();
            assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);
        }
        assert_eq!("12".parse::<Digest>(), Err(DigestError));
        assert_eq!("+0000000000000000000000000000001".parse::<Digest>(), Err(DigestError));
    }
}
