//! Neighbors, lines and distances, all from tables.

use super::build::NO_DISTANCE;
use super::query::NOWHERE;
use super::{Board, BoardKind, Cell, CellSet, Direction};

/// Neighbors, lines and distances.
impl Board {
    /// The next cell in a direction.
    #[inline]
    pub fn neighbor(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.neighbor.get(self.ray(cell, direction)?).copied().flatten()
    }

    /// All cells beside this one. With diagonals those across a corner count too.
    #[inline]
    pub fn neighbors(&self, cell: Cell) -> &CellSet {
        self.neighbors.get(cell.index()).unwrap_or(&NOWHERE)
    }

    /// Whether two cells are neighbors.
    pub fn are_adjacent(&self, a: Cell, b: Cell) -> bool {
        self.neighbors(a).contains(b)
    }

    /// Every three cells that are all neighbors of each other, each three in reading order. A
    /// graph in which all cells are neighbors has many millions: they are found one by one.
    pub fn triangles(&self) -> impl Iterator<Item = [Cell; 3]> {
        let pairs = self.cells.iter().flat_map(move |a| {
            self.neighbors(a).iter().filter(move |b| *b > a).map(move |b| (a, b))
        });
        pairs.flat_map(move |(a, b)| {
            let shared = self.neighbors(a) & self.neighbors(b);
            let later: Vec<Cell> = shared.iter().filter(|c| *c > b).collect();
            later.into_iter().map(move |c| [a, b, c])
        })
    }

    /// The steps between two cells as the crow flies: holes in a grid are counted as if they
    /// were cells. On a graph the steps over links, nothing if no way leads there.
    pub fn distance(&self, a: Cell, b: Cell) -> Option<u16> {
        let distance = self.distances.get(self.pair(a, b)?).copied();
        distance.filter(|distance| *distance != NO_DISTANCE)
    }

    /// Columns plus rows between two cells of a grid, whatever its directions.
    pub fn manhattan(&self, a: Cell, b: Cell) -> Option<u16> {
        let (dx, dy) = self.offset(a, b)?;
        Some((dx.abs() + dy.abs()) as u16)
    }

    /// How far coordinates grow from one cell to another; nothing on a graph.
    pub fn offset(&self, from: Cell, to: Cell) -> Option<(i32, i32)> {
        let ((a, b), (c, d)) = (self.coordinates(from)?, self.coordinates(to)?);
        (self.kind != BoardKind::Graph).then_some((c - a, d - b))
    }

    /// Whether both cells have the same second coordinate.
    pub fn same_row(&self, a: Cell, b: Cell) -> bool {
        self.offset(a, b).is_some_and(|(_, dy)| dy == 0)
    }

    /// Whether both cells have the same first coordinate.
    pub fn same_column(&self, a: Cell, b: Cell) -> bool {
        self.offset(a, b).is_some_and(|(dx, _)| dx == 0)
    }

    /// The cells from the next one up to the last in a direction, nearest first. A hole in the
    /// board ends the line.
    pub fn line(&self, cell: Cell, direction: Direction) -> &[Cell] {
        let line = self.ray(cell, direction).and_then(|ray| self.lines.get(ray));
        line.map_or(&[], Vec::as_slice)
    }

    /// The cells strictly between two cells on one line, nearest to `from` first; nothing if
    /// they are not on one line. Neighbors have an empty list between them.
    pub fn between(&self, from: Cell, to: Cell) -> Option<&[Cell]> {
        let line = self.line(from, self.direction_to(from, to)?);
        let place = line.iter().position(|cell| *cell == to)?;
        line.get(..place)
    }

    /// Whether two cells are on one line and it has the same height from one to the other, both
    /// included. A cell is level with itself.
    pub fn is_level(&self, a: Cell, b: Cell) -> bool {
        if a == b {
            return self.contains(a);
        }
        let level = self.level(a);
        let between = self.between(a, b);
        between.is_some_and(|cells| {
            self.level(b) == level && cells.iter().all(|cell| self.level(*cell) == level)
        })
    }

    /// The cells at exactly this distance.
    pub fn ring(&self, center: Cell, radius: u16) -> CellSet {
        self.at_distance(center, |distance| distance == radius)
    }

    /// The cells at this distance or nearer, the center included.
    pub fn area(&self, center: Cell, radius: u16) -> CellSet {
        self.at_distance(center, |distance| distance <= radius)
    }

    /// The cells whose distance fits.
    pub fn at_distance(&self, center: Cell, fits: impl Fn(u16) -> bool) -> CellSet {
        let start = center.index() * self.n_cells();
        let row = self.distances.get(start..start + self.n_cells()).unwrap_or(&[]);
        let cells = (0..).map(Cell).zip(row);
        cells.filter(|(_, d)| **d != NO_DISTANCE && fits(**d)).map(|(cell, _)| cell).collect()
    }

    fn ray(&self, cell: Cell, direction: Direction) -> Option<usize> {
        let n = self.n_directions();
        (direction.0 < n).then(|| cell.index() * usize::from(n) + usize::from(direction.0))
    }

    pub(super) fn pair(&self, a: Cell, b: Cell) -> Option<usize> {
        let n = self.n_cells();
        (b.index() < n).then(|| a.index() * n + b.index())
    }
}
