//! Loading packs and setting up matches.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;

use harena_engine::game::Game;
use harena_engine::id::FactionId;
use harena_engine::the_match::{Fault, Setup};
use harena_lab::attended::Attended;
use harena_lab::record::{Record, RecordedPack};
use harena_lab::replay::Difference;
use harena_pack::codes;
use harena_pack::{DEBOUNCE, Pack, Problem, Watcher};
use harena_script::{API, Host};

use super::ahead::told;
use super::bots::Thinking;
use super::{Plan, Play, Player, Session, Trouble};
use crate::book::Book;

/// Rules, the packs they come from, and what was left out of them.
pub(crate) type Loaded = (Host, Vec<Arc<Pack>>, Vec<Trouble>);

/// What was made of packs, these packs, and what is wrong with those that had to be left out.
pub(super) type Made<T> = (T, Vec<Arc<Pack>>, Vec<Problem>);

/// A match, and where it differs from the record it was opened from.
type Begun = (Play, Option<Difference>);

impl Session {
    pub(super) fn watch(&mut self, folders: &[PathBuf]) {
        if folders.is_empty() {
            return;
        }
        let (outbox, seen) = channel();
        let door = self.door(seen);
        match Watcher::new(folders, DEBOUNCE, outbox, Box::new(move || door.pass())) {
            Ok(watcher) => self._watcher = Some(watcher),
            Err(problem) => self.troubles.push(Trouble::of_problem(&problem)),
        }
    }

    /// Begins the wanted game, or the first one that loads.
    pub(super) fn begin_first(&mut self, wanted: Option<String>) {
        let mut games: Vec<String> =
            self.library.games().iter().map(|pack| pack.id().to_owned()).collect();
        if let Some(at) = games.iter().position(|id| Some(id) == wanted.as_ref()) {
            games.swap(0, at);
        }
        let mut troubles = troubles_of(self.library.problems());
        for id in &games {
            let loaded = self.rules(id);
            let begun = loaded.and_then(|(host, packs, left_out)| {
                let plan = Plan::first(host.menu(), seed_now());
                begin_on(host, &packs, &plan, None).map(|(play, _)| (plan, play, left_out))
            });
            match begun {
                Ok((plan, play, left_out)) => {
                    (self.plan, self.play) = (plan, Some(play));
                    troubles.extend(left_out);
                    break;
                }
                Err(more) => troubles.extend(more),
            }
        }
        self.troubles.extend(troubles);
        if self.play.is_some() {
            self.remember_game();
        }
        self.keep_closed_match();
        self.autosave();
    }

    /// The numbered rules of a game and of what extends it.
    pub fn rules_of(&self, game: &str) -> Vec<crate::rulebook::Rule> {
        let ids = std::iter::once(game).chain(extensions(&self.library, game));
        crate::rulebook::of(ids.filter_map(|id| self.library.get(id)).map(|pack| &**pack))
    }

    /// Loads the packs of a plan and begins its match, or opens one that was recorded.
    pub(super) fn load_match(
        &mut self,
        plan: &Plan,
        record: Option<&Record>,
    ) -> Result<Begun, Vec<Trouble>> {
        let (host, packs, left_out) = self.rules(&plan.game)?;
        let begun = begin_on(host, &packs, plan, record)?;
        self.troubles = troubles_of(self.library.problems());
        self.troubles.extend(left_out);
        Ok(begun)
    }
}

impl Play {
    /// Reads the titles anew: what stands on cards is partly said by the window.
    pub(super) fn name_anew(&mut self) {
        let factions = std::mem::take(&mut self.book.titles.factions);
        self.book = book_of(&self.host, &self.game);
        self.book.titles.factions = factions;
    }
}

/// The rules of a game with all factions that load; those that do not are left out and told.
pub(crate) fn load_host(
    library: &harena_pack::Library,
    game: &str,
) -> Result<Loaded, Vec<Trouble>> {
    let loaded = load_with(library, game, Host::load);
    loaded.map(told).map_err(|problems| troubles_of(&problems))
}

/// What is made of the packs of a game and of all that extend it and load.
pub(super) fn load_with<T>(
    library: &harena_pack::Library,
    game: &str,
    load: impl Fn(&[Arc<Pack>]) -> Result<T, Vec<Problem>>,
) -> Result<Made<T>, Vec<Problem>> {
    let mut ids = extensions(library, game);
    let mut left_out = Vec::new();
    loop {
        let wanted: Vec<&str> = std::iter::once(game).chain(ids.iter().copied()).collect();
        let packs = harena_script::in_load_order(library, &wanted);
        let problems = match packs.and_then(|packs| Ok((load(&packs)?, packs))) {
            Ok((loaded, packs)) => return Ok((loaded, packs, left_out)),
            Err(problems) => problems,
        };
        let before = ids.len();
        ids.retain(|id| problems.iter().all(|problem| problem.pack != *id));
        left_out.extend(problems);
        if ids.len() == before {
            return Err(left_out);
        }
    }
}

/// The packs of factions and of content that extend a game.
pub(super) fn extensions<'a>(library: &'a harena_pack::Library, game: &str) -> Vec<&'a str> {
    let packs = library.factions_of(game).into_iter().chain(library.contents_of(game));
    packs.map(|pack| pack.id()).collect()
}

pub(super) fn build(host: &Host, plan: &Plan) -> Result<Arc<Game>, Vec<Trouble>> {
    host.build(&plan.settings, plan.n_seats).map_err(|problems| troubles_of(&problems))
}

fn begin_on(
    mut host: Host,
    packs: &[Arc<Pack>],
    plan: &Plan,
    record: Option<&Record>,
) -> Result<Begun, Vec<Trouble>> {
    let game = build(&host, plan)?;
    let fails = |fault: Fault| vec![Trouble::of_fault(&fault)];
    let (mut attended, difference) = match record {
        Some(record) => Attended::open(record, game.clone(), &mut host).map_err(|difference| {
            let fault = difference.fault.map(|fault| *fault);
            fails(fault.unwrap_or_else(|| Fault::new(codes::STALE_ANSWER, difference.what)))
        })?,
        None => {
            let setup = setup_of(plan, &game);
            let players = plan.players.clone();
            let begun = Attended::begin(game.clone(), setup, players, &mut host);
            (begun.map_err(fails)?, None)
        }
    };
    attended.header.engine = env!("CARGO_PKG_VERSION").to_owned();
    attended.header.api = API;
    attended.header.packs = recorded(packs);
    let mut book = book_of(&host, &game);
    book.titles.factions.clone_from(&attended.now().setup.factions);
    let menu = host.menu().clone();
    let thinking = Thinking::default();
    let (lesson, chosen) = (None, BTreeMap::new());
    Ok((Play { book, menu, host, game, attended, thinking, lesson, chosen }, difference))
}

fn setup_of(plan: &Plan, game: &Game) -> Setup {
    let faction = |id: &Option<String>| {
        let at = game.factions.iter().position(|faction| Some(&faction.id) == id.as_ref());
        at.and_then(|at| u8::try_from(at).ok()).map(FactionId)
    };
    let factions = plan.factions.iter().map(faction).collect();
    let persons = Player::persons(&plan.players);
    Setup { seed: plan.seed, factions, persons, position: None }
}

pub(crate) fn book_of(host: &Host, game: &Game) -> Book {
    Book::new(game, host.looks(), game.titles.clone(), &|id| host.sheet(id))
}

pub(crate) fn recorded(packs: &[Arc<Pack>]) -> Vec<RecordedPack> {
    let one = |pack: &Arc<Pack>| RecordedPack {
        id: pack.id().to_owned(),
        version: pack.manifest.version.to_string(),
        tree: pack.digest.to_string(),
        ..RecordedPack::default()
    };
    packs.iter().filter(|pack| !pack.manifest.cosmetic).map(one).collect()
}

pub(super) fn troubles_of(problems: &[Problem]) -> Vec<Trouble> {
    problems.iter().map(Trouble::of_problem).collect()
}

/// A seed nobody chose.
pub fn seed_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_millis() as u64 % 1_000_000)
}
