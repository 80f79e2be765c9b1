//! Reading a record that anybody may have written.

use harena_engine::decision::MAX_ARGS;
use serde_json::Value;

use super::limits::short;
use super::*;

/// A record as far as it was read.
#[derive(Default)]
struct Reading {
    record: Record,
    /// How many actions the closing line tells of, once it was read.
    end: Option<u64>,
    /// Warnings that are not told one by one.
    n_more: usize,
    n_notes: usize,
}

impl Record {
    /// Reads a text. Empty lines and keys it does not know are passed over; a last line that was
    /// cut off is left out with a warning, and a text that may have been cut off between two lines
    /// has one too.
    ///
    /// A record comes from strangers: whatever it holds, the answer comes in time and in words.
    /// It names its game, never a path; it has no more of anything than [`MAX_MOVES`] and its like
    /// allow.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        if text.len() as u64 > MAX_RECORD_BYTES {
            return Err(error(1, "the record is larger than 32 MiB"));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reading = Reading::default();
        let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| error(1, "the file is empty"))?;
        reading.record.header = read_header(at, first)?;
        let n_lines = text.lines().count() as u32;
        let mut last = at;
        let mut is_cut = false;
        for (at, text_of_line) in lines {
            last = at;
            match reading.read_line(at, text_of_line) {
                Err(cut) if at == n_lines && !text.ends_with('\n') => {
                    is_cut = true;
                    let message =
                        format!("the last line was cut off and left out: {}", cut.message);
                    reading.warn(at, message);
                }
                result => result?,
            }
        }
        if !is_cut && reading.end.is_none() && reading.record.result.is_none() {
            let message = "the record does not say that it ends here: it may have been cut off";
            reading.warn(last, message.to_owned());
        }
        Ok(reading.finish(last))
    }
}

impl Reading {
    fn read_line(&mut self, at: u32, text: &str) -> Result<(), RecordError> {
        let value = value(at, text)?;
        let known = ["action", "note", "result", "end", "line", "archive"];
        let key = known.into_iter().find(|key| value.get(key).is_some());
        if let (Some(key @ ("action" | "result" | "line")), Some(_)) = (key, self.end) {
            return Err(error(at, &format!("this {key} stands after the end of the record")));
        }
        match key {
            Some("action") => self.read_move(at, value),
            Some("note") => self.read_note(at, &value),
            Some("result") => self.read_result(at, &value),
            Some("line") => self.read_branch(at, value),
            Some("archive") => self.read_carried(at, value),
            Some(_) => self.read_end(at, &value),
            None => {
                self.warn(at, "this is no action, note or result, it is passed over".to_owned());
                Ok(())
            }
        }
    }

    fn read_move(&mut self, at: u32, value: Value) -> Result<(), RecordError> {
        let recorded: RecordedMove = typed(at, value)?;
        let expected = self.n_before() + 1;
        if recorded.n != expected {
            let message = format!("action {} stands where {expected} is due", recorded.n);
            return Err(error(at, &message));
        }
        self.check_seat(at, recorded.seat)?;
        check_name(at, "action", &recorded.action)?;
        check_count(at, "arguments", recorded.args.len(), MAX_ARGS)?;
        let plain = |arg: &Value| arg.is_i64() || arg.as_str().is_some_and(is_name);
        if let Some(wrong) = recorded.args.iter().find(|arg| !plain(arg)) {
            let wrong = short(&wrong.to_string());
            return Err(error(at, &format!("`{wrong}` is neither a word nor a number")));
        }
        check_count(at, "actions", self.record.n_moves() + 1, MAX_MOVES)?;
        let recorded = RecordedMove { line: at, ..recorded };
        let Record { moves, lines, .. } = &mut self.record;
        lines.last_mut().map_or(moves, |line| &mut line.moves).push(recorded);
        Ok(())
    }

    fn read_note(&mut self, at: u32, value: &Value) -> Result<(), RecordError> {
        let Some(note) = value.get("note").and_then(Value::as_str) else {
            return Err(error(at, "a note is a text"));
        };
        self.n_notes += 1;
        check_count(at, "notes", self.n_notes, MAX_NOTES)?;
        let note = (self.n_before(), note.to_owned());
        let Record { notes, lines, .. } = &mut self.record;
        lines.last_mut().map_or(notes, |line| &mut line.notes).push(note);
        Ok(())
    }

    fn read_result(&mut self, at: u32, value: &Value) -> Result<(), RecordError> {
        let Record { result, lines, .. } = &self.record;
        if lines.last().map_or(result, |line| &line.result).is_some() {
            return Err(error(at, "this is a second result"));
        }
        let result: RecordedResult = typed(at, value.get("result").cloned().unwrap_or_default())?;
        result.winners.iter().try_for_each(|seat| self.check_seat(at, *seat))?;
        let most = usize::from(self.record.header.n_seats);
        check_count(at, "winners", result.winners.len(), most)?;
        check_count(at, "scores", result.scores.len(), most)?;
        check_count(at, "parts of scores", result.parts.len(), most)?;
        check_name(at, "reason", &result.reason)?;
        for (word, _) in result.parts.iter().flatten() {
            check_name(at, "part of a score", word)?;
        }
        let Record { result: first, lines, .. } = &mut self.record;
        *lines.last_mut().map_or(first, |line| &mut line.result) = Some(result);
        Ok(())
    }

    fn read_carried(&mut self, at: u32, value: Value) -> Result<(), RecordError> {
        let carried: CarriedPack = typed(at, value)?;
        if !is_id(&carried.pack) {
            let message = format!("`{}` is not the name of a pack", short(&carried.pack));
            return Err(error(at, &message));
        }
        if self.record.carried.iter().any(|it| it.pack == carried.pack) {
            return Err(error(at, &format!("the pack `{}` comes along twice", carried.pack)));
        }
        check_count(at, "packs that come along", self.record.carried.len() + 1, MAX_CARRIED)?;
        self.record.carried.push(carried);
        Ok(())
    }

    /// How many actions come before the next line of the text.
    fn n_before(&self) -> u32 {
        let Record { moves, lines, .. } = &self.record;
        match lines.last() {
            None => moves.len() as u32,
            Some(line) => line.from + line.moves.len() as u32,
        }
    }

    /// Begins a line of play that branches off from one before it.
    fn read_branch(&mut self, at: u32, value: Value) -> Result<(), RecordError> {
        let Branch { line, of, from } = typed(at, value)?;
        let expected = self.record.lines.len() + 2;
        check_count(at, "lines of play", expected, MAX_LINES_OF_PLAY)?;
        if line as usize != expected {
            let message = format!("line of play {line} stands where {expected} is due");
            return Err(error(at, &message));
        }
        let n_moves = match (of as usize).checked_sub(2) {
            None => (of == 1).then_some(self.record.moves.len()),
            Some(other) => {
                let other = self.record.lines.get(other);
                other.map(|other| other.from as usize + other.moves.len())
            }
        };
        if n_moves.is_none_or(|n| from as usize > n) {
            let message =
                format!("line of play {line} branches off where line {of} has no action {from}");
            return Err(error(at, &message));
        }
        self.record.lines.push(RecordedLine { of, from, ..RecordedLine::default() });
        Ok(())
    }

    fn read_end(&mut self, at: u32, value: &Value) -> Result<(), RecordError> {
        let n = self.record.n_moves() as u64;
        match value.get("end").and_then(Value::as_u64) {
            _ if self.end.is_some() => Err(error(at, "this is a second end")),
            None => Err(error(at, "the end tells how many actions there are")),
            Some(end) if end != n => {
                Err(error(at, &format!("the record ends after {end} actions, but here are {n}")))
            }
            Some(end) => {
                self.end = Some(end);
                Ok(())
            }
        }
    }

    fn check_seat(&self, at: u32, seat: u8) -> Result<(), RecordError> {
        let last = self.record.header.n_seats.saturating_sub(1);
        match seat <= last {
            true => Ok(()),
            false => {
                Err(error(at, &format!("there is no seat {seat}: the seats here are 0 to {last}")))
            }
        }
    }

    fn warn(&mut self, at: u32, message: String) {
        match self.record.warnings.len() < MAX_WARNINGS {
            true => self.record.warnings.push((at, message)),
            false => self.n_more += 1,
        }
    }

    fn finish(mut self, last: u32) -> Record {
        if self.n_more > 0 {
            self.record.warnings.push((last, format!("{} further lines are odd", self.n_more)));
        }
        self.record
    }
}

fn read_header(at: u32, text: &str) -> Result<Header, RecordError> {
    let value =
        value(at, text).map_err(|it| error(at, &format!("this is no replay: {}", it.message)))?;
    if value.get("harena").and_then(Value::as_str) != Some("replay") {
        return Err(error(
            at,
            "this is no replay: the first line does not say `\"harena\":\"replay\"`",
        ));
    }
    let format = value.get("format").and_then(Value::as_u64).unwrap_or(0);
    if format != u64::from(FORMAT) {
        let message = format!("this replay has format {format}, this Harena reads format {FORMAT}");
        return Err(error(at, &message));
    }
    let header: Header = typed(at, value)?;
    check_header(at, &header)?;
    Ok(header)
}

/// Whether a header is one of a match: some seats, a game by its name, not too many settings.
fn check_header(at: u32, header: &Header) -> Result<(), RecordError> {
    if !is_id(&header.game) {
        let message = format!("`{}` is not the name of a game", short(&header.game));
        return Err(error(at, &message));
    }
    let seats = usize::from(header.n_seats);
    if !(1..=MAX_SEATS).contains(&seats) {
        let message = format!("a match has 1 to {MAX_SEATS} seats, not {seats}");
        return Err(error(at, &message));
    }
    let n = header.seats.len();
    if n != 0 && n != seats {
        return Err(error(at, &format!("there are {n} names of seats, and {seats} seats")));
    }
    check_count(at, "factions", header.factions.len(), seats)?;
    check_count(at, "packs", header.packs.len(), MAX_RECORDED_PACKS)?;
    check_count(at, "settings", header.settings.len(), MAX_SETTINGS)?;
    let packs = header.packs.iter().flat_map(|it| [&it.id, &it.version, &it.tree, &it.source]);
    let names = packs.chain(&header.seats).chain(header.factions.iter().flatten());
    check_count(at, "actions with names", header.arguments.len(), MAX_VERBS)?;
    for names in header.arguments.values() {
        check_count(at, "names of arguments", names.len(), MAX_ARGS)?;
    }
    let names = names.chain(header.arguments.keys()).chain(header.arguments.values().flatten());
    for name in names.chain(header.settings.keys()).chain([&header.engine]) {
        check_name(at, "name", name)?;
    }
    Ok(())
}

fn check_count(at: u32, what: &str, n: usize, most: usize) -> Result<(), RecordError> {
    match n <= most {
        true => Ok(()),
        false => Err(error(at, &format!("there are {n} {what}, {most} are allowed here"))),
    }
}

fn check_name(at: u32, what: &str, name: &str) -> Result<(), RecordError> {
    match is_name(name) {
        true => Ok(()),
        false => Err(error(at, &format!("the {what} `{}` is too long", short(name)))),
    }
}

fn is_name(text: &str) -> bool {
    text.chars().count() <= MAX_NAME
}

/// Small letters, digits and `_`, as every pack is called: no path, and nothing else that a disk
/// would understand.
fn is_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=64).contains(&text.len()) && text.bytes().all(is_plain)
}

fn value(at: u32, text: &str) -> Result<Value, RecordError> {
    if text.len() > MAX_LINE_BYTES {
        return Err(error(at, "this line is longer than 1 MiB"));
    }
    let value = serde_json::from_str::<json::Plain>(text);
    value.map(|it| it.0).map_err(|it| error(at, &json::in_words(&it)))
}

fn typed<T: serde::de::DeserializeOwned>(at: u32, value: Value) -> Result<T, RecordError> {
    serde_json::from_value(value).map_err(|it| error(at, &json::in_words(&it)))
}

fn error(line: u32, message: &str) -> RecordError {
    RecordError { line, message: message.to_owned() }
}
