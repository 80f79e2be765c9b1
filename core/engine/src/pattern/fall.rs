//! Where things that fall come to rest.

use crate::board::{Board, Cell, CellSet, Direction};
use crate::state::State;

/// The ways along which things fall in one direction of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fall {
    /// Cells with nothing beyond them.
    floor: CellSet,
    /// For each cell the one from which things fall onto it.
    above: Vec<Option<Cell>>,
    /// How many numbers further that one is, where it is so for all cells that have one.
    rise: Option<isize>,
    /// The cells that have one.
    below: CellSet,
}

impl Fall {
    /// The ways in a direction. In one that the board does not have, every cell is a floor.
    pub fn of(board: &Board, direction: Direction) -> Fall {
        let is_floor = |cell: &Cell| board.neighbor(*cell, direction).is_none();
        let mut above = vec![None; board.n_cells()];
        for cell in board.cells().iter() {
            let below =
                board.neighbor(cell, direction).and_then(|below| above.get_mut(below.index()));
            if let Some(slot) = below {
                *slot = Some(cell);
            }
        }
        let rises = (0..).zip(&above).filter_map(|(at, above)| Some((at, (*above)?)));
        let far = |(at, above): (isize, Cell)| isize::from(above.0 as i16) - at;
        let first = rises.clone().next().map(far);
        Fall {
            floor: board.cells().iter().filter(is_floor).collect(),
            rise: first.filter(|first| rises.clone().all(|rise| far(rise) == *first)),
            below: rises.map(|(at, _)| Cell(at as u16)).collect(),
            above,
        }
    }

    /// The empty cells on which something comes to rest: those on the floor and those above an
    /// occupied cell.
    pub fn resting_cells(&self, state: &State) -> CellSet {
        let risen = self.rise.and_then(|rise| (&state.occupied & &self.below).shifted(rise));
        if let Some(risen) = risen {
            return (&self.floor | &risen) - &state.occupied;
        }
        let mut cells = self.floor.clone();
        for cell in &state.occupied {
            if let Some(above) = self.above.get(cell.index()).copied().flatten() {
                cells.insert(above);
            }
        }
        cells - &state.occupied
    }
}
