//! The way of what is being carried out: what is done, what is decided now, what is still to come.

use egui::{RichText, Role, Ui};
use harena_engine::id::WordId;
use harena_engine::log::sentence::Gaps;

use super::{Desk, named};
use crate::book::Telling;
use crate::draw::{self, Letters};
use crate::tell::last_number;
use crate::{text, theme};

/// Where on the way something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Done,
    Now,
    Later,
}

/// What the rules say of the way, in order.
fn said<'a>(desk: &'a Desk) -> impl Iterator<Item = &'a (WordId, Gaps)> {
    let said = desk.outlooks.overlay.into_iter().flat_map(|outlook| &outlook.said);
    said.filter(|(word, _)| desk.view.book.telling(*word) == Telling::Path)
}

/// The steps of it.
fn steps(desk: &Desk) -> Vec<(String, When)> {
    let teller = desk.view.teller();
    let step = |(word, args): &(WordId, Gaps)| {
        let when = match last_number(*args) {
            Some(0) => When::Done,
            Some(1) => When::Now,
            Some(_) | None => When::Later,
        };
        (teller.sentence(*word, *args), when)
    };
    said(desk).map(step).collect()
}

/// Whether anything is being carried out.
pub fn is_there(desk: &Desk) -> bool {
    said(desk).next().is_some()
}

/// How much room the way needs in one line.
pub fn width_of(ui: &Ui, desk: &Desk) -> f32 {
    let width = |step: &str| draw::width_of(ui.painter(), step, Letters::Bold, 15.0);
    let steps = steps(desk);
    let signs = 31.0 * steps.len().saturating_sub(1) as f32;
    signs + steps.iter().map(|(step, _)| width(step)).sum::<f32>()
}

/// Draws the way in one line, the present step in the color of what is to be done.
pub fn path_ui(ui: &mut Ui, desk: &Desk) {
    let steps = steps(desk);
    if steps.is_empty() {
        return;
    }
    let now = theme::now();
    let told = steps.iter().map(|(step, when)| match when {
        When::Now => text::step_now(step),
        When::Done | When::Later => step.clone(),
    });
    let told: Vec<String> = told.collect();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (at, (step, when)) in steps.iter().enumerate() {
            if at > 0 {
                super::widgets::sign_ui(ui, draw::icon("caret-right"), 13.0, now.ink3);
            }
            let step = match when {
                When::Done => RichText::new(step).color(now.ink1),
                When::Now => RichText::new(step).font(theme::bold(15.0)).color(now.accent),
                When::Later => RichText::new(step).color(now.ink3),
            };
            ui.add(egui::Label::new(step).extend());
        }
    });
    named(row.response, Role::Label, true, || text::way(&told));
}
