//! Small numbers that stand for declared names, pieces and seats.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// The id of a place in its table. Tables end long before the highest id, which is
            /// what a place gets that no id can tell.
            #[inline]
            pub fn at(place: usize) -> $name {
                $name(<$inner>::try_from(place).unwrap_or(<$inner>::MAX))
            }

            /// The place of this id in its table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A place at the table, counted from 0.
    Seat(u8);
    /// One piece or card of a match; its number never changes during the match.
    PieceId(u16);
    /// A definition: what is printed on a tile, card or sheet.
    PrototypeId(u16);
    /// A faction of the game.
    FactionId(u8);
    /// A kind of piece, such as champion or order; fixed by the game.
    KindId(u8);
    /// A number that modifiers can change.
    StatId(u8);
    /// A number printed on each side of a piece, such as armor.
    SideStatId(u8);
    /// Something that is on or off.
    StatusId(u8);
    /// A number a piece carries, such as wounds; 0 when the piece enters play.
    CounterId(u8);
    /// A kind of marker.
    MarkId(u8);
    /// A named reusable ability.
    KeywordId(u8);
    /// A kind of zone; each seat may own one of its own.
    ZoneId(u8);
    /// What an option does, such as place or discard.
    VerbId(u8);
    /// A step of the rules, run by the agenda.
    StepId(u8);
    /// A number of the match or of a seat.
    VarId(u8);
    /// A kind of attack, such as melee or ranged.
    ModeId(u8);
    /// A moment at which markers expire, such as the end of a turn.
    MomentId(u8);
    /// A declared word: prompts, reasons, log entries and choices.
    WordId(u16);
}

impl PieceId {
    /// Stands for "no piece" where a field must hold a number.
    pub const NONE: PieceId = PieceId(u16::MAX);

    /// The piece that a number stands for, if it is one.
    pub fn read(number: i32) -> Option<PieceId> {
        number.try_into().ok().map(PieceId).filter(|id| id.is_some())
    }

    /// Whether this is a piece at all.
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}

impl Seat {
    /// Stands for "no seat": pieces that belong to nobody.
    pub const NONE: Seat = Seat(u8::MAX);
}

/// Looking through so few names is faster than asking the index.
const SHORT: usize = 8;

/// Declared names in their order of declaration, found by number or by spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    list: Vec<String>,
    index: std::collections::BTreeMap<String, usize>,
}

impl Names {
    /// Adds a name unless it is there; answers its number.
    pub fn add(&mut self, name: &str) -> usize {
        if let Some(&at) = self.index.get(name) {
            return at;
        }
        self.list.push(name.to_owned());
        self.index.insert(name.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }

    /// The number of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        if self.list.len() <= SHORT {
            return self.list.iter().position(|other| other == name);
        }
        self.index.get(name).copied()
    }

    /// The name of a number, or `?` for a number that was never declared.
    pub fn name(&self, at: usize) -> &str {
        self.list.get(at).map_or("?", String::as_str)
    }

    /// All names in their order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(String::as_str)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut all = Names::default();
        for name in names {
            all.add(name);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_never_cut_off() {
        assert_eq!(ZoneId::at(255), ZoneId(255));
        assert_eq!(ZoneId::at(257), ZoneId(255));
        assert_eq!(PieceId::at(65_536 + 7), PieceId::NONE);
    }

    #[test]
    fn names_keep_order_and_refuse_doubles() {
        let mut names: Names = ["banner", "champion"].into_iter().collect();
        assert_eq!(names.add("champion"), 1);
        assert_eq!(names.add("rune"), 2);
        assert_eq!(names.find("rune"), Some(2));
        assert_eq!(names.name(9), "?");
    }
}
