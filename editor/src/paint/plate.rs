//! What lies under the pieces: the table in its light, the wooden plate, the cells sunk into it.

use egui::{Color32, Painter, Pos2, Rect, vec2};
use harena_engine::board::{Board, BoardKind, Cell};

use super::geometry::{Form, Layout};
use super::icon;
use super::tile::moved;
use crate::book::Book;
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::tell::hexes;
use crate::theme::{self, mix};

/// How far the plate reaches beyond the cells, and how thick it is.
const RIM: f32 = 16.0;
const THICK: f32 = 11.0;

/// Draws the table with its light over a point.
/// In a game whose looks name a color it falls in that.
pub fn table(painter: &Painter, room: Rect, light: Pos2, tint: Option<Color32>) {
    let bits = [room.min.x, room.min.y, room.max.x, room.max.y, light.x, light.y].map(f32::to_bits);
    draw::kept(painter, ("table", bits, tint), |pen| {
        let now = theme::now();
        let lit = tint.map_or(now.table1, |tint| mix(now.table1, tint, 0.35));
        pen.rect(room.expand(2.0), 0.0, now.table0);
        let radius = 820.0_f32.max(room.height() * 0.9);
        pen.glow(light, radius, (lit, now.table0));
        let color = if now.dark {
            Color32::from_rgba_unmultiplied(255, 230, 191, 10)
        } else {
            Color32::from_rgba_unmultiplied(89, 56, 26, 12)
        };
        let corners = [room.left_top(), room.right_top(), room.right_bottom(), room.left_bottom()];
        pen.grain(&corners, vec2(1.0, 26.0), color);
    });
}

/// Where cells lie and how they look, as plain geometry.
#[derive(Clone, Copy)]
pub struct Plate<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its looks.
    pub book: &'a Book,
    /// Where it lies.
    pub layout: &'a Layout,
    /// Whether the rules say what spaces are called.
    pub told: bool,
}

/// The corners of all cells.
fn corners(board: &Board, layout: &Layout) -> Vec<Pos2> {
    let center = |cell: Cell| layout.screen_from_cell(board, cell);
    let corners = |cell: Cell| layout.form().corners(center(cell), layout.radius());
    board.cells().iter().flat_map(corners).collect()
}

/// The outline of the plate with its thickness; a row of spaces has none.
pub fn outline_of(board: &Board, layout: &Layout) -> Vec<Pos2> {
    if board.kind() == BoardKind::Line || board.n_cells() == 0 {
        return Vec::new();
    }
    let top = outline::grown(&outline::hull(&corners(board, layout)), RIM);
    let below = moved(&top, THICK);
    outline::hull(&top.into_iter().chain(below).collect::<Vec<Pos2>>())
}

impl Plate<'_> {
    /// Draws plate and cells.
    pub fn show(self, painter: &Painter) {
        let key = ("plate", self.layout.bits(), self.board.n_cells(), self.told, self.book.ground);
        draw::kept(painter, key, |pen| self.draw(pen));
    }

    fn draw(self, pen: &mut Pen) {
        if self.board.kind() == BoardKind::Line {
            return self.lane(pen);
        }
        let corners = corners(self.board, self.layout);
        if corners.is_empty() {
            return;
        }
        let around = outline::grown(&outline::hull(&corners), RIM);
        let hull = outline::rounded(&around, RIM * 1.3);
        let now = theme::now();
        let deep = if now.dark { 150 } else { 70 };
        pen.shadow_around(&moved(&corners, 26.0), (RIM, 36.0), Color32::from_black_alpha(deep));
        pen.flat(&moved(&hull, THICK), now.edge);
        let own = |color: Color32| self.book.ground.line.map_or(color, |own| mix(color, own, 0.4));
        let (board0, board1) = (own(now.board0), own(now.board1));
        pen.flat(&hull, board0);
        let stops = [(0.0, mix(board0, board1, 0.35)), (0.5, board1)];
        pen.shape(&moved(&outline::grown(&hull, -1.6), 1.2), Paint::Down(&stops));
        let grain = if now.dark { 64 } else { 46 };
        let color = Color32::from_rgba_unmultiplied(20, 10, 0, grain);
        pen.grain(&outline::grown(&hull, -2.0), vec2(17.0, 1.6), color);
        self.ways(pen);
        self.board.cells().iter().for_each(|cell| self.cell(pen, cell));
        if self.form() == Form::Square && self.radius() > 30.0 && self.has_files() {
            self.rim_names(pen);
        }
        if self.form() == Form::Hex && self.radius() > 26.0 {
            self.row_names(pen);
        }
    }

    /// The letters of rows of hexes, each at the end from which its hexes are counted.
    fn row_names(self, pen: &mut Pen) {
        let ink = theme::legible(theme::now().ink3, theme::now().board1);
        let rows = hexes::rows(self.board);
        let longest = rows.iter().map(Vec::len).max().unwrap_or_default();
        for (nth, row) in rows.iter().enumerate() {
            let Some(first) = row.first() else { continue };
            // Beside the shorter rows there is room beyond what strikes over the edge of a hex; beside
            // the longest ones there is some below it.
            let (room, down) = match row.len() < longest {
                true => (self.radius() * 0.24, 0.0),
                false => (RIM * 0.45, self.radius() * 0.33),
            };
            let aside = self.form().apothem(self.radius()) + room;
            let aside = if self.layout.turned { aside } else { -aside };
            let at = self.center(*first) + vec2(aside, down);
            pen.word(at, hexes::letter(nth), (Letters::Plain, 13.0, ink));
        }
    }

    /// Whether cells are called by a column and a row, such as c4.
    fn has_files(self) -> bool {
        self.board.cells().iter().all(|cell| file_and_row(self.board.name(cell)).is_some())
    }

    /// Names of columns below the board, of rows at its left.
    fn rim_names(self, pen: &mut Pen) {
        let cells = || self.board.cells().iter();
        let lowest = cells().map(|cell| self.center(cell).y).fold(f32::MIN, f32::max);
        let leftmost = cells().map(|cell| self.center(cell).x).fold(f32::MAX, f32::min);
        let half = self.form().apothem(self.radius()) + RIM * 0.5;
        let ink = theme::legible(theme::now().ink3, theme::now().board1);
        for cell in cells() {
            let (center, name) = (self.center(cell), self.board.name(cell));
            let Some((file, row)) = file_and_row(name) else { continue };
            let how = (Letters::Plain, 13.0, ink);
            if (center.y - lowest).abs() < 1.0 {
                pen.word(center + vec2(0.0, half + 0.5), file, how);
            }
            if (center.x - leftmost).abs() < 1.0 {
                pen.word(center - vec2(half, 0.0), row, how);
            }
        }
    }

    fn form(self) -> Form {
        self.layout.form()
    }

    fn radius(self) -> f32 {
        self.layout.radius()
    }

    pub(super) fn center(self, cell: Cell) -> Pos2 {
        self.layout.screen_from_cell(self.board, cell)
    }

    fn outline(self, center: Pos2, part: f32) -> Vec<Pos2> {
        let r = self.radius();
        let form = self.form();
        if form == Form::Round {
            return outline::circle(center, r * part);
        }
        outline::rounded(&form.corners(center, r * part), r * 0.09)
    }

    /// A sunk field.
    fn cell(self, pen: &mut Pen, cell: Cell) {
        let (now, center) = (theme::now(), self.center(cell));
        let signs = self.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        let base = self.book.ground.cell.map_or(now.cell, |own| mix(now.cell, own, 0.5));
        let level = f32::from(self.board.level(cell).clamp(0, 4));
        let base = mix(base, now.cell_hi, level * 0.2);
        let color = signs.clone().filter_map(|sign| sign.label.color).next_back();
        let floor = color.map_or(base, |color| mix(base, color, 0.35));
        pen.flat(&self.outline(center + vec2(0.0, 1.6), 0.955), now.cell_hi.gamma_multiply(0.55));
        pen.flat(&self.outline(center, 0.955), now.cell_lo);
        pen.flat(&self.outline(center + vec2(0.0, 1.6), 0.935), floor);
        let apothem = self.form().apothem(self.radius());
        for sign in signs {
            let ink = mix(sign.label.color.unwrap_or(now.ink3), now.ink1, 0.35);
            icon::pattern(pen, sign.pattern, (center, apothem * 0.8), ink);
            if !sign.label.letter.is_empty() {
                let at = center - vec2(0.0, apothem * 0.66);
                let size = (self.radius() * 0.22).clamp(10.0, 18.0);
                super::middle::sign(pen, at, (sign.label.sign, &sign.label.letter), (size, ink));
            }
        }
        if self.form() == Form::Square && self.radius() > 30.0 && !self.has_files() {
            self.name(pen, cell, center + vec2(-0.86, 0.84) * apothem);
        }
    }

    /// The name of a square in its corner.
    fn name(self, pen: &mut Pen, cell: Cell, at: Pos2) {
        let now = theme::now();
        let floor = self.book.ground.cell.map_or(now.cell, |own| mix(now.cell, own, 0.5));
        let own = self.book.ground.coordinates.map(|own| theme::legible(own, floor));
        let ink = own.unwrap_or(now.ink3.gamma_multiply(0.8));
        let (text, anchor) = (self.board.name(cell).to_owned(), draw::Anchor::Left);
        let (letters, room) = (Letters::Plain, f32::INFINITY);
        let text =
            draw::Text { at, anchor, text, letters, size: 13.0, color: ink, angle: 0.0, room };
        pen.text(text);
    }

    /// Links between the cells of a graph.
    fn ways(self, pen: &mut Pen) {
        if self.board.kind() != BoardKind::Graph {
            return;
        }
        for cell in self.board.cells() {
            for near in self.board.neighbors(cell).iter().filter(|near| near.0 > cell.0) {
                let ends = (self.center(cell), self.center(near));
                pen.cord(ends.0, ends.1, (5.0, theme::now().cell_lo));
            }
        }
    }
}

/// The letters and the number that a name such as c4 is made of.
fn file_and_row(name: &str) -> Option<(&str, &str)> {
    let at = name.find(|c: char| c.is_ascii_digit()).filter(|at| (1..=2).contains(at))?;
    let (file, row) = name.split_at(at);
    let is_name = file.chars().all(char::is_alphabetic) && row.chars().all(|c| c.is_ascii_digit());
    is_name.then_some((file, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_columns_and_rows() {
        assert_eq!(file_and_row("c4"), Some(("c", "4")));
        assert_eq!(file_and_row("aa12"), Some(("aa", "12")));
        for name in ["(0,-1)", "7", "c", "c4d"] {
            assert_eq!(file_and_row(name), None, "{name}");
        }
    }
}
