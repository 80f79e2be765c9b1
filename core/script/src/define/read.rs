//! Reading what packs return.

use std::collections::BTreeMap;
use std::sync::Arc;

use harena_engine::game::Settings;
use harena_pack::codes;
use harena_pack::{Kind, Pack, Problem};
use mlua::{Function, Table, Value as Lua};

use super::arguments;
use super::change::{Changer, Changes, NewFields, Sheet, Spot};
use super::form::Form;
use super::forms::{Game, content_form, faction_form, game_form, variant_form};
use super::looks::PackLooks;
use super::menu::menu_of;
use super::names::vocabulary_of;
use super::reprint::{Reprinted, States};
use super::values::{Values, to_lua};
use super::{
    Declared, Definitions, FactionEntryRead, boards, doubles, limits, located, problem_at,
    problem_in, problem_of, problem_of_sheet, resolve, split_place,
};
use crate::allowance::Allowance;
use crate::packs::PackModules;
use crate::raw::Kept;
use crate::schema::{Finding, Key, Schema, Value, Vocabulary, check_within};
use crate::source::Sources;
use crate::vm::{Budget, ErrorKind, ModulePath, ScriptError, Vm};

/// Reads what packs return, keeping the functions and sheets it meets.
pub(crate) struct Reader<'a> {
    pub(super) vm: &'a Vm,
    pub(super) packs: &'a [Arc<Pack>],
    pub(super) allowance: &'a Allowance,
    sources: Sources<'a>,
    pub(super) values: Values<'a>,
    /// Fields of sheets met so far, by number.
    pub fields: Vec<Kept>,
    /// The same fields as values, as they are written.
    written: Vec<Value>,
    /// The same of those whose constructors told texts in fields that were left out, with these.
    told: Vec<Option<Value>>,
    /// What other packs changed in them.
    reprints: Vec<Vec<Reprinted>>,
    /// Everything wrong so far.
    pub problems: Vec<Problem>,
    /// What the game says about settings that do not go together.
    pub refuses: Option<Function>,
    /// Schemas met so far, by the address of their declaration, which a module keeps alive.
    schemas: BTreeMap<usize, Option<Arc<Schema>>>,
    /// The same in the order in which they were met.
    met: Vec<Arc<Schema>>,
    vocabulary: Vocabulary,
    defaults: Settings,
    /// What packs change in others.
    pub(super) changes: Changes,
    /// What is worth knowing of packs that load.
    pub(super) warnings: Vec<Problem>,
}

/// Loads all packs and reads their definitions.
pub(crate) fn load<'a>(
    vm: &'a Vm,
    packs: &'a [Arc<Pack>],
    allowance: &'a Allowance,
) -> Result<(Definitions, Reader<'a>), Vec<Problem>> {
    let _budget = vm.budget_of_a_load();
    let mut reader = Reader::new(vm, packs, allowance);
    let definitions = reader.load();
    reader.count_untold();
    match definitions {
        Some(definitions) if reader.problems.is_empty() => Ok((definitions, reader)),
        _ => Err(reader.problems),
    }
}

/// A value a module returns, as a plain one.
pub(crate) fn plain(vm: &Vm, value: &Lua) -> Result<Value, ScriptError> {
    let read = Values::new(vm, &Allowance::default()).read(value);
    read.map_err(|excess| ScriptError::runtime(&excess.message))
}

impl<'a> Reader<'a> {
    fn new(vm: &'a Vm, packs: &'a [Arc<Pack>], allowance: &'a Allowance) -> Reader<'a> {
        Reader {
            vm,
            packs,
            allowance,
            sources: Sources::new(packs, allowance),
            values: Values::new(vm, allowance),
            fields: Vec::new(),
            written: Vec::new(),
            told: Vec::new(),
            reprints: Vec::new(),
            problems: Vec::new(),
            refuses: None,
            schemas: BTreeMap::new(),
            met: Vec::new(),
            defaults: Settings::new(),
            vocabulary: Vocabulary::default(),
            changes: Changes::default(),
            warnings: Vec::new(),
        }
    }

    /// Functions met so far, by number.
    pub fn functions(&mut self) -> Vec<Kept> {
        std::mem::take(&mut self.values.functions)
    }

    /// The file and line of each step.
    pub fn places(&self, steps: &[(String, u32)]) -> Vec<(String, u32)> {
        let place = |number: &u32| self.values.places.get(*number as usize).cloned();
        steps.iter().map(|(_, number)| place(number).unwrap_or_default()).collect()
    }

    fn load(&mut self) -> Option<Definitions> {
        let Some(pack) = self.packs.iter().find(|p| p.manifest.kind == Kind::Game) else {
            self.problems
                .push(Problem::error(codes::NO_GAME_LOADED, "no game is among these packs"));
            return None;
        };
        let pack = pack.clone();
        let mut variants = self.changers();
        let (mut game, prototypes) = self.declaration(&pack, "game", "prototypes")?;
        arguments::number_titles(&mut game.value);
        self.vocabulary = vocabulary_of(&game.value);
        self.defaults = resolve::defaults(&game.value);
        let by_default = resolve::by_default(&game.value, &self.defaults, self.allowance);
        let mut findings =
            check_within(&game_form(), &by_default, &self.vocabulary, self.allowance);
        findings.extend(limits::of_game(&by_default));
        findings.extend(arguments::of_game(&by_default));
        let written = Game::read(&by_default, &harena_engine::game::Vocabulary::default());
        findings.extend(boards::of_plan(&written.board, self.allowance));
        findings.extend(doubles::of_game(&game.value));
        self.tell(&game, &findings);
        let mut sheets = self.sheets(prototypes, "prototypes");
        let (contents, factions) = self.extensions(&mut sheets, &mut variants);
        self.tell_unmet_changes();
        let n_sheets = factions.iter().map(|faction| faction.sheets.len()).sum::<usize>();
        let findings = limits::of_packs(sheets.len() + n_sheets, factions.len());
        self.tell(&game, &findings);
        self.doubles(&sheets, &contents, &factions);
        if self.is_over() {
            return None;
        }
        let variants: Vec<Declared> = variants.into_iter().map(|(declared, _)| declared).collect();
        let read = self.definitions(game, (sheets, contents, factions), variants);
        if self.problems.is_empty() {
            self.tell(&read.game, &boards::of_settings(&read.game.value, &menu_of(&read)));
        }
        Some(read)
    }

    /// Everything that was read.
    fn definitions(
        &mut self,
        game: Declared,
        (sheets, contents, factions): (Vec<Declared>, Vec<Declared>, Vec<FactionEntryRead>),
        variants: Vec<Declared>,
    ) -> Definitions {
        let steps = self.steps(&game);
        let score = match game.value.get("score") {
            Some(Value::Function(number)) => Some(*number),
            _ => None,
        };
        let ids = self.changes.changers.iter().filter(|it| it.is_variant).map(|it| it.pack.clone());
        let variant = |(pack, declared)| FactionEntryRead { declared, pack, sheets: Vec::new() };
        Definitions {
            looks: PackLooks::read(&game, &factions, &contents),
            variants: ids.zip(variants).map(variant).collect(),
            game,
            factions,
            contents,
            sheets,
            written: std::mem::take(&mut self.written),
            told: std::mem::take(&mut self.told),
            reprints: std::mem::take(&mut self.reprints),
            schemas: std::mem::take(&mut self.met),
            steps,
            score,
            packs: self.packs.to_vec(),
            changed: std::mem::take(&mut self.changes.changed),
            clashes: std::mem::take(&mut self.warnings),
        }
    }

    /// The sheets of variants and of content, which are put to those of the game, and what content
    /// and factions say of themselves.
    fn extensions(
        &mut self,
        sheets: &mut Vec<Declared>,
        variants: &mut [(Declared, Sheets)],
    ) -> (Vec<Declared>, Vec<FactionEntryRead>) {
        for (declared, pieces) in variants {
            sheets.extend(self.sheets(std::mem::take(pieces), "pieces"));
            self.check(&variant_form(), declared);
        }
        let mut contents = Vec::new();
        for pack in self.packs.iter().filter(|p| p.manifest.kind == Kind::Content) {
            if let Some((declared, pieces)) = self.declaration(pack, "content", "pieces") {
                sheets.extend(self.sheets(pieces, "pieces"));
                self.check(&content_form(), &declared);
                contents.push(declared);
            }
        }
        let mut factions = Vec::new();
        for pack in self.packs.iter().filter(|p| p.manifest.kind == Kind::Faction) {
            if let Some((declared, pieces)) = self.declaration(pack, "faction", "pieces") {
                let sheets = self.sheets(pieces, "pieces");
                self.check(&faction_form(), &declared);
                factions.push(FactionEntryRead { declared, pack: pack.id().to_owned(), sheets });
            }
        }
        (contents, factions)
    }

    /// The packs that change others, in load order: all variants, which are answered, and factions
    /// and content with changes.
    fn changers(&mut self) -> Vec<(Declared, Sheets)> {
        let mut read = Vec::new();
        for pack in self.packs {
            match pack.manifest.kind {
                Kind::Variant => {}
                Kind::Faction => self.take_changes_of(pack, "faction"),
                Kind::Content => self.take_changes_of(pack, "content"),
                Kind::Game
                | Kind::Scenario
                | Kind::Theme
                | Kind::Bot
                | Kind::Locale
                | Kind::Library => {}
            }
            if pack.manifest.kind != Kind::Variant {
                continue;
            }
            let Some((declared, pieces)) = self.declaration(pack, "variant", "pieces") else {
                continue;
            };
            let value = self.vm.load(&PackModules::entry(pack)).ok();
            let table = value.as_ref().and_then(Lua::as_table);
            if let Some(changer) = table.and_then(|it| Changer::of(pack, declared.clone(), it)) {
                self.take_changes(changer);
                read.push((declared, pieces));
            }
        }
        read
    }

    fn steps(&mut self, game: &Declared) -> Vec<(String, u32)> {
        let Some(Value::Record(steps)) = game.value.get("steps") else { return Vec::new() };
        let function = |(name, value): &(String, Value)| {
            if let Value::Function(number) = value { Some((name.clone(), *number)) } else { None }
        };
        steps.iter().filter_map(function).collect()
    }

    /// Sheets of one id in one set, factions and contents of one id.
    fn doubles(
        &mut self,
        sheets: &[Declared],
        contents: &[Declared],
        factions: &[FactionEntryRead],
    ) {
        let mut found = doubles::of_declared("sheet", sheets);
        found.extend(doubles::of_declared("content", contents));
        found.extend(factions.iter().flat_map(|it| doubles::of_declared("sheet", &it.sheets)));
        found.extend(doubles::of_declared("faction", factions.iter().map(|it| &it.declared)));
        for (second, first, what) in found {
            if self.allowance.tells() {
                let problem = doubles::problem(&mut self.sources, (second, first), &what);
                self.problems.push(problem);
            }
        }
    }

    /// Checks a declaration as it is under the default settings.
    fn check(&mut self, form: &Schema, declared: &Declared) -> bool {
        let value = resolve::by_default(&declared.value, &self.defaults, self.allowance);
        let findings = check_within(form, &value, &self.vocabulary, self.allowance);
        self.tell(declared, &findings);
        findings.is_empty()
    }

    /// As [`Reader::check`] of a sheet; what a change made wrong is told where the change stands.
    fn is_sound(&mut self, schema: &Schema, sheet: &Declared, changes: &[Spot]) -> bool {
        if changes.is_empty() {
            return self.check(schema, sheet);
        }
        let value = resolve::by_default(&sheet.value, &self.defaults, self.allowance);
        let findings = check_within(schema, &value, &self.vocabulary, self.allowance);
        for finding in &findings {
            let field = finding.path.first().cloned();
            let is_of = |name: &str| {
                name.split('.').next().map(|first| Key::Name(first.to_owned())) == field
            };
            match changes.iter().rfind(|(name, _, _)| is_of(name)) {
                Some((_, declared, path)) => {
                    let finding = Finding { path: path.clone(), twin: None, ..finding.clone() };
                    self.tell(declared, &[finding]);
                }
                None => self.tell(sheet, std::slice::from_ref(finding)),
            }
        }
        findings.is_empty()
    }

    pub(super) fn tell(&mut self, declared: &Declared, findings: &[Finding]) {
        self.problems.extend(located(&mut self.sources, declared, findings));
    }

    /// Whether there is no more to be read: what reading may cost is used up.
    fn is_over(&self) -> bool {
        let is_full = || self.problems.iter().any(|it| it.code == ErrorKind::Memory.code());
        self.allowance.is_spent() || Budget::stopped().is_some() || is_full()
    }

    /// Says how many problems there are beyond those told, and that reading came to its end.
    fn count_untold(&mut self) {
        let game = self.packs.iter().find(|pack| pack.manifest.kind == Kind::Game);
        let file = game.map_or_else(String::new, |pack| PackModules::entry(pack).to_string());
        if self.allowance.is_spent()
            && self.problems.iter().all(|it| it.code != codes::TOO_MUCH_TO_READ)
        {
            let message = "these packs take more work than reading may cost";
            self.problems.push(problem_at(
                Problem::error(codes::TOO_MUCH_TO_READ, message),
                &file,
                1,
            ));
        }
        let n = self.allowance.untold();
        if n > 0 {
            let message = format!("{n} more problems are not listed");
            let problem =
                Problem::error(codes::MORE_FINDINGS, message).hint("mend the others first");
            self.problems.push(problem_at(problem, &file, 0));
        }
    }

    /// A value as a plain one; what is too much is told of the declaration it belongs to.
    fn value(&mut self, value: &Lua, (file, line): (&str, u32)) -> Option<Value> {
        let excess = match self.values.read(value) {
            Ok(value) => return Some(value),
            Err(excess) => excess,
        };
        let declared = Declared { file: file.to_owned(), line, value: Value::Nil };
        self.tell(&declared, &[excess]);
        None
    }

    /// The declaration a pack's entry returns, and apart from it its list `sheets_in`.
    fn declaration(
        &mut self,
        pack: &Arc<Pack>,
        sort: &str,
        sheets_in: &str,
    ) -> Option<(Declared, Sheets)> {
        if self.is_over() {
            return None;
        }
        let path = PackModules::entry(pack);
        let value = match self.vm.load(&path) {
            Ok(value) => value,
            Err(error) => {
                self.tell_failed(&path, &error);
                return None;
            }
        };
        let table = value.as_table().filter(|t| text(t, "declares").as_deref() == Some(sort));
        let Some(table) = table else {
            let message = format!("this file must return harena.{sort} {{ ... }}");
            self.problems.push(problem_at(
                Problem::error(codes::WRONG_RETURN, message),
                path.as_str(),
                1,
            ));
            return None;
        };
        let (file, line) = split_place(&text(table, "at").unwrap_or_default());
        let fields: Table = table.raw_get("fields").ok()?;
        let list = fields.raw_get::<Option<Table>>(sheets_in).ok().flatten();
        if let (Kind::Game, Ok(Lua::Function(refuses))) =
            (pack.manifest.kind, fields.raw_get("refuses"))
        {
            self.refuses = Some(refuses);
        }
        let apart = without(self.vm, &fields, sheets_in).ok()?;
        if pack.manifest.kind == Kind::Game
            && let Err(error) = self.change_game(&apart)
        {
            self.problems.push(problem_of(&ScriptError::runtime(&error.to_string())));
        }
        let value = self.value(&Lua::Table(apart), (&file, line))?;
        let declared = Declared { file: file.clone(), line, value };
        Some((declared, Sheets { list, file, line, pack: pack.id().to_owned() }))
    }

    /// Says why a file could not be run, once however often it is tried.
    pub(super) fn tell_failed(&mut self, path: &ModulePath, error: &ScriptError) {
        let problem = problem_in(path, error);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn sheets(&mut self, sheets: Sheets, field: &str) -> Vec<Declared> {
        let Some(list) = &sheets.list else { return Vec::new() };
        let mut read = Vec::new();
        for position in 1_usize.. {
            let item = match list.raw_get::<Lua>(position) {
                Ok(Lua::Nil) | Err(_) => break,
                Ok(item) => item,
            };
            if self.is_over() {
                break;
            }
            match item.as_table().filter(|it| text(it, "declares").as_deref() == Some("sheet")) {
                Some(item) => read.extend(self.sheet(item, &sheets.pack)),
                None => self.no_sheet(&sheets, vec![field.into(), position.into()]),
            }
        }
        read
    }

    fn no_sheet(&mut self, sheets: &Sheets, path: Vec<Key>) {
        if !self.allowance.tells() {
            return;
        }
        let message = "this is no sheet".to_owned();
        let hint = Some("make it with a constructor that `harena.sheet` returned".to_owned());
        let finding = Finding { path, code: codes::NO_SHEET, message, hint, twin: None };
        let (file, line) = (sheets.file.clone(), sheets.line);
        self.tell(&Declared { file, line, value: Value::Nil }, &[finding]);
    }

    fn sheet(&mut self, item: &Table, of: &str) -> Option<Declared> {
        let (file, line) = split_place(&text(item, "at").unwrap_or_default());
        let declaration: Table = item.raw_get("sheet").ok()?;
        let fields: Table = item.raw_get("fields").ok()?;
        let kind = text(&declaration, "kind").unwrap_or_default();
        let printed = fields;
        let changed = self.changed_fields(&Sheet { of, kind: &kind }, &printed).ok()?;
        let NewFields { fields, places: changes, by_pack } = changed;
        let value = self.value(&Lua::Table(fields.clone()), (&file, line))?;
        let written = Declared { file: file.clone(), line, value };
        let schema = self.schema(&declaration)?;
        if !self.is_sound(&schema, &written, &changes) {
            return None;
        }
        match self.made(&declaration, &fields, &schema) {
            Ok(made) => {
                let value = self.value(&made.sheet, (&file, line))?;
                let id = text(&printed, "id").unwrap_or_default();
                let name = format!("{of}/{id}");
                let states = States { printed: &printed, by_pack: &by_pack, name };
                let reprints = self.reprints((&declaration, &schema), &states);
                self.reprints.push(reprints);
                self.fields.push(made.fields);
                self.told.push(with_texts(&written.value, made.added));
                self.written.push(written.value);
                Some(Declared { file, line, value })
            }
            Err(_)
                if self.is_over()
                    && self.problems.iter().any(|it| it.code == codes::TOO_MANY_STEPS) =>
            {
                None
            }
            Err(error) => {
                if self.allowance.tells() {
                    self.problems.push(problem_of_sheet(&error, &written));
                }
                None
            }
        }
    }

    /// What the constructor of a sheet makes of its fields, and the fields with their defaults.
    pub(super) fn made(
        &self,
        declaration: &Table,
        fields: &Table,
        schema: &Schema,
    ) -> Result<Made, ScriptError> {
        let filled = self.filled(fields, schema)?;
        let make: Function = declaration.raw_get("make").map_err(|_| {
            ScriptError::runtime("this sort of sheet has no `make`, a function of the fields")
        })?;
        let made = self.vm.run(|_| make.call::<Lua>(&filled))?;
        self.vm.freeze(&made)?;
        self.vm.freeze(&Lua::Table(filled.clone()))?;
        let added = added(fields, &filled, schema);
        Ok(Made { sheet: made, fields: self.vm.keep(filled)?, added })
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

    fn schema(&mut self, declaration: &Table) -> Option<Arc<Schema>> {
        let address = declaration.to_pointer().addr();
        if let Some(schema) = self.schemas.get(&address) {
            return schema.clone();
        }
        let schema = self.new_schema(declaration).map(Arc::new);
        self.schemas.insert(address, schema.clone());
        self.met.extend(schema.clone());
        schema
    }

    fn new_schema(&mut self, declaration: &Table) -> Option<Schema> {
        let (file, line) = split_place(&text(declaration, "declared_at").unwrap_or_default());
        let notation = declaration.raw_get::<Lua>("schema").unwrap_or(Lua::Nil);
        let inside = |f: Finding| Finding {
            path: std::iter::once("schema".into()).chain(f.path).collect(),
            ..f
        };
        let read = match self.values.read(&notation) {
            Ok(notation) => Schema::from_value_within(&notation, &self.vocabulary, self.allowance),
            Err(excess) => Err(vec![excess]),
        };
        let findings: Vec<Finding> = match read {
            Ok(schema) => return Some(schema),
            Err(findings) => findings.into_iter().map(inside).collect(),
        };
        self.tell(&Declared { file, line, value: Value::Nil }, &findings);
        None
    }
}

/// What a constructor made of the fields of a sheet.
pub(super) struct Made {
    /// The sheet.
    pub sheet: Lua,
    /// The fields with their defaults.
    fields: Kept,
    /// Texts that it told in fields that were left out.
    added: Vec<(String, String)>,
}

/// Longer texts that a constructor tells are not kept.
const MOST_ADDED: usize = 1_000;

/// The fields of a sheet with texts in fields that were left out, if there are any.
fn with_texts(written: &Value, added: Vec<(String, String)>) -> Option<Value> {
    let Value::Record(fields) = written else { return None };
    if added.is_empty() {
        return None;
    }
    let mut fields = fields.clone();
    fields.extend(added.into_iter().map(|(name, text)| (name, Value::text(&text))));
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(Value::Record(fields))
}

/// The texts in fields of a schema that were left out where a sheet was written.
fn added(fields: &Table, filled: &Table, schema: &Schema) -> Vec<(String, String)> {
    let left_out = schema.fields.iter().filter(|field| {
        field.default == Value::Nil && matches!(fields.raw_get(field.name.as_str()), Ok(Lua::Nil))
    });
    let told = |name: &String| Some((name.clone(), text(filled, name)?));
    let told = left_out.filter_map(|field| told(&field.name));
    told.filter(|(_, text)| text.len() <= MOST_ADDED).collect()
}

/// A list of sheets that has not been read yet, and where it is declared.
#[derive(Default)]
struct Sheets {
    list: Option<Table>,
    file: String,
    line: u32,
    pack: String,
}

pub(super) fn text(table: &Table, name: &str) -> Option<String> {
    table.raw_get::<Option<String>>(name).ok().flatten()
}

/// The fields of a table but one.
fn without(vm: &Vm, fields: &Table, name: &str) -> mlua::Result<Table> {
    let others = vm.lua().create_table()?;
    fields.for_each(|key: Lua, value: Lua| {
        let is_it = key.as_string().is_some_and(|key| *key == name);
        if is_it { Ok(()) } else { others.raw_set(key, value) }
    })?;
    Ok(others)
}
