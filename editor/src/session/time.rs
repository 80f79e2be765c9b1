//! Acting, undo, redo and records.

use std::path::{Path, PathBuf};

use harena_engine::decision::Action;
use harena_engine::game::Settings;
use harena_engine::id::Seat;
use harena_engine::the_match::ActError;
use harena_lab::notation;
use harena_lab::record::{Record, RecordedMove, RecordedResult};
use harena_pack::write_atomically;

use super::{Plan, Play, Player, Session, saver};
use crate::text;

impl Play {
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> Result<(), ActError> {
        let before = self.timeline.now.clone();
        self.timeline.act(&mut self.host, seat, action)?;
        let done = self.timeline.n_done();
        if let Some(last) = done.checked_sub(1).and_then(|at| self.timeline.moves.get(at)) {
            self.record.moves.truncate(done - 1);
            self.record.moves.push(RecordedMove::of(&before, last));
        }
        Ok(())
    }

    /// The record of the match up to now.
    fn record_now(&self) -> Record {
        let mut record = self.record.clone();
        record.moves.truncate(self.timeline.n_done());
        let outcome = self.timeline.now.outcome();
        record.result = outcome.map(|outcome| RecordedResult::of(&self.game, outcome));
        record
    }
}

impl Session {
    pub(super) fn undo(&mut self) {
        let Some(play) = &self.play else { return };
        let moves = &play.timeline.moves;
        let human = |at: &usize| {
            moves.get(*at).is_some_and(|it| self.plan.player(it.seat) == Player::Human)
        };
        let Some(last) = play.timeline.n_done().checked_sub(1) else { return };
        let target = (0..=last).rev().find(human).unwrap_or(last);
        self.go_to_checked(target);
    }

    pub(super) fn redo(&mut self) {
        let Some(play) = &self.play else { return };
        let moves = &play.timeline.moves;
        let bot = |at: &usize| {
            moves.get(*at).is_some_and(|it| self.plan.player(it.seat) != Player::Human)
        };
        let mut target = (play.timeline.n_done() + 1).min(moves.len());
        while bot(&target) {
            target += 1;
        }
        self.go_to(target);
    }

    /// Goes to a moment, unless that would take back something revealed.
    pub(super) fn go_to_checked(&mut self, n: usize) {
        let Some(play) = &self.play else { return };
        let done = play.timeline.n_done();
        let back = play.timeline.moves.get(n.min(done)..done).unwrap_or(&[]);
        if back.iter().any(|it| it.revealed) && !self.test_mode {
            self.complain(text::UNDO_REVEALS);
            return;
        }
        self.go_to(n);
    }

    fn go_to(&mut self, n: usize) {
        let Some(play) = &mut self.play else { return };
        if let Err(fault) = play.timeline.go_to(&mut play.host, n) {
            self.report(&fault);
        }
        self.autosave();
    }

    /// Writes the record to the data folder, in the background.
    pub(super) fn autosave(&mut self) {
        let (Some(play), Some(saver), Some(folder)) = (&self.play, &self.saver, &self.data_dir)
        else {
            return;
        };
        saver.save(folder.join(saver::AUTOSAVE), play.record_now().write());
    }

    /// Keeps the match in play beside the next one, if anything was played in it.
    pub(super) fn keep_match(&self) {
        if let (Some(play), Some(saver), Some(folder)) = (&self.play, &self.saver, &self.data_dir)
            && !play.timeline.moves.is_empty()
        {
            saver.save(folder.join(saver::LAST_MATCH), play.record_now().write());
        }
    }

    /// Keeps the match that was in play when the window was closed, before the first one of this
    /// session is written over it.
    pub(super) fn keep_closed_match(&mut self) {
        let Some(folder) = &self.data_dir else { return };
        let record = folder.join(saver::AUTOSAVE);
        // The first line says what is played, every other one is a move.
        let is_played =
            std::fs::read_to_string(&record).is_ok_and(|text| text.lines().nth(1).is_some());
        if is_played && std::fs::rename(record, folder.join(saver::LAST_MATCH)).is_ok() {
            self.say(text::LAST_MATCH_KEPT);
        }
    }

    pub(super) fn remember_game(&self) {
        if let (Some(saver), Some(folder)) = (&self.saver, &self.data_dir) {
            saver.save(folder.join(saver::LAST_GAME), self.plan.game.clone());
        }
    }

    /// Where records lie that were kept, newest name last.
    pub fn records(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.data_dir else { return Vec::new() };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|it| it == saver::EXTENSION))
            .collect();
        paths.sort();
        paths
    }

    /// A name for the record of this match.
    pub fn record_path(&self) -> PathBuf {
        let name = format!("{}_{}.{}", self.plan.game, self.plan.seed, saver::EXTENSION);
        self.data_dir.clone().unwrap_or_default().join(name)
    }

    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(play) = &self.play else { return };
        match write_atomically(path, play.record_now().write().as_bytes()) {
            Ok(()) => self.say(text::saved(&path.display().to_string())),
            Err(error) => self.complain(format!("{}: {error}", path.display())),
        }
    }

    pub(super) fn open_record(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let record = text.and_then(|text| Record::read(&text).map_err(|error| error.to_string()));
        match record {
            Ok(record) => self.play_record(&record),
            Err(error) => self.complain(format!("{}: {error}", path.display())),
        }
    }

    fn play_record(&mut self, record: &Record) {
        let header = &record.header;
        let players = header.seats.iter().map(|word| Player::named(word));
        let plan = Plan {
            game: header.game.clone(),
            n_seats: header.n_seats,
            settings: Settings::clone(&header.settings),
            factions: header.factions.clone(),
            players: players
                .chain(std::iter::repeat(Player::Human))
                .take(header.n_seats.into())
                .collect(),
            seed: header.seed,
        };
        let players = plan.players.clone();
        if !self.begin(Plan { players: vec![Player::Human; players.len()], ..plan }) {
            return;
        }
        for recorded in &record.moves {
            let Some(play) = &mut self.play else { return };
            let action = notation::read_action(&play.game, &recorded.action, &recorded.args);
            let done = action.and_then(|action| {
                play.act(recorded.seat(), action).map_err(|error| error.to_string())
            });
            if let Err(what) = done {
                return self.complain(format!("line {}: {what}", recorded.line));
            }
        }
        if players.contains(&Player::Human) {
            (0..).zip(players).for_each(|(seat, player)| self.seat(Seat(seat), player));
        }
        self.autosave();
    }
}
