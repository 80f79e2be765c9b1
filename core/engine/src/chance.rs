//! Chance: one frozen generator, named streams, and results fixed in advance.
//!
//! Everything here is frozen. The same match seed, stream name and sequence of calls gives the
//! same results on every machine and in every later version, because a record of a match holds
//! nothing but its seed and the actions taken.
//!
//! - [`Rng`] is xoshiro256** by Blackman and Vigna, its four words filled by splitmix64.
//! - [`Stream`] draws results from a generator; forced results come first.
//! - [`Streams`] are the streams of one match, told apart by name. What one stream gives never
//!   depends on how often another was used.

mod rng;
mod stream;

pub use rng::{Rng, mix};
pub use stream::{Stream, Streams};

use core::fmt;

/// Why no result could be given. The stream is left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChanceError {
    /// There was nothing to choose from: a die without sides or an empty list.
    Nothing,
    /// More than 2^32 - 1 results were asked for.
    TooMany,
    /// The next forced result does not fit what is asked.
    Forced {
        /// The forced result, which stays first in the queue.
        value: u32,
        /// The least result that would fit.
        min: u32,
        /// The greatest result that would fit.
        max: u32,
    },
}

impl fmt::Display for ChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("there is nothing to choose from"),
            Self::TooMany => f.write_str("a random choice has at most 4294967295 results"),
            Self::Forced { value, min, max } => {
                write!(f, "the forced result {value} is not between {min} and {max}")
            }
        }
    }
}

impl core::error::Error for ChanceError {}
