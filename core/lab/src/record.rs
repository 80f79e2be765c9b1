//! A match as text: `.hreplay`, lines of JSON that git, mail and people can read.
//!
//! The first line says what is played, by whom and from which seed; then comes one line an
//! action, with names instead of numbers and the digest of the match after it; notes may stand
//! anywhere; the last line tells the result, once there is one.
//!
//! ```text
//! {"harena":"replay","format":1,"game":"cards",...,"n_seats":2,"seed":7,"h":"5d5..."}
//! {"n":1,"seat":0,"action":"lay","args":["3 Four","b2"],"h":"09a..."}
//! {"note":"this was the mistake"}
//! {"result":{"winners":[1],"scores":[4,9],"reason":"full"}}
//! ```

use harena_engine::game::{Game, Settings};
use harena_engine::hash::Digest;
use harena_engine::id::{FactionId, Seat, WordId};
use harena_engine::state::Outcome;
use harena_engine::the_match::{Match, Position, Setup};
use harena_engine::timeline::Move;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notation;

/// Who sits in a seat that a person plays, as headers say it.
pub const PERSON: &str = "human";
/// The format this crate writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// A pack of the match, as text: records know no packs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPack {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The hash of its files.
    pub tree: String,
}

/// What is played, by whom and from which seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always `replay`.
    pub harena: String,
    /// See [`FORMAT`].
    pub format: u32,
    /// The version of the application.
    #[serde(default)]
    pub engine: String,
    /// The script interface.
    #[serde(default)]
    pub api: u32,
    /// The id of the game.
    pub game: String,
    /// The packs of the match in load order.
    #[serde(default)]
    pub packs: Vec<RecordedPack>,
    /// All settings.
    #[serde(default)]
    pub settings: Settings,
    /// How many seats play.
    pub n_seats: u8,
    /// Who sits there: `human`, a bot, or a name.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// The faction of each seat by id, where it was fixed beforehand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Option<String>>,
    /// The position begun from, if not from the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The digest of the match before the first action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<Digest>,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedMove {
    /// Its number, from 1.
    pub n: u32,
    /// Who acted, from 0.
    pub seat: u8,
    /// The verb.
    pub action: String,
    /// With what, see [`notation::write_args`].
    #[serde(default)]
    pub args: Vec<Value>,
    /// The digest of the match after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<Digest>,
    /// The line it was read from, from 1; 0 if it was not read.
    #[serde(skip)]
    pub line: u32,
}

/// How a recorded match ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// The seats that won, from 0.
    pub winners: Vec<u8>,
    /// Points a seat; empty if the game counts none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
    /// What the points of each seat are made of, if the rules say so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Vec<(String, i32)>>,
    /// The word for why it ended.
    #[serde(default)]
    pub reason: String,
}

/// A match as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// What is played, by whom and from which seed.
    pub header: Header,
    /// The actions in order.
    pub moves: Vec<RecordedMove>,
    /// Notes, each with the number of actions before it.
    pub notes: Vec<(u32, String)>,
    /// How it ended, if it did.
    pub result: Option<RecordedResult>,
    /// What was odd about the text it was read from, each with its line; it was read all the same.
    pub warnings: Vec<(u32, String)>,
}

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong with it.
    pub message: String,
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl Header {
    /// The header of a match that waits for its first decision. Packs, application, interface and
    /// the names of the seats are the caller's to add.
    pub fn of(the_match: &Match) -> Header {
        let game = &the_match.game;
        let faction = |id: &Option<FactionId>| {
            id.and_then(|id| game.factions.get(id.index())).map(|faction| faction.id.clone())
        };
        Header {
            harena: "replay".to_owned(),
            format: FORMAT,
            game: game.id.clone(),
            settings: game.settings.clone(),
            n_seats: game.n_seats,
            seed: the_match.setup.seed,
            factions: the_match.setup.factions.iter().map(faction).collect(),
            position: the_match.setup.position.clone(),
            h: Some(the_match.digest()),
            ..Header::default()
        }
    }

    /// How the match is set up.
    ///
    /// # Errors
    /// A faction that the game does not have.
    pub fn setup(&self, game: &Game) -> Result<Setup, String> {
        let faction = |id: &Option<String>| {
            let Some(id) = id else { return Ok(None) };
            let at = game.factions.iter().position(|faction| faction.id == *id);
            let at = at.and_then(|at| u8::try_from(at).ok());
            at.map(|at| Some(FactionId(at))).ok_or(format!("there is no faction `{id}`"))
        };
        let factions = self.factions.iter().map(faction).collect::<Result<_, _>>()?;
        let people = (0..16u16).zip(&self.seats).filter(|(_, player)| *player == PERSON);
        let persons = people.fold(0, |mask, (seat, _)| mask | 1u16 << seat);
        Ok(Setup { seed: self.seed, factions, position: self.position.clone(), persons })
    }
}

impl RecordedMove {
    /// The action of a seat. `before` is the match before it, `after` its digest afterwards.
    pub fn of(before: &Match, move_: &Move) -> RecordedMove {
        let args = notation::write_args(&before.game, before.state(), &move_.action);
        RecordedMove {
            n: before.log.action + 1,
            seat: move_.seat.0,
            action: notation::verb_name(&before.game, move_.action.verb).to_owned(),
            args,
            h: Some(move_.digest),
            line: 0,
        }
    }

    /// Who acted.
    pub fn seat(&self) -> Seat {
        Seat(self.seat)
    }
}

impl RecordedResult {
    /// The result of a match.
    pub fn of(game: &Game, outcome: &Outcome) -> RecordedResult {
        let part = |(word, points): &(WordId, i32)| {
            (game.names.words.name(word.index()).to_owned(), *points)
        };
        RecordedResult {
            winners: (0..16).filter(|seat| outcome.winners & (1 << seat) != 0).collect(),
            scores: outcome.scores.clone(),
            parts: outcome.parts.iter().map(|own| own.iter().map(part).collect()).collect(),
            reason: game.names.words.name(outcome.reason.index()).to_owned(),
        }
    }
}

impl Record {
    /// The text, each line ended.
    pub fn write(&self) -> String {
        let mut text = line(&self.header);
        let mut notes = self.notes.iter().peekable();
        for done in 0..=self.moves.len() {
            while let Some((_, note)) = notes.next_if(|(after, _)| *after as usize <= done) {
                text += &line(&serde_json::json!({ "note": note }));
            }
            if let Some(next) = self.moves.get(done) {
                text += &line(next);
            }
        }
        notes.for_each(|(_, note)| text += &line(&serde_json::json!({ "note": note })));
        if let Some(result) = &self.result {
            text += &line(&serde_json::json!({ "result": result }));
        }
        text
    }

    /// Reads a text. Empty lines and keys it does not know are passed over; a last line that was
    /// cut off is left out with a warning.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut record = Record::default();
        let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| error(1, "the file is empty"))?;
        record.header = read_header(at, first)?;
        let n_lines = text.lines().count() as u32;
        for (at, text_of_line) in lines {
            let is_cut = at == n_lines && !text.ends_with('\n');
            match record.read_line(at, text_of_line) {
                Err(cut) if is_cut => {
                    let message =
                        format!("the last line was cut off and left out: {}", cut.message);
                    record.warnings.push((at, message));
                }
                result => result?,
            }
        }
        Ok(record)
    }

    fn read_line(&mut self, at: u32, text: &str) -> Result<(), RecordError> {
        let value: Value = serde_json::from_str(text).map_err(|it| error(at, &json_error(&it)))?;
        if value.get("action").is_some() {
            let recorded: RecordedMove =
                serde_json::from_value(value).map_err(|it| error(at, &json_error(&it)))?;
            let expected = self.moves.len() as u32 + 1;
            if recorded.n != expected {
                let message = format!("action {} stands where {expected} is due", recorded.n);
                return Err(error(at, &message));
            }
            self.moves.push(RecordedMove { line: at, ..recorded });
        } else if let Some(note) = value.get("note").and_then(Value::as_str) {
            self.notes.push((self.moves.len() as u32, note.to_owned()));
        } else if let Some(result) = value.get("result") {
            let result = serde_json::from_value(result.clone());
            self.result = Some(result.map_err(|it| error(at, &json_error(&it)))?);
        } else {
            self.warnings.push((at, "this is no action, note or result, it is passed over".into()));
        }
        Ok(())
    }
}

fn line(value: &impl Serialize) -> String {
    // Headers, moves and results are plain tables: they always have a text.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn error(line: u32, message: &str) -> RecordError {
    RecordError { line, message: message.to_owned() }
}

/// What the reader of JSON says, without its own line number.
fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text.get(..at).unwrap_or(&text).to_owned(),
        None => text,
    }
}

fn read_header(at: u32, text: &str) -> Result<Header, RecordError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|it| error(at, &format!("this is no replay: {}", json_error(&it))))?;
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
    serde_json::from_value(value).map_err(|it| error(at, &json_error(&it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        let header = Header {
            harena: "replay".into(),
            format: FORMAT,
            game: "cards".into(),
            n_seats: 2,
            seed: u64::MAX,
            factions: vec![Some("red".into()), None],
            ..Header::default()
        };
        let args = vec![Value::from("3 Four"), Value::from("b2"), Value::from(-1)];
        let one = |n| RecordedMove {
            n,
            seat: 1,
            action: "lay".into(),
            args: args.clone(),
            h: Some(Digest(u128::from(n))),
            line: 0,
        };
        let parts = vec![Vec::new(), vec![("full".to_owned(), 9)]];
        let result =
            RecordedResult { winners: vec![1], scores: vec![3, 9], parts, reason: "full".into() };
        let notes = vec![(0, "before".into()), (1, "between".into()), (2, "after".into())];
        Record {
            header,
            moves: vec![one(1), one(2)],
            notes,
            result: Some(result),
            warnings: vec![],
        }
    }

    fn read(text: &str) -> Record {
        let mut record = Record::read(text).unwrap();
        record.moves.iter_mut().for_each(|it| it.line = 0);
        record
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = sample().write();
        assert_eq!(text.lines().count(), 7, "{text}");
        assert_eq!(read(&text), sample());
        assert_eq!(read(&text.replace('\n', "\r\n\n")), sample());
    }

    #[test]
    fn a_line_cut_off_by_a_crash_is_left_out() {
        let text = Record { result: None, notes: Vec::new(), ..sample() }.write();
        let record = Record::read(&text[..text.len() - 10]).unwrap();
        assert_eq!((record.moves.len(), record.warnings.len()), (1, 1));
        assert_eq!(record.warnings[0].0, 3);
    }

    #[test]
    fn errors_name_their_line() {
        let check = |change: &dyn Fn(String) -> String, expected: &str| {
            let text = change(sample().write());
            assert_eq!(Record::read(&text).unwrap_err().to_string(), expected);
        };
        check(&|_| String::new(), "line 1: the file is empty");
        check(&|it| it.replace("\"replay\"", "\"song\""), {
            "line 1: this is no replay: the first line does not say `\"harena\":\"replay\"`"
        });
        check(&|it| it.replace("\"format\":1", "\"format\":2"), {
            "line 1: this replay has format 2, this Harena reads format 1"
        });
        check(&|it| it.replace("\"n\":2", "\"n\":3"), "line 5: action 3 stands where 2 is due");
        check(&|it| it.replace("\"seat\":1", "\"seat\":true"), {
            "line 3: invalid type: boolean `true`, expected u8"
        });
        check(&|it| it.replace("{\"note\":\"between\"}", "oops"), "line 4: expected value");
    }

    #[test]
    fn unknown_lines_and_keys_do_not_hurt() {
        let text = sample().write().replace("\"seed\"", "\"mood\":\"fine\",\"seed\"");
        let record = read(&(text + "{\"weather\":\"rain\"}\n"));
        assert_eq!(record.warnings.len(), 1);
        assert_eq!(Record { warnings: Vec::new(), ..record }, sample());
    }
}
