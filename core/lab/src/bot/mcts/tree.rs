//! What a search remembers: a node for each word of each option it tried.

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;

use super::path::{Next, Path};
use crate::bot::random::below;

/// So many words of one place are tried before any of them is tried again.
const FIRST: u32 = 24;
/// How much the unknown is preferred to what went well so far, where matches are played to their
/// end: then each tells victory or defeat, and much of that is chance.
const CURIOSITY: f64 = 0.35;
/// The same where positions are judged: options then lie close to each other, and whoever is as
/// curious tries them all alike, one's own as much as those of others.
const CURIOSITY_OF_JUDGES: f64 = 0.1;
/// So many trials one judgement of advice counts as: it was made at once and of the best answers,
/// where a trial takes chance along.
const ADVICE: u32 = 8;
/// How little few trials are trusted when an option is taken.
const DOUBT: f64 = 0.3;
/// Before this word, the number of a seat, stands what it chose in secret beside others.
const SECRET: i32 = i32::MIN;

/// A place in the tree.
pub(super) type NodeId = u32;

/// One word of an option, chosen after those above it.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Whose choice it is.
    seat: Seat,
    /// How often it was chosen.
    visits: u32,
    /// How often it could be chosen.
    available: u32,
    /// The sum of what the seat that chose it got, from 0 to 1 each.
    worth: f64,
    /// As how many trials it counts that it was judged without being chosen, and the sum of what it
    /// was judged to be worth in them.
    advised: u32,
    hoped: f64,
    /// What the best option is worth that begins with these words, where such is known.
    best: Option<f64>,
    /// Whether an option is complete here.
    is_whole: bool,
    /// What was tried next, by rising words.
    children: Vec<(i32, NodeId)>,
}

impl Node {
    /// How often something was learned about it.
    fn known(&self) -> f64 {
        f64::from((self.visits + self.advised).max(1))
    }

    fn mean(&self) -> f64 {
        (self.worth + self.hoped) / self.known()
    }

    /// What it is worth at least, as far as so few trials can tell.
    fn at_least(&self) -> f64 {
        self.mean() - DOUBT / self.known().sqrt()
    }

    /// How much a search wants to look here: what it was worth so far, and more the seldomer it
    /// was tried when it could have been. Square roots alone, so that every machine agrees.
    fn interest(&self, curiosity: f64) -> f64 {
        let unknown = (f64::from(self.available.max(1)).sqrt() / self.known()).sqrt();
        self.best.unwrap_or_else(|| self.mean()) + curiosity * unknown
    }
}

/// All nodes of a search; the first is where it began.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// Whether the first words of an option are worth what the best of those is worth that begin
    /// so, and not the average of all of them: where positions are judged, each trial tells much.
    pub judges: bool,
    nodes: Vec<Node>,
    words: Vec<i32>,
    open: Vec<(i32, Option<NodeId>)>,
}

/// A way down the tree: where it stands, what it passed, and whether it left what was known.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Where it stands.
    pub at: NodeId,
    /// Everything passed, for learning.
    passed: Vec<NodeId>,
    /// Whether something was tried for the first time.
    pub is_new: bool,
}

impl Trail {
    /// A way that begins at a place.
    pub fn from(at: NodeId) -> Trail {
        Trail { at, passed: vec![at], is_new: false }
    }

    /// Adds what another seat chose apart; goes on behind it if that is asked for.
    pub fn join(&mut self, apart: Trail, goes_on: bool) {
        self.passed.extend(apart.passed);
        self.is_new |= apart.is_new;
        if goes_on {
            self.at = apart.at;
        }
    }
}

impl Tree {
    /// A tree that knows nothing.
    pub fn new() -> Tree {
        let (nodes, words, open) = (vec![Node::default()], Vec::new(), Vec::new());
        Tree { judges: false, nodes, words, open }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Chooses an option of a decision, word by word; the trail ends behind it.
    pub fn choose(
        &mut self,
        decision: &Decision,
        trail: &mut Trail,
        rng: &mut Rng,
    ) -> Option<Action> {
        let mut path = Path::default();
        let mut words = std::mem::take(&mut self.words);
        loop {
            let next = path.next(decision, &mut words);
            let word = match (next, words.as_slice()) {
                (Next::Nothing, _) => break,
                (Next::Listed, [only]) => *only,
                (Next::Listed, words) => self.pick(trail, decision.seat, words, rng),
                (Next::Many, _) => match self.pick_of_many(trail, (decision, path), rng) {
                    Some(word) => word,
                    None => break,
                },
            };
            path = path.then(word);
        }
        self.words = words;
        self.enter(trail, decision.seat, i32::MAX);
        path.action()
    }

    /// Where a seat chooses at a place, whether alone or in secret beside others.
    pub fn place_of(&self, at: NodeId, seat: Seat) -> NodeId {
        let node = self.nodes.get(at as usize);
        node.and_then(|node| node.child(SECRET + i32::from(seat.0))).unwrap_or(at)
    }

    /// Where a seat begins to choose in secret beside others that choose at a place.
    pub fn apart(&mut self, at: NodeId, seat: Seat) -> Trail {
        let mut trail = Trail { at, ..Trail::default() };
        self.enter(&mut trail, seat, SECRET + i32::from(seat.0));
        trail.is_new = false;
        trail
    }

    /// One of some words, and the step into it.
    fn pick(&mut self, trail: &mut Trail, seat: Seat, words: &[i32], rng: &mut Rng) -> i32 {
        self.open.clear();
        let mut open = std::mem::take(&mut self.open);
        let Some(node) = self.nodes.get(trail.at as usize) else {
            return words.first().copied().unwrap_or(0);
        };
        open.extend(words.iter().map(|word| (*word, node.child(*word))));
        let known = open.iter().filter(|(_, child)| child.is_some()).count();
        let word = if known < self.breadth(trail.at).min(open.len()) {
            let nth = below(rng, (open.len() - known) as u64) as usize;
            open.iter().filter(|(_, child)| child.is_none()).nth(nth).map(|(word, _)| *word)
        } else {
            self.most_interesting(&open)
        };
        self.offered(&open);
        self.open = open;
        let word = word.or(words.first().copied()).unwrap_or(0);
        self.enter(trail, seat, word);
        word
    }

    /// As [`Tree::pick`], among more words than can be written out.
    fn pick_of_many(
        &mut self,
        trail: &mut Trail,
        (decision, path): (&Decision, Path),
        rng: &mut Rng,
    ) -> Option<i32> {
        let node = self.nodes.get(trail.at as usize)?;
        let fits = |(word, _): &&(i32, NodeId)| path.takes(decision, *word);
        let open: Vec<_> =
            node.children.iter().filter(fits).map(|(word, id)| (*word, Some(*id))).collect();
        let word = match open.len() < self.breadth(trail.at) {
            true => path.any(decision, rng),
            false => self.most_interesting(&open),
        };
        self.offered(&open);
        self.enter(trail, decision.seat, word?);
        word
    }

    /// How many words are worth trying at a place: more the better it is known.
    fn breadth(&self, at: NodeId) -> usize {
        let Some(node) = self.nodes.get(at as usize) else { return 0 };
        let first = if node.advised > 0 { 0 } else { FIRST };
        (first + 2 * node.visits.isqrt()) as usize
    }

    fn most_interesting(&self, open: &[(i32, Option<NodeId>)]) -> Option<i32> {
        let curiosity = if self.judges { CURIOSITY_OF_JUDGES } else { CURIOSITY };
        let mut best: Option<(f64, i32)> = None;
        for (word, child) in open {
            let Some(node) = child.and_then(|id| self.nodes.get(id as usize)) else { continue };
            let interest = node.interest(curiosity);
            if best.is_none_or(|(most, _)| interest > most) {
                best = Some((interest, *word));
            }
        }
        best.map(|(_, word)| word)
    }

    /// Notes that these could have been chosen.
    fn offered(&mut self, open: &[(i32, Option<NodeId>)]) {
        for id in open.iter().filter_map(|(_, child)| *child) {
            if let Some(node) = self.nodes.get_mut(id as usize) {
                node.available += 1;
            }
        }
    }

    /// Steps into what a word leads to, which may be new.
    fn enter(&mut self, trail: &mut Trail, seat: Seat, word: i32) {
        let new = self.nodes.len() as NodeId;
        let Some(node) = self.nodes.get_mut(trail.at as usize) else { return };
        let id = match node.children.binary_search_by_key(&word, |(word, _)| *word) {
            Ok(at) => node.children.get(at).map_or(new, |(_, id)| *id),
            Err(at) => {
                node.children.insert(at, (word, new));
                new
            }
        };
        match self.nodes.get(id as usize) {
            Some(node) => trail.is_new |= node.is_whole && node.visits == 0,
            None => {
                let is_whole = word == i32::MAX;
                self.nodes.push(Node { seat, available: 1, is_whole, ..Node::default() });
                trail.is_new = true;
            }
        }
        trail.at = id;
        trail.passed.push(id);
    }

    /// Learns what came of a way: from 0 to 1 for each seat.
    pub fn learn(&mut self, trail: &Trail, worths: &[f64]) {
        for id in &trail.passed {
            let Some(node) = self.nodes.get_mut(*id as usize) else { continue };
            node.visits += 1;
            node.worth += worths.get(node.seat.index()).copied().unwrap_or(0.5);
        }
        self.settle(&trail.passed);
    }

    /// Learns what options of a decision at a place are judged to be worth, from 0 to 1, before any
    /// of them is tried.
    pub fn advise(&mut self, decision: &Decision, at: NodeId, judged: &[(Action, f64)]) {
        for (action, worth) in judged {
            let trail = self.entered(decision, at, action);
            self.hope(&trail.passed, *worth);
        }
    }

    /// Learns what an option is judged to be worth that is reached on this way.
    fn hope(&mut self, passed: &[NodeId], worth: f64) {
        for id in passed {
            let Some(node) = self.nodes.get_mut(*id as usize) else { continue };
            node.advised += ADVICE;
            node.hoped += worth * f64::from(ADVICE);
        }
        self.settle(passed);
    }

    /// The way to an option of a decision at a place, word by word; a word without another beside
    /// it is passed over.
    fn entered(&mut self, decision: &Decision, at: NodeId, action: &Action) -> Trail {
        let (mut path, mut words) = (Path::default(), Vec::new());
        let mut trail = Trail::from(at);
        for word in words_of(action) {
            let next = path.next(decision, &mut words);
            path = path.then(word);
            if next != Next::Listed || words.len() > 1 {
                self.enter(&mut trail, decision.seat, word);
            }
        }
        self.enter(&mut trail, decision.seat, i32::MAX);
        trail
    }

    /// Works out anew what the first words of options are worth, those passed last first.
    fn settle(&mut self, passed: &[NodeId]) {
        for id in passed.iter().rev().filter(|_| self.judges) {
            let Some(node) = self.nodes.get(*id as usize).filter(|it| !it.is_whole) else {
                continue;
            };
            let (usual, mut best) = (node.mean(), None::<f64>);
            let known = node.children.iter().filter_map(|(_, id)| self.nodes.get(*id as usize));
            // What was tried once is believed by half.
            for child in known.filter(|it| it.visits + it.advised > 0) {
                let worth = child.best.unwrap_or_else(|| child.mean());
                let worth = (worth * child.known() + usual) / (child.known() + 1.0);
                best = Some(best.map_or(worth, |most| most.max(worth)));
            }
            if let Some(node) = self.nodes.get_mut(*id as usize) {
                node.best = best;
            }
        }
    }

    /// Adds what another tree knows of the options that are chosen at a place of it, without what
    /// comes behind them.
    pub fn add(&mut self, at: NodeId, other: &Tree, from: NodeId) {
        let Some(known) = other.nodes.get(from as usize) else { return };
        for (word, child) in &known.children {
            let Some(theirs) = other.nodes.get(*child as usize) else { continue };
            let mut trail = Trail { at, ..Trail::default() };
            self.enter(&mut trail, theirs.seat, *word);
            let Some(own) = self.nodes.get_mut(trail.at as usize) else { continue };
            // A new node counts itself as available once; theirs have counted that already.
            own.available -= u32::from(trail.is_new);
            own.available += theirs.available;
            own.visits += theirs.visits;
            own.worth += theirs.worth;
            own.advised += theirs.advised;
            own.hoped += theirs.hoped;
            if *word != i32::MAX {
                self.add(trail.at, other, *child);
            }
        }
    }

    /// The options of a decision that were tried: first the one to take, then the most tried.
    pub fn lines(&self, decision: &Decision, from: NodeId) -> Vec<Line> {
        let mut lines = Vec::new();
        self.gather((decision, Path::default()), from, &mut lines);
        let best = match self.judges {
            true => surest(&lines),
            false => self.best(decision, from),
        };
        let mut lines: Vec<Line> = lines.into_iter().map(|(line, _)| line).collect();
        let is_best = |line: &Line| Some(line.action) == best;
        lines.retain(|line| line.visits > 0 || is_best(line));
        lines.sort_by(|a, b| {
            let tried = b.visits.cmp(&a.visits).then(b.chance.total_cmp(&a.chance));
            is_best(b).cmp(&is_best(a)).then(tried).then(a.action.cmp(&b.action))
        });
        lines
    }

    /// The option that is surely good: word by word the one whose worth is best, less what so few
    /// trials may have flattered it by.
    fn best(&self, decision: &Decision, from: NodeId) -> Option<Action> {
        let (mut path, mut at) = (Path::default(), from);
        let mut words = Vec::new();
        loop {
            let next = path.next(decision, &mut words);
            let word = match (next, words.as_slice()) {
                (Next::Nothing, _) => return path.action(),
                (Next::Listed, [only]) => *only,
                (Next::Listed | Next::Many, _) => {
                    let node = self.nodes.get(at as usize)?;
                    let fits = |(word, _): &&(i32, NodeId)| path.takes(decision, *word);
                    let sure = |id: NodeId| self.nodes.get(id as usize).map_or(0.0, Node::at_least);
                    let of =
                        node.children.iter().filter(fits).map(|(word, id)| (sure(*id), *word, *id));
                    let (_, word, id) =
                        of.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
                    at = id;
                    word
                }
            };
            path = path.then(word);
        }
    }

    fn gather(
        &self,
        (decision, path): (&Decision, Path),
        at: NodeId,
        lines: &mut Vec<(Line, f64)>,
    ) {
        let mut words = Vec::new();
        let next = path.next(decision, &mut words);
        let Some(node) = self.nodes.get(at as usize) else { return };
        if let (Next::Nothing, Some(id)) = (next, node.child(i32::MAX)) {
            if let (Some(action), Some(end)) = (path.action(), self.nodes.get(id as usize)) {
                let line = Line { action, visits: end.visits, chance: end.mean() };
                lines.push((line, end.at_least()));
            }
        } else if let (Next::Listed, [only]) = (next, words.as_slice()) {
            self.gather((decision, path.then(*only)), at, lines);
        } else if next != Next::Nothing {
            let known = node.children.iter().filter(|(word, _)| path.takes(decision, *word));
            known.for_each(|(word, id)| self.gather((decision, path.then(*word)), *id, lines));
        }
    }

    /// Where the tree goes on after an option of a decision.
    pub fn after(&self, decision: &Decision, action: &Action, from: NodeId) -> Option<NodeId> {
        let (mut path, mut at) = (Path::default(), from);
        let mut words = Vec::new();
        for word in words_of(action) {
            let next = path.next(decision, &mut words);
            path = path.then(word);
            if next == Next::Listed && words.len() == 1 {
                continue;
            }
            at = self.nodes.get(at as usize)?.child(word)?;
        }
        self.nodes.get(at as usize)?.child(i32::MAX)
    }
}

impl Node {
    fn child(&self, word: i32) -> Option<NodeId> {
        let at = self.children.binary_search_by_key(&word, |(word, _)| *word).ok()?;
        self.children.get(at).map(|(_, id)| *id)
    }
}

/// The option that is surely good: the one worth most, less what so few trials may have flattered
/// it by; the first of equals.
fn surest(lines: &[(Line, f64)]) -> Option<Action> {
    let mut best: Option<(f64, Action)> = None;
    for (line, least) in lines {
        if best.is_none_or(|(most, _)| *least > most) {
            best = Some((*least, line.action));
        }
    }
    best.map(|(_, action)| action)
}

/// The words of an option: its verb, then its arguments.
fn words_of(action: &Action) -> impl Iterator<Item = i32> + '_ {
    std::iter::once(i32::from(action.verb.0)).chain(action.args.as_slice().iter().copied())
}

/// An option a search has tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The option.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// What it was worth on average: 1 is a sure victory, 0 a sure defeat.
    pub chance: f64,
}
