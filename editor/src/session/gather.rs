//! What can be told of games and kept matches before one of them is opened, gathered beside the
//! thread of the window.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

use harena_engine::game::{Game, Settings};
use harena_engine::id::Seat;
use harena_engine::state::Outcome;
use harena_lab::attended::Attended;
use harena_lab::record::{MAX_RECORD_BYTES, Record};
use harena_pack::Library;
use harena_script::page::Forms;
use harena_script::{Host, Menu};

use super::load::{book_of, load_host};
use super::saver::kept_text;
use super::{Player, Trouble, Wake};
use crate::book::Book;
use crate::links::Shown;
use crate::scene::{self, View};
use crate::theme::Livery;

/// What is known of a game that could be played.
#[derive(Clone)]
pub struct Cover {
    /// What it offers before a match.
    pub menu: Menu,
    /// The game as it is played without further choices.
    pub game: Arc<Game>,
    /// Its labels.
    pub book: Arc<Book>,
    /// What its sheets may hold.
    pub forms: Arc<Forms>,
    /// Different for every cover, so that drawings know theirs.
    pub stamp: u64,
}

impl Cover {
    /// What seats will wear that play these factions, as far as that is known before the match.
    pub fn liveries(&self, factions: &[Option<String>]) -> Vec<Option<Livery>> {
        let color = |faction: &Option<String>| self.book.faction_color(faction.as_ref()?);
        let wished: Vec<_> = factions.iter().map(color).collect();
        let is_named = |at: usize| self.book.seat_color(Seat(at as u8)).is_some();
        let all_named = (0..factions.len()).all(is_named);
        let fits = factions.len() == usize::from(self.game.n_seats);
        let is_sure = fits && (all_named || wished.iter().all(Option::is_some));
        let worn = scene::liveries_of(&self.book, &wished);
        worn.into_iter().map(|livery| is_sure.then_some(livery)).collect()
    }
}

/// Counts covers.
static STAMPS: AtomicU64 = AtomicU64::new(0);

/// A match that was kept, at its last moment.
pub struct Kept {
    /// Where its record lies.
    pub path: PathBuf,
    /// When it was written last.
    pub when: SystemTime,
    /// Who played each seat.
    pub players: Vec<Player>,
    /// Moves made.
    pub n_moves: usize,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The last moment, as a person at this window may see it.
    pub shown: Shown,
    game: Arc<Game>,
    book: Arc<Book>,
    liveries: Vec<Livery>,
}

impl Kept {
    /// For naming and drawing what is in it.
    pub fn view(&self) -> View<'_> {
        View {
            game: &self.game,
            book: &self.book,
            shown: &self.shown,
            liveries: &self.liveries,
            fights: false,
        }
    }
}

/// One thing that was found.
pub enum News {
    /// A game that could be played.
    Cover(Box<Cover>),
    /// What is wrong with a game, or with packs that were left out of it.
    Troubles(Vec<Trouble>),
    /// A match that was kept.
    Kept(Box<Kept>),
}

/// What is looked for: games, and records.
pub struct Errand {
    /// All packs.
    pub library: Library,
    /// The records to be told of.
    pub records: Vec<PathBuf>,
    /// Called when something was found.
    pub wake: Option<Wake>,
}

/// A thread that looks at games and records. It ends when this is dropped.
pub struct Gatherer {
    news: Receiver<News>,
    stop: Arc<AtomicBool>,
}

impl Gatherer {
    /// Starts the thread.
    pub fn start(errand: Errand) -> Gatherer {
        let (outbox, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        // Sheets are read in the language of the window, which each thread has for itself.
        let language = crate::text::spoken();
        let run = move || {
            crate::text::speak(language);
            gather(&errand, &outbox, &stopped);
        };
        // Without a thread nothing is found, and games are listed by their manifests alone.
        let _ = std::thread::Builder::new().name("gatherer".to_owned()).spawn(run);
        Gatherer { news, stop }
    }

    /// What was found since it was asked last.
    pub fn news(&self) -> impl Iterator<Item = News> {
        self.news.try_iter()
    }

    /// Everything there is to be found.
    pub fn await_all(&self) -> impl Iterator<Item = News> {
        self.news.iter()
    }
}

impl Drop for Gatherer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn gather(errand: &Errand, outbox: &Sender<News>, stop: &AtomicBool) {
    let mut hosts: BTreeMap<String, Host> = BTreeMap::new();
    let tell = |news: News| {
        let heard = outbox.send(news).is_ok();
        errand.wake.iter().for_each(|wake| wake());
        heard && !stop.load(Ordering::Relaxed)
    };
    for pack in errand.library.games() {
        let goes_on = match load_host(&errand.library, pack.id()) {
            Ok((host, _, left_out)) => {
                let cover = cover_of(&host);
                hosts.insert(pack.id().to_owned(), host);
                tell(News::Troubles(left_out)) && cover.is_none_or(|it| tell(News::Cover(it)))
            }
            Err(troubles) => tell(News::Troubles(troubles)),
        };
        if !goes_on {
            return;
        }
    }
    for path in &errand.records {
        if let Some(kept) = kept_of(path, &errand.library, &mut hosts)
            && !tell(News::Kept(Box::new(kept)))
        {
            return;
        }
    }
}

fn cover_of(host: &Host) -> Option<Box<Cover>> {
    let menu = host.menu().clone();
    let n_seats = 2.clamp(menu.min_seats, menu.max_seats.max(menu.min_seats));
    let game = host.build(&Settings::new(), n_seats).ok()?;
    let book = Arc::new(book_of(host, &game));
    let stamp = STAMPS.fetch_add(1, Ordering::Relaxed);
    let forms = Arc::new(host.forms());
    Some(Box::new(Cover { menu, game, book, forms, stamp }))
}

/// The match of a record, if it is one of a game at hand that plays as it did.
fn kept_of(path: &Path, library: &Library, hosts: &mut BTreeMap<String, Host>) -> Option<Kept> {
    let text = kept_text(path, MAX_RECORD_BYTES)?;
    let record = Record::read(&text).ok().filter(|record| !record.moves.is_empty())?;
    let when = std::fs::metadata(path).and_then(|it| it.modified()).ok()?;
    let mut joined = with_guests(library, &record);
    let host = joined.as_mut().or_else(|| hosts.get_mut(&record.header.game))?;
    let game = host.build(&record.header.settings, record.header.n_seats).ok()?;
    let (attended, _) = Attended::open(&record, game.clone(), host).ok()?;
    let mut book = book_of(host, &game);
    book.titles.factions.clone_from(&attended.now().setup.factions);
    let players: Vec<Player> = record.header.seats.iter().map(|it| Player::named(it)).collect();
    let person = players.iter().position(|player| *player == Player::Human);
    let reader = person.and_then(|at| u8::try_from(at).ok()).map_or(Seat::NONE, Seat);
    let state = attended.now().state();
    Some(Kept {
        path: path.to_owned(),
        when,
        players,
        n_moves: attended.timeline().moves().len(),
        outcome: attended.now().outcome().cloned(),
        shown: scene::shown_to(&game, state, reader, false),
        liveries: scene::seat_liveries(&game, &book, state),
        game,
        book: Arc::new(book),
    })
}

/// The rules of a record that guests took part in who have not joined now.
fn with_guests(library: &Library, record: &Record) -> Option<Host> {
    let outside = library.guests_of(&record.header.game);
    let guests = record.header.packs.iter().filter(|it| outside.iter().any(|p| p.id() == it.id));
    let guests: Vec<&str> = guests.map(|pack| pack.id.as_str()).collect();
    if guests.is_empty() {
        return None;
    }
    let mut library = library.clone();
    guests.into_iter().for_each(|id| library.invite(id));
    load_host(&library, &record.header.game).ok().map(|(host, ..)| host)
}
