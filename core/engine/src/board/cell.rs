//! Cells and the directions between them.

use serde::{Deserialize, Serialize};

/// The place of one space in the reading order of its board: smaller row first, then smaller
/// column; on hexes smaller `r` first, then smaller `q`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell of a place in a table; a place that no cell can have gives one that no board has.
    pub fn at(place: usize) -> Cell {
        Cell(u16::try_from(place).unwrap_or(u16::MAX))
    }

    /// The cell as a place in a table.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An absolute direction of a board, counted clockwise from 0. Which ones there are is said at
/// [`BoardKind`](super::BoardKind).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Direction(pub u8);

/// A side of a piece or floor as printed: 0 is the front, the others follow clockwise.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Side(pub u8);

/// How far a piece or floor is rotated: the number of clockwise steps from its printed position,
/// and so the direction of its front.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Facing(pub u8);

/// The arithmetic of `n` directions in a circle.
///
/// Printed side `p` of a piece with facing `f` points to direction `(p + f) mod n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Compass(u8);

impl Compass {
    /// A circle of `n` directions; with none, every answer is 0.
    pub fn new(n: u8) -> Self {
        Self(n)
    }

    /// How many directions there are.
    pub fn n_directions(self) -> u8 {
        self.0
    }

    /// All directions, clockwise from 0.
    pub fn directions(self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator {
        (0..self.0).map(Direction)
    }

    /// All facings, clockwise from 0.
    pub fn facings(self) -> impl DoubleEndedIterator<Item = Facing> + ExactSizeIterator {
        (0..self.0).map(Facing)
    }

    /// The direction half a circle away. Right only for an even number of directions.
    pub fn opposite(self, direction: Direction) -> Direction {
        Direction(self.sum(direction.0, i32::from(self.0 / 2)))
    }

    /// The direction `steps` clockwise, or counterclockwise if negative.
    pub fn turned(self, direction: Direction, steps: i32) -> Direction {
        Direction(self.sum(direction.0, steps))
    }

    /// The facing after `steps` clockwise steps, or counterclockwise ones if negative.
    pub fn rotated(self, facing: Facing, steps: i32) -> Facing {
        Facing(self.sum(facing.0, steps))
    }

    /// Where a printed side points.
    pub fn direction_of(self, side: Side, facing: Facing) -> Direction {
        Direction(self.sum(side.0, i32::from(facing.0)))
    }

    /// The printed side that points to `direction`.
    pub fn side_towards(self, direction: Direction, facing: Facing) -> Side {
        Side(self.sum(direction.0, -i32::from(facing.0)))
    }

    /// The facing that makes `side` point to `direction`.
    pub fn facing_towards(self, side: Side, direction: Direction) -> Facing {
        Facing(self.sum(direction.0, -i32::from(side.0)))
    }

    /// How many clockwise steps lead from one direction to another: 0 to `n - 1`.
    pub fn steps_between(self, from: Direction, to: Direction) -> u8 {
        self.sum(to.0, -i32::from(from.0))
    }

    fn sum(self, start: u8, steps: i32) -> u8 {
        if self.0 == 0 {
            return 0;
        }
        let n = i64::from(self.0);
        (i64::from(start) + i64::from(steps)).rem_euclid(n) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of a six-sided tile: printed side 5 with facing 5 points to direction 4.
    #[test]
    fn a_printed_side_rotates_with_its_piece() {
        let compass = Compass::new(6);
        assert_eq!(compass.direction_of(Side(5), Facing(5)), Direction(4));
        assert_eq!(compass.side_towards(Direction(4), Facing(5)), Side(5));
        assert_eq!(compass.opposite(Direction(4)), Direction(1));
    }

    proptest! {
        #[test]
        fn sides_directions_and_facings_agree(n in 1_u8..=12, p: u8, f: u8, steps in -50..50_i32) {
            let compass = Compass::new(n);
            let (side, facing) = (Side(p % n), Facing(f % n));
            let direction = compass.direction_of(side, facing);
            prop_assert_eq!(compass.side_towards(direction, facing), side);
            prop_assert_eq!(compass.facing_towards(side, direction), facing);
            let rotated = compass.rotated(facing, steps);
            prop_assert_eq!(compass.direction_of(side, rotated), compass.turned(direction, steps));
            prop_assert_eq!(compass.rotated(rotated, -steps), facing);
            let between = compass.steps_between(direction, compass.turned(direction, steps));
            prop_assert_eq!(i32::from(between), steps.rem_euclid(i32::from(n)));
        }

        #[test]
        fn opposite_twice_is_the_same(half in 1_u8..=6, d: u8) {
            let compass = Compass::new(half * 2);
            let direction = Direction(d % (half * 2));
            let opposite = compass.opposite(direction);
            prop_assert_ne!(opposite, direction);
            prop_assert_eq!(compass.opposite(opposite), direction);
        }
    }
}
