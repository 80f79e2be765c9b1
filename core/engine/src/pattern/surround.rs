//! What is surrounded: groups of pieces that have no open neighboring cell.

use crate::board::{Board, Cell, CellSet, region};

/// The groups of `inside` (cells joined as neighbors) whose neighboring cells in `within`, the
/// group left out, all belong to `around`. A group without any such neighbor is not surrounded.
pub fn surrounded(
    board: &Board,
    inside: CellSet,
    around: &CellSet,
    within: &CellSet,
) -> Vec<CellSet> {
    // No cell of a group has a neighbor of another group, so an open cell frees whatever it meets.
    let open = &(within - &inside) - around;
    let is_free = |cell: &Cell| board.neighbors(*cell).intersects(&open);
    let free: CellSet = inside.iter().filter(is_free).collect();
    let mut held = &inside - &free;
    if held.is_empty() {
        return Vec::new();
    }
    held -= region::spread(board, free, &inside, usize::MAX);
    let is_surrounded = |group: &CellSet| {
        let mut beside = CellSet::EMPTY;
        for cell in group {
            beside |= board.neighbors(cell);
        }
        // What is open freed its group above: whatever is left beside one belongs to `around`.
        (beside - group).intersects(within)
    };
    region::groups(board, held).into_iter().filter(is_surrounded).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{BoardPlan, Shape};

    /// Every group by itself, as the words say it.
    fn one_by_one(
        board: &Board,
        inside: &CellSet,
        around: &CellSet,
        within: &CellSet,
    ) -> Vec<CellSet> {
        let is_surrounded = |group: &CellSet| {
            let beside: CellSet = group.iter().flat_map(|cell| board.neighbors(cell)).collect();
            let beside = (beside - group) & within;
            !beside.is_empty() && beside.iter().all(|cell| around.contains(cell))
        };
        region::groups(board, inside.clone()).into_iter().filter(is_surrounded).collect()
    }

    proptest! {
        #[test]
        fn open_groups_are_told_at_once(
            cells in prop::collection::vec((0u8..3, any::<bool>()), 37), all in any::<bool>()
        ) {
            let board = Board::build(&BoardPlan::of(Shape::Hex { radius: 3 })).unwrap();
            let meant = |fits: &dyn Fn(&(u8, bool)) -> bool| {
                let places = board.cells().iter().zip(&cells);
                places.filter(|(_, it)| fits(it)).map(|(cell, _)| cell).collect::<CellSet>()
            };
            let (inside, around) = (meant(&|it| it.0 == 0), meant(&|it| it.0 == 1));
            let within = meant(&|it| all || it.1);
            prop_assert_eq!(
                surrounded(&board, inside.clone(), &around, &within),
                one_by_one(&board, &inside, &around, &within)
            );
        }
    }
}
