//! A file of a pack that is being changed: its text, and what lies on disk.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use harena_pack::{no_links_between, read_regular, write_atomically};
use harena_script::page::Page;

use crate::text;

/// A larger file is not opened here.
const MOST_BYTES: u64 = harena_script::page::MOST_BYTES as u64;

/// Why a file can only be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lock {
    /// It came along with the application, or lies in an archive.
    BuiltIn,
    /// It holds something else than text.
    NoText,
    /// The disk does not give it out, or it is too large.
    Refused(String),
}

/// Whether what is on disk is what this file was changed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is.
    Fine,
    /// Another program has changed it meanwhile, and nothing was written over that.
    Changed,
    /// It could not be written.
    Unwritten(String),
}

/// A file of a pack.
pub struct OpenFile {
    /// Its text, and the sheets in it. Lines end in the way of the window.
    pub page: Page,
    /// The last page that could be read, while this one cannot.
    sound: Option<Page>,
    /// The same as it was when it was opened.
    pub opened: Page,
    /// Why it cannot be changed, if it cannot.
    pub lock: Option<Lock>,
    /// How it stands with the disk.
    pub state: State,
    folder: PathBuf,
    place: PathBuf,
    /// What was last read or written.
    base: Vec<u8>,
    /// Whether each line ends as on Windows.
    windows: bool,
    /// Whether the text is another one than that.
    unsaved: bool,
    /// When it is to be written.
    due: Option<Instant>,
}

impl OpenFile {
    /// A file that can only be looked at.
    pub fn locked(text: &str, lock: Lock) -> OpenFile {
        OpenFile {
            page: Page::read(text),
            sound: None,
            opened: Page::read(text),
            lock: Some(lock),
            state: State::Fine,
            folder: PathBuf::new(),
            place: PathBuf::new(),
            base: Vec::new(),
            windows: false,
            unsaved: false,
            due: None,
        }
    }

    /// A file in the folder of a pack, as it lies on disk.
    pub fn open(folder: &Path, path: &str) -> OpenFile {
        let place = folder.join(path);
        let bytes = match read(folder, &place) {
            Ok(bytes) => bytes,
            Err(error) => return OpenFile::locked("", Lock::Refused(error)),
        };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return OpenFile::locked("", Lock::NoText);
        };
        let windows = ends_as_on_windows(text);
        let text = if windows { text.replace("\r\n", "\n") } else { text.to_owned() };
        OpenFile {
            folder: folder.to_owned(),
            place,
            base: bytes,
            windows,
            lock: None,
            ..OpenFile::locked(&text, Lock::BuiltIn)
        }
    }

    /// Takes another text, to be written after a pause; whether it is another one.
    pub fn change(&mut self, text: &str, pause: Duration) -> bool {
        if self.lock.is_some() || text == self.page.text() {
            return false;
        }
        let before = std::mem::replace(&mut self.page, Page::read(text));
        if self.page.problems().is_empty() {
            self.sound = None;
        } else if before.problems().is_empty() {
            self.sound = Some(before);
        }
        self.unsaved = self.bytes() != self.base;
        self.due = Some(Instant::now() + pause);
        true
    }

    /// Its page, or the last one that could be read.
    pub fn sound(&self) -> &Page {
        self.sound.as_ref().unwrap_or(&self.page)
    }

    /// Whether its text is not on disk yet.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// How long it is until it is written by itself; nothing where that is not meant to be.
    pub fn rest(&self) -> Option<Duration> {
        let due = self.due.filter(|_| self.state != State::Changed)?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Writes it, unless another program has changed it meanwhile.
    pub fn save(&mut self) {
        self.due = None;
        if self.lock.is_some() || !self.is_unsaved() {
            return;
        }
        match read(&self.folder, &self.place) {
            Ok(bytes) if bytes == self.base => self.write(),
            Ok(bytes) if bytes == self.bytes() => {
                (self.base, self.state, self.unsaved) = (bytes, State::Fine, false);
            }
            Ok(_) => self.state = State::Changed,
            Err(error) => self.state = State::Unwritten(error),
        }
    }

    /// Writes it over whatever another program has written.
    pub fn insist(&mut self) {
        self.write();
    }

    /// Takes what lies on disk, and what was changed here is gone.
    pub fn take_disk(&mut self) {
        let path = self.place.strip_prefix(&self.folder).unwrap_or(&self.place).to_owned();
        let fresh = OpenFile::open(&self.folder, &path.to_string_lossy());
        if fresh.lock.is_none() {
            let opened = std::mem::replace(&mut self.opened, Page::read(""));
            *self = OpenFile { opened, ..fresh };
        }
    }

    /// Looks whether another program has changed it; whether its text is another one now.
    pub fn look(&mut self) -> bool {
        if self.lock.is_some() || self.state == State::Changed {
            return false;
        }
        match read(&self.folder, &self.place) {
            Ok(bytes) if bytes == self.base => false,
            Ok(_) if self.is_unsaved() => {
                self.state = State::Changed;
                false
            }
            Ok(_) => {
                self.take_disk();
                true
            }
            // It may be on the way from one name to another.
            Err(_) => false,
        }
    }

    fn write(&mut self) {
        let bytes = self.bytes();
        let written = no_links_between(&self.folder, &self.place)
            .and_then(|()| write_atomically(&self.place, &bytes));
        self.state = match written {
            Ok(()) => State::Fine,
            Err(error) => State::Unwritten(error.to_string()),
        };
        if self.state == State::Fine {
            (self.base, self.unsaved) = (bytes, false);
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self.windows {
            true => self.page.text().replace('\n', "\r\n").into_bytes(),
            false => self.page.text().as_bytes().to_vec(),
        }
    }
}

/// Reads a file of a pack; no link is followed, neither on the way to it nor at its end.
fn read(folder: &Path, place: &Path) -> Result<Vec<u8>, String> {
    if place.is_symlink() {
        return Err(text::is_a_link().to_owned());
    }
    let bytes = no_links_between(folder, place).and_then(|()| read_regular(place, MOST_BYTES));
    bytes.map_err(|error| error.to_string())
}

/// Whether every line ends as on Windows; where some do not, all stay as they are.
fn ends_as_on_windows(text: &str) -> bool {
    let (both, returns) = (text.matches("\r\n").count(), text.matches('\r').count());
    both > 0 && both == returns && both == text.matches('\n').count()
}
