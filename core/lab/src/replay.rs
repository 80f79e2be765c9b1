//! Playing a record again.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::Game;
use harena_engine::hash::Digest;
use harena_engine::id::{Seat, VerbId};
use harena_engine::the_match::{ActError, Fault, Match, Rules, Waits};
use harena_engine::timeline::{Move, Timeline};

use crate::notation;
use crate::record::{Header, Record, RecordedMove, RecordedResult};

/// The first place where a match differs from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The action, from 1; 0 for the beginning, one more than the last for the result.
    pub action: u32,
    /// The line of the record, from 1; 0 if it was not read from a text.
    pub line: u32,
    /// What differs, one sentence without a full stop.
    pub what: String,
    /// The fault, if the rules failed.
    pub fault: Option<Box<Fault>>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "action {}: {}", self.action, self.what),
            line => write!(f, "action {} (line {line}): {}", self.action, self.what),
        }
    }
}

/// A record being played again, action by action.
pub struct Replay<'a> {
    /// The match so far.
    pub the_match: Match,
    record: &'a Record,
    n_done: usize,
}

impl<'a> Replay<'a> {
    /// Begins the match of a record.
    ///
    /// # Errors
    /// Another game, another number of seats, an unknown faction, a fault, or a first position
    /// that differs.
    pub fn begin(
        record: &'a Record,
        game: Arc<Game>,
        rules: &mut dyn Rules,
    ) -> Result<Replay<'a>, Difference> {
        let header = &record.header;
        let differs = |what: String| Difference { action: 0, line: 1, what, fault: None };
        if header.game != game.id {
            let what = format!("the record is of `{}`, this is `{}`", header.game, game.id);
            return Err(differs(what));
        }
        if header.n_seats != game.n_seats {
            let (recorded, now) = (header.n_seats, game.n_seats);
            return Err(differs(format!("the record has {recorded} seats, this game {now}")));
        }
        let setup = header.setup(&game).map_err(differs)?;
        let mut the_match = Match::new(game, setup);
        the_match.log.on = true;
        the_match.advance(rules).map_err(|fault| Difference {
            fault: Some(Box::new(fault.clone())),
            ..differs(format!("the rules fail: {fault}"))
        })?;
        compare(header.h, the_match.digest()).map_err(differs)?;
        Ok(Replay { the_match, record, n_done: 0 })
    }

    /// The next action of the record; `None` after the last.
    pub fn next_move(&self) -> Option<&'a RecordedMove> {
        self.record.moves.get(self.n_done)
    }

    /// Takes the next action. False if there is none.
    ///
    /// # Errors
    /// The action is not understood, not offered, fails, or leads elsewhere. A match that leads
    /// elsewhere has taken the action all the same; others are as before or, after a fault, no
    /// longer usable.
    pub fn step(&mut self, rules: &mut dyn Rules) -> Result<bool, Difference> {
        let Some(next) = self.next_move() else { return Ok(false) };
        let differs =
            |what: String| Difference { action: next.n, line: next.line, what, fault: None };
        let action = notation::read_action(&self.the_match.game, &next.action, &next.args);
        let action = action.map_err(differs)?;
        self.the_match.act(rules, next.seat(), action).map_err(|error| {
            let fault = match &error {
                ActError::Fault(fault) => Some(Box::new(fault.clone())),
                ActError::NotAsked(_) | ActError::NotOffered => None,
            };
            Difference { fault, ..differs(self.refusal(next, &action, &error)) }
        })?;
        self.n_done += 1;
        compare(next.h, self.the_match.digest()).map_err(differs)?;
        Ok(true)
    }

    fn refusal(&self, next: &RecordedMove, action: &Action, error: &ActError) -> String {
        let (game, state) = (&self.the_match.game, self.the_match.state());
        let text = notation::describe(game, state, None, action);
        match error {
            ActError::NotAsked(Seat(seat)) => {
                format!("`{text}` is not asked of seat {} here", seat + 1)
            }
            ActError::NotOffered => format!("`{text}` is not offered to seat {}", next.seat + 1),
            ActError::Fault(fault) => format!("`{text}` makes the rules fail: {fault}"),
        }
    }
}

/// What a record looks like when it is played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many actions were taken again with the same outcome.
    pub n_same: u32,
    /// How many actions the record has.
    pub n_actions: u32,
    /// Of those taken again: how many have a digest in the record, and it agreed. The others
    /// prove nothing.
    pub n_proved: u32,
    /// Whether the match is over.
    pub is_over: bool,
    /// The digest at the end of what was played.
    pub digest: Digest,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
}

impl Verified {
    /// Whether the record shows that the match went as it goes now: it was played again without
    /// a difference, and every action, or the beginning if there is none, has a digest that agreed.
    pub fn is_proof(&self, record: &Record) -> bool {
        let begins = self.n_actions > 0 || record.header.h.is_some();
        self.difference.is_none() && self.n_proved == self.n_actions && begins
    }
}

/// Plays a record again and compares every digest and the result.
pub fn verify(record: &Record, game: Arc<Game>, rules: &mut dyn Rules) -> Verified {
    let n_actions = record.moves.len() as u32;
    let mut replay = match Replay::begin(record, game, rules) {
        Ok(replay) => replay,
        Err(difference) => {
            let difference = Some(difference);
            return Verified {
                n_same: 0,
                n_actions,
                n_proved: 0,
                is_over: false,
                digest: Digest(0),
                difference,
            };
        }
    };
    let mut n_same = 0;
    let difference = loop {
        match replay.step(rules) {
            Ok(true) => n_same += 1,
            Ok(false) => break result_difference(record, &replay.the_match),
            Err(difference) => break Some(difference),
        }
    };
    let (is_over, digest) = (replay.the_match.outcome().is_some(), replay.the_match.digest());
    let same = record.moves.iter().take(n_same as usize);
    let n_proved = same.filter(|it| it.h.is_some()).count() as u32;
    Verified { n_same, n_actions, n_proved, is_over, digest, difference }
}

fn result_difference(record: &Record, the_match: &Match) -> Option<Difference> {
    let recorded = record.result.as_ref()?;
    let action = record.moves.len() as u32 + 1;
    let differs = |what: &str| Difference { action, line: 0, what: what.into(), fault: None };
    match the_match.outcome() {
        None => Some(differs("the record has a result, the match is not over")),
        Some(outcome) if RecordedResult::of(&the_match.game, outcome) != *recorded => {
            Some(differs("the match ends with another result"))
        }
        Some(_) => None,
    }
}

fn compare(recorded: Option<Digest>, now: Digest) -> Result<(), String> {
    match recorded {
        Some(recorded) if recorded != now => {
            Err(format!("the position differs: recorded {recorded}, now {now}"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The record of a match from its moves, all of which were taken from its beginning on.
///
/// # Errors
/// A fault of the rules, or moves that do not fit the match.
pub fn record_of(
    game: Arc<Game>,
    setup: harena_engine::the_match::Setup,
    moves: &[Move],
    rules: &mut dyn Rules,
) -> Result<Record, Fault> {
    let mut the_match = Match::new(game, setup);
    the_match.advance(rules)?;
    let mut record = Record { header: Header::of(&the_match), ..Record::default() };
    for move_ in moves {
        record.moves.push(RecordedMove::of(&the_match, move_));
        the_match.act(rules, move_.seat, move_.action).map_err(|error| match error {
            ActError::Fault(fault) => fault,
            other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
                Fault::new("H0412", format!("this move does not apply: {other}"))
            }
        })?;
    }
    record.result = the_match.outcome().map(|it| RecordedResult::of(&the_match.game, it));
    Ok(record)
}

/// A match that is recorded while it is played.
pub struct Recorder {
    /// The match with its past.
    pub timeline: Timeline,
    /// What was recorded so far.
    pub record: Record,
}

impl Recorder {
    /// Begins to record a match that waits for its first decision.
    pub fn new(timeline: Timeline) -> Recorder {
        let record = Record { header: Header::of(&timeline.now), ..Record::default() };
        Recorder { timeline, record }
    }

    /// Takes an option and records it.
    ///
    /// # Errors
    /// As [`Timeline::act`].
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<Waits, ActError> {
        let args =
            notation::write_args(&self.timeline.now.game, self.timeline.now.state(), &action);
        let n = self.timeline.n_done() as u32 + 1;
        self.timeline.act(rules, seat, action)?;
        self.record.moves.truncate(n as usize - 1);
        self.record.moves.push(RecordedMove {
            n,
            seat: seat.0,
            action: verb(&self.timeline.now.game, action.verb),
            args,
            h: Some(self.timeline.now.digest()),
            line: 0,
        });
        let game = &self.timeline.now.game;
        self.record.result = self.timeline.now.outcome().map(|it| RecordedResult::of(game, it));
        Ok(if self.record.result.is_some() { Waits::Over } else { Waits::ForDecisions })
    }

    /// Takes back the last `n` actions.
    ///
    /// # Errors
    /// A fault of the rules; nothing has changed then.
    pub fn undo(&mut self, rules: &mut dyn Rules, n: usize) -> Result<(), Fault> {
        let left = self.timeline.n_done().saturating_sub(n);
        self.timeline.go_to(rules, left)?;
        self.record.moves.truncate(left);
        self.record.notes.retain(|(after, _)| *after as usize <= left);
        self.record.result = None;
        Ok(())
    }
}

fn verb(game: &Game, verb: VerbId) -> String {
    notation::verb_name(game, verb).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, SETUP, flawed_table, option, table};

    fn played(seed: u64) -> Record {
        let mut table = table();
        let timeline = Timeline::begin(table.game.clone(), SETUP(seed), &mut *table.rules).unwrap();
        let mut recorder = Recorder::new(timeline);
        while recorder.timeline.now.outcome().is_none() {
            let (seat, action) = option(&recorder.timeline.now, 1);
            recorder.act(&mut *table.rules, seat, action).unwrap();
        }
        recorder.record
    }

    fn difference(record: &Record, flaw: Flaw) -> Option<String> {
        let mut table = flawed_table(flaw);
        verify(record, table.game, &mut *table.rules).difference.map(|it| it.to_string())
    }

    #[test]
    fn a_record_is_played_again_exactly() {
        let record = Record::read(&played(6).write()).unwrap();
        assert_eq!(record.moves.len(), 14);
        let mut table = table();
        let verified = verify(&record, table.game, &mut *table.rules);
        assert_eq!(verified.difference, None);
        assert_eq!((verified.n_same, verified.is_over), (14, true));
        assert_eq!(Some(verified.digest), record.moves[13].h);
    }

    #[test]
    fn the_first_difference_is_named() {
        let text = played(6).write();
        let check = |text: String, expected: &str| {
            let found = difference(&Record::read(&text).unwrap(), Flaw::None).unwrap();
            assert!(found.starts_with(expected), "{found}");
        };
        check(text.replace("\"seed\":6", "\"seed\":7"), "action 0 (line 1): the position differs");
        check(text.replacen("\"take\"", "\"dare\"", 1), "action 4 (line 5): the position differs");
        check(text.replacen("\"take\"", "\"bid\"", 1), "action 4 (line 5): `bid` is not offered");
        check(text.replace("\"reason\":\"full\"", "\"reason\":\"bored\""), {
            "action 15: the match ends with another result"
        });
    }

    #[test]
    fn the_wrong_seat_is_named() {
        let mut record = played(6);
        record.moves[3].seat = 1 - record.moves[3].seat;
        let found = difference(&record, Flaw::None).unwrap();
        assert!(found.starts_with("action 4: `take` is not asked of seat"), "{found}");
    }

    #[test]
    fn a_record_without_digests_proves_nothing() {
        let check = |change: &dyn Fn(&mut Record), n_proved: u32, is_proof: bool| {
            let mut record = played(6);
            change(&mut record);
            let mut table = table();
            let verified = verify(&record, table.game, &mut *table.rules);
            assert_eq!((verified.difference.as_ref(), verified.n_proved), (None, n_proved));
            assert_eq!(verified.is_proof(&record), is_proof);
        };
        let bare = |record: &mut Record| record.moves.iter_mut().for_each(|it| it.h = None);
        check(&|_| {}, 14, true);
        check(&bare, 0, false);
        check(&|record| record.moves[7].h = None, 13, false);
        let begun = |record: &mut Record| {
            record.moves.clear();
            record.result = None;
        };
        check(&begun, 0, true);
        let neither = |record: &mut Record| {
            begun(record);
            record.header.h = None;
        };
        check(&neither, 0, false);
    }

    #[test]
    fn failing_rules_are_told() {
        let found = difference(&played(6), Flaw::Fails).unwrap();
        assert!(found.contains("the third card fails [H0499]"), "{found}");
    }

    #[test]
    fn what_is_taken_back_is_not_recorded() {
        let mut table = table();
        let timeline = Timeline::begin(table.game.clone(), SETUP(1), &mut *table.rules).unwrap();
        let mut recorder = Recorder::new(timeline);
        for index in [0, 1, 3, 0, 2] {
            let (seat, action) = option(&recorder.timeline.now, index);
            recorder.act(&mut *table.rules, seat, action).unwrap();
        }
        recorder.undo(&mut *table.rules, 2).unwrap();
        assert_eq!(recorder.record.moves.len(), 3);
        let (seat, action) = option(&recorder.timeline.now, 1);
        recorder.act(&mut *table.rules, seat, action).unwrap();
        assert_eq!(difference(&recorder.record, Flaw::None), None);
        let moves = &recorder.timeline.moves;
        let again = record_of(table.game.clone(), SETUP(1), moves, &mut *table.rules).unwrap();
        assert_eq!(again, recorder.record);
    }
}
