//! What is drawn, worked out once for every change.

use harena_engine::decision::Explained;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{State, ZoneList};

use super::App;
use crate::book::Book;
use crate::course::Course;
use crate::links::Shown;
use crate::panel;
use crate::panel::log::LogLine;
use crate::panel::top::SeeAs;
use crate::panel::zones::slots_of;
use crate::scene::{self, Places, View};
use crate::theme::Livery;

/// What is drawn.
#[derive(Default)]
pub(super) struct Scenery {
    key: Option<(u64, Option<usize>, SeeAs, Seat)>,
    pub viewer: Seat,
    pub shown: Shown,
    pub before: Shown,
    pub liveries: Vec<Livery>,
    pub explained: Explained,
    pub log: Vec<LogLine>,
    log_key: Option<(u64, Seat, bool)>,
    seen: u64,
    pub fights: bool,
    /// Where cards lie in zones with places.
    pub places: Places,
    /// How the match went, once it is over.
    pub course: Option<Course>,
}

/// Notes what lies in all zones with places.
fn note_places(places: &mut Places, game: &Game, book: &Book, state: &State) {
    for (at, label) in book.zones.iter().enumerate().filter(|(_, label)| label.max.is_some()) {
        for list in ZoneList::all_of(game, ZoneId(at as u8)) {
            places.note(list, state.zone(list), slots_of(label));
        }
    }
}

impl App {
    /// Works out anew what is drawn, if something changed.
    pub(super) fn refresh(&mut self) {
        let viewer = match self.see_as {
            SeeAs::Decider => self.session.viewer(),
            SeeAs::Seat(seat) => seat,
            SeeAs::Everything => Seat::NONE,
        };
        let key = (self.session.revision, self.table.playback.at, self.see_as, viewer);
        if self.scenery.key != Some(key) {
            self.scenery.key = Some(key);
            self.scenery.viewer = viewer;
            self.rebuild();
        }
    }

    fn rebuild(&mut self) {
        let all = self.see_as == SeeAs::Everything && self.session.test_mode;
        let changed = self.scenery.seen != self.session.revision;
        if changed {
            self.scenery.explained = self.session.explained();
        }
        let (scenery, table) = (&mut self.scenery, &self.table);
        let Some(play) = &self.session.play else { return };
        let now = play.now();
        let frame = |at: usize| now.frames.get(at).map(|(_, state)| state);
        let state = table.playback.at.and_then(frame).unwrap_or(now.state());
        scenery.shown = scene::shown_to(&play.game, state, scenery.viewer, all);
        let before = table.playback.at.and_then(|at| frame(at.checked_sub(1)?));
        scenery.before = match before {
            Some(state) => scene::shown_to(&play.game, state, scenery.viewer, all),
            None => scenery.shown.clone(),
        };
        scenery.fights = table.playback.at.is_some() || scene::fights(&now.log.entries);
        scenery.liveries = scene::seat_liveries(&play.game, &play.book, now.state());
        let log_key = Some((self.session.revision, scenery.viewer, all));
        if scenery.log_key != log_key {
            scenery.log_key = log_key;
            let (game, book) = (&*play.game, &play.book);
            let shown = &scene::shown_to(game, now.state(), scenery.viewer, all);
            let liveries = &scenery.liveries;
            let view = View { game, book, shown, liveries, fights: false };
            let viewer = scenery.viewer;
            let reader = (!all).then_some(viewer);
            scenery.log = panel::log::lines(view.teller(), &now.log.entries, reader);
        }
        if changed {
            let over = now.outcome().is_some();
            let entries = &now.log.entries;
            scenery.course = over.then(|| Course::of(&play.game, &play.book, entries, now.state()));
        }
        note_places(&mut scenery.places, &play.game, &play.book, &scenery.shown.state);
        scenery.seen = self.session.revision;
    }
}
