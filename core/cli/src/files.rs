//! Reading and writing files, with failures that name them.

use std::fs;
use std::path::{Path, PathBuf};

use harena_lab::record::{MAX_RECORD_BYTES, Record};
use harena_pack::{Library, Source};

use crate::failure::Failure;

/// A path as it is told: from the folder the command runs in where it lies below.
pub fn from_here(path: &Path) -> &Path {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path)
}

/// The file of a path with its pack in front, such as `duel/rules.luau`; nothing where the pack is
/// built in or not at hand.
pub fn of_pack(path: &str, library: &Library) -> Option<PathBuf> {
    let (id, inside) = path.split_once('/').unwrap_or((path, ""));
    match &library.get(id)?.source {
        Source::Folder(folder) => Some(folder.join(inside)),
        Source::Memory => None,
    }
}

/// Writes a file whole or not at all, with the folders it lies in.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of any sort whole or not at all, with the folders it lies in.
///
/// # Errors
/// It cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Failure::disk("create", folder, &error))?;
    }
    harena_pack::write_atomically(path, bytes).map_err(|error| Failure::disk("write", path, &error))
}

/// Writes a file somewhere inside a folder, and never through a link to another one.
///
/// # Errors
/// It cannot be written, or a link is on the way.
pub fn write_inside(folder: &Path, file: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(file);
    harena_pack::no_links_between(folder, &path)
        .map_err(|error| Failure::disk("write", &path, &error))?;
    write(&path, text)
}

/// Refuses a place where something could not be written later.
///
/// # Errors
/// What stands there is no file, or a link to elsewhere.
pub fn may_be_written(path: &Path) -> Result<(), Failure> {
    harena_pack::may_be_written(path).map_err(|error| Failure::disk("write", path, &error))
}

/// Reads a record.
///
/// # Errors
/// It cannot be read, is no regular file or too large, or it is no record.
pub fn read_record(path: &Path) -> Result<Record, Failure> {
    let bytes = harena_pack::read_regular(path, MAX_RECORD_BYTES)
        .map_err(|error| Failure::disk("read", path, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
        let line = 1 + valid.filter(|byte| **byte == b'\n').count();
        Failure::usage(format!("{}:{line}: this is not UTF-8 text", path.display()))
    })?;
    Record::read(&text).map_err(|error| {
        Failure::usage(format!("{}:{}: {}", path.display(), error.line, error.message))
    })
}
