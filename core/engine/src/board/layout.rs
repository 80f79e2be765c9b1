//! From a shape to its cells in reading order, with their names and where they are drawn.

use std::collections::{BTreeMap, BTreeSet};

use super::{BoardError, BoardKind, Cell, CellSet, GraphCell, MAX_CELLS, Shape};

/// The distance between the centers of two cells side by side, as drawn.
const UNIT: i32 = 1_000;
/// The distance between two rows of hexes: 1000 times the root of 3/4.
const HEX_ROW: i32 = 866;
const MAX_COORDINATE: i32 = 10_000;
/// The edges of a board are numbered in 16 bits.
const MAX_LINKS: usize = u16::MAX as usize;

const HEX: Grid = Grid {
    kind: BoardKind::Hex,
    n_sides: 6,
    steps: &[(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
    direction_names: &["NE", "E", "SE", "SW", "W", "NW"],
};
const SQUARE: Grid = Grid {
    kind: BoardKind::Square,
    n_sides: 4,
    steps: &[(0, -1), (1, 0), (0, 1), (-1, 0)],
    direction_names: &["N", "E", "S", "W"],
};
const SQUARE_WITH_DIAGONALS: Grid = Grid {
    kind: BoardKind::Square,
    n_sides: 4,
    steps: &[(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)],
    direction_names: &["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
};
const LINE: Grid = Grid {
    kind: BoardKind::Line,
    n_sides: 2,
    steps: &[(1, 0), (-1, 0)],
    direction_names: &["forth", "back"],
};
const GRAPH: Grid = Grid { kind: BoardKind::Graph, n_sides: 0, steps: &[], direction_names: &[] };

/// The directions of one kind of board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub kind: BoardKind,
    /// How many of the directions lead over an edge: all of them, or every second one.
    pub n_sides: u8,
    pub steps: &'static [(i32, i32)],
    pub direction_names: &'static [&'static str],
}

/// The cells of a board in reading order.
pub(super) struct Layout {
    pub grid: Grid,
    pub coordinates: Vec<(i32, i32)>,
    pub names: Vec<String>,
    pub centers: Vec<(i32, i32)>,
    /// The neighbors of each cell of a graph; empty for a grid.
    pub links: Vec<CellSet>,
    /// Whether it is known which cells lie in a straight line.
    pub has_lines: bool,
}

impl Layout {
    pub fn of(shape: &Shape) -> Result<Self, BoardError> {
        match shape {
            Shape::Hex { radius } => hexes(hexes_within(*radius)?),
            Shape::HexCells { cells } => hexes(cells.clone()),
            Shape::Square { width, height, diagonals, without } => {
                let grid = if *diagonals { SQUARE_WITH_DIAGONALS } else { SQUARE };
                squares(grid, (*width, *height), without)
            }
            Shape::Line { spaces } => line(*spaces),
            Shape::Graph { cells } => graph(cells),
        }
    }
}

fn check_size(n_cells: usize) -> Result<(), BoardError> {
    match n_cells {
        0 => Err(BoardError::Empty),
        1..=MAX_CELLS => Ok(()),
        _ => Err(BoardError::TooLarge { n_cells }),
    }
}

fn hexes_within(radius: u16) -> Result<Vec<(i32, i32)>, BoardError> {
    let n = usize::from(radius);
    check_size(1 + 3 * n * (n + 1))?;
    let n = i32::from(radius);
    let row = |r: i32| (-n - r.min(0)..=n - r.max(0)).map(move |q| (q, r));
    Ok((-n..=n).flat_map(row).collect())
}

fn hexes(mut cells: Vec<(i32, i32)>) -> Result<Layout, BoardError> {
    check_size(cells.len())?;
    cells.sort_unstable_by_key(|(q, r)| (*r, *q));
    let name = |(q, r): (i32, i32)| format!("({q},{r})");
    let far = |value: i32| !(-MAX_COORDINATE..=MAX_COORDINATE).contains(&value);
    if let Some(cell) = cells.iter().find(|(q, r)| far(*q) || far(*r)) {
        return Err(BoardError::FarAway { place: name(*cell) });
    }
    if let Some((cell, _)) = cells.iter().zip(cells.iter().skip(1)).find(|(a, b)| a == b) {
        return Err(BoardError::Duplicate { place: name(*cell) });
    }
    let center = |(q, r): (i32, i32)| (UNIT * q + UNIT / 2 * r, HEX_ROW * r);
    Ok(placed(HEX, cells, name, center))
}

fn squares(
    grid: Grid,
    (width, height): (u16, u16),
    without: &[(i32, i32)],
) -> Result<Layout, BoardError> {
    let n_squares = usize::from(width) * usize::from(height);
    let missing: BTreeSet<_> = without.iter().copied().collect();
    let name = |(column, row): (i32, i32)| square_name(column, i32::from(height) - row);
    let is_outside = |(column, row): &(i32, i32)| {
        !(0..i32::from(width)).contains(column) || !(0..i32::from(height)).contains(row)
    };
    if let Some((column, row)) = missing.iter().find(|place| is_outside(place)) {
        let place = format!("({column},{row})");
        return Err(BoardError::Unknown { place, named_by: "`without`".to_owned() });
    }
    check_size(n_squares - missing.len())?;
    let row = |row: i32| (0..i32::from(width)).map(move |column| (column, row));
    let cells = (0..i32::from(height)).flat_map(row).filter(|cell| !missing.contains(cell));
    let center = |(column, row): (i32, i32)| (UNIT * column, UNIT * row);
    Ok(placed(grid, cells.collect(), name, center))
}

/// The file as letters (`a` to `z`, then `aa`), the rank counted from the bottom.
fn square_name(column: i32, rank: i32) -> String {
    let mut file = String::new();
    let mut rest = column;
    while rest >= 0 {
        file.insert(0, char::from(b'a' + (rest % 26) as u8));
        rest = rest / 26 - 1;
    }
    format!("{file}{rank}")
}

fn line(spaces: u16) -> Result<Layout, BoardError> {
    check_size(usize::from(spaces))?;
    let cells = (0..i32::from(spaces)).map(|x| (x, 0)).collect();
    Ok(placed(LINE, cells, |(x, _)| x.to_string(), |(x, _)| (UNIT * x, 0)))
}

fn placed(
    grid: Grid,
    coordinates: Vec<(i32, i32)>,
    name: impl Fn((i32, i32)) -> String,
    center: impl Fn((i32, i32)) -> (i32, i32),
) -> Layout {
    let names = coordinates.iter().map(|place| name(*place)).collect();
    let centers = coordinates.iter().map(|place| center(*place)).collect();
    Layout { grid, coordinates, names, centers, links: Vec::new(), has_lines: true }
}

fn graph(cells: &[GraphCell]) -> Result<Layout, BoardError> {
    check_size(cells.len())?;
    let mut seen = BTreeSet::new();
    for (index, cell) in cells.iter().enumerate() {
        if cell.name.is_empty() {
            return Err(BoardError::Nameless { index });
        }
        if !seen.insert(cell.name.as_str()) {
            return Err(BoardError::Duplicate { place: cell.name.clone() });
        }
    }
    let per_row = (1..).find(|n| n * n >= cells.len()).unwrap_or(1);
    let centers = cells.iter().enumerate().map(|(i, cell)| graph_center(cell, i, per_row));
    Ok(Layout {
        grid: GRAPH,
        coordinates: (0..).map(|x| (x, 0)).take(cells.len()).collect(),
        names: cells.iter().map(|cell| cell.name.clone()).collect(),
        centers: centers.collect::<Result<_, _>>()?,
        links: graph_links(cells)?,
        has_lines: cells.iter().all(|cell| cell.center.is_some()),
    })
}

fn graph_center(cell: &GraphCell, i: usize, per_row: usize) -> Result<(i32, i32), BoardError> {
    const MAX: i32 = MAX_COORDINATE * UNIT;
    let spread = |place: usize| 2 * UNIT * place as i32;
    let (x, y) = cell.center.unwrap_or((spread(i % per_row), spread(i / per_row)));
    if !(-MAX..=MAX).contains(&x) || !(-MAX..=MAX).contains(&y) {
        return Err(BoardError::FarAway { place: cell.name.clone() });
    }
    Ok((x, y))
}

fn graph_links(cells: &[GraphCell]) -> Result<Vec<CellSet>, BoardError> {
    let mut links = vec![CellSet::EMPTY; cells.len()];
    let names: BTreeMap<&str, usize> =
        cells.iter().map(|cell| cell.name.as_str()).zip(0..).collect();
    for (from, cell) in cells.iter().enumerate() {
        for link in &cell.links {
            let to = linked(&names, cell, link)?;
            let pair = [(from, to), (to, from)];
            for (a, b) in pair {
                links.get_mut(a).map(|set| set.insert(Cell(b as u16)));
            }
        }
    }
    if links.iter().map(CellSet::count).sum::<usize>() / 2 > MAX_LINKS {
        return Err(BoardError::TooManyLinks);
    }
    Ok(links)
}

fn linked(
    names: &BTreeMap<&str, usize>,
    cell: &GraphCell,
    link: &str,
) -> Result<usize, BoardError> {
    if cell.name == link {
        return Err(BoardError::SelfLink { place: link.to_owned() });
    }
    names.get(link).copied().ok_or_else(|| BoardError::Unknown {
        place: link.to_owned(),
        named_by: format!("the cell {}", cell.name),
    })
}
