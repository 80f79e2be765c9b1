//! Playing a record again.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::Game;
use harena_engine::hash::Digest;
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault, Match, Rules, Setup};

use crate::attended::Attended;
use crate::notation;
use crate::record::{Record, RecordedMove, RecordedResult};

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
        let setup = setup_of(record, &game)?;
        let mut the_match = Match::new(game, setup);
        the_match.log.on = true;
        the_match.advance(rules).map_err(|fault| fails_to_begin(&fault))?;
        compare(record.header.h, the_match.digest()).map_err(at_the_beginning)?;
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
        let action = next.action(&self.record.header, &self.the_match.game);
        let action = action.map_err(differs)?;
        let acted = self.the_match.act(rules, next.seat(), action);
        acted.map_err(|error| refused(&self.the_match, next, &action, &error))?;
        self.n_done += 1;
        compare(next.h, self.the_match.digest()).map_err(differs)?;
        Ok(true)
    }
}

/// How the match of a record is set up.
pub(crate) fn setup_of(record: &Record, game: &Game) -> Result<Setup, Difference> {
    let header = &record.header;
    if header.game != game.id {
        let what = format!("the record is of `{}`, this is `{}`", header.game, game.id);
        return Err(at_the_beginning(what));
    }
    if header.n_seats != game.n_seats {
        let (recorded, now) = (header.n_seats, game.n_seats);
        return Err(at_the_beginning(format!("the record has {recorded} seats, this game {now}")));
    }
    header.setup(game).map_err(at_the_beginning)
}

pub(crate) fn at_the_beginning(what: String) -> Difference {
    Difference { action: 0, line: 1, what, fault: None }
}

pub(crate) fn fails_to_begin(fault: &Fault) -> Difference {
    let what = format!("the rules fail: {fault}");
    Difference { fault: Some(Box::new(fault.clone())), ..at_the_beginning(what) }
}

/// Why a recorded action could not be taken.
pub(crate) fn refused(
    the_match: &Match,
    next: &RecordedMove,
    action: &Action,
    error: &ActError,
) -> Difference {
    let (game, state) = (&the_match.game, the_match.state());
    let text = notation::describe(game, state, None, action);
    let (what, fault) = match error {
        ActError::NotAsked(Seat(seat)) => {
            (format!("`{text}` is not asked of seat {} here", seat + 1), None)
        }
        ActError::NotOffered => {
            (format!("`{text}` is not offered to seat {}", next.seat + 1), None)
        }
        ActError::Fault(fault) => {
            let what = format!("`{text}` makes the rules fail: {fault}");
            (what, Some(Box::new(fault.clone())))
        }
    };
    Difference { action: next.n, line: next.line, what, fault }
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
    let game = replay.the_match.game.clone();
    let others = difference.is_none() && !record.lines.is_empty();
    let difference = match others.then(|| Attended::open(record, game, rules)) {
        Some(Ok((_, difference))) => difference,
        Some(Err(difference)) => Some(difference),
        None => difference,
    };
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

pub(crate) fn compare(recorded: Option<Digest>, now: Digest) -> Result<(), String> {
    match recorded {
        Some(recorded) if recorded != now => {
            Err(format!("the position differs: recorded {recorded}, now {now}"))
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_game::{Flaw, SETUP, flawed_table, option, table};

    fn played(seed: u64) -> Record {
        let mut table = table();
        let rules = &mut *table.rules;
        let mut attended = Attended::begin(table.game, SETUP(seed), Vec::new(), rules).unwrap();
        while attended.now().outcome().is_none() {
            let (seat, action) = option(attended.now(), 1);
            attended.act(rules, seat, action).unwrap();
        }
        attended.record()
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
        assert!(found.contains("the third card fails [H0401]"), "{found}");
    }
}
