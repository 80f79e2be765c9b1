//! Packs that were loaded once: what of that goes from thread to thread.

use std::sync::Arc;

use harena_pack::{Pack, Problem};

use super::Host;
use super::looked::Files;
use crate::allowance::Allowance;
use crate::vm::Vm;

/// Packs that a [`Host`] was loaded from, on whatever thread. A host belongs to its thread; what is
/// known of its files does not, so that another thread only runs them.
///
/// ```
/// fn crosses_threads<T: Send + Sync>() {}
/// crosses_threads::<harena_script::Proven>();
/// ```
#[derive(Clone)]
pub struct Proven {
    pub(super) packs: Vec<Arc<Pack>>,
    pub(super) files: Arc<Files>,
}

impl Proven {
    /// The packs, in their load order.
    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }

    /// Loads the packs once more, into a machine of its own.
    ///
    /// # Errors
    /// As for [`Host::load`]; only what this thread or the time of day could bring, since the packs
    /// were sound before.
    pub fn load(&self) -> Result<Host, Vec<Problem>> {
        let files = (&Allowance::default(), Arc::clone(&self.files));
        Host::load_linted((&self.packs, Vm::new), Vec::new(), files)
    }
}
