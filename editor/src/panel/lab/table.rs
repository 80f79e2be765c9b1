//! What was played, as a table for other programs.

use harena_lab::series::Counted;

use crate::lab::{Known, Part};

const HEAD: &str = "value,what,name,of,wins,matches,rate,low,high\n";

/// A row for everything that is counted with an interval.
pub fn written(known: &Known, parts: &[Part]) -> String {
    let faction = |at: usize| {
        known.menu.factions.get(at).map_or_else(|| at.to_string(), |entry| entry.id.clone())
    };
    let mut text = HEAD.to_owned();
    for part in parts {
        let value = part.value.as_ref().map_or_else(String::new, ToString::to_string);
        let mut row = |what: &str, name: &str, against: &str, it: Counted| {
            let share = it.share();
            let cells = [&value, what, name, against].map(quoted).join(",");
            text += &format!(
                "{cells},{},{},{:.4},{:.4},{:.4}\n",
                it.wins, it.matches, share.rate, share.low, share.high
            );
        };
        let tally = &part.tally;
        row("first", "", "", tally.first);
        row("draws", "", "", Counted { wins: tally.draws, matches: tally.lengths.n() });
        for (seat, it) in &tally.by_seat {
            row("seat", &(seat + 1).to_string(), "", *it);
        }
        for (id, it) in &tally.by_faction {
            row("faction", &faction(id.index()), "", *it);
        }
        for ((one, other), it) in &tally.matchups {
            row("matchup", &faction(one.index()), &faction(other.index()), *it);
        }
        for (sheet, told) in &tally.sheets {
            let Some(prototype) = known.game.prototypes.get(sheet.index()) else { continue };
            let of = prototype.faction.map_or_else(String::new, |id| faction(id.index()));
            row("sheet", &prototype.id, &of, told.users);
        }
    }
    text
}

/// A cell that may hold commas or quotes.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
