//! Scenarios that somebody is led through: a first match, move by move, with what is told of each.

use harena_engine::decision::Action;
use harena_engine::id::Seat;
use harena_engine::the_match::Setup;
use harena_pack::Pack;
use harena_script::Host;
use harena_script::schema::{Key, Value};

use super::{Content, Failure, Scenario, list_of, play};

/// The file of a pack whose first scenario leads through a first match.
pub const FIRST_MATCH: &str = "spec/first_match.luau";

/// A move of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What is told before it; empty where the note before still holds.
    pub note: String,
    /// Who makes it.
    pub seat: Seat,
    /// The move.
    pub action: Action,
}

/// A match that somebody is led through.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it shows.
    pub name: String,
    /// The game with the settings of the scenario.
    pub game: std::sync::Arc<harena_engine::game::Game>,
    /// How the match is set up.
    pub setup: Setup,
    /// Its moves in order.
    pub moves: Vec<Move>,
    /// What is told after the last of them.
    pub end: String,
}

/// Whether a pack leads through a first match.
pub fn has_first_match(pack: &Pack) -> bool {
    pack.tree.get(FIRST_MATCH).is_some()
}

/// The scenario of a pack that leads through a first match, if it has one.
pub fn first_match(host: &Host, pack: &str) -> Option<Scenario> {
    list_of(host, pack).into_iter().find(|scenario| scenario.file == FIRST_MATCH)
}

/// The moves of a scenario with what is told of them, as they were when it was played through. Dice
/// and draws must be fixed for the whole scenario: those that a step fixes are unknown at its
/// beginning.
///
/// # Errors
/// What did not come true, or what keeps the scenario from being a lesson.
pub fn lesson(host: &mut Host, scenario: &Scenario) -> Result<Lesson, Box<Failure>> {
    let failure = |message: String| {
        Box::new(Failure { scenario: scenario.name.clone(), message, ..Failure::default() })
    };
    let Content::Fields(value, sources) = &scenario.content else {
        return Err(failure("this scenario has no moves".to_owned()));
    };
    let steps = match value.get("steps") {
        Some(Value::List(steps)) => steps.as_slice(),
        _ => &[],
    };
    let does = |field: &str| steps.iter().any(|step| step.get(field).is_some());
    if does("force") || does("run") {
        let message = "a lesson fixes dice for the whole scenario and runs no steps of the game";
        return Err(failure(message.to_owned()));
    }
    let played = play::played(host, value, sources);
    let played = played.map_err(|report| failure(report.wrong.message))?;
    let notes = |at: usize| {
        let step = at.checked_sub(1).and_then(|at| steps.get(at));
        let note = step.and_then(|step| step.get("note")?.as_text());
        note.unwrap_or_default().to_owned()
    };
    let mut told = 0;
    let moves: Vec<Move> = played
        .taken
        .into_iter()
        .map(|(path, seat, action)| {
            let step = step_of(&path);
            let is_new = std::mem::replace(&mut told, step) != step;
            Move { note: if is_new { notes(step) } else { String::new() }, seat, action }
        })
        .collect();
    let end = if told < steps.len() { notes(steps.len()) } else { String::new() };
    let game = played.the_match.game.clone();
    Ok(Lesson { name: scenario.name.clone(), game, setup: played.setup, moves, end })
}

/// The number of the step of a line, from 1.
fn step_of(path: &[Key]) -> usize {
    match path.get(1) {
        Some(Key::Index(at)) => *at,
        Some(Key::Name(_)) | None => 0,
    }
}
