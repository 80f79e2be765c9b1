//! The window without a display: a hand on the mouse, and eyes that read labels.

use std::sync::Arc;
use std::time::Duration;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{By, NodeT, Queryable};
use harena_editor::app::Preferences;
use harena_editor::command::Command;
use harena_editor::draft::{Values, Want};
use harena_editor::panel::Screen;
use harena_editor::panel::decision::{is_few, is_one_set, is_placed, whole};
use harena_editor::panel::spread::rows;
use harena_editor::session::{Plan, Player, Sources};
use harena_editor::table::{Situation, Table};
use harena_editor::tell::Teller;
use harena_editor::theme::Wish;
use harena_editor::{App, text};
use harena_engine::chance::Rng;
use harena_engine::decision::{Decision, Dimension, Form, Group, Listed};
use harena_engine::game::{ArgKind, Settings};
use harena_engine::hash::Digest;
use harena_engine::id::{Seat, VerbId};
use harena_engine::log::What;
use harena_engine::state::Outcome;
use harena_pack::{Change, Pack, Source, Tree};

use crate::house::{library_with, root};
use crate::renderer::{Canvas, Picture};

mod fits;
mod keys;
mod scenario;
mod workshop;

/// Up to so many options of one verb the window shows one by one.
const FEW: u64 = 6;
/// So many moves bots make before one gives up waiting for a battle.
const MOST_MOVES: usize = 400;
/// What the test kit leaves free around everything, in points.
const MARGIN: f32 = 8.0;

/// The window on a match of packs in memory.
pub struct Window {
    harness: Harness<'static, App>,
    canvas: Canvas,
    trees: Vec<(String, Tree)>,
    rng: Rng,
    size: [f32; 2],
}

/// How a window is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The seed of the match and of the clicks.
    pub seed: u64,
    /// The size in points.
    pub size: [f32; 2],
    /// The scale of everything, in percent.
    pub scale: u32,
    /// Whether the table is covered between people.
    pub covers: bool,
    /// By day instead of by night.
    pub light: bool,
    /// The code of the language of the window.
    pub language: String,
    /// How many play, if not as many as the game opens with.
    pub n_seats: Option<u8>,
    /// Settings that differ from their defaults.
    pub settings: Settings,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening {
            seed: 1,
            size: [1600.0, 1000.0],
            scale: 100,
            covers: false,
            light: false,
            language: "en".to_owned(),
            n_seats: None,
            settings: Settings::new(),
        }
    }
}

impl Window {
    /// Opens the window on a match of this seed.
    pub fn open(packs: &[Arc<Pack>], game: &str, seed: u64) -> Window {
        Window::opened(packs, game, Opening { seed, ..Opening::default() })
    }

    /// The same at a size in points.
    pub fn sized(packs: &[Arc<Pack>], game: &str, seed: u64, size: [f32; 2]) -> Window {
        Window::opened(packs, game, Opening { seed, size, ..Opening::default() })
    }

    /// Opens the window in every detail.
    pub fn opened(packs: &[Arc<Pack>], game: &str, opening: Opening) -> Window {
        // Packs that a test has put into a folder stay there, so that they can be changed.
        let in_folders = packs.iter().filter(|pack| match &pack.source {
            Source::Folder(folder) => !folder.starts_with(root()),
            Source::Memory => false,
        });
        let built_in = library_with(packs, &[]);
        let built_in = in_folders.fold(built_in, |all, pack| all.with_pack(Arc::clone(pack)));
        let sources = Sources { built_in, game: Some(game.to_owned()), ..Sources::default() };
        let Opening { seed, size, scale, covers, light, language, n_seats, settings } = opening;
        let theme = if light { Wish::Light } else { Wish::Dark };
        let preferences = Preferences {
            plays_back: false,
            scale,
            covers,
            theme,
            language,
            ..Preferences::default()
        };
        let mut app = App::new(sources, preferences);
        let mut plan = Plan { seed, settings, ..app.session.plan.clone() };
        if game == "duel" {
            plan.factions = ["reds", "blues"].map(|id| Some(id.to_owned())).to_vec();
        }
        if let (Some(n), Some(menu)) = (n_seats, app.session.menu_of(game)) {
            plan.n_seats = n;
            plan.fit(&menu);
        }
        app.execute(Command::Begin(plan));
        assert!(app.session.play.is_some(), "{:?}", app.session.troubles);
        let canvas = Canvas::default();
        let whole = with_margins(size, scale);
        // Short frames: two clicks in a row are a double click.
        let builder =
            Harness::builder().with_size(whole).with_step_dt(0.02).renderer(canvas.clone());
        let mut harness = builder.build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        // The kit does not know what the zoom makes of its points.
        harness.set_size(egui::Vec2::from(whole) / harness.ctx.zoom_factor());
        harness.run_steps(2);
        let trees = packs.iter().map(|pack| (pack.id().to_owned(), pack.tree.clone())).collect();
        Window { harness, canvas, trees, rng: Rng::seeded(seed), size }
    }

    /// The window itself.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// What it shows.
    pub fn picture(&mut self) -> Picture {
        // What has just appeared takes some frames to look as it stays.
        self.harness.run_steps(4);
        for _ in 0..80 {
            if !self.app().moves() {
                break;
            }
            self.harness.run_steps(1);
        }
        self.harness.run_steps(1);
        let [width, height] = self.size.map(|length| length.round() as usize);
        self.canvas.picture(&self.harness).middle(width, height)
    }

    /// What it shows now, in the middle of whatever moves.
    pub fn snapshot(&mut self) -> Picture {
        let [width, height] = self.size.map(|length| length.round() as usize);
        self.canvas.picture(&self.harness).middle(width, height)
    }

    /// Lets so many short frames go by.
    pub fn run(&mut self, n: usize) {
        self.harness.run_steps(n);
    }

    /// Gives the window another size in points, at a scale in percent.
    pub fn resize(&mut self, size: [f32; 2], scale: u32) {
        self.size = size;
        self.harness.state_mut().preferences.scale = scale;
        let whole = egui::Vec2::from(with_margins(size, scale));
        // What lies in the window follows the zoom, and the zoom what lies in the window.
        for _ in 0..3 {
            self.harness.set_size(whole / self.harness.ctx.zoom_factor());
            self.harness.run_steps(2);
        }
    }

    /// Plays back what happened last.
    pub fn play_back(&mut self) {
        let n = self.app().session.the_match().map_or(0, |the_match| the_match.frames.len());
        self.harness.state_mut().table.playback.start(n);
        self.harness.run_steps(1);
    }

    /// Whether what happened last is being played back.
    pub fn plays_back(&self) -> bool {
        self.app().table.playback.at.is_some() || self.app().moves()
    }

    /// Everything that a screen reader would read.
    pub fn labels(&self) -> Vec<String> {
        let read = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        self.harness.query_all(By::new().recursive(true)).filter_map(read).collect()
    }

    /// Something that says this is to be read.
    #[track_caller]
    pub fn reads(&self, part: &str) {
        let labels = self.labels();
        assert!(labels.iter().any(|it| it.contains(part)), "`{part}` is not in {labels:#?}");
    }

    /// Nothing says this.
    #[track_caller]
    pub fn reads_not(&self, part: &str) {
        let found = self.labels().into_iter().find(|it| it.contains(part));
        assert_eq!(found, None, "`{part}` is still to be read");
    }

    /// Shows another screen; at home it waits until everything there is known.
    pub fn show(&mut self, screen: Screen) {
        self.harness.state_mut().go(screen);
        self.harness.run_steps(1);
        if screen == Screen::Home {
            self.harness.state_mut().home.await_all();
        }
        self.harness.run_steps(3);
    }

    /// Lets such bots play a series of so many matches of the game in play, for each value of a
    /// setting if one is named, and shows what came of it.
    pub fn play_series(&mut self, bot: &str, n: u64, over: Option<&str>) {
        self.harness.state_mut().go(Screen::Lab);
        self.harness.run_steps(1);
        self.harness.state_mut().home.await_all();
        self.harness.run_steps(1);
        let app = self.harness.state_mut();
        let wanted = &mut app.lab.wanted;
        (wanted.n, wanted.over) = (n, over.map(str::to_owned));
        wanted.bot = bot.parse().unwrap();
        app.lab.begin(app.session.library.clone(), None);
        app.lab.run.iter().for_each(|run| run.await_end());
        self.harness.run_steps(4);
    }

    /// Is led through the first match of a game, doing what it says; how many moves that were of
    /// how many, and what is told at the end. A bot moves only where it is waited for, so that the
    /// last move stays the one the match led to, however fast bots decide.
    pub fn be_led(&mut self, game: &str) -> (usize, usize, String) {
        self.prefer(|preferences| preferences.bot_pace = Duration::MAX);
        self.execute(Command::Lead(game.to_owned()));
        loop {
            let session = &self.app().session;
            let Some(led) = session.led() else { panic!("{}", session.notice.text) };
            let Some((seat, action)) = led.next else {
                return (led.done, led.of, led.told.to_owned());
            };
            assert!(!led.told.is_empty(), "something is told of every move");
            if !session.bot_is_asked() {
                self.execute(Command::Act(seat, action));
                continue;
            }
            self.prefer(|preferences| preferences.bot_pace = Duration::ZERO);
            self.await_bot();
            self.prefer(|preferences| preferences.bot_pace = Duration::MAX);
        }
    }

    /// Lets bots of a kind play the match to its end.
    pub fn play_out(&mut self, bot: &str) {
        self.seat_bots(0, bot);
        while self.outcome().is_none() {
            self.harness.state_mut().session.await_bot();
            self.harness.run_steps(1);
        }
        self.harness.run_steps(4);
    }

    /// Looks where the match turned that is over, until everything is known.
    pub fn await_review(&mut self) {
        let session = &mut self.harness.state_mut().session;
        session.look_back_now();
        session.await_review();
        self.harness.run_steps(4);
    }

    /// Seats bots of a kind from a seat on, which do not wait before they move.
    fn seat_bots(&mut self, first: u8, bot: &str) {
        self.prefer(|preferences| preferences.bot_pace = Duration::ZERO);
        for seat in (first..self.app().session.plan.n_seats).map(Seat) {
            self.execute(Command::Seat(seat, Player::named(bot)));
        }
    }

    /// Lets bots play until an action strikes so often, or throws dice where `hits` is 0; whether
    /// one did.
    pub fn await_battle(&mut self, bots: &str, hits: usize) -> bool {
        self.seat_bots(0, bots);
        for _ in 0..MOST_MOVES {
            if self.outcome().is_some() {
                return false;
            }
            self.await_bot();
            let n = if hits == 0 { self.n_thrown() } else { self.n_struck() };
            if n >= hits.max(1) {
                self.execute(Command::Rest);
                return true;
            }
        }
        false
    }

    /// How often something of a sort happened in the last action.
    fn n_lately(&self, is_meant: impl Fn(&What) -> bool) -> usize {
        let Some(now) = self.app().session.the_match() else { return 0 };
        let entries = now.log.entries.iter().rev();
        let of_action = entries.take_while(|entry| entry.action == now.log.action);
        of_action.filter(|entry| is_meant(&entry.what)).count()
    }

    fn n_struck(&self) -> usize {
        self.n_lately(|what| matches!(what, What::Struck(_)))
    }

    /// How many dice the last action threw that are seen on the table.
    fn n_thrown(&self) -> usize {
        let dice = self.app().session.play.as_ref().map_or(&[][..], |play| &play.book.dice);
        self.n_lately(|what| matches!(what, What::Rolled { sides, .. } if dice.contains(sides)))
    }

    /// Changes how the window behaves.
    pub fn prefer(&mut self, change: impl FnOnce(&mut Preferences)) {
        change(&mut self.harness.state_mut().preferences);
        self.harness.run_steps(2);
    }

    /// Waits until the bot that is asked has decided, and lets the window show it.
    pub fn await_bot(&mut self) {
        self.harness.state_mut().session.await_bot();
        self.harness.run_steps(3);
    }

    /// Carries out a command that has no button yet.
    pub fn execute(&mut self, command: Command) {
        self.harness.state_mut().execute(command);
        self.harness.run_steps(2);
    }

    /// Clicks what is called exactly so.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        assert!(self.try_click(label), "there is no `{label}` in {:#?}", self.labels());
    }

    /// Clicks what is called exactly so, if there is such a thing.
    fn try_click(&mut self, label: &str) -> bool {
        let is_meant = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.role() != Role::Label && !node.is_disabled()
        };
        let seen = self.harness.ctx.content_rect();
        let Some(node) = self.harness.query_all_by_label(label).find(is_meant) else {
            return false;
        };
        // What is scrolled out of sight is reached as by a screen reader.
        if seen.contains_rect(node.rect()) {
            node.click();
        } else {
            node.click_accesskit();
        }
        self.harness.run_steps(2);
        true
    }

    /// Points at what is called exactly so, long enough for a tip to come up.
    #[track_caller]
    pub fn hover(&mut self, label: &str) {
        let node = self.harness.query_all_by_label(label).next();
        node.unwrap_or_else(|| panic!("there is no `{label}` in {:#?}", self.labels())).hover();
        self.harness.run_steps(30);
    }

    /// Presses a key by its name, such as `F`.
    #[track_caller]
    pub fn press(&mut self, key: &str) {
        self.harness.key_press(egui::Key::from_name(key).expect("there is such a key"));
        self.harness.run_steps(3);
    }

    /// Clicks twice on what says this.
    #[track_caller]
    pub fn double_click(&mut self, part: &str) {
        // Clicks just before would make it a click of three.
        self.harness.run_steps(20);
        for _ in 0..2 {
            self.harness.query_all_by_label_contains(part).next().expect("it is there").click();
        }
        self.harness.run_steps(3);
    }

    /// Actions taken so far.
    pub fn n_done(&self) -> usize {
        self.app().session.play.as_ref().map_or(0, |play| play.timeline().n_done())
    }

    /// Where the match stands.
    pub fn digest(&self) -> Digest {
        self.app().session.the_match().unwrap().digest()
    }

    /// How the match ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.app().session.the_match().unwrap().outcome().cloned()
    }

    /// What is asked now, in words.
    pub fn question(&self) -> Option<String> {
        let the_match = self.app().session.the_match()?;
        let decision = the_match.decision()?;
        Some(self.app().session.play.as_ref()?.book.word(decision.prompt).to_owned())
    }

    /// What the game tells of the question at hand as long as that is new.
    pub fn guide(&self) -> Option<String> {
        let decision = self.app().session.the_match()?.decision()?;
        self.app().session.play.as_ref()?.book.guide.get(&decision.prompt).cloned()
    }

    /// The first counter of the first piece of this title on the board.
    pub fn wounds(&self, title: &str) -> i16 {
        let the_match = self.app().session.the_match().unwrap();
        let state = the_match.state();
        let mut pieces = state.on_board().map(|(_, id)| state.piece(id));
        let is_meant = |title: &str, piece: &harena_engine::state::Piece| {
            the_match.game.prototype(piece.prototype).title == title
        };
        pieces.find(|piece| is_meant(title, piece)).expect("it is on the board").counters[0]
    }

    /// Saves a file of a pack with a text in it replaced; the window hears of it.
    pub fn edit(&mut self, pack: &str, path: &str, from: &str, to: &str) {
        let (_, tree) = self.trees.iter_mut().find(|(id, _)| id == pack).unwrap();
        let text = tree.get(path).unwrap();
        assert!(text.contains(from), "{pack}/{path} does not say `{from}`");
        *tree = tree.with(path, text.replacen(from, to, 1)).unwrap();
        let change = Change {
            pack: pack.to_owned(),
            source: Source::Memory,
            paths: vec![path.to_owned()],
            tree: Ok(tree.clone()),
        };
        self.app().session.sender().send(change).unwrap();
        self.harness.run_steps(3);
    }

    /// Takes an option that is offered by name; the match must go on.
    #[track_caller]
    pub fn click_option(&mut self, label: &str) {
        let before = self.n_done();
        self.click(label);
        assert_eq!(self.n_done(), before + 1, "`{label}` is no action");
    }

    /// Takes an option whose rules fail.
    #[track_caller]
    pub fn click_failing_option(&mut self, label: &str) {
        let before = self.n_done();
        self.click(label);
        assert_eq!(self.n_done(), before);
    }

    /// Takes any option by clicks; answers the title of its verb.
    #[track_caller]
    pub fn click_any_option(&mut self) -> String {
        let (before, mut clicked) = (self.n_done(), Vec::new());
        while self.n_done() == before {
            let (verb, labels) = self.next_click();
            let found = labels.iter().find(|label| self.try_click(label));
            assert!(found.is_some(), "none of {labels:?} is in {:#?}", self.labels());
            clicked.extend(found.cloned());
            assert!(clicked.len() < 30, "this leads nowhere: {clicked:?}");
            assert!(self.app().session.faults.is_empty(), "{:?}", self.app().session.faults);
            if self.n_done() > before {
                return verb;
            }
        }
        String::new()
    }

    /// What may be clicked next, by any of some labels, and the title of the verb it is for.
    fn next_click(&mut self) -> (String, Vec<String>) {
        let app = self.harness.state();
        let (play, table) = (app.session.play.as_ref().unwrap(), &app.table);
        let now = play.now();
        let decision = now.decision().expect("the match waits for a decision");
        let teller = Teller::of(&play.game, &play.book, now.state());
        let title = |verb: VerbId| play.book.verb_title(verb).to_owned();
        let rng = &mut self.rng;
        // What the board finishes is chosen part by part, however few the options are.
        let on_board = |verb| is_placed(decision, &play.game, verb);
        let told_whole = table.draft.args.is_empty()
            && is_few(decision)
            && !table.draft.verb.is_some_and(on_board);
        if table.draft.is_empty() || told_whole {
            let (verb, label) = first_click(decision, teller, rng);
            return (title(verb), vec![label]);
        }
        let complete = table.draft.complete(decision);
        if !complete.is_empty() {
            let action = &complete[below(rng, complete.len())];
            return (title(action.verb), vec![teller.option(Some(decision), action)]);
        }
        let wants = table.draft.wants(decision, &play.game);
        if rows(&table.draft, decision).is_some() {
            return (title(wants[0].verb), vec![text::confirm().to_owned()]);
        }
        let (game, unordered) = (&*play.game, &play.book.unordered[..]);
        let at = Situation { game, state: now.state(), decision, unordered };
        if let Some(cells) = table.loose_cells(at) {
            let cells: Vec<_> = cells.iter().collect();
            let cell = cells[below(rng, cells.len())];
            return (title(wants[0].verb), vec![teller.cell_label(cell, true)]);
        }
        if let Some(actions) = whole(&table.draft, decision, &wants) {
            let action = &actions[below(rng, actions.len())];
            return (title(action.verb), vec![teller.option(Some(decision), action)]);
        }
        let want = &wants[below(rng, wants.len())];
        let n_verbs = wants.iter().filter(|other| other.verb != want.verb).count();
        if n_verbs > 0 && table.draft.verb.is_none() {
            return (title(want.verb), vec![format!("{} …", title(want.verb))]);
        }
        (title(want.verb), value_click(want, table, teller, rng))
    }
}

/// The size of a window with the margins of the kit, which grow with it.
fn with_margins(size: [f32; 2], scale: u32) -> [f32; 2] {
    let wider = |whole: [f32; 2]| {
        let zoom = harena_editor::theme::unit(whole.into()) * scale as f32 / 100.0;
        size.map(|length| length + 2.0 * MARGIN * zoom)
    };
    (0..6).fold(size, |whole, _| wider(whole))
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u32) as usize
}

/// Few options of a verb are buttons of their own, many are one button.
fn first_click(decision: &Decision, teller: Teller, rng: &mut Rng) -> (VerbId, String) {
    let group = &decision.groups[below(rng, decision.groups.len())];
    let same = decision.groups.iter().filter(|other| other.verb == group.verb);
    let plain = |group: &&Group| {
        let is_plain =
            |it: &Dimension| it.listed().is_none() && !matches!(it, Dimension::Clock(..));
        group.dimensions.iter().all(is_plain)
    };
    let all_plain = same.clone().all(|group| plain(&group));
    let count: u64 = same.map(|group| group.count()).sum();
    let placed = is_placed(decision, teller.game, group.verb);
    let is_told = !all_plain && !placed && is_one_set(decision, group.verb);
    if let Some(only) = group.option(0).filter(|_| is_told) {
        return (group.verb, teller.option(Some(decision), &only));
    }
    if (count > FEW && !is_few(decision)) || !all_plain || placed {
        return (group.verb, text::verb_count(teller.book.verb_title(group.verb), count));
    }
    let action = group.option(u64::from(rng.below(group.count() as u32))).unwrap();
    (group.verb, teller.option(Some(decision), &action))
}

/// A value of the next argument: on the board if it is a cell, else in the panel.
fn value_click(want: &Want, table: &Table, teller: Teller, rng: &mut Rng) -> Vec<String> {
    match &want.values {
        Values::List(list) => {
            let value = list[below(rng, list.len())];
            let cell = u16::try_from(value).ok().filter(|_| want.kind == ArgKind::Cell);
            let cell = cell.map(|cell| teller.cell_label(harena_engine::board::Cell(cell), true));
            cell.into_iter().chain([teller.choice(want.kind, list, value)]).collect()
        }
        Values::Listed(listed) => vec![listed_click(listed, table, teller)],
        Values::Clock(..) => vec![text::now(teller.book.verb_title(want.verb))],
    }
}

/// What comes next where something is put together: one part more, or to confirm it.
fn listed_click(listed: &Listed, table: &Table, teller: Teller) -> String {
    let Listed { of, kind, form } = listed;
    match form {
        Form::Several { min, .. } if table.several.count_ones() < u32::from(*min) => {
            let open = (0..of.len()).find(|at| table.several & (1 << at) == 0).unwrap();
            teller.choice(*kind, of, of[open])
        }
        Form::Spread { total, caps } if amount(table) < u32::from(*total) => {
            let given = |at: usize| table.spread.get(at).copied().unwrap_or(0);
            let open = (0..caps.len()).find(|at| given(*at) < caps[*at]).unwrap();
            let slot = of.get(open).map(|value| teller.choice(*kind, of, *value));
            text::one_more(&slot.unwrap_or_else(|| text::ordinal(open as u8)))
        }
        Form::Several { .. } | Form::Order | Form::Spread { .. } => text::confirm().to_owned(),
    }
}

fn amount(table: &Table) -> u32 {
    table.spread.iter().map(|n| u32::from(*n)).sum()
}
