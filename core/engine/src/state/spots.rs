//! Markers on cells and edges.

use serde::{Deserialize, Serialize};

use super::State;
use crate::board::{Cell, EdgeId};
use crate::game::Game;
use crate::hash::Fingerprint;
use crate::id::*;

/// A place of the board that can carry markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spot {
    /// A cell.
    Cell(Cell),
    /// An edge between two cells, or at the border.
    Edge(EdgeId),
}

/// Counted markers of one kind and owner on a cell or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotMark {
    /// Their kind.
    pub kind: MarkId,
    /// Where they lie.
    pub spot: Spot,
    /// Whose they are; [`Seat::NONE`] if nobody's.
    pub owner: Seat,
    /// How many.
    pub n: i16,
}

impl State {
    /// How many markers of a kind an owner has left: of its supply, those that lie on no piece, no
    /// cell and no edge. `None` where there are as many as needed; below 0 where more lie there
    /// than there are, as a position written by hand can have it.
    pub fn marks_left(&self, game: &Game, kind: MarkId, owner: Seat) -> Option<i32> {
        let supply = game.marks.get(kind.index()).map_or(0, |rule| rule.supply);
        if supply == 0 {
            return None;
        }
        let carried = self.marks.iter().filter(|m| m.kind == kind && m.owner == owner);
        let lying = self.spots.iter().filter(|m| m.kind == kind && m.owner == owner);
        let used = carried.map(|m| i32::from(m.n)).chain(lying.map(|m| i32::from(m.n)));
        Some(i32::from(supply) - used.sum::<i32>())
    }
}

impl SpotMark {
    /// Adds these markers to a fingerprint.
    pub fn print(&self, print: &mut Fingerprint) {
        let (sort, place) = match self.spot {
            Spot::Cell(cell) => (1, cell.0),
            Spot::Edge(edge) => (2, edge.0),
        };
        print.write_bytes(&[sort, self.kind.0, self.owner.0]);
        print.write_u16(place);
        print.write_u16(self.n as u16);
    }
}
