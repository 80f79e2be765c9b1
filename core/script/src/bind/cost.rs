//! What calls cost, so that no script can have the engine work for ever.
//!
//! A unit is about what a turn of a loop takes. What grows with the board or with the pieces is
//! charged by their numbers before it runs; lists that go in and out are charged where they are
//! read and built, and the few searches of unknown length as they go.

use super::{Entry, Kind};

/// How the work of a call grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// Hardly.
    Usual,
    /// With the pieces that ever were in this step, if modifiers were looked at since the last one.
    Change,
    /// With the pieces.
    Pieces,
    /// With the cells.
    Board,
    /// With both, several times.
    Search,
}

/// Methods of the match that look at all pieces.
const PIECES: [&str; 26] = [
    "cells_of",
    "count",
    "create_all",
    "distance_to_nearest",
    "draw",
    "eliminate",
    "enemies_of",
    "expire",
    "facing_sides",
    "first",
    "grants",
    "join_team",
    "land",
    "mark_edge",
    "marked_cells",
    "marks_left",
    "next_trigger",
    "on_side",
    "payments",
    "pieces",
    "pieces_for",
    "reopen",
    "repeated",
    "settle",
    "shuffle",
    "sums",
];

/// Methods of the match that change one thing.
const CHANGES: [&str; 11] =
    ["add", "control", "create", "give", "lose", "place", "put", "remove", "send", "set", "wound"];

/// Methods of the match that walk over the board.
const BOARD: [&str; 26] = [
    "area",
    "direction_to",
    "distance",
    "floor_line",
    "group",
    "groups",
    "holes",
    "is_level",
    "is_way",
    "joins",
    "line",
    "matching_facings",
    "next_level",
    "offer_steps",
    "resting_cells",
    "ring",
    "row_length",
    "run_target",
    "slide",
    "slides",
    "sow",
    "standing",
    "triangles",
    "walk",
    "way",
    "ways",
];

/// Methods that walk over the board for each of many pieces, cells or directions.
const SEARCHES: [&str; 20] = [
    "fight",
    "flanked",
    "in_reach",
    "offer_charges",
    "offer_granted",
    "offer_matching",
    "offer_pushes",
    "offer_relocations",
    "offer_runs",
    "reach",
    "reach_distance",
    "reach_distances",
    "reaching",
    "side_cells",
    "striking_facings",
    "strikes",
    "strikes_of",
    "strikes_possible",
    "surrounded",
    "best_packing",
];

/// What a call costs that does little.
pub(super) const USUAL: u64 = 6;

impl Cost {
    /// The cost of an entry; one that is in no list is usual.
    pub(super) fn of(entry: &Entry) -> Cost {
        let is_in = |names: &[&str]| names.contains(&entry.name);
        let of_match = entry.on == Kind::Match;
        if is_in(&SEARCHES) {
            Cost::Search
        } else if of_match && is_in(&BOARD) {
            Cost::Board
        } else if (of_match || entry.on == Kind::Piece) && is_in(&PIECES) {
            Cost::Pieces
        } else if of_match && is_in(&CHANGES) {
            Cost::Change
        } else {
            Cost::Usual
        }
    }

    /// The work of a call on so many cells with so many pieces.
    #[inline]
    pub(super) fn work(self, n_cells: usize, n_pieces: usize) -> u64 {
        let (cells, pieces) = (n_cells as u64, n_pieces as u64);
        match self {
            Cost::Usual => USUAL,
            Cost::Change => 12 + cells / 32 + pieces / 1024 * 8,
            Cost::Pieces => 4 + cells / 16 + pieces / 4,
            Cost::Board => 4 + cells / 2,
            Cost::Search => 4 + 2 * (cells + pieces),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_with_a_cost_is_an_entry() {
        for name in PIECES.iter().chain(&BOARD).chain(&SEARCHES) {
            assert!(super::super::entries().any(|entry| entry.name == *name), "{name}");
        }
    }

    #[test]
    fn nothing_is_free() {
        for entry in super::super::entries() {
            assert!(Cost::of(entry).work(1, 0) >= 4, "{}", entry.name);
        }
    }
}
