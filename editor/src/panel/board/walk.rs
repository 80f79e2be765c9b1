//! Walking over a board by keys: wherever cells are drawn, arrows lead to every one of them.

use egui::{Pos2, Vec2, vec2};
use harena_engine::board::{Board, Cell, CellSet};

use crate::paint::geometry::Layout;

/// What an arrow key leads to lies at least so far in its direction, in distances of cells.
const LEAST: f32 = 0.2;
/// How much more a step aside counts than one ahead.
const ASIDE: f32 = 1.2;
/// Cells whose heights differ by less stand in one row, in distances of cells.
const ROW: f32 = 0.25;
/// How far apart rows of hexes are.
const HEX_ROW: f32 = 0.866;

/// The way of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along the row, backward.
    Left,
    /// Along the row.
    Right,
    /// Toward the upper edge.
    Up,
    /// Toward the lower edge.
    Down,
}

/// All ways, in the order of [`Walk::targets`].
const WAYS: [Way; 4] = [Way::Left, Way::Right, Way::Up, Way::Down];

impl Way {
    fn vector(self) -> Vec2 {
        match self {
            Way::Left => vec2(-1.0, 0.0),
            Way::Right => vec2(1.0, 0.0),
            Way::Up => vec2(0.0, -1.0),
            Way::Down => vec2(0.0, 1.0),
        }
    }

    fn is_along(self) -> bool {
        matches!(self, Way::Left | Way::Right)
    }
}

/// The cells of a board in the order in which one reads them, with where they are drawn, in
/// distances of cells.
pub struct Walk {
    cells: Vec<(Cell, Pos2)>,
    top: f32,
}

impl Walk {
    /// The cells as they are drawn now.
    pub fn of(layout: &Layout, board: &Board) -> Walk {
        let place = |cell: Cell| {
            let at = layout.screen_from_cell(board, cell).to_vec2() / layout.unit.max(1.0);
            (cell, at.to_pos2())
        };
        Walk::over(board.cells().iter().map(place).collect())
    }

    fn over(mut cells: Vec<(Cell, Pos2)>) -> Walk {
        cells.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
        let top = cells.first().map_or(0.0, |(_, at)| at.y);
        let mut rows: Vec<Vec<(Cell, Pos2)>> = Vec::new();
        for cell in cells {
            let same = rows.last().and_then(|row| row.last());
            match same.is_some_and(|(_, above)| cell.1.y - above.y < ROW) {
                true => rows.last_mut().into_iter().for_each(|row| row.push(cell)),
                false => rows.push(vec![cell]),
            }
        }
        rows.iter_mut().for_each(|row| row.sort_by(|a, b| a.1.x.total_cmp(&b.1.x)));
        Walk { cells: rows.concat(), top }
    }

    /// The cell to begin with: the one nearest to the middle, among some if there are any.
    pub fn first(&self, among: &CellSet) -> Option<Cell> {
        let n = self.cells.len() as f32;
        let sum = self.cells.iter().fold(Vec2::ZERO, |sum, (_, at)| sum + at.to_vec2());
        let middle = (sum / n.max(1.0)).to_pos2();
        let any = self.cells.iter().any(|(cell, _)| among.contains(*cell));
        let meant = self.cells.iter().filter(|(cell, _)| !any || among.contains(*cell));
        let nearest = meant.min_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
        nearest.map(|(cell, _)| *cell)
    }

    /// The next of some cells in reading order, or the one before; none after the last.
    pub fn next(&self, among: &CellSet, from: Option<Cell>, back: bool) -> Option<Cell> {
        let here = from.and_then(|from| self.place(from));
        let meant = |at: &usize| self.cells.get(*at).is_some_and(|(cell, _)| among.contains(*cell));
        let n = self.cells.len();
        let found = match (here, back) {
            (None, false) => (0..n).find(meant),
            (None, true) => (0..n).rfind(meant),
            (Some(here), false) => (here + 1..n).find(meant),
            (Some(here), true) => (0..here).rfind(meant),
        };
        self.cells.get(found?).map(|(cell, _)| *cell)
    }

    /// The cell an arrow key leads to.
    pub fn step(&self, from: Cell, way: Way) -> Option<Cell> {
        let here = self.place(from)?;
        let target = if way.is_along() && !self.is_whole() {
            Some(self.in_order(here, way))
        } else {
            self.target(here, way)
        };
        self.cells.get(target?).map(|(cell, _)| *cell)
    }

    fn place(&self, of: Cell) -> Option<usize> {
        self.cells.iter().position(|(cell, _)| *cell == of)
    }

    /// The nearest cell in a direction; at the edge the farthest one behind, and where the board
    /// has no extent that way, the next one in reading order.
    fn target(&self, here: usize, way: Way) -> Option<usize> {
        let (_, start) = *self.cells.get(here)?;
        let offset = |at: usize| {
            let to = self.cells.get(at).map_or(start, |(_, to)| *to) - start;
            let along = to.dot(way.vector());
            (along, (to - way.vector() * along).length())
        };
        let ahead = |at: &usize| {
            let (along, aside) = offset(*at);
            along > LEAST && aside <= along + 0.01
        };
        let behind = |at: &usize| offset(*at).0 < -LEAST;
        let n = self.cells.len();
        let best = |of: &mut dyn Iterator<Item = usize>, weight: f32| {
            of.min_by_key(|at| {
                let (along, aside) = offset(*at);
                let cost = ((along + aside * weight) * 50.0).round() as i64;
                (cost, self.strays(here, *at, way))
            })
        };
        best(&mut (0..n).filter(ahead), ASIDE)
            .or_else(|| best(&mut (0..n).filter(behind), 2.0))
            .or_else(|| (n > 1).then(|| self.in_order(here, way)))
    }

    /// Whether of two cells of a row that are equally near this is the one to leave out: to the
    /// left and to the right in turns, so that one goes straight up and down again.
    fn strays(&self, here: usize, at: usize, way: Way) -> bool {
        let (Some((_, from)), Some((_, to))) = (self.cells.get(here), self.cells.get(at)) else {
            return false;
        };
        let row = ((from.y - self.top) / HEX_ROW).round() as i32;
        !way.is_along() && (to.x > from.x) != (row % 2 == 0)
    }

    fn in_order(&self, here: usize, way: Way) -> usize {
        let n = self.cells.len().max(1);
        match way {
            Way::Right | Way::Down => (here + 1) % n,
            Way::Left | Way::Up => (here + n - 1) % n,
        }
    }

    /// Whether arrows lead from every cell to every other one.
    fn is_whole(&self) -> bool {
        let n = self.cells.len();
        let targets: Vec<Vec<usize>> = (0..n)
            .map(|here| WAYS.iter().filter_map(|way| self.target(here, *way)).collect())
            .collect();
        let mut sources = vec![Vec::new(); n];
        for (here, to) in targets.iter().enumerate() {
            to.iter().for_each(|at| sources.get_mut(*at).into_iter().for_each(|it| it.push(here)));
        }
        n_reached(&targets) == n && n_reached(&sources) == n
    }
}

/// How many cells one gets to from the first.
fn n_reached(ways: &[Vec<usize>]) -> usize {
    let mut seen = vec![false; ways.len()];
    let mut open: Vec<usize> = (0..ways.len().min(1)).collect();
    while let Some(at) = open.pop() {
        if seen.get(at) != Some(&false) {
            continue;
        }
        seen.iter_mut().skip(at).take(1).for_each(|it| *it = true);
        open.extend(ways.get(at).into_iter().flatten());
    }
    seen.into_iter().filter(|it| *it).count()
}

#[cfg(test)]
mod tests {
    use egui::{Rect, pos2};
    use harena_engine::board::{BoardPlan, Shape};

    use super::*;

    fn walk(plan: BoardPlan) -> Walk {
        let board = Board::build(&plan).unwrap();
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 700.0));
        Walk::of(&Layout::fit(&board, screen, false), &board)
    }

    fn hexes() -> Walk {
        walk(BoardPlan::of(Shape::Hex { radius: 2 }))
    }

    /// All cells that arrows lead to.
    fn reached(walk: &Walk, from: Cell) -> usize {
        let (mut seen, mut open) = (std::collections::BTreeSet::new(), vec![from]);
        while let Some(cell) = open.pop() {
            if seen.insert(cell) {
                open.extend(WAYS.iter().filter_map(|way| walk.step(cell, *way)));
            }
        }
        seen.len()
    }

    fn check_all(walk: &Walk) {
        for (cell, _) in &walk.cells {
            assert_eq!(reached(walk, *cell), walk.cells.len());
            if walk.cells.len() > 1 {
                assert!(WAYS.iter().all(|way| walk.step(*cell, *way) != Some(*cell)), "{cell:?}");
            }
        }
    }

    #[test]
    fn arrows_lead_to_every_cell_of_every_sort_of_board() {
        let square = |diagonals| Shape::Square {
            width: 6,
            height: 5,
            diagonals,
            without: vec![(2, 2), (3, 2), (0, 0)],
        };
        for radius in 0..5 {
            check_all(&walk(BoardPlan::of(Shape::Hex { radius })));
        }
        [false, true].into_iter().for_each(|it| check_all(&walk(BoardPlan::of(square(it)))));
        check_all(&walk(BoardPlan::of(Shape::Line { spaces: 9 })));
    }

    #[test]
    fn arrows_lead_to_every_point_however_points_lie() {
        let mut rng = harena_engine::chance::Rng::seeded(7);
        for round in 0..300 {
            let mut number = |n: u32| rng.below(n) as f32 / 10.0;
            let size = if round % 3 == 0 { (90, 4) } else { (60, 60) };
            let points = (0..12).map(|at| (Cell(at), pos2(number(size.0), number(size.1))));
            check_all(&Walk::over(points.collect()));
        }
    }

    #[test]
    fn a_row_of_hexes_is_not_jumped_over() {
        let (walk, middle) = (hexes(), hexes().first(&CellSet::default()).unwrap());
        let place = |cell: Cell| walk.cells[walk.place(cell).unwrap()].1;
        let up = walk.step(middle, Way::Up).unwrap();
        assert!((place(middle).y - place(up).y - HEX_ROW).abs() < 0.05);
        let twice = walk.step(up, Way::Up).unwrap();
        assert!((place(twice).x - place(middle).x).abs() < 0.05, "two rows up is straight up");
        let back = walk.step(walk.step(twice, Way::Down).unwrap(), Way::Down);
        assert_eq!(back, Some(middle));
    }

    #[test]
    fn the_next_of_some_cells_comes_in_reading_order() {
        let walk = hexes();
        let some: CellSet = walk.cells.iter().step_by(4).map(|(cell, _)| *cell).collect();
        let mut found = Vec::new();
        let mut at = None;
        while let Some(cell) = walk.next(&some, at, false) {
            found.push(cell);
            at = Some(cell);
        }
        let expected: Vec<Cell> = walk.cells.iter().step_by(4).map(|(cell, _)| *cell).collect();
        assert_eq!(found, expected);
        assert_eq!(walk.next(&some, at, true), Some(expected[expected.len() - 2]));
        assert_eq!(walk.next(&some, Some(expected[0]), true), None);
    }
}
