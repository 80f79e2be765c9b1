//! Layers whose sources can stop each other.

use super::circles::first_circles;
use super::{Derived, Gift, each_target};
use crate::game::Game;
use crate::id::*;
use crate::mask::Mask;
use crate::state::State;

/// One reach of a status: who casts it on whom, as numbers of nodes.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    status: Mask,
    /// Whether it closed a circle and so counts no longer.
    is_cut: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Open,
    Free,
    Stopped,
}

/// A piece that casts or is reached.
#[derive(Clone, Copy)]
struct Node {
    id: PieceId,
    verdict: Verdict,
    /// How many reaches of pieces that are not stopped lead here.
    incoming: usize,
    /// Its own reaches, from the first to before the last.
    edges: (usize, usize),
}

/// The reaches of one layer, and what is known of the pieces they join.
struct Web {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Free pieces whose reaches have not yet stopped anybody.
    fresh: Vec<usize>,
}

/// Settles the statuses of one layer.
///
/// A source that already has one of the layer's statuses is stopped from the start. Then, until
/// nothing changes: a piece that no unstopped source reaches is free; what a free piece reaches
/// has the status and is stopped. Pieces left open stand in circles or behind them: the reaches
/// that close a circle nothing outside leads into cancel, and the search goes on. Every reach is
/// followed once, and looked at once more for every time circles are cut.
pub(super) fn settle(derived: &mut Derived, game: &Game, state: &State, layer: Mask) {
    let Some(mut web) = Web::of(derived, game, state, layer) else { return };
    loop {
        while let Some(free) = web.fresh.pop() {
            web.spread(derived, free);
        }
        if !web.cut_circles() {
            return;
        }
    }
}

impl Web {
    /// Nothing if nobody reaches anybody.
    fn of(derived: &Derived, game: &Game, state: &State, layer: Mask) -> Option<Web> {
        let mut web = Web { nodes: Vec::new(), edges: Vec::new(), fresh: Vec::new() };
        let mut numbers = Vec::new();
        let casting = derived.present().iter().filter(|source| source.casts);
        let cast = casting.flat_map(|source| {
            let auras = &game.prototype(state.piece(source.id).prototype).auras;
            auras.iter().map(move |aura| (source, aura))
        });
        for (source, aura) in cast {
            let Gift::Status(status) = aura.gives else { continue };
            let silenced = derived.statuses(source.id).meets(aura.stopped_by - layer);
            if !layer.has(status.index()) || silenced {
                continue;
            }
            each_target(game, state, (source.id, source.cell), aura, |to| {
                numbers.resize(state.pieces.len(), usize::MAX);
                let [from, to] =
                    [source.id, to].map(|id| web.number(&mut numbers, derived, layer, id));
                web.add(from, to, Mask::of(status.index()));
            });
        }
        let is_free = |node: &Node| node.verdict == Verdict::Open && node.incoming == 0;
        for (at, node) in web.nodes.iter_mut().enumerate().filter(|(_, node)| is_free(node)) {
            node.verdict = Verdict::Free;
            web.fresh.push(at);
        }
        (!web.edges.is_empty()).then_some(web)
    }

    /// The number of the node of a piece.
    fn number(
        &mut self,
        numbers: &mut [usize],
        derived: &Derived,
        layer: Mask,
        id: PieceId,
    ) -> usize {
        let Some(slot) = numbers.get_mut(id.index()) else { return usize::MAX };
        if *slot == usize::MAX {
            *slot = self.nodes.len();
            let is_stopped = derived.statuses(id).meets(layer);
            let verdict = if is_stopped { Verdict::Stopped } else { Verdict::Open };
            self.nodes.push(Node { id, verdict, incoming: 0, edges: (0, 0) });
        }
        *slot
    }

    /// Adds a reach; those of one piece follow one another.
    fn add(&mut self, from: usize, to: usize, status: Mask) {
        let at = self.edges.len();
        let Some(source) = self.nodes.get_mut(from) else { return };
        source.edges = if source.edges == (0, 0) { (at, at + 1) } else { (source.edges.0, at + 1) };
        let counts = usize::from(source.verdict != Verdict::Stopped);
        if let Some(target) = self.nodes.get_mut(to) {
            target.incoming += counts;
            self.edges.push(Edge { from, to, status, is_cut: false });
        }
    }

    /// The reaches of a piece that count, by place.
    fn reaches(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let (first, end) = self.nodes.get(node).map_or((0, 0), |node| node.edges);
        first..end
    }

    fn verdict(&self, node: usize) -> Option<Verdict> {
        self.nodes.get(node).map(|node| node.verdict)
    }

    /// A free piece gives its statuses and stops whom it reaches.
    fn spread(&mut self, derived: &mut Derived, free: usize) {
        for at in self.reaches(free) {
            let Some(edge) = self.edges.get(at).copied().filter(|edge| !edge.is_cut) else {
                continue;
            };
            let Some(target) = self.nodes.get_mut(edge.to) else { continue };
            derived.give_statuses(target.id, edge.status);
            if target.verdict == Verdict::Open {
                target.verdict = Verdict::Stopped;
                self.reaches(edge.to).for_each(|at| self.lift(at));
            }
        }
    }

    /// A reach counts no longer: whoever nothing else reaches is free.
    fn lift(&mut self, at: usize) {
        let Some(edge) = self.edges.get_mut(at).filter(|edge| !edge.is_cut) else { return };
        edge.is_cut = true;
        let to = edge.to;
        let Some(target) = self.nodes.get_mut(to) else { return };
        target.incoming = target.incoming.saturating_sub(1);
        if target.incoming == 0 && target.verdict == Verdict::Open {
            target.verdict = Verdict::Free;
            self.fresh.push(to);
        }
    }

    /// Cuts the reaches inside all circles that nothing open leads into; whether there were any.
    fn cut_circles(&mut self) -> bool {
        let is_open = |node: usize| self.verdict(node) == Some(Verdict::Open);
        let mut ways = vec![Vec::new(); self.nodes.len()];
        for edge in self.edges.iter().filter(|edge| !edge.is_cut && is_open(edge.from)) {
            if let Some(list) = ways.get_mut(edge.from).filter(|_| is_open(edge.to)) {
                list.push(edge.to);
            }
        }
        let circles = first_circles(&ways);
        let circle_of = |node: usize| circles.get(node).copied().flatten();
        let joins = |edge: &Edge| {
            circle_of(edge.from).is_some() && circle_of(edge.from) == circle_of(edge.to)
        };
        let closing: Vec<usize> =
            self.edges.iter().enumerate().filter(|(_, e)| joins(e)).map(|(at, _)| at).collect();
        closing.iter().for_each(|at| self.lift(*at));
        !closing.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modifier::Reach;
    use crate::sample::*;
    use proptest::prelude::*;

    /// A piece, and everybody from whom reaches lead to it.
    fn above(reaches: &[(usize, usize)], to: usize) -> Vec<usize> {
        let mut found = vec![to];
        let mut at = 0;
        while let Some(to) = found.get(at).copied() {
            let more = reaches.iter().filter(|(_, other)| *other == to).map(|(from, _)| *from);
            let more: Vec<usize> = more.filter(|from| !found.contains(from)).collect();
            found.extend(more);
            at += 1;
        }
        found
    }

    /// Who is stopped, straight from the words: again and again over all reaches.
    fn stopped_by_the_words(n: usize, reaches: &[(usize, usize)]) -> Vec<usize> {
        let (mut edges, mut free, mut stopped) = (reaches.to_vec(), vec![false; n], vec![false; n]);
        loop {
            let before = (free.clone(), stopped.clone());
            edges.retain(|(from, _)| !stopped[*from]);
            let is_reached = |at: usize| edges.iter().any(|(_, to)| *to == at);
            let lone = (0..n).filter(|at| !stopped[*at] && !is_reached(*at));
            lone.for_each(|at| free[at] = true);
            edges.iter().filter(|(from, _)| free[*from]).for_each(|(_, to)| stopped[*to] = true);
            if (free.clone(), stopped.clone()) != before {
                continue;
            }
            let is_open = |at: usize| !free[at] && !stopped[at];
            let open = edges.iter().filter(|(from, to)| is_open(*from) && is_open(*to));
            let open: Vec<(usize, usize)> = open.copied().collect();
            let first = open.iter().find_map(|(_, to)| {
                let all = above(&open, *to);
                all.iter().all(|other| above(&open, *other).contains(to)).then_some(all)
            });
            let Some(circle) = first else { break };
            edges.retain(|(from, to)| !(circle.contains(from) && circle.contains(to)));
        }
        (0..n).filter(|at| stopped[*at]).collect()
    }

    proptest! {
        /// Netters of two seats all over the board, each reaching any of its six sides.
        #[test]
        fn nets_settle_as_the_words_say(
            pieces in prop::collection::vec((0u8..2, 0u16..64), 2..19)
        ) {
            let mut wide = (*game()).clone();
            for (_, sides) in &pieces {
                let mut netter = wide.prototypes[1].clone();
                netter.auras[0].reach = Reach::Sides(*sides);
                wide.prototypes.push(netter);
            }
            let n_before = game().prototypes.len() as u16;
            let cells: Vec<(i32, i32)> =
                (0..19).filter_map(|i| game().board.coordinates(crate::board::Cell(i))).collect();
            let placed: Vec<_> = (0..).zip(&pieces).zip(&cells)
                .map(|((at, (owner, _)), cell)| (n_before + at, *owner, *cell, 0))
                .collect();
            let mut the_match = position_in(std::sync::Arc::new(wide), &placed);
            let scene = the_match.scene();
            let mut reaches = Vec::new();
            for (at, piece) in scene.state.pieces.iter().enumerate() {
                let aura = &scene.game.prototype(piece.prototype).auras[0];
                let from = (PieceId(at as u16), piece.cell().unwrap());
                each_target(scene.game, scene.state, from, aura, |to| reaches.push((at, to.index())));
            }
            let is_netted = |at: &usize| scene.derived.has(PieceId(*at as u16), NETTED);
            let netted: Vec<usize> = (0..placed.len()).filter(is_netted).collect();
            prop_assert_eq!(netted, stopped_by_the_words(placed.len(), &reaches));
        }
    }
}
