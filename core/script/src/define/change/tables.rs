//! Tables of scripts, read, copied and changed without touching those of the packs.

use mlua::{Table, Value as Lua};

/// A key of a table as it is written in a path: whole numbers are positions.
pub(super) fn lua_key(lua: &mlua::Lua, part: &str) -> mlua::Result<Lua> {
    match part.parse::<i64>() {
        Ok(number) => Ok(Lua::Number(number as f64)),
        Err(_) => Ok(Lua::String(lua.create_string(part)?)),
    }
}

/// A copy of a table, one level deep, that can be written to.
pub(super) fn copied(lua: &mlua::Lua, table: &Table) -> mlua::Result<Table> {
    let copy = lua.create_table()?;
    table.for_each(|key: Lua, value: Lua| copy.raw_set(key, value))?;
    Ok(copy)
}

/// A copy of a table that can be written to, or an empty one.
pub(super) fn copied_or_new(lua: &mlua::Lua, table: Option<&Table>) -> mlua::Result<Table> {
    table.map_or_else(|| lua.create_table(), |table| copied(lua, table))
}

/// What stands at a path of a table; nil if nothing does.
pub(super) fn at(lua: &mlua::Lua, table: &Table, path: &str) -> mlua::Result<Lua> {
    let mut here = Lua::Table(table.clone());
    for part in path.split('.') {
        let Lua::Table(inside) = &here else { return Ok(Lua::Nil) };
        here = inside.raw_get(lua_key(lua, part)?)?;
    }
    Ok(here)
}

/// Puts a value at a path of a table of our own; tables on the way are copied first.
pub(super) fn put(lua: &mlua::Lua, table: &Table, path: &str, value: Lua) -> mlua::Result<()> {
    let Some((first, rest)) = path.split_once('.') else {
        return table.raw_set(lua_key(lua, path)?, value);
    };
    let first = lua_key(lua, first)?;
    let inside = copied_or_new(lua, table.raw_get::<Lua>(first.clone())?.as_table())?;
    put(lua, &inside, rest, value)?;
    table.raw_set(first, inside)
}

/// The fields of a table under text keys, sorted, so that nothing depends on their order in memory.
pub(super) fn entries(table: Option<Table>) -> mlua::Result<Vec<(String, Lua)>> {
    let mut all = Vec::new();
    let Some(table) = table else { return Ok(all) };
    table.for_each(|key: Lua, value: Lua| {
        if let Lua::String(key) = key {
            all.push((key.to_string_lossy(), value));
        }
        Ok(())
    })?;
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(all)
}

pub(super) fn inner(table: &Table, name: &str) -> Option<Table> {
    table.raw_get::<Option<Table>>(name).ok().flatten()
}

/// The items of a list.
pub(super) fn items(list: Option<Table>) -> Vec<Lua> {
    let Some(list) = list else { return Vec::new() };
    (1..).map_while(|n: i64| list.raw_get::<Lua>(n).ok().filter(|it| !it.is_nil())).collect()
}

/// A number with more, a list with further items, a record with further fields.
pub(super) fn added(lua: &mlua::Lua, here: &Lua, more: &Lua) -> mlua::Result<Result<Lua, String>> {
    let number = |value: &Lua| value.as_number().or(value.as_integer().map(|n| n as f64));
    if let (Some(a), Some(b)) = (number(here), number(more)) {
        return Ok(Ok(Lua::Number(a + b)));
    }
    let (Lua::Table(more), Lua::Nil | Lua::Table(_)) = (more, here) else {
        return Ok(Err("is neither a number nor a list to add this to".to_owned()));
    };
    let new = copied_or_new(lua, here.as_table())?;
    for item in items(Some(more.clone())) {
        new.raw_push(item)?;
    }
    for (name, value) in entries(Some(more.clone()))? {
        if !new.raw_get::<Lua>(name.as_str())?.is_nil() {
            return Ok(Err(format!("has `{name}` already")));
        }
        new.raw_set(name, value)?;
    }
    Ok(Ok(Lua::Table(new)))
}

/// How deep looks are put over each other.
const DEEPEST_LOOKS: usize = 6;

/// One table over another: where both have records, field by field.
pub(super) fn merged(
    lua: &mlua::Lua,
    old: Option<Table>,
    over: &Table,
    depth: usize,
) -> mlua::Result<Table> {
    let new = copied_or_new(lua, old.as_ref())?;
    for (name, value) in entries(Some(over.clone()))? {
        let value = match (&value, inner(&new, &name)) {
            (Lua::Table(value), Some(old)) if depth < DEEPEST_LOOKS && value.raw_len() == 0 => {
                Lua::Table(merged(lua, Some(old), value, depth + 1)?)
            }
            _ => value,
        };
        new.raw_set(name, value)?;
    }
    Ok(new)
}
