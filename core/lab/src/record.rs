//! A match as text: `.hreplay`, lines of JSON that git, mail and people can read.
//!
//! The first line says what is played, by whom and from which seed; then comes one line an
//! action, with names instead of numbers and the digest of the match after it; notes may stand
//! anywhere; then comes the result, once there is one, and a line that says that nothing follows,
//! after so many actions. Seats are counted from 0.
//!
//! Lines of play that branch off come before that, in the same way, each after a line that says
//! where it begins: `of` counts the lines of the record from 1, `from` is how many actions of that
//! line come before.
//!
//! Packs of the match may come along, each as an archive in Base64 on a line of its own before the
//! end.
//!
//! Records come from strangers: see [`Record::read`] for what is refused.
//!
//! ```text
//! {"harena":"replay","format":1,"game":"cards",...,"n_seats":2,"seed":7,"h":"5d5..."}
//! {"n":1,"seat":0,"action":"lay","args":["3 Four","b2"],"h":"09a..."}
//! {"note":"this was the mistake"}
//! {"result":{"winners":[1],"scores":[4,9],"reason":"full"}}
//! {"line":2,"of":1,"from":0}
//! {"n":1,"seat":0,"action":"lay","args":["3 Four","a1"],"h":"7c1..."}
//! {"end":2}
//! ```

use std::collections::BTreeMap;

use harena_engine::decision::Action;
use harena_engine::game::{Game, Settings};
use harena_engine::hash::Digest;
use harena_engine::id::{FactionId, Seat, WordId};
use harena_engine::state::Outcome;
use harena_engine::the_match::{Match, Setup};
use harena_engine::timeline::Move;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notation::{self, near};
use crate::player::Player;

mod json;
mod limits;
mod position;
mod read;

pub use limits::*;
pub use position::RecordedPosition;

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
    /// Where it was had from, for people who miss it; empty if it is part of the program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
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
    pub position: Option<RecordedPosition>,
    /// What the arguments of actions are called, by action, in the order in which they are written;
    /// where it is missing they stand in the order of the rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, Vec<String>>,
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

/// Actions, and what belongs to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedLine {
    /// The line it branches off from, counted from 1 in the order of the record.
    pub of: u32,
    /// How many actions of that line come before its own.
    pub from: u32,
    /// Its own actions in order.
    pub moves: Vec<RecordedMove>,
    /// Notes, each with the number of actions before it.
    pub notes: Vec<(u32, String)>,
    /// How it ended, if it did.
    pub result: Option<RecordedResult>,
}

/// Where a line of play branches off, as a record says it.
#[derive(Serialize, Deserialize)]
struct Branch {
    line: u32,
    of: u32,
    from: u32,
}

/// A pack inside a record, for whoever does not have it: an archive as text, which nobody here
/// looks into.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedPack {
    /// Its id.
    pub pack: String,
    /// The bytes of its archive in Base64.
    pub archive: String,
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
    /// Other lines of play, which branch off from this one or from each other.
    pub lines: Vec<RecordedLine>,
    /// Packs of the match that come along.
    pub carried: Vec<CarriedPack>,
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
            position: the_match.setup.position.as_ref().map(|it| RecordedPosition::of(game, it)),
            arguments: notation::argument_names(game),
            h: Some(the_match.digest()),
            ..Header::default()
        }
    }

    /// How the match is set up.
    ///
    /// # Errors
    /// A faction that the game does not have, or a position that names what it does not have.
    pub fn setup(&self, game: &Game) -> Result<Setup, String> {
        let faction = |id: &Option<String>| {
            let Some(id) = id else { return Ok(None) };
            let at = game.factions.iter().position(|faction| faction.id == *id);
            let at = at.and_then(|at| u8::try_from(at).ok());
            let known = game.factions.iter().map(|faction| faction.id.as_str());
            at.map(|at| Some(FactionId(at)))
                .ok_or_else(|| format!("there is no faction `{id}`{}", near(id, known)))
        };
        let factions = self.factions.iter().map(faction).collect::<Result<_, _>>()?;
        let position = self.position.as_ref().map(|it| it.read(game)).transpose()?;
        let is_person = |word: &String| Player::known(word) == Some(Player::Human);
        let people = (0..16u16).zip(&self.seats).filter(|(_, word)| is_person(word));
        let persons = people.fold(0, |mask, (seat, _)| mask | 1u16 << seat);
        Ok(Setup { seed: self.seed, factions, position, persons })
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

    /// The action in the numbers of a game, with its arguments by the names they have in the header.
    ///
    /// # Errors
    /// A sentence saying which word is unknown to this game.
    pub fn action(&self, header: &Header, game: &Game) -> Result<Action, String> {
        let names = header.arguments.get(&self.action).map(Vec::as_slice);
        notation::read_action(game, &self.action, &notation::in_order(game, self, names)?)
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
        write_line(&mut text, 0, (&self.moves, &self.notes, self.result.as_ref()));
        for (number, branch) in (2..).zip(&self.lines) {
            let RecordedLine { of, from, moves, notes, result } = branch;
            text += &line(&Branch { line: number, of: *of, from: *from });
            write_line(&mut text, *from, (moves, notes, result.as_ref()));
        }
        self.carried.iter().for_each(|pack| text += &line(pack));
        text + &line(&serde_json::json!({ "end": self.n_moves() }))
    }

    /// How many actions all lines have together.
    fn n_moves(&self) -> usize {
        self.moves.len() + self.lines.iter().map(|line| line.moves.len()).sum::<usize>()
    }
}

/// Writes a line of play; so many actions of another one come before its own.
fn write_line(
    text: &mut String,
    from: u32,
    (moves, notes, result): (&[RecordedMove], &[(u32, String)], Option<&RecordedResult>),
) {
    let mut notes = notes.iter().peekable();
    for (done, next) in (from..).zip(moves.iter().map(Some).chain([None])) {
        while let Some((_, note)) = notes.next_if(|(after, _)| *after <= done || next.is_none()) {
            *text += &line(&serde_json::json!({ "note": note }));
        }
        if let Some(next) = next {
            *text += &line(next);
        }
    }
    if let Some(result) = result {
        *text += &line(&serde_json::json!({ "result": result }));
    }
}

fn line(value: &impl Serialize) -> String {
    // Headers, moves and results are plain tables: they always have a text.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests;
