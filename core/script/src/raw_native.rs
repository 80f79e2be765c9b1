//! Built-in functions that count what they do.
//!
//! A function written in C has no safepoints: it is charged by what it is given before it runs,
//! and refused what is too large. One that is not named in [`NATIVES`] is charged for the sizes of
//! all its arguments, so none is free.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_int};

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};

use crate::raw_limits::{charge, weigh, work_of_text};
use crate::raw_slot::Table;

/// Texts that a function makes are not longer.
const MAX_TEXT: u64 = 1_000_000;
/// A text times its pattern is not more in one search.
const MAX_SEARCH: u64 = 4_000_000;
/// Lists that are sorted or moved about are not longer.
const MAX_RANGE: u64 = 100_000;
/// Texts longer than this are no numbers.
const MAX_NUMERAL: usize = 1000;

const TEXT_TOO_LARGE: &CStr = c"text too large";
const LIST_TOO_LONG: &CStr = c"list too long";
const RANGE_TOO_LARGE: &CStr = c"range too large";
const SEARCH_TOO_LARGE: &CStr = c"text operation too large";
const NO_NUMERAL: &CStr = c"this text is too long for a number";
const OVER: &CStr = c"script budget exhausted";

/// What a function is going to do, or why it must not.
type Work = Result<u64, &'static CStr>;

/// A built-in function that is charged in a way of its own.
struct Native {
    name: &'static CStr,
    work: unsafe fn(*mut lua_State) -> Work,
    /// Whether it runs patterns, whose every step may read much of the text.
    matches: bool,
}

const fn native(name: &'static CStr, work: unsafe fn(*mut lua_State) -> Work) -> Native {
    Native { name, work, matches: false }
}

const fn pattern(name: &'static CStr) -> Native {
    Native { name, work: search, matches: true }
}

/// The first stands for all that have no row of their own.
static NATIVES: [Native; 33] = [
    native(c"?", arguments),
    native(c"math.abs", numbers),
    native(c"math.ceil", numbers),
    native(c"math.clamp", numbers),
    native(c"math.floor", numbers),
    native(c"math.fmod", numbers),
    native(c"math.max", numbers),
    native(c"math.min", numbers),
    native(c"math.modf", numbers),
    native(c"math.round", numbers),
    native(c"math.sign", numbers),
    native(c"math.sqrt", numbers),
    native(c"string.char", numbers),
    native(c"utf8.char", numbers),
    pattern(c"string.find"),
    pattern(c"string.match"),
    pattern(c"string.gmatch"),
    pattern(c"string.gsub"),
    native(c"string.split", split),
    native(c"string.len", nothing),
    native(c"string.rep", rep),
    native(c"string.sub", sub),
    native(c"string.format", format),
    native(c"string.byte", bytes),
    native(c"table.insert", insert),
    native(c"table.remove", remove),
    native(c"table.sort", sort),
    native(c"table.concat", concat),
    native(c"table.create", create),
    native(c"table.move", relocate),
    native(c"table.unpack", unpack),
    native(c"tonumber", numbers),
    native(c"select", choose),
];

/// A function that answers, for a built-in function and its name, one that is charged.
pub(crate) fn meter(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the functions keep the C function protocol of Luau.
    unsafe { lua.create_c_function(make_metered) }
}

/// A function that calls its second argument with the others, while a safepoint costs what a text
/// asks for that is as long as the first says.
pub(crate) fn weighed(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: as above.
    unsafe { lua.create_c_function(call_weighed) }
}

/// A function that charges so much as it is told.
pub(crate) fn charger(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: as above.
    unsafe { lua.create_c_function(charge_argument) }
}

unsafe extern "C-unwind" fn charge_argument(l: *mut lua_State) -> c_int {
    charge(unsafe { ffi::lua_tonumber(l, 1) } as u64);
    0
}

/// A function that charges for looking at every key and item of a table.
pub(crate) unsafe fn charge_for_table(l: *mut lua_State, slot: c_int) {
    unsafe {
        let work = size_of_table(l, slot) / 16;
        if work > 0 && !charge(work) {
            ffi::luaL_error(l, OVER.as_ptr())
        }
    }
}

unsafe extern "C-unwind" fn make_metered(l: *mut lua_State) -> c_int {
    unsafe {
        ffi::luaL_checktype(l, 1, ffi::LUA_TFUNCTION);
        let name = CStr::from_ptr(ffi::luaL_checkstring(l, 2));
        let known = NATIVES.iter().position(|native| native.name == name);
        ffi::lua_pushvalue(l, 1);
        ffi::lua_pushnumber(l, known.unwrap_or(0) as f64);
        let shown = known.and_then(|at| NATIVES.get(at)).map_or(c"?", |native| native.name);
        let dot = shown.to_bytes().iter().position(|byte| *byte == b'.').map_or(0, |dot| dot + 1);
        ffi::lua_pushcclosurek(l, metered, shown.as_ptr().add(dot), 2, None);
    }
    1
}

unsafe extern "C-unwind" fn metered(l: *mut lua_State) -> c_int {
    unsafe {
        let number = ffi::lua_tonumber(l, ffi::lua_upvalueindex(2)) as usize;
        let Some(function) = ffi::lua_tocfunction(l, ffi::lua_upvalueindex(1)) else { return 0 };
        let Some(native) = NATIVES.get(number) else { return 0 };
        match (native.work)(l) {
            Ok(work) if charge(work) => {}
            Ok(_) => ffi::luaL_error(l, OVER.as_ptr()),
            Err(refusal) => ffi::luaL_error(l, refusal.as_ptr()),
        }
        if !native.matches {
            return function(l);
        }
        let before = weigh(weight_of(text_len(l, 1)));
        let n_results = function(l);
        weigh(before);
        n_results
    }
}

/// What a step of a pattern costs that is looked for in a text of so many bytes.
fn weight_of(len: usize) -> i64 {
    1 + (len / 256) as i64
}

unsafe extern "C-unwind" fn call_weighed(l: *mut lua_State) -> c_int {
    unsafe {
        let len = ffi::luaL_checknumber(l, 1) as usize;
        charge(len as u64 / 256);
        let before = weigh(weight_of(len));
        ffi::lua_remove(l, 1);
        ffi::lua_call(l, ffi::lua_gettop(l) - 1, ffi::LUA_MULTRET);
        weigh(before);
        ffi::lua_gettop(l)
    }
}

unsafe fn arguments(l: *mut lua_State) -> Work {
    unsafe {
        let n = ffi::lua_gettop(l);
        let mut work = n as u64 / 16;
        for slot in 1..=n {
            work += match ffi::lua_type(l, slot) {
                ffi::LUA_TSTRING => work_of_text(text_len(l, slot)),
                ffi::LUA_TTABLE => size_of_table(l, slot) / 16,
                _ => 0,
            };
        }
        Ok(work)
    }
}

unsafe fn nothing(_: *mut lua_State) -> Work {
    Ok(0)
}

/// Only numbers, and texts that stand for numbers.
unsafe fn numbers(l: *mut lua_State) -> Work {
    unsafe {
        let n = ffi::lua_gettop(l);
        let mut work = n as u64 / 16;
        for slot in 1..=n {
            let len = text_len(l, slot);
            if len > MAX_NUMERAL {
                return Err(NO_NUMERAL);
            }
            work += len as u64 / 64;
        }
        Ok(work)
    }
}

unsafe fn choose(l: *mut lua_State) -> Work {
    unsafe {
        number(l, 1)?;
        arguments(l)
    }
}

/// What printing the digits of a fraction costs: there may be four hundred of them.
const WORK_OF_FRACTION: u64 = 64;

unsafe fn format(l: *mut lua_State) -> Work {
    unsafe {
        let n = ffi::lua_gettop(l);
        let mut made = 32 * n as u64;
        for slot in 1..=n {
            made += text_len(l, slot) as u64;
        }
        if made > MAX_TEXT {
            return Err(TEXT_TOO_LARGE);
        }
        let fractions = n_fractions(bytes_of(l, 1)).min(n as u64);
        Ok(made / 64 + fractions * WORK_OF_FRACTION)
    }
}

/// How many directives of a format print fractions.
fn n_fractions(format: &[u8]) -> u64 {
    let mut n = 0;
    for directive in format.split(|byte| *byte == b'%').skip(1) {
        let letter = directive.iter().find(|byte| byte.is_ascii_alphabetic());
        n += u64::from(letter.is_some_and(|letter| b"aAeEfFgG".contains(letter)));
    }
    n
}

unsafe fn search(l: *mut lua_State) -> Work {
    unsafe {
        let (text, sought) = (text_len(l, 1) as u64, text_len(l, 2) as u64);
        if text.saturating_mul(sought + 1) > MAX_SEARCH {
            return Err(SEARCH_TOO_LARGE);
        }
        let others = text_len(l, 3) + text_len(l, 4);
        Ok((text + text * sought / 16) / 64 + others as u64 / 64)
    }
}

/// What is searched, and every text that may be found.
unsafe fn split(l: *mut lua_State) -> Work {
    unsafe {
        let parts = text_len(l, 1) / text_len(l, 2).max(1);
        Ok(search(l)? + parts as u64 / 4)
    }
}

unsafe fn rep(l: *mut lua_State) -> Work {
    unsafe {
        let (len, n) = (text_len(l, 1) + text_len(l, 3), number(l, 2)?.max(0.0));
        let made = len.max(1) as f64 * n;
        if made > MAX_TEXT as f64 { Err(TEXT_TOO_LARGE) } else { Ok(made as u64 / 64) }
    }
}

unsafe fn sub(l: *mut lua_State) -> Work {
    unsafe {
        let len = text_len(l, 1) as f64;
        Ok(range(l, (2, 1.0), (3, -1.0), len)? / 64)
    }
}

unsafe fn bytes(l: *mut lua_State) -> Work {
    unsafe {
        let len = text_len(l, 1) as f64;
        let from = number_or(l, 2, 1.0)?;
        Ok(range(l, (2, 1.0), (3, from), len)? / 16)
    }
}

/// How many places two arguments span, which may count from the end of a text.
unsafe fn range(l: *mut lua_State, from: (c_int, f64), to: (c_int, f64), len: f64) -> Work {
    unsafe {
        let place = |n: f64| if n < 0.0 { n + len + 1.0 } else { n };
        let from = place(number_or(l, from.0, from.1)?).max(1.0);
        let to = place(number_or(l, to.0, to.1)?).min(len);
        Ok((to - from + 1.0).max(0.0) as u64)
    }
}

unsafe fn insert(l: *mut lua_State) -> Work {
    unsafe {
        let len = len_of_table(l, 1);
        let moved = if ffi::lua_gettop(l) > 2 { len as f64 - number(l, 2)? } else { 0.0 };
        if len > MAX_RANGE { Err(LIST_TOO_LONG) } else { Ok(moved.max(0.0) as u64 / 16) }
    }
}

unsafe fn remove(l: *mut lua_State) -> Work {
    unsafe {
        let len = len_of_table(l, 1);
        let moved = len as f64 - number_or(l, 2, len as f64)?;
        if len > MAX_RANGE { Err(LIST_TOO_LONG) } else { Ok(moved.max(0.0) as u64 / 16) }
    }
}

unsafe fn sort(l: *mut lua_State) -> Work {
    unsafe {
        let len = len_of_table(l, 1);
        if len > MAX_RANGE {
            return Err(LIST_TOO_LONG);
        }
        let mut longest = 0;
        if ffi::lua_type(l, 2) != ffi::LUA_TFUNCTION {
            for i in 1..=len {
                ffi::lua_rawgeti_(l, 1, i as c_int);
                longest = longest.max(text_len(l, -1) as u64);
                ffi::lua_settop(l, -2);
            }
        }
        let compared = len * u64::from(len.max(1).ilog2() + 1);
        Ok(compared / 8 + compared * (longest / 256))
    }
}

unsafe fn concat(l: *mut lua_State) -> Work {
    unsafe {
        if ffi::lua_type(l, 1) != ffi::LUA_TTABLE {
            return Ok(0);
        }
        let len = len_of_table(l, 1);
        let (from, to) = (number_or(l, 3, 1.0)?, number_or(l, 4, len as f64)?);
        let n = (to - from + 1.0).clamp(0.0, 2.0 * MAX_TEXT as f64);
        let separator = text_len(l, 2) as u64 + 1;
        if n > MAX_TEXT as f64 || separator.saturating_mul(n as u64) > MAX_TEXT {
            return Err(TEXT_TOO_LARGE);
        }
        if !charge(n as u64 / 8) {
            return Err(OVER);
        }
        let mut made = separator * n as u64;
        for i in 0..n as u64 {
            let Ok(place) = c_int::try_from(from as i64 + i as i64) else { break };
            ffi::lua_rawgeti_(l, 1, place);
            made += text_len(l, -1) as u64;
            ffi::lua_settop(l, -2);
        }
        if made > MAX_TEXT { Err(TEXT_TOO_LARGE) } else { Ok(made / 64) }
    }
}

unsafe fn create(l: *mut lua_State) -> Work {
    unsafe { Ok(number(l, 1)?.max(0.0) as u64 / 8) }
}

unsafe fn relocate(l: *mut lua_State) -> Work {
    unsafe {
        let n = number(l, 3)? - number(l, 2)?;
        number(l, 4)?;
        if n <= MAX_RANGE as f64 { Ok(n.max(0.0) as u64 / 8) } else { Err(RANGE_TOO_LARGE) }
    }
}

unsafe fn unpack(l: *mut lua_State) -> Work {
    unsafe {
        let len =
            if ffi::lua_type(l, 1) == ffi::LUA_TTABLE { len_of_table(l, 1) as f64 } else { 0.0 };
        let n = number_or(l, 3, len)? - number_or(l, 2, 1.0)?;
        Ok(n.max(0.0) as u64 / 16)
    }
}

/// The length of a text; 0 for anything else.
unsafe fn text_len(l: *mut lua_State, slot: c_int) -> usize {
    unsafe { if ffi::lua_type(l, slot) == ffi::LUA_TSTRING { ffi::lua_objlen(l, slot) } else { 0 } }
}

/// A text; empty for anything else.
unsafe fn bytes_of<'a>(l: *mut lua_State, slot: c_int) -> &'a [u8] {
    // SAFETY: the text stays where it is as long as the slot holds it, which outlives its use.
    unsafe {
        let len = text_len(l, slot);
        if len == 0 {
            return &[];
        }
        std::slice::from_raw_parts(ffi::lua_tolstring(l, slot, std::ptr::null_mut()).cast(), len)
    }
}

/// The number that an argument is, or that its text stands for as functions in C read it; 0 for
/// anything else.
unsafe fn number(l: *mut lua_State, slot: c_int) -> Result<f64, &'static CStr> {
    unsafe { number_or(l, slot, 0.0) }
}

unsafe fn number_or(l: *mut lua_State, slot: c_int, other: f64) -> Result<f64, &'static CStr> {
    unsafe {
        if text_len(l, slot) > MAX_NUMERAL {
            return Err(NO_NUMERAL);
        }
        let mut is_number = 0;
        let number = ffi::lua_tonumberx(l, slot, &raw mut is_number);
        Ok(if is_number != 0 { number } else { other })
    }
}

unsafe fn len_of_table(l: *mut lua_State, slot: c_int) -> u64 {
    unsafe {
        match ffi::lua_type(l, slot) {
            ffi::LUA_TTABLE => ffi::lua_objlen(l, slot) as u64,
            _ => 0,
        }
    }
}

/// How many places a table has for items, used or not: a cleared table keeps them.
pub(crate) unsafe fn size_of_table(l: *mut lua_State, slot: c_int) -> u64 {
    // SAFETY: the slot holds a table.
    unsafe { (*ffi::lua_topointer(l, slot).cast::<Table>()).size() }
}
