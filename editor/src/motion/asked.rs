//! The banner: what it asks comes up when it is something else than before.

use super::{CALM, Curve};

/// How long the banner takes to change, in seconds at speed 1, and how far it slides, in points.
const CHANGE: f32 = 0.160;
const SLIDE: f32 = 6.0;

/// What the banner asks, by anything that tells questions apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked<K> {
    key: Option<K>,
    since: f32,
    calm: bool,
}

impl<K> Default for Asked<K> {
    fn default() -> Asked<K> {
        Asked { key: None, since: f32::INFINITY, calm: false }
    }
}

impl<K: PartialEq> Asked<K> {
    /// Notes what is asked now; the first question is there at once.
    pub fn note(&mut self, key: K, calm: bool) {
        if self.key.as_ref() == Some(&key) {
            return;
        }
        let is_first = self.key.is_none();
        (self.key, self.calm) = (Some(key), calm);
        self.since = if is_first { f32::INFINITY } else { 0.0 };
    }

    /// Lets time pass.
    pub fn pass(&mut self, seconds: f32) {
        self.since += seconds;
    }

    fn part(&self) -> f32 {
        (self.since / if self.calm { CALM } else { CHANGE }).min(1.0)
    }

    /// Whether it still comes up.
    pub fn moves(&self) -> bool {
        self.part() < 1.0
    }

    /// How much of it is to be seen, and how far to the right of its place it is.
    pub fn stance(&self) -> (f32, f32) {
        let way = Curve::OUT.at(self.part());
        (way, if self.calm { 0.0 } else { SLIDE * (1.0 - way) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_question_fades_in_and_slides_to_its_place() {
        let mut asked = Asked::default();
        asked.note(1, false);
        assert_eq!(asked.stance(), (1.0, 0.0), "the first is there");
        asked.note(2, false);
        assert_eq!(asked.stance(), (0.0, 6.0));
        asked.pass(0.1);
        let (seen, aside) = asked.stance();
        assert!(asked.moves() && seen > 0.6 && aside < 2.4, "{seen} {aside}");
        asked.note(2, false);
        asked.pass(0.07);
        assert!(!asked.moves(), "the same question does not begin anew");
        asked.note(3, true);
        assert_eq!(asked.stance(), (0.0, 0.0), "calm motion only fades");
        asked.pass(0.08);
        assert!(!asked.moves());
    }
}
