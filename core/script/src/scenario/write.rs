//! A match written down as a scenario, so that what was found in it can be kept.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::{ArgKind, Game, SettingValue};
use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Setup, Waits};

use super::option::{Line, Offer};
use super::tell;
use super::words::{Notation, Words};
use crate::Host;
use crate::schema::Value;

/// A match that is worth keeping.
pub struct Found<'a> {
    /// What the scenario is called.
    pub name: &'a str,
    /// How the match is set up.
    pub setup: &'a Setup,
    /// What was done in it.
    pub actions: &'a [(Seat, Action)],
    /// What must hold after that, as a field of a step and its text; nothing if the actions
    /// themselves fail.
    pub must: Option<(&'a str, &'a str)>,
}

/// The fields of a scenario that plays a match from its start.
///
/// # Errors
/// The first action that no line says so that nothing else is meant, or a fault before the last.
pub fn fields(host: &mut Host, game: &Arc<Game>, found: &Found) -> Result<Value, String> {
    let lines = lines(host, game, found)?;
    let text = |text: &str| Value::Text(text.to_owned());
    let mut fields = vec![("name".to_owned(), text(found.name))];
    let ids = |it: &Option<harena_engine::id::FactionId>| {
        it.and_then(|id| game.factions.get(id.index())).map(|it| text(&it.id))
    };
    let factions: Option<Vec<Value>> = found.setup.factions.iter().map(ids).collect();
    match factions {
        Some(factions) if !factions.is_empty() => {
            fields.push(("factions".to_owned(), Value::List(factions)));
        }
        _ => fields.push(("seats".to_owned(), Value::Int(game.n_seats.into()))),
    }
    let usual = host.menu().defaults();
    let is_changed = |name: &String| usual.get(name) != game.settings.get(name) && name != "seats";
    let changed: Vec<(String, Value)> = game
        .settings
        .iter()
        .filter(|(name, _)| is_changed(name))
        .map(|(name, value)| (name.clone(), setting(value)))
        .collect();
    if !changed.is_empty() {
        fields.push(("settings".to_owned(), Value::Record(changed)));
    }
    fields.push(("seed".to_owned(), Value::Int(found.setup.seed as i64)));
    fields.push(("begin".to_owned(), text("start")));
    let mut steps: Vec<Value> = lines.into_iter().map(Value::Text).collect();
    if let Some((field, must)) = found.must {
        steps.push(Value::Record(vec![(field.to_owned(), text(must))]));
    }
    if steps.is_empty() {
        // What fails before anybody is asked fails in any step.
        steps.push(Value::Record(vec![("outcome".to_owned(), text("none"))]));
    }
    fields.push(("steps".to_owned(), Value::List(steps)));
    Ok(Value::Record(fields))
}

fn setting(value: &SettingValue) -> Value {
    match value {
        SettingValue::Bool(value) => Value::Bool(*value),
        SettingValue::Int(value) => Value::Int((*value).into()),
        SettingValue::Text(value) => Value::Text(value.clone()),
    }
}

/// Every action as a line that means it.
fn lines(host: &mut Host, game: &Arc<Game>, found: &Found) -> Result<Vec<String>, String> {
    let notation = Notation::of(&host.declared("notation"));
    let words = Words::new(game, notation, &[], &found.setup.factions);
    let mut the_match = Match::new(game.clone(), found.setup.clone());
    let mut lines = Vec::new();
    for (at, (seat, action)) in found.actions.iter().enumerate() {
        if the_match.advance(host).map_err(|fault| fault.to_string())? != Waits::ForDecisions {
            break;
        }
        let several = the_match.decisions().count() > 1;
        let decision = the_match.decisions().find(|it| it.seat == *seat).cloned();
        let line = decision.and_then(|decision| {
            let offer = Offer { words: &words, state: the_match.state(), decision: &decision };
            line(offer, *seat, action, several)
        });
        let unsaid = || format!("no line of a scenario says action {} alone", at + 1);
        lines.push(line.ok_or_else(unsaid)?);
        the_match.choose(*seat, *action).map_err(|error| error.to_string())?;
    }
    Ok(lines)
}

/// The plainest line that means an action and no other.
fn line(offer: Offer, seat: Seat, action: &Action, several: bool) -> Option<String> {
    let by = match several {
        true => format!("{}: ", offer.words.seat_label(seat)),
        false => String::new(),
    };
    let means = |line: &String| {
        let read = Line::read(offer.words, line).ok();
        read.and_then(|line| line.choose(offer).ok()).as_ref() == Some(action)
    };
    [false, true]
        .map(|numbered| by.clone() + &text(offer, action, numbered))
        .into_iter()
        .find(means)
}

/// An option in words, pieces by their numbers if that is asked for.
fn text(offer: Offer, action: &Action, numbered: bool) -> String {
    let Offer { words, state, decision } = offer;
    let Some(group) = decision.groups.iter().find(|group| group.contains(action)) else {
        return String::new();
    };
    let kinds = words.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
    let word = |(at, arg): (usize, &i32)| {
        let kind = kinds.get(at).copied().unwrap_or(ArgKind::Number);
        match kind == ArgKind::Piece && numbered {
            true => format!("#{arg}"),
            false => tell::argument(words, state, kind, (group, at, *arg)),
        }
    };
    let verb = words.game.names.verbs.name(action.verb.index()).to_owned();
    let args = action.args.as_slice().iter().enumerate().map(word);
    std::iter::once(verb).chain(args).collect::<Vec<_>>().join(" ")
}

/// The file of a scenario, with a remark atop it.
pub fn luau(fields: &Value, remark: &str) -> String {
    let remark = remark.replace(char::is_control, " ");
    let mut text = format!("--!strict\n-- {remark}\nlocal harena = require(\"@harena\")\n\n");
    text += "return harena.scenario ";
    write(fields, 0, &mut text);
    text.push('\n');
    text
}

fn write(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Nil | Value::Function(_) => *text += "nil",
        Value::Bool(value) => *text += if *value { "true" } else { "false" },
        Value::Int(value) => *text += &value.to_string(),
        Value::Number(value) => *text += &value.to_string(),
        Value::Text(value) => *text += &quoted(value),
        Value::List(items) => {
            let mut entry = |item: &Value, text: &mut String| write(item, depth + 1, text);
            block(items, depth, text, &mut entry);
        }
        Value::Record(entries) => {
            let mut entry = |(name, item): &(String, Value), text: &mut String| {
                let is_name = !name.starts_with(|it: char| it.is_ascii_digit())
                    && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
                *text += &if is_name { name.clone() } else { format!("[{}]", quoted(name)) };
                *text += " = ";
                write(item, depth + 1, text);
            };
            block(entries, depth, text, &mut entry);
        }
    }
}

fn block<T>(items: &[T], depth: usize, text: &mut String, entry: &mut dyn FnMut(&T, &mut String)) {
    *text += "{\n";
    for item in items {
        *text += &"\t".repeat(depth + 1);
        entry(item, text);
        *text += ",\n";
    }
    *text += &"\t".repeat(depth);
    text.push('}');
}

/// A text as Luau reads it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            letter if letter.is_control() => quoted += &format!("\\u{{{:x}}}", u32::from(letter)),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_luau_reads_them() {
        let text = |text: &str| Value::Text(text.to_owned());
        let fields = Value::Record(vec![
            ("name".to_owned(), text("a \"b\"\\\u{7}")),
            ("odd name".to_owned(), Value::List(vec![Value::Int(-3), Value::Bool(true)])),
        ]);
        let expected = "--!strict\n-- one two\nlocal harena = require(\"@harena\")\n\n\
                        return harena.scenario {\n\tname = \"a \\\"b\\\"\\\\\\u{7}\",\n\
                        \t[\"odd name\"] = {\n\t\t-3,\n\t\ttrue,\n\t},\n}\n";
        assert_eq!(luau(&fields, "one\ntwo"), expected);
    }
}
