//! How scenarios write positions, and what these must keep.

use crate::define::form::{
    Either, Flag, Id, Int, List, Map, Named, One, Opt, Rec, Small, Text, Under, Whole, form,
};
use crate::define::names::sort;
use crate::define::words::words;

/// Whose markers are, seen from the piece they lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Its owner's.
    Own,
    /// An enemy's.
    Enemy,
    /// Nobody's.
    Nobody,
}

words! {
    Whose else Own { "own" Own, "enemy" Enemy, "nobody" Nobody }
}

form! { open
    Notation: "how scenarios write positions of a game" {
        may letters: Map<Id>, "short letters for counters, markers and other names";
        may owners: Under<sort::Mark, One<Whose>>, "whose markers are, seen from their piece";
        may seats: List<Text>, "names of the seats, such as White and Black";
        may facings: List<Int<u8, 0, 15>>, "how pieces of the seats face if unsaid";
        may prepare: Opt<Named<sort::Step>>,
            "the step that readies a match before a position is laid out";
        may begin: Opt<Named<sort::Step>>, "the step a position goes on with";
        may lawful: Opt<Named<sort::Step>>, "the step that says what cannot come up in a position";
        may pieces: Under<sort::Kind, Rec<PieceLaw>>, "what positions must keep";
        may limits: Under<sort::Counter, Either<Small, Named<sort::Stat>>>,
            "the most of a counter on a piece: a number, or a stat of it";
        may ranges: Under<sort::Var, Rec<NumberLaw>>,
            "what variables of the match can be in a position";
        may seat_ranges: Under<sort::SeatVar, Rec<SeatNumberLaw>>,
            "what variables of seats can be in a position";
        may meanings: Map<Text>, "what variables, counters and lists are, for people";
    }

    PieceLaw: "what a written position must keep about pieces of a kind" {
        may off_board: Flag, "they never lie on the board";
        may shares: Flag, "several fit on one cell";
        may owned: Flag, "each belongs to a seat";
        may counted: Flag, "an owner has only as many as the sheet has copies";
    }

    NumberLaw: "what a variable can be in a written position" {
        may least: Opt<Whole>, "never less than this";
        may most: Opt<Either<Whole, Named<sort::Var>>>,
            "never more than this number, or than another variable";
    }

    SeatNumberLaw: "what a variable can be in a written position" {
        may least: Opt<Whole>, "never less than this";
        may most: Opt<Either<Whole, Named<sort::SeatVar>>>,
            "never more than this number, or than another variable";
    }
}
