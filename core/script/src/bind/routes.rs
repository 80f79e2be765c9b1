//! What walks around corners, what is sown along a row of cells, and what lies straight on.

use std::collections::{BTreeMap, BTreeSet};

use harena_engine::board::{Board, BoardKind, Cell, CellSet, region};
use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::state::{Spot, SpotMark};
use harena_pack::codes;

use super::argument::{cell, direction};
use super::effects::MAX_MARKS;
use super::{Context, Entry, Kind, cell_handle, method};
use crate::raw::{Call, Fault, Plain};
use crate::raw_limits::spend;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "walk",
        ("spot: Cell | Piece, most: number, over: Cells?", "Cells"),
        "the cells to which one walks over at most so many cells, around corners, the first one \
         left out: over empty cells, or those that are named",
        |ctx, _, call| {
            let (from, most) = (ctx.spot(call, 1)?, call.int(2)?);
            let most = usize::try_from(most)
                .map_err(|_| Fault::new(format!("nobody walks over {most} cells")))?;
            let board = &ctx.the_match.game.board;
            let over = match call.is_nil(3) {
                true => board.cells() - &ctx.the_match.state().occupied,
                false => ctx.cells(call, 3)?,
            };
            let mut reached = region::spread(&**board, CellSet::only(from), &over, most);
            reached.remove(from);
            ctx.push_set(call, reached);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "sow",
        ("from: Cell, kind: string, route: {Cell}, skips_start: boolean?", "Cell?"),
        "takes all markers of a kind off a cell and lays them on the cells behind it in a row, one \
         on each, round and round, past the first one if it is skipped; answers where the last one \
         lies, nil if none were there",
        |ctx, _, call| {
            let (from, kind) = (cell(call, 1)?, ctx.mark(call, 2)?);
            let behind = behind(ctx, call, from)?;
            let last = sow(ctx, (from, kind), &behind)?;
            call.push_optional_handle(last.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "line",
        ("spot: Cell | Piece, direction: number | Cell", "{Cell}"),
        "the cells in a direction up to the edge of the board, nearest first; the direction is a \
         number, or the cell beside it that comes first",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            let board = &ctx.the_match.game.board;
            let line = if let Plain::Handle(_) = call.argument(2) {
                line_through(board, spot, cell(call, 2)?)?
            } else {
                with_directions(board)?;
                board.line(spot, direction(call, 2)?)
            };
            let line = line.to_vec();
            call.push_list_of_handles(line.into_iter().map(cell_handle));
            Ok(())
        },
    ),
];

/// What needs straight lines: a graph has them where all its cells have centers.
pub(super) fn with_lines(board: &Board) -> Result<(), Fault> {
    if board.has_lines() {
        return Ok(());
    }
    let message = "this board has no straight lines, since not every cell has a `center`";
    Err(Fault::new(message).with_code(codes::NO_LINES))
}

/// What needs numbered directions: a graph has none.
pub(super) fn with_directions(board: &Board) -> Result<(), Fault> {
    if board.kind() != BoardKind::Graph {
        return Ok(());
    }
    let message = "a graph has no numbered directions: name the cell beside it instead, or leave \
                   `directions` out";
    Err(Fault::new(message).with_code(codes::NO_LINES))
}

fn line_through(board: &Board, from: Cell, beside: Cell) -> Result<&[Cell], Fault> {
    with_lines(board)?;
    match board.line_through(from, beside) {
        [] => {
            let (from, beside) = (board.name(from), board.name(beside));
            Err(Fault::new(format!("{beside} is not beside {from}, so it is no direction")))
        }
        line => Ok(line),
    }
}

/// The cells of a row behind one of them, round and round, that one last or not at all.
fn behind(ctx: &Context, call: &Call, from: Cell) -> Result<Vec<Cell>, Fault> {
    let mut route = Vec::new();
    call.table(3)?.items(|_, item| {
        if let Plain::Handle(handle) = item
            && handle.kind == Kind::Cell as u8
        {
            route.push(Cell::at(handle.id as usize));
            return Ok(());
        }
        Err(Fault::new("a row to sow in is a list of cells"))
    })?;
    let board = &ctx.the_match.game.board;
    let Some(at) = route.iter().position(|cell| *cell == from) else {
        return Err(Fault::new(format!("{} is not in the row it is sown in", board.name(from))));
    };
    if route.iter().collect::<BTreeSet<_>>().len() < route.len() {
        return Err(Fault::new("a cell stands twice in the row it is sown in"));
    }
    route.rotate_left(at);
    route.remove(0);
    if call.is_nil(4) || !call.boolean(4)? {
        route.push(from);
    }
    if route.is_empty() {
        return Err(Fault::new("there is no cell to sow in"));
    }
    Ok(route)
}

/// Sows what lies on a cell; whose markers lie lowest is sown first.
fn sow(
    ctx: &mut Context,
    (from, kind): (Cell, MarkId),
    behind: &[Cell],
) -> Result<Option<Cell>, Fault> {
    let spots = &ctx.the_match.state().spots;
    let here = spots.iter().filter(|it| it.kind == kind && it.spot == Spot::Cell(from));
    let each = |it: &SpotMark| std::iter::repeat_n(it.owner, usize::try_from(it.n).unwrap_or(0));
    let owners: Vec<Seat> = here.flat_map(each).collect();
    if owners.is_empty() {
        return Ok(None);
    }
    spend(owners.len() as u64 + behind.len() as u64)?;
    if ctx.the_match.state().marks.len() + spots.len() + behind.len() >= MAX_MARKS {
        return Err(Fault::new("there are too many markers"));
    }
    let mut laid: BTreeMap<(usize, Seat), i16> = BTreeMap::new();
    let mut last = None;
    for ((at, cell), owner) in behind.iter().enumerate().cycle().zip(owners) {
        *laid.entry((at, owner)).or_default() += 1;
        last = Some(*cell);
    }
    ctx.change(Effect::UnmarkSpot { kind, spot: Spot::Cell(from) }, PieceId::NONE)?;
    for ((at, owner), n) in laid {
        let Some(cell) = behind.get(at) else { continue };
        let mark = SpotMark { kind, spot: Spot::Cell(*cell), owner, n };
        ctx.change(Effect::MarkSpot(mark), PieceId::NONE)?;
    }
    Ok(last)
}
