//! Playing a scenario: position, steps, and what came of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use harena_engine::decision::{Action, Args, CONCEDE};
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::state::State;
use harena_engine::the_match::{ActError, Match, Setup, Waits};

use super::expect::View;
use super::forced::{self, Ledger};
use super::hint::hint;
use super::option::{Line, Offer, text_of, verbs_of};
use super::script::{self, Script, Wrong, step_call, texts};
use super::sources::Sources;
use super::words::{Words, plain};
use super::{bounds, drawing, heard, position, tell};
use harena_script::Host;
use harena_script::define::{scenario_form, scenario_step_form};
use harena_script::schema::{Finding, Key, Schema, Value, Vocabulary, check};

/// So many options that should not be offered are named at most.
const MOST_TOLD: usize = 6;
/// So many lines of what happened are shown at most, the latest.
const MOST_LOGGED: usize = 60;
/// So many things at most are done in a scenario, asides and all.
const MOST_DONE: usize = 2_000;

/// How a scenario failed, with the board around the step that failed.
pub(super) struct Report {
    pub wrong: Wrong,
    pub before: String,
    pub after: String,
    pub log: Vec<String>,
}

impl From<Wrong> for Box<Report> {
    fn from(wrong: Wrong) -> Box<Report> {
        Box::new(Report { wrong, before: String::new(), after: String::new(), log: Vec::new() })
    }
}

fn found_wrong(schema: &Schema, value: &Value, path: &[Key]) -> Result<(), Wrong> {
    let Some(Finding { path: inner, message, hint, .. }) =
        check(schema, value, &Vocabulary::default()).into_iter().next()
    else {
        return Ok(());
    };
    let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
    let path: Vec<Key> = path.iter().cloned().chain(inner).collect();
    Err(Wrong::at(&path, format!("{message}{hint}")))
}

/// A scenario that was played.
pub(super) struct Played {
    /// The match as it is then.
    pub the_match: Match,
    /// How it was set up.
    pub setup: Setup,
    /// What was done on the way, each with the place of its line; asides are none of it.
    pub taken: Vec<(Vec<Key>, Seat, Action)>,
}

/// Plays a scenario from its fields, and answers the match as it is then.
pub(super) fn play(
    host: &mut Host,
    value: &Value,
    sources: &Sources,
) -> Result<Match, Box<Report>> {
    played(host, value, sources).map(|played| played.the_match)
}

/// Plays a scenario from its fields.
pub(super) fn played(
    host: &mut Host,
    value: &Value,
    sources: &Sources,
) -> Result<Played, Box<Report>> {
    bounds::check(value)?;
    sources.check(&texts(value.get("rules"), &["rules".into()]))?;
    let menu = host.menu().clone();
    let settings = script::settings(&menu, value)?;
    let factions = script::factions(&menu, value)?;
    let labels: Vec<String> =
        texts(value.get("seats"), &["seats".into()]).into_iter().map(|(name, _)| name).collect();
    let n_seats = n_seats(value, menu.min_seats, factions.len())?;
    let game = host.build(&settings, n_seats).map_err(|problems| {
        let first = problems.first().map(|p| p.message.clone()).unwrap_or_default();
        Wrong::at(&["settings".into()], first)
    })?;
    found_wrong(&scenario_form(game.names.zones.iter()), value, &[])?;
    let under = menu.complete(&settings).unwrap_or_default();
    let notation = host.notation(&under);
    let words = Words::new(&game, notation, &labels, &factions);
    let script = Script { value, game: game.clone() };
    let (seed, persons) = (script.number("seed").unwrap_or(1) as u64, persons(&words, value)?);
    let setup = Setup { seed, factions, persons, position: None };
    let position = position::build(&words, &script, &setup, host)?;
    let mut forced = Ledger::default();
    forced.add(&position.forced, &["force".into()]);
    let setup = Setup { position: Some(position), ..setup };
    let begun = (game.clone(), sources, forced);
    let mut playing = Playing::begin(host, &words, begun, setup.clone())?;
    playing.steps(value.get("steps"), &["steps".into()])?;
    playing.forced.take_down(playing.the_match.state());
    match playing.forced.unused(&sources.streams) {
        Some(wrong) => Err(playing.report(wrong)),
        None => Ok(Played { the_match: playing.the_match, setup, taken: playing.taken }),
    }
}

/// How many seats a scenario is for.
fn n_seats(value: &Value, fewest: u8, n_factions: usize) -> Result<u8, Wrong> {
    let wrong = |message: String| Wrong::at(&["seats".into()], message);
    let n = match value.get("seats") {
        Some(Value::Int(n)) => {
            usize::try_from(*n).map_err(|_| wrong(format!("there cannot be {n} seats")))?
        }
        Some(Value::List(names)) if !names.is_empty() => {
            named_apart(names).map_err(wrong)?;
            names.len()
        }
        _ if n_factions > 0 => n_factions,
        _ => usize::from(fewest),
    };
    if n_factions > n {
        return Err(wrong(format!("{n_factions} factions need as many seats, and there are {n}")));
    }
    u8::try_from(n).map_err(|_| wrong(format!("{n} seats are too many")))
}

/// Each seat has a name that a line can hold and that means no other seat.
fn named_apart(names: &[Value]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for (seat, name) in names.iter().filter_map(Value::as_text).enumerate() {
        let wanted = plain(name);
        let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, ' ' | '_' | '-' | '\'');
        if wanted.trim().is_empty() || !name.chars().all(is_word) {
            let shown: String = name.escape_debug().take(40).collect();
            return Err(format!("`{shown}` is no name of a seat: write letters, digits and `_`"));
        }
        if matches!(wanted.as_str(), "nobody" | "none" | "no") {
            return Err(format!("no seat can be called `{name}`: it means that there is nobody"));
        }
        let number = wanted.strip_prefix("seat ").and_then(|n| n.parse::<usize>().ok());
        if number.is_some_and(|n| n != seat) {
            return Err(format!("`{name}` is another seat: this one is seat_{seat}"));
        }
        if !seen.insert(wanted.clone()) {
            return Err(format!("two seats are called `{wanted}`"));
        }
    }
    Ok(())
}

/// The seats where people sit, as a bit mask.
fn persons(words: &Words, value: &Value) -> Result<u16, Wrong> {
    let mut mask = 0;
    for (label, path) in texts(value.get("people"), &["people".into()]) {
        let seat = words.need_seated(&label).map_err(|sentence| Wrong::at(&path, sentence))?;
        mask |= 1 << seat.0;
    }
    Ok(mask)
}

/// A step does something or looks at something, and no line of it is empty.
fn says_something(step: &Value, path: &[Key]) -> Result<(), Wrong> {
    let entries = if let Value::Record(entries) = step { entries.as_slice() } else { &[] };
    let is_blank = |item: &Value| item.as_text().is_some_and(|text| text.trim().is_empty());
    let holds_blank = |value: &Value| {
        if let Value::List(items) = value { items.iter().any(is_blank) } else { is_blank(value) }
    };
    let blank = entries.iter().find(|(name, value)| name != "note" && holds_blank(value));
    if let Some((name, _)) = blank {
        let path: Vec<Key> = path.iter().cloned().chain([Key::from(name.as_str())]).collect();
        return Err(Wrong::at(&path, format!("`{name}` is empty, so it tests nothing")));
    }
    let is_list_of_none = |value: &Value| matches!(value, Value::List(items) if items.is_empty());
    let tells = |(name, value): &(String, Value)| {
        let is_check = !matches!(name.as_str(), "note" | "legend" | "force");
        is_check && (name == "aside" || !is_list_of_none(value))
    };
    match entries.iter().any(tells) {
        true => Ok(()),
        false => Err(Wrong::at(path, "this step does nothing and looks at nothing")),
    }
}

/// A scenario in play.
struct Playing<'a> {
    host: &'a mut Host,
    words: &'a Words<'a>,
    sources: &'a Sources,
    the_match: Match,
    /// The match before the latest step that did something.
    before: Match,
    /// How much of the log is older than that.
    n_old: usize,
    /// The board before the latest thing that was done.
    shown: State,
    /// How many things were done.
    n_done: usize,
    /// What was done, with the place of its line.
    taken: Vec<(Vec<Key>, Seat, Action)>,
    forced: Ledger,
}

impl<'a> Playing<'a> {
    fn begin(
        host: &'a mut Host,
        words: &'a Words<'a>,
        (game, sources, forced): (Arc<Game>, &'a Sources, Ledger),
        setup: Setup,
    ) -> Result<Playing<'a>, Box<Report>> {
        let mut the_match = Match::new(game, setup);
        the_match.log.on = true;
        let (before, shown) = (the_match.clone(), the_match.state().clone());
        let (n_old, n_done, taken) = (0, 0, Vec::new());
        let mut playing = Playing {
            host,
            words,
            sources,
            the_match,
            before,
            n_old,
            shown,
            n_done,
            taken,
            forced,
        };
        playing.run_on(&["begin".into()])?;
        Ok(playing)
    }

    /// Runs to the next decision, the end of the match, or the end of what is to be run.
    fn run_on(&mut self, path: &[Key]) -> Result<(), Box<Report>> {
        match self.the_match.advance(self.host) {
            Ok(Waits::ForDecisions | Waits::Over) => Ok(()),
            Err(fault) if fault.is_unfinished() => Ok(()),
            Err(fault) => Err(self.report(Wrong::at(path, fault.to_string()))),
        }
    }

    /// What happened in the latest step that did something.
    fn happened(&self) -> Vec<(usize, String)> {
        let sentence = |word: &str| self.host.text(word);
        let new = self.the_match.log.entries.get(self.n_old..).unwrap_or(&[]);
        tell::log(self.words, self.before.state().clone(), new, &sentence)
    }

    /// A failure with the board around it. What a game does to ready itself is not told.
    fn report(&self, wrong: Wrong) -> Box<Report> {
        let happened = if self.n_done > 0 { self.happened() } else { Vec::new() };
        let n_left_out = happened.len().saturating_sub(MOST_LOGGED);
        let mut log: Vec<String> =
            happened.into_iter().skip(n_left_out).map(|(_, line)| line).collect();
        if n_left_out > 0 {
            log.insert(0, format!("... {n_left_out} more before that"));
        }
        Box::new(Report {
            wrong,
            before: drawing::write(self.words, &self.shown),
            after: drawing::write(self.words, self.the_match.state()),
            log,
        })
    }

    fn steps(&mut self, steps: Option<&Value>, path: &[Key]) -> Result<(), Box<Report>> {
        let list = match steps {
            Some(Value::List(list)) => list.as_slice(),
            Some(one @ (Value::Record(_) | Value::Text(_))) => std::slice::from_ref(one),
            _ => &[],
        };
        if list.is_empty() {
            let message = "without a step a scenario tests nothing: say what is done or must hold";
            return Err(Wrong::at(path, message).into());
        }
        for (i, step) in list.iter().enumerate() {
            let path: Vec<Key> = path.iter().cloned().chain([Key::Index(i + 1)]).collect();
            match step.as_text() {
                Some(line) => {
                    self.remember();
                    self.act(line, &path)?;
                }
                None => self.step(step, &path)?,
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Value, path: &[Key]) -> Result<(), Box<Report>> {
        found_wrong(&scenario_step_form(), step, path)?;
        says_something(step, path)?;
        let at =
            |field: &str| -> Vec<Key> { path.iter().cloned().chain([Key::from(field)]).collect() };
        let lines = |field: &str| texts(step.get(field), &at(field));
        for (line, path) in lines("given") {
            self.view(|view| view.expect(&line, &path))?;
        }
        self.force(step.get("force"), &at("force"))?;
        let (to_do, to_run) = (lines("act"), lines("run"));
        if !to_do.is_empty() || !to_run.is_empty() {
            self.remember();
        }
        for (line, path) in to_do {
            self.act(&line, &path)?;
        }
        if !to_run.is_empty() {
            self.run(&to_run)?;
        }
        self.check_log(&lines("log"), &lines("no_log"))?;
        for (line, path) in lines("expect") {
            self.view(|view| view.expect(&line, &path))?;
        }
        let drawing = step.get("board").and_then(Value::as_text);
        script::check_legend(step.get("legend"), drawing.as_slice(), &at("legend"))?;
        if let Some(Value::Text(text)) = step.get("board") {
            self.view(|view| view.board(text, step.get("legend"), &at("board")))?;
        }
        for (line, path) in lines("asks") {
            self.asks(&line, &path)?;
        }
        self.check_options(&lines("legal"), &lines("illegal"), &lines("legal_only"))?;
        for (line, path) in lines("noted") {
            self.check_noted(&line, &path)?;
        }
        if let Some(Value::Text(text)) = step.get("outcome") {
            self.view(|view| view.outcome(text, &at("outcome")))?;
        }
        if let Some(aside) = step.get("aside") {
            self.aside(aside, &at("aside"))?;
        }
        Ok(())
    }

    fn view(
        &mut self,
        check: impl FnOnce(&mut View) -> Result<(), Wrong>,
    ) -> Result<(), Box<Report>> {
        let mut view = View { words: self.words, the_match: &mut self.the_match };
        check(&mut view).map_err(|wrong| self.report(wrong))
    }

    /// Does steps on a copy of the match, which is then forgotten.
    fn aside(&mut self, steps: &Value, path: &[Key]) -> Result<(), Box<Report>> {
        let kept = (self.the_match.clone(), self.before.clone(), self.n_old, self.shown.clone());
        let n_taken = self.taken.len();
        let mark = self.forced.mark();
        let result = self.steps(Some(steps), path);
        self.forced.take_down(self.the_match.state());
        self.forced.go_back(mark);
        self.taken.truncate(n_taken);
        (self.the_match, self.before, self.n_old, self.shown) = kept;
        result
    }

    fn force(&mut self, value: Option<&Value>, path: &[Key]) -> Result<(), Box<Report>> {
        let fixed = forced::read(value, path)?;
        self.forced.add(&fixed, path);
        for (stream, results) in fixed {
            self.the_match.force(&stream, &results);
        }
        Ok(())
    }

    /// What follows is what the step does, as `log` speaks of it.
    fn remember(&mut self) {
        self.before = self.the_match.clone();
        self.n_old = self.the_match.log.entries.len();
        self.shown = self.the_match.state().clone();
    }

    /// One more thing is done; nobody waits for a scenario that goes on for ever.
    fn count_one(&mut self, path: &[Key]) -> Result<(), Box<Report>> {
        self.shown = self.the_match.state().clone();
        self.n_done += 1;
        if self.n_done <= MOST_DONE {
            return Ok(());
        }
        let message = format!("a scenario does {MOST_DONE} things at most");
        Err(self.report(Wrong::at(path, message)))
    }

    /// Steps of the game in place of what was to come.
    fn run(&mut self, lines: &[(String, Vec<Key>)]) -> Result<(), Box<Report>> {
        let mut agenda = Vec::new();
        for (line, path) in lines.iter().rev() {
            let call = step_call(self.words, line);
            agenda.push(call.map_err(|sentence| self.report(Wrong::at(path, sentence)))?);
        }
        let path = lines.first().map(|(_, path)| path.clone()).unwrap_or_default();
        self.count_one(&path)?;
        self.the_match = self.the_match.redirected(agenda);
        self.run_on(&path)
    }

    fn act(&mut self, text: &str, path: &[Key]) -> Result<(), Box<Report>> {
        self.count_one(path)?;
        let wrong = |message: String| Wrong::at(path, message);
        let decision = if text == "default" { self.the_match.decision().cloned() } else { None };
        let (seat, action) = match decision {
            _ if text == "concede" || text.ends_with(": concede") => {
                let seat = self.conceding(text).map_err(|m| self.report(wrong(m)))?;
                (seat, Some(Action { verb: CONCEDE, args: Args::default() }))
            }
            Some(decision) => (decision.seat, decision.option(decision.default)),
            None => {
                let line = Line::read(self.words, text).map_err(|m| self.report(wrong(m)))?;
                let (seat, action) = self.chosen(&line, text, path).map_err(|w| self.report(w))?;
                (seat, Some(action))
            }
        };
        let Some(action) = action else {
            return Err(self.report(wrong("nothing is asked".into())));
        };
        self.taken.push((path.to_vec(), seat, action));
        match self.the_match.act(self.host, seat, action) {
            Ok(_) => Ok(()),
            Err(ActError::Fault(fault)) if fault.is_unfinished() => Ok(()),
            Err(error) => Err(self.report(wrong(error.to_string()))),
        }
    }

    /// Who gives up: the seat named, or the first that is asked.
    fn conceding(&self, text: &str) -> Result<Seat, String> {
        let named = text.split_once(": ").map(|(seat, _)| self.words.need_seat(seat.trim()));
        let seat = named.transpose()?.or_else(|| self.the_match.decision().map(|d| d.seat));
        let seat = seat.ok_or("nothing is asked")?;
        match self.the_match.may_concede(seat) {
            true => Ok(seat),
            false => Err("this seat cannot give up now".into()),
        }
    }

    /// The option an action line means, and who takes it.
    fn chosen(&self, line: &Line, text: &str, path: &[Key]) -> Result<(Seat, Action), Wrong> {
        let wrong = || Wrong::at(path, "").expected(text);
        let asked = self.the_match.decisions().find(|d| line.seat.is_none_or(|s| s == d.seat));
        let Some(decision) = asked else {
            return Err(wrong().found(vec![self.asked()]));
        };
        let offer = Offer { words: self.words, state: self.the_match.state(), decision };
        line.choose(offer).map(|action| (decision.seat, action)).map_err(|(sentence, near)| {
            let mut found = vec![sentence];
            found.extend(near);
            wrong().found(found)
        })
    }

    /// Who is asked what, in words.
    fn asked(&self) -> String {
        let line = |decision: &harena_engine::decision::Decision| {
            let prompt = self.words.game.names.words.name(decision.prompt.index());
            let seat = self.words.seat_label(decision.seat);
            let offer = Offer { words: self.words, state: self.the_match.state(), decision };
            format!("asks {seat} {prompt} ({})", verbs_of(offer))
        };
        let all: Vec<String> = self.the_match.decisions().map(line).collect();
        if all.is_empty() { "nothing is asked".to_owned() } else { all.join("; ") }
    }

    fn asks(&mut self, text: &str, path: &[Key]) -> Result<(), Box<Report>> {
        let words = self.words.split(text);
        let prompts = &self.words.game.names.words;
        if let [_, prompt] = words.as_slice()
            && !prompts.iter().any(|known| plain(known) == plain(prompt))
        {
            let known = self.host.prompts();
            let near = hint(prompt, known.iter().map(String::as_str));
            let message = format!("nothing is asked as `{prompt}` in this game{near}");
            return Err(self.report(Wrong::at(path, message)));
        }
        let fits = match words.as_slice() {
            [only] if only == "nobody" || only == "none" => self.the_match.decision().is_none(),
            [seat] if self.words.seat(seat).is_some() => {
                self.the_match.decisions().any(|d| Some(d.seat) == self.words.seat(seat))
            }
            [seat, prompt] => {
                let seat =
                    self.words.need_seat(seat).map_err(|m| self.report(Wrong::at(path, m)))?;
                self.the_match.decisions().any(|d| {
                    d.seat == seat && plain(prompts.name(d.prompt.index())) == plain(prompt)
                })
            }
            [seat] => {
                let unknown = self.words.need_seat(seat).err();
                let names = self.words.labels().iter().map(String::as_str);
                let near = hint(seat, names.chain(["nobody"]));
                let message = unknown
                    .filter(|_| near.is_empty())
                    .unwrap_or_else(|| format!("no seat is called `{seat}`{near}"));
                return Err(self.report(Wrong::at(path, message)));
            }
            _ => {
                let message = "write `asks = \"SEAT prompt\"`";
                return Err(self.report(Wrong::at(path, message)));
            }
        };
        if fits {
            return Ok(());
        }
        let wrong = Wrong::at(path, "").expected(format!("asks {text}")).found(vec![self.asked()]);
        Err(self.report(wrong))
    }

    fn check_log(
        &mut self,
        wanted: &[(String, Vec<Key>)],
        unwanted: &[(String, Vec<Key>)],
    ) -> Result<(), Box<Report>> {
        if wanted.is_empty() && unwanted.is_empty() {
            return Ok(());
        }
        for (part, path) in unwanted {
            if let Some(sentence) = heard::never(self.words, self.host, part) {
                return Err(self.report(Wrong::at(path, sentence)));
            }
        }
        let lines = self.happened();
        if let Some((_, path)) = unwanted.first().filter(|_| self.n_done == 0 && lines.is_empty()) {
            let message = "nothing has happened yet: say first what is done or run";
            return Err(self.report(Wrong::at(path, message)));
        }
        let holds = |line: &str, part: &str| line.to_lowercase().contains(&part.to_lowercase());
        let (mut used, mut block) = (vec![false; lines.len()], 0);
        for (part, path) in wanted {
            let found = lines
                .iter()
                .zip(&used)
                .position(|((at, line), used)| *at >= block && !used && holds(line, part));
            let Some(found) = found else {
                return Err(self.report(self.unheard(path, part, &lines)));
            };
            block = lines.get(found).map_or(block, |(at, _)| *at);
            used.get_mut(found).into_iter().for_each(|used| *used = true);
        }
        for (part, path) in unwanted {
            if let Some((_, line)) = lines.iter().find(|(_, line)| holds(line, part)) {
                let wrong = Wrong::at(path, "this happened").expected(format!("no {part}"));
                return Err(self.report(wrong.found(vec![line.clone()])));
            }
        }
        Ok(())
    }

    /// A line that the log does not have. Before anything was done, the latest lines are told.
    fn unheard(&self, path: &[Key], part: &str, lines: &[(usize, String)]) -> Wrong {
        let wrong = Wrong::at(path, "this did not happen, or not in this order").expected(part);
        let latest = lines.iter().rev().take(if self.n_done > 0 { 0 } else { MOST_TOLD }).rev();
        wrong.found(latest.map(|(_, line)| line.clone()).collect())
    }

    fn check_options(
        &mut self,
        legal: &[(String, Vec<Key>)],
        illegal: &[(String, Vec<Key>)],
        only: &[(String, Vec<Key>)],
    ) -> Result<(), Box<Report>> {
        for (text, path) in legal {
            if self.offered(text, path)?.1.is_none() {
                let line = Line::read(self.words, text).map_err(|m| Wrong::at(path, m))?;
                let wrong = self.chosen(&line, text, path).err();
                let wrong = wrong.unwrap_or_else(|| Wrong::at(path, "this is not offered"));
                return Err(self.report(wrong));
            }
        }
        for (text, path) in illegal {
            self.check_illegal(text, path)?;
        }
        if only.is_empty() { Ok(()) } else { self.check_only(only) }
    }

    /// A line, and what is offered to whoever is named in it or asked first.
    fn line(&self, text: &str, path: &[Key]) -> Result<(Line, Option<Offer<'_>>), Box<Report>> {
        let line = Line::read(self.words, text).map_err(|m| self.report(Wrong::at(path, m)))?;
        let asked = self.the_match.decisions().find(|d| line.seat.is_none_or(|s| s == d.seat));
        let (words, state) = (self.words, self.the_match.state());
        Ok((line, asked.map(|decision| Offer { words, state, decision })))
    }

    /// An option that a line can mean, in words.
    fn offered(&self, text: &str, path: &[Key]) -> Result<(Line, Option<String>), Box<Report>> {
        let (line, offer) = self.line(text, path)?;
        let Some(offer) = offer else { return Ok((line, None)) };
        let found = line.any(offer).map_err(|m| self.report(Wrong::at(path, m)))?;
        Ok((line, found.map(|action| text_of(offer, &action))))
    }

    fn check_illegal(&mut self, text: &str, path: &[Key]) -> Result<(), Box<Report>> {
        let (line_text, rule) = match text.rsplit_once(": ") {
            Some((line, rule)) if self.words.seat(line.trim()).is_none() => (line, Some(rule)),
            _ => (text, None),
        };
        if let Some(sentence) = rule.and_then(|rule| self.sources.unknown_rule(rule)) {
            return Err(self.report(Wrong::at(path, sentence)));
        }
        let (line, found) = self.offered(line_text, path)?;
        if let Some(option) = found {
            let wrong = Wrong::at(path, "this is offered").expected(format!("no {line_text}"));
            return Err(self.report(wrong.found(vec![option])));
        }
        if let (_, Some(offer)) = self.line(line_text, path)?
            && let Some(action) = line.but_for_order(offer)
        {
            let wrong = Wrong::at(path, "this is offered, with the alike things in another order");
            let option = text_of(offer, &action);
            return Err(self.report(wrong.expected(format!("no {line_text}")).found(vec![option])));
        }
        let Some(rule) = rule else { return Ok(()) };
        let refusals = self.the_match.explain(self.host);
        let refusals = refusals.map_err(|f| self.report(Wrong::at(path, f.to_string())))?;
        let state = self.the_match.state();
        let own: Vec<_> =
            refusals.iter().filter(|r| line.is_refused_by(self.words, state, r)).collect();
        if own.iter().any(|refusal| refusal.rule == rule) {
            return Ok(());
        }
        let found = own.iter().map(|r| format!("{}: {}", r.rule, r.sentence)).collect();
        let wrong = Wrong::at(path, "this is refused, but for another reason");
        Err(self.report(wrong.expected(format!("refused by {rule}")).found(found)))
    }

    /// An option carries a remark: `strike a4: 72 %`.
    fn check_noted(&mut self, text: &str, path: &[Key]) -> Result<(), Box<Report>> {
        let Some((line_text, remark)) = self.remark_of(text) else {
            let message = "write `noted = \"ACTION: remark\"`";
            return Err(self.report(Wrong::at(path, message)));
        };
        let (line, found) = self.offered(line_text, path)?;
        if found.is_none() {
            let wrong = Wrong::at(path, "this is not offered").expected(line_text);
            return Err(self.report(wrong.found(vec![self.asked()])));
        }
        let explained = self.the_match.explained(self.host);
        let explained = explained.map_err(|f| self.report(Wrong::at(path, f.to_string())))?;
        let asked = self.the_match.decisions().find(|d| line.seat.is_none_or(|s| s == d.seat));
        let Some(decision) = asked else { return Ok(()) };
        let offer = Offer { words: self.words, state: self.the_match.state(), decision };
        let notes = line.notes(offer, &explained);
        let notes = notes.map_err(|m| self.report(Wrong::at(path, m)))?;
        let wanted = remark.to_lowercase();
        if notes.iter().any(|note| note.to_lowercase().contains(&wanted)) {
            return Ok(());
        }
        let wrong = Wrong::at(path, "").expected(format!("remark: {remark}"));
        Err(self.report(wrong.found(notes)))
    }

    /// The action and the remark of a line: the remark begins after the first colon with which an
    /// action ends, and may hold others.
    fn remark_of<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let colons = text.match_indices(": ").map(|(at, _)| at);
        let split = |at: usize| Some((text.get(..at)?, text.get(at + 2..)?.trim()));
        let mut parts = colons
            .filter_map(split)
            .filter(|(line, remark)| !remark.is_empty() && self.words.seat(line.trim()).is_none());
        let first = parts.clone().next();
        parts.find(|(line, _)| Line::read(self.words, line).is_ok()).or(first)
    }

    /// Every option with one of these verbs is meant by one of these lines, and each line means
    /// at least one.
    fn check_only(&mut self, only: &[(String, Vec<Key>)]) -> Result<(), Box<Report>> {
        let path = only.first().map(|(_, path)| path.clone()).unwrap_or_default();
        let (mut allowed, mut verbs) = (BTreeSet::new(), Vec::new());
        for (text, path) in only {
            let (line, offer) = self.line(text, path)?;
            let found = offer.map_or(Ok(Vec::new()), |offer| line.matches(offer));
            let found = found.map_err(|m| self.report(Wrong::at(path, m)))?;
            if found.is_empty() {
                let wrong = Wrong::at(path, "this is not offered").expected(text);
                return Err(self.report(wrong.found(vec![self.asked()])));
            }
            verbs.push(line.verb);
            allowed.extend(found);
        }
        let Some(decision) = self.the_match.decision() else { return Ok(()) };
        let groups = decision.groups.iter().filter(|group| verbs.contains(&group.verb));
        let options = groups.flat_map(|g| (0..g.count()).filter_map(|index| g.option(index)));
        // Options are none twice: among so many there is one that is not allowed, or there is none.
        let of_verbs = options.take(allowed.len() + MOST_TOLD);
        let more: Vec<_> = of_verbs.filter(|it| !allowed.contains(it)).take(MOST_TOLD).collect();
        if more.is_empty() {
            return Ok(());
        }
        let offer = Offer { words: self.words, state: self.the_match.state(), decision };
        let found = more.iter().map(|action| text_of(offer, action)).collect();
        let wrong = Wrong::at(&path, "more is offered").expected("only what is written here");
        Err(self.report(wrong.found(found)))
    }
}
