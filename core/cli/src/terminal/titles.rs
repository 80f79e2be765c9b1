//! What things are called: as the looks of the game say, else its declarations, else their names.

use std::collections::BTreeSet;

use harena_engine::decision::{Action, CONCEDE, Decision, Listed};
use harena_engine::game::{ArgKind, Game};
use harena_engine::id::Seat;
use harena_engine::log::sentence::fill_gaps;
use harena_engine::state::{Place, State};
use harena_lab::apart::{Which, apart, told_places, which_piece};
use harena_lab::notation::{self, Naming};
use harena_script::{Host, looks_entry};
use serde_json::Value;

/// Titles of everything a game declares.
#[derive(Clone, Debug, Default)]
pub struct Titles {
    looks: Value,
    declared: Vec<(String, Value)>,
    /// Tables of sentences by the names of words.
    sentences: Vec<Value>,
    seats: Vec<String>,
}

/// The tables whose entries may have titles.
const TABLES: [&str; 4] = ["verbs", "zones", "marks", "keywords"];
/// The tables that say what words mean.
const SENTENCES: [&str; 3] = ["sentences", "prompts", "reasons"];
/// What stands in a gap whose word is still open.
const OPEN_GAP: &str = "…";

impl Titles {
    /// The titles a host knows.
    pub fn of(host: &Host) -> Titles {
        let declared = TABLES.map(|table| (table.to_owned(), host.declared(table)));
        let looks = host.looks();
        let seats = seat_names(&looks, &host.declared("notation"));
        let sentences = SENTENCES.map(|table| host.declared(table)).to_vec();
        Titles { looks, declared: declared.to_vec(), sentences, seats }
    }

    /// A word of the rules as people read it: its sentence, if the game has one for it.
    pub fn word(&self, name: &str) -> String {
        let sentence = self.sentences.iter().find_map(|table| table.get(name)?.as_str());
        sentence.map_or_else(|| name.replace('_', " "), str::to_owned)
    }

    /// The arguments of an action, one word or a few for each. What was put together from a list
    /// that is not known any more stays open.
    fn args<'l>(
        &self,
        naming: &Naming,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> Vec<String> {
        let mut words = naming.args(action, &listed);
        let kinds = naming.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let args = kinds.iter().zip(action.args.as_slice()).zip(&mut words).enumerate();
        for (at, ((kind, value), word)) in args {
            match (kind, listed(at)) {
                (_, Some(_)) => {}
                (ArgKind::Word, None) => {
                    let name = usize::try_from(*value).unwrap_or(usize::MAX);
                    *word = self.word(naming.game.names.words.name(name));
                }
                (ArgKind::Several | ArgKind::Order | ArgKind::Spread, None) => {
                    OPEN_GAP.clone_into(word);
                }
                (
                    ArgKind::Piece
                    | ArgKind::Cell
                    | ArgKind::Facing
                    | ArgKind::Number
                    | ArgKind::Seat
                    | ArgKind::Faction
                    | ArgKind::Prototype,
                    None,
                ) => {}
            }
        }
        words
    }

    /// What the seats are called, if the game says so.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The name of a seat: as the game calls it, else its number.
    pub fn seat(&self, seat: Seat) -> String {
        notation::seat_name(&self.seats, seat)
    }

    /// What a name of a table is called, if looks or declarations say so; nothing for a name that
    /// is only meant for the rules.
    pub fn declared_title(&self, table: &str, name: &str) -> Option<String> {
        self.found(table, name).map(str::to_owned)
    }

    /// The title of a name of a table, such as `zones`.
    pub fn title(&self, table: &str, name: &str) -> String {
        self.found(table, name).map_or_else(|| name.replace('_', " "), str::to_owned)
    }

    fn found(&self, table: &str, name: &str) -> Option<&str> {
        let looks = self.looks.get(table).and_then(|list| looks_entry(list, name));
        let declared = self.declared.iter().find(|(known, _)| known == table);
        let declared = declared.and_then(|(_, list)| looks_entry(list, name));
        looks.and_then(title_of).or_else(|| declared.and_then(title_of))
    }

    /// An action in words: the title of its verb with its gaps filled; `listed` gives the lists
    /// that arguments are put together from.
    pub fn action<'l>(
        &self,
        naming: &Naming,
        action: &Action,
        listed: impl Fn(usize) -> Option<&'l Listed>,
    ) -> String {
        if action.verb == CONCEDE {
            return notation::verb_name(naming.game, action.verb).to_owned();
        }
        let title = self.title("verbs", naming.game.names.verbs.name(action.verb.index()));
        filled(&title, &self.args(naming, action, listed)).0
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
        let naming = Naming { game, state: seen, seats: &self.seats };
        let words = self.args(&naming, action, notation::lists_of(decision, action));
        let (text, told) = filled(&title, &words);
        let Some(decision) = decision else { return text };
        let telling = self.telling(&naming, (decision, action), (&told, &words));
        match telling.is_empty() {
            true => text,
            false => format!("{text} ({})", telling.join(", ")),
        }
    }
}

impl Titles {
    /// What stands behind an option because another one would read the same: arguments that its
    /// title leaves out, and which of several pieces of one name is meant. All that is left out
    /// where there are too many options to compare.
    fn telling(
        &self,
        naming: &Naming,
        (decision, action): (&Decision, &Action),
        (told, words): (&BTreeSet<usize>, &[String]),
    ) -> Vec<String> {
        let kinds = naming.game.verbs.get(action.verb.index()).map_or(&[][..], Vec::as_slice);
        let is_piece = |at: usize| kinds.get(at) == Some(&ArgKind::Piece);
        let is_namesake = |at: usize, a: i32, b: i32| {
            is_piece(at) && naming.value(ArgKind::Piece, a) == naming.value(ArgKind::Piece, b)
        };
        let args = action.args.as_slice();
        let Some(places) = apart(decision, action, told, is_namesake) else {
            let left = (0..args.len()).filter(|at| !told.contains(at));
            return left.filter_map(|at| words.get(at).cloned()).collect();
        };
        let part = |(at, values): (usize, BTreeSet<i32>)| {
            let own = *args.get(at)?;
            if !values.iter().any(|value| *value != own && is_namesake(at, *value, own)) {
                return words.get(at).cloned();
            }
            let alike = |a: Place, b: Place| self.place(naming, a) == self.place(naming, b);
            Some(match which_piece(naming.state, own, &values, alike)? {
                Which::At(place) => self.place(naming, place),
                Which::Nth(rank) => format!("no. {}", rank + 1),
            })
        };
        places.into_iter().filter_map(part).collect()
    }

    /// The name of a place: a cell, or a zone and whose it is.
    fn place(&self, naming: &Naming, place: Place) -> String {
        match place {
            Place::Board(cell) => naming.game.board.name(cell).to_owned(),
            Place::Away | Place::Gone => String::new(),
            Place::Zone(list) => {
                let (zone, seat) = list.parts(naming.game);
                let title = self.title("zones", naming.game.names.zones.name(zone.index()));
                match seat {
                    Seat::NONE => title,
                    seat => format!("{title} of {}", self.seat(seat)),
                }
            }
        }
    }
}

/// The names of the seats: the titles of the looks, unless one is missing, else those of the
/// notation.
fn seat_names(looks: &Value, notation: &Value) -> Vec<String> {
    let list = |value: &Value| value.get("seats").and_then(Value::as_array).cloned();
    let looks = list(looks).unwrap_or_default();
    let titles: Option<Vec<String>> =
        looks.iter().map(|it| it.get("title")?.as_str().map(str::to_owned)).collect();
    match titles.filter(|titles| !titles.is_empty()) {
        Some(titles) => titles,
        None => {
            let names = list(notation).unwrap_or_default();
            names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
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
    let word = |at: usize| words.get(at).map_or_else(|| OPEN_GAP.to_owned(), String::clone);
    (fill_gaps(title, |at, _| Some(word(at))), told)
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
    use harena_engine::game::Prototype;
    use harena_engine::id::{PrototypeId, VerbId, WordId};
    use harena_engine::state::Piece;
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
            ..Titles::default()
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
    fn seats_have_the_names_of_the_looks_or_of_the_notation() {
        let named = |list: &[&str]| json!({ "seats": list.iter().map(|it| json!({ "title": it })).collect::<Vec<_>>() });
        let notation = json!({ "seats": ["A", "B"] });
        assert_eq!(seat_names(&named(&["Red", "Blue"]), &notation), ["Red", "Blue"]);
        assert_eq!(seat_names(&json!({ "seats": [{ "color": "#fff" }] }), &notation), ["A", "B"]);
        assert_eq!(seat_names(&json!({}), &json!({})), [""; 0]);
        let titles = Titles { seats: vec!["Red".into()], ..Titles::default() };
        assert_eq!([0, 1].map(|at| titles.seat(Seat(at))), ["Red", "seat 2"]);
    }

    #[test]
    fn words_are_told_by_their_sentences_and_lists_that_are_gone_stay_open() {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.verbs = ["lay"].into_iter().collect();
        game.names.words = ["fallback1", "no_name"].into_iter().collect();
        game.verbs = vec![vec![ArgKind::Word, ArgKind::Several]];
        let state = State::new(&game, 1);
        let titles = Titles {
            sentences: vec![json!({ "fallback1": "on a starting hex" })],
            ..Titles::default()
        };
        let naming = Naming { game: &game, state: &state, seats: &[] };
        let told = |word: i32| {
            let args = [word, 14116].into_iter().collect();
            let action = Action { verb: VerbId(0), args };
            titles.action(&naming, &action, |_| None)
        };
        assert_eq!([0, 1].map(told), ["lay on a starting hex …", "lay no name …"]);
    }

    #[test]
    fn a_variable_without_a_title_is_not_for_people() {
        let looks =
            json!({ "tracks": [{ "var": "hp", "title": "Hit points" }, { "var": "step" }] });
        let titles = Titles { looks, ..Titles::default() };
        assert_eq!(titles.declared_title("tracks", "hp").as_deref(), Some("Hit points"));
        assert_eq!(titles.declared_title("tracks", "step"), None);
        assert_eq!(titles.declared_title("vars", "mode"), None);
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
        check("Put {1} on {2}", &["Spike"], "Put Spike on …", &[0, 1]);
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

    #[test]
    fn pieces_of_one_name_are_told_apart_by_where_they_are() {
        let mut game = Game { n_seats: 2, ..Game::default() };
        game.names.verbs = ["shoot"].into_iter().collect();
        game.verbs = vec![vec![ArgKind::Piece]];
        game.names.zones = ["row", "hand"].into_iter().collect();
        let bow =
            |id: &str| Prototype { id: id.into(), title: "Bow".into(), ..Prototype::default() };
        game.prototypes = vec![bow("long"), bow("short")];
        let mut state = State::new(&game, 1);
        let piece =
            |prototype, place| Piece { prototype: PrototypeId(prototype), place, ..Piece::BLANK };
        let check = |state: &State, expected: [&str; 2]| {
            let group = Group { verb: VerbId(0), dimensions: vec![Dimension::Many(vec![0, 1])] };
            let decision = Decision::of(Seat(0), WordId(0), vec![group]);
            let titles = Titles::default();
            let told = |action| titles.option(&game, state, Some(&decision), &action);
            assert_eq!(decision.options().map(told).collect::<Vec<_>>(), expected);
        };
        state.pieces = [piece(0, Place::Away), piece(0, Place::Away)].into();
        check(&state, ["shoot Bow", "shoot Bow"]);
        state.pieces = [piece(0, Place::Away), piece(1, Place::Away)].into();
        check(&state, ["shoot Bow (no. 1)", "shoot Bow (no. 2)"]);
    }
}
