//! The fields of a scenario: their form, and reading them with their places.

use std::sync::Arc;

use harena_engine::game::{Game, Settings};
use harena_engine::id::*;
use harena_engine::state::StepCall;
use harena_pack::nearest;

use super::drawing;
use super::words::{Words, items};
use crate::define::Menu;
use crate::schema::{Key, Schema, Type, Value, path_text};

/// Something in a scenario that is wrong or did not come true, and where it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Wrong {
    pub path: Vec<Key>,
    pub message: String,
    pub expected: Vec<String>,
    pub found: Vec<String>,
}

impl Wrong {
    pub fn at(path: &[Key], message: impl Into<String>) -> Wrong {
        Wrong { path: path.to_vec(), message: message.into(), ..Wrong::default() }
    }

    pub fn expected(mut self, expected: impl Into<String>) -> Wrong {
        self.expected.push(expected.into());
        self
    }

    pub fn found(mut self, found: Vec<String>) -> Wrong {
        self.found = found;
        self
    }
}

/// One or several texts, each with its path.
pub(super) fn texts(value: Option<&Value>, path: &[Key]) -> Vec<(String, Vec<Key>)> {
    match value {
        Some(Value::Text(text)) => vec![(text.clone(), path.to_vec())],
        Some(Value::List(list)) => {
            let each = list.iter().enumerate().filter_map(|(i, item)| {
                let path = path.iter().cloned().chain([Key::Index(i + 1)]).collect();
                Some((item.as_text()?.to_owned(), path))
            });
            each.collect()
        }
        _ => Vec::new(),
    }
}

/// As [`texts`], but each text can hold several items separated by commas; numbers count too.
pub(super) fn items_of(value: &Value, path: &[Key]) -> Vec<(String, Vec<Key>)> {
    if let Value::List(list) = value
        && list.iter().all(|item| matches!(item, Value::Int(_)))
    {
        return list.iter().map(|item| (item.to_string(), path.to_vec())).collect();
    }
    let mut all = Vec::new();
    for (text, path) in texts(Some(value), path) {
        let split = items(&text);
        let each = split.into_iter().filter(|item| *item != "nothing");
        all.extend(each.map(|item| (item.to_owned(), path.clone())));
    }
    all
}

/// A scenario as written, in the game built for it.
pub(super) struct Script<'a> {
    pub value: &'a Value,
    pub game: Arc<Game>,
}

fn lines() -> Type {
    Type::OneOf(vec![Type::Text, Type::list(Type::Text)])
}

/// What a scenario can say; `zones` are the zones of its game.
pub(super) fn scenario_form<'z>(zones: impl Iterator<Item = &'z str>) -> Schema {
    let form = Schema::new("Scenario")
        .about("a position, what is done, and what must come of it")
        .needs("name", Type::Text, "what it shows")
        .may("rules", Type::list(Type::Text), "the numbers of the rules it shows")
        .may("text", Type::Text, "a remark")
        .may("seats", Type::OneOf(vec![Type::INT, Type::list(Type::Text)]), "how many, or names")
        .may("factions", Type::list(Type::Text), "the factions of the seats")
        .may("people", lines(), "seats where people sit; in the others bots do")
        .may("preset", Type::Text, "a preset of the game")
        .may("settings", Type::Any, "settings by name")
        .may("seed", Type::INT, "the seed of chance")
        .may("board", Type::Text, "the board as it is drawn")
        .may("legend", Type::Any, "what letters of the drawing stand for")
        .may("floors", Type::Text, "the floors as they are drawn, in place of those laid before")
        .may("cell_marks", lines(), "markers on cells and edges, one place a line")
        .may("pieces", lines(), "pieces, one a line")
        .may("vars", Type::Any, "variables of the match")
        .may("seat_vars", Type::Any, "variables of seats")
        .may("lists", Type::Any, "named lists of numbers")
        .may("out", lines(), "seats that are out")
        .may("active", Type::OneOf(vec![Type::INT, Type::Text]), "the active seat")
        .may("turn", Type::int(0, 999), "the number of the turn")
        .may("round", Type::int(0, 999), "the number of the round")
        .may("force", Type::Any, "results chance gives first")
        .may("begin", Type::Text, "the step to begin with, or `start`")
        .may("steps", Type::list(Type::Any), "what is done and what must come of it");
    zones.fold(form, |form, zone| form.may(zone, Type::Any, "what lies there"))
}

/// What a step of a scenario can say.
pub(super) fn step_form() -> Schema {
    Schema::new("ScenarioStep")
        .about("something that is done in a scenario, and what must come of it")
        .may("note", Type::Text, "a remark")
        .may("given", lines(), "what must hold before that is done")
        .may("force", Type::Any, "results chance gives first")
        .may("act", lines(), "options that are taken")
        .may("run", lines(), "steps of the game that are run at once")
        .may("log", lines(), "what must have happened, in this order")
        .may("no_log", lines(), "what must not have happened")
        .may("expect", lines(), "what must hold now")
        .may("board", Type::Text, "the whole board as it must be")
        .may("legend", Type::Any, "what letters of the drawing stand for")
        .may("asks", lines(), "who is asked what")
        .may("legal", lines(), "what must be offered")
        .may("illegal", lines(), "what must not be offered")
        .may("legal_only", lines(), "all that is offered with these verbs")
        .may("noted", lines(), "remarks on what is offered: an action, a colon, part of the remark")
        .may("outcome", Type::Text, "who has won, and why")
        .may("aside", Type::Any, "steps done on a copy")
}

impl Script<'_> {
    pub fn number(&self, field: &str) -> Option<i64> {
        self.value.get(field)?.as_int()
    }

    pub fn seat_field(&self, words: &Words, field: &str) -> Result<Option<Seat>, Wrong> {
        match self.value.get(field) {
            Some(Value::Int(n)) => Ok(Some(Seat(*n as u8))),
            Some(Value::Text(label)) => match words.need_seat(label) {
                Ok(seat) => Ok(Some(seat)),
                Err(sentence) => Err(Wrong::at(&[field.into()], sentence)),
            },
            _ => Ok(None),
        }
    }

    /// The step to begin with; `None` for the very start of a match.
    pub fn begin(&self, words: &Words) -> Result<Option<StepCall>, Wrong> {
        let text = match self.value.get("begin") {
            Some(Value::Text(text)) => text.clone(),
            _ => match &words.notation.begin {
                Some(begin) => begin.clone(),
                None => return Ok(None),
            },
        };
        if text == "start" {
            return Ok(None);
        }
        step_call(words, &text).map(Some).map_err(|m| Wrong::at(&["begin".into()], m))
    }

    /// The piece lines a drawn token stands for.
    pub fn drawn(&self, token: &str) -> Vec<String> {
        drawn(self.value.get("legend"), token)
    }

    pub fn numbers(&self, field: &str) -> Result<Vec<(String, i32, Vec<Key>)>, Wrong> {
        self.numbers_at(&[field.into()])
    }

    /// The named numbers of the table at a path.
    pub fn numbers_at(&self, path: &[Key]) -> Result<Vec<(String, i32, Vec<Key>)>, Wrong> {
        let step = |value: Option<&'_ Value>, key: &Key| match key {
            Key::Name(name) => value.and_then(|v| v.get(name)).cloned(),
            Key::Index(at) => value.and_then(|v| v.at(*at)).cloned(),
        };
        let mut value = Some(self.value.clone());
        for key in path {
            value = step(value.as_ref(), key);
        }
        let Some(value) = value else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for (name, value) in value.into_entries() {
            let path: Vec<Key> = path.iter().cloned().chain([Key::of(&name)]).collect();
            let n = if let Value::Bool(on) = value { Some(on.into()) } else { value.as_int() };
            let Some(n) = n else {
                return Err(Wrong::at(&path, format!("`{name}` must be a whole number")));
            };
            all.push((name, n as i32, path));
        }
        Ok(all)
    }

    pub fn find(&self, names: &Names, what: &str, name: &str, path: &[Key]) -> Result<u8, Wrong> {
        names.find(name).map(|at| at as u8).ok_or_else(|| {
            let near = nearest(name, names.iter());
            let hint = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            Wrong::at(path, format!("there is no {what} `{name}`{hint}"))
        })
    }
}

/// The piece lines a token of a drawing stands for, bottom first.
pub(super) fn drawn(legend: Option<&Value>, token: &str) -> Vec<String> {
    let (key, signs) = drawing::legend_key(token);
    let Some(value) = legend.and_then(|legend| legend.get(key)) else {
        return vec![drawing::line_of(token)];
    };
    let more = drawing::line_of(signs);
    texts(Some(value), &[]).into_iter().map(|(line, _)| format!("{line} {more}")).collect()
}

/// A step of the game with its numbers: `battle 0`.
pub(super) fn step_call(words: &Words, text: &str) -> Result<StepCall, String> {
    let mut parts = text.split_whitespace();
    let name = parts.next().unwrap_or_default();
    let steps = &words.game.names.steps;
    let Some(step) = steps.find(name) else {
        let near = nearest(name, steps.iter());
        let hint = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        return Err(format!("there is no step `{name}`{hint}"));
    };
    let mut args = [0; 4];
    for (slot, part) in args.iter_mut().zip(parts) {
        let seat = || words.seat(part).map(|seat| i32::from(seat.0));
        let Some(n) = part.parse().ok().or_else(seat) else {
            return Err(format!("`{part}` is neither a number nor a seat"));
        };
        *slot = n;
    }
    Ok(StepCall { step: StepId(step as u8), args })
}

/// The settings of a scenario: those of its preset, then its own.
pub(super) fn settings(menu: &Menu, value: &Value) -> Result<Settings, Wrong> {
    let mut settings = Settings::new();
    if let Some(Value::Text(id)) = value.get("preset") {
        let Some(preset) = menu.presets.iter().find(|preset| preset.id == *id) else {
            return Err(Wrong::at(&["preset".into()], format!("there is no preset `{id}`")));
        };
        settings.extend(preset.settings.clone());
    }
    if let Some(Value::Record(entries)) = value.get("settings") {
        for (name, value) in entries {
            let path = [Key::from("settings"), Key::of(name)];
            let Some(value) = crate::define::setting_value(value) else {
                let message = format!("{} takes no such value", path_text(&path));
                return Err(Wrong::at(&path, message));
            };
            settings.insert(name.clone(), value);
        }
    }
    Ok(settings)
}

/// The factions of the seats, by short mark, id or title.
pub(super) fn factions(menu: &Menu, value: &Value) -> Result<Vec<Option<FactionId>>, Wrong> {
    let mut all = Vec::new();
    for (name, path) in texts(value.get("factions"), &["factions".into()]) {
        let named = |f: &crate::define::FactionEntry| {
            [&f.id, &f.short, &f.title].iter().any(|n| n.eq_ignore_ascii_case(&name))
        };
        let Some(at) = menu.factions.iter().position(named) else {
            let known: Vec<&str> = menu.factions.iter().map(|f| f.short.as_str()).collect();
            let known = known.join(", ");
            return Err(Wrong::at(
                &path,
                format!("no faction is called `{name}`; there are {known}"),
            ));
        };
        all.push(Some(FactionId(at as u8)));
    }
    Ok(all)
}
