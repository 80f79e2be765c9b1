//! Every word the window shows that does not come from a game.

mod amounts;
mod home;
mod inspector;
mod log;
mod outlook;

pub use amounts::*;
pub use home::*;
pub use inspector::*;
pub use log::*;
pub use outlook::*;

/// The title of the window.
pub const TITLE: &str = "Harena";
/// A piece whose face is hidden.
pub const HIDDEN_CARD: &str = "Hidden card";
/// No piece and no seat.
pub const NOBODY: &str = "nobody";
/// Menu and toolbar.
pub const NEW_MATCH: &str = "New match";
/// Menu entry.
pub const OPEN_RECORD: &str = "Open record";
/// Menu entry.
pub const SAVE_RECORD: &str = "Save record";
/// Toolbar.
pub const UNDO: &str = "Undo";
/// Toolbar.
pub const REDO: &str = "Redo";
/// Toolbar.
pub const REFERENCE: &str = "Reference";
/// Toolbar.
pub const FORECAST: &str = "Forecast";
/// Toolbar: everything may be seen and undone.
pub const TEST_MODE: &str = "Test mode";
/// Explains the switch.
pub const TEST_MODE_HINT: &str =
    "Show hidden cards to everybody and allow undo past what was revealed";
/// Heading.
pub const KEYS: &str = "Keys";
/// Toolbar.
pub const HELP: &str = "Help";
/// Field.
pub const LOOK_UP: &str = "Look up";
/// Heading.
pub const HOW_TO_PLAY: &str = "How to play";
/// Heading.
pub const TERMS: &str = "Terms";
/// Label of the scale slider.
pub const SCALE: &str = "Scale";
/// Label of the slider over all moves.
pub const TIME_LINE: &str = "Time line";
/// Heading.
pub const DECISION: &str = "Decision";
/// Heading.
pub const LOG: &str = "Log";
/// Heading.
pub const INSPECTOR: &str = "Inspector";
/// Heading.
pub const PROBLEMS: &str = "Problems";
/// Nothing is under the mouse.
pub const NOTHING_INSPECTED: &str = "Point at a piece, a card or a cell";
/// Shown while no game could be loaded.
pub const NO_GAME: &str = "No game could be loaded";
/// Explains what to do then.
pub const NO_GAME_HINT: &str =
    "Mend the problems listed below; the match starts as soon as it loads";
/// Button that drops what was chosen so far.
pub const CANCEL: &str = "Cancel";
/// Button that takes an order, a choice of several or a spread.
pub const CONFIRM: &str = "Confirm";
/// Button.
pub const CLOSE: &str = "Close";
/// Button of the dialog.
pub const START: &str = "Start";
/// Button.
pub const SAVE: &str = "Save";
/// Button.
pub const OPEN: &str = "Open";
/// Button: run the same match from its first decision.
pub const AGAIN: &str = "Play again";
/// Button: gives up.
pub const CONCEDE: &str = "Concede";
/// Button: really gives up.
pub const CONCEDES_NOW: &str = "Give up";
/// Button that takes back the wish to give up.
pub const PLAY_ON: &str = "Play on";
/// Asked before a seat gives up.
pub const CONCEDE_SURELY: &str = "The rules say what then happens; this is no ordinary move";
/// What a seat that gave up did.
pub const CONCEDES: &str = "concedes";
/// The sign on a cell that there is something to be read about it.
pub const SAYS: &str = "i";
/// The match is over.
pub const OVER: &str = "The match is over";
/// Nobody won.
pub const DRAW: &str = "Nobody wins alone";
/// A bot thinks.
pub const BOT_THINKS: &str = "A bot decides";
/// What happened is being watched.
pub const WATCHING: &str = "What just happened";
/// Who looks on.
pub const YOU: &str = "you";
/// A bot plays a seat.
pub const BOT: &str = "bot";
/// A person plays a seat.
pub const PERSON: &str = "person";
/// Menu.
pub const MENU: &str = "Menu";
/// Unfolds what is told in brief.
pub const MORE: &str = "More";
/// Folds it again.
pub const LESS: &str = "Less";
/// Menu: the colors of the window.
pub const THEME: &str = "Colors";
/// Menu entries.
pub const THEMES: [&str; 3] = ["As the system", "Dark", "Light"];
/// Heading of what happened.
pub const STORY: &str = "Story";
/// Menu entry.
pub const SHOW_STORY: &str = "Show the story";
/// A forecast in which nobody would strike.
pub const NO_BLOWS: &str = "No tile would strike";
/// A strike without effect.
pub const CANCELLED: &str = "cancelled";
/// Only one option is left.
pub const FORCED: &str = "There is only one option";
/// Button: the only option of a seat is taken for it from now on.
pub const PASS_FOR_ME: &str = "Take it for me";
/// Where the answer stays secret until all have answered.
pub const SECRET: &str = "Nobody sees your answer before all have answered";
/// Playback.
pub const PLAY: &str = "Play";
/// Playback.
pub const PAUSE: &str = "Pause";
/// Playback.
pub const STEP_BACK: &str = "Step back";
/// Playback.
pub const STEP: &str = "Step";
/// Playback.
pub const SKIP: &str = "Skip";
/// Playback.
pub const REPLAY: &str = "Play back";
/// Label of the speed slider.
pub const SPEED: &str = "Speed";
/// Above the refusal.
pub const WHY_NOT: &str = "Not possible now";
/// No rule gives a reason.
pub const NO_REASON: &str = "It is not among the options of this decision";
/// Stands for an argument that is not chosen yet.
pub const OPEN_GAP: &str = "…";
/// Nobody is asked.
pub const NOT_ASKED: &str = "No decision is waited for";
/// Rotating the ghost.
pub const ROTATE_LEFT: &str = "Rotate counterclockwise";
/// Rotating the ghost.
pub const ROTATE_RIGHT: &str = "Rotate clockwise";
/// Dialog field.
pub const GAME: &str = "Game";
/// Dialog field.
pub const PRESET: &str = "Preset";
/// No preset chosen.
pub const NO_PRESET: &str = "Default settings";
/// Dialog field.
pub const SEATS: &str = "Seats";
/// Dialog field.
pub const FACTION: &str = "Faction";
/// Dialog field.
pub const PLAYER: &str = "Player";
/// Dialog field.
pub const SEED: &str = "Seed";
/// Dialog heading.
pub const SETTINGS: &str = "Settings";
/// A person plays the seat.
pub const HUMAN: &str = "Person";
/// The match itself decides the faction.
pub const FACTION_LATER: &str = "Chosen in the match";
/// Who sees the table.
pub const SEE_AS: &str = "See as";
/// The seat that decides.
pub const WHO_DECIDES: &str = "Who decides";
/// Everything is seen.
pub const EVERYTHING: &str = "Everything";
/// Field for a path.
pub const PATH: &str = "File";
/// Heading of what the option under the mouse would do.
pub const PREVIEW: &str = "What this would do";
/// Heading of what the rules say about the position.
pub const OVERLAY: &str = "Position";
/// Nothing that can be seen would change.
pub const OUTLOOK_QUIET: &str = "Nothing changes on the board";
/// Some answers were guessed.
pub const OUTLOOK_OPEN: &str = "Open choices are answered by their default";
/// It stops where nobody can know.
pub const OUTLOOK_UNCERTAIN: &str = "What follows depends on chance or on something hidden";
/// A file is not in the pack any more.
pub const NO_SOURCE: &str = "This file is not in the pack";
/// The board as a whole, for screen readers.
pub const BOARD: &str = "Board";
/// An undo that is held back.
pub const UNDO_REVEALS: &str =
    "This move showed something hidden or rolled chance; switch on test mode to take it back";
/// Going on from the past that is refused.
pub const GOING_ON_REVEALS: &str = "What came after this moment showed something hidden or rolled \
                                    chance; switch on test mode to go on otherwise";
/// An undo of nothing.
pub const NOTHING_TO_UNDO: &str = "There is nothing to take back";
/// Time line.
pub const LINES: &str = "Line of play";
/// Time line.
pub const TO_THE_END: &str = "To the end";
/// Time line.
pub const GO_ON_FROM_HERE: &str = "Go on from here";
/// Time line.
pub const GO_ON_HINT: &str =
    "What is played from here on is a line of its own; the other one stays";
/// Time line.
pub const GO_ON_HERE: &str = "Let bots go on";
/// Time line.
pub const STOP_BOT: &str = "Stop the bot";
/// Who decides.
pub const BOT_RESTS: &str = "A bot decides here; it rests until you go on";
/// A reload that went well.
pub const RELOADED: &str = "Reloaded";
/// A match was played when the window was closed.
pub const LAST_MATCH_KEPT: &str = "The match you left is kept as last_match: Menu, Open record";
/// A reload that did not.
pub const KEPT_LAST_GOOD: &str = "The last good version keeps running";
/// The table is covered.
pub const COVERED: &str = "The table is covered, so that nobody sees the cards of another";
/// Takes the cover away.
pub const GO_ON: &str = "Go on";
/// Menu entry.
pub const COVERS: &str = "Cover the table between seats";
/// Menu entry.
pub const GUIDES: &str = "Explain new questions";
/// What that is.
pub const GUIDES_ABOUT: &str = "Until each is understood";
/// A question is new no more.
pub const UNDERSTOOD: &str = "Got it";
/// Whether options are tried out.
pub const PREVIEWS: &str = "Try out the option under the mouse";
/// Menu entry.
pub const PLAYS_BACK: &str = "Play back what happened";
/// How an order is changed.
pub const ORDER_HINT: &str = "Drag, or use the arrows; the first one is on top";
/// How amounts are changed.
pub const SPREAD_HINT: &str = "Drag tokens from slot to slot, or use the buttons";
/// How several are chosen.
pub const SEVERAL_HINT: &str = "Check them here, or click them on the table";
/// Cells may be chosen in any order.
pub const LOOSE_HINT: &str = "Click the cells on the board, in any order";
/// Tokens that are in no slot yet.
pub const BESIDE: &str = "Beside";
/// Nothing chosen of several.
pub const NONE: &str = "none";
/// No display.
pub const NO_DISPLAY: &str =
    "there is no display to open a window on; play in the terminal with `harena play GAME`";
/// Keyboard help, one line each.
pub const KEY_HELP: [(&str, &str); 16] = [
    ("Tab, Shift+Tab", "go to the next or previous control; on the board, cell that can be chosen"),
    ("Arrows", "from cell to cell; B goes to the board from elsewhere"),
    ("Enter, Space", "choose what is under the cursor"),
    ("1 to 9", "take an option of the decision panel"),
    ("Q, E, R, Shift+R, wheel", "rotate the piece to be placed"),
    ("Escape", "drop what was chosen so far"),
    ("Ctrl+Z, Ctrl+Y", "undo and redo"),
    ("Ctrl+Left, Ctrl+Right", "step through the playback"),
    ("Ctrl+Space", "start or pause the playback"),
    ("Ctrl+N", "new match"),
    ("Ctrl+Enter", "confirm what was put together"),
    ("Space", "take the moment while a clock runs"),
    ("Ctrl+G", "give up, where the rules allow it; you are asked again"),
    ("F1", "this help"),
    ("F", "show or hide the forecast"),
    ("Ctrl+Plus, Ctrl+Minus", "larger or smaller"),
];

/// `Knight of Dragon Empire`.
pub fn piece_of(piece: &str, owner: &str) -> String {
    format!("{piece} of {owner}")
}

/// `Dragon Empire (Seat 1)`, where two seats play the same.
pub fn seat(faction: &str, name: &str) -> String {
    format!("{faction} ({name})")
}

/// `facing 2 (SE)`.
pub fn facing(facing: u8, direction: &str) -> String {
    if direction.is_empty() {
        return format!("facing {facing}");
    }
    format!("facing {facing} ({direction})")
}

/// Label of an empty cell.
pub fn empty_cell(name: &str) -> String {
    format!("cell {name} empty")
}

/// Label of a cell with a piece.
pub fn occupied_cell(name: &str, piece: &str, facing: u8) -> String {
    format!("cell {name} {piece} facing {facing}")
}

/// Marks a label as one that can be chosen.
pub fn legal(label: &str) -> String {
    format!("{label}, legal")
}

/// Whose turn it is.
pub fn turn(turn: u32, round: u32, seat: &str) -> String {
    match (turn, round) {
        (0, _) => String::new(),
        (turn, 0) => format!("Turn {turn}, {seat}"),
        (turn, round) => format!("Round {round}, turn {turn}, {seat}"),
    }
}

/// The match can no longer be kept on disk.
pub fn not_kept(error: &str) -> String {
    format!("This match is not being kept on disk: {error}")
}

/// Who must decide.
pub fn decides(seat: &str) -> String {
    format!("{seat} decides")
}

/// A status that ends.
pub fn no_longer(status: &str) -> String {
    format!("no longer {}", status.to_lowercase())
}

/// Who is about to give up.
pub fn gives_up(seat: &str) -> String {
    format!("{seat} gives up?")
}

/// How many options a verb has.
pub fn verb_count(verb: &str, n: u64) -> String {
    format!("{verb} … ({n})")
}

/// How many moves were made of all that are known.
pub fn moves(n: usize, of: usize) -> String {
    format!("Move {n} of {of}")
}

/// The name of a line.
pub fn line(number: u32) -> String {
    format!("Line {number}")
}

/// A line with where it branches off and how long it is.
pub fn line_in_full(number: u32, from: Option<(u32, usize)>, n_moves: usize) -> String {
    match from {
        None => format!("Line {number} with {n_moves} moves"),
        Some((of, n)) => {
            format!("Line {number} with {n_moves} moves, from line {of} after move {n}")
        }
    }
}

/// What a choice in the past has led to.
pub fn new_line(number: u32, first: bool) -> String {
    let where_ = if first { ", choose between them at the time line" } else { "" };
    format!("This goes on as line {number}; what was played before stays{where_}")
}

/// Which instant is played back.
pub fn instant(n: usize, of: usize) -> String {
    format!("Step {n} of {of}")
}

/// A zone and how much is in it.
pub fn zone(title: &str, n: usize) -> String {
    format!("{title} {n}")
}

/// How many of something there are.
pub fn so_many(n: i32, title: &str) -> String {
    format!("{n} {}", title.to_lowercase())
}

/// Label of a card.
pub fn card(title: &str, zone: &str, legal_now: bool) -> String {
    let label = format!("card {title} in {zone}");
    if legal_now { legal(&label) } else { label }
}

/// The printed value of a stat.
pub const PRINTED: &str = "printed";
/// Set by an effect of the rules.
pub const BY_EFFECT: &str = "by an effect";

/// The reload took this long.
pub fn reloaded_in(millis: u128) -> String {
    format!("{RELOADED} in {millis} ms")
}

/// Title of the source window.
pub fn source_of(pack: &str, path: &str) -> String {
    format!("{pack}/{path}")
}

/// Heading with a number.
pub fn count(title: &str, n: usize) -> String {
    if n == 0 { title.to_owned() } else { format!("{title} ({n})") }
}

/// A bot of this kind.
pub fn bot(word: impl std::fmt::Display) -> String {
    format!("Bot: {word}")
}

/// A seat without a name.
pub fn seat_number(index: usize) -> String {
    format!("Seat {}", index + 1)
}

/// In which seat somebody sat, and who that was, if that needs saying.
pub fn sat(index: usize, who: &str) -> String {
    const SEATS: [&str; 4] = ["first seat", "second seat", "third seat", "fourth seat"];
    let seat =
        SEATS.get(index).map_or_else(|| format!("seat {}", index + 1), |it| (*it).to_owned());
    if who.is_empty() { seat } else { format!("{seat}, {who}") }
}

/// A change, with its sign.
pub fn signed(by: impl Into<i64>) -> String {
    let by: i64 = by.into();
    if by < 0 { format!("\u{2212}{}", by.unsigned_abs()) } else { format!("+{by}") }
}

/// A number and its range in the dialog.
pub fn range(min: i32, max: i32) -> String {
    format!("{min} to {max}")
}

/// A record was written.
pub fn saved(path: &str) -> String {
    format!("Saved {path}")
}

/// A seat is out of the match.
pub const OUT: &str = "out";
/// When a piece acts in combat.
pub const ACTS_AT: &str = "Acts at";
/// Definitions without a faction.
pub const NO_FACTION: &str = "Everybody's";

/// Label of the choice of a faction.
pub fn faction_of_seat(index: usize) -> String {
    format!("Faction {}", index + 1)
}

/// Label of the choice of a player.
pub fn player_of_seat(index: usize) -> String {
    format!("Player {}", index + 1)
}

/// What a measurement of frames says.
pub fn frame_times(n: usize, median: f64, slow: f64) -> String {
    format!("{n} frames, median {median:.2} ms, 99th percentile {slow:.2} ms")
}

/// The window is to be passed on.
pub fn pass_to(seat: &str) -> String {
    format!("Pass to {seat}")
}
