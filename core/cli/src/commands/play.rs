//! `harena play`: a match in the terminal, or between bots.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use harena_engine::decision::{Action, CONCEDE, Decision};
use harena_engine::game::Game;
use harena_engine::id::{FactionId, Seat};
use harena_engine::telling::Titles;
use harena_engine::the_match::{ActError, Fault};
use harena_lab::attended::{Attended, Took};
use harena_lab::bot::BotKind;
use harena_lab::player::Player;
use harena_lab::record::RecordedResult;
use harena_lab::replay;
use harena_pack::codes;
use harena_script::{Host, first_fault};
use serde_json::json;

use super::carried;
use crate::args::{Common, Play as Args};
use crate::catalog::{Catalog, Chosen, exact, tell_sources};
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style, counted};
use crate::quote::shell_word;
use crate::seating::Seating;
use crate::table;
use crate::terminal::{self, Choice, Request, Screen, read_request};

mod letter;

use letter::Letter;

/// So many lines of what happened since the last choice are told by themselves; honest steps write
/// a tenth of that.
const MOST_NEWS: usize = 500;

/// So many lines are told of the whole match.
const MOST_OF_LOG: usize = 5_000;

/// Plays a match.
///
/// # Errors
/// An unknown game or setting, packs that do not load, rules that fail.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    if let Some(file) = &args.letter {
        return go_on(file, args, common, out);
    }
    let mut catalog = Catalog::open(common)?;
    let (chosen, mut host) = catalog.load(args.game.as_deref().unwrap_or_default())?;
    chosen.tell(out);
    let mut seating = Seating::of(&args.setup, host.menu())?;
    if args.seat.is_some() && seating.players.is_empty() {
        seating.players = vec![Player::Human; usize::from(seating.n_seats)];
    }
    let seating = with_defaults(seating, &chosen, &host);
    let game = host.build(&seating.settings, seating.n_seats);
    let game = game.map_err(|problems| catalog.broken(problems))?;
    let is_attended = seating.players.contains(&Player::Human);
    let mut attended = begin(game, &mut host, &chosen, &seating)?;
    tell_sources(&mut attended.header.packs, common);
    if args.with_packs {
        attended.carried = carried::of(&chosen.packs)?;
    }
    let titles = attended.now().game.titles.clone();
    let letter = match (&args.seat, &args.record) {
        (None, _) => None,
        (Some(_), None) => {
            return Err(Failure::usage("--as needs a file to write to, see --record"));
        }
        (Some(word), Some(file)) => {
            let seat = letter::seat_of(word, seating.n_seats, &titles)?;
            Some(Letter::of(seat, file, &attended, common))
        }
    };
    let packs = chosen.as_json();
    let play = Play { host, titles, attended, packs, n_told: 0, letter };
    match (is_attended, common.json) {
        (true, true) => Err(Failure::usage("--json needs a bot in every seat, see --bots")),
        (true, false) => play.attended(args.record.as_deref(), out),
        (false, _) => play.unattended(args, out),
    }
}

/// Goes on with the match of a record.
fn go_on(file: &Path, args: &Args, common: &Common, out: &Out) -> Outcome {
    if common.json {
        return Err(Failure::usage("--json needs a bot in every seat, and no --continue"));
    }
    let record = files::read_record(file)?;
    let mut catalog = Catalog::open(common)?;
    exact(&mut catalog.library, &record.header.packs, common);
    if !carried::take(&record, &mut catalog, args.anyway, (common, out))? {
        return Ok(Exit::Findings);
    }
    let (chosen, mut host) = catalog.load_recorded(&record)?;
    chosen.tell(out);
    let game = host.build(&record.header.settings, record.header.n_seats);
    let game = game.map_err(|problems| catalog.broken(problems))?;
    let changed = super::replay::changed_packs(&record, &chosen.packs);
    changed.iter().for_each(|it| out.note(it));
    let differs = |it: &dyn std::fmt::Display| {
        out.complain(&format!("the match is not what its file says: {it}"));
        Ok(Exit::Findings)
    };
    let (mut attended, difference) = match Attended::open(&record, game, &mut host) {
        Ok(opened) => opened,
        Err(difference) => return differs(&difference),
    };
    if let Some(difference) = difference {
        return differs(&difference);
    }
    let titles = attended.now().game.titles.clone();
    let seat = match &args.seat {
        Some(word) => letter::seat_of(word, record.header.n_seats, &titles)?,
        None => attended.viewer(),
    };
    attended.set_player(seat, Player::Human);
    attended.go_on();
    if args.with_packs {
        attended.carried = carried::of(&chosen.packs)?;
    }
    let letter = Letter::of(seat, args.record.as_deref().unwrap_or(file), &attended, common);
    if let Some(changed) = letter.changed_past(&record, &titles, out) {
        out.complain(&changed);
        if !args.anyway {
            out.note("--anyway goes on from this file all the same");
            return Ok(Exit::Findings);
        }
    }
    let packs = chosen.as_json();
    let play = Play { host, titles, attended, packs, n_told: 0, letter: Some(letter) };
    play.attended(None, out)
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

/// A match whose header says all that is known.
fn begin(
    game: Arc<Game>,
    host: &mut Host,
    chosen: &Chosen,
    seating: &Seating,
) -> Result<Attended, Fault> {
    let setup = seating.match_setup();
    let mut attended = Attended::begin(game, setup, seating.players.clone(), host)?;
    attended.header.engine = env!("CARGO_PKG_VERSION").to_owned();
    attended.header.api = harena_script::API;
    attended.header.packs = table::recorded(&chosen.packs);
    Ok(attended)
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
) -> Result<(Attended, Option<Fault>), Failure> {
    let game = host.build(&seating.settings, seating.n_seats);
    let game = game.map_err(|problems| first_fault(&problems))?;
    let mut attended = begin(game, host, chosen, seating)?;
    let fault = play_on(&mut attended, host, max_decisions).err();
    Ok((attended, fault))
}

fn play_on(attended: &mut Attended, host: &mut Host, max_decisions: u32) -> Result<(), Fault> {
    let most = max_decisions as usize;
    while attended.timeline().n_done() < most && attended.let_bot_act(host)? {}
    Ok(())
}

struct Play {
    host: Host,
    titles: Titles,
    attended: Attended,
    packs: serde_json::Value,
    n_told: usize,
    /// One's own part, if others play theirs elsewhere.
    letter: Option<Letter>,
}

/// What a person decided at the terminal.
enum Turn {
    Took(Action),
    Went,
    Quit,
}

impl Play {
    fn unattended(mut self, args: &Args, out: &Out) -> Outcome {
        let start = Instant::now();
        let most = args.max_decisions;
        let result = play_on(&mut self.attended, &mut self.host, most);
        let seconds = start.elapsed().as_secs_f64();
        self.save(args.record.as_deref())?;
        let prints = self.host.take_prints();
        super::tell_lines(&prints, super::MANY_PRINTS, out);
        result?;
        self.verify()?;
        if out.json {
            let mut json = self.as_json(seconds);
            json["prints"] = super::prints_json(&prints, super::MANY_PRINTS);
            out.answer_json(&json);
        } else {
            out.answer(&self.result_text());
        }
        match self.attended.now().outcome() {
            Some(_) => Ok(Exit::Fine),
            None => Ok(Exit::Findings),
        }
    }

    /// Plays the same actions again: a match that is over must lead to the same place.
    fn verify(&mut self) -> Result<(), Fault> {
        let now = self.attended.now();
        if now.outcome().is_none() {
            return Ok(());
        }
        let (game, digest) = (now.game.clone(), now.digest());
        let verified = replay::verify(&self.attended.record(), game, &mut self.host);
        self.host.take_prints();
        let told = match verified.difference {
            Some(difference) => difference.to_string(),
            None if verified.digest != digest => "it ends elsewhere".to_owned(),
            None => return Ok(()),
        };
        let message = format!("played again with the same actions, the match differs: {told}");
        let hint = "`harena check` looks for what the rules keep in mind".into();
        Err(Fault { hint, ..Fault::new(codes::PLAYED_OTHERWISE, message) })
    }

    fn as_json(&self, seconds: f64) -> serde_json::Value {
        let (record, now) = (self.attended.record(), self.attended.now());
        json!({
            "game": record.header.game,
            "seed": record.header.seed,
            "seats": record.header.seats,
            "factions": record.header.factions,
            "settings": record.header.settings,
            "ended": record.result.is_some(),
            "result": record.result.as_ref().map(result_as_json),
            "decisions": record.moves.len(),
            "seconds": seconds,
            "digest": now.digest(),
            "packs": self.packs,
        })
    }

    fn result_text(&self) -> String {
        let now = self.attended.now();
        let decisions = counted(self.attended.timeline().n_done(), "decision");
        let tail = format!("after {decisions}, seed {}", now.setup.seed);
        match now.outcome() {
            None => format!("the match was given up {tail}"),
            Some(outcome) => {
                let line = terminal::result_line(now, &self.titles, outcome);
                let mut lines = vec![format!("{line}, {tail}")];
                lines.extend(terminal::parts_lines(outcome, (&now.game, &self.titles)));
                lines.join("\n")
            }
        }
    }

    fn attended(mut self, record: Option<&Path>, out: &Out) -> Outcome {
        let (title, seed) = (&self.attended.now().game.title, self.attended.now().setup.seed);
        out.answer(&out.styled(Style::Strong, &format!("{title}, seed {seed}")));
        out.answer("Type `help` to see what you can type.");
        while let Some(decision) = self.next_decision() {
            super::tell_prints(&self.host, super::MANY_PRINTS, out);
            if self.attended.let_bot_act(&mut self.host)? {
                continue;
            }
            if self.is_elsewhere(&decision) {
                return self.hand_over(&decision, out);
            }
            match self.ask(&decision, out) {
                Turn::Took(action) => self.take(decision.seat, action, out),
                Turn::Went => {}
                Turn::Quit => return self.leave(record, out),
            }
            self.save(record)?;
        }
        self.tell_news(Seat::NONE, out);
        out.answer(&out.styled(Style::Strong, &self.result_text()));
        self.leave(record, out)
    }

    /// What is to be decided next: what somebody here can decide comes first.
    fn next_decision(&self) -> Option<Decision> {
        let now = self.attended.now();
        let own = |it: &&Decision| self.letter.as_ref().is_some_and(|own| own.seat == it.seat);
        now.decisions().find(own).or_else(|| now.decision()).cloned()
    }

    /// Whether the match waits for a person who sits elsewhere.
    fn is_elsewhere(&self, decision: &Decision) -> bool {
        let is_other = self.letter.as_ref().is_some_and(|own| own.seat != decision.seat);
        let is_past = self.attended.timeline().is_past();
        is_other && !is_past && self.attended.is_person(decision.seat)
    }

    /// Ends here: somebody who sits elsewhere is to choose.
    fn hand_over(mut self, decision: &Decision, out: &Out) -> Outcome {
        let viewer = self.viewer();
        self.tell_news(viewer, out);
        self.show_board(viewer, out);
        let Some(letter) = &self.letter else { return Ok(Exit::Fine) };
        letter.save(&self.attended.record())?;
        let (seat, file) = (self.titles.seat(decision.seat), letter.file.display().to_string());
        out.answer(&out.styled(Style::Strong, &format!("It is the turn of {seat}.")));
        out.answer(&format!(
            "Send them {file}; they go on with\n  harena play --continue {}",
            shell_word(&file)
        ));
        Ok(Exit::Fine)
    }

    /// The seat the match is shown to.
    fn viewer(&self) -> Seat {
        self.letter.as_ref().map_or_else(|| self.attended.viewer(), |own| own.seat)
    }

    /// Takes an option for a person; if the rules fail, the match stays as it was.
    fn take(&mut self, seat: Seat, action: Action, out: &Out) {
        match self.attended.act(&mut self.host, seat, action) {
            Ok(Took::On | Took::Again) => {}
            Ok(Took::Line(number)) => out.note(&format!(
                "This goes on as line {number}; what was played before stays, see `lines`."
            )),
            Err(ActError::Fault(fault)) => {
                out.complain(&crate::diagnostic::fault(&fault, out));
                out.complain("The match is as it was before that choice.");
            }
            Err(refused @ (ActError::NotAsked(_) | ActError::NotOffered)) => {
                out.complain(&refused.to_string());
            }
        }
    }

    fn leave(self, record: Option<&Path>, out: &Out) -> Outcome {
        self.save(record)?;
        let letter = self.letter.as_ref().map(|it| it.file.as_path());
        if let Some(path) = letter.or(record) {
            out.note(&format!("The match is in {}.", path.display()));
        }
        Ok(Exit::Fine)
    }

    fn save(&self, record: Option<&Path>) -> Result<(), Failure> {
        match (&self.letter, record) {
            (Some(letter), _) => letter.save(&self.attended.record()),
            (None, Some(path)) => files::write(path, &self.attended.record().write()),
            (None, None) => Ok(()),
        }
    }

    /// Shows the match to a seat and reads lines until it has decided.
    fn ask(&mut self, decision: &Decision, out: &Out) -> Turn {
        let viewer = self.viewer();
        self.tell_news(viewer, out);
        self.show_board(viewer, out);
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
            Request::Undo | Request::Redo | Request::GoTo(_) => return self.go(request, out),
            Request::Line(number) => return self.change_line(*number, out),
            Request::GoOn => {
                self.attended.go_on();
                return Some(Turn::Went);
            }
            Request::Lines => out.answer(&terminal::lines_text(self.attended.timeline())),
            Request::Why(words) => self.explain(decision, words, out),
            Request::Log => {
                self.n_told = 0;
                self.tell_latest(self.viewer(), MOST_OF_LOG, out);
            }
            Request::Board => self.show_board(self.viewer(), out),
            Request::Note(words) => {
                self.attended.note(words);
                out.answer("Noted.");
            }
            Request::Help => out.answer(terminal::HELP),
            Request::Concede
            | Request::Take(_)
            | Request::Filter(_)
            | Request::Next
            | Request::Back => return self.decide(request, decision, choice, out),
        }
        None
    }

    /// What chooses among the options, for a person.
    fn decide(
        &mut self,
        request: &Request,
        decision: &Decision,
        choice: &mut Choice,
        out: &Out,
    ) -> Option<Turn> {
        if !self.attended.is_person(decision.seat) {
            self.show_choice(decision, choice, out);
            return None;
        }
        if self.is_settled() {
            out.answer(
                "This was played and sent, and stays; `redo` leads back to where the match is.",
            );
            return None;
        }
        let took = if *request == Request::Concede {
            let may = self.attended.now().may_concede(decision.seat);
            let action = may.then(|| Action { verb: CONCEDE, args: Default::default() });
            action.ok_or("The rules know no giving up.")
        } else if let Request::Take(number) = request {
            choice.option(decision, *number).ok_or("There is no option with that number.")
        } else if let Request::Filter(words) = request {
            let now = self.attended.now_mut();
            let game = now.game.clone();
            let screen = Screen::of(now, &self.titles, decision.seat);
            choice.narrow(&game, screen.state(), decision, words);
            self.show_choice(decision, choice, out);
            return None;
        } else {
            choice.turn(decision, *request == Request::Next);
            self.show_choice(decision, choice, out);
            return None;
        };
        match took {
            Ok(action) => return Some(Turn::Took(action)),
            Err(sentence) => out.answer(sentence),
        }
        None
    }

    /// Whether one looks at a moment of a match by letter that others know already.
    fn is_settled(&self) -> bool {
        let n = self.attended.timeline().n_done();
        self.letter.as_ref().is_some_and(|own| n < own.n_opened)
    }

    /// Goes back or on in the line of play; nothing is lost by it.
    fn go(&mut self, request: &Request, out: &Out) -> Option<Turn> {
        let (target, otherwise) = if *request == Request::Redo {
            (self.attended.after_next_choice(), "There is nothing to take again.")
        } else if let Request::GoTo(n) = request {
            let is_there = *n <= self.attended.timeline().moves().len();
            (is_there.then_some(*n), "The match has not come so far.")
        } else {
            let is_own = |n: &usize| self.letter.as_ref().is_none_or(|own| *n >= own.n_opened);
            (self.attended.before_last_choice().filter(is_own), "There is nothing to take back.")
        };
        let Some(target) = target else {
            out.answer(otherwise);
            return None;
        };
        let went = self.attended.go_to(&mut self.host, target);
        self.went(went, out)
    }

    fn change_line(&mut self, number: u32, out: &Out) -> Option<Turn> {
        match self.attended.change_line(&mut self.host, number) {
            Ok(false) => {
                out.answer("There is no such line, see `lines`.");
                None
            }
            went => self.went(went.map(|_| ()), out),
        }
    }

    fn went(&mut self, went: Result<(), Fault>, out: &Out) -> Option<Turn> {
        match went {
            Ok(()) => self.n_told = self.n_told.min(self.attended.now().log.entries.len()),
            Err(fault) => out.complain(&crate::diagnostic::fault(&fault, out)),
        }
        Some(Turn::Went)
    }

    fn show_board(&mut self, seat: Seat, out: &Out) {
        let mut screen = Screen::of(self.attended.now_mut(), &self.titles, seat);
        out.answer(&format!("\n{}\n", screen.text()));
    }

    fn show_choice(&mut self, decision: &Decision, choice: &Choice, out: &Out) {
        let is_of_bot = !self.attended.is_person(decision.seat);
        let now = self.attended.now_mut();
        let game = now.game.clone();
        let prompt = self.titles.word(&game, decision.prompt);
        let head = format!("{}: {prompt}", self.titles.seat(decision.seat));
        out.answer(&out.styled(Style::Strong, &head));
        if is_of_bot {
            return out.answer(terminal::RESTS);
        }
        let screen = Screen::of(now, &self.titles, decision.seat);
        out.answer(&choice.text(&game, screen.state(), decision));
    }

    /// Says what happened since something was last said.
    fn tell_news(&mut self, seat: Seat, out: &Out) {
        self.tell_latest(seat, MOST_NEWS, out);
    }

    /// Says what happened since something was last said, the latest so many lines of it.
    fn tell_latest(&mut self, seat: Seat, most: usize, out: &Out) {
        let now = self.attended.now_mut();
        let (game, n_entries) = (now.game.clone(), now.log.entries.len());
        let new = now.log.entries.get(self.n_told.min(n_entries)..).unwrap_or_default().to_vec();
        let screen = Screen::of(now, &self.titles, seat);
        let teller = terminal::teller(&game, screen.state(), &self.titles);
        let lines = terminal::told_entries(teller, &new, seat);
        let n_left_out = lines.len().saturating_sub(most);
        if n_left_out > 0 {
            let more = if most < MOST_OF_LOG { "; `log` tells more of them" } else { "" };
            out.answer(&format!("... and {} before these{more}", counted(n_left_out, "line")));
        }
        for line in lines.iter().skip(n_left_out) {
            out.answer(&out.styled(Style::Dim, line));
        }
        self.n_told = n_entries;
    }

    /// Says why something is not offered.
    fn explain(&mut self, decision: &Decision, words: &str, out: &Out) {
        if !self.attended.is_person(decision.seat) {
            return out.answer(terminal::RESTS);
        }
        let explained = match self.attended.explained(&mut self.host) {
            Ok(explained) => explained,
            Err(fault) => return out.complain(&crate::diagnostic::fault(&fault, out)),
        };
        let now = self.attended.now_mut();
        let game = now.game.clone();
        let screen = Screen::of(now, &self.titles, decision.seat);
        let teller = terminal::teller(&game, screen.state(), &self.titles);
        let wanted = words.to_lowercase();
        let refused = explained
            .refusals
            .into_iter()
            .map(|it| (Action { verb: it.verb, args: it.args }, it.sentence, it.rule, it.source));
        let noted = explained
            .notes
            .into_iter()
            .map(|it| (Action { verb: it.verb, args: it.args }, it.text, it.rule, it.source));
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for (action, sentence, rule, source) in refused.chain(noted) {
            let text = teller.option(None, &action);
            let is_wanted = wanted.split_whitespace().all(|it| text.to_lowercase().contains(it));
            if is_wanted {
                let source = out.styled(Style::Dim, &source);
                let rule = out.styled(Style::Cyan, &rule);
                tell_of(&mut told, format!("{sentence} {rule} {source}"), text);
            }
        }
        for (reason, texts) in &told {
            let n_more = texts.len().saturating_sub(FEW_ALIKE);
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            let few = texts.get(..FEW_ALIKE.min(texts.len())).unwrap_or_default().join(", ");
            out.answer(format!("  {few}{more}: {reason}").trim_end());
        }
        if told.is_empty() {
            out.answer("The rules say nothing about that.");
        }
    }
}

/// So many options that are refused alike are named.
const FEW_ALIKE: usize = 3;

/// Adds an option to those that are refused for the same reason, unless it is told already.
fn tell_of(told: &mut Vec<(String, Vec<String>)>, reason: String, text: String) {
    match told.iter_mut().find(|(known, _)| *known == reason) {
        Some((_, texts)) if texts.contains(&text) => {}
        Some((_, texts)) => texts.push(text),
        None => told.push((reason, vec![text])),
    }
}

/// How a match ended; seats count from 1, as everywhere in what people are told.
fn result_as_json(result: &RecordedResult) -> serde_json::Value {
    let winners = result.winners.iter().map(|seat| usize::from(*seat) + 1);
    json!({
        "winners": winners.collect::<Vec<_>>(),
        "scores": result.scores,
        "parts": result.parts,
        "reason": result.reason,
    })
}
