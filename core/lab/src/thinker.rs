//! Bots that think in a thread of their own, so that whoever attends a match never waits for one.
//!
//! The thread sets up its own table on the first task. A task is plain data: a moment of a match
//! and who is to decide. A bot that is stopped ends at the next step it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use harena_engine::codes;
use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::telling::seat_number;
use harena_engine::the_match::{Fault, Judgement, Match, Progress, Rules, Setup, Snapshot};

use crate::bot::{Bot, BotKind};
use crate::{Table, Tables};

/// A decision that a bot is to make.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which bot.
    pub kind: BotKind,
    /// For which seat.
    pub seat: Seat,
    /// The moment of the match.
    pub moment: Snapshot,
    /// How the match was set up.
    pub setup: Arc<Setup>,
}

/// What a bot decided, or why it could not.
pub type Choice = Result<Action, Fault>;

struct Order {
    task: Task,
    number: u64,
    stop: Arc<AtomicBool>,
}

/// The order a bot is thinking about.
struct Pending {
    number: u64,
    seat: Seat,
    stop: Arc<AtomicBool>,
}

/// A thread in which bots think, one at a time.
pub struct Thinker {
    orders: Sender<Order>,
    choices: Receiver<(u64, Choice)>,
    pending: Option<Pending>,
    n_orders: u64,
}

impl Thinker {
    /// Starts the thread; `wake` is called from it whenever a bot has decided.
    pub fn start(
        tables: impl Tables + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> Thinker {
        let (orders, incoming) = channel();
        let (outgoing, choices) = channel();
        let tables: Arc<dyn Tables + Send + Sync> = Arc::new(tables);
        let run = move || think(&tables, &incoming, &outgoing, &wake);
        // Without a thread the orders have no receiver, which every choice then says.
        let _ = std::thread::Builder::new().name("bots".to_owned()).spawn(run);
        Thinker { orders, choices, pending: None, n_orders: 0 }
    }

    /// Lets a bot think; what another one thought about is forgotten.
    pub fn think(&mut self, task: Task) {
        self.stop();
        self.n_orders += 1;
        let (number, seat, stop) = (self.n_orders, task.seat, Arc::new(AtomicBool::new(false)));
        self.pending = Some(Pending { number, seat, stop: stop.clone() });
        // A thread that is gone is told when its choice is asked for.
        let _ = self.orders.send(Order { task, number, stop });
    }

    /// The seat a bot is thinking for, or has decided for if that was not yet taken.
    pub fn thinks_for(&self) -> Option<Seat> {
        self.pending.as_ref().map(|pending| pending.seat)
    }

    /// Stops whoever thinks; what was decided meanwhile is forgotten.
    pub fn stop(&mut self) {
        if let Some(pending) = self.pending.take() {
            pending.stop.store(true, Ordering::Relaxed);
        }
    }

    /// What the bot has decided, once it has.
    pub fn choice(&mut self) -> Option<(Seat, Choice)> {
        loop {
            let taken = match self.choices.try_recv() {
                Ok((number, choice)) => self.take(number, choice),
                Err(std::sync::mpsc::TryRecvError::Empty) => return None,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => return self.gone(),
            };
            if taken.is_some() {
                return taken;
            }
        }
    }

    /// As [`Thinker::choice`], but waits for it; nothing if nobody thinks.
    pub fn await_choice(&mut self) -> Option<(Seat, Choice)> {
        while self.pending.is_some() {
            let taken = match self.choices.recv() {
                Ok((number, choice)) => self.take(number, choice),
                Err(_) => return self.gone(),
            };
            if taken.is_some() {
                return taken;
            }
        }
        None
    }

    fn take(&mut self, number: u64, choice: Choice) -> Option<(Seat, Choice)> {
        let pending = self.pending.take_if(|pending| pending.number == number)?;
        Some((pending.seat, choice))
    }

    fn gone(&mut self) -> Option<(Seat, Choice)> {
        let pending = self.pending.take()?;
        Some((
            pending.seat,
            Err(Fault::new(codes::THREAD_ENDED, "the thread in which bots think has ended")),
        ))
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn think(
    tables: &Arc<dyn Tables + Send + Sync>,
    orders: &Receiver<Order>,
    choices: &Sender<(u64, Choice)>,
    wake: &dyn Fn(),
) {
    let mut table = None;
    let mut bots: Vec<(BotKind, Seat, u64, Box<dyn Bot>)> = Vec::new();
    while let Ok(Order { task, number, stop }) = orders.recv() {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let seed = task.setup.seed;
        let is_meant = |it: &(BotKind, Seat, u64, Box<dyn Bot>)| {
            (it.0, it.1, it.2) == (task.kind, task.seat, seed)
        };
        if !bots.iter().any(is_meant) {
            let bot = task.kind.seated_in_threads(seed, task.seat, tables);
            bots.push((task.kind, task.seat, seed, bot));
        }
        let choice = set_up(&mut table, &**tables).and_then(|table| {
            let bot = bots.iter_mut().find(|it| is_meant(it)).map(|it| &mut it.3);
            let bot =
                bot.ok_or_else(|| Fault::new(codes::NOBODY_PLAYS, "nobody plays this seat"))?;
            decide(&mut **bot, table, &task, &stop)
        });
        if choices.send((number, choice)).is_err() {
            return;
        }
        wake();
    }
}

fn set_up<'a>(
    table: &'a mut Option<Table<'static>>,
    tables: &dyn Tables,
) -> Result<&'a mut Table<'static>, Fault> {
    if table.is_none() {
        *table = Some(tables.set_up()?);
    }
    table.as_mut().ok_or_else(|| Fault::new(codes::THREAD_ENDED, "there is no table to think at"))
}

fn decide(
    bot: &mut dyn Bot,
    table: &mut Table,
    task: &Task,
    stop: &AtomicBool,
) -> Result<Action, Fault> {
    let mut rules = Stoppable::of(&mut *table.rules, stop);
    let (game, setup) = (table.game.clone(), task.setup.clone());
    let mut the_match = Match::at(game, setup, &task.moment, &mut rules)?;
    let asked = the_match.decisions().find(|decision| decision.seat == task.seat).cloned();
    let asked = asked.ok_or_else(|| {
        Fault::new(
            codes::NOBODY_PLAYS,
            format!("{} has nothing to decide here", seat_number(task.seat)),
        )
    })?;
    match bot.choose_at_once(&asked) {
        Some(action) => Ok(action),
        None => bot.choose(&mut the_match, &mut rules, &asked),
    }
}

/// Rules that fail as soon as they are told to stop.
pub(crate) struct Stoppable<'a> {
    rules: &'a mut dyn Rules,
    stop: &'a AtomicBool,
}

impl<'a> Stoppable<'a> {
    /// These rules, as long as nobody tells them to stop.
    pub fn of(rules: &'a mut dyn Rules, stop: &'a AtomicBool) -> Stoppable<'a> {
        Stoppable { rules, stop }
    }

    fn look(&self) -> Result<(), Fault> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Fault::new(codes::STOPPED, "the bot was stopped")),
            false => Ok(()),
        }
    }
}

impl Rules for Stoppable<'_> {
    fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
        self.look()?;
        self.rules.run(the_match)
    }

    fn score(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<i64>, Fault> {
        self.look()?;
        self.rules.score(the_match, seat)
    }

    fn judge(&mut self, the_match: &mut Match, seat: Seat) -> Result<Option<Judgement>, Fault> {
        self.look()?;
        self.rules.judge(the_match, seat)
    }
}
