//! What can be asked about a board.

use super::build::{NO_DISTANCE, place_of};
use super::{
    Board, BoardKind, Cell, CellSet, Compass, Direction, Edge, EdgeId, Facing, Place, Side,
};

pub(super) static NOWHERE: CellSet = CellSet::EMPTY;

/// Cells and their names.
impl Board {
    /// What the board is made of.
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// How many cells there are, 1 to 1024.
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
        self.find_tagged(tag).unwrap_or(&NOWHERE)
    }

    /// As [`Board::tagged`]; nothing for a tag that the board does not have.
    pub fn find_tagged(&self, tag: &str) -> Option<&CellSet> {
        self.tags.get(tag)
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
        let crosses =
            direction.0 < self.n_directions() && direction.0.is_multiple_of(self.stride());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, GraphCell, Shape};

    fn hexes() -> Board {
        Board::build(&BoardPlan::of(Shape::Hex { radius: 2 })).unwrap()
    }

    fn squares(width: u16, height: u16, diagonals: bool) -> Board {
        let shape = Shape::Square { width, height, diagonals, without: Vec::new() };
        Board::build(&BoardPlan::of(shape)).unwrap()
    }

    fn line(levels: &[i16]) -> Board {
        let shape = Shape::Line { spaces: levels.len() as u16 };
        Board::build(&BoardPlan { levels: levels.to_vec(), ..BoardPlan::of(shape) }).unwrap()
    }

    fn cell(board: &Board, name: &str) -> Cell {
        board.cell_named(name).unwrap()
    }

    /// Checks a set of cells by their names in reading order.
    fn check(board: &Board, cells: impl IntoIterator<Item = Cell>, expected: &str) {
        let names: Vec<_> = cells.into_iter().map(|cell| board.name(cell)).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn nineteen_hexes_lie_around_a_center() {
        let board = hexes();
        check(&board, board.cells().iter().take(4), "(0,-2) (1,-2) (2,-2) (-1,-1)");
        let center = cell(&board, "( 0, 0 )");
        let around = board.directions().filter_map(|d| board.neighbor(center, d));
        check(&board, around, "(1,-1) (1,0) (0,1) (-1,1) (-1,0) (0,-1)");
        assert_eq!((board.ring(center, 1).count(), board.ring(center, 2).count()), (6, 12));
        assert_eq!(*board.border(), board.ring(center, 2));
        assert_eq!(board.center_rank(center), Some(0));
        check(
            &board,
            board.line(cell(&board, "(-2,0)"), Direction(1)).to_vec(),
            "(-1,0) (0,0) (1,0) (2,0)",
        );
        assert_eq!(board.direction_name(Direction(5)), "NW");
        assert_eq!(board.center(cell(&board, "(-1,2)")), Some((0, 1732)));
    }

    /// A hex board of radius 2 has 42 pairs of neighbors, and so 24 triangles (Euler: 24 faces
    /// inside, 42 sides, 19 corners) and 19 * 6 - 42 edges.
    #[test]
    fn edges_and_triangles_are_counted() {
        let board = hexes();
        assert_eq!(board.triangles().count(), 24);
        assert_eq!(board.n_edges(), 72);
        assert_eq!(squares(3, 2, true).n_edges(), 17);
        assert_eq!(squares(2, 2, true).triangles().count(), 4);
        assert_eq!(squares(2, 2, false).triangles().count(), 0);
        assert_eq!(line(&[0; 4]).n_edges(), 5);
    }

    #[test]
    fn squares_are_named_as_in_chess() {
        let board = squares(6, 6, true);
        check(&board, [Cell(0), Cell(5), Cell(30), Cell(35)], "a6 f6 a1 f1");
        let b2 = cell(&board, "b2");
        let around = board.directions().filter_map(|d| board.neighbor(b2, d));
        check(&board, around, "b3 c3 c2 c1 b1 a1 a2 a3");
        assert_eq!(board.distance(b2, cell(&board, "f5")), Some(4));
        assert_eq!(board.manhattan(b2, cell(&board, "f5")), Some(7));
        assert_eq!(board.direction_named("nw"), Some(Direction(7)));
        check(&board, board.half_turn(b2), "e5");
        assert!(
            board.same_row(b2, cell(&board, "f2")) && board.same_column(b2, cell(&board, "b6"))
        );
        assert_eq!(board.edge(b2, Direction(1)), None);
        assert_eq!(board.edge_between(b2, cell(&board, "c3")), None);
        let wide = squares(60, 1, false);
        check(&wide, [Cell(25), Cell(26), Cell(52)], "z1 aa1 ba1");
    }

    /// `e(x) = |2x - (n - 1)| / 2`, rounded down.
    #[test]
    fn spaces_in_a_row_have_ranks_from_the_center() {
        for n in 1..=12_i32 {
            let board = line(&vec![0; n as usize]);
            for x in 0..n {
                let rank = (2 * x - (n - 1)).abs() / 2;
                assert_eq!(board.center_rank(Cell(x as u16)).map(i32::from), Some(rank));
            }
        }
    }

    /// Seven spaces, the middle three one level up: level lines lie inside each part only.
    #[test]
    fn steps_interrupt_a_level_line() {
        let board = line(&[0, 0, 1, 1, 1, 0, 0]);
        let part = |x: u16| [0, 0, 1, 1, 1, 2, 2][usize::from(x)];
        for (a, b) in (0..7).flat_map(|a| (0..7).map(move |b| (a, b))) {
            assert_eq!(board.is_level(Cell(a), Cell(b)), part(a) == part(b), "{a} {b}");
        }
        assert_eq!(board.center(Cell(3)), Some((3_000, -1_000)));
        assert_eq!(board.direction_to(Cell(5), Cell(2)), Some(Direction(1)));
    }

    /// The mask of a board without rotational center in a cell maps onto itself all the same.
    #[test]
    fn half_a_turn_needs_no_central_cell() {
        let pair = |r: i32, qs: &[i32]| qs.iter().map(|q| (*q, r)).collect::<Vec<_>>();
        let rows = [pair(0, &[-3, -2, -1, 1]), pair(2, &[-2, 0, 1, 2])];
        let board = Board::build(&BoardPlan::of(Shape::HexCells { cells: rows.concat() })).unwrap();
        for cell in board.cells() {
            let (q, r) = board.coordinates(cell).unwrap();
            assert_eq!(board.half_turn(cell), board.cell_at(-1 - q, 2 - r));
        }
        let lopsided = Shape::HexCells { cells: vec![(0, 0), (1, 0), (0, 1)] };
        let board = Board::build(&BoardPlan::of(lopsided)).unwrap();
        assert_eq!(board.half_turn(Cell(0)), None);
    }

    #[test]
    fn a_hole_ends_a_line() {
        let shape = Shape::Square { width: 4, height: 1, diagonals: false, without: vec![(2, 0)] };
        let board = Board::build(&BoardPlan::of(shape)).unwrap();
        let (a, d) = (cell(&board, "a1"), cell(&board, "d1"));
        check(&board, board.line(a, Direction(1)).to_vec(), "b1");
        assert_eq!(board.between(a, d), None);
        assert_eq!(board.distance(a, d), Some(3));
    }

    #[test]
    fn rooms_are_linked_both_ways() {
        let room = |name: &str, links: &[&str]| GraphCell {
            name: name.to_owned(),
            links: links.iter().map(|link| (*link).to_owned()).collect(),
            center: None,
        };
        let cells = vec![
            room("gate", &["hall"]),
            room("hall", &[]),
            room("yard", &["hall"]),
            room("well", &[]),
        ];
        let board = Board::build(&BoardPlan::of(Shape::Graph { cells })).unwrap();
        let hall = cell(&board, "hall");
        check(&board, board.neighbors(hall).clone(), "gate yard");
        assert_eq!(board.distance(Cell(0), Cell(2)), Some(2));
        assert_eq!(board.distance(Cell(0), Cell(3)), None);
        check(&board, board.area(hall, 9), "gate hall yard");
        assert_eq!(board.n_edges(), 2);
        assert!(board.edge_between(hall, Cell(2)).is_some());
        assert_eq!(board.center(Cell(3)), Some((2_000, 2_000)));
        assert_eq!(board.center_rank(hall), None);
    }

    #[test]
    fn questions_about_nowhere_have_no_answer() {
        let (board, nowhere) = (hexes(), Cell(u16::MAX));
        assert!(board.neighbors(nowhere).is_empty() && board.area(nowhere, 9).is_empty());
        assert!(board.line(nowhere, Direction(0)).is_empty());
        assert!(board.line(Cell(0), Direction(6)).is_empty());
        assert_eq!(board.distance(Cell(0), nowhere), None);
        assert_eq!(board.distance(nowhere, Cell(0)), None);
        assert_eq!(board.direction_to(Cell(0), nowhere), None);
        assert_eq!(board.edge(Cell(0), Direction(9)), None);
        assert_eq!(board.edge(nowhere, Direction(0)), None);
        assert_eq!((board.name(nowhere), board.cell_named("(9,9)")), ("", None));
        assert_eq!(board.side_of_direction(Direction(9)), None);
        assert!(board.tagged("nothing").is_empty());
        let none = Board::default();
        assert_eq!((none.n_cells(), none.neighbor(Cell(0), Direction(0))), (0, None));
        assert!(none.ring(Cell(0), 0).is_empty());
    }
}
