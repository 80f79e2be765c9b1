//! Which nodes are joined: union-find.

use serde::{Deserialize, Serialize};

/// Nodes that get joined one by one, and the answer whether two of them are joined by now.
///
/// Nodes are numbers below the count given at the start: a board's cells take their own numbers,
/// and sets such as a border take the numbers after them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    parents: Vec<u16>,
}

impl Joined {
    /// `n` nodes, none joined.
    pub fn new(n: u16) -> Self {
        Self { parents: (0..n).collect() }
    }

    /// Joins two nodes; whether they were apart. Unknown nodes are not joined.
    pub fn join(&mut self, a: u16, b: u16) -> bool {
        let (Some(a), Some(b)) = (self.root(a), self.root(b)) else { return false };
        if let Some(parent) = self.parents.get_mut(usize::from(a.max(b))) {
            *parent = a.min(b);
        }
        a != b
    }

    /// Whether two nodes are joined, directly or over others.
    pub fn are_joined(&mut self, a: u16, b: u16) -> bool {
        let root = self.root(a);
        root.is_some() && root == self.root(b)
    }

    /// The least node joined with this one; nothing for an unknown node. Shortens the way there
    /// for the next time.
    pub fn root(&mut self, node: u16) -> Option<u16> {
        let mut at = node;
        let mut parent = *self.parents.get(usize::from(at))?;
        while parent != at {
            let above = *self.parents.get(usize::from(parent))?;
            *self.parents.get_mut(usize::from(at))? = above;
            at = above;
            parent = *self.parents.get(usize::from(at))?;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_is_passed_on() {
        let mut joined = Joined::new(6);
        assert!(joined.join(5, 3));
        assert!(joined.join(3, 1));
        assert!(!joined.join(1, 5));
        assert!(joined.are_joined(5, 1));
        assert!(!joined.are_joined(5, 0));
        assert_eq!(joined.root(5), Some(1));
        assert!(!joined.join(6, 0));
        assert!(!joined.are_joined(6, 6));
    }
}
