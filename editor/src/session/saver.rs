//! Saving in the background, so that a slow disk never holds up a frame.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use harena_pack::write_atomically;

/// The record of the match in play.
pub const AUTOSAVE: &str = "autosave.hreplay";
/// The id of the game played last.
pub const LAST_GAME: &str = "last_game.txt";
/// How records end.
pub const EXTENSION: &str = "hreplay";

/// A thread that writes files. Of several versions of a file waiting to be written only the
/// last is.
pub struct Saver {
    jobs: Option<Sender<(PathBuf, String)>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread.
    pub fn start() -> Saver {
        let (jobs, incoming) = channel();
        let thread =
            std::thread::Builder::new().name("saver".to_owned()).spawn(move || run(&incoming));
        Saver { jobs: Some(jobs), thread: thread.ok() }
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

fn run(incoming: &Receiver<(PathBuf, String)>) {
    while let Ok(first) = incoming.recv() {
        let waiting: BTreeMap<PathBuf, String> =
            std::iter::once(first).chain(incoming.try_iter()).collect();
        for (path, text) in waiting {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = write_atomically(&path, text.as_bytes());
        }
    }
}
