//! What would happen, in words.

use egui::Ui;
use egui::text::{LayoutJob, TextFormat};
use harena_engine::board::Cell;
use harena_engine::id::*;
use harena_engine::state::Outcome;

use super::{Desk, Outlooks, colored};
use crate::book::Telling;
use crate::scene::View;
use crate::session::{Fate, Outlook};
use crate::table::Focus;
use crate::{text, theme};

/// The most lines told of one outlook.
const MAX_LINES: usize = 12;
/// In less room than this there is no heading.
const LOW: f32 = 66.0;

/// Draws what the option under the mouse or the forecast would change, and what the rules say
/// about the position.
pub fn outlook_ui(ui: &mut Ui, desk: &mut Desk) {
    let Outlooks { preview, overlay, .. } = desk.outlooks;
    // Chances that are told one by one need no word that chance decides.
    let told_by_odds = |outlook: &Outlook| {
        outlook.outcome.is_none()
            && super::odds::are_told(desk)
            && lines(desk.view, outlook).is_empty()
    };
    if let Some(outlook) = preview.filter(|outlook| !told_by_odds(outlook)) {
        told_ui(ui, desk.view, text::preview(), outlook);
    }
    if let Some(outlook) = overlay {
        let named = desk.view.book.overlay.as_ref().map(|it| it.title.as_str());
        let title = named.filter(|title| !title.is_empty()).unwrap_or(text::overlay());
        super::odds::odds_ui(ui, desk, outlook);
        super::scale::scale_ui(ui, desk, outlook);
        super::lives::lives_ui(ui, desk, outlook);
        lists_ui(ui, desk, outlook);
        // Below a row of spaces it stands where no list of options takes its room.
        if !desk.staged {
            sayings_ui(ui, desk, title, outlook);
        }
        // Once the match is over, its scores stand above.
        let is_over = desk.session.the_match().is_some_and(|it| it.outcome().is_some());
        if let Some(outcome) = outlook.outcome.as_ref().filter(|_| !is_over) {
            foretold_scores_ui(ui, desk.view, outcome);
        }
    }
}

fn told_ui(ui: &mut Ui, view: View, title: &str, outlook: &Outlook) {
    // Where there is no room for both, what is told comes before its heading.
    if ui.clip_rect().bottom() - ui.cursor().top() > LOW {
        ui.add_space(8.0);
        super::heading(ui, title);
    }
    let lines = lines(view, outlook);
    for line in lines.iter().take(MAX_LINES) {
        ui.label(line);
    }
    if lines.len() > MAX_LINES {
        colored(ui, text::more(lines.len() - MAX_LINES), theme::now().ink3);
    }
    if lines.is_empty() && !outlook.uncertain {
        colored(ui, text::outlook_quiet(), theme::now().ink3);
    }
    doubts_ui(ui, view, outlook);
}

/// Draws how the match would end, and what is guessed or unknown.
pub fn doubts_ui(ui: &mut Ui, view: View, outlook: &Outlook) {
    if let Some(outcome) = &outlook.outcome {
        foretold_scores_ui(ui, view, outcome);
    }
    for (shown, line) in
        [(outlook.uncertain, text::outlook_uncertain()), (outlook.open, text::outlook_open())]
    {
        if shown {
            colored(ui, line, theme::now().ink3);
        }
    }
}

/// A line of a list, with what it is about.
type Line = (Option<Focus>, String);

/// Draws sentences that stand in lists, each list under its heading in the order of the first of its
/// sentences.
fn lists_ui(ui: &mut Ui, desk: &mut Desk, outlook: &Outlook) {
    let book = desk.view.book;
    let teller = desk.view.teller();
    let mut lists: Vec<(&str, Vec<Line>)> = Vec::new();
    for (word, args) in outlook.said.iter().filter(|(it, _)| book.telling(*it) == Telling::List) {
        let title = book.sentences.get(word).map_or("", |sign| sign.title.as_str());
        let place = teller.saying(*word, *args).0;
        let line = (place, teller.sentence(*word, *args));
        match lists.iter_mut().find(|(known, _)| *known == title) {
            Some((_, lines)) => lines.push(line),
            None => lists.push((title, vec![line])),
        }
    }
    for (title, lines) in lists {
        ui.add_space(8.0);
        if !title.is_empty() {
            super::heading(ui, title);
        }
        for (place, line) in lines {
            // What is pointed at is found on the board.
            if super::counted::line_ui(ui, &book.words, &line).hovered() {
                desk.table.pointed = place.or(desk.table.pointed);
            }
        }
    }
}

/// Draws sentences that are about no place; the board shows the others.
pub fn sayings_ui(ui: &mut Ui, desk: &Desk, title: &str, outlook: &Outlook) {
    let lines = plain_lines(desk, outlook);
    if lines.is_empty() {
        return;
    }
    ui.add_space(8.0);
    super::heading(ui, title);
    for line in lines {
        ui.label(line);
    }
}

/// Draws what is said of the position in one paragraph at the lower edge, if anything is.
pub fn line_ui(ui: &mut Ui, desk: &Desk, id: egui::Id) {
    let Some(outlook) = desk.outlooks.overlay else { return };
    let line = plain_lines(desk, outlook).join(" \u{b7} ");
    if line.is_empty() {
        return;
    }
    let now = theme::now();
    let title = desk.view.book.overlay.as_ref().map_or("", |it| it.title.as_str());
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width() - 24.0;
    let format = |color| TextFormat::simple(egui::FontId::proportional(15.0), color);
    if !title.is_empty() {
        job.append(title, 0.0, format(now.ink3));
    }
    let indent = if title.is_empty() { 0.0 } else { 10.0 };
    job.append(&line, indent, format(now.ink2));
    let galley = ui.painter().layout_job(job);
    let lower = egui::Panel::bottom(id).resizable(false).show_separator_line(false);
    let lower = lower.exact_size(galley.size().y + 8.0).frame(egui::Frame::NONE);
    lower.show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
        let named = super::named(response, egui::Role::Label, true, || line.clone());
        if !title.is_empty() {
            let told = ui.interact(rect, named.id.with("title"), egui::Sense::hover());
            super::named(told, egui::Role::Label, true, || title.to_owned());
        }
        ui.painter().galley(rect.min + egui::vec2(12.0, 0.0), galley, now.ink2);
    });
}

/// Sentences that are about no place.
fn plain_lines(desk: &Desk, outlook: &Outlook) -> Vec<String> {
    let teller = desk.view.teller();
    // What is told of a seat stands with that seat.
    let plain = |word: WordId, args| match desk.view.book.telling(word) {
        Telling::Plain => true,
        Telling::Seat => teller.of_seat(word, args).is_none(),
        Telling::Corner
        | Telling::Phase
        | Telling::Dice
        | Telling::Bar
        | Telling::Life
        | Telling::Tint
        | Telling::Mark
        | Telling::Scale
        | Telling::Path
        | Telling::Aim
        | Telling::Doom
        | Telling::List
        | Telling::Under
        | Telling::Aside => false,
    };
    let said = outlook.said.iter().filter(|(word, args)| plain(*word, *args));
    let said = said.map(|(word, args)| teller.saying(*word, *args));
    said.filter(|(place, _)| place.is_none()).map(|(_, line)| line).collect()
}

/// Draws what the rules say about one thing.
pub fn about_ui(ui: &mut Ui, desk: &Desk, focus: Focus) {
    let cell = match focus {
        Focus::Piece(id) => desk.view.shown.state.piece(id).cell(),
        Focus::Cell(cell) => Some(cell),
        Focus::Prototype(_) => None,
    };
    let lines = cell.map_or_else(|| sayings_of(desk, &[focus]), |cell| sayings_at(desk, cell));
    lines.into_iter().for_each(|line| drop(colored(ui, line, theme::now().ink2)));
    // What is said of the thing under the mouse without a place is said of it.
    let teller = desk.view.teller();
    let hover = desk.outlooks.hover.iter().flat_map(|outlook| &outlook.said);
    for (place, line) in hover.map(|(word, args)| teller.saying(*word, *args)) {
        if place.is_none() && !line.is_empty() {
            colored(ui, line, theme::now().ink2);
        }
    }
}

/// What the rules say about a cell and everything on it.
pub fn sayings_at(desk: &Desk, cell: Cell) -> Vec<String> {
    let pieces = crate::paint::board::stack(&desk.view.shown.state, cell);
    let all = pieces.into_iter().map(Focus::Piece);
    sayings_of(desk, &all.chain([Focus::Cell(cell)]).collect::<Vec<Focus>>())
}

fn sayings_of(desk: &Desk, about: &[Focus]) -> Vec<String> {
    let teller = desk.view.teller();
    let said = desk.outlooks.telling().flat_map(|outlook| &outlook.said);
    let said = said.map(|(word, args)| teller.saying(*word, *args));
    let said = said.filter(|(place, line)| {
        place.is_some_and(|place| about.contains(&place)) && !line.is_empty()
    });
    said.map(|(_, line)| line).collect()
}

/// Draws how a match would end, a line a seat.
fn foretold_scores_ui(ui: &mut Ui, view: View, outcome: &Outcome) {
    for (seat, line, parts) in scores(view, outcome) {
        let line = text::score_of(&line, &parts);
        colored(ui, line, view.color(seat));
    }
}

/// The score of each seat in a line, and what it is made of.
fn scores(view: View, outcome: &Outcome) -> Vec<(Seat, String, Vec<String>)> {
    let teller = view.teller();
    let seat = |(seat, score): (Seat, &i32)| {
        let parts = outcome.parts.get(seat.index()).map_or(&[][..], Vec::as_slice);
        let parts = parts.iter().filter(|(_, points)| *points != 0);
        let parts = parts.map(|(word, points)| text::part(*points, view.book.word(*word)));
        (seat, text::score(&teller.seat(seat), &text::in_column(*score)), parts.collect())
    };
    (0u8..).map(Seat).zip(&outcome.scores).map(seat).collect()
}

/// What would change, in words.
pub fn lines(view: View, outlook: &Outlook) -> Vec<String> {
    let mut lines: Vec<String> =
        outlook.changes.iter().flat_map(|change| change_lines(view, outlook, change)).collect();
    let teller = view.teller();
    for (seat, var, by) in &outlook.seat_vars {
        let label = view.book.seat_vars.get(var.index()).filter(|it| it.shown && !it.quiet);
        lines.extend(label.map(|it| text::changes(&teller.seat(*seat), &it.title, *by)));
    }
    for (var, by) in &outlook.vars {
        let label = view.book.vars.get(var.index()).filter(|it| it.shown && !it.quiet);
        lines.extend(label.map(|it| text::changes_alone(&it.title, *by)));
    }
    if outlook.outcome.is_some() {
        lines.push(text::over().to_owned());
    }
    lines
}

fn change_lines(view: View, outlook: &Outlook, change: &Fate) -> Vec<String> {
    let (book, before) = (view.book, view.teller());
    let after = before.at(&outlook.after.state);
    let name = match change.from {
        Some(_) => before.piece_there(change.piece),
        None => after.piece(change.piece),
    };
    let mut lines = Vec::new();
    match (change.from, change.to) {
        (Some(_), None) => lines.push(text::leaves(&name)),
        (from, Some(to)) if from != change.to => lines.push(text::goes(&name, &after.cell(to))),
        (None | Some(_), _) => {}
    }
    if let Some(facing) = change.facing {
        lines.push(text::rotates(&name, &after.facing(facing)));
    }
    for (counter, by) in &change.counters {
        let label = book.counters.get(counter.index());
        let label = label.filter(|label| label.shown && !label.quiet);
        lines.extend(label.map(|it| text::changes(&name, &it.title, i32::from(*by))));
    }
    for (stat, by) in &change.stats {
        let label = book.stats.get(stat.index()).filter(|label| label.shown);
        lines.extend(label.map(|it| text::changes(&name, &it.title, i32::from(*by))));
    }
    for (at, label) in book.statuses.iter().enumerate().filter(|(_, it)| it.shown) {
        if (change.gains | change.loses).has(at) {
            let gains = change.gains.has(at);
            lines.push(text::status(&name, &label.title, gains));
        }
    }
    lines
}
