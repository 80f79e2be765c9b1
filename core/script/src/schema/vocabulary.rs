//! The names a game has declared, by what they name.

use std::collections::{BTreeMap, BTreeSet};

/// Declared names: for each vocabulary (`stat`, `status`, `side`...) its names in the order of
/// their declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    names: BTreeMap<String, Names>,
    /// Whether every name counts as declared.
    is_open: bool,
}

/// The names of one vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    in_order: Vec<String>,
    known: BTreeSet<String>,
}

impl Vocabulary {
    /// A vocabulary where every name counts as declared: for what is read before its game is known.
    pub fn open() -> Vocabulary {
        Vocabulary { is_open: true, ..Vocabulary::default() }
    }

    /// Declares a name. Declaring it again changes nothing.
    pub fn add(&mut self, what: &str, name: &str) {
        let names = self.names.entry(what.into()).or_default();
        if names.known.insert(name.into()) {
            names.in_order.push(name.into());
        }
    }

    /// The same vocabulary with these names declared.
    pub fn with<const N: usize>(mut self, what: &str, names: [&str; N]) -> Vocabulary {
        for name in names {
            self.add(what, name);
        }
        self
    }

    /// The vocabularies that hold anything.
    pub fn sorts(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Whether this name is declared.
    pub fn has(&self, what: &str, name: &str) -> bool {
        self.is_open || self.names.get(what).is_some_and(|names| names.known.contains(name))
    }

    /// The names of one vocabulary; none if nobody declared it.
    pub fn names(&self, what: &str) -> impl Iterator<Item = &str> + Clone {
        let names = self.names.get(what).map_or(&[][..], |names| &names.in_order);
        names.iter().map(String::as_str)
    }
}
