//! Drawing the board: cells, pieces, links, lines of fire, ghosts and strikes.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, vec2};
use harena_engine::board::{BoardKind, Cell, CellSet};
use harena_engine::game::ArgKind;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};

use super::face::{self, Body, Face};
use super::geometry::{Form, Layout};
use super::tile::{self, Spot as Place};
use super::{face::Number, icon, lettering, middle};
use crate::book::{Label, Pattern};
use crate::links::{self, Shown};
use crate::scene::View;
use crate::theme;

/// A board being drawn.
pub struct Canvas<'a> {
    /// What to draw with.
    pub painter: &'a Painter,
    /// Where cells lie.
    pub layout: &'a Layout,
    /// What is shown.
    pub view: View<'a>,
}

/// The most pieces of one cell that are looked at.
const MAX_STACK: usize = 64;

/// How a cell is to be drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellLook {
    /// Whether it can be chosen.
    pub lit: bool,
    /// Whether the mouse is over it.
    pub pointed: bool,
    /// Whether the keyboard cursor is on it.
    pub cursor: bool,
    /// Whether it is in the way of something refused.
    pub culprit: bool,
    /// Whether it is part of what is put together.
    pub chosen: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn center(&self, cell: Cell) -> Pos2 {
        self.layout.screen_from_cell(&self.view.game.board, cell)
    }

    pub(super) fn spot(&self, cell: Cell) -> Place<'a> {
        Place {
            painter: self.painter,
            form: self.layout.form(),
            center: self.center(cell),
            radius: self.layout.radius(),
            n_directions: self.view.game.board.n_directions(),
            rotation: self.layout.rotation(),
        }
    }

    /// Draws links between the cells of a graph.
    pub fn draw_ways(&self) {
        let board = &self.view.game.board;
        if board.kind() != BoardKind::Graph {
            return;
        }
        for cell in board.cells() {
            for near in board.neighbors(cell).iter().filter(|near| near.0 > cell.0) {
                let ends = [self.center(cell), self.center(near)];
                self.painter.line_segment(ends, Stroke::new(3.0, self.view.book.ground.line));
            }
        }
    }

    /// Draws an empty cell.
    pub fn draw_cell(&self, cell: Cell, look: CellLook) {
        let spot = self.spot(cell);
        let level = f32::from(self.view.game.board.level(cell).clamp(0, 4));
        let ground = self.view.book.ground;
        let base = theme::mix(ground.cell, ground.line, level * 0.2);
        let fill = match (look.pointed, look.lit) {
            (true, true) => theme::mix(ground.legal, theme::LIT, 0.3),
            (false, true) => ground.legal,
            (true, false) => theme::mix(base, theme::CURSOR, 0.07),
            (false, false) => base,
        };
        let corners = spot.form.corners(spot.center, spot.radius * 0.985);
        let signs = self.view.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        let sign_color = signs.clone().filter_map(|sign| sign.label.color).next_back();
        let strength = if look.lit { 0.2 } else { 0.45 };
        let fill = sign_color.map_or(fill, |color| theme::mix(fill, color, strength));
        let edge = match look.lit {
            true => Stroke::new(1.5, theme::LIT),
            false => Stroke::new(1.0, ground.line),
        };
        self.painter.add(Shape::convex_polygon(corners, fill, edge));
        for sign in signs {
            self.draw_sign(spot, &sign.label, sign.pattern);
        }
        if let Some((label, pattern)) = self.hole_at(cell) {
            return self.draw_hole(spot, label, *pattern);
        }
        if self.view.shown.state.at(cell).is_none() && spot.radius > 18.0 {
            let at = spot.center + vec2(0.0, spot.radius * 0.72);
            let font = FontId::proportional((spot.radius * 0.16).clamp(8.0, 12.0));
            let name = self.view.game.board.name(cell);
            let at = if spot.form == Form::Hex {
                spot.center
            } else {
                at - vec2(0.0, spot.radius * 0.14)
            };
            self.painter.text(at, Align2::CENTER_CENTER, name, font, ground.coordinates);
        }
    }

    /// How the looks want a cell to be shown that has no ground.
    fn hole_at(&self, cell: Cell) -> Option<&(Label, Pattern)> {
        let bare =
            self.view.game.floors.is_some() && self.view.shown.state.floor_at(cell).is_none();
        self.view.book.hole.as_ref().filter(|_| bare)
    }

    fn draw_hole(&self, spot: Place, label: &Label, pattern: Pattern) {
        let color = label.color.unwrap_or(theme::BACKGROUND);
        let corners = spot.form.corners(spot.center, spot.radius * 0.97);
        self.painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
        let ink = theme::mix(color, theme::INK, 0.55);
        let wide = if spot.form == Form::Square { 1.3 } else { 0.9 };
        icon::pattern(self.painter, pattern, (spot.center, spot.apothem(wide)), ink);
        let room = vec2(spot.apothem(1.6), spot.apothem(0.9));
        let largest = (spot.radius * 0.2).clamp(8.0, 16.0);
        let galley = lettering::fitted(self.painter, &label.title, (largest, room), theme::INK);
        let at = spot.center - vec2(0.0, galley.size().y / 2.0);
        self.painter.galley(at, galley, theme::INK);
    }

    /// Draws the pattern and the letter of a tag of a cell.
    fn draw_sign(&self, spot: Place, label: &Label, pattern: Pattern) {
        let color = label.color.unwrap_or(theme::WEAK);
        icon::pattern(self.painter, pattern, (spot.center, spot.apothem(0.8)), color);
        if !label.letter.is_empty() {
            let at = spot.center - vec2(0.0, spot.apothem(0.66));
            let font = FontId::proportional((spot.radius * 0.24).clamp(9.0, 18.0));
            let ink = theme::mix(color, theme::INK, 0.5);
            self.painter.text(at, Align2::CENTER_CENTER, &label.letter, font, ink);
        }
    }

    /// Draws the frames of a cell, over its piece.
    pub fn draw_frame(&self, cell: Cell, look: CellLook) {
        let spot = self.spot(cell);
        let frame = |part: f32, width: f32, color: Color32| {
            let corners = spot.form.corners(spot.center, spot.radius * part);
            self.painter.add(Shape::closed_line(corners, Stroke::new(width, color)));
        };
        if look.lit && self.view.shown.state.at(cell).is_some() {
            frame(0.965, 2.5, theme::LIT);
        }
        if look.chosen {
            frame(0.93, 4.0, theme::CURSOR);
        }
        if look.culprit {
            frame(0.9, 3.0, theme::BAD);
        }
        if look.cursor {
            frame(0.8, 2.0, theme::CURSOR);
        }
    }

    /// Draws all pieces of a cell: ground first, figures beside each other, tiles shifted a little.
    pub fn draw_pieces(&self, cell: Cell) {
        let (grounds, rest): (Vec<Face>, Vec<Face>) = stack(&self.view.shown.state, cell)
            .into_iter()
            .map(|id| self.face(id))
            .partition(|face| face.body == Body::Floor);
        let spot = self.spot(cell);
        grounds.iter().rev().for_each(|face| tile::draw(spot, face));
        if self.view.game.board.kind() == BoardKind::Line {
            return self.draw_on_line(spot, rest);
        }
        let figures = rest.iter().any(|face| face.body == Body::Disc);
        if !grounds.is_empty() || (figures && rest.len() > 1) {
            return draw_figures(spot, &grounds, &rest);
        }
        let shift = self.layout.unit * 0.05;
        for (depth, face) in rest.iter().enumerate().take(4).rev() {
            let center = spot.center + vec2(0.0, shift * depth as f32);
            tile::draw(Place { center, ..spot }, face);
        }
        if rest.len() > 1 {
            let at = self.center(cell) + vec2(0.0, self.layout.radius() * 1.05);
            self.draw_tag(at, &rest.len().to_string(), theme::SHIELD);
        }
    }

    /// Draws the pieces of a space of a line: letters in the figures, the name of the first one
    /// that somebody owns above, what lies on it below.
    fn draw_on_line(&self, spot: Place, mut faces: Vec<Face>) {
        let named = faces.iter().position(|face| face.body == Body::Disc && face.shape.is_some());
        let mut outside = None;
        if let Some(face) = named.and_then(|at| faces.get_mut(at)) {
            outside = Some(face.clone());
            face.badges.clear();
            face.title.clone_from(&face.letter);
        }
        let (grounds, figures): (Vec<Face>, Vec<Face>) =
            faces.into_iter().partition(|face| face.body != Body::Disc);
        grounds.iter().rev().for_each(|face| tile::draw(spot, face));
        draw_figures(spot, &[], &figures);
        if let Some(face) = outside {
            middle::draw_outside(spot, &face, self.layout.unit * 0.98);
        }
    }

    /// What a piece shows.
    pub fn face(&self, id: PieceId) -> Face {
        self.view.face(id)
    }

    /// Draws the links of a piece to its neighbors, or with `all` also those that go farther.
    pub fn draw_links(&self, shown: &Shown, id: PieceId, all: bool) {
        for link in links::links_of(shown.scene(self.view.game), id) {
            let (Some(from), Some(to)) =
                (shown.state.piece(link.from).cell(), shown.state.piece(link.to).cell())
            else {
                continue;
            };
            let color = if link.snare { theme::SNARE } else { theme::LINK };
            let (from, to) = (self.center(from), self.center(to));
            if link.sided {
                self.draw_joint(from, to, color);
            } else if all {
                icon::dotted(self.painter, from, to, color.gamma_multiply(0.8));
            }
        }
    }

    /// A short bridge over the border of two neighbors, pointing to the one reached.
    fn draw_joint(&self, from: Pos2, to: Pos2, color: Color32) {
        let way = to - from;
        let (start, end) = (from + way * 0.42, from + way * 0.62);
        for (width, color) in [(7.0, theme::FACE), (3.5, color)] {
            self.painter.line_segment([start, end], Stroke::new(width, color));
        }
        self.painter.circle(end, 4.5, color, Stroke::new(1.5, theme::FACE));
    }

    /// Draws where the attacks of a piece go, and what they hit.
    pub fn draw_fire(&self, shown: &Shown, id: PieceId) {
        let scene = shown.scene(self.view.game);
        let Some(cell) = shown.state.piece(id).cell() else { return };
        let from = self.center(cell);
        for (cell, _) in links::fire_of(scene, id) {
            let at = self.center(cell);
            self.painter.circle_filled(at, (self.layout.unit * 0.05).max(3.0), theme::FIRE);
        }
        for strike in links::strikes_of(scene, id) {
            let Some(target) = shown.state.piece(strike.target).cell() else { continue };
            let to = self.center(target);
            icon::strike(self.painter, from, to, self.layout.radius(), theme::FIRE);
            self.draw_tag(from + (to - from) * 0.5, &strike.damage.to_string(), theme::FIRE);
        }
    }

    /// Draws a piece that is not there yet.
    pub fn draw_ghost(&self, cell: Cell, face: &Face, legal: bool) {
        let color = if legal { theme::LIT } else { theme::BAD };
        let spot = self.spot(cell);
        tile::draw_ghost(spot, face, color);
        if face.body == Body::Floor {
            let here = stack(&self.view.shown.state, cell).into_iter().map(|id| self.face(id));
            let figures: Vec<Face> = here.filter(|face| face.body != Body::Floor).collect();
            draw_figures(spot, std::slice::from_ref(face), &figures);
        }
    }

    /// Draws the strikes and falls of an instant of the playback.
    pub fn draw_instant(&self, entries: &[Entry], before: &Shown) {
        let place = |id: PieceId| {
            let now = self.view.shown.state.piece(id).cell();
            now.or_else(|| before.state.piece(id).cell()).map(|cell| self.center(cell))
        };
        for entry in entries {
            match entry.what {
                What::Struck(strike) => {
                    let ends = (place(strike.attacker), place(strike.target));
                    self.draw_strike(ends, theme::FIRE, strike.damage);
                }
                What::Cancelled(strike) => {
                    let ends = (place(strike.attacker), place(strike.target));
                    self.draw_strike(ends, theme::WEAK, 0);
                }
                What::Fell(id) => place(id).into_iter().for_each(|at| self.draw_cross(at)),
                What::Chose { .. }
                | What::Began(_)
                | What::Changed(_)
                | What::Rolled { .. }
                | What::Said { .. }
                | What::Ended => {}
            }
        }
    }

    /// Draws an arrow from attacker to target, where both have a place, and the damage.
    fn draw_strike(&self, ends: (Option<Pos2>, Option<Pos2>), color: Color32, damage: i16) {
        let (from, Some(to)) = ends else { return };
        let from = from.unwrap_or(to);
        if from != to {
            icon::strike(self.painter, from, to, self.layout.radius(), color);
        }
        if damage > 0 {
            self.draw_tag(from + (to - from) * 0.62, &format!("-{damage}"), theme::BAD);
        }
    }

    pub(super) fn draw_cross(&self, center: Pos2) {
        let half = self.layout.radius() * 0.5;
        for (width, color) in [(9.0, theme::FACE), (5.0, theme::BAD)] {
            for way in [vec2(half, half), vec2(half, -half)] {
                self.painter.line_segment([center - way, center + way], Stroke::new(width, color));
            }
        }
    }

    pub(super) fn draw_tag(&self, at: Pos2, text: &str, color: Color32) {
        let font = FontId::proportional((self.layout.radius() * 0.24).clamp(11.0, 20.0));
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, theme::ink_on(color));
        let rect = Rect::from_center_size(at, galley.size() + vec2(8.0, 3.0));
        self.painter.rect(
            rect,
            4.0,
            color,
            Stroke::new(1.0, theme::FACE),
            egui::StrokeKind::Outside,
        );
        self.painter.galley(rect.center() - galley.size() / 2.0, galley, theme::INK);
    }
}

/// Draws figures beside each other in one cell, in the room that the ground leaves.
pub(super) fn draw_figures(spot: Place, grounds: &[Face], figures: &[Face]) {
    let (center, half) = tile::standing_room(spot, grounds);
    let n_columns = match figures.len() {
        0 | 1 => 1,
        2..=4 => 2,
        _ => 3,
    };
    let n_rows = figures.len().div_ceil(n_columns);
    let step = half * 2.0 / n_columns.max(n_rows) as f32;
    for (at, face) in figures.iter().take(9).enumerate() {
        let column = (at % n_columns) as f32 - (n_columns as f32 - 1.0) / 2.0;
        let row = (at / n_columns) as f32 - (n_rows as f32 - 1.0) / 2.0;
        tile::draw_figure(spot, (center + vec2(column, row) * step, step * 0.47), face);
    }
}

/// The pieces on a cell, the one on top first, its floor last.
pub fn stack(state: &harena_engine::state::State, cell: Cell) -> Vec<PieceId> {
    state.standing(cell).take(MAX_STACK).chain(state.floor_at(cell)).collect()
}

/// Draws a face alone, for cards and for the reference.
pub fn draw_alone(painter: &Painter, rect: Rect, form: Form, n_directions: u8, face: &Face) {
    let radius = rect.width().min(rect.height()) / 2.0;
    tile::draw(
        Place { painter, form, center: rect.center(), radius, n_directions, rotation: 0 },
        face,
    );
}

/// The form of pieces on a board of this kind.
pub fn form_of(kind: BoardKind) -> Form {
    match kind {
        BoardKind::Hex => Form::Hex,
        BoardKind::Square => Form::Square,
        BoardKind::Line | BoardKind::Graph => Form::Round,
    }
}

/// All cells that are lit: those wanted, and those of pieces wanted.
pub fn lit_cells(view: View, wants: &[crate::draft::Want]) -> CellSet {
    let mut lit = CellSet::default();
    for want in wants {
        for cell in want.cells().iter() {
            lit.insert(cell);
        }
        for (kind, value) in want.parts() {
            let cell = match (kind, u16::try_from(value)) {
                (ArgKind::Cell, Ok(cell)) => Some(Cell(cell)),
                (ArgKind::Piece, Ok(id)) => view.shown.state.piece(PieceId(id)).cell(),
                _ => None,
            };
            if let Some(cell) = cell {
                lit.insert(cell);
            }
        }
        for cell in want.pieces().filter_map(|id| view.shown.state.piece(id).cell()) {
            lit.insert(cell);
        }
    }
    lit
}

/// The face of a definition in the color of its faction.
pub fn face_of_prototype(view: View, id: PrototypeId) -> Face {
    let prototype = view.game.prototype(id);
    let faction = prototype.faction.and_then(|id| view.game.factions.get(id.index()));
    let color = faction.and_then(|faction| view.book.faction_color(&faction.id));
    let color = color.unwrap_or(theme::WEAK);
    let mut face = face::of_prototype(view.game, view.book, prototype, color);
    view.note_sides(&mut face, id);
    face
}

/// A number as text, with its printed value where that differs.
pub fn number_text(number: Number) -> String {
    if number.now == number.printed {
        return number.now.to_string();
    }
    format!("{} ({})", number.now, number.printed)
}
