//! Running steps, asking and answering.

use super::{Answer, Changed, Fault, Live, LogMark, Match};
use crate::codes;
use crate::decision::{
    Action, Args, CONCEDE, Decision, Explained, Group, MAX_OPTIONS, Note, Refusal,
};
use crate::id::*;
use crate::log::What;
use crate::state::{MAX_PIECES, REUSE_FROM, StepCall};
use crate::telling::seat_number;

/// How far a run of a step came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The step is over.
    Done,
    /// The step asked, and there is no answer yet.
    Asks,
}

/// What a match waits for after [`Match::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// For decisions, see [`Match::decisions`].
    ForDecisions,
    /// For nothing: it is over.
    Over,
}

/// Why an action was not taken; the match is as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActError {
    /// That seat has nothing to decide now.
    NotAsked(Seat),
    /// The action is not among the options.
    NotOffered,
    /// The rules failed on the way to the next decision.
    Fault(Fault),
}

impl std::fmt::Display for ActError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ActError::NotAsked(seat) => {
                write!(f, "{} has nothing to decide now", seat_number(*seat))
            }
            ActError::NotOffered => write!(f, "that is not among the options"),
            ActError::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

impl std::error::Error for ActError {}

/// How good a match stands for a seat, see [`Rules::judge`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The whole; higher is better.
    pub whole: i64,
    /// Its parts, in the order of [`score_parts`]. They need not add up to the whole.
    ///
    /// [`score_parts`]: crate::game::Game::score_parts
    pub parts: Vec<i64>,
}

/// The rules of a game, as the engine needs them.
pub trait Rules {
    /// Runs the step of a match, from its checkpoint or from where it last asked, until it is
    /// over or asks for an answer it does not have.
    ///
    /// # Errors
    /// A fault of the script; the match is then between two places and must be put back to a
    /// snapshot by the caller.
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault>;

    /// How good a match stands for a seat by the game's own judgement; higher is better.
    /// `None` if the game declares none.
    ///
    /// # Errors
    /// A fault of the script.
    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault>;

    /// As [`Rules::score`], with what it is made of where the game declares parts.
    ///
    /// # Errors
    /// A fault of the script.
    fn judge(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<Judgement>, Fault> {
        let whole = self.score(the_match, seat)?;
        Ok(whole.map(|whole| Judgement { whole, parts: Vec::new() }))
    }

    /// How much work the scripts behind the rules have done so far, counted alike on every
    /// machine.
    fn work(&self) -> u64 {
        0
    }

    /// Whether a step that has asked goes on where it waits, as long as no other match is run in
    /// between: a match that is only played on then needs no checkpoints.
    fn goes_on(&self) -> bool {
        false
    }

    /// The file and line where a step is written, if that is known.
    fn place(&self, _step: StepId) -> Option<(String, u32)> {
        None
    }
}

impl<R: Rules + ?Sized> Rules for &mut R {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        (**self).run(the_match)
    }

    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
        (**self).score(the_match, seat)
    }

    fn judge(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<Judgement>, Fault> {
        (**self).judge(the_match, seat)
    }

    fn work(&self) -> u64 {
        (**self).work()
    }

    fn goes_on(&self) -> bool {
        (**self).goes_on()
    }

    fn place(&self, step: StepId) -> Option<(String, u32)> {
        (**self).place(step)
    }
}

/// What a fault says when [`Log::is_full`](crate::log::Log::is_full).
pub const TOO_MUCH: &str = "too much happened: the log of one action, or of the match, is full";

/// A fault that stands behind a step, with the place of that step.
fn placed(fault: Fault, after: Option<StepId>, rules: &dyn Rules) -> Fault {
    match after {
        Some(step) if fault.is_unfinished() => Fault { place: rules.place(step), ..fault },
        _ => fault,
    }
}

fn too_much_happened() -> Fault {
    Fault { limit: true, ..Fault::new(codes::TOO_MUCH_HAPPENED, TOO_MUCH) }
}

/// So much that no sheet answered is kept from one step to the next.
const MOST_LEFT: usize = 1_000;

/// Steps that may run between two decisions, so that a match which asks nobody ends.
pub const MAX_STEPS: u32 = 10_000;

/// So many refusals, and so many remarks, are kept of one explanation.
pub const MOST_REASONS: usize = 10_000;

impl Match {
    /// Runs steps until a decision is needed or the match is over.
    ///
    /// # Errors
    /// A fault of the rules, an agenda that ran empty before the end, or `MAX_STEPS` steps of
    /// which none asked anybody.
    pub fn advance(&mut self, rules: &mut dyn Rules) -> Result<Waits, Fault> {
        self.n_begun = 0;
        let mut last = None;
        loop {
            if self.state.outcome.is_some() {
                self.step = None;
                self.asking.pending.clear();
                return Ok(Waits::Over);
            }
            if self.asking.given.iter().any(Option::is_none) {
                return Ok(Waits::ForDecisions);
            }
            if self.step.is_none() {
                self.begin_step(last).map_err(|fault| placed(fault, last, rules))?;
            }
            if rules.run(self)? == Progress::Done {
                last = self.step.map(|call| call.step);
                self.end_step();
            }
        }
    }

    /// How many steps have begun since the last decision.
    pub fn n_begun(&self) -> u32 {
        self.n_begun
    }

    fn begin_step(&mut self, last: Option<StepId>) -> Result<(), Fault> {
        self.n_begun += 1;
        if self.n_begun > MAX_STEPS {
            let told = format!("{MAX_STEPS} steps ran and nobody was asked anything");
            return Err(Fault { limit: true, ..Fault::new(codes::NOBODY_ASKED, told) });
        }
        if self.log.is_full() {
            return Err(too_much_happened());
        }
        let Some(step) = self.state.agenda.pop() else {
            let last = last.map(|step| self.game.names.steps.name(step.index()));
            let last = last.map_or_else(String::new, |name| format!(", after the step `{name}`"));
            let message = format!("no step is left and the match has not ended{last}");
            return Err(Fault::new(codes::UNFINISHED, message));
        };
        self.forget_gone(&step)?;
        self.checkpoint.log = LogMark::of(&self.log);
        self.events.drain(..self.events.len().saturating_sub(MOST_LEFT));
        if !self.straight {
            self.checkpoint.state.clone_from(&self.state);
            self.checkpoint.events.clone_from(&self.events);
        }
        self.gone.clear();
        self.step = Some(step);
        self.fresh = true;
        self.asking.asked.begin();
        self.worked_out.changed = Changed::default();
        self.asking.answers.clear();
        (self.asking.answered, self.asking.n_told) = (0, 0);
        self.queued.clear();
        self.forced.clear();
        self.dealt = None;
        self.write(What::Began(step), PieceId::NONE);
        Ok(())
    }

    /// Numbers of pieces that are gone are given anew from here on.
    fn forget_gone(&mut self, step: &StepCall) -> Result<(), Fault> {
        if self.state.pieces.len() < REUSE_FROM || !self.state.forget_gone(step) {
            return Ok(());
        }
        (self.worked_out.stale, self.worked_out.unprinted) = (true, true);
        let state = &self.state;
        let is_known = |id: PieceId| !id.is_some() || !state.piece(id).is_free();
        self.events.retain(|event| is_known(event.piece) && is_known(event.by));
        if self.state.n_pieces() <= MAX_PIECES {
            return Ok(());
        }
        let told = format!("more than {MAX_PIECES} pieces are in the match");
        Err(Fault { limit: true, ..Fault::new(codes::TOO_MANY_PIECES, told) })
    }

    fn end_step(&mut self) {
        self.step = None;
        self.asking.answers.clear();
        (self.asking.answered, self.asking.n_told) = (0, 0);
        let queued = std::mem::take(&mut self.queued);
        self.state.agenda.extend(queued.iter().rev());
        self.queued = queued;
        self.queued.clear();
    }

    /// Goes back to the checkpoint of the step being run, keeping the answers given in it, so
    /// that the step can be run again.
    pub fn rewind_step(&mut self) {
        self.asking.asked.rewind();
        if std::mem::take(&mut self.fresh) {
            return;
        }
        if self.straight {
            self.missed = true;
            return;
        }
        self.state.clone_from(&self.checkpoint.state);
        self.forced.iter_mut().for_each(|forced| forced.is_set = false);
        self.checkpoint.log.rewind(&mut self.log);
        self.frames.retain(|(n_entries, _)| *n_entries <= self.checkpoint.log.n_entries);
        (self.asking.answered, self.asking.n_told) = (0, 0);
        self.queued.clear();
        self.events.clone_from(&self.checkpoint.events);
        self.gone.clear();
        let Changed { modifiers, pieces, floors } = std::mem::take(&mut self.worked_out.changed);
        self.worked_out.stale |= modifiers;
        self.worked_out.unprinted |= pieces;
        if floors {
            self.worked_out.passages = None;
        }
    }

    /// Puts a step on the agenda: queued steps run after this one, in the order they were queued.
    pub fn queue(&mut self, call: StepCall) {
        self.queued.push(call);
    }

    /// How many steps wait: those on the agenda and those queued by the step being run.
    pub fn n_waiting(&self) -> usize {
        self.state.agenda.len() + self.queued.len()
    }

    /// Drops all steps of a kind from the agenda; answers how many there were.
    pub fn cancel_steps(&mut self, step: StepId) -> usize {
        let before = self.state.agenda.len() + self.queued.len();
        self.state.agenda.retain(|call| call.step != step);
        self.queued.retain(|call| call.step != step);
        before - self.state.agenda.len() - self.queued.len()
    }

    /// Drops everything still to come.
    pub fn clear_agenda(&mut self) {
        self.state.agenda.clear();
        self.queued.clear();
    }

    /// The answer to the next question of the step being run, if it was given already.
    pub fn next_answer(&mut self) -> Option<Action> {
        let answer = *self.asking.answers.get(self.asking.answered)?;
        if let Some(dealt) = self.dealt.filter(|dealt| dealt.after == self.asking.answered) {
            self.deal(dealt);
        }
        if !self.forced.is_empty() {
            self.set_forced(self.asking.answered);
        }
        if self.asking.answered >= self.asking.n_told {
            self.tell_answers(answer.number);
        }
        self.asking.asked.take(self.asking.answered);
        self.asking.answered += 1;
        // What was said about a question that is answered says nothing about the next one.
        if let Some(explained) = &mut self.explained {
            **explained = Explained::default();
        }
        Some(answer.action)
    }

    /// Writes the answers that were complete with an action into the log: when they are given,
    /// and again whenever the step is run again.
    fn tell_answers(&mut self, number: u32) {
        self.log.action = number;
        self.log.n_before_action = self.log.n_written;
        let untold = |answer: &&Answer| answer.number == number;
        while let Some(answer) = self.asking.answers.get(self.asking.n_told).filter(untold) {
            let Answer { seat, action, .. } = *answer;
            self.write(What::Chose { seat, action }, PieceId::NONE);
            self.asking.n_told += 1;
        }
    }

    /// Puts questions to one or several seats at once; the step must not go on without answers.
    ///
    /// # Errors
    /// A question without a single option, or with more than can be numbered.
    pub fn ask(&mut self, decisions: Vec<Decision>) -> Result<(), Fault> {
        self.asking.pending.clear();
        self.asking.given.clear();
        let asked = decisions.into_iter().try_for_each(|decision| self.ask_one_more(decision));
        if asked.is_err() {
            self.asking.pending.clear();
            self.asking.given.clear();
        }
        asked
    }

    /// Puts one question, as [`Match::ask`] does.
    ///
    /// # Errors
    /// As [`Match::ask`].
    pub fn ask_one(&mut self, decision: Decision) -> Result<(), Fault> {
        self.asking.pending.clear();
        self.asking.given.clear();
        self.ask_one_more(decision)
    }

    fn ask_one_more(&mut self, mut decision: Decision) -> Result<(), Fault> {
        decision.settle();
        let count = decision.count();
        if count == 0 {
            let prompt = self.game.names.words.name(decision.prompt.index());
            let message = format!("the decision '{prompt}' has no option");
            return Err(Fault::new(codes::NO_OPTIONS, message));
        }
        if count > MAX_OPTIONS {
            let prompt = self.game.names.words.name(decision.prompt.index());
            let message = format!("the decision '{prompt}' has too many options to number");
            let hint = "ask for one part after the other".into();
            return Err(Fault { hint, ..Fault::new(codes::TOO_MANY_OPTIONS, message) });
        }
        decision.default = decision.default.min(count - 1);
        self.asking.pending.push(decision);
        self.asking.given.push(None);
        Ok(())
    }

    /// An empty list for the groups of the next decision, with the memory of one answered before.
    pub fn spare_groups(&mut self) -> Vec<Group> {
        std::mem::take(&mut self.asking.spare)
    }

    /// Takes an option for a seat. The match does not run on before [`Match::advance`].
    ///
    /// # Errors
    /// [`ActError::NotAsked`] and [`ActError::NotOffered`]; nothing has changed then.
    pub fn choose(&mut self, seat: Seat, action: Action) -> Result<(), ActError> {
        let open = |(d, g): (&Decision, &Option<Action>)| d.seat == seat && g.is_none();
        let Some(at) = self.asking.pending.iter().zip(&self.asking.given).position(open) else {
            return Err(ActError::NotAsked(seat));
        };
        if action.verb == CONCEDE {
            return self.concede(seat, action);
        }
        if !self.asking.pending.get(at).is_some_and(|d| d.offers(&action)) {
            return Err(ActError::NotOffered);
        }
        if let Some(slot) = self.asking.given.get_mut(at) {
            *slot = Some(action);
        }
        self.log.begin_action();
        if self.asking.given.iter().all(Option::is_some) {
            let number = self.log.action;
            for (decision, action) in
                self.asking.pending.iter().zip(self.asking.given.iter().flatten())
            {
                self.asking.answers.push(Answer { seat: decision.seat, action: *action, number });
            }
            self.tell_answers(number);
            if let Some(answered) = self.asking.pending.pop() {
                self.asking.spare = answered.groups;
                self.asking.spare.clear();
            }
            self.asking.pending.clear();
            self.asking.given.clear();
        }
        Ok(())
    }

    /// Whether a seat can give up now: it is asked, and the rules say what then happens.
    pub fn may_concede(&self, seat: Seat) -> bool {
        self.game.concede.is_some() && self.decisions().any(|decision| decision.seat == seat)
    }

    /// A seat that is asked gives up: the step that asked is broken off where it stands.
    fn concede(&mut self, seat: Seat, action: Action) -> Result<(), ActError> {
        let Some(step) = self.game.concede.filter(|_| action.args.as_slice().is_empty()) else {
            return Err(ActError::NotOffered);
        };
        self.log.begin_action();
        self.write(What::Chose { seat, action }, PieceId::NONE);
        self.asking.pending.clear();
        self.asking.given.clear();
        self.events.clear();
        self.live = Live::default();
        self.end_step();
        self.state.agenda.push(StepCall { step, args: [seat.0.into(), 0, 0, 0] });
        Ok(())
    }

    /// Takes an option and runs on to the next decision.
    ///
    /// # Errors
    /// As [`Match::choose`]; after [`ActError::Fault`] the match must be put back to a snapshot.
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<Waits, ActError> {
        self.choose(seat, action)?;
        self.advance(rules).map_err(ActError::Fault)
    }

    /// Notes why something is not offered, if somebody asked for reasons. The first
    /// ten thousand are kept.
    pub fn refuse(&mut self, refusal: impl FnOnce() -> Refusal) {
        if let Some(explained) = &mut self.explained
            && explained.refusals.len() < MOST_REASONS
        {
            explained.refusals.push(refusal());
        }
    }

    /// What was refused so far, if somebody asked for reasons.
    pub fn refused(&self) -> &[Refusal] {
        self.explained.as_ref().map_or(&[], |explained| &explained.refusals)
    }

    /// What was refused since this was last called concerns the question of one seat.
    pub fn refused_to(&mut self, seat: Seat) {
        if let Some(explained) = &mut self.explained {
            explained.put_to(seat);
        }
    }

    /// What was said since the last question concerns options of which one is taken without
    /// asking: it is forgotten.
    pub fn forget_unasked(&mut self) {
        if let Some(explained) = &mut self.explained {
            explained.forget_unasked();
        }
    }

    /// Makes a remark about what is offered, if somebody asked for reasons. The first
    /// ten thousand are kept.
    pub fn note(&mut self, note: impl FnOnce() -> Note) {
        if let Some(explained) = &mut self.explained
            && explained.notes.len() < MOST_REASONS
        {
            explained.notes.push(note());
        }
    }

    /// Whether reasons are being collected.
    pub fn is_explaining(&self) -> bool {
        self.explained.is_some()
    }

    /// Why what is not offered is refused, see [`Match::explained`].
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn explain(&self, rules: &mut dyn Rules) -> Result<Vec<Refusal>, Fault> {
        self.explained(rules).map(|explained| explained.refusals)
    }

    /// Runs the pending step again on a copy and answers what the rules say about it: why what
    /// is not offered is refused, and remarks about what is. Of several seats that are asked at
    /// once, the reasons are those of the one that comes first.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn explained(&self, rules: &mut dyn Rules) -> Result<Explained, Fault> {
        let Some(seat) = self.decision().filter(|_| self.step.is_some()).map(|it| it.seat) else {
            return Ok(Explained::default());
        };
        let mut copy = self.clone();
        copy.explained = Some(Box::default());
        copy.asking.pending.clear();
        copy.asking.given.clear();
        copy.rewind_step();
        rules.run(&mut copy)?;
        let mut explained = copy.explained.take().map(|explained| *explained).unwrap_or_default();
        explained.departs = copy.log.n_written != self.log.n_written
            || copy.state.digest() != self.state.digest()
            || !self.decisions().all(|decision| copy.asking.pending.contains(decision));
        explained.keep_those_of(seat);
        Ok(explained)
    }

    /// The reason that fits an action best: the longest one it begins with.
    pub fn why_not<'a>(refusals: &'a [Refusal], verb: VerbId, args: &Args) -> Option<&'a Refusal> {
        let fits = |r: &&Refusal| r.verb == verb && args.as_slice().starts_with(r.args.as_slice());
        refusals.iter().filter(fits).max_by_key(|r| r.args.as_slice().len())
    }
}
