//! The packs of this repository, ready to load and to play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use harena_engine::chance::Rng;
use harena_engine::decision::Action;
use harena_engine::game::{Game, Settings};
use harena_engine::id::{FactionId, Seat};
use harena_engine::the_match::{Fault, Match, Rules, Setup, Waits};
use harena_lab::Table;
use harena_pack::codes;
use harena_pack::{Library, Pack, Problem};
use harena_script::{Host, Menu};

/// The folder of this repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// A text file of this repository.
pub struct Source {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Every file below a folder of the repository whose name ends so, by path. Hidden folders and
/// build products are left out.
pub fn sources(folder: &str, ending: &str) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&root().join(folder), ending, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if path.is_dir() {
            collect(&path, ending, found);
        } else if name.ends_with(ending)
            && let Ok(text) = fs::read_to_string(&path)
        {
            let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            found.push(Source { path, text });
        }
    }
}

/// The packs that only tests use: the game `duel` with two factions. Its setting `misbehaved`
/// adds options whose rules fail.
pub fn duel() -> Library {
    Library::open(&["scripts/harena", "tests/it/packs"].map(|folder| root().join(folder)))
}

/// The packs of the duel in load order.
pub fn duel_packs() -> Vec<Arc<Pack>> {
    assembled(&duel(), "duel")
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    Library::open(&["scripts", "factions", "tests/games"].map(|folder| root().join(folder)))
});

/// All packs of this repository, the games of the tests included.
pub fn library() -> &'static Library {
    &LIBRARY
}

/// The ids of all games.
pub fn games() -> Vec<&'static str> {
    library().games().into_iter().map(|pack| pack.id()).collect()
}

/// The ids of the games that are shipped, as opposed to those of the tests.
pub fn shipped_games() -> Vec<&'static str> {
    let shipped = root().join("scripts").canonicalize().unwrap();
    let is_shipped = |pack: &&Arc<Pack>| match &pack.source {
        harena_pack::Source::Folder(folder) => folder.starts_with(&shipped),
        harena_pack::Source::Memory => false,
    };
    library().games().into_iter().filter(is_shipped).map(|pack| pack.id()).collect()
}

/// The packs of a game in load order, its factions included.
pub fn packs(game: &str) -> Vec<Arc<Pack>> {
    assembled(library(), game)
}

/// All packs that are shipped.
pub fn shipped() -> Vec<Arc<Pack>> {
    let shipped = Library::open(&["scripts", "factions"].map(|folder| root().join(folder)));
    shipped.packs().into_iter().cloned().collect()
}

/// The packs of a game of some library in load order.
pub fn assembled(library: &Library, game: &str) -> Vec<Arc<Pack>> {
    let packs = harena_script::assemble(library, &[game]);
    packs.unwrap_or_else(|problems| panic!("{}", list(&problems)))
}

/// Problems one below the other.
pub fn list(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// A freshly loaded host of a game of this repository.
pub fn host(game: &str) -> Host {
    load(&packs(game))
}

/// A freshly loaded host of some packs.
pub fn load(packs: &[Arc<Pack>]) -> Host {
    Host::load(packs).unwrap_or_else(|problems| panic!("{}", list(&problems)))
}

/// Sets up a table for packs, settings and a number of seats: a host of its own and its game.
///
/// # Errors
/// The problems of the packs, as a fault.
pub fn table(
    packs: &[Arc<Pack>],
    settings: &Settings,
    n_seats: u8,
) -> Result<Table<'static>, Fault> {
    let fault = |problems: Vec<Problem>| Fault::new(codes::NO_RULES, list(&problems));
    let host = Host::load(packs).map_err(fault)?;
    let game = host.build(settings, n_seats).map_err(fault)?;
    Ok(Table { game, rules: Box::new(host) })
}

/// A game at its default settings with its fewest seats, and a host that runs it.
pub fn default_game(packs: &[Arc<Pack>]) -> (Arc<Game>, Host) {
    let host = load(packs);
    let Menu { min_seats, .. } = *host.menu();
    let game = host.build(&Settings::default(), min_seats);
    (game.unwrap_or_else(|problems| panic!("{}", list(&problems))), host)
}

/// A setup in which the seats get the factions of the game in turn, from the `first` on.
pub fn setup(game: &Game, seed: u64, first: usize) -> Setup {
    let n = game.factions.len();
    let faction = |seat: usize| (n > 0).then(|| FactionId(((first + seat) % n) as u8));
    let factions = (0..usize::from(game.n_seats)).map(faction).collect();
    Setup { seed, factions, ..Setup::default() }
}

/// Any of the options of a match that waits, and the seat that has it.
pub fn any_option(the_match: &Match, rng: &mut Rng) -> (Seat, Action) {
    let decision = the_match.decision().expect("the match waits for a decision");
    let count = u32::try_from(decision.count()).unwrap_or(u32::MAX);
    (decision.seat, decision.option(u64::from(rng.below(count))).unwrap())
}

/// Plays a match at random until it is over or `n` further actions are taken; answers how many
/// were.
pub fn play_on(the_match: &mut Match, rules: &mut dyn Rules, seed: u64, n: usize) -> usize {
    let mut rng = Rng::seeded(seed);
    for done in 0..n {
        match the_match.advance(rules) {
            Ok(Waits::Over) => return done,
            Ok(Waits::ForDecisions) => {}
            Err(fault) => panic!("after {done} actions: {fault}\n{}", fault.stack.join("\n")),
        }
        let (seat, action) = any_option(the_match, &mut rng);
        the_match.choose(seat, action).unwrap();
    }
    the_match.advance(rules).unwrap_or_else(|fault| panic!("after {n} actions: {fault}"));
    n
}

/// Some packs as a library in memory, with some files replaced. Each change names a pack, a path
/// in it, and the new text.
pub fn library_with(packs: &[Arc<Pack>], changes: &[(&str, &str, &str)]) -> Library {
    let trees = packs.iter().map(|pack| {
        let own = changes.iter().filter(|(id, ..)| *id == pack.id());
        let tree = own.fold(pack.tree.clone(), |tree, (_, path, text)| {
            tree.with(path, *text).unwrap_or_else(|problems| panic!("{}", list(&problems)))
        });
        (pack.id().to_owned(), tree)
    });
    Library::from_trees(trees.collect::<Vec<_>>())
}

/// A file of one of some packs, with a text in it replaced; it must be there.
pub fn edited(packs: &[Arc<Pack>], id: &str, path: &str, from: &str, to: &str) -> String {
    let pack = packs.iter().find(|pack| pack.id() == id).expect("there is such a pack");
    let text = pack.tree.get(path).expect("there is such a file");
    assert!(text.contains(from), "{id}/{path} does not say `{from}`");
    text.replacen(from, to, 1)
}
