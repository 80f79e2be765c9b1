//! Circles of ways that nothing outside leads into.

/// A node while the walk goes on.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// When it was first met, from 1; 0 for not yet.
    met: usize,
    /// The earliest node of the walk that can be reached from here.
    low: usize,
    /// The group it belongs to, once that is known.
    group: Option<usize>,
}

/// The walk over all nodes: groups of nodes that all lead to each other (Tarjan's way).
struct Walk<'a> {
    ways: &'a [Vec<usize>],
    seen: Vec<Seen>,
    /// Nodes that were met and have no group yet.
    waiting: Vec<usize>,
    /// The nodes from the start of the walk to where it is, each with its next way.
    path: Vec<(usize, usize)>,
    n_met: usize,
    n_groups: usize,
}

/// For every node the circle it belongs to, if it is in one that nothing outside leads into. The
/// ways of a node lead to the nodes in its list.
pub(super) fn first_circles(ways: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut walk = Walk {
        ways,
        seen: vec![Seen::default(); ways.len()],
        waiting: Vec::new(),
        path: Vec::new(),
        n_met: 0,
        n_groups: 0,
    };
    for start in 0..ways.len() {
        if walk.at(start).met == 0 {
            walk.meet(start);
            while let Some((node, next)) = walk.path.pop() {
                walk.go_on(node, next);
            }
        }
    }
    let group = |node: usize| walk.at(node).group;
    let mut is_circle = vec![false; walk.n_groups];
    let mut is_entered = vec![false; walk.n_groups];
    for (from, list) in ways.iter().enumerate() {
        for to in list {
            let Some(into) = group(*to) else { continue };
            let marks = if group(from) == Some(into) { &mut is_circle } else { &mut is_entered };
            if let Some(mark) = marks.get_mut(into) {
                *mark = true;
            }
        }
    }
    let holds = |marks: &[bool], group: usize| marks.get(group).copied().unwrap_or(false);
    let is_first = |group: &usize| holds(&is_circle, *group) && !holds(&is_entered, *group);
    (0..ways.len()).map(|node| group(node).filter(is_first)).collect()
}

impl Walk<'_> {
    fn at(&self, node: usize) -> Seen {
        self.seen.get(node).copied().unwrap_or_default()
    }

    fn meet(&mut self, node: usize) {
        self.n_met += 1;
        if let Some(seen) = self.seen.get_mut(node) {
            (seen.met, seen.low) = (self.n_met, self.n_met);
        }
        self.waiting.push(node);
        self.path.push((node, 0));
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(seen) = self.seen.get_mut(node) {
            seen.low = seen.low.min(to);
        }
    }

    /// Takes the next way of a node, or leaves it for good.
    fn go_on(&mut self, node: usize, next: usize) {
        let Some(to) = self.ways.get(node).and_then(|list| list.get(next)).copied() else {
            return self.leave(node);
        };
        self.path.push((node, next + 1));
        let there = self.at(to);
        if there.met == 0 {
            self.meet(to);
        } else if there.group.is_none() {
            self.lower(node, there.met);
        }
    }

    fn leave(&mut self, node: usize) {
        let own = self.at(node);
        if let Some((before, _)) = self.path.last().copied() {
            self.lower(before, own.low);
        }
        if own.low != own.met {
            return;
        }
        while let Some(member) = self.waiting.pop() {
            if let Some(seen) = self.seen.get_mut(member) {
                seen.group = Some(self.n_groups);
            }
            if member == node {
                break;
            }
        }
        self.n_groups += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of each circle nothing leads into.
    fn check(ways: &[(usize, usize)], expected: &[&[usize]]) {
        let mut lists = vec![Vec::new(); 8];
        ways.iter().for_each(|(from, to)| lists[*from].push(*to));
        let found = first_circles(&lists);
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for (node, circle) in found.iter().enumerate().filter(|(_, circle)| circle.is_some()) {
            match circles.iter_mut().find(|nodes| found[nodes[0]] == *circle) {
                Some(nodes) => nodes.push(node),
                None => circles.push(vec![node]),
            }
        }
        assert_eq!(circles, expected, "{ways:?}");
    }

    #[test]
    fn circles_that_nothing_leads_into_are_found_all_at_once() {
        check(&[(0, 1), (1, 2)], &[]);
        check(&[(0, 1), (1, 0)], &[&[0, 1]]);
        check(&[(3, 3), (3, 0), (0, 1), (1, 0)], &[&[3]]);
        check(
            &[(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (4, 3), (5, 6), (6, 5)],
            &[&[0, 1, 2], &[5, 6]],
        );
        check(&[(7, 0), (0, 1), (1, 0)], &[]);
    }
}
