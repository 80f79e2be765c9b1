//! The budget of a script call: a count of safepoints, a deadline and a way to cancel.
//!
//! Luau polls [`safepoint`] at every call, return, loop turn and pattern step. Once a limit is
//! hit the stop is sticky: every later safepoint raises again, so that a script cannot catch it.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mlua::Lua;
use mlua::ffi::{self, lua_State};

/// Why a script was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The count of safepoints ran out.
    Steps,
    /// The deadline passed. Differs between machines: it may abort a match, never decide one.
    Clock,
    /// The host cancelled.
    Cancelled,
    /// A script ran while no [`Budget`] was held.
    NoBudget,
}

/// The clock and the cancel flag are looked at once in this many safepoints.
const POLL_MASK: i64 = 1023;

/// What the scripts of a thread may still use.
struct Meter {
    left: Cell<i64>,
    stop: Cell<Option<Stop>>,
    held: Cell<u32>,
    clock: Cell<Option<Duration>>,
    deadline: Cell<Option<Instant>>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            left: Cell::new(-1),
            stop: Cell::new(None),
            held: Cell::new(0),
            clock: Cell::new(None),
            deadline: Cell::new(None),
        }
    };
    static CANCEL: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Permission to run scripts on this thread. The outermost one counts; inner ones share it.
#[must_use]
pub struct Budget(());

impl Budget {
    /// Allows this many safepoints and, once the first thousand have passed, this much time.
    pub fn allow(steps: u64, clock: Option<Duration>) -> Self {
        METER.with(|meter| {
            if meter.held.replace(meter.held.get() + 1) == 0 {
                meter.left.set(i64::try_from(steps).unwrap_or(i64::MAX));
                meter.stop.set(None);
                meter.clock.set(clock);
                meter.deadline.set(None);
            }
        });
        Self(())
    }

    /// Why the scripts run under the present budget were stopped, if they were.
    pub fn stopped() -> Option<Stop> {
        METER.with(|meter| meter.stop.get())
    }

    /// Safepoints left. Depends on the compiler: report it, never decide by it.
    pub fn left() -> u64 {
        u64::try_from(METER.with(|meter| meter.left.get())).unwrap_or(0)
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        METER.with(|meter| {
            if meter.held.replace(meter.held.get().saturating_sub(1)) == 1 {
                meter.left.set(-1);
            }
        });
    }
}

/// Scripts on this thread stop soon after the flag turns true. `None` removes the flag.
pub fn cancel_by(flag: Option<Arc<AtomicBool>>) {
    CANCEL.set(flag);
}

/// Makes the VM poll the budget. Call again if anything else replaces the interrupt.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: stores a function pointer in the callbacks of a live VM.
    unsafe { lua.exec_raw((), |l| (*ffi::lua_callbacks(l)).interrupt = Some(safepoint)) }
}

unsafe extern "C-unwind" fn safepoint(l: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        return; // raising from the collector is forbidden
    }
    let left = METER.with(|meter| {
        let left = meter.left.get() - 1;
        meter.left.set(left);
        left
    });
    if (left < 0 || left & POLL_MASK == 0)
        && let Some(stop) = METER.with(due)
    {
        let text = match stop {
            Stop::Steps => c"script budget exhausted",
            Stop::Clock => c"script ran too long",
            Stop::Cancelled => c"script cancelled",
            Stop::NoBudget => c"script run without a budget",
        };
        // SAFETY: nothing droppable is alive; the text holds no format directive.
        unsafe { ffi::luaL_error(l, text.as_ptr()) };
    }
}

#[cold]
fn due(meter: &Meter) -> Option<Stop> {
    if meter.held.get() == 0 {
        meter.left.set(-1);
        return Some(Stop::NoBudget);
    }
    let stop = meter.stop.get().or_else(|| {
        let cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if meter.left.get() < 0 {
            return Some(Stop::Steps);
        }
        if CANCEL.with_borrow(|flag| flag.as_ref().is_some_and(cancelled)) {
            return Some(Stop::Cancelled);
        }
        let clock = meter.clock.get()?;
        let now = Instant::now();
        let deadline = meter.deadline.get().unwrap_or(now + clock);
        meter.deadline.set(Some(deadline));
        (now > deadline).then_some(Stop::Clock)
    })?;
    meter.stop.set(Some(stop));
    meter.left.set(-1);
    Some(stop)
}
