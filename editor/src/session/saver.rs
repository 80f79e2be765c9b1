//! Saving in the background, so that a slow disk never holds up a frame.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use harena_pack::{read_regular, write_atomically};

/// The record of the match in play.
pub const AUTOSAVE: &str = "autosave.hreplay";
/// The record of the match before it, if anything was played in that.
pub const LAST_MATCH: &str = "last_match.hreplay";
/// The folder of the matches that were played.
pub const MATCHES: &str = "matches";
/// So many of them are kept.
pub const MOST_MATCHES: usize = 40;
/// The id of the game played last.
pub const LAST_GAME: &str = "last_game.txt";
/// How records end.
pub const EXTENSION: &str = "hreplay";

/// What the window keeps beside matches has at most so many bytes.
pub const MOST_BYTES: u64 = 4 << 20;

/// The text of a file that was kept; nothing where there is none, or where something else lies: a
/// pipe would hold up the window for ever.
pub fn kept_text(path: &Path, most: u64) -> Option<String> {
    String::from_utf8(read_regular(path, most).ok()?).ok()
}

/// A thread that writes files. Of several versions of a file waiting to be written only the
/// last is.
pub struct Saver {
    jobs: Option<Sender<(PathBuf, String)>>,
    failures: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread.
    pub fn start() -> Saver {
        let (jobs, incoming) = channel();
        let (outbox, failures) = channel();
        let thread = std::thread::Builder::new()
            .name("saver".to_owned())
            .spawn(move || run(&incoming, &outbox));
        Saver { jobs: Some(jobs), failures, thread: thread.ok() }
    }

    /// What went wrong when files could no longer be written; told once until it works again.
    pub fn failure(&self) -> Option<String> {
        self.failures.try_iter().last()
    }

    /// Writes a file some time soon.
    pub fn save(&self, path: PathBuf, text: String) {
        if let Some(jobs) = &self.jobs {
            // A thread that is gone cannot be helped; the match goes on without autosave.
            let _ = jobs.send((path, text));
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(incoming: &Receiver<(PathBuf, String)>, failures: &Sender<String>) {
    let mut has_failed = false;
    while let Ok(first) = incoming.recv() {
        let waiting: BTreeMap<PathBuf, String> =
            std::iter::once(first).chain(incoming.try_iter()).collect();
        let errors = waiting.iter().filter_map(|(path, text)| write(path, text).err());
        let error = errors.fold(None, |first, error| first.or(Some(error)));
        if let (Some(error), false) = (&error, has_failed) {
            // Nobody listens any more only when the window is closed.
            let _ = failures.send(error.to_string());
        }
        has_failed = error.is_some();
    }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    write_atomically(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_told_once_until_it_works_again() {
        let folder = std::env::temp_dir().join(format!("harena_saver_{}", std::process::id()));
        let good = folder.join("a.txt");
        // A file is no folder.
        let blocked = good.join("b.txt");
        let (jobs, incoming) = channel();
        let (outbox, failures) = channel();
        for path in [&good, &blocked, &blocked] {
            jobs.send((path.clone(), "text".to_owned())).unwrap();
        }
        drop(jobs);
        run(&incoming, &outbox);
        assert_eq!(failures.try_iter().count(), 1);
        assert_eq!(kept_text(&good, 4).as_deref(), Some("text"));
        assert_eq!(kept_text(&good, 3), None, "too large");
        assert_eq!(kept_text(&blocked, 4), None, "not there");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
