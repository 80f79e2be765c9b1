//! The whole window: panels around a board, and what happens between two frames.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{Context, Panel, Ui, Vec2};
use harena_engine::decision::Refusal;
use harena_engine::id::*;
use harena_pack::Library;

use crate::command::Command;
use crate::home::Home;
use crate::lab::Lab;
use crate::panel::setup::Setup;
use crate::panel::shelf::{self, Shelf};
use crate::panel::source::SourceView;
use crate::panel::top::SeeAs;
use crate::panel::{self, Desk, Dialog, Making, Screen, Wish};
pub use crate::preferences::Preferences;
use crate::scene::{Places, View};
use crate::session::{Session, Sources};
use crate::table::{self, Situation, Table};
use crate::text::Language;
use crate::workshop::Workshop;
use crate::{text, theme};

mod dialogs;
mod frame;
mod handover;
mod keys;
mod outlooks;
mod room;
mod scenery;
mod screens;
mod window;
mod workshop;

#[cfg(test)]
mod tests;

pub use window::{Options, run};

use room::{Inspection, Room};

/// How bots act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tempo {
    /// One after the other, so that each move is seen.
    #[default]
    Usual,
    /// The next one moves, then all rest.
    Step,
    /// At once, until a person is asked.
    Hurry,
}

/// The window. Works without a display too: tests show it with [`App::ui`].
pub struct App {
    /// The match.
    pub session: Session,
    /// What is done at the table.
    pub table: Table,
    /// How the window behaves.
    pub preferences: Preferences,
    /// The language of the system.
    pub system: Language,
    /// The language of the titles that were read.
    named: Language,
    /// Who sees the table.
    pub see_as: SeeAs,
    /// What the window shows.
    pub screen: Screen,
    /// What is known of games and kept matches.
    pub home: Home,
    /// Series of matches between bots.
    pub lab: Lab,
    /// The pack that is being changed.
    pub workshop: Workshop,
    /// The match that is being set up.
    setup: Option<Setup>,
    /// What is carried out as soon as the rules it needs are loaded.
    waiting: Option<Wish>,
    /// Whether the end of the match was looked at, and one looks at its table again: its number.
    end_seen: Option<u64>,
    /// How bots act now.
    tempo: Tempo,
    /// The preferences that were kept last.
    kept: Preferences,
    /// Shown now.
    scenery: scenery::Scenery,
    forecaster: outlooks::Forecaster,
    inspection: Inspection,
    handover: handover::HandOver,
    dialogs: dialogs::Dialogs,
    last_change: Instant,
    styled: bool,
    /// The room of the board and of what lies by it, in the last frame.
    board_room: Vec2,
}

impl App {
    /// Opens a session in a window yet to be shown.
    pub fn new(sources: Sources, preferences: Preferences) -> App {
        let mut app = App {
            session: Session::open(sources),
            table: Table::default(),
            kept: preferences.clone(),
            preferences,
            screen: Screen::Table,
            home: Home::default(),
            lab: Lab::default(),
            workshop: Workshop::default(),
            setup: None,
            waiting: None,
            end_seen: None,
            tempo: Tempo::default(),
            system: Language::ENGLISH,
            named: Language::ENGLISH,
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
        app.table.playback.speed = app.preferences.speed;
        app.begin_decision();
        app
    }

    /// Draws one frame and carries out what was wished for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.speak();
        self.style(&ctx);
        self.keep_preferences();
        let mut wishes = Vec::new();
        wishes.extend(self.waiting.take());
        wishes.extend(dropped(&ctx));
        match self.screen {
            Screen::Home => self.home_ui(ui, &mut wishes),
            Screen::Setup => self.setup_ui(ui, &mut wishes),
            Screen::Lab => self.lab_ui(ui, &mut wishes),
            Screen::Workshop => self.workshop_ui(ui, &mut wishes),
            Screen::Table => {
                if self.table_ui(ui, &mut wishes) {
                    return;
                }
            }
        }
        self.dialogs_ui(&ctx, &mut wishes);
        let acted = !wishes.is_empty();
        for wish in wishes {
            self.carry_out(wish);
        }
        if acted && self.waiting.is_none() {
            ctx.request_repaint();
        }
    }

    /// Whether anything moves on the board.
    pub fn moves(&self) -> bool {
        self.scenery.moves()
    }

    /// Draws the match; answers whether the table is covered.
    fn table_ui(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) -> bool {
        let ctx = ui.ctx().clone();
        self.watch_seats();
        self.advance(&ctx);
        self.watch_seats();
        if let Some(seat) = self.handover.waits_for() {
            self.cover_ui(ui, seat);
            return true;
        }
        self.refresh();
        if self.shows_end() {
            self.session.look_back();
        }
        if self.moves() {
            ctx.request_repaint();
        }
        self.refresh_outlooks(&ctx);
        self.shortcuts(&ctx);
        self.panels(ui, wishes);
        self.chase_mouse(&ctx);
        false
    }

    /// Speaks the language that is wished for.
    fn speak(&mut self) {
        let language = self.preferences.spoken(self.system);
        text::speak(language);
        if self.named != language {
            self.named = language;
            self.session.name_anew();
        }
    }

    fn style(&mut self, ctx: &Context) {
        if !self.styled {
            theme::apply(ctx, self.preferences.theme);
            self.styled = true;
        }
        // What a window measures in points of the system does not change with the zoom.
        let window = ctx.content_rect().size() * ctx.zoom_factor();
        let zoom = theme::unit(window) * self.preferences.scale as f32 / 100.0;
        // A frame that is drawn twice has its new zoom already and its old size still.
        if ctx.current_pass_index() == 0 && (ctx.zoom_factor() - zoom).abs() > 0.004 {
            ctx.set_zoom_factor(zoom);
        }
        theme::begin_frame(ctx, self.preferences.theme);
        panel::ease::set_calm(ctx, self.preferences.calm);
    }

    /// Draws everything but the floating windows.
    fn panels(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let shared = self.is_shared();
        let App { session, table, scenery, preferences, see_as, forecaster, .. } = self;
        let App { inspection, board_room, dialogs, end_seen, .. } = self;
        let Some(play) = &session.play else {
            return no_match_ui(ui, session, wishes);
        };
        (table.seen, table.pointed, table.tried) = (table.pointed, None, None);
        let shows_now = table.playback.at.is_none();
        // Under a cover, what a seat may do is shown to nobody else.
        let is_for = |seat: Seat| !shared || seat == scenery.viewer;
        let asks = shows_now && !session.bot_is_asked();
        let decision = play.now().decision().filter(|it| asks && is_for(it.seat));
        let (game, book, shown) = (&play.game, &play.book, &scenery.shown);
        let (liveries, fights) = (&scenery.liveries, scenery.fights);
        let mut desk = Desk {
            session,
            view: View { game, book, shown, liveries, fights },
            decision,
            guide: screens::guide_of(session, preferences, decision),
            explained: &scenery.explained,
            gauge: forecaster.gauge(),
            outlooks: forecaster.outlooks(),
            lately: scenery.lately(),
            asked: scenery.asked.stance(),
            story: &scenery.log,
            dice: &scenery.dice,
            places: &scenery.places,
            shelf: Shelf::default(),
            viewer: scenery.viewer,
            sees_all: *see_as == SeeAs::Everything && session.test_mode,
            staged: false,
            table,
            wishes,
        };
        let turned = play.book.is_turned(scenery.viewer);
        let instant = instant_of(session, scenery, desk.table);
        let whole = ui.max_rect();
        let beside = dialogs.help.as_ref().and_then(|_| panel::rules::width_in(whole.width()));
        let window = whole.size() - egui::vec2(beside.unwrap_or(0.0), 0.0);
        let room = Room::of(window, preferences.story).around(desk.view, window);
        let room = room.answering(panel::odds::want_room(&desk, forecaster.settled()), window);
        desk.staged = room.stage.is_some();
        let around = shelf::Around { elsewhere: desk.staged, story: room.has_high_story(window) };
        desk.shelf = shelf::plan(&desk, *board_room, around);
        let tint = play.book.ground.background;
        crate::paint::plate::table(ui.painter(), whole, room.light(whole), tint);
        if let Some(help) = &mut dialogs.help {
            let book = Some(&play.book);
            let page = &mut panel::rules::Page { book, help, wishes: desk.wishes };
            panel::rules::beside_ui(ui, page);
        }
        let seen = *end_seen == Some(session.n_begun);
        let ends = play.now().outcome().zip(scenery.course.as_ref());
        let ends = ends.filter(|_| !seen && shows_now);
        let has_bar = ends.is_some() || !room.holds_time();
        bars_ui(ui, &mut desk, (room, has_bar), panel::top::View { see_as, preferences });
        if let Some((outcome, course)) = ends {
            return panel::end::end_ui(ui, &mut desk, outcome, course);
        }
        let beside = (&*scenery, inspection);
        room::all_ui(ui, &mut desk, beside, (room, board_room), (turned, instant));
    }

    fn carry_out(&mut self, wish: Wish) {
        if let Wish::Do(Command::Open(path)) = &wish {
            return self.open_or_ask(path);
        }
        if !self.has_rules_for(&wish) {
            self.waiting = Some(wish);
            return;
        }
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
            Wish::Go(screen) => self.go(screen),
            Wish::Workshop(target) => self.open_workshop(&target),
            Wish::CopyPack(pack) => self.copy_pack(&pack),
            Wish::Say(sentence) => self.session.complain_of(sentence),
            Wish::Rule(rule) => self.open_rule(&rule),
            Wish::Make(making) => self.make(&making),
            Wish::Join(pack, joins) => self.join(&pack, joins),
            Wish::SetUp(game) => self.set_up(&game),
            Wish::RenewSetup(joined) => self.renew_setup(joined.as_deref()),
            Wish::KeepPreset(preset) => {
                self.session.keep_preset(preset);
                self.carry_out(Wish::RenewSetup(None));
            }
            Wish::ForgetPreset(game, title) => {
                self.session.forget_preset(&game, &title);
                self.carry_out(Wish::RenewSetup(None));
            }
            Wish::PassForMe => self.preferences.passes = true,
            Wish::Understand => self.understand(),
            Wish::ClearPrinted => self.session.clear_printed(),
            Wish::StepBot => {
                self.execute(Command::GoOn);
                self.tempo = Tempo::Step;
            }
            Wish::HurryBot => {
                self.table.playback.skip();
                self.tempo = Tempo::Hurry;
            }
            Wish::LeaveLesson => self.session.leave_lesson(),
            Wish::Advise(true) => self.session.ask_advice(),
            Wish::Advise(false) => self.session.drop_advice(),
            Wish::SaveTable(table) => {
                let game = self.lab.wanted.plan.game.clone();
                self.session.save_table(&game, &table);
            }
            Wish::SeeTable => self.end_seen = Some(self.session.n_begun),
            Wish::StopLookingBack => self.session.stop_looking_back(),
            Wish::Puzzle(moves, turn) => self.make_puzzle(moves, turn),
        }
    }

    /// Carries out a command and shows what came of it.
    pub fn execute(&mut self, command: Command) {
        let acts = matches!(command, Command::Act(..));
        self.speak();
        if self.leads_elsewhere(&command) {
            return;
        }
        if is_another(&command) {
            self.handover = handover::HandOver::default();
            self.scenery.places = Places::default();
            self.scenery.forget();
        }
        self.dialogs.concedes = None;
        let n_begun = self.session.n_begun;
        self.session.execute(command);
        if self.session.n_begun != n_begun {
            self.screen = Screen::Table;
        }
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
            Dialog::NewMatch => self.go(Screen::Setup),
            Dialog::Preferences => self.dialogs.preferences = !self.dialogs.preferences,
            Dialog::Reference => self.dialogs.reference = !self.dialogs.reference,
            Dialog::Help => self.toggle_help(),
            Dialog::Make(kind) => {
                let (game, name) = (self.game_shown(), String::new());
                self.dialogs.making = Some(Making { kind, game, name });
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
}

/// Draws the bar on top, that of the time line if it has one, and what is wrong.
fn bars_ui(ui: &mut Ui, desk: &mut Desk, (room, has_bar): (Room, bool), view: panel::top::View) {
    let session = desk.session;
    room.bar(Panel::top("top"), 48.0).show(ui, |ui| panel::top::top_ui(ui, desk, view));
    if has_bar {
        room.bar(Panel::bottom("timeline"), 38.0).show(ui, |ui| {
            panel::timeline::timeline_ui(ui, desk);
        });
    }
    let quiet = session.troubles.is_empty() && session.faults.is_empty();
    if !quiet || !session.printed.is_empty() {
        let strip = Panel::bottom("problems").resizable(true).default_size(110.0);
        strip.frame(panel::widgets::card()).show(ui, |ui| {
            panel::problems::problems_ui(ui, session, desk.wishes);
        });
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
        ui.heading(text::no_game());
        ui.label(text::no_game_hint());
    });
}

/// A record that was dropped on the window is opened.
fn dropped(ctx: &Context) -> Option<Wish> {
    let path = ctx.input(|input| Some(input.raw.dropped_files.first()?.path().to_owned()))?;
    Some(Wish::Do(Command::Open(path)))
}

/// Whether a command goes over to another match.
fn is_another(command: &Command) -> bool {
    let shows = matches!(command, Command::Open(_) | Command::Show(_));
    shows || matches!(command, Command::Begin(_) | Command::Lead(_))
}

/// A refusal that no rule stands behind.
fn refusal_of_window(sentence: String) -> Refusal {
    Refusal { sentence, ..no_reason() }
}

fn no_reason() -> Refusal {
    Refusal {
        verb: VerbId(0),
        args: harena_engine::decision::Args::default(),
        rule: String::new(),
        sentence: text::no_reason().to_owned(),
        culprit: None,
        source: String::new(),
    }
}

/// Packs and folders a window is opened with, for [`Options`].
pub(crate) fn sources(options: Options, wake: Arc<dyn Fn() + Send + Sync>) -> Sources {
    let Options { built_in, roots, data_dir, game, first_game, .. } = options;
    let checker = harena_types::Checker::find();
    Sources { built_in, roots, data_dir, game, first_game, wake: Some(wake), checker }
}

/// What an [`App`] needs to be opened on packs in memory, as tests do.
pub fn in_memory(library: Library) -> Sources {
    Sources { built_in: library, roots: Vec::<PathBuf>::new(), ..Sources::default() }
}
