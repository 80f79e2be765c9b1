//! What would happen if a step of the rules ran now, such as a battle.

use std::collections::BTreeMap;

use harena_engine::board::Cell;
use harena_engine::id::*;
use harena_engine::state::{State, StepCall};
use harena_engine::the_match::{Match, Setup, Waits};
use harena_engine::view;

use super::{Play, Session};

/// The most decisions answered by default in a forecast.
const MAX_ANSWERS: usize = 200;

/// What would become of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its cell now.
    pub cell: Cell,
    /// Whether it would be gone from the board.
    pub falls: bool,
    /// How many wounds it would take.
    pub wounds: i16,
}

/// What would become of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Pieces that would be wounded or fall.
    pub losses: Vec<Loss>,
    /// Seat variables that would change: seat, variable, difference.
    pub changes: Vec<(Seat, VarId, i32)>,
    /// Whether a choice was answered by its default on the way.
    pub open: bool,
}

impl Session {
    /// Runs the step the looks name on a copy of the match as the viewer may know it.
    pub fn forecast(&mut self, viewer: Seat) -> Option<Forecast> {
        self.play.as_mut()?.forecast(viewer)
    }
}

impl Play {
    fn forecast(&mut self, viewer: Seat) -> Option<Forecast> {
        let step = self.book.forecast?;
        let now = &self.timeline.now;
        let before = now.state().clone();
        let mut start = view::sample(&self.game, &before, viewer, 1);
        start.agenda = vec![StepCall { step, args: [0; 4] }];
        let mut trial = Match::new(self.game.clone(), Setup::default());
        *trial.state_mut() = start;
        let mut open = false;
        for _ in 0..MAX_ANSWERS {
            // An agenda that runs empty is how a foretold step ends.
            let Ok(Waits::ForDecisions) = trial.advance(&mut self.host) else { break };
            if trial.state().turn != before.turn {
                break;
            }
            let Some(decision) = trial.decision() else { break };
            let (seat, action) = (decision.seat, decision.option(decision.default));
            open |= decision.count() > 1;
            let Some(action) = action else { break };
            if trial.choose(seat, action).is_err() {
                break;
            }
        }
        Some(self.compare(&before, trial.state(), open))
    }

    fn compare(&self, before: &State, after: &State, open: bool) -> Forecast {
        let wounds = self.game.combat.as_ref().map(|combat| combat.wounds);
        let count = |state: &State, id: PieceId| {
            wounds.map_or(0, |counter| state.piece(id).counter(counter))
        };
        let mut losses = BTreeMap::new();
        for (cell, id) in before.on_board() {
            let falls = after.piece(id).cell().is_none();
            let wounds = count(after, id) - count(before, id);
            if falls || wounds > 0 {
                losses.insert(id, Loss { cell, falls, wounds });
            }
        }
        let pool = self.game.combat.as_ref().and_then(|combat| combat.pool);
        let change = |seat: Seat| {
            let var = pool?.left;
            let of = |state: &State| state.var(&self.game, Some(seat), var);
            let by = of(after) - of(before);
            (by != 0).then_some((seat, var, by))
        };
        let changes = (0..self.game.n_seats).map(Seat).filter_map(change).collect();
        Forecast { losses: losses.into_values().collect(), changes, open }
    }
}
