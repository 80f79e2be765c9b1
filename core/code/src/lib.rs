//! The codes under which problems of packs and faults of running rules are told.
//!
//! Each code is listed once, in [`codes`], and has a section of the same number in `docs/errors`; a
//! test holds the two together. Whoever wants to know what went wrong compares codes, never texts:
//!
//! ```
//! use harena_code::{Code, codes};
//! assert_eq!(codes::UNFINISHED.as_str(), "H0410");
//! assert_eq!(Code::named("H0410"), Some(codes::UNFINISHED));
//! assert_eq!(Code::named("H0499"), None);
//! ```
//!
//! This crate knows nobody, and does nothing but list.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub mod codes;

/// What went wrong, as one of the [`codes`]. A code never changes its meaning.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// All codes in their order.
    pub const ALL: &'static [Code] = codes::ALL;

    /// As people read it, such as `H0401`.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The code that is written so.
    pub fn named(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.0 == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl PartialEq<str> for Code {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

/// For tests, which say what people read.
impl PartialEq<&str> for Code {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let text = String::deserialize(deserializer)?;
        Code::named(&text).ok_or_else(|| D::Error::custom(format!("there is no code `{text}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once_and_in_order() {
        assert!(Code::ALL.is_sorted_by(|a, b| a < b));
        for code in Code::ALL {
            let (letter, number) = code.as_str().split_at(1);
            assert!(letter == "H" && number.len() == 4 && number.parse::<u16>().is_ok(), "{code}");
        }
    }

    #[test]
    fn codes_are_kept_as_people_read_them() {
        let kept = serde_json::to_string(&codes::STALE_ANSWER).unwrap();
        assert_eq!(kept, "\"H0412\"");
        assert_eq!(serde_json::from_str::<Code>(&kept).unwrap(), codes::STALE_ANSWER);
        let unknown = serde_json::from_str::<Code>("\"H0499\"").unwrap_err();
        assert!(unknown.to_string().starts_with("there is no code `H0499`"), "{unknown}");
    }
}
