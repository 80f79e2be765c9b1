//! The threads in which a series is played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use harena_engine::game::{SettingValue, Settings};
use harena_lab::record::Record;
use harena_lab::series::{self, LineUp, Listener, Played, Tally, every_faction};
use harena_lab::{Table, Tables};
use harena_pack::Pack;
use harena_script::{API, Host, Menu, first_fault};

use super::{Errand, Known, Notable, Trend, Wanted, values_of};
use crate::session::{Wake, book_of, load_host, recorded, seed_now};
use crate::text;

/// A match is given up after so many decisions.
const MOST_DECISIONS: u32 = 5_000;
/// Factions are seated in so many ways at most.
const MOST_WAYS: usize = 2_000;
/// The window hears of news this often at most.
const NEWS_EVERY: Duration = Duration::from_millis(150);

/// What was played with one value of the setting that is gone over, or with the settings as they
/// are.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The value, if values are compared.
    pub value: Option<SettingValue>,
    /// All settings.
    pub settings: Settings,
    /// What happened.
    pub tally: Tally,
    /// How that came.
    pub trend: Trend,
    /// What is worth a look.
    pub notable: Notable,
}

/// What the threads tell the window.
#[derive(Default)]
pub struct Shared {
    /// The game that is played.
    pub known: Option<Arc<Known>>,
    /// What was played, value by value.
    pub parts: Vec<Part>,
    /// How many parts were played to their end.
    pub n_whole: usize,
    /// Whether nothing more is played.
    pub is_over: bool,
    /// Why, if something went wrong.
    pub fault: Option<String>,
    /// How long was played until the last halt.
    active: Duration,
    /// Since when is played now.
    since: Option<Instant>,
    told: Option<Instant>,
}

impl Shared {
    /// Matches played with all values together.
    pub fn n_played(&self) -> u64 {
        self.parts.iter().map(|part| part.tally.matches).sum()
    }

    /// How long was played.
    pub fn elapsed(&self) -> Duration {
        self.active + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn halt(&mut self) {
        self.active = self.elapsed();
        self.since = None;
    }
}

/// What window and threads hold together.
struct Inner {
    shared: Mutex<Shared>,
    is_paused: Mutex<bool>,
    goes_on: Condvar,
    ends: Condvar,
    is_stopped: AtomicBool,
    wake: Option<Wake>,
}

impl Inner {
    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }

    /// Waits while the series is paused; whether it is to end.
    fn waits(&self) -> bool {
        if let Ok(mut paused) = self.is_paused.lock() {
            while *paused && !self.is_stopped.load(Ordering::Relaxed) {
                match self.goes_on.wait(paused) {
                    Ok(again) => paused = again,
                    Err(_) => break,
                }
            }
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn with(&self, change: impl FnOnce(&mut Shared)) {
        if let Ok(mut shared) = self.shared.lock() {
            change(&mut shared);
        }
    }
}

/// A series that is played; it ends when this is dropped.
pub struct Run {
    /// What is played.
    pub wanted: Wanted,
    /// The seed of all its matches.
    pub seed: u64,
    packs: harena_pack::Library,
    inner: Arc<Inner>,
    asked: Option<Receiver<Result<Record, String>>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Run {
    /// Starts the threads.
    pub fn start(errand: Errand) -> Run {
        let inner = Arc::new(Inner {
            shared: Mutex::default(),
            is_paused: Mutex::new(false),
            goes_on: Condvar::new(),
            ends: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            wake: errand.wake.clone(),
        });
        let (wanted, packs, seed) = (errand.wanted.clone(), errand.library.clone(), seed_now());
        let run = Run { wanted, seed, packs, inner: inner.clone(), asked: None };
        let language = text::spoken();
        let work = move || {
            text::speak(language);
            let fault = play(&errand, seed, &inner).err();
            inner.with(|shared| {
                shared.halt();
                (shared.is_over, shared.fault) = (true, fault);
            });
            inner.ends.notify_all();
            inner.wake();
        };
        // Without a thread nothing is ever played, and the page says so by staying empty.
        let _ = std::thread::Builder::new().name("series".to_owned()).spawn(work);
        run
    }

    /// What was played so far.
    pub fn shared(&self) -> Option<MutexGuard<'_, Shared>> {
        self.inner.shared.lock().ok()
    }

    /// Waits until nothing more is played.
    pub fn await_end(&self) {
        let Ok(mut shared) = self.inner.shared.lock() else { return };
        while !shared.is_over {
            match self.inner.ends.wait(shared) {
                Ok(again) => shared = again,
                Err(_) => return,
            }
        }
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.inner.is_paused.lock().is_ok_and(|paused| *paused)
    }

    /// Pauses, or goes on.
    pub fn pause(&self, pauses: bool) {
        if let Ok(mut paused) = self.inner.is_paused.lock() {
            *paused = pauses;
        }
        self.inner.with(|shared| match pauses {
            true => shared.halt(),
            false if shared.since.is_none() => shared.since = Some(Instant::now()),
            false => {}
        });
        self.inner.goes_on.notify_all();
    }

    /// Plays no more; what was played stays.
    pub fn stop(&self) {
        self.inner.is_stopped.store(true, Ordering::Relaxed);
        self.inner.goes_on.notify_all();
    }

    /// Plays a match of a part again, to be looked at.
    pub fn look(&mut self, at: usize, number: u64) {
        let Some(settings) = self.shared().and_then(|it| Some(it.parts.get(at)?.settings.clone()))
        else {
            return;
        };
        let (outbox, asked) = channel();
        self.asked = Some(asked);
        let (wanted, packs, seed) = (self.wanted.clone(), self.packs.clone(), self.seed);
        let wake = self.inner.wake.clone();
        let work = move || {
            let _ = outbox.send(again((&wanted, seed), &packs, settings, number));
            wake.iter().for_each(|wake| wake());
        };
        let _ = std::thread::Builder::new().name("look".to_owned()).spawn(work);
    }

    /// Whether a match is being played again.
    pub fn is_looking(&self) -> bool {
        self.asked.is_some()
    }

    /// The match that was asked for, once it was played.
    pub fn record(&mut self) -> Option<Result<Record, String>> {
        let told = self.asked.as_ref()?.try_recv();
        match told {
            Ok(record) => {
                self.asked = None;
                Some(record)
            }
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                self.asked = None;
                None
            }
        }
    }
}

/// Rules for each thread, from the same packs.
struct Loader {
    packs: Vec<Arc<Pack>>,
    settings: Settings,
    n_seats: u8,
}

impl Tables for Loader {
    fn set_up(&self) -> Result<Table<'static>, harena_engine::the_match::Fault> {
        let host = Host::load(&self.packs).map_err(|problems| first_fault(&problems))?;
        let game = host.build(&self.settings, self.n_seats);
        let game = game.map_err(|problems| first_fault(&problems))?;
        Ok(Table { game, rules: Box::new(host) })
    }
}

/// The plan of a series of so many seats.
fn series_of(wanted: &Wanted, n_factions: usize, seed: u64, jobs: usize) -> series::Plan {
    let n_seats = wanted.plan.n_seats;
    let bots = || vec![wanted.bot; usize::from(n_seats)];
    let ways = match n_factions {
        0 => vec![Vec::new()],
        n => every_faction(n, n_seats).some(MOST_WAYS),
    };
    let line_ups = ways.into_iter().map(|factions| LineUp { bots: bots(), factions }).collect();
    series::Plan {
        n_matches: wanted.n,
        seed,
        line_ups,
        max_decisions: MOST_DECISIONS,
        shard: 0,
        n_shards: 1,
        stories: true,
        jobs,
    }
}

/// The settings of each part.
fn parts_of(wanted: &Wanted, menu: &Menu) -> Result<Vec<Part>, String> {
    let rule = menu.settings.iter().find(|rule| Some(&rule.id) == wanted.over.as_ref());
    let part = |value: Option<SettingValue>| -> Result<Part, String> {
        let mut settings = wanted.plan.settings.clone();
        if let (Some(rule), Some(value)) = (rule, &value) {
            settings.insert(rule.id.clone(), value.clone());
        }
        let settings = menu.complete(&settings).map_err(|wrong| wrong.join(", "))?;
        Ok(Part { value, settings, ..Part::default() })
    };
    let Some(rule) = rule else { return Ok(vec![part(None)?]) };
    // A value that does not go together with the other settings is left out.
    Ok(values_of(rule).into_iter().filter_map(|value| part(Some(value)).ok()).collect())
}

/// Plays everything.
fn play(errand: &Errand, seed: u64, inner: &Inner) -> Result<(), String> {
    let Errand { wanted, library, jobs, .. } = errand;
    let broken = |problems: Vec<crate::session::Trouble>| {
        problems.first().map_or_else(String::new, |trouble| trouble.message.clone())
    };
    let (host, packs, _) = load_host(library, &wanted.plan.game).map_err(broken)?;
    let menu = host.menu().clone();
    let parts = parts_of(wanted, &menu)?;
    let n_factions = menu.factions.len();
    let n_seats = wanted.plan.n_seats;
    let first = parts.first().map(|part| part.settings.clone()).unwrap_or_default();
    let game = host.build(&first, n_seats).map_err(|it| first_fault(&it).to_string())?;
    let known = Known { book: book_of(&host, &game), game, menu };
    let all: Vec<Settings> = parts.iter().map(|part| part.settings.clone()).collect();
    inner.with(|shared| {
        (shared.known, shared.parts) = (Some(Arc::new(known)), parts);
        shared.since = Some(Instant::now());
    });
    inner.wake();
    let plan = series_of(wanted, n_factions, seed, *jobs);
    for (at, settings) in all.into_iter().enumerate() {
        let loader = Loader { packs: packs.clone(), settings, n_seats };
        let ear = Ear { inner, plan: &plan, at, n_factions };
        let report = series::run(&plan, &loader, &ear).map_err(|fault| fault.to_string())?;
        if report.is_stopped {
            return Ok(());
        }
        inner.with(|shared| shared.n_whole = at + 1);
    }
    Ok(())
}

/// Notes each match.
struct Ear<'a> {
    inner: &'a Inner,
    plan: &'a series::Plan,
    at: usize,
    n_factions: usize,
}

impl Listener for Ear<'_> {
    fn one(&self, played: &Played) {
        let mut wakes = false;
        self.inner.with(|shared| {
            let Some(part) = shared.parts.get_mut(self.at) else { return };
            part.tally.add(played, self.plan.line_up_of(played.number));
            part.trend.note(&part.tally, self.n_factions);
            part.notable.note(played);
            wakes = shared.told.is_none_or(|told| told.elapsed() >= NEWS_EVERY);
            if wakes {
                shared.told = Some(Instant::now());
            }
        });
        if wakes {
            self.inner.wake();
        }
    }

    fn played(&self, _batch: u64, _matches: &[Played]) {}

    fn is_stopped(&self) -> bool {
        self.inner.waits()
    }
}

/// Plays a match again and writes it down.
fn again(
    (wanted, seed): (&Wanted, u64),
    library: &harena_pack::Library,
    settings: Settings,
    number: u64,
) -> Result<Record, String> {
    let broken = |problems: Vec<crate::session::Trouble>| {
        problems.first().map_or_else(String::new, |trouble| trouble.message.clone())
    };
    let (host, packs, _) = load_host(library, &wanted.plan.game).map_err(broken)?;
    let n_factions = host.menu().factions.len();
    let game = host.build(&settings, wanted.plan.n_seats);
    let game = game.map_err(|problems| first_fault(&problems).to_string())?;
    let plan = series_of(wanted, n_factions, seed, 1);
    let mut table = Table { game, rules: Box::new(host) };
    let attended = series::again(&plan, number, &mut table).map_err(|fault| fault.to_string())?;
    let mut record = attended.record();
    record.header.engine = env!("CARGO_PKG_VERSION").to_owned();
    (record.header.api, record.header.packs) = (API, recorded(&packs));
    Ok(record)
}
