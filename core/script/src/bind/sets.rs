//! Cells and sets of cells.

use harena_engine::board::{Cell, CellSet};
use harena_pack::codes;

use super::argument::{cell, direction, number};
use super::reasons::{LeftOut, reason_at};
use super::routes::with_directions;
use super::{Context, Entry, Kind, cell_handle, method};
use crate::fit::nearest;
use crate::raw::{Call, Fault};
use crate::raw_limits::spend;

/// More cells that are all neighbors of each other are not listed.
const MOST_TRIPLES: usize = 30_000;

pub(super) const ENTRIES: &[Entry] = &[
    method(Kind::Match, "board", ("", "Cells"), "all cells", |ctx, _, call| {
        let all = ctx.the_match.game.board.cells().clone();
        ctx.push_set(call, all);
        Ok(())
    }),
    method(Kind::Match, "empty_cells", ("", "Cells"), "cells without a piece", |ctx, _, call| {
        let empty = ctx.the_match.game.board.cells() - &ctx.the_match.state().occupied;
        ctx.push_set(call, empty);
        Ok(())
    }),
    method(
        Kind::Match,
        "cell",
        ("a: number, b: number", "Cell?"),
        "the cell with these coordinates",
        |ctx, _, call| {
            let found = ctx.the_match.game.board.cell_at(number(call, 1)?, number(call, 2)?);
            call.push_optional_handle(found.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "cell_at",
        ("index: number", "Cell?"),
        "the cell with this place in reading order",
        |ctx, _, call| {
            let found = u16::try_from(number(call, 1)?).ok().map(Cell);
            let found = found.filter(|cell| ctx.the_match.game.board.contains(*cell));
            call.push_optional_handle(found.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "cell_named",
        ("cell: string", "Cell?"),
        "the cell with this name",
        |ctx, _, call| {
            let found = ctx.the_match.game.board.cell_named(call.str(1)?);
            call.push_optional_handle(found.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "tagged",
        ("tag: string", "Cells"),
        "the cells the board marks with a tag",
        |ctx, _, call| {
            let set = ctx.tagged(call, 1)?.clone();
            ctx.push_set(call, set);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "union",
        ("a: Cells | Cell, b: Cells | Cell", "Cells"),
        "cells in either",
        |ctx, _, call| combine(ctx, call, |a, b| a | b),
    ),
    method(
        Kind::Match,
        "common",
        ("a: Cells | Cell, b: Cells | Cell, why: Reason?", "Cells"),
        "cells in both; `why` says of the others in the first why an offer leaves them out",
        |ctx, _, call| combine(ctx, call, |a, b| a & b),
    ),
    method(
        Kind::Match,
        "without",
        ("a: Cells | Cell, b: Cells | Cell, why: Reason?", "Cells"),
        "cells in the first and not in the second; `why` says of those in both why an offer leaves \
         them out",
        |ctx, _, call| combine(ctx, call, |a, b| a - b),
    ),
    method(
        Kind::Match,
        "near",
        ("spot: Cell | Piece", "Cells"),
        "the neighbors of a cell",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            let near = ctx.the_match.game.board.neighbors(spot).clone();
            ctx.push_set(call, near);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "empty_near",
        ("spot: Cell | Piece", "Cells"),
        "the neighbors of a cell without a piece",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            let near = ctx.the_match.game.board.neighbors(spot) - &ctx.the_match.state().occupied;
            ctx.push_set(call, near);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "area",
        ("spot: Cell | Piece, radius: number", "Cells"),
        "the cells up to a distance",
        |ctx, _, call| {
            let (spot, radius) = (ctx.spot(call, 1)?, nearest(number(call, 2)?.clamp(0, 999)));
            let area = ctx.the_match.game.board.area(spot, radius);
            ctx.push_set(call, area);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "ring",
        ("spot: Cell | Piece, radius: number", "Cells"),
        "the cells at a distance",
        |ctx, _, call| {
            let (spot, radius) = (ctx.spot(call, 1)?, nearest(number(call, 2)?.clamp(0, 999)));
            let ring = ctx.the_match.game.board.ring(spot, radius);
            ctx.push_set(call, ring);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "distance",
        ("a: Cell | Piece, b: Cell | Piece", "number"),
        "steps between two cells; -1 if there is no way",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            call.push_int(ctx.the_match.game.board.distance(a, b).map_or(-1, i64::from));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_level",
        ("a: Cell | Piece, b: Cell | Piece", "boolean"),
        "whether two cells are on a straight line that has the same height all the way",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            call.push_bool(ctx.the_match.game.board.is_level(a, b));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "direction_to",
        ("a: Cell | Piece, b: Cell | Piece", "number?"),
        "the direction from one cell to another on a straight line",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            with_directions(&ctx.the_match.game.board)?;
            match ctx.the_match.game.board.direction_to(a, b) {
                Some(direction) => call.push_int(direction.0.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "triangles",
        ("", "{number}"),
        "all triples of mutually adjacent cells as cell indexes, three after three",
        |ctx, _, call| {
            let mut found = Vec::new();
            for triple in ctx.the_match.game.board.triangles() {
                if found.len() >= MOST_TRIPLES * 3 {
                    return Err(Fault::new(format!("there are more than {MOST_TRIPLES} triples"))
                        .with_code(codes::SCRIPT_ERROR)
                        .as_limit());
                }
                spend(1)?;
                found.extend(triple.map(|cell| i64::from(cell.0)));
            }
            call.push_list_of_ints(found);
            Ok(())
        },
    ),
    method(
        Kind::Cell,
        "neighbor",
        ("direction: number", "Cell?"),
        "the next cell in a direction",
        |ctx, h, call| {
            let direction = direction(call, 1)?;
            with_directions(&ctx.the_match.game.board)?;
            let found = ctx.the_match.game.board.neighbor(Cell::at(h.id as usize), direction);
            call.push_optional_handle(found.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Cell,
        "has_tag",
        ("tag: string", "boolean"),
        "whether the board marks it with a tag",
        |ctx, h, call| {
            let is_tagged = ctx.tagged(call, 1)?.contains(Cell::at(h.id as usize));
            call.push_bool(is_tagged);
            Ok(())
        },
    ),
    method(Kind::Cells, "list", ("", "{Cell}"), "the cells in reading order", |ctx, h, call| {
        let set = ctx.set(h)?;
        call.push_list_of_handles(set.iter().map(cell_handle));
        Ok(())
    }),
    method(
        Kind::Cells,
        "has",
        ("cell: Cell", "boolean"),
        "whether a cell is in it",
        |ctx, h, call| {
            let found = ctx.set(h)?.contains(cell(call, 1)?);
            call.push_bool(found);
            Ok(())
        },
    ),
    method(Kind::Cells, "first", ("", "Cell?"), "the first in reading order", |ctx, h, call| {
        let first = ctx.set(h)?.first();
        call.push_optional_handle(first.map(cell_handle));
        Ok(())
    }),
    method(Kind::Cells, "is_empty", ("", "boolean"), "whether no cell is in it", |ctx, h, call| {
        let empty = ctx.set(h)?.is_empty();
        call.push_bool(empty);
        Ok(())
    }),
];

fn combine(
    ctx: &mut Context,
    call: &mut Call,
    join: fn(CellSet, CellSet) -> CellSet,
) -> Result<(), Fault> {
    let (a, b) = (ctx.cells(call, 1)?, ctx.cells(call, 2)?);
    if !ctx.the_match.is_explaining() {
        ctx.push_set(call, join(a, b));
        return Ok(());
    }
    let joined = join(a.clone(), b);
    let mut left_out: Vec<LeftOut> = Vec::new();
    for i in [1, 2] {
        let known = ctx.left_out_of(call.any_handle(i)?);
        left_out.extend(known.into_iter().map(|(cells, why)| (&cells - &joined, why)));
    }
    if !call.is_nil(3) {
        left_out.push((&a - &joined, reason_at(call, 3)?));
    }
    ctx.push_set(call, joined);
    ctx.remember_left_out(left_out);
    Ok(())
}
