//! What things are called: as the looks of the game say, else its declarations, else their names.

use harena_engine::decision::{Action, CONCEDE, Decision};
use harena_engine::game::Game;
use harena_engine::log::sentence::fill_gaps;
use harena_engine::state::State;
use harena_lab::notation;
use harena_script::{Host, looks_entry};
use serde_json::Value;

/// Titles of everything a game declares.
#[derive(Clone, Debug, Default)]
pub struct Titles {
    looks: Value,
    declared: Vec<(String, Value)>,
}

/// The tables whose entries may have titles.
const TABLES: [&str; 4] = ["verbs", "zones", "marks", "keywords"];

impl Titles {
    /// The titles a host knows.
    pub fn of(host: &Host) -> Titles {
        let declared = TABLES.map(|table| (table.to_owned(), host.declared(table)));
        Titles { looks: host.looks(), declared: declared.to_vec() }
    }

    /// The title of a name of a table, such as `zones`.
    pub fn title(&self, table: &str, name: &str) -> String {
        let looks = self.looks.get(table).and_then(|list| looks_entry(list, name));
        let declared = self.declared.iter().find(|(known, _)| known == table);
        let declared = declared.and_then(|(_, list)| looks_entry(list, name));
        let found = looks.and_then(title_of).or_else(|| declared.and_then(title_of));
        found.map_or_else(|| name.replace('_', " "), str::to_owned)
    }

    /// An option in words: the title of its verb with its gaps filled.
    pub fn option(
        &self,
        game: &Game,
        seen: &State,
        decision: Option<&Decision>,
        action: &Action,
    ) -> String {
        if action.verb == CONCEDE {
            return notation::verb_name(game, action.verb).to_owned();
        }
        let title = self.title("verbs", game.names.verbs.name(action.verb.index()));
        let words = notation::describe_args(game, seen, decision, action);
        filled(&title, &words)
    }
}

/// A title with its gaps `{1}` and so on filled; without gaps the words follow it.
fn filled(title: &str, words: &[String]) -> String {
    if !title.contains('{') {
        let all = std::iter::once(title.to_owned()).chain(words.iter().cloned());
        return all.collect::<Vec<_>>().join(" ");
    }
    fill_gaps(title, |at, _| words.get(at).cloned())
}

fn title_of(entry: &Value) -> Option<&str> {
    let title = entry.as_str().or_else(|| entry.get("title")?.as_str());
    title.filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn looks_come_before_declarations_and_these_before_names() {
        let declared = json!([
            { "id": "put", "title": "Put {1} on {2}" },
            { "id": "end_turn", "title": "End it" },
        ]);
        let titles = Titles {
            looks: json!({ "verbs": { "end_turn": "End the turn" }, "tracks": [
                { "var": "hp", "title": "Hit points" },
            ] }),
            declared: vec![("verbs".to_owned(), declared)],
        };
        let check = |table: &str, name: &str, expected: &str| {
            assert_eq!(titles.title(table, name), expected, "{table} {name}");
        };
        check("verbs", "put", "Put {1} on {2}");
        check("verbs", "end_turn", "End the turn");
        check("verbs", "look_around", "look around");
        check("tracks", "hp", "Hit points");
    }

    #[test]
    fn gaps_are_filled_in_their_order() {
        let words = ["Spike".to_owned(), "b3".to_owned()];
        assert_eq!(filled("Put {1} on {2}", &words), "Put Spike on b3");
        assert_eq!(filled("On {2}: {1}", &words), "On b3: Spike");
        assert_eq!(filled("Put", &words), "Put Spike b3");
        assert_eq!(filled("End the turn", &[]), "End the turn");
    }
}
