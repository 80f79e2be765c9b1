//! Saving files so that a reader never sees half of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::regular::special_kind;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Writes a file whole or not at all: into a temporary file of the same folder, which then takes
/// the place of the old one, whose permissions are kept.
///
/// Only a regular file is ever replaced. A link is followed to a file of its own folder and
/// nowhere else, so that nobody who can put a link there decides what is overwritten.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] where a folder, a pipe, a device, or a link to elsewhere stands;
/// whatever the disk refuses. What was there still stands untouched then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = replaceable(path)?;
    let temporary = temporary_beside(&path)?;
    let written = write_new(&temporary, bytes, &path).and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_folder(&path);
    Ok(())
}

/// Refuses a path that could not be written, before the work is done whose result it is to hold.
///
/// # Errors
/// As [`write_atomically`] for what stands there already.
pub fn may_be_written(path: &Path) -> io::Result<()> {
    replaceable(path).map(drop)
}

/// The folders on the way from one folder to a file inside it, of which none may be a link: it
/// would lead what is written to a place somebody else has chosen.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for a link; whatever the disk refuses.
pub fn no_links_between(folder: &Path, file: &Path) -> io::Result<()> {
    let inside = file.strip_prefix(folder).unwrap_or(file);
    let above = inside.ancestors().skip(1).filter(|it| !it.as_os_str().is_empty());
    for part in above {
        match fs::symlink_metadata(folder.join(part)) {
            Ok(metadata) if metadata.is_symlink() => {
                let sentence = format!("`{}` is a link to another place", part.display());
                return Err(io::Error::new(ErrorKind::InvalidInput, sentence));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The file that is written when this path is meant: itself, or what it links to beside it.
fn replaceable(path: &Path) -> io::Result<PathBuf> {
    let refuse = |what: &str| Err(io::Error::new(ErrorKind::InvalidInput, what.to_owned()));
    let kind = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path.to_owned()),
        Err(error) => return Err(error),
    };
    match special_kind(kind) {
        Some(what) => refuse(&format!("it is {what}, not a file")),
        None if kind.is_dir() => refuse("it is a folder, not a file"),
        None if kind.is_symlink() => match target_beside(path) {
            Some(target) => Ok(target),
            None => refuse("it is a link to another place, write there or remove it"),
        },
        None => Ok(path.to_owned()),
    }
}

/// The regular file of the same folder that a link leads to.
fn target_beside(link: &Path) -> Option<PathBuf> {
    let target = link.canonicalize().ok()?;
    let folder = link.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_beside = target.parent() == Some(folder.canonicalize().ok()?.as_path());
    (is_beside && fs::symlink_metadata(&target).ok()?.is_file()).then_some(target)
}

/// A hidden name, so that trees and watchers pass over it; short, whatever the file is called.
fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    path.file_name().ok_or_else(|| io::Error::from(ErrorKind::InvalidFilename))?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".harena.{}-{number}.tmp", std::process::id())))
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

    #[test]
    fn a_name_may_be_as_long_as_the_disk_allows() {
        let folder = TestFolder::new("save");
        let name = "n".repeat(250);
        write_atomically(&folder.join(&name), b"x").unwrap();
        assert_eq!(names(&folder), [name]);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_replaced_and_no_link_leads_elsewhere() {
        use std::os::unix::fs::symlink;
        let folder = TestFolder::new("save");
        let outside = TestFolder::new("outside");
        outside.write("precious", "old");
        folder.pipe("pipe");
        folder.write("folder/file", "x");
        symlink(outside.join("precious"), folder.join("away")).unwrap();
        symlink("/dev/null", folder.join("device")).unwrap();
        symlink(folder.join("absent"), folder.join("nowhere")).unwrap();
        symlink(folder.join("loop"), folder.join("loop")).unwrap();
        let elsewhere = "it is a link to another place, write there or remove it";
        for (name, expected) in [
            ("pipe", "it is a pipe, not a file"),
            ("folder", "it is a folder, not a file"),
            ("away", elsewhere),
            ("device", elsewhere),
            ("nowhere", elsewhere),
            ("loop", elsewhere),
        ] {
            let before = fs::symlink_metadata(folder.join(name)).unwrap().file_type();
            let error = write_atomically(&folder.join(name), b"new").unwrap_err();
            assert_eq!(error.to_string(), expected, "{name}");
            assert_eq!(fs::symlink_metadata(folder.join(name)).unwrap().file_type(), before);
        }
        assert_eq!(fs::read_to_string(outside.join("precious")).unwrap(), "old");
        let error = write_atomically(Path::new("/dev/null"), b"new").unwrap_err();
        assert_eq!(error.to_string(), "it is a device, not a file");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_inside_a_folder_and_permissions_kept() {
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
