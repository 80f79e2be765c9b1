//! The screens around the table: home, and setting up a match.

use egui::Ui;
use harena_engine::decision::Decision;

use super::App;
use crate::command::Command;
use crate::panel::rules::Help;
use crate::panel::setup::{Setup, Verdict};
use crate::panel::{self, Making, Screen, Wish};
use crate::preferences::Preferences;
use crate::session::{Plan, Session};
use crate::text;
use crate::workshop::Target;

impl App {
    /// Shows another screen.
    pub fn go(&mut self, screen: Screen) {
        if screen == Screen::Setup {
            let setup = self.setup_of(self.screen);
            if setup.is_none() {
                return;
            }
            self.setup = setup;
        }
        if screen == Screen::Lab {
            let plan = match self.screen {
                Screen::Home => self.home.plan.clone(),
                Screen::Setup | Screen::Lab | Screen::Workshop | Screen::Table => {
                    self.session.plan.clone()
                }
            };
            self.lab.turn_to(&plan);
        }
        if screen == Screen::Workshop {
            return self.enter_workshop();
        }
        self.workshop.save();
        self.screen = screen;
    }

    /// Shows the home.
    pub fn go_home(&mut self) {
        self.go(Screen::Home);
    }

    /// A match to be set up: the one chosen at home, or one like that in play.
    fn setup_of(&mut self, from: Screen) -> Option<Setup> {
        let games = self.session.library.games();
        let games: Vec<(String, String)> =
            games.iter().map(|pack| (pack.id().to_owned(), pack.manifest.title.clone())).collect();
        let at_home = (from == Screen::Home)
            .then(|| {
                let company = crate::home::Company::Bots;
                let plan = self.home.plan_for(company, &self.preferences)?;
                Some((plan, self.home.covers.get(&self.home.chosen)?.menu.clone()))
            })
            .flatten();
        let in_play = || {
            let play = self.session.play.as_ref()?;
            let plan = Plan { seed: self.session.plan.seed + 1, ..self.session.plan.clone() };
            Some((plan, play.menu.clone()))
        };
        let (plan, menu) = at_home.or_else(in_play)?;
        Some(self.laid_out(Setup::of(plan, menu, games)))
    }

    /// The page with the guests of its game and the presets that were kept for it.
    fn laid_out(&self, mut setup: Setup) -> Setup {
        let game = setup.plan.game.clone();
        setup.guests = self.session.guests(&game);
        setup.menu.presets.extend(self.session.own_presets(&game));
        setup
    }

    /// Lets a guest join its games, or stay away, and remembers it.
    pub(super) fn join(&mut self, pack: &str, joins: bool) {
        if self.session.join(pack, joins) {
            let guests = &mut self.preferences.guests;
            guests.retain(|it| it != pack);
            if joins {
                guests.push(pack.to_owned());
            }
            self.carry_out(Wish::RenewSetup(joins.then(|| pack.to_owned())));
        }
    }

    /// Takes in what has changed for a match that is being set up; who has just joined plays in
    /// the first seat.
    pub(super) fn renew_setup(&mut self, joined: Option<&str>) {
        let Some(mut setup) = self.setup.take() else { return };
        if let Some(menu) = self.session.menu_of(&setup.plan.game) {
            setup.renew(menu, joined);
        }
        self.setup = Some(self.laid_out(setup));
    }

    /// Begins the game in play anew: with the faction of a pack in the first seat, if it has one,
    /// and a bot in every other seat, unless people are to sit there.
    pub fn sit_down(&mut self, pack: Option<&str>, people: bool) {
        let mut plan = self.session.plan.clone();
        let mut is_guest = false;
        if let Some(pack) = pack {
            self.session.library.invite(pack);
            is_guest = self.session.library.get(pack).is_some_and(|it| it.manifest.guest);
            let Some(menu) = self.session.menu_of(&plan.game) else { return };
            let entry = menu.factions.iter().find(|entry| entry.pack == pack);
            entry.iter().for_each(|entry| plan.take_faction(&entry.id));
        }
        if !people {
            plan.seat_bots(&self.preferences.opponent);
        }
        if is_guest || plan != self.session.plan {
            self.execute(Command::Begin(plan));
        }
    }

    /// Leaves a screen: from setting up to where one came from, from home to the match in play.
    pub(super) fn go_back(&mut self) {
        self.workshop.save();
        let played = self.session.play.as_ref().is_some_and(|play| play.is_begun());
        self.screen = match self.screen {
            Screen::Setup | Screen::Lab | Screen::Workshop if !played => Screen::Home,
            Screen::Home if !played => Screen::Home,
            Screen::Setup | Screen::Lab | Screen::Workshop | Screen::Home | Screen::Table => {
                Screen::Table
            }
        };
    }

    pub(super) fn home_ui(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        if self.session.poll_changes() {
            self.begin_decision();
        }
        self.session.poll_types();
        self.session.poll_saver();
        self.home.look(&self.session);
        if self.home.take_in() {
            ui.ctx().request_repaint();
        }
        let keys = !self.dialogs.any();
        let App { session, home, preferences, .. } = self;
        let hall = &mut panel::home::Hall { session, home, preferences, keys, wishes };
        panel::home::home_ui(ui, hall);
        self.window_keys(ui.ctx());
    }

    pub(super) fn setup_ui(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        self.home.look(&self.session);
        self.home.take_in();
        let Some(setup) = &mut self.setup else { return self.screen = Screen::Table };
        setup.note_covers(&self.home.covers);
        let verdict = panel::setup::setup_ui(ui, setup, wishes, !self.dialogs.any());
        self.window_keys(ui.ctx());
        match verdict {
            Verdict::Open => {}
            Verdict::Back => self.go_back(),
            Verdict::OtherGame(game) => wishes.push(Wish::SetUp(game)),
        }
    }

    /// Sets up a match of another game in place of the one that is being set up.
    pub(super) fn set_up(&mut self, game: &str) {
        if let (Some(menu), Some(setup)) = (self.session.menu_of(game), &mut self.setup) {
            let mut plan = Plan::first(&menu, setup.plan.seed);
            plan.seat_bots(&self.preferences.opponent);
            let games = std::mem::take(&mut setup.games);
            self.setup = Some(self.laid_out(Setup::of(plan, menu, games)));
        }
    }

    /// Whether the rules are at hand that a wish needs; if not, they are being loaded.
    pub(super) fn has_rules_for(&mut self, wish: &Wish) -> bool {
        if let Wish::Do(Command::Show(record)) = wish {
            return self.session.fetch_for(record);
        }
        let game = if let Wish::Do(Command::Begin(plan)) = wish {
            Some(&plan.game)
        } else if let Wish::Do(Command::Lead(game)) | Wish::SetUp(game) = wish {
            Some(game)
        } else if let Wish::RenewSetup(_) = wish {
            self.setup.as_ref().map(|setup| &setup.plan.game)
        } else {
            None
        };
        game.is_none_or(|game| self.session.fetch(game))
    }

    /// Whether somebody who is led through a match takes another option than the next one; the
    /// banner then says which that is.
    pub(super) fn leads_elsewhere(&mut self, command: &Command) -> bool {
        let Command::Act(seat, action) = command else { return false };
        let Some(next) = self.session.led().and_then(|led| led.next) else { return false };
        if next == (*seat, *action) {
            return false;
        }
        self.begin_decision();
        let play = self.session.play.as_ref();
        let option = play.map_or_else(String::new, |play| {
            let state = &self.scenery.shown.state;
            let teller = crate::tell::Teller::of(&play.game, &play.book, state);
            teller.option(play.now().decision(), &next.1)
        });
        self.table.complaint = vec![super::refusal_of_window(text::first_do(&option))];
        true
    }

    pub(super) fn lab_ui(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        self.home.look(&self.session);
        self.home.take_in();
        match self.lab.record() {
            Some(Ok(record)) => wishes.push(Wish::Do(Command::Show(Box::new(record)))),
            Some(Err(error)) => self.session.complain_of(error),
            None => {}
        }
        let keys = !self.dialogs.any();
        let cover = self.home.covers.get(&self.lab.wanted.plan.game);
        let menu = cover.map(|cover| cover.menu.clone());
        if let Some(menu) = &menu {
            self.lab.wanted.plan.fit(menu);
        }
        let App { session, lab, .. } = self;
        let bench = &mut panel::lab::Bench { session, lab, menu: menu.as_ref(), keys, wishes };
        panel::lab::lab_ui(ui, bench);
        self.window_keys(ui.ctx());
    }

    /// Takes over how the window looks and behaves.
    pub fn prefer(&mut self, preferences: Preferences) {
        self.table.playback.speed = preferences.speed;
        preferences.guests.iter().for_each(|pack| self.session.library.invite(pack));
        (self.kept, self.preferences) = (preferences.clone(), preferences);
    }

    /// Keeps how the window looks and behaves, where that has changed.
    pub(super) fn keep_preferences(&mut self) {
        self.preferences.speed = self.table.playback.speed;
        if self.preferences != self.kept {
            self.kept = self.preferences.clone();
            self.session.keep_preferences(self.preferences.write());
        }
    }

    /// Makes a pack and shows the game it belongs to.
    pub(super) fn make(&mut self, making: &Making) {
        match self.session.make(making) {
            Ok(folder) => {
                self.session.tell(text::made(&making.name, &folder));
                self.home.look(&self.session);
                if self.screen == Screen::Workshop {
                    self.session.poll_changes();
                    self.open_workshop(&Target { pack: making.name.clone(), ..Target::default() });
                }
            }
            Err(error) => self.session.complain_of(error),
        }
    }

    /// Keeps a moment of the match as a puzzle, and says where.
    pub(super) fn make_puzzle(&mut self, moves: usize, turn: u32) {
        match self.session.make_puzzle(moves, turn) {
            Ok(file) => self.session.tell(text::puzzle_made(&file.display().to_string())),
            Err(error) => self.session.complain_of(text::no_puzzle(&error)),
        }
    }

    /// Whether how the match ended is shown in place of its table.
    pub(super) fn shows_end(&self) -> bool {
        let seen = self.end_seen == Some(self.session.n_begun);
        self.scenery.course.is_some() && !seen && self.table.playback.at.is_none()
    }

    /// Tells no more what the question at hand is about.
    pub(super) fn understand(&mut self) {
        let decision = self.session.the_match().and_then(|it| it.decision());
        let Some(question) = decision.and_then(|it| question_of(&self.session, it)) else { return };
        self.preferences.understood.push(question);
    }

    /// Opens the rules page, or closes it.
    pub(super) fn toggle_help(&mut self) {
        if self.dialogs.help.take().is_none() {
            self.dialogs.help = Some(self.help());
        }
    }

    /// Opens the rules page at a rule.
    pub(super) fn open_rule(&mut self, rule: &str) {
        let mut help = self.dialogs.help.take().unwrap_or_else(|| self.help());
        // Settings and terms name several rules in a row.
        let first = rule.split([',', ' ', '\u{2013}']).next().unwrap_or(rule).to_owned();
        help.wanted.clear();
        (help.jump, help.lit) = (Some(first.clone()), Some(first));
        self.dialogs.help = Some(help);
    }

    fn help(&self) -> Help {
        Help { rules: self.session.rules_of(&self.game_shown()), ..Help::default() }
    }
}

/// What the game tells of a question, unless somebody has understood it; whoever is led through a
/// match is told of that.
pub(super) fn guide_of<'a>(
    session: &'a Session,
    preferences: &Preferences,
    decision: Option<&Decision>,
) -> Option<&'a str> {
    if let Some(led) = session.led() {
        return Some(led.told);
    }
    let decision = decision.filter(|_| preferences.guides)?;
    let told = session.play.as_ref()?.book.guide.get(&decision.prompt)?;
    let question = question_of(session, decision)?;
    (!preferences.understood.contains(&question)).then_some(told.as_str())
}

/// A question by its game and its name.
fn question_of(session: &Session, decision: &Decision) -> Option<String> {
    let game = &session.play.as_ref()?.game;
    Some(format!("{}/{}", session.plan.game, game.names.words.name(decision.prompt.index())))
}
