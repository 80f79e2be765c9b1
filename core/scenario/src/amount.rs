//! Lines that say how much there is: of a variable, in a zone, in a supply of markers.

use harena_engine::id::*;
use harena_engine::state::{State, ZoneList};

use super::expect::{Verdict, verdict};
use super::hint::hint;
use super::position::holder;
use super::words::{Trait, Words, Written, plain};

/// What a line counts.
enum Counted {
    Zone(ZoneList),
    Var(Option<Seat>, VarId),
}

/// Judges `LA hp 16`, `must_discard 1`, `DE hand 3`, `DE supply net 1`. Answers nothing for a line
/// that speaks of something else.
pub(super) fn judge(words: &Words, state: &State, line: &[String]) -> Option<Verdict> {
    let seat = line.first().and_then(|word| words.seat(word));
    let rest = if seat.is_some() { line.get(1..).unwrap_or(&[]) } else { line };
    let (name, rest) = rest.split_first()?;
    let id = plain(name).replace(' ', "_");
    if let ("supply", [marker, n]) = (id.as_str(), rest)
        && n.parse::<i32>().is_ok()
    {
        return Some(supply(words, state, (seat, marker, n)));
    }
    if id == "supply" && !is_amount(words, &id) {
        let so = |marker: &str| format!("`SEAT supply {marker} 3`");
        return match rest {
            [] => Some(Err(format!("say of which marker, and how many are left: {}", so("net")))),
            [marker] => Some(Err(format!("say how many are left: {}", so(marker)))),
            _ => None,
        };
    }
    if !is_amount(words, &id) {
        return None;
    }
    let is_trait = |written: &Written| !matches!(written.what, Trait::Pool(_));
    let is_piece_word =
        !words.prototypes(name).is_empty() || words.written(name).as_ref().is_some_and(is_trait);
    match rest {
        [n] if n.parse::<i32>().is_ok() => Some(amount(words, state, (seat, name, n))),
        [] if words.prototypes(name).is_empty() => {
            let so = format!("{}3", line.iter().map(|word| format!("{word} ")).collect::<String>());
            Some(Err(format!("say how much: `{so}`")))
        }
        [n] if !is_piece_word => Some(Err(format!("`{n}` is no number"))),
        _ => None,
    }
}

fn is_amount(words: &Words, id: &str) -> bool {
    let names = &words.game.names;
    [&names.zones, &names.vars, &names.seat_vars].iter().any(|table| table.find(id).is_some())
}

fn amount(words: &Words, state: &State, (seat, name, n): (Option<Seat>, &str, &str)) -> Verdict {
    let wanted: i32 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
    let id = plain(name).replace(' ', "_");
    let now = match counted(words, state, seat, &id)? {
        Counted::Zone(list) => state.zone(list).len() as i32,
        Counted::Var(seat, var) => state.var(words.game, seat, var),
    };
    verdict(now == wanted, || {
        let label = seat.map(|seat| format!("{} ", words.seat_label(seat))).unwrap_or_default();
        vec![format!("{label}{id} {now}")]
    })
}

/// What a name means, with or without a seat.
fn counted(words: &Words, state: &State, seat: Option<Seat>, id: &str) -> Result<Counted, String> {
    let (game, names) = (words.game, &words.game.names);
    if let Some(zone) = names.zones.find(id) {
        return zone_list(words, ZoneId(zone as u8), seat).map(Counted::Zone);
    }
    let own = names.seat_vars.find(id).map(|var| VarId(var as u8));
    let shared = names.vars.find(id).map(|var| VarId(var as u8));
    match (seat, own, shared) {
        (Some(Seat::NONE), ..) => Err(format!("nobody has no `{id}`")),
        (Some(seat), Some(var), _) => Ok(Counted::Var(Some(holder(game, state, seat, var)), var)),
        (None, _, Some(var)) => Ok(Counted::Var(None, var)),
        (None, Some(_), None) => Err(format!("each seat has its own `{id}`: write `SEAT {id} 3`")),
        (Some(_), None, _) => Err(format!("`{id}` belongs to the match: write no seat before it")),
        (None, None, None) => Err(words.unknown(id)),
    }
}

/// The list of a zone that a line means, with or without a seat.
///
/// # Errors
/// A sentence about a seat that is missing or too much.
pub(super) fn zone_list(
    words: &Words,
    zone: ZoneId,
    seat: Option<Seat>,
) -> Result<ZoneList, String> {
    let per_seat = words.game.zones.get(zone.index()).is_some_and(|rule| rule.per_seat);
    let name = words.game.names.zones.name(zone.index());
    match (per_seat, seat) {
        (true, None | Some(Seat::NONE)) => {
            Err(format!("each seat has its own `{name}`: write `SEAT {name}`"))
        }
        (false, Some(_)) => Err(format!("there is one `{name}` for all: write no seat before it")),
        (_, seat) => Ok(ZoneList::of(words.game, zone, seat.unwrap_or(Seat::NONE))),
    }
}

/// So many markers are left in a supply.
fn supply(words: &Words, state: &State, (seat, marker, n): (Option<Seat>, &str, &str)) -> Verdict {
    let wanted: i32 = n.parse().map_err(|_| format!("`{n}` is no number"))?;
    let names = &words.game.names.marks;
    let kind = names.iter().position(|name| plain(name) == plain(marker));
    let kind = kind
        .map(|at| MarkId(at as u8))
        .ok_or_else(|| format!("there is no marker `{marker}`{}", hint(marker, names.iter())))?;
    let owner = seat.ok_or_else(|| {
        format!("each owner has a supply: write `SEAT supply {marker} {n}`, or `nobody` for SEAT")
    })?;
    let left = state.marks_left(words.game, kind, owner);
    let left = left.ok_or_else(|| format!("there are as many `{marker}` as needed"))?;
    let label = words.seat_label(owner);
    verdict(left == wanted, || vec![format!("{label} supply {marker} {left}")])
}
