//! Combat: ladders of initiative, strikes along lines of fire, wounds, and who falls.
//!
//! A combat runs as a chapter of a game's rules; what is declared here is done in Rust. At each
//! level of the ladder the rules ask for the [`strikes`] of that level: everything due acts on
//! one snapshot. What hits, what is cancelled and who is asked is settled on those strikes; then
//! they land together.

use serde::{Deserialize, Serialize};

pub use crate::game::{Combat, Mode, Pool, Range};

use crate::board::{Cell, Direction};
use crate::filter::Scene;
use crate::game::{Attack, Prototype};
use crate::id::*;
use crate::state::{Piece, State};

mod foresight;

pub use foresight::Foresight;

/// One use of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// Who strikes.
    pub attacker: PieceId,
    /// Whose attack it is.
    pub owner: Seat,
    /// Who is struck; [`PieceId::NONE`] until an attack without a direction is aimed.
    pub target: PieceId,
    /// The mode of the attack.
    pub mode: ModeId,
    /// The number of the attack on its sheet.
    pub attack: u8,
    /// Damage offered: printed strength, bonus and resistance taken together, never below 0.
    pub damage: i16,
    /// Whether something cancelled it.
    pub cancelled: bool,
}

/// The value of an activation of a piece now, if the piece has one by that number.
///
/// Numbers below the count of printed values are those; numbers from 8 on are additional ones.
fn value_now(prototype: &Prototype, shift: i16, extra: i16, number: u8) -> Option<i16> {
    if number < 8 {
        return prototype
            .ladder
            .get(usize::from(number))
            .map(|printed| printed.saturating_add(shift));
    }
    let nth = i16::from(number) - 7;
    let lowest = prototype.ladder.iter().min()?;
    (nth <= extra).then_some(lowest.saturating_add(shift).saturating_sub(nth))
}

/// The unspent activation of a piece with the highest value: its number and value.
pub fn best_activation(scene: Scene, combat: &Combat, id: PieceId) -> Option<(u8, i16)> {
    let piece = scene.state.piece(id);
    let prototype = scene.game.prototype(piece.prototype);
    if prototype.ladder.is_empty() {
        return None;
    }
    let stat = |stat: Option<StatId>| stat.map_or(0, |stat| scene.derived.stat(id, stat));
    let (shift, extra) = (stat(combat.shift), stat(combat.extra));
    let n_printed = prototype.ladder.len().min(8) as u8;
    let mut best: Option<(u8, i16)> = None;
    let mut look = |number: u8| {
        if piece.spent & (1 << number) == 0
            && let Some(value) = value_now(prototype, shift, extra, number)
            && value >= best.map_or(0, |(_, highest)| highest.saturating_add(1))
        {
            best = Some((number, value));
        }
    };
    (0..n_printed).for_each(&mut look);
    (8..8 + extra.clamp(0, 8) as u8).for_each(&mut look);
    best
}

/// All activations of a piece now, spent ones marked, highest first.
pub fn activations(scene: Scene, combat: &Combat, id: PieceId) -> Vec<(i16, bool)> {
    let piece = scene.state.piece(id);
    let prototype = scene.game.prototype(piece.prototype);
    let stat = |stat: Option<StatId>| stat.map_or(0, |stat| scene.derived.stat(id, stat));
    let (shift, extra) = (stat(combat.shift), stat(combat.extra));
    let mut all: Vec<(i16, bool)> = (0..16)
        .filter_map(|n| Some((value_now(prototype, shift, extra, n)?, piece.spent & (1 << n) != 0)))
        .filter(|(value, _)| *value >= 0)
        .collect();
    all.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    all
}

/// The highest level at or below `at_most` at which a piece on the board is due.
pub fn next_level(scene: Scene, combat: &Combat, at_most: i16) -> Option<i16> {
    let levels = scene.derived.present().iter().filter_map(|source| {
        if combat.catches_up {
            return best_activation(scene, combat, source.id).map(|(_, value)| value.min(at_most));
        }
        let values = activations(scene, combat, source.id);
        values.iter().find(|(value, spent)| !spent && *value <= at_most).map(|(value, _)| *value)
    });
    levels.max()
}

/// The pieces due at a level, in reading order, each with the number of the activation it spends.
pub fn due(scene: Scene, combat: &Combat, level: i16) -> Vec<(PieceId, u8)> {
    let mut list = Vec::new();
    for source in scene.derived.present() {
        let found = if combat.catches_up {
            best_activation(scene, combat, source.id).filter(|(_, value)| *value >= level)
        } else {
            exact_activation(scene, combat, source.id, level)
        };
        if let Some((number, _)) = found {
            list.push((source.id, number));
        }
    }
    list
}

fn exact_activation(scene: Scene, combat: &Combat, id: PieceId, level: i16) -> Option<(u8, i16)> {
    let piece = scene.state.piece(id);
    let prototype = scene.game.prototype(piece.prototype);
    let stat = |stat: Option<StatId>| stat.map_or(0, |stat| scene.derived.stat(id, stat));
    (0..16u8)
        .filter(|number| piece.spent & (1 << number) == 0)
        .filter_map(|number| {
            let value = value_now(prototype, stat(combat.shift), stat(combat.extra), number)?;
            Some((number, value))
        })
        .find(|(_, value)| *value == level)
}

/// All strikes of a piece on the position as it is: one for each attack and target.
///
/// Attacks without a direction come out unaimed. Strikes that would do no damage are left out.
pub fn strikes(scene: Scene, combat: &Combat, id: PieceId, out: &mut Vec<Strike>) {
    let piece = scene.state.piece(id);
    if scene.derived.statuses(id).meets(combat.silenced) {
        return;
    }
    let Some(cell) = piece.cell() else { return };
    for (number, attack) in scene.game.prototype(piece.prototype).attacks.iter().enumerate() {
        let Some(mode) = combat.modes.get(attack.mode.index()) else { continue };
        let bonus = mode.bonus.map_or(0, |stat| scene.derived.stat(id, stat));
        let aimed = Aimed { combat, mode, attack, strength: attack.strength.saturating_add(bonus) };
        let mut strike = Strike {
            attacker: id,
            owner: piece.owner,
            target: PieceId::NONE,
            mode: attack.mode,
            attack: number as u8,
            damage: aimed.strength,
            cancelled: false,
        };
        if mode.range == Range::Anywhere {
            out.push(strike);
            continue;
        }
        aimed.each_hit(scene, piece, cell, |target, damage| {
            strike.target = target;
            strike.damage = damage;
            out.push(strike);
        });
    }
}

struct Aimed<'a> {
    combat: &'a Combat,
    mode: &'a Mode,
    attack: &'a Attack,
    strength: i16,
}

impl Aimed<'_> {
    fn each_hit(&self, scene: Scene, piece: &Piece, cell: Cell, mut hit: impl FnMut(PieceId, i16)) {
        let board = &scene.game.board;
        let Some(side) = self.attack.side else { return };
        let n = board.n_directions().max(1);
        let direction = Direction((side + piece.facing) % n);
        let line = board.line(cell, direction);
        let far = if self.mode.range == Range::Line { line.len() } else { 1 };
        let pierces = self.pierces(scene, piece);
        for target in line.iter().take(far).filter_map(|cell| scene.state.at(*cell)) {
            let is_enemy = enemy_of(scene.state, piece.owner, target);
            if !is_enemy && self.mode.blocked_by_friends {
                return;
            }
            if !is_enemy {
                continue;
            }
            let resistance = self.resistance(scene, target, direction);
            let damage = self.strength.saturating_sub(resistance);
            if damage > 0 && !spares(scene, self.combat, piece, target) {
                hit(target, damage);
            }
            if !pierces {
                return;
            }
        }
    }

    fn pierces(&self, scene: Scene, piece: &Piece) -> bool {
        let at = piece.cell().and_then(|cell| scene.state.at(cell));
        at.is_some_and(|id| scene.derived.statuses(id).meets(self.mode.pierces))
    }

    fn resistance(&self, scene: Scene, target: PieceId, direction: Direction) -> i16 {
        let Some(stat) = self.mode.resisted_by else { return 0 };
        let piece = scene.state.piece(target);
        let n = scene.game.board.n_directions().max(1);
        let entered = scene.game.board.opposite(direction).0;
        let side = (entered + n - piece.facing % n) % n;
        scene.side(target, stat, usize::from(side))
    }
}

/// Whether a piece belongs to a seat of another team.
pub fn enemy_of(state: &State, seat: Seat, target: PieceId) -> bool {
    let owner = state.piece(target).owner;
    owner != Seat::NONE && !state.allied(seat, owner)
}

/// Whether an attacker never wounds a target, because of their kinds.
pub fn spares(scene: Scene, combat: &Combat, attacker: &Piece, target: PieceId) -> bool {
    let kind = |piece: &Piece| scene.game.prototype(piece.prototype).kind.index();
    let (from, to) = (kind(attacker), kind(scene.state.piece(target)));
    combat.spared.iter().any(|(a, b)| a.has(from) && b.has(to))
}

/// Whether the wounds of a piece are at least its hit points, or its pool is empty.
pub fn is_fallen(scene: Scene, combat: &Combat, id: PieceId) -> bool {
    if let Some((holder, pool)) = pool_of(scene, combat, id) {
        return scene.state.var(scene.game, Some(holder), pool.left) <= 0;
    }
    scene.state.counter(id, combat.wounds) >= scene.derived.stat(id, combat.hit_points)
}

/// The pool a piece takes its wounds from, with the seat that holds it.
pub fn pool_of(scene: Scene, combat: &Combat, id: PieceId) -> Option<(Seat, Pool)> {
    let pool = combat.pool?;
    let piece = scene.state.piece(id);
    let kind = scene.game.prototype(piece.prototype).kind;
    if !pool.kinds.has(kind.index()) {
        return None;
    }
    let holder = scene.state.var(scene.game, Some(piece.owner), pool.holder);
    Some((Seat(holder as u8), pool))
}

/// Every piece on the board that falls now, in reading order.
pub fn fallen(scene: Scene, combat: &Combat) -> Vec<PieceId> {
    let present = scene.derived.present().iter();
    let standing = present.map(|source| source.id).filter(|id| !scene.state.is_laid(*id));
    standing.filter(|id| is_fallen(scene, combat, *id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::sample::*;

    const NOBODY: [(u16, i16); 0] = [];

    fn struck(pieces: &[(u16, u8, (i32, i32), u8)], who: u16) -> Vec<(u16, i16)> {
        let mut the_match = position(pieces);
        let game = the_match.game.clone();
        let mut found = Vec::new();
        strikes(the_match.scene(), game.combat.as_ref().unwrap(), PieceId(who), &mut found);
        found.iter().map(|strike| (strike.target.0, strike.damage)).collect()
    }

    #[test]
    fn melee_reaches_the_neighbor_in_its_direction() {
        assert_eq!(struck(&[(0, 0, (0, 0), 0), (0, 1, (1, 0), 0)], 0), [(1, 1)]);
        assert_eq!(struck(&[(0, 0, (0, 0), 1), (0, 1, (0, 1), 0)], 0), [(1, 1)], "rotated");
        assert_eq!(struck(&[(0, 0, (0, 0), 0), (0, 1, (2, 0), 0)], 0), NOBODY, "no farther");
        assert_eq!(struck(&[(0, 0, (0, 0), 0), (0, 0, (1, 0), 0)], 0), NOBODY, "no friend");
    }

    #[test]
    fn a_shot_passes_friends_and_stops_at_the_first_enemy() {
        let row = [(4, 0, (-2, 0), 0), (0, 0, (-1, 0), 0), (0, 1, (1, 0), 0), (0, 1, (2, 0), 0)];
        assert_eq!(struck(&row, 0), [(2, 1)]);
    }

    #[test]
    fn armor_counts_on_the_side_the_shot_enters() {
        // The shot flies east and enters through the west side: side 4 at facing 0.
        assert_eq!(struck(&[(4, 0, (-2, 0), 0), (5, 1, (0, 0), 0)], 0), NOBODY);
        assert_eq!(struck(&[(4, 0, (-2, 0), 0), (5, 1, (0, 0), 1)], 0), [(1, 1)]);
    }

    #[test]
    fn a_netted_attacker_strikes_nobody() {
        let pieces = [(0, 0, (0, 0), 0), (0, 1, (1, 0), 0), (1, 1, (-1, 0), 0)];
        assert_eq!(struck(&pieces, 0), NOBODY);
    }

    #[test]
    fn ladders_shift_spend_and_catch_up() {
        let mut the_match = position(&[(4, 0, (0, 0), 0), (2, 0, (0, 1), 0)]);
        let game = the_match.game.clone();
        let combat = game.combat.as_ref().unwrap();
        // Printed 3 and 1, shifted by one.
        assert_eq!(next_level(the_match.scene(), combat, 99), Some(4));
        assert_eq!(due(the_match.scene(), combat, 4), [(PieceId(0), 0)]);
        the_match.apply(Effect::Spend { piece: PieceId(0), number: 0 }, PieceId::NONE);
        assert_eq!(next_level(the_match.scene(), combat, 3), Some(2));
        // The support leaves: the second activation falls back to 1.
        the_match.apply(Effect::Remove { piece: PieceId(1) }, PieceId::NONE);
        assert_eq!(due(the_match.scene(), combat, 2), []);
        assert_eq!(due(the_match.scene(), combat, 1), [(PieceId(0), 1)]);
    }

    #[test]
    fn a_bonus_that_comes_late_is_made_up_for_at_the_next_level() {
        let mut the_match = position(&[(0, 0, (0, 0), 0), (2, 0, (0, 1), 0)]);
        let game = the_match.game.clone();
        let combat = game.combat.as_ref().unwrap();
        // Value 3 now; asked at level 2 it is due, once.
        assert_eq!(due(the_match.scene(), combat, 2), [(PieceId(0), 0)]);
        let strict = Combat { catches_up: false, ..combat.clone() };
        assert_eq!(due(the_match.scene(), &strict, 2), []);
        assert_eq!(due(the_match.scene(), &strict, 3), [(PieceId(0), 0)]);
    }

    #[test]
    fn pools_take_the_wounds_of_their_kind_and_fall_at_nothing() {
        let mut the_match = position(&[(3, 1, (0, 0), 0), (0, 1, (1, 0), 0)]);
        let wound = |piece| Effect::Wound { piece: PieceId(piece), n: 4, by: PieceId::NONE };
        the_match.apply(wound(0), PieceId::NONE);
        assert_eq!(the_match.state().var(&the_match.game, Some(Seat(1)), VarId(0)), 1);
        assert_eq!(the_match.settle(), []);
        the_match.apply(wound(0), PieceId::NONE);
        assert_eq!(
            the_match.state().var(&the_match.game, Some(Seat(1)), VarId(0)),
            0,
            "never below"
        );
        the_match.apply(wound(1), PieceId::NONE);
        assert_eq!(the_match.settle(), [PieceId(0), PieceId(1)]);
    }

    #[test]
    fn losing_support_can_fell_in_a_cascade() {
        // The fighter lives by the support's hit point; the support falls first.
        let mut the_match = position(&[(0, 0, (0, 0), 0), (2, 0, (1, 0), 0)]);
        let wound = |piece| Effect::Wound { piece: PieceId(piece), n: 1, by: PieceId::NONE };
        the_match.apply(wound(0), PieceId::NONE);
        assert_eq!(the_match.settle(), []);
        the_match.apply(wound(1), PieceId::NONE);
        assert_eq!(the_match.settle(), [PieceId(1), PieceId(0)]);
    }
}
