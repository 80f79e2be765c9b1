//! What other packs change in what a sheet prints: kept for ledgers and for pages of pieces.

use harena_engine::game::{Game, Reprint};
use mlua::{Table, Value as Lua};

use super::read::Reader;
use super::sheet;
use crate::schema::{Schema, Value};

/// The parts of a made sheet that are numbers with a ledger.
const NUMBERS: [&str; 2] = ["stats", "sides"];

/// What one pack changed in a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reprinted {
    /// The pack, with what it is: `variant hedge_of_pikes`.
    by: String,
    /// Its changes as sentences.
    told: Vec<String>,
    /// The numbers of the sheet without the changes of this pack and of later ones.
    before: Value,
    /// The numbers with its changes.
    after: Value,
}

impl Reprinted {
    /// The same for a game; `under` works a value out under its settings.
    pub(super) fn compiled(&self, game: &Game, under: &dyn Fn(&Value) -> Value) -> Reprint {
        let (before, after) = (under(&self.before), under(&self.after));
        let numbers = sheet::reprint(game, (&before, &after));
        Reprint { by: self.by.clone(), told: self.told.clone(), ..numbers }
    }
}

/// The fields of a sheet as its own pack wrote them, and after the changes of each other pack.
pub(super) struct States<'s> {
    pub printed: &'s Table,
    pub by_pack: &'s [(String, Table)],
    /// The sheet, as changes name it: `dragon/pikeman`.
    pub name: String,
}

impl Reader<'_> {
    /// What each pack changed in a sheet that its constructor makes without a fault.
    pub(super) fn reprints(
        &mut self,
        (declaration, schema): (&Table, &Schema),
        states: &States,
    ) -> Vec<Reprinted> {
        if states.by_pack.is_empty() {
            return Vec::new();
        }
        let mut numbers = |fields: &Table| match self.made(declaration, fields, schema) {
            Ok(made) => self.numbers(&made.sheet),
            Err(_) => Value::Nil,
        };
        let mut before = numbers(states.printed);
        let after: Vec<Value> = states.by_pack.iter().map(|(_, it)| numbers(it)).collect();
        let mut reprints = Vec::new();
        for ((pack, _), after) in states.by_pack.iter().zip(after) {
            let kind = self.packs.iter().find(|it| it.id() == pack).map(|it| it.manifest.kind);
            let by = kind.map_or_else(|| pack.clone(), |kind| format!("{kind} {pack}"));
            let told = self.changes.told(pack, &states.name);
            reprints.push(Reprinted { by, told, before, after: after.clone() });
            before = after;
        }
        reprints
    }

    /// The numbers of a made sheet that have ledgers.
    fn numbers(&mut self, made: &Lua) -> Value {
        let Some(made) = made.as_table() else { return Value::Nil };
        let part = |name: &&str| Some(((*name).to_owned(), made.raw_get::<Lua>(*name).ok()?));
        let parts: Vec<(String, Lua)> = NUMBERS.iter().filter_map(part).collect();
        let read = parts.into_iter().map(|(name, it)| (name, self.values.read(&it)));
        Value::Record(read.filter_map(|(name, it)| Some((name, it.ok()?))).collect())
    }
}
