//! The words of looks and what they stand for.

use crate::define::words::{Word, words};

/// How a thing is drawn, whatever sort of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A thin block with numbers for a stat, a small sign for a counter.
    Badge,
    /// A number between its ends, as a bar.
    Bar,
    /// Bars at a side.
    Bars,
    /// A card with text.
    Card,
    /// Cards laid out.
    Cards,
    /// A number of things, and nothing of them.
    Count,
    /// A figure that stands on a disc.
    Disc,
    /// A dot at a side.
    Dot,
    /// A figure that stands.
    Figure,
    /// Ground.
    Floor,
    /// A number.
    Number,
    /// A pile that opens.
    Pile,
    /// So many small discs.
    Pips,
    /// Things beside each other.
    Row,
    /// Names below each other.
    Rows,
    /// Things and empty places.
    Sheet,
    /// A landmark.
    Site,
    /// Places that can be empty.
    Slots,
    /// A tile that fills its cell.
    Tile,
    /// Pieces without their text.
    Tiles,
    /// A piece that is turned and dimmed.
    Tilt,
    /// A flat stone.
    Token,
}

/// The ways to draw that one table knows.
pub trait Ways {
    /// Their words.
    const ALL: &'static [(&'static str, Drawn)];
}

macro_rules! ways {
    ($($of:ident { $($word:literal $drawn:ident),* $(,)? })*) => {$(
        #[doc = concat!("How ", stringify!($of), " are drawn.")]
        pub enum $of {}

        impl Ways for $of {
            const ALL: &'static [(&'static str, Drawn)] = &[$(($word, Drawn::$drawn)),*];
        }
    )*};
}

ways! {
    Kinds {
        "tile" Tile,
        "disc" Disc,
        "token" Token,
        "figure" Figure,
        "card" Card,
        "site" Site,
        "floor" Floor,
    }
    Zones {
        "cards" Cards,
        "tiles" Tiles,
        "row" Row,
        "rows" Rows,
        "slots" Slots,
        "sheet" Sheet,
        "pile" Pile,
        "count" Count,
    }
    Stats { "number" Number, "pips" Pips }
    Sides { "bars" Bars, "number" Number, "dot" Dot }
    Statuses { "tilt" Tilt }
    Counters { "number" Number, "count" Count, "badge" Badge }
    Tracks { "bar" Bar, "pips" Pips, "number" Number }
    Vars { "number" Number }
}

/// The shape that stands for a seat, so that color is not all that tells owners apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle.
    Triangle,
    /// A star of five points.
    Star,
    /// A cross.
    Cross,
}

impl Shape {
    /// Its name.
    pub fn word(self) -> &'static str {
        Shape::ALL.iter().find(|(_, shape)| *shape == self).map_or("", |(word, _)| word)
    }

    /// The shape of a seat that the looks give none.
    pub fn of_seat(seat: usize) -> Shape {
        Shape::ALL.get(seat).map_or(Shape::Cross, |(_, shape)| *shape)
    }
}

/// How the ground of a cell is filled, so that color is not all that tells cells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// In one color.
    #[default]
    Plain,
    /// With slanted lines.
    Stripes,
    /// With dots.
    Dots,
    /// With crossing lines.
    Checks,
}

/// How a sentence about a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// In words at its place.
    #[default]
    Plain,
    /// Its last number is a threat and stands in a corner of its cell.
    Corner,
    /// It begins a phase of what follows.
    Phase,
    /// A die: how many faces succeed, up to which one, and how likely that is.
    Dice,
    /// A bar of a chart: a number, how likely it is, and whether that is bad.
    Bar,
    /// A piece with what is left of its life.
    Life,
    /// In words in the panel of the seat that is its first number.
    Seat,
    /// In the color of a seat or of its own on its cell.
    Tint,
    /// In a few words at the foot of the card that it is about.
    Mark,
    /// A step of a scale: a number, how likely what it stands for is, and whether that is to be
    /// noted.
    Scale,
    /// A step of what is being carried out: done, now or yet to come, by its last number.
    Path,
    /// An arrow from a piece to the one it aims at.
    Aim,
    /// On a piece, how likely the worst is for it.
    Doom,
    /// In words in a list with its own heading, wherever it is about.
    List,
    /// In words in the row of its piece among those with their lives.
    Under,
    /// Below the dice, a piece without any, and why.
    Aside,
}

/// A sign that the window itself draws on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSign {
    /// Where a piece moves to.
    Moves,
    /// Where it strikes.
    Strikes,
    /// Where it does both.
    Both,
    /// A piece that is turned and dimmed.
    Tilt,
    /// Numbers that touch and are the same.
    Pair,
    /// Numbers that touch and differ.
    NoPair,
    /// A number that counts for what lies beside it.
    Counts,
}

/// Where a zone lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZonePlace {
    /// Under the board.
    Board,
    /// Beside it.
    Side,
    /// Over what happened, where there is room for that; else under the board.
    Story,
}

/// Where a number of the match is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarPlace {
    /// In the banner.
    Prompt,
    /// At the side.
    Side,
}

/// Where a field stands on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In a line of its own.
    Line,
    /// As squares with signs at the lower edge.
    Signs,
    /// As such squares, each empty until a counter of its name lies on the card.
    Slots,
    /// In a disc in the upper right corner.
    Cost,
    /// In the lower right corner.
    Corner,
    /// At the right below the name.
    Right,
}

words! {
    Shape else Circle {
        "circle" Circle,
        "square" Square,
        "diamond" Diamond,
        "triangle" Triangle,
        "star" Star,
        "cross" Cross,
    }
    Pattern else Plain { "plain" Plain, "stripes" Stripes, "dots" Dots, "checks" Checks }
    Telling else Plain {
        "plain" Plain,
        "corner" Corner,
        "phase" Phase,
        "dice" Dice,
        "bar" Bar,
        "life" Life,
        "seat" Seat,
        "tint" Tint,
        "mark" Mark,
        "scale" Scale,
        "path" Path,
        "aim" Aim,
        "doom" Doom,
        "list" List,
        "under" Under,
        "aside" Aside,
    }
    TableSign else Moves {
        "moves" Moves,
        "strikes" Strikes,
        "both" Both,
        "tilt" Tilt,
        "pair" Pair,
        "no_pair" NoPair,
        "counts" Counts,
    }
    ZonePlace else Board { "board" Board, "side" Side, "story" Story }
    VarPlace else Side { "prompt" Prompt, "side" Side }
    CardPlace else Line {
        "line" Line,
        "signs" Signs,
        "slots" Slots,
        "cost" Cost,
        "corner" Corner,
        "right" Right,
    }
}
