//! Values that depend on settings.

use std::borrow::Cow;

use harena_engine::game::{SettingValue, Settings};

use crate::allowance::{Allowance, SIZE_OF_VALUE};
use crate::schema::Value;

/// A definition with every `harena.setting` and `harena.by` replaced by what it stands for.
///
/// Charged to the allowance; what is left when that is spent becomes nil. What depends on nothing
/// stays where it is.
pub(crate) fn resolve<'v>(
    value: &'v Value,
    settings: &Settings,
    allowance: &Allowance,
) -> Cow<'v, Value> {
    match size_of_plain(value).filter(|size| *size < allowance.left().0) {
        Some(size) => {
            allowance.spend(size);
            Cow::Borrowed(value)
        }
        None => Cow::Owned(resolved(value, settings, allowance)),
    }
}

/// How many values there are in one that depends on no settings.
fn size_of_plain(value: &Value) -> Option<u64> {
    let more = |so_far: u64, value: &Value| Some(so_far + size_of_plain(value)?);
    match value {
        Value::Record(_) if is_reference(value) => None,
        Value::Record(entries) => entries.iter().try_fold(1, |n, (_, value)| more(n, value)),
        Value::List(items) => items.iter().try_fold(1, more),
        Value::Nil
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Function(_) => Some(1),
    }
}

fn resolved(value: &Value, settings: &Settings, allowance: &Allowance) -> Value {
    if !allowance.spend(1) {
        return Value::Nil;
    }
    let inner = |value: &Value| resolved(value, settings, allowance);
    match value {
        Value::Record(entries) => match reference(value, settings, allowance) {
            Some(found) => found,
            None => Value::Record(entries.iter().map(|(key, v)| (key.clone(), inner(v))).collect()),
        },
        Value::List(items) => Value::List(items.iter().map(inner).collect()),
        Value::Nil
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Function(_) => value.clone(),
    }
}

/// The defaults of the settings a game declares, for two seats.
pub(crate) fn defaults(value: &Value) -> Settings {
    let mut settings = Settings::new();
    settings.insert("seats".into(), SettingValue::Int(2));
    if let Some(Value::List(list)) = value.get("settings") {
        for setting in list {
            if let (Some(Value::Text(id)), Some(default)) =
                (setting.get("id"), setting.get("default"))
                && let Some(default) = setting_value(default)
            {
                settings.insert(id.clone(), default);
            }
        }
    }
    settings
}

/// As [`resolve`]; what refers to an unknown setting is left out. Only for checking.
pub(crate) fn by_default<'v>(
    value: &'v Value,
    defaults: &Settings,
    allowance: &Allowance,
) -> Cow<'v, Value> {
    match resolve(value, defaults, allowance) {
        Cow::Owned(value) => Cow::Owned(prune(value)),
        plain @ Cow::Borrowed(_) => plain,
    }
}

/// Drops fields that are still references.
fn prune(value: Value) -> Value {
    match value {
        Value::Record(entries) => Value::Record(
            entries
                .into_iter()
                .filter(|(_, v)| !is_reference(v))
                .map(|(key, v)| (key, prune(v)))
                .collect(),
        ),
        Value::List(items) => Value::List(items.into_iter().map(prune).collect()),
        plain @ (Value::Nil
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Function(_)) => plain,
    }
}

fn is_reference(value: &Value) -> bool {
    let Value::Record(entries) = value else { return false };
    let has = |name: &str| entries.iter().any(|(key, _)| key == name);
    (entries.len() == 1 && has("setting")) || (entries.len() == 2 && has("by") && has("cases"))
}

fn reference(value: &Value, settings: &Settings, allowance: &Allowance) -> Option<Value> {
    if !is_reference(value) {
        return None;
    }
    if let Some(Value::Text(name)) = value.get("setting") {
        return settings.get(name).map(|setting| plain(setting, allowance));
    }
    let Some(Value::Text(name)) = value.get("by") else { return None };
    let wanted = settings.get(name)?.to_string();
    let cases = value.get("cases")?;
    let found = cases.get(&wanted).or_else(|| cases.at(wanted.parse().ok()?))?;
    Some(resolved(found, settings, allowance))
}

/// A setting value as a definition value.
fn plain(value: &SettingValue, allowance: &Allowance) -> Value {
    match value {
        SettingValue::Text(text) if !allowance.keep(SIZE_OF_VALUE + text.len()) => Value::Nil,
        SettingValue::Bool(value) => Value::Bool(*value),
        SettingValue::Int(value) => Value::Int(i64::from(*value)),
        SettingValue::Text(value) => Value::Text(value.clone()),
    }
}

/// A definition value as a setting value, if it can be one; a list of words is a set.
pub fn setting_value(value: &Value) -> Option<SettingValue> {
    match value {
        Value::Bool(value) => Some(SettingValue::Bool(*value)),
        Value::Int(value) => i32::try_from(*value).ok().map(SettingValue::Int),
        Value::Text(value) => Some(SettingValue::Text(value.clone())),
        Value::List(items) => {
            let words: Option<Vec<&str>> = items.iter().map(Value::as_text).collect();
            words.map(|words| SettingValue::Text(words.join("+")))
        }
        Value::Nil | Value::Number(_) | Value::Record(_) | Value::Function(_) => None,
    }
}
