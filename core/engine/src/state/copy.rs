//! Copying states. Matches copy one before every step, so a copy reuses the memory of what it
//! replaces.

use super::State;

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &State) {
        // Taken apart so that a field added later cannot be forgotten.
        let State {
            n_seats,
            active,
            turn,
            round,
            out,
            teams,
            pieces,
            cells,
            occupied,
            floors,
            floored,
            spots,
            more,
            zones,
            marks,
            vars,
            lists,
            agenda,
            chance,
            outcome,
            memory,
            blamed,
            held,
            searched,
        } = source;
        self.searched = *searched;
        self.held.clone_from(held);
        self.n_seats = *n_seats;
        self.active = *active;
        self.turn = *turn;
        self.round = *round;
        self.out = *out;
        self.occupied.clone_from(occupied);
        self.floored.clone_from(floored);
        self.floors.clone_from(floors);
        self.spots.clone_from(spots);
        self.more.clone_from(more);
        self.teams.clone_from(teams);
        self.pieces.clone_from(pieces);
        self.cells.clone_from(cells);
        self.zones.clone_from(zones);
        self.marks.clone_from(marks);
        self.vars.clone_from(vars);
        self.lists.clone_from(lists);
        self.agenda.clone_from(agenda);
        self.chance.clone_from(chance);
        self.outcome.clone_from(outcome);
        self.memory.clone_from(memory);
        self.blamed.clone_from(blamed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{PieceId, Seat};
    use crate::state::{Lists, Piece, StepCall};

    #[test]
    fn a_copy_over_another_state_equals_its_source() {
        let mut zones = Lists::new(2);
        zones.push(1, PieceId(0));
        let mut source = State {
            n_seats: 2,
            active: Seat(1),
            pieces: vec![Piece::BLANK; 3],
            zones,
            agenda: vec![StepCall::default()],
            ..State::default()
        };
        source.chance.stream("dice").force(4);
        let mut copy = State { pieces: vec![Piece::BLANK; 9], ..State::default() };
        copy.chance.stream("deck").force(1);
        copy.clone_from(&source);
        assert_eq!(copy, source);
        let _ = source.chance.stream("dice").roll(6);
        copy.clone_from(&source);
        assert_eq!(copy, source);
        assert_eq!(source.clone(), source);
    }
}
