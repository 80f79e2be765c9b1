//! What a game offers before a match: settings, presets, factions.

use std::collections::BTreeSet;

use harena_engine::game::{SettingValue, Settings, Vocabulary};
use harena_pack::{nearest, some_of};
use serde::Serialize;

use super::Definitions;
use super::form::Form;
use super::forms as written;
use super::resolve::setting_value;
use super::words::SettingSort;
use crate::fit;
use crate::schema::Value;

/// What values a setting takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum SettingKind {
    /// On or off.
    Bool,
    /// A whole number between two limits, both included.
    Int {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
    /// One of these words.
    Choice(Vec<String>),
    /// Some of these words, joined by `+` in their order.
    Set {
        /// What can be chosen.
        words: Vec<String>,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// Any text.
    Text,
}

impl SettingKind {
    /// What values it takes, in words.
    pub fn takes(&self) -> String {
        match self {
            SettingKind::Bool => "true or false".to_owned(),
            SettingKind::Int { min: i32::MIN, max: i32::MAX } => "a whole number".to_owned(),
            SettingKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            SettingKind::Choice(words) => format!("one of {}", some_of(words)),
            SettingKind::Set { words, min, max } => {
                let amount = amount(*min, *max, words.len());
                format!("{amount} of {}, joined by +", some_of(words))
            }
            SettingKind::Text => "any text".to_owned(),
        }
    }
}

/// One setting of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SettingRule {
    /// Its name in packs, records and on the command line.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it changes.
    pub text: String,
    /// The rule it touches, such as `R43`; may be empty.
    pub rule: String,
    /// What values it takes.
    pub kind: SettingKind,
    /// Its value unless somebody says otherwise.
    pub default: SettingValue,
}

/// Settings that stand under one head where a match is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SettingGroup {
    /// The head.
    pub title: String,
    /// The name of a drawing beside it; empty without one.
    pub icon: String,
    /// The settings, by id.
    pub settings: Vec<String>,
}

/// A named set of settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preset {
    /// Its name on the command line.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it is for.
    pub text: String,
    /// The settings it changes.
    pub settings: Settings,
}

/// A faction one can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactionEntry {
    /// Its id, by which it is chosen.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its short mark in notation.
    pub short: String,
    /// The pack it comes from.
    pub pack: String,
}

/// A character that bots can play with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonaEntry {
    /// Its id, by which it is chosen.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How it plays.
    pub text: String,
}

/// What a game offers before a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Menu {
    /// Id of the game.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Fewest seats.
    pub min_seats: u8,
    /// Most seats.
    pub max_seats: u8,
    /// All settings in their order.
    pub settings: Vec<SettingRule>,
    /// Under which heads settings stand; those of no group are the rest.
    pub groups: Vec<SettingGroup>,
    /// All presets in their order.
    pub presets: Vec<Preset>,
    /// All factions in the order of their packs.
    pub factions: Vec<FactionEntry>,
    /// All characters of bots, those of the game first.
    pub personas: Vec<PersonaEntry>,
}

impl Menu {
    /// Every setting at its default.
    pub fn defaults(&self) -> Settings {
        self.settings.iter().map(|rule| (rule.id.clone(), rule.default.clone())).collect()
    }

    /// The value of a setting from a text such as one typed on the command line.
    ///
    /// # Errors
    /// A sentence that names the setting and what it takes.
    pub fn read(&self, id: &str, text: &str) -> Result<SettingValue, String> {
        let rule = self.rule(id)?;
        let value = match &rule.kind {
            SettingKind::Bool => match text {
                "true" | "on" | "yes" => Some(SettingValue::Bool(true)),
                "false" | "off" | "no" => Some(SettingValue::Bool(false)),
                _ => None,
            },
            SettingKind::Int { min, max } => {
                let number = text.parse().ok().filter(|n| (*min..=*max).contains(n));
                number.map(SettingValue::Int)
            }
            SettingKind::Choice(words) => {
                words.iter().find(|word| *word == text).cloned().map(SettingValue::Text)
            }
            SettingKind::Set { words, min, max } => {
                let range = *min..=*max.min(&words.len());
                let chosen = chosen(words, text).filter(|some| range.contains(&some.len()));
                chosen.map(|some| SettingValue::Text(some.join("+")))
            }
            SettingKind::Text => Some(SettingValue::Text(text.into())),
        };
        value.ok_or_else(|| format!("{id} takes {}, not `{text}`", rule.kind.takes()))
    }

    /// Checks a whole set of settings and fills in the defaults.
    ///
    /// # Errors
    /// A sentence for each setting that is unknown or takes no such value.
    pub fn complete(&self, given: &Settings) -> Result<Settings, Vec<String>> {
        let mut all = self.defaults();
        let mut wrong = Vec::new();
        for (id, value) in given.iter().filter(|(id, _)| *id != "seats") {
            match self.read(id, &value.to_string()) {
                Ok(value) => {
                    all.insert(id.clone(), value);
                }
                Err(sentence) => wrong.push(sentence),
            }
        }
        if wrong.is_empty() { Ok(all) } else { Err(wrong) }
    }

    /// The rule of a setting.
    ///
    /// # Errors
    /// A sentence with the nearest name.
    pub fn rule(&self, id: &str) -> Result<&SettingRule, String> {
        self.settings.iter().find(|rule| rule.id == id).ok_or_else(|| {
            let near = nearest(id, self.settings.iter().map(|rule| rule.id.as_str()));
            let hint = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
            format!("{} has no setting `{id}`{hint}", self.id)
        })
    }

    /// The number of a faction.
    ///
    /// # Errors
    /// A sentence with the nearest name.
    pub fn faction(&self, id: &str) -> Result<usize, String> {
        self.factions.iter().position(|faction| faction.id == id).ok_or_else(|| {
            let names: Vec<String> = self.factions.iter().map(|f| f.id.clone()).collect();
            let near = nearest(id, names.iter().map(String::as_str));
            let hint = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
            format!("there is no faction `{id}` among {}{hint}", some_of(&names))
        })
    }

    /// The name of a persona that a text means.
    ///
    /// # Errors
    /// A sentence with the nearest name.
    pub fn persona(&self, id: &str) -> Result<&str, String> {
        let names = || self.personas.iter().map(|it| it.id.as_str());
        if let Some(name) = names().find(|name| *name == id) {
            return Ok(name);
        }
        let known: Vec<&str> = names().collect();
        Err(match (nearest(id, names()), known.is_empty()) {
            (_, true) => format!("there is no persona `{id}`: {} has none", self.id),
            (Some(near), _) => format!(
                "there is no persona `{id}` among {}; did you mean {near}?",
                some_of(&known)
            ),
            (None, _) => format!("there is no persona `{id}` among {}", some_of(&known)),
        })
    }

    pub(super) fn of(definitions: &Definitions) -> Menu {
        let game = written::Offered::read(&definitions.game.value, &Vocabulary::default());
        let rule = |written| setting_rule(written, &definitions.sheets);
        Menu {
            id: game.id,
            title: game.title,
            summary: game.summary,
            min_seats: game.seats.min,
            max_seats: game.seats.max,
            settings: game.settings.into_iter().map(rule).collect(),
            groups: game.setting_groups.into_iter().map(setting_group).collect(),
            presets: game.presets.into_iter().map(preset).collect(),
            factions: definitions.factions.iter().map(faction_entry).collect(),
            personas: definitions.personas().map(persona_entry).collect(),
        }
    }
}

pub(crate) fn menu_of(definitions: &Definitions) -> Menu {
    Menu::of(definitions)
}

fn persona_entry(value: &Value) -> PersonaEntry {
    let written::Persona { id, title, text, .. } =
        written::Persona::read(value, &Vocabulary::default());
    PersonaEntry { id, title, text }
}

fn faction_entry(faction: &super::FactionEntryRead) -> FactionEntry {
    let value = &faction.declared.value;
    FactionEntry {
        id: text(value, "id"),
        title: text(value, "title"),
        short: text(value, "short"),
        pack: faction.pack.clone(),
    }
}

/// The words of a set that a text names, in their order: joined by `+` or commas, `all` or `none`.
fn chosen<'a>(words: &'a [String], text: &str) -> Option<Vec<&'a str>> {
    let known: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    let words = || words.iter().map(String::as_str);
    match text.trim() {
        "all" => return Some(words().collect()),
        "" | "none" => return Some(Vec::new()),
        _ => {}
    }
    let named: BTreeSet<&str> = text.split(['+', ',']).map(str::trim).collect();
    let is_known = named.is_subset(&known);
    is_known.then(|| words().filter(|word| named.contains(word)).collect())
}

/// How many of so many words a set takes.
fn amount(min: usize, max: usize, n: usize) -> String {
    match (min, max.min(n)) {
        (0, most) if most == n => "any".to_owned(),
        (least, most) if least == most => format!("{least}"),
        (least, most) => format!("{least} to {most}"),
    }
}

/// The rule of a setting; a choice is among words, and among the sheets of a kind if it says so.
fn setting_rule(written: written::Setting, sheets: &[super::Declared]) -> SettingRule {
    let (min, max) = (written.min, written.max);
    let mut words = written.choices;
    if let Some(kind) = written.sheets {
        let of_kind = sheets.iter().filter(|sheet| text(&sheet.value, "kind") == kind);
        words.extend(of_kind.map(|sheet| text(&sheet.value, "id")));
    }
    let kind = match written.r#type {
        SettingSort::Bool => SettingKind::Bool,
        SettingSort::Int => {
            SettingKind::Int { min: min.unwrap_or(i32::MIN), max: max.unwrap_or(i32::MAX) }
        }
        SettingSort::Choice => SettingKind::Choice(words),
        SettingSort::Set => SettingKind::Set {
            words,
            min: min.map_or(0, fit::nearest),
            max: max.map_or(usize::MAX, fit::nearest),
        },
        SettingSort::Text => SettingKind::Text,
    };
    let mut default = setting_value(&written.default).unwrap_or(SettingValue::Text(String::new()));
    if let SettingKind::Set { words, .. } = &kind
        && let Some(some) = chosen(words, &default.to_string())
    {
        default = SettingValue::Text(some.join("+"));
    }
    let (id, title) = (written.id, written.title);
    SettingRule { id, title, text: written.text, rule: written.rule, kind, default }
}

fn setting_group(written: written::SettingGroup) -> SettingGroup {
    SettingGroup { title: written.title, icon: written.icon, settings: written.settings }
}

fn preset(written: written::Preset) -> Preset {
    let settings = written.settings.into_iter();
    let settings = settings.filter_map(|(name, v)| Some((name, setting_value(&v)?))).collect();
    Preset { id: written.id, title: written.title, text: written.text, settings }
}

pub(crate) fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_text).unwrap_or_default().to_owned()
}

pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    match value.get(name) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_of_long_lists_are_told_and_the_others_counted() {
        let few = ["red", "blue"].map(str::to_owned).to_vec();
        assert_eq!(SettingKind::Choice(few.clone()).takes(), "one of red, blue");
        let many: Vec<String> = (0..50_000).map(|n| format!("w{n}")).collect();
        let told = SettingKind::Choice(many.clone()).takes();
        assert!(told.starts_with("one of w0, w1, "), "{told}");
        assert!(told.ends_with(", w38, w39 and 49960 more"), "{told}");
        let told = SettingKind::Set { words: many, min: 1, max: 2 }.takes();
        assert!(told.ends_with(", w39 and 49960 more, joined by +"), "{told}");
        // Long words are fewer, and of each the beginning is told.
        let long: Vec<String> = (0..10).map(|_| "x".repeat(400)).collect();
        let told = SettingKind::Choice(long).takes();
        assert!(told.len() < 1_100 && told.ends_with("xx... and 1 more"), "{told}");
        let told = SettingKind::Choice(vec!["x".repeat(5_000)]).takes();
        assert_eq!(told, format!("one of {}...", "x".repeat(100)));
    }
}
