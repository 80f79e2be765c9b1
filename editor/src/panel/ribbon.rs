//! The ribbon: who would strike whom, in order, with what comes of it.

use std::ops::Range;

use egui::{Color32, Rect, Response, RichText, Role, Sense, Ui, pos2, vec2};
use harena_engine::combat::Strike;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::the_match::Match;

use super::log::sums;
use super::{Desk, colored, heading, named};
use crate::book::{Book, Telling};
use crate::draw::{self, Letters, Pen, icon};
use crate::paint::board::form_of;
use crate::paint::face::Weapon;
use crate::paint::{face, tile};
use crate::scene::View;
use crate::table::{Focus, entries_of};
use crate::tell::{Teller, last_number};
use crate::{text, theme};

/// The most rows that are drawn.
const MOST: usize = 60;
/// As many of a battle that is played back are drawn in any case.
const LEAST: usize = 4;
/// How high a row is, and how large a chip.
const ROW: f32 = 30.0;
const CHIP: f32 = 12.5;
/// How much room the number of a phase takes.
const PHASE: f32 = 34.0;

/// One row: a strike, or somebody who falls for another reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Blow {
    strike: Option<Strike>,
    target: PieceId,
    cancelled: bool,
    falls: bool,
    /// The number of the phase that begins with it.
    phase: Option<i32>,
    /// Which entry tells it.
    entry: usize,
}

/// Draws the battle that is played back, blow by blow as they fall, or else the forecast that a game
/// declares: who strikes whom, and what is uncertain about it.
pub fn ribbon_ui(ui: &mut Ui, desk: &mut Desk) {
    match desk.table.playback.at.zip(desk.session.the_match()) {
        Some((at, the_match)) => battle_ui(ui, desk, the_match, at),
        None => forecast_ui(ui, desk),
    }
}

fn forecast_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(outlook) = desk.outlooks.forecast else { return };
    let named = desk.view.book.forecast.as_ref().map(|it| it.title.as_str());
    heading(ui, named.filter(|title| !title.is_empty()).unwrap_or(text::forecast()));
    ui.spacing_mut().item_spacing.y = 2.0;
    let view = View { shown: &outlook.after, ..desk.view };
    let blows = blows(desk.view.book, &outlook.entries);
    rows_ui(ui, desk, (view, &(0..0)), &blows);
    let now = theme::now();
    if blows.is_empty() {
        let lines = super::outlook::lines(desk.view, outlook);
        lines.iter().take(12).for_each(|line| drop(colored(ui, line, now.ink2)));
        if lines.is_empty() && !outlook.uncertain {
            colored(ui, text::no_blows(), now.ink3);
        }
    }
    super::outlook::doubts_ui(ui, desk.view, outlook);
    ui.spacing_mut().item_spacing.y = 12.0;
    ui.add_space(12.0);
}

/// Draws what the last action has struck so far, up to the instant shown.
fn battle_ui(ui: &mut Ui, desk: &mut Desk, the_match: &Match, at: usize) {
    let (log, frames) = (&the_match.log, &the_match.frames);
    let lit = entries_of(log, frames, at);
    let start = log.entries.partition_point(|entry| entry.action < log.action);
    let told = log.entries.get(start..lit.end).unwrap_or(&[]);
    let mut blows = blows(desk.view.book, told);
    if blows.is_empty() {
        return;
    }
    blows.iter_mut().for_each(|blow| blow.entry += start);
    heading(ui, text::blow_by_blow());
    ui.spacing_mut().item_spacing.y = 2.0;
    let of_action = start..lit.end;
    let lines = desk.story.iter().filter(|line| of_action.contains(&line.entry));
    let line = sums::told(desk, &lines.collect::<Vec<_>>());
    let line = RichText::new(line).font(theme::bold(15.0)).color(theme::now().ink2);
    ui.add(egui::Label::new(line).wrap());
    // The numbers of the seats stay in sight: what fell first makes room for what falls now.
    let room = ui.clip_rect().bottom() - ui.cursor().top();
    let first = blows.len().saturating_sub(n_fitting(room));
    rows_ui(ui, desk, (desk.view, &lit), blows.get(first..).unwrap_or(&[]));
    ui.spacing_mut().item_spacing.y = 12.0;
    ui.add_space(12.0);
}

/// How many rows fit so much room; a few are drawn in any case.
fn n_fitting(room: f32) -> usize {
    ((room / (ROW + 2.0)) as usize).clamp(LEAST, MOST)
}

/// Draws blows below each other; what lies under the mouse is found on the board.
fn rows_ui(ui: &mut Ui, desk: &mut Desk, (view, lit): (View, &Range<usize>), blows: &[Blow]) {
    let mut pointed = None;
    let indent = if blows.iter().any(|blow| blow.phase.is_some()) { PHASE } else { 0.0 };
    for blow in blows.iter().take(MOST) {
        if blow_ui(ui, view, blow, (indent, lit.contains(&blow.entry))).hovered() {
            pointed = Some(Focus::Piece(blow.target));
        }
    }
    desk.table.pointed = pointed.or(desk.table.pointed);
}

/// The strikes in order; who falls is noted at the last strike against it.
fn blows(book: &Book, entries: &[Entry]) -> Vec<Blow> {
    let mut blows: Vec<Blow> = Vec::new();
    let mut phase = None;
    for (entry, what) in entries.iter().map(|entry| entry.what).enumerate() {
        let mut blow = |strike: Option<Strike>, target, cancelled, falls| {
            let phase = phase.take();
            Blow { strike, target, cancelled, falls, phase, entry }
        };
        match what {
            What::Struck(it) => blows.push(blow(Some(it), it.target, false, false)),
            What::Cancelled(it) => blows.push(blow(Some(it), it.target, true, false)),
            What::Fell(id) => {
                let last = blows.iter_mut().rev().find(|it| it.target == id);
                match last {
                    Some(last) => last.falls = true,
                    None => blows.push(blow(None, id, false, true)),
                }
            }
            What::Chose { .. }
            | What::Began(_)
            | What::Changed(_)
            | What::Rolled { .. }
            | What::Ended => {}
            What::Said { word, args } => {
                if book.telling(word) == Telling::Phase {
                    phase = last_number(args);
                }
            }
        }
    }
    blows
}

fn blow_ui(ui: &mut Ui, view: View, blow: &Blow, (indent, lit): (f32, bool)) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let response = named(response, Role::Label, true, || label(view.teller(), blow));
    let (now, y) = (theme::now(), rect.center().y);
    if lit || response.hovered() {
        ui.painter().rect_filled(rect, 8.0, now.panel2);
    }
    if let Some(phase) = blow.phase {
        let at = pos2(rect.left() + indent * 0.4, y);
        let font = theme::heading(22.0);
        ui.painter().text(at, egui::Align2::CENTER_CENTER, phase, font, now.ink1);
    }
    let mut x = rect.left() + indent + CHIP + 2.0;
    let ctx = ui.ctx().clone();
    let show = |ui: &Ui, make: &dyn Fn(&mut Pen)| {
        let mut pen = Pen::new(ctx.pixels_per_point());
        make(&mut pen);
        draw::show(ui.painter(), pen.done());
    };
    if let Some(strike) = blow.strike.filter(|strike| strike.attacker.is_some()) {
        show(ui, &|pen| chip(pen, view, strike.attacker, pos2(x, y)));
        x += CHIP + 15.0;
        let weapon = weapon_of(view, strike.mode);
        show(ui, &|pen| arrow(pen, pos2(x, y), weapon));
        x += CHIP + 15.0;
    }
    show(ui, &|pen| chip(pen, view, blow.target, pos2(x, y)));
    x += CHIP + 10.0;
    let damage = blow.strike.map_or(0, |strike| strike.damage);
    let words = match (blow.cancelled, damage) {
        (true, _) => (text::without_effect().to_owned(), now.link),
        (false, 0) => (String::new(), now.ink3),
        (false, n) => (format!("\u{2212}{n}"), now.down),
    };
    let font = draw::font(Letters::Bold, 15.0);
    let galley = ui.painter().layout_no_wrap(words.0, font, words.1);
    let at = pos2(x, y - galley.size().y / 2.0);
    x += galley.size().x + 14.0;
    ui.painter().galley(at, galley, words.1);
    if let (true, Some(skull)) = (blow.falls, icon("skull")) {
        draw::icon_ui(ui.painter(), pos2(x, y), skull, 18.0, now.down);
    }
    response
}

fn weapon_of(view: View, mode: ModeId) -> Weapon {
    let label = view.book.modes.get(mode.index());
    let combat = view.game.combat.as_ref();
    let range = combat.and_then(|combat| combat.modes.get(mode.index())).map(|mode| mode.range);
    face::weapon(label.map_or("", |label| label.icon.as_str()), range.unwrap_or_default())
}

/// A small sign of the kind of attack, pointing to the right.
fn arrow(pen: &mut Pen, at: egui::Pos2, weapon: Weapon) {
    let point = |x: f32, y: f32| at + vec2(x, y);
    match weapon {
        Weapon::Blade => {
            let ink = theme::now().ink1;
            pen.flat(
                &[point(-5.0, -6.0), point(6.0, 0.0), point(-5.0, 6.0), point(-2.5, 0.0)],
                ink,
            );
        }
        Weapon::Dart | Weapon::Other => {
            let ochre = Color32::from_rgb(0xd8, 0x92, 0x2b);
            pen.rect(Rect::from_min_max(point(-7.0, -1.4), point(1.0, 1.4)), 0.5, ochre);
            pen.flat(&[point(0.0, -4.5), point(7.0, 0.0), point(0.0, 4.5)], ochre);
        }
    }
}

/// A piece in small: rim and emblem.
pub fn chip(pen: &mut Pen, view: View, id: PieceId, at: egui::Pos2) {
    let form = form_of(view.game.board.kind());
    tile::chip(pen, (at, CHIP), &view.face(id), form);
}

fn label(teller: Teller, blow: &Blow) -> String {
    let target = teller.piece(blow.target);
    let Some(strike) = blow.strike else { return text::falls(&target) };
    let line = match (blow.cancelled, strike.attacker.is_some()) {
        (true, _) => text::cancelled(&teller.piece(strike.attacker), &target, ""),
        (false, true) => text::hits(&teller.piece(strike.attacker), &target, strike.damage, ""),
        (false, false) => text::is_hit(&target, strike.damage),
    };
    let line = if blow.falls { format!("{line}, {}", text::falls(&target)) } else { line };
    match blow.phase {
        Some(phase) => text::in_phase(phase, &line),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_rows_are_drawn_as_fit_and_a_few_in_any_case() {
        assert_eq!([-50.0, 64.0, 320.0, 9000.0].map(n_fitting), [4, 4, 10, 60]);
    }
}
