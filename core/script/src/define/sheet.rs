//! From a checked sheet to a prototype.

use harena_engine::filter::{Filter, Whereabouts};
use harena_engine::game::{Attack, EventKind, Game, Prototype, Reprint, Trigger, Vocabulary};
use harena_engine::id::*;
use harena_engine::modifier::{Aura, Gift, Reach};
use harena_pack::codes;

use super::Declared;
use super::compile::filter;
use super::form::Form;
use super::forms as written;
use super::menu::list;
use super::words::{Event, Word};
use crate::fit::nearest;
use crate::schema::{Finding, Key, Value};

/// The prototype a sheet describes.
pub(super) fn prototype(game: &Game, made: &Declared, faction: Option<FactionId>) -> Prototype {
    let written = written::Sheet::read(&made.value, &game.names);
    let mut ladder = written.ladder;
    ladder.sort_unstable_by(|a, b| b.cmp(a));
    let triggers = written.when.into_iter();
    Prototype {
        id: written.id,
        title: written.title,
        text: written.text,
        faction,
        kind: written.kind,
        copies: written.copies,
        stats: stats(game, &written.stats),
        ladder,
        attacks: written.attacks.into_iter().map(attack).collect(),
        sides: sides(game, &written.sides),
        auras: written.auras.into_iter().flat_map(auras).collect(),
        keywords: keywords(game, &written.keywords),
        statuses: written.statuses,
        triggers: triggers.filter_map(|(event, answer)| trigger(game, &event, answer)).collect(),
        source: format!("{}:{}", made.file, made.line),
        reprints: Vec::new(),
    }
}

/// What a pack added to the printed numbers of a sheet: `before` and `after` are what the
/// constructor makes of the sheet without its changes and with them.
pub(super) fn reprint(game: &Game, (before, after): (&Value, &Value)) -> Reprint {
    let less = |a: &[i16], b: &[i16]| a.iter().zip(b).map(|(a, b)| a.saturating_sub(*b)).collect();
    let sheet = |value: &Value| written::Sheet::read(value, &game.names);
    let (before, after) = (sheet(before), sheet(after));
    let rows = sides(game, &after.sides).into_iter().zip(sides(game, &before.sides));
    let n_sides = usize::from(game.board.n_directions()).max(1);
    let full = |mut row: Vec<i16>| {
        row.resize(n_sides, 0);
        row
    };
    Reprint {
        stats: less(&stats(game, &after.stats), &stats(game, &before.stats)),
        sides: rows.map(|(a, b)| less(&full(a), &full(b))).collect(),
        ..Reprint::default()
    }
}

/// What is wrong with the reaches of auras: each has one, the neighbors if none is said.
pub(super) fn reaches(sheet: &Value) -> Vec<Finding> {
    let wrong = |(at, aura): (usize, &Value)| {
        let said = written::Aura::read(aura, &Vocabulary::default());
        let finding = |field: &str, message: String, hint: &str| Finding {
            path: vec!["auras".into(), Key::Index(at), field.into()],
            code: codes::NO_REACH,
            message,
            hint: Some(hint.to_owned()),
            twin: None,
        };
        let reaches: Vec<&str> = [
            ("sides", said.sides.is_some()),
            ("adjacent", said.adjacent == Some(true)),
            ("area", said.area.is_some()),
            ("board", said.board),
            ("itself", said.itself),
        ]
        .into_iter()
        .filter_map(|(field, is_said)| is_said.then_some(field))
        .collect();
        match reaches.as_slice() {
            [] if said.adjacent == Some(false) => Some(finding(
                "adjacent",
                "this aura reaches nothing".to_owned(),
                "say what it reaches: `sides`, `area`, `board` or `itself`",
            )),
            [first, second, ..] => Some(finding(
                second,
                format!("an aura has one reach, and this one says `{first}` and `{second}`"),
                "keep one, or write two auras",
            )),
            _ => None,
        }
    };
    (1..).zip(list(sheet, "auras")).filter_map(wrong).collect()
}

/// Printed stats by their numbers.
fn stats(game: &Game, printed: &[(StatId, i16)]) -> Vec<i16> {
    let mut stats = vec![0; game.names.stats.len()];
    for (stat, n) in printed {
        if let Some(slot) = stats.get_mut(stat.index()) {
            *slot = *n;
        }
    }
    stats
}

fn small(value: &Value) -> Option<i16> {
    if let Value::Int(n) = value { i16::try_from(*n).ok() } else { None }
}

fn attack(written: written::Attack) -> Attack {
    Attack { mode: written.mode, side: written.side, strength: written.strength }
}

/// Numbers on sides: a list with one entry a side, or a map from side (counted from 0) to number.
fn sides(game: &Game, printed: &[(String, Value)]) -> Vec<Vec<i16>> {
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
    let named = |name: &str| printed.iter().find(|(stat, _)| stat == name).map(|(_, it)| it);
    game.names.side_stats.iter().map(|name| named(name).map(row).unwrap_or_default()).collect()
}

/// One declared aura can do several things; each becomes an aura of its own.
fn auras(written: written::Aura) -> Vec<Aura> {
    let reach = reach(&written);
    let stats = written.adds.iter().map(|(stat, n)| Gift::Stat(*stat, *n));
    let sides = written.adds_sides.iter().map(|(stat, n)| Gift::Side(*stat, *n));
    let statuses = written.gives.map(Gift::Status);
    let value = i32::from(written.value);
    let keywords = written.grants.map(|keyword| Gift::Keyword(keyword, value));
    let gifts = stats.chain(sides).chain(statuses).chain(keywords);
    let (whose, kinds, stopped_by) = (written.to, written.kinds, written.stopped_by);
    gifts.map(|gives| Aura { reach, whose, kinds, gives, stopped_by }).collect()
}

/// The one reach of an aura that passed [`reaches`].
fn reach(written: &written::Aura) -> Reach {
    if let Some(sides) = &written.sides {
        Reach::Sides(sides.iter().fold(0, |all, side| all | 1 << side))
    } else if written.board {
        Reach::Board
    } else if written.itself {
        Reach::Itself
    } else {
        Reach::Area(written.area.unwrap_or(1))
    }
}

fn keywords(game: &Game, printed: &Value) -> Vec<(KeywordId, i32)> {
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
    match printed {
        Value::List(items) => items.iter().filter_map(|v| one("", v)).collect(),
        Value::Record(entries) => entries.iter().filter_map(|(k, v)| one(k, v)).collect(),
        Value::Nil
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Function(_) => Vec::new(),
    }
}

fn trigger(game: &Game, event: &str, written: written::Trigger) -> Option<Trigger> {
    let anybody = || Filter { place: Whereabouts::Anywhere, ..Filter::default() };
    Some(Trigger {
        on: event_kind(game, event)?,
        itself: written.who.is_none(),
        who: written.who.map_or_else(anybody, |who| filter(game, who)),
        by: written.by.map(|by| filter(game, by)),
        does: written.does?,
    })
}

fn event_kind(game: &Game, name: &str) -> Option<EventKind> {
    let moment = || Some(EventKind::Moment(MomentId::at(game.names.moments.find(name)?)));
    Event::named(name).map(EventKind::from).or_else(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(aura: &[(&str, Value)], expected: &[&str]) {
        let aura = aura.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let sheet = Value::record([("auras", Value::List(vec![Value::Record(aura)]))]);
        let found: Vec<String> = reaches(&sheet).into_iter().map(|it| it.message).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_aura_has_one_reach() {
        let yes = || Value::Bool(true);
        check(&[], &[]);
        check(&[("adjacent", yes())], &[]);
        check(&[("adjacent", Value::Bool(false)), ("area", 2.into())], &[]);
        check(&[("adjacent", Value::Bool(false))], &["this aura reaches nothing"]);
        let both = "an aura has one reach, and this one says `adjacent` and `board`";
        check(&[("adjacent", yes()), ("board", yes())], &[both]);
        let sides = Value::List(vec![0.into()]);
        let both = "an aura has one reach, and this one says `sides` and `area`";
        check(&[("sides", sides), ("area", 2.into())], &[both]);
    }
}
