//! Questions about pieces, zones, seats and definitions.

use std::ops::ControlFlow;

use harena_engine::filter::{Filter, Whereabouts};
use harena_engine::game::{Game, Prototype};
use harena_engine::id::*;
use harena_engine::modifier::Grant;
use harena_engine::state::ZoneList;

use super::argument::{declared, number, optional_piece, piece, side};
use super::fields::{faction_handle, next_activation};
use super::{Context, Entry, Kind, cell_handle, method, piece_handle};
use crate::fit::place;
use crate::raw::{Call, Fault, Handle};
use crate::raw_limits::spend;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "pieces",
        ("filter: Filter?, seat: number?, asker: Piece?", "{Piece}"),
        "the pieces meant, on the board in reading order, elsewhere by number",
        |ctx, _, call| {
            let mut found = std::mem::take(&mut ctx.shelf.found);
            found.clear();
            let result = meant(ctx, call, |id| {
                found.push(id);
                ControlFlow::Continue(())
            });
            ctx.push_pieces(call, &found);
            ctx.shelf.found = found;
            result
        },
    ),
    method(
        Kind::Match,
        "count",
        ("filter: Filter?, seat: number?, asker: Piece?", "number"),
        "how many pieces are meant",
        |ctx, _, call| {
            let mut n = 0;
            meant(ctx, call, |_| {
                n += 1;
                ControlFlow::Continue(())
            })?;
            call.push_int(n);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "distance_to_nearest",
        ("spot: Cell | Piece, filter: Filter?, seat: number?, asker: Piece?", "number"),
        "steps from a cell to the nearest piece meant; -1 if none is meant on the board, or no way \
         leads to any",
        |ctx, _, call| {
            let spot = ctx.spot(call, 1)?;
            let filter = ctx.filter(call, 2)?;
            let (seat, asker) = (ctx.seat_or_active(call, 3)?, optional_piece(call, 4)?);
            let mut found = std::mem::take(&mut ctx.shelf.found);
            found.clear();
            among(ctx, &filter, (seat, asker), |id| {
                found.push(id);
                ControlFlow::Continue(())
            });
            let (board, state) = (&ctx.the_match.game.board, ctx.the_match.state());
            let cells = found.iter().filter_map(|id| state.piece(*id).cell());
            let nearest = cells.filter_map(|cell| board.distance(spot, cell)).min();
            call.push_int(nearest.map_or(-1, i64::from));
            ctx.shelf.found = found;
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "first",
        ("filter: Filter?, seat: number?, asker: Piece?", "Piece?"),
        "the first piece meant",
        |ctx, _, call| {
            let mut first = None;
            meant(ctx, call, |id| {
                first = Some(id);
                ControlFlow::Break(())
            })?;
            ctx.push_piece(call, first);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "zone",
        ("zone: string, seat: number?", "{Piece}"),
        "what lies in a zone, from bottom to top; of the active seat unless another is named",
        |ctx, _, call| {
            let list = zone_list(ctx, call)?;
            ctx.push_pieces(call, ctx.the_match.state().zone(list));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "zone_count",
        ("zone: string, seat: number?", "number"),
        "how much lies in a zone",
        |ctx, _, call| {
            let list = zone_list(ctx, call)?;
            call.push_int(ctx.the_match.state().zone(list).len() as i64);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "top",
        ("zone: string, seat: number?", "Piece?"),
        "what lies on top of a zone",
        |ctx, _, call| {
            let list = zone_list(ctx, call)?;
            let top = ctx.the_match.state().zone(list).last().copied();
            ctx.push_piece(call, top);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "grants",
        ("keyword: string, seat: number?", "{Grant}"),
        "who of a seat has a keyword now, and from which source",
        |ctx, _, call| {
            let keyword = ctx.keyword(call, 1)?;
            let seat = ctx.seat_or_active(call, 2)?;
            let start = ctx.shelf.grants.len();
            let scene = looked!(ctx).scene();
            let of_seat = |grant: &&Grant| {
                grant.keyword == keyword && scene.state.piece(grant.piece).controller == seat
            };
            ctx.shelf.grants.extend(scene.derived.grants().iter().filter(of_seat));
            let (end, generation) = (ctx.shelf.grants.len(), ctx.shelf.generation);
            call.push_list_of_handles((start..end).map(|id| Handle {
                kind: Kind::Grant as u8,
                id: place(id),
                generation,
            }));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "allied",
        ("a: number, b: number", "boolean"),
        "whether two seats play on one side",
        |ctx, _, call| {
            let (a, b) = (ctx.seat(call, 1)?, ctx.seat(call, 2)?);
            call.push_bool(ctx.the_match.state().allied(a, b));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "enemies_of",
        ("seat: number", "{number}"),
        "the seats of other teams that are still in the match",
        |ctx, _, call| {
            let (seat, state) = (ctx.seat(call, 1)?, ctx.the_match.state());
            let enemy = |other: &Seat| !state.allied(seat, *other) && !state.is_out(*other);
            call.push_list_of_ints(
                (0..state.n_seats).map(Seat).filter(enemy).map(|s| i64::from(s.0)),
            );
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_person",
        ("seat: number", "boolean"),
        "whether a person sits there, as the match was set up; never in series, and in scenarios \
         where `people` says so",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            call.push_bool(ctx.the_match.setup.is_person(seat));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_out",
        ("seat: number", "boolean"),
        "whether a seat is out of the match",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            call.push_bool(ctx.the_match.state().is_out(seat));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "of",
        ("seat: number, seat_var: string", "number"),
        "a variable of a seat",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            let game = &ctx.the_match.game;
            let var = ctx.named(call, 2, &game.names.seat_vars, "seat variable")?;
            call.push_int(ctx.the_match.state().var(game, Some(seat), VarId::at(var)).into());
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "weighed",
        ("seat: number, seat_vars: {[string]: number}", "number"),
        "the sum of some variables of a seat, each times the whole number by its name: \
         `match:weighed(0, { glory = 3, gold = 1 })`",
        |ctx, _, call| {
            let (seat, weights) = (ctx.seat(call, 1)?, ctx.weights(call, 2)?);
            spend(weights.len() as u64 / 8)?;
            let (game, state) = (&ctx.the_match.game, ctx.the_match.state());
            let of = |var: VarId| i64::from(state.var(game, Some(seat), var));
            call.push_int(weights.iter().map(|(var, weight)| of(*var) * i64::from(*weight)).sum());
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "list",
        ("list: string", "{number}"),
        "a declared list of numbers",
        |ctx, _, call| {
            let place = ctx.named(call, 1, &ctx.the_match.game.names.lists, "list")?;
            let numbers = ctx.the_match.state().lists.get(place);
            call.push_list_of_ints(numbers.iter().copied().map(i64::from));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "factions",
        ("", "{Faction}"),
        "all factions of the game",
        |ctx, _, call| {
            let n = ctx.the_match.game.factions.len();
            call.push_list_of_handles((0..n).map(|i| faction_handle(FactionId::at(i))));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "faction_of",
        ("seat: number", "Faction?"),
        "the faction fixed for a seat before the match",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            let chosen = ctx.the_match.setup.factions.get(seat.index()).copied().flatten();
            call.push_optional_handle(chosen.map(faction_handle));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "faction",
        ("number: number", "Faction?"),
        "a faction by its number",
        |ctx, _, call| {
            let at = usize::try_from(number(call, 1)?).unwrap_or(usize::MAX);
            let known = at < ctx.the_match.game.factions.len();
            call.push_optional_handle(known.then(|| faction_handle(FactionId::at(at))));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "prototypes",
        ("faction: Faction?, of_kind: string?", "{Prototype}"),
        "the definitions of a faction, or those of no faction; all of them, or those of one kind",
        |ctx, _, call| {
            let faction = call.optional_handle(1, Kind::Faction as u8)?;
            let faction = faction.map(|handle| FactionId::at(handle.id as usize));
            let kind = if call.is_nil(2) { None } else { Some(ctx.kind(call, 2)?) };
            let fits = |it: &Prototype| kind.is_none_or(|kind| kind == it.kind);
            let is_meant = |it: &Prototype| it.faction == faction && fits(it);
            call.push_list_of_handles(prototype_handles(ctx.game, is_meant));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "prototypes_of",
        ("of_kind: string", "{Prototype}"),
        "the definitions of a kind, those of no faction first, then those of the factions in their \
         order",
        |ctx, _, call| {
            let kind = ctx.kind(call, 1)?;
            let factions = (0..ctx.game.factions.len()).map(|at| Some(FactionId::at(at)));
            let all = std::iter::once(None).chain(factions);
            let of = |faction: Option<FactionId>| {
                let is_meant = move |it: &Prototype| it.kind == kind && it.faction == faction;
                prototype_handles(ctx.game, is_meant)
            };
            call.push_list_of_handles(all.flat_map(of));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "piece",
        ("number: number", "Piece?"),
        "a piece by its number",
        |ctx, _, call| {
            let at = usize::try_from(number(call, 1)?).unwrap_or(usize::MAX);
            let piece = ctx.the_match.state().pieces.get(at);
            let known = piece.is_some_and(|piece| !piece.is_free());
            call.push_optional_handle(known.then(|| piece_handle(PieceId::at(at))));
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "has",
        ("status: string", "boolean"),
        "whether it has a status now",
        |ctx, h, call| {
            let status = ctx.status(call, 1)?;
            call.push_bool(looked!(ctx).derived().has(PieceId::at(h.id as usize), status));
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "keyword",
        ("keyword: string", "number?"),
        "the number of a keyword it has now, printed or granted; nil without it",
        |ctx, h, call| {
            let keyword = ctx.keyword(call, 1)?;
            let id = PieceId::at(h.id as usize);
            let printed = ctx.the_match.game.prototype(ctx.the_match.state().piece(id).prototype);
            let printed = printed.keyword(keyword);
            // Nothing is granted to a piece that is not on the board.
            let is_there = ctx.the_match.state().piece(id).cell().is_some();
            let granted = is_there.then(|| looked!(ctx).derived().grant(id, keyword)).flatten();
            match granted.map(|grant| grant.value).or(printed) {
                Some(value) => call.push_int(value.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "printed",
        ("stat: string", "number"),
        "a stat as printed, without modifiers",
        |ctx, h, call| {
            let game = &ctx.the_match.game;
            let stat = declared(&game.names.stats, "stat", call.str(1)?)?;
            let prototype = ctx.the_match.state().piece(PieceId::at(h.id as usize)).prototype;
            let value = game.prototype(prototype).stats.get(stat).copied().unwrap_or(0);
            call.push_int(value.into());
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "marks",
        ("kind: string, owner: number?", "number"),
        "how many markers of a kind it carries, of one owner or of all",
        |ctx, h, call| {
            let kind = ctx.mark(call, 1)?;
            let owner = if call.is_nil(2) { None } else { Some(ctx.seat(call, 2)?) };
            let fits = |m: &&harena_engine::state::Mark| {
                m.kind == kind
                    && m.on == PieceId::at(h.id as usize)
                    && owner.is_none_or(|owner| owner == m.owner)
            };
            let marks = ctx.the_match.state().marks.iter().filter(fits);
            call.push_int(marks.map(|m| i64::from(m.n)).sum());
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "marks_from",
        ("kind: string, source: Piece", "number"),
        "how many markers of a kind from one source it carries, such as uses of it",
        |ctx, h, call| {
            let (kind, source) = (ctx.mark(call, 1)?, piece(call, 2)?);
            let fits = |m: &&harena_engine::state::Mark| {
                m.kind == kind && m.on == PieceId::at(h.id as usize) && m.source == source
            };
            let marks = ctx.the_match.state().marks.iter().filter(fits);
            call.push_int(marks.map(|m| i64::from(m.n)).sum());
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "sheet",
        ("", "any"),
        "what the designer wrote on its sheet",
        |ctx, h, call| {
            push_sheet(ctx, call, ctx.the_match.state().piece(PieceId::at(h.id as usize)).prototype)
        },
    ),
    method(
        Kind::Prototype,
        "sheet",
        ("", "any"),
        "what the designer wrote on this sheet",
        |ctx, h, call| push_sheet(ctx, call, PrototypeId::at(h.id as usize)),
    ),
    method(
        Kind::Piece,
        "direction",
        ("side: number", "number"),
        "the direction of the board a printed side points to",
        |ctx, h, call| {
            let side = i32::from(side(call, 1)?);
            let facing = ctx.the_match.state().piece(PieceId::at(h.id as usize)).facing;
            let n = i32::from(ctx.the_match.game.board.n_directions()).max(1);
            call.push_int(((side + i32::from(facing)) % n).into());
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "at_side",
        ("side: number", "Piece?"),
        "the piece next to it on a printed side",
        |ctx, h, call| {
            let side = side(call, 1)?;
            let state = ctx.the_match.state();
            let itself = state.piece(PieceId::at(h.id as usize));
            let board = &ctx.the_match.game.board;
            let near = itself
                .cell()
                .and_then(|c| harena_engine::modifier::neighbor_at(board, itself, c, side));
            let found = near.and_then(|near| state.at(near));
            ctx.push_piece(call, found);
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "cell_at_side",
        ("side: number", "Cell?"),
        "the cell next to it on a printed side",
        |ctx, h, call| {
            let side = side(call, 1)?;
            let itself = ctx.the_match.state().piece(PieceId::at(h.id as usize));
            let board = &ctx.the_match.game.board;
            let near = itself
                .cell()
                .and_then(|c| harena_engine::modifier::neighbor_at(board, itself, c, side));
            call.push_optional_handle(near.map(cell_handle));
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "next_activation",
        ("", "number?"),
        "the highest unspent value of its ladder now",
        |ctx, h, call| {
            match next_activation(ctx, PieceId::at(h.id as usize)) {
                Some(value) => call.push_int(value.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
];

fn push_sheet(ctx: &Context, call: &mut Call, prototype: PrototypeId) -> Result<(), Fault> {
    match ctx.lent.fields.get(prototype.index()) {
        Some(kept) => call.push_kept(*kept),
        None => call.push_nil(),
    }
    Ok(())
}

/// Visits the pieces a filter means: arguments 1 filter, 2 seat, 3 asker.
fn meant(
    ctx: &mut Context,
    call: &mut Call,
    visit: impl FnMut(PieceId) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let filter = ctx.filter(call, 1)?;
    let seat = ctx.seat_or_active(call, 2)?;
    let asker = optional_piece(call, 3)?;
    among(ctx, &filter, (seat, asker), visit);
    Ok(())
}

/// Visits the pieces a filter means, seen from a seat and a piece.
pub(super) fn among(
    ctx: &mut Context,
    filter: &Filter,
    (seat, asker): (Seat, Option<PieceId>),
    mut visit: impl FnMut(PieceId) -> ControlFlow<()>,
) {
    let scene = looked!(ctx).scene_for(filter);
    let asked = filter.asked(scene, seat, asker);
    let means = |id: &PieceId| asked.means(*id);
    match filter.place {
        Whereabouts::Board => asked.visit(|_, id| visit(id)),
        Whereabouts::Zone(zone) => {
            let lists = ZoneList::all_of(scene.game, zone);
            let lying = lists.flat_map(|list| scene.state.zone(list));
            let means = |id: &PieceId| asked.means_lying(*id);
            let mut found: Vec<PieceId> = lying.copied().filter(means).collect();
            if !found.is_sorted() {
                found.sort_unstable();
            }
            let _ = found.into_iter().try_for_each(visit);
        }
        Whereabouts::Anywhere => {
            let all = (0..scene.state.pieces.len()).map(PieceId::at);
            let _ = all.filter(means).try_for_each(visit);
        }
    }
}

/// The definitions that are meant, in the order of their numbers.
fn prototype_handles(
    game: &Game,
    is_meant: impl Fn(&Prototype) -> bool,
) -> impl Iterator<Item = Handle> {
    let all = (0u32..).zip(&game.prototypes);
    let meant = all.filter(move |(_, prototype)| is_meant(prototype));
    meant.map(|(at, _)| Handle::new(Kind::Prototype as u8, at))
}

/// The list of a zone: arguments 1 zone, 2 seat.
fn zone_list(ctx: &Context, call: &Call) -> Result<ZoneList, Fault> {
    let (zone, seat) = (ctx.zone(call, 1)?, ctx.seat_or_active(call, 2)?);
    Ok(ZoneList::of(&ctx.the_match.game, zone, seat))
}

pub(super) fn prototypes(game: &Game, faction: Option<FactionId>) -> Vec<PrototypeId> {
    let all = game.prototypes.iter().enumerate();
    all.filter(|(_, p)| p.faction == faction).map(|(i, _)| PrototypeId::at(i)).collect()
}
