//! Words that files hand to the interface, held against what the game declares: a tag that no
//! board has, a filter that names no status. What is said while a match runs is checked there.

use std::collections::BTreeMap;

use harena_pack::{Place, Problem};

use super::Definitions;
use super::forms::{filter_form, vocabulary_of};
use super::looks::add_tags;
use super::menu::list;
use crate::bind::entries;
use crate::lint::{FileWords, Said, Spoken, Told, Word};
use crate::schema::{Schema, Type, Value, Vocabulary, hint};
use crate::source::MOST_PROBLEMS;

/// Parameters of the interface that name something declared, by their names.
const NAMED: [(&str, &str); 8] = [
    ("verb: string", "verb"),
    ("step: string", "step"),
    ("zone: string", "zone"),
    ("keyword: string", "keyword"),
    ("status: string", "status"),
    ("tag: string", "tag"),
    ("moment: string", "moment"),
    ("sentence: string", "sentence"),
];

/// Functions of the library that ask, and which argument is the prompt.
const ASKS: [(&str, usize); 2] = [("harena.ask", 2), ("harena.ask_unless_forced", 2)];

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Names(&'static str),
    Filter,
}

/// Everything that files say and the game does not know.
pub(crate) fn problems(definitions: &Definitions, files: &[FileWords]) -> Vec<Problem> {
    let (form, words, parameters) = (filter_form(), vocabulary(definitions), parameters());
    let mut problems = Vec::new();
    for file in files.iter() {
        if problems.len() > MOST_PROBLEMS {
            break;
        }
        let said = file.spoken.iter().flat_map(|spoken| arguments(spoken, &parameters));
        let wrong = said.flat_map(|(parameter, said)| check(&form, &words, parameter, said));
        let placed =
            |(place, problem): (Place, Problem)| problem.in_pack(&file.pack).at(&file.path, place);
        problems.extend(wrong.take(MOST_PROBLEMS).map(placed));
    }
    problems
}

/// What is wrong in one argument, and where.
fn check(
    form: &Schema,
    words: &Vocabulary,
    parameter: Parameter,
    said: &Said,
) -> Vec<(Place, Problem)> {
    match (parameter, said) {
        (Parameter::Names(what), Said::Word(word)) => {
            check_word(words, what, word).into_iter().collect()
        }
        (Parameter::Filter, Said::Table(fields)) => {
            fields.iter().flat_map(|told| check_field(form, words, told)).collect()
        }
        (Parameter::Names(_) | Parameter::Filter, _) => Vec::new(),
    }
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
    let texts = |field: &str| {
        game.get(field).map(|it| it.clone().into_entries()).unwrap_or_default().into_iter()
    };
    let declared = list(game, "words").iter().filter_map(Value::as_text).map(str::to_owned);
    let declared: Vec<String> = declared.collect();
    declared.iter().for_each(|name| words.add("word", name));
    for (what, field) in [("sentence", "sentences"), ("prompt", "prompts"), ("reason", "reasons")] {
        texts(field)
            .for_each(|(name, _)| [what, "word"].iter().for_each(|it| words.add(it, &name)));
        declared.iter().for_each(|name| words.add(what, name));
    }
    words
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

/// The parameters of every method that mean something here, by the name of the method. What two
/// kinds of handles understand in different ways is left alone.
fn parameters() -> BTreeMap<&'static str, Vec<Option<Parameter>>> {
    let mut known: BTreeMap<&str, Vec<Option<Parameter>>> = BTreeMap::new();
    for entry in entries().filter(|entry| entry.is_method) {
        let own: Vec<Option<Parameter>> = entry.takes.split(", ").map(parameter).collect();
        match known.get_mut(entry.name) {
            Some(other) if *other != own => other.clear(),
            Some(_) => {}
            None => {
                known.insert(entry.name, own);
            }
        }
    }
    known
}

fn parameter(written: &str) -> Option<Parameter> {
    let named = NAMED.iter().find(|(spelled, _)| written == *spelled);
    let is_filter = written.ends_with(": Filter") || written.ends_with(": Filter?");
    named.map(|(_, what)| Parameter::Names(what)).or(is_filter.then_some(Parameter::Filter))
}

fn arguments<'a>(
    spoken: &'a Spoken,
    parameters: &BTreeMap<&'static str, Vec<Option<Parameter>>>,
) -> Vec<(Parameter, &'a Said)> {
    if !spoken.is_method {
        let ask = ASKS.iter().find(|(name, _)| *name == spoken.name);
        let prompt = ask.and_then(|(_, at)| spoken.said.get(*at));
        return prompt.map(|said| (Parameter::Names("prompt"), said)).into_iter().collect();
    }
    let Some(known) = parameters.get(spoken.name.as_str()) else { return Vec::new() };
    let pairs = known.iter().zip(&spoken.said);
    pairs.filter_map(|(parameter, said)| Some(((*parameter)?, said))).collect()
}

fn check_word(words: &Vocabulary, what: &str, word: &Word) -> Option<(Place, Problem)> {
    if words.has(what, &word.text) {
        return None;
    }
    let message = match what {
        "prompt" | "sentence" => format!("the game has no {what} `{}`", word.text),
        _ => format!("unknown {what} `{}`", word.text),
    };
    let hint = hint(&word.text, words.names(what));
    let hint = hint.unwrap_or_else(|| format!("declare the {what} in the game's definitions"));
    Some((word.place, Problem::error("H0205", message).hint(hint)))
}

fn check_field(form: &Schema, words: &Vocabulary, told: &Told) -> Vec<(Place, Problem)> {
    let field = &told.field;
    let Some(known) = form.field(&field.text) else {
        let names = form.fields.iter().map(|field| field.name.as_str());
        let hint = hint(&field.text, names).unwrap_or_default();
        let message = format!("unknown field `{}` of Filter", field.text);
        return vec![(field.place, Problem::error("H0201", message).hint(hint))];
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
        | Type::Function
        | Type::OneOf(_) => None,
    }
}
