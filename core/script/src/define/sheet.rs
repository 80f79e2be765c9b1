//! From a checked sheet to a prototype.

use harena_engine::filter::Filter;
use harena_engine::game::{Attack, EventKind, Game, Prototype, Reprint, Trigger};
use harena_engine::id::*;
use harena_engine::modifier::{Aura, Gift, Reach};

use super::Declared;
use super::compile::{amounts, compile_filter, find, flag, int, mask, relation};
use super::menu::{list, text};
use crate::fit::nearest;
use crate::schema::Value;

/// The prototype a sheet describes.
pub(super) fn prototype(game: &Game, made: &Declared, faction: Option<FactionId>) -> Prototype {
    let (names, value) = (&game.names, &made.value);
    let mut ladder: Vec<i16> = list(value, "ladder").iter().filter_map(small).collect();
    ladder.sort_unstable_by(|a, b| b.cmp(a));
    Prototype {
        id: text(value, "id"),
        title: text(value, "title"),
        text: text(value, "text"),
        faction,
        kind: KindId::at(find(&names.kinds, &text(value, "kind"))),
        copies: nearest(int(value, "copies", 1)),
        stats: stats(game, value),
        ladder,
        attacks: list(value, "attacks").iter().map(|v| attack(game, v)).collect(),
        sides: sides(game, value),
        auras: list(value, "auras").iter().flat_map(|v| auras(game, v)).collect(),
        keywords: keywords(game, value),
        statuses: mask(&names.statuses, value, "statuses"),
        triggers: triggers(game, value),
        source: format!("{}:{}", made.file, made.line),
        reprints: Vec::new(),
    }
}

/// What a pack added to the printed numbers of a sheet: `before` and `after` are what the
/// constructor makes of the sheet without its changes and with them.
pub(super) fn reprint(game: &Game, (before, after): (&Value, &Value)) -> Reprint {
    let less = |a: &[i16], b: &[i16]| a.iter().zip(b).map(|(a, b)| a.saturating_sub(*b)).collect();
    let rows = sides(game, after).into_iter().zip(sides(game, before));
    let n_sides = usize::from(game.board.n_directions()).max(1);
    let full = |mut row: Vec<i16>| {
        row.resize(n_sides, 0);
        row
    };
    Reprint {
        stats: less(&stats(game, after), &stats(game, before)),
        sides: rows.map(|(a, b)| less(&full(a), &full(b))).collect(),
        ..Reprint::default()
    }
}

/// Printed stats by their numbers.
fn stats(game: &Game, value: &Value) -> Vec<i16> {
    let mut stats = vec![0; game.names.stats.len()];
    for (name, n) in amounts(value, "stats") {
        if let Some(slot) = stats.get_mut(find(&game.names.stats, name)) {
            *slot = n;
        }
    }
    stats
}

fn small(value: &Value) -> Option<i16> {
    if let Value::Int(n) = value { i16::try_from(*n).ok() } else { None }
}

fn attack(game: &Game, value: &Value) -> Attack {
    Attack {
        mode: ModeId::at(find(&game.names.modes, &text(value, "mode"))),
        side: value.get("side").map(|_| nearest(int(value, "side", 0))),
        strength: nearest(int(value, "strength", 1)),
    }
}

/// Numbers on sides: a list with one entry a side, or a map from side (counted from 0) to number.
fn sides(game: &Game, value: &Value) -> Vec<Vec<i16>> {
    let n_sides = usize::from(game.board.n_directions()).max(1);
    let row = |value: &Value| {
        let on_side = |side: usize| {
            if let Value::List(items) = value {
                items.get(side)
            } else {
                value.get(&side.to_string())
            }
        };
        (0..n_sides).map(|side| on_side(side).and_then(small).unwrap_or(0)).collect()
    };
    let named = |name: &str| value.get("sides").and_then(|sides| sides.get(name));
    game.names.side_stats.iter().map(|name| named(name).map(row).unwrap_or_default()).collect()
}

/// One declared aura can do several things; each becomes an aura of its own.
fn auras(game: &Game, value: &Value) -> Vec<Aura> {
    let names = &game.names;
    let printed = list(value, "sides").iter().filter_map(small);
    let reach = if value.get("sides").is_some() {
        Reach::Sides(printed.fold(0, |sides, side| sides | 1 << side.clamp(0, 15)))
    } else if flag(value, "board") {
        Reach::Board
    } else if flag(value, "itself") {
        Reach::Itself
    } else {
        Reach::Area(nearest(int(value, "area", 1).clamp(1, 9)))
    };
    let mut gifts: Vec<Gift> = amounts(value, "adds")
        .iter()
        .map(|(stat, n)| Gift::Stat(StatId::at(find(&names.stats, stat)), *n))
        .collect();
    gifts.extend(
        amounts(value, "adds_sides")
            .iter()
            .map(|(stat, n)| Gift::Side(SideStatId::at(find(&names.side_stats, stat)), *n)),
    );
    if let Some(status) = value.get("gives").and_then(Value::as_text) {
        gifts.push(Gift::Status(StatusId::at(find(&names.statuses, status))));
    }
    if let Some(keyword) = value.get("grants").and_then(Value::as_text) {
        let keyword = KeywordId::at(find(&names.keywords, keyword));
        gifts.push(Gift::Keyword(keyword, nearest(int(value, "value", 1))));
    }
    let (whose, kinds) = (relation(value, "to"), mask(&names.kinds, value, "kinds"));
    let stopped_by = mask(&names.statuses, value, "stopped_by");
    gifts.iter().map(|gives| Aura { reach, whose, kinds, gives: *gives, stopped_by }).collect()
}

fn keywords(game: &Game, value: &Value) -> Vec<(KeywordId, i32)> {
    let id = |name: &str| game.names.keywords.find(name).map(KeywordId::at);
    let one = |key: &str, value: &Value| match value {
        Value::Text(name) => Some((id(name)?, 1)),
        Value::Int(n) => Some((id(key)?, nearest(*n))),
        Value::Bool(true) => Some((id(key)?, 1)),
        Value::Nil
        | Value::Bool(false)
        | Value::Number(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Function(_) => None,
    };
    match value.get("keywords") {
        Some(Value::List(items)) => items.iter().filter_map(|v| one("", v)).collect(),
        Some(Value::Record(entries)) => entries.iter().filter_map(|(k, v)| one(k, v)).collect(),
        _ => Vec::new(),
    }
}

fn triggers(game: &Game, value: &Value) -> Vec<Trigger> {
    let Some(Value::Record(entries)) = value.get("when") else { return Vec::new() };
    let trigger = |(event, answer): &(String, Value)| {
        let Some(Value::Function(does)) = answer.get("does") else { return None };
        let filter = |field: &str| answer.get(field).map(|v| compile_filter(game, v));
        let who = filter("who");
        Some(Trigger {
            on: event_kind(game, event)?,
            itself: who.is_none(),
            who: who.unwrap_or(Filter {
                place: harena_engine::filter::Whereabouts::Anywhere,
                ..Filter::default()
            }),
            by: filter("by"),
            does: *does,
        })
    };
    entries.iter().filter_map(trigger).collect()
}

fn event_kind(game: &Game, name: &str) -> Option<EventKind> {
    Some(match name {
        "enters" => EventKind::Enters,
        "moves" => EventKind::Moves,
        "wounded" => EventKind::Wounded,
        "falls" => EventKind::Falls,
        "leaves" => EventKind::Leaves,
        moment => EventKind::Moment(MomentId::at(game.names.moments.find(moment)?)),
    })
}
