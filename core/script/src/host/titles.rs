//! What packs call their things: as looks say, else as declarations say.

use harena_engine::game::Game;
use harena_engine::telling::{Table, Titles, readable};
use serde_json::Value as Json;

use crate::define::looks_entry;

/// The tables that say what words mean, the first that knows one first.
const SENTENCES: [&str; 3] = ["sentences", "prompts", "reasons"];

/// What a game calls its things: what its looks say comes before what it declares; `declared`
/// answers a part of it by its name, such as `verbs`.
pub fn titles_of(game: &Game, looks: &Json, declared: impl Fn(&str) -> Json) -> Titles {
    let parts = Table::ALL.map(|table| declared(table.word()));
    let title = |table: Table, name: &str| {
        let look = looks.get(table.word()).and_then(|part| looks_entry(part, name));
        let part = parts.get(table as usize);
        let declared = || title_of(looks_entry(part?, name)?);
        look.and_then(title_of).or_else(declared).map(str::to_owned)
    };
    let sentences = SENTENCES.map(&declared);
    let sentence = |word: &str| {
        let own = sentences.iter().find_map(|part| part.get(word)?.as_str());
        own.map_or_else(|| readable(word), str::to_owned)
    };
    let names = &game.names;
    Titles {
        words: names.words.iter().map(sentence).collect(),
        arguments: names.verbs.iter().map(|verb| arguments(looks, verb)).collect(),
        seats: seats(looks, &declared("notation")),
        ..Titles::of(game, title)
    }
}

fn title_of(entry: &Json) -> Option<&str> {
    let title = entry.as_str().or_else(|| entry.get("title")?.as_str());
    title.filter(|title| !title.is_empty())
}

fn arguments(looks: &Json, verb: &str) -> Vec<String> {
    let look = looks.get("verbs").and_then(|part| looks_entry(part, verb));
    let list = look.and_then(|look| look.get("args")).and_then(Json::as_array);
    list.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// The names of the seats: the titles of the looks, unless one is missing, else those of the
/// notation.
fn seats(looks: &Json, notation: &Json) -> Vec<String> {
    let list = |value: &Json| value.get("seats").and_then(Json::as_array).cloned();
    let title = |entry: &Json| entry.get("title")?.as_str().map(str::to_owned);
    let titles: Option<Vec<String>> = list(looks).unwrap_or_default().iter().map(title).collect();
    match titles.filter(|titles| !titles.is_empty()) {
        Some(titles) => titles,
        None => {
            let names = list(notation).unwrap_or_default();
            names.iter().filter_map(Json::as_str).map(str::to_owned).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use harena_engine::id::{Seat, WordId};
    use serde_json::json;

    use super::*;

    fn game() -> Game {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.verbs = ["put", "end_turn", "look_around"].into_iter().collect();
        game.names.seat_vars = ["hp", "step"].into_iter().collect();
        game.names.words = ["fallback1", "no_name"].into_iter().collect();
        game
    }

    #[test]
    fn looks_come_before_declarations() {
        let declared = |part: &str| match part {
            "verbs" => json!([
                { "id": "put", "title": "Put {1} on {2}" },
                { "id": "end_turn", "title": "End it" },
                { "id": "look_around" },
            ]),
            "prompts" => json!({ "fallback1": "on a starting hex" }),
            "reasons" => json!({ "fallback1": "never read" }),
            _ => Json::Null,
        };
        let looks = json!({
            "verbs": { "end_turn": { "title": "End the turn", "args": ["Card"] }, "put": { "title": "" } },
            "tracks": [{ "var": "hp", "title": "Hit points" }, { "var": "step" }],
        });
        let titles = titles_of(&game(), &looks, declared);
        let check = |table: Table, expected: &[Option<&str>]| {
            for (at, expected) in expected.iter().enumerate() {
                assert_eq!(titles.title(table, at), *expected, "{table:?} {at}");
            }
        };
        check(Table::Verbs, &[Some("Put {1} on {2}"), Some("End the turn"), None, None]);
        // A variable without a title is not meant for people.
        check(Table::Tracks, &[Some("Hit points"), None]);
        assert_eq!(titles.arguments, [vec![], vec!["Card".to_owned()], vec![]]);
        let words = [0, 1].map(|word| titles.word(&game(), WordId(word)));
        assert_eq!(words, ["on a starting hex", "no name"]);
    }

    #[test]
    fn seats_have_the_names_of_the_looks_or_of_the_notation() {
        let named = |list: &[&str]| json!({ "seats": list.iter().map(|it| json!({ "title": it })).collect::<Vec<_>>() });
        let notation = json!({ "seats": ["A", "B"] });
        assert_eq!(seats(&named(&["Red", "Blue"]), &notation), ["Red", "Blue"]);
        assert_eq!(seats(&json!({ "seats": [{ "color": "#fff" }] }), &notation), ["A", "B"]);
        assert_eq!(seats(&json!({}), &json!({})), [""; 0]);
        let titles = titles_of(&game(), &named(&["Red"]), |_| Json::Null);
        assert_eq!([0, 1].map(|at| titles.seat(Seat(at))), ["Red", "seat 2"]);
    }
}
