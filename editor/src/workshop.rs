//! The workshop: the pack that is being changed, its files, what is chosen in them, and every
//! change so that it can be taken back. Form and text change one page, see [`harena_script::page`].

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use harena_pack::{Content, Source};
use harena_script::page::{Page, Unchanged, WrittenSheet};
use harena_script::schema::{Key, Value};

use crate::session::Session;

mod file;
pub mod form;
mod history;
pub mod kept;
mod luau;
mod more;

#[cfg(test)]
mod tests;

pub use file::{Lock, OpenFile, State};
pub use luau::{Part, parts};

use history::{History, Step};
use kept::Kept;

/// A change by the form is written after such a pause, so that a number can go up by five at once.
pub const FORM_PAUSE: Duration = Duration::from_millis(500);
/// A typed change is written after such a pause.
pub const TYPED_PAUSE: Duration = Duration::from_millis(1200);

/// What the middle of a narrow window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Face and form.
    #[default]
    Form,
    /// The text.
    Source,
    /// The board.
    Board,
}

/// Where one wants to go: a pack, and if known a file of it and a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The pack, by id.
    pub pack: String,
    /// The file; may be empty.
    pub path: String,
    /// The line, from 1; 0 for none.
    pub line: u32,
}

/// A sheet that is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Its file.
    pub path: String,
    /// Its id.
    pub id: String,
    /// What makes it.
    pub maker: String,
}

impl Chosen {
    /// A sheet of a file.
    pub fn of(path: &str, sheet: &WrittenSheet) -> Chosen {
        let (id, maker) = (sheet.id.clone(), sheet.maker.clone());
        Chosen { path: path.to_owned(), id, maker }
    }
}

/// The last change by the form, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What was changed.
    pub what: String,
    /// What it was; empty for nothing.
    pub from: String,
    /// What it is; empty for nothing.
    pub to: String,
}

/// A change of a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The field.
    pub path: Vec<Key>,
    /// What it is to say; nothing to leave it out.
    pub value: Option<Value>,
    /// The fields of the sheet in the order of its form.
    pub order: Vec<String>,
    /// The change in words.
    pub told: Told,
    /// Whether it is one of many letters.
    pub typed: bool,
}

/// The workshop.
#[derive(Default)]
pub struct Workshop {
    /// The pack, by id.
    pub pack: String,
    /// The file that is shown, by its path.
    pub file: String,
    /// The sheet that is chosen.
    pub sheet: Option<Chosen>,
    /// The side that is chosen.
    pub side: usize,
    /// By how many sides what is written first is turned from the first one of the face, as it was
    /// found last, by what makes the sheets.
    pub turns: BTreeMap<String, usize>,
    /// What the middle of a narrow window shows.
    pub tab: Tab,
    /// The line to go to in the text, from 1.
    pub jump: Option<u32>,
    /// The field that is being changed.
    pub lit: Vec<Key>,
    /// The last change by the form.
    pub told: Option<Told>,
    /// A word that is being written for a list.
    pub word: String,
    /// Whether somebody writes in a field.
    pub typing: bool,
    /// Whether somebody writes in the text, so that Tab indents it and does not go on.
    pub writes: bool,
    /// Grows with every change of a text.
    pub revision: u64,
    /// What the keys set at the chosen side: the name of a field.
    pub tool: String,
    /// Whether only the lines of the chosen sheet are shown of its file.
    pub folds: bool,
    /// Which of the positions is shown, in which the chosen sheet stands.
    pub position: usize,
    /// What is worked out and kept.
    pub kept: Kept,
    /// How much of a file is folded away before and behind what is shown, and of which.
    folded: Option<(String, usize, usize)>,
    folder: Option<PathBuf>,
    files: Files,
    history: History,
}

impl Workshop {
    /// Opens a pack at a place in it. What was changed in another one is written first; where that
    /// waits for a word of the person, the file it waits in is shown instead.
    pub fn open(&mut self, session: &Session, target: &Target) {
        if self.pack != target.pack {
            self.save();
            if let Some((path, _)) = self.files.0.iter().find(|(_, file)| file.is_unsaved()) {
                self.file = path.clone();
                return;
            }
            *self = Workshop { pack: target.pack.clone(), tab: self.tab, ..Workshop::default() };
        }
        self.fetch(session);
        if !target.path.is_empty() {
            self.go_to(session, &target.path, target.line);
        } else if self.file.is_empty() {
            let is_first = |(path, sheet): &(&str, &WrittenSheet)| {
                self.file(path).is_some_and(|file| is_leaf(file.sound(), sheet))
            };
            let first = self.sheets().find(is_first);
            match first.map(|(path, sheet)| Chosen::of(path, sheet)) {
                Some(first) => self.choose(first),
                None => self.file = harena_pack::MANIFEST_FILE.to_owned(),
            }
        }
        let file = self.file.clone();
        self.ready(session, &file);
    }

    /// Reads the files of the pack in which sheets may stand.
    fn fetch(&mut self, session: &Session) {
        let Some(pack) = session.library.get(&self.pack).cloned() else { return };
        self.folder = match &pack.source {
            Source::Folder(folder) => Some(folder.clone()),
            Source::Memory => None,
        };
        let scripts: Vec<String> = pack.tree.scripts().map(str::to_owned).collect();
        for path in scripts.iter().filter(|path| !path.starts_with("spec/")) {
            if pack.tree.get(path).is_some_and(|text| text.contains("id =")) {
                self.ready(session, path);
            }
        }
    }

    /// Opens a file, unless it is open.
    pub fn ready(&mut self, session: &Session, path: &str) {
        if self.files.0.contains_key(path) || path.is_empty() {
            return;
        }
        let tree = session.library.get(&self.pack).map(|pack| &pack.tree);
        let content = tree.and_then(|tree| tree.content(path));
        let file = match (&self.folder, content) {
            (Some(folder), Some(_)) => OpenFile::open(folder, path),
            (None, Some(Content::Text(text))) => OpenFile::locked(text, Lock::BuiltIn),
            (None, Some(Content::Binary(_))) => OpenFile::locked("", Lock::NoText),
            (_, None) => return,
        };
        self.files.0.insert(path.to_owned(), file);
    }

    /// Closes all files, to open them anew: the pack lies elsewhere now.
    pub fn reopen(&mut self, session: &Session) {
        let at = Target { pack: self.pack.clone(), path: self.file.clone(), line: 0 };
        let (sheet, side) = (self.sheet.take(), self.side);
        *self = Workshop { pack: self.pack.clone(), tab: self.tab, ..Workshop::default() };
        self.open(session, &at);
        (self.sheet, self.side) = (sheet, side);
    }

    /// Shows a file at a line, and the sheet that stands there.
    pub fn go_to(&mut self, session: &Session, path: &str, line: u32) {
        self.ready(session, path);
        path.clone_into(&mut self.file);
        self.lit.clear();
        self.jump = (line > 0).then_some(line);
        let Some(page) = self.page() else { return };
        let holds = |sheet: &&WrittenSheet| {
            let (first, last) = page.lines_of(&sheet.span);
            (first..=last).contains(&line)
        };
        let innermost = page.sheets().iter().rfind(holds).filter(|it| is_leaf(page, it));
        if let Some(chosen) = innermost.map(|sheet| Chosen::of(path, sheet)) {
            self.sheet = Some(chosen);
        }
    }

    /// Chooses a sheet and shows it in its file.
    pub fn choose(&mut self, sheet: Chosen) {
        sheet.path.clone_into(&mut self.file);
        self.sheet = Some(sheet);
        self.position = 0;
        self.lit.clear();
        let line = self.written().map(|(page, at)| {
            page.sheets().get(at).map_or(1, |sheet| page.line_of(sheet.span.start))
        });
        self.jump = line;
    }

    /// All sheets of files that are open, with their files; of one that cannot be read now, those it
    /// had before.
    pub fn sheets(&self) -> impl Iterator<Item = (&str, &WrittenSheet)> {
        self.files.0.iter().flat_map(|(path, file)| {
            file.sound().sheets().iter().map(move |sheet| (path.as_str(), sheet))
        })
    }

    /// The file that is shown.
    pub fn shown(&self) -> Option<&OpenFile> {
        self.files.0.get(&self.file)
    }

    /// Its text.
    pub fn page(&self) -> Option<&Page> {
        self.shown().map(|file| &file.page)
    }

    /// A file that is open.
    pub fn file(&self, path: &str) -> Option<&OpenFile> {
        self.files.0.get(path)
    }

    /// The page of the sheet that is chosen, and its number in it.
    pub fn written(&self) -> Option<(&Page, usize)> {
        let Chosen { path, id, maker } = self.sheet.as_ref()?;
        let page = &self.files.0.get(path)?.page;
        Some((page, page.find(id, maker)?))
    }

    /// What a field of the chosen sheet said when its file was opened.
    pub fn was(&self, path: &[Key]) -> Option<Value> {
        let Chosen { path: file, id, maker } = self.sheet.as_ref()?;
        let opened = &self.files.0.get(file)?.opened;
        opened.value(opened.find(id, maker)?, path)
    }

    /// The bytes of the shown file that are to be seen: all of them or, folded, the lines of the
    /// chosen sheet. While its text cannot be read, what was to be seen before stays so.
    pub fn seen(&mut self) -> std::ops::Range<usize> {
        let Some(page) = self.page() else { return 0..0 };
        let all = 0..page.text().len();
        let is_here = self.sheet.as_ref().is_some_and(|sheet| sheet.path == self.file);
        if !self.folds || !is_here {
            self.folded = None;
            return all;
        }
        if let Some((page, at)) = self.written()
            && let Some(sheet) = page.sheets().get(at)
        {
            let (first, last) = page.lines_of(&sheet.span);
            let start = page.start_of(first).unwrap_or(0);
            let end = page.start_of(last + 1).map_or(all.end, |next| next - 1);
            self.folded = Some((self.file.clone(), start, all.end - end.min(all.end)));
        }
        let own = self.folded.as_ref().filter(|(path, ..)| *path == self.file);
        let Some((_, before, behind)) = own else { return all };
        let seen = *before..all.end.saturating_sub(*behind);
        let fits = self.page().is_some_and(|page| page.text().get(seen.clone()).is_some());
        if fits { seen } else { all }
    }

    /// Whether the pack can be changed where it lies.
    pub fn is_own(&self) -> bool {
        self.folder.is_some()
    }

    /// Changes a field of the chosen sheet.
    ///
    /// # Errors
    /// Why its text stays as it is.
    pub fn set(&mut self, change: Change) -> Result<(), Unchanged> {
        let Change { path, value, order, told, typed } = change;
        let (page, at) = self.written().ok_or(Unchanged::Absent)?;
        let order: Vec<&str> = order.iter().map(String::as_str).collect();
        let text = match &value {
            Some(value) => page.with(at, &path, value, &order)?,
            None => page.without(at, &path)?,
        };
        let file = self.sheet.as_ref().map(|it| it.path.clone()).unwrap_or_default();
        file.clone_into(&mut self.file);
        (self.lit, self.jump) = (path, None);
        self.take(&file, &text, FORM_PAUSE, typed);
        self.told = Some(told);
        Ok(())
    }

    /// Takes another text of the file that is shown, as somebody typed it.
    pub fn type_text(&mut self, text: &str) {
        let file = self.file.clone();
        self.take(&file, text, TYPED_PAUSE, true);
        self.told = None;
    }

    /// Takes another text for one that is wrong, as a problem asked for it.
    pub fn mend(&mut self, text: &str) {
        let file = self.file.clone();
        self.take(&file, text, FORM_PAUSE, false);
        self.told = None;
    }

    fn take(&mut self, path: &str, text: &str, pause: Duration, typed: bool) {
        let Some(file) = self.files.0.get_mut(path) else { return };
        let before = file.page.text().to_owned();
        if file.change(text, pause) {
            let (path, after) = (path.to_owned(), text.to_owned());
            let step = Step { path, before, after, sheet: self.sheet.clone() };
            self.history.note(step, typed, Instant::now());
            self.revision += 1;
        }
    }

    /// Whether something can be taken back, and done again.
    pub fn can_undo(&self) -> (bool, bool) {
        self.history.can()
    }

    /// Takes back the last change, or does it again.
    pub fn undo(&mut self, again: bool) {
        let step = if again { self.history.again() } else { self.history.back() };
        let Some(Step { path, before, after, sheet }) = step else { return };
        let (from, to) = if again { (before, after) } else { (after, before) };
        let Some(file) = self.files.0.get_mut(&path) else { return };
        // What another program wrote meanwhile is not undone by this.
        if file.page.text() != from {
            self.history = History::default();
            return;
        }
        let line = first_difference(&from, &to);
        file.change(&to, FORM_PAUSE);
        self.file = path;
        (self.jump, self.told) = (Some(line), None);
        self.lit.clear();
        // A sheet that is gone by it makes room for the one before.
        if self.written().is_none() && self.page().is_some_and(|it| it.problems().is_empty()) {
            self.sheet = sheet;
        }
        self.revision += 1;
    }

    /// Writes what is due; answers when to look again.
    pub fn save_due(&mut self) -> Option<Duration> {
        let mut rest: Option<Duration> = None;
        for file in self.files.0.values_mut() {
            match file.rest() {
                Some(Duration::ZERO) => file.save(),
                Some(left) => rest = Some(rest.map_or(left, |rest| rest.min(left))),
                None => {}
            }
        }
        rest
    }

    /// Writes everything now.
    pub fn save(&mut self) {
        self.files.0.values_mut().for_each(OpenFile::save);
    }

    /// Whether something is not on disk yet.
    pub fn is_unsaved(&self) -> bool {
        self.files.0.values().any(OpenFile::is_unsaved)
    }

    /// Looks whether other programs have changed files that are open.
    pub fn look(&mut self) {
        let changed = self.files.0.values_mut().filter_map(|file| file.look().then_some(()));
        if changed.count() > 0 {
            self.history = History::default();
            (self.told, self.revision) = (None, self.revision + 1);
        }
    }

    /// Settles a file that another program has changed meanwhile: writes over it, or takes it.
    pub fn settle(&mut self, path: &str, insist: bool) {
        let Some(file) = self.files.0.get_mut(path) else { return };
        if insist {
            file.insist();
        } else {
            file.take_disk();
            self.history = History::default();
        }
        self.revision += 1;
    }

    /// Files that stand otherwise than they should with the disk.
    pub fn unsettled(&self) -> impl Iterator<Item = (&str, &State)> {
        let wrong = self.files.0.iter().filter(|(_, file)| file.state != State::Fine);
        wrong.map(|(path, file)| (path.as_str(), &file.state))
    }
}

/// Files that are open, by their paths. What was changed in them is not lost with the window.
#[derive(Default)]
struct Files(BTreeMap<String, OpenFile>);

impl Drop for Files {
    fn drop(&mut self) {
        self.0.values_mut().for_each(OpenFile::save);
    }
}

/// Whether a sheet holds no others.
pub fn is_leaf(page: &Page, sheet: &WrittenSheet) -> bool {
    let holds = |other: &WrittenSheet| {
        other.span.start > sheet.span.start && other.span.end < sheet.span.end
    };
    !page.sheets().iter().any(holds)
}

/// The first line, from 1, in which two texts differ.
fn first_difference(a: &str, b: &str) -> u32 {
    let same = a.lines().zip(b.lines()).take_while(|(a, b)| a == b).count();
    u32::try_from(same + 1).unwrap_or(1)
}
