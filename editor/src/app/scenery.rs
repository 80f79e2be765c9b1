//! What is drawn, worked out once for every change.

use harena_engine::decision::Explained;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::{State, ZoneList};

use super::App;
use crate::book::Book;
use crate::course::Course;
use crate::links::Shown;
use crate::motion::{Act, Asked, Dice, Motion};
use crate::paint::face::Body;
use crate::paint::moving::{Lately, Step};
use crate::panel;
use crate::panel::log::LogLine;
use crate::panel::top::SeeAs;
use crate::panel::zones::slots_of;
use crate::scene::{self, Places, View};
use crate::session::Play;
use crate::table::entries_of;
use crate::text::{self, Language};
use crate::theme::Livery;

/// More pieces than this leave no trail.
const MOST_STEPS: usize = 4;

/// What is drawn.
#[derive(Default)]
pub(super) struct Scenery {
    key: Option<(u64, Option<usize>, SeeAs, Seat, Language)>,
    pub viewer: Seat,
    pub shown: Shown,
    pub before: Shown,
    pub liveries: Vec<Livery>,
    pub explained: Explained,
    pub log: Vec<LogLine>,
    log_key: Option<(u64, Seat, bool, Language)>,
    seen: u64,
    pub fights: bool,
    /// Where cards lie in zones with places.
    pub places: Places,
    /// What moves now, and how things were before.
    pub motion: Motion,
    pub past: Shown,
    /// Where the pieces of the last move went.
    pub trail: Vec<Step>,
    pub dice: Dice,
    /// What the banner asks: of which seat, and at which instant of a playback.
    pub asked: Asked<(Seat, Option<WordId>, Option<usize>)>,
    /// How many actions had been taken when it was worked out last.
    n_done: usize,
    /// Whether a playback was shown then.
    was_played: bool,
    /// Whether what was shown belongs to this match.
    is_followed: bool,
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

impl Scenery {
    /// Works out what moves from what was shown to what is shown.
    fn set_moving(
        &mut self,
        old: Shown,
        play: &Play,
        (at, calm, all): (Option<usize>, bool, bool),
    ) {
        let now = play.now();
        let n_done = play.timeline().n_done();
        let before = std::mem::replace(&mut self.n_done, n_done);
        let entries = at.map_or(0..0, |at| entries_of(&now.log, &now.frames, at));
        let known = self.is_followed;
        let steps = n_done.abs_diff(before);
        if known && (at.is_some() || self.was_played || steps == 1) {
            let told = now.log.entries.get(entries).unwrap_or(&[]);
            self.motion = Motion::between(&old.state, &self.shown.state, told, calm);
            let trail = trail(&self.motion, &self.shown, play, n_done > before);
            if steps != 0 || !trail.is_empty() {
                self.trail = trail;
            }
            self.past = old;
        } else if steps != 0 || !known {
            (self.motion, self.trail) = (Motion::default(), Vec::new());
        }
        self.was_played = at.is_some();
        self.is_followed = true;
        let end = at.and_then(|at| now.frames.get(at)).map(|(end, _)| *end);
        let told = now.log.entries.get(..end.unwrap_or(now.log.entries.len())).unwrap_or(&[]);
        let reader = (!all).then_some(self.viewer);
        let dice = Dice::of(told, reader, &play.book.dice).follow(&self.dice, calm);
        self.dice = if n_done > before { dice } else { dice.at_rest() };
    }

    /// Lets time pass for what moves.
    pub fn pass(&mut self, seconds: f32) {
        self.motion.pass(seconds);
        self.dice.pass(seconds);
        self.asked.pass(seconds);
    }

    /// Whether anything moves.
    pub fn moves(&self) -> bool {
        self.motion.moves() || self.dice.part().is_some() || self.asked.moves()
    }

    /// What happened just now.
    pub fn lately(&self) -> Lately<'_> {
        Lately { motion: &self.motion, past: &self.past, trail: &self.trail }
    }

    /// Another match begins: nothing of the last one moves on.
    pub fn forget(&mut self) {
        (self.motion, self.trail) = (Motion::default(), Vec::new());
        (self.dice, self.is_followed) = (Dice::default(), false);
        self.asked = Asked::default();
    }
}

/// Where the pieces of the last move went, if those were few; grounds leave no footprints.
fn trail(motion: &Motion, shown: &Shown, play: &Play, onward: bool) -> Vec<Step> {
    let (game, book) = (&*play.game, &play.book);
    let view = View { game, book, shown, liveries: &[], fights: false };
    let step = |it: &crate::motion::Move| {
        let from = match it.act {
            Act::Go(cell) => Some(cell),
            Act::Place => None,
            Act::Rotate(_) | Act::Strike(_) | Act::Wound | Act::Fall(_) => return None,
        };
        let piece = shown.state.piece(it.piece);
        let is_ground = view.face(it.piece).body == Body::Floor;
        let owner = piece.owner;
        piece.cell().filter(|_| !is_ground).map(|to| Step { from, to, owner })
    };
    let steps: Vec<Step> = motion.all().iter().filter_map(step).collect();
    if onward && steps.len() <= MOST_STEPS { steps } else { Vec::new() }
}

impl App {
    /// Works out anew what is drawn, if something changed.
    pub(super) fn refresh(&mut self) {
        let viewer = match self.see_as {
            SeeAs::Decider => self.session.viewer(),
            SeeAs::Seat(seat) => seat,
            SeeAs::Everything => Seat::NONE,
        };
        let at = self.table.playback.at;
        let key = (self.session.revision, at, self.see_as, viewer, text::spoken());
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
        self.session.note_chosen();
        let (scenery, table) = (&mut self.scenery, &self.table);
        let Some(play) = &self.session.play else { return };
        let now = play.now();
        let frame = |at: usize| now.frames.get(at).map(|(_, state)| state);
        let state = table.playback.at.and_then(frame).unwrap_or(now.state());
        let shown = scene::shown_to(&play.game, state, scenery.viewer, all);
        let old = std::mem::replace(&mut scenery.shown, shown);
        let calm = self.preferences.calm;
        scenery.set_moving(old, play, (table.playback.at, calm, all));
        let asked = now.decision().map(|decision| (decision.seat, Some(decision.prompt)));
        let (seat, prompt) = asked.unwrap_or((Seat::NONE, None));
        scenery.asked.note((seat, prompt, table.playback.at), calm);
        let before = table.playback.at.and_then(|at| frame(at.checked_sub(1)?));
        scenery.before = match before {
            Some(state) => scene::shown_to(&play.game, state, scenery.viewer, all),
            None => scenery.shown.clone(),
        };
        scenery.fights = table.playback.at.is_some() || scene::fights(&now.log.entries);
        scenery.liveries = scene::seat_liveries(&play.game, &play.book, now.state());
        let log_key = Some((self.session.revision, scenery.viewer, all, text::spoken()));
        if scenery.log_key != log_key {
            scenery.log_key = log_key;
            let (game, book) = (&*play.game, &play.book);
            let shown = &scene::shown_to(game, now.state(), scenery.viewer, all);
            let liveries = &scenery.liveries;
            let view = View { game, book, shown, liveries, fights: false };
            let viewer = scenery.viewer;
            let reader = (!all).then_some(viewer);
            let entries = &now.log.entries;
            scenery.log = panel::log::lines(view.teller(), entries, reader, &play.chosen());
        }
        if changed {
            let over = now.outcome().is_some();
            let entries = &now.log.entries;
            scenery.course = over.then(|| Course::of(&play.game, &play.book, entries, now.state()));
            if let Some((course, found)) = scenery.course.as_mut().zip(self.session.reviewed()) {
                course.turned_by(found, entries);
            }
        }
        note_places(&mut scenery.places, &play.game, &play.book, &scenery.shown.state);
        scenery.seen = self.session.revision;
    }
}
