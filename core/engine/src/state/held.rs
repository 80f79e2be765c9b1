//! Where the pieces of each owner stand, so that whoever asks for some need not look at all.

use crate::board::{Cell, CellSet, NearCells};
use crate::id::Seat;

/// The cells where a piece of each owner stands, floors left out; nobody's come last. It follows
/// from the pieces and is no part of the state, so all are equal. Nothing is known of states that
/// were read, and of boards whose cells do not all lie near.
#[derive(Clone, Debug, Default)]
pub struct Held {
    by_owner: Vec<NearCells>,
}

impl PartialEq for Held {
    fn eq(&self, _: &Held) -> bool {
        true
    }
}

impl Eq for Held {}

impl Held {
    /// Begins with an empty board of so many cells.
    pub(super) fn begin(&mut self, n_seats: u8, n_cells: usize) {
        self.by_owner.clear();
        if NearCells::hold(n_cells) {
            self.by_owner.resize(usize::from(n_seats) + 1, NearCells::default());
        }
    }

    fn place_of(&self, owner: Seat) -> usize {
        usize::from(owner.0).min(self.by_owner.len().saturating_sub(1))
    }

    /// A piece of this owner stands on this cell now.
    pub(crate) fn insert(&mut self, owner: Seat, cell: Cell) {
        let is_seated = owner == Seat::NONE || usize::from(owner.0) + 1 < self.by_owner.len();
        let at = self.place_of(owner);
        let Some(cells) = self.by_owner.get_mut(at) else { return };
        if !is_seated || !cells.insert(cell) {
            self.by_owner.clear();
        }
    }

    /// No piece of this owner stands on this cell any longer.
    pub(crate) fn remove(&mut self, owner: Seat, cell: Cell) {
        let at = self.place_of(owner);
        if let Some(cells) = self.by_owner.get_mut(at) {
            cells.remove(cell);
        }
    }

    /// All that stands on one cell comes to another where nothing stands.
    pub(crate) fn carry(&mut self, from: Cell, to: Cell) {
        let mut is_known = true;
        for cells in self.by_owner.iter_mut().filter(|cells| cells.contains(from)) {
            cells.remove(from);
            is_known &= cells.insert(to);
        }
        if !is_known {
            self.by_owner.clear();
        }
    }

    /// Where pieces of some owners stand, each a bit, nobody the highest. `None` if that is not
    /// known, or nearly everything is meant.
    #[inline]
    pub fn of(&self, owners: u32) -> Option<CellSet> {
        if owners == u32::MAX {
            return None;
        }
        let (nobody, seats) = self.by_owner.split_last()?;
        let of_nobody = (owners >> 31 != 0).then_some(nobody);
        let is_meant = |seat: usize| owners.checked_shr(seat as u32).is_some_and(|it| it & 1 != 0);
        let meant = seats.iter().enumerate().filter(|(seat, _)| is_meant(*seat));
        let meant = meant.map(|(_, cells)| cells).chain(of_nobody);
        Some(meant.fold(NearCells::default(), |all, cells| all.and_also(cells)).into())
    }
}
