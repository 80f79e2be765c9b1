//! The budget of a script call: a count of work, a way to cancel, and a last guard of time.
//!
//! Luau polls [`safepoint`] at every call, return, loop turn and pattern step, which costs one
//! unit each; functions whose work depends on what they are given charge for it by [`spend`].
//! What is counted depends on the script alone, never on the machine. Once a limit is hit the stop
//! is sticky: every later safepoint raises again, so that a script cannot catch it.
//!
//! Between two safepoints nothing can be stopped. What bounds that time is sizes: of texts, of
//! tables (by the memory of the machine), of sources, and of what the engine is asked.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mlua::Lua;
use mlua::ffi::{self, lua_State};

use harena_pack::codes;

use crate::raw::Fault;

/// Why a script was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The count of work ran out.
    Steps,
    /// The guard of time ended it. Differs between machines: it may abort a match, never decide
    /// one.
    Clock,
    /// The host cancelled.
    Cancelled,
    /// The memory of the machine ran out, and a script caught that.
    Memory,
    /// A script ran while no [`Budget`] was held.
    NoBudget,
}

/// The meter is looked at after so much work at most; less where that work takes long. Where it
/// suddenly takes long, the guard comes late by one slice.
const LONGEST_SLICE: i64 = 1_024;
/// Nothing costs more than this at once.
const MOST: u64 = 1 << 60;
/// The first look comes after so much work.
const FIRST_SLICE: i64 = 256;
/// A slice that takes longer is too long, one that takes a tenth of it too short.
const SLICE_TIME: Duration = Duration::from_millis(10);
/// Nobody asks how long a thread was busy before so much time has passed.
const UNGUARDED: Duration = Duration::from_millis(200);

/// What the scripts of a thread may still use.
struct Meter {
    /// Work until the meter is looked at.
    slice: Cell<i64>,
    /// Work left beyond the slice.
    rest: Cell<i64>,
    /// What one safepoint costs.
    weight: Cell<i64>,
    stop: Cell<Option<Stop>>,
    held: Cell<u32>,
    guard: Cell<Option<Duration>>,
    watch: Cell<Option<Watch>>,
}

/// When the meter was looked at.
#[derive(Clone, Copy)]
struct Watch {
    began: Instant,
    last: Instant,
    length: i64,
    busy: Option<Duration>,
}

impl Meter {
    fn left(&self) -> i64 {
        self.slice.get().saturating_add(self.rest.get())
    }

    #[cold]
    fn has_more(&self) -> bool {
        // What was charged too much stays charged, within what a number holds.
        self.slice.set(self.slice.get().max(-i64::MAX / 4));
        self.left() >= 0 || self.held.get() == 0
    }

    /// Hands out the next slice.
    fn hand_out(&self, left: i64, length: i64) {
        let slice = left.min(length);
        self.slice.set(slice);
        self.rest.set(left - slice);
    }

    fn close(&self) {
        self.slice.set(-1);
        self.rest.set(0);
    }
}

thread_local! {
    static METER: Meter = const {
        Meter {
            slice: Cell::new(-1),
            rest: Cell::new(0),
            weight: Cell::new(1),
            stop: Cell::new(None),
            held: Cell::new(0),
            guard: Cell::new(None),
            watch: Cell::new(None),
        }
    };
    static CANCEL: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Permission to run scripts on this thread. The outermost one counts; inner ones share it.
#[must_use]
pub struct Budget(());

impl Budget {
    /// Allows so much work, and ends a call that keeps the thread busy for longer than the guard.
    pub fn allow(work: u64, guard: Option<Duration>) -> Self {
        METER.with(|meter| {
            if meter.held.replace(meter.held.get() + 1) == 0 {
                meter.hand_out(i64::try_from(work).unwrap_or(i64::MAX), FIRST_SLICE);
                meter.weight.set(1);
                meter.stop.set(None);
                meter.guard.set(guard);
                meter.watch.set(None);
            }
        });
        Self(())
    }

    /// Why the scripts run under the present budget were stopped, if they were.
    pub fn stopped() -> Option<Stop> {
        METER.with(|meter| {
            let is_over = meter.held.get() > 0 && meter.left() < 0;
            meter.stop.get().or_else(|| is_over.then_some(Stop::Steps))
        })
    }

    /// Work left: the same on every machine.
    pub fn left() -> u64 {
        u64::try_from(METER.with(Meter::left)).unwrap_or(0)
    }

    /// Gives back work that was counted and does not count.
    pub(crate) fn give_back(work: u32) {
        METER.with(|meter| {
            if meter.stop.get().is_none() {
                meter.rest.set(meter.rest.get().saturating_add(work.into()));
            }
        });
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        METER.with(|meter| {
            if meter.held.replace(meter.held.get().saturating_sub(1)) == 1 {
                meter.close();
            }
        });
    }
}

/// Charges for work that safepoints do not count. The next safepoint ends the call if it was too
/// much; a native that has more to do stops at once when this fails.
///
/// # Errors
/// The budget is used up.
#[inline(always)]
pub fn spend(work: u64) -> Result<(), Fault> {
    if charge(work) { Ok(()) } else { Err(used_up()) }
}

#[cold]
fn used_up() -> Fault {
    Fault::new("script budget exhausted").with_code(codes::TOO_MANY_STEPS)
}

/// As [`spend`]; answers whether anything is left.
#[inline(always)]
pub(crate) fn charge(work: u64) -> bool {
    METER.with(|meter| {
        // What is charged at once is far below what a number holds.
        let slice = meter.slice.get().wrapping_sub(work.min(MOST) as i64);
        meter.slice.set(slice);
        slice >= 0 || meter.has_more()
    })
}

/// The memory of the machine ran out: the next safepoint ends the call, whatever caught it.
pub(crate) fn ran_out() {
    METER.with(|meter| {
        meter.stop.set(Some(Stop::Memory));
        meter.close();
    });
}

/// Sets what one safepoint costs from now on; answers what it cost so far.
pub(crate) fn weigh(weight: i64) -> i64 {
    METER.with(|meter| meter.weight.replace(weight))
}

/// Scripts on this thread stop soon after the flag turns true. `None` removes the flag.
pub fn cancel_by(flag: Option<Arc<AtomicBool>>) {
    CANCEL.set(flag);
}

/// Makes the VM poll the budget and charge for texts. Call again if anything else replaces the
/// callbacks.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: stores function pointers in the callbacks of a live VM.
    unsafe {
        lua.exec_raw((), |l| {
            (*ffi::lua_callbacks(l)).interrupt = Some(safepoint);
            (*ffi::lua_callbacks(l)).onallocate = Some(on_allocate);
        })
    }
}

unsafe extern "C-unwind" fn safepoint(l: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        return; // raising from the collector is forbidden
    }
    let slice = METER.with(|meter| {
        let slice = meter.slice.get().wrapping_sub(meter.weight.get());
        meter.slice.set(slice);
        slice
    });
    if slice < 0
        && let Some(stop) = METER.with(look)
    {
        let text = match stop {
            Stop::Steps => c"script budget exhausted",
            Stop::Clock => c"script ran too long",
            Stop::Cancelled => c"script cancelled",
            Stop::Memory => c"not enough memory",
            Stop::NoBudget => c"script run without a budget",
        };
        // SAFETY: nothing droppable is alive; the text holds no format directive.
        unsafe { ffi::luaL_error(l, text.as_ptr()) };
    }
}

/// Texts shorter than this cost nothing beyond the safepoint.
const LONG_TEXT: usize = 1024;
/// Texts longer than this cost as much as if the limit of work were near.
const HUGE_TEXT: usize = 2 << 20;

/// What making or reading a text of so many bytes costs.
pub(crate) fn work_of_text(len: usize) -> u64 {
    let len = len as u64;
    if len > HUGE_TEXT as u64 { len / 4 } else { len / 64 }
}

/// Charges for long texts that `..` makes, which always asks for memory first. Built-in functions
/// charge by what they are given, since they may find the text made already.
unsafe extern "C-unwind" fn on_allocate(
    l: *mut lua_State,
    _: *mut c_void,
    _: usize,
    size: usize,
    _: u8,
    kind: c_int,
    _: c_int,
) {
    if kind == ffi::LUA_TSTRING && size >= LONG_TEXT && unsafe { runs_script(l) } {
        charge(work_of_text(size));
    }
}

/// Whether a function written in Luau is running.
unsafe fn runs_script(l: *mut lua_State) -> bool {
    // SAFETY: the record is plain data that `lua_getinfo` fills without asking for memory.
    unsafe {
        let mut at = std::mem::zeroed::<ffi::lua_Debug>();
        ffi::lua_getinfo(l, 0, c"s".as_ptr(), &mut at) != 0
            && !at.what.is_null()
            && *at.what.cast::<u8>() != b'C'
    }
}

#[cold]
fn look(meter: &Meter) -> Option<Stop> {
    if meter.held.get() == 0 {
        meter.close();
        return Some(Stop::NoBudget);
    }
    let left = meter.left();
    let stop = meter.stop.get().or_else(|| {
        let cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if left < 0 {
            return Some(Stop::Steps);
        }
        if CANCEL.with_borrow(|flag| flag.as_ref().is_some_and(cancelled)) {
            return Some(Stop::Cancelled);
        }
        watch(meter).then_some(Stop::Clock)
    });
    match stop {
        None => meter.hand_out(left, meter.watch.get().map_or(LONGEST_SLICE, |it| it.length)),
        Some(stop) => {
            meter.stop.set(Some(stop));
            meter.close();
        }
    }
    stop
}

/// Whether the guard ends the call. How often it looks follows from how long the work takes.
fn watch(meter: &Meter) -> bool {
    let Some(guard) = meter.guard.get() else { return false };
    let now = Instant::now();
    let first = Watch { began: now, last: now, length: FIRST_SLICE, busy: None };
    let mut watch = meter.watch.get().unwrap_or(first);
    let took = now - watch.last;
    if took > SLICE_TIME {
        watch.length = (watch.length / 8).max(1);
    } else if took < SLICE_TIME / 10 {
        watch.length = (watch.length * 2).min(LONGEST_SLICE);
    }
    watch.last = now;
    let mut is_over = false;
    if now - watch.began > UNGUARDED.min(guard) {
        let busy = busy_time();
        is_over = busy.saturating_sub(*watch.busy.get_or_insert(busy)) > guard;
    }
    meter.watch.set(Some(watch));
    is_over
}

/// For how long this thread has been running, not counting when it had to wait.
#[cfg(unix)]
fn busy_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: fills a record that outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn busy_time() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
