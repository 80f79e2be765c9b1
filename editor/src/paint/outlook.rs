//! Drawing what would happen, and what the rules say about places.

use egui::vec2;
use harena_engine::board::{BoardKind, Cell};

use super::board::{Canvas, draw_figures, stack};
use super::face::{Body, Face};
use super::geometry::Form;
use super::icon;
use super::middle::slot;
use super::tile::{self, Pose};
use crate::draw::{self, Letters, Pen, outline};
use crate::scene::View;
use crate::session::{Fate, Outlook};
use crate::table::Focus;
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
            } else if label.shown {
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
        let mut at = self.center(cell) + vec2(radius * 0.40, -radius * 0.12);
        for (text, better) in tags.iter().take(4) {
            let fill = if *better { paper::RAISED } else { paper::DANGER };
            self.draw_tag(pen, at, text, fill);
            at.y += (radius * 0.40).max(22.0);
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
        let frame = |pen: &mut Pen, cell: Cell| {
            let corners = self.place(cell).outline(0.93);
            pen.dashed(&corners, true, (3.0, 5.0), (2.0, theme::now().ink2));
        };
        for (cell, all) in &lines {
            if framed {
                self.fresh(|pen| frame(pen, *cell));
            }
            self.fresh(|pen| self.draw_saying(pen, *cell, all));
        }
    }

    /// Draws a few words on a stone, or at the lower side of a cell where they fit, else a sign
    /// that there is something to be read.
    fn draw_saying(&self, pen: &mut Pen, cell: Cell, lines: &[String]) {
        let place = self.place(cell);
        let lines: Vec<&str> =
            lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return;
        }
        let here = self.view.shown.state.at(cell).map(|id| self.view.face(id).body);
        let on_lane = self.view.game.board.kind() == BoardKind::Line;
        let wide = place.apothem(if place.form == Form::Hex { 1.5 } else { 1.7 });
        let (size, most) = match here {
            Some(Body::Site) => ((place.radius * 0.24).clamp(9.0, 17.0), 4),
            _ if on_lane => ((place.radius * 0.4).clamp(11.0, 14.0), 2),
            None | Some(Body::Floor) => ((place.radius * 0.19).clamp(10.0, 14.0), 3),
            Some(Body::Tile | Body::Disc | Body::Card) => {
                ((place.radius * 0.19).clamp(10.0, 14.0), 1)
            }
        };
        let width = |line: &&str| draw::width_of(self.painter, line, Letters::Bold, size);
        let widest = lines.iter().map(width).fold(0.0, f32::max);
        if lines.len() > most || widest > wide * 1.25 || (place.radius < 26.0 && !on_lane) {
            let radius = (place.radius * 0.16).clamp(8.0, 12.0);
            let down = if on_lane { self.layout.unit * 0.46 } else { place.apothem(0.84) };
            let at = place.center + vec2(0.0, down);
            return slot(pen, (at, radius), paper::STEEL, (draw::icon("info"), "i"));
        }
        let on_stone = here == Some(Body::Site);
        let step = size * 1.24;
        let height = step * lines.len() as f32;
        let bottom = match (on_stone, on_lane) {
            (true, _) => height / 2.0,
            (false, true) => self.layout.unit * 0.46 + height / 2.0,
            (false, false) => place.apothem(0.84),
        };
        let first = place.center + vec2(0.0, bottom - height + step * 0.72);
        let room = wide.min(widest) + 14.0;
        if !on_stone {
            let middle = place.center + vec2(0.0, bottom - height / 2.0);
            let rect = egui::Rect::from_center_size(middle, vec2(room, height + 4.0));
            pen.flat(&outline::rounded_rect(rect, 8.0), paper::INK.gamma_multiply(0.86));
        }
        for (i, line) in lines.iter().enumerate() {
            let at = first + vec2(0.0, step * i as f32);
            pen.name(at, line, (Letters::Bold, size, paper::HALO), wide);
        }
    }
}
