//! Fields of handles, and the names a game declares itself.

use harena_engine::board::Cell;
use harena_engine::combat;
use harena_engine::game::{EventKind, Vocabulary};
use harena_engine::id::*;
use harena_engine::state::Place;

use super::{Context, Entry, Kind, cell_handle, field, made_field, piece_handle, text};
use crate::raw::{Atom, Call, Fault, Handle};
use crate::vm::Arg;

pub(super) const ENTRIES: &[Entry] = &[
    field(Kind::Match, "active", "number", "the seat whose turn it is", |ctx, _| {
        Ok(Arg::Int(ctx.the_match.state().active.0.into()))
    }),
    field(Kind::Match, "n_empty", "number", "how many cells have no piece", |ctx, _| {
        let occupied = ctx.the_match.state().occupied.count();
        Ok(Arg::Int(ctx.the_match.game.board.n_cells() as i64 - occupied as i64))
    }),
    field(Kind::Match, "turn", "number", "turns begun so far", |ctx, _| {
        Ok(Arg::Int(ctx.the_match.state().turn.into()))
    }),
    field(Kind::Match, "round", "number", "rounds begun so far", |ctx, _| {
        Ok(Arg::Int(ctx.the_match.state().round.into()))
    }),
    field(Kind::Match, "n_seats", "number", "how many seats play", |ctx, _| {
        Ok(Arg::Int(ctx.the_match.state().n_seats.into()))
    }),
    field(Kind::Match, "n_cells", "number", "how many cells the board has", |ctx, _| {
        Ok(Arg::Int(ctx.the_match.game.board.n_cells() as i64))
    }),
    field(Kind::Match, "settings", "Settings", "the settings, by name", |ctx, _| {
        Ok(ctx.lent.settings.map_or(Arg::Nil, Arg::Kept))
    }),
    field(Kind::Piece, "owner", "number", "the seat that owns it", |ctx, h| {
        Ok(seat_or_nil(piece(ctx, h).owner))
    }),
    field(Kind::Piece, "controller", "number", "the seat that decides for it", |ctx, h| {
        Ok(seat_or_nil(piece(ctx, h).controller))
    }),
    field(Kind::Piece, "cell", "Cell?", "the cell it stands on", |ctx, h| {
        Ok(handle_or_nil(piece(ctx, h).cell().map(cell_handle)))
    }),
    field(Kind::Piece, "facing", "number", "sixths (or sides) rotated clockwise", |ctx, h| {
        Ok(Arg::Int(piece(ctx, h).facing.into()))
    }),
    field(Kind::Piece, "kind", "string", "its kind", |ctx, h| {
        let kind = ctx.game.prototype(piece(ctx, h).prototype).kind;
        Ok(text(&ctx.lent.texts.kinds, kind.index()))
    }),
    field(Kind::Piece, "id", "string", "the id of its definition", |ctx, h| {
        Ok(text(&ctx.lent.texts.prototypes, piece(ctx, h).prototype.index()))
    }),
    made_field(Kind::Piece, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(&ctx.the_match.game.prototype(piece(ctx, h).prototype).title);
        Ok(())
    }),
    field(Kind::Piece, "number", "number", "its number in the match", |_, h| {
        Ok(Arg::Int(h.id.into()))
    }),
    field(Kind::Piece, "prototype", "Prototype", "its definition", |ctx, h| {
        let prototype = piece(ctx, h).prototype;
        Ok(Arg::Handle(Handle::new(Kind::Prototype as u8, u32::from(prototype.0))))
    }),
    field(Kind::Piece, "faction", "Faction?", "its faction", |ctx, h| {
        let faction = ctx.the_match.game.prototype(piece(ctx, h).prototype).faction;
        Ok(handle_or_nil(faction.map(faction_handle)))
    }),
    field(Kind::Piece, "zone", "string?", "the zone it lies in", |ctx, h| {
        Ok(match piece(ctx, h).place {
            Place::Zone(list) => text(&ctx.lent.texts.zones, list.parts(ctx.game).0.index()),
            Place::Away | Place::Gone | Place::Board(_) => Arg::Nil,
        })
    }),
    field(Kind::Piece, "n_attacks", "number", "how many attacks are printed on it", |ctx, h| {
        let n = ctx.the_match.game.prototype(piece(ctx, h).prototype).attacks.len();
        Ok(Arg::Int(n as i64))
    }),
    field(Kind::Cell, "a", "number", "its first coordinate (q, column, space)", |ctx, h| {
        Ok(Arg::Int(coordinates(ctx, h).0.into()))
    }),
    field(Kind::Cell, "b", "number", "its second coordinate (r, row)", |ctx, h| {
        Ok(Arg::Int(coordinates(ctx, h).1.into()))
    }),
    made_field(Kind::Cell, "name", "string", "its name in notation", |ctx, h, call| {
        call.push_str(ctx.the_match.game.board.name(Cell::at(h.id as usize)));
        Ok(())
    }),
    field(Kind::Cell, "index", "number", "its place in reading order, from 0", |_, h| {
        Ok(Arg::Int(h.id.into()))
    }),
    field(Kind::Cell, "piece", "Piece?", "the piece on top of it", |ctx, h| {
        let piece = ctx.the_match.state().at(Cell::at(h.id as usize));
        Ok(piece_or_nil(piece))
    }),
    field(Kind::Cell, "level", "number", "its height", |ctx, h| {
        Ok(Arg::Int(ctx.the_match.game.board.level(Cell::at(h.id as usize)).into()))
    }),
    field(
        Kind::Cell,
        "center_rank",
        "number?",
        "how much nearer to the border than the innermost cells it is, from 0; nil on a graph",
        |ctx, h| {
            let rank = ctx.the_match.game.board.center_rank(Cell::at(h.id as usize));
            Ok(rank.map_or(Arg::Nil, |rank| Arg::Int(rank.into())))
        },
    ),
    field(
        Kind::Cell,
        "floor",
        "Piece?",
        "its floor, in a game that declares floors; nil for a hole",
        |ctx, h| {
            let floor = ctx.the_match.state().floor_at(Cell::at(h.id as usize));
            Ok(piece_or_nil(floor))
        },
    ),
    field(Kind::Grant, "piece", "Piece", "who has the keyword", |ctx, h| {
        let at = ctx.fresh(h)?;
        let piece = ctx.shelf.grants.get(at).map(|grant| grant.piece);
        Ok(piece_or_nil(piece))
    }),
    field(Kind::Grant, "source", "Piece", "the piece that grants it", |ctx, h| {
        let at = ctx.fresh(h)?;
        let piece = ctx.shelf.grants.get(at).map(|grant| grant.source);
        Ok(piece_or_nil(piece))
    }),
    field(Kind::Grant, "value", "number", "the number of the keyword", |ctx, h| {
        let at = ctx.fresh(h)?;
        Ok(Arg::Int(ctx.shelf.grants.get(at).map_or(0, |grant| grant.value.into())))
    }),
    field(Kind::Strike, "attacker", "Piece", "who strikes", |ctx, h| {
        let piece = ctx.strike(h)?.attacker;
        Ok(piece_or_nil(Some(piece).filter(|id| id.is_some())))
    }),
    field(Kind::Strike, "target", "Piece?", "who is struck, once it is aimed", |ctx, h| {
        let piece = ctx.strike(h)?.target;
        Ok(piece_or_nil(Some(piece).filter(|id| id.is_some())))
    }),
    field(Kind::Strike, "damage", "number", "the wounds it offers", |ctx, h| {
        Ok(Arg::Int(ctx.strike(h)?.damage.into()))
    }),
    field(Kind::Strike, "owner", "number", "the seat that strikes", |ctx, h| {
        Ok(seat_or_nil(ctx.strike(h)?.owner))
    }),
    made_field(Kind::Strike, "mode", "string", "the mode of its attack", |ctx, h, call| {
        let mode = ctx.strike(h)?.mode;
        call.push_str(ctx.the_match.game.names.modes.name(mode.index()));
        Ok(())
    }),
    field(Kind::Strike, "cancelled", "boolean", "whether it was cancelled", |ctx, h| {
        Ok(Arg::Bool(ctx.strike(h)?.cancelled))
    }),
    field(Kind::Prototype, "id", "string", "its id", |ctx, h| {
        Ok(text(&ctx.lent.texts.prototypes, h.id as usize))
    }),
    made_field(
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
    made_field(Kind::Prototype, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(&prototype(ctx, h).title);
        Ok(())
    }),
    field(Kind::Prototype, "kind", "string", "its kind", |ctx, h| {
        Ok(text(&ctx.lent.texts.kinds, prototype(ctx, h).kind.index()))
    }),
    field(Kind::Prototype, "copies", "number", "how many a set holds", |ctx, h| {
        Ok(Arg::Int(prototype(ctx, h).copies.into()))
    }),
    field(Kind::Prototype, "index", "number", "its number", |_, h| Ok(Arg::Int(h.id.into()))),
    field(Kind::Prototype, "faction", "Faction?", "its faction", |ctx, h| {
        Ok(handle_or_nil(prototype(ctx, h).faction.map(faction_handle)))
    }),
    made_field(Kind::Faction, "id", "string", "its id", |ctx, h, call| {
        call.push_str(ctx.the_match.game.factions.get(h.id as usize).map_or("", |f| &f.id));
        Ok(())
    }),
    made_field(Kind::Faction, "title", "string", "its name for people", |ctx, h, call| {
        call.push_str(ctx.the_match.game.factions.get(h.id as usize).map_or("", |f| &f.title));
        Ok(())
    }),
    field(Kind::Faction, "index", "number", "its number, from 0", |_, h| Ok(Arg::Int(h.id.into()))),
    made_field(Kind::Event, "name", "string", "what happened", |ctx, h, call| {
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
    field(Kind::Event, "piece", "Piece?", "to whom it happened", |ctx, h| {
        let piece = ctx.event(h)?.piece;
        Ok(piece_or_nil(Some(piece).filter(|id| id.is_some())))
    }),
    field(Kind::Event, "by", "Piece?", "who caused it", |ctx, h| {
        let piece = ctx.event(h)?.by;
        Ok(piece_or_nil(Some(piece).filter(|id| id.is_some())))
    }),
    field(
        Kind::Event,
        "cell",
        "Cell?",
        "where: the cell of the piece, or the one it left or fell on",
        |ctx, h| {
            let cell = ctx.event(h)?.cell;
            Ok(handle_or_nil(cell.map(cell_handle)))
        },
    ),
    field(Kind::Event, "n", "number", "how much", |ctx, h| Ok(Arg::Int(ctx.event(h)?.n.into()))),
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

fn seat_or_nil(seat: Seat) -> Arg {
    if seat == Seat::NONE { Arg::Nil } else { Arg::Int(seat.0.into()) }
}

fn handle_or_nil(handle: Option<Handle>) -> Arg {
    handle.map_or(Arg::Nil, Arg::Handle)
}

fn piece_or_nil(piece: Option<PieceId>) -> Arg {
    handle_or_nil(piece.map(piece_handle))
}

/// What a name the game declares stands for where it is read from a handle.
#[derive(Clone, Copy)]
enum Declared {
    /// A variable of the match.
    Var(VarId),
    /// A counter of a piece.
    Counter(CounterId),
    /// A stat of a piece.
    Stat(StatId),
}

/// Looks where the names of a kind of handle are declared. Nothing where `find` does not know.
fn among(
    kind: u8,
    names: &Vocabulary,
    find: impl Fn(&Names) -> Option<Option<usize>>,
) -> Option<Option<Declared>> {
    if kind == Kind::Match as u8 {
        return Some(find(&names.vars)?.map(|at| Declared::Var(VarId::at(at))));
    }
    if kind != Kind::Piece as u8 {
        return Some(None);
    }
    if let Some(at) = find(&names.counters)? {
        return Some(Some(Declared::Counter(CounterId::at(at))));
    }
    Some(find(&names.stats)?.map(|at| Declared::Stat(StatId::at(at))))
}

/// Names a game declares: variables of the match; counters and stats of pieces.
pub(super) fn declared(
    ctx: &mut Context,
    handle: Handle,
    name: Atom,
    call: &Call,
) -> Result<Arg, Fault> {
    let find = |names: &Names| Some(ctx.found(name, names, |names| names.find(call.name())));
    let Some(what) = among(handle.kind, &ctx.game.names, find).flatten() else {
        return Err(ctx.unknown(handle, call, false));
    };
    let beyond = |now| Fault::new(format!("`{}` of this piece is beyond {now}", call.name()));
    value_of(ctx, handle, what).map(Arg::Int).map_err(beyond)
}

/// As [`declared`] for a name that was found before.
pub(super) fn declared_before(ctx: &mut Context, handle: Handle, name: Atom) -> Option<Arg> {
    let find = |names: &Names| ctx.found_before(name, names);
    let what = among(handle.kind, &ctx.game.names, find)??;
    value_of(ctx, handle, what).ok().map(Arg::Int)
}

/// The value now; an error is a stat at the end of what numbers of pieces can hold.
fn value_of(ctx: &mut Context, handle: Handle, what: Declared) -> Result<i64, i16> {
    let id = PieceId::at(handle.id as usize);
    Ok(match what {
        Declared::Var(var) => ctx.the_match.state().var(ctx.game, None, var).into(),
        Declared::Counter(counter) => ctx.the_match.state().counter(id, counter).into(),
        Declared::Stat(stat) => {
            let now = looked!(ctx).derived().stat(id, stat);
            if now == i16::MAX || now == i16::MIN {
                return Err(now);
            }
            now.into()
        }
    })
}

/// The level of the next activation of a piece, for fields and forecasts.
pub(super) fn next_activation(ctx: &mut Context, id: PieceId) -> Option<i16> {
    let combat = ctx.game.combat.as_ref()?;
    combat::best_activation(looked!(ctx).scene(), combat, id).map(|(_, value)| value)
}
