//! Characters that games give to bots.

use std::fmt;
use std::str::FromStr;

use harena_engine::codes;
use harena_engine::id::{PrototypeId, Seat};
use harena_engine::state::State;
use harena_engine::the_match::{Fault, Match, Rules};

use super::outside::kept;

/// What stands before the name of one.
pub const PERSONA: &str = "persona:";

/// A character by its name: which one it is, the game of the match says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Persona(&'static str);

impl Persona {
    /// The persona of this name. Names are kept as long as the program runs.
    pub fn named(name: &str) -> Persona {
        Persona(kept(name))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.0
    }

    /// How good a match stands for a seat in its eyes; `None` if the game judges nothing and the
    /// persona likes no sheet.
    ///
    /// # Errors
    /// The game has no such persona, or its rules fail.
    pub(super) fn worth(
        self,
        the_match: &mut Match,
        rules: &mut dyn Rules,
        seat: Seat,
    ) -> Result<Option<i64>, Fault> {
        let game = the_match.game.clone();
        let Some(likes) = game.persona(self.0) else {
            let told = format!("{} has no persona `{}`", game.id, self.0);
            return Err(Fault::new(codes::UNKNOWN_PERSONA, told));
        };
        let judged = rules.judge(the_match, seat)?;
        if judged.is_none() && likes.sheets.is_empty() {
            return Ok(None);
        }
        let judged = judged.unwrap_or_default();
        let more = |(part, weight): (&i64, &i32)| i128::from(*part) * i128::from(*weight - 100);
        let more: i128 = judged.parts.iter().zip(&likes.weights).map(more).sum();
        let liked: i64 = likes
            .sheets
            .iter()
            .map(|(sheet, points)| i64::from(*points) * on_board(the_match.state(), *sheet, seat))
            .sum();
        let worth = i128::from(judged.whole) + more.div_euclid(100) + i128::from(liked);
        Ok(Some(worth.clamp(i64::MIN.into(), i64::MAX.into()) as i64))
    }
}

/// How good a match stands for a seat: in the eyes of a persona, if there is one, else as the game
/// judges; `None` where nobody judges.
///
/// # Errors
/// As [`Persona::worth`], or the rules fail.
pub(super) fn judgement(
    persona: Option<Persona>,
    the_match: &mut Match,
    rules: &mut dyn Rules,
    seat: Seat,
) -> Result<Option<i64>, Fault> {
    match persona {
        Some(persona) => persona.worth(the_match, rules, seat),
        None => rules.score(the_match, seat),
    }
}

/// How many pieces of a sheet a seat has on the board.
fn on_board(state: &State, sheet: PrototypeId, seat: Seat) -> i64 {
    let pieces = state.on_board().map(|(_, id)| state.piece(id));
    pieces.filter(|piece| piece.prototype == sheet && piece.owner == seat).count() as i64
}

impl fmt::Display for Persona {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PERSONA}{}", self.0)
    }
}

impl FromStr for Persona {
    type Err = String;

    /// Reads what `Display` writes; whether a game has one of this name it does not know.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    fn from_str(text: &str) -> Result<Persona, String> {
        let name = text.strip_prefix(PERSONA).unwrap_or(text);
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        match name {
            "" => Err(format!("`{text}` lacks the name of a persona")),
            name if name.len() <= 64 && name.chars().all(is_word) => Ok(Persona::named(name)),
            name => Err(format!("`{name}` is no name of a persona")),
        }
    }
}
