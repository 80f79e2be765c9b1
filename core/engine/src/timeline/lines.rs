//! The tree of all lines of a match.

use std::sync::Arc;

use super::kept::Kept;
use super::{Line, Move};
use crate::game::Game;
use crate::log::Entry;

/// A moment in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The moment before it; the beginning is its own.
    pub parent: usize,
    /// The move that led here; nothing at the beginning.
    pub the_move: Option<Move>,
    /// The build of the game it was reached under, in whose numbers all this is.
    pub game: Arc<Game>,
    /// The moment.
    pub kept: Kept,
    /// How many entries the log had before the move.
    pub n_before: usize,
    /// What the log says since then.
    pub told: Box<[Entry]>,
}

/// The end of a line.
#[derive(Clone, Copy, Debug)]
struct Tip {
    number: u32,
    node: usize,
}

/// All moments and lines, and the line one is on.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    tips: Vec<Tip>,
    current: usize,
    /// The moments of the current line, from the beginning on.
    path: Vec<usize>,
    /// Its moves.
    moves: Vec<Move>,
}

impl Tree {
    pub fn new(beginning: Node) -> Tree {
        let tips = vec![Tip { number: 1, node: 0 }];
        Tree { nodes: vec![beginning], tips, current: 0, path: vec![0], moves: Vec::new() }
    }

    /// The moves of the current line.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moment after `n` moves of the current line.
    pub fn node_at(&self, n: usize) -> usize {
        self.path.get(n).or(self.path.last()).copied().unwrap_or(0)
    }

    pub fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// The moments from the beginning to one of them.
    fn path_to(&self, mut id: usize) -> Vec<usize> {
        let mut path = vec![id];
        while let Some(node) = self.nodes.get(id).filter(|_| id != 0) {
            id = node.parent;
            path.push(id);
        }
        path.reverse();
        path
    }

    /// The moves that led from the beginning to a moment.
    fn moves_to(&self, path: &[usize]) -> Vec<Move> {
        path.iter().filter_map(|id| self.nodes.get(*id)?.the_move).collect()
    }

    /// What was reached from a moment and fits.
    pub fn reached_from(&self, parent: usize, fits: impl Fn(&Node) -> bool) -> Option<usize> {
        let is_child = |(id, node): &(usize, &Node)| *id != 0 && node.parent == parent;
        self.nodes
            .iter()
            .enumerate()
            .skip(parent + 1)
            .filter(is_child)
            .find(|it| fits(it.1))
            .map(|it| it.0)
    }

    /// Adds a moment.
    pub fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Goes on from the moment after `n` moves to one that follows it: along the current line,
    /// along another one, or on a new line. The other lines stay.
    pub fn follow(&mut self, n: usize, next: usize) {
        if self.path.get(n + 1) == Some(&next) {
            return;
        }
        let is_end = n + 1 == self.path.len();
        let through = |tip: &Tip| self.path_to(tip.node).get(n + 1) == Some(&next);
        match self.tips.iter().position(through).filter(|_| !is_end) {
            Some(other) => self.show(other),
            None if is_end => {
                if let Some(tip) = self.tips.get_mut(self.current) {
                    tip.node = next;
                }
                self.path.push(next);
                self.moves.extend(self.nodes.get(next).and_then(|node| node.the_move));
            }
            None => self.begin_line(next),
        }
    }

    /// Begins another line that ends at a moment.
    pub fn begin_line(&mut self, node: usize) {
        let number = self.tips.iter().map(|tip| tip.number).max().unwrap_or(0) + 1;
        self.tips.push(Tip { number, node });
        self.show(self.tips.len() - 1);
    }

    fn show(&mut self, current: usize) {
        self.current = current;
        let tip = self.tips.get(current).map_or(0, |tip| tip.node);
        self.path = self.path_to(tip);
        self.moves = self.moves_to(&self.path);
    }

    /// Changes to the line of this number; false if there is none.
    pub fn change_to(&mut self, number: u32) -> bool {
        let Some(at) = self.tips.iter().position(|tip| tip.number == number) else { return false };
        self.show(at);
        true
    }

    /// Forgets lines on which nothing was played, but the current one.
    pub fn drop_empty_lines(&mut self) {
        let number = self.number();
        let paths: Vec<Vec<usize>> = self.tips.iter().map(|tip| self.path_to(tip.node)).collect();
        let is_part = |at: usize| {
            let Some(own) = paths.get(at) else { return false };
            let longer = |(other, path): (usize, &Vec<usize>)| {
                other != at && path.starts_with(own) && (path.len() > own.len() || other < at)
            };
            paths.iter().enumerate().any(longer)
        };
        let kept = (0..self.tips.len()).filter(|at| *at == self.current || !is_part(*at));
        self.tips = kept.filter_map(|at| self.tips.get(at).copied()).collect();
        self.current = self.tips.iter().position(|tip| tip.number == number).unwrap_or(0);
    }

    /// The number of the current line.
    pub fn number(&self) -> u32 {
        self.tips.get(self.current).map_or(0, |tip| tip.number)
    }

    /// How many moves of the current line are also those of the line of this number.
    pub fn n_shared_with(&self, number: u32) -> usize {
        let tip = self.tips.iter().find(|tip| tip.number == number);
        let other = tip.map(|tip| self.path_to(tip.node)).unwrap_or_default();
        n_shared(&self.path, &other).saturating_sub(1)
    }

    /// All lines in the order in which they were begun.
    pub fn lines(&self) -> Vec<Line> {
        let paths: Vec<Vec<usize>> = self.tips.iter().map(|tip| self.path_to(tip.node)).collect();
        let line = |(at, tip): (usize, &Tip)| {
            let own = paths.get(at).map_or(&[][..], Vec::as_slice);
            let earlier = self.tips.iter().zip(&paths).take(at);
            let shared = earlier.map(|(tip, path)| (n_shared(own, path).saturating_sub(1), tip));
            let from = shared.max_by_key(|(n, tip)| (*n, std::cmp::Reverse(tip.number)));
            Line {
                number: tip.number,
                from: from.map(|(n, tip)| (tip.number, n)),
                n_moves: own.len().saturating_sub(1),
                is_current: at == self.current,
            }
        };
        self.tips.iter().enumerate().map(line).collect()
    }

    /// The moments of a line after the beginning, by the number of the line.
    pub fn moments_of(&self, number: u32) -> Vec<usize> {
        let tip = self.tips.iter().find(|tip| tip.number == number);
        tip.map(|tip| self.path_to(tip.node).split_off(1)).unwrap_or_default()
    }

    /// What the log said from the beginning to a moment, with the build each entry is told in.
    pub fn told_until(&self, id: usize, n_entries: usize) -> Vec<(&Arc<Game>, &Entry)> {
        let mut told = Vec::with_capacity(n_entries);
        for id in self.path_to(id) {
            let Some(node) = self.nodes.get(id) else { continue };
            told.truncate(node.n_before);
            told.extend(node.told.iter().map(|entry| (&node.game, entry)));
        }
        told.truncate(n_entries);
        told
    }
}

/// How many moments two lines have in common.
fn n_shared(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}
