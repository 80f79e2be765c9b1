//! Groups of cells, ways between them and lines of fire.
//!
//! What counts as a step is said by [`Ways`]: the neighbors on a [`Board`], the open passages of
//! [`Passages`](super::Passages), or any function from a cell to the cells beside it.

mod joined;
mod packing;
mod reach;

pub use joined::Joined;
pub use packing::packing;
pub use reach::{Reach, reach};

use core::ops::ControlFlow;

use super::{Board, Cell, CellSet, Direction};

/// Something that leads from cells to cells.
pub trait Ways {
    /// The cells that one step leads to.
    fn ways(&self, cell: Cell) -> CellSet;
}

impl Ways for Board {
    fn ways(&self, cell: Cell) -> CellSet {
        self.neighbors(cell).clone()
    }
}

impl<F: Fn(Cell) -> CellSet> Ways for F {
    fn ways(&self, cell: Cell) -> CellSet {
        self(cell)
    }
}

/// The cells of `from` with all cells of `within` that at most `steps` steps inside `within`
/// lead to. The cells of `from` need not be in `within`.
pub fn spread(ways: &impl Ways, from: CellSet, within: &CellSet, steps: usize) -> CellSet {
    let mut reached = from.clone();
    let mut fresh = from;
    for _ in 0..steps {
        let mut next = CellSet::EMPTY;
        for cell in &fresh {
            next |= ways.ways(cell);
        }
        fresh = (next & within) - &reached;
        if fresh.is_empty() {
            break;
        }
        reached |= &fresh;
    }
    reached
}

/// The connected group of `within` that holds `start`; empty if `start` is not in `within`.
pub fn group_at(ways: &impl Ways, start: Cell, within: &CellSet) -> CellSet {
    if !within.contains(start) {
        return CellSet::EMPTY;
    }
    spread(ways, CellSet::only(start), within, usize::MAX)
}

/// All connected groups of `within`, in the order of their first cells.
pub fn groups(ways: &impl Ways, within: CellSet) -> Vec<CellSet> {
    let mut rest = within;
    let mut groups = Vec::new();
    while let Some(start) = rest.first() {
        let group = group_at(ways, start, &rest);
        rest -= &group;
        groups.push(group);
    }
    groups
}

/// The connected group with the most cells; of several the one that begins first, of none the
/// empty set.
pub fn largest_group(ways: &impl Ways, within: CellSet) -> CellSet {
    let mut largest = CellSet::EMPTY;
    for group in groups(ways, within) {
        if group.count() > largest.count() {
            largest = group;
        }
    }
    largest
}

/// Whether all cells of `within` form one group. No cells do.
pub fn is_connected(ways: &impl Ways, within: CellSet) -> bool {
    within.first().is_none_or(|start| group_at(ways, start, &within) == within)
}

/// Whether some cell of `from` and some cell of `to` are in one connected group of `within`, as
/// when two borders are to be joined by stones.
pub fn connects(ways: &impl Ways, within: CellSet, from: CellSet, to: CellSet) -> bool {
    spread(ways, from & &within, &within, usize::MAX).intersects(&(to & &within))
}

/// Every connected set of exactly `size` cells of `within`, each once, in a fixed order. There
/// can be very many: see [`visit_groups_of_size`] for stopping early.
pub fn groups_of_size(ways: &impl Ways, within: CellSet, size: usize) -> Vec<CellSet> {
    let mut groups = Vec::new();
    let _ = visit_groups_of_size(ways, within, size, &mut |group, is_whole| {
        groups.extend(is_whole.then_some(group));
        ControlFlow::Continue(())
    });
    groups
}

/// Shows every connected set of exactly `size` cells of `within` to `visit`, each once, until
/// `visit` breaks off. There is none of size 0. The smaller sets on the way are shown as well,
/// each before those it grows to, so that a search that finds little can be broken off; the
/// second argument of `visit` tells whether a set is whole.
pub fn visit_groups_of_size(
    ways: &impl Ways,
    within: CellSet,
    size: usize,
    visit: &mut impl FnMut(CellSet, bool) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rest = within;
    while let Some(start) = rest.first() {
        if size > 0 {
            grow(ways, CellSet::only(start), rest.clone(), size, visit)?;
        }
        rest.remove(start);
    }
    ControlFlow::Continue(())
}

/// Shows every way to grow `group` with cells of `within`, which includes `group`.
fn grow(
    ways: &impl Ways,
    group: CellSet,
    mut within: CellSet,
    size: usize,
    visit: &mut impl FnMut(CellSet, bool) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let is_whole = group.count() == size;
    visit(group.clone(), is_whole)?;
    if is_whole {
        return ControlFlow::Continue(());
    }
    let mut beside = CellSet::EMPTY;
    for cell in &group {
        beside |= ways.ways(cell);
    }
    for cell in (beside & &within) - &group {
        let larger = &group | CellSet::only(cell);
        grow(ways, larger, within.clone(), size, visit)?;
        within.remove(cell);
    }
    ControlFlow::Continue(())
}

/// The first cell from `from` on, itself left out, where `hits` says yes.
pub fn first_in_line(
    board: &Board,
    from: Cell,
    direction: Direction,
    hits: impl Fn(Cell) -> bool,
) -> Option<Cell> {
    board.line(from, direction).iter().copied().find(|cell| hits(*cell))
}

/// The cells from `from` on, itself left out, up to and including the first that stops a shot.
pub fn line_until(
    board: &Board,
    from: Cell,
    direction: Direction,
    stops: impl Fn(Cell) -> bool,
) -> &[Cell] {
    let line = board.line(from, direction);
    let end = line.iter().position(|cell| stops(*cell)).map_or(line.len(), |place| place + 1);
    line.get(..end).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardPlan, Shape};

    fn hexes(radius: u16) -> Board {
        Board::build(&BoardPlan::of(Shape::Hex { radius })).unwrap()
    }

    fn cells(board: &Board, names: &str) -> CellSet {
        names.split(' ').map(|name| board.cell_named(name).unwrap()).collect()
    }

    fn check(board: &Board, within: &str, expected: &[&str]) {
        let expected: Vec<_> = expected.iter().map(|names| cells(board, names)).collect();
        assert_eq!(groups(board, cells(board, within)), expected);
    }

    #[test]
    fn groups_are_told_apart() {
        let board = hexes(2);
        check(&board, "(0,0) (1,0) (2,0)", &["(0,0) (1,0) (2,0)"]);
        check(&board, "(0,-2) (0,0) (0,1) (2,0)", &["(0,-2)", "(0,0) (0,1)", "(2,0)"]);
    }

    #[test]
    fn the_largest_group_wins_and_the_first_of_equals() {
        let board = hexes(2);
        let within = cells(&board, "(0,-2) (0,0) (0,1) (2,-1) (2,0)");
        assert_eq!(largest_group(&board, within), cells(&board, "(2,-1) (2,0)"));
        assert_eq!(largest_group(&board, CellSet::EMPTY), CellSet::EMPTY);
    }

    /// Of a hex and its six neighbors, three hexes are connected if they are the center with any
    /// two of the ring (15) or three in a row on the ring (6).
    #[test]
    fn connected_threes_are_counted() {
        let board = hexes(1);
        let threes = groups_of_size(&board, board.cells().clone(), 3);
        assert_eq!(threes.len(), 21);
        assert_eq!(groups_of_size(&board, board.cells().clone(), 7).len(), 1);
        assert!(groups_of_size(&board, board.cells().clone(), 0).is_empty());
        assert!(groups_of_size(&board, board.cells().clone(), 8).is_empty());
    }

    #[test]
    fn a_search_for_groups_can_break_off() {
        let board = hexes(2);
        let mut n_seen = 0;
        let flow = visit_groups_of_size(&board, board.cells().clone(), 4, &mut |_, is_whole| {
            n_seen += u32::from(is_whole);
            if n_seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow, n_seen), (ControlFlow::Break(()), 3));
    }

    #[test]
    fn a_shot_ends_at_what_stops_it() {
        let board = hexes(2);
        let start = board.cell_named("(-2,0)").unwrap();
        let wall = cells(&board, "(1,0)");
        let shot = line_until(&board, start, Direction(1), |cell| wall.contains(cell));
        assert_eq!(shot.iter().copied().collect::<CellSet>(), cells(&board, "(-1,0) (0,0) (1,0)"));
        let hit = first_in_line(&board, start, Direction(1), |cell| wall.contains(cell));
        assert_eq!(hit, wall.first());
        assert_eq!(line_until(&board, start, Direction(1), |_| false).len(), 4);
        assert_eq!(first_in_line(&board, start, Direction(4), |_| true), None);
    }
}
