//! What packs call their things: as looks say, else as declarations say.

use std::collections::BTreeMap;

use harena_engine::game::Game;
use harena_engine::telling::{Table, Titles, readable};

use super::forms as written;
use super::looks::{Looks, Told};

/// What a game declares that things are called and mean.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Titles and texts by [`Table`] and name; empty for what it does not say.
    tables: [Vec<(String, String)>; Table::ALL.len()],
    /// The sentences of words.
    words: BTreeMap<String, String>,
    /// The names of the seats.
    seats: Vec<String>,
}

impl Declared {
    /// What a game declares.
    pub(super) fn of(game: &written::Game) -> Declared {
        let mut declared = Declared { seats: game.notation.seats.clone(), ..Declared::default() };
        let nothing = || String::new();
        let modes = game.combat.iter().flat_map(|it| &it.modes);
        let tables: [(Table, Vec<(String, String)>); 5] = [
            (Table::Zones, game.zones.iter().map(|it| (it.title.clone(), nothing())).collect()),
            (Table::Verbs, game.verbs.iter().map(|it| (it.title.clone(), nothing())).collect()),
            (Table::Modes, modes.map(|it| (it.title.clone(), nothing())).collect()),
            (
                Table::Marks,
                game.marks.iter().map(|it| (it.title.clone(), it.text.clone())).collect(),
            ),
            (
                Table::Keywords,
                game.keywords.iter().map(|it| (it.title.clone(), it.text.clone())).collect(),
            ),
        ];
        for (table, told) in tables {
            if let Some(place) = declared.tables.get_mut(table as usize) {
                *place = told;
            }
        }
        // What the log says comes before what decisions are called, and that before why matches end.
        for texts in [&game.reasons, &game.prompts, &game.sentences] {
            declared.words.extend(texts.iter().cloned());
        }
        declared
    }

    fn of_name(&self, table: Table, at: usize) -> Option<&(String, String)> {
        self.tables.get(table as usize)?.get(at)
    }
}

/// What a game calls its things: what its looks say comes before what it declares.
pub fn titles_of(game: &Game, looks: &Looks, declared: &Declared) -> Titles {
    let names = &game.names;
    let table = |table: Table| -> Vec<(String, String)> {
        let told = |(at, name): (usize, &str)| {
            let look = told(looks, table, name);
            let own = declared.of_name(table, at);
            let title = look.and_then(|it| it.shown.title.as_ref()).filter(|it| !it.is_empty());
            let title = title.or(own.map(|(title, _)| title));
            let text = look.and_then(|it| it.text.as_ref()).or(own.map(|(_, text)| text));
            (title.cloned().unwrap_or_default(), text.cloned().unwrap_or_default())
        };
        table.names(names).iter().enumerate().map(told).collect()
    };
    let tables = Table::ALL.map(table);
    let sentence = |word: &str| declared.words.get(word).cloned().unwrap_or_else(|| readable(word));
    let arguments = |verb: &str| looks.verbs.get(verb).map(|it| it.args.clone());
    Titles {
        tables: tables.each_ref().map(|all| all.iter().map(|(title, _)| title.clone()).collect()),
        texts: tables.map(|all| all.into_iter().map(|(_, text)| text).collect()),
        words: names.words.iter().map(sentence).collect(),
        arguments: names.verbs.iter().map(|it| arguments(it).unwrap_or_default()).collect(),
        seats: seats(looks, &declared.seats),
        cells: Vec::new(),
        factions: Vec::new(),
    }
}

/// What looks tell of a declared name.
pub fn told<'a>(looks: &'a Looks, table: Table, name: &str) -> Option<&'a Told> {
    match table {
        Table::Kinds => looks.kinds.get(name).map(|it| &it.told),
        Table::Stats => looks.stats.get(name).map(|it| &it.told),
        Table::SideStats => looks.side_stats.get(name).map(|it| &it.told),
        Table::Statuses => looks.statuses.get(name).map(|it| &it.told),
        Table::Counters => looks.counters.get(name).map(|it| &it.told),
        Table::Marks => looks.marks.get(name).map(|it| &it.told),
        Table::Keywords => looks.keywords.get(name).map(|it| &it.told),
        Table::Modes => looks.modes.get(name).map(|it| &it.told),
        Table::Zones => looks.zones.get(name).map(|it| &it.told),
        Table::Verbs => looks.verbs.get(name).map(|it| &it.told),
        Table::Vars => looks.var(name).map(|it| &it.told),
        Table::Tracks => looks.track(name).map(|it| &it.told),
    }
}

/// The names of the seats: the titles of the looks, unless one is missing, else those of the
/// notation.
fn seats(looks: &Looks, notation: &[String]) -> Vec<String> {
    let titles: Option<Vec<String>> = looks.seats.iter().map(|seat| seat.title.clone()).collect();
    titles.filter(|titles| !titles.is_empty()).unwrap_or_else(|| notation.to_vec())
}

#[cfg(test)]
mod tests {
    use harena_engine::game::Vocabulary;
    use harena_engine::id::{Seat, WordId};

    use super::*;
    use crate::define::form::Form;
    use crate::schema::Value;

    fn game() -> Game {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.verbs = ["put", "end_turn", "look_around"].into_iter().collect();
        game.names.seat_vars = ["hp", "step"].into_iter().collect();
        game.names.words = ["fallback1", "no_name"].into_iter().collect();
        game.names.modes = ["melee"].into_iter().collect();
        game
    }

    fn looks(value: &Value) -> Looks {
        Looks::read(value, &Vocabulary::default())
    }

    fn texts<const N: usize>(all: [(&str, &str); N]) -> Value {
        Value::record(all.map(|(name, text)| (name, Value::text(text))))
    }

    fn declared() -> Declared {
        let verbs = [
            texts([("id", "put"), ("title", "Put {1} on {2}")]),
            texts([("id", "end_turn"), ("title", "End it")]),
            texts([("id", "look_around")]),
        ];
        let modes = Value::List(vec![texts([("id", "melee"), ("title", "Hand to hand")])]);
        let game = Value::record([
            ("verbs", Value::List(verbs.to_vec())),
            ("combat", Value::record([("modes", modes)])),
            ("prompts", texts([("fallback1", "on a starting hex")])),
            ("reasons", texts([("fallback1", "never read")])),
            ("notation", Value::record([("seats", Value::List(vec!["A".into(), "B".into()]))])),
        ]);
        Declared::of(&written::Game::read(&game, &Vocabulary::default()))
    }

    #[test]
    fn looks_come_before_declarations() {
        let end = Value::record([
            ("title", Value::text("End the turn")),
            ("args", Value::List(vec!["Card".into()])),
        ]);
        let put = texts([("title", "")]);
        let tracks = [texts([("var", "hp"), ("title", "Hit points")]), texts([("var", "step")])];
        let looks = looks(&Value::record([
            ("verbs", Value::record([("end_turn", end), ("put", put)])),
            ("tracks", Value::List(tracks.to_vec())),
        ]));
        let titles = titles_of(&game(), &looks, &declared());
        let check = |table: Table, expected: &[Option<&str>]| {
            for (at, expected) in expected.iter().enumerate() {
                assert_eq!(titles.title(table, at), *expected, "{table:?} {at}");
            }
        };
        check(Table::Verbs, &[Some("Put {1} on {2}"), Some("End the turn"), None, None]);
        check(Table::Modes, &[Some("Hand to hand")]);
        // A variable without a title is not meant for people.
        check(Table::Tracks, &[Some("Hit points"), None]);
        assert_eq!(titles.arguments, [vec![], vec!["Card".to_owned()], vec![]]);
        let words = [0, 1].map(|word| titles.word(&game(), WordId(word)));
        assert_eq!(words, ["on a starting hex", "no name"]);
    }

    #[test]
    fn seats_have_the_names_of_the_looks_or_of_the_notation() {
        let seats_of = |all: &[Value]| {
            let looks = looks(&Value::record([("seats", Value::List(all.to_vec()))]));
            titles_of(&game(), &looks, &declared())
        };
        let titled = ["Red", "Blue"].map(|title| texts([("title", title)]));
        assert_eq!(seats_of(&titled).seats, ["Red", "Blue"]);
        assert_eq!(seats_of(&[texts([("color", "#ffffff")])]).seats, ["A", "B"]);
        let nothing = titles_of(&game(), &looks(&Value::Nil), &Declared::default());
        assert_eq!(nothing.seats, [""; 0]);
        let titles = seats_of(&titled[..1]);
        assert_eq!([0, 1].map(|at| titles.seat(Seat(at))), ["Red", "seat 2"]);
    }
}
