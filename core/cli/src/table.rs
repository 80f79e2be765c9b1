//! Loading packs into rules, one table a thread.

use std::sync::Arc;

use harena_engine::game::Settings;
use harena_engine::the_match::Fault;
use harena_lab::record::RecordedPack;
use harena_lab::{Table, Tables};
use harena_pack::{Pack, Problem};
use harena_script::{Host, first_fault};

/// What is needed to set up tables of one game.
pub struct Loader {
    /// The packs in load order.
    pub packs: Vec<Arc<Pack>>,
    /// The settings.
    pub settings: Settings,
    /// How many seats play.
    pub n_seats: u8,
}

impl Loader {
    /// Loads the packs.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn load(&self) -> Result<Host, Vec<Problem>> {
        Host::load(&self.packs)
    }
}

impl Tables for Loader {
    fn set_up(&self) -> Result<Table<'static>, Fault> {
        let host = self.load().map_err(|problems| first_fault(&problems))?;
        let game = host.build(&self.settings, self.n_seats);
        let game = game.map_err(|problems| first_fault(&problems))?;
        Ok(Table { game, rules: Box::new(host) })
    }
}

/// The packs as a record names them.
pub fn recorded(packs: &[Arc<Pack>]) -> Vec<RecordedPack> {
    let of = |pack: &Arc<Pack>| RecordedPack {
        id: pack.id().to_owned(),
        version: pack.manifest.version.to_string(),
        tree: pack.digest.to_string(),
        ..RecordedPack::default()
    };
    packs.iter().filter(|pack| !pack.manifest.cosmetic).map(of).collect()
}
