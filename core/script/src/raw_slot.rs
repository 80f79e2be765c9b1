//! Values of Luau where they lie: on the stack of a call, and in tables.
//!
//! A question to Luau about one argument takes twenty instructions and more, of which two look at
//! the value; a call asks several. Here it is written down how Luau lays out its stack, tables and
//! texts, as far as they are read; [`are_known`] asks Luau whether it still does, whenever a
//! machine is made, and a machine that lays them out otherwise is refused.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_void};

use mlua::ffi::{self, lua_State};
use mlua::{LightUserData, Lua};

use crate::raw::Handle;

/// A value of Luau: what it holds and its type.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    bits: u64,
    extra: u32,
    sort: c_int,
}

/// The head of a coroutine.
#[repr(C)]
struct Stack {
    head: [u8; 8],
    top: *mut Slot,
    base: *mut Slot,
    between: [*const c_void; 6],
    sizes: [c_int; 2],
    calls: [u16; 2],
    cached: c_int,
    lists: [*const c_void; 3],
    namecall: *const Text,
}

/// The head of a table.
#[repr(C)]
pub(crate) struct Table {
    head: [u8; 4],
    readonly: u8,
    safe: u8,
    log_of_nodes: u8,
    mask: u8,
    n_items: c_int,
    boundary: c_int,
    metatable: *const c_void,
    items: *mut Slot,
    nodes: *const Node,
}

/// A value with its key.
#[repr(C)]
struct Node {
    value: Slot,
    key_bits: u64,
    key_extra: u32,
    key_sort: u32,
}

/// The head of a text; its bytes follow.
#[repr(C)]
pub(crate) struct Text {
    head: [u8; 4],
    atom: i16,
    next: *const c_void,
    hash: u32,
    len: u32,
}

/// What a text has for an atom before it was used as a name.
const NO_ATOM_YET: i16 = i16::MIN;

impl Slot {
    pub(crate) const NIL: Slot = Slot { bits: 0, extra: 0, sort: ffi::LUA_TNIL };

    #[inline]
    pub(crate) fn of_number(number: f64) -> Slot {
        Slot { bits: number.to_bits(), extra: 0, sort: ffi::LUA_TNUMBER }
    }

    #[inline]
    pub(crate) fn of_bool(value: bool) -> Slot {
        Slot { bits: value.into(), extra: 0, sort: ffi::LUA_TBOOLEAN }
    }

    #[inline]
    pub(crate) fn of_handle(handle: Handle) -> Slot {
        Slot { bits: handle.bits(), extra: 0, sort: ffi::LUA_TLIGHTUSERDATA }
    }

    /// The type, as Luau numbers it.
    #[inline]
    pub(crate) fn sort(&self) -> c_int {
        self.sort
    }

    #[inline]
    pub(crate) fn is_nil(&self) -> bool {
        self.sort == ffi::LUA_TNIL
    }

    /// What a number, a truth or a handle holds; what it means the type says.
    #[inline]
    pub(crate) fn number(&self) -> f64 {
        f64::from_bits(self.bits)
    }

    #[inline]
    pub(crate) fn truth(&self) -> bool {
        self.bits as u32 != 0
    }

    #[inline]
    pub(crate) fn bits(&self) -> u64 {
        self.bits
    }

    /// Where a text or a table lies.
    #[inline]
    pub(crate) fn pointer<T>(&self) -> *const T {
        std::ptr::with_exposed_provenance(self.bits as usize)
    }
}

/// The values of the running call, the first included, and how many there are.
///
/// # Safety
/// `l` is a live coroutine.
#[inline]
pub(crate) unsafe fn first_slot(l: *mut lua_State) -> *mut Slot {
    unsafe { (*l.cast::<Stack>()).base }
}

/// # Safety
/// As for [`first_slot`].
#[inline]
pub(crate) unsafe fn n_slots(l: *mut lua_State) -> c_int {
    unsafe {
        let stack = &*l.cast::<Stack>();
        stack.top.offset_from(stack.base) as c_int
    }
}

/// Puts a value on top of the stack.
///
/// # Safety
/// As for [`first_slot`]; the call has room for it. If `slot` holds an object, that lives, and the
/// value is taken from the stack again before anything collects.
#[inline]
pub(crate) unsafe fn push_slot(l: *mut lua_State, slot: Slot) {
    unsafe {
        let stack = l.cast::<Stack>();
        let top = (*stack).top;
        top.write(slot);
        (*stack).top = top.add(1);
    }
}

/// The name that a method was called by, and its atom; an atom it does not have yet is asked for.
///
/// # Safety
/// `l` runs a function that was called as a method.
#[inline]
pub(crate) unsafe fn name_of_call(l: *mut lua_State) -> (*const c_char, i16) {
    unsafe {
        let name = (*l.cast::<Stack>()).namecall;
        if !name.is_null() && (*name).atom != NO_ATOM_YET {
            return (name.add(1).cast(), (*name).atom);
        }
        let mut atom = -1;
        let name = ffi::lua_namecallatom(l, &mut atom);
        (name, atom as i16)
    }
}

impl Text {
    /// The atom, once the text was used as a name.
    #[inline]
    pub(crate) fn atom(&self) -> Option<i16> {
        (self.atom != NO_ATOM_YET).then_some(self.atom)
    }

    /// Its bytes.
    ///
    /// # Safety
    /// `text` is a live text.
    #[inline]
    pub(crate) unsafe fn bytes<'a>(text: *const Text) -> &'a [u8] {
        unsafe { std::slice::from_raw_parts(text.add(1).cast(), (*text).len as usize) }
    }
}

impl Table {
    #[inline]
    pub(crate) fn is_frozen(&self) -> bool {
        self.readonly & 1 != 0
    }

    /// How many places it has for items, used or not: a cleared table keeps them.
    #[inline]
    pub(crate) fn size(&self) -> u64 {
        self.n_items.max(0) as u64 + (1u64 << self.log_of_nodes.min(40))
    }

    /// The places of its list part.
    #[inline]
    pub(crate) fn items(&self) -> &[Slot] {
        if self.n_items <= 0 {
            return &[];
        }
        // SAFETY: Luau keeps so many places there.
        unsafe { std::slice::from_raw_parts(self.items, self.n_items as usize) }
    }

    /// Its list part to be filled, of a table that was just made.
    ///
    /// # Safety
    /// Nobody else looks at the table, and only values that are not collected are written.
    pub(crate) unsafe fn places<'a>(table: *mut Table) -> &'a mut [Slot] {
        unsafe {
            if (*table).n_items <= 0 {
                return &mut [];
            }
            std::slice::from_raw_parts_mut((*table).items, (*table).n_items as usize)
        }
    }

    #[inline]
    fn nodes(&self) -> &[Node] {
        // SAFETY: Luau keeps so many nodes there, at least one.
        unsafe { std::slice::from_raw_parts(self.nodes, 1 << self.log_of_nodes) }
    }

    /// The place of the node whose key is this text.
    pub(crate) fn place_of(&self, name: &[u8]) -> Option<usize> {
        self.nodes().iter().position(|node| {
            let is_text = (node.key_sort & 15) as c_int == ffi::LUA_TSTRING;
            let key: *const Text = std::ptr::with_exposed_provenance(node.key_bits as usize);
            // SAFETY: a key lives as long as its value, which is no nil.
            is_text && !node.value.is_nil() && unsafe { Text::bytes(key) } == name
        })
    }

    /// Writes a value at the place of a node.
    ///
    /// # Safety
    /// The table was just made and nobody else looks at it; the value lives.
    #[inline]
    pub(crate) unsafe fn write(table: *mut Table, place: usize, value: Slot) {
        unsafe {
            if place >> (*table).log_of_nodes == 0 {
                (*(*table).nodes.cast_mut().add(place)).value = value;
            }
        }
    }

    /// Its values with keys that are no places of the list part, in the order of Luau.
    #[inline]
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Slot, &Slot)> {
        let key = |node: &Node| Slot {
            bits: node.key_bits,
            extra: node.key_extra,
            sort: (node.key_sort & 15) as c_int,
        };
        let used = self.nodes().iter().filter(|node| !node.value.is_nil());
        used.map(move |node| (key(node), &node.value))
    }

    /// The length of the list part where it is plain to see.
    #[inline]
    pub(crate) fn plain_len(&self) -> Option<usize> {
        let Some(last) = self.items().last() else { return Some(0) };
        let has_keys = self.log_of_nodes != 0 || self.entries().next().is_some();
        (!last.is_nil() && !has_keys).then_some(self.n_items as usize)
    }
}

/// The length of a table's list part, as the script sees it.
///
/// # Safety
/// `l` runs a function and has room for one value more; `table` is a live table of its machine.
#[inline]
pub(crate) unsafe fn len_of(l: *mut lua_State, table: *const Table) -> usize {
    unsafe { (*table).plain_len().unwrap_or_else(|| asked_len(l, table)) }
}

#[inline(never)]
unsafe fn asked_len(l: *mut lua_State, table: *const Table) -> usize {
    let bits = table.expose_provenance() as u64;
    // SAFETY: the table lives, and is taken from the stack before anything else happens.
    unsafe {
        push_slot(l, Slot { bits, extra: 0, sort: ffi::LUA_TTABLE });
        let len = ffi::lua_objlen(l, -1);
        ffi::lua_settop(l, -2);
        len
    }
}

/// Whether this build of Luau lays out its values as they are read here. Ask before handles have
/// their metatable.
pub(crate) fn are_known(lua: &Lua) -> mlua::Result<bool> {
    let mut known = false;
    let found = &raw mut known;
    // SAFETY: the pointer outlives the closure, which compares what Luau says with what is read.
    unsafe {
        lua.exec_raw::<()>((), |l| {
            *found = stack_is_known(l) && table_is_known(l);
            ffi::lua_settop(l, 0);
        })?;
    }
    let metatable = lua.create_table()?;
    // SAFETY: the function keeps the C function protocol of Luau.
    metatable.raw_set("__namecall", unsafe { lua.create_c_function(name_is_known)? })?;
    lua.set_type_metatable::<LightUserData>(Some(metatable));
    let handle = Handle { kind: 1, id: 2, generation: 3 };
    let name: bool = lua.load("return (...):probe()").call(handle)?;
    lua.set_type_metatable::<LightUserData>(None);
    Ok(known && name)
}

unsafe extern "C-unwind" fn name_is_known(l: *mut lua_State) -> c_int {
    unsafe {
        let told = ffi::lua_namecallatom(l, std::ptr::null_mut());
        let read = (*l.cast::<Stack>()).namecall;
        let is_known = !read.is_null()
            && read.add(1).cast() == told
            && Text::bytes(read) == b"probe"
            && n_slots(l) == ffi::lua_gettop(l);
        ffi::lua_pushboolean(l, is_known.into());
    }
    1
}

unsafe fn stack_is_known(l: *mut lua_State) -> bool {
    unsafe {
        ffi::lua_settop(l, 0);
        let handle = Handle { kind: 7, id: 70_000, generation: 9 };
        push_slot(l, Slot::of_number(2.5));
        push_slot(l, Slot::of_bool(true));
        push_slot(l, Slot::of_handle(handle));
        push_slot(l, Slot::NIL);
        let read = ffi::lua_gettop(l) == 4
            && ffi::lua_type(l, 1) == ffi::LUA_TNUMBER
            && ffi::lua_tonumber(l, 1) == 2.5
            && ffi::lua_type(l, 2) == ffi::LUA_TBOOLEAN
            && ffi::lua_toboolean(l, 2) == 1
            && ffi::lua_tolightuserdata(l, 3) == handle.pointer()
            && ffi::lua_type(l, 4) == ffi::LUA_TNIL;
        if !read {
            return false;
        }
        ffi::lua_settop(l, 0);
        ffi::lua_pushnumber(l, -7.0);
        ffi::lua_pushboolean(l, 1);
        ffi::lua_pushlightuserdata(l, handle.pointer());
        ffi::lua_pushlstring_(l, PROBE.as_ptr().cast(), PROBE.len());
        let slots = std::slice::from_raw_parts(first_slot(l), 4);
        let [number, truth, data, text] = slots else { return false };
        n_slots(l) == 4
            && (number.sort, number.number()) == (ffi::LUA_TNUMBER, -7.0)
            && (truth.sort, truth.truth()) == (ffi::LUA_TBOOLEAN, true)
            && (data.sort, data.bits) == (ffi::LUA_TLIGHTUSERDATA, handle.bits())
            && text.sort == ffi::LUA_TSTRING
            && text_is_known(l, text.pointer())
    }
}

/// No name that a script could use, since its atom is asked for too early.
const PROBE: &[u8] = b"?laid out";

/// The text lies on top of the stack.
unsafe fn text_is_known(l: *mut lua_State, text: *const Text) -> bool {
    unsafe {
        let is_read = Text::bytes(text) == PROBE;
        let had_none = (*text).atom().is_none();
        let mut atom = -1;
        ffi::lua_tostringatom(l, -1, &mut atom);
        is_read && had_none && (*text).atom == atom as i16
    }
}

unsafe fn table_is_known(l: *mut lua_State) -> bool {
    unsafe {
        ffi::lua_settop(l, 0);
        ffi::lua_createtable(l, 37, 60);
        for i in 1..=3 {
            ffi::lua_pushnumber(l, f64::from(i) + 0.5);
            ffi::lua_rawseti_(l, 1, i);
        }
        ffi::lua_pushlstring_(l, c"key".as_ptr(), 3);
        ffi::lua_pushnumber(l, 11.0);
        ffi::lua_rawset(l, 1);
        let table = (*first_slot(l)).pointer::<Table>();
        if table.cast() != ffi::lua_topointer(l, 1) || (*table).size() != 37 + 64 {
            return false;
        }
        let items = (*table).items();
        let filled = items.iter().take_while(|item| !item.is_nil()).map(Slot::number);
        let entries: Vec<(Slot, &Slot)> = (*table).entries().collect();
        let [(key, value)] = entries.as_slice() else { return false };
        let was_open = !(*table).is_frozen();
        ffi::lua_setreadonly(l, 1, 1);
        filled.eq([1.5, 2.5, 3.5])
            && items.iter().skip(3).all(Slot::is_nil)
            && key.sort == ffi::LUA_TSTRING
            && Text::bytes(key.pointer()) == b"key"
            && value.number() == 11.0
            && was_open
            && (*table).is_frozen()
            && len_of(l, table) == 3
    }
}
