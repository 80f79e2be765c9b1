//! Filters: which pieces are meant, as data.

use core::ops::ControlFlow;

pub use crate::game::{Filter, Relation, Whereabouts};

use crate::board::{Board, Cell, CellSet};
use crate::game::Game;
use crate::id::*;
use crate::mask::Mask;
use crate::modifier::Derived;
use crate::state::{Piece, Place, State};

impl Relation {
    /// Whether a piece of `owner` is meant, seen from `seat`.
    pub fn holds(self, state: &State, seat: Seat, owner: Seat) -> bool {
        match self {
            Relation::Any => true,
            Relation::Own => seat == owner,
            Relation::Ally => state.allied(seat, owner),
            Relation::Partner => seat != owner && state.allied(seat, owner),
            Relation::Enemy => owner != Seat::NONE && !state.allied(seat, owner),
            Relation::Nobody => owner == Seat::NONE,
        }
    }

    /// The relation that holds where both do, if it is one of these.
    fn and(self, other: Relation) -> Option<Relation> {
        match (self, other) {
            (Relation::Any, one) | (one, Relation::Any) => Some(one),
            (one, two) if one == two => Some(one),
            (Relation::Ally, one @ (Relation::Own | Relation::Partner))
            | (one @ (Relation::Own | Relation::Partner), Relation::Ally) => Some(one),
            _ => None,
        }
    }

    /// All owners that are meant, seen from `seat`, as a bit mask.
    fn seats(self, state: &State, seat: Seat) -> u32 {
        match self {
            Relation::Any => return u32::MAX,
            Relation::Own => return 1 << seat.0.min(OF_NOBODY),
            Relation::Nobody => return 1 << OF_NOBODY,
            Relation::Ally | Relation::Partner | Relation::Enemy => {}
        }
        let owners = (0..state.n_seats).map(Seat).chain([Seat::NONE]);
        let meant = owners.filter(|owner| self.holds(state, seat, *owner));
        meant.fold(0, |mask, owner| mask | 1 << owner.0.min(OF_NOBODY))
    }
}

/// The bit of what belongs to nobody among the bits of seats.
const OF_NOBODY: u8 = 31;

/// What a filter looks at.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The game.
    pub game: &'a Game,
    /// The state.
    pub state: &'a State,
    /// Statuses, stats and keywords after all modifiers.
    pub derived: &'a Derived,
}

impl Scene<'_> {
    /// A number on a printed side of a piece after all modifiers.
    #[inline]
    pub fn side(&self, id: PieceId, stat: SideStatId, side: usize) -> i16 {
        let printed = self.game.prototype(self.state.piece(id).prototype).side(stat, side);
        printed.saturating_add(self.derived.side_change(id, stat))
    }
}

impl Filter {
    /// The filter that means what both mean.
    ///
    /// # Errors
    /// What the two say in ways that do not go into one filter.
    pub fn and(&self, other: &Filter) -> Result<Filter, &'static str> {
        let kinds = match (self.kinds.is_empty(), other.kinds.is_empty()) {
            (true, _) => other.kinds,
            (_, true) => self.kinds,
            (false, false) => self.kinds & other.kinds,
        };
        if kinds.is_empty() && !(self.kinds.is_empty() && other.kinds.is_empty()) {
            return Err("kinds");
        }
        let place = match (self.place, other.place) {
            (Whereabouts::Board, place) | (place, Whereabouts::Board) => place,
            (own, its) => both(Some(own), Some(its), "zone")?.unwrap_or_default(),
        };
        Ok(Filter {
            kinds,
            whose: self.whose.and(other.whose).ok_or("whose")?,
            with: self.with | other.with,
            without: self.without | other.without,
            keyword: both(self.keyword, other.keyword, "keyword")?,
            prototype: both(self.prototype, other.prototype, "prototype")?,
            at_least: both(self.at_least, other.at_least, "at_least")?,
            marked: both(self.marked, other.marked, "marked")?,
            unmarked: both(self.unmarked, other.unmarked, "unmarked")?,
            place,
            adjacent: self.adjacent || other.adjacent,
            others: self.others || other.others,
        })
    }

    /// Whether the answer depends on statuses or keywords, which modifiers can change.
    pub fn looks_at_modifiers(&self) -> bool {
        self.looks_at_statuses() || self.keyword.is_some()
    }

    fn looks_at_statuses(&self) -> bool {
        !(self.with | self.without).is_empty()
    }

    /// Whether it says nothing but whose pieces on the board are meant.
    pub fn is_only_whose(&self) -> bool {
        *self == Filter { whose: self.whose, ..Filter::default() }
    }

    /// The filter made ready to be asked about many pieces.
    pub fn asked<'a>(&'a self, scene: Scene<'a>, seat: Seat, asker: Option<PieceId>) -> Asked<'a> {
        let rest = self.prototype.is_some()
            || self.at_least.is_some()
            || self.keyword.is_some()
            || self.marked.is_some()
            || self.unmarked.is_some()
            || self.adjacent
            || self.others;
        Asked {
            filter: self,
            scene,
            asker,
            seats: self.whose.seats(scene.state, seat),
            kinds: !self.kinds.is_empty(),
            statuses: self.looks_at_statuses(),
            rest,
        }
    }

    /// Whether a piece is meant, seen from a seat and, where the filter asks, from a piece.
    /// Floors are meant only by filters that name their kind or definition.
    pub fn holds(&self, scene: Scene, seat: Seat, asker: Option<PieceId>, id: PieceId) -> bool {
        self.holds_at(scene, (seat, asker), id, None)
    }

    /// As [`Filter::holds`], as if the piece stood on this cell: for pieces that have just left.
    pub fn holds_at(
        &self,
        scene: Scene,
        (seat, asker): (Seat, Option<PieceId>),
        id: PieceId,
        at: Option<Cell>,
    ) -> bool {
        self.whose.holds(scene.state, seat, scene.state.piece(id).owner)
            && self.holds_of_meant(scene, asker, (id, at))
    }

    /// As [`Filter::holds_at`] for a piece whose owner is meant.
    fn holds_of_meant(
        &self,
        scene: Scene,
        asker: Option<PieceId>,
        (id, at): (PieceId, Option<Cell>),
    ) -> bool {
        let piece = scene.state.piece(id);
        self.is_placed(scene, id, at)
            && (self.kinds.is_empty() || self.is_of_kind(scene.game, piece))
            && (!self.looks_at_statuses() || self.has_statuses(scene.derived, id))
            && self.fits_rest(scene, asker, (id, at))
    }

    fn is_placed(&self, scene: Scene, id: PieceId, at: Option<Cell>) -> bool {
        let piece = scene.state.piece(id);
        match self.place {
            Whereabouts::Board => {
                (at.is_some() || matches!(piece.place, Place::Board(_)))
                    && (self.names_floors() || !scene.state.is_laid(id))
            }
            Whereabouts::Zone(zone) => match piece.place {
                Place::Zone(list) => list.parts(scene.game).0 == zone,
                Place::Away | Place::Gone | Place::Board(_) => false,
            },
            Whereabouts::Anywhere => !piece.is_free(),
        }
    }

    /// Whether it means floors too, where they are what it names.
    fn names_floors(&self) -> bool {
        !self.kinds.is_empty() || self.prototype.is_some()
    }

    #[inline]
    fn is_of_kind(&self, game: &Game, piece: &Piece) -> bool {
        self.kinds.has(game.prototype(piece.prototype).kind.index())
    }

    #[inline]
    fn has_statuses(&self, derived: &Derived, id: PieceId) -> bool {
        let statuses = derived.statuses(id);
        statuses.has_all(self.with) && !statuses.meets(self.without)
    }

    fn has_keyword(&self, scene: Scene, id: PieceId, keyword: KeywordId) -> bool {
        let piece = scene.state.piece(id);
        scene.derived.grant(id, keyword).is_some()
            || (piece.cell().is_none()
                && scene.game.prototype(piece.prototype).keyword(keyword).is_some())
    }

    /// Whether it fits beside its owner, place, kind and statuses.
    fn fits_rest(
        &self,
        scene: Scene,
        asker: Option<PieceId>,
        (id, at): (PieceId, Option<Cell>),
    ) -> bool {
        let is_it = |prototype| scene.state.piece(id).prototype == prototype;
        self.prototype.is_none_or(is_it)
            && self.at_least.is_none_or(|(counter, n)| scene.state.counter(id, counter) >= n)
            && self.keyword.is_none_or(|keyword| self.has_keyword(scene, id, keyword))
            && self.fits_marks(scene.state, id)
            && self.fits_asker(scene, asker, (id, at))
    }

    fn fits_marks(&self, state: &State, id: PieceId) -> bool {
        self.marked.is_none_or(|mark| state.marks_on(id, mark) > 0)
            && self.unmarked.is_none_or(|mark| state.marks_on(id, mark) == 0)
    }

    fn fits_asker(
        &self,
        scene: Scene,
        asker: Option<PieceId>,
        (id, at): (PieceId, Option<Cell>),
    ) -> bool {
        if self.others && asker == Some(id) {
            return false;
        }
        if !self.adjacent {
            return true;
        }
        let cell = |id: PieceId| scene.state.piece(id).cell();
        match (asker.and_then(cell), at.or_else(|| cell(id))) {
            (Some(a), Some(b)) => adjacent(&scene.game.board, a, b),
            _ => false,
        }
    }
}

/// What both say, where a filter has room for one.
fn both<T: PartialEq>(
    own: Option<T>,
    its: Option<T>,
    what: &'static str,
) -> Result<Option<T>, &'static str> {
    match (own, its) {
        (Some(own), Some(its)) if own != its => Err(what),
        (own, its) => Ok(own.or(its)),
    }
}

/// A filter seen from one seat, ready to be asked about many pieces; see [`Filter::asked`].
pub struct Asked<'a> {
    filter: &'a Filter,
    scene: Scene<'a>,
    asker: Option<PieceId>,
    /// The owners that are meant.
    seats: u32,
    /// What else the filter looks at.
    kinds: bool,
    statuses: bool,
    rest: bool,
}

impl Asked<'_> {
    /// Whether a piece is meant.
    pub fn means(&self, id: PieceId) -> bool {
        let piece = self.scene.state.piece(id);
        self.filter.is_placed(self.scene, id, None) && self.fits(id, piece)
    }

    /// As [`Asked::means`], for a piece that lies in the zone that the filter names.
    pub fn means_lying(&self, id: PieceId) -> bool {
        self.fits(id, self.scene.state.piece(id))
    }

    /// Whether a piece on a cell, or its floor, is meant.
    pub fn means_any_on(&self, cell: Cell) -> bool {
        let state = self.scene.state;
        state.standing(cell).chain(state.floor_at(cell)).any(|id| self.means(id))
    }

    /// Calls `visit` for every piece on the board that is meant, in reading order, top first
    /// within a cell and its floor last, until it breaks off.
    pub fn visit(&self, mut visit: impl FnMut(Cell, PieceId) -> ControlFlow<()>) {
        let with_floors = match self.filter.place {
            Whereabouts::Zone(_) => return,
            Whereabouts::Anywhere => self.may_mean_floors(),
            Whereabouts::Board => self.filter.names_floors() && self.may_mean_floors(),
        };
        let visit = |cell: Cell, id: PieceId, piece: &Piece| {
            if self.fits(id, piece) { visit(cell, id) } else { ControlFlow::Continue(()) }
        };
        let state = self.scene.state;
        if self.filter.adjacent {
            return state.visit_cells(self.beside_asker(), with_floors, visit);
        }
        if let Some(keyword) = self.filter.keyword {
            return state.visit_cells(&self.cells_with(keyword), with_floors, visit);
        }
        if with_floors && self.means_floors_only() {
            let _ = state.visit_floors(visit);
            return;
        }
        match state.held.of(self.seats).filter(|_| !with_floors) {
            None => state.visit_board(with_floors, visit),
            Some(cells) => state.visit_cells(&cells, false, visit),
        }
    }

    /// The cells where something is meant.
    pub fn cells(&self) -> CellSet {
        if self.filter.is_only_whose()
            && let Some(cells) = self.scene.state.held.of(self.seats)
        {
            return cells;
        }
        let mut cells = CellSet::EMPTY;
        self.visit(|cell, _| {
            cells.insert(cell);
            ControlFlow::Continue(())
        });
        cells
    }

    /// Whether a floor can be among what is meant: floors are of one kind.
    fn may_mean_floors(&self) -> bool {
        let game = self.scene.game;
        game.floors.is_some_and(|rule| {
            let kinds = self.filter.kinds;
            (kinds.is_empty() || kinds.has(rule.kind.index()))
                && self.filter.prototype.is_none_or(|id| game.is_floor(id))
        })
    }

    /// Whether nothing but floors can be meant, where floors can be: all pieces of their kind that
    /// are on the board lie there as floors.
    fn means_floors_only(&self) -> bool {
        let (game, filter) = (self.scene.game, self.filter);
        filter.prototype.is_some_and(|id| game.is_floor(id))
            || game.floors.is_some_and(|rule| filter.kinds == Mask::of(rule.kind.index()))
    }

    /// The cells beside the piece that asks; none at all if it is not on the board.
    fn beside_asker(&self) -> &CellSet {
        const NOWHERE: &CellSet = &CellSet::EMPTY;
        let cell = self.asker.and_then(|id| self.scene.state.piece(id).cell());
        cell.map_or(NOWHERE, |cell| self.scene.game.board.neighbors(cell))
    }

    /// The cells where something has a keyword.
    fn cells_with(&self, keyword: KeywordId) -> CellSet {
        let of_it = self.scene.derived.grants().iter().filter(|grant| grant.keyword == keyword);
        of_it.filter_map(|grant| self.scene.state.piece(grant.piece).cell()).collect()
    }

    /// Whether a piece is meant that is where the filter wants it.
    #[inline]
    fn fits(&self, id: PieceId, piece: &Piece) -> bool {
        self.seats & 1 << piece.owner.0.min(OF_NOBODY) != 0
            && (!self.kinds || self.filter.is_of_kind(self.scene.game, piece))
            && (!self.statuses || self.filter.has_statuses(self.scene.derived, id))
            && (!self.rest || self.filter.fits_rest(self.scene, self.asker, (id, None)))
    }
}

fn adjacent(board: &Board, a: Cell, b: Cell) -> bool {
    board.neighbors(a).contains(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_filters_are_one_where_one_can_say_both() {
        let own = Filter { whose: Relation::Own, ..Filter::default() };
        let free = Filter { without: Mask::of(3), kinds: Mask::of(1), ..Filter::default() };
        let both = Filter { whose: Relation::Own, ..free.clone() };
        assert_eq!(own.and(&free), Ok(both.clone()));
        assert_eq!(both.and(&free), Ok(both));
        let ally = Filter { whose: Relation::Ally, ..Filter::default() };
        assert_eq!(own.and(&ally), Ok(own.clone()));
        let enemy = Filter { whose: Relation::Enemy, ..Filter::default() };
        assert_eq!(own.and(&enemy), Err("whose"));
        let kind = Filter { kinds: Mask::of(2), ..Filter::default() };
        assert_eq!(free.and(&kind), Err("kinds"));
        let marked = |n| Filter { marked: Some(MarkId(n)), ..Filter::default() };
        assert_eq!(marked(1).and(&marked(2)), Err("marked"));
        let hand = Filter { place: Whereabouts::Zone(ZoneId(0)), ..Filter::default() };
        assert_eq!(hand.and(&own).map(|it| it.place), Ok(hand.place));
    }
}
