//! Noticing that packs changed, on disk or in memory.

mod memory;
mod patrol;

use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crate::codes;
use crate::pack::Source;
use crate::problem::Problem;
use crate::tree::Tree;

pub use memory::MemoryFolder;
use patrol::{Patrol, Signal};

/// A pause in the events that is long enough to take a save as finished.
pub const DEBOUNCE: Duration = Duration::from_millis(20);

/// Called after changes were sent, to wake whoever reads them.
pub type Wake = Box<dyn Fn() + Send>;

/// A pack whose files are no longer what they were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Name of the pack's folder, which is its id.
    pub pack: String,
    /// Where the pack is.
    pub source: Source,
    /// Files that are new, gone or different since the last readable tree, sorted.
    pub paths: Vec<String>,
    /// The files as they are now; or why they cannot be read, such as `H0131` if the pack is gone.
    pub tree: Result<Tree, Vec<Problem>>,
}

/// Watches folders for changed packs until it is dropped.
///
/// A burst of events is followed by one look at the packs it touched; only those whose content
/// truly differs are reported. Folders may be deleted and come back, files may be replaced as
/// careful editors do, and packs may be added below a watched folder.
///
/// Start watching before reading the packs: then nothing falls between the two.
#[derive(Debug)]
pub struct Watcher {
    signals: Sender<Signal>,
}

impl Watcher {
    /// Watches some folders and everything below them. `debounce` is the pause that ends a burst
    /// of events, usually [`DEBOUNCE`]. Each [`Change`] goes to `changes`; `wake` is called once
    /// after the changes of a burst were sent, on the watcher's own thread.
    ///
    /// # Errors
    /// `H0132` if a folder does not exist or the system does not let it be watched.
    pub fn new(
        folders: &[PathBuf],
        debounce: Duration,
        changes: Sender<Change>,
        wake: Wake,
    ) -> Result<Watcher, Problem> {
        let (signals, incoming) = mpsc::channel();
        let patrol = Patrol::new(folders, signals.clone(), patrol::Outbox { changes, wake })?;
        thread::Builder::new()
            .name("pack watcher".to_owned())
            .spawn(move || patrol.run(&incoming, debounce))
            .map_err(|error| not_watched(format!("no thread could be started: {error}")))?;
        Ok(Watcher { signals })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.signals.send(Signal::Stop);
    }
}

fn not_watched(message: String) -> Problem {
    Problem::error(codes::NOT_WATCHED, message)
        .hint("check that the folder exists, or raise the system's limit of watched files")
}

#[cfg(test)]
mod tests;
