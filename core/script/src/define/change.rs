//! What variants and other packs change before definitions are final: sheets, settings, words,
//! steps. Changes are made to what packs hand over, so everything behind sees one game.

mod tables;

use std::collections::BTreeMap;

use harena_pack::codes;
use harena_pack::{Kind, Pack};
use mlua::{Function, Table, Value as Lua};

use super::forms::new_form;
use super::names::TEXTS;
use super::read::{Reader, text as text_of};
use super::{Declared, split_place};
use crate::packs::PackModules;
use crate::schema::{Field, Finding, Key, Type, Value};
use tables::{added, at, copied, copied_or_new, entries, inner, items, merged, put};

/// So many letters of a value are told.
const MOST_LETTERS: usize = 60;

/// Something that a pack changed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Changed {
    /// The pack that changes it.
    pub by: String,
    /// What is changed: `dragon/pikeman.initiative`, `settings.banner_hp`, `steps.turn`.
    pub what: String,
    /// What it was, as JSON; empty for what was not there and for functions.
    pub from: String,
    /// What it is now.
    pub to: String,
    /// The pack whose change of the same thing counts, if it is another one.
    pub lost_to: Option<String>,
}

/// How a field is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Set,
    Add,
    Remove,
}

impl How {
    const ALL: [(How, &'static str); 3] =
        [(How::Set, "set"), (How::Add, "add"), (How::Remove, "remove")];
}

/// A change of a field of a sheet.
pub(super) struct Change {
    by: String,
    declared: Declared,
    path: Vec<Key>,
    of: String,
    kind: Option<String>,
    id: String,
    field: String,
    how: How,
    value: Lua,
    was: Option<Value>,
    /// Higher ones come later; of equal ones, packs in their load order.
    rank: (i64, usize),
    met: bool,
}

/// A pack that changes others, as it was read.
pub(super) struct Changer {
    pub pack: String,
    pub declared: Declared,
    pub fields: Table,
    /// Whether it may change the game itself, not only sheets.
    pub is_variant: bool,
    wrap: Option<Function>,
    /// Packs whose absence is no fault.
    optional: Vec<String>,
}

/// All changes of a load.
#[derive(Default)]
pub(super) struct Changes {
    pub changers: Vec<Changer>,
    sheets: Vec<Change>,
    pub changed: Vec<Changed>,
    /// Sheets that were met: pack, kind, id.
    known: Vec<(String, String, String)>,
    /// Who set what last.
    set_by: BTreeMap<String, String>,
}

/// A field that was changed, and where that is written.
pub(super) type Spot = (String, Declared, Vec<Key>);

/// The fields of a sheet after all changes of it.
pub(super) struct NewFields {
    pub fields: Table,
    /// Where the changes stand, by field.
    pub places: Vec<Spot>,
    /// The fields after the changes of each pack, in their order.
    pub by_pack: Vec<(String, Table)>,
}

impl Changes {
    /// What a pack changed in a sheet, as sentences.
    pub(super) fn told(&self, by: &str, sheet: &str) -> Vec<String> {
        let own = self.changed.iter().filter(|it| it.by == by);
        let field = |it: &Changed| {
            let field = it.what.strip_prefix(sheet)?.strip_prefix('.')?;
            Some(it.sentence(field))
        };
        own.filter_map(field).collect()
    }
}

impl Changed {
    /// The change of what is called so, in one sentence: `initiative [2] to [3]`.
    pub fn sentence(&self, what: &str) -> String {
        match (self.from.as_str(), self.to.as_str()) {
            ("", "") => format!("{what} changed"),
            ("", to) => format!("{what} {to}, which was not there"),
            (from, "") => format!("{what} {from} is taken away"),
            (from, to) => format!("{what} {from} to {to}"),
        }
    }
}

/// A sheet on its way: its pack, its kind and its id.
pub(super) struct Sheet<'s> {
    pub of: &'s str,
    pub kind: &'s str,
}

fn key(name: &str) -> Key {
    Key::Name(name.to_owned())
}

/// A value as people are told of it.
fn shown(value: &Value) -> String {
    if matches!(value, Value::Nil | Value::Function(_)) {
        return String::new();
    }
    harena_pack::quoted(&serde_json::Value::from(value).to_string(), MOST_LETTERS)
}

impl Changer {
    /// A pack that changes others; `table` is what its entry returned.
    pub(super) fn of(pack: &Pack, declared: Declared, table: &Table) -> Option<Changer> {
        Some(Changer {
            pack: pack.id().to_owned(),
            declared,
            fields: table.raw_get("fields").ok()?,
            is_variant: pack.manifest.kind == Kind::Variant,
            wrap: table.raw_get::<Option<Function>>("wrap").ok().flatten(),
            optional: pack.manifest.optional.keys().cloned().collect(),
        })
    }
}

impl Reader<'_> {
    /// Takes in what a faction or content changes in sheets of others. What does not load, or is of
    /// another sort, is told when the pack itself is read.
    pub(super) fn take_changes_of(&mut self, pack: &Pack, sort: &str) {
        let entry = PackModules::entry(pack);
        let table = match self.vm.load(&entry) {
            Ok(Lua::Table(table)) => table,
            Ok(_) => return,
            Err(error) => return self.tell_failed(&entry, &error),
        };
        let is_it = text_of(&table, "declares").as_deref() == Some(sort);
        let (file, line) = split_place(&text_of(&table, "at").unwrap_or_default());
        let declared = Declared { file, line, value: Value::Nil };
        let Some(changer) = Changer::of(pack, declared, &table).filter(|_| is_it) else { return };
        if items(inner(&changer.fields, "changes")).is_empty() {
            return;
        }
        if !pack.manifest.guest {
            let message = format!("this {sort} changes others and joins every match of its game");
            let hint = "write `guest = true` into pack.toml, so that it joins where it is named";
            let path = vec![key("changes")];
            let hint = Some(hint.to_owned());
            let finding = Finding { path, code: codes::UNASKED_CHANGE, message, hint, twin: None };
            self.tell_one(&changer.declared, finding);
        }
        self.take_changes(changer);
    }

    /// Takes in what a pack changes in sheets; the rest is for [`Reader::change_game`].
    pub(super) fn take_changes(&mut self, changer: Changer) {
        let order = self.changes.changers.len();
        for (n, item) in (1..).zip(items(inner(&changer.fields, "changes"))) {
            let Lua::Table(item) = item else { continue };
            let path = vec![key("changes"), Key::Index(n)];
            // What cannot be read was told when the form was checked.
            let _told = self.take_change(&changer, (&item, path), order);
        }
        self.changes.changers.push(changer);
    }

    fn take_change(
        &mut self,
        changer: &Changer,
        (item, path): (&Table, Vec<Key>),
        order: usize,
    ) -> mlua::Result<()> {
        let of: String = item.raw_get("of")?;
        let id: String = item.raw_get("id")?;
        let kind: Option<String> = item.raw_get("kind")?;
        let priority: Option<i64> = item.raw_get("priority")?;
        let was = inner(item, "was");
        for (how, name) in How::ALL {
            for (field, value) in entries(inner(item, name))? {
                let path = path.iter().cloned().chain([key(name), key(&field)]).collect();
                let expected = was.as_ref().map(|was| was.raw_get::<Lua>(field.as_str()));
                let expected = expected.transpose()?.filter(|it| !it.is_nil());
                let was = expected.and_then(|it| self.values.read(&it).ok());
                self.changes.sheets.push(Change {
                    by: changer.pack.clone(),
                    declared: changer.declared.clone(),
                    path,
                    of: of.clone(),
                    kind: kind.clone(),
                    id: id.clone(),
                    field,
                    how,
                    value,
                    was,
                    rank: (priority.unwrap_or(0), order),
                    met: false,
                });
            }
        }
        Ok(())
    }

    /// The fields of a sheet with all changes of it, and the places of those changes by field.
    pub(super) fn changed_fields(
        &mut self,
        sheet: &Sheet,
        fields: &Table,
    ) -> mlua::Result<NewFields> {
        let as_printed =
            || NewFields { fields: fields.clone(), places: Vec::new(), by_pack: Vec::new() };
        if self.changes.changers.is_empty() {
            return Ok(as_printed());
        }
        let id = text_of(fields, "id").unwrap_or_default();
        let known = (sheet.of.to_owned(), sheet.kind.to_owned(), id.clone());
        self.changes.known.push(known);
        let is_meant = |it: &Change| {
            it.of == sheet.of
                && it.id == id
                && it.kind.as_ref().is_none_or(|kind| kind == sheet.kind)
        };
        let mut meant: Vec<usize> = (0..)
            .zip(&self.changes.sheets)
            .filter(|(_, it)| is_meant(it))
            .map(|(at, _)| at)
            .collect();
        if meant.is_empty() {
            return Ok(as_printed());
        }
        meant.sort_by_key(|at| self.changes.sheets.get(*at).map(|it| it.rank));
        let lua = self.vm.lua();
        let new = copied(lua, fields)?;
        let (mut places, mut by_pack) = (Vec::new(), Vec::<(String, Table)>::new());
        for at in meant {
            places.extend(self.change_field(at, (fields, &new))?);
            let Some(by) = self.changes.sheets.get(at).map(|it| it.by.clone()) else { continue };
            let state = copied(lua, &new)?;
            match by_pack.last_mut().filter(|(last, _)| *last == by) {
                Some((_, last)) => *last = state,
                None => by_pack.push((by, state)),
            }
        }
        Ok(NewFields { fields: new, places, by_pack })
    }

    /// Makes one change; answers its field and place.
    fn change_field(
        &mut self,
        index: usize,
        (printed, new): (&Table, &Table),
    ) -> mlua::Result<Option<Spot>> {
        let Some(change) = self.changes.sheets.get_mut(index) else { return Ok(None) };
        change.met = true;
        let (how, field, value) = (change.how, change.field.clone(), change.value.clone());
        let (by, was) = (change.by.clone(), change.was.clone());
        let (declared, path) = (change.declared.clone(), change.path.clone());
        let what = format!("{}/{}.{field}", change.of, change.id);
        let lua = self.vm.lua();
        let before = at(lua, printed, &field)?;
        let before = self.values.read(&before).unwrap_or_default();
        let is_replaced = how == How::Set || (how == How::Remove && value == Lua::Boolean(true));
        if is_replaced && was.as_ref().unwrap_or(&Value::Nil) != &before {
            self.tell_one(&declared, otherwise(path, (&what, &before, was.as_ref())));
            return Ok(None);
        }
        let here = at(lua, new, &field)?;
        let result = match how {
            How::Set => Ok(value),
            How::Add => added(lua, &here, &value)?,
            How::Remove if value == Lua::Boolean(true) => Ok(Lua::Nil),
            How::Remove => self.without(lua, &here, &value)?,
        };
        match result {
            Ok(value) => {
                put(lua, new, &field, value.clone())?;
                let to = self.values.read(&value).unwrap_or_default();
                let (from, to) = (shown(&before), shown(&to));
                self.note_change(Changed { by, what, from, to, lost_to: None }, is_replaced);
            }
            Err(why) => {
                self.tell_one(&declared, gone(path.clone(), format!("`{what}` {why}"), None))
            }
        }
        Ok(Some((field, declared, path)))
    }

    /// A list without some of its items.
    fn without(
        &mut self,
        lua: &mlua::Lua,
        here: &Lua,
        value: &Lua,
    ) -> mlua::Result<Result<Lua, String>> {
        let (Lua::Table(list), Lua::Table(out)) = (here, value) else {
            return Ok(Err("has no list to take something from".to_owned()));
        };
        let out: Vec<Value> =
            items(Some(out.clone())).iter().filter_map(|it| self.values.read(it).ok()).collect();
        let mut left_to_find = out.clone();
        let rest = lua.create_table()?;
        for item in items(Some(list.clone())) {
            let read = self.values.read(&item).unwrap_or_default();
            match out.contains(&read) {
                true => left_to_find.retain(|it| *it != read),
                false => rest.raw_push(item)?,
            }
        }
        Ok(match left_to_find.first() {
            Some(missing) => Err(format!("does not hold {}", shown(missing))),
            None => Ok(Lua::Table(rest)),
        })
    }

    /// Writes down who changed what, and warns where two do.
    fn note_change(&mut self, changed: Changed, replaces: bool) {
        let Changed { by, what, .. } = &changed;
        if replaces {
            let is_same = |other: &str| {
                other == what
                    || other.strip_prefix(what.as_str()).is_some_and(|it| it.starts_with('.'))
                    || what.strip_prefix(other).is_some_and(|it| it.starts_with('.'))
            };
            let earlier =
                self.changes.set_by.iter().find(|(it, other)| is_same(it) && *other != by);
            if let Some(first) = earlier.map(|(_, first)| first.clone()) {
                let warning = clash(&first, &changed);
                self.warnings.push(warning);
                let lost = self.changes.changed.iter_mut().filter(|it| is_same(&it.what));
                lost.for_each(|it| it.lost_to = Some(by.clone()));
            }
            self.changes.set_by.insert(what.clone(), by.clone());
        }
        self.changes.changed.push(changed);
    }

    fn tell_one(&mut self, declared: &Declared, finding: Finding) {
        if self.allowance.tells() {
            self.tell(declared, &[finding]);
        }
    }

    /// Tells of changes of sheets that are not there.
    pub(super) fn tell_unmet_changes(&mut self) {
        let sheets = std::mem::take(&mut self.changes.sheets);
        let known = std::mem::take(&mut self.changes.known);
        let here: Vec<String> = self.packs.iter().map(|pack| pack.id().to_owned()).collect();
        let mut told = Vec::new();
        for change in sheets.iter().filter(|it| !it.met) {
            let Change { of, id, kind, .. } = change;
            let changer = self.changes.changers.iter().find(|it| it.pack == change.by);
            let is_there = here.contains(of);
            if !is_there && changer.is_some_and(|it| it.optional.contains(of)) {
                continue;
            }
            let place: Vec<Key> = change.path.iter().take(2).cloned().collect();
            if told.contains(&(change.by.clone(), place.clone())) {
                continue;
            }
            told.push((change.by.clone(), place.clone()));
            let own = known.iter().filter(|(pack, _, _)| pack == of);
            let (message, near) = match is_there {
                false => {
                    let near = harena_pack::nearest(of, here.iter().map(String::as_str));
                    (format!("the pack `{of}` is not here"), near)
                }
                true if own.clone().any(|(_, _, known)| known == id) => {
                    let found = own.clone().find(|(_, _, known)| known == id);
                    let kind = kind.clone().unwrap_or_default();
                    (format!("`{id}` of `{of}` is no `{kind}`"), found.map(|it| it.1.as_str()))
                }
                true => {
                    let near = harena_pack::nearest(id, own.map(|it| it.2.as_str()));
                    (format!("there is no sheet `{id}` in `{of}`"), near)
                }
            };
            self.tell_one(&change.declared, gone(place, message, near));
        }
    }

    /// Makes all changes of the game itself: `fields` are its fields, in a table of our own.
    pub(super) fn change_game(&mut self, fields: &Table) -> mlua::Result<()> {
        let changers = std::mem::take(&mut self.changes.changers);
        for changer in changers.iter().filter(|it| it.is_variant) {
            self.change_settings(fields, changer)?;
            for (part, _) in TEXTS {
                self.change_map(fields, part, changer)?;
            }
            self.change_map(fields, "vars", changer)?;
            self.change_steps(fields, changer)?;
            if let Some(looks) = inner(&changer.fields, "looks") {
                let lua = self.vm.lua();
                let old = inner(fields, "looks");
                fields.raw_set("looks", merged(lua, old, &looks, 0)?)?;
                let what = "looks".to_owned();
                let (by, none) = (changer.pack.clone(), String::new());
                let changed = Changed { by, what, from: none.clone(), to: none, lost_to: None };
                self.changes.changed.push(changed);
            }
            self.add_new(fields, changer)?;
        }
        self.changes.changers = changers;
        Ok(())
    }

    fn change_settings(&mut self, fields: &Table, changer: &Changer) -> mlua::Result<()> {
        let lua = self.vm.lua();
        let wanted = entries(inner(&changer.fields, "settings"))?;
        if wanted.is_empty() {
            return Ok(());
        }
        let list = inner(fields, "settings");
        let list = copied_or_new(lua, list.as_ref())?;
        let settings: Vec<Table> =
            items(Some(list.clone())).into_iter().filter_map(|it| it.as_table().cloned()).collect();
        let ids: Vec<String> = settings.iter().filter_map(|it| text_of(it, "id")).collect();
        for (id, value) in wanted {
            let Some(position) = ids.iter().position(|it| *it == id) else {
                let near = harena_pack::nearest(&id, ids.iter().map(String::as_str));
                let path = vec![key("settings"), key(&id)];
                self.tell_one(
                    &changer.declared,
                    gone(path, format!("there is no setting `{id}`"), near),
                );
                continue;
            };
            let Some(old) = settings.get(position) else { continue };
            let new = copied(lua, old)?;
            let before = self.values.read(&old.raw_get("default")?).unwrap_or_default();
            let to = self.values.read(&value).unwrap_or_default();
            new.raw_set("default", value)?;
            list.raw_set(position + 1, new)?;
            let what = format!("settings.{id}");
            let (from, to) = (shown(&before), shown(&to));
            let changed = Changed { by: changer.pack.clone(), what, from, to, lost_to: None };
            self.note_change(changed, true);
        }
        fields.raw_set("settings", list)
    }

    /// Changes values under names that are there.
    fn change_map(&mut self, fields: &Table, part: &str, changer: &Changer) -> mlua::Result<()> {
        let lua = self.vm.lua();
        let wanted = entries(inner(&changer.fields, part))?;
        if wanted.is_empty() {
            return Ok(());
        }
        let old = inner(fields, part);
        let new = copied_or_new(lua, old.as_ref())?;
        let names: Vec<String> = entries(old)?.into_iter().map(|(it, _)| it).collect();
        for (name, value) in wanted {
            if !names.contains(&name) {
                let near = harena_pack::nearest(&name, names.iter().map(String::as_str));
                let message = format!("the game has no `{name}` among its {part}");
                let path = vec![key(part), key(&name)];
                self.tell_one(&changer.declared, gone(path, message, near));
                continue;
            }
            let before = self.values.read(&new.raw_get(name.as_str())?).unwrap_or_default();
            let to = self.values.read(&value).unwrap_or_default();
            new.raw_set(name.as_str(), value)?;
            let what = format!("{part}.{name}");
            let (from, to) = (shown(&before), shown(&to));
            let changed = Changed { by: changer.pack.clone(), what, from, to, lost_to: None };
            self.note_change(changed, true);
        }
        fields.raw_set(part, new)
    }

    /// Puts functions around steps: each is handed the step as it was.
    fn change_steps(&mut self, fields: &Table, changer: &Changer) -> mlua::Result<()> {
        let lua = self.vm.lua();
        let wanted = entries(inner(&changer.fields, "steps"))?;
        let (Some(wrap), false) = (&changer.wrap, wanted.is_empty()) else { return Ok(()) };
        let old = inner(fields, "steps");
        let new = copied_or_new(lua, old.as_ref())?;
        let names: Vec<String> = entries(old)?.into_iter().map(|(it, _)| it).collect();
        for (name, around) in wanted {
            let step = new.raw_get::<Lua>(name.as_str())?;
            if step.is_nil() {
                let near = harena_pack::nearest(&name, names.iter().map(String::as_str));
                let path = vec![key("steps"), key(&name)];
                self.tell_one(
                    &changer.declared,
                    gone(path, format!("there is no step `{name}`"), near),
                );
                continue;
            }
            new.raw_set(name.as_str(), wrap.call::<Lua>((step, around))?)?;
            let what = format!("steps.{name}");
            let (by, none) = (changer.pack.clone(), String::new());
            let changed = Changed { by, what, from: none.clone(), to: none, lost_to: None };
            self.changes.changed.push(changed);
        }
        fields.raw_set("steps", new)
    }

    /// Adds what is new: each under the name of the part of the game it belongs to.
    fn add_new(&mut self, fields: &Table, changer: &Changer) -> mlua::Result<()> {
        let Some(all) = inner(&changer.fields, "new") else { return Ok(()) };
        let lua = self.vm.lua();
        let parts = new_form().fields.into_iter();
        let (lists, maps): (Vec<Field>, Vec<Field>) =
            parts.partition(|part| matches!(part.kind, Type::List { .. }));
        for part in lists.iter().map(|part| part.name.as_str()) {
            let more = items(inner(&all, part));
            if !more.is_empty() {
                let old = inner(fields, part);
                let list = copied_or_new(lua, old.as_ref())?;
                more.into_iter().try_for_each(|it| list.raw_push(it))?;
                fields.raw_set(part, list)?;
            }
        }
        for part in maps.iter().map(|part| part.name.as_str()) {
            let more = entries(inner(&all, part))?;
            self.add_to_map(fields, (part, more), changer)?;
        }
        Ok(())
    }

    /// Adds values under names that are not there yet.
    fn add_to_map(
        &mut self,
        fields: &Table,
        (part, more): (&str, Vec<(String, Lua)>),
        changer: &Changer,
    ) -> mlua::Result<()> {
        if more.is_empty() {
            return Ok(());
        }
        let old = inner(fields, part);
        let map = copied_or_new(self.vm.lua(), old.as_ref())?;
        for (name, value) in more {
            if map.raw_get::<Lua>(name.as_str())?.is_nil() {
                map.raw_set(name.as_str(), value)?;
                continue;
            }
            let message = format!("the game has `{name}` among its {part} already");
            let path = vec![key("new"), key(part), key(&name)];
            let hint = Some(format!("to change it, write it under `{part}`"));
            let finding = Finding { path, code: codes::NOT_NEW, message, hint, twin: None };
            self.tell_one(&changer.declared, finding);
        }
        fields.raw_set(part, map)
    }
}

/// The warning that two packs change one thing.
fn clash(first: &str, second: &Changed) -> harena_pack::Problem {
    let Changed { by, what, .. } = second;
    let message = format!("`{first}` and `{by}` both change {what}, that of `{by}` counts");
    let hint = format!("write `priority` into the change of `{first}` if it should count");
    harena_pack::Problem::warning(codes::CHANGED_TWICE, message).hint(hint).in_pack(by.clone())
}

fn gone(path: Vec<Key>, message: String, near: Option<&str>) -> Finding {
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "it may have been there in another version; `harena tree` shows what changes what"
            .to_owned(),
    };
    Finding { path, code: codes::CHANGED_GONE, message, hint: Some(hint), twin: None }
}

fn otherwise(path: Vec<Key>, (what, before, was): (&str, &Value, Option<&Value>)) -> Finding {
    let name = what.rsplit_once('.').map_or(what, |(_, field)| field);
    let told = |value: &Value| match shown(value) {
        text if text.is_empty() => "nothing".to_owned(),
        text => text,
    };
    let message = match was {
        None => format!("{what} is {}, and this change does not say so", told(before)),
        Some(was) => {
            format!("{what} is {}, not {} as this change expects", told(before), told(was))
        }
    };
    let hint = match shown(before) {
        text if text.is_empty() => format!("leave `{name}` out of `was`"),
        text => format!("if the change still fits, write {name} = {text} into `was`"),
    };
    Finding { path, code: codes::WAS_OTHERWISE, message, hint: Some(hint), twin: None }
}
