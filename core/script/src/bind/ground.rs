//! Floors: sliding them, passages between them, and what stands on them.

use std::sync::Arc;

use harena_engine::board::{CellSet, Passages, ReachPath, Slide};
use harena_engine::effect::Effect;
use harena_engine::filter::{Filter, Whereabouts};
use harena_engine::floors;
use harena_engine::id::*;

use super::argument::{cell, direction, number, unknown_word};
use super::{Context, Entry, Kind, cell_handle, method};
use crate::fit::nearest;
use crate::raw::{Call, Fault};

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "holes",
        ("", "Cells"),
        "the cells without a floor, in a game that declares floors",
        |ctx, _, call| {
            let holes = holes(ctx)?;
            ctx.push_set(call, holes);
            Ok(())
        },
    ),
    method(Kind::Match, "hole", ("", "Cell?"), "the first hole", |ctx, _, call| {
        let hole = holes(ctx)?.first();
        call.push_optional_handle(hole.map(cell_handle));
        Ok(())
    }),
    method(
        Kind::Match,
        "slides",
        ("hole: Cell?", "Cells"),
        "the cells whose floor can be pushed straight towards a hole, or towards this one, with \
         all floors between",
        |ctx, _, call| {
            let wanted = if call.is_nil(1) { None } else { Some(cell(call, 1)?) };
            let slides = floors::slides(&ctx.the_match.game, ctx.the_match.state());
            let fits = slides.iter().filter(|slide| wanted.is_none_or(|hole| hole == slide.hole));
            let cells: CellSet = fits.map(|slide| slide.from).collect();
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "slide",
        ("cell: Cell, hole: Cell?", ""),
        "pushes the floor of a cell and all floors between one space towards the hole, with all \
         that stands on them; the cell becomes a hole",
        |ctx, _, call| {
            let from = cell(call, 1)?;
            let hole = if call.is_nil(2) { None } else { Some(cell(call, 2)?) };
            let (game, state) = (&ctx.the_match.game, ctx.the_match.state());
            let found = match hole {
                Some(hole) => Some(hole),
                None => floors::slides(game, state).iter().find(|s| s.from == from).map(|s| s.hole),
            };
            let Some(hole) = found else {
                let name = game.board.name(from);
                return Err(Fault::new(format!("the floor of {name} cannot slide into a hole")));
            };
            floors::moves_of(game, state, Slide { hole, from })
                .map_err(|error| Fault::new(error.to_string()))?;
            ctx.change(Effect::Slide { hole, from }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "ways",
        ("spot: Cell | Piece", "Cells"),
        "the neighboring cells that a passage leads to: both floors have an exit",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            let ways = passages(ctx)?.neighbors(spot);
            ctx.push_set(call, ways);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_way",
        ("a: Cell | Piece, b: Cell | Piece", "boolean"),
        "whether a passage leads from one cell to a neighbor",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            call.push_bool(passages(ctx)?.is_open(a, b));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "reach",
        ("spot: Cell | Piece, path: string, min: number, max: number, blocked: Cells?", "Cells"),
        "the cells at a distance from min to max, never over a hole: `line` straight through \
         passages, `curve` the shortest way through passages, `diagonal` and `through` straight \
         whatever the walls; blocked cells are reached but not passed",
        |ctx, _, call| {
            let blocked = if call.is_nil(5) { CellSet::EMPTY } else { ctx.cells(call, 5)? };
            let cells = reached(ctx, call, blocked)?;
            ctx.push_set(call, cells);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "in_reach",
        (
            "spot: Cell | Piece, path: string, min: number, max: number, filter: Filter?, \
             seat: number?",
            "{Piece}",
        ),
        "the pieces meant on the cells of such a reach, in reading order, top first",
        |ctx, _, call| {
            let cells = reached(ctx, call, CellSet::EMPTY)?;
            let filter = ctx.filter(call, 5)?;
            let seat = ctx.seat_or_active(call, 6)?;
            let found = standing(ctx, cells, &filter, seat)?;
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "reach_distance",
        ("a: Cell | Piece, b: Cell | Piece, path: string", "number"),
        "how far one cell is from another on such a path; -1 if it cannot be reached",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            let path = path(call.str(3)?)?;
            let passages = passages(ctx)?;
            let distance = passages.distance(&ctx.the_match.game.board, path, a, b);
            call.push_int(distance.map_or(-1, i64::from));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "reach_distances",
        ("spot: Cell | Piece, to: {Cell | Piece}, path: string", "{number}"),
        "how far each of some cells is from one on such a path, in their order; -1 if it cannot be \
         reached",
        |ctx, _, call| {
            let (spot, to) = (ctx.spot(call, 1)?, ctx.spots(call, 2)?);
            let path = path(call.str(3)?)?;
            let passages = passages(ctx)?;
            let distances = passages.distances(&ctx.the_match.game.board, path, spot, &to);
            call.push_list_of_ints(distances.into_iter().map(|it| it.map_or(-1, i64::from)));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "way",
        ("a: Cell | Piece, b: Cell | Piece, path: string", "{Cell}"),
        "the cells of a shortest way from one cell to another, both included; empty without one",
        |ctx, _, call| {
            let (a, b) = (ctx.spot(call, 1)?, ctx.spot(call, 2)?);
            let path = path(call.str(3)?)?;
            let passages = passages(ctx)?;
            let reach = passages.reach(&ctx.the_match.game.board, path, a, |_| false);
            let way = reach.way_to(b).unwrap_or_default();
            call.push_list_of_handles(way.into_iter().map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "floor_line",
        ("spot: Cell | Piece, direction: number, path: string", "{Cell}"),
        "the cells straight ahead, nearest first: `line` through passages, `through` whatever the \
         walls; a hole ends both",
        |ctx, _, call| {
            let (spot, direction) = (ctx.spot(call, 1)?, direction(call, 2)?);
            let through = match path(call.str(3)?)? {
                ReachPath::Line => false,
                ReachPath::Through => true,
                ReachPath::Curve | ReachPath::Diagonal => {
                    return Err(Fault::new("a line is `line` or `through`"));
                }
            };
            let (passages, holes) = (passages(ctx)?, holes(ctx)?);
            let board = &ctx.the_match.game.board;
            let line = board.line(spot, direction).to_vec();
            let mut last = spot;
            let open = line.into_iter().take_while(|next| {
                let from = std::mem::replace(&mut last, *next);
                !holes.contains(*next) && (through || passages.is_open(from, *next))
            });
            let open: Vec<_> = open.take(if holes.contains(spot) { 0 } else { 999 }).collect();
            call.push_list_of_handles(open.into_iter().map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "standing",
        ("on: Cell | Cells | Piece, filter: Filter?, seat: number?", "{Piece}"),
        "the pieces on these cells in reading order, top first, floors left out",
        |ctx, _, call| {
            let cells = ctx.cells(call, 1)?;
            let filter = ctx.filter(call, 2)?;
            let seat = ctx.seat_or_active(call, 3)?;
            let found = standing(ctx, cells, &filter, seat)?;
            ctx.push_pieces(call, &found);
            Ok(())
        },
    ),
];

/// The paths along which floors are reached.
pub(crate) const PATHS: [&str; 4] = ["line", "curve", "diagonal", "through"];

fn path(word: &str) -> Result<ReachPath, Fault> {
    match word {
        "line" => Ok(ReachPath::Line),
        "curve" => Ok(ReachPath::Curve),
        "diagonal" => Ok(ReachPath::Diagonal),
        "through" => Ok(ReachPath::Through),
        _ => Err(unknown_word("path", word, PATHS)),
    }
}

fn holes(ctx: &Context) -> Result<CellSet, Fault> {
    if ctx.the_match.game.floors.is_none() {
        return Err(no_floors());
    }
    Ok(ctx.the_match.game.board.cells() - &ctx.the_match.state().floored)
}

/// The passages between the floors as they lie now.
fn passages(ctx: &mut Context) -> Result<Arc<Passages>, Fault> {
    looked!(ctx).passages().ok_or_else(no_floors)
}

/// The cells in reach: arguments 1 spot, 2 path, 3 and 4 the distances.
fn reached(ctx: &mut Context, call: &Call, blocked: CellSet) -> Result<CellSet, Fault> {
    let spot = ctx.spot(call, 1)?;
    let path = path(call.str(2)?)?;
    let limit = |n: i32| nearest::<u16>(n.clamp(0, 999));
    let (min, max) = (limit(number(call, 3)?), limit(number(call, 4)?));
    let passages = passages(ctx)?;
    let board = &ctx.the_match.game.board;
    Ok(passages.cells_at(board, (path, spot), (min, max), &blocked))
}

/// The pieces meant on some cells, floors left out, in reading order, top first.
fn standing(
    ctx: &mut Context,
    cells: CellSet,
    filter: &Filter,
    seat: Seat,
) -> Result<Vec<PieceId>, Fault> {
    if filter.place != Whereabouts::Board {
        return Err(Fault::new("what stands somewhere is on the board"));
    }
    let scene = looked!(ctx).scene_for(filter);
    let all =
        (cells & &scene.state.occupied).into_iter().flat_map(|cell| scene.state.standing(cell));
    Ok(all.filter(|id| filter.holds(scene, seat, None, *id)).collect())
}

fn no_floors() -> Fault {
    Fault::new("this game declares no floors")
}
