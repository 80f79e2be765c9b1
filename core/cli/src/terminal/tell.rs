//! The log as sentences.

use harena_engine::board::Cell;
use harena_engine::effect::Effect;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::{Entry, What};
use harena_engine::state::State;
use harena_lab::notation::{describe, piece_title};

/// Where the numbers of a sentence stop being numbers: pieces, cells, factions.
const PIECES: i32 = 100_000;
const CELLS: i32 = 200_000;
const FACTIONS: i32 = 300_000;

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

/// A sentence with its gaps `{1}` to `{4}` filled.
fn filled(game: &Game, seen: &State, template: &str, args: [i32; 4]) -> String {
    let mut text = template.to_owned();
    for (number, arg) in (1..).zip(args) {
        text = text.replace(&format!("{{{number}}}"), &meant(game, seen, arg));
    }
    text
}

fn meant(game: &Game, seen: &State, arg: i32) -> String {
    match arg {
        PIECES..CELLS => piece_title(game, seen, PieceId((arg - PIECES) as u16)),
        CELLS..FACTIONS => game.board.name(Cell((arg - CELLS) as u16)).to_owned(),
        FACTIONS.. => {
            let faction = game.factions.get((arg - FACTIONS) as usize);
            faction.map_or_else(|| arg.to_string(), |it| it.title.clone())
        }
        ..PIECES => arg.to_string(),
    }
}
