//! Which pieces a piece reaches: by its auras, and with its attacks.

use harena_engine::board::{Cell, Direction};
use harena_engine::combat::{self, Range, Strike};
use harena_engine::effect::{self, Effect};
use harena_engine::filter::{Relation, Scene};
use harena_engine::game::Game;
use harena_engine::id::*;
use harena_engine::modifier::{Derived, Gift, Reach, each_target};
use harena_engine::state::State;

/// A state with everything its modifiers make of it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The state.
    pub state: State,
    /// Statuses, stats and keywords in it.
    pub derived: Derived,
}

impl Shown {
    /// Works out the modifiers of a state.
    pub fn of(game: &Game, state: State) -> Shown {
        let mut derived = Derived::default();
        derived.refresh(game, &state);
        Shown { state, derived }
    }

    /// The state with a piece put somewhere, as a ghost shows it.
    pub fn with(&self, game: &Game, piece: PieceId, cell: Cell, facing: u8) -> Shown {
        let mut state = self.state.clone();
        effect::apply(game, &mut state, &self.derived, &Effect::Put { piece, cell, facing });
        Shown::of(game, state)
    }

    /// For asking questions.
    pub fn scene<'a>(&'a self, game: &'a Game) -> Scene<'a> {
        Scene { game, state: &self.state, derived: &self.derived }
    }
}

/// One piece reached by an aura of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// Who casts it.
    pub from: PieceId,
    /// Who is reached.
    pub to: PieceId,
    /// Whether a status is cast on somebody who is no friend.
    pub snare: bool,
    /// Whether it goes out through a side of the piece.
    pub sided: bool,
}

/// All pieces that the auras of a piece reach now, none twice.
pub fn links_of(scene: Scene, id: PieceId) -> Vec<Link> {
    let piece = scene.state.piece(id);
    let Some(cell) = piece.cell() else { return Vec::new() };
    let mut links = Vec::new();
    for aura in &scene.game.prototype(piece.prototype).auras {
        if scene.derived.statuses(id).meets(aura.stopped_by) || aura.reach == Reach::Itself {
            continue;
        }
        let friendly = matches!(aura.whose, Relation::Own | Relation::Ally | Relation::Partner);
        let snare = matches!(aura.gives, Gift::Status(_)) && !friendly;
        let sided = matches!(aura.reach, Reach::Sides(_));
        each_target(scene.game, scene.state, (id, cell), aura, |to| {
            links.push(Link { from: id, to, snare, sided });
        });
    }
    links.sort_unstable();
    links.dedup();
    links
}

/// The strikes a piece would make here and now.
pub fn strikes_of(scene: Scene, id: PieceId) -> Vec<Strike> {
    let mut strikes = Vec::new();
    if let Some(combat) = &scene.game.combat {
        combat::strikes(scene, combat, id, &mut strikes);
    }
    strikes
}

/// The cells along which the attacks of a piece go: up to what they hit, or to the edge.
pub fn fire_of(scene: Scene, id: PieceId) -> Vec<(Cell, Direction)> {
    let piece = scene.state.piece(id);
    let (Some(combat), Some(cell)) = (&scene.game.combat, piece.cell()) else { return Vec::new() };
    let board = &scene.game.board;
    let n = board.n_directions().max(1);
    let mut fire = Vec::new();
    for attack in &scene.game.prototype(piece.prototype).attacks {
        let range = combat.modes.get(attack.mode.index()).map(|mode| mode.range);
        let Some(side) = attack.side else { continue };
        let direction = Direction((side + piece.facing) % n);
        let far = match range {
            Some(Range::Line) => usize::MAX,
            Some(Range::Adjacent) => 1,
            Some(Range::Anywhere) | None => 0,
        };
        fire.extend(board.line(cell, direction).iter().take(far).map(|cell| (*cell, direction)));
    }
    fire.dedup();
    fire
}
