//! Wins that nobody can prevent.
//!
//! A seat wins by force if it has a way to choose, each time by what it sees then, that wins
//! whatever the others do. What it cannot see, and chance to come, is dealt many times, the true
//! match among them: one way must win in all of these. Nothing is estimated; what is too much to
//! look through is left open.

use std::collections::BTreeMap;

use harena_engine::chance::mix;
use harena_engine::decision::{Action, Decision};
use harena_engine::hash::Digest;
use harena_engine::id::{PieceId, Seat};
use harena_engine::the_match::{Match, Rules};
use harena_engine::view;

use crate::guess::{Guess, Guesser};

/// So many options are tried in one position and for one seat, in the match as it is.
const MOST_TRIES: u32 = 3_000;
/// So many where it is dealt anew.
const MOST_TRIES_DEALT: u32 = 30_000;
/// So many are tried in a whole hunt.
const MOST_IN_ALL: u64 = 300_000;
/// So many questions to the seat that wins are followed, those without a choice as well.
const DEEPEST: u32 = 200;
/// So often it is dealt anew where something is hidden or left to chance.
const N_DEALT: u32 = 48;

/// Who did what.
pub(super) type Line = Vec<(Seat, Action)>;

/// A win that nobody can prevent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Who wins.
    pub seat: Seat,
    /// How often at most it has to choose between two options until then.
    pub n_choices: u8,
    /// In how many matches dealt it was seen; 0 where nothing is hidden and nothing left to chance,
    /// so that it is certain.
    pub n_dealt: u32,
    /// After how many actions nobody can prevent it.
    pub after: usize,
}

/// Which wins by force are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Those that need so many choices of the winner or fewer; none if 0.
    pub n_choices: u8,
    /// Those that nobody can prevent before every seat has chosen so often between two options.
    pub opening: u32,
}

impl Force {
    /// None.
    pub const NONE: Force = Force { n_choices: 0, opening: 0 };
}

/// In how many positions wins by force were looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// In how many, no position twice.
    pub n: u32,
    /// In how many of them there was too much to look through: who wins is left open there.
    pub n_open: u32,
    /// How many were left out, since so much had been looked at before.
    pub n_left_out: u32,
}

/// Looks for wins by force in the openings of a hunt.
pub(super) struct Lookout {
    force: Force,
    /// What came of it where it was looked already.
    known: BTreeMap<Digest, Option<(Forced, Line)>>,
    tries: u64,
    pub looks: Looks,
}

impl Lookout {
    pub fn new(force: Force) -> Lookout {
        Lookout { force, known: BTreeMap::new(), tries: 0, looks: Looks::default() }
    }

    /// Who wins by force where a seat is asked, and how it goes, if that is looked for here, where
    /// each seat has chosen so often.
    pub fn look(
        &mut self,
        (the_match, decision): (&Match, &Decision),
        rules: &mut dyn Rules,
        chosen: &[u32],
    ) -> Option<(Forced, Line)> {
        if self.force.n_choices == 0 || chosen.iter().all(|n| *n >= self.force.opening) {
            return None;
        }
        let position = position(the_match);
        if let Some(known) = self.known.get(&position) {
            return known.clone();
        }
        if self.tries >= MOST_IN_ALL {
            self.looks.n_left_out += 1;
            return None;
        }
        self.looks.n += 1;
        let found = self.look_here((the_match, decision), rules);
        // What was dealt holds for the match it was dealt for.
        if found.as_ref().is_none_or(|(forced, _)| forced.n_dealt == 0) {
            self.known.insert(position, found.clone());
        }
        found
    }

    /// Who wins by force with the fewest choices.
    fn look_here(
        &mut self,
        asked: (&Match, &Decision),
        rules: &mut dyn Rules,
    ) -> Option<(Forced, Line)> {
        let mut is_open = false;
        let seats = || (0..asked.0.game.n_seats).map(Seat);
        let n_choices = 0..=self.force.n_choices;
        for whom in n_choices.flat_map(|n| seats().map(move |seat| (seat, n))) {
            let mut tries = 0;
            let looked = forced(asked, rules, whom, &mut tries);
            self.tries += u64::from(tries);
            match looked {
                Ok(found) => return Some(found),
                Err(Not::Refuted) => {}
                Err(Not::Open) => is_open = true,
            }
        }
        self.looks.n_open += u32::from(is_open);
        None
    }
}

/// The same for positions that differ in chance to come alone: what is prevented in one of them, is.
fn position(the_match: &Match) -> Digest {
    let mut copy = the_match.fork();
    copy.deal_chance(0);
    copy.digest()
}

/// Whether a seat wins by force with so many choices where a seat is asked, and how it goes then if
/// the others hold out.
pub(super) fn holds(
    (the_match, decision): (&Match, &Decision),
    rules: &mut dyn Rules,
    (seat, most): (Seat, u8),
) -> Option<(Forced, Line)> {
    (0..=most).find_map(|n| forced((the_match, decision), rules, (seat, n), &mut 0).ok())
}

/// Whether a seat sees every piece and every number.
fn knows_all(the_match: &Match, seat: Seat) -> bool {
    let (game, state) = (&the_match.game, the_match.state());
    let sees = |id| view::sees(game, state, seat, PieceId(id));
    game.secret_vars.is_empty() && (0..state.pieces.len() as u16).all(sees)
}

/// Looks for a win by force of one seat with so many choices, and counts what is tried.
fn forced(
    (the_match, decision): (&Match, &Decision),
    rules: &mut dyn Rules,
    (seat, n_choices): (Seat, u8),
    tries: &mut u32,
) -> Result<(Forced, Line), Not> {
    let knows_all = knows_all(the_match, seat);
    // What another seat knows while this one is asked is known where it knows everything.
    if seat != decision.seat && !knows_all {
        return Err(Not::Refuted);
    }
    let this = || World { now: the_match.fork(), line: Some(Line::new()) };
    let found = |n_dealt, line| (Forced { seat, n_choices, n_dealt, after: 0 }, line);
    let mut search = Search { rules, seat, tries: MOST_TRIES, depth: 0, chance_spoke: false };
    let line = search.wins(vec![this()], n_choices);
    *tries += MOST_TRIES - search.tries;
    let line = line?;
    if knows_all && !search.chance_spoke {
        return Ok(found(0, line));
    }
    let mut worlds = vec![this()];
    worlds.extend(search.dealt(the_match, decision)?);
    search.tries = MOST_TRIES_DEALT;
    let line = search.wins(worlds, n_choices);
    *tries += MOST_TRIES_DEALT - search.tries;
    Ok(found(N_DEALT, line?))
}

/// Why it is not said that a seat wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Not {
    /// The others can prevent it.
    Refuted,
    /// It takes too much to say.
    Open,
}

/// A match that may be the one that is played.
struct World {
    now: Match,
    /// What was done since the search began, if it began in the true match.
    line: Option<Line>,
}

/// Matches a seat cannot tell from each other, with what it is asked in them.
struct Group {
    seen: Digest,
    asked: Decision,
    worlds: Vec<World>,
}

/// A match in which another seat is asked, and the next of its options.
struct Branch {
    world: World,
    asked: Decision,
    next: u64,
}

struct Search<'r> {
    rules: &'r mut dyn Rules,
    /// Who is to win.
    seat: Seat,
    /// So many options may be tried yet.
    tries: u32,
    /// How many questions to it lie behind each other, those without a choice as well.
    depth: u32,
    /// Whether anything was left to chance on the way.
    chance_spoke: bool,
}

impl Search<'_> {
    /// The match dealt anew, as the seat that is asked may imagine it.
    fn dealt(&mut self, the_match: &Match, decision: &Decision) -> Result<Vec<World>, Not> {
        let guesser = Guesser::of(the_match, decision);
        let seed = the_match.digest().0 as u64;
        let deal =
            |number: u32| match guesser.guess(&mut *self.rules, mix(seed ^ u64::from(number))) {
                Ok(Guess::Match(now)) => Ok(World { now: *now, line: None }),
                Ok(Guess::Leak(_)) | Err(_) => Err(Not::Open),
            };
        (1..=N_DEALT).map(deal).collect()
    }

    /// Whether the seat wins in all of these with so many choices, and how it goes in the true one
    /// if the others hold out for long.
    fn wins(&mut self, worlds: Vec<World>, n_choices: u8) -> Result<Line, Not> {
        let (mut longest, groups) = self.until_asked(worlds, n_choices)?;
        for group in groups {
            let line = self.wins_from(&group, n_choices)?;
            if line.len() > longest.len() {
                longest = line;
            }
        }
        Ok(longest)
    }

    /// Whether one option wins in all matches of a group; one that leaves the fewest choices.
    fn wins_from(&mut self, group: &Group, n_choices: u8) -> Result<Line, Not> {
        let n_options = group.asked.count();
        let n_trials = n_options.saturating_mul(group.worlds.len() as u64);
        if n_trials > u64::from(self.tries) || self.depth >= DEEPEST {
            return Err(Not::Open);
        }
        let left = if n_options > 1 { 0..n_choices } else { n_choices..n_choices + 1 };
        let options = |n_left| group.asked.options().map(move |action| (action, n_left));
        for (action, n_left) in left.flat_map(options) {
            let won = self.wins_by(group, action, n_left);
            if won != Err(Not::Refuted) {
                return won;
            }
        }
        Err(Not::Refuted)
    }

    /// Whether an option wins in all matches of a group.
    fn wins_by(&mut self, group: &Group, action: Action, n_left: u8) -> Result<Line, Not> {
        let tried = group.worlds.iter().map(|world| self.after(world, self.seat, action));
        let worlds = tried.collect::<Result<Vec<World>, Not>>()?;
        self.depth += 1;
        let won = self.wins(worlds, n_left);
        self.depth -= 1;
        won
    }

    /// Lets the others do whatever they can until the seat is asked or the match is over: the
    /// longest way to its end, and the matches that go on.
    fn until_asked(
        &mut self,
        mut worlds: Vec<World>,
        n_choices: u8,
    ) -> Result<(Line, Vec<Group>), Not> {
        let (mut longest, mut groups) = (Line::new(), Vec::new());
        let mut branches = Vec::new();
        loop {
            let next = worlds.pop().map_or_else(|| self.grown(&mut branches), |it| Ok(Some(it)));
            let Some(world) = next? else { return Ok((longest, groups)) };
            if world.now.outcome().is_some() {
                longest =
                    won(world, self.seat)?.filter(|it| it.len() > longest.len()).unwrap_or(longest);
                continue;
            }
            let own = world.now.decisions().find(|it| it.seat == self.seat).cloned();
            match own {
                Some(own) if own.count() > 1 && n_choices == 0 => return Err(Not::Refuted),
                Some(own) => join(&mut groups, own, world, self.seat),
                None => {
                    let asked = world.now.decision().cloned().ok_or(Not::Refuted)?;
                    branches.push(Branch { world, asked, next: 0 });
                }
            }
        }
    }

    /// The next match that comes of what others may choose.
    fn grown(&mut self, branches: &mut Vec<Branch>) -> Result<Option<World>, Not> {
        while let Some(branch) = branches.last_mut() {
            if let Some(action) = branch.asked.option(branch.next) {
                branch.next += 1;
                return self.after(&branch.world, branch.asked.seat, action).map(Some);
            }
            branches.pop();
        }
        Ok(None)
    }

    /// What becomes of a match in which a seat takes an option.
    fn after(&mut self, world: &World, seat: Seat, action: Action) -> Result<World, Not> {
        self.tries = self.tries.checked_sub(1).ok_or(Not::Open)?;
        let mut now = world.now.fork();
        // Rules that fail win for nobody, and are a finding of their own.
        now.choose(seat, action).map_err(|_| Not::Refuted)?;
        now.advance(&mut *self.rules).map_err(|_| Not::Refuted)?;
        self.chance_spoke |= now.state().chance != world.now.state().chance;
        let mut line = world.line.clone();
        line.iter_mut().for_each(|line| line.push((seat, action)));
        Ok(World { now, line })
    }
}

/// Adds a match to those the seat cannot tell from it.
fn join(groups: &mut Vec<Group>, asked: Decision, world: World, seat: Seat) {
    let seen = view::view(&world.now.game, world.now.state(), seat).digest();
    match groups.iter_mut().find(|it| it.seen == seen && it.asked == asked) {
        Some(group) => group.worlds.push(world),
        None => groups.push(Group { seen, asked, worlds: vec![world] }),
    }
}

/// What was done until a seat has won, and not everybody has.
fn won(world: World, seat: Seat) -> Result<Option<Line>, Not> {
    let all = (1u32 << world.now.game.n_seats.min(16)) - 1;
    let winners = world.now.outcome().map_or(0, |it| u32::from(it.winners));
    let is_won = winners & (1 << seat.0.min(15)) != 0 && winners & all != all;
    if is_won { Ok(world.line) } else { Err(Not::Refuted) }
}

#[cfg(test)]
mod tests;
