//! A host on its way from the thread that loads it to the one that plays by it.
#![allow(unsafe_code)]

use std::sync::Arc;

use harena_engine::game::{Game, Settings};
use harena_pack::{Pack, Problem};

use crate::host::Host;

/// Packs loaded on one thread, for a host of another: loading them is long for a window that is to
/// go on meanwhile.
pub struct Parcel {
    host: Host,
    game: Option<Arc<Game>>,
}

// SAFETY: a host counts and borrows without locks, but all that is counted or borrowed so lies
// within it: a parcel makes its host, nobody is lent it who could keep a part, and what is given
// out crosses threads. The names of the machine are the one thing that lies with the thread;
// `leave` takes them from it, and `arrive` brings them to the new one.
unsafe impl Send for Parcel {}

impl Parcel {
    /// Loads packs in their load order, as [`Host::load`] does.
    ///
    /// # Errors
    /// Everything wrong with the packs.
    ///
    /// ```
    /// fn crosses_threads<T: Send>() {}
    /// crosses_threads::<harena_script::Parcel>();
    /// ```
    pub fn load(packs: &[Arc<Pack>]) -> Result<Parcel, Vec<Problem>> {
        let host = Host::load(packs)?;
        host.leave();
        Ok(Parcel { host, game: None })
    }

    /// Loads packs and builds their game under some settings, as [`Host::build`] does.
    ///
    /// # Errors
    /// Everything wrong with the packs, or with the settings.
    pub fn build(
        packs: &[Arc<Pack>],
        settings: &Settings,
        n_seats: u8,
    ) -> Result<Parcel, Vec<Problem>> {
        let (host, game) = Host::load_and(packs, |host| host.build(settings, n_seats))?;
        let game = Some(game?);
        host.leave();
        Ok(Parcel { host, game })
    }

    /// Takes out the host, which from now on belongs to this thread, and the game, if it was built.
    pub fn open(self) -> (Host, Option<Arc<Game>>) {
        self.host.arrive();
        (self.host, self.game)
    }
}
