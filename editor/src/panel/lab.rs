//! The lab: what a series of matches between bots says, from the sentence down to single matches.

use std::sync::MutexGuard;

use egui::{Align, Frame, Key, Layout, Margin, Panel, RichText, ScrollArea, Ui, vec2};
use harena_engine::id::{FactionId, PrototypeId};
use harena_script::Menu;

use super::home::side_by_side;
use super::widgets::{Action, card};
use super::{Screen, Wish};
use crate::draw::{self, Letters};
use crate::lab::{Known, Lab, Part, Run, Shared, Verdict, verdict};
use crate::session::Session;
use crate::theme::Livery;
use crate::{text, theme};

mod choices;
mod lengths;
mod look;
mod matrix;
mod plot;
mod table;
mod worth;

/// What the page is given.
pub struct Bench<'a> {
    /// The session, to be read only.
    pub session: &'a Session,
    /// What is played and was played.
    pub lab: &'a mut Lab,
    /// What the game offers, once that is known.
    pub menu: Option<&'a Menu>,
    /// Whether keys mean this page.
    pub keys: bool,
    /// What is wished for.
    pub wishes: &'a mut Vec<Wish>,
}

/// What the cards are drawn from.
struct Told<'a> {
    known: &'a Known,
    part: &'a Part,
    parts: &'a [Part],
    n_seats: u8,
    liveries: Vec<Livery>,
}

impl Told<'_> {
    fn faction(&self, at: usize) -> String {
        let faction = self.known.menu.factions.get(at);
        faction.map_or_else(String::new, |entry| entry.title.clone())
    }

    /// What a definition is called.
    fn sheet(&self, id: PrototypeId) -> String {
        let prototype = self.known.game.prototypes.get(id.index());
        let named = prototype.map(|it| if it.title.is_empty() { &it.id } else { &it.title });
        named.map_or_else(String::new, |name| crate::book::readable(name))
    }

    fn livery(&self, at: usize) -> Livery {
        self.liveries.get(at).copied().unwrap_or_default()
    }

    /// What somebody with its share would win of all matches.
    fn fair(&self) -> f64 {
        let (sum, n) = self
            .part
            .tally
            .by_seat
            .values()
            .fold((0, 0), |(wins, n), it| (wins + it.wins, n + it.matches));
        if n == 0 { 1.0 / f64::from(self.n_seats.max(1)) } else { sum as f64 / n as f64 }
    }
}

/// Draws the page.
pub fn lab_ui(ui: &mut Ui, bench: &mut Bench) {
    let whole = ui.max_rect();
    crate::paint::plate::table(ui.painter(), whole, whole.center_top() + vec2(0.0, 320.0), None);
    let bar = Frame::new().inner_margin(Margin::symmetric(16, 4));
    let top = Panel::top("lab top").resizable(false).show_separator_line(false);
    top.exact_size(48.0).frame(bar).show(ui, |ui| top_ui(ui, bench));
    let side = if whole.width() >= 1000.0 { 40 } else { 16 };
    let frame = Frame::new().inner_margin(Margin { left: side, right: side, top: 8, bottom: 0 });
    egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let scroll = ScrollArea::vertical().id_salt("lab").auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            page_ui(ui, bench);
            ui.add_space(24.0);
        });
    });
    let space = bench.keys
        && ui.ctx().memory(|memory| memory.focused().is_none())
        && ui.input(|input| input.key_pressed(Key::Space));
    if let (true, Some(run)) = (space, &bench.lab.run) {
        run.pause(!run.is_paused());
    }
}

/// Whether a series is being played now.
fn is_played(run: Option<&Run>) -> bool {
    run.and_then(Run::shared).is_some_and(|shared| !shared.is_over)
}

fn top_ui(ui: &mut Ui, bench: &mut Bench) {
    ui.horizontal_centered(|ui| {
        if Action::quiet("house-simple", text::home()).bare_ui(ui).clicked() {
            bench.wishes.push(Wish::Go(Screen::Home));
        }
        let title = RichText::new(text::lab()).font(theme::heading(20.0));
        ui.label(title.color(theme::now().ink1));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            running_ui(ui, bench);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let game = bench.menu.map_or("", |menu| menu.title.as_str());
                let game = RichText::new(game).color(theme::now().ink3);
                ui.add(egui::Label::new(game).truncate());
            });
        });
    });
}

/// Draws what the series does now, from the right.
fn running_ui(ui: &mut Ui, bench: &mut Bench) {
    let brief = ui.available_width() < 620.0;
    let Some(run) = &bench.lab.run else { return };
    let Some(shared) = run.shared() else { return };
    let n = shared.n_played();
    let save = Action { enabled: n > 0, ..Action::quiet("floppy-disk", text::save_table()) };
    if save.brief_ui(ui, brief).clicked()
        && let Some(known) = shared.known.clone()
    {
        bench.wishes.push(Wish::SaveTable(table::written(&known, &shared.parts)));
    }
    if shared.is_over {
        return;
    }
    let (paused, seconds) = (run.is_paused(), shared.elapsed().as_secs_f64());
    drop(shared);
    if Action::quiet("stop", text::stop_series()).brief_ui(ui, brief).clicked() {
        run.stop();
    }
    let (sign, word) = if paused { ("play", text::go_on()) } else { ("pause", text::pause()) };
    if Action::quiet(sign, word).key(text::key_space()).brief_ui(ui, brief).clicked() {
        run.pause(!paused);
    }
    let line = match paused {
        true => text::paused_now().to_owned(),
        false => text::playing_now(n as f64 / seconds.max(0.5)),
    };
    if !brief {
        ui.label(RichText::new(line).color(theme::now().ink2));
    }
}

fn page_ui(ui: &mut Ui, bench: &mut Bench) {
    head_ui(ui, bench);
    ui.add_space(10.0);
    if !is_played(bench.lab.run.as_ref()) {
        choices::choices_ui(ui, bench);
        ui.add_space(14.0);
    }
    let mut asked = None;
    if let Some(shared) = bench.lab.run.as_ref().and_then(Run::shared) {
        let (at, faction) = (bench.lab.at, bench.lab.faction);
        let mut chosen = (at, faction);
        asked = cards_ui(ui, &bench.lab.wanted, &shared, &mut chosen);
        drop(shared);
        (bench.lab.at, bench.lab.faction) = chosen;
    }
    let at = bench.lab.at;
    if let (Some(number), Some(run)) = (asked, &mut bench.lab.run) {
        run.look(at, number);
    }
}

/// Draws what the series says, and the button that begins one.
fn head_ui(ui: &mut Ui, bench: &mut Bench) {
    let right = 260.0;
    let wide = ui.available_width() > 760.0;
    let plays = is_played(bench.lab.run.as_ref());
    if !wide || plays {
        said_ui(ui, bench);
        if !plays {
            ui.add_space(8.0);
            begin_ui(ui, bench);
        }
        return;
    }
    let left = ui.available_width() - right - 24.0;
    side_by_side(ui, &[left, right], 24.0, |ui, at| match at {
        0 => said_ui(ui, bench),
        _ => begin_ui(ui, bench),
    });
}

fn begin_ui(ui: &mut Ui, bench: &mut Bench) {
    let label = text::play_matches(bench.lab.wanted.n);
    let enabled = bench.menu.is_some();
    let button = Action { enabled, ..Action::primary("play", &label) };
    if button.tall_ui(ui, 54.0).clicked() {
        bench.lab.begin(bench.session.library.clone(), bench.session.wake());
    }
}

/// Draws the sentence and what it rests on.
fn said_ui(ui: &mut Ui, bench: &Bench) {
    let now = theme::now();
    let large = if ui.available_width() > 700.0 { 36.0 } else { 26.0 };
    let shared = bench.lab.run.as_ref().and_then(Run::shared);
    let (sentence, below) = match &shared {
        None => (text::lab_empty().to_owned(), text::lab_empty_about().to_owned()),
        Some(shared) => said(shared, bench.lab),
    };
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.label(RichText::new(sentence).font(theme::heading(large)).color(now.ink1));
    ui.label(RichText::new(below).size(17.0).color(now.ink2));
    let fault = shared.as_ref().and_then(|shared| shared.fault.clone());
    if let Some(fault) = fault {
        super::code::coded_ui(ui, &fault, now.down);
    }
    if bench.lab.run.as_ref().is_some_and(Run::is_looking) {
        ui.label(RichText::new(text::played_again()).color(now.ink3));
    }
}

/// The sentence about what was played, and what it rests on.
fn said(shared: &MutexGuard<Shared>, lab: &Lab) -> (String, String) {
    let part = shared.parts.get(lab.at).or(shared.parts.first());
    let (Some(known), Some(part)) = (&shared.known, part) else {
        return (text::lab_begins().to_owned(), String::new());
    };
    let wanted = lab.run.as_ref().map_or(&lab.wanted, |run| &run.wanted);
    let found = verdict(&part.tally, wanted.plan.n_seats);
    let told = told(known, part, &shared.parts, wanted.plan.n_seats);
    let name = |id: FactionId| told.faction(id.index());
    let sentence = match found {
        Verdict::Unknown => text::verdict_unknown().to_owned(),
        Verdict::Fails(n) => text::verdict_fails(n),
        Verdict::GivenUp(share) => text::verdict_given_up(&text::percents(share.rate)),
        Verdict::Faction(id, _, true) => text::verdict_wins_more(&name(id)),
        Verdict::Faction(id, _, false) => text::verdict_wins_less(&name(id)),
        Verdict::First(_, true) => text::verdict_first_more().to_owned(),
        Verdict::First(_, false) => text::verdict_first_less().to_owned(),
        Verdict::Even => text::verdict_even().to_owned(),
    };
    let bot = text::bot_name(wanted.bot);
    let below = match found {
        Verdict::Faction(_, share, _) | Verdict::First(share, _) | Verdict::GivenUp(share) => {
            let [low, high] = [share.low, share.high].map(text::percents);
            text::share_of_matches(&text::percents(share.rate), share.matches, &low, &high)
        }
        Verdict::Unknown | Verdict::Fails(_) | Verdict::Even => {
            text::matches_played(part.tally.matches)
        }
    };
    (sentence, text::played_by(&below, &bot))
}

fn told<'a>(known: &'a Known, part: &'a Part, parts: &'a [Part], n_seats: u8) -> Told<'a> {
    let colors: Vec<_> =
        known.menu.factions.iter().map(|entry| known.book.faction_color(&entry.id)).collect();
    Told { known, part, parts, n_seats, liveries: theme::apart(&colors) }
}

/// Draws all cards; the number of a match that is to be looked at.
fn cards_ui(
    ui: &mut Ui,
    wanted: &crate::lab::Wanted,
    shared: &MutexGuard<Shared>,
    chosen: &mut (usize, Option<usize>),
) -> Option<u64> {
    let part = shared.parts.get(chosen.0).or(shared.parts.first())?;
    let known = shared.known.as_ref()?;
    if part.tally.matches == 0 {
        return None;
    }
    let told = told(known, part, &shared.parts, wanted.plan.n_seats);
    let (room, gap) = (ui.available_width(), 18.0);
    let mut asked = None;
    if room < 860.0 {
        plot::lines_card(ui, &told, chosen, room);
        ui.add_space(gap);
        matrix::matrix_card(ui, &told, &mut chosen.1, room);
        ui.add_space(gap);
        worth::worth_card(ui, &told, chosen.1, (room, 0.0));
        ui.add_space(gap);
        lengths::lengths_card(ui, &told, (room, 0.0));
        ui.add_space(gap);
        look::look_card(ui, &told, (room, 0.0), &mut asked);
        return asked;
    }
    let left = ((room - gap) * 0.6).round();
    let right = room - gap - left;
    let high = plot::HIGH;
    side_by_side(ui, &[left, right], gap, |ui, at| match at {
        0 => plot::lines_card(ui, &told, chosen, left),
        _ => worth::worth_card(ui, &told, chosen.1, (right, high)),
    });
    ui.add_space(gap);
    let half = ((right - gap) * 0.48).round();
    let high = matrix::high(&told);
    side_by_side(ui, &[left, half, right - gap - half], gap, |ui, at| match at {
        0 => matrix::matrix_card(ui, &told, &mut chosen.1, left),
        1 => lengths::lengths_card(ui, &told, (half, high)),
        _ => look::look_card(ui, &told, (right - gap - half, high), &mut asked),
    });
    asked
}

/// A card with a heading and something quiet at its right.
fn boxed(
    ui: &mut Ui,
    (width, high): (f32, f32),
    (title, more): (&str, &str),
    add: impl FnOnce(&mut Ui),
) {
    card().inner_margin(Margin::symmetric(20, 14)).show(ui, |ui| {
        ui.set_width(width - 40.0);
        ui.set_min_height(high);
        let wide = |text: &str, letters, size| draw::width_of(ui.painter(), text, letters, size);
        let needed =
            wide(title, Letters::Heading, super::HEADING) + wide(more, Letters::Plain, 15.0);
        // What has no room behind the heading comes up where the mouse rests on it.
        let fits = needed + 16.0 < ui.available_width();
        ui.horizontal(|ui| {
            let heading = super::heading(ui, title);
            if fits && !more.is_empty() {
                ui.label(RichText::new(more).color(theme::now().ink3));
            } else if !more.is_empty() {
                heading.on_hover_text(more);
            }
        });
        add(ui);
    });
}
