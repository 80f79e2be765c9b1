//! What is drawn, worked out once for every change.

use egui::Color32;
use harena_engine::decision::Explained;
use harena_engine::id::*;

use super::App;
use crate::links::Shown;
use crate::panel;
use crate::panel::log::LogLine;
use crate::panel::top::SeeAs;
use crate::scene::{self, View};

/// What is drawn.
#[derive(Default)]
pub(super) struct Scenery {
    key: Option<(u64, Option<usize>, SeeAs, Seat)>,
    pub viewer: Seat,
    pub shown: Shown,
    pub before: Shown,
    pub colors: Vec<Color32>,
    pub explained: Explained,
    pub log: Vec<LogLine>,
    log_key: Option<(u64, Seat, bool)>,
    seen: u64,
    pub fights: bool,
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
        let now = &play.timeline.now;
        let frame = |at: usize| now.frames.get(at).map(|(_, state)| state);
        let state = table.playback.at.and_then(frame).unwrap_or(now.state());
        scenery.shown = scene::shown_to(&play.game, state, scenery.viewer, all);
        let before = table.playback.at.and_then(|at| frame(at.checked_sub(1)?));
        scenery.before = match before {
            Some(state) => scene::shown_to(&play.game, state, scenery.viewer, all),
            None => scenery.shown.clone(),
        };
        scenery.fights = table.playback.at.is_some() || scene::fights(&now.log.entries);
        scenery.colors = scene::seat_colors(&play.game, &play.book, now.state());
        let log_key = Some((self.session.revision, scenery.viewer, all));
        if scenery.log_key != log_key {
            scenery.log_key = log_key;
            let (game, book) = (&*play.game, &play.book);
            let shown = &scene::shown_to(game, now.state(), scenery.viewer, all);
            let colors = &scenery.colors;
            let view = View { game, book, shown, colors, fights: false };
            scenery.log = panel::log::lines(view.teller(), &now.log.entries);
        }
        scenery.seen = self.session.revision;
    }
}
