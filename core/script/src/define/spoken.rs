//! Words that files hand to the interface, held against what the game declares: a tag that no
//! board has, a filter that names no status. What is said while a match runs is checked there.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_pack::codes;
use harena_pack::{Place, Problem};

use super::Definitions;
use super::form::Form;
use super::forms::{Game, condition_form};
use super::looks::add_tags;
use super::menu::list;
use super::names::{TEXTS, declared_words, vocabulary_of};
use crate::api::names_taken;
use crate::bind::{PATHS, REACHES, Track, entries, matching_form, rest};
use crate::lint::{FileWords, Said, Spoken, Told, Word};
use crate::schema::{Schema, Type, Value, Vocabulary, hint};
use crate::source::MOST_PROBLEMS;

/// Parameters of the interface that name something declared, as they are written there. A test
/// holds that every text an entry takes stands here or names nothing.
const NAMED: [(&str, &str); 34] = [
    ("prototype: Prototype | string", "prototype"),
    ("verb: string", "verb"),
    ("step: string", "step"),
    ("zone: string", "zone"),
    ("from: string", "zone"),
    ("to: string", "zone"),
    ("reshuffled: string?", "zone"),
    ("keyword: string", "keyword"),
    ("...string", "keyword"),
    ("status: string", "status"),
    ("stat: string", "stat"),
    ("stats: {string}", "stat"),
    ("side_stat: string", "side_stat"),
    ("counter: string", "counter"),
    ("kind: string", "mark"),
    ("of_kind: string", "kind"),
    ("of_kind: string?", "kind"),
    ("used: string", "mark"),
    ("var: string", "var"),
    ("seat_var: string", "seat_var"),
    ("seat_vars: {[string]: number}", "seat_var"),
    ("list: string", "list"),
    ("tag: string", "tag"),
    ("a: Cells | string", "tag"),
    ("b: Cells | string", "tag"),
    ("cell: string", "cell"),
    ("mode: string", "mode"),
    ("mode: string?", "mode"),
    ("moment: string", "moment"),
    ("sentence: string", "sentence"),
    ("reason: string", "reason"),
    ("prompt: string", "prompt"),
    ("path: string", "path"),
    ("reach: string", "reach"),
];

/// The vocabulary of a parameter that names something declared, as it is written.
pub(crate) fn named(parameter: &str) -> Option<&'static str> {
    NAMED.iter().find(|(written, _)| *written == parameter).map(|(_, what)| *what)
}

/// What texts mean that functions of the library take, by the place of the argument.
type Library = BTreeMap<String, Vec<(usize, &'static str)>>;

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Names(&'static str),
    Filter,
    MatchBy,
    Track,
    /// A number, or something that is at hand: neither a text nor a table.
    Else,
    /// A text or table that is not looked at.
    Free,
}

impl Parameter {
    /// What an argument is that one kind of handle takes so, and another one so.
    fn or(self, other: Parameter) -> Parameter {
        match (self, other) {
            (Parameter::Else, other) => other,
            (own, Parameter::Else) => own,
            (own, other) if own == other => own,
            _ => Parameter::Free,
        }
    }
}

/// What the arguments of a method are; the last may stand for any number.
#[derive(Clone, Default)]
struct Parameters {
    own: Vec<Parameter>,
    rest: Option<Parameter>,
}

/// The forms of the tables that methods take.
struct Forms {
    filter: Schema,
    match_by: Schema,
    track: Schema,
}

/// Everything that files say and the game does not know.
pub(crate) fn problems(definitions: &Definitions, files: &[Arc<FileWords>]) -> Vec<Problem> {
    let filter = Schema { name: "Filter".to_owned(), ..condition_form() };
    let forms = Forms { filter, match_by: matching_form(), track: Track::schema() };
    let (mut words, parameters) = (vocabulary(definitions), parameters());
    let library = names_taken();
    let mut spoken = files.iter().flat_map(|file| &file.spoken);
    if spoken.any(|spoken| spoken.name == "cell_named") {
        add_cells(&definitions.game.value, &mut words);
    }
    let mut problems = Vec::new();
    for file in files.iter() {
        if problems.len() > MOST_PROBLEMS {
            break;
        }
        let said = file.spoken.iter().flat_map(|spoken| arguments(spoken, &parameters, &library));
        let wrong = said.flat_map(|(parameter, said)| check(&forms, &words, parameter, said));
        let wrong = wrong.chain(file.spoken.iter().filter_map(|it| excess(definitions, it)));
        let placed =
            |(place, problem): (Place, Problem)| problem.in_pack(&file.pack).at(&file.path, place);
        problems.extend(wrong.take(MOST_PROBLEMS).map(placed));
    }
    problems
}

/// An argument too many of an offer: words and numbers are counted, which are no reasons.
fn excess(definitions: &Definitions, spoken: &Spoken) -> Option<(Place, Problem)> {
    if !spoken.is_method || spoken.name != "offer" {
        return None;
    }
    let (Said::Word(verb), given) = spoken.said.split_first()? else { return None };
    let is_verb = |it: &&Value| it.get("id").and_then(Value::as_text) == Some(verb.text.as_str());
    let rule = list(&definitions.game.value, "verbs").iter().find(is_verb)?;
    let wanted = list(rule, "args").len();
    let places = given.iter().filter_map(|said| match said {
        Said::Word(word) => Some(word.place),
        Said::Number(place) => Some(*place),
        Said::Table(_) | Said::Else => None,
    });
    let places: Vec<Place> = places.collect();
    let place = *places.get(wanted)?;
    let message = format!("`{}` takes {wanted} arguments, not {}", verb.text, places.len());
    let hint = "leave out what is too much, or declare it in the `args` of the verb";
    Some((place, Problem::error(codes::UNDECLARED, message).hint(hint)))
}

/// What is wrong in one argument, and where.
fn check(
    forms: &Forms,
    words: &Vocabulary,
    parameter: Parameter,
    said: &Said,
) -> Vec<(Place, Problem)> {
    let form = match (parameter, said) {
        (Parameter::Names(what), Said::Word(word)) => {
            return check_word(words, what, word).into_iter().collect();
        }
        (Parameter::Filter, Said::Table(_)) => &forms.filter,
        (Parameter::MatchBy, Said::Table(_)) => &forms.match_by,
        (Parameter::Track, Said::Table(_)) => &forms.track,
        _ => return Vec::new(),
    };
    let fields = if let Said::Table(fields) = said { fields.as_slice() } else { &[] };
    fields.iter().flat_map(|told| check_field(form, words, told)).collect()
}

/// What files may say: the names of the game on every board and under all settings.
pub(crate) fn vocabulary(definitions: &Definitions) -> Vocabulary {
    let game = &definitions.game.value;
    let mut words = vocabulary_of(game);
    for value in cases(game) {
        let more = vocabulary_of(&value);
        for what in more.sorts() {
            more.names(what).for_each(|name| words.add(what, name));
        }
    }
    add_tags(game, &mut words);
    let of_factions = definitions.factions.iter().flat_map(|read| &read.sheets);
    for sheet in definitions.sheets.iter().chain(of_factions) {
        words.add("prototype", sheet.value.get("id").and_then(Value::as_text).unwrap_or_default());
    }
    let texts = |field: &str| {
        game.get(field).map(|it| it.clone().into_entries()).unwrap_or_default().into_iter()
    };
    let declared = declared_words(game);
    for (field, what) in TEXTS {
        for (name, _) in texts(field) {
            words.add(what, &name);
            words.add("word", &name);
        }
        declared.iter().for_each(|name| words.add(what, name));
    }
    words.add("word", "");
    declared.iter().for_each(|name| words.add("word", name));
    for (what, known) in [("path", &PATHS[..]), ("reach", &REACHES[..])] {
        known.iter().for_each(|name| words.add(what, name));
    }
    words
}

/// Adds the names of the cells of all boards a game may be played on. Without a board that depends
/// on nothing but itself, no names are held against it.
fn add_cells(game: &Value, words: &mut Vocabulary) {
    for value in cases(game).iter().chain([game]) {
        let Ok(board) = super::boards::board(
            &Game::read(value, &harena_engine::game::Vocabulary::default()).board,
        ) else {
            continue;
        };
        board.cells().iter().for_each(|cell| words.add("cell", board.name(cell)));
    }
}

/// What the fields of a game can be under one setting or another, each as a game of its own.
fn cases(game: &Value) -> Vec<Value> {
    let Value::Record(entries) = game else { return Vec::new() };
    let mut found = Vec::new();
    for (name, value) in entries {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let Some(Value::Record(cases)) =
                value.get("cases").filter(|_| value.get("by").is_some())
            else {
                continue;
            };
            for (_, case) in cases {
                found.push(Value::Record(vec![(name.clone(), case.clone())]));
                open.push(case);
            }
        }
    }
    found
}

/// What every method takes, by its name. What two kinds of handles understand in different ways is
/// left alone.
fn parameters() -> BTreeMap<&'static str, Parameters> {
    let mut known: BTreeMap<&str, Parameters> = BTreeMap::new();
    for entry in entries().filter(|entry| entry.is_method) {
        let row = known.entry(entry.name).or_default();
        let takes = entry.takes.split(", ").filter(|it| !it.is_empty());
        for (at, written) in takes.enumerate() {
            let own = parameter(written);
            if written.starts_with("...") {
                row.rest = Some(own);
                continue;
            }
            match row.own.get_mut(at) {
                Some(other) => *other = other.or(own),
                None => row.own.push(own),
            }
        }
    }
    known
}

fn parameter(written: &str) -> Parameter {
    if let Some((_, what)) = NAMED.iter().find(|(spelled, _)| written == *spelled) {
        return Parameter::Names(what);
    }
    let kind = written.split_once(": ").map_or(written, |(_, kind)| kind);
    match kind.trim_end_matches('?') {
        "Filter" => Parameter::Filter,
        "MatchBy" => Parameter::MatchBy,
        "Track" => Parameter::Track,
        // A text among any number of things is a declared word.
        kind if rest(kind).is_some() => Parameter::Names("word"),
        kind if kind.contains(['{', '}']) => Parameter::Free,
        kind if kind.contains("string") || kind.contains("any") => Parameter::Free,
        _ => Parameter::Else,
    }
}

fn arguments<'a>(
    spoken: &'a Spoken,
    parameters: &BTreeMap<&'static str, Parameters>,
    library: &Library,
) -> Vec<(Parameter, &'a Said)> {
    if !spoken.is_method {
        let named = library.get(&spoken.name).map_or(&[][..], Vec::as_slice);
        let said = |(at, what): &(usize, &'static str)| {
            Some((Parameter::Names(what), spoken.said.get(*at)?))
        };
        return named.iter().filter_map(said).collect();
    }
    let Some(known) = parameters.get(spoken.name.as_str()) else { return Vec::new() };
    let at = |at: usize| known.own.get(at).copied().or(known.rest).unwrap_or(Parameter::Free);
    spoken.said.iter().enumerate().map(|(place, said)| (at(place), said)).collect()
}

fn check_word(words: &Vocabulary, what: &str, word: &Word) -> Option<(Place, Problem)> {
    let is_known = match what {
        "cell" => !must_be_cell(words, &word.text),
        // The pack that holds it may be missing; a slip is near to one that is there.
        "prototype" => harena_pack::nearest(&word.text, words.names(what)).is_none(),
        // Any declared word can say why a match ended.
        "reason" => words.has("word", &word.text),
        _ => false,
    };
    if is_known || words.has(what, &word.text) {
        return None;
    }
    let message = match what {
        "prompt" | "sentence" | "reason" => format!("the game has no {what} `{}`", word.text),
        _ => format!("unknown {} `{}`", what.replace('_', " "), word.text),
    };
    let hint = hint(&word.text, words.names(what));
    let hint = hint.unwrap_or_else(|| format!("declare the {what} in the game's definitions"));
    Some((word.place, Problem::error(codes::UNDECLARED, message).hint(hint)))
}

/// Whether a name should be that of a cell and is not: names of cells may be written with spaces.
fn must_be_cell(words: &Vocabulary, name: &str) -> bool {
    let close: String = name.split_whitespace().collect();
    words.names("cell").next().is_some() && !words.has("cell", &close)
}

fn check_field(form: &Schema, words: &Vocabulary, told: &Told) -> Vec<(Place, Problem)> {
    let field = &told.field;
    let Some(known) = form.field(&field.text) else {
        let names = form.fields.iter().map(|field| field.name.as_str());
        let hint = hint(&field.text, names).unwrap_or_default();
        let message = format!("unknown field `{}` of {}", field.text, form.name);
        return vec![(field.place, Problem::error(codes::UNKNOWN_FIELD, message).hint(hint))];
    };
    let what = names_in(&known.kind);
    let check = |word| check_word(words, what?, word);
    told.words.iter().filter_map(check).collect()
}

/// The vocabulary that the words of a type belong to.
fn names_in(kind: &Type) -> Option<&str> {
    match kind {
        Type::Name(what) => Some(what),
        Type::List { of, .. } => names_in(of),
        Type::Map { keys, .. } => names_in(keys),
        Type::Any
        | Type::Bool
        | Type::Int { .. }
        | Type::Text
        | Type::Id
        | Type::Choice(_)
        | Type::Record(_)
        | Type::Apart(_)
        | Type::Function
        | Type::OneOf(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that entries take and that name nothing the game declares, or stand too deep inside a
    /// table for a look at the call.
    const FREE: [&str; 5] = [
        "stream: string?",
        "remark: Reason | string",
        "why: {[string]: Reason}?",
        "why: (Reason | {[string]: Reason})?",
        "parts: {{{string | number}}}?",
    ];

    #[test]
    fn every_text_an_entry_takes_is_held_against_the_game() {
        for entry in entries() {
            for written in entry.takes.split(", ").filter(|it| it.contains("string")) {
                let known = FREE.contains(&written);
                let is_named = matches!(parameter(written), Parameter::Names(_));
                assert!(known != is_named, "{}: {written}", entry.name);
            }
        }
        let parameters = parameters();
        for (spelled, what) in NAMED {
            let is_used = |row: &Parameters| {
                row.own.iter().chain(&row.rest).any(|own| *own == Parameter::Names(what))
            };
            assert!(parameters.values().any(is_used), "{spelled} stands in no entry");
        }
        let rests = parameters.values().filter(|row| row.rest == Some(Parameter::Names("word")));
        assert!(rests.count() >= 10);
    }
}
