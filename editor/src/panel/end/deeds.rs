//! What everybody did: turning points, counts, and the pieces that did most.

use egui::{Align, Layout, Rect, RichText, Sense, Ui, vec2};
use harena_engine::id::*;
use harena_engine::state::Outcome;

use super::{bare_box, boxed};
use crate::course::{Course, Deeds};
use crate::paint::board::form_of;
use crate::paint::geometry::Form;
use crate::paint::tile::{self, Place, Pose};
use crate::panel::home::side_by_side;
use crate::panel::scores::as_they_came_in;
use crate::panel::{Desk, heading, seats};
use crate::scene::View;
use crate::{draw, paint, text, theme};

/// So many sorts of moves are counted.
const MOST: usize = 7;

/// The crest of a seat: a great tile in its colors with its points, or its shape.
pub fn crest(ui: &Ui, view: View, rect: Rect, (seat, outcome): (Seat, &Outcome)) {
    let livery = view.livery(seat);
    let points = outcome.scores.get(seat.index()).copied();
    let bits = [rect.min.x.to_bits(), rect.min.y.to_bits()];
    draw::kept(ui.painter(), ("crest", bits, livery, points), |pen| {
        let accent = theme::now().accent;
        let glow = (accent.gamma_multiply(0.28), accent.gamma_multiply(0.0));
        pen.glow(rect.center(), 110.0, glow);
        let form = form_of(view.game.board.kind());
        let (center, radius) = (rect.center(), 56.0);
        let place = Place { form, center, radius, n_directions: 1, rotation: 0, turning: 0.0 };
        tile::body(pen, place, livery, (0.855, Pose::default()));
        match points {
            Some(points) => {
                let how = (draw::Letters::Heading, 36.0, theme::paper::INK);
                pen.word(center, text::in_column(points), how);
                tile::owner(pen, center - vec2(0.0, 0.835 * radius), 6.5, livery);
            }
            None => {
                let edge = (1.5, livery.dark);
                paint::icon::shape(pen, livery.shape, (center, 22.0), livery.rim, edge);
            }
        }
    });
}

/// What came of a match, and its course.
type Ended<'e> = (&'e Outcome, &'e Course);

/// Draws how often each seat did what.
pub fn done_card(ui: &mut Ui, desk: &Desk, (outcome, course): Ended, size: (f32, f32)) {
    bare_box(ui, size, |ui| {
        let seats = as_they_came_in(outcome, usize::from(desk.view.game.n_seats));
        let of = |counts: &[u32]| -> Vec<u32> {
            seats.iter().map(|seat| counts.get(seat.index()).copied().unwrap_or(0)).collect()
        };
        let rows = rows(desk, course);
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().item_spacing.y = 3.0;
        line_ui(
            ui,
            |ui| drop(heading(ui, text::played())),
            seats.len(),
            |ui, at| {
                if let Some(seat) = seats.get(at) {
                    seats::shape_ui(ui, desk.view, *seat, 18.0);
                }
            },
        );
        for (title, counts) in rows {
            row_ui(ui, (sign_of(desk, &title), &title), &of(&counts));
        }
        if course.fallen.iter().any(|n| *n > 0) {
            row_ui(ui, (draw::icon("skull"), text::lost()), &of(&course.fallen));
        }
    });
}

/// What was done, and how often by each seat: what the looks count, or everything where they say
/// nothing of that.
fn rows(desk: &Desk, course: &Course) -> Vec<(String, Vec<u32>)> {
    let is_said = desk.view.book.verbs.iter().any(|label| !label.done.is_empty());
    let counts = |verb: VerbId| {
        let label = desk.view.book.verbs.get(verb.index());
        !is_said || label.is_some_and(|label| !label.done.is_empty())
    };
    let titled = |(verb, counts): (&VerbId, &Vec<u32>)| (plain_title(desk, *verb), counts.clone());
    let counted = course.done.iter().filter(|(verb, _)| counts(**verb));
    let mut rows = under_one_title(counted.map(titled));
    rows.truncate(MOST);
    rows
}

/// How high what was done is without the edges of its card.
pub fn height(desk: &Desk, course: &Course) -> f32 {
    let lost = usize::from(course.fallen.iter().any(|n| *n > 0));
    30.0 + LINE * (rows(desk, course).len() + lost) as f32
}

/// The sign of what is called so, where the looks give it one; several things of different signs are
/// cards.
fn sign_of(desk: &Desk, title: &str) -> Option<char> {
    let verbs = desk.view.book.verbs.iter().enumerate();
    let titled = verbs.filter(|(at, _)| plain_title(desk, VerbId(*at as u8)) == title);
    let signs: std::collections::BTreeSet<char> = titled.filter_map(|(_, it)| it.sign).collect();
    let mut signs = signs.into_iter();
    let first = signs.next();
    if signs.next().is_some() { draw::icon("cards-three") } else { first }
}

/// How high a line is with what parts it from the next.
const LINE: f32 = 24.5;
/// How wide the column of a seat is.
const COLUMN: f32 = 44.0;

/// Draws a line: its title, and at the right a column for each seat.
fn line_ui(
    ui: &mut Ui,
    title: impl FnOnce(&mut Ui),
    n: usize,
    mut column: impl FnMut(&mut Ui, usize),
) {
    let room = (ui.available_width() - COLUMN * n as f32).max(60.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(room, 20.0), left, |ui| {
            ui.set_width(room);
            title(ui);
        });
        for at in 0..n {
            let right = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(vec2(COLUMN, 20.0), right, |ui| {
                ui.set_width(COLUMN);
                column(ui, at);
            });
        }
    });
}

/// What was done by each seat, added up where two verbs have one title; what was done most first.
fn under_one_title(done: impl Iterator<Item = (String, Vec<u32>)>) -> Vec<(String, Vec<u32>)> {
    let mut rows: Vec<(String, Vec<u32>)> = Vec::new();
    for (title, counts) in done {
        match rows.iter_mut().find(|(other, _)| *other == title) {
            Some((_, sums)) => sums.iter_mut().zip(&counts).for_each(|(sum, n)| *sum += n),
            None => rows.push((title, counts)),
        }
    }
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u32>()));
    rows
}

fn row_ui(ui: &mut Ui, (sign, title): (Option<char>, &str), counts: &[u32]) {
    let now = theme::now();
    let title = |ui: &mut Ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(28.0, 20.0), Sense::hover());
        if let Some(sign) = sign {
            draw::icon_ui(ui.painter(), rect.center() - vec2(5.0, 0.0), sign, 17.0, now.ink3);
        }
        ui.add(egui::Label::new(RichText::new(title).color(now.ink2)).truncate());
    };
    line_ui(ui, title, counts.len(), |ui, at| {
        let count = counts.get(at).map_or_else(String::new, u32::to_string);
        ui.label(RichText::new(count).font(theme::bold(15.0)).color(now.ink1));
    });
}

/// What is counted of a verb as the looks call it; else its title up to its first gap, which dots
/// stand for, or its name where that comes first.
fn plain_title(desk: &Desk, verb: VerbId) -> String {
    let label = desk.view.book.verbs.get(verb.index());
    if let Some(done) = label.map(|it| &it.done).filter(|done| !done.is_empty()) {
        return done.clone();
    }
    let whole = label.map_or("", |label| label.title.as_str());
    match desk.view.book.verb_title(verb) {
        "" => crate::book::readable(desk.view.game.names.verbs.name(verb.index())),
        title if title.len() < whole.len() => format!("{title} {}", text::open_gap()),
        title => title.to_owned(),
    }
}

/// Draws the piece of each seat that did most.
pub fn best_cards(ui: &mut Ui, desk: &Desk, (outcome, course): Ended, (width, high): (f32, f32)) {
    let seats = as_they_came_in(outcome, course.best.len()).into_iter();
    let best: Vec<(Seat, Deeds)> =
        seats.filter_map(|seat| Some((seat, (*course.best.get(seat.index())?)?))).collect();
    if best.is_empty() {
        return;
    }
    let n = best.len() as f32;
    let each = (width - 16.0 * (n - 1.0)) / n;
    let widths = vec![each; best.len()];
    side_by_side(ui, &widths, 16.0, |ui, at| {
        if let Some((seat, deeds)) = best.get(at) {
            best_card(ui, desk, (*seat, *deeds), (each, high));
        }
    });
}

fn best_card(ui: &mut Ui, desk: &Desk, (seat, deeds): (Seat, Deeds), size: (f32, f32)) {
    let now = theme::now();
    let view = desk.view;
    let name = view.teller().seat(seat);
    boxed(ui, size, &text::best_of(&name), |ui| {
        // A heading of two lines takes the second from the face: all cards are of one height.
        let heading = ui.cursor().top() - ui.min_rect().top();
        let high = (116.0 - (heading - 32.0).max(0.0)).max(88.0);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
        let face = view.face(deeds.piece);
        let form = form_of(view.game.board.kind());
        let form = if form == Form::Round { Form::Hex } else { form };
        let square = Rect::from_center_size(rect.center(), vec2(high - 12.0, high - 12.0));
        let n = view.game.board.n_directions();
        tile::alone(ui.painter(), square, (form, n), &face, Pose::default());
        ui.vertical_centered(|ui| {
            let title = view.teller().piece(deeds.piece);
            ui.label(RichText::new(title).font(theme::heading(18.0)).color(now.ink1));
            ui.spacing_mut().item_spacing.y = 2.0;
            let lines = text::deeds(deeds.damage, deeds.felled);
            ui.label(RichText::new(lines).color(now.ink1));
            ui.label(RichText::new(text::stood_for(deeds.stood)).color(now.ink3));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_of_one_title_are_one_row() {
        let done = [("Attack", [1, 0]), ("Move", [3, 4]), ("Attack", [5, 6])];
        let done = done.map(|(title, counts)| (title.to_owned(), counts.to_vec()));
        let rows = under_one_title(done.into_iter());
        let expected = [("Attack", [6, 6]), ("Move", [3, 4])];
        assert_eq!(rows, expected.map(|(title, counts)| (title.to_owned(), counts.to_vec())));
    }
}
