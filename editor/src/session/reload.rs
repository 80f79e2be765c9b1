//! Packs that change while a match is played. They are loaded beside the window's thread first; it
//! goes on under the rules it has until others are proven, and then takes those over as they are.

use std::collections::BTreeSet;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use harena_pack::{Change, Digest, Library, Problem};
use harena_script::{Host, Parcel};

use super::bots::Thinking;
use super::load::{build, extensions, recorded, troubles_of};
use super::saved::{Saved, Shared};
use super::{Plan, Play, Session, Trouble, Wake};
use crate::text;

/// Packs that load, or what is wrong with them.
type Loaded = Result<Parcel, Vec<Problem>>;

/// All packs as they stand, and which of them play along.
pub(super) type Standing = (Vec<Digest>, Vec<String>);

/// Which packs have changed since the rules in force were loaded, and what is tried for them.
#[derive(Default)]
pub(super) struct Attempt {
    desk: Arc<Mutex<Desk>>,
    packs: BTreeSet<String>,
    /// The rules before those in force: cleared away when the new ones are shown, not before.
    given_up: Option<Host>,
}

/// What packs are tried with, and the attempt that is under way. One at a time: what changes
/// meanwhile is tried when that is over, all at once. The thread that watches the packs has it as
/// well, so that an attempt does not wait for the window to draw what it shows already.
#[derive(Default)]
struct Desk {
    library: Library,
    plan: Plan,
    wake: Option<Wake>,
    /// Where the outcome is waited for.
    inbox: Option<Receiver<Tried>>,
    /// When the first change came of which nothing is to be seen yet.
    since: Option<Instant>,
}

/// How an attempt came out, and for which match and packs.
struct Tried {
    plan: Plan,
    packs: Standing,
    loaded: Loaded,
}

/// The way of changes from the thread that watches packs to the window.
pub(super) struct Door {
    desk: Arc<Mutex<Desk>>,
    seen: Receiver<Change>,
    outbox: Sender<Change>,
}

impl Door {
    /// Passes on what was seen and begins to try it; the window is woken when there is more to do
    /// for it than to draw the same once more.
    pub(super) fn pass(&self) {
        let mut desk = lock(&self.desk);
        desk.since.get_or_insert_with(Instant::now);
        for change in self.seen.try_iter() {
            // What is wrong is told by the window, which takes in the same change.
            let _ = desk.library.accept(&change);
            let _ = self.outbox.send(change);
        }
        let is_free = desk.wake.is_some() && desk.inbox.is_none();
        let begins = is_free && desk.try_packs().is_ok();
        if let Some(wake) = desk.wake.clone().filter(|_| !begins) {
            drop(desk);
            wake();
        }
    }
}

impl Desk {
    /// Loads the packs in a thread of their own. A window that nobody can wake waits for it.
    fn try_packs(&mut self) -> io::Result<()> {
        let (library, plan, wake) = (self.library.clone(), self.plan.clone(), self.wake.clone());
        let (outbox, inbox) = channel();
        let waits = wake.is_none();
        let run = move || {
            let loaded = load(&library, &plan);
            let packs = standing(&library, &plan.game);
            // Nobody waits any more when the window is closed.
            let _ = outbox.send(Tried { plan, packs, loaded });
            if let Some(wake) = wake {
                wake();
            }
        };
        let thread = std::thread::Builder::new().name("rules".to_owned()).spawn(run)?;
        if waits {
            drop(thread.join());
        }
        self.inbox = Some(inbox);
        Ok(())
    }
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

fn load(library: &Library, plan: &Plan) -> Loaded {
    let game = plan.game.as_str();
    let ids: Vec<&str> = std::iter::once(game).chain(extensions(library, game)).collect();
    let packs = harena_script::in_load_order(library, &ids)?;
    Parcel::build(&packs, &plan.settings, plan.n_seats)
}

pub(super) fn standing(library: &Library, game: &str) -> Standing {
    let play_along = extensions(library, game).into_iter().map(str::to_owned);
    (library.packs().iter().map(|pack| pack.digest).collect(), play_along.collect())
}

impl Session {
    /// Where the thread that watches packs brings what it sees.
    pub(super) fn door(&self, seen: Receiver<Change>) -> Door {
        Door { desk: Arc::clone(&self.attempt.desk), seen, outbox: self.outbox.clone() }
    }

    /// Takes in changed packs: begins to try them, or goes on under those that were tried. Answers
    /// whether there is something new to be seen.
    pub fn poll_changes(&mut self) -> bool {
        self.attempt.given_up = None;
        let changes: Vec<Change> = self.changes.try_iter().collect();
        for change in &changes {
            if let Ok(tree) = &change.tree {
                self.latest.insert(change.pack.clone(), tree.clone());
            }
            self.attempt.packs.insert(change.pack.clone());
            // What is wrong stays in the library and is shown from there.
            let _ = self.library.accept(change);
        }
        if !changes.is_empty() {
            // What an earlier save changes is of no interest any more, and would take time from this.
            self.saved = Saved::default();
            self.lay_out();
            let mut desk = lock(&self.attempt.desk);
            desk.since.get_or_insert_with(Instant::now);
            if desk.inbox.is_none() {
                drop(desk);
                self.try_packs();
            }
        }
        let Some((loaded, since)) = self.tried() else { return false };
        self.n_reloads += 1;
        let packs = std::mem::take(&mut self.attempt.packs);
        let before = self.play.as_ref().map(|play| -> Shared { Arc::new(play.tables()) });
        match self.go_on_under(loaded) {
            Ok(()) => {
                self.say(text::reloaded_in(since.elapsed().as_millis()));
                self.ask_types();
                if let Some(before) = before {
                    self.look_at_save(before, &packs);
                }
            }
            Err(()) => self.complain(text::kept_last_good()),
        }
        self.hear();
        self.revision += 1;
        true
    }

    /// From now on packs that change are tried with these others, for this match.
    pub(super) fn lay_out(&self) {
        let mut desk = lock(&self.attempt.desk);
        desk.library.clone_from(&self.library);
        desk.plan.clone_from(&self.plan);
        desk.wake.clone_from(&self.wake);
    }

    fn try_packs(&mut self) {
        let begun = lock(&self.attempt.desk).try_packs();
        if let Err(error) = begun {
            self.complain(error.to_string());
        }
    }

    /// How the attempt came out and since when it was wanted, unless it is still going on or begins
    /// anew, because packs changed since or another game or other settings are played.
    fn tried(&mut self) -> Option<(Loaded, Instant)> {
        let mut desk = lock(&self.attempt.desk);
        let tried = desk.inbox.as_ref()?.try_recv();
        if let Err(TryRecvError::Empty) = tried {
            return None;
        }
        desk.inbox = None;
        let loaded = match tried {
            Ok(tried) => {
                let packs = standing(&self.library, &self.plan.game);
                (tried.plan.builds_as(&self.plan) && tried.packs == packs).then_some(tried.loaded)
            }
            // The thread is lost, and with it what is wrong.
            Err(_) => Some(Err(Vec::new())),
        };
        if let Some(loaded) = loaded {
            return Some((loaded, desk.since.take().unwrap_or_else(Instant::now)));
        }
        drop(desk);
        self.lay_out();
        self.try_packs();
        None
    }

    fn go_on_under(&mut self, loaded: Loaded) -> Result<(), ()> {
        self.troubles = troubles_of(self.library.problems());
        let Some(play) = &mut self.play else {
            if let Ok(parcel) = loaded {
                self.put_at_hand(&self.plan.game.clone(), parcel);
            }
            self.begin_first(Some(self.plan.game.clone()));
            return self.play.as_ref().map(|_| ()).ok_or(());
        };
        let adopted = loaded
            .map_err(|problems| troubles_of(&problems))
            .and_then(|parcel| play.adopt(parcel, &self.plan));
        match adopted {
            Ok((warnings, given_up)) => {
                self.attempt.given_up = Some(given_up);
                let fine = self.troubles.iter().all(|trouble| trouble.mild);
                self.troubles.extend(warnings);
                if fine {
                    self.faults.clear();
                }
                fine.then_some(()).ok_or(())
            }
            Err(more) => {
                self.troubles.extend(more);
                self.troubles.dedup();
                Err(())
            }
        }
    }
}

impl Play {
    /// Goes on under other rules and answers what is worth a warning in them, and the old ones; keeps
    /// those if that fails.
    fn adopt(&mut self, parcel: Parcel, plan: &Plan) -> Result<(Vec<Trouble>, Host), Vec<Trouble>> {
        let (mut host, game) = parcel.open();
        let game = game.map_or_else(|| build(&host, plan), Ok)?;
        self.attended
            .adopt(Arc::clone(&game), &mut host)
            .map_err(|fault| vec![Trouble::of_fault(&fault)])?;
        self.attended.header.packs = recorded(host.packs());
        self.thinking = Thinking::default();
        self.chosen.clear();
        self.menu = host.menu().clone();
        let warnings = troubles_of(host.warnings());
        let given_up = std::mem::replace(&mut self.host, host);
        self.game = game;
        self.name_anew();
        Ok((warnings, given_up))
    }
}

#[cfg(test)]
mod tests;
