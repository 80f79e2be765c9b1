//! Moments kept for going back to them: neighbors share what did not change between them.

use std::sync::Arc;

use crate::decision::Action;
use crate::effect::Event;
use crate::state::{Outcome, Piece, State, StepCall};
use crate::the_match::{Answer, LogMark, Snapshot};

/// So many pieces are shared or copied together.
const FEW: usize = 8;

/// A moment of a match, as [`Snapshot`], in little memory beside the moment before it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The checkpoint without its pieces.
    base: Arc<State>,
    pieces: Arc<[Arc<[Piece]>]>,
    step: Option<StepCall>,
    answers: Box<[Answer]>,
    given: Box<[Option<Action>]>,
    n_actions: u32,
    log: LogMark,
    events: Box<[Event]>,
}

impl Kept {
    /// Keeps a moment; `before` is the one it shares most with.
    pub fn new(mut moment: Snapshot, before: Option<&Kept>) -> Kept {
        let pieces = std::mem::take(&mut moment.base.pieces);
        let old = before.map_or(&[][..], |before| &before.pieces);
        let chunk = |(at, new): (usize, &[Piece])| match old.get(at) {
            Some(old) if **old == *new => old.clone(),
            Some(_) | None => new.into(),
        };
        let pieces: Vec<Arc<[Piece]>> = pieces.chunks(FEW).enumerate().map(chunk).collect();
        let same = |old: &[Arc<[Piece]>]| {
            old.len() == pieces.len() && old.iter().zip(&pieces).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        let base = before.map(|before| &before.base).filter(|base| ***base == moment.base);
        Kept {
            pieces: match before.filter(|before| same(&before.pieces)) {
                Some(before) => before.pieces.clone(),
                None => pieces.into(),
            },
            base: base.cloned().unwrap_or_else(|| Arc::new(moment.base)),
            step: moment.step,
            answers: moment.answers.into(),
            given: moment.given.into(),
            n_actions: moment.n_actions,
            log: moment.log,
            events: moment.events.into(),
        }
    }

    /// How the match had ended, if it had.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.base.outcome.as_ref()
    }

    /// The moment.
    pub fn moment(&self) -> Snapshot {
        let mut base = (*self.base).clone();
        base.pieces = self.pieces.iter().flat_map(|chunk| chunk.iter().copied()).collect();
        Snapshot {
            base,
            step: self.step,
            answers: self.answers.to_vec(),
            given: self.given.to_vec(),
            n_actions: self.n_actions,
            log: self.log,
            events: self.events.to_vec(),
        }
    }
}
