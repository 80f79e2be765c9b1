//! What lies under the pieces: the table in its light, the wooden plate, the cells sunk into it.

use egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use harena_engine::board::{Board, BoardKind, Cell};

use super::geometry::{Form, Layout};
use super::icon;
use super::tile::moved;
use crate::book::Book;
use crate::draw::{self, Letters, Paint, Pen, outline};
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
        let mut corners = Vec::new();
        for cell in self.board.cells() {
            corners.extend(self.form().corners(self.center(cell), self.radius()));
        }
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

    fn center(self, cell: Cell) -> Pos2 {
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

    /// A row of spaces seen from the side: blocks of wood, higher ones for high ground.
    fn lane(self, pen: &mut Pen) {
        let now = theme::now();
        let unit = self.layout.unit;
        let cells: Vec<Cell> = self.board.cells().iter().collect();
        let lowest = cells.iter().map(|cell| self.center(*cell).y).fold(f32::MIN, f32::max);
        let floor = lowest + unit * 0.95;
        for cell in cells {
            let top = self.center(cell) + vec2(0.0, unit * 0.30);
            let half = unit * 0.485;
            let deep = (unit * 0.12).clamp(8.0, 18.0);
            let front = Rect::from_min_max(pos2(top.x - half, top.y), pos2(top.x + half, floor));
            let inset = vec2(half * 0.10, 0.0);
            let upper = [
                front.left_top() + vec2(0.0, -deep) + inset,
                front.right_top() + vec2(0.0, -deep) - inset,
                front.right_top(),
                front.left_top(),
            ];
            pen.shadow(
                &[
                    front.left_bottom() + vec2(-2.0, -4.0),
                    front.right_bottom() + vec2(2.0, -4.0),
                    front.right_bottom() + vec2(2.0, 10.0),
                    front.left_bottom() + vec2(-2.0, 10.0),
                ],
                12.0,
                Color32::from_black_alpha(90),
            );
            let light = mix(now.board0, Color32::WHITE, if now.dark { 0.10 } else { 0.25 });
            let tint = self.lane_tint(cell).map_or(light, |color| mix(light, color, 0.35));
            pen.flat(&upper, tint);
            let stops = [(0.0, now.board0), (0.25, now.board1), (1.0, now.edge)];
            let front_points = outline::rounded_rect(front, 3.0);
            pen.shape(&front_points, Paint::Down(&stops));
            pen.grain(
                &front_points,
                vec2(17.0, 1.6),
                Color32::from_rgba_unmultiplied(20, 10, 0, 60),
            );
            self.lane_words(pen, cell, front);
        }
    }

    fn lane_tint(self, cell: Cell) -> Option<Color32> {
        let signs = self.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        signs.filter_map(|sign| sign.label.color).next_back()
    }

    fn lane_words(self, pen: &mut Pen, cell: Cell, front: Rect) {
        let now = theme::now();
        let ink = if now.dark { now.ink1 } else { now.on_accent };
        let at = pos2(front.center().x, front.bottom() - 8.0);
        let room = front.width() - 6.0;
        if self.told {
            return;
        }
        pen.name(at, self.board.name(cell), (Letters::Bold, 13.0, ink), room);
        let signs = self.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        for (i, sign) in signs.enumerate() {
            let at = pos2(at.x, at.y - 18.0 * (i as f32 + 1.0));
            pen.name(at, &sign.label.title, (Letters::Plain, 13.0, ink), room);
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

/// The point on which figures of a space of a lane stand.
pub fn lane_feet(layout: &Layout, center: Pos2) -> Pos2 {
    center + Vec2::new(0.0, layout.unit * 0.24)
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
