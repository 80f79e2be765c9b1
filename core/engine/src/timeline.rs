//! A match with everything that was played in it: undo, redo, going to any moment, and lines that
//! branch off from each other.
//!
//! A **line** is a row of moves from the beginning on. Going to a moment of a line changes nothing:
//! the moves beyond it stay. Who goes on from there with another move begins a line of its own
//! beside the one it branches off from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::codes;
use crate::decision::Action;
use crate::game::Game;
use crate::hash::Digest;
use crate::id::*;
use crate::log::Entry;
use crate::state::Outcome;
use crate::the_match::{ActError, Fault, Match, Rules, Setup, Translation};

mod kept;
mod lines;

use kept::Kept;
use lines::{Node, Tree};

/// One move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who acted.
    pub seat: Seat,
    /// What was done, in the numbers of the game as it was then built.
    pub action: Action,
    /// The digest of the match after it.
    pub digest: Digest,
    /// Whether hidden things were shown or chance spoke on the way to the next decision.
    pub revealed: bool,
}

/// A line of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1; it never changes.
    pub number: u32,
    /// The line it branches off from, and after how many moves; nothing for the first one.
    pub from: Option<(u32, usize)>,
    /// How many moves it has, from the beginning on.
    pub n_moves: usize,
    /// Whether this is the line one is on.
    pub is_current: bool,
}

/// A match in play with everything needed to go back and forth.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The match at the moment one looks at.
    pub now: Match,
    tree: Tree,
    n_done: usize,
}

impl Timeline {
    /// Begins a match and runs it to its first decision, keeping a log.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin(game: Arc<Game>, setup: Setup, rules: &mut dyn Rules) -> Result<Timeline, Fault> {
        let mut now = Match::new(game, setup);
        now.log.on = true;
        now.keep_frames = true;
        now.advance(rules)?;
        now.take_revealed();
        Ok(Timeline::of(now))
    }

    /// A timeline that begins at a match already in play.
    pub fn of(now: Match) -> Timeline {
        let beginning = Node {
            parent: 0,
            the_move: None,
            game: now.game.clone(),
            kept: Kept::new(now.snapshot(), None),
            n_before: 0,
            told: now.log.entries.clone().into(),
        };
        Timeline { now, tree: Tree::new(beginning), n_done: 0 }
    }

    /// The moves of the current line, those beyond the moment one looks at included.
    pub fn moves(&self) -> &[Move] {
        self.tree.moves()
    }

    /// How many moves lie before the moment one looks at.
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// Whether one looks at a moment with moves beyond it.
    pub fn is_past(&self) -> bool {
        self.n_done < self.moves().len()
    }

    /// All lines in the order in which they were begun.
    pub fn lines(&self) -> Vec<Line> {
        self.tree.lines()
    }

    /// The number of the current line.
    pub fn line(&self) -> u32 {
        self.tree.number()
    }

    /// Numbers of the moments of a line after its beginning: lines have in common what they share.
    /// A number, once given out, always stands for the same moment.
    pub fn moments_of(&self, line: u32) -> Vec<usize> {
        self.tree.moments_of(line)
    }

    /// The number of the moment one looks at, see [`Timeline::moments_of`].
    pub fn moment(&self) -> usize {
        self.tree.node_at(self.n_done)
    }

    /// How the match had ended at a moment, if it had, and the build of the game that says it.
    pub fn outcome_at(&self, moment: usize) -> Option<(&Arc<Game>, &Outcome)> {
        let node = self.tree.node(moment)?;
        Some((&node.game, node.kept.outcome()?))
    }

    /// Takes an option. At the end of a line it goes on; before it, the move that comes next is
    /// taken again, and any other move begins a line of its own. A fault leaves everything as it
    /// was.
    ///
    /// # Errors
    /// As [`Match::act`]; the match is as before in every case.
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<(), ActError> {
        let held = self.now.hold();
        self.now.frames.clear();
        if let Err(error) = self.now.act(rules, seat, action) {
            self.now.put_back(held);
            return Err(error);
        }
        let (digest, revealed) = (self.now.digest(), self.now.take_revealed());
        let next = self.reached(Move { seat, action, digest, revealed });
        self.tree.follow(self.n_done, next);
        self.n_done += 1;
        Ok(())
    }

    /// The moment that a move has just led to: one that was reached before, or a new one.
    fn reached(&mut self, the_move: Move) -> usize {
        let now = &self.now;
        let parent = self.tree.node_at(self.n_done);
        let is_same = |node: &Node| {
            let translation = Translation::new(&node.game, &now.game);
            node.the_move.is_some_and(|old| {
                (old.seat, old.digest) == (the_move.seat, the_move.digest)
                    && translation.action(&old.action).as_ref() == Ok(&the_move.action)
            })
        };
        if let Some(known) = self.tree.reached_from(parent, is_same) {
            return known;
        }
        let entries = &now.log.entries;
        let n_before = entries.partition_point(|entry| entry.action < now.log.action);
        let before = self.tree.node(parent).map(|node| &node.kept);
        let kept = Kept::new(now.snapshot(), before);
        let told = entries.get(n_before..).unwrap_or_default().into();
        let game = now.game.clone();
        self.tree.add(Node { parent, the_move: Some(the_move), game, kept, n_before, told })
    }

    /// Goes to the moment after `n` moves of the current line. The moves beyond it stay.
    ///
    /// # Errors
    /// A fault of the rules, or a moment with something that a newer build does not have; the
    /// match stays where it was.
    pub fn go_to(&mut self, rules: &mut dyn Rules, n: usize) -> Result<(), Fault> {
        let n = n.min(self.moves().len());
        if n != self.n_done {
            self.now = self.match_at(self.tree.node_at(n), rules)?;
            self.n_done = n;
            self.tree.drop_empty_lines();
        }
        Ok(())
    }

    /// Begins another line at the moment one looks at, to go on from there whatever was played
    /// then. A line without a move of its own is forgotten once one leaves it.
    pub fn branch(&mut self) {
        if self.is_past() {
            let node = self.tree.node_at(self.n_done);
            self.tree.begin_line(node);
            self.tree.drop_empty_lines();
        }
    }

    /// Changes to another line: to the moment one looks at if it lies on that line too, else to
    /// its end. False if there is no such line.
    ///
    /// # Errors
    /// As [`Timeline::go_to`].
    pub fn change_to(&mut self, rules: &mut dyn Rules, line: u32) -> Result<bool, Fault> {
        let (before, n_shared) = (self.line(), self.tree.n_shared_with(line));
        if !self.tree.change_to(line) {
            return Ok(false);
        }
        if n_shared < self.n_done {
            let n = self.moves().len();
            match self.match_at(self.tree.node_at(n), rules) {
                Ok(the_match) => (self.now, self.n_done) = (the_match, n),
                Err(fault) => {
                    self.tree.change_to(before);
                    return Err(fault);
                }
            }
        }
        self.tree.drop_empty_lines();
        Ok(true)
    }

    /// The match at a moment, under the rules of now.
    fn match_at(&self, id: usize, rules: &mut dyn Rules) -> Result<Match, Fault> {
        let no_moment = || Fault::new(codes::STALE_ANSWER, "this moment no longer exists");
        let node = self.tree.node(id).ok_or_else(no_moment)?;
        let (game, setup) = (self.now.game.clone(), self.now.setup.clone());
        let mut moment = node.kept.moment();
        let told = self.tree.told_until(id, moment.log.n_entries);
        let told = carried(&told, &game);
        if !Arc::ptr_eq(&node.game, &game) {
            let translation = Translation::new(&node.game, &game);
            if !translation.changes_nothing() {
                moment = translation.snapshot(&moment)?;
            }
        }
        moment.log.n_entries = told.len();
        let mut the_match = Match::at_with_log(game, setup, &moment, told, rules)?;
        the_match.keep_frames = true;
        Ok(the_match)
    }

    /// Continues this match under another build of its game or rules.
    ///
    /// Everything is carried over by its name, whatever number it has in the new build. The
    /// checkpoint is kept and the pending step is run again with the answers so far. If that
    /// fails, the step is run without them; if that fails too, the match stays as it was. Moments
    /// of the past and of other lines are carried over when one goes there.
    ///
    /// # Errors
    /// Something in the match that the new build does not have, or a fault of the new rules.
    pub fn adopt(&mut self, game: Arc<Game>, rules: &mut dyn Rules) -> Result<(), Fault> {
        let old = self.now.game.clone();
        let translation = Translation::new(&old, &game);
        let mut snapshot = self.now.snapshot();
        let n_before = snapshot.log.n_entries;
        let entries = self.now.log.entries.iter().take(n_before);
        let (told, setup) = if translation.changes_nothing() {
            (entries.cloned().collect(), self.now.setup.clone())
        } else {
            snapshot = translation.snapshot(&snapshot)?;
            let told: Vec<Entry> = entries.filter_map(|it| translation.entry(it)).collect();
            (told, Arc::new(translation.setup(&self.now.setup)?))
        };
        snapshot.log.n_entries = told.len();
        let kept = told.clone();
        let next = Match::at_with_log(game.clone(), setup.clone(), &snapshot, told, rules);
        let mut next = match next {
            Ok(next) => next,
            Err(first) => {
                snapshot.answers.clear();
                snapshot.given.clear();
                Match::at_with_log(game, setup, &snapshot, kept, rules).map_err(|_| first)?
            }
        };
        next.log.on = self.now.log.on;
        next.keep_frames = true;
        self.now = next;
        Ok(())
    }
}

/// Log entries in the numbers of a build, without what it does not have.
fn carried(told: &[(&Arc<Game>, &Entry)], game: &Arc<Game>) -> Vec<Entry> {
    let mut all = Vec::with_capacity(told.len());
    for part in told.chunk_by(|(one, _), (other, _)| Arc::ptr_eq(one, other)) {
        let Some((old, _)) = part.first() else { continue };
        let translation = Translation::new(old, game);
        if Arc::ptr_eq(old, game) || translation.changes_nothing() {
            all.extend(part.iter().map(|(_, entry)| (*entry).clone()));
        } else {
            all.extend(part.iter().filter_map(|(_, entry)| translation.entry(entry)));
        }
    }
    all
}

#[cfg(test)]
mod tests;
