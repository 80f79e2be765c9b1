//! Acting, undo, redo, lines and records.

use std::path::{Path, PathBuf};

use harena_engine::decision::Action;
use harena_engine::game::Settings;
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault};
use harena_lab::attended::Took;
use harena_lab::record::{MAX_RECORD_BYTES, Record};
use harena_pack::{Library, read_regular, write_atomically};

use super::{Plan, Play, Player, Session, carried, saver};
use crate::text;

impl Session {
    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        let Some(play) = &mut self.play else { return };
        let timeline = play.attended.timeline();
        let next = timeline.moves().get(timeline.n_done());
        let is_next = next.is_some_and(|it| (it.seat, it.action) == (seat, action));
        if !is_next && !may_go_on(play, self.test_mode) {
            return self.complain(text::going_on_reveals());
        }
        let first = play.attended.lines().len() == 1;
        match play.attended.act(&mut play.host, seat, action) {
            Ok(took) => {
                if let Took::Line(number) = took {
                    self.say(text::new_line(number, first));
                }
                self.autosave();
            }
            Err(ActError::Fault(fault)) => self.report(&fault),
            Err(other @ (ActError::NotAsked(_) | ActError::NotOffered)) => {
                self.complain(other.to_string());
            }
        }
    }

    /// Goes back to before the last choice of a person, unless that would take back something
    /// revealed.
    pub(super) fn undo(&mut self) {
        let Some(play) = &self.play else { return };
        let Some(target) = play.attended.before_last_choice() else {
            return self.say(text::nothing_to_undo());
        };
        let timeline = play.attended.timeline();
        let back = timeline.moves().get(target..timeline.n_done()).unwrap_or_default();
        if back.iter().any(|it| it.revealed) && !self.test_mode {
            return self.complain(text::undo_reveals());
        }
        self.go_to(target);
    }

    pub(super) fn redo(&mut self) {
        let target = self.play.as_ref().and_then(|play| play.attended.after_next_choice());
        if let Some(target) = target {
            self.go_to(target);
        }
    }

    /// Looks at another moment; nothing is lost by it.
    pub(super) fn go_to(&mut self, n: usize) {
        let Some(play) = &mut self.play else { return };
        let went = play.attended.go_to(&mut play.host, n);
        self.went(went);
    }

    /// Goes on from the moment one looks at, on a line of its own if moves lie beyond it.
    pub(super) fn go_on(&mut self) {
        let Some(play) = &mut self.play else { return };
        if !may_go_on(play, self.test_mode) {
            return self.complain(text::going_on_reveals());
        }
        let first = play.attended.lines().len() == 1;
        let before = play.attended.timeline().line();
        play.attended.go_on();
        let now = play.attended.timeline().line();
        if now != before {
            self.say(text::new_line(now, first));
        }
        self.autosave();
    }

    pub(super) fn change_line(&mut self, number: u32) {
        let Some(play) = &mut self.play else { return };
        let went = play.attended.change_line(&mut play.host, number);
        self.went(went.map(|_| ()));
    }

    fn went(&mut self, went: Result<(), Fault>) {
        if let Err(fault) = went {
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
        saver.save(folder.join(saver::AUTOSAVE), play.attended.record().write());
    }

    /// Keeps the match in play beside the next one, if anything was played in it.
    pub(super) fn keep_match(&self) {
        if let (Some(play), Some(saver), Some(folder)) = (&self.play, &self.saver, &self.data_dir)
            && !play.timeline().moves().is_empty()
        {
            let text = play.attended.record().write();
            saver.save(folder.join(saver::LAST_MATCH), text.clone());
            saver.save(self.matches(folder, &self.plan.game, self.plan.seed), text);
        }
    }

    fn matches(&self, folder: &Path, game: &str, seed: u64) -> PathBuf {
        folder.join(saver::MATCHES).join(format!("{game}_{seed}.{}", saver::EXTENSION))
    }

    /// Keeps the match that was in play when the window was closed, before the first one of this
    /// session is written over it.
    pub(super) fn keep_closed_match(&mut self) {
        let Some(folder) = self.data_dir.clone() else { return };
        let path = folder.join(saver::AUTOSAVE);
        let text = saver::kept_text(&path, MAX_RECORD_BYTES).unwrap_or_default();
        let record = Record::read(&text).ok().filter(|record| !record.moves.is_empty());
        if let Some(record) = record
            && std::fs::rename(path, folder.join(saver::LAST_MATCH)).is_ok()
        {
            let Record { header, .. } = record;
            if let Some(saver) = &self.saver {
                saver.save(self.matches(&folder, &header.game, header.seed), text);
            }
            self.forget_old_matches(&folder);
            self.say(text::last_match_kept());
        }
    }

    /// Removes the oldest of too many matches that were kept by themselves.
    fn forget_old_matches(&self, folder: &Path) {
        let kept = by_age(records_in(&folder.join(saver::MATCHES)));
        for path in kept.iter().skip(saver::MOST_MATCHES) {
            // One that cannot be removed is in nobody's way.
            let _ = std::fs::remove_file(path);
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
        let mut paths = records_in(folder);
        paths.sort();
        paths
    }

    /// The records of matches that were played or saved, the latest first. That of the match in
    /// play and copies of others are left out.
    pub fn recent_records(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.data_dir else { return Vec::new() };
        let is_copy = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            matches!(name, Some(saver::AUTOSAVE | saver::LAST_MATCH))
        };
        let mut paths = records_in(folder);
        paths.retain(|path| !is_copy(path));
        paths.extend(records_in(&folder.join(saver::MATCHES)));
        by_age(paths)
    }

    /// A name for the record of this match.
    pub fn record_path(&self) -> PathBuf {
        let name = format!("{}_{}.{}", self.plan.game, self.plan.seed, saver::EXTENSION);
        self.data_dir.clone().unwrap_or_default().join(name)
    }

    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(play) = &self.play else { return };
        match write_atomically(path, play.attended.record().write().as_bytes()) {
            Ok(()) => self.say(text::saved(&path.display().to_string())),
            Err(error) => self.complain(format!("{}: {error}", path.display())),
        }
    }

    /// Writes a table of what was played in the lab beside the records.
    pub fn save_table(&mut self, game: &str, text: &str) {
        let Some(folder) = &self.data_dir else { return self.complain(text::no_place()) };
        let path = folder.join(format!("lab_{game}.csv"));
        match write_atomically(&path, text.as_bytes()) {
            Ok(()) => self.say(text::saved(&path.display().to_string())),
            Err(error) => self.complain(format!("{}: {error}", path.display())),
        }
    }

    /// The record in a file, if the packs that come along in it are taken; says why there is none.
    pub fn read_record(&mut self, path: &Path) -> Option<Record> {
        let read = record_at(path).and_then(|record| self.packs_for(&record).map(|_| record));
        let told = |error| self.complain(format!("{}: {error}", path.display()));
        read.map_err(told).ok()
    }

    /// All packs at hand with those that a record brings and those that joined it, and the former
    /// by id.
    ///
    /// # Errors
    /// A sentence about a pack that it brings and that is not taken.
    pub(super) fn packs_for(&self, record: &Record) -> Result<(Library, Vec<String>), String> {
        let packs = carried::taken(record, &self.library)?;
        let ids = packs.iter().map(|pack| pack.id().to_owned()).collect();
        let mut library = packs.into_iter().fold(self.library.clone(), Library::with_pack);
        record.header.packs.iter().for_each(|pack| library.invite(&pack.id));
        Ok((library, ids))
    }

    /// Plays a record with the packs that come along in it; they leave again if it cannot be.
    pub(super) fn show(&mut self, record: &Record) {
        let (library, ids) = match self.packs_for(record) {
            Ok(found) => found,
            Err(error) => return self.complain(error),
        };
        let n_begun = self.n_begun;
        let before = std::mem::replace(&mut self.library, library);
        self.play_record(record);
        if self.n_begun == n_begun {
            self.library = before;
        } else if !ids.is_empty() {
            self.n_reloads += 1;
            if !self.notice.bad {
                self.say(text::came_along(&ids));
            }
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
        let loaded = self.load_match(&plan, Some(record));
        let difference = loaded.as_ref().ok().and_then(|(_, difference)| difference.clone());
        let is_begun = self.begun(plan, loaded.map(|(play, _)| play));
        if let Some(difference) = difference.filter(|_| is_begun) {
            self.complain(difference.to_string());
        }
    }
}

/// The record in a file, or why there is none.
fn record_at(path: &Path) -> Result<Record, String> {
    let bytes = read_regular(path, MAX_RECORD_BYTES).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    Record::read(&text).map_err(|error| error.to_string())
}

/// The records in a folder.
fn records_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|it| it == saver::EXTENSION)).collect()
}

/// Files with those written last first.
fn by_age(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let written = |path: &PathBuf| std::fs::metadata(path).and_then(|it| it.modified()).ok();
    paths.sort_by_cached_key(|path| (std::cmp::Reverse(written(path)), path.clone()));
    paths
}

/// Whether one may go on otherwise than it went from the moment one looks at: who has seen what
/// was hidden then may not, unless the match is for trying things out.
fn may_go_on(play: &Play, test_mode: bool) -> bool {
    test_mode || !play.attended.is_revealed_after(play.attended.timeline().n_done())
}
