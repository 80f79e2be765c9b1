//! The names a game has declared, by what they name.

use std::collections::BTreeMap;

/// Declared names: for each vocabulary (`stat`, `status`, `side`...) its names in the order of
/// their declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    names: BTreeMap<String, Vec<String>>,
}

impl Vocabulary {
    /// Declares a name. Declaring it again changes nothing.
    pub fn add(&mut self, what: &str, name: &str) {
        let names = self.names.entry(what.into()).or_default();
        if !names.iter().any(|known| known == name) {
            names.push(name.into());
        }
    }

    /// The same vocabulary with these names declared.
    pub fn with<const N: usize>(mut self, what: &str, names: [&str; N]) -> Vocabulary {
        for name in names {
            self.add(what, name);
        }
        self
    }

    /// Whether this name is declared.
    pub fn has(&self, what: &str, name: &str) -> bool {
        self.names(what).any(|known| known == name)
    }

    /// The names of one vocabulary; none if nobody declared it.
    pub fn names(&self, what: &str) -> impl Iterator<Item = &str> + Clone {
        self.names.get(what).into_iter().flatten().map(String::as_str)
    }
}
