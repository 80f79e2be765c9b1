//! What goes straight on, on boards of every kind.
//!
//! On a grid that is said by directions. A graph has none, but where every cell has a center two
//! links of a cell make a straight line if they point away from each other: within three degrees,
//! so that centers may be rounded. Each link goes on into one other at most, into the nearest of
//! several that lie in one line.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Board, Cell, CellSet};

/// The tangent of the angle by which a line may bend, as one part in so many.
const BEND: i128 = 20;

/// From a cell to a cell beside it.
type Link = (Cell, Cell);
type Point = (i64, i64);

/// Lines from each cell.
impl Board {
    /// Whether straight lines are known here: on every grid, and on a graph all of whose cells
    /// say where they are drawn.
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// The straight lines that begin at a cell, one for each direction, or on a graph for each
    /// link, in reading order of the cells beside it. Lines to nowhere are empty.
    pub fn rays(&self, cell: Cell) -> &[Vec<Cell>] {
        let range = self.ray_starts.get(cell.index()).zip(self.ray_starts.get(cell.index() + 1));
        range.and_then(|(start, end)| self.lines.get(*start..*end)).unwrap_or(&[])
    }

    /// The cells from `beside` on, straight on from a cell through this one beside it; none if it
    /// is not beside it.
    pub fn line_through(&self, cell: Cell, beside: Cell) -> &[Cell] {
        let found = self.rays(cell).iter().find(|line| line.first() == Some(&beside));
        found.map_or(&[], Vec::as_slice)
    }

    /// The cell behind `beside`, straight on from `cell`.
    pub fn behind(&self, cell: Cell, beside: Cell) -> Option<Cell> {
        self.line_through(cell, beside).get(1).copied()
    }
}

/// The lines of a graph: those of its first cell, one for each link, then those of the next.
/// Without `is_drawn` every line ends with its first cell.
pub(super) fn lines_of_graph(
    links: &[CellSet],
    centers: &[(i32, i32)],
    is_drawn: bool,
) -> Vec<Vec<Cell>> {
    let goes_on = if is_drawn { straight_links(links, centers) } else { BTreeMap::new() };
    let cells = links.iter().zip((0..).map(Cell));
    let all = cells.flat_map(|(near, from)| near.iter().map(move |beside| (from, beside)));
    all.map(|link| line_from(link, &goes_on)).collect()
}

/// The line that begins with a link. One that comes back to where it was ends there.
fn line_from(link: Link, goes_on: &BTreeMap<Link, Cell>) -> Vec<Cell> {
    let (mut from, mut to) = link;
    let (mut line, mut seen) = (vec![to], CellSet::only(from));
    while let Some(next) = goes_on.get(&(from, to)).copied() {
        if !seen.insert(to) || seen.contains(next) {
            break;
        }
        line.push(next);
        (from, to) = (to, next);
    }
    line
}

/// For each link the cell to which it goes straight on. What goes on one way goes on the other.
fn straight_links(links: &[CellSet], centers: &[(i32, i32)]) -> BTreeMap<Link, Cell> {
    let center = |cell: Cell| {
        let (x, y) = centers.get(cell.index()).copied().unwrap_or_default();
        (i64::from(x), i64::from(y))
    };
    let mut goes_on = BTreeMap::new();
    for (near, middle) in links.iter().zip((0..).map(Cell)) {
        let (x, y) = center(middle);
        let around = Around::of(near.iter().map(|cell| {
            let (to_x, to_y) = center(cell);
            (cell, (to_x - x, to_y - y))
        }));
        for (cell, across) in around.pairs() {
            goes_on.insert((cell, middle), across);
        }
    }
    goes_on
}

/// The cells beside one, clockwise from the east; of several in one direction the nearest.
struct Around(Vec<(Cell, Point)>);

impl Around {
    fn of(near: impl Iterator<Item = (Cell, Point)>) -> Around {
        let length = |(x, y): Point| x.abs().max(y.abs());
        let mut all: Vec<(Cell, Point)> = near.filter(|(_, to)| *to != (0, 0)).collect();
        all.sort_by(|(_, a), (_, b)| by_angle(*a, *b).then(length(*a).cmp(&length(*b))));
        all.dedup_by(|(_, far), (_, near)| by_angle(*near, *far) == Ordering::Equal);
        Around(all)
    }

    /// Every cell with the one across: each is the straightest way on from the other.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let across = |at: usize| self.0.get(at).and_then(|(_, to)| self.straightest(*to));
        let pair = move |at: usize| {
            let other = across(at).filter(|other| across(*other) == Some(at))?;
            Some((self.0.get(at)?.0, self.0.get(other)?.0))
        };
        (0..self.0.len()).filter_map(pair)
    }

    /// The place of the cell that lies most nearly opposite to a point.
    fn straightest(&self, (x, y): Point) -> Option<usize> {
        let on = (-x, -y);
        let at = self.0.partition_point(|(_, to)| by_angle(*to, on) == Ordering::Less);
        let n = self.0.len();
        let candidates = [at % n.max(1), (at + n.saturating_sub(1)) % n.max(1)];
        let bend = |place: &usize| self.0.get(*place).and_then(|(_, to)| bend(on, *to));
        let straight = candidates.into_iter().filter_map(|place| Some((bend(&place)?, place)));
        let least = straight.min_by(|((a, b), _), ((c, d), _)| (a * d).cmp(&(c * b)));
        least.map(|(_, place)| place)
    }
}

/// How far one way bends from another, as a fraction; nothing if that is no straight line.
fn bend((x, y): Point, (to_x, to_y): Point) -> Option<(i128, i128)> {
    let of = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let (aside, ahead) = ((of(x, to_y) - of(y, to_x)).abs(), of(x, to_x) + of(y, to_y));
    (ahead > 0 && aside * BEND <= ahead).then_some((aside, ahead))
}

fn by_angle(a: Point, b: Point) -> Ordering {
    let is_lower = |(x, y): Point| y < 0 || y == 0 && x < 0;
    let cross = i128::from(a.0) * i128::from(b.1) - i128::from(a.1) * i128::from(b.0);
    is_lower(a).cmp(&is_lower(b)).then(0.cmp(&cross))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, GraphCell, Shape};

    fn point(name: &str, links: &str, center: Option<(i32, i32)>) -> GraphCell {
        let links = links.split_whitespace().map(str::to_owned).collect();
        GraphCell { name: name.to_owned(), links, center }
    }

    fn graph(cells: Vec<GraphCell>) -> Board {
        Board::build(&BoardPlan::of(Shape::Graph { cells })).unwrap()
    }

    #[track_caller]
    fn check(board: &Board, from: &str, expected: &[&str]) {
        let cell = board.cell_named(from).unwrap();
        let told = |line: &Vec<Cell>| {
            let names: Vec<&str> = line.iter().map(|cell| board.name(*cell)).collect();
            names.join(" ")
        };
        let found: Vec<String> = board.rays(cell).iter().map(told).collect();
        assert_eq!(found, expected, "from {from}");
    }

    /// A star of three lines through `m`, one of them bent at `m` by a right angle.
    #[test]
    fn links_that_point_away_from_each_other_are_a_line() {
        let board = graph(vec![
            point("w", "m", Some((-1000, 0))),
            point("m", "e se n s", Some((0, 0))),
            point("e", "far", Some((1000, 3))),
            point("far", "", Some((5000, 0))),
            point("se", "", Some((700, 700))),
            point("n", "", Some((0, -800))),
            point("s", "", Some((0, 1200))),
        ]);
        assert!(board.has_lines());
        check(&board, "w", &["m e far"]);
        check(&board, "far", &["e m w"]);
        check(&board, "n", &["m s"]);
        check(&board, "se", &["m"]);
        check(&board, "m", &["w", "e far", "se", "n", "s"]);
        let [w, m, e, n] = ["w", "m", "e", "n"].map(|name| board.cell_named(name).unwrap());
        assert_eq!(
            (board.behind(w, m), board.behind(w, e), board.behind(m, n)),
            (Some(e), None, None)
        );
    }

    #[test]
    fn without_centers_no_line_goes_on() {
        let board =
            graph(vec![point("a", "b", Some((0, 0))), point("b", "c", None), point("c", "", None)]);
        assert!(!board.has_lines());
        check(&board, "a", &["b"]);
        check(&board, "b", &["a", "c"]);
    }

    /// Two links that lie one on the other: the nearer goes on.
    #[test]
    fn of_two_in_a_line_the_nearer_goes_on() {
        let board = graph(vec![
            point("a", "b", Some((0, 0))),
            point("b", "c d", Some((1000, 0))),
            point("c", "", Some((3000, 0))),
            point("d", "c", Some((2000, 0))),
            point("on", "b", Some((1000, 0))),
        ]);
        check(&board, "a", &["b d c"]);
        check(&board, "c", &["b", "d b a"]);
        check(&board, "on", &["b"]);
    }

    /// A circle of points, each link bent by one part in so many.
    fn circle(bend: i32) -> Board {
        let n = bend * 44 / 7;
        let (mut at, mut on, mut cells) = ((0, 0), (1000 * bend, 0), Vec::new());
        for i in 0..n {
            cells.push(point(&format!("p{i}"), &format!("p{}", (i + 1) % n), Some(at)));
            at = (at.0 + on.0 / bend, at.1 + on.1 / bend);
            on = (on.0 - on.1 / bend, on.1 + on.0 / bend);
        }
        graph(cells)
    }

    /// Points in a circle are nowhere straight; of many of them a line ends where it began.
    #[test]
    fn a_circle_comes_to_an_end() {
        let longest = |board: &Board| {
            board.cells().iter().flat_map(|cell| board.rays(cell)).map(Vec::len).max()
        };
        assert_eq!(longest(&circle(10)), Some(1));
        let many = circle(60);
        assert!(longest(&many).is_some_and(|n| n > 300 && n < many.n_cells()));
    }

    #[test]
    fn grids_have_a_ray_for_each_direction() {
        let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 1 })).unwrap();
        check(&board, "(0,0)", &["(1,-1)", "(1,0)", "(0,1)", "(-1,1)", "(-1,0)", "(0,-1)"]);
        check(&board, "(-1,0)", &["(0,-1)", "(0,0) (1,0)", "(-1,1)", "", "", ""]);
        assert!(board.has_lines() && board.rays(Cell(99)).is_empty());
        assert!(!Board::default().has_lines());
    }
}
