//! What the engine is told about a piece, and filters.

use harena_engine::filter::Relation;

use crate::define::form::{
    Amounts, Anything, Flag, Function, Id, Int, List, Many, Name, One, Opt, Rec, Small, Text,
    Under, form,
};
use crate::define::names::{Event, sort};

/// A side of a piece, counted from the first.
type Side = Int<u8, 0, 15>;

form! {
    Sheet: "what the engine is told about a piece" {
        needs kind: Name<sort::Kind>, "its kind";
        needs id: Id, "its name";
        needs title: Text, "its name for people";
        may text: Text, "its rule text";
        may copies: Int<u16, 0, 999> = 1, "how many a set holds";
        may stats: Amounts<sort::Stat>, "printed numbers";
        may ladder: List<Small>, "initiative values";
        may attacks: List<Rec<Attack>>, "printed attacks";
        may sides: Under<sort::SideStat, Anything>, "numbers on sides";
        may auras: List<Rec<Aura>>, "what it does to others all the time";
        may keywords: Anything, "its keywords, plain or with a number";
        may statuses: Many<sort::Status>, "statuses it always has";
        may when: Under<Event, Rec<Trigger>>, "answers to events";
    }

    Attack: "an attack that is printed on a piece" {
        needs mode: Name<sort::Mode>, "the kind of attack";
        may side: Opt<Side>, "the printed side it leaves through";
        needs strength: Small, "its printed strength";
    }

    Aura: "what a piece does to others, or to itself, while it is on the board" {
        may sides: Opt<List<Side>>, "reaches the neighbors on these sides";
        may adjacent: Opt<Flag>, "reaches all neighbors, as it does where no reach is said";
        may area: Opt<Int<u8, 1, 9>>, "reaches so far";
        may board: Flag, "reaches everything";
        may itself: Flag, "reaches only itself";
        may to: One<Relation> = "any", "whose pieces";
        may kinds: Many<sort::Kind>, "which kinds";
        may adds: Amounts<sort::Stat>, "what it adds to stats";
        may adds_sides: Amounts<sort::SideStat>, "what it adds to numbers on all sides";
        may gives: Opt<Name<sort::Status>>, "the status it gives";
        may grants: Opt<Name<sort::Keyword>>, "the keyword it grants";
        may value: Small = 1, "the number of that keyword";
        may stopped_by: Many<sort::Status>, "statuses of the source that switch it off";
    }

    Trigger: "an answer to something that happens" {
        may who: Opt<Rec<Filter>>, "to whom it must happen; itself if left out";
        may by: Opt<Rec<Filter>>, "who must have caused it";
        needs does: Function, "what is done: function(match, piece, event)";
    }

    Filter: "which pieces are meant; everything on the board if nothing is said" {
        may kind: Opt<Name<sort::Kind>>, "of this kind";
        may kinds: Many<sort::Kind>, "of one of these kinds";
        may whose: One<Relation> = "any", "whose, seen from the seat that asks";
        may with: Many<sort::Status>, "with all these statuses";
        may without: Many<sort::Status>, "with none of these";
        may keyword: Opt<Name<sort::Keyword>>, "with this keyword, printed or granted";
        may prototype: Opt<Text>, "with this definition";
        may at_least: Amounts<sort::Counter>, "with at least so much";
        may marked: Opt<Name<sort::Mark>>, "carrying this marker";
        may unmarked: Opt<Name<sort::Mark>>, "not carrying it";
        may zone: Opt<Name<sort::Zone>>, "in this zone instead of on the board";
        may anywhere: Flag, "wherever it is";
        may adjacent: Flag, "next to the piece that asks";
        may others: Flag, "other than the piece that asks";
    }
}
