//! Boards: what the cells are, how they lie to each other, and what can be asked about them.
//!
//! A [`BoardPlan`] describes a board; [`Board::build`] turns it into tables once. A board never
//! changes during a match: what moves on it (pieces, [`Floors`]) is state kept elsewhere. All
//! answers are integers and come in reading order.
//!
//! ```
//! use harena_engine::board::{Board, BoardPlan, Shape};
//!
//! let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 2 }))?;
//! let center = board.cell_named("(0,0)").expect("a hex board has a center");
//! assert_eq!(board.n_cells(), 19);
//! assert_eq!(board.ring(center, 2).count(), 12);
//! # Ok::<(), harena_engine::board::BoardError>(())
//! ```
//!
//! Places are [`Cell`]s in [`CellSet`]s; [`Direction`]s are absolute, [`Side`]s belong to a piece
//! and its [`Facing`], and [`Compass`] converts between them. [`region`] finds groups, ways and
//! lines of fire, and [`Floors`] are boards whose cells slide and rotate, with their [`Passages`].

mod cell;
mod cell_set;

mod plan;

mod layout;

mod build;
mod edge;

mod measure;
mod query;
mod rays;

pub mod region;

mod floor;
mod passage;

#[cfg(test)]
mod laws;

pub use cell::{Cell, Compass, Direction, Facing, Side};
pub(crate) use cell_set::NearCells;
pub use cell_set::{CellSet, Cells, MAX_CELLS};
pub use edge::{Edge, EdgeId};
pub use floor::{Exits, Floor, FloorError, FloorId, FloorMove, Floors, Slide, moved_to};
pub use passage::{Passages, ReachPath};
pub use plan::{BoardError, BoardPlan, GraphCell, Place, Shape};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use edge::Edges;

/// What a board is made of, and so which directions it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// Hexes with a corner on top, coordinates `(q, r)`, `r` growing downwards. Directions
    /// clockwise: 0 NE (+1,-1), 1 E (+1,0), 2 SE (0,+1), 3 SW (-1,+1), 4 W (-1,0), 5 NW (0,-1).
    Hex,
    /// Squares, coordinates `(column, row)`, row 0 on top. Directions clockwise from N (0,-1):
    /// N E S W, or with diagonals N NE E SE S SW W NW.
    Square,
    /// Spaces in a row, coordinates `(x, 0)`. Direction 0 is forth (+1), 1 is back (-1).
    Line,
    /// Named cells with links, coordinates `(place in the plan, 0)`. No directions.
    #[default]
    Graph,
}

/// A board: fixed tables of how its cells lie to each other.
///
/// A cell or direction that the board does not have is nobody's neighbor, lies on no line and
/// has no distance: such questions are answered with nothing, never with a panic.
/// The default board has no cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    kind: BoardKind,
    compass: Compass,
    direction_names: &'static [&'static str],
    n_sides: u8,
    cells: CellSet,
    coordinates: Vec<(i32, i32)>,
    centers: Vec<(i32, i32)>,
    names: Vec<String>,
    by_name: BTreeMap<String, Cell>,
    levels: Vec<i16>,
    tags: BTreeMap<String, CellSet>,
    neighbor: Vec<Option<Cell>>,
    neighbors: Vec<CellSet>,
    distances: Vec<u16>,
    directions: Vec<Option<Direction>>,
    lines: Vec<Vec<Cell>>,
    /// Where the lines of each cell begin among all lines, and where the last ones end.
    ray_starts: Vec<usize>,
    has_lines: bool,
    half_turn: Vec<Cell>,
    border: CellSet,
    border_distances: Vec<u16>,
    edges: Edges,
}
