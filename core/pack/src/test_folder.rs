//! Folders for tests, each with a name of its own, removed when dropped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    pub(crate) fn new(name: &str) -> TestFolder {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unique = format!("harena_{name}_{}_{number}", std::process::id());
        let path = std::env::temp_dir().join(unique);
        fs::create_dir_all(&path).unwrap();
        TestFolder(path.canonicalize().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// A named pipe that nobody writes to.
    #[cfg(unix)]
    pub(crate) fn pipe(&self, path: &str) -> PathBuf {
        let path = self.join(path);
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        path
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
