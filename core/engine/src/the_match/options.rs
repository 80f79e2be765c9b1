//! Options that need not be put together: where the answer is known already, and where nobody
//! will choose.

use super::Match;
use crate::decision::Decision;
use crate::game::ArgKind;
use crate::id::*;

/// Which answers of the step being run came from which of its questions.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// So many times the step has begun to put options together.
    n_begun: u32,
    /// Whether the next question asks for what was put together last.
    is_open: bool,
    /// For each answer that was taken, how often the step had put options together by then; 0 for
    /// one that is none of them.
    by_answer: Vec<u32>,
    /// So many answers were taken from what the step offers after just these answers.
    n_trusted: usize,
    /// Whether nobody will choose in this match.
    is_only_judged: bool,
}

impl Asked {
    /// The step runs from its begin.
    pub(super) fn rewind(&mut self) {
        (self.n_begun, self.is_open) = (0, false);
    }

    /// Another step runs; only what holds for the match stays.
    pub(super) fn begin(&mut self) {
        self.rewind();
        self.by_answer.clear();
        self.n_trusted = 0;
    }

    /// The answer with this number is taken.
    pub(super) fn take(&mut self, number: usize) {
        if self.by_answer.len() <= number {
            self.by_answer.resize(number + 1, 0);
        }
        let from = if std::mem::take(&mut self.is_open) { self.n_begun } else { 0 };
        if let Some(slot) = self.by_answer.get_mut(number) {
            *slot = from;
        }
    }

    /// What a copy knows in which the question that waits now is answered as well.
    pub(super) fn with_answer_onto(&self, number: usize, copy: &mut Asked) {
        copy.by_answer.clone_from(&self.by_answer);
        (copy.n_begun, copy.is_open) = (self.n_begun, self.is_open);
        copy.take(number);
        copy.n_trusted = number + 1;
        copy.rewind();
        copy.is_only_judged = false;
    }
}

impl Match {
    /// The questions this match comes to next may be put without options. For a copy that is only
    /// judged: nobody can choose in it then.
    pub fn leave_out_options(&mut self) {
        self.asking.asked.is_only_judged = true;
    }

    /// The step begins to put the options of its next question together. Whether they are of no
    /// use: its answer was taken from just these options before, or, if the question is `sure` to
    /// be put, the match is only judged. Never while somebody asks for reasons.
    ///
    /// An answer that is a list means nothing without what it was chosen from.
    pub fn needs_no_options(&mut self, sure: bool) -> bool {
        self.asking.asked.n_begun += 1;
        self.asking.asked.is_open = true;
        if self.explained.is_some() {
            return false;
        }
        let (at, asked) = (self.asking.answered, &self.asking.asked);
        let Some(answer) = self.asking.answers.get(at) else { return sure && asked.is_only_judged };
        let kinds = self.game.verbs.get(answer.action.verb.index()).map_or(&[][..], Vec::as_slice);
        let is_list =
            |kind: &ArgKind| matches!(kind, ArgKind::Several | ArgKind::Order | ArgKind::Spread);
        at < asked.n_trusted
            && asked.by_answer.get(at) == Some(&asked.n_begun)
            && !kinds.iter().any(is_list)
    }

    /// What the step put together last is not what its next question asks for.
    pub fn close_options(&mut self) {
        self.asking.asked.is_open = false;
    }

    /// Puts a question without options, see [`Match::leave_out_options`].
    pub fn ask_without_options(&mut self, seat: Seat, prompt: WordId, asker: Option<PieceId>) {
        self.asking.pending.clear();
        self.asking.given.clear();
        self.asking.pending.push(Decision { asker, ..Decision::of(seat, prompt, Vec::new()) });
        self.asking.given.push(None);
    }
}
