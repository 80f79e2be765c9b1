//! Reading what packs return.

use std::sync::Arc;

use harena_engine::game::Settings;
use harena_pack::{Kind, Pack, Problem};
use mlua::{Function, Table, Value as Lua};

use super::forms::{content_form, faction_form, game_form, vocabulary_of};
use super::{
    Declared, Definitions, FactionEntryRead, limits, located, problem_at, problem_of,
    problem_of_sheet, resolve, split_place,
};
use crate::packs::PackModules;
use crate::raw::Kept;
use crate::schema::{Finding, Schema, Value, Vocabulary, check};
use crate::vm::Vm;

/// Definitions deeper than this are refused.
const MAX_DEPTH: usize = 24;

/// Reads Luau values, keeping the functions and sheets it meets.
pub(crate) struct Reader<'a> {
    vm: &'a Vm,
    packs: &'a [Arc<Pack>],
    /// Functions met so far, by number.
    pub functions: Vec<Kept>,
    /// Fields of sheets met so far, by number.
    pub fields: Vec<Kept>,
    /// The same fields as values, as they are written.
    written: Vec<Value>,
    /// Everything wrong so far.
    pub problems: Vec<Problem>,
    /// What the game says about settings that do not go together.
    pub refuses: Option<Function>,
    schemas: Vec<(Table, Option<Schema>)>,
    vocabulary: Vocabulary,
    defaults: Settings,
}

/// Loads all packs and reads their definitions.
pub(crate) fn load<'a>(
    vm: &'a Vm,
    packs: &'a [Arc<Pack>],
) -> Result<(Definitions, Reader<'a>), Vec<Problem>> {
    let mut reader = Reader::new(vm, packs);
    let definitions = reader.load();
    match definitions {
        Some(definitions) if reader.problems.is_empty() => Ok((definitions, reader)),
        _ => Err(reader.problems),
    }
}

impl<'a> Reader<'a> {
    /// A reader that has met nothing yet.
    pub fn new(vm: &'a Vm, packs: &'a [Arc<Pack>]) -> Reader<'a> {
        Reader {
            vm,
            packs,
            functions: Vec::new(),
            fields: Vec::new(),
            written: Vec::new(),
            problems: Vec::new(),
            refuses: None,
            schemas: Vec::new(),
            defaults: Settings::new(),
            vocabulary: Vocabulary::default(),
        }
    }

    fn load(&mut self) -> Option<Definitions> {
        let Some(pack) = self.packs.iter().find(|p| p.manifest.kind == Kind::Game) else {
            self.problems.push(Problem::error("H0420", "no game is among these packs"));
            return None;
        };
        let (game, prototypes) = self.declaration(&pack.clone(), "game", "prototypes")?;
        self.vocabulary = vocabulary_of(&game.value);
        self.defaults = resolve::defaults(&game.value);
        let by_default = resolve::by_default(&game.value, &self.defaults);
        let mut findings = check(&game_form(), &by_default, &self.vocabulary);
        findings.extend(limits::of_game(&by_default));
        self.problems.extend(located(self.packs, &game, &findings));
        let mut sheets = self.sheets(&prototypes);
        let mut contents = Vec::new();
        for pack in self.packs.iter().filter(|p| p.manifest.kind == Kind::Content) {
            if let Some((declared, pieces)) = self.declaration(pack, "content", "pieces") {
                sheets.extend(self.sheets(&pieces));
                let findings = check(&content_form(), &declared.value, &self.vocabulary);
                self.problems.extend(located(self.packs, &declared, &findings));
                contents.push(declared);
            }
        }
        let mut factions = Vec::new();
        for pack in self.packs.iter().filter(|p| p.manifest.kind == Kind::Faction) {
            if let Some((declared, pieces)) = self.declaration(pack, "faction", "pieces") {
                let sheets = self.sheets(&pieces);
                let findings = check(&faction_form(), &declared.value, &self.vocabulary);
                self.problems.extend(located(self.packs, &declared, &findings));
                factions.push(FactionEntryRead { declared, pack: pack.id().to_owned(), sheets });
            }
        }
        let n_sheets = factions.iter().map(|faction| faction.sheets.len()).sum::<usize>();
        let findings = limits::of_packs(sheets.len() + n_sheets, factions.len());
        self.problems.extend(located(self.packs, &game, &findings));
        let steps = self.steps(&game);
        let score = match game.value.get("score") {
            Some(Value::Function(number)) => Some(*number),
            _ => None,
        };
        let written = std::mem::take(&mut self.written);
        let packs = self.packs.to_vec();
        Some(Definitions { game, factions, contents, sheets, written, steps, score, packs })
    }

    fn steps(&mut self, game: &Declared) -> Vec<(String, u32)> {
        let Some(Value::Record(steps)) = game.value.get("steps") else { return Vec::new() };
        let function = |(name, value): &(String, Value)| {
            if let Value::Function(number) = value { Some((name.clone(), *number)) } else { None }
        };
        steps.iter().filter_map(function).collect()
    }

    /// The declaration a pack's entry returns, and apart from it its list `sheets_in`.
    fn declaration(
        &mut self,
        pack: &Arc<Pack>,
        sort: &str,
        sheets_in: &str,
    ) -> Option<(Declared, Vec<Table>)> {
        let path = PackModules::entry(pack);
        let value = match self.vm.load(&path) {
            Ok(value) => value,
            Err(error) => {
                self.problems.push(problem_of(&error));
                return None;
            }
        };
        let table = value.as_table().filter(|t| text(t, "declares").as_deref() == Some(sort));
        let Some(table) = table else {
            let message = format!("this file must return harena.{sort} {{ ... }}");
            self.problems.push(problem_at(Problem::error("H0421", message), path.as_str(), 1));
            return None;
        };
        let (file, line) = split_place(&text(table, "at").unwrap_or_default());
        let fields: Table = table.raw_get("fields").ok()?;
        let sheets = match fields.raw_get::<Lua>(sheets_in) {
            Ok(Lua::Table(list)) => list.sequence_values().filter_map(Result::ok).collect(),
            _ => Vec::new(),
        };
        if let (Kind::Game, Ok(Lua::Function(refuses))) =
            (pack.manifest.kind, fields.raw_get("refuses"))
        {
            self.refuses = Some(refuses);
        }
        let value = self.value(&Lua::Table(fields), 0);
        let value = without(value, sheets_in);
        Some((Declared { file, line, value }, sheets))
    }

    fn sheets(&mut self, items: &[Table]) -> Vec<Declared> {
        items.iter().filter_map(|item| self.sheet(item)).collect()
    }

    fn sheet(&mut self, item: &Table) -> Option<Declared> {
        let (file, line) = split_place(&text(item, "at").unwrap_or_default());
        let declaration: Table = item.raw_get("sheet").ok()?;
        let fields: Table = item.raw_get("fields").ok()?;
        let value = self.value(&Lua::Table(fields.clone()), 0);
        let written = Declared { file: file.clone(), line, value };
        let schema = self.schema(&declaration)?;
        let findings =
            check(&schema, &resolve::by_default(&written.value, &self.defaults), &self.vocabulary);
        if !findings.is_empty() {
            self.problems.extend(located(self.packs, &written, &findings));
            return None;
        }
        let filled = self.filled(&fields, &schema).ok()?;
        let make: Function = declaration.raw_get("make").ok()?;
        let made = match self.vm.run(|_| make.call::<Lua>(&filled)) {
            Ok(made) => made,
            Err(error) => {
                self.problems.push(problem_of_sheet(&error, &written));
                return None;
            }
        };
        self.vm.freeze(&made).ok()?;
        self.vm.freeze(&Lua::Table(filled.clone())).ok()?;
        let value = self.value(&made, 0);
        self.fields.push(self.vm.keep(filled).ok()?);
        self.written.push(written.value);
        Some(Declared { file, line, value })
    }

    /// The fields with the defaults of the schema filled in.
    fn filled(&self, fields: &Table, schema: &Schema) -> mlua::Result<Table> {
        let lua = self.vm.lua();
        let filled = lua.create_table()?;
        for pair in fields.pairs::<Lua, Lua>() {
            let (key, value) = pair?;
            filled.raw_set(key, value)?;
        }
        for field in &schema.fields {
            if filled.raw_get::<Lua>(field.name.as_str())?.is_nil() && field.default != Value::Nil {
                filled.raw_set(field.name.as_str(), to_lua(lua, &field.default)?)?;
            }
        }
        Ok(filled)
    }

    fn schema(&mut self, declaration: &Table) -> Option<Schema> {
        if let Some((_, schema)) = self.schemas.iter().find(|(known, _)| known == declaration) {
            return schema.clone();
        }
        let notation = declaration.raw_get::<Lua>("schema").unwrap_or(Lua::Nil);
        let notation = self.value(&notation, 0);
        let (file, line) = split_place(&text(declaration, "declared_at").unwrap_or_default());
        let schema = match Schema::from_value(&notation) {
            Ok(schema) => Some(schema),
            Err(findings) => {
                let inside = |f: Finding| Finding {
                    path: std::iter::once("schema".into()).chain(f.path).collect(),
                    ..f
                };
                let findings: Vec<Finding> = findings.into_iter().map(inside).collect();
                let declared = Declared { file, line, value: Value::Nil };
                self.problems.extend(located(self.packs, &declared, &findings));
                None
            }
        };
        self.schemas.push((declaration.clone(), schema.clone()));
        schema
    }

    /// A Luau value as a plain one. Functions are kept and numbered.
    pub fn value(&mut self, value: &Lua, depth: usize) -> Value {
        match value {
            Lua::Boolean(value) => Value::Bool(*value),
            Lua::Integer(value) => Value::Int(*value),
            Lua::Number(value) => Value::number(*value),
            Lua::String(value) => Value::Text(value.to_string_lossy()),
            Lua::Function(function) => match self.vm.keep(function.clone()) {
                Ok(kept) => {
                    self.functions.push(kept);
                    Value::Function(self.functions.len() as u32 - 1)
                }
                Err(_) => Value::Nil,
            },
            Lua::Table(table) if depth < MAX_DEPTH => self.table(table, depth),
            Lua::Nil
            | Lua::LightUserData(_)
            | Lua::Vector(_)
            | Lua::Buffer(_)
            | Lua::Table(_)
            | Lua::Thread(_)
            | Lua::UserData(_)
            | Lua::Error(_)
            | Lua::Other(_) => Value::Nil,
        }
    }

    fn table(&mut self, table: &Table, depth: usize) -> Value {
        let mut items = Vec::new();
        for item in table.sequence_values::<Lua>().filter_map(Result::ok) {
            items.push(self.value(&item, depth + 1));
        }
        let mut named: Vec<(String, Lua)> = Vec::new();
        for (key, value) in table.pairs::<Lua, Lua>().filter_map(Result::ok) {
            if let Some(name) = field_name(&key, items.len()) {
                named.push((name, value));
            }
        }
        if named.is_empty() {
            return Value::List(items);
        }
        named.sort_by(|(a, _), (b, _)| a.cmp(b));
        let listed = items.into_iter().enumerate().map(|(i, v)| ((i + 1).to_string(), v));
        let mut entries: Vec<(String, Value)> = listed.collect();
        for (name, value) in &named {
            entries.push((name.clone(), self.value(value, depth + 1)));
        }
        Value::Record(entries)
    }
}

fn text(table: &Table, name: &str) -> Option<String> {
    table.raw_get::<Option<String>>(name).ok().flatten()
}

/// A key as the name of a field, unless it is one of the positions of so many items.
fn field_name(key: &Lua, n_items: usize) -> Option<String> {
    if let Lua::String(name) = key {
        return Some(name.to_string_lossy());
    }
    match *key {
        Lua::Boolean(key) => Some(key.to_string()),
        Lua::Integer(key) => (key < 1 || key as usize > n_items).then(|| key.to_string()),
        Lua::Number(key) => (key < 1.0 || key as usize > n_items).then(|| key.to_string()),
        Lua::Nil
        | Lua::LightUserData(_)
        | Lua::Vector(_)
        | Lua::String(_)
        | Lua::Buffer(_)
        | Lua::Table(_)
        | Lua::Function(_)
        | Lua::Thread(_)
        | Lua::UserData(_)
        | Lua::Error(_)
        | Lua::Other(_) => None,
    }
}

fn without(mut value: Value, name: &str) -> Value {
    if let Value::Record(entries) = &mut value {
        entries.retain(|(key, _)| key != name);
    }
    value
}

fn to_lua(lua: &mlua::Lua, value: &Value) -> mlua::Result<Lua> {
    Ok(match value {
        Value::Nil | Value::Function(_) => Lua::Nil,
        Value::Bool(value) => Lua::Boolean(*value),
        Value::Int(value) => Lua::Number(*value as f64),
        Value::Number(value) => Lua::Number(*value),
        Value::Text(value) => Lua::String(lua.create_string(value)?),
        Value::List(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
            Lua::Table(table)
        }
        Value::Record(entries) => {
            let table = lua.create_table()?;
            for (name, value) in entries {
                table.raw_set(name.as_str(), to_lua(lua, value)?)?;
            }
            Lua::Table(table)
        }
    })
}
