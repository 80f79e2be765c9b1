//! Changes of the match.

use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::log::What;
use harena_engine::state::{Mark, ZoneList};
use harena_pack::codes;

use super::argument::{cell, kept, number, optional_piece, piece, small};
use super::query::prototypes;
use super::{Context, Entry, Kind, method, piece_handle};
use crate::fit::nearest;
use crate::raw::{Call, Fault};
use crate::raw_limits::spend;

/// More pieces than this cannot be made in one step.
const MAX_MADE: usize = 32_000;
/// All lists together hold no more numbers than this.
pub(super) const MAX_LISTED: usize = 60_000;
/// More streams of chance than this are refused.
const MAX_STREAMS: usize = 256;
/// A stream of chance has no longer name: it is copied with every state.
const MAX_STREAM_NAME: usize = 100;
/// More markers than this are refused.
pub(super) const MAX_MARKS: usize = 4000;
/// More markers than this are not put at once.
const MOST_AT_ONCE: i16 = 999;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "create",
        ("prototype: Prototype, seat: number?", "Piece"),
        "makes a piece that is nowhere yet; without a seat it belongs to nobody",
        |ctx, _, call| {
            let prototype = PrototypeId::at(call.handle(1, Kind::Prototype as u8)?.id as usize);
            let owner = if call.is_nil(2) { Seat::NONE } else { ctx.seat(call, 2)? };
            let id = create(ctx, prototype, owner)?;
            call.push_handle(piece_handle(id));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "create_all",
        ("faction: Faction?, seat: number, zone: string", "number"),
        "makes all copies of all pieces of a faction (or of none) in a zone; answers how many",
        |ctx, _, call| {
            let faction = call.optional_handle(1, Kind::Faction as u8)?;
            let (seat, zone) = (ctx.seat(call, 2)?, ctx.zone(call, 3)?);
            let game = ctx.game;
            let list = ZoneList::of(game, zone, seat);
            let mut n = 0;
            for prototype in prototypes(game, faction.map(|h| FactionId::at(h.id as usize))) {
                for _ in 0..game.prototype(prototype).copies {
                    let id = create(ctx, prototype, seat)?;
                    ctx.change(Effect::Send { piece: id, list, at: u16::MAX }, PieceId::NONE)?;
                    n += 1;
                }
            }
            call.push_int(n);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "put",
        ("piece: Piece, cell: Cell, facing: number?", ""),
        "brings a piece onto a cell, moves it there, or rotates it",
        |ctx, _, call| {
            let (piece, cell) = (piece(call, 1)?, cell(call, 2)?);
            ctx.check_floor(piece, cell)?;
            let facing = match call.is_nil(3) {
                true => ctx.the_match.state().piece(piece).facing,
                false => ctx.facing(call, 3)?,
            };
            ctx.change(Effect::Put { piece, cell, facing }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "send",
        ("piece: Piece, zone: string, seat: number?, at: number?", ""),
        "sends a piece to a zone of its owner or of a seat, on top or at a place from the bottom",
        |ctx, _, call| {
            let (piece, zone) = (piece(call, 1)?, ctx.zone(call, 2)?);
            let owner = ctx.the_match.state().piece(piece).owner;
            let seat = if call.is_nil(3) { owner } else { ctx.seat(call, 3)? };
            ctx.check_lane(call, zone, seat)?;
            let list = ZoneList::of(ctx.game, zone, seat);
            let at = ctx.place_in(call, 4, list)?;
            ctx.change(Effect::Send { piece, list, at }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "remove",
        ("piece: Piece", ""),
        "takes a piece out of the match",
        |ctx, _, call| {
            let piece = piece(call, 1)?;
            ctx.change(Effect::Remove { piece }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "draw",
        ("from: string, to: string, seat: number, n: number, reshuffled: string?", "number"),
        "draws from the top of one zone to another; answers how many there were; where the first \
         runs out before that, what lies in the zone `reshuffled` is shuffled into it",
        |ctx, _, call| {
            let (from, to) = (ctx.zone(call, 1)?, ctx.zone(call, 2)?);
            let (seat, n) = (ctx.seat(call, 3)?, call.int(4)?);
            let list = |zone| ZoneList::of(ctx.game, zone, seat);
            let (from, to) = (list(from), list(to));
            let reshuffled = match call.is_nil(5) {
                true => None,
                false => Some(ZoneList::of(ctx.game, ctx.zone(call, 5)?, seat)),
            };
            let drawn = draw(ctx, (from, to), n, reshuffled)?;
            call.push_int(drawn);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "refill",
        ("to: string, from: string, n: number, reshuffled: string?", "number"),
        "draws until a zone that all share holds so many; answers how many came; where the other \
         runs out before that, what lies in the zone `reshuffled` is shuffled into it",
        |ctx, _, call| {
            let seat = ctx.the_match.state().active;
            let (to, from) = (ctx.zone(call, 1)?, ctx.zone(call, 2)?);
            let list = |zone| ZoneList::of(ctx.game, zone, seat);
            let (to, from) = (list(to), list(from));
            let reshuffled = match call.is_nil(4) {
                true => None,
                false => Some(ZoneList::of(ctx.game, ctx.zone(call, 4)?, seat)),
            };
            let held = ctx.the_match.state().zone(to).len() as i64;
            let missing = call.int(3)?.saturating_sub(held);
            let drawn = draw(ctx, (from, to), missing, reshuffled)?;
            call.push_int(drawn);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "shuffle",
        ("zone: string, seat: number?", ""),
        "shuffles a zone",
        |ctx, _, call| {
            let (zone, seat) = (ctx.zone(call, 1)?, ctx.seat_or_active(call, 2)?);
            let list = ZoneList::of(ctx.game, zone, seat);
            ctx.change(Effect::Shuffle(list), PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "wound",
        ("piece: Piece, n: number, by: Piece?", ""),
        "wounds a piece, or its pool",
        |ctx, _, call| {
            let (piece, n, by) = (piece(call, 1)?, small(call, 2)?, optional_piece(call, 3)?);
            let by = by.unwrap_or(PieceId::NONE);
            if let Some(combat) = &ctx.game.combat {
                sum(ctx.the_match.state().counter(piece, combat.wounds), n)?;
            }
            ctx.change(Effect::Wound { piece, n, by }, by)
        },
    ),
    method(
        Kind::Match,
        "add",
        ("piece: Piece, counter: string, n: number", ""),
        "adds to a counter of a piece",
        |ctx, _, call| {
            let counter = ctx.named(call, 2, &ctx.the_match.game.names.counters, "counter")?;
            let (piece, by) = (piece(call, 1)?, small(call, 3)?);
            let counter = CounterId::at(counter);
            sum(ctx.the_match.state().counter(piece, counter), by)?;
            ctx.change(Effect::Count { piece, counter, by }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "give",
        ("piece: Piece, status: string", ""),
        "sets a status on a piece",
        |ctx, _, call| {
            let (piece, status) = (piece(call, 1)?, ctx.status(call, 2)?);
            ctx.change(Effect::Status { piece, status, on: true }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "lose",
        ("piece: Piece, status: string", ""),
        "clears a status set on a piece",
        |ctx, _, call| {
            let (piece, status) = (piece(call, 1)?, ctx.status(call, 2)?);
            ctx.change(Effect::Status { piece, status, on: false }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "mark",
        ("on: Piece | Cell, kind: string, owner: number?, n: number?, source: Piece?", "number"),
        "puts markers on a piece or a cell, as far as the owner's supply goes; answers how many",
        |ctx, _, call| {
            if call.any_handle(1)?.kind == Kind::Cell as u8 {
                return super::spots::mark_cell(ctx, call);
            }
            let (on, kind) = (piece(call, 1)?, ctx.mark(call, 2)?);
            let (owner, n) = to_mark(ctx, call, kind, 3)?;
            let source = optional_piece(call, 5)?.unwrap_or(PieceId::NONE);
            if n > 0 {
                ctx.change(Effect::Mark(Mark { kind, on, owner, source, n }), source)?;
            }
            call.push_int(n.into());
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "unmark",
        ("on: Piece | Cell, kind: string", ""),
        "takes all markers of a kind off a piece or a cell",
        |ctx, _, call| {
            if call.any_handle(1)?.kind == Kind::Cell as u8 {
                return super::spots::unmark_cell(ctx, call);
            }
            let (piece, kind) = (piece(call, 1)?, ctx.mark(call, 2)?);
            ctx.change(Effect::Unmark { kind, piece }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "marks_left",
        ("kind: string, owner: number", "number"),
        "how many markers of a kind an owner has in supply; -1 for any number",
        |ctx, _, call| {
            let (kind, owner) = (ctx.mark(call, 1)?, ctx.seat(call, 2)?);
            call.push_int(supply(ctx, kind, owner).map_or(-1, i64::from));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "expire",
        ("moment: string", ""),
        "lets a moment pass: markers that last until it leave",
        |ctx, _, call| {
            let moment = ctx.moment(call, 1)?;
            ctx.change(Effect::Expire(moment), PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "show",
        ("piece: Piece", ""),
        "lets everybody see what a piece is, in zones that remember it, until it is hidden, \
         shuffled, or goes where nobody else sees it",
        |ctx, _, call| {
            let piece = piece(call, 1)?;
            ctx.change(Effect::Show { piece }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "hide",
        ("piece: Piece", ""),
        "hides again what was shown; a card that goes where nobody else sees it, or that is \
         shuffled, is hidden without it",
        |ctx, _, call| {
            let piece = piece(call, 1)?;
            ctx.change(Effect::Hide { piece }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "control",
        ("piece: Piece, seat: number", ""),
        "gives control of a piece to a seat",
        |ctx, _, call| {
            let (piece, seat) = (piece(call, 1)?, ctx.seat(call, 2)?);
            ctx.change(Effect::Control { piece, seat }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "set",
        ("var: string, value: number", ""),
        "sets a variable of the match",
        |ctx, _, call| {
            let var = ctx.named(call, 1, &ctx.the_match.game.names.vars, "variable")?;
            let (var, value) = (VarId::at(var), number(call, 2)?);
            ctx.change(Effect::Var { seat: None, var, value }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "set_of",
        ("seat: number, seat_var: string, value: number", ""),
        "sets a variable of a seat",
        |ctx, _, call| {
            let names = &ctx.the_match.game.names.seat_vars;
            let var = VarId::at(ctx.named(call, 2, names, "seat variable")?);
            let (seat, value) = (Some(ctx.seat(call, 1)?), number(call, 3)?);
            ctx.change(Effect::Var { seat, var, value }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "set_list",
        ("list: string, numbers: {number}", ""),
        "replaces a declared list of numbers",
        |ctx, _, call| {
            ctx.may_change()?;
            let place = ctx.named(call, 1, &ctx.the_match.game.names.lists, "list")?;
            let mut numbers = Vec::new();
            call.table(2)?.items(|_, item| {
                let crate::raw::Plain::Int(n) = item else {
                    return Err(Fault::new("a list holds whole numbers only"));
                };
                numbers.push(kept(n)?);
                Ok(())
            })?;
            if numbers.len() > 1000 {
                return Err(Fault::new("this list is too long"));
            }
            let lists = &ctx.the_match.state().lists;
            if lists.all().len() - lists.get(place).len() + numbers.len() > MAX_LISTED {
                return Err(Fault::new("the lists of this match are too long"));
            }
            ctx.the_match.state_mut().lists.set(place, &numbers);
            Ok(())
        },
    ),
    method(Kind::Match, "activate", ("seat: number", ""), "makes a seat active", |ctx, _, call| {
        let seat = ctx.seat(call, 1)?;
        ctx.change(Effect::Active(seat), PieceId::NONE)
    }),
    method(Kind::Match, "begin_turn", ("", ""), "counts a turn", |ctx, _, _| {
        ctx.change(Effect::Turn, PieceId::NONE)
    }),
    method(Kind::Match, "begin_round", ("", ""), "counts a round", |ctx, _, _| {
        ctx.change(Effect::Round, PieceId::NONE)
    }),
    method(
        Kind::Match,
        "eliminate",
        ("seat: number", ""),
        "puts a seat out of the match",
        |ctx, _, call| {
            let seat = ctx.seat(call, 1)?;
            ctx.change(Effect::Out(seat), PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "join_team",
        ("seat: number, team: number", ""),
        "puts a seat into a team",
        |ctx, _, call| {
            let (seat, n) = (ctx.seat(call, 1)?, call.int(2)?);
            let team = u8::try_from(n).ok().filter(|team| *team < 16);
            let team = team
                .ok_or_else(|| Fault::new(format!("a team is a number from 0 to 15, not {n}")))?;
            ctx.change(Effect::Team { seat, team }, PieceId::NONE)
        },
    ),
    method(
        Kind::Match,
        "roll",
        ("sides: number, stream: string?", "number"),
        "rolls a die: 1 to the number of its sides",
        |ctx, _, call| {
            let result = chance(ctx, call)?;
            call.push_int(i64::from(result) + 1);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "roll_secret",
        ("seat: number, seat_var: string, stream: string?", "number"),
        "rolls the die that a seat variable holds, as `secret_dice` says, and answers 1 to the \
         number of its sides; only this seat sees it",
        |ctx, _, call| {
            ctx.may_change()?;
            let seat = ctx.seat(call, 1)?;
            let game = ctx.the_match.game.clone();
            let var = VarId::at(ctx.named(call, 2, &game.names.seat_vars, "seat variable")?);
            let Some((_, sides)) = game.secret_dice.iter().find(|(die, _)| *die == var) else {
                return Err(Fault::new("this variable is none of the game's `secret_dice`"));
            };
            let sides = u32::from(*sides);
            let result = draw_from(ctx, call.optional_str(3)?.unwrap_or("chance"), sides)?;
            let kept = i32::try_from(result).unwrap_or(i32::MAX);
            ctx.the_match.state_mut().set_var(&game, Some(seat), var, kept);
            ctx.the_match.write_to(seat, What::Rolled { sides, result }, PieceId::NONE);
            call.push_int(i64::from(result));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "random",
        ("n: number, stream: string?", "number"),
        "a whole number from 0 to n - 1, each as likely as the others",
        |ctx, _, call| {
            let result = chance(ctx, call)?;
            call.push_int(i64::from(result));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "settle",
        ("", "number"),
        "removes whatever falls, until nothing does; answers how many fell",
        |ctx, _, call| {
            ctx.may_change()?;
            let n = ctx.the_match.settle().len();
            call.push_int(n as i64);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "instant",
        ("", ""),
        "ends an instant: what happened since the last one happened together",
        |ctx, _, _| {
            ctx.may_change()?;
            ctx.the_match.end_instant();
            Ok(())
        },
    ),
];

/// Draws from one list to another; what runs out is filled from a third one first, once.
fn draw(
    ctx: &mut Context,
    (from, to): (ZoneList, ZoneList),
    n: i64,
    reshuffled: Option<ZoneList>,
) -> Result<i64, Fault> {
    let (mut drawn, mut spare) = (0, reshuffled.filter(|it| *it != from));
    while drawn < n {
        if let Some(piece) = ctx.the_match.state().zone(from).last().copied() {
            ctx.change(Effect::Send { piece, list: to, at: u16::MAX }, PieceId::NONE)?;
            drawn += 1;
            continue;
        }
        let Some(spent) = spare.take() else { break };
        while let Some(piece) = ctx.the_match.state().zone(spent).last().copied() {
            ctx.change(Effect::Send { piece, list: from, at: u16::MAX }, PieceId::NONE)?;
        }
        ctx.change(Effect::Shuffle(from), PieceId::NONE)?;
    }
    Ok(drawn)
}

impl Context<'_> {
    /// A floor cannot be laid where another one lies.
    pub(super) fn check_floor(
        &self,
        piece: PieceId,
        cell: harena_engine::board::Cell,
    ) -> Result<(), Fault> {
        let state = self.the_match.state();
        let is_taken = self.the_match.game.is_floor(state.piece(piece).prototype)
            && state.floor_at(cell).is_some_and(|there| there != piece);
        if !is_taken {
            return Ok(());
        }
        let name = self.the_match.game.board.name(cell);
        Err(Fault::new(format!("another floor lies on {name}")))
    }

    /// A facing that pieces can have on the board.
    pub(super) fn facing(&self, call: &Call, i: usize) -> Result<u8, Fault> {
        let (n, all) = (call.int(i)?, super::offer::all_facings(self));
        let facing =
            u8::try_from(n).ok().filter(|n| all.checked_shr((*n).into()).unwrap_or(0) & 1 > 0);
        facing.ok_or_else(|| {
            let last = all.count_ones().saturating_sub(1);
            Fault::new(format!("there is no facing {n}: on this board they go from 0 to {last}"))
        })
    }

    /// A place in a zone, counted from the bottom; on top if none is given.
    fn place_in(&self, call: &Call, i: usize, list: ZoneList) -> Result<u16, Fault> {
        let Some(at) = call.optional_int(i)? else { return Ok(u16::MAX) };
        let n = self.the_match.state().zone(list).len();
        let place = u16::try_from(at).ok().filter(|at| usize::from(*at) <= n);
        place.ok_or_else(|| {
            let told =
                format!("there is no place {at} in a zone of {n}: the bottom is 0, the top {n}");
            Fault::new(format!("{}: {told}", call.name()))
        })
    }

    /// A piece of nobody can lie in a zone of a seat only if the seat is named.
    fn check_lane(&self, call: &Call, zone: ZoneId, seat: Seat) -> Result<(), Fault> {
        let is_lane = self.game.zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
        if seat != Seat::NONE || !is_lane {
            return Ok(());
        }
        let told = format!(
            "each seat has a zone `{}` of its own and this piece belongs to nobody: name the seat",
            self.game.names.zones.name(zone.index())
        );
        Err(Fault::new(format!("{}: {told}", call.name())).with_code(codes::NO_SUCH_NAME))
    }

    pub(super) fn change(&mut self, effect: Effect, by: PieceId) -> Result<(), Fault> {
        self.may_change()?;
        self.the_match.apply(effect, by);
        Ok(())
    }
}

/// What a counter that is changed comes to.
fn sum(n: i16, by: i16) -> Result<i16, Fault> {
    n.checked_add(by).ok_or_else(|| {
        let sum = i32::from(n) + i32::from(by);
        Fault::new(format!("a counter holds -32768 to 32767, this makes {sum}"))
    })
}

pub(super) fn create(
    ctx: &mut Context,
    prototype: PrototypeId,
    owner: Seat,
) -> Result<PieceId, Fault> {
    let id = ctx.the_match.state().next_piece();
    if id.index() >= MAX_MADE {
        let told = format!("more than {MAX_MADE} pieces were made before the step was over");
        return Err(Fault::new(told).with_code(codes::TOO_MANY_PIECES));
    }
    ctx.change(Effect::Create { prototype, owner }, PieceId::NONE)?;
    Ok(id)
}

/// What is left of an owner's markers of a kind; `None` for any number.
fn supply(ctx: &Context, kind: MarkId, owner: Seat) -> Option<i16> {
    let left = ctx.the_match.state().marks_left(&ctx.the_match.game, kind, owner)?;
    Some(nearest(left.max(0)))
}

/// Whose markers are put and how many, as far as the supply goes: arguments from `first` on.
pub(super) fn to_mark(
    ctx: &Context,
    call: &Call,
    kind: MarkId,
    first: usize,
) -> Result<(Seat, i16), Fault> {
    spend((ctx.the_match.state().marks.len() + ctx.the_match.state().spots.len()) as u64 / 16)?;
    let owner = if call.is_nil(first) { Seat::NONE } else { ctx.seat(call, first)? };
    let n = call.optional_int(first + 1)?.unwrap_or(1);
    let wanted = i16::try_from(n).ok().filter(|n| (0..=MOST_AT_ONCE).contains(n));
    let wanted = wanted.ok_or_else(|| {
        Fault::new(format!("0 to {MOST_AT_ONCE} markers can be put at once, not {n}"))
    })?;
    let state = ctx.the_match.state();
    if state.marks.len() + state.spots.len() >= MAX_MARKS {
        return Err(Fault::new("there are too many markers"));
    }
    Ok((owner, supply(ctx, kind, owner).map_or(wanted, |left| wanted.min(left))))
}

/// A number below the first argument from the stream named by the second.
fn chance(ctx: &mut Context, call: &Call) -> Result<u32, Fault> {
    ctx.may_change()?;
    let n =
        u32::try_from(call.int(1)?).map_err(|_| Fault::new("there is nothing to choose from"))?;
    let result = draw_from(ctx, call.optional_str(2)?.unwrap_or("chance"), n)?;
    ctx.the_match.write(What::Rolled { sides: n, result }, PieceId::NONE);
    Ok(result - 1)
}

/// A result of a stream of chance, from 1.
fn draw_from(ctx: &mut Context, stream: &str, sides: u32) -> Result<u32, Fault> {
    if stream.len() > MAX_STREAM_NAME {
        let told = format!("the name of a stream of chance has at most {MAX_STREAM_NAME} bytes");
        return Err(Fault::new(told));
    }
    let drawn = ctx.the_match.state_mut().chance.stream(stream).roll(sides);
    if ctx.the_match.state().chance.used().count() > MAX_STREAMS {
        return Err(Fault::new("there are too many streams of chance"));
    }
    drawn.map_err(|error| Fault::new(error.to_string()))
}
