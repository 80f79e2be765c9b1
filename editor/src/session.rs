//! A match open in the editor: packs, rules, time line, players, and what went wrong.
//!
//! Whatever happens, the session keeps the last good rules and a match that can go on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use harena_engine::decision::Explained;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::the_match::Match;
use harena_engine::timeline::Timeline;
use harena_lab::attended::Attended;
use harena_pack::{Change, Library, Tree, Watcher};
use harena_script::{Host, Menu};
use harena_types::Checker;

use crate::book::Book;
use crate::command::Command;
use crate::text;

mod advice;
mod guests;
mod lesson;
mod plan;
mod presets;
mod printed;
mod trouble;

mod ahead;
mod bots;
mod carried;
mod chosen;
mod gather;
mod load;
mod making;
mod proofs;
mod puzzle;
mod reload;
mod review;
mod saved;
mod time;
mod types;

mod outlook;
mod saver;

pub use advice::Advised;
pub use chosen::Chosen;
pub use gather::{Cover, Errand, Gatherer, Kept, News};
pub use guests::Guest;
pub use harena_lab::player::Player;
pub use lesson::Led;
pub use load::seed_now;
pub(crate) use load::{book_of, load_host, recorded};
pub use outlook::{Block, Fate, Gauge, Outlook};
pub use plan::Plan;
pub use presets::{KeptPreset, LONGEST, is_own};
pub use printed::place_of;
pub use proofs::{Failed, Position, Proofs, Score};
pub use saved::Compared;
pub use trouble::{Trouble, split_place};

use ahead::Ahead;
use reload::Attempt;
use saver::Saver;
use types::Types;

/// What a session is opened with.
#[derive(Default)]
pub struct Sources {
    /// Packs that are part of the application or of a test.
    pub built_in: Library,
    /// Folders with packs, each read and watched. Packs found there lie over built-in ones.
    pub roots: Vec<PathBuf>,
    /// Where records and what was played last are kept; nothing is written without it.
    pub data_dir: Option<PathBuf>,
    /// The game to begin with, by id; else the one played last, else [`Sources::first_game`].
    pub game: Option<String>,
    /// The game to begin with where nothing was played yet; else the first by id.
    pub first_game: Option<String>,
    /// Called from other threads when packs changed, to wake the window.
    pub wake: Option<Wake>,
    /// Asked about the types of packs that change; types are left unchecked without it.
    pub checker: Option<Checker>,
}

/// So many kept matches are told of at home.
const MOST_TOLD: usize = 8;

/// Wakes the window from another thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A match with the rules that run it.
pub struct Play {
    host: Host,
    /// The game as built for this match.
    pub game: Arc<Game>,
    /// Its labels.
    pub book: Book,
    /// What it offers before a match.
    pub menu: Menu,
    /// The match with all its lines, and who plays it.
    attended: Attended,
    thinking: bots::Thinking,
    /// What somebody is led through, in a first match.
    lesson: Option<harena_scenario::Lesson>,
    /// The lists from which moves chose pieces, by the moments they led to.
    chosen: BTreeMap<usize, Chosen>,
}

impl Play {
    /// The match at the moment one looks at.
    pub fn now(&self) -> &Match {
        self.attended.now()
    }

    /// Whether anything was played yet.
    pub fn is_begun(&self) -> bool {
        !self.timeline().moves().is_empty()
    }

    /// Whether the match is over at the moment one looks at.
    pub fn is_over(&self) -> bool {
        self.now().outcome().is_some()
    }

    /// All moves and lines.
    pub fn timeline(&self) -> &Timeline {
        self.attended.timeline()
    }
}

/// A line for the status bar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// What to say.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

/// The folders that exist and lie in no other one, each once.
fn outermost(folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let known: Vec<PathBuf> = folders.iter().filter_map(|it| it.canonicalize().ok()).collect();
    let is_inner = |at: usize, folder: &PathBuf| {
        known
            .iter()
            .enumerate()
            .any(|(other, outer)| folder.starts_with(outer) && (folder != outer || other < at))
    };
    let kept = known.iter().enumerate().filter(|(at, it)| it.is_dir() && !is_inner(*at, it));
    kept.map(|(_, folder)| folder.clone()).collect()
}

/// A match open in the editor.
pub struct Session {
    /// All packs at hand.
    pub library: Library,
    /// How the match was set up.
    pub plan: Plan,
    /// The match, once a game could be loaded.
    pub play: Option<Play>,
    /// What is wrong with packs.
    pub troubles: Vec<Trouble>,
    /// What went wrong while the match ran, newest last.
    pub faults: Vec<Trouble>,
    /// What scripts printed in the match, newest last.
    pub printed: Vec<harena_script::Print>,
    /// The latest thing worth saying.
    pub notice: Notice,
    /// Whether hidden things may be seen and every move taken back.
    pub test_mode: bool,
    /// Grows with every change of the match or its rules.
    pub revision: u64,
    /// Grows with every match that is begun or opened.
    pub n_begun: u64,
    /// Grows with every change of packs that was taken in.
    pub n_reloads: u64,
    wake: Option<Wake>,
    data_dir: Option<PathBuf>,
    presets: Vec<KeptPreset>,
    saver: Option<Saver>,
    changes: Receiver<Change>,
    outbox: Sender<Change>,
    latest: BTreeMap<String, Tree>,
    types: Types,
    attempt: Attempt,
    ahead: Ahead,
    advice: advice::Advice,
    review: review::Reviewing,
    saved: saved::Saved,
    proofs: Proofs,
    _watcher: Option<Watcher>,
}

impl Session {
    /// Opens a session on a match ready to play, or on the reasons why there is none.
    pub fn open(sources: Sources) -> Session {
        let (outbox, changes) = channel();
        let mut session = Session {
            library: Library::default(),
            plan: Plan::default(),
            play: None,
            troubles: Vec::new(),
            faults: Vec::new(),
            printed: Vec::new(),
            notice: Notice::default(),
            test_mode: false,
            revision: 1,
            n_begun: 0,
            n_reloads: 0,
            saver: sources.data_dir.as_ref().map(|_| Saver::start()),
            wake: sources.wake,
            data_dir: sources.data_dir,
            presets: Vec::new(),
            changes,
            outbox,
            latest: BTreeMap::new(),
            types: Types::by(sources.checker),
            attempt: Attempt::default(),
            ahead: Ahead::default(),
            advice: advice::Advice::default(),
            review: review::Reviewing::default(),
            saved: saved::Saved::default(),
            proofs: Proofs::default(),
            _watcher: None,
        };
        let folders = outermost(sources.roots);
        session.watch(&folders);
        session.library = sources.built_in.overlaid_with(Library::open(&folders));
        let wanted = sources.game.or_else(|| session.last_game()).or(sources.first_game);
        session.read_presets();
        session.begin_first(wanted);
        session.lay_out();
        session.hear();
        session
    }

    /// From now on other threads wake the window by this.
    pub fn be_woken_by(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// A door for changes of packs besides the watched folders, such as packs held in memory.
    pub fn sender(&self) -> Sender<Change> {
        self.outbox.clone()
    }

    /// Carries out a command.
    pub fn execute(&mut self, command: Command) {
        self.notice = Notice::default();
        let looks_on = matches!(command, Command::TestMode(_) | Command::Save(_));
        if let Some(play) = self.play.as_mut().filter(|_| !looks_on) {
            play.thinking.stop();
        }
        match command {
            Command::Act(seat, action) => self.act(seat, action),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::GoTo(n) => self.go_to(n),
            Command::GoOn => self.go_on(),
            Command::Line(number) => self.change_line(number),
            Command::Rest => self.rest(),
            Command::Begin(plan) => {
                self.begin(plan);
            }
            Command::Lead(game) => self.begin_lesson(&game),
            Command::Seat(seat, player) => self.seat(seat, player),
            Command::TestMode(on) => self.test_mode = on,
            Command::Save(path) => self.save_to(&path),
            Command::Open(path) => {
                if let Some(record) = self.read_record(&path) {
                    self.show(&record);
                }
            }
            Command::Show(record) => self.show(&record),
        }
        self.hear();
        self.revision += 1;
    }

    /// What the home tells of packs and of kept matches is to be found out.
    pub fn errand(&self) -> Errand {
        let records = self.recent_records().into_iter().take(MOST_TOLD).collect();
        Errand { library: self.library.clone(), records, wake: self.wake.clone() }
    }

    /// Wakes the window from another thread, where there is one.
    pub fn wake(&self) -> Option<Wake> {
        self.wake.clone()
    }

    /// What was kept of how the window looks and behaves.
    pub fn kept_preferences(&self) -> Option<String> {
        let path = self.data_dir.as_ref()?.join(crate::preferences::FILE);
        saver::kept_text(&path, saver::MOST_BYTES)
    }

    /// Keeps how the window looks and behaves.
    pub fn keep_preferences(&self, text: String) {
        if let (Some(saver), Some(folder)) = (&self.saver, &self.data_dir) {
            saver.save(folder.join(crate::preferences::FILE), text);
        }
    }

    /// Where packs that are made here lie; nothing without a place to keep them.
    pub fn packs_folder(&self) -> Option<PathBuf> {
        self.data_dir.as_ref().map(|folder| folder.join("packs"))
    }

    /// Reads the titles of the match anew, in the language that is spoken.
    pub fn name_anew(&mut self) {
        self.play.iter_mut().for_each(Play::name_anew);
    }

    /// The match now.
    pub fn the_match(&self) -> Option<&Match> {
        self.play.as_ref().map(Play::now)
    }

    /// The seat a person must decide for now, or else the seat that last did.
    pub fn viewer(&self) -> Seat {
        self.play.as_ref().map_or(Seat::NONE, |play| play.attended.viewer())
    }

    /// How many people play at this window.
    pub fn n_people(&self) -> usize {
        let seats = (0..self.plan.n_seats).map(Seat);
        seats.filter(|seat| self.plan.player(*seat) == Player::Human).count()
    }

    /// Why what is not offered is refused, and remarks on what is.
    pub fn explained(&mut self) -> Explained {
        let Some(play) = &mut self.play else { return Explained::default() };
        let explained = play.attended.explained(&mut play.host);
        self.unhear();
        match explained {
            Ok(explained) => explained,
            Err(fault) => {
                self.report(&fault);
                Explained::default()
            }
        }
    }

    /// The text of a file of a pack as it was last seen, broken or not.
    pub fn source(&self, pack: &str, path: &str) -> Option<&str> {
        let seen = self.latest.get(pack).and_then(|tree| tree.get(path));
        seen.or_else(|| self.library.get(pack).and_then(|pack| pack.tree.get(path)))
    }

    pub(in crate::session) fn seat(&mut self, seat: Seat, player: Player) {
        self.plan.set_player(seat, player);
        if let Some(play) = &mut self.play {
            play.attended.set_player(seat, player);
        }
    }

    fn report(&mut self, fault: &harena_engine::the_match::Fault) {
        self.notice = Notice { text: fault.to_string(), bad: true };
        self.faults.push(Trouble::of_fault(fault));
        let extra = self.faults.len().saturating_sub(20);
        self.faults.drain(..extra);
    }

    fn last_game(&self) -> Option<String> {
        let path = self.data_dir.as_ref()?.join(saver::LAST_GAME);
        saver::kept_text(&path, saver::MOST_BYTES).map(|id| id.trim().to_owned())
    }

    /// Says so once when the match can no longer be kept on disk.
    pub fn poll_saver(&mut self) {
        if let Some(error) = self.saver.as_ref().and_then(Saver::failure) {
            self.complain(text::not_kept(&error));
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice { text: text.into(), bad: false };
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.notice = Notice { text: text.into(), bad: true };
    }

    /// Begins a match; whether it could.
    fn begin(&mut self, plan: Plan) -> bool {
        let loaded = self.load_match(&plan, None);
        self.begun(plan, loaded.map(|(play, _)| play))
    }

    /// Takes over a match that was loaded; whether it was.
    fn begun(&mut self, plan: Plan, loaded: Result<Play, Vec<Trouble>>) -> bool {
        let begun = loaded.is_ok();
        match loaded {
            Ok(play) => {
                self.keep_match();
                self.plan = plan;
                self.play = Some(play);
                self.n_begun += 1;
                self.faults.clear();
                self.printed.clear();
                self.lay_out();
                self.remember_game();
                self.autosave();
            }
            Err(troubles) => {
                self.complain(text::kept_last_good());
                self.troubles = troubles;
            }
        }
        begun
    }
}
