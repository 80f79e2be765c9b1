//! What the rules say about cells and pieces, at their places: words with shapes of seats among
//! them, live sums on stones, threats in the corners of cells.

use egui::{Color32, Pos2, Rect, vec2};
use harena_engine::board::Cell;
use harena_engine::id::*;

use super::board::Canvas;
use super::face::Body;
use super::geometry::Form;
use super::icon;
use super::middle::slot;
use crate::book::Telling;
use crate::draw::{self, Letters, Pen, outline};
use crate::session::Outlook;
use crate::table::Focus;
use crate::tell::{NOBODY_SHAPE, seat_of_shape};
use crate::theme::{self, paper};

/// The ground of who leads at a stone.
const LEAD: Color32 = Color32::from_rgb(0xf2, 0xc1, 0x4e);

/// One sentence at a place; shapes of seats stand in it as signs of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saying {
    word: WordId,
    pub(super) text: String,
    /// Whether it is about a piece, not about the cell itself.
    pub(super) of_piece: bool,
}

impl Saying {
    fn has_shape(&self) -> bool {
        self.text.chars().any(|c| seat_of_shape(c).is_some() || c == NOBODY_SHAPE)
    }
}

/// What is said of one cell.
#[derive(Default)]
struct Told {
    cell: Cell,
    lines: Vec<Saying>,
    /// Numbers of threats.
    corners: Vec<i32>,
    /// How likely the worst is.
    dooms: Vec<String>,
}

impl Canvas<'_> {
    /// Draws what the rules say about cells and pieces at their places, with a frame around them
    /// if so wished.
    pub fn draw_sayings(&self, outlook: &Outlook, framed: bool) {
        for told in self.told_places(outlook) {
            self.fresh(|pen| self.draw_told(pen, &told, framed));
        }
    }

    fn draw_told(&self, pen: &mut Pen, told: &Told, framed: bool) {
        if framed && !told.lines.is_empty() {
            let field = self.place(told.cell).outline(0.93);
            pen.dashed(&field, true, (3.0, 5.0), (2.0, theme::now().ink2));
        }
        self.draw_corner(pen, told.cell, &told.corners);
        self.draw_saying(pen, told.cell, &told.lines);
        for doom in &told.dooms {
            self.draw_doom(pen, told.cell, doom);
        }
    }

    /// A dotted frame around whom the worst may befall, and below it a skull with how likely that is.
    fn draw_doom(&self, pen: &mut Pen, cell: Cell, text: &str) {
        let frame = self.frame(cell, 2.0);
        pen.dashed(&frame, true, (4.0, 6.0), (3.0, theme::now().down));
        let place = self.place(cell);
        let size = (place.radius * 0.22).clamp(13.0, 16.0);
        let wide = draw::width_of(self.painter, text, Letters::Bold, size) + size * 2.4;
        let at = place.center + vec2(0.0, place.apothem(1.0) + size * 0.35);
        let rect = Rect::from_center_size(at, vec2(wide, size * 1.65));
        pen.rect(rect.expand(1.5), rect.height() / 2.0, paper::HALO);
        pen.rect(rect, rect.height() / 2.0, paper::DANGER);
        if let Some(skull) = draw::icon("skull") {
            pen.icon(rect.left_center() + vec2(size * 0.9, 0.0), skull, size, Color32::WHITE);
        }
        pen.word(at + vec2(size * 0.5, 0.0), text, (Letters::Bold, size, Color32::WHITE));
    }

    /// Draws who aims at whom: arrows in the color of who aims.
    pub fn draw_aims(&self, pen: &mut Pen) {
        for (from, to) in &self.aims {
            let owner = self.view.shown.state.piece(*from).owner;
            let place = |id: &PieceId| self.view.shown.state.piece(*id).cell();
            let (Some(start), Some(end)) = (place(from), place(to)) else { continue };
            let (start, end) = (self.foot(start), self.foot(end));
            // Over the border of two neighbors, else from middle to middle.
            let way = (end - start).normalized();
            let middle = start.lerp(end, 0.5);
            let half = ((end - start).length() / 2.0).min(self.layout.radius() * 0.42);
            let ends = (middle - way * half, middle + way * half);
            icon::strike(pen, ends.0, ends.1, 0.0, self.view.livery(owner).rim);
        }
    }

    fn told_places(&self, outlook: &Outlook) -> Vec<Told> {
        let teller = self.view.teller();
        let mut all: Vec<Told> = Vec::new();
        for (word, args) in &outlook.said {
            let (place, text) = teller.saying_in_shapes(*word, *args);
            let cell = match place {
                Some(Focus::Cell(cell)) => Some(cell),
                Some(Focus::Piece(id)) => self.view.shown.state.piece(id).cell(),
                Some(Focus::Prototype(_)) | None => None,
            };
            let Some(cell) = cell else { continue };
            let at = all.iter().position(|told| told.cell == cell);
            let at = at.unwrap_or_else(|| {
                all.push(Told { cell, ..Told::default() });
                all.len() - 1
            });
            let Some(told) = all.get_mut(at) else { continue };
            let telling = self.view.book.telling(*word);
            if telling == Telling::Corner {
                told.corners.extend(crate::tell::last_number(*args));
            } else if telling == Telling::Doom {
                told.dooms.push(text);
            } else if !matches!(telling, Telling::Plain | Telling::Seat) {
                // It is told by its color, or elsewhere.
            } else if !text.is_empty() {
                let of_piece = matches!(place, Some(Focus::Piece(_)));
                told.lines.push(Saying { word: *word, text, of_piece });
            }
        }
        all
    }

    /// A red corner with what would strike there.
    fn draw_corner(&self, pen: &mut Pen, cell: Cell, numbers: &[i32]) {
        let Some(most) = numbers.iter().max() else { return };
        let place = self.place(cell);
        let half = place.apothem(0.955);
        let size = (half * 0.46).max(13.0);
        let text = if numbers.len() > 1 { format!("{most}+") } else { most.to_string() };
        let how = (Letters::Bold, (size * 0.56).max(10.0), Color32::WHITE);
        if place.form == Form::Square {
            let corner = place.center + vec2(-half, half);
            let mut points =
                vec![corner - vec2(0.0, size * 1.25), corner + vec2(size * 1.25, 0.0), corner];
            if !outline::is_clockwise(&points) {
                points.reverse();
            }
            pen.flat(&points, paper::DANGER);
            return pen.word(corner + vec2(0.40, -0.36) * size, text, how);
        }
        let at = place.center + vec2(-0.5, 0.62) * half;
        pen.token(at, size * 0.42, paper::DANGER, (1.2, paper::HALO));
        pen.word(at, text, how);
    }

    /// Draws a few words on a stone, or at the lower side of a cell where they fit, else a sign
    /// that there is something to be read.
    fn draw_saying(&self, pen: &mut Pen, cell: Cell, lines: &[Saying]) {
        if lines.is_empty() {
            return;
        }
        let place = self.place(cell);
        let here = self.view.shown.state.at(cell).map(|id| self.view.face(id).body);
        if here == Some(Body::Site) {
            return self.draw_on_stone(pen, cell, lines);
        }
        if self.on_lane() {
            return self.draw_on_block(pen, cell, lines);
        }
        let wide = place.apothem(if place.form == Form::Hex { 1.5 } else { 1.7 });
        let (size, most) = match here {
            None | Some(Body::Floor) => ((place.radius * 0.19).clamp(10.0, 14.0), 3),
            Some(Body::Tile | Body::Disc | Body::Card | Body::Site) => {
                ((place.radius * 0.19).clamp(10.0, 14.0), 1)
            }
        };
        let widest = lines.iter().map(|it| self.width(&it.text, size)).fold(0.0, f32::max);
        if lines.len() > most || widest > wide * 1.25 || place.radius < 26.0 {
            let radius = (place.radius * 0.16).clamp(8.0, 12.0);
            let at = place.center + vec2(0.0, place.apothem(0.84));
            return slot(pen, (at, radius), paper::STEEL, (draw::icon("info"), "i"));
        }
        let step = size * 1.24;
        let height = step * lines.len() as f32;
        let bottom = place.apothem(0.84);
        let room = wide.min(widest) + 14.0;
        let middle = place.center + vec2(0.0, bottom - height / 2.0);
        let rect = Rect::from_center_size(middle, vec2(room, height + 4.0));
        pen.flat(&outline::rounded_rect(rect, 8.0), paper::INK.gamma_multiply(0.86));
        for (i, it) in lines.iter().enumerate() {
            let at = middle + vec2(0.0, step * (i as f32 + 0.5) - height / 2.0);
            self.runs(pen, (at, wide), &it.text, (size, paper::HALO));
        }
    }

    /// On a stone what is said with shapes stands side by side: the first sentence is what it is
    /// worth, what follows is how it stands.
    fn draw_on_stone(&self, pen: &mut Pen, cell: Cell, lines: &[Saying]) {
        let place = self.place(cell);
        let r = place.radius;
        let first = lines.first().map(|it| it.word);
        let (top, below): (Vec<&Saying>, Vec<&Saying>) =
            lines.iter().partition(|it| Some(it.word) == first);
        let mut rows: Vec<(String, f32)> = Vec::new();
        row_up(&mut rows, &top, (3, (r * 0.43).clamp(9.0, 24.0)));
        let n_top = rows.len();
        let small = (r * if below.len() > 4 { 0.29 } else { 0.34 }).clamp(8.0, 19.0);
        row_up(&mut rows, &below, (2, small));
        let height: f32 = rows.iter().map(|(_, size)| size * 1.14).sum();
        let mut y = place.center.y - height / 2.0 - 0.03 * r;
        let ink = Color32::from_rgb(0xf5, 0xed, 0xe0);
        for (at, (text, size)) in rows.iter().enumerate() {
            if at == n_top && at > 0 {
                let line = [
                    Pos2::new(place.center.x - 0.45 * r, y),
                    Pos2::new(place.center.x + 0.45 * r, y),
                ];
                pen.line(&line, false, (1.0, ink.gamma_multiply(0.35)));
            }
            y += size * 0.57;
            // Who leads stands first, in a pill of its own.
            let lead = at == n_top && at > 0 && below.len() > 1 && below[0].has_shape();
            let row = (Pos2::new(place.center.x, y), 1.28 * r);
            self.runs_led(pen, row, text, (*size, ink, lead));
            y += size * 0.57;
        }
    }

    /// How wide a sentence is with its shapes.
    fn width(&self, text: &str, size: f32) -> f32 {
        runs_of(text).into_iter().map(|run| self.width_of(run, size)).sum()
    }

    fn width_of(&self, run: Run, size: f32) -> f32 {
        match run {
            Run::Words(words) => draw::width_of(self.painter, words, Letters::Bold, size),
            Run::Shape(_) => size * 0.86,
        }
    }

    /// Words and shapes around a middle, made smaller to fit into so much room.
    pub(super) fn runs(
        &self,
        pen: &mut Pen,
        row: (Pos2, f32),
        text: &str,
        (size, ink): (f32, Color32),
    ) {
        self.runs_led(pen, row, text, (size, ink, false));
    }

    /// The same; what stands before the first gap may lie in a pill.
    fn runs_led(
        &self,
        pen: &mut Pen,
        (middle, room): (Pos2, f32),
        text: &str,
        (size, ink, lead): (f32, Color32, bool),
    ) {
        let size = size * (room / self.width(text, size).max(1.0)).min(1.0);
        let mut x = middle.x - self.width(text, size) / 2.0;
        let first = text.split("  ").next().unwrap_or(text);
        let ends = x + self.width(first, size);
        if lead {
            let pill = Rect::from_x_y_ranges(
                x - 0.22 * size..=ends + 0.18 * size,
                middle.y - 0.56 * size..=middle.y + 0.56 * size,
            );
            pen.rect(pill, pill.height() / 2.0, LEAD);
        }
        for run in runs_of(text) {
            let wide = self.width_of(run, size);
            let ink = if lead && x < ends - 0.5 { paper::INK } else { ink };
            let at = Pos2::new(x + wide / 2.0, middle.y);
            match run {
                Run::Words(words) if words.trim().is_empty() => {}
                Run::Words(words) => {
                    let at = at + vec2(0.0, size * 0.35);
                    pen.name(at, words, (Letters::Bold, size, ink), f32::INFINITY);
                }
                Run::Shape(Some(seat)) => {
                    let livery = self.view.livery(seat);
                    let edge = (size * 0.07, paper::HALO);
                    icon::shape(pen, livery.shape, (at, size * 0.31), livery.rim, edge);
                }
                Run::Shape(None) => {
                    pen.ring(at, size * 0.27, (size * 0.12, Color32::from_gray(170)));
                }
            }
            x += wide;
        }
    }

    /// A pill with words and shapes around a middle.
    pub(super) fn shaped_pill(&self, pen: &mut Pen, at: Pos2, text: &str, fill: Color32) {
        let size = (self.layout.radius() * 0.24).clamp(13.0, 17.0);
        let wide = self.width(text, size);
        let rect = Rect::from_center_size(at, vec2(wide + size * 1.2, size * 1.6));
        pen.rect(rect.expand(1.5), rect.height() / 2.0, paper::HALO);
        pen.rect(rect, rect.height() / 2.0, fill);
        self.runs(pen, (at, wide + 1.0), text, (size, theme::ink_on(fill)));
    }
}

/// Puts sentences with shapes side by side, so many a row; others have rows of their own.
fn row_up(rows: &mut Vec<(String, f32)>, sayings: &[&Saying], (most, size): (usize, f32)) {
    let mut in_row = 0;
    let mut before = None;
    for it in sayings {
        let joins = it.has_shape() && before == Some(it.word) && in_row < most;
        match rows.last_mut().filter(|_| joins) {
            Some((text, _)) => {
                text.push_str("  ");
                text.push_str(&it.text);
                in_row += 1;
            }
            None => {
                rows.push((it.text.clone(), size));
                in_row = 1;
            }
        }
        before = it.has_shape().then_some(it.word);
    }
}

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run<'a> {
    Words(&'a str),
    /// The shape of a seat; a ring where nobody plays what is meant.
    Shape(Option<Seat>),
}

fn runs_of(text: &str) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let seat = seat_of_shape(c);
        if seat.is_none() && c != NOBODY_SHAPE {
            continue;
        }
        runs.extend(text.get(start..at).filter(|it| !it.is_empty()).map(Run::Words));
        runs.push(Run::Shape(seat));
        start = at + c.len_utf8();
    }
    runs.extend(text.get(start..).filter(|it| !it.is_empty()).map(Run::Words));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tell::shape_of_seat;

    #[test]
    fn sentences_are_words_with_shapes_among_them() {
        let (red, none) = (shape_of_seat(Seat(2)), NOBODY_SHAPE);
        let text = format!("5{red} 3{none}");
        let shape = |seat| Run::Shape(seat);
        let expected = [Run::Words("5"), shape(Some(Seat(2))), Run::Words(" 3"), shape(None)];
        assert_eq!(runs_of(&text), expected);
        assert_eq!(runs_of("nobody"), [Run::Words("nobody")]);
    }

    #[test]
    fn what_has_shapes_stands_side_by_side() {
        let saying = |word: u16, text: &str| {
            let (word, text) = (WordId(word), text.to_owned());
            Saying { word, text, of_piece: false }
        };
        let shape = shape_of_seat(Seat(0));
        let all: Vec<Saying> = (1..=3)
            .map(|n| saying(4, &format!("{n}{shape}")))
            .chain([saying(5, "taken")])
            .collect();
        let mut rows = Vec::new();
        row_up(&mut rows, &all.iter().collect::<Vec<_>>(), (2, 10.0));
        let rows: Vec<String> = rows.into_iter().map(|(text, _)| text).collect();
        assert_eq!(rows, [format!("1{shape}  2{shape}"), format!("3{shape}"), "taken".to_owned()]);
    }
}
