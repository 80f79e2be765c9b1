//! How far one gets: least costs and the ways there.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Ways;
use crate::board::{Cell, CellSet, MAX_CELLS};

const NO_COST: u16 = u16::MAX;
/// Room for the boards of most games; a larger board takes what it needs.
const FEW_CELLS: usize = 256;

/// Cells that can be reached, with the least cost of each and a cheapest way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    cells: CellSet,
    costs: Vec<u16>,
    previous: Vec<Cell>,
}

impl Reach {
    pub(crate) fn from_start(start: Cell) -> Self {
        let mut reach = Self::nowhere();
        reach.improve(start, 0, start);
        reach
    }

    fn nowhere() -> Self {
        let (costs, previous) = (vec![NO_COST; FEW_CELLS], vec![Cell::default(); FEW_CELLS]);
        Self { cells: CellSet::EMPTY, costs, previous }
    }

    /// Notes a way to `cell` over `previous` if it is cheaper than the one known; whether it is.
    pub(crate) fn improve(&mut self, cell: Cell, cost: u16, previous: Cell) -> bool {
        let place = cell.index();
        if place >= self.costs.len() && place < MAX_CELLS {
            self.costs.resize(MAX_CELLS, NO_COST);
            self.previous.resize(MAX_CELLS, Cell::default());
        }
        let (Some(known), Some(from)) = (self.costs.get_mut(place), self.previous.get_mut(place))
        else {
            return false;
        };
        if *known <= cost {
            return false;
        }
        *known = cost;
        *from = previous;
        self.cells.insert(cell);
        true
    }

    /// All cells reached, the starts included.
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The cells whose least cost is from `min` to `max`, both included.
    pub fn cells_at(&self, min: u16, max: u16) -> CellSet {
        let fits = |cell: &Cell| self.cost(*cell).is_some_and(|cost| min <= cost && cost <= max);
        self.cells.iter().filter(fits).collect()
    }

    /// The least cost of a cell: 0 at a start, nothing if it cannot be reached.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.costs.get(cell.index()).copied().filter(|cost| *cost != NO_COST)
    }

    /// The cells of a cheapest way, from a start to `to`, both included; nothing if it cannot be
    /// reached. Of equally cheap ways always the same.
    pub fn way_to(&self, to: Cell) -> Option<Vec<Cell>> {
        let previous = |cell: &Cell| {
            let before = self.previous.get(cell.index()).copied()?;
            (before != *cell).then_some(before)
        };
        self.cost(to)?;
        let mut way: Vec<_> = core::iter::successors(Some(to), previous).collect();
        way.reverse();
        Some(way)
    }
}

/// The cells that can be reached from `starts` at a total cost of at most `budget`.
///
/// `cost` says what a step from one cell to the next costs, or that it cannot be made. For plain
/// steps it is always `Some(1)`. A budget of 65535 counts as 65534.
pub fn reach(
    ways: &impl Ways,
    starts: CellSet,
    budget: u16,
    cost: impl Fn(Cell, Cell) -> Option<u16>,
) -> Reach {
    let budget = budget.min(NO_COST - 1);
    let mut reach = Reach::nowhere();
    let mut open = BinaryHeap::new();
    for start in starts {
        reach.improve(start, 0, start);
        open.push(Reverse((0_u16, start)));
    }
    while let Some(Reverse((spent, cell))) = open.pop() {
        if reach.cost(cell) != Some(spent) {
            continue;
        }
        for next in ways.ways(cell) {
            let total = cost(cell, next).and_then(|step| spent.checked_add(step));
            let Some(total) = total.filter(|total| *total <= budget) else { continue };
            if reach.improve(next, total, cell) {
                open.push(Reverse((total, next)));
            }
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BoardPlan, Shape};

    fn grid() -> Board {
        let shape = Shape::Square { width: 3, height: 3, diagonals: false, without: Vec::new() };
        Board::build(&BoardPlan::of(shape)).unwrap()
    }

    fn check(budget: u16, cost: impl Fn(Cell, Cell) -> Option<u16>, expected: [Option<u16>; 9]) {
        let reached = reach(&grid(), CellSet::only(Cell(0)), budget, cost);
        let costs: Vec<_> = (0..9).map(|cell| reached.cost(Cell(cell))).collect();
        assert_eq!(costs, expected);
    }

    #[test]
    fn plain_steps_count_distance() {
        let far = [0, 1, 2, 1, 2, 3, 2, 3, 4].map(Some);
        check(4, |_, _| Some(1), far);
        let near = [Some(0), Some(1), Some(2), Some(1), Some(2), None, Some(2), None, None];
        check(2, |_, _| Some(1), near);
    }

    /// The middle costs 5 to enter and the top right corner cannot be entered.
    #[test]
    fn a_detour_can_be_cheaper() {
        let cost = |_: Cell, to: Cell| match to.0 {
            4 => Some(5),
            2 => None,
            _ => Some(1),
        };
        let costs = [Some(0), Some(1), None, Some(1), Some(6), Some(5), Some(2), Some(3), Some(4)];
        check(9, cost, costs);
        let reached = reach(&grid(), CellSet::only(Cell(0)), 9, cost);
        let way = reached.way_to(Cell(5)).unwrap();
        assert_eq!(way, [0, 3, 6, 7, 8, 5].map(Cell));
        assert_eq!(reached.way_to(Cell(2)), None);
        assert_eq!(reached.cells_at(1, 2), [1, 3, 6].into_iter().map(Cell).collect());
    }

    #[test]
    fn free_steps_and_great_costs_end_well() {
        check(0, |_, _| Some(0), [Some(0); 9]);
        let only_start = [Some(0), None, None, None, None, None, None, None, None];
        check(u16::MAX, |_, _| Some(u16::MAX), only_start);
    }
}
