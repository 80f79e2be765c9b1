//! The log as sentences.

use harena_engine::effect::Effect;
use harena_engine::id::*;
use harena_engine::log::{Entry, Past, What};
use harena_engine::telling::Teller;

/// Entries as sentences, as a seat may read them. Things are named as they were when the entries
/// were written; the state of `teller` is the one now as the seat may know it.
pub fn told_entries(teller: Teller, entries: &[Entry], seat: Seat) -> Vec<String> {
    let mut past = Past::of(teller.state, Some(seat));
    let mut lines = Vec::new();
    for entry in entries {
        if past.may_read(entry) {
            lines.extend(sentence(Teller { state: past.at(entry), ..teller }, entry));
        }
    }
    lines
}

/// One entry as a sentence; `None` for what is not worth telling.
fn sentence(teller: Teller, entry: &Entry) -> Option<String> {
    let piece = |id: PieceId| teller.piece(id);
    Some(match entry.what {
        What::Chose { seat, action } => {
            format!("{}: {}", teller.seat(seat), teller.action(&action, |_| None))
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
        What::Said { word, args } => format!("  {}", teller.sentence(word, args)),
        What::Changed(Effect::Wound { piece: id, n, .. }) => {
            format!("  {} takes {n}", piece(id))
        }
        What::Changed(_) | What::Began(_) | What::Ended => return None,
    })
}
