//! Floors: boards whose cells are tiles that slide and rotate.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Board, Cell, CellSet, Compass, Direction, Facing, Side};
use crate::hash::Fingerprint;

/// One floor tile; it keeps its number wherever it lies.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct FloorId(pub u16);

/// The printed sides of a floor that lead out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exits(u8);

impl Exits {
    /// Exits on these sides, each from 0 to 7.
    pub fn on(sides: impl IntoIterator<Item = Side>) -> Self {
        let bits = sides.into_iter().filter(|side| side.0 < 8);
        Self(bits.fold(0, |bits, side| bits | 1 << side.0))
    }

    /// Whether this printed side leads out.
    pub fn contains(self, side: Side) -> bool {
        side.0 < 8 && self.0 & 1 << side.0 != 0
    }

    /// The sides that lead out, clockwise from the front.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        (0..8).map(Side).filter(move |side| self.contains(*side))
    }
}

/// One floor tile as it is now, wherever it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// Its printed exits.
    pub exits: Exits,
    /// How far it is rotated.
    pub rotation: Facing,
}

/// A push of all floors from `from` up to the hole, one space towards it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Slide {
    /// The hole that is filled.
    pub hole: Cell,
    /// The farthest floor that moves; its cell becomes the hole.
    pub from: Cell,
}

impl Slide {
    /// The slide that takes this one back.
    pub fn reversed(self) -> Self {
        Self { hole: self.from, from: self.hole }
    }
}

/// One floor that moved, with all that stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorMove {
    /// The floor.
    pub floor: FloorId,
    /// Where it lay.
    pub from: Cell,
    /// Where it lies now.
    pub to: Cell,
}

/// Where something that stood on `cell` stands after these moves.
pub fn moved_to(moves: &[FloorMove], cell: Cell) -> Cell {
    moves.iter().find(|moved| moved.from == cell).map_or(cell, |moved| moved.to)
}

/// Why floors cannot be changed this way. They are left as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloorError {
    /// There are more than 65535 floors.
    TooMany,
    /// There is no floor with this number.
    UnknownFloor(FloorId),
    /// The board has no such cell.
    UnknownCell(Cell),
    /// Another floor lies there.
    Taken(Cell),
    /// The floor lies on the board already.
    AlreadyLaid(FloorId),
    /// There is no floor on this cell.
    NoFloor(Cell),
    /// A slide needs a hole here.
    NoHole(Cell),
    /// The floor does not lie in a straight line of floors that ends at the hole.
    NotInLine(Slide),
}

impl fmt::Display for FloorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => f.write_str("there are more than 65535 floors"),
            Self::UnknownFloor(floor) => write!(f, "there is no floor {}", floor.0),
            Self::UnknownCell(cell) => write!(f, "the board has no cell {}", cell.0),
            Self::Taken(cell) => write!(f, "another floor lies on cell {}", cell.0),
            Self::AlreadyLaid(floor) => write!(f, "floor {} lies on the board already", floor.0),
            Self::NoFloor(cell) => write!(f, "there is no floor on cell {}", cell.0),
            Self::NoHole(cell) => write!(f, "cell {} is not a hole", cell.0),
            Self::NotInLine(Slide { hole, from }) => {
                write!(f, "no straight line of floors leads from {} to hole {}", from.0, hole.0)
            }
        }
    }
}

impl core::error::Error for FloorError {}

/// All floors of a match: which lies where and how it is rotated. Plain state, to be used with
/// the board it was made for. Cells of the board without a floor are holes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floors {
    n_sides: u8,
    floors: Vec<Floor>,
    at: Vec<Option<FloorId>>,
    networks: Vec<Vec<FloorId>>,
}

impl Floors {
    /// Floors with these exits, numbered in this order, none of them laid yet.
    ///
    /// # Errors
    /// More than 65535 floors.
    pub fn new(board: &Board, exits: &[Exits]) -> Result<Self, FloorError> {
        if exits.len() > usize::from(u16::MAX) {
            return Err(FloorError::TooMany);
        }
        let floor = |exits: &Exits| Floor { exits: *exits, rotation: Facing(0) };
        Ok(Self {
            n_sides: board.n_sides(),
            floors: exits.iter().map(floor).collect(),
            at: vec![None; board.n_cells()],
            networks: Vec::new(),
        })
    }

    /// How many floors there are, laid or not.
    pub fn n_floors(&self) -> usize {
        self.floors.len()
    }

    /// One floor.
    pub fn floor(&self, floor: FloorId) -> Option<&Floor> {
        self.floors.get(usize::from(floor.0))
    }

    /// The floor on a cell; nothing for a hole.
    pub fn floor_at(&self, cell: Cell) -> Option<FloorId> {
        self.at.get(cell.index()).copied().flatten()
    }

    /// Where a floor lies; nothing if it is not laid.
    pub fn cell_of(&self, floor: FloorId) -> Option<Cell> {
        let place = self.at.iter().position(|laid| *laid == Some(floor))?;
        Some(Cell(place as u16))
    }

    /// The cells without a floor.
    pub fn holes(&self) -> CellSet {
        let cells = (0..).map(Cell).zip(&self.at);
        cells.filter(|(_, floor)| floor.is_none()).map(|(cell, _)| cell).collect()
    }

    /// The groups of floors that are linked with each other wherever they lie.
    pub fn networks(&self) -> &[Vec<FloorId>] {
        &self.networks
    }

    /// Links all these floors with each other, as trapdoors are.
    pub fn add_network(&mut self, floors: Vec<FloorId>) {
        self.networks.push(floors);
    }

    /// Lays a floor into a hole.
    ///
    /// # Errors
    /// The floor or the cell is unknown, the cell is taken, or the floor lies elsewhere.
    pub fn lay(&mut self, floor: FloorId, cell: Cell, rotation: Facing) -> Result<(), FloorError> {
        if self.cell_of(floor).is_some() {
            return Err(FloorError::AlreadyLaid(floor));
        }
        let n_sides = self.n_sides;
        let tile = self.floors.get_mut(usize::from(floor.0));
        let tile = tile.ok_or(FloorError::UnknownFloor(floor))?;
        let place = self.at.get_mut(cell.index()).ok_or(FloorError::UnknownCell(cell))?;
        if place.is_some() {
            return Err(FloorError::Taken(cell));
        }
        *place = Some(floor);
        tile.rotation = Compass::new(n_sides).rotated(rotation, 0);
        Ok(())
    }

    /// Takes a floor off the board and leaves a hole; the floor that lay there.
    pub fn lift(&mut self, cell: Cell) -> Option<FloorId> {
        self.at.get_mut(cell.index())?.take()
    }

    /// Rotates a floor clockwise, or counterclockwise if `steps` is negative; its new rotation.
    ///
    /// # Errors
    /// There is no such floor.
    pub fn rotate(&mut self, floor: FloorId, steps: i32) -> Result<Facing, FloorError> {
        let compass = Compass::new(self.n_sides);
        let tile = self.floors.get_mut(usize::from(floor.0));
        let tile = tile.ok_or(FloorError::UnknownFloor(floor))?;
        tile.rotation = compass.rotated(tile.rotation, steps);
        Ok(tile.rotation)
    }

    /// All slides that are possible now, in the order of holes, then of the farthest floors.
    pub fn slides(&self, board: &Board) -> Vec<Slide> {
        let mut slides = Vec::new();
        for hole in self.holes() {
            for direction in side_directions(board) {
                let line = board.line(hole, direction).iter().copied();
                let floors = line.take_while(|cell| self.floor_at(*cell).is_some());
                slides.extend(floors.map(|from| Slide { hole, from }));
            }
        }
        slides.sort_unstable();
        slides
    }

    /// Pushes a line of floors into a hole. The floors that moved, nearest to the hole first;
    /// what stands on them is for the caller to move along, see [`moved_to`].
    ///
    /// # Errors
    /// There is no hole, or no unbroken straight line of floors from there to `from`.
    pub fn slide(&mut self, board: &Board, slide: Slide) -> Result<Vec<FloorMove>, FloorError> {
        let moves = self.moves_of(board, slide)?;
        for moved in &moves {
            self.put(moved.to, Some(moved.floor));
        }
        self.put(slide.from, None);
        Ok(moves)
    }

    /// What [`Floors::slide`] would move, without doing it.
    ///
    /// # Errors
    /// The same as for the slide.
    pub fn moves_of(&self, board: &Board, slide: Slide) -> Result<Vec<FloorMove>, FloorError> {
        let Slide { hole, from } = slide;
        if !board.contains(hole) || self.floor_at(hole).is_some() {
            return Err(FloorError::NoHole(hole));
        }
        self.floor_at(from).ok_or(FloorError::NoFloor(from))?;
        let direction = board.direction_to(hole, from).filter(|d| is_side(board, *d));
        let between = direction.and_then(|_| board.between(hole, from));
        let between = between.ok_or(FloorError::NotInLine(slide))?;
        let mut to = hole;
        let mut moves = Vec::with_capacity(between.len() + 1);
        for from in between.iter().chain([&from]).copied() {
            let floor = self.floor_at(from).ok_or(FloorError::NotInLine(slide))?;
            moves.push(FloorMove { floor, from, to });
            to = from;
        }
        Ok(moves)
    }

    /// Writes everything that tells these floors from others.
    pub fn write_to(&self, fingerprint: &mut Fingerprint) {
        fingerprint.write_u8(self.n_sides).write_u32(self.floors.len() as u32);
        for floor in &self.floors {
            fingerprint.write_u8(floor.exits.0).write_u8(floor.rotation.0);
        }
        fingerprint.write_u32(self.at.len() as u32);
        for floor in &self.at {
            fingerprint.write_bool(floor.is_some()).write_u16(floor.map_or(0, |floor| floor.0));
        }
        fingerprint.write_u32(self.networks.len() as u32);
        for network in &self.networks {
            fingerprint.write_u32(network.len() as u32);
            for floor in network {
                fingerprint.write_u16(floor.0);
            }
        }
    }

    /// Whether the floor on this cell has an exit towards `direction`, wherever that leads.
    pub fn has_exit(&self, board: &Board, cell: Cell, direction: Direction) -> bool {
        let side = board.side_of_direction(direction);
        let floor = self.floor_at(cell).and_then(|floor| self.floor(floor));
        side.zip(floor).is_some_and(|(side, floor)| {
            let compass = Compass::new(self.n_sides);
            floor.exits.contains(compass.side_towards(Direction(side.0), floor.rotation))
        })
    }

    fn put(&mut self, cell: Cell, floor: Option<FloorId>) {
        if let Some(place) = self.at.get_mut(cell.index()) {
            *place = floor;
        }
    }
}

/// The directions that cross an edge.
pub(super) fn side_directions(board: &Board) -> impl Iterator<Item = Direction> {
    board.directions().filter(|direction| is_side(board, *direction))
}

fn is_side(board: &Board, direction: Direction) -> bool {
    board.side_of_direction(direction).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, Shape};

    /// Seven by seven squares, a floor with all exits on each but the middle; floors are
    /// numbered in reading order.
    fn arena() -> (Board, Floors) {
        let shape = Shape::Square { width: 7, height: 7, diagonals: false, without: Vec::new() };
        let board = Board::build(&BoardPlan::of(shape)).unwrap();
        let mut floors = Floors::new(&board, &[Exits::on((0..4).map(Side)); 48]).unwrap();
        let cells = board.cells().iter().filter(|cell| *cell != at(&board, 3, 3));
        for (floor, cell) in (0..).map(FloorId).zip(cells) {
            floors.lay(floor, cell, Facing(0)).unwrap();
        }
        (board, floors)
    }

    fn at(board: &Board, column: i32, row: i32) -> Cell {
        board.cell_at(column, row).unwrap()
    }

    fn check(slide: ((i32, i32), (i32, i32)), expected: impl Fn(&Board, Slide) -> FloorError) {
        let (board, floors) = arena();
        let ((a, b), (c, d)) = slide;
        let slide = Slide { hole: at(&board, a, b), from: at(&board, c, d) };
        assert_eq!(floors.moves_of(&board, slide), Err(expected(&board, slide)));
    }

    /// The hole is in the middle and the floor at the end of its row is chosen: three floors move
    /// one space towards the middle and the hole comes to the end of the row.
    #[test]
    fn a_row_slides_into_the_hole_and_takes_along_what_stands_on_it() {
        let (board, mut floors) = arena();
        let [a, b, c, d] = [3, 4, 5, 6].map(|column| at(&board, column, 3));
        let slide = Slide { hole: a, from: d };
        let slides = floors.slides(&board);
        assert_eq!(slides.len(), 12);
        assert!(slides.contains(&slide));
        let before = [b, c, d].map(|cell| floors.floor_at(cell));
        let moves = floors.slide(&board, slide).unwrap();
        assert_eq!(
            moves.iter().map(|m| (m.from, m.to)).collect::<Vec<_>>(),
            [(b, a), (c, b), (d, c)]
        );
        assert_eq!([a, b, c].map(|cell| floors.floor_at(cell)), before);
        assert_eq!(floors.holes(), CellSet::only(d));
        assert_eq!((moved_to(&moves, c), moved_to(&moves, a)), (b, a));
        assert_eq!(floors.slides(&board).len(), 12);
    }

    #[test]
    fn every_change_of_floors_has_its_own_digest() {
        let digest = |change: &dyn Fn(&Board, &mut Floors)| {
            let (board, mut floors) = arena();
            change(&board, &mut floors);
            let mut fingerprint = Fingerprint::new();
            floors.write_to(&mut fingerprint);
            fingerprint.digest()
        };
        let slide = |board: &Board| Slide { hole: at(board, 3, 3), from: at(board, 4, 3) };
        let digests = std::collections::BTreeSet::from([
            digest(&|_, _| {}),
            digest(&|_, floors| assert!(floors.rotate(FloorId(7), 1).is_ok())),
            digest(&|_, floors| assert!(floors.rotate(FloorId(8), 1).is_ok())),
            digest(&|_, floors| assert!(floors.lift(Cell(0)).is_some())),
            digest(&|_, floors| floors.add_network(vec![FloorId(1), FloorId(2)])),
            digest(&|board, floors| assert!(floors.slide(board, slide(board)).is_ok())),
        ]);
        assert_eq!(digests.len(), 6);
    }

    #[test]
    fn only_a_straight_line_of_floors_slides() {
        check(((3, 3), (4, 4)), |_, slide| FloorError::NotInLine(slide));
        check(((3, 3), (5, 2)), |_, slide| FloorError::NotInLine(slide));
        check(((3, 3), (3, 3)), |board, _| FloorError::NoFloor(at(board, 3, 3)));
        check(((2, 3), (4, 3)), |board, _| FloorError::NoHole(at(board, 2, 3)));
        let (board, mut floors) = arena();
        floors.lift(at(&board, 5, 3)).unwrap();
        let over = Slide { hole: at(&board, 3, 3), from: at(&board, 6, 3) };
        assert_eq!(floors.slide(&board, over), Err(FloorError::NotInLine(over)));
    }

    #[test]
    fn a_floor_lies_in_one_place() {
        let (board, mut floors) = arena();
        let (corner, middle) = (Cell(0), at(&board, 3, 3));
        let lay = |floors: &mut Floors, floor, cell| floors.lay(FloorId(floor), cell, Facing(5));
        assert_eq!(lay(&mut floors, 0, middle), Err(FloorError::AlreadyLaid(FloorId(0))));
        assert_eq!(lay(&mut floors, 48, middle), Err(FloorError::UnknownFloor(FloorId(48))));
        assert_eq!(floors.lift(corner), Some(FloorId(0)));
        assert_eq!(lay(&mut floors, 0, Cell(1)), Err(FloorError::Taken(Cell(1))));
        assert_eq!(lay(&mut floors, 0, Cell(49)), Err(FloorError::UnknownCell(Cell(49))));
        assert_eq!(lay(&mut floors, 0, middle), Ok(()));
        assert_eq!((floors.cell_of(FloorId(0)), floors.lift(corner)), (Some(middle), None));
        assert_eq!(floors.floor(FloorId(0)).map(|floor| floor.rotation), Some(Facing(1)));
        assert_eq!(floors.rotate(FloorId(0), -2), Ok(Facing(3)));
        assert_eq!(floors.rotate(FloorId(99), 1), Err(FloorError::UnknownFloor(FloorId(99))));
        let json = serde_json::to_string(&floors).unwrap();
        assert_eq!(serde_json::from_str::<Floors>(&json).unwrap(), floors);
    }
}
