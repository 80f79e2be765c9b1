//! A match written down as a scenario, so that what was found in it can be kept.

use std::sync::Arc;

use harena_engine::decision::Action;
use harena_engine::game::{ArgKind, Game, SettingValue};
use harena_engine::id::Seat;
use harena_engine::the_match::{Match, Setup, Snapshot, Waits};

use super::moment;
use super::option::{Line, Offer};
use super::tell;
use super::words::Words;
use harena_script::Host;
use harena_script::schema::Value;

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
    let (lines, _) = lines(host, game, found)?;
    let mut fields = head(host, game, found.name, found.setup);
    fields.push(("begin".to_owned(), Value::text("start")));
    let mut steps: Vec<Value> = lines.into_iter().map(Value::Text).collect();
    if let Some((field, must)) = found.must {
        steps.push(Value::Record(vec![(field.to_owned(), Value::text(must))]));
    }
    if steps.is_empty() {
        // What fails before anybody is asked fails in any step.
        steps.push(Value::Record(vec![("outcome".to_owned(), Value::text("none"))]));
    }
    fields.push(("steps".to_owned(), Value::List(steps)));
    Ok(Value::Record(fields))
}

/// What a match is played with, as the first fields of a scenario.
fn head(host: &Host, game: &Game, name: &str, setup: &Setup) -> Vec<(String, Value)> {
    let mut fields = vec![("name".to_owned(), Value::text(name))];
    let ids = |it: &Option<harena_engine::id::FactionId>| {
        it.and_then(|id| game.factions.get(id.index())).map(|it| Value::text(&it.id))
    };
    let factions: Option<Vec<Value>> = setup.factions.iter().map(ids).collect();
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
    fields.push(("seed".to_owned(), Value::Int(setup.seed as i64)));
    fields
}

/// The fields of a scenario that begins at a moment of a match, to the last detail: between two
/// steps as text, then what was answered in the step that waits.
///
/// # Errors
/// What of this moment has no words: nobody is asked, or something is there, or was done, that no
/// line says.
pub fn moment_fields(host: &mut Host, the_match: &Match, name: &str) -> Result<Value, String> {
    let game = the_match.game.clone();
    let (snapshot, setup) = (the_match.snapshot(), &the_match.setup);
    let next = snapshot.step.filter(|_| the_match.decision().is_some());
    let next = next.ok_or("nobody is asked at this moment")?;
    if !snapshot.events.is_empty() {
        return Err("something that happened before waits to be answered".to_owned());
    }
    let notation = host.notation(&game.settings);
    let words = Words::new(&game, notation, &[], &setup.factions);
    let (text, position) = moment::write(&words, &game, (setup, &snapshot.base, next))?;
    let mut fields = head(host, &game, name, setup);
    let people: Vec<Value> = (0..game.n_seats)
        .map(Seat)
        .filter(|seat| setup.is_person(*seat))
        .map(|seat| Value::Text(words.seat_label(seat).to_owned()))
        .collect();
    if !people.is_empty() {
        fields.push(("people".to_owned(), Value::List(people)));
    }
    fields.push(("moment".to_owned(), Value::Text(text)));
    let actions = answered(the_match, &snapshot);
    let laid = Setup { position: Some(position), ..(**setup).clone() };
    let found = Found { name, setup: &laid, actions: &actions, must: None };
    let (lines, mut left) = lines(host, &game, &found)?;
    left.advance(host).map_err(|fault| fault.to_string())?;
    if left.digest() != the_match.digest() {
        return Err("this moment is not reached by what can be said of it".to_owned());
    }
    let mut steps: Vec<Value> = lines.into_iter().map(Value::Text).collect();
    let asked = the_match.decisions().map(|it| words.seat_label(it.seat).to_owned());
    let asks = Value::List(asked.map(Value::Text).collect());
    steps.push(Value::Record(vec![("asks".to_owned(), asks)]));
    fields.push(("steps".to_owned(), Value::List(steps)));
    Ok(Value::Record(fields))
}

/// What was answered in the step that waits, the last answers to several seats at once included.
fn answered(the_match: &Match, snapshot: &Snapshot) -> Vec<(Seat, Action)> {
    let answers = snapshot.answers.iter().map(|it| (it.seat, it.action));
    let given = the_match.given().map(|(seat, action)| (seat, *action));
    answers.chain(given).collect()
}

fn setting(value: &SettingValue) -> Value {
    match value {
        SettingValue::Bool(value) => Value::Bool(*value),
        SettingValue::Int(value) => Value::Int((*value).into()),
        SettingValue::Text(value) => Value::Text(value.clone()),
    }
}

/// Every action as a line that means it, and the match in which they are done.
fn lines(host: &mut Host, game: &Arc<Game>, found: &Found) -> Result<(Vec<String>, Match), String> {
    let notation = host.notation(&game.settings);
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
    Ok((lines, the_match))
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
        Value::Text(value) if value.ends_with('\n') && is_long(value) => {
            *text += &format!("[[\n{value}]]");
        }
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

/// Whether a text of several lines can be written as it stands.
fn is_long(text: &str) -> bool {
    !text.contains("]]") && text.chars().all(|letter| letter == '\n' || !letter.is_control())
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
            ("long".to_owned(), text("a [1]\n  b\n")),
            ("short".to_owned(), text("a[b[c]]\n")),
            ("odd name".to_owned(), Value::List(vec![Value::Int(-3), Value::Bool(true)])),
        ]);
        let expected = "--!strict\n-- one two\nlocal harena = require(\"@harena\")\n\n\
                        return harena.scenario {\n\tname = \"a \\\"b\\\"\\\\\\u{7}\",\n\
                        \tlong = [[\na [1]\n  b\n]],\n\tshort = \"a[b[c]]\\n\",\n\
                        \t[\"odd name\"] = {\n\t\t-3,\n\t\ttrue,\n\t},\n}\n";
        assert_eq!(luau(&fields, "one\ntwo"), expected);
    }
}
