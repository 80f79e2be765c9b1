//! Markers on cells and edges.

use harena_engine::board::{Cell, CellSet, Direction, EdgeId};
use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::state::{Spot, SpotMark};

use super::argument::{cell, number};
use super::effects::to_mark;
use super::{Context, Entry, Kind, method};
use crate::raw::{Call, Fault};

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "mark_edge",
        ("cell: Cell, direction: number, kind: string, owner: number?, n: number?", "number"),
        "puts markers on the edge of a cell in a direction, as far as the owner's supply goes; \
         answers how many",
        |ctx, _, call| {
            let (edge, kind) = (edge(ctx, cell(call, 1)?, number(call, 2)?)?, ctx.mark(call, 3)?);
            put(ctx, call, (Spot::Edge(edge), kind), 4)
        },
    ),
    method(
        Kind::Match,
        "unmark_edge",
        ("cell: Cell, direction: number, kind: string", ""),
        "takes all markers of a kind off an edge",
        |ctx, _, call| {
            let (edge, kind) = (edge(ctx, cell(call, 1)?, number(call, 2)?)?, ctx.mark(call, 3)?);
            ctx.change(Effect::UnmarkSpot { kind, spot: Spot::Edge(edge) }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "marked_cells",
        ("kind: string, owner: number?", "Cells"),
        "the cells that carry markers of a kind themselves, of one owner or of all",
        |ctx, _, call| {
            let kind = ctx.mark(call, 1)?;
            let owner = if call.is_nil(2) { None } else { Some(ctx.seat(call, 2)?) };
            let cells: CellSet = lying(ctx, kind, owner)
                .filter_map(|mark| if let Spot::Cell(cell) = mark.spot { Some(cell) } else { None })
                .collect();
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
    method(
        Kind::Cell,
        "marks",
        ("kind: string, owner: number?", "number"),
        "how many markers of a kind lie on the cell itself, of one owner or of all",
        |ctx, h, call| {
            let kind = ctx.mark(call, 1)?;
            count(ctx, call, (Spot::Cell(Cell::at(h.id as usize)), kind), 2)
        },
    ),
    method(
        Kind::Cell,
        "edge_marks",
        ("direction: number, kind: string, owner: number?", "number"),
        "how many markers of a kind lie on the edge in a direction, of one owner or of all",
        |ctx, h, call| {
            let (edge, kind) =
                (edge(ctx, Cell::at(h.id as usize), number(call, 1)?)?, ctx.mark(call, 2)?);
            count(ctx, call, (Spot::Edge(edge), kind), 3)
        },
    ),
];

/// `match:mark` for a cell.
pub(super) fn mark_cell(ctx: &mut Context, call: &mut Call) -> Result<(), Fault> {
    let (cell, kind) = (cell(call, 1)?, ctx.mark(call, 2)?);
    put(ctx, call, (Spot::Cell(cell), kind), 3)
}

/// `match:unmark` for a cell.
pub(super) fn unmark_cell(ctx: &mut Context, call: &Call) -> Result<(), Fault> {
    let (cell, kind) = (cell(call, 1)?, ctx.mark(call, 2)?);
    ctx.change(Effect::UnmarkSpot { kind, spot: Spot::Cell(cell) }, PieceId::NONE)
}

fn put(
    ctx: &mut Context,
    call: &mut Call,
    (spot, kind): (Spot, MarkId),
    first: usize,
) -> Result<(), Fault> {
    let (owner, n) = to_mark(ctx, call, kind, first)?;
    if n > 0 {
        ctx.change(Effect::MarkSpot(SpotMark { kind, spot, owner, n }), PieceId::NONE)?;
    }
    call.push_int(n.into());
    Ok(())
}

fn lying<'a>(
    ctx: &'a Context,
    kind: MarkId,
    owner: Option<Seat>,
) -> impl Iterator<Item = &'a SpotMark> {
    let fits =
        move |mark: &&SpotMark| mark.kind == kind && owner.is_none_or(|owner| owner == mark.owner);
    ctx.the_match.state().spots.iter().filter(fits)
}

fn count(
    ctx: &mut Context,
    call: &mut Call,
    (spot, kind): (Spot, MarkId),
    owner: usize,
) -> Result<(), Fault> {
    let owner = if call.is_nil(owner) { None } else { Some(ctx.seat(call, owner)?) };
    let there = lying(ctx, kind, owner).filter(|mark| mark.spot == spot);
    let n = there.map(|mark| i64::from(mark.n)).sum();
    call.push_int(n);
    Ok(())
}

fn edge(ctx: &Context, cell: Cell, direction: i32) -> Result<EdgeId, Fault> {
    let board = &ctx.the_match.game.board;
    let edge = u8::try_from(direction).ok().and_then(|d| board.edge(cell, Direction(d)));
    edge.ok_or_else(|| {
        Fault::new(format!("{} has no edge in direction {direction}", board.name(cell)))
    })
}
