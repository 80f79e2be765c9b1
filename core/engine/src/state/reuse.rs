//! Numbers of pieces that are gone are given anew, so that a match which makes and removes pieces
//! all the time stays as small as what is in it.
//!
//! This happens between steps only, where no script holds a piece, and only to pieces that
//! nothing in the state names. It depends on the state alone, so every replay does the same.

use super::{Piece, Place, State, StepCall};
use crate::id::*;

/// With fewer pieces, made in the whole match, no number is given anew.
pub const REUSE_FROM: usize = 1_024;
/// More pieces than this cannot be in a match between steps.
pub const MAX_PIECES: usize = 4_000;

/// Below this no number waits to be given anew: the search for one begins here. It follows from the
/// pieces and is no part of the state, so all are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched(u16);

impl PartialEq for Searched {
    fn eq(&self, _: &Searched) -> bool {
        true
    }
}

impl Eq for Searched {}

impl State {
    /// The number the next piece gets: the lowest that waits to be given anew, else a fresh one.
    pub fn next_piece(&self) -> PieceId {
        let n = self.pieces.len();
        let begin = usize::from(self.searched.0);
        let rest = self.pieces.get(begin..).filter(|_| n >= REUSE_FROM).unwrap_or_default();
        let free = rest.iter().position(Piece::is_free).map(|at| begin + at);
        PieceId(free.unwrap_or(n) as u16)
    }

    /// Makes the next piece. Numbers that were looked at once are not looked at again: all pieces
    /// that a step makes are found in one walk.
    pub(crate) fn make(&mut self, made: Piece) {
        let id = self.next_piece();
        if self.pieces.len() >= REUSE_FROM {
            self.searched = Searched(id.0.saturating_add(1));
        }
        match self.pieces.get_mut(id.index()) {
            Some(piece) => *piece = made,
            None => self.pieces.push(made),
        }
    }

    /// How many pieces there are, without the numbers that wait to be given anew.
    pub fn n_pieces(&self) -> usize {
        self.pieces.iter().filter(|piece| !piece.is_free()).count()
    }

    /// Forgets the pieces that were taken out of the match and that nothing names: no marker, no
    /// variable, no list, no waiting step and not the one that begins. A number counts as a name
    /// even if it is none. Whether there were so many pieces that it mattered.
    pub(crate) fn forget_gone(&mut self, step: &StepCall) -> bool {
        if self.pieces.len() < REUSE_FROM {
            return false;
        }
        let named = self.named_pieces(step);
        for (piece, is_named) in self.pieces.iter_mut().zip(named) {
            if piece.place == Place::Gone && !is_named {
                *piece = Piece::BLANK;
            }
        }
        self.searched = Searched::default();
        let last = self.pieces.iter().rposition(|piece| !piece.is_free());
        self.pieces.truncate(last.map_or(0, |at| at + 1));
        let pieces = &self.pieces;
        let is_there = |id: PieceId| pieces.get(id.index()).is_some_and(|it| !it.is_free());
        self.more.retain(|more| is_there(more.piece));
        self.memory.retain(is_there);
        true
    }

    fn named_pieces(&self, step: &StepCall) -> Vec<bool> {
        let mut named = vec![false; self.pieces.len()];
        let mut name = |number: i32| {
            let place = usize::try_from(number).ok().and_then(|at| named.get_mut(at));
            place.into_iter().for_each(|slot| *slot = true);
        };
        self.vars.iter().for_each(|number| name(*number));
        self.lists.all().iter().for_each(|number| name(*number));
        self.agenda.iter().chain([step]).flat_map(|call| call.args).for_each(&mut name);
        for mark in &self.marks {
            name(mark.on.0.into());
            name(mark.source.0.into());
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::sample;
    use crate::state::{Mark, Outcome};
    use crate::the_match::{Fault, Match, Progress, Rules, Setup, Waits};

    const N_STEPS: i32 = 700;
    const KEPT: VarId = VarId(0);

    /// Every step makes and removes 30 pieces; one of the first lies on the board, one of them is
    /// kept by its number alone, one carries a marker that does not fall off.
    struct Churn;

    impl Churn {
        fn make(the_match: &mut Match, prototype: u16) -> PieceId {
            let id = the_match.state().next_piece();
            let create = Effect::Create { prototype: PrototypeId(prototype), owner: Seat(0) };
            the_match.apply(create, PieceId::NONE);
            id
        }

        fn begin(the_match: &mut Match) {
            let piece = Churn::make(the_match, 4);
            let cell = sample::cell(the_match, 0, 0);
            the_match.apply(Effect::Put { piece, cell, facing: 0 }, PieceId::NONE);
            let kept = Churn::make(the_match, 5);
            let value = kept.0.into();
            the_match.apply(Effect::Var { seat: None, var: KEPT, value }, PieceId::NONE);
            the_match.apply(Effect::Remove { piece: kept }, PieceId::NONE);
        }
    }

    impl Rules for Churn {
        fn run(&mut self, the_match: &mut Match) -> Result<Progress, Fault> {
            let step = the_match.step().unwrap_or_default();
            let round = step.args[0];
            if round == 0 {
                Churn::begin(the_match);
            }
            for _ in 0..30 {
                let piece = Churn::make(the_match, (round % 4) as u16);
                let wounds = Effect::Count { piece, counter: CounterId(40), by: 1 };
                the_match.apply(Effect::Remove { piece }, PieceId::NONE);
                the_match.apply(wounds, PieceId::NONE);
            }
            if round == N_STEPS {
                let (winners, reason) = (1, WordId(0));
                the_match.end(Outcome { winners, scores: Vec::new(), parts: Vec::new(), reason });
            } else {
                the_match.queue(StepCall { step: step.step, args: [round + 1, -1, 0, 0] });
            }
            Ok(Progress::Done)
        }

        fn score(&mut self, _: &mut Match, _: Seat) -> Result<Option<i64>, Fault> {
            Ok(None)
        }
    }

    fn played() -> Match {
        let mut the_match = Match::new(sample::game(), Setup::default());
        assert_eq!(the_match.advance(&mut Churn), Ok(Waits::Over));
        the_match
    }

    #[test]
    fn a_match_makes_and_removes_twenty_thousand_pieces() {
        let the_match = played();
        let state = the_match.state();
        assert!(state.pieces.len() <= REUSE_FROM + 30, "{} numbers", state.pieces.len());
        assert!(state.more.len() <= REUSE_FROM + 30);
        sample::check_state(state);
        assert_eq!(state.digest(), played().state().digest(), "every play does the same");
        let on_board: Vec<_> = state.on_board().map(|(_, id)| state.piece(id).prototype).collect();
        assert_eq!(on_board, [PrototypeId(4)]);
        let kept = PieceId(state.var(&the_match.game, None, KEPT) as u16);
        assert_eq!(state.piece(kept).prototype, PrototypeId(5), "named by a variable");
    }

    /// Whatever names a piece keeps it: a marker, a variable, a list, a waiting step.
    #[test]
    fn a_piece_that_is_named_keeps_its_number() {
        let game = sample::game();
        let mut state = State::new(&game, 0);
        let gone = Piece { prototype: PrototypeId(1), place: Place::Gone, ..Piece::BLANK };
        state.pieces = vec![gone; REUSE_FROM];
        let (owner, source) = (Seat(0), PieceId(22));
        state.marks.push(Mark { kind: MarkId(0), on: PieceId(21), owner, source, n: 1 });
        state.vars[0] = 23;
        state.agenda.push(StepCall { step: StepId(0), args: [24, -7, 70_000, i32::MAX] });
        state.lists = super::super::Lists::new(1);
        state.lists.set(0, &[25]);
        let mut state = State { pieces: state.pieces.clone(), ..state };
        assert!(state.forget_gone(&StepCall { step: StepId(0), args: [26, 0, 0, 0] }));
        let kept: Vec<usize> =
            (0..state.pieces.len()).filter(|at| !state.pieces[*at].is_free()).collect();
        // 0 and 5 are the values of other variables and arguments.
        assert_eq!(kept, [0, 5, 21, 22, 23, 24, 25, 26]);
        assert_eq!(state.next_piece(), PieceId(27), "few pieces are left, so numbers are fresh");
    }

    #[test]
    fn the_lowest_free_number_is_given_first() {
        let there = Piece { prototype: PrototypeId(1), ..Piece::BLANK };
        let mut state = State { pieces: vec![there; REUSE_FROM + 5], ..State::default() };
        for at in [900, 7] {
            state.pieces[at].place = Place::Gone;
        }
        assert_eq!(state.next_piece(), PieceId(1029));
        assert!(state.forget_gone(&StepCall { step: StepId(0), args: [-1; 4] }));
        assert_eq!(state.next_piece(), PieceId(7));
        for expected in [7, 900, 1029, 1030] {
            assert_eq!(state.next_piece(), PieceId(expected));
            state.make(there);
        }
        // What is free again later is found again, and a state that was written and read finds
        // what the one it came from finds.
        state.pieces[3].place = Place::Gone;
        assert!(state.forget_gone(&StepCall { step: StepId(0), args: [-1; 4] }));
        let read: State = serde_json::from_value(serde_json::to_value(&state).unwrap()).unwrap();
        assert_eq!(read, state);
        assert_eq!((state.next_piece(), read.next_piece()), (PieceId(3), PieceId(3)));
    }

    /// With few pieces numbers are fresh, and those that waited meanwhile come first later.
    #[test]
    fn numbers_that_wait_are_not_passed_over_while_there_are_few_pieces() {
        let there = Piece { prototype: PrototypeId(1), ..Piece::BLANK };
        let mut state = State { pieces: vec![there; REUSE_FROM - 2], ..State::default() };
        state.pieces[5] = Piece::BLANK;
        for expected in [REUSE_FROM - 2, REUSE_FROM - 1, 5, REUSE_FROM, REUSE_FROM + 1] {
            assert_eq!(state.next_piece().index(), expected);
            state.make(there);
        }
    }

    /// All the pieces of a large step are made in a moment: looking through all pieces for each
    /// would be some 500 million looks.
    #[test]
    fn thirty_thousand_pieces_of_one_step_are_made_in_one_walk() {
        let there = Piece { prototype: PrototypeId(1), ..Piece::BLANK };
        let mut state = State { pieces: vec![there; REUSE_FROM], ..State::default() };
        let mut n_looked = 0;
        for _ in 0..30_000 {
            n_looked += state.pieces.len() - usize::from(state.searched.0);
            state.make(there);
        }
        assert!(n_looked <= 2 * REUSE_FROM, "{n_looked}");
    }
}
