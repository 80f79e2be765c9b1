//! Sums over pieces, and which of them pay a cost.

use std::ops::ControlFlow;

use harena_engine::id::*;
use harena_engine::payment::{Cost, payments};
use harena_pack::codes;

use super::argument::{declared, pieces_in};
use super::{Context, Entry, Kind, method, piece_handle};
use crate::raw::{Call, Fault, Plain};
use crate::raw_limits::spend;

/// A payment is looked for among no more pieces than this.
const MAX_PURSE: usize = 100;
/// More stats than this are not looked at in one question.
const MAX_STATS: usize = 100;
/// More payments than this are refused.
const MAX_PAYMENTS: usize = 10_000;

pub(super) const ENTRIES: &[Entry] = &[
    method(
        Kind::Match,
        "sums",
        ("pieces: {Piece}, stats: {string}", "{number}"),
        "what each of some stats adds up to over pieces, in the order of the stats",
        |ctx, _, call| {
            let (pieces, stats) = (pieces(call)?, ctx.stats(call)?);
            spend((pieces.len() * stats.len()) as u64 / 8)?;
            let derived = looked!(ctx).derived();
            let of = |id: &PieceId, stat: StatId| i64::from(derived.stat(*id, stat));
            let sum = |stat: StatId| pieces.iter().map(|id| of(id, stat)).sum();
            let sums: Vec<i64> = stats.into_iter().map(sum).collect();
            call.push_list_of_ints(sums);
            Ok(())
        },
    ),
    method(
        Kind::Match,
        "payments",
        ("pieces: {Piece}, stats: {string}, cost: {number}, wrong: number?", "{{Piece}}"),
        "every way to pay a cost with some of at most 100 pieces of which none could be left out: \
         so much of each stat, and, where one more number stands behind them, so much of all of \
         them together; `wrong` says how much of the single stats may be missing. Of pieces of one \
         definition that pay the same the first ones are taken; what comes first in the list is \
         paid first",
        |ctx, _, call| {
            let (pieces, stats) = (pieces(call)?, ctx.stats(call)?);
            if pieces.len() > MAX_PURSE {
                let n = pieces.len();
                let message = format!("payments takes a list of at most {MAX_PURSE}, not of {n}");
                return Err(Fault::new(message));
            }
            let cost = cost(call, stats.len())?;
            let scene = looked!(ctx).scene();
            let purse: Vec<(u32, Vec<i64>)> = pieces
                .iter()
                .map(|id| {
                    let pays = stats.iter().map(|stat| scene.derived.stat(*id, *stat).into());
                    (scene.state.piece(*id).prototype.0.into(), pays.collect())
                })
                .collect();
            let (mut fault, work) = (None, 1 + (purse.len() * stats.len()) as u64 / 16);
            let found = payments(&purse, &cost, &mut |n| {
                fault = spend(work).err();
                if n > MAX_PAYMENTS {
                    let message = "there are too many ways to pay this";
                    fault = Some(Fault::new(message).with_code(codes::TOO_MANY_OPTIONS));
                }
                if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let Some(found) = found else {
                return fault.map_or(Ok(()), Err);
            };
            let paying = |places: &Vec<usize>| -> Vec<_> {
                places.iter().filter_map(|at| pieces.get(*at)).map(|id| piece_handle(*id)).collect()
            };
            call.push_lists_of_handles(found.iter().map(paying));
            Ok(())
        },
    ),
];

/// The pieces of argument 1.
fn pieces(call: &Call) -> Result<Vec<PieceId>, Fault> {
    let all = pieces_in(call.table(1)?)?;
    let mut sorted = all.clone();
    sorted.sort_unstable();
    if sorted.array_windows().any(|[one, next]| one == next) {
        return Err(Fault::new("a piece stands twice in this list"));
    }
    Ok(all)
}

/// What is to be paid, argument 3: a number for each stat, and perhaps one for all together.
fn cost(call: &Call, n_stats: usize) -> Result<Cost, Fault> {
    let mut each = Vec::with_capacity(n_stats + 1);
    call.table(3)?.items(|_, item| {
        let Plain::Int(n) = item else { return Err(Fault::new("a cost is a list of numbers")) };
        each.push(n.clamp(0, i32::MAX.into()));
        Ok(())
    })?;
    let n = each.len();
    if n < n_stats || n > n_stats + 1 {
        let message = format!(
            "a cost has a number for each of {n_stats} stats, and perhaps one \
                               for all of them together, not {n} numbers"
        );
        return Err(Fault::new(message));
    }
    let together = if n > n_stats { each.pop().unwrap_or(0) } else { 0 };
    let wrong = call.optional_int(4)?.unwrap_or(0).clamp(0, i32::MAX.into());
    Ok(Cost { each, together, wrong })
}

impl Context<'_> {
    /// The stats of argument 2.
    fn stats(&self, call: &Call) -> Result<Vec<StatId>, Fault> {
        let (names, mut all) = (&self.the_match.game.names.stats, Vec::with_capacity(8));
        call.table(2)?.items(|_, item| {
            if all.len() == MAX_STATS {
                let message = format!("{} takes at most {MAX_STATS} stats", call.name());
                return Err(Fault::new(message));
            }
            let Plain::Text(name) = item else { return Err(Fault::new("stats are names")) };
            all.push(StatId::at(declared(names, "stat", name)?));
            Ok(())
        })?;
        Ok(all)
    }
}
