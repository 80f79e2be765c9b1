//! The log as sentences.

use harena_engine::board::Cell;
use harena_engine::effect::Effect;
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::State;
use harena_lab::notation::{describe, describe_value, piece_title};

/// Where the numbers of a sentence stop being numbers: pieces, cells, factions,
/// words, definitions.
const PIECES: i32 = 100_000;
const CELLS: i32 = 200_000;
const FACTIONS: i32 = 300_000;
const WORDS: i32 = 400_000;
const DEFINITIONS: i32 = 500_000;

/// The entries after the first `n_told` as sentences, as the owner of this view may read them.
pub fn new_entries(
    game: &Game,
    seen: &State,
    entries: &[Entry],
    n_told: usize,
    text_of: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let new = entries.get(n_told..).unwrap_or(&[]);
    new.iter().filter_map(|entry| sentence(game, seen, entry, text_of)).collect()
}

/// One entry as a sentence; `None` for what is not worth telling.
fn sentence(
    game: &Game,
    seen: &State,
    entry: &Entry,
    text_of: &dyn Fn(&str) -> String,
) -> Option<String> {
    let piece = |id: PieceId| piece_title(game, seen, id);
    Some(match entry.what {
        What::Chose { seat, action } => {
            format!("seat {}: {}", seat.0 + 1, describe(game, seen, None, &action))
        }
        What::Struck(strike) => {
            let target = strike.target;
            let target = if target.is_some() { piece(target) } else { "nothing".to_owned() };
            format!("  {} hits {target} for {}", piece(strike.attacker), strike.damage)
        }
        What::Cancelled(strike) => format!("  the blow of {} is stopped", piece(strike.attacker)),
        What::Fell(id) => format!("  {} falls", piece(id)),
        What::Rolled { sides, result } => format!("  chance gives {result} of {sides}"),
        What::Said { word, args } => {
            let template = text_of(game.names.words.name(word.index()));
            format!("  {}", filled(game, seen, &template, args))
        }
        What::Changed(Effect::Wound { piece: id, n, .. }) => {
            format!("  {} takes {n}", piece(id))
        }
        What::Changed(_) | What::Began(_) | What::Ended => return None,
    })
}

/// What the number in a gap may be said to be, as in `{1:seat}`.
const KINDS: [(&str, ArgKind); 7] = [
    ("piece", ArgKind::Piece),
    ("cell", ArgKind::Cell),
    ("facing", ArgKind::Facing),
    ("seat", ArgKind::Seat),
    ("word", ArgKind::Word),
    ("faction", ArgKind::Faction),
    ("prototype", ArgKind::Prototype),
];

/// A sentence with its gaps filled: `{1}` to `{4}`, or with the kind of the value as in `{1:seat}`.
fn filled(game: &Game, seen: &State, template: &str, args: [i32; 4]) -> String {
    let mut text = template.to_owned();
    for (number, arg) in (1..).zip(args) {
        text = text.replace(&format!("{{{number}}}"), &meant(game, seen, arg));
        for (word, kind) in KINDS {
            let gap = format!("{{{number}:{word}}}");
            if text.contains(&gap) {
                text = text.replace(&gap, &meant_as(game, seen, kind, arg));
            }
        }
    }
    text
}

/// A value whose kind the gap names; values of the log that say themselves what they are, do.
fn meant_as(game: &Game, seen: &State, kind: ArgKind, arg: i32) -> String {
    match arg {
        PIECES.. => meant(game, seen, arg),
        ..PIECES => describe_value(game, seen, kind, arg),
    }
}

fn meant(game: &Game, seen: &State, arg: i32) -> String {
    match arg {
        PIECES..CELLS => piece_title(game, seen, PieceId((arg - PIECES) as u16)),
        CELLS..FACTIONS => game.board.name(Cell((arg - CELLS) as u16)).to_owned(),
        DEFINITIONS.. => describe_value(game, seen, ArgKind::Prototype, arg - DEFINITIONS),
        WORDS..DEFINITIONS => game.names.words.name((arg - WORDS) as usize).replace('_', " "),
        FACTIONS..WORDS => {
            let faction = game.factions.get((arg - FACTIONS) as usize);
            faction.map_or_else(|| arg.to_string(), |it| it.title.clone())
        }
        ..PIECES => arg.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_say_what_their_numbers_are() {
        let mut game = Game::default();
        game.names.words = ["war", "long_peace"].into_iter().collect();
        let seen = State::default();
        let check = |template: &str, expected: &str| {
            assert_eq!(filled(&game, &seen, template, [0, 1, 7, 0]), expected, "{template}");
        };
        check("{1:seat} and {2:seat} draw {3}", "seat 1 and seat 2 draw 7");
        check("{2:word} after {3} turns of {1:word}", "long peace after 7 turns of war");
        check("{5} {1:nonsense}", "{5} {1:nonsense}");
    }
}
