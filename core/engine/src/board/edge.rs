//! Edges: what lies between two cells, or between a cell and the outside.

use serde::{Deserialize, Serialize};

use super::layout::Grid;
use super::{Cell, CellSet, Direction};

/// One edge of a board. Edges are numbered in the reading order of the cells and, around a
/// cell, by direction; an edge between two cells belongs to the first of them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EdgeId(pub u16);

/// What lies on both sides of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The cell it belongs to: the first of the two in reading order.
    pub cell: Cell,
    /// Where the edge lies, seen from `cell`; none on a graph.
    pub direction: Option<Direction>,
    /// The cell beyond; none at the border.
    pub beyond: Option<Cell>,
}

impl Edge {
    /// Whether nothing lies beyond.
    pub fn is_border(&self) -> bool {
        self.beyond.is_none()
    }
}

/// All edges of a board with the tables that find them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    n_directions: usize,
    by_direction: Vec<Option<EdgeId>>,
    by_cells: Vec<((Cell, Cell), EdgeId)>,
}

impl Edges {
    pub fn of_grid(grid: Grid, neighbor: &[Option<Cell>]) -> Self {
        let n = grid.steps.len();
        let mut edges = Self { n_directions: n, ..Self::default() };
        edges.by_direction = vec![None; neighbor.len()];
        let stride = n / usize::from(grid.n_sides.max(1));
        for (place, beyond) in neighbor.iter().enumerate() {
            if n == 0 || !(place % n).is_multiple_of(stride) {
                continue;
            }
            let cell = Cell((place / n) as u16);
            let known = beyond.filter(|beyond| *beyond < cell).and_then(|beyond| {
                let back = (place % n + n / 2) % n;
                edges.by_direction.get(beyond.index() * n + back).copied().flatten()
            });
            let direction = Some(Direction((place % n) as u8));
            let id = known.unwrap_or_else(|| edges.add(Edge { cell, direction, beyond: *beyond }));
            if let Some(entry) = edges.by_direction.get_mut(place) {
                *entry = Some(id);
            }
        }
        edges.by_cells.sort_unstable();
        edges
    }

    pub fn of_graph(links: &[CellSet]) -> Self {
        let mut edges = Self::default();
        for (index, links) in links.iter().enumerate() {
            let cell = Cell(index as u16);
            for beyond in links.iter().filter(|beyond| *beyond > cell) {
                edges.add(Edge { cell, direction: None, beyond: Some(beyond) });
            }
        }
        edges
    }

    fn add(&mut self, edge: Edge) -> EdgeId {
        let id = EdgeId(self.edges.len() as u16);
        self.edges.push(edge);
        if let Some(beyond) = edge.beyond {
            self.by_cells.push(((edge.cell, beyond), id));
        }
        id
    }

    pub fn count(&self) -> usize {
        self.edges.len()
    }

    pub fn get(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(usize::from(id.0))
    }

    pub fn towards(&self, cell: Cell, direction: Direction) -> Option<EdgeId> {
        let place = usize::from(direction.0);
        if place >= self.n_directions {
            return None;
        }
        self.by_direction.get(cell.index() * self.n_directions + place).copied().flatten()
    }

    pub fn between(&self, a: Cell, b: Cell) -> Option<EdgeId> {
        let cells = (a.min(b), a.max(b));
        let place = self.by_cells.binary_search_by_key(&cells, |(cells, _)| *cells).ok()?;
        self.by_cells.get(place).map(|(_, id)| *id)
    }
}
