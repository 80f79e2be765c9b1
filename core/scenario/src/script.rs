//! The fields of a scenario: their form, and reading them with their places.

use std::sync::Arc;

use harena_engine::game::{Game, Settings};
use harena_engine::id::*;
use harena_engine::state::StepCall;

use super::drawing;
use super::hint::hint;
use super::words::{Words, items, plain};
use harena_script::define::Menu;
use harena_script::schema::{Key, Value, path_text};

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

impl Script<'_> {
    pub fn number(&self, field: &str) -> Option<i64> {
        self.value.get(field)?.as_int()
    }

    /// The active seat, if it is written.
    pub fn active(&self, words: &Words) -> Result<Option<Seat>, Wrong> {
        let wrong = |sentence: String| Wrong::at(&["active".into()], sentence);
        match self.value.get("active") {
            Some(Value::Int(n)) => {
                let seat = u8::try_from(*n).ok().filter(|n| *n < self.game.n_seats);
                let message = || format!("there is no seat {n}; there are {}", self.game.n_seats);
                seat.map(|n| Some(Seat(n))).ok_or_else(|| wrong(message()))
            }
            Some(Value::Text(label)) => words.need_seated(label).map(Some).map_err(wrong),
            _ => Ok(None),
        }
    }

    /// The step to begin with; `None` for the very start of a match. A step without numbers is
    /// given the active seat, if the scenario names one.
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
        let mut call = step_call(words, &text).map_err(|m| Wrong::at(&["begin".into()], m))?;
        if text.split_whitespace().count() == 1
            && let Some(active) = self.active(words)?
        {
            call.args = [i32::from(active.0), 0, 0, 0];
        }
        Ok(Some(call))
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
            let Ok(n) = i32::try_from(n) else {
                return Err(Wrong::at(&path, format!("`{name}` cannot be {n}: it is too large")));
            };
            all.push((name, n, path));
        }
        Ok(all)
    }

    /// The number of a name in a table; small and large letters make no difference.
    pub fn find(&self, names: &Names, what: &str, name: &str, path: &[Key]) -> Result<u8, Wrong> {
        let found = names.iter().position(|known| plain(known) == plain(name));
        found.map(|at| at as u8).ok_or_else(|| {
            let near = hint(name, names.iter());
            Wrong::at(path, format!("there is no {what} `{name}`{near}"))
        })
    }
}

/// A legend stands beside a drawing.
///
/// # Errors
/// It stands alone, or an empty cell is to be something else.
pub(super) fn check_legend(
    legend: Option<&Value>,
    drawings: &[&str],
    path: &[Key],
) -> Result<(), Wrong> {
    let Some(Value::Record(entries)) = legend else { return Ok(()) };
    if drawings.is_empty() {
        return Err(Wrong::at(
            path,
            "a legend says what letters of a drawing mean: draw a `board`",
        ));
    }
    for (name, _) in entries {
        let path: Vec<Key> = path.iter().cloned().chain([Key::of(name)]).collect();
        if name == "." {
            return Err(Wrong::at(&path, "`.` is an empty cell, and nothing else"));
        }
    }
    Ok(())
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
    if name.is_empty() {
        return Err("name a step of the game".into());
    }
    let Some(step) = steps.find(name) else {
        return Err(words.no_such("step", name, steps));
    };
    if parts.clone().count() > 4 {
        return Err("a step takes four numbers at most".into());
    }
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
            let near = hint(id, menu.presets.iter().map(|preset| preset.id.as_str()));
            let message = format!("there is no preset `{id}`{near}");
            return Err(Wrong::at(&["preset".into()], message));
        };
        settings.extend(preset.settings.clone());
    }
    if let Some(Value::Record(entries)) = value.get("settings") {
        for (name, value) in entries {
            let path = [Key::from("settings"), Key::of(name)];
            if name == "seats" {
                let message = "how many seats there are is no setting here: write `seats` outside";
                return Err(Wrong::at(&path, message));
            }
            let Some(value) = harena_script::define::setting_value(value) else {
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
        let named = |f: &harena_script::define::FactionEntry| {
            [&f.id, &f.short, &f.title].iter().any(|n| n.eq_ignore_ascii_case(&name))
        };
        let Some(at) = menu.factions.iter().position(named) else {
            if menu.factions.is_empty() {
                return Err(Wrong::at(&path, format!("{} has no factions", menu.title)));
            }
            let known: Vec<&str> = menu.factions.iter().map(|f| f.short.as_str()).collect();
            let near = hint(&name, menu.factions.iter().flat_map(|f| [&*f.id, &*f.short]));
            let known = known.join(", ");
            let message = format!("no faction is called `{name}`; there are {known}{near}");
            return Err(Wrong::at(&path, message));
        };
        all.push(Some(FactionId(at as u8)));
    }
    Ok(all)
}
