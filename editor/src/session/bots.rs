//! Bots: they think beside the thread of the window, and rest while one looks at the past.

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::the_match::Fault;
use harena_lab::attended::Asked;
use harena_lab::thinker::{Choice, Thinker};
use harena_lab::{Table, Tables};
use harena_script::{Host, first_fault};

use super::{Play, Player, Session, Wake};

/// Where the bots of a match think, once one was asked.
#[derive(Default)]
pub struct Thinking {
    thinker: Option<Thinker>,
    decided: Option<(Seat, Choice)>,
}

impl Thinking {
    /// Stops whoever thinks; what was decided is forgotten.
    pub fn stop(&mut self) {
        self.decided = None;
        if let Some(thinker) = &mut self.thinker {
            thinker.stop();
        }
    }
}

impl Play {
    /// Rules of their own for the bots, from the same packs.
    pub(super) fn tables(&self) -> impl Tables + Send + 'static {
        let packs = self.host.packs().to_vec();
        let (settings, n_seats) = (self.game.settings.clone(), self.game.n_seats);
        move || {
            let host = Host::load(&packs).map_err(|problems| first_fault(&problems))?;
            let game = host.build(&settings, n_seats).map_err(|problems| first_fault(&problems))?;
            Ok(Table { game, rules: Box::new(host) })
        }
    }

    /// Lets the bot that is asked think, if there is one and it does not yet.
    fn think(&mut self, wake: Option<&Wake>) {
        let is_busy = self.thinking.decided.is_some()
            || self.thinking.thinker.as_ref().is_some_and(|it| it.thinks_for().is_some());
        let Some(task) = self.attended.task().filter(|_| !is_busy) else { return };
        if self.thinking.thinker.is_none() {
            let (tables, wake) = (self.tables(), wake.cloned());
            let wake = move || wake.iter().for_each(|wake| wake());
            self.thinking.thinker = Some(Thinker::start(tables, wake));
        }
        if let Some(thinker) = &mut self.thinking.thinker {
            thinker.think(task);
        }
    }

    /// What a bot has decided, once it has.
    fn decided(&mut self) -> Option<(Seat, Result<Action, Fault>)> {
        let thinking = &mut self.thinking;
        let decided = thinking.decided.take();
        decided.or_else(|| thinking.thinker.as_mut()?.choice())
    }
}

impl Session {
    /// Whether a bot is to decide at the moment one looks at.
    pub fn bot_is_asked(&self) -> bool {
        self.play.as_ref().is_some_and(|play| matches!(play.attended.asked(), Asked::Bot(_)))
    }

    /// Whether bots wait until [`crate::command::Command::GoOn`]: one looks at the past, or they
    /// were stopped.
    pub fn bots_rest(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.attended.bots_rest())
    }

    /// Lets the bot that is asked think, unless bots rest; whether one thinks or has decided.
    pub fn let_bot_think(&mut self) -> bool {
        let wake = self.wake.clone();
        let Some(play) = self.play.as_mut().filter(|play| play.attended.task().is_some()) else {
            return false;
        };
        // Who is led meets the moves of the lesson.
        match play.led().and_then(|led| led.next) {
            Some((seat, action)) => play.thinking.decided = Some((seat, Ok(action))),
            None => play.think(wake.as_ref()),
        }
        true
    }

    /// Waits until the bot that is asked has decided, if it thinks.
    pub fn await_bot(&mut self) {
        if self.let_bot_think()
            && let Some(play) = &mut self.play
            && play.thinking.decided.is_none()
        {
            let thinker = play.thinking.thinker.as_mut();
            play.thinking.decided = thinker.and_then(Thinker::await_choice);
        }
    }

    /// Takes what the bot that is asked has decided; false as long as it has not.
    pub fn bot_move(&mut self) -> bool {
        let decided = self.play.as_mut().and_then(Play::decided);
        let Some((seat, choice)) = decided else { return false };
        match choice {
            Ok(action) => {
                self.act(seat, action);
                self.hear();
            }
            Err(fault) => {
                self.report(&fault);
                self.seat(seat, Player::Human);
            }
        }
        self.revision += 1;
        true
    }

    /// Stops the bot that thinks, and lets bots rest.
    pub(super) fn rest(&mut self) {
        if let Some(play) = &mut self.play {
            play.attended.rest();
        }
    }
}
