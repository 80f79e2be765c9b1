//! What the names of a game stand for, read from the forms that declare them: for those who write
//! scenarios and compare packs.
//!
//! Nothing is read under settings here: of a value that a setting decides, it is told which one.

use harena_engine::game::{Sight, Vocabulary};

use super::form::{Form, Holds, Text, Whole};
use super::forms as written;
use super::names::{TABLES, Table};
use super::words::Word;
use crate::schema::Value;

/// What the names of a game stand for.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// Numbers that pieces carry.
    pub counters: Vec<String>,
    /// What is on or off.
    pub statuses: Vec<String>,
    /// Numbers that modifiers change.
    pub stats: Vec<String>,
    /// Named lists.
    pub lists: Vec<String>,
    /// Numbers of the match and their start.
    pub vars: Vec<(String, Decided<i32>)>,
    /// Numbers of each seat and their start.
    pub seat_vars: Vec<(String, Decided<i32>)>,
    /// Kinds of markers.
    pub marks: Vec<MarkEntry>,
    /// Named abilities.
    pub keywords: Vec<Entry>,
    /// Places besides the board.
    pub zones: Vec<ZoneEntry>,
    /// What options do.
    pub verbs: Vec<VerbEntry>,
    /// The steps of the rules.
    pub steps: Vec<String>,
    /// What the log says.
    pub sentences: Vec<(String, String)>,
    /// What decisions are called.
    pub prompts: Vec<(String, String)>,
    /// Why a match can end.
    pub reasons: Vec<(String, String)>,
    /// Further words.
    pub words: Vec<String>,
}

/// A value as a game declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided<T> {
    /// It is this.
    Is(T),
    /// This setting decides it.
    By(String),
}

/// A name with what people read of it.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it means.
    pub text: String,
}

/// A kind of markers.
#[derive(Clone, Debug)]
pub struct MarkEntry {
    /// Its name and meaning.
    pub entry: Entry,
    /// How many an owner has; nothing for any number.
    pub supply: Option<Decided<u16>>,
}

/// A place besides the board.
#[derive(Clone, Debug)]
pub struct ZoneEntry {
    /// Its name and meaning.
    pub entry: Entry,
    /// Whether each seat has one.
    pub per_seat: bool,
    /// The word for who sees what lies in it.
    pub sight: Decided<&'static str>,
}

/// What options of one sort do.
#[derive(Clone, Debug)]
pub struct VerbEntry {
    /// Its name and meaning; the title has gaps `{1}` and so on.
    pub entry: Entry,
    /// What it takes, as it is declared.
    pub args: Vec<String>,
}

impl Dictionary {
    /// What a game declares.
    pub(crate) fn of(game: &Value) -> Dictionary {
        let names = Vocabulary::default();
        let whole = written::Game::read(game, &names);
        let marks = each(game, "marks", whole.marks).map(|(id, value, mark)| MarkEntry {
            entry: Entry { id, title: mark.title, text: mark.text },
            supply: decided(value, "supply", mark.supply).filter(|it| *it != Decided::Is(0)),
        });
        let zones = each(game, "zones", whole.zones).map(|(id, value, zone)| ZoneEntry {
            entry: Entry { id, title: zone.title, text: String::new() },
            per_seat: zone.per_seat,
            sight: decided(value, "sight", word(zone.sight)).unwrap_or(Decided::Is("all")),
        });
        let verbs = each(game, "verbs", whole.verbs).map(|(id, _, verb)| VerbEntry {
            entry: Entry { id, title: verb.title, text: String::new() },
            args: verb.args,
        });
        let keywords = each(game, "keywords", whole.keywords);
        let keywords = keywords.map(|(id, _, it)| Entry { id, title: it.title, text: it.text });
        Dictionary {
            marks: marks.collect(),
            zones: zones.collect(),
            verbs: verbs.collect(),
            keywords: keywords.collect(),
            counters: declared(game, "counters"),
            statuses: declared(game, "statuses"),
            stats: declared(game, "stats"),
            lists: declared(game, "lists"),
            steps: declared(game, "steps"),
            vars: starts(game, "vars"),
            seat_vars: starts(game, "seat_vars"),
            sentences: whole.sentences,
            prompts: whole.prompts,
            reasons: whole.reasons,
            words: super::names::declared_words(game).into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The names that a field of a game declares.
fn declared(game: &Value, field: &str) -> Vec<String> {
    let of_field = |table: &&Table| table.field == field;
    let names = TABLES.iter().find(of_field).map(|table| table.names(game));
    names.unwrap_or_default().into_iter().map(str::to_owned).collect()
}

/// The entries of a list of records: their names, as they are written, and as they are read.
fn each<'a, T>(
    game: &'a Value,
    field: &str,
    read: Vec<T>,
) -> impl Iterator<Item = (String, &'a Value, T)> {
    let id = |it: &Value| it.get("id").and_then(Value::as_text).unwrap_or_default().to_owned();
    let values = super::list(game, field).iter().filter(|it| it.is_table());
    values.zip(read).map(move |(value, entry)| (id(value), value, entry))
}

/// What a field holds, of which it is known how it is read; nothing where it is left out.
fn decided<T>(value: &Value, field: &str, read: T) -> Option<Decided<T>> {
    let field = value.get(field)?;
    Some(setting_of(field).map_or(Decided::Is(read), Decided::By))
}

/// Numbers under names.
fn starts(game: &Value, field: &str) -> Vec<(String, Decided<i32>)> {
    let Some(Value::Record(entries)) = game.get(field) else { return Vec::new() };
    let start = |(name, value): &(String, Value)| {
        let read = Whole::read(value, &Vocabulary::default());
        (name.clone(), setting_of(value).map_or(Decided::Is(read), Decided::By))
    };
    entries.iter().map(start).collect()
}

/// The setting that decides a value, if one does.
fn setting_of(value: &Value) -> Option<String> {
    let name = value.get("setting").or_else(|| value.get("by"))?;
    Some(Text::read(name, &Vocabulary::default())).filter(|name| !name.is_empty())
}

/// The word for who sees what.
fn word(sight: Sight) -> &'static str {
    Sight::ALL.iter().find(|(_, it)| *it == sight).map_or("all", |(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::record(fields)
    }

    #[test]
    fn what_a_setting_decides_is_told_by_its_name() {
        let by = |field: &str, name: &str| record([(field, Value::text(name))]);
        let game = record([
            ("counters", Value::List(vec!["wounds".into()])),
            ("vars", record([("left", Value::Int(3)), ("goal", by("setting", "length"))])),
            (
                "marks",
                Value::List(vec![
                    record([("id", "web".into()), ("title", "Web".into())]),
                    record([("id", "net".into()), ("supply", Value::Int(4))]),
                    record([("id", "tar".into()), ("supply", by("by", "box"))]),
                ]),
            ),
            (
                "zones",
                Value::List(vec![
                    record([("id", "hand".into()), ("sight", "owner".into())]),
                    record([("id", "row".into()), ("per_seat", Value::Bool(true))]),
                    record([("id", "deck".into()), ("sight", by("setting", "open"))]),
                ]),
            ),
        ]);
        let told = Dictionary::of(&game);
        assert_eq!(told.counters, ["wounds"]);
        let (three, length) = (Decided::Is(3), Decided::By("length".into()));
        assert_eq!(told.vars, [("left".into(), three), ("goal".into(), length)]);
        let supplies: Vec<_> = told.marks.iter().map(|it| it.supply.clone()).collect();
        assert_eq!(supplies, [None, Some(Decided::Is(4)), Some(Decided::By("box".into()))]);
        let zones: Vec<_> = told.zones.iter().map(|it| (it.per_seat, it.sight.clone())).collect();
        let by_setting = Decided::By("open".into());
        let (owner, all) = (Decided::Is("owner"), Decided::Is("all"));
        assert_eq!(zones, [(false, owner), (true, all), (false, by_setting)]);
        assert_eq!(told.marks[0].entry.title, "Web");
    }
}
