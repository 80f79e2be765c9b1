//! The watcher's thread: events in, changes out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::{Change, Wake, not_watched};
use crate::codes;
use crate::library::pack_folders;
use crate::manifest::FILE_NAME;
use crate::pack::Source;
use crate::problem::Problem;
use crate::tree::{Tree, folder_name, is_ignored};

/// How often a folder that went away is looked for.
const LOST_FOLDER_INTERVAL: Duration = Duration::from_millis(200);
/// A burst that does not end is cut off after this many debounce times.
const LONGEST_BURST: u32 = 8;

pub(super) enum Signal {
    Event(notify::Result<Event>),
    Stop,
}

pub(super) struct Outbox {
    pub changes: Sender<Change>,
    pub wake: Wake,
}

/// What is known of one pack folder.
#[derive(Default)]
struct Seen {
    /// The last files that could be read; none, if they never could.
    tree: Tree,
    /// Why they cannot be read now; empty if they can.
    problems: Vec<Problem>,
}

pub(super) struct Patrol {
    notify: RecommendedWatcher,
    roots: Vec<PathBuf>,
    /// Roots that no longer exist, or exist again and are not watched yet.
    lost: BTreeSet<PathBuf>,
    seen: BTreeMap<PathBuf, Seen>,
    outbox: Outbox,
}

impl Patrol {
    pub fn new(
        folders: &[PathBuf],
        signals: Sender<Signal>,
        outbox: Outbox,
    ) -> Result<Patrol, Problem> {
        let refused = |folder: &Path, error: &dyn std::fmt::Display| {
            not_watched(format!("`{}` cannot be watched: {error}", folder.display()))
        };
        let mut notify = notify::recommended_watcher(move |event| {
            let _ = signals.send(Signal::Event(event));
        })
        .map_err(|error| not_watched(format!("nothing can be watched: {error}")))?;
        let mut roots = Vec::new();
        for folder in folders {
            let root = folder.canonicalize().map_err(|error| refused(folder, &error))?;
            notify.watch(&root, RecursiveMode::Recursive).map_err(|it| refused(folder, &it))?;
            roots.push(root);
        }
        let (lost, seen) = (BTreeSet::new(), BTreeMap::new());
        let mut patrol = Patrol { notify, roots, lost, seen, outbox };
        for folder in patrol.folders() {
            patrol.look_at(&folder);
        }
        Ok(patrol)
    }

    pub fn run(mut self, signals: &Receiver<Signal>, debounce: Duration) {
        while let Some(touched) = self.next_burst(signals, debounce) {
            let touched = self.watch_again(touched);
            if self.publish(&touched).is_err() {
                return; // nobody listens any more
            }
        }
    }

    /// Waits for events and then for a pause. `None` means that the watcher was dropped.
    fn next_burst(
        &mut self,
        signals: &Receiver<Signal>,
        debounce: Duration,
    ) -> Option<BTreeSet<PathBuf>> {
        let mut touched = BTreeSet::new();
        let mut end: Option<Instant> = None;
        loop {
            let signal = match end {
                None if self.lost.is_empty() => Ok(signals.recv().ok()?),
                None => signals.recv_timeout(LOST_FOLDER_INTERVAL),
                Some(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    signals.recv_timeout(debounce.min(left))
                }
            };
            match signal {
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => return Some(touched),
                Ok(Signal::Event(event)) => self.note(event, &mut touched),
            }
            if !touched.is_empty() && end.is_none() {
                end = Some(Instant::now() + debounce * LONGEST_BURST);
            }
        }
    }

    /// Adds the paths of an event that may concern a pack.
    fn note(&mut self, event: notify::Result<Event>, touched: &mut BTreeSet<PathBuf>) {
        let Ok(event) = event else {
            return touched.extend(self.roots.iter().cloned());
        };
        if event.need_rescan() {
            touched.extend(self.roots.iter().cloned());
        }
        if event.kind.is_access() {
            return;
        }
        let moves = matches!(event.kind, EventKind::Modify(ModifyKind::Name(_)));
        for path in event.paths {
            if (moves || event.kind.is_remove()) && self.roots.contains(&path) {
                self.lost.insert(path.clone());
            }
            if self.concerns_packs(&path) {
                touched.insert(path);
            }
        }
    }

    fn concerns_packs(&self, path: &Path) -> bool {
        let inside = self.roots.iter().filter_map(|root| path.strip_prefix(root).ok());
        inside
            .into_iter()
            .any(|inside| !inside.iter().any(|name| name.to_str().is_none_or(is_ignored)))
    }

    /// Watches lost roots that are there again; what they hold counts as touched.
    fn watch_again(&mut self, mut touched: BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        for root in std::mem::take(&mut self.lost) {
            let _ = self.notify.unwatch(&root);
            if root.is_dir() && self.notify.watch(&root, RecursiveMode::Recursive).is_ok() {
                touched.insert(root);
            } else {
                self.lost.insert(root);
            }
        }
        touched
    }

    /// Looks at every pack that was touched and sends what changed.
    fn publish(&mut self, touched: &BTreeSet<PathBuf>) -> Result<(), ()> {
        let is_touched = |folder: &PathBuf| {
            touched.iter().any(|path| path.starts_with(folder) || folder.starts_with(path))
        };
        let folders = self.folders().into_iter().filter(is_touched);
        let changes: Vec<Change> = folders.filter_map(|folder| self.look_at(&folder)).collect();
        if changes.is_empty() {
            return Ok(());
        }
        for change in changes {
            self.outbox.changes.send(change).map_err(drop)?;
        }
        (self.outbox.wake)();
        Ok(())
    }

    /// Pack folders that exist, and those that once did.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let found = self.roots.iter().filter_map(|root| pack_folders(root).ok());
        let found = found.flat_map(|found| found.folders);
        found.chain(self.seen.keys().cloned()).collect()
    }

    /// Reads a pack again; the change, if there is any.
    fn look_at(&mut self, folder: &Path) -> Option<Change> {
        let tree = read(folder);
        let is_new = !self.seen.contains_key(folder);
        let seen = self.seen.entry(folder.to_owned()).or_default();
        let problems = tree.as_ref().err().cloned().unwrap_or_default();
        let current = tree.as_ref().unwrap_or(&seen.tree);
        let paths = current.differences(&seen.tree);
        if !is_new && paths.is_empty() && problems == seen.problems {
            return None;
        }
        *seen = Seen { tree: current.clone(), problems };
        let source = Source::Folder(folder.to_owned());
        Some(Change { pack: folder_name(folder), source, paths, tree })
    }
}

fn read(folder: &Path) -> Result<Tree, Vec<Problem>> {
    if folder.join(FILE_NAME).is_file() {
        return Tree::read(folder);
    }
    let name = folder_name(folder);
    let message = format!("the pack `{name}` is no longer there");
    let hint = format!("bring back `{}`", folder.join(FILE_NAME).display());
    Err(vec![Problem::error(codes::PACK_GONE, message).in_pack(name).hint(hint)])
}
