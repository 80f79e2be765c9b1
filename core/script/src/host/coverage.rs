//! A host that counts which lines of its scripts run.

use harena_pack::Problem;

use super::Host;
use crate::vm::{FileCoverage, Vm};

impl Host {
    /// As [`Host::load_again`], into a machine that counts which lines run; what it plays is the
    /// same.
    ///
    /// # Errors
    /// As for [`Host::load`].
    pub fn load_counting(&self) -> Result<Host, Vec<Problem>> {
        self.load_into(Vm::counting)
    }

    /// How often the lines of scripts ran, if this host was made by [`Host::load_counting`].
    pub fn coverage(&self) -> Vec<FileCoverage> {
        self.vm.coverage()
    }
}
