//! A match: one play of a game, from its first step to its end.
//!
//! The agenda holds the steps still to run. A step is the game's affair ([`Rules`]): it changes
//! the match by effects, puts further steps on the agenda, and may ask in its middle. Between
//! steps the state is a checkpoint. In the middle of a step a match is the checkpoint, the step,
//! and the answers so far: running the step again with those answers leads to the same place,
//! which is how matches are copied, saved, reloaded and searched while they wait for a decision.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Passages};
use crate::chance::{Streams, mix};
use crate::decision::{Action, Decision, Explained, Group};
use crate::effect::{self, Effect, Event};
use crate::filter::{Filter, Scene};
use crate::floors::{self, moves_floors};
use crate::game::{Game, Settings};
use crate::hash::{Digest, Fingerprint};
use crate::id::*;
use crate::log::{Log, What};
use crate::modifier::Derived;
use crate::state::{Outcome, Place, State, StepCall, ZoneList};
use crate::{Code, codes, view};
use options::Asked;

mod copy;
mod fight;
mod flow;
mod options;
mod snapshot;
mod telling;
mod translate;

pub use flow::{ActError, Judgement, MOST_REASONS, Progress, Rules, TOO_MUCH, Waits};
pub use snapshot::{Answer, Live, LogMark, Snapshot};
pub use translate::Translation;

/// How a match is set up, besides its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The seed of all chance.
    pub seed: u64,
    /// Factions fixed before the match, by seat; seats without one choose in the match.
    pub factions: Vec<Option<FactionId>>,
    /// A position to begin from instead of the first step.
    pub position: Option<Position>,
    /// The seats where people sit, as a bit mask; the others are played by bots or nobody.
    #[serde(default)]
    pub persons: u16,
}

impl Setup {
    /// Whether a person sits in a seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        seat.0 < 16 && self.persons & (1 << seat.0) != 0
    }
}

/// A position written out: effects that build it, then the steps that follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Applied in order to the empty state.
    pub effects: Vec<Effect>,
    /// Named lists by number that do not begin empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<(u8, Vec<i32>)>,
    /// Results chance gives before it speaks for itself: the stream and what a player would see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<(String, Vec<u32>)>,
    /// Steps to run; the last one is first.
    pub agenda: Vec<StepCall>,
    /// How far chance is; `None` for streams of which nothing was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Streams>,
}

impl Position {
    /// Turns the empty state into this position.
    fn lay_out(&self, game: &Game, state: &mut State) {
        for effect in &self.effects {
            effect::apply(game, state, &Derived::default(), effect);
        }
        for (list, numbers) in &self.lists {
            state.lists.set(usize::from(*list), numbers);
        }
        if let Some(chance) = &self.chance {
            state.chance = chance.clone();
        }
        for (stream, results) in &self.forced {
            let stream = state.chance.stream(stream);
            results.iter().for_each(|result| stream.force(*result));
        }
        state.agenda = self.agenda.clone();
    }
}

/// Results of chance that were fixed while the step being run waited for an answer.
#[derive(Clone, Debug)]
struct Forced {
    /// After so many answers of the step.
    after: usize,
    stream: String,
    results: Vec<u32>,
    /// Whether the state has them.
    is_set: bool,
}

/// Why a script or a rule could not go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// A stable code such as `H0401`.
    pub code: Code,
    /// What went wrong, one clause.
    pub message: String,
    /// The pack-relative file and line, if a script did it.
    pub place: Option<(String, u32)>,
    /// The calls that led there, innermost first, as `file:line function`.
    pub stack: Vec<String>,
    /// How to mend it, if that is known.
    pub hint: String,
    /// Whether a limit was exceeded rather than a mistake made.
    pub limit: bool,
}

impl Fault {
    /// Whether nothing was left to do although the match is not over; see [`codes::UNFINISHED`].
    pub fn is_unfinished(&self) -> bool {
        self.code == codes::UNFINISHED
    }

    /// Whether answers given before do not fit what is asked now; see [`codes::STALE_ANSWER`].
    pub fn is_stale_answer(&self) -> bool {
        self.code == codes::STALE_ANSWER
    }

    /// Whether the match might have gone on in another machine; see [`codes::UNDECIDED`].
    pub fn is_undecided(&self) -> bool {
        self.code == codes::UNDECIDED
    }

    /// A fault of the rules or of the engine, not of one place in a script.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), ..Fault::default() }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((file, line)) = &self.place {
            write!(f, "{file}:{line}: ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl std::error::Error for Fault {}

/// The passages between the floors where they lie, with the changes of sides they were worked out
/// from.
#[derive(Clone, Debug)]
struct Laid {
    passages: Arc<Passages>,
    side_changes: Vec<i16>,
}

/// What was changed since the step being run began; what was not is still as it was worked out at
/// its checkpoint.
#[derive(Clone, Copy, Debug, Default)]
struct Changed {
    /// Something modifiers look at.
    modifiers: bool,
    /// Not only where pieces stand, but what they are.
    pieces: bool,
    /// Where floors lie.
    floors: bool,
}

/// What follows from the state, kept until something it looks at changes.
#[derive(Clone, Debug)]
struct WorkedOut {
    /// Statuses, stats and keywords.
    derived: Derived,
    /// Whether these are of another state.
    stale: bool,
    /// Whether they are of other pieces, or of other statuses set on them.
    unprinted: bool,
    changed: Changed,
    passages: Option<Laid>,
}

impl Default for WorkedOut {
    fn default() -> Self {
        let (derived, changed, passages) = (Derived::default(), Changed::default(), None);
        WorkedOut { derived, stale: true, unprinted: true, changed, passages }
    }
}

/// Where the step being run began: from here it can be run again.
#[derive(Clone, Debug, Default)]
struct Checkpoint {
    state: State,
    /// How far the log was.
    log: LogMark,
    /// What triggers might still answer.
    events: Vec<Event>,
}

/// What the step being run asked, and was answered.
#[derive(Clone, Debug, Default)]
struct Asking {
    /// The answers to its questions.
    answers: Vec<Answer>,
    /// So many of them were taken since it was run last.
    answered: usize,
    /// So many of them are in the log.
    n_told: usize,
    asked: Asked,
    /// The questions that wait.
    pending: Vec<Decision>,
    /// The answers to these that are there already.
    given: Vec<Option<Action>>,
    /// The memory of a question answered before.
    spare: Vec<Group>,
}

/// What is dealt anew after so many answers of the step being run.
#[derive(Clone, Copy, Debug)]
struct Dealt {
    after: usize,
    /// Where chance begins anew.
    chance: u64,
    /// What this seat does not see is dealt anew too, from this seed.
    unseen: Option<(Seat, u64)>,
}

/// One play of a game.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub game: Arc<Game>,
    /// How it was set up.
    pub setup: Arc<Setup>,
    /// Everything that happened so far.
    pub log: Log,
    /// Whether a live run of the pending step exists; kept by the host of the rules.
    pub live: Live,
    /// States at the end of each instant, kept while [`Match::keep_frames`] is on.
    pub frames: Vec<(usize, State)>,
    /// Whether to keep frames for playing a resolution back step by step.
    pub keep_frames: bool,
    state: State,
    worked_out: WorkedOut,
    checkpoint: Checkpoint,
    /// Whether no checkpoint is kept, see [`Match::play_straight`].
    straight: bool,
    /// Whether somebody wanted to go back to a checkpoint that was not kept.
    missed: bool,
    step: Option<StepCall>,
    fresh: bool,
    n_begun: u32,
    asking: Asking,
    queued: Vec<StepCall>,
    events: Vec<Event>,
    /// Pieces that left the board in this step, sorted, and from where.
    gone: Vec<(PieceId, Cell)>,
    explained: Option<Box<Explained>>,
    forced: Vec<Forced>,
    dealt: Option<Dealt>,
    revealed: bool,
}

impl Match {
    /// A match that has not begun: call [`Match::advance`] to run to the first decision.
    pub fn new(game: Arc<Game>, setup: Setup) -> Match {
        let mut the_match = Match::blank(game, Arc::new(setup));
        the_match.lay_out();
        the_match
    }

    /// Begins another match of the same game in the memory of this one.
    pub fn begin_again(&mut self, setup: Setup) {
        let mut old = Match::blank(self.game.clone(), Arc::new(setup));
        std::mem::swap(self, &mut old);
        (self.state, self.checkpoint.state, self.worked_out.derived) =
            (old.state, old.checkpoint.state, old.worked_out.derived);
        (self.asking.answers, self.queued, self.asking.spare) =
            (old.asking.answers, old.queued, old.asking.spare);
        self.asking.answers.clear();
        self.queued.clear();
        self.lay_out();
    }

    /// From here on no checkpoints are kept, which is cheaper: for bots that never look further
    /// than the decision before them. In a step such a match can be neither copied nor run again;
    /// whoever tries finds [`Match::missed_checkpoint`]. A match that begins again keeps them.
    pub fn play_straight(&mut self) {
        self.straight = true;
    }

    /// Whether the step was to be run again from a checkpoint that was not kept: what came of it
    /// means nothing.
    pub fn missed_checkpoint(&self) -> bool {
        self.missed
    }

    /// The state in which the match begins.
    fn lay_out(&mut self) {
        self.state.begin(&self.game, self.setup.seed);
        match &self.setup.position {
            None => {
                self.state.agenda.push(StepCall { step: self.game.first_step, args: [0; 4] });
            }
            Some(position) => position.lay_out(&self.game, &mut self.state),
        }
    }

    /// The state now, also in the middle of a step.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The settings of the match.
    pub fn settings(&self) -> &Settings {
        &self.game.settings
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// The decisions waited for that are not answered yet, in seat order as asked.
    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.asking
            .pending
            .iter()
            .zip(&self.asking.given)
            .filter(|(_, g)| g.is_none())
            .map(|(d, _)| d)
    }

    /// The answers to questions put at once of which others are still waited for.
    pub fn given(&self) -> impl Iterator<Item = (Seat, &Action)> {
        let asked = self.asking.pending.iter().zip(&self.asking.given);
        asked.filter_map(|(decision, given)| Some((decision.seat, given.as_ref()?)))
    }

    /// The first decision waited for.
    pub fn decision(&self) -> Option<&Decision> {
        self.decisions().next()
    }

    /// The step being run, if the match is in the middle of one.
    pub fn step(&self) -> Option<StepCall> {
        self.step
    }

    /// The answers given inside the step being run.
    pub fn answers(&self) -> &[Answer] {
        &self.asking.answers
    }

    /// The same 128 bits for the same moment of the same match on every machine.
    pub fn digest(&self) -> Digest {
        let mut print = Fingerprint::new();
        let state = self.state.digest().0;
        print.write_u64((state >> 64) as u64);
        print.write_u64(state as u64);
        if let Some(step) = &self.step {
            print.write_step(step);
        }
        let answers = self.asking.answers.iter().map(|answer| &answer.action);
        for action in answers.chain(self.asking.given.iter().flatten()) {
            print.write_u8(action.verb.0);
            for arg in action.args.as_slice() {
                print.write_i32(*arg);
            }
        }
        print.digest()
    }

    fn change(&mut self, effect: &Effect) {
        let is_known = self.worked_out.stale && self.worked_out.changed.modifiers;
        if !(is_known && self.worked_out.unprinted && self.worked_out.changed.pieces)
            && effect::touches_modifiers(&self.game, &self.state, effect)
        {
            (self.worked_out.stale, self.worked_out.changed.modifiers) = (true, true);
            if !matches!(effect, Effect::Put { .. } | Effect::Slide { .. }) {
                (self.worked_out.unprinted, self.worked_out.changed.pieces) = (true, true);
            }
        }
        if !(self.worked_out.passages.is_none() && self.worked_out.changed.floors)
            && moves_floors(&self.game, &self.state, effect)
        {
            (self.worked_out.passages, self.worked_out.changed.floors) = (None, true);
        }
        effect::apply(&self.game, &mut self.state, &self.worked_out.derived, effect);
        if let Effect::Wound { piece, by, .. } = *effect {
            self.state.blame(piece, by);
        }
    }

    /// Statuses, stats and keywords now.
    #[inline]
    pub fn derived(&mut self) -> &Derived {
        if self.worked_out.stale {
            match self.worked_out.unprinted {
                true => self.worked_out.derived.refresh(&self.game, &self.state),
                false => self.worked_out.derived.refresh_places(&self.game, &self.state),
            }
            (self.worked_out.stale, self.worked_out.unprinted) = (false, false);
        }
        &self.worked_out.derived
    }

    /// The passages between the floors now; nothing if the game has no floors.
    pub fn passages(&mut self) -> Option<Arc<Passages>> {
        self.derived();
        let side_changes = self.worked_out.derived.side_changes();
        if let Some(known) =
            self.worked_out.passages.as_ref().filter(|it| it.side_changes == side_changes)
        {
            return Some(known.passages.clone());
        }
        let passages =
            floors::passages(&self.game, &self.state, &self.worked_out.derived).map(Arc::new)?;
        let side_changes = side_changes.to_vec();
        self.worked_out.passages = Some(Laid { passages: passages.clone(), side_changes });
        Some(passages)
    }

    /// Game, state and modifiers for asking questions.
    pub fn scene(&mut self) -> Scene<'_> {
        self.derived();
        Scene { game: &self.game, state: &self.state, derived: &self.worked_out.derived }
    }

    /// As [`Match::scene`] for one filter: modifiers are worked out only if it looks at them.
    pub fn scene_for(&mut self, filter: &Filter) -> Scene<'_> {
        if filter.looks_at_modifiers() {
            self.derived();
        }
        Scene { game: &self.game, state: &self.state, derived: &self.worked_out.derived }
    }

    /// The state for changes that are not effects: random streams and named lists.
    pub fn state_mut(&mut self) -> &mut State {
        self.revealed |= self.is_news();
        &mut self.state
    }

    /// Fixes the next results of a random stream, as a player would see them. They stay fixed when
    /// the step that waits now is run again.
    pub fn force(&mut self, stream: &str, results: &[u32]) {
        let forced = Forced {
            after: self.asking.answers.len(),
            stream: stream.to_owned(),
            results: results.to_vec(),
            is_set: false,
        };
        self.forced.push(forced);
        self.set_forced(self.asking.answers.len());
    }

    /// Deals all chance to come anew from a seed, also when the step that waits now is run again:
    /// what it gave before its last question stays as it was.
    pub fn deal_chance(&mut self, seed: u64) {
        self.deal(Dealt { after: self.asking.answers.len(), chance: seed, unseen: None });
    }

    /// Deals what a seat does not see now anew from a seed, as [`view::sample`] does, and all
    /// chance to come from another that follows from it, also when the step that waits is run
    /// again: what happened before its last question stays as it was. Answers given already while
    /// others are still asked are taken back if they were secret.
    pub fn deal_unseen(&mut self, seat: Seat, seed: u64) {
        if self.decisions().any(|decision| decision.hidden) {
            self.asking.given.fill(None);
        }
        let after = self.asking.answers.len();
        self.deal(Dealt { after, chance: mix(seed), unseen: Some((seat, seed)) });
    }

    fn deal(&mut self, dealt: Dealt) {
        if let Some((seat, seed)) = dealt.unseen {
            self.state = view::sample(&self.game, &self.state, seat, seed);
            (self.worked_out.stale, self.worked_out.unprinted) = (true, true);
            (self.worked_out.changed.modifiers, self.worked_out.changed.pieces) = (true, true);
        }
        self.state.chance = Streams::new(dealt.chance);
        self.dealt = Some(dealt);
    }

    /// Brings results fixed after so many answers into the state, each once a run of the step.
    fn set_forced(&mut self, after: usize) {
        let open = |forced: &&mut Forced| forced.after == after && !forced.is_set;
        for forced in self.forced.iter_mut().filter(open) {
            let stream = self.state.chance.stream(&forced.stream);
            forced.results.iter().for_each(|result| stream.force(*result));
            forced.is_set = true;
        }
    }

    /// Ends an instant: what follows in the log happens later.
    pub fn end_instant(&mut self) {
        self.log.instant += 1;
        if self.keep_frames && self.is_news() {
            self.frames.push((self.log.entries.len(), self.state.clone()));
        }
    }

    /// Removes whatever falls, again and again until nothing does. Answers what fell, in order.
    pub fn settle(&mut self) -> Vec<PieceId> {
        let mut all = Vec::new();
        let game = self.game.clone();
        while let Some(combat) = &game.combat {
            let fallen = crate::combat::fallen(self.scene(), combat);
            if fallen.is_empty() {
                break;
            }
            for id in &fallen {
                self.fall(*id, combat.falls_to);
            }
            self.end_instant();
            all.extend(fallen);
        }
        self.state.blamed.clear();
        all
    }

    fn fall(&mut self, id: PieceId, to: ZoneId) {
        self.write(What::Fell(id), PieceId::NONE);
        if self.game.has_triggers {
            let waiting = self.events.iter().rev().find(|e| e.piece == id).map(|e| e.by);
            // The event of the wound may have been answered already.
            let by = waiting.filter(|by| by.is_some()).or_else(|| self.state.blamed_for(id));
            let by = by.unwrap_or(PieceId::NONE);
            let kind = crate::game::EventKind::Falls;
            let (cell, by_cell) = (self.state.piece(id).cell(), self.last_cell(by));
            self.events.push(Event { kind, piece: id, by, by_cell, n: 0, cell });
        }
        let list = ZoneList::of(&self.game, to, self.state.piece(id).owner);
        self.apply(Effect::Send { piece: id, list, at: u16::MAX }, PieceId::NONE);
    }

    /// Lets something happen that only triggers take notice of, such as the begin of a turn.
    pub fn raise(&mut self, event: Event) {
        if self.game.has_triggers {
            let by_cell = self.last_cell(event.by);
            self.events.push(Event { by_cell, ..event });
        }
    }

    /// How many events triggers may still answer.
    pub fn n_events(&self) -> usize {
        self.events.len()
    }

    /// Takes the next event triggers may answer.
    pub fn next_event(&mut self) -> Option<Event> {
        if self.events.is_empty() { None } else { Some(self.events.remove(0)) }
    }

    /// Ends the match.
    pub fn end(&mut self, outcome: Outcome) {
        self.state.outcome = Some(outcome);
        self.write(What::Ended, PieceId::NONE);
    }

    /// Whether hidden things were shown or chance spoke since this was last asked.
    pub fn take_revealed(&mut self) -> bool {
        std::mem::take(&mut self.revealed)
    }

    fn note_reveal(&mut self, effect: &Effect, before: Option<Place>) {
        if !(matches!(effect, Effect::Shuffle(_)) || matches!(before, Some(Place::Zone(_)))) {
            return;
        }
        let hidden = |place: Option<Place>| match place {
            Some(Place::Zone(list)) => {
                let (zone, _) = list.parts(&self.game);
                let rule = self.game.zones.get(zone.index());
                rule.is_some_and(|rule| rule.sight != crate::game::Sight::All)
            }
            Some(Place::Away | Place::Gone | Place::Board(_)) | None => false,
        };
        let shows = matches!(effect, Effect::Show { .. } | Effect::Hide { .. });
        let reveals = matches!(effect, Effect::Shuffle(_)) || (hidden(before) && !shows);
        self.revealed |= reveals && self.is_news();
    }

    /// Whether what happens now follows from the last answer: a step that is run again first goes
    /// through what followed from the answers before.
    fn is_news(&self) -> bool {
        self.asking.n_told == self.asking.answers.len()
    }
}
