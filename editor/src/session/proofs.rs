//! What the scenarios of a pack say while it is changed: played beside the window's thread each time
//! the pack loads anew. Where they end, pieces of the pack stand on boards that can be looked at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use harena_engine::game::Game;
use harena_engine::state::State;
use harena_pack::Library;
use harena_scenario::{self as scenario, Failure, Scenario};
use harena_script::Host;

use super::load::{book_of, load_host};
use super::{Session, Wake};
use crate::book::Book;
use crate::links::Shown;
use crate::scene::{View, seat_liveries};
use crate::theme::Livery;

/// So many positions are kept.
const MOST_POSITIONS: usize = 120;

/// A board as a scenario leaves it.
pub struct Position {
    /// The name of the scenario.
    pub name: String,
    game: Arc<Game>,
    book: Arc<Book>,
    shown: Shown,
    liveries: Vec<Livery>,
}

impl Position {
    /// What is drawn of it.
    pub fn view(&self) -> View<'_> {
        let Position { game, book, shown, liveries, .. } = self;
        View { game, book, shown, liveries, fights: false }
    }
}

/// A scenario that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Its name.
    pub name: String,
    /// What was expected and what was found, or what is the matter.
    pub told: String,
    /// Its file in the pack.
    pub path: String,
    /// The line of what did not come true.
    pub line: u32,
}

/// How the scenarios of a pack fare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many hold.
    pub n_passed: usize,
    /// Those that do not.
    pub failed: Vec<Failed>,
}

enum News {
    Score(Score),
    Position(Box<Position>),
    End,
}

/// What is known of the pack that was asked about last.
#[derive(Default)]
pub struct Proofs {
    /// The pack, as which it was asked about, and after how many changes.
    asked: (String, String, u64),
    inbox: Option<Receiver<News>>,
    _stop: Stop,
    /// How its scenarios fare; nothing as long as that is not known.
    pub score: Option<Score>,
    /// Where they end.
    pub positions: Vec<Position>,
    /// What is found out now is not known yet, and this is what was known before.
    fresh: bool,
}

/// Ends what nobody waits for any more.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Proofs {
    fn take(&mut self, news: News) {
        match news {
            News::Score(score) => self.score = Some(score),
            News::Position(position) if std::mem::take(&mut self.fresh) => {
                self.positions = vec![*position];
            }
            News::Position(position) => self.positions.push(*position),
            News::End => self.inbox = None,
        }
    }

    /// Whether scenarios are being played now.
    pub fn is_busy(&self) -> bool {
        self.inbox.is_some()
    }
}

/// What is to be found out.
struct Errand {
    library: Library,
    pack: String,
    game: String,
    stop: Arc<AtomicBool>,
    wake: Option<Wake>,
}

impl Session {
    /// Begins to play the scenarios of a pack, unless they were played since it last changed. Where
    /// nobody can be told, nothing is played.
    pub fn prove(&mut self, pack: &str) {
        if self.wake.is_some() && self.proofs.asked != self.question(pack) {
            self.prove_now(pack);
        }
    }

    /// What is asked about a pack now; its game may have changed as well.
    fn question(&self, pack: &str) -> (String, String, u64) {
        let digest = self.library.get(pack).map_or_else(String::new, |it| it.digest.to_string());
        (pack.to_owned(), digest, self.n_reloads)
    }

    /// The same in any case.
    pub fn prove_now(&mut self, pack: &str) {
        let Some(known) = self.library.get(pack) else { return };
        let game = known.game().unwrap_or_default().to_owned();
        let stop = Arc::new(AtomicBool::new(false));
        let old = std::mem::take(&mut self.proofs);
        // What was known of the same pack stands until there is something newer.
        let known = if old.asked.0 == pack { old } else { Proofs::default() };
        self.proofs = Proofs {
            asked: self.question(pack),
            inbox: None,
            _stop: Stop(stop.clone()),
            fresh: true,
            ..known
        };
        let (library, wake) = (self.library.clone(), self.wake.clone());
        let errand = Errand { library, pack: pack.to_owned(), game, stop, wake };
        let (outbox, inbox) = channel();
        let thread = std::thread::Builder::new().name("proofs".to_owned());
        let thread = thread.spawn(move || run(&errand, &outbox));
        self.proofs.inbox = thread.is_ok().then_some(inbox);
    }

    /// Takes in what is known by now; whether that is anything new.
    pub fn poll_proofs(&mut self) -> bool {
        let Some(inbox) = &self.proofs.inbox else { return false };
        let news: Vec<News> = inbox.try_iter().collect();
        let any = !news.is_empty();
        news.into_iter().for_each(|news| self.proofs.take(news));
        any
    }

    /// Waits until everything is known.
    pub fn await_proofs(&mut self) {
        while let Some(inbox) = &self.proofs.inbox {
            let news = inbox.recv().unwrap_or(News::End);
            self.proofs.take(news);
        }
    }

    /// How the scenarios of the pack that is changed fare.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }
}

fn run(errand: &Errand, outbox: &Sender<News>) {
    let tell = |news: News| {
        // Nobody waits any more when another pack is asked about, or the window is closed.
        let _ = outbox.send(news);
    };
    let stops = || errand.stop.load(Ordering::Relaxed);
    let wake = || errand.wake.iter().for_each(|wake| wake());
    if let Ok((mut host, ..)) = load_host(&errand.library, &errand.game) {
        let all = scenario::list_of(&host, &errand.pack);
        let mut score = Score::default();
        for each in all.iter().take_while(|_| !stops()) {
            match scenario::run(&mut host, each) {
                Ok(()) => score.n_passed += 1,
                Err(failure) => score.failed.push(failed(errand, *failure)),
            }
        }
        if !stops() {
            tell(News::Score(score));
            wake();
            positions(&mut host, &all, (&stops, &tell));
        }
    }
    tell(News::End);
    if !stops() {
        wake();
    }
}

fn failed(errand: &Errand, failure: Failure) -> Failed {
    let Failure { scenario, file, line, message, expected, found, .. } = failure;
    let told = match message.is_empty() {
        true => crate::text::expected_found(&expected.join(", "), &found.join(", ")),
        false => message,
    };
    let path = file.strip_prefix(&format!("{}/", errand.pack)).unwrap_or(&file).to_owned();
    Failed { name: scenario, told, path, line }
}

/// Tells where scenarios end, as far as pieces stand on a board there.
fn positions(
    host: &mut Host,
    all: &[Scenario],
    (stops, tell): (&impl Fn() -> bool, &impl Fn(News)),
) {
    let mut books: Vec<(Arc<Game>, Arc<Book>)> = Vec::new();
    let mut n = 0;
    for each in all.iter().take_while(|_| !stops()) {
        let Ok(the_match) = scenario::left(host, each) else { continue };
        let (game, state) = (the_match.game.clone(), the_match.state().clone());
        if n == MOST_POSITIONS || !stands(&state) {
            continue;
        }
        let known = books.iter().find(|(known, _)| is_alike(known, &game));
        let book = known.map(|(_, book)| book.clone()).unwrap_or_else(|| {
            let book = Arc::new(book_of(host, &game));
            books.push((game.clone(), book.clone()));
            book
        });
        let liveries = seat_liveries(&game, &book, &state);
        let shown = Shown::of(&game, state);
        let position = Position { name: each.name.clone(), game, book, shown, liveries };
        tell(News::Position(Box::new(position)));
        n += 1;
    }
}

fn stands(state: &State) -> bool {
    state.pieces.iter().any(|piece| piece.cell().is_some())
}

/// Whether two games call the same things the same, so that one book does for both.
fn is_alike(a: &Arc<Game>, b: &Arc<Game>) -> bool {
    let same_piece = |(a, b): (&harena_engine::game::Prototype, &_)| {
        let b: &harena_engine::game::Prototype = b;
        (&a.id, &a.source) == (&b.id, &b.source)
    };
    Arc::ptr_eq(a, b)
        || a.prototypes.len() == b.prototypes.len()
            && a.board.n_cells() == b.board.n_cells()
            && a.prototypes.iter().zip(&b.prototypes).all(same_piece)
}
