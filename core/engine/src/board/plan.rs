//! The description of a board, as a script returns it.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::MAX_CELLS;

/// A board described as a value; see [`Board::build`](super::Board::build).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPlan {
    /// The cells and how they lie.
    pub shape: Shape,
    /// The height of each cell in reading order; none at all means height 0 everywhere.
    #[serde(default)]
    pub levels: Vec<i16>,
    /// Named sets of cells, such as the starting cells or one kind of hex.
    #[serde(default)]
    pub tags: BTreeMap<String, Vec<Place>>,
}

impl BoardPlan {
    /// A flat board of this shape without tags.
    pub fn of(shape: Shape) -> Self {
        Self { shape, levels: Vec::new(), tags: BTreeMap::new() }
    }
}

/// The cells of a board. There may be at most 1024 of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// All hexes within `radius` steps of `(0,0)`; at most radius 17.
    Hex {
        /// Steps from the center to the border.
        radius: u16,
    },
    /// Exactly these hexes, in any order.
    HexCells {
        /// Axial coordinates `(q, r)`, each between -10000 and 10000.
        cells: Vec<(i32, i32)>,
    },
    /// A rectangle of squares.
    Square {
        /// Number of columns.
        width: u16,
        /// Number of rows.
        height: u16,
        /// Eight directions instead of four.
        #[serde(default)]
        diagonals: bool,
        /// Squares `(column, row)` of the rectangle that are not on the board.
        #[serde(default)]
        without: Vec<(i32, i32)>,
    },
    /// Spaces in a single row.
    Line {
        /// Number of spaces.
        spaces: u16,
    },
    /// Named cells with links.
    Graph {
        /// The cells; this order is their reading order.
        cells: Vec<GraphCell>,
    },
}

/// One cell of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphCell {
    /// Its name, different from all others.
    pub name: String,
    /// Names of the cells beside it. A link named on either side counts for both.
    #[serde(default)]
    pub links: Vec<String>,
    /// Where its center is drawn, in thousandths of a cell, `x` to the right and `y` downwards.
    /// Cells without it stand in rows, two cells apart.
    #[serde(default)]
    pub center: Option<(i32, i32)>,
}

/// How a plan points at one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// Its place in reading order, counted from 0.
    Index(u16),
    /// Its coordinates.
    At(i32, i32),
    /// Its name.
    Name(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{index}"),
            Self::At(a, b) => write!(f, "({a},{b})"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The plan has no cell.
    Empty,
    /// The plan has more than 1024 cells.
    TooLarge {
        /// How many it has.
        n_cells: usize,
    },
    /// A coordinate is beyond 10000 (for the center of a graph cell: 10000000).
    FarAway {
        /// The cell meant.
        place: String,
    },
    /// The same cell stands in the plan twice.
    Duplicate {
        /// The cell meant.
        place: String,
    },
    /// A cell of a graph has no name.
    Nameless {
        /// Its place in the plan, counted from 0.
        index: usize,
    },
    /// A link or tag points at a cell that the board does not have.
    Unknown {
        /// The cell meant.
        place: String,
        /// Where the plan says so.
        named_by: String,
    },
    /// A cell of a graph is linked with itself.
    SelfLink {
        /// The cell meant.
        place: String,
    },
    /// A graph has more than 65535 links.
    TooManyLinks,
    /// There are not as many levels as cells.
    Levels {
        /// How many levels the plan has.
        n_levels: usize,
        /// How many cells it has.
        n_cells: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the board has no cells"),
            Self::TooLarge { n_cells } => {
                write!(f, "the board has {n_cells} cells, but at most {MAX_CELLS} are possible")
            }
            Self::FarAway { place } => write!(f, "the cell {place} is too far from the origin"),
            Self::Duplicate { place } => write!(f, "the cell {place} is on the board twice"),
            Self::Nameless { index } => write!(f, "the cell number {index} has no name"),
            Self::Unknown { place, named_by } => {
                write!(f, "{named_by} names the cell {place}, which is not on the board")
            }
            Self::SelfLink { place } => write!(f, "the cell {place} is linked with itself"),
            Self::TooManyLinks => f.write_str("the board has more than 65535 links"),
            Self::Levels { n_levels, n_cells } => {
                write!(f, "the plan has {n_levels} levels for {n_cells} cells")
            }
        }
    }
}

impl core::error::Error for BoardError {}
