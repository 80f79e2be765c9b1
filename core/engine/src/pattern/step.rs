//! Steps and slides of pieces in given directions.

use std::collections::BTreeSet;

use crate::board::{Board, Cell, CellSet, Direction, MAX_CELLS};
use crate::filter::{Filter, Relation, Scene};
use crate::id::*;
use crate::state::State;

use super::walk::Walk;

/// On what a piece may end its step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Onto {
    /// On empty cells.
    pub empty: bool,
    /// On cells whose top piece meets this relation, seen from the seat that moves.
    pub pieces: Option<Relation>,
}

/// One way to move: straight on over empty cells, or around corners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Absolute directions; `None` for wherever lines lead, which on a graph are its links.
    pub directions: Option<Vec<Direction>>,
    /// How many cells far at most; 0 for any number.
    pub reach: u8,
    /// Over how many cells it walks at most, around corners; 0 for a way straight on.
    pub walk: u8,
    /// On what it may end.
    pub onto: Onto,
    /// Whose piece it jumps over, from the cell before it to the cell behind; then it goes no
    /// further, whatever its reach.
    pub over: Option<Relation>,
    /// The cells on which it may not end.
    pub barred: CellSet,
    /// Whether it passes over barred cells. If not, they are in its way like a piece.
    pub passes_barred: bool,
}

/// A jump: over which cell, to which, over whose pieces and onto what.
type Jump = (Cell, Cell, u8, u8);

/// A slide: cell after cell, each with what it may end on there.
type Slide = Vec<(Cell, u8)>;

/// All ways to move of some pieces, laid out for each cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Single steps by cell, in rising order of where they lead.
    near: Vec<Vec<(Cell, u8)>>,
    /// Slides over several cells by cell, nearest first; none at all if nothing slides.
    far: Vec<Vec<Slide>>,
    /// Jumps by cell; none at all if nothing jumps.
    jumps: Vec<Vec<Jump>>,
    /// The ways to walk.
    walks: Vec<Walk>,
    /// The most single steps from one cell.
    most_near: usize,
    /// The cells on which none of these ways may end.
    barred: CellSet,
}

pub(super) const EMPTY: u8 = 1;
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
        let (walking, straight): (Vec<&Step>, Vec<&Step>) =
            steps.iter().partition(|step| step.walk > 0);
        let mut all = Steps::default();
        all.walks = walking.into_iter().map(|step| Walk::of(board, step)).collect();
        let shut = |step: &Step| board.cells() & &step.barred;
        all.barred = steps.iter().map(shut).reduce(|all, shut| all & &shut).unwrap_or_default();
        for from in board.cells().iter() {
            let (mut near, mut far) = (Vec::new(), Vec::new());
            for step in straight.iter().filter(|step| step.over.is_none()) {
                step.lay_out(board, from, &mut near, &mut far);
            }
            all.jumps.push(straight.iter().flat_map(|step| step.jumps(board, from)).collect());
            near.sort_unstable();
            all.most_near = all.most_near.max(near.len());
            all.near.push(near);
            all.far.push(far);
        }
        if all.far.iter().all(Vec::is_empty) {
            all.far.clear();
        }
        if all.jumps.iter().all(Vec::is_empty) {
            all.jumps.clear();
        }
        all
    }

    /// The first pieces that are met on the ways from a cell, as the cells they stand on.
    pub fn met(&self, state: &State, from: Cell) -> CellSet {
        let is_taken = |cell: &Cell| state.occupied.contains(*cell);
        let near = self.near(from).iter().map(|(cell, _)| *cell).filter(is_taken);
        let far = self.far(from).iter();
        let far = far.filter_map(|slide| slide.iter().map(|(cell, _)| *cell).find(is_taken));
        let walked = self.walks.iter().flat_map(|walk| walk.met(state, from));
        near.chain(far).chain(walked).collect()
    }

    /// The cells on which none of these ways may end, whatever stands there.
    pub fn barred(&self) -> &CellSet {
        &self.barred
    }

    fn near(&self, from: Cell) -> &[(Cell, u8)] {
        self.near.get(from.index()).map_or(&[], Vec::as_slice)
    }

    fn jumps(&self, from: Cell) -> &[Jump] {
        self.jumps.get(from.index()).map_or(&[], Vec::as_slice)
    }

    fn far(&self, from: Cell) -> &[Slide] {
        self.far.get(from.index()).map_or(&[], Vec::as_slice)
    }
}

impl Step {
    pub(super) fn onto(&self) -> u8 {
        let onto = if self.onto.empty { EMPTY } else { 0 };
        onto | self.onto.pieces.map_or(0, sorts_of)
    }

    /// The straight lines on which it begins.
    pub(super) fn lines<'a>(&self, board: &'a Board, from: Cell) -> Vec<&'a [Cell]> {
        match &self.directions {
            Some(directions) => directions.iter().map(|d| board.line(from, *d)).collect(),
            None => board.rays(from).iter().map(Vec::as_slice).collect(),
        }
    }

    fn jumps(&self, board: &Board, from: Cell) -> Vec<Jump> {
        let Some(over) = self.over.map(sorts_of) else { return Vec::new() };
        let jump = |line: &[Cell]| match line {
            [_, behind, ..] if self.barred.contains(*behind) => None,
            [beside, behind, ..] => Some((*beside, *behind, over, self.onto())),
            _ => None,
        };
        self.lines(board, from).into_iter().filter_map(jump).collect()
    }

    fn lay_out(&self, board: &Board, from: Cell, near: &mut Vec<(Cell, u8)>, far: &mut Vec<Slide>) {
        for line in self.lines(board, from) {
            let reach = if self.reach == 0 { line.len() } else { usize::from(self.reach) };
            let slide = self.slide(line.get(..reach).unwrap_or(line));
            match slide.as_slice() {
                [] => {}
                [(cell, onto)] => match near.iter_mut().find(|way| way.0 == *cell) {
                    Some(way) => way.1 |= onto,
                    None => near.push((*cell, *onto)),
                },
                _ => far.push(slide),
            }
        }
    }

    /// A line with what it may end on, up to what is barred.
    fn slide(&self, line: &[Cell]) -> Slide {
        let is_barred = |cell: &Cell| self.barred.contains(*cell);
        let passed = line.iter().take_while(|cell| self.passes_barred || !is_barred(cell));
        passed.map(|cell| (*cell, if is_barred(cell) { 0 } else { self.onto() })).collect()
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
    if steps.far.is_empty() && steps.jumps.is_empty() && steps.walks.is_empty() {
        return;
    }
    for (piece, number) in state.pieces.iter().zip(0u16..) {
        let Some(from) = piece.cell().filter(|_| sort(piece.owner) & whose != 0) else { continue };
        if is_plain || filter.holds(scene, seat, None, PieceId(number)) {
            add_slides(rows, number.into(), steps.far(from), &tops);
            add_jumps(rows, number.into(), steps.jumps(from), &tops);
            for walk in &steps.walks {
                walk.add_rows(rows, (number.into(), from), &tops);
            }
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

fn add_slides(rows: &mut Vec<i32>, piece: i32, far: &[Slide], tops: &[u8; MAX_CELLS]) {
    for (cell, onto) in far.iter().flat_map(|slide| until_taken(slide, tops)) {
        if tops.get(cell.index()).is_some_and(|top| top & onto != 0) {
            rows.extend([piece, cell.0.into()]);
        }
    }
}

/// A slide up to the first piece, which is still part of it.
fn until_taken<'a>(slide: &'a Slide, tops: &[u8; MAX_CELLS]) -> &'a [(Cell, u8)] {
    let is_taken = |(cell, _): &(Cell, u8)| tops.get(cell.index()) != Some(&EMPTY);
    let end = slide.iter().position(is_taken).map_or(slide.len(), |place| place + 1);
    slide.get(..end).unwrap_or(slide)
}

fn add_jumps(rows: &mut Vec<i32>, piece: i32, jumps: &[Jump], tops: &[u8; MAX_CELLS]) {
    let top = |cell: &Cell| tops.get(cell.index()).copied().unwrap_or(0);
    for (beside, behind, over, onto) in jumps {
        if top(beside) & over != 0 && top(behind) & onto != 0 {
            rows.extend([piece, behind.0.into()]);
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
