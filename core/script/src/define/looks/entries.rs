//! What rows of looks hold beside what rows of all forms can: colors, drawings, ways to draw, and
//! tables of entries.

use std::marker::PhantomData;

use harena_engine::game::Vocabulary;

use super::words::{Drawn, Ways};
use crate::define::form::{Form, Holds};
use crate::define::names::Sort;
use crate::schema::{COLOR, DRAWING, Rgb, Schema, Type, Value, rgb_of};

/// A color, if one is named that is any.
pub struct Color;
/// The name of a drawing.
pub struct Drawing;
/// How something is drawn, of the ways that one table knows.
pub struct As<W>(PhantomData<W>);
/// Entries of declared names: by name, or as a list in an order of its own.
pub struct Entries<S, F>(PhantomData<(S, F)>);

/// A form whose records are entries of declared names.
pub trait Entry: Form {
    /// The field that names it in a list.
    const ID: &'static str = "id";

    /// Whether a text alone is one that says nothing but its title.
    const BRIEF: bool = true;
}

/// What looks say about some declared names.
#[derive(Clone, Debug)]
pub struct Table<F> {
    entries: Vec<(String, F)>,
    /// Whether their order was chosen.
    is_list: bool,
}

impl<F> Table<F> {
    /// What is said about a name.
    pub fn get(&self, name: &str) -> Option<&F> {
        self.entries.iter().find(|(id, _)| id == name).map(|(_, entry)| entry)
    }

    /// All entries, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &F)> {
        self.entries.iter().map(|(id, entry)| (id.as_str(), entry))
    }

    /// The names in the order in which people want to see them, as far as it was chosen.
    pub fn order(&self) -> Vec<&str> {
        let listed = self.entries.iter().filter(|_| self.is_list);
        listed.map(|(id, _)| id.as_str()).collect()
    }
}

impl Holds for Color {
    type Out = Option<Rgb>;

    fn declared() -> Type {
        Type::Name(COLOR.into())
    }

    fn read(value: &Value, _names: &Vocabulary) -> Option<Rgb> {
        value.as_text().and_then(rgb_of)
    }

    fn absent() -> Option<Rgb> {
        None
    }
}

impl Holds for Drawing {
    type Out = String;

    fn declared() -> Type {
        Type::Name(DRAWING.into())
    }

    fn read(value: &Value, _names: &Vocabulary) -> String {
        value.as_text().unwrap_or_default().to_owned()
    }

    fn absent() -> String {
        String::new()
    }
}

impl<W: Ways> Holds for As<W> {
    type Out = Option<Drawn>;

    fn declared() -> Type {
        Type::Choice(W::ALL.iter().map(|(word, _)| (*word).to_owned()).collect())
    }

    fn read(value: &Value, _names: &Vocabulary) -> Option<Drawn> {
        let word = value.as_text()?;
        W::ALL.iter().find(|(known, _)| *known == word).map(|(_, drawn)| *drawn)
    }

    fn absent() -> Option<Drawn> {
        None
    }
}

impl<S: Sort, F: Entry> Holds for Entries<S, F> {
    type Out = Table<F>;

    fn declared() -> Type {
        let record = |schema: Schema| Type::Record(Box::new(schema));
        let one = record(F::schema());
        let one = if F::BRIEF { Type::OneOf(vec![Type::Text, one]) } else { one };
        let mut listed = F::schema().needs(F::ID, Type::Name(S::WHAT.into()), "which one");
        listed.name = format!("Listed{}", listed.name);
        Type::OneOf(vec![Type::map_of(S::WHAT, one), Type::list(record(listed))])
    }

    fn read(value: &Value, names: &Vocabulary) -> Table<F> {
        let entry = |name: &str, it: &Value| {
            let titled = it.as_text().filter(|_| F::BRIEF);
            let titled = titled.map(|title| Value::record([("title", Value::text(title))]));
            let it = titled.as_ref().or(Some(it).filter(|it| it.is_table()))?;
            Some((name.to_owned(), F::read(it, names)))
        };
        let entries = if let Value::Record(all) = value {
            all.iter().filter_map(|(name, it)| entry(name, it)).collect()
        } else if let Value::List(all) = value {
            all.iter().filter_map(|it| entry(it.get(F::ID)?.as_text()?, it)).collect()
        } else {
            Vec::new()
        };
        Table { entries, is_list: matches!(value, Value::List(_)) }
    }

    fn absent() -> Table<F> {
        Table { entries: Vec::new(), is_list: false }
    }
}
