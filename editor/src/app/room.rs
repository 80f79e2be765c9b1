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

/// The height of an inspector with nothing to show.
const SHUT: f32 = 44.0;
/// How long the inspector stays open with nothing to show, in seconds.
const LINGERS: f64 = 0.6;

/// Whether the inspector is open: with nothing to show it leaves its room to the decision.
#[derive(Default)]
pub(super) struct Inspection {
    is_open: bool,
    /// When there was something to show last.
    last: f64,
}

impl Inspection {
    /// Decides it for this frame. It never opens over the mouse: what is pointed at in the lower
    /// part of the decision stays where it is.
    fn settle(&mut self, ui: &Ui, shows: bool, height: f32) {
        let (now, mouse) = ui.input(|input| (input.time, input.pointer.hover_pos()));
        let column = ui.available_rect_before_wrap();
        let lower = egui::Rect::from_x_y_ranges(
            column.x_range(),
            column.bottom() - height..=column.bottom() - SHUT,
        );
        if shows {
            self.last = now;
            self.is_open |= !mouse.is_some_and(|mouse| lower.contains(mouse));
        } else if self.is_open {
            let left = LINGERS - (now - self.last);
            self.is_open = left > 0.0;
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left.max(0.0)));
        }
    }
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
pub(super) fn right_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (scenery, inspection): (&Scenery, &mut Inspection),
    room: Room,
) {
    Panel::right(room.id("right")).resizable(true).default_size(room.right).show(ui, |ui| {
        let lit = match desk.table.playback.at.zip(desk.session.the_match()) {
            Some((at, the_match)) => table::entries_of(&the_match.log, &the_match.frames, at),
            None => 0..0,
        };
        Panel::bottom(room.id("log")).resizable(true).default_size(room.log).show(ui, |ui| {
            panel::log::log_ui(ui, desk, &scenery.log, lit);
        });
        inspection.settle(ui, desk.table.focus().is_some(), room.inspector);
        if inspection.is_open {
            let inspector = Panel::bottom(room.id("inspector")).resizable(true);
            inspector.default_size(room.inspector).show(ui, |ui| {
                panel::inspector::inspector_ui(ui, desk);
            });
        } else {
            let shut = Panel::bottom("shut").resizable(false).default_size(SHUT);
            shut.show(ui, panel::inspector::shut_ui);
        }
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
