//! Saving files so that a reader never sees half of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Writes a file whole or not at all: into a temporary file of the same folder, which then takes
/// the place of the old one. A link is followed, and the file's permissions are kept.
///
/// # Errors
/// Whatever the disk refuses; the old file then still stands untouched.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_beside(&path)?;
    let written = write_new(&temporary, bytes, &path).and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_folder(&path);
    Ok(())
}

/// A hidden name, so that trees and watchers pass over it.
fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = name.to_string_lossy();
    Ok(path.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id())))
}

fn write_new(temporary: &Path, bytes: &[u8], model: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    file.write_all(bytes)?;
    if let Ok(existing) = fs::metadata(model) {
        file.set_permissions(existing.permissions())?;
    }
    file.sync_all()
}

/// Makes the rename last through a power cut where folders can be opened; elsewhere it is the
/// system's own business.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;

    fn names(folder: &TestFolder) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_written_and_written_over_without_leftovers() {
        let folder = TestFolder::new("save");
        for text in ["first", "second, longer", "3"] {
            write_atomically(&folder.join("faction.luau"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(folder.join("faction.luau")).unwrap(), text);
        }
        assert_eq!(names(&folder), ["faction.luau"]);
    }

    #[test]
    fn a_refused_save_leaves_nothing_behind() {
        let folder = TestFolder::new("save");
        assert!(write_atomically(&folder.join("absent/faction.luau"), b"x").is_err());
        folder.write("taken/inner", "x");
        assert!(write_atomically(&folder.join("taken"), b"x").is_err());
        assert_eq!(names(&folder), ["taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TestFolder::new("save");
        folder.write("real", "old");
        fs::set_permissions(folder.join("real"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink(folder.join("real"), folder.join("link")).unwrap();
        write_atomically(&folder.join("link"), b"new").unwrap();
        assert_eq!(fs::read_to_string(folder.join("real")).unwrap(), "new");
        let mode = fs::metadata(folder.join("real")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(folder.join("link").is_symlink());
    }
}
