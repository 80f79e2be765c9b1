//! Steps and slides of pieces in given directions.

use std::collections::BTreeSet;

use crate::board::{Board, Cell, CellSet, Direction, MAX_CELLS};
use crate::filter::{Filter, Relation, Scene};
use crate::id::*;
use crate::state::State;

/// On what a piece may end its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onto {
    /// On empty cells.
    pub empty: bool,
    /// On cells whose top piece meets this relation, seen from the seat that moves.
    pub pieces: Option<Relation>,
}

/// One way to move: straight on over empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Absolute directions.
    pub directions: Vec<Direction>,
    /// How many cells far at most; 0 for any number.
    pub reach: u8,
    /// On what it may end.
    pub onto: Onto,
}

/// All ways to move of some pieces, laid out for each cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Single steps by cell, in rising order of where they lead.
    near: Vec<Vec<(Cell, u8)>>,
    /// Slides over several cells by cell, nearest first; none at all if nothing slides.
    far: Vec<Vec<(Vec<Cell>, u8)>>,
    /// The most single steps from one cell.
    most_near: usize,
}

const EMPTY: u8 = 1;
const OWN: u8 = 2;
const PARTNER: u8 = 4;
const ENEMY: u8 = 8;
const NOBODY: u8 = 16;

/// The sorts of pieces a relation means, as bits.
fn sorts_of(relation: Relation) -> u8 {
    match relation {
        Relation::Any => OWN | PARTNER | ENEMY | NOBODY,
        Relation::Own => OWN,
        Relation::Ally => OWN | PARTNER,
        Relation::Partner => PARTNER,
        Relation::Enemy => ENEMY,
        Relation::Nobody => NOBODY,
    }
}

/// The sort of the pieces of each seat, seen from one of them.
fn sorts_by_owner(state: &State, seat: Seat) -> [u8; 256] {
    let mut sorts = [NOBODY; 256];
    for (owner, sort) in (0..state.n_seats).map(Seat).zip(&mut sorts) {
        *sort = match owner {
            owner if owner == seat => OWN,
            owner if state.allied(seat, owner) => PARTNER,
            _ => ENEMY,
        };
    }
    sorts
}

impl Steps {
    /// Lays out ways to move. Directions the board does not have lead nowhere.
    pub fn of(board: &Board, steps: &[Step]) -> Steps {
        let mut all = Steps::default();
        for from in board.cells().iter() {
            let (mut near, mut far) = (Vec::new(), Vec::new());
            for step in steps {
                step.lay_out(board, from, &mut near, &mut far);
            }
            near.sort_unstable();
            all.most_near = all.most_near.max(near.len());
            all.near.push(near);
            all.far.push(far);
        }
        if all.far.iter().all(Vec::is_empty) {
            all.far.clear();
        }
        all
    }

    /// The first pieces that are met on the ways from a cell, as the cells they stand on.
    pub fn met(&self, state: &State, from: Cell) -> CellSet {
        let is_taken = |cell: &Cell| state.occupied.contains(*cell);
        let near = self.near(from).iter().map(|(cell, _)| *cell).filter(is_taken);
        let far = self.far(from).iter();
        let far = far.filter_map(|(line, _)| line.iter().copied().find(is_taken));
        near.chain(far).collect()
    }

    fn near(&self, from: Cell) -> &[(Cell, u8)] {
        self.near.get(from.index()).map_or(&[], Vec::as_slice)
    }

    fn far(&self, from: Cell) -> &[(Vec<Cell>, u8)] {
        self.far.get(from.index()).map_or(&[], Vec::as_slice)
    }
}

impl Step {
    fn lay_out(
        &self,
        board: &Board,
        from: Cell,
        near: &mut Vec<(Cell, u8)>,
        far: &mut Vec<(Vec<Cell>, u8)>,
    ) {
        let onto = if self.onto.empty { EMPTY } else { 0 };
        let onto = onto | self.onto.pieces.map_or(0, sorts_of);
        for line in self.directions.iter().map(|direction| board.line(from, *direction)) {
            let reach = if self.reach == 0 { line.len() } else { usize::from(self.reach) };
            match line.get(..reach).unwrap_or(line) {
                [] => {}
                [cell] => match near.iter_mut().find(|way| way.0 == *cell) {
                    Some(way) => way.1 |= onto,
                    None => near.push((*cell, onto)),
                },
                line => far.push((line.to_vec(), onto)),
            }
        }
    }
}

/// Adds a row `piece, cell` for every step that a piece meant by the filter can make. Rows rise,
/// none comes twice.
pub fn step_rows(scene: Scene, seat: Seat, filter: &Filter, steps: &Steps, rows: &mut Vec<i32>) {
    let state = scene.state;
    let sorts = sorts_by_owner(state, seat);
    let sort = |owner: Seat| sorts.get(owner.index()).copied().unwrap_or(NOBODY);
    let tops = tops(state, sort);
    let (is_plain, whose) = (filter.is_only_whose(), sorts_of(filter.whose));
    let start = rows.len();
    rows.resize(start + state.pieces.len() * 2 * steps.most_near, 0);
    let mut end = start;
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        let Some(from) = piece.cell().filter(|_| sort(piece.owner) & whose != 0) else { continue };
        if is_plain || filter.holds(scene, seat, None, PieceId(number)) {
            end = write_near(rows, end, number.into(), steps.near(from), &tops);
        }
    }
    rows.truncate(end);
    if steps.far.is_empty() {
        return;
    }
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        let Some(from) = piece.cell().filter(|_| sort(piece.owner) & whose != 0) else { continue };
        if is_plain || filter.holds(scene, seat, None, PieceId(number)) {
            add_slides(rows, number.into(), steps.far(from), &tops);
        }
    }
    sort_tail(rows, start);
}

/// What stands on top of each cell.
fn tops(state: &State, sort: impl Fn(Seat) -> u8) -> [u8; MAX_CELLS] {
    let mut tops = [EMPTY; MAX_CELLS];
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        if let Some(cell) = piece.cell()
            && state.at(cell) == Some(PieceId(number))
            && let Some(top) = tops.get_mut(cell.index())
        {
            *top = sort(piece.owner);
        }
    }
    tops
}

/// Writes the rows of one piece from `end` on and answers where they end. Which steps are open is
/// hard to foresee for a processor: every row is written, and only the open ones are kept.
fn write_near(
    rows: &mut [i32],
    mut end: usize,
    piece: i32,
    near: &[(Cell, u8)],
    tops: &[u8; MAX_CELLS],
) -> usize {
    for (cell, onto) in near {
        if let Some([first, second]) = rows.get_mut(end..end + 2) {
            (*first, *second) = (piece, cell.0.into());
        }
        let is_open = tops.get(cell.index()).is_some_and(|top| top & onto != 0);
        end += 2 * usize::from(is_open);
    }
    end
}

fn add_slides(rows: &mut Vec<i32>, piece: i32, far: &[(Vec<Cell>, u8)], tops: &[u8; MAX_CELLS]) {
    for (line, onto) in far {
        for cell in line {
            let top = tops.get(cell.index()).copied().unwrap_or(0);
            if top & onto != 0 {
                rows.extend([piece, cell.0.into()]);
            }
            if top != EMPTY {
                break;
            }
        }
    }
}

/// Sorts the rows from `start` on and drops doubles.
fn sort_tail(rows: &mut Vec<i32>, start: usize) {
    let (pairs, _) = rows.get(start..).unwrap_or(&[]).as_chunks::<2>();
    let sorted: BTreeSet<[i32; 2]> = pairs.iter().copied().collect();
    rows.truncate(start);
    rows.extend(sorted.iter().flatten());
}
