//! A match with its past and its undone future: undo, redo, going to any moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decision::Action;
use crate::game::Game;
use crate::hash::Digest;
use crate::id::*;
use crate::log::Log;
use crate::the_match::{ActError, Fault, Match, Rules, Setup, Snapshot};

/// One action of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// The digest of the match after it.
    pub digest: Digest,
    /// Whether hidden things were shown or chance spoke on the way to the next decision.
    pub revealed: bool,
}

/// A match in play with everything needed to go back and forth.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The match now.
    pub now: Match,
    /// All moves, undone ones included.
    pub moves: Vec<Move>,
    past: Vec<(Snapshot, Log)>,
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
        Ok(Timeline { now, moves: Vec::new(), past: Vec::new() })
    }

    /// A timeline that begins at a match already in play.
    pub fn of(now: Match) -> Timeline {
        Timeline { now, moves: Vec::new(), past: Vec::new() }
    }

    /// How many moves lie before now.
    pub fn n_done(&self) -> usize {
        self.past.len()
    }

    /// Takes an option; what was undone is forgotten. A fault leaves everything as it was.
    ///
    /// # Errors
    /// As [`Match::act`]; the match is as before in every case.
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<(), ActError> {
        let before = self.now.clone();
        self.now.frames.clear();
        if let Err(error) = self.now.act(rules, seat, action) {
            self.now = before;
            return Err(error);
        }
        self.past.push((before.snapshot(), before.log));
        self.moves.truncate(self.past.len() - 1);
        let (digest, revealed) = (self.now.digest(), self.now.take_revealed());
        self.moves.push(Move { seat, action, digest, revealed });
        Ok(())
    }

    /// Goes to the moment after `n` moves; moves beyond stay for redoing.
    ///
    /// # Errors
    /// A fault of the rules; the match stays where it was.
    pub fn go_to(&mut self, rules: &mut dyn Rules, n: usize) -> Result<(), Fault> {
        let n = n.min(self.moves.len());
        if let Some((snapshot, log)) = self.past.get(n) {
            self.now = self.restore(snapshot, log, rules)?;
            self.past.truncate(n);
        }
        while self.past.len() < n {
            let Some(next) = self.moves.get(self.past.len()).copied() else { break };
            let future = self.moves.clone();
            let result = self.act(rules, next.seat, next.action);
            self.moves = future;
            result.map_err(|error| match error {
                ActError::Fault(fault) => fault,
                other => Fault::new("H0412", format!("this move no longer applies: {other}")),
            })?;
        }
        Ok(())
    }

    /// Continues this match under another build of its game or rules.
    ///
    /// The checkpoint is kept and the pending step is run again with the answers so far. If that
    /// fails, the step is run without them; if that fails too, the match stays as it was.
    ///
    /// # Errors
    /// The fault of the new rules.
    pub fn adopt(&mut self, game: Arc<Game>, rules: &mut dyn Rules) -> Result<(), Fault> {
        let log = self.now.log.clone();
        let mut snapshot = self.now.snapshot();
        let setup = self.now.setup.clone();
        let next = match Match::at(game.clone(), setup.clone(), &snapshot, rules) {
            Ok(next) => next,
            Err(first) => {
                snapshot.answers.clear();
                snapshot.given.clear();
                Match::at(game, setup, &snapshot, rules).map_err(|_| first)?
            }
        };
        self.now = next;
        self.now.log = log;
        self.now.keep_frames = true;
        Ok(())
    }

    fn restore(
        &self,
        snapshot: &Snapshot,
        log: &Log,
        rules: &mut dyn Rules,
    ) -> Result<Match, Fault> {
        let mut the_match =
            Match::at(self.now.game.clone(), self.now.setup.clone(), snapshot, rules)?;
        the_match.log = log.clone();
        the_match.keep_frames = true;
        Ok(the_match)
    }
}
