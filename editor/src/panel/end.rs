//! The end of a match: who won by what, how it went, where it turned, what points are made of, and
//! which pieces did most.

use egui::{Align, Frame, Layout, Margin, RichText, ScrollArea, Ui, vec2};
use harena_engine::id::*;
use harena_engine::state::Outcome;

use super::home::side_by_side;
use super::scores::{as_they_came_in, score, wins};
use super::widgets::{Action, Rank, card};
use super::{Desk, Dialog, Wish, scores, seats};
use crate::command::Command;
use crate::course::{Cause, Course};
use crate::session::{Plan, Player};
use crate::{text, theme};

mod chart;
mod deeds;
mod turning;

/// Draws how the match ended, in place of its table.
pub fn end_ui(ui: &mut Ui, desk: &mut Desk, outcome: &Outcome, course: &Course) {
    let side = if ui.available_width() > 1000.0 { 40.0 } else { 16.0 };
    let margin = Margin { left: side as i8, right: side as i8, top: 8, bottom: 0 };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        let scroll = ScrollArea::vertical().id_salt("end").auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            head_ui(ui, desk, outcome);
            ui.add_space(14.0);
            parts_ui(ui, desk, outcome, course);
            ui.add_space(20.0);
        });
    });
}

fn head_ui(ui: &mut Ui, desk: &mut Desk, outcome: &Outcome) {
    let wide = ui.available_width() > 760.0;
    if !wide {
        verdict_ui(ui, desk, outcome);
        ui.add_space(8.0);
        buttons_ui(ui, desk);
        return;
    }
    let right = 288.0;
    let left = ui.available_width() - right - 24.0;
    side_by_side(ui, &[left, right], 24.0, |ui, at| match at {
        0 => verdict_ui(ui, desk, outcome),
        _ => buttons_ui(ui, desk),
    });
}

fn verdict_ui(ui: &mut Ui, desk: &Desk, outcome: &Outcome) {
    let now = theme::now();
    let view = desk.view;
    let all = as_they_came_in(outcome, usize::from(view.game.n_seats));
    let winners: Vec<Seat> = all.iter().copied().filter(|seat| wins(outcome, *seat)).collect();
    ui.horizontal(|ui| {
        if let [winner] = winners.as_slice() {
            let (rect, _) = ui.allocate_exact_size(vec2(120.0, 120.0), egui::Sense::hover());
            deeds::crest(ui, view, rect, (*winner, outcome));
        }
        ui.vertical(|ui| {
            ui.add_space(10.0);
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| result_ui(ui, desk, outcome, &winners));
            let reason = desk.view.book.word(outcome.reason);
            ui.label(RichText::new(reason).size(18.0).color(now.ink2));
            ui.horizontal_wrapped(|ui| {
                all.iter().for_each(|seat| seat_ui(ui, desk, *seat));
            });
            ui.label(RichText::new(text::over()).color(now.ink3));
        });
    });
}

/// Draws a seat and who played it.
fn seat_ui(ui: &mut Ui, desk: &Desk, seat: Seat) {
    seats::shape_ui(ui, desk.view, seat, 20.0);
    let name = RichText::new(desk.view.teller().seat(seat)).color(desk.view.color(seat));
    ui.label(name);
    let who = match desk.session.plan.player(seat) {
        Player::Human if desk.session.n_people() == 1 => text::you().to_owned(),
        Player::Human => String::new(),
        bot @ Player::Bot(_) => super::setup::player_title(bot),
    };
    let sat = text::sat(seat.index(), &who);
    ui.label(RichText::new(sat).color(theme::now().ink3));
    ui.add_space(10.0);
}

/// Draws who wins, with the points in the colors of the seats.
fn result_ui(ui: &mut Ui, desk: &Desk, outcome: &Outcome, winners: &[Seat]) {
    let size = if ui.available_width() > 560.0 { 40.0 } else { 28.0 };
    let font = || theme::heading(size);
    let view = desk.view;
    let names: Vec<String> = winners.iter().map(|seat| view.teller().seat(*seat)).collect();
    let all_win = names.len() > 1 && names.len() == usize::from(view.game.n_seats);
    let line = text::wins(if all_win { &[] } else { &names });
    ui.label(RichText::new(line).font(font()).color(theme::now().ink1));
    for (at, seat) in as_they_came_in(outcome, outcome.scores.len()).iter().enumerate() {
        if at > 0 {
            ui.label(RichText::new(text::between_points()).font(font()).color(theme::now().ink3));
        }
        let points = RichText::new(text::in_column(score(outcome, *seat)));
        ui.label(points.font(font()).color(view.color(*seat)));
    }
}

fn buttons_ui(ui: &mut Ui, desk: &mut Desk) {
    let next = Plan { seed: desk.session.plan.seed + 1, ..desk.session.plan.clone() };
    let again = Action::primary("arrow-clockwise", text::again()).key(text::key_enter());
    let free = ui.ctx().memory(|memory| memory.focused().is_none());
    let enter = free && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if again.tall_ui(ui, 54.0).clicked() || enter {
        desk.wishes.push(Wish::Do(Command::Begin(next.clone())));
    }
    ui.add_space(4.0);
    let table = Action::quiet("film-strip", text::open_time_line());
    if (Action { rank: Rank::Secondary, ..table }).wide_ui(ui).clicked() {
        desk.wishes.push(Wish::SeeTable);
    }
    let save = Action::quiet("floppy-disk", text::save_record());
    let change = Action::quiet("arrows-left-right", text::change_sides());
    // Where both do not fit beside each other, they stand below each other.
    let beside = save.width(ui) + change.width(ui) + 8.0 < ui.available_width();
    let mut changes = false;
    ui.horizontal(|ui| {
        if save.ui(ui).clicked() {
            desk.wishes.push(Wish::Toggle(Dialog::Save));
        }
        if beside {
            let right = Layout::right_to_left(Align::Center);
            ui.with_layout(right, |ui| changes = change.ui(ui).clicked());
        }
    });
    if !beside {
        changes = change.ui(ui).clicked();
    }
    if changes {
        desk.wishes.push(Wish::Do(Command::Begin(with_changed_sides(next))));
    }
}

/// The same match with everybody one seat further.
fn with_changed_sides(mut plan: Plan) -> Plan {
    let n = plan.players.len();
    plan.players.rotate_right(n.min(1));
    plan
}

/// Draws how it went and what came of it.
fn parts_ui(ui: &mut Ui, desk: &mut Desk, outcome: &Outcome, course: &Course) {
    let (room, gap) = (ui.available_width(), 16.0);
    if room < 760.0 {
        if has_chart(course) {
            chart_card(ui, desk, course, (room, chart::HIGH));
            ui.add_space(gap);
        }
        if has_chart(course) || has_turned(desk, course) {
            turning_card(ui, desk, course, (room, 0.0));
            ui.add_space(gap);
        }
        score_card(ui, desk, (outcome, course), (room, 0.0));
        ui.add_space(gap);
        deeds::done_card(ui, desk, (outcome, course), (room, 0.0));
        ui.add_space(gap);
        deeds::best_cards(ui, desk, (outcome, course), (room, 0.0));
        return;
    }
    if has_chart(course) {
        let left = ((room - gap) * 0.625).round();
        let high = chart_height(ui, desk, (outcome, course));
        side_by_side(ui, &[left, room - gap - left], gap, |ui, at| match at {
            0 => chart_card(ui, desk, course, (left, high)),
            _ => turning_card(ui, desk, course, (room - gap - left, high + 26.0)),
        });
        ui.add_space(gap);
    } else {
        // Without a chart the board as it was left has the room, beside where it turned.
        let high = ui.clip_rect().bottom() - ui.cursor().top() - 56.0 - LOWER - gap;
        let is_below = row_of(desk, (outcome, course)).iter().any(|(it, _)| *it == Lower::Position);
        if high > LEAST_BOARD && !is_below {
            position_ui(ui, desk, course, (room, high - 28.0));
            ui.add_space(gap);
        }
    }
    lower_ui(ui, desk, (outcome, course), room);
}

/// Draws the board as it was left, and beside it where the match turned as far as that is known.
fn position_ui(ui: &mut Ui, desk: &mut Desk, course: &Course, (room, high): (f32, f32)) {
    let gap = 16.0;
    if !has_turned(desk, course) {
        return position_card(ui, desk, (room, high));
    }
    let left = ((room - gap) * 0.625).round();
    side_by_side(ui, &[left, room - gap - left], gap, |ui, at| match at {
        0 => position_card(ui, desk, (left, high)),
        _ => turning_card(ui, desk, course, (room - gap - left, high)),
    });
}

/// Whether something is told of where the match turned, or will be.
fn has_turned(desk: &Desk, course: &Course) -> bool {
    !course.points.is_empty() || desk.session.looks_back().is_some()
}

/// How high the lower row is at most, and a board that is worth looking at at least.
const LOWER: f32 = 330.0;
const LEAST_LOWER: f32 = 204.0;
/// What lies around a chart and around the lower row, from edge to edge.
const AROUND: f32 = 154.0;
const LEAST_BOARD: f32 = 190.0;

/// Whether there is a number that can be followed over the turns.
fn has_chart(course: &Course) -> bool {
    course.var.is_some() && course.turns > 1
}

/// A card in the lower row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lower {
    Scores,
    Played,
    Position,
    Best,
}

/// Which cards stand in the lower row, each with its share of the width: the last position has
/// the room that nobody else needs.
fn lower(scored: bool, n_best: usize) -> Vec<(Lower, f32)> {
    let mut row = Vec::new();
    if scored {
        row.push((Lower::Scores, 0.30));
    }
    row.push((Lower::Played, if n_best > 2 { 0.24 } else { 0.30 }));
    if n_best > 0 {
        row.push((Lower::Best, if n_best > 2 { 0.46 } else { 0.40 }));
    }
    let used: f32 = row.iter().map(|(_, share)| share).sum();
    if used < 0.75 {
        row.push((Lower::Position, 1.0 - used));
    }
    let whole: f32 = row.iter().map(|(_, share)| share).sum();
    row.iter_mut().for_each(|(_, share)| *share /= whole);
    row
}

/// The lower row of a match; where it turned stands beside the last position, which then lies above.
fn row_of(desk: &Desk, (outcome, course): (&Outcome, &Course)) -> Vec<(Lower, f32)> {
    let mut row = lower(!outcome.scores.is_empty(), course.best.iter().flatten().count());
    if !has_chart(course) && has_turned(desk, course) {
        row.retain(|(card, _)| *card != Lower::Position);
        let whole: f32 = row.iter().map(|(_, share)| share).sum();
        row.iter_mut().for_each(|(_, share)| *share /= whole);
    }
    row
}

/// Draws what came of it, down to the lower edge of the window.
fn lower_ui(ui: &mut Ui, desk: &mut Desk, (outcome, course): (&Outcome, &Course), room: f32) {
    let gap = 16.0;
    let row = row_of(desk, (outcome, course));
    let free = room - gap * (row.len() as f32 - 1.0);
    let widths: Vec<f32> = row.iter().map(|(_, share)| (free * share).floor()).collect();
    let left = ui.clip_rect().bottom() - ui.cursor().top() - 56.0;
    // The last position has the window for itself where it stands in this row.
    let holds_board = row.iter().any(|(card, _)| *card == Lower::Position);
    let most = match (has_chart(course), holds_board) {
        (false, false) => LOWER,
        (false, true) => f32::INFINITY,
        (true, _) => 420.0,
    };
    let least =
        deeds::height(desk, course).max(score_height(desk, (outcome, course))).max(LEAST_LOWER);
    let high = left.clamp(least, most.max(least));
    side_by_side(ui, &widths, gap, |ui, at| {
        let Some(((card, _), width)) = row.get(at).zip(widths.get(at)) else { return };
        let size = (*width, high);
        match card {
            Lower::Scores => score_card(ui, desk, (outcome, course), size),
            Lower::Played => deeds::done_card(ui, desk, (outcome, course), size),
            Lower::Position => position_card(ui, desk, size),
            Lower::Best => deeds::best_cards(ui, desk, (outcome, course), size),
        }
    });
}

/// Draws the board as it was left.
fn position_card(ui: &mut Ui, desk: &Desk, size: (f32, f32)) {
    boxed(ui, size, text::last_position(), |ui| {
        let room = vec2(ui.available_width(), (size.1 - 34.0).max(80.0));
        let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
        let moves = desk.session.play.as_ref().map_or(0, |play| play.timeline().n_done());
        super::mini::board(ui.painter(), rect, desk.view, ("end", moves));
    });
}

fn boxed(ui: &mut Ui, (width, height): (f32, f32), title: &str, add: impl FnOnce(&mut Ui)) {
    bare_box(ui, (width, height), |ui| {
        super::heading(ui, title);
        add(ui);
    });
}

/// A card whose heading is drawn by what it holds.
fn bare_box(ui: &mut Ui, (width, height): (f32, f32), add: impl FnOnce(&mut Ui)) {
    card().inner_margin(Margin::symmetric(20, 14)).show(ui, |ui| {
        ui.set_width(width - 40.0);
        ui.set_min_height(height);
        add(ui);
    });
}

/// How high the chart can be with everything below it in sight.
fn chart_height(ui: &Ui, desk: &Desk, (outcome, course): (&Outcome, &Course)) -> f32 {
    let below =
        deeds::height(desk, course).max(score_height(desk, (outcome, course))).max(LEAST_LOWER);
    let left = ui.clip_rect().bottom() - ui.cursor().top() - below;
    (left - AROUND).clamp(chart::LEAST, chart::HIGH)
}

fn chart_card(ui: &mut Ui, desk: &mut Desk, course: &Course, (width, high): (f32, f32)) {
    let label = course.var.and_then(|var| desk.view.book.seat_vars.get(var.index()));
    let title = label.map_or_else(String::new, |label| label.title.clone());
    boxed(ui, (width, 0.0), &title, |ui| chart::chart_ui(ui, desk, (course, high)));
}

/// Draws where the match turned; a click looks at that moment.
fn turning_card(ui: &mut Ui, desk: &mut Desk, course: &Course, size: (f32, f32)) {
    boxed(ui, size, text::where_it_turned(), |ui| {
        if course.points.is_empty() && desk.session.looks_back().is_none() {
            ui.label(RichText::new(text::never_turned()).color(theme::now().ink3));
        }
        for (at, point) in course.points.iter().enumerate() {
            turning::point_ui(ui, desk, (at + 1, point));
        }
        turning::looks_back_ui(ui, desk);
        turning::puzzle_ui(ui, desk, course);
    });
}

/// Draws what points are made of; where they are no more than a number that strikes took from, what
/// that number went by.
fn score_card(ui: &mut Ui, desk: &Desk, (outcome, course): (&Outcome, &Course), size: (f32, f32)) {
    if outcome.scores.is_empty() {
        return;
    }
    if let Some(title) = account_title(desk, (outcome, course)) {
        return bare_box(ui, size, |ui| {
            scores::account_ui(ui, desk.view, (&title, &course.account), outcome);
        });
    }
    boxed(ui, size, text::points(), |ui| {
        scores::scores_ui(ui, desk.view, outcome);
    });
}

/// What the account of a number is called, where points are no more than a number that strikes took
/// from.
fn account_title(desk: &Desk, (outcome, course): (&Outcome, &Course)) -> Option<String> {
    let is_plain = outcome.parts.iter().all(Vec::is_empty);
    let is_struck = course.account.by.keys().any(|it| matches!(it, Cause::Mode(_)));
    let label = desk.view.book.seat_vars.get(course.var?.index())?;
    (is_plain && is_struck).then(|| text::how_it_went(&text::in_a_sentence(&label.title)))
}

/// How high what points are made of is, with its heading.
fn score_height(desk: &Desk, (outcome, course): (&Outcome, &Course)) -> f32 {
    match account_title(desk, (outcome, course)) {
        Some(_) => scores::account_height(desk.view, &course.account),
        None => scores::height(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_row_is_always_full() {
        for (scored, n_best) in [(false, 0), (true, 0), (false, 2), (true, 2), (true, 4)] {
            let row = lower(scored, n_best);
            let whole: f32 = row.iter().map(|(_, share)| share).sum();
            assert!((whole - 1.0).abs() < 1e-4, "{scored} {n_best}");
            let shows = |card| row.iter().any(|(other, _)| *other == card);
            assert_eq!((shows(Lower::Scores), shows(Lower::Best)), (scored, n_best > 0));
        }
        let shows_board = |row: &[(Lower, f32)]| row.iter().any(|(it, _)| *it == Lower::Position);
        assert!(shows_board(&lower(false, 0)) && shows_board(&lower(true, 0)));
        assert!(!shows_board(&lower(true, 2)), "there is no room for it");
    }
}
