//! What is surrounded: groups of pieces that have no open neighboring cell.

use crate::board::{Board, CellSet, region};

/// The groups of `inside` (cells joined as neighbors) whose neighboring cells in `within`, the
/// group left out, all belong to `around`. A group without any such neighbor is not surrounded.
pub fn surrounded(
    board: &Board,
    inside: CellSet,
    around: &CellSet,
    within: &CellSet,
) -> Vec<CellSet> {
    let is_surrounded = |group: &CellSet| {
        let mut beside = CellSet::EMPTY;
        for cell in group {
            beside |= board.neighbors(cell);
        }
        let beside = (beside - group) & within;
        !beside.is_empty() && around.contains_all(&beside)
    };
    region::groups(board, inside).into_iter().filter(is_surrounded).collect()
}
