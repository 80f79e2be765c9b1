//! Reading and writing files, with failures that name them.

use std::fs;
use std::path::Path;

use harena_lab::record::Record;

use crate::failure::Failure;

/// Reads a text file.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::disk("read", path, &error))
}

/// Writes a file whole or not at all, with the folders it lies in.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Failure::disk("create", folder, &error))?;
    }
    harena_pack::write_atomically(path, text.as_bytes())
        .map_err(|error| Failure::disk("write", path, &error))
}

/// Reads a record.
///
/// # Errors
/// It cannot be read, or it is no record.
pub fn read_record(path: &Path) -> Result<Record, Failure> {
    let text = read(path)?;
    Record::read(&text).map_err(|error| {
        Failure::usage(format!("{}:{}: {}", path.display(), error.line, error.message))
    })
}
