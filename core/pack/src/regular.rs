//! Reading files that strangers may have put there: only regular ones, and never more than asked.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a regular file of at most `limit` bytes. Links are followed.
///
/// Pipes, devices and sockets are never opened: to open a pipe may take for ever, and a device
/// has no end. What the path stands for is looked at before and again after opening, which itself
/// never waits.
///
/// # Errors
/// Whatever the disk refuses; [`ErrorKind::InvalidInput`] for what is no regular file,
/// [`ErrorKind::FileTooLarge`] over the limit, [`ErrorKind::OutOfMemory`] if there is no room.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    check_kind(fs::metadata(path)?.file_type())?;
    let file = open_at_once(path)?;
    let metadata = file.metadata()?;
    check_kind(metadata.file_type())?;
    if metadata.len() > limit {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::new();
    let room = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    bytes.try_reserve_exact(room).map_err(|_| ErrorKind::OutOfMemory)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

/// What something on a disk is, if it is neither file nor folder nor link.
pub(crate) fn special_kind(kind: FileType) -> Option<&'static str> {
    if kind.is_file() || kind.is_dir() || kind.is_symlink() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_block_device() || kind.is_char_device() {
            return Some("a device");
        }
    }
    Some("something special")
}

fn check_kind(kind: FileType) -> io::Result<()> {
    let what = match special_kind(kind) {
        Some(what) => what,
        None if kind.is_dir() => "a folder",
        None => return Ok(()),
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {what}, not a file")))
}

fn too_large(limit: u64) -> io::Error {
    let size = match limit.checked_div(1024 * 1024) {
        Some(megabytes @ 1..) => format!("{megabytes} MiB"),
        Some(0) | None => format!("{} KiB", limit / 1024),
    };
    io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {size}"))
}

/// Opens without waiting for anybody: a pipe that took the place of a file a moment ago opens at
/// once, and is refused afterwards.
#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;

    #[test]
    fn a_file_may_be_as_large_as_the_limit_and_no_larger() {
        let folder = TestFolder::new("regular");
        folder.write("file", "12345");
        assert_eq!(read_regular(&folder.join("file"), 5).unwrap(), b"12345");
        let error = read_regular(&folder.join("file"), 4).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_file_that_is_mostly_a_hole_is_refused_before_it_is_read() {
        let folder = TestFolder::new("regular");
        File::create(folder.join("sparse")).unwrap().set_len(1 << 40).unwrap();
        let error = read_regular(&folder.join("sparse"), 1 << 26).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 64 MiB");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_folders_are_no_files() {
        let folder = TestFolder::new("regular");
        let pipe = folder.pipe("pipe");
        for (path, expected) in [
            (pipe.as_path(), "it is a pipe, not a file"),
            (Path::new("/dev/zero"), "it is a device, not a file"),
            (folder.path(), "it is a folder, not a file"),
        ] {
            assert_eq!(read_regular(path, 9).unwrap_err().to_string(), expected);
        }
        // Even without the look beforehand, to open a pipe does not wait for a writer.
        assert!(check_kind(open_at_once(&pipe).unwrap().metadata().unwrap().file_type()).is_err());
    }
}
