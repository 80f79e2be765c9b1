//! What can be asked about a board.

use super::build::{NO_DISTANCE, place_of};
use super::{
    Board, BoardKind, Cell, CellSet, Compass, Direction, Edge, EdgeId, Facing, Place, Side,
};

static NOWHERE: CellSet = CellSet::EMPTY;

/// Cells and their names.
impl Board {
    /// What the board is made of.
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// How many cells there are, 1 to 256.
    pub fn n_cells(&self) -> usize {
        self.coordinates.len()
    }

    /// All cells.
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// Whether the board has this cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(cell)
    }

    /// Coordinates as explained at [`BoardKind`].
    pub fn coordinates(&self, cell: Cell) -> Option<(i32, i32)> {
        self.coordinates.get(cell.index()).copied()
    }

    /// The cell with these coordinates.
    pub fn cell_at(&self, a: i32, b: i32) -> Option<Cell> {
        place_of(&self.coordinates, (a, b))
    }

    /// `(q,r)` on hexes, file letter and rank counted from the bottom on squares, the number of
    /// the space on a line, the cell's own name on a graph; empty for a cell not on the board.
    pub fn name(&self, cell: Cell) -> &str {
        self.names.get(cell.index()).map_or("", String::as_str)
    }

    /// The cell with this name. Spaces are passed over, except on graphs.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        if let Some(cell) = self.by_name.get(name) {
            return Some(*cell);
        }
        if self.kind == BoardKind::Graph {
            return None;
        }
        let name: String = name.split_whitespace().collect();
        self.by_name.get(&name).copied()
    }

    /// The cell a plan points at.
    pub fn cell_at_place(&self, place: &Place) -> Option<Cell> {
        match place {
            Place::Index(index) => Some(Cell(*index)).filter(|cell| self.contains(*cell)),
            Place::At(a, b) => self.cell_at(*a, *b),
            Place::Name(name) => self.cell_named(name),
        }
    }

    /// The cells with this tag; none if the board does not know the tag.
    pub fn tagged(&self, tag: &str) -> &CellSet {
        self.tags.get(tag).unwrap_or(&NOWHERE)
    }

    /// All tags with their cells, in alphabetical order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &CellSet)> {
        self.tags.iter().map(|(tag, cells)| (tag.as_str(), cells))
    }

    /// The height of a cell; 0 unless the plan says otherwise.
    pub fn level(&self, cell: Cell) -> i16 {
        self.levels.get(cell.index()).copied().unwrap_or(0)
    }

    /// Where the center of a cell is drawn, in thousandths of the distance between two cells
    /// side by side, `x` to the right and `y` downwards. On a line higher spaces stand higher.
    pub fn center(&self, cell: Cell) -> Option<(i32, i32)> {
        self.centers.get(cell.index()).copied()
    }

    /// The cell that lies where this one would after half a turn of the board; nothing if the
    /// board would not fit onto itself, and on graphs.
    pub fn half_turn(&self, cell: Cell) -> Option<Cell> {
        self.half_turn.get(cell.index()).copied()
    }
}

/// Directions.
impl Board {
    /// The arithmetic of this board's directions.
    pub fn compass(&self) -> Compass {
        self.compass
    }

    /// How many directions there are: 6 on hexes, 4 or 8 on squares, 2 on a line, 0 on a graph.
    pub fn n_directions(&self) -> u8 {
        self.compass.n_directions()
    }

    /// How many edges a cell has: 6 on hexes, 4 on squares, 2 on a line, 0 on a graph, where the
    /// number differs from cell to cell.
    pub fn n_sides(&self) -> u8 {
        self.n_sides
    }

    /// All directions, clockwise.
    pub fn directions(&self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator {
        self.compass.directions()
    }

    /// The direction that crosses edge `side` of a floor that is not rotated.
    pub fn direction_of_side(&self, side: Side) -> Option<Direction> {
        (side.0 < self.n_sides).then(|| Direction(side.0 * self.stride()))
    }

    /// The edge that a direction crosses; nothing for diagonals.
    pub fn side_of_direction(&self, direction: Direction) -> Option<Side> {
        let crosses = direction.0 < self.n_directions() && direction.0 % self.stride() == 0;
        crosses.then(|| Side(direction.0 / self.stride()))
    }

    /// Directions per edge: 2 on squares with diagonals, otherwise 1.
    fn stride(&self) -> u8 {
        self.n_directions().checked_div(self.n_sides).unwrap_or(1)
    }

    /// The direction half a circle away.
    pub fn opposite(&self, direction: Direction) -> Direction {
        self.compass.opposite(direction)
    }

    /// Where a printed side of a piece points.
    pub fn direction_of(&self, side: Side, facing: Facing) -> Direction {
        self.compass.direction_of(side, facing)
    }

    /// The name of a direction, such as `NE`; empty if there is no such direction.
    pub fn direction_name(&self, direction: Direction) -> &'static str {
        self.direction_names.get(usize::from(direction.0)).copied().unwrap_or("")
    }

    /// The direction of this name, in capitals or not.
    pub fn direction_named(&self, name: &str) -> Option<Direction> {
        self.directions().find(|d| self.direction_name(*d).eq_ignore_ascii_case(name))
    }

    /// The direction that leads straight from one cell to another, adjacent or farther away.
    /// Nothing if they are the same, not in line, or a hole in the board lies between them.
    pub fn direction_to(&self, from: Cell, to: Cell) -> Option<Direction> {
        self.directions.get(self.pair(from, to)?).copied().flatten()
    }
}

/// Neighbors, lines and distances.
impl Board {
    /// The next cell in a direction.
    pub fn neighbor(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.neighbor.get(self.ray(cell, direction)?).copied().flatten()
    }

    /// All cells beside this one. With diagonals those across a corner count too.
    pub fn neighbors(&self, cell: Cell) -> &CellSet {
        self.neighbors.get(cell.index()).unwrap_or(&NOWHERE)
    }

    /// Whether two cells are neighbors.
    pub fn are_adjacent(&self, a: Cell, b: Cell) -> bool {
        self.neighbors(a).contains(b)
    }

    /// Every three cells that are all neighbors of each other, each three in reading order.
    pub fn triangles(&self) -> Vec<[Cell; 3]> {
        let mut triangles = Vec::new();
        for a in self.cells {
            for b in self.neighbors(a).iter().filter(|b| *b > a) {
                let shared = *self.neighbors(a) & *self.neighbors(b);
                triangles.extend(shared.iter().filter(|c| *c > b).map(|c| [a, b, c]));
            }
        }
        triangles
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

    fn pair(&self, a: Cell, b: Cell) -> Option<usize> {
        let n = self.n_cells();
        (b.index() < n).then(|| a.index() * n + b.index())
    }
}

/// Border and edges.
impl Board {
    /// The cells with an edge that nothing lies beyond; none on a graph.
    pub fn border(&self) -> &CellSet {
        &self.border
    }

    /// The steps from a cell to the nearest one at the border; nothing on a graph.
    pub fn border_distance(&self, cell: Cell) -> Option<u16> {
        let steps = self.border_distances.get(cell.index()).copied();
        steps.filter(|steps| *steps != NO_DISTANCE)
    }

    /// How much nearer to the border a cell is than the innermost cells: 0 for these. On a line
    /// of `n` spaces it is half of `|2x - (n - 1)|`, rounded down. Nothing on a graph.
    pub fn center_rank(&self, cell: Cell) -> Option<u16> {
        let steps = self.border_distance(cell)?;
        self.border_distances.iter().filter(|d| **d != NO_DISTANCE).max().map(|max| max - steps)
    }

    /// How many edges the board has, borders included.
    pub fn n_edges(&self) -> usize {
        self.edges.count()
    }

    /// The edge of a cell in a direction, also at the border. Diagonals cross no edge.
    pub fn edge(&self, cell: Cell, direction: Direction) -> Option<EdgeId> {
        self.edges.towards(cell, direction)
    }

    /// The edge between two cells. Cells that touch at a corner have none.
    pub fn edge_between(&self, a: Cell, b: Cell) -> Option<EdgeId> {
        self.edges.between(a, b)
    }

    /// What lies on both sides of an edge.
    pub fn edge_cells(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(id)
    }
}
