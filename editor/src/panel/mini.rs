//! A board in small: its plate, its cells, and what stands on them.

use std::hash::Hash;

use egui::{Color32, Painter, Pos2, Rect, pos2, vec2};
use harena_engine::board::{Board, BoardKind, Cell};
use harena_engine::id::{PieceId, Seat};

use crate::draw::{self, Pen, outline};
use crate::paint::board::{form_of, stack};
use crate::paint::face::{Body, Face};
use crate::paint::geometry::Form;
use crate::paint::tile::{self, Place, Pose, moved};
use crate::scene::View;
use crate::theme::{self, paper};

/// Where the cells of a board lie in a rectangle.
struct Lay<'a> {
    board: &'a Board,
    form: Form,
    /// Points for the distance of two cells side by side.
    unit: f32,
    middle: Pos2,
    center: Pos2,
}

impl<'a> Lay<'a> {
    fn of(board: &'a Board, rect: Rect) -> Lay<'a> {
        let mut bounds = Rect::NOTHING;
        for cell in board.cells() {
            bounds.extend_with(position(board, cell));
        }
        let bounds = if bounds.is_finite() { bounds } else { Rect::ZERO };
        let size = bounds.size() + vec2(1.3, 1.4);
        let unit = (rect.width() / size.x).min(rect.height() / size.y);
        let form = form_of(board.kind());
        Lay { board, form, unit, middle: bounds.center(), center: rect.center() }
    }

    fn at(&self, cell: Cell) -> Pos2 {
        self.center + (position(self.board, cell) - self.middle) * self.unit
    }

    fn radius(&self) -> f32 {
        match self.form {
            Form::Hex => self.unit / 3f32.sqrt(),
            Form::Square => self.unit / 2f32.sqrt(),
            Form::Round => self.unit * 0.48,
        }
    }
}

fn position(board: &Board, cell: Cell) -> Pos2 {
    let (x, y) = board.center(cell).unwrap_or_default();
    pos2(x as f32 / 1000.0, y as f32 / 1000.0)
}

/// Draws the board of a view; it is made anew only when `on` changes.
pub fn board(painter: &Painter, rect: Rect, view: View, on: impl Hash) {
    let bits = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f32::to_bits);
    draw::kept(painter, ("mini", bits, on), |pen| {
        if view.game.board.kind() == BoardKind::Line {
            return lane(pen, rect, view);
        }
        let lay = Lay::of(&view.game.board, rect);
        ground(pen, &lay);
        lay.board.cells().iter().for_each(|cell| pieces(pen, &lay, view, cell));
    });
}

/// A row of spaces from its side, with who stands there.
fn lane(pen: &mut Pen, rect: Rect, view: View) {
    let (now, board, levels) = (theme::now(), &view.game.board, view.levels());
    let level = |cell: Cell| levels.get(cell.index()).copied().flatten();
    let spaces: Vec<(Cell, f32)> =
        board.cells().iter().filter_map(|cell| Some((cell, f32::from(level(cell)?)))).collect();
    let Some(lowest) = spaces.iter().map(|(_, level)| *level).reduce(f32::min) else { return };
    let wide = (rect.width() / spaces.len() as f32).min(rect.height() * 0.4);
    let left = rect.center().x - wide * spaces.len() as f32 / 2.0;
    let floor = rect.center().y + (rect.height() * 0.24).min(wide);
    for (at, (cell, level)) in spaces.iter().enumerate() {
        let top = floor - (level - lowest) * wide * 0.3;
        let corner = pos2(left + at as f32 * wide + 1.0, top);
        let block = Rect::from_min_max(corner, pos2(corner.x + wide - 2.0, floor + wide * 0.45));
        pen.rect(block, 2.0, now.board1);
        pen.rect(block.with_max_y(top + 3.0), 1.5, now.cell_hi);
        let owned = |id: &PieceId| view.shown.state.piece(*id).owner != Seat::NONE;
        for id in stack(&view.shown.state, *cell).into_iter().filter(owned) {
            let radius = (wide * 0.8).min(rect.height() * 0.36);
            let center = pos2(block.center().x, top - radius * 0.8);
            let (form, n_directions) = (form_of(board.kind()), board.n_directions());
            let place = Place { form, center, radius, n_directions, rotation: 0, turning: 0.0 };
            // There is no room for what it carries.
            let face = Face { badges: Vec::new(), ..view.face(id) };
            tile::piece(pen, place, &face, Pose::default());
        }
    }
}

fn ground(pen: &mut Pen, lay: &Lay) {
    let now = theme::now();
    let mut corners = Vec::new();
    for cell in lay.board.cells() {
        corners.extend(lay.form.corners(lay.at(cell), lay.radius()));
    }
    if corners.is_empty() {
        return;
    }
    let rim = lay.unit * 0.12;
    let hull = outline::rounded(&outline::grown(&outline::hull(&corners), rim), rim * 1.4);
    let shade = if now.dark { 120 } else { 60 };
    pen.shadow(&moved(&hull, 6.0), 10.0, Color32::from_black_alpha(shade));
    pen.flat(&moved(&hull, 3.0), now.edge);
    pen.flat(&hull, now.board1);
    for cell in lay.board.cells() {
        let corners = lay.form.corners(lay.at(cell), lay.radius() * 0.92);
        pen.flat(&corners, now.cell);
    }
}

fn pieces(pen: &mut Pen, lay: &Lay, view: View, cell: Cell) {
    for id in stack(&view.shown.state, cell) {
        let face = view.face(id);
        let (form, center) = (lay.form, lay.at(cell));
        let radius = lay.radius() * 0.92;
        let n_directions = lay.board.n_directions();
        let place = Place { form, center, radius, n_directions, rotation: 0, turning: 0.0 };
        match face.body {
            Body::Floor | Body::Site => tile::piece(pen, place, &face, Pose::default()),
            Body::Disc => {
                pen.disc(center, radius * 0.66, face.livery.rim);
                pen.disc(center, radius * 0.52, paper::FACE);
                emblem(pen, center, radius * 0.8, &face);
            }
            Body::Tile | Body::Card => {
                pen.flat(&place.outline(1.0), face.livery.rim);
                pen.flat(&place.outline(0.78), paper::FACE);
                emblem(pen, center, radius, &face);
            }
        }
    }
}

/// The sign of a face alone, where there is room for no more.
fn emblem(pen: &mut Pen, center: Pos2, size: f32, face: &Face) {
    if size < 5.0 {
        return;
    }
    match face.emblem {
        Some(icon) => pen.icon(center, icon, size, face.livery.ink),
        None => {
            let first: String = face.title.chars().take(1).collect();
            pen.word(center, first, (draw::Letters::Heading, size * 0.9, face.livery.ink));
        }
    }
}
