//! Drawing what would happen, and what the rules say about places.

use egui::{Pos2, vec2};
use harena_engine::board::Cell;

use super::board::{Canvas, draw_figures, stack};
use super::face::{Body, Face};
use super::icon;
use super::tile::{self, Pose};
use crate::draw::Pen;
use crate::scene::View;
use crate::session::{Fate, Outlook};
use crate::tell::shape_of_seat;
use crate::theme::{self, paper};

impl Canvas<'_> {
    /// Draws what would become of pieces; those that are drawn as ghosts already only get their
    /// numbers.
    pub fn draw_outlook(&self, outlook: &Outlook, drafted: impl Iterator<Item = i32>) {
        let drafted: Vec<i32> = drafted.collect();
        let view = View { shown: &outlook.after, ..self.view };
        let shifted = outlook.changes.iter().filter(|it| it.from != it.to || it.facing.is_some());
        let grounds = shifted.filter(|it| view.face(it.piece).body == Body::Floor);
        let grounds: Vec<Cell> = grounds.filter_map(|change| change.to).collect();
        grounds.iter().for_each(|cell| self.draw_moved_ground(view, *cell));
        for change in &outlook.changes {
            let ghost = drafted.contains(&i32::from(change.piece.0))
                || change.to.is_some_and(|to| grounds.contains(&to));
            self.draw_change(view, change, ghost);
        }
    }

    /// Draws ground that would lie on a cell, and above it those who would stand there.
    fn draw_moved_ground(&self, view: View, cell: Cell) {
        let place = self.place(cell);
        let (grounds, figures): (Vec<Face>, Vec<Face>) = stack(&view.shown.state, cell)
            .into_iter()
            .map(|id| view.face(id))
            .partition(|face| face.body == Body::Floor);
        grounds.iter().for_each(|face| tile::show(self.painter, place, face, Pose::default()));
        draw_figures(self.painter, place, &grounds, &figures);
        self.fresh(|pen| self.dashed_frame(pen, cell));
    }

    /// Draws at a cell what the numbers of seats would change by.
    pub fn draw_gains(&self, outlook: &Outlook, cell: Cell) {
        let book = self.view.book;
        let shown = |var: &harena_engine::id::VarId| {
            book.seat_vars.get(var.index()).filter(|label| label.shown && !label.quiet)
        };
        let gains = outlook.seat_vars.iter().filter_map(|(seat, var, by)| {
            let title = crate::text::in_a_sentence(&shown(var)?.title);
            let text = format!("{} {by:+} {title}", shape_of_seat(*seat)).replace('-', "\u{2212}");
            Some((text, *by > 0))
        });
        let place = self.place(cell);
        let mut at = place.center + vec2(0.0, place.radius + 14.0);
        for (text, better) in gains.take(3) {
            let fill = if better { paper::RAISED } else { paper::DANGER };
            self.fresh(|pen| self.shaped_pill(pen, at, &text, fill));
            at.y += 27.0;
        }
    }

    fn draw_change(&self, view: View, change: &Fate, drafted: bool) {
        let accent = theme::now().accent;
        match (change.from, change.to) {
            (Some(from), None) => self.fresh(|pen| self.draw_fall(pen, self.center(from))),
            (from, Some(to)) if from != change.to => {
                if let Some(from) = from {
                    let ends = (self.center(from), self.center(to));
                    let short = self.layout.radius();
                    self.fresh(|pen| icon::strike(pen, ends.0, ends.1, short, accent));
                }
                if !drafted {
                    self.draw_ghost(to, &view.face(change.piece));
                }
            }
            (Some(cell), Some(_)) if change.facing.is_some() && !drafted => {
                self.draw_ghost(cell, &view.face(change.piece));
            }
            (None | Some(_), _) => {}
        }
        if let Some(cell) = change.to {
            // A landmark that is decided now has a ring.
            let decided = view.face(change.piece).body == Body::Site && !change.gains.is_empty();
            if decided {
                self.fresh(|pen| pen.line(&self.frame(cell, 1.0), true, (3.0, accent)));
            }
            self.fresh(|pen| self.draw_numbers(pen, change, cell));
        }
    }

    /// Draws which numbers and statuses would change, one tag below the other.
    fn draw_numbers(&self, pen: &mut Pen, change: &Fate, cell: Cell) {
        let book = self.view.book;
        let wounds = self.view.game.combat.as_ref().map(|combat| combat.wounds);
        let mut tags = Vec::new();
        let signed = |by: i32| format!("{by:+}").replace('-', "\u{2212}");
        for (counter, by) in &change.counters {
            let Some(label) = book.counters.get(counter.index()) else { continue };
            let by = i32::from(*by);
            if wounds == Some(*counter) {
                tags.push((signed(-by), by < 0));
            } else if label.shown && !label.quiet {
                tags.push((format!("{} {}", signed(by), label.title), by > 0));
            }
        }
        for (stat, by) in &change.stats {
            let label = book.stats.get(stat.index()).filter(|label| label.shown);
            let by = i32::from(*by);
            tags.extend(label.map(|it| (format!("{} {}", signed(by), it.title), by > 0)));
        }
        for (at, label) in book.statuses.iter().enumerate().filter(|(_, it)| it.shown) {
            if change.gains.has(at) {
                tags.push((label.title.clone(), false));
            } else if change.loses.has(at) {
                tags.push((crate::text::no_longer(&label.title), true));
            }
        }
        let radius = self.layout.radius();
        // Words would cover what stands in the middle of a piece; they have room at its foot.
        let (words, numbers): (Vec<_>, Vec<_>) =
            tags.into_iter().take(4).partition(|(text, _)| text.contains(char::is_alphabetic));
        let step = (radius * 0.40).max(22.0);
        let foot = radius * 0.62 - step * (words.len() as f32 - 1.0).max(0.0);
        self.draw_tags(pen, self.center(cell) + vec2(radius * 0.40, -radius * 0.12), &numbers);
        self.draw_tags(pen, self.center(cell) + vec2(0.0, foot), &words);
    }

    /// Draws tags one below the other, each with whether it is good news.
    fn draw_tags(&self, pen: &mut Pen, mut at: Pos2, tags: &[(String, bool)]) {
        for (text, better) in tags {
            let fill = if *better { paper::RAISED } else { paper::DANGER };
            self.draw_tag(pen, at, text, fill);
            at.y += (self.layout.radius() * 0.40).max(22.0);
        }
    }
}
