//! Combat: levels, strikes, landing.

use harena_engine::combat::{self, Combat, Foresight, Strike};
use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::log::What;

use super::argument::{declared, piece, small};
use super::cost::Cost;
use super::{Context, Entry, Kind, method};
use crate::fit::{nearest, place};
use crate::raw::{Call, Fault, Handle, Plain};
use crate::raw_limits::spend;

/// No level is higher than this.
const TOP_LEVEL: i16 = 999;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "reopen",
        ("", ""),
        "opens all activations again, for a new combat",
        |ctx, _, _| {
            let pieces: Vec<PieceId> = ctx.the_match.state().on_board().map(|(_, id)| id).collect();
            for piece in pieces {
                if ctx.the_match.state().piece(piece).spent != 0 {
                    ctx.change(Effect::Spend { piece, number: u8::MAX }, PieceId::NONE)?;
                }
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "next_level",
        ("at_most: number?", "number?"),
        "the highest level at or below a limit at which a piece acts",
        |ctx, _, call| {
            let at_most = call.optional_int(1)?.unwrap_or(TOP_LEVEL.into());
            let game = ctx.game;
            let at_most = nearest::<i16>(at_most).clamp(-1, TOP_LEVEL);
            let level = combat::next_level(looked!(ctx).scene(), rules(game)?, at_most);
            match level.filter(|level| *level >= 0) {
                Some(level) => call.push_int(level.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "strikes",
        ("level: number", "{Strike}"),
        "spends the activations due at a level; answers all their strikes on the position now",
        |ctx, _, call| {
            ctx.may_change()?;
            let level = small(call, 1)?;
            let game = ctx.game;
            let rules = rules(game)?;
            let mut strikes = Vec::new();
            ctx.the_match.strike_level(rules, level, &mut strikes);
            ctx.push_strikes(call, &strikes);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "fight",
        ("at_most: number, sentence: string, ...string", "number?"),
        "runs levels from one down, each with a sentence for the log, its strikes, their wounds and \
         what falls, until a piece that strikes or is struck has one of these keywords or sheets \
         may answer; answers the level with which the script must go on",
        |ctx, _, call| {
            ctx.may_change()?;
            let at_most = nearest::<i16>(call.int(1)?).clamp(-1, TOP_LEVEL);
            let sentence = ctx.word(call, 2)?;
            let mut keywords = Vec::with_capacity(4);
            for i in 3..=call.n_args() {
                keywords.push(ctx.keyword(call, i)?);
            }
            let rules = rules(ctx.game)?;
            match ctx.the_match.fight(rules, at_most, &keywords, sentence) {
                Some(level) => call.push_int(level.into()),
                None => call.push_nil(),
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "strikes_of",
        ("of: Piece | {Piece}", "{Strike}"),
        "all strikes a piece makes on the position now, or one after the other of several, without \
         spending anything",
        |ctx, _, call| {
            let (game, strikers) = (ctx.game, ctx.one_or_more(call, 1)?);
            let state = ctx.the_match.state();
            let work = Cost::Search.work(game.board.n_cells(), state.pieces.len());
            let mut strikes = Vec::new();
            for (nth, piece) in strikers.into_iter().enumerate() {
                // The call itself is charged for one.
                spend(if nth > 0 { work } else { 0 })?;
                combat::strikes(looked!(ctx).scene(), rules(game)?, piece, &mut strikes);
            }
            ctx.push_strikes(call, &strikes);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "make_strike",
        ("attacker: Piece?, target: Piece, damage: number, owner: number", "Strike"),
        "something that counts as a hit without being an attack",
        |ctx, _, call| {
            let attacker = super::argument::optional_piece(call, 1)?.unwrap_or(PieceId::NONE);
            let strike = Strike {
                attacker,
                owner: ctx.seat(call, 4)?,
                target: piece(call, 2)?,
                mode: ModeId(u8::MAX),
                attack: u8::MAX,
                damage: small(call, 3)?,
                cancelled: false,
            };
            ctx.shelf.strikes.push(strike);
            call.push_handle(ctx.shelved(Kind::Strike, ctx.shelf.strikes.len() - 1));
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "aim",
        ("strike: Strike, target: Piece", ""),
        "aims a strike without a direction",
        |ctx, _, call| {
            let target = piece(call, 2)?;
            ctx.strike_mut(call, 1)?.target = target;
            Ok(())
        },
    ),
    method(Kind::Match, "cancel", ("strike: Strike", ""), "cancels a strike", |ctx, _, call| {
        ctx.may_change()?;
        let strike = ctx.strike_mut(call, 1)?;
        strike.cancelled = true;
        let strike = *strike;
        ctx.the_match.write(What::Cancelled(strike), strike.attacker);
        Ok(())
    }),
    method(
        Kind::Match,
        "land",
        ("strikes: {Strike}", "number"),
        "deals the wounds of all strikes that are aimed and not cancelled; answers how many hit",
        |ctx, _, call| {
            ctx.may_change()?;
            let mut hits = Vec::new();
            call.table(1)?.items(|_, item| {
                if let Plain::Handle(handle) = item {
                    hits.push(ctx.strike(handle)?);
                }
                Ok(())
            })?;
            let n = ctx.the_match.land(&hits);
            call.push_int(n as i64);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "is_spared",
        ("attacker: Piece, target: Piece", "boolean"),
        "whether a piece never wounds another because of their kinds",
        |ctx, _, call| {
            let (attacker, target) = (piece(call, 1)?, piece(call, 2)?);
            let game = ctx.game;
            let rules = rules(game)?;
            let itself = *ctx.the_match.state().piece(attacker);
            call.push_bool(combat::spares(looked!(ctx).scene(), rules, &itself, target));
            Ok(())
        },
    ),
    method(
        Kind::Piece,
        "strikes_possible",
        ("", "number"),
        "how many strikes it would make on the position now",
        |ctx, h, call| {
            let game = ctx.game;
            let mut strikes = Vec::new();
            let id = PieceId::at(h.id as usize);
            combat::strikes(looked!(ctx).scene(), rules(game)?, id, &mut strikes);
            call.push_int(strikes.len() as i64);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "striking_facings",
        ("piece: Piece, cell: Cell, mode: string?", "Facings"),
        "the facings in which a piece, put on an empty cell, would have something to strike there",
        |ctx, _, call| {
            let (id, cell) = (piece(call, 1)?, super::argument::cell(call, 2)?);
            let game = ctx.game;
            let mode = match call.optional_str(3)? {
                Some(name) => Some(ModeId::at(declared(&game.names.modes, "mode", name)?)),
                None => None,
            };
            let rules = rules(game)?;
            let mask = Foresight::default().facings(looked!(ctx).scene(), rules, (id, cell), mode);
            call.push_handle(Handle::new(Kind::Facings as u8, u32::from(mask)));
            Ok(())
        },
    ),
];

impl Context<'_> {
    fn push_strikes(&mut self, call: &mut Call, strikes: &[Strike]) {
        let start = self.shelf.strikes.len();
        self.shelf.strikes.extend_from_slice(strikes);
        let (end, generation) = (self.shelf.strikes.len(), self.shelf.generation);
        call.push_list_of_handles((start..end).map(|id| Handle {
            kind: Kind::Strike as u8,
            id: place(id),
            generation,
        }));
    }

    fn strike_mut(&mut self, call: &Call, i: usize) -> Result<&mut Strike, Fault> {
        let at = self.fresh(call.handle(i, Kind::Strike as u8)?)?;
        self.shelf.strikes.get_mut(at).ok_or_else(|| Fault::new("no such strike"))
    }
}

fn rules(game: &harena_engine::game::Game) -> Result<&Combat, Fault> {
    game.combat.as_ref().ok_or_else(|| Fault::new("this game declares no combat"))
}
