//! Packs held against what they declare, once it is read.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use harena_pack::Problem;

use crate::define::{self, Definitions};
use crate::lint::FileWords;
use crate::packs::PackModules;

/// What packs get wrong of what they declare themselves.
pub(super) struct Held {
    /// Members and words that there are none of: with them the packs cannot be used.
    pub wrong: Vec<Problem>,
    /// What is left out.
    pub warnings: Vec<Problem>,
}

impl Held {
    pub fn of(definitions: &Definitions, words: &[Arc<FileWords>]) -> Held {
        let modules = PackModules::new(&definitions.packs, Arc::default());
        let mut wrong = define::problems_of_members(Some(definitions), &modules, words);
        wrong.extend(define::problems_of_words(definitions, words));
        let warnings = match wrong.is_empty() {
            true => define::problems_of_silence(definitions, words),
            false => Vec::new(),
        };
        Held { wrong, warnings }
    }
}

/// Does one thing on a thread of its own while another is done here; one after the other where no
/// thread can be started.
pub(super) fn beside<A: Send, B>(there: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("packs".to_owned()).spawn_scoped(scope, &there);
        let here = here();
        let there = match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => there(),
        };
        (there, here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_done_on_another_thread_and_both_are_answered() {
        let here = thread::current().id();
        let (there, (at, n)) = beside(|| thread::current().id(), || (thread::current().id(), 7));
        assert_ne!(there, here);
        assert_eq!((at, n), (here, 7));
    }

    #[test]
    #[should_panic(expected = "lost")]
    fn what_is_lost_on_the_other_thread_is_lost_here() {
        beside(|| panic!("lost"), || ());
    }
}
