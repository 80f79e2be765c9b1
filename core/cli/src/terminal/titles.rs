//! What things are called: as the looks of the game say, else its declarations, else their names.

use std::collections::BTreeSet;

use harena_engine::decision::{Action, CONCEDE, Decision};
use harena_engine::game::Game;
use harena_engine::log::sentence::fill_gaps;
use harena_engine::state::State;
use harena_lab::apart::{apart, told_places};
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

    /// An option in words: the title of its verb with its gaps filled, and in brackets what the
    /// title leaves out but tells the option apart from others of the decision.
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
        let (text, told) = filled(&title, &words);
        let Some(decision) = decision else { return text };
        let telling = telling(decision, action, &told);
        let telling: Vec<&str> =
            telling.iter().filter_map(|at| words.get(*at)).map(String::as_str).collect();
        match telling.is_empty() {
            true => text,
            false => format!("{text} ({})", telling.join(", ")),
        }
    }
}

/// A title with its gaps `{1}` and so on filled, and which words it tells, counted from 0;
/// without gaps all words follow it.
fn filled(title: &str, words: &[String]) -> (String, BTreeSet<usize>) {
    let told = told_places(title, words.len());
    if !title.contains('{') {
        let all = std::iter::once(title.to_owned()).chain(words.iter().cloned());
        return (all.collect::<Vec<_>>().join(" "), told);
    }
    (fill_gaps(title, |at, _| words.get(at).cloned()), told)
}

/// The arguments that are not told but tell an action apart: another option of its verb is told
/// alike and has something else there. All of them where there are too many to compare.
fn telling(decision: &Decision, action: &Action, told: &BTreeSet<usize>) -> Vec<usize> {
    match apart(decision, action, told, |_, _, _| false) {
        Some(places) => places.into_keys().collect(),
        None => (0..action.args.as_slice().len()).filter(|at| !told.contains(at)).collect(),
    }
}

fn title_of(entry: &Value) -> Option<&str> {
    let title = entry.as_str().or_else(|| entry.get("title")?.as_str());
    title.filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Choice;
    use harena_engine::decision::{Dimension, Group};
    use harena_engine::game::ArgKind;
    use harena_engine::id::{Seat, VerbId, WordId};
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
        let check = |title: &str, words: &[&str], expected: &str, told: &[usize]| {
            let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
            let expected = (expected.to_owned(), told.iter().copied().collect());
            assert_eq!(filled(title, &words), expected, "{title}");
        };
        check("Put {1} on {2}", &["Spike", "b3"], "Put Spike on b3", &[0, 1]);
        check("On {2}: {1}", &["Spike", "b3"], "On b3: Spike", &[0, 1]);
        check("On {2}", &["Spike", "b3"], "On b3", &[1]);
        check("Put", &["Spike", "b3"], "Put Spike b3", &[0, 1]);
        check("End the turn", &[], "End the turn", &[]);
    }

    #[test]
    fn what_a_title_leaves_out_is_told_where_it_tells_options_apart() {
        let mut game = Game { verbs: vec![vec![ArgKind::Number; 3]], ..Game::default() };
        game.names.verbs = ["put"].into_iter().collect();
        let declared = vec![("verbs".to_owned(), json!([{ "id": "put", "title": "Put {1}" }]))];
        let titles = Titles { declared, ..Titles::default() };
        let check = |dimensions: &[[Dimension; 3]], expected: &[&str]| {
            let group = |it: &[Dimension; 3]| Group { verb: VerbId(0), dimensions: it.to_vec() };
            let groups = dimensions.iter().map(group).collect();
            let decision = Decision::of(Seat(0), WordId(0), groups);
            let text = |action| titles.option(&game, &State::default(), Some(&decision), &action);
            let found: Vec<String> = decision.options().take(expected.len()).map(text).collect();
            assert_eq!(found, expected);
        };
        use Dimension::{One, Range};
        check(&[[Range(1, 3), One(5), One(6)]], &["Put 1", "Put 2", "Put 3"]);
        check(&[[One(1), One(5), Range(6, 7)]], &["Put 1 (6)", "Put 1 (7)"]);
        check(&[[One(1), Range(4, 5), Range(6, 7)]], &["Put 1 (4, 6)", "Put 1 (4, 7)"]);
        // Only the first is told like another.
        let some = [[One(1), One(5), Range(6, 7)], [One(2), One(5), One(6)]];
        check(&some, &["Put 1 (6)", "Put 1 (7)", "Put 2"]);
        // Too many to compare them.
        check(&[[Range(1, 501), One(5), One(6)]], &["Put 1 (5, 6)"]);

        let group = Group { verb: VerbId(0), dimensions: vec![One(1), One(5), Range(6, 8)] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let mut choice = Choice::new(&titles);
        choice.narrow(&game, &State::default(), &decision, "put 7");
        let found = choice.option(&decision, 1).and_then(|it| it.args.get(2));
        assert_eq!((found, choice.option(&decision, 2)), (Some(7), None));
    }
}
