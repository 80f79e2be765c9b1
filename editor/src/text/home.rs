//! Words of the home, of setting up a match, of its end, and of how the window behaves.

use std::time::Duration;

use harena_lab::bot::BotKind;

/// A pack in a record that is none.
pub const NO_ARCHIVE: &str = "it is no archive";
/// A pack in a record that is another than is said.
pub const ANOTHER_PACK: &str = "it is another than the record names";

/// What is wrong with a pack that comes along in a record.
pub fn broken_inside(pack: &str, why: &str) -> String {
    format!("the pack `{pack}` in it is not used: {why}")
}

/// A pack in a record calls itself nearly as one that is at hand.
pub fn looks_like(other: &str) -> String {
    format!("it looks like `{other}`, which is another pack")
}

/// A pack in a record that is at hand in another version.
pub fn another_is_at_hand(pack: &str) -> String {
    format!("it comes with another `{pack}` than yours; harena replay opens it with its own")
}

/// Packs that came along in a record.
pub fn came_along(packs: &[String]) -> String {
    format!("{} came along, for as long as this window is open", packs.join(", "))
}

/// Button: one person against bots.
pub const PLAY_A_BOT: &str = "Play against a bot";
/// Button: people in all seats.
pub const AT_ONE_TABLE: &str = "At one table";
/// Button: bots in all seats.
pub const WATCH_BOTS: &str = "Watch bots";
/// Button.
pub const MATCH_SETTINGS: &str = "Settings";
/// Button: how the window looks and behaves.
pub const PREFERENCES: &str = "Window";
/// Who plays the first seat.
pub const YOU_PLAY: &str = "You";
/// Label of the choice of a bot.
pub const OPPONENT: &str = "Bot";
/// Heading.
pub const LAST_MATCH: &str = "Your last match";
/// Button.
pub const CONTINUE: &str = "Continue";
/// Heading.
pub const MAKE: &str = "Make";
/// What can be made: title and what it is.
pub const MAKE_FACTION: (&str, &str) = ("A faction", "New pieces for a game you have");
/// What can be made: title and what it is.
pub const MAKE_GAME: (&str, &str) = ("A game", "Your own board and rules");
/// What can be made: title and what it is.
pub const MAKE_CONTENT: (&str, &str) = ("A box of more", "Sheets that no side owns");
/// What can be made: title and what it is.
pub const MAKE_VARIANT: (&str, &str) = ("A variant", "A difference from a game");
/// What can be made: title and what it is.
pub const MAKE_SCENARIO: (&str, &str) = ("Scenarios", "Positions and what must come of them");
/// Field of the name of a pack that is made.
pub const PACK_NAME: &str = "Name, in small letters, digits and underscores";
/// Button.
pub const MAKE_IT: &str = "Make it";
/// Heading.
pub const ON_THIS_MACHINE: &str = "On this machine";
/// Heading.
pub const LATELY: &str = "Lately";
/// Nothing was played yet.
pub const NOTHING_LATELY: &str = "Matches you play are kept here";
/// There are no packs.
pub const NO_PACKS: &str = "There is no game yet: make one, or install a pack";
/// Button of the last screen.
pub const BACK: &str = "Back";
/// Button.
pub const HOME: &str = "Home";
/// Packs cannot be made without a place to keep them.
pub const NO_PLACE: &str = "There is no folder to keep packs in";
/// Shows all packs.
pub const ALL_PACKS: &str = "All packs";
/// Shows fewer packs.
pub const FEWER_PACKS: &str = "Fewer packs";

/// Title of the page on which a match is set up.
pub const SET_UP: &str = "Settings of a match";
/// Field.
pub const FIND_SETTING: &str = "Find a setting";
/// Heading.
pub const CHANGED: &str = "Changed";
/// Heading of settings of no other group.
pub const RULES: &str = "Rules";
/// Switch.
pub const ONLY_CHANGED: &str = "Only what differs";
/// How the page is read.
pub const POINT_AT_SETTING: &str =
    "Point at a setting to read what it can be; a number opens its rule";
/// A preset that changes nothing.
pub const NOTHING_CHANGED: &str = "nothing changed";
/// Button: takes back all changes.
pub const BACK_TO_RULES: &str = "Back to the rules";
/// Button beside a setting.
pub const TAKE_BACK: &str = "As the rules stand";
/// Nothing was found.
pub const NO_SUCH_SETTING: &str = "No setting is called so";
/// All settings fit together.
pub const ALL_FITS: &str = "All settings fit together";
/// Button: another seed.
pub const DRAW_SEED: &str = "Draw";
/// Heading of packs that join where somebody wants them to.
pub const GUESTS: &str = "Guests";
/// Explains the heading.
pub const GUESTS_HINT: &str =
    "Packs such as homebrew that join this game only where you want them; hold the mouse over one";
/// A guest cannot leave.
pub const GUEST_PLAYS: &str = "This guest takes part in the match in play";
/// Button.
pub const KEEP_PRESET: &str = "Keep as a preset";
/// Field of a name.
pub const PRESET_NAME: &str = "Name of the preset";
/// Button.
pub const KEEP: &str = "Keep";
/// What a preset somebody kept is.
pub const OWN_PRESET: &str = "Kept by you";
/// Heading of lines that scripts printed.
pub const PRINTED_BY_SCRIPTS: &str = "Printed by scripts";
/// Button: forgets what was printed.
pub const CLEAR: &str = "Clear";
/// State of a switch.
pub const ON: &str = "on";
/// State of a switch.
pub const OFF: &str = "off";

/// `1 change`, `2 changes`.
pub fn n_changes(n: usize) -> String {
    counted_as(n, "change", "changes")
}

/// A preset that was changed further.
pub fn preset_changed(preset: &str, n: usize) -> String {
    format!("{preset}, with {}", n_changes(n))
}

/// What a setting was, and which preset has changed it.
pub fn was(before: &str, preset: Option<&str>) -> String {
    match preset {
        Some(preset) => format!("was {before}, comes with {preset}"),
        None => format!("was {before}"),
    }
}

/// A setting with its value.
pub fn set_to(title: &str, value: &str) -> String {
    format!("{title} {value}")
}

/// A value that the rules name.
pub fn as_written(value: &str) -> String {
    format!("{value} (as written)")
}

/// Button beside a setting, for screen readers.
pub fn take_back(title: &str) -> String {
    format!("{title} as the rules stand")
}

/// Title of the window of preferences.
pub const PREFERENCES_TITLE: &str = "The window";
/// Heading of preferences.
pub const LOOKS: &str = "Looks";
/// Heading of preferences.
pub const WATCHING_TITLE: &str = "Watching";
/// Heading of preferences.
pub const PLAYING: &str = "Playing";
/// What the scale does.
pub const SCALE_ABOUT: &str = "Everything also grows with the window";
/// Preference: no motion.
pub const CALM: &str = "Calm";
/// What that means.
pub const CALM_ABOUT: &str = "Things fade in place of flying about";
/// What the speed is of.
pub const SPEED_ABOUT: &str = "Of what is played back";
/// Preference: how long bots wait.
pub const BOT_PACE: &str = "Bots wait";
/// What that is good for.
pub const BOT_PACE_ABOUT: &str = "Before each of their moves, so that one sees it";
/// Preference: passing by itself.
pub const PASSES: &str = "Pass by itself";
/// What that means.
pub const PASSES_ABOUT: &str = "Where you have but one option and nothing is to be chosen";
/// Title of the rules page.
pub const RULEBOOK: &str = "Rules and words";
/// Heading.
pub const NUMBERED_RULES: &str = "The rules by number";

/// What is read out of a rule number.
pub fn rule_link(rule: &str) -> String {
    format!("Rule {rule}")
}

/// Between points.
pub const TO: &str = "to";
/// Button at the end of a match.
pub const OPEN_TIME_LINE: &str = "Open in the time line";
/// Button at the end of a match.
pub const CHANGE_SIDES: &str = "Change sides";
/// Heading.
pub const WHERE_IT_TURNED: &str = "Where it turned";
/// There are no turning points.
pub const NEVER_TURNED: &str = "No single turn decided it";
/// Heading.
pub const POINTS: &str = "Points";
/// Heading.
pub const PLAYED: &str = "Played";
/// The board as it was left.
pub const LAST_POSITION: &str = "The last position";
/// Pieces that fell.
pub const LOST: &str = "Lost";
/// What a click on the chart does.
pub const CLICK_A_POINT: &str = "Click to look at that moment";
/// Under the axis of turns.
pub const TURN: &str = "turn";

/// A value at a turn, for screen readers.
pub fn value_at(turn: u32, value: i32) -> String {
    format!("{value} in turn {turn}")
}

/// What a seat won or lost.
pub fn changed_by(seat: &str, by: i32) -> String {
    if by < 0 { format!("{seat} \u{2212}{}", -by) } else { format!("{seat} +{by}") }
}

/// How hard a piece struck.
pub fn struck_for(piece: &str, damage: i32) -> String {
    format!("{piece} struck for {damage}")
}

/// The piece of a seat that did most.
pub fn best_of(seat: &str) -> String {
    format!("The best of {seat}")
}

/// What a piece did.
pub fn deeds(damage: i32, felled: u32) -> String {
    let dealt = format!("{damage} damage dealt");
    match felled {
        0 => dealt,
        n => format!("{dealt}, {n} felled"),
    }
}

/// Button: lets a bot make one move.
pub const STEP_BOT: &str = "One move";
/// Button: bots act at once until a person is asked.
pub const HURRY_BOT: &str = "Hurry";
/// Button: ends the playback.
pub const SKIP_IT: &str = "Skip to now";
/// What can be chosen is shown on the board.
pub const ON_THE_BOARD: &str = "Choose on the board";

/// How many players a game takes.
pub fn players(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => "1 player".to_owned(),
        (min, max) if min == max => format!("{min} players"),
        (min, max) => format!("{min}\u{2013}{max} players"),
    }
}

/// How many games and packs there are.
pub fn packs_counted(games: usize, packs: usize) -> String {
    format!("{}, {}", counted_as(games, "game", "games"), counted_as(packs, "pack", "packs"))
}

/// `1 problem`, `2 problems`.
pub fn problems(n: usize) -> String {
    counted_as(n, "problem", "problems")
}

/// `1 piece`, `35 pieces`.
pub fn pieces(n: usize) -> String {
    counted_as(n, "piece", "pieces")
}

/// `1 move`, `22 moves`.
pub fn moves_made(n: usize) -> String {
    counted_as(n, "move", "moves")
}

/// `turn 22`.
pub fn turn_number(turn: u32) -> String {
    format!("turn {turn}")
}

/// A number with its word, one or several.
pub fn counted_as(n: usize, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

/// `Dragon Empire against Lords of the Abyss`.
pub fn against(sides: &[String]) -> String {
    sides.join(" against ")
}

/// `Dragon Empire won against Lords of the Abyss`.
pub fn won_against(winners: &[String], others: &[String]) -> String {
    match (winners, others) {
        ([], others) => format!("{}, nobody won", against(others)),
        (winners, []) => format!("{} won together", winners.join(", ")),
        (winners, others) => format!("{} won against {}", winners.join(", "), others.join(", ")),
    }
}

/// How long ago something was, in the words of a calendar.
pub fn ago(past: Duration) -> String {
    let minutes = past.as_secs() / 60;
    match (minutes, minutes / 60, minutes / 1440) {
        (0, ..) => "just now".to_owned(),
        (1, ..) => "a minute ago".to_owned(),
        (_, 0, _) => format!("{minutes} minutes ago"),
        (_, 1, _) => "an hour ago".to_owned(),
        (_, hours, 0) => format!("{hours} hours ago"),
        (.., 1) => "yesterday".to_owned(),
        (.., days) => format!("{days} days ago"),
    }
}

/// The name of a bot for people: how it thinks.
pub fn bot_name(kind: BotKind) -> String {
    match kind {
        BotKind::Random => "careless bot".to_owned(),
        BotKind::Greedy => "hasty bot".to_owned(),
        BotKind::Mcts(thinking) => match thinking.to_string().as_str() {
            "mcts:100" => "thoughtful bot".to_owned(),
            "mcts:1000" => "strong bot".to_owned(),
            word => format!("bot {word}"),
        },
        BotKind::Persona(persona) => persona.name().replace('_', " "),
        BotKind::Outside(outside) => outside.words().to_owned(),
    }
}

/// How a bot plays.
pub fn bot_text(kind: BotKind) -> String {
    match kind {
        BotKind::Random => "takes any option".to_owned(),
        BotKind::Greedy => "takes what looks best at once".to_owned(),
        BotKind::Mcts(thinking) => match thinking.to_string().as_str() {
            "mcts:100" => "plays every position on a hundred times".to_owned(),
            "mcts:1000" => {
                "plays every position on a thousand times, and takes its time".to_owned()
            }
            _ => "plays positions on".to_owned(),
        },
        BotKind::Persona(_) => "plays with likes of its own".to_owned(),
        BotKind::Outside(_) => "a program of its own".to_owned(),
    }
}

/// A pack was made.
pub fn made(name: &str, folder: &str) -> String {
    format!("{name} lies in {folder}; what you save there is seen at once")
}

/// A folder is there already.
pub fn is_there_already(folder: &str) -> String {
    format!("{folder} is there already")
}

/// What is read out of a cover.
pub fn cover(title: &str, summary: &str) -> String {
    format!("{title}: {summary}")
}

/// Button: forgets the settings kept under a name.
pub fn forget_preset(title: &str) -> String {
    format!("Forget \u{201c}{title}\u{201d}")
}

/// A side that joins as a guest, in the choice of sides.
pub fn guest(title: &str) -> String {
    format!("{title} (guest)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_told_in_words() {
        let check = |minutes: u64, expected: &str| {
            assert_eq!(ago(Duration::from_secs(minutes * 60)), expected);
        };
        check(0, "just now");
        check(59, "59 minutes ago");
        check(60, "an hour ago");
        check(23 * 60, "23 hours ago");
        check(26 * 60, "yesterday");
        check(50 * 60, "2 days ago");
        assert_eq!((problems(1), problems(2)), ("1 problem".to_owned(), "2 problems".to_owned()));
        assert_eq!(players(2, 4), "2\u{2013}4 players");
    }

    #[test]
    fn every_bot_on_offer_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<String> =
            BotKind::OFFERED.into_iter().map(bot_name).collect();
        assert_eq!(names.len(), BotKind::OFFERED.len());
        assert!(names.iter().all(|name| !name.contains("mcts")));
    }
}
