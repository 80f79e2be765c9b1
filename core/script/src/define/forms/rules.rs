//! What a game declares about zones, markers, statuses, floors and fights.

use harena_engine::combat::Range;
use harena_engine::game::Sight;

use crate::define::form::{Amounts, Flag, Id, Int, List, Many, Name, One, Opt, Rec, Text, form};
use crate::define::names::sort;

form! {
    SecretDie: "a die of each seat that only this seat sees; others imagine it rolled anew" {
        needs var: Name<sort::SeatVar>, "the seat variable that holds it; its start until rolled";
        needs sides: Int<u16, 2, 1000>, "how many sides it has";
    }

    Zone: "a place for pieces and cards besides the board" {
        [
            needs id: Id, "its name";
        ]
        may title: Text, "its name for people";
        may per_seat: Flag, "whether each seat has one";
        may sight: One<Sight> = "all", "who sees what lies in it";
        may kinds: Many<sort::Kind>, "what may lie in it; anything if left out";
    }

    Mark: "a kind of marker" {
        [
            needs id: Id, "its name";
        ]
        may title: Text, "its name for people";
        may text: Text, "what it means";
        may gives: Many<sort::Status>, "statuses of the piece that carries it";
        may adds: Amounts<sort::Stat>, "what it adds to stats of that piece";
        may adds_sides: Amounts<sort::SideStat>, "what it adds to numbers on all its sides";
        may until_moment: Opt<Name<sort::Moment>>, "when it expires";
        may falls_off: Flag = true, "whether it goes when its piece leaves the board";
        may supply: Int<u16, 0, 9999> = 0, "how many an owner has; 0 for any number";
        may adds_up: Flag, "whether copies of one owner are counted together";
    }

    Keyword: "a named ability" {
        [
            needs id: Id, "its name";
        ]
        needs title: Text, "its name for people";
        needs text: Text, "what it does";
        (
            may rule: Text, "the rule that says so";
        )
    }

    Verb: "what options of one sort do" {
        [
            needs id: Id, "its name";
        ]
        may title: Text, "what people read, with gaps {1} and so on";
        may args: List<Text>,
            "what it takes: kinds, with names as in `to: cell`; nothing if left out";
    }

    Layer: "statuses that are worked out together" {
        needs statuses: Many<sort::Status>, "what is worked out here";
        may cancels: Flag, "whether sources that stop each other in a circle cancel";
    }

    Combat: "how pieces fight" {
        may shift: Opt<Name<sort::Stat>>, "added to every value of the ladder";
        may extra: Opt<Name<sort::Stat>>, "additional activations below the lowest";
        may catches_up: Flag, "whether missed activations are made up for";
        may silenced: Many<sort::Status>, "statuses that waste an activation";
        needs modes: List<Rec<Mode>>, "kinds of attack";
        may spared: List<Rec<Spared>>, "who never wounds whom";
        needs wounds: Name<sort::Counter>, "the counter of wounds";
        needs hit_points: Name<sort::Stat>, "how many wounds fell a piece";
        may pool: Opt<Rec<Pool>>, "pieces whose wounds come off a pool";
        needs falls_to: Name<sort::Zone>, "where fallen pieces go";
    }

    Mode: "a kind of attack" {
        [
            needs id: Id, "its name";
        ]
        may title: Text, "its name for people";
        needs range: One<Range>, "how far it goes";
        may bonus: Opt<Name<sort::Stat>>, "added to its strength";
        may resisted_by: Opt<Name<sort::SideStat>>, "taken off on the side it enters";
        may pierces: Many<sort::Status>, "statuses that let it hit all in its line";
        may blocked_by_friends: Flag, "whether friends stop it too";
    }

    Spared: "kinds that never wound other kinds" {
        needs from: Many<sort::Kind>, "the kinds that strike";
        needs to: Many<sort::Kind>, "the kinds that are spared";
    }

    Pool: "pieces that share what wounds take" {
        needs kinds: Many<sort::Kind>, "whose wounds come off it";
        needs left: Name<sort::SeatVar>, "the seat variable that holds what is left";
        needs holder: Name<sort::SeatVar>, "the seat variable that names whose pool it is";
    }

    Floors: "pieces that lie under all others, with exits; a cell without one is a hole" {
        needs kind: Name<sort::Kind>, "the kind of these pieces";
        needs exits: Name<sort::SideStat>, "not 0 on the sides that lead out";
    }
}
