//! Everything that changes during a match, as plain data.

use core::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, CellSet};
use crate::chance::Streams;
use crate::game::Game;
use crate::hash::{Digest, Fingerprint};
use crate::id::*;

mod copy;
mod held;
mod lists;
mod memory;
mod more;
mod pieces;
mod repeat;
mod reuse;
mod spots;

pub use held::Held;
pub use lists::Lists;
pub use memory::{Known, Memory};
pub(crate) use memory::{knowing, note_gone, note_move, note_shuffle};
pub use more::{More, Trait};
pub use pieces::{MAX_COUNTERS, Mark, N_NEAR, Piece, Place, ZoneList};
pub use reuse::{MAX_PIECES, REUSE_FROM, Searched};
pub use spots::{Spot, SpotMark};

/// One call of a step: which step, and up to four numbers it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCall {
    /// Which step.
    pub step: StepId,
    /// Its arguments; what they mean is the step's own affair.
    pub args: [i32; 4],
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Winning seats as a bit mask; all that share first place.
    pub winners: u16,
    /// Points a seat, in seat order; empty if the game counts none.
    pub scores: Vec<i32>,
    /// What the points of each seat are made of, in seat order: declared words with points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Vec<(WordId, i32)>>,
    /// Why it ended, as a declared word.
    pub reason: WordId,
}

impl Outcome {
    /// Adds this end to a fingerprint.
    fn print(&self, print: &mut Fingerprint) {
        let Outcome { winners, scores, parts, reason } = self;
        print.write_u16(*winners);
        scores.iter().for_each(|score| {
            print.write_i32(*score);
        });
        for (word, points) in parts.iter().flatten() {
            print.write_u16(word.0).write_i32(*points);
        }
        print.write_u16(reason.0);
    }
}

/// All that a match is at one moment.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// How many seats play.
    pub n_seats: u8,
    /// The seat whose turn it is.
    pub active: Seat,
    /// Turns begun so far.
    pub turn: u32,
    /// Rounds begun so far.
    pub round: u32,
    /// Seats that are out of the match, as a bit mask.
    pub out: u16,
    /// Team of each seat; seats of one team are allies.
    pub teams: Vec<u8>,
    /// All pieces and cards by [`PieceId`].
    pub pieces: Vec<Piece>,
    /// The piece on top of each cell.
    pub cells: Vec<PieceId>,
    /// Cells with at least one piece.
    pub occupied: CellSet,
    /// The floor of each cell; empty if the game has no floors.
    #[serde(default)]
    pub floors: Vec<PieceId>,
    /// Cells with a floor.
    #[serde(default)]
    pub floored: CellSet,
    /// Markers on cells and edges, in the order they were put.
    #[serde(default)]
    pub spots: Vec<SpotMark>,
    /// Counters and statuses that have no room in their pieces, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<More>,
    /// The lists of all zones, see [`ZoneList`].
    pub zones: Lists<PieceId>,
    /// Markers, in the order they were put.
    pub marks: Vec<Mark>,
    /// Match variables, then the variables of each seat.
    pub vars: Vec<i32>,
    /// Named lists of numbers, such as a turn order.
    pub lists: Lists<i32>,
    /// Steps still to run; the last one is next.
    pub agenda: Vec<StepCall>,
    /// Random streams.
    pub chance: Streams,
    /// How the match ended, once it has.
    pub outcome: Option<Outcome>,
    /// What seats know of pieces that they do not see; no part of the fingerprint.
    #[serde(default, skip_serializing_if = "Memory::is_empty")]
    pub memory: Memory,
    /// Pieces wounded since pieces last fell, each with the piece that wounded it last; no part of
    /// the fingerprint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blamed: Vec<(PieceId, PieceId)>,
    /// Where the pieces of each owner stand; no part of the state, for it follows from it.
    #[serde(skip)]
    pub held: Held,
    /// Where the search for a number to give anew begins; no part of the state.
    #[serde(skip)]
    pub searched: Searched,
}

impl State {
    /// An empty state for a game: no pieces, everybody in, everyone a team of one.
    pub fn new(game: &Game, seed: u64) -> State {
        let mut state = State::default();
        state.begin(game, seed);
        state
    }

    /// Makes it what [`State::new`] gives, in the memory it has.
    pub fn begin(&mut self, game: &Game, seed: u64) {
        let empty = State { n_seats: game.n_seats, ..State::default() };
        self.clone_from(&empty);
        self.teams.extend(0..game.n_seats);
        self.cells.resize(game.board.n_cells(), PieceId::NONE);
        if game.floors.is_some() {
            self.floors.resize(game.board.n_cells(), PieceId::NONE);
        }
        self.held.begin(game.n_seats, game.board.n_cells());
        self.zones.clear(game.n_zone_lists());
        self.lists.clear(game.names.lists.len());
        self.vars.extend_from_slice(&game.vars);
        for _ in 0..game.n_seats {
            self.vars.extend_from_slice(&game.seat_vars);
        }
        self.chance = Streams::new(seed);
    }

    /// The piece with this number, or a blank one for a number that was never given out.
    #[inline]
    pub fn piece(&self, id: PieceId) -> &Piece {
        const BLANK: &Piece = &Piece::BLANK;
        self.pieces.get(id.index()).unwrap_or(BLANK)
    }

    /// The piece on top of a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<PieceId> {
        self.cells.get(cell.index()).copied().filter(|id| id.is_some())
    }

    /// The floor of a cell; nothing for a hole and where the game has no floors.
    #[inline]
    pub fn floor_at(&self, cell: Cell) -> Option<PieceId> {
        self.floors.get(cell.index()).copied().filter(|id| id.is_some())
    }

    /// Whether a piece lies as a floor on the board.
    #[inline]
    pub fn is_laid(&self, id: PieceId) -> bool {
        !self.floors.is_empty()
            && self.piece(id).cell().is_some_and(|cell| self.floor_at(cell) == Some(id))
    }

    /// The pieces that stand on a cell, top first, without its floor.
    pub fn standing(&self, cell: Cell) -> impl Iterator<Item = PieceId> + '_ {
        std::iter::successors(self.at(cell), move |id| {
            Some(self.piece(*id).below).filter(|below| below.is_some())
        })
    }

    /// Shows the pieces on the board to `visit`, until it breaks off: in reading order, top first
    /// within a cell, its floor last or left out.
    #[inline]
    pub fn visit_board(
        &self,
        with_floors: bool,
        visit: impl FnMut(Cell, PieceId, &Piece) -> ControlFlow<()>,
    ) {
        let with_floors = with_floors && !self.floors.is_empty();
        let cells = match with_floors {
            true => (&self.occupied | &self.floored).into_iter(),
            false => self.occupied.iter(),
        };
        self.visit_each(cells, with_floors, visit);
    }

    /// As [`State::visit_board`], on these cells only.
    pub fn visit_cells(
        &self,
        cells: &CellSet,
        with_floors: bool,
        visit: impl FnMut(Cell, PieceId, &Piece) -> ControlFlow<()>,
    ) {
        self.visit_each(cells.iter(), with_floors && !self.floors.is_empty(), visit);
    }

    /// As [`State::visit_board`], of the floors only.
    #[inline]
    pub fn visit_floors(
        &self,
        mut visit: impl FnMut(Cell, PieceId, &Piece) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let laid = (0..).map(Cell).zip(&self.floors).filter(|(_, id)| id.is_some());
        laid.map(|(cell, id)| (cell, *id))
            .try_for_each(|(cell, id)| visit(cell, id, self.piece(id)))
    }

    #[inline]
    fn visit_each(
        &self,
        cells: impl Iterator<Item = Cell>,
        with_floors: bool,
        mut visit: impl FnMut(Cell, PieceId, &Piece) -> ControlFlow<()>,
    ) {
        for cell in cells {
            let top = self.cells.get(cell.index()).copied().unwrap_or(PieceId::NONE);
            if self.visit_stack(cell, top, &mut visit).is_break() {
                return;
            }
            if with_floors
                && let Some(floor) = self.floor_at(cell)
                && visit(cell, floor, self.piece(floor)).is_break()
            {
                return;
            }
        }
    }

    #[inline]
    fn visit_stack(
        &self,
        cell: Cell,
        top: PieceId,
        visit: &mut impl FnMut(Cell, PieceId, &Piece) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut next = top;
        while next.is_some() {
            let piece = self.piece(next);
            visit(cell, next, piece)?;
            next = piece.below;
        }
        ControlFlow::Continue(())
    }

    /// The faction that most pieces of a seat belong to; of several the one declared first.
    pub fn faction_of(&self, game: &Game, seat: Seat) -> Option<FactionId> {
        let mut counts = vec![0u32; game.factions.len()];
        for piece in self.pieces.iter().filter(|it| it.owner == seat) {
            let faction = game.prototype(piece.prototype).faction;
            if let Some(count) = faction.and_then(|id| counts.get_mut(id.index())) {
                *count += 1;
            }
        }
        let most = (0..).zip(&counts).max_by_key(|(id, count)| (**count, std::cmp::Reverse(*id)));
        most.filter(|(_, count)| **count > 0).map(|(id, _)| FactionId(id))
    }

    /// All pieces on the board in reading order, top first within a cell and its floor last.
    pub fn on_board(&self) -> impl Iterator<Item = (Cell, PieceId)> + '_ {
        let mut cells = (&self.occupied | &self.floored).into_iter();
        let (mut cell, mut next, mut floor) = (Cell(0), PieceId::NONE, PieceId::NONE);
        std::iter::from_fn(move || {
            while !next.is_some() && !floor.is_some() {
                cell = cells.next()?;
                next = self.at(cell).unwrap_or(PieceId::NONE);
                floor = self.floor_at(cell).unwrap_or(PieceId::NONE);
            }
            if !next.is_some() {
                next = std::mem::replace(&mut floor, PieceId::NONE);
            }
            let below = self.piece(next).below;
            Some((cell, std::mem::replace(&mut next, below)))
        })
    }

    /// Whether two seats play on one side.
    #[inline]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        a == b || (self.team(a).is_some() && self.team(a) == self.team(b))
    }

    /// The team of a seat; `None` for [`Seat::NONE`].
    #[inline]
    pub fn team(&self, seat: Seat) -> Option<u8> {
        self.teams.get(seat.index()).copied()
    }

    /// Whether a seat is out of the match.
    pub fn is_out(&self, seat: Seat) -> bool {
        seat.index() < 16 && self.out & (1 << seat.0) != 0
    }

    /// The pieces of a zone list from bottom (first in) to top.
    #[inline]
    pub fn zone(&self, list: ZoneList) -> &[PieceId] {
        self.zones.get(list.index())
    }

    /// A variable of the match or of a seat, 0 where there is none.
    #[inline]
    pub fn var(&self, game: &Game, seat: Option<Seat>, var: VarId) -> i32 {
        self.vars.get(var_index(game, seat, var)).copied().unwrap_or(0)
    }

    /// Sets a variable; numbers without a variable are ignored.
    pub fn set_var(&mut self, game: &Game, seat: Option<Seat>, var: VarId, value: i32) {
        if let Some(slot) = self.vars.get_mut(var_index(game, seat, var)) {
            *slot = value;
        }
    }

    /// Notes which piece wounded another one.
    pub fn blame(&mut self, wounded: PieceId, by: PieceId) {
        self.blamed.retain(|(piece, _)| *piece != wounded);
        if by.is_some() {
            self.blamed.push((wounded, by));
        }
    }

    /// The piece that last wounded another one since pieces last fell.
    pub fn blamed_for(&self, wounded: PieceId) -> Option<PieceId> {
        self.blamed.iter().find(|(piece, _)| *piece == wounded).map(|(_, by)| *by)
    }

    /// The markers of one kind on a piece, added up.
    pub fn marks_on(&self, piece: PieceId, kind: MarkId) -> i32 {
        let fits = |m: &&Mark| m.on == piece && m.kind == kind;
        self.marks.iter().filter(fits).map(|m| i32::from(m.n)).sum()
    }

    /// The same 128 bits for the same state on every machine. What seats remember is no part of it.
    pub fn digest(&self) -> Digest {
        // Taken apart so that a field added later cannot be forgotten.
        let State {
            n_seats,
            active,
            turn,
            round,
            out,
            teams,
            pieces,
            zones,
            marks,
            spots,
            vars,
            lists,
            agenda,
            chance,
            outcome,
            more,
            // These follow from the pieces.
            cells: _,
            occupied: _,
            floors: _,
            floored: _,
            held: _,
            searched: _,
            // What seats have seen, and who is to blame until pieces fall.
            memory: _,
            blamed: _,
        } = self;
        let mut print = Fingerprint::with_room(256 + 40 * pieces.len());
        print.write_bytes(&[*n_seats, active.0]);
        print.write_u32(*turn);
        print.write_u32(*round);
        print.write_u16(*out);
        print.write_bytes(teams);
        pieces.iter().for_each(|piece| piece.print(&mut print));
        zones.print(&mut print, |id| i32::from(id.0));
        marks.iter().for_each(|mark| mark.print(&mut print));
        spots.iter().for_each(|mark| mark.print(&mut print));
        vars.iter().for_each(|var| {
            print.write_i32(*var);
        });
        lists.print(&mut print, |number| *number);
        print.write_u32(agenda.len() as u32);
        agenda.iter().for_each(|call| print.write_step(call));
        chance.write_to(&mut print);
        if let Some(outcome) = outcome {
            outcome.print(&mut print);
        }
        more.iter().for_each(|more| more.print(&mut print));
        print.digest()
    }
}

impl Fingerprint {
    /// Adds a step with its arguments.
    pub fn write_step(&mut self, call: &StepCall) {
        self.write_bytes(&[call.step.0]);
        for arg in call.args {
            self.write_i32(arg);
        }
    }
}

#[inline]
fn var_index(game: &Game, seat: Option<Seat>, var: VarId) -> usize {
    match seat {
        None => var.index(),
        Some(seat) => game.vars.len() + seat.index() * game.seat_vars.len() + var.index(),
    }
}
