//! How the pieces of a game fight, as it declares that; `combat` does it.

use serde::{Deserialize, Serialize};

use crate::id::*;
use crate::mask::Mask;

/// How the pieces of a game fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combat {
    /// A stat added to every printed value of the ladder.
    pub shift: Option<StatId>,
    /// A stat that counts additional activations, each one level below the lowest printed one.
    pub extra: Option<StatId>,
    /// Whether an activation whose level has passed is made up for at the next level.
    pub catches_up: bool,
    /// Statuses under which an activation is spent without striking, as a bit mask.
    pub silenced: Mask,
    /// Modes of attack by [`ModeId`].
    pub modes: Vec<Mode>,
    /// Pairs of kinds (bit masks): the first never wounds the second.
    pub spared: Vec<(Mask, Mask)>,
    /// The counter that holds wounds.
    pub wounds: CounterId,
    /// The stat that says how many wounds fell a piece.
    pub hit_points: StatId,
    /// Pieces whose wounds are taken from a pool of their seat.
    pub pool: Option<Pool>,
    /// Where fallen pieces go.
    pub falls_to: ZoneId,
}

/// Hit points held by a seat for its pieces of some kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The kinds, as a bit mask.
    pub kinds: Mask,
    /// The seat variable that holds what is left, never below 0.
    pub left: VarId,
    /// The seat variable that names the seat whose pool is used (allies may share one).
    pub holder: VarId,
}

/// How far a mode of attack goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Range {
    /// The neighbor in the direction of the attack.
    #[default]
    Adjacent,
    /// The first enemy in a straight line to the edge of the board.
    Line,
    /// Any enemy; its owner names it.
    Anywhere,
}

/// A mode of attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// How far it goes.
    pub range: Range,
    /// A stat of the attacker added to the strength.
    pub bonus: Option<StatId>,
    /// A number on the entered side of the target taken off the strength.
    pub resisted_by: Option<SideStatId>,
    /// Statuses of the attacker that make it hit every enemy in its line, as a bit mask.
    pub pierces: Mask,
    /// Whether friends and empty-handed pieces in the line stop it too.
    pub blocked_by_friends: bool,
}
