//! What stands between two others in a straight line.

use crate::board::{Board, Cell, CellSet};

/// The neighbors of a cell in `between` beyond which, straight on, lies a cell of `beyond`; in the
/// order of directions, on a graph in reading order.
pub fn flanked(board: &Board, from: Cell, between: &CellSet, beyond: &CellSet) -> Vec<Cell> {
    let caught = |line: &Vec<Cell>| match line.as_slice() {
        [beside, behind, ..] if between.contains(*beside) && beyond.contains(*behind) => {
            Some(*beside)
        }
        _ => None,
    };
    board.rays(from).iter().filter_map(caught).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, Shape};

    #[test]
    fn neighbors_are_caught_in_line_with_what_is_beyond() {
        let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 2 })).unwrap();
        let at = |cells: &[(i32, i32)]| -> CellSet {
            cells.iter().map(|(q, r)| board.cell_at(*q, *r).unwrap()).collect()
        };
        let check = |between: &[(i32, i32)], beyond: &[(i32, i32)], expected: &[(i32, i32)]| {
            let from = board.cell_at(0, 0).unwrap();
            let found = flanked(&board, from, &at(between), &at(beyond));
            assert_eq!(found.into_iter().collect::<CellSet>(), at(expected));
        };
        check(&[(1, 0), (0, 1), (-1, 0)], &[(2, 0), (1, 1), (-2, 0)], &[(1, 0), (-1, 0)]);
        check(&[(1, 0)], &[(1, 1), (2, -1), (-1, 0)], &[]);
        check(&[], &[(2, 0)], &[]);
        let edge = board.cell_at(1, 0).unwrap();
        assert_eq!(flanked(&board, edge, &at(&[(2, 0)]), board.cells()), [], "off the board");
    }
}
