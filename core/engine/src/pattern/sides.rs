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

/// The pieces on top of those neighboring cells that count with what each shows towards `cell`, in
/// the order of directions.
pub fn facing_sides(
    scene: Scene,
    cell: Cell,
    stat: SideStatId,
    counts: impl Fn(Cell) -> bool,
) -> Vec<(PieceId, i16)> {
    let board = &scene.game.board;
    let towards = |direction: Direction| {
        let beside = board.neighbor(cell, direction).filter(|beside| counts(*beside))?;
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

    /// The facings, as a bit mask, in which a piece with these sides matches: all that touches,
    /// or one of it.
    pub fn facings(&self, sides: &Sides, all: bool) -> u16 {
        let mut mask = 0;
        for facing in 0..if self.is_empty() { 0 } else { sides.n } {
            let mut rest = self.directions;
            let mut fits = all;
            while rest != 0 && fits == all {
                let direction = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let touched = self.numbers.get(direction).copied().unwrap_or(0);
                fits = sides.shown(facing, direction) == touched;
            }
            mask |= u16::from(fits) << facing;
        }
        mask
    }
}

/// What a piece shows on all its sides, after all modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    numbers: [i16; 16],
    n: usize,
}

impl Sides {
    /// The sides of a piece.
    pub fn of(scene: Scene, id: PieceId, stat: SideStatId) -> Sides {
        let n = usize::from(scene.game.board.n_directions()).min(16);
        let mut numbers = [0; 16];
        for (side, slot) in numbers.iter_mut().enumerate().take(n) {
            *slot = scene.side(id, stat, side);
        }
        Sides { numbers, n }
    }

    /// What it shows towards a direction of the board, rotated so far.
    fn shown(&self, facing: usize, direction: usize) -> i16 {
        let behind = if direction < facing { self.n } else { 0 };
        self.numbers.get(direction + behind - facing).copied().unwrap_or(0)
    }
}

/// The facings, as a bit mask, in which a piece matches what it would touch.
pub fn matching_facings(
    scene: Scene,
    id: PieceId,
    touching: &Touching,
    matching: &Matching,
) -> u16 {
    touching.facings(&Sides::of(scene, id, matching.stat), matching.all)
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
    let near = facing_sides(scene, cell, stat, |_| true);
    near.into_iter().filter(|(_, number)| *number > 0).map(|(id, _)| id).collect()
}
