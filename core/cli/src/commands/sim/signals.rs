//! Ending a series early without losing it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// The signal that asked for the end, if one did.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Listens for an interrupt from the keyboard and for a friendly request to end. The first is
    /// heard; a second ends the process at once.
    ///
    /// # Errors
    /// The system does not let them be heard.
    pub fn heard() -> Result<Signals, Failure> {
        let number = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_friendly_request_to_end_is_heard() {
        let signals = Signals::heard().unwrap();
        assert_eq!(signals.number(), None);
        signal_hook::low_level::raise(SIGTERM).unwrap();
        assert_eq!(signals.number(), Some(15));
    }
}
