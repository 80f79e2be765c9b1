//! `harena play`: a match in the terminal, or between bots.

use std::io::BufRead;
use std::path::Path;
use std::time::Instant;

use harena_engine::decision::{Action, CONCEDE, Decision};
use harena_engine::id::{FactionId, Seat};
use harena_engine::the_match::{ActError, Fault, Match};
use harena_engine::timeline::Timeline;
use harena_lab::bot::{Bot, BotKind};
use harena_lab::replay::Recorder;
use harena_script::Host;
use serde_json::json;

use crate::args::{Common, Play as Args};
use crate::catalog::{Catalog, Chosen};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};
use crate::seating::{Player, Seating};
use crate::table;
use crate::terminal::{self, Choice, Request, Screen, Titles, read_request};

/// Plays a match.
///
/// # Errors
/// An unknown game or setting, packs that do not load, rules that fail.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let chosen = catalog.choose(&args.game)?;
    chosen.mixture().iter().for_each(|sentence| out.note(sentence));
    let mut host = Host::load(&chosen.packs).map_err(|problems| catalog.broken(problems))?;
    let seating = with_defaults(Seating::of(&args.setup, host.menu())?, &chosen, &host);
    let game = host.build(&seating.settings, seating.n_seats);
    let game = game.map_err(|problems| catalog.broken(problems))?;
    let setup = seating.match_setup();
    let timeline = Timeline::begin(game, setup, &mut host)?;
    let recorder = recorder(timeline, &chosen, &seating);
    let bots = seating.players.iter().zip(0..).map(|(player, seat)| match player {
        Player::Human => None,
        Player::Bot(kind) => Some(kind.seated(seating.seed, Seat(seat))),
    });
    let bots: Vec<Option<Box<dyn Bot>>> = bots.collect();
    let is_attended = bots.iter().any(Option::is_none);
    let titles = Titles::of(&host);
    let play = Play { host, titles, recorder, bots, seating, n_told: 0 };
    match (is_attended, common.json) {
        (true, true) => Err(Failure::usage("--json needs a bot in every seat, see --bots")),
        (true, false) => play.attended(args.record.as_deref(), out),
        (false, _) => play.unattended(args, out),
    }
}

/// Fills in what the command line left open: who plays, and with which faction.
fn with_defaults(mut seating: Seating, chosen: &Chosen, host: &Host) -> Seating {
    let n_seats = usize::from(seating.n_seats);
    if seating.players.is_empty() {
        seating.players = vec![Player::Bot(BotKind::Greedy); n_seats];
        if let Some(first) = seating.players.first_mut() {
            *first = Player::Human;
        }
    }
    let is_open = seating.factions.is_empty();
    let named = host.menu().factions.iter().position(|it| it.pack == chosen.named);
    if let Some(named) = named.filter(|_| is_open && chosen.named != chosen.game) {
        seating.factions = vec![None; n_seats];
        if let Some(first) = seating.factions.first_mut() {
            *first = Some(FactionId(named as u8));
        }
    }
    seating
}

/// A recorder whose header says all that is known.
fn recorder(timeline: Timeline, chosen: &Chosen, seating: &Seating) -> Recorder {
    let mut recorder = Recorder::new(timeline);
    let header = &mut recorder.record.header;
    header.engine = env!("CARGO_PKG_VERSION").to_owned();
    header.api = harena_script::API;
    header.packs = table::recorded(&chosen.packs);
    header.seats = seating.players.iter().map(|player| player.word()).collect();
    recorder
}

/// Plays a match between bots as far as it gets. Answers the fault that stopped it.
///
/// # Errors
/// The rules fail before the first decision.
pub fn between_bots(
    host: &mut Host,
    chosen: &Chosen,
    seating: &Seating,
    max_decisions: u32,
) -> Result<(Recorder, Option<Fault>), Failure> {
    let game = host.build(&seating.settings, seating.n_seats);
    let game = game.map_err(|problems| table::fault_of(&problems))?;
    let setup = seating.match_setup();
    let timeline = Timeline::begin(game, setup, host)?;
    let mut recorder = recorder(timeline, chosen, seating);
    let mut bots: Vec<Option<Box<dyn Bot>>> = Vec::new();
    for (player, seat) in seating.players.iter().zip(0..) {
        bots.push(match player {
            Player::Human => None,
            Player::Bot(kind) => Some(kind.seated(seating.seed, Seat(seat))),
        });
    }
    let fault = play_on(&mut recorder, host, &mut bots, max_decisions).err();
    Ok((recorder, fault))
}

fn play_on(
    recorder: &mut Recorder,
    host: &mut Host,
    bots: &mut [Option<Box<dyn Bot>>],
    max_decisions: u32,
) -> Result<(), Fault> {
    while recorder.timeline.n_done() < max_decisions as usize {
        let Some(decision) = recorder.timeline.now.decision().cloned() else { return Ok(()) };
        let Some(Some(bot)) = bots.get_mut(decision.seat.index()) else { return Ok(()) };
        let action = bot_choice(&mut **bot, &mut recorder.timeline.now, host, &decision)?;
        act(recorder, host, decision.seat, action)?;
    }
    Ok(())
}

fn bot_choice(
    bot: &mut dyn Bot,
    the_match: &mut Match,
    host: &mut Host,
    decision: &Decision,
) -> Result<Action, Fault> {
    match bot.choose_at_once(decision) {
        Some(action) => Ok(action),
        None => bot.choose(the_match, host, decision),
    }
}

fn act(recorder: &mut Recorder, host: &mut Host, seat: Seat, action: Action) -> Result<(), Fault> {
    recorder.act(host, seat, action).map(|_| ()).map_err(|error| match error {
        ActError::Fault(fault) => fault,
        other @ (ActError::NotAsked(_) | ActError::NotOffered) => {
            Fault::new("H0521", format!("a bot took what is not offered: {other}"))
        }
    })
}

struct Play {
    host: Host,
    titles: Titles,
    recorder: Recorder,
    bots: Vec<Option<Box<dyn Bot>>>,
    seating: Seating,
    n_told: usize,
}

/// What a person decided at the terminal.
enum Turn {
    Took(Action),
    Undo,
    Redo,
    Quit,
}

impl Play {
    fn unattended(mut self, args: &Args, out: &Out) -> Outcome {
        let start = Instant::now();
        let most = args.max_decisions;
        let result = play_on(&mut self.recorder, &mut self.host, &mut self.bots, most);
        let seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &args.record {
            files::write(path, &self.recorder.record.write())?;
        }
        result?;
        if out.json {
            out.answer_json(&self.as_json(seconds));
        } else {
            out.answer(&self.result_text());
        }
        match self.recorder.timeline.now.outcome() {
            Some(_) => Ok(Exit::Fine),
            None => Ok(Exit::Findings),
        }
    }

    fn as_json(&self, seconds: f64) -> serde_json::Value {
        let record = &self.recorder.record;
        let now = &self.recorder.timeline.now;
        json!({
            "game": record.header.game,
            "seed": record.header.seed,
            "seats": record.header.seats,
            "factions": record.header.factions,
            "settings": record.header.settings,
            "ended": record.result.is_some(),
            "result": record.result,
            "decisions": record.moves.len(),
            "seconds": seconds,
            "digest": now.digest(),
        })
    }

    fn result_text(&self) -> String {
        let now = &self.recorder.timeline.now;
        let decisions = counted(self.recorder.record.moves.len(), "decision");
        let tail = format!("after {decisions}, seed {}", self.seating.seed);
        match now.outcome() {
            None => format!("the match was given up {tail}"),
            Some(outcome) => {
                let word = now.game.names.words.name(outcome.reason.index());
                let line = terminal::result_line(now, outcome, &self.host.text(word));
                let text_of = |word: harena_engine::id::WordId| {
                    self.host.text(now.game.names.words.name(word.index()))
                };
                let mut lines = vec![format!("{line}, {tail}")];
                lines.extend(terminal::parts_lines(outcome, text_of));
                lines.join("\n")
            }
        }
    }

    fn attended(mut self, record: Option<&Path>, out: &Out) -> Outcome {
        let title = self.recorder.timeline.now.game.title.clone();
        out.answer(&out.styled(Style::Strong, &format!("{title}, seed {}", self.seating.seed)));
        out.answer("Type `help` to see what you can type.");
        while let Some(decision) = self.recorder.timeline.now.decision().cloned() {
            let seat = decision.seat;
            if let Some(Some(bot)) = self.bots.get_mut(seat.index()) {
                let now = &mut self.recorder.timeline.now;
                let action = bot_choice(&mut **bot, now, &mut self.host, &decision)?;
                act(&mut self.recorder, &mut self.host, seat, action)?;
                continue;
            }
            match self.ask(&decision, out) {
                Turn::Took(action) => self.take(seat, action, out),
                Turn::Undo => self.undo(out),
                Turn::Redo => self.redo(out),
                Turn::Quit => return self.leave(record, out),
            }
            self.save(record)?;
        }
        self.tell_news(Seat::NONE, out);
        out.answer(&out.styled(Style::Strong, &self.result_text()));
        self.leave(record, out)
    }

    /// Takes an option for a person; if the rules fail, the match stays as it was.
    fn take(&mut self, seat: Seat, action: Action, out: &Out) {
        if let Err(fault) = act(&mut self.recorder, &mut self.host, seat, action) {
            out.complain(&crate::diagnostic::fault(&fault, out));
            out.complain("The match is as it was before that choice.");
        }
    }

    fn leave(self, record: Option<&Path>, out: &Out) -> Outcome {
        self.save(record)?;
        if let Some(path) = record {
            out.note(&format!("The match is in {}.", path.display()));
        }
        Ok(Exit::Fine)
    }

    fn save(&self, record: Option<&Path>) -> Result<(), Failure> {
        record.map_or(Ok(()), |path| files::write(path, &self.recorder.record.write()))
    }

    /// Shows the match to a seat and reads lines until it has decided.
    fn ask(&mut self, decision: &Decision, out: &Out) -> Turn {
        self.tell_news(decision.seat, out);
        self.show_board(decision.seat, out);
        let titles = self.titles.clone();
        let mut choice = Choice::new(&titles);
        self.show_choice(decision, &choice, out);
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            match self.answer(&read_request(&line), decision, &mut choice, out) {
                Some(turn) => return turn,
                None => continue,
            }
        }
        out.note("The input ended, so the match stops here.");
        Turn::Quit
    }

    fn answer(
        &mut self,
        request: &Request,
        decision: &Decision,
        choice: &mut Choice,
        out: &Out,
    ) -> Option<Turn> {
        match request {
            Request::Quit => return Some(Turn::Quit),
            Request::Concede => match self.recorder.timeline.now.may_concede(decision.seat) {
                true => {
                    return Some(Turn::Took(Action { verb: CONCEDE, args: Default::default() }));
                }
                false => out.answer("The rules know no giving up."),
            },
            Request::Undo => return Some(Turn::Undo),
            Request::Redo => return Some(Turn::Redo),
            Request::Take(number) => match choice.option(decision, *number) {
                Some(action) => return Some(Turn::Took(action)),
                None => out.answer("There is no option with that number."),
            },
            Request::Filter(words) => {
                let now = &mut self.recorder.timeline.now;
                let game = now.game.clone();
                let screen = Screen::of(now, &self.titles, decision.seat);
                choice.narrow(&game, screen.state(), decision, words);
                self.show_choice(decision, choice, out);
            }
            Request::Next | Request::Back => {
                choice.turn(decision, *request == Request::Next);
                self.show_choice(decision, choice, out);
            }
            Request::Why(words) => self.explain(decision, words, out),
            Request::Log => {
                self.n_told = 0;
                self.tell_news(decision.seat, out);
            }
            Request::Board => self.show_board(decision.seat, out),
            Request::Note(words) => {
                let after = self.recorder.record.moves.len() as u32;
                self.recorder.record.notes.push((after, words.clone()));
                out.answer("Noted.");
            }
            Request::Help => out.answer(terminal::HELP),
        }
        None
    }

    fn show_board(&mut self, seat: Seat, out: &Out) {
        let mut screen = Screen::of(&mut self.recorder.timeline.now, &self.titles, seat);
        out.answer(&format!("\n{}\n", screen.text()));
    }

    fn show_choice(&mut self, decision: &Decision, choice: &Choice, out: &Out) {
        let now = &mut self.recorder.timeline.now;
        let game = now.game.clone();
        let prompt = self.host.text(game.names.words.name(decision.prompt.index()));
        let head = format!("Seat {}: {prompt}", decision.seat.0 + 1);
        let screen = Screen::of(now, &self.titles, decision.seat);
        out.answer(&out.styled(Style::Strong, &head));
        out.answer(&choice.text(&game, screen.state(), decision));
    }

    /// Says what happened since something was last said.
    fn tell_news(&mut self, seat: Seat, out: &Out) {
        let now = &mut self.recorder.timeline.now;
        let (game, entries) = (now.game.clone(), now.log.entries.clone());
        let screen = Screen::of(now, &self.titles, seat);
        let text_of = |word: &str| self.host.text(word);
        let told = self.n_told.min(entries.len());
        let told: Vec<_> =
            entries.iter().skip(told).filter(|it| it.is_for(seat)).copied().collect();
        for line in terminal::new_entries(&game, screen.state(), &told, 0, &text_of) {
            out.answer(&out.styled(Style::Dim, &line));
        }
        self.n_told = entries.len();
    }

    /// Takes back everything up to the last choice of a person.
    fn undo(&mut self, out: &Out) {
        let moves = &self.recorder.record.moves;
        let Some(back) = moves.iter().rev().position(|it| self.is_person(Seat(it.seat))) else {
            return out.answer("There is nothing to take back.");
        };
        match self.recorder.undo(&mut self.host, back + 1) {
            Ok(()) => self.n_told = self.recorder.timeline.now.log.entries.len(),
            Err(fault) => out.complain(&crate::diagnostic::fault(&fault, out)),
        }
    }

    /// Takes again what was taken back: a choice of a person and what bots answered.
    fn redo(&mut self, out: &Out) {
        let timeline = &self.recorder.timeline;
        let undone = timeline.moves.get(timeline.n_done()..).unwrap_or_default().to_vec();
        let answers = undone.iter().skip(1).take_while(|it| !self.is_person(it.seat)).count();
        if undone.is_empty() {
            return out.answer("There is nothing to take again.");
        }
        let (again, later) = undone.split_at(1 + answers);
        for next in again {
            if let Err(fault) = act(&mut self.recorder, &mut self.host, next.seat, next.action) {
                return out.complain(&crate::diagnostic::fault(&fault, out));
            }
        }
        // Acting forgets what was undone, but this much can still be taken again.
        self.recorder.timeline.moves.extend_from_slice(later);
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.bots.get(seat.index()), Some(None))
    }

    /// Says why something is not offered.
    fn explain(&mut self, decision: &Decision, words: &str, out: &Out) {
        let now = &mut self.recorder.timeline.now;
        let explained = match now.explained(&mut self.host) {
            Ok(explained) => explained,
            Err(fault) => return out.complain(&crate::diagnostic::fault(&fault, out)),
        };
        let game = now.game.clone();
        let screen = Screen::of(now, &self.titles, decision.seat);
        let wanted = words.to_lowercase();
        let mut n_told = 0;
        let refused = explained
            .refusals
            .into_iter()
            .map(|it| (Action { verb: it.verb, args: it.args }, it.sentence, it.rule, it.source));
        let noted = explained
            .notes
            .into_iter()
            .map(|it| (Action { verb: it.verb, args: it.args }, it.text, it.rule, it.source));
        for (action, sentence, rule, source) in refused.chain(noted) {
            let text = self.titles.option(&game, screen.state(), None, &action);
            let is_wanted = wanted.split_whitespace().all(|it| text.to_lowercase().contains(it));
            if is_wanted {
                n_told += 1;
                let source = out.styled(Style::Dim, &source);
                let rule = out.styled(Style::Cyan, &rule);
                let line = format!("  {text}: {sentence} {rule} {source}");
                out.answer(line.trim_end());
            }
        }
        if n_told == 0 {
            out.answer("The rules say nothing about that.");
        }
    }
}
