//! Where cells lie on the screen, and which corners they have.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use harena_engine::board::{Board, BoardKind, Cell, Direction};

/// The least and the most points between two cells side by side.
const MIN_UNIT: f32 = 12.0;
const MAX_UNIT: f32 = 220.0;
/// Left free around a board.
const MARGIN: f32 = 16.0;
/// Below it stands the thickness of its plate.
const FOOT: f32 = 10.0;

/// How high each cell of a row of spaces stands, by its number; nothing for one that is not there.
pub type Levels = Vec<Option<i16>>;

/// A row of spaces as it is seen from its side, in distances between two spaces: how high a level
/// is, how far below the middle of a space its edge lies and people stand, how high the front of
/// the lowest is, and how far above the highest and below the lowest something is written.
pub const STEP: f32 = 0.27;
/// From the middle of a space down to its front edge.
pub const EDGE: f32 = 0.24;
/// From that edge down to the table, where a space is not raised.
pub const FRONT: f32 = 0.40;
/// Above the middle of the highest space.
const OVER: f32 = 0.98;
/// Below the middle of the lowest one.
const UNDER: f32 = 0.92;
/// How high a fighter is.
pub const FIGURE: f32 = 0.82;
/// In a row of so many spaces, and in shorter ones, fighters are as high as that; in longer ones,
/// whose spaces are narrow, they are larger, but not by more than the second number.
const SPACES: f32 = 7.0;
const TALLEST: f32 = 1.45;

/// A board fitted into a rectangle of the screen.
#[derive(Clone, Debug)]
pub struct Layout {
    kind: BoardKind,
    levels: Levels,
    n_directions: u8,
    /// Points on the screen for the distance between two cells side by side.
    pub unit: f32,
    /// How much larger figures are than spaces of this size have them.
    pub tall: f32,
    middle: Vec2,
    center: Pos2,
    /// Whether it is rotated by half a circle.
    pub turned: bool,
}

impl Layout {
    /// Fits a board into a rectangle, rotated by half a circle if so wished.
    pub fn fit(board: &Board, rect: Rect, turned: bool) -> Layout {
        Layout::on(board, rect, turned, levels_of(board))
    }

    /// The same for a row of spaces that stand so high.
    pub fn on(board: &Board, rect: Rect, turned: bool, levels: Levels) -> Layout {
        let (bounds, size) = extent(board, &levels);
        let unit = (rect.width() / size.x).min(rect.height() / size.y).clamp(MIN_UNIT, MAX_UNIT);
        Layout {
            kind: board.kind(),
            levels,
            n_directions: board.n_directions(),
            unit,
            tall: tall(board, bounds),
            middle: bounds.center().to_vec2() + raised(board, bounds),
            center: rect.center(),
            turned,
        }
    }

    /// The center of a cell on the screen.
    pub fn screen_from_cell(&self, board: &Board, cell: Cell) -> Pos2 {
        let offset = (board_position(board, cell, &self.levels) - self.middle) * self.unit;
        let offset = match (self.turned, self.kind) {
            (false, _) => offset,
            // A row that is seen from the other side still stands on the table.
            (true, BoardKind::Line) => vec2(-offset.x, offset.y),
            (true, BoardKind::Hex | BoardKind::Square | BoardKind::Graph) => -offset,
        };
        self.center + offset
    }

    /// Whether a cell is there: a row of spaces may be shorter than its board.
    pub fn has(&self, cell: Cell) -> bool {
        self.kind != BoardKind::Line || self.levels.get(cell.index()).copied().flatten().is_some()
    }

    /// How high a space of a row stands.
    pub fn level(&self, cell: Cell) -> i16 {
        self.levels.get(cell.index()).copied().flatten().unwrap_or(0)
    }

    /// The cell whose center is nearest to a point, if the point lies on it.
    pub fn cell_from_screen(&self, board: &Board, point: Pos2) -> Option<Cell> {
        let distance = |cell: &Cell| {
            let way = self.screen_from_cell(board, *cell) - point;
            // Whoever stands on a space of a row is part of it.
            if self.kind == BoardKind::Line {
                way.x.abs().max(way.y.abs() * 0.6)
            } else {
                way.length()
            }
        };
        let there = board.cells().iter().filter(|cell| self.has(*cell));
        let nearest = there.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(&nearest) <= self.radius() * 1.05).then_some(nearest)
    }

    /// From the center of a cell to its corners.
    pub fn radius(&self) -> f32 {
        match self.kind {
            BoardKind::Hex => self.unit / 3f32.sqrt(),
            BoardKind::Square => self.unit / 2f32.sqrt(),
            BoardKind::Line | BoardKind::Graph => self.unit * 0.48,
        }
    }

    /// What drawings of the whole board depend on.
    pub fn bits(&self) -> ([u32; 5], bool, &[Option<i16>]) {
        let (middle, center) = (self.middle, self.center);
        let points = [middle.x, middle.y, center.x, center.y, self.unit].map(f32::to_bits);
        (points, self.turned, &self.levels)
    }

    /// The shape of cells and pieces on this board.
    pub fn form(&self) -> Form {
        match self.kind {
            BoardKind::Hex => Form::Hex,
            BoardKind::Square => Form::Square,
            BoardKind::Line | BoardKind::Graph => Form::Round,
        }
    }

    /// How many steps of rotation lie between what the board says and what the screen shows.
    pub fn rotation(&self) -> u8 {
        if self.turned { self.n_directions / 2 } else { 0 }
    }

    /// The unit vector of a board direction on the screen.
    pub fn direction(&self, direction: Direction) -> Vec2 {
        let vector = self.form().direction(direction.0, self.n_directions);
        if self.turned { -vector } else { vector }
    }
}

/// The middles of all cells, and the size of the board with its rim, in units.
fn extent(board: &Board, levels: &Levels) -> (Rect, Vec2) {
    let mut bounds = Rect::NOTHING;
    let is_line = board.kind() == BoardKind::Line;
    let there = |cell: &Cell| !is_line || levels.get(cell.index()).is_none_or(Option::is_some);
    for cell in board.cells().iter().filter(there) {
        bounds.extend_with(board_position(board, cell, levels).to_pos2());
    }
    if !bounds.is_finite() {
        bounds = Rect::ZERO;
    }
    let margin = match board.kind() {
        BoardKind::Hex => vec2(1.06, 1.22),
        BoardKind::Square | BoardKind::Graph => vec2(1.04, 1.04),
        BoardKind::Line => vec2(1.02, over(board, bounds) + UNDER),
    };
    (bounds, bounds.size() + margin)
}

/// Figures rise above the spaces of a line, and distances are told below them.
fn raised(board: &Board, bounds: Rect) -> Vec2 {
    match board.kind() {
        BoardKind::Line => vec2(0.0, (UNDER - over(board, bounds)) / 2.0),
        BoardKind::Hex | BoardKind::Square | BoardKind::Graph => Vec2::ZERO,
    }
}

/// How much larger figures are on a board whose cells lie so far apart.
fn tall(board: &Board, bounds: Rect) -> f32 {
    match board.kind() {
        BoardKind::Line => (bounds.width() / (SPACES - 1.5)).clamp(1.0, TALLEST),
        BoardKind::Hex | BoardKind::Square | BoardKind::Graph => 1.0,
    }
}

/// How far above the highest space of a row something is written: over the heads of figures.
fn over(board: &Board, bounds: Rect) -> f32 {
    OVER + FIGURE * (tall(board, bounds) - 1.0)
}

/// How high a board is when it is as wide as it can be.
pub fn height_for(board: &Board, levels: &Levels, width: f32) -> f32 {
    let size = extent(board, levels).1;
    (width / size.x).clamp(MIN_UNIT, MAX_UNIT) * size.y + 2.0 * MARGIN + FOOT
}

/// A rectangle of the screen without the rim that is left around a board.
pub fn without_margin(rect: Rect) -> Rect {
    rect.with_max_y(rect.bottom() - FOOT).shrink(MARGIN)
}

/// How high all cells of a board stand.
pub fn levels_of(board: &Board) -> Levels {
    match board.kind() {
        BoardKind::Line => board.cells().iter().map(|cell| Some(board.level(cell))).collect(),
        BoardKind::Hex | BoardKind::Square | BoardKind::Graph => Levels::new(),
    }
}

fn board_position(board: &Board, cell: Cell, levels: &Levels) -> Vec2 {
    let (x, y) = board.center(cell).unwrap_or_default();
    let up = match board.kind() {
        BoardKind::Line => {
            f32::from(levels.get(cell.index()).copied().flatten().unwrap_or(0)) * STEP
        }
        BoardKind::Hex | BoardKind::Square | BoardKind::Graph => 0.0,
    };
    vec2(x as f32 / 1000.0, y as f32 / 1000.0 - up)
}

/// The outline of a cell or piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Six sides, a corner on top.
    Hex,
    /// Four sides.
    Square,
    /// No sides that could be counted.
    Round,
}

impl Form {
    /// The corners around a center, clockwise; side `n` lies between corner `n` and `n + 1`.
    ///
    /// Side 0 of a hex points north-east, side 0 of a square north.
    pub fn corners(self, center: Pos2, radius: f32) -> Vec<Pos2> {
        let (n, first) = match self {
            Form::Hex => (6, -90.0_f32),
            Form::Square => (4, -135.0),
            Form::Round => (24, -90.0),
        };
        let step = 360.0 / n as f32;
        (0..n).map(|i| center + polar(first + step * i as f32, radius)).collect()
    }

    /// From the center to the middle of a side.
    pub fn apothem(self, radius: f32) -> f32 {
        match self {
            Form::Hex => radius * 3f32.sqrt() / 2.0,
            Form::Square => radius / 2f32.sqrt(),
            Form::Round => radius,
        }
    }

    /// The unit vector of a direction, out of `n` counted clockwise.
    pub fn direction(self, direction: u8, n: u8) -> Vec2 {
        let first = match (self, n) {
            (Form::Hex, _) => -60.0,
            (Form::Square, _) => -90.0,
            (Form::Round, _) => 0.0,
        };
        polar(first + 360.0 / f32::from(n.max(1)) * f32::from(direction), 1.0)
    }

    /// How long a side is.
    pub fn side_length(self, radius: f32) -> f32 {
        match self {
            Form::Hex => radius,
            Form::Square => radius * 2f32.sqrt(),
            Form::Round => radius * 0.7,
        }
    }
}

fn polar(degrees: f32, length: f32) -> Vec2 {
    Vec2::angled(degrees.to_radians()) * length
}

/// Two points `back` and `side` away from a tip, as seen along a direction: the base of an arrow.
pub fn base_of(tip: Pos2, along: Vec2, back: f32, side: f32) -> [Pos2; 2] {
    let across = along.rot90() * side;
    [tip - along * back + across, tip - along * back - across]
}

/// A rectangle around a center.
pub fn around(center: Pos2, width: f32, height: f32) -> Rect {
    Rect::from_center_size(pos2(center.x, center.y), vec2(width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_engine::board::{BoardPlan, Shape};

    fn hexes() -> Board {
        Board::build(&BoardPlan::of(Shape::Hex { radius: 2 })).unwrap()
    }

    fn screen() -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(700.0, 600.0))
    }

    #[test]
    fn every_cell_is_found_at_its_center_and_lies_inside() {
        for turned in [false, true] {
            let (board, layout) = (hexes(), Layout::fit(&hexes(), screen(), turned));
            for cell in board.cells() {
                let center = layout.screen_from_cell(&board, cell);
                assert_eq!(layout.cell_from_screen(&board, center), Some(cell));
                let corners = Form::Hex.corners(center, layout.radius());
                assert!(corners.iter().all(|corner| screen().contains(*corner)), "{corners:?}");
            }
        }
    }

    #[test]
    fn half_a_turn_swaps_opposite_cells() {
        let board = hexes();
        let (plain, turned) =
            (Layout::fit(&board, screen(), false), Layout::fit(&board, screen(), true));
        for cell in board.cells() {
            let opposite = board.half_turn(cell).unwrap();
            let distance = plain
                .screen_from_cell(&board, cell)
                .distance(turned.screen_from_cell(&board, opposite));
            assert!(distance < 0.01);
        }
        assert_eq!((plain.rotation(), turned.rotation()), (0, 3));
    }

    /// A direction on the screen must be the way from a cell to its neighbor there.
    #[test]
    fn directions_point_to_neighbors() {
        let square = |diagonals| Shape::Square { width: 5, height: 5, diagonals, without: vec![] };
        for shape in
            [Shape::Hex { radius: 2 }, square(true), square(false), Shape::Line { spaces: 5 }]
        {
            let board = Board::build(&BoardPlan::of(shape)).unwrap();
            let middle = Cell((board.n_cells() / 2) as u16);
            let layout = Layout::fit(&board, screen(), false);
            for direction in board.directions() {
                let near = board.neighbor(middle, direction).unwrap();
                let from = layout.screen_from_cell(&board, middle);
                let way = (layout.screen_from_cell(&board, near) - from).normalized();
                let shown = layout.direction(direction);
                assert!((way - shown).length() < 0.01, "{:?} {direction:?}", board.kind());
            }
        }
    }

    #[test]
    fn sides_lie_between_their_corners() {
        for (form, n) in [(Form::Hex, 6), (Form::Square, 4)] {
            let corners = form.corners(Pos2::ZERO, 10.0);
            for side in 0..n {
                let (a, b) = (corners[side], corners[(side + 1) % n]);
                let middle = a + (b - a) / 2.0;
                let expected = form.direction(side as u8, n as u8) * form.apothem(10.0);
                assert!((middle.to_vec2() - expected).length() < 0.01, "{form:?} {side}");
                assert!(((b - a).length() - form.side_length(10.0)).abs() < 0.01);
            }
        }
    }
}
