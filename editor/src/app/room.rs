//! How the window is divided, and the panel at its right.

use egui::{Panel, Ui};

use super::scenery::Scenery;
use crate::panel::{self, Desk};
use crate::table;

/// How much room the panels at the sides take, by the size of the window.
#[derive(Clone, Copy)]
pub(super) struct Room {
    class: (u16, u16),
    /// The panel of the seats.
    pub left: f32,
    right: f32,
    log: f32,
    inspector: f32,
}

impl Room {
    pub fn of(window: egui::Vec2) -> Room {
        let height = window.y - 70.0;
        Room {
            class: ((window.x / 200.0) as u16, (window.y / 120.0) as u16),
            left: (window.x * 0.225).clamp(170.0, 290.0),
            right: (window.x * 0.27).clamp(200.0, 320.0),
            log: height * if height < 560.0 { 0.17 } else { 0.22 },
            inspector: height * if height < 560.0 { 0.22 } else { 0.25 },
        }
    }

    /// Panels keep the size they are dragged to as long as the window keeps about its own.
    pub fn id(self, panel: &str) -> egui::Id {
        egui::Id::unique((panel, self.class))
    }
}

/// Draws the decision, the inspector and the log.
pub(super) fn right_ui(ui: &mut Ui, desk: &mut Desk, scenery: &Scenery, room: Room) {
    Panel::right(room.id("right")).resizable(true).default_size(room.right).show(ui, |ui| {
        let lit = match desk.table.playback.at.zip(desk.session.the_match()) {
            Some((at, the_match)) => table::entries_of(&the_match.log, &the_match.frames, at),
            None => 0..0,
        };
        Panel::bottom(room.id("log")).resizable(true).default_size(room.log).show(ui, |ui| {
            panel::log::log_ui(ui, desk, &scenery.log, lit);
        });
        Panel::bottom(room.id("inspector")).resizable(true).default_size(room.inspector).show(
            ui,
            |ui| {
                panel::inspector::inspector_ui(ui, desk);
            },
        );
        egui::CentralPanel::no_frame().show(ui, |ui| {
            egui::ScrollArea::vertical().id_salt("decision").auto_shrink([false, false]).show(
                ui,
                |ui| {
                    panel::decision::decision_ui(ui, desk);
                    panel::outlook::outlook_ui(ui, desk);
                },
            );
        });
    });
}
