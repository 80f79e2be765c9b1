//! Drawing what stands on the board: pieces, links, lines of fire, ghosts and strikes.

use egui::{Color32, Painter, Pos2, Vec2, vec2};
use harena_engine::board::{BoardKind, Cell, CellSet};
use harena_engine::game::ArgKind;
use harena_engine::id::*;

use super::face::Number;
use super::face::{self, Body, Face};
use super::geometry::{Form, Layout};
use super::moving::{Lately, Standing};
use super::tile::{self, Place, Pose};
use super::{icon, plate};
use crate::book::{Label, Pattern};
use crate::draw::{self, Letters, Pen, outline};
use crate::links::{self, Shown};
use crate::scene::View;
use crate::theme::{self, paper};

pub use super::tile::alone as draw_alone;

/// A board being drawn.
pub struct Canvas<'a> {
    /// What to draw with.
    pub painter: &'a Painter,
    /// Where cells lie.
    pub layout: &'a Layout,
    /// What is shown.
    pub view: View<'a>,
    /// Cells about which something is said.
    pub told: CellSet,
    /// What happened just now.
    pub lately: Lately<'a>,
    /// Cells that the rules color.
    pub tints: Vec<(Cell, Color32)>,
    /// Who aims at whom.
    pub aims: Vec<(PieceId, PieceId)>,
    /// Where somebody would come to stand.
    pub coming: Vec<Cell>,
    /// The match as it would be, while an option is tried of which the rules tell that.
    pub then: Option<View<'a>>,
}

/// The most pieces of one cell that are looked at.
const MAX_STACK: usize = 64;
/// The most that are drawn of a cell: beside each other, and upon each other.
const MOST_BESIDE: usize = 9;
const MOST_TILES: usize = 4;

/// How a cell is to be drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellLook {
    /// Whether it can be chosen.
    pub lit: bool,
    /// How much light the mouse over it throws: none to all of it.
    pub pointed: f32,
    /// Whether the keyboard cursor is on it.
    pub cursor: bool,
    /// Whether it is in the way of something refused.
    pub culprit: bool,
    /// Whether it is part of what is put together.
    pub chosen: bool,
    /// Whether its piece is the one that is being used or looked at.
    pub picked: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn center(&self, cell: Cell) -> Pos2 {
        self.layout.screen_from_cell(&self.view.game.board, cell)
    }

    /// Where a piece on a cell is drawn: a little smaller than its cell.
    pub(super) fn place(&self, cell: Cell) -> Place {
        let part = if self.layout.form() == Form::Hex { 0.95 } else { 1.0 };
        Place {
            form: self.layout.form(),
            center: self.center(cell),
            radius: self.layout.radius() * part,
            n_directions: self.view.game.board.n_directions(),
            rotation: self.layout.rotation(),
            turning: 0.0,
        }
    }

    /// Draws with a pen, anew in each frame.
    pub(super) fn fresh(&self, draw: impl FnOnce(&mut Pen)) {
        let mut pen = Pen::new(self.painter.ctx().pixels_per_point());
        draw(&mut pen);
        draw::show(self.painter, pen.done());
    }

    /// Draws plate and cells, and what is to be seen of empty ones.
    pub fn draw_ground(&self, look: impl Fn(Cell) -> CellLook) {
        let board = &self.view.game.board;
        let told = self.told.iter().next().is_some();
        let plate = plate::Plate { board, book: self.view.book, layout: self.layout, told };
        plate.show(self.painter);
        self.fresh(|pen| {
            self.draw_tints(pen);
            let there = board.cells().iter().filter(|cell| self.layout.has(*cell));
            there.for_each(|cell| self.draw_free(pen, cell, look(cell)));
            if self.view.game.floors.is_none() {
                self.draw_trail(pen);
            }
        });
    }

    /// What is to be seen of a cell itself.
    fn draw_free(&self, pen: &mut Pen, cell: Cell, look: CellLook) {
        if let Some((label, pattern)) = self.hole_at(cell) {
            self.draw_hole(pen, cell, label, *pattern);
        }
        self.draw_legal(pen, cell, look);
    }

    /// The outline of an empty cell that can be chosen, and a light on the one pointed at.
    fn draw_legal(&self, pen: &mut Pen, cell: Cell, look: CellLook) {
        let now = theme::now();
        let place = Place { radius: self.layout.radius(), ..self.place(cell) };
        let (points, inner) = match self.view.game.board.kind() {
            BoardKind::Line => (self.lane_field(cell), self.lane_field(cell)),
            BoardKind::Hex | BoardKind::Square | BoardKind::Graph => {
                (place.outline(0.90), place.outline(0.93))
            }
        };
        if look.pointed > 0.0 {
            pen.flat(&inner, now.ink1.gamma_multiply(0.07 * look.pointed));
        }
        if look.lit && self.view.shown.state.at(cell).is_none() {
            pen.line(&points, true, (now.legal.1, self.legal()));
        }
    }

    /// The color of what can be chosen: that of the looks, as far as it can be told from cells.
    fn legal(&self) -> Color32 {
        let (now, ground) = (theme::now(), self.view.book.ground);
        let floor = ground.cell.map_or(now.cell, |own| theme::mix(now.cell, own, 0.5));
        ground.legal.map_or(now.legal.0, |own| theme::legible(own, floor))
    }

    /// How the looks want a cell to be shown that has no ground.
    fn hole_at(&self, cell: Cell) -> Option<&(Label, Pattern)> {
        let bare =
            self.view.game.floors.is_some() && self.view.shown.state.floor_at(cell).is_none();
        self.view.book.hole.as_ref().filter(|_| bare)
    }

    fn draw_hole(&self, pen: &mut Pen, cell: Cell, label: &Label, pattern: Pattern) {
        let place = self.place(cell);
        let color = label.color.unwrap_or(Color32::from_rgb(0x3a, 0x15, 0x18));
        let field = place.outline(0.96);
        let black = Color32::from_rgb(0x0b, 0x06, 0x06);
        pen.flat(&field, black);
        let middle = place.center;
        pen.glow(middle, place.apothem(0.85), (color, black));
        icon::pattern(pen, pattern, (middle, place.apothem(0.7)), color);
        let ink = Color32::from_rgb(0xe0, 0x7a, 0x6e);
        if let Some(sign) = label.sign {
            pen.icon(middle - vec2(0.0, place.apothem(0.15)), sign, place.apothem(0.7), ink);
        }
        let at = middle + vec2(0.0, place.apothem(if label.sign.is_some() { 0.6 } else { 0.1 }));
        let how = (Letters::Heading, (place.radius * 0.17).clamp(9.0, 18.0), ink);
        pen.name(at, &label.title, how, place.apothem(1.7));
    }

    /// Draws the frames of a cell, over its piece.
    pub fn draw_frames(&self, look: impl Fn(Cell) -> CellLook) {
        self.fresh(|pen| {
            let cells = self.view.game.board.cells().iter();
            for cell in cells.filter(|cell| self.layout.has(*cell)) {
                self.draw_frame(pen, cell, look(cell));
            }
            self.draw_trail_rings(pen);
        });
    }

    pub(super) fn frame(&self, cell: Cell, by: f32) -> Vec<Pos2> {
        if self.view.game.board.kind() == BoardKind::Line {
            return outline::grown(&self.lane_field(cell), by);
        }
        let place = self.place(cell);
        let part = if place.form == Form::Square { 0.955 } else { 1.0 };
        outline::grown(&place.outline(part), by)
    }

    fn draw_frame(&self, pen: &mut Pen, cell: Cell, look: CellLook) {
        let now = theme::now();
        let held = self.view.shown.state.at(cell).is_some();
        if look.lit && held {
            pen.line(&self.frame(cell, 1.0), true, (2.5, self.legal()));
        }
        if look.pointed > 0.0 && held {
            let light = Color32::WHITE.gamma_multiply(look.pointed);
            pen.line(&self.frame(cell, 3.0), true, (2.0, light));
        }
        if look.picked && held {
            pen.line(&self.frame(cell, 3.5), true, (3.0, now.accent));
        }
        if look.chosen {
            pen.line(&self.frame(cell, 3.5), true, (4.0, now.accent));
        }
        if look.culprit {
            pen.dashed(&self.frame(cell, 1.5), true, (4.0, 6.0), (3.0, now.down));
        }
        if look.cursor {
            pen.dashed(&self.frame(cell, -5.0), true, (7.0, 5.0), (2.0, now.ink1));
        }
    }

    /// Draws all pieces: grounds first, then who stands there, and who moves above all others.
    pub fn draw_pieces(&self) {
        let cells: Vec<Cell> = self.view.game.board.cells().iter().collect();
        if self.view.game.board.kind() == BoardKind::Line {
            return cells.into_iter().for_each(|cell| self.draw_on_line(cell, None));
        }
        let all: Vec<(Cell, Vec<Standing>)> =
            cells.into_iter().map(|cell| (cell, self.standing(cell))).collect();
        let is_ground = |it: &Standing| it.face.body == Body::Floor;
        let moves = |it: &Standing| self.lately.motion.stance(it.id).is_some();
        let layers: [&dyn Fn(&Standing) -> bool; 4] = [
            &|it| is_ground(it) && !moves(it),
            &|it| is_ground(it) && moves(it),
            &|it| !is_ground(it) && !moves(it),
            &|it| !is_ground(it) && moves(it),
        ];
        let n_still = if self.lately.motion.moves() { 4 } else { 3 };
        for (at, layer) in layers.iter().enumerate().take(n_still) {
            if at == 3 {
                self.draw_falls();
            }
            for (cell, pieces) in &all {
                self.draw_layer(*cell, pieces, layer);
            }
        }
        for (cell, pieces) in &all {
            let n = stack(&self.view.shown.state, *cell).len();
            if n > 1 && pieces.iter().all(is_tile) {
                self.draw_height(*cell, n);
            }
        }
    }

    fn draw_layer(&self, cell: Cell, pieces: &[Standing], is_in: &dyn Fn(&Standing) -> bool) {
        for it in pieces {
            if is_in(it) {
                self.show_standing(it, cell);
            }
        }
    }

    /// How many tiles lie on each other.
    fn draw_height(&self, cell: Cell, n: usize) {
        let place = self.place(cell);
        let at = place.center + vec2(0.0, place.radius * 0.95);
        self.fresh(|pen| self.draw_tag(pen, at, &n.to_string(), paper::INK));
    }

    /// The pieces of a cell from the lowest to the topmost, each where it stands: figures beside
    /// each other, tiles shifted a little.
    fn standing(&self, cell: Cell) -> Vec<Standing> {
        let place = self.place(cell);
        let ids = stack(&self.view.shown.state, cell).into_iter();
        type Faces = Vec<(PieceId, Face)>;
        let (grounds, rest): (Faces, Faces) =
            ids.map(|id| (id, self.face(id, cell))).partition(|(_, face)| face.body == Body::Floor);
        let figures = rest.iter().any(|(_, face)| face.body == Body::Disc);
        let has_ground = !grounds.is_empty();
        let beside = has_ground || (figures && rest.len() > 1);
        let shift = self.layout.unit * 0.05;
        let most = if beside { MOST_BESIDE } else { MOST_TILES };
        let n = rest.len();
        let stands = |(depth, (id, face)): (usize, (PieceId, Face))| {
            let center = place.center + vec2(0.0, shift * depth as f32);
            let place = if beside {
                beside_others(place, (depth, n), &face, has_ground)
            } else {
                Place { center, ..place }
            };
            Standing { id, face, place }
        };
        let mut all: Vec<Standing> = rest.into_iter().enumerate().take(most).map(stands).collect();
        all.extend(grounds.into_iter().map(|(id, face)| Standing { id, face, place }));
        all.reverse();
        all
    }

    fn piece(&self, place: Place, face: &Face, pose: Pose) {
        tile::show(self.painter, place, face, pose);
    }

    /// What a piece shows.
    pub fn face(&self, id: PieceId, cell: Cell) -> Face {
        let mut face = self.view.face(id);
        face.stone_is_told = face.body == Body::Site && self.told.contains(cell);
        face.aims = self.aimed_side(id, cell, &face);
        face
    }

    /// The printed side with which a piece aims at a neighbor.
    fn aimed_side(&self, id: PieceId, cell: Cell, face: &Face) -> Option<u8> {
        let (_, target) = self.aims.iter().find(|(from, _)| *from == id)?;
        let to = self.view.shown.state.piece(*target).cell()?;
        let board = &self.view.game.board;
        let near = |way: &harena_engine::board::Direction| board.neighbor(cell, *way) == Some(to);
        let way = board.directions().find(near)?;
        let n = board.n_directions().max(1);
        Some((way.0 + n - face.facing % n) % n)
    }

    /// Draws the links of a piece to its neighbors, or with `all` also those that go farther.
    pub fn draw_links(
        &self,
        pen: &mut Pen,
        shown: &Shown,
        id: PieceId,
        (all, ghost): (bool, bool),
    ) {
        for link in links::links_of(shown.scene(self.view.game), id) {
            let (Some(from), Some(to)) =
                (shown.state.piece(link.from).cell(), shown.state.piece(link.to).cell())
            else {
                continue;
            };
            let color = if link.snare { paper::MAGENTA } else { paper::TEAL };
            let (from, to) = (self.center(from), self.center(to));
            if link.sided {
                self.draw_cord(pen, (from, to), color, ghost);
            } else if all {
                pen.dashed(&[from, to], false, (2.0, 8.0), (3.0, color));
            }
        }
    }

    /// A cord over the border of two neighbors with a ball at the one reached.
    fn draw_cord(&self, pen: &mut Pen, (from, to): (Pos2, Pos2), color: Color32, ghost: bool) {
        let along = (to - from).normalized();
        let middle = from.lerp(to, 0.5);
        let half = (self.layout.radius() * 0.25).clamp(5.0, 20.0);
        let (start, end) = (middle - along * half, middle + along * half);
        let thick = (self.layout.radius() * 0.074).clamp(2.5, 6.0);
        pen.cord(start, end, (thick * 1.8, paper::HALO));
        if ghost {
            pen.dashed(&[start, end], false, (thick, thick), (thick, color));
        } else {
            pen.cord(start, end, (thick, color));
        }
        pen.token(end, thick * 1.1, color, (thick * 0.4, paper::HALO));
    }

    /// Draws where the attacks of a piece go, and what they hit.
    pub fn draw_fire(&self, pen: &mut Pen, shown: &Shown, id: PieceId) {
        let scene = shown.scene(self.view.game);
        let Some(cell) = shown.state.piece(id).cell() else { return };
        let from = self.center(cell);
        let ochre = Color32::from_rgb(0xd8, 0x92, 0x2b);
        for (cell, _) in links::fire_of(scene, id) {
            let at = self.center(cell);
            if self.view.shown.state.at(cell).is_none() {
                pen.disc(at, (self.layout.unit * 0.04).max(3.0), ochre);
            }
        }
        for strike in links::strikes_of(scene, id) {
            let Some(target) = shown.state.piece(strike.target).cell() else { continue };
            let to = self.center(target);
            icon::strike(pen, from, to, self.layout.radius(), paper::OCHRE);
            let text = format!("\u{2212}{}", strike.damage);
            self.draw_tag(pen, from + (to - from) * 0.5, &text, paper::OCHRE);
        }
    }

    /// Draws a piece that is not there yet.
    pub fn draw_ghost(&self, cell: Cell, face: &Face) {
        let place = self.place(cell);
        if face.body == Body::Disc && self.view.game.board.kind() == BoardKind::Line {
            return self.draw_on_line(cell, Some(face));
        }
        self.piece(place, face, Pose { ghost: true, ..Pose::default() });
        if face.body == Body::Floor {
            let here = stack(&self.view.shown.state, cell).into_iter();
            let here = here.map(|id| self.face(id, cell));
            let figures: Vec<Face> = here.filter(|face| face.body != Body::Floor).collect();
            draw_figures(self.painter, place, std::slice::from_ref(face), &figures);
        }
        self.fresh(|pen| self.dashed_frame(pen, cell));
    }

    pub(super) fn dashed_frame(&self, pen: &mut Pen, cell: Cell) {
        pen.dashed(&self.frame(cell, 0.0), true, (8.0, 5.0), (3.0, theme::now().accent));
    }

    /// The forecast slot of a cell.
    pub(super) fn slot(&self, center: Pos2) -> (Pos2, f32) {
        let r = self.layout.radius() * 0.95;
        let r = if self.layout.form() == Form::Hex { r } else { r * 0.8 };
        (center + vec2(0.40, -0.12) * r, (0.17 * r).max(8.0))
    }

    /// A skull in the forecast slot: it falls.
    pub(super) fn draw_fall(&self, pen: &mut Pen, center: Pos2) {
        let slot = self.slot(center);
        super::middle::slot(pen, slot, paper::DANGER, (draw::icon("skull"), "x"));
    }

    pub(super) fn draw_tag(&self, pen: &mut Pen, at: Pos2, text: &str, color: Color32) {
        let size = (self.layout.radius() * 0.22).clamp(12.0, 17.0);
        icon::pill(pen, self.painter, at, (text, size, color));
    }
}

/// Draws figures beside each other in one cell, in the room that the ground leaves.
pub(super) fn draw_figures(painter: &Painter, place: Place, grounds: &[Face], figures: &[Face]) {
    let n = figures.len();
    for (at, face) in figures.iter().enumerate().take(MOST_BESIDE).rev() {
        let place = beside_others(place, (at, n), face, !grounds.is_empty());
        tile::show(painter, place, face, Pose::default());
    }
}

/// Where the figure with a number stands among so many in one cell.
fn beside_others(place: Place, (at, n): (usize, usize), face: &Face, on_ground: bool) -> Place {
    let half = place.apothem(if on_ground { 0.86 } else { 0.96 });
    let (part, step) = match n {
        0 | 1 => (1.0, Vec2::ZERO),
        2 => (0.86, vec2(0.72, 0.10)),
        3 => (0.72, vec2(0.62, 0.12)),
        _ => (0.6, vec2(1.5 / n as f32, 0.06)),
    };
    let low = if on_ground { 0.10 } else { 0.0 };
    let column = at as f32 - (n as f32 - 1.0) / 2.0;
    let offset = vec2(column * step.x, low - column.abs() * step.y * 0.5) * half;
    let radius = match face.body {
        Body::Disc => half * part,
        Body::Tile | Body::Card | Body::Floor | Body::Site => half * part * 0.9,
    };
    let form = if face.body == Body::Disc { Form::Round } else { place.form };
    let radius = if form == Form::Round { radius } else { radius / form.apothem(1.0) };
    Place { form, center: place.center + offset, radius, ..place }
}

fn is_tile(it: &Standing) -> bool {
    !matches!(it.face.body, Body::Floor | Body::Disc)
}

/// The pieces on a cell, the one on top first, its floor last.
pub fn stack(state: &harena_engine::state::State, cell: Cell) -> Vec<PieceId> {
    state.standing(cell).take(MAX_STACK).chain(state.floor_at(cell)).collect()
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

/// The face of a definition in the colors of who plays its faction, else in that of its looks.
pub fn face_of_prototype(view: View, id: PrototypeId) -> Face {
    let prototype = view.game.prototype(id);
    let seats = (0..view.game.n_seats).map(Seat);
    let players = |faction: FactionId| {
        seats.clone().find(|seat| view.teller().faction_of(*seat) == Some(faction))
    };
    let faction = prototype.faction.and_then(|id| view.game.factions.get(id.index()));
    let color = faction.and_then(|faction| view.book.faction_color(&faction.id));
    let livery = match (prototype.faction.and_then(players), color) {
        (Some(seat), _) => view.livery(seat),
        (None, Some(color)) => theme::nearest(&[Some(color)]).first().copied().unwrap_or_default(),
        (None, None) => theme::Livery::nobody(),
    };
    let mut face = face::of_prototype(view.game, view.book, prototype, livery);
    face.owned = prototype.faction.is_some();
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
