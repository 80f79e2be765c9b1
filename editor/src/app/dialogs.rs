//! Floating windows.

use std::path::{Path, PathBuf};

use egui::{Context, RichText, TextEdit, Window};
use harena_engine::decision::{Action, Args, CONCEDE};
use harena_engine::id::Seat;

use super::App;
use crate::command::Command;
use crate::panel::rules::{self, Help};
use crate::panel::source::{SourceView, source_ui};
use crate::panel::{self, Making, Screen, Skeleton, Wish, reference};
use crate::scene::View;
use crate::tell::Teller;
use crate::{text, theme};

/// Which windows are open.
#[derive(Default)]
pub(super) struct Dialogs {
    pub preferences: bool,
    pub reference: bool,
    pub faction: usize,
    pub help: Option<Help>,
    pub open: Option<String>,
    pub save: Option<String>,
    /// Why the path that was asked for last did not do.
    pub path_error: String,
    pub source: Option<SourceView>,
    /// A pack that is about to be made.
    pub making: Option<Making>,
    /// The seat that is about to give up.
    pub concedes: Option<Seat>,
}

impl Dialogs {
    /// Whether a window is open that may want the keys.
    pub fn any(&self) -> bool {
        let windows = [self.source.is_some(), self.concedes.is_some(), self.making.is_some()];
        let paths = [self.open.is_some(), self.save.is_some(), self.help.is_some()];
        windows.into_iter().chain(paths).any(|it| it) || self.preferences || self.reference
    }

    /// Closes one window that is open; whether there was one.
    pub fn close_one(&mut self) -> bool {
        self.source.take().is_some()
            || self.concedes.take().is_some()
            || self.making.take().is_some()
            || self.help.take().is_some()
            || self.open.take().is_some()
            || self.save.take().is_some()
            || std::mem::take(&mut self.preferences)
            || std::mem::take(&mut self.reference)
    }
}

impl App {
    pub(super) fn dialogs_ui(&mut self, ctx: &Context, wishes: &mut Vec<Wish>) {
        panel::preferences::preferences_ui(
            ctx,
            &mut self.dialogs.preferences,
            &mut self.preferences,
        );
        self.concede_dialog(ctx, wishes);
        if let (true, Some(play)) = (self.dialogs.reference, &self.session.play) {
            let (game, book) = (&*play.game, &play.book);
            let (shown, liveries) = (&self.scenery.shown, &self.scenery.liveries);
            let view = View { game, book, shown, liveries, fights: false };
            let (faction, open) = (&mut self.dialogs.faction, &mut self.dialogs.reference);
            reference::reference_ui(ctx, view, faction, open);
        }
        if let Some(source) = &mut self.dialogs.source
            && !source_ui(ctx, &self.session, source, wishes)
        {
            self.dialogs.source = None;
        }
        let is_beside = rules::width_in(ctx.content_rect().width()).is_some();
        if self.screen != Screen::Table || !is_beside {
            let chosen = self.home.covers.get(&self.game_shown());
            let book = chosen.map(|cover| &*cover.book);
            if let Some(help) = &mut self.dialogs.help
                && !rules::over_ui(ctx, &mut rules::Page { book, help, wishes })
            {
                self.dialogs.help = None;
            }
        }
        self.make_dialog(ctx, wishes);
        let known: Vec<String> =
            self.session.records().iter().map(|path| path.display().to_string()).collect();
        let Dialogs { open, save, path_error, .. } = &mut self.dialogs;
        if let Some(path) =
            path_ui(ctx, (text::open_record(), text::open()), open, path_error, &known)
        {
            wishes.push(Wish::Do(Command::Open(path)));
        }
        if let Some(path) = path_ui(ctx, (text::save_record(), text::save()), save, path_error, &[])
        {
            wishes.push(Wish::Do(Command::Save(path)));
        }
    }

    /// Opens the record in a file; a path that does not do is asked for again.
    pub(super) fn open_or_ask(&mut self, path: &Path) {
        match self.session.read_record(path) {
            Some(record) => self.carry_out(Wish::Do(Command::Show(Box::new(record)))),
            None => {
                self.dialogs.path_error = self.session.notice.text.clone();
                self.dialogs.open = Some(path.display().to_string());
            }
        }
    }

    /// Carries out a command; a path that does not do is asked for again.
    pub(super) fn execute_or_ask(&mut self, command: Command) {
        let asked = match &command {
            Command::Save(path) => Some(path.display().to_string()),
            Command::Act(..)
            | Command::Undo
            | Command::Redo
            | Command::GoTo(_)
            | Command::GoOn
            | Command::Line(_)
            | Command::Rest
            | Command::Begin(_)
            | Command::Lead(_)
            | Command::Seat(..)
            | Command::TestMode(_)
            | Command::Open(_)
            | Command::Show(_) => None,
        };
        self.execute(command);
        let Some(path) = asked else { return };
        let notice = &self.session.notice;
        self.dialogs.path_error = if notice.bad { notice.text.clone() } else { String::new() };
        if notice.bad {
            self.dialogs.save = Some(path);
        }
    }

    /// The game the screen is about.
    pub(super) fn game_shown(&self) -> String {
        match (self.screen, &self.setup) {
            (Screen::Home, _) => self.home.chosen.clone(),
            (Screen::Setup, Some(setup)) => setup.plan.game.clone(),
            (Screen::Lab, _) => self.lab.wanted.plan.game.clone(),
            (Screen::Workshop, _) => {
                let pack = self.session.library.get(&self.workshop.pack);
                pack.and_then(|pack| pack.game()).unwrap_or_default().to_owned()
            }
            (Screen::Setup | Screen::Table, _) => self.session.plan.game.clone(),
        }
    }

    /// Asks for the name of a pack that is to be made.
    fn make_dialog(&mut self, ctx: &Context, wishes: &mut Vec<Wish>) {
        let Some(making) = &mut self.dialogs.making else { return };
        let title = match making.kind {
            Skeleton::Faction => text::make_faction(),
            Skeleton::Game => text::make_game(),
            Skeleton::Content => text::make_content(),
            Skeleton::Variant => text::make_variant(),
            Skeleton::Scenario => text::make_scenario(),
        };
        let (mut open, mut made) = (true, false);
        let window = panel::centered(ctx, Window::new(title)).open(&mut open);
        window.collapsible(false).default_width(420.0).show(ctx, |ui| {
            if making.kind != Skeleton::Game {
                let pack = self.session.library.game(&making.game);
                let game = pack.map_or(making.game.as_str(), |pack| pack.manifest.title.as_str());
                ui.label(RichText::new(game).color(theme::now().ink2));
            }
            let label = ui.label(text::pack_name());
            let edit = TextEdit::singleline(&mut making.name).desired_width(380.0);
            ui.add(edit).labelled_by(label.id);
            let ready = harena_pack::is_id(&making.name);
            let button = panel::widgets::Action::primary("plus-circle", text::make_it());
            let button = panel::widgets::Action { enabled: ready, ..button };
            made = button.wide_ui(ui).clicked();
        });
        if made {
            wishes.push(Wish::Make(making.clone()));
        }
        if made || !open {
            self.dialogs.making = None;
        }
    }

    /// Asks whether a seat really gives up.
    fn concede_dialog(&mut self, ctx: &Context, wishes: &mut Vec<Wish>) {
        let (Some(seat), Some(play)) = (self.dialogs.concedes, &self.session.play) else { return };
        let state = &self.scenery.shown.state;
        let name = Teller::of(&play.game, &play.book, state).seat(seat);
        let may = play.now().may_concede(seat);
        let (mut open, mut decided) = (true, None);
        let window = panel::centered(ctx, Window::new(text::concede())).open(&mut open);
        window.collapsible(false).resizable(false).show(ctx, |ui| {
            ui.label(RichText::new(text::gives_up(&name)).strong());
            ui.label(RichText::new(text::concede_surely()).color(theme::now().ink3));
            ui.horizontal(|ui| {
                let plays_on = ui.button(text::play_on()).clicked();
                let color = RichText::new(text::concedes_now()).color(theme::now().down);
                let gives_up = ui.button(color).clicked();
                decided = (plays_on || gives_up).then_some(gives_up);
            });
        });
        if decided == Some(true) && may {
            let action = Action { verb: CONCEDE, args: Args::default() };
            wishes.push(Wish::Do(Command::Act(seat, action)));
        }
        if !open || decided.is_some() || !may {
            self.dialogs.concedes = None;
        }
    }
}

/// Asks for a path; answers it once it is confirmed.
fn path_ui(
    ctx: &Context,
    (title, verb): (&str, &str),
    path: &mut Option<String>,
    error: &mut String,
    known: &[String],
) -> Option<PathBuf> {
    let text = path.as_mut()?;
    let (mut open, mut chosen) = (true, None);
    let window = panel::centered(ctx, Window::new(title)).open(&mut open);
    window.default_width(520.0).show(ctx, |ui| {
        for other in known {
            if ui.selectable_label(other == text, other).clicked() {
                text.clone_from(other);
            }
        }
        let label = ui.label(text::path());
        ui.add(TextEdit::singleline(text).desired_width(500.0)).labelled_by(label.id);
        if !error.is_empty() {
            panel::code::coded_ui(ui, error, theme::now().down);
        }
        if ui.button(verb).clicked() {
            chosen = Some(PathBuf::from(text.trim()));
        }
    });
    if !open || chosen.is_some() {
        *path = None;
        error.clear();
    }
    chosen
}
