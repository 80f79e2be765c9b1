//! The bot that plays a position on, many times, and learns which options do well.
//!
//! Information set Monte Carlo tree search with one tree: every iteration imagines another match
//! that the seat cannot tell from the true one ([`crate::guess`]), goes down the tree as far as it
//! is known, tries something new there, asks the game to judge or plays on to the end, and
//! remembers for each word of each option passed what its seat got. In a game that judges, it first
//! takes the advice of the bot that looks one option ahead. (Cowling, Powley, Whitehouse: Information Set
//! Monte Carlo Tree Search, 2012; the bonus for what is little known is the polynomial one of
//! Shah, Xie, Xu: Non-Asymptotic Analysis of Monte Carlo Tree Search, 2020.)

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::codes;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault, Match, Rules, Waits};

mod path;
mod roots;
mod scale;
mod tree;

use super::greedy::Asked;
use super::persona::judgement;
use super::random::below;
use super::{Bot, Greedy, Persona, no_option};
use crate::guess::{Guess, Guesser};
pub use roots::Roots;
pub(crate) use scale::worths_of_end;
use scale::{Scale, chances};
pub use tree::Line;
use tree::{NodeId, Trail, Tree};

/// So many decisions are played behind the tree in a game that has a judgement: what the next seat
/// could do at once belongs to the position, and more choices at random would only blur it.
const DEPTH: u16 = 2;
/// So many in one that has none: to its end, unless it does not end.
const TO_THE_END: u16 = 2_000;
/// So many questions in the middle of a step are answered at most before a position is judged.
const ON_THE_WAY: u8 = 6;
/// A search that remembers more words than this goes on with what it has.
const MAX_NODES: usize = 4_000_000;

/// How long a search thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Budget {
    /// So many matches are imagined: the same choice on every machine.
    Iterations(u32),
    /// So many milliseconds pass: what is chosen depends on how fast the machine is.
    Millis(u32),
}

/// Who plays on where the tree ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rollout {
    /// Any option, each equally likely.
    #[default]
    Random,
    /// What [`Greedy`] would take, of few options.
    Greedy,
}

/// How a search bot thinks, as it is written: `mcts:1000`, `mcts:200ms,depth=30,rollout=greedy`,
/// `mcts:1000,persona=raider`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thinking {
    /// How long.
    pub budget: Budget,
    /// How many decisions are played on behind the tree; `None` for what suits the game.
    pub depth: Option<u16>,
    /// Who plays them.
    pub rollout: Rollout,
    /// Into how many searches of their own the budget is divided, see [`Roots`]; at least 1.
    pub roots: u8,
    /// In whose eyes it judges how its own seat stands; `None` for those of the game.
    pub persona: Option<Persona>,
}

impl Thinking {
    /// So many iterations, the rest as it suits the game.
    pub const fn iterations(n: u32) -> Thinking {
        Thinking {
            budget: Budget::Iterations(n),
            depth: None,
            rollout: Rollout::Random,
            roots: 1,
            persona: None,
        }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            Budget::Iterations(n) => write!(f, "mcts:{n}")?,
            Budget::Millis(n) => write!(f, "mcts:{n}ms")?,
        }
        if let Some(depth) = self.depth {
            write!(f, ",depth={depth}")?;
        }
        if self.rollout == Rollout::Greedy {
            f.write_str(",rollout=greedy")?;
        }
        if self.roots > 1 {
            write!(f, ",roots={}", self.roots)?;
        }
        self.persona.map_or(Ok(()), |it| write!(f, ",persona={}", it.name()))
    }
}

impl FromStr for Thinking {
    type Err = String;

    /// Reads what `Display` writes.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    fn from_str(text: &str) -> Result<Thinking, String> {
        let rest = text.strip_prefix("mcts:").ok_or_else(|| {
            format!("`{text}` does not say how long it thinks, as `mcts:1000` or `mcts:200ms`")
        })?;
        let mut parts = rest.split(',');
        let mut thinking = Thinking::iterations(1);
        thinking.budget = budget(parts.next().unwrap_or_default())?;
        for part in parts {
            match part.split_once('=') {
                Some(("depth", n)) => thinking.depth = Some(depth(n)?),
                Some(("roots", n)) => thinking.roots = roots(n)?,
                Some(("persona", name)) => thinking.persona = Some(name.parse()?),
                Some(("rollout", "random")) => thinking.rollout = Rollout::Random,
                Some(("rollout", "greedy")) => thinking.rollout = Rollout::Greedy,
                Some(("rollout", other)) => {
                    return Err(format!("`rollout={other}` is neither `random` nor `greedy`"));
                }
                Some(_) | None => {
                    return Err(format!(
                        "`{part}` is neither `depth=N`, `rollout=WHO`, `roots=N` nor `persona=NAME`"
                    ));
                }
            }
        }
        Ok(thinking)
    }
}

fn budget(text: &str) -> Result<Budget, String> {
    let (digits, millis) = match text.strip_suffix("ms") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    match (digits.parse::<u32>(), millis) {
        (Ok(0) | Err(_), _) => {
            Err(format!("`{text}` is neither a number of iterations nor of milliseconds (`200ms`)"))
        }
        (Ok(n), true) => Ok(Budget::Millis(n)),
        (Ok(n), false) => Ok(Budget::Iterations(n)),
    }
}

fn depth(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("`depth={text}` is not a number up to {}", u16::MAX))
}

fn roots(text: &str) -> Result<u8, String> {
    let number = text.parse().ok().filter(|n| (1..=64).contains(n));
    number.ok_or_else(|| format!("`roots={text}` is not a number from 1 to 64"))
}

/// See the page of this module.
pub struct Mcts {
    thinking: Thinking,
    rng: Rng,
    tree: Tree,
    root: NodeId,
    /// The number of actions the match has when the tree can be used again.
    fits_at: Option<u32>,
    scale: Scale,
}

impl Mcts {
    /// The bot with this seed.
    pub fn seeded(thinking: Thinking, seed: u64) -> Mcts {
        Mcts {
            thinking,
            rng: Rng::seeded(seed),
            tree: Tree::new(),
            root: 0,
            fits_at: None,
            scale: Scale::default(),
        }
    }

    /// Thinks about a decision and says what it tried, the best first.
    ///
    /// # Errors
    /// A fault of the rules in every match it imagined.
    pub fn think(
        &mut self,
        the_match: &Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Vec<Line>, Fault> {
        if self.fits_at.take() != Some(the_match.log.action) || self.tree.len() > MAX_NODES / 2 {
            (self.tree, self.root) = (Tree::new(), 0);
        }
        self.scale = Scale::default();
        let (began, mut n) = (Instant::now(), 0u32);
        let mut lost = None;
        let guesser = Guesser::of(the_match, decision);
        self.advise(&guesser, rules, decision)?;
        while self.goes_on(n, began) {
            n += 1;
            match self.iterate(&guesser, rules, decision) {
                Ok(()) => {}
                Err(fault) => lost = lost.or(Some(fault)),
            }
        }
        let lines = self.tree.lines(decision, self.tree.place_of(self.root, decision.seat));
        match lost {
            Some(fault) if lines.is_empty() => Err(fault),
            Some(_) | None => Ok(lines),
        }
    }

    /// Lets the bot that looks one option ahead say what it thinks of the options, in a game that
    /// has a judgement. So the search begins with what is promising among many, and never looks at
    /// less than that bot does.
    fn advise(
        &mut self,
        guesser: &Guesser,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let eyes = (self.thinking.persona, decision.seat);
        let Guess::Match(mut world) = guesser.guess(rules, self.rng.next_u64())? else {
            return Ok(());
        };
        self.scale.begin(&mut world, rules, eyes)?;
        self.tree.judges = self.scale.judges;
        if !self.scale.judges {
            return Ok(());
        }
        let now = judgement(self.thinking.persona, &mut world, rules, decision.seat)?;
        let mut greedy = Greedy::advising(self.thinking.persona, self.rng.next_u64());
        let weighed = greedy.weigh(guesser, rules, decision)?;
        // As it is in every imagined match: in the true one others may have answered already.
        let place = match world.decisions().nth(1).is_some() {
            true => self.tree.apart(self.root, decision.seat).at,
            false => self.root,
        };
        self.tree.advise(decision, place, &chances(&weighed, now.unwrap_or(0)));
        Ok(())
    }

    /// Keeps what is known behind an option that is taken after so many actions.
    fn follow(&mut self, decision: &Decision, action: &Action, n_actions: u32) {
        let place = self.tree.place_of(self.root, decision.seat);
        if let Some(next) = self.tree.after(decision, action, place) {
            (self.root, self.fits_at) = (next, Some(n_actions + 1));
        }
    }

    /// Any option.
    fn any(&mut self, decision: &Decision) -> Option<Action> {
        decision.option(below(&mut self.rng, decision.count()))
    }

    fn goes_on(&self, n: u32, began: Instant) -> bool {
        let has_time = match self.thinking.budget {
            Budget::Iterations(most) => n < most,
            Budget::Millis(most) => began.elapsed() < Duration::from_millis(u64::from(most)),
        };
        has_time && self.tree.len() < MAX_NODES
    }

    /// Imagines one match, plays it, and learns from it.
    fn iterate(
        &mut self,
        guesser: &Guesser,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let world = guesser.guess(rules, self.rng.next_u64())?;
        let Guess::Match(mut world) = world else { return Ok(()) };
        let eyes = (self.thinking.persona, decision.seat);
        self.scale.begin(&mut world, rules, eyes)?;
        let mut trail = Trail::from(self.root);
        let mut last = None;
        while !trail.is_new
            && let Some(question) = world.decision()
        {
            last = self.scale.judges.then(|| Asked::of(question));
            self.step(&mut world, rules, &mut trail, decision.seat)?;
        }
        if let Some(last) = last {
            finish_step(&mut world, rules, &last)?;
        }
        self.play_on(&mut world, rules)?;
        let worths = self.scale.worths(&mut world, rules, eyes)?;
        self.tree.learn(&trail, &worths);
        Ok(())
    }

    /// Lets everybody who is asked choose by the tree.
    fn step(
        &mut self,
        world: &mut Match,
        rules: &mut dyn Rules,
        trail: &mut Trail,
        own: Seat,
    ) -> Result<(), Fault> {
        let asked: Vec<Decision> = world.decisions().cloned().collect();
        match asked.as_slice() {
            [] => return Ok(()),
            [decision] => {
                let action = self.tree.choose(decision, trail, &mut self.rng);
                take(world, decision.seat, action)?;
            }
            several => self.choose_apart(world, several, (trail, own))?,
        }
        world.advance(rules).map(|_| ())
    }

    /// Several seats choose without knowing of each other; the way goes on behind one's own choice.
    fn choose_apart(
        &mut self,
        world: &mut Match,
        asked: &[Decision],
        (trail, own): (&mut Trail, Seat),
    ) -> Result<(), Fault> {
        let place = trail.at;
        let goes_on = if asked.iter().any(|it| it.seat == own) { Some(own) } else { None };
        for (nth, decision) in asked.iter().enumerate() {
            let mut apart = self.tree.apart(place, decision.seat);
            let action = self.tree.choose(decision, &mut apart, &mut self.rng);
            take(world, decision.seat, action)?;
            trail.join(apart, goes_on.map_or(nth == 0, |seat| seat == decision.seat));
        }
        Ok(())
    }

    /// Plays on behind the tree.
    fn play_on(&mut self, world: &mut Match, rules: &mut dyn Rules) -> Result<(), Fault> {
        let depth =
            self.thinking.depth.unwrap_or(if self.scale.judges { DEPTH } else { TO_THE_END });
        let mut greedy = Greedy::seeded(self.rng.next_u64());
        greedy.at_most = 8;
        let mut last = None;
        for _ in 0..depth {
            let Some(decision) = world.decision() else { return Ok(()) };
            last = self.scale.judges.then(|| Asked::of(decision));
            let seat = decision.seat;
            let action = match self.thinking.rollout {
                Rollout::Random => decision.option(below(&mut self.rng, decision.count())),
                Rollout::Greedy => {
                    let decision = decision.clone();
                    Some(greedy.choose(world, rules, &decision)?)
                }
            };
            take(world, seat, action)?;
            if world.decision().is_none() && world.advance(rules)? == Waits::Over {
                return Ok(());
            }
        }
        last.map_or(Ok(()), |last| finish_step(world, rules, &last))
    }
}

impl Bot for Mcts {
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let lines = self.think(the_match, rules, decision)?;
        let Some(best) = lines.first() else {
            return self.any(decision).ok_or_else(|| no_option(decision.seat));
        };
        self.follow(decision, &best.action, the_match.log.action);
        Ok(best.action)
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        if decision.count() == 1 { decision.option(0) } else { None }
    }
}

/// Answers what a step asks on its way as its rules prefer, until it is over or asks anew what it
/// asked last: a judgement half way sees what was paid and not what that brings.
fn finish_step(world: &mut Match, rules: &mut dyn Rules, last: &Asked) -> Result<(), Fault> {
    for _ in 0..ON_THE_WAY {
        let asked: Vec<Decision> = world.decisions().cloned().collect();
        if asked.is_empty() || world.answers().is_empty() || asked.iter().any(|it| last.is_anew(it))
        {
            return Ok(());
        }
        for question in asked {
            take(world, question.seat, question.option(question.default))?;
        }
        world.advance(rules)?;
    }
    Ok(())
}

fn take(world: &mut Match, seat: Seat, action: Option<Action>) -> Result<(), Fault> {
    let action = action.ok_or_else(|| no_option(seat))?;
    world.choose(seat, action).map_err(|error| match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new(codes::STALE_ANSWER, other.to_string())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::guess::guess;
    use crate::sample_game::{Flaw, laid, table};
    use harena_engine::the_match::Setup;

    /// Who wants nobody to have points lays its worst cards, as long as the end is out of sight:
    /// a victory is a victory for everybody.
    #[test]
    fn a_search_sees_itself_with_the_eyes_of_its_persona() {
        let plain = Thinking::iterations(60);
        let humble = Thinking { persona: Some(Persona::named("humble")), ..plain };
        let [plain, humble] =
            [plain, humble].map(|it| laid(Flaw::None, BotKind::Mcts(it), (60, 4)));
        let n = |laid: &[i32], which| laid.iter().filter(|it| **it == which).count();
        assert!(plain.len() > 100 && humble.len() > 100, "{plain:?} {humble:?}");
        assert!(n(&plain, 1) * 5 > plain.len() * 4, "{plain:?}");
        assert!(n(&humble, -1) * 5 > humble.len() * 4, "{humble:?}");
        let nobody =
            Thinking { persona: Some(Persona::named("nobody")), ..Thinking::iterations(3) };
        let played = table();
        let mut bot = Mcts::seeded(nobody, 1);
        let (game, mut rules) = (played.game, played.rules);
        let mut the_match = Match::new(game, Setup::default());
        the_match.advance(&mut *rules).unwrap();
        let decision = the_match.decision().unwrap().clone();
        let fault = bot.choose(&mut the_match, &mut *rules, &decision).unwrap_err();
        assert_eq!(fault.code, "H0527");
    }

    #[test]
    fn what_is_written_is_read() {
        let read = |text: &str| text.parse::<BotKind>().map(|bot| bot.to_string());
        for text in [
            "mcts:1000",
            "mcts:200ms",
            "mcts:5,depth=30,rollout=greedy",
            "mcts:1,depth=0",
            "mcts:9,rollout=greedy,roots=4",
            "mcts:9,roots=4,persona=raider",
        ] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        assert_eq!(read("mcts:7,rollout=random").as_deref(), Ok("mcts:7"));
        for wrong in [
            "mcts",
            "mcts:",
            "mcts:0",
            "mcts:-3",
            "mcts:5s",
            "mcts:5,deep=3",
            "mcts:5,depth=x",
            "mcts:5,roots=0",
            "mcts:5,roots=65",
            "mcts:5,persona=",
            "mcts:5,persona=A",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn it_is_deterministic_and_leaves_the_match_alone() {
        table().play(2, |the_match, rules, decision| {
            let before = the_match.digest();
            let [first, second] = [0, 1].map(|_| {
                let mut bot = BotKind::Mcts(Thinking::iterations(40)).seated(11, decision.seat);
                bot.choose(the_match, rules, decision).unwrap()
            });
            assert_eq!((first, the_match.digest()), (second, before));
            first
        });
    }

    /// What a new bot takes in the match as its seat may imagine it.
    fn taken(m: &Match, rules: &mut dyn Rules, decision: &Decision, hidden: u64) -> Action {
        let Guess::Match(mut other) = guess(m, rules, decision, hidden).unwrap() else {
            panic!("no guess at {decision:?}")
        };
        let mut bot = Mcts::seeded(Thinking::iterations(30), 5);
        bot.choose(&mut other, rules, decision).unwrap()
    }

    /// What it takes does not change when what its seat cannot see is dealt anew, nor with what
    /// another seat has already answered in secret.
    #[test]
    fn it_is_blind() {
        for seed in 0..3 {
            table().play(seed, |the_match, rules, decision| {
                let chosen = [1, 2, 3].map(|hidden| taken(the_match, rules, decision, hidden));
                let mut bot = Mcts::seeded(Thinking::iterations(30), 5);
                let seen = bot.choose(the_match, rules, decision).unwrap();
                assert!(chosen.iter().all(|action| *action == seen), "{seen:?} {chosen:?}");
                seen
            });
        }
    }

    /// Also where several seats choose in secret, every iteration tells something.
    #[test]
    fn it_learns_at_every_decision() {
        table().play(3, |the_match, rules, decision| {
            let mut bot = Mcts::seeded(Thinking::iterations(60), 3);
            let lines = bot.think(the_match, rules, decision).unwrap();
            assert_eq!(lines.iter().map(|line| line.visits).sum::<u32>(), 60, "{decision:?}");
            assert!(lines.iter().all(|line| decision.offers(&line.action)));
            lines[0].action
        });
    }

    #[test]
    fn it_beats_chance() {
        let won = table().won_against_chance(BotKind::Mcts(Thinking::iterations(60)), 40);
        assert!(won[0] > 2 * won[1], "{won:?}");
    }

    /// A tree that is used again knows more, and is thrown away when the match went elsewhere.
    #[test]
    fn a_tree_is_used_again_only_where_it_fits() {
        let mut bot = Mcts::seeded(Thinking::iterations(50), 3);
        let mut kept = 0;
        table().play(1, |the_match, rules, decision| {
            let fits = bot.fits_at == Some(the_match.log.action);
            let before = bot.tree.len();
            let action = bot.choose(the_match, rules, decision).unwrap();
            if fits {
                kept += 1;
                assert!(bot.tree.len() >= before);
            }
            action
        });
        assert!(kept > 0);
    }
}
