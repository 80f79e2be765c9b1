//! The match that was left, and matches that were played lately.

use std::time::SystemTime;

use egui::{Rect, RichText, Role, Sense, Ui, vec2};
use harena_engine::id::Seat;
use harena_engine::state::Outcome;
use harena_engine::view::sees_var;

use super::{Hall, head_ui, search, secondary};
use crate::command::Command;
use crate::panel::log::sums;
use crate::panel::scores::wins;
use crate::panel::widgets::card;
use crate::panel::{Screen, Wish, mini, named, seats};
use crate::scene::View;
use crate::session::Kept;
use crate::{text, theme};

/// Draws the match that was left: the one in play, or the one played last.
pub fn last_ui(ui: &mut Ui, hall: &mut Hall, width: f32) {
    let open = hall.session.play.as_ref().filter(|play| play.is_begun() && !play.is_over());
    let kept = hall.home.kept.iter().find(|kept| kept.outcome.is_none());
    card().inner_margin(egui::Margin { left: 12, right: 24, top: 8, bottom: 8 }).show(ui, |ui| {
        ui.set_width(width - 36.0);
        ui.set_min_height(122.0);
        let wish = match (open, kept) {
            (Some(play), _) => {
                let now = play.now();
                let viewer = hall.session.viewer();
                let shown = crate::scene::shown_to(&play.game, now.state(), viewer, false);
                let liveries = crate::scene::seat_liveries(&play.game, &play.book, now.state());
                let (game, book) = (&*play.game, &play.book);
                let view = View { game, book, shown: &shown, liveries: &liveries, fights: false };
                let key = (hall.session.revision, hall.session.n_begun);
                left_ui(ui, view, key).then_some(Wish::Go(Screen::Table))
            }
            (None, Some(kept)) => left_ui(ui, kept.view(), &kept.path)
                .then(|| Wish::Do(Command::Open(kept.path.clone()))),
            (None, None) => {
                ui.add_space(46.0);
                ui.vertical_centered(|ui| {
                    ui.label(RichText::new(text::nothing_left()).color(theme::now().ink3));
                });
                None
            }
        };
        hall.wishes.extend(wish);
    });
}

/// Draws a match that goes on: its board, where it stands, a button; whether that was pressed.
fn left_ui(ui: &mut Ui, view: View, on: impl std::hash::Hash) -> bool {
    let wide = ui.available_width() > 400.0;
    let mut goes_on = false;
    let space = if view.game.n_seats > 2 { 2.0 } else { 14.0 };
    ui.horizontal(|ui| {
        let size = if wide { vec2(148.0, 122.0) } else { vec2(96.0, 84.0) };
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        mini::board(ui.painter(), rect, view, ("left", on));
        if !wide {
            ui.vertical(|ui| standing_ui(ui, view));
            return;
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            goes_on = secondary("", text::continue_match()).tall_ui(ui, 52.0).clicked();
            ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.add_space(space);
                standing_ui(ui, view);
            });
        });
    });
    if !wide {
        ui.add_space(6.0);
        goes_on = secondary("", text::continue_match()).wide_ui(ui).clicked();
    }
    goes_on
}

/// Draws which match it is, and who plays it.
fn standing_ui(ui: &mut Ui, view: View) {
    let now = theme::now();
    ui.label(RichText::new(text::last_match()).font(theme::heading(20.0)).color(now.ink1));
    let turn = view.shown.state.turn;
    let turn = if turn > 0 { text::turn_number(turn) } else { String::new() };
    let title = [view.game.title.clone(), turn];
    let line: Vec<String> = title.into_iter().filter(|it| !it.is_empty()).collect();
    ui.add(egui::Label::new(RichText::new(line.join(", ")).color(now.ink2)).truncate());
    for seat in (0..view.game.n_seats).map(Seat) {
        ui.horizontal(|ui| {
            seats::shape_ui(ui, view, seat, 20.0);
            if let Some(number) = number_of(view, seat) {
                let number = RichText::new(text::in_column(number)).font(theme::heading(18.0));
                ui.label(number.color(now.ink1));
            }
            let name = RichText::new(view.teller().seat(seat)).color(view.color(seat));
            ui.add(egui::Label::new(name).truncate());
        });
    }
}

/// Draws matches that were played, the latest first.
pub fn lately_ui(ui: &mut Ui, hall: &mut Hall) {
    head_ui(ui, text::lately(), "");
    if hall.home.kept.is_empty() {
        ui.label(RichText::new(text::nothing_lately()).color(theme::now().ink3));
    }
    for kept in &hall.home.kept {
        if kept_ui(ui, kept) {
            hall.wishes.push(Wish::Do(Command::Open(kept.path.clone())));
        }
    }
}

/// The places of the matches whose sides or game hold all words that are looked for.
pub fn found(hall: &Hall, wanted: &str) -> Vec<usize> {
    let holds = |kept: &Kept| {
        let line = line_of(kept.view(), kept.outcome.as_ref());
        search::fits(wanted, &[&line, &kept.view().game.title])
    };
    let places = hall.home.kept.iter().enumerate().filter(|(_, kept)| holds(kept));
    places.map(|(at, _)| at).collect()
}

/// Draws a match that was kept; whether it is to be opened.
pub fn kept_ui(ui: &mut Ui, kept: &Kept) -> bool {
    let now = theme::now();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::click());
    let view = kept.view();
    let line = scored(view, kept.outcome.as_ref());
    let when = SystemTime::now().duration_since(kept.when).unwrap_or_default();
    let (when, moves) = (text::ago(when), text::moves_made(kept.n_moves));
    let game = &view.game.title;
    let response =
        named(response, Role::Button, true, || format!("{line}, {game}, {moves}, {when}"));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 8.0, now.panel2);
    }
    let board = Rect::from_min_size(rect.min + vec2(0.0, 3.0), vec2(48.0, 38.0));
    mini::board(ui.painter(), board, view, ("kept", &kept.path));
    let plain = |size: f32| egui::FontId::proportional(size);
    let painter = ui.painter();
    let when = painter.layout_no_wrap(when, plain(15.0), now.ink3);
    let left = board.right() + 12.0;
    let room = rect.right() - when.size().x - 12.0 - left;
    let cut = |text: String, size: f32, color| {
        let mut job = egui::text::LayoutJob::simple_singleline(text, plain(size), color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        painter.layout_job(job)
    };
    let title = cut(line, 15.0, now.ink1);
    let below = cut(format!("{game}, {moves}"), 13.0, now.ink3);
    let right = rect.right() - when.size().x;
    painter.galley(egui::pos2(right, rect.top() + 4.0), when, now.ink3);
    painter.galley(egui::pos2(left, rect.top() + 3.0), title, now.ink1);
    painter.galley(egui::pos2(left, rect.top() + 23.0), below, now.ink3);
    response.clicked()
}

/// The same with how it stands, as far as that is known.
fn scored(view: View, outcome: Option<&Outcome>) -> String {
    let line = line_of(view, outcome);
    let numbers: Vec<String> = standing(view, outcome).into_iter().map(text::in_column).collect();
    match numbers.is_empty() {
        true => line,
        false => text::with_score(&line, &numbers.join(text::between_numbers())),
    }
}

/// The numbers of all seats in the order in which they are named: points at the end, or before it
/// what tells who leads.
fn standing(view: View, outcome: Option<&Outcome>) -> Vec<i32> {
    let seats = (0..view.game.n_seats).map(Seat);
    match outcome {
        Some(outcome) => {
            let (first, last): (Vec<Seat>, Vec<Seat>) = seats.partition(|it| wins(outcome, *it));
            let points = first.iter().chain(&last).filter_map(|it| outcome.scores.get(it.index()));
            points.copied().collect()
        }
        None => seats.filter_map(|seat| number_of(view, seat)).collect(),
    }
}

/// What tells how a seat stands, where everybody may see it.
fn number_of(view: View, seat: Seat) -> Option<i32> {
    let var = sums::first_number(view.game, view.book)?;
    let is_seen = sees_var(view.game, Seat::NONE, seat, var);
    is_seen.then(|| view.shown.state.var(view.game, Some(seat), var))
}

/// Who played whom, or who won.
fn line_of(view: View, outcome: Option<&Outcome>) -> String {
    let seats: Vec<Seat> = (0..view.game.n_seats).map(Seat).collect();
    let name = |seat: &Seat| view.teller().seat(*seat);
    let Some(outcome) = outcome else {
        return text::against(&seats.iter().map(name).collect::<Vec<_>>());
    };
    let (winners, others): (Vec<Seat>, Vec<Seat>) =
        seats.into_iter().partition(|it| wins(outcome, *it));
    let [winners, others] =
        [winners, others].map(|seats| seats.iter().map(name).collect::<Vec<String>>());
    text::won_against(&winners, &others)
}
