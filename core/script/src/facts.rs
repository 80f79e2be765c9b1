//! What can be measured of a pack, for those who think of installing it.

use crate::define::{Declared, Definitions};
use crate::schema::Value;

/// What was measured of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its sheets.
    pub n_sheets: usize,
    /// Functions it hands over: steps of a game, and what sheets do when something happens.
    pub n_functions: usize,
    /// Bytes that all scripts of its game hold together.
    pub memory: usize,
    /// The work of the dearest step so far.
    pub dearest: u64,
}

impl Facts {
    /// The facts of a pack, and what was measured of its game.
    pub(crate) fn of(
        pack: &str,
        definitions: &Definitions,
        (dearest, memory): (u64, usize),
    ) -> Facts {
        let own = format!("{pack}/");
        let is_own = |it: &&Declared| it.file.starts_with(&own);
        let factions = definitions.factions.iter();
        let sheets = definitions.sheets.iter().chain(factions.clone().flat_map(|it| &it.sheets));
        let declared = factions.map(|it| &it.declared).chain(&definitions.contents);
        let variants = definitions.variants.iter().map(|it| &it.declared);
        let declared = declared.chain([&definitions.game]).chain(variants);
        let n_sheets = sheets.clone().filter(is_own).count();
        let functions = sheets.chain(declared).filter(is_own).map(|it| functions(&it.value));
        Facts { n_sheets, n_functions: functions.sum(), memory, dearest }
    }
}

/// How many functions a value holds.
fn functions(value: &Value) -> usize {
    match value {
        Value::Function(_) => 1,
        Value::List(items) => items.iter().map(functions).sum(),
        Value::Record(entries) => entries.iter().map(|(_, value)| functions(value)).sum(),
        Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Number(_) | Value::Text(_) => 0,
    }
}

/// A sheet as its author wrote it, after all that others change in it.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFacts {
    /// The pack it is written in.
    pub pack: String,
    /// The file inside that pack.
    pub path: String,
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its fields; functions are null.
    pub fields: serde_json::Value,
}

/// All sheets of a load, in the order of their definitions.
pub(crate) fn sheets(definitions: &Definitions) -> Vec<SheetFacts> {
    let of_factions = definitions.factions.iter().flat_map(|it| &it.sheets);
    let sheets = definitions.sheets.iter().chain(of_factions).zip(&definitions.written);
    let facts = |(made, written): (&Declared, &Value)| {
        let text = |name: &str| {
            let value = made.value.get(name).and_then(Value::as_text);
            value.unwrap_or_default().to_owned()
        };
        let (pack, path) = made.file.split_once('/').unwrap_or(("", &made.file));
        SheetFacts {
            pack: pack.to_owned(),
            path: path.to_owned(),
            kind: text("kind"),
            id: text("id"),
            title: text("title"),
            fields: written.into(),
        }
    };
    sheets.map(facts).collect()
}
