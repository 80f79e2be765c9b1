//! What an option is worth: how the match stands behind it, and behind the questions that the same
//! seat is asked on the way.
//!
//! Those are answered as is best for the seat, as far as the allowance of trials reaches. Where it
//! is asked anew what it chooses now, another seat is asked, or several are, the match is judged.

use harena_engine::chance::Rng;
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::{Seat, VerbId, WordId};
use harena_engine::state::State;
use harena_engine::the_match::{ActError, Fault, Match, Rules};

use super::{Persona, WON, below, judgement, sampled};

/// So many options of a question on the way are tried at most.
const WIDEST: usize = 8;
/// So many questions on the way are looked past at most.
const DEEPEST: u8 = 6;

/// One option after the other is tried, in the memory of the one before.
pub(super) struct Ahead<'r> {
    rules: &'r mut dyn Rules,
    persona: Option<Persona>,
    /// What is chosen now, and by whom.
    asked: Asked,
    /// Decides for others who choose in secret, and which options are tried of many.
    rng: Rng,
}

/// What a seat is asked, known again by its word and by what its options do.
pub(in crate::bot) struct Asked {
    seat: Seat,
    prompt: WordId,
    verbs: Vec<VerbId>,
}

impl Asked {
    /// What is asked in a decision.
    pub fn of(decision: &Decision) -> Asked {
        let verbs = decision.groups.iter().map(|group| group.verb).collect();
        Asked { seat: decision.seat, prompt: decision.prompt, verbs }
    }

    /// Whether a question asks the same seat the same anew. Options may be left out of it.
    pub fn is_anew(&self, question: &Decision) -> bool {
        let does_alike = question.groups.iter().any(|group| self.verbs.contains(&group.verb));
        let is_same = (question.seat, question.prompt) == (self.seat, self.prompt);
        is_same && (question.groups.is_empty() || does_alike)
    }
}

/// How much is tried behind an option.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    trials: usize,
    questions: u8,
}

impl Allowance {
    /// One of several options that share so many trials.
    pub fn shared(trials: usize, n_options: usize) -> Allowance {
        Allowance { trials: trials / n_options.max(1), questions: DEEPEST }
    }

    /// Whether it is too little to choose by, whatever is asked.
    fn is_spent(self) -> bool {
        self.trials < 2 || self.questions == 0
    }

    /// How many of so many options are tried, and what is left for each; `None` if it is too
    /// little to choose by.
    fn spent(self, count: u64) -> Option<(usize, Allowance)> {
        let questions = self.questions.checked_sub(1)?;
        let n = self.trials.min(WIDEST).min(usize::try_from(count).unwrap_or(WIDEST));
        match (count, n) {
            (0, _) => None,
            (1, _) => Some((1, Allowance { questions, ..self })),
            (_, 0 | 1) => None,
            (_, n) => Some((n, Allowance { trials: (self.trials - n) / n, questions })),
        }
    }
}

impl<'r> Ahead<'r> {
    /// Tries options of a decision.
    pub fn of(
        decision: &Decision,
        rules: &'r mut dyn Rules,
        persona: Option<Persona>,
        rng: Rng,
    ) -> Ahead<'r> {
        Ahead { rules, persona, asked: Asked::of(decision), rng }
    }

    /// What an option is worth that was taken in `now`; `waiting` is the match before that.
    pub fn worth(
        &mut self,
        (waiting, now): (&Match, &mut Match),
        action: Action,
        allowance: Allowance,
    ) -> Result<i64, Fault> {
        self.settle(now)?;
        now.leave_out_options();
        now.advance(self.rules)?;
        if let Some(worth) = worth_of_end(now.state(), self.asked.seat) {
            return Ok(worth);
        }
        if !self.leads_on(now) || allowance.is_spent() {
            return self.judged(now);
        }
        if now.decision().is_some_and(|decision| decision.groups.is_empty()) {
            waiting.fork_with(now, self.asked.seat, action).map_err(fault_of)?;
            self.settle(now)?;
            now.advance(self.rules)?;
        }
        match now.decision().filter(|_| self.leads_on(now)).cloned() {
            Some(question) => self.best_behind(now, &question, allowance),
            None => self.judged(now),
        }
    }

    /// What the best answer to a question on the way is worth.
    fn best_behind(
        &mut self,
        now: &mut Match,
        question: &Decision,
        allowance: Allowance,
    ) -> Result<i64, Fault> {
        let Some((n, rest)) = allowance.spent(question.count()) else { return self.judged(now) };
        let options = sampled(question, n, &mut self.rng.clone());
        let waiting = now.fork();
        let mut best = None;
        for action in options {
            waiting.fork_with(now, self.asked.seat, action).map_err(fault_of)?;
            best = best.max(Some(self.worth((&waiting, now), action, rest)?));
        }
        best.map_or_else(|| self.judged(now), Ok)
    }

    /// Whoever else decides in secret at once does so by chance.
    fn settle(&self, now: &mut Match) -> Result<(), Fault> {
        let mut rng = self.rng.clone();
        let secret: Vec<Decision> = now.decisions().cloned().collect();
        for decision in secret {
            if let Some(answer) = decision.option(below(&mut rng, decision.count())) {
                now.choose(decision.seat, answer).map_err(fault_of)?;
            }
        }
        Ok(())
    }

    /// Whether the match waits for the same seat alone, with another question.
    fn leads_on(&self, now: &Match) -> bool {
        let mut asked = now.decisions();
        let (Some(question), None) = (asked.next(), asked.next()) else { return false };
        question.seat == self.asked.seat && !self.asked.is_anew(question)
    }

    /// How good the match stands where it is.
    fn judged(&mut self, now: &mut Match) -> Result<i64, Fault> {
        let worth = judgement(self.persona, now, self.rules, self.asked.seat)?;
        Ok(worth.unwrap_or(0).clamp(1 - WON, WON - 1))
    }
}

pub(super) fn fault_of(error: ActError) -> Fault {
    match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new(codes::STALE_ANSWER, other.to_string())
        }
    }
}

/// What the end of a match is worth; `None` before the end. A victory shared by all is a draw.
fn worth_of_end(state: &State, seat: Seat) -> Option<i64> {
    let outcome = state.outcome.as_ref()?;
    let wins = |seat: u8| outcome.winners & (1 << seat.min(15)) != 0;
    let all = (0..state.n_seats).all(wins);
    Some(match (wins(seat.0), all || outcome.winners == 0) {
        (_, true) => 0,
        (true, false) => WON,
        (false, false) => -WON,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All trials behind all options together stay below what they share.
    #[test]
    fn an_allowance_is_never_exceeded() {
        fn all(allowance: Allowance, count: u64) -> usize {
            match allowance.spent(count) {
                Some((n, rest)) => n + n * all(rest, count),
                None => 0,
            }
        }
        let check = |trials: usize, n_options: usize| {
            let each = Allowance::shared(trials, n_options);
            for count in [0, 2, 3, 8, 9, 1_000] {
                let tried = n_options * all(each, count);
                assert!(tried <= trials, "{tried} of {trials}: {n_options}, {count}");
            }
        };
        for trials in [0, 1, 2, 7, 16, 64, 256, 1_000] {
            [1, 2, 9, 64].into_iter().for_each(|n_options| check(trials, n_options));
        }
        // What leaves no choice costs no trial, but is not followed for ever.
        let mut allowance = Allowance::shared(2, 1);
        for _ in 0..DEEPEST {
            assert!(!allowance.is_spent());
            allowance = allowance.spent(1).unwrap().1;
        }
        assert!(allowance.is_spent() && allowance.spent(1).is_none());
        assert!(Allowance::shared(1, 1).is_spent());
    }
}
