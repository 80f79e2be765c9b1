//! Layers whose sources can stop each other.

use super::{Derived, Gift, each_target};
use crate::game::Game;
use crate::id::*;
use crate::mask::Mask;
use crate::state::State;

/// One reach of a status: who casts it on whom.
#[derive(Clone, Copy)]
struct Edge {
    from: PieceId,
    to: PieceId,
    status: Mask,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Open,
    Free,
    Stopped,
}

/// Settles the statuses of one layer.
///
/// A source that already has one of the layer's statuses is stopped from the start. Then, until
/// nothing changes: a piece that no unstopped source reaches is free; what a free piece reaches
/// has the status and is stopped. Pieces left open stand in circles or behind them: the reaches
/// that close a circle nothing outside leads into cancel, and the search goes on.
pub(super) fn settle(derived: &mut Derived, game: &Game, state: &State, layer: Mask) {
    let mut edges = edges_of(derived, game, state, layer);
    if edges.is_empty() {
        return;
    }
    let mut verdicts: Vec<Verdict> = (0..state.pieces.len())
        .map(|i| match derived.statuses(PieceId(i as u16)).meets(layer) {
            false => Verdict::Open,
            true => Verdict::Stopped,
        })
        .collect();
    loop {
        while decide(derived, &mut edges, &mut verdicts) {}
        let Some(circle) = first_circle(&edges, &verdicts) else { return };
        edges.retain(|e| !(circle.contains(&e.from) && circle.contains(&e.to)));
    }
}

/// The pieces of a circle of open reaches into which no other open reach leads.
fn first_circle(edges: &[Edge], verdicts: &[Verdict]) -> Option<Vec<PieceId>> {
    let is_open = |id: PieceId| verdicts.get(id.index()) == Some(&Verdict::Open);
    let open = edges.iter().filter(|e| is_open(e.from) && is_open(e.to));
    let open: Vec<Edge> = open.copied().collect();
    open.iter().find_map(|edge| {
        let above = upstream(&open, edge.to);
        let is_first = above.iter().all(|id| upstream(&open, *id).contains(&edge.to));
        is_first.then_some(above)
    })
}

/// All pieces from which reaches lead to a piece, over any number of others.
fn upstream(edges: &[Edge], to: PieceId) -> Vec<PieceId> {
    let (mut found, mut open) = (Vec::new(), vec![to]);
    while let Some(at) = open.pop() {
        for edge in edges.iter().filter(|e| e.to == at) {
            if !found.contains(&edge.from) {
                found.push(edge.from);
                open.push(edge.from);
            }
        }
    }
    found
}

fn edges_of(derived: &Derived, game: &Game, state: &State, layer: Mask) -> Vec<Edge> {
    let mut edges = Vec::new();
    for source in derived.present().iter().filter(|s| s.casts) {
        for aura in &game.prototype(state.piece(source.id).prototype).auras {
            let Gift::Status(status) = aura.gives else { continue };
            let silenced = derived.statuses(source.id).meets(aura.stopped_by - layer);
            if !layer.has(status.index()) || silenced {
                continue;
            }
            each_target(game, state, (source.id, source.cell), aura, |to| {
                let status = Mask::of(status.index());
                edges.push(Edge { from: source.id, to, status });
            });
        }
    }
    edges
}

/// One pass; answers whether it decided anything.
fn decide(derived: &mut Derived, edges: &mut Vec<Edge>, verdicts: &mut [Verdict]) -> bool {
    let at = |verdicts: &[Verdict], id: PieceId| verdicts.get(id.index()).copied();
    edges.retain(|e| at(verdicts, e.from) != Some(Verdict::Stopped));
    let mut changed = false;
    for i in 0..edges.len() {
        let Some(edge) = edges.get(i).copied() else { continue };
        let reached = edges.iter().any(|e| e.to == edge.from);
        if at(verdicts, edge.from) == Some(Verdict::Open) && !reached {
            changed |= put(verdicts, edge.from, Verdict::Free);
        }
        if at(verdicts, edge.from) == Some(Verdict::Free) {
            changed |= put(verdicts, edge.to, Verdict::Stopped);
            derived.give_statuses(edge.to, edge.status);
        }
    }
    changed
}

fn put(verdicts: &mut [Verdict], id: PieceId, verdict: Verdict) -> bool {
    match verdicts.get_mut(id.index()) {
        Some(slot) if *slot != verdict => {
            *slot = verdict;
            true
        }
        _ => false,
    }
}
