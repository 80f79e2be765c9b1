//! The workshop, between two frames: where it opens, what is saved, and what has changed on disk.

use egui::Ui;
use harena_engine::id::Seat;

use super::App;
use crate::motion::Motion;
use crate::paint::moving::Lately;
use crate::panel::workshop::{Bench, workshop_ui};
use crate::panel::{Screen, Wish};
use crate::scene::View;
use crate::tell::Teller;
use crate::text;
use crate::workshop::Target;

impl App {
    /// Opens a pack in the workshop.
    pub fn open_workshop(&mut self, target: &Target) {
        if self.session.library.get(&target.pack).is_none() {
            return self.session.complain_of(text::no_pack_to_change(&target.pack));
        }
        self.dialogs.source = None;
        self.workshop.open(&self.session, target);
        self.screen = Screen::Workshop;
    }

    /// Opens the workshop where it was left, or else at the side that is played.
    pub(super) fn enter_workshop(&mut self) {
        let pack = match self.workshop.pack.is_empty() {
            true => self.pack_in_play(),
            false => self.workshop.pack.clone(),
        };
        self.open_workshop(&Target { pack, ..Target::default() });
    }

    /// The pack of the faction that looks on, or else that of the game.
    fn pack_in_play(&self) -> String {
        let game = self.session.plan.game.clone();
        let Some(play) = &self.session.play else { return game };
        let teller = Teller::of(&play.game, &play.book, play.now().state());
        let seat = Some(self.session.viewer()).filter(|seat| *seat != Seat::NONE);
        let faction = teller.faction_of(seat.unwrap_or(Seat(0)));
        let faction = faction.and_then(|id| play.game.factions.get(id.index()));
        let entry = faction.and_then(|own| play.menu.factions.iter().find(|it| it.id == own.id));
        entry.map_or(game, |entry| entry.pack.clone())
    }

    /// Copies a pack that came along to those of the person, and opens it there.
    pub(super) fn copy_pack(&mut self, pack: &str) {
        match self.session.copy_pack(pack) {
            Ok(folder) => {
                self.session.tell(text::copied(&folder));
                self.session.poll_changes();
                self.workshop.reopen(&self.session);
            }
            Err(error) => self.session.complain_of(error),
        }
    }

    /// Whether something was changed that cannot be written without a word of the person.
    pub fn holds_unsettled(&mut self) -> bool {
        self.workshop.save();
        self.workshop.is_unsaved()
    }

    pub(super) fn workshop_ui(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        if self.session.poll_changes() {
            self.begin_decision();
            self.workshop.look();
        }
        self.session.prove(&self.workshop.pack);
        self.session.poll_saver();
        let proven = self.session.poll_proofs();
        if proven | self.session.poll_types() | self.session.poll_saved() {
            ui.ctx().request_repaint();
        }
        let Some(pack) = self.session.library.get(&self.workshop.pack).cloned() else {
            return self.go_back();
        };
        let game = pack.game().unwrap_or_default().to_owned();
        let plays_it = self.session.play.is_some() && self.session.plan.game == game;
        // What lies under a cover is not shown here either.
        self.watch_seats();
        let open = self.handover.waits_for().is_none();
        if !plays_it || pack.id() == game || !self.home.covers.contains_key(&game) {
            self.home.look(&self.session);
        }
        if self.home.take_in() {
            ui.ctx().request_repaint();
        }
        self.refresh();
        let keys = !self.dialogs.any();
        let App { session, workshop, home, scenery, .. } = self;
        // Here a board stands still: it is looked at, not played on.
        let still = Motion::default();
        let view = session.play.as_ref().filter(|_| plays_it && open).map(|play| {
            let (game, book, shown) = (&*play.game, &play.book, &scenery.shown);
            let liveries = &scenery.liveries;
            let lately = Lately { motion: &still, past: &scenery.past, trail: &[] };
            (View { game, book, shown, liveries, fights: false }, lately)
        });
        let cover = home.covers.get(&game);
        let troubles = &home.troubles;
        let lately = Lately { motion: &still, past: &scenery.past, trail: &[] };
        let bench =
            &mut Bench { session, workshop, cover, view, still: lately, troubles, keys, wishes };
        workshop_ui(ui, bench);
        if let Some(rest) = self.workshop.save_due() {
            ui.ctx().request_repaint_after(rest);
        }
        self.window_keys(ui.ctx());
    }
}
