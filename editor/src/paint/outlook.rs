//! Drawing what would happen, and what the rules say about places.

use egui::{Stroke, vec2};
use harena_engine::board::Cell;

use super::board::{Canvas, draw_figures, stack};
use super::face::{Body, Face};
use super::geometry::Form;
use super::{icon, tile};
use crate::scene::View;
use crate::session::{Fate, Outlook};
use crate::table::Focus;
use crate::theme;

impl Canvas<'_> {
    /// Draws what would become of pieces; those that are drawn as ghosts already only get their
    /// numbers.
    pub fn draw_outlook(&self, outlook: &Outlook, drafted: impl Iterator<Item = i32>) {
        let drafted: Vec<i32> = drafted.collect();
        let view = View { shown: &outlook.after, ..self.view };
        let shifted = outlook.changes.iter().filter(|it| it.from != it.to || it.facing.is_some());
        let grounds = shifted.filter(|it| view.face(it.piece).body == Body::Floor);
        let grounds: Vec<Cell> = grounds.filter_map(|change| change.to).collect();
        grounds.iter().for_each(|cell| self.draw_ground(view, *cell));
        for change in &outlook.changes {
            let ghost = drafted.contains(&i32::from(change.piece.0))
                || change.to.is_some_and(|to| grounds.contains(&to));
            self.draw_change(view, change, ghost);
        }
    }

    /// Draws ground that would lie on a cell, and above it those who would stand there.
    fn draw_ground(&self, view: View, cell: Cell) {
        let spot = self.spot(cell);
        let (grounds, figures): (Vec<Face>, Vec<Face>) = stack(&view.shown.state, cell)
            .into_iter()
            .map(|id| view.face(id))
            .partition(|face| face.body == Body::Floor);
        grounds.iter().for_each(|face| tile::draw(spot, face));
        draw_figures(spot, &grounds, &figures);
        let corners = spot.form.corners(spot.center, spot.radius * 0.97);
        self.painter.add(egui::Shape::closed_line(corners, Stroke::new(2.5, theme::LIT)));
    }

    fn draw_change(&self, view: View, change: &Fate, drafted: bool) {
        match (change.from, change.to) {
            (Some(from), None) => self.draw_cross(self.center(from)),
            (from, Some(to)) if from != change.to => {
                if let Some(from) = from {
                    let ends = (self.center(from), self.center(to));
                    icon::strike(self.painter, ends.0, ends.1, self.layout.radius(), theme::LIT);
                }
                if !drafted {
                    tile::draw_ghost(self.spot(to), &view.face(change.piece), theme::LIT);
                }
            }
            (Some(cell), Some(_)) if change.facing.is_some() && !drafted => {
                tile::draw_ghost(self.spot(cell), &view.face(change.piece), theme::LIT);
            }
            (None | Some(_), _) => {}
        }
        if let Some(cell) = change.to {
            self.draw_numbers(change, cell);
        }
    }

    /// Draws which numbers and statuses would change, one tag below the other.
    fn draw_numbers(&self, change: &Fate, cell: Cell) {
        let book = self.view.book;
        let wounds = self.view.game.combat.as_ref().map(|combat| combat.wounds);
        let mut tags = Vec::new();
        for (counter, by) in &change.counters {
            let Some(label) = book.counters.get(counter.index()) else { continue };
            if wounds == Some(*counter) {
                tags.push((format!("{:+}", -by), *by < 0));
            } else if label.shown {
                tags.push((format!("{by:+} {}", label.letter), *by > 0));
            }
        }
        for (stat, by) in &change.stats {
            let label = book.stats.get(stat.index()).filter(|label| label.shown);
            tags.extend(label.map(|it| (format!("{by:+} {}", it.letter), *by > 0)));
        }
        for (at, label) in book.statuses.iter().enumerate().filter(|(_, it)| it.shown) {
            if change.gains.has(at) {
                tags.push((format!("+ {}", label.letter), false));
            } else if change.loses.has(at) {
                tags.push((format!("- {}", label.letter), true));
            }
        }
        let radius = self.layout.radius();
        let mut at = self.center(cell) + vec2(radius * 0.45, -radius * 0.42);
        for (text, better) in tags.iter().take(4) {
            self.draw_tag(at, text, if *better { theme::BETTER } else { theme::BAD });
            at.y += (radius * 0.34).max(15.0);
        }
    }

    /// Draws what the rules say about cells and pieces at their places, with a frame around them
    /// if so wished.
    pub fn draw_sayings(&self, outlook: &Outlook, framed: bool) {
        let teller = self.view.teller();
        let mut lines: Vec<(Cell, Vec<String>)> = Vec::new();
        for (word, args) in &outlook.said {
            let (place, line) = teller.saying(*word, *args);
            let cell = match place {
                Some(Focus::Cell(cell)) => Some(cell),
                Some(Focus::Piece(id)) => self.view.shown.state.piece(id).cell(),
                Some(Focus::Prototype(_)) | None => None,
            };
            let Some(cell) = cell else { continue };
            match lines.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, all)) => all.push(line),
                None => lines.push((cell, vec![line])),
            }
        }
        for (cell, all) in &lines {
            if framed {
                let spot = self.spot(*cell);
                let corners = spot.form.corners(spot.center, spot.radius * 0.93);
                let frame = Stroke::new(2.0, theme::SHIELD);
                self.painter.add(egui::Shape::closed_line(corners, frame));
            }
            self.draw_saying(*cell, all);
        }
    }

    /// Draws a few words at the lower side of a cell where they fit, else a sign that there is
    /// something to be read.
    fn draw_saying(&self, cell: Cell, lines: &[String]) {
        let spot = self.spot(cell);
        let lines: Vec<&str> =
            lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return;
        }
        let Some(galley) = self.fitting(cell, &lines) else {
            let radius = (spot.radius * 0.16).clamp(7.0, 12.0);
            let count = i32::try_from(lines.len()).unwrap_or(i32::MAX);
            let badge = icon::Badge { color: theme::SHIELD, count, hollow: true };
            let width = icon::badge_width(self.painter, radius, crate::text::SAYS, badge);
            let at = self.lower_side(cell, width) - vec2(0.0, radius * 0.6);
            return icon::badge(self.painter, at, radius, crate::text::SAYS, badge);
        };
        let size = galley.size() + vec2(6.0, 2.0);
        let bottom = self.lower_side(cell, size.x);
        let room = egui::Rect::from_center_size(bottom - vec2(0.0, size.y / 2.0 - 1.0), size);
        self.painter.rect_filled(room, 3.0, theme::BACKGROUND.gamma_multiply(0.82));
        self.painter.galley(egui::pos2(bottom.x, room.top() + 1.0), galley, theme::SHIELD);
    }

    /// Where something so wide stands at the lower side of a cell: in the middle, or in the corner
    /// that a disc leaves free on a square.
    fn lower_side(&self, cell: Cell, width: f32) -> egui::Pos2 {
        let spot = self.spot(cell);
        let here = self.view.shown.state.at(cell).map(|id| self.face(id).body);
        let is_cornered = here == Some(Body::Disc) && spot.form == Form::Square;
        let left = if is_cornered { width / 2.0 - spot.apothem(0.9) } else { 0.0 };
        spot.center + vec2(left.min(0.0), spot.apothem(0.86))
    }

    /// The words of a cell in letters large enough to be read, if they fit beside what stands
    /// there: below a piece there is room for one line.
    fn fitting(&self, cell: Cell, lines: &[&str]) -> Option<std::sync::Arc<egui::Galley>> {
        let spot = self.spot(cell);
        let here = self.view.shown.state.at(cell).map(|id| self.face(id).body);
        let n_rows = match here {
            None | Some(Body::Site | Body::Floor) => 3,
            Some(Body::Tile | Body::Disc | Body::Card) => 1,
        };
        let width = spot.apothem(if spot.form == Form::Hex { 1.3 } else { 1.5 });
        let font = egui::FontId::proportional((spot.radius * 0.17).clamp(9.0, 13.0));
        let mut job = egui::text::LayoutJob::simple(lines.join("\n"), font, theme::SHIELD, width);
        job.halign = egui::Align::Center;
        job.wrap.break_anywhere = false;
        let galley = self.painter.layout_job(job);
        let fits = galley.rows.len() <= n_rows
            && galley.size().x <= width
            && galley.size().y <= spot.apothem(0.8);
        fits.then_some(galley)
    }
}
