//! What a piece could strike from somewhere else.

use super::{Combat, Range, Strike, enemy_of, strikes};
use crate::board::{Board, Cell};
use crate::effect::{self, Effect};
use crate::filter::Scene;
use crate::game::{Game, Prototype};
use crate::id::*;
use crate::modifier::Derived;
use crate::state::State;

/// Looks at positions in which one piece stands somewhere else; keeps its memory for the next.
#[derive(Debug, Default)]
pub struct Foresight {
    state: State,
    derived: Derived,
    strikes: Vec<Strike>,
}

impl Foresight {
    /// The facings in which a piece, put on an empty cell, would have something to strike there
    /// with its attacks of a mode, as a bit mask. With no mode, any of its attacks counts.
    ///
    /// Statuses and modifiers are those of the position after it was put there, so a piece that
    /// would be silenced there strikes nothing. Attacks without a direction do not count.
    pub fn facings(
        &mut self,
        scene: Scene,
        combat: &Combat,
        (id, cell): (PieceId, Cell),
        mode: Option<ModeId>,
    ) -> u16 {
        let prototype = scene.game.prototype(scene.state.piece(id).prototype);
        if !has_prey(scene, combat, id, cell, mode) {
            return 0;
        }
        self.state.clone_from(scene.state);
        let put = Effect::Put { piece: id, cell, facing: 0 };
        effect::apply(scene.game, &mut self.state, &self.derived, &put);
        let n = scene.game.board.n_directions().clamp(1, 16);
        (0..n).fold(0, |mask, facing| {
            if let Some(piece) = self.state.pieces.get_mut(id.index()) {
                piece.facing = facing;
            }
            if facing == 0 || !prototype.auras.is_empty() {
                self.derived.refresh(scene.game, &self.state);
            }
            mask | u16::from(self.has_strike(scene.game, combat, id, mode)) << facing
        })
    }

    fn has_strike(
        &mut self,
        game: &Game,
        combat: &Combat,
        id: PieceId,
        mode: Option<ModeId>,
    ) -> bool {
        let there = Scene { game, state: &self.state, derived: &self.derived };
        self.strikes.clear();
        strikes(there, combat, id, &mut self.strikes);
        let meant = |wanted: ModeId| mode.is_none_or(|mode| mode == wanted);
        self.strikes.iter().any(|strike| strike.target.is_some() && meant(strike.mode))
    }
}

/// Whether there is any enemy within the longest reach of the attacks that count: a cheap test
/// that is wrong only by saying yes too often.
fn has_prey(scene: Scene, combat: &Combat, id: PieceId, cell: Cell, mode: Option<ModeId>) -> bool {
    let owner = scene.state.piece(id).owner;
    let prototype = scene.game.prototype(scene.state.piece(id).prototype);
    let is_near = |range: Range| range == Range::Adjacent;
    let ranges = ranges(prototype, combat, mode);
    let enemy = |at: Cell| scene.state.at(at).is_some_and(|id| enemy_of(scene.state, owner, id));
    if ranges.iter().copied().all(is_near) {
        return !ranges.is_empty() && near(&scene.game.board, scene.state, cell).any(enemy);
    }
    scene.state.occupied.iter().any(enemy)
}

fn near<'a>(board: &'a Board, state: &'a State, cell: Cell) -> impl Iterator<Item = Cell> + 'a {
    board.neighbors(cell).iter().filter(|at| state.occupied.contains(*at))
}

fn ranges(prototype: &Prototype, combat: &Combat, mode: Option<ModeId>) -> Vec<Range> {
    let counts = |attack: ModeId| mode.is_none_or(|mode| mode == attack);
    let attacks = prototype.attacks.iter().filter(|attack| counts(attack.mode));
    attacks.filter_map(|attack| Some(combat.modes.get(attack.mode.index())?.range)).collect()
}
