//! The log as sentences.

use harena_engine::effect::Effect;
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::*;
use harena_engine::log::sentence::told;
use harena_engine::log::{Entry, Past, What};
use harena_engine::state::State;
use harena_lab::notation::Naming;

use super::Titles;

/// Entries as sentences, as a seat may read them. Things are named as they were when the entries
/// were written; `seen` is the state now as the seat may know it.
pub fn told_entries(
    (game, seen): (&Game, &State),
    titles: &Titles,
    entries: &[Entry],
    seat: Seat,
    text_of: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let mut past = Past::of(seen, Some(seat));
    let mut lines = Vec::new();
    for entry in entries {
        if past.may_read(entry) {
            let naming = Naming { game, state: past.at(entry), seats: titles.seats() };
            lines.extend(sentence(&naming, titles, entry, text_of));
        }
    }
    lines
}

/// One entry as a sentence; `None` for what is not worth telling.
fn sentence(
    naming: &Naming,
    titles: &Titles,
    entry: &Entry,
    text_of: &dyn Fn(&str) -> String,
) -> Option<String> {
    let piece = |id: PieceId| naming.piece(id);
    Some(match entry.what {
        What::Chose { seat, action } => {
            let choice = titles.action(naming, &action, |_| None);
            format!("{}: {choice}", naming.seat(seat))
        }
        What::Struck(strike) => {
            let (from, to) = (piece(strike.attacker), piece(strike.target));
            match strike.attacker.is_some() {
                true => format!("  {from} hits {to} for {}", strike.damage),
                false => format!("  {to} is hit for {}", strike.damage),
            }
        }
        What::Cancelled(strike) => format!("  the blow of {} is stopped", piece(strike.attacker)),
        What::Fell(id) => format!("  {} falls", piece(id)),
        What::Rolled { sides, result } => format!("  chance gives {result} of {sides}"),
        What::Said { word, args } => {
            let template = text_of(naming.game.names.words.name(word.index()));
            let name = |kind: ArgKind, value: i32| match kind {
                ArgKind::Word => {
                    let at = usize::try_from(value).unwrap_or(usize::MAX);
                    titles.word(naming.game.names.words.name(at))
                }
                ArgKind::Piece
                | ArgKind::Cell
                | ArgKind::Facing
                | ArgKind::Number
                | ArgKind::Seat
                | ArgKind::Faction
                | ArgKind::Prototype
                | ArgKind::Several
                | ArgKind::Order
                | ArgKind::Spread => naming.value(kind, value),
            };
            format!("  {}", told(&template, &args, name))
        }
        What::Changed(Effect::Wound { piece: id, n, .. }) => {
            format!("  {} takes {n}", piece(id))
        }
        What::Changed(_) | What::Began(_) | What::Ended => return None,
    })
}
