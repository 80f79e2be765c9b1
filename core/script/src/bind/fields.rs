//! Fields of handles, and the names a game declares itself.

use harena_engine::board::Cell;
use harena_engine::combat;
use harena_engine::game::EventKind;
use harena_engine::id::*;
use harena_engine::state::Place;

use super::{Context, Entry, Kind, cell_handle, field, text};
use crate::raw::{Atom, Call, Fault, Handle};

pub(super) const ENTRIES: &[Entry] = &[
    field(Kind::Match, "active", "number", "the seat whose turn it is", |ctx, _, call| {
        call.push_int(ctx.the_match.state().active.0.into());
        Ok(())
    }),
    field(Kind::Match, "n_empty", "number", "how many cells have no piece", |ctx, _, call| {
        let occupied = ctx.the_match.state().occupied.count();
        call.push_int(ctx.the_match.game.board.n_cells() as i64 - occupied as i64);
        Ok(())
    }),
    field(Kind::Match, "turn", "number", "turns begun so far", |ctx, _, call| {
        call.push_int(ctx.the_match.state().turn.into());
        Ok(())
    }),
    field(Kind::Match, "round", "number", "rounds begun so far", |ctx, _, call| {
        call.push_int(ctx.the_match.state().round.into());
        Ok(())
    }),
    field(Kind::Match, "n_seats", "number", "how many seats play", |ctx, _, call| {
        call.push_int(ctx.the_match.state().n_seats.into());
        Ok(())
    }),
    field(Kind::Match, "n_cells", "number", "how many cells the board has", |ctx, _, call| {
        call.push_int(ctx.the_match.game.board.n_cells() as i64);
        Ok(())
    }),
    field(Kind::Match, "settings", "Settings", "the settings, by name", |ctx, _, call| {
        match ctx.lent.settings {
            Some(kept) => call.push_kept(kept),
            None => call.push_nil(),
        }
        Ok(())
    }),
    field(Kind::Piece, "owner", "number", "the seat that owns it", |ctx, h, call| {
        push_seat(call, piece(ctx, h).owner);
        Ok(())
    }),
    field(Kind::Piece, "controller", "number", "the seat that decides for it", |ctx, h, call| {
        push_seat(call, piece(ctx, h).controller);
        Ok(())
    }),
    field(Kind::Piece, "cell", "Cell?", "the cell it stands on", |ctx, h, call| {
        call.push_optional_handle(piece(ctx, h).cell().map(cell_handle));
        Ok(())
    }),
    field(
        Kind::Piece,
        "facing",
        "number",
        "sixths (or sides) rotated clockwise",
        |ctx, h, call| {
            call.push_int(piece(ctx, h).facing.into());
            Ok(())
        },
    ),
    field(Kind::Piece, "kind", "string", "its kind", |ctx, h, call| {
        let kind = ctx.game.prototype(piece(ctx, h).prototype).kind;
        call.push_arg(text(&ctx.lent.texts.kinds, kind.index()));
        Ok(())
    }),
    field(Kind::Piece, "id", "string", "the id of its definition", |ctx, h, call| {
        call.push_arg(text(&ctx.lent.texts.prototypes, piece(ctx, h).prototype.index()));
        Ok(())
    }),
    field(Kind::Piece, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(&ctx.the_match.game.prototype(piece(ctx, h).prototype).title);
        Ok(())
    }),
    field(Kind::Piece, "number", "number", "its number in the match", |_, h, call| {
        call.push_int(h.id.into());
        Ok(())
    }),
    field(Kind::Piece, "prototype", "Prototype", "its definition", |ctx, h, call| {
        let prototype = piece(ctx, h).prototype;
        call.push_handle(Handle::new(Kind::Prototype as u8, u32::from(prototype.0)));
        Ok(())
    }),
    field(Kind::Piece, "faction", "Faction?", "its faction", |ctx, h, call| {
        let faction = ctx.the_match.game.prototype(piece(ctx, h).prototype).faction;
        call.push_optional_handle(faction.map(faction_handle));
        Ok(())
    }),
    field(Kind::Piece, "zone", "string?", "the zone it lies in", |ctx, h, call| {
        match piece(ctx, h).place {
            Place::Zone(list) => {
                let (zone, _) = list.parts(ctx.game);
                call.push_arg(text(&ctx.lent.texts.zones, zone.index()));
            }
            Place::Away | Place::Gone | Place::Board(_) => call.push_nil(),
        }
        Ok(())
    }),
    field(
        Kind::Piece,
        "n_attacks",
        "number",
        "how many attacks are printed on it",
        |ctx, h, call| {
            let n = ctx.the_match.game.prototype(piece(ctx, h).prototype).attacks.len();
            call.push_int(n as i64);
            Ok(())
        },
    ),
    field(Kind::Cell, "a", "number", "its first coordinate (q, column, space)", |ctx, h, call| {
        call.push_int(coordinates(ctx, h).0.into());
        Ok(())
    }),
    field(Kind::Cell, "b", "number", "its second coordinate (r, row)", |ctx, h, call| {
        call.push_int(coordinates(ctx, h).1.into());
        Ok(())
    }),
    field(Kind::Cell, "name", "string", "its name in notation", |ctx, h, call| {
        call.push_str(ctx.the_match.game.board.name(Cell::at(h.id as usize)));
        Ok(())
    }),
    field(Kind::Cell, "index", "number", "its place in reading order, from 0", |_, h, call| {
        call.push_int(h.id.into());
        Ok(())
    }),
    field(Kind::Cell, "piece", "Piece?", "the piece on top of it", |ctx, h, call| {
        let piece = ctx.the_match.state().at(Cell::at(h.id as usize));
        ctx.push_piece(call, piece);
        Ok(())
    }),
    field(Kind::Cell, "level", "number", "its height", |ctx, h, call| {
        call.push_int(ctx.the_match.game.board.level(Cell::at(h.id as usize)).into());
        Ok(())
    }),
    field(
        Kind::Cell,
        "center_rank",
        "number?",
        "how much nearer to the border than the innermost cells it is, from 0; nil on a graph",
        |ctx, h, call| {
            match ctx.the_match.game.board.center_rank(Cell::at(h.id as usize)) {
                Some(rank) => call.push_int(rank.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
    field(
        Kind::Cell,
        "floor",
        "Piece?",
        "its floor, in a game that declares floors; nil for a hole",
        |ctx, h, call| {
            let floor = ctx.the_match.state().floor_at(Cell::at(h.id as usize));
            ctx.push_piece(call, floor);
            Ok(())
        },
    ),
    field(Kind::Grant, "piece", "Piece", "who has the keyword", |ctx, h, call| {
        let at = ctx.fresh(h)?;
        let piece = ctx.shelf.grants.get(at).map(|grant| grant.piece);
        ctx.push_piece(call, piece);
        Ok(())
    }),
    field(Kind::Grant, "source", "Piece", "the piece that grants it", |ctx, h, call| {
        let at = ctx.fresh(h)?;
        let piece = ctx.shelf.grants.get(at).map(|grant| grant.source);
        ctx.push_piece(call, piece);
        Ok(())
    }),
    field(Kind::Grant, "value", "number", "the number of the keyword", |ctx, h, call| {
        let at = ctx.fresh(h)?;
        call.push_int(ctx.shelf.grants.get(at).map_or(0, |grant| grant.value.into()));
        Ok(())
    }),
    field(Kind::Strike, "attacker", "Piece", "who strikes", |ctx, h, call| {
        let piece = ctx.strike(h)?.attacker;
        ctx.push_piece(call, Some(piece).filter(|id| id.is_some()));
        Ok(())
    }),
    field(Kind::Strike, "target", "Piece?", "who is struck, once it is aimed", |ctx, h, call| {
        let piece = ctx.strike(h)?.target;
        ctx.push_piece(call, Some(piece).filter(|id| id.is_some()));
        Ok(())
    }),
    field(Kind::Strike, "damage", "number", "the wounds it offers", |ctx, h, call| {
        call.push_int(ctx.strike(h)?.damage.into());
        Ok(())
    }),
    field(Kind::Strike, "owner", "number", "the seat that strikes", |ctx, h, call| {
        push_seat(call, ctx.strike(h)?.owner);
        Ok(())
    }),
    field(Kind::Strike, "mode", "string", "the mode of its attack", |ctx, h, call| {
        let mode = ctx.strike(h)?.mode;
        call.push_str(ctx.the_match.game.names.modes.name(mode.index()));
        Ok(())
    }),
    field(Kind::Strike, "cancelled", "boolean", "whether it was cancelled", |ctx, h, call| {
        call.push_bool(ctx.strike(h)?.cancelled);
        Ok(())
    }),
    field(Kind::Prototype, "id", "string", "its id", |ctx, h, call| {
        call.push_arg(text(&ctx.lent.texts.prototypes, h.id as usize));
        Ok(())
    }),
    field(
        Kind::Prototype,
        "pack",
        "string",
        "the id of the pack its sheet is written in",
        |ctx, h, call| {
            let source = &prototype(ctx, h).source;
            let pack = source.split_once('/').map_or("", |(pack, _)| pack).to_owned();
            call.push_str(&pack);
            Ok(())
        },
    ),
    field(Kind::Prototype, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(&prototype(ctx, h).title);
        Ok(())
    }),
    field(Kind::Prototype, "kind", "string", "its kind", |ctx, h, call| {
        call.push_arg(text(&ctx.lent.texts.kinds, prototype(ctx, h).kind.index()));
        Ok(())
    }),
    field(Kind::Prototype, "copies", "number", "how many a set holds", |ctx, h, call| {
        call.push_int(prototype(ctx, h).copies.into());
        Ok(())
    }),
    field(Kind::Prototype, "index", "number", "its number", |_, h, call| {
        call.push_int(h.id.into());
        Ok(())
    }),
    field(Kind::Prototype, "faction", "Faction?", "its faction", |ctx, h, call| {
        call.push_optional_handle(prototype(ctx, h).faction.map(faction_handle));
        Ok(())
    }),
    field(Kind::Faction, "id", "string", "its id", |ctx, h, call| {
        call.push_str(ctx.the_match.game.factions.get(h.id as usize).map_or("", |f| &f.id));
        Ok(())
    }),
    field(Kind::Faction, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(ctx.the_match.game.factions.get(h.id as usize).map_or("", |f| &f.title));
        Ok(())
    }),
    field(Kind::Faction, "index", "number", "its number, from 0", |_, h, call| {
        call.push_int(h.id.into());
        Ok(())
    }),
    field(Kind::Event, "name", "string", "what happened", |ctx, h, call| {
        let kind = ctx.event(h)?.kind;
        call.push_str(match kind {
            EventKind::Enters => "enters",
            EventKind::Moves => "moves",
            EventKind::Wounded => "wounded",
            EventKind::Falls => "falls",
            EventKind::Leaves => "leaves",
            EventKind::Moment(moment) => ctx.the_match.game.names.moments.name(moment.index()),
        });
        Ok(())
    }),
    field(Kind::Event, "piece", "Piece?", "to whom it happened", |ctx, h, call| {
        let piece = ctx.event(h)?.piece;
        ctx.push_piece(call, Some(piece).filter(|id| id.is_some()));
        Ok(())
    }),
    field(Kind::Event, "by", "Piece?", "who caused it", |ctx, h, call| {
        let piece = ctx.event(h)?.by;
        ctx.push_piece(call, Some(piece).filter(|id| id.is_some()));
        Ok(())
    }),
    field(
        Kind::Event,
        "cell",
        "Cell?",
        "where: the cell of the piece, or the one it left or fell on",
        |ctx, h, call| {
            let cell = ctx.event(h)?.cell;
            call.push_optional_handle(cell.map(cell_handle));
            Ok(())
        },
    ),
    field(Kind::Event, "n", "number", "how much", |ctx, h, call| {
        call.push_int(ctx.event(h)?.n.into());
        Ok(())
    }),
];

impl Context<'_> {
    pub(super) fn strike(&self, handle: Handle) -> Result<combat::Strike, Fault> {
        let at = self.fresh(handle)?;
        self.shelf.strikes.get(at).copied().ok_or_else(|| Fault::new("no such strike"))
    }

    fn event(&self, handle: Handle) -> Result<harena_engine::effect::Event, Fault> {
        let at = self.fresh(handle)?;
        self.shelf.events.get(at).copied().ok_or_else(|| Fault::new("no such event"))
    }
}

fn piece<'a>(ctx: &'a Context, handle: Handle) -> &'a harena_engine::state::Piece {
    ctx.the_match.state().piece(PieceId::at(handle.id as usize))
}

fn prototype<'a>(ctx: &'a Context, handle: Handle) -> &'a harena_engine::game::Prototype {
    ctx.the_match.game.prototype(PrototypeId::at(handle.id as usize))
}

fn coordinates(ctx: &Context, handle: Handle) -> (i32, i32) {
    ctx.the_match.game.board.coordinates(Cell::at(handle.id as usize)).unwrap_or_default()
}

/// The handle of a faction.
pub(super) fn faction_handle(faction: FactionId) -> Handle {
    Handle::new(Kind::Faction as u8, u32::from(faction.0))
}

pub(super) fn push_seat(call: &mut Call, seat: Seat) {
    if seat == Seat::NONE { call.push_nil() } else { call.push_int(seat.0.into()) }
}

/// Names a game declares: variables of the match; counters and stats of pieces.
pub(super) fn declared(
    ctx: &mut Context,
    handle: Handle,
    name: Atom,
    call: &mut Call,
) -> Result<(), Fault> {
    let game = ctx.game;
    let find = |names: &Names| ctx.found(name, names, |names| names.find(call.name()));
    if handle.kind == Kind::Match as u8
        && let Some(var) = find(&game.names.vars)
    {
        call.push_int(ctx.the_match.state().var(game, None, VarId::at(var)).into());
        return Ok(());
    }
    if handle.kind == Kind::Piece as u8 {
        let id = PieceId::at(handle.id as usize);
        if let Some(counter) = find(&game.names.counters) {
            let counter = CounterId::at(counter);
            call.push_int(ctx.the_match.state().counter(id, counter).into());
            return Ok(());
        }
        if let Some(stat) = find(&game.names.stats) {
            let now = ctx.the_match.derived().stat(id, StatId::at(stat));
            if now == i16::MAX || now == i16::MIN {
                let name = call.name();
                return Err(Fault::new(format!("`{name}` of this piece is beyond {now}")));
            }
            call.push_int(now.into());
            return Ok(());
        }
    }
    Err(ctx.unknown(handle, call, false))
}

/// The level of the next activation of a piece, for fields and forecasts.
pub(super) fn next_activation(ctx: &mut Context, id: PieceId) -> Option<i16> {
    let combat = ctx.game.combat.as_ref()?;
    combat::best_activation(ctx.the_match.scene(), combat, id).map(|(_, value)| value)
}
