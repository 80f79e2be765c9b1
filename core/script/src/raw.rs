//! The room where scripts and Rust touch: handles, names, and calls from Luau into the engine.
//!
//! A [`Handle`] is a small integer carried as a Luau light userdata, equal by value and the same
//! on every machine. Reading a field, calling a method, `#h` and `for i, x in ipairs(h)` on it all arrive
//! at the [`Guest`] that [`enter`] has put in charge; arguments and results pass through a
//! [`Call`] without allocation.
//!
//! `unsafe` lives only in the `raw*` files of this crate. Two rules keep them sound: a Luau error
//! is a C++ exception, so nothing that may raise one runs under `catch_unwind` or while a Rust
//! value with a destructor is alive; and a guest is borrowed by one call at a time.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::ffi::{self, lua_State};
use mlua::{FromLua, IntoLua, LightUserData, Lua, Value};

pub(crate) use crate::raw_build::Template;
pub use crate::raw_call::{Call, Plain, TableView};
use harena_pack::{Code, codes};

use crate::raw_fiber::Arg;
use crate::raw_limits::charge;
use crate::raw_slot::{first_slot, name_of_call};

const _: () = assert!(size_of::<usize>() == 8, "handles need 64-bit pointers");

/// A reference to something the engine owns. The kinds and their numbers are the guest's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    /// What sort of thing it names.
    pub kind: u8,
    /// Which one, among those of its kind.
    pub id: u32,
    /// Which use of that number, so that a stale handle can be told from a fresh one.
    pub generation: u16,
}

impl Handle {
    /// A handle of generation 0.
    pub const fn new(kind: u8, id: u32) -> Self {
        Self { kind, id, generation: 0 }
    }

    /// The handle as one number: kind, generation, id from the highest bits down.
    pub const fn bits(self) -> u64 {
        (self.kind as u64) << 56 | (self.generation as u64) << 32 | self.id as u64
    }

    /// The handle packed in a number made by [`Handle::bits`].
    pub const fn from_bits(bits: u64) -> Self {
        Self { kind: (bits >> 56) as u8, id: bits as u32, generation: (bits >> 32) as u16 }
    }

    pub(crate) const fn pointer(self) -> *mut std::ffi::c_void {
        std::ptr::without_provenance_mut(self.bits() as usize)
    }
}

impl IntoLua for Handle {
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::LightUserData(LightUserData(self.pointer())))
    }
}

impl FromLua for Handle {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        value
            .as_light_userdata()
            .map(|data| Self::from_bits(data.0.addr() as u64))
            .ok_or_else(|| mlua::Error::runtime("a handle is expected here"))
    }
}

/// A method or field name, resolved once per string to its place in the [`Names`] of the VM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub i16);

impl Atom {
    /// A name without a number; [`Call::name`] still tells its text.
    pub const UNKNOWN: Self = Self(-1);

    /// The place of the name in the sorted table, if it is there.
    pub fn index(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

/// The names that scripts may use on handles, sorted and without doubles; and after them all
/// other texts that were used as names, in the order of their first use, so that what a name
/// stands for can be remembered by its number.
#[derive(Clone, Debug, Default)]
pub struct Names(Rc<NameTable>);

#[derive(Debug, Default)]
struct NameTable {
    known: Box<[Box<str>]>,
    others: RefCell<HashMap<Box<str>, i16>>,
}

/// More other names than this have no number of their own.
const MAX_OTHERS: usize = 1536;

impl Names {
    /// Sorts the names and drops duplicates. Only the first 32767 can be atoms.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut list: Vec<Box<str>> = names.into_iter().map(Into::into).collect();
        list.sort();
        list.dedup();
        list.truncate(i16::MAX as usize - MAX_OTHERS);
        Self(Rc::new(NameTable { known: list.into(), others: RefCell::default() }))
    }

    /// The atom of a name, or [`Atom::UNKNOWN`].
    pub fn atom(&self, name: &str) -> Atom {
        let found = self.0.known.binary_search_by(|known| (**known).cmp(name));
        found.map_or(Atom::UNKNOWN, |i| Atom(i as i16))
    }

    /// The atom of any text; one that is not in the table gets a number of its own if there is
    /// room.
    fn atom_of_any(&self, text: &str) -> Atom {
        let known = self.atom(text);
        if known != Atom::UNKNOWN {
            return known;
        }
        let mut others = self.0.others.borrow_mut();
        if let Some(atom) = others.get(text) {
            return Atom(*atom);
        }
        if others.len() >= MAX_OTHERS {
            return Atom::UNKNOWN;
        }
        let atom = (self.0.known.len() + others.len()) as i16;
        others.insert(text.into(), atom);
        Atom(atom)
    }

    /// The text of an atom.
    pub fn text(&self, atom: Atom) -> Option<&str> {
        self.0.known.get(atom.index()?).map(|name| &**name)
    }

    /// All names in the order of their atoms.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.known.iter().map(|name| &**name)
    }
}

/// A refusal of the engine, raised in the script as an error with the script's position.
///
/// It is one pointer wide, so that calls which are not refused pay nothing for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault(Box<Refused>);

/// What a [`Fault`] tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// One lower-case clause for the author.
    pub message: String,
    /// A stable diagnostic code, if there is one.
    pub code: Option<Code>,
    /// The number of the rule that refuses, if there is one.
    pub rule: Option<String>,
    /// Whether a limit was exceeded rather than a mistake made.
    pub limit: bool,
}

impl std::ops::Deref for Fault {
    type Target = Refused;

    fn deref(&self) -> &Refused {
        &self.0
    }
}

impl Fault {
    /// A fault without code and rule.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Refused { message: message.into(), ..Refused::default() }))
    }

    /// The same fault as one of a limit.
    pub fn as_limit(mut self) -> Self {
        self.0.limit = true;
        self
    }

    /// The same fault with a diagnostic code.
    pub fn with_code(mut self, code: Code) -> Self {
        self.0.code = Some(code);
        self
    }

    /// The same fault with the number of the rule that refuses.
    pub fn with_rule(mut self, rule: impl Into<String>) -> Self {
        self.0.rule = Some(rule.into());
        self
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

/// What answers scripts. Results are pushed to the [`Call`], at most 8 of them.
///
/// A method that itself runs Luau must lend itself with `enter(self, ..)`: any use of a handle
/// while the guest is borrowed fails with "engine busy". A panic becomes a fault.
pub trait Guest {
    /// `handle.name`: push one value.
    fn index(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault>;

    /// `handle.name` without a call, where that needs no memory of the VM; nothing sends the script
    /// to [`Guest::index`], which must answer the same.
    fn field(&mut self, handle: Handle, name: Atom) -> Option<Arg> {
        let _ = (handle, name);
        None
    }

    /// `handle:name(...)`: read the arguments (numbered from 1, without the handle), push results.
    fn call(&mut self, handle: Handle, name: Atom, call: &mut Call) -> Result<(), Fault>;

    /// `#handle`, and how many turns a loop over the handle makes.
    fn length(&mut self, handle: Handle) -> Result<usize, Fault> {
        let _ = handle;
        Err(Fault::new("this has no length"))
    }

    /// `handle[number]`, counted from 1: push one value. The number may be out of range.
    fn item(&mut self, handle: Handle, number: i64, call: &mut Call) -> Result<(), Fault> {
        let _ = (handle, number, call);
        Err(Fault::new("this has no numbered items"))
    }

    /// `tostring(handle)`: a text without addresses.
    fn describe(&mut self, handle: Handle) -> String {
        format!("<{}:{}>", handle.kind, handle.id)
    }
}

type Borrowed = NonNull<dyn Guest>;

/// What a refusal costs.
const WORK_OF_REFUSAL: u64 = 1000;

/// Guests may lend themselves to scripts this deep; it bounds the Rust stack.
const MAX_DEPTH: u32 = 48;

thread_local! {
    static GUEST: Cell<Option<Borrowed>> = const { Cell::new(None) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static LAST_FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
    static NAMES: RefCell<Vec<(usize, Names)>> = const { RefCell::new(Vec::new()) };
}

/// Puts a guest in charge of handles on this thread while `run` runs, then the former one again.
pub fn enter<R>(guest: &mut dyn Guest, run: impl FnOnce() -> R) -> R {
    struct Restore(Option<Borrowed>);
    impl Drop for Restore {
        fn drop(&mut self) {
            GUEST.set(self.0);
            DEPTH.set(DEPTH.get().saturating_sub(1));
        }
    }
    // SAFETY: only the lifetime is erased. The pointer leaves GUEST before `guest` is released,
    // because `Restore` outlives `run` and runs also on unwinding.
    let borrowed: Borrowed = unsafe { std::mem::transmute(NonNull::from(guest)) };
    let depth = DEPTH.replace(DEPTH.get() + 1);
    let _restore = Restore(GUEST.replace((depth < MAX_DEPTH).then_some(borrowed)));
    run()
}

/// Takes the fault that the last refused call left, if it has not been taken yet.
pub fn take_fault() -> Option<Fault> {
    LAST_FAULT.take()
}

/// The Lua values that the VM keeps for the host, so that they can be handed out cheaply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    pub(crate) reference: c_int,
    pub(crate) owner: usize,
}

/// Keeps a value in the VM until the VM is dropped.
pub fn keep(lua: &Lua, value: impl IntoLua) -> mlua::Result<Kept> {
    let value = value.into_lua(lua)?;
    let mut kept = Kept { reference: 0, owner: 0 };
    let slot = &raw mut kept;
    // SAFETY: the closure captures one pointer that outlives it; `lua_ref` may raise, protected.
    unsafe {
        lua.exec_raw::<()>(value, |l| {
            (*slot).owner = ffi::lua_mainthread(l).addr();
            (*slot).reference = ffi::lua_ref(l, -1);
            ffi::lua_settop(l, 0);
        })?;
    }
    Ok(kept)
}

/// The registration of a name table on a thread; dropping it forgets the table.
pub(crate) struct NamesOfVm(usize);

impl NamesOfVm {
    /// The machine leaves this thread.
    pub(crate) fn leave(&self) {
        // `try_with`: the thread may be ending.
        let _ = NAMES.try_with(|names| names.borrow_mut().retain(|(owner, _)| *owner != self.0));
    }

    /// The machine has come to this thread.
    pub(crate) fn arrive(&self, names: Names) {
        NAMES.with_borrow_mut(|all| all.push((self.0, names)));
    }
}

impl Drop for NamesOfVm {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Gives light userdata its metatable and the VM its names. Call once, before any script is read.
pub(crate) fn install(lua: &Lua, names: Names) -> mlua::Result<NamesOfVm> {
    let metatable = lua.create_table()?;
    let methods: [(&str, ffi::lua_CFunction); 5] = [
        ("__index", on_index),
        ("__newindex", on_assign),
        ("__namecall", on_call),
        ("__len", on_length),
        ("__tostring", on_describe),
    ];
    for (name, function) in methods {
        // SAFETY: these functions keep the C function protocol of Luau.
        metatable.raw_set(name, unsafe { lua.create_c_function(function)? })?;
    }
    metatable.raw_set("__metatable", "handle")?;
    metatable.raw_set("__type", "handle")?;
    metatable.set_readonly(true);
    lua.set_type_metatable::<LightUserData>(Some(metatable.clone()));
    crate::raw_field::install(lua, metatable)?;
    let mut owner = 0;
    let slot = &raw mut owner;
    // SAFETY: neither call raises; the pointer outlives the closure.
    unsafe {
        lua.exec_raw::<()>((), |l| {
            *slot = ffi::lua_mainthread(l).addr();
            (*ffi::lua_callbacks(l)).useratom = Some(on_new_name);
        })?;
    }
    let names_of_vm = NamesOfVm(owner);
    names_of_vm.arrive(names);
    Ok(names_of_vm)
}

/// The step of a loop over a handle: Luau has no `__iter` for light userdata, so `ipairs` uses it.
pub(crate) fn step_function(lua: &Lua) -> mlua::Result<mlua::Function> {
    // SAFETY: the function keeps the C function protocol of Luau.
    unsafe { lua.create_c_function(on_step) }
}

unsafe extern "C-unwind" fn on_new_name(l: *mut lua_State, s: *const c_char, len: usize) -> i16 {
    // SAFETY: Luau passes a live string of `len` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(s.cast::<u8>(), len) };
    let owner = unsafe { ffi::lua_mainthread(l) }.addr();
    let Ok(text) = std::str::from_utf8(bytes) else { return Atom::UNKNOWN.0 };
    NAMES.with_borrow(|all| {
        let names = all.iter().find(|(of, _)| *of == owner);
        names.map_or(Atom::UNKNOWN, |(_, names)| names.atom_of_any(text)).0
    })
}

/// Runs one request against the guest and leaves its results on the stack.
///
/// # Safety
/// `l` is the state of the running C function, and `request` holds nothing that must be dropped.
#[inline(always)]
unsafe fn answer(
    mut call: Call,
    request: impl FnOnce(&mut dyn Guest, &mut Call) -> Result<(), Fault>,
) -> c_int {
    let l = call.state();
    let result = match GUEST.take() {
        None => Err(absent()),
        Some(mut guest) => {
            // SAFETY: `enter` holds the guest exclusively and lends it here; the slot is empty
            // until it is put back below, so no second borrow can be made from it.
            let borrowed = unsafe { guest.as_mut() };
            let result = catch_unwind(AssertUnwindSafe(|| request(borrowed, &mut call)));
            GUEST.set(Some(guest));
            match result {
                Ok(result) => result,
                Err(panic) => Err(panicked(&*panic)),
            }
        }
    };
    match result {
        Ok(()) if !call.is_too_much() => return unsafe { call.finish() },
        Ok(()) => refuse(call, Fault::new("the engine gave too many results")),
        Err(fault) => refuse(call, fault),
    }
    // SAFETY: everything that needs dropping has been given away.
    unsafe { raise(l) }
}

/// A field of a handle as the guest answers it without a call. Nothing if it cannot, or if there
/// is no guest now: asking by a call tells why.
#[inline]
pub(crate) fn ask_field(handle: Handle, name: Atom) -> Option<Arg> {
    let mut guest = GUEST.take()?;
    // SAFETY: as in `answer`.
    let borrowed = unsafe { guest.as_mut() };
    let result = catch_unwind(AssertUnwindSafe(|| borrowed.field(handle, name)));
    GUEST.set(Some(guest));
    result.ok().flatten()
}

/// Leaves a fault to be raised.
#[cold]
fn refuse(mut call: Call, fault: Fault) {
    // Telling what is wrong, with the nearest name, takes longer than what was asked.
    charge(WORK_OF_REFUSAL);
    call.abandon();
    LAST_FAULT.set(Some(fault));
}

#[cold]
fn absent() -> Fault {
    Fault::new(match DEPTH.get() {
        0 => "no match is running here",
        depth if depth > MAX_DEPTH => "calls nested too deeply",
        _ => "engine busy",
    })
}

#[cold]
fn panicked(panic: &(dyn std::any::Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Fault::new(format!("the engine failed: {}", text.unwrap_or("unknown cause")))
        .with_code(codes::ENGINE_FAILED)
}

/// Raises the last fault as a Luau error with position. Nothing droppable is alive here.
#[cold]
unsafe fn raise(l: *mut lua_State) -> c_int {
    let (text, len) = LAST_FAULT.with_borrow(|fault| {
        fault
            .as_ref()
            .map_or((c"refused".as_ptr(), 7), |f| (f.message.as_ptr().cast(), f.message.len()))
    });
    // SAFETY: the text stays in LAST_FAULT, untouched, until this call has copied it.
    unsafe {
        ffi::luaL_where(l, 1);
        ffi::lua_pushlstring_(l, text, len);
        ffi::lua_concat(l, 2);
        ffi::lua_error(l)
    }
}

/// # Safety
/// The running function was called with a handle.
#[inline]
unsafe fn subject(l: *mut lua_State) -> Handle {
    Handle::from_bits(unsafe { (*first_slot(l)).bits() })
}

unsafe extern "C-unwind" fn on_index(l: *mut lua_State) -> c_int {
    unsafe {
        let handle = subject(l);
        charge(1);
        if ffi::lua_type(l, 2) == ffi::LUA_TSTRING {
            let mut atom = 0;
            let name = ffi::lua_tostringatom(l, 2, &mut atom);
            let call = Call::new(l, 3, name);
            return answer(call, |guest, call| guest.index(handle, Atom(atom as i16), call));
        }
        let call = Call::new(l, 2, c"[]".as_ptr());
        answer(call, |guest, call| guest.item(handle, call.int(1)?, call))
    }
}

unsafe extern "C-unwind" fn on_call(l: *mut lua_State) -> c_int {
    unsafe {
        let handle = subject(l);
        let (name, atom) = name_of_call(l);
        let call = Call::new(l, 2, if name.is_null() { c"?".as_ptr() } else { name });
        answer(call, |guest, call| guest.call(handle, Atom(atom), call))
    }
}

unsafe extern "C-unwind" fn on_length(l: *mut lua_State) -> c_int {
    unsafe {
        let handle = subject(l);
        charge(1);
        answer(Call::new(l, 2, c"#".as_ptr()), |guest, call| {
            call.push_int(guest.length(handle)? as i64);
            Ok(())
        })
    }
}

unsafe extern "C-unwind" fn on_describe(l: *mut lua_State) -> c_int {
    unsafe {
        let handle = subject(l);
        charge(1);
        answer(Call::new(l, 2, c"tostring".as_ptr()), |guest, call| {
            call.push_str(&guest.describe(handle));
            Ok(())
        })
    }
}

unsafe extern "C-unwind" fn on_assign(l: *mut lua_State) -> c_int {
    const REFUSAL: &CStr =
        c"a field of the match cannot be assigned: call a method that changes it";
    unsafe { ffi::luaL_error(l, REFUSAL.as_ptr()) }
}

unsafe extern "C-unwind" fn on_step(l: *mut lua_State) -> c_int {
    unsafe {
        if ffi::lua_type(l, 1) != ffi::LUA_TLIGHTUSERDATA {
            ffi::luaL_error(l, c"a handle is expected here".as_ptr())
        }
        let handle = subject(l);
        charge(1);
        answer(Call::new(l, 2, c"in".as_ptr()), |guest, call| {
            let next = call.optional_int(1)?.unwrap_or(0).saturating_add(1);
            if next > guest.length(handle)? as i64 {
                call.push_nil();
                return Ok(());
            }
            call.push_int(next);
            guest.item(handle, next, call)
        })
    }
}
