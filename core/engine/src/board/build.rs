//! From a plan to the tables of a board.

use std::collections::{BTreeMap, BTreeSet};

use super::edge::Edges;
use super::layout::{Grid, Layout};
use super::rays::lines_of_graph;
use super::{Board, BoardError, BoardKind, BoardPlan, Cell, CellSet, Compass, Direction, Place};

/// Stands in the distance table for "no way".
pub(super) const NO_DISTANCE: u16 = u16::MAX;

impl Board {
    /// Builds the tables of a board.
    ///
    /// # Errors
    /// The plan has no cells or more than 1024, names a cell twice or one that is not there, or
    /// its levels do not match its cells.
    pub fn build(plan: &BoardPlan) -> Result<Self, BoardError> {
        let layout = Layout::of(&plan.shape)?;
        let levels = levels_of(plan, layout.coordinates.len())?;
        let mut board = Self::from_layout(layout, levels);
        board.tags = tags_of(&board, &plan.tags)?;
        Ok(board)
    }

    fn from_layout(layout: Layout, levels: Vec<i16>) -> Self {
        let Layout { grid, coordinates, names, mut centers, links, has_lines } = layout;
        raise(&mut centers, grid.kind, &levels);
        let neighbor = neighbor_table(grid, &coordinates);
        let is_graph = grid.kind == BoardKind::Graph;
        let edges =
            if is_graph { Edges::of_graph(&links) } else { Edges::of_grid(grid, &neighbor) };
        let neighbors = if is_graph { links } else { sets(grid, &neighbor) };
        let distances = if is_graph {
            distances_by_steps(&neighbors)
        } else {
            distances_by_place(grid, &coordinates)
        };
        let lines = if is_graph {
            lines_of_graph(&neighbors, &centers, has_lines)
        } else {
            lines(grid, &neighbor)
        };
        let border = border(grid, &neighbor);
        let by_name = (0..).map(Cell).zip(&names).map(|(cell, name)| (name.clone(), cell));
        Self {
            kind: grid.kind,
            compass: Compass::new(grid.steps.len() as u8),
            direction_names: grid.direction_names,
            n_sides: grid.n_sides,
            cells: CellSet::first_cells(coordinates.len()),
            by_name: by_name.collect(),
            directions: directions(grid, coordinates.len(), &lines),
            ray_starts: ray_starts(grid, &neighbors),
            has_lines,
            half_turn: half_turn(grid.kind, &coordinates),
            border_distances: steps_from(border.clone(), &neighbors),
            tags: BTreeMap::new(),
            coordinates,
            centers,
            names,
            levels,
            neighbor,
            neighbors,
            distances,
            lines,
            border,
            edges,
        }
    }
}

fn levels_of(plan: &BoardPlan, n_cells: usize) -> Result<Vec<i16>, BoardError> {
    match plan.levels.len() {
        0 => Ok(vec![0; n_cells]),
        n_levels if n_levels == n_cells => Ok(plan.levels.clone()),
        n_levels => Err(BoardError::Levels { n_levels, n_cells }),
    }
}

fn tags_of(
    board: &Board,
    tags: &BTreeMap<String, Vec<Place>>,
) -> Result<BTreeMap<String, CellSet>, BoardError> {
    let mut sets = BTreeMap::new();
    for (tag, places) in tags {
        let mut seen = BTreeSet::new();
        for place in places {
            let cell = board.cell_at_place(place).ok_or_else(|| BoardError::Unknown {
                place: place.to_string(),
                named_by: format!("the tag `{tag}`"),
            })?;
            seen.insert(cell);
        }
        sets.insert(tag.clone(), seen.into_iter().collect());
    }
    Ok(sets)
}

/// A line of spaces is seen from the side: higher spaces are drawn higher.
fn raise(centers: &mut [(i32, i32)], kind: BoardKind, levels: &[i16]) {
    if kind == BoardKind::Line {
        for ((_, y), level) in centers.iter_mut().zip(levels) {
            *y = -1_000 * i32::from(*level);
        }
    }
}

fn neighbor_table(grid: Grid, coordinates: &[(i32, i32)]) -> Vec<Option<Cell>> {
    let mut table = Vec::with_capacity(coordinates.len() * grid.steps.len());
    for (a, b) in coordinates {
        table.extend(grid.steps.iter().map(|(da, db)| place_of(coordinates, (a + da, b + db))));
    }
    table
}

/// The cell at these coordinates, which must be in reading order.
pub(super) fn place_of(coordinates: &[(i32, i32)], (a, b): (i32, i32)) -> Option<Cell> {
    let place = coordinates.binary_search_by_key(&(b, a), |(a, b)| (*b, *a)).ok()?;
    Some(Cell(place as u16))
}

fn sets(grid: Grid, neighbor: &[Option<Cell>]) -> Vec<CellSet> {
    let set = |cells: &[Option<Cell>]| cells.iter().copied().flatten().collect();
    neighbor.chunks(grid.steps.len().max(1)).map(set).collect()
}

fn distances_by_place(grid: Grid, coordinates: &[(i32, i32)]) -> Vec<u16> {
    let mut table = Vec::with_capacity(coordinates.len() * coordinates.len());
    for (a, b) in coordinates {
        table.extend(coordinates.iter().map(|(c, d)| {
            let (x, y) = ((c - a).abs(), (d - b).abs());
            let distance = match grid.kind {
                BoardKind::Hex => x.max(y).max((c - a + d - b).abs()),
                BoardKind::Square if grid.steps.len() == 8 => x.max(y),
                BoardKind::Square | BoardKind::Line | BoardKind::Graph => x + y,
            };
            distance as u16
        }));
    }
    table
}

fn distances_by_steps(neighbors: &[CellSet]) -> Vec<u16> {
    let cells = (0..neighbors.len() as u16).map(Cell);
    cells.flat_map(|cell| steps_from(CellSet::only(cell), neighbors)).collect()
}

/// For each cell the least number of steps from any of the `starts`.
fn steps_from(starts: CellSet, neighbors: &[CellSet]) -> Vec<u16> {
    let mut table = vec![NO_DISTANCE; neighbors.len()];
    let mut reached = starts.clone();
    let mut fresh = starts;
    for steps in 0.. {
        if fresh.is_empty() {
            break;
        }
        let mut next = CellSet::EMPTY;
        for cell in &fresh {
            if let (Some(entry), Some(set)) =
                (table.get_mut(cell.index()), neighbors.get(cell.index()))
            {
                *entry = steps;
                next |= set;
            }
        }
        fresh = next - &reached;
        reached |= &fresh;
    }
    table
}

fn lines(grid: Grid, neighbor: &[Option<Cell>]) -> Vec<Vec<Cell>> {
    let n = grid.steps.len();
    let step = |cell: Cell, direction: usize| {
        neighbor.get(cell.index() * n + direction).copied().flatten()
    };
    let line = |place: usize| {
        let start = Cell((place / n) as u16);
        core::iter::successors(step(start, place % n), |cell| step(*cell, place % n)).collect()
    };
    (0..neighbor.len()).map(line).collect()
}

/// Where the lines of each cell begin: a grid has one for each direction, a graph for each link.
fn ray_starts(grid: Grid, neighbors: &[CellSet]) -> Vec<usize> {
    let is_graph = grid.kind == BoardKind::Graph;
    let n_lines = |near: &CellSet| if is_graph { near.count() } else { grid.steps.len() };
    let ends = neighbors.iter().scan(0, |end, near| {
        *end += n_lines(near);
        Some(*end)
    });
    core::iter::once(0).chain(ends).collect()
}

fn directions(grid: Grid, n_cells: usize, lines: &[Vec<Cell>]) -> Vec<Option<Direction>> {
    let mut table = vec![None; n_cells * n_cells];
    let n = grid.steps.len();
    // Lines of a graph have no direction.
    let lines = if n == 0 { &[] } else { lines };
    for (place, line) in lines.iter().enumerate() {
        for cell in line {
            if let Some(entry) = table.get_mut(place / n * n_cells + cell.index()) {
                *entry = Some(Direction((place % n) as u8));
            }
        }
    }
    table
}

/// Where each cell goes when the board makes half a turn; empty if it would not fit onto itself.
fn half_turn(kind: BoardKind, coordinates: &[(i32, i32)]) -> Vec<Cell> {
    let (Some(first), Some(last)) = (coordinates.first(), coordinates.last()) else {
        return Vec::new();
    };
    if kind == BoardKind::Graph {
        return Vec::new();
    }
    let (a, b) = (first.0 + last.0, first.1 + last.1);
    let turned = |(c, d): &(i32, i32)| place_of(coordinates, (a - c, b - d));
    coordinates.iter().map(turned).collect::<Option<_>>().unwrap_or_default()
}

/// The cells with an edge that nothing lies beyond.
fn border(grid: Grid, neighbor: &[Option<Cell>]) -> CellSet {
    let n = grid.steps.len().max(1);
    let stride = n / usize::from(grid.n_sides.max(1)).min(n);
    let is_border = |cells: &[Option<Cell>]| cells.iter().step_by(stride).any(Option::is_none);
    let cells = neighbor.chunks(n).zip((0..).map(Cell));
    cells.filter(|(cells, _)| is_border(cells)).map(|(_, cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GraphCell, Shape};

    fn check(plan: &BoardPlan, expected: BoardError, text: &str) {
        assert_eq!(expected.to_string(), text);
        assert_eq!(Board::build(plan), Err(expected));
    }

    fn squares(width: u16, height: u16, without: Vec<(i32, i32)>) -> BoardPlan {
        BoardPlan::of(Shape::Square { width, height, diagonals: false, without })
    }

    fn room(name: &str, link: &str) -> GraphCell {
        GraphCell { name: name.to_owned(), links: vec![link.to_owned()], center: None }
    }

    #[test]
    fn the_size_of_a_board_is_limited() {
        let text = "the board has 1027 cells, but at most 1024 are possible";
        let large = BoardPlan::of(Shape::Hex { radius: 18 });
        check(&large, BoardError::TooLarge { n_cells: 1027 }, text);
        assert_eq!(Board::build(&squares(32, 32, Vec::new())).unwrap().n_cells(), 1024);
        let text = "the board has no cells";
        check(&BoardPlan::of(Shape::Line { spaces: 0 }), BoardError::Empty, text);
        check(&squares(1, 1, vec![(0, 0)]), BoardError::Empty, text);
        check(&BoardPlan::of(Shape::Graph { cells: Vec::new() }), BoardError::Empty, text);
    }

    #[test]
    fn every_cell_is_named_once() {
        let place = "(1,-1)".to_owned();
        let twice = BoardPlan::of(Shape::HexCells { cells: vec![(1, -1), (0, 0), (1, -1)] });
        check(&twice, BoardError::Duplicate { place }, "the cell (1,-1) is on the board twice");
        let rooms = BoardPlan::of(Shape::Graph { cells: vec![room("a", "b"), room("a", "b")] });
        let place = "a".to_owned();
        check(&rooms, BoardError::Duplicate { place }, "the cell a is on the board twice");
        let nameless = BoardPlan::of(Shape::Graph { cells: vec![room("", "b")] });
        let text = "the cell number 0 has no name";
        check(&nameless, BoardError::Nameless { index: 0 }, text);
        let far = BoardPlan::of(Shape::HexCells { cells: vec![(20_000, 0)] });
        let place = "(20000,0)".to_owned();
        let text = "the cell (20000,0) is too far from the origin";
        check(&far, BoardError::FarAway { place }, text);
    }

    #[test]
    fn what_is_not_there_is_named_with_who_asked() {
        let unknown = |place: &str, named_by: &str| BoardError::Unknown {
            place: place.to_owned(),
            named_by: named_by.to_owned(),
        };
        let rooms = BoardPlan::of(Shape::Graph { cells: vec![room("hall", "attic")] });
        let text = "the cell hall names the cell attic, which is not on the board";
        check(&rooms, unknown("attic", "the cell hall"), text);
        let own = BoardPlan::of(Shape::Graph { cells: vec![room("hall", "hall")] });
        let place = "hall".to_owned();
        check(&own, BoardError::SelfLink { place }, "the cell hall is linked with itself");
        let text = "`without` names the cell (2,0), which is not on the board";
        check(&squares(2, 2, vec![(2, 0)]), unknown("(2,0)", "`without`"), text);
        let mut tagged = squares(2, 2, Vec::new());
        tagged.tags.insert("start".to_owned(), vec![Place::At(0, 0), Place::Name("c1".to_owned())]);
        let text = "the tag `start` names the cell c1, which is not on the board";
        check(&tagged, unknown("c1", "the tag `start`"), text);
        let mut uneven = BoardPlan::of(Shape::Line { spaces: 7 });
        uneven.levels = vec![0, 1];
        let text = "the plan has 2 levels for 7 cells";
        check(&uneven, BoardError::Levels { n_levels: 2, n_cells: 7 }, text);
    }

    #[test]
    fn a_plan_reads_as_a_script_writes_it() {
        let json = r#"{
            "shape": { "kind": "square", "width": 3, "height": 2, "without": [[1, 0]] },
            "tags": { "start": ["a1", [2, 0], 0] }
        }"#;
        let plan: BoardPlan = serde_json::from_str(json).unwrap();
        let board = Board::build(&plan).unwrap();
        let names: Vec<_> = board.tagged("start").iter().map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["a2", "c2", "a1"]);
        assert_eq!(
            serde_json::from_str::<BoardPlan>(&serde_json::to_string(&plan).unwrap()).unwrap(),
            plan
        );
        let misspelt = r#"{ "shape": { "kind": "hex", "radius": 2 }, "level": [] }"#;
        let error = serde_json::from_str::<BoardPlan>(misspelt).unwrap_err();
        assert!(error.to_string().contains("unknown field `level`"), "{error}");
    }
}
