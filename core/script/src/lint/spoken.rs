//! The words and filters that a file hands to the interface, where they are written out.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums are open, so every match on them has a wildcard"
)]

use full_moon::ast::{Call, Expression, Field, FunctionArgs, Suffix, TableConstructor, Var};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use harena_pack::Place;

use crate::source::{constructor, indexed_name, place_of, string_of};

/// A call with what stands in its brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// The method, such as `pieces`; `harena.ask` for a function of a module.
    pub name: String,
    /// Whether it is called with a colon.
    pub is_method: bool,
    /// The arguments.
    pub said: Vec<Said>,
}

impl Spoken {
    /// Whether anything follows from the call: it says a word or a table, or asks for factions.
    pub(super) fn tells(&self) -> bool {
        let tells = |said: &Said| matches!(said, Said::Word(_) | Said::Table(_));
        self.asks_for_factions() || self.said.iter().any(tells)
    }

    /// Whether this asks for the factions of a match.
    pub fn asks_for_factions(&self) -> bool {
        self.is_method && ["faction", "faction_of", "factions"].contains(&self.name.as_str())
    }
}

/// What one argument says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A word.
    Word(Word),
    /// A table with named fields.
    Table(Vec<Told>),
    /// A number.
    Number(Place),
    /// Nothing that is written out here.
    Else,
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub text: String,
    pub place: Place,
}

/// A field of a table, and the words in it: its text, the items of its list, or its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub field: Word,
    pub words: Vec<Word>,
}

/// More arguments than this are not looked at.
const MOST_ARGUMENTS: usize = 8;

/// The name of what a suffix calls, and what it is handed; `module` is the local it belongs to.
pub(super) fn call_of(
    module: Option<&str>,
    before: Option<&Suffix>,
    suffix: &Suffix,
    known: impl Fn(&TokenReference) -> Option<Vec<Told>>,
) -> Option<Spoken> {
    let (name, args, is_method) = match suffix {
        Suffix::Call(Call::MethodCall(call)) => {
            (call.name().token().to_string(), call.args(), true)
        }
        Suffix::Call(Call::AnonymousCall(args)) => {
            let Some(Suffix::Index(index)) = before else { return None };
            (format!("{}.{}", module?, indexed_name(index)?), args.as_ref(), false)
        }
        _ => return None,
    };
    let said = match args {
        FunctionArgs::String(token) => vec![word_of(token).map_or(Said::Else, Said::Word)],
        FunctionArgs::TableConstructor(table) => vec![Said::Table(told(table))],
        FunctionArgs::Parentheses { arguments, .. } => {
            arguments.iter().take(MOST_ARGUMENTS).map(|it| said(it, &known)).collect()
        }
        _ => Vec::new(),
    };
    Some(Spoken { name, is_method, said })
}

fn said(value: &Expression, known: impl Fn(&TokenReference) -> Option<Vec<Told>>) -> Said {
    match value {
        Expression::String(token) => word_of(token).map_or(Said::Else, Said::Word),
        Expression::TableConstructor(table) => Said::Table(told(table)),
        Expression::Number(token) => {
            token.start_position().map_or(Said::Else, |at| Said::Number(place_of(at)))
        }
        Expression::Var(Var::Name(name)) => known(name).map_or(Said::Else, Said::Table),
        _ => Said::Else,
    }
}

/// The named fields of a table, if a value is written as one, frozen or not.
pub(super) fn told_in(value: &Expression) -> Option<Vec<Told>> {
    constructor(value).map(told)
}

fn told(table: &TableConstructor) -> Vec<Told> {
    let field = |field: &Field| match field {
        Field::NameKey { key, value, .. } => {
            Some(Told { field: word_of_name(key), words: words_in(value) })
        }
        _ => None,
    };
    // A filter can be a list of conditions, each a table of its own.
    let items = table.fields().iter().filter_map(|field| match field {
        Field::NoKey(Expression::TableConstructor(item)) => Some(item),
        _ => None,
    });
    let own = table.fields().iter().filter_map(field);
    own.chain(items.flat_map(|item| item.fields().iter().filter_map(field))).collect()
}

fn words_in(value: &Expression) -> Vec<Word> {
    let table = match value {
        Expression::String(token) => return word_of(token).into_iter().collect(),
        Expression::TableConstructor(table) => table,
        _ => return Vec::new(),
    };
    let word = |field: &Field| match field {
        Field::NoKey(Expression::String(token)) => word_of(token),
        Field::NameKey { key, .. } => Some(word_of_name(key)),
        _ => None,
    };
    table.fields().iter().filter_map(word).collect()
}

fn word_of(token: &TokenReference) -> Option<Word> {
    let place = place_of(token.start_position()?);
    Some(Word { text: string_of(token)?, place })
}

fn word_of_name(name: &TokenReference) -> Word {
    Word { text: name.token().to_string(), place: place_of(name.token().start_position()) }
}
