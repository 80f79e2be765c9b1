//! How the window is divided, and the panels at its sides.

use egui::{Frame, Margin, Panel, Pos2, Rect, Ui, pos2};

use harena_engine::board::BoardKind;

use super::scenery::Scenery;
use crate::paint::geometry::height_for;
use crate::panel::{self, Desk};
use crate::scene::View;
use crate::table;

/// How much room the panels at the sides take, by the size of the window.
#[derive(Clone, Copy)]
pub(super) struct Room {
    class: (u16, u16),
    /// The band of the seats.
    pub left: f32,
    /// The column of what can be done.
    right: f32,
    /// The column of what happened; nothing where it is folded.
    story: Option<f32>,
    /// How high the banner and a row of spaces stand over everything else, where they do.
    pub stage: Option<f32>,
    /// Whether what happened is folded to a rail.
    rail: bool,
}

/// A row of spaces is broad and low: from this size of the window on it has the whole breadth.
const BROAD: egui::Vec2 = egui::vec2(1000.0, 620.0);
/// How high the banner over it is, and how much of the window both take at most.
const BANNER: f32 = 92.0;
const MOST_STAGE: f32 = 0.44;

/// A window narrower than this has no band of its own for the seats: they stand above what can be
/// done.
const NARROW: f32 = 700.0;
/// The inspector is not drawn where it would have less room together with what is told.
const LOWEST: f32 = 130.0;
/// Below a row of spaces they share their room only from this height on.
const SHARED: f32 = 300.0;
/// From this height of the window on cards can lie over what happened.
const HIGH: f32 = 800.0;
/// How broad the column of chances and answers is, from which size of the window on, and from which
/// on what happened stands beside it.
const ANSWERS: f32 = 500.0;
const ANSWERED: f32 = 1360.0;
const ANSWERED_BESIDE: f32 = 1720.0;
/// How long the inspector stays open with nothing to show, in seconds.
const LINGERS: f64 = 0.6;

/// Whether the inspector is open: with nothing to show it stays for a moment, then goes.
#[derive(Default)]
pub(super) struct Inspection {
    is_open: bool,
    /// When there was something to show last.
    last: f64,
}

impl Inspection {
    /// Decides it for this frame.
    fn settle(&mut self, ui: &Ui, shows: bool) {
        let now = ui.input(|input| input.time);
        if shows {
            (self.last, self.is_open) = (now, true);
        } else if self.is_open {
            let left = LINGERS - (now - self.last);
            self.is_open = left > 0.0;
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left.max(0.0)));
        }
    }
}

impl Room {
    pub fn of(window: egui::Vec2, story: bool) -> Room {
        let wide = window.x >= 1280.0;
        let left = match window.x {
            x if x >= 1100.0 => 256.0,
            x if x >= NARROW => (x * 0.21).max(196.0),
            _ => 0.0,
        };
        let right = match window.x {
            x if x >= 1720.0 => 320.0,
            x if x >= NARROW => (x * 0.2).clamp(216.0, 280.0),
            x => (x * 0.42).max(216.0),
        };
        Room {
            class: ((window.x / 200.0) as u16, (window.y / 120.0) as u16),
            left,
            right,
            story: (story && wide).then_some(if window.x >= 1720.0 { 288.0 } else { 228.0 }),
            stage: None,
            rail: story && !wide && window.x >= NARROW,
        }
    }

    /// The same for a match: a row of spaces lies over what can be done and what lies by it, and
    /// these share the room below.
    pub fn around(self, view: View, window: egui::Vec2) -> Room {
        let board = &view.game.board;
        let is_broad = window.x >= BROAD.x && window.y >= BROAD.y && self.left > 0.0;
        if board.kind() != BoardKind::Line || !is_broad {
            return self;
        }
        let breadth = window.x - self.left - self.story.unwrap_or(0.0) - 20.0;
        let high = height_for(board, &view.levels(), breadth) + BANNER;
        let right = ((window.x - self.left) * 0.43).clamp(300.0, 620.0);
        Room { right, stage: Some(high.min(window.y * MOST_STAGE)), ..self }
    }

    /// The same where chances and answers are told, which want a broad column: what happened is
    /// folded beside it, unless there is room for both.
    pub fn answering(self, tells: bool, window: egui::Vec2) -> Room {
        if !tells || self.stage.is_some() || window.x < ANSWERED {
            return self;
        }
        let folds = window.x < ANSWERED_BESIDE;
        let story = self.story.filter(|_| !folds);
        Room { right: ANSWERS, story, rail: self.rail || (folds && self.story.is_some()), ..self }
    }

    /// Panels keep the size they are dragged to as long as the window keeps about its own.
    pub fn id(self, panel: &str) -> egui::Id {
        egui::Id::unique((panel, self.class))
    }

    /// Whether the time line lies below what happened or what can be done, and leaves the board
    /// the whole height; without a band for the seats it has a bar of its own.
    pub fn holds_time(self) -> bool {
        self.left > 0.0 && self.stage.is_none()
    }

    /// Whether what happened has a column of its own, in which something can lie over it.
    pub fn has_high_story(self, window: egui::Vec2) -> bool {
        self.story.is_some() && self.stage.is_none() && window.y >= HIGH
    }

    /// Whether the inspector lies beside a row of spaces, over what happened.
    fn inspects_on_stage(self) -> bool {
        self.stage.is_some() && self.story.is_some()
    }

    /// A bar at the top or bottom, without ground or line.
    pub fn bar(self, panel: Panel, height: f32) -> Panel {
        let margin = Margin { left: 16, right: 16, top: 4, bottom: 4 };
        let frame = Frame::new().inner_margin(margin);
        panel.resizable(false).show_separator_line(false).exact_size(height).frame(frame)
    }

    /// The column of what can be done.
    fn right_id(self) -> egui::Id {
        self.id(if self.right == ANSWERS { "answers" } else { "right" })
    }

    fn column(self, panel: Panel, width: f32) -> Panel {
        let frame = Frame::new().inner_margin(Margin { left: 8, right: 12, top: 4, bottom: 0 });
        panel.resizable(true).show_separator_line(false).default_size(width).frame(frame)
    }

    /// Where the lamp hangs: over the middle of the board.
    pub fn light(self, whole: Rect) -> Pos2 {
        let right = self.right + self.story.unwrap_or(0.0);
        let right = if self.stage.is_some() { self.story.unwrap_or(0.0) } else { right };
        pos2((whole.left() + self.left + whole.right() - right) / 2.0, whole.center().y - 10.0)
    }
}

/// Draws everything around and on the table. The room of the board is that of the last frame.
pub(super) fn all_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (scenery, inspection): (&Scenery, &mut Inspection),
    (room, board_room): (Room, &mut egui::Vec2),
    (turned, mut instant): (bool, Option<panel::board::Instant>),
) {
    left_ui(ui, desk, room);
    let over = desk.session.the_match().is_some_and(|it| it.outcome().is_some());
    inspection.settle(ui, !over && panel::inspector::tells(desk));
    let is_open = inspection.is_open && !over;
    let staged = room.stage.is_some();
    if staged {
        stage_ui(ui, desk, (scenery, is_open), room, (turned, instant.take()));
    }
    right_ui(ui, desk, (scenery, is_open), room);
    center_ui(ui, desk, (board_room, staged), (turned, instant));
}

/// Draws the band of the seats.
fn left_ui(ui: &mut Ui, desk: &mut Desk, room: Room) {
    if room.left == 0.0 {
        return;
    }
    let frame = Frame::new().inner_margin(Margin { left: 16, right: 8, top: 4, bottom: 0 });
    let band = room.column(Panel::left(room.id("seats")), room.left).frame(frame);
    band.show(ui, |ui| panel::seats::seats_ui(ui, desk));
}

/// Draws what happened, what would happen, the inspector, and below them what can be done.
fn right_ui(ui: &mut Ui, desk: &mut Desk, (scenery, is_open): (&Scenery, bool), room: Room) {
    if room.stage.is_none() {
        story_ui(ui, desk, scenery, room);
    }
    room.column(Panel::right(room.right_id()), room.right).show(ui, |ui| {
        within(ui, |ui| {
            if room.story.is_none() && room.holds_time() {
                time_ui(ui, desk);
            }
            let part = match room.stage {
                // A table is read as a whole.
                Some(_) if panel::options::is_table(desk) => 0.82,
                Some(_) => 0.72,
                None => 0.64,
            };
            let most = ui.available_height() * part;
            lower_ui(ui, "decision", most, |ui| panel::decision::decision_ui(ui, desk));
            let middle = egui::CentralPanel::no_frame();
            middle.show(ui, |ui| told_and_inspected_ui(ui, desk, room, is_open));
        });
    });
}

/// Draws something in the room there is: a panel stays as broad as it is, whatever it holds.
fn within(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    add(&mut ui.new_child(egui::UiBuilder::new().max_rect(room)));
    ui.allocate_rect(room, egui::Sense::hover());
}

/// Draws what would happen, and below it the inspector.
fn told_and_inspected_ui(ui: &mut Ui, desk: &mut Desk, room: Room, is_open: bool) {
    let most = ui.available_height();
    let mut is_open = is_open && most > LOWEST && !room.inspects_on_stage();
    is_open &= most > 1.5 * SHARED || !panel::odds::are_told(desk);
    if room.stage.is_some() && most < SHARED {
        // There is room for one of them: what an option would do comes first.
        is_open &= desk.table.tried.is_none();
        if is_open && desk.guide.is_none() {
            panel::inspector::inspector_ui(ui, desk);
            return;
        }
    }
    let told = egui::ScrollArea::vertical().id_salt("outlook").auto_shrink([false, true]);
    // What is told has the room that the inspector leaves, and a part of it at least.
    let id = ui.scope_id().with("height of the inspector");
    let before = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(most);
    let least = match room.stage {
        _ if panel::odds::are_told(desk) => 0.8,
        Some(_) => 0.6,
        None if most < 380.0 && desk.guide.is_none() => 0.3,
        None => 0.5,
    };
    let high = if is_open { (most - before - 14.0).max(most * least) } else { most };
    let stacked = room.left == 0.0;
    told.max_height(high).show(ui, |ui| told_ui(ui, desk, (stacked, most)));
    if is_open {
        ui.add_space(10.0);
        let needs = panel::inspector::inspector_ui(ui, desk);
        note_height(ui, id, (before, needs));
    }
}

/// Draws what happened, with the time line below it.
fn story_ui(ui: &mut Ui, desk: &mut Desk, scenery: &Scenery, room: Room) {
    let lit = lit(desk);
    if let Some(width) = room.story {
        room.column(Panel::right(room.id("story")), width).show(ui, |ui| {
            within(ui, |ui| {
                room.holds_time().then(|| time_ui(ui, desk));
                panel::shelf::over_story_ui(ui, desk);
                panel::log::log_ui(ui, desk, &scenery.log, lit);
            });
        });
    } else if room.rail {
        let frame = Frame::new().inner_margin(Margin { left: 2, right: 8, top: 6, bottom: 0 });
        let rail = room.column(Panel::right(room.id("rail")), panel::rail::WIDE).frame(frame);
        rail.resizable(false).exact_size(panel::rail::WIDE).show(ui, |ui| {
            panel::rail::rail_ui(ui, desk, &scenery.log, lit);
        });
    }
}

/// Draws the banner over the whole breadth, and below it a row of spaces beside what happened or,
/// where something is pointed at, the inspector.
fn stage_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (scenery, is_open): (&Scenery, bool),
    room: Room,
    (turned, instant): (bool, Option<panel::board::Instant>),
) {
    let Some(high) = room.stage else { return };
    let frame = Frame::new().inner_margin(Margin { left: 8, right: 12, top: 0, bottom: 0 });
    let stage = Panel::top(room.id("stage")).resizable(false).show_separator_line(false);
    stage.exact_size(high).frame(frame).show(ui, |ui| {
        banner_ui(ui, desk);
        match room.story.filter(|_| is_open) {
            Some(width) => {
                let column = room.column(Panel::right(room.id("aside")), width);
                column
                    .resizable(false)
                    .exact_size(width)
                    .show(ui, |ui| panel::inspector::inspector_ui(ui, desk));
            }
            None => story_ui(ui, desk, scenery, room),
        }
        let shelf = std::mem::take(&mut desk.shelf);
        panel::outlook::line_ui(ui, desk, room.id("said"));
        egui::CentralPanel::no_frame().show(ui, |ui| {
            panel::board::board_ui(ui, desk, turned, instant);
        });
        desk.shelf = shelf;
    });
}

/// Draws the banner, as high as it needs to be.
fn banner_ui(ui: &mut Ui, desk: &mut Desk) {
    let mut banner = ui.new_child(egui::UiBuilder::new().max_rect(ui.max_rect()));
    panel::prompt::prompt_ui(&mut banner, desk);
    let used = banner.min_rect().height() + 8.0;
    ui.allocate_space(egui::vec2(ui.available_width(), used));
}

/// The entries of the instant that is played back.
fn lit(desk: &Desk) -> std::ops::Range<usize> {
    match desk.table.playback.at.zip(desk.session.the_match()) {
        Some((at, the_match)) => table::entries_of(&the_match.log, &the_match.frames, at),
        None => 0..0,
    }
}

/// Draws what explains the question, and what would happen, below the seats where they have no band of their own.
fn told_ui(ui: &mut Ui, desk: &mut Desk, (stacked, most): (bool, f32)) {
    let odds = panel::odds::are_told(desk);
    if odds {
        panel::outlook::outlook_ui(ui, desk);
    }
    panel::prompt::guide_ui(ui, desk, most);
    panel::advice::advice_ui(ui, desk);
    if stacked {
        panel::seats::stacked_ui(ui, desk);
    }
    if !odds {
        panel::outlook::outlook_ui(ui, desk);
    }
}

/// Remembers how high something needs to be; another height takes another frame.
fn note_height(ui: &Ui, id: egui::Id, (before, needs): (f32, f32)) {
    if (needs - before).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, needs));
        ui.ctx().request_repaint();
    }
}

/// Draws the time line at the lower edge.
fn time_ui(ui: &mut Ui, desk: &mut Desk) {
    let most = ui.available_height() * 0.4;
    lower_ui(ui, "time", most, |ui| panel::timeline::narrow_ui(ui, desk));
}

/// Draws something at the lower edge, where it stays while things are pointed at: as high as it
/// was in the last pass, and scrolled where that is more than there may be.
fn lower_ui(ui: &mut Ui, name: &str, most: f32, add: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with(("height of", name));
    let high = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(120.0);
    let lower = Panel::bottom(egui::Id::unique((name, id))).resizable(false);
    let lower = lower.show_separator_line(false);
    let lower = lower.exact_size((high + 14.0).min(most)).frame(Frame::NONE);
    let needed = lower.show(ui, |ui| {
        let scroll = egui::ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
        scroll.show(ui, add).content_size.y
    });
    if (needed.inner - high).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, needed.inner));
        ui.ctx().request_discard("what stands below is as high as it needs to be");
    }
}

/// Draws the banner, and below it the board with what lies by it, or only that where the board is on
/// a stage. `board_room` is how much room they had in the last frame.
fn center_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    (board_room, staged): (&mut egui::Vec2, bool),
    (turned, instant): (bool, Option<panel::board::Instant>),
) {
    egui::CentralPanel::no_frame().show(ui, |ui| {
        if !staged {
            banner_ui(ui, desk);
        }
        let room = ui.available_size_before_wrap();
        if std::mem::replace(board_room, room) != room {
            ui.ctx().request_repaint();
        }
        match panel::spread::picker::picked(desk) {
            Some(row) => panel::spread::picker::picker_ui(ui, desk, &row),
            None if staged => {
                let whole = ui.available_rect_before_wrap();
                ui.advance_cursor_after_rect(whole);
                panel::shelf::shelf_ui(ui, desk, whole);
            }
            None => panel::board::board_ui(ui, desk, turned, instant),
        }
    });
}
