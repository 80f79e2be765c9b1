//! What a search would play, for a person who asks: the options it tried with their chances.
//!
//! It thinks in a thread of its own, about matches that the seat that asks cannot tell from the
//! true one, and so tells nobody what that seat may not know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use harena_engine::codes;
use harena_engine::the_match::{Fault, Match};

use crate::Tables;
use crate::bot::{Line, Mcts, Thinking};
use crate::thinker::{Stoppable, Task};

/// What is answered: what was tried, the best first, or why there is nothing.
pub type Answer = Result<Vec<Line>, Fault>;

/// A search that was asked what it would play; it ends when this is dropped.
pub struct Adviser {
    answer: Receiver<Answer>,
    stop: Arc<AtomicBool>,
}

impl Adviser {
    /// Asks about the decision of a task; `wake` is called once it is answered.
    pub fn ask(
        tables: impl Tables + Send + 'static,
        (task, thinking): (Task, Thinking),
        wake: impl FnOnce() + Send + 'static,
    ) -> Adviser {
        let (outbox, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || {
            let _ = outbox.send(lines(&tables, &task, thinking, &stopped));
            wake();
        };
        // Without a thread there is no answer, which is told when it is asked for.
        let _ = std::thread::Builder::new().name("adviser".to_owned()).spawn(run);
        Adviser { answer, stop }
    }

    /// The answer, once there is one.
    pub fn answer(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err(Fault::new(codes::THREAD_ENDED, "the thread that was asked has ended")))
            }
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a search tries for the seat of a task.
fn lines(tables: &dyn Tables, task: &Task, thinking: Thinking, stop: &AtomicBool) -> Answer {
    let mut table = tables.set_up()?;
    let mut rules = Stoppable::of(&mut *table.rules, stop);
    let game = table.game.clone();
    let the_match = Match::at(game, task.setup.clone(), &task.moment, &mut rules)?;
    let asked = the_match.decisions().find(|decision| decision.seat == task.seat).cloned();
    let asked = asked.ok_or_else(|| Fault::new(codes::NOBODY_PLAYS, "nothing is asked here"))?;
    Mcts::seeded(thinking, task.setup.seed).think(&the_match, &mut rules, &asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attended::Attended;
    use crate::bot::BotKind;
    use crate::player::Player;
    use crate::sample_game::table;
    use harena_engine::the_match::Setup;

    fn answered(adviser: &Adviser) -> Answer {
        loop {
            match adviser.answer() {
                Some(answer) => return answer,
                None => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn it_answers_with_options_that_are_offered_and_changes_nothing() {
        let mut own = table();
        let players = vec![Player::Human; 2];
        let setup = Setup { seed: 4, ..Setup::default() };
        let attended = Attended::begin(own.game.clone(), setup, players, &mut *own.rules).unwrap();
        let before = attended.now().digest();
        let thinking = Thinking::iterations(80);
        let task = attended.question(BotKind::Mcts(thinking)).unwrap();
        let seat = task.seat;
        let adviser = Adviser::ask(|| Ok(table()), (task, thinking), || {});
        let lines = answered(&adviser).unwrap();
        let decision = attended.now().decisions().find(|it| it.seat == seat).unwrap();
        assert!(lines.iter().all(|line| decision.offers(&line.action)));
        assert_eq!(lines.iter().map(|line| line.visits).sum::<u32>(), 80);
        assert!(lines.iter().all(|line| (0.0..=1.0).contains(&line.chance)));
        assert_eq!(attended.now().digest(), before);
    }
}
