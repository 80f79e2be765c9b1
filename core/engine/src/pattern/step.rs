//! Steps and slides of pieces in given directions.

use std::collections::BTreeSet;

use crate::board::{Board, Cell, Direction, MAX_CELLS};
use crate::filter::{Filter, Relation, Scene};
use crate::id::*;
use crate::state::{Piece, State};

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
    cells: Vec<Ways>,
}

/// The ways to move from one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ways {
    /// Single steps, in rising order of their cells.
    near: Vec<(Cell, u8)>,
    /// Slides over several cells, nearest first.
    far: Vec<(Vec<Cell>, u8)>,
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
        Steps { cells: board.cells().iter().map(|from| Ways::of(board, from, steps)).collect() }
    }
}

impl Ways {
    fn of(board: &Board, from: Cell, steps: &[Step]) -> Ways {
        let mut ways = Ways::default();
        for step in steps {
            let onto = if step.onto.empty { EMPTY } else { 0 };
            let onto = onto | step.onto.pieces.map_or(0, sorts_of);
            for line in step.directions.iter().map(|d| board.line(from, *d)) {
                let reach = if step.reach == 0 { line.len() } else { usize::from(step.reach) };
                match line.get(..reach).unwrap_or(line) {
                    [] => {}
                    [cell] => ways.add_near(*cell, onto),
                    line => ways.far.push((line.to_vec(), onto)),
                }
            }
        }
        ways.near.sort_unstable();
        ways
    }

    fn add_near(&mut self, cell: Cell, onto: u8) {
        match self.near.iter_mut().find(|way| way.0 == cell) {
            Some(way) => way.1 |= onto,
            None => self.near.push((cell, onto)),
        }
    }
}

/// Adds a row `piece, cell` for every step that a piece meant by the filter can make. Rows rise,
/// none comes twice.
pub fn step_rows(scene: Scene, seat: Seat, filter: &Filter, steps: &Steps, rows: &mut Vec<i32>) {
    let state = scene.state;
    let sorts = sorts_by_owner(state, seat);
    let sort = |owner: Seat| sorts.get(owner.index()).copied().unwrap_or(NOBODY);
    let mut tops = [EMPTY; MAX_CELLS];
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        if let Some(cell) = piece.cell()
            && state.at(cell) == Some(PieceId(number))
            && let Some(top) = tops.get_mut(cell.index())
        {
            *top = sort(piece.owner);
        }
    }
    let (is_plain, whose) = (filter.is_only_whose(), sorts_of(filter.whose));
    let means = |piece: &Piece, id| {
        sort(piece.owner) & whose != 0 && (is_plain || filter.holds(scene, seat, None, id))
    };
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        let Some(from) = piece.cell() else { continue };
        if means(piece, PieceId(number))
            && let Some(ways) = steps.cells.get(from.index())
        {
            add_rows(number.into(), ways, &tops, rows);
        }
    }
}

/// Adds the rows of one piece. Which steps are open is hard to foresee for a processor, so that
/// every row is written and only the open ones stay.
fn add_rows(piece: i32, ways: &Ways, tops: &[u8; MAX_CELLS], rows: &mut Vec<i32>) {
    let start = rows.len();
    rows.resize(start + 2 * ways.near.len(), 0);
    let mut end = start;
    for (cell, onto) in &ways.near {
        if let Some([first, second]) = rows.get_mut(end..end + 2) {
            (*first, *second) = (piece, cell.0.into());
        }
        let is_open = tops.get(cell.index()).is_some_and(|top| top & onto != 0);
        end += 2 * usize::from(is_open);
    }
    rows.truncate(end);
    if !ways.far.is_empty() {
        add_slides(piece, ways, tops, rows);
        sort_tail(rows, start);
    }
}

fn add_slides(piece: i32, ways: &Ways, tops: &[u8; MAX_CELLS], rows: &mut Vec<i32>) {
    for (line, onto) in &ways.far {
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
