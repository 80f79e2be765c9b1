//! A pack in memory that can be edited and tells its readers.

use std::fmt;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Change, Wake};
use crate::pack::Source;
use crate::problem::Problem;
use crate::tree::Tree;

/// A folder of one pack that exists in memory only, for tests and for editors of unsaved text.
///
/// Copies share the folder. Every edit that changes something is sent to all subscribers at once.
///
/// ```
/// use harena_pack::{MemoryFolder, Tree};
/// let folder = MemoryFolder::new("dragon", Tree::default());
/// let (sender, changes) = std::sync::mpsc::channel();
/// folder.subscribe(sender, Box::new(|| {}));
/// folder.write("faction.luau", "return {}")?;
/// assert_eq!(changes.try_recv()?.paths, ["faction.luau"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MemoryFolder {
    pack: Arc<str>,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    tree: Tree,
    readers: Vec<(Sender<Change>, Wake)>,
}

impl MemoryFolder {
    /// A folder called `pack` that holds the files of `tree`.
    pub fn new(pack: &str, tree: Tree) -> MemoryFolder {
        let inner = Inner { tree, readers: Vec::new() };
        MemoryFolder { pack: pack.into(), inner: Arc::new(Mutex::new(inner)) }
    }

    /// The files as they are now.
    pub fn tree(&self) -> Tree {
        self.lock().tree.clone()
    }

    /// Adds a file or replaces its text.
    ///
    /// # Errors
    /// The first reason why a pack may not hold such a file; the folder is then as before.
    pub fn write(&self, path: &str, text: &str) -> Result<(), Problem> {
        let mut inner = self.lock();
        match inner.tree.with(path, text) {
            Ok(tree) => {
                self.replace(&mut inner, tree);
                Ok(())
            }
            Err(problems) => problems
                .into_iter()
                .next()
                .map_or(Ok(()), |problem| Err(problem.in_pack(&*self.pack))),
        }
    }

    /// Removes a file; nothing happens if there is none.
    pub fn remove(&self, path: &str) {
        let mut inner = self.lock();
        let tree = inner.tree.without(path);
        self.replace(&mut inner, tree);
    }

    /// Sends every later change to `changes`, and calls `wake` after each. The subscription ends
    /// when the receiver is dropped. `wake` must not use this folder.
    pub fn subscribe(&self, changes: Sender<Change>, wake: Wake) {
        self.lock().readers.push((changes, wake));
    }

    fn replace(&self, inner: &mut Inner, tree: Tree) {
        let paths = tree.differences(&inner.tree);
        if paths.is_empty() {
            return;
        }
        inner.tree = tree.clone();
        let pack = self.pack.to_string();
        let change = Change { pack, source: Source::Memory, paths, tree: Ok(tree) };
        inner.readers.retain(|(changes, wake)| {
            let heard = changes.send(change.clone()).is_ok();
            if heard {
                wake();
            }
            heard
        });
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for MemoryFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryFolder").field("pack", &self.pack).finish_non_exhaustive()
    }
}
