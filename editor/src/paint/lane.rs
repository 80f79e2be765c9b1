//! A row of spaces seen from its side: blocks of wood, higher ones for high ground, who stands upon
//! them, and what lies beside their feet.

use egui::{Color32, Pos2, Rect, pos2, vec2};
use harena_engine::board::{BoardKind, Cell};
use harena_engine::id::*;

use super::board::{Canvas, stack};
use super::face::{BadgeKind, Body, Face};
use super::figure;
use super::geometry::{EDGE, FIGURE, FRONT, Layout, STEP};
use super::middle::slot;
use super::plate::Plate;
use super::sayings::Saying;
use crate::draw::{self, Letters, Paint, Pen, outline};
use crate::scene::View;
use crate::theme::{self, mix};

/// How large a cube is beside the feet of a fighter, in distances between two spaces of usual size.
const CUBE: f32 = 0.155;
/// Two lines of words need a block so high.
const LOW: f32 = 42.0;
/// How far the rim must be from the middle of the last space for a pile to lie there.
const RIM: f32 = 0.95;
/// Where the pile beside the feet of a fighter begins.
const BESIDE: f32 = 0.36;

/// Where a space of a row is seen.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// The middle of the front edge of its upper side: there people stand.
    pub edge: Pos2,
    half: f32,
    deep: f32,
}

impl Space {
    /// The space around a middle.
    pub fn of(layout: &Layout, center: Pos2) -> Space {
        let unit = layout.unit;
        let edge = center + vec2(0.0, EDGE * unit);
        Space { edge, half: 0.485 * unit, deep: (0.11 * unit).clamp(6.0, 20.0) }
    }

    /// Its upper side.
    pub fn upper(self) -> [Pos2; 4] {
        let (left, right) = (self.edge.x - self.half, self.edge.x + self.half);
        let (back, inset) = (self.edge.y - self.deep, self.deep * 0.8);
        [
            pos2(left + inset, back),
            pos2(right - inset, back),
            pos2(right, self.edge.y),
            pos2(left, self.edge.y),
        ]
    }

    /// Its front, down to a height.
    fn front(self, floor: f32) -> Rect {
        let (left, right) = (self.edge.x - self.half, self.edge.x + self.half);
        Rect::from_min_max(pos2(left, self.edge.y), pos2(right, floor))
    }
}

impl Plate<'_> {
    /// A row of spaces: blocks of wood, higher ones for high ground.
    pub(super) fn lane(self, pen: &mut Pen) {
        let cells: Vec<Cell> =
            self.board.cells().iter().filter(|cell| self.layout.has(*cell)).collect();
        let lowest = cells.iter().map(|cell| self.center(*cell).y).fold(f32::MIN, f32::max);
        let floor = lowest + (EDGE + FRONT) * self.layout.unit;
        for cell in cells {
            let space = Space::of(self.layout, self.center(cell));
            self.block(pen, cell, (space, floor));
            self.lane_words(pen, cell, space.front(floor));
        }
    }

    fn block(self, pen: &mut Pen, cell: Cell, (space, floor): (Space, f32)) {
        let (now, front) = (theme::now(), space.front(floor));
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
        let own = |color: Color32| self.book.ground.line.map_or(color, |own| mix(color, own, 0.4));
        let light = mix(own(now.board0), Color32::WHITE, if now.dark { 0.10 } else { 0.25 });
        // High ground is cold stone.
        let light = if self.layout.level(cell) > 0 { mix(light, HIGH, 0.45) } else { light };
        let tint = self.lane_tint(cell).map_or(light, |color| mix(light, color, 0.35));
        pen.flat(&space.upper(), tint);
        let stops = [(0.0, own(now.board0)), (0.25, own(now.board1)), (1.0, now.edge)];
        let points = outline::rounded_rect(front, 3.0);
        pen.shape(&points, Paint::Down(&stops));
        pen.grain(&points, vec2(17.0, 1.6), Color32::from_rgba_unmultiplied(20, 10, 0, 60));
    }

    fn lane_tint(self, cell: Cell) -> Option<Color32> {
        let signs = self.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        signs.filter_map(|sign| sign.label.color).next_back()
    }

    /// The name of a space at the foot of its block, and below its edge what it is, where the rules
    /// do not say so.
    fn lane_words(self, pen: &mut Pen, cell: Cell, front: Rect) {
        let ink = on_wood();
        // On a low block its number stands beside the words.
        let is_low = front.height() < LOW;
        let at = match is_low {
            true => pos2(front.left() + 10.0, front.top() + 18.0),
            false => pos2(front.center().x, front.bottom() - 6.0),
        };
        let (x, room) = words_on(front);
        pen.name(at, self.board.name(cell), (Letters::Bold, 13.0, ink), front.width() - 6.0);
        if self.told {
            return;
        }
        let signs = self.book.cells.iter().filter(|sign| sign.cells.contains(cell));
        for (i, sign) in signs.enumerate() {
            let at = pos2(x, front.top() + 18.0 + 17.0 * i as f32);
            pen.name(at, &sign.label.title, (Letters::Plain, 13.0, ink), room);
        }
    }
}

/// The shade of high ground.
const HIGH: Color32 = Color32::from_rgb(0x8f, 0xa3, 0xb8);

/// The middle of the words on the front of a block and how broad they may be: on a low block its
/// number stands before them.
fn words_on(front: Rect) -> (f32, f32) {
    let before = if front.height() < LOW { 20.0 } else { 3.0 };
    let field = front.with_min_x(front.left() + before).with_max_x(front.right() - 3.0);
    (field.center().x, field.width())
}

/// Letters on the front of a block.
fn on_wood() -> Color32 {
    let now = theme::now();
    if now.dark { now.ink1 } else { now.on_accent }
}

/// Where what lies beside a fighter is piled up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pile {
    Right,
    Left,
    /// On the front of its block: others stand on both sides.
    Front,
}

impl Canvas<'_> {
    fn space(&self, cell: Cell) -> Space {
        Space::of(self.layout, self.center(cell))
    }

    /// Where feet stand on a cell: on a row of spaces at their edge, else in the middle.
    pub(super) fn foot(&self, cell: Cell) -> Pos2 {
        match self.on_lane() {
            true => self.space(cell).edge - vec2(0.0, 0.05 * self.layout.unit),
            false => self.center(cell),
        }
    }

    /// How high figures on a row of spaces are.
    pub(super) fn figure_height(&self) -> f32 {
        self.figure_unit() * FIGURE
    }

    /// The measure of figures and of what lies beside them.
    fn figure_unit(&self) -> f32 {
        self.layout.unit * self.layout.tall
    }

    /// A space of a row with its front.
    pub(super) fn lane_field(&self, cell: Cell) -> Vec<Pos2> {
        let space = self.space(cell);
        let front = space.front(space.edge.y + FRONT * self.layout.unit);
        outline::rounded_rect(front.with_min_y(front.top() - space.deep).shrink(2.0), 4.0)
    }

    /// Colors the upper sides of spaces about which the rules say something.
    pub(super) fn draw_tints(&self, pen: &mut Pen) {
        for (cell, color) in &self.tints {
            if self.on_lane() {
                let space = self.space(*cell);
                pen.flat(&space.upper(), color.gamma_multiply(0.62));
                let edge = [space.upper()[3], space.upper()[2]];
                pen.cord(edge[0], edge[1], (2.5, *color));
            } else {
                pen.flat(&self.place(*cell).outline(0.90), color.gamma_multiply(0.22));
            }
        }
    }

    /// Draws the pieces of a space of a row: those that stand there, and tokens before their
    /// feet. What is yet to come there is drawn alone.
    pub(super) fn draw_on_line(&self, cell: Cell, alone: Option<&Face>) {
        let unit = self.figure_unit();
        let faces: Vec<(PieceId, Face)> = match alone {
            Some(face) => vec![(PieceId::NONE, face.clone())],
            None => {
                let ids = stack(&self.view.shown.state, cell).into_iter();
                ids.map(|id| (id, self.face(id, cell))).collect()
            }
        };
        let (figures, others): (Vec<_>, Vec<_>) =
            faces.into_iter().partition(|(_, face)| face.body == Body::Disc && face.owned);
        let space = self.space(cell);
        // What is written on the block stays in sight.
        let feet = space.edge - vec2(0.0, 0.5 * space.deep);
        let n = figures.len();
        let opacity = |full: f32| if alone.is_some() { 0.7 } else { full };
        self.fresh(|pen| {
            let tokens = others.iter().filter(|(_, face)| face.body == Body::Disc);
            for (at, (_, face)) in tokens.enumerate() {
                let at = feet + vec2(0.30 - 0.26 * at as f32, -0.04) * unit;
                token(pen, at, face, unit);
            }
            for (at, (id, face)) in figures.iter().enumerate() {
                let right = (at as f32 - (n as f32 - 1.0) / 2.0) * unit * 0.32;
                let stance = self.lately.motion.stance(*id).unwrap_or_default();
                pen.fade(opacity(stance.opacity));
                let feet = feet + self.offset(cell, stance) + vec2(right, 0.0);
                figure::fighter(pen, feet, unit, face);
                self.draw_pile(pen, (feet, self.pile(cell)), &self.cubes_on(*id, face));
                pen.fade(1.0);
            }
        });
    }

    /// Where the pile of a fighter lies: away from who stands beside it, or would come to.
    fn pile(&self, cell: Cell) -> Pile {
        let state = &self.view.shown.state;
        let here = self.center(cell).x;
        let near = |way: f32| {
            let beside = |other: &Cell| {
                let far = (self.center(*other).x - here) * way / self.layout.unit;
                (0.5..1.5).contains(&far) && self.layout.has(*other)
            };
            self.view.game.board.cells().iter().find(beside)
        };
        // Beyond the last space there may be room as well.
        let clip = self.painter.clip_rect();
        let rim = |way: f32| if way > 0.0 { clip.right() - here } else { here - clip.left() };
        let is_free = |way: f32| {
            let stands = |cell: Cell| {
                let mut ids = stack(state, cell).into_iter();
                let comes = self.coming.contains(&cell);
                comes || ids.any(|id| state.piece(id).owner != Seat::NONE)
            };
            match near(way) {
                Some(cell) => !stands(cell),
                None => rim(way) > RIM * self.figure_unit(),
            }
        };
        match (is_free(1.0), is_free(-1.0)) {
            (true, _) => Pile::Right,
            (false, true) => Pile::Left,
            (false, false) => Pile::Front,
        }
    }

    /// The cubes of a fighter: as many as are told of it, which are those it would have while an
    /// option is tried.
    fn cubes_on(&self, id: PieceId, face: &Face) -> Vec<Color32> {
        let stands = |then: &View| id.is_some() && then.shown.state.piece(id).cell().is_some();
        let then = self.then.filter(stands);
        cubes_of(&then.map_or_else(|| face.clone(), |then| then.face(id)))
    }

    /// Draws the cubes of a fighter in a pile.
    fn draw_pile(&self, pen: &mut Pen, (feet, pile): (Pos2, Pile), cubes: &[Color32]) {
        let unit = self.figure_unit();
        for (at, color) in heap(cubes.len()).into_iter().zip(cubes.iter().copied()) {
            let size = cube_size(cubes.len(), pile) * unit;
            let at = vec2(at.0, -at.1) * size;
            let corner = match pile {
                Pile::Right => feet + vec2(BESIDE * unit + size * 0.5, -0.3 * size),
                Pile::Left => {
                    let wide = widest(cubes.len()) as f32 * size;
                    feet + vec2(-BESIDE * unit - wide + size * 0.5, -0.3 * size)
                }
                Pile::Front => {
                    let wide = widest(cubes.len()) as f32 * size;
                    feet + vec2(0.5 * size - wide / 2.0, 0.22 * self.layout.unit)
                }
            };
            figure::cube(pen, corner + at, size * 0.54, color);
        }
    }

    /// Writes what the rules say of a space on its block, and of who stands there over its pile.
    pub(super) fn draw_on_block(&self, pen: &mut Pen, cell: Cell, lines: &[Saying]) {
        let unit = self.layout.unit;
        let space = self.space(cell);
        let words = |of_piece: bool| {
            let words = lines.iter().filter(|it| it.of_piece == of_piece && !it.text.is_empty());
            words.map(|it| it.text.as_str()).collect::<Vec<&str>>().join(", ")
        };
        let what = words(false);
        if !what.is_empty() {
            let floor = space.edge.y + (FRONT + f32::from(self.layout.level(cell)) * STEP) * unit;
            let (x, room) = words_on(space.front(floor));
            let at = pos2(x, space.edge.y + 18.0);
            pen.name(at, &what, (Letters::Plain, 13.0, on_wood()), room);
        }
        let who = words(true);
        let cubes = stack(&self.view.shown.state, cell)
            .into_iter()
            .map(|id| self.cubes_on(id, &self.face(id, cell)).len());
        let n = cubes.max().unwrap_or(0);
        let pile = self.pile(cell);
        let beside = self.figure_unit();
        let high = highest(n) as f32 * cube_size(n, pile) * beside;
        let wide = draw::width_of(self.painter, &who, Letters::Bold, 14.0);
        let out = BESIDE * beside + wide / 2.0 + 2.0;
        let at = match pile {
            Pile::Right => space.edge + vec2(out, -high - 8.0),
            Pile::Left => space.edge + vec2(-out, -high - 8.0),
            Pile::Front => return,
        };
        if !who.is_empty() {
            // On narrow spaces the words stay within the board.
            let room = self.painter.clip_rect().shrink(wide / 2.0 + 2.0);
            let at = pos2(at.x.min(room.right()).max(room.left()), at.y);
            pen.name(at, &who, (Letters::Bold, 14.0, theme::now().ink1), f32::INFINITY);
        }
    }

    /// Whether the board is a row of spaces.
    pub(super) fn on_lane(&self) -> bool {
        self.view.game.board.kind() == BoardKind::Line
    }
}

/// A thing that nobody owns, lying on a space.
fn token(pen: &mut Pen, at: Pos2, face: &Face, unit: f32) {
    let color = face.ground.unwrap_or(theme::paper::STEEL);
    let shadow = outline::ellipse(at + vec2(0.0, 0.03 * unit), vec2(0.13, 0.10) * unit);
    pen.shadow(&shadow, 0.05 * unit, Color32::from_black_alpha(120));
    slot(pen, (at, 0.105 * unit), color, (face.emblem, &face.letter));
}

/// The cubes of a fighter, each in its color: those that looks draw as cubes.
fn cubes_of(face: &Face) -> Vec<Color32> {
    let marks = face.badges.iter().filter(|(_, badge)| badge.kind == BadgeKind::Mark);
    let cubes = marks.filter(|(_, badge)| figure::is_cube(badge.icon));
    let cubes = cubes.flat_map(|(_, badge)| {
        std::iter::repeat_n(badge.color, usize::try_from(badge.count.clamp(0, 28)).unwrap_or(0))
    });
    cubes.take(28).collect()
}

/// How many cubes lie in the lowest row of a heap of so many, of which each row has one less.
fn widest(n: usize) -> usize {
    (1..).find(|k| k * (k + 1) / 2 >= n).unwrap_or(1).max(n.min(3))
}

/// How many rows a heap has.
fn highest(n: usize) -> usize {
    let (mut left, mut row, mut rows) = (n, widest(n), 0);
    while left > 0 {
        left = left.saturating_sub(row.max(1));
        (row, rows) = (row.saturating_sub(1), rows + 1);
    }
    rows
}

/// Where each cube of a heap lies, from the lowest row upward: to the right and up, in cubes.
fn heap(n: usize) -> Vec<(f32, f32)> {
    let (mut places, mut row, mut up) = (Vec::new(), widest(n), 0);
    while places.len() < n {
        let here = row.max(1).min(n - places.len());
        places.extend((0..here).map(|i| (i as f32 + 0.5 * up as f32, 0.84 * up as f32)));
        (row, up) = (row.saturating_sub(1), up + 1);
    }
    places
}

/// How large each of so many cubes is.
fn cube_size(n: usize, pile: Pile) -> f32 {
    let most = if pile == Pile::Front { 0.10 } else { CUBE };
    (0.62 / widest(n).max(1) as f32).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_on_a_low_block_leave_its_number_free() {
        let check = |high: f32| {
            let front = Rect::from_min_size(pos2(100.0, 0.0), vec2(76.0, high));
            let (x, room) = words_on(front);
            (x - room / 2.0, x + room / 2.0)
        };
        // A number of one figure is about 8 points broad and has its middle 10 from the edge.
        assert_eq!(check(LOW - 1.0), (120.0, 173.0));
        assert_eq!(check(LOW), (103.0, 173.0));
    }

    #[test]
    fn cubes_lie_in_rows_that_grow_shorter() {
        let check = |n: usize, wide: usize, high: usize| {
            assert_eq!((widest(n), highest(n)), (wide, high), "{n}");
            let heap = heap(n);
            assert_eq!(heap.len(), n);
            // None hangs in the air: below each but the lowest lie two.
            let lies = |x: f32, y: f32| {
                heap.iter().any(|it| (it.0 - x).abs() < 0.01 && (it.1 - y).abs() < 0.01)
            };
            for (x, y) in heap.iter().filter(|(_, y)| *y > 0.0) {
                assert!(lies(x - 0.5, y - 0.84) && lies(x + 0.5, y - 0.84), "{n}: {x} {y}");
            }
        };
        check(0, 1, 0);
        check(1, 1, 1);
        check(3, 3, 1);
        check(4, 3, 2);
        check(5, 3, 2);
        check(6, 3, 3);
        check(7, 4, 2);
        check(14, 5, 4);
    }
}
