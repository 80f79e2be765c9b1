//! Options argument by argument: what can come next in an option of which the first words stand.
//!
//! A thousand placements are a few pieces, then some cells, then six facings. A search that picks
//! one word after the other learns what a good cell is from all pieces laid there.

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Args, Decision, Dimension, Group, MAX_ARGS};
use harena_engine::id::VerbId;

use crate::bot::random::below;

/// A dimension with more values than this is not written out.
const LISTED: u64 = 256;

/// The first words of an option: its verb, then arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    words: [i32; MAX_ARGS + 1],
    len: usize,
}

/// What can follow a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing: the option is complete.
    Nothing,
    /// The words that were listed, in rising order.
    Listed,
    /// So many words that they were not listed.
    Many,
}

impl Path {
    /// The path with one word more; a word beyond the longest option is dropped.
    pub fn then(mut self, word: i32) -> Path {
        if let Some(slot) = self.words.get_mut(self.len) {
            *slot = word;
            self.len += 1;
        }
        self
    }

    fn words(&self) -> &[i32] {
        self.words.get(..self.len).unwrap_or(&[])
    }

    /// The option these words are; its verb if there is none.
    pub fn action(&self) -> Option<Action> {
        let (verb, args) = self.words().split_first()?;
        let verb = VerbId((*verb).try_into().ok()?);
        Some(Action { verb, args: args.iter().copied().collect::<Args>() })
    }

    /// Lists what can follow in an option of a decision.
    pub fn next(&self, decision: &Decision, words: &mut Vec<i32>) -> Next {
        words.clear();
        let mut next = Next::Nothing;
        for group in &decision.groups {
            match list(group, self.words(), words) {
                Next::Nothing => {}
                Next::Listed if next == Next::Many => {}
                more @ (Next::Listed | Next::Many) => next = more,
            }
        }
        words.sort_unstable();
        words.dedup();
        next
    }

    /// Some word that can follow, in an option of a decision with too many to list them.
    pub fn any(&self, decision: &Decision, rng: &mut Rng) -> Option<i32> {
        let fits = |group: &&Group| open(group, self.words()).is_some();
        let n = decision.groups.iter().filter(fits).count() as u64;
        if n == 0 {
            return None;
        }
        let group = decision.groups.iter().filter(fits).nth(below(rng, n) as usize)?;
        let (dimension, begun) = open(group, self.words())?;
        let mut args = Args::default();
        dimension.write(below(rng, dimension.count().max(1)), &mut args);
        args.get(begun.len())
    }

    /// Whether a word can follow.
    pub fn takes(&self, decision: &Decision, word: i32) -> bool {
        if self.len == 0 {
            return decision.groups.iter().any(|group| i32::from(group.verb.0) == word);
        }
        let longer = self.then(word);
        decision.groups.iter().any(|group| match open(group, self.words()) {
            None => false,
            // Inside a row only the whole row can be looked up.
            Some((Dimension::Rows { width, values }, begun)) => {
                let begins = longer.last(begun.len() + 1);
                values.chunks_exact(usize::from(*width).max(1)).any(|row| row.starts_with(begins))
            }
            Some((dimension, _)) => dimension.find(longer.last(1)).is_some(),
        })
    }

    fn last(&self, n: usize) -> &[i32] {
        self.words().get(self.len.saturating_sub(n)..).unwrap_or(&[])
    }
}

/// The dimension of a group in which a path ends, and the words that stand in it already; `None`
/// if no option of the group begins so, or it is complete.
fn open<'g, 'p>(group: &'g Group, words: &'p [i32]) -> Option<(&'g Dimension, &'p [i32])> {
    let (verb, mut rest) = words.split_first()?;
    if *verb != i32::from(group.verb.0) {
        return None;
    }
    for dimension in &group.dimensions {
        let Some((own, after)) = rest.split_at_checked(dimension.width()) else {
            return Some((dimension, rest));
        };
        dimension.find(own)?;
        rest = after;
    }
    None
}

/// Adds the words of a group that can follow.
fn list(group: &Group, path: &[i32], words: &mut Vec<i32>) -> Next {
    if path.is_empty() {
        words.push(i32::from(group.verb.0));
        return Next::Listed;
    }
    let Some((dimension, begun)) = open(group, path) else { return Next::Nothing };
    if let Dimension::Rows { width, values } = dimension {
        let rows = values.chunks_exact(usize::from(*width).max(1));
        let fitting = rows.filter(|row| row.starts_with(begun));
        words.extend(fitting.filter_map(|row| row.get(begun.len())));
        return Next::Listed;
    }
    if dimension.count() > LISTED {
        return Next::Many;
    }
    for index in 0..dimension.count() {
        let mut args = Args::default();
        dimension.write(index, &mut args);
        words.extend(args.get(0));
    }
    Next::Listed
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::board::{Cell, CellSet};
    use harena_engine::id::{Seat, WordId};

    fn decision() -> Decision {
        let cells = |list: &[u16]| {
            Dimension::Cells(list.iter().map(|cell| Cell(*cell)).collect::<CellSet>())
        };
        let group = |verb, dimensions| Group { verb: VerbId(verb), dimensions };
        let mut decision = Decision::of(
            Seat(0),
            WordId(0),
            vec![
                group(0, vec![]),
                group(1, vec![Dimension::One(5), cells(&[2, 7]), Dimension::Facings(0b101)]),
                group(1, vec![Dimension::One(6), cells(&[7]), Dimension::Facings(0b10)]),
                group(2, vec![Dimension::Rows { width: 2, values: vec![1, 4, 1, 9, 3, 0] }]),
                group(3, vec![Dimension::Range(0, 5_000)]),
            ],
        );
        decision.settle();
        decision
    }

    fn follow(path: &[i32]) -> (Next, Vec<i32>) {
        let path = path.iter().fold(Path::default(), |path, word| path.then(*word));
        let mut words = Vec::new();
        (path.next(&decision(), &mut words), words)
    }

    #[test]
    fn words_follow_as_the_options_have_them() {
        assert_eq!(follow(&[]), (Next::Listed, vec![0, 1, 2, 3]));
        assert_eq!(follow(&[0]), (Next::Nothing, vec![]));
        assert_eq!(follow(&[1]), (Next::Listed, vec![5, 6]));
        assert_eq!(follow(&[1, 5]), (Next::Listed, vec![2, 7]));
        assert_eq!(follow(&[1, 6]), (Next::Listed, vec![7]));
        assert_eq!(follow(&[1, 5, 7]), (Next::Listed, vec![0, 2]));
        assert_eq!(follow(&[2]), (Next::Listed, vec![1, 3]));
        assert_eq!(follow(&[2, 1]), (Next::Listed, vec![4, 9]));
        assert_eq!(follow(&[3]).0, Next::Many);
    }

    /// Going down word by word at random meets offered options only, and `takes` agrees.
    #[test]
    fn every_way_down_is_an_option() {
        let (decision, mut rng) = (decision(), Rng::seeded(3));
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let (mut path, mut words) = (Path::default(), Vec::new());
            loop {
                let word = match path.next(&decision, &mut words) {
                    Next::Nothing => break,
                    Next::Listed => words[below(&mut rng, words.len() as u64) as usize],
                    Next::Many => path.any(&decision, &mut rng).unwrap(),
                };
                assert!(path.takes(&decision, word));
                assert!(!path.takes(&decision, -7));
                path = path.then(word);
            }
            let action = path.action().unwrap();
            assert!(decision.offers(&action), "{action:?}");
            met.insert((action.verb, action.args.get(0)));
        }
        assert!(met.len() > 50, "{}", met.len());
    }
}
