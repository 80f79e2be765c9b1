//! Ending a series early without losing it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// The signal that asked for the end, if one did.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Listens for an interrupt from the keyboard, for a friendly request to end, and for the end of
    /// the terminal, unless somebody has seen to it that this does not matter. The first is heard;
    /// a second ends the process at once.
    ///
    /// # Errors
    /// The system does not let them be heard.
    pub fn heard() -> Result<Signals, Failure> {
        let number = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(AtomicBool::new(false));
        let mut heard = vec![SIGINT, SIGTERM];
        #[cfg(unix)]
        heard.extend((!is_ignored(SIGHUP)).then_some(SIGHUP));
        for signal in heard {
            // In this order: the shutdown looks at the flag that the first signal sets after it.
            flag::register_conditional_shutdown(signal, 128 + signal, again.clone())
                .and_then(|_| flag::register(signal, again.clone()))
                .and_then(|_| flag::register_usize(signal, number.clone(), signal as usize))
                .map_err(|error| Failure::usage(format!("cannot listen for signals: {error}")))?;
        }
        Ok(Signals(number))
    }

    /// The number of the signal, once there was one.
    pub fn number(&self) -> Option<u8> {
        u8::try_from(self.0.load(Ordering::Relaxed)).ok().filter(|number| *number != 0)
    }
}

/// Whether the process was started so that a signal does nothing, as by `nohup`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    is_among_ignored(&status, signal)
}

#[cfg(unix)]
fn is_among_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_ignored_stays_ignored() {
        let status = "Name:\tharena\nSigIgn:\t0000000000001001\nSigCgt:\t00\n";
        assert!(is_among_ignored(status, SIGHUP) && is_among_ignored(status, 13));
        assert!(!is_among_ignored(status, SIGINT) && !is_among_ignored("", SIGHUP));
    }

    #[test]
    fn a_friendly_request_to_end_is_heard() {
        let signals = Signals::heard().unwrap();
        assert_eq!(signals.number(), None);
        // One of them: a second signal would end the tests.
        #[cfg(unix)]
        let signal = if is_ignored(SIGHUP) { SIGTERM } else { SIGHUP };
        #[cfg(not(unix))]
        let signal = SIGTERM;
        signal_hook::low_level::raise(signal).unwrap();
        assert_eq!(signals.number().map(i32::from), Some(signal));
    }
}
