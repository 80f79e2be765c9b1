//! The rules of a match that is to begin, loaded beside the window's thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use harena_lab::record::Record;
use harena_pack::{Library, Problem};
use harena_script::{Host, Menu, Parcel};

use super::load::{Loaded, Made, load_host, load_with, troubles_of};
use super::reload::{Standing, standing};
use super::{Session, Trouble};
use crate::text;

/// Rules that are being loaded or at hand, for what is begun next.
#[derive(Default)]
pub(super) struct Ahead {
    inbox: Option<(Wanted, Receiver<Fetched>)>,
    at_hand: Option<(Wanted, Result<Loaded, Vec<Trouble>>)>,
}

/// A game, and the packs it is loaded from.
type Wanted = (String, Standing);

/// What was loaded on another thread, or what is wrong with it.
type Fetched = Result<Made<Parcel>, Vec<Problem>>;

#[cfg(test)]
impl Ahead {
    pub fn is_empty(&self) -> bool {
        self.inbox.is_none() && self.at_hand.is_none()
    }
}

impl Session {
    /// Whether the rules of a game are at hand; if not, they are being loaded from now on, and the
    /// window is woken when it pays to ask again. A window that nobody can wake loads them itself
    /// when it needs them, and so does one where no thread can be started.
    pub fn fetch(&mut self, game: &str) -> bool {
        self.fetch_from(self.library.clone(), game)
    }

    /// As [`Session::fetch`] for a record, with the packs that it brings. One whose packs are not
    /// taken needs nothing.
    pub fn fetch_for(&mut self, record: &Record) -> bool {
        let packs = self.packs_for(record);
        packs.map_or(true, |(library, _)| self.fetch_from(library, &record.header.game))
    }

    fn fetch_from(&mut self, library: Library, game: &str) -> bool {
        self.take_in_rules();
        let wanted = (game.to_owned(), standing(&library, game));
        let is_at_hand = self.ahead.at_hand.as_ref().is_some_and(|(of, _)| *of == wanted);
        let Some(wake) = self.wake.clone().filter(|_| !is_at_hand) else { return true };
        if self.ahead.inbox.as_ref().is_some_and(|(of, _)| *of == wanted) {
            return false;
        }
        let (outbox, inbox) = channel();
        let title = library.get(game).map(|pack| pack.manifest.title.clone());
        let id = game.to_owned();
        let run = move || {
            // Nobody waits any more when another game is wanted.
            let _ = outbox.send(load_with(&library, &id, Parcel::load));
            wake();
        };
        if std::thread::Builder::new().name("rules".to_owned()).spawn(run).is_err() {
            return true;
        }
        self.ahead.inbox = Some((wanted, inbox));
        self.say(text::being_loaded(title.as_deref().unwrap_or(game)));
        false
    }

    /// The rules of a game with all factions that load: those at hand, or loaded now.
    pub(super) fn rules(&mut self, game: &str) -> Result<Loaded, Vec<Trouble>> {
        let wanted = self.wanted(game);
        match self.ahead.at_hand.take() {
            Some((of, loaded)) if of == wanted => loaded,
            _ => load_host(&self.library, game),
        }
    }

    /// What a game offers before a match, if it loads.
    pub fn menu_of(&mut self, game: &str) -> Option<Menu> {
        match self.rules(game) {
            Ok(loaded) => {
                let menu = loaded.0.menu().clone();
                self.ahead.at_hand = Some((self.wanted(game), Ok(loaded)));
                Some(menu)
            }
            Err(troubles) => {
                self.troubles.extend(troubles);
                None
            }
        }
    }

    /// The rules of a game that were loaded for another reason.
    pub(super) fn put_at_hand(&mut self, game: &str, parcel: Parcel) {
        let (host, _) = parcel.open();
        let packs = host.packs().to_vec();
        self.ahead.at_hand = Some((self.wanted(game), Ok(told((host, packs, Vec::new())))));
    }

    fn wanted(&self, game: &str) -> Wanted {
        (game.to_owned(), standing(&self.library, game))
    }

    fn take_in_rules(&mut self) {
        let Some((_, inbox)) = &self.ahead.inbox else { return };
        let fetched = match inbox.try_recv() {
            Ok(fetched) => Some(fetched),
            Err(TryRecvError::Empty) => return,
            // The thread is lost; whoever needs the rules loads them.
            Err(TryRecvError::Disconnected) => None,
        };
        let wanted = self.ahead.inbox.take().map(|(wanted, _)| wanted);
        self.ahead.at_hand = wanted.zip(fetched.map(opened));
    }
}

fn opened(fetched: Fetched) -> Result<Loaded, Vec<Trouble>> {
    let (parcel, packs, left_out) = fetched.map_err(|problems| troubles_of(&problems))?;
    let (host, _) = parcel.open();
    Ok(told((host, packs, left_out)))
}

/// With what was left out and what is worth a warning in words of the window.
pub(super) fn told((host, packs, left_out): Made<Host>) -> Loaded {
    let mut troubles = troubles_of(&left_out);
    troubles.extend(troubles_of(host.warnings()));
    (host, packs, troubles)
}
