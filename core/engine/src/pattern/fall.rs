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
        Fall { floor: board.cells().iter().filter(is_floor).collect(), above }
    }

    /// The empty cells on which something comes to rest: those on the floor and those above an
    /// occupied cell.
    pub fn resting_cells(&self, state: &State) -> CellSet {
        let mut cells = self.floor.clone();
        for cell in &state.occupied {
            if let Some(above) = self.above.get(cell.index()).copied().flatten() {
                cells.insert(above);
            }
        }
        cells - &state.occupied
    }
}
