//! What the home shows: games, packs, kept matches, and the match one would begin.

use std::collections::BTreeMap;

use crate::preferences::Preferences;
use crate::session::{
    Cover, Gatherer, Guest, Kept, News, Plan, Player, Session, Trouble, seed_now,
};
use crate::text::{self, Language};

/// Who sits at the table of a match that is begun at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// A person in the first seat, a bot in every other one.
    Bots,
    /// A person in every seat.
    People,
    /// A bot in every seat.
    Nobody,
}

/// What the home shows.
#[derive(Default)]
pub struct Home {
    /// The game that is chosen, by id.
    pub chosen: String,
    /// The match one would begin, of the game that is chosen.
    pub plan: Plan,
    /// What is known of games, by id.
    pub covers: BTreeMap<String, Cover>,
    /// Matches that were kept, the latest first.
    pub kept: Vec<Kept>,
    /// What is wrong with packs.
    pub troubles: Vec<Trouble>,
    /// The guests of the game that is chosen.
    pub guests: Vec<Guest>,
    /// What is looked for by its name.
    pub wanted: String,
    /// A guest that was asked to join, and the seat it is to play in.
    pub awaited: Option<(usize, String)>,
    gatherer: Option<Gatherer>,
    /// What was looked at last, and in which language: reloads and matches begun.
    key: Option<(u64, u64, Language)>,
}

impl Home {
    /// Begins to look at packs and records, where something changed since the last time.
    pub fn look(&mut self, session: &Session) {
        let key = Some((session.n_reloads, session.n_begun, text::spoken()));
        if self.key != key {
            self.key = key;
            (self.kept, self.troubles) = (Vec::new(), Vec::new());
            self.gatherer = Some(Gatherer::start(session.errand()));
        }
        if session.library.game(&self.chosen).is_none() {
            self.choose_first(session);
        }
        self.guests = session.guests(&self.chosen);
    }

    /// Takes in what was found; whether anything was.
    pub fn take_in(&mut self) -> bool {
        let news: Vec<News> = self.gatherer.iter().flat_map(Gatherer::news).collect();
        let any = !news.is_empty();
        news.into_iter().for_each(|news| self.note(news));
        any
    }

    /// Waits until everything was found.
    pub fn await_all(&mut self) {
        let news: Vec<News> = self.gatherer.iter().flat_map(Gatherer::await_all).collect();
        news.into_iter().for_each(|news| self.note(news));
    }

    fn note(&mut self, news: News) {
        match news {
            News::Cover(cover) => {
                let id = cover.menu.id.clone();
                let is_chosen = id == self.chosen;
                self.covers.insert(id.clone(), *cover);
                if is_chosen {
                    self.choose(&id);
                    self.seat_awaited();
                }
            }
            News::Troubles(troubles) => self.troubles.extend(troubles),
            News::Kept(kept) => self.kept.push(*kept),
        }
    }

    /// Seats a guest that was waited for, once its game knows it.
    fn seat_awaited(&mut self) {
        let Some((seat, pack)) = &self.awaited else { return };
        let cover = self.covers.get(&self.chosen);
        let entry = cover.and_then(|it| it.menu.factions.iter().find(|entry| entry.pack == *pack));
        let Some(id) = entry.map(|entry| entry.id.clone()) else { return };
        if let Some(slot) = self.plan.factions.get_mut(*seat) {
            *slot = Some(id);
        }
        self.awaited = None;
    }

    /// The game in play, or else the first one.
    fn choose_first(&mut self, session: &Session) {
        let games = session.library.games();
        let played = games.iter().find(|pack| pack.id() == session.plan.game);
        let first = played.or(games.first()).map(|pack| pack.id().to_owned());
        self.choose(&first.unwrap_or_default());
    }

    /// Chooses a game; its factions as they were chosen before, if it is the same one.
    pub fn choose(&mut self, game: &str) {
        game.clone_into(&mut self.chosen);
        let Some(cover) = self.covers.get(game) else {
            return self.plan = Plan { game: game.to_owned(), ..Plan::default() };
        };
        if self.plan.game != game || self.plan.n_seats == 0 {
            self.plan = Plan::first(&cover.menu, seed_now());
        }
        self.plan.fit(&cover.menu);
    }

    /// The match that is begun in such company; nothing as long as the game is not known.
    pub fn plan_for(&self, company: Company, preferences: &Preferences) -> Option<Plan> {
        let cover = self.covers.get(&self.chosen)?;
        let mut plan = Plan { seed: seed_now(), ..self.plan.clone() };
        plan.fit(&cover.menu);
        let bot = Player::named(&preferences.opponent);
        for (at, player) in plan.players.iter_mut().enumerate() {
            *player = match company {
                Company::Bots if at == 0 => Player::Human,
                Company::People => Player::Human,
                Company::Bots | Company::Nobody => bot,
            };
        }
        Some(plan)
    }
}
