//! Every table of names of a game, once: the field that declares it, what one name is called, and
//! how many there may be. Checks, the vocabulary of the engine and the limits come from here.

use harena_engine::game::Vocabulary;
use harena_engine::id::*;
use harena_engine::state::MAX_COUNTERS;

use crate::schema::{Value, Vocabulary as Words};

use super::words::{self, Word};

/// Names whose numbers are bytes, and the bits of masks.
pub(super) const NAMES: usize = harena_engine::mask::Mask::SIZE;
/// The last number stands for giving up.
const VERBS: usize = NAMES - 1;
/// What a judgement returns beside the whole.
const PARTS: usize = crate::vm::MAX_VALUES - 1;

/// The fields of a game whose entries are texts under names, and what such a name is called. The
/// names of all of them, and the `words`, are one table.
pub(super) const TEXTS: [(&str, &str); 3] =
    [("prompts", "prompt"), ("sentences", "sentence"), ("reasons", "reason")];

/// How a field declares names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// As a list of names.
    Plain,
    /// As the ids of a list of records.
    Ids,
    /// As the names of a map.
    Keys,
}

/// A table of names.
pub(super) struct Table {
    /// The field of the game that declares it; a dot leads into a field.
    pub field: &'static str,
    /// What one name is called in checks.
    pub what: &'static str,
    /// What several are called for people.
    pub told: &'static str,
    /// How they are declared.
    pub how: How,
    /// How many there may be.
    pub most: usize,
    slot: Option<Slot>,
}

/// Where the engine keeps a table.
struct Slot {
    of: fn(&Vocabulary) -> &Names,
    of_mut: fn(&mut Vocabulary) -> &mut Names,
}

/// What one name of a table is.
pub trait Sort {
    /// What it is called in checks.
    const WHAT: &'static str;
}

/// A name that the engine knows by a number.
pub trait Numbered: Sort {
    /// The number.
    type Id: Default;

    /// The table it stands in.
    fn names(all: &Vocabulary) -> &Names;

    /// The number of a place in that table.
    fn at(place: usize) -> Self::Id;
}

macro_rules! tables {
    ($($sort:ident $what:literal: $how:ident of $field:literal $(as $slot:ident by $id:ident)?,
        $told:literal, $most:expr;)*) => {
        /// All tables of names.
        pub(super) static TABLES: &[Table] = &[$(Table {
            field: $field,
            what: $what,
            told: $told,
            how: How::$how,
            most: $most,
            slot: tables!(@slot $($slot)?),
        }),*];

        /// What names can name.
        #[allow(dead_code, reason = "each table has a sort, whether a form names it or not")]
        pub mod sort {
            use super::*;

            $(
                #[doc = concat!("A ", $what, ".")]
                pub enum $sort {}

                impl Sort for $sort {
                    const WHAT: &'static str = $what;
                }

                $(impl Numbered for $sort {
                    type Id = $id;

                    fn names(all: &Vocabulary) -> &Names {
                        &all.$slot
                    }

                    fn at(place: usize) -> $id {
                        $id::at(place)
                    }
                })?
            )*
        }
    };
    (@slot) => { None };
    (@slot $slot:ident) => {
        Some(Slot { of: |all| &all.$slot, of_mut: |all| &mut all.$slot })
    };
}

/// A tag of cells; those of a board are no table of its game.
pub enum Tag {}

impl Sort for Tag {
    const WHAT: &'static str = "tag";
}

/// What a decision is called.
pub enum Prompt {}

impl Sort for Prompt {
    const WHAT: &'static str = TEXTS[0].1;
}

/// What the log says.
pub enum Sentence {}

impl Sort for Sentence {
    const WHAT: &'static str = TEXTS[1].1;
}

/// What happens to a piece: a word, or a moment of the game.
pub(crate) enum Event {}

impl Sort for Event {
    const WHAT: &'static str = "event";
}

tables! {
    Kind "kind": Plain of "kinds" as kinds by KindId, "kinds", NAMES;
    Stat "stat": Plain of "stats" as stats by StatId, "stats", NAMES;
    SideStat "side_stat": Plain of "side_stats" as side_stats by SideStatId, "side stats", NAMES;
    Status "status": Plain of "statuses" as statuses by StatusId, "statuses", NAMES;
    Counter "counter": Plain of "counters" as counters by CounterId, "counters", MAX_COUNTERS;
    Moment "moment": Plain of "moments" as moments by MomentId, "moments", NAMES;
    List "list": Plain of "lists" as lists by VarId, "lists", NAMES;
    Var "var": Keys of "vars" as vars by VarId, "variables", NAMES;
    SeatVar "seat_var": Keys of "seat_vars" as seat_vars by VarId, "seat variables", NAMES;
    Zone "zone": Ids of "zones" as zones by ZoneId, "zones", NAMES;
    Mark "mark": Ids of "marks" as marks by MarkId, "markers", NAMES;
    Keyword "keyword": Ids of "keywords" as keywords by KeywordId, "keywords", NAMES;
    Verb "verb": Ids of "verbs" as verbs by VerbId, "verbs", VERBS;
    Step "step": Keys of "steps" as steps by StepId, "steps", NAMES;
    Mode "mode": Ids of "combat.modes" as modes by ModeId, "modes of attack", NAMES;
    Setting "setting": Ids of "settings", "settings", NAMES;
    ScorePart "score_part": Plain of "score_parts", "parts of a score", PARTS;
}

impl Table {
    /// The field of a game that declares it.
    pub(super) fn declared<'a>(&self, game: &'a Value) -> Option<&'a Value> {
        self.field.split('.').try_fold(game, Value::get)
    }

    /// The names a game declares.
    pub(super) fn names<'a>(&self, game: &'a Value) -> Vec<&'a str> {
        named(self.how, self.declared(game))
    }
}

fn named(how: How, declared: Option<&Value>) -> Vec<&str> {
    match (how, declared) {
        (How::Plain, Some(Value::List(items))) => items.iter().filter_map(Value::as_text).collect(),
        (How::Ids, Some(Value::List(items))) => {
            items.iter().filter_map(|item| item.get("id")?.as_text()).collect()
        }
        (How::Keys, Some(Value::Record(entries))) => {
            entries.iter().map(|(name, _)| name.as_str()).collect()
        }
        _ => Vec::new(),
    }
}

/// The names of a game that checks hold other names against.
pub(crate) fn vocabulary_of(game: &Value) -> Words {
    let mut all = Words::default();
    for table in TABLES {
        table.names(game).into_iter().for_each(|name| all.add(table.what, name));
    }
    words::Event::ALL.iter().for_each(|(name, _)| all.add("event", name));
    let moments: Vec<String> = all.names("moment").map(str::to_owned).collect();
    moments.iter().for_each(|name| all.add("event", name));
    all
}

/// The names of a game as the engine keeps them.
pub(super) fn compiled(game: &Value) -> Vocabulary {
    let mut words = Names::default();
    words.add("");
    for (field, _) in TEXTS {
        named(How::Keys, game.get(field)).into_iter().for_each(|name| {
            words.add(name);
        });
    }
    declared_words(game).into_iter().for_each(|name| {
        words.add(name);
    });
    let mut all = Vocabulary { words, ..Vocabulary::default() };
    for table in TABLES {
        if let Some(slot) = &table.slot {
            *(slot.of_mut)(&mut all) = table.names(game).into_iter().collect();
        }
    }
    all
}

/// The further words of a game: a list, or texts under names.
pub(super) fn declared_words(game: &Value) -> Vec<&str> {
    let words = game.get("words");
    [named(How::Keys, words), named(How::Plain, words)].concat()
}

/// The names that the engine keeps, for checks of what rules write while a match runs. Words,
/// which no such table names, are left out.
pub(crate) fn told_apart(names: &Vocabulary) -> Words {
    let mut all = Words::default();
    for table in TABLES {
        if let Some(slot) = &table.slot {
            (slot.of)(names).iter().for_each(|name| all.add(table.what, name));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that declares one name in each table.
    fn whole() -> Value {
        let mut fields: Vec<(String, Value)> = Vec::new();
        for table in TABLES {
            let name = || Value::text(table.what);
            let declared = match table.how {
                How::Plain => Value::List(vec![name()]),
                How::Ids => Value::List(vec![Value::record([("id", name())])]),
                How::Keys => Value::record([(table.what, Value::Int(0))]),
            };
            match table.field.split_once('.') {
                None => fields.push((table.field.to_owned(), declared)),
                Some((outer, inner)) => {
                    fields.push((outer.to_owned(), Value::record([(inner, declared)])));
                }
            }
        }
        Value::Record(fields)
    }

    #[test]
    fn what_a_table_declares_is_known_to_checks_and_to_the_engine() {
        let game = whole();
        let (checked, compiled) = (vocabulary_of(&game), compiled(&game));
        let running = told_apart(&compiled);
        for table in TABLES {
            assert!(checked.has(table.what, table.what), "{}", table.field);
            let is_kept = table.slot.is_some();
            assert_eq!(running.has(table.what, table.what), is_kept, "{}", table.field);
        }
        // Every table of the engine is one of these: a new one does not compile until it is.
        let Vocabulary {
            kinds,
            stats,
            side_stats,
            statuses,
            counters,
            marks,
            keywords,
            zones,
            verbs,
            steps,
            vars,
            seat_vars,
            modes,
            moments,
            lists,
            words,
        } = &compiled;
        let all = [
            kinds, stats, side_stats, statuses, counters, marks, keywords, zones, verbs, steps,
            vars, seat_vars, modes, moments, lists, words,
        ];
        assert!(all.iter().all(|names| names.len() == 1));
    }

    #[test]
    fn words_are_numbered_as_they_are_told() {
        let game = Value::record([
            ("words", Value::List(vec![Value::text("yes")])),
            ("reasons", Value::record([("done", Value::text("it is done"))])),
            ("prompts", Value::record([("move", Value::text("Move"))])),
        ]);
        let names = compiled(&game).words;
        assert_eq!(names.iter().collect::<Vec<_>>(), ["", "move", "done", "yes"]);
    }
}
