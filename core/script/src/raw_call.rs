//! Arguments and results of one call from Luau, read and written in place.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};

use mlua::ffi::{self, lua_State};

use crate::raw::{Atom, Fault, Handle, Kept};
use crate::raw_build::{
    Part, SORT_BOOL, SORT_HANDLE, SORT_INT, SORT_KEPT, SORT_NIL, Shape, Template, build,
};
use crate::raw_fiber::Arg;
use crate::raw_limits::{charge, work_of_text};
pub use crate::raw_plain::{Plain, TableView};
use crate::raw_slot::{Slot, Text, first_slot, n_slots, push_slot};

/// More results than this are refused, so that the guaranteed Luau stack always suffices.
const MAX_RESULTS: c_int = 8;

/// Results that need an allocation in the VM wait here until the guest is done, because the
/// allocation may raise a Luau error.
#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    words: Vec<u64>,
    parts: Vec<Part>,
}

thread_local! {
    static WAITING: RefCell<Waiting> = RefCell::default();
}

/// One call from a script: its arguments, numbered from 1, and the results to give back.
pub struct Call {
    state: *mut lua_State,
    name: *const c_char,
    before_first: c_int,
    n_args: c_int,
    n_results: c_int,
    first_part: Option<(usize, usize, usize)>,
}

impl Call {
    #[inline]
    pub(crate) unsafe fn new(state: *mut lua_State, first: c_int, name: *const c_char) -> Self {
        let before_first = first - 1;
        let n_args = (unsafe { n_slots(state) } - before_first).max(0);
        Self { state, name, before_first, n_args, n_results: 0, first_part: None }
    }

    pub(crate) fn state(&self) -> *mut lua_State {
        self.state
    }

    /// The text of the field or method that was asked for.
    pub fn name(&self) -> &str {
        // SAFETY: the name is a constant of the calling function or an argument of this call.
        unsafe { CStr::from_ptr(self.name) }.to_str().unwrap_or("?")
    }

    /// How many arguments were passed, trailing nils included.
    pub fn n_args(&self) -> usize {
        self.n_args as usize
    }

    /// The place of an argument on the stack.
    #[inline]
    fn place(&self, i: usize) -> Option<c_int> {
        // Beyond the arguments lies what was pushed.
        (i != 0 && i <= self.n_args as usize).then(|| self.before_first + i as c_int)
    }

    /// An argument; nil if it is missing.
    #[inline]
    fn slot(&self, i: usize) -> Slot {
        // SAFETY: the place holds an argument of the running call.
        self.place(i)
            .map_or(Slot::NIL, |at| unsafe { *first_slot(self.state).add(at as usize - 1) })
    }

    #[inline]
    fn plain(&self, i: usize) -> Plain<'_> {
        // SAFETY: the slot holds an argument, which stays in place while the call is borrowed.
        unsafe { Plain::read(self.state, &self.slot(i), 0) }
    }

    #[cold]
    fn wrong(&self, i: usize, expected: &str) -> Fault {
        let found = self.plain(i).type_name();
        Fault::new(format!("argument {i} of {} must be {expected}, not {found}", self.name()))
    }

    /// A whole number; fractions and numeric strings are refused.
    #[inline]
    pub fn int(&self, i: usize) -> Result<i64, Fault> {
        let slot = self.slot(i);
        if slot.sort() == ffi::LUA_TNUMBER {
            let number = slot.number();
            let int = number as i64;
            if int as f64 == number && int != i64::MAX {
                return Ok(int);
            }
        }
        Err(self.wrong(i, "a whole number"))
    }

    /// The atom of a text; nothing for other arguments.
    #[inline]
    pub fn atom(&self, i: usize) -> Option<Atom> {
        let slot = self.slot(i);
        if slot.sort() != ffi::LUA_TSTRING {
            return None;
        }
        // SAFETY: the text is an argument, and so it lives.
        match unsafe { (*slot.pointer::<Text>()).atom() } {
            Some(atom) => Some(Atom(atom)),
            None => self.new_atom(i),
        }
    }

    #[cold]
    fn new_atom(&self, i: usize) -> Option<Atom> {
        let mut atom = Atom::UNKNOWN.0.into();
        // SAFETY: the place holds an argument; only what is a text already has an atom.
        let text = unsafe { ffi::lua_tostringatom(self.state, self.place(i)?, &mut atom) };
        (!text.is_null()).then_some(Atom(atom as i16))
    }

    /// A whole number, or `None` where the argument is nil or missing.
    pub fn optional_int(&self, i: usize) -> Result<Option<i64>, Fault> {
        if self.is_nil(i) { Ok(None) } else { self.int(i).map(Some) }
    }

    /// A handle of the given kind.
    #[inline]
    pub fn handle(&self, i: usize, kind: u8) -> Result<Handle, Fault> {
        let handle = self.any_handle(i)?;
        if handle.kind == kind { Ok(handle) } else { Err(self.wrong(i, "another kind of handle")) }
    }

    /// A handle of any kind.
    #[inline]
    pub fn any_handle(&self, i: usize) -> Result<Handle, Fault> {
        let slot = self.slot(i);
        // None is all zeros.
        if slot.sort() == ffi::LUA_TLIGHTUSERDATA && slot.bits() != 0 {
            return Ok(Handle::from_bits(slot.bits()));
        }
        Err(self.wrong(i, "a handle"))
    }

    /// A handle of the given kind, or `None` where the argument is nil or missing.
    pub fn optional_handle(&self, i: usize, kind: u8) -> Result<Option<Handle>, Fault> {
        if self.is_nil(i) { Ok(None) } else { self.handle(i, kind).map(Some) }
    }

    /// `true` or `false`; nothing else counts as one.
    pub fn boolean(&self, i: usize) -> Result<bool, Fault> {
        if let Plain::Bool(value) = self.plain(i) {
            return Ok(value);
        }
        Err(self.wrong(i, "true or false"))
    }

    /// A boolean, or `None` where the argument is nil or missing.
    pub fn optional_boolean(&self, i: usize) -> Result<Option<bool>, Fault> {
        if self.is_nil(i) { Ok(None) } else { self.boolean(i).map(Some) }
    }

    /// A text, borrowed from the VM.
    pub fn str(&self, i: usize) -> Result<&str, Fault> {
        if let Plain::Text(text) = self.plain(i) {
            return Ok(text);
        }
        Err(self.wrong(i, "a text"))
    }

    /// The bytes of a text, borrowed from the VM; what they mean is not looked at. The same text
    /// keeps its address while something in the VM refers to it.
    #[inline]
    pub fn bytes(&self, i: usize) -> Result<&[u8], Fault> {
        let slot = self.slot(i);
        if slot.sort() != ffi::LUA_TSTRING {
            return Err(self.wrong(i, "a text"));
        }
        // SAFETY: the text is an argument, and so it lives.
        Ok(unsafe { Text::bytes(slot.pointer()) })
    }

    /// A text, or `None` where the argument is nil or missing.
    pub fn optional_str(&self, i: usize) -> Result<Option<&str>, Fault> {
        if self.is_nil(i) { Ok(None) } else { self.str(i).map(Some) }
    }

    /// A table to read from.
    pub fn table(&self, i: usize) -> Result<TableView<'_>, Fault> {
        if let Plain::Table(view) = self.plain(i) {
            return Ok(view);
        }
        Err(self.wrong(i, "a table"))
    }

    /// A table, or `None` where the argument is nil or missing.
    pub fn optional_table(&self, i: usize) -> Result<Option<TableView<'_>>, Fault> {
        if self.is_nil(i) { Ok(None) } else { self.table(i).map(Some) }
    }

    /// Whether the argument is nil or missing.
    #[inline]
    pub fn is_nil(&self, i: usize) -> bool {
        self.slot(i).is_nil()
    }

    /// Any argument, for those that may be of several types.
    pub fn argument(&self, i: usize) -> Plain<'_> {
        self.plain(i)
    }

    #[inline]
    fn room(&mut self) -> bool {
        self.n_results += 1;
        self.n_results <= MAX_RESULTS
    }

    #[inline]
    fn push(&mut self, slot: Slot) {
        if self.room() {
            // SAFETY: MAX_RESULTS is well below the 20 slots Luau guarantees to a C function; no
            // object is pushed.
            unsafe { push_slot(self.state, slot) }
        }
    }

    /// Gives back a whole number. Beyond 2^53 it loses precision.
    #[inline]
    pub fn push_int(&mut self, number: i64) {
        self.push(Slot::of_number(number as f64));
    }

    /// Gives back `true` or `false`.
    #[inline]
    pub fn push_bool(&mut self, value: bool) {
        self.push(Slot::of_bool(value));
    }

    /// Gives back nil.
    #[inline]
    pub fn push_nil(&mut self) {
        self.push(Slot::NIL);
    }

    /// Gives back a handle.
    #[inline]
    pub fn push_handle(&mut self, handle: Handle) {
        self.push(Slot::of_handle(handle));
    }

    /// Gives back a handle, or nil.
    pub fn push_optional_handle(&mut self, handle: Option<Handle>) {
        match handle {
            Some(handle) => self.push_handle(handle),
            None => self.push_nil(),
        }
    }

    /// Gives back a kept value; nil if another VM keeps it.
    pub fn push_kept(&mut self, kept: Kept) {
        // SAFETY: as in `push`; a reference of this VM is a valid index of its registry.
        if unsafe { ffi::lua_mainthread(self.state) }.addr() != kept.owner {
            return self.push_nil();
        }
        if self.room() {
            unsafe { ffi::lua_rawgeti_(self.state, ffi::LUA_REGISTRYINDEX, kept.reference) };
        }
    }

    /// Gives back a value a fiber could take.
    pub fn push_arg(&mut self, value: Arg) {
        match value {
            Arg::Bool(value) => self.push_bool(value),
            Arg::Int(number) => self.push_int(number),
            Arg::Handle(handle) => self.push_handle(handle),
            Arg::Kept(kept) => self.push_kept(kept),
            Arg::Nil | Arg::Other => self.push_nil(),
        }
    }

    /// Gives back a text.
    pub fn push_str(&mut self, text: &str) {
        self.defer(Shape::Text, |waiting| waiting.bytes.extend_from_slice(text.as_bytes()));
    }

    /// Gives back a new list of handles.
    pub fn push_list_of_handles(&mut self, handles: impl IntoIterator<Item = Handle>) {
        self.defer(Shape::Handles, |waiting| {
            waiting.words.extend(handles.into_iter().map(Handle::bits));
        });
    }

    /// Gives back a new list of new lists of handles.
    pub fn push_lists_of_handles(&mut self, lists: impl ExactSizeIterator<Item = Vec<Handle>>) {
        self.defer(Shape::Lists, |waiting| {
            waiting.words.push(lists.len() as u64);
            for list in lists {
                waiting.words.push(list.len() as u64);
                waiting.words.extend(list.into_iter().map(Handle::bits));
            }
        });
    }

    /// Gives back a new list of whole numbers.
    pub fn push_list_of_ints(&mut self, numbers: impl IntoIterator<Item = i64>) {
        self.defer(Shape::Ints, |waiting| {
            waiting.words.extend(numbers.into_iter().map(|number| number as u64));
        });
    }

    /// Gives back a new list of values a fiber could take; nils are not among them.
    pub fn push_list_of_args(&mut self, values: impl IntoIterator<Item = Arg>) {
        // SAFETY: reads which VM this is.
        let vm = unsafe { ffi::lua_mainthread(self.state) }.addr();
        let pair = |value: Arg| match value {
            Arg::Bool(value) => Some([SORT_BOOL, value.into()]),
            Arg::Int(number) => Some([SORT_INT, number as u64]),
            Arg::Handle(handle) => Some([SORT_HANDLE, handle.bits()]),
            Arg::Kept(kept) if kept.owner == vm => Some([SORT_KEPT, kept.reference as u64]),
            Arg::Nil | Arg::Kept(_) | Arg::Other => None,
        };
        self.defer(Shape::Args, |waiting| {
            waiting.words.extend(values.into_iter().filter_map(pair).flatten());
        });
    }

    /// Gives back a new table with arguments of this call by name; those that are missing or nil
    /// are left out. A name of another VM is left out as well.
    pub fn push_named_arguments(&mut self, names: impl IntoIterator<Item = (Kept, usize)>) {
        // SAFETY: reads which VM this is.
        let vm = unsafe { ffi::lua_mainthread(self.state) }.addr();
        let (before_first, n_args) = (self.before_first as usize, self.n_args as usize);
        let pair = |(name, i): (Kept, usize)| {
            let is_here = name.owner == vm && (1..=n_args).contains(&i);
            is_here.then(|| [name.reference as u64, (before_first + i) as u64])
        };
        self.defer(Shape::Named, |waiting| {
            waiting.words.extend(names.into_iter().filter_map(pair).flatten());
        });
    }

    /// Gives back a copy of a template with these values for its names; those that are missing are
    /// nil. A template of another VM gives nil.
    pub(crate) fn push_filled(&mut self, template: &Template, values: &[Arg]) {
        // SAFETY: reads which VM this is.
        let vm = unsafe { ffi::lua_mainthread(self.state) }.addr();
        if template.table.owner != vm {
            return self.push_nil();
        }
        let word = |value: Arg| match value {
            Arg::Bool(value) => [SORT_BOOL, value.into()],
            Arg::Int(number) => [SORT_INT, number as u64],
            Arg::Handle(handle) => [SORT_HANDLE, handle.bits()],
            Arg::Kept(kept) if kept.owner == vm => [SORT_KEPT, kept.reference as u64],
            Arg::Nil | Arg::Kept(_) | Arg::Other => [SORT_NIL, 0],
        };
        self.defer(Shape::Filled, |waiting| {
            waiting.words.push(template.table.reference as u64);
            let values = values.iter().copied().chain(std::iter::repeat(Arg::Nil));
            for (place, value) in template.places.iter().zip(values) {
                let [sort, word] = word(value);
                waiting.words.extend([*place, sort, word]);
            }
        });
    }

    /// Keeps an argument alive as long as the VM, so that its [`TableView::identity`] stays its
    /// own. Costs a little memory for ever: only for constants.
    pub fn keep_argument(&mut self, i: usize) {
        let Some(slot) = self.place(i) else { return };
        WAITING.with_borrow_mut(|waiting| {
            let now = (waiting.parts.len(), waiting.bytes.len(), waiting.words.len());
            self.first_part.get_or_insert(now);
            waiting.parts.push(Part { slot, shape: Shape::Kept, start: 0, end: 0 });
        });
    }

    fn defer(&mut self, shape: Shape, fill: impl FnOnce(&mut Waiting)) {
        self.push_nil();
        if self.n_results > MAX_RESULTS {
            return;
        }
        // SAFETY: reads the height of the stack.
        let slot = unsafe { n_slots(self.state) };
        WAITING.with_borrow_mut(|waiting| {
            let now = (waiting.parts.len(), waiting.bytes.len(), waiting.words.len());
            self.first_part.get_or_insert(now);
            fill(waiting);
            let text = shape == Shape::Text;
            let start = if text { now.1 } else { now.2 };
            let end = if text { waiting.bytes.len() } else { waiting.words.len() };
            charge(if text { work_of_text(end - start) } else { (end - start) as u64 / 4 });
            waiting.parts.push(Part { slot, shape, start, end });
        });
    }

    /// Whether more was pushed than is allowed.
    #[inline]
    pub(crate) fn is_too_much(&self) -> bool {
        self.n_results > MAX_RESULTS
    }

    /// Forgets the waiting results.
    pub(crate) fn abandon(&mut self) {
        let Some((parts, bytes, words)) = self.first_part.take() else { return };
        WAITING.with_borrow_mut(|waiting| {
            waiting.parts.truncate(parts);
            waiting.bytes.truncate(bytes);
            waiting.words.truncate(words);
        });
    }

    /// Builds the waiting results in their slots. May raise; nothing droppable is alive here.
    #[inline]
    pub(crate) unsafe fn finish(self) -> c_int {
        match self.first_part {
            None => self.n_results,
            Some((first, ..)) => unsafe { self.finish_waiting(first) },
        }
    }

    #[inline(never)]
    unsafe fn finish_waiting(mut self, first: usize) -> c_int {
        let mut i = first;
        while let Some((part, data)) = waiting_part(i) {
            unsafe { build(self.state, part, data) };
            i += 1;
        }
        self.abandon();
        self.n_results
    }
}

/// A part and where its content lies; the content does not move while no guest runs.
fn waiting_part(i: usize) -> Option<(Part, *const u8)> {
    WAITING.with_borrow(|waiting| {
        let part = *waiting.parts.get(i)?;
        let data = match part.shape {
            Shape::Text => waiting.bytes.get(part.start..part.end)?.as_ptr(),
            Shape::Kept => waiting.bytes.as_ptr(),
            Shape::Handles
            | Shape::Ints
            | Shape::Lists
            | Shape::Args
            | Shape::Named
            | Shape::Filled => waiting.words.get(part.start..part.end)?.as_ptr().cast(),
        };
        Some((part, data))
    })
}
