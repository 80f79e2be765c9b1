//! Which declaration a name stands for.

use std::collections::BTreeMap;

use harena_pack::Place;

use super::members::Holds;

/// One declared local.
#[derive(Clone, Debug, Default)]
pub(super) struct Binding {
    /// How it is spelled.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// How many functions are around its declaration; 0 for the module itself.
    pub depth: usize,
    /// Whether it holds a table with named fields.
    pub is_record: bool,
    /// Whether it holds a table or a function.
    pub is_address: bool,
    /// Whether it holds a required module.
    pub is_module: bool,
    /// Whether it is a local or a function that a statement declares: no parameter, no variable of
    /// a loop.
    pub is_stated: bool,
    /// How many names the same statement declares after it.
    pub n_after: usize,
    /// How often it is read.
    pub n_uses: usize,
    /// How often it stands alone, not in front of a dot or a call.
    pub n_bare: usize,
    /// Whether something else is assigned to it later.
    pub is_changed: bool,
    /// What it is known to hold, as long as it is not changed.
    pub holds: Option<Holds>,
}

/// The declarations of a file and those in force at the place being visited.
#[derive(Default)]
pub(super) struct Scopes {
    /// Every declaration, in the order of the file.
    pub bindings: Vec<Binding>,
    /// How many functions are around the place being visited.
    pub depth: usize,
    open: Vec<BTreeMap<String, usize>>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.open.push(BTreeMap::new());
    }

    pub fn leave(&mut self) {
        self.open.pop();
    }

    pub fn declare(&mut self, binding: Binding) {
        if let Some(scope) = self.open.last_mut() {
            scope.insert(binding.name.clone(), self.bindings.len());
            self.bindings.push(Binding { depth: self.depth, ..binding });
        }
    }

    /// The local of this name, if there is one; otherwise the name is global.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(self.place_of(name)?)
    }

    /// The local of this name, to be noted of.
    pub fn find_mut(&mut self, name: &str) -> Option<&mut Binding> {
        self.place_of(name).and_then(|n| self.bindings.get_mut(n))
    }

    /// Counts a use of the local of this name.
    pub fn count_use(&mut self, name: &str) {
        if let Some(binding) = self.place_of(name).and_then(|n| self.bindings.get_mut(n)) {
            binding.n_uses += 1;
        }
    }

    /// The number of the local of this name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.place_of(name)
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        self.open.iter().rev().find_map(|scope| scope.get(name)).copied()
    }
}
