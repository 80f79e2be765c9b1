//! Offering what pieces can do with where they stand, many pieces in one call.

use std::ops::ControlFlow;

use harena_engine::board::CellSet;
use harena_engine::combat::Foresight;
use harena_engine::decision::Dimension;
use harena_engine::filter::Filter;
use harena_engine::id::*;
use harena_engine::modifier::Grant;

use super::argument::{declared, piece, unknown_word};
use super::{Context, Entry, Kind, method};
use crate::raw::Fault;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "offer_relocations",
        ("verb: string, tool: Piece, filter: Filter, reach: string", ""),
        "offers a verb with tool, piece, cell and facing for the pieces meant: `step` to a free \
         neighbor or rotated on the spot, `anywhere` to any free cell, `spot` (without a cell) \
         only rotated",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let reach = Reach::read(call.str(4)?)?;
            for id in on_board(ctx, &filter) {
                let first = [Dimension::One(tool.0.into()), Dimension::One(id.0.into())];
                ctx.offer_places(verb, first, id, reach)?;
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_granted",
        ("verb: string, keyword: string, used: string, filter: Filter, reach: string", ""),
        "as offer_relocations, with piece and source for every grant of a keyword to the pieces \
         meant, unless the piece carries a marker `used` from that source",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let (keyword, used) = (ctx.keyword(call, 2)?, ctx.mark(call, 3)?);
            let filter = ctx.filter(call, 4)?;
            let reach = Reach::read(call.str(5)?)?;
            for grant in open_grants(ctx, &filter, keyword, used) {
                let pair = [grant.piece, grant.source];
                let first = pair.map(|id| Dimension::One(id.0.into()));
                ctx.offer_places(verb, first, grant.piece, reach)?;
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_charges",
        ("verb: string, tool: Piece, filter: Filter, mode: string", ""),
        "offers a verb with tool, piece, free neighboring cell and facing for the pieces meant, \
         where the piece would have something to strike there with attacks of a mode",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let game = ctx.game;
            let mode = ModeId::at(declared(&game.names.modes, "mode", call.str(4)?)?);
            let Some(rules) = game.combat.as_ref() else {
                return Err(Fault::new("this game declares no combat"));
            };
            let mut foresight = Foresight::default();
            for id in on_board(ctx, &filter) {
                for cell in free_near(ctx, id).iter() {
                    let scene = ctx.the_match.scene();
                    let facings = foresight.facings(scene, rules, (id, cell), Some(mode));
                    let dimensions = vec![
                        Dimension::One(tool.0.into()),
                        Dimension::One(id.0.into()),
                        Dimension::Cells(std::iter::once(cell).collect()),
                        Dimension::Facings(facings),
                    ];
                    ctx.add_group(verb, dimensions)?;
                }
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_pushes",
        ("verb: string, tool: Piece, pushers: Filter, pushed: Filter", ""),
        "offers a verb with tool, pusher and neighbor pushed, where a free cell next to the \
         neighbor is not next to the pusher",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let (pushers, pushed) = (ctx.filter(call, 3)?, ctx.filter(call, 4)?);
            let targets = on_board(ctx, &pushed);
            for id in on_board(ctx, &pushers) {
                let values = pushable(ctx, id, &targets);
                let dimensions = vec![
                    Dimension::One(tool.0.into()),
                    Dimension::One(id.0.into()),
                    Dimension::Many(values),
                ];
                ctx.add_group(verb, dimensions)?;
            }
            Ok(())
        },
    ),
];

/// How far a piece may be relocated.
pub(crate) const REACHES: [&str; 3] = ["step", "anywhere", "spot"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Step,
    Anywhere,
    Spot,
}

impl Reach {
    fn read(word: &str) -> Result<Reach, Fault> {
        match word {
            "step" => Ok(Reach::Step),
            "anywhere" => Ok(Reach::Anywhere),
            "spot" => Ok(Reach::Spot),
            _ => Err(unknown_word("reach", word, REACHES)),
        }
    }
}

impl Context<'_> {
    fn offer_places(
        &mut self,
        verb: VerbId,
        first: [Dimension; 2],
        id: PieceId,
        reach: Reach,
    ) -> Result<(), Fault> {
        let state = self.the_match.state();
        let Some(cell) = state.piece(id).cell() else { return Ok(()) };
        let all = super::offer::all_facings(self);
        let rotated = Dimension::Facings(all & !(1 << state.piece(id).facing));
        let [tool, piece] = first;
        let free = match reach {
            Reach::Spot => return self.add_group(verb, vec![tool, piece, rotated]).map(drop),
            Reach::Step => free_near(self, id),
            Reach::Anywhere => self.the_match.game.board.cells() - &state.occupied,
        };
        let there =
            vec![tool.clone(), piece.clone(), Dimension::Cells(free), Dimension::Facings(all)];
        self.add_group(verb, there)?;
        if reach == Reach::Anywhere {
            return Ok(());
        }
        let here = Dimension::Cells(std::iter::once(cell).collect());
        self.add_group(verb, vec![tool, piece, here, rotated]).map(drop)
    }
}

/// The pieces on the board a filter means, seen from the active seat.
fn on_board(ctx: &mut Context, filter: &Filter) -> Vec<PieceId> {
    let seat = ctx.the_match.state().active;
    let scene = ctx.the_match.scene();
    let mut found = Vec::new();
    filter.asked(scene, seat, None).visit(|_, id| {
        found.push(id);
        ControlFlow::Continue(())
    });
    found
}

fn open_grants(ctx: &mut Context, filter: &Filter, keyword: KeywordId, used: MarkId) -> Vec<Grant> {
    let seat = ctx.the_match.state().active;
    let scene = ctx.the_match.scene();
    let is_used = |grant: &Grant| {
        let mut marks = scene.state.marks.iter().filter(|mark| mark.kind == used);
        marks.any(|mark| mark.on == grant.piece && mark.source == grant.source)
    };
    let of_keyword = scene.derived.grants().iter().filter(|grant| grant.keyword == keyword);
    let open = of_keyword.filter(|grant| {
        filter.holds(scene, seat, None, grant.piece)
            && scene.state.piece(grant.piece).owner == seat
            && !is_used(grant)
    });
    open.copied().collect()
}

fn free_near(ctx: &Context, id: PieceId) -> CellSet {
    let state = ctx.the_match.state();
    let near = state.piece(id).cell().map(|cell| ctx.the_match.game.board.neighbors(cell).clone());
    near.unwrap_or_default() - &state.occupied
}

/// The targets next to a pusher for which there is room, by rising number.
fn pushable(ctx: &Context, pusher: PieceId, targets: &[PieceId]) -> Vec<i32> {
    let (board, state) = (&ctx.the_match.game.board, ctx.the_match.state());
    let Some(from) = state.piece(pusher).cell() else { return Vec::new() };
    let near = board.neighbors(from);
    let has_room = |id: &&PieceId| {
        let cell = state.piece(**id).cell().filter(|cell| near.contains(*cell));
        cell.is_some_and(|cell| !(board.neighbors(cell) - &state.occupied - near).is_empty())
    };
    let mut found: Vec<i32> = targets.iter().filter(has_room).map(|id| id.0.into()).collect();
    found.sort_unstable();
    found
}
