//! Many short lists in one flat store, so that copying a state copies two slices.

use serde::{Deserialize, Serialize};

use crate::hash::Fingerprint;

/// A fixed number of ordered lists kept in one vector.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lists<T> {
    items: Vec<T>,
    ends: Vec<u16>,
}

impl<T: Clone> Clone for Lists<T> {
    fn clone(&self) -> Self {
        Lists { items: self.items.clone(), ends: self.ends.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.items.clone_from(&source.items);
        self.ends.clone_from(&source.ends);
    }
}

impl<T: Copy + PartialEq> Lists<T> {
    /// `n` empty lists.
    pub fn new(n: usize) -> Self {
        Lists { items: Vec::new(), ends: vec![0; n] }
    }

    /// Makes them `n` empty lists.
    pub fn clear(&mut self, n: usize) {
        self.items.clear();
        self.ends.clear();
        self.ends.resize(n, 0);
    }

    /// How many lists there are.
    pub fn n_lists(&self) -> usize {
        self.ends.len()
    }

    fn bounds(&self, list: usize) -> (usize, usize) {
        let end = self.ends.get(list).map_or(0, |end| usize::from(*end));
        let start = match list {
            0 => 0,
            _ => self.ends.get(list - 1).map_or(end, |end| usize::from(*end)),
        };
        (start.min(end), end)
    }

    /// The items of a list in order; empty for a list that does not exist.
    pub fn get(&self, list: usize) -> &[T] {
        let (start, end) = self.bounds(list);
        self.items.get(start..end).unwrap_or(&[])
    }

    /// The items of all lists.
    pub fn all(&self) -> &[T] {
        &self.items
    }

    /// The items of a list for rearranging in place.
    pub fn get_mut(&mut self, list: usize) -> &mut [T] {
        let (start, end) = self.bounds(list);
        self.items.get_mut(start..end).unwrap_or(&mut [])
    }

    /// Inserts at a place counted from the start; places past the end mean the end.
    pub fn insert(&mut self, list: usize, at: usize, item: T) {
        if list >= self.ends.len() {
            return;
        }
        let (start, end) = self.bounds(list);
        self.items.insert((start + at).min(end), item);
        self.shift(list, 1);
    }

    /// Adds at the end.
    pub fn push(&mut self, list: usize, item: T) {
        self.insert(list, usize::MAX / 2, item);
    }

    /// Takes out the first item equal to this one; answers where it was.
    pub fn remove(&mut self, list: usize, item: T) -> Option<usize> {
        let (start, end) = self.bounds(list);
        let at = self.items.get(start..end)?.iter().position(|other| *other == item)?;
        self.items.remove(start + at);
        self.shift(list, -1);
        Some(at)
    }

    /// Replaces a whole list.
    pub fn set(&mut self, list: usize, items: &[T]) {
        let (start, end) = self.bounds(list);
        if list >= self.ends.len() {
            return;
        }
        self.items.splice(start..end, items.iter().copied());
        self.shift(list, items.len() as i32 - (end - start) as i32);
    }

    fn shift(&mut self, list: usize, by: i32) {
        for end in self.ends.iter_mut().skip(list) {
            *end = (i32::from(*end) + by) as u16;
        }
    }

    /// Adds all lists to a fingerprint.
    pub fn print(&self, print: &mut Fingerprint, number: impl Fn(&T) -> i32) {
        for end in &self.ends {
            print.write_u16(*end);
        }
        for item in &self.items {
            print.write_i32(number(item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_behave_like_separate_vectors(
            edits in prop::collection::vec((0usize..4, 0usize..6, 0i32..9, 0u8..3), 0..60)
        ) {
            let mut lists = Lists::new(4);
            let mut plain: Vec<Vec<i32>> = vec![Vec::new(); 4];
            for (list, at, item, kind) in edits {
                let model = &mut plain[list];
                match kind {
                    0 => { lists.insert(list, at, item); model.insert(at.min(model.len()), item); }
                    1 => {
                        let found = model.iter().position(|i| *i == item);
                        prop_assert_eq!(lists.remove(list, item), found);
                        if let Some(i) = found { model.remove(i); }
                    }
                    _ => { lists.set(list, &[item, item]); *model = vec![item, item]; }
                }
                for (i, model) in plain.iter().enumerate() {
                    prop_assert_eq!(lists.get(i), model.as_slice());
                }
            }
        }
    }
}
