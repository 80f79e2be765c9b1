//! Offering what pieces can do with where they stand, many pieces in one call.

use std::ops::ControlFlow;

use harena_engine::board::CellSet;
use harena_engine::combat::Foresight;
use harena_engine::decision::{Args, Dimension};
use harena_engine::filter::Filter;
use harena_engine::id::*;
use harena_engine::modifier::Grant;

use super::argument::{declared, piece, unknown_word};
use super::reasons::Whys;
use super::{Context, Entry, Kind, method};
use crate::raw::{Call, Fault};

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "offer_relocations",
        ("verb: string, tool: Piece, filter: Filter, reach: string, why: {[string]: Reason}?", ""),
        "offers a verb with tool, piece, cell and facing for the pieces meant: `step` to a free \
         neighbor or rotated on the spot, `anywhere` to any free cell, `spot` (without a cell) \
         only rotated; `why` has reasons for cells that are `taken` or too `far`, and for its \
         own, `here`",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let reach = Reach::read(call.str(4)?)?;
            let whys = ctx.whys(call, 5, &["taken", "far", "here"])?;
            if ctx.the_match.is_explaining() {
                let first = std::iter::once(tool.0.into()).collect();
                ctx.doubt_unmet(call, (3, &filter), verb, &first)?;
            }
            for id in on_board(ctx, &filter) {
                let first = [Dimension::One(tool.0.into()), Dimension::One(id.0.into())];
                ctx.offer_places(verb, first, id, (reach, &whys))?;
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_granted",
        (
            "verb: string, keyword: string, used: string, filter: Filter, reach: string, \
             why: {[string]: Reason}?",
            "",
        ),
        "as offer_relocations, with piece and source for every grant of a keyword to the pieces \
         meant, unless the piece carries a marker `used` from that source; `why` also has reasons \
         for what is `used` and for pieces that have `none`",
        |ctx, _, call| {
            let verb = ctx.verb(call)?;
            let (keyword, used) = (ctx.keyword(call, 2)?, ctx.mark(call, 3)?);
            let filter = ctx.filter(call, 4)?;
            let reach = Reach::read(call.str(5)?)?;
            let whys = ctx.whys(call, 6, &["used", "none", "taken", "far", "here"])?;
            if ctx.the_match.is_explaining() {
                ctx.doubt_unmet(call, (4, &filter), verb, &Args::default())?;
                doubt_grants(ctx, verb, (keyword, used), &whys);
            }
            for grant in open_grants(ctx, &filter, keyword, used) {
                let pair = [grant.piece, grant.source];
                let first = pair.map(|id| Dimension::One(id.0.into()));
                ctx.offer_places(verb, first, grant.piece, (reach, &whys))?;
            }
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "offer_charges",
        ("verb: string, tool: Piece, filter: Filter, mode: string, why: {[string]: Reason}?", ""),
        "offers a verb with tool, piece, free neighboring cell and facing for the pieces meant, \
         where the piece would have something to strike there with attacks of a mode; `why` has \
         reasons for cells that are `taken` or too `far`, its own, `here`, and where it is `idle`",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let filter = ctx.filter(call, 3)?;
            let game = ctx.game;
            let mode = ModeId::at(declared(&game.names.modes, "mode", call.str(4)?)?);
            let Some(rules) = game.combat.as_ref() else {
                return Err(Fault::new("this game declares no combat"));
            };
            let whys = ctx.whys(call, 5, &["taken", "far", "here", "idle"])?;
            if ctx.the_match.is_explaining() {
                let first = std::iter::once(tool.0.into()).collect();
                ctx.doubt_unmet(call, (3, &filter), verb, &first)?;
            }
            let mut foresight = Foresight::default();
            for id in on_board(ctx, &filter) {
                let free = free_near(ctx, id);
                ctx.doubt_cells((verb, &[tool.0.into(), id.0.into()]), id, &free, &whys);
                for cell in free.iter() {
                    let scene = looked!(ctx).scene();
                    let facings = foresight.facings(scene, rules, (id, cell), Some(mode));
                    if facings == 0
                        && let Some(idle) = whys.get("idle")
                    {
                        let args = [tool.0.into(), id.0.into(), cell.0.into()];
                        ctx.doubt(verb, args.into_iter().collect(), idle);
                    }
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
        (
            "verb: string, tool: Piece, pushers: Filter, pushed: Filter, why: {[string]: Reason}?",
            "",
        ),
        "offers a verb with tool, pusher and neighbor pushed, where a free cell next to the \
         neighbor is not next to the pusher; `why` has reasons for what is too `far` to be pushed \
         and for what is `stuck`",
        |ctx, _, call| {
            let (verb, tool) = (ctx.verb(call)?, piece(call, 2)?);
            let (pushers, pushed) = (ctx.filter(call, 3)?, ctx.filter(call, 4)?);
            let targets = on_board(ctx, &pushed);
            let whys = ctx.whys(call, 5, &["far", "stuck"])?;
            if ctx.the_match.is_explaining() {
                let first = std::iter::once(tool.0.into()).collect();
                ctx.doubt_unmet(call, (3, &pushers), verb, &first)?;
            }
            for id in on_board(ctx, &pushers) {
                let values = pushable(ctx, id, &targets);
                if ctx.the_match.is_explaining() {
                    let first = [tool.0.into(), id.0.into()].into_iter().collect();
                    ctx.doubt_unmet(call, (4, &pushed), verb, &first)?;
                    doubt_pushes(ctx, (verb, &first), id, (&targets, &values), &whys);
                }
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
        (reach, whys): (Reach, &Whys),
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
        if let (Dimension::One(tool), Dimension::One(piece)) = (&tool, &piece) {
            self.doubt_cells((verb, &[*tool, *piece]), id, &free, whys);
        }
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

impl Context<'_> {
    /// Reasons by name; nothing is read while nobody asks.
    pub(super) fn whys(&self, call: &Call, i: usize, names: &[&str]) -> Result<Whys, Fault> {
        match self.the_match.is_explaining() {
            true => Whys::read(call, i, names),
            false => Ok(Whys::default()),
        }
    }

    /// Notes why a piece does not come to the cells that are not free for it.
    fn doubt_cells(
        &mut self,
        (verb, first): (VerbId, &[i32]),
        id: PieceId,
        free: &CellSet,
        whys: &Whys,
    ) {
        if !self.the_match.is_explaining() {
            return;
        }
        let state = self.the_match.state();
        let Some(from) = state.piece(id).cell() else { return };
        let near = self.the_match.game.board.neighbors(from).clone();
        let (occupied, all) = (state.occupied.clone(), self.the_match.game.board.cells().clone());
        for cell in (&all - free).iter() {
            let is_near = near.contains(cell) || whys.get("far").is_none();
            let name = if cell == from {
                "here"
            } else if is_near && occupied.contains(cell) {
                "taken"
            } else {
                "far"
            };
            if let Some(why) = whys.get(name) {
                let args = first.iter().copied().chain([cell.0.into()]);
                self.doubt(verb, args.collect(), why);
            }
        }
    }
}

/// Notes which pieces have a keyword from no source, and from which source it was used.
fn doubt_grants(
    ctx: &mut Context,
    verb: VerbId,
    (keyword, used): (KeywordId, MarkId),
    whys: &Whys,
) {
    let scene = looked!(ctx).scene();
    let grants: Vec<Grant> =
        scene.derived.grants().iter().filter(|it| it.keyword == keyword).copied().collect();
    let is_used = |grant: &&Grant| {
        let mut marks = scene.state.marks.iter().filter(|mark| mark.kind == used);
        marks.any(|mark| mark.on == grant.piece && mark.source == grant.source)
    };
    let spent: Vec<Grant> = grants.iter().filter(is_used).copied().collect();
    let all = scene.state.on_board().map(|(_, id)| id).filter(|id| !scene.state.is_laid(*id));
    let without: Vec<PieceId> =
        all.filter(|id| grants.iter().all(|grant| grant.piece != *id)).collect();
    if let Some(why) = whys.get("used") {
        for grant in spent {
            let pair = [grant.piece, grant.source].map(|id| i32::from(id.0));
            ctx.doubt(verb, pair.into_iter().collect(), why);
        }
    }
    if let Some(why) = whys.get("none") {
        for id in without {
            ctx.doubt(verb, std::iter::once(id.0.into()).collect(), why);
        }
    }
}

/// Notes why a pusher does not push those that can be pushed: they are too far, or stuck.
fn doubt_pushes(
    ctx: &mut Context,
    (verb, first): (VerbId, &Args),
    pusher: PieceId,
    (targets, pushable): (&[PieceId], &[i32]),
    whys: &Whys,
) {
    let state = ctx.the_match.state();
    let Some(from) = state.piece(pusher).cell() else { return };
    let near = ctx.the_match.game.board.neighbors(from);
    let is_near = |id: PieceId| state.piece(id).cell().is_some_and(|cell| near.contains(cell));
    let left = targets.iter().filter(|id| !pushable.contains(&i32::from(id.0)));
    let left: Vec<(PieceId, bool)> = left.map(|id| (*id, is_near(*id))).collect();
    for (id, is_near) in left {
        if let Some(why) = whys.get(if is_near { "stuck" } else { "far" }) {
            let mut args = *first;
            args.push(id.0.into());
            ctx.doubt(verb, args, why);
        }
    }
}

/// The pieces on the board a filter means, seen from the active seat.
fn on_board(ctx: &mut Context, filter: &Filter) -> Vec<PieceId> {
    let seat = ctx.the_match.state().active;
    let scene = looked!(ctx).scene();
    let mut found = Vec::new();
    filter.asked(scene, seat, None).visit(|_, id| {
        found.push(id);
        ControlFlow::Continue(())
    });
    found
}

fn open_grants(ctx: &mut Context, filter: &Filter, keyword: KeywordId, used: MarkId) -> Vec<Grant> {
    let seat = ctx.the_match.state().active;
    let scene = looked!(ctx).scene();
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
