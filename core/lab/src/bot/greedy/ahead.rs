//! What an option leads to within one's own turn.
//!
//! Rules may ask again before an action is done: with which piece, then where to, then what it
//! costs. How a match stands in the middle of that says little, so the bot answers what it is
//! asked next in a copy, and judges where the turn is over, somebody else is asked, or the question
//! it began with is put again: that is another action, and what a bot that looks at so little would
//! do then says less than how it stands.

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::id::{Seat, WordId};
use harena_engine::the_match::{Fault, Match, Rules};

use super::{fault_of, judged, sampled};

/// Of the options that lead to further questions, so many are followed.
pub(super) const FOLLOWED: usize = 16;

/// So many answers are tried in all behind one option.
const TRIED: usize = 8;

/// So many questions are answered behind one option.
const DEEP: usize = 6;

/// The turn of one seat, as a bot looks ahead in it.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    seat: Seat,
    /// What it is asked now.
    prompt: WordId,
    turn: (Seat, u32),
}

impl Ahead {
    pub fn of(the_match: &Match, decision: &Decision) -> Ahead {
        Ahead { seat: decision.seat, prompt: decision.prompt, turn: turn_of(the_match) }
    }

    /// Another question that this seat alone is asked next, in the same turn.
    pub fn asked<'a>(&self, the_match: &'a Match) -> Option<&'a Decision> {
        let mut decisions = the_match.decisions();
        let is_other = |it: &&Decision| it.seat == self.seat && it.prompt != self.prompt;
        let only = decisions.next().filter(is_other)?;
        (decisions.next().is_none() && turn_of(the_match) == self.turn).then_some(only)
    }

    /// How good a match is for the seat once it has answered what it is asked in its turn; the
    /// match has been advanced, with its options.
    pub fn worth(
        &self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        rng: &mut Rng,
    ) -> Result<i64, Fault> {
        let (mut trial, mut left) = (the_match.fork(), TRIED);
        for _ in 0..DEEP {
            let Some(asked) = self.asked(the_match).cloned() else { break };
            let answer = self.answer((the_match, &mut trial), rules, &asked, (&mut left, rng))?;
            let Some(answer) = answer else { break };
            the_match.choose(self.seat, answer).map_err(fault_of)?;
            the_match.advance(rules)?;
        }
        judged(the_match, rules, self.seat)
    }

    /// The answer that stands best at once, the default among equals, and once too many were
    /// tried.
    fn answer(
        &self,
        (the_match, trial): (&Match, &mut Match),
        rules: &mut dyn Rules,
        asked: &Decision,
        (left, rng): (&mut usize, &mut Rng),
    ) -> Result<Option<Action>, Fault> {
        let default = asked.option(asked.default);
        let most = usize::try_from(asked.count()).unwrap_or(usize::MAX).min(*left);
        if most < 2 {
            return Ok(default);
        }
        *left -= most;
        let mut best: Option<(i64, Action)> = None;
        for action in sampled(asked, most, rng) {
            the_match.fork_with(trial, self.seat, action).map_err(fault_of)?;
            trial.leave_out_options();
            trial.advance(rules)?;
            let worth = judged(trial, rules, self.seat)?;
            let is_better = best
                .is_none_or(|(most, _)| worth > most || worth == most && Some(action) == default);
            if is_better {
                best = Some((worth, action));
            }
        }
        Ok(best.map(|(_, action)| action).or(default))
    }
}

/// Whose turn it is, and which.
fn turn_of(the_match: &Match) -> (Seat, u32) {
    let state = the_match.state();
    (state.active, state.turn)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use harena_engine::decision::{Dimension, Group};
    use harena_engine::effect::Effect;
    use harena_engine::game::{ArgKind, Game};
    use harena_engine::id::*;
    use harena_engine::state::StepCall;
    use harena_engine::the_match::{Progress, Setup, Waits};

    use super::*;
    use crate::bot::{Bot, Greedy};

    /// A seat opens one of the drawers, then takes a thing out of it; the last of each drawer are
    /// worth most. Only when it has taken it, its points change.
    struct Drawers(Vec<Vec<i32>>);

    fn ask(the_match: &mut Match, verb: u8, n: usize) -> Result<Progress, Fault> {
        let prompt = WordId(verb.into());
        let among = Dimension::Range(0, n as i32 - 1);
        let group = Group { verb: VerbId(verb), dimensions: vec![among] };
        the_match.ask(vec![Decision::of(Seat(0), prompt, vec![group])])?;
        Ok(Progress::Asks)
    }

    impl Rules for Drawers {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            the_match.rewind_step();
            let answer = |it: &mut Match| it.next_answer().map(|it| it.args.get(0).unwrap());
            let Some(drawer) = answer(the_match) else { return ask(the_match, 0, self.0.len()) };
            let things = &self.0[drawer as usize];
            let Some(thing) = answer(the_match) else { return ask(the_match, 1, things.len()) };
            let value = things[thing as usize];
            let var = Effect::Var { seat: Some(Seat(0)), var: VarId(0), value };
            the_match.apply(var, PieceId::NONE);
            the_match.apply(Effect::Turn, PieceId::NONE);
            the_match.queue(StepCall { step: StepId(0), args: [0; 4] });
            Ok(Progress::Done)
        }

        fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
            Ok(Some(the_match.state().var(&the_match.game, Some(seat), VarId(0)).into()))
        }
    }

    /// Which drawer the bot opens, and which thing it takes.
    fn chosen(drawers: &[&[i32]], seed: u64) -> [i32; 2] {
        let mut game = Game { n_seats: 1, seat_vars: vec![0], ..Game::default() };
        game.names.verbs = ["open", "take"].into_iter().collect();
        game.names.words = ["drawer", "thing"].into_iter().collect();
        game.names.steps = ["turn"].into_iter().collect();
        game.names.seat_vars = ["points"].into_iter().collect();
        game.verbs = vec![vec![ArgKind::Number]; 2];
        let mut rules = Drawers(drawers.iter().map(|it| it.to_vec()).collect());
        let setup = Setup { seed, ..Setup::default() };
        let mut the_match = Match::new(Arc::new(game), setup);
        let mut bot = Greedy::seeded(seed);
        [(); 2].map(|()| {
            assert_eq!(the_match.advance(&mut rules), Ok(Waits::ForDecisions));
            let decision = the_match.decision().unwrap().clone();
            let action = bot.choose(&mut the_match, &mut rules, &decision).unwrap();
            the_match.choose(Seat(0), action).unwrap();
            action.args.get(0).unwrap()
        })
    }

    #[test]
    fn a_drawer_is_opened_for_what_lies_in_it() {
        for seed in 0..20 {
            assert_eq!(chosen(&[&[1, 2], &[0, 9, 0], &[3, 3]], seed), [1, 1]);
            assert_eq!(chosen(&[&[-5, -6], &[-9], &[-1, -7]], seed), [2, 0]);
        }
    }

    /// Of fifty drawers only some are opened to look, and of fifty things in one only some are
    /// taken: what is done is offered, and costs no more.
    #[test]
    fn what_is_looked_at_is_bounded() {
        let many = vec![0; 50];
        let drawers: Vec<&[i32]> = vec![&many; 50];
        let [drawer, thing] = chosen(&drawers, 3);
        assert!((0..50).contains(&drawer) && (0..50).contains(&thing));
    }
}
