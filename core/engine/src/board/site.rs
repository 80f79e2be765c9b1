//! Sites: what lies among cells and is looked at from them, such as a stone between tiles.

use serde::{Deserialize, Serialize};

use super::region::{self, Ways};
use super::{Board, BoardKind, Cell, CellSet, Direction};

/// One look at a site: from a cell, across one of its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SiteFace {
    /// The cell that faces the site.
    pub cell: Cell,
    /// Where the site lies, seen from the cell; none on a graph, or if it does not matter.
    pub direction: Option<Direction>,
}

/// Something on several cells, on none, or between cells, that other cells face.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The cells it lies on; none if it lies between cells.
    pub cells: CellSet,
    /// How it is faced. A cell that touches it with two edges faces it twice.
    pub faces: Vec<SiteFace>,
}

impl Site {
    /// A site on these cells, faced across edges by all neighbors in `facing` that are not
    /// themselves part of it. Faces are in the order of their cells, then of directions.
    pub fn on_cells(board: &Board, cells: CellSet, facing: CellSet) -> Self {
        let from = |cell: Cell| faces_from(board, cell, &cells);
        let faces = (facing - &cells).iter().flat_map(from).collect();
        Self { cells, faces }
    }

    /// A site between cells.
    pub fn between_cells(mut faces: Vec<SiteFace>) -> Self {
        faces.sort_unstable();
        faces.dedup();
        Self { cells: CellSet::EMPTY, faces }
    }

    /// Several sites taken as one. Cells that belong to it now no longer face it.
    pub fn merged<'a>(sites: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut merged = Self::default();
        for site in sites {
            merged.cells |= &site.cells;
            merged.faces.extend(&site.faces);
        }
        merged.faces.retain(|face| !merged.cells.contains(face.cell));
        merged.faces.sort_unstable();
        merged.faces.dedup();
        merged
    }

    /// The cells that face the site.
    pub fn facing_cells(&self) -> CellSet {
        self.faces.iter().map(|face| face.cell).collect()
    }

    /// Whether every facing cell is occupied. A site that no cell faces never is.
    pub fn is_surrounded(&self, occupied: &CellSet) -> bool {
        !self.faces.is_empty() && occupied.contains_all(&self.facing_cells())
    }
}

fn faces_from(board: &Board, cell: Cell, site: &CellSet) -> Vec<SiteFace> {
    if board.kind() == BoardKind::Graph {
        let links = board.neighbors(cell) & site;
        return links.iter().map(|_| SiteFace { cell, direction: None }).collect();
    }
    let looks_at_site = |direction: &Direction| {
        board.edge(cell, *direction).is_some()
            && board.neighbor(cell, *direction).is_some_and(|beyond| site.contains(beyond))
    };
    let directions = board.directions().filter(looks_at_site);
    directions.map(|direction| SiteFace { cell, direction: Some(direction) }).collect()
}

/// Which sites form a group because their cells touch: places in `sites`, each group in order
/// and the groups in the order of their first sites. A site without cells is alone.
pub fn grouped_sites(ways: &impl Ways, sites: &[Site]) -> Vec<Vec<usize>> {
    let mut covered = CellSet::EMPTY;
    for site in sites {
        covered |= &site.cells;
    }
    let mut groups: Vec<(CellSet, Vec<usize>)> = Vec::new();
    for (place, site) in sites.iter().enumerate() {
        let known = groups.iter_mut().find(|(cells, _)| cells.intersects(&site.cells));
        match known {
            Some((_, members)) => members.push(place),
            None => {
                let cells = region::spread(ways, site.cells.clone(), &covered, usize::MAX);
                groups.push((cells, vec![place]));
            }
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, Shape};

    fn hexes() -> Board {
        Board::build(&BoardPlan::of(Shape::Hex { radius: 3 })).unwrap()
    }

    fn cells(board: &Board, names: &str) -> CellSet {
        names.split_whitespace().map(|name| board.cell_named(name).unwrap()).collect()
    }

    fn check(board: &Board, site: &Site, occupied: &str, expected: bool) {
        assert_eq!(site.is_surrounded(&cells(board, occupied)), expected, "{occupied}");
    }

    #[test]
    fn a_stone_is_faced_from_six_sides() {
        let board = hexes();
        let stone = Site::on_cells(&board, cells(&board, "(0,0)"), board.cells().clone());
        assert_eq!(stone.faces.len(), 6);
        for face in &stone.faces {
            let beyond = face.direction.and_then(|d| board.neighbor(face.cell, d));
            assert_eq!(beyond, board.cell_named("(0,0)"));
        }
        check(&board, &stone, "(1,-1) (1,0) (0,1) (-1,1) (-1,0)", false);
        check(&board, &stone, "(1,-1) (1,0) (0,1) (-1,1) (-1,0) (0,-1)", true);
    }

    /// Two stones that touch at the border of a radius 3 board: as one group they are faced by
    /// the cells outside only, and each of them alone is never surrounded while its twin counts.
    #[test]
    fn touching_stones_are_surrounded_together() {
        let board = hexes();
        let stones = ["(3,0)", "(2,1)", "(-3,0)"]
            .map(|name| Site::on_cells(&board, cells(&board, name), board.cells().clone()));
        assert_eq!(grouped_sites(&board, &stones), [vec![0, 1], vec![2]]);
        let group = Site::merged(&stones[..2]);
        assert_eq!(group.facing_cells(), cells(&board, "(2,0) (3,-1) (1,1) (1,2)"));
        assert_eq!(group.faces.len(), 5, "(2,0) touches both stones");
        check(&board, &group, "(2,0) (3,-1) (1,1)", false);
        check(&board, &group, "(2,0) (3,-1) (1,1) (1,2)", true);
        let both = cells(&board, "(3,0) (2,1)");
        assert_eq!(Site::on_cells(&board, both, board.cells().clone()), group);
    }

    #[test]
    fn a_site_between_cells_needs_its_cells_only() {
        let board = hexes();
        let face = |name: &str, direction| SiteFace {
            cell: board.cell_named(name).unwrap(),
            direction: Some(Direction(direction)),
        };
        let stone = Site::between_cells(vec![face("(3,-1)", 0), face("(3,-2)", 1)]);
        check(&board, &stone, "(3,-2)", false);
        check(&board, &stone, "(3,-2) (3,-1)", true);
        assert!(!Site::default().is_surrounded(board.cells()));
        assert_eq!(grouped_sites(&board, &[stone.clone(), stone]), [[0], [1]]);
    }
}
