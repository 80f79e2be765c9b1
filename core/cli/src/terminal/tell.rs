//! The log as sentences.

use harena_engine::effect::Effect;
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::log::sentence::told;
use harena_engine::log::{Entry, What};
use harena_engine::state::State;
use harena_lab::notation::{describe, describe_value, piece_title};

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
            let name = |kind, value| describe_value(game, seen, kind, value);
            format!("  {}", told(&template, &args, name))
        }
        What::Changed(Effect::Wound { piece: id, n, .. }) => {
            format!("  {} takes {n}", piece(id))
        }
        What::Changed(_) | What::Began(_) | What::Ended => return None,
    })
}
