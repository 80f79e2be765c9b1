//! Numbers on sides, groups of cells, what is surrounded, and packing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use harena_engine::board::{Cell, CellSet, Direction, region};
use harena_engine::decision::{Action, Args, Dimension};
use harena_engine::filter::Filter;
use harena_engine::id::*;
use harena_engine::pattern::{self, Matching, Sides, Touching};

use super::argument::{piece, side};
use super::reasons::Whys;
use super::routes::with_lines;
use super::{Context, Entry, Kind, method};
use crate::fit::nearest;
use crate::raw::{Call, Fault, Handle, Plain, TableView};
use crate::raw_limits::spend;
use crate::vm::Budget;

/// More groups than this are not listed.
const MAX_FOUND: usize = 10_000;
/// What a table says of how pieces match: the number on sides, whether all must, and among what.
pub(crate) type MatchBy = (SideStatId, bool, Rc<Filter>);

/// A search for the best packing looks at so many sets of cells.
const MAX_NODES: usize = 200_000;
/// So many looks at a region are one unit of work.
const LOOKS: u64 = 8;
/// The work of growing a group by a cell.
const WORK_OF_GROUP: u64 = 4;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Piece,
        "side",
        ("side_stat: string, direction: number", "number"),
        "the number it shows towards a direction of the board, after modifiers",
        |ctx, h, call| {
            let stat = ctx.side_stat(call, 1)?;
            let direction = Direction(side(call, 2)?);
            let scene = looked!(ctx).scene();
            let shown = pattern::side_towards(scene, PieceId::at(h.id as usize), stat, direction);
            call.push_int(shown.into());
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "on_side",
        ("side_stat: string, side: number", "number"),
        "the number on a printed side, after modifiers",
        |ctx, h, call| {
            let (stat, side) = (ctx.side_stat(call, 1)?, usize::from(side(call, 2)?));
            let scene = looked!(ctx).scene();
            let id = PieceId::at(h.id as usize);
            call.push_int(scene.side(id, stat, side).into());
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "facing_sides",
        ("spot: Cell | Piece, side_stat: string, filter: Filter?", "({Piece}, {number})"),
        "the neighbors meant with the number each shows towards a cell, as two lists in the order \
         of directions",
        |ctx, _, call| {
            let (spot, stat) = (ctx.spot(call, 1)?, ctx.side_stat(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let seat = ctx.the_match.state().active;
            let scene = looked!(ctx).scene();
            let asked = filter.asked(scene, seat, None);
            let counts = |beside| asked.means_any_on(beside);
            let found = pattern::facing_sides(scene, spot, stat, counts);
            let pieces: Vec<PieceId> = found.iter().map(|(id, _)| *id).collect();
            ctx.push_pieces(call, &pieces);
            call.push_list_of_ints(found.into_iter().map(|(_, number)| i64::from(number)));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "side_cells",
        ("piece: Piece, side_stat: string", "Cells"),
        "the cells beside a piece on the sides whose number is above 0",
        |ctx, _, call| {
            let (piece, stat) = (piece(call, 1)?, ctx.side_stat(call, 2)?);
            let cells = pattern::side_cells(looked!(ctx).scene(), piece, stat);
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "reaching",
        ("spot: Cell | Piece, side_stat: string, filter: Filter?, seat: number?", "{Piece}"),
        "the neighbors meant that have a cell on a side whose number is above 0",
        |ctx, _, call| {
            let (spot, stat) = (ctx.spot(call, 1)?, ctx.side_stat(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let seat = ctx.seat_or_active(call, 4)?;
            let scene = looked!(ctx).scene();
            let mut found = pattern::reaching(scene, spot, stat);
            found.retain(|id| filter.holds(scene, seat, None, *id));
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "matching_facings",
        ("piece: Piece, cell: Cell, match_by: MatchBy", "Facings"),
        "the facings in which a piece laid on a cell shows the same number as a neighbor meant \
         where they touch, or as all of them",
        |ctx, _, call| {
            let (piece, cell) = (piece(call, 1)?, super::argument::cell(call, 2)?);
            let matching = ctx.matching(call, 3)?;
            let scene = looked!(ctx).scene();
            let touching = Touching::around(scene, cell, &matching);
            let mask = pattern::matching_facings(scene, piece, &touching, &matching);
            call.push_handle(Handle::new(Kind::Facings as u8, u32::from(mask)));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_matching",
        ("verb: string, pieces: {Piece}, cells: Cells, match_by: MatchBy, ...Further", "number"),
        "offers a verb with piece, cell, facing and the remaining arguments for every way to lay \
         one of the pieces so that it matches; answers how many; unless another is preferred the \
         default is the first, in the order of the list, then of cells, then of facings; reasons \
         by name behind `match_by` are told where anything matches: for cells where a piece \
         `differs` from all it would touch, and for those where it would lie `alone`",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let cells = ctx.cells(call, 3)?;
            let matching = ctx.matching(call, 4)?;
            let has_whys = matches!(call.argument(5), Plain::Table(_));
            let rest = ctx.values(call, if has_whys { 6 } else { 5 })?;
            let mut pieces = Vec::new();
            call.table(2)?.items(|_, item| {
                let Plain::Handle(handle) = item else {
                    return Err(Fault::new("the second argument lists pieces"));
                };
                pieces.push(PieceId::at(handle.id as usize));
                Ok(())
            })?;
            ctx.offer_matching(call, (verb, rest), (&pieces, cells), &matching)
        },
    ),
    method(
        Kind::Match,
        "cells_of",
        ("filter: Filter?, seat: number?", "Cells"),
        "the cells on which the pieces meant stand",
        |ctx, _, call| {
            let cells = ctx.cells_meant(call, 1)?;
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "surrounded",
        ("inside: Filter, around: Filter, within: Cells?", "{Piece}"),
        "the pieces of the first filter whose groups have no neighboring cell without a piece of \
         the second; only cells of `within` count as neighbors, if it is given",
        |ctx, _, call| {
            let inside = ctx.cells_meant(call, 1)?;
            let around = ctx.cells_meant_for(call, 2, None)?;
            let board = ctx.the_match.game.board.clone();
            let within = if call.is_nil(3) { board.cells().clone() } else { ctx.cells(call, 3)? };
            let filter = ctx.filter(call, 1)?;
            let groups = pattern::surrounded(&board, inside, &around, &within);
            let seat = ctx.the_match.state().active;
            let scene = looked!(ctx).scene();
            let all = groups.iter().flat_map(|group| group.iter());
            let all = all.flat_map(|cell| scene.state.standing(cell));
            let fits = |id: &PieceId| filter.holds(scene, seat, None, *id);
            let mut found: Vec<PieceId> = all.filter(fits).collect();
            found.sort_by_key(|id| (scene.state.piece(*id).cell(), *id));
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "flanked",
        ("spot: Cell | Piece, between: Filter, by: Filter, beside: (Cells | Cell)?", "{Piece}"),
        "the neighbors meant by the first filter that stand in a straight line between this cell \
         and a piece of the second, or one of the cells `beside`: what is captured by taking it \
         between two; in the order of directions",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            with_lines(&ctx.the_match.game.board)?;
            let between = ctx.cells_meant_for(call, 2, None)?;
            let by = ctx.cells_meant_for(call, 3, None)?;
            let beyond = if call.is_nil(4) { by } else { &by | &ctx.cells(call, 4)? };
            let cells = pattern::flanked(&ctx.the_match.game.board, spot, &between, &beyond);
            let state = ctx.the_match.state();
            let found: Vec<PieceId> = cells.into_iter().filter_map(|it| state.at(it)).collect();
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "groups",
        ("cells: Cells, size: number?", "{Cells}"),
        "the connected groups of a set of cells in the order of their first cells; with a size, \
         every connected set of exactly so many of them",
        |ctx, _, call| {
            let (cells, board) = (ctx.cells(call, 1)?, ctx.the_match.game.board.clone());
            let groups = match call.optional_int(2)? {
                None => region::groups(&*board, cells),
                Some(size) => groups_of_size(&board, cells, nearest(size.clamp(0, 1024)))?,
            };
            ctx.push_sets(call, groups);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "best_packing",
        ("regions: {Cells}, worths: {number}", "(number, {number})"),
        "the regions that share no cell and are worth the most together: the sum, and their places \
         in the list",
        |ctx, _, call| {
            let mut regions = Vec::new();
            call.table(1)?.items(|_, item| {
                let Plain::Handle(handle) = item else {
                    return Err(Fault::new("regions are sets of cells"));
                };
                regions.push((ctx.set(handle)?, 0));
                Ok(())
            })?;
            let mut worths = regions.iter_mut();
            call.table(2)?.items(|_, item| {
                let (Plain::Int(worth), Some(region)) = (item, worths.next()) else {
                    return Err(Fault::new("each region has one worth, a whole number"));
                };
                region.1 = worth;
                Ok(())
            })?;
            if regions.len() > MAX_FOUND {
                return Err(Fault::new("there are too many regions"));
            }
            let allowed = Budget::left().saturating_mul(LOOKS);
            let mut looks = allowed;
            let best = region::packing(&regions, MAX_NODES, &mut looks);
            let is_used_up = best.is_none() && looks < regions.len() as u64;
            spend(if is_used_up { u64::MAX } else { (allowed - looks) / LOOKS })?;
            let Some((sum, chosen)) = best else {
                return Err(Fault::new("these regions can be packed in too many ways"));
            };
            call.push_int(sum);
            call.push_list_of_ints(chosen.into_iter().map(|place| place as i64 + 1));
            Ok(())
        },
    ),
];

fn groups_of_size(
    board: &harena_engine::board::Board,
    cells: CellSet,
    size: usize,
) -> Result<Vec<CellSet>, Fault> {
    let mut found = Vec::new();
    let mut fault = None;
    let _ = region::visit_groups_of_size(board, cells, size, &mut |group, is_whole| {
        found.extend(is_whole.then_some(group));
        fault = spend(WORK_OF_GROUP).err();
        if found.len() > MAX_FOUND {
            fault = Some(Fault::new("there are too many groups of this size"));
        }
        if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    fault.map_or(Ok(found), Err)
}

impl Context<'_> {
    /// The cells of the pieces that a filter means; the argument after it is a seat.
    fn cells_meant(&mut self, call: &mut Call, i: usize) -> Result<CellSet, Fault> {
        let is_seat = matches!(call.argument(i + 1), Plain::Int(_));
        self.cells_meant_for(call, i, is_seat.then_some(i + 1))
    }

    fn cells_meant_for(
        &mut self,
        call: &mut Call,
        i: usize,
        seat: Option<usize>,
    ) -> Result<CellSet, Fault> {
        let filter = self.filter(call, i)?;
        let seat = match seat {
            Some(seat) => self.seat(call, seat)?,
            None => self.the_match.state().active,
        };
        Ok(self.cells_of(&filter, seat))
    }

    fn cells_of(&mut self, filter: &Filter, seat: Seat) -> CellSet {
        let scene = looked!(self).scene_for(filter);
        filter.asked(scene, seat, None).cells()
    }

    /// How pieces are to match, as a script writes it: `{ side = "power", among = FILTER }`.
    fn matching(&mut self, call: &mut Call, i: usize) -> Result<Matching, Fault> {
        let table = call.table(i)?;
        let (identity, frozen) = (table.identity(), table.is_frozen());
        let known = self.lent.matchings.get(&identity).filter(|_| frozen).cloned();
        let (stat, all, filter) = match known {
            Some(known) => known,
            None => {
                let read = self.read_matching(table)?;
                if frozen && self.lent.matchings.len() < MAX_FOUND {
                    call.keep_argument(i);
                    self.lent.matchings.insert(identity, read.clone());
                }
                read
            }
        };
        let seat = self.the_match.state().active;
        Ok(Matching { stat, among: self.cells_of(&filter, seat), all })
    }

    fn read_matching(&self, table: TableView) -> Result<MatchBy, Fault> {
        let stat = table.field("side", |value| {
            let Plain::Text(name) = value else {
                return Err(Fault::new("`side` names a number on sides"));
            };
            super::argument::declared(&self.the_match.game.names.side_stats, "side stat", name)
        })??;
        let all = table.field("all", |value| matches!(value, Plain::Bool(true)))?;
        let filter = table.field("among", |value| self.filter_of(value))??;
        Ok((SideStatId::at(stat), all, filter))
    }

    fn offer_matching(
        &mut self,
        call: &mut Call,
        (verb, rest): (VerbId, Args),
        (pieces, cells): (&[PieceId], CellSet),
        matching: &Matching,
    ) -> Result<(), Fault> {
        let mut rows = Vec::new();
        let scene = looked!(self).scene();
        let around = |cell: Cell| (cell, Touching::around(scene, cell, matching));
        let board = &scene.game.board;
        let may_touch = |cell: &Cell| board.neighbors(*cell).intersects(&matching.among);
        let spots = cells.iter().filter(may_touch).map(around);
        let spots: Vec<(Cell, Touching)> =
            spots.filter(|(_, touching)| !touching.is_empty()).collect();
        let touching: CellSet = spots.iter().map(|(cell, _)| *cell).collect();
        for id in pieces {
            let sides = Sides::of(scene, *id, matching.stat);
            for (cell, touching) in &spots {
                let mask = touching.facings(&sides, matching.all);
                let facings = (0..u16::BITS).filter(|facing| mask >> facing & 1 == 1);
                rows.extend(facings.map(|it| [i32::from(id.0), i32::from(cell.0), it as i32]));
            }
            if rows.len() > MAX_FOUND {
                return Err(Fault::new("there are too many ways to lay these pieces"));
            }
            spend(spots.len() as u64)?;
        }
        if self.the_match.is_explaining() {
            self.doubt_unlaid(call, (verb, pieces), (&cells, &touching), &rows)?;
        }
        let Some(first) = rows.first().copied() else {
            call.push_int(0);
            return Ok(());
        };
        if !rows.is_sorted() {
            rows.sort_unstable();
        }
        rows.dedup();
        let mut dimensions = vec![Dimension::Rows { width: 3, values: rows.concat() }];
        dimensions.extend(rest.as_slice().iter().map(|value| Dimension::One(*value)));
        let count = self.add_group(verb, dimensions)?;
        if self.shelf.preferred.is_none() {
            let args = first.into_iter().chain(rest.as_slice().iter().copied()).collect();
            self.shelf.preferred = Some(Action { verb, args });
        }
        call.push_int(count as i64);
        Ok(())
    }

    /// Notes where pieces cannot be laid: what the set of cells left out, and, where anything
    /// matches, what does not. `laid` are the ways there are.
    fn doubt_unlaid(
        &mut self,
        call: &Call,
        (verb, pieces): (VerbId, &[PieceId]),
        (cells, touching): (&CellSet, &CellSet),
        laid: &[[i32; 3]],
    ) -> Result<(), Fault> {
        let has_whys = matches!(call.argument(5), Plain::Table(_));
        let whys =
            if has_whys { self.whys(call, 5, &["differs", "alone"])? } else { Whys::default() };
        let left_out = self.missing_cells(call, 3);
        let laid: BTreeSet<&[i32; 3]> = laid.iter().collect();
        let n_facings = i32::from(self.the_match.game.board.n_directions());
        for piece in pieces.iter().map(|id| i32::from(id.0)) {
            for (cell, why) in &left_out {
                self.doubt(verb, [piece, *cell].into_iter().collect(), why);
            }
        }
        if laid.is_empty() {
            return Ok(());
        }
        let cells = || cells.iter().map(|cell| (i32::from(cell.0), touching.contains(cell)));
        let pieces = pieces.iter().map(|id| i32::from(id.0));
        let spots = pieces.flat_map(|piece| cells().map(move |(cell, met)| (piece, cell, met)));
        for (piece, cell, is_met) in spots {
            let name = if is_met { "differs" } else { "alone" };
            let Some(why) = whys.get(name) else { continue };
            let facings = (0..n_facings).filter(|it| !laid.contains(&[piece, cell, *it]));
            let others: Vec<[i32; 3]> = facings.map(|it| [piece, cell, it]).collect();
            let none =
                i32::try_from(others.len()).is_ok_and(|n| n == n_facings).then_some([piece, cell]);
            let doubts = none.iter().map(<[_; 2]>::as_slice);
            for spot in doubts.chain(others.iter().map(<[_; 3]>::as_slice)) {
                self.doubt(verb, spot.iter().copied().collect(), why);
            }
        }
        Ok(())
    }

    fn push_sets(&mut self, call: &mut Call, sets: Vec<CellSet>) {
        let start = self.shelf.sets.len();
        self.shelf.sets.extend(sets);
        let handles: Vec<Handle> =
            (start..self.shelf.sets.len()).map(|at| self.shelved(Kind::Cells, at)).collect();
        call.push_list_of_handles(handles);
    }
}

/// What says how pieces match, as written.
pub(crate) fn matching_form() -> crate::schema::Schema {
    use crate::schema::{Schema, Type};
    Schema::new("MatchBy")
        .about("how pieces are laid beside each other so that their sides match")
        .needs("side", Type::Name("side_stat".into()), "the number on sides that must match")
        .may("among", Type::Any, "a filter: whose sides count; every neighbor if left out")
        .may("all", Type::Bool, "whether all sides that touch must match; else one is enough")
}
