//! Numbers on the sides of pieces: what faces what, and how pieces can be laid so that they match.

use crate::board::{Cell, CellSet, Direction};
use crate::filter::Scene;
use crate::id::*;

/// What a piece shows towards a direction of the board, after all modifiers. For a piece that is
/// not on the board this is its printed side at facing 0.
pub fn side_towards(scene: Scene, id: PieceId, stat: SideStatId, direction: Direction) -> i16 {
    shown(scene, (id, scene.state.piece(id).facing), stat, direction)
}

fn shown(scene: Scene, (id, facing): (PieceId, u8), stat: SideStatId, direction: Direction) -> i16 {
    let n = scene.game.board.n_directions().max(1);
    let side = (direction.0 + n - facing % n) % n;
    scene.side(id, stat, usize::from(side))
}

/// The pieces on top of the neighboring cells of `within` with what each shows towards `cell`, in
/// the order of directions.
pub fn facing_sides(
    scene: Scene,
    cell: Cell,
    stat: SideStatId,
    within: &CellSet,
) -> Vec<(PieceId, i16)> {
    let board = &scene.game.board;
    let towards = |direction: Direction| {
        let beside = board.neighbor(cell, direction).filter(|beside| within.contains(*beside))?;
        let id = scene.state.at(beside)?;
        Some((id, side_towards(scene, id, stat, board.opposite(direction))))
    };
    board.directions().filter_map(towards).collect()
}

/// How pieces are laid beside each other: the number that must match, the cells whose pieces
/// count, and whether all sides that touch must match or one is enough.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The number on the sides.
    pub stat: SideStatId,
    /// The cells whose pieces count.
    pub among: CellSet,
    /// Whether every side that touches must match; at least one must in any case.
    pub all: bool,
}

/// What the sides of a piece laid on a cell would touch: a number a direction, and which directions
/// count, as a bit mask. Only sides that lie at edges count.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    numbers: [i16; 16],
    directions: u16,
}

impl Touching {
    /// What is around a cell.
    pub fn around(scene: Scene, cell: Cell, matching: &Matching) -> Touching {
        let board = &scene.game.board;
        let mut touching = Touching { numbers: [0; 16], directions: 0 };
        for (direction, slot) in board.directions().zip(&mut touching.numbers) {
            let beside = board.neighbor(cell, direction).filter(|it| matching.among.contains(*it));
            if let Some(other) = beside.and_then(|beside| scene.state.at(beside))
                && board.edge(cell, direction).is_some()
            {
                *slot = side_towards(scene, other, matching.stat, board.opposite(direction));
                touching.directions |= 1 << direction.0;
            }
        }
        touching
    }

    /// Whether there is nothing around the cell.
    pub fn is_empty(&self) -> bool {
        self.directions == 0
    }

    fn fits(&self, scene: Scene, piece: (PieceId, u8), matching: &Matching) -> bool {
        let mut same = (0u8..)
            .zip(self.numbers)
            .filter(|(at, _)| self.directions & 1 << at != 0)
            .map(|(direction, number)| {
                shown(scene, piece, matching.stat, Direction(direction)) == number
            });
        match matching.all {
            true => !self.is_empty() && same.all(|same| same),
            false => same.any(|same| same),
        }
    }
}

/// The facings, as a bit mask, in which a piece matches what it would touch.
pub fn matching_facings(
    scene: Scene,
    id: PieceId,
    touching: &Touching,
    matching: &Matching,
) -> u16 {
    if touching.is_empty() {
        return 0;
    }
    let facings = 0..scene.game.board.n_directions().min(16);
    let fitting = facings.filter(|facing| touching.fits(scene, (id, *facing), matching));
    fitting.fold(0, |mask, facing| mask | 1 << facing)
}

/// The cells beside a piece on the sides whose number is above 0.
pub fn side_cells(scene: Scene, id: PieceId, stat: SideStatId) -> CellSet {
    let Some(cell) = scene.state.piece(id).cell() else { return CellSet::EMPTY };
    let board = &scene.game.board;
    let open = board.directions().filter(|d| side_towards(scene, id, stat, *d) > 0);
    open.filter_map(|direction| board.neighbor(cell, direction)).collect()
}

/// The pieces on top of neighboring cells that have `cell` on a side whose number is above 0, in
/// the order of directions.
pub fn reaching(scene: Scene, cell: Cell, stat: SideStatId) -> Vec<PieceId> {
    let near = facing_sides(scene, cell, stat, scene.game.board.cells());
    near.into_iter().filter(|(_, number)| *number > 0).map(|(id, _)| id).collect()
}
