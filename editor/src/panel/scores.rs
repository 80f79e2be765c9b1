//! How a match ended: a table of the seats, winners first, and one of what their points are made
//! of.

use egui::{Align, Layout, RichText, Role, Ui};
use harena_engine::id::*;
use harena_engine::state::Outcome;

use super::{colored, seats};
use crate::book::{Label, readable};
use crate::course::{Account, Cause};
use crate::scene::View;
use crate::{draw, text, theme};

/// How wide a column of numbers is.
const COLUMN: f32 = 46.0;

/// Draws how a match ended.
pub fn scores_ui(ui: &mut Ui, view: View, outcome: &Outcome) {
    let ranking = ranking(outcome);
    if ranking.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    ranking_ui(ui, view, outcome, &ranking);
    if tie_is_broken(outcome) {
        colored(ui, text::tie_broken(), theme::now().ink3);
    }
    if outcome.parts.iter().any(|parts| !parts.is_empty()) {
        ui.add_space(4.0);
        parts_ui(ui, view, outcome, &ranking);
    }
}

/// How high a row is with what parts it from the next, and a heading.
const ROW: f32 = 28.0;
const HEADING: f32 = 36.0;

/// How high the table is with its heading.
pub fn height(outcome: &Outcome) -> f32 {
    let n_parts = words(outcome).len();
    // Over the parts stand the shapes of the seats, below them the sum.
    let parts = if n_parts > 0 { n_parts + 2 } else { 0 };
    let rows = outcome.scores.len() + parts + usize::from(tie_is_broken(outcome));
    HEADING + ROW * rows as f32
}

/// How high an account is with its heading: what was there, what it went by, a line, what is left.
pub fn account_height(view: View, account: &Account) -> f32 {
    HEADING + 8.0 + ROW * (under_one_title(view, account).len() + 2) as f32
}

/// Draws what a number of all seats began with, what it went by, and what is left of it.
pub fn account_ui(ui: &mut Ui, view: View, (title, account): (&str, &Account), outcome: &Outcome) {
    let seats: Vec<Seat> = ranking(outcome).into_iter().map(|(_, seat)| seat).collect();
    let of_all = |values: &[i32], strong: bool| -> Vec<(i32, bool)> {
        let value = |seat: &Seat| values.get(seat.index()).copied().unwrap_or(0);
        seats.iter().map(|seat| (value(seat), strong)).collect()
    };
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.horizontal(|ui| {
        super::heading(ui, title);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for seat in seats.iter().rev() {
                seats::shape_ui(ui, view, *seat, 18.0);
                ui.add_space(COLUMN - 18.0);
            }
        });
    });
    let line = |ui: &mut Ui, (sign, title): (Option<char>, &str), numbers: &[(i32, bool)]| {
        let name = |ui: &mut Ui| {
            let room = egui::vec2(20.0, 20.0);
            let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
            let ink = theme::now().ink3;
            sign.into_iter().for_each(|it| {
                draw::icon_ui(ui.painter(), rect.center(), it, 17.0, ink);
            });
            ui.add(egui::Label::new(RichText::new(title).color(theme::now().ink2)).truncate());
        };
        row_ui(ui, title, name, numbers);
    };
    line(ui, (draw::icon("flag-banner"), text::at_the_start()), &of_all(&account.start, false));
    for ((sign, title), values) in under_one_title(view, account) {
        line(ui, (sign, &title), &of_all(&values, false));
    }
    ui.separator();
    line(ui, (None, text::is_left()), &of_all(&account.left, true));
}

/// A sign and what it stands for.
type Named = (Option<char>, String);

/// What a number of all seats went by, added up where it is called the same.
fn under_one_title(view: View, account: &Account) -> Vec<(Named, Vec<i32>)> {
    let mut rows: Vec<(Named, Vec<i32>)> = Vec::new();
    for (cause, values) in account.by.iter().filter(|(_, it)| it.iter().any(|n| *n != 0)) {
        let named = name_of(view, *cause);
        match rows.iter_mut().find(|((_, title), _)| *title == named.1) {
            Some((_, sums)) => sums.iter_mut().zip(values).for_each(|(sum, n)| *sum += n),
            None => rows.push((named, values.clone())),
        }
    }
    rows
}

/// The sign of what a number was changed by, and what that is called.
fn name_of(view: View, cause: Cause) -> Named {
    let book = view.book;
    let (label, sign) = match cause {
        Cause::Mode(mode) => {
            let label = book.modes.get(mode.index());
            (label, label.and_then(sign_of_mode))
        }
        Cause::Mark(mark) => {
            let label = book.marks.get(mark.index());
            (label, label.and_then(|it| it.sign))
        }
        Cause::Verb(verb) => {
            let label = book.verbs.get(verb.index());
            let title = label.map_or("", |it| it.done.as_str());
            let title = if title.is_empty() { book.verb_title(verb) } else { title };
            return (label.and_then(|it| it.sign), title.to_owned());
        }
        Cause::Rules => (None, draw::icon("lightning")),
    };
    let title = label.map_or_else(|| text::otherwise().to_owned(), |it| it.title.clone());
    (sign, title)
}

/// The sign of a mode of attack; of its drawings on tiles those of weapons.
fn sign_of_mode(label: &Label) -> Option<char> {
    match label.icon.as_str() {
        "wedge" => draw::icon("sword"),
        "arrow" => draw::icon("crosshair-simple"),
        _ => label.sign,
    }
}

fn ranking_ui(ui: &mut Ui, view: View, outcome: &Outcome, ranking: &[(usize, Seat)]) {
    for (place, seat) in ranking {
        let name = view.teller().seat(*seat);
        row_ui(
            ui,
            &name,
            |ui| {
                ui.label(RichText::new(text::ranked(*place)).color(theme::now().ink3));
                seats::shape_ui(ui, view, *seat, 18.0);
                let shown = RichText::new(&name).strong().color(view.color(*seat));
                ui.add(egui::Label::new(shown).truncate());
            },
            &[(score(outcome, *seat), true)],
        );
    }
}

/// Draws a row a part and a column a seat; a part that is 0 for everybody is left out.
fn parts_ui(ui: &mut Ui, view: View, outcome: &Outcome, ranking: &[(usize, Seat)]) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (_, seat) in ranking.iter().rev() {
                seats::shape_ui(ui, view, *seat, 18.0);
                ui.add_space(COLUMN - 18.0);
            }
        });
    });
    let of_all = |value: &dyn Fn(Seat) -> i32, strong: bool| -> Vec<(i32, bool)> {
        ranking.iter().map(|(_, seat)| (value(*seat), strong)).collect()
    };
    for word in words(outcome) {
        let title = readable(view.book.word(word));
        let numbers = of_all(&|seat| part(outcome, seat, word), false);
        let name = |ui: &mut Ui| {
            ui.add(egui::Label::new(RichText::new(&title).color(theme::now().ink2)).truncate());
        };
        row_ui(ui, &title, name, &numbers);
    }
    let total = |ui: &mut Ui| drop(ui.label(RichText::new(text::total()).font(theme::bold(15.0))));
    row_ui(ui, text::total(), total, &of_all(&|seat| score(outcome, seat), true));
}

/// Draws what a row is about, and its numbers at the right, each in its column. Screen readers read
/// it as one line.
fn row_ui(ui: &mut Ui, title: &str, about: impl FnOnce(&mut Ui), numbers: &[(i32, bool)]) {
    let row = ui.horizontal(|ui| {
        ui.set_min_height(24.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.x);
            numbers.iter().rev().for_each(|(number, strong)| number_ui(ui, *number, *strong));
            ui.spacing_mut().item_spacing.x = gap;
            ui.add_space(8.0);
            ui.with_layout(Layout::left_to_right(Align::Center), about);
        });
    });
    let told: Vec<String> = numbers.iter().map(|(number, _)| text::in_column(*number)).collect();
    super::named(row.response, Role::Label, true, || text::score_line(title, &told));
}

/// Draws a number at the right of its column.
fn number_ui(ui: &mut Ui, number: i32, strong: bool) {
    let text = RichText::new(text::in_column(number));
    let text = if strong { text.font(theme::heading(20.0)) } else { text };
    let room = egui::vec2(COLUMN, 24.0);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(COLUMN);
        ui.label(text.color(theme::now().ink1));
    });
}

/// So many seats as they came in: winners first, then by points.
pub fn as_they_came_in(outcome: &Outcome, n_seats: usize) -> Vec<Seat> {
    let mut seats: Vec<Seat> = (0u8..).map(Seat).take(n_seats).collect();
    seats.sort_by_key(|seat| standing(outcome, *seat));
    seats
}

fn standing(outcome: &Outcome, seat: Seat) -> (bool, std::cmp::Reverse<i32>) {
    (!wins(outcome, seat), std::cmp::Reverse(score(outcome, seat)))
}

/// The seats that have points with their places: winners first, then by points.
fn ranking(outcome: &Outcome) -> Vec<(usize, Seat)> {
    let seats = as_they_came_in(outcome, outcome.scores.len());
    let standing = |seat: Seat| standing(outcome, seat);
    let place =
        |seat: Seat| 1 + seats.iter().filter(|other| standing(**other) < standing(seat)).count();
    seats.iter().map(|seat| (place(*seat), *seat)).collect()
}

/// Whether somebody has as many points as a winner without winning.
fn tie_is_broken(outcome: &Outcome) -> bool {
    let seats = || (0u8..).map(Seat).take(outcome.scores.len());
    let least = seats().filter(|seat| wins(outcome, *seat)).map(|seat| score(outcome, seat)).min();
    let equals = |seat: Seat| !wins(outcome, seat) && Some(score(outcome, seat)) == least;
    seats().any(equals)
}

/// What points are made of, in the order of the first seat that has it; nothing that is 0 for all.
fn words(outcome: &Outcome) -> Vec<WordId> {
    let mut words: Vec<WordId> = Vec::new();
    for (word, _) in outcome.parts.iter().flatten() {
        let counts = (0u8..).map(Seat).take(outcome.parts.len());
        let is_something = counts.map(|seat| part(outcome, seat, *word)).any(|n| n != 0);
        if is_something && !words.contains(word) {
            words.push(*word);
        }
    }
    words
}

fn part(outcome: &Outcome, seat: Seat, word: WordId) -> i32 {
    let parts = outcome.parts.get(seat.index()).into_iter().flatten();
    parts.filter(|(other, _)| *other == word).map(|(_, points)| *points).sum()
}

/// The points of a seat; 0 where there are none.
pub fn score(outcome: &Outcome, seat: Seat) -> i32 {
    outcome.scores.get(seat.index()).copied().unwrap_or(0)
}

/// Whether a seat is among those that won.
pub fn wins(outcome: &Outcome, seat: Seat) -> bool {
    outcome.winners & (1 << seat.0) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scores: Vec<i32>, parts: Vec<Vec<(WordId, i32)>>) -> Outcome {
        Outcome { winners: 0, scores, parts, reason: WordId(0) }
    }

    fn check(winners: u16, scores: [i32; 3], places: [(usize, u8); 3], tie: bool) {
        let outcome = Outcome { winners, ..of(scores.to_vec(), Vec::new()) };
        assert_eq!(ranking(&outcome), places.map(|(place, seat)| (place, Seat(seat))));
        assert_eq!(tie_is_broken(&outcome), tie);
    }

    #[test]
    fn winners_come_first_and_equals_share_a_place() {
        check(0b010, [4, 9, 7], [(1, 1), (2, 2), (3, 0)], false);
        check(0b100, [9, 4, 9], [(1, 2), (2, 0), (3, 1)], true);
        check(0b101, [9, 4, 9], [(1, 0), (1, 2), (3, 1)], false);
        check(0, [5, 5, 8], [(1, 2), (2, 0), (2, 1)], false);
    }

    #[test]
    fn a_part_is_told_where_anybody_has_some_of_it() {
        let parts = vec![
            vec![(WordId(1), 0), (WordId(2), 3)],
            vec![(WordId(1), 0), (WordId(2), 0), (WordId(4), -1)],
        ];
        let outcome = of(vec![3, -1], parts);
        assert_eq!(words(&outcome), [WordId(2), WordId(4)]);
        assert_eq!(part(&outcome, Seat(0), WordId(4)), 0);
        assert_eq!(part(&outcome, Seat(1), WordId(4)), -1);
    }
}
