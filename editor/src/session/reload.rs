//! Packs that change while a match is played. They are loaded beside the window's thread first; it
//! goes on under the rules it has until others are proven, and then takes those over as they are.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Instant;

use harena_pack::{Change, Library, Problem};
use harena_script::Parcel;

use super::bots::Thinking;
use super::load::{extensions, recorded, troubles_of};
use super::saved::{Saved, Shared};
use super::{Plan, Play, Session, Trouble, Wake};
use crate::text;

/// Packs that load, or what is wrong with them.
type Tried = Result<Parcel, Vec<Problem>>;

/// What is being tried. One attempt at a time: what changes meanwhile is tried when that is over,
/// all at once.
#[derive(Default)]
pub(super) struct Attempt {
    /// The match it is tried for.
    plan: Plan,
    /// Where the outcome is waited for.
    inbox: Option<Receiver<Tried>>,
    /// Packs were changed since it began.
    is_old: bool,
    /// When the first change came of which nothing is to be seen yet.
    since: Option<Instant>,
    /// Which packs have changed since then.
    packs: BTreeSet<String>,
}

/// The packs that are tried, for the match they are to go on in.
struct Trial {
    library: Library,
    plan: Plan,
    wake: Option<Wake>,
}

impl Trial {
    fn outcome(&self) -> Tried {
        let game = self.plan.game.as_str();
        let ids: Vec<&str> = std::iter::once(game).chain(extensions(&self.library, game)).collect();
        let packs = harena_script::in_load_order(&self.library, &ids)?;
        Parcel::load(&packs, &self.plan.settings, self.plan.n_seats)
    }
}

impl Session {
    /// Takes in changed packs: begins to try them, or goes on under those that were tried. Answers
    /// whether there is something new to be seen.
    pub fn poll_changes(&mut self) -> bool {
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
            self.attempt.since.get_or_insert_with(Instant::now);
            match self.attempt.inbox {
                Some(_) => self.attempt.is_old = true,
                None => self.try_packs(),
            }
        }
        let Some(tried) = self.tried() else { return false };
        self.n_reloads += 1;
        let since = self.attempt.since.take().unwrap_or_else(Instant::now);
        let packs = std::mem::take(&mut self.attempt.packs);
        let before = self.play.as_ref().map(|play| -> Shared { Arc::new(play.tables()) });
        match self.go_on_under(tried) {
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

    /// Loads the packs as they are now in a thread of their own. A window that nobody can wake
    /// waits for it.
    fn try_packs(&mut self) {
        self.attempt.is_old = false;
        self.attempt.plan.clone_from(&self.plan);
        let trial = Trial {
            library: self.library.clone(),
            plan: self.plan.clone(),
            wake: self.wake.clone(),
        };
        let (outbox, inbox) = channel();
        let waits = trial.wake.is_none();
        let run = move || {
            // Nobody waits any more when the window is closed.
            let _ = outbox.send(trial.outcome());
            if let Some(wake) = &trial.wake {
                wake();
            }
        };
        match std::thread::Builder::new().name("rules".to_owned()).spawn(run) {
            Ok(thread) if waits => drop(thread.join()),
            Ok(_) => {}
            Err(error) => return self.complain(error.to_string()),
        }
        self.attempt.inbox = Some(inbox);
    }

    /// How the attempt came out, unless it is still going on or begins anew, because packs changed
    /// since or another game or other settings are played.
    fn tried(&mut self) -> Option<Tried> {
        let tried = match self.attempt.inbox.as_ref()?.try_recv() {
            Ok(tried) => tried,
            Err(TryRecvError::Empty) => return None,
            // The thread is lost, and with it what is wrong.
            Err(TryRecvError::Disconnected) => Err(Vec::new()),
        };
        self.attempt.inbox = None;
        if self.attempt.is_old || !self.attempt.plan.builds_as(&self.plan) {
            self.try_packs();
            return None;
        }
        Some(tried)
    }

    fn go_on_under(&mut self, tried: Tried) -> Result<(), ()> {
        self.troubles = troubles_of(self.library.problems());
        let Some(play) = &mut self.play else {
            self.begin_first(Some(self.plan.game.clone()));
            return self.play.as_ref().map(|_| ()).ok_or(());
        };
        let adopted =
            tried.map_err(|problems| troubles_of(&problems)).and_then(|parcel| play.adopt(parcel));
        match adopted {
            Ok(warnings) => {
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
    /// Goes on under other rules and answers what is worth a warning in them; keeps the old ones if
    /// that fails.
    fn adopt(&mut self, parcel: Parcel) -> Result<Vec<Trouble>, Vec<Trouble>> {
        let (mut host, game) = parcel.open();
        self.attended
            .adopt(Arc::clone(&game), &mut host)
            .map_err(|fault| vec![Trouble::of_fault(&fault)])?;
        self.attended.header.packs = recorded(host.packs());
        self.thinking = Thinking::default();
        self.menu = host.menu().clone();
        let warnings = troubles_of(host.warnings());
        self.host = host;
        self.game = game;
        self.name_anew();
        Ok(warnings)
    }
}

#[cfg(test)]
mod tests;
