//! The bot that looks one option ahead.

use std::collections::BTreeSet;

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision, Group};
use harena_engine::id::Seat;
use harena_engine::the_match::{ActError, Fault, Match, Rules};

use super::persona::judgement;
use super::random::below;
use super::{Bot, Persona, no_option};
use crate::guess::{Guess, Guesser};

mod ahead;

pub(super) use ahead::Asked;
use ahead::{Ahead, Allowance, fault_of};

/// A judgement that is better than any the rules could give.
pub(super) const WON: i64 = i64::MAX / 4;

/// Tries options in an imagined match and takes the one its game judges best.
///
/// Where an option leads to another question of the same seat, it answers that as is best and
/// judges behind it. Of more options than [`Greedy::at_most`] a sample is tried. A game that
/// declares no judgement is judged by how it ends. Equal options are told apart by the seed.
pub struct Greedy {
    /// How many options are tried at a decision, and how many answers to questions behind them.
    pub at_most: usize,
    /// Whose eyes it judges with, if not with the game's.
    persona: Option<Persona>,
    rng: Rng,
}

impl Greedy {
    /// The bot with this seed, trying 64 options.
    pub fn seeded(seed: u64) -> Greedy {
        Greedy { at_most: 64, persona: None, rng: Rng::seeded(seed) }
    }

    /// As [`Greedy::seeded`], judging as a persona of its game does.
    pub fn playing(persona: Persona, seed: u64) -> Greedy {
        Greedy { persona: Some(persona), ..Greedy::seeded(seed) }
    }

    /// As [`Greedy::seeded`], with eyes of its own or without.
    pub(super) fn advising(persona: Option<Persona>, seed: u64) -> Greedy {
        Greedy { persona, ..Greedy::seeded(seed) }
    }

    /// What options of a decision are worth, in the numbers of the judgement; nothing where the
    /// match cannot be imagined. The true match is out of sight here.
    pub(super) fn weigh(
        &mut self,
        guesser: &Guesser,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Vec<(Action, i64)>, Fault> {
        let options = sampled(decision, self.at_most, &mut self.rng);
        let (world, others) = (self.rng.next_u64(), self.rng.next_u64());
        let Guess::Match(world) = guesser.guess(rules, world)? else {
            return Ok(Vec::new());
        };
        let mut tried = Tried::of(world);
        let allowance = Allowance::shared(self.at_most, options.len());
        let mut ahead = Ahead::of(decision, rules, self.persona, Rng::seeded(others));
        let mut weighed = Vec::with_capacity(options.len());
        for action in options {
            let both = tried.with(decision.seat, action).map_err(fault_of)?;
            weighed.push((action, ahead.worth(both, action, allowance)?));
        }
        Ok(weighed)
    }
}

impl Bot for Greedy {
    fn choose(
        &mut self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let mut best: Option<(i64, Vec<Action>)> = None;
        for (action, worth) in self.weigh(&Guesser::of(the_match, decision), rules, decision)? {
            match &mut best {
                Some((most, equals)) if *most == worth => equals.push(action),
                Some((most, _)) if *most > worth => {}
                Some(_) | None => best = Some((worth, vec![action])),
            }
        }
        let number = self.rng.next_u64();
        let equals = best.map(|(_, equals)| equals).unwrap_or_default();
        match equals.get((number % (equals.len().max(1) as u64)) as usize) {
            Some(action) => Ok(*action),
            None => decision
                .option(number % decision.count().max(1))
                .ok_or_else(|| no_option(decision.seat)),
        }
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        if decision.count() == 1 { decision.option(0) } else { None }
    }
}

/// A match in which one option after the other is tried, in the memory of the one before.
struct Tried {
    /// The match as it waits.
    waiting: Match,
    /// Where options are tried.
    now: Box<Match>,
    /// Whether none was tried yet: then the step that waits has not been left, and goes on.
    is_first: bool,
}

impl Tried {
    fn of(now: Box<Match>) -> Tried {
        Tried { waiting: now.fork(), now, is_first: true }
    }

    /// The match as it waits, and after a seat has taken an option.
    fn with(&mut self, seat: Seat, action: Action) -> Result<(&Match, &mut Match), ActError> {
        if std::mem::take(&mut self.is_first) {
            self.now.choose(seat, action)?;
        } else {
            self.waiting.fork_with(&mut self.now, seat, action)?;
        }
        Ok((&self.waiting, &mut self.now))
    }
}

/// Options of a decision, none twice: all of them in order, or a sample if there are more.
///
/// Each group of options gets an equal share, so that what is done in one way only is not lost among
/// what is done in hundreds.
fn sampled(decision: &Decision, at_most: usize, rng: &mut Rng) -> Vec<Action> {
    let count = decision.count();
    if count <= at_most as u64 {
        return decision.options().collect();
    }
    let mut chosen = BTreeSet::from([decision.default]);
    let mut first = 0;
    for share in shares(&decision.groups, at_most.saturating_sub(1) as u64) {
        let end = first + share.of;
        if share.n == share.of {
            chosen.extend(first..end);
        } else {
            let enough = chosen.len() as u64 + share.n;
            while (chosen.len() as u64) < enough {
                chosen.insert(first + below(rng, share.of));
            }
        }
        first = end;
    }
    while chosen.len() < at_most {
        chosen.insert(below(rng, count));
    }
    chosen.into_iter().filter_map(|index| decision.option(index)).collect()
}

/// How many of the options of a group are looked at.
struct Share {
    n: u64,
    of: u64,
}

/// Shares so many looks out among groups, evenly, but to none more than it has options. What cannot
/// be shared evenly is left.
fn shares(groups: &[Group], mut looks: u64) -> Vec<Share> {
    let mut shares: Vec<Share> =
        groups.iter().map(|group| Share { n: 0, of: group.count() }).collect();
    loop {
        let n_open = shares.iter().filter(|it| it.n < it.of).count() as u64;
        let each = looks / n_open.max(1);
        if n_open == 0 || each == 0 {
            return shares;
        }
        for share in shares.iter_mut().filter(|it| it.n < it.of) {
            let more = each.min(share.of - share.n);
            (share.n, looks) = (share.n + more, looks - more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{BotKind, Thinking};
    use crate::sample_game::{Flaw, SETUP, laid, table};
    use harena_engine::decision::Dimension;
    use harena_engine::id::{Seat, VerbId, WordId};

    /// How good the cards are that are laid while there is more than one space, see [`laid`].
    fn lays(flaw: Flaw, kind: BotKind) -> Vec<i32> {
        laid(flaw, kind, (10, 2))
    }

    #[test]
    fn it_lays_its_best_card() {
        let laid = lays(Flaw::None, BotKind::Greedy);
        assert!(laid.len() > 20 && laid.iter().all(|it| *it == 1), "{laid:?}");
    }

    /// What a card brings shows only behind the next question of the same seat.
    #[test]
    fn it_looks_past_the_questions_of_its_own_turn() {
        let laid = lays(Flaw::PaysLate, BotKind::Greedy);
        assert!(laid.len() > 20 && laid.iter().all(|it| *it == 1), "{laid:?}");
    }

    /// What is done in one way only is always looked at beside what is done in a thousand.
    #[test]
    fn every_group_of_options_is_looked_at() {
        let group = |verb, dimensions| Group { verb: VerbId(verb), dimensions };
        let groups = vec![
            group(0, vec![Dimension::Range(0, 999)]),
            group(1, vec![]),
            group(2, vec![Dimension::Range(0, 3)]),
            group(3, vec![Dimension::Range(0, 499)]),
        ];
        let mut decision = Decision::of(Seat(0), WordId(0), groups);
        decision.settle();
        for seed in 0..20 {
            let options = sampled(&decision, 21, &mut Rng::seeded(seed));
            let n = |verb| options.iter().filter(|it| it.verb == VerbId(verb)).count();
            // Of 20 looks each group has 5 first; what two of them leave is shared by the others.
            // The default is looked at as well.
            assert_eq!((options.len(), n(1), n(2)), (21, 1, 4), "{options:?}");
            assert!(n(0) >= 7 && n(3) >= 7, "{options:?}");
            assert!(options.windows(2).all(|two| two[0] != two[1]));
        }
        assert_eq!(sampled(&decision, 2_000, &mut Rng::seeded(1)).len(), 1_505);
    }

    /// A search that imagines one match only does what looks best at once.
    #[test]
    fn a_search_begins_with_what_looks_best() {
        for flaw in [Flaw::None, Flaw::PaysLate] {
            let laid = lays(flaw, BotKind::Mcts(Thinking::iterations(1)));
            assert!(laid.len() > 20 && laid.iter().all(|it| *it == 1), "{laid:?}");
        }
    }

    #[test]
    fn personas_weigh_what_a_judgement_is_made_of() {
        let persona = |name: &str| format!("persona:{name}").parse::<BotKind>().unwrap();
        for flaw in [Flaw::None, Flaw::PaysLate] {
            let humble = lays(flaw, persona("humble"));
            assert!(humble.len() > 20 && humble.iter().all(|it| *it == -1), "{humble:?}");
            let calm = lays(flaw, persona("calm"));
            assert!(calm.len() > 20 && calm.iter().all(|it| *it == 1), "{calm:?}");
        }
        let mut the_match = Match::new(table().game.clone(), SETUP(1));
        let nobody = Persona::named("nobody");
        let fault = nobody.worth(&mut the_match, &mut *table().rules, Seat(0)).unwrap_err();
        assert_eq!(fault.code, "H0527");
        for wrong in ["persona:", "persona:Ada", "persona:a b", "persona:../x"] {
            assert!(wrong.parse::<BotKind>().is_err(), "{wrong}");
        }
        assert_eq!(persona("calm").to_string(), "persona:calm");
    }

    #[test]
    fn it_is_deterministic_and_leaves_the_match_alone() {
        table().play(2, |the_match, rules, decision| {
            let before = the_match.digest();
            let [first, second] = [0, 1].map(|_| {
                let mut bot = BotKind::Greedy.seated(11, decision.seat);
                bot.choose(the_match, rules, decision).unwrap()
            });
            assert_eq!((first, the_match.digest()), (second, before));
            first
        });
    }

    #[test]
    fn it_beats_chance() {
        let won = table().won_against_chance(BotKind::Greedy, 60);
        assert!(won[0] > 2 * won[1], "{won:?}");
    }
}
