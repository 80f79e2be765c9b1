//! Where a match turned: points that open the time line, how far one is that looks for them, and
//! what keeps the greatest as a puzzle.

use egui::{RichText, Role, Sense, Ui, pos2, vec2};
use harena_engine::id::*;

use super::chart::disc_ui;
use crate::command::Command;
use crate::course::{Course, Point, Why};
use crate::panel::widgets::Action;
use crate::panel::{Desk, Wish, named};
use crate::{text, theme};

/// How high a point is at least.
const HIGH: f32 = 74.0;
/// A mistake that cost less than this cost little.
const LITTLE: f64 = 0.12;

/// Draws a turning point; a click looks at that moment.
pub fn point_ui(ui: &mut Ui, desk: &mut Desk, (number, point): (usize, &Point)) {
    let now = theme::now();
    let (title, about) = told(desk, point);
    let turn = text::turn_number(point.turn);
    let left = 38.0;
    let plain = || egui::FontId::proportional(15.0);
    let width = ui.available_width();
    let turn_told = ui.painter().layout_no_wrap(turn.clone(), plain(), now.ink3);
    let room = width - left - turn_told.size().x - 12.0;
    let mut job =
        egui::text::LayoutJob::simple(text::unparted(&title), theme::bold(15.0), now.ink1, room);
    job.wrap.max_rows = 2;
    let title_told = ui.painter().layout_job(job);
    let mut job =
        egui::text::LayoutJob::simple(text::unparted(&about), plain(), now.ink2, width - left);
    job.wrap.max_rows = 3;
    let about_told = ui.painter().layout_job(job);
    let high = (title_told.size().y + about_told.size().y + 16.0).max(HIGH);
    let (rect, response) = ui.allocate_exact_size(vec2(width, high), Sense::click());
    let label = || [title.as_str(), &about, &turn].join(", ");
    let response = named(response, Role::Button, true, label);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 8.0, now.panel2);
    }
    disc_ui(ui, rect.left_top() + vec2(13.0, 17.0), number, now.accent);
    let at = pos2(rect.right() - turn_told.size().x, rect.top() + 6.0);
    ui.painter().galley(at, turn_told, now.ink3);
    let at = pos2(rect.left() + left, rect.top() + 6.0);
    let below = at + vec2(0.0, title_told.size().y + 2.0);
    ui.painter().galley(at, title_told, now.ink1);
    ui.painter().galley(below, about_told, now.ink2);
    if response.clicked() {
        desk.wishes.push(Wish::Do(Command::GoTo(point.moves)));
    }
}

/// What a point is called, and what is said of it.
fn told(desk: &Desk, point: &Point) -> (String, String) {
    let changes = changes(desk, point);
    let did = did(desk, point);
    match &point.why {
        Why::Lead => (changes, did),
        Why::Chance(swing) => {
            let name = desk.view.teller().seat(swing.seat);
            let [before, after] = swing.chance.map(percent);
            let chances = text::chance_went(&name, before, after);
            match (changes.is_empty(), did.is_empty()) {
                (true, _) => (chances, did),
                (false, true) => (changes, chances),
                (false, false) => (changes, text::both_told(&did, &chances)),
            }
        }
        Why::Mistake(mistake) => {
            let title =
                if mistake.cost < LITTLE { text::little_mistake() } else { text::great_mistake() };
            let better = desk.view.teller().option(None, &mistake.better);
            let cost = text::would_be_worth(&better, percent(mistake.cost));
            (title.to_owned(), text::both_told(&did, &cost))
        }
    }
}

/// A part of 1 in parts of 100.
fn percent(part: f64) -> i32 {
    (part * 100.0).round() as i32
}

/// What seats won or lost.
fn changes(desk: &Desk, point: &Point) -> String {
    let seats = point.by.iter().enumerate().filter(|(_, by)| **by != 0);
    let teller = desk.view.teller();
    let change = |(at, by): (usize, &i32)| text::changed_by(&teller.seat(Seat(at as u8)), *by);
    seats.map(change).collect::<Vec<String>>().join(", ")
}

/// Who struck most, or what was done.
fn did(desk: &Desk, point: &Point) -> String {
    let teller = desk.view.teller();
    let struck =
        |(piece, damage): &(PieceId, i32)| text::struck_for(&teller.piece(*piece), *damage);
    let strikers: Vec<String> = point.strikers.iter().map(struck).collect();
    match strikers.is_empty() {
        true => led_by(desk, point).unwrap_or_default(),
        false => strikers.join(", "),
    }
}

/// What was done that a turning point came of, as the story tells it.
fn led_by(desk: &Desk, point: &Point) -> Option<String> {
    let led = point.led? as usize;
    let line = desk.story.iter().find(|it| it.moves == led && it.rest.is_some() && !it.turn)?;
    let seat = line.opens.map(|seat| desk.view.teller().seat(seat));
    Some(seat.into_iter().chain(line.rest.clone()).collect::<Vec<String>>().join(": "))
}

/// Draws how far one is that looks where the match turned, with what stops it.
pub fn looks_back_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(progress) = desk.session.looks_back() else { return };
    let now = theme::now();
    let done = progress.done * 100 / progress.of.max(1);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = RichText::new(text::looks_back(done)).color(now.ink3);
        let room = ui.available_width() - 96.0;
        ui.allocate_ui(vec2(room, 20.0), |ui| ui.add(egui::Label::new(label).wrap()));
        if Action::quiet("x", text::stop_looking_back()).ui(ui).clicked() {
            desk.wishes.push(Wish::StopLookingBack);
        }
    });
}

/// Draws what keeps the greatest of the points as a puzzle, where packs can be made.
pub fn puzzle_ui(ui: &mut Ui, desk: &mut Desk, course: &Course) {
    let Some(point) = course.greatest().filter(|_| desk.session.packs_folder().is_some()) else {
        return;
    };
    ui.add_space(4.0);
    ui.separator();
    let label = text::make_puzzle(point.turn);
    if Action::quiet("puzzle-piece", &label).ui(ui).clicked() {
        desk.wishes.push(Wish::Puzzle(point.moves, point.turn));
    }
}
