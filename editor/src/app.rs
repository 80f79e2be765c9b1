//! The whole window: panels around a board, and what happens between two frames.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, Panel, Ui, Vec2};
use harena_engine::decision::Refusal;
use harena_engine::id::*;
use harena_pack::Library;

use crate::command::Command;
use crate::panel::help::Help;
use crate::panel::setup::Setup;
use crate::panel::shelf::{self, Shelf};
use crate::panel::source::SourceView;
use crate::panel::top::SeeAs;
use crate::panel::{self, Desk, Dialog, Wish};
use crate::scene::{Places, View};
use crate::session::{Session, Sources};
use crate::table::{self, Situation, Table};
use crate::{text, theme};

mod dialogs;
mod frame;
mod handover;
mod keys;
mod outlooks;
mod room;
mod scenery;
mod window;

#[cfg(test)]
mod tests;

pub use window::{Options, run};

use room::{Inspection, Room, center_ui, left_ui, right_ui};

/// How the window behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// Whether resolutions are played back by themselves.
    pub plays_back: bool,
    /// How long a bot waits before it acts.
    pub bot_pace: Duration,
    /// The scale of everything, in percent.
    pub scale: u32,
    /// Whether the option under the mouse is tried out on a copy, to show what it would do.
    pub previews: bool,
    /// Whether the table is covered between two people at one window who hide cards.
    pub covers: bool,
    /// Dark or light.
    pub theme: theme::Wish,
    /// Whether what happened is told at the right.
    pub story: bool,
    /// Whether pieces only fade in and out instead of moving.
    pub calm: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            plays_back: true,
            bot_pace: Duration::from_millis(350),
            scale: 100,
            previews: true,
            covers: true,
            theme: theme::Wish::default(),
            story: true,
            calm: false,
        }
    }
}

/// The window. Works without a display too: tests show it with [`App::ui`].
pub struct App {
    /// The match.
    pub session: Session,
    /// What is done at the table.
    pub table: Table,
    /// How the window behaves.
    pub preferences: Preferences,
    /// Who sees the table.
    pub see_as: SeeAs,
    /// Shown now.
    scenery: scenery::Scenery,
    forecaster: outlooks::Forecaster,
    inspection: Inspection,
    handover: handover::HandOver,
    dialogs: dialogs::Dialogs,
    last_change: Instant,
    styled: bool,
    scale_before: u32,
    /// The room of the board and of what lies by it, in the last frame.
    board_room: Vec2,
}

impl App {
    /// Opens a session in a window yet to be shown.
    pub fn new(sources: Sources, preferences: Preferences) -> App {
        let mut app = App {
            session: Session::open(sources),
            table: Table::default(),
            scale_before: preferences.scale,
            preferences,
            see_as: SeeAs::default(),
            scenery: scenery::Scenery::default(),
            forecaster: outlooks::Forecaster::default(),
            inspection: Inspection::default(),
            handover: handover::HandOver::default(),
            dialogs: dialogs::Dialogs::default(),
            last_change: Instant::now(),
            styled: false,
            board_room: Vec2::ZERO,
        };
        app.table.forecast = true;
        app.begin_decision();
        app
    }

    /// Draws one frame and carries out what was wished for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.style(&ctx);
        self.watch_seats();
        self.advance(&ctx);
        self.watch_seats();
        if let Some(seat) = self.handover.waits_for() {
            return self.cover_ui(ui, seat);
        }
        self.refresh();
        if self.moves() {
            ctx.request_repaint();
        }
        self.refresh_outlooks(&ctx);
        self.shortcuts(&ctx);
        let mut wishes = Vec::new();
        self.panels(ui, &mut wishes);
        self.chase_mouse(&ctx);
        self.dialogs_ui(&ctx, &mut wishes);
        let acted = !wishes.is_empty();
        for wish in wishes {
            self.carry_out(wish);
        }
        if acted {
            ctx.request_repaint();
        }
    }

    /// Whether anything moves on the board.
    pub fn moves(&self) -> bool {
        self.scenery.motion.moves() || self.scenery.dice.part().is_some()
    }

    fn style(&mut self, ctx: &Context) {
        if !self.styled {
            theme::apply(ctx, self.preferences.theme);
            self.styled = true;
            ctx.set_zoom_factor(self.preferences.scale as f32 / 100.0);
        }
        if self.preferences.scale != self.scale_before {
            self.scale_before = self.preferences.scale;
            ctx.set_zoom_factor(self.preferences.scale as f32 / 100.0);
        }
        theme::begin_frame(ctx, self.preferences.theme);
    }

    /// Draws everything but the floating windows.
    fn panels(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let shared = self.is_shared();
        let App { session, table, scenery, preferences, see_as, forecaster, .. } = self;
        let App { inspection, board_room, .. } = self;
        let Some(play) = &session.play else {
            return no_match_ui(ui, session, wishes);
        };
        (table.seen, table.pointed, table.tried) = (table.pointed, None, None);
        let shows_now = table.playback.at.is_none();
        // Under a cover, what a seat may do is shown to nobody else.
        let is_for = |seat: Seat| !shared || seat == scenery.viewer;
        let decision = play
            .now()
            .decision()
            .filter(|decision| shows_now && !session.bot_is_asked() && is_for(decision.seat));
        let mut desk = Desk {
            session,
            view: View {
                game: &play.game,
                book: &play.book,
                shown: &scenery.shown,
                liveries: &scenery.liveries,
                fights: scenery.fights,
            },
            decision,
            explained: &scenery.explained,
            gauge: forecaster.gauge(),
            outlooks: forecaster.outlooks(),
            lately: scenery.lately(),
            dice: &scenery.dice,
            places: &scenery.places,
            shelf: Shelf::default(),
            viewer: scenery.viewer,
            sees_all: *see_as == SeeAs::Everything && session.test_mode,
            table,
            wishes,
        };
        desk.shelf = shelf::plan(&desk, *board_room);
        let turned = play.book.is_turned(scenery.viewer);
        let instant = instant_of(session, scenery, desk.table);
        let room = Room::of(ui.ctx().content_rect().size(), preferences.story);
        let whole = ui.max_rect();
        let tint = play.book.ground.background;
        crate::paint::plate::table(ui.painter(), whole, room.light(whole), tint);
        room.bar(Panel::top("top"), 48.0).show(ui, |ui| {
            let view = panel::top::View { see_as, preferences };
            panel::top::top_ui(ui, &mut desk, view);
        });
        room.bar(Panel::bottom("timeline"), 38.0).show(ui, |ui| {
            panel::timeline::timeline_ui(ui, &mut desk);
        });
        if !session.troubles.is_empty() || !session.faults.is_empty() {
            let strip = Panel::bottom("problems").resizable(true).default_size(110.0);
            strip.frame(panel::widgets::card()).show(ui, |ui| {
                panel::problems::problems_ui(ui, session, desk.wishes);
            });
        }
        left_ui(ui, &mut desk, room);
        right_ui(ui, &mut desk, (scenery, inspection), room);
        center_ui(ui, &mut desk, board_room, (turned, instant));
    }

    fn carry_out(&mut self, wish: Wish) {
        match wish {
            Wish::Do(command) => self.execute_or_ask(command),
            Wish::Explain(tried) => {
                let decision = self.session.the_match().and_then(|it| it.decision());
                let refusals = &self.scenery.explained.refusals;
                self.table.complaint = table::reasons(refusals, &tried, decision);
                if self.table.complaint.is_empty() {
                    self.table.complaint.push(no_reason());
                }
            }
            Wish::Source(pack, path, line) => {
                self.dialogs.source = Some(SourceView { pack, path, line, fresh: true });
            }
            Wish::Toggle(dialog) => self.toggle(dialog),
        }
    }

    /// Carries out a command and shows what came of it.
    pub fn execute(&mut self, command: Command) {
        let acts = matches!(command, Command::Act(..));
        if matches!(command, Command::Begin(_) | Command::Open(_)) {
            self.handover = handover::HandOver::default();
            self.scenery.places = Places::default();
            self.scenery.forget();
        }
        self.dialogs.concedes = None;
        self.session.execute(command);
        self.begin_decision();
        self.table.playback.skip();
        self.last_change = Instant::now();
        if acts {
            self.start_playback();
        }
    }

    /// Drops what was chosen; where there is but one thing to do, it is begun.
    pub(crate) fn begin_decision(&mut self) {
        self.table.clear();
        let Some(play) = &self.session.play else { return };
        let now = play.now();
        if let Some(decision) = now.decision() {
            let unordered = &play.book.unordered;
            let (game, state) = (&*play.game, now.state());
            self.table.begin(Situation { game, state, decision, unordered });
        }
    }

    fn toggle(&mut self, dialog: Dialog) {
        match dialog {
            Dialog::NewMatch => {
                let open = self.dialogs.setup.take().is_none();
                self.dialogs.setup = if open { self.setup() } else { None };
            }
            Dialog::Reference => self.dialogs.reference = !self.dialogs.reference,
            Dialog::Help => {
                let open = self.dialogs.help.take().is_none();
                self.dialogs.help = open.then(Help::default);
            }
            Dialog::Open => {
                let paths = self.session.records();
                let last = paths.last().map(|path| path.display().to_string());
                self.dialogs.open = Some(last.unwrap_or_default());
            }
            Dialog::Concede => {
                let now = self.session.the_match().filter(|_| !self.session.bot_is_asked());
                let asked = now.and_then(|now| Some((now, now.decision()?.seat)));
                let seat = asked.filter(|(now, seat)| now.may_concede(*seat));
                self.dialogs.concedes = seat.map(|(_, seat)| seat);
            }
            Dialog::Save => {
                self.dialogs.save = Some(self.session.record_path().display().to_string());
            }
        }
    }

    fn setup(&self) -> Option<Setup> {
        let games = self.session.library.games();
        let games = games.iter().map(|pack| (pack.id().to_owned(), pack.manifest.title.clone()));
        let (plan, menu) = match &self.session.play {
            Some(play) => (self.session.plan.clone(), play.menu.clone()),
            None => return None,
        };
        let plan = crate::session::Plan { seed: plan.seed + 1, ..plan };
        Some(Setup { plan, menu, games: games.collect(), preset: None })
    }
}

fn instant_of<'a>(
    session: &'a Session,
    scenery: &'a scenery::Scenery,
    table: &Table,
) -> Option<panel::board::Instant<'a>> {
    let (at, the_match) = table.playback.at.zip(session.the_match())?;
    let range = table::entries_of(&the_match.log, &the_match.frames, at);
    let entries = the_match.log.entries.get(range).unwrap_or(&[]);
    Some(panel::board::Instant { entries, before: &scenery.before })
}

fn no_match_ui(ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
    Panel::bottom("problems").default_size(280.0).show(ui, |ui| {
        panel::problems::problems_ui(ui, session, wishes);
    });
    egui::CentralPanel::default().show(ui, |ui| {
        ui.heading(text::NO_GAME);
        ui.label(text::NO_GAME_HINT);
    });
}

fn no_reason() -> Refusal {
    Refusal {
        verb: VerbId(0),
        args: harena_engine::decision::Args::default(),
        rule: String::new(),
        sentence: text::NO_REASON.to_owned(),
        culprit: None,
        source: String::new(),
    }
}

/// Packs and folders a window is opened with, for [`Options`].
pub(crate) fn sources(options: Options, wake: Arc<dyn Fn() + Send + Sync>) -> Sources {
    let Options { built_in, roots, data_dir, game, first_game, .. } = options;
    Sources { built_in, roots, data_dir, game, first_game, wake: Some(wake) }
}

/// What an [`App`] needs to be opened on packs in memory, as tests do.
pub fn in_memory(library: Library) -> Sources {
    Sources { built_in: library, roots: Vec::<PathBuf>::new(), ..Sources::default() }
}
