//! The parts of the window. Each draws what it is given and says what is wished for; none of
//! them changes the match.

use egui::{Color32, Context, Response, RichText, Role, Ui, WidgetInfo, Window};
use harena_engine::decision::{Args, Decision, Explained, Refusal};
use harena_engine::id::*;

use crate::command::Command;
use crate::motion::Dice;
use crate::paint::moving::Lately;
use crate::scene::{Places, View};
use crate::session::{Gauge, KeptPreset, Outlook, Session};
use crate::table::{Click, Situation, Table};
use crate::theme;
use crate::workshop::Target;

pub use harena_pack::Skeleton;

use log::LogLine;
use shelf::Shelf;

pub mod ease;
pub mod top;
pub mod widgets;

pub mod prompt;

pub mod code;

pub mod advice;
pub mod assemble;
pub mod board;
pub mod clock;
pub mod counted;
pub mod decision;
pub mod dice;
pub mod joining;
pub mod notes;
pub mod options;
pub mod spread;

pub mod card;
pub mod changed;
pub mod handy;
pub mod piece_row;
pub mod piles;
pub mod roster;
pub mod seats;
pub mod shelf;
pub mod tracks;
pub mod zones;

pub mod inspector;
pub mod legend;
pub mod lives;
pub mod log;
pub mod odds;
pub mod outlook;
pub mod path;
pub mod rail;
pub mod ribbon;
pub mod scale;
pub mod scores;
pub mod sheet;
pub mod timeline;
pub mod tower;

pub mod cover;
pub mod home;
pub mod mini;

pub mod end;
pub mod lab;
pub mod preferences;
pub mod problems;
pub mod reference;
pub mod rules;
pub mod setup;
pub mod source;
pub mod workshop;

/// What a panel wishes for; carried out after all panels are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Change the session.
    Do(Command),
    /// Say why these are not offered.
    Explain(Vec<(VerbId, Args)>),
    /// Show a file at a line.
    Source(String, String, u32),
    /// Show or hide a window.
    Toggle(Dialog),
    /// Show another screen.
    Go(Screen),
    /// Open a pack in the workshop.
    Workshop(Target),
    /// Copy a pack that came along to those of the person.
    CopyPack(String),
    /// Say that something cannot be done.
    Say(String),
    /// Show a rule by its number.
    Rule(String),
    /// Begin a pack.
    Make(Making),
    /// Let a guest join its games, or stay away.
    Join(String, bool),
    /// Set up a match of another game.
    SetUp(String),
    /// Take in what has changed for a match that is being set up; who has just joined it plays.
    RenewSetup(Option<String>),
    /// Keep settings under a name.
    KeepPreset(KeptPreset),
    /// Forget the settings kept under a name for a game.
    ForgetPreset(String, String),
    /// Forget what scripts printed.
    ClearPrinted,
    /// Take the only option of a seat for it from now on.
    PassForMe,
    /// Tell no more what the question at hand is about.
    Understand,
    /// Go on without being led through the match.
    LeaveLesson,
    /// Ask what a search would play, or forget what it said.
    Advise(bool),
    /// Look at the table of a match that is over.
    SeeTable,
    /// Look no further where the match turned.
    StopLookingBack,
    /// Keep the moment after so many moves, in a turn, as a puzzle.
    Puzzle(usize, u32),
    /// Write a table of what was played in the lab to a file.
    SaveTable(String),
    /// Let the bot that rests make one move.
    StepBot,
    /// Let bots act at once until a person is asked.
    HurryBot,
}

/// What the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// Games, packs and kept matches.
    Home,
    /// A match that is being set up.
    Setup,
    /// Series of matches between bots.
    Lab,
    /// A pack that is being changed.
    Workshop,
    /// A match.
    #[default]
    Table,
}

/// A pack that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// What sort of pack.
    pub kind: Skeleton,
    /// The game it is for; a new game needs none.
    pub game: String,
    /// Its name.
    pub name: String,
}

/// Windows that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Setting up a match.
    NewMatch,
    /// All definitions of a faction.
    Reference,
    /// How the game is played, its terms, and what keys do.
    Help,
    /// Choosing a record to open.
    Open,
    /// Naming a record to save.
    Save,
    /// Asking whether a seat really gives up.
    Concede,
    /// How the window looks and behaves.
    Preferences,
    /// Naming a pack that is to be made.
    Make(Skeleton),
}

/// What would happen, as far as it is shown.
#[derive(Clone, Copy, Default)]
pub struct Outlooks<'a> {
    /// If the option under the mouse were taken.
    pub preview: Option<&'a Outlook>,
    /// If the step the looks name ran now.
    pub forecast: Option<&'a Outlook>,
    /// What the rules say about the position.
    pub overlay: Option<&'a Outlook>,
    /// What the rules say about the thing under the mouse.
    pub hover: Option<&'a Outlook>,
}

impl<'a> Outlooks<'a> {
    /// The one whose changes are drawn: the option under the mouse comes first.
    pub fn drawn(self) -> Option<&'a Outlook> {
        self.preview.or(self.forecast)
    }

    /// The ones whose sentences are shown at their places.
    pub fn telling(self) -> impl Iterator<Item = &'a Outlook> {
        self.overlay.into_iter().chain(self.hover)
    }
}

/// What panels are given.
pub struct Desk<'a> {
    /// The session, to be read only.
    pub session: &'a Session,
    /// What is shown.
    pub view: View<'a>,
    /// The decision a person is asked for now, if the match itself is shown.
    pub decision: Option<&'a Decision>,
    /// What the game tells of the question, as long as that is new.
    pub guide: Option<&'a str>,
    /// Why what is not offered is refused, and remarks on what is.
    pub explained: &'a Explained,
    /// What the clock shows, while one runs.
    pub gauge: Option<&'a Gauge>,
    /// What would happen: what is shown now.
    pub outlooks: Outlooks<'a>,
    /// What happened just now.
    pub lately: Lately<'a>,
    /// How much of the question in the banner is to be seen, and how far aside it stands.
    pub asked: (f32, f32),
    /// What happened so far, as it is told.
    pub story: &'a [LogLine],
    /// The dice that were thrown last.
    pub dice: &'a Dice,
    /// Where cards lie in zones with places.
    pub places: &'a Places,
    /// What lies by the board.
    pub shelf: Shelf,
    /// Who looks on.
    pub viewer: Seat,
    /// Whether everything hidden is shown.
    pub sees_all: bool,
    /// Whether a row of spaces stands over everything else.
    pub staged: bool,
    /// What is done at the table.
    pub table: &'a mut Table,
    /// What is wished for.
    pub wishes: &'a mut Vec<Wish>,
}

impl Desk<'_> {
    /// What clicks need to know, while somebody is asked.
    pub fn situation(&self) -> Option<Situation<'_>> {
        let decision = self.decision?;
        Some(self.situation_of(decision))
    }

    fn situation_of<'s>(&'s self, decision: &'s Decision) -> Situation<'s> {
        let (game, state) = (self.view.game, &self.view.shown.state);
        Situation { game, state, decision, unordered: &self.view.book.unordered }
    }

    /// Carries out what a click means.
    pub fn click(&mut self, click: impl FnOnce(&mut Table, Situation) -> Click) {
        let Some(decision) = self.decision else { return };
        let (game, state) = (self.view.game, &self.view.shown.state);
        let at = Situation { game, state, decision, unordered: &self.view.book.unordered };
        match click(self.table, at) {
            Click::Acts(action) => self.wishes.push(Wish::Do(Command::Act(decision.seat, action))),
            Click::Refused(tried) => self.wishes.push(Wish::Explain(tried)),
            Click::Drafts => {}
        }
    }

    /// Wishes for a file to be shown, as written in `pack/file.luau:12`.
    pub fn show_source(&mut self, source: &str) {
        let (pack, path, line) = crate::session::split_place(source);
        self.wishes.push(Wish::Source(pack, path, line));
    }
}

impl Desk<'_> {
    /// Why a click is refused, as far as the rules say.
    pub fn excuses(&self, click: &Click) -> Vec<Refusal> {
        match click {
            Click::Refused(tried) => {
                crate::table::reasons(&self.explained.refusals, tried, self.decision)
            }
            Click::Acts(_) | Click::Drafts => Vec::new(),
        }
    }
}

/// Names a drawn widget for screen readers and tests.
pub fn named(
    response: Response,
    role: Role,
    enabled: bool,
    label: impl Fn() -> String,
) -> Response {
    response.widget_info(|| WidgetInfo::labeled(role, enabled, label()));
    response
}

/// Tells screen readers the key that does the same as a widget.
pub fn keyed(response: &Response, key: &str) {
    let set = |node: &mut egui::accesskit::Node| node.set_keyboard_shortcut(key);
    response.ctx.accesskit_node_builder(response.id, set);
}

/// Says while the mouse rests on a widget why it cannot be chosen, and what the rules say of it.
pub fn tip(response: &Response, excuses: &[Refusal], sayings: &[String]) {
    if excuses.is_empty() && sayings.is_empty() {
        return;
    }
    response.clone().on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        sayings.iter().for_each(|line| drop(colored(ui, line, theme::now().ink2)));
        for refusal in excuses {
            ui.label(crate::text::refusal(&refusal.rule, &refusal.sentence));
        }
    });
}

/// A window that opens in the middle of the screen.
pub fn centered<'a>(ctx: &Context, window: Window<'a>) -> Window<'a> {
    window.pivot(egui::Align2::CENTER_CENTER).default_pos(ctx.content_rect().center())
}

/// A heading over a part of a panel.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).font(theme::heading(HEADING)).color(theme::now().ink1))
}

/// How large headings are.
pub const HEADING: f32 = 18.0;

/// A short colored text, in a shade that reads on panels.
pub fn colored(ui: &mut Ui, text: impl Into<String>, color: Color32) -> Response {
    ui.label(RichText::new(text).color(theme::legible(color, theme::now().panel)))
}
