//! Modifiers: what pieces do to each other all the time, worked out in layers.
//!
//! Every layer works out some statuses from the statuses of the layers before it; stats and
//! granted keywords come last. Where the sources of a layer can stop each other, the layer
//! settles by cancelling cycles: a piece nothing reaches is free, what a free piece reaches is
//! stopped, and what is left undecided points in circles, which cancel.

use core::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell, CellSet};
use crate::game::Game;
use crate::id::*;
use crate::mask::Mask;
use crate::state::{Piece, State, Trait};

mod circles;
mod fixpoint;
mod ledger;

pub use crate::game::{Aura, Gift, Reach};
pub use ledger::{Cause, Line, ledger, side_ledger, status_causes};

/// A keyword a piece has now, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Grant {
    /// Who has it.
    pub piece: PieceId,
    /// The keyword.
    pub keyword: KeywordId,
    /// Its parameter.
    pub value: i32,
    /// The piece that grants it; the piece itself where it is printed.
    pub source: PieceId,
}

/// Statuses, stats and keywords of all pieces after all modifiers.
#[derive(Debug, Default)]
pub struct Derived {
    n_stats: usize,
    statuses: Vec<Mask>,
    stats: Vec<i16>,
    n_side_stats: usize,
    sides: Vec<i16>,
    grants: Vec<Grant>,
    present: Vec<Source>,
    /// What each piece was when its row was last printed; [`MODIFIED`] if more was added to it.
    printed: Vec<(PrototypeId, u32)>,
    /// The pieces whose rows hold more than what is printed.
    modified: Vec<PieceId>,
}

/// Stands for a row that must be printed again.
const MODIFIED: (PrototypeId, u32) = (PrototypeId(u16::MAX - 1), u32::MAX);

/// A piece on the board as the layers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) id: PieceId,
    pub(crate) cell: Cell,
    casts: bool,
}

impl Clone for Derived {
    fn clone(&self) -> Derived {
        let mut copy = Derived::default();
        copy.clone_from(self);
        copy
    }

    /// In the memory there is: matches that are tried out are copied again and again.
    fn clone_from(&mut self, source: &Derived) {
        // Taken apart so that a field added later cannot be forgotten.
        let Derived {
            n_stats,
            statuses,
            stats,
            n_side_stats,
            sides,
            grants,
            present,
            printed,
            modified,
        } = source;
        (self.n_stats, self.n_side_stats) = (*n_stats, *n_side_stats);
        self.statuses.clone_from(statuses);
        self.stats.clone_from(stats);
        self.sides.clone_from(sides);
        self.grants.clone_from(grants);
        self.present.clone_from(present);
        self.printed.clone_from(printed);
        self.modified.clone_from(modified);
    }
}

impl Derived {
    /// The statuses of a piece.
    #[inline]
    pub fn statuses(&self, id: PieceId) -> Mask {
        self.statuses.get(id.index()).copied().unwrap_or(Mask::NONE)
    }

    /// Whether a piece has a status.
    #[inline]
    pub fn has(&self, id: PieceId, status: StatusId) -> bool {
        self.statuses.get(id.index()).is_some_and(|mask| mask.has(status.index()))
    }

    /// A stat of a piece after all modifiers.
    #[inline]
    pub fn stat(&self, id: PieceId, stat: StatId) -> i16 {
        self.stats.get(id.index() * self.n_stats + stat.index()).copied().unwrap_or(0)
    }

    /// What modifiers add to a number on every side of a piece.
    #[inline]
    pub fn side_change(&self, id: PieceId, stat: SideStatId) -> i16 {
        if self.sides.is_empty() {
            return 0;
        }
        self.sides.get(id.index() * self.n_side_stats + stat.index()).copied().unwrap_or(0)
    }

    /// What modifiers add to the numbers on sides of all pieces; empty if they add to none.
    pub(crate) fn side_changes(&self) -> &[i16] {
        &self.sides
    }

    /// All keywords of pieces on the board, sorted by piece, then keyword, then source.
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// The first of the grants of a keyword to a piece on the board.
    pub fn grant(&self, id: PieceId, keyword: KeywordId) -> Option<&Grant> {
        let wanted = (id, keyword);
        let at = self.grants.partition_point(|grant| (grant.piece, grant.keyword) < wanted);
        self.grants.get(at).filter(|grant| (grant.piece, grant.keyword) == wanted)
    }

    pub(crate) fn present(&self) -> &[Source] {
        &self.present
    }

    /// Works everything out anew.
    pub fn refresh(&mut self, game: &Game, state: &State) {
        self.print(game, state);
        self.work_out(game, state);
    }

    /// As [`Derived::refresh`], where pieces have only been put elsewhere on the board or laid
    /// there since it was last called: what is printed on them is as it was.
    pub fn refresh_places(&mut self, game: &Game, state: &State) {
        if self.n_stats != game.names.stats.len() || self.printed.len() != state.pieces.len() {
            return self.refresh(game, state);
        }
        for id in std::mem::take(&mut self.modified) {
            self.print_row(game, state, id.index());
        }
        self.work_out(game, state);
    }

    fn work_out(&mut self, game: &Game, state: &State) {
        let cast = self.prepare(game, state);
        for layer in game.layers.iter().filter(|layer| layer.statuses.meets(cast)) {
            if layer.cancels {
                fixpoint::settle(self, game, state, layer.statuses);
            } else {
                self.cast_statuses(game, state, layer.statuses);
            }
        }
        self.add_up(game, state);
    }

    /// Adds what markers give and lists the pieces on the board; which statuses they cast.
    fn prepare(&mut self, game: &Game, state: &State) -> Mask {
        self.n_side_stats = game.names.side_stats.len();
        self.sides.clear();
        self.grants.clear();
        self.present.clear();
        for more in &state.more {
            if let Trait::Status(status) = more.what {
                self.give_statuses(more.piece, Mask::of(status.index()));
            }
        }
        for mark in &state.marks {
            let Some(rule) = game.marks.get(mark.kind.index()) else { continue };
            self.give_statuses(mark.on, rule.gives);
            for (stat, amount) in &rule.adds {
                self.add(mark.on, *stat, amount.saturating_mul(mark.n));
            }
            for (stat, amount) in &rule.adds_sides {
                self.add_side(state, mark.on, *stat, amount.saturating_mul(mark.n));
            }
        }
        let mut cast = Mask::NONE;
        state.visit_board(true, |cell, id, piece| {
            let auras = &game.prototype(piece.prototype).auras;
            cast |= statuses_cast(auras);
            self.present.push(Source { id, cell, casts: !auras.is_empty() });
            ControlFlow::Continue(())
        });
        cast
    }

    /// What is printed on all pieces, before any modifier. Rows that still hold just that stay.
    fn print(&mut self, game: &Game, state: &State) {
        if self.n_stats != game.names.stats.len() {
            *self = Derived { n_stats: game.names.stats.len(), ..Derived::default() };
        }
        self.modified.clear();
        self.printed.resize(state.pieces.len(), MODIFIED);
        self.statuses.resize(state.pieces.len(), Mask::NONE);
        self.stats.resize(state.pieces.len() * self.n_stats, 0);
        for (at, piece) in state.pieces.iter().enumerate() {
            if self.printed.get(at) != Some(&(piece.prototype, piece.statuses)) {
                self.print_row(game, state, at);
            }
        }
    }

    fn print_row(&mut self, game: &Game, state: &State, at: usize) {
        let piece = state.piece(PieceId::at(at));
        let prototype = game.prototype(piece.prototype);
        if let Some(printed) = self.printed.get_mut(at) {
            *printed = (piece.prototype, piece.statuses);
        }
        if let Some(statuses) = self.statuses.get_mut(at) {
            *statuses = Mask::from_low(piece.statuses) | prototype.statuses;
        }
        if let Some(row) = self.stats.get_mut(at * self.n_stats..(at + 1) * self.n_stats) {
            row.fill(0);
            row.iter_mut().zip(&prototype.stats).for_each(|(slot, stat)| *slot = *stat);
        }
    }

    /// Notes that the row of a piece holds more than what is printed.
    fn modify(&mut self, id: PieceId) {
        if let Some(printed) = self.printed.get_mut(id.index()).filter(|it| **it != MODIFIED) {
            *printed = MODIFIED;
            self.modified.push(id);
        }
    }

    /// Gives a piece statuses that are not printed on it.
    fn give_statuses(&mut self, id: PieceId, more: Mask) {
        if let Some(statuses) = self.statuses.get_mut(id.index()) {
            *statuses |= more;
            self.modify(id);
        }
    }

    fn add(&mut self, id: PieceId, stat: StatId, amount: i16) {
        if let Some(slot) = self.stats.get_mut(id.index() * self.n_stats + stat.index()) {
            *slot = slot.saturating_add(amount);
        }
        self.modify(id);
    }

    /// Adds to a number on every side; the table is made when the first number changes.
    fn add_side(&mut self, state: &State, id: PieceId, stat: SideStatId, amount: i16) {
        self.sides.resize(state.pieces.len() * self.n_side_stats, 0);
        if let Some(slot) = self.sides.get_mut(id.index() * self.n_side_stats + stat.index()) {
            *slot = slot.saturating_add(amount);
        }
    }

    fn cast_statuses(&mut self, game: &Game, state: &State, layer: Mask) {
        for at in 0..self.present.len() {
            let Some(source) = self.present.get(at).copied().filter(|s| s.casts) else { continue };
            for aura in &game.prototype(state.piece(source.id).prototype).auras {
                self.cast(game, state, (source, aura), layer);
            }
        }
    }

    /// Gives the status of one aura, if it is one of the layer and nothing stops its source.
    fn cast(&mut self, game: &Game, state: &State, (source, aura): (Source, &Aura), layer: Mask) {
        let Gift::Status(status) = aura.gives else { return };
        let is_stopped = || self.statuses(source.id).meets(aura.stopped_by);
        if !layer.has(status.index()) || is_stopped() {
            return;
        }
        each_target(game, state, (source.id, source.cell), aura, |target| {
            self.give_statuses(target, Mask::of(status.index()));
        });
    }

    fn add_up(&mut self, game: &Game, state: &State) {
        for at in 0..self.present.len() {
            let Some(source) = self.present.get(at).copied() else { continue };
            let prototype = game.prototype(state.piece(source.id).prototype);
            for (keyword, value) in &prototype.keywords {
                let (piece, source) = (source.id, source.id);
                self.grants.push(Grant { piece, keyword: *keyword, value: *value, source });
            }
            if prototype.auras.is_empty() {
                continue;
            }
            let statuses = self.statuses(source.id);
            for aura in prototype.auras.iter().filter(|aura| !statuses.meets(aura.stopped_by)) {
                self.give(game, state, source, aura);
            }
        }
        if !self.grants.is_sorted() {
            self.grants.sort_unstable();
        }
    }

    fn give(&mut self, game: &Game, state: &State, source: Source, aura: &Aura) {
        match aura.gives {
            Gift::Status(_) => {}
            Gift::Stat(stat, amount) => {
                each_target(game, state, (source.id, source.cell), aura, |target| {
                    self.add(target, stat, amount);
                });
            }
            Gift::Side(stat, amount) => {
                each_target(game, state, (source.id, source.cell), aura, |target| {
                    self.add_side(state, target, stat, amount);
                });
            }
            Gift::Keyword(keyword, value) => {
                each_target(game, state, (source.id, source.cell), aura, |piece| {
                    self.grants.push(Grant { piece, keyword, value, source: source.id });
                });
            }
        }
    }
}

/// The statuses that some auras give.
fn statuses_cast(auras: &[Aura]) -> Mask {
    let mut cast = Mask::NONE;
    for aura in auras {
        let Gift::Status(status) = aura.gives else { continue };
        cast |= Mask::of(status.index());
    }
    cast
}

/// Calls `touch` for every piece an aura reaches and means.
pub fn each_target(
    game: &Game,
    state: &State,
    source: (PieceId, Cell),
    aura: &Aura,
    mut touch: impl FnMut(PieceId),
) {
    let (id, cell) = source;
    let caster = state.piece(id);
    if let Reach::Sides(sides) = aura.reach {
        let mut rest = sides;
        while rest != 0 {
            let side = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            if let Some(near) = neighbor_at(&game.board, caster, cell, side)
                && let Some(target) = state.at(near)
                && means(game, state, (id, aura), target)
            {
                touch(target);
            }
        }
        return;
    }
    if aura.reach == Reach::Itself {
        if means(game, state, (id, aura), id) {
            touch(id);
        }
        return;
    }
    for near in reached(&game.board, cell, aura.reach) & &state.occupied {
        let Some(target) = state.at(near) else { continue };
        if target != id && means(game, state, (id, aura), target) {
            touch(target);
        }
    }
}

/// The neighbor on a printed side of a piece.
#[inline]
pub fn neighbor_at(board: &Board, piece: &Piece, cell: Cell, side: u8) -> Option<Cell> {
    let n = board.n_directions();
    board.neighbor(cell, crate::board::Direction((side + piece.facing) % n.max(1)))
}

fn reached(board: &Board, cell: Cell, reach: Reach) -> CellSet {
    match reach {
        Reach::Sides(_) => CellSet::default(),
        Reach::Area(1) => board.neighbors(cell).clone(),
        Reach::Area(far) => board.area(cell, u16::from(far)),
        Reach::Board => board.cells().clone(),
        Reach::Itself => std::iter::once(cell).collect(),
    }
}

#[inline]
fn means(game: &Game, state: &State, (source, aura): (PieceId, &Aura), target: PieceId) -> bool {
    let piece = state.piece(target);
    let kind = game.prototype(piece.prototype).kind;
    (aura.kinds.is_empty() || aura.kinds.has(kind.index()))
        && aura.whose.holds(state, state.piece(source).owner, piece.owner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::*;

    const NOBODY: [usize; 0] = [];

    /// Which pieces are netted, by number.
    fn netted(pieces: &[(u16, u8, (i32, i32), u8)]) -> Vec<usize> {
        let mut the_match = position(pieces);
        let derived = the_match.derived();
        (0..pieces.len()).filter(|i| derived.has(PieceId(*i as u16), NETTED)).collect()
    }

    #[test]
    fn a_net_stops_the_enemy_it_points_at() {
        assert_eq!(netted(&[(1, 0, (0, 0), 0), (0, 1, (1, 0), 0)]), [1]);
        assert_eq!(netted(&[(1, 0, (0, 0), 0), (0, 0, (1, 0), 0)]), NOBODY, "never a friend");
        assert_eq!(netted(&[(1, 0, (0, 0), 1), (0, 1, (1, 0), 0)]), NOBODY, "not past its side");
    }

    #[test]
    fn nets_pointing_at_each_other_cancel() {
        let pair = [(1, 0, (0, 0), 0), (1, 1, (1, 0), 3)];
        assert_eq!(netted(&pair), NOBODY);
        let third = [pair[0], pair[1], (1, 0, (2, 0), 3)];
        assert_eq!(netted(&third), [1], "a third net settles the matter");
    }

    #[test]
    fn a_netted_netter_nets_nobody() {
        // Along the row: 0 nets 1, so 1 does not net 2.
        let row = [(1, 0, (-1, 0), 0), (1, 1, (0, 0), 0), (0, 0, (1, 0), 0)];
        assert_eq!(netted(&row), [1]);
    }

    #[test]
    fn a_ring_of_three_cannot_close_between_two_sides_but_four_can() {
        // 0 nets 1, 1 nets 2, 2 nets 3, 3 nets 0 around two triangles.
        let ring = [(1, 0, (0, 0), 0), (1, 1, (1, 0), 2), (1, 0, (0, 1), 3), (1, 1, (-1, 1), 5)];
        assert_eq!(netted(&ring), NOBODY);
        let broken = [ring[0], ring[1], ring[2], ring[3], (1, 1, (0, -1), 1)];
        // The fifth nets 0 from the north west: 0 is stopped, 1 free, 2 stopped, 3 free.
        assert_eq!(netted(&broken), [0, 2]);
    }

    /// Netters in a row of which the first ones, number 6, net to both sides.
    #[test]
    fn only_the_nets_of_a_circle_cancel() {
        let mut wide = (*game()).clone();
        let mut both = wide.prototypes[1].clone();
        both.auras[0].reach = Reach::Sides(1 << 1 | 1 << 4);
        wide.prototypes.push(both);
        let wide = std::sync::Arc::new(wide);
        let netted = |pieces: &[(u16, u8, (i32, i32), u8)]| {
            let mut the_match = position_in(wide.clone(), pieces);
            let derived = the_match.derived();
            let has = |i: &usize| derived.has(PieceId(*i as u16), NETTED);
            (0..pieces.len()).filter(has).collect::<Vec<_>>()
        };
        let behind = [(1, 0, (-1, 0), 0), (6, 1, (0, 0), 0), (0, 0, (1, 0), 0)];
        assert_eq!(netted(&behind), [2], "0 and 1 cancel, then 1 is free to net 2");
        let two = [behind[0], behind[1], (1, 0, (1, 0), 0), (1, 1, (2, 0), 3)];
        assert_eq!(netted(&two), [2], "2 and 3 net each other, but 1 has stopped 2 before");
        let all = [(6, 0, (-1, 0), 0), (6, 1, (0, 0), 0), (6, 0, (1, 0), 0), (6, 1, (2, 0), 0)];
        assert_eq!(netted(&all), NOBODY, "one circle of circles");
    }

    #[test]
    fn a_netted_source_supports_nobody_and_the_ledger_says_who_does() {
        let pieces = [(0, 0, (0, 0), 0), (2, 0, (1, 0), 0), (2, 0, (-1, 0), 0)];
        let mut the_match = position(&pieces);
        assert_eq!(the_match.derived().stat(PieceId(0), STRENGTH), 2);
        let (game, state) = (the_match.game.clone(), the_match.state().clone());
        let lines = ledger(&game, &state, the_match.derived(), PieceId(0), STRENGTH);
        let causes: Vec<Cause> = lines.iter().map(|line| line.cause).collect();
        let sources = [Cause::Printed, Cause::Aura(PieceId(2)), Cause::Aura(PieceId(1))];
        assert_eq!(causes, sources, "reading order after what is printed");

        let cut = [pieces[0], pieces[1], pieces[2], (1, 1, (2, 0), 3)];
        let mut the_match = position(&cut);
        assert_eq!(the_match.derived().stat(PieceId(0), STRENGTH), 1);
        let (game, state) = (the_match.game.clone(), the_match.state().clone());
        let why = status_causes(&game, &state, the_match.derived(), PieceId(1), NETTED);
        assert_eq!(why, [Cause::Aura(PieceId(3))]);
    }

    proptest::proptest! {
        #[test]
        fn ledgers_add_up_and_nets_are_consistent(
            pieces in proptest::collection::vec((0u16..6, 0u8..2, 0usize..19, 0u8..6), 1..14)
        ) {
            let cells: Vec<(i32, i32)> =
                (0..19).filter_map(|i| game().board.coordinates(Cell(i))).collect();
            let mut placed: Vec<(u16, u8, (i32, i32), u8)> = Vec::new();
            for (prototype, owner, at, facing) in pieces {
                if !placed.iter().any(|p| p.2 == cells[at]) {
                    placed.push((prototype, owner, cells[at], facing));
                }
            }
            let mut the_match = position(&placed);
            let (game, state) = (the_match.game.clone(), the_match.state().clone());
            let derived = the_match.derived();
            for i in 0..placed.len() as u16 {
                for stat in [HIT_POINTS, STRENGTH, SHIFT] {
                    let lines = ledger(&game, &state, derived, PieceId(i), stat);
                    let sum: i16 = lines.iter().map(|line| line.amount).sum();
                    proptest::prop_assert_eq!(sum, derived.stat(PieceId(i), stat));
                }
                // Whoever is netted has a free netter pointing at it.
                if derived.has(PieceId(i), NETTED) {
                    let why = status_causes(&game, &state, derived, PieceId(i), NETTED);
                    proptest::prop_assert!(!why.is_empty());
                }
            }
        }
    }
}
