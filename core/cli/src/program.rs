//! Bots that are programs: one line of JSON a message, on their standard input and output.
//!
//! A program is started for each seat of each match and told what the seat sees, never more. It
//! answers every `choose` with a line such as `{"option": 3}`. Its input ends with the match.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use harena_engine::chance::Rng;
use harena_engine::decision::{Action, Decision};
use harena_engine::game::Game;
use harena_engine::id::{Names, Seat};
use harena_engine::the_match::{Fault, Match, Rules};
use harena_engine::view;
use harena_lab::bot::{Bot, BotKind, OUTSIDE, Outside};
use harena_lab::notation;
use harena_pack::beginning;
use harena_pack::codes;
use serde_json::{Value, json};

/// So many options are written out; a program that wants others names their number.
const WRITTEN: u64 = 500;
/// So long a program may think about one answer: none that plays takes this long, and one that
/// waits for something else would let a series wait for ever.
const LONGEST_THOUGHT: Duration = Duration::from_secs(600);
/// So long a program may take to end once its input has ended.
const PATIENCE: Duration = Duration::from_millis(100);
/// An answer is not longer than this.
const LONGEST: u64 = 1 << 16;
/// So many characters of a wrong answer are told.
const MOST_TOLD: usize = 200;

/// The bot that a command line names, if it names a program.
pub fn named(word: &str) -> Option<BotKind> {
    let command = word.strip_prefix(OUTSIDE).filter(|command| !command.trim().is_empty());
    command.map(|_| BotKind::Outside(Outside::of(word, begin)))
}

fn begin(words: &'static str, seed: u64, seat: Seat) -> Box<dyn Bot> {
    let command = words.strip_prefix(OUTSIDE).unwrap_or(words);
    Box::new(Program { command, seed, seat, patience: LONGEST_THOUGHT, running: None })
}

/// A program in one seat of one match.
struct Program {
    command: &'static str,
    seed: u64,
    seat: Seat,
    /// So long it may think about one answer.
    patience: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    /// Nothing once the match is over.
    to: Option<ChildStdin>,
    /// Its lines, as far as they were read.
    lines: Receiver<String>,
}

impl Running {
    fn begin(command: &str) -> io::Result<Running> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut child = Command::new(shell)
            .args([flag, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        // No more than a line lies ready: what nobody asked for waits in the program.
        let (heard, lines) = mpsc::sync_channel(1);
        std::thread::spawn(move || from.into_iter().for_each(|from| read_lines(from, &heard)));
        Ok(Running { child, to, lines })
    }
}

/// Reads lines as long as somebody takes them.
fn read_lines(from: ChildStdout, heard: &SyncSender<String>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = String::new();
        match from.by_ref().take(LONGEST).read_line(&mut line) {
            Ok(1..) if heard.send(line).is_ok() => {}
            Ok(_) | Err(_) => return,
        }
    }
}

impl Drop for Running {
    /// A program that does not end with its input is ended.
    fn drop(&mut self) {
        drop(self.to.take());
        let begun = Instant::now();
        let left = || PATIENCE.checked_sub(begun.elapsed());
        while left().is_some_and(|left| self.lines.recv_timeout(left).is_ok()) {}
        let _gone_already = self.child.kill();
        let _ended = self.child.wait();
    }
}

impl Program {
    fn fault(&self, what: impl std::fmt::Display) -> Fault {
        Fault::new(codes::BOT_OUTSIDE, format!("the bot `{}` {what}", self.command))
    }

    fn start(&self, game: &Game) -> Result<Running, Fault> {
        let started = Running::begin(self.command);
        let mut running = started.map_err(|error| self.fault(format!("cannot start: {error}")))?;
        self.tell(&mut running, &greeting(game, self.seat, self.seed))?;
        Ok(running)
    }

    fn tell(&self, running: &mut Running, message: &Value) -> Result<(), Fault> {
        let line = format!("{message}\n");
        let told =
            running.to.as_mut().map(|to| to.write_all(line.as_bytes()).and_then(|()| to.flush()));
        match told {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(self.fault("has ended")),
        }
    }

    fn hear(&self, running: &mut Running, decision: &Decision) -> Result<Action, Fault> {
        let line = running.lines.recv_timeout(self.patience).map_err(|why| match why {
            RecvTimeoutError::Timeout => {
                self.fault(format!("gave no answer within {} s", self.patience.as_secs()))
            }
            RecvTimeoutError::Disconnected => self.fault("gave no answer"),
        })?;
        let answer: Option<Value> = serde_json::from_str(&line).ok();
        let number = answer.as_ref().and_then(|answer| answer.get("option")?.as_u64());
        let action = number.filter(|n| *n < decision.count()).and_then(|n| decision.option(n));
        action.ok_or_else(|| {
            let (line, most) = (line.trim_end(), decision.count() - 1);
            let line = beginning(line, MOST_TOLD);
            self.fault(format!("answered `{line}` instead of {{\"option\": 0}} to {most}"))
        })
    }
}

impl Bot for Program {
    fn choose(
        &mut self,
        the_match: &mut Match,
        _rules: &mut dyn Rules,
        decision: &Decision,
    ) -> Result<Action, Fault> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start(&the_match.game)?,
        };
        self.tell(&mut running, &question(the_match, decision))?;
        let action = self.hear(&mut running, decision)?;
        self.running = Some(running);
        Ok(action)
    }

    fn choose_at_once(&mut self, decision: &Decision) -> Option<Action> {
        if decision.count() == 1 { decision.option(0) } else { None }
    }
}

/// What a program is told first: the game, the words for its numbers, and where it sits.
fn greeting(game: &Game, seat: Seat, seed: u64) -> Value {
    let list = |names: &Names| names.iter().map(str::to_owned).collect::<Vec<_>>();
    let sheets = game.prototypes.iter().map(|it| it.id.as_str());
    json!({
        "type": "begin",
        "protocol": 1,
        "game": game.id,
        "seat": usize::from(seat.0) + 1,
        "seats": game.n_seats,
        // Nothing from which the seed of the match, and so its chance, could be worked out.
        "seed": Rng::seeded(seed).next_u64() >> 33,
        "settings": game.settings,
        "names": {
            "sheets": sheets.collect::<Vec<_>>(),
            "factions": game.factions.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(),
            "kinds": list(&game.names.kinds),
            "zones": list(&game.names.zones),
            "verbs": list(&game.names.verbs),
            "counters": list(&game.names.counters),
            "vars": list(&game.names.vars),
            "seat_vars": list(&game.names.seat_vars),
        },
    })
}

/// What a program is asked: the decision as numbered products and as text, and what its seat sees.
fn question(the_match: &Match, decision: &Decision) -> Value {
    let game = &the_match.game;
    let seen = view::view(game, the_match.state(), decision.seat);
    let text = |number: u64| {
        let action = decision.option(number)?;
        Some(notation::describe(game, &seen, Some(decision), &action))
    };
    let options: Vec<String> = (0..decision.count().min(WRITTEN)).filter_map(text).collect();
    json!({
        "type": "choose",
        "action": the_match.log.action,
        "prompt": game.names.words.name(decision.prompt.index()),
        "count": decision.count(),
        "options": options,
        "groups": decision.groups,
        "default": decision.default,
        "view": seen,
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use harena_engine::id::WordId;

    use super::*;

    fn program(command: &'static str) -> Program {
        let patience = Duration::from_millis(300);
        Program { command, seed: 1, seat: Seat(0), patience, running: None }
    }

    fn heard(command: &'static str) -> String {
        let mut running = Running::begin(command).unwrap();
        let heard =
            program(command).hear(&mut running, &Decision::of(Seat(0), WordId(0), Vec::new()));
        heard.map_or_else(|fault| fault.message, |action| format!("{action:?}"))
    }

    #[test]
    fn a_program_that_never_answers_is_not_waited_for_for_ever() {
        let begun = Instant::now();
        assert_eq!(heard("sleep 100"), "the bot `sleep 100` gave no answer within 0 s");
        assert_eq!(heard("true"), "the bot `true` gave no answer");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}
