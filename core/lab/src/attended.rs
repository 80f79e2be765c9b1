//! A match that people attend: its lines, its record, who plays it, undo and redo.
//!
//! A terminal and a window are two faces of this. Whoever shows it brings the rules; nothing here
//! waits, draws or reads a file.

use std::borrow::Cow;
use std::sync::Arc;

use harena_engine::codes;
use harena_engine::decision::{Action, Explained};
use harena_engine::game::Game;
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault, Match, Rules, Setup};
use harena_engine::timeline::{Line, Timeline};

use crate::bot::{Bot, BotKind};
use crate::notation;
use crate::player::Player;
use crate::record::{CarriedPack, Header, Record, RecordedLine, RecordedMove, RecordedResult};
use crate::replay::{self, Difference};
use crate::thinker::Task;

/// Whom the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nobody: it is over.
    Nobody,
    /// A person.
    Person(Seat),
    /// A bot.
    Bot(Seat),
}

/// What taking an option meant for the lines of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// It went on.
    On,
    /// The move that came next was taken again.
    Again,
    /// It began a line of its own, or went over to another one. Its number.
    Line(u32),
}

/// A match that people attend.
pub struct Attended {
    timeline: Timeline,
    /// What is played, by whom and from which seed; what nobody but the caller knows of it, such as
    /// the packs, is the caller's to add.
    pub header: Header,
    /// Packs that come along in its record; the caller's to add as well.
    pub carried: Vec<CarriedPack>,
    players: Vec<Player>,
    rests: bool,
    /// The moves by the number of the moment they led to, with names; the beginning has none.
    written: Vec<Option<RecordedMove>>,
    /// Notes with the number of the moment they were made at.
    notes: Vec<(usize, String)>,
    bots: Vec<Option<Box<dyn Bot>>>,
}

impl Attended {
    /// Begins a match and runs it to its first decision. Seats nobody is named for are played by
    /// people.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin(
        game: Arc<Game>,
        setup: Setup,
        players: Vec<Player>,
        rules: &mut dyn Rules,
    ) -> Result<Attended, Fault> {
        let timeline = Timeline::begin(game, setup, rules)?;
        Ok(Attended::of(timeline, players))
    }

    fn of(timeline: Timeline, mut players: Vec<Player>) -> Attended {
        let n_seats = usize::from(timeline.now.game.n_seats);
        let mut header = Header::of(&timeline.now);
        header.seats = players.iter().map(|player| player.word()).collect();
        players.resize(n_seats, Player::Human);
        Attended {
            timeline,
            header,
            carried: Vec::new(),
            players,
            rests: false,
            written: vec![None],
            notes: Vec::new(),
            bots: (0..n_seats).map(|_| None).collect(),
        }
    }

    /// The match of a record, played up to the end of its first line. Where it differs from the
    /// record is answered too; what comes after that on the same line is left out.
    ///
    /// # Errors
    /// The match of the record cannot even begin.
    pub fn open(
        record: &Record,
        game: Arc<Game>,
        rules: &mut dyn Rules,
    ) -> Result<(Attended, Option<Difference>), Difference> {
        let setup = replay::setup_of(record, &game)?;
        let timeline = Timeline::begin(game, setup, rules);
        let timeline = timeline.map_err(|fault| replay::fails_to_begin(&fault))?;
        let players: Vec<Player> = record.header.seats.iter().map(|it| Player::named(it)).collect();
        let mut attended = Attended::of(timeline, players);
        let begins = replay::compare(record.header.h, attended.now().digest());
        let mut first = begins.map_err(replay::at_the_beginning).err();
        attended.header = Header { h: attended.header.h, ..record.header.clone() };
        attended.carried.clone_from(&record.carried);
        attended.rests = !attended.has_person();
        let main = RecordedLine {
            moves: record.moves.clone(),
            notes: record.notes.clone(),
            ..RecordedLine::default()
        };
        let mut numbers = vec![attended.timeline.line()];
        for line in std::iter::once(&main).chain(&record.lines) {
            let differs = attended.play_line(line, &mut numbers, rules);
            first = first.or(differs.err());
        }
        if let Some(number) = numbers.first() {
            let _ = attended.timeline.change_to(rules, *number);
            let end = attended.timeline.moves().len();
            let _ = attended.timeline.go_to(rules, end);
        }
        // What was played is written as the rules have it now.
        attended.header.arguments = notation::argument_names(&attended.now().game);
        Ok((attended, first))
    }

    /// Plays a line of a record; `numbers` holds what the lines before it are called here.
    fn play_line(
        &mut self,
        line: &RecordedLine,
        numbers: &mut Vec<u32>,
        rules: &mut dyn Rules,
    ) -> Result<(), Difference> {
        let mut is_new = false;
        if line.of > 0 {
            let fails = |fault: Fault| replay::fails_to_begin(&fault);
            let of = numbers.get(line.of as usize - 1).copied().unwrap_or(1);
            numbers.push(of);
            self.timeline.change_to(rules, of).map_err(fails)?;
            self.timeline.go_to(rules, line.from as usize).map_err(fails)?;
            if self.timeline.n_done() != line.from as usize {
                // The line it branches off from ended early, which was told.
                return Ok(());
            }
            is_new = true;
            self.timeline.branch();
        }
        let mut notes = line.notes.iter().peekable();
        let mut result = Ok(());
        for next in &line.moves {
            while let Some((_, note)) = notes.next_if(|(after, _)| *after < next.n) {
                self.note(note);
            }
            result = self.play_recorded(next, rules);
            if result.is_err() {
                break;
            }
        }
        notes.for_each(|(_, note)| self.note(note));
        if let Some(number) = numbers.last_mut().filter(|_| is_new) {
            *number = self.timeline.line();
        }
        result
    }

    fn play_recorded(
        &mut self,
        next: &RecordedMove,
        rules: &mut dyn Rules,
    ) -> Result<(), Difference> {
        let differs =
            |what: String| Difference { action: next.n, line: next.line, what, fault: None };
        let action = next.action(&self.header, &self.now().game).map_err(differs)?;
        if let Err(error) = self.act(rules, next.seat(), action) {
            return Err(replay::refused(self.now(), next, &action, &error));
        }
        replay::compare(next.h, self.now().digest()).map_err(differs)
    }

    /// The match at the moment one looks at.
    pub fn now(&self) -> &Match {
        &self.timeline.now
    }

    /// The same, for working out what is derived from its state. Changes belong to
    /// [`Attended::act`].
    pub fn now_mut(&mut self) -> &mut Match {
        &mut self.timeline.now
    }

    /// All moves and lines.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Who plays a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(seat.index()).copied().unwrap_or_default()
    }

    /// Lets somebody else play a seat from now on.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        if let Some(slot) = self.players.get_mut(seat.index()) {
            *slot = player;
        }
        if let Some(bot) = self.bots.get_mut(seat.index()) {
            *bot = None;
        }
    }

    /// Whether a person plays a seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.player(seat) == Player::Human
    }

    fn has_person(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Whom the match waits for at the moment one looks at.
    pub fn asked(&self) -> Asked {
        match self.now().decision().map(|decision| decision.seat) {
            None => Asked::Nobody,
            Some(seat) if self.is_person(seat) => Asked::Person(seat),
            Some(seat) => Asked::Bot(seat),
        }
    }

    /// Whether bots wait until somebody says [`Attended::go_on`]: one looks at the past, or they
    /// were told to rest.
    pub fn bots_rest(&self) -> bool {
        self.rests || self.timeline.is_past()
    }

    /// Lets bots rest until somebody goes on.
    pub fn rest(&mut self) {
        self.rests = true;
    }

    /// Goes on from the moment one looks at: bots decide again, and if moves lie beyond it, what
    /// follows is a line of its own.
    pub fn go_on(&mut self) {
        self.rests = false;
        self.timeline.branch();
    }

    /// The seat a person must decide for now, or else the one that last did, or the first one.
    pub fn viewer(&self) -> Seat {
        let mut asked = self.now().decisions().map(|decision| decision.seat);
        let done = self.timeline.moves().iter().take(self.timeline.n_done()).rev();
        let seats = (0..self.now().game.n_seats).map(Seat);
        let asked = asked.find(|seat| self.is_person(*seat));
        let last = done.map(|it| it.seat).find(|seat| self.is_person(*seat));
        let first = seats.into_iter().find(|seat| self.is_person(*seat));
        asked.or(last).or(first).unwrap_or(Seat::NONE)
    }

    /// Takes an option. Before the end of a line another move than the one that came next begins
    /// a line of its own; the other one stays.
    ///
    /// # Errors
    /// As [`Match::act`]; the match is as before in every case.
    pub fn act(
        &mut self,
        rules: &mut dyn Rules,
        seat: Seat,
        action: Action,
    ) -> Result<Took, ActError> {
        let (was_past, line) = (self.timeline.is_past(), self.timeline.line());
        let now = self.now();
        let written = RecordedMove {
            n: self.timeline.n_done() as u32 + 1,
            seat: seat.0,
            action: notation::verb_name(&now.game, action.verb).to_owned(),
            args: notation::write_args(&now.game, now.state(), &action),
            h: None,
            line: 0,
        };
        self.timeline.act(rules, seat, action)?;
        if self.timeline.moment() == self.written.len() {
            self.written.push(Some(RecordedMove { h: Some(self.now().digest()), ..written }));
        }
        Ok(match self.timeline.line() {
            now if now != line => Took::Line(now),
            _ if was_past => Took::Again,
            _ => Took::On,
        })
    }

    /// Where taking back the last choice of a person leads; nothing if there is none. Where bots
    /// play alone it is the last choice.
    pub fn before_last_choice(&self) -> Option<usize> {
        let moves = self.timeline.moves();
        let is_choice = |at: &usize| {
            let seat = moves.get(*at).map(|it| it.seat);
            !self.has_person() || seat.is_some_and(|seat| self.is_person(seat))
        };
        (0..self.timeline.n_done()).rev().find(is_choice)
    }

    /// Where taking the next choice again leads, with what bots answered; nothing at the end.
    pub fn after_next_choice(&self) -> Option<usize> {
        let (done, moves) = (self.timeline.n_done(), self.timeline.moves());
        if done == moves.len() {
            return None;
        }
        let answers = moves.iter().skip(done + 1);
        let answers = answers.take_while(|it| self.has_person() && !self.is_person(it.seat));
        Some(done + 1 + answers.count())
    }

    /// Whether hidden things were shown or chance spoke in the moves of this line after `n`.
    pub fn is_revealed_after(&self, n: usize) -> bool {
        self.timeline.moves().iter().skip(n).any(|it| it.revealed)
    }

    /// Goes to the moment after `n` moves; nothing is lost by it.
    ///
    /// # Errors
    /// As [`Timeline::go_to`]; the match stays where it was.
    pub fn go_to(&mut self, rules: &mut dyn Rules, n: usize) -> Result<(), Fault> {
        self.timeline.go_to(rules, n)
    }

    /// Changes to another line; false if there is none of this number.
    ///
    /// # Errors
    /// As [`Timeline::change_to`]; the match stays where it was.
    pub fn change_line(&mut self, rules: &mut dyn Rules, number: u32) -> Result<bool, Fault> {
        self.timeline.change_to(rules, number)
    }

    /// All lines in the order in which they were begun.
    pub fn lines(&self) -> Vec<Line> {
        self.timeline.lines()
    }

    /// Goes on under another build of the game or its rules, see [`Timeline::adopt`].
    ///
    /// # Errors
    /// As [`Timeline::adopt`]; the match stays as it was.
    pub fn adopt(&mut self, game: Arc<Game>, rules: &mut dyn Rules) -> Result<(), Fault> {
        self.timeline.adopt(game, rules)?;
        let game = &self.timeline.now.game;
        let was = std::mem::replace(&mut self.header.arguments, notation::argument_names(game));
        for written in self.written.iter_mut().flatten() {
            let names = was.get(&written.action).map(Vec::as_slice);
            if let Ok(Cow::Owned(args)) = notation::in_order(game, written, names) {
                written.args = args;
            }
        }
        Ok(())
    }

    /// Why what is not offered is refused, and remarks about what is.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn explained(&self, rules: &mut dyn Rules) -> Result<Explained, Fault> {
        self.now().explained(rules)
    }

    /// Makes a note at the moment one looks at.
    pub fn note(&mut self, text: &str) {
        self.notes.push((self.timeline.moment(), text.to_owned()));
    }

    /// What the bot that is asked is to think about; nothing while bots rest or a person is asked.
    pub fn task(&self) -> Option<Task> {
        let (Asked::Bot(seat), false) = (self.asked(), self.bots_rest()) else { return None };
        let Player::Bot(kind) = self.player(seat) else { return None };
        let now = self.now();
        Some(Task { kind, seat, moment: now.snapshot(), setup: now.setup.clone() })
    }

    /// What the first person who is asked must decide, as a task for a bot that is to say what it
    /// would do.
    pub fn question(&self, kind: BotKind) -> Option<Task> {
        let now = self.now();
        let seat = now.decision().map(|it| it.seat).filter(|seat| self.is_person(*seat))?;
        Some(Task { kind, seat, moment: now.snapshot(), setup: now.setup.clone() })
    }

    /// Lets the bot that is asked choose, in this thread; nothing while bots rest or a person is
    /// asked.
    ///
    /// # Errors
    /// A fault of the rules while it tries something out.
    pub fn choose(&mut self, rules: &mut dyn Rules) -> Result<Option<(Seat, Action)>, Fault> {
        let (Asked::Bot(seat), false) = (self.asked(), self.bots_rest()) else { return Ok(None) };
        let Player::Bot(kind) = self.player(seat) else { return Ok(None) };
        let now = &mut self.timeline.now;
        let Some(decision) = now.decisions().find(|it| it.seat == seat).cloned() else {
            return Ok(None);
        };
        let Some(slot) = self.bots.get_mut(seat.index()) else { return Ok(None) };
        let bot = slot.get_or_insert_with(|| kind.seated(now.setup.seed, seat));
        let action = match bot.choose_at_once(&decision) {
            Some(action) => action,
            None => bot.choose(now, rules, &decision)?,
        };
        Ok(Some((seat, action)))
    }

    /// Lets the bot that is asked choose and act, in this thread; false while bots rest or a
    /// person is asked.
    ///
    /// # Errors
    /// A fault of the rules; the match is as before.
    pub fn let_bot_act(&mut self, rules: &mut dyn Rules) -> Result<bool, Fault> {
        let Some((seat, action)) = self.choose(rules)? else { return Ok(false) };
        self.act(rules, seat, action).map(|_| true).map_err(|error| match error {
            ActError::Fault(fault) => fault,
            other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
                Fault::new(codes::NOT_OFFERED, format!("a bot took what is not offered: {other}"))
            }
        })
    }

    /// The record of all lines, the current one first.
    pub fn record(&self) -> Record {
        let current = self.timeline.line();
        let lines = self.lines();
        let others = lines.iter().map(|line| line.number).filter(|number| *number != current);
        let numbers: Vec<u32> = std::iter::once(current).chain(others).collect();
        let paths: Vec<Vec<usize>> =
            numbers.iter().map(|number| self.timeline.moments_of(*number)).collect();
        let mut all: Vec<RecordedLine> = Vec::new();
        for (at, path) in paths.iter().enumerate() {
            let shared =
                |other: &Vec<usize>| path.iter().zip(other).take_while(|(a, b)| a == b).count();
            let earlier = paths.iter().take(at).map(shared);
            let from = (1..).zip(earlier).max_by_key(|(line, n)| (*n, std::cmp::Reverse(*line)));
            all.push(self.recorded_line(path, from.unwrap_or((0, 0))));
        }
        let mut all = all.into_iter();
        let RecordedLine { moves, notes, result, .. } = all.next().unwrap_or_default();
        let header = self.header.clone();
        let (lines, carried) = (all.collect(), self.carried.clone());
        Record { header, moves, notes, result, lines, carried, warnings: Vec::new() }
    }

    /// A line of moments after so many that it has in common with another one.
    fn recorded_line(&self, path: &[usize], (of, from): (u32, usize)) -> RecordedLine {
        let own = path.get(from..).unwrap_or_default();
        let moves = own.iter().filter_map(|moment| self.written.get(*moment)?.clone());
        let note = |(moment, text): &(usize, String)| {
            let after = path.iter().position(|it| it == moment).map_or(0, |at| at + 1);
            let is_own = own.contains(moment) || (of == 0 && *moment == 0);
            is_own.then(|| (after as u32, text.clone()))
        };
        let mut notes: Vec<(u32, String)> = self.notes.iter().filter_map(note).collect();
        notes.sort_by_key(|(after, _)| *after);
        let end = path.last().copied().unwrap_or(0);
        let outcome = self.timeline.outcome_at(end);
        let result = outcome.map(|(game, outcome)| RecordedResult::of(game, outcome));
        RecordedLine { of, from: from as u32, moves: moves.collect(), notes, result }
    }
}

#[cfg(test)]
mod tests;
