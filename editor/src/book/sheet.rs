//! What cards write of their sheets, as the looks of their kind ask for.

use harena_script::looks::{
    CardField, CardLooks, CardPlace, CardSides, Looks, OneOrOther, SignLooks,
};
use harena_script::schema::Value;

use super::read::color_of;
use super::{Sheet, Sign, readable};
use crate::draw::icon;

/// What the fields of a sheet say, as the looks of its kind of card ask for.
pub(super) fn sheet(looks: &Looks, kind: &str, fields: &Value) -> Sheet {
    let Some((_, plan)) = looks.cards.iter().find(|(known, _)| known == kind) else {
        return Sheet::default();
    };
    let CardLooks { fields: plan, sides, text } = plan;
    let line = |entry: &OneOrOther<String, CardField>| {
        let (field, title, place) = match entry {
            OneOrOther::One(field) => {
                let last = field.rsplit('.').next().unwrap_or(field);
                (field, readable(last), CardPlace::Line)
            }
            OneOrOther::Other(CardField { field, title, r#as }) => (field, title.clone(), *r#as),
        };
        let value = field_of(fields, field)?;
        let text = match place {
            CardPlace::Slots => {
                let slots = slots_of(looks, value).map(|(_, sign)| sign.title);
                slots.collect::<Vec<String>>().join(", ")
            }
            CardPlace::Line
            | CardPlace::Signs
            | CardPlace::Cost
            | CardPlace::Right
            | CardPlace::Corner => text_of(value),
        };
        (!text.is_empty()).then(|| (field.clone(), title, text))
    };
    let sides = sides.as_ref().map_or_else(Vec::new, |sides| side_texts(sides, fields));
    let brief = Some(text).filter(|field| !field.is_empty());
    let brief = brief.and_then(|field| field_of(fields, field)?.as_text()).map(str::to_owned);
    let lines = plan.iter().filter_map(line).collect();
    let mut sheet = Sheet { lines, sides, brief, ..Sheet::default() };
    for entry in plan {
        if let OneOrOther::Other(entry) = entry {
            draw_field(looks, entry, fields, &mut sheet);
        }
    }
    sheet
}

/// Notes a field that its card does not write but draw.
fn draw_field(looks: &Looks, entry: &CardField, fields: &Value, sheet: &mut Sheet) {
    let CardField { field, title, r#as } = entry;
    let Some(value) = field_of(fields, field) else { return };
    match r#as {
        CardPlace::Line => return,
        CardPlace::Signs => match value {
            Value::List(list) => {
                let words = list.iter().map(|it| it.as_text().unwrap_or(""));
                sheet.signs.extend(words.map(|word| sign_of(looks, word)));
            }
            Value::Text(word) => sheet.signs.push(sign_of(looks, word)),
            Value::Nil
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Number(_)
            | Value::Record(_)
            | Value::Function(_) => return,
        },
        CardPlace::Slots => sheet.slots.extend(slots_of(looks, value)),
        CardPlace::Cost => sheet.cost = text_of(value),
        CardPlace::Right => {
            sheet.right = value.as_text().map_or_else(|| text_of(value), str::to_owned);
        }
        CardPlace::Corner => {
            let text = titled(looks, value);
            let is_number = matches!(value, Value::Int(_) | Value::Number(_)) && !title.is_empty();
            let text = if is_number { format!("{} {text}", title.to_lowercase()) } else { text };
            sheet.corner = text;
        }
    }
    sheet.drawn.push(field.clone());
}

/// The slots a field tells: the counters they take, with their signs.
fn slots_of<'a>(looks: &'a Looks, value: &'a Value) -> impl Iterator<Item = (String, Sign)> + 'a {
    let words = value.as_text().unwrap_or("").split_whitespace();
    words.map(|word| (word.to_owned(), sign_of(looks, word)))
}

/// A value in a corner: what looks have a title for is called so, everything else in small letters.
fn titled(looks: &Looks, value: &Value) -> String {
    if let Value::List(list) = value {
        return list.iter().map(|it| titled(looks, it)).collect::<Vec<_>>().join(", ");
    }
    let word = value.as_text().unwrap_or("");
    let look = looks.signs.iter().find(|(known, _)| known == word);
    match look.map_or("", |(_, look)| &look.title) {
        "" => text_of(value).to_lowercase(),
        title => title.to_owned(),
    }
}

/// A word as a sign, as the looks say.
pub(super) fn sign_of(looks: &Looks, word: &str) -> Sign {
    let look = looks.signs.iter().find(|(known, _)| known == word).map(|(_, look)| look);
    let Some(SignLooks { title, color, icon: drawing }) = look else {
        return Sign { title: readable(word), ..Sign::default() };
    };
    Sign {
        title: if title.is_empty() { readable(word) } else { title.clone() },
        icon: icon(drawing),
        color: color.map(color_of),
    }
}

/// A field of a sheet; dots lead into records.
fn field_of<'a>(fields: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(fields, Value::get)
}

/// One text a side: from a list in the order of the sides, or from a record by names of sides.
fn side_texts(plan: &OneOrOther<String, CardSides>, fields: &Value) -> Vec<String> {
    let (field, names) = match plan {
        OneOrOther::One(field) => (field, &[][..]),
        OneOrOther::Other(CardSides { field, names }) => (field, names.as_slice()),
    };
    match field_of(fields, field) {
        Some(Value::List(list)) => list.iter().map(text_of).collect(),
        Some(record) => {
            let text = |name: &String| record.get(name).map_or_else(String::new, text_of);
            names.iter().map(text).collect()
        }
        None => Vec::new(),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Nil | Value::Bool(false) | Value::Function(_) => String::new(),
        Value::Bool(true) => crate::text::yes().to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => readable(text),
        Value::List(list) => list.iter().map(text_of).collect::<Vec<_>>().join(", "),
        Value::Record(record) => {
            let entry = |(name, value): &(String, Value)| match value {
                Value::Nil | Value::Bool(false) | Value::Function(_) => None,
                Value::Bool(true) => Some(readable(name)),
                Value::Int(_)
                | Value::Number(_)
                | Value::Text(_)
                | Value::List(_)
                | Value::Record(_) => Some(format!("{} {}", readable(name), text_of(value))),
            };
            record.iter().filter_map(entry).collect::<Vec<_>>().join(", ")
        }
    }
}
