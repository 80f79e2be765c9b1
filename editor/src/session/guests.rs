//! Packs that join a game only where somebody wants them to.

use harena_pack::{Kind, Pack};

use super::Session;
use crate::text;

/// A pack that joins a game where somebody wants it to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The id of the pack.
    pub pack: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Whether it joins now.
    pub joins: bool,
    /// Whether it is a side one can play, rather than more for all sides.
    pub is_faction: bool,
}

impl Session {
    /// All guests of a game, those that have joined and those that have not.
    pub fn guests(&self, game: &str) -> Vec<Guest> {
        let outside = self.library.guests_of(game);
        let is_guest = |pack: &&Pack| pack.manifest.guest && pack.manifest.games.contains_key(game);
        let packs = self.library.packs().into_iter().map(|pack| &**pack).filter(is_guest);
        let guest = |pack: &Pack| Guest {
            pack: pack.id().to_owned(),
            title: pack.manifest.title.clone(),
            summary: pack.manifest.summary.clone(),
            joins: outside.iter().all(|it| it.id() != pack.id()),
            is_faction: pack.manifest.kind == Kind::Faction,
        };
        packs.map(guest).collect()
    }

    /// Lets a guest join its games, or stay away again; whether it does now. One that takes part
    /// in the match in play stays.
    pub fn join(&mut self, pack: &str, joins: bool) -> bool {
        let plays = self.play.as_ref().is_some_and(|play| {
            play.attended.header.packs.iter().any(|it| it.id == pack) && play.is_begun()
        });
        if plays && !joins {
            self.complain(text::guest_plays());
            return false;
        }
        if joins {
            self.library.invite(pack);
        } else {
            self.library.dismiss(pack);
        }
        self.lay_out();
        self.n_reloads += 1;
        true
    }
}
